/* api.c — tests the HTTP API, request by request, over a real database.
 *
 * Paths, the lobby, records, cookies. */
#include "club.h"

#include "doors/server/cookie.h"
#include "doors/server/crowd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Games and tables ---- */

TEST(test_paths)
{
    BROWSER b = {0};
    refused(&b, "GET", "/api/nothing", "", 404, "no-path");
    refused(&b, "GET", "/api/games/", "", 404, "no-path");
    refused(&b, "GET", "/api/tables/UPPER", "", 404, "no-path");
    refused(&b, "GET", "/api/tables/a/b", "", 404, "no-path");
    refused(&b, "GET", "/api/tables/a234567890123456789012345", "", 404, "no-path");
    refused(&b, "PUT", "/api/games", "", 405, "bad-method");
    refused(&b, "DELETE", "/api/tables", "", 405, "bad-method");
    assert_int_equal(ask(&b, "HEAD", "/api/games", ""), 200);
}

TEST(test_games)
{
    BROWSER b = {0};
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
}

TEST(test_open)
{
    BROWSER b = {0};
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
}

TEST(test_open_refused)
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
    BROWSER b = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        refused(&b, "POST", "/api/tables", cases[i].body, 400, cases[i].code);
        assert_false(b.response.opens);
    }
    char large[API_BODY + 2];
    memset(large, ' ', sizeof large - 1);
    large[sizeof large - 1] = '\0';
    refused(&b, "POST", "/api/tables", large, 413, "too-large");
}

TEST(test_lobby)
{
    struct browser b = {0};
    struct played_table shown, hidden;
    struct terms terms = nothanks(3, true);
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
    assert_null(strstr(b.response.body.bytes, "lobbyist")); /* nobody learns person ids */
    assert_null(strstr(b.response.body.bytes, "secret"));
    refused(&b, "GET", "/api/tables/nowhere", "", 404, "no-table");
    forget_answer(&b);
    close_table(&shown);
    close_table(&hidden);
}

/* Only tables where somebody is connected, and of those first where the fewest are missing.
 */
TEST(test_lobby_order)
{
    struct browser b = {0};
    struct played_table t[4];
    struct terms terms = nothanks(5, true);
    struct crowd *crowd = crowd_new();
    static const int seated[] = {1, 3, 0, 2};
    int order[4], found = 0;
    api_crowd(api, crowd);
    for (int i = 0; i < 4; i++) {
        open_table(&t[i], &terms);
        for (int seat = 0; seat < seated[i]; seat++)
            sit(&t[i], seat, seat == 0 ? "one" : seat == 1 ? "two" : "three", "Somebody");
        if (i != 3)
            crowd_here(crowd, t[i].id, 1);
    }
    assert_int_equal(ask(&b, "GET", "/api/tables", ""), 200);
    size_t at;
    json_t *entry;
    json_array_foreach(json_object_get(b.json, "tables"), at, entry)
    {
        for (int i = 0; i < 4; i++) {
            if (strcmp(json_string_value(json_object_get(entry, "table")), t[i].id) == 0)
                order[found++] = i;
        }
    }
    assert_int_equal(found, 3);
    assert_true(order[0] == 1 && order[1] == 0 && order[2] == 2);
    crowd_here(crowd, t[1].id, 0); /* the last one goes */
    ask(&b, "GET", "/api/tables", "");
    assert_null(entry_of(&b, "tables", t[1].id));
    api_crowd(api, NULL);
    crowd_free(crowd);
    forget_answer(&b);
    for (int i = 0; i < 4; i++)
        close_table(&t[i]);
}

TEST(test_record)
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

TEST(test_qr)
{
    BROWSER b = {0};
    assert_int_equal(ask(&b, "GET", "/api/tables/abc/qr.svg", ""), 200);
    assert_string_equal(b.response.type, "image/svg+xml");
    /* The three corners are squares of seven modules, four from the margin. */
    assert_non_null(strstr(b.response.body.bytes, "M4 4h7v1h-7z"));
    assert_non_null(strstr(b.response.body.bytes, "</svg>"));
}

