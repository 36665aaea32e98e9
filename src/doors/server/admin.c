/* admin.c — runs the requests of an administrator: one function for each verb.
 *
 * The verbs read and write rows through the store, like the API. Closing a table appends a
 * step to its log (api_append). A ban is also announced to all processes, which then
 * disconnect whoever it concerns. May be called on any thread that may wait for the
 * database. */
#include "admin.h"

#include "api_inner.h"
#include "decide.h"
#include "logfmt.h"
#include "tell/error.h"
#include "upkeep.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 1000, REPORTS = 100 }; /* of a list at most */

/* One request: `words` after the verb, and the answer as far as it has come. */
struct deed {
    struct api *api;
    const char *words[4]; /* NULL behind the last */
    json_t *answer;
};

static void refuse(struct deed *d, const char *code, const char *why)
{
    json_decref(d->answer);
    d->answer = json_pack("{s:s, s:s}", "code", code, "why", why);
}

static void put(struct deed *d, json_t *answer)
{
    json_decref(d->answer);
    d->answer = answer;
}

static bool ask(struct deed *d, const struct db_call *call, db_row *row, void *context)
{
    struct peck_error error;
    char why[ERROR_SENTENCE];
    if (store_ask(d->api->store, call, row, context, &error) == PECK_OK)
        return true;
    refuse(d, "unavailable", error_english(&error, why));
    return false;
}

/* How many rows the first of them changed; -1 with the answer. */
static int64_t change(struct deed *d, const struct db_call *calls, size_t count)
{
    struct peck_error error;
    char why[ERROR_SENTENCE];
    int64_t changed[2] = {0};
    PECK_ASSERT(count <= 2);
    if (store_write(d->api->store, calls, count, changed, &error) == PECK_OK)
        return changed[0];
    refuse(d, "unavailable", error_english(&error, why));
    return -1;
}

/* ---- Lists ---- */

/* Rows as objects: `keys` are the names of the columns. */
struct rows {
    const char *const *keys;
    json_t *array;
};

static bool take_row(void *context, const struct db_value *columns, int count)
{
    struct rows *rows = context;
    json_t *row = json_object();
    for (int i = 0; i < count; i++)
        json_object_set_new(row, rows->keys[i],
                            columns[i].kind == DB_NUMBER  ? json_integer(columns[i].number)
                            : columns[i].kind == DB_BYTES ? json_string(columns[i].bytes)
                                                          : json_null());
    json_array_append_new(rows->array, row);
    return true;
}

static void list_rows(struct deed *d, const char *name, const struct db_call *call,
                      const char *const *keys)
{
    struct rows rows = {keys, json_array()};
    if (ask(d, call, take_row, &rows))
        put(d, json_pack("{s:O}", name, rows.array));
    json_decref(rows.array);
}

/* Phases are given by their names. */
static void list_tables(struct deed *d)
{
    static const char *const keys[] = {"table",   "game",   "phase",  "seats",
                                       "players", "listed", "touched"};
    const struct db_call call = {
        .sql = "SELECT id, game, phase, seats, players, listed, touched FROM tables"
               " WHERE phase < $1 ORDER BY touched DESC LIMIT $2",
        .values = {db_number(PHASE_OVER), db_number(ROWS)},
        .count = 2};
    size_t i;
    json_t *row;
    list_rows(d, "tables", &call, keys);
    json_array_foreach(json_object_get(d->answer, "tables"), i, row)
    {
        json_int_t phase = json_integer_value(json_object_get(row, "phase"));
        if (phase >= 0 && phase < PHASES)
            json_object_set_new(row, "phase", json_string(table_phase_names[phase]));
    }
}

static void list_people(struct deed *d)
{
    static const char *const keys[] = {"person", "name", "made", "matches"};
    const struct db_call call = {
        .sql = "SELECT a.person, a.name, a.made, (SELECT COUNT(*) FROM played p"
               " WHERE p.person = a.person) FROM accounts a ORDER BY a.made DESC LIMIT $1",
        .values = {db_number(ROWS)},
        .count = 1};
    list_rows(d, "people", &call, keys);
}

