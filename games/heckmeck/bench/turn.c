/* turn.c — how fast a turn of Heckmeck is solved, beside a straightforward solver in the
 * same run, and how long the players think.
 *
 * The straightforward one is what one writes first: recursion over (faces chosen, dice
 * left, sum) with a memory, all rolls spread out for each state. Both are timed in turn,
 * round after round, in processor time, and the best round of each counts, because others
 * use the machine, too. The time of players is the mean over a few matches among
 * themselves. The aims are 8 µs for each payoff and 1 ms for a turn of `hard`. */
#include "../players/turn_solver.h"

#include <peck/bot.h>

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { FACES = 6, DICE = 8, WORM = 5, ROUNDS = 200, SUMS = 41 };

static const int points_of[FACES] = {1, 2, 3, 4, 5, 5};

struct memo {
    const struct turn_payoffs *payoff; /* the first of them */
    double value[1 << FACES][DICE + 1][SUMS];
    bool known[1 << FACES][DICE + 1][SUMS];
};

static double solve(struct memo *memo, int faces, int dice, int sum);

/* All rolls from `face` on, with `left` dice not yet fallen: the sum of odds × best choice.
 */
static double spread(struct memo *memo, int faces, int dice, int sum, int face, int left,
                     int count[FACES], double odds)
{
    if (face == FACES - 1) {
        double best = -INFINITY;
        count[face] = left;
        for (int f = 0; f < FACES; f++) {
            if (count[f] == 0 || faces >> f & 1)
                continue;
            double value =
                solve(memo, faces | 1 << f, dice - count[f], sum + count[f] * points_of[f]);
            best = value > best ? value : best;
        }
        for (int i = 2; i <= left; i++)
            odds /= i;
        return odds * (isinf(best) ? memo->payoff->fail[0][0] : best);
    }
    double total = 0;
    for (int c = 0; c <= left; c++) {
        count[face] = c;
        total += spread(memo, faces, dice, sum, face + 1, left - c, count, odds);
        odds /= c + 1;
    }
    return total;
}

static double solve(struct memo *memo, int faces, int dice, int sum)
{
    if (memo->known[faces][dice][sum])
        return memo->value[faces][dice][sum];
    double value = memo->payoff->stop[faces >> WORM & 1][0][sum][0], odds = 1;
    int count[FACES];
    for (int i = 1; i <= dice; i++)
        odds *= i / 6.0;
    if (dice > 0 && faces != (1 << FACES) - 1) {
        double roll = spread(memo, faces, dice, sum, 0, dice, count, odds);
        value = roll > value ? roll : value;
    }
    memo->known[faces][dice][sum] = true;
    return memo->value[faces][dice][sum] = value;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

/* Worms of the full grill, with nothing to lose. */
static void fill(struct turn_payoffs *payoffs)
{
    memset(payoffs, 0, sizeof *payoffs);
    for (int sum = 21; sum < TURN_SUMS; sum++) {
        float worms = (sum < 36 ? sum - 21 : 15) / 4 + 1;
        for (int lane = 0; lane < TURN_LANES; lane++)
            payoffs->stop[1][0][sum][lane] = payoffs->stop[1][1][sum][lane] = worms;
    }
}

static void keep_least(double *least, double time)
{
    *least = time < *least ? time : *least;
}

/* What matches among players of one name take, all thinking together. */
struct pace {
    double time, longest;
    int decisions, turns;
};

static void play(const struct peck_player *player, const struct peck_setup *setup,
                 uint64_t number, struct pace *pace)
{
    const struct peck_game *game = peck_game_find("heckmeck");
    union peck_state state;
    struct peck_rng rng;
    struct peck_error error;
    int last = -1;
    if (peck_init(game, &state, setup, &error) != PECK_OK)
        return;
    peck_rng_seed_match(&rng, 1, number);
    for (uint32_t movers; (movers = game->movers(&state)) != 0;) {
        if (movers == PECK_CHANCE_BIT) {
            game->apply(&state, PECK_CHANCE, game->sample(&state, &rng));
            continue;
        }
        struct peck_seat seat = {
            .game = game, .setup = setup, .seat = __builtin_ctz(movers), .view = &state};
        struct peck_thought thought = {.estimates = NULL};
        double begin = now();
        player->bot->think(player, &seat, &rng, &thought);
        double time = now() - begin;
        pace->time += time;
        pace->longest = time > pace->longest ? time : pace->longest;
        pace->decisions++;
        pace->turns += seat.seat != last;
        last = seat.seat;
        game->apply(&state, seat.seat, thought.action);
    }
}

static void time_player(const char *name, int seats, const char *option)
{
    enum { MATCHES = 5 };
    const struct peck_game *game = peck_game_find("heckmeck");
    struct peck_player player;
    struct peck_setup setup;
    struct peck_error error;
    struct pace pace = {0};
    peck_setup_begin(game, seats, &setup);
    if ((option != NULL && peck_setup_option(game, &setup, option, &error) != PECK_OK) ||
        peck_player_find(game, name, &player, &error) != PECK_OK)
        return;
    for (uint64_t number = 0; number < MATCHES; number++)
        play(&player, &setup, number, &pace);
    printf("%-7s %d seats %-10s  %8.1f us a turn  %8.1f us a decision  %8.1f us at most\n",
           name, seats, option == NULL ? "" : option, pace.time / pace.turns,
           pace.time / pace.decisions, pace.longest);
}

static void time_solvers(void)
{
    static struct turn_solutions many;
    static struct memo memo;
    double best[2] = {INFINITY, INFINITY}, slow = 0;
    struct turn_at start = heckmeck_turn_start(TURN_PLAIN, false);
    fill(&many.payoff);
    for (int round = 0; round < ROUNDS; round++) {
        double begin = now();
        memset(memo.known, 0, sizeof memo.known);
        memo.payoff = &many.payoff;
        slow = solve(&memo, 0, DICE, 0);
        keep_least(&best[0], now() - begin);
        begin = now();
        heckmeck_turn_solve_batch(&many, TURN_PLAIN, false);
        keep_least(&best[1], (now() - begin) / TURN_LANES);
    }
    printf("memoised  %8.1f us  value %.6f\n", best[0], slow);
    printf("batched   %8.1f us  value %.6f  %5.1f times as fast\n", best[1],
           heckmeck_turn_values(&many, start)[0], best[0] / best[1]);
}

int main(void)
{
    static const char *const names[] = {"hard", "expert"};
    static const char *const options[] = {NULL, "extra-wurm"};
    time_solvers();
    for (int name = 0; name < 2; name++)
        for (int option = 0; option < 2; option++)
            for (int seats = 2; seats <= 7; seats += 5)
                time_player(names[name], seats, options[option]);
    return 0;
}
