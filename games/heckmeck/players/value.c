/* value.c — turns an evaluator of positions between turns into the payoffs of a turn.
 *
 * The turn solver needs a worth for every total, with and without a worm, with and without
 * a round worm won. heckmeck_fill_payoffs() asks the evaluator only about the ends that
 * differ: failing, taking each tile of the grill, and stealing each tile that can be
 * stolen. These are at most 17 positions; with Extra Wurm 19, each with and without a round
 * worm won. Each is reached through the game's own `apply`, so no rule is repeated here. A
 * total then gets the best of its ends. Failing is always among them, because a player may
 * stop without taking a tile (HM-15).
 *
 * The second half of the file is the networks' view of a position. The features are almost
 * all 0 or 1 and are listed in docs/training.md. heckmeck_value_ahead() is the evaluator of
 * `expert`: it solves the next seat's turn as well, and asks the network only after that
 * one. */
#include "value.h"
#include "play/kit.h"

#include <string.h>

/* ---- A turn and what it can come to ---- */

void heckmeck_value_after(const struct evaluator *evaluator, const struct heckmeck *state,
                          int mover, float lanes[TURN_LANES])
{
    uint32_t actions[ACTIONS_MAX];
    if (state->phase != PHASE_HOLD && state->phase != PHASE_RAVEN) {
        evaluator->value(evaluator, state, mover, lanes);
        return;
    }
    uint32_t count = peck_heckmeck.legal(state, state->turn, actions);
    for (uint32_t i = 0; i < count; i++) {
        struct heckmeck next = *state;
        float worth[TURN_LANES];
        peck_heckmeck.apply(&next, state->turn, actions[i]);
        heckmeck_value_after(evaluator, &next, mover, worth);
        if (i == 0 || worth[0] > lanes[0])
            memcpy(lanes, worth, sizeof worth);
    }
}

/* The turn at the point of its end, with a worm and any total. */
static struct heckmeck at_the_end(const struct heckmeck *state, int points)
{
    struct heckmeck s = *state;
    s.phase = PHASE_DECIDE;
    s.kept = 1u << WORM_SHIFT;
    s.rolled = 0;
    s.sum = points;
    return s;
}

static void value_of_end(const struct evaluator *evaluator, const struct heckmeck *state,
                         uint32_t action, int points, float lanes[TURN_LANES])
{
    struct heckmeck s = at_the_end(state, points);
    peck_heckmeck.apply(&s, s.turn, action);
    heckmeck_value_after(evaluator, &s, state->turn, lanes);
}

/* Worth of every end with one state of the round worms. */
struct ends {
    float fail[TURN_LANES], take[TILES][TURN_LANES], steal[TILES][TURN_LANES];
};

static void value_ends(const struct evaluator *evaluator, const struct heckmeck *s,
                       struct ends *ends)
{
    value_of_end(evaluator, s, VERB_STOP, 0, ends->fail);
    for (int tile = 0; tile < TILES; tile++) {
        int points = tile_number[tile];
        if (s->up >> tile & 1)
            value_of_end(evaluator, s, VERB_TAKE + tile, points, ends->take[tile]);
        else if (steal_tile(s, points) != NO_TILE)
            value_of_end(evaluator, s, VERB_STEAL + tile, points, ends->steal[tile]);
    }
}

/* The best of take, steal and stop with a total. HM-20 is the caller's. */
static const float *best_end(const struct heckmeck *s, const struct ends *ends, int points)
{
    enum { MOST = 37 }; /* beyond 36 all totals are alike */
    points = points < MOST ? points : MOST;
    const float *best = ends->fail;
    int take = grill_tile(s, points), steal = steal_tile(s, points);
    if (take != NO_TILE && ends->take[take][0] > best[0])
        best = ends->take[take];
    if (steal != NO_TILE && ends->steal[steal][0] > best[0])
        best = ends->steal[steal];
    return best;
}

/* XW-70, XW-71: two 1s were set aside. Whom to rob, where that is a choice, is decided as
 * if the turn then failed: the tiles of this turn hardly matter for it, and the choice is
 * rare. */
