/* networks.h — the networks of Karteneck: a policy that proposes moves, and a value.
 *
 * The policy sees what the seat on turn can see, and rates 13 moves. The value judges the
 * position between two rounds and looks at the whole world, so it may be asked only inside
 * a sampled world. There is one pair for each number of seats, made by training/train.c. */
#ifndef KARTENECK_NETWORKS_H
#define KARTENECK_NETWORKS_H

#include "sampled_world.h"
#include "play/net.h"

enum { HIDDEN = 32 }; /* units in either net */

/* How a playout is played: by a policy or, where there is none, by worms-first with this
 * limit; and judged: by a value at the end of the round or, where there is none, by the
 * match's end. */
struct brain {
    const struct net *policy, *value;
    int limit;
};

/* The learnt one for so many seats; worms-first and whole matches where none was compiled
 * in. */
struct brain karteneck_brain_learnt(int seats);

/* The name of a net's file: `karteneck_value3`. */
void karteneck_net_name(char *name, size_t room, const char *sort, int seats);
uint32_t karteneck_policy_inputs(int seats);
uint32_t karteneck_value_inputs(int seats);
/* What the seat on turn sees. Reads no other hand and not the deck. */
void karteneck_policy_look(const struct karteneck *s, struct net_input *input);
/* The position between two rounds, from the seat that begins the next. */
void karteneck_value_look(const struct karteneck *s, struct net_input *input);

/* The outputs for the moves; those not in the mask mean nothing. */
void karteneck_policy_eval(const struct net *policy, const struct karteneck *s,
                           float *outputs);
/* How much the policy likes each move of the mask, together 1; 0 for all others. */
void karteneck_policy_shares(const struct net *policy, const struct karteneck *s,
                             uint32_t moves, float share[MOVES]);
/* The same for many hands of the seat on turn at one moment: what does not depend on the
 * hand is summed up once, as HIDDEN numbers. */
void karteneck_policy_begin(const struct net *policy, const struct karteneck *s,
                            float *scene);
void karteneck_policy_shares_of(const struct net *policy, const float *scene,
                                const struct karteneck *s, uint32_t moves,
                                float share[MOVES]);
/* Each seat's chance of winning, between two rounds or at the end. */
void karteneck_value_eval(const struct net *value, const struct karteneck *s, float *win);

/* The move that the brain likes best. */
int karteneck_brain_move(const struct brain *brain, const struct karteneck *s);
/* Whether, after laying one worm card, it adds the others. */
bool karteneck_brain_adds(const struct brain *brain, const struct karteneck *s);
/* Goes on with a lay or a pass that was begun: worm cards to add, a tile to steal. */
void karteneck_finish_actions(const struct brain *brain, struct karteneck *s);
/* Plays on to the end of the round or, without a value, of the match, and writes the
 * chances. */
void karteneck_brain_playout(const struct brain *brain, struct world *w, float *win);

#endif
