/* api.c — finds the handler of a request by method and path, and writes answers as JSON.
 *
 * Whoever comes without a valid cookie becomes a new guest and gets one. Bans are looked up
 * for POST only, which is where the server is asked to do something; handshakes of
 * WebSockets are checked by api_admit. If the database does not answer, nobody counts as
 * banned, because without it nobody can play either. */
#include "api_inner.h"

#include <sodium.h>

#include <stdlib.h>
#include <string.h>

struct api *api_new(struct store *store, const uint8_t secret[API_SECRET])
{
    struct api *api = calloc(1, sizeof *api);
    char password[33];
    if (api == NULL || sodium_init() < 0)
        goto failed;
    api_random_name(password, sizeof password - 1);
    api->attempts = people_attempts_new();
    if (api->attempts == NULL || !api_people_hash(password, api->nobody))
        goto failed;
    api->store = store;
    memcpy(api->secret, secret, API_SECRET);
    pthread_mutex_init(&api->settling, NULL);
    (void)api_people_look(api); /* what it cannot note now it notes at the next start */
    return api;
failed:
    if (api != NULL)
        people_attempts_free(api->attempts);
    free(api);
    return NULL;
}

void api_watch(struct api *api, void (*notice)(void *context, const char *words),
               void *context)
{
    api->notice = notice;
    api->context = context;
}

void api_document(struct api *api, bool documented)
{
    api->documented = documented;
}

void api_free(struct api *api)
{
    pthread_mutex_destroy(&api->settling);
    people_attempts_free(api->attempts);
    sodium_memzero(api->secret, sizeof api->secret);
    free(api);
}

static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* 32, none alike */
enum { PERSON = 20 }; /* of these, with 5 bits each; there is room for 23 */

bool api_is_person(const char *text)
{
    return strlen(text) == PERSON && strspn(text, letters) == PERSON;
}

void api_random_name(char *name, size_t count)
{
    for (size_t i = 0; i < count; i++)
        name[i] = letters[randombytes_uniform(32)];
    name[count] = '\0';
}

/* ---- Answers ---- */

void api_put(struct asking *a, int status, json_t *json)
{
    char *text =
        json == NULL ? NULL : json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(6));
    json_decref(json);
    a->response->type = "application/json";
    a->response->status = status;
    if (text == NULL || peck_buffer_put(&a->response->body, text) != PECK_OK)
        a->response->status = 500;
    free(text);
}

bool api_refuse(struct asking *a, int status, const char *code, const char *why)
{
    api_put(a, status, json_pack("{s:s, s:s}", "code", code, "why", why));
    return false;
}

void api_cookie(struct asking *a, const char *person)
{
    struct proven who = {.issued = a->now};
    memcpy(who.person, person, strnlen(person, sizeof who.person - 1));
    a->who = who;
    cookie_write(a->api->secret, &who, cookie_secure(a->request->origin),
                 a->response->cookie);
}

void api_new_guest(struct asking *a)
{
    char person[STEP_PERSON];
    api_random_name(person, PERSON);
    api_cookie(a, person);
}

bool api_ask(struct asking *a, const struct db_call *call, db_row *row, void *context)
{
    struct peck_error error;
    return store_ask(a->api->store, call, row, context, &error) == PECK_OK ||
           api_refuse(a, 503, "unavailable", "the store does not answer; try again");
}

bool api_write(struct asking *a, const struct db_call *calls, size_t count,
               int64_t *changed)
{
    struct peck_error error;
    return store_write(a->api->store, calls, count, changed, &error) == PECK_OK ||
           api_refuse(a, 503, "unavailable", "the store does not answer; try again");
}

/* ---- What a request has ---- */

/* -1: it is not one. */
static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20; /* lower case */
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Decodes `%41` and `+`. False when it does not fit, is cut off, or would hold a NUL. */
static bool decode(const char *from, size_t count, char *to, size_t room)
{
    struct peck_text text = peck_text_begin(to, room);
    for (size_t i = 0; i < count; i++) {
        int byte = from[i] == '+' ? ' ' : (unsigned char)from[i];
        if (from[i] == '%') {
            if (count - i < 3 || hex_digit(from[i + 1]) < 0 || hex_digit(from[i + 2]) < 0)
                return false;
            byte = hex_digit(from[i + 1]) << 4 | hex_digit(from[i + 2]);
            i += 2;
        }
        if (byte == 0)
            return false;
        peck_put_char(&text, (char)byte);
    }
    return !text.full;
}

