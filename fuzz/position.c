/* position.c — fuzz target: any line as a position.
 *
 * A line that decodes passes the check and has one spelling, and everything a door may ask
 * of a position is safe to ask of it, for every viewer. Then it is played on for a while.
 */
#include "target.h"

#include <string.h>

enum { PLIES = 60 };

static void spell(const struct peck_game *game, const union peck_state *state,
                  char line[PECK_LINE_MAX])
{
    struct peck_text text = peck_text_begin(line, PECK_LINE_MAX);
    peck_encode(game, state, &text);
    MUST(!text.full);
}

/* The spelling reads back as the same state, byte for byte. */
static void check_spelling(const struct peck_game *game, const union peck_state *state)
{
    char line[PECK_LINE_MAX], again[PECK_LINE_MAX];
    const struct peck_game *game_again;
    union peck_state state_again;
    struct peck_error error;
    spell(game, state, line);
    MUST(peck_decode(line, &game_again, &state_again, &error) == PECK_OK);
    MUST(game_again == game);
    MUST(memcmp(state, &state_again, game->state_size) == 0);
    spell(game, &state_again, again);
    MUST(strcmp(line, again) == 0);
}

/* Everything that works on a view. */
static void ask(const struct peck_game *game, const union peck_state *state, int viewer)
{
    static char table[PECK_TABLE_MAX];
    static uint32_t actions[PECK_ACTIONS_MAX];
    int16_t features[PECK_FEATURES_MAX];
    int32_t points[PECK_SEATS_MAX];
    uint8_t places[PECK_SEATS_MAX];
    struct peck_text text = peck_text_begin(table, sizeof table);
    struct peck_json json = peck_json_begin(&text);
    peck_json_object(&json, NULL);
    game->table(state, &json);
    peck_json_end_object(&json);
    MUST(!text.full && json.depth == 0);
    game->score(state, points, places);
    if (viewer == PECK_CHANCE)
        return;
    game->observe(state, viewer, features);
    bool may = game->movers(state) >> viewer & 1;
    uint32_t count = game->legal(state, viewer, actions);
    MUST(count <= game->actions_max && (count > 0) == may);
}

/* What the viewer sees, and one world it may be. A line may itself be a view, with blanks;
 * then the contract answers to its own viewer alone, whose redaction changes nothing. */
static void check_view(const struct peck_game *game, const union peck_state *state,
                       int viewer, bool blanks, struct peck_rng *rng)
{
    union peck_state view = *state;
    game->redact(&view, viewer);
    MUST(game->check(&view) == NULL);
    check_spelling(game, &view);
    if (blanks && memcmp(&view, state, game->state_size) != 0)
        return;
    ask(game, &view, viewer);
    game->determinize(&view, viewer, rng);
    MUST(game->check(&view) == NULL);
    for (int i = 0; i < PLIES && game->movers(&view) != 0; i++) {
        peck_playout(game, &view, rng, 1);
        MUST(game->check(&view) == NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    char line[PECK_LINE_MAX];
    const struct peck_game *game;
    union peck_state state;
    struct peck_error error;
    struct peck_setup setup;
    struct peck_rng rng;
    if (count >= sizeof line)
        return 0;
    memcpy(line, bytes, count);
    line[count] = '\0';
    if (count > 0 && line[count - 1] == '\n')
        line[count - 1] = '\0'; /* as an editor leaves a file of the corpus */
    if (peck_decode(line, &game, &state, &error) != PECK_OK) {
        MUST(is_told(&error));
        return 0;
    }
    MUST(game->check(&state) == NULL);
    check_spelling(game, &state);
    game->setup(&state, &setup);
    peck_rng_seed(&rng, count);
    bool blanks = strchr(line, '?') != NULL;
    for (int seat = 0; seat < setup.seats; seat++)
        check_view(game, &state, seat, blanks, &rng);
    check_view(game, &state, PECK_CHANCE, blanks, &rng);
    return 0;
}
