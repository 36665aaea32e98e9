/* arena.c — plays blocks of matches on several threads and hands them on in order.
 *
 * The problem. Two strong bots differ by a few per cent, and the luck of a single match is
 * far larger. Three things make measuring cheaper: the same chance for every rotation of a
 * block (referee.c), luck that is measured and subtracted (standing.c), and all processors.
 * None may change the expected result, and none may make a result that cannot be repeated.
 *
 * Seeds. Everything in a match follows from the arena's seed, the block's number and the
 * rotation. The chance of a block has a seed of its own, equal for all rotations; what the
 * bots draw for themselves has another one for each rotation. No generator is passed from
 * one match to the next, so it does not matter which thread plays a block, or in which
 * order.
 *
 * Threads. A thread takes the next block by number and writes the results into the places
 * of that block; nobody else writes there. Whichever thread closes a gap hands on all
 * blocks that are then in order, one at a time, under the lock. A caller that stops after a
 * certain block (a sequential test, for example) therefore stops after the same block with
 * any number of threads. Blocks that were played beyond it do not count.
 *
 * Pools. For more than two seats the entrants are dealt out to the tables in shuffled
 * order, again and again; the shuffle is a function of the seed and the number of the deal,
 * so any block can be computed without the ones before it.
 *
 * A block is also one line of text. `--resume` appends finished blocks to a file and takes
 * them from there the next time. docs/study/arena.md explains the figures. */
#include "arena.h"
#include "play/kit.h"
#include "referee.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What the threads share, under the lock. */
struct hall {
    struct peck_arena *arena;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool *ready;       /* by block: its results are there */
    uint32_t next;     /* block to be handed out */
    uint32_t finished; /* blocks finished, in any order */
    int running;       /* threads */
    bool closed;       /* the caller has seen enough, or something failed */
    enum peck_status status;
    struct peck_error error;
};

/* One thread: its referee, and a program for each time that an entrant may sit down. */
struct worker {
    struct hall *hall;
    struct peck_referee referee;
    struct peck_external programs[PECK_ENTRANTS_MAX][PECK_SEATS_MAX];
};

enum peck_status peck_entrant_find(const struct peck_game *game, const char *name,
                                   uint32_t think, struct peck_entrant *entrant,
                                   struct peck_error *error)
{
    struct peck_entrant found = {.name = name};
    if (strncmp(name, "exec:", 5) == 0) {
        found.command = name + 5;
        if (name[5] == '\0') {
            peck_error_say(error, "error.program.none");
            return PECK_BAD_SETUP;
        }
    } else {
        enum peck_status status = peck_player_find(game, name, &found.player, error);
        if (status != PECK_OK)
            return status;
        if (think > 0)
            found.player.budget = (struct peck_budget){.milliseconds = think};
        else if (found.player.budget.work > 0)
            found.player.budget.milliseconds =
                0; /* no clock, so the same match each time */
    }
    *entrant = found;
    return PECK_OK;
}

enum peck_status peck_arena_begin(struct peck_arena *arena)
{
    PECK_ASSERT(arena->entrant_count >= 2 && arena->entrant_count <= PECK_ENTRANTS_MAX);
    size_t count = (size_t)arena->blocks * arena->setup.seats;
    arena->done = 0;
    arena->fault_count = 0;
    arena->matches = calloc(count + 1, sizeof *arena->matches);
    return arena->matches != NULL ? PECK_OK : PECK_NO_MEMORY;
}

void peck_arena_free(struct peck_arena *arena)
{
    free(arena->matches);
    arena->matches = NULL;
}

double peck_arena_win(const struct peck_arena_match *match, int seats, int seat)
{
    uint32_t winners = kit_winners(match->places, seats);
    winners &= ~(uint32_t)match->forfeits; /* when all forfeit, all share the first place */
    return kit_share(winners, seat);
}

uint64_t peck_arena_unfinished(const struct peck_arena *arena)
{
    uint64_t count = 0, matches = (uint64_t)arena->done * arena->setup.seats;
    for (uint64_t i = 0; i < matches; i++)
        count += arena->matches[i].unfinished;
    return count;
}

/* ---- Line-ups. ---- */

