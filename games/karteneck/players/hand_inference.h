/* hand_inference.h — guesses the other seats' hands from what they did in this round.
 *
 * A caller reads the past of the round once (karteneck_past_read), then asks for one world
 * after another (karteneck_belief_next). Each world deals the hidden cards such that hands
 * which explain their owners' play come up more often. Nothing is read but the view and the
 * plies as the seat saw them. hand_inference.c explains the method. */
#ifndef KARTENECK_HAND_INFERENCE_H
#define KARTENECK_HAND_INFERENCE_H

#include "networks.h"

#include <peck/bot.h>

/* A seat lays six kinds and passes. */
enum { DEEDS_MAX = KINDS + 1 };

/* A lay with all its additions, or a pass. */
struct deed {
    struct karteneck before; /* what was seen; the other hands have sizes only */
    float scene[HIDDEN];     /* what the policy makes of it: see karteneck_policy_begin */
    uint64_t laid;           /* nothing: a pass */
    uint8_t drawn;           /* cards after it */
};

struct past {
    const struct net *policy;
    uint8_t count[SEATS_MAX]; /* none for the seat itself */
    struct deed deeds[SEATS_MAX][DEEDS_MAX];
};

/* What the seat saw the others do; nothing where no plies are known, or no policy. */
void karteneck_past_read(struct past *past, const struct net *policy,
                         const struct peck_seat *seat);
/* How likely the seat would have done what it did, if this is its hand now. */
double karteneck_past_weight(const struct past *past, int seat, uint64_t hand,
                             struct peck_rng *rng);

/* The chain of worlds. */
struct belief {
    bool begun;
    struct karteneck world;
    double weight[SEATS_MAX]; /* of each hand */
};

void karteneck_belief_begin(struct belief *belief);
/* The next world in belief->world. */
void karteneck_belief_next(struct belief *belief, const struct past *past,
                           const struct karteneck *view, int viewer, struct peck_rng *rng);

#endif
