/* bots.c — the bots of Hexx & Hopp: their speed, what they overlook, how they choose.
 *
 * A level is the model of a person. In the race, speed and judgement are separate: the bare
 * name has a person's times, and with a number every action of the bot takes that many
 * milliseconds. So `hard-1000` against `random-legal-1000` compares judgement alone, at
 * equal speed. The reference opponents have the times of `hard`, so that bare names are at
 * equal speed with it too.
 *
 * All bots play from the view: they know the tiles that the seat itself has set aside, but
 * no stacks, and everybody sees the open tiles. */
#include "play/guide.h"
#include "play/kit.h"
#include "lookahead.h"
#include "fast_policy.h"
#include "simulation.h"
#include "training/train.h"
#include "value.h"

#include <math.h>

enum depth {
    ANY_ACTION, /* any legal action */
    ANY_PLACE,  /* any place that it sees */
    MOST,       /* the most contacts that it sees */
    AHEAD,      /* what the placement opens and closes: lookahead.h */
    PLAY_ON,    /* playing on in its mind: simulation.h */
};

struct mind {
    enum depth depth;
    bool aims;           /* gives misfits first, to the player nearest to winning */
    uint16_t base, look; /* ms for any action, and more for each cell looked at */
    uint8_t overlooks[SEGMENTS + 1]; /* per cent, by contacts */
};

/* What a thought is about. */
struct scene {
    const struct mind *mind;
    const struct peck_player *player;
    const struct peck_seat *seat;
    const struct hexxhopp *s;
    struct sight sight;
    struct peck_rng *rng;
};

/* --- Where to place ------------------------------------------------------------------- */

static bool overlooked(const struct scene *scene, int contacts)
{
    int chance = scene->mind->overlooks[contacts];
    return chance > 0 && (int)peck_rng_below(scene->rng, 100) < chance;
}

/* The places of the tile that the mind sees. */
static int seen_spots(const struct scene *scene, int tile, struct spot *spots)
{
    int all = hexxhopp_spots(&scene->s->rim, &scene->s->box, &scene->sight, tile, 2, spots),
        count = 0;
    for (int i = 0; i < all; i++) {
        if (!overlooked(scene, spots[i].contacts))
            spots[count++] = spots[i];
    }
    return count;
}

/* A choice among places, met one after the other: the best, and of equals any. */
struct choice {
    struct spot spot;
    double value;
    uint32_t equals; /* 0: none met */
};

static double value_of(const struct scene *scene, const struct spot *spot)
{
    switch (scene->mind->depth) {
    case ANY_ACTION:
    case ANY_PLACE: return 0;
    case MOST: return spot->contacts;
    default: return hexxhopp_ahead(scene->s, scene->seat->seat, spot);
    }
}

static void consider(const struct scene *scene, int tile, struct choice *choice)
{
    struct spot spots[SPOTS_MAX];
    int count = seen_spots(scene, tile, spots);
    for (int i = 0; i < count; i++) {
        double value = value_of(scene, &spots[i]);
        if (choice->equals > 0 && value < choice->value)
            continue;
        if (choice->equals == 0 || value > choice->value)
            choice->equals = 0;
        choice->equals++;
        if (peck_rng_below(scene->rng, choice->equals) == 0)
            choice->spot = spots[i];
        choice->value = value;
    }
}

static uint32_t any_action(const struct scene *scene)
{
    return kit_any_action(scene->seat, scene->rng);
}

/* In `turns` a person who sees nothing looks again: passing is not allowed when a tile
 * fits. */
static uint32_t choose_in_turns(const struct scene *scene)
{
    struct choice choice = {.equals = 0};
    struct set mine = hexxhopp_stack(scene->s, scene->seat->seat);
    for (int tile; (tile = set_take(&mine)) >= 0;)
        consider(scene, tile, &choice);
    return choice.equals > 0 ? hexxhopp_place(scene->s, &choice.spot) : any_action(scene);
}

