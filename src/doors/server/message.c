/* message.c — reads a message member by member; whatever is left over is an error.
 *
 * A table says which members each command has. Each reader takes its member out of the JSON
 * object, so an object that is not empty at the end had a member that nobody asked for.
 * After the first fault the readers do nothing. */
#include "message.h"
#include "trouble.h"

#include <jansson.h>

#include <string.h>

/* An object being read. After the first fault the readers do nothing. */
struct reading {
    json_t *json;
    struct peck_error *error;
    bool failed;
};

static void refuse(struct reading *r, const char *name, const char *what)
{
    if (r->failed)
        return;
    r->failed = true;
    struct peck_text text = trouble_begin(r->error);
    peck_put_char(&text, '\'');
    peck_put(&text, name);
    peck_put(&text, "' should be ");
    peck_put(&text, what);
}

/* Text of 1 to `room` - 1 bytes. */
static void take_text(struct reading *r, const char *name, char *to, size_t room)
{
    const json_t *value = json_object_get(r->json, name);
    size_t length = json_string_length(value);
    if (length == 0 || length >= room || strlen(json_string_value(value)) != length) {
        refuse(r, name, "a text, neither empty nor that long");
        return;
    }
    memcpy(to, json_string_value(value), length + 1);
    json_object_del(r->json, name);
}

static int64_t take_number(struct reading *r, const char *name, int64_t low, int64_t high)
{
    const json_t *value = json_object_get(r->json, name);
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < low || number > high) {
        refuse(r, name, "a whole number that can be");
        return low;
    }
    json_object_del(r->json, name);
    return number;
}

static void take_bytes(struct reading *r, const char *name, uint8_t bytes[PECK_HASH])
{
    char text[2 * PECK_HASH + 1] = {0};
    take_text(r, name, text, sizeof text);
    if (!peck_hash_parse(text, strlen(text), bytes))
        refuse(r, name, "64 digits 0-9a-f");
}

/* A token is never kept, only its hash. */
static void take_token(struct reading *r, uint8_t hash[PECK_HASH])
{
    uint8_t token[PECK_HASH] = {0};
    take_bytes(r, "token", token);
    peck_sha256(token, sizeof token, hash);
}

static void read_hello(struct reading *r, struct message *message)
{
    message->kind = MESSAGE_HELLO;
    if (take_number(r, "protocol", 0, INT32_MAX) != PROTOCOL_VERSION)
        refuse(r, "protocol", "1: reload the page to get a client that fits");
    take_text(r, "table", message->table, sizeof message->table);
    message->has_token = json_object_get(r->json, "token") != NULL;
    if (message->has_token)
        take_token(r, message->token);
    if (json_object_get(r->json, "seq") != NULL)
        message->seq = (uint64_t)take_number(r, "seq", 0, PECK_PLIES_MAX);
}

/* What each command has beside its id. */
enum { HAS_SEAT = 1, HAS_NAME = 2, HAS_TOKEN = 4, HAS_BOT = 8, HAS_HASH = 16 };
enum { HAS_VALUE = 32, HAS_PLY = 64, HAS_ACTION = 128, HAS_TEXT = 256, HAS_PHRASE = 512 };
enum { HAS_SETTINGS = 1024, HAS_LINE = 2048, HAS_MUTE = 4096 };

static const struct {
    const char *type;
    enum command_kind kind;
    int members;
} commands[] = {
    {"sit", COMMAND_SIT, HAS_SEAT | HAS_NAME | HAS_TOKEN},
    {"bot", COMMAND_BOT, HAS_SEAT | HAS_BOT},
    {"free", COMMAND_FREE, HAS_SEAT},
    {"leave", COMMAND_LEAVE, 0},
    {"back", COMMAND_BACK, 0},
    {"ready", COMMAND_READY, HAS_HASH},
    {"show", COMMAND_SHOW, HAS_VALUE},
    {"link", COMMAND_LINK, HAS_PLY | HAS_VALUE},
    {"act", COMMAND_ACT, HAS_PLY | HAS_ACTION},
    {"chat", COMMAND_CHAT, HAS_TEXT},
    {"phrase", COMMAND_PHRASE, HAS_PHRASE},
    {"again", COMMAND_AGAIN, 0},
    {"take-back", COMMAND_ASK, 0},
    {"agree", COMMAND_AGREE, 0},
    {"refuse", COMMAND_REFUSE, 0},
    {"remove", COMMAND_REMOVE, HAS_SEAT},
    {"close-seat", COMMAND_SHRINK, HAS_SEAT},
    {"open-seat", COMMAND_GROW, 0},
    {"set", COMMAND_SET, HAS_SETTINGS},
    {"hand-over", COMMAND_HOST, HAS_SEAT},
    {"mute", COMMAND_MUTE, HAS_LINE | HAS_MUTE},
    {"delete", COMMAND_DELETE, HAS_LINE},
};

