/* store.c — appends steps in groups, one commit for many, and reads logs beside that.
 *
 * THE PROBLEM. A move may only be acknowledged when it is on disk, and a commit to disk
 * takes 1 to 12 ms. With one commit for each move, a hundred to a thousand moves a second
 * would be the most. And the hub, whose one thread serves everybody, must not wait for any
 * of them.
 *
 * THE IDEA: group commit. store_append puts the step into a queue and returns. One thread
 * takes up to GROUP steps from it, writes them in one transaction, and then answers each.
 * While that commit is on its way the next steps gather, so groups grow with the load by
 * themselves: an idle server commits a single step at once, a busy one dozens together.
 * There is no timer to tune.
 *
 * ONE REFEREE. The steps of a group are independent of each other. Each is an INSERT that
 * does nothing if the number is taken; the count of rows says who came first. Whoever lost
 * a race must not change anything else either, so the statements that follow depend on the
 * step: the row of the table is updated only from number - 1 to number (put_summary), and
 * `seated` only gets a row if the step in the log is this very one (put_seated). A conflict
 * thus costs the others in its group nothing. With PostgreSQL every append also sends a
 * NOTIFY, which wakes other processes when the commit is visible; a notice too many does no
 * harm.
 *
 * DAMAGE. Each row of `steps` has a hash over its step and its place, and that of the step
 * before. An append must name the latter: a process whose copy of a log is not the log,
 * such as one that remembers what an asynchronous standby has lost, gets a conflict and
 * reads again. Reading compares both, so that a flipped byte, a step that is gone or one
 * from somewhere else is found. Whoever rewrites a step (people_forget.c) puts its new
 * hash into both rows.
 *
 * WHEN SOMETHING FAILS. If the batch fails, all of its steps are answered with
 * APPEND_FAILED. That means "unknown": the connection may have broken after the commit. The
 * hub then reads the log before it decides anything. If the process dies, whatever was
 * committed is in the log and everything else never happened; no answer was sent for it.
 *
 * THREE CONNECTIONS. The writing thread, the reading thread (logs for the hub) and the
 * workers (`asked`, one at a time under a mutex) each have their own, so a slow question of
 * the API delays neither moves nor the loading of tables. Only the writer's ever writes, as
 * SQLite needs it (db_sqlite.c): store_write hands the statements of other modules to that
 * thread, in a transaction of their own, and waits. A file of SQLite is locked for one
 * store (take_lock).
 *
 * LIMITS. The queue has no bound of its own: the hub has at most one step of each table on
 * its way. store_close first writes what is queued. tests/server/store.c races two stores
 * for every number and kills one under load; docs/explain/reliability.md has 1,000 kills
 * and the figures of load. */
#include "store.h"

#include "logfmt.h"
#include "schema.h"
#include "trouble.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

const char store_ban[] = "ban", store_mute[] = "mute", store_unmute[] = "unmute";

/* Appends of one commit, and the statements of each, beside those for who sits down. */
enum { GROUP = 256, CALLS = 3 };
enum { SLOW_MS = 600000 }; /* a clock of that much lets people do something else */

/* A write that somebody waits for, on the waiter's stack. */
struct write {
    const struct db_call *calls;
    size_t count;
    int64_t *changed;
    struct peck_error *error;
    enum peck_status status;
    bool done;
    struct write *next;
};

struct store {
    struct db *writer; /* the writing thread's */
    struct db *reader; /* the reading thread's */
    struct db *asked;  /* of everybody else, one at a time */
    pthread_mutex_t asking;
    pthread_t writing_thread, reading_thread;
    bool reads;           /* the second has begun */
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t wake, written, wanted;
    struct append *queue;
    size_t count, room;
    struct write *writes, **last;
    struct log_reading *readings, **last_reading;
    bool ends;
    int file; /* that is locked; -1: none */
    atomic_uint_least64_t damages;
};

/* Whether people may come back for their turn instead of waiting for it. */
static bool is_slow(const struct table *table)
{
    return table->phase == PHASE_PLAYING &&
           (table->terms.clock == CLOCK_NONE || table->terms.time >= SLOW_MS);
}

struct summary table_summary(const struct table *table)
{
    struct summary summary = {.game = table->terms.game->name,
                              .listed = table->terms.listed,
                              .phase = table->phase,
                              .seats = table->terms.setup.seats,
                              .due = table_due(table).at,
                              .touched = table->touched};
    struct peck_text persons = peck_text_begin(summary.persons, sizeof summary.persons);
    for (int seat = 0; seat < summary.seats; seat++) {
        const struct chair *chair = &table->chairs[seat];
        summary.players += chair->sitter != SITTER_NONE;
        summary.movers |= (uint32_t)(chair->since != 0) << seat;
        peck_put(&persons, chair->person);
        peck_put_char(&persons, ',');
    }
    bool alone = (summary.movers & (summary.movers - 1)) == 0; /* else nobody is awaited */
    summary.turner = is_slow(table) && alone ? (int64_t)summary.movers : -1;
    return summary;
}

