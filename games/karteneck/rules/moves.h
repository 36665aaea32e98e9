/* moves.h — the moves of Karteneck as functions: lay, pass, steal, draw, end of a round.
 *
 * `apply` in game.c calls them, and so do the playouts of the bots, which save the action
 * codes in between. */
#ifndef KARTENECK_MOVES_H
#define KARTENECK_MOVES_H

#include "state.h"

static inline uint32_t sample_tile(const struct karteneck *s, struct peck_rng *rng)
{
    uint32_t k = peck_rng_below(rng, tile_count(s->unseen));
    uint32_t zeros = s->unseen & ZERO_MASK;
    if (k < zeros)
        return VERB_TILE;
    return VERB_TILE + TILE_BIT + select_bit(s->unseen & ~ZERO_MASK, k - zeros);
}

/* Deals `count` cards out of the pile. */
static inline uint64_t deal(uint64_t *from, int count, struct peck_rng *rng)
{
    uint64_t hand = 0;
    for (int i = 0; i < count; i++) {
        uint64_t card = single(card_at(*from, peck_rng_below(rng, size(*from))));
        *from -= card;
        hand += card;
    }
    return hand;
}

static inline void next_turn(struct karteneck *s)
{
    uint32_t after = s->in & ~((2u << s->turn) - 1);
    s->turn = __builtin_ctz(after != 0 ? after : s->in); /* KE-11: clockwise */
    s->draws = 0;
    s->phase = PHASE_ACT;
}

/* KE-51: makes sure that there is a card to draw, or forfeits the rest of the draw. */
static inline void draw(struct karteneck *s, int draws)
{
    if (draws > 0 && s->deck == 0) {
        s->deck = s->discard;
        s->discard = 0;
    }
    s->draws = draws;
    s->phase = PHASE_DRAW;
    if (draws == 0 || s->deck == 0)
        next_turn(s);
}

static inline void take_card(struct karteneck *s, uint32_t card)
{
    int to = drawer(s);
    PECK_ASSERT(card <= HEN_VALUES ? hens(s->deck, card) > 0
                                   : worms(s->deck) >> (card - CARD_WORM - 1) & 1);
    s->deck -= single(card);
    s->hand[to] += single(card);
    if (s->phase == PHASE_DRAW)
        draw(s, s->draws - 1);
    else if (size(s->deck) == CARDS - HAND * s->seats) /* KE-5 */
        s->phase = PHASE_TILE;
}

static inline void turn_up(struct karteneck *s, uint32_t value)
{
    PECK_ASSERT(contains(s->unseen, value));
    s->unseen -= tile_set(value);
    s->grill += tile_set(value);
    if (tile_count(s->grill) == s->seats) /* KE-10 */
        s->phase = PHASE_ACT;
}

/* The cards that an action lays before the seat on turn. */
static inline uint64_t cards_laid(uint32_t action)
{
    uint32_t argument = ARGUMENT(action);
    switch (VERB(action)) {
    case VERB_LAY:
        return argument > LAY_WORM ? single(CARD_WORM + argument - LAY_WORM)
                                   : single(argument / LAY_HENS) * (argument % LAY_HENS);
    case VERB_ADD: return single(CARD_WORM + argument);
    default: return 0;
    }
}

static inline void lay(struct karteneck *s, uint32_t argument)
{
    bool worm = argument > LAY_WORM;
    uint64_t cards = cards_laid(VERB_LAY + argument);
    PECK_ASSERT(worm ? worms(s->hand[s->turn]) & worms(cards)
                     : hens(playable(s), argument / LAY_HENS) >= size(cards));
    s->hand[s->turn] -= cards;
    s->laid[s->turn] += cards;
    if (worm)
        s->phase = PHASE_ADD; /* KE-16 */
    else
        draw(s, 1); /* KE-12 */
}

/* KE-40, KE-41: totals in descending order, equals by the highest worm card laid.
 * Returns the seat that took the last tile. */
static inline int share_out(struct karteneck *s, uint32_t among)
{
    int keys[SEATS_MAX] = {0}, last = s->turn;
    for (int i = 0; i < s->seats; i++)
        keys[i] = total(s->laid[i]) * 32 + 31 - __builtin_clz(worms(s->laid[i]) | 1);
    while (among != 0) {
        last = __builtin_ctz(among);
        for (uint32_t rest = among & (among - 1); rest != 0; rest &= rest - 1) {
            int i = __builtin_ctz(rest);
            last = keys[i] > keys[last] ? i : last;
        }
        push(s, last, highest(s->grill));
        s->grill -= tile_set(highest(s->grill));
        among &= ~(1u << last);
    }
    return last;
}

static inline void end_round(struct karteneck *s)
{
    /* KE-50: when all failed, the last to fail is the seat on turn. */
    s->turn = share_out(s, all_seats(s) & ~s->failed);
    for (int i = 0; i < s->seats; i++) { /* KE-42 */
        s->discard += s->laid[i];
        s->laid[i] = 0;
    }
    s->failed = 0;
    s->done++;
    if (s->done < rounds_of[s->seats]) {
        s->in = all_seats(s);
        s->phase = PHASE_TILE;
    } else { /* KE-60 */
        s->turn = 0;
        s->phase = PHASE_OVER;
    }
}

/* KE-15: two cards, but none for the last to pass. */
static inline void end_pass(struct karteneck *s)
{
    if (s->in == 0)
        end_round(s);
    else
        draw(s, 2);
}

static inline void pass(struct karteneck *s)
{
    int seat = s->turn;
    s->in &= ~(1u << seat);
    if (worms(s->laid[seat]) == 0) { /* KE-30 */
        s->discard += s->laid[seat];
        s->laid[seat] = 0;
        push(s, seat, lowest(s->grill));
        s->grill -= tile_set(lowest(s->grill));
        s->failed |= 1u << seat;
    } else if (victim(s) >= 0) { /* KE-21; KE-22: the draw comes after the decision */
        s->phase = PHASE_STEAL;
        return;
    }
    end_pass(s);
}

static inline void steal(struct karteneck *s)
{
    int from = victim(s);
    s->height[from]--;
    push(s, s->turn, s->stack[from][s->height[from]]);
    s->stack[from][s->height[from]] = 0;
    end_pass(s);
}

#endif
