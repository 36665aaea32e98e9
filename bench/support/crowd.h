/* crowd.h — many tables of four players each, over the network, and how fast they play.
 *
 * A table is opened over HTTP, its four players connect, sit down and play to the end; then
 * the next is opened in its place. With `returns`, players come back when a connection
 * breaks or nobody answers: at the next port of the list, with the message that had no
 * answer. Everything runs on one libuv loop. Times are microseconds. */
#ifndef BENCH_CROWD_H
#define BENCH_CROWD_H

#include "player.h"
#include "socket.h"

#include <stdio.h>

enum { CROWD_SEATS = PLAYER_SEATS, CROWD_PORTS = 8, CROWD_OPENING = 64 };

/* Times in microseconds, all of them kept. */
struct samples {
    uint32_t *us;
    size_t count, room;
};
void samples_add(struct samples *samples, int64_t us);
/* The value below which this share of them lies, in ms; sorts them. */
double samples_ms(struct samples *samples, double share);

struct crowd;

struct crowd_seat {
    struct socket socket;
    struct player player;
    struct crowd_table *table;
    uv_timer_t timer; /* until it acts, or connects again */
    int turn;         /* which of the ports it is at */
    bool again;       /* what waits was sent a second time */
    int64_t sent, heard, lost;
};

struct crowd_table {
    struct crowd *crowd;
    char id[PLAYER_TABLE];
    struct socket opening;
    struct crowd_seat seats[CROWD_SEATS];
    int gone;                 /* players who left because it was over */
    int64_t asked;            /* for a table */
    int64_t acked;            /* what anybody said last */
    struct crowd_table *next; /* of those to be opened */
};

struct crowd {
    uv_loop_t *loop;
    int ports[CROWD_PORTS], port_count;
    int tables;
    int pace;  /* ms a player thinks, on average */
    bool idle; /* they say hello, and no more */
    bool returns;
    bool spread;   /* the players of one table are at different ports */
    bool stops;    /* nobody begins anything any more */
    FILE *journal; /* of what was acknowledged: table, step, id; or NULL */
    struct crowd_table *table, *waiting;
    uv_timer_t tick;
    int opening;
    uint64_t number; /* of the next player */
    /* What is counted: */
    bool counting;
    int64_t since;
    struct samples latency, back;
    uint64_t opened, finished, moves, done, refused, errors, dropped, failed;
};

int64_t crowd_now(void); /* us */
void crowd_begin(struct crowd *crowd, uv_loop_t *loop);
/* Players who are connected, those of them who have begun to play, and messages that wait
 * for their answers. */
uint32_t crowd_present(const struct crowd *crowd);
uint32_t crowd_playing(const struct crowd *crowd);
uint32_t crowd_unanswered(const struct crowd *crowd);
/* Tables at which nothing was acknowledged since that moment. */
uint32_t crowd_stalled(const struct crowd *crowd, int64_t since);
/* Counts from now on. */
void crowd_count(struct crowd *crowd);
/* What was counted, as members of a JSON object. */
void crowd_report(struct crowd *crowd, FILE *out);

#endif
