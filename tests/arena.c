/* arena.c — tests of the arena: blocks, rotation and duplicate chance, what a bot is shown,
 * standings, ratings and the sequential test. Programs as bots are tested in cli/arena.sh.
 */
#include "play.h"
#include "test.h"
#include "setups.h"

#include "play/series/arena.h"
#include "play/series/ratings.h"
#include "play/series/sprt.h"
#include "play/series/standing.h"
#include "play/series/referee.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct peck_game peck_nullgame;

static const struct peck_game *game_named(const char *name)
{
    const struct peck_game *game = peck_game_find(name);
    assert_non_null(game);
    return game;
}

/* An arena of bots by name, ready to be played. */
static struct peck_arena arena_of(const char *game, int seats, const char *const *bots,
                                  int count, bool pool, uint32_t blocks)
{
    struct peck_arena arena = {.game = game_named(game),
                               .entrant_count = count,
                               .pool = pool,
                               .seed = 7,
                               .blocks = blocks,
                               .threads = 2,
                               .limit = 1000};
    struct peck_error error;
    peck_setup_begin(arena.game, seats, &arena.setup);
    for (int e = 0; e < count; e++)
        assert_int_equal(
            peck_entrant_find(arena.game, bots[e], 0, &arena.entrants[e], &error), PECK_OK);
    assert_int_equal(peck_arena_begin(&arena), PECK_OK);
    return arena;
}

static void play(struct peck_arena *arena)
{
    struct peck_error error;
    if (peck_arena_play(arena, &error) != PECK_OK)
        fail_msg("%s", error_words(&error));
}

static const char *const randoms[] = {"random", "random", "random", "random"};

/* ---- Blocks. ---- */

TEST(results_do_not_depend_on_threads)
{
    static const char *const games[] = {"heckmeck", "karteneck", "nothanks", "hexxhopp"};
    for (int g = 0; g < 4; g++) {
        struct peck_arena one = arena_of(games[g], 3, randoms, 2, false, 7);
        struct peck_arena many = arena_of(games[g], 3, randoms, 2, false, 7);
        one.threads = 1;
        many.threads = 4;
        play(&one);
        play(&many);
        assert_int_equal(one.done, 7);
        assert_int_equal(many.done, 7);
        assert_memory_equal(one.matches, many.matches, 21 * sizeof *one.matches);
        many.seed = 8;
        many.done = 0;
        play(&many);
        assert_memory_not_equal(one.matches, many.matches, 21 * sizeof *one.matches);
        peck_arena_free(&one);
        peck_arena_free(&many);
    }
}

TEST(every_bot_sits_everywhere)
{
    static const char *const names[] = {"random", "random", "random"};
    for (int pool = 0; pool < 2; pool++) {
        for (int seats = 2; seats <= 5; seats++) {
            struct peck_arena arena = arena_of("heckmeck", seats, names, 3, pool, 60);
            int sat[PECK_ENTRANTS_MAX][PECK_SEATS_MAX] = {0};
            for (uint32_t block = 0; block < 60; block++) {
                for (int rotation = 0; rotation < seats; rotation++) {
                    uint8_t who[PECK_SEATS_MAX];
                    peck_arena_seating(&arena, block, rotation, who);
                    for (int s = 0; s < seats; s++)
                        sat[who[s]][s]++;
                }
            }
            for (int e = 0; e < 3; e++) {
                int expected = pool ? 60 * seats / 3 : e == 0 ? 60 : 60 * (seats - 1) / 2;
                for (int s = 0; s < seats; s++)
                    assert_int_equal(sat[e][s], expected);
            }
            peck_arena_free(&arena);
        }
    }
}

/* Tables of two: all pairs, and nobody against itself. */
TEST(all_pairs_meet)
{
    struct peck_arena arena = arena_of("heckmeck", 2, randoms, 4, true, 12);
    int met[4][4] = {0};
    for (uint32_t block = 0; block < 12; block++) {
        uint8_t who[PECK_SEATS_MAX];
        peck_arena_seating(&arena, block, 0, who);
        met[who[0]][who[1]]++;
    }
    for (int a = 0; a < 4; a++) {
        for (int b = 0; b < 4; b++)
            assert_int_equal(met[a][b], a < b ? 2 : 0);
    }
    peck_arena_free(&arena);
}

/* ---- Bots of this test: no draws of their own, and a look at what they are shown. ---- */

