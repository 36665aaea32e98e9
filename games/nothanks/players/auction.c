/* auction.c — works an auction back from its end, for maxⁿ players or against beliefs.
 *
 * The problem. A seat may refuse while it has chips, so a search over plies would go around
 * the table again and again. But a refusal changes only the pot, the turn and one hand of
 * chips, so at a pot of j more chips everything is known: who decides, and everybody's
 * hand. Let L[j] be the value after a take at step j, and W[j] the value at step j. Then
 * W[j] is L[j] or W[j + 1], as the seat of the step decides, and the chain ends with the
 * first seat that has no chip left. One pass from the end gives every decision about the
 * card. A chain has at most 56 steps.
 *
 * Leaves. L is what a network says about the state after the take. With one card to come,
 * endgame.c works it out exactly, and after the last card it is the result. All leaves of
 * an auction share most of their inputs. The hidden layer is therefore summed up in two
 * parts: cards and beliefs once for each seat that may take, chips and scores for each
 * step. Values are shares of the win. Where the points at the end are known, each seat also
 * has a *crumb*, a millionth for each point, which decides between actions that win equally
 * often.
 *
 * Maxⁿ. Every seat chooses the larger of its own two values; a tie is taken.
 *
 * Against beliefs. The hero chooses; each other seat takes with the chance that its mixture
 * gives (foresee). With every refusal the seat is known better, so the mixture is updated
 * along the chain. What is reached with a chance below 0.002 is cut off. `minds` holds what
 * each hypothesis does at each step and is worked out step by step, since the last steps
 * are seldom needed. A replier is foreseen by solving the chain from its seat with its own
 * beliefs; there it takes other repliers for maxⁿ players, which ends the regress.
 *
 * Two corrections. Where all others seem to be maxⁿ players, the leaves lean towards the
 * network `maxn`, which knows more about what follows (blend_leaves). Where some of the
 * others seem to be repliers and some do not, two who wait for what the third gives away
 * are in one another's way. There the hero moves towards what maxⁿ prefers
 * (nothanks_chain_caution).
 *
 * One card further (nothanks_chain_deepen): where a take is likely enough, its leaf becomes
 * the mean of the chains of every third card that may come next, or of every card near the
 * end.
 *
 * docs/training.md has the measurements of the chain, of caution, and of the last
 * two cards. */
#include "auction.h"
#include "endgame.h"
#include "play/kit.h"

#include <math.h>
#include <string.h>

/* Inputs: a block for each seat, clockwise from the viewer; then the table's; then, for
 * `mix`, the kinds of types of each other seat. */
enum {
    SEAT_HELD,                        /* card 3 first */
    SEAT_WANTED = SEAT_HELD + CARDS,  /* unseen, and a neighbour of a card held */
    SEAT_CHIPS = SEAT_WANTED + CARDS, /* one for each number, larger ones together */
    SEAT_SCORE = SEAT_CHIPS + 16,
    SEAT_INPUTS,
    TABLE_UNSEEN = 0,
    TABLE_LEFT = TABLE_UNSEEN + CARDS,
    TABLE_TURN = TABLE_LEFT + DECK,
    TABLE_INPUTS = TABLE_TURN + SEATS_MAX
};

uint32_t nothanks_inputs(int seats, bool mix)
{
    return seats * SEAT_INPUTS + TABLE_INPUTS + (mix ? (seats - 1) * KINDS : 0);
}

void nothanks_net_name(const char *kind, int seats, char name[NOTHANKS_NAME])
{
    struct peck_text text = peck_text_begin(name, NOTHANKS_NAME);
    peck_put(&text, "nothanks-");
    peck_put(&text, kind);
    peck_put_char(&text, '-');
    peck_put_int(&text, seats);
}

static const struct net *net_of(const char *kind, int seats)
{
    char name[NOTHANKS_NAME];
    nothanks_net_name(kind, seats, name);
    return net_named(name);
}

