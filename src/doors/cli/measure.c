/* measure.c — times random play through the struct, through the compiled loop, and a floor.
 *
 * The floor says what no implementation of the rules could beat: it makes exactly the draws
 * and the writes of the same matches and knows no rules. Draws are counted by stepping a
 * copy of the generator from where it stood before the match to where it stands after.
 * Writes are the lists of `legal` and the bytes of the state that a ply changed; changed
 * bytes within one aligned word of 8 count as one store of the least size that holds their
 * number, as a compiler would write a field. Stores of the floor are volatile, so that each
 * is made and none is made slower.
 *
 * Time is processor time of this thread, which other work on the machine disturbs least.
 * The loops are timed in turn, so that a slow spell of the machine affects all alike, and
 * medians are reported. */
#include "measure.h"
#include "cli.h"

#include <peck/pack.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 7, SEED = 1, PLIES_MAX = 1u << 20 };

static uint32_t count_draws(struct peck_rng before, const struct peck_rng *after)
{
    uint32_t draws = 0;
    for (; memcmp(&before, after, sizeof before) != 0; draws++)
        peck_rng_next(&before);
    return draws;
}

/* Adds the stores that lead from one state to the other; returns the bytes that changed. */
static uint32_t count_stores(const union peck_state *before, const union peck_state *after,
                             uint32_t size, uint32_t stores[4])
{
    static const uint8_t store_of[9] = {0, 0, 1, 2, 2, 3, 3, 3, 3};
    uint32_t sum = 0;
    for (uint32_t word = 0; word < size; word += 8) {
        uint32_t changed = 0;
        for (uint32_t i = word; i < word + 8 && i < size; i++)
            changed += before->bytes[i] != after->bytes[i];
        if (changed > 0)
            stores[store_of[changed]]++;
        sum += changed;
    }
    return sum;
}

/* One match through the struct, ply by ply as peck_playout has it, with the counts. */
static void count_match(struct bench_case *bench, int index)
{
    const struct peck_game *game = bench->game;
    struct load *load = &bench->loads[index];
    union peck_state state = bench->start, before;
    uint32_t actions[PECK_ACTIONS_MAX], who;
    struct peck_rng rng, start;
    peck_rng_seed_match(&rng, SEED, (uint64_t)index);
    start = rng;
    for (; (who = game->movers(&state)) != 0; bench->plies++) {
        before = state;
        if (who == PECK_CHANCE_BIT) {
            game->apply(&state, PECK_CHANCE, game->sample(&state, &rng));
        } else {
            int seat = peck_rng_bit(&rng, who);
            uint32_t count = game->legal(&state, seat, actions);
            load->listed += count;
            game->apply(&state, seat, actions[peck_rng_below(&rng, count)]);
        }
        bench->bytes += count_stores(&before, &state, game->state_size, load->stores);
    }
    load->draws = count_draws(start, &rng);
    bench->draws += load->draws;
    bench->bytes += 4.0 * load->listed;
}

void bench_count(struct bench_case *bench)
{
    memset(bench->loads, 0, sizeof bench->loads);
    bench->plies = bench->draws = bench->bytes = 0;
    for (int i = 0; i < CASE_MATCHES; i++)
        count_match(bench, i);
    bench->plies /= CASE_MATCHES;
    bench->draws /= CASE_MATCHES;
    bench->bytes /= CASE_MATCHES;
}

/* A lap is CASE_MATCHES matches, in each lap new ones: a processor learns the turns of
 * matches it has seen a few times, and would play those faster than any other. What a lap
 * returns depends on all it did. */
static uint64_t play_lap(const struct bench_case *bench, uint64_t first, bool compiled)
{
    const struct peck_game *game = bench->game;
    uint64_t sum = 0;
    for (uint64_t i = first; i < first + CASE_MATCHES; i++) {
        union peck_state state;
        struct peck_rng rng;
        memcpy(&state, &bench->start, game->state_size);
        peck_rng_seed_match(&rng, SEED, i);
        sum += compiled ? game->playout(&state, &rng, PLIES_MAX)
                        : peck_playout(game, &state, &rng, PLIES_MAX);
    }
    return sum;
}

static uint64_t lap_plain(const struct bench_case *bench, uint64_t first)
{
    return play_lap(bench, first, false);
}

static uint64_t lap_compiled(const struct bench_case *bench, uint64_t first)
{
    return play_lap(bench, first, true);
}

