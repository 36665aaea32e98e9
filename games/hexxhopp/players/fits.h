/* fits.h — finds where a tile of Hexx & Hopp fits the figure, and with how many contacts.
 *
 * The rim (rim.h) finds all cells that a tile fits at once, as bits of a word. A *sight*
 * adds one word for each number of contacts: bit s of least[n] says that slot s has n
 * contacts or more. It is made once for a figure, in 21 steps that count touched segments
 * as one would count votes. The best place of a tile is then a few operations on words as
 * well, with no loop over cells. Both halves of the rim, the 64 low slots and the rarely
 * used high ones, go through the same code. */
#ifndef HEXXHOPP_FITS_H
#define HEXXHOPP_FITS_H

#include "../rules/state.h"

enum { HALVES = 2 };

struct sight {
    uint64_t least[HALVES][SEGMENTS + 1];
};

/* One way to place a tile. */
struct spot {
    uint16_t cell;
    uint8_t tile, rotation, contacts;
};
/* A tile fits a cell in three rotations at most, and a rim has at most SLOTS cells. */
enum { SPOTS_MAX = 3 * SLOTS };

static inline struct sight sight_of(const struct rim *rim)
{
    struct sight sight = {{{rim->used}, {rim->used_high}}};
    for (int k = 0; k < SEGMENTS; k++) {
        int row = COLOURS * k;
        uint64_t touched = rim->row[row] | rim->row[row + 1];
        uint64_t touched_high = rim->row_high[row] | rim->row_high[row + 1];
        for (int n = k + 1; n > 0; n--) {
            sight.least[0][n] |= sight.least[0][n - 1] & touched;
            sight.least[1][n] |= sight.least[1][n - 1] & touched_high;
        }
    }
    return sight;
}

/* The cells of one half that the tile fits in this rotation (HH-14). */
static inline uint64_t sight_fits(const struct rim *rim, const struct sight *sight,
                                  int half, const struct spread *tile, int rotation)
{
    const uint8_t *colours = spread_lies(tile, rotation);
    uint64_t matches =
        half == 0 ? rim_matches(rim, colours) : rim_matches_high(rim, colours);
    return matches & sight->least[half][2];
}

/* The most contacts with which the tile fits anywhere; 0 when it fits nowhere. */
static inline int sight_most(const struct rim *rim, const struct sight *sight,
                             uint32_t tile)
{
    int most = 0;
    struct spread spread = tile_spread(tile);
    for (int half = 0; half < HALVES; half++) {
        uint64_t fits = 0;
        for (int rotation = 0; rotation < SEGMENTS && sight->least[half][2] != 0;
             rotation++)
            fits |= sight_fits(rim, sight, half, &spread, rotation);
        int n = fits != 0 ? 2 : 0;
        while (n > 0 && n < SEGMENTS && (fits & sight->least[half][n + 1]) != 0)
            n++;
        most = n > most ? n : most;
    }
    return most;
}

/* Writes every way to place the tile with `least` contacts or more; returns their number.
 */
int hexxhopp_spots(const struct rim *rim, const struct contents *box,
                   const struct sight *sight, int tile, int least,
                   struct spot spots[SPOTS_MAX]);

#endif
