/* hub.c — takes commands, appends their steps to the store, then answers everybody.
 *
 * THE PROBLEM. A command must take effect exactly once and for good, even when a connection
 * breaks, a process is killed in the middle, or another process serves the same table.
 * Players expect an answer within milliseconds, and a commit to disk takes several. So one
 * thread must serve all tables without ever waiting for the store.
 *
 * THE IDEA. The log of steps in the store is the table; the place in memory is a copy that
 * may lag behind. A command travels like this:
 *
 *   hub_hear         reads the message and appends the command to place->queue
 *   place_pump       decides the first command of the queue (table_decide)
 *   place_dispatch   folds the step into the table and hands it to the store
 *   hub_appended     the store has answered: `done` to the sender, a view to everybody
 *
 * place_pump is the only engine. Every event ends in a call of it, and it runs until
 * nothing more can be decided without an answer of the store. When the queue is empty it
 * asks agenda.c what the table has to do by itself.
 *
 * A step is folded before the store has it, because the row of the table (phase, players,
 * when it is due) is written in the same transaction and must describe the state after the
 * step. Until the answer comes, `before` holds the state without it.
 *
 * WHAT ALWAYS HOLDS
 * - `busy` (a step is on its way) and `reading` are never both true, and nothing is decided
 *   while one of them is.
 * - While busy, queue[0] is the command on its way. A first step has no command:
 *   place_opened (opening.c) takes its answer.
 * - Nobody is sent a state that the store does not have.
 * - A refusal is final only when the log was read after the command came (`checked`). A
 *   process that lags behind could otherwise refuse a repeated message as stale although it
 *   had taken effect. Only REFUSED_REPEAT needs no reading: what memory has, the log has.
 *
 * WHAT CAN GO WRONG
 * - Another process appends first: APPEND_CONFLICT. The fold is undone, the log is read on,
 *   and the same command is decided again against the newer state.
 * - The log has lost steps that we have: also APPEND_CONFLICT, because the step before is
 *   not there. The table is read again (reading.c).
 * - The store fails: APPEND_FAILED. Nobody knows whether it has the step. The sender gets
 *   `unavailable` and sends the command again; the log has been read by then, so it is
 *   either new or a repeat.
 * - The process dies: the queue, plans of bots and presence are lost, nothing else. Clients
 *   connect to any process and send again what was not answered, with the same id;
 *   table_answered finds those that took effect.
 * - The sender disconnects: its commands stay in the queue, with its token, and take
 *   effect; only the answer is dropped.
 *
 * A lock or a lease on each table would be the obvious way, but it must be renewed, expires
 * while a process is paused, and blocks a table whose owner has died. Here the primary key
 * (table, number) decides, and the loser of a race reads and tries again.
 *
 * COSTS. Without sockets a step takes some 26 µs, the clients' own reading included;
 * a table takes about 4.5 kB of memory. tests/server/hub.c runs two hubs against crashes,
 * conflicts and failures; docs/explain/reliability.md has the figures. */
#include "place.h"

#include "hash.h"
#include "tell.h"
#include "tell/error.h"

#include <peck/json.h>

#include <stdlib.h>
#include <string.h>

enum { TOLD_PLIES = 100 }; /* of a view at most: a whole deal, and the ply before it */

struct hub *hub_new(const struct host *host)
{
    struct hub *hub = calloc(1, sizeof *hub);
    if (hub != NULL)
        hub->names = calloc((size_t)peck_game_count, sizeof *hub->names);
    if (hub == NULL || hub->names == NULL) {
        free(hub);
        return NULL;
    }
    hub->host = *host;
    host->random(host->context, &hub->process, sizeof hub->process);
    return hub;
}

static struct place **bucket_of(struct hub *hub, const char *id)
{
    return &hub->buckets[hash_name(id) % BUCKETS];
}

struct place *place_find(struct hub *hub, const char *id)
{
    struct place *place = *bucket_of(hub, id);
    while (place != NULL && strcmp(place->id, id) != 0)
        place = place->next;
    return place;
}

void place_free(struct hub *hub, struct place *place)
{
    struct place **link = bucket_of(hub, place->id);
    while (*link != place)
        link = &(*link)->next;
    *link = place->next;
    presence_end(hub, place);
    table_free(&place->table);
    free(place->before);
    free(place->queue);
    free(place);
}

void hub_free(struct hub *hub)
{
    for (int i = 0; i < BUCKETS; i++) {
        while (hub->buckets[i] != NULL)
            place_free(hub, hub->buckets[i]);
    }
    free(hub->names);
    free(hub);
}

