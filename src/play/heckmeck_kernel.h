/* heckmeck_kernel.h — the kernel of the turn solver (heckmeck_turn.c tells how it works),
 * compiled twice: for any processor, and with KERNEL_WIDE for registers of eight floats.
 * Nothing is fused or reordered, so that both give the same result to the last bit. */
#include "heckmeck_turn_inner.h"

#include <string.h>

#ifdef KERNEL_WIDE
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
typedef int32_t mask __attribute__((vector_size(4 * WIDTH)));

struct block {
    floats part[PARTS];
};

INLINE struct block load(const float *from)
{
    struct block block;
    memcpy(&block, from, sizeof block);
    return block;
}

INLINE void store(float *to, struct block block)
{
    memcpy(to, &block, sizeof block);
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
    return (floats)((which & (mask)yes) | (~which & (mask)no));
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

/* The better of two: lane by lane, or all lanes as the first one has it. */
INLINE struct block better(struct block x, struct block y, bool lead)
{
    mask all = -(y.part[0][0] > x.part[0][0]) - (mask){0};
    for (int p = 0; p < PARTS; p++)
        x.part[p] = lead ? choose(all, y.part[p], x.part[p]) : larger(y.part[p], x.part[p]);
    return x;
}

/* The choices of one roll: a block for each live face and number of dice. */
struct choices {
    int live, dice;
    struct block block[FACES][DICE + 1];
};

/* `side` of the golden die: 0 or 1; 0 also without one. */
INLINE void gather(struct choices *choices, const struct task *task,
                   const struct group *group, int sum, int side, int stride)
{
    const struct plan *plan = &turn_tables.plans[task->kind];
    int live = FACES - bits(group->faces), n = group->dice;
    const int16_t *step = plan->steps + group->steps + side * live * (n + 1);
    choices->live = live;
    choices->dice = n;
    for (int face = 0; face < live; face++) {
        struct block *block = choices->block[face];
        block[0] =
            *step == NO_STEP ? all_of(NOTHING) : load(task->value + (*step + sum) * stride);
        step++;
        for (int dice = 1; dice <= n; dice++)
            block[dice] = load(task->value + (*step++ + sum) * stride);
    }
}

/* The best over the first faces for every way to spread dice over them. */
INLINE const struct block *spread(const struct choices *choices, struct block begin,
                                  bool lead, struct block room[2][WAYS_MAX])
{
    int n = choices->dice, now = 0;
    room[0][0] = begin;
    for (int faces = 1; faces < choices->live; faces++, now = !now) {
        const struct block *from = room[now], *choice = choices->block[faces - 1];
        const struct way *way = turn_tables.ways[faces];
        struct block *to = room[!now];
        int count = turn_tables.start[faces][n + 1];
        for (int i = 0; i < count; i++)
            to[i] = better(from[way[i].before], choice[way[i].count], lead);
    }
    return room[now];
}

/* The rolls of the first throw, which leaves no die out: what the last face has is what the
 * others leave. */
INLINE struct block sum_first(const struct block *best, const struct block *last, int n,
                              const float *odds, bool lead)
{
    struct block all = all_of(0);
    const uint16_t *start = turn_tables.start[FACES - 1];
    for (int c = 0; c <= n; c++) {
        for (int i = start[n - c]; i < start[n - c + 1]; i++)
            all = add_scaled(all, *odds++, better(best[i], last[c], lead));
    }
    return all;
}

/* The worth of the rolls of a group at one sum, or at eight from there. `begin` is what can
 * be had without any face: the weasel, or NOTHING. The very first roll is the one without a
 * live face. */
INLINE struct block rolls(const struct task *task, const struct group *group, int points,
                          int side, struct block begin, int stride, bool lead)
{
    struct choices choices;
    struct block room[2][WAYS_MAX];
    gather(&choices, task, group, points, side, stride);
    const struct block *best = spread(&choices, begin, lead, room);
    const struct block *last = choices.block[choices.live - 1];
    const float *odds = turn_tables.odds + turn_tables.odds_at[choices.dice][choices.live];
    const uint16_t *start = turn_tables.start[choices.live - 1];
    int n = choices.dice;
    if (choices.live == FACES)
        return sum_first(best, last, n, odds, lead);
    bool fails = !group->golden || group->faces >> golden_faces[side] & 1; /* HM-14 */
    struct block none = fails ? better(begin, load(task->fail[group->gain]), lead)
                              : better(best[0], last[0], lead);
    struct block all = add_scaled(all_of(0), *odds++, none);
    for (int c = 0; c <= n; c++) {
        struct block choice = last[c];
        for (int i = c == 0; i < start[n - c + 1]; i++)
            all = add_scaled(all, *odds++, better(best[i], choice, lead));
    }
    return all;
}

/* The worth of rolling, golden die and all. */
INLINE struct block roll_block(const struct task *task, const struct group *group,
                               int points, int stride, bool lead)
{
    struct block nothing = all_of(NOTHING);
    if (task->used != NULL) { /* XW-40: the same dice once more, without the weasel */
        struct task used = *task;
        used.value = task->used;
        struct block again = rolls(&used, group, points, 0, nothing, stride, lead);
        return rolls(task, group, points, 0, again, stride, lead);
    }
    if (!group->golden)
        return rolls(task, group, points, 0, nothing, stride, lead);
    struct block half = rolls(task, group, points, 0, nothing, stride, lead); /* XW-31 */
    half = plus(half, rolls(task, group, points, 1, nothing, stride, lead));
    return add_scaled(all_of(0), 0.5f, half);
}

/* Every group, from the last choices back to the first roll; `stop` has what stopping
 * brings. */
INLINE void solve(const struct task *task, float *value, const float *stop, int stride,
                  bool lead)
{
    const struct plan *plan = &turn_tables.plans[task->kind];
    for (int g = 0; g < plan->count; g++) {
        const struct group *group = &plan->groups[g];
        int span = group->high - group->low + LANES;
        bool worm = group->faces >> WORM & 1;
        const float *row = stop + (worm * 2 + group->gain) * TURN_SUMS * stride;
        memcpy(value + (group->base + group->low) * stride, row + group->low * stride,
               span * stride * sizeof *value);
        if (!may_roll(group))
            continue;
        int step = stride == 1 ? LANES : 1;
        for (int sum = group->low; sum <= group->high; sum += step) {
            float *here = value + (group->base + sum) * stride;
            if ((group->reached >> sum & ((1u << step) - 1)) == 0)
                continue;
            struct block roll = roll_block(task, group, sum, stride, lead);
            store(here, better(load(here), roll, lead));
        }
    }
}

TARGET static void solve_one(const struct task *task, float *value, const float *stop)
{
    solve(task, value, stop, 1, false);
}

TARGET static void solve_batch(const struct task *task, float *value, const float *stop)
{
    solve(task, value, stop, LANES, false);
}

TARGET static void solve_lead(const struct task *task, float *value, const float *stop)
{
    solve(task, value, stop, LANES, true);
}

TARGET static void roll_at(const struct task *task, const struct group *group, int sum,
                           float *lanes)
{
    if (task->stride == 1)
        store(lanes, roll_block(task, group, sum, 1, false));
    else if (task->lead)
        store(lanes, roll_block(task, group, sum, LANES, true));
    else
        store(lanes, roll_block(task, group, sum, LANES, false));
}