bool api_query(struct asking *a, const char *name, char *value, size_t room)
{
    size_t length = strlen(name);
    value[0] = '\0';
    for (const char *at = a->request->query; *at != '\0';) {
        size_t count = strcspn(at, "&");
        if (count > length && strncmp(at, name, length) == 0 && at[length] == '=')
            return decode(at + length + 1, count - length - 1, value, room) ||
                   api_refuse(a, 400, "bad-query", "a parameter of the query cannot be");
        at += count + (at[count] == '&');
    }
    return true;
}

bool api_query_game(struct asking *a, const struct peck_game **game)
{
    char name[PECK_NAME_MAX];
    *game = NULL;
    if (!api_query(a, "game", name, sizeof name))
        return false;
    if (name[0] != '\0')
        *game = peck_game_find(name);
    return name[0] == '\0' || *game != NULL ||
           api_refuse(a, 400, "bad-query", "there is no game of this name");
}

bool api_query_me(struct asking *a, bool *mine)
{
    char name[STEP_PERSON];
    if (!api_query(a, "person", name, sizeof name))
        return false;
    *mine = strcmp(name, "me") == 0;
    return *mine || name[0] == '\0' ||
           api_refuse(a, 400, "bad-query", "'person' can only be 'me'");
}

json_t *api_body(struct asking *a)
{
    json_error_t fault;
    if (a->request->count > API_BODY) {
        api_refuse(a, 413, "too-large", "a body has at most 16384 bytes");
        return NULL;
    }
    json_t *json =
        json_loadb(a->request->body, a->request->count, JSON_REJECT_DUPLICATES, &fault);
    if (json_is_object(json))
        return json;
    json_decref(json);
    api_refuse(a, 400, "bad-json", "the body should be one JSON object");
    return NULL;
}

bool api_unpack(struct asking *a, json_t *json, const char *format, ...)
{
    json_error_t fault;
    va_list list;
    va_start(list, format);
    int status = json_vunpack_ex(json, &fault, 0, format, list);
    va_end(list);
    if (status == 0)
        return true;
    char why[sizeof fault.text + 64];
    struct peck_text text = peck_text_begin(why, sizeof why);
    peck_put(&text, "the body does not have the members it should: ");
    peck_put(&text, fault.text);
    return api_refuse(a, 400, "bad-body", why);
}

void api_loopback(struct api *api, bool loopback)
{
    api->loopback = loopback;
}

void api_crowd(struct api *api, struct crowd *crowd)
{
    api->crowd = crowd;
}

/* ---- Paths ---- */

/* `*` stands for the name of a table, or for a code. */
static const struct {
    const char *method, *path;
    void (*answer)(struct asking *a);
} paths[] = {
    {"GET", "/api/games", api_get_games},
    {"GET", "/api/tables", api_get_tables},
    {"POST", "/api/tables", api_post_table},
    {"GET", "/api/tables/*", api_get_table},
    {"GET", "/api/tables/*/record", api_get_record},
    {"GET", "/api/tables/*/qr.svg", api_get_qr},
    {"GET", "/t/*", api_get_preview},
    {"POST", "/api/tables/*/code", api_post_code},
    {"GET", "/api/codes/*", api_get_code},
    {"GET", "/api/codes/*/qr.svg", api_get_code_qr},
    {"POST", "/api/tables/*/reports", api_post_report},
    {"GET", "/api/tables/*/webhook", api_get_webhook},
    {"POST", "/api/tables/*/webhook", api_post_webhook},
    {"GET", "/api/alerts", api_get_alerts},
    {"POST", "/api/alerts", api_post_alerts},
    {"DELETE", "/api/alerts", api_delete_alerts},
    {"GET", "/api/records", api_get_records},
    {"GET", "/api/leaderboard", api_get_leaderboard},
    {"GET", "/api/me", api_get_me},
    {"DELETE", "/api/me", api_delete_me},
    {"GET", "/api/me/export", api_get_export},
    {"POST", "/api/account", api_post_account},
    {"POST", "/api/login", api_post_login},
    {"POST", "/api/logout", api_post_logout},
    {"POST", "/api/password", api_post_password},
};
enum { PATHS = sizeof paths / sizeof *paths };

