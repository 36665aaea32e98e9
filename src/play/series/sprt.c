/* sprt.c — keeps the likelihood ratio of two win rates over the scores of blocks.
 *
 * A test with a fixed number of matches plays all of them even when the answer is clear
 * after a few. The sequential test of Wald looks after every block and stops at a bound.
 * For scores that are about normal, the logarithm of the ratio of "the mean is high" to
 * "the mean is low" is
 *     (high - low) / variance · sum of (score - (low + high) / 2),
 * with the variance estimated on the way. The bound is 2.944 = ln 19, which makes both
 * errors 5 %. The scores are means of blocks, because matches of a block are not
 * independent (arena.h). Two guards keep the start honest: no decision before 16 blocks,
 * and the variance counts one more block with the spread of a coin, so that a few equal
 * scores do not look like certainty. */
#include "sprt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The win rate whose odds are `elo` above those of par. */
static double rate_of_elo(double elo, int seats)
{
    double odds = pow(10, elo / 400) / (seats - 1);
    return odds / (1 + odds);
}

enum peck_status peck_sprt_read(const char *words, int seats, struct peck_sprt *sprt,
                                struct peck_error *error)
{
    bool elo = strncmp(words, "elo:", 4) == 0;
    const char *first = elo ? words + 4 : words;
    char *comma, *end;
    double low = strtod(first, &comma);
    bool sound = comma != first && *comma == ',';
    double high = sound ? strtod(comma + 1, &end) : 0;
    sound = sound && end != comma + 1 && *end == '\0' && isfinite(low) && isfinite(high);
    if (sound && elo) {
        low = rate_of_elo(low, seats);
        high = rate_of_elo(high, seats);
    }
    if (!sound || low <= 0 || high >= 1 || low >= high) {
        peck_error_say(error, "error.sprt");
        return PECK_BAD_SETUP;
    }
    *sprt = (struct peck_sprt){.low = low, .high = high};
    return PECK_OK;
}

/* The variance counts one block more, as far off as a coin is: a few equal scores at the
 * start must not look like certainty. */
static double variance_of(const struct peck_sprt *sprt)
{
    double count = (double)sprt->count, mean = sprt->sum / count;
    return (sprt->squares - count * mean * mean + 0.25) / count;
}

double peck_sprt_ratio(const struct peck_sprt *sprt)
{
    if (sprt->count == 0)
        return 0;
    double middle = (sprt->low + sprt->high) / 2;
    return (sprt->high - sprt->low) / variance_of(sprt) *
           (sprt->sum - (double)sprt->count * middle);
}

int peck_sprt_add(struct peck_sprt *sprt, double score)
{
    sprt->count++;
    sprt->sum += score;
    sprt->squares += score * score;
    double ratio = peck_sprt_ratio(sprt);
    if (sprt->count < PECK_SPRT_BLOCKS_MIN || fabs(ratio) < PECK_SPRT_BOUND)
        return 0;
    return ratio > 0 ? 1 : -1;
}
