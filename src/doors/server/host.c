/* host.c — gives the hub what it needs: the store, bots on worker threads, timers, notices.
 *
 * The hub (hub.h) runs on the loop's thread and never waits. This file carries its wishes
 * to other threads and brings the answers back:
 *
 *   loop            hub, connections, timers; the only thread that calls the hub
 *   store's two     on_appended, on_read: add the answer to a list, wake the loop
 *   listener        waits for PostgreSQL's notices and sends our announcements
 *   thinkers        bots (think)
 *   libuv's pool    requests to the API (route.c), sweep.c, ratings
 *   administrator   answers `peck admin` on a socket beside SQLite's file (admin_control.c)
 *
 * An answer travels in a list under server->lock; uv_async_send wakes the loop, and
 * host_news takes all lists at once and calls the hub for each entry. One wake-up may stand
 * for many answers: uv_async_send merges calls, and nothing is lost because the lists hold
 * the data.
 *
 * Bots. Thoughts wait in a list of ours, and at most `thinkers` of them (one for each
 * processor) are given to threads of their own (thinkers.c), which stand back behind the
 * loop and the requests. Tables that somebody looks at come first;
 * among them people share the time, and of one person's tables those with cheap bots come
 * first (next_thought). A table is counted twice: for whoever opened it, because one person
 * may look at many tables from many addresses, and for the address of whoever sits there
 * and looks at it, because anybody can be many guests. Neither has all the threads.
 *
 * Time. wakes.c has one moment for each table, and one libuv timer is set to the earliest.
 * A table that cannot be noted for want of memory is found by the sweep, since its moment
 * is in the database.
 *
 * Notices. A process hears of another's appends by the name of the table, of its
 * announcements by name and text, and of bans. An empty notice means that some were lost;
 * then every table in memory is read on and all bans are looked up.
 *
 * Death. Nothing here is worth saving. Without memory for an answer that the hub must get,
 * the process exits: all that was acknowledged is in the store. At the end (host_stop)
 * thoughts are dropped, because any process that loads the table has them thought again. */
#include "server.h"
#include "trouble.h"

#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    struct errand errand;
    struct server *server;
    struct thinking *thinking;
    int cost;                /* of its bot among those of its game */
    struct address *opener;  /* of the table, by the server's name for them; NULL: nobody */
    struct address *address; /* that is charged for it while it runs; NULL: nobody */
    bool watched;            /* when it began */
    int64_t since;           /* ticks */
    uint64_t took;           /* ns */
    struct thought *next;
};

static int64_t host_now(void *context)
{
    return steady_now();
}

static void host_random(void *context, void *bytes, size_t count)
{
    randombytes_buf(bytes, count);
}

/* ---- What other threads say, in its order ---- */

static void append_answer(struct server *server, struct answers *list,
                          struct answer *answer)
{
    pthread_mutex_lock(&server->lock);
    answer->next = NULL;
    if (list->first == NULL)
        list->first = answer;
    else
        list->last->next = answer;
    list->last = answer;
    pthread_mutex_unlock(&server->lock);
}

/* All of them; the list is empty then. */
static struct answer *take_all(struct server *server, struct answers *list)
{
    pthread_mutex_lock(&server->lock);
    struct answer *first = list->first;
    *list = (struct answers){0};
    pthread_mutex_unlock(&server->lock);
    return first;
}

/* ---- The store ---- */

/* On the store's thread. */
static void on_appended(void *context, enum append_result result, const char *reason)
{
    struct answer *answer = context;
    struct server *server = answer->server;
    answer->result = result;
    memcpy(answer->reason, reason, strnlen(reason, sizeof answer->reason - 1));
    append_answer(server, &server->answers, answer);
    uv_async_send(&server->news);
}

/* Everything that was acknowledged is in the store, so a restart is safe. */
static void *need(size_t count)
{
    void *bytes = calloc(1, count);
    if (bytes == NULL) {
        log_event(LOG_ERROR, "out of memory");
        exit(1);
    }
    return bytes;
}

static void host_append(void *context, const struct append *append)
{
    struct server *server = context;
    struct append work = *append;
    struct answer *answer = need(sizeof *answer);
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
        static struct log_gate gate;
        server->store_answers = false;
        logfmt_seldom(&gate, LOG_ERROR, "the store failed",
                      log_text("reason", answer->reason));
    }
    hub_appended(server->hub, answer->table, answer->seq, answer->result);
}

