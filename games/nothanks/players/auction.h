/* auction.h — one auction of No Thanks! as a chain of decisions, valued by a network.
 *
 * Between two cards the only line is refuse, refuse, ..., take. nothanks_chain_maxn()
 * values it for seats that all do what is best for themselves; nothanks_chain_mix() values
 * it for one seat, the hero, among others who decide as it believes of them. Each has a
 * network for every number of seats: `maxn` sees the table from the seat that took the
 * card, `mix` sees it from the hero, with the hero's beliefs about the others as inputs.
 * auction.c explains the method.
 */
#ifndef NOTHANKS_AUCTION_H
#define NOTHANKS_AUCTION_H

#include "play/net.h"
#include "beliefs.h"

enum { CHAIN_MAX = CHIPS_MAX + 1 }; /* each step but the last costs one of all chips */
enum {
    CHAIN_NEAR_END = 2
}; /* cards to come that all are looked at: nothanks_chain_deepen */

/* A value: the share of the win of each seat, then a crumb for each, which is more the
 * fewer points it has, where they are known: with one card to come or none. Crumbs decide
 * between actions that win as much. */
enum { CRUMBS = SEATS_MAX, WORTH = 2 * SEATS_MAX };

struct chain {
    int length;
    float caution; /* of the hero, in nothanks_chain_mix: see nothanks_chain_caution */
    uint8_t seat[CHAIN_MAX]; /* the seat that decides */
    bool takes[CHAIN_MAX];   /* what is best for it, where that was worked out */
    float chance[CHAIN_MAX]; /* of a take by another than the hero, in nothanks_chain_mix */
    float leaf[CHAIN_MAX][WORTH], value[CHAIN_MAX][WORTH]; /* L and W */
};

/* The networks for a number of seats, compiled in as nothanks-maxn-3 and the like. */
enum { NOTHANKS_NAME = 32 };
struct nets {
    const struct net *maxn, *mix;
};

void nothanks_net_name(const char *kind, int seats, char name[NOTHANKS_NAME]);
struct nets nothanks_nets(int seats);
uint32_t nothanks_inputs(int seats, bool mix);

/* Inputs of a state before a flip, from the viewer's place; beliefs are NULL for `maxn`. */
void nothanks_input(const struct nothanks *s, int viewer, const struct beliefs *beliefs,
                    struct net_input *input);
/* Shares of the win if the match ended here. */
void nothanks_shares(const struct nothanks *s, float shares[]);

/* What each hypothesis about each seat would do at every step. The last steps of a chain
 * are seldom needed, so steps are worked out one after another: nothanks_minds_odds. */
struct minds {
    struct chain maxn;
    bool replies[CHAIN_MAX]; /* whether a replier takes */
    int known;               /* steps worked out … */
    struct nothanks walk;    /* … and the one after them */
    struct costs costs;
    struct odds odds[CHAIN_MAX]; /* of the steps worked out */
};

/* All take a state where a seat decides. */
void nothanks_chain_maxn(struct chain *chain, const struct net *net,
                         const struct nothanks *s);
/* `seats` is a mask: for these seats the reply to the others is worked out, from what the
 * seat believes of them, views[seat]. The rest are taken to reply as maxⁿ does, which saves
 * a chain for each. */
void nothanks_minds_read(struct minds *minds, const struct nets *nets,
                         const struct nothanks *s, uint32_t seats,
                         const struct beliefs views[]);
/* The chance, for each hypothesis, that the seat of this step takes, where it may choose.
 */
const struct odds *nothanks_minds_odds(struct minds *minds, int step);
/* How far the hero follows what maxⁿ prefers, from 0 to 1. It is high where some of the
 * others seem to be repliers and some do not: there two players who both wait for what a
 * third gives away are in one another's way, and the third wins more than its share. */
float nothanks_chain_caution(const struct beliefs *beliefs, int seats, int hero);
/* For the hero. */
void nothanks_chain_mix(struct chain *chain, const struct net *net,
                        const struct nothanks *s, int hero, const struct beliefs *beliefs,
                        struct minds *minds, float caution);
/* Looks one card further where it matters: the value after a take becomes the mean of the
 * chains of every third card that may be turned up next, or of every card near the end.
 * With one card to come, every take that can be reached is worked out, and nothing is left
 * to the network. */
void nothanks_chain_deepen(struct chain *chain, const struct nets *nets,
                           const struct nothanks *s, int hero, const struct beliefs views[],
                           const struct minds *minds);

/* By how much the seat of a step prefers taking, where both values were worked out. */
static inline float chain_lead(const struct chain *chain, int step)
{
    int seat = chain->seat[step];
    const float *take = chain->leaf[step] + seat, *refuse = chain->value[step + 1] + seat;
    return take[0] - refuse[0] + (take[CRUMBS] - refuse[CRUMBS]);
}

/* What the hero decides by: a figure of its own chain, and of maxⁿ's for the same step. */
static inline float cautious(const struct chain *chain, float own, float maxn)
{
    return own + chain->caution * (maxn - own);
}

#endif
