/* socket.h — one connection to the server, on libuv: a WebSocket, or bare bytes.
 *
 * After socket_open comes `opened`, then any number of `heard`, then `closed` once, however
 * it ended; only then may the socket be opened again. `code` is that of the server's close
 * frame, or 0 when there was none. */
#ifndef BENCH_SOCKET_H
#define BENCH_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>
#include <wslay/wslay.h>

enum { SOCKET_HEAD = 2048, SOCKET_TEXT = 1 << 20 };

struct socket {
    uv_tcp_t tcp;
    uv_connect_t connect;
    wslay_event_context_ptr frames; /* NULL: bare */
    enum {
        SOCKET_IDLE,
        SOCKET_CONNECTING,
        SOCKET_UPGRADING,
        SOCKET_OPEN,
        SOCKET_CLOSING
    } state;
    int port, code;
    bool narrow;            /* takes in as little as the kernel allows */
    char head[SOCKET_HEAD]; /* what came before the first frame */
    size_t count;
    const char *bytes; /* that came and are not yet taken in */
    size_t left;
    uint64_t in, out; /* bytes, over all connections of this socket */
    uint32_t pings;
    void *owner;
    void (*opened)(struct socket *socket);
    /* One message, or of a bare socket the head of all that came; a NUL is behind. */
    void (*heard)(struct socket *socket, const char *text);
    void (*closed)(struct socket *socket);
};

/* Connects to the port on loopback and, unless `bare`, upgrades. */
void socket_open(uv_loop_t *loop, struct socket *socket, int port, bool bare);
/* One text message; nothing when the socket is not open. */
void socket_say(struct socket *socket, const char *text);
/* Bytes as they are. */
void socket_write(struct socket *socket, const void *bytes, size_t count);
/* Reads on, after uv_read_stop. */
void socket_read(struct socket *socket);
/* With a close frame, when it is open; or at once. */
void socket_close(struct socket *socket);
void socket_drop(struct socket *socket);

#endif
