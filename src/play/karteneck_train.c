/* karteneck_train.c — see karteneck_train.h.
 *
 * A generation has two halves. First the value: the policy plays matches against itself, by
 * chance in proportion to its liking, and every position between two rounds is a lesson on who
 * won. Then the policy: a search with policy and value plays matches against itself, and every
 * decision is a lesson on which moves it found good. The first generation has worms-first, with
 * some moves at random, for a policy. */
#include "karteneck_train.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const struct peck_game peck_karteneck;

enum { BATCH = 256 };

struct course {
    const struct lesson *lesson;
    struct brain brain;
    struct net_trainer *policy, *value;
    struct peck_rng rng;
    struct world w;
};

struct lesson karteneck_lesson(int seats, uint64_t seed)
{
    /* A decision costs more where there are more seats, and a match has more of them. */
    static const uint16_t matches[SEATS_MAX + 1] = {0, 0, 1000, 600, 450, 350, 300};
    return (struct lesson){
        .seats = seats,
        .seed = seed,
        .generations = seats == 2 ? 6 : 4,
        .value_matches = seats == 2 ? 150000 : 60000,
        .search_matches = matches[seats],
        .playouts = 300,
        .epochs = 6,
    };
}

/* A match up to its first decision. */
static void begin_match(struct course *c)
{
    struct peck_setup setup;
    struct peck_error error;
    peck_setup_begin(&peck_karteneck, c->lesson->seats, &setup);
    enum peck_status status = peck_init(&peck_karteneck, &c->w.s, &setup, &error);
    PECK_ASSERT(status == PECK_OK);
    (void)status;
    while (peck_karteneck.movers(&c->w.s) == PECK_CHANCE_BIT)
        peck_karteneck.apply(&c->w.s, PECK_CHANCE, peck_karteneck.sample(&c->w.s, &c->rng));
    world_streams(&c->w, peck_rng_next(&c->rng), 0);
}

static float even(struct peck_rng *rng)
{
    return (float)(peck_rng_next(rng) >> 40) * 0x1p-24f;
}

/* A move by chance, in proportion to exp(liking). */
static int draw_move(const float *liking, uint32_t moves, struct peck_rng *rng)
{
    float weight[MOVES], sum = 0, most = -INFINITY;
    for (uint32_t mask = moves; mask != 0; mask &= mask - 1)
        most = fmaxf(most, liking[__builtin_ctz(mask)]);
    for (int move = 0; move < MOVES; move++) {
        weight[move] = moves >> move & 1 ? expf(liking[move] - most) : 0;
        sum += weight[move];
    }
    float left = even(rng) * sum;
    int last = __builtin_ctz(moves);
    for (uint32_t mask = moves; mask != 0; mask &= mask - 1) {
        last = __builtin_ctz(mask);
        left -= weight[last];
        if (left < 0)
            break;
    }
    return last;
}

/* How the value's matches are played. */
static int loose_move(struct course *c)
{
    const struct karteneck *s = &c->w.s;
    uint32_t moves = moves_of(s);
    if (c->brain.policy == NULL)
        return peck_rng_below(&c->rng, 4) == 0 ? peck_rng_bit(&c->rng, moves)
                                               : worms_first_move(s, c->brain.limit);
    float liking[NET_OUTPUTS_MAX];
    policy_eval(c->brain.policy, s, liking);
    for (int move = 0; move < MOVES; move++)
        liking[move] *= 1.5f; /* a little greedier than the lesson it learnt */
    return draw_move(liking, moves, &c->rng);
}

/* Plays the round on; false when the match is over. */
static bool play_round(struct course *c)
{
    world_grill(&c->w);
    while (c->w.s.phase == PHASE_ACT) {
        make_move(&c->w.s, loose_move(c));
        world_draw(&c->w);
    }
    return c->w.s.phase != PHASE_OVER;
}

static double learn_match(struct course *c)
{
    enum { ROUNDS_MAX = 9 };
    struct karteneck at[ROUNDS_MAX];
    float win[SEATS_MAX], target[SEATS_MAX];
    struct net_input input;
    double loss = 0;
    int count = 0;
    begin_match(c);
    while (play_round(c))
        at[count++] = c->w.s;
    world_result(&c->w.s, win);
    for (int i = 0; i < count; i++) {
        value_look(&at[i], &input);
        for (int k = 0; k < at[i].seats; k++)
            target[k] = win[(at[i].turn + k) % at[i].seats];
        loss += net_trainer_add(c->value, &input, at[i].seats, target);
    }
    return loss / count;
}

static double learn_value(struct course *c)
{
    uint32_t matches = c->lesson->value_matches;
    double loss = 0;
    for (uint32_t i = 0; i < matches; i++) {
        double one = learn_match(c);
        loss += i >= matches / 2 ? one : 0;
        if (c->value->batch >= BATCH)
            net_trainer_step(c->value, 0.003f * (1.05f - (float)i / matches));
    }
    return 2 * loss / matches;
}

/* ---- the policy ---- */

/* One decision: what was seen, and how good the search found each move. */
struct decision {
    struct karteneck view;
    uint32_t moves;
    float target[MOVES];
};