uint32_t hub_tables(const struct hub *hub)
{
    uint32_t count = 0;
    for (int i = 0; i < BUCKETS; i++) {
        for (const struct place *place = hub->buckets[i]; place != NULL;
             place = place->next)
            count++;
    }
    return count;
}

struct place *place_new(struct hub *hub, const char *id)
{
    struct place *place = calloc(1, sizeof *place), **bucket = bucket_of(hub, id);
    if (place == NULL)
        return NULL;
    memcpy(place->id, id, strnlen(id, sizeof place->id - 1));
    place->next = *bucket;
    *bucket = place;
    return place;
}

/* The table from memory, or one that is to be read; NULL when memory is out. */
static struct place *place_load(struct hub *hub, const char *id)
{
    struct place *place = place_find(hub, id);
    if (place == NULL) {
        place = place_new(hub, id);
        if (place != NULL)
            place->noticed = true;
    }
    return place;
}

int64_t place_now(const struct hub *hub, const struct place *place)
{
    return hub->host.now(hub->host.context) + place->ahead;
}

void place_wake(struct hub *hub, const struct place *place, int64_t at)
{
    hub->host.wake(hub->host.context, place->id, at - place->ahead);
}

void place_unload(struct hub *hub, struct place *place)
{
    if (!place->busy && !place->reading && !place->opening && place->clients == NULL &&
        place->count == 0 && place->thinking == 0 && place->meant == 0)
        place_free(hub, place);
}

/* ---- Telling ---- */

static void send_json(struct hub *hub, const struct client *client,
                      const struct peck_text *text)
{
    hub->host.send(hub->host.context, client->socket, text->buffer, text->length);
}

static void send_done(struct hub *hub, const struct client *client, const char *id,
                      uint64_t seq)
{
    char bytes[256];
    struct peck_text text = peck_text_begin(bytes, sizeof bytes);
    struct peck_json json = peck_json_begin(&text);
    peck_json_object(&json, NULL);
    peck_json_string(&json, "type", "done");
    peck_json_string(&json, "id", id);
    peck_json_int(&json, "seq", (int64_t)seq);
    peck_json_end_object(&json);
    send_json(hub, client, &text);
}

void hub_refuse(struct hub *hub, const struct client *client, const char *id,
                const char *code, const char *why)
{
    char bytes[2048];
    struct peck_text text = peck_text_begin(bytes, sizeof bytes);
    struct peck_json json = peck_json_begin(&text);
    peck_json_object(&json, NULL);
    peck_json_string(&json, "type", id != NULL ? "refused" : "error");
    if (id != NULL)
        peck_json_string(&json, "id", id);
    peck_json_string(&json, "code", code);
    peck_json_string(&json, "why", why);
    peck_json_end_object(&json);
    send_json(hub, client, &text);
}

/* A client that reconnects names the last step it saw; it gets only the plies since. */
static void remember_seen(struct client *client)
{
    if (!client->told &&
        !table_plies_at(&client->place->table, client->since, &client->seen))
        client->seen = 0;
    client->told = true;
}

/* `buffer` has the head, which all views share, and has just that again afterwards. */
static void send_view(struct hub *hub, struct client *client, struct peck_buffer *buffer)
{
    const struct table *table = &client->place->table;
    size_t head = buffer->length;
    remember_seen(client);
    uint32_t news = table->match.count - client->seen;
    int viewer = client->seat >= 0 ? client->seat : PECK_CHANCE;
    if (news > TOLD_PLIES || client->seen > table->match.count)
        news = TOLD_PLIES;
    bool told = table_tell_view(table, viewer, news, buffer) == PECK_OK;
    if (told && table_hosted(table, client->seat, client->person)) {
        buffer->length--; /* the brace */
        told = peck_buffer_put(buffer, ",\"yours\":true}") == PECK_OK;
    }
    if (told) {
        client->seen = table->match.count;
        hub->host.send(hub->host.context, client->socket, buffer->bytes, buffer->length);
    }
    buffer->length = head;
}

/* The host of the table lets nobody watch. */
static void send_away(struct hub *hub, struct client *client)
{
    if (!client->sent_away)
        hub_refuse(hub, client, NULL, "unwatched",
                   "the host of the table lets nobody watch");
    client->sent_away = client->told = true;
    hub->host.drop(hub->host.context, client->socket);
}