/* Any action, but always the same after the same last ply. */
static void pick(const struct peck_seat *seat, uint64_t salt, struct peck_thought *thought)
{
    static _Thread_local uint32_t actions[PECK_ACTIONS_MAX];
    uint32_t count = seat->game->legal(seat->view, seat->seat, actions);
    uint64_t last = seat->plies[seat->count - 1].action;
    thought->action = actions[peck_hash(last, salt) % count];
}

static void think_one_way(const struct peck_player *player, const struct peck_seat *seat,
                          struct peck_rng *rng, struct peck_thought *thought)
{
    pick(seat, seat->count, thought);
}

static void think_another_way(const struct peck_player *player,
                              const struct peck_seat *seat, struct peck_rng *rng,
                              struct peck_thought *thought)
{
    pick(seat, ~(uint64_t)seat->count, thought);
}

static const struct peck_bot one_way = {.name = "one-way", .think = think_one_way};
static const struct peck_bot another_way = {.name = "another-way",
                                            .think = think_another_way};

static void enter(struct peck_arena *arena, int entrant, const struct peck_bot *bot)
{
    arena->entrants[entrant].player = (struct peck_player){.bot = bot};
}

/* When everybody plays alike and nobody draws, the same chance makes the same match in
 * every rotation; so every block is at par, exactly. Hexx & Hopp is a race whose ties are
 * drawn, so it is played in turns here. */
TEST(chance_is_the_same_in_a_block)
{
    static const char *const games[] = {"heckmeck", "karteneck", "nothanks", "hexxhopp"};
    for (int g = 0; g < 4; g++) {
        struct peck_arena arena = arena_of(games[g], 3, randoms, 2, false, 20);
        struct peck_error error;
        struct peck_standing standing;
        if (g == 3)
            assert_int_equal(peck_setup_option(arena.game, &arena.setup, "turns", &error),
                             PECK_OK);
        enter(&arena, 0, &one_way);
        enter(&arena, 1, &one_way);
        play(&arena);
        for (int block = 0; block < 20; block++) {
            for (int rotation = 1; rotation < 3; rotation++)
                assert_memory_equal(&arena.matches[block * 3],
                                    &arena.matches[block * 3 + rotation],
                                    sizeof *arena.matches);
        }
        assert_memory_not_equal(&arena.matches[0], &arena.matches[3],
                                3 * sizeof *arena.matches);
        peck_standing_of(&arena, 0, &standing);
        assert_float_equal(standing.wins.mean, 1.0 / 3, 1e-9);
        assert_float_equal(standing.wins.error, 0, 1e-9);
        peck_arena_free(&arena);
    }
}

/* The n-th turn of a seat has the same first roll, whatever was done before it: seat 0's
 * dice do not depend on how the bot in seat 1 plays. */
static uint32_t heard[64];
static int heard_count;

static void think_and_hear(const struct peck_player *player, const struct peck_seat *seat,
                           struct peck_rng *rng, struct peck_thought *thought)
{
    char name[PECK_NAME_MAX];
    struct peck_text text = peck_text_begin(name, sizeof name);
    uint32_t last = seat->plies[seat->count - 1].action;
    seat->game->action_name(last, &text);
    if (strlen(name) == strlen("roll 11111111") && heard_count < 64)
        heard[heard_count++] = last;
    think_one_way(player, seat, rng, thought);
}

TEST(dice_belong_to_a_seat)
{
    static const struct peck_bot hearing = {.name = "hearing", .think = think_and_hear};
    const struct peck_bot *others[] = {&one_way, &another_way};
    uint32_t rolls[2][8];
    for (int i = 0; i < 2; i++) {
        struct peck_arena arena = arena_of("heckmeck", 2, randoms, 2, false, 1);
        struct peck_error error;
        assert_int_equal(peck_setup_option(arena.game, &arena.setup, "first=1", &error),
                         PECK_OK);
        enter(&arena, 0, &hearing);
        enter(&arena, 1, others[i]);
        arena.threads = 1;
        heard_count = 0;
        play(&arena);
        assert_true(heard_count >= 8);
        memcpy(rolls[i], heard, sizeof rolls[i]);
        peck_arena_free(&arena);
    }
    assert_memory_equal(rolls[0], rolls[1], sizeof rolls[0]);
}

