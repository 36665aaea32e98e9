/* rude.c — opens misbehaving connections and checks how the server ends them.
 *
 * Each wrong frame is sent on its own connection, with the close code of RFC 6455 that
 * must come back. */
#include "rude.h"

#include <stdlib.h>
#include <string.h>

/* Frames with a mask of zeros, which leaves the payload as it is. The code is that of RFC
 * 6455: 1002 for what is no protocol, 1003 for what we do not take, 1007 for text that is
 * none, 1008 for a message that is none of ours, 1009 for too much. */
#define MASK "\0\0\0\0"
#define FRAME(bytes) bytes, sizeof bytes - 1
static const struct {
    const char *name;
    const char *bytes;
    size_t count;
    size_t padding; /* bytes of 'x' that follow */
    int code;
} wrong[] = {
    {"text without a mask", FRAME("\x81\x02{}"), 0, 1002},
    {"a reserved bit", FRAME("\xc1\x82" MASK "{}"), 0, 1002},
    {"an unknown opcode", FRAME("\x83\x82" MASK "{}"), 0, 1002},
    {"an unknown control opcode", FRAME("\x8b\x80" MASK), 0, 1002},
    {"a ping in fragments", FRAME("\x09\x81" MASK "x"), 0, 1002},
    {"a ping of 126 bytes", FRAME("\x89\xfe\x00\x7e" MASK), 126, 1002},
    {"a continuation of nothing", FRAME("\x80\x82" MASK "{}"), 0, 1002},
    {"a message inside another", FRAME("\x01\x81" MASK "{\x81\x81" MASK "}"), 0, 1002},
    {"a length spelled too long", FRAME("\x81\xfe\x00\x02" MASK "{}"), 0, 1002},
    {"a length over 2^63", FRAME("\x81\xff\xff\0\0\0\0\0\0\0" MASK), 0, 1002},
    {"a close of one byte", FRAME("\x88\x81" MASK "\x03"), 0, 1002},
    {"a close with 1005", FRAME("\x88\x82" MASK "\x03\xed"), 0, 1002},
    {"text that is no UTF-8", FRAME("\x81\x82" MASK "\xc3\x28"), 0, 1007},
    {"binary", FRAME("\x82\x82" MASK "{}"), 0, 1003},
    {"16385 bytes", FRAME("\x81\xfe\x40\x01" MASK), 16385, 1009},
    {"a TiB", FRAME("\x81\xff\0\0\x01\0\0\0\0\0" MASK), 100, 1009},
    {"16385 bytes in two fragments", FRAME("\x01\x81" MASK "x\x80\xfe\x40\x00" MASK), 16384,
     1009},
    {"no JSON", FRAME("\x81\x82" MASK "hi"), 0, 1008},
    {"no hello",
     FRAME("\x81\xb5" MASK "{\"type\":\"chat\",\"id\":\"1\",\"text\":\"to nobody at "
           "all\"   }"),
     0, 1008},
};
enum { WRONG = sizeof wrong / sizeof *wrong };

static void take_end(struct socket *socket)
{
    struct rude *rude = socket->owner;
    rude->closed = crowd_now();
    rude->all->closed++;
    if (rude->closed - rude->opened > rude->all->closed_last)
        rude->all->closed_last = rude->closed - rude->opened;
}

static void ignore(struct socket *socket, const char *text)
{
}

static void begin_one(struct rude_all *all, void (*opened)(struct socket *), bool bare,
                      bool narrow)
{
    struct rude *rude = &all->one[all->begun];
    rude->all = all;
    rude->kind = all->begun++;
    rude->opened = crowd_now();
    rude->socket.owner = rude;
    rude->socket.narrow = narrow;
    rude->socket.opened = opened;
    rude->socket.heard = ignore;
    rude->socket.closed = take_end;
    socket_open(all->loop, &rude->socket, all->port, bare);
}

static void begin(struct rude_all *all)
{
    all->one = calloc((size_t)all->count, sizeof *all->one);
    if (all->one == NULL)
        abort();
    uv_timer_init(all->loop, &all->timer);
    all->timer.data = all;
}

static void send_half(struct socket *socket)
{
    static const char half[] = "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: webso";
    struct rude *rude = socket->owner;
    rude->opened = crowd_now();
    rude->all->connected++;
    socket_write(socket, half, sizeof half - 1);
}

static void open_bunch(uv_timer_t *timer)
{
    enum { BUNCH = 100 };
    struct rude_all *all = timer->data;
    for (int i = 0; i < BUNCH && all->begun < all->count; i++)
        begin_one(all, send_half, true, false);
    if (all->begun == all->count)
        uv_timer_stop(timer);
}

void rude_half_open(struct rude_all *all)
{
    enum { PAUSE_MS = 10 };
    begin(all);
    uv_timer_start(&all->timer, open_bunch, 0, PAUSE_MS);
}

static void look_on(struct socket *socket)
{
    struct rude *rude = socket->owner;
    char hello[PLAYER_MESSAGE];
    snprintf(hello, sizeof hello, "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\"}",
             rude->all->table);
    socket_say(socket, hello);
    rude->all->connected++;
    uv_read_stop((uv_stream_t *)&socket->tcp);
}

/* Each is refused with some 150 bytes, and nobody reads them. */
static void pester(uv_timer_t *timer)
{
    enum { TIMES = 50 };
    static const char stand[] =
        "{\"type\":\"leave\",\"id\":\"somebody who does not sit here 123456\"}";
    struct rude_all *all = timer->data;
    for (int i = 0; i < all->count * TIMES; i++)
        socket_say(&all->one[i % all->count].socket, stand);
    all->sent += all->connected == all->count ? TIMES : 0;
}

/* A server keeps 256 KiB, and the kernel half as much again. */
bool rude_is_full(const struct rude_all *all)
{
    enum { ANSWER = 150, FULL = 600000 };
    return all->sent * ANSWER > FULL;
}

void rude_slow(struct rude_all *all)
{
    enum { PAUSE_MS = 100 };
    begin(all);
    for (int i = 0; i < all->count; i++)
        begin_one(all, look_on, false, true);
    uv_timer_start(&all->timer, pester, PAUSE_MS, PAUSE_MS);
}

void rude_read(struct rude_all *all)
{
    uv_timer_stop(&all->timer);
    for (int i = 0; i < all->count; i++)
        socket_read(&all->one[i].socket);
}

static void send_wrong(struct socket *socket)
{
    struct rude *rude = socket->owner;
    char bytes[20000];
    size_t count = wrong[rude->kind].count;
    memcpy(bytes, wrong[rude->kind].bytes, count);
    memset(bytes + count, 'x', wrong[rude->kind].padding);
    rude->all->connected++;
    socket_write(socket, bytes, count + wrong[rude->kind].padding);
}

void rude_frames(struct rude_all *all)
{
    all->count = WRONG;
    begin(all);
    for (int i = 0; i < WRONG; i++)
        begin_one(all, send_wrong, false, false);
}

int rude_wrong(const struct rude_all *all, FILE *out)
{
    int bad = 0;
    for (int i = 0; i < all->count; i++) {
        const struct rude *rude = &all->one[i];
        bool fine = rude->closed != 0 && rude->socket.code == wrong[i].code;
        bad += !fine;
        if (!fine)
            fprintf(out, "%s: %s, code %d instead of %d\n", wrong[i].name,
                    rude->closed != 0 ? "closed" : "still open", rude->socket.code,
                    wrong[i].code);
    }
    return bad;
}