/* If the number is taken, or the step before is not there or another one, this writes no
 * row; that is how the second one finds out. */
static void put_step(struct db_call *call, const struct append *append)
{
    static const char first[] = "INSERT INTO steps (id, seq, body, hash, previous)"
                                " VALUES ($1, $2, $3, $4, 0) ON CONFLICT DO NOTHING";
    static const char later[] =
        "INSERT INTO steps (id, seq, body, hash, previous)"
        " SELECT $1, CAST($2 AS BIGINT), $3, CAST($4 AS BIGINT), hash FROM steps"
        " WHERE id = $1 AND seq = $5 AND (hash = $6 OR $6 = 0) ON CONFLICT DO NOTHING";
    uint64_t hash =
        step_hash(append->table, append->seq, append->step, strlen(append->step));
    *call =
        (struct db_call){.sql = append->seq == 0 ? first : later,
                         .values = {db_text(append->table), db_number((int64_t)append->seq),
                                    db_text(append->step), db_number((int64_t)hash),
                                    db_number((int64_t)append->seq - 1),
                                    db_number((int64_t)append->previous)},
                         .count = append->seq == 0 ? 4 : 6};
}

/* Only for the winner is the row one number behind, so a loser changes nothing. */
static void put_summary(struct db_call *call, const struct append *append)
{
    static const char first[] =
        "INSERT INTO tables (id, game, listed, phase, seats, players, due, touched,"
        " persons, movers, seq) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0)"
        " ON CONFLICT DO NOTHING";
    static const char later[] =
        "UPDATE tables SET phase = $1, players = $2, due = $3, touched = $4, persons = $5,"
        " movers = $6, turned = CASE WHEN turner = $7 OR $7 = 0 THEN turned"
        " WHEN $7 < 0 THEN 0 ELSE $4 END,"
        " turner = CASE WHEN $7 = 0 THEN turner ELSE $7 END, seq = $8"
        " WHERE id = $9 AND seq = $10 AND EXISTS"
        " (SELECT 1 FROM steps WHERE id = $9 AND seq = $8)";
    const struct summary *s = &append->summary;
    struct db_value id = db_text(append->table);
    if (append->seq == 0)
        *call = (struct db_call){
            .sql = first,
            .values = {id, db_text(s->game), db_number(s->listed), db_number(s->phase),
                       db_number(s->seats), db_number(s->players), db_number(s->due),
                       db_number(s->touched), db_text(s->persons), db_number(s->movers)},
            .count = 10};
    else
        *call = (struct db_call){
            .sql = later,
            .values = {db_number(s->phase), db_number(s->players), db_number(s->due),
                       db_number(s->touched), db_text(s->persons), db_number(s->movers),
                       db_number(s->turner), db_number((int64_t)append->seq), id,
                       db_number((int64_t)append->seq - 1)},
            .count = 10};
}

/* The statements of a group: those of append i begin at `each` * i; who sits down comes
 * after all of them. */
struct batch {
    struct db_call calls[GROUP * (CALLS + PECK_SEATS_MAX)];
    int64_t changed[GROUP * (CALLS + PECK_SEATS_MAX)];
    char persons[GROUP * PECK_SEATS_MAX][STEP_PERSON];
    size_t each, count, person_count;
};

/* Notes who sits down with a step, so that a person's tables are found without reading all
 * logs: at most a row for each seat, and only if the step in the log is this one. In JSON
 * `"person":"` is always a member of an event: quotes within a text are escaped. */
static void put_seated(struct batch *batch, const struct append *append)
{
    static const char member[] = "\"person\":\"";
    const char *at = append->step;
    for (int i = 0; i < PECK_SEATS_MAX && (at = strstr(at, member)) != NULL; i++) {
        at += sizeof member - 1;
        char *person = batch->persons[batch->person_count++];
        struct peck_text text = peck_text_begin(person, STEP_PERSON);
        peck_put_bytes(&text, at, strcspn(at, "\""));
        batch->calls[batch->count++] = (struct db_call){
            .sql = "INSERT INTO seated (person, id) SELECT $1, $2 WHERE EXISTS (SELECT 1"
                   " FROM steps WHERE id = $2 AND seq = $3 AND body = $4)"
                   " ON CONFLICT DO NOTHING",
            .values = {db_text(person), db_text(append->table),
                       db_number((int64_t)append->seq), db_text(append->step)},
            .count = 4};
    }
}