struct nets nothanks_nets(int seats)
{
    struct nets nets = {net_of("maxn", seats), net_of("mix", seats)};
    PECK_ASSERT(nets.maxn->inputs == nothanks_inputs(seats, false));
    PECK_ASSERT(nets.mix->inputs == nothanks_inputs(seats, true));
    return nets;
}

static void put_mask(struct net_input *input, uint32_t index, uint64_t cards)
{
    while (cards != 0)
        net_on(input, index + pop(&cards) - CARD_LOW, 1);
}

static uint32_t chips_input(int chips)
{
    if (chips <= 11)
        return SEAT_CHIPS + chips;
    return SEAT_CHIPS + (chips <= 14 ? 12 : chips <= 18 ? 13 : chips <= 24 ? 14 : 15);
}

static float score_input(int points)
{
    return (points - 20) * 0.05f; /* within ±2 as a rule */
}

static uint64_t wanted(uint64_t held, const struct nothanks *s)
{
    return (held << 1 | held >> 1) & s->unseen;
}

/* What depends neither on chips nor on the last taker. */
static void put_table(struct net_input *input, const struct nothanks *s, int viewer,
                      const struct beliefs *beliefs)
{
    for (int i = 0; i < s->seats; i++) {
        uint64_t held = s->taken[(viewer + i) % s->seats];
        put_mask(input, i * SEAT_INPUTS + SEAT_HELD, held);
        put_mask(input, i * SEAT_INPUTS + SEAT_WANTED, wanted(held, s));
    }
    uint32_t table = s->seats * SEAT_INPUTS;
    put_mask(input, table + TABLE_UNSEEN, s->unseen);
    net_on(input, table + TABLE_LEFT + s->left, 1);
    for (int i = 1; i < s->seats && beliefs != NULL; i++) {
        float weights[KINDS];
        nothanks_mixture_kinds(beliefs->of[(viewer + i) % s->seats], weights);
        for (int kind = 0; kind < KINDS; kind++) {
            if (weights[kind] > 0.002f) /* most are next to nothing soon */
                net_on(input, table + TABLE_INPUTS + (i - 1) * KINDS + kind, weights[kind]);
        }
    }
}

static void put_turn(struct net_input *input, const struct nothanks *s, int viewer,
                     int turn)
{
    net_on(input,
           s->seats * SEAT_INPUTS + TABLE_TURN + (turn - viewer + s->seats) % s->seats, 1);
}

/* What the card up adds to the inputs of a seat that takes it. */
static void put_take(struct net_input *input, const struct nothanks *s, int viewer,
                     int taker)
{
    uint32_t block = (taker - viewer + s->seats) % s->seats * SEAT_INPUTS;
    uint64_t held = s->taken[taker], more = CARD(s->card);
    put_mask(input, block + SEAT_HELD, more);
    put_mask(input, block + SEAT_WANTED, wanted(more, s) & ~wanted(held, s));
    put_turn(input, s, viewer, taker);
}

void nothanks_input(const struct nothanks *s, int viewer, const struct beliefs *beliefs,
                    struct net_input *input)
{
    PECK_ASSERT(s->phase == PHASE_FLIP && s->left < DECK);
    input->count = 0;
    put_table(input, s, viewer, beliefs);
    put_turn(input, s, viewer, s->turn);
    for (int i = 0; i < s->seats; i++) {
        int seat = (viewer + i) % s->seats;
        net_on(input, i * SEAT_INPUTS + chips_input(s->chips[seat]), 1);
        net_on(input, i * SEAT_INPUTS + SEAT_SCORE,
               score_input(card_points(s->taken[seat]) - s->chips[seat]));
    }
}

void nothanks_shares(const struct nothanks *s, float shares[])
{
    double keys[SEATS_MAX] = {0};
    for (int i = 0; i < s->seats; i++)
        keys[i] = s->chips[i] - card_points(s->taken[i]);
    uint32_t winners = kit_highest(keys, s->seats); /* NT-22 */
    for (int i = 0; i < s->seats; i++)
        shares[i] = (float)kit_share(winners, i);
}

/* ---- The leaves. ---- */

