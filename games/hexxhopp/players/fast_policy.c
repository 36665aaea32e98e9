/* fast_policy.c — chooses the placement with the most contacts, and plays the race in laps.
 *
 * A playout asks for a decision thousands of times, so nothing is listed: the words of the
 * sight give the number of best places, one random number picks one of them, and only that
 * one is decoded.
 *
 * The race has no turns, and real players decide on a figure that changes while their hand
 * moves. Playouts imitate this. Every seat has an *intent*, chosen when it last acted. When
 * its turn in the lap comes, it does what it meant to do, if it still can, and then decides
 * again; if somebody took the place, the time is lost. A playout in which everybody reacts
 * at once would overrate places that several seats want. In `turns` seats decide when they
 * act.
 *
 * hexxhopp_play_on() ends even without a limit of laps: a round that is not over has a tile
 * that fits (HH-31), and its owner comes to it sooner or later. */
#include "fast_policy.h"

int hexxhopp_best_tile(const struct hexxhopp *s, const struct sight *sight,
                       struct set tiles, int least)
{
    int best = -1;
    for (int tile; (tile = set_take(&tiles)) >= 0;) {
        int most = sight_most(&s->rim, sight, s->box.tile[tile]);
        if (most >= least) {
            best = tile;
            least = most + 1;
        }
    }
    return best;
}

int hexxhopp_leader(const struct hexxhopp *s, int seat)
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

uint32_t hexxhopp_gift(const struct hexxhopp *s, const struct sight *sight, int seat,
                       int to)
{
    struct set aside = s->aside[seat];
    int worst = -1, least = s->stacked[seat] > 0 ? 1 : SEGMENTS + 1;
    for (int tile; (tile = set_take(&aside)) >= 0;) {
        int most = sight_most(&s->rim, sight, s->box.tile[tile]);
        if (most < least) {
            worst = tile;
            least = most;
        }
    }
    return VERB_GIVE + ((uint32_t)to << 8) + (worst >= 0 ? (uint32_t)worst : GIVE_STACK);
}

struct set hexxhopp_stack(const struct hexxhopp *s, int seat)
{
    struct set stack = {{0, 0}};
    for (int tile = s->top[seat]; tile < TILES; tile = s->next[tile])
        set_add(&stack, tile);
    return stack;
}

uint32_t hexxhopp_place(const struct hexxhopp *s, const struct spot *spot)
{
    uint32_t where = (uint32_t)spot->rotation << 14 | spot->cell;
    return s->turns ? VERB_PLACE_TILE + ((uint32_t)spot->tile << 17) + where
                    : VERB_PLACE + where;
}

/* Where the tile fits with the most contacts, rotation by rotation: how many ways, and with
 * how many contacts. */
struct best {
    uint64_t fits[HALVES][SEGMENTS];
    uint32_t count;
};

static void find_best(const struct rim *rim, const struct sight *sight, uint32_t tile,
                      struct best *best)
{
    int halves = rim->used_high != 0 ? HALVES : 1, most = 2;
    struct spread spread = tile_spread(tile);
    uint64_t any[HALVES] = {0, 0};
    for (int i = 0; i < halves * SEGMENTS; i++) {
        int half = i / SEGMENTS, rotation = i % SEGMENTS;
        best->fits[half][rotation] = sight_fits(rim, sight, half, &spread, rotation);
        any[half] |= best->fits[half][rotation];
    }
    while (most < SEGMENTS && ((any[0] & sight->least[0][most + 1]) != 0 ||
                               (any[1] & sight->least[1][most + 1]) != 0))
        most++;
    best->count = 0;
    for (int i = 0; i < halves * SEGMENTS; i++) {
        uint64_t *fits = &best->fits[i / SEGMENTS][i % SEGMENTS];
        *fits &= sight->least[i / SEGMENTS][most];
        best->count += (uint32_t)__builtin_popcountll(*fits);
    }
}