static void put_group(const struct append *group, size_t count, const char *notice,
                      struct batch *batch)
{
    batch->each = notice != NULL ? CALLS : CALLS - 1;
    batch->count = batch->each * count;
    batch->person_count = 0;
    for (size_t i = 0; i < count; i++) {
        struct db_call *calls = &batch->calls[batch->each * i];
        put_step(&calls[0], &group[i]);
        put_summary(&calls[1], &group[i]);
        if (notice != NULL)
            calls[2] = (struct db_call){
                .sql = notice, .values = {db_text(group[i].table)}, .count = 1};
        put_seated(batch, &group[i]);
    }
}

/* One commit for all of the group, and an answer to each. */
static void write_group(struct store *store, struct append *group, size_t count)
{
    static _Thread_local struct batch batch;
    struct peck_error error;
    char why[ERROR_SENTENCE] = "";
    put_group(group, count, db_notice(store->writer), &batch);
    enum peck_status status =
        db_batch(store->writer, batch.calls, batch.count, batch.changed, &error);
    if (status != PECK_OK)
        error_english(&error, why);
    for (size_t i = 0; i < count; i++) {
        enum append_result result = APPEND_FAILED;
        if (status == PECK_OK)
            result = batch.changed[batch.each * i] == 1 ? APPEND_DONE : APPEND_CONFLICT;
        group[i].done(group[i].context, result, why);
        free(group[i].step);
    }
}

/* What to write next: a group of appends, a separate write, or both. */
struct work {
    struct append group[GROUP];
    size_t count;
    struct write *write;
};

/* Takes what has gathered since the last commit, or waits until there is something. False
 * when the store is closing and all is written. */
static bool next_work(struct store *store, struct work *work)
{
    pthread_mutex_lock(&store->lock);
    while (store->count == 0 && store->writes == NULL && !store->ends)
        pthread_cond_wait(&store->wake, &store->lock);
    work->count = store->count < GROUP ? store->count : GROUP;
    if (work->count > 0) {
        memcpy(work->group, store->queue, work->count * sizeof *work->group);
        store->count -= work->count;
        memmove(store->queue, store->queue + work->count,
                store->count * sizeof *work->group);
    }
    work->write = store->writes;
    if (work->write != NULL)
        store->writes = work->write->next;
    if (store->writes == NULL)
        store->last = &store->writes;
    pthread_mutex_unlock(&store->lock);
    return work->count > 0 || work->write != NULL;
}

static void write_one(struct store *store, struct write *write)
{
    enum peck_status status =
        db_batch(store->writer, write->calls, write->count, write->changed, write->error);
    pthread_mutex_lock(&store->lock);
    write->status = status;
    write->done = true;
    pthread_cond_broadcast(&store->written);
    pthread_mutex_unlock(&store->lock);
}

static void *write_all(void *context)
{
    struct store *store = context;
    static _Thread_local struct work work;
    while (next_work(store, &work)) {
        if (work.count > 0)
            write_group(store, work.group, work.count);
        if (work.write != NULL)
            write_one(store, work.write);
    }
    return NULL;
}

/* ---- Reading ---- */

static const char steps_from[] = "SELECT seq, body, hash, previous FROM steps"
                                 " WHERE id = $1 AND seq >= $2 ORDER BY seq";

struct stepping {
    store_step *step;
    void *context;
};

static bool take_step(void *context, const struct db_value *columns, int count)
{
    struct stepping *stepping = context;
    return stepping->step(stepping->context, (uint64_t)columns[0].number, columns[1].bytes,
                          columns[1].count);
}

static bool is_damaged(struct log_reading *reading)
{
    reading->fine = false;
    reading->damaged = true;
    reading->at = reading->seq + reading->count;
    trouble(&reading->error, "the log of a table is damaged");
    return false;
}

/* Keeps a step, with its NUL, if it is what was appended, behind what was before it. Steps
 * of a database from before there were hashes have 0. False ends the reading. */
