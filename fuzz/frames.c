/* frames.c — fuzz target: any bytes as frames of a WebSocket, whole and cut into pieces.
 *
 * Both ways must give the same messages and the same answers. What is answered must be
 * frames, with nothing behind a close; between frames nothing is held. */
#include "target.h"

#include "doors/server/websocket.h"

#include <stdlib.h>
#include <string.h>

struct run {
    struct websocket ws;
    struct peck_buffer heard, told;
};

static bool take_frame(void *context)
{
    return true;
}

static void take_message(void *context, const char *bytes, size_t count)
{
    struct run *run = context;
    MUST(count <= WEBSOCKET_MESSAGE_MAX);
    MUST(peck_buffer_add(&run->heard, bytes, count) == PECK_OK);
    MUST(peck_buffer_add(&run->heard, "", 1) == PECK_OK);
    if (count > 0 && bytes[0] == 'e')
        websocket_send(&run->ws, bytes, count);
    else if (count > 0 && bytes[0] == 'c')
        websocket_close(&run->ws, CLOSE_POLICY);
}

static void take_bytes(void *context, const void *bytes, size_t count)
{
    MUST(peck_buffer_add(&((struct run *)context)->told, bytes, count) == PECK_OK);
}

static void feed_all(struct run *run, const uint8_t *bytes, size_t count, size_t piece)
{
    static const struct websocket_peer peer = {take_frame, take_message, take_bytes};
    *run = (struct run){0};
    websocket_begin(&run->ws, &peer, run);
    while (count > 0) {
        size_t given = count < piece ? count : piece;
        char *copy = malloc(given); /* of its very size, for the sanitizer */
        MUST(copy != NULL);
        memcpy(copy, bytes, given);
        websocket_feed(&run->ws, copy, given);
        free(copy);
        MUST(run->ws.closed || (run->ws.held == 0) == (run->ws.frames == NULL));
        bytes += given;
        count -= given;
    }
}

/* What a server may send: text, pong and close, whole and not masked. */
static void check_told(const struct run *run)
{
    const uint8_t *at = (const uint8_t *)run->told.bytes;
    const uint8_t *end = at != NULL ? at + run->told.length : at;
    bool closed = false;
    while (at != end) {
        MUST(!closed && end - at >= 2);
        MUST(at[0] == 0x81 || at[0] == 0x8a || at[0] == 0x88);
        closed = at[0] == 0x88;
        size_t count = at[1], head = 2;
        MUST(count <= 126); /* nothing we echo is longer than 16 KiB */
        if (count == 126) {
            MUST(end - at >= 4);
            count = at[2] * 256u + at[3];
            head = 4;
        }
        MUST((size_t)(end - at) >= head + count);
        at += head + count;
    }
    MUST(closed == run->ws.closed);
}

static bool same(const struct peck_buffer *a, const struct peck_buffer *b)
{
    return a->length == b->length &&
           (a->length == 0 || memcmp(a->bytes, b->bytes, a->length) == 0);
}

static void run_free(struct run *run)
{
    websocket_free(&run->ws);
    peck_buffer_free(&run->heard);
    peck_buffer_free(&run->told);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct run whole, cut;
    if (count == 0)
        return 0;
    feed_all(&whole, bytes + 1, count - 1, count);
    feed_all(&cut, bytes + 1, count - 1, 1 + bytes[0] % 32u);
    check_told(&whole);
    MUST(same(&whole.heard, &cut.heard) && same(&whole.told, &cut.told));
    run_free(&whole);
    run_free(&cut);
    return 0;
}
