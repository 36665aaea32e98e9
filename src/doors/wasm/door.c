/* door.c — the browser's door: memory, answers, and the matches that are played here.
 *
 * door.h explains how a call works. There is one answer at a time, in a buffer that grows
 * to the longest answer so far and is used again. Each open match is a session in a fixed
 * table; its number is what JavaScript holds, so nothing on that side must be freed when a
 * page goes away without saying so, and a number that is stale is refused.
 *
 * A refusal is not a sentence: it is the key of a message with its values, as JSON, and the
 * browser makes the sentence in the reader's language. */
#include "door.h"
#include "tell/judged_json.h"
#include "tell/reason.h"
#include "tell/tell.h"

#include <peck/signature.h>

#include <stdlib.h>
#include <string.h>

/* ---- Memory and answers ---- */

static struct peck_buffer answer;
static struct peck_text writing;

EXPORT("peck_alloc") void *door_alloc(size_t size)
{
    return malloc(size);
}

EXPORT("peck_free") void door_free(void *memory)
{
    free(memory);
}

EXPORT("peck_answer") const char *door_answer(void)
{
    return answer.bytes;
}

EXPORT("peck_answer_length") size_t door_answer_length(void)
{
    return answer.length;
}

struct peck_text *answer_begin(size_t room)
{
    answer.length = 0;
    if (peck_buffer_reserve(&answer, room) != PECK_OK)
        return NULL;
    writing = peck_text_begin(answer.bytes, room);
    return &writing;
}

int answer_end(void)
{
    answer.length = writing.length;
    return writing.full ? PECK_NO_MEMORY : 0;
}

int answer_buffer(struct peck_buffer *buffer, enum peck_status status)
{
    peck_buffer_free(&answer);
    answer = *buffer;
    return (int)status;
}

static void put_value(struct peck_json *json, const struct peck_error *error,
                      const struct peck_value *value)
{
    if (value->kind == PECK_VALUE_NUMBER) {
        peck_json_int(json, value->name, value->number);
    } else if (value->kind == PECK_VALUE_TEXT) {
        peck_json_string(json, value->name, error->pool + value->number);
    } else {
        peck_json_object(json, value->name);
        peck_json_string(json, "key", value->key);
        peck_json_end_object(json);
    }
}

int answer_error(enum peck_status status, const struct peck_error *error)
{
    struct peck_text *text = answer_begin(4 * sizeof *error);
    if (text == NULL || error->key == NULL)
        return (int)status;
    struct peck_json json = peck_json_begin(text);
    peck_json_object(&json, NULL);
    peck_json_string(&json, "key", error->key);
    peck_json_int(&json, "line", error->line);
    peck_json_int(&json, "column", error->column);
    peck_json_object(&json, "values");
    for (uint32_t i = 0; i < error->count; i++)
        put_value(&json, error, &error->values[i]);
    peck_json_end_object(&json);
    peck_json_end_object(&json);
    (void)answer_end();
    return (int)status;
}

int answer_refusal(enum peck_status status, const char *key)
{
    struct peck_error error;
    peck_error_say(&error, key);
    return answer_error(status, &error);
}

/* All went well, and there is nothing to say. */
static int answer_nothing(void)
{
    answer.length = 0;
    return 0;
}

/* ---- What there is ---- */

EXPORT("peck_signature") int door_signature(void)
{
    static const char digits[] = "0123456789abcdef";
    struct peck_text *text = answer_begin(32);
    if (text == NULL)
        return PECK_NO_MEMORY;
    uint64_t hash = peck_signature();
    for (int shift = 60; shift >= 0; shift -= 4)
        peck_put_char(text, digits[hash >> shift & 15]);
    return answer_end();
}

/* The games people play, and the facts of each: an array of what `GET /api/games` has. */
EXPORT("peck_games") int door_games(void)
{
    struct peck_text *text = answer_begin(PECK_GAMES_JSON_MAX);
    if (text == NULL)
        return PECK_NO_MEMORY;
    struct peck_json json = peck_json_begin(text);
    peck_json_games(&json, NULL);
    return answer_end();
}

/* ---- Tables ---- */

static struct session *tables[TABLES_MAX];

struct session *table_numbered(int table)
{
    if (table >= 0 && table < TABLES_MAX && tables[table] != NULL)
        return tables[table];
    (void)answer_refusal(PECK_BAD_SETUP, "error.no-table");
    return NULL;
}

int split(char *list, char separator, const char *words[], int most)
{
    int count = 0;
    char *at = list;
    while (*list != '\0' && at != NULL && count < most) {
        char *end = strchr(at, separator);
        if (end != NULL)
            *end++ = '\0';
        words[count++] = at;
        at = end;
    }
    return count;
}