static void list_bans(struct deed *d)
{
    static const char *const keys[] = {"who", "reason", "at"};
    const struct db_call call = {
        .sql = "SELECT who, reason, at FROM bans ORDER BY at DESC LIMIT $1",
        .values = {db_number(ROWS)},
        .count = 1};
    list_rows(d, "bans", &call, keys);
}

static void list_mutes(struct deed *d)
{
    static const char *const keys[] = {"who", "reason", "at"};
    const struct db_call call = {
        .sql = "SELECT who, reason, at FROM mutes ORDER BY at DESC LIMIT $1",
        .values = {db_number(ROWS)},
        .count = 1};
    list_rows(d, "mutes", &call, keys);
}

static bool take_stats(void *context, const struct db_value *columns, int count)
{
    static const char *const keys[] = {"gathering", "playing", "over",
                                       "closed",    "steps",   "matches",
                                       "accounts",  "persons", "bans"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        json_object_set_new(context, keys[i], json_integer(columns[i].number));
    return false;
}

static void tell_stats(struct deed *d)
{
    json_t *stats = json_object();
    const struct db_call call = {
        .sql = "SELECT (SELECT COUNT(*) FROM tables WHERE phase = 0),"
               " (SELECT COUNT(*) FROM tables WHERE phase IN (1, 2)),"
               " (SELECT COUNT(*) FROM tables WHERE phase = 3),"
               " (SELECT COUNT(*) FROM tables WHERE phase = 4),"
               " (SELECT COUNT(*) FROM steps), (SELECT COUNT(*) FROM matches),"
               " (SELECT COUNT(*) FROM accounts),"
               " (SELECT COUNT(DISTINCT person) FROM seated), (SELECT COUNT(*) FROM bans)"};
    if (ask(d, &call, take_stats, stats))
        put(d, json_incref(stats));
    json_decref(stats);
}

/* ---- One table ---- */

static bool found(struct deed *d, enum found found)
{
    static const char *const whys[] = {
        [FOUND_NONE] = "there is no such table, or it is closed already",
        [FOUND_DAMAGED] = "the log of this table is damaged; see the log of the server",
        [FOUND_UNAVAILABLE] = "the store does not answer"};
    if (found != FOUND)
        refuse(d, "no-table", whys[found]);
    return found == FOUND;
}

static json_t *chairs_json(const struct table *table)
{
    json_t *chairs = json_array();
    for (int seat = 0; seat < table->terms.setup.seats; seat++) {
        const struct chair *chair = &table->chairs[seat];
        json_array_append_new(chairs,
                              json_pack("{s:i, s:s, s:s, s:s, s:b}", "seat", seat, "name",
                                        chair->name, "person", chair->person, "bot",
                                        chair->bot, "away", chair->away));
    }
    return chairs;
}

static json_t *chat_json(const struct table *table)
{
    json_t *chat = json_array();
    uint32_t kept = table->chat_count < TABLE_CHAT ? table->chat_count : TABLE_CHAT;
    for (uint32_t i = table->chat_count - kept; i < table->chat_count; i++) {
        const struct chat_line *line = table_line(table, i);
        if (line == NULL)
            continue; /* deleted */
        json_array_append_new(chat, json_pack("{s:I, s:I, s:s, s:s, s:s}", "number",
                                              (json_int_t)i, "at", (json_int_t)line->at,
                                              "person", line->person, "name", line->name,
                                              "text", line->text));
    }
    return chat;
}

static void inspect(struct deed *d)
{
    struct table table;
    if (!found(d, api_fold(d->api, d->words[0], &table)))
        return;
    put(d, json_pack("{s:s, s:s, s:s, s:b, s:b, s:I, s:I, s:I, s:I, s:o, s:o}", "table",
                     d->words[0], "game", table.terms.game->name, "phase",
                     table_phase_names[table.phase], "listed", table.terms.listed, "rated",
                     table.terms.rated, "steps", (json_int_t)table.seq, "plies",
                     (json_int_t)table.match.count, "opened", (json_int_t)table.opened,
                     "touched", (json_int_t)table.touched, "chairs", chairs_json(&table),
                     "chat", chat_json(&table)));
    if (table.why != NULL)
        json_object_set_new(d->answer, "why", json_string(table.why));
    table_free(&table);
}

static bool decide_close(void *context, const struct table *table, struct step *step)
{
    struct command command = {.kind = COMMAND_CLOSE, .by = BY_SERVER};
    struct peck_text text = peck_text_begin(command.text, sizeof command.text);
    peck_put(&text, context);
    struct decision decision = table_decide(table, &command, step->at);
    if (decision.refusal != REFUSED_NOT)
        return false;
    *step = decision.step;
    return true;
}

static void close_table(struct deed *d)
{
    char reason[TABLE_CHAT_TEXT];
    struct peck_text text = peck_text_begin(reason, sizeof reason);
    peck_put(&text, d->words[1]);
    if (text.full)
        refuse(d, "bad-request", "everybody is told why: in 300 bytes at most");
    else if (found(d, api_append(d->api, d->words[0], decide_close, reason)))
        put(d, json_pack("{s:s}", "closed", d->words[0]));
}

/* ---- Chat ---- */

static bool decide_delete(void *context, const struct table *table, struct step *step)
{
    struct command command = {
        .kind = COMMAND_DELETE, .by = BY_SERVER, .ply = *(uint32_t *)context};
    struct decision decision = table_decide(table, &command, step->at);
    if (decision.refusal != REFUSED_NOT)
        return false;
    *step = decision.step;
    return true;
}

/* Nobody sees it any more, and the log has it no more: it may be somebody's address. */
static void delete_line(struct deed *d)
{
    char *end;
    uint32_t line = (uint32_t)strtoul(d->words[1], &end, 10);
    if (*end != '\0' || strlen(d->words[1]) > 9)
        refuse(d, "bad-request", "lines have numbers: 'inspect' lists them");
    else if (!found(d, api_append(d->api, d->words[0], decide_delete, &line)))
        return;
    else if (!api_erase_line(d->api, d->words[0], line))
        refuse(d, "unavailable", "nobody sees the line any more, but the log still has it");
    else
        put(d, json_pack("{s:s, s:i}", "table", d->words[0], "deleted", (int)line));
}

static void list_reports(struct deed *d)
{
    static const char *const keys[] = {"report", "at", "table", "line", "reporter", "why"};
    static const char *const line_keys[] = {"report", "line", "at",
                                            "person", "name", "text"};
    const struct db_call reports = {
        .sql = "SELECT number, at, id, line, reporter, why FROM reports"
               " ORDER BY number DESC LIMIT $1",
        .values = {db_number(REPORTS)},
        .count = 1};
    const struct db_call lines = {
        .sql = "SELECT number, line, at, person, name, text FROM report_lines WHERE number"
               " IN (SELECT number FROM reports ORDER BY number DESC LIMIT $1)"
               " ORDER BY number DESC, line",
        .values = {db_number(REPORTS)},
        .count = 1};
    struct rows rows = {keys, json_array()}, around = {line_keys, json_array()};
    if (ask(d, &reports, take_row, &rows) && ask(d, &lines, take_row, &around))
        put(d, json_pack("{s:O, s:O}", "reports", rows.array, "lines", around.array));
    json_decref(rows.array);
    json_decref(around.array);
}

static void dismiss(struct deed *d)
{
    char *end;
    int64_t number = strtoll(d->words[0], &end, 10);
    const struct db_call calls[] = {{.sql = "DELETE FROM reports WHERE number = $1",
                                     .values = {db_number(number)},
                                     .count = 1},
                                    {.sql = "DELETE FROM report_lines WHERE number = $1",
                                     .values = {db_number(number)},
                                     .count = 1}};
    int64_t changed = *end == '\0' ? change(d, calls, 2) : 0;
    if (changed > 0)
        put(d, json_pack("{s:I}", "dismissed", (json_int_t)number));
    else if (changed == 0)
        refuse(d, "no-report", "there is no report of this number");
}

/* ---- People ---- */

/* Whom a word means: an address, the network of one, or the server's name for somebody.
 * False for anything else, such as the name of an account: nobody would ever be met by it.
 */
static bool read_who(const char *word, char who[ADDRESS_TEXT])
{
    char address[ADDRESS_TEXT];
    unsigned char bytes[16];
    size_t length = strcspn(word, "/");
    struct peck_text text = peck_text_begin(address, sizeof address);
    peck_put_bytes(&text, word, length);
    bool six = inet_pton(AF_INET6, address, bytes) == 1;
    limits_network(six ? address : word, who);
    return six ? word[length] == '\0' || strcmp(word + length, "/64") == 0
               : inet_pton(AF_INET, word, bytes) == 1 || api_is_person(word);
}

/* Bans and mutes are alike: a row, and a notice to all processes. */
struct measure {
    const char *insert, *remove; /* SQL */
    const char *begins, *ends;   /* of the notice; NULL: nobody has to be told */
    const char *begun, *ended;   /* members of the answers */
};
static const struct measure bans = {
    "INSERT INTO bans (who, reason, at) VALUES ($1, $2, $3)"
    " ON CONFLICT (who) DO UPDATE SET reason = excluded.reason",
    "DELETE FROM bans WHERE who = $1",
    store_ban,
    NULL,
    "banned",
    "unbanned"};
static const struct measure mutes = {
    "INSERT INTO mutes (who, reason, at) VALUES ($1, $2, $3)"
    " ON CONFLICT (who) DO UPDATE SET reason = excluded.reason",
    "DELETE FROM mutes WHERE who = $1",
    store_mute,
    store_unmute,
    "muted",
    "unmuted"};

/* Writes, and tells all processes; how many rows were changed, -1 with the answer. */
static int64_t change_and_tell(struct deed *d, const struct db_call *call,
                               const char *notice, const char *who)
{
    char words[ADDRESS_TEXT + 8];
    struct peck_text text = peck_text_begin(words, sizeof words);
    peck_put(&text, notice != NULL ? notice : "");
    peck_put_char(&text, ' ');
    peck_put(&text, who);
    const struct db_call calls[] = {
        *call,
        {.sql = store_notice(d->api->store), .values = {db_text(words)}, .count = 1}};
    int64_t changed = change(d, calls, notice != NULL && calls[1].sql != NULL ? 2 : 1);
    if (changed > 0 && notice != NULL && d->api->notice != NULL)
        d->api->notice(d->api->context, words);
    return changed;
}

static void take_measure(struct deed *d, const struct measure *measure)
{
    char who[ADDRESS_TEXT];
    if (!read_who(d->words[0], who)) {
        refuse(d, "bad-request",
               "this is neither an address nor a person: 'people' and 'inspect' say what "
               "persons are called");
        return;
    }
    const struct db_call call = {.sql = measure->insert,
                                 .values = {db_text(who),
                                            db_text(d->words[1] != NULL ? d->words[1] : ""),
                                            db_number(steady_now())},
                                 .count = 3};
    if (change_and_tell(d, &call, measure->begins, who) >= 0)
        put(d, json_pack("{s:s}", measure->begun, who));
}

static void lift_measure(struct deed *d, const struct measure *measure, const char *code,
                         const char *why)
{
    char who[ADDRESS_TEXT];
    limits_network(d->words[0], who);
    const struct db_call call = {
        .sql = measure->remove, .values = {db_text(who)}, .count = 1};
    int64_t changed = change_and_tell(d, &call, measure->ends, who);
    if (changed > 0)
        put(d, json_pack("{s:s}", measure->ended, who));
    else if (changed == 0)
        refuse(d, code, why);
}

static void ban(struct deed *d)
{
    take_measure(d, &bans);
}

static void unban(struct deed *d)
{
    lift_measure(d, &bans, "no-ban", "nobody of this name or address is banned");
}

static void mute(struct deed *d)
{
    take_measure(d, &mutes);
}

static void unmute(struct deed *d)
{
    lift_measure(d, &mutes, "no-mute", "nobody of this name or address is muted");
}

/* Accounts of that name, or whoever the person is: what the server knows of them. */
static void tell_who(struct deed *d)
{
    static const char *const keys[] = {"person", "name", "made", "tables", "matches"};
    struct handles handles = api_people_handles(d->words[0]);
    const struct db_call call = {
        .sql = "SELECT p.person, COALESCE(a.name, ''), COALESCE(a.made, 0),"
               " (SELECT COUNT(*) FROM seated s WHERE s.person = p.person),"
               " (SELECT COUNT(*) FROM played q WHERE q.person = p.person)"
               " FROM (SELECT person FROM accounts WHERE handle = $1 OR handle = $2"
               " UNION SELECT person FROM seated WHERE person = $3) p"
               " LEFT JOIN accounts a ON a.person = p.person",
        .values = {db_text(handles.now), db_text(handles.before), db_text(d->words[0])},
        .count = 3};
    list_rows(d, "who", &call, keys);
}

/* As if they had asked for it themselves. */
static void forget(struct deed *d)
{
    int tables = 0;
    if (!api_is_person(d->words[0]))
        refuse(d, "bad-request",
               "this is no person: 'who' and 'inspect' say what they are "
               "called");
    else if (api_forget(d->api, d->words[0], &tables))
        put(d, json_pack("{s:s, s:i}", "forgotten", d->words[0], "tables", tables));
    else
        refuse(d, "unavailable", "the store does not answer; try again");
}

static void list_audit(struct deed *d)
{
    static const char *const keys[] = {"at", "deed"};
    const struct db_call call = {
        .sql = "SELECT at, deed FROM audit ORDER BY number DESC LIMIT $1",
        .values = {db_number(ROWS)},
        .count = 1};
    list_rows(d, "audit", &call, keys);
}

/* Notes what was done. A person who was forgotten is not named again. */
static void note(struct deed *d, const char *verb)
{
    char text[512];
    struct peck_text words = peck_text_begin(text, sizeof text);
    struct peck_error error;
    int64_t changed;
    peck_put(&words, verb);
    for (int i = 0; d->words[i] != NULL && strcmp(verb, "forget") != 0; i++) {
        peck_put_char(&words, ' ');
        peck_put(&words, d->words[i]);
    }
    const struct db_call call = {
        .sql = "INSERT INTO audit (number, at, deed) SELECT COALESCE(MAX(number), 0) + 1,"
               " CAST($1 AS BIGINT), $2 FROM audit",
        .values = {db_number(steady_now()), db_text(text)},
        .count = 2};
    if (store_write(d->api->store, &call, 1, &changed, &error) != PECK_OK)
        log_event(LOG_WARN, "an administrator's deed could not be noted",
                  log_text("deed", verb));
    log_event(LOG_INFO, "administrator", log_text("deed", text));
}

/* For who has forgotten theirs: there is no mail that could prove anything. */
static void new_password(struct deed *d)
{
    char password[17], hash[PEOPLE_HASH];
    struct handles handles = api_people_handles(d->words[0]);
    api_random_name(password, sizeof password - 1); /* 80 bits */
    if (!api_people_hash(password, hash)) {
        refuse(d, "unavailable", "there is not enough memory");
        return;
    }
    const struct db_call call = {
        .sql = "UPDATE accounts SET password = $1, since = $2 WHERE person = (SELECT person"
               " FROM accounts WHERE handle = $3 OR handle = $4 ORDER BY handle <> $3"
               " LIMIT 1)",
        .values = {db_text(hash), db_number(steady_now()), db_text(handles.before),
                   db_text(handles.now)},
        .count = 4};
    int64_t changed = change(d, &call, 1);
    if (changed > 0)
        put(d, json_pack("{s:s, s:s}", "name", d->words[0], "password", password));
    else if (changed == 0)
        refuse(d, "no-account", "nobody has an account of this name");
}

static void check_store(struct deed *d)
{
    put(d, upkeep_check(d->api));
    if (d->answer == NULL)
        refuse(d, "unavailable", "the store does not answer");
}

static void prune_store(struct deed *d)
{
    put(d, upkeep_prune(d->api));
    if (d->answer == NULL)
        refuse(d, "unavailable", "the store does not answer");
}

/* ---- Requests ---- */

static const struct {
    const char *verb;
    size_t least, most; /* words after it */
    const char *words;
    void (*run)(struct deed *d);
    bool changes; /* so it is noted */
} deeds[] = {
    {"list", 0, 0, "nothing", list_tables, false},
    {"inspect", 1, 1, "a table", inspect, false},
    {"close", 2, 2, "a table and, as one word in quotes, why", close_table, true},
    {"ban", 1, 2, "an address or a person and, as one word in quotes, why", ban, true},
    {"unban", 1, 1, "an address or a person", unban, true},
    {"bans", 0, 0, "nothing", list_bans, false},
    {"mute", 1, 2, "an address or a person and, as one word in quotes, why", mute, true},
    {"unmute", 1, 1, "an address or a person", unmute, true},
    {"mutes", 0, 0, "nothing", list_mutes, false},
    {"reports", 0, 0, "nothing", list_reports, false},
    {"dismiss", 1, 1, "the number of a report", dismiss, true},
    {"delete", 2, 2, "a table and the number of a line of chat", delete_line, true},
    {"people", 0, 0, "nothing", list_people, false},
    {"password", 1, 1, "the name of an account", new_password, true},
    {"stats", 0, 0, "nothing", tell_stats, false},
    {"check", 0, 0, "nothing", check_store, false},
    {"prune", 0, 0, "nothing", prune_store, true},
    {"who", 1, 1, "the name of an account, or a person", tell_who, false},
    {"forget", 1, 1, "a person", forget, true},
    {"audit", 0, 0, "nothing", list_audit, false},
};

static void refuse_words(struct deed *d, const char *verb, const char *words)
{
    char why[128];
    struct peck_text text = peck_text_begin(why, sizeof why);
    peck_put(&text, verb);
    peck_put(&text, " takes ");
    peck_put(&text, words);
    refuse(d, "bad-request", why);
}

static void refuse_verb(struct deed *d, const char *verb)
{
    char why[512];
    struct peck_text text = peck_text_begin(why, sizeof why);
    peck_put(&text, "'");
    peck_put_bytes(&text, verb, strnlen(verb, 40));
    peck_put(&text, "' is not a command; use one of");
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++) {
        peck_put(&text, i > 0 ? ", " : " ");
        peck_put(&text, deeds[i].verb);
    }
    refuse(d, "bad-request", why);
}

