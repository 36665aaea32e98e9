/* turn_actions.c — finds the worth of each action in a solved turn, and plays a turn by it.
 *
 * Keeping dice leads to a state of the solution, so its worth is looked up. Rolling is the
 * average over all rolls from there, one step of the solver. Ending the turn is not taken
 * from the payoffs: the game's own `apply` plays the action, and the evaluator judges the
 * result. So the actions of one total (take, steal, stop) get a worth each, where a payoff
 * only holds the best of them. */
#include "turn_actions.h"

#include <string.h>

/* All lanes, or this player's into the first. */
static void copy_lanes(const struct solved *solved, const float *from, float *to)
{
    memset(to, 0, TURN_LANES * sizeof *to);
    if (solved->turn->lead)
        memcpy(to, from, TURN_LANES * sizeof *to);
    else
        to[0] = from[solved->lane];
}

static void rate_roll(const struct solved *solved, struct turn_at at, float *worth)
{
    float lanes[TURN_LANES];
    heckmeck_turn_rolls(solved->turn, at, lanes);
    copy_lanes(solved, lanes, worth);
}

static void rate_keep(const struct solved *solved, const struct heckmeck *s,
                      uint32_t action, float *worth)
{
    struct turn_at at = heckmeck_moment_of(s);
    if (VERB(action) == VERB_KEEP) {
        at = heckmeck_moment_after(s, ARGUMENT(action));
        copy_lanes(solved, heckmeck_turn_values(solved->turn, at), worth);
    } else if (VERB(action) == VERB_WEASEL) { /* XW-40 */
        at.weasel = false;
        rate_roll(solved, at, worth);
    } else {
        copy_lanes(solved, solved->turn->payoff.fail[at.gain], worth);
    }
}

static void rate_end(const struct evaluator *evaluator, const struct heckmeck *s,
                     uint32_t action, float *worth)
{
    struct heckmeck next = *s;
    peck_heckmeck.apply(&next, s->turn, action);
    heckmeck_value_after(evaluator, &next, s->turn, worth);
}

void heckmeck_rate_turn(const struct solved *solved, const struct heckmeck *s,
                        struct rated *rated)
{
    rated->count = peck_heckmeck.legal(s, s->turn, rated->action);
    for (uint32_t i = 0; i < rated->count; i++) {
        uint32_t action = rated->action[i];
        if (s->phase == PHASE_KEEP)
            rate_keep(solved, s, action, rated->worth[i]);
        else if (VERB(action) == VERB_ROLL)
            rate_roll(solved, heckmeck_moment_of(s), rated->worth[i]);
        else
            rate_end(solved->evaluator, s, action, rated->worth[i]);
    }
}

void heckmeck_rate_aside(const struct evaluator *evaluator, const struct heckmeck *s,
                         struct rated *rated)
{
    rated->count = peck_heckmeck.legal(s, s->turn, rated->action);
    for (uint32_t i = 0; i < rated->count; i++) {
        struct heckmeck next = *s;
        peck_heckmeck.apply(&next, s->turn, rated->action[i]);
        if (s->phase == PHASE_ROB) /* as if the turn then failed: see with_round_worm */
            rate_end(evaluator, &next, VERB_STOP, rated->worth[i]);
        else
            heckmeck_value_after(evaluator, &next, s->turn, rated->worth[i]);
    }
}

uint32_t heckmeck_best_rated(const struct rated *rated)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < rated->count; i++) {
        bool equal = rated->worth[i][0] == rated->worth[best][0];
        bool before =
            VERB(rated->action[best]) == VERB_ROLL || VERB(rated->action[i]) == VERB_STEAL;
        if (rated->worth[i][0] > rated->worth[best][0] || (equal && before))
            best = i;
    }
    return rated->action[best];
}

void heckmeck_play_turn(const struct solved *solved, struct heckmeck *s,
                        struct peck_rng *rng)
{
    int seat = s->turn;
    while (s->phase != PHASE_OVER && s->turn == seat) {
        struct rated rated;
        if (s->phase == PHASE_ROLL) {
            peck_heckmeck.apply(s, PECK_CHANCE, peck_heckmeck.sample(s, rng));
            continue;
        }
        if (s->phase == PHASE_KEEP || s->phase == PHASE_DECIDE)
            heckmeck_rate_turn(solved, s, &rated);
        else
            heckmeck_rate_aside(solved->evaluator, s, &rated);
        peck_heckmeck.apply(s, seat, heckmeck_best_rated(&rated));
    }
}
