/* players.c — the players of Heckmeck: the reference bots play as described, `hard` plays
 * by its estimates, the fixed evaluator gives luck a mean of 0, and training repeats. */
#include "play.h"
#include "test.h"

#include <peck/bot.h>

#include "../players/turn_cache.h"
#include "../players/training/train.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct peck_thought think(const struct peck_player *player,
                                 const struct board *board, const struct peck_setup *setup,
                                 struct peck_rng *rng, struct peck_estimate *estimates)
{
    struct peck_thought thought = {.estimates = estimates};
    struct peck_seat seat = {.game = &peck_heckmeck,
                             .setup = setup,
                             .seat = ((const struct heckmeck *)&board->state)->turn,
                             .view = &board->state};
    player->bot->think(player, &seat, rng, &thought);
    return thought;
}

/* By a bot's own estimates, no choice is better than the bot's. */
TEST(hard_plays_its_estimates)
{
    struct board board = board_at("heckmeck seats=3 | keep turn=0 kept=3W rolled=223455 "
                                  "grill=21-24,26-29,33-36 stacks=25/31,30/32");
    struct peck_setup setup;
    struct peck_rng rng;
    struct peck_estimate estimates[ACTIONS_MAX];
    struct peck_player hard = bot_named(&peck_heckmeck, "hard", 0);
    peck_rng_seed(&rng, 1);
    peck_heckmeck.setup(&board.state, &setup);
    struct peck_thought thought = think(&hard, &board, &setup, &rng, estimates);
    struct peck_thought again = think(&hard, &board, &setup, &rng, NULL);
    double best = 0, chosen = -1;
    assert_int_equal(thought.action, again.action);
    assert_int_equal(again.count, 0);
    for (uint32_t i = 0; i < thought.count; i++) {
        best = estimates[i].win > best ? estimates[i].win : best;
        if (estimates[i].action == thought.action)
            chosen = estimates[i].win;
    }
    assert_true(thought.count >= 3 && chosen == best);
}

