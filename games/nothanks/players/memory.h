/* memory.h — what a seat of No Thanks! knows when it remembers everything it saw.
 *
 * All chips are paid and taken openly, so whoever saw the match from its start knows every
 * hand. Only the cards to come are unknown, equally to all. A player who is given a
 * position alone does not know how the others' chips are split; then several splits are
 * drawn and thought through. */
#ifndef NOTHANKS_MEMORY_H
#define NOTHANKS_MEMORY_H

#include "auction.h"

#include <peck/bot.h>

enum { WORLDS_MAX = 8 };

struct memory {
    int seat, count;
    struct nothanks worlds[WORLDS_MAX]; /* full states, equally likely */
    struct beliefs beliefs;             /* about each seat by itself … */
    struct beliefs by_seat[SEATS_MAX];  /* … and what each seat makes of them */
};

/* `nets` are needed for beliefs; NULL leaves them as they are before the match. */
void nothanks_recall(struct memory *memory, const struct peck_seat *seat,
                     const struct nets *nets, struct peck_rng *rng);

#endif
