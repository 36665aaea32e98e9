/* heckmeck_turn.c — see heckmeck_turn.h.
 *
 * Groups. States with the same faces, dice, golden die and round worm differ in the sum only and
 * form a group; its values lie side by side, one for each sum from the lowest to the highest that
 * can be reached. Choosing a face leads from one group to one other, and adds a constant to the
 * sum. So the kernel works on blocks of eight floats and does not care what they are: eight
 * neighbouring sums of one payoff, or one sum of eight payoffs.
 *
 * Rolls. For n dice and k faces not yet chosen a roll is k counts; dice that show chosen faces are
 * lumped. The worth of a roll is the best over the faces that show. The counts are enumerated
 * face by face, so that the best over the first faces is found once and shared by all rolls that
 * begin alike: about one comparison and one multiplication for each roll. The odds lie in tables
 * in the order of the enumeration. */
#include "heckmeck_turn.h"

#include <string.h>
#include <threads.h>

enum {
    DICE = 8,
    FACES = TURN_FACES,
    ONE = 0,
    WORM = 5,
    ALL = (1 << FACES) - 1,
    LANES = TURN_LANES,
    GROUPS_MAX = 4 * (DICE + 1) * (ALL + 1),
    WAYS_MAX = 1287, /* counts of five faces with at most eight dice: C(13, 5) */
    ODDS_MAX = 7998, /* k faces: C(9 + k, k + 1) up to 5; six, with no dead one: C(14, 6) */
    STEPS_MAX = 32768, /* add_steps checks it */
};

enum { NO_STEP = -1000 }; /* below every base, which is at least −36 */
#define NOTHING (-1e30f)  /* no such choice; below every payoff */

static const int8_t golden_faces[2] = {ONE, WORM}; /* XW-31 */
static const double factorial[] = {1, 1, 2, 6, 24, 120, 720, 5040, 40320};
static const uint8_t face_points[FACES] = {1, 2, 3, 4, 5, 5};

struct group {
    uint8_t faces, dice, golden, gain, low, high;
    uint64_t reached; /* bit s: the sum s can come about */
    int32_t base;     /* the value of sum s lies at base + s */
    uint32_t steps;   /* where its choices begin in `steps` */
};

/* All groups of one kind; those with more faces chosen come first, because the others ask them. */
struct plan {
    int count;
    struct group groups[GROUPS_MAX];
    int16_t index[2][2][DICE + 1][ALL + 1]; /* [golden][gain][dice][faces]; -1: none */
    /* What to add to the sum to find the value after a choice: for each group that can roll, each
     * side of the golden die if that is rolled, each face left and number of plain dice. */
    uint32_t step_count;
    int16_t steps[STEPS_MAX];
};

static struct {
    struct plan plans[TURN_KINDS];
    float odds[ODDS_MAX];
    uint16_t odds_at[DICE + 1][FACES + 1]; /* [dice][faces not chosen] */
    /* Ways to spread dice over f faces, by the dice they use: each is a way for one face less and
     * a count of the last. Those with at most n dice end where n + 1 dice start. */
    struct way {
        uint16_t before;
        uint8_t count;
    } ways[FACES][WAYS_MAX];
    uint16_t start[FACES][DICE + 2];
} tables;
static once_flag tables_made = ONCE_FLAG_INIT;

/* ---- Tables ---- */

static void make_ways(void)
{
    for (int u = 1; u <= DICE + 1; u++)
        tables.start[0][u] = 1; /* no face: one way, with no dice */
    for (int faces = 1; faces < FACES; faces++) {
        const uint16_t *from = tables.start[faces - 1];
        uint16_t at = 0;
        for (int u = 0; u <= DICE; u++) {
            tables.start[faces][u] = at;
            for (int c = 0; c <= u; c++)
                for (uint16_t i = from[u - c]; i < from[u - c + 1]; i++)
                    tables.ways[faces][at++] = (struct way){i, c};
        }
        tables.start[faces][DICE + 1] = at;
    }
}

/* The number of ways dice can fall as this way says, by the dice in it: 1 / ∏ count!. */
static double weight_of(int faces, int way)
{
    double weight = 1;
    for (; faces > 0; way = tables.ways[faces--][way].before)
        weight /= factorial[tables.ways[faces][way].count];
    return weight;
}

static int dice_of(int faces, int way)
{
    int dice = 0;
    while (way >= tables.start[faces][dice + 1])
        dice++;
    return dice;
}

/* Odds of every roll of n dice, k live faces, in the kernel's order: by the count of the last face,
 * then by the way of the others. Without dead faces no roll is left out but those that leave dice. */
