/* websocket.c — makes messages of WebSocket frames, and frames of messages.
 *
 * Numbers beside the lines are sections of RFC 6455. wslay parses and writes frames. Its
 * own event layer would also put messages together, but it holds 9 kB for every connection
 * and answers some violations without a code. So we use its frame layer and keep the pieces
 * of a message ourselves. For reading, a frame context exists only while a frame is
 * incomplete: `held` counts the bytes that were taken and not yet used up, and at 0 the
 * context is freed. For writing, one context serves all connections, because a frame is
 * always written in one go.
 *
 * A frame is judged when its head is there (judge_frame), so an announced TiB is refused
 * before any of it comes. Text is checked for UTF-8 when the message is whole. tests and
 * fuzz/frames.c feed the same bytes whole and in pieces and demand the same messages. */
#include "websocket.h"

#include <jansson.h>
#include <nettle/sha1.h>
#include <sodium.h>

#include <string.h>

/* ---- The handshake ---- */

int websocket_refusal(const struct http *http)
{
    unsigned char key[16];
    const char *text = http_header(http, "sec-websocket-key"), *end;
    size_t count;
    if (strcmp(http->method, "GET") != 0)
        return 405;
    if (!http_lists(http, "upgrade", "websocket") ||
        !http_lists(http, "connection", "upgrade") ||
        strcmp(http_header(http, "sec-websocket-version"), "13") != 0)
        return 426; /* 4.4 */
    if (sodium_base642bin(key, sizeof key, text, strlen(text), "", &count, &end,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        count != sizeof key || *end != '\0' || http->parser.http_minor != 1)
        return 400; /* 4.2.1 */
    return 0;
}

enum peck_status websocket_accept(const struct http *http, struct peck_buffer *out)
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; /* 1.3 */
    const char *key = http_header(http, "sec-websocket-key");
    uint8_t digest[SHA1_DIGEST_SIZE];
    char
        accept[sodium_base64_ENCODED_LEN(SHA1_DIGEST_SIZE, sodium_base64_VARIANT_ORIGINAL)];
    char lines[256];
    struct sha1_ctx sha;
    struct peck_text text = peck_text_begin(lines, sizeof lines);
    sha1_init(&sha);
    sha1_update(&sha, strlen(key), (const uint8_t *)key);
    sha1_update(&sha, sizeof guid - 1, (const uint8_t *)guid);
    sha1_digest(&sha, sizeof digest, digest);
    sodium_bin2base64(accept, sizeof accept, digest, sizeof digest,
                      sodium_base64_VARIANT_ORIGINAL);
    peck_put(&text, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                    "Connection: Upgrade\r\nSec-WebSocket-Accept: ");
    peck_put(&text, accept);
    peck_put(&text, "\r\n\r\n");
    return peck_buffer_add(out, text.buffer, text.length);
}

/* ---- Frames out ---- */

/* Whose frame is being written. */
struct writer {
    struct websocket *ws;
};

static ssize_t write_bytes(const uint8_t *bytes, size_t count, int flags, void *context)
{
    struct websocket *ws = ((const struct writer *)context)->ws;
    ws->peer->write(ws->context, bytes, count);
    return (ssize_t)count;
}

/* What writes is never half done with a frame, so one context serves all connections. */
static void send_frame(struct websocket *ws, uint8_t opcode, const void *bytes,
                       size_t count)
{
    static struct wslay_frame_context *frames;
    static struct writer writer;
    static const struct wslay_frame_callbacks callbacks = {.send_callback = write_bytes};
    struct wslay_frame_iocb frame = {.fin = 1,
                                     .opcode = opcode,
                                     .payload_length = count,
                                     .data = bytes,
                                     .data_length = count};
    if (ws->closed)
        return;
    if (frames == NULL && wslay_frame_context_init(&frames, &callbacks, &writer) != 0) {
        frames = NULL;
        ws->closed = true; /* no memory even for the close frame */
        return;
    }
    writer.ws = ws;
    ssize_t sent = wslay_frame_send(frames, &frame);
    PECK_ASSERT(sent == (ssize_t)count);
    (void)sent;
}

void websocket_send(struct websocket *ws, const char *bytes, size_t count)
{
    send_frame(ws, WSLAY_TEXT_FRAME, bytes, count);
}

void websocket_ping(struct websocket *ws)
{
    send_frame(ws, WSLAY_PING, NULL, 0);
}

void websocket_close(struct websocket *ws, unsigned code)
{
    uint8_t bytes[2] = {(uint8_t)(code >> 8), (uint8_t)code};
    send_frame(ws, WSLAY_CONNECTION_CLOSE, bytes, code == CLOSE_NO_CODE ? 0 : 2);
    ws->closed = true;
}

/* ---- Frames in ---- */

static ssize_t read_bytes(uint8_t *bytes, size_t count, int flags, void *context)
{
    struct websocket *ws = context;
    size_t left = (size_t)(ws->end - ws->at);
    if (left == 0)
        return -1; /* wslay: ask again */
    count = count < left ? count : left;
    memcpy(bytes, ws->at, count);
    ws->at += count;
    ws->held += count;
    return (ssize_t)count;
}

void websocket_begin(struct websocket *ws, const struct websocket_peer *peer, void *context)
{
    *ws = (struct websocket){.peer = peer, .context = context};
}

void websocket_free(struct websocket *ws)
{
    if (ws->frames != NULL)
        wslay_frame_context_free(ws->frames);
    ws->frames = NULL;
    peck_buffer_free(&ws->message);
    peck_buffer_free(&ws->control);
}

