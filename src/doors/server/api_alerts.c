/* api_alerts.c — alerts players who are away on their turn, by Web Push and webhooks.
 *
 * A browser that wants alerts leaves its subscription here (`pushes`); it belongs to
 * whoever used that browser last. The host of a table can name a webhook (`hooks`). Both
 * are addresses to which this server sends requests, so poster.h decides which ones can be.
 *
 * The row of a table says whose turn it is and since when. alerts.c finds turns that have
 * lasted for a while and says who is away. The first process that notes a turn as `alerted`
 * sends; so there is at most one alert for each turn, and none when it dies in between. */
#include "api_inner.h"
#include "poster.h"
#include "webpush.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BROWSERS = 8,    /* of one person */
    HOOKS = 20,      /* tables of one person */
    TTL_S = 86400,   /* a push service may keep an alert so long */
    PROOF_S = 43200, /* RFC 8292 allows a day */
    AUTH_TEXT = 32,
};

static const struct limit alert_limit = {"alerts", 20, 60000};

/* ---- The key ---- */

static bool take_key(void *context, const struct db_value *columns, int count)
{
    char *key = context;
    struct peck_text text = peck_text_begin(key, WEBPUSH_TEXT);
    peck_put(&text, columns[0].bytes);
    return false;
}

static bool find_key(struct api *api, uint8_t key[WEBPUSH_KEY])
{
    const struct db_call call = {.sql = "SELECT secret FROM keys WHERE name = 'push'"};
    char text[WEBPUSH_TEXT] = "";
    struct peck_error error;
    return store_ask(api->store, &call, take_key, text, &error) == PECK_OK &&
           webpush_decode(text, key, WEBPUSH_KEY);
}

