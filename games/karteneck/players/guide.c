/* guide.c — the strategy guide of Karteneck: its rules, how to play by them, and its text.
 *
 * Every move has points, and the player makes the one with the most: laying one card of a
 * kind, laying all of it, passing with a worm laid, and failing on purpose. A theft is
 * never declined, and worm cards are laid from the highest number down. guide.h explains
 * guides. */
#include "play/guide.h"
#include "sampled_world.h"

/* Points of a theft are for each worm of the tile. */
enum { TOTALS = 6, SPREADS = 3, HOPES = 4, HANDS = 3, LATENESS = 3 };
enum {
    RULE_ONE,                          /* lay one card, by kind; worms last … */
    RULE_ALL = RULE_ONE + KINDS,       /* … or all of them, two or more */
    RULE_LATE = RULE_ALL + KINDS,      /* more for worms, by the total laid so far */
    RULE_HURRY = RULE_LATE + LATENESS, /* more for all of a kind as the last in the round */
    RULE_HIT,   /* more for a move after which the total is somebody's top tile … */
    RULE_REACH, /* … or can be, with one more move */
    RULE_THEFT, /* pass, when it is */
    RULE_PASS,  /* pass with a worm laid, by the total … */
    RULE_FIRST = RULE_PASS + TOTALS, /* … more with the highest total on the table … */
    RULE_LAST_FIRST, /* … more as the last in the round with the highest … */
    RULE_LAST,       /* … and without */
    RULE_FAIL,       /* fail, by the worms between best and worst tile … */
    RULE_HOPE = RULE_FAIL + SPREADS, /* … more, by what the hand could come to … */
    RULE_HAND = RULE_HOPE + HOPES,   /* … by the cards in hand … */
    RULE_LAID = RULE_HAND + HANDS,   /* … and with cards laid, which would be lost */
    RULE_ALONE,                      /* … and as the last in the round */
    RULES,
};

static const struct peck_rule rules[RULES] = {
    {"one-1", -60, 60, 20},
    {"one-2", -60, 60, 20},
    {"one-3", -60, 60, 20},
    {"one-4", -60, 60, 20},
    {"one-5", -60, 60, 16},
    {"one-worm", -60, 60, 9},
    {"all-1", -60, 60, 3},
    {"all-2", -60, 60, 14},
    {"all-3", -60, 60, 15},
    {"all-4", -60, 60, 18},
    {"all-5", -60, 60, 14},
    {"all-worms", -60, 60, 12},
    {"worm-to-9", -60, 60, 4},
    {"worm-to-15", -60, 60, 6},
    {"worm-from-16", -60, 60, 8},
    {"all-as-last", -60, 60, 2},
    {"hit", 0, 40, 10},
    {"reach", 0, 40, 3},
    {"theft", 0, 40, 12},
    {"pass-to-14", -60, 60, 4},
    {"pass-to-18", -60, 60, 4},
    {"pass-to-22", -60, 60, 6},
    {"pass-to-26", -60, 60, 8},
    {"pass-to-30", -60, 60, 9},
    {"pass-from-31", -60, 60, 12},
    {"pass-highest", -60, 60, 2},
    {"pass-last-highest", -60, 60, 10},
    {"pass-last", -60, 60, -10},
    {"fail-spread-2", -60, 60, 12},
    {"fail-spread-4", -60, 60, -2},
    {"fail-spread-5", -60, 60, -5},
    {"fail-no-worm", -60, 60, 4},
    {"fail-hand-to-19", -60, 60, 4},
    {"fail-hand-to-25", -60, 60, 2},
    {"fail-hand-from-26", -60, 60, -3},
    {"fail-cards-5", -60, 60, 10},
    {"fail-cards-8", -60, 60, 12},
    {"fail-cards-9", -60, 60, 8},
    {"fail-laid", -60, 60, -8},
    {"fail-last", -60, 60, -4},
};

/* What the seat on turn sees. */
struct look {
    uint64_t cards; /* of its hand, those that may be laid */
    int total;      /* laid so far */
    int others;     /* still in the round */
    bool worm;      /* has laid one */
    bool highest;   /* nobody else on the table has as much */
    int spread;     /* worms between the best and the worst tile of the grill */
};