static void run(struct deed *d, const char *verb, size_t count)
{
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++) {
        if (strcmp(verb, deeds[i].verb) != 0)
            continue;
        if (count < deeds[i].least || count > deeds[i].most) {
            refuse_words(d, verb, deeds[i].words);
            return;
        }
        deeds[i].run(d);
        if (deeds[i].changes && json_object_get(d->answer, "code") == NULL)
            note(d, verb);
        return;
    }
    refuse_verb(d, verb);
}

void admin_answer(struct api *api, const char *request, size_t count,
                  struct peck_buffer *answer)
{
    struct deed d = {.api = api};
    enum { MOST = sizeof d.words / sizeof *d.words - 1 };
    json_error_t fault;
    json_t *words = json_loadb(request, count, JSON_REJECT_DUPLICATES, &fault);
    const char *verb = json_string_value(json_array_get(words, 0));
    size_t given = json_array_size(words);
    bool fine = verb != NULL && given <= MOST + 1;
    for (size_t i = 1; i < given && fine; i++) {
        d.words[i - 1] = json_string_value(json_array_get(words, i));
        fine = d.words[i - 1] != NULL && d.words[i - 1][0] != '\0';
    }
    if (fine)
        run(&d, verb, given - 1);
    else
        refuse(&d, "bad-request", "a request is an array of words, none of them empty");
    char *text = d.answer != NULL ? json_dumps(d.answer, JSON_COMPACT) : NULL;
    if (peck_buffer_put(answer, text != NULL
                                    ? text
                                    : "{\"code\":\"unavailable\",\"why\":"
                                      "\"the answer could not be made\"}") != PECK_OK)
        answer->length = 0; /* no answer; the asking side reports that */
    free(text);
    json_decref(d.answer);
    json_decref(words);
}
