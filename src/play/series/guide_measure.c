/* guide_measure.c — measures how strong a player by a strategy guide is, in the arena.
 *
 * The guide, `normal` or `easy` is the hero in a gauntlet among `hard`, in every seat in
 * turn. A guide that is not compiled in yet gets a bot of its own, which carries the guide
 * behind it. The rate is adjusted for luck where the game has a value function. */
#include "arena.h"
#include "play/guide.h"
#include "standing.h"

/* A bot that plays by a guide of its own, not by the one compiled in; the arena gives it
 * back to us as the first member. */
struct reader {
    struct peck_bot bot;
    const struct peck_guide *guide;
};

static void read_and_think(const struct peck_player *player, const struct peck_seat *seat,
                           struct peck_rng *rng, struct peck_thought *thought)
{
    const struct reader *reader = (const void *)player->bot;
    peck_guide_play(reader->guide, player, seat, rng, thought);
}

enum peck_status peck_guide_measure(const struct peck_guide_trial *trial,
                                    const struct peck_guide *guide,
                                    enum peck_guide_hero hero,
                                    struct peck_guide_result *result,
                                    struct peck_error *error)
{
    struct reader reader = {{.name = "guide", .think = read_and_think}, guide};
    struct peck_arena arena = {
        .game = trial->game,
        .setup = trial->setup,
        .entrant_count = 2,
        .seed = trial->seed,
        .blocks =
            (uint32_t)((trial->matches + trial->setup.seats - 1) / trial->setup.seats),
        .threads = trial->threads,
        .value = peck_skill_of(trial->game)->value,
        .watch = trial->watch,
        .context = trial->context,
    };
    enum peck_status status = peck_entrant_find(trial->game, peck_guide_heroes[hero], 0,
                                                &arena.entrants[0], error);
    if (status == PECK_OK)
        status = peck_entrant_find(trial->game, peck_level_names[PECK_HARD], 0,
                                   &arena.entrants[1], error);
    if (status != PECK_OK)
        return status;
    if (hero == PECK_HERO_GUIDE)
        arena.entrants[0].player.bot = &reader.bot;
    peck_error_say(error, "error.memory");
    status = peck_arena_begin(&arena);
    if (status == PECK_OK)
        status = peck_arena_play(&arena, error);
    if (status == PECK_OK) {
        struct peck_standing standing;
        peck_standing_of(&arena, 0, &standing);
        *result = (struct peck_guide_result){standing.matches, standing.adjusted.mean,
                                             standing.adjusted.error};
    }
    peck_arena_free(&arena);
    return status;
}
