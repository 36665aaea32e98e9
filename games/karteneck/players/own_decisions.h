/* own_decisions.h — remembering the own decisions that lie behind the one in question.
 *
 * In a playout the policy decides for everybody. But where the same own decision is met
 * again and again, in many worlds, its moves can be compared as well, and the playouts
 * behind it get better than the policy. A node is one such decision as the seat will see
 * it: what lies on the table and the kinds of cards in the own hand. Others go on by the
 * policy: what they hold changes from world to world, so nothing could be remembered of
 * them that the seat may know. */
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
bool tree_begin(struct tree *tree, int seat, uint32_t playouts);
void tree_free(struct tree *tree);
/* brain_playout, with the seat's own decisions chosen and remembered. */
void tree_playout(struct tree *tree, const struct brain *brain, struct world *w,
                  float *win);

#endif