/* Four at a time, on any machine. */
typedef float four __attribute__((vector_size(16)));

#define LOAD(name, from)                                                                   \
    four name;                                                                             \
    memcpy(&name, from, sizeof name)

/* The hidden layer for each seat that may take, without chips and scores. */
struct bases {
    float hidden[SEATS_MAX][NET_HIDDEN_MAX];
    int points[SEATS_MAX][2]; /* of cards, without and with the card up */
};

static void add_inputs(const struct net *net, const struct net_input *input, float *hidden)
{
    for (uint32_t h = 0; h < net->hidden; h += 4) {
        LOAD(sum, hidden + h);
        for (uint32_t i = 0; i < input->count; i++) {
            LOAD(row, net->first + (size_t)input->index[i] * net->hidden + h);
            sum += input->value[i] * row;
        }
        memcpy(hidden + h, &sum, sizeof sum);
    }
}

static void make_bases(struct bases *bases, const struct net *net, const struct nothanks *s,
                       int viewer, const struct beliefs *beliefs)
{
    float table[NET_HIDDEN_MAX];
    for (int taker = 0; taker < s->seats; taker++) {
        struct net_input input;
        if (viewer < 0 || taker == 0) { /* from one place the table looks the same */
            input.count = 0;
            put_table(&input, s, viewer < 0 ? taker : viewer, beliefs);
            memcpy(table, net->bias, net->hidden * sizeof *table);
            add_inputs(net, &input, table);
        }
        input.count = 0;
        put_take(&input, s, viewer < 0 ? taker : viewer, taker);
        memcpy(bases->hidden[taker], table, net->hidden * sizeof *table);
        add_inputs(net, &input, bases->hidden[taker]);
        bases->points[taker][0] = card_points(s->taken[taker]);
        bases->points[taker][1] = card_points(s->taken[taker] | CARD(s->card));
    }
}

/* The outputs of one leaf: to the base come a row for the chips of each seat and one for
 * its score. Inlined for each number of seats, so that the inner loops unroll. */
__attribute__((always_inline)) static inline void sum_leaf(const struct net *net,
                                                           const float *base, int seats,
                                                           const float *const *chips,
                                                           const float *scores, float *out)
{
    four sums[SEATS_MAX] = {{0}};
    for (uint32_t h = 0; h < net->hidden; h += 4) {
        LOAD(x, base + h);
        for (int i = 0; i < seats; i++) {
            LOAD(chip, chips[i] + h);
            LOAD(score,
                 net->first + (size_t)(i * SEAT_INPUTS + SEAT_SCORE) * net->hidden + h);
            x += chip + scores[i] * score;
        }
        x = (four)((x > 0) & (__typeof__(x > 0))x);
        for (int i = 0; i < seats; i++) {
            LOAD(weights, net->second + (size_t)i * net->hidden + h);
            sums[i] += x * weights;
        }
    }
    for (int i = 0; i < seats; i++) {
        out[i] = net->offset[i];
        for (int lane = 0; lane < 4; lane++)
            out[i] += sums[i][lane];
    }
}

static void softmax(float *out, int seats)
{
    float most = out[0], sum = 0;
    for (int i = 1; i < seats; i++)
        most = out[i] > most ? out[i] : most;
    for (int i = 0; i < seats; i++)
        sum += out[i] = expf(out[i] - most);
    for (int i = 0; i < seats; i++)
        out[i] /= sum;
}

static void eval_leaf(const struct bases *bases, const struct net *net,
                      const struct nothanks *s, int viewer, float *leaf)
{
    const float *chips[SEATS_MAX], *base = bases->hidden[s->turn];
    float scores[SEATS_MAX], out[SEATS_MAX];
    int taker = s->turn, seats = s->seats;
    for (int i = 0; i < seats; i++) {
        int seat = viewer + i < seats ? viewer + i : viewer + i - seats;
        int held = s->chips[seat] + (seat == taker ? s->pot : 0);
        chips[i] = net->first + (size_t)(i * SEAT_INPUTS + chips_input(held)) * net->hidden;
        scores[i] = score_input(bases->points[seat][seat == taker] - held);
    }
    switch (seats) {
    case 3: sum_leaf(net, base, 3, chips, scores, out); break;
    case 4: sum_leaf(net, base, 4, chips, scores, out); break;
    case 5: sum_leaf(net, base, 5, chips, scores, out); break;
    default: sum_leaf(net, base, seats, chips, scores, out); break;
    }
    softmax(out, seats);
    for (int i = 0; i < seats; i++)
        leaf[(viewer + i) % seats] = out[i];
}

