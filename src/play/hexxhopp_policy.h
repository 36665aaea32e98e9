/* hexxhopp_policy.h — Hexx & Hopp played fast and sensibly, for playing a round on many
 * times: the most contacts first, all gifts at once to whoever is nearest to winning, tiles
 * set aside taken back when they have become good or when nothing else is left. Works on a
 * full state. */
#ifndef PLAY_HEXXHOPP_POLICY_H
#define PLAY_HEXXHOPP_POLICY_H

#include "hexxhopp_sight.h"

/* The best tile of a set to place now, by contacts; -1 when none fits with `least` or more.
 */
int hexx_best_tile(const struct hexxhopp *s, const struct sight *sight, struct set tiles,
                   int least);
/* Of the seats but this one, that with the fewest tiles; among equals, with fewer
 * penalties. */
int hexx_leader(const struct hexxhopp *s, int seat);
/* The gift that costs the giver least: a tile set aside that fits nowhere, else one that
 * fits badly, else from the stack. */
uint32_t hexx_gift(const struct hexxhopp *s, const struct sight *sight, int seat, int to);
/* The tiles that the seat may place in `turns`. */
struct set hexx_stack(const struct hexxhopp *s, int seat);
uint32_t hexx_place(const struct hexxhopp *s, const struct spot *spot);

/* Plays the round on to its end, everybody at equal speed, `first` acting first. */
void hexx_play_on(const struct peck_game *game, struct hexxhopp *s, int first,
                  struct peck_rng *rng);

#endif
