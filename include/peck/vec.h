/* vec.h — many matches of one set-up at once, for learners.
 *
 * The players of a match are numbered like its seats. Each is a bot or a learner. A match
 * always waits for one of its learners: chance and bots act in between, and when a match is
 * over the next one begins in its place at once. Where several seats may act at once, the
 * next one is drawn.
 *
 * All results go to the caller's arrays, one row per match. They depend only on the wish,
 * not on the number of threads, except with a bot that uses the clock (bot.h).
 *
 * With `rotate`, player p sits at seat p + k in the k-th match of a place, so that a
 * learner who is always player 0 meets every seat. */
#ifndef PECK_VEC_H
#define PECK_VEC_H

#include <peck/bot.h>

enum { PECK_VEC_MAX = 1 << 20, PECK_VEC_THREADS_MAX = 64 };

enum peck_reward {
    PECK_REWARD_WIN, /* 1 for a win alone, −1/(seats − 1) for a loss; shared wins share */
    PECK_REWARD_POINTS, /* points less the mean of all, so that more is better */
};

struct peck_vec_wish {
    const struct peck_game *game;
    struct peck_setup setup;
    uint32_t count; /* matches: 1 to PECK_VEC_MAX */
    int threads;    /* 1 to PECK_VEC_THREADS_MAX */
    uint64_t seed;
    struct peck_player players[PECK_SEATS_MAX]; /* without a bot: a learner */
    bool rotate;
    uint32_t limit; /* choices of learners after which a match is cut short; 0: none */
    enum peck_reward reward;
};

/* The caller's arrays; NULL: not wanted. C is peck_choice_count, F the game's
 * features, P the number of players, N that of matches. */
struct peck_vec_out {
    int16_t *observations; /* N × F, as the player to act sees it */
    uint8_t *masks;        /* N × C, 1: legal for that player */
    int8_t *players;       /* N: the player to act */
    float *rewards;        /* N × P, of the match that ended in this step; else 0 */
    uint8_t *terminals;    /* N: 1 when a match was over … */
    uint8_t *truncations;  /* N: … or cut short, in this step */
    int16_t *finals;       /* N × F: the end of matches, as seen by the last to act */
};

struct peck_vec;

/* PECK_BAD_SETUP with the error, or PECK_NO_MEMORY. */
enum peck_status peck_vec_begin(struct peck_vec **vec, const struct peck_vec_wish *wish,
                                struct peck_error *error) PECK_MUST_USE;
void peck_vec_free(struct peck_vec *vec);
/* Restarts all matches. */
enum peck_status peck_vec_reset(struct peck_vec *vec, uint64_t seed,
                                const struct peck_vec_out *out) PECK_MUST_USE;
/* Plays one choice in each match. PECK_ILLEGAL with the error if one is not legal; nothing
 * changes then. After PECK_NO_MEMORY only reset and free make sense. */
enum peck_status peck_vec_step(struct peck_vec *vec, const int32_t *choices,
                               const struct peck_vec_out *out,
                               struct peck_error *error) PECK_MUST_USE;
/* Draws a legal choice for each match, all equally likely, from a separate generator. */
void peck_vec_sample(struct peck_vec *vec, int32_t *choices);
/* The state of one match. */
const void *peck_vec_state(const struct peck_vec *vec, uint32_t index);

#endif
