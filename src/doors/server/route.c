/* route.c — sends each request to whoever answers it, within the limits of its address.
 *
 * Files, health and metrics are answered at once on the loop's thread. Whatever may wait
 * for the database or for Argon2id becomes a *job* on a worker thread: requests to the API,
 * and handshakes of WebSockets, for which bans and accounts are looked up. A job owns the
 * request, because the connection may be gone when it is done (route_abandon). If somebody
 * was banned while a handshake was looked up, it is looked up again.
 *
 * Behind the proxy that --proxy names, the address of a client is the last of
 * X-Forwarded-For; the others could have been written by anybody. A browser's script may
 * only change things or open a WebSocket from our own origin (origin_is_ours). */
#include "server.h"

#include <peck/json.h>

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Of one address. */
enum {
    REQUESTS_EACH_SECOND = 20,
    REQUESTS_AT_ONCE = 200,
    /* A first visit takes some 170 of the client's files, for use offline too, and a club
     * of thirty may come at once behind one address. They cost next to nothing. */
    FILES_EACH_SECOND = 300,
    FILES_AT_ONCE = 6000,
    UPGRADES_EACH_SECOND = 2,
    UPGRADES_AT_ONCE = 40,
    TABLES_EACH_MINUTE = 10,
    TABLES_AT_ONCE = 20,
    JOBS_AT_ONCE = 128, /* on their way: a club of thirty may open the lobby at once */
    ORIGIN_TEXT = 300,
};

struct job {
    uv_work_t work;
    struct server *server;
    struct conn *conn;     /* NULL: it has gone */
    struct address *entry; /* whose turn it takes */
    bool waits;            /* for a thread */
    struct job *next;      /* of the same address */
    struct http *http;
    bool talks; /* a handshake: who is it, and are they banned? */
    bool banned, muted;
    uint32_t bans; /* that the server had heard of when this one was asked for */
    char person[STEP_PERSON], origin[ORIGIN_TEXT];
    struct request request;
    struct response response;
};

/* ---- The client ---- */

/* The last of X-Forwarded-For is what the proxy saw; the others anybody may have written.
 */
void route_address(const struct conn *conn, char address[ADDRESS_TEXT])
{
    const char *list = conn->http != NULL ? http_header(conn->http, "x-forwarded-for") : "";
    const char *last = strrchr(list, ',');
    unsigned char bytes[16];
    memcpy(address, conn->peer, ADDRESS_TEXT);
    if (!conn->proxied)
        return;
    last = last != NULL ? last + 1 : list;
    last += strspn(last, " \t");
    if (inet_pton(AF_INET, last, bytes) == 1 || inet_pton(AF_INET6, last, bytes) == 1)
        snprintf(address, ADDRESS_TEXT, "%s", last);
}

/* Scheme and host as the browser sees them, for links. */
static void own_origin(const struct conn *conn, char origin[ORIGIN_TEXT])
{
    const struct serve_options *options = conn->server->options;
    bool secure = conn->proxied &&
                  strcasecmp(http_header(conn->http, "x-forwarded-proto"), "https") == 0;
    if (options->origin_count > 0)
        snprintf(origin, ORIGIN_TEXT, "%s", options->origins[0]);
    else
        snprintf(origin, ORIGIN_TEXT, "%s%s", secure ? "https://" : "http://",
                 http_header(conn->http, "host"));
}

/* A browser tells which page's script asks; what is no browser sends no Origin, and has
 * nobody's cookies. */
static bool origin_is_ours(const struct conn *conn)
{
    const struct serve_options *options = conn->server->options;
    const char *origin = http_header(conn->http, "origin"), *host;
    if (origin[0] == '\0')
        return true;
    for (int i = 0; i < options->origin_count; i++) {
        if (strcasecmp(origin, options->origins[i]) == 0)
            return true;
    }
    host = strstr(origin, "://");
    return options->origin_count == 0 && host != NULL &&
           strcasecmp(host + 3, http_header(conn->http, "host")) == 0;
}

/* ---- Jobs ---- */

static void job_free(struct job *job)
{
    job->server->jobs--;
    job->entry->held--;
    peck_buffer_free(&job->response.body);
    if (job->http != NULL)
        http_free(job->http);
    free(job->http);
    free(job);
}

bool route_waits(const struct job *job)
{
    return job->waits;
}

