/* simulation.c — hands blocks of matches to threads, and writes their records in order.
 *
 * Threads take blocks of consecutive matches. Match i draws from a generator of its own,
 * seeded by the seed and i, so it does not matter which thread plays it. A thread that
 * keeps records holds those of its block until every earlier block is written: the file is
 * in order, and memory holds no more than one block for each thread. The first fault ends
 * all threads and is reported. */
#include "simulation.h"
#include "cli.h"
#include "play/race.h"

#include <peck/match.h>

#include <errno.h>
#include <string.h>
#include <time.h>

/* The first fault stands; everyone stops at the next block. */
static void give_up(struct simulation *sim, const char *fault)
{
    pthread_mutex_lock(&sim->lock);
    if (sim->fault[0] == '\0')
        snprintf(sim->fault, sizeof sim->fault, "%s", fault);
    pthread_cond_broadcast(&sim->changed);
    pthread_mutex_unlock(&sim->lock);
}

/* One random match as a log: the draws, and so the match, are those of `playout`. */
static bool play_log(struct peck_match *match, struct peck_rng *rng)
{
    struct peck_error error;
    uint32_t actions[PECK_ACTIONS_MAX];
    const struct peck_game *game = match->game;
    if (peck_match_chance(match, rng, &error) != PECK_OK)
        return false;
    for (uint32_t who; (who = game->movers(&match->state)) != 0;) {
        int seat = peck_rng_bit(rng, who);
        uint32_t count = game->legal(&match->state, seat, actions);
        uint32_t action = actions[peck_rng_below(rng, count)];
        if (peck_match_play(match, seat, action, &error) != PECK_OK ||
            peck_match_chance(match, rng, &error) != PECK_OK)
            return false;
    }
    return true;
}

static const char *const too_long = "a match did not end within 1,000,000 plies";
static const char *const no_memory = "there is not enough memory";
_Static_assert(PECK_PLIES_MAX == 1000000, "the sentence says so");

/* The same of bots, whose names are kept. Chance draws from a generator of its own, so that
 * the dice and the deck do not depend on who plays. */
static bool play_bots(const struct simulation *sim, struct peck_match *match,
                      struct peck_rng *rng)
{
    struct peck_error error;
    struct peck_rng chance = *rng;
    for (int seat = 0; seat < sim->setup.seats; seat++) {
        if (peck_match_name(match, seat, sim->names[seat], &error) != PECK_OK)
            return false;
    }
    peck_rng_seed(rng, peck_rng_next(rng));
    return peck_race_play(match, sim->players, &chance, rng, &error) == PECK_OK;
}

static const char *play_recorded(const struct simulation *sim, struct peck_rng *rng,
                                 struct tally *tally, struct peck_buffer *records)
{
    struct peck_match match;
    struct peck_error error;
    if (peck_match_begin(&match, sim->game, &sim->setup, &error) != PECK_OK)
        return no_memory;
    const char *fault = NULL;
    if (!(sim->bots ? play_bots(sim, &match, rng) : play_log(&match, rng)))
        fault = match.count >= PECK_PLIES_MAX ? too_long : no_memory;
    else if (!tally_match(tally, sim->game, &match.state, sim->setup.seats, match.count) ||
             (sim->record != NULL && peck_record_write(&match, -1, records) != PECK_OK))
        fault = no_memory;
    peck_match_free(&match);
    return fault;
}

static const char *play_fast(const struct simulation *sim, struct peck_rng *rng,
                             struct tally *tally)
{
    union peck_state state;
    memcpy(&state, &sim->start, sim->game->state_size);
    uint32_t plies = sim->game->playout(&state, rng, PECK_PLIES_MAX);
    if (sim->game->movers(&state) != 0)
        return too_long;
    return tally_match(tally, sim->game, &state, sim->setup.seats, plies) ? NULL
                                                                          : no_memory;
}

