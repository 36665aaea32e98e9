/* oracle_dice.c — one turn of Heckmeck solved exactly, and held against published
 * figures.
 *
 * The solver knows nothing of the rules but the contract: it enumerates chance with
 * `legal` and `weights`, a seat's choices with `legal`, and plays on copies. A turn ends
 * when a take, a steal or a stop is played, or when a roll leaves somebody else to move.
 * Wrong dice, odds, choices or totals anywhere in a turn would show in the fifth digit.
 *
 * Many payoffs are solved in one pass, each with its own best play. Values are kept for
 * every chance ply, found again by the bytes of the state. */
#include "play.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Payoffs 0 to 15: 1 for taking a tile of 21 + i or more. Then the worms of the turn, where
 * failing costs 0, 1, 2, 3 or 4. Then 1 for a steal. */
enum {
    LOWEST = 21,
    TILES = 16,
    WORMS = TILES,
    LOSSES = 5,
    STEAL = WORMS + LOSSES,
    PAYOFFS,
};

enum { SLOTS = 1 << 14 }; /* twice what the largest turn, with the golden die, needs */

struct value {
    double payoff[PAYOFFS];
};

struct solver {
    const struct peck_game *game;
    struct slot {
        bool used;
        unsigned char bytes[PECK_STATE_MAX];
        struct value value;
    } *slots;
};

static struct value solve(struct solver *solver, const union peck_state *state);

static struct value failed(void)
{
    struct value value = {{0}};
    for (int loss = 0; loss < LOSSES; loss++)
        value.payoff[WORMS + loss] = -loss;
    return value;
}

static struct value taken(int tile)
{
    struct value value = {{0}};
    for (int i = 0; i <= tile - LOWEST; i++)
        value.payoff[i] = 1;
    int worms = 1 + (tile - LOWEST) / 4;
    for (int loss = 0; loss < LOSSES; loss++)
        value.payoff[WORMS + loss] = worms;
    return value;
}

static struct value stolen(void)
{
    struct value value = {{0}};
    value.payoff[STEAL] = 1;
    return value;
}

static struct slot *find(struct solver *solver, const union peck_state *state)
{
    uint64_t hash = 0;
    for (int i = 0; i < solver->game->state_size; i++)
        hash = (hash + state->bytes[i]) * 0x9e3779b97f4a7c15u;
    uint32_t at = (uint32_t)(hash >> 32) % SLOTS;
    while (solver->slots[at].used &&
           memcmp(solver->slots[at].bytes, state, solver->game->state_size) != 0)
        at = (at + 1) % SLOTS;
    return &solver->slots[at];
}

static struct value solve_chance(struct solver *solver, const union peck_state *state)
{
    const struct peck_game *game = solver->game;
    struct slot *slot = find(solver, state);
    if (slot->used)
        return slot->value;
    uint32_t *actions = calloc(game->outcomes_max, sizeof *actions);
    uint32_t *weights = calloc(game->outcomes_max, sizeof *weights);
    assert_non_null(actions);
    assert_non_null(weights);
    uint32_t count = game->legal(state, PECK_CHANCE, actions);
    game->weights(state, weights);
    double sum = 0;
    struct value value = {{0}};
    for (uint32_t i = 0; i < count; i++) {
        union peck_state next = *state;
        game->apply(&next, PECK_CHANCE, actions[i]);
        struct value after = game->movers(&next) == 1 ? solve(solver, &next) : failed();
        for (int p = 0; p < PAYOFFS; p++)
            value.payoff[p] += weights[i] * after.payoff[p];
        sum += weights[i];
    }
    for (int p = 0; p < PAYOFFS; p++)
        value.payoff[p] /= sum;
    free(actions);
    free(weights);
    slot = find(solver, state); /* the plies below have filled slots meanwhile */
    slot->used = true;
    memcpy(slot->bytes, state, game->state_size);
    slot->value = value;
    return value;
}