/* The cards of No Thanks! are one deck: turned in the same order, whoever takes them. */
static void think_of_cards(const struct peck_player *player, const struct peck_seat *seat,
                           struct peck_rng *rng, struct peck_thought *thought)
{
    heard_count = 0;
    for (uint32_t i = 0; i < seat->count; i++) {
        if (seat->plies[i].seat == PECK_CHANCE)
            heard[heard_count++] = seat->plies[i].action; /* the first seat and 24 cards */
    }
    think_one_way(player, seat, rng, thought);
}

TEST(a_deck_belongs_to_the_table)
{
    static const struct peck_bot minding = {.name = "minding", .think = think_of_cards};
    const struct peck_bot *others[] = {&one_way, &another_way};
    uint32_t cards[2][20];
    for (int i = 0; i < 2; i++) {
        struct peck_arena arena = arena_of("nothanks", 3, randoms, 2, false, 1);
        enter(&arena, 0, &minding);
        enter(&arena, 1, others[i]);
        arena.threads = 1;
        play(&arena);
        assert_true(heard_count >= 20);
        memcpy(cards[i], heard, sizeof cards[i]);
        peck_arena_free(&arena);
    }
    assert_memory_equal(cards[0], cards[1], sizeof cards[0]);
}

/* A bot's view is redacted, its plies grow by what happened, and none shows what is hidden.
 */
static void think_suspiciously(const struct peck_player *player,
                               const struct peck_seat *seat, struct peck_rng *rng,
                               struct peck_thought *thought)
{
    const struct peck_game *game = seat->game;
    union peck_state view = *seat->view;
    game->redact(&view, seat->seat);
    assert_memory_equal(&view, seat->view, game->state_size);
    int hidden = 0;
    for (uint32_t i = 0; i < seat->count; i++) {
        char name[PECK_NAME_MAX];
        struct peck_text text = peck_text_begin(name, sizeof name);
        game->action_name(seat->plies[i].action, &text);
        hidden += strchr(name, '?') != NULL;
    }
    assert_true(hidden >= 6); /* the hand of somebody else, at least */
    think_one_way(player, seat, rng, thought);
}

TEST(bots_see_their_own_view)
{
    static const struct peck_bot bot = {.name = "suspicious", .think = think_suspiciously};
    struct peck_arena arena = arena_of("karteneck", 3, randoms, 2, false, 2);
    arena.threads = 1;
    enter(&arena, 0, &bot);
    enter(&arena, 1, &bot);
    play(&arena);
    peck_arena_free(&arena);
}

/* Where all act at once the quick one has the advantage: both play at random. */
static void think_quickly(const struct peck_player *player, const struct peck_seat *seat,
                          struct peck_rng *rng, struct peck_thought *thought)
{
    static _Thread_local uint32_t actions[PECK_ACTIONS_MAX];
    uint32_t count = seat->game->legal(seat->view, seat->seat, actions);
    thought->action = actions[peck_rng_below(rng, count)];
    thought->delay = (uint32_t)player->parameter;
}

TEST(the_quick_win_a_race)
{
    static const struct peck_bot bot = {.name = "quick", .think = think_quickly};
    struct peck_arena arena = arena_of("hexxhopp", 2, randoms, 2, false, 20);
    struct peck_standing standing;
    for (int e = 0; e < 2; e++)
        arena.entrants[e].player = (struct peck_player){&bot, e == 0 ? 300 : 900, {0}};
    play(&arena);
    peck_standing_of(&arena, 0, &standing);
    assert_true(standing.wins.mean > 0.9);
    peck_arena_free(&arena);
}

/* Sets its tile aside and takes it back, and never places one. */
static void think_endlessly(const struct peck_player *player, const struct peck_seat *seat,
                            struct peck_rng *rng, struct peck_thought *thought)
{
    static _Thread_local uint32_t actions[PECK_ACTIONS_MAX];
    uint32_t count = seat->game->legal(seat->view, seat->seat, actions);
    thought->action = actions[0];
    for (uint32_t i = 0; i < count; i++) {
        char name[PECK_NAME_MAX];
        struct peck_text text = peck_text_begin(name, sizeof name);
        seat->game->action_name(actions[i], &text);
        if (strcmp(name, "aside") == 0 || strncmp(name, "back", 4) == 0)
            thought->action = actions[i];
    }
}

