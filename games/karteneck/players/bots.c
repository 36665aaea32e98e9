/* bots.c — the bots of Karteneck: the levels, and opponents for measuring their strength.
 *
 * The levels normal, hard and expert share one learnt policy. normal plays the move it
 * likes best. hard plays sampled worlds out with it, and expert does so longer and searches
 * its own next decisions as well. Both calculate the last decisions of a match (endgame.h).
 * A bot that needs no search for its own move still searches when the caller asks for
 * estimates. */
#include "play/guide.h"
#include "play/kit.h"
#include "endgame.h"
#include "training/train.h"

#include <string.h>

static const struct karteneck *view_of(const struct peck_seat *seat)
{
    return (const struct karteneck *)(const void *)seat->view;
}

/* The action that begins a move, or goes on with it. */
static uint32_t action_of(const struct brain *brain, const struct karteneck *s)
{
    if (s->phase == PHASE_STEAL)
        return VERB_STEAL + total(s->laid[s->turn]);
    uint64_t hand = s->hand[s->turn];
    if (s->phase == PHASE_ADD)
        return addable(s, hand) != 0 && karteneck_brain_adds(brain, s)
                   ? VERB_ADD + 32 - __builtin_clz(addable(s, hand))
                   : VERB_DONE;
    int move = karteneck_brain_move(brain, s), kind = move % KINDS;
    if (move == MOVE_PASS)
        return VERB_PASS;
    if (kind == KIND_WORM)
        return VERB_LAY + LAY_WORM + 32 - __builtin_clz(worms(hand));
    return VERB_LAY + LAY_HENS * (kind + 1) + (move >= MOVE_ALL ? hens(hand, kind + 1) : 1);
}

/* Playouts for the estimates of a bot that needs none for itself, and worlds for the
 * points. */
enum { ESTIMATE_WORK = 2000, POINTS_WORLDS = 64 };

static void write_estimates(struct search *search, struct peck_rng *rng,
                            struct peck_thought *thought)
{
    double points[ARMS_MAX], errors[ARMS_MAX];
    karteneck_search_points(search, POINTS_WORLDS, rng, points, errors);
    thought->count = search->count;
    for (uint32_t i = 0; i < search->count; i++) {
        const struct arm *arm = &search->arms[i];
        uint32_t at = 0; /* ascending: its place is the number of lower ones */
        for (uint32_t k = 0; k < search->count; k++)
            at += search->arms[k].action < arm->action;
        thought->estimates[at] = (struct peck_estimate){
            arm->action, kit_mean(&arm->win),
            arm->win.count < 2 ? 0.5 : kit_error(&arm->win), /* otherwise unknown */
            points[i], errors[i]};
    }
}

/* `least`: playouts that an action has at least when estimates are asked for: judging
 * takes more than choosing. */
static void finish_search(struct search *search, const struct peck_budget *budget,
                          uint32_t least, struct peck_rng *rng,
                          struct peck_thought *thought)
{
    kit_answer(thought, 0);
    if (search->count > 1 || thought->estimates != NULL)
        karteneck_search_run(search, budget, rng);
    if (thought->estimates != NULL && least > 0)
        karteneck_search_more(search, least, rng);
    thought->action = search->arms[0].action;
    if (thought->estimates != NULL)
        write_estimates(search, rng, thought);
}

/* Every action in the same number of worlds. */
static void search_evenly(const struct brain *brain, const struct peck_seat *seat,
                          const struct peck_budget *budget, struct peck_rng *rng,
                          struct peck_thought *thought)
{
    struct search search;
    karteneck_search_begin(&search, brain, view_of(seat), seat->seat, false);
    search.halving = false;
    finish_search(&search, budget, 0, rng, thought);
}

/* Answers at once, but calculates or searches for the estimates. */
static void answer(const struct brain *brain, uint32_t action, const struct peck_seat *seat,
                   struct peck_rng *rng, struct peck_thought *thought)
{
    static const struct peck_budget budget = {.work = ESTIMATE_WORK};
    if (thought->estimates == NULL)
        thought->count = thought->delay = 0;
    else if (!karteneck_last_solve(view_of(seat), thought))
        search_evenly(brain, seat, &budget, rng, thought);
    thought->action = action;
}

static void think_random(const struct peck_player *player, const struct peck_seat *seat,
                         struct peck_rng *rng, struct peck_thought *thought)
{
    struct brain learnt = karteneck_brain_learnt(seat->setup->seats);
    answer(&learnt, kit_any_action(seat, rng), seat, rng, thought);
}

/* worms-first with its limit; the level easy has the standard one. */
static void think_worms_first(const struct peck_player *player,
                              const struct peck_seat *seat, struct peck_rng *rng,
                              struct peck_thought *thought)
{
    int seats = seat->setup->seats;
    int limit = player->parameter > 0 ? player->parameter : worms_first_limit(seats);
    struct brain brain = {.limit = limit}, learnt = karteneck_brain_learnt(seats);
    answer(&learnt, action_of(&brain, view_of(seat)), seat, rng, thought);
}

static void think_normal(const struct peck_player *player, const struct peck_seat *seat,
                         struct peck_rng *rng, struct peck_thought *thought)
{
    struct brain learnt = karteneck_brain_learnt(seat->setup->seats);
    answer(&learnt, action_of(&learnt, view_of(seat)), seat, rng, thought);
}

/* The player's budget, or the bot's own where the player has no limit at all; in playouts.
 * The more seats, the more is hidden and the less an action changes, so each pair of seats
 * is worth as many playouts as two alone. */
