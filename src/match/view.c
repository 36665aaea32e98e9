/* view.c — writes the view that user interfaces draw from, as JSON or as nodes.
 *
 * Redaction comes first. After it the full state is used only to ask the game how the
 * viewer saw the last plies, and to make the redacted tables behind them. Everything else
 * is made from the view. So it cannot tell more than its viewer may know, whatever a
 * game's `table` writes. There is no flag "hidden" for a client to respect: what a viewer
 * may not see is not in the bytes.
 *
 * The buffer is sized by upper bounds before anything is written, so that the functions of
 * games can write without checks. docs/reference/view.md describes the format. */
#include "inner.h"

#include <string.h>

/* Bounds on the bytes written, by which the buffer is sized. A character may need two, a
 * quote or a backslash in a name. The parts of an action's name stand a second time as verb
 * and arguments, with at most 3 bytes more for each of 31 characters. */
enum {
    NAME_BYTES = 2 * PECK_NAME_MAX,
    PLAYER_BYTES = 2 * PECK_PLAYER_MAX + 4,
    BRINGS_BYTES = 64, /* what an action brings: two keys and numbers */
    ACTION_BYTES = 48 + 10 + NAME_BYTES + NAME_BYTES +
                   3 * PECK_NAME_MAX + /* 10: the code */
                   BRINGS_BYTES,
    PLY_BYTES = 48 + NAME_BYTES,
    TABLES = 8, /* so many of the last plies have the table behind them */
    /* The head, the options, score and places: keys and numbers, well under 2 kB. */
    REST_BYTES = 2048 + PECK_SEATS_MAX * PLAYER_BYTES + PECK_TABLE_MAX,
};

static void put_options(struct peck_json *json, const struct peck_match *match)
{
    peck_json_object(json, "options");
    for (int i = 0; i < match->game->option_count; i++) {
        const struct peck_option *option = &match->game->options[i];
        peck_json_option(json, option->name, option, match->setup.option[i]);
    }
    peck_json_end_object(json);
}

static void put_names(struct peck_json *json, const struct peck_match *match)
{
    peck_json_array(json, "names");
    for (int s = 0; s < match->setup.seats; s++) {
        if (match->name[s][0] == '\0')
            peck_json_null(json, NULL);
        else
            peck_json_string(json, NULL, match->name[s]);
    }
    peck_json_end_array(json);
}

static void put_seat(struct peck_json *json, const char *key, int seat)
{
    if (seat == PECK_CHANCE)
        peck_json_null(json, key);
    else
        peck_json_int(json, key, seat);
}

static void put_head(struct peck_json *json, const struct peck_match *match, int viewer,
                     uint32_t movers)
{
    peck_json_int(json, "view", PECK_VIEW_VERSION);
    peck_json_string(json, "game", match->game->name);
    peck_json_string(json, "title", match->game->title);
    peck_json_int(json, "seats", match->setup.seats);
    put_options(json, match);
    put_names(json, match);
    put_seat(json, "viewer", viewer);
    peck_json_int(json, "ply", match->count);
    peck_json_bool(json, "over", movers == 0);
    peck_json_array(json, "movers");
    for (int s = 0; s < match->setup.seats; s++) {
        if ((movers >> s & 1) != 0)
            peck_json_int(json, NULL, s);
    }
    peck_json_end_array(json);
    peck_json_bool(json, "chance", movers == PECK_CHANCE_BIT);
}

/* `place 3,-1 2` is the verb "place" with the arguments "3,-1" and "2". Takes the name
 * apart. */
static void put_words(struct peck_json *json, char *name)
{
    char *space = strchr(name, ' ');
    if (space != NULL)
        *space = '\0';
    peck_json_string(json, "verb", name);
    peck_json_array(json, "args");
    while (space != NULL) {
        char *word = space + 1;
        space = strchr(word, ' ');
        if (space != NULL)
            *space = '\0';
        peck_json_string(json, NULL, word);
    }
    peck_json_end_array(json);
}

static void put_actions(struct peck_json *json, const struct peck_game *game,
                        const union peck_state *view, int viewer, const uint32_t *actions,
                        uint32_t count)
{
    peck_json_array(json, "actions");
    for (uint32_t i = 0; i < count; i++) {
        char name[PECK_NAME_MAX];
        struct peck_text text = peck_text_begin(name, sizeof name);
        game->action_name(actions[i], &text);
        peck_json_object(json, NULL);
        peck_json_int(json, "code", actions[i]);
        peck_json_string(json, "name", name);
        put_words(json, name);
        if (game->brings != NULL)
            game->brings(view, viewer, actions[i], json);
        peck_json_end_object(json);
    }
    peck_json_end_array(json);
}

static void put_table(struct peck_json *json, const char *key, const struct peck_game *game,
                      const union peck_state *view)
{
    peck_json_object(json, key);
    game->table(view, json);
    peck_json_end_object(json);
}

/* The last plies as the viewer saw them, oldest first. Who tells them needs the table
 * behind each; that behind the last is the view's own. */
