/* simulation.h — plays matches of No Thanks! among players of given kinds, card by card.
 *
 * Training draws its company here, and the level expert plays on from where it stands. One
 * pass over a card's chain gives every decision about the card. So a card costs one chain
 * for all maxⁿ players together, and one for each player that considers types. */
#ifndef NOTHANKS_SIMULATION_H
#define NOTHANKS_SIMULATION_H

#include "auction.h"
#include "play/kit.h"

enum guest_kind {
    GUEST_STYLE,
    GUEST_FLAT, /* a few playouts for each action: nothanks_flat_playouts */
    GUEST_MAXN,
    GUEST_REPLIER, /* replies to what is believed of the others, as TYPE_REPLIER */
    GUEST_MIX,
};

struct guest {
    uint8_t kind;
    float slip;   /* how often it acts at random */
    float unsure; /* of GUEST_MAXN: of how much it is better, in shares of the win */
    struct style style;
};

struct company {
    struct nets nets;
    struct guest guests[SEATS_MAX];
    struct beliefs beliefs;            /* kept up to date while playing … */
    struct beliefs by_seat[SEATS_MAX]; /* … and what each seat made of them when asked */
    uint32_t clever;                   /* bits: of whom it matters how it would reply */
    bool naive;                        /* nobody learns: beliefs and minds do not matter */
    struct minds minds;                /* of the card last played for */
    struct chain views[SEATS_MAX];     /* of each GUEST_MIX, for the same card */
};

/* Plays until the card up is taken. */
void nothanks_company_auction(struct company *company, struct nothanks *s,
                              struct peck_rng *rng);
/* Plays from a state where a seat decides until so many cards are taken, or the end. */
void nothanks_company_play(struct company *company, struct nothanks *s, int cards,
                           struct peck_rng *rng);
/* Turns up the next card. */
void nothanks_company_flip(struct nothanks *s, struct peck_rng *rng);

/* Of playouts, for an estimate. */
struct outcomes {
    struct kit_sum win, points;
};

/* The seat's points, and its share of the win. */
void nothanks_outcome_add(struct outcomes *tally, const struct nothanks *s, int seat,
                          double share);
/* Takes and refuses `count` times each and plays on with half-value at all seats, with the
 * same cards for both. The tallies are those of taking and of refusing. */
void nothanks_flat_playouts(const struct nothanks *s, int count, struct peck_rng *rng,
                            struct outcomes tallies[2]);
/* True as often as `chance` says. */
bool nothanks_chance(struct peck_rng *rng, double chance);

#endif