TEST(endless_matches_end)
{
    static const struct peck_bot bot = {.name = "endless", .think = think_endlessly};
    struct peck_arena arena = arena_of("hexxhopp", 2, randoms, 2, false, 1);
    enter(&arena, 0, &bot);
    enter(&arena, 1, &bot);
    assert_int_equal(peck_arena_unfinished(&arena), 0);
    play(&arena);
    assert_int_equal(peck_arena_unfinished(&arena), 2);
    peck_arena_free(&arena);
}

TEST(random_is_at_par)
{
    static const char *const games[] = {"heckmeck", "karteneck", "nothanks", "hexxhopp"};
    for (int g = 0; g < 4; g++) {
        for (int seats = 3; seats <= 4; seats++) {
            struct peck_arena arena = arena_of(games[g], seats, randoms, 3, false, 60);
            struct peck_standing standing;
            play(&arena);
            peck_standing_of(&arena, 0, &standing);
            assert_int_equal(standing.matches, 60 * seats);
            assert_true(standing.wins.error > 0 && standing.wins.error < 0.1);
            assert_true(fabs(standing.wins.mean - 1.0 / seats) < 4 * standing.wins.error);
            peck_arena_free(&arena);
        }
    }
}

/* ---- Stopping and going on. ---- */

static bool stop_after_four(const struct peck_arena *arena, uint32_t block, void *context)
{
    uint32_t *next = context;
    assert_int_equal(block, (*next)++); /* in order, none left out */
    return block < 3;
}

TEST(it_stops_when_told)
{
    struct peck_arena arena = arena_of("nothanks", 3, randoms, 2, false, 1000);
    uint32_t next = 0;
    arena.finished = stop_after_four;
    arena.context = &next;
    arena.threads = 4;
    play(&arena);
    assert_int_equal(arena.done, 4);
    assert_int_equal(next, 4);
    peck_arena_free(&arena);
}

struct countdown {
    uint32_t begun, finished;
};

static bool begin_five(void *context)
{
    struct countdown *countdown = context;
    return countdown->begun < 5 && ++countdown->begun > 0;
}

static bool count_finished(const struct peck_arena *arena, uint32_t block, void *context)
{
    struct countdown *countdown = context;
    assert_int_equal(block, countdown->finished++);
    return true;
}

/* No more are begun; those under way are finished, and all of them count. */
TEST(what_was_begun_counts)
{
    struct peck_arena arena = arena_of("nothanks", 3, randoms, 2, false, 1000);
    struct countdown countdown = {0, 0};
    arena.goes_on = begin_five;
    arena.finished = count_finished;
    arena.context = &countdown;
    arena.threads = 4;
    play(&arena);
    assert_int_equal(arena.done, 5);
    assert_int_equal(countdown.finished, 5);
    peck_arena_free(&arena);
}

TEST(blocks_are_text_and_back)
{
    struct peck_arena whole = arena_of("karteneck", 3, randoms, 2, false, 6);
    struct peck_arena second = arena_of("karteneck", 3, randoms, 2, false, 6);
    play(&whole);
    whole.matches[1].luck[2] = -0.123456789f;
    whole.matches[2].forfeits = 5;
    for (uint32_t block = 0; block < 2; block++) {
        char line[2048], cut[2048];
        struct peck_text text = peck_text_begin(line, sizeof line);
        peck_arena_put_block(&whole, block, &text);
        line[strlen(line) - 1] = '\0'; /* the line feed */
        assert_false(peck_arena_read_block(&second, block + 1, line));
        for (size_t length = 0; length < strlen(line); length++) {
            memcpy(cut, line, length);
            cut[length] = '\0';
            assert_false(peck_arena_read_block(&second, block, cut));
        }
        assert_true(peck_arena_read_block(&second, block, line));
    }
    second.done = 2;
    play(&second);
    assert_memory_equal(whole.matches, second.matches, 18 * sizeof *whole.matches);
    peck_arena_free(&whole);
    peck_arena_free(&second);
}

/* ---- Standings, of matches made up here. ---- */

static double uniform(struct peck_rng *rng)
{
    return (double)(peck_rng_next(rng) >> 11) / 9007199254740992.0;
}

static void place_winner(struct peck_arena_match *match, int winner)
{
    match->places[winner] = 1;
    match->places[1 - winner] = 2;
}

