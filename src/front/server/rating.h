/* rating.h — how good somebody plays, from the places of matches for any number of players:
 * the Plackett–Luce model in the Bayesian approximation of Weng and Lin (Journal of Machine
 * Learning Research 12, 2011, algorithm 4), each player a team of one.
 *
 * A rating is a belief: the strength has mean mu and deviation sigma. With k players of
 * strengths mu_i, places r_i and
 *
 *     c^2   = sum over all i of (sigma_i^2 + beta^2)
 *     e_i   = exp(mu_i / c)
 *     C_q   = sum of e_s over all s with r_s >= r_q
 *     A_q   = the number of players who share the place of q
 *
 * a match changes, with sums over all q with r_q <= r_i,
 *
 *     mu_i      by sigma_i^2 / c * sum ((q = i) - e_i / C_q) / A_q
 *     sigma_i^2 by the factor 1 - sigma_i / c * sigma_i^2 / c^2
 *                                 * sum (e_i / C_q) (1 - e_i / C_q) / A_q
 *
 * The leaderboard sorts by mu - 3 sigma: who has played little is not yet believed. */
#ifndef SERVER_RATING_H
#define SERVER_RATING_H

#include <stdint.h>

struct rating {
    double mu, sigma;
};

/* Somebody who has not played. */
struct rating rating_new(void);
/* Of a match between `count` players; equal places are a draw. */
void rating_update(struct rating ratings[], const uint8_t places[], int count);

#endif
