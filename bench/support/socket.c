/* socket.c — connects, upgrades and exchanges messages, with wslay for the frames.
 *
 * Bare sockets send bytes as they are, for clients that misbehave. What the kernel does not
 * take at once waits in a copy. Out of memory is an abort: this is a tool for measuring. */
#include "socket.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void take_closed(uv_handle_t *handle)
{
    struct socket *socket = handle->data;
    if (socket->frames != NULL)
        wslay_event_context_free(socket->frames);
    socket->frames = NULL;
    socket->state = SOCKET_IDLE;
    socket->closed(socket);
}

void socket_drop(struct socket *socket)
{
    if (socket->state == SOCKET_IDLE || uv_is_closing((uv_handle_t *)&socket->tcp))
        return;
    socket->state = SOCKET_CLOSING;
    uv_close((uv_handle_t *)&socket->tcp, take_closed);
}

static void take_written(uv_write_t *write, int status)
{
    /* `status` is unused: a broken connection is noticed by reading */
    free(write);
}

/* What the kernel does not take at once waits in a copy. */
void socket_write(struct socket *socket, const void *bytes, size_t count)
{
    uv_buf_t all = uv_buf_init((char *)bytes, (unsigned)count);
    int sent = uv_try_write((uv_stream_t *)&socket->tcp, &all, 1);
    size_t done = sent > 0 ? (size_t)sent : 0;
    socket->out += count;
    if (done == count || uv_is_closing((uv_handle_t *)&socket->tcp))
        return;
    uv_write_t *write = malloc(sizeof *write + count - done);
    if (write == NULL)
        abort();
    memcpy(write + 1, (const char *)bytes + done, count - done);
    uv_buf_t rest = uv_buf_init((char *)(write + 1), (unsigned)(count - done));
    if (uv_write(write, (uv_stream_t *)&socket->tcp, &rest, 1, take_written) != 0)
        free(write);
}

/* ---- What wslay asks for ---- */

static ssize_t send_frames(wslay_event_context_ptr frames, const uint8_t *bytes,
                           size_t count, int flags, void *context)
{
    socket_write(context, bytes, count);
    return (ssize_t)count;
}

