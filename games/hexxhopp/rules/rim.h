/* rim.h — finds all cells of Hexx & Hopp that a tile fits at once, with bits for the rim.
 *
 * The rim is the set of free cells that touch the figure. Each has a slot, and each slot is
 * one bit in every row below. Row 4k + c holds a bit for each cell whose segment k touches
 * a colour other than c. A tile in one rotation shows six colours, so the cells it fits are
 *
 *     two & ~(row | row | row | row | row | row)
 *
 * for the whole rim at once: six loads and six operations instead of a loop over the cells.
 *
 * Bounds. The start figure has 18 rim cells. A placement takes one cell away. A neighbour
 * of it is new to the rim only if neither of its two common neighbours with the placed tile
 * belongs to the figure, and with two contacts or more that leaves at most two such
 * neighbours. So the rim grows by at most one cell with each placement. A round goes on
 * only while each of the (at most) five seats has a tile, so after at most 5 * 13 - 5 = 60
 * placements (with four seats 4 * 15 - 4 = 56) there are at most 78 slots. Slots 0 to 63
 * are in the words, the last 14 in the `high` halves, which are rarely used. A new cell
 * takes the lowest free slot, so the rim follows from the order of placements alone.
 *
 * Cells. To open column q + 1, a tile must touch two neighbouring tiles of column q. The
 * start figure reaches column 2 with one tile, so column 2 + n costs 1 + 2 (n - 1) + 1 = 2n
 * tiles, and |q| <= 2 + 60 / 2 = 32; by symmetry |r| <= 32 too. A rim cell lies one further
 * out, so 7 bits each, offset by 64, hold a cell, and the seven cells around it never wrap.
 */
#ifndef HEXXHOPP_RIM_H
#define HEXXHOPP_RIM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { TILES = 72, SEGMENTS = 6, COLOURS = 4, ROWS = SEGMENTS * COLOURS };
enum { START_TILES = 7, PLACEMENTS_MAX = 60, FIGURE_MAX = START_TILES + PLACEMENTS_MAX };
enum { SLOTS = 18 + PLACEMENTS_MAX, LOW_SLOTS = 64, HIGH_SLOTS = SLOTS - LOW_SLOTS };

/* Cells as numbers: column above row. */
#define CELL(q, r) ((uint16_t)(((q) + 64) << 7 | ((r) + 64)))
#define CELL_Q(cell) (((cell) >> 7) - 64)
#define CELL_R(cell) (((cell) & 127) - 64)

/* What to add to a cell for the neighbour that segment k faces: (1,0) (0,1) (-1,1) … */
static const int16_t cell_step[SEGMENTS] = {128, 1, -127, -128, -1, 127};
enum { CELL_STEP_BACK = 128 + 1 }; /* (-1,-1) */

/* HH-4: a centre and three arms of two tiles at steps 0, 2 and 4, inner tile first. */
static const uint16_t start_cell[START_TILES] = {
    CELL(0, 0), CELL(1, 0), CELL(2, 0), CELL(-1, 1), CELL(-2, 2), CELL(0, -1), CELL(0, -2)};

struct rim {
    uint64_t row[ROWS];
    uint64_t used, two; /* the slot has a cell; it has two contacts or more (HH-14) */
    uint16_t row_high[ROWS];
    uint16_t used_high, two_high;
    uint16_t cell[SLOTS]; /* 0: the slot is free */
};
_Static_assert(sizeof(struct rim) == 24 * 8 + 16 + 24 * 2 + 4 + 78 * 2, "no padding");

/* A tile's colours in one number: two bits a segment, those of segment 0 lowest. */
enum { COLOUR_BITS = 2, COLOURS_BITS = COLOUR_BITS * SEGMENTS, COLOUR_MOST = 3 };
static inline int colour_at(uint32_t colours, int k)
{
    return colours >> COLOUR_BITS * k & (COLOURS - 1);
}

static inline uint32_t turned(uint32_t colours, int rotation)
{
    uint32_t twice = colours | colours << COLOURS_BITS;
    return twice >> COLOUR_BITS * (SEGMENTS - rotation) & ((1u << COLOURS_BITS) - 1);
}

