/* store.c — tests the store on a real database: `store WHERE`, SQLite or PostgreSQL.
 *
 * Appending, conflicts, reading, what is due, two stores that race for every number, and a
 * process that is killed under load: what was acknowledged must be there. */
#include "play.h"
#include "test.h"

#include "doors/server/schema.h"
#include "doors/server/serve.h"
#include "doors/server/store.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *where;

static enum append_result append(struct store *store, const char *table, uint64_t seq,
                                 const char *step, int64_t due)
{
    struct append wish = {.seq = seq,
                          .step = strdup(step),
                          .summary = {.game = "nothanks", .seats = 3, .due = due}};
    snprintf(wish.table, sizeof wish.table, "%s", table);
    enum append_result result = store_append_now(store, &wish);
    assert_int_not_equal(result, APPEND_FAILED);
    return result;
}

static struct store *open_store(void)
{
    struct peck_error error;
    struct store *store = store_open(where, &error);
    if (store == NULL)
        fail_msg("%s", error_words(&error));
    return store;
}

/* A file that a test has made, and what lies beside it. */
static void remove_store(const char *path)
{
    static const char *const parts[] = {"", ".lock", "-wal", "-shm"};
    for (int i = 0; i < 4; i++) {
        char name[512];
        snprintf(name, sizeof name, "%s%s", path, parts[i]);
        unlink(name);
    }
}

/* A name that no other test has used. */
static const char *fresh_table(char name[STORE_TABLE])
{
    static int count;
    snprintf(name, STORE_TABLE, "t%d-%d", (int)getpid(), count++);
    return name;
}

static bool count_steps(void *context, uint64_t seq, const char *json, size_t count)
{
    uint64_t *next = context;
    assert_int_equal(seq, *next); /* without gaps, in order */
    assert_int_equal(strlen(json), count);
    ++*next;
    return true;
}

static uint64_t steps_of(struct store *store, const char *table)
{
    struct peck_error error;
    uint64_t next = 0;
    if (store_read(store, table, 0, count_steps, &next, &error) != PECK_OK)
        fail_msg("%s", error_words(&error));
    return next;
}

TEST(test_append)
{
    struct store *store = open_store();
    char table[STORE_TABLE];
    fresh_table(table);
    assert_int_equal(append(store, table, 0, "{\"a\":\"ä\"}", 50), APPEND_DONE);
    assert_int_equal(append(store, table, 1, "{}", 60), APPEND_DONE);
    assert_int_equal(append(store, table, 1, "{\"b\":1}", 70), APPEND_CONFLICT);
    assert_int_equal(append(store, table, 0, "{}", 70), APPEND_CONFLICT);
    assert_int_equal(steps_of(store, table), 2);
    assert_int_equal(steps_of(store, "nowhere"), 0);
    store_close(store);
}

/* A step needs the one before it, and that one only. */
TEST(test_predecessor)
{
    struct store *store = open_store();
    char table[STORE_TABLE];
    struct append wish = {.seq = 2, .previous = 12345, .summary = {.game = "nothanks"}};
    snprintf(wish.table, sizeof wish.table, "%s", fresh_table(table));
    assert_int_equal(append(store, table, 1, "{}", 50), APPEND_CONFLICT);
    assert_int_equal(append(store, table, 0, "{}", 50), APPEND_DONE);
    assert_int_equal(append(store, table, 2, "{}", 50), APPEND_CONFLICT);
    assert_int_equal(append(store, table, 1, "{}", 50), APPEND_DONE);
    wish.step = strdup("{}");
    assert_int_equal(store_append_now(store, &wish), APPEND_CONFLICT);
    wish.previous = step_hash(table, 1, "{}", 2);
    wish.step = strdup("{}");
    assert_int_equal(store_append_now(store, &wish), APPEND_DONE);
    struct log_reading reading = {.seq = 1, .hash = 99};
    snprintf(reading.table, sizeof reading.table, "%s", table);
    assert_int_equal(store_read_now(store, &reading), PECK_OK);
    assert_true(reading.replaced); /* what the reader has is not the log */
    reading = (struct log_reading){.seq = 4, .hash = 99};
    snprintf(reading.table, sizeof reading.table, "%s", table);
    assert_int_equal(store_read_now(store, &reading), PECK_OK);
    assert_true(reading.replaced);
    store_close(store);
}

struct found {
    const char *table;
    int64_t due;
};

static bool look_for(void *context, const char *table, int64_t due)
{
    struct found *found = context;
    if (strcmp(table, found->table) == 0)
        found->due = due;
    return true;
}

