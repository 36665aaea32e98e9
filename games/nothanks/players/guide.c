/* guide.c — the strategy guide of No Thanks!: its rules, how to play by them, and its text.
 *
 * A card is taken once enough chips lie on it. How many is a table by the cards left in the
 * deck and by what the card would add to the player's points or, for a card that adds
 * nothing, by its number; such a card may go round for more chips. A player with few chips
 * takes earlier. The hidden chips of others play no part: players who remember them can do
 * better. guide.h explains guides. */
#include "play/guide.h"
#include "styles.h"

enum {
    STAGES = 4,
    STAGE_CARDS = DECK / STAGES,
    COSTS = 7,
    FREE = 3,
    PURSES = 5,
    CHEAP = 5
};
enum {
    RULE_POT,                               /* chips to take for, by stage and cost */
    RULE_FREE = RULE_POT + STAGES * COSTS,  /* the same without a cost, by the number */
    RULE_PURSE = RULE_FREE + STAGES * FREE, /* chips more, by the chips in hand */
    RULE_GAP = RULE_PURSE + PURSES, /* the cost is less by so much with a gap of one */
    RULE_WANTED, /* chips fewer for a card that costs nothing and another one wants */
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
    {"chips-1", -9, 9, -3},
    {"chips-3", -9, 9, -2},
    {"chips-6", -9, 9, 0},
    {"chips-10", 0, 0, 0},
    {"chips-more", -9, 9, 1},
    {"gap", 0, 20, 6},
    {"wanted", -6, 12, 4},
};

/* Cards left in the deck: fewer than 6, 12, 18, and more. */
static int stage_of(int left)
{
    return left / STAGE_CARDS < STAGES ? left / STAGE_CARDS : STAGES - 1;
}

/* Chips in hand: 1, 2 or 3, 4 to 6, 7 to 10, more. */
static int purse_of(int chips)
{
    return chips <= 1 ? 0 : chips <= 3 ? 1 : chips <= 6 ? 2 : chips <= 10 ? 3 : 4;
}

static int column_of(int cost)
{
    return cost <= 6 ? 0 : cost <= 10 ? 1 : cost > 30 ? COSTS - 1 : (cost - 1) / 5;
}

static int free_column_of(int card)
{
    return card <= 14 ? 0 : card <= 24 ? 1 : 2;
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
    int me = seat->seat, chips = s->chips[me], cost = costs.of[me], purse = purse_of(chips);
    int stage = stage_of(s->left), needed = values[RULE_PURSE + purse];
    if (chips == 0)
        return VERB_TAKE; /* NT-12 */
    if (cost <= 0) {
        needed += values[RULE_FREE + FREE * stage + free_column_of(s->card)];
        needed -= wanted(&costs, s->seats, me) ? values[RULE_WANTED] : 0;
    } else {
        if (gap_to(s, me))
            cost = cost > values[RULE_GAP] ? cost - values[RULE_GAP] : 1;
        needed += values[RULE_POT + COSTS * stage + column_of(cost)];
    }
    return s->pot >= needed ? VERB_TAKE : VERB_REFUSE;
}

/* ---- In words. ---- */

static void put_pots(const int8_t *pots, int count, struct peck_text *text)
{
    for (int i = 0; i < count; i++) {
        if (pots[i] <= 0)
            peck_put(text, "   any");
        else
            peck_put_right(text, pots[i], 6);
    }
}

static void put_number(struct peck_text *text, int number, const char *after)
{
    peck_put_int(text, number);
    peck_put(text, after);
}

static void tell_purse(const int8_t *purse, struct peck_text *text)
{
    static const char *const hands[PURSES] = {";\nwith 1 add ", ", with 2 or 3 add ",
                                              ", with 4 to 6 add ", "", ", with more add "};
    peck_put(text, "That is with 7 to 10 chips in hand");
    for (int i = 0; i < PURSES; i++) {
        peck_put(text, hands[i]);
        if (hands[i][0] != '\0')
            peck_put_int(text, purse[i]);
    }
    peck_put(text, ".\n");
}

static void tell(const int8_t values[], const struct peck_setup *setup,
                 struct peck_text *text)
{
    static const char *const stages[STAGES] = {"  0 to 5", "  6 to 11", "  12 to 17",
                                               "  18 and more"};
    peck_put(text,
             "TAKE the card when so many chips lie on it:\n"
             "  cards      the card adds to your points                its number, if it\n"
             "  in the     so much                                     adds nothing\n"
             "  deck         1-6  7-10 11-15 16-20 21-25 26-30  more    -14 15-24   25-\n");
    for (int stage = STAGES - 1; stage >= 0; stage--) {
        peck_put_left(text, stages[stage], 13);
        put_pots(values + RULE_POT + COSTS * stage, COSTS, text);
        peck_put(text, " ");
        put_pots(values + RULE_FREE + FREE * stage, FREE, text);
        peck_put(text, "\n");
    }
    tell_purse(values + RULE_PURSE, text);
    peck_put(text, "A card two away from one of yours adds ");
    put_number(text, values[RULE_GAP], " less, if the one between may come.\n");
    peck_put(text,
             "Let one that adds nothing go round until it has the chips; if it adds ");
    put_number(text, CHEAP, " or\nless to somebody else's points, ");
    put_number(text, values[RULE_WANTED], " chips fewer are enough.\n");
}

const struct peck_guide_kind peck_guide_nothanks = {
    .rules = rules,
    .count = RULES,
    .work = 0,
    .every = 3,
    .act = act,
    .tell = tell,
};
