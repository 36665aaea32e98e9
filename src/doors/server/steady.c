/* steady.c — counts from the start of the process, and turns to a changed clock slowly.
 *
 * Somebody may set the clock of the machine, by hand or by a daemon that corrects it in one
 * step. Clocks of players, plans of bots and limits would then run out at once, or not for
 * as long as the clock was set back. So the time of day is read once. From then on it is a
 * constant more than the monotonic clock, and steady_correct changes that constant by at
 * most one percent of the time since its last call. A jump of ten minutes is made up for in
 * 17 hours, during which a minute on a player's clock has 59.4 to 60.6 seconds. */
#include "steady.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

static int64_t read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t steady_ticks(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

/* What the time of day is more than the ticks; 0: nobody has asked yet. */
static _Atomic int64_t ahead;
static _Atomic int64_t corrected; /* in ticks */

static int64_t difference(void)
{
    return read_clock(CLOCK_REALTIME) - steady_ticks();
}

int64_t steady_now(void)
{
    int64_t unknown = 0, now = atomic_load(&ahead);
    if (now == 0) {
        now = difference();
        if (!atomic_compare_exchange_strong(&ahead, &unknown, now))
            now = unknown;
    }
    return steady_ticks() + now;
}

void steady_correct(void)
{
    int64_t ticks = steady_ticks(), last = atomic_exchange(&corrected, ticks);
    int64_t most = last == 0 ? 0 : (ticks - last) / 100;
    int64_t error = difference() - (steady_now() - steady_ticks());
    int64_t step = error > most ? most : error < -most ? -most : error;
    atomic_fetch_add(&ahead, step);
}
