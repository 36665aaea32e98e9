/* ratings.h — ratings from rankings, for tables of any size, with standard errors.
 *
 * The model is that of Plackett and Luce: the first place goes to one of the table with
 * odds in proportion to their strengths, the second to one of the rest in the same way, and
 * so on. With two at a table this is the model of Bradley, Terry and Elo.
 *
 * Equal places count as all orders of those who share them, each an equal part. The
 * strengths are those of the greatest likelihood. So that none becomes infinite, each
 * entrant has also drawn once with a player of mean strength. Rankings come in blocks that
 * do not depend on one another; within a block they may, and the errors allow for that. */
#ifndef PLAY_RATINGS_H
#define PLAY_RATINGS_H

#include "arena.h"

struct peck_ranking {
    uint8_t seats;
    uint8_t entrant[PECK_SEATS_MAX], place[PECK_SEATS_MAX]; /* by seat; places from 1 */
};

/* 400 · log10 of the strength, the mean of all being 0; and its standard error. */
struct peck_rating {
    double rating, error;
};

/* `count` rankings, `block` of them in each block, of `entrants` entrants. */
enum peck_status peck_ratings_fit(const struct peck_ranking *rankings, size_t count,
                                  int block, int entrants,
                                  struct peck_rating ratings[]) PECK_MUST_USE;
/* The same for what an arena has played. */
enum peck_status peck_ratings_of(const struct peck_arena *arena,
                                 struct peck_rating ratings[]) PECK_MUST_USE;

#endif
