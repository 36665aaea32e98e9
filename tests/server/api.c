/* api.c — the HTTP side of the server, request by request, over a real database: the
 * program is given its address (SQLite file or PostgreSQL URL). A file is made anew. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "front/server/api.h"
#include "front/server/cookie.h"
#include "front/server/decide.h"
#include "front/server/people_attempts.h"
#include "front/server/rating.h"
#include "front/server/tell.h"

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
    ask(&b, "GET", "/api/me", ""); /* is renewed, for the same person */
    assert_string_not_equal(b.response.cookie, "");
    api_person(api, b.cookie, person);
    assert_string_equal(person, "somebody");
    forget_answer(&b);
}

/* ---- Accounts ---- */

/* A name that no other test has, the same in every call of one test. */
static const char *unique(const char *word)
{
    static char names[8][64];
    static int next;
    char *name = names[next++ % 8];
    snprintf(name, 64, "%s%d", word, (int)getpid());
    return name;
}

static int say_password(struct browser *b, const char *path, const char *name,
                        const char *password)
{
    char body[512];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"%s\"}", name, password);
    return ask(b, "POST", path, body);
}

static void test_me(void **state)
{
    struct browser b = {0};
    char person[STEP_PERSON];
    (void)state;
    assert_int_equal(ask(&b, "GET", "/api/me", ""), 200);
    api_person(api, b.cookie, person);
    assert_string_equal(text_of(&b, "person"), person);
    assert_string_equal(text_of(&b, "name"), "");
    assert_true(json_is_false(json_object_get(b.json, "account")));
    assert_int_equal(json_array_size(json_object_get(b.json, "ratings")), 0);
    forget_answer(&b);
}

static void test_account(void **state)
{
    struct browser guest = {0}, thief = {0}, other = {0};
    char person[STEP_PERSON], body[256];
    const char *name = unique("Ada");
    (void)state;
    ask(&guest, "GET", "/api/me", "");
    api_person(api, guest.cookie, person);
    memcpy(thief.cookie, guest.cookie, sizeof thief.cookie);
    usleep(2000); /* the next cookie is of a later moment */
    assert_int_equal(say_password(&guest, "/api/account", name, "correct horse"), 201);
    assert_string_equal(text_of(&guest, "person"), person); /* history stays */
    ask(&guest, "GET", "/api/me", "");
    assert_string_equal(text_of(&guest, "name"), name);
    assert_true(json_is_true(json_object_get(guest.json, "account")));
    ask(&thief, "GET", "/api/me", ""); /* who knew the guest's cookie has no account */
    assert_true(json_is_false(json_object_get(thief.json, "account")));
    assert_string_not_equal(text_of(&thief, "person"), person);
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"something else\"}",
             unique("aDA"));
    refused(&other, "POST", "/api/account", body, 409, "taken"); /* but for case */
    refused(&guest, "POST", "/api/account",
            "{\"name\":\"Second\",\"password\":\"something else\"}", 409, "has-account");
    assert_int_equal(say_password(&other, "/api/login", unique("ADA"), "correct horse"),
                     200);
    assert_string_equal(text_of(&other, "person"), person);
    assert_int_equal(ask(&other, "POST", "/api/logout", ""), 200);
    ask(&other, "GET", "/api/me", "");
    assert_string_not_equal(text_of(&other, "person"), person);
    forget_answer(&guest);
    forget_answer(&thief);
    forget_answer(&other);
}

static void test_account_refused(void **state)
{
    static const struct {
        const char *body, *code;
    } cases[] = {
        {"{\"name\":\"\",\"password\":\"long enough\"}", "bad-name"},
        {"{\"name\":\" x\",\"password\":\"long enough\"}", "bad-name"},
        {"{\"name\":\"a\\nb\",\"password\":\"long enough\"}", "bad-name"},
        {"{\"name\":\"a\\u0000b\",\"password\":\"long enough\"}", "bad-json"},
        {"{\"name\":\"x\",\"password\":\"short\"}", "bad-password"},
        {"{\"name\":\"x\"}", "bad-body"},
        {"{\"name\":\"x\",\"password\":12345678}", "bad-body"},
        {"{\"name\":\"x\",\"password\":\"long enough\",\"admin\":true}", "bad-body"},
        {"null", "bad-json"},
    };
    struct browser b = {0};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refused(&b, "POST", "/api/account", cases[i].body, 400, cases[i].code);
    refused(&b, "POST", "/api/login", "{\"name\":1}", 400, "bad-body");
    refused(&b, "POST", "/api/password", "{\"password\":\"a\",\"new\":\"b\"}", 400,
            "bad-password");
    refused(&b, "POST", "/api/password", "{\"password\":\"a\",\"new\":\"long enough\"}",
            401, "wrong");
    forget_answer(&b);
}

