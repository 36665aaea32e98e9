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
    {.kind = STYLE_LINE, .slope = 1, .bias = 5, .thirst = 2},
    {.kind = STYLE_LINE, .slope = 1.5f, .bias = 0},
    {.kind = STYLE_LINE, .slope = 1.5f, .bias = 6},
    {.kind = STYLE_LINE, .slope = 1.5f, .bias = 3, .thirst = 2},
    {.kind = STYLE_LINE, .slope = 2, .bias = 0},
    {.kind = STYLE_LINE, .slope = 2, .bias = 4},
    {.kind = STYLE_LINE, .slope = 2, .bias = 8},
    {.kind = STYLE_LINE, .slope = 3, .bias = 3},
    {.kind = STYLE_LINE, .slope = 1, .bias = 3, .milk = true},
    {.kind = STYLE_LINE, .slope = 1, .bias = 8, .milk = true},
    {.kind = STYLE_LINE, .slope = 1.5f, .bias = 0, .milk = true},
    {.kind = STYLE_LINE, .slope = 2, .bias = 4, .milk = true},
    {.kind = STYLE_LINE, .slope = 3, .bias = 2, .milk = true},
    {.kind = STYLE_VALUE, .slope = 1.5f},
    {.kind = STYLE_VALUE, .slope = 2},
    {.kind = STYLE_VALUE, .slope = 3},
    {.kind = STYLE_VALUE, .slope = 4},
    {.kind = STYLE_EXTORT, .slope = 0.3f, .bias = 0.2f},
    {.kind = STYLE_EXTORT, .slope = 0.4f, .bias = 0.25f},
    {.kind = STYLE_EXTORT, .slope = 0.55f, .bias = 0.3f},
    {.kind = STYLE_MIND}, /* TYPE_SOFT */
    {.kind = STYLE_MIND}, /* TYPE_MAXN */
    {.kind = STYLE_MIND}, /* TYPE_REPLIER */
};

/* The kind of each type; the last has none. */
static const uint8_t kinds[TYPES - 1] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  3,  9,
                                         10, 13, 9,  10, 11, 12, 15, 15, 14, 14, 14,
                                         16, 16, 17, 17, 18, 18, 18, 19, 19};

const float nothanks_slips[SLIPS] = {0.01f, 0.08f, 0.25f};
static const float careless[SLIPS] = {0.4f, 0.35f, 0.25f}; /* how many slip so often */
static const float strangers = 0.15f;

/* Before anything is seen. */
static inline float prior(int type)
{
    const float maxn = 0.15f, soft = 0.1f, replier = 0.15f;
    const float other = (1 - maxn - soft - replier) / (TYPES - 3);
    return type < TYPE_SOFT ? other : type == TYPE_SOFT ? soft : maxn;
}

static void mixture_begin(float mixture[HYPOTHESES])
{
    for (int i = 0; i < SLIPS; i++) {
        for (int t = 0; t < TYPES; t++)
            mixture[i * TYPES + t] = (1 - strangers) * careless[i] * prior(t);
    }
    mixture[STRANGER] = strangers;
}

void beliefs_begin(struct beliefs *beliefs)
{
    for (int seat = 0; seat < SEATS_MAX; seat++)
        mixture_begin(beliefs->of[seat]);
}

/* Bayes, where each seat is, by even odds, of the same hypothesis as the one looked at, and
 * else anybody: what it did is then belief / prior times as likely under the hypothesis as
 * it was to be expected. */
static void mixture_share(float mixture[HYPOTHESES], const float other[HYPOTHESES],
                          const float before[HYPOTHESES])
{
    const float alike = 0.5f;
    for (int h = 0; h < HYPOTHESES; h++)
        mixture[h] *= 1 - alike + alike * other[h] / before[h];
}

