/* rating.h — player ratings, from the places of matches for any number of players.
 *
 * The model is Plackett–Luce in the Bayesian approximation of Weng and Lin (Journal of
 * Machine Learning Research 12, 2011, algorithm 4), each player a team of one. A rating
 * says that somebody's strength has mean mu and deviation sigma. In the model a match is
 * drawn stage by stage: the winner among all players, the second among the others, and so
 * on, each with a chance in proportion to e_i. With
 *
 *     c^2 = sum over all i of (sigma_i^2 + beta^2)
 *     e_i = exp(mu_i / c)
 *     p_i = e_i / (sum of e over all who are left at a stage)
 *
 * a match changes, with sums over the stages at which i was left,
 *
 *     mu_i      by sigma_i^2 / c * sum ((i is drawn) - p_i)
 *     sigma_i^2 by the factor 1 - sigma_i / c * sigma_i^2 / c^2 * sum p_i (1 - p_i)
 *
 * A shared place counts as the mean of all orders in which it could have been decided. (The
 * paper divides instead; there a shared first place can be worth less than the third after
 * it.)
 *
 * The leaderboard sorts by mu - 3 sigma, which ranks people with few matches low. */
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
