/* club.c — opens the store, sends requests as a browser would, and plays whole matches.
 *
 * A browser keeps its cookie and its last answer. Tables are played by deciding, folding
 * and appending, as the hub does it, but one step at a time. */
#include "club.h"
#include "play.h"

#include "doors/server/cookie.h"

#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const char *where;
const uint8_t secret[API_SECRET] = "a secret of exactly 32 letters!";
struct store *store;
struct api *api;

static int club_open(void **state)
{
    struct peck_error error;
    store = store_open(where, &error);
    if (store == NULL) {
        fprintf(stderr, "%s\n", error_words(&error));
        return -1;
    }
    api = api_new(store, secret);
    return api != NULL ? 0 : -1;
}

static int club_close(void **state)
{
    api_free(api);
    store_close(store);
    return 0;
}

static void begin_anew(void)
{
    static const char *const parts[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3 && db_file(where) != NULL; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s%s", db_file(where), parts[i]);
        unlink(path);
    }
}

int run_club(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s WHERE\n", argv[0]);
        return 2;
    }
    where = argv[1];
    begin_anew();
    return test_run(club_open, club_close);
}

int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- A browser ---- */

void forget_answer(struct browser *b)
{
    peck_buffer_free(&b->response.body);
    json_decref(b->json);
    b->json = NULL;
}

int ask(struct browser *b, const char *method, const char *target, const char *body)
{
    char path[256];
    const char *query = strchr(target, '?');
    snprintf(path, sizeof path, "%.*s", (int)strcspn(target, "?"), target);
    struct request request = {.method = method,
                              .path = path,
                              .query = query != NULL ? query + 1 : "",
                              .cookie = b->cookie,
                              .language = b->language != NULL ? b->language : "",
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

const char *text_of(struct browser *b, const char *name)
{
    const char *text = json_string_value(json_object_get(b->json, name));
    return text != NULL ? text : "";
}

json_int_t number_of(const json_t *json, const char *name)
{
    return json_integer_value(json_object_get(json, name));
}

void refused(struct browser *b, const char *method, const char *target, const char *body,
             int status, const char *code)
{
    ask(b, method, target, body);
    assert_int_equal(b->status, status);
    assert_string_equal(text_of(b, "code"), code);
    assert_true(strlen(text_of(b, "why")) > 10);
}

/* ---- Tables, played without a hub ---- */

static void append(struct played_table *t, const struct step *step)
{
    struct append wish = {.seq = t->table.seq};
    struct peck_buffer buffer = {0};
    struct peck_error error;
    assert_int_equal(step_write(step, &buffer), PECK_OK);
    if (table_fold(&t->table, t->names, step, &error) != PECK_OK)
        fail_msg("%s", error_words(&error));
    snprintf(wish.table, sizeof wish.table, "%s", t->id);
    wish.step = buffer.bytes;
    wish.summary = table_summary(&t->table);
    assert_int_equal(store_append_now(store, &wish), APPEND_DONE);
}

void command(struct played_table *t, const struct command *command)
{
    struct decision decision = table_decide(&t->table, command, now_ms());
    if (decision.refusal != REFUSED_NOT)
        fail_msg("%s", decision.sentence);
    append(t, &decision.step);
    step_free(&decision.step);
}

void open_table(struct played_table *t, const struct terms *terms)
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

void close_table(struct played_table *t)
{
    table_free(&t->table);
    free(t->names);
}

void sit(struct played_table *t, int seat, const char *person, const char *name)
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

void chat(struct played_table *t, int by, const char *text)
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
        struct command act = {.kind = COMMAND_ACT, .ply = t->table.match.count};
        act.by = __builtin_ctz(movers);
        uint32_t count = game->legal(&t->table.match.state, act.by, actions);
        struct peck_text text = peck_text_begin(act.text, sizeof act.text);
        game->action_name(actions[peck_rng_next(&t->rng) % count], &text);
        command(t, &act);
    }
    assert_int_equal(t->table.phase, PHASE_OVER);
}

struct terms nothanks(int seats, bool rated)
{
    struct terms terms = {
        .game = peck_game_find("nothanks"), .listed = true, .rated = rated};
    peck_setup_begin(terms.game, seats, &terms.setup);
    return terms;
}

void play_match(const char *const *persons, int count, bool rated, char id[STORE_TABLE])
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
    command(&t, &(struct command){.kind = COMMAND_PHRASE, .by = 0, .text = "hello"});
    finish(&t);
    memcpy(id, t.id, STORE_TABLE);
    close_table(&t);
}

json_t *entry_of(struct browser *b, const char *array, const char *id)
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

void prove(struct browser *b, const char *person, int64_t issued)
{
    struct proven proven = {.issued = issued};
    snprintf(proven.person, sizeof proven.person, "%s", person);
    cookie_write(secret, &proven, true, b->cookie);
    b->cookie[strcspn(b->cookie, ";")] = '\0';
}

void proven_by(const char *cookie, char person[STEP_PERSON])
{
    struct proven who = cookie_read(secret, cookie, true, now_ms());
    memcpy(person, who.person, STEP_PERSON);
}

const char *person_of(struct browser *b, char person[STEP_PERSON])
{
    ask(b, "GET", "/api/me", "");
    proven_by(b->cookie, person);
    return person;
}

bool body_has(struct browser *b, const char *text)
{
    return strstr(b->response.body.bytes, text) != NULL;
}
