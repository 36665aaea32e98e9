/* referee.h — runs a match between bots, each of which knows only what its seat may know.
 *
 * Chance is a function of the seed and of whom it concerns, so that matches of one seed
 * have the same luck although they go different ways: <peck/deal.h>.
 *
 * Where several seats may act at once they race by the clock of race.h. A program names no
 * delay, so that a match does not depend on the machine. A program that answers `wait` is
 * asked again after the next ply. When all wait, one that is drawn is asked again and has
 * to act.
 *
 * A seat whose program fails has lost. The match goes on with random play in its place, and
 * the seat is placed last; when several fail they share the last place. A match of 100,000
 * plies ends there and is scored as it stands: random play of any game here takes a tenth
 * of that, so somebody does not want to end. */
#ifndef PLAY_REFEREE_H
#define PLAY_REFEREE_H

#include "arena.h"
#include "external.h"
#include "play/race.h"

#include <peck/deal.h>

enum { PECK_REFEREE_PLIES_MAX = 100000 };

/* A seat during a match. */
struct peck_referee_seat {
    const struct peck_entrant *entrant;
    struct peck_external *external; /* of a program */
    struct peck_rng rng;            /* for its thoughts */
    struct peck_ply *plies;         /* as it saw them */
    struct peck_error fault;        /* why it has lost; without a key: it has not */
};

/* What one thread keeps from match to match. */
struct peck_referee {
    const struct peck_arena *arena;
    union peck_state start, state;
    struct peck_dealer fresh, dealer; /* at the beginning of a match; now */
    struct peck_referee_seat seats[PECK_SEATS_MAX];
    uint32_t count, room; /* plies played; room for plies of each seat */
    struct peck_clock clock;
    struct peck_rng rng; /* for ties and for estimates of luck */
    uint64_t luck_seed;  /* of chance */
    double luck[PECK_SEATS_MAX];
};

/* The set-up must be sound. */
void peck_referee_begin(struct peck_referee *referee, const struct peck_arena *arena);
void peck_referee_free(struct peck_referee *referee);
/* Plays one match; `luck` seeds chance, `own` everything else. The seats' entrants and
 * programs are the caller's to set; a program of a seat without fault can play on in
 * another match. */
enum peck_status peck_referee_play(struct peck_referee *referee, uint64_t luck,
                                   uint64_t own, struct peck_arena_match *result,
                                   struct peck_error *error) PECK_MUST_USE;
/* Whether the arena's value function is its own mean: at a chance ply, that of the values
 * after it. Then luck is the difference of two values; else expectations are estimated.
 * Looks at a few chance plies of a random match. */
bool peck_value_is_fair(const struct peck_arena *arena);
/* A number made of two, for deriving seeds. */
uint64_t peck_hash(uint64_t a, uint64_t b);

#endif