/* All pairs of a pool, one after the other. */
static void line_up_pair(const struct peck_arena *arena, uint32_t block, uint8_t line_up[])
{
    int count = arena->entrant_count;
    uint32_t left = block % (uint32_t)(count * (count - 1) / 2);
    int first = 0;
    for (; left >= (uint32_t)(count - 1 - first); first++)
        left -= (uint32_t)(count - 1 - first);
    line_up[0] = (uint8_t)first;
    line_up[1] = (uint8_t)(first + 1 + (int)left);
}

/* The n-th place to be filled at all tables of a pool: the pool is dealt out, shuffled
 * again each time, so that everybody plays equally often and meets everybody. */
static uint8_t dealt(const struct peck_arena *arena, uint64_t n)
{
    uint8_t order[PECK_ENTRANTS_MAX] = {0};
    uint32_t count = (uint32_t)arena->entrant_count;
    struct peck_rng rng;
    peck_rng_seed(&rng, peck_hash(arena->seed, ~(n / count)));
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = peck_rng_below(&rng, i + 1);
        order[i] = order[j];
        order[j] = (uint8_t)i;
    }
    return order[n % count];
}

static void line_up_of(const struct peck_arena *arena, uint32_t block, uint8_t line_up[])
{
    int seats = arena->setup.seats;
    if (arena->pool && seats == 2) {
        line_up_pair(arena, block, line_up);
        return;
    }
    for (int p = 0; p < seats; p++) {
        uint64_t field = (uint64_t)arena->entrant_count - 1;
        if (arena->pool)
            line_up[p] = dealt(arena, (uint64_t)block * (uint64_t)seats + (uint64_t)p);
        else
            line_up[p] =
                p == 0 ? 0 : (uint8_t)(1 + ((uint64_t)block + (uint64_t)p - 1) % field);
    }
}

void peck_arena_seating(const struct peck_arena *arena, uint32_t block, int rotation,
                        uint8_t entrant[PECK_SEATS_MAX])
{
    uint8_t line_up[PECK_SEATS_MAX];
    int seats = arena->setup.seats;
    line_up_of(arena, block, line_up);
    for (int p = 0; p < seats; p++)
        entrant[(p + rotation) % seats] = line_up[p];
}

/* ---- Playing. ---- */

/* Keeps the first faults, in the order of matches. */
static void keep_fault(struct peck_arena *arena, const struct peck_fault *fault)
{
    int at = arena->fault_count;
    while (at > 0 && arena->faults[at - 1].match > fault->match)
        at--;
    if (at == PECK_FAULTS_KEPT)
        return;
    int kept =
        arena->fault_count < PECK_FAULTS_KEPT ? arena->fault_count : PECK_FAULTS_KEPT - 1;
    memmove(&arena->faults[at + 1], &arena->faults[at],
            (size_t)(kept - at) * sizeof *fault);
    arena->faults[at] = *fault;
    arena->fault_count = kept + 1;
}

static void keep_faults(struct worker *worker, uint64_t match, const uint8_t entrant[])
{
    struct hall *hall = worker->hall;
    for (int s = 0; s < hall->arena->setup.seats; s++) {
        struct peck_fault fault = {.match = match, .seat = s, .entrant = entrant[s]};
        fault.reason = worker->referee.seats[s].fault;
        if (fault.reason.key == NULL)
            continue;
        pthread_mutex_lock(&hall->lock);
        keep_fault(hall->arena, &fault);
        pthread_mutex_unlock(&hall->lock);
    }
}

/* An entrant that sits twice at a table is two programs. */
static void seat_entrants(struct worker *worker, const uint8_t entrant[])
{
    const struct peck_arena *arena = worker->hall->arena;
    int copies[PECK_ENTRANTS_MAX] = {0};
    for (int s = 0; s < arena->setup.seats; s++) {
        struct peck_referee_seat *seat = &worker->referee.seats[s];
        int copy = copies[entrant[s]]++;
        seat->entrant = &arena->entrants[entrant[s]];
        seat->external =
            seat->entrant->command != NULL ? &worker->programs[entrant[s]][copy] : NULL;
    }
}

