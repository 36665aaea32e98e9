/* sentences.c — random matches of every set-up in every language: every ply and every
 * action has a whole sentence, nothing is left to fill in, and nobody is told what it may
 * not know. */
#include "play.h"
#include "test.h"
#include "setups.h"

#include "tell/reason.h"
#include "tell/tell.h"

#include <stdlib.h>
#include <string.h>

enum { PLIES = 60, ACTIONS = 3 };

static struct session session;
static struct peck_rng rng;
static int round_number; /* of the set-ups, for going round languages */

static void begin(const struct peck_game *game, const struct peck_setup *setup,
                  enum say_language language)
{
    struct peck_error error;
    struct session_wish wish = {.game = game, .setup = *setup, .language = language};
    for (int seat = 0; seat < setup->seats; seat++)
        wish.seats[seat] = seat == 0 ? "you" : seat == 1 ? "Zoë" : "random";
    if (setup->seats == 2)
        wish.seats[1] = "easy";
    assert_int_equal(session_begin(&session, &wish, &error), PECK_OK);
}

/* A random action, or an outcome. */
static void play_ply(void)
{
    struct peck_match *match = &session.match;
    struct peck_error error;
    uint32_t actions[PECK_ACTIONS_MAX];
    int seat = peck_rng_bit(&rng, match->game->movers(&match->state));
    uint32_t count = match->game->legal(&match->state, seat, actions);
    uint32_t action = seat == PECK_CHANCE ? match->game->sample(&match->state, &rng)
                                          : actions[peck_rng_below(&rng, count)];
    assert_int_equal(peck_match_play(match, seat, action, &error), PECK_OK);
}

static void assert_whole(const struct peck_text *text, const char *what, bool may_be_empty)
{
    bool bad = text->full || strpbrk(text->buffer, "{}") != NULL ||
               strstr(text->buffer, "  ") != NULL || (!may_be_empty && text->length == 0) ||
               (text->length > 0 && text->buffer[text->length - 1] == ' ');
    if (bad)
        fail_msg("%s of %s in %s: '%s'", what, session.match.game->name,
                 say_languages[session.language], text->buffer);
}

/* Outcomes of a deal and the end of a longer move may pass in silence; nothing else that a
 * seat does. */
static void check_ply(uint32_t index)
{
    char room[4096];
    union peck_state before;
    peck_match_state_at(&session.match, index, &before);
    bool silent = session.match.plies[index].seat == PECK_CHANCE ||
                  peck_goes_on(session.match.game, &before);
    for (int i = 0; i < 2; i++) {
        struct peck_text text = peck_text_begin(room, sizeof room);
        tell_ply(&session, index, i == 0 ? 0 : PECK_CHANCE, &text);
        assert_whole(&text, "a ply", silent);
    }
}

static void check_actions(void)
{
    const struct peck_match *match = &session.match;
    uint32_t actions[PECK_ACTIONS_MAX], movers = match->game->movers(&match->state);
    if (movers == 0 || movers == PECK_CHANCE_BIT)
        return;
    uint32_t count = match->game->legal(&match->state, __builtin_ctz(movers), actions);
    for (uint32_t i = 0; i < count && i < ACTIONS; i++) {
        char room[1024];
        struct peck_text text = peck_text_begin(room, sizeof room);
        uint32_t action = actions[peck_rng_below(&rng, count)];
        tell_action(&session, action, &text);
        assert_whole(&text, "an action", false);
        text = peck_text_begin(room, sizeof room);
        tell_reason(&session, __builtin_ctz(movers), action, &text);
        assert_whole(&text, "a reason", false);
    }
}

static void check_table(void)
{
    char room[4096];
    struct peck_buffer buffer = {0};
    struct peck_text text = peck_text_begin(room, sizeof room);
    struct session_turn turn = {.persons = 1};
    assert_int_equal(tell_table(&session, 0, &buffer), PECK_OK);
    assert_non_null(buffer.bytes);
    assert_null(strpbrk(buffer.bytes, "{}"));
    assert_int_equal(buffer.bytes[buffer.length - 1], '\n');
    peck_buffer_free(&buffer);
    tell_brief(&session, 0, &text);
    assert_whole(&text, "what to know", true);
    text = peck_text_begin(room, sizeof room);
    tell_turn(&session, &turn, 0, &text);
    assert_whole(&text, "a turn", false);
}

static void tell_match(const struct peck_game *game, const struct peck_setup *setup,
                       void *context)
{
    begin(game, setup, (enum say_language)(round_number++ % SAY_LANGUAGES));
    struct peck_match *match = &session.match;
    for (int ply = 0; ply < PLIES && match->game->movers(&match->state) != 0; ply++) {
        /* The deal of Hexx & Hopp is 80 plies of silence. */
        while (match->game->movers(&match->state) == PECK_CHANCE_BIT)
            play_ply();
        if (match->game->movers(&match->state) != 0)
            play_ply();
        check_ply(match->count - 1);
        if (ply % 4 == 0) {
            check_actions();
            check_table();
        }
    }
    session_free(&session);
}

