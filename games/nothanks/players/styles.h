/* styles.h — ways of playing No Thanks! that are a rule of thumb each.
 *
 * Styles are the opponents that strength is measured against, the types by which a stronger
 * player tells others apart (beliefs.h), and the company it is trained in. A style looks at
 * a full state: a player who remembers everything has one, since chips are paid and taken
 * openly. */
#ifndef NOTHANKS_STYLES_H
#define NOTHANKS_STYLES_H

#include "../rules/state.h"

enum style_kind {
    STYLE_RANDOM,
    STYLE_LINE,   /* take when the pot is worth cost − bias or more, see struct style */
    STYLE_VALUE,  /* take when slope · pot ≥ card, or the card costs nothing */
    STYLE_EXTORT, /* weighs chips by how few are left; takes from `slope` of the cost on */
    STYLE_MIND,   /* what a network says: see struct minds in auction.h */
};

/* What somebody who would take lets go round while nobody else wants it. */
enum patience { TAKES_AT_ONCE, MILKS_FREE, MILKS_ALL };

struct style {
    uint8_t kind;
    uint8_t patience; /* of a line: cards that cost nothing, or any */
    bool spares;      /* counts the chip that refusing costs */
    float slope,
        bias;     /* worth of a chip on the card, and what a card may cost for nothing */
    float early;  /* added to the slope at the first card, less and less until the last */
    float thirst; /* added for each chip below four in hand */
    float pinch;  /* what being out of chips is feared like: over chips plus one */
    float blur;   /* how far off, in points, a decision may be felt to be the other way */
};

/* What the card up would add to each seat's card points: below 0 when it joins or lowers a
 * run. */
struct costs {
    int8_t of[SEATS_MAX];
};

struct costs nothanks_costs_of(const struct nothanks *s);
/* By how many points taking is right for a seat of this style, where it may choose; from 0
 * on it takes. Never asked of STYLE_MIND, nor of STYLE_RANDOM, which has no idea. */
float nothanks_style_margin(const struct style *style, const struct nothanks *s,
                            const struct costs *costs, int seat);
/* The chance of a take by that: a ramp, as wide as the blur on either side. */
static inline float margin_takes(float margin, float blur)
{
    if (blur <= 0)
        return margin >= 0;
    float chance = 0.5f + 0.5f * margin / blur;
    return chance < 0 ? 0 : chance > 1 ? 1 : chance;
}

/* The chance that a seat of this style takes; never asked of STYLE_MIND. */
double nothanks_style_takes(const struct style *style, const struct nothanks *s,
                            const struct costs *costs, int seat);

#endif
