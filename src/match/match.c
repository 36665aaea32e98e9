/* match.c — a match: the log of its plies and the state they lead to.
 *
 * The log is the truth. Every ply in it was legal when it was appended, so playing the log
 * again needs no checks.
 *
 * Undo plays the remaining plies again from the start. The obvious alternatives are to keep
 * a state for every ply or to write an inverse of `apply` for each game. States would cost
 * up to a kilobyte for each ply, and inverses would be rules written twice. Playing again
 * runs at tens of millions of plies a second (docs/explain/benchmarks.md), so a match of
 * some thousand plies is undone in a fraction of a millisecond, and the state is by
 * construction the one that the log leads to.
 *
 * An action that is refused gets a sentence that says who is to act or what would be legal.
 * When the letters of a legal action were only in another order (dice, for example), the
 * sentence asks whether that was meant. */
#include "inner.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(PECK_PLAYER_MAX == 64, "the message error.name.long says 63");

enum peck_status peck_match_begin(struct peck_match *match, const struct peck_game *game,
                                  const struct peck_setup *setup, struct peck_error *error)
{
    struct peck_match fresh;
    memset(&fresh, 0, sizeof fresh);
    fresh.game = game;
    fresh.setup = *setup;
    enum peck_status status = peck_init(game, &fresh.state, setup, error);
    if (status == PECK_OK)
        *match = fresh;
    return status;
}

void peck_match_free(struct peck_match *match)
{
    free(match->plies);
    match->plies = NULL;
    match->count = match->room = 0;
}

enum peck_status peck_match_name(struct peck_match *match, int seat, const char *name,
                                 struct peck_error *error)
{
    size_t count = strlen(name);
    const char *fault = peck_name_fault(name, count);
    if (seat < 0 || seat >= match->setup.seats)
        fault = "error.record.nobody";
    if (fault != NULL) {
        peck_error_say(error, fault);
        return PECK_BAD_SETUP;
    }
    memset(match->name[seat], 0, PECK_PLAYER_MAX);
    memcpy(match->name[seat], name, count);
    return PECK_OK;
}

/* Who may act: chance, a seat, or several. */
static void say_movers(struct peck_error *error, uint32_t movers)
{
    bool several = (movers & (movers - 1)) != 0;
    peck_error_key(error, "movers",
                   movers == PECK_CHANCE_BIT ? "error.mover.chance"
                   : several                 ? "error.mover.seats"
                                             : "error.mover.seat");
    struct peck_text text = peck_error_open(error, "list");
    for (int seat = 0; movers >> seat != 0; seat++) {
        if ((movers >> seat & 1) == 0)
            continue;
        peck_put_int(&text, seat);
        peck_put(&text, movers >> seat > 1 ? ", " : "");
    }
}

/* The legal names as far as there is room for them. Returns how many more there are. */
static uint32_t put_legal(struct peck_text *text, const struct peck_match *match, int seat)
{
    uint32_t actions[PECK_ACTIONS_MAX];
    uint32_t count = match->game->legal(&match->state, seat, actions);
    for (uint32_t i = 0; i < count; i++) {
        char name[PECK_NAME_MAX];
        struct peck_text spelled = peck_text_begin(name, sizeof name);
        match->game->action_name(actions[i], &spelled);
        if (text->length + 2 + spelled.length >= text->room)
            return count - i;
        peck_put(text, i > 0 ? "; " : "");
        peck_put(text, name);
    }
    return 0;
}

/* The letters of a name in order, without spaces: equal for names that differ only in how
 * their parts are arranged. False for what is longer than any name. */
static bool sort_letters(const char *bytes, size_t count, char sorted[PECK_NAME_MAX])
{
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == ' ')
            continue;
        if (length == PECK_NAME_MAX - 1)
            return false;
        size_t at = length++;
        for (; at > 0 && sorted[at - 1] > bytes[i]; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = bytes[i];
    }
    sorted[length] = '\0';
    return true;
}

/* Finds the legal action that was meant, when its letters stood in another order. */
static bool find_meant(const struct peck_match *match, int seat, const char *what,
                       size_t length, char name[PECK_NAME_MAX])
{
    char given[PECK_NAME_MAX], sorted[PECK_NAME_MAX];
    uint32_t actions[PECK_ACTIONS_MAX];
    if (!sort_letters(what, length, given))
        return false;
    uint32_t count = match->game->legal(&match->state, seat, actions);
    for (uint32_t i = 0; i < count; i++) {
        struct peck_text spelled = peck_text_begin(name, PECK_NAME_MAX);
        match->game->action_name(actions[i], &spelled);
        if (sort_letters(name, spelled.length, sorted) && strcmp(given, sorted) == 0)
            return true;
    }
    return false;
}

