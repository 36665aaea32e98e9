/* beliefs.c — learns each seat's type by Bayes' rule, and foresees its decisions.
 *
 * The problem. In No Thanks! styles beat one another in circles, so the best reply depends
 * on who sits at the table. All decisions are made openly, and there are dozens of them in
 * a match: enough to learn how somebody plays.
 *
 * The hypotheses. 61 types are rules of thumb (styles.h). They are a grid over what people
 * do, not a list of known opponents: how much a card may cost without chips on it, what a
 * chip is worth, who waits for more. Three types use a network: one that assumes
 * that everybody does what is best for itself (maxⁿ), the same but unsure where it is
 * close, and the *replier*, who replies to what it believes of the others, as these bots
 * do. Nobody is quite a type. So each type comes at three levels: exact, rough (decisions
 * within 4 points of the line may go the other way), and vague (within 8 points, with one
 * slip in eight). With the *stranger*, who does what the types do on average, there are 193
 * hypotheses. Somebody who only resembles a type is soon believed to be a rough one; then
 * decisions are foreseen as vaguely as they should be where it is close, and the reply to
 * them is no bolder.
 *
 * Updates. After a decision each probability is multiplied by the chance that the
 * hypothesis gave to it. Then a thousandth of the belief goes back to where it began,
 * because people change, and so a hypothesis that was ruled out can come back. The sum is
 * computed again each time; dividing by the expected chance would let rounding errors grow.
 *
 * Beliefs are kept for each seat on its own, and are the same for all who watch.
 * nothanks_beliefs_share() makes from them what one viewer thinks: people at one table are
 * often alike, so what one of the others did counts, with even odds, for the rest as well.
 * A viewer's own seat is not part of that. The replier can be foreseen just because what it
 * believes can be worked out.
 *
 * Evidence for each of these choices is in docs/training.md. */
#include "beliefs.h"

/* Those for whom chips are worth more while many cards are to come, and when they have few;
 * they know that refusing costs one, too. */
#define TIMED(WAITS, EARLY, BIAS, PINCH)                                                   \
    {.kind = STYLE_LINE,                                                                   \
     .patience = WAITS,                                                                    \
     .spares = true,                                                                       \
     .slope = 1,                                                                           \
     .early = EARLY,                                                                       \
     .bias = BIAS,                                                                         \
     .pinch = PINCH}
#define TIMED_FOUR(WAITS, EARLY)                                                           \
    TIMED(WAITS, EARLY, 0, 0), TIMED(WAITS, EARLY, 0, 12), TIMED(WAITS, EARLY, 3, 25),     \
        TIMED(WAITS, EARLY, -3, 25)

/* A grid over what people do, not a list of known opponents: how much a card may cost
 * before a chip lies on it, what each chip is worth, and who waits for more of them. */
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
    {.kind = STYLE_LINE, .slope = 1, .bias = 3, .patience = MILKS_FREE},
    {.kind = STYLE_LINE, .slope = 1, .bias = 8, .patience = MILKS_FREE},
    {.kind = STYLE_LINE, .slope = 1.5f, .bias = 0, .patience = MILKS_FREE},
    {.kind = STYLE_LINE, .slope = 2, .bias = 4, .patience = MILKS_FREE},
    {.kind = STYLE_LINE, .slope = 3, .bias = 2, .patience = MILKS_FREE},
    {.kind = STYLE_VALUE, .slope = 1.5f},
    {.kind = STYLE_VALUE, .slope = 2},
    {.kind = STYLE_VALUE, .slope = 3},
    {.kind = STYLE_VALUE, .slope = 4},
    {.kind = STYLE_EXTORT, .slope = 0.3f, .bias = 0.2f},
    {.kind = STYLE_EXTORT, .slope = 0.4f, .bias = 0.25f},
    {.kind = STYLE_EXTORT, .slope = 0.55f, .bias = 0.3f},
    TIMED_FOUR(MILKS_ALL, 0.5f),
    TIMED_FOUR(MILKS_ALL, 1.25f),
    TIMED_FOUR(MILKS_ALL, 2.25f),
    TIMED_FOUR(MILKS_ALL, 3.5f),
    TIMED_FOUR(MILKS_ALL, 5.5f),
    TIMED_FOUR(TAKES_AT_ONCE, 0.75f),
    TIMED_FOUR(TAKES_AT_ONCE, 2),
    TIMED_FOUR(TAKES_AT_ONCE, 4),
    {.kind = STYLE_MIND}, /* TYPE_SOFT */
    {.kind = STYLE_MIND}, /* TYPE_MAXN */
    {.kind = STYLE_MIND}, /* TYPE_REPLIER */
};

