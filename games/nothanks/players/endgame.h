/* endgame.h — works out the last card of No Thanks! to the end of the match.
 *
 * With one card to come, only the card itself is unknown. Each unseen card is equally
 * likely, and the auction over it ends in scores. */
#ifndef NOTHANKS_ENDGAME_H
#define NOTHANKS_ENDGAME_H

#include "../rules/state.h"

/* Shares of the win and points, in the mean, before the last flip. Every seat does what is
 * best for itself: of two actions that win as much it prefers the better points, and else
 * takes. */
void nothanks_last(const struct nothanks *s, float shares[], float points[]);

#endif
