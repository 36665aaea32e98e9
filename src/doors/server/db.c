/* db.c — chooses the database by its address and passes every call on to it. */
#include "db.h"

#include <string.h>

struct db_value db_text(const char *text)
{
    return db_bytes(text, strlen(text));
}

const char *db_file(const char *where)
{
    if (strncmp(where, "postgres://", 11) == 0 || strncmp(where, "postgresql://", 13) == 0)
        return NULL;
    return strncmp(where, "sqlite:", 7) == 0 ? where + 7 : where;
}

struct db *db_open(const char *where, struct peck_error *error)
{
    const char *path = db_file(where);
    return path != NULL ? db_open_sqlite(path, error) : db_open_postgres(where, error);
}

void db_close(struct db *db)
{
    if (db != NULL)
        db->kind->close(db);
}

enum peck_status db_run(struct db *db, const struct db_call *call, db_row *row,
                        void *context, int64_t *changed, struct peck_error *error)
{
    return db->kind->run(db, call, row, context, changed, error);
}

enum peck_status db_script(struct db *db, const char *sql, struct peck_error *error)
{
    return db->kind->script(db, sql, error);
}

enum peck_status db_batch(struct db *db, const struct db_call *calls, size_t count,
                          int64_t *changed, struct peck_error *error)
{
    return db->kind->batch(db, calls, count, changed, error);
}

enum peck_status db_alone(struct db *db, struct peck_error *error)
{
    return db->kind->script(db, db->kind->alone, error);
}

const char *db_notice(const struct db *db)
{
    return db->kind->notice;
}

bool db_wait(struct db *db, int ms, char *name, size_t room)
{
    return db->kind->wait(db, ms, name, room);
}

enum peck_status db_backup(struct db *db, const char *path, struct peck_error *error)
{
    return db->kind->backup(db, path, error);
}
