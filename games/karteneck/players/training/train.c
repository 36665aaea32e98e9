/* train.c — trains policy and value of Karteneck in turn, over a few generations.
 *
 * A generation has two halves. First the value: the policy plays matches against itself,
 * drawing moves in proportion to its liking, and every position between two rounds teaches
 * the value who won. Then the policy: a search with policy and value plays matches against
 * itself, and every decision teaches the policy which moves the search found good. The
 * target of a move is proportional to exp(-d / 0.015), where d is how far its mean is
 * behind the best. So moves that the search can hardly tell apart share the target. One
 * move in ten is drawn loosely, to see more of the game than the best line.
 *
 * The first generation has no policy yet and plays worms-first, with one move in four at
 * random. After the last generation the value learns once more, from the final policy. The
 * matches for the value are cheap and many; those by search are few. plan() fixes their
 * proportion for each number of seats. docs/training.md has the commands and
 * results. */
#include "train.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 256 };

/* How much is played: the whole number of matches is for the value, in equal parts before
 * each generation's search and after the last. */
struct lesson {
    int seats;
    uint32_t generations, value_matches, search_matches;
    uint32_t playouts; /* of a decision by search */
    uint32_t epochs;   /* over the decisions of a generation */
};

struct course {
    const struct peck_training *training;
    struct lesson lesson;
    struct brain brain;
    struct net_trainer policy, value;
    struct peck_rng rng;
    struct world w;
    uint64_t over; /* matches for the value */
};

static struct lesson plan(int seats, uint64_t matches)
{
    /* A decision costs more where there are more seats, and a match has more of them. */
    static const struct {
        uint32_t generations, value_matches, search_matches, playouts;
    } full[SEATS_MAX + 1] = {
        [2] = {6, 150000, 1000, 300}, [3] = {6, 100000, 700, 300},
        [4] = {6, 100000, 500, 300},  [5] = {3, 20000, 100, 150},
        [6] = {6, 100000, 250, 300},
    };
    uint32_t generations = full[seats].generations;
    uint64_t each = matches / (generations + 1);
    uint64_t searched = each * full[seats].search_matches / full[seats].value_matches;
    return (struct lesson){
        .seats = seats,
        .generations = generations,
        .value_matches = each > 0 ? each : 1,
        .search_matches = searched > 0 ? searched : 1,
        .playouts = full[seats].playouts,
        .epochs = 6,
    };
}

/* A match up to its first decision. */
static void begin_match(struct course *c)
{
    struct peck_setup setup;
    struct peck_error error;
    peck_setup_begin(&peck_karteneck, c->lesson.seats, &setup);
    enum peck_status status = peck_init(&peck_karteneck, &c->w.s, &setup, &error);
    PECK_ASSERT(status == PECK_OK);
    (void)status;
    while (peck_karteneck.movers(&c->w.s) == PECK_CHANCE_BIT)
        peck_karteneck.apply(&c->w.s, PECK_CHANCE, peck_karteneck.sample(&c->w.s, &c->rng));
    world_streams(&c->w, peck_rng_next(&c->rng), 0);
}