/* A leaf that needs no network. */
static void end_leaf(const struct nothanks *s, float *leaf)
{
    const float crumb = 1e-6f; /* for a point: all of them weigh less than any doubt */
    struct nothanks after = *s;
    float points[SEATS_MAX];
    take(&after);
    if (after.phase == PHASE_OVER) {
        nothanks_shares(&after, leaf);
        for (int i = 0; i < s->seats; i++)
            points[i] = card_points(after.taken[i]) - after.chips[i];
    } else {
        nothanks_last(&after, leaf, points);
    }
    for (int i = 0; i < s->seats; i++)
        leaf[CRUMBS + i] = -crumb * points[i];
}

/* Walks the chain and values a take at every step, up to `longest` of them. `viewer` is a
 * seat, or -1: who takes. */
static void make_leaves(struct chain *chain, const struct net *net,
                        const struct nothanks *s, int viewer, const struct beliefs *beliefs,
                        int longest)
{
    PECK_ASSERT(s->phase == PHASE_CHOICE);
    struct bases bases;
    struct nothanks walk = *s;
    bool ends = s->left <= 1;
    if (!ends)
        make_bases(&bases, net, s, viewer, beliefs);
    for (chain->length = 0;; refuse(&walk)) {
        int step = chain->length++;
        chain->seat[step] = walk.turn;
        memset(chain->leaf[step], 0, sizeof chain->leaf[step]);
        if (ends)
            end_leaf(&walk, chain->leaf[step]);
        else
            eval_leaf(&bases, net, &walk, viewer < 0 ? walk.turn : viewer,
                      chain->leaf[step]);
        if (walk.chips[walk.turn] == 0 || chain->length == longest) /* NT-12 */
            break;
    }
}

/* ---- Working back from the end. ---- */

static void end_chain(struct chain *chain)
{
    int last = chain->length - 1;
    chain->takes[last] = true;
    memcpy(chain->value[last], chain->leaf[last], sizeof chain->leaf[last]);
}

/* What the seat of a step prefers, given by how much it would rather take; a tie is taken,
 * since chips may run out. */
static void choose(struct chain *chain, int step, float lead)
{
    chain->takes[step] = lead >= 0;
    memcpy(chain->value[step],
           chain->takes[step] ? chain->leaf[step] : chain->value[step + 1],
           sizeof chain->value[step]);
}

void nothanks_chain_maxn(struct chain *chain, const struct net *net,
                         const struct nothanks *s)
{
    make_leaves(chain, net, s, -1, NULL, CHAIN_MAX);
    chain->caution = 0;
    end_chain(chain);
    for (int step = chain->length - 2; step >= 0; step--)
        choose(chain, step, chain_lead(chain, step));
}

/* Finds the chance of a take at each step of the other seats. With every refusal the seat
 * becomes better known, so its mixture is updated on the way. Returns the length of the
 * chain: it is cut off where it is reached with a chance of less than 2 in 1000. */
static int foresee(struct chain *chain, int hero, const struct beliefs *beliefs,
                   struct minds *minds)
{
    const float never = 2e-3f;
    struct beliefs now = *beliefs;
    float reach = 1;
    int step = 0;
    for (; step + 1 < minds->maxn.length && reach > never; step++) {
        int seat = minds->maxn.seat[step];
        if (seat == hero)
            continue;
        const struct odds *odds = nothanks_minds_odds(minds, step);
        chain->chance[step] = nothanks_mixture_takes(now.of[seat], odds);
        nothanks_mixture_learn(now.of[seat], odds, false);
        reach *= 1 - chain->chance[step];
    }
    chain->chance[step] = 1; /* no chip left: NT-12; or no difference */
    return step + 1;
}

