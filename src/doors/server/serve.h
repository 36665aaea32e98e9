/* serve.h — the options of `peck serve`, and running the server with them.
 *
 * `serve` runs the loop on the calling thread until SIGTERM or SIGINT. The strings of the
 * options must outlive it. Times are ms. */
#ifndef SERVER_SERVE_H
#define SERVER_SERVE_H

#include <peck/text.h>

#include "logfmt.h"

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
    const char *origins[SERVE_ORIGINS]; /* that browsers may come from; none: the Host */
    int origin_count;
    const char *proxy;       /* the address whose X-Forwarded-For is believed; NULL: none */
    const char *secret_file; /* NULL: one is made, unless in production */
    bool production;
    bool unlimited;       /* no limits for single addresses and connections */
    int64_t ping;         /* ms of silence at a table, then somebody is asked */
    uint32_t connections; /* at most */
    enum log_level log;
    const struct serve_reader *reader; /* NULL: standard output is no terminal */
};

/* Serves until SIGTERM or SIGINT. False with the sentence. */
bool serve(const struct serve_options *options, struct peck_error *error);
/* A copy of the database into a new file. */
bool serve_backup(const char *store, const char *path, struct peck_error *error);

#endif
