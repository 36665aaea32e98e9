/* standing.c — computes rates, their errors over blocks, and the adjustment for luck.
 *
 * Ratios. How often an entrant sits in a block varies in pools, so its rate is a ratio of
 * two sums, and the error is that of a ratio: the spread of y - ratio · n over blocks,
 * where y is what it won and n how often it sat. Sums of products are enough for this, and
 * one pass over the blocks gives them.
 *
 * Luck as a control variate. The luck of a match (referee.c) has the mean 0 and is
 * correlated with the result. Subtracting coefficient · luck changes no expectation,
 * whatever the value function is worth. The coefficient is fitted as covariance over
 * variance, the value with the smallest remaining variance. A poor value function therefore
 * gets a coefficient near 0 and does not hurt, and a good one removes most of the noise.
 * Fitting costs one degree of freedom; below ten blocks it would be more chance than fit,
 * so nothing is adjusted. */
#include "standing.h"

#include <math.h>
#include <string.h>

/* What an entrant did in one block. */
struct part {
    double sat, wins, points, luck;
    int forfeits;
    double seat_sat[PECK_SEATS_MAX], seat_wins[PECK_SEATS_MAX];
};

static struct part part_of(const struct peck_arena *arena, uint32_t block, int entrant)
{
    struct part part = {0};
    int seats = arena->setup.seats;
    for (int rotation = 0; rotation < seats; rotation++) {
        uint8_t who[PECK_SEATS_MAX];
        const struct peck_arena_match *match =
            &arena->matches[(size_t)block * (size_t)seats + (size_t)rotation];
        peck_arena_seating(arena, block, rotation, who);
        for (int s = 0; s < seats; s++) {
            if (who[s] != entrant)
                continue;
            double win = peck_arena_win(match, seats, s);
            part.sat++;
            part.wins += win;
            part.points += match->points[s];
            part.luck += match->luck[s];
            part.forfeits += match->forfeits >> s & 1;
            part.seat_sat[s]++;
            part.seat_wins[s] += win;
        }
    }
    return part;
}

/* Sums over blocks for one ratio y / n with a control c. */
struct sums {
    double blocks, n, y, c, nn, ny, yy, nc, yc, cc;
};

static void add(struct sums *sums, double n, double y, double c)
{
    if (n == 0)
        return;
    sums->blocks++;
    sums->n += n;
    sums->y += y;
    sums->c += c;
    sums->nn += n * n;
    sums->ny += n * y;
    sums->yy += y * y;
    sums->nc += n * c;
    sums->yc += y * c;
    sums->cc += c * c;
}

/* The error of a ratio: that of the sum of what is left of y when ratio × n is taken away.
 */
static double error_of(const struct sums *sums, double square)
{
    if (sums->blocks < 2 || square <= 0)
        return 0;
    return sqrt(square * sums->blocks / (sums->blocks - 1)) / sums->n;
}

static struct peck_rate rate_of(const struct sums *sums)
{
    if (sums->n == 0)
        return (struct peck_rate){0};
    double ratio = sums->y / sums->n;
    double square = sums->yy - 2 * ratio * sums->ny + ratio * ratio * sums->nn;
    return (struct peck_rate){ratio, error_of(sums, square), sums->blocks};
}

enum { BLOCKS_TO_FIT = 10 }; /* of fewer the coefficient is more chance than fit */

/* The same with the control: residuals e = y − ratio·n have the sum 0; the coefficient is
 * that of their regression on c, and what remains are e − coefficient·(c − mean of c). */
static struct peck_rate adjusted_rate(const struct sums *sums, double *coefficient)
{
    struct peck_rate rate = rate_of(sums);
    *coefficient = 0;
    if (sums->blocks < BLOCKS_TO_FIT)
        return rate;
    double ec = sums->yc - rate.mean * sums->nc;
    double cc = sums->cc - sums->c * sums->c / sums->blocks;
    double ee = sums->yy - 2 * rate.mean * sums->ny + rate.mean * rate.mean * sums->nn;
    if (cc <= 1e-12)
        return rate;
    *coefficient = ec / cc;
    /* One degree of freedom more is spent on the coefficient. */
    double square = (ee - ec * ec / cc) * (sums->blocks - 1) / (sums->blocks - 2);
    rate.mean -= *coefficient * sums->c / sums->n;
    rate.error = error_of(sums, square);
    return rate;
}

void peck_standing_of(const struct peck_arena *arena, int entrant,
                      struct peck_standing *standing)
{
    struct sums wins = {0}, points = {0}, seat[PECK_SEATS_MAX] = {0};
    memset(standing, 0, sizeof *standing);
    for (uint32_t block = 0; block < arena->done; block++) {
        struct part part = part_of(arena, block, entrant);
        add(&wins, part.sat, part.wins, part.luck);
        add(&points, part.sat, part.points, 0);
        for (int s = 0; s < arena->setup.seats; s++)
            add(&seat[s], part.seat_sat[s], part.seat_wins[s], 0);
        standing->forfeits += (uint64_t)part.forfeits;
    }
    standing->matches = (uint64_t)wins.n;
    standing->wins = rate_of(&wins);
    standing->points = rate_of(&points);
    standing->adjusted = adjusted_rate(&wins, &standing->coefficient);
    for (int s = 0; s < arena->setup.seats; s++)
        standing->by_seat[s] = rate_of(&seat[s]);
}

struct peck_rate peck_standing_against(const struct peck_arena *arena, int entrant,
                                       int other, uint64_t *matches)
{
    struct sums wins = {0};
    for (uint32_t block = 0; block < arena->done; block++) {
        uint8_t who[PECK_SEATS_MAX];
        peck_arena_seating(arena, block, 0, who);
        bool both = (who[0] == entrant && who[1] == other) ||
                    (who[0] == other && who[1] == entrant);
        if (!both)
            continue;
        struct part part = part_of(arena, block, entrant);
        add(&wins, part.sat, part.wins, 0);
    }
    *matches = (uint64_t)wins.n;
    return rate_of(&wins);
}

double peck_standing_score(const struct peck_arena *arena, uint32_t block)
{
    struct part part = part_of(arena, block, 0);
    return part.wins / part.sat;
}
