/* sprt.h — a sequential test: play until one of two win rates is clearly the better guess.
 *
 * The caller adds one score for each block, and stops when the test decides for the high
 * rate or the low one. Each decision is wrong in about 5 % of cases. */
#ifndef PLAY_SPRT_H
#define PLAY_SPRT_H

#include <peck/game.h>

#define PECK_SPRT_BOUND 2.944

enum { PECK_SPRT_BLOCKS_MIN = 16 }; /* before which the variance is too rough to decide */

struct peck_sprt {
    double low, high; /* win rates */
    uint64_t count;
    double sum, squares;
};

/* Reads `0.50,0.53`, two win rates, the first the lower; or `elo:0,10`, two advantages over
 * par for this number of seats: 400 · log10 of the odds over the odds of par. */
enum peck_status peck_sprt_read(const char *words, int seats, struct peck_sprt *sprt,
                                struct peck_error *error) PECK_MUST_USE;
/* Adds a block's score and decides: 1 the high rate, -1 the low one, 0 play on. */
int peck_sprt_add(struct peck_sprt *sprt, double score);
double peck_sprt_ratio(const struct peck_sprt *sprt);

#endif
