/* nothanks_styles.h — ways of playing No Thanks! that are a rule of thumb each.
 *
 * They are the reference opponents, the types that a stronger player tells others apart by,
 * and the company it is trained in. A style looks at a full state: a player with a memory
 * has one, since chips are paid and taken openly. */
#ifndef PLAY_NOTHANKS_STYLES_H
#define PLAY_NOTHANKS_STYLES_H

#include "games/nothanks.h"

enum style_kind {
    STYLE_RANDOM,
    STYLE_LINE,   /* take when slope · pot + need(chips) ≥ cost − bias, see struct style */
    STYLE_VALUE,  /* take when slope · pot ≥ card, or the card costs nothing */
    STYLE_EXTORT, /* weighs chips by how few are left; takes from `slope` of the cost on */
    STYLE_MIND,   /* what a network says: see struct minds in nothanks_chain.h */
};

struct style {
    uint8_t kind;
    bool milk; /* lets a card that costs nothing go round while nobody wants it */
    float slope,
        bias;     /* worth of a chip on the card, and what a card may cost for nothing */
    float thirst; /* added for each chip below four in hand */
    float blur;   /* of a line: the spread, in points, of where it is felt to be */
};

/* What the card up would add to each seat's card points: below 0 when it joins or lowers a
 * run. */
struct costs {
    int8_t of[SEATS_MAX];
};

struct costs costs_of(const struct nothanks *s);
/* The chance that a seat of this style takes in a state where it may choose; never asked of
 * STYLE_MIND. */
double style_takes(const struct style *style, const struct nothanks *s,
                   const struct costs *costs, int seat);

#endif
