/* conn.c — one TCP connection: reads requests and frames, writes answers, has deadlines.
 *
 * A connection is in one state of enum conn_state:
 *
 *   READS   takes bytes of a request; http.c parses them
 *   WORKS   a whole request is being answered, perhaps on a worker thread. Reading stops;
 *           what has already come behind the request is kept in `rest`
 *   TALKS   a WebSocket at a table; talk.c takes the bytes
 *   ENDS    the last bytes go out, then we shut down our side and wait for the peer's
 *   GONE    closed; libuv frees it later
 *
 * READING. All connections share one buffer of READ_BYTES, because bytes are parsed at once
 * in the callback. A connection that waits between requests or frames owns no buffer at
 * all; that is how thousands are held at some 3 kB each.
 *
 * WRITING. Bytes gather in `out`, the connection goes into a list, and conn_flush_all runs
 * before the loop waits again; so an answer and the view behind it share one write. Files
 * of the client go out at once and are not copied: `tail` points into the assets, and
 * nothing may come between it and its head.
 *
 * BACK-PRESSURE. The kernel may hold SEND_BYTES for a reader. Outside of tables we read no
 * further requests while more than REPLIES_MAX wait (`held`), and a reader must take a
 * kilobyte in every WRITE_MS, however many requests it sends meanwhile. At a table we hold
 * QUEUE_MAX, because others make it grow. A client for which more has gathered is cut off
 * (1013): views are whole, so it can connect again and has missed nothing. It must answer
 * pings.
 *
 * DEADLINES. Each connection has one, in ticks of a clock that only goes forward:
 * REQUEST_MS for a request from its first byte, IDLE_MS between requests, the ping interval
 * at a table, LINGER_MS at the end. conn_tick_all looks at all of them every TICK_MS. A
 * request that is being worked on has none: the database has its own.
 *
 * NEVER WITHIN THE HUB. The hub sends while it walks over the clients of a table. So what
 * it calls (conn_put, host_drop) only marks a connection as overflowing or closed;
 * destroying and leaving the table happen later, in the flush.
 *
 * ACCEPTING. At most ACCEPTS_EACH_TURN connections are accepted in one turn of the loop, so
 * that a flood of new ones does not delay those that are there.
 *
 * LIMITS. Over --connections a client gets 503, over ADDRESS_CONNECTIONS of one address
 * 429, and far over the first nothing at all. bench/rude.c sends what misbehaving clients
 * send; docs/explain/reliability.md, "Load", has the results. */
#include "server.h"

#include <peck/json.h>

#include <stdlib.h>
#include <string.h>

/* ---- Beginning and end ---- */

static void on_closed(uv_handle_t *handle)
{
    free(handle->data);
}

static void mark_dirty(struct conn *conn)
{
    struct server *server = conn->server;
    if (conn->dirty_link != NULL || conn->state == CONN_GONE)
        return;
    conn->dirty_next = server->dirty;
    conn->dirty_link = &server->dirty;
    if (server->dirty != NULL)
        server->dirty->dirty_link = &conn->dirty_next;
    server->dirty = conn;
}

static void mark_clean(struct conn *conn)
{
    if (conn->dirty_link == NULL)
        return;
    *conn->dirty_link = conn->dirty_next;
    if (conn->dirty_next != NULL)
        conn->dirty_next->dirty_link = conn->dirty_link;
    conn->dirty_link = NULL;
}

void conn_drop_request(struct conn *conn)
{
    if (conn->http != NULL)
        http_free(conn->http);
    free(conn->http);
    conn->http = NULL;
}

/* Never from within the hub: it may be about to send this client something. */
static void destroy(struct conn *conn)
{
    if (conn->state == CONN_GONE)
        return;
    talk_end(conn, CLOSE_GOING_AWAY);
    conn->state = CONN_GONE;
    mark_clean(conn);
    if (conn->job != NULL)
        route_abandon(conn->job);
    conn_drop_request(conn);
    peck_buffer_free(&conn->out);
    peck_buffer_free(&conn->rest);
    if (conn->address != NULL)
        conn->address->connections--;
    *conn->link = conn->next;
    if (conn->next != NULL)
        conn->next->link = conn->link;
    conn->server->conn_count--;
    uv_close((uv_handle_t *)&conn->tcp, on_closed);
}