/* A request that waits for a thread is not started. */
void route_abandon(struct job *job)
{
    job->conn = NULL;
    if (!job->waits)
        return;
    struct job **link = &job->entry->jobs, *last = NULL;
    for (; *link != job; link = &(*link)->next)
        last = *link;
    *link = job->next;
    if (job->next == NULL)
        job->entry->last = last;
    job_free(job);
}

/* Gives the request back to its connection, which answers it. NULL: there is none. */
static struct conn *job_end(struct job *job)
{
    struct conn *conn = job->conn;
    if (conn == NULL)
        return NULL;
    conn->job = NULL;
    conn->http = job->http;
    job->http = NULL;
    return conn;
}

static void answer_response(struct job *job)
{
    const struct response *response = &job->response;
    struct conn *conn = job_end(job);
    if (conn != NULL) {
        conn_reply(conn,
                   &(struct http_reply){
                       .status = response->status,
                       .type = response->type,
                       .body = response->body.bytes,
                       .count = response->body.length,
                       .cookie = response->cookie[0] != '\0' ? response->cookie : NULL,
                       .download = response->name[0] != '\0' ? response->name : NULL});
        conn_resume(conn);
    }
    job_free(job);
}

/* The hub's answer to the wish for a table. */
static void on_opened(void *context, const char *table, const char *reason)
{
    struct job *job = context;
    char bytes[512];
    struct peck_text text = peck_text_begin(bytes, sizeof bytes);
    struct peck_json json = peck_json_begin(&text);
    job->response.status = table != NULL ? 201 : 503;
    job->response.type = "application/json";
    peck_json_object(&json, NULL);
    if (table != NULL) {
        peck_json_string(&json, "table", table);
    } else {
        peck_json_string(&json, "code", "unavailable");
        peck_json_string(&json, "why", reason);
    }
    peck_json_end_object(&json);
    job->response.body.length = 0;
    if (peck_buffer_add(&job->response.body, text.buffer, text.length) != PECK_OK)
        job->response.status = 503;
    answer_response(job);
}

static void start_job(struct job *job);
static void start_jobs(struct server *server);

static void answer_talk(struct job *job)
{
    if (!job->banned && job->bans != job->server->bans) {
        start_job(job); /* somebody was banned meanwhile: perhaps this one */
        return;
    }
    struct conn *conn = job_end(job);
    if (conn != NULL && job->banned) {
        conn_refuse(conn, 403, "banned", "you are not welcome here");
        conn_resume(conn);
    } else if (conn != NULL) {
        bool fine = websocket_accept(conn->http, &conn->out) == PECK_OK &&
                    talk_begin(conn, job->person, job->muted);
        conn_drop_request(conn);
        if (!fine)
            conn_end(conn);
        conn_put(conn, "", 0); /* the answer is in the buffer, and is to go out */
        conn_resume(conn);
    }
    job_free(job);
}

static void work(uv_work_t *request)
{
    struct job *job = (struct job *)request;
    if (job->talks)
        job->banned = !api_admit(job->server->api, job->request.cookie, job->request.origin,
                                 job->request.address, job->person, &job->muted);
    else
        api_answer(job->server->api, &job->request, &job->response);
}

static bool may_open(struct job *job)
{
    struct server *server = job->server;
    int64_t now = steady_ticks();
    struct address *address = limits_find(&server->limits, job->request.address, now);
    return server->options->unlimited ||
           (address != NULL &&
            limits_take(&address->tables, TABLES_EACH_MINUTE / 60.0, TABLES_AT_ONCE, now));
}

static void worked(uv_work_t *request, int status)
{
    struct job *job = (struct job *)request;
    struct server *server = job->server;
    struct conn *conn;
    /* `status` is unused: nobody cancels it */
    server->working--;
    job->entry->working--;
    start_jobs(server);
    if (job->talks) {
        answer_talk(job);
    } else if (!job->response.opens) {
        answer_response(job);
    } else if (may_open(job)) {
        hub_open(job->server->hub, &job->response.terms, on_opened, job);
    } else {
        if ((conn = job_end(job)) != NULL) {
            conn_refuse(conn, 429, "too-many", "you open too many tables; wait a minute");
            conn_resume(conn);
        }
        job_free(job);
    }
}

static void take_turn(struct server *server, struct address *address)
{
    address->in_turn = true;
    address->next_job = NULL;
    *server->turns_end = address;
    server->turns_end = &address->next_job;
}

