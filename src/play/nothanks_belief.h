/* nothanks_belief.h — who plays how: a posterior over types of players for each seat.
 *
 * Styles beat one another in circles, so the best reply depends on who sits there.
 * Everything is played openly, so what a seat's decisions say about it is the same for all
 * who watch; a player just does not look at the belief about itself. */
#ifndef PLAY_NOTHANKS_BELIEF_H
#define PLAY_NOTHANKS_BELIEF_H

#include "nothanks_styles.h"

enum {
    TYPES = 20,
    TYPE_MAXN = TYPES - 1,
    STRANGER = TYPES, /* fits no type, and does what people do on average */
    HYPOTHESES = TYPES + 1
};
extern const struct style nothanks_types[TYPES];

/* About each seat: how likely each hypothesis is; each row sums to 1. The stranger keeps a
 * player from being sure of a type that is only the least wrong one. */
struct beliefs {
    float of[SEATS_MAX][HYPOTHESES];
};

void beliefs_begin(struct beliefs *beliefs);
/* The mixture as types alone: a stranger may be any of them. */
float mixture_type(const float mixture[HYPOTHESES], int type);
/* How likely each is to take here. `maxn` is what the maxⁿ chain says. Every type errs now
 * and then, so that no evidence is ever final. */
void types_take(const struct nothanks *s, const struct costs *costs, int seat, bool maxn,
                float takes[HYPOTHESES]);
/* The chance that a player of this mixture takes. */
float mixture_takes(const float mixture[HYPOTHESES], const float takes[HYPOTHESES]);
/* What the mixture is after it took, or refused. */
void mixture_learn(float mixture[HYPOTHESES], const float takes[HYPOTHESES], bool took);

#endif
