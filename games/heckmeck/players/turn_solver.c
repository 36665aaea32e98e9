/* turn_solver.c — the tables of the turn solver, and its interface.
 *
 * The problem. A turn has at most six choices, one for each face, and each choice follows a
 * roll of up to eight dice. Eight dice fall in 1287 different ways, and a turn of the plain
 * game has 1287 states between a choice and the next roll; Extra Wurm has 1368, and 3818
 * with the golden die. Every choice adds a face, so no state can come back: one pass from
 * the states with many faces to those with few gives the exact worth of all of them. A
 * program that does this directly, state by state with a memory, takes 745 us for a turn
 * (docs/explain/benchmarks.md). That is too slow for training, for looking a turn ahead,
 * and for the values of 162 million positions in training/solve.c. This solver takes 7.4 us
 * for each of eight payoffs.
 *
 * Groups. States with the same faces, dice, golden die and round worm differ only in their
 * sum. They form a group, and the values of a group lie side by side, from the lowest sum
 * that can be reached to the highest. Choosing c dice of a face leads from every state of a
 * group to the same other group and adds the same number to every sum. The kernel therefore
 * works on blocks of eight floats and need not know what they are: one sum of eight
 * payoffs, or of eight seats. `steps` holds the distance from a sum to the value after each
 * choice, so the kernel does no address arithmetic beyond one addition.
 *
 * Rolls. With k faces left to choose (live faces) and n dice, a roll is k counts. Dice that
 * show a face chosen before are all alike. The worth of a roll is the best over the live
 * faces that show. The obvious loop takes that maximum over k faces for each roll. Instead
 * the live faces are split into two halves of at most three faces. For each half the kernel
 * first finds the best choice for every way in which dice can fall on it, at most 165 ways.
 * A roll is then a pair of ways, and its worth is the better of two numbers already in
 * memory: one comparison, one multiplication and one addition for each roll. The odds of a
 * roll are constants and come from a table of strips, each with one way of the second half
 * and four neighbouring ways of the first.
 *
 * The weasel (XW-40) lets the seat roll the same dice again, once in a turn. Such a turn is
 * solved in two layers: first as if the weasel was used, then with "roll again, in the
 * first layer" as one more choice after every roll.
 *
 * Invariants. Groups with more faces chosen come first in a plan. Groups that cannot roll
 * have no values of their own: their base points to the payoffs for stopping, which are
 * copied to the front of the values. The sizes in turn_tables.h are checked while the
 * tables are made, and a wrong one traps. Both kernels add in the same order, so on x86-64
 * they give the same bits, and training writes the same networks with either. The tables
 * take 330 kB, a solution of eight lanes 762 kB. */
#include "turn_tables.h"

#include <string.h>
#include <threads.h>

static const double factorial[] = {1, 1, 2, 6, 24, 120, 720, 5040, 40320};
static const uint8_t face_points[FACES] = {1, 2, 3, 4, 5, 5};

struct heckmeck_turn_tables heckmeck_turn_tables; /* written once, by make_tables */
static once_flag tables_made = ONCE_FLAG_INIT;

/* ---- Tables ---- */

static void make_ways(void)
{
    for (int u = 1; u <= DICE + 1; u++)
        heckmeck_turn_tables.start[0][u] = 1; /* no face: one way, with no dice */
    for (int faces = 1; faces <= HALF; faces++) {
        const uint8_t *from = heckmeck_turn_tables.start[faces - 1];
        uint8_t at = 0;
        for (int u = 0; u <= DICE; u++) {
            heckmeck_turn_tables.start[faces][u] = at;
            for (int c = 0; c <= u; c++)
                for (uint8_t i = from[u - c]; i < from[u - c + 1]; i++)
                    heckmeck_turn_tables.ways[faces][at++] = (struct way){i, c};
        }
        heckmeck_turn_tables.start[faces][DICE + 1] = at;
    }
}

/* The number of ways dice can fall as this way says, by the dice in it: 1 / ∏ count!. */
static double weight_of(int faces, int way)
{
    double weight = 1;
    for (; faces > 0; way = heckmeck_turn_tables.ways[faces--][way].before)
        weight /= factorial[heckmeck_turn_tables.ways[faces][way].count];
    return weight;
}

static int dice_of(int faces, int way)
{
    int dice = 0;
    while (way >= heckmeck_turn_tables.start[faces][dice + 1])
        dice++;
    return dice;
}

/* The odds that n dice fall on k live faces as the two ways say, and on dead ones. */
static float odds_of(int k, int n, int first, int rest)
{
    int half = first_half(k), lumped = n - dice_of(half, first) - dice_of(k - half, rest);
    double odds = factorial[n] * weight_of(half, first) * weight_of(k - half, rest);
    for (int d = 1; d <= lumped; d++)
        odds *= (double)(FACES - k) / d;
    for (int i = 0; i < n; i++)
        odds /= FACES;
    return (float)odds;
}

/* The strips of n dice on k live faces. Without a dead face all dice are on live ones. */
static int make_strips(int k, int n, int at)
{
    int half = first_half(k);
    heckmeck_turn_tables.none[k][n] = odds_of(k, n, 0, 0);
    for (int rest = 0; rest < heckmeck_turn_tables.start[k - half][n + 1]; rest++) {
        int left = n - dice_of(k - half, rest),
            end = heckmeck_turn_tables.start[half][left + 1];
        for (int i = k == FACES ? heckmeck_turn_tables.start[half][left] : 0; i < end;
             i += STRIP) {
            struct strip *strip = &heckmeck_turn_tables.strips[at++];
            *strip = (struct strip){.rest = rest, .first = i};
            for (int t = 0; t < STRIP && i + t < end; t++)
                strip->odds[t] = rest + i + t > 0 ? odds_of(k, n, i + t, rest) : 0;
        }
    }
    return at;
}