/* The first address whose turn it is. One thread stays free for others: a password takes
 * long, and is not interrupted. NULL: nobody's job can be begun now. */
static struct address *next_address(struct server *server)
{
    struct address **link = &server->turns, *address;
    while (*link != NULL && (*link)->working >= WORKERS - 1)
        link = &(*link)->next_job;
    address = *link;
    if (address == NULL)
        return NULL;
    *link = address->next_job;
    if (*link == NULL)
        server->turns_end = link;
    return address;
}

/* The next job of whoever is next; NULL: none waits. Jobs may have been abandoned. */
static struct job *next_job(struct server *server)
{
    struct job *job = NULL;
    struct address *address;
    while (job == NULL && (address = next_address(server)) != NULL) {
        address->in_turn = false;
        address->held--;
        job = address->jobs;
        if (job == NULL)
            continue;
        address->jobs = job->next;
        if (address->jobs != NULL) {
            address->held++;
            take_turn(server, address);
        }
    }
    return job;
}

/* Addresses take turns, so that whoever asks for much waits for himself alone. */
static void start_jobs(struct server *server)
{
    struct job *job;
    while (server->working < WORKERS && (job = next_job(server)) != NULL) {
        server->working++;
        job->entry->working++;
        job->waits = false;
        job->bans = server->bans;
        uv_queue_work(&server->loop, &job->work, work, worked);
    }
}

static void start_job(struct job *job)
{
    struct address *address = job->entry;
    job->waits = true;
    job->next = NULL;
    if (address->jobs == NULL)
        address->jobs = job;
    else
        address->last->next = job;
    address->last = job;
    if (!address->in_turn) {
        address->held++; /* it stays while it has its turn */
        take_turn(job->server, address);
    }
    start_jobs(job->server);
}

static void begin_job(struct conn *conn, const char *address, bool talks)
{
    struct server *server = conn->server;
    struct address *entry = limits_find(&server->limits, address, steady_ticks());
    if (entry != NULL && entry->held >= JOBS_AT_ONCE && !server->options->unlimited) {
        conn_refuse(conn, 429, "too-many", "you ask for too much at once");
        return;
    }
    struct job *job = entry != NULL ? calloc(1, sizeof *job) : NULL;
    if (job == NULL) {
        conn_refuse(conn, 503, "unavailable", "the server is out of memory");
        return;
    }
    job->server = server;
    job->conn = conn;
    job->entry = entry;
    entry->held++;
    job->talks = talks;
    own_origin(conn, job->origin);
    job->http = conn->http;
    job->request = (struct request){.method = job->http->method,
                                    .path = job->http->path,
                                    .query = job->http->query,
                                    .cookie = http_header(job->http, "cookie"),
                                    .language = http_header(job->http, "accept-language"),
                                    .origin = job->origin,
                                    .body = job->http->body.bytes,
                                    .count = job->http->body.length};
    snprintf(job->request.address, sizeof job->request.address, "%s", address);
    if (job->request.body == NULL)
        job->request.body = "";
    conn->http = NULL; /* the job has it, for the connection may go */
    conn->job = job;
    server->jobs++;
    start_job(job);
}

/* ---- What is asked for ---- */

static void reply_text(struct conn *conn, int status, const char *text)
{
    conn_reply(conn, &(struct http_reply){.status = status,
                                          .type = "text/plain; charset=utf-8",
                                          .body = text,
                                          .count = strlen(text)});
}

static void reply_metrics(struct conn *conn)
{
    struct server *server = conn->server;
    struct peck_buffer body = {0};
    struct gauges gauges = {.connections = server->conn_count,
                            .talking = server->talking,
                            .tables = hub_tables(server->hub),
                            .thinking = server->thinking + server->thoughts_waiting,
                            .thoughts = server->thoughts_waiting,
                            .jobs = server->jobs,
                            .guesses = api_guesses(server->api),
                            .waiting = server->appends,
                            .wakes = server->wakes.count,
                            .damages = store_damages(server->store)};
    if (metrics_write(&server->metrics, &gauges, &body) == PECK_OK)
        conn_reply(conn, &(struct http_reply){.status = 200,
                                              .type = "text/plain; version=0.0.4",
                                              .body = body.bytes,
                                              .count = body.length});
    else
        conn_refuse(conn, 503, "unavailable", "the server is out of memory");
    peck_buffer_free(&body);
}

