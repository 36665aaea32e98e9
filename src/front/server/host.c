/* host.c — what the hub asks of its host (hub.h): the store, threads for bots, and time.
 *
 * The store answers on a thread of its own; its answers gather in a list, and the loop is
 * told. Bots think on worker threads, a few at a time, so that requests find one free.
 *
 * A table that is not in memory is woken by the store's word: every two seconds it is asked
 * for tables that are due, which is also how everything goes on after a start. */
#include "server.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* An answer of the store, or a notice of another process. */
struct answer {
    struct server *server;
    char table[STORE_TABLE];
    uint64_t seq;
    enum append_result result;
    char reason[200];
    double began; /* ms */
    struct answer *next;
};

struct thought {
    uv_work_t work;
    struct server *server;
    struct thinking *thinking;
    struct thought *next;
};

enum {
    THOUGHTS_AHEAD = 64, /* due tables are woken while fewer bots wait */
    DUE_MAX = 20000,
    DUE_AT_ONCE = 8,
    LATE_MS = 3000, /* with several processes: whoever has the table open acts first */
};

int64_t server_now(const struct server *server)
{
    struct timespec now;
    (void)server;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t host_now(void *context)
{
    return server_now(context);
}

static void host_random(void *context, void *bytes, size_t count)
{
    (void)context;
    randombytes_buf(bytes, count);
}

/* ---- The store ---- */

/* On the store's thread. */
static void on_appended(void *context, enum append_result result, const char *reason)
{
    struct answer *answer = context;
    struct server *server = answer->server;
    answer->result = result;
    memcpy(answer->reason, reason, strnlen(reason, sizeof answer->reason - 1));
    pthread_mutex_lock(&server->lock);
    *server->answers_end = answer;
    server->answers_end = &answer->next;
    pthread_mutex_unlock(&server->lock);
    uv_async_send(&server->news);
}

static void host_append(void *context, const struct append *append)
{
    struct server *server = context;
    struct append work = *append;
    struct answer *answer = calloc(1, sizeof *answer);
    if (answer == NULL) {
        /* Everything that was acknowledged is in the store: to begin anew is safe. */
        log_event(LOG_ERROR, "out of memory");
        exit(1);
    }
    answer->server = server;
    answer->seq = append->seq;
    answer->began = (double)uv_hrtime() / 1e6;
    memcpy(answer->table, append->table, sizeof answer->table);
    work.done = on_appended;
    work.context = answer;
    server->appends++;
    store_append(server->store, &work);
}

static void take_answer(struct server *server, const struct answer *answer)
{
    static const enum counter counters[] = {[APPEND_DONE] = COUNT_STEPS,
                                            [APPEND_CONFLICT] = COUNT_CONFLICTS,
                                            [APPEND_FAILED] = COUNT_FAILURES};
    server->appends--;
    server->metrics.count[counters[answer->result]]++;
    metrics_latency(&server->metrics, (double)uv_hrtime() / 1e6 - answer->began);
    if (answer->result == APPEND_FAILED) {
        server->store_answers = false;
        log_event(LOG_ERROR, "the store failed", log_text("reason", answer->reason));
    }
    hub_appended(server->hub, answer->table, answer->seq, answer->result, answer->reason);
}

void host_news(struct server *server)
{
    pthread_mutex_lock(&server->lock);
    struct answer *answers = server->answers, *notices = server->notices;
    server->answers = server->notices = NULL;
    server->answers_end = &server->answers;
    pthread_mutex_unlock(&server->lock);
    for (struct answer *next; answers != NULL; answers = next) {
        next = answers->next;
        take_answer(server, answers);
        free(answers);
    }
    for (struct answer *next; notices != NULL; notices = next) {
        next = notices->next;
        if (notices->table[0] == '\0')
            hub_notice_all(server->hub);
        else if (notices->reason[0] != '\0')
            hub_announced(server->hub, notices->table, notices->reason);
        else
            hub_notice(server->hub, notices->table);
        free(notices);
    }
}

static enum peck_status host_read(void *context, const char *table, uint64_t seq,
                                  store_step *step, void *step_context,
                                  struct peck_error *error)
{
    struct server *server = context;
    enum peck_status status =
        store_read(server->store, table, seq, step, step_context, error);
    if (status != PECK_OK)
        log_event(LOG_ERROR, "the store cannot be read",
                  log_text("reason", error->sentence));
    return status;
}

/* ---- Bots ---- */

static void start_thoughts(struct server *server);

static void think(uv_work_t *work)
{
    thinking_run(((struct thought *)work)->thinking);
}

static void thought_done(uv_work_t *work, int status)
{
    struct thought *thought = (struct thought *)work;
    struct server *server = thought->server;
    (void)status;
    server->thinking--;
    server->metrics.count[COUNT_THOUGHTS]++;
    hub_thought(server->hub, thought->thinking);
    free(thought);
    start_thoughts(server);
}

static void forget_thinking(struct thinking *thinking)
{
    peck_match_free(&thinking->match);
    free(thinking);
}

static void forget_thoughts(struct server *server)
{
    while (server->thoughts != NULL) {
        struct thought *thought = server->thoughts;
        server->thoughts = thought->next;
        forget_thinking(thought->thinking);
        free(thought);
    }
    server->thoughts_end = &server->thoughts;
    server->thoughts_waiting = 0;
}

static void start_thoughts(struct server *server)
{
    if (server->ending)
        forget_thoughts(server);
    while (server->thoughts != NULL && server->thinking < server->thinkers) {
        struct thought *thought = server->thoughts;
        server->thoughts = thought->next;
        if (server->thoughts == NULL)
            server->thoughts_end = &server->thoughts;
        server->thoughts_waiting--;
        server->thinking++;
        uv_queue_work(&server->loop, &thought->work, think, thought_done);
    }
}

static void host_think(void *context, struct thinking *thinking)
{
    struct server *server = context;
    struct thought *thought = server->ending ? NULL : calloc(1, sizeof *thought);
    if (thought == NULL) { /* another process, or this one when it starts again, will */
        forget_thinking(thinking);
        return;
    }
    thought->server = server;
    thought->thinking = thinking;
    *server->thoughts_end = thought;
    server->thoughts_end = &thought->next;
    server->thoughts_waiting++;
    start_thoughts(server);
}

/* ---- Time ---- */

static void set_waker(struct server *server);

static void on_wake(uv_timer_t *timer)
{
    struct server *server = timer->data;
    char table[STORE_TABLE];
    while (!server->ending && wakes_take(&server->wakes, server_now(server), table))
        hub_wake(server->hub, table);
    set_waker(server);
}

static void set_waker(struct server *server)
{
    int64_t first = wakes_first(&server->wakes), now = server_now(server);
    if (server->ending || first == INT64_MAX)
        uv_timer_stop(&server->waker);
    else
        uv_timer_start(&server->waker, on_wake, first > now ? (uint64_t)(first - now) : 0,
                       0);
}

static void host_wake(void *context, const char *table, int64_t at)
{
    struct server *server = context;
    int64_t before = wakes_first(&server->wakes);
    (void)wakes_set(&server->wakes, table, at); /* without memory the sweep finds it */
    if (wakes_first(&server->wakes) != before)
        set_waker(server);
}

static bool take_due(void *context, const char *table, int64_t at)
{
    struct due_list *due = &((struct server *)context)->due;
    (void)at;
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

static void on_idle(uv_idle_t *idler)
{
    (void)idler; /* while it runs the loop does not wait */
}

/* A few at a time, so that nobody waits for them. */
void host_wake_due(struct server *server)
{
    struct due_list *due = &server->due;
    if (server->ending)
        due->at = due->count;
    for (int i = 0; i < DUE_AT_ONCE && due->at < due->count &&
                    server->thoughts_waiting < THOUGHTS_AHEAD;
         i++)
        hub_wake(server->hub, due->tables[due->at++]);
    if (due->at < due->count && server->thoughts_waiting < THOUGHTS_AHEAD)
        uv_idle_start(&server->idler, on_idle);
    else
        uv_idle_stop(&server->idler);
}

void host_sweep(struct server *server)
{
    struct peck_error error;
    struct due_list *due = &server->due;
    int64_t late = server->listens ? LATE_MS : 0;
    if (due->at < due->count || server->ending)
        return; /* those of the last look first */
    due->at = due->count = 0;
    bool fine = store_find_due(server->store, server_now(server) - late, DUE_MAX, take_due,
                               server, &error) == PECK_OK;
    if (!fine)
        log_event(LOG_ERROR, "the store does not answer",
                  log_text("reason", error.sentence));
    else if (!server->store_answers)
        log_event(LOG_INFO, "the store answers");
    server->store_answers = fine;
}

/* ---- Other processes ---- */

static void push(struct server *server, struct answer **list, const char *table,
                 const char *text)
{
    struct answer *answer = calloc(1, sizeof *answer);
    if (answer == NULL)
        return; /* no more than a wake-up is lost */
    memcpy(answer->table, table, strnlen(table, sizeof answer->table - 1));
    memcpy(answer->reason, text, strnlen(text, sizeof answer->reason - 1));
    pthread_mutex_lock(&server->lock);
    answer->next = *list;
    *list = answer;
    pthread_mutex_unlock(&server->lock);
}

static void host_announce(void *context, const char *table, const char *text)
{
    struct server *server = context;
    push(server, &server->announcements, table, text);
}

/* Without a connection they are lost, as they may be. */
static void send_announcements(struct server *server, struct db *db)
{
    pthread_mutex_lock(&server->lock);
    struct answer *first = server->announcements;
    server->announcements = NULL;
    pthread_mutex_unlock(&server->lock);
    for (struct answer *next; first != NULL; first = next) {
        char words[STORE_TABLE + sizeof first->reason];
        struct peck_error error;
        int64_t changed;
        snprintf(words, sizeof words, "%s %s", first->table, first->reason);
        if (db != NULL) {
            struct db_call call = {
                .sql = db_notice(db), .values = {db_text(words)}, .count = 1};
            (void)!db_run(db, &call, NULL, NULL, &changed, &error);
        }
        next = first->next;
        free(first);
    }
}

void host_changed(void *context, const char *table)
{
    struct server *server = context;
    push(server, &server->notices, table, "");
    uv_async_send(&server->news);
}

/* On a thread of its own: a notice is a wake-up for the loop. It is the name of a table,
 * and behind a space what a process announces of it. */
static void *listen_to_others(void *context)
{
    struct server *server = context;
    struct db *db = server->others;
    while (!__atomic_load_n(&server->listener_ends, __ATOMIC_ACQUIRE)) {
        char table[STORE_TABLE + 64] = "";
        send_announcements(server, db);
        if (!db_wait(db, 200, table, sizeof table))
            continue;
        char *space = strchr(table, ' ');
        if (space != NULL)
            *space = '\0';
        push(server, &server->notices, table, space != NULL ? space + 1 : "");
        uv_async_send(&server->news);
    }
    db_close(db);
    return NULL;
}

/* ---- Beginning and end ---- */

bool host_start(struct server *server, struct peck_error *error)
{
    bool several = db_file(server->options->store) == NULL;
    struct host host = {.context = server,
                        .now = host_now,
                        .random = host_random,
                        .append = host_append,
                        .read = host_read,
                        .think = host_think,
                        .wake = host_wake,
                        .send = host_send,
                        .announce = several ? host_announce : NULL};
    server->answers_end = &server->answers;
    server->thoughts_end = &server->thoughts;
    server->hub = hub_new(&host);
    if (server->hub == NULL) {
        peck_error_say(error, "there is not enough memory");
        return false;
    }
    if (several) {
        char none[STORE_TABLE];
        server->others = db_open(server->options->store, error);
        if (server->others == NULL)
            return false;
        (void)db_wait(server->others, 0, none, sizeof none); /* it listens from now on */
        server->listens =
            pthread_create(&server->listener_thread, NULL, listen_to_others, server) == 0;
        if (server->listens)
            return true;
        peck_error_say(error, "there is no thread for the notices of PostgreSQL");
        db_close(server->others);
        return false;
    }
    return true;
}

bool host_is_idle(const struct server *server)
{
    return server->appends == 0 && server->thinking == 0 && server->jobs == 0 &&
           !server->settling;
}

void host_stop(struct server *server)
{
    if (server->listens) {
        __atomic_store_n(&server->listener_ends, true, __ATOMIC_RELEASE);
        pthread_join(server->listener_thread, NULL);
    }
    forget_thoughts(server);
    for (struct answer *next; server->notices != NULL; server->notices = next) {
        next = server->notices->next;
        free(server->notices);
    }
    if (server->hub != NULL)
        hub_free(server->hub);
    send_announcements(server, NULL);
    wakes_free(&server->wakes);
    free(server->due.tables);
}