/* Where the floor writes: as large as the list of actions and the state it stands for. */
struct scratch {
    volatile uint32_t list[PECK_ACTIONS_MAX];
    volatile uint8_t one[PECK_STATE_MAX];
    volatile uint16_t two[PECK_STATE_MAX / 2];
    volatile uint32_t four[PECK_STATE_MAX / 4];
    volatile uint64_t eight[PECK_STATE_MAX / 8];
};

static uint64_t floor_match(const struct load *load, struct peck_rng *rng,
                            struct scratch *scratch)
{
    uint64_t mixed = 0;
    for (uint32_t i = 0; i < load->draws; i++)
        mixed ^= peck_rng_next(rng);
    for (uint32_t i = 0; i < load->listed; i++)
        scratch->list[i % 64] = (uint32_t)mixed;
    for (uint32_t i = 0; i < load->stores[0]; i++)
        scratch->one[i % 64] = (uint8_t)mixed;
    for (uint32_t i = 0; i < load->stores[1]; i++)
        scratch->two[i % 64] = (uint16_t)mixed;
    for (uint32_t i = 0; i < load->stores[2]; i++)
        scratch->four[i % 64] = (uint32_t)mixed;
    for (uint32_t i = 0; i < load->stores[3]; i++)
        scratch->eight[i % 64] = mixed;
    return mixed;
}

static uint64_t lap_floor(const struct bench_case *bench, uint64_t first)
{
    static struct scratch scratch;
    uint64_t sum = 0;
    for (int i = 0; i < CASE_MATCHES; i++) {
        struct peck_rng rng;
        peck_rng_seed_match(&rng, SEED, first + (uint64_t)i);
        sum += floor_match(&bench->loads[i], &rng, &scratch);
    }
    return sum;
}

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static volatile uint64_t sink; /* what laps return goes here, so that none is left out */

/* Seconds of one lap, from as many as fit into the time; at least one. */
static double time_laps(uint64_t (*run)(const struct bench_case *, uint64_t),
                        const struct bench_case *bench, double seconds)
{
    double start = processor_seconds(), passed;
    uint64_t sum = 0;
    uint64_t laps = 0;
    do {
        sum += run(bench, laps * CASE_MATCHES);
        laps++;
        passed = processor_seconds() - start;
    } while (passed < seconds);
    sink = sum;
    return passed / (double)laps;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values)
{
    qsort(values, ROUNDS, sizeof *values, compare);
    return values[ROUNDS / 2];
}

struct speed bench_measure(const struct bench_case *bench, double seconds)
{
    double plain[ROUNDS], compiled[ROUNDS], least[ROUNDS];
    double slice = seconds / (3 * ROUNDS);
    sink = lap_compiled(bench, 0); /* warm */
    for (int i = 0; i < ROUNDS; i++) {
        plain[i] = time_laps(lap_plain, bench, slice);
        compiled[i] = time_laps(lap_compiled, bench, slice);
        least[i] = time_laps(lap_floor, bench, slice);
    }
    return (struct speed){median(plain) / CASE_MATCHES, median(compiled) / CASE_MATCHES,
                          median(least) / CASE_MATCHES};
}

/* Whether the action's name begins with one of these words. */
static bool begins(const struct peck_game *game, uint32_t action, const char *const *words,
                   int count)
{
    char name[PECK_NAME_MAX];
    size_t length = strcspn(judged_json_name(game, action, name), " ");
    for (int i = 0; i < count && words[i] != NULL; i++) {
        if (strlen(words[i]) == length && memcmp(name, words[i], length) == 0)
            return true;
    }
    return false;
}

/* How much an eager player likes an action, by its verb. Names follow from codes, so
 * answers are kept: spelling takes longer than playing. */
struct memory {
    uint32_t action[1024]; /* by its hash */
    uint8_t liking[1024];  /* 0 not known, then 1 to 3 */
};

static uint8_t liking(struct memory *memory, const struct peck_game *game, uint32_t action)
{
    uint32_t at = action * 2654435769u >> 22;
    if (memory->liking[at] == 0 || memory->action[at] != action) {
        memory->action[at] = action;
        memory->liking[at] = 2;
        const struct peck_measure *measure = &peck_pack_of(game)->measure;
        if (begins(game, action, measure->eager, PECK_LIKED_MAX))
            memory->liking[at] = 3;
        else if (begins(game, action, measure->waiting, PECK_LIKED_MAX))
            memory->liking[at] = 1;
    }
    return memory->liking[at];
}

