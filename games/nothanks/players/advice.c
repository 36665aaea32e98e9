/* advice.c — No Thanks! for the advisor: see advice.h. */
#include <peck/advice.h>

#include "../rules/state.h"

static enum peck_status refuse_word(struct peck_error *error, const char *sentence)
{
    peck_error_say(error, sentence);
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
    uint64_t card = CARD(peck_scan_int(scan, "a card", CARD_LOW, CARD_HIGH));
    if (!scan->failed && (held & card) != 0) {
        scan->at = at;
        peck_scan_fail(scan, "each card once");
    }
    return card;
}

/* `3 4 10/7 8/-`: the cards of each seat, in any order. Returns the number of seats. */
static int read_cards(struct peck_scan *scan, uint64_t cards[SEATS_MAX])
{
    int seats = 0;
    do {
        if (seats == SEATS_MAX) {
            peck_scan_fail(scan, "the cards of at most seven seats");
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

/* A number that was said, or the standard; -1 with the sentence when it is none. */
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
    struct peck_text text = peck_error_begin(error);
    peck_put_int(&text, shown);
    peck_put(&text, shown == 1 ? " card lies" : " cards lie");
    peck_put(&text, " on the table, so of 24 there are ");
    peck_put_int(&text, DECK - shown);
    peck_put(&text, " left, not ");
    peck_put_int(&text, left);
    return PECK_BAD_POSITION;
}

static enum peck_status line(const struct peck_words *words, const struct peck_setup *setup,
                             int *seats, struct peck_text *line, struct peck_error *error)
{
    uint64_t cards[SEATS_MAX];
    const char *said = words->value[PECK_WORD_cards];
    (void)setup;
    if (words->value[PECK_WORD_card] == NULL || words->value[PECK_WORD_chips] == NULL ||
        said == NULL)
        return refuse_word(error, "say at least --card, --chips and --cards (of all seats, "
                                  "as in '3 4/-/7')");
    struct peck_scan scan = peck_scan_begin(said, peck_length(said), error);
    *seats = read_cards(&scan, cards);
    if (scan.failed)
        return PECK_BAD_POSITION;
    int card = read_number(words->value[PECK_WORD_card], "the card", CARD_LOW, CARD_HIGH, 0,
                           error);
    int pot = card < 0 ? -1
                       : read_number(words->value[PECK_WORD_pot], "the chips on the card",
                                     0, CHIPS_MAX, 0, error);
    int chips = pot < 0 ? -1
                        : read_number(words->value[PECK_WORD_chips], "your chips", 0,
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
    if (words->value[PECK_WORD_left] != NULL) {
        left = read_number(words->value[PECK_WORD_left], "cards left", 0, DECK, 0, error);
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
    .words = 1u << PECK_WORD_card | 1u << PECK_WORD_pot | 1u << PECK_WORD_chips |
             1u << PECK_WORD_cards | 1u << PECK_WORD_left,
    .line = line,
    .what = what,
};
