/* endgame.c — searches all lays and draws of the last seat, and remembers decisions.
 *
 * A plain search over every card and every order of lays grows too fast. Four facts make
 * the decisions few:
 * - A kind can be laid once (KE-12), so a turn has six lays at most, and cards of a kind
 *   that lies there are of no more use, in the hand or in the deck. after_lay() erases
 *   them.
 * - Of the cards laid only the kinds, the total, and the rank of the highest worm card
 *   count. Two worm cards have the same rank when no other seat's best worm card is between
 *   them, because they then win and lose the same ties (KE-41).
 * - All totals above the others' totals and above every tile that can be stolen are worth
 *   the same. With such a total and a worm card the seat passes at once.
 * - Laying more cards of a kind is at least as good as laying fewer, unless fewer meet a
 *   tile that can be stolen.
 *
 * What remains of a decision is the useful cards in hand, the useful cards to draw from,
 * and the key of laid_key(). The deck's size follows from the kinds laid, and need not be
 * in the table.
 *
 * The table has 32,768 places and is abandoned when it is three quarters full;
 * karteneck_last_solve() then returns false and the bot searches by playouts. That takes a
 * position that play does not lead to; the comment above PLACES has the times.
 * docs/explain/analysis.md compares the bots' choices with these values. */
#include "endgame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The seat on turn at the end of the match. */
struct outcome {
    double win, points;
};

/* What it holds and has laid, and what it draws from: one of `from`, as long as the deck
 * has cards. Of hand and `from` only the cards of kinds not yet laid are kept; the size of
 * `from` counts all. */
struct turn {
    uint64_t hand, laid, from;
    int deck;
    bool reshuffled; /* KE-51 */
};

/* A decision met before; `laid` is 0 where there is none. */
struct entry {
    uint64_t hand, from, laid;
    struct outcome value;
};

/* 1.3 MB. A decision takes 2 or 3 µs, so an abandoned full table has cost 70 ms at most.
 * That takes a position that no play leads to: the largest hands that play can make, 6
 * cards and 2 for each round passed, took 12 ms in the mean of 400 and 32 at most, and
 * 3,000 positions from matches of the level normal 0.1 ms in the mean and 10 at most. */
enum { PLACES = 1 << 15, ENTRIES_MAX = PLACES / 4 * 3 };

struct last {
    const struct karteneck *view;
    uint32_t ranks[SEATS_MAX]; /* worm cards between the best ones of the others */
    int rank_count;
    int steal; /* the highest tile that can be stolen, or 0 */
    int above; /* all totals from here on are worth the same */
    struct entry *entries;
    uint32_t used;
    bool full; /* abandoned */
};

/* Winning counts; points decide only between what is equal but for rounding. */
static double worth(struct outcome outcome)
{
    return outcome.win + 1e-9 * outcome.points;
}

static struct outcome better(struct outcome one, struct outcome two)
{
    return worth(two) > worth(one) ? two : one;
}

/* ---- the end ---- */

static struct outcome result(const struct karteneck *s, int seat)
{
    float win[SEATS_MAX];
    PECK_ASSERT(s->phase == PHASE_OVER);
    karteneck_world_result(s, win);
    return (struct outcome){win[seat], stack_worms(s, seat)};
}

/* KE-21: a tile may be taken, or not. */
static struct outcome stealing(const struct karteneck *view, bool steals)
{
    struct karteneck s = *view;
    if (steals)
        steal(&s);
    else
        end_pass(&s);
    return result(&s, view->turn);
}

static struct outcome passing(const struct last *last, uint64_t laid)
{
    struct karteneck s = *last->view;
    s.laid[s.turn] = laid;
    pass(&s);
    if (s.phase == PHASE_STEAL)
        return better(stealing(&s, true), stealing(&s, false));
    return result(&s, last->view->turn);
}

/* ---- decisions met before ---- */

/* Where the cards of a kind are in a pile. */
static uint64_t mask_of(int kind)
{
    return kind == KIND_WORM ? WORM_MASK : (uint64_t)LANE << (HENS_AT + LANE_BITS * kind);
}

/* What counts of the laid cards: kinds, total, and the rank of the highest worm card; and a
 * bit, so that it is never 0. */
static uint64_t laid_key(const struct last *last, uint64_t laid)
{
    int sum = total(laid), rank = 0;
    uint64_t kinds = 1;
    for (int kind = 0; kind < KINDS; kind++)
        kinds |= (uint64_t)((laid & mask_of(kind)) != 0) << (kind + 1);
    for (int i = 0; i < last->rank_count; i++)
        rank = (worms(laid) & last->ranks[i]) != 0 ? i + 1 : rank;
    sum = sum < last->above ? sum : last->above;
    return kinds | (uint64_t)rank << 8 | (uint64_t)sum << 16;
}

