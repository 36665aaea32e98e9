/* state.h — the state of Heckmeck am Karteneck, its piles of cards and sets of tiles.
 *
 * Only the game and its bots include it. A pile of cards is one 64-bit word: 25 bits for
 * the worm cards, which are all different, five lanes of 5 bits that count the hens of each
 * value (17 at most, so a lane never overflows), and above them the number of cards.
 * Merging two piles is an addition, and taking a card away is a subtraction. In a view, a
 * pile whose cards are hidden has only its size; such a pile is *blank*. An empty pile is
 * never blank.
 *
 * A set of tiles is one 32-bit word: the lowest two bits count the tiles of value 0, and
 * bit v - 14 is tile v. Stacks keep their order, because only the top can be stolen.
 *
 * Deck and supply have no order: cards and tiles are drawn at chance plies. So the tiles
 * removed unseen (KE-4) and the supply are one set, and `done` says when to stop. */
#ifndef KARTENECK_STATE_H
#define KARTENECK_STATE_H

#include <peck/game.h>

enum {
    SEATS_MIN = 2,
    SEATS_MAX = 6,
    CARDS = 110,
    HEN_VALUES = 5,
    HENS_EACH = 17,
    WORMS = 25,
    HAND = 6,
    TILES = 30,
    TILE_LOW = 16,
    TILE_HIGH = 42,
    WORMS_MOST = 99, /* on a tile, whatever the box */
    /* A seat gains one tile of the grill in a round and steals one at most, in 9 rounds. */
    STACK_MAX = 18,
};
enum {
    PHASE_FIRST, /* chance: who begins */
    PHASE_DEAL,  /* chance: the hands */
    PHASE_TILE,  /* chance: the grill */
    PHASE_ACT,   /* a seat lays or passes */
    PHASE_ADD,   /* it has laid a worm card and may add more, or is done: KE-16 */
    PHASE_STEAL, /* it has passed, and its total tops another stack */
    PHASE_DRAW,  /* chance: cards for the seat on turn */
    PHASE_OVER,
};

/* Where things are in a pile. */
enum { LANE_BITS = 5, LANE = 31, HENS_AT = 25, SIZE_AT = 50 };

/* A card's number: hens are 1 to 5, worm card n is 5 + n; 0 is a card face down. */
enum { CARD_HIDDEN = 0, CARD_WORM = HEN_VALUES };

/* An action is a verb in the upper half and an argument in the lower: a seat, a card, a
 * tile. Laying n hens of value v has the argument 32 v + n, laying worm card n has
 * LAY_WORM + n. */
enum {
    VERB_FIRST = 1 << 16,
    VERB_CARD = 2 << 16,
    VERB_TILE = 3 << 16,
    VERB_LAY = 4 << 16,
    VERB_PASS = 5 << 16,
    VERB_ADD = 6 << 16,
    VERB_DONE = 7 << 16,
    VERB_STEAL = 8 << 16,
    VERB_DECLINE = 9 << 16,
    LAY_HENS = 32,
    LAY_WORM = LAY_HENS * (HEN_VALUES + 1),
};
#define VERB(action) ((action) & 0xffff0000u)
#define ARGUMENT(action) ((action) & 0xffffu)

/* KE-2: the worms on the tiles from 16 up. Those with a 0 have none. */
struct contents {
    uint8_t worms[TILE_HIGH - TILE_LOW + 1];
    uint8_t unused[5]; /* always 0 */
};

