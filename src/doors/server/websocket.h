/* websocket.h — WebSocket (RFC 6455) without sockets: bytes in, messages out, and back.
 *
 * The owner feeds bytes and gets whole messages of text through `peer`; what is to be sent
 * comes out through peer->write, also from within websocket_feed (answers to pings,
 * closes). A violation is answered with its close code, and then nothing is read or written
 * any more. One thread only. */
#ifndef SERVER_WEBSOCKET_H
#define SERVER_WEBSOCKET_H

#include "http.h"

#include <wslay/wslay.h>

enum { WEBSOCKET_MESSAGE_MAX = 16384, WEBSOCKET_CONTROL_MAX = 125 };

enum websocket_code {
    CLOSE_GOING_AWAY = 1001,
    CLOSE_PROTOCOL = 1002,
    CLOSE_UNSUPPORTED = 1003,
    CLOSE_NO_CODE = 1005, /* never sent: the peer's close had none */
    CLOSE_BAD_DATA = 1007,
    CLOSE_POLICY = 1008,
    CLOSE_TOO_BIG = 1009,
    CLOSE_INTERNAL = 1011,
    CLOSE_TRY_LATER = 1013,
};

/* Whom it serves. The functions are called from within websocket_feed and _send. */
struct websocket_peer {
    /* A frame came, of any kind; false: too many, and it is refused. */
    bool (*frame)(void *context);
    void (*message)(void *context, const char *bytes, size_t count);
    void (*write)(void *context, const void *bytes, size_t count);
};

struct websocket {
    const struct websocket_peer *peer;
    void *context;
    struct wslay_frame_context *frames; /* NULL between frames */
    const char *at, *end;               /* what is being fed */
    uint64_t held;                      /* bytes of a frame that is not complete */
    uint64_t frame_left;                /* payload of it that is still to come */
    bool in_frame, in_message, closed;  /* closed: our close was sent; it reads no more */
    struct peck_buffer message, control;
};

/* 0, or the status with which a request for a WebSocket is refused. */
int websocket_refusal(const struct http *http);
/* Writes the answer to a request that was not refused. */
enum peck_status websocket_accept(const struct http *http,
                                  struct peck_buffer *out) PECK_MUST_USE;

void websocket_begin(struct websocket *ws, const struct websocket_peer *peer,
                     void *context);
void websocket_free(struct websocket *ws);
void websocket_feed(struct websocket *ws, const char *bytes, size_t count);
void websocket_send(struct websocket *ws, const char *bytes, size_t count);
void websocket_ping(struct websocket *ws);
/* Says why, with one of the codes above or the peer's own, and reads no more; later calls
 * do nothing. */
void websocket_close(struct websocket *ws, unsigned code);

#endif
