/* fast_policy.h — plays Hexx & Hopp fast and sensibly, for playing a round on many times.
 *
 * The policy places the tile with the most contacts, gives all gifts at once to whoever is
 * nearest to winning, and takes tiles back that have become good, or when nothing else is
 * left. It works on a full state. */
#ifndef HEXXHOPP_FAST_POLICY_H
#define HEXXHOPP_FAST_POLICY_H

#include "fits.h"

/* The best tile of a set to place now, by contacts; -1 when none fits with `least` or more.
 */
int hexxhopp_best_tile(const struct hexxhopp *s, const struct sight *sight,
                       struct set tiles, int least);
/* Of the seats but this one, that with the fewest tiles; among equals, with fewer
 * penalties. */
int hexxhopp_leader(const struct hexxhopp *s, int seat);
/* The gift that costs the giver least: a tile set aside that fits nowhere, else one that
 * fits badly, else from the stack. */
uint32_t hexxhopp_gift(const struct hexxhopp *s, const struct sight *sight, int seat,
                       int to);
/* The tiles that the seat may place in `turns`. */
struct set hexxhopp_stack(const struct hexxhopp *s, int seat);
uint32_t hexxhopp_place(const struct hexxhopp *s, const struct spot *spot);

/* What a seat that may act does now. */
enum { HEXX_WAIT = 0 }; /* instead of an action */
uint32_t hexxhopp_choose(const struct hexxhopp *s, int seat, struct peck_rng *rng);

/* What the seats mean to do. In the race they decided on the figure as it was when they
 * last acted; when it comes to it, a place may be taken, and the time is lost. In `turns`,
 * or without a plan (HEXX_WAIT), a seat decides when it acts. */
struct intent {
    uint32_t action[SEATS_MAX];
    bool quick; /* gifts cost no time */
};
void hexxhopp_mean(const struct hexxhopp *s, struct intent *intent, struct peck_rng *rng);
/* The seat does what it meant to, if it still can, and decides again. */
void hexxhopp_step(const struct peck_game *game, struct hexxhopp *s, int seat,
                   struct intent *intent, struct peck_rng *rng);
/* Plays the round on, everybody acting so many times at equal speed, `first` first; or to
 * its end. */
void hexxhopp_play_on(const struct peck_game *game, struct hexxhopp *s, int first,
                      uint32_t laps, struct intent *intent, struct peck_rng *rng);

#endif
