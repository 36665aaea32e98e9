/* logs.c — keeps logs in a list; a number that is taken is refused, as by the database. */
#include "logs.h"

#include <string.h>

struct log *logs_find(const struct logs *logs, const char *table)
{
    for (uint32_t i = 0; i < logs->count; i++) {
        if (strcmp(logs->list[i].table, table) == 0)
            return &logs->list[i];
    }
    return NULL;
}

uint64_t logs_hash(const struct log *log, uint64_t seq)
{
    return step_hash(log->table, seq, log->steps[seq], strlen(log->steps[seq]));
}

static struct log *make_log(struct logs *logs, const char *table)
{
    logs->list = realloc(logs->list, (logs->count + 1) * sizeof *logs->list);
    DESK_MUST(logs->list != NULL);
    struct log *log = &logs->list[logs->count++];
    *log = (struct log){.wake = {INT64_MAX, INT64_MAX}};
    memcpy(log->table, table, sizeof log->table);
    return log;
}

bool logs_append(struct logs *logs, const struct append *append)
{
    struct log *log = logs_find(logs, append->table);
    if (log == NULL && append->seq == 0)
        log = make_log(logs, append->table);
    DESK_MUST(log != NULL);
    if (append->seq != log->count ||
        (append->seq > 0 && append->previous != logs_hash(log, append->seq - 1)))
        return false;
    if (log->count == log->room) {
        log->room = log->room == 0 ? 64 : log->room * 2;
        log->steps = realloc(log->steps, log->room * sizeof *log->steps);
        DESK_MUST(log->steps != NULL);
    }
    log->steps[log->count++] = append->step;
    return true;
}

void logs_read(const struct logs *logs, const char *table, uint64_t seq, uint64_t hash,
               struct log_reading *reading)
{
    const struct log *log = logs_find(logs, table);
    *reading =
        (struct log_reading){.seq = seq, .hash = hash, .last = hash, .fine = true};
    reading->replaced = seq > 0 && (log == NULL || log->count < seq ||
                                    logs_hash(log, seq - 1) != hash);
    memcpy(reading->table, table, strnlen(table, sizeof reading->table - 1));
    for (; log != NULL && seq < log->count; seq++, reading->count++) {
        DESK_MUST(peck_buffer_add(&reading->steps, log->steps[seq],
                                  strlen(log->steps[seq]) + 1) == PECK_OK);
        reading->last = logs_hash(log, seq);
    }
}

void logs_free(struct logs *logs)
{
    for (uint32_t i = 0; i < logs->count; i++) {
        for (uint32_t k = 0; k < logs->list[i].count; k++)
            free(logs->list[i].steps[k]);
        free(logs->list[i].steps);
    }
    free(logs->list);
    *logs = (struct logs){0};
}
