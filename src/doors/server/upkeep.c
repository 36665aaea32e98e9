/* upkeep.c — folds every log there is, and removes tables by a few rules.
 *
 * Checking looks at logs without a row in `tables`, too: damage may have left them.
 *
 * Pruning keeps the store from growing for ever, also when somebody opens tables all day
 * long. It removes one table in a transaction of its own, so that moves need not wait. A
 * process that has the table in memory finds that the log is gone (reading.c). */
#include "upkeep.h"

#include "api_inner.h"
#include "logfmt.h"

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
        json_array_append_new(damaged,
                              json_pack("{s:s, s:I}", "table", id, "step", (json_int_t)at));
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

/* ---- Retention ---- */

enum { AT_ONCE = 100 }; /* tables that one question finds */
#define HOUR_MS INT64_C(3600000)
#define DAY_MS (24 * HOUR_MS)

/* Which tables go, one kind after the other. Each question has the moment before which the
 * last step must have been, and how many of the kind may stay. Matches are settled before
 * their log goes, so history and ratings stay. */
static const struct rule {
    const char *name;
    int64_t age;
    int64_t most; /* newer ones go, too, when there are more; 0: no matter */
    const char *sql;
} rules[] = {
    {"closed", DAY_MS, 0,
     "SELECT id, touched FROM tables WHERE phase = 4 AND settled > 0 AND touched < $1"
     " AND NOT EXISTS (SELECT 1 FROM matches m WHERE m.id = tables.id) LIMIT $2"},
    {"abandoned", 30 * DAY_MS, 0,
     "SELECT id, touched FROM tables WHERE phase < 3 AND touched < $1 LIMIT $2"},
    {"finished", 365 * DAY_MS, 0,
     "SELECT id, touched FROM tables WHERE phase >= 3 AND settled > 0 AND touched < $1"
     " LIMIT $2"},
    {"waiting", HOUR_MS, 20000,
     "SELECT id, touched FROM tables WHERE phase = 0 AND touched < $1"
     " ORDER BY players, touched LIMIT $2"},
};

struct found_table {
    char id[STORE_TABLE];
    int64_t touched;
};
struct found_tables {
    struct found_table list[AT_ONCE];
    int count;
};

static bool take_table(void *context, const struct db_value *columns, int count)
{
    struct found_tables *found = context;
    struct found_table *table = &found->list[found->count++];
    struct peck_text text = peck_text_begin(table->id, sizeof table->id);
    (void)count;
    peck_put(&text, columns[0].bytes);
    table->touched = columns[1].number;
    return found->count < AT_ONCE;
}

/* Only if nobody has appended to it meanwhile: the row goes first, and the rest with it. */
static bool remove_table(struct api *api, const struct found_table *table)
{
    struct db_value id = db_text(table->id);
    const struct db_call calls[] = {
        {.sql = "DELETE FROM tables WHERE id = $1 AND touched = $2",
         .values = {id, db_number(table->touched)},
         .count = 2},
        {.sql = "DELETE FROM steps WHERE id = $1"
                " AND NOT EXISTS (SELECT 1 FROM tables WHERE id = $1)",
         .values = {id},
         .count = 1},
        {.sql = "DELETE FROM seated WHERE id = $1"
                " AND NOT EXISTS (SELECT 1 FROM tables WHERE id = $1)",
         .values = {id},
         .count = 1},
        {.sql = "DELETE FROM hooks WHERE id = $1"
                " AND NOT EXISTS (SELECT 1 FROM tables WHERE id = $1)",
         .values = {id},
         .count = 1}};
    enum { CALLS = sizeof calls / sizeof *calls };
    int64_t changed[CALLS];
    struct peck_error error;
    return store_write(api->store, calls, CALLS, changed, &error) == PECK_OK &&
           changed[0] == 1;
}

static bool take_count(void *context, const struct db_value *columns, int count)
{
    (void)count;
    *(int64_t *)context = columns[0].number;
    return false;
}

/* How many of a kind may go: all, or those that are too many. -1: the store fails. */
static int64_t surplus(struct api *api, const struct rule *rule)
{
    const struct db_call call = {.sql = "SELECT COUNT(*) FROM tables WHERE phase = 0"};
    struct peck_error error;
    int64_t there = -1;
    if (rule->most == 0)
        return INT64_MAX;
    if (store_ask(api->store, &call, take_count, &there, &error) != PECK_OK)
        return -1;
    return there > rule->most ? there - rule->most : 0;
}

static int64_t apply(struct api *api, const struct rule *rule)
{
    int64_t left = surplus(api, rule), removed = 0;
    while (left > 0) {
        struct found_tables found = {0};
        struct peck_error error;
        int64_t before = removed;
        const struct db_call call = {.sql = rule->sql,
                                     .values = {db_number(steady_now() - rule->age),
                                                db_number(left < AT_ONCE ? left : AT_ONCE)},
                                     .count = 2};
        if (store_ask(api->store, &call, take_table, &found, &error) != PECK_OK)
            return -1;
        for (int i = 0; i < found.count; i++)
            removed += remove_table(api, &found.list[i]);
        left -= found.count;
        if (removed == before)
            break; /* somebody is at all of them, or there are none */
    }
    return left < 0 ? -1 : removed;
}

/* What people did is not kept for ever either: from where accounts came, and reports. */
static bool prune_rows(struct api *api)
{
    struct db_value reports = db_number(steady_now() - 90 * DAY_MS);
    const struct db_call calls[] = {
        {.sql = "DELETE FROM networks WHERE at < $1",
         .values = {db_number(steady_now() - 7 * DAY_MS)},
         .count = 1},
        {.sql = "DELETE FROM report_lines WHERE number IN"
                " (SELECT number FROM reports WHERE at < $1)",
         .values = {reports},
         .count = 1},
        {.sql = "DELETE FROM reports WHERE at < $1", .values = {reports}, .count = 1}};
    int64_t changed[3];
    struct peck_error error;
    return store_write(api->store, calls, 3, changed, &error) == PECK_OK;
}

json_t *upkeep_prune(struct api *api)
{
    json_t *answer = json_object();
    if (!prune_rows(api)) {
        json_decref(answer);
        return NULL;
    }
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        int64_t removed = apply(api, &rules[i]);
        if (removed < 0) {
            json_decref(answer);
            return NULL;
        }
        json_object_set_new(answer, rules[i].name, json_integer(removed));
        if (removed > 0)
            log_event(LOG_INFO, "pruned", log_text("tables", rules[i].name),
                      log_number("count", removed));
    }
    return answer;
}
