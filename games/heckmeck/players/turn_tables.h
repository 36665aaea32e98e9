/* turn_tables.h — the tables of the turn solver, and its kernel as a table of functions.
 *
 * Private to turn_solver.c, which makes the tables and explains them, and to the two files
 * that compile the kernel. */
#ifndef HECKMECK_TURN_TABLES_H
#define HECKMECK_TURN_TABLES_H

#include "turn_solver.h"

#include <stddef.h>

enum {
    DICE = 8,
    FACES = TURN_FACES,
    ONE = 0,
    WORM = 5,
    ALL = (1 << FACES) - 1,
    LANES = TURN_LANES,
    GROUPS_MAX = 4 * (DICE + 1) * (ALL + 1),
    HALF = FACES / 2,
    WAYS_MAX = 165, /* counts of three faces with at most eight dice: C(11, 3) */
    STRIP = 4,
    STRIPS_MAX = 2423,     /* make_tables checks it */
    STOPS = 4 * TURN_SUMS, /* payoffs for stopping; the values begin with them */
    STEPS_MAX = 16640,     /* add_steps checks it */
};

#define NOTHING (-1e30f) /* no such choice; below every payoff */

static const int8_t golden_faces[2] = {ONE, WORM}; /* XW-31 */

struct group {
    uint8_t faces, dice, golden, gain, low, high;
    uint64_t reached; /* bit s: the sum s can come about */
    int32_t base;     /* the value of sum s lies at base + s */
    uint32_t steps;   /* where its choices begin in `steps` */
};

/* All groups of one kind; those with more faces chosen come first, because the others ask
 * them. */
struct plan {
    int count;
    struct group groups[GROUPS_MAX];
    int16_t index[2][2][DICE + 1][ALL + 1]; /* [golden][gain][dice][faces]; -1: none */
    /* What to add to the sum to find the value after a choice: for each group that can
     * roll, each side of the golden die if that is rolled, each face left and number of
     * plain dice from 0. Where there is no such choice it leads to values that are known,
     * but mean nothing. */
    uint32_t step_count;
    int16_t steps[STEPS_MAX];
};

struct heckmeck_turn_tables {
    struct plan plans[TURN_KINDS];
    /* Ways to spread dice over f faces, by the dice they use: each is a way for one face
     * less and a count of the last. Those with at most n dice end where n + 1 dice start.
     */
    struct way {
        uint8_t before, count;
    } ways[HALF + 1][WAYS_MAX];
    uint8_t start[HALF + 1][DICE + 2];
    /* Rolls of n dice with k live faces: those of strips[strips_at[k][n]] and on. In a
     * strip the second half falls in one way, the first in four that are neighbours; where
     * there are fewer the odds are 0. The roll without any live face stands apart. */
    struct strip {
        uint16_t rest, first;
        float odds[STRIP];
    } strips[STRIPS_MAX];
    uint16_t strips_at[FACES + 1][DICE + 2];
    float none[FACES + 1][DICE + 1];
};
extern struct heckmeck_turn_tables heckmeck_turn_tables;

static inline int bits(uint32_t mask)
{
    return __builtin_popcount(mask);
}

/* The live faces are split: the first half, the larger one, and the rest. */
static inline int first_half(int live)
{
    return (live + 1) / 2;
}

static inline bool may_roll(const struct group *group)
{
    return (group->dice > 0 || group->golden) && group->faces != ALL;
}

/* Where the payoffs for stopping lie: value and payoff of a group that cannot roll. */
static inline int stop_row(const struct group *group)
{
    return ((group->faces >> WORM & 1) * 2 + group->gain) * TURN_SUMS;
}

/* What is being solved. */
struct task {
    enum turn_kind kind;
    bool lead;          /* the first lane chooses for all */
    const float *value; /* of all states with more faces chosen */
    const float *used; /* the same with the weasel used, where it is still ready; or NULL */
    const float *fail[2];
    float golden[2];
};

/* The kernel for eight payoffs, and for a leader; and the worth of one roll. */
struct kernel {
    void (*batch)(const struct task *task, float *value, const float *stop);
    void (*lead)(const struct task *task, float *value, const float *stop);
    void (*roll)(const struct task *task, const struct group *group, int sum, float *lanes);
};
extern const struct kernel heckmeck_turn_kernel_narrow, heckmeck_turn_kernel_wide;

#endif