/* ---- Cookies ---- */

/* What a messenger shows of a link: escaped, in the reader's language. */
TEST(test_preview)
{
    BROWSER b = {.language = "xx, de-AT;q=0.9"};
    struct played_table t;
    struct terms terms = nothanks(3, false);
    char path[64];
    open_table(&t, &terms);
    snprintf(path, sizeof path, "/t/%s", t.id);
    assert_int_equal(ask(&b, "GET", path, ""), 200);
    assert_string_equal(b.response.type, "text/html; charset=utf-8");
    assert_true(body_has(&b, "<meta property=\"og:title\" content=\"Geschenkt"));
    assert_true(body_has(&b, "3 Pl\xc3\xa4tze"));
    sit(&t, 0, "anna2anna2anna2anna2", "<b>\"A\"&");
    sit(&t, 1, "bert2bert2bert2bert2", "Bert");
    assert_int_equal(ask(&b, "GET", path, ""), 200);
    assert_true(body_has(&b, "&lt;b>&quot;A&quot;&amp;, Bert"));
    assert_false(body_has(&b, "<b>"));
    assert_true(body_has(&b, "/previews/nothanks.png\""));
    assert_true(body_has(&b, "url=/#/table/"));
    b.language = "";
    assert_int_equal(ask(&b, "GET", path, ""), 200);
    assert_true(body_has(&b, "No Thanks!"));
    assert_true(body_has(&b, "one seat is free"));
    assert_int_equal(ask(&b, "GET", "/t/nosuchtable", ""), 200); /* the client says so */
    assert_false(body_has(&b, "og:"));
    refused(&b, "POST", path, "", 405, "bad-method");
    close_table(&t);
}

TEST(test_code)
{
    BROWSER b = {0}, other = {.address = "192.0.2.77"};
    struct played_table t, u;
    struct terms terms = nothanks(3, false);
    char path[64], code[16], qr[80];
    open_table(&t, &terms);
    open_table(&u, &terms);
    refused(&b, "POST", "/api/tables/nosuchtable/code", "", 404, "no-table");
    snprintf(path, sizeof path, "/api/tables/%s/code", t.id);
    assert_int_equal(ask(&b, "POST", path, ""), 200);
    snprintf(code, sizeof code, "%s", text_of(&b, "code"));
    assert_int_equal(strlen(code), 5);
    assert_int_equal(strspn(code, "bcdfghjklmnpqrstvwxz"), 5);
    assert_int_equal(ask(&other, "POST", path, ""), 200);
    assert_string_equal(text_of(&other, "code"), code); /* one for each table */
    snprintf(path, sizeof path, "/api/tables/%s/code", u.id);
    assert_int_equal(ask(&b, "POST", path, ""), 200);
    assert_string_not_equal(text_of(&b, "code"), code);
    snprintf(path, sizeof path, "/api/codes/%s", code);
    assert_int_equal(ask(&b, "GET", path, ""), 200);
    assert_string_equal(text_of(&b, "table"), t.id);
    snprintf(qr, sizeof qr, "%s/qr.svg", path);
    assert_int_equal(ask(&b, "GET", qr, ""), 200);
    assert_string_equal(b.response.type, "image/svg+xml");
    /* Whoever guesses is slowed down, and nobody else is. */
    for (int i = 0; i < 60; i++)
        refused(&b, "GET", "/api/codes/bcdfa", "", 404, "no-code");
    refused(&b, "GET", path, "", 429, "slow-down");
    assert_int_equal(ask(&other, "GET", path, ""), 200);
    close_table(&t);
    close_table(&u);
}