TEST(forfeits_win_nothing)
{
    struct peck_arena_match match = {.places = {1, 1, 1}, .forfeits = 7};
    assert_float_equal(peck_arena_win(&match, 3, 0), 0, 0);
    match.forfeits = 0;
    assert_float_equal(peck_arena_win(&match, 3, 1), 1.0 / 3, 1e-12);
    match = (struct peck_arena_match){.places = {1, 3, 1}};
    assert_float_equal(peck_arena_win(&match, 3, 0), 0.5, 0);
    assert_float_equal(peck_arena_win(&match, 3, 1), 0, 0);
}

/* Wins that follow from luck for the most part: the adjusted rate is near the truth, its
 * error far smaller and honest. Meaningless luck changes next to nothing. */
TEST(luck_is_taken_out)
{
    enum { BLOCKS = 2000, RUNS = 40 };
    struct peck_rng rng;
    peck_rng_seed(&rng, 3);
    double square = 0, plain_square = 0;
    for (int run = 0; run < RUNS; run++) {
        struct peck_arena arena = arena_of("heckmeck", 2, randoms, 2, false, BLOCKS);
        struct peck_standing standing;
        for (int i = 0; i < BLOCKS * 2; i++) {
            int hero = i % 2; /* the hero's seat is the rotation */
            double luck = uniform(&rng) - 0.5, chance = 0.55 + 0.9 * luck;
            bool won = chance + 0.1 * (uniform(&rng) - 0.5) > 0.5;
            place_winner(&arena.matches[i], won ? hero : 1 - hero);
            arena.matches[i].luck[hero] = (float)luck;
        }
        arena.done = 9; /* too few to fit: nothing is adjusted */
        peck_standing_of(&arena, 0, &standing);
        assert_float_equal(standing.coefficient, 0, 0);
        assert_float_equal(standing.adjusted.mean, standing.wins.mean, 0);
        arena.done = BLOCKS;
        peck_standing_of(&arena, 0, &standing);
        assert_true(standing.adjusted.error < 0.6 * standing.wins.error);
        assert_true(standing.coefficient > 1);
        /* A uniform luck above -0.05/0.9 wins: 5/9, up to the smoothing, which is
         * symmetric. */
        double z = (standing.adjusted.mean - 5.0 / 9) / standing.adjusted.error;
        square += z * z / RUNS;
        z = (standing.wins.mean - 5.0 / 9) / standing.wins.error;
        plain_square += z * z / RUNS;
        for (int i = 0; i < BLOCKS * 2; i++)
            arena.matches[i].luck[i % 2] = (float)(uniform(&rng) - 0.5);
        struct peck_standing useless;
        peck_standing_of(&arena, 0, &useless);
        assert_true(useless.adjusted.error < 1.01 * useless.wins.error);
        peck_arena_free(&arena);
    }
    /* The squares of 40 standard scores: mean 1, deviation 0.22. */
    assert_true(square > 0.4 && square < 1.9);
    assert_true(plain_square > 0.4 && plain_square < 1.9);
}

/* ---- Luck, of real matches: the game of coins that is the template. ---- */

static void think_wisely(const struct peck_player *player, const struct peck_seat *seat,
                         struct peck_rng *rng, struct peck_thought *thought)
{
    char name[PECK_NAME_MAX];
    struct peck_text text = peck_text_begin(name, sizeof name);
    uint32_t actions[PECK_ACTIONS_MAX];
    seat->game->legal(seat->view, seat->seat, actions);
    seat->game->action_name(seat->plies[seat->count - 1].action, &text);
    thought->action = actions[strcmp(name, "coin heads") == 0 ? 0 : 1]; /* keep or drop */
}

/* The lead, as a chance of winning. */
static void lead(const void *state, double win[])
{
    int32_t points[PECK_SEATS_MAX];
    uint8_t places[PECK_SEATS_MAX];
    peck_nullgame.score(state, points, places);
    win[0] = 1 / (1 + exp((points[1] - points[0]) / 1.5));
    win[1] = 1 - win[0];
}

/* A seat with a coin is about to do what is best for it; a coin to come is not thought of.
 */
static void careless_value(const void *state, double win[])
{
    uint32_t who = peck_nullgame.movers(state);
    uint32_t actions[PECK_ACTIONS_MAX];
    lead(state, win);
    if (who == 0 || who == PECK_CHANCE_BIT)
        return;
    int seat = __builtin_ctz(who);
    uint32_t count = peck_nullgame.legal(state, seat, actions);
    for (uint32_t i = 0; i < count; i++) {
        double after_win[PECK_SEATS_MAX];
        union peck_state after;
        memcpy(&after, state, peck_nullgame.state_size);
        peck_nullgame.apply(&after, seat, actions[i]);
        lead(&after, after_win);
        if (after_win[seat] > win[seat])
            memcpy(win, after_win, 2 * sizeof *win);
    }
}

