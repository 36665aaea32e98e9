/* crowd.c — runs the tables of a load test: opening, playing, reconnecting, measuring.
 *
 * The latency of a message is the time from the call that sends it to the callback that
 * reads its answer; all of them are kept, so percentiles are exact. Messages that were sent
 * a second time do not count. A player who hears nothing for QUIET_US asks with a ping, and
 * one who has no answer after PATIENCE_US goes to another port. */
#include "crowd.h"

#include <stdlib.h>
#include <string.h>

enum {
    TICK_MS = 100,
    RETRY_MS = 30,
    QUIET_US = 1000000,   /* without a word from the server: ask it */
    PATIENCE_US = 1500000 /* without an answer: go to another */
};

int64_t crowd_now(void)
{
    return (int64_t)(uv_hrtime() / 1000);
}

void samples_add(struct samples *samples, int64_t us)
{
    if (samples->count == samples->room) {
        samples->room = samples->room == 0 ? 4096 : samples->room * 2;
        samples->us = realloc(samples->us, samples->room * sizeof *samples->us);
        if (samples->us == NULL)
            abort();
    }
    samples->us[samples->count++] = us < UINT32_MAX ? (uint32_t)us : UINT32_MAX;
}

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

double samples_ms(struct samples *samples, double share)
{
    if (samples->count == 0)
        return 0;
    qsort(samples->us, samples->count, sizeof *samples->us, compare);
    return samples->us[(size_t)(share * (double)(samples->count - 1))] / 1000.0;
}

static struct crowd *crowd_of(const struct crowd_seat *seat)
{
    return seat->table->crowd;
}

static int port_of(const struct crowd *crowd, int turn)
{
    return crowd->ports[turn % crowd->port_count];
}

/* ---- A player ---- */

static void say(struct crowd_seat *seat)
{
    seat->sent = crowd_now();
    seat->again = false;
    socket_say(&seat->socket, seat->player.said);
}

static void act(uv_timer_t *timer)
{
    struct crowd_seat *seat = timer->data;
    if (!crowd_of(seat)->stops && player_speak(&seat->player))
        say(seat);
}

static void say_again(uv_timer_t *timer)
{
    struct crowd_seat *seat = timer->data;
    if (seat->socket.state != SOCKET_OPEN || seat->player.id[0] == '\0')
        return;
    seat->again = true;
    socket_say(&seat->socket, seat->player.said);
}

/* Says what there is to say; acts after some thought. */
static void go_on(struct crowd_seat *seat)
{
    struct crowd *crowd = crowd_of(seat);
    struct player *player = &seat->player;
    if (crowd->idle || crowd->stops || player->id[0] != '\0')
        return;
    if (crowd->pace == 0 || player->stage < PLAYER_PLAYS)
        act(&seat->timer);
    else if (player->choices > 0 && !uv_is_active((uv_handle_t *)&seat->timer))
        uv_timer_start(&seat->timer, act,
                       peck_rng_below(&player->rng, 2 * (uint32_t)crowd->pace + 1), 0);
}

static void take_done(struct crowd_seat *seat, bool acted, const char *text)
{
    struct crowd *crowd = crowd_of(seat);
    int64_t now = crowd_now();
    const char *seq = strstr(text, "\"seq\":"), *id = strstr(text, "\"id\":\"");
    seat->table->acked = now;
    crowd->done++;
    if (crowd->journal != NULL && seq != NULL && id != NULL)
        fprintf(crowd->journal, "%s %llu %.*s\n", seat->table->id,
                strtoull(seq + 6, NULL, 10), (int)strcspn(id + 6, "\""), id + 6);
    if (!acted || !crowd->counting)
        return;
    crowd->moves++;
    if (!seat->again)
        samples_add(&crowd->latency, now - seat->sent);
}

static void hear(struct socket *socket, const char *text)
{
    struct crowd_seat *seat = socket->owner;
    struct crowd *crowd = crowd_of(seat);
    bool acted = seat->player.stage == PLAYER_PLAYS;
    seat->heard = crowd_now();
    switch (player_hear(&seat->player, text)) {
    case HEARD_VIEW:
        if (seat->lost != 0)
            samples_add(&crowd->back, seat->heard - seat->lost);
        seat->lost = 0;
        break;
    case HEARD_DONE: take_done(seat, acted, text); break;
    case HEARD_REFUSED: crowd->refused++; break;
    case HEARD_AGAIN:
        crowd->refused++;
        uv_timer_start(&seat->timer, say_again, RETRY_MS, 0);
        break;
    case HEARD_ERROR:
        crowd->errors++;
        fprintf(stderr, "the server says: %.300s\n", text);
        break;
    default: break;
    }
    if (seat->player.over && !crowd->idle)
        socket_close(socket);
    else
        go_on(seat);
}

static void greet(struct socket *socket)
{
    struct crowd_seat *seat = socket->owner;
    char hello[PLAYER_MESSAGE];
    player_hello(&seat->player, hello);
    seat->heard = crowd_now();
    socket_say(socket, hello);
    if (seat->player.id[0] != '\0') { /* it had no answer before */
        seat->again = true;
        seat->sent = seat->heard;
        socket_say(socket, seat->player.said);
    }
}

