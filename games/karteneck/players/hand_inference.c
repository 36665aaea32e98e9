/* hand_inference.c — samples hidden hands in proportion to how well they explain the play.
 *
 * The problem. By the deal alone all hidden hands are equally likely. But a player who
 * passes early is short of cards that fit, and one who lays a single 2 seldom holds four. A
 * search that ignores this averages over worlds that are far from the real one. The exact
 * answer would need the likelihood of every possible hand of every seat, which is far too
 * many.
 *
 * The idea. The worlds make a Metropolis chain. Each comes from the last by proposing
 * another hand for one seat after the other, dealt by chance from the seat's own cards and
 * the deck. A proposal with weight w replaces a hand with weight v with the odds w / v, at
 * most 1. In the long run worlds come in proportion to their weights times the odds of the
 * deal. A chain only needs weights of hands that it visits, and only their ratios. The
 * first world has 16 proposals for each seat before it, each later one three.
 *
 * The weight of a hand is how likely its owner would have played as the seat saw it play in
 * this round. To find out, the hand is taken back through its owner's decisions, from the
 * last to the first. At each one the cards drawn since are taken out of it; any card of the
 * hand is equally likely to be one of them. Then the cards laid are put back. The learnt
 * policy, asked with that hand, says how likely the decision was. One decision in seven
 * (STRANGE) is taken for a whim, because people do not play like the policy.
 *
 * Since the cards taken out are drawn by chance, a weight is itself an estimate. The chain
 * keeps the weight that a hand was accepted with and does not compute it again, which is
 * what makes the long-run proportions right for the mean of the estimates.
 *
 * Costs. A deed stores what the policy makes of the table without the hand
 * (karteneck_policy_begin), so one weight costs only the rows of the network's first layer
 * that depend on the hand. docs/training.md has the trials at two seats: 52.5 ± 1.8 %
 * against a search that does not weigh hands. With the round before weighed as well it
 * was 50.4 ± 1.8 %, so earlier rounds are left out. After a reshuffle (KE-51) a hand may be
 * taken back to one that was impossible at that time. */
#include "hand_inference.h"
#include "play/kit.h"

#include <string.h>

/* Hands proposed to each other seat before the first world, and before each later one. */
enum { FIRST_PROPOSALS = 16, PROPOSALS = 3 };

/* ---- what was seen ---- */

/* The match as the viewer saw it: only its own hand is known, of the others' and of the
 * deck no more than the size. */
struct replay {
    struct karteneck s;
    int viewer, round; /* what was before it is forgotten */
    struct past *past;
};

/* The deed that the seat on turn has just begun, or NULL where it is not kept. */
static struct deed *last_deed(const struct replay *replay)
{
    int seat = replay->s.turn, count = replay->past->count[seat];
    return count > 0 ? &replay->past->deeds[seat][count - 1] : NULL;
}

static void begin_deed(const struct replay *replay)
{
    int seat = replay->s.turn;
    if (seat == replay->viewer || replay->s.done < replay->round)
        return;
    PECK_ASSERT(replay->past->count[seat] < DEEDS_MAX);
    struct deed *deed = &replay->past->deeds[seat][replay->past->count[seat]++];
    *deed = (struct deed){.before = replay->s};
    karteneck_policy_begin(replay->past->policy, &deed->before, deed->scene);
}

/* KE-51 may make the discard pile the deck, whose cards then lie face down. */
static void begin_draw(struct karteneck *s, int draws)
{
    draw(s, draws);
    s->deck &= ~CARDS_MASK;
}

static void see_card(struct replay *replay, uint32_t card)
{
    struct karteneck *s = &replay->s;
    const uint64_t one = 1ull << SIZE_AT;
    s->hand[drawer(s)] += card == CARD_HIDDEN ? one : single(card);
    s->deck -= one;
    if (s->phase == PHASE_DRAW) {
        struct deed *deed = last_deed(replay);
        if (deed != NULL)
            deed->drawn++;
        begin_draw(s, s->draws - 1);
    } else if (size(s->deck) == CARDS - HAND * s->seats) { /* KE-5 */
        s->phase = PHASE_TILE;
    }
}

static void see_lay(struct replay *replay, uint32_t argument)
{
    struct karteneck *s = &replay->s;
    bool worm = argument > LAY_WORM;
    uint64_t cards = worm ? single(CARD_WORM + argument - LAY_WORM)
                          : single(argument / LAY_HENS) * (argument % LAY_HENS);
    struct deed *deed = last_deed(replay);
    if (deed != NULL)
        deed->laid += cards;
    s->hand[s->turn] -= s->turn == replay->viewer ? cards : cards & ~CARDS_MASK;
    s->laid[s->turn] += cards;
    if (worm)
        s->phase = PHASE_ADD;
    else
        begin_draw(s, 1);
}

