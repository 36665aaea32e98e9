/* signature.h — one number for how all games play.
 *
 * Fixed matches of every game in the registry, with every number of seats and every option,
 * and a hash over all that the contract tells of them. It is equal for every compiler,
 * optimisation, sanitizer and machine, and behind every door; it changes when any game
 * plays differently. It needs no libc but mem* and no memory but the stack. */
#ifndef PECK_SIGNATURE_H
#define PECK_SIGNATURE_H

#include <peck/game.h>

/* The matches of one game with one set-up. */
struct peck_signature_part {
    const struct peck_game *game;
    struct peck_setup setup;
    uint64_t hash;
};

/* Plays the next part and moves `at` behind it; `at` starts at 0. False when there is none.
 */
bool peck_signature_part(uint32_t *at, struct peck_signature_part *part);
/* The hash so far (0 at first) and one part more. */
uint64_t peck_signature_add(uint64_t hash, const struct peck_signature_part *part);
/* All parts at once. */
uint64_t peck_signature(void);

#endif
