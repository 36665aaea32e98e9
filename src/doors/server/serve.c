/* serve.c — starts the server, runs the loop, and stops it so that nobody loses an answer.
 *
 * Starting: the limit of open files and the secret are checked, then the store, the API,
 * the hub and the administrator's socket are opened, and only then the port. The first
 * sweep finds what was left undone when the last process ended.
 *
 * Stopping, at SIGTERM or SIGINT, takes three stages: accept nothing new; finish what was
 * begun, so that whoever waits for an answer gets it; close connections with 1001, so that
 * clients connect again elsewhere. `drain` is called every 20 ms, and after DRAIN_MS the
 * process ends in any case. It does not wait for bots that think or for a store that does
 * not answer: whoever reads the log next does what is left. If some thread is still busy
 * then, the process leaves by _exit without joining it. */
#include "server.h"

#include "secret.h"
#include "trouble.h"
#include "upkeep.h"

#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BACKLOG = 4096, LIST_FILES = 64 };

/* ---- The database ---- */

bool serve_is_store(const char *text)
{
    const char *file = db_file(text);
    return file == NULL || (file[0] != '\0' && strstr(file, "://") == NULL &&
                            (file != text || strchr(file, '/') != NULL));
}

bool serve_backup(const char *store, const char *path, struct peck_error *error)
{
    char part[1024];
    const char *from = db_file(store);
    if (from != NULL && access(from, R_OK) != 0)
        return trouble_about(error, from, strerror(errno));
    if (access(path, F_OK) == 0)
        return trouble_about(error, path, "the file is there already");
    if (snprintf(part, sizeof part, "%s.part", path) >= (int)sizeof part)
        return trouble_about(error, path, "the name is too long");
    umask(077);
    (void)unlink(part); /* of a backup that was cut off */
    struct db *db = db_open(store, error);
    if (db == NULL)
        return false;
    bool fine = db_backup(db, part, error) == PECK_OK;
    db_close(db);
    if (fine && rename(part, path) != 0)
        return trouble_about(error, path, strerror(errno));
    return fine;
}

/* ---- The end ---- */

