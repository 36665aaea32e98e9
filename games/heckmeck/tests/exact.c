/* exact.c — a small game of Heckmeck for two solved exactly, with every order of
 * both stacks, to hold the turn solver, the engine and the nearly exact values against.
 *
 * The small game is a late position of the whole one: the lowest tiles lie on the grill,
 * the others are turned over. Every position that can follow is found through the game's
 * own contract; value iteration then asks the turn solver. With an argument the program
 * solves a game of that many tiles (8 take some minutes) and prints what it finds. */
#include "../players/turn_actions.h"
#include "../players/training/solve.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STANDARD = 6, /* tiles of the game that every run of the tests solves */
    LOWEST_NUMBER = 21,
    ENDS = 2 + 8,
    END_FAIL = 0,
    END_STEAL = 1,
    END_TAKE = 2, /* and the tile */
    NO_END = -1,
    HASH_BITS = 23, /* the game of 8 tiles has 2.1 · 10^6 positions */
    NO_PLACE = -1,
};

/* A position between turns, seat 0 on turn, and where its turns can end. */
struct node {
    struct heckmeck state;
    int32_t end[ENDS];
    float value; /* for seat 0 */
};

struct game {
    int tiles;
    struct node *nodes;
    int count, room;
    int32_t *hash;
    struct turn_solutions *turn;
    /* Whose guess decides matches that end with equal worms; NULL: the rule, HM-41. */
    const struct peck_solution *ties;
};

/* ---- All positions ---- */

static struct heckmeck start_of(int tiles)
{
    const struct peck_setup setup = {.seats = 2};
    struct heckmeck s;
    peck_heckmeck.init(&s, &setup, NULL);
    s.up = ((1u << tiles) - 1) << TILE_21;
    assert_null(peck_heckmeck.check(&s));
    return s;
}

/* The same with the seats turned, so that seat 0 is on turn; or, when it is over, the one
 * who would be. */
static struct heckmeck turned(const struct heckmeck *state)
{
    struct heckmeck s = *state;
    s.top[0] = state->top[1];
    s.top[1] = state->top[0];
    s.turn = 0;
    return s;
}