/* A move by chance, in proportion to exp(liking). */
static int draw_move(const float *liking, uint32_t moves, struct peck_rng *rng)
{
    float weight[MOVES] = {0}, sum = 0, most = -INFINITY;
    for (uint32_t mask = moves; mask != 0; mask &= mask - 1)
        most = fmaxf(most, liking[__builtin_ctz(mask)]);
    for (int move = 0; move < MOVES; move++) {
        weight[move] = moves >> move & 1 ? expf(liking[move] - most) : 0;
        sum += weight[move];
    }
    float left = kit_float(rng) * sum;
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
    karteneck_policy_eval(c->brain.policy, s, liking);
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

static void learn_match(struct course *c)
{
    enum { ROUNDS_MAX = 9 };
    struct karteneck at[ROUNDS_MAX];
    float win[SEATS_MAX], target[SEATS_MAX];
    struct net_input input;
    int count = 0;
    begin_match(c);
    while (play_round(c))
        at[count++] = c->w.s;
    karteneck_world_result(&c->w.s, win);
    for (int i = 0; i < count; i++) {
        karteneck_value_look(&at[i], &input);
        for (int k = 0; k < at[i].seats; k++)
            target[k] = win[(at[i].turn + k) % at[i].seats];
        net_trainer_add(&c->value, &input, at[i].seats, target);
    }
}

static void learn_value(struct course *c)
{
    uint32_t matches = c->lesson.value_matches;
    for (uint32_t i = 0; i < matches; i++) {
        learn_match(c);
        if (c->value.batch >= BATCH)
            net_trainer_step(&c->value, 0.003f * (1.05f - (float)i / matches));
        c->training->progress(c->training->context, ++c->over);
    }
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
    struct peck_budget budget = {.work = c->lesson.playouts};
    float sum = 0;
    memset(decision, 0, sizeof *decision);
    decision->view = c->w.s;
    peck_karteneck.redact(&decision->view, c->w.s.turn);
    decision->moves = moves_of(&c->w.s);
    karteneck_search_begin(&search, &c->brain, &decision->view, c->w.s.turn, true);
    karteneck_search_run(&search, &budget, &c->rng);
    for (uint32_t i = 0; i < search.count; i++) {
        float behind = kit_mean(&search.arms[0].win) - kit_mean(&search.arms[i].win);
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

/* One decision into the batch. The trainer knows no masks, but its squared error has the
 * gradient output − target: with the right target that is the gradient of the masked
 * cross-entropy. */
static void learn_decision(struct net_trainer *policy, const struct decision *decision)
{
    struct net_input input;
    float outputs[NET_OUTPUTS_MAX], share[MOVES] = {0}, most = -INFINITY, sum = 0;
    karteneck_policy_look(&decision->view, &input);
    net_eval(&policy->net, &input, outputs);
    for (int move = 0; move < MOVES; move++)
        most = decision->moves >> move & 1 ? fmaxf(most, outputs[move]) : most;
    for (int move = 0; move < MOVES; move++) {
        share[move] = decision->moves >> move & 1 ? expf(outputs[move] - most) : 0;
        sum += share[move];
    }
    for (int move = 0; move < MOVES; move++)
        outputs[move] -= share[move] / sum - decision->target[move];
    net_trainer_add(policy, &input, 0, outputs);
}

static void learn_policy(struct course *c, struct decision *all, uint32_t room)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->lesson.search_matches; i++)
        count += search_match(c, all + count, room - count);
    uint32_t steps = c->lesson.epochs * (count / BATCH + 1);
    for (uint32_t step = 0; step < steps; step++) {
        for (int i = 0; i < BATCH; i++)
            learn_decision(&c->policy, &all[peck_rng_below(&c->rng, count)]);
        net_trainer_step(&c->policy, 0.003f * (1.05f - (float)step / steps));
    }
}

static bool begin_course(struct course *c)
{
    int seats = c->lesson.seats;
    c->brain.limit = worms_first_limit(seats);
    peck_rng_seed(&c->rng, c->training->seed);
    return net_trainer_begin(&c->policy, karteneck_policy_inputs(seats), HIDDEN, MOVES,
                             &c->rng) &&
           net_trainer_begin(&c->value, karteneck_value_inputs(seats), HIDDEN, seats,
                             &c->rng);
}

static enum peck_status save(const struct course *c, const struct net *net,
                             const char *sort)
{
    char name[32];
    karteneck_net_name(name, sizeof name, sort, c->lesson.seats);
    return net_save(net, name, c->training);
}

enum peck_status karteneck_train(const struct peck_training *training)
{
    enum { DECISIONS = 200 }; /* of one match; it has 143 on average at most */
    struct course course = {.training = training,
                            .lesson = plan(training->setup.seats, training->matches)};
    uint32_t room = course.lesson.search_matches * DECISIONS;
    struct decision *decisions = malloc(room * sizeof *decisions);
    enum peck_status status = PECK_NO_MEMORY;
    if (decisions != NULL && begin_course(&course)) {
        for (uint32_t i = 0; i < course.lesson.generations; i++) {
            learn_value(&course);
            course.brain.value = &course.value.net;
            learn_policy(&course, decisions, room);
            course.brain.policy = &course.policy.net;
        }
        learn_value(&course);
        status = save(&course, &course.policy.net, "policy");
        if (status == PECK_OK)
            status = save(&course, &course.value.net, "value");
    }
    net_trainer_free(&course.policy);
    net_trainer_free(&course.value);
    free(decisions);
    return status;
}
