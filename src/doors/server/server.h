/* server.h — the parts of the running server and how they call each other.
 *
 * Connections (conn.c), requests (route.c), WebSockets at tables (talk.c), what the hub
 * asks of its host (host.c), the search for due tables (sweep.c), and the whole (serve.c).
 * Everything is on the loop's thread unless it says otherwise. `lock` guards the lists that
 * other threads fill; whoever adds to one calls uv_async_send(&news). */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "admin.h"
#include "alerts.h"
#include "api.h"
#include "assets.h"
#include "crowd.h"
#include "hub.h"
#include "limits.h"
#include "metrics.h"
#include "serve.h"
#include "steady.h"
#include "thinkers.h"
#include "wakes.h"
#include "websocket.h"

#include <uv.h>

enum {
    READ_BYTES = 65536,
    SEND_BYTES = 65536, /* that the kernel may hold for a reader; else it takes megabytes */
    QUEUE_MAX = 262144, /* bytes that wait for a reader at a table; then it is closed */
    REPLIES_MAX = 65536, /* of replies that wait for a reader; then we read no more … */
    REPLIES_FEW = 16384, /* … until so few are left */
    REQUEST_MS = 10000,  /* from the first byte of a request to its last */
    IDLE_MS = 60000,     /* between requests */
    WRITE_MS = 10000,    /* in which a reader must take a kilobyte, or all */
    LINGER_MS = 3000,    /* for the peer to close after us */
    PONG_THIRDS = 2,     /* of the silence before a ping: the time for any answer */
    TICK_MS = 500,
    SWEEP_MS = 2000, /* between looks for tables that are due */
    SETTLE_MS = 15000,
    PRUNE_MS = 600000,
    DRAIN_MS = 5000,           /* for the end */
    WORKERS = 4,               /* threads for jobs … */
    HOUSEKEEPERS = 3,          /* … and for the sweep, ratings and alerts */
    ACCEPTS_EACH_TURN = 8,     /* connections, before the others are looked at again */
    ADDRESS_CONNECTIONS = 256, /* a browser opens up to seven */
};

struct server;
struct job;

enum conn_state {
    CONN_READS, /* a request, or waits for one */
    CONN_WORKS, /* the request is being answered */
    CONN_TALKS, /* WebSocket */
    CONN_ENDS,  /* the last bytes are on their way */
    CONN_GONE,
};

struct conn {
    uv_tcp_t tcp;
    struct server *server;
    enum conn_state state;
    bool eof, pinged, overflow, proxied, shut;
    bool held;            /* it does not read its replies, so we do not read its requests */
    struct http *http;    /* NULL between requests */
    struct job *job;      /* of CONN_WORKS, when it takes a while */
    struct websocket *ws; /* of CONN_TALKS */
    struct client *client; /* of the hub */
    struct bucket messages;
    struct address *address; /* where it is counted; NULL: nowhere */
    char peer[ADDRESS_TEXT];
    struct peck_buffer out; /* to be written before the loop waits again … */
    const char *tail;       /* … and behind it something of the assets */
    size_t tail_count;
    struct peck_buffer rest; /* bytes behind the request that is being answered */
    uint64_t handed;         /* bytes that were ever to be written … */
    uint64_t taken;          /* … and those that the kernel had at the last progress */
    int64_t deadline;
    int64_t write_by; /* the reader must have made progress; 0: nothing waits for it */
    struct conn *next, **link;
    struct conn *dirty_next, **dirty_link; /* link NULL: nothing to write */
};

struct thought;
struct answer;
struct sweep;

struct table_list {
    char (*tables)[STORE_TABLE];
    size_t count, room;
};

/* In host.c; in the order in which they came. */
struct answers {
    struct answer *first, *last;
};