static int make_odds(int n, int k, float *odds)
{
    int count = 0, dead = FACES - k;
    double six = 1;
    for (int i = 0; i < n; i++)
        six *= FACES;
    for (int c = 0; c <= n; c++) {
        for (int i = 0; i < tables.start[k - 1][n - c + 1]; i++) {
            int lumped = n - c - dice_of(k - 1, i);
            if (dead == 0 && lumped > 0)
                continue;
            double ways = factorial[n] * weight_of(k - 1, i) / factorial[c];
            for (int d = 1; d <= lumped; d++)
                ways *= (double)dead / d;
            odds[count++] = (float)(ways / six);
        }
    }
    return count;
}

static int bits(uint32_t mask)
{
    return __builtin_popcount(mask);
}

static bool may_roll(const struct group *group)
{
    return (group->dice > 0 || group->golden) && group->faces != ALL;
}

/* Where a choice leads. `shows`: the face of the golden die, or -1; it goes with its face. */
static struct turn_at child_of(enum turn_kind kind, const struct group *group, int face,
                               int dice, int shows)
{
    int all = dice + (shows == face);
    struct turn_at at = {
        .faces = group->faces | 1 << face,
        .dice = group->dice - dice,
        .golden = shows >= 0 && shows != face,
        .gain = group->gain || (kind != TURN_PLAIN && face == ONE && all >= 2), /* XW-70 */
        .sum = all * face_points[face],
    };
    return at;
}

/* Marks the sums that can come about after one more choice. */
static void reach_from(enum turn_kind kind, uint64_t reached[2][2][DICE + 1][ALL + 1],
                       const struct group *group)
{
    for (int side = 0; side < (group->golden ? 2 : 1); side++) {
        int shows = group->golden ? golden_faces[side] : -1;
        for (int face = 0; face < FACES; face++) {
            if (group->faces >> face & 1)
                continue;
            for (int dice = shows != face; dice <= group->dice; dice++) {
                struct turn_at at = child_of(kind, group, face, dice, shows);
                reached[at.golden][at.gain][at.dice][at.faces] |= group->reached << at.sum;
            }
        }
    }
}

static void add_steps(enum turn_kind kind, struct group *group)
{
    struct plan *plan = &tables.plans[kind];
    group->steps = plan->step_count;
    for (int side = 0; side < (group->golden ? 2 : 1); side++) {
        int shows = group->golden ? golden_faces[side] : -1;
        for (int face = 0; face < FACES; face++) {
            if (group->faces >> face & 1)
                continue;
            for (int dice = 0; dice <= group->dice; dice++) {
                struct turn_at at = child_of(kind, group, face, dice, shows);
                int index = plan->index[at.golden][at.gain][at.dice][at.faces];
                bool any = dice > 0 || shows == face;
                if (plan->step_count == STEPS_MAX)
                    __builtin_trap();
                plan->steps[plan->step_count++] =
                    any ? plan->groups[index].base + at.sum : NO_STEP;
            }
        }
    }
}

static void add_group(enum turn_kind kind, struct group group, int32_t *room)
{
    struct plan *plan = &tables.plans[kind];
    group.low = __builtin_ctzll(group.reached);
    group.high = 63 - __builtin_clzll(group.reached);
    group.base = *room - group.low;
    *room += group.high - group.low + LANES; /* a block may begin at the highest sum */
    plan->index[group.golden][group.gain][group.dice][group.faces] = plan->count;
    if (may_roll(&group))
        add_steps(kind, &group);
    plan->groups[plan->count++] = group;
}

static void make_plan(enum turn_kind kind)
{
    static uint64_t reached[2][2][DICE + 1][ALL + 1];
    struct plan *plan = &tables.plans[kind];
    memset(reached, 0, sizeof reached);
    memset(plan->index, -1, sizeof plan->index);
    reached[kind == TURN_GOLDEN][0][DICE][0] = 1;
    /* Twice over all groups: first by faces ascending, to find what is reached; then descending,
     * to list them. */
    int32_t room = 0;
    for (int step = 0; step < 2 * (FACES + 1); step++) {
        int chosen = step <= FACES ? step : 2 * FACES + 1 - step;
        for (int key = 0; key < GROUPS_MAX; key++) {
            struct group group = {.faces = key & ALL,
                                  .golden = key >> FACES & 1,
                                  .gain = key >> (FACES + 1) & 1,
                                  .dice = key >> (FACES + 2)};
            group.reached = reached[group.golden][group.gain][group.dice][group.faces];
            if (bits(group.faces) != chosen || group.reached == 0)
                continue;
            if (step <= FACES && may_roll(&group))
                reach_from(kind, reached, &group);
            else if (step > FACES)
                add_group(kind, group, &room);
        }
    }
    if (room > TURN_ROOM)
        __builtin_trap();
}