/* The same, and before chance the mean over what it may do: all outcomes here weigh the
 * same. */
static void fair_value(const void *state, double win[])
{
    uint32_t outcomes[PECK_OUTCOMES_MAX];
    if (peck_nullgame.movers(state) != PECK_CHANCE_BIT) {
        careless_value(state, win);
        return;
    }
    uint32_t count = peck_nullgame.legal(state, PECK_CHANCE, outcomes);
    win[0] = win[1] = 0;
    for (uint32_t i = 0; i < count; i++) {
        double after_win[PECK_SEATS_MAX];
        union peck_state after;
        memcpy(&after, state, peck_nullgame.state_size);
        peck_nullgame.apply(&after, PECK_CHANCE, outcomes[i]);
        fair_value(&after, after_win);
        win[0] += after_win[0] / count;
        win[1] += after_win[1] / count;
    }
}

/* The hero's luck over all matches: its mean over the error of that. */
static double luck_score(const struct peck_arena *arena)
{
    double sum = 0, squares = 0, count = arena->done;
    for (uint32_t block = 0; block < arena->done; block++) {
        double luck =
            arena->matches[block * 2].luck[0] + arena->matches[block * 2 + 1].luck[1];
        sum += luck;
        squares += luck * luck;
    }
    return sum / sqrt(squares - sum * sum / count);
}

TEST(luck_is_measured)
{
    static const struct peck_bot wise = {.name = "wise", .think = think_wisely};
    void (*const values[])(const void *, double[]) = {fair_value, careless_value};
    for (int i = 0; i < 2; i++) {
        struct peck_arena arena = {.game = &peck_nullgame,
                                   .entrant_count = 2,
                                   .seed = 7,
                                   .blocks = 1500,
                                   .threads = 2,
                                   .value = values[i]};
        struct peck_error error;
        struct peck_standing standing;
        peck_setup_begin(arena.game, 2, &arena.setup);
        assert_int_equal(peck_setup_option(arena.game, &arena.setup, "rounds=3", &error),
                         PECK_OK);
        assert_int_equal(
            peck_entrant_find(arena.game, "random", 0, &arena.entrants[1], &error),
            PECK_OK);
        enter(&arena, 0, &wise);
        assert_int_equal(peck_arena_begin(&arena), PECK_OK);
        assert_int_equal(peck_value_is_fair(&arena), i == 0);
        play(&arena);
        peck_standing_of(&arena, 0, &standing);
        assert_true(standing.wins.mean > 0.6); /* it is the better one */
        assert_true(fabs(luck_score(&arena)) < 4);
        /* A block has the same coins for both, so little luck is left to take out. */
        assert_true(standing.adjusted.error < (i == 0 ? 0.95 : 1) * standing.wins.error);
        assert_true(fabs(standing.adjusted.mean - standing.wins.mean) <
                    4 * standing.wins.error);
        peck_arena_free(&arena);
    }
}

/* ---- Ratings. ---- */

static void rank(struct peck_ranking *ranking, const double strength[],
                 struct peck_rng *rng)
{
    double left[PECK_SEATS_MAX] = {0};
    for (int s = 0; s < ranking->seats; s++)
        left[s] = strength[ranking->entrant[s]];
    for (int place = 1; place <= ranking->seats; place++) {
        double total = 0;
        for (int s = 0; s < ranking->seats; s++)
            total += left[s];
        double at = uniform(rng) * total;
        int s = 0;
        while (s < ranking->seats - 1 && (left[s] == 0 || at >= left[s]))
            at -= left[s++];
        ranking->place[s] = (uint8_t)place;
        left[s] = 0;
    }
}

