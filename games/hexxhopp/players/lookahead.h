/* lookahead.h — judges one placement: what it brings now, and what it opens and closes. */
#ifndef HEXXHOPP_LOOKAHEAD_H
#define HEXXHOPP_LOOKAHEAD_H

#include "fast_policy.h"

/* How good it is for the seat to place a tile there, about in tiles. Works on the seat's
 * view. */
double hexxhopp_ahead(const struct hexxhopp *s, int seat, const struct spot *spot);

#endif
