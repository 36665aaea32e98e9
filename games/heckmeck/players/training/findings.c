/* findings.c — what the values say: a bot, the networks' errors, when to stop.
 *
 * The player solves each turn with these values at its end. The networks are compared with
 * them at the beginning of each turn, over matches that `hard` plays against itself. For
 * the stopping rule, every way to have set dice aside is weighted by the number of ways the
 * dice can fall so, and for each number of dice left the total is chosen from which
 * stopping is wrong least often. docs/solving.md has the results. */
#include "../turn_actions.h"
#include "../turn_cache.h"
#include "solve.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The player ---- */

/* An evaluator that asks the values: for `value` of a struct evaluator, whose address is
 * that of this one. */
struct by_values {
    struct evaluator evaluator;
    const struct peck_solution *solution;
};

static void solved_value(const struct evaluator *evaluator, const struct heckmeck *s,
                         int mover, float lanes[TURN_LANES])
{
    const struct by_values *by_values = (const struct by_values *)evaluator;
    memset(lanes, 0, TURN_LANES * sizeof *lanes);
    if (s->phase == PHASE_OVER) {
        float share[SEATS_MAX];
        heckmeck_share_win(s, share);
        lanes[0] = share[mover];
    } else {
        lanes[0] = heckmeck_solution_value(by_values->solution, s, mover);
    }
}

/* Rates the actions of a decision by solving its turn once more: see turn_cache.c for
 * players in a hurry. */
static bool rate_by_values(const struct peck_solution *solution, const struct heckmeck *s,
                           struct rated *rated)
{
    struct by_values by_values = {{.value = solved_value}, solution};
    struct turn_solutions *turn = malloc(sizeof *turn);
    if (turn == NULL)
        return false;
    heckmeck_fill_payoffs(&by_values.evaluator, s, &turn->payoff);
    heckmeck_turn_solve_lead(turn, TURN_PLAIN, false);
    heckmeck_rate_turn(&(struct solved){&by_values.evaluator, turn, 0}, s, rated);
    free(turn);
    return true;
}

static void think_by_values(const struct peck_player *player, const struct peck_seat *seat,
                            struct peck_rng *rng, struct peck_thought *thought)
{
    const char *bot = (const char *)player->bot;
    const void *solution = bot - offsetof(struct peck_solution, bot);
    const struct heckmeck *s = (const void *)seat->view;
    struct rated rated;
    if (rate_by_values(solution, s, &rated))
        thought->action = heckmeck_best_rated(&rated);
    else /* no memory: anything legal */
        thought->action = (peck_heckmeck.legal(s, s->turn, rated.action), rated.action[0]);
    thought->delay = 0;
    thought->count = 0;
}

struct peck_player heckmeck_solution_player(struct peck_solution *solution)
{
    solution->bot = (struct peck_bot){.name = "values",
                                      .help = "best by the value file; work: turns solved",
                                      .budget = {1000, 1},
                                      .think = think_by_values};
    return (struct peck_player){&solution->bot, 0, solution->bot.budget};
}

/* ---- The networks beside it ---- */

/* Differences from the values, over positions between turns. */
struct distance {
    double sum, squares, bias, largest;
};

static void add_distance(struct distance *distance, double difference)
{
    distance->sum += fabs(difference);
    distance->squares += difference * difference;
    distance->bias += difference;
    distance->largest = fmax(distance->largest, fabs(difference));
}

struct comparison {
    const struct peck_solution *solution;
    double turns;
    struct distance net, solved; /* as it is; after the turn was solved with it */
};

static void compare_at(struct comparison *comparison, const struct heckmeck *s)
{
    const struct evaluator evaluator = {.win =
                                            net_named(heckmeck_family_names[FAMILY_TWO])};
    double value = heckmeck_solution_value(comparison->solution, s, s->turn),
           win[SEATS_MAX];
    float lanes[TURN_LANES];
    comparison->turns++;
    heckmeck_value_by_net(&evaluator, s, s->turn, lanes);
    add_distance(&comparison->net, lanes[0] - value);
    heckmeck_win_chances(s, win);
    add_distance(&comparison->solved, win[s->turn] - value);
}

