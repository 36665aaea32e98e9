/* endgame.h — the last to act in the last round of Karteneck, calculated.
 *
 * When all others have passed in the last round, nobody answers any more: what is left are
 * the seat's own lays and draws, and the share-out. So every action has an exact value, the
 * mean over all cards that may be drawn, with the best choice after each. A card drawn is
 * any of those that the seat has not seen, equally likely: what the others still hold does
 * not count any more (KE-40), so a hidden hand is no more than cards that are not drawn.
 *
 * Left out is what the others' play tells of their hands: who holds worm cards lays them,
 * so the deck has a few more. In 10,000 matches of the level normal 22.7 % of it were worm
 * cards at two seats and 23.4 % at four, of all cards not seen 22.4 and 21.4 %. */
#ifndef KARTENECK_ENDGAME_H
#define KARTENECK_ENDGAME_H

#include "sampled_world.h"

#include <peck/bot.h>

/* Where nobody but the seat on turn acts any more, whatever it does: the action with the
 * best chance of winning, among equals with the most points, and the estimates of all, if
 * asked for. False, and nothing written, where it is not so, and where there is too much to
 * calculate, or no memory. */
bool last_solve(const struct karteneck *view, struct peck_thought *thought);

#endif
