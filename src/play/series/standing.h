/* standing.h — what an arena found out: win rates and points, each with a standard error.
 *
 * The unit is the block. An entrant may sit at a block's table once, several times or not
 * at all; its rate is what it won over how often it sat. Where luck is known, there is also
 * the rate adjusted for luck. Of fewer than ten blocks the adjustment cannot be fitted and
 * is 0. */
#ifndef PLAY_STANDING_H
#define PLAY_STANDING_H

#include "arena.h"

struct peck_rate {
    double mean, error; /* the error is 0 when there are fewer than two blocks */
    double blocks;      /* it was made of */
};

struct peck_standing {
    uint64_t matches; /* seats taken: one that sits twice counts twice */
    struct peck_rate wins, points;
    struct peck_rate adjusted; /* wins, adjusted for luck … */
    double coefficient;        /* … by this much of it; 0 when luck is not known */
    uint64_t forfeits;
    struct peck_rate by_seat[PECK_SEATS_MAX]; /* wins */
};

void peck_standing_of(const struct peck_arena *arena, int entrant,
                      struct peck_standing *standing);
/* What one entrant won against another, over the blocks where the two sat alone, and how
 * many matches these were. For tables of two. */
struct peck_rate peck_standing_against(const struct peck_arena *arena, int entrant,
                                       int other, uint64_t *matches);
/* The hero's mean win in one block: what a sequential test is fed with. */
double peck_standing_score(const struct peck_arena *arena, uint32_t block);

#endif