static struct peck_budget budget_of(const struct peck_player *player, int seats)
{
    bool none = player->budget.work == 0 && player->budget.milliseconds == 0;
    struct peck_budget budget = none ? player->bot->budget : player->budget;
    uint64_t playouts = (uint64_t)budget.work * seats * (seats - 1) / 2;
    budget.work = playouts < UINT32_MAX ? playouts : UINT32_MAX;
    return budget;
}

/* Playouts of each action for an estimate: 384 at the work of hard, which tell a chance to
 * one or two hundredths; in proportion where the work is less, and none by the clock alone.
 */
static uint32_t least_of(const struct peck_player *player)
{
    enum { MOST = 384, EACH = 12 };
    bool none = player->budget.work == 0 && player->budget.milliseconds == 0;
    uint32_t work = none ? player->bot->budget.work : player->budget.work;
    return work < MOST / EACH ? work * EACH : MOST;
}

/* A search that knows what the others did. */
static void begin_search(struct search *search, const struct brain *brain,
                         const struct peck_seat *seat, struct past *past)
{
    karteneck_search_begin(search, brain, view_of(seat), seat->seat, false);
    karteneck_past_read(past, brain->policy, seat);
    search->past = past;
}

static void think_hard(const struct peck_player *player, const struct peck_seat *seat,
                       struct peck_rng *rng, struct peck_thought *thought)
{
    struct brain learnt = karteneck_brain_learnt(seat->setup->seats);
    struct peck_budget budget = budget_of(player, seat->setup->seats);
    struct search search;
    struct past past;
    if (karteneck_last_solve(view_of(seat), thought))
        return;
    begin_search(&search, &learnt, seat, &past);
    finish_search(&search, &budget, least_of(player), rng, thought);
}

/* Like hard, but what lies behind the decision is searched as well. */
static void think_expert(const struct peck_player *player, const struct peck_seat *seat,
                         struct peck_rng *rng, struct peck_thought *thought)
{
    struct brain learnt = karteneck_brain_learnt(seat->setup->seats);
    struct peck_budget budget = budget_of(player, seat->setup->seats);
    struct search search;
    struct tree tree;
    struct past past;
    if (karteneck_last_solve(view_of(seat), thought))
        return;
    begin_search(&search, &learnt, seat, &past);
    bool remembers = learnt.policy != NULL && learnt.value != NULL &&
                     karteneck_tree_begin(&tree, seat->seat, budget.work);
    search.tree = remembers ? &tree : NULL;
    finish_search(&search, &budget, least_of(player), rng, thought);
    if (remembers)
        karteneck_tree_free(&tree);
}

/* N worlds for every action, whole matches of worms-first in each. */
static void think_pimc(const struct peck_player *player, const struct peck_seat *seat,
                       struct peck_rng *rng, struct peck_thought *thought)
{
    uint32_t actions[ARMS_MAX];
    struct brain brain = {.limit = worms_first_limit(seat->setup->seats)};
    uint32_t count = seat->game->legal(seat->view, seat->seat, actions);
    struct peck_budget budget = {.milliseconds = player->budget.milliseconds,
                                 .work = player->parameter * count};
    search_evenly(&brain, seat, &budget, rng, thought);
}

/* Each seat's chance of winning in a full state: the round played out by the policy a few
 * times, always with the same luck to come, so that two states which differ in one card
 * differ by what the card does. A net that sees the whole round was tried instead: it is
 * twenty times as fast, but measures luck much worse. */
static void value(const void *state, double win[])
{
    enum { PLAYOUTS = 8 };
    struct world world = {0};
    memcpy(&world.s, state, sizeof world.s);
    int seats = world.s.seats;
    bool begun = world.s.phase > PHASE_DEAL;
    struct brain brain = karteneck_brain_learnt(seats);
    for (int i = 0; i < seats; i++)
        win[i] = begun ? 0 : 1.0 / seats; /* a hand says less than the playouts' error */
    for (int k = 0; begun && k < PLAYOUTS; k++) {
        struct world w = world;
        float chances[SEATS_MAX];
        world_streams(&w, 1, k);
        world_grill(&w);
        karteneck_brain_playout(&brain, &w, chances);
        for (int i = 0; i < seats; i++)
            win[i] += chances[i] / PLAYOUTS;
    }
}

extern const struct peck_guide_kind peck_guide_karteneck; /* guide.c */

static const struct peck_bot bots[] = {
    PECK_BOT("random", think_random, "any legal action, each equally likely"),
    PECK_BOT("easy", think_worms_first,
             "lays all its worms, then the largest group, and passes in good time"),
    PECK_BOT("normal", think_normal, "a learnt policy, without looking ahead"),
    PECK_BOT("hard", think_hard,
             "plays sampled deals out to the round's end; work: a playout for each pair of "
             "seats",
             .budget = {.milliseconds = 100, .work = 32}),
    PECK_BOT("expert", think_expert,
             "the same, longer, and searches its own next decisions too; work: as hard's",
             .budget = {.milliseconds = 1000, .work = 3000}),
    {PECK_GUIDE_BOT},
    PECK_BOT("worms-first", think_worms_first,
             "all worms, then the largest group, and a pass at a total of N (0: by seats)",
             .low = 0, .high = 99),
    PECK_BOT("pimc", think_pimc,
             "N sampled deals for every action, whole matches of worms-first in each",
             .low = 1, .high = 100000, .standard = 128),
};

const struct peck_skill peck_skill_karteneck = {
    .bots = bots,
    .count = sizeof bots / sizeof *bots,
    .value = value,
    .train = PECK_LEARNS(karteneck_train),
    .guide = &peck_guide_karteneck,
};
