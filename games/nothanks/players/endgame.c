/* endgame.c — solves the auction over every possible last card, from its end back.
 *
 * Seats are counted clockwise from the one that turns the card up, so at step j seat j mod
 * n decides, and j chips lie on the card. solve() walks the chain backwards, and from step
 * to step changes only the points of the seats concerned. Shares of a win are compared as
 * fractions of integers, so that equal shares are found equal; then points decide, then the
 * take. It is called for each of at most 33 unseen cards, with at most 56 steps each. */
#include "endgame.h"

struct last {
    int seats, length;
    int points[SEATS_MAX]; /* before the card is turned up */
    int cost[SEATS_MAX];   /* what the card adds */
};

/* How the match ends; who has the least points wins. */
struct outcome {
    int points[SEATS_MAX];
    int least, winners;
};

static inline void count_winners(struct outcome *outcome, int seats)
{
    outcome->least = outcome->points[0];
    outcome->winners = 0;
    for (int i = 1; i < seats; i++)
        outcome->least =
            outcome->points[i] < outcome->least ? outcome->points[i] : outcome->least;
    for (int i = 0; i < seats; i++)
        outcome->winners += outcome->points[i] == outcome->least;
}

/* Whether a seat likes one outcome as much as another, or more. */
static inline bool likes(int seat, const struct outcome *this, const struct outcome *other)
{
    /* A share is one part of as many as win: NT-22. */
    int lead = (this->points[seat] == this->least) * other->winners -
               (other->points[seat] == other->least) * this->winners;
    return lead != 0 ? lead > 0 : this->points[seat] <= other->points[seat];
}

/* How the auction over one card ends, worked out from its end to its beginning. */
static struct outcome solve(const struct last *last)
{
    struct outcome end = {0}, now = {0};
    int seats = last->seats, step = last->length - 1, seat = step % seats;
    for (int i = 0; i < seats; i++)
        now.points[i] = last->points[i] + (step - i + seats - 1) / seats; /* paid */
    for (;; step--) {
        int refused = now.points[seat];
        now.points[seat] += last->cost[seat] - step;
        count_winners(&now, seats);
        if (step == last->length - 1 || likes(seat, &now, &end))
            end = now;
        now.points[seat] = refused;
        if (step == 0)
            return end;
        seat = seat == 0 ? seats - 1 : seat - 1;
        now.points[seat]--;
    }
}

void nothanks_last(const struct nothanks *s, float shares[], float points[])
{
    PECK_ASSERT(s->phase == PHASE_FLIP && s->left == 1);
    int cards[SEATS_MAX], seats = s->seats, unseen = count(s->unseen);
    struct last last = {.seats = seats, .length = CHIPS_MAX + 1};
    for (int i = 0; i < seats; i++) {
        int seat = (s->turn + i) % seats, end = i + seats * s->chips[seat] + 1;
        cards[i] = card_points(s->taken[seat]);
        last.points[i] = cards[i] - s->chips[seat];
        last.length = end < last.length ? end : last.length; /* NT-12 */
        shares[seat] = points[seat] = 0;
    }
    for (uint64_t rest = s->unseen; rest != 0;) {
        uint64_t card = CARD(pop(&rest));
        for (int i = 0; i < seats; i++)
            last.cost[i] = card_points(s->taken[(s->turn + i) % seats] | card) - cards[i];
        struct outcome end = solve(&last);
        for (int i = 0; i < seats; i++) {
            int seat = (s->turn + i) % seats;
            points[seat] += end.points[i];
            shares[seat] += end.points[i] == end.least ? 1.0f / end.winners : 0; /* NT-22 */
        }
    }
    for (int i = 0; i < seats; i++) { /* NT-4: each is as likely */
        points[i] /= unseen;
        shares[i] /= unseen;
    }
}
