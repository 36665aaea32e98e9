/* api.c — the HTTP side of the server, request by request, over a real database: the
 * program is given its address (SQLite file or PostgreSQL URL) and may run over one that is
 * already full. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "front/server/api.h"
#include "front/server/cookie.h"
#include "front/server/decide.h"
#include "front/server/schema.h"

#include <jansson.h>
#include <pthread.h>
#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *where;
static const uint8_t secret[API_SECRET] = "a secret of exactly 32 letters!";
static struct store *store;
static struct api *api;

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- A browser ---- */

/* It keeps its cookie, and what it was answered last. */
struct browser {
    char cookie[API_COOKIE];
    const char *address;
    int status;
    struct response response;
    json_t *json; /* of the body, when it is JSON */
};

static void forget_answer(struct browser *b)
{
    peck_buffer_free(&b->response.body);
    json_decref(b->json);
    b->json = NULL;
}

/* `target` is a path with its query. */
static int ask(struct browser *b, const char *method, const char *target, const char *body)
{
    char path[256];
    const char *query = strchr(target, '?');
    snprintf(path, sizeof path, "%.*s", (int)strcspn(target, "?"), target);
    struct request request = {.method = method,
                              .path = path,
                              .query = query != NULL ? query + 1 : "",
                              .cookie = b->cookie,
                              .origin = "https://games.example",
                              .body = body,
                              .count = strlen(body)};
    snprintf(request.address, sizeof request.address, "%s",
             b->address != NULL ? b->address : "192.0.2.1");
    forget_answer(b);
    api_answer(api, &request, &b->response);
    if (b->response.cookie[0] != '\0')
        snprintf(b->cookie, sizeof b->cookie, "%.*s", (int)strcspn(b->response.cookie, ";"),
                 b->response.cookie);
    if (b->response.body.bytes != NULL)
        b->json = json_loadb(b->response.body.bytes, b->response.body.length, 0, NULL);
    return b->status = b->response.status;
}

static const char *text_of(struct browser *b, const char *name)
{
    const char *text = json_string_value(json_object_get(b->json, name));
    return text != NULL ? text : "";
}

static json_int_t number_of(const json_t *json, const char *name)
{
    return json_integer_value(json_object_get(json, name));
}

/* Asks, and expects a refusal of that status and code. */
static void refused(struct browser *b, const char *method, const char *target,
                    const char *body, int status, const char *code)
{
    ask(b, method, target, body);
    assert_int_equal(b->status, status);
    assert_string_equal(text_of(b, "code"), code);
    assert_true(strlen(text_of(b, "why")) > 10);
}

/* ---- Tables, played without a hub ---- */

struct played_table {
    char id[STORE_TABLE];
    struct table table;
    struct peck_names *names;
    struct peck_rng rng;
};

static void append(struct played_table *t, const struct step *step)
{
    struct append wish = {.seq = t->table.seq};
    struct peck_buffer buffer = {0};
    struct peck_error error;
    assert_int_equal(step_write(step, &buffer), PECK_OK);
    if (table_fold(&t->table, t->names, step, &error) != PECK_OK)
        fail_msg("%s", error.sentence);
    snprintf(wish.table, sizeof wish.table, "%s", t->id);
    wish.step = buffer.bytes;
    wish.summary = table_summary(&t->table);
    assert_int_equal(store_append_now(store, &wish), APPEND_DONE);
}

static void command(struct played_table *t, const struct command *command)
{
    struct decision decision = table_decide(&t->table, command, now_ms());
    if (decision.refusal != REFUSED_NOT)
        fail_msg("%s", decision.sentence);
    append(t, &decision.step);
    step_free(&decision.step);
}

/* A table of its own name, on these terms. */
static void open_table(struct played_table *t, const struct terms *terms)
{
    static int count;
    struct step step = {.at = now_ms(), .opens = true, .terms = *terms};
    memset(t, 0, sizeof *t);
    t->names = calloc(1, sizeof *t->names);
    snprintf(t->id, sizeof t->id, "t%d-%d", (int)getpid(), ++count);
    peck_rng_seed(&t->rng, (uint64_t)count);
    randombytes_buf(step.terms.secret, PECK_HASH);
    peck_sha256(step.terms.secret, PECK_HASH, step.terms.commitment);
    append(t, &step);
}

