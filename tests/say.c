/* say.c — the catalogue in C: plural forms, placeholders, languages, and a sentence for
 * every action of every game. tests/catalogue.py compares the languages. */
#include "test.h"
#include "setups.h"

#include "tell/say.h"

#include <peck/pack.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Plural forms ---- */

static void assert_forms(enum say_language language, int form, const int numbers[])
{
    for (; *numbers >= 0; numbers++) {
        if (say_form(language, *numbers) != form)
            fail_msg("%s: %d has form %d, not %d", say_languages[language], *numbers,
                     say_form(language, *numbers), form);
    }
}

TEST(english_and_german_count_one_and_other)
{
    for (int i = 0; i < 2; i++) {
        enum say_language language = i == 0 ? SAY_EN : SAY_DE;
        assert_forms(language, 0, (int[]){1, -1});
        assert_forms(language, 1, (int[]){0, 2, 5, 11, 21, 101, -1});
    }
}

TEST(russian_counts_by_the_last_digits)
{
    assert_forms(SAY_RU, 0, (int[]){1, 21, 31, 101, 121, 1001, -1});
    assert_forms(SAY_RU, 1, (int[]){2, 3, 4, 22, 24, 33, 102, 104, -1});
    assert_forms(SAY_RU, 2,
                 (int[]){0, 5, 9, 10, 11, 12, 13, 14, 15, 20, 25, 100, 111, 112, 114, -1});
    assert_int_equal(say_form(SAY_RU, -1), 0); /* minus one point */
    assert_int_equal(say_form(SAY_RU, -11), 2);
}

TEST(polish_has_one_for_1_alone)
{
    assert_forms(SAY_PL, 0, (int[]){1, -1});
    assert_forms(SAY_PL, 1, (int[]){2, 3, 4, 22, 24, 33, 102, 104, -1});
    assert_forms(SAY_PL, 2,
                 (int[]){0, 5, 10, 11, 12, 13, 14, 20, 21, 25, 31, 101, 112, 121, -1});
}

/* ---- Sentences ---- */

static const char *worms(enum say_language language, int number)
{
    static char room[64];
    struct peck_text text = peck_text_begin(room, sizeof room);
    say(&text, language, MESSAGE_COUNT_WORMS,
        (struct say_value[]){{"count", .number = number}, {0}});
    return room;
}

TEST(numbers_choose_the_text)
{
    assert_string_equal(worms(SAY_EN, 1), "1 worm");
    assert_string_equal(worms(SAY_EN, 0), "0 worms");
    assert_string_equal(worms(SAY_DE, 2), "2 Würmer");
    assert_string_equal(worms(SAY_PL, 1), "1 robal");
    assert_string_equal(worms(SAY_PL, 3), "3 robale");
    assert_string_equal(worms(SAY_PL, 21), "21 robali");
    assert_string_equal(worms(SAY_RU, 21), "21 червячок");
    assert_string_equal(worms(SAY_RU, 23), "23 червячка");
    assert_string_equal(worms(SAY_RU, 12), "12 червячков");
}

TEST(placeholders_are_filled)
{
    char room[64];
    struct peck_text text = peck_text_begin(room, sizeof room);
    struct say_value who[] = {{"who", .text = "Anna"}, {0}};
    say(&text, SAY_EN, MESSAGE_TURN_WHO, who);
    assert_string_equal(room, "Anna's turn.");
    text = peck_text_begin(room, sizeof room);
    say(&text, SAY_EN, MESSAGE_TURN_WHO, NULL); /* a mistake that is seen */
    assert_string_equal(room, "{who}'s turn.");
    text = peck_text_begin(room, 6);
    say(&text, SAY_EN, MESSAGE_TURN_WHO, who);
    assert_string_equal(room, "Anna'");
    assert_true(text.full);
}

TEST(decimals_are_written_as_the_language_does)
{
    char room[32];
    struct peck_text text = peck_text_begin(room, sizeof room);
    say_decimal(&text, SAY_EN, 12.34, 1);
    peck_put_char(&text, ' ');
    say_decimal(&text, SAY_DE, -0.5, 2);
    peck_put_char(&text, ' ');
    say_decimal(&text, SAY_EN, -0.04, 1);
    assert_string_equal(room, "12.3 -0,50 0.0");
}

TEST(keys_are_found)
{
    assert_int_equal(say_find("%s.%s", "count", "worms"), MESSAGE_COUNT_WORMS);
    assert_int_equal(say_find("nothing.like.it"), SAY_NONE);
    assert_int_equal(say_find("%0200d", 0), SAY_NONE);
}

