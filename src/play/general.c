/* general.c — see general.h. */
#include "general.h"

static void think_randomly(const struct peck_player *player, const struct peck_seat *seat,
                           struct peck_rng *rng, struct peck_thought *thought)
{
    uint32_t actions[PECK_ACTIONS_MAX];
    (void)player;
    uint32_t count = seat->game->legal(seat->view, seat->seat, actions);
    thought->action = actions[peck_rng_below(rng, count)];
    thought->delay = 0;
    thought->count = 0;
}

const struct peck_bot peck_general_bots[] = {
    {.name = "random",
     .help = "any legal action, each equally likely",
     .think = think_randomly},
};
const int peck_general_bot_count = sizeof peck_general_bots / sizeof *peck_general_bots;
