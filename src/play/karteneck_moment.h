/* karteneck_moment.h — each seat's chance of winning at any ply of a full state, at once.
 *
 * The bots judge a round by playing it out; that is too slow, and too full of luck, for
 * telling the luck of every single card. So a third net learns from the same matches what
 * the value at the round's end will be. It sees all hands, and is no bot's to ask. */
#ifndef PLAY_KARTENECK_MOMENT_H
#define PLAY_KARTENECK_MOMENT_H

#include "karteneck_nets.h"

uint32_t moment_inputs(int seats);
/* Any full state from the deal to the end of the match. */
void moment_look(const struct karteneck *s, struct net_input *input);
/* The tile that each seat would get if all passed now, clockwise from the seat on turn; -1:
 * none, or its tile is taken already. What lies open says it. */
void moment_prospects(const struct karteneck *s, int *tile);
/* struct peck_skill.value. */
void moment_value(const void *state, double win[]);

#endif