enum peck_status read_setup(const struct peck_game *game, int seats, char *options,
                            struct peck_setup *setup, struct peck_error *error)
{
    const char *words[PECK_OPTIONS_MAX];
    int count = split(options, ' ', words, PECK_OPTIONS_MAX);
    enum peck_status status = PECK_OK;
    peck_setup_begin(game, seats, setup);
    for (int i = 0; i < count && status == PECK_OK; i++)
        status = peck_setup_option(game, setup, words[i], error);
    return status;
}

static enum peck_status read_wish(const char *name, char *options, char *seats,
                                  struct session_wish *wish, struct peck_error *error)
{
    wish->game = peck_game_find(name);
    if (wish->game == NULL) {
        peck_error_say(error, "error.no-game");
        return PECK_BAD_SETUP;
    }
    int count = split(seats, ',', wish->seats, PECK_SEATS_MAX);
    return read_setup(wish->game, count, options, &wish->setup, error);
}

/* Puts the session on a free table, whose number is the answer. */
static int open_table(struct session *session)
{
    int table = 0;
    while (table < TABLES_MAX && tables[table] != NULL)
        table++;
    if (table == TABLES_MAX) {
        session_free(session);
        free(session);
        return answer_refusal(PECK_NO_MEMORY, "error.many-tables");
    }
    struct peck_text *text = answer_begin(16);
    if (text == NULL)
        return PECK_NO_MEMORY;
    tables[table] = session;
    peck_put_int(text, table);
    return answer_end();
}

/* A fresh match. `options` as in records, separated by spaces; `seats` one word each,
 * separated by commas: `you`, a bot, or a person's name. Both are written into. The answer
 * is the table. */
EXPORT("peck_begin")
int door_begin(const char *game, char *options, char *seats, uint32_t seed_high,
               uint32_t seed_low, int language)
{
    struct session_wish wish = {.seed = (uint64_t)seed_high << 32 | seed_low,
                                .language = (enum say_language)language,
                                .characters = true};
    struct peck_error error = {0};
    enum peck_status status = read_wish(game, options, seats, &wish, &error);
    struct session *session = status == PECK_OK ? calloc(1, sizeof *session) : NULL;
    if (status == PECK_OK && session == NULL)
        return answer_refusal(PECK_NO_MEMORY, "error.memory");
    if (status == PECK_OK)
        status = session_begin(session, &wish, &error);
    if (status == PECK_OK)
        return open_table(session);
    free(session);
    return answer_error(status, &error);
}

/* The only match of a record. The seed is taken when the record names none. */
EXPORT("peck_resume")
int door_resume(const char *record, uint32_t seed_high, uint32_t seed_low, int language)
{
    struct session_wish wish = {.seed = (uint64_t)seed_high << 32 | seed_low,
                                .language = (enum say_language)language,
                                .characters = true};
    struct peck_error error = {0};
    struct session *session = calloc(1, sizeof *session);
    if (session == NULL)
        return answer_refusal(PECK_NO_MEMORY, "error.memory");
    enum peck_status status =
        session_resume(session, record, strlen(record), &wish, 0, &error);
    if (status == PECK_OK)
        return open_table(session);
    free(session);
    return answer_error(status, &error);
}

EXPORT("peck_close") int door_close(int table)
{
    struct session *session = table_numbered(table);
    if (session == NULL)
        return PECK_BAD_SETUP;
    session_free(session);
    free(session);
    tables[table] = NULL;
    return answer_nothing();
}

/* The browser keeps the record itself, as peck_record tells it. */
bool session_save(struct session *session)
{
    return true;
}

EXPORT("peck_language") int door_language(int table, int language)
{
    struct session *session = table_numbered(table);
    if (session == NULL)
        return PECK_BAD_SETUP;
    session_speak(session, (enum say_language)language);
    return answer_nothing();
}

/* ---- Playing ---- */

/* Lets chance act and bots think. The answer: who may act, {"ply", "over", "persons":
 * [seats], "hides": whether the first of them knows what others may not see, "bot": seat or
 * null, "due": ms until that bot acts, "undo": whether there is something to undo}. `now`
 * is the caller's clock, in ms. */