/* On the store's thread. */
static void on_read(struct log_reading *reading)
{
    struct server *server = reading->context;
    reading->next = NULL;
    pthread_mutex_lock(&server->lock);
    *server->readings_end = reading;
    server->readings_end = &reading->next;
    pthread_mutex_unlock(&server->lock);
    uv_async_send(&server->news);
}

static void host_read(void *context, const char *table, uint64_t seq, uint64_t hash)
{
    struct server *server = context;
    struct log_reading *reading = need(sizeof *reading);
    memcpy(reading->table, table, strnlen(table, sizeof reading->table - 1));
    reading->seq = seq;
    reading->hash = hash;
    reading->done = on_read;
    reading->context = server;
    server->reads++;
    store_read_later(server->store, reading);
}

static void take_reading(struct server *server, struct log_reading *reading)
{
    static struct log_gate gate;
    char why[ERROR_SENTENCE];
    server->reads--;
    if (!reading->fine && !reading->damaged)
        logfmt_seldom(&gate, LOG_ERROR, "the store cannot be read",
                      log_text("reason", error_english(&reading->error, why)));
    hub_read(server->hub, reading);
    peck_buffer_free(&reading->steps);
    free(reading);
}

static void host_damaged(void *context, const char *table, uint64_t seq)
{
    struct server *server = context;
    store_note_damage(server->store, table, seq);
}

static void take_notice(struct server *server, const struct answer *notice)
{
    if (notice->table[0] == '\0') {
        hub_notice_all(server->hub);
        server->bans_lost = true;
    } else if (strcmp(notice->table, store_ban) == 0) {
        talk_ban(server, notice->reason);
    } else if (strcmp(notice->table, store_mute) == 0 ||
               strcmp(notice->table, store_unmute) == 0) {
        talk_mute(server, notice->reason, strcmp(notice->table, store_mute) == 0);
    } else if (notice->reason[0] != '\0') {
        hub_announced(server->hub, notice->table, notice->reason);
    } else {
        hub_notice(server->hub, notice->table);
    }
}

static void take_thought(struct server *server, struct thought *thought);

void host_news(struct server *server)
{
    struct answer *answers = take_all(server, &server->answers);
    struct answer *notices = take_all(server, &server->notices);
    pthread_mutex_lock(&server->lock);
    struct log_reading *readings = server->readings;
    server->readings = NULL;
    server->readings_end = &server->readings;
    struct thought *thoughts = server->thought;
    server->thought = NULL;
    pthread_mutex_unlock(&server->lock);
    for (struct answer *next; answers != NULL; answers = next) {
        next = answers->next;
        take_answer(server, answers);
        free(answers);
    }
    for (struct log_reading *next; readings != NULL; readings = next) {
        next = readings->next;
        take_reading(server, readings);
    }
    for (struct answer *next; notices != NULL; notices = next) {
        next = notices->next;
        take_notice(server, notices);
        free(notices);
    }
    for (struct thought *next; thoughts != NULL; thoughts = next) {
        next = thoughts->next;
        take_thought(server, thoughts);
    }
}

/* ---- Bots ---- */

static void start_thoughts(struct server *server);

/* On a thinker's thread. */
static void think(struct errand *errand)
{
    struct thought *thought = (struct thought *)errand;
    struct server *server = thought->server;
    uint64_t began = uv_hrtime();
    agenda_think(thought->thinking);
    thought->took = uv_hrtime() - began;
    pthread_mutex_lock(&server->lock);
    thought->next = server->thought;
    server->thought = thought;
    pthread_mutex_unlock(&server->lock);
    uv_async_send(&server->news);
}

/* What bots have thought for an address or an opener lately, in ms: half of it is forgotten
 * in HALF_MS. */
static double thought_for(struct address *address, int64_t now)
{
    enum { HALF_MS = 5000 };
    if (address == NULL)
        return 0;
    address->thought *= exp2(-(double)(now - address->thought_at) / HALF_MS);
    address->thought_at = now;
    return address->thought;
}

struct claim {
    struct thought **link;
    struct address *address;
    bool watched;
    double used;
};

