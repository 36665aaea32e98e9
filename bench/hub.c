/* hub.c — `bench_hub STORE TABLES MOVES`: how fast hub and store play without sockets.
 *
 * Tables of four clients each play as fast as they are answered. The difference to
 * bench_load is what the network costs. With MOVES of 0 the tables are only opened, which
 * fills a database. The host is a queue under a mutex: the store's threads add answers, and
 * the main thread gives them to the hub. */
#include "player.h"

#include "doors/server/hub.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SEATS = PLAYER_SEATS };

/* An answer of the store on its way to the hub's thread. */
struct answer {
    struct world *world;
    char table[STORE_TABLE];
    uint64_t seq;
    enum append_result result;
    struct log_reading *reading; /* NULL: it is about a step */
    struct answer *next;
};

struct seat {
    struct player player;
    struct client *client;
    struct seat *next; /* in the queue of those who were told something */
    bool queued;
};

struct world {
    struct hub *hub;
    struct store *store;
    struct peck_rng rng;
    pthread_mutex_t lock; /* of `first` and `last` */
    pthread_cond_t wake;
    struct answer *first, **last;
    struct seat *seats, *told, **told_last;
    int tables, opened;
    uint32_t moves, steps, finished;
    uint64_t bytes;
};

static int64_t now(void *context)
{
    struct timespec time;
    (void)context;
    clock_gettime(CLOCK_REALTIME, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void draw(void *context, void *bytes, size_t count)
{
    struct world *world = context;
    for (size_t i = 0; i < count; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)peck_rng_below(&world->rng, 256);
}

static void push(struct answer *answer)
{
    struct world *world = answer->world;
    pthread_mutex_lock(&world->lock);
    *world->last = answer;
    world->last = &answer->next;
    pthread_cond_signal(&world->wake);
    pthread_mutex_unlock(&world->lock);
}

static struct answer *new_answer(struct world *world, const char *table, uint64_t seq)
{
    struct answer *answer = calloc(1, sizeof *answer);
    if (answer == NULL)
        abort();
    answer->world = world;
    answer->seq = seq;
    memcpy(answer->table, table, sizeof answer->table);
    return answer;
}

static void take_answer(void *context, enum append_result result, const char *reason)
{
    struct answer *answer = context;
    (void)reason;
    answer->result = result;
    push(answer);
}

static void append(void *context, const struct append *wanted)
{
    struct append with_answer = *wanted;
    struct world *world = context;
    with_answer.done = take_answer;
    with_answer.context = new_answer(world, wanted->table, wanted->seq);
    store_append(world->store, &with_answer);
}

static void take_reading(struct log_reading *reading)
{
    struct answer *answer = reading->context;
    answer->reading = reading;
    push(answer);
}

static void read_steps(void *context, const char *table, uint64_t seq)
{
    struct world *world = context;
    struct log_reading *reading = calloc(1, sizeof *reading);
    if (reading == NULL)
        abort();
    memcpy(reading->table, table, sizeof reading->table);
    reading->seq = seq;
    reading->done = take_reading;
    reading->context = new_answer(world, table, seq);
    store_read_later(world->store, reading);
}

static void think(void *context, struct thinking *thinking)
{
    (void)context, (void)thinking; /* nobody but persons sits here */
}

static void wake(void *context, const char *table, int64_t at)
{
    (void)context, (void)table, (void)at; /* and they are quick */
}

static void drop(void *context, void *socket)
{
    (void)context, (void)socket;
    abort(); /* the tables are all there */
}

static void send_text(void *context, void *socket, const char *bytes, size_t count)
{
    struct world *world = context;
    struct seat *seat = socket;
    bool acts = seat->player.stage == PLAYER_PLAYS;
    char *text = strndup(bytes, count);
    world->bytes += count;
    world->moves += player_hear(&seat->player, text) == HEARD_DONE && acts;
    free(text);
    if (seat->queued)
        return;
    seat->queued = true;
    seat->next = NULL;
    *world->told_last = seat;
    world->told_last = &seat->next;
}

/* Everybody who was told something says what they have to say. */
static void speak(struct world *world)
{
    while (world->told != NULL) {
        struct seat *seat = world->told;
        world->told = seat->next;
        if (world->told == NULL)
            world->told_last = &world->told;
        seat->queued = false;
        if (player_speak(&seat->player) &&
            !hub_hear(world->hub, seat->client, seat->player.said,
                      strlen(seat->player.said)))
            abort();
    }
}

static void join(struct world *world, const char *table)
{
    for (int s = 0; s < SEATS; s++) {
        struct seat *seat = &world->seats[world->opened * SEATS + s];
        char hello[PLAYER_MESSAGE];
        player_begin(&seat->player, table, s, (uint64_t)(world->opened * SEATS + s));
        player_hello(&seat->player, hello);
        seat->client = hub_join(world->hub, seat, "");
        if (!hub_hear(world->hub, seat->client, hello, strlen(hello)))
            abort();
    }
}

static void take_opened(void *context, const char *table, const char *reason)
{
    struct world *world = context;
    if (table == NULL) {
        fprintf(stderr, "bench_hub: %s\n", reason);
        exit(1);
    }
    if (world->seats != NULL)
        join(world, table);
    world->opened++;
}

static void open_tables(struct world *world)
{
    struct terms terms = {.game = player_game(), .listed = true};
    peck_setup_begin(terms.game, SEATS, &terms.setup);
    for (int i = 0; i < world->tables; i++)
        hub_open(world->hub, &terms, take_opened, world);
}

/* One answer of the store, and what comes of it. */
static void go_on(struct world *world)
{
    pthread_mutex_lock(&world->lock);
    while (world->first == NULL)
        pthread_cond_wait(&world->wake, &world->lock);
    struct answer *answer = world->first;
    world->first = answer->next;
    if (world->first == NULL)
        world->last = &world->first;
    pthread_mutex_unlock(&world->lock);
    if (answer->reading != NULL) {
        hub_read(world->hub, answer->reading);
        peck_buffer_free(&answer->reading->steps);
        free(answer->reading);
    } else {
        hub_appended(world->hub, answer->table, answer->seq, answer->result);
        world->steps++;
    }
    free(answer);
    speak(world);
}

static double seconds(clockid_t which)
{
    struct timespec time;
    clock_gettime(which, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
    static struct world world;
    struct host host = {.context = &world,
                        .now = now,
                        .random = draw,
                        .append = append,
                        .read = read_steps,
                        .think = think,
                        .wake = wake,
                        .send = send_text,
                        .drop = drop};
    struct peck_error error;
    if (argc != 4) {
        fprintf(stderr, "usage: bench_hub STORE TABLES MOVES\n");
        return 2;
    }
    uint32_t moves = (uint32_t)strtoul(argv[3], NULL, 10);
    world.tables = (int)strtol(argv[2], NULL, 10);
    world.last = &world.first;
    world.told_last = &world.told;
    pthread_mutex_init(&world.lock, NULL);
    pthread_cond_init(&world.wake, NULL);
    peck_rng_seed(&world.rng, (uint64_t)now(NULL));
    world.store = store_open(argv[1], &error);
    world.hub = hub_new(&host);
    if (moves > 0)
        world.seats = calloc((size_t)world.tables * SEATS, sizeof *world.seats);
    if (world.store == NULL || world.hub == NULL) {
        fprintf(stderr, "bench_hub: %s\n", error.key);
        return 1;
    }
    open_tables(&world);
    while (world.opened < world.tables)
        go_on(&world);
    double start = seconds(CLOCK_MONOTONIC), own = seconds(CLOCK_THREAD_CPUTIME_ID),
           all = seconds(CLOCK_PROCESS_CPUTIME_ID);
    uint32_t begun = world.steps;
    while (world.moves < moves)
        go_on(&world);
    double wall = seconds(CLOCK_MONOTONIC) - start;
    own = seconds(CLOCK_THREAD_CPUTIME_ID) - own;
    all = seconds(CLOCK_PROCESS_CPUTIME_ID) - all;
    printf("%d tables, %u moves, %u steps in %.2f s: %.0f moves/s; %.0f us of the hub and "
           "%.0f us of the store a step; %.0f bytes sent a step\n",
           world.opened, world.moves, world.steps - begun, wall, world.moves / wall,
           own * 1e6 / (world.steps - begun), (all - own) * 1e6 / (world.steps - begun),
           (double)world.bytes / (world.steps - begun));
    store_close(world.store);
    hub_free(world.hub);
    return 0; /* the clients, and what was still to be answered, go with the process */
}
