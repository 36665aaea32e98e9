/* sampled_world.h — one possible world of Karteneck, with its luck and the moves to try.
 *
 * Private to the bots of the game. Every seat draws its cards from a stream of its own: two
 * playouts of the same world in which a seat lays different cards still give everybody else
 * the same luck. That makes the difference between two actions visible after a few hundred
 * playouts.
 *
 * A move is what a seat decides in a playout: one card of a kind, all cards of the kind, or
 * a pass. It stands for a lay with all its additions. Worm cards are laid from the highest
 * number down. */
#ifndef KARTENECK_SAMPLED_WORLD_H
#define KARTENECK_SAMPLED_WORLD_H

#include "../rules/moves.h"

struct world {
    struct karteneck s;
    uint64_t stream[SEATS_MAX], tiles;
};

enum { KIND_WORM = HEN_VALUES, KINDS };
enum { MOVE_ONE = 0, MOVE_ALL = KINDS, MOVE_PASS = 2 * KINDS, MOVES };

/* The streams of playout number `index`. */
static inline void world_streams(struct world *w, uint64_t seed, uint64_t index)
{
    uint64_t counter = seed ^ (index + 1) * 0xd1342543de82ef95u;
    for (int i = 0; i < w->s.seats; i++)
        w->stream[i] = peck_rng_mix(&counter);
    w->tiles = peck_rng_mix(&counter);
}

/* A number below n, at most 110: its bias, n in 2³², is far below the noise of any playout.
 */
static inline uint32_t stream_below(uint64_t *stream, uint32_t n)
{
    return (peck_rng_mix(stream) >> 32) * n >> 32;
}

/* Plays chance until a seat is to act, the round is over or the match is. */
static inline void world_draw(struct world *w)
{
    while (w->s.phase == PHASE_DRAW) {
        uint32_t k = stream_below(&w->stream[w->s.turn], size(w->s.deck));
        take_card(&w->s, card_at(w->s.deck, k));
    }
}

/* Turns up the grill of the next round. */
static inline void world_grill(struct world *w)
{
    while (w->s.phase == PHASE_TILE) {
        uint32_t k = stream_below(&w->tiles, tile_count(w->s.unseen));
        uint32_t zeros = w->s.unseen & ZERO_MASK;
        turn_up(&w->s,
                k < zeros ? 0 : TILE_BIT + select_bit(w->s.unseen & ~ZERO_MASK, k - zeros));
    }
}

/* How many cards of the kind. */
static inline int count_kind(uint64_t pile, int kind)
{
    return kind == KIND_WORM ? __builtin_popcount(worms(pile)) : hens(pile, kind + 1);
}

/* The moves of the seat on turn, as a mask; all of a kind is a move of its own from two. */
static inline uint32_t moves_of(const struct karteneck *s)
{
    uint64_t cards = playable(s);
    uint32_t moves = 1u << MOVE_PASS;
    for (int kind = 0; kind < KINDS; kind++) {
        int count = count_kind(cards, kind);
        moves |= (uint32_t)(count > 0) << (MOVE_ONE + kind);
        moves |= (uint32_t)(count > 1) << (MOVE_ALL + kind);
    }
    return moves;
}

/* Adds every worm card that may be added, or none. */
static inline void finish_worms(struct karteneck *s, bool all)
{
    for (uint32_t more; all && (more = addable(s, s->hand[s->turn])) != 0;)
        lay(s, LAY_WORM + 32 - __builtin_clz(more));
    draw(s, 1);
}

/* Plays a move up to the next chance ply. A theft is never declined. */
static inline void make_move(struct karteneck *s, int move)
{
    int kind = move % KINDS;
    if (move == MOVE_PASS) {
        pass(s);
        if (s->phase == PHASE_STEAL)
            steal(s);
    } else if (kind == KIND_WORM) {
        lay(s, LAY_WORM + 32 - __builtin_clz(worms(s->hand[s->turn])));
        finish_worms(s, move >= MOVE_ALL);
    } else {
        int count = move >= MOVE_ALL ? hens(s->hand[s->turn], kind + 1) : 1;
        lay(s, LAY_HENS * (kind + 1) + count);
    }
}

/* worms-first: all worms, then the group with the largest sum, and a pass at the limit. */
static inline int worms_first_move(const struct karteneck *s, int limit)
{
    uint64_t cards = playable(s);
    int best = MOVE_PASS, most = 0;
    if (worms(cards) != 0)
        return MOVE_ALL + KIND_WORM;
    if (total(s->laid[s->turn]) >= limit && worms(s->laid[s->turn]) != 0)
        return MOVE_PASS;
    for (int v = 1; v <= HEN_VALUES; v++) {
        if (v * hens(cards, v) >= most && hens(cards, v) > 0) {
            most = v * hens(cards, v);
            best = MOVE_ALL + v - 1;
        }
    }
    return best;
}

/* Its standard limit by seats. */
static inline int worms_first_limit(int seats)
{
    return seats == 2 ? 18 : seats == 3 ? 22 : 30;
}

/* Wins shared as the printed rules share places, into win[]. */
void karteneck_world_result(const struct karteneck *s, float *win);

#endif
