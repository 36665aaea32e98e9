/* choice.c — numbers the actions of a game without gaps, as learning programs need them.
 *
 * The codes of actions are a game's own and leave gaps. A game lists its codes as *runs*,
 * stretches of consecutive codes; a choice is the position of a code in all runs together.
 * So the number of choices is small and fixed, and masks and policies are plain arrays. A
 * game without runs (a board without end has too many codes) numbers the legal actions of
 * each position instead. Actions and runs both ascend, so a whole list is converted in one
 * walk. */
#include <peck/game.h>

uint32_t peck_choice_count(const struct peck_game *game)
{
    uint32_t count = 0;
    for (int i = 0; i < game->run_count; i++)
        count += game->runs[i].count;
    return game->run_count == 0 ? game->actions_max : count;
}

/* Actions and runs both ascend, so one walk along the runs serves the whole list. */
void peck_choices(const struct peck_game *game, const uint32_t *actions, uint32_t count,
                  uint32_t *choices)
{
    const struct peck_run *run = game->runs;
    uint32_t before = 0; /* choices of the runs behind us */
    for (uint32_t i = 0; i < count; i++) {
        if (game->run_count == 0) {
            choices[i] = i;
            continue;
        }
        while (actions[i] - run->code >= run->count) { /* below `code` wraps: huge */
            before += run->count;
            run++;
            PECK_ASSERT(run < game->runs + game->run_count);
        }
        choices[i] = before + (actions[i] - run->code);
    }
}

uint32_t peck_choice_action(const struct peck_game *game, uint32_t choice)
{
    PECK_ASSERT(game->run_count > 0 && choice < peck_choice_count(game));
    const struct peck_run *run = game->runs;
    while (choice >= run->count)
        choice -= run++->count;
    return run->code + choice;
}
