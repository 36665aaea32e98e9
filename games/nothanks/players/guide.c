/* guide.c — the strategy guide of No Thanks!: its rules, how to play by them, and its text.
 *
 * A card is taken once enough chips lie on it. How many is a table by the cards left in the
 * deck and by what the card would add to the player's points or, for a card that adds
 * nothing, by its number; such a card may go round for more chips, unless somebody else
 * would take it soon. Along a row of the table the numbers never fall: a number counts no
 * more than those of dearer cards. A player with few chips takes earlier. The hidden chips
 * of others play no part: players who remember them can do better. guide.h explains guides.
 */
#include "play/guide.h"
#include "styles.h"

enum {
    STAGES = 4,
    STAGE_CARDS = DECK / STAGES,
    COSTS = 7,
    FREE = 3,
    FEW = 3,   /* chips in hand: up to so many are few … */
    MANY = 10, /* … and more than so many are many */
    CHEAP = 5
};
enum {
    RULE_POT,                              /* chips to take for, by stage and cost */
    RULE_FREE = RULE_POT + STAGES * COSTS, /* the same without a cost, by the number */
    RULE_LAST = RULE_FREE + STAGES * FREE, /* chips fewer with one in hand … */
    RULE_FEW,                              /* … with few, … */
    RULE_MANY,                             /* … and more with many */
    RULE_GAP, /* the cost is less by so much with a gap of one */
    RULES,
};

#define STAGE(left, a, b, c, d, e, f, g)                                                   \
    {"left-" left "-cost-to-6", -5, 30, a}, {"left-" left "-cost-to-10", -5, 30, b},       \
        {"left-" left "-cost-to-15", -5, 30, c}, {"left-" left "-cost-to-20", -5, 30, d},  \
        {"left-" left "-cost-to-25", -5, 30, e}, {"left-" left "-cost-to-30", -5, 30, f},  \
    {                                                                                      \
        "left-" left "-cost-over-30", -5, 40, g                                            \
    }
#define FREE_STAGE(left, a, b, c)                                                          \
    {"left-" left "-free-to-14", -5, 30, a}, {"left-" left "-free-to-24", -5, 30, b},      \
    {                                                                                      \
        "left-" left "-free-over-24", -5, 30, c                                            \
    }

static const struct peck_rule rules[RULES] = {
    STAGE("0", 6, 10, 14, 18, 22, 26, 30),
    STAGE("6", 3, 5, 7, 10, 12, 15, 18),
    STAGE("12", 2, 4, 5, 7, 9, 11, 13),
    STAGE("18", 1, 2, 3, 4, 6, 8, 9),
    FREE_STAGE("0", 2, 4, 6),
    FREE_STAGE("6", 2, 4, 6),
    FREE_STAGE("12", 2, 4, 6),
    FREE_STAGE("18", 2, 4, 6),
    {"chips-1", 0, 9, 3},
    {"chips-3", 0, 9, 2},
    {"chips-more", 0, 9, 1},
    {"gap", 0, 20, 6},
};

/* Cards left in the deck: fewer than 6, 12, 18, and more. */
static int stage_of(int left)
{
    return left / STAGE_CARDS < STAGES ? left / STAGE_CARDS : STAGES - 1;
}

static int column_of(int cost)
{
    return cost <= 6 ? 0 : cost <= 10 ? 1 : cost > 30 ? COSTS - 1 : (cost - 1) / 5;
}

static int free_column_of(int card)
{
    return card <= 14 ? 0 : card <= 24 ? 1 : 2;
}

/* A number of a row: the least from that column on, so that rows rise. */
static int rising(const int8_t *row, int column, int count)
{
    int least = row[column];
    for (int i = column + 1; i < count; i++)
        least = row[i] < least ? row[i] : least;
    return least;
}

/* How many chips more a player with so many in hand waits for. */
static int patience(const int8_t values[], int chips)
{
    if (chips <= FEW)
        return -values[chips <= 1 ? RULE_LAST : RULE_FEW];
    return chips > MANY ? values[RULE_MANY] : 0;
}