TEST(known_strengths_are_found)
{
    enum { ENTRANTS = 5, COUNT = 6000, RUNS = 20 };
    static const double strength[ENTRANTS] = {1, 2, 0.5, 4, 0.25}; /* their mean log is 0 */
    static struct peck_ranking rankings[COUNT];
    struct peck_rng rng;
    peck_rng_seed(&rng, 5);
    double square = 0;
    for (int run = 0; run < RUNS; run++) {
        struct peck_rating ratings[ENTRANTS];
        for (int i = 0; i < COUNT; i++) {
            rankings[i].seats = 4;
            for (int s = 0; s < 4; s++)
                rankings[i].entrant[s] = (uint8_t)((i + s * (1 + i % 4)) % ENTRANTS);
            rank(&rankings[i], strength, &rng);
        }
        assert_int_equal(peck_ratings_fit(rankings, COUNT, 1, ENTRANTS, ratings), PECK_OK);
        for (int e = 0; e < ENTRANTS; e++) {
            double off = ratings[e].rating - 400 * log10(strength[e]);
            assert_true(ratings[e].error > 1 && ratings[e].error < 6);
            assert_true(fabs(off) < 4.5 * ratings[e].error);
            square += off / ratings[e].error * off / ratings[e].error / (RUNS * ENTRANTS);
        }
    }
    assert_true(square > 0.6 && square < 1.5); /* the errors are neither large nor small */
}

/* Two players: the model is a logarithm of odds, and a draw is half a win. */
TEST(draws_are_shared)
{
    static struct peck_ranking rankings[1000];
    struct peck_rating ratings[2];
    for (int i = 0; i < 1000; i++) {
        bool won = i < 600, drawn = i >= 600 && i < 800;
        rankings[i] = (struct peck_ranking){2, {0, 1}, {won || drawn ? 1 : 2, won ? 2 : 1}};
    }
    assert_int_equal(peck_ratings_fit(rankings, 1000, 1, 2, ratings), PECK_OK);
    double odds = 400 * log10(700.0 / 300);
    assert_float_equal(ratings[0].rating - ratings[1].rating, odds, 1);
    /* Scores of 1, ½ and 0 with the mean 0.7 have the variance 0.65 − 0.49. */
    double error = 400 / log(10) * sqrt(0.16 / 1000) / (0.7 * 0.3) / 2;
    assert_float_equal(ratings[0].error, error, error / 50);
    for (int i = 0; i < 1000; i++)
        rankings[i] = (struct peck_ranking){3, {0, 1, 1}, {1, 1, 1}};
    assert_int_equal(peck_ratings_fit(rankings, 1000, 1, 2, ratings), PECK_OK);
    assert_float_equal(ratings[0].rating, 0, 0.01);
}

static void assert_same_ratings(const struct peck_ranking *a, const struct peck_ranking *b,
                                size_t count)
{
    struct peck_rating first[3], second[3];
    assert_int_equal(peck_ratings_fit(a, count, 1, 3, first), PECK_OK);
    assert_int_equal(peck_ratings_fit(b, count, 1, 3, second), PECK_OK);
    for (int e = 0; e < 3; e++)
        assert_float_equal(first[e].rating, second[e].rating, 1e-4);
    assert_true(fabs(first[0].rating - first[2].rating) > 10); /* no trivial case */
}

/* Two who share a place are both orders, three all six; the rest of the rankings are alike.
 */
TEST(shared_places_are_all_orders)
{
    enum { REST = 4, COUNT = 24 + REST };
    static const uint8_t orders[6][3] = {{1, 2, 3}, {1, 3, 2}, {2, 1, 3},
                                         {2, 3, 1}, {3, 1, 2}, {3, 2, 1}};
    static const uint8_t rest[REST][3] = {{1, 2, 3}, {1, 2, 3}, {1, 3, 2}, {2, 1, 3}};
    static const uint8_t shared[3][3] = {{1, 1, 3}, {1, 2, 2}, {1, 1, 1}};
    for (int kind = 0; kind < 3; kind++) {
        struct peck_ranking tied[COUNT], parted[COUNT];
        for (int i = 0; i < COUNT; i++) {
            tied[i] = (struct peck_ranking){3, {0, 1, 2}, {0}};
            parted[i] = tied[i];
            int order = kind == 2   ? i % 6
                        : kind == 1 ? i % 2      /* 1 2 3 and 1 3 2 */
                                    : i % 2 * 2; /* 1 2 3 and 2 1 3 */
            memcpy(tied[i].place, i < 24 ? shared[kind] : rest[i - 24], 3);
            memcpy(parted[i].place, i < 24 ? orders[order] : rest[i - 24], 3);
        }
        assert_same_ratings(tied, parted, COUNT);
    }
}

/* Blocks of matches that all end alike are one match, and somebody who never wins has a
 * rating. */