struct karteneck {
    uint64_t hand[SEATS_MAX], laid[SEATS_MAX], deck, discard; /* piles */
    uint32_t unseen, grill;                                   /* sets of tiles */
    uint8_t stack[SEATS_MAX][STACK_MAX];                      /* values, bottom to top */
    uint8_t height[SEATS_MAX];
    uint8_t seats;
    int8_t first_option; /* -1: drawn */
    uint8_t phase;
    uint8_t turn;      /* while dealing: who will begin */
    uint8_t done;      /* grills given out */
    uint8_t draws;     /* cards the seat on turn has still to draw */
    uint8_t in;        /* mask of the seats still in the round */
    uint8_t failed;    /* mask of those that passed without a worm card */
    uint8_t unused[6]; /* always 0 */
    struct contents box;
};
_Static_assert(sizeof(struct karteneck) == 248 + sizeof(struct contents), "no padding");
_Static_assert(sizeof(struct contents) == 32, "no padding");

/* KE-4: rounds by seats, and with them the tiles that stay in the box. */
static const uint8_t rounds_of[SEATS_MAX + 1] = {0, 0, 9, 8, 7, 6, 5};

/* ---- piles ---- */

static const uint64_t CARDS_MASK = (1ull << SIZE_AT) - 1;
static const uint32_t WORM_MASK = (1u << WORMS) - 1;

static inline uint32_t worms(uint64_t pile)
{
    return pile & WORM_MASK;
}

static inline int hens(uint64_t pile, int value)
{
    return pile >> (HENS_AT + LANE_BITS * (value - 1)) & LANE;
}

static inline int size(uint64_t pile)
{
    return pile >> SIZE_AT;
}

static inline bool blank(uint64_t pile)
{
    return pile != 0 && (pile & CARDS_MASK) == 0;
}

/* The pile of this card alone. */
static inline uint64_t single(uint32_t card)
{
    PECK_ASSERT(card >= 1 && card <= CARD_WORM + WORMS);
    int at = card > CARD_WORM ? card - CARD_WORM - 1 : HENS_AT + LANE_BITS * (card - 1);
    return 1ull << SIZE_AT | 1ull << at;
}

/* KE-3: all cards. */
static inline uint64_t all_cards(void)
{
    uint64_t pile = (uint64_t)CARDS << SIZE_AT | WORM_MASK;
    for (int v = 1; v <= HEN_VALUES; v++)
        pile |= (uint64_t)HENS_EACH << (HENS_AT + LANE_BITS * (v - 1));
    return pile;
}

static inline int known(uint64_t pile)
{
    int count = __builtin_popcount(worms(pile));
    for (int v = 1; v <= HEN_VALUES; v++)
        count += hens(pile, v);
    return count;
}

/* KE-3: a worm card is worth 5. */
static inline int total(uint64_t pile)
{
    int sum = 5 * __builtin_popcount(worms(pile));
    for (int v = 1; v <= HEN_VALUES; v++)
        sum += v * hens(pile, v);
    return sum;
}

/* The number of the k-th set bit, by halving: five steps, no branch on what is drawn. */
static inline uint32_t select_bit(uint32_t mask, uint32_t k)
{
    uint32_t at = 0;
    for (uint32_t half = 16; half > 0; half /= 2) {
        uint32_t low = __builtin_popcount(mask >> at & ((1u << half) - 1));
        uint32_t above = 0u - (k >= low); /* all ones when it lies in the upper half */
        k -= low & above;
        at += half & above;
    }
    return at;
}

/* The k-th card of a pile, hens first. */
static inline uint32_t card_at(uint64_t pile, uint32_t k)
{
    uint32_t card = 1, sum = 0;
    for (int v = 1; v <= HEN_VALUES; v++) {
        sum += hens(pile, v);
        card += k >= sum;
    }
    if (card <= HEN_VALUES)
        return card;
    return CARD_WORM + 1 + select_bit(worms(pile), k - sum);
}

/* The cards nobody at this view can see: nothing in a full state. */
static inline uint64_t pool(const struct karteneck *s)
{
    uint64_t pile = all_cards() - s->discard - (blank(s->deck) ? 0 : s->deck);
    for (int i = 0; i < s->seats; i++)
        pile -= s->laid[i] + (blank(s->hand[i]) ? 0 : s->hand[i]);
    return pile;
}

/* ---- sets of tiles ---- */