static void see(struct replay *replay, const struct peck_ply *ply)
{
    struct karteneck *s = &replay->s;
    uint32_t argument = ARGUMENT(ply->action);
    switch (VERB(ply->action)) {
    case VERB_CARD: see_card(replay, argument); break;
    case VERB_LAY:
        begin_deed(replay);
        see_lay(replay, argument);
        break;
    case VERB_ADD: see_lay(replay, LAY_WORM + argument); break;
    case VERB_DONE: begin_draw(s, 1); break;
    case VERB_PASS:
        begin_deed(replay);
        pass(s);
        break;
    default: peck_karteneck.apply(s, ply->seat, ply->action); /* nothing is hidden there */
    }
    s->deck &= ~CARDS_MASK;
}

void karteneck_past_read(struct past *past, const struct net *policy,
                         const struct peck_seat *seat)
{
    const struct karteneck *view = (const struct karteneck *)(const void *)seat->view;
    struct replay replay = {.viewer = seat->seat, .round = view->done, .past = past};
    struct peck_error error;
    memset(past->count, 0, sizeof past->count);
    past->policy = policy;
    if (seat->plies == NULL || policy == NULL ||
        peck_init(&peck_karteneck, &replay.s, seat->setup, &error) != PECK_OK)
        return;
    replay.s.deck &= ~CARDS_MASK;
    for (uint32_t i = 0; i < seat->count; i++)
        see(&replay, &seat->plies[i]);
}

/* ---- how likely it was ---- */

/* The move of sampled_world.h that the deed was with this hand: some of a kind, but
 * neither one nor all, counts as all. */
static int move_of(const struct deed *deed, uint64_t hand)
{
    for (int kind = 0; kind < KINDS; kind++) {
        int laid = count_kind(deed->laid, kind);
        if (laid > 0)
            return kind + (laid > 1 && count_kind(hand, kind) > 1 ? MOVE_ALL : MOVE_ONE);
    }
    return MOVE_PASS;
}

/* Not everybody plays like the policy: one decision in so many is anything. */
static const float STRANGE = 0.15f;

static double likelihood(const struct deed *deed, const struct net *policy, uint64_t hand)
{
    struct karteneck s = deed->before;
    float share[MOVES];
    s.hand[s.turn] = hand;
    uint32_t moves = moves_of(&s);
    if (moves == 1u << MOVE_PASS)
        return 1;
    karteneck_policy_shares_of(policy, deed->scene, &s, moves, share);
    return STRANGE / (float)__builtin_popcount(moves) +
           (1 - STRANGE) * share[move_of(deed, hand)];
}

double karteneck_past_weight(const struct past *past, int seat, uint64_t hand,
                             struct peck_rng *rng)
{
    double weight = 1;
    for (int k = past->count[seat] - 1; k >= 0; k--) {
        const struct deed *deed = &past->deeds[seat][k];
        deal(&hand, deed->drawn, rng);
        hand += deed->laid;
        weight *= likelihood(deed, past->policy, hand);
    }
    return weight;
}

/* ---- dealing ---- */

/* One Metropolis step for one seat: proposes another hand out of its own cards and the
 * deck, and accepts it with the odds of the new weight to the old one. */
static void propose(const struct past *past, struct belief *belief, int seat,
                    struct peck_rng *rng)
{
    struct karteneck *s = &belief->world;
    uint64_t rest = s->deck + s->hand[seat];
    uint64_t hand = deal(&rest, size(s->hand[seat]), rng);
    double weight = karteneck_past_weight(past, seat, hand, rng);
    double even = kit_real(rng);
    if (even * belief->weight[seat] >= weight)
        return;
    s->hand[seat] = hand;
    s->deck = rest;
    belief->weight[seat] = weight;
}

void karteneck_belief_begin(struct belief *belief)
{
    belief->begun = false;
}

void karteneck_belief_next(struct belief *belief, const struct past *past,
                           const struct karteneck *view, int viewer, struct peck_rng *rng)
{
    int proposals = belief->begun ? PROPOSALS : FIRST_PROPOSALS;
    if (!belief->begun) {
        belief->world = *view;
        peck_karteneck.determinize(&belief->world, viewer, rng);
        for (int i = 0; i < view->seats; i++)
            belief->weight[i] = karteneck_past_weight(past, i, belief->world.hand[i], rng);
    }
    belief->begun = true;
    for (int k = 0; k < proposals; k++) {
        for (int i = 0; i < view->seats; i++) {
            if (i != viewer && view->hand[i] != 0)
                propose(past, belief, i, rng);
        }
    }
}
