/* board.h — a person's hand on the hexagonal board: the cursor, the tile in hand, and how
 * it is turned.
 *
 * Cells are axial (q, r), and neighbours are at the six steps of docs/reference/formats.md.
 * On the screen step 0 points east and the others follow clockwise. Where a tile fits is
 * read off the actions of the view: `place q,r R`, or `place N q,r R` where one may choose
 * among the own tiles. */
#ifndef TERM_BOARD_H
#define TERM_BOARD_H

#include "scene.h"

enum { BOARD_STEPS = 6 };
extern const int board_steps[BOARD_STEPS][2];

struct board {
    int q, r;     /* the cell of the cursor */
    int rotation; /* of the tile in hand */
    int tile;     /* which of the own tiles is in hand, where one may choose */
    bool marks;   /* show where it fits */
};

/* A cell as one number, and back. q and r stay far within ±512: a figure has at most 72
 * tiles. */
int board_cell(int q, int r);
void board_cell_at(int cell, int *q, int *r);

/* How many tiles can be in hand: the open one, or those to choose from. */
size_t board_tiles(const struct scene *scene);
/* The tile in hand; NULL: none. */
const struct peck_node *board_tile(const struct scene *scene);
/* The colour of segment k of a tile with that rotation. */
int board_colour(const struct peck_node *tile, int k, int rotation);

/* The number of the action that places the tile in hand there, turned so; a rotation of -1
 * stands for any. -1: there is none. */
int board_action(const struct scene *scene, int q, int r, int rotation);
/* Moves cursor and rotation to the next (or, with -1, the one before) place where the tile
 * in hand fits. False: it fits nowhere. */
bool board_jump(const struct scene *scene, struct board *board, int direction);

#endif
