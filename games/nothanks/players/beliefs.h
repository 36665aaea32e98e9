/* beliefs.h — what can be believed about how each seat of No Thanks! plays.
 *
 * A *hypothesis* is a type of player and a level: how closely somebody keeps to the type. A
 * *mixture* gives each hypothesis a probability, for one seat. The functions begin a
 * mixture, foresee a decision with it, and update it after the decision. beliefs.c explains
 * the method. */
#ifndef NOTHANKS_BELIEFS_H
#define NOTHANKS_BELIEFS_H

#include "styles.h"

enum {
    TYPES = 64,
    TYPE_SOFT = TYPES - 3, /* maxⁿ, but unsure where it is close */
    TYPE_MAXN = TYPES - 2,
    TYPE_REPLIER = TYPES - 1,  /* replies to what is believed of the others */
    LEVELS = 3,                /* of how closely somebody keeps to his type */
    STRANGER = TYPES * LEVELS, /* fits no type, and does what people do on average */
    HYPOTHESES = STRANGER + 1,
    KINDS = 20 /* of similar types: inputs of a network */
};
extern const struct style nothanks_types[TYPES];
/* For each level: how often a player does the opposite, whatever it is, and within how many
 * points of the line a decision may go the other way. */
extern const float nothanks_slips[LEVELS], nothanks_blurs[LEVELS];

/* About each seat: how likely each hypothesis is: all types for each level, then the
 * stranger; each row sums to 1. */
struct beliefs {
    float of[SEATS_MAX][HYPOTHESES];
};

void nothanks_beliefs_begin(struct beliefs *beliefs);
/* What one viewer makes of beliefs that were formed about each seat on its own. People at
 * one table are often alike, so what one of the others did says something about the rest.
 */
void nothanks_beliefs_share(struct beliefs *beliefs, int seats, int viewer);
/* The same from every seat. */
void nothanks_beliefs_views(const struct beliefs *beliefs, int seats,
                            struct beliefs views[SEATS_MAX]);
/* How likely a type is, strangers apart, and how far its decisions can be relied on:
 * careless ones count for less. */
float nothanks_mixture_type(const float mixture[HYPOTHESES], int type);
/* The same for each kind. Repliers and strangers are of no kind. */
void nothanks_mixture_kinds(const float mixture[HYPOTHESES], float weights[KINDS]);
/* The chance that a player of each hypothesis takes, where it may choose. */
struct odds {
    float takes[HYPOTHESES];
};

/* Writes those that are a rule of thumb. */
void nothanks_odds_of_styles(struct odds *odds, const struct nothanks *s,
                             const struct costs *costs, int seat);
/* A stranger takes with this chance, if it does not slip. */
void nothanks_odds_of_type(struct odds *odds, int type, float takes);
/* Strangers: when all types are there. */
void nothanks_odds_of_strangers(struct odds *odds);
/* The chance that a player of this mixture takes. */
float nothanks_mixture_takes(const float mixture[HYPOTHESES], const struct odds *odds);
/* What the mixture is after it took, or refused. */
void nothanks_mixture_learn(float mixture[HYPOTHESES], const struct odds *odds, bool took);

#endif
