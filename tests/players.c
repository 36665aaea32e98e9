/* players.c — what every bot of every game keeps, at positions of every set-up: see bot.h.
 *
 * Each answers legally at the smallest budget of work; answers the same when asked the
 * same; and plays from its own view: in two worlds that differ only in what its seat cannot
 * know, it gives the same action and the same estimates, to the last bit. Worlds are whole
 * states, with the plies that led there; the caller of a bot must blank them. Positions are
 * sampled, so that all this takes seconds. */
#include "play.h"
#include "test.h"
#include "setups.h"

#include "play/general.h"
#include "play/race.h"

#include <peck/character.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where a test is: for the messages. */
struct place {
    const struct peck_game *game;
    const struct peck_bot *bot;
    char words[128], line[PECK_LINE_MAX];
};

static struct peck_match match; /* the position, with the plies that led to it */
static struct peck_match other; /* what the seat under test cannot tell from it */
static struct peck_ply *seen;   /* the plies as that seat saw them */
static int seat;                /* who is asked */
static struct place place;
static unsigned worlds_apart, matches_apart, thoughts, setups;

struct answer {
    struct peck_thought thought;
    struct peck_estimate estimates[PECK_ACTIONS_MAX];
};

static struct answer answers[2];

static void demand(bool holds, const char *what)
{
    if (!holds)
        fail_msg("%s: %s: %s\nat %s", place.words, place.bot->name, what, place.line);
}

/* What the player answers to a match for the seat under test, with a generator of its own.
 */
static void ask(const struct peck_player *player, const struct peck_match *asked,
                struct answer *answer)
{
    struct peck_rng rng;
    peck_rng_seed(&rng, 17);
    memset(answer, 0, sizeof *answer);
    answer->thought.estimates = answer->estimates;
    assert_int_equal(peck_player_think(player, asked, seat, &rng, &answer->thought),
                     PECK_OK);
    thoughts++;
}

static bool same_answer(const struct answer *a, const struct answer *b)
{
    bool same = a->thought.action == b->thought.action &&
                a->thought.delay == b->thought.delay &&
                a->thought.count == b->thought.count;
    for (uint32_t i = 0; same && i < a->thought.count; i++) {
        const struct peck_estimate *x = &a->estimates[i], *y = &b->estimates[i];
        same = x->action == y->action && x->win == y->win && x->points == y->points &&
               x->win_error == y->win_error && x->points_error == y->points_error;
    }
    return same;
}

/* The answer is legal, and its estimates are of all legal actions, in order and in range.
 */
static void check_answer(const struct answer *answer)
{
    static uint32_t actions[PECK_ACTIONS_MAX];
    const struct peck_thought *thought = &answer->thought;
    uint32_t count = match.game->legal(&match.state, seat, actions);
    bool legal = false;
    for (uint32_t i = 0; i < count; i++)
        legal |= actions[i] == thought->action;
    demand(legal, "the answer is not legal");
    if (thought->count == 0) {
        bool must =
            peck_same(place.bot->name, "hard") || peck_same(place.bot->name, "expert");
        demand(!must, "there are no estimates");
        return;
    }
    demand(thought->count == count, "there is not one estimate for each legal action");
    for (uint32_t i = 0; i < count; i++) {
        const struct peck_estimate *estimate = &answer->estimates[i];
        demand(estimate->action == actions[i], "estimates are not in the order of legal");
        demand(estimate->win >= 0 && estimate->win <= 1, "a chance is not in [0, 1]");
        demand(estimate->win_error >= 0 && estimate->win_error <= 1 &&
                   estimate->points_error >= 0 && estimate->points_error < 1e6,
               "an error is out of range");
        demand(estimate->points > -1e6 && estimate->points < 1e6, "points out of range");
    }
}

/* Asks about a full world, of which the seat sees its view and nothing that went before. */
static void ask_in_world(const struct peck_player *player, const union peck_state *world,
                         struct answer *answer)
{
    struct peck_rng rng;
    union peck_state view = *world;
    match.game->redact(&view, seat);
    const struct peck_seat knows = {match.game, &match.setup, seat, &view, NULL, 0};
    peck_rng_seed(&rng, 17);
    memset(answer, 0, sizeof *answer);
    answer->thought.estimates = answer->estimates;
    player->bot->think(player, &knows, &rng, &answer->thought);
    thoughts++;
}

