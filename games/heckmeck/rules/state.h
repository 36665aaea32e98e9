/* state.h — the state of Heckmeck, its actions, and small questions about it.
 *
 * Only the files of this game include it. A tile is an index: 0 and 1 are the 11 and the 13
 * of Extra Wurm, 2 to 17 are the 21 to the 36. A set of tiles is a mask, ordered as the
 * grill is. A face is an index too: 0 to 4 for 1 to 5, and 5 for the worm. Dice are counted
 * in nibbles, face f in the bits 4f to 4f + 3. There are at most nine dice, so no nibble
 * overflows and counts can be added as whole words.
 *
 * A tile is on the grill (its bit in `up`), in a stack (`top` and `below`), or, when it is
 * in neither, turned over and out of the match. The supply of round worms is what the seats
 * do not have. Whenever no turn is under way, the fields of a turn are as reset_turn()
 * leaves them. */
#ifndef HECKMECK_STATE_H
#define HECKMECK_STATE_H

#include <peck/game.h>

enum { SEATS_MIN = 2, SEATS_MAX = 7, DICE = 8, FACES = 6, ROUND_WORMS = 7 };
enum { OPTION_EXTRA, OPTION_FAST, OPTION_FLIP, OPTION_FIRST };

enum {
    TILE_11 = 0,
    TILE_13 = 1,
    TILE_21 = 2,
    TILES = 18,
    NO_TILE = TILES,
    TILE_OFFSET = 19, /* number − index of the tiles from 21 */
    EXTRA_TILES = 0x00003,
    PLAIN_TILES = 0x3fffc,
};

enum {
    WORM = 5,
    WORM_SHIFT = 4 * WORM,
    ALL_FACES = 0x111111,
    MANY_WORMS = 0xf << WORM_SHIFT
};

enum { RED_WORM, HEN, RAVEN, WEASEL, GOLDEN_DIE, SPECIALISTS };

/* Where a specialist is: on a tile (its index), with a seat, or out of the game. */
enum { PLACE_SEAT = TILES, PLACE_GONE = PLACE_SEAT + SEATS_MAX };

enum {
    PHASE_FIRST,  /* chance: who begins */
    PHASE_ROLL,   /* chance: the dice */
    PHASE_GOLDEN, /* the golden die: use it in this turn? */
    PHASE_KEEP,   /* dice lie rolled: which face, or the weasel */
    PHASE_DECIDE, /* dice were set aside: roll, take, steal or stop */
    PHASE_ROB,    /* a round worm is owed in the middle of a turn … */
    PHASE_RAVEN,  /* … or after it, for the raven */
    PHASE_HOLD,   /* two specialists, one too many, after the turn */
    PHASE_OVER,
    PHASES,
};

/* The golden die in this turn. */
enum {
    GOLDEN_OFF,
    GOLDEN_READY, /* to be rolled with the others */
    GOLDEN_ONE,   /* rolled, and shows … */
    GOLDEN_WORM,
    GOLDEN_ONE_KEPT, /* set aside */
    GOLDEN_WORM_KEPT,
};

/* An action is a verb and an argument: a seat, a face, a tile, a specialist; for ROLLED
 * the counts of the plain dice and, above them, what the golden die shows: 0 none, 1
 * one, 2 worm. */
enum {
    VERB_SHIFT = 26,
    ROLLED_GOLDEN = 24,
    VERB_FIRST = 1 << VERB_SHIFT,
    VERB_ROLLED = 2 << VERB_SHIFT,
    VERB_USE = 3 << VERB_SHIFT,
    VERB_LEAVE = 4 << VERB_SHIFT,
    VERB_KEEP = 5 << VERB_SHIFT,
    VERB_WEASEL = 6 << VERB_SHIFT,
    VERB_ROLL = 7 << VERB_SHIFT,
    VERB_TAKE = 8 << VERB_SHIFT,
    VERB_STEAL = 9 << VERB_SHIFT,
    VERB_STOP = 10 << VERB_SHIFT,
    VERB_HOLD = 11 << VERB_SHIFT,
    VERB_ROB = 12 << VERB_SHIFT,
};
#define VERB(action) ((action) & ~((1u << VERB_SHIFT) - 1))
#define ARGUMENT(action) ((action) & ((1u << VERB_SHIFT) - 1))

enum {
    ACTIONS_MAX = FACES + 1, /* six faces and the weasel; six seats to rob */
    OUTCOMES_MAX = 2 * 1287, /* eight dice fall in C(13, 5) ways, the golden die in two */
};

