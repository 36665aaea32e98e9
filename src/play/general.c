/* general.c — bots for any game, and the levels of a game that has no bots of its own.
 *
 * All but `random` are the search of mcts.c with more and more work, ten times as much from
 * one level to the next. A game's own bot replaces a level of the same name: bot.c looks
 * there first. */
#include "general.h"
#include "kit.h"

static void think_randomly(const struct peck_player *player, const struct peck_seat *seat,
                           struct peck_rng *rng, struct peck_thought *thought)
{
    (void)player;
    kit_answer(thought, kit_any_action(seat, rng));
}

/* Random play runs at 16 to 130 million plies a second on one core, so that the work is
 * done in well under the milliseconds, which are there for slower machines. */
const struct peck_bot peck_general_bots[] = {
    {.name = "random",
     .help = "any legal action, each equally likely",
     .think = think_randomly},
    {.name = "easy",
     .help = "a glance ahead; work: 1000 plies of random play",
     .budget = {10, 10},
     .think = mcts_think},
    {.name = "normal",
     .help = "some search; work: 1000 plies of random play",
     .budget = {10, 100},
     .think = mcts_think},
    {.name = "hard",
     .help = "a good search; work: 1000 plies of random play",
     .budget = {100, 1000},
     .think = mcts_think},
    {.name = "expert",
     .help = "a long search; work: 1000 plies of random play",
     .budget = {1000, 10000},
     .think = mcts_think},
    {.name = "mcts",
     .help = "tree search of N iterations; work: 1000 plies of random play",
     .low = 1,
     .high = 10000000,
     .standard = 1000,
     .think = mcts_think},
    {.name = "flat",
     .help = "N random playouts for each action; work: 1000 plies of random play",
     .low = 1,
     .high = 1000000,
     .standard = 100,
     .think = mcts_flat_think},
};
const int peck_general_bot_count = sizeof peck_general_bots / sizeof *peck_general_bots;
