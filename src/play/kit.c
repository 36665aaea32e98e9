/* kit.c — the small things that the bots of all games need, each written once.
 *
 * Timers, random choices, winners, and shares of a win. A win that several seats share
 * counts for each of them in equal parts, so the shares of a match always sum to one. */
#include "kit.h"

#include <time.h>

double kit_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

struct kit_timer kit_timer_begin(const struct peck_budget *budget)
{
    bool timed = budget->milliseconds > 0;
    return (struct kit_timer){timed ? kit_now() : 0, budget->milliseconds};
}

bool kit_timer_over(const struct kit_timer *timer, double share)
{
    return timer->milliseconds > 0 &&
           kit_now() - timer->start > timer->milliseconds * share;
}

uint32_t kit_any_action(const struct peck_seat *seat, struct peck_rng *rng)
{
    uint32_t actions[PECK_ACTIONS_MAX];
    uint32_t count = seat->game->legal(seat->view, seat->seat, actions);
    return actions[peck_rng_below(rng, count)];
}

uint32_t kit_winners(const uint8_t places[], int seats)
{
    uint32_t winners = 0;
    for (int seat = 0; seat < seats; seat++)
        winners |= (uint32_t)(places[seat] == 1) << seat;
    return winners;
}

uint32_t kit_highest(const double keys[], int seats)
{
    uint32_t highest = 0;
    double most = keys[0];
    for (int seat = 0; seat < seats; seat++) {
        if (keys[seat] < most)
            continue;
        highest = (keys[seat] > most ? 0 : highest) | 1u << seat;
        most = keys[seat];
    }
    return highest;
}

void kit_win_shares(const struct peck_game *game, const void *state, int seats,
                    int32_t points[], double shares[])
{
    uint8_t places[PECK_SEATS_MAX];
    game->score(state, points, places);
    uint32_t winners = kit_winners(places, seats);
    for (int seat = 0; seat < seats; seat++)
        shares[seat] = kit_share(winners, seat);
}
