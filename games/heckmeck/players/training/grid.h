/* grid.h — numbers the positions of two-player Heckmeck, as far as memory can hold them.
 *
 * A whole position is the grill and both stacks in their order: more than 10^15 of them. A
 * *spot* is the grill and the top tile of each stack; with the difference in worms this
 * makes 1.6 · 10^8 values. A spot does not tell where the tiles are that are neither on the
 * grill nor a top. These *hidden* tiles are averaged over: each is in one of the stacks or
 * turned over, with weights measured in play, and all orders of a stack are equally likely.
 * The difference in worms limits who can have what, and is respected exactly.
 *
 * Tiles are numbered from 0, which is the 21. A smaller game has the lowest tiles.
 * Everything is seen from the seat whose turn it is. */
#ifndef HECKMECK_GRID_H
#define HECKMECK_GRID_H

#include "../../rules/state.h"

enum {
    GRID_TILES = 16,
    GRID_NONE = GRID_TILES, /* a stack without tiles has no top */
    GRID_WORMS = 40,        /* on all tiles: HM-1 */
    GRID_SPAN = 2 * GRID_WORMS + 1,
};

struct spot {
    uint32_t grill; /* bit t: tile t lies face up */
    uint8_t mine, theirs;
};

/* The values of a spot lie side by side, one for each difference from `low` on. Not all of
 * these differences can come about. */
struct row {
    uint32_t at;
    int low, count;
};

/* Hidden tiles fall into kinds that are exchangeable: by worms, 0 to 3, and those that are
 * higher than all on the grill but have as many worms as the highest there. */
enum { KINDS = 5, KIND_NONE = KINDS };

/* What lies below a top tile: the chance of each hidden tile of a kind, and of none. */
struct below {
    float chance[KINDS + 1];
};
struct odds;

struct grid {
    int tiles;
    uint32_t values; /* of all rows */
    uint32_t *first; /* [grill]: its first pair of tops */
    uint32_t *at;    /* [pair of tops]: where its row begins */
    struct odds *odds;
    uint16_t *slots; /* of odds, by what they depend on */
    uint32_t odds_count;
};

/* False without memory; to be freed in both cases. */
bool heckmeck_grid_make(struct grid *grid, int tiles);
void heckmeck_grid_free(struct grid *grid);

static inline uint32_t grid_all(const struct grid *grid)
{
    return (1u << grid->tiles) - 1;
}

static inline int grid_worms(int tile)
{
    return tile == GRID_NONE ? 0 : 1 + tile / 4; /* HM-1 */
}

static inline int grid_worms_in(uint32_t tiles)
{
    return __builtin_popcount(tiles & 0xffff) + __builtin_popcount(tiles & 0xfff0) +
           __builtin_popcount(tiles & 0xff00) + __builtin_popcount(tiles & 0xf000);
}

static inline uint32_t grid_bit(int tile)
{
    return tile == GRID_NONE ? 0 : 1u << tile;
}

static inline uint32_t grid_hidden(const struct grid *grid, struct spot spot)
{
    return grid_all(grid) & ~spot.grill & ~grid_bit(spot.mine) & ~grid_bit(spot.theirs);
}

struct row heckmeck_grid_row(const struct grid *grid, struct spot spot);
/* What lies below the top of the other seat, where that has one, for every difference of
 * the spot's row; all chances are 0 where the difference cannot come about. */
const struct below *heckmeck_grid_below_theirs(const struct grid *grid, struct spot spot);
/* The same for the own top; the differences descend from the first, at the row's end. */
const struct below *heckmeck_grid_below_mine(const struct grid *grid, struct spot spot);
/* Whether the difference at this place of the row can come about. */
bool heckmeck_grid_can_be(const struct grid *grid, struct spot spot, int place);
int heckmeck_grid_kind(struct spot spot, int tile);
/* In a match that is over with equal worms: the chance of owning the highest tile. */
double heckmeck_grid_tie(const struct grid *grid, struct spot spot);

/* Positions of the game that look like a spot, the hidden tiles drawn. */
struct draw {
    struct spot spot;
    int count; /* of hidden tiles */
    uint8_t tile[GRID_TILES];
    double out[GRID_TILES];
    double ways[GRID_TILES + 1][GRID_SPAN]; /* to a difference with the tiles from one on */
};
void heckmeck_grid_draw_begin(const struct grid *grid, struct spot spot, struct draw *draw);
/* One of them; the difference can come about. Seat 0 is on turn. */
void heckmeck_grid_draw(const struct draw *draw, int difference, struct peck_rng *rng,
                        struct heckmeck *state);
/* What a position between turns looks like to a seat. */
struct spot heckmeck_grid_spot(const struct heckmeck *state, int seat, int *difference);

#endif
