/* db.h — the few database functions that the store needs, for SQLite and PostgreSQL.
 *
 * The SQL is written once, in the dialect that both understand (db_sqlite.c,
 * db_postgres.c). Parameters are `$1`, `$2`, … and first appear in this order, because
 * SQLite numbers them so. A statement is prepared when it is first run and kept; its
 * address is its name, so it must be a literal. A batch is one transaction.
 *
 * All calls wait for the database. A db belongs to one thread at a time. Errors are a
 * status and a sentence for the log of the server: PECK_BAD_RECORD when the database says
 * that it is damaged, anything else when it failed. */
#ifndef SERVER_DB_H
#define SERVER_DB_H

#include <peck/game.h>

#include <stddef.h>
#include <stdint.h>

enum { DB_VALUES = 16 };

/* A parameter or a column: a number, or bytes (text is bytes too), or nothing. */
struct db_value {
    enum { DB_NULL, DB_NUMBER, DB_BYTES } kind;
    int64_t number;
    const char *bytes; /* of a column: until the next row; always with a NUL behind */
    size_t count;
};

static inline struct db_value db_number(int64_t number)
{
    return (struct db_value){.kind = DB_NUMBER, .number = number};
}

struct db_value db_text(const char *text);

static inline struct db_value db_bytes(const void *bytes, size_t count)
{
    return (struct db_value){.kind = DB_BYTES, .bytes = bytes, .count = count};
}

/* Called for each row; false ends the reading. */
typedef bool db_row(void *context, const struct db_value *columns, int count);

/* One statement to be run. */
struct db_call {
    const char *sql; /* a literal: its address is its name */
    struct db_value values[DB_VALUES];
    int count;
};

struct db {
    const struct db_kind *kind;
};

/* What an implementation does; the functions below do no more than call it. */
struct db_kind {
    void (*close)(struct db *db);
    enum peck_status (*run)(struct db *db, const struct db_call *call, db_row *row,
                            void *context, int64_t *changed, struct peck_error *error);
    enum peck_status (*script)(struct db *db, const char *sql, struct peck_error *error);
    enum peck_status (*batch)(struct db *db, const struct db_call *calls, size_t count,
                              int64_t *changed, struct peck_error *error);
    bool (*wait)(struct db *db, int ms, char *name, size_t room);
    const char *notice; /* SQL with the table as its parameter */
    const char *alone;  /* SQL */
    enum peck_status (*backup)(struct db *db, const char *path, struct peck_error *error);
};

/* `sqlite:PATH`, a bare path, or `postgres://…`. NULL with the sentence. */
struct db *db_open(const char *where, struct peck_error *error);
/* The path of a SQLite file; NULL: it is not a file. */
const char *db_file(const char *where);
struct db *db_open_sqlite(const char *path, struct peck_error *error);
struct db *db_open_postgres(const char *url, struct peck_error *error);
void db_close(struct db *db);

/* Runs one statement. `changed` (may be NULL) is how many rows it wrote; `row` may be NULL.
 */
enum peck_status db_run(struct db *db, const struct db_call *call, db_row *row,
                        void *context, int64_t *changed,
                        struct peck_error *error) PECK_MUST_USE;
/* Several statements without parameters, separated by semicolons. */
enum peck_status db_script(struct db *db, const char *sql,
                           struct peck_error *error) PECK_MUST_USE;
/* All statements in one transaction, which is durable when this returns; `changed` has the
 * rows that each of them wrote. After a failure nothing of it has happened. */
enum peck_status db_batch(struct db *db, const struct db_call *calls, size_t count,
                          int64_t *changed, struct peck_error *error) PECK_MUST_USE;

/* Begins a transaction that no other process is in at the same time. */
enum peck_status db_alone(struct db *db, struct peck_error *error) PECK_MUST_USE;

/* The statement that wakes the other processes for a table ($1) when its batch is
 * committed; NULL where there is one process only. */
const char *db_notice(const struct db *db);
/* Listens from the first call on. Waits up to `ms` for a notification from another process
 * (PostgreSQL), and tells the table it names in `name`; false: none came. An empty name:
 * the connection was broken, and any number of them were lost. SQLite has one process, and
 * none ever comes. */
bool db_wait(struct db *db, int ms, char *name, size_t room);
/* A copy of the whole database into a file, while it is in use (SQLite only). */
enum peck_status db_backup(struct db *db, const char *path,
                           struct peck_error *error) PECK_MUST_USE;

#endif