static bool same(const struct heckmeck *a, const struct heckmeck *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* The place of a state in the hash table, or the free one where it belongs. */
static uint32_t place_of(const struct game *game, const struct heckmeck *s)
{
    uint64_t mix = s->up * 0x9e3779b97f4a7c15u;
    for (int seat = 0; seat < 2; seat++) {
        for (int tile = s->top[seat]; tile != NO_TILE; tile = s->below[tile])
            mix = (mix ^ (uint64_t)(tile + 1)) * 0xff51afd7ed558ccdu;
        mix = (mix ^ mix >> 29) * 0x9e3779b97f4a7c15u;
    }
    uint32_t place = mix >> (64 - HASH_BITS);
    while (game->hash[place] != NO_PLACE && !same(&game->nodes[game->hash[place]].state, s))
        place = (place + 1) & ((1u << HASH_BITS) - 1);
    return place;
}

/* What a seat has of a match that is over. */
static float end_value(const struct game *game, const struct heckmeck *s, int seat)
{
    float share[SEATS_MAX];
    if (game->ties != NULL && tile_points(s, 0) == tile_points(s, 1))
        return heckmeck_solution_value(game->ties, s, seat);
    heckmeck_share_win(s, share);
    return share[seat];
}

static int32_t find_or_add(struct game *game, const struct heckmeck *s)
{
    uint32_t place = place_of(game, s);
    if (game->hash[place] != NO_PLACE)
        return game->hash[place];
    if (game->count == game->room) {
        game->room = game->room == 0 ? 1024 : 2 * game->room;
        struct node *nodes = realloc(game->nodes, game->room * sizeof *nodes);
        assert_non_null(nodes);
        game->nodes = nodes;
    }
    struct node *node = &game->nodes[game->count];
    *node = (struct node){.state = *s, .value = 0.5f};
    if (s->phase == PHASE_OVER)
        node->value = end_value(game, s, 0);
    return game->hash[place] = game->count++;
}

/* Where the turn leads when it ends with this total and this action. */
static int32_t ending(struct game *game, const struct heckmeck *state, uint32_t action,
                      int points)
{
    struct heckmeck s = *state;
    s.phase = PHASE_DECIDE;
    s.kept = 1u << WORM_SHIFT;
    s.sum = points;
    peck_heckmeck.apply(&s, 0, action);
    s = turned(&s);
    return find_or_add(game, &s);
}

static void find_ends(struct game *game, int at)
{
    struct heckmeck s = game->nodes[at].state; /* the nodes may move */
    int32_t end[ENDS];
    for (int i = 0; i < ENDS; i++)
        end[i] = NO_END;
    if (s.phase != PHASE_OVER) {
        end[END_FAIL] = ending(game, &s, VERB_STOP, 0);
        if (s.top[1] != NO_TILE)
            end[END_STEAL] = ending(game, &s, VERB_STEAL + s.top[1], tile_number[s.top[1]]);
        for (uint32_t up = s.up; up != 0; up &= up - 1) {
            int tile = __builtin_ctz(up);
            end[END_TAKE + tile - TILE_21] =
                ending(game, &s, VERB_TAKE + tile, tile_number[tile]);
        }
    }
    memcpy(game->nodes[at].end, end, sizeof end);
}

static void find_all(struct game *game)
{
    struct heckmeck s = start_of(game->tiles);
    game->hash = malloc(sizeof *game->hash << HASH_BITS);
    game->turn = calloc(1, sizeof *game->turn);
    assert_true(game->hash != NULL && game->turn != NULL);
    memset(game->hash, 0xff, sizeof *game->hash << HASH_BITS);
    find_or_add(game, &s);
    for (int at = 0; at < game->count; at++)
        find_ends(game, at);
}

static void free_game(struct game *game)
{
    free(game->nodes);
    free(game->hash);
    free(game->turn);
}

/* ---- Value iteration ---- */

static float worth_of(const struct game *game, const struct node *node, int end)
{
    return 1 - game->nodes[node->end[end]].value;
}

/* HM-20 to HM-23: what one lane's turn can come to. */
static void fill_lane(const struct game *game, const struct node *node, int lane,
                      struct turn_payoffs *payoffs)
{
    float fail = worth_of(game, node, END_FAIL), take = fail;
    payoffs->fail[0][lane] = fail;
    for (int sum = 0; sum < TURN_SUMS; sum++) {
        int tile = sum - LOWEST_NUMBER;
        if (tile >= 0 && tile < game->tiles && node->end[END_TAKE + tile] != NO_END)
            take = worth_of(game, node, END_TAKE + tile);
        float best = take > fail ? take : fail;
        if (node->end[END_STEAL] != NO_END && tile == node->state.top[1] - TILE_21) {
            float steal = worth_of(game, node, END_STEAL);
            best = steal > best ? steal : best;
        }
        payoffs->stop[0][0][sum][lane] = fail;
        payoffs->stop[1][0][sum][lane] = best;
    }
}

static float solve_eight(struct game *game, struct node *const nodes[TURN_LANES])
{
    float largest = 0;
    for (int lane = 0; lane < TURN_LANES; lane++)
        fill_lane(game, nodes[lane], lane, &game->turn->payoff);
    heckmeck_turn_solve_batch(game->turn, TURN_PLAIN, false);
    const float *now =
        heckmeck_turn_values(game->turn, heckmeck_turn_start(TURN_PLAIN, false));
    for (int lane = 0; lane < TURN_LANES; lane++) {
        float change = fabsf(now[lane] - nodes[lane]->value);
        largest = change > largest ? change : largest;
        nodes[lane]->value = now[lane];
    }
    return largest;
}

/* Positions with fewer tiles on the grill first; returns the largest change. */
static float sweep_all(struct game *game)
{
    float largest = 0;
    for (int up = 1; up <= game->tiles; up++) {
        struct node *lanes[TURN_LANES];
        int count = 0;
        for (int i = 0; i < game->count; i++) {
            if (__builtin_popcount(game->nodes[i].state.up) == up)
                lanes[count++] = &game->nodes[i];
            if (count == 0 || (count < TURN_LANES && i < game->count - 1))
                continue;
            while (count < TURN_LANES) {
                lanes[count] = lanes[0];
                count++;
            }
            float change = solve_eight(game, lanes);
            largest = change > largest ? change : largest;
            count = 0;
        }
    }
    return largest;
}

static void solve_exactly(struct game *game, float enough)
{
    find_all(game);
    for (int sweep = 0; sweep_all(game) > enough; sweep++)
        assert_true(sweep < 100);
}

/* ---- Play through the contract ---- */

/* An evaluator that knows every position. */
struct knowing {
    struct evaluator evaluator;
    const struct game *game;
};

static float exact_value(const struct game *game, const struct heckmeck *s)
{
    struct heckmeck seen = s->turn == 0 ? *s : turned(s);
    int32_t at = game->hash[place_of(game, &seen)];
    assert_true(at != NO_PLACE);
    return game->nodes[at].value;
}

static void value_exactly(const struct evaluator *evaluator, const struct heckmeck *s,
                          int mover, float lanes[TURN_LANES])
{
    const struct knowing *knowing = (const struct knowing *)evaluator;
    memset(lanes, 0, TURN_LANES * sizeof *lanes);
    if (s->phase == PHASE_OVER) {
        lanes[0] = end_value(knowing->game, s, mover);
    } else {
        float value = exact_value(knowing->game, s);
        lanes[0] = s->turn == mover ? value : 1 - value;
    }
}

/* What one meets in play: how far the values are from the truth there. */
struct meeting {
    double turns, error, bias;
};

static void meet(struct meeting *meeting, const struct game *game,
                 const struct peck_solution *solution, const struct heckmeck *s)
{
    double error = heckmeck_solution_value(solution, s, s->turn) - exact_value(game, s);
    meeting->turns++;
    meeting->error += fabs(error);
    meeting->bias += error;
}

/* Eight matches at a time, so that their turns are solved together; returns what seat 0,
 * which begins, wins of them. */
static double play_eight(struct game *game, const struct peck_solution *solution,
                         struct peck_rng *rng, struct meeting *meeting)
{
    struct knowing knowing = {{.value = value_exactly}, game};
    struct heckmeck states[TURN_LANES];
    double wins = 0;
    int over = 0;
    for (int lane = 0; lane < TURN_LANES; lane++)
        states[lane] = start_of(game->tiles);
    while (over < TURN_LANES) {
        for (int lane = 0; lane < TURN_LANES; lane++) {
            const struct heckmeck *s = &states[lane];
            struct heckmeck seen = s->turn == 0 ? *s : turned(s);
            if (s->phase == PHASE_OVER)
                continue;
            fill_lane(game, &game->nodes[game->hash[place_of(game, &seen)]], lane,
                      &game->turn->payoff);
            meet(meeting, game, solution, s);
        }
        heckmeck_turn_solve_batch(game->turn, TURN_PLAIN, false);
        for (int lane = 0; lane < TURN_LANES; lane++) {
            struct heckmeck *s = &states[lane];
            if (s->phase == PHASE_OVER)
                continue;
            heckmeck_play_turn(&(struct solved){&knowing.evaluator, game->turn, lane}, s,
                               rng);
            over += s->phase == PHASE_OVER;
            wins += s->phase == PHASE_OVER ? end_value(game, s, 0) : 0;
        }
    }
    return wins;
}

/* ---- The nearly exact values ---- */

static void no_progress(void *context, uint64_t done, uint64_t all)
{
    assert_true(done <= all);
}

static bool go_on(void *context)
{
    return true;
}

static struct peck_solution *begin_solution(int tiles, int threads)
{
    struct peck_solving solving = {
        .size = tiles, .threads = threads, .progress = no_progress, .rest = go_on};
    struct peck_solution *solution = heckmeck_solver.begin(&solving);
    assert_non_null(solution);
    return solution;
}

static struct peck_sweep sweep_until(struct peck_solution *solution, double enough)
{
    struct peck_sweep sweep;
    do {
        assert_true(heckmeck_solver.sweep(solution, &sweep));
        assert_true(sweep.number < 100);
    } while (sweep.mean > enough);
    return sweep;
}

/* ---- What is compared ---- */

struct report {
    int positions;
    double exact, value, played, error; /* the first player's chances */
    struct meeting meeting;
};

/* With `guess` matches that end level are decided as the values guess: then only the
 * tiles below the tops make it differ. */
static void compare(struct report *report, int tiles, int matches, bool guess)
{
    struct peck_rng rng;
    struct peck_solution *solution = begin_solution(tiles, 1);
    struct game game = {.tiles = tiles, .ties = guess ? solution : NULL};
    heckmeck_solver.start(solution, true);
    *report = (struct report){.value = sweep_until(solution, 2e-6).value};
    solve_exactly(&game, 1e-5f);
    report->positions = game.count;
    report->exact = game.nodes[0].value;
    peck_rng_seed(&rng, 1);
    for (int i = 0; i < matches; i += TURN_LANES)
        report->played += play_eight(&game, solution, &rng, &report->meeting) / matches;
    report->error = sqrt(report->played * (1 - report->played) / matches);
    report->meeting.error /= report->meeting.turns;
    report->meeting.bias /= report->meeting.turns;
    free_game(&game);
    heckmeck_solver.end(solution);
}

/* Who plays what the exact values say, through the contract, wins as often as they say. */
static void assert_played(const struct report *report)
{
    if (fabs(report->played - report->exact) > 4 * report->error)
        fail_msg("%.4f played, %.4f reckoned, standard error %.4f", report->played,
                 report->exact, report->error);
}

/* With one tile the first to roll 21 with a worm wins; that chance is published. */
TEST(one_tile)
{
    const double success = 0.89303;
    struct report report;
    compare(&report, 1, 800, false);
    assert_int_equal(report.positions, 2);
    assert_true(fabs(report.exact - 1 / (2 - success)) < 2e-5);
    assert_true(fabs(report.value - report.exact) < 1e-5);
    assert_played(&report);
}

/* With three tiles at most one is hidden, and the worms tell whose it is: the values must
 * be exact. */
TEST(nothing_hidden)
{
    struct report report;
    compare(&report, 3, 800, false);
    assert_int_equal(report.positions, 63);
    assert_true(fabs(report.value - report.exact) < 2e-5);
    assert_true(report.meeting.error < 2e-5);
    assert_played(&report);
}

/* With six tiles and eight worms ties are frequent, and the values cannot know who owns the
 * highest tile: it is off by 0.066 on average. Its errors are of both signs:
 * their mean is 0.003, and the first player's chance is off by 0.016. More would be a
 * fault: a wrong average of the tiles below makes a bias. */
TEST(averaged)
{
    struct report report;
    compare(&report, STANDARD, 8000, false);
    assert_int_equal(report.positions, 21425);
    assert_true(fabs(report.value - report.exact) < 0.02);
    assert_true(report.meeting.error < 0.07);
    assert_true(fabs(report.meeting.bias) < 0.006);
    assert_played(&report);
}

/* The same where level ends are decided as the values guess: nearly all their errors are
 * gone. */
TEST(averaged_below)
{
    struct report report;
    compare(&report, STANDARD, 800, true);
    assert_true(fabs(report.value - report.exact) < 0.002);
    assert_true(report.meeting.error < 0.01);
    assert_played(&report);
}

/* ---- The grid ---- */

/* Every spot of a grid. */
static void each_spot(const struct grid *grid,
                      void (*look)(const struct grid *, struct spot))
{
    for (uint32_t grill = 1; grill <= grid_all(grid); grill++) {
        for (int pair = 0; pair < (GRID_TILES + 1) * (GRID_TILES + 1); pair++) {
            struct spot spot = {grill, pair / (GRID_TILES + 1), pair % (GRID_TILES + 1)};
            uint32_t mine = grid_bit(spot.mine), theirs = grid_bit(spot.theirs);
            if ((mine & theirs) == 0 && ((mine | theirs) & (grill | ~grid_all(grid))) == 0)
                look(grid, spot);
        }
    }
}

/* The chances of all that may lie below the other's top. */
static double sum_below(const struct grid *grid, struct spot spot,
                        const struct below *below)
{
    double sum = below->chance[KIND_NONE];
    for (uint32_t left = grid_hidden(grid, spot); left != 0; left &= left - 1)
        sum += below->chance[heckmeck_grid_kind(spot, __builtin_ctz(left))];
    return sum;
}

static void look_at_sums(const struct grid *grid, struct spot spot)
{
    struct row row = heckmeck_grid_row(grid, spot);
    if (spot.theirs == GRID_NONE)
        return;
    for (int i = 0; i < row.count; i++) {
        double sum = sum_below(grid, spot, heckmeck_grid_below_theirs(grid, spot) + i);
        assert_true(fabs(sum - heckmeck_grid_can_be(grid, spot, i)) < 1e-5);
    }
}

TEST(chances_add_up)
{
    struct grid grid;
    assert_true(heckmeck_grid_make(&grid, 8));
    each_spot(&grid, look_at_sums);
    heckmeck_grid_free(&grid);
}

/* Positions drawn for a spot look like it, and have the tiles below that the chances say:
 * two computations of the same thing. */
TEST(drawn_as_reckoned)
{
    enum { DRAWS = 20000 };
    const struct spot spot = {0x0a22, 7, 10};
    int difference, found[GRID_TILES + 1] = {0};
    struct grid grid;
    struct draw draw;
    struct peck_rng rng;
    struct heckmeck s;
    assert_true(heckmeck_grid_make(&grid, 14));
    struct row row = heckmeck_grid_row(&grid, spot);
    const struct below *below = heckmeck_grid_below_theirs(&grid, spot) - 3 - row.low;
    heckmeck_grid_draw_begin(&grid, spot, &draw);
    peck_rng_seed(&rng, 1);
    for (int i = 0; i < DRAWS; i++) {
        heckmeck_grid_draw(&draw, -3, &rng, &s);
        assert_null(peck_heckmeck.check(&s));
        struct spot seen = heckmeck_grid_spot(&s, 0, &difference);
        assert_true(seen.grill == spot.grill && seen.mine == 7 && seen.theirs == 10);
        assert_int_equal(difference, -3);
        int tile = s.below[s.top[1]];
        found[tile == NO_TILE ? GRID_NONE : tile - TILE_21]++;
    }
    for (int tile = 0; tile <= GRID_NONE; tile++) {
        bool hidden = grid_hidden(&grid, spot) >> tile & 1;
        int kind = tile == GRID_NONE ? KIND_NONE : heckmeck_grid_kind(spot, tile);
        double chance = hidden || tile == GRID_NONE ? below->chance[kind] : 0;
        double error = sqrt(chance * (1 - chance) / DRAWS);
        assert_true(fabs((double)found[tile] / DRAWS - chance) <= 4 * error);
    }
    heckmeck_grid_free(&grid);
}

/* HM-41: with nothing hidden the owner of the higher top has the highest tile. */
TEST(ties)
{
    struct grid grid;
    assert_true(heckmeck_grid_make(&grid, 2));
    assert_true(heckmeck_grid_tie(&grid, (struct spot){0, 1, 0}) == 1);
    assert_true(heckmeck_grid_tie(&grid, (struct spot){0, 0, 1}) == 0);
    assert_true(heckmeck_grid_tie(&grid, (struct spot){0, GRID_NONE, GRID_NONE}) == 0.5);
    heckmeck_grid_free(&grid);
}

/* ---- Keeping the values ---- */

/* Stops at the fifth rest. */
static bool stop_soon(void *context)
{
    return ++*(int *)context % 5 != 0;
}

/* Sweeps on two threads, stopped and resumed from the bytes time and again, come to the
 * same values as on one in one go. */
TEST(resumed_alike)
{
    int rests = 0;
    size_t count;
    struct peck_error error;
    struct peck_sweep sweep, last;
    struct peck_solution *one = begin_solution(5, 1);
    struct peck_solving solving = {.size = 5,
                                   .threads = 2,
                                   .context = &rests,
                                   .progress = no_progress,
                                   .rest = stop_soon};
    struct peck_solution *two = heckmeck_solver.begin(&solving);
    heckmeck_solver.start(one, true);
    heckmeck_solver.start(two, true);
    assert_true(heckmeck_solver.sweep(one, &sweep));
    assert_true(heckmeck_solver.sweep(one, &sweep));
    heckmeck_solver.last(two, &last);
    while (last.number < 2) {
        struct peck_solution *next = heckmeck_solver.begin(&solving);
        unsigned char *to = heckmeck_solver.bytes(next, &count);
        memcpy(to, heckmeck_solver.bytes(two, &count), count);
        heckmeck_solver.end(two);
        two = next;
        assert_int_equal(heckmeck_solver.resume(two, &error), PECK_OK);
        (void)heckmeck_solver.sweep(two, &last);
        heckmeck_solver.last(two, &last);
    }
    assert_true(rests > 15);
    assert_memory_equal(heckmeck_solver.bytes(one, &count) + sizeof(struct solution_header),
                        heckmeck_solver.bytes(two, &count) + sizeof(struct solution_header),
                        count - sizeof(struct solution_header));
    assert_true(last.value == sweep.value && fabs(last.mean - sweep.mean) < 1e-9);
    heckmeck_solver.end(one);
    heckmeck_solver.end(two);
}

static void print(int tiles, bool guess)
{
    struct report report;
    compare(&report, tiles, 20000, guess);
    printf("%d tiles%s, %d positions; the first player wins: exact %.5f, value file %.5f, "
           "played %.4f +- %.4f; the file in play: mean error %.4f, bias %+.4f\n",
           tiles, guess ? " and ties as guessed" : "", report.positions, report.exact,
           report.value, report.played, 2 * report.error, report.meeting.error,
           report.meeting.bias);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return test_run(NULL, NULL);
    print(atoi(argv[1]), false);
    print(atoi(argv[1]), true);
    return 0;
}