static struct heckmeck with_round_worm(const struct evaluator *evaluator,
                                       const struct heckmeck *state)
{
    struct heckmeck s = *state, best = *state;
    uint32_t victims = worth_robbing(state);
    float most = 0;
    if (supply(state) > 0) {
        s.worms[s.turn]++;
        return s;
    }
    for (uint32_t left = victims; left != 0; left &= left - 1) {
        float lanes[TURN_LANES];
        s = *state;
        s.worms[__builtin_ctz(left)]--;
        s.worms[s.turn]++;
        if ((victims & (victims - 1)) == 0)
            return s;
        value_of_end(evaluator, &s, VERB_STOP, 0, lanes);
        if (left == victims || lanes[0] > most) {
            most = lanes[0];
            best = s;
        }
    }
    return best;
}

static void fill_rows(const struct heckmeck *s, const struct ends *ends, int gain,
                      struct turn_payoffs *payoffs)
{
    bool red = holds(s, RED_WORM, s->turn);
    for (int sum = 0; sum < TURN_SUMS; sum++) {
        const float *without = red ? best_end(s, ends, sum + face_value[WORM]) : ends->fail;
        memcpy(payoffs->stop[0][gain][sum], without, sizeof ends->fail); /* HM-20, XW-35 */
        memcpy(payoffs->stop[1][gain][sum], best_end(s, ends, sum), sizeof ends->fail);
    }
    memcpy(payoffs->fail[gain], ends->fail, sizeof ends->fail);
}

static bool has_gained(const struct heckmeck *s)
{
    return s->extra && count_of(s->kept, 0) >= 2;
}

void heckmeck_fill_payoffs(const struct evaluator *evaluator, const struct heckmeck *state,
                           struct turn_payoffs *payoffs)
{
    struct ends ends;
    value_ends(evaluator, state, &ends);
    fill_rows(state, &ends, 0, payoffs);
    if (state->extra && !has_gained(state)) {
        struct heckmeck richer = with_round_worm(evaluator, state);
        value_ends(evaluator, &richer, &ends);
    }
    fill_rows(state, &ends, 1, payoffs);
    heckmeck_fill_golden(state, payoffs);
}

void heckmeck_fill_golden(const struct heckmeck *state, struct turn_payoffs *payoffs)
{
    for (int side = 0; side < 2; side++)
        payoffs->golden[side] = (float)state->box.golden[side] / FACES;
}

enum turn_kind heckmeck_kind_of_turn(const struct heckmeck *s)
{
    return !s->extra ? TURN_PLAIN : s->golden == GOLDEN_OFF ? TURN_EXTRA : TURN_GOLDEN;
}

struct turn_at heckmeck_moment_of(const struct heckmeck *s)
{
    struct turn_at at = {
        .dice = s->dice,
        .golden = s->golden == GOLDEN_READY || s->golden == GOLDEN_ONE ||
                  s->golden == GOLDEN_WORM,
        .gain = has_gained(s),
        .weasel = weasel_ready(s),
        .sum = s->sum,
    };
    for (int face = 0; face < FACES; face++)
        at.faces |= (count_of(s->kept, face) > 0) << face;
    return at;
}

struct turn_at heckmeck_moment_after(const struct heckmeck *s, int face)
{
    bool golden = (s->golden == GOLDEN_ONE && face == 0) ||
                  (s->golden == GOLDEN_WORM && face == WORM);
    return heckmeck_turn_keep(heckmeck_kind_of_turn(s), heckmeck_moment_of(s), face,
                              count_of(dice_shown(s), face), golden);
}

/* ---- Networks ---- */

const char *const heckmeck_family_names[FAMILIES] = {
    "heckmeck-2",
    "heckmeck-many",
    "heckmeck-2-extra",
    "heckmeck-many-extra",
};

/* Where the inputs lie: of the grill and the options, then of each seat, then of Extra
 * Wurm. */
