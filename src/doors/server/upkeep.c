/* upkeep.c — folds every log there is, one after the other.
 *
 * Logs without a row in `tables` are looked at, too: they are what damage may have left. */
#include "upkeep.h"

#include "api_inner.h"

#include <stdlib.h>

static bool check_one(struct api *api, const char *id, json_t *damaged, json_int_t *steps)
{
    struct table table;
    uint64_t at = 0;
    enum found found = api_fold_to(api, id, &table, &at);
    if (found == FOUND) {
        *steps += (json_int_t)table.seq;
        table_free(&table);
    } else if (found != FOUND_UNAVAILABLE) {
        json_array_append_new(
            damaged, json_pack("{s:s, s:I}", "table", id, "step", (json_int_t)at));
    }
    return found != FOUND_UNAVAILABLE;
}

json_t *upkeep_check(struct api *api)
{
    const struct db_call call = {
        .sql = "SELECT id FROM tables UNION SELECT id FROM steps ORDER BY id"};
    struct table_names names = {0};
    struct peck_error error;
    json_t *damaged = json_array(), *answer = NULL;
    json_int_t steps = 0;
    bool fine =
        store_ask(api->store, &call, api_take_table_name, &names, &error) == PECK_OK;
    for (size_t i = 0; i < names.count && fine; i++)
        fine = check_one(api, names.id[i], damaged, &steps);
    if (fine && !names.failed)
        answer = json_pack("{s:I, s:I, s:O}", "tables", (json_int_t)names.count, "steps",
                           steps, "damaged", damaged);
    json_decref(damaged);
    free(names.id);
    return answer;
}