/* The loser of a race changes neither the log nor what is due. */
TEST(test_due)
{
    struct store *store = open_store();
    struct peck_error error;
    char table[STORE_TABLE];
    struct found found = {fresh_table(table), -1};
    append(store, table, 0, "{}", 1000);
    assert_int_equal(store_find_due(store, 999, 100000, look_for, &found, &error), PECK_OK);
    assert_int_equal(found.due, -1);
    assert_int_equal(append(store, table, 1, "{}", 500), APPEND_DONE);
    assert_int_equal(append(store, table, 1, "{}", 1), APPEND_CONFLICT);
    assert_int_equal(store_find_due(store, 999, 100000, look_for, &found, &error), PECK_OK);
    assert_int_equal(found.due, 500);
    assert_int_equal(append(store, table, 2, "{}", INT64_MAX), APPEND_DONE);
    found.due = -1;
    assert_int_equal(store_find_due(store, 999, 100000, look_for, &found, &error), PECK_OK);
    assert_int_equal(found.due, -1);
    store_close(store);
}

enum { RACE = 200 };

struct racer {
    pthread_t thread;
    const char *table;
    int won;
};

static void *race(void *context)
{
    struct racer *racer = context;
    struct store *store = open_store();
    for (uint64_t seq = 0; seq < RACE; seq++)
        racer->won += append(store, racer->table, seq, "{}", INT64_MAX) == APPEND_DONE;
    store_close(store);
    return NULL;
}

/* Two processes' worth of stores append the same numbers: each number is won once. */
TEST(test_race)
{
    struct racer racers[2] = {0};
    char table[STORE_TABLE];
    fresh_table(table);
    bool alone = strncmp(where, "postgres", 8) != 0; /* SQLite has one writer at a time */
    for (int i = 0; i < 2; i++) {
        racers[i].table = table;
        pthread_create(&racers[i].thread, NULL, race, &racers[i]);
        if (alone)
            pthread_join(racers[i].thread, NULL);
    }
    for (int i = 0; i < 2 && !alone; i++)
        pthread_join(racers[i].thread, NULL);
    assert_int_equal(racers[0].won + racers[1].won, RACE);
    struct store *store = open_store();
    assert_int_equal(steps_of(store, table), RACE);
    store_close(store);
}

/* Appends for ever, and writes each number that was acknowledged to the pipe. */
static void append_for_ever(const char *table, int pipe)
{
    struct store *store = open_store();
    for (uint64_t seq = 0;; seq++) {
        if (append(store, table, seq, "{\"kind\":\"ply\"}", INT64_MAX) != APPEND_DONE)
            _exit(1);
        if (write(pipe, &seq, sizeof seq) != sizeof seq)
            _exit(1);
    }
}

/* The last number that came through the pipe before the process died. */
static uint64_t kill_under_load(const char *table, useconds_t after)
{
    int ends[2];
    uint64_t seq, last = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        append_for_ever(table, ends[1]);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &seq, sizeof seq), sizeof seq); /* it is at work */
    usleep(after);
    kill(child, SIGKILL);
    while (read(ends[0], &seq, sizeof seq) == sizeof seq)
        last = seq;
    close(ends[0]);
    waitpid(child, NULL, 0);
    return last;
}

/* What was on its way when the process was killed may come late: PostgreSQL finishes it. So
 * the number that looked free may be taken when it is asked for, but only once: the process
 * appended one step at a time. */
TEST(test_killed)
{
    for (int i = 0; i < 10; i++) {
        char table[STORE_TABLE];
        uint64_t last = kill_under_load(fresh_table(table), 20000 + 7000 * (useconds_t)i);
        struct store *store = open_store();
        uint64_t there = steps_of(store, table);
        assert_in_range(there, last + 1, last + 2); /* nothing acknowledged is lost */
        if (append(store, table, there, "{}", INT64_MAX) == APPEND_CONFLICT) {
            assert_int_equal(there, last + 1);
            assert_int_equal(steps_of(store, table), there + 1);
            assert_int_equal(append(store, table, there + 1, "{}", INT64_MAX), APPEND_DONE);
        }
        store_close(store);
    }
}

/* A file of SQLite is one store's; what was asked of the other is answered in a sentence.
 */
TEST(test_locked)
{
    struct store *store = open_store();
    struct peck_error error;
    if (db_file(where) != NULL) {
        assert_null(store_open(where, &error));
        assert_non_null(strstr(error_words(&error), "another process"));
    }
    store_close(store);
    store_close(open_store());
}

static bool take_sum(void *context, const struct db_value *columns, int count)
{
    *(int64_t *)context = columns[0].number;
    return false;
}

