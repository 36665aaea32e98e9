/* api_tables.c — the lobby: lists games and tables, opens tables, sends records and codes.
 *
 * Lists come from the rows of the database. What concerns one table is folded from its log
 * (api_log.c). A request for a new table is checked here and handed to the host as terms.
 */
#include "api_inner.h"

#include "qr.h"
#include "tell.h"
#include "tell/error.h"

#include <peck/bot.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED = 100 }; /* tables of the lobby at most */
/* A clock has at least five seconds and at most thirty days. */
enum { TIME_LEAST = 5000 };
#define TIME_MOST (INT64_C(30) * 24 * 3600 * 1000)

/* ---- Games ---- */

void api_get_games(struct asking *a)
{
    struct peck_buffer *body = &a->response->body;
    if (peck_buffer_reserve(body, PECK_GAMES_JSON_MAX) != PECK_OK) {
        api_refuse(a, 503, "unavailable", "the server is out of memory");
        return;
    }
    struct peck_text text = peck_text_begin(body->bytes, PECK_GAMES_JSON_MAX);
    struct peck_json json = peck_json_begin(&text);
    peck_json_object(&json, NULL);
    peck_json_games(&json, "games");
    peck_json_end_object(&json);
    PECK_ASSERT(!text.full);
    body->length = text.length;
    a->response->type = "application/json";
    a->response->status = 200;
}

/* ---- What is public about a table ---- */

/* As peck_json_option has it: flags are true or false, a seat drawn at random is null. */
static json_t *option_json(const struct peck_option *option, int value)
{
    if (option->kind == PECK_FLAG)
        return json_boolean(value);
    return option->kind == PECK_SEAT && value < 0 ? json_null() : json_integer(value);
}

static json_t *terms_json(const char *id, const struct terms *terms)
{
    json_t *options = json_object();
    for (int i = 0; i < terms->game->option_count; i++)
        json_object_set_new(options, terms->game->options[i].name,
                            option_json(&terms->game->options[i], terms->setup.option[i]));
    return json_pack("{s:s, s:s, s:i, s:o, s:b, s:b, s:s, s:I}", "table", id, "game",
                     terms->game->name, "seats", terms->setup.seats, "options", options,
                     "listed", terms->listed, "rated", terms->rated, "clock",
                     step_clock_names[terms->clock], "time", (json_int_t)terms->time);
}

static void add_course(json_t *json, enum phase phase, int players, int64_t opened,
                       int64_t touched)
{
    json_object_set_new(json, "phase", json_string(table_phase_names[phase]));
    json_object_set_new(json, "players", json_integer(players));
    json_object_set_new(json, "opened", json_integer(opened));
    json_object_set_new(json, "touched", json_integer(touched));
}

/* id, phase, players, touched, seats and the first step; a damaged one is passed over. */
static void add_listed(json_t *tables, const struct db_value *columns)
{
    struct step step;
    struct peck_error error;
    if (step_read(columns[5].bytes, columns[5].count, &step, &error) != PECK_OK)
        return;
    int64_t phase = columns[1].number;
    if (step.opens && phase >= 0 && phase < PHASES) {
        step.terms.setup.seats = (uint8_t)columns[4].number; /* some may be closed */
        json_t *json = terms_json(columns[0].bytes, &step.terms);
        add_course(json, (enum phase)phase, (int)columns[2].number, step.at,
                   columns[3].number);
        json_array_append_new(tables, json);
    }
    step_free(&step);
}

struct listing {
    struct asking *asking;
    json_t *tables;
};

/* As add_listed, where somebody is. */
static bool take_listed(void *context, const struct db_value *columns, int count)
{
    struct listing *listing = context;
    struct crowd *crowd = listing->asking->api->crowd;
    if (crowd == NULL || crowd_has(crowd, columns[0].bytes, steady_ticks()))
        add_listed(listing->tables, columns);
    return json_array_size(listing->tables) < LISTED;
}

static void list_lobby(struct asking *a, const struct peck_game *game)
{
    const struct db_call call = {
        .sql = "SELECT t.id, t.phase, t.players, t.touched, t.seats, s.body FROM tables t"
               " JOIN steps s ON s.id = t.id AND s.seq = 0"
               " WHERE t.listed = 1 AND t.phase < $1 AND (t.game = $2 OR $2 = '')"
               " ORDER BY t.phase, t.seats - t.players, t.players DESC, t.touched DESC",
        .values = {db_number(PHASE_OVER), db_text(game != NULL ? game->name : "")},
        .count = 2};
    struct listing listing = {a, json_array()};
    if (api_ask(a, &call, take_listed, &listing))
        api_put(a, 200,
                json_pack("{s:O,s:o*}", "tables", listing.tables, "docs",
                          a->api->documented ? json_true() : NULL));
    json_decref(listing.tables);
}