static void test_password(void **state)
{
    struct browser one = {.address = "192.0.2.7"}, two = {.address = "192.0.2.7"};
    const char *name = unique("Grace");
    (void)state;
    assert_int_equal(say_password(&one, "/api/account", name, "the first one"), 201);
    assert_int_equal(say_password(&two, "/api/login", name, "the first one"), 200);
    refused(&one, "POST", "/api/password",
            "{\"password\":\"not this\",\"new\":\"the second one\"}", 401, "wrong");
    usleep(2000);
    assert_int_equal(ask(&one, "POST", "/api/password",
                         "{\"password\":\"the first one\",\"new\":\"the second one\"}"),
                     200);
    ask(&one, "GET", "/api/me", "");
    assert_true(json_is_true(json_object_get(one.json, "account")));
    ask(&two, "GET", "/api/me", ""); /* is logged out */
    assert_true(json_is_false(json_object_get(two.json, "account")));
    assert_int_equal(say_password(&two, "/api/login", name, "the first one"), 401);
    assert_int_equal(say_password(&two, "/api/login", name, "the second one"), 200);
    forget_answer(&one);
    forget_answer(&two);
}

/* Ten tries for a name, whoever makes them; twenty for an address, whatever the name. */
static void test_login_limits(void **state)
{
    struct browser b = {.address = "198.51.100.1"}, c = {.address = "198.51.100.2"};
    char name[64];
    (void)state;
    for (int i = 0; i < 10; i++)
        assert_int_equal(say_password(&b, "/api/login", unique("Nobody"), "wrong one"),
                         401);
    assert_int_equal(say_password(&b, "/api/login", unique("Nobody"), "wrong one"), 429);
    assert_int_equal(say_password(&c, "/api/login", unique("NOBODY"), "wrong one"), 429);
    for (int i = 0; i < 9; i++) {
        snprintf(name, sizeof name, "Nobody %d", i);
        assert_int_equal(say_password(&b, "/api/login", name, "wrong one"), 401);
    }
    assert_int_equal(say_password(&b, "/api/login", "Anybody", "wrong one"), 429);
    assert_int_equal(say_password(&c, "/api/login", "Anybody", "wrong one"), 401);
    forget_answer(&b);
    forget_answer(&c);
}