static struct look look_at(const struct karteneck *s)
{
    int me = s->turn, best = 0;
    for (int i = 0; i < s->seats; i++)
        best = i != me && total(s->laid[i]) > best ? total(s->laid[i]) : best;
    struct look look = {
        .cards = playable(s),
        .total = total(s->laid[me]),
        .others = __builtin_popcount(s->in & ~(1u << me)),
        .worm = worms(s->laid[me]) != 0,
        .spread = tile_worms(s, highest(s->grill)) - tile_worms(s, lowest(s->grill)),
    };
    look.highest = look.total > best;
    return look;
}

/* The worms of the tile that a total would steal from another stack; 0 for none. */
static int prey(const struct karteneck *s, int sum)
{
    for (int i = 0; i < s->seats; i++) {
        if (i != s->turn && s->height[i] > 0 && s->stack[i][s->height[i] - 1] == sum)
            return tile_worms(s, sum);
    }
    return 0;
}

/* What a move adds to the total. */
static int sum_of(uint64_t cards, int move)
{
    int kind = move % KINDS, value = kind == KIND_WORM ? HEN_VALUES : kind + 1;
    return value * (move >= MOVE_ALL ? count_kind(cards, kind) : 1);
}

/* The most worms that one more move after this one could steal, from this total. */
static int reach(const struct karteneck *s, const struct look *look, int sum, int after)
{
    int most = 0;
    bool worm = look->worm || after % KINDS == KIND_WORM;
    for (uint32_t moves = moves_of(s) & ~(1u << MOVE_PASS); moves != 0;
         moves &= moves - 1) {
        int move = __builtin_ctz(moves);
        if (move % KINDS == after % KINDS || (!worm && move % KINDS != KIND_WORM))
            continue;
        int worms_there = prey(s, sum + sum_of(look->cards, move));
        most = worms_there > most ? worms_there : most;
    }
    return most;
}

static int pass_points(const int8_t *values, const struct karteneck *s,
                       const struct look *look)
{
    int band = look->total < 15 ? 0 : (look->total - 11) / 4;
    int points = values[RULE_PASS + (band < TOTALS ? band : TOTALS - 1)];
    points += values[RULE_THEFT] * prey(s, look->total);
    if (look->others == 0)
        return points + values[look->highest ? RULE_LAST_FIRST : RULE_LAST];
    return points + (look->highest ? values[RULE_FIRST] : 0);
}

static int fail_points(const int8_t *values, const struct karteneck *s,
                       const struct look *look)
{
    int hope = look->total + total(look->cards), cards = size(s->hand[s->turn]);
    int spread = look->spread <= 2 ? 0 : look->spread <= 4 ? 1 : 2;
    int points = values[RULE_FAIL + spread];
    points += values[RULE_HOPE + (worms(look->cards) == 0 ? 0
                                  : hope < 20             ? 1
                                  : hope < 26             ? 2
                                                          : 3)];
    points += values[RULE_HAND + (cards <= 5 ? 0 : cards <= 8 ? 1 : 2)];
    points += look->total > 0 ? values[RULE_LAID] : 0;
    return points + (look->others == 0 ? values[RULE_ALONE] : 0);
}

static int lay_points(const int8_t *values, const struct karteneck *s,
                      const struct look *look, int move)
{
    int kind = move % KINDS;
    bool all = move >= MOVE_ALL;
    int points = values[(all ? RULE_ALL : RULE_ONE) + kind];
    if (kind == KIND_WORM)
        points += values[RULE_LATE + (look->total < 10 ? 0 : look->total < 16 ? 1 : 2)];
    int sum = look->total + sum_of(look->cards, move);
    if (look->worm || kind == KIND_WORM)
        points += values[RULE_HIT] * prey(s, sum);
    points += values[RULE_REACH] * reach(s, look, sum, move);
    return points + (all && look->others == 0 ? values[RULE_HURRY] : 0);
}

static int best_move(const int8_t *values, const struct karteneck *s)
{
    struct look look = look_at(s);
    int best = MOVE_PASS;
    int most = look.worm ? pass_points(values, s, &look) : fail_points(values, s, &look);
    for (uint32_t moves = moves_of(s) & ~(1u << MOVE_PASS); moves != 0;
         moves &= moves - 1) {
        int move = __builtin_ctz(moves), points = lay_points(values, s, &look, move);
        if (points > most) {
            most = points;
            best = move;
        }
    }
    return best;
}