/* ---- The tables somebody sits at ---- */

enum { MINE = 50 };

static json_t *table_json(const char *id, const struct table *table)
{
    json_t *json = terms_json(id, &table->terms);
    add_course(json, table->phase, table_summary(table).players, table->opened,
               table->touched);
    return json;
}

struct mine {
    json_t *tables;
    const char *person;
};

/* The seat of a person in what `struct summary` has of all; -1: none. */
static int seat_of(const char *persons, const char *person)
{
    size_t length = strlen(person);
    for (int seat = 0; *persons != '\0'; seat++) {
        size_t count = strcspn(persons, ",");
        if (count == length && memcmp(persons, person, length) == 0)
            return seat;
        persons += count + (persons[count] == ',');
    }
    return -1;
}

/* As add_listed, and behind that persons and movers: with the seat that is theirs, and
 * whether they may act. */
static bool take_mine(void *context, const struct db_value *columns, int count)
{
    struct mine *mine = context;
    int seat = seat_of(columns[6].bytes, mine->person);
    size_t before = json_array_size(mine->tables);
    if (seat < 0)
        return true; /* they have left */
    add_listed(mine->tables, columns);
    if (json_array_size(mine->tables) == before)
        return true;
    json_t *json = json_array_get(mine->tables, before);
    json_object_set_new(json, "seat", json_integer(seat));
    json_object_set_new(json, "turn", json_boolean(columns[7].number >> seat & 1));
    return true;
}

static void list_mine(struct asking *a, const struct peck_game *game)
{
    struct account account;
    if (!api_me(a, &account))
        return;
    const struct db_call call = {
        .sql = "SELECT t.id, t.phase, t.players, t.touched, t.seats, s.body, t.persons,"
               " t.movers"
               " FROM seated w JOIN tables t ON t.id = w.id"
               " JOIN steps s ON s.id = t.id AND s.seq = 0 WHERE w.person = $1"
               " AND t.phase < $2 AND (t.game = $3 OR $3 = '')"
               " ORDER BY t.touched DESC LIMIT $4",
        .values = {db_text(a->who.person), db_number(PHASE_OVER),
                   db_text(game != NULL ? game->name : ""), db_number(MINE)},
        .count = 4};
    struct mine mine = {json_array(), a->who.person};
    if (api_ask(a, &call, take_mine, &mine))
        api_put(a, 200, json_pack("{s:O}", "tables", mine.tables));
    json_decref(mine.tables);
}

void api_get_tables(struct asking *a)
{
    const struct peck_game *game;
    bool mine;
    if (!api_query_game(a, &game) || !api_query_me(a, &mine))
        return;
    if (mine)
        list_mine(a, game);
    else
        list_lobby(a, game);
}

/* ---- One table ---- */

static json_t *chair_json(const struct table *table, int seat)
{
    const struct chair *chair = &table->chairs[seat];
    const struct peck_character *character = table_character(table, seat);
    static const char *const sitters[] = {
        [SITTER_NONE] = "nobody", [SITTER_PERSON] = "person", [SITTER_BOT] = "bot"};
    return json_pack("{s:s, s:s, s:s, s:s*, s:b}", "sitter", sitters[chair->sitter], "name",
                     chair->name, "bot", chair->bot, "character",
                     character != NULL ? character->id : NULL, "away", chair->away);
}

bool api_load(struct asking *a, struct table *table)
{
    switch (api_fold(a->api, a->table, table)) {
    case FOUND: return true;
    case FOUND_NONE: return api_refuse(a, 404, "no-table", "there is no such table");
    case FOUND_DAMAGED:
        return api_refuse(a, 500, "damaged", "the log of this table is damaged");
    default:
        return api_refuse(a, 503, "unavailable", "the store does not answer; try again");
    }
}

void api_get_table(struct asking *a)
{
    struct table table;
    if (!api_load(a, &table))
        return;
    json_t *json = table_json(a->table, &table), *chairs = json_array();
    for (int seat = 0; seat < table.terms.setup.seats; seat++)
        json_array_append_new(chairs, chair_json(&table, seat));
    json_object_set_new(json, "chairs", chairs);
    if (table.next[0] != '\0')
        json_object_set_new(json, "next", json_string(table.next));
    table_free(&table);
    api_put(a, 200, json);
}

void api_get_record(struct asking *a)
{
    struct table table;
    if (!api_load(a, &table))
        return;
    if (!api_finished(&table)) {
        api_refuse(a, 409, "not-over", "there is no record before the match is over");
    } else {
        table.phase = PHASE_OVER; /* it may have been closed since; the proof is the same */
        a->response->status = 200;
        a->response->type = "text/plain; charset=utf-8";
        snprintf(a->response->name, sizeof a->response->name, "%s-%s.peck",
                 table.terms.game->name, a->table);
        if (table_record(&table, -1, &a->response->body) != PECK_OK)
            a->response->status = 500;
    }
    table_free(&table);
}