static double seconds_of_login(struct browser *b, const char *name)
{
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    assert_int_equal(say_password(b, "/api/login", name, "wrong one"), 401);
    clock_gettime(CLOCK_MONOTONIC, &to);
    return (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
}

/* A name that nobody has takes as long: a password is hashed either way. Other work on the
 * machine can only add, so the least of a few is compared. */
static void test_login_time(void **state)
{
    struct browser b = {.address = "198.51.100.3"};
    const char *name = unique("Timed");
    double known = 1e9, unknown = 1e9;
    (void)state;
    assert_int_equal(say_password(&b, "/api/account", name, "the right one"), 201);
    for (int i = 0; i < 5; i++) {
        double seconds = seconds_of_login(&b, name);
        known = seconds < known ? seconds : known;
        seconds = seconds_of_login(&b, unique("Never"));
        unknown = seconds < unknown ? seconds : unknown;
    }
    assert_true(unknown > known / 2 && unknown < known * 2);
    forget_answer(&b);
}

static void test_attempts(void **state)
{
    const struct limit limit = {"try", 3, 1000};
    struct attempts *attempts = attempts_new();
    char network[64];
    (void)state;
    for (int i = 0; i < 3; i++)
        assert_true(attempts_take(attempts, &limit, "a", 5000));
    assert_false(attempts_take(attempts, &limit, "a", 5999));
    assert_true(attempts_take(attempts, &limit, "b", 5000));
    assert_true(attempts_take(attempts, &limit, "a", 6000));
    assert_false(attempts_take(attempts, &limit, "a", 6000));
    attempts_return(attempts, &limit, "a", 6000);
    assert_true(attempts_take(attempts, &limit, "a", 6000));
    for (int i = 0; i < 20000; i++) { /* who is slowed down is not pushed out */
        char name[16];
        snprintf(name, sizeof name, "x%d", i);
        attempts_take(attempts, &limit, name, 6000);
    }
    assert_false(attempts_take(attempts, &limit, "a", 6000));
    attempts_free(attempts);
    address_network("192.0.2.1", network);
    assert_string_equal(network, "192.0.2.1");
    address_network("::ffff:192.0.2.1", network);
    assert_string_equal(network, "192.0.2.1");
    address_network("2001:db8:1:2:3:4:5:6", network);
    assert_string_equal(network, "2001:db8:1:2::/64");
}

/* ---- Ratings ---- */

static void assert_near(double a, double b)
{
    if (a - b > 1e-6 || b - a > 1e-6)
        fail_msg("%.9f is not %.9f", a, b);
}

/* By hand: c^2 = 2 (69.4444 + 17.3611), so sigma^2 / c^2 = 0.4 and sigma / c = sqrt(0.4).
 * Two who are equal: mu moves by sigma^2 / c / 2, and the variance by the factor
 * 1 - sqrt(0.4) * 0.4 / 4. A draw is the mean of a win and a loss: no mu moves. */
static void test_rating_two(void **state)
{
    struct rating r[2] = {rating_new(), rating_new()};
    const uint8_t won[] = {1, 2}, drawn[] = {1, 1};
    (void)state;
    rating_update(r, won, 2);
    assert_near(r[0].mu, 27.635231383);
    assert_near(r[1].mu, 22.364768617);
    assert_near(r[0].sigma, 8.065506316);
    assert_near(r[1].sigma, 8.065506316);
    r[0] = r[1] = rating_new();
    rating_update(r, drawn, 2);
    assert_near(r[0].mu, 25);
    assert_near(r[1].mu, 25);
    assert_near(r[0].sigma, 8.065506316);
}

/* By hand: c^2 = 3 (69.4444 + 17.3611) = 260.4167 and sigma^2 / c = 4.303315. The shares
 * are 1/3 of all, 1/2 of the last two, 1 of the last: mu moves by 2/3, by 1/2 - 1/3 and by
 * -1/3 - 1/2 of that. */
static void test_rating_three(void **state)
{
    struct rating r[3] = {rating_new(), rating_new(), rating_new()};
    const uint8_t places[] = {2, 1, 3};
    (void)state;
    rating_update(r, places, 3);
    assert_near(r[1].mu - 25, 4.303314829 * 2 / 3);
    assert_near(r[0].mu - 25, 4.303314829 / 6);
    assert_near(r[2].mu - 25, -4.303314829 * 5 / 6);
    assert_near(r[0].mu + r[1].mu + r[2].mu, 75);
    assert_true(r[1].sigma > r[0].sigma); /* less was learnt of the first */
}

/* By hand, in units of sigma^2 / c: the first two of five share a place. Each is drawn at
 * the first stage (1 - 1/5) or at the second (1 - 1/5 - 1/4), which is 0.675 on average;
 * the third gets 1 - 1/5 - 1/4 - 1/3. */
static void test_rating_shared(void **state)
{
    struct rating r[5];
    const uint8_t places[] = {1, 1, 3, 4, 5};
    (void)state;
    for (int i = 0; i < 5; i++)
        r[i] = rating_new();
    rating_update(r, places, 5);
    double unit = 69.444444444 / 20.833333333; /* c^2 = 5 (69.4444 + 17.3611) */
    assert_near(r[0].mu - 25, 0.675 * unit);
    assert_near(r[1].mu - 25, 0.675 * unit);
    assert_near(r[2].mu - 25, (1 - 0.2 - 0.25 - 1.0 / 3) * unit);
}

/* Whatever the ratings: with equal sigmas the sum of all mu stays, nobody's sigma grows,
 * and of two equal players the better placed gains more. */
static void test_rating_laws(void **state)
{
    struct peck_rng rng;
    (void)state;
    peck_rng_seed(&rng, 7);
    for (int i = 0; i < 2000; i++) {
        struct rating r[PECK_SEATS_MAX], before[PECK_SEATS_MAX];
        uint8_t places[PECK_SEATS_MAX];
        int count = 2 + (int)(peck_rng_next(&rng) % 6);
        double sigma = 0.5 + (double)(peck_rng_next(&rng) % 1000) / 100, sum = 0;
        for (int k = 0; k < count; k++) {
            r[k].mu = k < 2 ? 25 : (double)(peck_rng_next(&rng) % 50);
            r[k].sigma = sigma;
            before[k] = r[k];
            places[k] = (uint8_t)(1 + peck_rng_next(&rng) % 4);
        }
        rating_update(r, places, count);
        for (int k = 0; k < count; k++) {
            sum += r[k].mu - before[k].mu;
            assert_true(r[k].sigma <= before[k].sigma && r[k].sigma > 0);
        }
        assert_near(sum, 0);
        if (places[0] < places[1])
            assert_true(r[0].mu > r[1].mu);
        else if (places[0] == places[1])
            assert_near(r[0].mu, r[1].mu);
    }
}

/* ---- What was played ---- */

static const char *person_of(struct browser *b, char person[STEP_PERSON])
{
    ask(b, "GET", "/api/me", "");
    api_person(api, b->cookie, person);
    return person;
}

static void free_browsers(struct browser *browsers, int count)
{
    for (int i = 0; i < count; i++)
        forget_answer(&browsers[i]);
}

static json_int_t matches_of(struct browser *b)
{
    ask(b, "GET", "/api/me", "");
    json_t *rating = json_array_get(json_object_get(b->json, "ratings"), 0);
    return number_of(rating, "matches");
}

static void test_records(void **state)
{
    struct browser b[4] = {0};
    char names[3][STEP_PERSON], id[STORE_TABLE];
    const char *persons[3];
    (void)state;
    for (int i = 0; i < 3; i++)
        persons[i] = person_of(&b[i], names[i]);
    play_match(persons, 3, true, id);
    api_settle(api);
    assert_int_equal(ask(&b[3], "GET", "/api/records?game=nothanks", ""), 200);
    json_t *entry = entry_of(&b[3], "records", id);
    assert_non_null(entry);
    assert_int_equal(json_array_size(json_object_get(entry, "seats")), 3);
    assert_null(strstr(b[3].response.body.bytes, "\"you\":true"));
    ask(&b[3], "GET", "/api/records?game=heckmeck", "");
    assert_null(entry_of(&b[3], "records", id));
    ask(&b[1], "GET", "/api/records?person=me", "");
    assert_int_equal(json_array_size(json_object_get(b[1].json, "records")), 1);
    json_t *seats = json_object_get(entry_of(&b[1], "records", id), "seats");
    assert_true(json_is_true(json_object_get(json_array_get(seats, 1), "you")));
    assert_true(json_is_false(json_object_get(json_array_get(seats, 0), "you")));
    ask(&b[1], "GET", "/api/records?person=me&before=1000", "");
    assert_int_equal(json_array_size(json_object_get(b[1].json, "records")), 0);
    ask(&b[3], "GET", "/api/records?person=me", "");
    assert_int_equal(json_array_size(json_object_get(b[3].json, "records")), 0);
    refused(&b[3], "GET", "/api/records?person=you", "", 400, "bad-query");
    refused(&b[3], "GET", "/api/records?before=soon", "", 400, "bad-query");
    free_browsers(b, 4);
}

/* Rated once for persons the server knows, and not at all for who plays alone or against
 * themselves. */
static void test_settle(void **state)
{
    struct browser b[3] = {0};
    char names[3][STEP_PERSON], id[STORE_TABLE];
    const char *persons[3];
    (void)state;
    for (int i = 0; i < 3; i++)
        persons[i] = person_of(&b[i], names[i]);
    play_match(persons, 3, true, id);
    assert_int_equal(matches_of(&b[0]), 0);
    api_settle(api);
    api_settle(api);
    assert_int_equal(matches_of(&b[0]), 1);
    play_match(persons, 3, false, id); /* not rated */
    api_settle(api);
    assert_int_equal(matches_of(&b[0]), 1);
    persons[1] = persons[2] = "";
    play_match(persons, 3, true, id); /* the others are not known */
    persons[1] = persons[2] = names[0];
    play_match(persons, 3, true, id); /* the others are the same */
    api_settle(api);
    assert_int_equal(matches_of(&b[0]), 1);
    free_browsers(b, 3);
}

enum { RACE_MATCHES = 6 };

static void *settle_many(void *context)
{
    for (int i = 0; i < 30; i++)
        api_settle(context);
    return NULL;
}

/* Two processes' worth of APIs settle the same matches of the same persons: each match
 * counts once. */
static void test_settle_race(void **state)
{
    struct browser b[3] = {0};
    char names[3][STEP_PERSON], id[STORE_TABLE];
    const char *persons[3];
    struct peck_error error;
    bool alone = db_file(where) != NULL; /* SQLite has one store */
    struct store *second = alone ? store : store_open(where, &error);
    struct api *apis[2] = {api, api_new(second, secret)};
    pthread_t threads[2];
    (void)state;
    for (int i = 0; i < 3; i++)
        persons[i] = person_of(&b[i], names[i]);
    for (int i = 0; i < RACE_MATCHES; i++)
        play_match(persons, 3, true, id);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, settle_many, apis[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    api_settle(api);
    for (int i = 0; i < 3; i++)
        assert_int_equal(matches_of(&b[i]), RACE_MATCHES);
    api_free(apis[1]);
    if (!alone)
        store_close(second);
    free_browsers(b, 3);
}

static json_t *leader_of(struct browser *b)
{
    size_t i;
    json_t *leader;
    ask(b, "GET", "/api/leaderboard?game=nothanks", "");
    json_array_foreach(json_object_get(b->json, "players"), i, leader)
    {
        if (json_is_true(json_object_get(leader, "you")))
            return leader;
    }
    return NULL;
}

static void test_leaderboard(void **state)
{
    struct browser b[3] = {0};
    char names[3][STEP_PERSON], id[STORE_TABLE], name[STEP_TEXT];
    const char *persons[3];
    (void)state;
    for (int i = 0; i < 3; i++)
        persons[i] = person_of(&b[i], names[i]);
    b[0].address = "192.0.2.30";
    assert_int_equal(say_password(&b[0], "/api/account", unique("Leader"), "long enough"),
                     201);
    for (int i = 0; i < 4; i++)
        play_match(persons, 3, true, id);
    api_settle(api);
    assert_null(leader_of(&b[0]));
    play_match(persons, 3, true, id);
    api_settle(api);
    json_t *leader = leader_of(&b[0]);
    assert_string_equal(json_string_value(json_object_get(leader, "name")),
                        unique("Leader"));
    assert_int_equal(number_of(leader, "matches"), 5);
    leader = leader_of(&b[1]);
    snprintf(name, sizeof name, "name of %s", persons[1]);
    assert_string_equal(json_string_value(json_object_get(leader, "name")), name);
    assert_true(json_is_false(json_object_get(leader, "account")));
    double last = 1e9, points;
    size_t i;
    json_array_foreach(json_object_get(b[1].json, "players"), i, leader)
    {
        points = json_real_value(json_object_get(leader, "points"));
        assert_true(points <= last);
        last = points;
    }
    refused(&b[0], "GET", "/api/leaderboard", "", 400, "bad-query");
    free_browsers(b, 3);
}

/* ---- One's own data ---- */

/* A table, as everybody may see it. */
static char *told(const struct table *table)
{
    struct peck_buffer buffer = {0};
    assert_int_equal(table_tell(table, PECK_CHANCE, 100, &buffer), PECK_OK);
    return buffer.bytes;
}

struct refolding {
    struct table table;
    struct peck_names *names;
};

static bool refold(void *context, uint64_t seq, const char *json, size_t count)
{
    struct refolding *r = context;
    struct step step;
    struct peck_error error;
    (void)seq;
    assert_int_equal(step_read(json, count, &step, &error), PECK_OK);
    assert_int_equal(table_fold(&r->table, r->names, &step, &error), PECK_OK);
    step_free(&step);
    return true;
}

static void fold_anew(const char *id, struct refolding *r)
{
    struct peck_error error;
    memset(r, 0, sizeof *r);
    r->names = calloc(1, sizeof *r->names);
    assert_int_equal(store_read(store, id, 0, refold, r, &error), PECK_OK);
}

static bool body_has(struct browser *b, const char *text)
{
    return strstr(b->response.body.bytes, text) != NULL;
}

static void test_export(void **state)
{
    struct browser b = {.address = "192.0.2.40"};
    char person[STEP_PERSON], id[STORE_TABLE];
    const char *persons[] = {person_of(&b, person), "", ""};
    (void)state;
    say_password(&b, "/api/account", unique("Exported"), "long enough");
    play_match(persons, 3, true, id);
    api_settle(api);
    assert_int_equal(ask(&b, "GET", "/api/me/export", ""), 200);
    assert_string_equal(b.response.name, "peck-export.json");
    assert_true(body_has(&b, unique("Exported")));
    assert_true(body_has(&b, "a line of "));
    assert_null(strstr(b.response.body.bytes, "argon2"));
    assert_int_equal(json_array_size(json_object_get(b.json, "tables")), 1);
    assert_int_equal(json_array_size(json_object_get(b.json, "matches")), 1);
    for (int i = 0; i < 4; i++)
        ask(&b, "GET", "/api/me/export", "");
    refused(&b, "GET", "/api/me/export", "", 429, "slow-down");
    forget_answer(&b);
}

static bool find_text(void *context, uint64_t seq, const char *json, size_t count)
{
    const char *const *needles = context;
    (void)seq, (void)count;
    for (; *needles != NULL; needles++) {
        if (strstr(json, *needles) != NULL)
            fail_msg("'%s' is still in the log", *needles);
    }
    return true;
}

/* Nothing of them is left; the plies are. */
static void test_forget(void **state)
{
    struct browser b = {.address = "192.0.2.50"}, c = {0};
    char person[STEP_PERSON], other[STEP_PERSON], id[STORE_TABLE], path[64];
    const char *persons[] = {person_of(&b, person), person_of(&c, other), ""};
    struct peck_error error;
    struct refolding before, after;
    (void)state;
    assert_int_equal(say_password(&b, "/api/account", unique("Gone"), "long enough"), 201);
    play_match(persons, 3, true, id);
    api_settle(api);
    fold_anew(id, &before);
    assert_int_equal(ask(&b, "DELETE", "/api/me", ""), 200);
    assert_int_equal(number_of(b.json, "tables"), 1);
    fold_anew(id, &after);
    struct step step = {.at = after.table.touched};
    step_add(&step, EVENT_FORGET, 0);
    assert_int_equal(table_fold(&before.table, before.names, &step, &error), PECK_OK);
    step_free(&step);
    char *one = told(&before.table), *two = told(&after.table);
    assert_string_equal(one, two); /* folded from either log it is the same table */
    assert_int_equal(after.table.match.count, before.table.match.count);
    const char *needles[] = {person, "a line of", NULL};
    assert_int_equal(store_read(store, id, 0, find_text, needles, &error), PECK_OK);
    snprintf(path, sizeof path, "/api/tables/%s/record", id);
    ask(&c, "GET", path, "");
    assert_false(body_has(&c, person));
    assert_true(body_has(&c, other));
    ask(&c, "GET", "/api/records?person=me", "");
    assert_false(body_has(&c, person));
    assert_int_equal(say_password(&b, "/api/login", unique("Gone"), "long enough"), 401);
    ask(&b, "GET", "/api/me", "");
    assert_string_not_equal(text_of(&b, "person"), person);
    assert_int_equal(matches_of(&c), 1); /* the other's rating stays */
    free(one);
    free(two);
    table_free(&before.table);
    table_free(&after.table);
    free(before.names);
    free(after.names);
    forget_answer(&b);
    forget_answer(&c);
}

/* While they sit at an open table: the seat stays taken, and whoever watches is told. */
static char watched[STORE_TABLE];

static void watch(void *context, const char *table)
{
    (void)context;
    snprintf(watched, sizeof watched, "%s", table);
}

static void test_forget_open(void **state)
{
    struct browser b = {0};
    char person[STEP_PERSON];
    struct played_table t;
    struct terms terms = nothanks(3, true);
    struct refolding after;
    (void)state;
    open_table(&t, &terms);
    sit(&t, 0, "first-sitter", "First");
    chat(&t, 0, "said by the first");
    command(&t, &(struct command){.kind = COMMAND_LEAVE, .by = 0});
    sit(&t, 0, person_of(&b, person), "Second");
    for (int i = 0; i < 150; i++) /* more than are rewritten in one transaction */
        chat(&t, 0, "said by the second");
    sit(&t, 1, "another", "Another");
    chat(&t, 1, "said by another");
    api_watch(api, watch, NULL);
    assert_int_equal(ask(&b, "DELETE", "/api/me", ""), 200);
    api_watch(api, NULL, NULL);
    assert_string_equal(watched, t.id);
    fold_anew(t.id, &after);
    assert_int_equal(after.table.chairs[0].sitter, SITTER_PERSON);
    assert_string_equal(after.table.chairs[0].name, "");
    assert_string_equal(after.table.chairs[1].name, "Another");
    const char *needles[] = {person, "Second", "by the second", NULL};
    struct peck_error error;
    assert_int_equal(store_read(store, t.id, 0, find_text, needles, &error), PECK_OK);
    char *view = told(&after.table);
    assert_non_null(strstr(view, "said by another"));
    free(view);
    table_free(&after.table);
    free(after.names);
    close_table(&t);
    forget_answer(&b);
}

static void test_my_tables(void **state)
{
    struct browser b = {0}, c = {0};
    char person[STEP_PERSON], other[STEP_PERSON];
    struct played_table t;
    struct terms terms = nothanks(3, false);
    (void)state;
    terms.listed = false;
    open_table(&t, &terms);
    sit(&t, 0, person_of(&b, person), "Me");
    sit(&t, 1, person_of(&c, other), "You");
    command(&t, &(struct command){.kind = COMMAND_LEAVE, .by = 1});
    assert_int_equal(ask(&b, "GET", "/api/tables?person=me", ""), 200);
    json_t *entry = entry_of(&b, "tables", t.id);
    assert_int_equal(number_of(entry, "seat"), 0);
    assert_true(json_is_false(json_object_get(entry, "turn")));
    ask(&c, "GET", "/api/tables?person=me", "");
    assert_null(entry_of(&c, "tables", t.id)); /* who left is not there */
    refused(&c, "GET", "/api/tables?person=anna", "", 400, "bad-query");
    close_table(&t);
    forget_answer(&b);
    forget_answer(&c);
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

/* Leaderboards and lobbies have an end, which earlier runs would fill. */
static void begin_anew(void)
{
    static const char *const parts[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3 && db_file(where) != NULL; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s%s", db_file(where), parts[i]);
        unlink(path);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_open),
        cmocka_unit_test(test_open_refused),
        cmocka_unit_test(test_lobby),
        cmocka_unit_test(test_record),
        cmocka_unit_test(test_qr),
        cmocka_unit_test(test_cookie),
        cmocka_unit_test(test_forged),
        cmocka_unit_test(test_old_cookie),
        cmocka_unit_test(test_me),
        cmocka_unit_test(test_account),
        cmocka_unit_test(test_account_refused),
        cmocka_unit_test(test_password),
        cmocka_unit_test(test_login_limits),
        cmocka_unit_test(test_login_time),
        cmocka_unit_test(test_attempts),
        cmocka_unit_test(test_rating_two),
        cmocka_unit_test(test_rating_three),
        cmocka_unit_test(test_rating_shared),
        cmocka_unit_test(test_rating_laws),
        cmocka_unit_test(test_records),
        cmocka_unit_test(test_settle),
        cmocka_unit_test(test_settle_race),
        cmocka_unit_test(test_leaderboard),
        cmocka_unit_test(test_export),
        cmocka_unit_test(test_forget),
        cmocka_unit_test(test_forget_open),
        cmocka_unit_test(test_my_tables),
    };
    if (argc != 2) {
        fprintf(stderr, "usage: api WHERE\n");
        return 2;
    }
    where = argv[1];
    begin_anew();
    return cmocka_run_group_tests(tests, open_api, close_api);
}
