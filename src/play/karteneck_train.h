/* karteneck_train.h — learning to play Karteneck from nothing but its rules and worms-first. */
#ifndef PLAY_KARTENECK_TRAIN_H
#define PLAY_KARTENECK_TRAIN_H

#include "karteneck_search.h"

/* How much is played; the same numbers and seed make the same nets on the same build. */
struct lesson {
    int seats;
    uint64_t seed;
    uint32_t generations;
    uint32_t value_matches;  /* for the value, by the policy alone, each generation */
    uint32_t search_matches; /* for the policy, by search … */
    uint32_t playouts;       /* … with so many playouts a decision */
    uint32_t epochs;         /* over the decisions of those */
    void *context;
    /* Told after each half of a generation: what was learnt, and its mean loss at the end. */
    void (*report)(void *context, uint32_t generation, const char *what, double loss);
};

/* The lesson that made the nets in data. */
struct lesson karteneck_lesson(int seats, uint64_t seed);
/* Leaves two trainers with the last nets, to be freed by the caller. False without memory: then
 * there is nothing to free. */
bool karteneck_train(const struct lesson *lesson, struct net_trainer *policy,
                     struct net_trainer *value);

#endif