static void close_table(struct played_table *t)
{
    table_free(&t->table);
    free(t->names);
}

static void sit(struct played_table *t, int seat, const char *person, const char *name)
{
    struct command sit = {.kind = COMMAND_SIT, .by = BY_SPECTATOR, .target = seat};
    snprintf(sit.text, sizeof sit.text, "%s", name);
    snprintf(sit.person, sizeof sit.person, "%s", person);
    sit.bytes[0] = (uint8_t)(seat + 1);
    command(t, &sit);
}

/* Everybody is ready and shows: the match begins. */
static void begin(struct played_table *t)
{
    uint8_t value[PECK_HASH] = {7};
    struct command ready = {.kind = COMMAND_READY}, show = {.kind = COMMAND_SHOW};
    peck_sha256(value, PECK_HASH, ready.bytes);
    memcpy(show.bytes, value, PECK_HASH);
    for (int i = 0; i < 2; i++) {
        for (int seat = 0; seat < t->table.terms.setup.seats; seat++) {
            ready.by = show.by = seat;
            if (t->table.chairs[seat].sitter == SITTER_PERSON)
                command(t, i == 0 ? &ready : &show);
        }
    }
    assert_int_equal(t->table.phase, PHASE_PLAYING);
}

static void chat(struct played_table *t, int by, const char *text)
{
    struct command chat = {.kind = COMMAND_CHAT, .by = by};
    snprintf(chat.text, sizeof chat.text, "%s", text);
    command(t, &chat);
}

/* Random play to the end. */
static void finish(struct played_table *t)
{
    const struct peck_game *game = t->table.terms.game;
    while (t->table.phase == PHASE_PLAYING) {
        uint32_t actions[PECK_ACTIONS_MAX];
        uint32_t movers = game->movers(&t->table.match.state);
        struct command act = {
            .kind = COMMAND_ACT, .by = BY_SERVER, .ply = t->table.match.count};
        act.target = __builtin_ctz(movers);
        const struct chair *chair = &t->table.chairs[act.target];
        if (chair->sitter == SITTER_PERSON && !chair->away)
            act.by = act.target; /* the server acts only when a time is up */
        uint32_t count = game->legal(&t->table.match.state, act.target, actions);
        struct peck_text text = peck_text_begin(act.text, sizeof act.text);
        game->action_name(actions[peck_rng_next(&t->rng) % count], &text);
        command(t, &act);
    }
    assert_int_equal(t->table.phase, PHASE_OVER);
}

static struct terms nothanks(int seats, bool rated)
{
    struct terms terms = {
        .game = peck_game_find("nothanks"), .listed = true, .rated = rated};
    peck_setup_begin(terms.game, seats, &terms.setup);
    return terms;
}

/* A whole match between these persons; its name goes to `id`. */
static void play_match(const char *const *persons, int count, bool rated,
                       char id[STORE_TABLE])
{
    struct played_table t;
    struct terms terms = nothanks(count, rated);
    open_table(&t, &terms);
    for (int seat = 0; seat < count; seat++) {
        char name[64];
        snprintf(name, sizeof name, "name of %s", persons[seat]);
        sit(&t, seat, persons[seat], name);
    }
    begin(&t);
    chat(&t, 0, "a line of \"person\":\"nobody\"");
    finish(&t);
    memcpy(id, t.id, STORE_TABLE);
    close_table(&t);
}

/* ---- Games and tables ---- */

static void test_paths(void **state)
{
    struct browser b = {0};
    (void)state;
    refused(&b, "GET", "/api/nothing", "", 404, "no-path");
    refused(&b, "GET", "/api/games/", "", 404, "no-path");
    refused(&b, "GET", "/api/tables/UPPER", "", 404, "no-path");
    refused(&b, "GET", "/api/tables/a/b", "", 404, "no-path");
    refused(&b, "GET", "/api/tables/a234567890123456789012345", "", 404, "no-path");
    refused(&b, "PUT", "/api/games", "", 405, "bad-method");
    refused(&b, "DELETE", "/api/tables", "", 405, "bad-method");
    assert_int_equal(ask(&b, "HEAD", "/api/games", ""), 200);
    forget_answer(&b);
}

