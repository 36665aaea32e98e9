/* sweep.c — asks the store every two seconds which tables are due, and wakes them.
 *
 * A table that nobody looks at is not in memory, and the process that last had it may be
 * gone. Still its clock must run out and its bots must move. The database knows when:
 * every step writes the next such moment to the row of its table (`due`). The sweep asks
 * for all moments that have passed, on a worker thread, and wakes those tables. It is also
 * how everything continues after a start or a crash, without any list of running matches.
 *
 * - A start may find thousands of tables due. They are woken DUE_AT_ONCE at a time between
 *   rounds of the loop, and only while fewer than THOUGHTS_AHEAD bots and readings wait, so
 *   that connected players do not wait for them. A new list is asked for when the last one
 *   is used up.
 * - Several processes ask the same database. A table in some process's memory is handled
 *   there at once, so with PostgreSQL the sweep only looks for what is LATE_MS late. If two
 *   wake the same table anyway, the store takes one step.
 * - The question is also the health check: when the last one has not come back after two
 *   seconds, the store does not answer, and /readyz says so.
 * - When notices were lost, the sweep also reads all bans and mutes. */
#include "server.h"

#include "tell/error.h"

#include <stdlib.h>
#include <string.h>

enum {
    THOUGHTS_AHEAD = 64, /* due tables are woken while fewer bots and readings wait */
    DUE_MAX = 20000,
    DUE_AT_ONCE = 8,
    LATE_MS = 3000, /* with several processes: whoever has the table open acts first */
};

struct sweep {
    uv_work_t work;
    struct server *server;
    int64_t until;
    int most;         /* tables to look for */
    bool looks, fine; /* looks: also reads all bans */
    struct table_list due;
    struct peck_buffer bans, mutes; /* each with a NUL behind it */
    struct peck_error error;
};

static bool take_due(void *context, const char *table, int64_t at)
{
    struct table_list *due = context;
    if (due->count == due->room) {
        size_t room = due->room == 0 ? 256 : due->room * 2;
        char(*tables)[STORE_TABLE] = realloc(due->tables, room * sizeof *tables);
        if (tables == NULL)
            return false;
        due->tables = tables;
        due->room = room;
    }
    memset(due->tables[due->count], 0, STORE_TABLE);
    memcpy(due->tables[due->count++], table, strnlen(table, STORE_TABLE - 1));
    return true;
}

static bool take_name(void *context, const struct db_value *columns, int count)
{
    return peck_buffer_add(context, columns[0].bytes, columns[0].count + 1) == PECK_OK;
}

static void look(uv_work_t *work)
{
    struct sweep *sweep = (struct sweep *)work;
    struct store *store = sweep->server->store;
    const struct db_call bans = {.sql = "SELECT who FROM bans"};
    const struct db_call mutes = {.sql = "SELECT who FROM mutes"};
    sweep->fine =
        store_find_due(store, sweep->until, sweep->most, take_due, &sweep->due,
                       &sweep->error) == PECK_OK &&
        (!sweep->looks ||
         (store_ask(store, &bans, take_name, &sweep->bans, &sweep->error) == PECK_OK &&
          store_ask(store, &mutes, take_name, &sweep->mutes, &sweep->error) == PECK_OK));
}

static void say_answers(struct server *server, bool answers, const char *reason)
{
    static struct log_gate gate;
    if (!answers && server->store_answers)
        log_event(LOG_ERROR, "the store does not answer", log_text("reason", reason));
    else if (!answers)
        logfmt_seldom(&gate, LOG_ERROR, "the store does not answer",
                      log_text("reason", reason));
    else if (!server->store_answers)
        log_event(LOG_INFO, "the store answers");
    server->store_answers = answers;
}

static void looked(uv_work_t *work, int status)
{
    struct sweep *sweep = (struct sweep *)work;
    struct server *server = sweep->server;
    char why[ERROR_SENTENCE] = "";
    /* `status` is unused: nobody cancels it */
    server->sweep = NULL;
    if (!sweep->fine)
        error_english(&sweep->error, why);
    say_answers(server, sweep->fine, why);
    if (sweep->fine && sweep->most > 0) {
        struct table_list old = server->due;
        server->due = sweep->due;
        server->due_at = 0;
        sweep->due = old;
    }
    const char *who = sweep->bans.bytes;
    for (size_t at = 0; sweep->fine && at < sweep->bans.length; at += strlen(who + at) + 1)
        talk_ban(server, who + at);
    who = sweep->mutes.bytes;
    for (size_t at = 0; sweep->fine && at < sweep->mutes.length; at += strlen(who + at) + 1)
        talk_mute(server, who + at, true);
    if (!sweep->fine)
        server->bans_lost |= sweep->looks;
    free(sweep->due.tables);
    peck_buffer_free(&sweep->bans);
    peck_buffer_free(&sweep->mutes);
    free(sweep);
}

void sweep_begin(struct server *server)
{
    if (server->ending)
        return;
    struct sweep *sweep = server->sweep == NULL ? calloc(1, sizeof *sweep) : NULL;
    if (server->sweep != NULL)
        say_answers(server, false, "nothing for two seconds");
    if (sweep == NULL)
        return;
    sweep->server = server;
    sweep->until = steady_now() - (server->listens ? LATE_MS : 0);
    sweep->most =
        server->due_at < server->due.count ? 0 : DUE_MAX; /* the last ones first */
    sweep->looks = server->bans_lost;
    server->bans_lost = false;
    server->sweep = sweep;
    uv_queue_work(&server->loop, &sweep->work, look, looked);
}

static void on_idle(uv_idle_t *idler)
{
    /* `idler` is unused: while it runs the loop does not wait */
}

static bool may_wake(const struct server *server)
{
    return server->due_at < server->due.count &&
           server->thoughts_waiting + server->reads < THOUGHTS_AHEAD;
}

/* Wakes a few tables in each round of the loop, so that players do not wait for them. */
void sweep_wake(struct server *server)
{
    if (server->ending)
        server->due_at = server->due.count;
    for (int i = 0; i < DUE_AT_ONCE && may_wake(server); i++)
        hub_wake(server->hub, server->due.tables[server->due_at++]);
    if (may_wake(server))
        uv_idle_start(&server->idler, on_idle);
    else
        uv_idle_stop(&server->idler);
}
