/* state.h — the state of Hexx & Hopp, its actions, and small questions about it.
 *
 * game.c has the rules, view.c who sees what, words.c names, position lines and `check`. A
 * round is dealt by chance plies, the stacks included, because HH-31 asks about every tile.
 * The figure is kept in the order of its placements, which everybody has seen; the rim
 * follows from it. A stack is a chain through `next`, from top to bottom, so that turning
 * up a tile and giving one under another stack are two stores each. */
#ifndef HEXXHOPP_STATE_H
#define HEXXHOPP_STATE_H

#include <peck/game.h>

#include "rim.h"

/* PHASE_STOP: HH-18, one seat gives away all it has, and nobody else may act. */
enum { PHASE_FIRST, PHASE_DEAL, PHASE_TURN, PHASE_PLAY, PHASE_STOP, PHASE_OVER };
enum { SEATS_MIN = 2, SEATS_MAX = 5, ROUNDS_MAX = 100 };
enum { OPTION_TURNS, OPTION_ROUNDS, OPTION_FIRST };
/* Instead of a tile or a seat; BLANK: not to be seen. Both end a walk down a stack. */
enum { NONE = 0xff, BLANK = 0xfe };
enum { FULL = 0xff };  /* as `view`: not a view but the state itself */
enum { GIVE_MAX = 6 }; /* HH-18 */

/* An action is a verb in the upper byte and arguments in the lower three: the number of
 * a tile or a seat, and for placements tile << 17 | rotation << 14 | cell. So a
 * list of placements goes by tile, then by rotation, then by cell. */
enum {
    VERB_FIRST = 1 << 24,
    VERB_TILE = 2 << 24,
    VERB_TURN = 3 << 24,
    VERB_OPEN = 4 << 24,
    VERB_BACK = 5 << 24,
    VERB_ASIDE = 6 << 24,
    VERB_PLACE = 7 << 24,      /* the open tile */
    VERB_PLACE_TILE = 8 << 24, /* HH-50: any tile owned */
    VERB_PASS = 9 << 24,
    VERB_GIVE = 10 << 24, /* receiver << 8 | tile, or GIVE_STACK */
    VERB_ENOUGH = 11 << 24,
};
enum { GIVE_STACK = 0xfd };
#define VERB(action) ((action) & 0xff000000u)
#define ARGUMENT(action) ((action) & 0xffffffu)
#define PLACE_TILE(action) ((int)(ARGUMENT(action) >> 17))
#define PLACE_ROTATION(action) ((int)((action) >> 14 & 7))
#define PLACE_CELL(action) ((uint16_t)((action) & 0x3fffu))

/* A set of tiles: bit n % 64 of word n / 64. */
struct set {
    uint64_t word[2];
};

struct stone { /* a tile of the figure */
    uint16_t cell;
    uint8_t tile, rotation;
};

/* HH-1, HH-2: the colours of the tiles, each in the rotation whose digits read smallest, in
 * ascending order. Digits count from segment 0, so it is not the order of the numbers. */
struct contents {
    uint16_t tile[TILES];
};
_Static_assert(sizeof(struct contents) <= PECK_CONTENTS_MAX, "room");

struct hexxhopp {
    struct rim rim;
    struct set deck; /* not dealt; during play, what has left the round */
    struct set held; /* in a stack, set aside or open, whoever has it */
    struct set aside[SEATS_MAX];
    struct stone stone[FIGURE_MAX];
    uint16_t penalty[SEATS_MAX];
    uint8_t next[TILES]; /* the tile below in the same stack, or NONE */
    uint8_t top[SEATS_MAX], bottom[SEATS_MAX];
    uint8_t stacked[SEATS_MAX], set_aside[SEATS_MAX]; /* how many; known of blanks too */
    uint8_t open[SEATS_MAX];
    uint8_t owed[SEATS_MAX]; /* tiles that may still be given before anything else: HH-22 */
    uint8_t laid;            /* tiles of the figure */
    uint8_t phase, round, dealer;
    uint8_t turn;  /* who is dealt to, is on turn (HH-50) or stops (HH-18); else 0 */
    uint8_t drawn; /* the start tile that waits for its rotation, or NONE */
    uint8_t last;  /* the seat that placed the last tile, or NONE */
    uint8_t view;  /* whose view this is, or FULL */
    uint8_t seats, rounds, turns;
    uint8_t first_option; /* NONE: drawn */
    struct contents box;
};
_Static_assert(sizeof(struct hexxhopp) ==
                   416 + 7 * 16 + 67 * 4 + 10 + 72 + 30 + 12 + 2 * TILES,
               "no padding");
_Static_assert(sizeof(struct hexxhopp) <= PECK_STATE_MAX, "room");

static inline bool set_has(const struct set *set, int n)
{
    return set->word[n >> 6] >> (n & 63) & 1;
}

static inline void set_add(struct set *set, int n)
{
    set->word[n >> 6] |= (uint64_t)1 << (n & 63);
}

