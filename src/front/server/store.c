/* store.c — see store.h. */
#include "store.h"

#include "schema.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Of one commit. Three statements an append. */
enum { GROUP = 256, CALLS = 3 };

struct store {
    struct db *writer, *reader;
    pthread_t thread;
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t wake;
    struct append *queue;
    size_t count, room;
    bool ends;
};

struct summary table_summary(const struct table *table)
{
    struct summary summary = {.game = table->terms.game->name,
                              .listed = table->terms.listed,
                              .phase = table->phase,
                              .seats = table->terms.setup.seats,
                              .due = table_due(table).at,
                              .touched = table->touched};
    for (int seat = 0; seat < summary.seats; seat++)
        summary.players += table->chairs[seat].sitter != SITTER_NONE;
    return summary;
}

/* Whoever comes second with a number finds it taken, and writes no row. */
static void put_step(struct db_call *call, const struct append *append)
{
    *call = (struct db_call){
        .sql =
            "INSERT INTO steps (id, seq, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        .values = {db_text(append->table), db_number((int64_t)append->seq),
                   db_text(append->step)},
        .count = 3};
}

/* Only who wrote the step finds the row one number behind: a loser changes nothing. */
static void put_summary(struct db_call *call, const struct append *append)
{
    static const char first[] =
        "INSERT INTO tables (id, game, listed, phase, seats, players, due, touched, seq)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0) ON CONFLICT DO NOTHING";
    static const char later[] =
        "UPDATE tables SET phase = $1, players = $2, due = $3, touched = $4, seq = $5"
        " WHERE id = $6 AND seq = $7";
    const struct summary *s = &append->summary;
    struct db_value id = db_text(append->table);
    if (append->seq == 0)
        *call = (struct db_call){.sql = first,
                                 .values = {id, db_text(s->game), db_number(s->listed),
                                            db_number(s->phase), db_number(s->seats),
                                            db_number(s->players), db_number(s->due),
                                            db_number(s->touched)},
                                 .count = 8};
    else
        *call = (struct db_call){.sql = later,
                                 .values = {db_number(s->phase), db_number(s->players),
                                            db_number(s->due), db_number(s->touched),
                                            db_number((int64_t)append->seq), id,
                                            db_number((int64_t)append->seq - 1)},
                                 .count = 7};
}

/* One commit for all of the group, and an answer to each. */
static void write_group(struct store *store, struct append *group, size_t count)
{
    struct db_call calls[GROUP * CALLS];
    int64_t changed[GROUP * CALLS];
    struct peck_error error;
    const char *notice = db_notice(store->writer);
    size_t each = notice != NULL ? CALLS : CALLS - 1;
    for (size_t i = 0; i < count; i++) {
        put_step(&calls[each * i], &group[i]);
        put_summary(&calls[each * i + 1], &group[i]);
        if (notice != NULL)
            calls[each * i + 2] = (struct db_call){
                .sql = notice, .values = {db_text(group[i].table)}, .count = 1};
    }
    enum peck_status status = db_batch(store->writer, calls, each * count, changed, &error);
    for (size_t i = 0; i < count; i++) {
        enum append_result result = APPEND_FAILED;
        if (status == PECK_OK)
            result = changed[each * i] == 1 ? APPEND_DONE : APPEND_CONFLICT;
        group[i].done(group[i].context, result, status == PECK_OK ? "" : error.sentence);
        free(group[i].step);
    }
}

/* Takes what has gathered since the last commit, and waits when there is nothing. */
static size_t next_group(struct store *store, struct append group[GROUP])
{
    pthread_mutex_lock(&store->lock);
    while (store->count == 0 && !store->ends)
        pthread_cond_wait(&store->wake, &store->lock);
    size_t count = store->count < GROUP ? store->count : GROUP;
    if (count > 0) {
        memcpy(group, store->queue, count * sizeof *group);
        store->count -= count;
        memmove(store->queue, store->queue + count, store->count * sizeof *group);
    }
    pthread_mutex_unlock(&store->lock);
    return count;
}

static void *write_all(void *context)
{
    struct store *store = context;
    static _Thread_local struct append group[GROUP];
    size_t count;
    while ((count = next_group(store, group)) > 0)
        write_group(store, group, count);
    return NULL;
}

struct store *store_open(const char *where, struct peck_error *error)
{
    struct store *store = calloc(1, sizeof *store);
    if (store == NULL) {
        peck_error_say(error, "there is not enough memory");
        return NULL;
    }
    pthread_mutex_init(&store->lock, NULL);
    pthread_cond_init(&store->wake, NULL);
    store->writer = db_open(where, error);
    if (store->writer != NULL && schema_migrate(store->writer, error) == PECK_OK)
        store->reader = db_open(where, error);
    if (store->reader != NULL &&
        pthread_create(&store->thread, NULL, write_all, store) == 0)
        return store;
    db_close(store->reader);
    db_close(store->writer);
    free(store);
    return NULL;
}

void store_close(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    store->ends = true;
    pthread_cond_signal(&store->wake);
    pthread_mutex_unlock(&store->lock);
    pthread_join(store->thread, NULL);
    db_close(store->reader);
    db_close(store->writer);
    free(store->queue);
    free(store);
}

void store_append(struct store *store, const struct append *append)
{
    bool queued = true;
    pthread_mutex_lock(&store->lock);
    if (store->count == store->room) {
        size_t room = store->room == 0 ? 64 : store->room * 2;
        struct append *queue = realloc(store->queue, room * sizeof *queue);
        queued = queue != NULL;
        if (queued) {
            store->queue = queue;
            store->room = room;
        }
    }
    if (queued)
        store->queue[store->count++] = *append;
    pthread_cond_signal(&store->wake);
    pthread_mutex_unlock(&store->lock);
    if (!queued) {
        append->done(append->context, APPEND_FAILED, "the server is out of memory");
        free(append->step);
    }
}

struct reading {
    store_step *step;
    void *context;
};

static bool take_step(void *context, const struct db_value *columns, int count)
{
    struct reading *reading = context;
    (void)count;
    return reading->step(reading->context, (uint64_t)columns[0].number, columns[1].bytes,
                         columns[1].count);
}

enum peck_status store_read(struct store *store, const char *table, uint64_t seq,
                            store_step *step, void *context, struct peck_error *error)
{
    struct reading reading = {step, context};
    struct db_call call = {
        .sql = "SELECT seq, body FROM steps WHERE id = $1 AND seq >= $2 ORDER BY seq",
        .values = {db_text(table), db_number((int64_t)seq)},
        .count = 2};
    return db_run(store->reader, &call, take_step, &reading, NULL, error);
}

struct seeking {
    store_due *due;
    void *context;
};

static bool take_due(void *context, const struct db_value *columns, int count)
{
    struct seeking *seeking = context;
    (void)count;
    return seeking->due(seeking->context, columns[0].bytes, columns[1].number);
}

enum peck_status store_find_due(struct store *store, int64_t until, int limit,
                                store_due *due, void *context, struct peck_error *error)
{
    struct seeking seeking = {due, context};
    struct db_call call = {
        .sql = "SELECT id, due FROM tables WHERE due <= $1 ORDER BY due LIMIT $2",
        .values = {db_number(until), db_number(limit)},
        .count = 2};
    return db_run(store->reader, &call, take_due, &seeking, NULL, error);
}

enum peck_status store_backup(struct store *store, const char *path,
                              struct peck_error *error)
{
    return db_backup(store->reader, path, error);
}
