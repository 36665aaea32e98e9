/* tell.c — writes the view of a table: a head for all, then the viewer's own part.
 *
 * The head (phase, chairs, dice, chat) is most of the bytes and is built once for each
 * step; the hub appends each viewer's part behind it. Its size is bounded (HEAD_BYTES), so
 * it is written into a buffer of fixed size, one for each thread. */
#include "tell.h"

#include <peck/json.h>

#include <string.h>

static const char *const sitter_names[] = {
    [SITTER_NONE] = "nobody", [SITTER_PERSON] = "person", [SITTER_BOT] = "bot"};

static void put_hex(struct peck_json *json, const char *key, const uint8_t bytes[PECK_HASH])
{
    char digits[2 * PECK_HASH + 1];
    struct peck_text text = peck_text_begin(digits, sizeof digits);
    peck_put_hash(&text, bytes);
    peck_json_string(json, key, digits);
}

static void put_chair(struct peck_json *json, const struct table *table, int seat)
{
    const struct chair *chair = &table->chairs[seat];
    peck_json_object(json, NULL);
    peck_json_string(json, "sitter", sitter_names[chair->sitter]);
    peck_json_string(json, "name", chair->name);
    peck_json_string(json, "bot", chair->bot);
    const struct peck_character *character = table_character(table, seat);
    if (character != NULL)
        peck_json_string(json, "character", character->id);
    peck_json_bool(json, "away", chair->away);
    if (chair->removed)
        peck_json_bool(json, "removed", true);
    peck_json_bool(json, "ready", chair->ready);
    peck_json_bool(json, "again", chair->again);
    int64_t deadline = table_deadline(table, seat);
    if (deadline != 0)
        peck_json_int(json, "deadline", deadline);
    peck_json_end_object(json);
}

/* The secret is everybody's when no die will be rolled with it any more. */
static void put_fair(struct peck_json *json, const struct table *table)
{
    peck_json_object(json, "fair");
    put_hex(json, "commitment", table->fair.commitment);
    peck_json_int(json, "draws", table->fair.draws);
    if (table->fair.version >= 3)
        peck_json_bool(json, "links", true);
    if (table->linking != 0) {
        peck_json_int(json, "await", table->match.count);
        peck_json_int(json, "until", table->linking + TABLE_LINK_MS);
    }
    peck_json_array(json, "seats");
    for (int seat = 0; seat < table->terms.setup.seats; seat++) {
        peck_json_object(json, NULL);
        if (table->chairs[seat].sitter == SITTER_PERSON && table->chairs[seat].ready)
            put_hex(json, "hash", table->fair.hash[seat]);
        if (table->fair.contributed >> seat & 1)
            put_hex(json, "value", table->fair.value[seat]);
        if (table->chairs[seat].withheld)
            peck_json_bool(json, "withheld", true);
        if (table->given >> seat & 1)
            peck_json_bool(json, "linked", true);
        if (table->chairs[seat].silent)
            peck_json_bool(json, "silent", true);
        if (table->chairs[seat].unlinked > 0)
            peck_json_int(json, "unlinked", table->chairs[seat].unlinked);
        peck_json_end_object(json);
    }
    peck_json_end_array(json);
    if (table->phase == PHASE_OVER || table->phase == PHASE_CLOSED)
        put_hex(json, "secret", table->fair.secret);
    peck_json_end_object(json);
}

static void put_seat(struct peck_json *json, const char *name, int seat)
{
    if (seat < 0)
        peck_json_null(json, name);
    else
        peck_json_int(json, name, seat);
}

/* Where the author of a line sits now; -1: nowhere. */
static int seat_of(const struct table *table, uint64_t author)
{
    int seat = table->terms.setup.seats - 1;
    while (author != 0 && seat >= 0 && table_author(table, seat) != author)
        seat--;
    return author != 0 ? seat : -1;
}

static int host_seat(const struct table *table)
{
    int seat = table->terms.setup.seats - 1;
    while (table->host[0] != '\0' && seat >= 0 &&
           strcmp(table->chairs[seat].person, table->host) != 0)
        seat--;
    return table->host[0] != '\0' ? seat : -1;
}

static void put_settings(struct peck_json *json, const struct settings *settings)
{
    peck_json_string(json, "talk", step_chat_names[settings->chat]);
    peck_json_bool(json, "watch", !settings->unwatched);
    peck_json_bool(json, "many", settings->many);
}

