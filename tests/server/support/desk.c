/* desk.c — a host for two hubs that queues their wishes and answers them in a fixed order.
 *
 * desk_run answers readings, appends, thoughts and announcements until none is left;
 * desk_pass moves the clock from one wake-up to the next. */
#include "desk.h"

#include <stdarg.h>
#include <string.h>

static int number_of(const struct desk_process *process)
{
    return (int)(process - process->desk->process);
}

/* ---- The host of a hub ---- */

static int64_t host_now(void *context)
{
    return ((struct desk_process *)context)->desk->now;
}

static void host_random(void *context, void *bytes, size_t count)
{
    struct desk_process *process = context;
    for (size_t i = 0; i < count; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)peck_rng_below(&process->desk->rng, 256);
}

static void host_append(void *context, const struct append *append)
{
    struct desk_process *process = context;
    struct desk *desk = process->desk;
    DESK_MUST(desk->append_count < DESK_PENDING);
    desk->appends[desk->append_count++] = (struct desk_append){number_of(process), *append};
}

static void host_read(void *context, const char *table, uint64_t seq, uint64_t hash)
{
    struct desk_process *process = context;
    struct desk *desk = process->desk;
    DESK_MUST(desk->reading_count < DESK_PENDING);
    struct desk_reading *reading = &desk->readings[desk->reading_count++];
    reading->hub = number_of(process);
    logs_read(&desk->logs, table, seq, hash, &reading->reading);
    reading->reading.fine = !desk->unreadable;
}

static void host_think(void *context, struct thinking *thinking)
{
    struct desk_process *process = context;
    struct desk *desk = process->desk;
    DESK_MUST(desk->thought_count < DESK_PENDING);
    desk->thoughts[desk->thought_count++] =
        (struct desk_thought){number_of(process), thinking};
}

static void host_wake(void *context, const char *table, int64_t at)
{
    struct desk_process *process = context;
    struct log *log = desk_log(process->desk, table);
    if (log != NULL)
        log->wake[number_of(process)] = at;
}

static void keep(struct peck_buffer *buffer, uint32_t *times, const char *bytes,
                 size_t count)
{
    buffer->length = 0;
    DESK_MUST(peck_buffer_reserve(buffer, count) == PECK_OK);
    memcpy(buffer->bytes, bytes, count);
    buffer->bytes[count] = '\0';
    buffer->length = count;
    ++*times;
}

static bool begins(const char *bytes, size_t count, const char *type)
{
    size_t length = strlen(type);
    return count > 9 + length && memcmp(bytes + 9, type, length) == 0;
}

static void host_send(void *context, void *socket, const char *bytes, size_t count)
{
    struct guest *guest = socket;
    DESK_MUST(count > 9 && memcmp(bytes, "{\"type\":\"", 9) == 0);
    if (begins(bytes, count, "view"))
        keep(&guest->view, &guest->views, bytes, count);
    else if (begins(bytes, count, "presence"))
        keep(&guest->presence, &guest->presences, bytes, count);
    else if (begins(bytes, count, "warning"))
        keep(&guest->warning, &guest->warnings, bytes, count);
    else
        keep(&guest->answer, &guest->answers, bytes, count);
}

static void host_drop(void *context, void *socket)
{
    ((struct guest *)socket)->dropped = true;
}

static void host_announce(void *context, const char *table, const char *text)
{
    struct desk_process *process = context;
    struct desk *desk = process->desk;
    DESK_MUST(desk->notice_count < DESK_PENDING && strlen(text) < 64);
    struct desk_notice *notice = &desk->notices[desk->notice_count++];
    notice->hub = number_of(process);
    memcpy(notice->table, table, sizeof notice->table);
    strcpy(notice->text, text);
}

static void start(struct desk *desk, int hub)
{
    struct desk_process *process = &desk->process[hub];
    struct host host = {.context = process,
                        .now = host_now,
                        .random = host_random,
                        .append = host_append,
                        .read = host_read,
                        .think = host_think,
                        .wake = host_wake,
                        .send = host_send,
                        .drop = host_drop,
                        .announce = host_announce};
    process->desk = desk;
    process->hub = hub_new(&host);
    DESK_MUST(process->hub != NULL);
}

/* ---- The desk ---- */

struct desk *desk_new(uint64_t seed)
{
    struct desk *desk = calloc(1, sizeof *desk);
    DESK_MUST(desk != NULL);
    desk->now = 1000000000;
    peck_rng_seed(&desk->rng, seed);
    for (int i = 0; i < DESK_HUBS; i++)
        start(desk, i);
    return desk;
}

static void drop_pending(struct desk *desk)
{
    for (uint32_t i = 0; i < desk->append_count; i++)
        free(desk->appends[i].append.step);
    for (uint32_t i = 0; i < desk->thought_count; i++) {
        peck_match_free(&desk->thoughts[i].thinking->match);
        free(desk->thoughts[i].thinking);
    }
    for (uint32_t i = 0; i < desk->reading_count; i++)
        peck_buffer_free(&desk->readings[i].reading.steps);
    desk->append_count = desk->thought_count = desk->notice_count = 0;
    desk->reading_count = 0;
}

void desk_free(struct desk *desk)
{
    for (int i = 0; i < DESK_HUBS; i++)
        hub_free(desk->process[i].hub);
    drop_pending(desk);
    logs_free(&desk->logs);
    free(desk);
}

