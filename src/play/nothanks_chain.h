/* nothanks_chain.h — one auction of No Thanks! as a chain, valued by a network.
 *
 * Between two cards the only line is refuse, refuse, …, take: with a pot of k the seat is
 * known, and so is everybody's hand after a take. With L[j] the value after a take at step
 * j (the network, or the score when it was the last card) and W[j] the value at step j,
 * W[j] is L[j] or W[j + 1] as the seat decides. The chain ends with the first seat that has
 * no chip left to refuse with.
 *
 * Two networks for each number of seats: `maxn` sees the table from the seat that took, and
 * every seat is taken to choose what is best for itself; `mix` sees it from one seat, with
 * its beliefs about the others as inputs, and the others decide as the mixture of types
 * does. */
#ifndef PLAY_NOTHANKS_CHAIN_H
#define PLAY_NOTHANKS_CHAIN_H

#include "net.h"
#include "nothanks_belief.h"

enum { CHAIN_MAX = CHIPS_MAX + 1 }; /* each step but the last costs one of all chips */

struct chain {
    int length;
    uint8_t seat[CHAIN_MAX]; /* who decides */
    bool takes[CHAIN_MAX];   /* what is best for it, where that was worked out */
    float chance[CHAIN_MAX]; /* of a take by another than the hero, in chain_mix */
    float leaf[CHAIN_MAX][SEATS_MAX], value[CHAIN_MAX][SEATS_MAX]; /* L and W, by seat */
};

/* The networks compiled in for this number of seats, and their names: nothanks-maxn-3. */
enum { NOTHANKS_NAME = 32 };
void nothanks_net_name(const char *kind, int seats, char name[NOTHANKS_NAME]);
const struct net *nothanks_net(const char *kind, int seats);
uint32_t nothanks_inputs(int seats, bool mix);

/* Inputs of a state before a flip, from the viewer's place; beliefs are NULL for `maxn`. */
void nothanks_input(const struct nothanks *s, int viewer, const struct beliefs *beliefs,
                    struct net_input *input);
/* Shares of the win if the match ended here. */
void nothanks_shares(const struct nothanks *s, float shares[]);

/* Both take a state where a seat decides. */
void chain_maxn(struct chain *chain, const struct net *net, const struct nothanks *s);
/* For the hero; `maxn` is the maxⁿ chain of the same state, a type's decisions. */
void chain_mix(struct chain *chain, const struct net *net, const struct nothanks *s,
               int hero, const struct beliefs *beliefs, const struct chain *maxn);
/* Looks one card further where it matters: the value after a take becomes the mean, over
 * every third of the cards that may be turned up next, of their chains. */
void chain_deepen(struct chain *chain, const struct net *mix, const struct net *maxn,
                  const struct nothanks *s, int hero, const struct beliefs *beliefs);

#endif
