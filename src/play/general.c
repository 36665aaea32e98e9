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
    kit_answer(thought, kit_any_action(seat, rng));
}

/* Random play runs at 16 to 130 million plies a second on one core, so that the work is
 * done in well under the milliseconds, which are there for slower machines. */
const struct peck_bot peck_general_bots[] = {
    PECK_BOT("random", think_randomly, "any legal action, each equally likely"),
    PECK_BOT("easy", mcts_think, "a glance ahead; work: 1000 plies of random play",
             .budget = {10, 10}),
    PECK_BOT("normal", mcts_think, "some search; work: 1000 plies of random play",
             .budget = {10, 100}),
    PECK_BOT("hard", mcts_think, "a good search; work: 1000 plies of random play",
             .budget = {100, 1000}),
    PECK_BOT("expert", mcts_think, "a long search; work: 1000 plies of random play",
             .budget = {1000, 10000}),
    PECK_BOT("mcts", mcts_think,
             "tree search of N iterations; work: 1000 plies of random play", .low = 1,
             .high = 10000000, .standard = 1000),
    PECK_BOT("flat", mcts_flat_think,
             "N random playouts for each action; work: 1000 plies of random play", .low = 1,
             .high = 1000000, .standard = 100),
};
const int peck_general_bot_count = sizeof peck_general_bots / sizeof *peck_general_bots;
