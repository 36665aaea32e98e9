/* bots.c — the bots of Heckmeck: the levels, and opponents for measuring their strength.
 *
 * Nothing is hidden in this game, so a view is the state. `normal` maximises the worms of
 * its turn, `hard` its chance of winning after the turn by a network, `expert` the same
 * after the next seat's turn. All three solve the turn exactly (turn_cache.c). The others
 * follow rules of thumb. Every bot reports estimates in chances of winning for each action,
 * whatever it plays for itself: those of AIM_WIN, or AIM_AHEAD for `expert`. */
#include "play/guide.h"
#include "play/kit.h"
#include "turn_cache.h"
#include "rules_of_thumb.h"
#include "training/solve.h"
#include "training/train.h"

#include <string.h>

#define STATE(seat) ((const struct heckmeck *)(const void *)(seat)->view)

/* Sums of rounded odds may leave the range by a hair. */
static double clamp(float chance)
{
    return chance < 0 ? 0 : chance > 1 ? 1 : chance;
}

/* Estimates of every legal action by the networks: exact over the dice of the turn. */
static void estimate(enum aim aim, const struct heckmeck *s, struct peck_thought *thought)
{
    struct rated rated;
    if (thought->estimates == NULL || !heckmeck_rate_actions(aim, s, &rated))
        return;
    for (uint32_t i = 0; i < rated.count; i++) {
        thought->estimates[i] =
            (struct peck_estimate){.action = rated.action[i],
                                   .win = clamp(rated.worth[i][0]),
                                   .points = rated.worth[i][LANE_POINTS]};
    }
    thought->count = rated.count;
}

static uint32_t aim_at(enum aim aim, const struct heckmeck *s)
{
    struct rated rated;
    return heckmeck_rate_actions(aim, s, &rated) ? heckmeck_best_rated(&rated)
                                                 : heckmeck_plain_action(MANNER_TAG, s);
}

static void think(const struct peck_seat *seat, uint32_t action, enum aim estimates,
                  struct peck_thought *thought)
{
    kit_answer(thought, action);
    estimate(estimates, STATE(seat), thought);
}

#define THINKER(name, choice, estimates)                                                   \
    static void name(const struct peck_player *player, const struct peck_seat *seat,       \
                     struct peck_rng *rng, struct peck_thought *thought)                   \
    {                                                                                      \
        const struct heckmeck *s = STATE(seat);                                            \
        (void)player, (void)rng, (void)s;                                                  \
        think(seat, choice, estimates, thought);                                           \
    }

THINKER(think_randomly, kit_any_action(seat, rng), AIM_WIN)
THINKER(think_own, aim_at(AIM_OWN, s), AIM_WIN)
THINKER(think_swing, aim_at(AIM_SWING, s), AIM_WIN)
THINKER(think_hard, aim_at(AIM_WIN, s), AIM_WIN)
THINKER(think_expert, aim_at(AIM_AHEAD, s), AIM_AHEAD)
THINKER(think_risk, s->phase == PHASE_DECIDE ? heckmeck_first_tile(s) : aim_at(AIM_OWN, s),
        AIM_WIN)
THINKER(think_safe, heckmeck_plain_action(MANNER_SAFE, s), AIM_WIN)
THINKER(think_maxsum, heckmeck_plain_action(MANNER_MAXSUM, s), AIM_WIN)
THINKER(think_simple, heckmeck_plain_action(MANNER_SIMPLE, s), AIM_WIN)
THINKER(think_tag, heckmeck_plain_action(MANNER_TAG, s), AIM_WIN)

/* Whether a choice of dice throws the turn away: no tile is to be had, and no die is left,
 * or one at most for the worm that is missing. */
static bool hopeless(const struct heckmeck *s, uint32_t keep)
{
    struct heckmeck next = *s;
    peck_heckmeck.apply(&next, s->turn, keep);
    if (next.phase != PHASE_DECIDE)
        return false;
    uint32_t verb = VERB(heckmeck_first_tile(&next));
    bool worm = (next.kept & MANY_WORMS) != 0 || red_worm_counts(&next); /* HM-20 */
    return verb == VERB_STOP || (verb == VERB_ROLL && !worm && next.dice < 2);
}

/* A child's way: as `simple`, but one choice of dice in four is any that is allowed and
 * not hopeless. */
static void think_easily(const struct peck_player *player, const struct peck_seat *seat,
                         struct peck_rng *rng, struct peck_thought *thought)
{
    const struct heckmeck *s = STATE(seat);
    uint32_t action = heckmeck_plain_action(MANNER_SIMPLE, s);
    if (s->phase == PHASE_KEEP && choosable(s) != 0 && peck_rng_below(rng, 4) == 0) {
        uint32_t slip = VERB_KEEP + (uint32_t)peck_rng_bit(rng, choosable(s)) / 4;
        action = hopeless(s, slip) ? action : slip;
    }
    think(seat, action, AIM_WIN, thought);
}

/* Work is always one turn solved, or what a level makes of it; the clock is never asked,
 * because none of them comes near its limit. */
extern const struct peck_guide_kind peck_guide_heckmeck; /* guide.c */

#define TURN(ms) {.milliseconds = ms, .work = 1}

static const struct peck_bot bots[] = {
    PECK_BOT("random", think_randomly, "any legal action, each equally likely",
             .budget = TURN(10)),
    PECK_BOT("easy", think_easily, "by rule of thumb, with slips", .budget = TURN(10)),
    PECK_BOT("normal", think_own, "most worms of the turn; work: turns solved",
             .budget = TURN(10)),
    PECK_BOT("hard", think_hard,
             "best chance of winning, by a network, after an exactly solved turn; work: "
             "turns solved",
             .budget = TURN(100)),
    PECK_BOT("expert", think_expert,
             "the same after the next player's turn as well; work: turns looked ahead",
             .budget = TURN(1000)),
    {PECK_GUIDE_BOT, .budget = TURN(10)},
    PECK_BOT("ev-own", think_own, "most worms of the turn", .budget = TURN(10)),
    PECK_BOT("ev-swing", think_swing, "most worms, and what a steal takes away",
             .budget = TURN(10)),
    PECK_BOT("ev-risk", think_risk, "chooses dice like ev-own, stops at the first tile",
             .budget = TURN(10)),
    PECK_BOT("safe", think_safe, "the highest face, stops at the first tile",
             .budget = TURN(10)),
    PECK_BOT("maxsum", think_maxsum,
             "the face with the largest sum, stops at the first tile", .budget = TURN(10)),
    PECK_BOT("simple", think_simple,
             "like maxsum, but takes worms once two faces are chosen", .budget = TURN(10)),
    PECK_BOT("tag-greedy", think_tag,
             "any face that allows a tile, the best; else two worms", .budget = TURN(10)),
};

const struct peck_skill peck_skill_heckmeck = {
    .bots = bots,
    .count = sizeof bots / sizeof *bots,
    .value = heckmeck_win_chances,
    .train = PECK_LEARNS(heckmeck_train),
    .guide = &peck_guide_heckmeck,
    .solver = PECK_LEARNS(&heckmeck_solver),
};
