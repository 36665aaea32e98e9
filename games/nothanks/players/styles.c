/* styles.c — computes by how many points a style would rather take the card than refuse it.
 *
 * Every style is reduced to one number, the margin: from 0 on it takes. That makes styles
 * comparable, and gives each a soft version: with a blur, the chance of a take rises in a
 * ramp around margin 0. A style that milks also waits: its margin is at most that of the
 * seat which is nearest to taking by the same rule, so it takes only when somebody else
 * would. */
#include "styles.h"

#include <math.h>

struct costs nothanks_costs_of(const struct nothanks *s)
{
    struct costs costs = {{0}};
    for (int i = 0; i < s->seats; i++) {
        uint64_t cards = s->taken[i];
        costs.of[i] = card_points(cards | CARD(s->card)) - card_points(cards);
    }
    return costs;
}

/* How many points the pot is above the line; from 0 on it takes. */
static float line_margin(const struct style *style, const struct nothanks *s, int cost,
                         int pot, int chips)
{
    float need = chips < 4 ? style->thirst * (4 - chips) : 0;
    float slope = style->slope + style->early * s->left / DECK;
    float relief = style->pinch * pot / ((chips + 1) * (chips + pot + 1));
    return slope * (pot + style->spares) + need + relief - (cost - style->bias);
}

static const float out_of_question = 1000; /* points */

/* The same for the one of the others who is nearest to taking, by the same rule, before the
 * card is back. */
static float line_wanted(const struct style *style, const struct nothanks *s,
                         const struct costs *costs, int seat)
{
    float most = -out_of_question;
    for (int ahead = 1; ahead < s->seats; ahead++) {
        int other = (seat + ahead) % s->seats, chips = s->chips[other];
        if (chips == 0)
            return out_of_question;
        most = fmaxf(most, line_margin(style, s, costs->of[other], s->pot + ahead, chips));
    }
    return most;
}

/* What the pot is worth in a hand of so many chips: the last ones count for more. */
static float hunger(int pot, int chips)
{
    static const float more[] = {9, 5, 3, 2}; /* 1 + 2^(3 - chips) */
    return (float)pot * (chips < 4 ? more[chips]
                                   : 1 + 8.0f / (float)(1ull << (chips < 60 ? chips : 60)));
}

/* By how much somebody else is near to taking. If nobody is, the card can go round and come
 * back dearer. */
static float extort_wanted(const struct style *style, const struct nothanks *s,
                           const struct costs *costs, int seat)
{
    float most = -out_of_question;
    for (int other = 0; other < s->seats; other++) {
        float cost = costs->of[other];
        if (other != seat)
            most = fmaxf(most,
                         hunger(s->pot, s->chips[other]) - fminf(cost, style->bias * cost));
    }
    return most;
}

static float extort_margin(const struct style *style, const struct nothanks *s,
                           const struct costs *costs, int seat)
{
    const float more = 1e-4f; /* than a part of the cost, not as much */
    float h = hunger(s->pot, s->chips[seat]), cost = costs->of[seat];
    if (h >= cost)
        return extort_wanted(style, s, costs, seat);
    return h - style->slope * cost - more;
}

/* Both must be right, the taking and the time. */
static float line_margins(const struct style *style, const struct nothanks *s,
                          const struct costs *costs, int seat)
{
    int cost = costs->of[seat];
    float margin = line_margin(style, s, cost, s->pot, s->chips[seat]);
    if (style->patience == TAKES_AT_ONCE || (style->patience == MILKS_FREE && cost > 0))
        return margin;
    return fminf(margin, line_wanted(style, s, costs, seat));
}

float nothanks_style_margin(const struct style *style, const struct nothanks *s,
                            const struct costs *costs, int seat)
{
    switch (style->kind) {
    case STYLE_EXTORT: return extort_margin(style, s, costs, seat);
    case STYLE_VALUE:
        return costs->of[seat] <= 0 ? out_of_question : style->slope * s->pot - s->card;
    default: break;
    }
    PECK_ASSERT(style->kind == STYLE_LINE);
    return line_margins(style, s, costs, seat);
}

double nothanks_style_takes(const struct style *style, const struct nothanks *s,
                            const struct costs *costs, int seat)
{
    if (style->kind == STYLE_RANDOM)
        return 0.5;
    return margin_takes(nothanks_style_margin(style, s, costs, seat), style->blur);
}