/* A card of the own lies two away, and the one between can still come. */
static bool gap_to(const struct nothanks *s, int seat)
{
    uint64_t mine = s->taken[seat];
    uint64_t card = CARD(s->card);
    return ((mine << 2 | mine >> 2) & card) != 0 &&
           (((mine << 2 & card) != 0 && (s->unseen & card >> 1) != 0) ||
            ((mine >> 2 & card) != 0 && (s->unseen & card << 1) != 0));
}

/* Somebody else would take it soon. */
static bool wanted(const struct costs *costs, int seats, int seat)
{
    for (int i = 0; i < seats; i++) {
        if (i != seat && costs->of[i] <= CHEAP)
            return true;
    }
    return false;
}

static uint32_t act(const int8_t values[], const struct peck_seat *seat,
                    struct peck_rng *rng)
{
    const struct nothanks *s = (const void *)seat->view;
    struct costs costs = nothanks_costs_of(s);
    int me = seat->seat, chips = s->chips[me], cost = costs.of[me];
    int stage = stage_of(s->left), needed = patience(values, chips);
    if (chips == 0)
        return VERB_TAKE; /* NT-12 */
    if (cost <= 0) {
        if (wanted(&costs, s->seats, me))
            return VERB_TAKE;
        needed += rising(values + RULE_FREE + FREE * stage, free_column_of(s->card), FREE);
    } else {
        if (gap_to(s, me))
            cost = cost > values[RULE_GAP] ? cost - values[RULE_GAP] : 1;
        needed += rising(values + RULE_POT + COSTS * stage, column_of(cost), COSTS);
    }
    return s->pot >= needed ? VERB_TAKE : VERB_REFUSE;
}

/* ---- In words. ---- */

static void add_heading(struct peck_guide_page *page, const char *key,
                        const char *const *words)
{
    struct peck_guide_line *row = peck_guide_row(page, key);
    for (; *words != NULL; words++)
        peck_guide_word(row, *words);
}

/* A row of the table for each stage, the first cards of a match first. */
static void add_stages(struct peck_guide_page *page, const int8_t *values, int count)
{
    static const char *const stages[STAGES] = {
        "nothanks.guide.left-0", "nothanks.guide.left-6", "nothanks.guide.left-12",
        "nothanks.guide.left-18"};
    for (int stage = STAGES - 1; stage >= 0; stage--) {
        struct peck_guide_line *row = peck_guide_row(page, stages[stage]);
        for (int i = 0; i < count; i++) {
            int pot = rising(values + count * stage, i, count);
            if (pot <= 0)
                peck_guide_word(row, "nothanks.guide.at-once");
            else
                peck_guide_number(row, pot);
        }
    }
}

static void tell(const int8_t values[], const struct peck_setup *setup,
                 struct peck_guide_page *page)
{
    static const char *const costs[] = {"1-6",   "7-10",  "11-15", "16-20",
                                        "21-25", "26-30", "31-",   NULL};
    static const char *const cards[] = {"3-14", "15-24", "25-35", NULL};
    peck_guide_text(page, "nothanks.guide.take");
    add_heading(page, "nothanks.guide.adds", costs);
    add_stages(page, values + RULE_POT, COSTS);
    if (values[RULE_GAP] > 0)
        peck_guide_number(peck_guide_text(page, "nothanks.guide.gap"), values[RULE_GAP]);
    peck_guide_text(page, NULL);
    peck_guide_number(peck_guide_text(page, "nothanks.guide.free"), CHEAP);
    add_heading(page, "nothanks.guide.number", cards);
    add_stages(page, values + RULE_FREE, FREE);
    peck_guide_text(page, NULL);
    peck_guide_numbers(peck_guide_text(page, "nothanks.guide.chips"), values + RULE_LAST,
                       RULE_GAP - RULE_LAST);
}

const struct peck_guide_kind peck_guide_nothanks = {
    .rules = rules,
    .count = RULES,
    .work = 0,
    .every = 3,
    .act = act,
    .page = tell,
};