static void put_chat(struct peck_json *json, const struct table *table)
{
    uint32_t kept = table->chat_count < TABLE_CHAT ? table->chat_count : TABLE_CHAT;
    peck_json_array(json, "chat");
    for (uint32_t i = table->chat_count - kept; i < table->chat_count; i++) {
        const struct chat_line *line = table_line(table, i);
        if (line == NULL)
            continue; /* deleted */
        peck_json_object(json, NULL);
        peck_json_int(json, "number", i);
        put_seat(json, "seat", seat_of(table, line->author));
        if (line->name[0] != '\0')
            peck_json_string(json, "name", line->name);
        peck_json_int(json, "at", line->at);
        peck_json_string(json, line->phrase ? "phrase" : "text", line->text);
        if (table_mutes(table, table_line_speaker(line)))
            peck_json_bool(json, "muted", true);
        peck_json_end_object(json);
    }
    peck_json_end_array(json);
}

/* Who would take back their last move, and who lets them. */
static void put_asked(struct peck_json *json, const struct table *table)
{
    if (!table->asked)
        return;
    peck_json_object(json, "back");
    peck_json_int(json, "seat", table->asker);
    peck_json_array(json, "agreed");
    for (int seat = 0; seat < table->terms.setup.seats; seat++) {
        if (table->agreed >> seat & 1)
            peck_json_int(json, NULL, seat);
    }
    peck_json_end_array(json);
    peck_json_end_object(json);
}

static void put_table(struct peck_json *json, const struct table *table)
{
    peck_json_object(json, "table");
    peck_json_string(json, "phase", table_phase_names[table->phase]);
    peck_json_bool(json, "listed", table->terms.listed);
    peck_json_bool(json, "rated", table->terms.rated);
    peck_json_string(json, "clock", step_clock_names[table->terms.clock]);
    peck_json_int(json, "time", table->terms.time);
    put_seat(json, "host", host_seat(table));
    put_settings(json, &table->settings);
    peck_json_array(json, "chairs");
    for (int seat = 0; seat < table->terms.setup.seats; seat++)
        put_chair(json, table, seat);
    peck_json_end_array(json);
    put_fair(json, table);
    put_asked(json, table);
    put_chat(json, table);
    if (table->next[0] != '\0')
        peck_json_string(json, "next", table->next);
    if (table->why != NULL)
        peck_json_string(json, "why", table->why);
    peck_json_end_object(json);
}

/* The head is bounded: 50 lines of chat at six bytes a byte when all is escaped, seven
 * chairs with names and hashes, and why the table was closed. */
enum {
    HEAD_BYTES = TABLE_CHAT * (6 * (TABLE_CHAT_TEXT + PECK_PLAYER_MAX) + 128) +
                 PECK_SEATS_MAX * 1024 + 6 * STEP_TEXT + 1024
};

enum peck_status table_tell_head(const struct table *table, struct peck_buffer *buffer)
{
    static _Thread_local char head[HEAD_BYTES];
    struct peck_text text = peck_text_begin(head, sizeof head);
    struct peck_json json = peck_json_begin(&text);
    peck_json_object(&json, NULL);
    peck_json_string(&json, "type", "view");
    peck_json_int(&json, "seq", (int64_t)table->seq);
    peck_json_int(&json, "at", table->touched);
    put_table(&json, table);
    peck_put(&text, ",\"view\":");
    return peck_buffer_put(buffer, head);
}

enum peck_status table_tell_view(const struct table *table, int viewer, uint32_t plies,
                                 struct peck_buffer *buffer)
{
    enum peck_status status = peck_view_write(&table->match, viewer, plies, buffer);
    return status == PECK_OK ? peck_buffer_put(buffer, "}") : status;
}

enum peck_status table_tell(const struct table *table, int viewer, uint32_t plies,
                            struct peck_buffer *buffer)
{
    size_t before = buffer->length;
    enum peck_status status = table_tell_head(table, buffer);
    if (status == PECK_OK)
        status = table_tell_view(table, viewer, plies, buffer);
    if (status != PECK_OK)
        buffer->length = before;
    return status;
}

enum peck_status table_record(const struct table *table, int viewer,
                              struct peck_buffer *buffer)
{
    enum peck_status status = peck_record_write(&table->match, viewer, buffer);
    if (status == PECK_OK && viewer == -1 && table->phase == PHASE_OVER)
        status = peck_fair_write(&table->fair, buffer);
    return status;
}
