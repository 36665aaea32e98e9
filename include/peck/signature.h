/* signature.h — one number for how all games play.
 *
 * It plays fixed matches of every game in the registry, with every number of seats and
 * every option, and hashes everything that the contract returns. The hash is the same for
 * every compiler, optimisation, sanitizer, machine and door; it changes when any game plays
 * differently. It needs only mem* of libc, and only the stack. */
#ifndef PECK_SIGNATURE_H
#define PECK_SIGNATURE_H

#include <peck/game.h>

/* The matches of one game with one set-up. */
struct peck_signature_part {
    const struct peck_game *game;
    struct peck_setup setup;
    uint64_t hash;
};

/* Plays the next part and advances `at`, which starts at 0. False when there is none. */
bool peck_signature_part(uint32_t *at, struct peck_signature_part *part);
/* Adds one part to the hash so far, which is 0 at first. */
uint64_t peck_signature_add(uint64_t hash, const struct peck_signature_part *part);
/* All parts at once. */
uint64_t peck_signature(void);

#endif