static void make_tables(void)
{
    int at = 0;
    make_ways();
    for (int k = 1; k <= FACES; k++) {
        for (int n = 0; n <= DICE; n++) {
            tables.odds_at[n][k] = at;
            at += make_odds(n, k, tables.odds + at);
            if (at > ODDS_MAX)
                __builtin_trap();
        }
    }
    for (enum turn_kind kind = 0; kind < TURN_KINDS; kind++)
        make_plan(kind);
}

/* ---- The kernel ---- */

#define INLINE static inline __attribute__((always_inline))

/* Eight floats in two registers of four, which every processor we build for has. */
typedef float four __attribute__((vector_size(16)));
typedef int32_t mask __attribute__((vector_size(16)));

struct block {
    four a, b;
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
    return (struct block){{x, x, x, x}, {x, x, x, x}};
}

INLINE struct block add_scaled(struct block sum, float factor, struct block x)
{
    four f = {factor, factor, factor, factor};
    return (struct block){sum.a + f * x.a, sum.b + f * x.b};
}

INLINE struct block plus(struct block x, struct block y)
{
    return (struct block){x.a + y.a, x.b + y.b};
}

INLINE four choose(mask which, four yes, four no)
{
    return (four)((which & (mask)yes) | (~which & (mask)no));
}

INLINE four larger(four x, four y)
{
#if defined(__SSE__) && !defined(__clang__)
    return __builtin_ia32_maxps(x, y); /* gcc does not see it in the line below */
#else
    return choose(x > y, x, y);
#endif
}

/* The better of two: lane by lane, or all lanes as the first one has it. */
INLINE struct block better(struct block x, struct block y, bool lead)
{
    if (!lead)
        return (struct block){larger(y.a, x.a), larger(y.b, x.b)};
    int32_t which = -(y.a[0] > x.a[0]);
    mask all = {which, which, which, which};
    return (struct block){choose(all, y.a, x.a), choose(all, y.b, x.b)};
}

/* What is being solved. */
struct task {
    enum turn_kind kind;
    int stride;         /* floats from one sum to the next: 1 or 8 */
    bool lead;          /* the first lane chooses for all */
    const float *value; /* of all states with more faces chosen */
    const float *used; /* the same with the weasel used, where it is still ready; or NULL */
    const float *fail[2];
};

/* The choices of one roll: a block for each live face and number of dice. */
struct choices {
    int live, dice;
    struct block block[FACES][DICE + 1];
};

/* `side` of the golden die: 0 or 1; 0 also without one. */
INLINE void gather(struct choices *choices, const struct task *task,
                   const struct group *group, int sum, int side, int stride)
{
    const struct plan *plan = &tables.plans[task->kind];
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
        const struct way *way = tables.ways[faces];
        struct block *to = room[!now];
        int count = tables.start[faces][n + 1];
        for (int i = 0; i < count; i++)
            to[i] = better(from[way[i].before], choice[way[i].count], lead);
    }
    return room[now];
}

/* The rolls of the first throw, which leaves no die out: what the last face has is what the others
 * leave. */
INLINE struct block sum_first(const struct block *best, const struct block *last, int n,
                              const float *odds, bool lead)
{
    struct block all = all_of(0);
    const uint16_t *start = tables.start[FACES - 1];
    for (int c = 0; c <= n; c++) {
        for (int i = start[n - c]; i < start[n - c + 1]; i++)
            all = add_scaled(all, *odds++, better(best[i], last[c], lead));
    }
    return all;
}

/* The worth of the rolls of a group at one sum, or at eight from there. `begin` is what can be had
 * without any face: the weasel, or NOTHING. The very first roll is the one without a live face. */
