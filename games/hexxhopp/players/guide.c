/* guide.c — the strategy guide of Hexx & Hopp: its rules, how to play by them, its text.
 *
 * A placement has points: for its contacts, for the cells it makes or fills where three or
 * more contacts wait for somebody, and for what it does for the player's own tiles. Gifts
 * go to whoever has the fewest tiles. In the race a guide cannot say more than that: speed
 * is the player's own. guide.h explains guides. */
#include "play/guide.h"
#include "fast_policy.h"

enum { CONTACTS = SEGMENTS - 1, CONTACTS_LEAST = 2 };
enum {
    RULE_CONTACTS,                         /* points for two contacts to six */
    RULE_THREE = RULE_CONTACTS + CONTACTS, /* for each cell more with three contacts … */
    RULE_FOUR,                             /* … and with four or more */
    RULE_FIT,       /* for each own tile that has a place afterwards … */
    RULE_FIT_THREE, /* … and for each that has one with three contacts or more */
    RULE_BACK,      /* take a tile back from so many contacts on, before the stack */
    RULES,
};

static const struct peck_rule rules[RULES] = {
    {"contacts-2", 0, 0, 0},    {"contacts-3", 0, 60, 10}, {"contacts-4", 0, 60, 20},
    {"contacts-5", 0, 90, 30},  {"contacts-6", 0, 90, 60}, {"opens-three", -20, 20, 0},
    {"opens-four", -40, 20, 0}, {"fits", -9, 9, 0},        {"fits-three", -9, 9, 1},
    {"back-from", 2, 6, 3},
};

/* The tiles that the seat knows it has, but the open one. */
static struct set own_tiles(const struct hexxhopp *s, int seat)
{
    return s->turns ? hexxhopp_stack(s, seat) : s->aside[seat];
}

static int cells_with(const struct sight *sight, int contacts)
{
    int count = 0;
    for (int half = 0; half < HALVES; half++)
        count += __builtin_popcountll(sight->least[half][contacts]);
    return count;
}

static int points_of(const int8_t *values, const struct hexxhopp *s,
                     const struct sight *before, int seat, const struct spot *spot)
{
    struct rim rim = s->rim;
    struct around around = rim_around(&rim, spot->cell);
    rim_lay(&rim, spot->cell, shown(&s->box, spot->tile, spot->rotation), &around);
    struct sight sight = sight_of(&rim);
    int points = values[RULE_CONTACTS + spot->contacts - CONTACTS_LEAST];
    int four = cells_with(&sight, 4) - cells_with(before, 4);
    int three = cells_with(&sight, 3) - cells_with(before, 3) - four;
    points += values[RULE_THREE] * three + values[RULE_FOUR] * four;
    struct set mine = own_tiles(s, seat);
    set_remove(&mine, spot->tile);
    for (int tile; (tile = set_take(&mine)) >= 0;) {
        int most = sight_most(&rim, &sight, s->box.tile[tile]);
        points += most >= 3   ? values[RULE_FIT_THREE] + values[RULE_FIT]
                  : most >= 2 ? values[RULE_FIT]
                              : 0;
    }
    return points;
}

/* A choice among places, met one after the other: of equals any. */
struct choice {
    struct spot spot;
    int points;
    uint32_t equals; /* 0: none met */
};

static void consider(const int8_t *values, const struct hexxhopp *s,
                     const struct sight *sight, int seat, int tile, struct choice *choice,
                     struct peck_rng *rng)
{
    struct spot spots[SPOTS_MAX];
    int count = hexxhopp_spots(&s->rim, &s->box, sight, tile, CONTACTS_LEAST, spots);
    for (int i = 0; i < count; i++) {
        int points = points_of(values, s, sight, seat, &spots[i]);
        if (choice->equals > 0 && points < choice->points)
            continue;
        if (choice->equals == 0 || points > choice->points)
            choice->equals = 0;
        choice->points = points;
        choice->equals++;
        if (peck_rng_below(rng, choice->equals) == 0)
            choice->spot = spots[i];
    }
}

/* With nothing open: a tile set aside that is good now, else the stack, else whatever
 * fits, else anything: somebody's next tile may change it. */
static uint32_t next_tile(const int8_t *values, const struct hexxhopp *s,
                          const struct sight *sight, int seat)
{
    bool stack = s->stacked[seat] > 0;
    int tile = hexxhopp_best_tile(s, sight, s->aside[seat],
                                  stack ? values[RULE_BACK] : CONTACTS_LEAST);
    if (tile >= 0)
        return VERB_BACK + (uint32_t)tile;
    if (stack)
        return VERB_OPEN;
    struct set aside = s->aside[seat];
    return VERB_BACK + (uint32_t)set_take(&aside);
}

static uint32_t act(const int8_t values[], const struct peck_seat *seat,
                    struct peck_rng *rng)
{
    const struct hexxhopp *s = (const void *)seat->view;
    int me = seat->seat;
    struct sight sight = sight_of(&s->rim);
    struct choice choice = {.equals = 0};
    if (s->owed[me] > 0)
        return hexxhopp_gift(s, &sight, me, hexxhopp_leader(s, me));
    if (!s->turns && s->open[me] == NONE)
        return next_tile(values, s, &sight, me);
    struct set mine = {{0, 0}};
    if (s->turns)
        mine = hexxhopp_stack(s, me);
    else
        set_add(&mine, s->open[me]);
    for (int tile; (tile = set_take(&mine)) >= 0;)
        consider(values, s, &sight, me, tile, &choice, rng);
    if (choice.equals > 0)
        return hexxhopp_place(s, &choice.spot);
    return s->turns ? VERB_PASS : VERB_ASIDE;
}

/* ---- In words. ---- */

static void add_row(struct peck_guide_page *page, const char *key, int points)
{
    peck_guide_number(peck_guide_row(page, key), points);
}

static void tell(const int8_t values[], const struct peck_setup *setup,
                 struct peck_guide_page *page)
{
    bool turns = setup->option[OPTION_TURNS] != 0;
    peck_guide_text(page, "hexxhopp.guide.place");
    struct peck_guide_line *heading = peck_guide_row(page, "hexxhopp.guide.contacts");
    for (int i = 0; i < CONTACTS; i++)
        peck_guide_number(heading, i + CONTACTS_LEAST);
    peck_guide_numbers(peck_guide_row(page, "hexxhopp.guide.points"),
                       values + RULE_CONTACTS, CONTACTS);
    add_row(page, "hexxhopp.guide.three", values[RULE_THREE]);
    add_row(page, "hexxhopp.guide.four", values[RULE_FOUR]);
    add_row(page, turns ? "hexxhopp.guide.fits-other" : "hexxhopp.guide.fits-aside",
            values[RULE_FIT]);
    add_row(page, "hexxhopp.guide.fits-three", values[RULE_FIT_THREE]);
    peck_guide_text(page, "hexxhopp.guide.filled");
    peck_guide_text(page, NULL);
    if (!turns) {
        peck_guide_number(peck_guide_text(page, "hexxhopp.guide.look"), values[RULE_BACK]);
        peck_guide_text(page, NULL);
    }
    peck_guide_text(page, turns ? "hexxhopp.guide.give" : "hexxhopp.guide.give-aside");
}

const struct peck_guide_kind peck_guide_hexxhopp = {
    .rules = rules,
    .count = RULES,
    .variants = 1 << OPTION_TURNS,
    .work = 6000,
    .every = 12,
    .point = 0.05,
    .act = act,
    .page = tell,
};