static enum peck_status play_block(struct worker *worker, uint32_t block,
                                   struct peck_error *error)
{
    struct peck_arena *arena = worker->hall->arena;
    int seats = arena->setup.seats;
    uint64_t luck = peck_hash(arena->seed, block);
    for (int rotation = 0; rotation < seats; rotation++) {
        uint8_t entrant[PECK_SEATS_MAX] = {0};
        uint64_t match = (uint64_t)block * (uint64_t)seats + (uint64_t)rotation;
        peck_arena_seating(arena, block, rotation, entrant);
        seat_entrants(worker, entrant);
        enum peck_status status =
            peck_referee_play(&worker->referee, luck, peck_hash(luck, (uint64_t)rotation),
                              &arena->matches[match], error);
        if (status != PECK_OK)
            return status;
        if (arena->matches[match].forfeits != 0)
            keep_faults(worker, match, entrant);
    }
    return PECK_OK;
}

static bool take_block(struct hall *hall, uint32_t *block)
{
    pthread_mutex_lock(&hall->lock);
    const struct peck_arena *arena = hall->arena;
    bool more = !hall->closed && hall->next < arena->blocks &&
                (arena->goes_on == NULL || arena->goes_on(arena->context));
    if (more)
        *block = hall->next++;
    pthread_mutex_unlock(&hall->lock);
    return more;
}

/* Hands on the blocks that are now in order. */
static void finish_block(struct hall *hall, uint32_t block)
{
    struct peck_arena *arena = hall->arena;
    pthread_mutex_lock(&hall->lock);
    hall->ready[block] = true;
    hall->finished++;
    while (!hall->closed && arena->done < arena->blocks && hall->ready[arena->done]) {
        uint32_t last = arena->done++;
        if (arena->finished != NULL && !arena->finished(arena, last, arena->context))
            hall->closed = true;
    }
    pthread_mutex_unlock(&hall->lock);
}

static void give_up(struct hall *hall, enum peck_status status,
                    const struct peck_error *error)
{
    pthread_mutex_lock(&hall->lock);
    if (hall->status == PECK_OK) {
        hall->status = status;
        hall->error = *error;
    }
    hall->closed = true;
    pthread_mutex_unlock(&hall->lock);
}

static void play_blocks(struct worker *worker)
{
    struct hall *hall = worker->hall;
    struct peck_error error;
    peck_referee_begin(&worker->referee, hall->arena);
    for (uint32_t block; take_block(hall, &block);) {
        enum peck_status status = play_block(worker, block, &error);
        if (status == PECK_OK)
            finish_block(hall, block);
        else
            give_up(hall, status, &error);
    }
    for (int e = 0; e < PECK_ENTRANTS_MAX; e++) {
        for (int copy = 0; copy < PECK_SEATS_MAX; copy++)
            peck_external_end(&worker->programs[e][copy]);
    }
    peck_referee_free(&worker->referee);
}

static void *work(void *argument)
{
    struct hall *hall = argument;
    struct worker *worker = calloc(1, sizeof *worker);
    if (worker == NULL) {
        struct peck_error error;
        peck_error_say(&error, "error.memory");
        give_up(hall, PECK_NO_MEMORY, &error);
    } else {
        worker->hall = hall;
        play_blocks(worker);
        free(worker);
    }
    pthread_mutex_lock(&hall->lock);
    hall->running--;
    pthread_cond_broadcast(&hall->changed);
    pthread_mutex_unlock(&hall->lock);
    return NULL;
}

/* Tells the caller how far it is, ten times a second, until all threads are done. */
static void watch(struct hall *hall)
{
    pthread_mutex_lock(&hall->lock);
    while (hall->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 100000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        if (pthread_cond_timedwait(&hall->changed, &hall->lock, &until) == ETIMEDOUT &&
            hall->arena->watch != NULL)
            hall->arena->watch(hall->arena, hall->arena->context);
    }
    pthread_mutex_unlock(&hall->lock);
}

