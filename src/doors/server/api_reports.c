/* api_reports.c — players report a line of chat to whoever runs the server.
 *
 * A report keeps the line and those around it as they were, because lines are deleted,
 * tables are pruned, and a line alone says little. `peck admin reports` lists them
 * (admin.c). The lines are rows of their own with their authors, so that forgetting
 * somebody finds them (people_forget.c). */
#include "api_inner.h"

#include "names.h"

#include <string.h>

/* Each from one network, and one back in a minute. */
static const struct limit report_limit = {"report", 20, 60000};
enum { BEFORE = 10, AFTER = 5, LINES = BEFORE + 1 + AFTER, WHY = 301 };

/* Whether they may see the table: where nobody may look on, only those who sit. */
static bool may_see(const struct asking *a, const struct table *table)
{
    bool sees = !table_unwatched(table) || table_hosted(table, -1, a->who.person);
    for (int seat = 0; seat < table->terms.setup.seats; seat++)
        sees = sees || strcmp(table->chairs[seat].person, a->who.person) == 0;
    return sees;
}

static const char report_sql[] =
    "INSERT INTO reports (number, at, id, line, reporter, why)"
    " SELECT (SELECT COALESCE(MAX(number), 0) + 1 FROM reports), CAST($1 AS BIGINT), $2,"
    " CAST($3 AS BIGINT), $4, $5 WHERE NOT EXISTS (SELECT 1 FROM reports"
    " WHERE id = $2 AND line = $3 AND reporter = $4)";
/* Of the report above; a second one by the same person has them already. */
static const char line_sql[] =
    "INSERT INTO report_lines (number, line, at, person, name, text)"
    " SELECT number, CAST($1 AS BIGINT), CAST($2 AS BIGINT), $3, $4, $5 FROM reports"
    " WHERE id = $6 AND line = $7 AND reporter = $8 ON CONFLICT DO NOTHING";

static bool write_report(struct asking *a, const struct table *table, uint32_t number,
                         const char *why)
{
    struct db_call calls[1 + LINES];
    int64_t changed[1 + LINES];
    size_t count = 0;
    struct db_value id = db_text(a->table), line = db_number(number);
    struct db_value reporter = db_text(a->who.person);
    calls[count++] =
        (struct db_call){.sql = report_sql,
                         .values = {db_number(a->now), id, line, reporter, db_text(why)},
                         .count = 5};
    for (uint32_t i = number > BEFORE ? number - BEFORE : 0; i <= number + AFTER; i++) {
        const struct chat_line *said = table_line(table, i);
        if (said != NULL)
            calls[count++] = (struct db_call){
                .sql = line_sql,
                .values = {db_number(i), db_number(said->at), db_text(said->person),
                           db_text(said->name), db_text(said->text), id, line, reporter},
                .count = 8};
    }
    return api_write(a, calls, count, changed);
}

static void report(struct asking *a, json_int_t line, const char *why)
{
    struct table table;
    if (!api_load(a, &table))
        return;
    if (!may_see(a, &table))
        api_refuse(a, 404, "no-table", "there is no such table");
    else if (line < 0 || line >= UINT32_MAX || table_line(&table, (uint32_t)line) == NULL)
        api_refuse(a, 404, "no-line", "there is no such line of chat any more");
    else if (write_report(a, &table, (uint32_t)line, why))
        api_put(a, 201, json_pack("{s:I}", "reported", line));
    table_free(&table);
}

void api_post_report(struct asking *a)
{
    json_int_t line;
    const char *why = "";
    json_t *json = api_body(a);
    if (json == NULL)
        return;
    if (api_unpack(a, json, "{s:I, s?s !}", "line", &line, "why", &why)) {
        if (strlen(why) >= WHY || !names_plain(why))
            api_refuse(a, 400, "bad-body", "a reason is one line of at most 300 bytes");
        else if (api_may_try(a, &report_limit, a->network))
            report(a, line, why);
    }
    json_decref(json);
}
