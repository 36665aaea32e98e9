/* tally.h — the sums of a simulation: plies, points, wins, and a histogram of points.
 *
 * Only whole numbers are added, so the sums, and everything printed from them, are the same
 * in any order of the matches. */
#ifndef CLI_TALLY_H
#define CLI_TALLY_H

#include <peck/game.h>

#include <stdio.h>

/* A win is this many shares: it parts evenly among up to seven winners. */
enum { WIN_SHARES = 420 };

/* How often each value came up, from `low` on. */
struct histogram {
    int32_t low;
    uint32_t room;
    uint64_t *count;
};

/* At most 10^9 matches: sums of squares fit as long as points stay under 10^4 and a match
 * under 10^5 plies, far more than any game here has. */
struct tally {
    uint64_t matches, plies, plies_squared;
    uint32_t shortest, longest;
    int64_t points[PECK_SEATS_MAX], squared[PECK_SEATS_MAX];
    uint64_t shares[PECK_SEATS_MAX];
    struct histogram points_seen;
};

/* Adds one match at its end. False: not enough memory. */
bool tally_match(struct tally *tally, const struct peck_game *game, const void *state,
                 int seats, uint32_t plies);
bool tally_merge(struct tally *sum, const struct tally *part);
void tally_free(struct tally *tally);

void tally_print(FILE *file, const struct tally *tally, int seats);
void tally_json(struct peck_json *json, const struct tally *tally, int seats);
/* Bytes that tally_json may need. */
size_t tally_json_room(const struct tally *tally);

#endif
