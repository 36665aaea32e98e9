/* http.c — fuzz target: any bytes as HTTP requests, whole and cut into pieces.
 *
 * Both ways must give the same requests. Each must be whole and sound, and every answer
 * must be writable. */
#include "target.h"

#include "doors/server/assets.h"
#include "doors/server/websocket.h"

#include <stdlib.h>
#include <string.h>

static void mix(uint64_t *sum, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        *sum = (*sum ^ (unsigned char)bytes[i]) * UINT64_C(1099511628211);
    *sum = (*sum ^ 256) * UINT64_C(1099511628211);
}

static void check_answers(const struct http *http)
{
    struct peck_buffer out = {0};
    struct asset asset = {.path = "/index.html", .bytes = "x", .count = 1, .etag = "\"1\""};
    struct assets assets = {.list = &asset, .count = 1};
    struct http_reply reply = {0};
    int refusal = websocket_refusal(http);
    MUST(refusal == 0 || refusal == 400 || refusal == 405 || refusal == 426);
    if (refusal == 0)
        MUST(websocket_accept(http, &out) == PECK_OK);
    assets_answer(&assets, http, &reply);
    MUST(reply.status == 200 || reply.status == 304 || reply.status == 404);
    MUST(http_write_head(&reply, http->keep, &out) == PECK_OK);
    MUST(memcmp(out.bytes + out.length - 4, "\r\n\r\n", 4) == 0);
    peck_buffer_free(&out);
}

static void check_request(const struct http *http, uint64_t *sum)
{
    MUST(http->path[0] == '/' && strlen(http->path) <= HTTP_TARGET_MAX);
    MUST(http->head.length <= HTTP_HEAD_MAX && http->body.length <= HTTP_BODY_MAX);
    mix(sum, http->method, strlen(http->method));
    mix(sum, http->path, strlen(http->path));
    mix(sum, http->query, strlen(http->query));
    const char *cookie = http_header(http, "cookie");
    mix(sum, cookie, strlen(cookie));
    mix(sum, http->body.bytes, http->body.length);
    check_answers(http);
}

/* All requests in the bytes, given in pieces of at most `piece`; their sum. */
static uint64_t read_requests(const uint8_t *bytes, size_t count, size_t piece)
{
    uint64_t sum = UINT64_C(14695981039346656037);
    struct http http;
    http_begin(&http);
    while (count > 0 && http.state != HTTP_BAD) {
        size_t given = count < piece ? count : piece;
        char *copy = malloc(given); /* of its very size, for the sanitizer */
        MUST(copy != NULL);
        memcpy(copy, bytes, given);
        size_t used = http_feed(&http, copy, given);
        free(copy);
        MUST(used <= given && (used == given || http.state != HTTP_READS));
        bytes += used;
        count -= used;
        if (http.state == HTTP_READY) {
            check_request(&http, &sum);
            http_free(&http);
            http_begin(&http);
        }
    }
    if (http.state == HTTP_BAD) {
        MUST(strcmp(http_phrase(http.status), "Unknown") != 0);
        sum++;
    }
    http_free(&http);
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count == 0)
        return 0;
    size_t piece = 1 + bytes[0] % 64u;
    uint64_t whole = read_requests(bytes + 1, count - 1, count);
    MUST(read_requests(bytes + 1, count - 1, piece) == whole);
    return 0;
}
