/* nothanks_last.c — see nothanks_last.h.
 *
 * Seats are counted clockwise from the one that turns the card up, so at step j seat j mod n
 * decides, and has refused j / n times. A line of play is named by the step that takes. */
#include "nothanks_last.h"

struct last {
    int seats, length;
    int points[SEATS_MAX]; /* before the card is turned up */
    int cost[SEATS_MAX];   /* what the card adds */
};

/* Points of a seat when the card is taken at a step. */
static inline int points_at(const struct last *last, int seat, int step)
{
    int points = last->points[seat] + (step - seat + last->seats - 1) / last->seats;
    return step % last->seats == seat ? points + last->cost[seat] - step : points;
}

/* The winners, as bits, when the card is taken at a step. */
static inline uint32_t winners_at(const struct last *last, int step)
{
    uint32_t winners = 0;
    int least = 1000;
    for (int i = 0; i < last->seats; i++) {
        int points = points_at(last, i, step);
        if (points < least)
            winners = 0;
        least = points < least ? points : least;
        winners |= (uint32_t)(points == least) << i;
    }
    return winners;
}

/* Whether the seat of a step takes rather than let the card be taken at a later one. */
static inline bool takes(const struct last *last, int step, uint32_t winners, int later,
                         uint32_t later_winners)
{
    int seat = step % last->seats;
    /* A share is one part of as many as win. */
    int lead = (int)(winners >> seat & 1) * count(later_winners) -
               (int)(later_winners >> seat & 1) * count(winners);
    if (lead != 0)
        return lead > 0;
    return points_at(last, seat, step) <= points_at(last, seat, later);
}

/* The winners of the auction over one card, from its end to its beginning. */
static uint32_t solve(const struct last *last)
{
    int taken = last->length - 1;
    uint32_t winners = winners_at(last, taken);
    for (int step = taken - 1; step >= 0; step--) {
        uint32_t now = winners_at(last, step);
        if (takes(last, step, now, taken, winners)) {
            taken = step;
            winners = now;
        }
    }
    return winners;
}

void nothanks_last(const struct nothanks *s, float shares[])
{
    PECK_ASSERT(s->phase == PHASE_FLIP && s->left == 1);
    struct last last = {.seats = s->seats, .length = CHIPS_MAX + 1};
    uint64_t held[SEATS_MAX];
    int cards[SEATS_MAX], unseen = count(s->unseen);
    for (int i = 0; i < s->seats; i++) {
        int seat = (s->turn + i) % s->seats, end = i + s->seats * s->chips[seat] + 1;
        held[i] = s->taken[seat];
        cards[i] = card_points(held[i]);
        last.points[i] = cards[i] - s->chips[seat];
        last.length = end < last.length ? end : last.length; /* NT-12 */
        shares[seat] = 0;
    }
    for (uint64_t rest = s->unseen; rest != 0;) {
        uint64_t card = CARD(pop(&rest));
        for (int i = 0; i < s->seats; i++)
            last.cost[i] = card_points(held[i] | card) - cards[i];
        uint32_t winners = solve(&last);
        for (int i = 0; i < s->seats; i++)
            shares[(s->turn + i) % s->seats] +=
                (winners >> i & 1) / ((float)count(winners) * unseen); /* NT-22 */
    }
}