/* One choice of each that tells it from the others. */
TEST(references_as_described)
{
    static const struct {
        const char *bot, *line, *action;
    } cases[] = {
        {"safe", "keep turn=0 kept=- rolled=11113345 grill=21-36 stacks=-/-", "keep 5"},
        {"maxsum", "keep turn=0 kept=- rolled=1333445W grill=21-36 stacks=-/-", "keep 3"},
        {"simple", "keep turn=0 kept=34 rolled=11555W grill=21-36 stacks=-/-", "keep W"},
        {"maxsum", "keep turn=0 kept=34 rolled=11555W grill=21-36 stacks=-/-", "keep 5"},
        {"tag-greedy", "keep turn=0 kept=44WW rolled=1155 grill=21-36 stacks=-/-",
         "keep 5"},
        {"safe", "decide turn=0 kept=5WWWW rolled=- grill=21-36 stacks=-/-", "take 25"},
        {"ev-own", "decide turn=0 kept=12345WWW rolled=- grill=21-36 stacks=-/-",
         "take 30"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[160], name[PECK_NAME_MAX];
        snprintf(line, sizeof line, "heckmeck seats=2 | %s", cases[i].line);
        struct board board = board_at(line);
        struct peck_setup setup;
        struct peck_rng rng;
        struct peck_player player = bot_named(&peck_heckmeck, cases[i].bot, 0);
        peck_rng_seed(&rng, 1);
        peck_heckmeck.setup(&board.state, &setup);
        struct peck_thought thought = think(&player, &board, &setup, &rng, NULL);
        struct peck_text text = peck_text_begin(name, sizeof name);
        peck_heckmeck.action_name(thought.action, &text);
        assert_string_equal(name, cases[i].action);
    }
}

/* Bits of the faces that easy keeps in 200 tries; bit 5 is the worm. */
static uint32_t easy_keeps(const char *line)
{
    struct board board = board_at(line);
    struct peck_setup setup;
    struct peck_rng rng;
    struct peck_player easy = bot_named(&peck_heckmeck, "easy", 0);
    uint32_t faces = 0;
    peck_rng_seed(&rng, 1);
    peck_heckmeck.setup(&board.state, &setup);
    for (int i = 0; i < 200; i++)
        faces |= 1u << ARGUMENT(think(&easy, &board, &setup, &rng, NULL).action);
    return faces;
}

/* It slips, but does not keep dice that leave none, or only one for a worm, while a worm
 * lies there. */
TEST(easy_is_not_absurd)
{
    const uint32_t two = 1 << 1, five = 1 << 4, worm = 1 << 5;
#define EASY(dice)                                                                         \
    easy_keeps("heckmeck seats=2 | keep turn=0 " dice " grill=21-36 stacks=-/-")
    assert_int_equal(EASY("kept=44444 rolled=22W"), worm);
    assert_int_equal(EASY("kept=444444 rolled=2W"), worm);
    assert_int_equal(EASY("kept=4444W rolled=225"), two | five);
    assert_int_equal(EASY("kept=4444 rolled=225W"), two | five | worm);
#undef EASY
}

/* Before a chance ply the value is the mean of what it is after; and the seats' chances add
 * up to 1. */
static void check_mean(const struct heckmeck *s)
{
    static uint32_t actions[OUTCOMES_MAX], weights[OUTCOMES_MAX];
    double before[SEATS_MAX], mean[SEATS_MAX] = {0}, all = 0, sum = 0;
    uint32_t count = peck_heckmeck.legal(s, PECK_CHANCE, actions);
    peck_heckmeck.weights(s, weights);
    heckmeck_win_chances(s, before);
    for (uint32_t i = 0; i < count; i++) {
        struct heckmeck next = *s;
        double after[SEATS_MAX];
        peck_heckmeck.apply(&next, PECK_CHANCE, actions[i]);
        heckmeck_win_chances(&next, after);
        all += weights[i];
        for (int seat = 0; seat < s->seats; seat++)
            mean[seat] += weights[i] * after[seat];
    }
    for (int seat = 0; seat < s->seats; seat++) {
        sum += before[seat];
        if (fabs(mean[seat] / all - before[seat]) > 1e-5)
            fail_msg("seat %d: %.7f before, %.7f after", seat, before[seat],
                     mean[seat] / all);
    }
    assert_true(fabs(sum - 1) < 1e-5);
}

TEST(luck_has_mean_0)
{
    static const struct {
        int seats;
        const char *options;
    } cases[] = {{2, ""}, {4, "fast"}, {2, "extra-wurm"}, {3, "extra-wurm flip-always"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct board board = board_begin(&peck_heckmeck, cases[i].seats, cases[i].options);
        struct heckmeck *s = (struct heckmeck *)&board.state;
        struct peck_rng rng;
        peck_rng_seed(&rng, i);
        for (int ply = 0; ply < 60 && s->phase != PHASE_OVER; ply++) {
            uint32_t mover = peck_heckmeck.movers(s), actions[ACTIONS_MAX];
            if (mover == PECK_CHANCE_BIT) {
                check_mean(s);
                peck_heckmeck.apply(s, PECK_CHANCE, peck_heckmeck.sample(s, &rng));
            } else {
                uint32_t count = peck_heckmeck.legal(s, s->turn, actions);
                uint32_t any = peck_rng_below(&rng, count);
                peck_heckmeck.apply(s, s->turn, actions[any]);
            }
        }
    }
}

/* ---- Networks ---- */

static const struct net *network(enum family family, const char *suffix)
{
    char name[64];
    snprintf(name, sizeof name, "%s%s", heckmeck_family_names[family], suffix);
    return net_named(name);
}

/* Every network a player may ask for is compiled in, with the inputs that it is given. */
TEST(networks_are_there)
{
    for (enum family family = 0; family < FAMILIES; family++) {
        const struct net *win = network(family, ""), *points = network(family, "-points");
        assert_non_null(win);
        assert_non_null(points);
        assert_int_equal(win->inputs, heckmeck_family_inputs(family));
        assert_int_equal(points->inputs, heckmeck_family_inputs(family));
        assert_int_equal(win->outputs, heckmeck_family_seats(family));
        assert_int_equal(points->outputs, heckmeck_family_seats(family));
    }
}

/* What a course handed over: a hash of names and bytes. */
static enum peck_status hash_file(void *context, const char *name,
                                  const unsigned char *bytes, size_t count)
{
    uint64_t *hash = context;
    struct net net;
    assert_true(net_open(&net, bytes, count));
    net_close(&net);
    for (size_t i = 0; name[i] != '\0'; i++)
        *hash = (*hash ^ (unsigned char)name[i]) * 0x100000001b3u;
    for (size_t i = 0; i < count; i++)
        *hash = (*hash ^ bytes[i]) * 0x100000001b3u;
    return PECK_OK;
}

static void ignore_progress(void *context, uint64_t done)
{
}

static uint64_t train(int seats, bool extra, uint64_t seed)
{
    uint64_t hash = 0xcbf29ce484222325u;
    struct peck_error error;
    struct peck_training training = {.seed = seed,
                                     .matches = 6,
                                     .context = &hash,
                                     .progress = ignore_progress,
                                     .save = hash_file};
    peck_setup_begin(&peck_heckmeck, seats, &training.setup);
    if (extra)
        assert_int_equal(
            peck_setup_option(&peck_heckmeck, &training.setup, "extra-wurm", &error),
            PECK_OK);
    assert_int_equal(heckmeck_train(&training), PECK_OK);
    return hash;
}

/* The same seed makes the same weights, another seed others. */
TEST(training_repeats)
{
    for (int i = 0; i < 4; i++) {
        uint64_t once = train(2 + i % 2, i > 1, 1);
        assert_true(once == train(2 + i % 2, i > 1, 1));
        assert_true(once != train(2 + i % 2, i > 1, 2));
    }
}
