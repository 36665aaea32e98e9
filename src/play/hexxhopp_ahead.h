/* hexxhopp_ahead.h — one placement ahead: what it brings, and what it opens and closes. */
#ifndef PLAY_HEXXHOPP_AHEAD_H
#define PLAY_HEXXHOPP_AHEAD_H

#include "hexxhopp_policy.h"

/* How good it is for the seat to place a tile there, about in tiles. Works on the seat's
 * view. */
double hexx_ahead(const struct hexxhopp *s, int seat, const struct spot *spot);

#endif
