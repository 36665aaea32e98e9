/* play.c — fuzz target: the bytes choose a game, its set-up and plies, legal and not.
 *
 * After every ply the position passes the check; what is refused changes nothing; taking
 * plies back and playing them again leads to the same state. Templates take part. */
#include "target.h"

#include <string.h>

enum { PLIES = 600 };

static void choose_setup(struct choices *choices, const struct peck_game *game,
                         struct peck_setup *setup)
{
    peck_setup_begin(game, (int)choose(choices, 1) % 10, setup);
    uint32_t given = choose(choices, 1);
    for (int i = 0; i < game->option_count; i++) {
        const struct peck_option *option = &game->options[i];
        uint32_t span =
            (uint32_t)(option->high - option->low) + 3; /* one beyond either end */
        if ((given >> i & 1) != 0)
            setup->option[i] = option->low - 1 + (int)(choose(choices, 1) % span);
    }
}

/* Any seat and any code: accepted exactly when it is among the legal ones. */
static void play_anything(struct peck_match *match, struct choices *choices)
{
    static uint32_t actions[PECK_ACTIONS_MAX];
    const struct peck_game *game = match->game;
    union peck_state before = match->state;
    struct peck_error error = {0};
    uint32_t plies = match->count;
    int seat = (int)choose(choices, 1) % 10 - 1;
    uint32_t action = choose(choices, 4);
    bool is_legal = false;
    if (seat >= 0 && seat <= PECK_CHANCE) {
        uint32_t count = game->legal(&match->state, seat, actions);
        if (count > 0 && (action & 1) != 0) /* near a legal one is the likelier trap */
            action = actions[action % count] + (action >> 8) % 5 - 2;
        for (uint32_t i = 0; i < count; i++)
            is_legal |= actions[i] == action;
    }
    enum peck_status status = peck_match_play(match, seat, action, &error);
    MUST(status == (is_legal ? PECK_OK : PECK_ILLEGAL));
    if (is_legal)
        return;
    MUST(is_told(&error) && match->count == plies);
    MUST(memcmp(before.bytes, match->state.bytes, sizeof before.bytes) == 0);
}

static void play_legal(struct peck_match *match, struct choices *choices, uint32_t pick)
{
    static uint32_t actions[PECK_ACTIONS_MAX];
    struct peck_error error;
    uint32_t movers = match->game->movers(&match->state);
    int seat = -1;
    for (uint32_t skip = pick % (uint32_t)__builtin_popcount(movers) + 1; skip > 0;
         skip--) {
        seat = __builtin_ctz(movers);
        movers &= movers - 1;
    }
    uint32_t count = match->game->legal(&match->state, seat, actions);
    uint32_t action = actions[choose(choices, count > 256 ? 2 : 1) % count];
    MUST(peck_match_play(match, seat, action, &error) == PECK_OK);
}

static void take_back(struct peck_match *match, uint32_t plies)
{
    union peck_state after = match->state;
    uint32_t count = match->count;
    peck_match_undo(match, count > plies ? count - plies : 0);
    MUST(match->game->check(&match->state) == NULL);
    for (uint32_t i = match->count; i < count; i++) {
        struct peck_error error;
        struct peck_ply ply = match->plies[i]; /* undo leaves the bytes where they were */
        MUST(peck_match_play(match, ply.seat, ply.action, &error) == PECK_OK);
    }
    MUST(memcmp(after.bytes, match->state.bytes, sizeof after.bytes) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct choices choices = {bytes, bytes + count};
    uint32_t games = (uint32_t)(peck_game_count + peck_template_count);
    const struct peck_game *game = peck_games[choose(&choices, 1) % games];
    struct peck_setup setup;
    struct peck_match match;
    struct peck_error error = {0};
    choose_setup(&choices, game, &setup);
    if (peck_match_begin(&match, game, &setup, &error) != PECK_OK) {
        MUST(is_told(&error));
        return 0;
    }
    for (int i = 0; i < PLIES && choices.at < choices.end; i++) {
        uint32_t way = choose(&choices, 1);
        if (way < 8 || game->movers(&match.state) == 0)
            play_anything(&match, &choices);
        else if (way < 12)
            take_back(&match, way);
        else
            play_legal(&match, &choices, way);
        MUST(game->check(&match.state) == NULL);
    }
    peck_match_free(&match);
    return 0;
}
