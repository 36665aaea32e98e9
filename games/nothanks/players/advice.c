/* advice.c — No Thanks! for the advisor: positions in plain words, and what actions do.
 *
 * The words become a position line, which peck_decode() checks as any other. advice.h has
 * the interface. */
#include <peck/advice.h>

#include "../rules/state.h"

enum { WORD_CARD, WORD_POT, WORD_CHIPS, WORD_CARDS, WORD_LEFT };

static enum peck_status refuse_word(struct peck_error *error, const char *key)
{
    peck_error_say(error, key);
    return PECK_BAD_POSITION;
}

static bool skip_spaces(struct peck_scan *scan)
{
    bool any = false;
    while (peck_scan_accept(scan, " ") || peck_scan_accept(scan, ",") ||
           peck_scan_accept(scan, "."))
        any = true;
    return any;
}

/* One that is not among those held: each is in the box once. */
static uint64_t read_card(struct peck_scan *scan, uint64_t held)
{
    const char *at = scan->at;
    uint64_t card = CARD(peck_scan_int(scan, "nothanks.error.card", CARD_LOW, CARD_HIGH));
    if (!scan->failed && (held & card) != 0) {
        scan->at = at;
        peck_scan_fail(scan, "nothanks.error.once");
    }
    return card;
}

/* `3 4 10/7 8/-`: the cards of each seat, in any order. Returns the number of seats. */
static int read_cards(struct peck_scan *scan, uint64_t cards[SEATS_MAX])
{
    int seats = 0;
    do {
        if (seats == SEATS_MAX) {
            peck_scan_fail(scan, "nothanks.error.seven");
            break;
        }
        cards[seats] = 0;
        skip_spaces(scan);
        if (!peck_scan_accept(scan, "-")) {
            do
                cards[seats] |= read_card(scan, cards[seats]);
            while (!scan->failed && skip_spaces(scan) && scan->at < scan->end &&
                   *scan->at != '/');
        }
        skip_spaces(scan);
        seats++;
    } while (!scan->failed && peck_scan_accept(scan, "/"));
    peck_scan_done(scan);
    return seats;
}

/* A given number, or the default; -1 with the error if it is not a number. */
static int read_number(const char *text, const char *what, int low, int high, int standard,
                       struct peck_error *error)
{
    if (text == NULL)
        return standard;
    struct peck_scan scan = peck_scan_begin(text, peck_length(text), error);
    int number = peck_scan_int(&scan, what, low, high);
    return peck_scan_done(&scan) ? number : -1;
}

/* NT-4: 24 cards are played, and all that were taken lie open. */
static enum peck_status check_left(int left, int shown, struct peck_error *error)
{
    if (left < 0 || left == DECK - shown)
        return PECK_OK;
    peck_error_say(error, "nothanks.error.left");
    peck_error_number(error, "count", shown);
    peck_error_number(error, "rest", DECK - shown);
    peck_error_number(error, "left", left);
    return PECK_BAD_POSITION;
}

static enum peck_status line(const struct peck_words *words, const struct peck_setup *setup,
                             const void *contents, int *seats, struct peck_text *line,
                             struct peck_error *error)
{
    uint64_t cards[SEATS_MAX];
    const char *said = words->value[WORD_CARDS];
    if (words->value[WORD_CARD] == NULL || words->value[WORD_CHIPS] == NULL || said == NULL)
        return refuse_word(error, "nothanks.error.words");
    struct peck_scan scan = peck_scan_begin(said, peck_length(said), error);
    *seats = read_cards(&scan, cards);
    if (scan.failed)
        return PECK_BAD_POSITION;
    int card = read_number(words->value[WORD_CARD], "nothanks.error.the-card", CARD_LOW,
                           CARD_HIGH, 0, error);
    int pot = card < 0 ? -1
                       : read_number(words->value[WORD_POT], "nothanks.error.pot", 0,
                                     CHIPS_MAX, 0, error);
    int chips = pot < 0 ? -1
                        : read_number(words->value[WORD_CHIPS], "nothanks.error.yours", 0,
                                      CHIPS_MAX, 0, error);
    if (chips < 0)
        return PECK_BAD_POSITION;
    peck_put(line, "p turn=0 card=");
    peck_put_int(line, card);
    peck_put(line, " pot=");
    peck_put_int(line, pot);
    peck_put(line, " chips=");
    peck_put_int(line, chips);
    int shown = 1;
    for (int s = 1; s < *seats; s++)
        peck_put(line, ",?");
    for (int s = 0; s < *seats; s++) {
        peck_put(line, s == 0 ? " cards=" : "/");
        nothanks_put_cards(line, cards[s]);
        shown += count(cards[s]);
    }
    int left = -1;
    if (words->value[WORD_LEFT] != NULL) {
        left = read_number(words->value[WORD_LEFT], "nothanks.error.cards-left", 0, DECK, 0,
                           error);
        if (left < 0)
            return PECK_BAD_POSITION;
    }
    return check_left(left, shown, error);
}

/* Points with their sign. */
static void add_signed(struct peck_reason *reason, const char *key, int points)
{
    struct peck_clause *clause = peck_reason_add(reason, key, 0, 0);
    struct peck_text text = peck_text_begin(clause->word, sizeof clause->word);
    peck_put(&text, points > 0 ? "+" : "");
    peck_put_int(&text, points);
}

static void what(const struct peck_seat *seat, uint32_t action, struct peck_reason *reason)
{
    const struct nothanks *s = (const void *)seat->view;
    if (action == VERB_REFUSE) {
        peck_reason_add(reason, "nothanks.why.refuse", s->chips[s->turn] - 1, 0);
        return;
    }
    int cost = card_cost(s), all = cost - s->pot;
    add_signed(reason, "nothanks.why.card", cost);
    add_signed(reason, "nothanks.why.pot", -s->pot); /* NT-21 */
    peck_reason_add(reason, all > 0 ? "nothanks.why.more" : "nothanks.why.less", all, 0);
}

const struct peck_advice peck_advice_nothanks = {
    .words =
        {
            [WORD_CARD] = {"card", "N", "the card on the table"},
            [WORD_POT] = {"pot", "N", "the chips on it (default: 0)"},
            [WORD_CHIPS] = {"chips", "N", "your chips"},
            [WORD_CARDS] = {"cards", "CARDS",
                            "the cards of all, you first, then clockwise, as in "
                            "'3 4 10/7 8/-'"},
            [WORD_LEFT] = {"left", "N",
                           "the cards still to come, to check the others (24 are "
                           "played)"},
        },
    .line = line,
    .what = what,
};
