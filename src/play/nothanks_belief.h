/* nothanks_belief.h — who plays how: a posterior over types of players for each seat.
 *
 * Styles beat one another in circles, so the best reply depends on who sits there. Everything is
 * played openly, so what a seat's decisions say about it is the same for all who watch; a player
 * just does not look at the belief about itself. */
#ifndef PLAY_NOTHANKS_BELIEF_H
#define PLAY_NOTHANKS_BELIEF_H

#include "nothanks_styles.h"

enum { TYPES = 20, TYPE_MAXN = TYPES - 1 };
extern const struct style nothanks_types[TYPES];

struct beliefs {
    float of[SEATS_MAX][TYPES]; /* each row sums to 1 */
};

void beliefs_begin(struct beliefs *beliefs);
/* How likely each type is to take here. `maxn` is what the maxⁿ chain says. Every type errs now
 * and then, so that no evidence is ever final. */
void types_take(const struct nothanks *s, const struct costs *costs, int seat, bool maxn,
                float takes[TYPES]);
/* The chance that a player of this mixture takes. */
float mixture_takes(const float mixture[TYPES], const float takes[TYPES]);
/* What the mixture is after it took, or refused. */
void mixture_learn(float mixture[TYPES], const float takes[TYPES], bool took);

#endif