void beliefs_share(struct beliefs *beliefs, int seats, int viewer)
{
    struct beliefs own = *beliefs;
    float before[HYPOTHESES];
    mixture_begin(before);
    for (int seat = 0; seat < seats; seat++) {
        float *mixture = beliefs->of[seat], sum = 0;
        if (seat == viewer)
            continue;
        for (int other = 0; other < seats; other++) {
            if (other != seat && other != viewer)
                mixture_share(mixture, own.of[other], before);
        }
        for (int h = 0; h < HYPOTHESES; h++)
            sum += mixture[h];
        for (int h = 0; h < HYPOTHESES; h++)
            mixture[h] /= sum;
    }
}

void beliefs_views(const struct beliefs *beliefs, int seats,
                   struct beliefs views[SEATS_MAX])
{
    for (int viewer = 0; viewer < seats; viewer++) {
        views[viewer] = *beliefs;
        beliefs_share(&views[viewer], seats, viewer);
    }
}

float mixture_type(const float mixture[HYPOTHESES], int type)
{
    float sum = 0;
    for (int i = 0; i < SLIPS; i++)
        sum += mixture[i * TYPES + type] * (1 - 2 * nothanks_slips[i]);
    return sum;
}

void mixture_kinds(const float mixture[HYPOTHESES], float weights[KINDS])
{
    for (int kind = 0; kind < KINDS; kind++)
        weights[kind] = 0;
    for (int t = 0; t < TYPES - 1; t++)
        weights[kinds[t]] += mixture_type(mixture, t);
}

void styles_take(const struct nothanks *s, const struct costs *costs, int seat,
                 float takes[TYPES])
{
    for (int t = 0; t < TYPE_SOFT; t++)
        takes[t] = (float)style_takes(&nothanks_types[t], s, costs, seat);
}

/* A stranger is any of the types, with a slip of its own. */
static float stranger_takes(const float takes[TYPES])
{
    const float slip = 0.05f;
    float sum = prior(TYPE_SOFT) * takes[TYPE_SOFT] + prior(TYPE_MAXN) * takes[TYPE_MAXN] +
                prior(TYPE_REPLIER) * takes[TYPE_REPLIER],
          styles = 0;
    for (int t = 0; t < TYPE_SOFT; t++)
        styles += takes[t];
    return slip + (1 - 2 * slip) * (sum + prior(0) * styles);
}

float mixture_takes(const float mixture[HYPOTHESES], const float takes[TYPES])
{
    enum { LANES = 8 }; /* sums side by side, which a compiler may not make by itself */
    float sums[LANES] = {0}, chance = mixture[STRANGER] * stranger_takes(takes);
    for (int i = 0; i < SLIPS; i++) {
        float slip = nothanks_slips[i];
        for (int t = 0; t < TYPES; t += LANES) {
            for (int lane = 0; lane < LANES; lane++)
                sums[lane] += mixture[i * TYPES + t + lane] *
                              (slip + (1 - 2 * slip) * takes[t + lane]);
        }
    }
    for (int lane = 0; lane < LANES; lane++)
        chance += sums[lane];
    return chance;
}

void mixture_learn(float mixture[HYPOTHESES], const float takes[TYPES], bool took)
{
    const float fresh = 0.001f; /* people change: what was ruled out can come back */
    float chance = mixture_takes(mixture, takes), stranger = stranger_takes(takes);
    float scale = (1 - fresh) / (took ? chance : 1 - chance), sign = took ? 1 : -1;
    for (int i = 0; i < SLIPS; i++) {
        float slip = nothanks_slips[i], none = took ? slip : 1 - slip;
        float again = fresh * (1 - strangers) * careless[i];
        for (int t = 0; t < TYPES; t++) {
            float likely = none + sign * (1 - 2 * slip) * takes[t];
            float *weight = &mixture[i * TYPES + t];
            *weight = *weight * likely * scale + again * prior(t);
        }
    }
    mixture[STRANGER] =
        mixture[STRANGER] * (took ? stranger : 1 - stranger) * scale + fresh * strangers;
}