static void test_games(void **state)
{
    struct browser b = {0};
    (void)state;
    assert_int_equal(ask(&b, "GET", "/api/games", ""), 200);
    json_t *games = json_object_get(b.json, "games");
    assert_int_equal(json_array_size(games), peck_game_count);
    for (int i = 0; i < peck_game_count; i++) {
        json_t *game = json_array_get(games, (size_t)i);
        assert_string_equal(json_string_value(json_object_get(game, "name")),
                            peck_games[i]->name);
        assert_int_equal(json_array_size(json_object_get(game, "options")),
                         peck_games[i]->option_count);
        assert_true(json_array_size(json_object_get(game, "bots")) >= 5);
        assert_true(json_array_size(json_object_get(game, "seats")) >= 2);
    }
    forget_answer(&b);
}

static void test_open(void **state)
{
    struct browser b = {0};
    (void)state;
    assert_int_equal(ask(&b, "POST", "/api/tables",
                         "{\"game\":\"heckmeck\",\"seats\":4,\"options\":{\"extra-wurm\":"
                         "true,\"first\":null},\"listed\":true,\"rated\":true,"
                         "\"clock\":\"move\",\"time\":60000}"),
                     201);
    assert_true(b.response.opens);
    const struct terms *terms = &b.response.terms;
    assert_string_equal(terms->game->name, "heckmeck");
    assert_int_equal(terms->setup.seats, 4);
    assert_int_equal(terms->setup.option[peck_option_find(terms->game, "extra-wurm")], 1);
    assert_true(terms->listed && terms->rated);
    assert_int_equal(terms->clock, CLOCK_MOVE);
    assert_int_equal(terms->time, 60000);
    assert_int_equal(ask(&b, "POST", "/api/tables", "{\"game\":\"nothanks\"}"), 201);
    assert_int_equal(terms->setup.seats, 3);
    assert_true(!terms->listed && !terms->rated && terms->clock == CLOCK_NONE);
    forget_answer(&b);
}

static void test_open_refused(void **state)
{
    static const struct {
        const char *body, *code;
    } cases[] = {
        {"", "bad-json"},
        {"[]", "bad-json"},
        {"{\"game\":\"nothanks\"} {}", "bad-json"},
        {"{\"game\":\"nothanks\",\"game\":\"nothanks\"}", "bad-json"},
        {"{\"game\":\"\xff\"}", "bad-json"},
        {"{}", "bad-body"},
        {"{\"game\":7}", "bad-body"},
        {"{\"game\":\"nothanks\",\"more\":1}", "bad-body"},
        {"{\"game\":\"nothanks\",\"seats\":\"3\"}", "bad-body"},
        {"{\"game\":\"nothanks\",\"listed\":1}", "bad-body"},
        {"{\"game\":\"nothanks\",\"time\":1.5}", "bad-body"},
        {"{\"game\":\"chess\"}", "bad-game"},
        {"{\"game\":\"nothanks\",\"seats\":2}", "bad-seats"},
        {"{\"game\":\"nothanks\",\"seats\":-1}", "bad-seats"},
        {"{\"game\":\"nothanks\",\"seats\":99}", "bad-seats"},
        {"{\"game\":\"nothanks\",\"options\":[]}", "bad-option"},
        {"{\"game\":\"nothanks\",\"options\":{\"fast\":true}}", "bad-option"},
        {"{\"game\":\"nothanks\",\"options\":{\"tactical\":1}}", "bad-option"},
        {"{\"game\":\"nothanks\",\"options\":{\"first\":-2}}", "bad-option"},
        {"{\"game\":\"nothanks\",\"options\":{\"first\":true}}", "bad-option"},
        {"{\"game\":\"nothanks\",\"options\":{\"first\":6}}", "bad-seats"},
        {"{\"game\":\"nothanks\",\"clock\":\"sand\"}", "bad-clock"},
        {"{\"game\":\"nothanks\",\"clock\":\"move\"}", "bad-clock"},
        {"{\"game\":\"nothanks\",\"time\":60000}", "bad-clock"},
        {"{\"game\":\"nothanks\",\"clock\":\"total\",\"time\":99999999999}", "bad-clock"},
    };
    struct browser b = {0};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        refused(&b, "POST", "/api/tables", cases[i].body, 400, cases[i].code);
        assert_false(b.response.opens);
    }
    char large[API_BODY + 2];
    memset(large, ' ', sizeof large - 1);
    large[sizeof large - 1] = '\0';
    refused(&b, "POST", "/api/tables", large, 413, "too-large");
    forget_answer(&b);
}

