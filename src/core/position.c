/* position.c — actions by name, and position lines, for all games.
 *
 * A position line is `<game> seats=<n> <options …> | <the game's own part>`. Reading goes
 * in three stages: the general part, the game's decode, and the game's check, which says
 * whether such a position can be. The caller's state is only written when all three agree.
 * A name of an action is read by spelling all legal actions and comparing, so there is no
 * second grammar that could differ from the first. */
#include <peck/game.h>

#include <string.h>

/* Whether a sorted list holds the action. */
static bool holds(const uint32_t *actions, uint32_t count, uint32_t action)
{
    uint32_t low = 0;
    while (count > 0) {
        uint32_t half = count / 2;
        if (actions[low + half] < action) {
            low += half + 1;
            count -= half + 1;
        } else if (actions[low + half] == action) {
            return true;
        } else {
            count = half;
        }
    }
    return false;
}

enum peck_status peck_act(const struct peck_game *game, void *state, int seat,
                          uint32_t action)
{
    uint32_t actions[PECK_ACTIONS_MAX];
    if (seat < 0 || seat > PECK_CHANCE || (game->movers(state) >> seat & 1) == 0)
        return PECK_ILLEGAL;
    if (!holds(actions, game->legal(state, seat, actions), action))
        return PECK_ILLEGAL;
    game->apply(state, seat, action);
    return PECK_OK;
}

enum peck_status peck_action_parse(const struct peck_game *game, const void *state,
                                   int seat, const char *name, uint32_t *action)
{
    uint32_t actions[PECK_ACTIONS_MAX];
    if (seat < 0 || seat > PECK_CHANCE || (game->movers(state) >> seat & 1) == 0)
        return PECK_ILLEGAL;
    uint32_t count = game->legal(state, seat, actions);
    for (uint32_t i = 0; i < count; i++) {
        char spelled[PECK_NAME_MAX];
        struct peck_text text = peck_text_begin(spelled, sizeof spelled);
        game->action_name(actions[i], &text);
        if (peck_same(spelled, name)) {
            *action = actions[i];
            return PECK_OK;
        }
    }
    return PECK_ILLEGAL;
}

/* Copies the part of the text up to a semicolon; returns what comes after it, "" at the
 * end, or NULL when the part is too long for a name. */
static const char *next_name(const char *text, char name[PECK_NAME_MAX])
{
    size_t length = 0;
    for (; text[length] != '\0' && text[length] != ';'; length++) {
        if (length + 1 == PECK_NAME_MAX)
            return NULL;
        name[length] = text[length];
    }
    name[length] = '\0';
    text += length;
    if (*text == ';') {
        text += 1 + (text[1] == ' ');
        return *text != '\0' ? text : NULL;
    }
    return text;
}

enum peck_status peck_move_parse(const struct peck_game *game, const void *state, int seat,
                                 const char *text, uint32_t actions[PECK_MOVE_MAX],
                                 uint32_t *count)
{
    union peck_state at;
    char name[PECK_NAME_MAX];
    memcpy(&at, state, game->state_size);
    *count = 0;
    do {
        bool fits = *count == 0 || (peck_goes_on(game, &at) && *count < PECK_MOVE_MAX);
        text = next_name(text, name);
        if (!fits || text == NULL ||
            peck_action_parse(game, &at, seat, name, &actions[*count]) != PECK_OK)
            return PECK_ILLEGAL;
        game->apply(&at, seat, actions[(*count)++]);
    } while (*text != '\0');
    return PECK_OK;
}

void peck_encode(const struct peck_game *game, const void *state, struct peck_text *line)
{
    struct peck_setup setup;
    game->setup(state, &setup);
    peck_put(line, game->name);
    peck_put(line, " seats=");
    peck_put_int(line, setup.seats);
    for (int i = 0; i < game->option_count; i++) {
        if (setup.option[i] != game->options[i].standard)
            peck_put_char(line, ' ');
        peck_put_option(game, &setup, i, line);
    }
    peck_put(line, " | ");
    game->encode(state, line);
}

/* The next word, without the space before it; "" at the end, or when it is too long. */
static void read_word(struct peck_scan *scan, char word[PECK_NAME_MAX])
{
    const char *at = scan->at;
    size_t length = 0;
    while (at + length < scan->end && at[length] != ' ')
        length++;
    word[0] = '\0';
    if (length >= PECK_NAME_MAX)
        return;
    memcpy(word, at, length);
    word[length] = '\0';
    scan->at += length;
}

static const struct peck_game *read_game(struct peck_scan *scan)
{
    char word[PECK_NAME_MAX];
    read_word(scan, word);
    const struct peck_game *game = peck_game_find(word);
    if (game != NULL)
        return game;
    scan->at = scan->start;
    peck_scan_refuse(scan, "error.expected.game");
    struct peck_text text = peck_error_open(scan->error, "games");
    for (int i = 0; i < peck_game_count; i++) {
        peck_put(&text, i > 0 ? ", " : "");
        peck_put(&text, peck_games[i]->name);
    }
    return NULL;
}

static enum peck_status read_setup(const struct peck_game *game, struct peck_scan *scan,
                                   struct peck_setup *setup)
{
    peck_scan_expect(scan, " seats=");
    peck_setup_begin(game, 0, setup);
    setup->seats = peck_scan_seats(scan, game, setup);
    uint32_t given = 0;
    while (!scan->failed && !peck_scan_accept(scan, " | ")) {
        char word[PECK_NAME_MAX];
        if (!peck_scan_expect(scan, " "))
            break;
        uint32_t column = (uint32_t)(scan->at - scan->start) + 1;
        read_word(scan, word);
        enum peck_status status = peck_setup_option(game, setup, word, scan->error);
        int index = peck_option_find(game, word);
        if (status == PECK_OK && (given >> index & 1) != 0)
            status = peck_refuse_twice(game, index, scan->error);
        if (status != PECK_OK) {
            scan->error->column = column;
            return PECK_BAD_POSITION;
        }
        given |= 1u << index;
    }
    return scan->failed ? PECK_BAD_POSITION : PECK_OK;
}

enum peck_status peck_decode(const char *line, const struct peck_game **game,
                             union peck_state *state, struct peck_error *error)
{
    struct peck_scan scan = peck_scan_begin(line, peck_length(line), error);
    const struct peck_game *found = read_game(&scan);
    if (found == NULL)
        return PECK_BAD_POSITION;
    struct peck_setup setup;
    if (read_setup(found, &scan, &setup) != PECK_OK)
        return PECK_BAD_POSITION;
    union peck_state read;
    memset(&read, 0, sizeof read);
    if (peck_init(found, &read, &setup, error) != PECK_OK)
        return PECK_BAD_POSITION;
    found->decode(&read, &scan);
    if (!peck_scan_done(&scan))
        return PECK_BAD_POSITION;
    const char *broken = found->check(&read);
    if (broken != NULL) {
        peck_error_say(error, broken);
        return PECK_BAD_POSITION;
    }
    *game = found;
    *state = read;
    return PECK_OK;
}
