/* networks.c — the inputs of the networks of Karteneck, and playing a world out with them.
 *
 * Inputs are mostly one-hot: a number such as the total laid has one input for each value
 * it can take, so a network with one hidden layer can learn any function of it. What is
 * missing to steal a tile, and what another seat is missing to steal ours, are inputs of
 * their own. Inputs that depend on the own hand come from one function and all others from
 * another, so that hand_inference.c can ask about many hands of one moment and add up the
 * rest once.
 *
 * Playouts spend most of their time here, so the sums are written out for 32 hidden units,
 * four at a time; one evaluation of the policy takes about a microsecond. The compiler may
 * not reorder sums of floats, and would add them one by one. Two things are not learnt: a
 * theft is never declined, and worm cards are laid from the highest number down. */
#include "networks.h"
#include "play/kit.h"

#include <math.h>
#include <string.h>

/* ---- the policy's inputs ---- */

enum {
    HELD_STATES = 7,   /* not laid: 0 to 4 or more held; laid: none held, some held */
    TOTAL_STATES = 46, /* a total of 45 or more is one */
    HAND_STATES = 13,
    WORM_STATES = 11, /* 0 to 9 worms on a tile or more, or no tile */
    LEFT_STATES = 9,  /* rounds to come after this one */
    GAP_STATES = 21,
    DIFFERENCE_STATES = 25,
    HALF_STATES = 23, /* totals in steps of two */
};

/* Where the inputs of each sort begin; those that depend on the seats come last. */
enum {
    AT_HELD = 0,
    AT_TOTAL = AT_HELD + KINDS * HELD_STATES, /* without a worm card, then with one */
    AT_HAND = AT_TOTAL + 2 * TOTAL_STATES,
    AT_LEFT = AT_HAND + HAND_STATES,
    AT_LEAD = AT_LEFT + LEFT_STATES,  /* worms, and worms by rounds to come */
    AT_POOL = AT_LEAD + 2,            /* share of worm cards among those not seen */
    AT_OTHERS = AT_POOL + 1,          /* how many are still in … */
    AT_ABOVE = AT_OTHERS + SEATS_MAX, /* … and how many would go first in the share-out */
    AT_TOP = AT_ABOVE + SEATS_MAX,
    AT_SEATS = AT_TOP + WORM_STATES,
};

/* Of each other seat, clockwise. */
enum {
    OTHER_STANDING = 0, /* in, passed, failed */
    OTHER_SAFE = OTHER_STANDING + 3,
    OTHER_TOTAL = OTHER_SAFE + 1,
    OTHER_DIFFERENCE = OTHER_TOTAL + HALF_STATES,
    OTHER_HAND = OTHER_DIFFERENCE + DIFFERENCE_STATES,
    OTHER_LEAD = OTHER_HAND + 1,
    OTHER_PREY = OTHER_LEAD + 1, /* what is missing to steal its top … */
    OTHER_PREY_WORMS = OTHER_PREY + GAP_STATES,
    OTHER_THREAT = OTHER_PREY_WORMS + 1, /* … and it to steal ours */
    OTHER_INPUTS = OTHER_THREAT + GAP_STATES,
};

uint32_t karteneck_policy_inputs(int seats)
{
    return AT_SEATS + seats * WORM_STATES + (seats - 1) * OTHER_INPUTS;
}

static inline int at_most(int value, int most)
{
    return value < most ? value : most;
}

static inline int top_of(const struct karteneck *s, int seat)
{
    return s->height[seat] > 0 ? s->stack[seat][s->height[seat] - 1] : -1;
}

/* The state of a tile's worms, WORM_STATES - 1 for no tile. */
static inline int worm_state(const struct karteneck *s, int tile)
{
    return tile < 0 ? WORM_STATES - 1 : at_most(tile_worms(s, tile), WORM_STATES - 2);
}

