/* own_decisions.c — remembers in a hash table which own moves did well in earlier playouts.
 *
 * The same own decision is met again and again in different worlds, so its moves can be
 * compared, and the playouts through it become better than the policy. A node is one
 * decision as the seat will see it: the table, and the kinds of cards in its hand. Worm
 * cards that differ only in their number are the same, which makes nodes meet more often.
 * The other seats go on by the policy. Their hands change from world to world, and a tree
 * that told those hands apart would let the seat decide with knowledge it does not have.
 *
 * choose() takes the move with the best mean plus a bonus for moves that the policy likes
 * and that were tried little, as in AlphaZero (PUCT). Each playout adds at most one node:
 * beyond the first fresh one the policy decides. The table has at least as many places as
 * there are playouts, but at most 65,536; when it is three quarters full, no more nodes are
 * added. Keys are 64-bit hashes; two decisions with the same hash would share a node, which
 * is too rare to matter. A seat lays six kinds and passes, so no path is longer than seven.
 *
 * Only `expert` uses the tree. docs/training.md says what it is worth: 53.3 ± 9.0
 * % in 150 matches, which proves little. */
#include "own_decisions.h"

#include <math.h>
#include <stdlib.h>

/* A seat lays six kinds and passes: seven decisions in a round at most. */
enum { DEPTH = KINDS + 1, NODES_MAX = 1 << 16 };

bool karteneck_tree_begin(struct tree *tree, int seat, uint32_t playouts)
{
    uint32_t places = 256;
    while (places < NODES_MAX && (playouts == 0 || places < playouts))
        places *= 2;
    *tree = (struct tree){.mask = places - 1, .seat = seat};
    tree->nodes = calloc(places, sizeof *tree->nodes);
    return tree->nodes != NULL;
}

void karteneck_tree_free(struct tree *tree)
{
    free(tree->nodes);
}

/* A pile without the numbers of its worm cards: two hands that differ in them alone are
 * one. */
static uint64_t kinds_of(uint64_t pile)
{
    return (pile & ~(uint64_t)WORM_MASK) + __builtin_popcount(worms(pile));
}

/* What the seat on turn sees and what can have changed since the root. */
static uint64_t key_of(const struct karteneck *s)
{
    uint64_t counter = kinds_of(s->hand[s->turn]), key = peck_rng_mix(&counter);
    counter = key ^ ((uint64_t)s->grill << 16 | s->in << 8 | s->failed);
    key = peck_rng_mix(&counter);
    for (int i = 0; i < s->seats; i++) {
        counter = key ^ (kinds_of(s->laid[i]) + ((uint64_t)s->height[i] << 58));
        key = peck_rng_mix(&counter);
    }
    return key | 1;
}

/* The node of the key: an old one, a fresh one (its `moves` are 0), or NULL when the table
 * is three quarters full. */
static struct node *find(struct tree *tree, uint64_t key)
{
    uint32_t at = key >> 32 & tree->mask;
    while (tree->nodes[at].key != 0) {
        if (tree->nodes[at].key == key)
            return &tree->nodes[at];
        at = (at + 1) & tree->mask;
    }
    if (tree->used >= tree->mask / 4 * 3)
        return NULL;
    tree->used++;
    tree->nodes[at].key = key;
    return &tree->nodes[at];
}

/* The move with the best mean plus a bonus: prior · sqrt(visits) / (1 + tries), times 0.3.
 * A move not yet tried counts as the mean of the node, not as 0, so that a good node does
 * not waste playouts on every poor move. */
static int choose(const struct node *node)
{
    const float bonus = 0.3f;
    float root = bonus * sqrtf((float)node->visits), best = -INFINITY, all = 0;
    int chosen = MOVE_PASS;
    for (int move = 0; move < MOVES; move++)
        all += node->sum[move];
    float mean = node->visits > 0 ? all / (float)node->visits : 0;
    for (uint32_t moves = node->moves; moves != 0; moves &= moves - 1) {
        int move = __builtin_ctz(moves);
        float count = (float)node->count[move];
        float value = (count > 0 ? node->sum[move] / count : mean) +
                      root * node->prior[move] / (1 + count);
        chosen = value > best ? move : chosen;
        best = value > best ? value : best;
    }
    return chosen;
}

/* The node for the decision, or NULL where the policy decides: beyond the first fresh node.
 */
static struct node *visit(struct tree *tree, const struct brain *brain,
                          const struct karteneck *s, bool *open)
{
    if (!*open || s->turn != tree->seat)
        return NULL;
    struct node *node = find(tree, key_of(s));
    *open = node != NULL && node->moves != 0;
    if (node != NULL && node->moves == 0) {
        node->moves = moves_of(s);
        karteneck_policy_shares(brain->policy, s, node->moves, node->prior);
    }
    return node;
}

void karteneck_tree_playout(struct tree *tree, const struct brain *brain, struct world *w,
                            float *win)
{
    struct karteneck *s = &w->s;
    struct node *path[DEPTH];
    int move, taken[DEPTH], depth = 0;
    bool open = true;
    karteneck_finish_actions(brain, s);
    for (world_draw(w); s->phase == PHASE_ACT; world_draw(w)) {
        struct node *node = visit(tree, brain, s, &open);
        move = node != NULL ? choose(node) : karteneck_brain_move(brain, s);
        if (node != NULL) {
            PECK_ASSERT(depth < DEPTH);
            path[depth] = node;
            taken[depth++] = move;
        }
        make_move(s, move);
    }
    karteneck_value_eval(brain->value, s, win);
    for (int i = 0; i < depth; i++) {
        path[i]->visits++;
        path[i]->count[taken[i]]++;
        path[i]->sum[taken[i]] += win[tree->seat];
    }
}