/* The same as bytes, twice over: a rotation is then an offset. Hot loops spread a tile once
 * and look at it six times. */
struct spread {
    uint8_t colour[2 * SEGMENTS + 2];
};
static inline struct spread tile_spread(uint32_t tile)
{
    struct spread spread;
    uint64_t halves = (tile & 0x3fu) | (uint64_t)(tile & 0xfc0u) << 18;
    uint64_t bytes =
        (halves & 0x3000003u) | (halves & 0xc00000cu) << 6 | (halves & 0x30000030u) << 12;
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    memcpy(spread.colour, &bytes, sizeof bytes);
    memcpy(spread.colour + SEGMENTS, &bytes, sizeof bytes);
    return spread;
}

static inline const uint8_t *spread_lies(const struct spread *spread, int rotation)
{
    return spread->colour + SEGMENTS - rotation;
}

/* Cells of the low slots on which every touching segment matches. */
static inline uint64_t rim_matches(const struct rim *rim, const uint8_t *colours)
{
    uint64_t bad = 0;
    for (int k = 0; k < SEGMENTS; k++)
        bad |= rim->row[COLOURS * k + colours[k]];
    return rim->used & ~bad;
}

static inline uint32_t rim_matches_high(const struct rim *rim, const uint8_t *colours)
{
    uint32_t bad = 0;
    for (int k = 0; k < SEGMENTS; k++)
        bad |= rim->row_high[COLOURS * k + colours[k]];
    return rim->used_high & ~bad;
}

/* HH-14: whether the tile fits anywhere, in any rotation. */
static inline bool rim_takes(const struct rim *rim, uint32_t tile)
{
    struct spread spread = tile_spread(tile);
    for (int rotation = 0; rotation < SEGMENTS; rotation++) {
        const uint8_t *colours = spread_lies(&spread, rotation);
        if ((rim_matches(rim, colours) & rim->two) != 0)
            return true;
        if (rim->two_high != 0 && (rim_matches_high(rim, colours) & rim->two_high) != 0)
            return true;
    }
    return false;
}

/* The segments (a mask) with which a tile in this slot touches the figure. A touched
 * segment stands in three of its four rows, hence in at least one of any two. */
static inline uint32_t rim_contacts(const struct rim *rim, int slot)
{
    uint32_t contacts = 0;
    for (int k = 0; k < SEGMENTS; k++) {
        const uint16_t *high = rim->row_high + COLOURS * k;
        const uint64_t *low = rim->row + COLOURS * k;
        uint64_t either = slot < LOW_SLOTS ? (low[0] | low[1]) >> slot
                                           : (uint64_t)(high[0] | high[1]) >> (slot - 64);
        contacts |= (uint32_t)(either & 1) << k;
    }
    return contacts;
}

/* A cell, as the rim has it: its slot and those of its neighbours, and how it touches
 * the figure. A slot means something only where `found` says so. */
enum { MIDDLE = SEGMENTS, STRAY };
struct around {
    uint32_t found; /* bit k: the neighbour at step k is in the rim; bit MIDDLE: the cell */
    uint32_t contacts; /* a mask of segments */
    uint8_t slot[STRAY + 1];
};

/* Seen from `first`, one column and one row before the cell, the cell and its neighbours
 * lie in columns and rows 0 to 2. So two bits each are enough, and one mask finds the
 * few slots in that block of 4 by 4; the table then knows which of them are strays. */
static inline bool around_holds(const struct rim *rim, uint16_t first, int slot)
{
    uint16_t offset = rim->cell[slot] - first;
    return (offset & (uint16_t)~(3 << 7 | 3)) == 0;
}

static inline void around_note(const struct rim *rim, uint16_t first, int slot,
                               struct around *around)
{
    static const uint8_t steps[16] = {STRAY, 3, 2,     STRAY, 4,     MIDDLE, 1,     STRAY,
                                      5,     0, STRAY, STRAY, STRAY, STRAY,  STRAY, STRAY};
    uint16_t offset = rim->cell[slot] - first;
    int step = steps[offset >> 5 | (offset & 3)];
    around->slot[step] = slot;
    around->found |= 1u << step;
}

