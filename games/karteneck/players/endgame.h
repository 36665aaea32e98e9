/* endgame.h — calculates the last decisions of a match of Karteneck exactly.
 *
 * When all other seats have passed in the last round, nobody answers any more: only the
 * seat's own lays and draws and the share-out are left. Every action then has an exact
 * value, the mean over all cards that may be drawn, with the best choice after each. A card
 * drawn is any of those that the seat has not seen, each equally likely. The other hands do
 * not count any more (KE-40), so a hidden hand is only a number of cards that are not
 * drawn.
 *
 * What the others' play says about their hands is left out. Players who hold worm cards lay
 * them, so the deck has a few more than their share. In 10,000 matches of the level normal
 * 22.7 % of the deck were worm cards at two seats and 23.4 % at four; of all cards not seen
 * it was 22.4 and 21.4 %. */
#ifndef KARTENECK_ENDGAME_H
#define KARTENECK_ENDGAME_H

#include "sampled_world.h"

#include <peck/bot.h>

/* Where nobody but the seat on turn acts any more, whatever it does: the action with the
 * best chance of winning, among equals with the most points, and the estimates of all, if
 * asked for. False, and nothing written, where it is not so, and where there is too much to
 * calculate, or no memory. */
bool karteneck_last_solve(const struct karteneck *view, struct peck_thought *thought);

#endif
