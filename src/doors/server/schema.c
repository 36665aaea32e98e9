/* schema.c — the migrations: SQL that leads from each version of the database to the next.
 *
 * A migration is never changed once it was released; what is to be different comes as
 * another one below it. All missing migrations run in one transaction, together with the
 * note of the new version, so one that was cut off has not happened. db_alone keeps two
 * processes from running them at the same time. Everything is in SQL that SQLite and
 * PostgreSQL both understand: numbers are BIGINT, flags are 0 or 1, times are ms since
 * 1970. */
#include "schema.h"
#include "trouble.h"

static const char *const migrations[] = {
    /* 1: logs, and what must be found without reading them */
    "CREATE TABLE tables (id TEXT PRIMARY KEY, game TEXT NOT NULL, listed BIGINT NOT NULL,"
    " phase BIGINT NOT NULL, seats BIGINT NOT NULL, players BIGINT NOT NULL,"
    " due BIGINT NOT NULL, touched BIGINT NOT NULL, seq BIGINT NOT NULL);"
    "CREATE INDEX tables_due ON tables (due);"
    "CREATE INDEX tables_listed ON tables (listed, phase, touched);"
    "CREATE TABLE steps (id TEXT NOT NULL, seq BIGINT NOT NULL, body TEXT NOT NULL,"
    " PRIMARY KEY (id, seq));",
    /* 2: people. Who has ever sat at which table; accounts (`since`: cookies given before
     * do not prove them); matches that were looked at after their end, with who played and
     * how it ended; ratings, one row for each rated match; who may not come in. */
    "ALTER TABLE tables ADD COLUMN settled BIGINT NOT NULL DEFAULT 0;"
    "CREATE INDEX tables_unsettled ON tables (phase, touched) WHERE settled = 0;"
    "CREATE TABLE seated (person TEXT NOT NULL, id TEXT NOT NULL,"
    " PRIMARY KEY (person, id));"
    "CREATE TABLE accounts (person TEXT PRIMARY KEY, name TEXT NOT NULL,"
    " handle TEXT NOT NULL UNIQUE, password TEXT NOT NULL, made BIGINT NOT NULL,"
    " since BIGINT NOT NULL);"
    "CREATE TABLE matches (id TEXT PRIMARY KEY, game TEXT NOT NULL, listed BIGINT NOT NULL,"
    " rated BIGINT NOT NULL, finished BIGINT NOT NULL);"
    "CREATE INDEX matches_finished ON matches (finished);"
    "CREATE INDEX matches_game ON matches (game, finished);"
    "CREATE TABLE played (id TEXT NOT NULL, seat BIGINT NOT NULL, person TEXT NOT NULL,"
    " name TEXT NOT NULL, bot TEXT NOT NULL, points BIGINT NOT NULL, place BIGINT NOT NULL,"
    " PRIMARY KEY (id, seat));"
    "CREATE INDEX played_person ON played (person);"
    "CREATE TABLE ratings (person TEXT NOT NULL, game TEXT NOT NULL, number BIGINT NOT "
    "NULL,"
    " id TEXT NOT NULL, mu BIGINT NOT NULL, sigma BIGINT NOT NULL,"
    " PRIMARY KEY (person, game, number));"
    "CREATE INDEX ratings_game ON ratings (game, number);"
    "CREATE TABLE bans (who TEXT PRIMARY KEY, reason TEXT NOT NULL, at BIGINT NOT NULL);",
    /* 3: the last of somebody's ratings by itself, so that leaderboards need not look for
     * it: a second for 200,000 ratings. Who is on one is in an index of its own. */
    "CREATE TABLE standings (person TEXT NOT NULL, game TEXT NOT NULL,"
    " matches BIGINT NOT NULL, mu BIGINT NOT NULL, sigma BIGINT NOT NULL,"
    " points BIGINT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (person, game));"
    "INSERT INTO standings SELECT person, game, number, mu, sigma, mu - 3 * sigma, id"
    " FROM ratings r WHERE NOT EXISTS (SELECT 1 FROM ratings l WHERE l.person = r.person"
    " AND l.game = r.game AND l.number > r.number);"
    "CREATE INDEX standings_best ON standings (game, points) WHERE matches >= 5;",
    /* 4: hashes of a step and of the one before, 0 where nobody knows; what the list of
     * somebody's tables shows: who sits where (names with a comma behind each), and the
     * seats that may act, as bits. */
    "ALTER TABLE steps ADD COLUMN hash BIGINT NOT NULL DEFAULT 0;"
    "ALTER TABLE steps ADD COLUMN previous BIGINT NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN persons TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tables ADD COLUMN movers BIGINT NOT NULL DEFAULT 0;",
    /* 5: cookies that were logged out; what administrators did */
    "CREATE TABLE logouts (person TEXT NOT NULL, issued BIGINT NOT NULL,"
    " PRIMARY KEY (person, issued));"
    "CREATE TABLE audit (number BIGINT PRIMARY KEY, at BIGINT NOT NULL, deed TEXT NOT "
    "NULL);",
    /* 6: short codes of tables */
    "CREATE TABLE codes (code TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE,"
    " asked BIGINT NOT NULL);"
    "CREATE INDEX codes_asked ON codes (asked);",
    /* 7: who may not chat; lines of chat that somebody has reported, each with those around
     * it; what a name looks like (names.h), '' where nobody knows yet; from which networks
     * accounts came lately, as hashes. */
    "CREATE TABLE mutes (who TEXT PRIMARY KEY, reason TEXT NOT NULL, at BIGINT NOT NULL);"
    "CREATE TABLE reports (number BIGINT PRIMARY KEY, at BIGINT NOT NULL, id TEXT NOT NULL,"
    " line BIGINT NOT NULL, reporter TEXT NOT NULL, why TEXT NOT NULL);"
    "CREATE TABLE report_lines (number BIGINT NOT NULL, line BIGINT NOT NULL,"
    " at BIGINT NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY (number, line));"
    "CREATE INDEX report_lines_person ON report_lines (person);"
    "ALTER TABLE accounts ADD COLUMN looks TEXT NOT NULL DEFAULT '';"
    "CREATE UNIQUE INDEX accounts_looks ON accounts (looks) WHERE looks <> '';"
    "CREATE TABLE networks (person TEXT NOT NULL, network TEXT NOT NULL,"
    " at BIGINT NOT NULL, PRIMARY KEY (person, network));"
    "CREATE INDEX networks_network ON networks (network);",
    /* 8: alerts. The seat whose turn it is (-1: nobody is alerted there), since when, and
     * the turn that was alerted last; browsers that take pushes; webhooks of tables; keys
     * that are made once. */
    "ALTER TABLE tables ADD COLUMN turner BIGINT NOT NULL DEFAULT -1;"
    "ALTER TABLE tables ADD COLUMN turned BIGINT NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN alerted BIGINT NOT NULL DEFAULT 0;"
    "CREATE INDEX tables_turned ON tables (turned) WHERE turned > alerted;"
    "CREATE TABLE pushes (endpoint TEXT PRIMARY KEY, person TEXT NOT NULL,"
    " point TEXT NOT NULL, auth TEXT NOT NULL, at BIGINT NOT NULL);"
    "CREATE INDEX pushes_person ON pushes (person);"
    "CREATE TABLE hooks (id TEXT PRIMARY KEY, person TEXT NOT NULL, url TEXT NOT NULL,"
    " language TEXT NOT NULL, origin TEXT NOT NULL);"
    "CREATE INDEX hooks_person ON hooks (person);"
    "CREATE TABLE keys (name TEXT PRIMARY KEY, secret TEXT NOT NULL);",
};
_Static_assert(sizeof migrations / sizeof *migrations == SCHEMA_VERSION,
               "a migration for each version");