TEST(test_code_ends)
{
    BROWSER b = {0};
    struct peck_error error;
    struct played_table t;
    struct terms terms = nothanks(3, false);
    char path[64], code[32];
    int64_t changed;
    open_table(&t, &terms);
    snprintf(path, sizeof path, "/api/tables/%s/code", t.id);
    b.address = "192.0.2.78";
    assert_int_equal(ask(&b, "POST", path, ""), 200);
    snprintf(code, sizeof code, "/api/codes/%s", text_of(&b, "code"));
    const struct db_call call = {.sql = "UPDATE codes SET asked = asked - 86400001"
                                        " WHERE id = $1",
                                 .values = {db_text(t.id)},
                                 .count = 1};
    assert_int_equal(store_write(store, &call, 1, &changed, &error), PECK_OK);
    refused(&b, "GET", code, "", 404, "no-code");
    assert_int_equal(ask(&b, "POST", path, ""), 200); /* the screen asks again */
    assert_int_equal(ask(&b, "GET", code, ""), 200);
    close_table(&t);
}

TEST(test_cookie)
{
    BROWSER b = {0};
    char first[API_COOKIE], person[STEP_PERSON];
    ask(&b, "GET", "/api/games", "");
    assert_non_null(strstr(b.response.cookie, "; HttpOnly; SameSite=Lax; Secure"));
    proven_by(b.cookie, person);
    assert_int_equal(strlen(person), 20);
    memcpy(first, b.cookie, sizeof first);
    ask(&b, "GET", "/api/games", "");
    assert_string_equal(b.response.cookie, ""); /* it has one already */
    assert_string_equal(b.cookie, first);
    char many[600];
    snprintf(many, sizeof many, "a=1; peck=x; %s; b=2", first);
    char again[STEP_PERSON];
    proven_by(many, again);
    assert_string_equal(again, person);
}

/* One digit or letter of a cookie changed, wherever: it proves nobody. */
TEST(test_forged)
{
    BROWSER b = {0};
    char forged[API_COOKIE], person[STEP_PERSON];
    ask(&b, "GET", "/api/games", "");
    size_t length = strlen(b.cookie);
    for (size_t i = 5; i < length; i++) {
        memcpy(forged, b.cookie, sizeof forged);
        forged[i] = forged[i] == 'b' ? 'c' : 'b';
        proven_by(forged, person);
        assert_string_equal(person, "");
        memcpy(forged, b.cookie, sizeof forged);
        forged[i] = '\0'; /* cut off */
        proven_by(forged, person);
        assert_string_equal(person, "");
    }
}

TEST(test_my_tables)
{
    BROWSER b = {0}, c = {0};
    char person[STEP_PERSON], other[STEP_PERSON];
    struct played_table t;
    struct terms terms = nothanks(3, false);
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
    assert_null(entry_of(&c, "tables", t.id)); /* people who left are not listed */
    refused(&c, "GET", "/api/tables?person=anna", "", 400, "bad-query");
    close_table(&t);
}

TEST(test_old_cookie)
{
    BROWSER b = {0};
    char person[STEP_PERSON];
    uint8_t other[API_SECRET] = "quite another secret of the host";
    struct proven proven = {.person = "somebody", .issued = now_ms()};
    prove(&b, "somebody", now_ms() - COOKIE_LIFE_MS - 1000);
    proven_by(b.cookie, person);
    assert_string_equal(person, "");
    prove(&b, "somebody", now_ms() + COOKIE_SKEW_MS + 60000);
    proven_by(b.cookie, person);
    assert_string_equal(person, "");
    cookie_write(other, &proven, true, b.cookie);
    proven_by(b.cookie, person);
    assert_string_equal(person, "");
    prove(&b, "somebody", now_ms() - COOKIE_FRESH_MS - 1000);
    proven_by(b.cookie, person);
    assert_string_equal(person, "somebody");
    ask(&b, "GET", "/api/me", ""); /* is renewed, for the same person */
    assert_string_not_equal(b.response.cookie, "");
    proven_by(b.cookie, person);
    assert_string_equal(person, "somebody");
}

int main(int argc, char **argv)
{
    return run_club(argc, argv);
}
