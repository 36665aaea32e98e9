/* play.c — random play of any game through its struct of functions.
 *
 * Each game's own file includes the same text, play.inc, with its functions inlined; that
 * is the fast one. A law in the tests demands that both play the same match. */
#include <peck/game.h>

#define PLAY_FUNCTION                                                                      \
    uint32_t peck_playout(const struct peck_game *game, void *state, struct peck_rng *rng, \
                          uint32_t limit)
#define PLAY_ACTIONS PECK_ACTIONS_MAX
#define PLAY_MOVERS game->movers
#define PLAY_LEGAL game->legal
#define PLAY_SAMPLE game->sample
#define PLAY_APPLY game->apply
#include "play.inc"