static void connect_seat(uv_timer_t *timer)
{
    struct crowd_seat *seat = timer->data;
    struct crowd *crowd = crowd_of(seat);
    seat->heard = crowd_now();
    socket_open(crowd->loop, &seat->socket, port_of(crowd, seat->turn), false);
}

static void open_next(struct crowd *crowd);

static void leave(struct crowd_seat *seat)
{
    struct crowd_table *table = seat->table;
    if (++table->gone < CROWD_SEATS)
        return;
    table->crowd->finished++;
    table->next = table->crowd->waiting;
    table->crowd->waiting = table;
    open_next(table->crowd);
}

static void lose(struct socket *socket)
{
    struct crowd_seat *seat = socket->owner;
    struct crowd *crowd = crowd_of(seat);
    uv_timer_stop(&seat->timer);
    if (seat->player.over && !crowd->idle) {
        leave(seat);
        return;
    }
    crowd->dropped += !crowd->stops;
    if (!crowd->returns)
        return;
    if (seat->lost == 0)
        seat->lost = crowd_now();
    seat->turn++;
    uv_timer_start(&seat->timer, connect_seat, RETRY_MS, 0);
}

/* ---- A table ---- */

static void seat_players(struct crowd_table *table)
{
    struct crowd *crowd = table->crowd;
    int number = (int)(table - crowd->table);
    table->gone = 0;
    for (int s = 0; s < CROWD_SEATS; s++) {
        struct crowd_seat *seat = &table->seats[s];
        player_begin(&seat->player, table->id, s, crowd->number++);
        seat->turn = number + (crowd->spread ? s : 0);
        seat->lost = 0;
        connect_seat(&seat->timer);
    }
}

static void ask_table(struct socket *socket)
{
    char body[128], request[512];
    int size =
        snprintf(body, sizeof body, "{\"game\":\"%s\",\"seats\":%d,\"listed\":false}",
                 player_game()->name, CROWD_SEATS);
    int length =
        snprintf(request, sizeof request,
                 "POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                 "Origin: http://127.0.0.1:%d\r\nContent-Type: application/json\r\n"
                 "Content-Length: %d\r\nConnection: close\r\n\r\n%s",
                 socket->port, socket->port, size, body);
    socket_write(socket, request, (size_t)length);
}

static void take_table(struct socket *socket, const char *answer)
{
    struct crowd_table *table = socket->owner;
    const char *name = strstr(answer, "\"table\":\"");
    if (name == NULL || strchr(name + 9, '"') == NULL)
        return;
    size_t length = strcspn(name + 9, "\"");
    if (length < sizeof table->id)
        snprintf(table->id, sizeof table->id, "%.*s", (int)length, name + 9);
    socket_drop(socket);
}

static void end_opening(struct socket *socket)
{
    struct crowd_table *table = socket->owner;
    struct crowd *crowd = table->crowd;
    crowd->opening--;
    if (table->id[0] != '\0') {
        crowd->opened++;
        seat_players(table);
        open_next(crowd);
        return;
    }
    if (crowd->failed++ == 0 && !crowd->returns)
        fprintf(stderr, "a table was not opened: %.300s\n", socket->head);
    table->next = crowd->waiting;
    crowd->waiting = table;
}

static void open_next(struct crowd *crowd)
{
    while (crowd->waiting != NULL && crowd->opening < CROWD_OPENING && !crowd->stops) {
        struct crowd_table *table = crowd->waiting;
        crowd->waiting = table->next;
        table->id[0] = '\0';
        table->asked = crowd_now();
        table->opening.head[0] = '\0';
        crowd->opening++;
        socket_open(crowd->loop, &table->opening,
                    port_of(crowd, (int)(table - crowd->table) + (int)crowd->failed), true);
    }
}

/* A player who hears nothing asks, and without an answer goes to another process. */
static void look_after(struct crowd_seat *seat, int64_t now)
{
    static const char ping[] = "{\"type\":\"ping\"}";
    bool open = seat->socket.state == SOCKET_OPEN;
    bool late = open && seat->player.id[0] != '\0' && now - seat->sent > PATIENCE_US;
    if (seat->socket.state == SOCKET_IDLE || seat->socket.state == SOCKET_CLOSING)
        return;
    if (late || now - seat->heard > QUIET_US + PATIENCE_US) {
        seat->lost = seat->lost != 0 ? seat->lost : seat->heard;
        socket_drop(&seat->socket);
    } else if (open && now - seat->heard > QUIET_US &&
               now - seat->heard < QUIET_US + 2 * TICK_MS * 1000) {
        socket_say(&seat->socket, ping);
    }
}