static void say_illegal(const struct peck_match *match, int seat, const char *what,
                        size_t count, struct peck_error *error)
{
    char name[PECK_NAME_MAX];
    bool meant = find_meant(match, seat, what, count, name);
    peck_error_say(error, meant ? "error.illegal.meant" : "error.illegal");
    peck_error_quote(error, "action", what, count);
    if (meant)
        peck_error_text(error, "meant", name);
    struct peck_text legal = peck_error_open(error, "legal");
    uint32_t more = put_legal(&legal, match, seat);
    if (more == 0)
        return;
    error->key = meant ? "error.illegal.meant.more" : "error.illegal.more";
    peck_error_number(error, "more", more);
}

enum peck_status peck_match_refuse(const struct peck_match *match, int seat,
                                   const char *what, size_t count, struct peck_error *error)
{
    uint32_t movers = match->game->movers(&match->state);
    if (movers == 0) {
        peck_error_say(error, "error.over");
    } else if (seat < 0 || seat > PECK_CHANCE || (movers >> seat & 1) == 0) {
        peck_error_say(error,
                       seat == PECK_CHANCE ? "error.turn.chance" : "error.turn.seat");
        peck_error_number(error, "seat", seat);
        say_movers(error, movers);
    } else {
        say_illegal(match, seat, what, count, error);
    }
    return PECK_ILLEGAL;
}

/* Room for one more ply. */
static enum peck_status make_room(struct peck_match *match, struct peck_error *error)
{
    if (match->count == PECK_PLIES_MAX) {
        peck_error_say(error, "error.too-long");
        peck_error_number(error, "number", PECK_PLIES_MAX);
        return PECK_ILLEGAL;
    }
    if (match->count < match->room)
        return PECK_OK;
    uint32_t room = match->room == 0 ? 64 : match->room * 2;
    struct peck_ply *plies = realloc(match->plies, room * sizeof *plies);
    if (plies == NULL) {
        peck_error_say(error, "error.memory");
        return PECK_NO_MEMORY;
    }
    match->plies = plies;
    match->room = room;
    return PECK_OK;
}

enum peck_status peck_match_append(struct peck_match *match, int seat, uint32_t action,
                                   struct peck_error *error)
{
    enum peck_status status = make_room(match, error);
    if (status != PECK_OK)
        return status;
    match->game->apply(&match->state, seat, action);
    match->plies[match->count++] = (struct peck_ply){action, (uint8_t)seat};
    return PECK_OK;
}

enum peck_status peck_match_play(struct peck_match *match, int seat, uint32_t action,
                                 struct peck_error *error)
{
    enum peck_status status = make_room(match, error);
    if (status != PECK_OK)
        return status;
    if (peck_act(match->game, &match->state, seat, action) != PECK_OK) {
        char number[32]; /* a code from outside may have no name */
        struct peck_text text = peck_text_begin(number, sizeof number);
        peck_put_int(&text, action);
        return peck_match_refuse(match, seat, number, text.length, error);
    }
    match->plies[match->count++] = (struct peck_ply){action, (uint8_t)seat};
    return PECK_OK;
}

enum peck_status peck_match_say(struct peck_match *match, int seat, const char *name,
                                struct peck_error *error)
{
    uint32_t action;
    if (peck_action_parse(match->game, &match->state, seat, name, &action) != PECK_OK)
        return peck_match_refuse(match, seat, name, strlen(name), error);
    return peck_match_append(match, seat, action, error);
}

enum peck_status peck_match_chance(struct peck_match *match, struct peck_rng *rng,
                                   struct peck_error *error)
{
    while (match->game->movers(&match->state) == PECK_CHANCE_BIT) {
        uint32_t outcome = match->game->sample(&match->state, rng);
        enum peck_status status = peck_match_append(match, PECK_CHANCE, outcome, error);
        if (status != PECK_OK)
            return status;
    }
    return PECK_OK;
}

void peck_match_state_at(const struct peck_match *match, uint32_t count,
                         union peck_state *state)
{
    PECK_ASSERT(count <= match->count);
    struct peck_error error;
    union peck_state at;
    memset(&at, 0, sizeof at);
    enum peck_status status = peck_init(match->game, &at, &match->setup, &error);
    PECK_ASSERT(status == PECK_OK); /* it was when the match began */
    (void)status;
    for (uint32_t i = 0; i < count; i++)
        match->game->apply(&at, match->plies[i].seat, match->plies[i].action);
    *state = at;
}

void peck_match_undo(struct peck_match *match, uint32_t count)
{
    if (count >= match->count)
        return;
    peck_match_state_at(match, count, &match->state);
    match->count = count;
}