static struct claim claim_of(struct server *server, struct thought **link, int64_t now)
{
    const struct conn *conn = hub_watcher(server->hub, (*link)->thinking->table);
    struct claim claim = {.link = link, .watched = conn != NULL};
    claim.address = conn != NULL ? conn->address : NULL;
    claim.used = fmax(thought_for(claim.address, now), thought_for((*link)->opener, now));
    return claim;
}

static bool goes_before(const struct claim *a, const struct claim *b)
{
    if (a->watched != b->watched)
        return a->watched;
    if (a->used != b->used)
        return a->used < b->used;
    return (*a->link)->cost < (*b->link)->cost;
}

/* A thought cannot be interrupted: one thread stays free for others. */
static bool may_think(const struct server *server, const struct claim *claim)
{
    uint32_t most = server->thinkers > 1 ? server->thinkers - 1 : 1;
    const struct address *opener = (*claim->link)->opener;
    if (opener != NULL && opener->thinking >= most)
        return false;
    if (!claim->watched)
        return server->thinking < server->thinkers && server->unwatched < most;
    return claim->address == NULL || claim->address->thinking < most;
}

/* Takes the thought out of the list whose turn it is; NULL: none may be begun now. The list
 * is searched, because who looks at a table changes all the time. */
static struct thought *next_thought(struct server *server)
{
    int64_t now = steady_ticks();
    struct claim best = {0};
    for (struct thought **link = &server->thoughts; *link != NULL; link = &(*link)->next) {
        struct claim claim = claim_of(server, link, now);
        if (may_think(server, &claim) && (best.link == NULL || goes_before(&claim, &best)))
            best = claim;
    }
    if (best.link == NULL)
        return NULL;
    struct thought *thought = *best.link;
    *best.link = thought->next;
    if (thought->next == NULL)
        server->thoughts_end = best.link;
    thought->address = best.address;
    thought->watched = best.watched;
    return thought;
}

enum { THOUGHT_MS = 20 }; /* is charged when a thought begins, and the rest at its end */

static void charge(struct address *address)
{
    if (address == NULL)
        return;
    address->held++;
    address->thinking++;
    address->thought += THOUGHT_MS;
}

static void settle(struct address *address, uint64_t took)
{
    if (address == NULL)
        return;
    address->held--;
    address->thinking--;
    address->thought = fmax(0, address->thought + (double)took / 1e6 - THOUGHT_MS);
}

static void thought_free(struct thought *thought)
{
    if (thought->opener != NULL)
        thought->opener->held--;
    free(thought);
}

static void take_thought(struct server *server, struct thought *thought)
{
    server->thinking--;
    server->metrics.count[COUNT_THOUGHTS]++;
    server->unwatched -= !thought->watched;
    settle(thought->address, thought->took);
    settle(thought->opener, thought->took);
    hub_thought(server->hub, thought->thinking);
    thought_free(thought);
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
        thought_free(thought);
    }
    server->thoughts_end = &server->thoughts;
    server->thoughts_waiting = 0;
}

static void start_thoughts(struct server *server)
{
    if (server->ending)
        forget_thoughts(server);
    /* Those that somebody watches do not wait for the others, which stand back. */
    while (server->thoughts != NULL &&
           server->thinking - server->unwatched < server->thinkers) {
        struct thought *thought = next_thought(server);
        if (thought == NULL)
            return;
        server->unwatched += !thought->watched;
        charge(thought->address);
        charge(thought->opener);
        server->thoughts_waiting--;
        server->thinking++;
        thought->errand.run = think;
        thinkers_give(server->crew, thought->watched ? THINK_WATCHED : THINK_UNWATCHED,
                      &thought->errand);
    }
}

/* The bots of a game are in the order of their strength; those that none knows search. */
static int cost_of(const struct thinking *thinking)
{
    const struct peck_skill *skill = peck_skill_of(thinking->match.game);
    for (int i = 0; i < skill->count; i++) {
        if (&skill->bots[i] == thinking->player.bot)
            return i < PECK_LEVELS ? i : PECK_HARD;
    }
    return PECK_HARD;
}

