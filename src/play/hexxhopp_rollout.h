/* hexxhopp_rollout.h — judging actions of Hexx & Hopp by playing the round on.
 *
 * A world is drawn behind the view, every action is tried in it with the same draws, and
 * the policy plays the round to its end. What the round's points are worth in the match is
 * worked out, not played: hexx_worth. The unit of work is a round played on. */
#ifndef PLAY_HEXXHOPP_ROLLOUT_H
#define PLAY_HEXXHOPP_ROLLOUT_H

#include <peck/bot.h>

struct candidate {
    uint32_t action, count;       /* rounds played on */
    double win, win_square;       /* sums over these: chances of winning the match … */
    double points, points_square; /* … and the points expected at its end */
    double better, better_square; /* … and by how much it was better than the first one */
};

/* Tries all candidates equally often. */
void hexx_rollout_all(const struct peck_seat *seat, const struct peck_budget *budget,
                      struct candidate *candidates, uint32_t count, struct peck_rng *rng);
/* Looks for one that is better than the first, trying the better half more and more often;
 * returns the first unless another is better beyond doubt. */
uint32_t hexx_rollout_best(const struct peck_seat *seat, const struct peck_budget *budget,
                           struct candidate *candidates, uint32_t count,
                           struct peck_rng *rng);

/* A seat's chance of winning the match when a round is over: exact after the last one, else
 * as if the penalties of the seats in the rounds to come were normal and independent. */
double hexx_worth(const uint16_t *penalty, int seats, bool turns, int rounds_left, int me);

#endif