static void run_threads(struct hall *hall)
{
    pthread_t threads[PECK_ARENA_THREADS_MAX];
    int started = 0;
    uint32_t left = hall->arena->blocks - hall->arena->done;
    int wanted = (uint32_t)hall->arena->threads < left ? hall->arena->threads : (int)left;
    PECK_ASSERT(wanted <= PECK_ARENA_THREADS_MAX);
    hall->running = wanted;
    while (started < wanted && pthread_create(&threads[started], NULL, work, hall) == 0)
        started++;
    if (started < wanted) {
        struct peck_error error;
        peck_error_say(&error, "error.threads");
        give_up(hall, PECK_NO_MEMORY, &error);
        pthread_mutex_lock(&hall->lock);
        hall->running -= wanted - started;
        pthread_mutex_unlock(&hall->lock);
    }
    watch(hall);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

enum peck_status peck_arena_play(struct peck_arena *arena, struct peck_error *error)
{
    struct hall hall = {.arena = arena, .next = arena->done, .finished = arena->done};
    hall.ready = calloc((size_t)arena->blocks + 1, sizeof *hall.ready);
    if (hall.ready == NULL) {
        peck_error_say(error, "error.memory");
        return PECK_NO_MEMORY;
    }
    pthread_mutex_init(&hall.lock, NULL);
    pthread_cond_init(&hall.changed, NULL);
    arena->fair = arena->value != NULL && peck_value_is_fair(arena);
    run_threads(&hall);
    pthread_cond_destroy(&hall.changed);
    pthread_mutex_destroy(&hall.lock);
    free(hall.ready);
    /* Blocks after the last one that counts may have been played; they are not reported. */
    uint64_t end = (uint64_t)arena->done * arena->setup.seats;
    while (arena->fault_count > 0 && arena->faults[arena->fault_count - 1].match >= end)
        arena->fault_count--;
    if (hall.status != PECK_OK)
        *error = hall.error;
    return hall.status;
}

/* ---- Blocks as text: of each match place, points and luck of the seats, and forfeits.
 * ---- */

void peck_arena_put_block(const struct peck_arena *arena, uint32_t block,
                          struct peck_text *text)
{
    int seats = arena->setup.seats;
    peck_put(text, "block ");
    peck_put_int(text, block);
    for (int rotation = 0; rotation < seats; rotation++) {
        const struct peck_arena_match *match =
            &arena->matches[(size_t)block * (size_t)seats + (size_t)rotation];
        for (int s = 0; s < seats; s++) {
            char luck[32];
            snprintf(luck, sizeof luck, " %.9g", (double)match->luck[s]);
            peck_put_char(text, ' ');
            peck_put_int(text, match->places[s]);
            peck_put_char(text, ' ');
            peck_put_int(text, match->points[s]);
            peck_put(text, luck);
        }
        peck_put_char(text, ' ');
        peck_put_int(text, match->forfeits);
        peck_put(text, match->unfinished ? " 1" : " 0");
    }
    peck_put(text, " .\n");
}

/* Reads a number in the bounds, and the space after it. */
static bool read_number(const char **at, double low, double high, double *number)
{
    char *end;
    *number = strtod(*at, &end);
    bool sound = end != *at && *end == ' ' && *number >= low && *number <= high;
    *at = end + sound;
    return sound;
}

static bool read_match(const char **at, int seats, struct peck_arena_match *match)
{
    double place, points, luck, forfeits, unfinished;
    for (int s = 0; s < seats; s++) {
        if (!read_number(at, 1, seats, &place) ||
            !read_number(at, INT32_MIN, INT32_MAX, &points) ||
            !read_number(at, -1e6, 1e6, &luck))
            return false;
        match->places[s] = (uint8_t)place;
        match->points[s] = (int32_t)points;
        match->luck[s] = (float)luck;
    }
    if (!read_number(at, 0, (1 << seats) - 1, &forfeits) ||
        !read_number(at, 0, 1, &unfinished))
        return false;
    match->forfeits = (uint8_t)forfeits;
    match->unfinished = unfinished != 0;
    return true;
}

bool peck_arena_read_block(struct peck_arena *arena, uint32_t block, const char *line)
{
    int seats = arena->setup.seats;
    struct peck_arena_match matches[PECK_SEATS_MAX] = {0};
    double number;
    if (strncmp(line, "block ", 6) != 0)
        return false;
    const char *at = line + 6;
    if (!read_number(&at, block, block, &number))
        return false;
    for (int rotation = 0; rotation < seats; rotation++) {
        if (!read_match(&at, seats, &matches[rotation]))
            return false;
    }
    if (strcmp(at, ".") != 0)
        return false;
    memcpy(&arena->matches[(size_t)block * (size_t)seats], matches,
           (size_t)seats * sizeof *matches);
    return true;
}