enum { ZERO_MASK = 3, TILE_BIT = TILE_LOW - 2 };
static const uint32_t ALL_TILES = (1u << (TILE_HIGH - TILE_BIT + 1)) - 1; /* KE-1 */

static inline uint32_t tile_set(uint32_t value)
{
    PECK_ASSERT(value == 0 || (value >= TILE_LOW && value <= TILE_HIGH));
    return value == 0 ? 1 : 1u << (value - TILE_BIT);
}

static inline uint32_t tile_count(uint32_t set)
{
    return (set & ZERO_MASK) + __builtin_popcount(set & ~ZERO_MASK);
}

static inline uint32_t lowest(uint32_t set)
{
    return (set & ZERO_MASK) != 0 ? 0 : TILE_BIT + __builtin_ctz(set);
}

static inline uint32_t highest(uint32_t set)
{
    return set <= ZERO_MASK ? 0 : TILE_BIT + 31 - __builtin_clz(set);
}

static inline bool contains(uint32_t set, uint32_t value)
{
    return (set & (value == 0 ? ZERO_MASK : tile_set(value))) != 0;
}

static inline void push(struct karteneck *s, int seat, uint32_t value)
{
    PECK_ASSERT(s->height[seat] < STACK_MAX);
    s->stack[seat][s->height[seat]++] = value; /* KE-43: on top */
}

/* ---- questions ---- */

static inline uint32_t all_seats(const struct karteneck *s)
{
    return (1u << s->seats) - 1;
}

static inline uint32_t movers(const void *state)
{
    const struct karteneck *s = state;
    if (s->phase >= PHASE_ACT && s->phase <= PHASE_STEAL)
        return 1u << s->turn;
    return s->phase == PHASE_OVER ? 0 : PECK_CHANCE_BIT;
}

/* The seat that a card drawn now goes to: six to seat 0, six to seat 1, … (KE-5). */
static inline int drawer(const struct karteneck *s)
{
    return s->phase == PHASE_DEAL ? (CARDS - size(s->deck)) / HAND : s->turn;
}

/* The worm cards the seat on turn may still add: lower than the last one laid (KE-13). */
static inline uint32_t addable(const struct karteneck *s, uint64_t pile)
{
    uint32_t laid = worms(s->laid[s->turn]);
    return worms(pile) & ((laid & -laid) - 1);
}

/* KE-21: the other seat whose top tile equals the total of the seat on turn, or -1.
 * Tiles from 16 up are there once, and a total with a worm card is never 0, so there is
 * one at most. */
static inline int victim(const struct karteneck *s)
{
    int sum = total(s->laid[s->turn]);
    for (int i = 0; i < s->seats; i++) {
        if (i != s->turn && s->height[i] > 0 && s->stack[i][s->height[i] - 1] == sum)
            return i;
    }
    return -1;
}

/* KE-12: the cards in the hand of the seat on turn that are of a kind not yet laid. */
static inline uint64_t playable(const struct karteneck *s)
{
    uint64_t laid = s->laid[s->turn], mask = worms(laid) != 0 ? WORM_MASK : 0;
    for (int v = 1; v <= HEN_VALUES; v++) {
        uint64_t lane = (uint64_t)LANE << (HENS_AT + LANE_BITS * (v - 1));
        mask |= (laid & lane) != 0 ? lane : 0;
    }
    return s->hand[s->turn] & CARDS_MASK & ~mask;
}

static inline int tile_worms(const struct karteneck *s, int tile)
{
    return tile < TILE_LOW ? 0 : s->box.worms[tile - TILE_LOW];
}

static inline int stack_worms(const struct karteneck *s, int seat)
{
    int sum = 0;
    for (int i = 0; i < s->height[seat]; i++)
        sum += tile_worms(s, s->stack[seat][i]);
    return sum;
}

extern const struct peck_game peck_karteneck;
extern const struct contents karteneck_assumed;

#endif