static void tick(uv_timer_t *timer)
{
    struct crowd *crowd = timer->data;
    int64_t now = crowd_now();
    for (int i = 0; i < crowd->tables && crowd->returns; i++) {
        struct crowd_table *table = &crowd->table[i];
        for (int s = 0; s < CROWD_SEATS && table->id[0] != '\0'; s++)
            look_after(&table->seats[s], now);
        if (table->id[0] == '\0' && now - table->asked > PATIENCE_US)
            socket_drop(&table->opening);
    }
    open_next(crowd);
}

void crowd_begin(struct crowd *crowd, uv_loop_t *loop)
{
    crowd->loop = loop;
    crowd->table = calloc((size_t)crowd->tables, sizeof *crowd->table);
    if (crowd->table == NULL)
        abort();
    for (int i = crowd->tables - 1; i >= 0; i--) {
        struct crowd_table *table = &crowd->table[i];
        table->crowd = crowd;
        table->next = crowd->waiting;
        crowd->waiting = table;
        table->opening.owner = table;
        table->opening.opened = ask_table;
        table->opening.heard = take_table;
        table->opening.closed = end_opening;
        for (int s = 0; s < CROWD_SEATS; s++) {
            struct crowd_seat *seat = &table->seats[s];
            seat->table = table;
            seat->socket.owner = seat;
            seat->socket.opened = greet;
            seat->socket.heard = hear;
            seat->socket.closed = lose;
            uv_timer_init(loop, &seat->timer);
            seat->timer.data = seat;
        }
    }
    uv_timer_init(loop, &crowd->tick);
    crowd->tick.data = crowd;
    uv_timer_start(&crowd->tick, tick, 0, TICK_MS);
}

/* ---- The report ---- */

static bool is_present(const struct crowd_seat *seat)
{
    return seat->socket.state == SOCKET_OPEN;
}

static bool is_playing(const struct crowd_seat *seat)
{
    return seat->player.stage == PLAYER_PLAYS;
}

static bool is_waiting(const struct crowd_seat *seat)
{
    return seat->player.id[0] != '\0';
}

static uint32_t count_seats(const struct crowd *crowd,
                            bool (*counts)(const struct crowd_seat *))
{
    uint32_t count = 0;
    for (int i = 0; i < crowd->tables; i++) {
        for (int s = 0; s < CROWD_SEATS; s++)
            count += counts(&crowd->table[i].seats[s]);
    }
    return count;
}

uint32_t crowd_present(const struct crowd *crowd)
{
    return count_seats(crowd, is_present);
}

uint32_t crowd_playing(const struct crowd *crowd)
{
    return count_seats(crowd, is_playing);
}

uint32_t crowd_unanswered(const struct crowd *crowd)
{
    return count_seats(crowd, is_waiting);
}

uint32_t crowd_stalled(const struct crowd *crowd, int64_t since)
{
    uint32_t count = 0;
    for (int i = 0; i < crowd->tables; i++)
        count += crowd->table[i].acked < since;
    return count;
}

void crowd_count(struct crowd *crowd)
{
    crowd->counting = true;
    crowd->since = crowd_now();
    crowd->moves = crowd->done = crowd->finished = crowd->latency.count = 0;
}

void crowd_report(struct crowd *crowd, FILE *out)
{
    double seconds = (double)(crowd_now() - crowd->since) / 1e6;
    uint64_t in = 0, sent = 0, pings = 0;
    for (int i = 0; i < crowd->tables; i++) {
        for (int s = 0; s < CROWD_SEATS; s++) {
            in += crowd->table[i].seats[s].socket.in;
            sent += crowd->table[i].seats[s].socket.out;
            pings += crowd->table[i].seats[s].socket.pings;
        }
    }
    fprintf(out,
            "\"tables\":%d,\"connections\":%u,\"seconds\":%.2f,\"moves\":%llu,"
            "\"moves_per_s\":%.0f,\"steps_per_s\":%.0f,\"p50_ms\":%.2f,\"p99_ms\":%.2f,"
            "\"max_ms\":%.2f,\"finished\":%llu,\"opened\":%llu,\"refused\":%llu,"
            "\"errors\":%llu,\"dropped\":%llu,\"failed\":%llu,\"pings\":%llu,"
            "\"bytes_in\":%llu,\"bytes_out\":%llu,\"returned\":%zu,\"back_p99_ms\":%.0f,"
            "\"back_max_ms\":%.0f",
            crowd->tables, crowd_present(crowd), seconds, (unsigned long long)crowd->moves,
            (double)crowd->moves / seconds, (double)crowd->done / seconds,
            samples_ms(&crowd->latency, 0.5), samples_ms(&crowd->latency, 0.99),
            samples_ms(&crowd->latency, 1), (unsigned long long)crowd->finished,
            (unsigned long long)crowd->opened, (unsigned long long)crowd->refused,
            (unsigned long long)crowd->errors, (unsigned long long)crowd->dropped,
            (unsigned long long)crowd->failed, (unsigned long long)pings,
            (unsigned long long)in, (unsigned long long)sent, crowd->back.count,
            samples_ms(&crowd->back, 0.99), samples_ms(&crowd->back, 1));
}
