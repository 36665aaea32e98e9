/* judged_json.c — writes estimates and whole analyses as JSON.
 *
 * Real numbers have six decimals. The room is bounded from the number of steps and
 * estimates before anything is written. docs/reference/json.md describes the result. */
#include "judged_json.h"

#include <math.h>
#include <stdio.h>

const char *judged_json_name(const struct peck_game *game, uint32_t action,
                             char name[PECK_NAME_MAX])
{
    struct peck_text text = peck_text_begin(name, PECK_NAME_MAX);
    game->action_name(action, &text);
    return name;
}

/* The player's name, or `seat 2`, into the buffer. */
static const char *player_name(const struct peck_match *match, int seat,
                               char name[PECK_PLAYER_MAX])
{
    if (match->name[seat][0] != '\0')
        return match->name[seat];
    snprintf(name, PECK_PLAYER_MAX, "seat %d", seat);
    return name;
}

void judged_json_real(struct peck_json *json, const char *key, double value)
{
    peck_json_fixed(json, key, llround(value * 1e6), 6);
}

void judged_json_estimate(struct peck_json *json, const struct peck_game *game,
                          const struct peck_estimate *estimate)
{
    char name[PECK_NAME_MAX];
    peck_json_string(json, "action", judged_json_name(game, estimate->action, name));
    judged_json_real(json, "win", estimate->win);
    judged_json_real(json, "win_error", estimate->win_error);
    judged_json_real(json, "points", estimate->points);
    judged_json_real(json, "points_error", estimate->points_error);
}

static void json_reals(struct peck_json *json, const char *key, const double *values,
                       int count)
{
    peck_json_array(json, key);
    for (int i = 0; i < count; i++)
        judged_json_real(json, NULL, values[i]);
    peck_json_end_array(json);
}

static void json_account(struct peck_json *json, const struct peck_analysis *analysis,
                         int seat)
{
    const struct peck_account *account = &analysis->seat[seat];
    char name[PECK_PLAYER_MAX];
    peck_json_object(json, NULL);
    peck_json_int(json, "seat", seat);
    peck_json_string(json, "name", player_name(analysis->match, seat, name));
    judged_json_real(json, "start", account->start);
    judged_json_real(json, "result", account->result);
    judged_json_real(json, "luck", account->luck);
    judged_json_real(json, "luck_error", account->luck_error);
    judged_json_real(json, "errors", account->errors);
    judged_json_real(json, "errors_error", account->errors_error);
    judged_json_real(json, "gifts", account->gifts);
    judged_json_real(json, "residual", account->residual);
    judged_json_real(json, "luck_adjusted", account->adjusted);
    peck_json_int(json, "decisions", account->decisions);
    judged_json_real(json, "error_rate", account->error_rate);
    peck_json_object(json, "quality");
    for (int q = 0; q < PECK_QUALITIES; q++)
        peck_json_int(json, peck_quality_names[q], account->quality[q]);
    peck_json_end_object(json);
    peck_json_end_object(json);
}

static void json_estimates(struct peck_json *json, const struct peck_analysis *analysis,
                           const struct peck_step *step)
{
    peck_json_array(json, "actions");
    for (uint32_t i = 0; i < step->count; i++) {
        peck_json_object(json, NULL);
        judged_json_estimate(json, analysis->match->game,
                             &analysis->estimates[step->first + i]);
        peck_json_end_object(json);
    }
    peck_json_end_array(json);
}

static void json_step(struct peck_json *json, const struct peck_analysis *analysis,
                      uint32_t index)
{
    const struct peck_step *step = &analysis->steps[index];
    const struct peck_game *game = analysis->match->game;
    int seats = analysis->match->setup.seats;
    char name[PECK_NAME_MAX];
    peck_json_object(json, NULL);
    peck_json_int(json, "ply", index + 1);
    if (step->seat == PECK_CHANCE)
        peck_json_null(json, "seat");
    else
        peck_json_int(json, "seat", step->seat);
    peck_json_string(json, "action", judged_json_name(game, step->action, name));
    json_reals(json, "value", step->value, seats);
    json_reals(json, "value_error", step->value_error, seats);
    if (step->seat == PECK_CHANCE) {
        json_reals(json, "luck", step->luck, seats);
        json_reals(json, "luck_error", step->luck_error, seats);
    } else {
        uint32_t best = analysis->estimates[step->first + step->best].action;
        peck_json_string(json, "quality", peck_quality_names[step->quality]);
        judged_json_real(json, "loss", step->loss);
        judged_json_real(json, "loss_error", step->loss_error);
        peck_json_string(json, "best", judged_json_name(game, best, name));
        json_estimates(json, analysis, step);
    }
    peck_json_end_object(json);
}

static void json_head(struct peck_json *json, const struct peck_analysis *analysis,
                      const char *bot, const char *evaluator)
{
    const struct peck_match *match = analysis->match;
    peck_json_string(json, "game", match->game->name);
    peck_json_int(json, "seats", match->setup.seats);
    peck_json_object(json, "options");
    for (int i = 0; i < match->game->option_count; i++) {
        const struct peck_option *option = &match->game->options[i];
        peck_json_option(json, option->name, option, match->setup.option[i]);
    }
    peck_json_end_object(json);
    peck_json_int(json, "plies", match->count);
    peck_json_string(json, "judge", bot);
    peck_json_string(json, "evaluator", evaluator);
    peck_json_int(json, "playouts", analysis->playouts);
}

enum peck_status judged_json_analysis(const struct peck_analysis *analysis, const char *bot,
                                      const char *evaluator, struct peck_buffer *buffer)
{
    /* A real number has at most 12 bytes with its comma; a step four arrays of them, keys
     * and names; an estimate five numbers, keys and a name; the rest are seven accounts. */
    enum { REST = 16384, STEP = 4 * PECK_SEATS_MAX * 12 + 320, ESTIMATE = 192 };
    size_t room = REST + (size_t)analysis->match->count * STEP +
                  (size_t)analysis->estimate_count * ESTIMATE;
    struct peck_text text;
    enum peck_status status = peck_buffer_open(buffer, room, &text);
    if (status != PECK_OK)
        return status;
    struct peck_json json = peck_json_begin(&text);
    peck_json_object(&json, NULL);
    json_head(&json, analysis, bot, evaluator);
    peck_json_array(&json, "accounts");
    for (int s = 0; s < analysis->match->setup.seats; s++)
        json_account(&json, analysis, s);
    peck_json_end_array(&json);
    peck_json_array(&json, "steps");
    for (uint32_t i = 0; i < analysis->match->count; i++)
        json_step(&json, analysis, i);
    peck_json_end_array(&json);
    peck_json_end_object(&json);
    peck_buffer_close(buffer, &text);
    return PECK_OK;
}