static ssize_t take_frames(wslay_event_context_ptr frames, uint8_t *bytes, size_t room,
                           int flags, void *context)
{
    struct socket *socket = context;
    if (socket->left == 0) {
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    size_t count = socket->left < room ? socket->left : room;
    memcpy(bytes, socket->bytes, count);
    socket->bytes += count;
    socket->left -= count;
    return (ssize_t)count;
}

/* The masks are there for proxies, which are not between us and the server. */
static int make_mask(wslay_event_context_ptr frames, uint8_t *mask, size_t count,
                     void *context)
{
    memset(mask, 0x5a, count);
    return 0;
}

static void take_message(wslay_event_context_ptr frames,
                         const struct wslay_event_on_msg_recv_arg *message, void *context)
{
    static char text[SOCKET_TEXT];
    struct socket *socket = context;
    if (message->opcode == WSLAY_CONNECTION_CLOSE)
        socket->code = message->status_code;
    else if (message->opcode == WSLAY_PING)
        socket->pings++;
    else if (message->opcode == WSLAY_TEXT_FRAME && message->msg_length < sizeof text &&
             socket->state == SOCKET_OPEN) {
        memcpy(text, message->msg, message->msg_length);
        text[message->msg_length] = '\0';
        socket->heard(socket, text);
    }
}

/* ---- Bytes from the server ---- */

/* Adds what came to the head, as far as it has room. */
static void gather(struct socket *socket)
{
    size_t room = sizeof socket->head - 1 - socket->count,
           count = socket->left < room ? socket->left : room;
    memcpy(socket->head + socket->count, socket->bytes, count);
    socket->count += count;
    socket->head[socket->count] = '\0';
}

/* The head of the answer ends with an empty line; what follows is frames. */
static void take_head(struct socket *socket)
{
    size_t before = socket->count;
    gather(socket);
    char *end = strstr(socket->head, "\r\n\r\n");
    if (end == NULL) {
        socket->left = 0;
        if (socket->count == sizeof socket->head - 1)
            socket_drop(socket);
        return;
    }
    size_t used = (size_t)(end + 4 - socket->head) - before;
    socket->bytes += used;
    socket->left -= used;
    if (strncmp(socket->head, "HTTP/1.1 101", 12) != 0) {
        socket_drop(socket);
        return;
    }
    socket->state = SOCKET_OPEN;
    socket->opened(socket);
}

static void pump(struct socket *socket)
{
    if (wslay_event_recv(socket->frames) != 0 || wslay_event_send(socket->frames) != 0 ||
        (!wslay_event_want_read(socket->frames) && !wslay_event_want_write(socket->frames)))
        socket_drop(socket);
}

static void give_room(uv_handle_t *handle, size_t wanted, uv_buf_t *room)
{
    static char bytes[65536]; /* read and taken in before anything else is read */
    *room = uv_buf_init(bytes, sizeof bytes);
}

static void take_bytes(uv_stream_t *stream, ssize_t count, const uv_buf_t *room)
{
    struct socket *socket = stream->data;
    if (count < 0) {
        socket_drop(socket);
        return;
    }
    socket->in += (uint64_t)count;
    socket->bytes = room->base;
    socket->left = (size_t)count;
    if (socket->frames == NULL) {
        gather(socket);
        socket->heard(socket, socket->head);
        return;
    }
    if (socket->state == SOCKET_UPGRADING)
        take_head(socket);
    if (socket->state == SOCKET_OPEN)
        pump(socket);
}

static void take_connected(uv_connect_t *connect, int status)
{
    struct socket *socket = connect->data;
    char request[512];
    if (status != 0) {
        socket_drop(socket);
        return;
    }
    uv_tcp_nodelay(&socket->tcp, 1);
    uv_read_start((uv_stream_t *)&socket->tcp, give_room, take_bytes);
    if (socket->frames == NULL) {
        socket->state = SOCKET_OPEN;
        socket->opened(socket);
        return;
    }
    socket->state = SOCKET_UPGRADING;
    int length = snprintf(
        request, sizeof request,
        "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: UGVjayBpcyBhIGdvb2QgMQ==\r\n\r\n",
        socket->port, socket->port);
    socket_write(socket, request, (size_t)length);
}

void socket_open(uv_loop_t *loop, struct socket *socket, int port, bool bare)
{
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = take_frames,
        .send_callback = send_frames,
        .genmask_callback = make_mask,
        .on_msg_recv_callback = take_message,
    };
    struct sockaddr_in address;
    socket->port = port;
    socket->code = 0;
    socket->count = socket->left = 0;
    socket->state = SOCKET_CONNECTING;
    if (!bare && wslay_event_context_client_init(&socket->frames, &callbacks, socket) != 0)
        abort();
    uv_tcp_init_ex(loop, &socket->tcp, AF_INET);
    if (socket->narrow) {
        int bytes = 2048;
        uv_recv_buffer_size((uv_handle_t *)&socket->tcp, &bytes);
    }
    socket->tcp.data = socket->connect.data = socket;
    uv_ip4_addr("127.0.0.1", port, &address);
    if (uv_tcp_connect(&socket->connect, &socket->tcp, (const struct sockaddr *)&address,
                       take_connected) != 0)
        socket_drop(socket);
}

void socket_say(struct socket *socket, const char *text)
{
    struct wslay_event_msg message = {WSLAY_TEXT_FRAME, (const uint8_t *)text,
                                      strlen(text)};
    if (socket->state != SOCKET_OPEN || socket->frames == NULL)
        return;
    if (wslay_event_queue_msg(socket->frames, &message) != 0 ||
        wslay_event_send(socket->frames) != 0)
        socket_drop(socket);
}

void socket_close(struct socket *socket)
{
    if (socket->state != SOCKET_OPEN || socket->frames == NULL ||
        wslay_event_queue_close(socket->frames, WSLAY_CODE_NORMAL_CLOSURE, NULL, 0) != 0 ||
        wslay_event_send(socket->frames) != 0)
        socket_drop(socket);
}

void socket_read(struct socket *socket)
{
    if (socket->state == SOCKET_OPEN && !uv_is_closing((uv_handle_t *)&socket->tcp))
        uv_read_start((uv_stream_t *)&socket->tcp, give_room, take_bytes);
}