/* Matches of the whole game have about 27 turns. In a game of two tiles, which the networks
 * have never seen, they may fail on purpose for ever. */
enum { COMPARED_TURNS_MAX = 500 };

/* A match of the network against itself, from the beginning of the solved game. */
static void compare_match(struct comparison *comparison, struct peck_rng *rng)
{
    const struct peck_setup setup = {.seats = 2};
    struct heckmeck s;
    struct rated rated;
    peck_heckmeck.init(&s, &setup, NULL);
    s.up = grid_all(&comparison->solution->grid) << TILE_21;
    for (int turns = 0; s.phase != PHASE_OVER;) {
        bool begins = s.phase == PHASE_ROLL && s.dice == DICE;
        if (begins && turns++ == COMPARED_TURNS_MAX)
            return;
        if (begins && heckmeck_solution_sweeps(comparison->solution, s.up >> TILE_21))
            compare_at(comparison, &s);
        if (s.phase == PHASE_ROLL)
            peck_heckmeck.apply(&s, PECK_CHANCE, peck_heckmeck.sample(&s, rng));
        else if (heckmeck_rate_actions(AIM_WIN, &s, &rated))
            peck_heckmeck.apply(&s, s.turn, heckmeck_best_rated(&rated));
        else
            return; /* no memory: the rest of the match is lost */
    }
}

static void say_distance(const struct peck_findings *findings, const char *what,
                         const struct distance *distance, double turns)
{
    char line[200];
    snprintf(line, sizeof line,
             "%s: mean difference %.4f, root mean square %.4f, bias %+.4f, largest %.3f",
             what, distance->sum / turns, sqrt(distance->squares / turns),
             distance->bias / turns, distance->largest);
    findings->say(findings->context, line);
}

static void find_distances(struct peck_solution *solution,
                           const struct peck_findings *findings)
{
    struct comparison comparison = {.solution = solution};
    struct peck_rng rng;
    char line[120];
    for (uint32_t i = 0; i < findings->matches; i++) {
        peck_rng_seed_match(&rng, findings->seed, i);
        compare_match(&comparison, &rng);
    }
    snprintf(line, sizeof line,
             "%u matches of hard against itself, %.0f turns:", findings->matches,
             comparison.turns);
    findings->say(findings->context, line);
    say_distance(findings, "  the network", &comparison.net, comparison.turns);
    say_distance(findings, "  the network after the turn is solved", &comparison.solved,
                 comparison.turns);
}

/* ---- When to stop ---- */

enum { LEFT_MAX = 5 }; /* dice left for which thresholds are printed */

/* Ways to have set aside dice, with a worm, by dice left and total: all, and those with
 * which stopping is the better choice. */
struct stops {
    const struct turn_solutions *turn;
    double all[LEFT_MAX + 1][TURN_SUMS], right[LEFT_MAX + 1][TURN_SUMS];
};

static void weigh_stop(struct stops *stops, struct turn_at at, double ways)
{
    float lanes[TURN_LANES];
    heckmeck_turn_rolls(stops->turn, at, lanes);
    stops->all[at.dice][at.sum] += ways;
    if (stops->turn->payoff.stop[1][0][at.sum][0] >= lanes[0])
        stops->right[at.dice][at.sum] += ways;
}

/* Every way to spread the dice over the faces from this one on. */
static void spread_from(struct stops *stops, struct turn_at at, int face, double ways)
{
    if (face == FACES) {
        bool worm = at.faces >> WORM & 1, rolls = at.faces != (1 << FACES) - 1;
        if (worm && rolls && at.dice > 0 && at.dice <= LEFT_MAX)
            weigh_stop(stops, at, ways);
        return;
    }
    spread_from(stops, at, face + 1, ways);
    for (int dice = 1; dice <= at.dice; dice++) {
        ways /= dice;
        spread_from(stops, heckmeck_turn_keep(TURN_PLAIN, at, face, dice, false), face + 1,
                    ways);
    }
}