static void stop_handle(uv_handle_t *handle, void *context)
{
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

static void close_all(struct server *server)
{
    for (struct conn *conn = server->conns; conn != NULL; conn = conn->next) {
        if (conn->state == CONN_TALKS)
            talk_end(conn, CLOSE_GOING_AWAY);
        if (conn->state != CONN_WORKS)
            conn_end(conn);
    }
}

/* Called with every tick: is there anything left to wait for? */
static void drain(struct server *server)
{
    bool late = steady_ticks() > server->ends_at;
    if (!late && !host_is_idle(server))
        return;
    close_all(server);
    conn_flush_all(server);
    if (server->conn_count > 0 && !late)
        return;
    uv_stop(&server->loop);
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct server *server = handle->data;
    if (server->ending)
        return;
    log_event(LOG_INFO, "stopping",
              log_text("signal", number == SIGTERM  ? "TERM"
                                 : number == SIGINT ? "INT"
                                                    : "HUP"));
    server->ending = true;
    server->ends_at = steady_ticks() + DRAIN_MS;
    uv_close((uv_handle_t *)&server->listener, NULL);
    uv_timer_set_repeat(&server->ticker, 20);
    uv_timer_again(&server->ticker);
}

/* ---- The loop ---- */

static void on_tick(uv_timer_t *timer)
{
    struct server *server = timer->data;
    steady_correct();
    conn_tick_all(server);
    host_tick(server);
    if (server->ending)
        drain(server);
}

static void on_news(uv_async_t *async)
{
    host_news(async->data);
}

/* Before the loop waits: everything that was said goes out. */
static void on_prepare(uv_prepare_t *prepare)
{
    struct server *server = prepare->data;
    conn_accept_more(server);
    sweep_wake(server);
    conn_flush_all(server);
}

static void on_sweep(uv_timer_t *timer)
{
    struct server *server = timer->data;
    sweep_begin(server);
    alerts_look(server->alerts);
}

static void settle(uv_work_t *work)
{
    struct server *server = work->data;
    api_settle(server->api);
    if (steady_ticks() < server->prune_at)
        return;
    server->prune_at = steady_ticks() + PRUNE_MS;
    json_decref(upkeep_prune(server->api));
}

static void settled(uv_work_t *work, int status)
{
    struct server *server = work->data;
    server->settling = false;
    free(work);
}

static void on_settle(uv_timer_t *timer)
{
    struct server *server = timer->data;
    uv_work_t *work = server->settling || server->ending ? NULL : malloc(sizeof *work);
    if (work == NULL)
        return;
    work->data = server;
    server->settling = true;
    uv_queue_work(&server->loop, work, settle, settled);
}

static void start_timers(struct server *server)
{
    uv_timer_init(&server->loop, &server->ticker);
    uv_timer_init(&server->loop, &server->waker);
    uv_timer_init(&server->loop, &server->sweeper);
    uv_timer_init(&server->loop, &server->settler);
    uv_prepare_init(&server->loop, &server->flusher);
    uv_idle_init(&server->loop, &server->idler);
    uv_signal_init(&server->loop, &server->terminate);
    uv_signal_init(&server->loop, &server->interrupt);
    uv_signal_init(&server->loop, &server->hangup);
    server->ticker.data = server->waker.data = server->sweeper.data = server;
    server->settler.data = server->flusher.data = server;
    server->terminate.data = server->interrupt.data = server->hangup.data = server;
    uv_timer_start(&server->ticker, on_tick, TICK_MS, TICK_MS);
    uv_timer_start(&server->sweeper, on_sweep, SWEEP_MS, SWEEP_MS);
    uv_timer_start(&server->settler, on_settle, SETTLE_MS, SETTLE_MS);
    uv_prepare_start(&server->flusher, on_prepare);
    uv_signal_start(&server->terminate, on_signal, SIGTERM);
    uv_signal_start(&server->interrupt, on_signal, SIGINT);
    uv_signal_start(&server->hangup, on_signal, SIGHUP); /* its terminal is closed */
}

/* ---- The beginning ---- */

static bool cannot_listen(const struct serve_options *options, int status,
                          struct peck_error *error)
{
    struct peck_text text = trouble_begin(error);
    peck_put(&text, "cannot listen on ");
    peck_put(&text, options->listen);
    peck_put(&text, ", port ");
    peck_put_int(&text, options->port);
    peck_put(&text, ": ");
    if (status == UV_EADDRINUSE)
        peck_put(&text, "another program uses this port; choose another one with --port");
    else if (status == UV_EACCES)
        peck_put(&text, "this needs root; choose a port from 1024 on with --port");
    else if (status == UV_EADDRNOTAVAIL)
        peck_put(&text, "this machine does not have this address; try --listen lan");
    else
        peck_put(&text, uv_strerror(status));
    return false;
}

static bool start_listening(struct server *server, struct peck_error *error)
{
    const struct serve_options *options = server->options;
    struct sockaddr_storage address;
    int status =
        uv_ip4_addr(options->listen, options->port, (struct sockaddr_in *)&address);
    if (status != 0)
        status =
            uv_ip6_addr(options->listen, options->port, (struct sockaddr_in6 *)&address);
    if (status != 0)
        return trouble_about(error, options->listen, "this is no address to listen on");
    uv_tcp_init(&server->loop, &server->listener);
    server->listener.data = server;
    status = uv_tcp_bind(&server->listener, (struct sockaddr *)&address, 0);
    if (status == 0)
        status = uv_listen((uv_stream_t *)&server->listener, BACKLOG, conn_accept);
    return status == 0 || cannot_listen(options, status, error);
}

/* As many files as we may have, and fewer connections than that. */
static bool fit_files(const struct serve_options *options, struct peck_error *error)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return true;
    files.rlim_cur = files.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &files);
    if (options->connections + LIST_FILES + 256 <= files.rlim_cur)
        return true;
    return trouble_about(error, "too many connections",
                         "this process may not have so many files open; see ulimit -n");
}

/* A thread for each processor on which bots think, and some for requests beside them. libuv
 * reads the variable at the first work. */
static void fit_workers(struct server *server)
{
    char number[16];
    server->thinkers = uv_available_parallelism(); /* asks no file: a unit may hide /proc */
    snprintf(number, sizeof number, "%d", WORKERS + HOUSEKEEPERS);
    setenv("UV_THREADPOOL_SIZE", number, 1);
}

/* Keeps memory where it was needed once from staying with us: glibc would give every thread
 * an arena, and raise the size from which a block is returned to the system at once to that
 * of the largest ever freed, which is a bot's search of some megabytes. */
