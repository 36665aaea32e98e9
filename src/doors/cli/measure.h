/* measure.h — measures how fast a game plays at random, and how fast anything could.
 *
 * A case is a game with a number of seats and CASE_MATCHES fixed matches. They are played
 * once with everything counted, and then again and again against the clock. Times are
 * seconds of processor time of the calling thread. */
#ifndef CLI_MEASURE_H
#define CLI_MEASURE_H

#include <peck/game.h>

enum { CASE_MATCHES = 64 };

/* What one match costs beside its rules. */
struct load {
    uint32_t draws;     /* of the generator */
    uint32_t listed;    /* actions written by `legal`, 4 bytes each */
    uint32_t stores[4]; /* to the state, of 1, 2, 4 and 8 bytes */
};

struct bench_case {
    const struct peck_game *game;
    struct peck_setup setup;
    union peck_state start;
    struct load loads[CASE_MATCHES];
    double plies, draws, bytes; /* mean per match */
};

/* Medians, in seconds of processor time. */
struct speed {
    double plain;    /* a match through the struct */
    double compiled; /* a match through the game's own loop */
    double floor;    /* the draws and writes of a match alone */
};

/* Plays the matches through the struct and counts. */
void bench_count(struct bench_case *bench);
struct speed bench_measure(const struct bench_case *bench, double seconds);

/* Of a game whose pack has a measure (pack.h): a match of eager players; and its plies, in
 * the mean. */
double bench_eager(const struct bench_case *bench, double seconds, double *plies);
/* Likewise: one call of `legal` where what is listed is legal; and how many actions it
 * lists, in the mean. */
double bench_listing(const struct bench_case *bench, double seconds, double *listed);

#endif
