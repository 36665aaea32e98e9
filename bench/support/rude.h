/* rude.h — clients that misbehave: half requests, readers that do not read, wrong frames.
 */
#ifndef BENCH_RUDE_H
#define BENCH_RUDE_H

#include "crowd.h"

struct rude {
    struct socket socket;
    struct rude_all *all;
    int kind; /* of a wrong frame */
    int64_t opened, closed;
};

struct rude_all {
    uv_loop_t *loop;
    uv_timer_t timer;
    struct rude *one;
    int count, port;
    int sent;              /* messages to each slow reader */
    int begun;             /* connections, which are opened in bunches */
    const char *table;     /* that slow readers look at */
    int connected, closed; /* by the server */
    int64_t closed_last;   /* us between opening and the latest end */
};

/* `count` connections that send half a request, ten thousand a second. */
void rude_half_open(struct rude_all *all);
/* `count` spectators of a table who ask for what they may not have and read none of the
 * answers, until rude_read lets them. */
void rude_slow(struct rude_all *all);
bool rude_is_full(const struct rude_all *all); /* no server keeps so much for a reader */
void rude_read(struct rude_all *all);
/* Each wrong frame once, on its own connection; rude_wrong returns the answer and
 * returns how many were answered wrongly. */
void rude_frames(struct rude_all *all);
int rude_wrong(const struct rude_all *all, FILE *out);

#endif