static void fit_memory(void)
{
#ifdef __GLIBC__
    enum { ARENAS = 4, LARGE = 256 << 10 };
    (void)mallopt(M_ARENA_MAX, ARENAS);
    (void)mallopt(M_MMAP_THRESHOLD, LARGE);
    (void)mallopt(M_TRIM_THRESHOLD, LARGE);
#endif
}

static bool open_parts(struct server *server, struct peck_error *error)
{
    const struct serve_options *options = server->options;
    uint8_t secret[API_SECRET];
    if (!fit_files(options, error) || !secret_read(options, secret, error))
        return false;
    if (options->www != NULL && !assets_load(&server->assets, "", options->www, error))
        return false;
    if (options->docs != NULL && !assets_documented(&server->assets) &&
        !assets_load(&server->assets, "/docs", options->docs, error))
        return false;
    server->store = store_open(options->store, error);
    if (server->store == NULL)
        return false;
    server->api = api_new(server->store, secret);
    sodium_memzero(secret, sizeof secret);
    if (server->api == NULL)
        return trouble_about(error, "cannot start", "there is not enough memory");
    api_watch(server->api, host_notice, server);
    api_document(server->api, assets_documented(&server->assets));
    api_loopback(server->api, options->alert_loopback);
    server->alerts = alerts_new(server);
    if (server->alerts == NULL)
        return trouble_about(error, "cannot start", "there is not enough memory");
    return host_start(server, error) &&
           admin_control_start(&server->control, server->api, options->store, error);
}

static void close_parts(struct server *server)
{
    admin_control_stop(server->control);
    alerts_free(server->alerts);
    host_stop(server);
    if (server->api != NULL)
        api_free(server->api);
    crowd_free(server->crowd);
    if (server->store != NULL)
        store_close(server->store);
    assets_free(&server->assets);
    limits_free(&server->limits);
    pthread_mutex_destroy(&server->lock);
}

static bool run(struct server *server, struct peck_error *error)
{
    start_timers(server);
    bool fine = start_listening(server, error);
    if (fine) {
        server->store_answers = true; /* it was just opened */
        sweep_begin(server);
        greeting_show(server);
        uv_run(&server->loop, UV_RUN_DEFAULT);
    }
    return fine;
}

/* No other thread does anything that has to be waited for. */
static bool is_quiet(const struct server *server)
{
    return host_is_idle(server) && server->thinking == 0 && !server->settling &&
           server->sweep == NULL && !alerts_busy(server->alerts) && server->store_answers;
}

/* The last word: what was left undone. `cut` connections were not closed by then. */
static void tell_end(const struct server *server, int64_t cut)
{
    log_event(LOG_INFO, "stopped", log_number("appends", server->appends),
              log_number("thinking", server->thinking), log_number("connections", cut));
}

/* Without waiting for threads, as exit would. */
static _Noreturn void leave_at_once(struct server *server)
{
    bool lost = server->appends > 0;
    if (lost)
        log_event(LOG_ERROR, "the store did not answer in time");
    admin_control_stop(server->control);
    tell_end(server, server->conn_count);
    _exit(lost ? 1 : 0);
}

bool serve(const struct serve_options *options, struct peck_error *error)
{
    struct server *server = calloc(1, sizeof *server);
    if (server == NULL || sodium_init() < 0 || uv_loop_init(&server->loop) != 0) {
        free(server);
        return trouble_about(error, "cannot start", "there is not enough memory");
    }
    signal(SIGPIPE, SIG_IGN);
    umask(077); /* the database is nobody else's to read */
    logfmt_from(options->log);
    server->options = options;
    pthread_mutex_init(&server->lock, NULL);
    server->turns_end = &server->turns;
    uv_async_init(&server->loop, &server->news, on_news); /* threads need it at once */
    server->news.data = server;
    fit_workers(server);
    fit_memory();
    bool fine = open_parts(server, error) && run(server, error);
    if (fine && !is_quiet(server))
        leave_at_once(server);
    int64_t cut = server->conn_count;
    conn_drop_all(server);
    uv_walk(&server->loop, stop_handle, NULL);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    close_parts(server);
    uv_loop_close(&server->loop);
    if (fine)
        tell_end(server, cut);
    free(server);
    return fine;
}