TEST(languages_are_found)
{
    assert_int_equal(say_language_of("pl_PL.UTF-8"), SAY_PL);
    assert_int_equal(say_language_of("ru"), SAY_RU);
    assert_int_equal(say_language_of("deutsch"), SAY_LANGUAGES);
    assert_int_equal(say_language_of(""), SAY_LANGUAGES);
    setenv("LC_ALL", "", 1);
    setenv("LC_MESSAGES", "de_AT", 1);
    setenv("LANG", "ru_RU.UTF-8", 1);
    assert_int_equal(say_language_here(), SAY_DE);
    setenv("LC_ALL", "fr_FR.UTF-8", 1); /* the first one set decides */
    assert_int_equal(say_language_here(), SAY_EN);
}

/* ---- A sentence for every action ---- */

enum { MATCHES = 10, PLIES = 400 };

/* Keys met in play: which messages are those of a verb. */
static bool met[MESSAGE_COUNT];

/* The key of the verb must be there, and with it all its variants are met. */
static void meet(const struct peck_game *game, const char *family, const char *verb)
{
    char key[96];
    snprintf(key, sizeof key, "%s.%s.%s", game->name, family, verb);
    size_t length = strlen(key);
    int message = say_find("%s", key);
    if (message == SAY_NONE)
        fail_msg("the catalogue lacks %s", key);
    if (met[message])
        return;
    for (int i = 0; i < MESSAGE_COUNT; i++) {
        const char *other = say_texts[i].key;
        if (strncmp(other, key, length) == 0 && strchr(".", other[length]) != NULL)
            met[i] = true;
    }
}

static void meet_ply(const struct peck_game *game, int seat, uint32_t action)
{
    static char names[2][PECK_NAME_MAX]; /* the last one and this one, by turns */
    static int turn;
    const char *last = names[turn];
    char *name = names[turn = !turn];
    struct peck_text text = peck_text_begin(name, PECK_NAME_MAX);
    game->action_name(action, &text);
    name[strcspn(name, " ")] = '\0';
    if (seat != PECK_CHANCE && strcmp(name, last) == 0)
        return; /* placements are listed by the hundred */
    /* The deal of Hexx & Hopp has no sentences: it is on the table. */
    bool deal = strcmp(game->name, "hexxhopp") == 0 &&
                (strcmp(name, "tile") == 0 || strcmp(name, "turn") == 0);
    if (seat == PECK_CHANCE && !deal)
        meet(game, "chance", name);
    if (seat != PECK_CHANCE) {
        meet(game, "ply", name);
        meet(game, "do", name);
    }
}

static void play_one(const struct peck_game *game, const struct peck_setup *setup,
                     void *context)
{
    struct peck_rng *rng = context;
    struct peck_error error;
    uint32_t actions[PECK_ACTIONS_MAX];
    union peck_state state;
    if (peck_pack_of(game)->text == NULL)
        return; /* uses the names of actions */
    for (int i = 0; i < MATCHES; i++) {
        assert_int_equal(peck_init(game, &state, setup, &error), PECK_OK);
        for (int ply = 0; ply < PLIES && game->movers(&state) != 0; ply++) {
            int seat = peck_rng_bit(rng, game->movers(&state));
            uint32_t count = game->legal(&state, seat, actions);
            uint32_t action = seat == PECK_CHANCE ? game->sample(&state, rng)
                                                  : actions[peck_rng_below(rng, count)];
            /* Random players stop at once; whoever takes tiles gets further. */
            for (uint32_t k = 0; k < count && seat != PECK_CHANCE; k++)
                meet_ply(game, seat, actions[k]);
            meet_ply(game, seat, action);
            game->apply(&state, seat, action);
        }
    }
}

/* Every verb that is met has its sentences, and every sentence of a verb is met: there are
 * none for verbs that no game has. */
TEST(every_action_has_its_sentence)
{
    struct peck_rng rng;
    peck_rng_seed(&rng, 1);
    each_setup(play_one, &rng);
    for (int i = 0; i < MESSAGE_COUNT; i++) {
        const char *key = say_texts[i].key;
        bool verb = strstr(key, ".ply.") != NULL || strstr(key, ".do.") != NULL ||
                    strstr(key, ".chance.") != NULL;
        if (verb && !met[i])
            fail_msg("%s is of no action that was met", key);
    }
}

/* The options, titles and help pages that doors look up by the names of the contract. */
TEST(games_and_options_have_their_words)
{
    for (int i = 0; i < peck_game_count; i++) {
        const struct peck_game *game = peck_games[i];
        if (peck_pack_of(game)->text == NULL)
            continue; /* the words of the contract do */
        assert_int_not_equal(say_find("%s.title", game->name), SAY_NONE);
        assert_int_not_equal(say_find("%s.help", game->name), SAY_NONE);
        for (int k = 0; k < game->option_count; k++) {
            const struct peck_option *option = &game->options[k];
            bool asked_for_all = option->kind == PECK_SEAT; /* setup.first */
            if (!asked_for_all && say_find("%s.option.%s", game->name, option->name) < 0)
                fail_msg("%s has no words for %s", game->name, option->name);
        }
    }
}
