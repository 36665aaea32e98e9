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

#endif
