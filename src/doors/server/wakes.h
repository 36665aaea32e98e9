/* wakes.h — a timetable: for each table at most one moment to wake it, the earliest first.
 *
 * Moments are ms since 1970. Loop's thread only; setting and taking cost O(log n). */
#ifndef SERVER_WAKES_H
#define SERVER_WAKES_H

#include "store.h"

struct wake;
struct wakes {
    struct wake **heap, **buckets;
    size_t count, room, bucket_count;
};

/* Sets or moves a table's moment. False when memory is out. */
bool wakes_set(struct wakes *wakes, const char *table, int64_t at);
/* The earliest moment; INT64_MAX: none. */
int64_t wakes_first(const struct wakes *wakes);
/* Takes the earliest out, if its moment has come. */
bool wakes_take(struct wakes *wakes, int64_t now, char table[STORE_TABLE]);
void wakes_free(struct wakes *wakes);

#endif
