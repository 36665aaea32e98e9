/* alerts.c — with every sweep: which turns have lasted long enough, and who is away?
 *
 * The database is asked on a worker thread, then the hub on the loop's, which knows who is
 * connected, and then a worker thread sends. Whoever is connected `alert_after` into their
 * turn has seen that it is theirs, and is not alerted later in it. Where several processes
 * share a database, the one with connections at a table knows best: the others leave its
 * turns to it for LATE_MS. */
#include "alerts.h"

#include "poster.h"
#include "server.h"

#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 64, LATE_MS = 3000 };

struct alerts {
    uv_work_t work;
    struct server *server;
    struct poster *poster;
    bool busy;
    struct api_turn turns[AT_ONCE];
    int count;
};

struct alerts *alerts_new(struct server *server)
{
    struct alerts *alerts = calloc(1, sizeof *alerts);
    if (alerts == NULL)
        return NULL;
    alerts->server = server;
    alerts->poster = poster_new(server->options->alert_loopback);
    if (alerts->poster != NULL)
        return alerts;
    free(alerts);
    return NULL;
}

void alerts_free(struct alerts *alerts)
{
    if (alerts == NULL)
        return;
    poster_free(alerts->poster);
    free(alerts);
}

bool alerts_busy(const struct alerts *alerts)
{
    return alerts->busy;
}

static void find(uv_work_t *work)
{
    struct alerts *alerts = (struct alerts *)work;
    int64_t until = steady_now() - alerts->server->options->alert_after;
    alerts->count = api_find_turns(alerts->server->api, until, alerts->turns, AT_ONCE);
}

static void send_all(uv_work_t *work)
{
    struct alerts *alerts = (struct alerts *)work;
    const struct serve_options *options = alerts->server->options;
    bool named =
        options->origin_count > 0 && strncmp(options->origins[0], "https://", 8) == 0;
    for (int i = 0; i < alerts->count; i++)
        api_alert(alerts->server->api, alerts->poster, &alerts->turns[i],
                  named ? options->origins[0] : "");
}

static void sent(uv_work_t *work, int status)
{
    struct alerts *alerts = (struct alerts *)work;
    alerts->busy = false;
}

/* Keeps those turns of which this process can say whether somebody is away. */
static void found(uv_work_t *work, int status)
{
    struct alerts *alerts = (struct alerts *)work;
    struct server *server = alerts->server;
    int64_t late = steady_now() - server->options->alert_after - LATE_MS;
    int kept = 0;
    for (int i = 0; i < alerts->count; i++) {
        struct api_turn *turn = &alerts->turns[i];
        uint32_t seats = 0;
        bool knows = hub_here(server->hub, turn->table, &seats);
        if (!knows && server->listens && turn->since > late)
            continue; /* another process may know */
        turn->absent = (seats >> turn->seat & 1) == 0;
        alerts->turns[kept++] = *turn;
    }
    alerts->count = kept;
    alerts->busy = kept > 0 && !server->ending;
    if (alerts->busy)
        uv_queue_work(&server->loop, &alerts->work, send_all, sent);
}

void alerts_look(struct alerts *alerts)
{
    if (alerts->busy || alerts->server->ending)
        return;
    alerts->busy = true;
    uv_queue_work(&alerts->server->loop, &alerts->work, find, found);
}
