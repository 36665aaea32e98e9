/* play.c — random play through the struct, from the same text as the games' hot loops. */
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