static void look_at_hand(const struct karteneck *s, struct net_input *input)
{
    uint64_t hand = s->hand[s->turn], laid = s->laid[s->turn];
    for (int kind = 0; kind < KINDS; kind++) {
        int held = count_kind(hand, kind);
        int state = count_kind(laid, kind) > 0 ? 5 + (held > 0) : at_most(held, 4);
        net_on(input, AT_HELD + kind * HELD_STATES + state, 1);
    }
    bool safe = worms(laid) != 0;
    net_on(input, AT_TOTAL + safe * TOTAL_STATES + at_most(total(laid), TOTAL_STATES - 1),
           1);
    net_on(input, AT_HAND + at_most(size(hand), HAND_STATES - 1), 1);
    /* Discards, laid cards and the own hand are what the seat has seen. */
    uint64_t seen = s->discard + hand;
    for (int i = 0; i < s->seats; i++)
        seen += s->laid[i];
    int rest = CARDS - size(seen), left = WORMS - __builtin_popcount(worms(seen));
    net_on(input, AT_POOL, rest > 0 ? 4.0f * left / rest : 0);
}

static void look_at_grill(const struct karteneck *s, struct net_input *input)
{
    uint32_t grill = s->grill;
    for (int rank = 0; rank < s->seats; rank++) {
        int tile = grill == 0 ? -1 : (int)highest(grill);
        net_on(input, AT_SEATS + rank * WORM_STATES + worm_state(s, tile), 1);
        grill -= tile < 0 ? 0 : tile_set(tile);
    }
}

/* What seat i shows to the seat on turn. */
static void look_at_other(const struct karteneck *s, int i, int sum, int lead,
                          uint32_t base, struct net_input *input)
{
    int other = total(s->laid[i]), top = top_of(s, i), mine = top_of(s, s->turn);
    bool in = s->in >> i & 1, failed = s->failed >> i & 1;
    net_on(input, base + OTHER_STANDING + (in ? 0 : failed ? 2 : 1), 1);
    if (!failed) {
        int difference = (sum - other + 48) / 4;
        difference = difference < 0 ? 0 : difference;
        if (worms(s->laid[i]) != 0)
            net_on(input, base + OTHER_SAFE, 1);
        net_on(input, base + OTHER_TOTAL + at_most(other / 2, HALF_STATES - 1), 1);
        net_on(input, base + OTHER_DIFFERENCE + at_most(difference, DIFFERENCE_STATES - 1),
               1);
    }
    net_on(input, base + OTHER_HAND, size(s->hand[i]) / 6.0f);
    net_on(input, base + OTHER_LEAD, lead / 10.0f);
    if (top >= TILE_LOW && top >= sum && top - sum < GAP_STATES) {
        net_on(input, base + OTHER_PREY + top - sum, 1);
        net_on(input, base + OTHER_PREY_WORMS, tile_worms(s, top) / 5.0f);
    }
    if (in && mine >= TILE_LOW && mine >= other && mine - other < GAP_STATES)
        net_on(input, base + OTHER_THREAT + mine - other, 1);
}

/* All but the own hand. */
static void look_around(const struct karteneck *s, struct net_input *input)
{
    int me = s->turn, sum = total(s->laid[me]), mine = stack_worms(s, me), best = 0;
    int left = rounds_of[s->seats] - 1 - s->done, above = 0;
    uint32_t base = AT_SEATS + s->seats * WORM_STATES;
    look_at_grill(s, input);
    for (int k = 1; k < s->seats; k++, base += OTHER_INPUTS) {
        int i = me + k < s->seats ? me + k : me + k - s->seats;
        int theirs = stack_worms(s, i);
        best = theirs > best ? theirs : best;
        above += worms(s->laid[i]) != 0 && total(s->laid[i]) >= sum;
        look_at_other(s, i, sum, theirs - mine, base, input);
    }
    net_on(input, AT_LEFT + left, 1);
    net_on(input, AT_LEAD, (mine - best) / 10.0f);
    net_on(input, AT_LEAD + 1, (mine - best) / (2.0f + 2 * left));
    net_on(input, AT_OTHERS + __builtin_popcount(s->in & ~(1u << me)), 1);
    net_on(input, AT_ABOVE + above, 1);
    net_on(input, AT_TOP + worm_state(s, top_of(s, me)), 1);
}

