/* turn_kernel.h — the inner loops of the turn solver, compiled for two register widths.
 *
 * turn_solver.c explains the method. This file is included twice: by turn_kernel_any.c,
 * with two registers of four floats, and by turn_kernel_avx2.c, which defines KERNEL_WIDE,
 * with one register of eight. Both do the same operations on the same lanes in the same
 * order, and on x86-64 neither target has a fused multiplication and addition, so the
 * results are equal to the last bit. `stride` and `lead` are constants wherever a function
 * is called; because everything is inlined, the compiler makes one loop for each of the
 * three ways to solve. */
#include "turn_tables.h"

#include <string.h>

#if defined(KERNEL_WIDE) && defined(__clang__)
#define TARGET __attribute__((target("avx2,tune=haswell"))) /* or it halves every load */
#elif defined(KERNEL_WIDE)
#define TARGET __attribute__((target("avx2")))
#else
#define TARGET
#endif
#define INLINE TARGET static inline __attribute__((always_inline))

/* Eight floats in one register, or in two of four, which every processor we build for has.
 */
#ifdef KERNEL_WIDE
enum { WIDTH = 8 };
#else
enum { WIDTH = 4 };
#endif
enum { PARTS = LANES / WIDTH };

typedef float floats __attribute__((vector_size(4 * WIDTH)));
typedef float floats_anywhere
    __attribute__((vector_size(4 * WIDTH), aligned(sizeof(float)), may_alias));
typedef int32_t mask __attribute__((vector_size(4 * WIDTH)));

struct block {
    floats part[PARTS];
};

INLINE struct block load(const float *from)
{
    struct block block;
    for (int p = 0; p < PARTS; p++)
        block.part[p] = ((const floats_anywhere *)from)[p];
    return block;
}

INLINE void store(float *to, struct block block)
{
    for (int p = 0; p < PARTS; p++)
        ((floats_anywhere *)to)[p] = block.part[p];
}

INLINE struct block all_of(float x)
{
    struct block block;
    for (int p = 0; p < PARTS; p++)
        block.part[p] = x - (floats){0};
    return block;
}

INLINE struct block add_scaled(struct block sum, float factor, struct block x)
{
    for (int p = 0; p < PARTS; p++)
        sum.part[p] += factor * x.part[p];
    return sum;
}

INLINE struct block plus(struct block x, struct block y)
{
    for (int p = 0; p < PARTS; p++)
        x.part[p] += y.part[p];
    return x;
}

INLINE floats choose(mask which, floats yes, floats no)
{
#if defined(KERNEL_WIDE) && !defined(__clang__)
    return __builtin_ia32_blendvps256(no, yes, (floats)which);
#else
    return (floats)((which & (mask)yes) | (~which & (mask)no));
#endif
}

/* gcc does not see a maximum in a choice. */
INLINE floats larger(floats x, floats y)
{
#if defined(KERNEL_WIDE) && !defined(__clang__)
    return __builtin_ia32_maxps256(x, y);
#elif defined(__SSE__) && !defined(__clang__)
    return __builtin_ia32_maxps(x, y);
#else
    return choose(x > y, x, y);
#endif
}

INLINE mask all_as_first(mask of)
{
#ifdef KERNEL_WIDE
    return __builtin_shufflevector(of, of, 0, 0, 0, 0, 0, 0, 0, 0);
#else
    return __builtin_shufflevector(of, of, 0, 0, 0, 0);
#endif
}

/* The better of two: lane by lane, or all lanes as the first one has it. */
INLINE struct block better(struct block x, struct block y, bool lead)
{
    mask all = all_as_first(y.part[0] > x.part[0]);
    for (int p = 0; p < PARTS; p++)
        x.part[p] = lead ? choose(all, y.part[p], x.part[p]) : larger(y.part[p], x.part[p]);
    return x;
}

/* What each choice of a roll is worth: for each live face, each number of plain dice from 0
 * to `dice`; then a few that do not exist, because strips look beyond the end. */
struct choices {
    int live, dice;
    struct block block[FACES * (DICE + 1) + STRIP];
};

INLINE void put_nothing(struct block *blocks, int count)
{
    for (int i = 0; i < count; i++)
        blocks[i] = all_of(NOTHING);
}

/* Which of the live faces the golden die shows on this side; -1 if none. */
INLINE int golden_rank(const struct group *group, int side)
{
    int face = golden_faces[side];
    bool shows = group->golden && !(group->faces >> face & 1);
    return shows ? bits(~group->faces & ((1u << face) - 1)) : -1;
}

/* `golden` as golden_rank says: that face can be chosen with no plain die. */
INLINE void gather(struct choices *choices, const struct task *task,
                   const struct group *group, int sum, int side, int golden)
{
    int live = FACES - bits(group->faces), each = group->dice + 1, count = live * each;
    const int16_t *step =
        heckmeck_turn_tables.plans[task->kind].steps + group->steps + side * count;
    const float *value = task->value + sum * LANES;
    choices->live = live;
    choices->dice = group->dice;
    for (int i = 0; i < count; i++)
        choices->block[i] = load(value + (ptrdiff_t)step[i] * LANES);
    for (int face = 0; face < live; face++)
        if (face != golden)
            put_nothing(&choices->block[face * each], 1);
    put_nothing(choices->block + count, STRIP - 1);
}

