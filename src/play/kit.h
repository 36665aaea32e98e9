/* kit.h — what bots of several games are made of: time, luck, sums of samples, and shares
 * of the win. */
#ifndef PLAY_KIT_H
#define PLAY_KIT_H

#include <peck/bot.h>

#include <math.h>

/* ---- Time ---- */

/* Milliseconds of a clock that is never set. */
double kit_now(void);

/* The time that a budget gives; a share of it, from its beginning, may be asked for. */
struct kit_timer {
    double start, milliseconds; /* 0: any time */
};
struct kit_timer kit_timer_begin(const struct peck_budget *budget);
bool kit_timer_over(const struct kit_timer *timer, double share);

/* ---- Luck ---- */

/* Even in [0, 1). */
static inline double kit_real(struct peck_rng *rng)
{
    return (double)(peck_rng_next(rng) >> 11) * 0x1p-53;
}

static inline float kit_float(struct peck_rng *rng)
{
    return (float)(peck_rng_next(rng) >> 40) * 0x1p-24f;
}

/* A separate generator, so that a branch does not disturb its sibling. */
static inline struct peck_rng kit_fork(struct peck_rng *rng)
{
    struct peck_rng fork;
    peck_rng_seed(&fork, peck_rng_next(rng));
    return fork;
}

/* Any legal action, each equally likely. */
uint32_t kit_any_action(const struct peck_seat *seat, struct peck_rng *rng);

/* ---- Samples ---- */

struct kit_sum {
    uint32_t count;
    double sum, squares;
};

static inline void kit_add(struct kit_sum *sum, double value)
{
    sum->count++;
    sum->sum += value;
    sum->squares += value * value;
}

static inline double kit_mean(const struct kit_sum *sum)
{
    return sum->count > 0 ? sum->sum / sum->count : 0;
}

/* Of the samples there are. */
static inline double kit_variance(const struct kit_sum *sum)
{
    double mean = kit_mean(sum), variance = sum->squares / sum->count - mean * mean;
    return variance > 0 ? variance : 0;
}

/* The standard error of the mean. */
static inline double kit_error(const struct kit_sum *sum)
{
    return sum->count > 1 ? sqrt(kit_variance(sum) / (sum->count - 1)) : 0;
}

/* ---- The win ---- */

/* Who has the first place, as a mask; by places, or by keys, where the highest win. */
uint32_t kit_winners(const uint8_t places[], int seats);
uint32_t kit_highest(const double keys[], int seats);

/* Of k winners each has 1/k. */
static inline double kit_share(uint32_t winners, int seat)
{
    return (winners >> seat & 1) != 0 ? 1.0 / __builtin_popcount(winners) : 0;
}

/* The points in a state, and each seat's share of the win if it ends like this. */
void kit_win_shares(const struct peck_game *game, const void *state, int seats,
                    int32_t points[], double shares[]);

/* ---- Answers ---- */

/* An action without a delay and without estimates. */
static inline void kit_answer(struct peck_thought *thought, uint32_t action)
{
    thought->action = action;
    thought->delay = 0;
    thought->count = 0;
}

#endif
