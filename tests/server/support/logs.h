/* logs.h — the store of tests that have none: logs of tables in memory. */
#ifndef TESTS_LOGS_H
#define TESTS_LOGS_H

#include "doors/server/store.h"

#include <stdio.h>
#include <stdlib.h>

/* On in every build, and without a test framework: fuzz targets use this too. */
#define DESK_MUST(condition)                                                               \
    ((condition)                                                                           \
         ? (void)0                                                                         \
         : (fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition), abort()))

struct log {
    char table[STORE_TABLE];
    char **steps;
    uint32_t count, room;
    int64_t wake[2]; /* when each process wants to be woken; INT64_MAX: never */
};

struct logs {
    struct log *list;
    uint32_t count;
};

struct log *logs_find(const struct logs *logs, const char *table);
/* Appends a step, which is the log's from then on, if it has the next number; the first
 * makes the log. False: the number is taken. */
bool logs_append(struct logs *logs, const struct append *append);
uint64_t logs_hash(const struct log *log, uint64_t seq);
/* What hub_read wants to hear; `steps` is to be freed. */
void logs_read(const struct logs *logs, const char *table, uint64_t seq, uint64_t hash,
               struct log_reading *reading);
void logs_free(struct logs *logs);

#endif
