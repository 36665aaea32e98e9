/* rules_of_thumb.h — players of Heckmeck that follow a rule of thumb and solve nothing. */
#ifndef HECKMECK_RULES_OF_THUMB_H
#define HECKMECK_RULES_OF_THUMB_H

#include "../rules/state.h"

enum manner {
    MANNER_SAFE,   /* the highest face */
    MANNER_MAXSUM, /* the largest count × value */
    MANNER_SIMPLE, /* the same, but with two faces chosen worms when they show */
    MANNER_TAG,    /* a face that allows a tile at once; else two worms; else the largest */
};

/* The action by that manner, for the seat whose turn it is. All of them end the turn with
 * the first tile they can have. */
uint32_t heckmeck_plain_action(enum manner manner, const struct heckmeck *state);
/* The same where a turn ends: take, steal, roll or stop. */
uint32_t heckmeck_first_tile(const struct heckmeck *state);
/* Choices outside the dice: the golden die and the weasel against failing are used, the
 * others go to the first there is. 0 for any other. */
uint32_t heckmeck_plain_aside(const struct heckmeck *state);

#endif
