/* hub.c — see hub.h. A step is folded before the store has it, because the row of the table
 * needs to say what comes of it; until the store answers nobody is told anything, and when
 * somebody else was faster the table is folded anew from the log. */
#include "place.h"

#include "tell.h"

#include <peck/json.h>

#include <stdlib.h>
#include <string.h>

enum { TOLD_PLIES = 40 }; /* that a view tells of at most */

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
    return hub;
}

static struct place **bucket_of(struct hub *hub, const char *id)
{
    uint32_t hash = 2166136261u;
    for (; *id != '\0'; id++)
        hash = (hash ^ (unsigned char)*id) * 16777619u;
    return &hub->buckets[hash % BUCKETS];
}

struct place *place_find(struct hub *hub, const char *id)
{
    struct place *place = *bucket_of(hub, id);
    while (place != NULL && strcmp(place->id, id) != 0)
        place = place->next;
    return place;
}

static void place_free(struct hub *hub, struct place *place)
{
    struct place **link = bucket_of(hub, place->id);
    while (*link != place)
        link = &(*link)->next;
    *link = place->next;
    table_free(&place->table);
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

/* ---- The log ---- */

struct folding {
    struct hub *hub;
    struct place *place;
    bool failed;
};

static struct peck_names *names_of(struct hub *hub, const struct peck_game *game)
{
    int number = 0;
    while (peck_games[number] != game)
        number++;
    return &hub->names[number];
}

static bool fold_step(struct hub *hub, struct place *place, const struct step *step)
{
    struct peck_error error;
    const struct terms *terms = step->opens ? &step->terms : &place->table.terms;
    return terms->game != NULL &&
           table_fold(&place->table, names_of(hub, terms->game), step, &error) == PECK_OK;
}

static bool take_step(void *context, uint64_t seq, const char *json, size_t count)
{
    struct folding *folding = context;
    struct step step;
    struct peck_error error;
    folding->failed = seq != folding->place->table.seq ||
                      step_read(json, count, &step, &error) != PECK_OK;
    if (folding->failed)
        return false;
    folding->failed = !fold_step(folding->hub, folding->place, &step);
    step_free(&step);
    return !folding->failed;
}

/* Folds what the log has and the table has not. */
static bool read_on(struct hub *hub, struct place *place)
{
    struct folding folding = {hub, place, false};
    struct peck_error error;
    enum peck_status status = hub->host.read(hub->host.context, place->id, place->table.seq,
                                             take_step, &folding, &error);
    return status == PECK_OK && !folding.failed;
}

static bool read_anew(struct hub *hub, struct place *place)
{
    table_free(&place->table);
    return read_on(hub, place);
}

static struct place *place_new(struct hub *hub, const char *id)
{
    struct place *place = calloc(1, sizeof *place), **bucket = bucket_of(hub, id);
    if (place == NULL)
        return NULL;
    memcpy(place->id, id, strnlen(id, sizeof place->id - 1));
    place->next = *bucket;
    *bucket = place;
    return place;
}

/* The table from memory or from the log; NULL when there is none of that name. */
static struct place *place_load(struct hub *hub, const char *id)
{
    struct place *place = place_find(hub, id);
    if (place != NULL)
        return place;
    place = place_new(hub, id);
    if (place != NULL && (!read_on(hub, place) || place->table.seq == 0)) {
        place_free(hub, place);
        return NULL;
    }
    return place;
}

/* Nobody looks, nothing waits, nobody thinks: the log is enough. */
static void unload_if_idle(struct hub *hub, struct place *place)
{
    if (!place->busy && place->clients == NULL && place->count == 0 &&
        place->thinking == 0 && place->meant == 0)
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

/* `id` is NULL for what answers no command. */
static void send_refusal(struct hub *hub, const struct client *client, const char *id,
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

/* `buffer` has the head, and has it again afterwards. */
static void send_view(struct hub *hub, struct client *client, struct peck_buffer *buffer)
{
    const struct table *table = &client->place->table;
    size_t head = buffer->length;
    uint32_t news = table->match.count - client->seen;
    int viewer = client->seat >= 0 ? client->seat : PECK_CHANCE;
    if (news > TOLD_PLIES || client->seen > table->match.count)
        news = TOLD_PLIES;
    if (table_tell_view(table, viewer, news, buffer) == PECK_OK) {
        client->seen = table->match.count;
        hub->host.send(hub->host.context, client->socket, buffer->bytes, buffer->length);
    }
    buffer->length = head;
}

static void tell_one(struct hub *hub, struct client *client)
{
    struct peck_buffer buffer = {0};
    if (table_tell_head(&client->place->table, &buffer) == PECK_OK)
        send_view(hub, client, &buffer);
    peck_buffer_free(&buffer);
}

/* Seats change hands; a token tells whose is whose. */
static void tell_all(struct hub *hub, struct place *place)
{
    struct peck_buffer buffer = {0};
    bool told = table_tell_head(&place->table, &buffer) == PECK_OK;
    for (struct client *client = place->clients; client != NULL; client = client->next) {
        client->seat = client->has_token ? table_seat(&place->table, client->token) : -1;
        if (told)
            send_view(hub, client, &buffer);
    }
    peck_buffer_free(&buffer);
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
    place->queue[place->count++] = (struct waiting){*command, client};
    return true;
}

static struct waiting pop(struct place *place)
{
    struct waiting first = place->queue[0];
    place->count--;
    memmove(place->queue, place->queue + 1, place->count * sizeof first);
    return first;
}

/* Hands the step to the store. False when memory is out. */
static bool dispatch(struct hub *hub, struct place *place, const struct step *step)
{
    struct peck_buffer buffer = {0};
    struct append append = {.seq = place->table.seq};
    if (step_write(step, &buffer) != PECK_OK || !fold_step(hub, place, step)) {
        peck_buffer_free(&buffer);
        return false;
    }
    memcpy(append.table, place->id, sizeof append.table);
    append.step = buffer.bytes;
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
        send_refusal(hub, waiting.client, command->id, refusal_names[decision->refusal],
                     decision->sentence);
}

/* Who sends, as the table is now: between arrival and decision a seat may change hands. */
static void name_sender(struct place *place, struct waiting *waiting)
{
    const struct client *client = waiting->client;
    if (client != NULL)
        waiting->command.by =
            client->has_token ? table_seat(&place->table, client->token) : BY_SPECTATOR;
}

/* Decides the first that waits: it is on its way to the store, or answered. */
static void decide_first(struct hub *hub, struct place *place)
{
    struct waiting *waiting = &place->queue[0];
    name_sender(place, waiting);
    uint64_t before = place->table.seq;
    int64_t now = hub->host.now(hub->host.context);
    struct decision decision = table_decide(&place->table, &waiting->command, now);
    if (decision.refusal == REFUSED_NOT) {
        bool sent = dispatch(hub, place, &decision.step);
        step_free(&decision.step);
        if (sent)
            return;
        decision.refusal = REFUSED_MEMORY;
    } else if (decision.refusal != REFUSED_REPEAT && read_on(hub, place) &&
               place->table.seq != before) {
        tell_all(hub, place); /* another process was here: decide once more */
        return;
    }
    answer_refused(hub, place, &decision);
}

void place_pump(struct hub *hub, struct place *place)
{
    do {
        while (!place->busy && place->count > 0)
            decide_first(hub, place);
        if (!place->busy)
            place_schedule(hub, place);
    } while (!place->busy && place->count > 0);
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

static void answer_opened(struct hub *hub, struct place *place, enum append_result result,
                          const char *reason)
{
    void (*opened)(void *, const char *, const char *) = place->opened;
    place->opened = NULL;
    opened(place->context, result == APPEND_DONE ? place->id : NULL,
           result == APPEND_CONFLICT ? "the name was taken; try again" : reason);
    if (result == APPEND_DONE)
        unload_if_idle(hub, place);
    else
        place_free(hub, place);
}

void hub_open(struct hub *hub, const struct terms *terms,
              void (*opened)(void *context, const char *table, const char *reason),
              void *context)
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* 32, none alike */
    struct step step = {.at = hub->host.now(hub->host.context), .opens = true};
    uint8_t bytes[16];
    char id[sizeof bytes + 1] = {0};
    hub->host.random(hub->host.context, bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        id[i] = letters[bytes[i] % 32];
    step.terms = *terms;
    hub->host.random(hub->host.context, step.terms.secret, PECK_HASH);
    peck_sha256(step.terms.secret, PECK_HASH, step.terms.commitment);
    struct place *place = place_new(hub, id);
    if (place == NULL || !dispatch(hub, place, &step)) {
        opened(context, NULL, "the server is out of memory");
        if (place != NULL)
            place_free(hub, place);
        return;
    }
    place->opened = opened;
    place->context = context;
}

void hub_appended(struct hub *hub, const char *table, uint64_t seq,
                  enum append_result result, const char *reason)
{
    struct place *place = place_find(hub, table);
    PECK_ASSERT(place != NULL && place->busy);
    place->busy = false;
    if (place->opened != NULL) {
        answer_opened(hub, place, result, reason);
        return;
    }
    if (result == APPEND_DONE) {
        answer_done(hub, place, seq);
        tell_all(hub, place);
    } else if (!read_anew(hub, place) || result == APPEND_FAILED) {
        struct decision lost = {.refusal = REFUSED_STORE};
        struct peck_text text = peck_text_begin(lost.sentence, sizeof lost.sentence);
        peck_put(&text, "the server cannot store this now; try again. ");
        peck_put(&text, reason);
        answer_refused(hub, place, &lost);
    }
    place_pump(hub, place);
    unload_if_idle(hub, place);
}

/* ---- Clients ---- */

struct client *hub_join(struct hub *hub, void *socket, const char *person)
{
    struct client *client = calloc(1, sizeof *client);
    (void)hub;
    if (client != NULL) {
        client->socket = socket;
        memcpy(client->person, person, strnlen(person, sizeof client->person - 1));
        client->seat = BY_SPECTATOR;
    }
    return client;
}

/* What it has sent takes effect all the same; only the answer has nowhere to go. */
void hub_leave(struct hub *hub, struct client *client)
{
    struct place *place = client->place;
    if (place != NULL) {
        struct client **link = &place->clients;
        while (*link != client)
            link = &(*link)->next;
        *link = client->next;
        for (uint32_t i = 0; i < place->count; i++) {
            if (place->queue[i].client != client)
                continue;
            name_sender(place, &place->queue[i]);
            place->queue[i].client = NULL;
        }
        unload_if_idle(hub, place);
    }
    free(client);
}

static bool greet(struct hub *hub, struct client *client, const struct message *message)
{
    if (client->place != NULL) {
        send_refusal(hub, client, NULL, "twice", "hello is said once");
        return false;
    }
    struct place *place = place_load(hub, message->table);
    if (place == NULL) {
        send_refusal(hub, client, NULL, "no-table", "there is no such table");
        return false;
    }
    client->place = place;
    client->next = place->clients;
    place->clients = client;
    client->has_token = message->has_token;
    memcpy(client->token, message->token, PECK_HASH);
    client->seat = client->has_token ? table_seat(&place->table, client->token) : -1;
    if (!place->busy) { /* else it is told with the others */
        tell_one(hub, client);
        place_pump(hub, place);
    }
    return true;
}

bool hub_hear(struct hub *hub, struct client *client, const char *bytes, size_t count)
{
    struct message message;
    struct peck_error error;
    if (message_read(bytes, count, &message, &error) != PECK_OK) {
        send_refusal(hub, client, NULL, "bad-message", error.sentence);
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
        send_refusal(hub, client, NULL, "no-hello", "say hello first");
        return false;
    }
    memcpy(message.command.person, client->person, sizeof client->person);
    if (!place_push(client->place, &message.command, client)) {
        send_refusal(hub, client, message.command.id, refusal_names[REFUSED_MEMORY],
                     "the server is out of memory");
        return true;
    }
    place_pump(hub, client->place);
    return true;
}

void hub_wake(struct hub *hub, const char *table)
{
    struct place *place = place_load(hub, table);
    if (place == NULL)
        return;
    place_pump(hub, place);
    unload_if_idle(hub, place);
}

void hub_notice(struct hub *hub, const char *table)
{
    struct place *place = place_find(hub, table);
    if (place == NULL || place->busy)
        return; /* when the store answers, it is read on anyway */
    uint64_t before = place->table.seq;
    if (read_on(hub, place) && place->table.seq != before) {
        tell_all(hub, place);
        place_pump(hub, place);
    }
}
