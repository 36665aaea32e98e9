/* http.c — parses requests with llhttp, within fixed limits, and writes heads of responses.
 *
 * The callbacks of llhttp append the target and the names and values of all headers to one
 * buffer, each with its NUL. Limits are checked while bytes come in, so that nobody can
 * make us keep more than they allow: HTTP_TARGET_MAX, HTTP_HEAD_MAX, HTTP_BODY_MAX.
 * Trailers behind a body are counted and dropped, because a proxy vouches only for headers.
 *
 * The target is split first and its path decoded afterwards, so an encoded `?` stays part
 * of the path. Control characters and NUL are refused, and there must be one Host of
 * harmless characters, because it goes into links. Every response gets the same security
 * headers. fuzz/http.c feeds the same bytes whole and in pieces and demands the same
 * requests. */
#include "http.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* ---- Requests ---- */

static int refuse(struct http *http, int status)
{
    if (http->status == 0)
        http->status = status;
    return HPE_USER;
}

/* A piece of the head. The line ends and the colon count as well: four bytes a header.
 * What comes behind the body is counted and forgotten: a proxy vouches for headers only. */
static int keep_head(struct http *http, const char *bytes, size_t count)
{
    http->size += count;
    if (http->size > HTTP_HEAD_MAX)
        return refuse(http, 431);
    if (http->in_body)
        return 0;
    if (memchr(bytes, '\0', count) != NULL)
        return refuse(http, 400);
    return peck_buffer_add(&http->head, bytes, count) == PECK_OK ? 0 : refuse(http, 503);
}

static int end_piece(struct http *http)
{
    http->size += 2;
    if (http->in_body)
        return 0;
    return peck_buffer_add(&http->head, "", 1) == PECK_OK ? 0 : refuse(http, 503);
}

static int on_url(llhttp_t *parser, const char *bytes, size_t count)
{
    struct http *http = parser->data;
    if (http->head.length + count > HTTP_TARGET_MAX)
        return refuse(http, 414);
    return keep_head(http, bytes, count);
}

static int on_piece(llhttp_t *parser, const char *bytes, size_t count)
{
    return keep_head(parser->data, bytes, count);
}

static int on_piece_end(llhttp_t *parser)
{
    return end_piece(parser->data);
}

static int on_target_end(llhttp_t *parser)
{
    struct http *http = parser->data;
    int status = end_piece(http);
    http->target = http->head.length;
    return status;
}

static int on_value_end(llhttp_t *parser)
{
    struct http *http = parser->data;
    struct peck_buffer *head = &http->head;
    while (head->length > 0 &&
           (head->bytes[head->length - 1] == ' ' || head->bytes[head->length - 1] == '\t'))
        head->length--;
    return end_piece(http);
}

static int on_body(llhttp_t *parser, const char *bytes, size_t count)
{
    struct http *http = parser->data;
    if (http->body.length + count > HTTP_BODY_MAX)
        return refuse(http, 413);
    return peck_buffer_add(&http->body, bytes, count) == PECK_OK ? 0 : refuse(http, 503);
}

static int hex_digit(char c)
{
    const char *digits = "0123456789abcdef";
    const char *at = c != '\0' ? strchr(digits, c | 0x20) : NULL;
    return at != NULL ? (int)(at - digits) : -1;
}

/* Decodes %41 to A, in place; false for anything that cannot be in a path. */
static bool decode(char *path)
{
    char *to = path;
    for (const char *at = path; *at != '\0'; at++) {
        int c = (unsigned char)*at;
        if (c == '%') {
            int high = hex_digit(at[1]), low = high >= 0 ? hex_digit(at[2]) : -1;
            if (low < 0)
                return false;
            c = high * 16 + low;
            at += 2;
        }
        if (c < 0x20 || c == 0x7f)
            return false;
        *to++ = (char)c;
    }
    *to = '\0';
    return true;
}

/* `/path?query`, or with scheme and host before it, as a proxy would ask. */
static bool split_target(struct http *http)
{
    char *path = http->head.bytes;
    char *scheme = path[0] != '/' ? strstr(path, "://") : NULL;
    if (scheme != NULL)
        path = strchr(scheme + 3, '/');
    if (path == NULL || path[0] != '/')
        return false;
    path[strcspn(path, "#")] = '\0';
    char *question = strchr(path, '?');
    http->query = question != NULL ? question + 1 : "";
    if (question != NULL)
        *question = '\0';
    http->path = path;
    return decode(path);
}

