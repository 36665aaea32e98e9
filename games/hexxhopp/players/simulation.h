/* simulation.h — judges actions of Hexx & Hopp by playing on in sampled worlds.
 *
 * A world is drawn behind the view. Every action is tried in it with the same random draws:
 * the fast policy plays on for two actions of every seat, and the value judges the result.
 * The unit of work is one action tried in one world. */
#ifndef HEXXHOPP_SIMULATION_H
#define HEXXHOPP_SIMULATION_H

#include "play/kit.h"
#include "play/net.h"

#include <peck/bot.h>

struct candidate {
    uint32_t action;
    struct kit_sum win;    /* chances of winning the match … */
    struct kit_sum points; /* … and the points expected at its end */
    struct kit_sum better; /* … and by how much it was better than the first one */
};

/* What actions are tried with. */
struct trial {
    const struct peck_seat *seat;
    const struct peck_budget *budget;
    const struct net *net; /* hexxhopp_value_net */
    struct peck_rng *rng;
    bool quick;   /* gifts cost no time, as with persons */
    bool at_once; /* what the seat does is done; else, in the race, others act before it */
};

/* Tries all candidates equally often, each as the ply that it would be in a record: done
 * before anybody else acts. */
void hexxhopp_rollout_all(const struct trial *trial, struct candidate *candidates,
                          uint32_t count);
/* Looks for one that is better than the first, trying the better half more and more often,
 * and in the race as what the seat means to do: others are quicker, and may take the place;
 * returns the first unless another is better beyond doubt. */
uint32_t hexxhopp_rollout_best(const struct trial *trial, struct candidate *candidates,
                               uint32_t count);

#endif