/* The entry of a table in an array of them, or NULL. */
static json_t *entry_of(struct browser *b, const char *array, const char *id)
{
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(b->json, array), i, entry)
    {
        if (strcmp(json_string_value(json_object_get(entry, "table")), id) == 0)
            return entry;
    }
    return NULL;
}

static void test_lobby(void **state)
{
    struct browser b = {0};
    struct played_table shown, hidden;
    struct terms terms = nothanks(3, true);
    (void)state;
    open_table(&shown, &terms);
    sit(&shown, 1, "lobbyist", "Łucja \"x\"");
    terms.listed = false;
    open_table(&hidden, &terms);
    assert_int_equal(ask(&b, "GET", "/api/tables", ""), 200);
    json_t *entry = entry_of(&b, "tables", shown.id);
    assert_non_null(entry);
    assert_null(entry_of(&b, "tables", hidden.id));
    assert_int_equal(number_of(entry, "players"), 1);
    assert_int_equal(number_of(entry, "seats"), 3);
    assert_true(
        json_is_false(json_object_get(json_object_get(entry, "options"), "tactical")));
    assert_true(json_is_null(json_object_get(json_object_get(entry, "options"), "first")));
    ask(&b, "GET", "/api/tables?x=1&game=no%74hanks", "");
    assert_non_null(entry_of(&b, "tables", shown.id));
    ask(&b, "GET", "/api/tables?game=heckmeck", "");
    assert_null(entry_of(&b, "tables", shown.id));
    refused(&b, "GET", "/api/tables?game=chess", "", 400, "bad-query");
    refused(&b, "GET", "/api/tables?game=%", "", 400, "bad-query");
    refused(&b, "GET", "/api/tables?game=%00", "", 400, "bad-query");
    char path[64];
    snprintf(path, sizeof path, "/api/tables/%s", shown.id);
    assert_int_equal(ask(&b, "GET", path, ""), 200);
    json_t *chair = json_array_get(json_object_get(b.json, "chairs"), 1);
    assert_string_equal(json_string_value(json_object_get(chair, "name")), "Łucja \"x\"");
    assert_null(strstr(b.response.body.bytes, "lobbyist")); /* persons are told to nobody */
    assert_null(strstr(b.response.body.bytes, "secret"));
    refused(&b, "GET", "/api/tables/nowhere", "", 404, "no-table");
    forget_answer(&b);
    close_table(&shown);
    close_table(&hidden);
}

static void test_record(void **state)
{
    static const char *const persons[] = {"anna", "bert", "carl"};
    struct browser b = {0};
    struct played_table open;
    struct terms terms = nothanks(3, false);
    char id[STORE_TABLE], path[64];
    struct peck_match match;
    struct peck_fair fair;
    struct peck_error error;
    bool found;
    uint32_t ply;
    (void)state;
    play_match(persons, 3, false, id);
    snprintf(path, sizeof path, "/api/tables/%s/record", id);
    assert_int_equal(ask(&b, "GET", path, ""), 200);
    assert_non_null(strstr(b.response.name, ".peck"));
    struct peck_reader *reader = malloc(sizeof *reader);
    *reader = peck_reader_begin(b.response.body.bytes, b.response.body.length);
    assert_int_equal(peck_record_read(reader, &match, &error), PECK_OK);
    assert_string_equal(match.name[1], "name of bert");
    assert_int_equal(peck_fair_read(b.response.body.bytes, b.response.body.length, &fair,
                                    &found, &error),
                     PECK_OK);
    assert_true(found);
    assert_int_equal(peck_fair_verify(&match, &fair, &ply, &error), PECK_OK);
    peck_match_free(&match);
    free(reader);
    open_table(&open, &terms);
    snprintf(path, sizeof path, "/api/tables/%s/record", open.id);
    refused(&b, "GET", path, "", 409, "not-over");
    refused(&b, "GET", "/api/tables/nowhere/record", "", 404, "no-table");
    forget_answer(&b);
    close_table(&open);
}

static void test_qr(void **state)
{
    struct browser b = {0};
    (void)state;
    assert_int_equal(ask(&b, "GET", "/api/tables/abc/qr.svg", ""), 200);
    assert_string_equal(b.response.type, "image/svg+xml");
    /* The three corners are squares of seven modules, four from the margin. */
    assert_non_null(strstr(b.response.body.bytes, "M4 4h7v1h-7z"));
    assert_non_null(strstr(b.response.body.bytes, "</svg>"));
    forget_answer(&b);
}