/* Whether a path is of that pattern; the name for which `*` stands goes to `table`. */
static bool matches(const char *pattern, const char *path, char table[STORE_TABLE])
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    table[0] = '\0';
    for (; *pattern != '\0'; pattern++) {
        if (*pattern != '*') {
            if (*path++ != *pattern)
                return false;
            continue;
        }
        size_t length = strspn(path, allowed);
        if (length == 0 || length >= STORE_TABLE)
            return false;
        memcpy(table, path, length);
        table[length] = '\0';
        path += length;
    }
    return *path == '\0';
}

/* The browser without a cookie is a new guest. */
static void recognise(struct asking *a)
{
    a->who = cookie_read(a->api->secret, a->request->cookie,
                         cookie_secure(a->request->origin), a->now);
    if (a->who.person[0] == '\0')
        api_new_guest(a);
    limits_network(a->request->address, a->network);
}

void api_answer(struct api *api, const struct request *request, struct response *response)
{
    struct asking a = {
        .api = api, .request = request, .response = response, .now = steady_now()};
    const char *method = strcmp(request->method, "HEAD") == 0 ? "GET" : request->method;
    bool there = false;
    memset(response, 0, sizeof *response);
    recognise(&a);
    for (int i = 0; i < PATHS; i++) {
        if (!matches(paths[i].path, request->path, a.table))
            continue;
        there = true;
        if (strcmp(paths[i].method, method) != 0)
            continue;
        if (strcmp(method, "POST") == 0 && api_banned(api, a.who.person, a.network))
            api_refuse(&a, 403, "banned", "whoever runs this server does not want that");
        else
            paths[i].answer(&a);
        return;
    }
    if (there)
        api_refuse(&a, 405, "bad-method", "this is not done with that method");
    else
        api_refuse(&a, 404, "no-path", "there is nothing at this path");
}

static bool take_yes(void *context, const struct db_value *columns, int count)
{
    *(bool *)context = true;
    return false;
}

/* A store that does not answer bans nobody: it lets nobody play, either. */
bool api_banned(struct api *api, const char *person, const char *address)
{
    char network[API_ADDRESS];
    bool banned = false;
    struct peck_error error;
    limits_network(address, network);
    const struct db_call call = {.sql = "SELECT who FROM bans WHERE who = $1 OR who = $2",
                                 .values = {db_text(person), db_text(network)},
                                 .count = 2};
    return store_ask(api->store, &call, take_yes, &banned, &error) == PECK_OK && banned;
}

/* Moments: 0 is a ban's, any other that of an account's password, or of a log-out. */
static bool take_moment(void *context, const struct db_value *columns, int count)
{
    int64_t *since = context;
    if (columns[0].number == 0 || columns[0].number > *since)
        *since = columns[0].number;
    return *since != 0; /* a ban is all there is to know */
}

static bool is_muted(struct api *api, const char *person, const char *network)
{
    bool muted = false;
    struct peck_error error;
    const struct db_call call = {.sql = "SELECT who FROM mutes WHERE who = $1 OR who = $2",
                                 .values = {db_text(person), db_text(network)},
                                 .count = 2};
    return store_ask(api->store, &call, take_yes, &muted, &error) == PECK_OK && muted;
}

bool api_admit(struct api *api, const char *cookie, const char *origin, const char *address,
               char person[STEP_PERSON], bool *muted)
{
    struct proven who =
        cookie_read(api->secret, cookie, cookie_secure(origin), steady_now());
    char network[API_ADDRESS];
    int64_t since = -1;
    struct peck_error error;
    limits_network(address, network);
    const struct db_call call = {
        .sql =
            "SELECT 0 FROM bans WHERE who = $1 OR who = $2"
            " UNION ALL SELECT since FROM accounts WHERE person = $1"
            " UNION ALL SELECT issued + 1 FROM logouts WHERE person = $1 AND issued = $3",
        .values = {db_text(who.person), db_text(network), db_number(who.issued)},
        .count = 3};
    bool asked = store_ask(api->store, &call, take_moment, &since, &error) == PECK_OK;
    memset(person, 0, STEP_PERSON);
    if (asked && who.issued >= since)
        memcpy(person, who.person, STEP_PERSON);
    *muted = asked && is_muted(api, who.person, network);
    if (asked && since > 0 && person[0] != '\0')
        api_note_network(api, person, network);
    return !asked || since != 0; /* without a store nobody is banned, and nobody plays */
}
