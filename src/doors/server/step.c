/* step.c — writes steps as JSON and reads them back, strictly, with jansson.
 *
 * Members that are blank are left out, and a member that is unknown, missing or of another
 * type is refused. Reading checks the form only: names of kinds, ranges of seats, lengths
 * of texts, and terms that make a match. Whether an event can come at its place in the log
 * is for table_fold to say. step_read builds a fresh step and hands it over when all of it
 * is sound. */
#include "step.h"
#include "trouble.h"

#include <jansson.h>
#include <sodium.h>

#include <stdlib.h>
#include <string.h>

static const char *const kind_names[EVENT_KINDS] = {
    [EVENT_SIT] = "sit",       [EVENT_BOT] = "bot",       [EVENT_LEAVE] = "leave",
    [EVENT_BACK] = "back",     [EVENT_READY] = "ready",   [EVENT_VALUE] = "value",
    [EVENT_BEGIN] = "begin",   [EVENT_PLY] = "ply",       [EVENT_CHAT] = "chat",
    [EVENT_AGAIN] = "again",   [EVENT_NEXT] = "next",     [EVENT_CLOSE] = "close",
    [EVENT_FORGET] = "forget", [EVENT_PHRASE] = "phrase", [EVENT_REMOVE] = "remove",
    [EVENT_SHRINK] = "shrink", [EVENT_GROW] = "grow",     [EVENT_SET] = "set",
    [EVENT_HOST] = "host",     [EVENT_REDRAW] = "redraw", [EVENT_MUTE] = "mute",
    [EVENT_DELETE] = "delete", [EVENT_LINK] = "link",     [EVENT_ASK] = "ask",
    [EVENT_AGREE] = "agree",   [EVENT_REFUSE] = "refuse", [EVENT_UNDO] = "undo",
};
const char *const step_chat_names[CHAT_KINDS] = {
    [CHAT_ALL] = "all", [CHAT_SEATED] = "players", [CHAT_NOBODY] = "nobody"};
const char *const step_clock_names[CLOCK_KINDS] = {
    [CLOCK_NONE] = "none", [CLOCK_MOVE] = "move", [CLOCK_TOTAL] = "total"};

void step_free(struct step *step)
{
    free(step->events);
    step->events = NULL;
    step->count = step->room = 0;
}

struct event *step_add(struct step *step, enum event_kind kind, int seat)
{
    if (step->count == STEP_EVENTS_MAX)
        return NULL;
    if (step->count == step->room) {
        uint32_t room = step->room == 0 ? 4 : step->room * 2;
        struct event *events = realloc(step->events, room * sizeof *events);
        if (events == NULL)
            return NULL;
        step->events = events;
        step->room = room;
    }
    struct event *event = &step->events[step->count++];
    memset(event, 0, sizeof *event);
    event->kind = kind;
    event->seat = seat;
    event->by = -1;
    return event;
}

void step_settings_write(const struct settings *settings, char text[STEP_TEXT])
{
    struct peck_text words = peck_text_begin(text, STEP_TEXT);
    peck_put(&words, step_chat_names[settings->chat]);
    peck_put(&words, settings->unwatched ? " unwatched" : " watched");
    peck_put(&words, settings->many ? " many" : " one");
}

bool step_settings_read(const char *text, struct settings *settings)
{
    for (int bits = 0; bits < 4 * CHAT_KINDS; bits++) {
        struct settings tried = {bits / 4, (bits & 1) != 0, (bits & 2) != 0};
        char written[STEP_TEXT];
        step_settings_write(&tried, written);
        if (strcmp(written, text) == 0) {
            *settings = tried;
            return true;
        }
    }
    return false;
}

static json_t *hex_of(const uint8_t bytes[PECK_HASH])
{
    char digits[2 * PECK_HASH + 1];
    struct peck_text text = peck_text_begin(digits, sizeof digits);
    peck_put_hash(&text, bytes);
    return json_string(digits);
}