/* The headers one after the other; false at the end. `*at` begins as NULL. */
static bool next_header(const struct http *http, const char **at, const char **value)
{
    const char *end = http->head.bytes + http->head.length;
    const char *name = *at;
    if (http->target == 0)
        return false;
    if (name == NULL)
        name = http->head.bytes + http->target;
    else if ((name += strlen(name) + 1) < end) /* the name before */
        name += strlen(name) + 1;              /* its value */
    if (name >= end)
        return false;
    *at = name;
    *value = name + strlen(name) + 1;
    return *value < end;
}

const char *http_header(const struct http *http, const char *name)
{
    const char *at = NULL, *value, *found = "";
    while (next_header(http, &at, &value)) {
        if (strcasecmp(at, name) == 0)
            found = value;
    }
    return found;
}

bool http_lists(const struct http *http, const char *name, const char *word)
{
    const char *list = http_header(http, name);
    size_t length = strlen(word);
    while (*list != '\0') {
        list += strspn(list, " \t,");
        size_t count = strcspn(list, " \t,;");
        if (count == length && strncasecmp(list, word, length) == 0)
            return true;
        list += strcspn(list, ",");
    }
    return false;
}

/* At most one Transfer-Encoding, and that is `chunked`: whatever else a proxy before us may
 * have taken otherwise. */
static bool coding_is_plain(const struct http *http)
{
    const char *at = NULL, *value;
    int count = 0;
    while (next_header(http, &at, &value)) {
        if (strcasecmp(at, "transfer-encoding") == 0 &&
            (strcasecmp(value, "chunked") != 0 || ++count > 1))
            return false;
    }
    return true;
}

static int on_headers(llhttp_t *parser)
{
    struct http *http = parser->data;
    http->in_body = true;
    http->upgrade = parser->upgrade;
    if (parser->http_major != 1)
        return refuse(http, 505);
    if (!coding_is_plain(http))
        return refuse(http, 400);
    if ((parser->flags & F_CONTENT_LENGTH) && parser->content_length > HTTP_BODY_MAX)
        return refuse(http, 413);
    http->continues = strcasecmp(http_header(http, "expect"), "100-continue") == 0;
    return 0;
}

/* One Host, of the characters a host has: it goes into links. */
static bool host_is_sound(const struct http *http)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789.:-_[]";
    const char *at = NULL, *value;
    int count = 0;
    while (next_header(http, &at, &value)) {
        if (strcasecmp(at, "host") != 0)
            continue;
        count++;
        if (value[0] == '\0' || value[strspn(value, allowed)] != '\0')
            return false;
    }
    return count == 1 || (count == 0 && http->parser.http_minor == 0);
}

static int on_complete(llhttp_t *parser)
{
    struct http *http = parser->data;
    if (!host_is_sound(http) || !split_target(http))
        return refuse(http, 400);
    http->method = llhttp_method_name(llhttp_get_method(parser));
    http->keep = llhttp_should_keep_alive(parser) == 1;
    http->state = HTTP_READY;
    return HPE_PAUSED; /* what follows is another request */
}

void http_begin(struct http *http)
{
    static const llhttp_settings_t settings = {
        .on_url = on_url,
        .on_url_complete = on_target_end,
        .on_header_field = on_piece,
        .on_header_field_complete = on_piece_end,
        .on_header_value = on_piece,
        .on_header_value_complete = on_value_end,
        .on_headers_complete = on_headers,
        .on_body = on_body,
        .on_message_complete = on_complete,
    };
    *http = (struct http){0};
    llhttp_init(&http->parser, HTTP_REQUEST, &settings);
    http->parser.data = http;
}

void http_free(struct http *http)
{
    peck_buffer_free(&http->head);
    peck_buffer_free(&http->body);
}

/* Whether a line of the head begins with a space: llhttp would take it for the rest of the
 * line before (obs-fold, RFC 9112, 5.2). */