void conn_end(struct conn *conn)
{
    if (conn->state == CONN_ENDS || conn->state == CONN_GONE)
        return;
    conn->state = CONN_ENDS;
    conn->deadline = steady_ticks() + (conn->server->ending ? LINGER_MS / 6 : LINGER_MS);
    mark_dirty(conn);
}

bool conn_count(struct conn *conn, const char *address)
{
    struct server *server = conn->server;
    struct address *entry = limits_find(&server->limits, address, steady_ticks());
    if (entry == NULL ||
        (entry->connections >= ADDRESS_CONNECTIONS && !server->options->unlimited))
        return false;
    if (conn->address != NULL)
        conn->address->connections--;
    entry->connections++;
    conn->address = entry;
    return true;
}

const char *conn_name(const struct conn *conn)
{
    return conn->address != NULL ? conn->address->name : conn->peer;
}

/* ---- Reading ---- */

static bool begin_request(struct conn *conn)
{
    conn->http = malloc(sizeof *conn->http);
    if (conn->http == NULL)
        return false;
    http_begin(conn->http);
    conn->deadline = steady_ticks() + REQUEST_MS;
    return true;
}

static void refuse_bad(struct conn *conn)
{
    static const struct {
        int status;
        const char *why;
    } reasons[] = {
        {408, "the request took too long"},
        {413, "a body has at most 16 KiB"},
        {414, "the path is too long"},
        {431, "the head of a request has at most 8 KiB"},
        {503, "the server is out of memory"},
        {505, "this server speaks HTTP/1.1"},
    };
    int status = conn->http->status;
    const char *why = "this is no request of HTTP/1.1";
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        why = reasons[i].status == status ? reasons[i].why : why;
    conn->http->keep = false;
    conn_refuse(conn, status, status == 413 ? "too-large" : "bad-request", why);
}

static void step_request(struct conn *conn)
{
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    struct http *http = conn->http;
    if (http->state == HTTP_BAD) {
        refuse_bad(conn);
    } else if (http->state == HTTP_READY) {
        conn->state = CONN_WORKS;
        conn->deadline = INT64_MAX;
        route(conn);
    } else if (http->in_body && http->continues) {
        http->continues = false;
        conn_put(conn, go_on, sizeof go_on - 1);
    }
}

static size_t pending(const struct conn *conn)
{
    return uv_stream_get_write_queue_size((const uv_stream_t *)&conn->tcp) +
           conn->out.length + conn->tail_count;
}

/* Whether it has to read before we answer more; on_written lets it go on. */
static bool hold(struct conn *conn)
{
    if (pending(conn) > REPLIES_MAX)
        conn->held = true;
    return conn->held;
}

void conn_feed(struct conn *conn, const char *bytes, size_t count)
{
    while (count > 0 && conn->state == CONN_READS && !hold(conn)) {
        if (conn->http == NULL && !begin_request(conn)) {
            conn_end(conn);
            return;
        }
        size_t used = http_feed(conn->http, bytes, count);
        bytes += used;
        count -= used;
        step_request(conn);
    }
    if (conn->state == CONN_TALKS) {
        talk_hear(conn, bytes, count);
        return;
    }
    if (conn->state != CONN_WORKS && !(conn->held && conn->state == CONN_READS))
        return;
    if (count > 0 && peck_buffer_add(&conn->rest, bytes, count) != PECK_OK)
        conn_end(conn);
    if (conn->state != CONN_WORKS || conn->rest.length > 0)
        uv_read_stop((uv_stream_t *)&conn->tcp); /* else we see whether it goes */
}

static void on_alloc(uv_handle_t *handle, size_t wanted, uv_buf_t *buffer)
{
    struct conn *conn = handle->data;
    *buffer = uv_buf_init(conn->server->read_buffer, READ_BYTES);
}

/* The peer says no more. What it asked is still answered, unless that waits for a thread:
 * most of those who say no more have gone. */
static void take_end(struct conn *conn)
{
    bool more = pending(conn) > 0;
    conn->eof = true;
    if (conn->job != NULL && route_waits(conn->job))
        destroy(conn);
    else if (conn->state == CONN_READS && more)
        conn_end(conn);
    else if (conn->state != CONN_WORKS && !(conn->state == CONN_ENDS && more))
        destroy(conn);
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct conn *conn = stream->data;
    if (count < 0) {
        uv_read_stop(stream);
        if (count == UV_EOF)
            take_end(conn);
        else
            destroy(conn);
        return;
    }
    conn->server->metrics.count[COUNT_BYTES_IN] += (uint64_t)count;
    if (conn->state < CONN_ENDS)
        conn_feed(conn, buffer->base, (size_t)count); /* else it is thrown away */
}

