/* turn_actions.h — the worth of each action of a turn, once the turn is solved. */
#ifndef HECKMECK_TURN_ACTIONS_H
#define HECKMECK_TURN_ACTIONS_H

#include "value.h"

/* The legal actions of the seat to act, and the worth of each in lanes for it. */
struct rated {
    uint32_t count;
    uint32_t action[ACTIONS_MAX];
    float worth[ACTIONS_MAX][TURN_LANES];
};

/* A solved turn as one player sees it. Where payoffs were solved in a batch, `lane` is this
 * one's, and only the first lane of what is rated is filled. */
struct solved {
    const struct evaluator *evaluator;
    const struct turn_solutions *turn;
    int lane;
};

/* For the phases of a turn that solving it is for: keep and decide. The solution is of this
 * turn, with or without what was won in it since. */
void heckmeck_rate_turn(const struct solved *solved, const struct heckmeck *state,
                        struct rated *rated);
/* For the choices outside: whom to rob, which specialist to hold. The golden die is left to
 * the caller: it takes two solutions. */
void heckmeck_rate_aside(const struct evaluator *evaluator, const struct heckmeck *state,
                         struct rated *rated);
/* The best by lane 0. Among equals a steal comes first, rolling last, else the first
 * listed. */
uint32_t heckmeck_best_rated(const struct rated *rated);
/* Plays the turn to its end. The golden die must have been decided about. */
void heckmeck_play_turn(const struct solved *solved, struct heckmeck *state,
                        struct peck_rng *rng);

#endif
