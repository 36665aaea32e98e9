/* turn_solver.c — the turn solver against published figures, and against a slow one.
 *
 * The slow one knows the contract alone: it enumerates chance with `legal` and `weights`,
 * and plays on copies. Payoffs are drawn at random for every end of the turn, so that any
 * state, roll or choice that the solver got wrong would show. */
#include "play.h"
#include "test.h"

#include "../players/turn_actions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct turn_solutions many;

static void assert_near(double value, double expected, double margin)
{
    if (fabs(value - expected) > margin)
        fail_msg("%.8f is not %.8f", value, expected);
}

/* Worms of the plain grill, or 1 for at least `goal`; failing costs `loss`. */
static void fill(int lane, int goal, int loss)
{
    for (int gain = 0; gain < 2; gain++) {
        for (int sum = 0; sum < TURN_SUMS; sum++) {
            int tile = sum > 36 ? 36 : sum, worms = (tile - 21) / 4 + 1;
            float take = goal == 0 ? worms : sum >= goal;
            many.payoff.stop[0][gain][sum][lane] = -loss;
            many.payoff.stop[1][gain][sum][lane] = sum >= 21 ? take : -loss;
        }
        many.payoff.fail[gain][lane] = -loss;
    }
}

static double first_roll(int goal, int loss)
{
    for (int lane = 0; lane < TURN_LANES; lane++)
        fill(lane, goal, loss);
    heckmeck_turn_solve_batch(&many, TURN_PLAIN, false);
    return heckmeck_turn_values(&many, heckmeck_turn_start(TURN_PLAIN, false))[0];
}

TEST(published)
{
    static const double percent[] = {89.303, 85.560, 80.774, 74.837, 68.033, 60.699,
                                     52.476, 43.542, 34.629, 26.379, 19.401, 13.581,
                                     8.678,  5.262,  2.891,  1.568};
    static const double worms[] = {1.644730, 1.43543, 1.26322, 1.10312, 0.95313};
    for (int goal = 21; goal <= 36; goal++)
        assert_near(100 * first_roll(goal, 0), percent[goal - 21], 0.0007);
    for (int loss = 0; loss < 5; loss++)
        assert_near(first_roll(0, loss), worms[loss], 0.000006);
}

/* Eight payoffs at once are eight payoffs, to the last bit. */
TEST(batches)
{
    float values[TURN_LANES];
    for (int lane = 0; lane < TURN_LANES; lane++)
        fill(lane, lane == 0 ? 0 : 20 + 2 * lane, lane % 5);
    heckmeck_turn_solve_batch(&many, TURN_PLAIN, false);
    memcpy(values, heckmeck_turn_values(&many, heckmeck_turn_start(TURN_PLAIN, false)),
           sizeof values);
    for (int lane = 0; lane < TURN_LANES; lane++) {
        double value = first_roll(lane == 0 ? 0 : 20 + 2 * lane, lane % 5);
        assert_near(values[lane], value, 0);
    }
}

/* ---- By brute force ---- */

/* A number in [0, 1) from what the state between turns is. */
static void value_by_hash(const struct evaluator *evaluator, const struct heckmeck *state,
                          int mover, float lanes[TURN_LANES])
{
    const unsigned char *bytes = (const unsigned char *)state;
    uint64_t hash = 1;
    for (size_t i = 0; i < sizeof *state; i++)
        hash = (hash + bytes[i]) * 0x9e3779b97f4a7c15u + (hash >> 29);
    for (int lane = 0; lane < TURN_LANES; lane++)
        lanes[lane] = (float)(peck_rng_mix(&hash) >> 40) * 0x1p-24f;
}
static const struct evaluator by_hash = {.value = value_by_hash};

static const struct evaluator *leaves; /* what a turn's end is worth to the slow solver */

enum { SLOTS = 1 << 16 };
static struct slot {
    struct heckmeck state;
    bool used;
    double lanes[2];
} slots[SLOTS];

static struct slot *find(const struct heckmeck *s)
{
    uint64_t hash = s->kept * 977u + s->golden * 31u + s->weasel_used;
    uint32_t at = (uint32_t)(peck_rng_mix(&hash) % SLOTS);
    while (slots[at].used && memcmp(&slots[at].state, s, sizeof *s) != 0)
        at = (at + 1) % SLOTS;
    return &slots[at];
}