/* The kind of each type; the last has none. */
static const uint8_t kinds[TYPES - 1] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  3,  9,  10, 13, 9,  10, 11, 12, 15, 15, 14, 14,
    14, 16, 16, 17, 17, 18, 18, 18, 15, 15, 15, 15, 15, 15, 15, 15, 14, 14, 14, 14, 14,
    14, 14, 14, 14, 14, 14, 14, 10, 10, 10, 10, 10, 10, 10, 10, 12, 12, 12, 12, 19, 19};

const float nothanks_slips[LEVELS] = {0.01f, 0.02f, 0.12f};
const float nothanks_blurs[LEVELS] = {0, 4, 8};
static const float careless[LEVELS] = {0.4f, 0.35f, 0.25f}; /* how many are of a level */
static const float strangers = 0.15f;
enum { WEIGHTS = TYPE_SOFT + 3 * 3 + 5 }; /* their sum: three extort, five milk */

/* How much more often than others a style is met: who makes others pay for what is cheap to
 * him does well. */
static inline float weight_of(const struct style *style)
{
    return style->kind == STYLE_EXTORT ? 4 : style->patience == MILKS_FREE ? 2 : 1;
}

/* Before anything is seen. */
static inline float prior(int type)
{
    const float maxn = 0.15f, soft = 0.1f, replier = 0.15f;
    const float unit = (1 - maxn - soft - replier) / WEIGHTS;
    if (type >= TYPE_SOFT)
        return type == TYPE_SOFT ? soft : maxn;
    return unit * weight_of(&nothanks_types[type]);
}

static void mixture_begin(float mixture[HYPOTHESES])
{
    for (int i = 0; i < LEVELS; i++) {
        for (int t = 0; t < TYPES; t++)
            mixture[i * TYPES + t] = (1 - strangers) * careless[i] * prior(t);
    }
    mixture[STRANGER] = strangers;
}

void nothanks_beliefs_begin(struct beliefs *beliefs)
{
    for (int seat = 0; seat < SEATS_MAX; seat++)
        mixture_begin(beliefs->of[seat]);
}

/* Bayes' rule for what one seat says about another. With even odds the other seat is of the
 * same hypothesis; otherwise it is anybody. Under the first, what it did is other / before
 * times as likely as it was to be expected. */
static void mixture_share(float mixture[HYPOTHESES], const float other[HYPOTHESES],
                          const float before[HYPOTHESES])
{
    const float alike = 0.5f;
    for (int h = 0; h < HYPOTHESES; h++)
        mixture[h] *= 1 - alike + alike * other[h] / before[h];
}

void nothanks_beliefs_share(struct beliefs *beliefs, int seats, int viewer)
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

void nothanks_beliefs_views(const struct beliefs *beliefs, int seats,
                            struct beliefs views[SEATS_MAX])
{
    for (int viewer = 0; viewer < seats; viewer++) {
        views[viewer] = *beliefs;
        nothanks_beliefs_share(&views[viewer], seats, viewer);
    }
}

float nothanks_mixture_type(const float mixture[HYPOTHESES], int type)
{
    float sum = 0;
    for (int i = 0; i < LEVELS; i++)
        sum += mixture[i * TYPES + type] * (1 - 2 * nothanks_slips[i]);
    return sum;
}

