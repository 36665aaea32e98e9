/* api.c — the smallest answer to api.h with which tables can be opened. */
#include "api.h"

#include <peck/json.h>

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct api {
    struct store *store;
};

struct api *api_new(struct store *store, const uint8_t secret[API_SECRET])
{
    struct api *api = calloc(1, sizeof *api);
    (void)secret;
    if (api != NULL)
        api->store = store;
    return api;
}

void api_free(struct api *api)
{
    free(api);
}

static void answer(struct response *response, int status, const char *body)
{
    response->status = status;
    response->type = "application/json";
    if (peck_buffer_put(&response->body, body) != PECK_OK)
        response->status = 503;
}

static void open_table(const struct request *request, struct response *response)
{
    json_t *json = json_loadb(request->body, request->count, JSON_REJECT_DUPLICATES, NULL);
    const char *name = json_string_value(json_object_get(json, "game"));
    const struct peck_game *game = name != NULL ? peck_game_find(name) : NULL;
    struct terms *terms = &response->terms;
    union peck_state state = {0};
    struct peck_error error;
    if (game != NULL) {
        const json_t *seats = json_object_get(json, "seats");
        terms->game = game;
        terms->listed = json_is_true(json_object_get(json, "listed"));
        terms->rated = json_is_true(json_object_get(json, "rated"));
        terms->time = json_integer_value(json_object_get(json, "time"));
        for (int i = 0; i < CLOCK_KINDS; i++) {
            const char *clock = json_string_value(json_object_get(json, "clock"));
            if (clock != NULL && strcmp(clock, clock_names[i]) == 0)
                terms->clock = (enum clock_kind)i;
        }
        peck_setup_begin(game,
                         seats != NULL ? (int)json_integer_value(seats) : game->seats_min,
                         &terms->setup);
        response->opens = peck_init(game, &state, &terms->setup, &error) == PECK_OK;
    }
    json_decref(json);
    if (!response->opens)
        answer(response, 400,
               "{\"code\":\"bad-request\",\"why\":\"no such table can be\"}");
}

void api_answer(struct api *api, const struct request *request, struct response *response)
{
    (void)api;
    if (strcmp(request->path, "/api/tables") != 0)
        answer(response, 404, "{\"code\":\"not-found\",\"why\":\"there is nothing here\"}");
    else if (strcmp(request->method, "POST") == 0)
        open_table(request, response);
    else
        answer(response, 200, "{\"tables\":[]}");
}

void api_person(const struct api *api, const char *cookie, char person[STEP_PERSON])
{
    (void)api, (void)cookie;
    person[0] = '\0';
}

bool api_banned(struct api *api, const char *person, const char *address)
{
    (void)api, (void)person, (void)address;
    return false;
}

void api_settle(struct api *api)
{
    (void)api;
}
