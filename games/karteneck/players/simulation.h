/* simulation.h — chooses an action of Karteneck by playing out sampled worlds.
 *
 * A world deals the cards that the seat has not seen to the other hands and the deck, in
 * any way that the view allows: each way equally likely, or as likely as the play makes it
 * (hand_inference.h). The caller begins a search, sets its options, runs it, and reads the
 * arms, best first. */
#ifndef KARTENECK_SIMULATION_H
#define KARTENECK_SIMULATION_H

#include "hand_inference.h"
#include "own_decisions.h"
#include "play/kit.h"

/* A hand has at most all cards: as many actions as cards, and the pass. */
enum { ARMS_MAX = CARDS + 1 };

struct arm {
    uint32_t action;    /* a move of sampled_world.h when the search has `moves` */
    struct kit_sum win; /* chances of winning */
};

struct search {
    struct brain brain;
    const struct karteneck *view;
    int seat;
    bool moves;              /* the arms are moves, not actions */
    bool halving;            /* else every arm gets the same number of playouts */
    struct tree *tree;       /* of the own decisions to come, or NULL */
    const struct past *past; /* to weigh hidden hands by, or NULL */
    struct belief belief;
    uint32_t count;
    struct arm arms[ARMS_MAX];
};

/* Fills in the arms: all legal actions, or all moves. */
void karteneck_search_begin(struct search *search, const struct brain *brain,
                            const struct karteneck *view, int seat, bool moves);
/* Spends the budget, whose unit of work is one playout; leaves the arms best first. */
void karteneck_search_run(struct search *search, const struct peck_budget *budget,
                          struct peck_rng *rng);
/* Tries every arm until it has had so many playouts: halving leaves the worse ones with one
 * or two, which is enough to drop them and not to tell what they are worth. */
void karteneck_search_more(struct search *search, uint32_t least, struct peck_rng *rng);
/* Mean points at the end and their standard errors, by whole matches in `worlds` worlds. */
void karteneck_search_points(struct search *search, uint32_t worlds, struct peck_rng *rng,
                             double *points, double *errors);

#endif