void nothanks_mixture_kinds(const float mixture[HYPOTHESES], float weights[KINDS])
{
    for (int kind = 0; kind < KINDS; kind++)
        weights[kind] = 0;
    for (int t = 0; t < TYPES - 1; t++)
        weights[kinds[t]] += nothanks_mixture_type(mixture, t);
}

/* ---- What is done here. ---- */

static float slipping(float takes, int level)
{
    return nothanks_slips[level] + (1 - 2 * nothanks_slips[level]) * takes;
}

void nothanks_odds_of_styles(struct odds *odds, const struct nothanks *s,
                             const struct costs *costs, int seat)
{
    float margins[TYPES];
    nothanks_odds_of_type(odds, 0, 0.5f); /* STYLE_RANDOM */
    for (int t = 1; t < TYPE_SOFT; t++)
        margins[t] = nothanks_style_margin(&nothanks_types[t], s, costs, seat);
    for (int i = 0; i < LEVELS; i++) {
        for (int t = 1; t < TYPE_SOFT; t++)
            odds->takes[i * TYPES + t] =
                slipping(margin_takes(margins[t], nothanks_blurs[i]), i);
    }
}

void nothanks_odds_of_type(struct odds *odds, int type, float takes)
{
    for (int i = 0; i < LEVELS; i++)
        odds->takes[i * TYPES + type] = slipping(takes, i);
}

/* A stranger is any of the types, with a slip of its own. */
void nothanks_odds_of_strangers(struct odds *odds)
{
    const float slip = 0.05f;
    const float *takes = odds->takes;
    float sum = prior(TYPE_SOFT) * takes[TYPE_SOFT] + prior(TYPE_MAXN) * takes[TYPE_MAXN] +
                prior(TYPE_REPLIER) * takes[TYPE_REPLIER],
          styles = 0;
    for (int t = 0; t < TYPE_SOFT; t++)
        styles += prior(t) * takes[t];
    odds->takes[STRANGER] = slip + (1 - 2 * slip) * (sum + styles);
}

/* ---- Learning. ---- */

enum { LANES = 8 }; /* sums side by side, which a compiler may not make by itself */

float nothanks_mixture_takes(const float mixture[HYPOTHESES], const struct odds *odds)
{
    float sums[LANES] = {0}, chance = mixture[STRANGER] * odds->takes[STRANGER];
    for (int h = 0; h < STRANGER; h += LANES) {
        for (int lane = 0; lane < LANES; lane++)
            sums[lane] += mixture[h + lane] * odds->takes[h + lane];
    }
    for (int lane = 0; lane < LANES; lane++)
        chance += sums[lane];
    return chance;
}

/* Divides by the sum of the products and not by the chance that was foreseen for this
 * decision. Both are the same but for rounding, whose errors would grow with every
 * surprise. */
void nothanks_mixture_learn(float mixture[HYPOTHESES], const struct odds *odds, bool took)
{
    const float fresh = 0.001f; /* people change: what was ruled out can come back */
    const float none = took ? 0 : 1, sign = took ? 1 : -1;
    float sums[LANES] = {0}, sum = mixture[STRANGER] *= none + sign * odds->takes[STRANGER];
    for (int h = 0; h < STRANGER; h += LANES) {
        for (int lane = 0; lane < LANES; lane++)
            sums[lane] += mixture[h + lane] *= none + sign * odds->takes[h + lane];
    }
    for (int lane = 0; lane < LANES; lane++)
        sum += sums[lane];
    float scale = (1 - fresh) / sum;
    for (int i = 0; i < LEVELS; i++) {
        float again = fresh * (1 - strangers) * careless[i];
        for (int t = 0; t < TYPES; t++)
            mixture[i * TYPES + t] = mixture[i * TYPES + t] * scale + again * prior(t);
    }
    mixture[STRANGER] = mixture[STRANGER] * scale + fresh * strangers;
}