/* The best choice among some faces, for every way to spread dice over them. The ways for f
 * faces extend those for f - 1 faces, so each costs one comparison. A few more blocks
 * follow, as in struct choices. With one face the choices themselves are the answer. */
INLINE const struct block *spread(const struct choices *choices, int first, int faces,
                                  bool lead, struct block room[2][WAYS_MAX + STRIP])
{
    int each = choices->dice + 1;
    const struct block *choice = choices->block + first * each, *best = choice;
    for (int f = 2; f <= faces; f++) {
        const struct way *way = heckmeck_turn_tables.ways[f];
        struct block *to = room[f & 1];
        int count = heckmeck_turn_tables.start[f][each];
        choice += each;
        for (int i = 0; i < count; i++)
            to[i] = better(best[way[i].before], choice[way[i].count], lead);
        put_nothing(to + count, STRIP - 1);
        best = to;
    }
    return best;
}

/* Odds × worth, summed over all rolls that show a live face. Four sums run side by side so
 * that an addition need not wait for the one before; their order is the same in both
 * kernels. */
INLINE struct block sum_strips(const struct choices *choices, const struct block *first,
                               const struct block *rest, bool lead)
{
    const uint16_t *at = heckmeck_turn_tables.strips_at[choices->live] + choices->dice;
    const struct strip *strip = heckmeck_turn_tables.strips + at[0],
                       *end = heckmeck_turn_tables.strips + at[1];
    struct block sum0 = all_of(0), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    for (; strip < end; strip++) {
        struct block other = rest[strip->rest];
        const struct block *best = first + strip->first;
        sum0 = add_scaled(sum0, strip->odds[0], better(best[0], other, lead));
        sum1 = add_scaled(sum1, strip->odds[1], better(best[1], other, lead));
        sum2 = add_scaled(sum2, strip->odds[2], better(best[2], other, lead));
        sum3 = add_scaled(sum3, strip->odds[3], better(best[3], other, lead));
    }
    return plus(plus(sum0, sum1), plus(sum2, sum3));
}

/* The worth of rolling in a group at one sum, or at eight sums from there on. `begin` is
 * what the mover can have instead of any face: the weasel's second roll. It is NULL without
 * one. */
INLINE struct block rolls(const struct task *task, const struct group *group, int sum,
                          int side, const struct block *begin, bool lead)
{
    struct choices choices;
    struct block room[2][WAYS_MAX + STRIP], rest_room[2][WAYS_MAX + STRIP];
    int golden = golden_rank(group, side);
    gather(&choices, task, group, sum, side, golden);
    int half = first_half(choices.live);
    if (begin != NULL)
        for (int i = 0; i <= choices.dice; i++)
            choices.block[i] = better(*begin, choices.block[i], lead);
    const struct block *first = spread(&choices, 0, half, lead, room);
    const struct block *rest = spread(&choices, half, choices.live - half, lead, rest_room);
    struct block none = golden >= 0 ? better(first[0], rest[0], lead)
                                    : load(task->fail[group->gain]); /* HM-14 */
    if (begin != NULL)
        none = better(*begin, none, lead);
    return add_scaled(sum_strips(&choices, first, rest, lead),
                      heckmeck_turn_tables.none[choices.live][choices.dice], none);
}

/* The worth of rolling, golden die and all. */
INLINE struct block roll_block(const struct task *task, const struct group *group,
                               int points, bool lead)
{
    if (task->used != NULL) { /* XW-40: the same dice once more, without the weasel */
        struct task used = *task;
        used.value = task->used;
        struct block again = rolls(&used, group, points, 0, NULL, lead);
        return rolls(task, group, points, 0, &again, lead);
    }
    if (!group->golden)
        return rolls(task, group, points, 0, NULL, lead);
    struct block one = rolls(task, group, points, 0, NULL, lead); /* XW-31 */
    struct block worm = rolls(task, group, points, 1, NULL, lead);
    return add_scaled(add_scaled(all_of(0), task->golden[0], one), task->golden[1], worm);
}

/* Solves every group, from the last choices back to the first roll. `stop` has what
 * stopping brings. Eight sums at a time include neighbours that cannot be reached; blocks
 * in which no sum can be reached are skipped. */
INLINE void solve(const struct task *task, float *value, const float *stop, bool lead)
{
    const struct plan *plan = &heckmeck_turn_tables.plans[task->kind];
    memcpy(value, stop, STOPS * LANES * sizeof *value);
    for (int g = 0; g < plan->count; g++) {
        const struct group *group = &plan->groups[g];
        if (!may_roll(group))
            continue;
        float *values = value + group->base * LANES;
        const float *stops = stop + stop_row(group) * LANES;
        for (int sum = group->low; sum <= group->high; sum++) {
            if ((group->reached >> sum & 1) == 0)
                continue;
            struct block roll = roll_block(task, group, sum, lead);
            store(values + sum * LANES, better(load(stops + sum * LANES), roll, lead));
        }
    }
}

TARGET static void solve_batch(const struct task *task, float *value, const float *stop)
{
    solve(task, value, stop, false);
}

TARGET static void solve_lead(const struct task *task, float *value, const float *stop)
{
    solve(task, value, stop, true);
}

TARGET static void roll_at(const struct task *task, const struct group *group, int sum,
                           float *lanes)
{
    if (task->lead)
        store(lanes, roll_block(task, group, sum, true));
    else
        store(lanes, roll_block(task, group, sum, false));
}