static struct value solve_action(struct solver *solver, const union peck_state *state,
                                 uint32_t action)
{
    char name[PECK_NAME_MAX];
    struct peck_text text = peck_text_begin(name, sizeof name);
    solver->game->action_name(action, &text);
    if (strncmp(name, "take ", 5) == 0)
        return taken(atoi(name + 5));
    if (strncmp(name, "steal ", 6) == 0)
        return stolen();
    if (strcmp(name, "stop") == 0)
        return failed();
    union peck_state next = *state;
    solver->game->apply(&next, 0, action);
    return solve(solver, &next);
}

/* The best of seat 0's actions, for each payoff by itself; or what chance brings. */
static struct value solve(struct solver *solver, const union peck_state *state)
{
    if (solver->game->movers(state) == PECK_CHANCE_BIT)
        return solve_chance(solver, state);
    uint32_t actions[16];
    struct value best;
    uint32_t count = solver->game->legal(state, 0, actions);
    assert_in_range(count, 1, 16);
    for (uint32_t i = 0; i < count; i++) {
        struct value value = solve_action(solver, state, actions[i]);
        for (int p = 0; p < PAYOFFS; p++) {
            if (i == 0 || value.payoff[p] > best.payoff[p])
                best.payoff[p] = value.payoff[p];
        }
    }
    return best;
}

static struct value solve_board(const struct board *board)
{
    struct solver solver = {board->game, calloc(SLOTS, sizeof(struct slot))};
    assert_non_null(solver.slots);
    struct value value = solve(&solver, &board->state);
    free(solver.slots);
    return value;
}

static void assert_near(double value, double expected, double margin)
{
    if (fabs(value - expected) > margin)
        fail_msg("%.8f is not %.8f", value, expected);
}

TEST(first_turn)
{
    static const double percent[TILES] = {89.303, 85.560, 80.774, 74.837, 68.033, 60.699,
                                          52.476, 43.542, 34.629, 26.379, 19.401, 13.581,
                                          8.678,  5.262,  2.891,  1.568};
    static const double worms[LOSSES] = {1.64473, 1.43543, 1.26322, 1.10312, 0.95313};
    struct board board = board_begin(peck_game_find("heckmeck"), 2, "first=0");
    struct value value = solve_board(&board);
    for (int i = 0; i < TILES; i++)
        assert_near(100 * value.payoff[i], percent[i], 0.0005);
    for (int loss = 0; loss < LOSSES; loss++)
        assert_near(value.payoff[WORMS + loss], worms[loss], 0.000005);
    assert_near(value.payoff[WORMS], 1.644730, 0.0000005);
}

/* The chance to reach exactly the number on top of the other stack; the figures come from a
 * second solver, written apart from this one over (faces chosen, dice left, sum). */
TEST(steals)
{
    static const double percent[TILES] = {43.960, 41.331, 41.608, 37.506, 33.648, 28.414,
                                          24.776, 22.148, 17.679, 13.564, 9.791,  7.234,
                                          5.081,  3.118,  1.699,  0.924};
    for (int i = 0; i < TILES; i++) {
        char line[128];
        snprintf(line, sizeof line,
                 "heckmeck seats=2 | roll turn=0 kept=- rolled=- grill=%d stacks=-/%d",
                 i == 0 ? 22 : 21, LOWEST + i);
        struct board board = board_at(line);
        assert_near(100 * solve_board(&board).payoff[STEAL], percent[i], 0.0005);
    }
}

/* Extra Wurm: what a specialist adds. The grill is the plain one and the supply of round
 * worms is out of reach, so that only the dice differ. */
TEST(specialists)
{
    static const struct {
        const char *phase, *at;
        double worms;
    } cases[] = {
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
        struct board board = board_at(line);
        assert_near(solve_board(&board).payoff[WORMS], cases[i].worms, 0.0005);
    }
}
