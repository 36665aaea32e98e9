/* heckmeck_card.c — the card of Heckmeck and Extra Wurm: see card.h.
 *
 * Dice are chosen by points: so many for each die of the face, more for the first worm and
 * for a face that brings a tile at once. A turn ends when what can be had is worth enough,
 * which depends on the dice left and the faces chosen. Tiles are weighed in half worms. */
#include "card.h"
#include "games/heckmeck_state.h"

enum { STAGES = 3, STOP_DICE = 3, STOP_FACES = 4, NEAR = 3 };
enum {
    RULE_DIE,                      /* points for each die of a face, by face */
    RULE_WORM = RULE_DIE + FACES,  /* more for the first worm, by dice rolled */
    RULE_NOW = RULE_WORM + STAGES, /* more for each half worm to be had at once */
    RULE_STEAL,                    /* half worms that a steal is worth more */
    RULE_OWN,                      /* half worms off for each worm of the own top tile */
    RULE_STOP,                     /* enough to stop, by dice left and faces chosen */
    RULE_NEAR = RULE_STOP + STOP_DICE * STOP_FACES, /* more, when a better tile is near */
    RULE_MANY = RULE_NEAR + NEAR, /* enough to stop with more dice left than that */
    RULE_FIGURE,                  /* half worms for a specialist or the raven */
    RULE_ONES,                    /* points for two 1s or more */
    RULE_WEASEL,                  /* the weasel rolls again below so many points */
    RULE_HOLD,                    /* what each specialist is worth to hold */
    RULES = RULE_HOLD + SPECIALISTS,
};

static const struct peck_rule rules[RULES] = {
    {"die-1", 0, 12, 1},
    {"die-2", 0, 12, 2},
    {"die-3", 0, 12, 3},
    {"die-4", 0, 12, 4},
    {"die-5", 0, 14, 5},
    {"die-worm", 0, 14, 5},
    {"first-worm-6-dice", 0, 20, 2},
    {"first-worm-4-dice", 0, 20, 4},
    {"first-worm-fewer", 0, 20, 6},
    {"tile-now", 0, 6, 1},
    {"steal", -2, 8, 2},
    {"own-tile", 0, 2, 1},
    {"stop-1-die-2-faces", 0, 12, 3},
    {"stop-1-die-3-faces", 0, 12, 2},
    {"stop-1-die-4-faces", 0, 12, 2},
    {"stop-1-die-5-faces", 0, 12, 2},
    {"stop-2-dice-2-faces", 0, 12, 5},
    {"stop-2-dice-3-faces", 0, 12, 4},
    {"stop-2-dice-4-faces", 0, 12, 3},
    {"stop-2-dice-5-faces", 0, 12, 2},
    {"stop-3-dice-2-faces", 0, 12, 8},
    {"stop-3-dice-3-faces", 0, 12, 7},
    {"stop-3-dice-4-faces", 0, 12, 5},
    {"stop-3-dice-5-faces", 0, 12, 3},
    {"near-1", -3, 6, 0},
    {"near-2", -3, 6, 0},
    {"near-3", -3, 6, 0},
    {"stop-more-dice", 0, 12, 8},
    {"figure", 0, 8, 2},
    {"two-ones", 0, 12, 3},
    {"weasel-below", 0, 30, 5},
    {"hold-red-worm", 0, 5, 3},
    {"hold-hen", 0, 5, 1},
    {"hold-raven", 0, 0, 0},
    {"hold-weasel", 0, 5, 2},
    {"hold-golden-die", 0, 5, 4},
};

/* A moment after choosing dice. */
struct moment {
    int dice, faces;
    int points; /* 0 without a worm: HM-20 */
};

/* What can be had for a total: the better of grill and steal, in half worms. */
struct offer {
    int worth; /* 0: nothing */
    uint32_t action;
};

static int tile_worth(const int8_t *values, const struct heckmeck *s, int tile)
{
    bool figure = s->extra && specialist_on(s, tile) != SPECIALISTS;
    return 2 * tile_worms[tile] + (figure ? values[RULE_FIGURE] : 0);
}

static struct offer offer_for(const int8_t *values, const struct heckmeck *s, int points)
{
    struct offer offer = {0, 0};
    if (points < tile_number[TILE_11])
        return offer;
    int take = grill_tile(s, points), steal = steal_tile(s, points);
    if (take != NO_TILE)
        offer = (struct offer){tile_worth(values, s, take), VERB_TAKE + (uint32_t)take};
    if (steal == NO_TILE)
        return offer;
    int worth = 2 * tile_worms[steal] + values[RULE_STEAL];
    if (worth >= offer.worth)
        offer = (struct offer){worth, VERB_STEAL + (uint32_t)steal};
    return offer;
}

