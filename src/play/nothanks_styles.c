/* nothanks_styles.c — see nothanks_styles.h. */
#include "nothanks_styles.h"

#include <math.h>

struct costs costs_of(const struct nothanks *s)
{
    struct costs costs = {{0}};
    for (int i = 0; i < s->seats; i++) {
        uint64_t cards = s->taken[i];
        costs.of[i] = card_points(cards | CARD(s->card)) - card_points(cards);
    }
    return costs;
}

/* How many points the pot is above the line; from 0 on it takes. */
static float line_margin(const struct style *style, int cost, int pot, int chips)
{
    float need = chips < 4 ? style->thirst * (4 - chips) : 0;
    return style->slope * pot + need - (cost - style->bias);
}

/* Whether somebody else, by the same rule, would take the card before it is back. */
static bool line_wanted(const struct style *style, const struct nothanks *s,
                        const struct costs *costs, int seat)
{
    for (int ahead = 1; ahead < s->seats; ahead++) {
        int other = (seat + ahead) % s->seats;
        if (s->chips[other] == 0 ||
            line_margin(style, costs->of[other], s->pot + ahead, s->chips[other]) >= 0)
            return true;
    }
    return false;
}

/* What the pot is worth in a hand of so many chips: the last ones count for more. */
static double hunger(int pot, int chips)
{
    static const double more[] = {9, 5, 3, 2}; /* 1 + 2^(3 - chips) */
    return pot * (chips < 4 ? more[chips] : 1 + 8.0 / (1ull << (chips < 60 ? chips : 60)));
}

/* Nobody else is near to taking: the card can go round and come back dearer. */
static bool extort_safe(const struct style *style, const struct nothanks *s,
                        const struct costs *costs, int seat)
{
    for (int other = 0; other < s->seats; other++) {
        double h = hunger(s->pot, s->chips[other]);
        if (other != seat && (h >= costs->of[other] || h >= style->bias * costs->of[other]))
            return false;
    }
    return true;
}

static bool extort_takes(const struct style *style, const struct nothanks *s,
                         const struct costs *costs, int seat)
{
    double h = hunger(s->pot, s->chips[seat]);
    int cost = costs->of[seat];
    if (h >= cost)
        return !extort_safe(style, s, costs, seat);
    return h > style->slope * cost;
}

double style_takes(const struct style *style, const struct nothanks *s,
                   const struct costs *costs, int seat)
{
    int cost = costs->of[seat];
    switch (style->kind) {
    case STYLE_RANDOM: return 0.5;
    case STYLE_EXTORT: return extort_takes(style, s, costs, seat);
    case STYLE_VALUE: return style->slope * s->pot >= s->card || cost <= 0;
    default: break;
    }
    PECK_ASSERT(style->kind == STYLE_LINE);
    float margin = line_margin(style, cost, s->pot, s->chips[seat]);
    if (style->blur > 0 && cost > 0)
        return 1 / (1 + exp(-margin / style->blur));
    if (margin < 0)
        return 0;
    return !style->milk || cost > 0 || line_wanted(style, s, costs, seat);
}
