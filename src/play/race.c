/* race.c — see race.h. */
#include "race.h"

#include <stdlib.h>
#include <string.h>

void peck_race_begin(struct peck_race *race, struct peck_match *match,
                     const struct peck_player players[], struct peck_rng *chance,
                     struct peck_rng *rng)
{
    memset(race, 0, sizeof *race);
    race->match = match;
    race->players = players;
    race->chance = chance;
    race->rng = rng;
    peck_match_state_at(match, 0, &race->state);
}

void peck_race_free(struct peck_race *race)
{
    for (int seat = 0; seat < PECK_SEATS_MAX; seat++)
        free(race->plies[seat]);
}

/* Room for as many seen plies as the match has room for. */
static enum peck_status grow(struct peck_race *race, struct peck_error *error)
{
    uint32_t room = race->match->room;
    if (race->room >= race->match->count)
        return PECK_OK;
    for (int seat = 0; seat < race->match->setup.seats; seat++) {
        struct peck_ply *plies = realloc(race->plies[seat], room * sizeof *plies);
        if (plies == NULL) {
            peck_error_say(error, "there is not enough memory for the race");
            return PECK_NO_MEMORY;
        }
        race->plies[seat] = plies;
    }
    race->room = room;
    return PECK_OK;
}

static bool may_still(const struct peck_race *race, int seat, uint32_t action)
{
    uint32_t actions[PECK_ACTIONS_MAX];
    const struct peck_game *game = race->match->game;
    uint32_t count = game->legal(&race->match->state, seat, actions);
    for (uint32_t i = 0; i < count; i++) {
        if (actions[i] == action)
            return true;
    }
    return false;
}

/* Takes in what the log has more. */
static enum peck_status catch_up(struct peck_race *race, struct peck_error *error)
{
    const struct peck_match *match = race->match;
    const struct peck_game *game = match->game;
    bool news = race->count != match->count, chance = false;
    PECK_ASSERT(race->count <= match->count);
    enum peck_status status = grow(race, error);
    if (status != PECK_OK)
        return status;
    for (; race->count < match->count; race->count++) {
        struct peck_ply ply = match->plies[race->count];
        for (int seat = 0; seat < match->setup.seats; seat++) {
            struct peck_ply *seen = &race->plies[seat][race->count];
            seen->seat = ply.seat;
            seen->action = game->seen(&race->state, ply.seat, ply.action, seat);
        }
        game->apply(&race->state, ply.seat, ply.action);
        chance = chance || ply.seat == PECK_CHANCE;
    }
    for (int seat = 0; seat < match->setup.seats && news; seat++) {
        struct peck_racer *racer = &race->racer[seat];
        racer->ready = racer->ready && !chance && may_still(race, seat, racer->action);
    }
    return PECK_OK;
}

static void think(struct peck_race *race, int seat)
{
    const struct peck_match *match = race->match;
    const struct peck_player *player = &race->players[seat];
    struct peck_racer *racer = &race->racer[seat];
    union peck_state view = match->state;
    match->game->redact(&view, seat);
    struct peck_seat knows = {match->game, &match->setup,     seat,
                              &view,       race->plies[seat], race->count};
    struct peck_thought thought = {.estimates = NULL};
    player->bot->think(player, &knows, race->rng, &thought);
    racer->action = thought.action;
    racer->due = race->now + (thought.delay > 0 ? thought.delay : PECK_RACE_DELAY);
    racer->ready = true;
}

enum peck_status peck_race_next(struct peck_race *race, int *seat, uint64_t *due,
                                struct peck_error *error)
{
    struct peck_match *match = race->match;
    enum peck_status status = peck_match_chance(match, race->chance, error);
    if (status == PECK_OK)
        status = catch_up(race, error);
    if (status != PECK_OK)
        return status;
    uint32_t first = 0; /* the seats due first */
    *seat = -1;
    *due = UINT64_MAX;
    for (uint32_t rest = match->game->movers(&match->state); rest != 0; rest &= rest - 1) {
        int mover = __builtin_ctz(rest);
        if (race->players[mover].bot == NULL)
            continue;
        if (!race->racer[mover].ready)
            think(race, mover);
        uint64_t at = race->racer[mover].due;
        if (at < *due)
            first = 0;
        if (at <= *due) {
            *due = at;
            first |= 1u << mover;
        }
    }
    if (first != 0)
        *seat = peck_rng_bit(race->rng, first);
    return PECK_OK;
}

enum peck_status peck_race_act(struct peck_race *race, int seat, struct peck_error *error)
{
    struct peck_racer *racer = &race->racer[seat];
    PECK_ASSERT(racer->ready);
    racer->ready = false;
    race->now = racer->due > race->now ? racer->due : race->now;
    return peck_match_play(race->match, seat, racer->action, error);
}

enum peck_status peck_race_play(struct peck_match *match,
                                const struct peck_player players[], struct peck_rng *chance,
                                struct peck_rng *rng, struct peck_error *error)
{
    struct peck_race race;
    peck_race_begin(&race, match, players, chance, rng);
    int seat;
    uint64_t due;
    enum peck_status status = peck_race_next(&race, &seat, &due, error);
    while (status == PECK_OK && seat >= 0) {
        status = peck_race_act(&race, seat, error);
        if (status == PECK_OK)
            status = peck_race_next(&race, &seat, &due, error);
    }
    peck_race_free(&race);
    return status;
}