INLINE struct block rolls(const struct task *task, const struct group *group, int points,
                          int side, struct block begin, int stride, bool lead)
{
    struct choices choices;
    struct block room[2][WAYS_MAX];
    gather(&choices, task, group, points, side, stride);
    const struct block *best = spread(&choices, begin, lead, room);
    const struct block *last = choices.block[choices.live - 1];
    const float *odds = tables.odds + tables.odds_at[choices.dice][choices.live];
    const uint16_t *start = tables.start[choices.live - 1];
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

/* Every group, from the last choices back to the first roll; `stop` has what stopping brings. */
INLINE void solve(const struct task *task, float *value, const float *stop, int stride,
                  bool lead)
{
    const struct plan *plan = &tables.plans[task->kind];
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

static void solve_one(const struct task *task, float *value, const float *stop)
{
    solve(task, value, stop, 1, false);
}

static void solve_batch(const struct task *task, float *value, const float *stop)
{
    solve(task, value, stop, LANES, false);
}

static void solve_lead(const struct task *task, float *value, const float *stop)
{
    solve(task, value, stop, LANES, true);
}

/* First without the weasel, then, where there is one, with it. */
static void solve_layers(struct task *task, bool weasel, float *value[2], const float *stop,
                         void (*run)(const struct task *, float *, const float *))
{
    call_once(&tables_made, make_tables);
    for (int layer = 0; layer <= weasel; layer++) {
        task->value = value[layer];
        task->used = layer == 1 ? value[0] : NULL;
        run(task, value[layer], stop);
    }
}

/* ---- The interface ---- */

static struct task task_of_one(const struct turn_solution *solution, float fail[2][LANES])
{
    for (int gain = 0; gain < 2; gain++)
        for (int l = 0; l < LANES; l++)
            fail[gain][l] = solution->payoff.fail[gain];
    return (struct task){.kind = solution->kind, .stride = 1, .fail = {fail[0], fail[1]}};
}

static struct task task_of_many(const struct turn_solutions *solutions)
{
    return (struct task){.kind = solutions->kind,
                         .stride = LANES,
                         .lead = solutions->lead,
                         .fail = {solutions->payoff.fail[0], solutions->payoff.fail[1]}};
}

void turn_solve(struct turn_solution *solution, enum turn_kind kind, bool weasel)
{
    float fail[2][LANES], *value[2] = {solution->value[0], solution->value[1]};
    solution->kind = kind;
    struct task task = task_of_one(solution, fail);
    solve_layers(&task, weasel, value, solution->payoff.stop[0][0], solve_one);
}

void turn_solve_batch(struct turn_solutions *solutions, enum turn_kind kind, bool weasel)
{
    float *value[2] = {solutions->value[0][0], solutions->value[1][0]};
    solutions->kind = kind;
    solutions->lead = false;
    struct task task = task_of_many(solutions);
    solve_layers(&task, weasel, value, solutions->payoff.stop[0][0][0], solve_batch);
}

void turn_solve_lead(struct turn_solutions *solutions, enum turn_kind kind, bool weasel)
{
    float *value[2] = {solutions->value[0][0], solutions->value[1][0]};
    solutions->kind = kind;
    solutions->lead = true;
    struct task task = task_of_many(solutions);
    solve_layers(&task, weasel, value, solutions->payoff.stop[0][0][0], solve_lead);
}

struct turn_at turn_start(enum turn_kind kind, bool weasel)
{
    return (struct turn_at){.dice = DICE, .golden = kind == TURN_GOLDEN, .weasel = weasel};
}

static const struct group *group_at(enum turn_kind kind, struct turn_at at)
{
    const struct plan *plan = &tables.plans[kind];
    return &plan->groups[plan->index[at.golden][at.gain][at.dice][at.faces]];
}

float turn_value(const struct turn_solution *solution, struct turn_at at)
{
    return solution->value[at.weasel][group_at(solution->kind, at)->base + at.sum];
}

const float *turn_values(const struct turn_solutions *solutions, struct turn_at at)
{
    return solutions->value[at.weasel][group_at(solutions->kind, at)->base + at.sum];
}

float turn_roll(const struct turn_solution *solution, struct turn_at at)
{
    float fail[2][LANES];
    struct task task = task_of_one(solution, fail);
    task.value = solution->value[at.weasel];
    task.used = at.weasel ? solution->value[0] : NULL;
    return roll_block(&task, group_at(solution->kind, at), at.sum, 1, false).a[0];
}

void turn_rolls(const struct turn_solutions *solutions, struct turn_at at,
                float values[TURN_LANES])
{
    struct task task = task_of_many(solutions);
    task.value = solutions->value[at.weasel][0];
    task.used = at.weasel ? solutions->value[0][0] : NULL;
    const struct group *group = group_at(solutions->kind, at);
    store(values, roll_block(&task, group, at.sum, LANES, task.lead));
}

struct turn_at turn_keep(enum turn_kind kind, struct turn_at at, int face, int dice,
                         bool golden)
{
    at.faces |= 1 << face;
    at.dice -= dice - golden;
    at.golden = at.golden && !golden;
    at.gain = at.gain || (kind != TURN_PLAIN && face == ONE && dice >= 2); /* XW-70 */
    at.sum += dice * face_points[face];
    return at;
}