void karteneck_policy_look(const struct karteneck *s, struct net_input *input)
{
    input->count = 0;
    look_at_hand(s, input);
    look_around(s, input);
}

/* ---- the value's inputs ---- */

enum {
    VALUE_LEFT = 0,
    VALUE_DECK = VALUE_LEFT + LEFT_STATES, /* cards, and the share of worm cards */
    VALUE_TILES = VALUE_DECK + 2,          /* mean worms of the tiles to come */
    VALUE_SEATS = VALUE_TILES + 1,
    SEAT_KINDS = 0,
    SEAT_WORM_CARDS = SEAT_KINDS + KINDS, /* none, one, two, more */
    SEAT_HAND = SEAT_WORM_CARDS + 4,      /* cards, and kinds held */
    SEAT_TOP = SEAT_HAND + 2,
    SEAT_TOP_VALUE = SEAT_TOP + WORM_STATES,
    SEAT_BEST = SEAT_TOP_VALUE + 1,
    SEAT_LEAD = SEAT_BEST + 1, /* over the best other, in three measures */
    SEAT_INPUTS = SEAT_LEAD + 3,
};

uint32_t karteneck_value_inputs(int seats)
{
    return VALUE_SEATS + seats * SEAT_INPUTS;
}

static void look_at_seat(const struct karteneck *s, int i, int lead, int left,
                         uint32_t base, struct net_input *input)
{
    uint64_t hand = s->hand[i];
    int best = 0, kinds = 0, top = top_of(s, i);
    for (int k = 0; k < s->height[i]; k++)
        best = s->stack[i][k] > best ? s->stack[i][k] : best;
    for (int kind = 0; kind < KINDS; kind++) {
        int count = count_kind(hand, kind);
        kinds += count > 0;
        net_on(input, base + SEAT_KINDS + kind, count / 2.0f);
    }
    net_on(input, base + SEAT_WORM_CARDS + at_most(count_kind(hand, KIND_WORM), 3), 1);
    net_on(input, base + SEAT_HAND, size(hand) / 6.0f);
    net_on(input, base + SEAT_HAND + 1, kinds / 3.0f);
    net_on(input, base + SEAT_TOP + worm_state(s, top), 1);
    net_on(input, base + SEAT_TOP_VALUE, top < 0 ? 0 : top / 20.0f);
    net_on(input, base + SEAT_BEST, best / 20.0f);
    net_on(input, base + SEAT_LEAD, lead / 10.0f);
    net_on(input, base + SEAT_LEAD + 1, lead / (2.0f + 2 * left));
    net_on(input, base + SEAT_LEAD + 2, left < 3 ? lead / 3.0f : 0);
}

/* Each seat's worms less those of the best other. */
static void leads(const struct karteneck *s, int *lead)
{
    int sum[SEATS_MAX];
    for (int i = 0; i < s->seats; i++)
        sum[i] = stack_worms(s, i);
    for (int i = 0; i < s->seats; i++) {
        int best = 0;
        for (int j = 0; j < s->seats; j++)
            best = j != i && sum[j] > best ? sum[j] : best;
        lead[i] = sum[i] - best;
    }
}

void karteneck_value_look(const struct karteneck *s, struct net_input *input)
{
    int left = rounds_of[s->seats] - 1 - s->done, worth = 0, lead[SEATS_MAX];
    int tiles = tile_count(s->unseen);
    uint64_t to_come = s->deck + s->discard;
    uint32_t base = VALUE_SEATS;
    for (uint32_t set = s->unseen & ~ZERO_MASK; set != 0; set &= set - 1)
        worth += tile_worms(s, TILE_BIT + __builtin_ctz(set));
    input->count = 0;
    net_on(input, VALUE_LEFT + left, 1);
    net_on(input, VALUE_DECK, size(s->deck) / 50.0f);
    net_on(input, VALUE_DECK + 1,
           4.0f * __builtin_popcount(worms(to_come)) / (size(to_come) + 1));
    net_on(input, VALUE_TILES, worth / (4.0f * tiles));
    leads(s, lead);
    for (int k = 0; k < s->seats; k++, base += SEAT_INPUTS) {
        int i = (s->turn + k) % s->seats;
        look_at_seat(s, i, lead[i], left, base, input);
    }
}

