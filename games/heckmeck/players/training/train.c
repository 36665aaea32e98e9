/* train.c — trains the networks of Heckmeck by self-play with exactly solved turns.
 *
 * At the beginning of every turn the network judges each end of the turn, and the turn is
 * solved. The result is the exact expectation over all dice of the turn under best play,
 * and becomes the network's target for this position. The luck of the dice is not in it, as
 * it is in the usual target, the value of the next position of the match. Far from the end
 * of a match such targets are the network's own guesses, so in the first third of the
 * training they are mixed with the result of the match (lambda-returns, with lambda falling
 * from 0.8 to 0). A second network learns the points at the end, from those of the match.
 *
 * 32 tables play at the same time, turn by turn, because the turns of two-player tables are
 * solved eight at a time, one in each lane. With more seats the lanes of a solution are the
 * seats of one table. One seat in 32 plays for worms instead, so that the networks also see
 * the positions of weaker players. Two options that hardly change the play, `fast` and
 * `flip-always`, are each on at one table in eight.
 *
 * docs/training.md has the commands, the inputs and what came of it. */
#include "train.h"
#include "../turn_actions.h"
#include "../worm_payoffs.h"

#include <stdlib.h>
#include <string.h>

enum {
    TABLES = 32,
    NOTES = 160, /* turns of a match that are learnt from; hardly one is longer */
    HIDDEN = 64,
    HIDDEN_POINTS = 16,
    BATCH = 32,
    KEYS = 4, /* ways to solve a turn: plain, extra, with the weasel, with the golden die */
};

/* The beginning of a turn: what the network saw, and what solving the turn said of each
 * seat. */
struct note {
    struct net_input input;
    uint8_t turn;
    float expected[SEATS_MAX];
};

struct table {
    struct heckmeck state;
    struct peck_rng rng;
    uint32_t wild; /* seats that play for worms, so that other positions come up, too */
    int count;
    bool playing;
    struct note notes[NOTES];
    struct turn_payoffs payoffs;
};

struct course {
    const struct peck_training *training;
    enum family family;
    uint64_t begun, over;
    struct net_trainer win, points;
    struct evaluator evaluator;
    struct turn_solutions *turn, *wild;
    struct table *tables;
};

/* 0 at the first match, 1 at the last. */
static float progress_of(const struct course *course)
{
    return (float)course->over / (float)course->training->matches;
}

static void begin_match(struct course *course, struct table *table)
{
    static const uint8_t many[] = {3, 3, 3, 4, 4, 4, 5, 5, 6, 7};
    struct peck_setup setup = course->training->setup;
    struct peck_error error;
    table->playing = course->begun < course->training->matches;
    if (!table->playing)
        return;
    peck_rng_seed_match(&table->rng, course->training->seed, course->begun++);
    if (heckmeck_family_seats(course->family) > 2)
        setup.seats = many[peck_rng_below(&table->rng, sizeof many)];
    setup.option[OPTION_FAST] = peck_rng_below(&table->rng, 8) == 0;
    setup.option[OPTION_FLIP] = peck_rng_below(&table->rng, 8) == 0;
    setup.option[OPTION_FIRST] = 0;
    if (peck_init(&peck_heckmeck, &table->state, &setup, &error) != PECK_OK)
        table->playing = false;
    table->count = 0;
    table->wild = 0;
    for (int seat = 0; seat < setup.seats; seat++)
        table->wild |= (uint32_t)(peck_rng_below(&table->rng, 32) == 0) << seat;
}

/* What the solved turn says, noted by seat. */
static void note_turn(struct table *table, const float *lanes)
{
    const struct heckmeck *s = &table->state;
    if (table->count == NOTES)
        return;
    struct note *note = &table->notes[table->count++];
    heckmeck_family_observe(s, &note->input);
    note->turn = s->turn;
    for (int i = 0; i < s->seats; i++)
        note->expected[(s->turn + i) % s->seats] = lanes[i];
}