static uint32_t act(const int8_t values[], const struct peck_seat *seat,
                    struct peck_rng *rng)
{
    const struct karteneck *s = (const void *)seat->view;
    uint64_t hand = s->hand[s->turn];
    if (s->phase == PHASE_STEAL)
        return VERB_STEAL + (uint32_t)total(s->laid[s->turn]);
    if (s->phase == PHASE_ADD) {
        bool adds = values[RULE_ALL + KIND_WORM] >= values[RULE_ONE + KIND_WORM];
        uint32_t more = addable(s, hand);
        if (!adds || more == 0)
            return VERB_DONE;
        return VERB_ADD + 32 - (uint32_t)__builtin_clz(more);
    }
    int move = best_move(values, s), kind = move % KINDS;
    if (move == MOVE_PASS)
        return VERB_PASS;
    if (kind == KIND_WORM)
        return VERB_LAY + LAY_WORM + 32 - (uint32_t)__builtin_clz(worms(hand));
    return VERB_LAY + LAY_HENS * (kind + 1) +
           (uint32_t)(move >= MOVE_ALL ? hens(hand, kind + 1) : 1);
}

/* ---- In words. ---- */

static void put_row(const char *label, const int8_t *values, int count,
                    struct peck_text *text)
{
    peck_put_left(text, label, 40);
    for (int i = 0; i < count; i++)
        peck_put_right(text, values[i], 6);
    peck_put(text, "\n");
}

static void tell_laying(const int8_t *values, struct peck_text *text)
{
    peck_put(text,
             "PLAY what has the most points.\n\n"
             "Lay cards of the kind                        1     2     3     4     5  "
             "worm\n");
    put_row("  one of them", values + RULE_ONE, KINDS, text);
    put_row("  all of them, two or more", values + RULE_ALL, KINDS, text);
    peck_put(text, "  with a total so far of                   0-9 10-15   16-\n");
    put_row("    worms count more by", values + RULE_LATE, LATENESS, text);
    put_row("  more for all, as the last in the round", values + RULE_HURRY, 1, text);
    put_row("  if the total then is somebody's top\n  tile and you can steal it, per worm",
            values + RULE_HIT, 1, text);
    put_row("  the same, if one move more makes it so", values + RULE_REACH, 1, text);
}

static void tell(const int8_t values[], const struct peck_setup *setup,
                 struct peck_text *text)
{
    tell_laying(values, text);
    peck_put(text,
             "\nPass with a worm laid and a total of       -14 15-18 19-22 23-26 27-30   "
             "31-\n");
    put_row("  so many points", values + RULE_PASS, TOTALS, text);
    put_row("  more if that steals a tile, per worm", values + RULE_THEFT, 1, text);
    put_row("  more with the highest total", values + RULE_FIRST, 1, text);
    put_row("  instead, as last: with the highest", values + RULE_LAST_FIRST, 1, text);
    put_row("                    without", values + RULE_LAST, 1, text);
    peck_put(text, "\nFail on purpose: pass without a worm laid. Add up\n"
                   "  best tile less worst, in worms           0-2   3-4    5-\n");
    put_row("", values + RULE_FAIL, SPREADS, text);
    peck_put(text, "  no worm in hand; else what you could\n"
                   "  lay in all, with what lies there        none   -19 20-25   26-\n");
    put_row("", values + RULE_HOPE, HOPES, text);
    peck_put(text, "  cards in hand                             -5   6-8    9-\n");
    put_row("", values + RULE_HAND, HANDS, text);
    put_row("  cards already laid", values + RULE_LAID, 1, text);
    put_row("  the last in the round", values + RULE_ALONE, 1, text);
    peck_put(text,
             "\nLay worm cards from the highest number down, and never decline a theft.\n");
}

const struct peck_guide_kind peck_guide_karteneck = {
    .rules = rules,
    .count = RULES,
    .work = 200,
    .every = 2,
    .act = act,
    .tell = tell,
};
