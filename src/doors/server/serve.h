/* serve.h — the options of `peck serve`, and running the server with them.
 *
 * `serve` runs the loop on the calling thread until SIGTERM or SIGINT. The strings of the
 * options must outlive it. Times are ms. */
#ifndef SERVER_SERVE_H
#define SERVER_SERVE_H

#include "logfmt.h"

#include <peck/match.h>

#include <netinet/in.h>

enum { SERVE_ORIGINS = 16 };

/* The person at the terminal, and what the terminal can show. */
struct serve_reader {
    const char *advice; /* how to let phones in: the end of a sentence */
    int columns;
    bool utf8, colours;
};

struct serve_options {
    const char *listen;                 /* an address */
    int port;                           /* 0: any that is free */
    const char *store;                  /* sqlite:PATH, a path or postgres://… */
    const char *www;                    /* the folder of the web client; NULL: none */
    const char *docs;                   /* the folder of the documentation; NULL: none */
    const char *origins[SERVE_ORIGINS]; /* that browsers may come from; none: the Host */
    int origin_count;
    const char *proxy;       /* the address whose X-Forwarded-For is believed; NULL: none */
    const char *secret_file; /* NULL: one is made, unless in production */
    bool production;
    bool unlimited;       /* no limits for single addresses and connections */
    int64_t ping;         /* ms of silence at a table, then somebody is asked */
    uint32_t connections; /* at most */
    int64_t alert_after;  /* ms of a turn, then an absent player is alerted */
    bool alert_loopback;  /* alerts may go to this machine, for tests */
    enum log_level log;
    const struct serve_reader *reader; /* NULL: standard output is no terminal */
};

/* Whether that names a store. What has a slash is taken for a path without its `sqlite:`;
 * but a scheme that nobody knows, or a bare word, is a slip and not the name of a file. */
bool serve_is_store(const char *text);
/* The address of a host name, or of an address in any notation. */
bool serve_resolve(const char *name, char address[INET6_ADDRSTRLEN]);
/* Serves until SIGTERM or SIGINT. False with the sentence. */
bool serve(const struct serve_options *options, struct peck_error *error);
/* A copy of the database into a new file. */
bool serve_backup(const char *store, const char *path, struct peck_error *error);

/* What an administrator asks (admin.h) of the server that uses this store, or else of the
 * store itself. False with the sentence. */
bool serve_ask(const char *store, const char *request, size_t count,
               struct peck_buffer *answer, struct peck_error *error);

#endif
