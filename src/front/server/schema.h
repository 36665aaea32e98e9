/* schema.h — the tables of the database, version by version. */
#ifndef SERVER_SCHEMA_H
#define SERVER_SCHEMA_H

#include "db.h"

/* Brings a database, new or of any earlier version, to the newest; refuses one that is
 * newer than this program. */
enum peck_status schema_migrate(struct db *db, struct peck_error *error) PECK_MUST_USE;

#endif
