/* http.h — HTTP/1.1 without sockets: requests out of bytes, heads of responses into bytes.
 *
 * A `struct http` is one request. Feed it bytes until it is HTTP_READY or HTTP_BAD (then
 * `status` is what to answer); bytes it did not use belong to the next request. It holds
 * memory only from its first byte on. Strings of a request live as long as it does. One
 * thread at a time. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include <peck/match.h>

#include <llhttp.h>

enum { HTTP_HEAD_MAX = 8192, HTTP_TARGET_MAX = 4096, HTTP_BODY_MAX = 16384 };

struct http {
    llhttp_t parser;
    enum { HTTP_READS, HTTP_READY, HTTP_BAD } state;
    int status;     /* of HTTP_BAD: what to answer */
    bool in_body;   /* the head is complete */
    bool continues; /* the client waits for `100 Continue` before its body */
    bool upgrade, keep;
    enum { LINE_NONE, LINE_INSIDE, LINE_BEGINS, LINE_LAST } line; /* of the head */
    size_t size;             /* of the head so far */
    struct peck_buffer head; /* the target, then names and values, each with its NUL */
    size_t target;           /* its bytes, which are cut into path and query */
    struct peck_buffer body;
    /* Of HTTP_READY: */
    const char *method;
    const char *path;  /* decoded; begins with a slash */
    const char *query; /* as it came; "": none */
};

void http_begin(struct http *http);
void http_free(struct http *http);
/* How many of the bytes belong to this request; all, unless it is READY or BAD then. */
size_t http_feed(struct http *http, const char *bytes, size_t count);
/* The value of a header, its name in small letters; "" when there is none. Of several the
 * last: what a proxy adds comes behind what its client said. */
const char *http_header(const struct http *http, const char *name);
/* Whether a comma-separated header has this word, in letters of any size. */
bool http_lists(const struct http *http, const char *name, const char *word);

struct http_reply {
    int status;
    const char *type; /* of the body */
    const char *body;
    size_t count;
    /* Further headers, each NULL when there is none: */
    const char *cookie, *download, *etag, *encoding, *cache, *allow, *location;
};

/* The head of a response; the body is sent behind it unless the request was HEAD. */
enum peck_status http_write_head(const struct http_reply *reply, bool keep,
                                 struct peck_buffer *out) PECK_MUST_USE;
const char *http_phrase(int status);

#endif
