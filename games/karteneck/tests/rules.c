/* rules.c — the numbered rules of Heckmeck am Karteneck, rules KE.
 *
 * Positions are set up as lines; the deck is what the other piles leave of the 110 cards.
 * What is not a rule of its own (views, refused lines, the table) stands under the rule it
 * protects. */
#include "play.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct peck_game peck_karteneck;

/* The position line contains these words. */
static void assert_shows(const struct board *board, const char *words)
{
    assert_has(board_line(board), words);
}

static void assert_legal(const struct board *board, int seat, const char *names)
{
    assert_string_equal(board_legal(board, seat), names);
}

/* The weight of an outcome of chance; 0 for anything else. */
static uint32_t weight(const struct board *board, const char *name)
{
    uint32_t actions[PECK_OUTCOMES_MAX], weights[PECK_OUTCOMES_MAX], action;
    uint32_t count = board->game->legal(&board->state, PECK_CHANCE, actions);
    board->game->weights(&board->state, weights);
    if (peck_action_parse(board->game, &board->state, PECK_CHANCE, name, &action) !=
        PECK_OK)
        return 0;
    for (uint32_t i = 0; i < count; i++) {
        if (actions[i] == action)
            return weights[i];
    }
    return 0;
}

static uint32_t weight_sum(const struct board *board)
{
    uint32_t actions[PECK_OUTCOMES_MAX], weights[PECK_OUTCOMES_MAX], sum = 0;
    uint32_t count = board->game->legal(&board->state, PECK_CHANCE, actions);
    board->game->weights(&board->state, weights);
    for (uint32_t i = 0; i < count; i++)
        sum += weights[i];
    return sum;
}

static void assert_table(const struct board *board, const char *words)
{
    assert_has(board_table(board), words);
}

/* A match dealt with hens only: seat s gets six hens of value s + 1. */
static struct board dealt(int seats)
{
    struct board board = board_begin(&peck_karteneck, seats, "first=0");
    for (int i = 0; i < 6 * seats; i++) {
        char line[16];
        snprintf(line, sizeof line, "* card %d", i / 6 % 5 + 1);
        board_play(&board, line);
    }
    return board;
}

/* ---- set-up ---- */

RULE("KE-1", tiles_are_thirty)
{
    struct board board = dealt(2);
    assert_int_equal(weight(&board, "tile 0"), 3);
    for (int v = 1; v <= 43; v++) {
        char name[16];
        snprintf(name, sizeof name, "tile %d", v);
        assert_int_equal(weight(&board, name), v >= 16 && v <= 42);
    }
    assert_int_equal(weight_sum(&board), 30);
    board_play(&board, "* tile 0");
    assert_int_equal(weight(&board, "tile 0"), 2);
    board_play(&board, "* tile 16");
    assert_shows(&board, "act turn=0 done=0 draws=0 standing=ii grill=0,16 ");
}