static void step_when_full(struct course *course)
{
    if (course->win.batch < BATCH)
        return;
    float left = 1 - progress_of(course);
    net_trainer_step(&course->win, 0.0001f + 0.0015f * left);
    net_trainer_step(&course->points, 0.0001f + 0.0015f * left);
}

static void learn(struct course *course, struct table *table)
{
    float result[SEATS_MAX], target[NET_OUTPUTS_MAX] = {0}, points[NET_OUTPUTS_MAX] = {0};
    const struct heckmeck *s = &table->state;
    float lambda = 0.8f * (1 - 3 * progress_of(course));
    lambda = lambda > 0 ? lambda : 0;
    heckmeck_share_win(s, result);
    while (table->count > 0) {
        const struct note *note = &table->notes[--table->count];
        for (int i = 0; i < s->seats; i++) {
            int seat = (note->turn + i) % s->seats;
            result[seat] += (1 - lambda) * (note->expected[seat] - result[seat]);
            target[i] = result[seat];
            points[i] = tile_points(s, seat) + s->worms[seat];
        }
        for (int i = s->seats; i < (int)course->points.net.outputs; i++)
            points[i] = 0;
        net_trainer_add(&course->win, &note->input, s->seats, target);
        net_trainer_add(&course->points, &note->input, 0, points);
        step_when_full(course);
    }
    course->over++;
    course->training->progress(course->training->context, course->over);
}

/* Plays the turn, by the solution or, at a wild seat, for worms. So does everybody in the
 * end: a network that knows nothing yet may see no reason ever to take a tile. */
static void play_on(struct course *course, struct table *table, int lane)
{
    struct heckmeck *s = &table->state;
    struct solved solved = {&course->evaluator, course->turn, lane};
    struct heckmeck before = *s;
    struct evaluator worms = {.value = heckmeck_value_by_own_worms, .before = &before};
    if (table->count == NOTES || table->wild >> s->turn & 1) {
        heckmeck_fill_payoffs(&worms, s, &course->wild->payoff);
        heckmeck_turn_solve_lead(course->wild, heckmeck_kind_of_turn(s), weasel_ready(s));
        solved = (struct solved){&worms, course->wild, 0};
    }
    heckmeck_play_turn(&solved, s, &table->rng);
    if (s->phase == PHASE_OVER) {
        learn(course, table);
        begin_match(course, table);
    }
}

static int key_of(const struct heckmeck *s)
{
    return s->golden != GOLDEN_OFF ? 3 : !s->extra ? 0 : 1 + weasel_ready(s);
}

/* A turn begins: the golden die is always used, and the ends of the turn are valued. */
static void prepare(struct course *course, struct table *table)
{
    struct heckmeck *s = &table->state;
    if (s->phase == PHASE_GOLDEN)
        peck_heckmeck.apply(s, s->turn, VERB_USE);
    heckmeck_fill_payoffs(&course->evaluator, s, &table->payoffs);
}

/* One lane of the batch from the first lane of a table. */
static void put_lane(struct turn_payoffs *to, int lane, const struct turn_payoffs *from)
{
    for (int gain = 0; gain < 2; gain++) {
        for (int sum = 0; sum < TURN_SUMS; sum++) {
            to->stop[0][gain][sum][lane] = from->stop[0][gain][sum][0];
            to->stop[1][gain][sum][lane] = from->stop[1][gain][sum][0];
        }
        to->fail[gain][lane] = from->fail[gain][0];
        to->golden[gain] = from->golden[gain];
    }
}