/* Two worlds that the seat cannot tell apart. */
static void check_worlds(const struct peck_player *player)
{
    union peck_state worlds[2];
    for (int i = 0; i < 2; i++) {
        struct peck_rng rng;
        peck_rng_seed(&rng, 100 + i);
        worlds[i] = match.state;
        match.game->redact(&worlds[i], seat);
        match.game->determinize(&worlds[i], seat, &rng);
        ask_in_world(player, &worlds[i], &answers[i]);
    }
    worlds_apart += memcmp(&worlds[0], &worlds[1], match.game->state_size) != 0;
    check_answer(&answers[0]);
    demand(same_answer(&answers[0], &answers[1]), "it knows what its seat cannot know");
}

/* ---- Two matches ---- */

/* The plies of a match as the seat under test saw them. */
static void see_plies(const struct peck_match *from, struct peck_ply *out)
{
    union peck_state state;
    peck_match_state_at(from, 0, &state);
    for (uint32_t i = 0; i < from->count; i++) {
        const struct peck_ply *ply = &from->plies[i];
        out[i].seat = ply->seat;
        out[i].action = from->game->seen(&state, ply->seat, ply->action, seat);
        from->game->apply(&state, ply->seat, ply->action);
    }
}

/* Whether the seat under test sees the same at the end of both: what a coin made of the
 * points may show although the coin did not. */
static bool same_views(void)
{
    union peck_state views[2] = {match.state, other.state};
    for (int i = 0; i < 2; i++)
        match.game->redact(&views[i], seat);
    return memcmp(&views[0], &views[1], match.game->state_size) == 0;
}

/* Plays the match again with the outcomes of two chance plies exchanged. False: that is not
 * legal, or the seat would see it. */
static bool exchange(uint32_t a, uint32_t b)
{
    struct peck_error error;
    struct peck_ply *again = malloc(match.count * sizeof *again);
    bool same = again != NULL && match.plies[a].action != match.plies[b].action;
    assert_int_equal(peck_match_begin(&other, match.game, &match.setup, &error), PECK_OK);
    for (uint32_t i = 0; same && i < match.count; i++) {
        struct peck_ply ply = match.plies[i == a ? b : i == b ? a : i];
        same = peck_match_play(&other, ply.seat, ply.action, &error) == PECK_OK;
    }
    if (same)
        see_plies(&other, again);
    for (uint32_t i = 0; same && i < match.count; i++)
        same = again[i].action == seen[i].action && again[i].seat == seen[i].seat;
    same = same && same_views();
    free(again);
    if (!same)
        peck_match_free(&other);
    return same;
}

/* Looks for another match that is the same to the seat; it has to be freed. */
static bool find_other(struct peck_rng *rng)
{
    enum { TRIES = 100 };
    uint32_t hidden = 0, at[PECK_OUTCOMES_MAX];
    for (uint32_t i = 0; i < match.count && hidden < PECK_OUTCOMES_MAX; i++) {
        if (match.plies[i].seat == PECK_CHANCE && seen[i].action != match.plies[i].action)
            at[hidden++] = i;
    }
    for (int i = 0; hidden > 1 && i < TRIES; i++) {
        if (exchange(at[peck_rng_below(rng, hidden)], at[peck_rng_below(rng, hidden)]))
            return true;
    }
    return false;
}

/* What the player would do in a race, of which the whole state is handed over. */
static struct peck_racer race_in(const struct peck_player *player,
                                 const struct peck_match *asked)
{
    struct peck_rng rng;
    struct peck_clock clock = {0};
    const struct peck_seat knows = {asked->game,   &asked->setup, seat,
                                    &asked->state, seen,          asked->count};
    peck_rng_seed(&rng, 17);
    peck_clock_think(&clock, player, knows, &rng);
    thoughts++;
    return clock.racer[seat];
}

static void check_matches(const struct peck_player *player)
{
    ask(player, &match, &answers[0]);
    ask(player, &other, &answers[1]);
    demand(same_answer(&answers[0], &answers[1]), "it knows what lies face down");
    struct peck_racer one = race_in(player, &match), two = race_in(player, &other);
    demand(one.action == two.action && one.due == two.due,
           "in a race it knows what lies face down");
}