/* Sends the views. Seats change hands, so it looks up each client's by its token. */
static void show(struct hub *hub, struct place *place, bool everybody)
{
    struct peck_buffer buffer = {0};
    bool told = table_tell_head(&place->table, &buffer) == PECK_OK;
    for (struct client *client = place->clients; client != NULL; client = client->next) {
        if (client->told && !everybody)
            continue;
        int seat = client->has_token ? table_seat(&place->table, client->token) : -1;
        if (seat != client->seat)
            presence_look(hub, place);
        client->seat = seat;
        if (seat < 0 && table_unwatched(&place->table) &&
            !table_hosted(&place->table, seat, client->person))
            send_away(hub, client);
        else if (told)
            send_view(hub, client, &buffer);
    }
    peck_buffer_free(&buffer);
}

void place_show(struct hub *hub, struct place *place)
{
    show(hub, place, true);
}

void place_greet(struct hub *hub, struct place *place)
{
    show(hub, place, false);
}

void place_tell_all(struct hub *hub, struct place *place, const char *bytes, size_t count)
{
    for (struct client *client = place->clients; client != NULL; client = client->next)
        hub->host.send(hub->host.context, client->socket, bytes, count);
}

/* ---- What waits ---- */

bool place_push(struct place *place, const struct command *command, struct client *client)
{
    if (place->count == place->room) {
        uint32_t room = place->room == 0 ? 4 : place->room * 2;
        struct waiting *queue = realloc(place->queue, room * sizeof *queue);
        if (queue == NULL)
            return false;
        place->queue = queue;
        place->room = room;
    }
    place->queue[place->count++] = (struct waiting){.command = *command, .client = client};
    return true;
}

static struct waiting pop(struct place *place)
{
    struct waiting first = place->queue[0];
    place->count--;
    memmove(place->queue, place->queue + 1, place->count * sizeof first);
    return first;
}

/* The step on its way did not arrive. */
static void take_back(struct place *place)
{
    table_return(&place->table, place->before);
    free(place->before);
    place->before = NULL;
}

bool place_dispatch(struct hub *hub, struct place *place, const struct step *step)
{
    struct peck_buffer buffer = {0};
    struct append append = {.seq = place->table.seq, .previous = place->table.hash};
    PECK_ASSERT(place->before == NULL);
    place->before = malloc(sizeof *place->before);
    if (place->before == NULL)
        return false;
    *place->before = place->table;
    if (step_write(step, &buffer) != PECK_OK || !place_fold(hub, place, step)) {
        take_back(place);
        peck_buffer_free(&buffer);
        return false;
    }
    memcpy(append.table, place->id, sizeof append.table);
    append.step = buffer.bytes;
    place->table.hash = step_hash(append.table, append.seq, append.step, buffer.length);
    append.summary = table_summary(&place->table);
    place->busy = true;
    hub->host.append(hub->host.context, &append);
    return true;
}

static void answer_refused(struct hub *hub, struct place *place,
                           const struct decision *decision)
{
    struct waiting waiting = pop(place);
    const struct command *command = &waiting.command;
    if (command->by == BY_SERVER && command->kind == COMMAND_ACT)
        place->meant &= ~(UINT32_C(1) << command->target); /* think again */
    if (waiting.client == NULL)
        return;
    if (decision->refusal == REFUSED_REPEAT)
        send_done(hub, waiting.client, command->id, decision->seq);
    else
        hub_refuse(hub, waiting.client, command->id,
                   decide_refusal_names[decision->refusal], decision->sentence);
}

/* Looks up the sender's seat again: it may have changed hands since the message came. */
static void name_sender(struct place *place, struct waiting *waiting)
{
    const struct client *client = waiting->client;
    if (waiting->command.by == BY_SERVER)
        return;
    bool has_token = client != NULL ? client->has_token : waiting->has_token;
    const uint8_t *token = client != NULL ? client->token : waiting->token;
    waiting->command.by = has_token ? table_seat(&place->table, token) : BY_SPECTATOR;
}

/* Decides the first command that waits. Afterwards it is on its way to the store, or
 * answered, or waits for the log to be read. */
