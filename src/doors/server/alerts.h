/* alerts.h — finds players who are away on their turn, and lets api_alerts.c alert them.
 *
 * All on the loop's thread; questions to the store and what is sent are on others. */
#ifndef SERVER_ALERTS_H
#define SERVER_ALERTS_H

#include <stdbool.h>

struct server;
struct alerts;

/* NULL when memory is out. */
struct alerts *alerts_new(struct server *server);
/* After the loop has ended. */
void alerts_free(struct alerts *alerts);
/* With every sweep. */
void alerts_look(struct alerts *alerts);
/* Whether a thread is busy with it. */
bool alerts_busy(const struct alerts *alerts);

#endif
