/* schema.h — the tables of the database, and how an older database becomes the present one.
 */
#ifndef SERVER_SCHEMA_H
#define SERVER_SCHEMA_H

#include "db.h"

enum { SCHEMA_VERSION = 8 };

/* Brings a database, new or of any earlier version, to this one: SCHEMA_VERSION, or less in
 * tests. Refuses one that is newer than this program. */
enum peck_status schema_migrate(struct db *db, int version,
                                struct peck_error *error) PECK_MUST_USE;

#endif