/* jansson makes no string of what is not UTF-8. */
static bool is_utf8(const char *bytes, size_t count)
{
    json_t *string = json_stringn(bytes != NULL ? bytes : "", count);
    json_decref(string);
    return string != NULL;
}

/* 7.4: what a peer may say why it closes. */
static bool is_close_code(unsigned code)
{
    return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
           (code >= 3000 && code <= 4999);
}

static void take_close(struct websocket *ws, const struct peck_buffer *payload)
{
    const unsigned char *bytes = (const unsigned char *)payload->bytes;
    if (payload->length == 0) {
        websocket_close(ws, CLOSE_NO_CODE);
        return;
    }
    unsigned code = payload->length >= 2 ? bytes[0] * 256u + bytes[1] : 0;
    if (!is_close_code(code)) /* 5.5.1: one byte is no code either */
        websocket_close(ws, CLOSE_PROTOCOL);
    else if (!is_utf8(payload->bytes + 2, payload->length - 2))
        websocket_close(ws, CLOSE_BAD_DATA);
    else
        websocket_close(ws, code);
}

static void take_control(struct websocket *ws, uint8_t opcode)
{
    if (opcode == WSLAY_CONNECTION_CLOSE)
        take_close(ws, &ws->control);
    else if (opcode == WSLAY_PING)
        send_frame(ws, WSLAY_PONG, ws->control.bytes, ws->control.length);
    peck_buffer_free(&ws->control);
}

static void take_message(struct websocket *ws)
{
    struct peck_buffer message = ws->message;
    ws->message = (struct peck_buffer){0};
    ws->in_message = false;
    if (!is_utf8(message.bytes, message.length))
        websocket_close(ws, CLOSE_BAD_DATA); /* 8.1 */
    else
        ws->peer->message(ws->context, message.bytes != NULL ? message.bytes : "",
                          message.length);
    peck_buffer_free(&message);
}

/* The code with which a frame is refused when its first bytes are there; 0: it is fine. */
static unsigned judge_frame(const struct websocket *ws,
                            const struct wslay_frame_iocb *frame)
{
    bool control = wslay_is_ctrl_frame(frame->opcode);
    if (!frame->mask || frame->rsv != 0) /* 5.1, 5.2 */
        return CLOSE_PROTOCOL;
    switch (frame->opcode) {
    case WSLAY_CONTINUATION_FRAME:
        if (!ws->in_message)
            return CLOSE_PROTOCOL; /* 5.4 */
        break;
    case WSLAY_TEXT_FRAME:
        if (ws->in_message)
            return CLOSE_PROTOCOL;
        break;
    case WSLAY_BINARY_FRAME: return CLOSE_UNSUPPORTED;
    case WSLAY_CONNECTION_CLOSE:
    case WSLAY_PING:
    case WSLAY_PONG: break;
    default: return CLOSE_PROTOCOL;
    }
    if (!control && frame->payload_length > WEBSOCKET_MESSAGE_MAX - ws->message.length)
        return CLOSE_TOO_BIG;
    return 0;
}

static void begin_frame(struct websocket *ws, const struct wslay_frame_iocb *frame)
{
    unsigned code = judge_frame(ws, frame);
    if (code != 0) {
        websocket_close(ws, code);
        return;
    }
    if (!ws->peer->frame(ws->context)) {
        websocket_close(ws, CLOSE_POLICY);
        return;
    }
    ws->in_frame = true;
    ws->frame_left = frame->payload_length;
    if (!wslay_is_ctrl_frame(frame->opcode))
        ws->in_message = true;
}

/* 5.2: two bytes, two or eight more for a greater length, and the mask. */
static uint64_t frame_bytes(const struct wslay_frame_iocb *frame)
{
    uint64_t length = frame->payload_length;
    return 2 + (length < 126 ? 0 : length < 65536 ? 2 : 8) + 4 + length;
}

/* What came of a frame: all of it, or a piece. */
static void take_piece(struct websocket *ws, const struct wslay_frame_iocb *frame)
{
    bool control = wslay_is_ctrl_frame(frame->opcode);
    struct peck_buffer *buffer = control ? &ws->control : &ws->message;
    if (!ws->in_frame)
        begin_frame(ws, frame);
    if (ws->closed)
        return;
    if (peck_buffer_add(buffer, frame->data, frame->data_length) != PECK_OK) {
        websocket_close(ws, CLOSE_INTERNAL);
        return;
    }
    ws->frame_left -= frame->data_length;
    if (ws->frame_left > 0)
        return;
    ws->in_frame = false;
    ws->held -= frame_bytes(frame);
    if (control)
        take_control(ws, frame->opcode);
    else if (frame->fin)
        take_message(ws);
}

static bool begin_reading(struct websocket *ws)
{
    static const struct wslay_frame_callbacks callbacks = {.recv_callback = read_bytes};
    if (ws->frames != NULL || wslay_frame_context_init(&ws->frames, &callbacks, ws) == 0)
        return true;
    ws->frames = NULL;
    return false;
}

void websocket_feed(struct websocket *ws, const char *bytes, size_t count)
{
    ws->at = bytes;
    ws->end = bytes + count;
    if (!ws->closed && !begin_reading(ws))
        websocket_close(ws, CLOSE_INTERNAL);
    while (!ws->closed) {
        struct wslay_frame_iocb frame = {0};
        ssize_t got = wslay_frame_recv(ws->frames, &frame);
        if (got == WSLAY_ERR_WANT_READ)
            break;
        if (got < 0)
            websocket_close(ws, CLOSE_PROTOCOL);
        else
            take_piece(ws, &frame);
    }
    if (ws->frames != NULL && (ws->held == 0 || ws->closed)) {
        wslay_frame_context_free(ws->frames);
        ws->frames = NULL;
    }
}