struct server {
    const struct serve_options *options;
    uv_loop_t loop;
    uv_tcp_t listener;
    uv_async_t news; /* other threads have something */
    uv_prepare_t flusher;
    uv_idle_t idler; /* runs while due tables are to be woken */
    uv_timer_t ticker, waker, sweeper, settler;
    uv_signal_t terminate, interrupt, hangup;
    char read_buffer[READ_BYTES];
    struct store *store;
    struct hub *hub;
    struct api *api;
    struct crowd *crowd;
    struct control *control; /* of the administrator */
    struct assets assets;
    struct limits limits;
    struct metrics metrics;
    struct wakes wakes;
    struct conn *conns, *dirty;
    struct address *turns, **turns_end; /* that have jobs waiting, in their turn */
    uint32_t working;                   /* jobs on threads */
    uint32_t conn_count, talking, jobs;
    int accepts;        /* in this turn of the loop */
    bool accept_waits;  /* one more is to be accepted in the next turn */
    bool store_answers; /* the last time it was asked, and in time */
    bool ending;
    int64_t ends_at;
    /* What the store's thread and the listener's say; the lock is for these. */
    pthread_mutex_t lock;
    struct answers answers, notices;
    struct answers announcements; /* that the listener sends */
    struct log_reading *readings, **readings_end;
    struct thought *thought; /* that bots have thought */
    uint32_t appends, reads; /* on their way */
    /* Bots. */
    struct thinkers *crew;
    struct thought *thoughts, **thoughts_end; /* that wait; see next_thought */
    uint32_t thoughts_waiting, thinking, thinkers;
    uint32_t unwatched;    /* of `thinking`: for tables that nobody looks at */
    struct table_list due; /* at the last look, and … */
    size_t due_at;         /* … how many of them were woken */
    struct sweep *sweep;   /* a look that has not come back */
    struct alerts *alerts;
    bool settling;
    int64_t prune_at;          /* of the thread that settles */
    bool bans_lost;            /* somebody may have been banned without our hearing of it */
    uint32_t bans;             /* that were heard of */
    pthread_t listener_thread; /* of PostgreSQL's notices … */
    struct db *others;         /* … which come by this from the first table on */
    bool listens, listener_ends;
};

/* conn.c */
void conn_accept(uv_stream_t *listener, int status);
/* Once in each turn of the loop: some more may be accepted. */
void conn_accept_more(struct server *server);
/* Answers the request of this connection, which may then send another. */
void conn_reply(struct conn *conn, const struct http_reply *reply);
/* The same with a sentence as JSON. */
void conn_refuse(struct conn *conn, int status, const char *code, const char *why);
/* Goes on with what came behind a request that took a while. */
void conn_resume(struct conn *conn);
void conn_drop_request(struct conn *conn);
void conn_put(struct conn *conn, const void *bytes, size_t count);
/* Writes what is to be written, then closes. */
void conn_end(struct conn *conn);
void conn_feed(struct conn *conn, const char *bytes, size_t count);
void conn_flush_all(struct server *server);
void conn_tick_all(struct server *server);
/* Drops them all, as they are. */
void conn_drop_all(struct server *server);
/* Begins to count a connection for an address; false: it has too many. */
bool conn_count(struct conn *conn, const char *address);
/* Whom it is counted for, as bans call them: behind a proxy not the proxy. */
const char *conn_name(const struct conn *conn);

/* route.c */
void route(struct conn *conn);
/* Of whoever sent the request: behind the proxy not the proxy's. */
void route_address(const struct conn *conn, char address[ADDRESS_TEXT]);
/* The connection has gone; its job is to find nobody. */
void route_abandon(struct job *job);
/* Whether no thread has begun it. */
bool route_waits(const struct job *job);

/* talk.c */
bool talk_begin(struct conn *conn, const char *person, bool muted);
void talk_hear(struct conn *conn, const char *bytes, size_t count);
void talk_end(struct conn *conn, enum websocket_code code);
/* Sends an error to that person, or to everybody from that address, and disconnects them.
 */
void talk_ban(struct server *server, const char *who);
/* Nobody hears them any more, or everybody does again. */
void talk_mute(struct server *server, const char *who, bool muted);
void host_drop(void *context, void *socket);
void host_send(void *context, void *socket, const char *bytes, size_t count);

/* host.c */
bool host_start(struct server *server, struct peck_error *error);
void host_news(struct server *server);
/* Now and then: says so when bots wait for long. */
void host_tick(struct server *server);
/* Nobody waits for an answer. */
bool host_is_idle(const struct server *server);
void host_stop(struct server *server);
/* On any thread: what a notice says. It is the name of a table to which somebody else has
 * appended, and behind a space what a process announces of it; or `ban` and who it is; or
 * nothing, when any number of notices were lost. */
void host_notice(void *context, const char *words);

/* sweep.c: asks the store every two seconds. */
void sweep_begin(struct server *server);
/* Wakes some of the tables that were due. */
void sweep_wake(struct server *server);

/* greeting.c: says on standard output where the server is. */
void greeting_show(const struct server *server);

#endif