static const char *play_block(const struct simulation *sim, uint64_t first, uint64_t end,
                              struct tally *tally, struct peck_buffer *records)
{
    const char *fault = NULL;
    for (uint64_t i = first; i < end && fault == NULL; i++) {
        struct peck_rng rng;
        peck_rng_seed_match(&rng, sim->seed, i);
        fault = sim->record != NULL || sim->bots ? play_recorded(sim, &rng, tally, records)
                                                 : play_fast(sim, &rng, tally);
    }
    return fault;
}

/* Writes the records of the block from `first` on, once its turn has come. */
static void write_block(struct simulation *sim, uint64_t first, uint64_t end,
                        struct peck_buffer *records)
{
    pthread_mutex_lock(&sim->lock);
    while (sim->written != first && sim->fault[0] == '\0')
        pthread_cond_wait(&sim->changed, &sim->lock);
    if (sim->fault[0] == '\0' &&
        fwrite(records->bytes, 1, records->length, sim->record) != records->length)
        snprintf(sim->fault, sizeof sim->fault, "cannot write the records: %s",
                 strerror(errno));
    sim->written = end;
    pthread_cond_broadcast(&sim->changed);
    pthread_mutex_unlock(&sim->lock);
    records->length = 0;
}

/* The next block; false when there is none, or something failed. */
static bool take_block(struct simulation *sim, uint64_t *first, uint64_t *end)
{
    pthread_mutex_lock(&sim->lock);
    bool more = sim->handed < sim->matches && sim->fault[0] == '\0';
    *first = sim->handed;
    uint64_t left = sim->matches - sim->handed;
    *end = *first + (left < sim->block ? left : sim->block);
    if (more)
        sim->handed = *end;
    pthread_mutex_unlock(&sim->lock);
    return more;
}

static void *work(void *argument)
{
    struct simulation *sim = argument;
    struct tally tally = {0};
    struct peck_buffer records = {0};
    for (uint64_t first, end; take_block(sim, &first, &end);) {
        const char *fault = play_block(sim, first, end, &tally, &records);
        if (fault != NULL)
            give_up(sim, fault);
        else if (sim->record != NULL)
            write_block(sim, first, end, &records);
        pthread_mutex_lock(&sim->lock);
        sim->played += end - first;
        pthread_mutex_unlock(&sim->lock);
    }
    pthread_mutex_lock(&sim->lock);
    bool added = tally_merge(&sim->tally, &tally);
    sim->running--;
    pthread_cond_broadcast(&sim->changed);
    pthread_mutex_unlock(&sim->lock);
    if (!added)
        give_up(sim, no_memory);
    tally_free(&tally);
    peck_buffer_free(&records);
    return NULL;
}

/* Shows progress ten times a second until all threads are done. */
static void watch(struct simulation *sim)
{
    struct progress progress = bar_begin(sim->matches);
    pthread_mutex_lock(&sim->lock);
    while (sim->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 100000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        if (pthread_cond_timedwait(&sim->changed, &sim->lock, &until) == ETIMEDOUT)
            bar_show(&progress, sim->played);
    }
    pthread_mutex_unlock(&sim->lock);
    bar_end(&progress);
}

bool simulation_run(struct simulation *sim)
{
    enum { THREADS_MAX = 256, BLOCK_MAX = 64 };
    pthread_t threads[THREADS_MAX];
    int started = 0;
    PECK_ASSERT(sim->threads <= THREADS_MAX);
    /* Eight blocks for each thread keep all of them busy to the end. */
    sim->block = sim->matches / ((uint64_t)sim->threads * 8) + 1;
    sim->block = sim->block < BLOCK_MAX ? sim->block : BLOCK_MAX;
    pthread_mutex_init(&sim->lock, NULL);
    pthread_cond_init(&sim->changed, NULL);
    sim->running = sim->threads;
    while (started < sim->threads &&
           pthread_create(&threads[started], NULL, work, sim) == 0)
        started++;
    if (started < sim->threads) {
        give_up(sim, "cannot start so many threads");
        pthread_mutex_lock(&sim->lock);
        sim->running -= sim->threads - started;
        pthread_mutex_unlock(&sim->lock);
    }
    watch(sim);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&sim->lock);
    pthread_cond_destroy(&sim->changed);
    return sim->fault[0] == '\0';
}
