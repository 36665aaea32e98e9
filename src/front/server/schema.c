/* schema.c — see schema.h. A migration is never changed once it has been released: what is
 * to be different comes as another one below it. Each runs in a transaction together with
 * the note that it was run, so one that was cut off has not happened. */
#include "schema.h"

static const char *const migrations[] = {
    /* 1: logs, and what must be found without reading them */
    "CREATE TABLE tables (id TEXT PRIMARY KEY, game TEXT NOT NULL, listed BIGINT NOT NULL,"
    " phase BIGINT NOT NULL, seats BIGINT NOT NULL, players BIGINT NOT NULL,"
    " due BIGINT NOT NULL, touched BIGINT NOT NULL, seq BIGINT NOT NULL);"
    "CREATE INDEX tables_due ON tables (due);"
    "CREATE INDEX tables_listed ON tables (listed, phase, touched);"
    "CREATE TABLE steps (id TEXT NOT NULL, seq BIGINT NOT NULL, body TEXT NOT NULL,"
    " PRIMARY KEY (id, seq));",
};
enum { VERSION = sizeof migrations / sizeof *migrations };

static bool take_number(void *context, const struct db_value *columns, int count)
{
    (void)count;
    *(int64_t *)context = columns[0].number;
    return false;
}

static enum peck_status migrate_one(struct db *db, int64_t version,
                                    struct peck_error *error)
{
    struct db_call note = {.sql = "UPDATE peck_schema SET version = $1",
                           .values = {db_number(version + 1)},
                           .count = 1};
    enum peck_status status = db_script(db, "BEGIN", error);
    if (status == PECK_OK)
        status = db_script(db, migrations[version], error);
    if (status == PECK_OK)
        status = db_run(db, &note, NULL, NULL, NULL, error);
    struct peck_error ignored;
    enum peck_status end = db_script(db, status == PECK_OK ? "COMMIT" : "ROLLBACK",
                                     status == PECK_OK ? error : &ignored);
    return status == PECK_OK ? end : status;
}

enum peck_status schema_migrate(struct db *db, struct peck_error *error)
{
    struct db_call ask = {.sql = "SELECT version FROM peck_schema"};
    int64_t version = -1;
    enum peck_status status = db_script(
        db, "CREATE TABLE IF NOT EXISTS peck_schema (version BIGINT NOT NULL)", error);
    if (status == PECK_OK)
        status = db_run(db, &ask, take_number, &version, NULL, error);
    if (status == PECK_OK && version < 0) {
        version = 0;
        status = db_script(db, "INSERT INTO peck_schema VALUES (0)", error);
    }
    if (status == PECK_OK && version > VERSION) {
        peck_error_say(error, "the database was made by a newer version of Peck");
        return PECK_BAD_SETUP;
    }
    for (; status == PECK_OK && version < VERSION; version++)
        status = migrate_one(db, version, error);
    return status;
}