static void decide_first(struct hub *hub, struct place *place)
{
    struct waiting *waiting = &place->queue[0];
    name_sender(place, waiting);
    int64_t now = place_now(hub, place);
    struct decision decision = table_decide(&place->table, &waiting->command, now);
    if (decision.refusal == REFUSED_NOT) {
        bool sent = place_dispatch(hub, place, &decision.step);
        step_free(&decision.step);
        if (sent)
            return;
        decision.refusal = REFUSED_MEMORY;
    } else if (decision.refusal != REFUSED_REPEAT && !waiting->checked) {
        waiting->checked = true;
        place->noticed = true; /* another process may have been here: decide once more */
        return;
    }
    answer_refused(hub, place, &decision);
}

/* Whether a command can be decided now. Reads the log first if it may have grown. */
static bool is_free(struct hub *hub, struct place *place)
{
    if (!place->busy && !place->reading && place->noticed)
        place_read(hub, place);
    return !place->busy && !place->reading;
}

void place_pump(struct hub *hub, struct place *place)
{
    do {
        while (is_free(hub, place) && place->count > 0)
            decide_first(hub, place);
        if (is_free(hub, place))
            place_schedule(hub, place);
    } while (is_free(hub, place) && place->count > 0);
}

/* The step of the first that waits is in the log. */
static void answer_done(struct hub *hub, struct place *place, uint64_t seq)
{
    struct waiting waiting = pop(place);
    const struct command *command = &waiting.command;
    if (command->by == BY_SERVER && command->kind == COMMAND_ACT)
        place->meant &= ~(UINT32_C(1) << command->target);
    if (waiting.client == NULL)
        return;
    if (command->kind == COMMAND_SIT) {
        waiting.client->has_token = true;
        memcpy(waiting.client->token, command->bytes, PECK_HASH);
    }
    send_done(hub, waiting.client, command->id, seq);
}

/* The client does not learn why the store failed: the reason may name machines and users.
 */
static void refuse_first(struct hub *hub, struct place *place)
{
    const struct decision lost = {.refusal = REFUSED_STORE,
                                  .sentence =
                                      "the server cannot store this now; send it again"};
    answer_refused(hub, place, &lost);
}

void place_refuse_all(struct hub *hub, struct place *place)
{
    while (place->count > 0)
        refuse_first(hub, place);
}

void hub_appended(struct hub *hub, const char *table, uint64_t seq,
                  enum append_result result)
{
    struct place *place = place_find(hub, table);
    PECK_ASSERT(place != NULL && place->busy);
    place->busy = false;
    if (result != APPEND_DONE)
        take_back(place);
    free(place->before);
    place->before = NULL;
    if (place_opened(hub, place, result))
        return;
    if (result == APPEND_DONE) {
        answer_done(hub, place, seq);
        place_show(hub, place);
    } else {
        /* Somebody else was faster: the command is decided once more. Or the store has
         * failed, and nobody knows whether it has the step: whoever sends it again will
         * learn that. */
        if (result == APPEND_FAILED)
            refuse_first(hub, place);
        place->noticed = true;
    }
    place_pump(hub, place);
    place_unload(hub, place);
}

/* ---- Clients ---- */

struct client *hub_join(struct hub *hub, void *socket, const char *person)
{
    struct client *client = calloc(1, sizeof *client);
    if (client != NULL) {
        client->socket = socket;
        memcpy(client->person, person, strnlen(person, sizeof client->person - 1));
        client->seat = BY_SPECTATOR;
    }
    return client;
}

const char *hub_person(const struct client *client)
{
    return client->person;
}

void hub_mute(struct client *client, bool muted)
{
    client->muted = muted;
}

/* The client's commands stay in the queue and take effect; only their answers are lost. */
void hub_leave(struct hub *hub, struct client *client)
{
    struct place *place = client->place;
    if (place != NULL) {
        struct client **link = &place->clients;
        while (*link != client)
            link = &(*link)->next;
        *link = client->next;
        for (uint32_t i = 0; i < place->count; i++) {
            struct waiting *waiting = &place->queue[i];
            if (waiting->client != client)
                continue;
            waiting->client = NULL;
            waiting->has_token = client->has_token;
            memcpy(waiting->token, client->token, PECK_HASH);
        }
        presence_look(hub, place);
        place_pump(hub, place);
        place_unload(hub, place);
    }
    free(client);
}

static bool greet(struct hub *hub, struct client *client, const struct message *message)
{
    if (client->place != NULL) {
        hub_refuse(hub, client, NULL, "twice", "hello is said once");
        return false;
    }
    struct place *place = place_load(hub, message->table);
    if (place == NULL) {
        hub_refuse(hub, client, NULL, "unavailable", "the server is out of memory");
        return false;
    }
    client->place = place;
    client->next = place->clients;
    place->clients = client;
    client->has_token = message->has_token;
    memcpy(client->token, message->token, PECK_HASH);
    client->since = message->seq;
    presence_look(hub, place);
    if (!place->busy)          /* else it is sent with the others */
        place->noticed = true; /* a notice may have been lost */
    place_pump(hub, place);
    return true;
}