static bool keep_step(void *context, const struct db_value *columns, int count)
{
    struct log_reading *reading = context;
    uint64_t seq = (uint64_t)columns[0].number, hash = (uint64_t)columns[2].number;
    uint64_t previous = (uint64_t)columns[3].number;
    (void)count;
    if (seq + 1 == reading->seq) { /* what the reader has */
        reading->replaced = reading->hash != 0 && hash != reading->hash;
        return !reading->replaced;
    }
    if (reading->seq > 0 && reading->count == 0 && reading->last == 0)
        reading->last = previous; /* the reader does not know */
    if (seq != reading->seq + reading->count || columns[1].kind != DB_BYTES ||
        strlen(columns[1].bytes) != columns[1].count ||
        (previous != 0 && previous != reading->last) ||
        (hash != 0 &&
         hash != step_hash(reading->table, seq, columns[1].bytes, columns[1].count)))
        return is_damaged(reading);
    reading->fine =
        peck_buffer_add(&reading->steps, columns[1].bytes, columns[1].count + 1) == PECK_OK;
    reading->last = hash;
    reading->count++;
    return reading->fine;
}

static enum peck_status read_log(struct db *db, struct log_reading *reading)
{
    uint64_t from = reading->seq > 0 ? reading->seq - 1 : 0; /* the step before, too */
    struct db_call call = {.sql = steps_from,
                           .values = {db_text(reading->table), db_number((int64_t)from)},
                           .count = 2};
    reading->fine = true;
    reading->replaced = reading->seq > 0; /* until the step before is found */
    reading->last = reading->hash;
    trouble(&reading->error, "there is no memory for the log");
    enum peck_status status = db_run(db, &call, keep_step, reading, NULL, &reading->error);
    if (status == PECK_BAD_RECORD) { /* the database itself reports it */
        (void)is_damaged(reading);
        return PECK_OK;
    }
    if (status != PECK_OK)
        reading->fine = false;
    return status;
}

void store_note_damage(struct store *store, const char *table, uint64_t seq)
{
    log_event(LOG_ERROR, "a log is damaged", log_text("table", table),
              log_number("step", (int64_t)seq));
    atomic_fetch_add(&store->damages, 1);
}

uint64_t store_damages(const struct store *store)
{
    return atomic_load(&store->damages);
}