void conn_resume(struct conn *conn)
{
    struct peck_buffer rest = conn->rest;
    if (conn->state == CONN_GONE)
        return;
    conn->rest = (struct peck_buffer){0};
    if (!conn->eof)
        uv_read_start((uv_stream_t *)&conn->tcp, on_alloc, on_read);
    if (rest.length > 0)
        conn_feed(conn, rest.bytes, rest.length);
    peck_buffer_free(&rest);
    if (conn->eof && (conn->state == CONN_READS || conn->state == CONN_TALKS)) {
        talk_end(conn, CLOSE_GOING_AWAY);
        conn_end(conn);
    }
}

/* ---- Writing ---- */

struct writing {
    uv_write_t request;
    struct conn *conn;
    char *bytes;
};

static void on_written(uv_write_t *request, int status)
{
    struct writing *writing = (struct writing *)request;
    struct conn *conn = writing->conn;
    free(writing->bytes);
    free(writing);
    if (status < 0 && status != UV_ECANCELED) {
        destroy(conn);
    } else if (conn->held && conn->state == CONN_READS && pending(conn) <= REPLIES_FEW) {
        conn->held = false;
        conn_resume(conn);
    }
}

static void on_shut(uv_shutdown_t *request, int status)
{
    /* `status` is unused: the peer's end or the deadline follows */
    free(request);
}

/* What `sent` bytes leave of two blocks. */
static void advance(uv_buf_t blocks[2], size_t sent)
{
    for (int i = 0; i < 2; i++) {
        size_t part = sent < blocks[i].len ? sent : blocks[i].len;
        if (part > 0) /* otherwise there may be no block */
            blocks[i].base += part;
        blocks[i].len -= part;
        sent -= part;
    }
}

/* False: the connection is broken. */
static bool write_out(struct conn *conn)
{
    uv_stream_t *stream = (uv_stream_t *)&conn->tcp;
    uv_buf_t blocks[2] = {uv_buf_init(conn->out.bytes, (unsigned)conn->out.length),
                          uv_buf_init((char *)conn->tail, (unsigned)conn->tail_count)};
    size_t total = conn->out.length + conn->tail_count;
    if (total == 0)
        return true;
    conn->server->metrics.count[COUNT_BYTES_OUT] += total;
    conn->handed += total;
    conn->tail = NULL;
    conn->tail_count = 0;
    /* For one that is held `on_written` must come, in a later turn of the loop. */
    int sent = conn->held ? 0 : uv_try_write(stream, blocks, 2);
    if (sent < 0 && sent != UV_EAGAIN)
        return false;
    if (sent == (int)total) {
        peck_buffer_free(&conn->out);
        return true;
    }
    advance(blocks, sent > 0 ? (size_t)sent : 0);
    struct writing *writing = malloc(sizeof *writing);
    if (writing == NULL)
        return false;
    *writing = (struct writing){.conn = conn, .bytes = conn->out.bytes};
    conn->out = (struct peck_buffer){0};
    if (uv_write(&writing->request, stream, blocks, 2, on_written) == 0)
        return true;
    free(writing->bytes);
    free(writing);
    return false;
}

/* ---- Answers ---- */

void conn_put(struct conn *conn, const void *bytes, size_t count)
{
    size_t waiting = uv_stream_get_write_queue_size((uv_stream_t *)&conn->tcp);
    bool last = conn->state == CONN_ENDS; /* a last message always fits */
    if (conn->overflow || conn->state == CONN_GONE)
        return;
    if ((!last && waiting + conn->out.length + count > QUEUE_MAX) ||
        peck_buffer_add(&conn->out, bytes, count) != PECK_OK)
        conn->overflow = true;
    mark_dirty(conn);
}

static void note_limit(struct conn *conn)
{
    static struct log_gate gate;
    char address[ADDRESS_TEXT];
    route_address(conn, address);
    conn->server->metrics.count[COUNT_LIMITED]++;
    logfmt_seldom(&gate, LOG_WARN, "too many requests", log_text("address", address));
}