/* Where all others seem to be maxⁿ players, sure or not, the network for them knows more
 * about what follows. The leaves move towards it by the chance of that company, times 0.85:
 * a little of the other network's opinion does better than none. */
static void blend_leaves(struct chain *chain, int seats, int hero,
                         const struct beliefs *beliefs, const struct chain *maxn)
{
    float share = 0.85f;
    for (int i = 0; i < seats; i++)
        share *= i == hero ? 1
                           : nothanks_mixture_type(beliefs->of[i], TYPE_MAXN) +
                                 nothanks_mixture_type(beliefs->of[i], TYPE_SOFT);
    for (int step = 0; step < chain->length; step++) {
        for (int i = 0; i < seats; i++)
            chain->leaf[step][i] += share * (maxn->leaf[step][i] - chain->leaf[step][i]);
    }
}

/* Those that need no network are everybody's. */
static void copy_leaves(struct chain *chain, const struct chain *maxn, int length)
{
    chain->length = length;
    memcpy(chain->seat, maxn->seat, length * sizeof *chain->seat);
    memcpy(chain->leaf, maxn->leaf, length * sizeof *chain->leaf);
}

static void back_up(struct chain *chain, int hero, const struct chain *maxn)
{
    end_chain(chain);
    for (int step = chain->length - 2; step >= 0; step--) {
        if (chain->seat[step] == hero) {
            choose(chain, step,
                   cautious(chain, chain_lead(chain, step), chain_lead(maxn, step)));
            continue;
        }
        float chance = chain->chance[step];
        for (int i = 0; i < WORTH; i++)
            chain->value[step][i] =
                chance * chain->leaf[step][i] + (1 - chance) * chain->value[step + 1][i];
    }
}

float nothanks_chain_caution(const struct beliefs *beliefs, int seats, int hero)
{
    float none = 1, all = 1;
    for (int i = 0; i < seats; i++) {
        float replies = nothanks_mixture_type(beliefs->of[i], TYPE_REPLIER);
        none *= i == hero ? 1 : 1 - replies;
        all *= i == hero ? 1 : replies;
    }
    float mixed = 1 - none - all, other = 1 - mixed;
    return mixed * mixed / (mixed * mixed + other * other);
}

void nothanks_chain_mix(struct chain *chain, const struct net *net,
                        const struct nothanks *s, int hero, const struct beliefs *beliefs,
                        struct minds *minds, float caution)
{
    int length = foresee(chain, hero, beliefs, minds);
    if (s->left > 1) {
        make_leaves(chain, net, s, hero, beliefs, length);
        blend_leaves(chain, s->seats, hero, beliefs, &minds->maxn);
    } else {
        copy_leaves(chain, &minds->maxn, length);
    }
    chain->caution = caution;
    back_up(chain, hero, &minds->maxn);
    for (int step = length; step < minds->maxn.length; step++)
        chain->takes[step] = minds->maxn.takes[step];
}

/* The types that are rules of thumb, and those that follow from the maxⁿ chain. */
static void read_step(struct minds *minds, int step)
{
    const float unsure = 0.03f; /* of how much it is better, in shares of the win */
    struct odds *odds = &minds->odds[step];
    nothanks_odds_of_styles(odds, &minds->walk, &minds->costs, minds->walk.turn);
    nothanks_odds_of_type(odds, TYPE_SOFT,
                          1 / (1 + expf(-chain_lead(&minds->maxn, step) / unsure)));
    nothanks_odds_of_type(odds, TYPE_MAXN, minds->maxn.takes[step]);
    nothanks_odds_of_type(odds, TYPE_REPLIER, minds->replies[step]);
    nothanks_odds_of_strangers(odds);
}

const struct odds *nothanks_minds_odds(struct minds *minds, int step)
{
    PECK_ASSERT(step + 1 < minds->maxn.length);
    for (; minds->known <= step; refuse(&minds->walk))
        read_step(minds, minds->known++);
    return &minds->odds[step];
}

