/* api.c — fuzz target: any bytes as an HTTP request to the API, or as an administrator's.
 *
 * Method, path, query and cookie are a line each; the rest is the body. Every request is
 * answered: with a status that HTTP has and, where it says so, with JSON. No cookie that
 * the server did not give proves anybody. The store is a file of SQLite, made again by each
 * process. Attempts to log in are soon refused, so Argon2id does not slow this down. */
#include "target.h"

#include "doors/server/admin.h"
#include "doors/server/cookie.h"

#include <jansson.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const uint8_t secret[API_SECRET] = "known to nobody who fuzzes";
static struct api *api;

static void start(void)
{
    static const char *const parts[] = {"", "-wal", "-shm", ".lock"};
    char path[64], file[80];
    struct peck_error error;
    snprintf(path, sizeof path, "/tmp/peck-fuzz-%d.sqlite", (int)getpid());
    struct store *store = store_open(path, &error);
    MUST(store != NULL);
    for (int i = 0; i < 4; i++) { /* what is open stays, and goes with the process */
        snprintf(file, sizeof file, "%s%s", path, parts[i]);
        unlink(file);
    }
    api = api_new(store, secret);
    MUST(api != NULL);
}

/* Cuts a line off; all of the rest when there is no line break. */
static char *line(char **at)
{
    char *begin = *at, *end = strchr(begin, '\n');
    *at = end != NULL ? end + 1 : begin + strlen(begin);
    if (end != NULL)
        *end = '\0';
    return begin;
}

static void is_json(const char *bytes, size_t count)
{
    json_t *json = json_loadb(bytes, count, JSON_REJECT_DUPLICATES, NULL);
    MUST(json_is_object(json));
    json_decref(json);
}

static void administer(const char *body)
{
    struct peck_buffer answer = {0};
    admin_answer(api, body, strlen(body), &answer);
    is_json(answer.bytes, answer.length);
    peck_buffer_free(&answer);
}

static void ask(struct request *request)
{
    struct response response;
    MUST(cookie_read(secret, request->cookie, cookie_secure(request->origin),
                     (int64_t)time(NULL) * 1000)
             .person[0] == '\0');
    api_answer(api, request, &response);
    MUST(response.status >= 200 && response.status <= 503 && response.type != NULL);
    MUST(strlen(response.cookie) > 0); /* a new guest */
    if (response.opens)
        MUST(response.status == 201 && response.terms.game != NULL);
    else if (strcmp(response.type, "application/json") == 0)
        is_json(response.body.bytes, response.body.length);
    peck_buffer_free(&response.body);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    char *text = malloc(count + 1), *at = text;
    if (api == NULL)
        start();
    if (text == NULL)
        return 0;
    memcpy(text, bytes, count);
    text[count] = '\0';
    struct request request = {
        .origin = "https://games.example", .language = "ru", .address = "192.0.2.1"};
    request.method = line(&at);
    request.path = line(&at);
    request.query = line(&at);
    request.cookie = line(&at);
    request.body = at;
    request.count = strlen(at);
    if (strcmp(request.method, "ADMIN") == 0)
        administer(at);
    else
        ask(&request);
    free(text);
    return 0;
}
