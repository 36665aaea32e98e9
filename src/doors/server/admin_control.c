/* admin_control.c — brings requests of `peck admin` to a running server, or to the store.
 *
 * The server listens on a Unix socket in a thread of its own. A connection has one request:
 * the asker closes its writing side, reads the answer to its end, and that is all. Requests
 * are answered one after the other. If no server listens, admin_ask opens the store itself;
 * the lock of the store (store.h) keeps it and a server that starts meanwhile from both
 * writing. */
#include "admin.h"
#include "serve.h"
#include "trouble.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    REQUEST_BYTES = 4096,
    HEAR_MS = 5000,    /* for the administrator to say all of it */
    ANSWER_MS = 60000, /* for the server to do it: a store may be slow, a machine busy */
    LOOK_MS = 200
};

struct control {
    struct api *api;
    int socket;
    struct sockaddr_un address;
    pthread_t thread;
    bool ends;
};

/* The socket of a database; false when the store is no file, or its path too long. */
static bool address_of(const char *where, struct sockaddr_un *address)
{
    const char *path = db_file(where);
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (path == NULL)
        return false;
    struct peck_text text = peck_text_begin(address->sun_path, sizeof address->sun_path);
    peck_put(&text, path);
    peck_put(&text, ".control");
    return !text.full;
}

/* Reads to the end of what the other side sends; false when that takes too long. */
static bool read_all(int socket, struct peck_buffer *buffer, size_t most, int ms)
{
    for (;;) {
        struct pollfd ready = {.fd = socket, .events = POLLIN};
        if (buffer->length > most ||
            peck_buffer_reserve(buffer, REQUEST_BYTES) != PECK_OK ||
            poll(&ready, 1, ms) <= 0)
            return false;
        ssize_t count = read(socket, buffer->bytes + buffer->length, REQUEST_BYTES);
        if (count <= 0)
            return count == 0;
        buffer->length += (size_t)count;
        buffer->bytes[buffer->length] = '\0';
    }
}

static bool write_all(int socket, const char *bytes, size_t count)
{
    while (count > 0) {
        struct pollfd ready = {.fd = socket, .events = POLLOUT};
        if (poll(&ready, 1, HEAR_MS) <= 0)
            return false;
        ssize_t sent = send(socket, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent <= 0)
            return false;
        bytes += sent;
        count -= (size_t)sent;
    }
    return true;
}

/* ---- The server's side ---- */

static void answer_one(struct control *control, int socket)
{
    struct peck_buffer request = {0}, answer = {0};
    if (read_all(socket, &request, REQUEST_BYTES, HEAR_MS) && request.length > 0) {
        admin_answer(control->api, request.bytes, request.length, &answer);
        if (answer.length > 0)
            (void)write_all(socket, answer.bytes, answer.length);
    }
    peck_buffer_free(&request);
    peck_buffer_free(&answer);
    close(socket);
}

static void *answer_all(void *context)
{
    struct control *control = context;
    while (!__atomic_load_n(&control->ends, __ATOMIC_ACQUIRE)) {
        struct pollfd ready = {.fd = control->socket, .events = POLLIN};
        if (poll(&ready, 1, LOOK_MS) <= 0)
            continue;
        int socket = accept(control->socket, NULL, NULL);
        if (socket >= 0)
            answer_one(control, socket);
    }
    return NULL;
}

/* The store's lock is ours, so a socket that lies there is of a server that died. */
static bool listen_at(struct control *control, struct peck_error *error)
{
    const char *path = control->address.sun_path;
    control->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    (void)unlink(path);
    mode_t mask = umask(0177); /* nobody else may open it, from its first moment on */
    bool bound =
        control->socket >= 0 && bind(control->socket, (struct sockaddr *)&control->address,
                                     sizeof control->address) == 0;
    umask(mask);
    if (bound && listen(control->socket, 8) == 0)
        return true;
    return trouble_about(error, path, strerror(errno));
}

static bool begin(struct control *control, const char *where, struct peck_error *error)
{
    if (!address_of(where, &control->address))
        return trouble_about(error, where, "the path is too long for the socket beside it");
    if (!listen_at(control, error))
        return false;
    return pthread_create(&control->thread, NULL, answer_all, control) == 0 ||
           trouble_about(error, where, "there is no thread for the administrator");
}

bool admin_control_start(struct control **control, struct api *api, const char *where,
                         struct peck_error *error)
{
    *control = NULL;
    if (db_file(where) == NULL)
        return true;
    struct control *fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL)
        return trouble_about(error, where, "there is not enough memory");
    fresh->api = api;
    fresh->socket = -1;
    if (begin(fresh, where, error)) {
        *control = fresh;
        return true;
    }
    if (fresh->socket >= 0)
        close(fresh->socket);
    free(fresh);
    return false;
}

void admin_control_stop(struct control *control)
{
    if (control == NULL)
        return;
    __atomic_store_n(&control->ends, true, __ATOMIC_RELEASE);
    pthread_join(control->thread, NULL);
    close(control->socket);
    unlink(control->address.sun_path);
    free(control);
}

/* ---- The administrator's side ---- */

/* Asks the server through its socket; `there` says whether one listens. */
static bool ask_server(const char *where, const char *request, size_t count,
                       struct peck_buffer *answer, bool *there, struct peck_error *error)
{
    struct sockaddr_un address;
    int end = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    *there = end >= 0 && address_of(where, &address) &&
             connect(end, (struct sockaddr *)&address, sizeof address) == 0;
    bool fine = *there && write_all(end, request, count) && shutdown(end, SHUT_WR) == 0 &&
                read_all(end, answer, SIZE_MAX / 2, ANSWER_MS) && answer->length > 0;
    if (*there && !fine)
        trouble_about(error, address.sun_path, "the server does not answer");
    if (end >= 0)
        close(end);
    return fine;
}

/* Works on the store, which the lock or PostgreSQL keeps from harm. */
static bool ask_store(const char *where, const char *request, size_t count,
                      struct peck_buffer *answer, struct peck_error *error)
{
    static const uint8_t none[API_SECRET]; /* no cookie is signed here */
    const char *path = db_file(where);
    if (path != NULL && access(path, R_OK) != 0)
        return trouble_about(error, path, strerror(errno)); /* and is not made */
    struct store *store = store_open(where, error);
    if (store == NULL)
        return false;
    struct api *api = api_new(store, none);
    if (api != NULL)
        admin_answer(api, request, count, answer);
    else
        peck_error_say(error, "error.memory");
    bool fine = api != NULL && answer->length > 0;
    if (api != NULL)
        api_free(api);
    store_close(store);
    return fine;
}

bool serve_ask(const char *where, const char *request, size_t count,
               struct peck_buffer *answer, struct peck_error *error)
{
    bool there;
    if (ask_server(where, request, count, answer, &there, error))
        return true;
    return !there && ask_store(where, request, count, answer, error);
}