void desk_restart(struct desk *desk, int hub)
{
    hub_free(desk->process[hub].hub);
    drop_pending(desk);
    for (uint32_t i = 0; i < desk->logs.count; i++)
        desk->logs.list[i].wake[hub] = INT64_MAX;
    start(desk, hub);
}

struct log *desk_log(struct desk *desk, const char *table)
{
    return logs_find(&desk->logs, table);
}

static void take_append(struct desk *desk, struct desk_append *pending)
{
    struct append *append = &pending->append;
    bool kept = logs_append(&desk->logs, append);
    if (!kept)
        free(append->step);
    hub_appended(desk->process[pending->hub].hub, append->table, append->seq,
                 kept ? APPEND_DONE : APPEND_CONFLICT);
    if (kept)
        hub_notice(desk->process[1 - pending->hub].hub, append->table);
}

void desk_run(struct desk *desk)
{
    for (;;) {
        if (desk->reading_count > 0) {
            struct desk_reading first = desk->readings[0];
            memmove(desk->readings, desk->readings + 1,
                    --desk->reading_count * sizeof first);
            hub_read(desk->process[first.hub].hub, &first.reading);
            peck_buffer_free(&first.reading.steps);
        } else if (desk->append_count > 0) {
            struct desk_append append = desk->appends[0];
            memmove(desk->appends, desk->appends + 1, --desk->append_count * sizeof append);
            take_append(desk, &append);
        } else if (desk->thought_count > 0) {
            struct desk_thought thought = desk->thoughts[--desk->thought_count];
            agenda_think(thought.thinking);
            hub_thought(desk->process[thought.hub].hub, thought.thinking);
        } else if (desk->notice_count > 0) {
            struct desk_notice notice = desk->notices[--desk->notice_count];
            hub_announced(desk->process[1 - notice.hub].hub, notice.table, notice.text);
        } else {
            return;
        }
    }
}

void desk_pass(struct desk *desk, int64_t ms)
{
    int64_t until = desk->now + ms;
    for (;;) {
        int64_t first = INT64_MAX;
        uint32_t table = 0;
        int hub = 0;
        for (uint32_t i = 0; i < desk->logs.count; i++) {
            for (int h = 0; h < DESK_HUBS; h++) {
                if (desk->logs.list[i].wake[h] < first) {
                    first = desk->logs.list[i].wake[h];
                    table = i;
                    hub = h;
                }
            }
        }
        if (first > until)
            break;
        desk->now = first > desk->now ? first : desk->now;
        desk->logs.list[table].wake[hub] = INT64_MAX;
        hub_wake(desk->process[hub].hub, desk->logs.list[table].table);
        desk_run(desk);
    }
    desk->now = until;
}

static void take_opened(void *context, const char *table, const char *reason)
{
    struct desk *desk = context;
    DESK_MUST(table != NULL);
    memset(desk->opened, 0, sizeof desk->opened);
    memcpy(desk->opened, table, strlen(table));
}

const char *desk_open(struct desk *desk, const struct terms *terms)
{
    desk->opened[0] = '\0';
    hub_open(desk->process[0].hub, terms, take_opened, desk);
    desk_run(desk);
    DESK_MUST(desk->opened[0] != '\0');
    return desk->opened;
}

/* ---- Guests ---- */

static void join_as(struct guest *guest, struct desk *desk, int hub, const char *person)
{
    *guest = (struct guest){.desk = desk, .hub = hub};
    struct peck_buffer *buffers[] = {&guest->view, &guest->answer, &guest->presence,
                                     &guest->warning};
    for (int i = 0; i < 4; i++)
        DESK_MUST(peck_buffer_put(buffers[i], "") == PECK_OK);
    guest->client = hub_join(desk->process[hub].hub, guest, person);
    DESK_MUST(guest->client != NULL);
}

void guest_join(struct guest *guest, struct desk *desk, int hub)
{
    join_as(guest, desk, hub, "");
}

void guest_leave(struct guest *guest)
{
    hub_leave(guest->desk->process[guest->hub].hub, guest->client);
    peck_buffer_free(&guest->view);
    peck_buffer_free(&guest->answer);
    peck_buffer_free(&guest->presence);
    peck_buffer_free(&guest->warning);
    desk_run(guest->desk);
}

bool guest_send(struct guest *guest, const char *bytes, size_t count)
{
    bool fine = hub_hear(guest->desk->process[guest->hub].hub, guest->client, bytes, count);
    desk_run(guest->desk);
    return fine && !guest->dropped;
}

bool guest_say(struct guest *guest, const char *format, ...)
{
    char text[MESSAGE_BYTES + 64];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    DESK_MUST(length >= 0 && length < (int)sizeof text);
    return guest_send(guest, text, (size_t)length);
}

bool guest_hello(struct guest *guest, struct desk *desk, int hub, const char *table,
                 const char *token)
{
    return guest_hello_as(guest, desk, hub, table, token, "");
}

bool guest_hello_as(struct guest *guest, struct desk *desk, int hub, const char *table,
                    const char *token, const char *person)
{
    join_as(guest, desk, hub, person);
    if (token == NULL)
        return guest_say(guest, "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\"}",
                         table);
    return guest_say(
        guest, "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\",\"token\":\"%s\"}",
        table, token);
}

bool guest_hears(const struct guest *guest, const char *words)
{
    return strstr(guest->answer.bytes, words) != NULL;
}