/* The turns of up to eight tables of two seats, whose turns are solved alike. */
static void play_batch(struct course *course, struct table *const tables[], int count)
{
    const struct heckmeck *s = &tables[0]->state;
    struct turn_at start = heckmeck_turn_start(heckmeck_kind_of_turn(s), weasel_ready(s));
    for (int lane = 0; lane < TURN_LANES; lane++)
        put_lane(&course->turn->payoff, lane, &tables[lane < count ? lane : 0]->payoffs);
    heckmeck_turn_solve_batch(course->turn, heckmeck_kind_of_turn(s), weasel_ready(s));
    for (int lane = 0; lane < count; lane++) {
        float mine = heckmeck_turn_values(course->turn, start)[lane];
        note_turn(tables[lane], (const float[]){mine, 1 - mine});
    }
    for (int lane = 0; lane < count; lane++)
        play_on(course, tables[lane], lane);
}

static void play_round_of_two(struct course *course)
{
    int keys[TABLES];
    for (int i = 0; i < TABLES; i++) {
        keys[i] = -1;
        if (!course->tables[i].playing)
            continue;
        prepare(course, &course->tables[i]);
        keys[i] = key_of(&course->tables[i].state);
    }
    for (int key = 0; key < KEYS; key++) {
        struct table *alike[TURN_LANES];
        int count = 0;
        for (int i = 0; i < TABLES; i++) {
            if (keys[i] == key)
                alike[count++] = &course->tables[i];
            if (count == TURN_LANES || (i == TABLES - 1 && count > 0)) {
                play_batch(course, alike, count);
                count = 0;
            }
        }
    }
}

static void play_round_of_many(struct course *course)
{
    for (int i = 0; i < TABLES; i++) {
        struct table *table = &course->tables[i];
        if (!table->playing)
            continue;
        prepare(course, table);
        enum turn_kind kind = heckmeck_kind_of_turn(&table->state);
        bool weasel = weasel_ready(&table->state);
        course->turn->payoff = table->payoffs;
        heckmeck_turn_solve_lead(course->turn, kind, weasel);
        note_turn(table,
                  heckmeck_turn_values(course->turn, heckmeck_turn_start(kind, weasel)));
        play_on(course, table, 0);
    }
}

static enum peck_status save(const struct course *course, const struct net *net,
                             const char *suffix)
{
    char name[64];
    struct peck_text text = peck_text_begin(name, sizeof name);
    peck_put(&text, heckmeck_family_names[course->family]);
    peck_put(&text, suffix);
    return net_save(net, name, course->training);
}

static bool begin_course(struct course *course)
{
    struct peck_rng rng;
    uint32_t inputs = heckmeck_family_inputs(course->family),
             seats = heckmeck_family_seats(course->family);
    peck_rng_seed(&rng, course->training->seed);
    course->turn = malloc(sizeof *course->turn);
    course->wild = malloc(sizeof *course->wild);
    course->tables = calloc(TABLES, sizeof *course->tables);
    return net_trainer_begin(&course->win, inputs, HIDDEN, seats, &rng) &&
           net_trainer_begin(&course->points, inputs, HIDDEN_POINTS, seats, &rng) &&
           course->turn != NULL && course->wild != NULL && course->tables != NULL;
}

enum peck_status heckmeck_train(const struct peck_training *training)
{
    const struct peck_setup *setup = &training->setup;
    struct course course = {
        .training = training,
        .family = heckmeck_family_of(setup->seats, setup->option[OPTION_EXTRA])};
    enum peck_status status = PECK_NO_MEMORY;
    if (begin_course(&course)) {
        course.evaluator =
            (struct evaluator){.value = heckmeck_value_by_net, .win = &course.win.net};
        for (int i = 0; i < TABLES; i++)
            begin_match(&course, &course.tables[i]);
        while (course.over < training->matches) {
            if (heckmeck_family_seats(course.family) == 2)
                play_round_of_two(&course);
            else
                play_round_of_many(&course);
        }
        status = save(&course, &course.win.net, "");
        if (status == PECK_OK)
            status = save(&course, &course.points.net, "-points");
    }
    net_trainer_free(&course.win);
    net_trainer_free(&course.points);
    free(course.turn);
    free(course.wild);
    free(course.tables);
    return status;
}
