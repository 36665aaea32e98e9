/* talk.c — a connection at a table: carries messages between its WebSocket and the hub.
 *
 * talk_begin makes the client of the hub when the handshake was accepted, talk_hear feeds
 * bytes to the WebSocket, talk_end leaves the table. Any byte that comes counts as a sign
 * of life. Each frame, of any kind, takes one from the connection's bucket; a client that
 * empties it is closed with an error. host_send and host_drop are what the hub calls: they
 * only add to the output, and the connection is ended by the next flush (conn.c). */
#include "server.h"

#include <stdlib.h>
#include <string.h>

/* Of one connection. Nobody clicks faster; a browser that catches up may come with a
 * burst. */
enum { FRAMES_EACH_SECOND = 20, FRAMES_AT_ONCE = 60 };

static bool take_frame(void *context)
{
    static const char error[] =
        "{\"type\":\"error\",\"code\":\"too-many\",\"why\":\"you send too many messages\"}";
    struct conn *conn = context;
    if (conn->server->options->unlimited ||
        limits_take(&conn->messages, FRAMES_EACH_SECOND, FRAMES_AT_ONCE, steady_ticks()))
        return true;
    websocket_send(conn->ws, error, sizeof error - 1);
    log_event(LOG_INFO, "too many messages", log_text("address", conn_name(conn)));
    return false;
}

static void take_message(void *context, const char *bytes, size_t count)
{
    struct conn *conn = context;
    struct server *server = conn->server;
    server->metrics.count[COUNT_HEARD]++;
    if (!hub_hear(server->hub, conn->client, bytes, count))
        websocket_close(conn->ws, CLOSE_POLICY);
}

static void write_bytes(void *context, const void *bytes, size_t count)
{
    conn_put(context, bytes, count);
}

bool talk_begin(struct conn *conn, const char *person, bool muted)
{
    static const struct websocket_peer peer = {take_frame, take_message, write_bytes};
    struct server *server = conn->server;
    conn->ws = malloc(sizeof *conn->ws);
    conn->client = conn->ws != NULL ? hub_join(server->hub, conn, person) : NULL;
    if (conn->client == NULL) {
        free(conn->ws);
        conn->ws = NULL;
        return false;
    }
    hub_mute(conn->client, muted);
    websocket_begin(conn->ws, &peer, conn);
    conn->state = CONN_TALKS;
    conn->deadline = steady_ticks() + server->options->ping;
    server->talking++;
    return true;
}

void talk_hear(struct conn *conn, const char *bytes, size_t count)
{
    if (conn->server->ending)
        return; /* nothing new is begun */
    conn->pinged = false;
    conn->deadline = steady_ticks() + conn->server->options->ping;
    websocket_feed(conn->ws, bytes, count);
}

void talk_end(struct conn *conn, enum websocket_code code)
{
    if (conn->ws == NULL)
        return;
    websocket_close(conn->ws, code);
    hub_leave(conn->server->hub, conn->client);
    conn->client = NULL;
    websocket_free(conn->ws);
    free(conn->ws);
    conn->ws = NULL;
    conn->server->talking--;
}

/* What was written is flushed, and then the connection ends. */
void host_drop(void *context, void *socket)
{
    struct conn *conn = socket;
    websocket_close(conn->ws, CLOSE_POLICY);
}

static bool is_meant(const struct conn *conn, const char *who)
{
    const struct address *address = conn->address;
    return conn->state == CONN_TALKS &&
           ((address != NULL && strcmp(address->name, who) == 0) ||
            strcmp(hub_person(conn->client), who) == 0);
}

void talk_mute(struct server *server, const char *who, bool muted)
{
    server->bans++; /* a handshake on its way is looked up again */
    for (struct conn *conn = server->conns; conn != NULL; conn = conn->next) {
        if (is_meant(conn, who))
            hub_mute(conn->client, muted);
    }
}

void talk_ban(struct server *server, const char *who)
{
    static const char error[] = "{\"type\":\"error\",\"code\":\"banned\",\"why\":"
                                "\"whoever runs this server does not want you here\"}";
    server->bans++;
    for (struct conn *conn = server->conns; conn != NULL; conn = conn->next) {
        if (!is_meant(conn, who))
            continue;
        websocket_send(conn->ws, error, sizeof error - 1);
        host_drop(server, conn);
    }
}

void host_send(void *context, void *socket, const char *bytes, size_t count)
{
    struct server *server = context;
    struct conn *conn = socket;
    metrics_told(&server->metrics, bytes, count);
    websocket_send(conn->ws, bytes, count);
}