/* How much worse a move may be and still get the share 1/e of the best one's weight. */
static const float FINE = 0.015f;

static int decide(struct course *c, struct decision *decision)
{
    struct search search;
    struct peck_budget budget = {.work = c->lesson->playouts};
    float sum = 0;
    memset(decision, 0, sizeof *decision);
    decision->view = c->w.s;
    peck_karteneck.redact(&decision->view, c->w.s.turn);
    decision->moves = moves_of(&c->w.s);
    search_begin(&search, &c->brain, &decision->view, c->w.s.turn, true);
    search_run(&search, &budget, &c->rng);
    for (uint32_t i = 0; i < search.count; i++) {
        float behind = arm_mean(&search.arms[0]) - arm_mean(&search.arms[i]);
        float weight = expf(-fmaxf(behind, 0) / FINE);
        decision->target[search.arms[i].action] = weight;
        sum += weight;
    }
    for (int move = 0; move < MOVES; move++)
        decision->target[move] /= sum;
    return search.arms[0].action;
}

/* Plays one match by search and writes its decisions; returns how many. */
static uint32_t search_match(struct course *c, struct decision *out, uint32_t room)
{
    uint32_t count = 0;
    begin_match(c);
    while (c->w.s.phase != PHASE_OVER) {
        int move = MOVE_PASS;
        if (moves_of(&c->w.s) != 1u << MOVE_PASS && count < room)
            move = decide(c, &out[count++]);
        if (peck_rng_below(&c->rng, 10) == 0)
            move = loose_move(c); /* to see more of the game than the best line */
        make_move(&c->w.s, move);
        world_draw(&c->w);
        world_grill(&c->w);
    }
    return count;
}

/* One decision into the batch. The trainer knows no masks, but its squared error has the gradient
 * output − target: with the right target that is the gradient of the masked cross-entropy. */
static double learn_decision(struct net_trainer *policy, const struct decision *decision)
{
    struct net_input input;
    float outputs[NET_OUTPUTS_MAX], share[MOVES], most = -INFINITY, sum = 0;
    double loss = 0;
    policy_look(&decision->view, &input);
    net_eval(&policy->net, &input, outputs);
    for (int move = 0; move < MOVES; move++)
        most = decision->moves >> move & 1 ? fmaxf(most, outputs[move]) : most;
    for (int move = 0; move < MOVES; move++) {
        share[move] = decision->moves >> move & 1 ? expf(outputs[move] - most) : 0;
        sum += share[move];
    }
    for (int move = 0; move < MOVES; move++) {
        share[move] /= sum;
        if (decision->target[move] > 0)
            loss -= decision->target[move] * logf(share[move] + 1e-9f);
        outputs[move] -= share[move] - decision->target[move];
    }
    net_trainer_add(policy, &input, 0, outputs);
    return loss;
}

static double learn_decisions(struct course *c, struct decision *all, uint32_t count)
{
    uint32_t steps = c->lesson->epochs * (count / BATCH + 1);
    double loss = 0;
    for (uint32_t step = 0; step < steps; step++) {
        for (int i = 0; i < BATCH; i++) {
            double one = learn_decision(c->policy, &all[peck_rng_below(&c->rng, count)]);
            loss += step >= steps / 2 ? one : 0;
        }
        net_trainer_step(c->policy, 0.003f * (1.05f - (float)step / steps));
    }
    return 2 * loss / steps / BATCH;
}

static double learn_policy(struct course *c, struct decision *all, uint32_t room)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->lesson->search_matches; i++)
        count += search_match(c, all + count, room - count);
    return learn_decisions(c, all, count);
}

static void report(const struct course *c, uint32_t generation, const char *what,
                   double loss)
{
    if (c->lesson->report != NULL)
        c->lesson->report(c->lesson->context, generation, what, loss);
}

static bool begin_nets(struct course *c)
{
    int seats = c->lesson->seats;
    if (!net_trainer_begin(c->policy, policy_inputs(seats), HIDDEN, MOVES, &c->rng))
        return false;
    if (net_trainer_begin(c->value, value_inputs(seats), HIDDEN, seats, &c->rng))
        return true;
    net_trainer_free(c->policy);
    return false;
}

bool karteneck_train(const struct lesson *lesson, struct net_trainer *policy,
                     struct net_trainer *value)
{
    enum { DECISIONS = 200 }; /* of one match; it has 143 on average at most */
    struct course course = {.lesson = lesson, .policy = policy, .value = value};
    course.brain.limit = worms_first_limit(lesson->seats);
    peck_rng_seed(&course.rng, lesson->seed);
    uint32_t room = lesson->search_matches * DECISIONS;
    struct decision *decisions = malloc(room * sizeof *decisions);
    if (decisions == NULL || !begin_nets(&course)) {
        free(decisions);
        return false;
    }
    for (uint32_t generation = 1; generation <= lesson->generations; generation++) {
        report(&course, generation, "value", learn_value(&course));
        course.brain.value = &value->net;
        report(&course, generation, "policy", learn_policy(&course, decisions, room));
        course.brain.policy = &policy->net;
    }
    report(&course, lesson->generations + 1, "value", learn_value(&course));
    free(decisions);
    return true;
}