/* ---- asking ---- */

void karteneck_net_name(char *name, size_t room, const char *sort, int seats)
{
    struct peck_text text = peck_text_begin(name, room);
    peck_put(&text, "karteneck_");
    peck_put(&text, sort);
    peck_put_int(&text, seats);
}

static const struct net *find(const char *sort, int seats, uint32_t inputs)
{
    char name[32];
    karteneck_net_name(name, sizeof name, sort, seats);
    const struct net *net = net_named(name);
    bool right = net != NULL && net->inputs == inputs && net->hidden == HIDDEN;
    return right ? net : NULL;
}

struct brain karteneck_brain_learnt(int seats)
{
    return (struct brain){
        .policy = find("policy", seats, karteneck_policy_inputs(seats)),
        .value = find("value", seats, karteneck_value_inputs(seats)),
        .limit = worms_first_limit(seats),
    };
}

/* Four numbers at once. They need not be aligned: a net's file has a head of 20 bytes. */
typedef float four __attribute__((vector_size(16), aligned(4)));

/* net_eval for these nets. The order of the sums is fixed, so the compiler may not reorder
 * them; written with four at once, they take half the time. */
enum { FOURS = HIDDEN / 4 };

static inline void eval_first(const struct net *net, const struct net_input *input,
                              four sum[FOURS])
{
    for (uint32_t i = 0; i < input->count; i++) {
        const four *row =
            (const four *)(const void *)(net->first + input->index[i] * HIDDEN);
        for (int k = 0; k < FOURS; k++)
            sum[k] += row[k] * input->value[i];
    }
}

static inline void eval_second(const struct net *net, four sum[FOURS], float *outputs)
{
    for (int k = 0; k < FOURS; k++) {
        for (int lane = 0; lane < 4; lane++)
            sum[k][lane] = sum[k][lane] > 0 ? sum[k][lane] : 0;
    }
    for (uint32_t o = 0; o < net->outputs; o++) {
        const four *row = (const four *)(const void *)(net->second + o * HIDDEN);
        four all = sum[0] * row[0];
        for (int k = 1; k < FOURS; k++)
            all += sum[k] * row[k];
        outputs[o] = net->offset[o] + ((all[0] + all[1]) + (all[2] + all[3]));
    }
}

void karteneck_policy_eval(const struct net *policy, const struct karteneck *s,
                           float *outputs)
{
    struct net_input input;
    four sum[FOURS];
    karteneck_policy_look(s, &input);
    memcpy(sum, policy->bias, sizeof sum);
    eval_first(policy, &input, sum);
    eval_second(policy, sum, outputs);
}

void karteneck_policy_begin(const struct net *policy, const struct karteneck *s,
                            float *scene)
{
    struct net_input input = {.count = 0};
    four sum[FOURS];
    look_around(s, &input);
    memcpy(sum, policy->bias, sizeof sum);
    eval_first(policy, &input, sum);
    memcpy(scene, sum, sizeof sum);
}

static void softmax(const float *outputs, uint32_t moves, float share[MOVES])
{
    float most = -INFINITY, sum = 0;
    for (int move = 0; move < MOVES; move++)
        most = moves >> move & 1 ? fmaxf(most, outputs[move]) : most;
    for (int move = 0; move < MOVES; move++) {
        share[move] = moves >> move & 1 ? expf(outputs[move] - most) : 0;
        sum += share[move];
    }
    for (int move = 0; move < MOVES; move++)
        share[move] /= sum;
}

