/* api_log.c — reads logs of tables, and appends to them, beside the hub, on worker threads.
 *
 * The API needs tables that may be in no memory, and now and then it appends to one: to
 * forget a person, or to close a table for the administrator. It does not ask the hub. It
 * folds the log for itself, decides, and appends like any other process; if the number is
 * taken it starts again. Each failed round means that somebody else has appended, so the
 * loop ends. Then `notice` tells our own hub to read on, as NOTIFY tells those of other
 * processes. */
#include "api_inner.h"

#include <stdlib.h>
#include <string.h>

/* False: it is not one. */
static bool fold_step(struct table *table, struct peck_names *names, const char *json)
{
    struct step step;
    struct peck_error error;
    if (step_read(json, strlen(json), &step, &error) != PECK_OK)
        return false;
    bool folded = table_fold(table, names, &step, &error) == PECK_OK;
    step_free(&step);
    return folded;
}

static enum found fold_log(struct api *api, const struct log_reading *reading,
                           struct table *table, uint64_t *at)
{
    struct peck_names *names = calloc(1, sizeof *names);
    const char *json = reading->steps.bytes;
    bool fine = names != NULL && reading->fine;
    for (uint32_t i = 0; i < reading->count && fine; i++, json += strlen(json) + 1)
        fine = fold_step(table, names, json);
    bool memory = names != NULL && (reading->fine || reading->damaged);
    free(names);
    *at = reading->damaged ? reading->at : table->seq;
    if (!fine && memory)
        store_note_damage(api->store, reading->table, *at);
    if (!fine)
        return memory ? FOUND_DAMAGED : FOUND_UNAVAILABLE;
    table->hash = reading->last;
    return reading->count > 0 ? FOUND : FOUND_NONE;
}

/* Others wait for the reading, and not for the folding, which takes longer. */
enum found api_fold_to(struct api *api, const char *id, struct table *table, uint64_t *at)
{
    struct log_reading reading = {0};
    struct peck_text text = peck_text_begin(reading.table, sizeof reading.table);
    enum found found = FOUND_UNAVAILABLE;
    memset(table, 0, sizeof *table);
    peck_put(&text, id);
    if (store_read_now(api->store, &reading) == PECK_OK)
        found = fold_log(api, &reading, table, at);
    if (found != FOUND)
        table_free(table);
    peck_buffer_free(&reading.steps);
    return found;
}

enum found api_fold(struct api *api, const char *id, struct table *table)
{
    uint64_t at;
    return api_fold_to(api, id, table, &at);
}

bool api_finished(const struct table *table)
{
    return table->match.count > 0 && table->match.game->movers(&table->match.state) == 0;
}

bool api_take_table_name(void *context, const struct db_value *columns, int count)
{
    struct table_names *names = context;
    if (names->count == names->room) {
        size_t room = names->room == 0 ? 16 : names->room * 2;
        char(*grown)[STORE_TABLE] = realloc(names->id, room * sizeof *grown);
        names->failed = grown == NULL;
        if (names->failed)
            return false;
        names->id = grown;
        names->room = room;
    }
    struct peck_text text = peck_text_begin(names->id[names->count++], STORE_TABLE);
    peck_put(&text, columns[0].bytes);
    return true;
}

/* Hands the step to the store; the table has it folded afterwards. */
static enum append_result append_step(struct api *api, const char *id, struct table *table,
                                      const struct step *step)
{
    struct append append = {.seq = table->seq, .previous = table->hash};
    struct peck_buffer buffer = {0};
    struct peck_error error;
    struct peck_names *names = calloc(1, sizeof *names);
    bool fine = names != NULL && step_write(step, &buffer) == PECK_OK &&
                table_fold(table, names, step, &error) == PECK_OK;
    free(names);
    if (!fine) {
        peck_buffer_free(&buffer);
        return APPEND_FAILED;
    }
    struct peck_text text = peck_text_begin(append.table, sizeof append.table);
    peck_put(&text, id);
    append.step = buffer.bytes;
    table->hash = step_hash(append.table, append.seq, append.step, buffer.length);
    append.summary = table_summary(table);
    return store_append_now(api->store, &append);
}

enum found api_append(struct api *api, const char *id, api_decide *decide, void *context)
{
    for (;;) { /* each time somebody else has gone on, so this ends */
        struct table table;
        struct step step = {.at = steady_now()};
        enum found found = api_fold(api, id, &table);
        if (found != FOUND)
            return found;
        enum append_result result = APPEND_FAILED;
        bool adds = decide(context, &table, &step) && step.count > 0;
        if (adds)
            result = append_step(api, id, &table, &step);
        step_free(&step);
        table_free(&table);
        if (!adds)
            return FOUND_NONE;
        if (result == APPEND_FAILED)
            return FOUND_UNAVAILABLE;
        if (result == APPEND_DONE) {
            if (api->notice != NULL)
                api->notice(api->context, id);
            return FOUND;
        }
    }
}