/* Lanes 0 and 1 of the state under the play that is best by lane 0. */
static void brute(const struct heckmeck *s, int mover, double lanes[2])
{
    static const struct peck_game *game = &peck_heckmeck;
    if (s->phase == PHASE_OVER || s->turn != mover) {
        float worth[TURN_LANES];
        leaves->value(leaves, s, mover, worth);
        lanes[0] = worth[0];
        lanes[1] = worth[1];
        return;
    }
    struct slot *slot = find(s);
    if (s->phase == PHASE_ROLL && slot->used) {
        memcpy(lanes, slot->lanes, sizeof slot->lanes);
        return;
    }
    bool chance = s->phase == PHASE_ROLL;
    uint32_t *actions = calloc(2 * OUTCOMES_MAX, sizeof *actions);
    uint32_t *weights = actions + OUTCOMES_MAX;
    assert_non_null(actions);
    uint32_t count = game->legal(s, chance ? PECK_CHANCE : mover, actions);
    double sum[2] = {0, 0}, all = 0;
    if (chance)
        game->weights(s, weights);
    for (uint32_t i = 0; i < count; i++) {
        struct heckmeck next = *s;
        double worth[2];
        game->apply(&next, chance ? PECK_CHANCE : mover, actions[i]);
        brute(&next, mover, worth);
        if (chance) {
            sum[0] += weights[i] * worth[0];
            sum[1] += weights[i] * worth[1];
            all += weights[i];
        } else if (i == 0 || worth[0] > sum[0]) {
            memcpy(sum, worth, sizeof sum);
        }
    }
    lanes[0] = chance ? sum[0] / all : sum[0];
    lanes[1] = chance ? sum[1] / all : sum[1];
    free(actions);
    if (!chance)
        return;
    slot = find(s); /* the plies below have filled slots meanwhile */
    slot->used = true;
    slot->state = *s;
    memcpy(slot->lanes, lanes, sizeof slot->lanes);
}

/* Solves the turn of a position and compares every action at every state on a few ways
 * through. */
static void compare(const char *line)
{
    struct board board = board_at(line);
    struct heckmeck *s = (struct heckmeck *)&board.state;
    struct peck_rng rng;
    int mover = s->turn;
    peck_rng_seed(&rng, 7);
    memset(slots, 0, sizeof slots);
    leaves = &by_hash;
    heckmeck_fill_payoffs(&by_hash, s, &many.payoff);
    heckmeck_turn_solve_lead(&many, heckmeck_kind_of_turn(s), weasel_ready(s));
    struct solved solved = {&by_hash, &many, 0};
    for (int way = 0; way < 12; way++) {
        struct heckmeck at = *s;
        while (at.phase != PHASE_OVER && at.turn == mover) {
            struct rated rated;
            if (at.phase == PHASE_ROLL) {
                float lanes[TURN_LANES];
                double slow[2];
                brute(&at, mover, slow);
                heckmeck_turn_rolls(&many, heckmeck_moment_of(&at), lanes);
                assert_near(lanes[0], slow[0], 1e-5);
                assert_near(lanes[1], slow[1], 1e-5);
                peck_heckmeck.apply(&at, PECK_CHANCE, peck_heckmeck.sample(&at, &rng));
                continue;
            }
            if (at.phase == PHASE_HOLD || at.phase == PHASE_RAVEN)
                break; /* the turn was over, and the solver's part with it */
            assert_in_range(at.phase, PHASE_KEEP, PHASE_DECIDE);
            heckmeck_rate_turn(&solved, &at, &rated);
            for (uint32_t i = 0; i < rated.count; i++) {
                struct heckmeck next = at;
                double slow[2];
                peck_heckmeck.apply(&next, mover, rated.action[i]);
                brute(&next, mover, slow);
                assert_near(rated.worth[i][0], slow[0], 1e-5);
            }
            uint32_t any = peck_rng_below(&rng, rated.count);
            peck_heckmeck.apply(&at, mover, rated.action[any]);
        }
    }
}

TEST(plain_turns)
{
    compare("heckmeck seats=2 | roll turn=0 kept=- rolled=- grill=21-36 stacks=-/-");
    compare("heckmeck seats=3 fast | roll turn=1 kept=- rolled=- grill=23,26-28,33 "
            "stacks=21,36/22/24,25,30");
}

TEST(extra_turns)
{
    static const char *const at[] = {
        "11,21,23,25,27", /* everybody on the grill */
        "s0,21,23,25,27", /* red worm */
        "11,21,23,s0,27", /* weasel */
        "11,s0,23,25,27", /* hen */
    };
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        char line[200];
        snprintf(line, sizeof line,
                 "heckmeck seats=2 extra-wurm | roll turn=0 kept=- rolled=- "
                 "grill=11,13,21-23,25-30 stacks=24,31/32 at=%s worms=1,2",
                 at[i]);
        compare(line);
    }
    compare("heckmeck seats=2 extra-wurm | roll turn=0 kept=- rolled=- golden "
            "grill=11,13,21-23,25-30 stacks=24,31/32 at=11,21,23,25,s0 worms=1,2");
}

/* ---- The rules themselves, by brute force, against published figures ---- */

static void value_by_worms(const struct evaluator *evaluator, const struct heckmeck *state,
                           int mover, float lanes[TURN_LANES])
{
    memset(lanes, 0, TURN_LANES * sizeof *lanes);
    lanes[0] = (float)tile_points(state, mover);
}

static void value_by_theft(const struct evaluator *evaluator, const struct heckmeck *state,
                           int mover, float lanes[TURN_LANES])
{
    memset(lanes, 0, TURN_LANES * sizeof *lanes);
    lanes[0] = state->top[1] == NO_TILE;
}