static bool chatted_enough(const int64_t *said, uint32_t count, uint32_t most, int64_t now)
{
    return count >= most && said[count % most] > now - CHAT_MS;
}

static bool is_talk(const struct command *command)
{
    return command->kind == COMMAND_CHAT || command->kind == COMMAND_PHRASE;
}

/* Whether a client may send this now. Chat is limited, but a repeat of a line that took
 * effect is always answered. */
static bool in_measure(struct hub *hub, struct client *client,
                       const struct command *command)
{
    struct place *place = client->place;
    int64_t now = place_now(hub, place);
    int kind = client->seat >= 0 ? SPEAK_SEATED : SPEAK_WATCHING;
    uint32_t waiting = 0;
    uint64_t seq;
    for (uint32_t i = 0; i < place->count; i++)
        waiting += place->queue[i].client == client;
    if (waiting >= WAITING_CLIENT)
        return false;
    if (!is_talk(command) || table_answered(&place->table, client->seat, command->id, &seq))
        return true;
    if (chatted_enough(client->said, client->said_count, CHAT_CLIENT, now) ||
        chatted_enough(place->said[kind], place->said_count[kind], CHAT_TABLE, now))
        return false;
    client->said[client->said_count++ % CHAT_CLIENT] = now;
    place->said[kind][place->said_count[kind]++ % CHAT_TABLE] = now;
    return true;
}

bool hub_hear(struct hub *hub, struct client *client, const char *bytes, size_t count)
{
    struct message message;
    struct peck_error error;
    if (message_read(bytes, count, &message, &error) != PECK_OK) {
        char why[ERROR_SENTENCE];
        hub_refuse(hub, client, NULL, "bad-message", error_english(&error, why));
        return false;
    }
    if (message.kind == MESSAGE_PING) {
        static const char pong[] = "{\"type\":\"pong\"}";
        hub->host.send(hub->host.context, client->socket, pong, sizeof pong - 1);
        return true;
    }
    if (message.kind == MESSAGE_HELLO)
        return greet(hub, client, &message);
    if (client->place == NULL) {
        hub_refuse(hub, client, NULL, "no-hello", "say hello first");
        return false;
    }
    memcpy(message.command.person, client->person, sizeof client->person);
    if (client->muted && is_talk(&message.command)) {
        hub_refuse(hub, client, message.command.id, decide_refusal_names[REFUSED_MUTED],
                   "whoever runs this server has muted you");
        return true;
    }
    if (!in_measure(hub, client, &message.command)) {
        hub_refuse(hub, client, message.command.id, decide_refusal_names[REFUSED_FAST],
                   "not so fast: wait a few seconds");
        return true;
    }
    if (!place_push(client->place, &message.command, client)) {
        hub_refuse(hub, client, message.command.id, decide_refusal_names[REFUSED_MEMORY],
                   "the server is out of memory");
        return true;
    }
    place_pump(hub, client->place);
    return true;
}

void *hub_watcher(struct hub *hub, const char *table)
{
    const struct place *place = place_find(hub, table);
    const struct client *found = place != NULL ? place->clients : NULL;
    for (const struct client *client = found; client != NULL; client = client->next) {
        if (client->seat >= 0)
            found = client;
    }
    return found != NULL ? found->socket : NULL;
}

const char *hub_opener(struct hub *hub, const char *table)
{
    const struct place *place = place_find(hub, table);
    return place != NULL ? place->table.terms.host : "";
}

void hub_wake(struct hub *hub, const char *table)
{
    struct place *place = place_load(hub, table);
    if (place == NULL)
        return;
    place_pump(hub, place);
    place_unload(hub, place);
}

void hub_notice(struct hub *hub, const char *table)
{
    struct place *place = place_find(hub, table);
    if (place == NULL)
        return;
    place->noticed = true; /* while busy it may be the step behind ours: then we look */
    place_pump(hub, place);
}

void hub_notice_all(struct hub *hub)
{
    for (int i = 0; i < BUCKETS; i++) {
        for (struct place *place = hub->buckets[i]; place != NULL; place = place->next)
            hub_notice(hub, place->id);
    }
}
