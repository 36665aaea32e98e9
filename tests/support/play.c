/* play.c — turns names into actions through the contract, and failures into test failures.
 *
 * Strings that are returned lie in static buffers and are good until the next call. */
#include "play.h"

#include "tell/say.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum peck_status begin(const struct peck_game *game, int seats, const char *options,
                              struct board *board, struct peck_error *error)
{
    struct peck_setup setup;
    char words[256];
    peck_setup_begin(game, seats, &setup);
    snprintf(words, sizeof words, "%s", options);
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
        enum peck_status status = peck_setup_option(game, &setup, word, error);
        if (status != PECK_OK)
            return status;
    }
    board->game = game;
    memset(&board->state, 0, sizeof board->state);
    return peck_init(game, &board->state, &setup, error);
}

struct board board_begin(const struct peck_game *game, int seats, const char *options)
{
    struct board board;
    struct peck_error error;
    if (begin(game, seats, options, &board, &error) != PECK_OK)
        fail_msg("%s", error_words(&error));
    return board;
}

struct board board_at(const char *line)
{
    struct board board;
    struct peck_error error;
    memset(&board, 0, sizeof board);
    if (peck_decode(line, &board.game, &board.state, &error) != PECK_OK)
        fail_msg("%s: column %u: %s", line, error.column, error_words(&error));
    return board;
}

static void play_one(struct board *board, char *line)
{
    line += strspn(line, " ");
    if (*line == '\0')
        return;
    char *name = strchr(line, ' ');
    assert_non_null(name);
    int seat = *line == '*' ? PECK_CHANCE : atoi(line);
    uint32_t action;
    if (peck_action_parse(board->game, &board->state, seat, name + 1, &action) != PECK_OK)
        fail_msg("not legal: '%s'; legal: %s", line, board_legal(board, seat));
    board->game->apply(&board->state, seat, action);
    const char *broken = board->game->check(&board->state);
    if (broken != NULL)
        fail_msg("after '%s': %s", line, broken);
}

void board_play(struct board *board, const char *lines)
{
    char *copy = strdup(lines), *rest = copy;
    assert_non_null(copy);
    for (char *line; (line = strsep(&rest, ";\n")) != NULL;)
        play_one(board, line);
    free(copy);
}

const char *board_legal(const struct board *board, int seat)
{
    static char list[65536];
    static uint32_t actions[PECK_ACTIONS_MAX];
    struct peck_text text = peck_text_begin(list, sizeof list);
    uint32_t count = board->game->legal(&board->state, seat, actions);
    for (uint32_t i = 0; i < count; i++) {
        peck_put(&text, i > 0 ? "; " : "");
        board->game->action_name(actions[i], &text);
    }
    return list;
}

bool board_may(const struct board *board, int seat, const char *name)
{
    uint32_t action;
    return peck_action_parse(board->game, &board->state, seat, name, &action) == PECK_OK;
}

const char *board_line(const struct board *board)
{
    static char line[PECK_LINE_MAX];
    struct peck_text text = peck_text_begin(line, sizeof line);
    peck_encode(board->game, &board->state, &text);
    return line;
}

int board_points(const struct board *board, int seat)
{
    int32_t points[PECK_SEATS_MAX];
    uint8_t places[PECK_SEATS_MAX];
    board->game->score(&board->state, points, places);
    return points[seat];
}

int board_place(const struct board *board, int seat)
{
    int32_t points[PECK_SEATS_MAX];
    uint8_t places[PECK_SEATS_MAX];
    board->game->score(&board->state, points, places);
    return places[seat];
}

const char *error_words(const struct peck_error *error)
{
    static char sentence[ERROR_SENTENCE];
    assert_non_null(error->key);
    if (say_named(error->key) == SAY_NONE)
        fail_msg("%s is not in the catalogue", error->key);
    error_english(error, sentence);
    if (strpbrk(sentence, "{}") != NULL)
        fail_msg("%s lacks a value: %s", error->key, sentence);
    return sentence;
}

const char *key_words(const char *key)
{
    struct peck_error error;
    peck_error_say(&error, key);
    return error_words(&error);
}

struct board board_view(const struct board *board, int viewer)
{
    struct board view = *board;
    view.game->redact(&view.state, viewer);
    assert_null(view.game->check(&view.state));
    return view;
}

const char *board_table(const struct board *board)
{
    static char bytes[PECK_TABLE_MAX];
    struct peck_text text = peck_text_begin(bytes, sizeof bytes);
    struct peck_json json = peck_json_begin(&text);
    peck_json_object(&json, NULL);
    board->game->table(&board->state, &json);
    peck_json_end_object(&json);
    assert_false(text.full);
    return bytes;
}

void assert_has(const char *text, const char *words)
{
    if (strstr(text, words) == NULL)
        fail_msg("'%s' is not in: %s", words, text);
}

void assert_says(const struct peck_error *error, const char *words)
{
    assert_has(error_words(error), words);
}

void assert_refused(const struct peck_game *game, int seats, const char *options,
                    const char *words)
{
    struct board board;
    struct peck_error error;
    assert_int_equal(begin(game, seats, options, &board, &error), PECK_BAD_SETUP);
    assert_says(&error, words);
}

void assert_bad_position(const char *line, const char *words)
{
    const struct peck_game *game;
    union peck_state state;
    struct peck_error error;
    assert_int_equal(peck_decode(line, &game, &state, &error), PECK_BAD_POSITION);
    assert_says(&error, words);
}

void assert_same_estimates(const struct peck_estimate *one,
                           const struct peck_estimate *other, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(one[i].action, other[i].action);
        assert_true(one[i].win == other[i].win && one[i].points == other[i].points);
        assert_true(one[i].win_error == other[i].win_error);
        assert_true(one[i].points_error == other[i].points_error);
    }
}

static bool same_value(const struct peck_node *a, const struct peck_node *b)
{
    switch (a->kind) {
    case PECK_NODE_INTEGER:
    case PECK_NODE_FRACTION: return a->integer == b->integer;
    case PECK_NODE_STRING: return strcmp(a->string, b->string) == 0;
    case PECK_NODE_ARRAY:
    case PECK_NODE_OBJECT: return same_nodes(a->first, b->first);
    default: return true;
    }
}

bool same_nodes(const struct peck_node *a, const struct peck_node *b)
{
    for (; a != NULL && b != NULL; a = a->next, b = b->next) {
        if (a->kind != b->kind || a->count != b->count ||
            (a->key == NULL) != (b->key == NULL) ||
            (a->key != NULL && strcmp(a->key, b->key) != 0) || !same_value(a, b))
            return false;
    }
    return a == b;
}

struct peck_player bot_named(const struct peck_game *game, const char *name, uint32_t work)
{
    struct peck_player player;
    struct peck_error error;
    if (peck_player_find(game, name, &player, &error) != PECK_OK)
        fail_msg("%s", error_words(&error));
    if (work > 0)
        player.budget = (struct peck_budget){.work = work};
    return player;
}

struct peck_thought bot_thinks(const struct peck_player *player,
                               const struct peck_game *game, const union peck_state *state,
                               int seat, uint64_t seed, struct peck_estimate *estimates)
{
    struct peck_thought thought = {.estimates = estimates};
    union peck_state view = *state;
    struct peck_setup setup;
    struct peck_rng rng;
    game->setup(state, &setup);
    game->redact(&view, seat);
    peck_rng_seed(&rng, seed);
    struct peck_seat knows = {game, &setup, seat, &view, NULL, 0};
    player->bot->think(player, &knows, &rng, &thought);
    return thought;
}