static json_t *terms_json(const struct terms *terms)
{
    json_t *options = json_object();
    for (int i = 0; i < terms->game->option_count; i++)
        json_object_set_new(options, terms->game->options[i].name,
                            json_integer(terms->setup.option[i]));
    json_t *json =
        json_pack("{s:s, s:i, s:o, s:b, s:b, s:s, s:I, s:o, s:o}", "game",
                  terms->game->name, "seats", terms->setup.seats, "options", options,
                  "listed", terms->listed, "rated", terms->rated, "clock",
                  step_clock_names[terms->clock], "time", (json_int_t)terms->time, "secret",
                  hex_of(terms->secret), "commitment", hex_of(terms->commitment));
    if (terms->host[0] != '\0')
        json_object_set_new(json, "host", json_string(terms->host));
    if (terms->table[0] != '\0')
        json_object_set_new(json, "table", json_string(terms->table));
    if (terms->links)
        json_object_set_new(json, "links", json_true());
    return json;
}

/* What is blank is left out. */
static json_t *event_json(const struct event *event)
{
    static const uint8_t blank[PECK_HASH];
    json_t *json =
        json_pack("{s:s, s:i}", "kind", kind_names[event->kind], "seat", event->seat);
    if (event->text[0] != '\0')
        json_object_set_new(json, "text", json_string(event->text));
    if (event->id[0] != '\0')
        json_object_set_new(json, "id", json_string(event->id));
    if (event->person[0] != '\0')
        json_object_set_new(json, "person", json_string(event->person));
    if (event->by >= 0)
        json_object_set_new(json, "by", json_integer(event->by));
    if (memcmp(event->bytes, blank, sizeof blank) != 0)
        json_object_set_new(json, "bytes", hex_of(event->bytes));
    return json;
}

enum peck_status step_write(const struct step *step, struct peck_buffer *buffer)
{
    json_t *events = json_array();
    for (uint32_t i = 0; i < step->count; i++)
        json_array_append_new(events, event_json(&step->events[i]));
    json_t *json = json_pack("{s:I, s:o}", "at", (json_int_t)step->at, "events", events);
    if (step->opens)
        json_object_set_new(json, "terms", terms_json(&step->terms));
    char *text = json_dumps(json, JSON_COMPACT);
    enum peck_status status = text == NULL ? PECK_NO_MEMORY : peck_buffer_put(buffer, text);
    free(text);
    json_decref(json);
    return status;
}

uint64_t step_hash(const char *table, uint64_t seq, const char *bytes, size_t count)
{
    crypto_generichash_state state;
    uint8_t place[8], digest[crypto_generichash_BYTES_MIN];
    uint64_t hash = 0;
    for (int i = 0; i < 8; i++)
        place[i] = (uint8_t)(seq >> 8 * i);
    crypto_generichash_init(&state, NULL, 0, sizeof digest);
    crypto_generichash_update(&state, (const uint8_t *)table, strlen(table) + 1);
    crypto_generichash_update(&state, place, sizeof place);
    crypto_generichash_update(&state, (const uint8_t *)bytes, count);
    crypto_generichash_final(&state, digest, sizeof digest);
    for (int i = 0; i < 8; i++)
        hash |= (uint64_t)digest[i] << 8 * i;
    return hash != 0 ? hash : 1;
}

/* Reading: each of these says what is wrong and answers false. */

static bool refuse(struct peck_error *error, const char *sentence)
{
    trouble(error, sentence);
    return false;
}

static bool read_hex(const char *text, uint8_t bytes[PECK_HASH], struct peck_error *error)
{
    return peck_hash_parse(text, strlen(text), bytes) ||
           refuse(error, "a step has bytes that are not 64 digits");
}

/* The index of a name, or -1. */
static int named(const char *name, const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0)
            return i;
    }
    return -1;
}

static bool read_text(const char *from, char *to, size_t room, struct peck_error *error)
{
    size_t length = strlen(from);
    if (length >= room)
        return refuse(error, "a step has a text that is too long");
    memcpy(to, from, length + 1);
    return true;
}

