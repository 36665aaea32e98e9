/* race.c — the clock of the race, and a match played by it.
 *
 * The clock is virtual: it jumps to the time of the next action, and no one waits. A door
 * that shows the match to people waits by itself until the action is due. Because thinking
 * costs no real time, a match is a function of its seeds, although delays are random and
 * seats overtake one another.
 *
 * The rule is in the functions of struct peck_clock, which know no match; the arena
 * (referee.c) uses them too. struct peck_race adds the log: it follows the match ply by ply
 * and keeps for each seat the plies as the seat saw them, so that a bot can be asked at any
 * time without playing the match again. */
#include "race.h"

#include <stdlib.h>
#include <string.h>

/* ---- The clock ---- */

void peck_clock_intend(struct peck_clock *clock, int seat, uint32_t action, uint64_t delay)
{
    uint64_t due = clock->now + (delay > 0 ? delay : PECK_RACE_DELAY);
    clock->racer[seat] = (struct peck_racer){true, action, due};
}

void peck_clock_think(struct peck_clock *clock, const struct peck_player *player,
                      struct peck_seat knows, struct peck_rng *rng)
{
    union peck_state view;
    struct peck_thought thought = {.estimates = NULL};
    memcpy(&view, knows.view, knows.game->state_size);
    knows.game->redact(&view, knows.seat);
    knows.view = &view;
    player->bot->think(player, &knows, rng, &thought);
    peck_clock_intend(clock, knows.seat, thought.action, thought.delay);
}

static bool is_legal(const struct peck_game *game, const void *state, int seat,
                     uint32_t action)
{
    uint32_t actions[PECK_ACTIONS_MAX];
    uint32_t count = game->legal(state, seat, actions);
    for (uint32_t i = 0; i < count; i++) {
        if (actions[i] == action)
            return true;
    }
    return false;
}

void peck_clock_heed(struct peck_clock *clock, const struct peck_game *game,
                     const void *state, int who)
{
    for (int seat = 0; seat < PECK_SEATS_MAX; seat++) {
        struct peck_racer *racer = &clock->racer[seat];
        racer->ready = racer->ready && who != PECK_CHANCE && who != seat &&
                       is_legal(game, state, seat, racer->action);
    }
}

int peck_clock_next(const struct peck_clock *clock, uint32_t who, struct peck_rng *rng)
{
    uint32_t first = 0; /* the seats due first */
    uint64_t due = UINT64_MAX;
    for (uint32_t rest = who; rest != 0; rest &= rest - 1) {
        const struct peck_racer *racer = &clock->racer[__builtin_ctz(rest)];
        if (!racer->ready || racer->due > due)
            continue;
        first = (racer->due < due ? 0 : first) | (rest & -rest);
        due = racer->due;
    }
    return first == 0 ? -1 : peck_rng_bit(rng, first);
}

uint32_t peck_clock_act(struct peck_clock *clock, int seat)
{
    struct peck_racer *racer = &clock->racer[seat];
    PECK_ASSERT(racer->ready);
    racer->ready = false;
    clock->now = racer->due > clock->now ? racer->due : clock->now;
    return racer->action;
}

/* ---- The match ---- */

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
            peck_error_say(error, "error.memory");
            return PECK_NO_MEMORY;
        }
        race->plies[seat] = plies;
    }
    race->room = room;
    return PECK_OK;
}

/* Takes in what the log has more. */
static enum peck_status catch_up(struct peck_race *race, struct peck_error *error)
{
    const struct peck_match *match = race->match;
    const struct peck_game *game = match->game;
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
        peck_clock_heed(&race->clock, game, &race->state, ply.seat);
    }
    return PECK_OK;
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
    uint32_t bots = 0;
    for (uint32_t rest = match->game->movers(&match->state); rest != 0; rest &= rest - 1) {
        int mover = __builtin_ctz(rest);
        struct peck_seat knows = {match->game,   &match->setup,      mover,
                                  &match->state, race->plies[mover], race->count};
        if (race->players[mover].bot == NULL)
            continue;
        if (!race->clock.racer[mover].ready)
            peck_clock_think(&race->clock, &race->players[mover], knows, race->rng);
        bots |= 1u << mover;
    }
    *seat = peck_clock_next(&race->clock, bots, race->rng);
    *due = *seat < 0 ? UINT64_MAX : race->clock.racer[*seat].due;
    return PECK_OK;
}

enum peck_status peck_race_act(struct peck_race *race, int seat, struct peck_error *error)
{
    uint32_t action = peck_clock_act(&race->clock, seat);
    return peck_match_play(race->match, seat, action, error);
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