RULE("KE-1", every_tile_is_there_once)
{
    const char *const bad[][2] = {
        {"grill=16,16 stacks=-/-", "no tile more often than there is"},
        {"grill=16,17 stacks=16/-", "no tile more often than there is"},
        {"grill=0,0 stacks=0,0/-", "no tile more often than there is"},
        {"grill=15,17 stacks=-/-", "a tile, 0 or from 16 to 42"},
        {"grill=17,43 stacks=-/-", "a tile from 0 to 42"},
        {"grill=17,16 stacks=-/-", "the grill in ascending order"},
        {"grill=17,18,19 stacks=-/-", "fewer tiles"},
        {"grill=17,18 stacks=-", "'/'"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char line[256];
        snprintf(line, sizeof line,
                 "karteneck seats=2 | act turn=0 done=0 draws=0 standing=ii %s "
                 "laid=-/- hands=1*6/2*6 deck=98 discard=-",
                 bad[i][0]);
        assert_bad_position(line, bad[i][1]);
    }
}

RULE("KE-2", worms_on_tiles)
{
    for (int v = 16; v <= 42; v++) {
        char line[256];
        snprintf(line, sizeof line,
                 "karteneck seats=2 | tile turn=0 done=1 draws=0 standing=ii grill=- "
                 "stacks=%d/0 laid=-/- hands=1*6/2*6 deck=98 discard=-",
                 v);
        struct board board = board_at(line);
        assert_int_equal(board_points(&board, 0), (v - 15 + 2) / 3);
        assert_int_equal(board_points(&board, 1), 0);
    }
}

RULE("KE-3", cards_are_110)
{
    struct board board = board_begin(&peck_karteneck, 2, "first=0");
    for (int v = 1; v <= 5; v++) {
        char name[16];
        snprintf(name, sizeof name, "card %d", v);
        assert_int_equal(weight(&board, name), 17);
    }
    for (int n = 1; n <= 25; n++) {
        char name[16];
        snprintf(name, sizeof name, "card W%d", n);
        assert_int_equal(weight(&board, name), 1);
    }
    assert_int_equal(weight_sum(&board), 110);
    board_play(&board, "* card 5; * card W25");
    assert_int_equal(weight(&board, "card 5"), 16);
    assert_int_equal(weight(&board, "card W25"), 0);
    assert_int_equal(weight_sum(&board), 108);
}

RULE("KE-3", hen_5_and_worm_are_two_kinds)
{
    struct board board = board_at(
        "karteneck seats=2 | act turn=0 done=0 draws=0 standing=ii grill=18,30 stacks=-/- "
        "laid=5*2/- hands=5*1,W4/2*6 deck=100 discard=-");
    assert_legal(&board, 0, "lay W4; pass");
    board_play(&board, "0 lay W4");
    assert_table(&board, "\"laid\":[\"5\",\"5\",\"W4\"],\"total\":15,\"safe\":true");
}

RULE("KE-3", cards_are_conserved)
{
    const char *const bad[][2] = {
        {"laid=1*17/- hands=1*1/2*6 deck=86 discard=-", "the 110 of the game"},
        {"laid=W3/- hands=W3/2*6 deck=102 discard=-", "the 110 of the game"},
        {"laid=1*17/- hands=1*1/?6 deck=?86 discard=-", "the 110 of the game"},
        {"laid=W3/- hands=W3/?6 deck=?102 discard=-", "the 110 of the game"},
        {"laid=-/- hands=1*6/2*6 deck=97 discard=-", "the 110 of the game"},
        {"laid=-/- hands=1*6,x/2*6 deck=97 discard=-", "a hen from 1 to 5, found 'x"},
        {"laid=-/- hands=1*6/?6 deck=98 discard=-", "the 110 of the game"},
        {"laid=-/- hands=1*6/?6 deck=?97 discard=-", "the 110 of the game"},
        {"laid=?1/- hands=1*6/2*6 deck=97 discard=-", "the 110 of the game"},
        {"laid=-/- hands=1*6/2*6 deck=?98 discard=-", "a view shows one hand at most"},
        {"laid=-/- hands=1*18/2*6 deck=98 discard=-", "a number of hens from 1 to 17"},
        {"laid=-/- hands=6*1/2*6 deck=98 discard=-", "a hen from 1 to 5"},
        {"laid=-/- hands=1/2*6 deck=98 discard=-", "'*'"},
        {"laid=-/- hands=W26/2*6 deck=98 discard=-", "a worm card from 1 to 25"},
        {"laid=-/- hands=1*3,1*3/2*6 deck=98 discard=-", "cards in ascending order"},
        {"laid=-/- hands=?0/2*6 deck=98 discard=-", "a number of cards from 1 to 110"},
        {"laid=-/- hands=?111/2*6 deck=98 discard=-", "a number of cards from 1 to 110"},
        {"laid=-/- hands=1*6/2*6 deck=?0 discard=-", "cards in the deck from 1 to 110"},
        {"laid=-/- hands=1*6/2*6 deck=111 discard=-", "cards in the deck from 0 to 110"},
        {"laid=-/- hands=1*6/2*6 deck=98 discard=?1", "the 110 of the game"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char line[256];
        snprintf(line, sizeof line,
                 "karteneck seats=2 | act turn=0 done=0 draws=0 standing=ii grill=18,30 "
                 "stacks=-/- %s",
                 bad[i][0]);
        assert_bad_position(line, bad[i][1]);
    }
}

RULE("KE-4", rounds_by_seats)
{
    const int rounds[] = {9, 8, 7, 6, 5};
    for (int seats = 2; seats <= 6; seats++) {
        struct board board = board_begin(&peck_karteneck, seats, "");
        struct peck_rng rng;
        int tiles = 0;
        peck_rng_seed(&rng, seats);
        while (board.game->movers(&board.state) != 0) {
            tiles += strstr(board_line(&board), "| tile ") != NULL;
            peck_playout(board.game, &board.state, &rng, 1);
        }
        assert_int_equal(tiles, rounds[seats - 2] * seats);
    }
    assert_refused(&peck_karteneck, 1, "", "takes 2 to 6 seats, not 1");
    assert_refused(&peck_karteneck, 7, "", "takes 2 to 6 seats, not 7");
}

RULE("KE-4", removed_tiles_are_not_in_the_supply)
{
    const char *const supply[] = {"\"supply\":18,", "\"supply\":24,", "\"supply\":28,",
                                  "\"supply\":30,", "\"supply\":30,"};
    for (int seats = 2; seats <= 6; seats++) {
        struct board board = board_begin(&peck_karteneck, seats, "");
        assert_table(&board, supply[seats - 2]);
    }
}

RULE("KE-5", six_cards_each)
{
    struct board board = board_begin(&peck_karteneck, 3, "first=1");
    board_play(&board, "* card 1; * card 1; * card 1; * card 1; * card 1; * card W9");
    assert_shows(&board, "deal turn=1 done=0 draws=0 standing=iii grill=- stacks=-/-/- "
                         "laid=-/-/- hands=1*5,W9/-/- deck=104");
    board_play(&board, "* card 2; * card 2; * card 2; * card 2; * card 2; * card 2");
    board_play(&board, "* card 3; * card 3; * card 3; * card 3; * card 3");
    assert_shows(&board, "deal turn=1");
    board_play(&board, "* card 3");
    assert_shows(&board, "tile turn=1 done=0 draws=0 standing=iii grill=- stacks=-/-/- "
                         "laid=-/-/- hands=1*5,W9/2*6/3*6 deck=92 discard=-");
}

RULE("KE-5", the_deal_is_in_order)
{
    const char *const bad[] = {
        "seats=2 | first turn=0 done=0 draws=0 standing=ii grill=- stacks=-/- laid=-/- "
        "hands=1*1/- deck=109 discard=-",
        "seats=2 | first turn=0 done=0 draws=0 standing=ii grill=- stacks=-/- laid=-/- "
        "hands=-/- deck=109 discard=1*1",
        "seats=2 first=0 | deal turn=0 done=0 draws=0 standing=ii grill=- stacks=-/- "
        "laid=-/- hands=-/- deck=109 discard=1*1",
        "seats=2 | first turn=1 done=0 draws=0 standing=ii grill=- stacks=-/- laid=-/- "
        "hands=-/- deck=110 discard=-",
        "seats=2 first=0 | first turn=0 done=0 draws=0 standing=ii grill=- stacks=-/- "
        "laid=-/- hands=-/- deck=110 discard=-",
        "seats=2 first=0 | deal turn=1 done=0 draws=0 standing=ii grill=- stacks=-/- "
        "laid=-/- hands=-/- deck=110 discard=-",
        "seats=2 | deal turn=0 done=0 draws=0 standing=ii grill=- stacks=-/- laid=-/- "
        "hands=1*5/2*1 deck=104 discard=-",
        "seats=2 | deal turn=0 done=0 draws=0 standing=ii grill=- stacks=-/- laid=-/- "
        "hands=1*7/- deck=103 discard=-",
        "seats=2 | deal turn=0 done=0 draws=0 standing=ii grill=- stacks=-/- laid=-/- "
        "hands=1*6/2*6 deck=98 discard=-",
        "seats=2 | tile turn=0 done=0 draws=0 standing=ii grill=- stacks=-/- laid=-/- "
        "hands=1*6/2*5 deck=99 discard=-",
        "seats=2 | tile turn=0 done=0 draws=0 standing=ii grill=- stacks=-/- laid=-/- "
        "hands=1*6/2*5 deck=98 discard=3*1",
        "seats=2 | deal turn=0 done=1 draws=0 standing=ii grill=- stacks=16/17 laid=-/- "
        "hands=1*6/2*5 deck=99 discard=-",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char line[256];
        snprintf(line, sizeof line, "karteneck %s", bad[i]);
        assert_bad_position(line, "the cards are not dealt in order");
    }
}

/* A position with hidden cards of all sorts, and seat 1 on turn. */
static const char hidden_line[] =
    "karteneck seats=3 | act turn=1 done=1 draws=0 standing=iip grill=20,21,22 "
    "stacks=16/0/30 laid=3*2/-/W9,W20 hands=1*2,W1/2*1,5*3,W7/4*4 deck=90 discard=2*3,W5";

RULE("KE-5", hands_and_deck_are_hidden)
{
    struct board board = board_at(hidden_line);
    struct board own = board_view(&board, 1), spectator = board_view(&board, PECK_CHANCE);
    assert_shows(&own, " hands=?3/2*1,5*3,W7/?4 deck=?90 discard=2*3,W5");
    assert_shows(&spectator, " hands=?3/?5/?4 deck=?90 discard=2*3,W5");
    assert_legal(&own, 1, board_legal(&board, 1));
    assert_int_equal(own.game->movers(&own.state), 1 << 1);
    assert_table(&own, "\"hand_size\":3,\"hand\":null");
    assert_table(&own, "\"hand_size\":5,\"hand\":[\"2\",\"5\",\"5\",\"5\",\"W7\"]");
    struct board again = board_at(board_line(&own));
    assert_memory_equal(&again.state, &own.state, own.game->state_size);
}

RULE("KE-5", an_empty_deck_hides_nothing)
{
    const char line[] = "karteneck seats=2 | act turn=0 done=0 draws=0 standing=ii "
                        "grill=18,30 stacks=-/- laid=-/- hands=1*1/?109 deck=0 discard=-";
    struct board view = board_at(line);
    assert_string_equal(board_line(&view), line);
    struct peck_rng rng;
    peck_rng_seed(&rng, 1);
    view.game->determinize(&view.state, 0, &rng);
    assert_null(view.game->check(&view.state));
    assert_table(&view, "\"hand_size\":109,\"hand\":[\"1\"");
}

RULE("KE-5", drawn_cards_are_seen_by_the_drawer)
{
    const struct peck_game *game = &peck_karteneck;
    struct board board = board_begin(game, 2, "");
    uint32_t first, card;
    assert_int_equal(peck_action_parse(game, &board.state, PECK_CHANCE, "first 1", &first),
                     PECK_OK);
    assert_int_equal(game->seen(&board.state, PECK_CHANCE, first, 0), first);
    board_play(&board, "* first 1");
    assert_int_equal(peck_action_parse(game, &board.state, PECK_CHANCE, "card W7", &card),
                     PECK_OK);
    assert_int_equal(game->seen(&board.state, PECK_CHANCE, card, 0), card);
    char name[PECK_NAME_MAX];
    for (int viewer = 1; viewer <= PECK_CHANCE; viewer += PECK_CHANCE - 1) {
        struct peck_text text = peck_text_begin(name, sizeof name);
        game->action_name(game->seen(&board.state, PECK_CHANCE, card, viewer), &text);
        assert_string_equal(name, "card ?");
    }
    assert_false(board_may(&board, PECK_CHANCE, "card ?"));
}

/* Every world fits the view, and every unseen card turns up everywhere. */
RULE("KE-5", worlds_fit_the_view)
{
    struct board board = board_at(hidden_line), own = board_view(&board, 1);
    struct peck_rng rng;
    int held = 0;
    peck_rng_seed(&rng, 3);
    for (int i = 0; i < 2000; i++) {
        struct board world = own;
        own.game->determinize(&world.state, 1, &rng);
        assert_null(world.game->check(&world.state));
        held += strstr(strstr(board_line(&world), " hands="), "W25") != NULL;
        struct board back = board_view(&world, 1);
        assert_memory_equal(&back.state, &own.state, own.game->state_size);
    }
    /* W25 is one of the 97 unseen cards, of which 7 are in hands: 144.3 of 2000, give or
     * take four standard deviations of 11.6. */
    assert_in_range(held, 98, 191);
}

RULE("KE-5", full_states_have_one_world)
{
    struct board board = board_at(hidden_line), world = board;
    struct peck_rng rng;
    peck_rng_seed(&rng, 3);
    board.game->determinize(&world.state, 1, &rng);
    assert_memory_equal(&world, &board, sizeof world);
}

RULE("KE-5", features_show_the_view_only)
{
    struct board board = board_at(hidden_line);
    int16_t full[PECK_FEATURES_MAX], seen[PECK_FEATURES_MAX];
    for (int viewer = 0; viewer <= PECK_CHANCE; viewer += viewer == 2 ? 5 : 1) {
        struct board view = board_view(&board, viewer);
        board.game->observe(&board.state, viewer, full);
        view.game->observe(&view.state, viewer, seen);
        assert_memory_equal(full, seen, sizeof *full * board.game->features);
    }
    board.game->observe(&board.state, 1, full);
    const int16_t head[] = {3, 3, 0, 1, 7, 0, 90, 4, 0, 1, 0, 0, 3, 0, 0, 0, 0, 0, 0, 1};
    assert_memory_equal(full, head, sizeof head);
    const int seats = 8 + 2 * 30 + 2 * 28, own_height = 5, below_top = 37;
    assert_int_equal(full[seats], 1);
    assert_int_equal(full[seats + own_height], 1);
    assert_int_equal(full[seats + below_top], 0);
    assert_int_equal(full[seats + below_top + 1], -1);
    assert_int_equal(full[seats + 3 * 55], 0); /* there is no fourth seat */
    board.game->observe(&board.state, PECK_CHANCE, full);
    assert_int_equal(full[2], 1); /* a spectator counts from seat 0 … */
    for (int i = 8; i < 38; i++)
        assert_int_equal(full[i], 0); /* … and sees no hand */
}

RULE("KE-6", first_is_drawn_or_set)
{
    struct board board = board_begin(&peck_karteneck, 3, "");
    assert_int_equal(board.game->movers(&board.state), PECK_CHANCE_BIT);
    assert_legal(&board, PECK_CHANCE, "first 0; first 1; first 2");
    assert_legal(&board, 0, "");
    assert_int_equal(weight(&board, "first 2"), 1);
    assert_shows(&board, "| first turn=0 ");
    struct board again = board_at(board_line(&board));
    assert_memory_equal(&again, &board, sizeof board);
    assert_table(&board, "\"phase\":\"first\",\"turn\":null,\"round\":1,\"rounds\":8,");
    board_play(&board, "* first 2");
    assert_shows(&board, "| deal turn=2 ");
    board = board_begin(&peck_karteneck, 3, "first=1");
    assert_shows(&board, "karteneck seats=3 first=1 | deal turn=1 ");
    assert_refused(&peck_karteneck, 3, "first=3", "takes first from 0 to 2");
}

/* ---- the round ---- */

RULE("KE-10", grill_has_a_tile_per_seat)
{
    struct board board = dealt(3);
    board_play(&board, "* tile 40; * tile 0");
    assert_int_equal(board.game->movers(&board.state), PECK_CHANCE_BIT);
    board_play(&board, "* tile 20");
    assert_int_equal(board.game->movers(&board.state), 1);
    assert_shows(&board, "| act turn=0 done=0 draws=0 standing=iii grill=0,20,40 ");
    const char *const bad[] = {"act turn=0 done=0 draws=0 standing=ii grill=18",
                               "act turn=0 done=0 draws=0 standing=ii grill=-",
                               "tile turn=0 done=0 draws=0 standing=ii grill=18,20",
                               "deal turn=0 done=0 draws=0 standing=ii grill=18"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char line[256];
        snprintf(line, sizeof line,
                 "karteneck seats=2 | %s stacks=-/- laid=-/- hands=1*6/2*6 deck=98 "
                 "discard=-",
                 bad[i]);
        assert_bad_position(line, "the grill has one tile for every seat");
    }
}

RULE("KE-10", a_grill_without_zeros)
{
    struct board board = board_at(
        "karteneck seats=6 | tile turn=0 done=4 draws=0 standing=iiiiii grill=- "
        "stacks=0,16,17,18/0,20,21,22/0,24,25,26/28,29,30,31/33,34,35,36/38,39,40,41 "
        "laid=-/-/-/-/-/- hands=1*1/1*1/1*1/1*1/1*1/1*1 deck=104 discard=-");
    assert_legal(&board, PECK_CHANCE,
                 "tile 19; tile 23; tile 27; tile 32; tile 37; tile 42");
    assert_int_equal(weight_sum(&board), 6);
    struct peck_rng rng;
    peck_rng_seed(&rng, 1);
    board.game->playout(&board.state, &rng, 6); /* draws each of them once */
    assert_shows(&board, "| act turn=0 done=4 draws=0 standing=iiiiii "
                         "grill=19,23,27,32,37,42 ");
}

RULE("KE-11", turns_go_clockwise_until_all_passed)
{
    struct board board = dealt(3);
    board_play(&board, "* tile 40; * tile 0; * tile 20");
    board_play(&board,
               "0 lay 1*1; * card 1; 1 pass; * card 2; * card 2; 2 lay 3*1; * card 3");
    assert_int_equal(board.game->movers(&board.state), 1 << 0);
    board_play(&board, "0 pass; * card 1; * card 1");
    assert_int_equal(board.game->movers(&board.state), 1 << 2);
    assert_shows(&board, "act turn=2 done=0 draws=0 standing=ffi grill=40 ");
    board_play(&board, "2 pass");
    assert_shows(&board, "tile turn=2 done=1 draws=0 standing=iii grill=- stacks=20/0/40 ");
}

RULE("KE-11", a_seat_alone_plays_on)
{
    struct board board = board_at(
        "karteneck seats=2 | act turn=1 done=0 draws=0 standing=fi grill=30 stacks=18/- "
        "laid=-/- hands=1*6/2*2,3*1 deck=101 discard=-");
    board_play(&board, "1 lay 2*1; * card 4; 1 lay 4*1; * card 1");
    assert_legal(&board, 1, "lay 1*1; lay 3*1; pass");
}

RULE("KE-12", kinds_are_laid_once)
{
    struct board board = board_at(
        "karteneck seats=2 | act turn=0 done=0 draws=0 standing=ii grill=18,30 stacks=-/- "
        "laid=-/- hands=1*2,3*1,W7/2*6 deck=100 discard=-");
    assert_legal(&board, 0, "lay 1*1; lay 1*2; lay 3*1; lay W7; pass");
    board_play(&board, "0 lay 1*1");
    assert_shows(&board, "draw turn=0 done=0 draws=1 ");
    assert_table(&board, "\"laid\":[\"1\"],\"total\":1,\"safe\":false");
    board_play(&board, "* card W3");
    assert_shows(&board, "act turn=1 ");
    board_play(&board, "1 lay 2*6; * card 2");
    assert_legal(&board, 0, "lay 3*1; lay W3; lay W7; pass"); /* no second 1 */
    board_play(&board, "0 lay W3; 0 done; * card W1; 1 pass; * card 4; * card 4");
    assert_legal(&board, 0, "lay 3*1; pass"); /* no second lay of worm cards */
}

RULE("KE-12", one_card_is_drawn_after_laying)
{
    assert_bad_position(
        "karteneck seats=2 | draw turn=0 done=0 draws=2 standing=ii grill=18,30 stacks=-/- "
        "laid=3*1/- hands=1*6/2*6 deck=97 discard=-",
        "one card is drawn after laying");
    assert_bad_position(
        "karteneck seats=2 | draw turn=0 done=0 draws=1 standing=ii grill=18,30 stacks=-/- "
        "laid=-/- hands=1*6/2*6 deck=98 discard=-",
        "one card is drawn after laying");
    assert_bad_position(
        "karteneck seats=2 | act turn=0 done=0 draws=1 standing=ii grill=18,30 stacks=-/- "
        "laid=3*1/- hands=1*6/2*6 deck=97 discard=-",
        "cards are drawn in their own phase");
}

RULE("KE-13", how_many_and_which)
{
    struct board board = board_at(
        "karteneck seats=2 | act turn=0 done=0 draws=0 standing=ii grill=18,30 stacks=-/- "
        "laid=-/- hands=4*3,W2,W7,W11,W20/2*6 deck=97 discard=-");
    assert_legal(&board, 0,
                 "lay 4*1; lay 4*2; lay 4*3; lay W2; lay W7; lay W11; lay W20; pass");
    struct board low = board;
    board_play(&board, "0 lay W11");
    assert_legal(&board, 0, "add W2; add W7; done");
    board_play(&board, "0 add W7");
    assert_legal(&board, 0, "add W2; done");
    struct board done = board;
    board_play(&done, "0 done");
    assert_shows(&done, "draw turn=0 done=0 draws=1 ");
    assert_shows(&done, "laid=W7,W11/- hands=4*3,W2,W20/2*6 ");
    board_play(&board, "0 add W2; 0 done");
    assert_shows(&board, "draw turn=0 done=0 draws=1 ");
    board_play(&low, "0 lay W2; 0 done");
    assert_shows(&low, "draw turn=0 done=0 draws=1 ");
}

RULE("KE-16", adding_needs_a_worm_laid)
{
    assert_bad_position(
        "karteneck seats=2 | add turn=0 done=0 draws=0 standing=ii grill=18,30 stacks=-/- "
        "laid=3*1/- hands=1*1,W4/2*6 deck=101 discard=-",
        "no worm card has been laid");
}

/* The question comes also when there is nothing to add. */
RULE("KE-16", done_ends_every_laying)
{
    struct board board = board_at(
        "karteneck seats=2 | act turn=0 done=0 draws=0 standing=ii grill=18,30 stacks=-/- "
        "laid=-/- hands=1*1,W2,W9/2*6 deck=101 discard=-");
    struct board low = board;
    board_play(&board, "0 lay W9");
    assert_legal(&board, 0, "add W2; done");
    assert_true(board.game->goes_on(&board.state));
    board_play(&board, "0 add W2");
    assert_legal(&board, 0, "done");
    board_play(&board, "0 done");
    assert_false(board.game->goes_on(&board.state));
    assert_shows(&board, "draw turn=0 done=0 draws=1 ");
    board_play(&low, "0 lay W2");
    assert_legal(&low, 0, "done"); /* W9 is higher */
}

/* Doors send the move as one, and it is legal as a whole or not at all. */
RULE("KE-16", a_move_is_read_as_one)
{
    static const char *const bad[] = {
        "lay W9; add W2; done; pass",
        "lay W9; add W20",
        "lay W2; add W9",
        "done",
        "lay W9; done; done",
        "lay 1*1; lay W9",
        "lay W9;",
        "lay W9; ",
        "; lay W9",
        "",
        "lay W9; add",
        "lay W9, done",
    };
    struct board board = board_at(
        "karteneck seats=2 | act turn=0 done=0 draws=0 standing=ii grill=18,30 stacks=-/- "
        "laid=-/- hands=1*1,W2,W9/2*6 deck=101 discard=-");
    uint32_t actions[PECK_MOVE_MAX], count;
    const struct peck_game *game = board.game;
    assert_int_equal(
        peck_move_parse(game, &board.state, 0, "lay W9; add W2; done", actions, &count),
        PECK_OK);
    assert_int_equal(count, 3);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(peck_act(game, &board.state, 0, actions[i]), PECK_OK);
    assert_shows(&board, "draw turn=0 done=0 draws=1 ");
    board = board_at(
        "karteneck seats=2 | act turn=0 done=0 draws=0 standing=ii grill=18,30 stacks=-/- "
        "laid=-/- hands=1*1,W2,W9/2*6 deck=101 discard=-");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(peck_move_parse(game, &board.state, 0, bad[i], actions, &count),
                         PECK_ILLEGAL);
    assert_int_equal(peck_move_parse(game, &board.state, 0, "lay 1*1", actions, &count),
                     PECK_OK);
    assert_int_equal(count, 1);
}

/* Two worlds that differ only in whether the seat holds a lower worm card look the same to
 * the others, ply by ply, in views, in what they may do and in the worlds they imagine. */
RULE("KE-16", nobody_sees_a_lower_worm)
{
    static const char *const hands[] = {"1*1,W2,W9", "1*2,W9"};
    static const char *const plies[] = {"0 lay W9", "0 done"};
    struct board worlds[2];
    for (int i = 0; i < 2; i++) {
        char line[256];
        snprintf(line, sizeof line,
                 "karteneck seats=3 | act turn=0 done=0 draws=0 standing=iii "
                 "grill=18,30,31 stacks=-/-/- laid=-/-/- hands=%s/2*6/3*6 deck=95 "
                 "discard=-",
                 hands[i]);
        worlds[i] = board_at(line);
    }
    for (size_t k = 0; k < sizeof plies / sizeof *plies; k++) {
        board_play(&worlds[0], plies[k]);
        board_play(&worlds[1], plies[k]);
        for (int viewer = 1; viewer <= 3; viewer++) { /* 3: a spectator */
            int who = viewer < 3 ? viewer : PECK_CHANCE;
            struct board one = board_view(&worlds[0], who);
            struct board two = board_view(&worlds[1], who);
            struct peck_rng rng, same;
            peck_rng_seed(&rng, 4);
            same = rng;
            assert_memory_equal(&one.state, &two.state, one.game->state_size);
            assert_int_equal(one.game->movers(&one.state), two.game->movers(&two.state));
            one.game->determinize(&one.state, who, &rng);
            two.game->determinize(&two.state, who, &same);
            assert_memory_equal(&one.state, &two.state, one.game->state_size);
        }
    }
}

RULE("KE-14", passing_is_always_possible)
{
    struct board board = dealt(2);
    board_play(&board, "* tile 40; * tile 30");
    assert_true(board_may(&board, 0, "pass"));
    assert_table(&board, "\"pass\":{\"success\":false,\"tile\":30,\"steal\":null,"
                         "\"from\":null,\"draws\":2}");
    board_play(&board, "0 pass"); /* nothing laid: a failure */
    assert_shows(&board, "draw turn=0 done=0 draws=2 standing=fi grill=40 stacks=30/- ");
    board_play(&board, "* card 1; * card 1");
    assert_legal(&board, 0, ""); /* it lays no more in this round */
    board_play(&board, "1 lay 2*6; * card 2");
    assert_legal(&board, 1, "pass"); /* it must */
    assert_bad_position(
        "karteneck seats=2 | act turn=0 done=0 draws=0 standing=fi grill=30 stacks=18/- "
        "laid=-/- hands=1*6/2*6 deck=98 discard=-",
        "it is the turn of a seat that has passed");
}

RULE("KE-14", an_empty_hand_must_pass)
{
    struct board board = board_at(
        "karteneck seats=2 | act turn=0 done=0 draws=0 standing=ii grill=18,30 stacks=-/- "
        "laid=1*6/- hands=-/2*6 deck=98 discard=-");
    assert_legal(&board, 0, "pass");
}

RULE("KE-15", two_cards_after_passing)
{
    struct board board = dealt(2);
    board_play(&board, "* tile 40; * tile 30; 0 pass; * card 5; * card W5");
    assert_shows(&board, "act turn=1 done=0 draws=0 ");
    assert_shows(&board, " hands=1*6,5*1,W5/2*6 ");
    assert_table(&board, "\"draws\":0}}"); /* what the last pass would bring */
    board_play(&board, "1 pass");
    assert_shows(&board, "tile turn=1 done=1 draws=0 ");
    assert_shows(&board, " hands=1*6,5*1,W5/2*6 ");
    const char *const bad[] = {
        "draw turn=0 done=0 draws=0 standing=fi grill=30 stacks=18/-",
        "draw turn=0 done=0 draws=2 standing=ff grill=- stacks=18/30"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char line[256];
        snprintf(line, sizeof line,
                 "karteneck seats=2 | %s laid=-/- hands=1*6/2*6 deck=98 discard=-", bad[i]);
        assert_bad_position(line, "two after passing");
    }
}

/* ---- success ---- */

RULE("KE-20", success_keeps_the_cards)
{
    struct board board = board_at(
        "karteneck seats=2 | act turn=0 done=0 draws=0 standing=ii grill=18,30 stacks=-/- "
        "laid=1*2,W4/- hands=-/2*6 deck=101 discard=-");
    assert_table(&board, "\"pass\":{\"success\":true,\"tile\":null,\"steal\":null,"
                         "\"from\":null,\"draws\":2}");
    board_play(&board, "0 pass; * card 3; * card 3");
    assert_shows(&board, "standing=pi grill=18,30 stacks=-/- laid=1*2,W4/- hands=3*2/2*6 ");
    assert_table(&board, "\"standing\":\"passed\"");
    board_play(&board, "1 pass");
    assert_shows(&board, "stacks=30/18 laid=-/- ");
    assert_bad_position(
        "karteneck seats=2 | act turn=1 done=0 draws=0 standing=pi grill=18,30 stacks=-/- "
        "laid=1*2/- hands=3*2/2*6 deck=100 discard=-",
        "a seat that passed has a worm card on the table");
}

/* Seat 1 may steal the 30 from seat 2. */
static const char steal_line[] =
    "karteneck seats=3 | act turn=1 done=1 draws=0 standing=iii grill=20,21,22 "
    "stacks=31/0/30 laid=-/5*4,W9,W20/- hands=1*2/2*1/4*4 deck=97 discard=-";

RULE("KE-21", a_total_steals_the_top_tile)
{
    struct board board = board_at(steal_line);
    assert_table(&board, "\"pass\":{\"success\":true,\"tile\":null,\"steal\":30,\"from\":2,"
                         "\"draws\":2}");
    board_play(&board, "1 pass");
    assert_legal(&board, 1, "steal 30; decline");
    assert_table(&board, "\"phase\":\"steal\"");
    assert_table(&board, "\"pass\":null");
    struct board again = board_at(board_line(&board)), declined = board;
    assert_memory_equal(&again, &board, sizeof board);
    board_play(&board, "1 steal 30; * card 1; * card 1");
    assert_shows(&board, "act turn=2 done=1 draws=0 standing=ipi grill=20,21,22 "
                         "stacks=31/0,30/- ");
    board_play(&declined, "1 decline; * card 1; * card 1");
    assert_shows(&declined, "act turn=2 done=1 draws=0 standing=ipi grill=20,21,22 "
                            "stacks=31/0/30 ");
}

RULE("KE-22", stealing_comes_before_drawing)
{
    struct board board = board_at(steal_line);
    board_play(&board, "1 pass");
    assert_shows(&board, "| steal turn=1 done=1 draws=0 standing=ipi ");
    assert_shows(&board, " hands=1*2/2*1/4*4 "); /* no card drawn yet */
    board_play(&board, "1 steal 30");
    assert_shows(&board, "| draw turn=1 done=1 draws=2 standing=ipi ");
    board_play(&board, "* card 3; * card 3");
    assert_shows(&board, " hands=1*2/2*1,3*2/4*4 ");
}

RULE("KE-21", only_the_top_of_another_stack)
{
    const char *const stacks[] = {"30,31/-/32", "31/30/0", "31/-/30,0", "29/0/31"};
    for (size_t i = 0; i < sizeof stacks / sizeof *stacks; i++) {
        char line[256];
        snprintf(line, sizeof line,
                 "karteneck seats=3 | act turn=1 done=1 draws=0 standing=iii "
                 "grill=20,21,22 stacks=%s laid=-/5*4,W9,W20/- hands=1*2/2*1/4*4 "
                 "deck=97 discard=-",
                 stacks[i]);
        struct board board = board_at(line);
        board_play(&board, "1 pass");
        assert_shows(&board, "draw turn=1 done=1 draws=2 ");
    }
}

RULE("KE-21", the_last_to_pass_may_steal)
{
    struct board board =
        board_at("karteneck seats=2 | act turn=1 done=1 draws=0 standing=fi grill=20 "
                 "stacks=16,30/17 laid=-/5*4,W9,W20 hands=1*2/2*1 deck=101 discard=-");
    board_play(&board, "1 pass; 1 steal 30");
    assert_shows(&board, "tile turn=1 done=2 draws=0 standing=ii grill=- "
                         "stacks=16/17,30,20 laid=-/- hands=1*2/2*1 ");
}

RULE("KE-21", stealing_is_refused_without_reason)
{
    const char *const bad[] = {
        "standing=ii grill=20,21 stacks=31/30 laid=W9/5*1 hands=1*1/- deck=107 discard=-",
        "standing=fi grill=21 stacks=31,20/30 laid=-/5*1 hands=1*1/- deck=108 discard=-",
        "standing=pi grill=20,21 stacks=31/30 laid=W9/5*1 hands=1*1/- deck=107 discard=-",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char line[256];
        snprintf(line, sizeof line, "karteneck seats=2 | steal turn=0 done=1 draws=0 %s",
                 bad[i]);
        assert_bad_position(line, "only a total equal to a top tile can steal it");
    }
}

/* ---- failure ---- */

RULE("KE-30", failure_in_order)
{
    /* The deck is empty: the two cards come from the discard pile, so the laid cards were
     * there before the draw. */
    struct board board = board_at(
        "karteneck seats=2 | act turn=0 done=0 draws=0 standing=ii grill=0,30 stacks=-/- "
        "laid=1*2,4*1/- hands=1*15,2*16,3*17,4*16,5*17,W1,W2,W3,W4,W5,W6,W7,W8,W9,W10,W11,"
        "W12,W13,W14,W15,W16,W17,W18,W19,W20,W21,W22,W23,W24,W25/2*1 deck=0 discard=-");
    board_play(&board, "0 pass");
    assert_shows(&board,
                 "draw turn=0 done=0 draws=2 standing=fi grill=30 stacks=0/- laid=-/- ");
    assert_legal(&board, PECK_CHANCE, "card 1; card 4");
    assert_int_equal(weight(&board, "card 1"), 2);
    assert_table(&board, "\"standing\":\"failed\"");
    board_play(&board, "* card 1; * card 4");
    assert_shows(&board, "deck=1 discard=-");
    board_play(&board, "1 pass"); /* no share-out for seat 0 */
    assert_shows(&board, "stacks=0/30 ");
    board = board_at(
        "karteneck seats=2 | act turn=0 done=0 draws=0 standing=ii grill=20,30 stacks=-/- "
        "laid=1*2,4*1/- hands=1*1/2*1 deck=104 discard=W7");
    board_play(&board, "0 pass");
    assert_shows(&board, " grill=30 stacks=20/- laid=-/- hands=1*1/2*1 deck=104 "
                         "discard=1*2,4*1,W7");
    assert_bad_position(
        "karteneck seats=2 | act turn=1 done=0 draws=0 standing=fi grill=30 stacks=0/- "
        "laid=1*1/- hands=1*2/2*1 deck=106 discard=-",
        "a seat that failed has no cards on the table");
}

RULE("KE-30", a_round_gives_one_tile_each)
{
    const char *const bad[][2] = {
        {"act turn=1 done=0 draws=0 standing=fi grill=30 stacks=-/-",
         "every seat one tile"},
        {"act turn=1 done=0 draws=0 standing=fi grill=30 stacks=0/16", "it cannot have"},
        {"act turn=1 done=1 draws=0 standing=ii grill=30,31 stacks=0/-", "one tile"},
        {"act turn=1 done=1 draws=0 standing=ii grill=30,31 stacks=0,16,17/-",
         "it cannot have"},
        {"act turn=1 done=0 draws=0 standing=fx grill=30 stacks=0/-", "i, p or f"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char line[256];
        snprintf(line, sizeof line,
                 "karteneck seats=2 | %s laid=-/- hands=1*2/2*1 deck=107 discard=-",
                 bad[i][0]);
        assert_bad_position(line, bad[i][1]);
    }
}

/* ---- share-out ---- */

/* Four seats; three have passed with totals 12, 20 and 16, the last is about to, with 9. */
static const char share_line[] =
    "karteneck seats=4 | act turn=3 done=0 draws=0 standing=pppi grill=0,20,30,40 "
    "stacks=-/-/-/- laid=2*1,W1,W2/5*3,W5/1*1,5*2,W9/4*1,W11 hands=1*1/1*1/1*1/1*1 "
    "deck=91 discard=3*2";

RULE("KE-40", highest_total_takes_the_highest_tile)
{
    struct board board = board_at(share_line);
    board_play(&board, "3 pass");
    assert_shows(&board, " grill=- stacks=20/40/30/0 ");
}

RULE("KE-41", equal_totals_by_worm_number)
{
    /* All have 10; the highest worm cards are 9, 25, 24 and 10. Nor does the number of worm
     * cards matter, nor their sum: W8,W9 is behind W10. */
    struct board board = board_at(
        "karteneck seats=4 | act turn=3 done=0 draws=0 standing=pppi grill=0,20,30,40 "
        "stacks=-/-/-/- laid=W8,W9/W1,W25/W23,W24/5*1,W10 hands=1*1/1*1/1*1/1*1 "
        "deck=98 discard=-");
    board_play(&board, "3 pass");
    assert_shows(&board, " stacks=0/40/30/20 ");
    /* A total counts before any number. */
    board = board_at("karteneck seats=2 | act turn=1 done=0 draws=0 standing=pi "
                     "grill=20,30 stacks=-/- laid=1*1,"
                     "W1/W25 hands=1*1/1*1 deck=105 discard=-");
    board_play(&board, "1 pass");
    assert_shows(&board, " stacks=30/20 ");
}

RULE("KE-42", laid_cards_are_discarded)
{
    struct board board = board_at(share_line);
    board_play(&board, "3 pass");
    assert_shows(&board, " laid=-/-/-/- hands=1*1/1*1/1*1/1*1 ");
    assert_shows(&board, " discard=1*1,2*1,3*2,4*1,5*5,W1,W2,W5,W9,W11");
    assert_table(&board, "\"discard\":[\"1\",\"2\",\"3\",\"3\",\"4\",");
    assert_bad_position(
        "karteneck seats=2 | tile turn=0 done=1 draws=0 standing=ii grill=- stacks=16/17 "
        "laid=1*1/- hands=1*6/2*6 deck=97 discard=-",
        "between rounds");
    assert_bad_position(
        "karteneck seats=2 | tile turn=0 done=1 draws=0 standing=if grill=- "
        "stacks=16/17,18 laid=-/- hands=1*6/2*6 deck=98 discard=-",
        "between rounds");
}

RULE("KE-43", tiles_go_on_top)
{
    struct board board =
        board_at("karteneck seats=2 | act turn=1 done=1 draws=0 standing=pi grill=20,30 "
                 "stacks=42/41 laid=W1/- hands=1*1/1*1 deck=107 discard=-");
    assert_table(&board, "\"stack\":[{\"value\":42,\"worms\":9}],\"worms\":9");
    board_play(&board, "1 pass");
    assert_shows(&board, " stacks=42,30/41,20 ");
}

/* ---- next round ---- */

RULE("KE-50", next_first_took_the_last_tile)
{
    struct board board = board_at(share_line);
    board_play(&board, "3 pass");
    assert_shows(&board, "| tile turn=3 done=1 draws=0 standing=iiii "); /* share-out */
    assert_shows(&board, " hands=1*1/1*1/1*1/1*1 "); /* hands are kept */
    /* Seat 1 fails last, but seat 0 takes the last tile, in the share-out. */
    board = board_at("karteneck seats=2 | act turn=1 done=0 draws=0 standing=pi "
                     "grill=20,30 stacks=-/- laid=W1/- hands=1*1/1*1 deck=107 discard=-");
    board_play(&board, "1 pass");
    assert_shows(&board, "| tile turn=0 done=1 ");
    /* All fail. */
    board =
        board_at("karteneck seats=3 | act turn=1 done=0 draws=0 standing=fif "
                 "grill=30 stacks=16/-/17 laid=-/-/- hands=1*1/1*1/1*1 deck=107 discard=-");
    board_play(&board, "1 pass");
    assert_shows(&board, "| tile turn=1 done=1 ");
    /* Seat 1 passes and steals last of all, but seat 0 took the last tile of the grill. */
    board = board_at("karteneck seats=2 | act turn=1 done=1 draws=0 standing=pi "
                     "grill=20,21 stacks=16/17 laid=W9/1*1,5*1,W10,W11 hands=1*2/2*1 "
                     "deck=102 discard=-");
    board_play(&board, "1 pass; 1 steal 16");
    assert_shows(&board,
                 "| tile turn=0 done=2 draws=0 standing=ii grill=- stacks=20/17,16,21 ");
}

RULE("KE-51", an_empty_deck_is_made_of_the_discards)
{
    struct board board = board_at(
        "karteneck seats=2 | act turn=0 done=0 draws=0 standing=ii grill=0,30 stacks=-/- "
        "laid=-/- hands=1*1,W1/1*16,2*16,3*15,4*17,5*17,W2,W3,W4,W5,W6,W7,W8,W9,W10,W11,"
        "W12,W13,W14,W15,W16,W17,W18,W19,W20,W21,W22,W23,W24 deck=1 discard=3*2,W25");
    struct board laid = board;
    board_play(&laid, "0 lay 1*1; * card 2");
    assert_shows(&laid, "| act turn=1 ");
    assert_shows(&laid, " deck=0 discard=3*2,W25"); /* no need of it yet */
    board_play(&laid, "1 lay 5*1");
    assert_shows(&laid, "| draw turn=1 ");
    assert_shows(&laid, " deck=3 discard=-");
    assert_int_equal(weight(&laid, "card 3"), 2);
    assert_int_equal(weight(&laid, "card W25"), 1);
    board_play(&board, "0 pass; * card 2"); /* between the two cards of one draw */
    assert_shows(&board, "| draw turn=0 done=0 draws=1 ");
    assert_shows(&board, " deck=3 discard=-");
    board_play(&board, "* card W25");
    assert_shows(&board, " deck=2 discard=-");
}

RULE("KE-51", with_no_cards_the_draw_is_forfeited)
{
    struct board board = board_at(
        "karteneck seats=2 | act turn=0 done=0 draws=0 standing=ii grill=0,30 stacks=-/- "
        "laid=-/- hands=1*1,W1/1*16,2*17,3*17,4*17,5*17,W2,W3,W4,W5,W6,W7,W8,W9,W10,W11,"
        "W12,W13,W14,W15,W16,W17,W18,W19,W20,W21,W22,W23,W24,W25 deck=0 discard=-");
    board_play(&board, "0 lay 1*1");
    assert_shows(&board, "| act turn=1 done=0 draws=0 ");
    board = board_at(
        "karteneck seats=2 | act turn=0 done=0 draws=0 standing=ii grill=0,30 stacks=-/- "
        "laid=-/- hands=1*1,W1/1*16,2*16,3*17,4*17,5*17,W2,W3,W4,W5,W6,W7,W8,W9,W10,W11,"
        "W12,W13,W14,W15,W16,W17,W18,W19,W20,W21,W22,W23,W24,W25 deck=1 discard=-");
    board_play(&board, "0 pass; * card 2"); /* there is no second one */
    assert_shows(&board, "| act turn=1 done=0 draws=0 standing=fi ");
    assert_bad_position(
        "karteneck seats=2 | draw turn=0 done=0 draws=1 standing=ii grill=0,30 stacks=-/- "
        "laid=1*1/- hands=W1/1*16,2*17,3*17,4*17,5*17,W2,W3,W4,W5,W6,W7,W8,W9,W10,W11,W12,"
        "W13,W14,W15,W16,W17,W18,W19,W20,W21,W22,W23,W24,W25 deck=0 discard=-",
        "one card is drawn after laying");
}

/* ---- end ---- */

static const char last_line[] =
    "karteneck seats=6 | act turn=5 done=4 draws=0 standing=fffffi grill=42 "
    "stacks=0,16,17,18,19/0,20,21,22,23/0,24,25,26,27/28,29,30,31,32/33,34,35,36,37/"
    "38,39,40,41 laid=-/-/-/-/-/- hands=1*1/1*1/1*1/1*1/1*1/1*1 deck=104 discard=-";

RULE("KE-60", the_last_grill_ends_the_match)
{
    struct board board =
        board_at("karteneck seats=6 | act turn=5 done=3 draws=0 standing=fffffi grill=42 "
                 "stacks=0,16,17,18/0,20,21,22/0,24,25,26/28,29,30,31/33,34,35,36/38,39,40 "
                 "laid=-/-/-/-/-/- hands=1*1/1*1/1*1/1*1/1*1/1*1 deck=104 discard=-");
    board_play(&board, "5 pass"); /* one more grill is in the supply */
    assert_shows(&board, "| tile turn=5 done=4 ");
    assert_table(&board, "\"supply\":6,");
    board = board_at(last_line);
    assert_table(&board, "\"round\":5,\"rounds\":5,\"rounds_left\":1,");
    assert_table(&board, "\"supply\":0,");
    board_play(&board, "5 pass");
    assert_int_equal(board.game->movers(&board.state), 0);
    assert_legal(&board, PECK_CHANCE, "");
    assert_shows(&board, "| over turn=0 done=5 draws=0 standing=pppppp grill=- ");
    assert_table(&board, "\"phase\":\"over\",\"turn\":null,\"round\":5,\"rounds\":5,"
                         "\"rounds_left\":0,");
    const char *const bad[][2] = {
        {"over turn=0 done=8 draws=0 standing=pp", "over exactly when"},
        {"act turn=0 done=9 draws=0 standing=ii", "over exactly when"},
        {"over turn=1 done=9 draws=0 standing=pp", "between rounds"},
        {"over turn=0 done=9 draws=0 standing=ii", "between rounds"},
        {"over turn=0 done=9 draws=1 standing=pp", "between rounds"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char line[256];
        snprintf(line, sizeof line,
                 "karteneck seats=2 | %s grill=- stacks=0,0,0,16,17,18,19,20,21/"
                 "22,23,24,25,26,27,28,29,30 laid=-/- hands=1*2/2*1 deck=107 discard=-",
                 bad[i][0]);
        assert_bad_position(line, bad[i][1]);
    }
}

/* The loop without lists plays the same match, draw for draw, and stops at the limit. */
RULE("KE-60", the_hot_loop_plays_the_same_match)
{
    for (int seats = 2; seats <= 6; seats++) {
        for (int limit = 0; limit < 1200; limit += 37) {
            struct board fast = board_begin(&peck_karteneck, seats, ""), slow = fast;
            struct peck_rng fast_rng, slow_rng;
            peck_rng_seed(&fast_rng, limit);
            slow_rng = fast_rng;
            uint32_t plies = fast.game->playout(&fast.state, &fast_rng, limit);
            assert_int_equal(peck_playout(slow.game, &slow.state, &slow_rng, limit), plies);
            assert_memory_equal(&fast, &slow, sizeof fast);
            assert_memory_equal(&fast_rng, &slow_rng, sizeof fast_rng);
        }
    }
}

RULE("KE-61", most_worms_win)
{
    struct board board =
        board_at("karteneck seats=4 | tile turn=0 done=1 draws=0 standing=iiii grill=- "
                 "stacks=16/19/22/0 laid=-/-/-/- hands=1*1/1*1/1*1/1*1 deck=106 discard=-");
    const int points[] = {1, 2, 3, 0}, places[] = {3, 2, 1, 4};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(board_points(&board, i), points[i]);
        assert_int_equal(board_place(&board, i), places[i]);
    }
}

RULE("KE-61", ties_go_to_the_highest_tile)
{
    /* 3 worms each: 22 under a 0; 23; 16 and 19; 17 and 20 under a 0. */
    struct board board =
        board_at("karteneck seats=4 | tile turn=0 done=2 draws=0 standing=iiii grill=- "
                 "stacks=22,0/23/16,19/17,20,0 laid=-/-/-/- hands=1*1/1*1/1*1/1*1 deck=106 "
                 "discard=-");
    const int places[] = {2, 1, 4, 3};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(board_points(&board, i), 3);
        assert_int_equal(board_place(&board, i), places[i]);
    }
}

RULE("KE-61", still_tied_is_shared)
{
    struct board board =
        board_at("karteneck seats=3 | tile turn=0 done=1 draws=0 standing=iii grill=- "
                 "stacks=0/0/16 laid=-/-/- hands=1*1/1*1/1*1 deck=107 discard=-");
    assert_int_equal(board_place(&board, 0), 2);
    assert_int_equal(board_place(&board, 1), 2);
    assert_int_equal(board_place(&board, 2), 1);
}

/* ---- the rulebook's example: one round of Kira, Fedya, Nikita and Lena ---- */

static struct board example(int steps)
{
    static const char *const plies[] = {
        "0 pass; * card 1; * card 1",             /* E1 */
        "1 lay 2*3; * card 4",                    /* E2 */
        "2 pass; 2 steal 30; * card 1; * card 2", /* E3 */
        "3 lay 3*2; * card 1; 1 lay W20; 1 done; * card 4; 3 lay 5*2; * card 3",
        "1 pass; 1 steal 30; * card 1; * card 1", /* E4 */
        "3 lay 1*2; * card 5",
    };
    struct board board = board_at(
        "karteneck seats=4 | act turn=0 done=1 draws=0 standing=iiii grill=18,21,31,39 "
        "stacks=20/30/25/0 laid=3*2/4*1,5*3/5*4,W3,W9/2*1,4*1 "
        "hands=1*3/2*4,W20/1*1,2*1/1*2,3*2,5*2 deck=80 discard=-");
    for (int i = 0; i < steps; i++)
        board_play(&board, plies[i]);
    return board;
}

RULE("KE-E1", example_1)
{
    struct board board = example(1);
    assert_shows(&board, "| act turn=1 done=1 draws=0 standing=fiii grill=21,31,39 "
                         "stacks=20,18/30/25/0 laid=-/");
    assert_shows(&board, " hands=1*5/");
    assert_shows(&board, " discard=3*2");
}

RULE("KE-E2", example_2)
{
    struct board board = example(2);
    assert_shows(&board, "| act turn=2 ");
    assert_shows(&board, " laid=-/2*3,4*1,5*3/");
    assert_shows(&board, " hands=1*5/2*1,4*1,W20/");
}

RULE("KE-E3", example_3)
{
    struct board board = example(2);
    assert_true(board_may(&board, 2, "lay 1*1")); /* Nikita could lay */
    board_play(&board, "2 pass");
    assert_legal(&board, 2, "steal 30; decline");
    board = example(3);
    assert_shows(&board, "| act turn=3 done=1 draws=0 standing=fipi grill=21,31,39 "
                         "stacks=20,18/-/25,30/0 ");
    assert_shows(&board, "/1*2,2*2/"); /* Nikita's hand: two cards more */
}

RULE("KE-E4", example_4)
{
    struct board board = example(4);
    assert_shows(&board, "| act turn=1 ");
    board_play(&board, "1 pass");
    assert_legal(&board, 1, "steal 30; decline");
    board = example(5);
    assert_shows(&board, "| act turn=3 done=1 draws=0 standing=fppi grill=21,31,39 "
                         "stacks=20,18/30/25/0 ");
}

RULE("KE-E5", example_5)
{
    struct board board = example(6);
    assert_shows(&board, "/1*2,2*1,3*2,4*1,5*2 hands="); /* all five hens, no worm card */
    assert_legal(&board, 3, "pass");
    assert_shows(&board, "/1*1,3*1,5*1 deck=");
    assert_table(&board, "\"pass\":{\"success\":false,\"tile\":21,\"steal\":null,"
                         "\"from\":null,\"draws\":0}");
    board_play(&board, "3 pass");
    assert_shows(&board, "/0,21 laid=-/-/-/- ");
    assert_shows(&board, "/1*1,3*1,5*1 deck="); /* nothing drawn */
}

RULE("KE-E6", example_6)
{
    struct board board = example(6);
    board_play(&board, "3 pass");
    assert_shows(&board, "| tile turn=2 done=2 draws=0 standing=iiii grill=- "
                         "stacks=20,18/30,39/25,31/0,21 ");
}

/* ---- bytes that are not a state ---- */

/* Where things are in the state: see the struct in game.c. */
enum {
    AT_HAND = 0,
    AT_LAID = 48,
    AT_DECK = 96,
    AT_UNSEEN = 112,
    AT_GRILL = 116,
    AT_STACK = 120,
    AT_HEIGHT = 228,
    AT_SEATS = 234,
    AT_FIRST,
    AT_PHASE,
    AT_TURN,
    AT_DONE,
    AT_DRAWS,
    AT_IN,
    AT_FAILED,
    AT_UNUSED,
};

/* Byte `at` of a machine that stores the low byte of a number first, on this machine. The
 * numbers have eight bytes up to AT_UNSEEN, and four up to AT_STACK. */
static int byte_here(int at)
{
    int size = at < AT_UNSEEN ? 8 : at < AT_STACK ? 4 : 1;
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? at : at ^ (size - 1);
}

RULE("KE-11", broken_bytes_are_told)
{
    static const struct {
        int at, value;
        const char *words;
    } broken[] = {
        {AT_SEATS, 1, "the number of seats"},
        {AT_SEATS, 7, "the number of seats"},
        {AT_FIRST, 0xfe, "the first seat"},
        {AT_FIRST, 3, "the first seat"},
        {AT_PHASE, 8, "out of range"},
        {AT_TURN, 3, "out of range"},
        {AT_DRAWS, 3, "out of range"},
        {AT_IN, 0x0b, "is in the round, has passed, or has failed"},
        {AT_FAILED, 0x02, "is in the round, has passed, or has failed"},
        {AT_DONE, 9, "over exactly when"},
        {AT_UNUSED + 5, 1, "unused bytes"},
        {AT_HAND + 7, 1, "the 110 of the game"},
        {AT_HAND + 8 * 3, 1, "the 110 of the game"},
        {AT_LAID + 8 * 5 + 7, 1, "the 110 of the game"},
        {AT_DECK + 7, 0xff, "the 110 of the game"},
        {AT_STACK, 15, "a stack holds tiles it cannot have"},
        {AT_STACK, 43, "a stack holds tiles it cannot have"},
        {AT_STACK, 30, "a stack holds tiles it cannot have"},
        {AT_STACK + 1, 18, "a stack holds tiles it cannot have"},
        {AT_STACK + 18 * 5, 18, "a stack holds tiles it cannot have"},
        {AT_HEIGHT, 200, "a stack holds tiles it cannot have"},
        {AT_HEIGHT + 3, 1, "a stack holds tiles it cannot have"},
        {AT_UNSEEN, 0, "the 30 of the game"},
        {AT_UNSEEN + 3, 0xff, "the 30 of the game"},
        {AT_GRILL + 1, 0xff, "the 30 of the game"},
        {AT_GRILL, 1 << 2, "the 30 of the game"},
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        struct board board = board_at(hidden_line);
        board.state.bytes[byte_here(broken[i].at)] = broken[i].value;
        const char *told = key_words(board.game->check(&board.state));
        if (strstr(told, broken[i].words) == NULL)
            fail_msg("byte %d: '%s' does not say '%s'", broken[i].at, told,
                     broken[i].words);
    }
}

/* Hands turned face down while the deck lies open, and one of a seat that is not there. */
RULE("KE-5", misplaced_hands_are_told)
{
    struct board board = board_at(hidden_line), view = board_view(&board, 1), moved = board;
    memcpy(board.state.bytes + AT_HAND, view.state.bytes + AT_HAND, 8 * 3);
    assert_string_equal(key_words(board.game->check(&board.state)),
                        "a view shows one hand at most, and not the deck");
    memcpy(moved.state.bytes + AT_HAND + 8 * 3, moved.state.bytes + AT_HAND + 8 * 2, 8);
    memset(moved.state.bytes + AT_HAND + 8 * 2, 0, 8);
    assert_string_equal(key_words(moved.game->check(&moved.state)),
                        "the cards are not the 110 of the game");
}

/* What lies in another box: on tiles, in stacks and in the points. */
RULE("KE-2", another_box)
{
    const char *line =
        "karteneck seats=2 | act turn=0 done=1 draws=0 standing=ii grill=18,42 "
        "stacks=16,20/- laid=-/- hands=1*6/2*6 deck=98 discard=- worms=7,1,1,2,11,2,3,3,3,"
        "4,4,4,5,5,5,6,6,6,7,7,7,8,8,8,9,9,0";
    struct board board = board_at(line);
    assert_string_equal(board_line(&board), line);
    assert_int_equal(board_points(&board, 0), 7 + 11);
    assert_has(board_table(&board), "{\"value\":42,\"worms\":0}");
    const char *start = "karteneck seats=2 | act turn=0 done=0 draws=0 standing=ii "
                        "grill=18,42 stacks=-/- laid=-/- hands=1*6/2*6 deck=98 discard=- ";
    static const struct {
        const char *box, *words;
    } wrong[] = {
        {"worms=1,1,1,2,2,2,3,3,3,4,4,4,5,5,5,6,6,6,7,7,7,8,8,8,9,9,9", "than the assumed"},
        {"worms=1,1,1,2,2,2,3,3,3,4,4,4,5,5,5,6,6,6,7,7,7,8,8,8,9,9", "expected ','"},
        {"worms=1,1,1,2,2,2,3,3,3,4,4,4,5,5,5,6,6,6,7,7,7,8,8,8,9,9,8,9",
         "end of the line"},
        {"worms=100", "a number of worms from 0 to 99"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char whole[PECK_LINE_MAX];
        snprintf(whole, sizeof whole, "%s%s", start, wrong[i].box);
        assert_bad_position(whole, wrong[i].words);
    }
    unsigned char *box =
        board.state.bytes + peck_karteneck.state_size - peck_karteneck.contents_size;
    box[3] = 100;
    assert_string_equal(key_words(board.game->check(&board.state)),
                        "a tile has more than 99 worms");
    box[3] = 0;
    box[peck_karteneck.contents_size - 1] = 1;
    assert_string_equal(key_words(board.game->check(&board.state)), "unused bytes are 0");
}

RULE("KE-11", broken_lines_are_told)
{
    assert_bad_position("karteneck seats=2 | wait", "a phase (first, deal, tile, act, add");
    assert_bad_position("karteneck seats=2 | act turn=2", "a seat from 0 to 1");
    assert_bad_position("karteneck seats=2 | act turn=0 done=10",
                        "rounds done from 0 to 9");
    assert_bad_position("karteneck seats=2 | act turn=0 done=0 draws=3", "cards to draw");
    assert_bad_position(
        "karteneck seats=2 | act turn=0 done=0 draws=0 standing=ii grill=18,30 stacks=-/- "
        "laid=-/- hands=1*6/2*6 deck=98 discard=- ",
        "the end of the line");
}
