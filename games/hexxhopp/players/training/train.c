/* train.c — trains the value of a round on rounds that the fast policy plays with itself.
 *
 * One action in twenty is any legal one, so that positions come up which sensible play
 * avoids. Six positions of every round, each as likely as any other, teach the network who
 * ended the round with the fewest tiles, and how many tiles each seat had left. In the race
 * any seat acts next, because times vary; half of the steps have quick gifts, as people
 * make them. docs/training.md has the commands. */
#include "train.h"
#include "../fast_policy.h"
#include "../value.h"

#include <math.h>
#include <stdlib.h>

extern const struct peck_game peck_hexxhopp;

enum { BATCH = 256, LESSONS = 6, ODD = 20 };

struct course {
    const struct peck_training *training;
    struct net_trainer trainer;
    struct peck_rng rng;
    struct hexxhopp lesson[LESSONS];
};

/* A round up to its first decision. */
static void begin_round(struct course *c, struct hexxhopp *s)
{
    struct peck_setup setup = c->training->setup;
    struct peck_error error;
    setup.option[OPTION_ROUNDS] = 1;
    enum peck_status status = peck_init(&peck_hexxhopp, s, &setup, &error);
    PECK_ASSERT(status == PECK_OK);
    (void)status;
    while (peck_hexxhopp.movers(s) == PECK_CHANCE_BIT)
        peck_hexxhopp.apply(s, PECK_CHANCE, peck_hexxhopp.sample(s, &c->rng));
}

static void do_anything(struct course *c, const struct hexxhopp *s, struct intent *intent)
{
    uint32_t actions[PECK_ACTIONS_MAX];
    int seat = peck_rng_bit(&c->rng, peck_hexxhopp.movers(s));
    uint32_t count = peck_hexxhopp.legal(s, seat, actions);
    intent->action[seat] = actions[peck_rng_below(&c->rng, count)];
}

/* Plays a round and keeps some of its positions, each as likely as any other; returns how
 * many. In the race anybody acts next: times vary. */
static uint32_t play_round(struct course *c, struct hexxhopp *s)
{
    struct intent intent = {.quick = false};
    uint32_t met = 0;
    begin_round(c, s);
    hexxhopp_mean(s, &intent, &c->rng);
    while (s->phase == PHASE_PLAY) {
        uint32_t at = met < LESSONS ? met : peck_rng_below(&c->rng, met + 1);
        if (at < LESSONS)
            c->lesson[at] = *s;
        met++;
        if (peck_rng_below(&c->rng, ODD) == 0)
            do_anything(c, s, &intent);
        intent.quick = peck_rng_below(&c->rng, 2) == 0;
        hexxhopp_step(&peck_hexxhopp, s, peck_rng_bit(&c->rng, peck_hexxhopp.movers(s)),
                      &intent, &c->rng);
    }
    return met < LESSONS ? met : LESSONS;
}

/* One position into the batch. The trainer's squared error has the gradient output −
 * target: with the right target that is the gradient of the cross-entropy, for those
 * outputs that are chances. */
static void learn(struct course *c, const struct hexxhopp *s, const double *win,
                  const uint16_t *penalty)
{
    struct net_input input;
    float out[NET_OUTPUTS_MAX], target[NET_OUTPUTS_MAX], most = -INFINITY, sum = 0;
    int seats = s->seats;
    int base = s->turns ? s->turn : (int)peck_rng_below(&c->rng, seats);
    hexxhopp_value_look(s, base, &input);
    net_eval(&c->trainer.net, &input, out);
    for (int i = 0; i < seats; i++)
        most = fmaxf(most, out[i]);
    for (int i = 0; i < seats; i++)
        sum += expf(out[i] - most);
    for (int i = 0; i < seats; i++) {
        int seat = (base + i) % seats;
        target[i] = out[i] - expf(out[i] - most) / sum + (float)win[seat];
        target[seats + i] = (float)penalty[seat] / VALUE_POINTS;
    }
    net_trainer_add(&c->trainer, &input, 0, target);
}

static void learn_round(struct course *c)
{
    struct hexxhopp s;
    double penalty[SEATS_MAX], win[SEATS_MAX];
    uint32_t count = play_round(c, &s);
    for (int seat = 0; seat < s.seats; seat++)
        penalty[seat] = s.penalty[seat];
    hexxhopp_worth(penalty, s.seats, s.turns, 0, win);
    for (uint32_t i = 0; i < count; i++)
        learn(c, &c->lesson[i], win, s.penalty);
}

static enum peck_status save(const struct course *c)
{
    char name[VALUE_NAME];
    const struct peck_setup *setup = &c->training->setup;
    hexxhopp_value_name(name, setup->seats, setup->option[OPTION_TURNS]);
    return net_save(&c->trainer.net, name, c->training);
}

enum peck_status hexxhopp_train(const struct peck_training *training)
{
    struct course course = {.training = training};
    int seats = training->setup.seats;
    peck_rng_seed(&course.rng, training->seed);
    if (!net_trainer_begin(&course.trainer, hexxhopp_value_inputs(seats), VALUE_HIDDEN,
                           2 * seats, &course.rng))
        return PECK_NO_MEMORY;
    for (uint64_t i = 0; i < training->matches; i++) {
        learn_round(&course);
        if (course.trainer.batch >= BATCH)
            net_trainer_step(&course.trainer,
                             0.003f * (1.02f - (float)i / (float)training->matches));
        training->progress(training->context, i + 1);
    }
    enum peck_status status = save(&course);
    net_trainer_free(&course.trainer);
    return status;
}
