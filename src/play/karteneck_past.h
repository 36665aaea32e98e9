/* karteneck_past.h — what the others' play tells of their hands.
 *
 * A world deals hidden hands, any way equally likely. But who passes early is short of
 * cards that fit, and who lays a single 2 seldom holds four: so for each other seat a few
 * hands are dealt, each is weighed by how well it explains what the seat did in this round
 * and the one before, and one is drawn in proportion to the weights.
 *
 * To explain a decision a hand is taken back to it, from the last to the first: the cards
 * drawn since are taken out of it, any of them equally likely, for by the deal alone each
 * card of a hand is as likely as any other to be the one drawn last; then the cards laid
 * go back into it. The learnt policy, asked with that hand, says how likely the decision
 * was. Nothing is read but the view and the plies as the seat saw them. */
#ifndef PLAY_KARTENECK_PAST_H
#define PLAY_KARTENECK_PAST_H

#include "karteneck_nets.h"

#include <peck/bot.h>

/* A seat lays six kinds and passes in a round; two rounds count. */
enum { PAST_ROUNDS = 2, DEEDS_MAX = PAST_ROUNDS * (KINDS + 1) };

/* A lay with all its additions, or a pass. */
struct deed {
    struct karteneck before; /* what everybody saw; hands have sizes only */
    uint64_t laid;           /* nothing: a pass */
    bool kept;               /* it declined to add a worm card, so it held one */
    uint8_t drawn;           /* cards after it */
};

struct past {
    uint8_t count[SEATS_MAX]; /* none for the seat itself */
    struct deed deeds[SEATS_MAX][DEEDS_MAX];
};

/* What the seat saw the others do; nothing where no plies are known. */
void past_read(struct past *past, const struct peck_seat *seat);
/* How likely the seat would have done what it did, if this is its hand now. */
double past_weight(const struct past *past, const struct net *policy, int seat,
                   uint64_t hand, struct peck_rng *rng);
/* Deals the blank hands of a view with the past in mind, and the rest to the deck. */
void past_deal(const struct past *past, const struct net *policy, struct karteneck *s,
               struct peck_rng *rng);

#endif
