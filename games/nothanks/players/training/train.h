/* train.h — trains the networks of No Thanks!. */
#ifndef NOTHANKS_TRAIN_H
#define NOTHANKS_TRAIN_H

#include "play/net.h"

#include <peck/bot.h>

struct nothanks_lessons {
    int seats;
    bool mix;        /* the network that considers types, else maxⁿ */
    uint32_t hidden; /* units */
    uint32_t matches;
    uint64_t seed;
    const struct net *maxn; /* for `mix`: the finished one */
    /* Called now and then with the progress and the mean loss since. May be NULL. */
    void (*report)(void *context, uint32_t done, double loss);
    void *context;
};

/* Trains; the caller frees the trainer. False without memory. */
bool nothanks_learn(const struct nothanks_lessons *lessons, struct net_trainer *trainer);

/* `peck train nothanks`: both networks for a number of seats. Options do not matter: some
 * of the matches are tactical. */
enum peck_status nothanks_train(const struct peck_training *training);

#endif