/* --- What to do with no open tile, and with gifts ------------------------------------- */

/* One of the tiles set aside that fit: any, or the best. */
static int tile_to_take_back(const struct scene *scene)
{
    const struct hexxhopp *s = scene->s;
    int seat = scene->seat->seat;
    bool any = scene->mind->depth <= ANY_PLACE;
    if (!any)
        return hexxhopp_best_tile(s, &scene->sight, s->aside[seat],
                                  s->stacked[seat] > 0 ? 3 : 2);
    struct set aside = s->aside[seat];
    int chosen = -1;
    uint32_t met = 0;
    for (int tile; (tile = set_take(&aside)) >= 0;) {
        if (sight_most(&s->rim, &scene->sight, s->box.tile[tile]) > 0 &&
            peck_rng_below(scene->rng, ++met) == 0)
            chosen = tile;
    }
    return chosen;
}

static uint32_t choose_tile(const struct scene *scene)
{
    int tile = tile_to_take_back(scene);
    if (tile >= 0)
        return VERB_BACK + tile;
    return scene->s->stacked[scene->seat->seat] > 0 ? VERB_OPEN : any_action(scene);
}

/* Everybody gives as much as allowed; a bot that does not aim gives to anybody. There is
 * something to give: a seat that owes has no open tile, and has not won. */
static uint32_t choose_gift(const struct scene *scene)
{
    int me = scene->seat->seat;
    if (scene->mind->aims)
        return hexxhopp_gift(scene->s, &scene->sight, me, hexxhopp_leader(scene->s, me));
    uint32_t action = VERB_ENOUGH;
    while (action == VERB_ENOUGH)
        action = any_action(scene);
    return action;
}

static uint32_t choose(const struct scene *scene)
{
    const struct hexxhopp *s = scene->s;
    int seat = scene->seat->seat;
    if (scene->mind->depth == ANY_ACTION)
        return any_action(scene);
    if (s->owed[seat] > 0)
        return choose_gift(scene);
    if (s->turns)
        return choose_in_turns(scene);
    if (s->open[seat] == NONE)
        return choose_tile(scene);
    struct choice choice = {.equals = 0};
    consider(scene, s->open[seat], &choice);
    return choice.equals > 0 ? hexxhopp_place(s, &choice.spot) : VERB_ASIDE;
}

/* --- Playing on ----------------------------------------------------------------------- */

/* Actions worth a thought: of gifts one tile for each receiver, of the tiles set aside
 * those that fit. */
static bool worthwhile(const struct scene *scene, uint32_t action)
{
    const struct hexxhopp *s = scene->s;
    int seat = scene->seat->seat;
    switch (VERB(action)) {
    case VERB_GIVE:
        return action == hexxhopp_gift(s, &scene->sight, seat, (int)ARGUMENT(action) >> 8);
    case VERB_BACK:
        return sight_most(&s->rim, &scene->sight, s->box.tile[ARGUMENT(action)]) > 0;
    default: return true;
    }
}

/* What is known of an action before it is tried: placements by what they open and close,
 * and all else, of which there is little, first. */
static double promise(const struct scene *scene, uint32_t action)
{
    const struct hexxhopp *s = scene->s;
    int me = scene->seat->seat;
    uint32_t verb = VERB(action);
    if (verb != VERB_PLACE && verb != VERB_PLACE_TILE)
        return INFINITY;
    int slot = rim_around(&s->rim, PLACE_CELL(action)).slot[MIDDLE];
    struct spot spot = {
        .cell = PLACE_CELL(action),
        .tile = verb == VERB_PLACE ? s->open[me] : PLACE_TILE(action),
        .rotation = PLACE_ROTATION(action),
        .contacts = __builtin_popcount(rim_contacts(&s->rim, slot)),
    };
    return hexxhopp_ahead(s, me, &spot);
}