void conn_reply(struct conn *conn, const struct http_reply *reply)
{
    struct metrics *metrics = &conn->server->metrics;
    const struct http *http = conn->http;
    bool ready = http != NULL && http->state == HTTP_READY;
    bool keep = ready && http->keep && !conn->eof && !conn->server->ending;
    bool bare = ready && strcmp(http->method, "HEAD") == 0;
    metrics->count[COUNT_REQUESTS]++;
    metrics->count[COUNT_REQUESTS_BAD] += reply->status >= 400 && reply->status < 500;
    metrics->count[COUNT_REQUESTS_FAILED] += reply->status >= 500;
    if (reply->status == 429)
        note_limit(conn);
    log_event(LOG_DEBUG, "request", log_text("method", ready ? http->method : "?"),
              log_text("path", ready ? http->path : "?"),
              log_number("status", reply->status));
    keep = http_write_head(reply, keep, &conn->out) == PECK_OK && keep;
    if (!bare && reply->etag != NULL) { /* of the assets, which stay where they are */
        conn->tail = reply->body;
        conn->tail_count = reply->count;
        if (!write_out(conn)) /* nothing may come between */
            keep = false;
    } else if (!bare && reply->count > 0 &&
               peck_buffer_add(&conn->out, reply->body, reply->count) != PECK_OK) {
        keep = false;
    }
    conn_drop_request(conn);
    mark_dirty(conn);
    if (!keep) {
        conn_end(conn);
        return;
    }
    conn->state = CONN_READS;
    conn->deadline = steady_ticks() + IDLE_MS;
}

void conn_refuse(struct conn *conn, int status, const char *code, const char *why)
{
    char body[512];
    struct peck_text text = peck_text_begin(body, sizeof body);
    struct peck_json json = peck_json_begin(&text);
    peck_json_object(&json, NULL);
    peck_json_string(&json, "code", code);
    peck_json_string(&json, "why", why);
    peck_json_end_object(&json);
    conn_reply(conn, &(struct http_reply){.status = status,
                                          .type = "application/json",
                                          .body = body,
                                          .count = text.length,
                                          .allow = status == 405 ? "GET, HEAD" : NULL});
}

/* ---- Flushing ---- */

static void shut(struct conn *conn)
{
    uv_shutdown_t *request = malloc(sizeof *request);
    conn->shut = true;
    if (request != NULL && uv_shutdown(request, (uv_stream_t *)&conn->tcp, on_shut) == 0)
        return;
    free(request);
    destroy(conn);
}

/* Within a flush, and not within the hub: others may have something to write now. */
static void end_talk(struct conn *conn, enum websocket_code code)
{
    conn_end(conn);
    talk_end(conn, code);
    mark_clean(conn);
}

static void flush(struct conn *conn)
{
    mark_clean(conn);
    if (conn->overflow) {
        conn->overflow = false;
        conn->out.length = 0; /* whole frames, none begun */
        conn->server->metrics.count[COUNT_SLOW]++;
        log_event(LOG_INFO, "slow reader", log_text("address", conn_name(conn)));
        end_talk(conn, CLOSE_TRY_LATER);
    } else if (conn->state == CONN_TALKS && conn->ws->closed) {
        end_talk(conn, CLOSE_GOING_AWAY); /* which it has been told otherwise */
    }
    if (!write_out(conn))
        destroy(conn);
    else if (conn->state == CONN_ENDS && !conn->shut)
        shut(conn);
}

void conn_flush_all(struct server *server)
{
    while (server->dirty != NULL)
        flush(server->dirty);
}

/* ---- Time ---- */

/* False: it has taken neither a kilobyte in time nor all. While it takes its bytes the
 * deadline moves on, too. Not for tables, where clients must answer pings. */
static bool watch_queue(struct conn *conn, int64_t now)
{
    size_t queued = uv_stream_get_write_queue_size((uv_stream_t *)&conn->tcp);
    uint64_t taken = conn->handed - queued;
    if (queued == 0) {
        conn->write_by = 0;
        return true;
    }
    if (conn->write_by == 0 || taken >= conn->taken + 1024) {
        conn->taken = taken;
        conn->write_by = now + WRITE_MS;
        if (conn->deadline < conn->write_by)
            conn->deadline = conn->write_by;
    }
    return now < conn->write_by;
}