/* One of the best places of the tile; or `otherwise`. */
static uint32_t place_best(const struct hexxhopp *s, const struct sight *sight, int tile,
                           uint32_t otherwise, struct peck_rng *rng)
{
    struct best best;
    if (tile < 0)
        return otherwise;
    find_best(&s->rim, sight, s->box.tile[tile], &best);
    if (best.count == 0)
        return otherwise;
    uint32_t skip = peck_rng_below(rng, best.count);
    int i = 0;
    for (uint32_t here;; i++, skip -= here) {
        here = (uint32_t)__builtin_popcountll(best.fits[i / SEGMENTS][i % SEGMENTS]);
        if (skip < here)
            break;
    }
    uint64_t fits = best.fits[i / SEGMENTS][i % SEGMENTS];
    for (; skip > 0; skip--)
        fits &= fits - 1;
    struct spot spot = {
        .cell = s->rim.cell[LOW_SLOTS * (i / SEGMENTS) + __builtin_ctzll(fits)],
        .tile = tile,
        .rotation = i % SEGMENTS,
    };
    return hexxhopp_place(s, &spot);
}

uint32_t hexxhopp_choose(const struct hexxhopp *s, int seat, struct peck_rng *rng)
{
    struct sight sight = sight_of(&s->rim);
    if (s->owed[seat] > 0)
        return hexxhopp_gift(s, &sight, seat, hexxhopp_leader(s, seat));
    if (s->turns) {
        int tile = hexxhopp_best_tile(s, &sight, hexxhopp_stack(s, seat), 2);
        return place_best(s, &sight, tile, VERB_PASS, rng);
    }
    if (s->open[seat] != NONE)
        return place_best(s, &sight, s->open[seat], VERB_ASIDE, rng);
    int tile = -1;
    if (s->set_aside[seat] > 0)
        tile = hexxhopp_best_tile(s, &sight, s->aside[seat], s->stacked[seat] > 0 ? 3 : 2);
    if (tile >= 0)
        return VERB_BACK + tile;
    return s->stacked[seat] > 0 ? VERB_OPEN : HEXX_WAIT;
}

/* Whether the seat can still do what it means to: nobody else changes what lies before it,
 * but for tiles under its stack, so only a place can be lost. */
static bool can_still(const struct hexxhopp *s, int seat, uint32_t action)
{
    if (VERB(action) != VERB_PLACE)
        return true;
    struct spread spread = tile_spread(s->box.tile[s->open[seat]]);
    const uint8_t *colours = spread_lies(&spread, PLACE_ROTATION(action));
    int slot = 0;
    while (slot < SLOTS && s->rim.cell[slot] != PLACE_CELL(action))
        slot++;
    if (slot < LOW_SLOTS)
        return (rim_matches(&s->rim, colours) & s->rim.two) >> slot & 1;
    return slot < SLOTS &&
           ((rim_matches_high(&s->rim, colours) & s->rim.two_high) >> (slot - LOW_SLOTS) &
            1);
}

void hexxhopp_mean(const struct hexxhopp *s, struct intent *intent, struct peck_rng *rng)
{
    for (int seat = 0; seat < s->seats; seat++)
        intent->action[seat] = s->turns ? HEXX_WAIT : hexxhopp_choose(s, seat, rng);
}

void hexxhopp_step(const struct peck_game *game, struct hexxhopp *s, int seat,
                   struct intent *intent, struct peck_rng *rng)
{
    int round = s->round;
    uint32_t action = intent->action[seat];
    if (s->turns && action == HEXX_WAIT)
        action = hexxhopp_choose(s, seat, rng);
    if (action != HEXX_WAIT && can_still(s, seat, action))
        game->apply(s, seat, action);
    while (s->owed[seat] > 0 && (intent->quick || s->phase == PHASE_STOP)) /* HH-18 */
        game->apply(s, seat, hexxhopp_choose(s, seat, rng));
    if (s->round == round)
        intent->action[seat] = s->turns ? HEXX_WAIT : hexxhopp_choose(s, seat, rng);
}

/* Without a limit never endless: a round that is not over has a tile that fits (HH-31),
 * whose owner comes to it, by opening its stack or by taking it back; and a stack is opened
 * once. */
void hexxhopp_play_on(const struct peck_game *game, struct hexxhopp *s, int first,
                      uint32_t laps, struct intent *intent, struct peck_rng *rng)
{
    int round = s->round, seat = first;
    for (uint32_t left = laps * s->seats; s->round == round && left > 0; left--) {
        bool one = s->turns || s->phase == PHASE_STOP;
        hexxhopp_step(game, s, one ? s->turn : seat, intent, rng);
        seat = left_of(s, seat);
    }
}
