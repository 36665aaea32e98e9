/* karteneck_look.h — what the inputs of the nets of Karteneck have in common; private to
 * karteneck_nets.c and karteneck_moment.c. */
#ifndef PLAY_KARTENECK_LOOK_H
#define PLAY_KARTENECK_LOOK_H

#include "karteneck_nets.h"

enum {
    HELD_STATES = 7,  /* not laid: 0 to 4 or more held; laid: none held, some held */
    WORM_STATES = 11, /* 0 to 9 worms on a tile, or no tile */
    LEFT_STATES = 9,  /* rounds to come after this one */
    GAP_STATES = 21,
    HALF_STATES = 23,  /* totals in steps of two */
    SUPPLY_INPUTS = 3, /* cards in the deck, worm cards, worms of the tiles to come */
};

static inline int at_most(int value, int most)
{
    return value < most ? value : most;
}

static inline int top_of(const struct karteneck *s, int seat)
{
    return s->height[seat] > 0 ? s->stack[seat][s->height[seat] - 1] : -1;
}

/* The highest tile of a stack; 0 where there is none, too (KE-61). */
static inline int best_of(const struct karteneck *s, int seat)
{
    int best = 0;
    for (int k = 0; k < s->height[seat]; k++)
        best = s->stack[seat][k] > best ? s->stack[seat][k] : best;
    return best;
}

/* The state of a tile's worms, WORM_STATES - 1 for no tile. */
static inline int worm_state(int tile)
{
    return tile < 0 ? WORM_STATES - 1 : tile_worms[tile];
}

/* KINDS * HELD_STATES inputs. */
static inline void look_at_held(uint64_t hand, uint64_t laid, uint32_t base,
                                struct net_input *input)
{
    for (int kind = 0; kind < KINDS; kind++) {
        int held = count_kind(hand, kind);
        int state = count_kind(laid, kind) > 0 ? 5 + (held > 0) : at_most(held, 4);
        net_on(input, base + kind * HELD_STATES + state, 1);
    }
}

/* The tiles of the grill from the highest down: WORM_STATES inputs for each seat. */
static inline void look_at_grill(const struct karteneck *s, uint32_t base,
                                 struct net_input *input)
{
    uint32_t grill = s->grill;
    for (int rank = 0; rank < s->seats; rank++) {
        int tile = grill == 0 ? -1 : (int)highest(grill);
        net_on(input, base + rank * WORM_STATES + worm_state(tile), 1);
        grill -= tile < 0 ? 0 : tile_set(tile);
    }
}

static inline void look_at_supply(const struct karteneck *s, uint32_t base,
                                  struct net_input *input)
{
    int worth = 0, tiles = tile_count(s->unseen);
    uint64_t to_come = s->deck + s->discard;
    for (uint32_t set = s->unseen & ~ZERO_MASK; set != 0; set &= set - 1)
        worth += tile_worms[TILE_BIT + __builtin_ctz(set)];
    net_on(input, base, size(s->deck) / 50.0f);
    net_on(input, base + 1,
           4.0f * __builtin_popcount(worms(to_come)) / (size(to_come) + 1));
    net_on(input, base + 2, tiles > 0 ? worth / (4.0f * tiles) : 0);
}

/* Each seat's worms less those of the best other. */
static inline void leads(int seats, const int *own, int *lead)
{
    for (int i = 0; i < seats; i++) {
        int best = 0;
        for (int j = 0; j < seats; j++)
            best = j != i && own[j] > best ? own[j] : best;
        lead[i] = own[i] - best;
    }
}

#endif
