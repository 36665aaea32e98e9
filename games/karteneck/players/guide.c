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

static void add_row(struct peck_guide_page *page, const char *key, const int8_t *values,
                    int count)
{
    peck_guide_numbers(peck_guide_row(page, key), values, count);
}

/* What the columns below it are for: words up to the first NULL. */
static void add_heading(struct peck_guide_page *page, const char *key,
                        const char *const *words)
{
    struct peck_guide_line *row = peck_guide_row(page, key);
    for (; *words != NULL; words++)
        peck_guide_word(row, *words);
}

static void tell_laying(const int8_t *values, struct peck_guide_page *page)
{
    static const char *const kinds[] = {"1", "2", "3", "4", "5", "karteneck.guide.worm",
                                        NULL};
    static const char *const totals[] = {"0-9", "10-15", "16-", NULL};
    peck_guide_text(page, "karteneck.guide.play");
    peck_guide_text(page, NULL);
    add_heading(page, "karteneck.guide.lay", kinds);
    add_row(page, "karteneck.guide.one", values + RULE_ONE, KINDS);
    add_row(page, "karteneck.guide.all", values + RULE_ALL, KINDS);
    add_heading(page, "karteneck.guide.total", totals);
    add_row(page, "karteneck.guide.late", values + RULE_LATE, LATENESS);
    add_row(page, "karteneck.guide.hurry", values + RULE_HURRY, 1);
    add_row(page, "karteneck.guide.hit", values + RULE_HIT, 1);
    add_row(page, "karteneck.guide.reach", values + RULE_REACH, 1);
}

static void tell_passing(const int8_t *values, struct peck_guide_page *page)
{
    static const char *const totals[] = {"-14",   "15-18", "19-22", "23-26",
                                         "27-30", "31-",   NULL};
    peck_guide_text(page, NULL);
    add_heading(page, "karteneck.guide.pass", totals);
    add_row(page, "karteneck.guide.points", values + RULE_PASS, TOTALS);
    add_row(page, "karteneck.guide.theft", values + RULE_THEFT, 1);
    add_row(page, "karteneck.guide.highest", values + RULE_FIRST, 1);
    add_row(page, "karteneck.guide.last-highest", values + RULE_LAST_FIRST, 1);
    add_row(page, "karteneck.guide.last-other", values + RULE_LAST, 1);
}

static void tell_failing(const int8_t *values, struct peck_guide_page *page)
{
    static const char *const spreads[] = {"0-2", "3-4", "5-", NULL};
    static const char *const hopes[] = {"karteneck.guide.no-worm", "-19", "20-25", "26-",
                                        NULL};
    static const char *const hands[] = {"-5", "6-8", "9-", NULL};
    peck_guide_text(page, NULL);
    peck_guide_text(page, "karteneck.guide.fail");
    add_heading(page, "karteneck.guide.spread", spreads);
    add_row(page, NULL, values + RULE_FAIL, SPREADS);
    add_heading(page, "karteneck.guide.hope", hopes);
    add_row(page, NULL, values + RULE_HOPE, HOPES);
    add_heading(page, "karteneck.guide.hand", hands);
    add_row(page, NULL, values + RULE_HAND, HANDS);
    add_row(page, "karteneck.guide.laid", values + RULE_LAID, 1);
    add_row(page, "karteneck.guide.alone", values + RULE_ALONE, 1);
    peck_guide_text(page, NULL);
    peck_guide_text(page, "karteneck.guide.always");
}

static void tell(const int8_t values[], const struct peck_setup *setup,
                 struct peck_guide_page *page)
{
    tell_laying(values, page);
    tell_passing(values, page);
    tell_failing(values, page);
}

const struct peck_guide_kind peck_guide_karteneck = {
    .rules = rules,
    .count = RULES,
    .work = 200,
    .every = 2,
    .act = act,
    .page = tell,
};