/* The most promising actions after the first, which is given; there is room for one more,
 * which falls out again. */
enum { CANDIDATES = 12 };
static uint32_t list_candidates(const struct scene *scene, uint32_t first,
                                struct candidate candidates[CANDIDATES + 1])
{
    uint32_t actions[PECK_ACTIONS_MAX], count = 1;
    double promises[CANDIDATES + 1] = {INFINITY};
    uint32_t legal = scene->seat->game->legal(scene->s, scene->seat->seat, actions);
    candidates[0] = (struct candidate){.action = first};
    for (uint32_t i = 0; i < legal; i++) {
        if (actions[i] == first || !worthwhile(scene, actions[i]))
            continue;
        double value = promise(scene, actions[i]);
        uint32_t at = count;
        for (; at > 1 && promises[at - 1] < value; at--) {
            promises[at] = promises[at - 1];
            candidates[at] = candidates[at - 1];
        }
        promises[at] = value;
        candidates[at] = (struct candidate){.action = actions[i]};
        count += count < CANDIDATES;
    }
    return count;
}

static struct trial trial_of(const struct scene *scene)
{
    return (struct trial){
        scene->seat, &scene->player->budget,        hexxhopp_value_net(scene->s),
        scene->rng,  scene->player->parameter == 0, false};
}

static uint32_t choose_by_playing_on(const struct scene *scene)
{
    struct candidate candidates[CANDIDATES + 1];
    uint32_t count = list_candidates(scene, choose(scene), candidates);
    struct trial trial = trial_of(scene);
    return hexxhopp_rollout_best(&trial, candidates, count);
}

/* --- Time ----------------------------------------------------------------------------- */

/* Cells looked at, in any order, until the open tile fits one; all of them when none fits.
 */
static int cells_looked_at(const struct scene *scene)
{
    const struct hexxhopp *s = scene->s;
    int tile = s->open[scene->seat->seat];
    struct spot spots[SPOTS_MAX];
    int cells = 0, looked = 0;
    for (int half = 0; half < HALVES; half++)
        cells += __builtin_popcountll(scene->sight.least[half][2]);
    int fits = hexxhopp_spots(&s->rim, &s->box, &scene->sight, tile, 2, spots);
    do {
        looked++;
    } while (looked < cells && (int)peck_rng_below(scene->rng, cells - looked + 1) >= fits);
    return looked;
}

/* A factor around 1 whose logarithm is normal with deviation 0.2. */
static double noise(struct peck_rng *rng)
{
    double normal = -6;
    for (int i = 0; i < 12; i++)
        normal += kit_real(rng);
    return exp(0.2 * normal);
}

static uint32_t delay_of(const struct scene *scene, uint32_t action)
{
    if (scene->player->parameter > 0)
        return scene->player->parameter;
    uint32_t verb = VERB(action), delay = scene->mind->base;
    if (verb == VERB_PLACE || verb == VERB_ASIDE)
        delay += scene->mind->look * cells_looked_at(scene);
    else if (verb == VERB_GIVE || verb == VERB_ENOUGH)
        delay /= 4;
    return 1 + (uint32_t)(delay * noise(scene->rng));
}

/* --- The bots ------------------------------------------------------------------------- */

static void estimate(const struct scene *scene, struct peck_thought *thought)
{
    uint32_t actions[PECK_ACTIONS_MAX];
    struct candidate candidates[PECK_ACTIONS_MAX];
    thought->count = scene->seat->game->legal(scene->s, scene->seat->seat, actions);
    for (uint32_t i = 0; i < thought->count; i++)
        candidates[i] = (struct candidate){.action = actions[i]};
    struct trial trial = trial_of(scene);
    hexxhopp_rollout_all(&trial, candidates, thought->count);
    for (uint32_t i = 0; i < thought->count; i++) {
        const struct candidate *c = &candidates[i];
        thought->estimates[i] = (struct peck_estimate){
            c->action,
            kit_mean(&c->win),
            kit_error(&c->win),
            kit_mean(&c->points),
            kit_error(&c->points),
        };
    }
}

