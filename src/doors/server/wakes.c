/* wakes.c — a binary heap by time, and a hash table that knows where in it each table is.
 *
 * Every entry knows its index in the heap (`place`), so that a table's moment can be moved
 * without a search: set it, then let it rise or sink. There are as many hash buckets as the
 * heap has room; both double together. */
#include "wakes.h"

#include "hash.h"

#include <stdlib.h>
#include <string.h>

struct wake {
    char table[STORE_TABLE];
    int64_t at;
    size_t place; /* in the heap */
    struct wake *next;
};

static struct wake **bucket_of(const struct wakes *wakes, const char *table)
{
    return &wakes->buckets[hash_name(table) % wakes->bucket_count];
}

static void put(struct wakes *wakes, size_t place, struct wake *wake)
{
    wakes->heap[place] = wake;
    wake->place = place;
}

static void rise(struct wakes *wakes, struct wake *wake)
{
    size_t place = wake->place;
    for (; place > 0 && wakes->heap[(place - 1) / 2]->at > wake->at;
         place = (place - 1) / 2)
        put(wakes, place, wakes->heap[(place - 1) / 2]);
    put(wakes, place, wake);
}

static void sink(struct wakes *wakes, struct wake *wake)
{
    size_t place = wake->place;
    for (size_t child; (child = 2 * place + 1) < wakes->count; place = child) {
        if (child + 1 < wakes->count && wakes->heap[child + 1]->at < wakes->heap[child]->at)
            child++;
        if (wakes->heap[child]->at >= wake->at)
            break;
        put(wakes, place, wakes->heap[child]);
    }
    put(wakes, place, wake);
}

/* As many buckets as the heap has room, so that chains stay short. */
static bool grow(struct wakes *wakes)
{
    size_t room = wakes->room == 0 ? 64 : wakes->room * 2;
    struct wake **heap = (struct wake **)realloc((void *)wakes->heap, room * sizeof *heap);
    if (heap == NULL)
        return false;
    wakes->heap = heap;
    struct wake **buckets = (struct wake **)calloc(room, sizeof *buckets);
    if (buckets == NULL)
        return false;
    free((void *)wakes->buckets);
    wakes->buckets = buckets;
    wakes->room = wakes->bucket_count = room;
    for (size_t i = 0; i < wakes->count; i++) {
        struct wake **bucket = bucket_of(wakes, heap[i]->table);
        heap[i]->next = *bucket;
        *bucket = heap[i];
    }
    return true;
}

static struct wake *find(const struct wakes *wakes, const char *table)
{
    struct wake *wake = wakes->bucket_count > 0 ? *bucket_of(wakes, table) : NULL;
    while (wake != NULL && strcmp(wake->table, table) != 0)
        wake = wake->next;
    return wake;
}

bool wakes_set(struct wakes *wakes, const char *table, int64_t at)
{
    struct wake *wake = find(wakes, table);
    if (wake == NULL) {
        if (wakes->count == wakes->room && !grow(wakes))
            return false;
        wake = calloc(1, sizeof *wake);
        if (wake == NULL)
            return false;
        memcpy(wake->table, table, strnlen(table, sizeof wake->table - 1));
        struct wake **bucket = bucket_of(wakes, table);
        wake->next = *bucket;
        *bucket = wake;
        put(wakes, wakes->count++, wake);
    }
    wake->at = at;
    rise(wakes, wake);
    sink(wakes, wake);
    return true;
}

int64_t wakes_first(const struct wakes *wakes)
{
    return wakes->count > 0 ? wakes->heap[0]->at : INT64_MAX;
}

bool wakes_take(struct wakes *wakes, int64_t now, char table[STORE_TABLE])
{
    if (wakes_first(wakes) > now)
        return false;
    struct wake *first = wakes->heap[0], **link = bucket_of(wakes, first->table);
    while (*link != first)
        link = &(*link)->next;
    *link = first->next;
    memcpy(table, first->table, STORE_TABLE);
    struct wake *last = wakes->heap[--wakes->count];
    if (last != first) {
        last->place = 0;
        sink(wakes, last);
    }
    free(first);
    return true;
}

void wakes_free(struct wakes *wakes)
{
    for (size_t i = 0; i < wakes->count; i++)
        free(wakes->heap[i]);
    free((void *)wakes->heap);
    free((void *)wakes->buckets);
    *wakes = (struct wakes){0};
}
