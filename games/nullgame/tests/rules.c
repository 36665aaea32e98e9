/* rules.c — the numbered rules of Null Game, a test for each. */
#include "play.h"
#include "test.h"

extern const struct peck_game peck_nullgame;
static const struct peck_game *const game = &peck_nullgame;

RULE("NG-1", takes_2_to_7_players)
{
    assert_refused(game, 1, "", "2 to 7");
    assert_refused(game, 8, "", "2 to 7");
    for (int seats = 2; seats <= 7; seats++)
        assert_int_equal(board_begin(game, seats, "").game->seats_max, 7);
}

RULE("NG-2", first_player_is_drawn)
{
    struct board board = board_begin(game, 3, "");
    assert_string_equal(board_legal(&board, PECK_CHANCE), "first 0; first 1; first 2");
    board_play(&board, "* first 2; * coin heads; 2 keep");
    board = board_begin(game, 3, "first=1");
    board_play(&board, "* coin heads; 1 keep");
}

RULE("NG-3", players_take_turns)
{
    struct board board = board_begin(game, 2, "rounds=2 first=1");
    board_play(&board, "* coin heads; 1 drop; * coin heads; 0 drop;"
                       "* coin heads; 1 drop; * coin heads; 0 drop");
    assert_int_equal(game->movers(&board.state), 0);
    board = board_begin(game, 2, "first=0");
    assert_string_equal(board_line(&board),
                        "nullgame seats=2 first=0 | c turn=0 coin=- left=6 points=0,0");
}

RULE("NG-4", coin_is_seen_by_its_player_alone)
{
    uint32_t odds[7];
    struct board board = board_begin(game, 2, "first=0");
    assert_string_equal(board_legal(&board, PECK_CHANCE), "coin tails; coin heads");
    game->weights(&board.state, odds);
    assert_int_equal(odds[0], odds[1]);
    board_play(&board, "* coin heads");
    struct board own = board, other = board;
    game->redact(&own.state, 0);
    game->redact(&other.state, 1);
    assert_string_equal(board_line(&own), board_line(&board));
    assert_string_equal(board_line(&other),
                        "nullgame seats=2 first=0 | p turn=0 coin=? left=6 points=0,0");
}

RULE("NG-5", coins_kept_count)
{
    struct board board = board_begin(game, 2, "rounds=1 first=0");
    board_play(&board, "* coin heads; 0 keep; * coin tails; 1 keep");
    assert_int_equal(board_points(&board, 0), 1);
    assert_int_equal(board_points(&board, 1), -1);
}

RULE("NG-6", coins_dropped_count_nothing)
{
    struct board heads = board_begin(game, 2, "rounds=1 first=0"), tails = heads;
    board_play(&heads, "* coin heads; 0 drop");
    board_play(&tails, "* coin tails; 0 drop");
    assert_int_equal(board_points(&heads, 0), 0);
    assert_memory_equal(&heads.state, &tails.state, game->state_size);
}

RULE("NG-7", most_points_win)
{
    struct board board = board_begin(game, 3, "rounds=1 first=0");
    board_play(&board, "* coin tails; 0 keep; * coin heads; 1 keep; * coin heads; 2 keep");
    assert_int_equal(game->movers(&board.state), 0);
    assert_int_equal(board_place(&board, 0), 3);
    assert_int_equal(board_place(&board, 1), 1);
    assert_int_equal(board_place(&board, 2), 1);
}