static void check_bot(const struct peck_bot *bot, bool apart)
{
    struct peck_player player;
    struct peck_error error;
    place.bot = bot;
    demand(peck_player_find(match.game, bot->name, &player, &error) == PECK_OK,
           "it is not found by its name");
    if (player.bot != bot)
        return; /* a general level that the game's own overrides */
    player.budget = (struct peck_budget){0, 7};
    ask(&player, &match, &answers[0]);
    check_answer(&answers[0]);
    ask(&player, &match, &answers[1]);
    demand(same_answer(&answers[0], &answers[1]), "asked the same it answers differently");
    check_worlds(&player);
    if (apart)
        check_matches(&player);
}

/* Plays at random until a seat may act, some way into the match. */
static bool reach(const struct peck_setup *setup, uint32_t plies, struct peck_rng *rng)
{
    const struct peck_game *game = place.game;
    struct peck_error error;
    assert_int_equal(peck_match_begin(&match, game, setup, &error), PECK_OK);
    for (;;) {
        uint32_t movers = game->movers(&match.state), actions[PECK_ACTIONS_MAX];
        if (movers == 0)
            return false;
        bool chance = movers == PECK_CHANCE_BIT;
        seat = chance ? PECK_CHANCE : peck_rng_bit(rng, movers);
        if (!chance && match.count >= plies)
            break;
        uint32_t count = chance ? 0 : game->legal(&match.state, seat, actions);
        uint32_t action =
            chance ? game->sample(&match.state, rng) : actions[peck_rng_below(rng, count)];
        assert_int_equal(peck_match_play(&match, seat, action, &error), PECK_OK);
    }
    struct peck_text text = peck_text_begin(place.line, sizeof place.line);
    peck_encode(game, &match.state, &text);
    return true;
}

static void check_setup(const struct peck_game *game, const struct peck_setup *setup,
                        void *context)
{
    const struct peck_skill *skill = peck_skill_of(game);
    place.game = game;
    snprintf(place.words, sizeof place.words, "%s", setup_words(game, setup));
    struct peck_rng rng;
    peck_rng_seed(&rng, ++setups);
    /* An early position of one set-up, a late one of the next. */
    if (reach(setup, peck_rng_below(&rng, setups % 2 == 0 ? 20 : 200), &rng)) {
        seen = malloc((match.count + 1) * sizeof *seen);
        assert_non_null(seen);
        see_plies(&match, seen);
        bool apart = find_other(&rng);
        matches_apart += apart;
        for (int b = 0; b < skill->count; b++)
            check_bot(&skill->bots[b], apart);
        for (int b = 0; b < peck_general_bot_count; b++)
            check_bot(&peck_general_bots[b], apart);
        if (apart)
            peck_match_free(&other);
        free(seen);
    }
    peck_match_free(&match);
}

TEST(every_bot_plays_fair)
{
    each_setup(check_setup, NULL);
    assert_true(thoughts > 1000);
    assert_true(worlds_apart > 100); /* else the worlds would prove nothing … */
    assert_true(matches_apart > 10); /* … nor the matches */
}

TEST(every_game_has_the_levels)
{
    for (int g = 0; g < peck_game_count + peck_template_count; g++) {
        for (int level = 0; level < PECK_LEVELS; level++) {
            struct peck_player player;
            struct peck_error error;
            assert_int_equal(
                peck_player_find(peck_games[g], peck_level_names[level], &player, &error),
                PECK_OK);
            assert_string_equal(player.bot->name, peck_level_names[level]);
            static const uint32_t most[PECK_LEVELS] = {10, 10, 10, 100, 1000};
            assert_true(player.budget.milliseconds <= most[level]);
        }
    }
}

TEST(names_are_found_or_refused)
{
    struct peck_player player;
    struct peck_error error;
    const struct peck_game *game = peck_games[0];
    assert_int_equal(peck_player_find(game, "mcts-250", &player, &error), PECK_OK);
    assert_int_equal(player.parameter, 250);
    assert_int_equal(peck_player_find(game, "mcts", &player, &error), PECK_OK);
    assert_int_equal(player.parameter, 1000);
    static const char *const wrong[][2] = {
        {"mcts-0", "the N in mcts-N must be a number from 1 to 10000000, not '0'"},
        {"mcts-", "from 1 to 10000000, not ''"},
        {"mcts-x", "from 1 to 10000000, not 'x'"},
        {"hard-3", "there is no bot 'hard-3' for "},
        {"", "there is no bot '' for "},
        {"harder", "there is no bot 'harder' for "},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        enum peck_status status = peck_player_find(game, wrong[i][0], &player, &error);
        assert_int_equal(status, PECK_BAD_SETUP);
        assert_non_null(strstr(error_words(&error), wrong[i][1]));
    }
}