/* ---- Opening a table ---- */

/* A value of the kind the option has; the bounds are for peck_init to judge. */
static bool read_option(struct asking *a, const struct peck_option *option,
                        const json_t *value, int16_t *to)
{
    json_int_t number = json_integer_value(value);
    if (option->kind == PECK_FLAG && json_is_boolean(value))
        *to = json_is_true(value);
    else if (option->kind == PECK_SEAT && json_is_null(value))
        *to = -1;
    else if (option->kind != PECK_FLAG && json_is_integer(value) && number >= 0 &&
             number <= INT16_MAX)
        *to = (int16_t)number;
    else
        return api_refuse(a, 400, "bad-option", "an option does not have a value it takes");
    return true;
}

static bool read_options(struct asking *a, json_t *json, struct terms *terms)
{
    const char *name;
    json_t *value;
    if (json != NULL && !json_is_object(json))
        return api_refuse(a, 400, "bad-option", "'options' should be an object");
    json_object_foreach(json, name, value)
    {
        int index = peck_option_find(terms->game, name);
        if (index < 0 || strcmp(terms->game->options[index].name, name) != 0)
            return api_refuse(a, 400, "bad-option", "the game has no such option");
        if (!read_option(a, &terms->game->options[index], value,
                         &terms->setup.option[index]))
            return false;
    }
    return true;
}

static bool read_clock(struct asking *a, const char *name, json_int_t time,
                       struct terms *terms)
{
    int kind = 0;
    while (kind < CLOCK_KINDS && strcmp(step_clock_names[kind], name) != 0)
        kind++;
    if (kind == CLOCK_KINDS)
        return api_refuse(a, 400, "bad-clock", "a clock is 'none', 'move' or 'total'");
    if (kind == CLOCK_NONE ? time != 0 : time < TIME_LEAST || time > TIME_MOST)
        return api_refuse(a, 400, "bad-clock",
                          "a clock's time is from 5000 to 2592000000 ms, without one 0");
    terms->clock = kind;
    terms->time = time;
    return true;
}

/* With no number of seats, the fewest that the options allow. */
static bool read_seats(struct asking *a, int seats, struct terms *terms)
{
    union peck_state state;
    struct peck_error error;
    bool search = seats == 0;
    if (seats < 0 || seats > PECK_SEATS_MAX)
        return api_refuse(a, 400, "bad-seats", "no game has so many seats");
    terms->setup.seats = (uint8_t)(search ? terms->game->seats_min : seats);
    while (peck_init(terms->game, &state, &terms->setup, &error) != PECK_OK) {
        char why[ERROR_SENTENCE];
        if (!search || terms->setup.seats >= terms->game->seats_max)
            return api_refuse(a, 400, "bad-seats", error_english(&error, why));
        terms->setup.seats++;
    }
    return true;
}

static bool read_terms(struct asking *a, json_t *json, struct terms *terms)
{
    const char *game, *clock = "none";
    int seats = 0, listed = 0, rated = 0;
    json_int_t time = 0;
    json_t *options = NULL;
    if (!api_unpack(a, json, "{s:s, s?i, s?o, s?b, s?b, s?s, s?I !}", "game", &game,
                    "seats", &seats, "options", &options, "listed", &listed, "rated",
                    &rated, "clock", &clock, "time", &time))
        return false;
    *terms = (struct terms){
        .game = peck_game_find(game), .listed = listed != 0, .rated = rated != 0};
    if (terms->game == NULL)
        return api_refuse(a, 400, "bad-game", "there is no game of this name");
    peck_setup_begin(terms->game, terms->game->seats_min, &terms->setup);
    return read_options(a, options, terms) && read_seats(a, seats, terms) &&
           read_clock(a, clock, time, terms);
}

void api_post_table(struct asking *a)
{
    json_t *json = api_body(a);
    if (json == NULL)
        return;
    if (read_terms(a, json, &a->response->terms)) {
        memcpy(a->response->terms.host, a->who.person, STEP_PERSON);
        a->response->opens = true;
        a->response->status = 201;
        a->response->type = "application/json";
    }
    json_decref(json);
}

/* ---- A link to photograph ---- */

/* Nothing is looked up: the code of a link is a drawing of its letters. */
void api_draw_link(struct asking *a, const char *folder)
{
    char link[512];
    int length =
        snprintf(link, sizeof link, "%s/%s/%s", a->request->origin, folder, a->table);
    a->response->type = "image/svg+xml";
    a->response->status = 200;
    if (length >= (int)sizeof link || !qr_svg(link, &a->response->body)) {
        a->response->body.length = 0;
        api_refuse(a, 500, "no-code", "the link could not be drawn");
    }
}

void api_get_qr(struct asking *a)
{
    api_draw_link(a, "t");
}