/* The place of the decision, an old one or a fresh one; NULL when there are too many. How
 * many cards the deck has need not be compared: it follows from the kinds laid. */
static struct entry *find(struct last *last, const struct turn *turn)
{
    uint64_t laid = laid_key(last, turn->laid), counter = turn->hand;
    counter = peck_rng_mix(&counter) ^ turn->from;
    counter = peck_rng_mix(&counter) ^ laid;
    uint32_t at = peck_rng_mix(&counter) % PLACES;
    for (; last->entries[at].laid != 0; at = (at + 1) % PLACES) {
        const struct entry *entry = &last->entries[at];
        if (entry->hand == turn->hand && entry->from == turn->from && entry->laid == laid)
            return &last->entries[at];
    }
    last->full |= last->used == ENTRIES_MAX;
    return last->full ? NULL : &last->entries[at];
}

static void keep(struct last *last, struct entry *entry, const struct turn *turn,
                 struct outcome value)
{
    *entry = (struct entry){turn->hand, turn->from, laid_key(last, turn->laid), value};
    last->used++;
}

/* ---- decisions ---- */

static struct outcome decide(struct last *last, const struct turn *turn);

/* A worm card and a total above all others': to lay more changes nothing. */
static bool settled(const struct last *last, uint64_t laid)
{
    return worms(laid) != 0 && total(laid) >= last->above;
}

static void add_share(struct outcome *mean, double share, struct outcome outcome)
{
    mean->win += share * outcome.win;
    mean->points += share * outcome.points;
}

/* Draws a useful card that is one of `count` alike; returns `count`. */
static int draw_one(struct last *last, const struct turn *turn, uint32_t card, int count,
                    struct outcome *mean)
{
    if (count == 0)
        return 0;
    struct turn next = *turn;
    double share = (double)count / size(turn->from);
    next.from -= single(card);
    next.hand += single(card) & CARDS_MASK;
    next.deck--;
    add_share(mean, share, decide(last, &next));
    return count;
}

/* The mean over the cards that may be drawn. Hens of one value are alike, and so are worm
 * cards of one rank, for which the lowest stands. All cards that are of no more use count
 * together. */
static struct outcome draw_any(struct last *last, const struct turn *turn)
{
    struct outcome mean = {0, 0};
    int useful = 0;
    for (int v = 1; v <= HEN_VALUES; v++)
        useful += draw_one(last, turn, v, hens(turn->from, v), &mean);
    for (int i = 0; i < last->rank_count; i++) {
        uint32_t alike = worms(turn->from) & last->ranks[i];
        uint32_t card = alike != 0 ? CARD_WORM + 1 + __builtin_ctz(alike) : 0;
        useful += draw_one(last, turn, card, __builtin_popcount(alike), &mean);
    }
    if (useful < size(turn->from)) {
        struct turn next = *turn;
        next.from -= 1ull << SIZE_AT;
        next.deck--;
        double share = (double)(size(turn->from) - useful) / size(turn->from);
        add_share(&mean, share, decide(last, &next));
    }
    return mean;
}

/* After a lay: forgets what cannot be laid any more, and draws (KE-12, KE-51). */
static struct outcome after_lay(struct last *last, const struct turn *laid)
{
    struct turn turn = *laid;
    if (settled(last, turn.laid))
        return passing(last, turn.laid);
    if (turn.deck == 0 && !turn.reshuffled) {
        turn.from = last->view->discard;
        turn.deck = size(turn.from);
        turn.reshuffled = true;
    }
    for (int kind = 0; kind < KINDS; kind++) {
        uint64_t gone = (turn.laid & mask_of(kind)) != 0 ? mask_of(kind) : 0;
        turn.hand &= ~gone;
        turn.from &= ~gone;
    }
    return turn.deck > 0 ? draw_any(last, &turn) : decide(last, &turn);
}

static struct outcome laying(struct last *last, const struct turn *turn, uint64_t cards)
{
    struct turn next = *turn;
    next.hand -= cards & CARDS_MASK;
    next.laid += cards;
    return after_lay(last, &next);
}

/* The best number of cards of one kind. More are better, except to meet a tile that can be
 * stolen; and the highest worm card is laid in any case (KE-41). */
static struct outcome lay_kind(struct last *last, const struct turn *turn, int kind)
{
    uint64_t cards = turn->hand & mask_of(kind);
    int count = count_kind(cards, kind);
    cards += (uint64_t)count << SIZE_AT;
    struct outcome best = laying(last, turn, cards);
    while (--count > 0) {
        cards -= kind == KIND_WORM ? single(CARD_WORM + 1 + __builtin_ctz(worms(cards)))
                                   : single(kind + 1);
        if (total(turn->laid + cards) <= last->steal)
            best = better(best, laying(last, turn, cards));
    }
    return best;
}