static bool is_folded(struct http *http, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count && http->line != LINE_LAST; i++) {
        char c = bytes[i];
        if (http->line == LINE_BEGINS && (c == ' ' || c == '\t'))
            return true;
        if (http->line == LINE_NONE)
            http->line = c == '\r' || c == '\n' ? LINE_NONE : LINE_INSIDE;
        else if (http->line == LINE_BEGINS)
            http->line = c == '\r' || c == '\n' ? LINE_LAST : LINE_INSIDE;
        else if (c == '\n')
            http->line = LINE_BEGINS;
    }
    return false;
}

size_t http_feed(struct http *http, const char *bytes, size_t count)
{
    PECK_ASSERT(http->state == HTTP_READS);
    if (is_folded(http, bytes, count)) {
        http->state = HTTP_BAD;
        http->status = 400;
        return count;
    }
    llhttp_errno_t error = llhttp_execute(&http->parser, bytes, count);
    if (error == HPE_OK)
        return count;
    if (http->state == HTTP_READY)
        return (size_t)(llhttp_get_error_pos(&http->parser) - bytes);
    http->state = HTTP_BAD;
    if (http->status == 0)
        http->status = error == HPE_INVALID_VERSION ? 505 : 400;
    return count;
}

/* ---- Responses ---- */

const char *http_phrase(int status)
{
    static const struct {
        int status;
        const char *phrase;
    } phrases[] = {
        {200, "OK"},
        {201, "Created"},
        {204, "No Content"},
        {302, "Found"},
        {304, "Not Modified"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {408, "Request Timeout"},
        {409, "Conflict"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {426, "Upgrade Required"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
        if (phrases[i].status == status)
            return phrases[i].phrase;
    }
    return "Unknown";
}

/* For every response. The engine is WebAssembly, hence 'wasm-unsafe-eval'; style attributes
 * are how a drawing moves. No other page may frame, open or learn about ours. */
static const char security[] =
    "Content-Security-Policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "X-Frame-Options: DENY\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()\r\n";

enum peck_status http_write_head(const struct http_reply *reply, bool keep,
                                 struct peck_buffer *out)
{
    enum {
        LINES = 3072
    }; /* security 700, cookie 256, name and tag 64 each, the rest ours */
    const struct {
        const char *name, *value, *after;
    } optional[] = {
        {"Content-Type: ", reply->type, "\r\n"},
        {"Content-Encoding: ", reply->encoding, "\r\n"},
        {"ETag: ", reply->etag, "\r\n"},
        {"Set-Cookie: ", reply->cookie, "\r\n"},
        {"Allow: ", reply->allow, "\r\n"},
        {"Location: ", reply->location, "\r\n"},
        {"Content-Disposition: attachment; filename=\"", reply->download, "\"\r\n"},
        {"Cache-Control: ", reply->cache != NULL ? reply->cache : "no-store", "\r\n"},
        {"Retry-After: ", reply->status == 429 || reply->status == 503 ? "5" : NULL,
         "\r\n"},
        {"Sec-WebSocket-Version: ", reply->status == 426 ? "13" : NULL, "\r\n"},
        {"Connection: ",
         reply->status == 426 ? "Upgrade, close"
         : keep               ? NULL
                              : "close",
         "\r\n"},
        {"Upgrade: ", reply->status == 426 ? "websocket" : NULL, "\r\n"},
    };
    char date[64], lines[LINES];
    time_t now = time(NULL);
    struct tm parts;
    struct peck_text text = peck_text_begin(lines, sizeof lines);
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&now, &parts));
    peck_put(&text, "HTTP/1.1 ");
    peck_put_int(&text, reply->status);
    peck_put(&text, " ");
    peck_put(&text, http_phrase(reply->status));
    peck_put(&text, "\r\nDate: ");
    peck_put(&text, date);
    peck_put(&text, "\r\nVary: Accept-Encoding\r\n");
    for (size_t i = 0; i < sizeof optional / sizeof *optional; i++) {
        if (optional[i].value == NULL)
            continue;
        peck_put(&text, optional[i].name);
        peck_put(&text, optional[i].value);
        peck_put(&text, optional[i].after);
    }
    if (reply->status != 304 && reply->status != 204) {
        peck_put(&text, "Content-Length: ");
        peck_put_int(&text, (int64_t)reply->count);
        peck_put(&text, "\r\n");
    }
    peck_put(&text, security);
    peck_put(&text, "\r\n");
    PECK_ASSERT(!text.full);
    return peck_buffer_add(out, text.buffer, text.length);
}
