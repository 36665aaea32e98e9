/* hexxhopp_policy.c — see hexxhopp_policy.h. */
#include "hexxhopp_policy.h"

enum { NOTHING = 0 }; /* instead of an action: the seat waits */

int hexx_best_tile(const struct hexxhopp *s, const struct sight *sight, struct set tiles,
                   int least)
{
    int best = -1;
    for (int tile; (tile = set_take(&tiles)) >= 0;) {
        int most = sight_most(&s->rim, sight, tile);
        if (most >= least) {
            best = tile;
            least = most + 1;
        }
    }
    return best;
}

int hexx_leader(const struct hexxhopp *s, int seat)
{
    int leader = -1, least = 0;
    for (int other = 0; other < s->seats; other++) {
        int key = tiles_left(s, other) * (1 << 16) + s->penalty[other];
        if (other != seat && (leader < 0 || key < least)) {
            leader = other;
            least = key;
        }
    }
    return leader;
}

uint32_t hexx_gift(const struct hexxhopp *s, const struct sight *sight, int seat, int to)
{
    struct set aside = s->aside[seat];
    int worst = -1, least = s->stacked[seat] > 0 ? 1 : SEGMENTS + 1;
    for (int tile; (tile = set_take(&aside)) >= 0;) {
        int most = sight_most(&s->rim, sight, tile);
        if (most < least) {
            worst = tile;
            least = most;
        }
    }
    return VERB_GIVE + ((uint32_t)to << 8) + (worst >= 0 ? (uint32_t)worst : GIVE_STACK);
}

struct set hexx_stack(const struct hexxhopp *s, int seat)
{
    struct set stack = {{0, 0}};
    for (int tile = s->top[seat]; tile < TILES; tile = s->next[tile])
        set_add(&stack, tile);
    return stack;
}

uint32_t hexx_place(const struct hexxhopp *s, const struct spot *spot)
{
    uint32_t where = (uint32_t)spot->rotation << 14 | spot->cell;
    return s->turns ? VERB_PLACE_TILE + ((uint32_t)spot->tile << 17) + where
                    : VERB_PLACE + where;
}

/* One of the best places of the tile; or `otherwise`. */
static uint32_t place_best(const struct hexxhopp *s, const struct sight *sight, int tile,
                           uint32_t otherwise, struct peck_rng *rng)
{
    struct spot spots[SPOTS_MAX];
    int most = tile < 0 ? 0 : sight_most(&s->rim, sight, tile);
    if (most == 0)
        return otherwise;
    int count = hexx_spots(&s->rim, sight, tile, most, spots);
    return hexx_place(s, &spots[peck_rng_below(rng, count)]);
}

static uint32_t choose(const struct hexxhopp *s, int seat, struct peck_rng *rng)
{
    struct sight sight = sight_of(&s->rim);
    if (s->owed[seat] > 0)
        return hexx_gift(s, &sight, seat, hexx_leader(s, seat));
    if (s->turns) {
        int tile = hexx_best_tile(s, &sight, hexx_stack(s, seat), 2);
        return place_best(s, &sight, tile, VERB_PASS, rng);
    }
    if (s->open[seat] != NONE)
        return place_best(s, &sight, s->open[seat], VERB_ASIDE, rng);
    int tile = -1;
    if (s->set_aside[seat] > 0)
        tile = hexx_best_tile(s, &sight, s->aside[seat], s->stacked[seat] > 0 ? 3 : 2);
    if (tile >= 0)
        return VERB_BACK + tile;
    return s->stacked[seat] > 0 ? VERB_OPEN : NOTHING;
}

/* Never endless: a round that is not over has a tile that fits (HH-31), whose owner comes
 * to it, by opening its stack or by taking it back; and a stack is opened once. */
void hexx_play_on(const struct peck_game *game, struct hexxhopp *s, int first,
                  struct peck_rng *rng)
{
    int round = s->round, seat = first;
    while (s->round == round) {
        int actor = s->turns ? s->turn : seat;
        do {
            uint32_t action = choose(s, actor, rng);
            if (action != NOTHING)
                game->apply(s, actor, action);
        } while (s->owed[actor] > 0);
        seat = left_of(s, seat);
    }
}