enum {
    WORMS_TOP = 24, /* more count alike; so do leads of more than LEAD_TOP */
    LEAD_TOP = 12,
    TILES_TOP = 8,
    IN_UP = 0,
    IN_UP_COUNT = IN_UP + TILES,
    IN_SEATS = IN_UP_COUNT + TILES + 1,
    IN_FAST = IN_SEATS + SEATS_MAX + 1,
    IN_FLIP,
    IN_SEAT,
    SEAT_TOP = 0,
    SEAT_SECOND = SEAT_TOP + TILES + 1,
    SEAT_WORMS = SEAT_SECOND + TILES + 1,
    SEAT_LEAD = SEAT_WORMS + WORMS_TOP + 1,
    SEAT_TILES = SEAT_LEAD + 2 * LEAD_TOP + 1,
    SEAT_HIGHEST = SEAT_TILES + TILES_TOP + 1,
    SEAT_INPUTS,
    EXTRA_PLACE = 0,
    EXTRA_SUPPLY = EXTRA_PLACE + SPECIALISTS * (TILES + 1),
    EXTRA_SEAT = EXTRA_SUPPLY + ROUND_WORMS + 1,
    EXTRA_SEAT_ROUND = SPECIALISTS,
    EXTRA_SEAT_INPUTS = EXTRA_SEAT_ROUND + ROUND_WORMS + 1,
};

enum family heckmeck_family_of(int seats, bool extra)
{
    return (seats > 2 ? FAMILY_MANY : FAMILY_TWO) + (extra ? FAMILY_TWO_EXTRA : 0);
}

int heckmeck_family_seats(enum family family)
{
    return family == FAMILY_MANY || family == FAMILY_MANY_EXTRA ? SEATS_MAX : 2;
}

