/* state.h — the state of No Thanks! and the operations that playouts need.
 *
 * Only the game and its players include it. Numbers such as NT-12 refer to
 * games/nothanks/rules.md; the head of game.c says what to know first. Everything is
 * inline, because random play and the players' own playouts spend their time here. */
#ifndef NOTHANKS_STATE_H
#define NOTHANKS_STATE_H

#include <peck/game.h>

#include <string.h>

enum { PHASE_FIRST, PHASE_FLIP, PHASE_CHOICE, PHASE_OVER };
enum { SEATS_MIN = 3, SEATS_MAX = 7, SEATS_SMALL = 5 };       /* NT-2, NT-31 */
enum { CARD_LOW = 3, CARD_HIGH = 35, CARDS = 33, DECK = 24 }; /* NT-1, NT-4 */
enum { CHIPS_MAX = 55, BLANK = 0xff, NO_CARD = 0 };
enum { OPTION_TACTICAL, OPTION_LARGE, OPTION_FIRST };

/* An action is a verb in the upper half and a seat or a card in the lower. */
enum {
    VERB_FIRST = 1 << 16,
    VERB_FLIP = 2 << 16,
    VERB_TAKE = 3 << 16,
    VERB_REFUSE = 4 << 16
};
#define VERB(action) ((action) & 0xffff0000u)
#define ARGUMENT(action) ((action) & 0xffffu)

#define CARD(number) ((uint64_t)1 << (number))
#define ALL_CARDS (CARD(CARD_HIGH + 1) - CARD(CARD_LOW))
#define TACTICAL_OUT (CARD(10) | CARD(20) | CARD(30))

struct nothanks {
    uint64_t unseen;           /* the deck, and what left the game unseen */
    uint64_t sums;             /* of `unseen`, for drawing: see sums_of */
    uint64_t taken[SEATS_MAX]; /* face up before each seat */
    uint8_t chips[SEATS_MAX];  /* BLANK: hidden from the viewer */
    uint8_t pot;               /* chips on the card */
    uint8_t card;              /* the card up, or NO_CARD */
    uint8_t left;              /* cards in the deck */
    uint8_t phase, turn;
    uint8_t seats, tactical, large;
    int8_t first_option; /* -1: drawn */
};
_Static_assert(sizeof(struct nothanks) == 88, "no padding");

#define BYTES 0x0101010101010101u /* times a byte: that byte eight times */

static inline int count(uint64_t cards)
{
    return __builtin_popcountll(cards);
}

/* Byte i counts the cards below 5 * (i + 1): running sums over fives, at most 33 each. */
static inline uint64_t sums_of(uint64_t cards)
{
    uint64_t sums = 0;
    for (int five = 0; five < 8; five++)
        sums |= (uint64_t)count(cards & (CARD(5 * five + 5) - 1)) << 8 * five;
    return sums;
}

/* Takes the lowest card out of a set that is not empty. */
static inline int pop(uint64_t *cards)
{
    int card = __builtin_ctzll(*cards);
    *cards &= *cards - 1;
    return card;
}

/* The cards of the game: all but those that left it openly. */
static inline uint64_t cards_in_game(const struct nothanks *s)
{
    return s->tactical ? ALL_CARDS & ~TACTICAL_OUT : ALL_CARDS; /* NT-30 */
}

/* Chips of each seat at the start. */
static inline int start_chips(const struct nothanks *s)
{
    int chips = s->seats <= SEATS_SMALL ? 11 : s->seats == 6 ? 9 : 7; /* NT-3, NT-31 */
    return s->tactical && chips > 10 ? 10 : chips;                    /* NT-30, NT-32 */
}

/* The unseen card that has `skip` lower ones. Straight-line arithmetic, because the way to
 * a random card is never predicted. The fives before the card's own are those whose sum is
 * at most `skip`: each byte is subtracted below a guard bit, which stays when nothing was
 * to borrow. */
static inline uint32_t card_above(const struct nothanks *s, uint32_t skip)
{
    /* Octal, one digit for each bit set in five: its place, the lowest rightmost. */
    static const uint16_t nth[32] = {0,   00,   01,   010,   02,   020,   021,   0210,
                                     03,  030,  031,  0310,  032,  0320,  0321,  03210,
                                     04,  040,  041,  0410,  042,  0420,  0421,  04210,
                                     043, 0430, 0431, 04310, 0432, 04320, 04321, 043210};
    const uint64_t guards = 0x80 * BYTES;
    uint32_t five = count(((skip * BYTES | guards) - s->sums) & guards);
    skip -= s->sums << 8 >> 8 * five & 0xff;
    return 5 * five + (nth[s->unseen >> 5 * five & 31] >> 3 * skip & 7);
}

static inline void flip(struct nothanks *s, uint32_t card)
{
    PECK_ASSERT(card <= CARD_HIGH && s->unseen >> card & 1);
    s->card = card; /* NT-10 */
    s->unseen &= ~CARD(card);
    s->sums -= BYTES << 8 * (card / 5);
    s->left--;
    s->phase = PHASE_CHOICE;
}

static inline void take(struct nothanks *s)
{
    s->taken[s->turn] |= CARD(s->card); /* NT-13 */
    s->chips[s->turn] += s->pot;
    s->pot = 0;
    s->card = NO_CARD;
    s->phase = s->left == 0 ? PHASE_OVER : PHASE_FLIP; /* NT-15; the turn stays: NT-13 */
}

static inline void refuse(struct nothanks *s)
{
    PECK_ASSERT(s->chips[s->turn] > 0); /* NT-12 */
    s->chips[s->turn]--;                /* NT-11 */
    s->pot++;
    s->turn = s->turn + 1 == s->seats ? 0 : s->turn + 1; /* NT-14: round and round */
}

/* The lowest card of each run of a set. */
static inline uint64_t run_starts(uint64_t cards)
{
    return cards & ~(cards << 1);
}

/* The sum of the lowest cards of all runs. Binary digit by digit, because the way through a
 * set is never predicted: bit n of place[k] is digit k of n. */
static inline int card_points(uint64_t cards)
{
    static const uint64_t place[6] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc,
                                      0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
                                      0xffff0000ffff0000, 0xffffffff00000000};
    uint64_t starts = run_starts(cards);
    int points = 0;
    for (int digit = 0; digit < 6; digit++) /* NT-20 */
        points += count(starts & place[digit]) << digit;
    return points;
}

/* What the card up would add to the points of the seat on turn, without its chips. */
static inline int card_cost(const struct nothanks *s)
{
    uint64_t own = s->taken[s->turn];
    return card_points(own | CARD(s->card)) - card_points(own); /* NT-20 */
}

/* As position lines have them: `3.4.17`, or `-` for none. */
void nothanks_put_cards(struct peck_text *line, uint64_t cards);

#endif
