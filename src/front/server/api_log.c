/* api_log.c — logs of tables, read and appended to beside the hub, on worker threads. The
 * hub need not know: whoever is second with a number is told so, and reads on. */
#include "api_inner.h"

#include <stdlib.h>
#include <string.h>

struct folding {
    struct table *table;
    struct peck_names *names;
    bool damaged;
};

static bool fold_step(void *context, uint64_t seq, const char *json, size_t count)
{
    struct folding *folding = context;
    struct step step;
    struct peck_error error;
    folding->damaged =
        seq != folding->table->seq || step_read(json, count, &step, &error) != PECK_OK;
    if (folding->damaged)
        return false;
    folding->damaged = table_fold(folding->table, folding->names, &step, &error) != PECK_OK;
    step_free(&step);
    return !folding->damaged;
}

enum found api_fold(struct api *api, const char *id, struct table *table)
{
    struct folding folding = {.table = table};
    struct peck_error error;
    memset(table, 0, sizeof *table);
    folding.names = calloc(1, sizeof *folding.names);
    if (folding.names == NULL)
        return FOUND_UNAVAILABLE;
    enum peck_status status = store_read(api->store, id, 0, fold_step, &folding, &error);
    free(folding.names);
    enum found found = status != PECK_OK ? FOUND_UNAVAILABLE
                       : folding.damaged ? FOUND_DAMAGED
                       : table->seq == 0 ? FOUND_NONE
                                         : FOUND;
    if (found != FOUND)
        table_free(table);
    return found;
}

bool api_finished(const struct table *table)
{
    return table->match.count > 0 && table->match.game->movers(&table->match.state) == 0;
}

bool take_table_name(void *context, const struct db_value *columns, int count)
{
    struct table_names *names = context;
    (void)count;
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
    struct append append = {.seq = table->seq};
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
    append.summary = table_summary(table);
    return store_append_now(api->store, &append);
}

enum found api_append(struct api *api, const char *id, api_decide *decide, void *context)
{
    for (;;) { /* each time somebody else has gone on, so this ends */
        struct table table;
        struct step step = {.at = api_now()};
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