static void reply_asset(struct conn *conn)
{
    struct http_reply reply = {0};
    assets_answer(&conn->server->assets, conn->http, &reply);
    conn_reply(conn, &reply);
}

static void begin_talk(struct conn *conn, const char *address)
{
    struct server *server = conn->server;
    int64_t now = steady_ticks();
    struct address *entry = limits_find(&server->limits, address, now);
    int status = websocket_refusal(conn->http);
    if (status != 0)
        conn_refuse(conn, status, "bad-request", "this is the place of a WebSocket");
    else if (!origin_is_ours(conn))
        conn_refuse(conn, 403, "origin", "this page may not play here");
    else if (entry == NULL ||
             (!server->options->unlimited &&
              !limits_take(&entry->upgrades, UPGRADES_EACH_SECOND, UPGRADES_AT_ONCE, now)))
        conn_refuse(conn, 429, "too-many", "you connect too often");
    else if (conn->proxied && !conn_count(conn, address))
        conn_refuse(conn, 429, "too-many", "there are too many connections from you");
    else if (server->ending)
        conn_refuse(conn, 503, "unavailable", "the server is about to stop");
    else
        begin_job(conn, address, true);
}

/* Whether letters and digits are behind `/t/` or `/j/`: they go into headers and pages. */
static bool is_link(const char *path, char folder)
{
    size_t length = strlen(path);
    return path[0] == '/' && path[1] == folder && path[2] == '/' && length > 3 &&
           length < 3 + STORE_TABLE &&
           strspn(path + 3, "abcdefghijklmnopqrstuvwxyz0123456789") == length - 3;
}

/* `/j/CODE`, the link of a shared screen: to the page of the client that joins a table. */
static bool reply_link(struct conn *conn)
{
    char location[sizeof "/#/join/" + STORE_TABLE];
    if (!is_link(conn->http->path, 'j'))
        return false;
    snprintf(location, sizeof location, "/#/join/%s", conn->http->path + 3);
    conn_reply(conn, &(struct http_reply){.status = 302, .location = location, .body = ""});
    return true;
}

static bool is_api(const char *path)
{
    return strncmp(path, "/api", 4) == 0 && (path[4] == '/' || path[4] == '\0');
}

/* The places everybody may look at. */
static bool route_fixed(struct conn *conn)
{
    struct server *server = conn->server;
    const char *path = conn->http->path;
    bool ready = server->store_answers && !server->ending;
    if (strcmp(path, "/healthz") == 0)
        reply_text(conn, 200, "alive\n");
    else if (strcmp(path, "/readyz") == 0)
        reply_text(conn, ready ? 200 : 503, ready ? "ready\n" : "not ready\n");
    else if (strcmp(path, "/metrics") == 0)
        reply_metrics(conn);
    else if (strcmp(path, "/join") == 0)
        conn_reply(conn,
                   &(struct http_reply){.status = 302, .location = "/#/join", .body = ""});
    else
        return reply_link(conn);
    return true;
}

static bool may_ask(struct address *entry, const char *path, int64_t now)
{
    return is_api(path) || strcmp(path, "/ws") == 0 || is_link(path, 't')
               ? limits_take(&entry->requests, REQUESTS_EACH_SECOND, REQUESTS_AT_ONCE, now)
               : limits_take(&entry->files, FILES_EACH_SECOND, FILES_AT_ONCE, now);
}

void route(struct conn *conn)
{
    struct server *server = conn->server;
    const struct http *http = conn->http;
    int64_t now = steady_ticks();
    char address[ADDRESS_TEXT];
    route_address(conn, address);
    struct address *entry = limits_find(&server->limits, address, now);
    bool reads = strcmp(http->method, "GET") == 0 || strcmp(http->method, "HEAD") == 0;
    if (entry == NULL || (!server->options->unlimited && !may_ask(entry, http->path, now)))
        conn_refuse(conn, 429, "too-many", "you ask too often");
    else if (strcmp(http->path, "/ws") == 0)
        begin_talk(conn, address);
    else if (is_api(http->path) && !reads && !origin_is_ours(conn))
        conn_refuse(conn, 403, "origin", "this page may not ask that");
    else if (is_api(http->path))
        begin_job(conn, address, false);
    else if (reads && is_link(http->path, 't'))
        begin_job(conn, address, false);
    else if (!reads)
        conn_refuse(conn, 405, "method", "this is only to be looked at");
    else if (!route_fixed(conn))
        reply_asset(conn);
}