static void *read_all(void *context)
{
    struct store *store = context;
    pthread_mutex_lock(&store->lock);
    for (;;) {
        while (store->readings == NULL && !store->ends)
            pthread_cond_wait(&store->wanted, &store->lock);
        struct log_reading *reading = store->readings;
        if (reading == NULL)
            break;
        store->readings = reading->next;
        if (store->readings == NULL)
            store->last_reading = &store->readings;
        pthread_mutex_unlock(&store->lock);
        (void)!read_log(store->reader, reading);
        reading->done(reading);
        pthread_mutex_lock(&store->lock);
    }
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

void store_read_later(struct store *store, struct log_reading *reading)
{
    reading->next = NULL;
    pthread_mutex_lock(&store->lock);
    *store->last_reading = reading;
    store->last_reading = &reading->next;
    pthread_cond_signal(&store->wanted);
    pthread_mutex_unlock(&store->lock);
}

enum peck_status store_read_now(struct store *store, struct log_reading *reading)
{
    pthread_mutex_lock(&store->asking);
    enum peck_status status = read_log(store->asked, reading);
    pthread_mutex_unlock(&store->asking);
    return status;
}

enum peck_status store_read(struct store *store, const char *table, uint64_t seq,
                            store_step *step, void *context, struct peck_error *error)
{
    pthread_mutex_lock(&store->asking);
    struct stepping stepping = {step, context};
    struct db_call call = {
        .sql = steps_from, .values = {db_text(table), db_number((int64_t)seq)}, .count = 2};
    enum peck_status status =
        db_run(store->asked, &call, take_step, &stepping, NULL, error);
    pthread_mutex_unlock(&store->asking);
    return status;
}

/* ---- For everybody ---- */

static void push_write(struct store *store, struct write *write)
{
    *store->last = write;
    store->last = &write->next;
    pthread_cond_signal(&store->wake);
}

enum peck_status store_write(struct store *store, const struct db_call *calls, size_t count,
                             int64_t *changed, struct peck_error *error)
{
    struct write write = {
        .calls = calls, .count = count, .changed = changed, .error = error};
    pthread_mutex_lock(&store->lock);
    push_write(store, &write);
    while (!write.done)
        pthread_cond_wait(&store->written, &store->lock);
    pthread_mutex_unlock(&store->lock);
    return write.status;
}

const char *store_notice(const struct store *store)
{
    return db_notice(store->writer);
}

enum peck_status store_ask(struct store *store, const struct db_call *call, db_row *row,
                           void *context, struct peck_error *error)
{
    pthread_mutex_lock(&store->asking);
    enum peck_status status = db_run(store->asked, call, row, context, NULL, error);
    pthread_mutex_unlock(&store->asking);
    return status;
}

/* Takes the lock of a file of SQLite. It is on a file of its own, because SQLite's locks on
 * the database itself would be lost when that was closed. */
static bool take_lock(struct store *store, const char *where, struct peck_error *error)
{
    char name[4096];
    const char *path = db_file(where);
    store->file = -1;
    if (path == NULL)
        return true;
    struct peck_text text = peck_text_begin(name, sizeof name);
    peck_put(&text, path);
    peck_put(&text, ".lock");
    if (!text.full)
        store->file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (store->file >= 0 && flock(store->file, LOCK_EX | LOCK_NB) == 0)
        return true;
    trouble(error, store->file < 0 ? "SQLite: the lock beside the database cannot be made"
                                   : "SQLite: another process has this database open");
    return false;
}

static void close_all(struct store *store)
{
    if (store->file >= 0)
        close(store->file);
    db_close(store->asked);
    db_close(store->reader);
    db_close(store->writer);
    free(store->queue);
    free(store);
}

static void stop_threads(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    store->ends = true;
    pthread_cond_signal(&store->wake);
    pthread_cond_signal(&store->wanted);
    pthread_mutex_unlock(&store->lock);
    pthread_join(store->writing_thread, NULL);
    if (store->reads)
        pthread_join(store->reading_thread, NULL);
}

static bool start_threads(struct store *store, struct peck_error *error)
{
    trouble(error, "there are no threads for the store");
    if (pthread_create(&store->writing_thread, NULL, write_all, store) != 0)
        return false;
    store->reads = pthread_create(&store->reading_thread, NULL, read_all, store) == 0;
    if (!store->reads)
        stop_threads(store);
    return store->reads;
}

struct store *store_open(const char *where, struct peck_error *error)
{
    struct store *store = calloc(1, sizeof *store);
    if (store == NULL) {
        peck_error_say(error, "error.memory");
        return NULL;
    }
    pthread_mutex_init(&store->lock, NULL);
    pthread_mutex_init(&store->asking, NULL);
    pthread_cond_init(&store->wake, NULL);
    pthread_cond_init(&store->written, NULL);
    pthread_cond_init(&store->wanted, NULL);
    store->last = &store->writes;
    store->last_reading = &store->readings;
    if (take_lock(store, where, error))
        store->writer = db_open(where, error);
    if (store->writer != NULL &&
        schema_migrate(store->writer, SCHEMA_VERSION, error) == PECK_OK)
        store->reader = db_open(where, error);
    if (store->reader != NULL)
        store->asked = db_open(where, error);
    if (store->asked != NULL && start_threads(store, error))
        return store;
    close_all(store);
    return NULL;
}

void store_close(struct store *store)
{
    stop_threads(store);
    close_all(store);
}

/* Makes room for one append more. */
static bool grow(struct store *store)
{
    size_t room = store->room == 0 ? 64 : store->room * 2;
    struct append *queue = realloc(store->queue, room * sizeof *queue);
    if (queue == NULL)
        return false;
    store->queue = queue;
    store->room = room;
    return true;
}

void store_append(struct store *store, const struct append *append)
{
    pthread_mutex_lock(&store->lock);
    bool queued = store->count < store->room || grow(store);
    if (queued)
        store->queue[store->count++] = *append;
    pthread_cond_signal(&store->wake);
    pthread_mutex_unlock(&store->lock);
    if (!queued) {
        append->done(append->context, APPEND_FAILED, "the server is out of memory");
        free(append->step);
    }
}

struct awaited {
    pthread_mutex_t lock;
    pthread_cond_t come;
    bool there;
    enum append_result result;
};

static void take_answer(void *context, enum append_result result, const char *reason)
{
    struct awaited *awaited = context;
    pthread_mutex_lock(&awaited->lock);
    awaited->there = true;
    awaited->result = result;
    pthread_cond_signal(&awaited->come);
    pthread_mutex_unlock(&awaited->lock);
}

enum append_result store_append_now(struct store *store, const struct append *append)
{
    struct awaited awaited = {.lock = PTHREAD_MUTEX_INITIALIZER,
                              .come = PTHREAD_COND_INITIALIZER};
    struct append wish = *append;
    wish.done = take_answer;
    wish.context = &awaited;
    store_append(store, &wish);
    pthread_mutex_lock(&awaited.lock);
    while (!awaited.there)
        pthread_cond_wait(&awaited.come, &awaited.lock);
    pthread_mutex_unlock(&awaited.lock);
    return awaited.result;
}

struct seeking {
    store_due *due;
    void *context;
};

static bool take_due(void *context, const struct db_value *columns, int count)
{
    struct seeking *seeking = context;
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
    return store_ask(store, &call, take_due, &seeking, error);
}