static void put_last(struct peck_json *json, const struct peck_match *match, int viewer,
                     uint32_t plies)
{
    const struct peck_game *game = match->game;
    union peck_state state;
    peck_json_array(json, "last");
    if (plies > 0)
        peck_match_state_at(match, match->count - plies, &state);
    for (uint32_t i = match->count - plies; i < match->count; i++) {
        int seat = match->plies[i].seat;
        uint32_t action = match->plies[i].action;
        uint32_t shown = game->seen(&state, seat, action, viewer);
        char name[PECK_NAME_MAX];
        struct peck_text text = peck_text_begin(name, sizeof name);
        game->action_name(shown, &text);
        game->apply(&state, seat, action);
        peck_json_object(json, NULL);
        put_seat(json, "seat", seat);
        peck_json_string(json, "name", name);
        peck_json_bool(json, "hidden", shown != action);
        if (i + 1 < match->count && match->count - i <= TABLES) {
            union peck_state view = state;
            game->redact(&view, viewer);
            put_table(json, "table", game, &view);
        }
        peck_json_end_object(json);
    }
    peck_json_end_array(json);
}

static void put_score(struct peck_json *json, const struct peck_match *match,
                      const union peck_state *view)
{
    int32_t points[PECK_SEATS_MAX];
    uint8_t places[PECK_SEATS_MAX];
    match->game->score(view, points, places);
    peck_json_object(json, "score");
    peck_json_array(json, "points");
    for (int s = 0; s < match->setup.seats; s++)
        peck_json_int(json, NULL, points[s]);
    peck_json_end_array(json);
    peck_json_array(json, "places");
    for (int s = 0; s < match->setup.seats; s++)
        peck_json_int(json, NULL, places[s]);
    peck_json_end_array(json);
    peck_json_end_object(json);
}

/* One view to be written. */
struct sight {
    const struct peck_match *match;
    int viewer;
    uint32_t plies;         /* of the last */
    union peck_state state; /* redacted */
    uint32_t movers, count;
    uint32_t actions[PECK_ACTIONS_MAX];
};

static void redact(struct sight *sight, const struct peck_match *match, int viewer)
{
    PECK_ASSERT(viewer >= 0 && (viewer < match->setup.seats || viewer == PECK_CHANCE));
    sight->match = match;
    sight->viewer = viewer;
    sight->state = match->state;
    match->game->redact(&sight->state, viewer);
}

static void look(struct sight *sight, const struct peck_match *match, int viewer,
                 uint32_t plies)
{
    redact(sight, match, viewer);
    sight->plies = plies < match->count ? plies : match->count;
    sight->movers = match->game->movers(&sight->state);
    sight->count = 0;
    if (viewer != PECK_CHANCE && (sight->movers >> viewer & 1) != 0)
        sight->count = match->game->legal(&sight->state, viewer, sight->actions);
}

static void put_view(struct peck_json *json, const struct sight *sight)
{
    const struct peck_match *match = sight->match;
    peck_json_object(json, NULL);
    put_head(json, match, sight->viewer, sight->movers);
    put_actions(json, match->game, &sight->state, sight->viewer, sight->actions,
                sight->count);
    put_last(json, match, sight->viewer, sight->plies);
    put_score(json, match, &sight->state);
    put_table(json, "table", match->game, &sight->state);
    peck_json_end_object(json);
}

enum peck_status peck_view_write(const struct peck_match *match, int viewer, uint32_t plies,
                                 struct peck_buffer *buffer)
{
    struct sight sight;
    look(&sight, match, viewer, plies);
    uint32_t tables = sight.plies < TABLES ? sight.plies : TABLES;
    struct peck_text text;
    enum peck_status status = peck_buffer_open(
        buffer,
        REST_BYTES + (size_t)sight.count * ACTION_BYTES + (size_t)sight.plies * PLY_BYTES +
            (size_t)tables * PECK_TABLE_MAX,
        &text);
    if (status != PECK_OK)
        return status;
    struct peck_json json = peck_json_begin(&text);
    put_view(&json, &sight);
    peck_buffer_close(buffer, &text);
    return PECK_OK;
}

/* ---- Nodes ---- */

/* The first pass measures, the second writes. */
static enum peck_status fill(struct peck_tree *tree, const struct sight *sight,
                             void (*put)(struct peck_json *json, const struct sight *sight))
{
    struct peck_tree needs = {0};
    struct peck_json json = peck_json_begin_tree(&needs);
    put(&json, sight);
    enum peck_status status = peck_tree_reserve(tree, needs.node_count, needs.string_count);
    if (status != PECK_OK)
        return status;
    json = peck_json_begin_tree(tree);
    put(&json, sight);
    PECK_ASSERT(!tree->full);
    return PECK_OK;
}

enum peck_status peck_view_tree(const struct peck_match *match, int viewer, uint32_t plies,
                                struct peck_tree *tree)
{
    struct sight sight;
    look(&sight, match, viewer, plies);
    return fill(tree, &sight, put_view);
}

static void put_alone(struct peck_json *json, const struct sight *sight)
{
    put_table(json, NULL, sight->match->game, &sight->state);
}

enum peck_status peck_table_tree(const struct peck_match *match, int viewer,
                                 struct peck_tree *tree)
{
    struct sight sight;
    redact(&sight, match, viewer);
    return fill(tree, &sight, put_alone);
}