static inline void set_remove(struct set *set, int n)
{
    set->word[n >> 6] &= ~((uint64_t)1 << (n & 63));
}

static inline int set_count(const struct set *set)
{
    return __builtin_popcountll(set->word[0]) + __builtin_popcountll(set->word[1]);
}

/* Takes the smallest number out of the set, or returns -1 when it is empty. */
static inline int set_take(struct set *set)
{
    for (int i = 0; i < 2; i++) {
        uint64_t word = set->word[i];
        if (word != 0) {
            set->word[i] = word & (word - 1);
            return 64 * i + __builtin_ctzll(word);
        }
    }
    return -1;
}

static inline struct set set_all(void)
{
    return (struct set){{~(uint64_t)0, (1u << (TILES - 64)) - 1}};
}

/* HH-3 */
static inline int hand_size(const struct hexxhopp *s)
{
    return s->seats == 5 ? 13 : 15;
}

/* HH-16 to HH-18: the tiles that a placement with so many contacts allows to give. */
static inline int may_give(int contacts)
{
    static const uint8_t gifts[SEGMENTS + 1] = {[3] = 2, [4] = 4, [5] = GIVE_MAX};
    return gifts[contacts];
}

/* HH-18: five contacts and fewer than six tiles left stop the round. */
static inline bool stops(int contacts, int left)
{
    return contacts == SEGMENTS - 1 && left < GIVE_MAX;
}

/* How many tiles of the figure lie around a cell. */
static inline int contacts_at(const struct rim *rim, uint16_t cell)
{
    return __builtin_popcount(rim_around(rim, cell).contacts);
}

/* The next seat clockwise. */
static inline int left_of(const struct hexxhopp *s, int seat)
{
    return seat + 1 < s->seats ? seat + 1 : 0;
}

static inline int tiles_left(const struct hexxhopp *s, int seat)
{
    return s->stacked[seat] + s->set_aside[seat] + (s->open[seat] != NONE);
}

static inline bool in_play(const struct hexxhopp *s)
{
    return s->phase == PHASE_PLAY || s->phase == PHASE_STOP;
}

static inline bool anyone_owes(const struct hexxhopp *s)
{
    static const uint8_t nobody[SEATS_MAX];
    return memcmp(s->owed, nobody, SEATS_MAX) != 0;
}

static inline void stack_push(struct hexxhopp *s, int seat, int tile)
{
    if (s->bottom[seat] == NONE)
        s->top[seat] = tile;
    else
        s->next[s->bottom[seat]] = tile;
    s->bottom[seat] = tile;
    s->stacked[seat]++;
}

/* The colours that a tile shows in a rotation. */
static inline uint32_t shown(const struct contents *box, int tile, int rotation)
{
    return turned(box->tile[tile], rotation);
}

static inline void lay(struct hexxhopp *s, struct stone stone, const struct around *around)
{
    rim_lay(&s->rim, stone.cell, shown(&s->box, stone.tile, stone.rotation), around);
    s->stone[s->laid++] = stone;
}

/* Whether the viewer of this state sees the tiles of a stack (HH-3, HH-50), and those
 * that are set aside (HH-13). */
static inline bool sees_stack(const struct hexxhopp *s, int seat)
{
    return s->view == FULL || (s->turns && s->view == seat);
}

static inline bool sees_aside(const struct hexxhopp *s, int seat)
{
    return s->view == FULL || s->view == seat;
}

/* How many tiles of the seats the viewer does not see. */
int hexxhopp_hidden(const struct hexxhopp *s);
/* What `deck` and `held` must be: in a view, and when the match is over, empty. */
void hexxhopp_sort_tiles(const struct hexxhopp *s, struct set *deck, struct set *held);

extern const struct peck_game peck_hexxhopp;
extern const struct contents hexxhopp_assumed;
/* The digits of a tile from segment 0 on as one number, by which tiles are compared; and
 * the rotation of a tile whose digits are smallest. */
uint32_t hexxhopp_digits(uint32_t colours);
uint32_t hexxhopp_canonical(uint32_t colours);
/* HH-1: all four colours, each at most three times. */
bool hexxhopp_is_tile(uint32_t colours);
void hexxhopp_sort_box(struct contents *box);

void hexxhopp_redact(void *state, int viewer);
uint32_t hexxhopp_seen(const void *before, int seat, uint32_t action, int viewer);
void hexxhopp_determinize(void *view, int viewer, struct peck_rng *rng);
enum { FEATURES = 8 + SEATS_MAX * 7 + TILES + FIGURE_MAX * (2 + SEGMENTS) };
void hexxhopp_observe(const void *state, int viewer, int16_t *features);
void hexxhopp_table(const void *state, struct peck_json *json);
void hexxhopp_brings(const void *view, int seat, uint32_t action, struct peck_json *json);

void hexxhopp_action_name(uint32_t action, struct peck_text *name);
void hexxhopp_encode(const void *state, struct peck_text *line);
void hexxhopp_decode(void *state, struct peck_scan *scan);
const char *hexxhopp_check(const void *state);

#endif