EXPORT("peck_next") int door_next(int table, double now)
{
    struct session *session = table_numbered(table);
    struct session_turn turn;
    struct peck_error error = {0};
    if (session == NULL)
        return PECK_BAD_SETUP;
    session_clock(session, (uint64_t)now);
    enum peck_status status = session_next(session, &turn, &error);
    struct peck_text *text = answer_begin(512);
    if (status != PECK_OK || text == NULL)
        return answer_error(status, &error);
    struct peck_json json = peck_json_begin(text);
    peck_json_object(&json, NULL);
    peck_json_int(&json, "ply", session->match.count);
    peck_json_bool(&json, "over", session_over(session));
    peck_json_array(&json, "persons");
    for (int seat = 0; seat < session->match.setup.seats; seat++) {
        if ((turn.persons >> seat & 1) != 0)
            peck_json_int(&json, NULL, seat);
    }
    peck_json_end_array(&json);
    peck_json_bool(&json, "hides",
                   turn.persons != 0 &&
                       session_hides(session, __builtin_ctz(turn.persons)));
    if (turn.bot >= 0)
        peck_json_int(&json, "bot", turn.bot);
    else
        peck_json_null(&json, "bot");
    uint64_t clock = session_now(session);
    peck_json_int(&json, "due", turn.due > clock ? (int64_t)(turn.due - clock) : 0);
    peck_json_bool(&json, "undo", session_can_undo(session));
    peck_json_end_object(&json);
    return answer_end();
}

/* A move: `take 25`, or `lay W7; add W5; done`. */
EXPORT("peck_act") int door_act(int table, int seat, const char *move, double now)
{
    struct session *session = table_numbered(table);
    struct peck_error error = {0};
    uint32_t actions[PECK_MOVE_MAX], count = 0;
    if (session == NULL)
        return PECK_BAD_SETUP;
    session_clock(session, (uint64_t)now);
    const struct peck_match *match = &session->match;
    enum peck_status status = PECK_ILLEGAL;
    if (seat >= 0 && seat < match->setup.seats)
        status = peck_move_parse(match->game, &match->state, seat, move, actions, &count);
    if (status != PECK_OK)
        return answer_refusal(status, "error.late");
    for (uint32_t i = 0; i < count && status == PECK_OK; i++)
        status = session_act(session, seat, actions[i], &error);
    return answer_error(status, &error);
}

/* The bot of the last peck_next acts. */
EXPORT("peck_bot") int door_bot(int table)
{
    struct session *session = table_numbered(table);
    struct peck_error error = {0};
    if (session == NULL)
        return PECK_BAD_SETUP;
    if (!session->known || session->turn.bot < 0)
        return answer_refusal(PECK_ILLEGAL, "error.bot.not-now");
    enum peck_status status = session_bot(session, &error);
    return answer_error(status, &error);
}

EXPORT("peck_undo") int door_undo(int table)
{
    struct session *session = table_numbered(table);
    if (session == NULL)
        return PECK_BAD_SETUP;
    if (!session_can_undo(session))
        return answer_refusal(PECK_ILLEGAL, "error.no-undo");
    session_undo(session);
    return answer_nothing();
}

/* ---- Looking ---- */

bool has_viewer(const struct peck_match *match, int viewer)
{
    return viewer >= 0 && (viewer < match->setup.seats || viewer == PECK_CHANCE);
}

struct peck_match match_after(const struct peck_match *match, uint32_t ply)
{
    struct peck_match moment = *match;
    if (ply < moment.count) {
        moment.count = ply;
        peck_match_state_at(match, ply, &moment.state);
    }
    return moment;
}

/* The view after the first `ply` plies, or now when there are not so many, with the last
 * `plies` of them. */
EXPORT("peck_view") int door_view(int table, int viewer, uint32_t ply, uint32_t plies)
{
    struct session *session = table_numbered(table);
    struct peck_buffer buffer = {0};
    if (session == NULL)
        return PECK_BAD_SETUP;
    if (!has_viewer(&session->match, viewer))
        return answer_refusal(PECK_BAD_SETUP, "error.no-seat");
    struct peck_match moment = match_after(&session->match, ply);
    enum peck_status status = peck_view_write(&moment, viewer, plies, &buffer);
    return answer_buffer(&buffer, status);
}

/* The position line of the table as a viewer sees it. */
EXPORT("peck_position") int door_position(int table, int viewer)
{
    const struct session *session = table_numbered(table);
    if (session == NULL)
        return PECK_BAD_SETUP;
    const struct peck_match *match = &session->match;
    union peck_state view = match->state;
    struct peck_text *text = answer_begin(PECK_LINE_MAX);
    if (text == NULL)
        return PECK_NO_MEMORY;
    match->game->redact(&view, viewer);
    peck_encode(match->game, &view, text);
    return answer_end();
}

/* `viewer` as in peck_record_write; -1 is the full record with the seed, to be resumed. */
EXPORT("peck_record") int door_record(int table, int viewer)
{
    struct session *session = table_numbered(table);
    struct peck_buffer buffer = {0};
    if (session == NULL)
        return PECK_BAD_SETUP;
    enum peck_status status = viewer < 0
                                  ? session_record(session, &buffer)
                                  : peck_record_write(&session->match, viewer, &buffer);
    return answer_buffer(&buffer, status);
}

