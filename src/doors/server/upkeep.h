/* upkeep.h — goes through the whole store: looks for damage, removes what nobody needs.
 *
 * Both wait for the database, so they are for worker threads and for the administrator. */
#ifndef SERVER_UPKEEP_H
#define SERVER_UPKEEP_H

#include "api.h"

#include <jansson.h>

/* Reads and folds every log: `{"tables", "steps", "damaged": [{"table", "step"}]}`; NULL
 * when the store does not answer. */
json_t *upkeep_check(struct api *api);

/* Removes closed, abandoned and old finished tables, and those that wait for players when
 * there are too many (docs/host/deploy.md). How many of each kind; NULL when the store does
 * not answer. */
json_t *upkeep_prune(struct api *api);

#endif
