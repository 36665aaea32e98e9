/* hexxhopp_rollout.c — see hexxhopp_rollout.h. */
#include "hexxhopp_rollout.h"
#include "hexxhopp_policy.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

/* The penalty points of a seat in one round among equals, their mean and deviation:
 * measured over 300 deals with `hard` in every seat; in the race and in `turns`, by seats.
 */
static const double round_mean[2][SEATS_MAX + 1] = {{0, 0, 4.4, 3.7, 3.7, 3.6},
                                                    {0, 0, 2.5, 2.6, 2.7, 2.7}};
static const double round_deviation[2][SEATS_MAX + 1] = {{0, 0, 5.4, 3.5, 3.1, 2.6},
                                                         {0, 0, 3.0, 2.2, 1.9, 1.7}};

static double worth_at_end(const uint16_t *penalty, int seats, int me)
{
    int equal = 0;
    for (int seat = 0; seat < seats; seat++) {
        if (penalty[seat] < penalty[me])
            return 0;
        equal += penalty[seat] == penalty[me];
    }
    return 1.0 / equal;
}

/* The sum over the values that the seat's total may take, in steps of a quarter of its
 * deviation, of the chance that all others end above it. */
double hexx_worth(const uint16_t *penalty, int seats, bool turns, int rounds_left, int me)
{
    enum { STEPS = 10, PER_DEVIATION = 4 };
    if (rounds_left == 0)
        return worth_at_end(penalty, seats, me);
    double spread = round_deviation[turns][seats] * sqrt(rounds_left), sum = 0, all = 0;
    for (int step = -STEPS; step <= STEPS; step++) {
        double x = (double)step / PER_DEVIATION, weight = exp(-0.5 * x * x);
        all += weight;
        for (int other = 0; other < seats; other++) {
            if (other != me)
                weight *= 0.5 * erfc((penalty[me] - penalty[other] + x * spread) /
                                     (spread * M_SQRT2));
        }
        sum += weight;
    }
    return sum / all;
}

/* What choosing goes by: the chance of winning, and a little for every tile that the others
 * have left, because that shows in far fewer rounds. */
static double gain(const struct hexxhopp *s, int me, double win)
{
    const double tile = 0.05;
    double others = 0;
    for (int seat = 0; seat < s->seats; seat++)
        others += seat != me ? s->penalty[seat] : 0;
    return win + tile * (others / (s->seats - 1) - s->penalty[me]);
}

static double play_out(const struct peck_seat *seat, const struct hexxhopp *world,
                       struct candidate *candidate, struct peck_rng rng)
{
    struct hexxhopp s = *world;
    int me = seat->seat;
    seat->game->apply(&s, me, candidate->action);
    if (s.round == world->round)
        hexx_play_on(seat->game, &s, s.owed[me] > 0 ? me : left_of(&s, me), &rng);
    int left = s.rounds - s.round;
    double win = hexx_worth(s.penalty, s.seats, s.turns, left, me);
    double points = s.penalty[me] + left * round_mean[s.turns][s.seats];
    candidate->count++;
    candidate->win += win;
    candidate->win_square += win * win;
    candidate->points += points;
    candidate->points_square += points * points;
    return gain(&s, me, win);
}

/* Tries the candidates in one world. */
static void try_world(const struct peck_seat *seat, struct candidate *candidates,
                      uint32_t count, struct peck_rng *rng)
{
    struct hexxhopp world;
    struct peck_rng draws;
    memcpy(&world, seat->view, sizeof world);
    seat->game->determinize(&world, seat->seat, rng);
    peck_rng_seed(&draws, peck_rng_next(rng));
    double first = play_out(seat, &world, &candidates[0], draws);
    for (uint32_t i = 1; i < count; i++) {
        double better = play_out(seat, &world, &candidates[i], draws) - first;
        candidates[i].better += better;
        candidates[i].better_square += better * better;
    }
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * (int64_t)1000 + now.tv_nsec / 1000000;
}

/* Spends a share of the budget; one world in any case. A budget without any limit is taken
 * for one of WORK. */
static void try_worlds(const struct peck_seat *seat, const struct peck_budget *budget,
                       uint32_t shares, struct candidate *candidates, uint32_t count,
                       struct peck_rng *rng)
{
    enum { WORK = 1000 };
    bool free = budget->milliseconds == 0 && budget->work == 0;
    uint32_t work = free ? WORK : budget->work;
    int64_t end = now_ms() + budget->milliseconds / shares;
    uint32_t worlds = work > 0 ? work / (shares * count) : UINT32_MAX;
    uint32_t tried = 0;
    do {
        try_world(seat, candidates, count, rng);
        tried++;
    } while (tried < worlds && (budget->milliseconds == 0 || now_ms() < end));
}

void hexx_rollout_all(const struct peck_seat *seat, const struct peck_budget *budget,
                      struct candidate *candidates, uint32_t count, struct peck_rng *rng)
{
    try_worlds(seat, budget, 1, candidates, count, rng);
}

/* The better first; of equals the lower action, so that the order is the same everywhere.
 */
static int compare(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    double by = b->better / b->count - a->better / a->count;
    return by != 0 ? (by > 0) - (by < 0)
                   : (a->action > b->action) - (a->action < b->action);
}

/* Whether the gain is more than twice its standard error: a bad change costs more than a
 * good one brings, and of many candidates one looks good by chance. */
static bool beyond_doubt(const struct candidate *candidate)
{
    double count = candidate->count, mean = candidate->better / count;
    double variance = (candidate->better_square / count - mean * mean) / count;
    return count > 1 && mean > 0 && mean * mean > 4 * variance;
}

uint32_t hexx_rollout_best(const struct peck_seat *seat, const struct peck_budget *budget,
                           struct candidate *candidates, uint32_t count,
                           struct peck_rng *rng)
{
    uint32_t shares = 0, first = candidates[0].action;
    for (uint32_t live = count; live > 1; live = live > 2 ? (live + 1) / 2 : 1)
        shares++;
    for (uint32_t live = count; live > 1; live = live > 2 ? (live + 1) / 2 : 1) {
        try_worlds(seat, budget, shares, candidates, live, rng);
        qsort(candidates + 1, live - 1, sizeof *candidates, compare);
    }
    return count > 1 && beyond_doubt(&candidates[1]) ? candidates[1].action : first;
}
