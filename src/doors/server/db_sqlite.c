/* db_sqlite.c — SQLite as the store's database: a file, durable at every commit.
 *
 * The file uses a write-ahead log with synchronous=FULL: a commit is on disk when it
 * returns. SQLite before 3.51.3 can damage a write-ahead log when two connections write or
 * checkpoint at the same time. Therefore only one connection of the store writes, and the
 * others read.
 *
 * secure_delete overwrites what is deleted, so that somebody who was forgotten is not in a
 * later backup. Files are made readable for their owner only. There is one process, so
 * there are no notices: no_wait only sleeps. */
#include "db.h"
#include "trouble.h"

#include <sqlite3.h>

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STATEMENTS = 128 };

struct sqlite {
    struct db db;
    sqlite3 *handle;
    struct {
        const char *sql;
        sqlite3_stmt *statement;
    } kept[STATEMENTS];
    int count;
};

static enum peck_status fail(struct sqlite *lite, struct peck_error *error)
{
    struct peck_text text = trouble_begin(error);
    peck_put(&text, "SQLite: ");
    peck_put(&text, sqlite3_errmsg(lite->handle));
    int code = sqlite3_errcode(lite->handle);
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB ? PECK_BAD_RECORD : PECK_NO_FILE;
}

static void close_sqlite(struct db *db)
{
    struct sqlite *lite = (struct sqlite *)db;
    for (int i = 0; i < lite->count; i++)
        sqlite3_finalize(lite->kept[i].statement);
    sqlite3_close(lite->handle);
    free(lite);
}

/* The statement, prepared the first time it is asked for. */
static sqlite3_stmt *prepared(struct sqlite *lite, const char *sql)
{
    for (int i = 0; i < lite->count; i++) {
        if (lite->kept[i].sql == sql)
            return lite->kept[i].statement;
    }
    sqlite3_stmt *statement;
    PECK_ASSERT(lite->count < STATEMENTS);
    if (sqlite3_prepare_v3(lite->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement,
                           NULL) != SQLITE_OK)
        return NULL;
    lite->kept[lite->count].sql = sql;
    lite->kept[lite->count++].statement = statement;
    return statement;
}

static bool bind(sqlite3_stmt *statement, const struct db_call *call)
{
    for (int i = 0; i < call->count; i++) {
        const struct db_value *value = &call->values[i];
        int status = SQLITE_OK;
        if (value->kind == DB_NUMBER)
            status = sqlite3_bind_int64(statement, i + 1, value->number);
        else if (value->kind == DB_BYTES)
            status = sqlite3_bind_text64(statement, i + 1, value->bytes, value->count,
                                         SQLITE_STATIC, SQLITE_UTF8);
        if (status != SQLITE_OK)
            return false;
    }
    return true;
}

static int columns_of(sqlite3_stmt *statement, struct db_value columns[DB_VALUES])
{
    int count = sqlite3_column_count(statement);
    PECK_ASSERT(count <= DB_VALUES);
    for (int i = 0; i < count; i++) {
        int type = sqlite3_column_type(statement, i);
        columns[i] = (struct db_value){.kind = DB_NULL};
        if (type == SQLITE_INTEGER)
            columns[i] = db_number(sqlite3_column_int64(statement, i));
        else if (type != SQLITE_NULL)
            columns[i] = db_bytes(sqlite3_column_text(statement, i),
                                  (size_t)sqlite3_column_bytes(statement, i));
    }
    return count;
}

static enum peck_status run(struct db *db, const struct db_call *call, db_row *row,
                            void *context, int64_t *changed, struct peck_error *error)
{
    struct sqlite *lite = (struct sqlite *)db;
    sqlite3_stmt *statement = prepared(lite, call->sql);
    if (statement == NULL || !bind(statement, call))
        return fail(lite, error);
    int status;
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        struct db_value columns[DB_VALUES];
        int count = columns_of(statement, columns);
        if (row != NULL && !row(context, columns, count)) {
            status = SQLITE_DONE;
            break;
        }
    }
    enum peck_status result = status == SQLITE_DONE ? PECK_OK : fail(lite, error);
    if (changed != NULL)
        *changed = sqlite3_changes64(lite->handle);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return result;
}

static enum peck_status script(struct db *db, const char *sql, struct peck_error *error)
{
    struct sqlite *lite = (struct sqlite *)db;
    if (sqlite3_exec(lite->handle, sql, NULL, NULL, NULL) != SQLITE_OK)
        return fail(lite, error);
    return PECK_OK;
}

static enum peck_status batch(struct db *db, const struct db_call *calls, size_t count,
                              int64_t *changed, struct peck_error *error)
{
    enum peck_status status = script(db, "BEGIN IMMEDIATE", error);
    for (size_t i = 0; i < count && status == PECK_OK; i++)
        status = run(db, &calls[i], NULL, NULL, &changed[i], error);
    if (status == PECK_OK)
        status = script(db, "COMMIT", error);
    if (status != PECK_OK) {
        struct peck_error ignored; /* it may be that nothing was begun */
        if (script(db, "ROLLBACK", &ignored) != PECK_OK)
            return status;
    }
    return status;
}

static bool no_wait(struct db *db, int ms, char *name, size_t room)
{
    usleep((useconds_t)ms * 1000);
    return false;
}

/* A new file is nobody else's to read: it holds secrets of dice and hashes of passwords. An
 * old one is not opened, since closing it would lose SQLite's locks. */
static void make_private(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0)
        close(file);
}

static enum peck_status backup(struct db *db, const char *path, struct peck_error *error)
{
    struct sqlite *lite = (struct sqlite *)db, copy = {0};
    enum peck_status status = PECK_OK;
    make_private(path);
    if (sqlite3_open(path, &copy.handle) != SQLITE_OK) {
        status = fail(&copy, error);
    } else {
        sqlite3_backup *work =
            sqlite3_backup_init(copy.handle, "main", lite->handle, "main");
        if (work != NULL)
            sqlite3_backup_step(work, -1);
        if (work == NULL || sqlite3_backup_finish(work) != SQLITE_OK)
            status = fail(&copy, error);
    }
    sqlite3_close(copy.handle);
    return status;
}

struct db *db_open_sqlite(const char *path, struct peck_error *error)
{
    static const struct db_kind kind = {.close = close_sqlite,
                                        .run = run,
                                        .script = script,
                                        .batch = batch,
                                        .wait = no_wait,
                                        .alone = "BEGIN IMMEDIATE",
                                        .backup = backup};
    struct sqlite *lite = calloc(1, sizeof *lite);
    if (lite == NULL) {
        peck_error_say(error, "error.memory");
        return NULL;
    }
    lite->db.kind = &kind;
    make_private(path);
    if (sqlite3_open(path, &lite->handle) != SQLITE_OK ||
        script(&lite->db,
               "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
               "PRAGMA busy_timeout=5000; PRAGMA foreign_keys=ON;"
               "PRAGMA secure_delete=ON",
               error) != PECK_OK) {
        fail(lite, error);
        close_sqlite(&lite->db);
        return NULL;
    }
    return &lite->db;
}