/* Where a choice leads. `shows`: the face of the golden die, or -1; it goes with its face.
 */
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
    struct plan *plan = &heckmeck_turn_tables.plans[kind];
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
                    any ? plan->groups[index].base + at.sum : -group->low;
            }
        }
    }
}

static void add_group(enum turn_kind kind, struct group group, int32_t *room)
{
    struct plan *plan = &heckmeck_turn_tables.plans[kind];
    group.low = __builtin_ctzll(group.reached);
    group.high = 63 - __builtin_clzll(group.reached);
    group.base = stop_row(&group);
    if (may_roll(&group)) {
        group.base = *room - group.low;
        *room += group.high - group.low + 1;
        add_steps(kind, &group);
    }
    plan->index[group.golden][group.gain][group.dice][group.faces] = plan->count;
    plan->groups[plan->count++] = group;
}

static void make_plan(enum turn_kind kind)
{
    static uint64_t reached[2][2][DICE + 1][ALL + 1];
    struct plan *plan = &heckmeck_turn_tables.plans[kind];
    memset(reached, 0, sizeof reached);
    memset(plan->index, -1, sizeof plan->index);
    reached[kind == TURN_GOLDEN][0][DICE][0] = 1;
    /* Twice over all groups: first by faces ascending, to find what is reached; then
     * descending, to list them. */
    int32_t room = STOPS;
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
            heckmeck_turn_tables.strips_at[k][n] = at;
            at = make_strips(k, n, at);
        }
        heckmeck_turn_tables.strips_at[k][DICE + 1] = at;
    }
    if (at != STRIPS_MAX)
        __builtin_trap();
    for (enum turn_kind kind = 0; kind < TURN_KINDS; kind++)
        make_plan(kind);
}

/* ---- The interface ---- */

/* Wider registers where the processor has them. The arithmetic is the same, to the last
 * bit. */
static const struct kernel *kernel(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        return &heckmeck_turn_kernel_wide;
#endif
    return &heckmeck_turn_kernel_narrow;
}

/* First without the weasel, then, where there is one, with it. */
static void solve_layers(struct task *task, bool weasel, float *value[2], const float *stop,
                         void (*run)(const struct task *, float *, const float *))
{
    call_once(&tables_made, make_tables);
    for (int layer = 0; layer < (weasel ? 2 : 1); layer++) {
        task->value = value[layer];
        task->used = layer == 1 ? value[0] : NULL;
        run(task, value[layer], stop);
    }
}

static struct task task_of_many(const struct turn_solutions *solutions)
{
    return (struct task){
        .kind = solutions->kind,
        .lead = solutions->lead,
        .fail = {solutions->payoff.fail[0], solutions->payoff.fail[1]},
        .golden = {solutions->payoff.golden[0], solutions->payoff.golden[1]}};
}

void heckmeck_turn_solve_batch(struct turn_solutions *solutions, enum turn_kind kind,
                               bool weasel)
{
    float *value[2] = {solutions->value[0][0], solutions->value[1][0]};
    solutions->kind = kind;
    solutions->lead = false;
    struct task task = task_of_many(solutions);
    solve_layers(&task, weasel, value, solutions->payoff.stop[0][0][0], kernel()->batch);
}

void heckmeck_turn_solve_lead(struct turn_solutions *solutions, enum turn_kind kind,
                              bool weasel)
{
    float *value[2] = {solutions->value[0][0], solutions->value[1][0]};
    solutions->kind = kind;
    solutions->lead = true;
    struct task task = task_of_many(solutions);
    solve_layers(&task, weasel, value, solutions->payoff.stop[0][0][0], kernel()->lead);
}

struct turn_at heckmeck_turn_start(enum turn_kind kind, bool weasel)
{
    return (struct turn_at){.dice = DICE, .golden = kind == TURN_GOLDEN, .weasel = weasel};
}

static const struct group *group_at(enum turn_kind kind, struct turn_at at)
{
    const struct plan *plan = &heckmeck_turn_tables.plans[kind];
    return &plan->groups[plan->index[at.golden][at.gain][at.dice][at.faces]];
}

const float *heckmeck_turn_values(const struct turn_solutions *solutions, struct turn_at at)
{
    return solutions->value[at.weasel][group_at(solutions->kind, at)->base + at.sum];
}

void heckmeck_turn_rolls(const struct turn_solutions *solutions, struct turn_at at,
                         float values[TURN_LANES])
{
    struct task task = task_of_many(solutions);
    task.value = solutions->value[at.weasel][0];
    task.used = at.weasel ? solutions->value[0][0] : NULL;
    kernel()->roll(&task, group_at(solutions->kind, at), at.sum, values);
}

struct turn_at heckmeck_turn_keep(enum turn_kind kind, struct turn_at at, int face,
                                  int dice, bool golden)
{
    at.faces |= 1 << face;
    at.dice -= dice - golden;
    at.golden = at.golden && !golden;
    at.gain = at.gain || (kind != TURN_PLAIN && face == ONE && dice >= 2); /* XW-70 */
    at.sum += dice * face_points[face];
    return at;
}
