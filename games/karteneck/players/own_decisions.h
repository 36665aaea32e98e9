/* own_decisions.h — a tree of the seat's own next decisions, which improves its playouts.
 *
 * In a playout the policy decides for everybody. karteneck_tree_playout() replaces it at
 * the seat's own decisions of the round by moves that did well in the playouts before.
 * own_decisions.c explains how. */
#ifndef KARTENECK_OWN_DECISIONS_H
#define KARTENECK_OWN_DECISIONS_H

#include "networks.h"

struct node {
    uint64_t key; /* 0: empty */
    uint32_t moves, visits;
    uint32_t count[MOVES];
    float sum[MOVES];   /* of the chances of winning */
    float prior[MOVES]; /* how much of the policy's liking */
};

struct tree {
    struct node *nodes; /* a table of `mask` + 1 places, a power of two */
    uint32_t mask, used;
    int seat;
};

/* A tree for so many playouts, 0 for any number. False without memory: then there is
 * nothing to free. */
bool karteneck_tree_begin(struct tree *tree, int seat, uint32_t playouts);
void karteneck_tree_free(struct tree *tree);
/* karteneck_brain_playout, with the seat's own decisions chosen and remembered. */
void karteneck_tree_playout(struct tree *tree, const struct brain *brain, struct world *w,
                            float *win);

#endif