static double brute_line(const char *line, const struct evaluator *worth)
{
    struct board board = board_at(line);
    double lanes[2];
    leaves = worth;
    memset(slots, 0, sizeof slots);
    brute((const struct heckmeck *)&board.state, 0, lanes);
    return lanes[0];
}

/* The chance to reach exactly the number on top of the other stack; the figures come from a
 * solver over (faces chosen, dice left, sum). */
TEST(steals)
{
    static const struct evaluator theft = {.value = value_by_theft};
    static const double percent[] = {43.960, 41.331, 41.608, 37.506, 33.648, 28.414,
                                     24.776, 22.148, 17.679, 13.564, 9.791,  7.234,
                                     5.081,  3.118,  1.699,  0.924};
    for (int i = 0; i < 16; i++) {
        char line[128];
        snprintf(line, sizeof line,
                 "heckmeck seats=2 | roll turn=0 kept=- rolled=- grill=%d stacks=-/%d",
                 i == 0 ? 22 : 21, 21 + i);
        assert_near(100 * brute_line(line, &theft), percent[i], 0.0005);
    }
}

/* What a specialist adds. The grill is the plain one and the supply of round worms is out
 * of reach, so that only the dice differ. */
TEST(specialists)
{
    static const struct evaluator worms = {.value = value_by_worms};
    static const struct {
        const char *phase, *at;
        double worms;
    } cases[] = {
        {"roll", "-,-,-,-,-", 1.64473},
        {"roll", "s0,-,-,-,-", 2.071},
        {"roll", "-,-,-,s0,-", 2.051},
        {"golden", "-,-,-,-,s0", 2.449},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[160];
        snprintf(line, sizeof line,
                 "heckmeck seats=2 extra-wurm | %s turn=0 kept=- rolled=- grill=21-36 "
                 "stacks=-/- at=%s worms=7,0",
                 cases[i].phase, cases[i].at);
        assert_near(brute_line(line, &worms), cases[i].worms, 0.0005);
    }
}

/* ---- A whole game, small enough to solve ---- */

/* Four tiles and two seats: every position at the beginning of a turn, with the mover in
 * seat 0, and the mover's chance of winning. Looking one up for the first time lists it. */
enum { SMALL_MAX = 1024 };
static struct {
    struct heckmeck state;
    float value;
} small[SMALL_MAX];
static int small_count;

static float *look_up(const struct heckmeck *state)
{
    struct heckmeck s = *state;
    if (s.turn == 1) {
        s.top[0] = state->top[1];
        s.top[1] = state->top[0];
        s.turn = 0;
    }
    for (int i = 0; i < small_count; i++) {
        if (memcmp(&small[i].state, &s, sizeof s) == 0)
            return &small[i].value;
    }
    assert_true(small_count < SMALL_MAX);
    small[small_count].state = s;
    small[small_count].value = 0.5f;
    return &small[small_count++].value;
}

static void value_by_table(const struct evaluator *evaluator, const struct heckmeck *state,
                           int mover, float lanes[TURN_LANES])
{
    float share[SEATS_MAX];
    memset(lanes, 0, TURN_LANES * sizeof *lanes);
    if (state->phase == PHASE_OVER) {
        heckmeck_share_win(state, share);
        lanes[0] = share[mover];
    } else {
        float value = *look_up(state);
        lanes[0] = state->turn == mover ? value : 1 - value;
    }
    lanes[1] = 1 - lanes[0];
}
static const struct evaluator by_table = {.value = value_by_table};

/* One sweep of value iteration; the largest change. */
static double sweep(void)
{
    double most = 0;
    for (int i = 0; i < small_count; i++) {
        heckmeck_fill_payoffs(&by_table, &small[i].state, &many.payoff);
        heckmeck_turn_solve_batch(&many, TURN_PLAIN, false);
        float value =
            heckmeck_turn_values(&many, heckmeck_turn_start(TURN_PLAIN, false))[0];
        most = fmax(most, fabs(value - small[i].value));
        small[i].value = value;
    }
    return most;
}

/* Steals and failures run in circles, so the values are swept until they stand still. Then
 * they are what best play is worth: the slow solver, which shares nothing with the fast
 * one, finds the same in any position. */
TEST(small_game)
{
    struct board board = board_at("heckmeck seats=2 | roll turn=0 kept=- rolled=- "
                                  "grill=22,25,28,30 stacks=-/-");
    double change = 1;
    look_up((const struct heckmeck *)&board.state);
    for (int sweeps = 0; change > 1e-5 && sweeps < 200; sweeps++)
        change = sweep();
    assert_true(change <= 1e-5);
    assert_true(small_count > 100);
    leaves = &by_table;
    for (int i = 0; i < small_count; i += small_count / 8) {
        double slow[2];
        memset(slots, 0, sizeof slots);
        brute(&small[i].state, 0, slow);
        assert_near(small[i].value, slow[0], 1e-5);
    }
    assert_true(small[0].value > 0.5f); /* it is good to begin */
}