void karteneck_policy_shares(const struct net *policy, const struct karteneck *s,
                             uint32_t moves, float share[MOVES])
{
    float outputs[NET_OUTPUTS_MAX];
    karteneck_policy_eval(policy, s, outputs);
    softmax(outputs, moves, share);
}

void karteneck_policy_shares_of(const struct net *policy, const float *scene,
                                const struct karteneck *s, uint32_t moves,
                                float share[MOVES])
{
    struct net_input input = {.count = 0};
    float outputs[NET_OUTPUTS_MAX];
    four sum[FOURS];
    look_at_hand(s, &input);
    memcpy(sum, scene, sizeof sum);
    eval_first(policy, &input, sum);
    eval_second(policy, sum, outputs);
    softmax(outputs, moves, share);
}

void karteneck_world_result(const struct karteneck *s, float *win)
{
    double keys[SEATS_MAX] = {0};
    for (int i = 0; i < s->seats; i++) { /* KE-61 */
        int high = 0;
        for (int k = 0; k < s->height[i]; k++)
            high = s->stack[i][k] > high ? s->stack[i][k] : high;
        keys[i] = stack_worms(s, i) * (TILE_HIGH + 1) + high;
    }
    uint32_t winners = kit_highest(keys, s->seats);
    for (int i = 0; i < s->seats; i++)
        win[i] = (float)kit_share(winners, i);
}

void karteneck_value_eval(const struct net *value, const struct karteneck *s, float *win)
{
    if (s->phase == PHASE_OVER) {
        karteneck_world_result(s, win);
        return;
    }
    struct net_input input;
    float outputs[NET_OUTPUTS_MAX];
    karteneck_value_look(s, &input);
    net_eval_softmax(value, &input, s->seats, outputs);
    for (int k = 0; k < s->seats; k++)
        win[(s->turn + k) % s->seats] = outputs[k];
}

int karteneck_brain_move(const struct brain *brain, const struct karteneck *s)
{
    if (brain->policy == NULL)
        return worms_first_move(s, brain->limit);
    uint32_t moves = moves_of(s);
    if (moves == 1u << MOVE_PASS)
        return MOVE_PASS;
    float outputs[NET_OUTPUTS_MAX];
    int best = MOVE_PASS;
    karteneck_policy_eval(brain->policy, s, outputs);
    for (; moves != 0; moves &= moves - 1) {
        int move = __builtin_ctz(moves);
        best = outputs[move] > outputs[best] ? move : best;
    }
    return best;
}

bool karteneck_brain_adds(const struct brain *brain, const struct karteneck *s)
{
    if (brain->policy == NULL)
        return true;
    struct karteneck before = *s; /* all worm cards laid were laid in this turn (KE-12) */
    uint64_t laid = s->laid[s->turn] & WORM_MASK;
    laid |= (uint64_t)__builtin_popcount(worms(laid)) << SIZE_AT;
    before.laid[s->turn] -= laid;
    before.hand[s->turn] += laid;
    before.phase = PHASE_ACT;
    float outputs[NET_OUTPUTS_MAX];
    karteneck_policy_eval(brain->policy, &before, outputs);
    return outputs[MOVE_ALL + KIND_WORM] > outputs[MOVE_ONE + KIND_WORM];
}

void karteneck_finish_actions(const struct brain *brain, struct karteneck *s)
{
    if (s->phase == PHASE_ADD)
        finish_worms(s,
                     addable(s, s->hand[s->turn]) != 0 && karteneck_brain_adds(brain, s));
    if (s->phase == PHASE_STEAL)
        steal(s);
}

void karteneck_brain_playout(const struct brain *brain, struct world *w, float *win)
{
    struct karteneck *s = &w->s;
    karteneck_finish_actions(brain, s);
    for (;;) {
        world_draw(w);
        if (s->phase == PHASE_OVER || (s->phase == PHASE_TILE && brain->value != NULL))
            break;
        world_grill(w);
        make_move(s, karteneck_brain_move(brain, s));
    }
    if (brain->value != NULL)
        karteneck_value_eval(brain->value, s, win);
    else
        karteneck_world_result(s, win);
}
