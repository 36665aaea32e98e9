/* worm_payoffs.c — counts the worms a turn won or lost, alone or against the other seats.
 *
 * Round worms count as worms (XW-80), so these evaluators work with Extra Wurm. They give
 * no worth to a specialist. */
#include "worm_payoffs.h"

#include <string.h>

static int won_by(const struct evaluator *evaluator, const struct heckmeck *s, int seat)
{
    const struct heckmeck *before = evaluator->before;
    return tile_points(s, seat) + s->worms[seat] - tile_points(before, seat) -
           before->worms[seat];
}

void heckmeck_value_by_own_worms(const struct evaluator *evaluator,
                                 const struct heckmeck *s, int mover,
                                 float lanes[TURN_LANES])
{
    memset(lanes, 0, TURN_LANES * sizeof *lanes);
    lanes[0] = won_by(evaluator, s, mover);
    lanes[LANE_POINTS] = tile_points(s, mover) + s->worms[mover];
}

void heckmeck_value_by_swing(const struct evaluator *evaluator, const struct heckmeck *s,
                             int mover, float lanes[TURN_LANES])
{
    heckmeck_value_by_own_worms(evaluator, s, mover, lanes);
    for (int seat = 0; seat < s->seats; seat++) {
        if (seat != mover)
            lanes[0] -= (float)won_by(evaluator, s, seat) / (s->seats - 1);
    }
}