/* XW-31: how many faces of the golden die show a 1, and a worm. Both are shown. */
struct contents {
    uint8_t golden[2];
    uint8_t unused[2]; /* always 0 */
};

struct heckmeck {
    uint32_t up;           /* tiles face up on the grill */
    uint32_t kept, rolled; /* dice set aside, the golden one included; plain dice rolled */
    uint8_t phase, turn;
    uint8_t dice; /* plain dice not set aside */
    uint8_t sum;  /* of the dice set aside, without the red worm: at most 9 · 5 */
    uint8_t golden, weasel_used;
    uint8_t seats, extra, fast, flip_always;
    int8_t first_option; /* -1: drawn */
    uint8_t top[SEATS_MAX], below[TILES];
    uint8_t place[SPECIALISTS];
    uint8_t worms[SEATS_MAX]; /* round ones */
    struct contents box;
};
_Static_assert(sizeof(struct heckmeck) == 60 + sizeof(struct contents), "no padding");

/* HM-1, XW-1; index NO_TILE is no tile, of no worth. */
static const uint8_t tile_number[TILES + 1] = {11, 13, 21, 22, 23, 24, 25, 26, 27, 28,
                                               29, 30, 31, 32, 33, 34, 35, 36, 0};
static const uint8_t tile_worms[TILES + 1] = {1, 1, 1, 1, 1, 1, 2, 2, 2, 2,
                                              3, 3, 3, 3, 4, 4, 4, 4, 0};
static const uint8_t face_value[FACES] = {1, 2, 3, 4, 5, 5}; /* HM-2 */

enum {
    SEAT_FEATURES = 11,
    FEATURES = TILES + SEAT_FEATURES * SEATS_MAX + SPECIALISTS + PHASES + 2 * FACES + 4 + 3,
};

/* ---- Small questions: inline, because the hot loop asks them at every ply ---- */

/* The low bit of each nibble that is not 0: a face's bits fold onto it, and no other
 * face's. */
static inline uint32_t faces_in(uint32_t counts)
{
    counts |= counts >> 2;
    counts |= counts >> 1;
    return counts & ALL_FACES;
}

static inline uint32_t count_of(uint32_t counts, int face)
{
    return counts >> 4 * face & 15;
}

static inline uint32_t dice_in(uint32_t counts)
{
    uint32_t dice = 0;
    for (; counts != 0; counts >>= 4)
        dice += counts & 15;
    return dice;
}

/* The dice just rolled, the golden one included. */
static inline uint32_t dice_shown(const struct heckmeck *s)
{
    return s->rolled + (s->golden == GOLDEN_ONE) +
           ((s->golden == GOLDEN_WORM) << WORM_SHIFT);
}

/* HM-11, HM-12: the faces that show and were not chosen before. */
static inline uint32_t choosable(const struct heckmeck *s)
{
    return faces_in(dice_shown(s)) & ~faces_in(s->kept);
}

/* XW-31: the odds of the golden die's sides in whole numbers, the smallest there are. */
struct golden_odds {
    uint32_t ones, worms;
};
static inline struct golden_odds golden_odds(const struct heckmeck *s)
{
    static const uint8_t divisor[FACES] = {1, 1, 2, 3, 2, 1}; /* common to n and 6 - n */
    uint32_t common = divisor[s->box.golden[0]];
    return (struct golden_odds){s->box.golden[0] / common, s->box.golden[1] / common};
}

/* The chance that the golden die shows nothing but faces chosen before. */
static inline double golden_fails(const struct heckmeck *s, bool one, bool worm)
{
    return (one * s->box.golden[0] + worm * s->box.golden[1]) / (double)FACES;
}

static inline bool holds(const struct heckmeck *s, int specialist, int seat)
{
    return s->place[specialist] == PLACE_SEAT + seat;
}

/* XW-40 */
static inline bool weasel_ready(const struct heckmeck *s)
{
    return holds(s, WEASEL, s->turn) && !s->weasel_used;
}

/* XW-35: the red worm counts for its owner until a worm die is set aside. */
static inline bool red_worm_counts(const struct heckmeck *s)
{
    return holds(s, RED_WORM, s->turn) && (s->kept & MANY_WORMS) == 0;
}

static inline int total(const struct heckmeck *s)
{
    return s->sum + (red_worm_counts(s) ? face_value[WORM] : 0);
}

