/* guide.c — the strategy guide of Heckmeck: its rules, how to play by them, and its text.
 *
 * A player by the guide chooses dice by points: so many for each die of the face, more for
 * the first worm and for a face that brings a tile at once. The turn ends when the tile in
 * reach has enough points, which depends on the dice left and the faces chosen. guide.h
 * explains guides; `peck strategy` prints this one. */
#include "play/guide.h"
#include "../rules/state.h"

enum {
    STAGES = 3,
    STOP_DICE = 3,
    STOP_FACES = 4,
    STOP_FACES_LEAST = 2,
    LEAST_WORTH = 2, /* points of a tile: it has a worm at least */
};
enum {
    /* Points for one die of a face and for each more: without a worm, then with one. */
    RULE_DIE,
    RULE_WORM = RULE_DIE + 4 * FACES, /* more for the first worm, by dice rolled */
    RULE_SAFE = RULE_WORM + STAGES,   /* more for a face that brings any tile … */
    RULE_NOW,   /* … and for each point of the tile, if that is enough to stop */
    RULE_STEAL, /* points of a tile: two for each worm, so many for stealing it … */
    RULE_OWN,   /* … and for each worm of the own top tile, which is at risk */
    RULE_STOP,  /* points to stop at, by dice left and faces chosen … */
    RULE_MANY = RULE_STOP + STOP_DICE * STOP_FACES, /* … and with more dice left */
    RULE_ONES,                                      /* more for two 1s or more */
    RULE_WEASEL, /* the weasel rolls again below so many points */
    RULE_FIGURE, /* points for each specialist, and for the raven */
    RULES = RULE_FIGURE + SPECIALISTS,
};

static const struct peck_rule rules[RULES] = {
    {"no-worm-one-1", -9, 20, -3},
    {"no-worm-one-2", -9, 20, -1},
    {"no-worm-one-3", -9, 20, 1},
    {"no-worm-one-4", -9, 20, 2},
    {"no-worm-one-5", -9, 20, 3},
    {"no-worm-one-worm", -9, 20, 5},
    {"no-worm-more-1", -9, 20, -3},
    {"no-worm-more-2", -9, 20, -2},
    {"no-worm-more-3", -9, 20, 1},
    {"no-worm-more-4", -9, 20, 5},
    {"no-worm-more-5", -9, 20, 8},
    {"no-worm-more-worm", -9, 20, 10},
    {"worm-one-1", -9, 20, -3},
    {"worm-one-2", -9, 20, 0},
    {"worm-one-3", -9, 20, 2},
    {"worm-one-4", -9, 20, 3},
    {"worm-one-5", -9, 20, 4},
    {"worm-one-worm", -9, 20, 0},
    {"worm-more-1", -9, 20, -3},
    {"worm-more-2", -9, 20, 1},
    {"worm-more-3", -9, 20, 5},
    {"worm-more-4", -9, 20, 7},
    {"worm-more-5", -9, 20, 9},
    {"worm-more-worm", -9, 20, 5},
    {"first-worm-6-dice", 0, 30, 2},
    {"first-worm-4-dice", 0, 30, 4},
    {"first-worm-fewer", 0, 30, 6},
    {"any-tile", 0, 12, 2},
    {"tile-now", 0, 6, 2},
    {"steal", -2, 14, 5},
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
    {"stop-more-dice", 0, 12, 8},
    {"two-ones", 0, 40, 15},
    {"weasel-below", -5, 30, 4},
    {"red-worm", 0, 14, 3},
    {"hen", 0, 14, 2},
    {"raven", 0, 14, 2},
    {"weasel", 0, 14, 3},
    {"golden-die", 0, 14, 5},
};

/* A moment after choosing dice. */
struct moment {
    int dice, faces;
    int points; /* 0 without a worm: HM-20 */
};

/* What can be had for a total: the better of grill and steal, in points. */
struct offer {
    int worth; /* 0: nothing */
    uint32_t action;
};

/* What winning a specialist is worth: as much as it is better than the one held, for one
 * of two has to go back (XW-22). The raven brings a worm, and stays (XW-60). */
static int figure_worth(const int8_t *values, const struct heckmeck *s, int figure)
{
    int held = 0;
    if (figure == SPECIALISTS)
        return 0;
    for (int k = 0; k < SPECIALISTS && figure != RAVEN; k++)
        held = holds(s, k, s->turn) ? values[RULE_FIGURE + k] : held;
    int more = values[RULE_FIGURE + figure] - held;
    return more > 0 ? more : 0;
}

static int take_worth(const int8_t *values, const struct heckmeck *s, int tile)
{
    int worth = 2 * tile_worms[tile];
    return s->extra ? worth + figure_worth(values, s, specialist_on(s, tile)) : worth;
}

/* The specialist comes along (XW-21); under the hen it is the hen alone (XW-50). */
static int steal_worth(const int8_t *values, const struct heckmeck *s, int tile)
{
    int worth = 2 * tile_worms[tile] + values[RULE_STEAL], from = robbed_of(s, tile);
    for (int k = 0; k < SPECIALISTS && s->extra; k++) {
        if (holds(s, k, from))
            return k == HEN ? figure_worth(values, s, HEN)
                            : worth + figure_worth(values, s, k);
    }
    return worth;
}

static struct offer offer_for(const int8_t *values, const struct heckmeck *s, int points)
{
    struct offer offer = {0, 0};
    if (points < tile_number[TILE_11])
        return offer;
    int take = grill_tile(s, points), steal = steal_tile(s, points);
    if (take != NO_TILE)
        offer = (struct offer){take_worth(values, s, take), VERB_TAKE + (uint32_t)take};
    if (steal != NO_TILE && steal_worth(values, s, steal) >= offer.worth)
        offer = (struct offer){steal_worth(values, s, steal), VERB_STEAL + (uint32_t)steal};
    return offer;
}