static void think(const struct mind *mind, const struct peck_player *player,
                  const struct peck_seat *seat, struct peck_rng *rng,
                  struct peck_thought *thought)
{
    const struct hexxhopp *s = (const struct hexxhopp *)seat->view;
    struct peck_player hurried = *player;
    if (mind->depth == PLAY_ON && thought->estimates != NULL) /* two goes in one time */
        hurried.budget.milliseconds = (player->budget.milliseconds + 1) / 2;
    struct scene scene = {mind, &hurried, seat, s, sight_of(&s->rim), rng};
    thought->action =
        mind->depth == PLAY_ON ? choose_by_playing_on(&scene) : choose(&scene);
    thought->delay = s->turns ? 0 : delay_of(&scene, thought->action);
    thought->count = 0;
    if (thought->estimates != NULL)
        estimate(&scene, thought);
}

#define MIND(name, ...)                                                                    \
    static void think_##name(const struct peck_player *player,                             \
                             const struct peck_seat *seat, struct peck_rng *rng,           \
                             struct peck_thought *thought)                                 \
    {                                                                                      \
        static const struct mind mind = {__VA_ARGS__};                                     \
        think(&mind, player, seat, rng, thought);                                          \
    }

MIND(random, .depth = ANY_ACTION, .base = 3500, .look = 350)
MIND(easy, .depth = MOST, .base = 3500, .look = 350,
     .overlooks = {0, 0, 20, 75, 85, 90, 90})
MIND(normal, .depth = MOST, .aims = true, .base = 1800, .look = 150,
     .overlooks = {0, 0, 5, 15, 20, 20, 20})
MIND(hard, .depth = AHEAD, .aims = true, .base = 1000, .look = 60)
MIND(expert, .depth = PLAY_ON, .aims = true, .base = 600, .look = 40)
MIND(random_legal, .depth = ANY_PLACE, .base = 1000, .look = 60)
MIND(most_contacts, .depth = MOST, .base = 1000, .look = 60)

/* The parameter is the delay of every action; the bare name, 0, has a person's times. Work
 * is actions tried in a world; all but `expert` need it for estimates only. */
enum { DELAY_MAX = 60000 };
#define BOT(NAME, FUNCTION, MS, WORK, HELP)                                                \
    {.name = NAME,                                                                         \
     .help = HELP " (-N: N ms an action, as in hard-1000; work: tries)",                   \
     .low = 1,                                                                             \
     .high = DELAY_MAX,                                                                    \
     .budget = {MS, WORK},                                                                 \
     .think = think_##FUNCTION}

extern const struct peck_guide_kind peck_guide_hexxhopp; /* guide.c */

static const struct peck_bot bots[] = {
    BOT("random", random, 10, 200, "any legal action"),
    BOT("easy", easy, 10, 200, "slow, overlooks most of the good places"),
    BOT("normal", normal, 10, 200, "the most contacts it sees, gifts for the leader"),
    BOT("hard", hard, 100, 1000, "fast, thinks of what a placement opens and closes"),
    BOT("expert", expert, 1000, 400, "very fast, tries actions out in its mind"),
    {PECK_GUIDE_BOT, .low = 1, .high = DELAY_MAX},
    BOT("random-legal", random_legal, 100, 1000, "any placement, at the speed of hard"),
    BOT("most-contacts", most_contacts, 100, 1000, "most contacts, at the speed of hard"),
};

const struct peck_skill peck_skill_hexxhopp = {
    .bots = bots,
    .count = sizeof bots / sizeof *bots,
    .guide = &peck_guide_hexxhopp,
    .value = hexxhopp_value,
    .train = PECK_LEARNS(hexxhopp_train),
};