void host_tick(struct server *server)
{
    static struct log_gate gate;
    enum { LONG_MS = 5000 };
    if (server->thoughts != NULL && steady_ticks() - server->thoughts->since > LONG_MS)
        logfmt_seldom(&gate, LOG_WARN, "bots wait for a thread",
                      log_number("bots", server->thoughts_waiting));
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
    thought->cost = cost_of(thinking);
    thought->since = steady_ticks();
    const char *opener = hub_opener(server->hub, thinking->table);
    if (opener[0] != '\0')
        thought->opener = limits_find(&server->limits, opener, thought->since);
    if (thought->opener != NULL)
        thought->opener->held++; /* it stays while this waits */
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
    while (!server->ending && wakes_take(&server->wakes, steady_now(), table))
        hub_wake(server->hub, table);
    set_waker(server);
}

static void set_waker(struct server *server)
{
    int64_t first = wakes_first(&server->wakes), now = steady_now();
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

/* ---- Other processes ---- */

static void push(struct server *server, struct answers *list, const char *table,
                 const char *text)
{
    struct answer *answer = calloc(1, sizeof *answer);
    if (answer == NULL)
        return; /* no more than a wake-up is lost */
    memcpy(answer->table, table, strnlen(table, sizeof answer->table - 1));
    memcpy(answer->reason, text, strnlen(text, sizeof answer->reason - 1));
    append_answer(server, list, answer);
}

static void host_announce(void *context, const char *table, const char *text)
{
    struct server *server = context;
    push(server, &server->announcements, table, text);
}

/* Without a connection they are lost, as they may be. */
static void send_announcements(struct server *server, struct db *db)
{
    struct answer *first = take_all(server, &server->announcements);
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

void host_notice(void *context, const char *words)
{
    struct server *server = context;
    char table[STORE_TABLE] = "";
    size_t length = strcspn(words, " ");
    memcpy(table, words, length < sizeof table ? length : sizeof table - 1);
    push(server, &server->notices, table, words[length] == ' ' ? words + length + 1 : "");
    uv_async_send(&server->news);
}

/* On a separate thread: a notice wakes the loop. */
static void *listen_to_others(void *context)
{
    struct server *server = context;
    struct db *db = server->others;
    while (!__atomic_load_n(&server->listener_ends, __ATOMIC_ACQUIRE)) {
        char words[STORE_TABLE + 64] = "";
        send_announcements(server, db);
        if (db_wait(db, 200, words, sizeof words))
            host_notice(server, words);
    }
    db_close(db);
    return NULL;
}

static void host_crowd(void *context, const char *table, uint32_t people, bool here)
{
    struct server *server = context;
    if (here)
        crowd_here(server->crowd, table, people);
    else
        crowd_elsewhere(server->crowd, table, people > 0, steady_ticks());
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
                        .damaged = host_damaged,
                        .think = host_think,
                        .wake = host_wake,
                        .send = host_send,
                        .drop = host_drop,
                        .announce = several ? host_announce : NULL,
                        .crowd = host_crowd};
    server->readings_end = &server->readings;
    server->thoughts_end = &server->thoughts;
    server->crowd = crowd_new();
    server->crew = thinkers_new(server->thinkers);
    server->hub = server->crowd != NULL && server->crew != NULL ? hub_new(&host) : NULL;
    api_crowd(server->api, server->crowd);
    if (server->hub == NULL) {
        peck_error_say(error, "error.memory");
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
        trouble(error, "there is no thread for the notices of PostgreSQL");
        db_close(server->others);
        return false;
    }
    return true;
}

bool host_is_idle(const struct server *server)
{
    return server->appends == 0 && server->reads == 0 && server->jobs == 0;
}

void host_stop(struct server *server)
{
    if (server->listens) {
        __atomic_store_n(&server->listener_ends, true, __ATOMIC_RELEASE);
        pthread_join(server->listener_thread, NULL);
    }
    forget_thoughts(server);
    if (server->crew != NULL)
        thinkers_free(server->crew);
    struct answer *notice = take_all(server, &server->notices);
    for (struct answer *next; notice != NULL; notice = next) {
        next = notice->next;
        free(notice);
    }
    if (server->hub != NULL)
        hub_free(server->hub);
    send_announcements(server, NULL);
    wakes_free(&server->wakes);
    free(server->due.tables);
}