/* A search with time to think sees what is plain: the null game's heads are to be kept. */
TEST(search_finds_the_plain)
{
    const struct peck_game *game = peck_games[peck_game_count];
    assert_string_equal(game->name, "nullgame");
    struct peck_setup setup;
    struct peck_error error;
    struct peck_player player;
    static const char *const coins[] = {"coin tails", "coin heads"};
    static const char *const bots[] = {"mcts-500", "flat-200", "hard"};
    enum { FLAT = 1 };
    peck_setup_begin(game, 2, &setup);
    assert_int_equal(peck_setup_option(game, &setup, "first=0", &error), PECK_OK);
    for (int coin = 0; coin < 2; coin++) {
        assert_int_equal(peck_match_begin(&match, game, &setup, &error), PECK_OK);
        assert_int_equal(peck_match_say(&match, PECK_CHANCE, coins[coin], &error), PECK_OK);
        seat = 0;
        for (int b = 0; b < 3; b++) {
            assert_int_equal(peck_player_find(game, bots[b], &player, &error), PECK_OK);
            player.budget.milliseconds = 0;
            ask(&player, &match, &answers[0]);
            char name[PECK_NAME_MAX];
            struct peck_text text = peck_text_begin(name, sizeof name);
            game->action_name(answers[0].thought.action, &text);
            assert_string_equal(name, coin == 1 ? "keep" : "drop");
            if (b != FLAT)
                continue; /* a tree plays on for the win: points may differ otherwise */
            /* Kept heads are worth one point more than dropped ones, tails one less. */
            double more = answers[0].estimates[0].points - answers[0].estimates[1].points;
            double sure = 4 * answers[0].estimates[0].points_error;
            assert_true(more > (coin == 1 ? 1 : -1) - sure);
            assert_true(more < (coin == 1 ? 1 : -1) + sure);
        }
        peck_match_free(&match);
    }
}

/* The choice, unless another is above it by more than four standard errors of the
 * difference, and by what can be seen. */
TEST(sure_estimates_beat_the_choice)
{
    struct peck_estimate all[] = {{.action = 7, .win = 0.50, .win_error = 0.03},
                                  {.action = 8, .win = 0.69, .win_error = 0.04},
                                  {.action = 9, .win = 0.60, .win_error = 0}};
    struct peck_thought thought = {.action = 7, .count = 3, .estimates = all};
    assert_int_equal(peck_thought_best(&thought), 0); /* 0.19 of 4 * 0.05 */
    all[1].win = 0.71;
    assert_int_equal(peck_thought_best(&thought), 1);
    thought.action = 9;
    assert_int_equal(peck_thought_best(&thought), 2);
    all[1] = (struct peck_estimate){.action = 8, .win = 0.6004};
    assert_int_equal(peck_thought_best(&thought), 2);
    all[1].win = 0.6006;
    assert_int_equal(peck_thought_best(&thought), 1);
}

/* Everybody sees the same hen at a seat of a table, and no two seats have the same; another
 * table has others. Bots without a level have none. */
TEST(every_seat_has_a_hen_of_its_own)
{
    int moved = 0;
    for (int level = 0; level < PECK_LEVELS; level++) {
        const char *bot = peck_level_names[level];
        for (int at = 0; at < PECK_SEATS_MAX; at++) {
            const struct peck_character *hen = peck_character_at(bot, "z9fkb4e7", at);
            assert_int_equal(hen->level, level);
            assert_ptr_equal(hen, peck_character_find(hen->id));
            for (int before = 0; before < at; before++)
                assert_ptr_not_equal(hen, peck_character_at(bot, "z9fkb4e7", before));
            moved += hen != peck_character_at(bot, "a1b2c3d4", at);
        }
    }
    assert_int_equal(moved, PECK_LEVELS * PECK_SEATS_MAX);
    assert_null(peck_character_at("mcts-500", "z9fkb4e7", 0));
    assert_null(peck_character_at("", "z9fkb4e7", 0));
    assert_null(peck_character_find("normal"));
}
