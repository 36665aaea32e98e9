/* nothanks_belief.c — see nothanks_belief.h. */
#include "nothanks_belief.h"

/* A grid over what people do, not a list of known opponents: how much a card may cost
 * before a chip lies on it, and what each chip is worth. */
const struct style nothanks_types[TYPES] = {
    {.kind = STYLE_RANDOM},
    {.kind = STYLE_LINE, .slope = 1, .bias = 0},
    {.kind = STYLE_LINE, .slope = 1, .bias = 3},
    {.kind = STYLE_LINE, .slope = 1, .bias = 6},
    {.kind = STYLE_LINE, .slope = 1, .bias = 8},
    {.kind = STYLE_LINE, .slope = 1, .bias = 10},
    {.kind = STYLE_LINE, .slope = 1, .bias = 13},
    {.kind = STYLE_LINE, .slope = 1, .bias = 17},
    {.kind = STYLE_LINE, .slope = 1, .bias = 22},
    {.kind = STYLE_LINE, .slope = 2, .bias = 0},
    {.kind = STYLE_LINE, .slope = 2, .bias = 4},
    {.kind = STYLE_LINE, .slope = 2, .bias = 8},
    {.kind = STYLE_LINE, .slope = 3, .bias = 3},
    {.kind = STYLE_LINE, .slope = 1.5f, .bias = 3, .thirst = 2},
    {.kind = STYLE_LINE, .slope = 2, .bias = 4, .milk = true},
    {.kind = STYLE_LINE, .slope = 1, .bias = 8, .milk = true},
    {.kind = STYLE_VALUE, .slope = 2},
    {.kind = STYLE_VALUE, .slope = 3},
    {.kind = STYLE_EXTORT, .slope = 0.4f, .bias = 0.25f},
    {.kind = STYLE_MAXN},
};

/* Before anything is seen. */
static float prior(int type)
{
    const float maxn = 0.2f;
    return type == TYPE_MAXN ? maxn : (1 - maxn) / (TYPES - 1);
}

void beliefs_begin(struct beliefs *beliefs)
{
    const float strange = 0.15f;
    for (int i = 0; i < SEATS_MAX; i++) {
        for (int t = 0; t < TYPES; t++)
            beliefs->of[i][t] = (1 - strange) * prior(t);
        beliefs->of[i][STRANGER] = strange;
    }
}

float mixture_type(const float mixture[HYPOTHESES], int type)
{
    return mixture[type] + mixture[STRANGER] * prior(type);
}

void types_take(const struct nothanks *s, const struct costs *costs, int seat, bool maxn,
                float takes[HYPOTHESES])
{
    const float slip = 0.03f; /* one decision in thirty is not what the type would do */
    takes[STRANGER] = 0;
    for (int t = 0; t < TYPES; t++) {
        float chance =
            t == TYPE_MAXN ? maxn : style_takes(&nothanks_types[t], s, costs, seat);
        takes[t] = slip + (1 - 2 * slip) * chance;
        takes[STRANGER] += prior(t) * takes[t];
    }
}

float mixture_takes(const float mixture[HYPOTHESES], const float takes[HYPOTHESES])
{
    float chance = 0;
    for (int t = 0; t < HYPOTHESES; t++)
        chance += mixture[t] * takes[t];
    return chance;
}

void mixture_learn(float mixture[HYPOTHESES], const float takes[HYPOTHESES], bool took)
{
    const float least = 1e-6f; /* a type once ruled out can come back */
    float sum = 0;
    for (int t = 0; t < HYPOTHESES; t++) {
        mixture[t] = mixture[t] * (took ? takes[t] : 1 - takes[t]) + least;
        sum += mixture[t];
    }
    for (int t = 0; t < HYPOTHESES; t++)
        mixture[t] /= sum;
}
