/* api.h — the HTTP API without sockets: a request in, a response out
 * (docs/reference/api.md).
 *
 * api_answer may wait for the database and for Argon2id, so the host calls it on worker
 * threads; it is safe on several at once. It leaves opening a table to the host (`opens`),
 * because only the hub's thread can do that. It never sees a socket, so tests and the
 * fuzzer call it directly. The caller frees the response's body. */
#ifndef SERVER_API_H
#define SERVER_API_H

#include "store.h"

struct api;

enum { API_SECRET = 32, API_BODY = 16384, API_COOKIE = 256, API_ADDRESS = 64 };

struct request {
    const char *method, *path; /* begins with /api/ or /t/; decoded, without the query */
    const char *query;         /* what follows '?'; "": nothing */
    const char *cookie;        /* the Cookie header; "": none */
    const char *language;      /* the Accept-Language header; "": none */
    const char *origin;        /* scheme and host that the browser sees, for links */
    char address[API_ADDRESS]; /* of the client, behind the proxy */
    const char *body;
    size_t count;
};

struct response {
    int status;
    const char *type;        /* of the body: a literal */
    char cookie[API_COOKIE]; /* for Set-Cookie; "": none */
    char name[64];           /* of a download, for Content-Disposition; "": none */
    struct peck_buffer body; /* to be freed */
    bool opens; /* the host opens a table on `terms` (hub_open) and answers 201 with its
                   name */
    struct terms terms;
};

/* `secret` signs cookies. NULL when memory is out. The api borrows the store. */
struct api *api_new(struct store *store, const uint8_t secret[API_SECRET]);
void api_free(struct api *api);
void api_answer(struct api *api, const struct request *request, struct response *response);

/* How many log-ins failed since the start. */
uint64_t api_guesses(const struct api *api);
/* Whether somebody is banned; asks the database. */
bool api_banned(struct api *api, const char *person, const char *address);
/* For a client that opens a WebSocket: who it is, and whether an administrator has muted
 * it; false: it is banned. A cookie from before the last change of the password, or from
 * before a log-out, proves nothing. */
bool api_admit(struct api *api, const char *cookie, const char *origin, const char *address,
               char person[STEP_PERSON], bool *muted);
/* Calls `notice`, on any thread, with what another process of PostgreSQL would be told by a
 * NOTIFY: the name of a table that was appended to without the hub's doing (by somebody who
 * is to be forgotten, or by an administrator), or `ban`, `mute` or `unmute` and whom. */
void api_watch(struct api *api, void (*notice)(void *context, const char *words),
               void *context);
/* Whether the lobby says that the server has documentation at /docs/. */
void api_document(struct api *api, bool documented);
/* Knows which tables have people, for the lobby; NULL: all are listed. */
struct crowd;
void api_crowd(struct api *api, struct crowd *crowd);
/* Whether alerts may go to this machine, for tests. */
void api_loopback(struct api *api, bool loopback);

/* A turn that has lasted for a while. */
struct api_turn {
    char table[STORE_TABLE], game[PECK_NAME_MAX];
    char person[STEP_PERSON]; /* whose turn it is; "": a bot's, or of somebody forgotten */
    int seat;
    int64_t since;
    bool absent; /* for the caller to say */
};
/* Turns that began up to a moment and that nobody has looked at since, the oldest first;
 * how many there are, or -1 when the store fails. */
int api_find_turns(struct api *api, int64_t until, struct api_turn *turns, int most);
/* Notes that a turn was looked at, and alerts an absent player, unless another process has.
 * `subject` is the address of this server, for push services; "": none. */
struct poster;
void api_alert(struct api *api, struct poster *poster, const struct api_turn *turn,
               const char *subject);
/* Regular work without a request: ratings of finished matches. */
void api_settle(struct api *api);

#endif