/* Plays at random among the actions liked best. */
static uint64_t play_eagerly(const struct peck_game *game, union peck_state *state,
                             struct peck_rng *rng, struct memory *memory)
{
    uint32_t actions[PECK_ACTIONS_MAX], who;
    uint64_t plies = 0;
    for (; (who = game->movers(state)) != 0; plies++) {
        if (who == PECK_CHANCE_BIT) {
            game->apply(state, PECK_CHANCE, game->sample(state, rng));
            continue;
        }
        int seat = peck_rng_bit(rng, who);
        uint32_t count = game->legal(state, seat, actions), best = 0, most = 0;
        for (uint32_t i = 0; i < count; i++) {
            uint8_t like = liking(memory, game, actions[i]);
            if (like > most)
                best = 0;
            if (like >= most) {
                most = like;
                actions[best++] = actions[i];
            }
        }
        game->apply(state, seat, actions[peck_rng_below(rng, best)]);
    }
    return plies;
}

static uint64_t lap_eager(const struct bench_case *bench, uint64_t first)
{
    static struct memory memory;
    static const struct peck_game *known; /* whose actions the memory has */
    uint64_t sum = 0;
    if (known != bench->game)
        memset(&memory, 0, sizeof memory);
    known = bench->game;
    for (uint64_t i = first; i < first + CASE_MATCHES; i++) {
        union peck_state state = bench->start;
        struct peck_rng rng;
        peck_rng_seed_match(&rng, SEED, i);
        sum += play_eagerly(bench->game, &state, &rng, &memory);
    }
    return sum;
}

static double median_of(uint64_t (*run)(const struct bench_case *, uint64_t),
                        const struct bench_case *bench, double seconds)
{
    double laps[ROUNDS];
    for (int i = 0; i < ROUNDS; i++)
        laps[i] = time_laps(run, bench, seconds / ROUNDS);
    return median(laps) / CASE_MATCHES;
}

double bench_eager(const struct bench_case *bench, double seconds, double *plies)
{
    *plies = (double)lap_eager(bench, 0) / CASE_MATCHES;
    return median_of(lap_eager, bench, seconds);
}

/* The moments at which actions are listed, one for each lap's step. */
static union peck_state moments[CASE_MATCHES];
static int moment_seats[CASE_MATCHES];

static uint64_t lap_listing(const struct bench_case *bench, uint64_t first)
{
    static uint32_t actions[PECK_ACTIONS_MAX];
    uint64_t sum = first;
    for (int i = 0; i < CASE_MATCHES; i++) {
        uint32_t count = bench->game->legal(&moments[i], moment_seats[i], actions);
        sum += count + actions[count - 1];
    }
    return sum;
}

/* The seat that may do what is listed, or -1; and how many actions it has. */
static int listed_seat(const struct peck_game *game, const union peck_state *state,
                       uint32_t *count)
{
    static uint32_t actions[PECK_ACTIONS_MAX];
    uint32_t movers = game->movers(state);
    for (int seat = 0; seat < PECK_SEATS_MAX; seat++) {
        if ((movers >> seat & 1) == 0)
            continue;
        *count = game->legal(state, seat, actions);
        for (uint32_t i = 0; i < *count; i++) {
            if (begins(game, actions[i], &peck_pack_of(game)->measure.listed, 1))
                return seat;
        }
    }
    return -1;
}

/* From each match the first such moment after a number of plies that grows from match to
 * match, so that the moments lie all over a round. */
double bench_listing(const struct bench_case *bench, double seconds, double *listed)
{
    *listed = 0;
    for (int i = 0; i < CASE_MATCHES; i++) {
        struct peck_rng rng;
        uint32_t count, skip = (uint32_t)(bench->plies / 2 * i / CASE_MATCHES);
        moments[i] = bench->start;
        peck_rng_seed_match(&rng, SEED, (uint64_t)i);
        bench->game->playout(&moments[i], &rng, skip);
        while ((moment_seats[i] = listed_seat(bench->game, &moments[i], &count)) < 0) {
            if (bench->game->playout(&moments[i], &rng, 1) == 0)
                return 0; /* this match never came to it */
        }
        *listed += (double)count / CASE_MATCHES;
    }
    return median_of(lap_listing, bench, seconds);
}
