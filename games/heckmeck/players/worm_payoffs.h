/* worm_payoffs.h — evaluators that count worms: what the bots ev-own and ev-swing play for.
 */
#ifndef HECKMECK_WORM_PAYOFFS_H
#define HECKMECK_WORM_PAYOFFS_H

#include "value.h"

/* Worms won or lost by the mover since `evaluator->before`. */
void heckmeck_value_by_own_worms(const struct evaluator *evaluator,
                                 const struct heckmeck *state, int mover,
                                 float lanes[TURN_LANES]);
/* The same, less what the others won or lost on average. */
void heckmeck_value_by_swing(const struct evaluator *evaluator,
                             const struct heckmeck *state, int mover,
                             float lanes[TURN_LANES]);

#endif