/* The total from which on to stop, such that the rule is wrong as seldom as can be; 0:
 * never. */
static int threshold_of(const struct stops *stops, int left)
{
    double wrong = 0, least;
    int best = 0;
    for (int sum = 0; sum < TURN_SUMS; sum++)
        wrong += stops->right[left][sum]; /* by never stopping */
    least = wrong;
    for (int sum = TURN_SUMS - 1; sum >= 0; sum--) {
        wrong += stops->all[left][sum] - 2 * stops->right[left][sum];
        if (wrong < least) {
            least = wrong;
            best = sum;
        }
    }
    return best;
}

static void find_thresholds(struct peck_solution *solution, const char *name,
                            struct spot spot, int difference,
                            const struct peck_findings *findings)
{
    static struct stops stops;
    char line[160];
    int length = snprintf(line, sizeof line, "  %-48s", name);
    memset(&stops, 0, sizeof stops);
    stops.turn = heckmeck_solution_turn(solution, spot, difference);
    spread_from(&stops, heckmeck_turn_start(TURN_PLAIN, false), 0, 1);
    for (int left = 1; left <= LEFT_MAX; left++) {
        int threshold = threshold_of(&stops, left);
        length += threshold == 0
                      ? snprintf(line + length, sizeof line - length, "    -")
                      : snprintf(line + length, sizeof line - length, "%5d", threshold);
    }
    float value =
        heckmeck_turn_values(stops.turn, heckmeck_turn_start(TURN_PLAIN, false))[0];
    snprintf(line + length, sizeof line - length, "   %.4f", value);
    findings->say(findings->context, line);
}

/* Situations of the whole game; tiles are counted from the 21. */
static const struct situation {
    const char *name;
    struct spot spot;
    int difference;
} situations[] = {
    {"the first turn", {0xffff, GRID_NONE, GRID_NONE}, 0},
    {"they have the 24", {0xfff7, GRID_NONE, 3}, -1},
    {"they have the 30", {0xfdff, GRID_NONE, 9}, -3},
    {"you have the 24", {0xfff7, 3, GRID_NONE}, 1},
    {"you have the 30", {0xfdff, 9, GRID_NONE}, 3},
    {"you 30, they 26", {0xfddf, 9, 5}, 1},
    {"you 26, they 30", {0xfddf, 5, 9}, -1},
    {"22, 25, 27, 29, 31 left; you 26, they 24; level", {0x0552, 5, 3}, 0},
    {"the same, you lead by 5", {0x0552, 5, 3}, 5},
    {"the same, they lead by 5", {0x0552, 5, 3}, -5},
    {"only 23 and 28 left; you 26, they 24; level", {0x0084, 5, 3}, 0},
    {"the same, you lead by 2", {0x0084, 5, 3}, 2},
    {"the same, they lead by 2", {0x0084, 5, 3}, -2},
};

void heckmeck_solution_find(struct peck_solution *solution,
                            const struct peck_findings *findings)
{
    find_distances(solution, findings);
    if (solution->grid.tiles < GRID_TILES)
        return;
    findings->say(findings->context,
                  "Stop with a worm and at least this total when so many dice are left:");
    findings->say(findings->context,
                  "                                                      1    2    3    "
                  "4    5   chance");
    for (size_t i = 0; i < sizeof situations / sizeof *situations; i++) {
        const struct situation *situation = &situations[i];
        if (heckmeck_solution_sweeps(solution, situation->spot.grill))
            find_thresholds(solution, situation->name, situation->spot,
                            situation->difference, findings);
    }
}