TEST(blocks_count_once)
{
    static struct peck_ranking rankings[1200];
    struct peck_rating single[2], blocked[2];
    struct peck_rng rng;
    peck_rng_seed(&rng, 9);
    for (int i = 0; i < 1200; i += 3) {
        int winner = uniform(&rng) < 0.6 ? 0 : 1;
        for (int j = 0; j < 3; j++)
            rankings[i + j] = (struct peck_ranking){2, {0, 1}, {1 + winner, 2 - winner}};
    }
    assert_int_equal(peck_ratings_fit(rankings, 1200, 1, 2, single), PECK_OK);
    assert_int_equal(peck_ratings_fit(rankings, 1200, 3, 2, blocked), PECK_OK);
    assert_float_equal(blocked[0].rating, single[0].rating, 1e-6);
    assert_float_equal(blocked[0].error, single[0].error * sqrt(3), 0.05);
    for (int i = 0; i < 1200; i++)
        rankings[i] = (struct peck_ranking){2, {0, 1}, {1, 2}};
    assert_int_equal(peck_ratings_fit(rankings, 1200, 1, 2, single), PECK_OK);
    assert_true(isfinite(single[0].rating) && single[0].rating > 300);
    assert_true(isfinite(single[0].error));
}

/* ---- The sequential test. ---- */

static int decide(struct peck_rng *rng, double rate, uint64_t *blocks)
{
    struct peck_sprt sprt;
    struct peck_error error;
    assert_int_equal(peck_sprt_read("0.50,0.56", 2, &sprt, &error), PECK_OK);
    int verdict = 0;
    while (verdict == 0 && sprt.count < 100000)
        verdict =
            peck_sprt_add(&sprt, ((uniform(rng) < rate) + (uniform(rng) < rate)) / 2.0);
    *blocks += sprt.count;
    return verdict;
}

TEST(the_test_decides)
{
    enum { RUNS = 400 };
    struct peck_rng rng;
    peck_rng_seed(&rng, 2);
    int right[2] = {0};
    uint64_t blocks[2] = {0};
    for (int i = 0; i < RUNS; i++) {
        right[0] += decide(&rng, 0.50, &blocks[0]) == -1;
        right[1] += decide(&rng, 0.56, &blocks[1]) == 1;
    }
    /* 5 % wrong at most; four deviations of 400 such draws are 4.4 %. */
    for (int i = 0; i < 2; i++) {
        assert_true(right[i] > RUNS * 0.906);
        assert_true(blocks[i] / RUNS < 400); /* a test of fixed length takes 376 */
    }
}

TEST(bad_tests_are_refused)
{
    static const char *const bad[] = {"",      "0.5",     "0.5,",  "0.6,0.5",   "0,0.5",
                                      "0.5,1", "0.5,0.5", "a,b",   "0.5,0.6,7", "nan,0.5",
                                      "elo:1", "elo:5,5", "50,53", "0.5 0.6",   "elo:,1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct peck_sprt sprt = {.low = 7};
        struct peck_error error;
        assert_int_equal(peck_sprt_read(bad[i], 2, &sprt, &error), PECK_BAD_SETUP);
        assert_float_equal(sprt.low, 7, 0);
    }
    struct peck_sprt sprt;
    struct peck_error error;
    assert_int_equal(peck_sprt_read("elo:0,400", 4, &sprt, &error), PECK_OK);
    assert_float_equal(sprt.low, 0.25, 1e-9);
    assert_float_equal(sprt.high, 10.0 / 13, 1e-9); /* ten times the odds of 1 to 3 */
}

TEST(entrants_are_found)
{
    struct peck_entrant entrant;
    struct peck_error error;
    const struct peck_game *game = game_named("heckmeck");
    assert_int_equal(peck_entrant_find(game, "exec:python3 x.py", 5, &entrant, &error),
                     PECK_OK);
    assert_string_equal(entrant.command, "python3 x.py");
    assert_int_equal(peck_entrant_find(game, "exec:", 0, &entrant, &error), PECK_BAD_SETUP);
    assert_int_equal(peck_entrant_find(game, "nobody", 0, &entrant, &error),
                     PECK_BAD_SETUP);
    assert_non_null(strstr(error_words(&error), "nobody"));
    assert_int_equal(peck_entrant_find(game, "random", 5, &entrant, &error), PECK_OK);
    assert_int_equal(entrant.player.budget.milliseconds, 5);
}