/* More that is wanted when a few points would bring something better. */
static int nearness(const int8_t *values, const struct heckmeck *s, int points, int worth)
{
    for (int more = 1; more <= NEAR; more++) {
        if (offer_for(values, s, points + more).worth > worth)
            return values[RULE_NEAR + more - 1];
    }
    return 0;
}

static bool enough(const int8_t *values, const struct heckmeck *s, struct moment at,
                   int worth)
{
    int faces = at.faces < 2 ? 2 : at.faces;
    int needed = at.dice > STOP_DICE
                     ? values[RULE_MANY]
                     : values[RULE_STOP + STOP_FACES * (at.dice - 1) + faces - 2];
    needed += nearness(values, s, at.points, worth);
    needed -= values[RULE_OWN] * tile_worms[s->top[s->turn]];
    return worth >= needed;
}

static struct moment after_keeping(const struct heckmeck *s, int face)
{
    int count = (int)count_of(dice_shown(s), face);
    int sum = s->sum + count * face_value[face];
    bool worm = face == WORM || (s->kept & MANY_WORMS) != 0,
         red = holds(s, RED_WORM, s->turn);
    struct moment at = {
        .dice = (int)(dice_in(dice_shown(s)))-count,
        .faces = __builtin_popcount(faces_in(s->kept)) + 1,
        .points = worm  ? sum
                  : red ? sum + face_value[WORM]
                        : 0,
    };
    return at;
}

static int points_for(const int8_t *values, const struct heckmeck *s, int face)
{
    int count = (int)count_of(dice_shown(s), face);
    int shown = (int)dice_in(dice_shown(s));
    int points = count * values[RULE_DIE + face];
    if (face == WORM)
        points += values[RULE_WORM + (shown >= 6 ? 0 : shown >= 4 ? 1 : 2)];
    if (s->extra && face == 0 && count >= 2)
        points += values[RULE_ONES]; /* XW-70 */
    struct moment at = after_keeping(s, face);
    int worth = offer_for(values, s, at.points).worth;
    if (worth > 0 && (at.dice == 0 || at.faces == FACES || enough(values, s, at, worth)))
        points += worth * values[RULE_NOW];
    return points;
}

static uint32_t keep(const int8_t *values, const struct heckmeck *s)
{
    int best = -1, most = 0;
    for (int face = FACES - 1; face >= 0; face--) {
        if ((choosable(s) >> 4 * face & 1) == 0)
            continue;
        int points = points_for(values, s, face);
        if (best < 0 || points > most) {
            best = face;
            most = points;
        }
    }
    if (weasel_ready(s) && (best < 0 || most < values[RULE_WEASEL]))
        return VERB_WEASEL;
    return best < 0 ? VERB_STOP : VERB_KEEP + (uint32_t)best;
}

static uint32_t decide(const int8_t *values, const struct heckmeck *s)
{
    bool worm = (s->kept & MANY_WORMS) != 0 || red_worm_counts(s);
    struct moment at = {
        .dice = s->dice + (s->golden == GOLDEN_READY),
        .faces = __builtin_popcount(faces_in(s->kept)),
        .points = worm ? total(s) : 0,
    };
    struct offer offer = offer_for(values, s, at.points);
    if (may_roll(s) && (offer.worth == 0 || !enough(values, s, at, offer.worth)))
        return VERB_ROLL;
    return offer.worth > 0 ? offer.action : VERB_STOP;
}

/* The specialist worth most; whom to rob: who has the most worms. */
static uint32_t choose_among(const int8_t *values, const struct heckmeck *s)
{
    uint32_t actions[ACTIONS_MAX], best = 0;
    uint32_t count = peck_heckmeck.legal(s, s->turn, actions);
    int most = -1;
    for (uint32_t i = 0; i < count; i++) {
        int of = (int)ARGUMENT(actions[i]);
        int worth = s->phase == PHASE_HOLD ? values[RULE_HOLD + of]
                                           : tile_points(s, of) + s->worms[of];
        if (worth > most) {
            most = worth;
            best = actions[i];
        }
    }
    return best;
}

static uint32_t act(const int8_t values[], const struct peck_seat *seat,
                    struct peck_rng *rng)
{
    const struct heckmeck *s = (const void *)seat->view;
    (void)rng;
    switch (s->phase) {
    case PHASE_KEEP: return keep(values, s);
    case PHASE_DECIDE: return decide(values, s);
    case PHASE_GOLDEN: return VERB_USE;
    default: return choose_among(values, s);
    }
}

static void tell(const int8_t values[], const struct peck_setup *setup,
                 struct peck_text *text)
{
    (void)setup;
    for (int i = 0; i < RULES; i++) {
        peck_put_left(text, rules[i].name, 24);
        peck_put_right(text, values[i], 3);
        peck_put(text, "\n");
    }
}

const struct peck_card_kind peck_card_heckmeck = {
    .rules = rules,
    .count = RULES,
    .variants = 1 << OPTION_EXTRA,
    .work = 1,
    .every = 1,
    .act = act,
    .tell = tell,
};
