/* simulation.c — compares actions in the same sampled worlds, and halves the field.
 *
 * Two laps, not the whole round: playing to the round's end costs several times as much and
 * adds the noise of everything that happens until then. After two laps the seat has acted
 * on what the first lap left, and the network judges the rest.
 *
 * What is measured is the difference from the first candidate, the choice of the level
 * hard, in the same world and with the same draws; most of the luck cancels. After each
 * stage the better half of the others goes on. In the end the first candidate is left only
 * for one whose gain is more than twice its standard error above 0.01, which is what the
 * value may be wrong by. Without this doubt the best of twelve noisy estimates would often
 * be chosen by chance.
 *
 * hexxhopp_rollout_all() tries every action equally often and as done at once, as it stands
 * in a record; it makes the estimates for analysis. hexxhopp_rollout_best() tries in the
 * race what the seat *means* to do, while the others act first and may take the place. */
#include "simulation.h"
#include "fast_policy.h"
#include "value.h"

#include <stdlib.h>

/* Two laps: after the second one the seat has acted on what the first one left. */
enum { LAPS = 2 };

static double play_out(const struct trial *trial, const struct hexxhopp *world,
                       const struct intent *others, struct candidate *candidate,
                       struct peck_rng rng)
{
    struct hexxhopp s = *world;
    struct intent intent = *others;
    struct judgement judgement;
    int me = trial->seat->seat;
    int first = trial->at_once ? me : left_of(&s, me);
    intent.action[me] = candidate->action;
    hexxhopp_play_on(trial->seat->game, &s, first, LAPS, &intent, &rng);
    hexxhopp_judge(&s, trial->net, &judgement);
    kit_add(&candidate->win, judgement.win[me]);
    kit_add(&candidate->points, judgement.points[me]);
    return judgement.win[me];
}

/* Tries the candidates in one world. */
static void try_world(const struct trial *trial, struct candidate *candidates,
                      uint32_t count)
{
    struct hexxhopp world;
    struct intent intent = {.quick = trial->quick};
    memcpy(&world, trial->seat->view, sizeof world);
    trial->seat->game->determinize(&world, trial->seat->seat, trial->rng);
    hexxhopp_mean(&world, &intent, trial->rng);
    struct peck_rng draws = kit_fork(trial->rng);
    double first = play_out(trial, &world, &intent, &candidates[0], draws);
    for (uint32_t i = 1; i < count; i++)
        kit_add(&candidates[i].better,
                play_out(trial, &world, &intent, &candidates[i], draws) - first);
}

/* Spends a share of the budget; one world in any case. A budget without any limit is taken
 * for one of WORK. */
static void try_worlds(const struct trial *trial, uint32_t shares,
                       struct candidate *candidates, uint32_t count)
{
    enum { WORK = 1000 };
    const struct peck_budget *budget = trial->budget;
    bool free = budget->milliseconds == 0 && budget->work == 0;
    uint32_t work = free ? WORK : budget->work;
    struct kit_timer timer = kit_timer_begin(budget);
    uint32_t worlds = work > 0 ? work / (shares * count) : UINT32_MAX;
    uint32_t tried = 0;
    do {
        try_world(trial, candidates, count);
        tried++;
    } while (tried < worlds && !kit_timer_over(&timer, 1.0 / shares));
}

void hexxhopp_rollout_all(const struct trial *trial, struct candidate *candidates,
                          uint32_t count)
{
    struct trial done = *trial;
    done.at_once = true;
    try_worlds(&done, 1, candidates, count);
}

/* The better first; of equals the lower action, so that the order is the same everywhere.
 */
static int compare(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    double by = kit_mean(&b->better) - kit_mean(&a->better);
    return by != 0 ? (by > 0) - (by < 0)
                   : (a->action > b->action) - (a->action < b->action);
}

/* Whether the gain, less what the value may be wrong by, is more than twice its standard
 * error. A bad change costs more than a good one brings, and among many candidates one
 * looks good by chance. */
static bool beyond_doubt(const struct candidate *candidate)
{
    const double wrong = 0.01;
    uint32_t count = candidate->better.count;
    double variance = kit_variance(&candidate->better) / count;
    double gain = kit_mean(&candidate->better) - wrong;
    return count > 1 && gain > 0 && gain * gain > 4 * variance;
}

uint32_t hexxhopp_rollout_best(const struct trial *trial, struct candidate *candidates,
                               uint32_t count)
{
    uint32_t shares = 0, first = candidates[0].action;
    for (uint32_t live = count; live > 1; live = live > 2 ? (live + 1) / 2 : 1)
        shares++;
    for (uint32_t live = count; live > 1; live = live > 2 ? (live + 1) / 2 : 1) {
        try_worlds(trial, shares, candidates, live);
        qsort(candidates + 1, live - 1, sizeof *candidates, compare);
    }
    return count > 1 && beyond_doubt(&candidates[1]) ? candidates[1].action : first;
}