static bool enough(const int8_t *values, const struct heckmeck *s, struct moment at,
                   int worth)
{
    int faces = at.faces < STOP_FACES_LEAST ? 0 : at.faces - STOP_FACES_LEAST;
    int needed = at.dice > STOP_DICE
                     ? values[RULE_MANY]
                     : values[RULE_STOP + STOP_FACES * (at.dice - 1) + faces];
    return worth + values[RULE_OWN] * tile_worms[s->top[s->turn]] >= needed;
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
    int stage = shown >= 7 ? 0 : shown >= 4 ? 1 : 2;
    bool worm = (s->kept & MANY_WORMS) != 0 || red_worm_counts(s);
    const int8_t *table = values + RULE_DIE + (worm ? 2 * FACES : 0);
    int points = table[face] + (count - 1) * table[FACES + face];
    if (face == WORM && !worm)
        points += values[RULE_WORM + stage];
    if (s->extra && face == 0 && count >= 2)
        points += values[RULE_ONES]; /* XW-70 */
    struct moment at = after_keeping(s, face);
    int worth = offer_for(values, s, at.points).worth;
    if (worth > 0)
        points += values[RULE_SAFE];
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
        int worth = s->phase == PHASE_HOLD ? values[RULE_FIGURE + of]
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
    switch (s->phase) {
    case PHASE_KEEP: return keep(values, s);
    case PHASE_DECIDE: return decide(values, s);
    case PHASE_GOLDEN: return VERB_USE;
    default: return choose_among(values, s);
    }
}

/* ---- In words. ---- */

/* From the worm down to the ones, as the heading has them. */
static void add_faces(struct peck_guide_page *page, const char *key, const int8_t *values)
{
    struct peck_guide_line *row = peck_guide_row(page, key);
    for (int face = FACES - 1; face >= 0; face--)
        peck_guide_number(row, values[face]);
}

/* So many points are enough; or any. */
static void add_enough(struct peck_guide_line *line, int enough)
{
    if (enough <= LEAST_WORTH)
        peck_guide_word(line, "plain.guide.any");
    else
        peck_guide_number(line, enough);
}

static void tell_dice(const int8_t *values, bool extra, struct peck_guide_page *page)
{
    static const char *const faces[] = {"heckmeck.guide.worm", "5", "4", "3", "2", "1"};
    peck_guide_text(page, "heckmeck.guide.keep");
    struct peck_guide_line *heading = peck_guide_row(page, NULL);
    for (int i = 0; i < FACES; i++)
        peck_guide_word(heading, faces[i]);
    add_faces(page, "heckmeck.guide.without", values);
    add_faces(page, "heckmeck.guide.more", values + FACES);
    add_faces(page, extra ? "heckmeck.guide.with-red" : "heckmeck.guide.with",
              values + 2 * FACES);
    add_faces(page, "heckmeck.guide.more", values + 3 * FACES);
    peck_guide_numbers(peck_guide_text(page, "heckmeck.guide.first-worm"),
                       values + RULE_WORM, 3);
    peck_guide_number(
        peck_guide_number(peck_guide_text(page, "heckmeck.guide.now"), values[RULE_SAFE]),
        values[RULE_NOW]);
}

static void tell_stop(const int8_t *values, struct peck_guide_page *page)
{
    static const char *const left[STOP_DICE] = {
        "heckmeck.guide.left-1", "heckmeck.guide.left-2", "heckmeck.guide.left-3"};
    peck_guide_text(page, NULL);
    peck_guide_number(
        peck_guide_number(peck_guide_text(page, "heckmeck.guide.stop"), values[RULE_STEAL]),
        values[RULE_OWN]);
    struct peck_guide_line *heading = peck_guide_row(page, "heckmeck.guide.faces");
    for (int i = 0; i < STOP_FACES; i++)
        peck_guide_number(heading, i + STOP_FACES_LEAST);
    for (int dice = 0; dice < STOP_DICE; dice++) {
        struct peck_guide_line *row = peck_guide_row(page, left[dice]);
        for (int i = 0; i < STOP_FACES; i++)
            add_enough(row, values[RULE_STOP + STOP_FACES * dice + i]);
    }
    peck_guide_text(page, "heckmeck.guide.else");
}

static void tell_extra(const int8_t *values, struct peck_guide_page *page)
{
    bool any = values[RULE_MANY] <= LEAST_WORTH;
    peck_guide_text(page, NULL);
    peck_guide_numbers(peck_guide_text(page, "heckmeck.guide.extra"), values + RULE_FIGURE,
                       SPECIALISTS);
    peck_guide_number(peck_guide_text(page, "heckmeck.guide.ones"), values[RULE_ONES]);
    struct peck_guide_line *many =
        peck_guide_text(page, any ? "heckmeck.guide.many-any" : "heckmeck.guide.many");
    if (!any)
        peck_guide_number(many, values[RULE_MANY]);
    peck_guide_number(peck_guide_text(page, "heckmeck.guide.weasel"), values[RULE_WEASEL]);
}

static void tell(const int8_t values[], const struct peck_setup *setup,
                 struct peck_guide_page *page)
{
    tell_dice(values, setup->option[OPTION_EXTRA] != 0, page);
    tell_stop(values, page);
    if (setup->option[OPTION_EXTRA] != 0)
        tell_extra(values, page);
}

const struct peck_guide_kind peck_guide_heckmeck = {
    .rules = rules,
    .count = RULES,
    .variants = 1 << OPTION_EXTRA,
    .work = 1,
    .every = 1,
    .act = act,
    .page = tell,
};
