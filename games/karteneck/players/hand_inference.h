/* hand_inference.h — what the others' play tells of their hands.
 *
 * By the deal alone all hidden hands are equally likely. But who passes early is short of
 * cards that fit, and who lays a single 2 seldom holds four. So a hand is weighed by how
 * well it explains what its owner did in this round, and the worlds that a search looks at
 * make a chain: each comes from the last by proposing other hands, dealt by chance alone,
 * and taking one with the odds of its weight to that of the hand it would replace. In the
 * long run worlds come in proportion to their weights (Metropolis).
 *
 * To explain a decision a hand is taken back to it, from the last to the first: the cards
 * drawn since are taken out of it, any of them equally likely, for by the deal alone each
 * card of a hand is as likely as any other to be the one drawn last; then the cards laid
 * go back into it. The learnt policy, asked with that hand, says how likely the decision
 * was. Nothing is read but the view and the plies as the seat saw them. */
#ifndef KARTENECK_HAND_INFERENCE_H
#define KARTENECK_HAND_INFERENCE_H

#include "networks.h"

#include <peck/bot.h>

/* A seat lays six kinds and passes. */
enum { DEEDS_MAX = KINDS + 1 };

/* A lay with all its additions, or a pass. */
struct deed {
    struct karteneck before; /* what was seen; the other hands have sizes only */
    float scene[HIDDEN];     /* what the policy makes of it: see policy_begin */
    uint64_t laid;           /* nothing: a pass */
    bool kept;               /* it declined to add a worm card, so it held one */
    uint8_t drawn;           /* cards after it */
};

struct past {
    const struct net *policy;
    uint8_t count[SEATS_MAX]; /* none for the seat itself */
    struct deed deeds[SEATS_MAX][DEEDS_MAX];
};

/* What the seat saw the others do; nothing where no plies are known, or no policy. */
void past_read(struct past *past, const struct net *policy, const struct peck_seat *seat);
/* How likely the seat would have done what it did, if this is its hand now. */
double past_weight(const struct past *past, int seat, uint64_t hand, struct peck_rng *rng);

/* The chain of worlds. */
struct belief {
    bool begun;
    struct karteneck world;
    double weight[SEATS_MAX]; /* of each hand */
};

void belief_begin(struct belief *belief);
/* The next world in belief->world. */
void belief_next(struct belief *belief, const struct past *past,
                 const struct karteneck *view, int viewer, struct peck_rng *rng);

#endif