/* What the best decision is worth: to pass, or to lay any kind. */
static struct outcome decide(struct last *last, const struct turn *turn)
{
    if (last->full)
        return (struct outcome){0, 0};
    struct entry *entry = find(last, turn);
    if (entry == NULL || entry->laid != 0)
        return entry == NULL ? (struct outcome){0, 0} : entry->value;
    struct outcome best = passing(last, turn->laid);
    for (int kind = 0; kind < KINDS && !settled(last, turn->laid); kind++) {
        if ((turn->hand & mask_of(kind)) != 0)
            best = better(best, lay_kind(last, turn, kind));
    }
    entry = find(last, turn); /* others have come in between */
    if (entry != NULL)
        keep(last, entry, turn, best);
    return best;
}

/* KE-13: with worm cards laid, any number of those with lower numbers may be added. Which
 * does not matter. */
static struct outcome laying_worms(struct last *last, struct turn turn)
{
    uint32_t lowest = worms(turn.laid) & -worms(turn.laid);
    struct outcome best = after_lay(last, &turn);
    for (uint32_t more = worms(turn.hand) & (lowest - 1); more != 0; more &= more - 1) {
        uint64_t card = single(CARD_WORM + 1 + __builtin_ctz(more));
        turn.hand -= card & CARDS_MASK;
        turn.laid += card;
        best = better(best, after_lay(last, &turn));
    }
    return best;
}

static struct outcome value_of(struct last *last, uint32_t action)
{
    const struct karteneck *view = last->view;
    struct turn turn = {.hand = view->hand[view->turn] & CARDS_MASK,
                        .laid = view->laid[view->turn],
                        .from = pool(view),
                        .deck = size(view->deck)};
    uint64_t cards = cards_laid(action);
    turn.hand -= cards & CARDS_MASK;
    turn.laid += cards;
    switch (VERB(action)) {
    case VERB_PASS: return passing(last, turn.laid);
    case VERB_STEAL: return stealing(view, true);
    case VERB_DECLINE: return stealing(view, false);
    default: /* to lay, to add, or to be done with adding */
        return worms(cards) != 0 ? laying_worms(last, turn) : after_lay(last, &turn);
    }
}

/* ---- the whole ---- */

/* Whether nobody but the seat on turn acts any more, whatever it does. */
static bool last_to_act(const struct karteneck *view)
{
    return view->done + 1 == rounds_of[view->seats] && view->phase >= PHASE_ACT &&
           view->phase <= PHASE_STEAL && (view->in & ~(1u << view->turn)) == 0;
}

/* Parts the worm cards by the best ones of those that share out: two cards between the same
 * of them go before and after the same seats (KE-41). */
static void rank_worms(struct last *last, uint32_t tops)
{
    uint32_t below = 0;
    for (; tops != 0; tops &= tops - 1) {
        uint32_t under = (tops & -tops) - 1;
        last->ranks[last->rank_count++] = under & ~below;
        below = under;
    }
    last->ranks[last->rank_count++] = WORM_MASK & ~below;
}

static void look(struct last *last, const struct karteneck *view)
{
    uint32_t tops = 0;
    *last = (struct last){.view = view};
    for (int i = 0; i < view->seats; i++) {
        if (i == view->turn)
            continue;
        int top = view->height[i] > 0 ? view->stack[i][view->height[i] - 1] : 0;
        int sum = total(view->laid[i]);
        last->steal = top > last->steal ? top : last->steal;
        last->above = sum >= last->above ? sum + 1 : last->above;
        if (worms(view->laid[i]) != 0)
            tops |= 1u << (31 - __builtin_clz(worms(view->laid[i])));
    }
    last->above = last->steal >= last->above ? last->steal + 1 : last->above;
    rank_worms(last, tops);
}

bool karteneck_last_solve(const struct karteneck *view, struct peck_thought *thought)
{
    struct last last;
    struct peck_estimate estimates[CARDS + 1];
    uint32_t actions[CARDS + 1], best = 0;
    if (!last_to_act(view))
        return false;
    look(&last, view);
    last.entries = calloc(PLACES, sizeof *last.entries);
    if (last.entries == NULL)
        return false;
    uint32_t count = peck_karteneck.legal(view, view->turn, actions);
    for (uint32_t i = 0; i < count; i++) {
        struct outcome value = value_of(&last, actions[i]);
        estimates[i] = (struct peck_estimate){
            .action = actions[i], .win = fmin(value.win, 1), .points = value.points};
        struct outcome most = {estimates[best].win, estimates[best].points};
        best = worth(value) > worth(most) + 1e-12 ? i : best;
    }
    free(last.entries);
    if (last.full)
        return false;
    thought->action = actions[best];
    thought->delay = 0;
    thought->count = thought->estimates != NULL ? count : 0;
    if (thought->estimates != NULL)
        memcpy(thought->estimates, estimates, count * sizeof *estimates);
    return true;
}