TEST(every_ply_is_told)
{
    peck_rng_seed(&rng, 4);
    each_setup(tell_match, NULL);
}

/* What a seat draws is in no sentence for another: two worlds that look alike to a
 * spectator are told alike. */
TEST(nobody_is_told_a_hidden_card)
{
    struct peck_setup setup;
    const struct peck_game *game = peck_game_find("karteneck");
    char own[512], others[512];
    int cards = 0;
    peck_rng_seed(&rng, 9);
    peck_setup_begin(game, 2, &setup);
    begin(game, &setup, SAY_EN);
    for (int ply = 0; ply < 60; ply++)
        play_ply();
    for (uint32_t i = 0; i < session.match.count; i++) {
        struct peck_text seen = peck_text_begin(own, sizeof own);
        struct peck_text unseen = peck_text_begin(others, sizeof others);
        tell_ply(&session, i, 0, &seen);
        tell_ply(&session, i, PECK_CHANCE, &unseen);
        if (strncmp(own, "You draw: ", 10) == 0) {
            assert_string_equal(others, "You draw a card.");
            cards++;
        }
    }
    assert_true(cards > 0);
    session_free(&session);
}

TEST(a_result_names_all_places)
{
    struct peck_setup setup;
    const struct peck_game *game = peck_game_find("nothanks");
    char room[1024];
    struct peck_text text = peck_text_begin(room, sizeof room);
    peck_rng_seed(&rng, 2);
    peck_setup_begin(game, 4, &setup);
    begin(game, &setup, SAY_EN);
    while (!session_over(&session))
        play_ply();
    tell_result(&session, &text);
    assert_whole(&text, "a result", false);
    assert_non_null(strstr(room, "wins"));
    assert_non_null(strstr(room, "Zoë: "));
    assert_non_null(strstr(room, "Random 2: "));
    assert_non_null(strstr(room, "\n4. "));
    session_free(&session);
}

/* One reason of a position, in all languages and in both ways of telling it. */
TEST(a_reason_is_told_in_every_language)
{
    static const char *const right[SAY_LANGUAGES] = {
        "touches 3 segments, 2 tiles to give away",
        "3 Kontakte, 2 Plättchen zu verschenken",
        "3 styki, można oddać 2 płytki", "3 контакта, можно отдать 2 плитки"};
    const char *line = "hexxhopp seats=2 | p round=0 dealer=0 turn=0 drawn=- last=- view=0 "
                       "points=0,0 figure=0,0,46,0/1,0,47,3/2,0,65,0/-1,1,44,3/-2,2,45,0/"
                       "0,-1,40,2/0,-2,25,3 | ?14 - 18 0 | ?15 - - 0";
    const struct peck_game *game;
    union peck_state view;
    struct peck_setup setup;
    struct peck_error error = {0};
    uint32_t action;
    if (peck_decode(line, &game, &view, &error) != PECK_OK)
        fail_msg("%s", error_words(&error));
    game->setup(&view, &setup);
    assert_int_equal(peck_action_parse(game, &view, 0, "place 0,1 1", &action), PECK_OK);
    const struct peck_seat seat = {game, &setup, 0, &view, NULL, 0};
    for (int language = 0; language < SAY_LANGUAGES; language++) {
        char room[512];
        struct peck_text text = peck_text_begin(room, sizeof room);
        reason_say(&seat, action, (enum say_language)language, true, &text);
        assert_string_equal(room, right[language]);
        text = peck_text_begin(room, sizeof room);
        reason_say(&seat, action, (enum say_language)language, false, &text);
        assert_non_null(strstr(room, right[language]));
        assert_true(strlen(room) > strlen(right[language])); /* how it lies */
    }
}

/* With equal chances a hint goes by points: the fewest, where these win. */
TEST(hints_know_what_points_are_worth)
{
    static const char *const names[] = {"heckmeck", "nothanks"};
    for (int g = 0; g < 2; g++) {
        const struct peck_game *game = peck_game_find(names[g]);
        struct peck_setup setup;
        const uint32_t told[] = {0};
        peck_setup_begin(game, 3, &setup);
        begin(game, &setup, SAY_EN);
        session.estimates[0] = (struct peck_estimate){.win = 0.5, .points = 1};
        session.estimates[1] = (struct peck_estimate){.win = 0.1, .points = 40};
        session.estimates[2] = (struct peck_estimate){.win = 0.1, .points = 30};
        assert_int_equal(session_next_best(&session, 3, told, 0), 0);
        assert_int_equal(session_next_best(&session, 3, told, 1), game->low_wins ? 2 : 1);
        session_free(&session);
    }
}