static bool take_flag(struct reading *r, const char *name)
{
    const json_t *value = json_object_get(r->json, name);
    bool flag = json_is_true(value);
    if (!json_is_boolean(value))
        refuse(r, name, "true or false");
    json_object_del(r->json, name);
    return flag;
}

static void take_settings(struct reading *r, char text[STEP_TEXT])
{
    struct settings settings = {0};
    char talk[16] = "";
    take_text(r, "talk", talk, sizeof talk);
    while (settings.chat < CHAT_KINDS && strcmp(step_chat_names[settings.chat], talk) != 0)
        settings.chat++;
    if (settings.chat == CHAT_KINDS) {
        refuse(r, "talk", "all, players or nobody");
        return;
    }
    settings.unwatched = !take_flag(r, "watch");
    settings.many = take_flag(r, "many");
    step_settings_write(&settings, text);
}

static void read_members(struct reading *r, int members, struct message *message)
{
    struct command *command = &message->command;
    take_text(r, "id", command->id, sizeof command->id);
    if (members & HAS_SEAT)
        command->target = (int)take_number(r, "seat", 0, PECK_SEATS_MAX - 1);
    if (members & HAS_NAME)
        take_text(r, "name", command->text, PECK_PLAYER_MAX);
    if (members & HAS_TOKEN)
        take_token(r, command->bytes);
    if (members & HAS_BOT)
        take_text(r, "bot", command->text, TABLE_BOT_NAME);
    if (members & HAS_HASH)
        take_bytes(r, "hash", command->bytes);
    if (members & HAS_VALUE)
        take_bytes(r, "value", command->bytes);
    if (members & HAS_PLY)
        command->ply = (uint32_t)take_number(r, "ply", 0, PECK_PLIES_MAX);
    if (members & HAS_ACTION)
        take_text(r, "action", command->text, sizeof command->text);
    if (members & HAS_TEXT)
        take_text(r, "text", command->text, TABLE_CHAT_TEXT);
    if (members & HAS_PHRASE)
        take_text(r, "phrase", command->text, PECK_NAME_MAX);
    if (members & HAS_SETTINGS)
        take_settings(r, command->text);
    if (members & HAS_LINE)
        command->ply = (uint32_t)take_number(r, "line", 0, UINT32_MAX);
    if (members & HAS_MUTE) {
        struct peck_text text = peck_text_begin(command->text, sizeof command->text);
        peck_put(&text, take_flag(r, "mute") ? "on" : "off");
    }
}

static void read_typed(struct reading *r, const char *type, struct message *message)
{
    if (strcmp(type, "hello") == 0) {
        read_hello(r, message);
        return;
    }
    if (strcmp(type, "ping") == 0) {
        message->kind = MESSAGE_PING;
        return;
    }
    message->kind = MESSAGE_COMMAND;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(type, commands[i].type) == 0) {
            message->command.kind = commands[i].kind;
            read_members(r, commands[i].members, message);
            return;
        }
    }
    refuse(r, "type",
           "hello, ping, sit, bot, free, leave, back, ready, show, link, act, chat, "
           "phrase, again, take-back, agree, refuse, remove, close-seat, open-seat, set, "
           "hand-over, mute or delete");
}

enum peck_status message_read(const char *bytes, size_t count, struct message *message,
                              struct peck_error *error)
{
    json_error_t fault;
    struct message fresh = {.command.by = BY_SPECTATOR};
    struct reading r = {.error = error};
    char type[16] = "";
    if (count <= MESSAGE_BYTES)
        r.json = json_loadb(bytes, count, JSON_REJECT_DUPLICATES, &fault);
    if (!json_is_object(r.json)) {
        trouble(error, "a message is one JSON object of at most 16384 bytes");
        json_decref(r.json);
        return PECK_BAD_RECORD;
    }
    take_text(&r, "type", type, sizeof type);
    if (!r.failed)
        read_typed(&r, type, &fresh);
    if (!r.failed && json_object_size(r.json) > 0)
        refuse(&r, json_object_iter_key(json_object_iter(r.json)),
               "left out of this message");
    json_decref(r.json);
    if (r.failed)
        return PECK_BAD_RECORD;
    *message = fresh;
    return PECK_OK;
}