/* A plain loop over all slots, which compilers vectorise, makes bytes of 0 and 1; then
 * eight of them at a time become bits, by a multiplication that brings byte i to bit 56
 * + i: from bit 8i where the lowest byte comes first, from bit 56 - 8i where it comes last.
 */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define BYTES_TO_BITS 0x0102040810204080u
#else
#define BYTES_TO_BITS 0x8040201008040201u
#endif
static inline struct around rim_around(const struct rim *rim, uint16_t cell)
{
    uint16_t first = cell - CELL_STEP_BACK;
    uint8_t near[LOW_SLOTS];
    uint64_t slots = 0;
    struct around around = {.found = 0};
    for (int slot = 0; slot < LOW_SLOTS; slot++)
        near[slot] = around_holds(rim, first, slot);
    for (int base = 0; base < LOW_SLOTS; base += 8) {
        uint64_t eight;
        memcpy(&eight, near + base, sizeof eight);
        slots |= (eight * BYTES_TO_BITS >> 56) << base;
    }
    for (; slots != 0; slots &= slots - 1)
        around_note(rim, first, __builtin_ctzll(slots), &around);
    for (int slot = LOW_SLOTS; rim->used_high != 0 && slot < SLOTS; slot++) {
        if (around_holds(rim, first, slot))
            around_note(rim, first, slot, &around);
    }
    if (around.found >> MIDDLE & 1)
        around.contacts = rim_contacts(rim, around.slot[MIDDLE]);
    return around;
}

static inline void rim_free(struct rim *rim, int slot)
{
    rim->cell[slot] = 0;
    if (slot < LOW_SLOTS) {
        uint64_t rest = ~((uint64_t)1 << slot);
        for (int i = 0; i < ROWS; i++)
            rim->row[i] &= rest;
        rim->used &= rest;
        rim->two &= rest;
        return;
    }
    uint16_t rest = ~(1u << (slot - LOW_SLOTS));
    for (int i = 0; i < ROWS; i++)
        rim->row_high[i] &= rest;
    rim->used_high &= rest;
    rim->two_high &= rest;
}

static inline int rim_new(struct rim *rim, uint16_t cell)
{
    int slot = ~rim->used != 0 ? __builtin_ctzll(~rim->used)
                               : LOW_SLOTS + __builtin_ctz(~(uint32_t)rim->used_high);
    rim->cell[slot] = cell;
    if (slot < LOW_SLOTS)
        rim->used |= (uint64_t)1 << slot;
    else
        rim->used_high |= 1u << (slot - LOW_SLOTS);
    return slot;
}

/* From now on segment k of this slot touches the colour. */
static inline void rim_touch(struct rim *rim, int slot, int k, int colour, bool second)
{
    if (slot < LOW_SLOTS) {
        for (int c = 0; c < COLOURS; c++)
            rim->row[COLOURS * k + c] |= (uint64_t)(c != colour) << slot;
        rim->two |= (uint64_t)second << slot;
        return;
    }
    for (int c = 0; c < COLOURS; c++)
        rim->row_high[COLOURS * k + c] |= (c != colour) << (slot - LOW_SLOTS);
    rim->two_high |= second << (slot - LOW_SLOTS);
}

/* Lays a tile; `around` is what rim_around found there. Only the first tile lies on no
 * slot. */
static inline void rim_lay(struct rim *rim, uint16_t cell, uint32_t colours,
                           const struct around *around)
{
    uint32_t known = around->found & 63;
    if (around->found >> MIDDLE & 1)
        rim_free(rim, around->slot[MIDDLE]);
    for (uint32_t fresh = 63 & ~around->contacts & ~known; fresh != 0; fresh &= fresh - 1) {
        int k = __builtin_ctz(fresh);
        int slot = rim_new(rim, cell + cell_step[k]);
        rim_touch(rim, slot, (k + 3) % SEGMENTS, colour_at(colours, k), false);
    }
    for (; known != 0; known &= known - 1) {
        int k = __builtin_ctz(known);
        rim_touch(rim, around->slot[k], (k + 3) % SEGMENTS, colour_at(colours, k), true);
    }
}

#endif
