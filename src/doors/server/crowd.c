/* crowd.c — a hash table of the tables with people, under a lock.
 *
 * An entry lives while somebody is connected here, or while another process was heard of
 * less than BELIEVED_MS ago. Entries that say nothing any more are thrown out when their
 * bucket is walked through, so there are never many more than tables with people. */
#include "crowd.h"

#include "hash.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1024, BELIEVED_MS = 75000 };

struct crowded {
    char table[STORE_TABLE];
    uint32_t here;
    int64_t until; /* others are believed */
    struct crowded *next;
};

struct crowd {
    pthread_mutex_t lock;
    struct crowded *buckets[BUCKETS];
};

struct crowd *crowd_new(void)
{
    struct crowd *crowd = calloc(1, sizeof *crowd);
    if (crowd != NULL)
        pthread_mutex_init(&crowd->lock, NULL);
    return crowd;
}

void crowd_free(struct crowd *crowd)
{
    if (crowd == NULL)
        return;
    for (int i = 0; i < BUCKETS; i++) {
        for (struct crowded *entry = crowd->buckets[i], *next; entry != NULL;
             entry = next) {
            next = entry->next;
            free(entry);
        }
    }
    pthread_mutex_destroy(&crowd->lock);
    free(crowd);
}

/* The entry of a table, or NULL. Throws out of its bucket what is over. */
static struct crowded *find(struct crowd *crowd, const char *table, int64_t now)
{
    struct crowded **link = &crowd->buckets[hash_name(table) % BUCKETS], *found = NULL;
    while (*link != NULL) {
        struct crowded *entry = *link;
        if (strcmp(entry->table, table) == 0) {
            found = entry;
        } else if (entry->here == 0 && entry->until <= now) {
            *link = entry->next;
            free(entry);
            continue;
        }
        link = &entry->next;
    }
    return found;
}

/* The same, made if it is not there; NULL when memory is out. */
static struct crowded *need(struct crowd *crowd, const char *table, int64_t now)
{
    struct crowded *entry = find(crowd, table, now);
    if (entry == NULL && (entry = calloc(1, sizeof *entry)) != NULL) {
        struct crowded **bucket = &crowd->buckets[hash_name(table) % BUCKETS];
        memcpy(entry->table, table, strnlen(table, sizeof entry->table - 1));
        entry->next = *bucket;
        *bucket = entry;
    }
    return entry;
}

void crowd_here(struct crowd *crowd, const char *table, uint32_t people)
{
    pthread_mutex_lock(&crowd->lock);
    struct crowded *entry =
        people > 0 ? need(crowd, table, INT64_MIN) : find(crowd, table, INT64_MIN);
    if (entry != NULL)
        entry->here = people;
    pthread_mutex_unlock(&crowd->lock);
}

void crowd_elsewhere(struct crowd *crowd, const char *table, bool people, int64_t now)
{
    pthread_mutex_lock(&crowd->lock);
    struct crowded *entry = people ? need(crowd, table, now) : find(crowd, table, now);
    if (entry != NULL)
        entry->until = people ? now + BELIEVED_MS : 0;
    pthread_mutex_unlock(&crowd->lock);
}

bool crowd_has(struct crowd *crowd, const char *table, int64_t now)
{
    pthread_mutex_lock(&crowd->lock);
    const struct crowded *entry = find(crowd, table, now);
    bool has = entry != NULL && (entry->here > 0 || entry->until > now);
    pthread_mutex_unlock(&crowd->lock);
    return has;
}