/* ---- Cookies ---- */

static void test_cookie(void **state)
{
    struct browser b = {0};
    char first[API_COOKIE], person[STEP_PERSON];
    (void)state;
    ask(&b, "GET", "/api/games", "");
    assert_non_null(strstr(b.response.cookie, "; HttpOnly; SameSite=Lax; Secure"));
    api_person(api, b.cookie, person);
    assert_int_equal(strlen(person), 20);
    memcpy(first, b.cookie, sizeof first);
    ask(&b, "GET", "/api/games", "");
    assert_string_equal(b.response.cookie, ""); /* it has one already */
    assert_string_equal(b.cookie, first);
    char many[600];
    snprintf(many, sizeof many, "a=1; peck=x; %s; b=2", first);
    char again[STEP_PERSON];
    api_person(api, many, again);
    assert_string_equal(again, person);
    forget_answer(&b);
}

/* One digit or letter of a cookie changed, wherever: it proves nobody. */
static void test_forged(void **state)
{
    struct browser b = {0};
    char forged[API_COOKIE], person[STEP_PERSON];
    (void)state;
    ask(&b, "GET", "/api/games", "");
    size_t length = strlen(b.cookie);
    for (size_t i = 5; i < length; i++) {
        memcpy(forged, b.cookie, sizeof forged);
        forged[i] = forged[i] == 'b' ? 'c' : 'b';
        api_person(api, forged, person);
        assert_string_equal(person, "");
        memcpy(forged, b.cookie, sizeof forged);
        forged[i] = '\0'; /* cut off */
        api_person(api, forged, person);
        assert_string_equal(person, "");
    }
    forget_answer(&b);
}

static void prove(struct browser *b, const char *person, int64_t issued)
{
    struct proven proven = {.issued = issued};
    snprintf(proven.person, sizeof proven.person, "%s", person);
    cookie_write(secret, &proven, true, b->cookie);
    b->cookie[strcspn(b->cookie, ";")] = '\0';
}

static void test_old_cookie(void **state)
{
    struct browser b = {0};
    char person[STEP_PERSON];
    uint8_t other[API_SECRET] = "quite another secret of the host";
    struct proven proven = {.person = "somebody", .issued = now_ms()};
    (void)state;
    prove(&b, "somebody", now_ms() - COOKIE_LIFE_MS - 1000);
    api_person(api, b.cookie, person);
    assert_string_equal(person, "");
    prove(&b, "somebody", now_ms() + COOKIE_SKEW_MS + 60000);
    api_person(api, b.cookie, person);
    assert_string_equal(person, "");
    cookie_write(other, &proven, true, b.cookie);
    api_person(api, b.cookie, person);
    assert_string_equal(person, "");
    prove(&b, "somebody", now_ms() - COOKIE_FRESH_MS - 1000);
    api_person(api, b.cookie, person);
    assert_string_equal(person, "somebody");
    ask(&b, "GET", "/api/games", ""); /* is renewed, for the same person */
    assert_string_not_equal(b.response.cookie, "");
    api_person(api, b.cookie, person);
    assert_string_equal(person, "somebody");
    forget_answer(&b);
}

static int open_api(void **state)
{
    struct peck_error error;
    (void)state;
    store = store_open(where, &error);
    if (store == NULL) {
        fprintf(stderr, "%s\n", error.sentence);
        return -1;
    }
    api = api_new(store, secret);
    return api != NULL ? 0 : -1;
}

static int close_api(void **state)
{
    (void)state;
    api_free(api);
    store_close(store);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paths),  cmocka_unit_test(test_games),
        cmocka_unit_test(test_open),   cmocka_unit_test(test_open_refused),
        cmocka_unit_test(test_lobby),  cmocka_unit_test(test_record),
        cmocka_unit_test(test_qr),     cmocka_unit_test(test_cookie),
        cmocka_unit_test(test_forged), cmocka_unit_test(test_old_cookie),
    };
    if (argc != 2) {
        fprintf(stderr, "usage: api WHERE\n");
        return 2;
    }
    where = argv[1];
    return cmocka_run_group_tests(tests, open_api, close_api);
}
