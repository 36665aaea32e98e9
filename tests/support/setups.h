/* setups.h — every set-up worth testing: each game and template, seat count and options. */
#ifndef TESTS_SETUPS_H
#define TESTS_SETUPS_H

#include <peck/game.h>

/* Calls `visit` for each. The sets of options are: every subset of the flags, alone; and
 * with all other options off their defaults (the last seat first, the smallest number).
 * Set-ups that a game refuses (a seat count that needs an option) are left out. With
 * PECK_SETUPS_EVERY=7 in the environment it is every seventh of each game, the first among
 * them; a game with few set-ups then misses some seat counts and options. */
void each_setup(void (*visit)(const struct peck_game *game, const struct peck_setup *setup,
                              void *context),
                void *context);

/* "heckmeck seats=3 fast first=2", for messages. */
const char *setup_words(const struct peck_game *game, const struct peck_setup *setup);

#endif