static bool read_event(json_t *json, struct step *step, struct peck_error *error)
{
    const char *kind, *text = "", *id = "", *person = "", *bytes = NULL;
    int seat, by = -1;
    if (json_unpack(json, "{s:s, s:i, s?i, s?s, s?s, s?s, s?s !}", "kind", &kind, "seat",
                    &seat, "by", &by, "text", &text, "id", &id, "person", &person, "bytes",
                    &bytes) != 0)
        return refuse(error, "a step has an event that is none");
    int number = named(kind, kind_names, EVENT_KINDS);
    if (number < 0 || seat < -1 || seat > PECK_CHANCE || by < -1 || by >= PECK_SEATS_MAX)
        return refuse(error, "a step has an event of no kind or seat that there is");
    struct event *event = step_add(step, number, seat);
    if (event == NULL)
        return refuse(error, "a step has too many events");
    event->by = by;
    return read_text(text, event->text, sizeof event->text, error) &&
           read_text(id, event->id, sizeof event->id, error) &&
           read_text(person, event->person, sizeof event->person, error) &&
           (bytes == NULL || read_hex(bytes, event->bytes, error));
}

static bool read_options(json_t *json, struct terms *terms, struct peck_error *error)
{
    for (int i = 0; i < terms->game->option_count; i++) {
        const json_t *value = json_object_get(json, terms->game->options[i].name);
        if (!json_is_integer(value))
            return refuse(error, "the terms lack an option of their game");
        terms->setup.option[i] = (int32_t)json_integer_value(value);
    }
    return true;
}

static bool read_terms(json_t *json, struct terms *terms, struct peck_error *error)
{
    const char *game, *clock, *secret, *commitment, *host = "", *table = "";
    int seats, listed, rated, links = 0;
    json_int_t time;
    json_t *options;
    union peck_state state;
    if (json_unpack(json, "{s:s, s:i, s:o, s:b, s:b, s:s, s:I, s:s, s:s, s?s, s?s, s?b !}",
                    "game", &game, "seats", &seats, "options", &options, "listed", &listed,
                    "rated", &rated, "clock", &clock, "time", &time, "secret", &secret,
                    "commitment", &commitment, "host", &host, "table", &table, "links",
                    &links) != 0)
        return refuse(error, "the terms of the table are none");
    *terms = (struct terms){.game = peck_game_find(game), .listed = listed, .rated = rated};
    int kind = named(clock, step_clock_names, CLOCK_KINDS);
    if (terms->game == NULL || kind < 0 || time < 0)
        return refuse(error, "the terms name no game or no clock that there is");
    terms->clock = kind;
    terms->time = time;
    terms->links = links;
    peck_setup_begin(terms->game, seats, &terms->setup);
    return read_options(options, terms, error) && read_hex(secret, terms->secret, error) &&
           read_hex(commitment, terms->commitment, error) &&
           read_text(host, terms->host, sizeof terms->host, error) &&
           read_text(table, terms->table, sizeof terms->table, error) &&
           peck_init(terms->game, &state, &terms->setup, error) == PECK_OK;
}

static bool read_all(json_t *json, struct step *step, struct peck_error *error)
{
    json_int_t at;
    json_t *events, *terms = NULL, *event;
    size_t i;
    if (json_unpack(json, "{s:I, s:o, s?o !}", "at", &at, "events", &events, "terms",
                    &terms) != 0 ||
        !json_is_array(events))
        return refuse(error, "this is no step");
    step->at = at;
    step->opens = terms != NULL;
    if (terms != NULL && !read_terms(terms, &step->terms, error))
        return false;
    json_array_foreach(events, i, event)
    {
        if (!read_event(event, step, error))
            return false;
    }
    return true;
}

enum peck_status step_read(const char *bytes, size_t count, struct step *step,
                           struct peck_error *error)
{
    struct step fresh = {0};
    json_error_t fault;
    json_t *json = json_loadb(bytes, count, JSON_REJECT_DUPLICATES, &fault);
    bool fine = json != NULL && read_all(json, &fresh, error);
    if (json == NULL)
        refuse(error, "a step is no JSON");
    json_decref(json);
    if (!fine) {
        step_free(&fresh);
        return PECK_BAD_RECORD;
    }
    *step = fresh;
    return PECK_OK;
}