static void expire(struct conn *conn, int64_t now)
{
    switch (conn->state) {
    case CONN_READS:
        if (conn->http != NULL) {
            conn->http->status = 408;
            refuse_bad(conn);
        } else {
            conn_end(conn);
        }
        break;
    case CONN_TALKS:
        if (conn->pinged) {
            destroy(conn);
            return;
        }
        websocket_ping(conn->ws);
        conn->pinged = true;
        conn->deadline = now + conn->server->options->ping * PONG_THIRDS / 3;
        break;
    case CONN_ENDS: destroy(conn); break;
    case CONN_WORKS:
    case CONN_GONE: break;
    }
}

void conn_tick_all(struct server *server)
{
    int64_t now = steady_ticks();
    for (struct conn *conn = server->conns, *next; conn != NULL; conn = next) {
        next = conn->next;
        if (conn->state != CONN_TALKS && !watch_queue(conn, now))
            destroy(conn);
        else if (now >= conn->deadline)
            expire(conn, now);
    }
    limits_sweep(&server->limits, now);
}

void conn_drop_all(struct server *server)
{
    while (server->conns != NULL)
        destroy(server->conns);
}

/* ---- Accepting ---- */

enum { FAREWELLS = 256 }; /* connections over the limit that get an answer */

/* An IPv4 client of an IPv6 socket (--listen ::) gets its plain IPv4 name. */
static void name_peer(struct conn *conn)
{
    static const char mapped[] = "::ffff:";
    struct sockaddr_storage name;
    int length = sizeof name;
    if (uv_tcp_getpeername(&conn->tcp, (struct sockaddr *)&name, &length) != 0)
        return;
    if (name.ss_family == AF_INET)
        uv_ip4_name((struct sockaddr_in *)&name, conn->peer, sizeof conn->peer);
    else
        uv_ip6_name((struct sockaddr_in6 *)&name, conn->peer, sizeof conn->peer);
    if (strncmp(conn->peer, mapped, strlen(mapped)) == 0 && strchr(conn->peer, '.') != NULL)
        memmove(conn->peer, conn->peer + strlen(mapped),
                strlen(conn->peer + strlen(mapped)) + 1);
}

static bool admit(struct conn *conn)
{
    struct server *server = conn->server;
    const char *proxy = server->options->proxy;
    name_peer(conn);
    conn->proxied = proxy != NULL && strcmp(conn->peer, proxy) == 0;
    return conn->proxied || conn_count(conn, conn->peer);
}

static void accept_one(struct server *server)
{
    uv_stream_t *listener = (uv_stream_t *)&server->listener;
    struct conn *conn = calloc(1, sizeof *conn);
    server->accepts++;
    if (conn == NULL) {
        server->accept_waits = true; /* for memory */
        return;
    }
    conn->server = server;
    uv_tcp_init(&server->loop, &conn->tcp);
    conn->tcp.data = conn;
    conn->next = server->conns;
    conn->link = &server->conns;
    if (server->conns != NULL)
        server->conns->link = &conn->next;
    server->conns = conn;
    server->conn_count++;
    conn->deadline = steady_ticks() + REQUEST_MS;
    if (uv_accept(listener, (uv_stream_t *)&conn->tcp) != 0) {
        destroy(conn);
        return;
    }
    int kernel = SEND_BYTES;
    uv_send_buffer_size((uv_handle_t *)&conn->tcp, &kernel);
    uv_tcp_nodelay(&conn->tcp, 1);
    server->metrics.count[COUNT_ACCEPTED]++;
    bool full = server->conn_count > server->options->connections;
    if (server->conn_count > server->options->connections + FAREWELLS) {
        destroy(conn); /* not even a word: they come too fast */
        return;
    }
    if (full || !admit(conn)) {
        server->metrics.count[COUNT_REFUSED]++;
        conn_refuse(conn, full ? 503 : 429, "too-many",
                    full ? "the server is full; try again later"
                         : "there are too many connections from your address");
    }
    uv_read_start((uv_stream_t *)&conn->tcp, on_alloc, on_read);
}

/* libuv listens no more until what it has is accepted. */
void conn_accept(uv_stream_t *listener, int status)
{
    struct server *server = listener->data;
    if (status != 0)
        return;
    if (server->accepts < ACCEPTS_EACH_TURN)
        accept_one(server);
    else
        server->accept_waits = true;
}

void conn_accept_more(struct server *server)
{
    bool waits = server->accept_waits && !server->ending;
    server->accepts = 0;
    server->accept_waits = false;
    if (waits)
        accept_one(server);
}
