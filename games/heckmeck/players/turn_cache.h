/* turn_cache.h — rates actions and states of Heckmeck for a given aim, by solving turns.
 *
 * A turn is solved once and looked up at each of its decisions: every thread remembers the
 * last few turns. The memory never changes an answer, only the time it takes. */
#ifndef HECKMECK_TURN_CACHE_H
#define HECKMECK_TURN_CACHE_H

#include "turn_actions.h"

enum aim {
    AIM_OWN,   /* worms of the own turn */
    AIM_SWING, /* the same, less what the others win on average */
    AIM_WIN,   /* the chance of winning, by the networks, after the own turn */
    AIM_AHEAD, /* the same after the next seat's turn */
};

/* The legal actions of the seat to act, each with its worth; at any phase but chance's.
 * False without memory. */
bool heckmeck_rate_actions(enum aim aim, const struct heckmeck *state, struct rated *rated);
/* The worth of a state at any ply, for the seat whose turn it is. */
bool heckmeck_rate_state(enum aim aim, const struct heckmeck *state,
                         float lanes[TURN_LANES]);
/* Each seat's chance of winning by AIM_WIN, such that before a chance ply it is the mean of
 * what it is after, but for rounding. */
void heckmeck_win_chances(const void *state, double win[]);

#endif