void nothanks_minds_read(struct minds *minds, const struct nets *nets,
                         const struct nothanks *s, uint32_t seats,
                         const struct beliefs views[])
{
    bool takes[CHAIN_MAX];
    nothanks_chain_maxn(&minds->maxn, nets->maxn, s);
    memcpy(minds->replies, minds->maxn.takes, sizeof minds->replies);
    memcpy(takes, minds->maxn.takes, sizeof takes);
    minds->known = 0;
    minds->walk = *s;
    minds->costs = nothanks_costs_of(s);
    for (int i = 0; i < s->seats; i++) {
        struct chain chain;
        if ((seats >> i & 1) == 0)
            continue;
        nothanks_chain_mix(&chain, nets->mix, s, i, &views[i], minds,
                           nothanks_chain_caution(&views[i], s->seats, i));
        for (int step = 0; step + 1 < minds->maxn.length; step++)
            takes[step] = minds->maxn.seat[step] == i ? chain.takes[step] : takes[step];
    }
    /* Only now, because a replier takes other repliers for maxⁿ players. */
    memcpy(minds->replies, takes, sizeof takes);
    for (int step = 0; step < minds->known; step++) {
        nothanks_odds_of_type(&minds->odds[step], TYPE_REPLIER, takes[step]);
        nothanks_odds_of_strangers(&minds->odds[step]);
    }
}

/* The mean of the chains of the cards to come after a take. */
static void look_further(float *leaf, const struct nets *nets, const struct nothanks *after,
                         int hero, const struct beliefs views[], uint32_t clever)
{
    const int every = after->left <= CHAIN_NEAR_END ? 1 : 3;
    float caution = nothanks_chain_caution(&views[hero], after->seats, hero);
    float sum[WORTH] = {0};
    int number = after->left, cards = 0;
    for (uint64_t rest = after->unseen; rest != 0; number++) {
        struct minds minds;
        struct chain chain;
        struct nothanks next = *after;
        int card = pop(&rest);
        if (number % every != 0)
            continue;
        flip(&next, card);
        nothanks_minds_read(&minds, nets, &next, clever, views);
        nothanks_chain_mix(&chain, nets->mix, &next, hero, &views[hero], &minds, caution);
        for (int i = 0; i < WORTH; i++)
            sum[i] += chain.value[0][i];
        cards++;
    }
    for (int i = 0; i < WORTH && cards > 0; i++)
        leaf[i] = sum[i] / cards;
}

/* Seats that are probably repliers. */
static uint32_t clever_seats(const struct beliefs *beliefs, int seats, int hero)
{
    const float likely = 0.2f;
    uint32_t clever = 0;
    for (int i = 0; i < seats; i++) {
        if (i != hero && nothanks_mixture_type(beliefs->of[i], TYPE_REPLIER) > likely)
            clever |= 1u << i;
    }
    return clever;
}

void nothanks_chain_deepen(struct chain *chain, const struct nets *nets,
                           const struct nothanks *s, int hero, const struct beliefs views[],
                           const struct minds *minds)
{
    const bool all = s->left == 1;
    const float matters = all ? 0.002f : 0.03f; /* the chance of getting there */
    uint32_t clever = clever_seats(&views[hero], s->seats, hero);
    struct nothanks walk = *s;
    float reach = 1;
    for (int step = 0; step < chain->length && reach > matters; step++) {
        struct nothanks after = walk;
        bool own = chain->seat[step] == hero;
        float chance = own ? 1 : chain->chance[step];
        take(&after);
        if (reach * chance > matters && after.phase == PHASE_FLIP)
            look_further(chain->leaf[step], nets, &after, hero, views, clever);
        if (step == chain->length - 1 || (own && step > 0 && chain->takes[step] && !all))
            break;
        reach *= own ? 1 : 1 - chance;
        refuse(&walk);
    }
    back_up(chain, hero, &minds->maxn);
}