uint32_t heckmeck_family_inputs(enum family family)
{
    int seats = heckmeck_family_seats(family);
    int extra = EXTRA_SEAT + seats * EXTRA_SEAT_INPUTS;
    return IN_SEAT + seats * SEAT_INPUTS + (family >= FAMILY_TWO_EXTRA ? extra : 0);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int within(int x, int most)
{
    return x < -most ? -most : least(x, most);
}

struct stack {
    int worms, tiles, highest;
};

static struct stack look_at(const struct heckmeck *s, int seat)
{
    struct stack stack = {s->worms[seat], 0, -1};
    for (int tile = s->top[seat]; tile != NO_TILE; tile = s->below[tile]) {
        stack.worms += tile_worms[tile];
        stack.tiles++;
        stack.highest = tile > stack.highest ? tile : stack.highest;
    }
    return stack;
}

static void observe_seat(const struct heckmeck *s, int seat, const struct stack *stacks,
                         uint32_t base, struct net_input *input)
{
    int top = s->top[seat], best = 0;
    for (int other = 0; other < s->seats; other++) {
        if (other != seat && stacks[other].worms > best)
            best = stacks[other].worms;
    }
    const struct stack *own = &stacks[seat];
    net_on(input, base + SEAT_TOP + top, 1);
    net_on(input, base + SEAT_SECOND + (top == NO_TILE ? NO_TILE : s->below[top]), 1);
    net_on(input, base + SEAT_WORMS + least(own->worms, WORMS_TOP), 1);
    net_on(input, base + SEAT_LEAD + LEAD_TOP + within(own->worms - best, LEAD_TOP), 1);
    net_on(input, base + SEAT_TILES + least(own->tiles, TILES_TOP), 1);
    net_on(input, base + SEAT_HIGHEST, (float)(own->highest + 1) / TILES);
}

static void observe_extra(const struct heckmeck *s, uint32_t base, struct net_input *input)
{
    for (int k = 0; k < SPECIALISTS; k++) {
        int place = s->place[k];
        uint32_t at = base + EXTRA_PLACE + k * (TILES + 1);
        if (place < TILES || place == PLACE_GONE)
            net_on(input, at + (place < TILES ? place : TILES), 1);
    }
    net_on(input, base + EXTRA_SUPPLY + supply(s), 1);
    for (int i = 0; i < s->seats; i++) {
        int seat = (s->turn + i) % s->seats;
        uint32_t at = base + EXTRA_SEAT + i * EXTRA_SEAT_INPUTS;
        for (int k = 0; k < SPECIALISTS; k++) {
            if (holds(s, k, seat))
                net_on(input, at + k, 1);
        }
        net_on(input, at + EXTRA_SEAT_ROUND + s->worms[seat], 1);
    }
}

void heckmeck_family_observe(const struct heckmeck *s, struct net_input *input)
{
    struct stack stacks[SEATS_MAX];
    input->count = 0;
    for (uint32_t up = s->up; up != 0; up &= up - 1)
        net_on(input, IN_UP + __builtin_ctz(up), 1);
    net_on(input, IN_UP_COUNT + __builtin_popcount(s->up), 1);
    net_on(input, IN_SEATS + s->seats, 1);
    if (s->fast)
        net_on(input, IN_FAST, 1);
    if (s->flip_always)
        net_on(input, IN_FLIP, 1);
    for (int seat = 0; seat < s->seats; seat++)
        stacks[seat] = look_at(s, seat);
    for (int i = 0; i < s->seats; i++)
        observe_seat(s, (s->turn + i) % s->seats, stacks, IN_SEAT + i * SEAT_INPUTS, input);
    int seats = heckmeck_family_seats(heckmeck_family_of(s->seats, s->extra));
    if (s->extra)
        observe_extra(s, IN_SEAT + seats * SEAT_INPUTS, input);
}

void heckmeck_share_win(const struct heckmeck *s, float share[SEATS_MAX])
{
    int32_t points[SEATS_MAX];
    uint8_t places[SEATS_MAX];
    peck_heckmeck.score(s, points, places);
    uint32_t winners = kit_winners(places, s->seats);
    for (int seat = 0; seat < s->seats; seat++)
        share[seat] = (float)kit_share(winners, seat);
}

void heckmeck_value_by_net(const struct evaluator *evaluator, const struct heckmeck *s,
                           int mover, float lanes[TURN_LANES])
{
    float outputs[NET_OUTPUTS_MAX] = {0}, points[NET_OUTPUTS_MAX] = {0};
    int first = s->turn; /* the seat of output 0 */
    memset(lanes, 0, TURN_LANES * sizeof *lanes);
    if (s->phase == PHASE_OVER) {
        first = 0;
        heckmeck_share_win(s, outputs);
        for (int seat = 0; seat < s->seats; seat++)
            points[seat] = tile_points(s, seat) + s->worms[seat];
    } else {
        struct net_input input;
        heckmeck_family_observe(s, &input);
        net_eval_softmax(evaluator->win, &input, s->seats, outputs);
        if (evaluator->points != NULL)
            net_eval(evaluator->points, &input, points);
    }
    for (int i = 0; i < s->seats; i++)
        lanes[i] = outputs[(mover + i - first + s->seats) % s->seats];
    int counted = evaluator->counted > 0 ? evaluator->counted - 1 : mover;
    lanes[LANE_POINTS] = points[(counted - first + s->seats) % s->seats];
}

void heckmeck_value_ahead(const struct evaluator *evaluator, const struct heckmeck *state,
                          int mover, float lanes[TURN_LANES])
{
    struct heckmeck s = *state;
    struct evaluator nearer = *evaluator->nearer;
    nearer.counted = mover + 1;
    if (s.phase == PHASE_OVER) {
        heckmeck_value_by_net(&nearer, &s, mover, lanes);
        return;
    }
    if (s.phase == PHASE_GOLDEN)
        peck_heckmeck.apply(&s, s.turn, VERB_USE); /* a die more hardly ever hurts */
    struct turn_solutions *turn = evaluator->workspace;
    enum turn_kind kind = heckmeck_kind_of_turn(&s);
    heckmeck_fill_payoffs(&nearer, &s, &turn->payoff);
    heckmeck_turn_solve_lead(turn, kind, weasel_ready(&s));
    const float *worth =
        heckmeck_turn_values(turn, heckmeck_turn_start(kind, weasel_ready(&s)));
    memset(lanes, 0, TURN_LANES * sizeof *lanes);
    for (int i = 0; i < s.seats; i++)
        lanes[i] = worth[(mover + i - s.turn + s.seats) % s.seats];
    lanes[LANE_POINTS] = worth[LANE_POINTS];
}