/* The total once all dice shown with this face are set aside. */
static inline int total_kept(const struct heckmeck *s, int face)
{
    bool red = face != WORM && red_worm_counts(s); /* XW-35 */
    int dice = (int)count_of(dice_shown(s), face);
    return s->sum + dice * face_value[face] + (red ? face_value[WORM] : 0);
}

/* HM-13: dice remain, and a face for them. */
static inline bool may_roll(const struct heckmeck *s)
{
    return ((s->dice > 0) | (s->golden == GOLDEN_READY)) & (faces_in(s->kept) != ALL_FACES);
}

static inline int highest(uint32_t tiles)
{
    return 31 - __builtin_clz(tiles);
}

/* HM-21: the tile a total takes from the grill. XW-10: 11 and 13 by their own number
 * only. */
static inline int grill_tile(const struct heckmeck *s, int points)
{
    uint32_t reach = 0;
    if (points >= tile_number[TILE_21])
        reach = PLAIN_TILES & ((2u << (points - TILE_OFFSET)) - 1);
    else if (points == tile_number[TILE_11] || points == tile_number[TILE_13])
        reach = points == tile_number[TILE_11] ? 1 << TILE_11 : 1 << TILE_13;
    reach &= s->up;
    return reach == 0 ? NO_TILE : highest(reach);
}

/* HM-22, HM-24: the other seat whose stack this tile tops, or -1. */
static inline int robbed_of(const struct heckmeck *s, int tile)
{
    for (int seat = 0; seat < s->seats; seat++) {
        if (s->top[seat] == tile && seat != s->turn)
            return seat;
    }
    return -1;
}

/* HM-22; XW-11: the numbers below 21 are never stolen, nor is there a tile above 36. */
static inline int steal_tile(const struct heckmeck *s, int points)
{
    int tile = points - TILE_OFFSET;
    if (tile < TILE_21 || tile >= TILES || robbed_of(s, tile) < 0)
        return NO_TILE;
    return tile;
}

static inline int supply(const struct heckmeck *s)
{
    int left = ROUND_WORMS; /* XW-3 */
    for (int seat = 0; seat < s->seats; seat++)
        left -= s->worms[seat];
    return left;
}

/* XW-71, XW-52: the opponents who have a round worm and no hen. */
static inline uint32_t worth_robbing(const struct heckmeck *s)
{
    uint32_t seats = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        if (seat != s->turn && s->worms[seat] > 0 && !holds(s, HEN, seat))
            seats |= 1u << seat;
    }
    return seats;
}

/* The specialists a seat holds, as a mask. */
static inline uint32_t specialists_of(const struct heckmeck *s, int seat)
{
    uint32_t mask = 0;
    for (int k = 0; k < SPECIALISTS; k++)
        mask |= (uint32_t)holds(s, k, seat) << k;
    return mask;
}

/* The specialist on a grill tile, or SPECIALISTS. */
static inline int specialist_on(const struct heckmeck *s, int tile)
{
    int k = 0;
    while (k < SPECIALISTS && s->place[k] != tile)
        k++;
    return k;
}

static inline int tile_points(const struct heckmeck *s, int seat)
{
    int points = 0;
    for (int tile = s->top[seat]; tile != NO_TILE; tile = s->below[tile])
        points += tile_worms[tile];
    return points;
}

/* Lays a tile on top of a stack. */
static inline void push(struct heckmeck *s, int seat, int tile)
{
    s->below[tile] = s->top[seat];
    s->top[seat] = tile;
}

/* ---- The other files of the game ---- */

extern const struct peck_game peck_heckmeck;
extern const struct contents heckmeck_assumed;

/* words.c: action names and position lines. */
extern const char *const heckmeck_specialists[SPECIALISTS];
extern const char *const heckmeck_phases[PHASES];
void heckmeck_action_name(uint32_t action, struct peck_text *name);
void heckmeck_encode(const void *state, struct peck_text *line);
void heckmeck_decode(void *state, struct peck_scan *scan);
/* The box's part of a line, if it is not the one assumed; the faces of a golden die. */
void heckmeck_put_box(const struct contents *box, struct peck_text *line);
void heckmeck_scan_die(struct peck_scan *scan, struct contents *box);
/* check.c: the invariants. */
const char *heckmeck_check(const void *state);
/* view.c: the state for user interfaces and for learners. */
void heckmeck_table(const void *state, struct peck_json *json);
void heckmeck_brings(const void *view, int seat, uint32_t action, struct peck_json *json);
void heckmeck_observe(const void *state, int viewer, int16_t *features);

#endif
