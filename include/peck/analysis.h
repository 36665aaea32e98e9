/* analysis.h — a finished match judged: what each decision cost, and what chance gave.
 *
 * All figures are chances of winning, 0 to 1, where a shared win counts as a share. They
 * come from two sources:
 * - a *player* (a bot) estimates every action at every decision, from the view of the seat
 *   that took it. The loss is the estimate of the best action minus that of the one played.
 *   The best is the player's choice, unless its own estimates clearly contradict it;
 * - an *evaluator* gives each seat's chances in the full position after every ply: the
 *   game's value function or, without one, random playouts. They use the same seeds at
 *   every position, which makes differences between plies more precise.
 *
 * The luck of a chance ply is the value after it minus the expected value before it. For
 * each seat: result − start = luck − errors + gifts + residual. Errors are the seat's own
 * losses, gifts its share of the others' losses (by the chances at that moment), and the
 * residual is where player and evaluator disagree. */
#ifndef PECK_ANALYSIS_H
#define PECK_ANALYSIS_H

#include <peck/bot.h>

/* By the loss in chances of winning; peck_quality_least has the thresholds. */
enum peck_quality {
    PECK_FORCED, /* there was one action only */
    PECK_VERY_GOOD,
    PECK_GOOD,
    PECK_INACCURATE,
    PECK_MISTAKE,
    PECK_BLUNDER,
    PECK_QUALITIES
};
extern const char *const peck_quality_names[PECK_QUALITIES];
/* The least loss with this name: 0, 0.005, 0.02, 0.05 and 0.1 from PECK_VERY_GOOD on. */
extern const double peck_quality_least[PECK_QUALITIES];

/* One ply. */
struct peck_step {
    uint32_t action;
    uint8_t seat; /* PECK_CHANCE: there is luck and no quality */
    enum peck_quality quality;
    uint32_t first,
        count; /* its estimates, one for each legal action: analysis.estimates */
    uint32_t played, best; /* among those */
    /* Of the action played. A loss smaller than its own standard error counts as zero,
     * because among noisy estimates one always looks better. */
    double loss, loss_error;
    double luck[PECK_SEATS_MAX], luck_error[PECK_SEATS_MAX];
    double value[PECK_SEATS_MAX], value_error[PECK_SEATS_MAX]; /* after the ply */
};

/* One seat over the match. */
struct peck_account {
    double start, result; /* chance before the first ply; share of the win */
    double luck, luck_error;
    double errors, errors_error, gifts;
    double residual;
    double adjusted;    /* the result without the luck */
    uint32_t decisions; /* that were not forced */
    double error_rate;  /* loss per such decision */
    uint32_t quality[PECK_QUALITIES];
};

struct peck_analysis {
    const struct peck_match *match; /* the caller's; must stay */
    struct peck_step *steps;        /* match->count many */
    struct peck_estimate *estimates;
    uint32_t estimate_count;
    struct peck_account seat[PECK_SEATS_MAX];
    uint32_t playouts; /* for each position; 0: by the game's value function */
};

struct peck_analysis_wish {
    struct peck_player player;
    uint64_t seed;
    uint32_t playouts; /* 0: as many as a few seconds allow */
    /* Called after every ply with the plies done; may be NULL. False: stop here. */
    bool (*progress)(void *context, uint32_t done);
    void *context;
};

/* Judges a finished match. PECK_BAD_RECORD with the error for an unfinished one, for a
 * player that gives no estimates, and when `progress` stopped it; PECK_NO_MEMORY. On
 * failure there is nothing to free. */
enum peck_status peck_analyse(const struct peck_match *match,
                              const struct peck_analysis_wish *wish,
                              struct peck_analysis *analysis,
                              struct peck_error *error) PECK_MUST_USE;
void peck_analysis_free(struct peck_analysis *analysis);

#endif