static bool take_number(void *context, const struct db_value *columns, int count)
{
    *(int64_t *)context = columns[0].number;
    return false;
}

/* Inside the transaction: from whatever version there is to the one that is wanted. */
static enum peck_status advance(struct db *db, int wanted, struct peck_error *error)
{
    struct db_call ask = {.sql = "SELECT version FROM peck_schema"};
    struct db_call note = {.sql = "UPDATE peck_schema SET version = $1",
                           .values = {db_number(wanted)},
                           .count = 1};
    int64_t version = -1;
    PECK_ASSERT(wanted <= SCHEMA_VERSION);
    enum peck_status status = db_script(
        db, "CREATE TABLE IF NOT EXISTS peck_schema (version BIGINT NOT NULL)", error);
    if (status == PECK_OK)
        status = db_run(db, &ask, take_number, &version, NULL, error);
    if (status == PECK_OK && version < 0) {
        version = 0;
        status = db_script(db, "INSERT INTO peck_schema VALUES (0)", error);
    }
    if (status == PECK_OK && version > SCHEMA_VERSION) {
        trouble(error, "the database was made by a newer version of Peck");
        return PECK_BAD_SETUP;
    }
    if (status == PECK_OK && version >= wanted)
        return PECK_OK;
    for (; status == PECK_OK && version < wanted; version++)
        status = db_script(db, migrations[version], error);
    return status == PECK_OK ? db_run(db, &note, NULL, NULL, NULL, error) : status;
}

enum peck_status schema_migrate(struct db *db, int version, struct peck_error *error)
{
    struct peck_error ignored;
    enum peck_status status = db_alone(db, error);
    if (status != PECK_OK)
        return status;
    status = advance(db, version, error);
    enum peck_status end = db_script(db, status == PECK_OK ? "COMMIT" : "ROLLBACK",
                                     status == PECK_OK ? error : &ignored);
    return status == PECK_OK ? end : status;
}