/* Whether an action's name begins with that word. */
static bool has_verb(const struct peck_game *game, uint32_t action, const char *verb)
{
    char name[PECK_NAME_MAX];
    struct peck_text text = peck_text_begin(name, sizeof name);
    game->action_name(action, &text);
    size_t length = strlen(verb);
    return strncmp(name, verb, length) == 0 &&
           (name[length] == ' ' || name[length] == '\0');
}

/* An array: what chance could bring at its first ply of that verb before a seat acted, by
 * name; so a form knows the cards that there are. Empty where chance does no such thing. */
EXPORT("peck_outcomes") int door_outcomes(int table, const char *verb)
{
    struct session *session = table_numbered(table);
    static uint32_t outcomes[PECK_OUTCOMES_MAX];
    union peck_state state;
    uint32_t count = 0;
    if (session == NULL)
        return PECK_BAD_SETUP;
    const struct peck_match *match = &session->match;
    for (uint32_t i = 0; i < match->count && match->plies[i].seat == PECK_CHANCE; i++) {
        if (!has_verb(match->game, match->plies[i].action, verb))
            continue;
        peck_match_state_at(match, i, &state);
        count = match->game->legal(&state, PECK_CHANCE, outcomes);
        break;
    }
    struct peck_text *text = answer_begin(((size_t)count + 1) * (PECK_NAME_MAX + 3));
    if (text == NULL)
        return PECK_NO_MEMORY;
    struct peck_json json = peck_json_begin(text);
    peck_json_array(&json, NULL);
    for (uint32_t i = 0; i < count; i++) {
        char name[PECK_NAME_MAX];
        struct peck_text spelled = peck_text_begin(name, sizeof name);
        match->game->action_name(outcomes[i], &spelled);
        peck_json_string(&json, NULL, name);
    }
    peck_json_end_array(&json);
    return answer_end();
}

static void put_character(struct peck_json *json, const char *key,
                          const struct session *session, int seat)
{
    if (session->characters[seat] != NULL)
        peck_json_string(json, key, session->characters[seat]->id);
    else
        peck_json_null(json, key);
}

/* The names of the seats as sentences have them, who is a person, and which hen plays for a
 * bot: [{"name", "person", "character": id or null}]. */
EXPORT("peck_names") int door_names(int table)
{
    struct session *session = table_numbered(table);
    struct peck_text *text = answer_begin(4096);
    if (session == NULL || text == NULL)
        return PECK_BAD_SETUP;
    struct peck_json json = peck_json_begin(text);
    peck_json_array(&json, NULL);
    for (int seat = 0; seat < session->match.setup.seats; seat++) {
        peck_json_object(&json, NULL);
        peck_json_string(&json, "name", session_name(session, seat));
        peck_json_bool(&json, "person", session_is_person(session, seat));
        put_character(&json, "character", session, seat);
        peck_json_end_object(&json);
    }
    peck_json_end_array(&json);
    return answer_end();
}

static void put_estimates(struct peck_json *json, const struct session *session, int seat,
                          const struct peck_estimate *estimates, uint32_t count,
                          uint32_t best)
{
    peck_json_object(json, NULL);
    peck_json_array(json, "estimates");
    for (uint32_t i = 0; i < count; i++) {
        char why[REASON_MAX];
        struct peck_text text = peck_text_begin(why, sizeof why);
        tell_reason(session, seat, estimates[i].action, &text);
        peck_json_object(json, NULL);
        judged_json_estimate(json, session->match.game, &estimates[i]);
        peck_json_bool(json, "best", i == best);
        peck_json_string(json, "why", why);
        peck_json_end_object(json);
    }
    peck_json_end_array(json);
    peck_json_end_object(json);
}

/* What the level hard, which takes a moment only, thinks of a person's actions:
 * {"estimates": [{"action", "best", "win", "win_error", "points", "points_error", "why"}]},
 * in the order of the view's actions. */
EXPORT("peck_hint") int door_hint(int table, int seat)
{
    struct session *session = table_numbered(table);
    const struct peck_estimate *estimates;
    uint32_t count, best;
    struct peck_error error = {0};
    if (session == NULL)
        return PECK_BAD_SETUP;
    const struct peck_game *game = session->match.game;
    if (seat < 0 || (game->movers(&session->match.state) >> seat & 1) == 0)
        return answer_refusal(PECK_ILLEGAL, "error.turn.now");
    enum peck_status status =
        session_hint(session, seat, PECK_HARD, &estimates, &count, &best, &error);
    struct peck_text *text = answer_begin((size_t)count * (256 + REASON_MAX) + 256);
    if (status != PECK_OK || text == NULL)
        return answer_error(status, &error);
    struct peck_json json = peck_json_begin(text);
    put_estimates(&json, session, seat, estimates, count, best);
    return answer_end();
}
