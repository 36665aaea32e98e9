/* crowd.h — which tables have somebody connected, in this process or in another.
 *
 * The hub's thread notes it, worker threads ask: the lobby lists only tables where somebody
 * is. What other processes say is believed for a while, as in presence.c. */
#ifndef SERVER_CROWD_H
#define SERVER_CROWD_H

#include "store.h"

struct crowd;

struct crowd *crowd_new(void);
void crowd_free(struct crowd *crowd);
/* How many are connected to a table here, or whether somebody is at another process, as of
 * `now`: any clock that never goes back. */
void crowd_here(struct crowd *crowd, const char *table, uint32_t people);
void crowd_elsewhere(struct crowd *crowd, const char *table, bool people, int64_t now);
bool crowd_has(struct crowd *crowd, const char *table, int64_t now);

#endif