/* A database of each earlier schema, with something in it, becomes one of today. */
TEST(test_migrated)
{
    struct peck_error error;
    char path[64];
    const char *kept = where;
    bool file = db_file(where) != NULL;
    snprintf(path, sizeof path, "/tmp/peck-old-%d", (int)getpid());
    for (int version = 1; version < SCHEMA_VERSION; version++) {
        struct db *db = db_open(file ? path : where, &error);
        if (!file)
            assert_int_equal(
                db_script(db, "DROP SCHEMA public CASCADE; CREATE SCHEMA public", &error),
                PECK_OK);
        assert_int_equal(schema_migrate(db, version, &error), PECK_OK);
        assert_int_equal(
            db_script(db,
                      "INSERT INTO tables (id, game, listed, phase, seats, players, due,"
                      " touched, seq) VALUES ('old', 'nothanks', 1, 0, 3, 0, 5, 7, 1);"
                      "INSERT INTO steps (id, seq, body) VALUES ('old', 0, '{}');"
                      "INSERT INTO steps (id, seq, body) VALUES ('old', 1, '{}')",
                      &error),
            PECK_OK);
        if (version >= 2)
            assert_int_equal(
                db_script(db,
                          "INSERT INTO ratings VALUES ('p', 'nothanks', 1, 'old', 100, 10);"
                          "INSERT INTO ratings VALUES ('p', 'nothanks', 2, 'old', 200, 10)",
                          &error),
                PECK_OK);
        db_close(db);
        where = file ? path : where;
        struct store *store = open_store();
        struct found found = {"old", -1};
        assert_int_equal(steps_of(store, "old"), 2);
        assert_int_equal(store_find_due(store, 9, 10, look_for, &found, &error), PECK_OK);
        assert_int_equal(found.due, 5);
        assert_int_equal(append(store, "old", 2, "{}", 6), APPEND_DONE);
        struct db_call best = {.sql = "SELECT points FROM standings WHERE person = 'p'"};
        int64_t points = 0;
        assert_int_equal(store_ask(store, &best, take_sum, &points, &error), PECK_OK);
        assert_int_equal(points, version == 2 ? 170 : 0); /* 3 has the table itself */
        store_close(store);
        where = kept;
        remove_store(path);
    }
}

/* A write is a transaction: of one that fails nothing has happened, and what is asked sees
 * what was written. */
TEST(test_write)
{
    struct store *store = open_store();
    struct peck_error error;
    int64_t changed[2] = {0}, there = -1;
    static const char put[] = "INSERT INTO bans (who, reason, at) VALUES ($1, $2, $3)";
    struct db_call calls[2];
    struct db_call ask = {.sql = "SELECT COUNT(*) FROM bans WHERE who = $1",
                          .values = {db_text("somebody")},
                          .count = 1};
    calls[0] = calls[1] = (struct db_call){
        .sql = put, .values = {db_text("somebody"), db_text(""), db_number(1)}, .count = 3};
    assert_int_not_equal(store_write(store, calls, 2, changed, &error), PECK_OK);
    assert_int_equal(store_ask(store, &ask, take_sum, &there, &error), PECK_OK);
    assert_int_equal(there, 0);
    assert_int_equal(store_write(store, calls, 1, changed, &error), PECK_OK);
    assert_int_equal(changed[0], 1);
    assert_int_equal(store_ask(store, &ask, take_sum, &there, &error), PECK_OK);
    assert_int_equal(there, 1);
    calls[0].sql = "DELETE FROM bans WHERE who = $1";
    calls[0].count = 1;
    assert_int_equal(store_write(store, calls, 1, changed, &error), PECK_OK);
    store_close(store);
}

/* A backup made in the middle has what was there, and opens by itself. */
TEST(test_backup)
{
    struct store *store = open_store(), *copy;
    struct peck_error error;
    char table[STORE_TABLE], path[64];
    const char *kept = where;
    append(store, fresh_table(table), 0, "{}", INT64_MAX);
    snprintf(path, sizeof path, "/tmp/peck-backup-%d", (int)getpid());
    bool fine = serve_backup(where, path, &error);
    if (strncmp(where, "postgres", 8) == 0) {
        assert_false(fine);
        assert_non_null(strstr(error_words(&error), "pg_dump"));
    } else {
        assert_true(fine);
        assert_int_equal(append(store, table, 1, "{}", INT64_MAX), APPEND_DONE);
        where = path;
        copy = open_store();
        where = kept;
        assert_int_equal(steps_of(copy, table), 1);
        assert_int_equal(append(copy, table, 1, "{}", INT64_MAX), APPEND_DONE);
        store_close(copy);
    }
    remove_store(path);
    store_close(store);
}

/* A database of a later Peck is left alone; one that cannot be opened is a sentence. */
TEST(test_refused)
{
    struct peck_error error;
    struct db *db = db_open(where, &error);
    assert_non_null(db);
    assert_int_equal(schema_migrate(db, SCHEMA_VERSION, &error), PECK_OK);
    assert_int_equal(schema_migrate(db, SCHEMA_VERSION, &error),
                     PECK_OK); /* a second time is nothing */
    assert_int_equal(
        db_script(db, "UPDATE peck_schema SET version = version + 1000", &error), PECK_OK);
    assert_null(store_open(where, &error));
    assert_non_null(strstr(error_words(&error), "newer version of Peck"));
    assert_int_equal(
        db_script(db, "UPDATE peck_schema SET version = version - 1000", &error), PECK_OK);
    db_close(db);
    assert_null(store_open("/nowhere/at/all", &error));
    assert_non_null(strstr(error_words(&error), "SQLite: "));
    assert_null(store_open("postgres://nobody@127.0.0.1:1/none", &error));
    assert_non_null(strstr(error_words(&error), "PostgreSQL: "));
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: store WHERE\n");
        return 2;
    }
    where = argv[1];
    if (db_file(where) != NULL)
        remove_store(db_file(where)); /* a table of an earlier run may have the same name */
    return test_run(NULL, NULL);
}
