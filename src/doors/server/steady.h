/* steady.h — the time of day for everything the server does, from a clock that nobody sets.
 *
 * Safe on any thread. */
#ifndef SERVER_STEADY_H
#define SERVER_STEADY_H

#include <stdint.h>

/* Milliseconds that only go forward: for limits, and for deadlines of connections. */
int64_t steady_ticks(void);
/* Milliseconds since 1970: for what is stored, shown or shared with other processes. It
 * goes forward at the rate of steady_ticks, too, give or take one percent. */
int64_t steady_now(void);
/* Lets steady_now come nearer to the time of day of the machine. Call it now and then. */
void steady_correct(void);

#endif
