/* guides.c — tests of the guides: players by them keep the rules everywhere, learning
 * follows from the seed, files say what was learnt, and guides beat the level easy. */
#include "play.h"
#include "test.h"
#include "setups.h"

#include "play/series/arena.h"
#include "play/guide.h"
#include "play/race.h"
#include "play/series/standing.h"

#include <string.h>

static const struct peck_game *game_named(const char *name)
{
    const struct peck_game *game = peck_game_find(name);
    assert_non_null(game);
    return game;
}

/* ---- Every set-up. ---- */

static void play_setup(const struct peck_game *game, const struct peck_setup *setup,
                       void *context)
{
    struct peck_player players[PECK_SEATS_MAX];
    struct peck_match match;
    struct peck_rng chance, rng;
    struct peck_error error;
    struct peck_guide guide;
    int *played = context;
    if (peck_skill_of(game)->guide == NULL)
        return;
    peck_guide_find(game, setup, &guide);
    if (guide.matches == 0 || guide.results[PECK_HERO_GUIDE].matches == 0)
        fail_msg("%s: no guide was learnt and measured", setup_words(game, setup));
    for (int i = 0; i < PECK_SEATS_MAX; i++)
        assert_int_equal(peck_player_find(game, "guide", &players[i], &error), PECK_OK);
    peck_rng_seed(&chance, 5);
    peck_rng_seed(&rng, 6);
    assert_int_equal(peck_match_begin(&match, game, setup, &error), PECK_OK);
    if (peck_race_play(&match, players, &chance, &rng, &error) != PECK_OK)
        fail_msg("%s: %s", setup_words(game, setup), error_words(&error));
    assert_int_equal(game->movers(&match.state), 0);
    peck_match_free(&match);
    ++*played;
}

TEST(every_setup_has_a_guide_that_plays_to_the_end)
{
    int played = 0;
    each_setup(play_setup, &played);
    assert_true(played > 50);
}

/* ---- Learning. ---- */

static void ignore(void *context, uint64_t thousandths)
{
    uint64_t *last = context;
    assert_true(thousandths <= 1000 && thousandths >= *last);
    *last = thousandths;
}

static void learn(const char *game, uint64_t seed, char *bytes)
{
    uint64_t last = 0;
    struct peck_guide guide = {0};
    struct peck_error error;
    struct peck_guide_fit fit = {.game = game_named(game),
                                 .seed = seed,
                                 .matches = 3,
                                 .context = &last,
                                 .progress = ignore};
    struct peck_text text = peck_text_begin(bytes, PECK_GUIDE_TEXT);
    peck_setup_begin(fit.game, 3, &fit.setup);
    if (peck_same(game, "hexxhopp"))
        assert_int_equal(peck_setup_option(fit.game, &fit.setup, "rounds=1", &error),
                         PECK_OK);
    assert_int_equal(peck_guide_fit(&fit, &guide, &error), PECK_OK);
    peck_guide_write(peck_skill_of(fit.game)->guide, game, &guide, &text);
    assert_false(text.full);
}

TEST(learning_follows_from_the_seed)
{
    static const char *const games[] = {"heckmeck", "nothanks", "karteneck", "hexxhopp"};
    static char once[PECK_GUIDE_TEXT], twice[PECK_GUIDE_TEXT], other[PECK_GUIDE_TEXT];
    for (int g = 0; g < 4; g++) {
        learn(games[g], 1, once);
        learn(games[g], 1, twice);
        assert_string_equal(once, twice);
    }
    learn("heckmeck", 2, other);
    learn("heckmeck", 1, once);
    assert_string_not_equal(strchr(once, 'r'), strchr(other, 'r'));
}

/* ---- Files. ---- */

/* What is compiled in is what a file says: written again it is the same but for the name.
 */
TEST(a_guide_is_read_as_it_was_written)
{
    static char first[PECK_GUIDE_TEXT], again[PECK_GUIDE_TEXT];
    const struct peck_game *game = game_named("heckmeck");
    struct peck_setup setup;
    struct peck_guide guide;
    peck_setup_begin(game, 2, &setup);
    peck_guide_find(game, &setup, &guide);
    struct peck_text text = peck_text_begin(first, sizeof first);
    peck_guide_write(peck_skill_of(game)->guide, "heckmeck-2", &guide, &text);
    assert_non_null(strstr(first, "guide heckmeck-2\nlearnt 1 "));
    guide.values[0]++;
    text = peck_text_begin(again, sizeof again);
    peck_guide_write(peck_skill_of(game)->guide, "heckmeck-2", &guide, &text);
    assert_string_not_equal(first, again);
}

TEST(names_tell_what_is_played_differently)
{
    char name[64];
    struct peck_error error;
    struct peck_setup setup;
    const struct peck_game *game = game_named("heckmeck");
    peck_setup_begin(game, 5, &setup);
    assert_int_equal(peck_setup_option(game, &setup, "fast", &error), PECK_OK);
    struct peck_text text = peck_text_begin(name, sizeof name);
    peck_guide_name(game, &setup, &text);
    assert_string_equal(name, "heckmeck-5");
    assert_int_equal(peck_setup_option(game, &setup, "extra-wurm", &error), PECK_OK);
    text = peck_text_begin(name, sizeof name);
    peck_guide_name(game, &setup, &text);
    assert_string_equal(name, "heckmeck-5-extra-wurm");
}

/* ---- Strength. ---- */

/* The guide's share of wins as one among easy. */
static double among_easy(const char *name, int seats, const char *option, uint32_t blocks)
{
    struct peck_error error;
    struct peck_standing standing;
    struct peck_arena arena = {.game = game_named(name),
                               .entrant_count = 2,
                               .seed = 11,
                               .blocks = blocks,
                               .threads = 2};
    peck_setup_begin(arena.game, seats, &arena.setup);
    if (option != NULL)
        assert_int_equal(peck_setup_option(arena.game, &arena.setup, option, &error),
                         PECK_OK);
    assert_int_equal(peck_entrant_find(arena.game, "guide", 0, &arena.entrants[0], &error),
                     PECK_OK);
    assert_int_equal(peck_entrant_find(arena.game, "easy", 0, &arena.entrants[1], &error),
                     PECK_OK);
    assert_int_equal(peck_arena_begin(&arena), PECK_OK);
    assert_int_equal(peck_arena_play(&arena, &error), PECK_OK);
    peck_standing_of(&arena, 0, &standing);
    peck_arena_free(&arena);
    return standing.wins.mean;
}

/* But for No Thanks!, where styles beat one another in circles: a guide made for tables of
 * hard players does worse among easy ones than they do. */
TEST(guides_beat_easy)
{
    assert_true(among_easy("heckmeck", 2, NULL, 60) > 0.7);
    assert_true(among_easy("heckmeck", 4, "extra-wurm", 30) > 0.4);
    assert_true(among_easy("karteneck", 2, NULL, 100) > 0.52);
    assert_true(among_easy("karteneck", 4, NULL, 40) > 0.25);
    assert_true(among_easy("hexxhopp", 2, "rounds=1", 60) > 0.9);
}