/* Made when it is first wanted. If two processes make one, the first stays. */
static bool get_key(struct api *api, uint8_t key[WEBPUSH_KEY])
{
    char text[WEBPUSH_TEXT];
    struct peck_error error;
    int64_t changed;
    if (find_key(api, key))
        return true;
    webpush_new_key(key);
    sodium_bin2base64(text, sizeof text, key, WEBPUSH_KEY,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    const struct db_call call = {.sql =
                                     "INSERT INTO keys (name, secret) VALUES ('push', $1)"
                                     " ON CONFLICT DO NOTHING",
                                 .values = {db_text(text)},
                                 .count = 1};
    return store_write(api->store, &call, 1, &changed, &error) == PECK_OK &&
           find_key(api, key);
}

/* ---- Subscriptions ---- */

static bool take_count(void *context, const struct db_value *columns, int count)
{
    *(int64_t *)context = columns[0].number;
    return false;
}

void api_get_alerts(struct asking *a)
{
    uint8_t key[WEBPUSH_KEY];
    char text[WEBPUSH_TEXT];
    struct account account;
    if (!api_me(a, &account))
        return;
    if (!get_key(a->api, key)) {
        api_refuse(a, 503, "unavailable", "the store does not answer; try again");
        return;
    }
    webpush_public_text(key, text);
    api_put(a, 200, json_pack("{s:s}", "key", text));
}

static bool may_add(struct asking *a)
{
    return people_attempts_take(a->api->attempts, &alert_limit, a->network, a->now) ||
           api_refuse(a, 429, "slow-down", "that was tried too often; wait a minute");
}

static bool has_room(struct asking *a, const struct db_call *count, int64_t most)
{
    int64_t there = 0;
    return api_ask(a, count, take_count, &there) &&
           (there < most ||
            api_refuse(a, 409, "too-many", "you have as many of these as you can have"));
}

static bool is_subscription(struct asking *a, const char *endpoint, const char *point,
                            const char *auth)
{
    uint8_t bytes[WEBPUSH_POINT];
    if (!poster_accepts(endpoint, a->api->loopback, NULL))
        return api_refuse(a, 400, "bad-url", "the endpoint should be an https URL");
    return (webpush_decode(point, bytes, WEBPUSH_POINT) && webpush_is_point(bytes) &&
            webpush_decode(auth, bytes, WEBPUSH_AUTH)) ||
           api_refuse(a, 400, "bad-key", "the keys are not those of a browser");
}

void api_post_alerts(struct asking *a)
{
    struct account account;
    const char *endpoint, *point, *auth;
    int64_t changed;
    json_t *json = api_body(a);
    if (json != NULL &&
        api_unpack(a, json, "{s:s, s:s, s:s !}", "endpoint", &endpoint, "p256dh", &point,
                   "auth", &auth) &&
        is_subscription(a, endpoint, point, auth) && may_add(a) && api_me(a, &account)) {
        const struct db_call others = {
            .sql = "SELECT COUNT(*) FROM pushes WHERE person = $1 AND endpoint <> $2",
            .values = {db_text(a->who.person), db_text(endpoint)},
            .count = 2};
        const struct db_call add = {
            .sql = "INSERT INTO pushes (endpoint, person, point, auth, at)"
                   " VALUES ($1, $2, $3, $4, $5) ON CONFLICT (endpoint) DO UPDATE"
                   " SET person = excluded.person, point = excluded.point,"
                   " auth = excluded.auth, at = excluded.at",
            .values = {db_text(endpoint), db_text(a->who.person), db_text(point),
                       db_text(auth), db_number(a->now)},
            .count = 5};
        if (has_room(a, &others, BROWSERS) && api_write(a, &add, 1, &changed))
            api_put(a, 201, json_pack("{s:s}", "endpoint", endpoint));
    }
    json_decref(json);
}

void api_delete_alerts(struct asking *a)
{
    struct account account;
    const char *endpoint;
    int64_t changed;
    json_t *json = api_body(a);
    if (json != NULL && api_unpack(a, json, "{s:s !}", "endpoint", &endpoint) &&
        api_me(a, &account)) {
        const struct db_call call = {
            .sql = "DELETE FROM pushes WHERE endpoint = $1 AND person = $2",
            .values = {db_text(endpoint), db_text(a->who.person)},
            .count = 2};
        if (api_write(a, &call, 1, &changed))
            api_put(a, 200, json_pack("{s:I}", "removed", (json_int_t)changed));
    }
    json_decref(json);
}

/* ---- Webhooks ---- */

struct hook {
    char url[POSTER_URL], language[4], origin[POSTER_URL];
};

/* url, language, origin */
static bool take_hook(void *context, const struct db_value *columns, int count)
{
    struct hook *hook = context;
    snprintf(hook->url, sizeof hook->url, "%s", columns[0].bytes);
    snprintf(hook->language, sizeof hook->language, "%s", columns[1].bytes);
    snprintf(hook->origin, sizeof hook->origin, "%s", columns[2].bytes);
    return false;
}

static struct db_call ask_hook(const char *table)
{
    return (struct db_call){.sql = "SELECT url, language, origin FROM hooks WHERE id = $1",
                            .values = {db_text(table)},
                            .count = 1};
}

/* Whether the table of the path belongs to whoever asks; false with the answer. */
static bool is_host(struct asking *a)
{
    struct account account;
    struct table table;
    if (!api_me(a, &account) || !api_load(a, &table))
        return false;
    bool hosted = table_hosted(&table, -1, a->who.person);
    table_free(&table);
    return hosted ||
           api_refuse(a, 403, "not-host", "only the host of the table can do that");
}

void api_get_webhook(struct asking *a)
{
    struct hook hook = {0};
    struct db_call call = ask_hook(a->table);
    if (is_host(a) && api_ask(a, &call, take_hook, &hook))
        api_put(a, 200, json_pack("{s:s}", "url", hook.url));
}

static bool set_hook(struct asking *a, const char *url)
{
    const char *language = say_languages[api_language(a->request->language)];
    const struct db_call others = {
        .sql = "SELECT COUNT(*) FROM hooks WHERE person = $1 AND id <> $2",
        .values = {db_text(a->who.person), db_text(a->table)},
        .count = 2};
    const struct db_call add = {
        .sql = "INSERT INTO hooks (id, person, url, language, origin)"
               " VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO UPDATE"
               " SET person = excluded.person, url = excluded.url,"
               " language = excluded.language, origin = excluded.origin",
        .values = {db_text(a->table), db_text(a->who.person), db_text(url),
                   db_text(language), db_text(a->request->origin)},
        .count = 5};
    const struct db_call remove = {.sql = "DELETE FROM hooks WHERE id = $1",
                                   .values = {db_text(a->table)},
                                   .count = 1};
    int64_t changed;
    if (url[0] == '\0')
        return api_write(a, &remove, 1, &changed);
    if (!poster_accepts(url, a->api->loopback, NULL))
        return api_refuse(a, 400, "bad-url", "the webhook should be an https URL");
    return may_add(a) && has_room(a, &others, HOOKS) && api_write(a, &add, 1, &changed);
}

void api_post_webhook(struct asking *a)
{
    const char *url;
    json_t *json = api_body(a);
    if (json != NULL && api_unpack(a, json, "{s:s !}", "url", &url) && is_host(a) &&
        set_hook(a, url))
        api_put(a, 200, json_pack("{s:s}", "url", url));
    json_decref(json);
}

/* ---- The export ---- */

/* endpoint, at */
static bool tell_push(void *context, const struct db_value *columns, int count)
{
    json_array_append_new(context, json_pack("{s:s, s:I}", "endpoint", columns[0].bytes,
                                             "at", (json_int_t)columns[1].number));
    return true;
}

/* id, url */
static bool tell_hook(void *context, const struct db_value *columns, int count)
{
    json_array_append_new(context, json_pack("{s:s, s:s}", "table", columns[0].bytes, "url",
                                             columns[1].bytes));
    return true;
}

bool api_tell_alerts(struct asking *a, json_t *pushes, json_t *hooks)
{
    const struct db_call push = {
        .sql = "SELECT endpoint, at FROM pushes WHERE person = $1 ORDER BY at",
        .values = {db_text(a->who.person)},
        .count = 1};
    const struct db_call hook = {
        .sql = "SELECT id, url FROM hooks WHERE person = $1 ORDER BY id",
        .values = {db_text(a->who.person)},
        .count = 1};
    return api_ask(a, &push, tell_push, pushes) && api_ask(a, &hook, tell_hook, hooks);
}

/* ---- Turns ---- */

struct turns {
    struct api_turn *list;
    int count, most;
};

static int seat_of(int64_t bit)
{
    int seat = 0;
    while (bit >> seat > 1)
        seat++;
    return seat;
}

/* id, game, persons, turner, turned */
static bool take_turn(void *context, const struct db_value *columns, int count)
{
    struct turns *turns = context;
    struct api_turn *turn = &turns->list[turns->count++];
    *turn =
        (struct api_turn){.seat = seat_of(columns[3].number), .since = columns[4].number};
    snprintf(turn->table, sizeof turn->table, "%s", columns[0].bytes);
    snprintf(turn->game, sizeof turn->game, "%s", columns[1].bytes);
    const char *person = columns[2].bytes;
    for (int seat = 0; seat < turn->seat && *person != '\0'; seat++)
        person += strcspn(person, ",") + 1;
    struct peck_text text = peck_text_begin(turn->person, sizeof turn->person);
    peck_put_bytes(&text, person, strcspn(person, ","));
    return turns->count < turns->most;
}

int api_find_turns(struct api *api, int64_t until, struct api_turn *turns, int most)
{
    struct turns found = {.list = turns, .most = most};
    struct peck_error error;
    const struct db_call call = {
        .sql = "SELECT id, game, persons, turner, turned FROM tables WHERE turned > alerted"
               " AND turned <= $1 AND turner = movers ORDER BY turned LIMIT $2",
        .values = {db_number(until), db_number(most)},
        .count = 2};
    return store_ask(api->store, &call, take_turn, &found, &error) == PECK_OK ? found.count
                                                                              : -1;
}

/* False: the turn is over, or another process has it. */
static bool claim(struct api *api, const struct api_turn *turn)
{
    const struct db_call call = {
        .sql = "UPDATE tables SET alerted = $1 WHERE id = $2 AND turned = $3"
               " AND alerted < $4",
        .values = {db_number(turn->since), db_text(turn->table), db_number(turn->since),
                   db_number(turn->since)},
        .count = 4};
    struct peck_error error;
    int64_t changed = 0;
    return store_write(api->store, &call, 1, &changed, &error) == PECK_OK && changed == 1;
}

/* ---- Sending ---- */

/* A receiver that is gone for good is forgotten. On the poster's thread. */
static void forget_gone(void *context, const struct letter *letter, long status)
{
    struct api *api = context;
    const struct db_call calls[] = {{.sql = "DELETE FROM pushes WHERE endpoint = $1",
                                     .values = {db_text(letter->url)},
                                     .count = 1},
                                    {.sql = "DELETE FROM hooks WHERE url = $1",
                                     .values = {db_text(letter->url)},
                                     .count = 1}};
    int64_t changed[2];
    struct peck_error error;
    if (status == 404 || status == 410)
        (void)!store_write(api->store, calls, 2, changed, &error);
}

static struct letter *new_letter(struct api *api, const char *url)
{
    struct letter *letter = calloc(1, sizeof *letter);
    if (letter == NULL)
        return NULL;
    snprintf(letter->url, sizeof letter->url, "%s", url);
    letter->done = forget_gone;
    letter->context = api;
    return letter;
}

static bool add_header(struct letter *letter, const char *name, const char *value)
{
    char line[WEBPUSH_PROOF + 64];
    snprintf(line, sizeof line, "%s: %s", name, value);
    for (int i = 0; i < POSTER_HEADERS; i++) {
        if (letter->headers[i] == NULL)
            return (letter->headers[i] = strdup(line)) != NULL;
    }
    return false;
}

/* One subscription of the person whose turn it is. */
struct push {
    char endpoint[POSTER_URL], point[WEBPUSH_TEXT], auth[AUTH_TEXT];
};
struct pushes {
    struct push list[BROWSERS];
    int count;
};

static bool take_push(void *context, const struct db_value *columns, int count)
{
    struct pushes *pushes = context;
    struct push *push = &pushes->list[pushes->count++];
    snprintf(push->endpoint, sizeof push->endpoint, "%s", columns[0].bytes);
    snprintf(push->point, sizeof push->point, "%s", columns[1].bytes);
    snprintf(push->auth, sizeof push->auth, "%s", columns[2].bytes);
    return pushes->count < BROWSERS;
}

static bool seal(const struct push *push, const struct api_turn *turn,
                 struct peck_buffer *body)
{
    uint8_t point[WEBPUSH_POINT], auth[WEBPUSH_AUTH], key[WEBPUSH_KEY], salt[WEBPUSH_SALT];
    json_t *json = json_pack("{s:s, s:s, s:s}", "key", "turn", "table", turn->table, "game",
                             turn->game);
    char *text = json == NULL ? NULL : json_dumps(json, JSON_COMPACT);
    webpush_new_key(key);
    randombytes_buf(salt, sizeof salt);
    bool fine = text != NULL && webpush_decode(push->point, point, sizeof point) &&
                webpush_decode(push->auth, auth, sizeof auth) &&
                webpush_seal(point, auth, key, salt, text, strlen(text), body);
    free(text);
    json_decref(json);
    return fine;
}

static void send_push(struct api *api, struct poster *poster, const struct push *push,
                      const struct api_turn *turn, const char *subject)
{
    uint8_t key[WEBPUSH_KEY];
    char proof[WEBPUSH_PROOF], audience[POSTER_URL], ttl[16];
    struct letter *letter = new_letter(api, push->endpoint);
    snprintf(ttl, sizeof ttl, "%d", TTL_S);
    if (letter == NULL)
        return;
    if (get_key(api, key) && poster_accepts(push->endpoint, api->loopback, audience) &&
        webpush_prove(key, audience, subject, steady_now() / 1000 + PROOF_S, proof) &&
        seal(push, turn, &letter->body) && add_header(letter, "Authorization", proof) &&
        add_header(letter, "Content-Encoding", "aes128gcm") &&
        add_header(letter, "Content-Type", "application/octet-stream") &&
        add_header(letter, "TTL", ttl) &&
        add_header(letter, "Topic", turn->table)) /* replaces an older one not yet read */
        poster_send(poster, letter);
    else
        poster_discard(letter);
}

static void push_turn(struct api *api, struct poster *poster, const struct api_turn *turn,
                      const char *subject)
{
    struct pushes pushes = {0};
    struct peck_error error;
    const struct db_call call = {
        .sql = "SELECT endpoint, point, auth FROM pushes WHERE person = $1",
        .values = {db_text(turn->person)},
        .count = 1};
    if (turn->person[0] == '\0' ||
        store_ask(api->store, &call, take_push, &pushes, &error) != PECK_OK)
        return;
    for (int i = 0; i < pushes.count; i++)
        send_push(api, poster, &pushes.list[i], turn, subject);
}

/* ntfy takes JSON at its root, and wants the topic in it: `https://ntfy.sh/?topic=NAME`. */
static void add_topic(json_t *json, const char *url)
{
    const char *query = strchr(url, '?'), *at;
    if (query == NULL || (at = strstr(query, "topic=")) == NULL)
        return;
    at += strlen("topic=");
    json_object_set_new(json, "topic", json_stringn(at, strcspn(at, "&#")));
}

/* Discord reads `content`, Slack and the bridges of Matrix `text`, ntfy `message`. Nobody
 * is mentioned, whatever a player is called. */
static bool write_hook(const struct hook *hook, const char *words, struct peck_buffer *body)
{
    json_t *json = json_pack("{s:s, s:s, s:s, s:s, s:s, s:{s:[]}}", "username", "Peck",
                             "title", "Peck", "content", words, "text", words, "message",
                             words, "allowed_mentions", "parse");
    if (json != NULL)
        add_topic(json, hook->url);
    char *text = json == NULL ? NULL : json_dumps(json, JSON_COMPACT);
    bool fine = text != NULL && peck_buffer_put(body, text) == PECK_OK;
    free(text);
    json_decref(json);
    return fine;
}

static void post_hook(struct api *api, struct poster *poster, const struct hook *hook,
                      const struct table *table, const struct api_turn *turn)
{
    char words[SAY_SENTENCE + POSTER_URL], link[POSTER_URL + STORE_TABLE + 4];
    struct peck_text text = peck_text_begin(words, sizeof words);
    enum say_language language = say_language_of(hook->language);
    struct letter *letter = new_letter(api, hook->url);
    if (letter == NULL)
        return;
    language = language == SAY_LANGUAGES ? SAY_EN : language;
    snprintf(link, sizeof link, "%s/t/%s", hook->origin, turn->table);
    const struct say_value values[] = {
        {.name = "who", .text = table->chairs[turn->seat].name},
        {.name = "game", .text = api_box_title(&table->terms, language)},
        {.name = "link", .text = link},
        {.name = NULL}};
    say(&text, language, MESSAGE_LINK_TURN, values);
    if (write_hook(hook, words, &letter->body) &&
        add_header(letter, "Content-Type", "application/json"))
        poster_send(poster, letter);
    else
        poster_discard(letter);
}

static void hook_turn(struct api *api, struct poster *poster, const struct api_turn *turn)
{
    struct hook hook = {0};
    struct table table;
    struct peck_error error;
    struct db_call call = ask_hook(turn->table);
    if (store_ask(api->store, &call, take_hook, &hook, &error) != PECK_OK ||
        hook.url[0] == '\0' || api_fold(api, turn->table, &table) != FOUND)
        return;
    const struct chair *chair = &table.chairs[turn->seat];
    if (chair->sitter == SITTER_PERSON && !chair->away && chair->since != 0)
        post_hook(api, poster, &hook, &table, turn);
    table_free(&table);
}

void api_alert(struct api *api, struct poster *poster, const struct api_turn *turn,
               const char *subject)
{
    if (!claim(api, turn) || !turn->absent)
        return;
    push_turn(api, poster, turn, subject);
    hook_turn(api, poster, turn);
}
