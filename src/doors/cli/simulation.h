/* simulation.h — plays many matches, at random or of bots, on several threads, with the
 * same result on any number of them. */
#ifndef CLI_SIMULATION_H
#define CLI_SIMULATION_H

#include "tally.h"

#include <peck/bot.h>

#include <pthread.h>

struct simulation {
    const struct peck_game *game;
    struct peck_setup setup;
    union peck_state start;
    uint64_t seed, matches;
    int threads;
    FILE *record; /* NULL: none is wanted */
    bool bots;    /* the players below play; else every action is equally likely */
    struct peck_player players[PECK_SEATS_MAX];
    char names[PECK_SEATS_MAX][PECK_PLAYER_MAX];

    struct tally tally; /* the result */
    char fault[160];    /* "", or why it stopped */

    /* Shared by the threads, under the lock. */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t block;          /* matches handed out at once */
    uint64_t handed, played; /* matches; handed out is what begins at a multiple of block */
    uint64_t written;        /* matches whose record is written */
    int running;             /* threads */
};

/* Plays them all; false with `fault` set when it could not. */
bool simulation_run(struct simulation *simulation);

#endif
