/* general.h — bots that know no particular game: they play any game by the contract alone.
 */
#ifndef PLAY_GENERAL_H
#define PLAY_GENERAL_H

#include <peck/bot.h>

extern const struct peck_bot peck_general_bots[];
extern const int peck_general_bot_count;

/* mcts.c. The parameter is the number of iterations (0: as many as the budget allows) … */
void mcts_think(const struct peck_player *player, const struct peck_seat *seat,
                struct peck_rng *rng, struct peck_thought *thought);
/* … or, for this one, of playouts for each action. */
void mcts_flat_think(const struct peck_player *player, const struct peck_seat *seat,
                     struct peck_rng *rng, struct peck_thought *thought);

#endif
