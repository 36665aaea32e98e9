/* core.c — tests of what the games share: text, scanning, JSON, the generator, set-ups. */
#include "play.h"
#include "test.h"

#include <string.h>

extern const struct peck_game peck_nullgame;

TEST(text_is_bounded)
{
    char buffer[6];
    struct peck_text text = peck_text_begin(buffer, sizeof buffer);
    peck_put(&text, "abc");
    assert_false(text.full);
    peck_put_int(&text, -1234);
    assert_true(text.full);
    assert_string_equal(buffer, "abc-1");
}

TEST(numbers_are_written_whole)
{
    char buffer[64];
    struct peck_text text = peck_text_begin(buffer, sizeof buffer);
    peck_put_int(&text, INT64_MIN);
    peck_put_char(&text, ' ');
    peck_put_int(&text, INT64_MAX);
    assert_string_equal(buffer, "-9223372036854775808 9223372036854775807");
}

TEST(scan_reads_or_tells_where)
{
    struct peck_error error;
    const char *line = "seats=3 x";
    struct peck_scan scan = peck_scan_begin(line, strlen(line), &error);
    assert_true(peck_scan_expect(&scan, "seats="));
    assert_int_equal(peck_scan_int(&scan, "error.number", 2, 7), 3);
    assert_false(peck_scan_accept(&scan, "y"));
    peck_scan_int(&scan, "error.number", -5, 5);
    assert_int_equal(error.column, 8);
    assert_string_equal(error_words(&error), "expected a number from -5 to 5, found ' x'");
    assert_false(peck_scan_done(&scan));
}

TEST(scan_refuses_sloppy_numbers)
{
    const char *sloppy[] = {"", "-", "+1", "01", "-0", "99999999999999999999", "8"};
    for (size_t i = 0; i < sizeof sloppy / sizeof *sloppy; i++) {
        struct peck_error error;
        struct peck_scan scan = peck_scan_begin(sloppy[i], strlen(sloppy[i]), &error);
        peck_scan_int(&scan, "error.number", 0, 7);
        assert_false(peck_scan_done(&scan));
    }
}

TEST(json_is_json)
{
    char buffer[128];
    struct peck_text text = peck_text_begin(buffer, sizeof buffer);
    struct peck_json json = peck_json_begin(&text);
    peck_json_object(&json, NULL);
    peck_json_string(&json, "a", "q\"\\\n\x01");
    peck_json_array(&json, "b");
    peck_json_int(&json, NULL, -1);
    peck_json_bool(&json, NULL, true);
    peck_json_null(&json, NULL);
    peck_json_end_array(&json);
    peck_json_object(&json, "c");
    peck_json_end_object(&json);
    peck_json_end_object(&json);
    assert_string_equal(
        buffer, "{\"a\":\"q\\\"\\\\\\u000a\\u0001\",\"b\":[-1,true,null],\"c\":{}}");
}

TEST(fractions_are_exact)
{
    char buffer[128];
    struct peck_text text = peck_text_begin(buffer, sizeof buffer);
    struct peck_json json = peck_json_begin(&text);
    peck_json_array(&json, NULL);
    peck_json_fixed(&json, NULL, 1234, 2);
    peck_json_fixed(&json, NULL, -5, 3);
    peck_json_fixed(&json, NULL, 100, 2);
    peck_json_fixed(&json, NULL, 7, 0);
    peck_json_fixed(&json, NULL, INT64_MIN, 18);
    peck_json_end_array(&json);
    assert_string_equal(buffer, "[12.34,-0.005,1.00,7,-9.223372036854775808]");
}

/* A small document, whichever way it is written. */
static void write_sample(struct peck_json *json)
{
    peck_json_object(json, NULL);
    peck_json_string(json, "word", "q\"\\\n\x01");
    peck_json_array(json, "list");
    peck_json_int(json, NULL, -7);
    peck_json_bool(json, NULL, true);
    peck_json_null(json, NULL);
    peck_json_fixed(json, NULL, 1234, 2);
    peck_json_array(json, NULL);
    peck_json_end_array(json);
    peck_json_end_array(json);
    peck_json_object(json, "inner");
    peck_json_int(json, "large", INT64_MAX);
    peck_json_bool(json, "yes", true);
    peck_json_end_object(json);
    peck_json_end_object(json);
}

enum { SAMPLE_NODES = 11, SAMPLE_BYTES = 32 };

TEST(trees_are_read_by_key_and_index)
{
    struct peck_node nodes[SAMPLE_NODES];
    char strings[SAMPLE_BYTES];
    struct peck_tree tree = peck_tree_begin(nodes, SAMPLE_NODES, strings, SAMPLE_BYTES);
    struct peck_json json = peck_json_begin_tree(&tree);
    assert_null(peck_tree_root(&tree));
    write_sample(&json);
    const struct peck_node *root = peck_tree_root(&tree);
    const struct peck_node *list = peck_member(root, "list");
    const struct peck_node *inner = peck_member(root, "inner");
    assert_int_equal(peck_count(root), 3);
    assert_string_equal(peck_string_of(root, "word"), "q\"\\\n\x01");
    assert_int_equal(peck_count(list), 5);
    assert_int_equal(peck_number_at(list, 0), -7);
    assert_true(peck_is(peck_element(list, 1), PECK_NODE_TRUE));
    assert_true(peck_is(peck_first(list)->next->next, PECK_NODE_NULL));
    assert_int_equal(peck_count(peck_element(list, 4)), 0);
    assert_true(peck_true_of(inner, "yes"));
    assert_true(peck_member(inner, "large")->integer == INT64_MAX);
    /* What is not there, or is something else. */
    assert_null(peck_member(root, "lis"));
    assert_null(peck_member(list, "word"));
    assert_null(peck_member(NULL, "word"));
    assert_null(peck_element(list, 5));
    assert_int_equal(peck_number_of(root, "word"), -1);
    assert_int_equal(peck_number_of(inner, "large"), -1);
    assert_int_equal(peck_number_at(list, 3), -1);
    assert_int_equal(peck_number_at(NULL, 0), -1);
    assert_string_equal(peck_string_of(root, "list"), "");
    assert_string_equal(peck_string_at(list, 0), "");
    assert_false(peck_true_of(root, "word"));
    assert_int_equal(peck_count(peck_member(root, "word")), 0);
}

/* With one node or byte less than needed nothing lies beyond the room, nothing can be read,
 * and the counts say what was needed. */
TEST(trees_are_bounded)
{
    for (size_t i = 0; i <= SAMPLE_NODES + SAMPLE_BYTES; i++) {
        struct peck_node nodes[SAMPLE_NODES + 1] = {0};
        char strings[SAMPLE_BYTES + 1] = {0};
        bool few = i < SAMPLE_NODES, all = i == SAMPLE_NODES + SAMPLE_BYTES;
        size_t node_room = few ? i : SAMPLE_NODES;
        size_t string_room = few ? SAMPLE_BYTES : i - SAMPLE_NODES;
        nodes[node_room].count = 77;
        strings[string_room] = '~';
        struct peck_tree tree = peck_tree_begin(nodes, node_room, strings, string_room);
        struct peck_json json = peck_json_begin_tree(&tree);
        write_sample(&json);
        assert_int_equal(json.depth, 0);
        assert_int_equal(tree.full, !all);
        assert_int_equal(peck_tree_root(&tree) != NULL, all);
        assert_int_equal(tree.node_count, SAMPLE_NODES);
        assert_int_equal(tree.string_count, SAMPLE_BYTES);
        assert_int_equal(nodes[node_room].count, 77);
        assert_int_equal(strings[string_room], '~');
    }
}

/* What the reader makes of a text, written again; NULL: it refuses it. */
static const char *read_again(const char *json_text)
{
    static char written[512];
    char bytes[256];
    size_t count = strlen(json_text);
    assert_true(count < sizeof bytes);
    memcpy(bytes, json_text, count);
    struct peck_text text = peck_text_begin(written, sizeof written);
    struct peck_json json = peck_json_begin(&text);
    return peck_json_read(bytes, count, &json) ? written : NULL;
}

TEST(json_is_read)
{
    static const char *const same[] = {
        "null",
        "true",
        "[]",
        "{}",
        "\"\"",
        "0",
        "-1",
        "[[],{},[1,false]]",
        "{\"a\":{\"b\":[1.50,-0.07]}}",
        "\"\\u0001 \\\" \\\\\"",
        "\"Zo\xc3\xab\"",
        "9223372036854775807",
        "-9223372036854775808",
        "[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]",
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        const char *again = read_again(same[i]);
        assert_non_null(again);
        assert_string_equal(again, same[i]);
    }
    assert_string_equal(read_again(" \t\r\n[ 1 , { \"a\" : -0 } ] \n"), "[1,{\"a\":0}]");
    assert_string_equal(read_again("\"\\u0041\\u00eb\\u20AC\\ud83d\\ude00\\/\""),
                        "\"A\xc3\xab\xe2\x82\xac\xf0\x9f\x98\x80/\"");
    assert_string_equal(read_again("\"\\b\\f\\n\\r\\t\""),
                        "\"\\u0008\\u000c\\u000a\\u000d\\u0009\"");
}

TEST(what_is_no_json_is_refused)
{
    static const char *const bad[] = {
        "",
        " ",
        "nul",
        "nulll",
        "[",
        "]",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[1}",
        "{",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,}",
        "{a:1}",
        "{1:1}",
        "{\"a\" 1}",
        "{\"a\":1]",
        "1 2",
        "01",
        "-",
        "+1",
        ".5",
        "1.",
        "1e5",
        "-01",
        "0x1",
        "9223372036854775808",
        "-9223372036854775809",
        "1.2345678901234567890",
        "\"",
        "\"a",
        "\"\\\"",
        "\"\\x\"",
        "\"\n\"",
        "\"\\u12\"",
        "\"\\u0000\"",
        "\"\\ud83d\"",
        "\"\\ude00\"",
        "\"\\ud83d\\u0041\"",
        "'a'",
        "[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]",
        "//\n1",
        "NaN",
        "True",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (read_again(bad[i]) != NULL)
            fail_msg("read as JSON: %s", bad[i]);
    }
}

/* The first outputs of xoshiro256** from the state 1, 2, 3, 4, as its authors publish them.
 */
TEST(generator_is_xoshiro)
{
    struct peck_rng rng = {{1, 2, 3, 4}};
    assert_true(peck_rng_next(&rng) == 11520);
    assert_true(peck_rng_next(&rng) == 0);
    assert_true(peck_rng_next(&rng) == 1509978240);
    assert_true(peck_rng_next(&rng) == 1215971899390074240);
}

TEST(draws_are_even)
{
    struct peck_rng rng;
    int count[7] = {0};
    peck_rng_seed(&rng, 1);
    for (int i = 0; i < 70000; i++)
        count[peck_rng_below(&rng, 7)]++;
    double chi = 0;
    for (int i = 0; i < 7; i++)
        chi += (count[i] - 10000.0) * (count[i] - 10000.0) / 10000.0;
    assert_true(chi < 22.46); /* 6 degrees of freedom, p = 0.001 */
}

TEST(setup_refuses_with_a_sentence)
{
    const struct peck_game *game = &peck_nullgame;
    assert_refused(game, 1, "", "takes 2 to 7 seats, not 1");
    assert_refused(game, 8, "", "takes 2 to 7 seats, not 8");
    assert_refused(game, 3, "speed", "no option 'speed'; it has rounds=N, first=SEAT");
    assert_refused(game, 3, "rounds", "needs a value: write rounds=N");
    assert_refused(game, 3, "rounds=0", "rounds from 1 to 100");
    assert_refused(game, 3, "rounds=5x", "the end of the line");
    assert_refused(game, 3, "first=3", "takes first from 0 to 2, not 3");
    /* The range is the one that these options leave; the game knows what an option allows.
     */
    const struct peck_game *cards = peck_game_find("nothanks");
    assert_refused(cards, 2, "", "nothanks takes 3 to 5 seats, not 2");
    assert_refused(cards, 8, "first=1", "nothanks takes 3 to 5 seats, not 8");
    assert_refused(cards, 8, "large", "nothanks takes 3 to 7 seats, not 8");
    assert_refused(cards, 6, "", "need the option large");
}

TEST(positions_are_refused_with_a_place)
{
    assert_bad_position("", "expected a game's name");
    assert_bad_position("chess seats=2 | x", "expected a game's name");
}

TEST(position_lines_say_what_is_wrong_in_the_head)
{
    assert_bad_position("heckmeck", "expected ' seats='");
    assert_bad_position("heckmeck seats=9 | x", "heckmeck takes 2 to 7 seats, not 9");
    assert_bad_position("nothanks seats=many | x", "expected 3 to 5 seats");
    assert_bad_position("nothanks seats=256 | x", "expected 3 to 5 seats, found '256");
    assert_bad_position("nothanks seats=03 | x", "without a leading zero");
    assert_bad_position("nothanks seats=6 large large | x", "option large is given twice");
    assert_bad_position("heckmeck seats=3x", "expected ' '");
    assert_bad_position("heckmeck seats=3 speed | x", "heckmeck has no option 'speed'");
    assert_bad_position("heckmeck seats=3 fast=1 | x", "'fast' takes no value: write fast");
    assert_bad_position("heckmeck seats=3 fasting | x", "has no option 'fasting'");
    assert_bad_position("nothanks seats=6 | x", "large");
    assert_bad_position("aGamesNameThatIsLongerThanAnyActionsName seats=2 | x",
                        "expected a game's name");
    assert_refused(
        &peck_nullgame, 3, "anOptionsNameThatIsLongerThanTheSentenceWillQuote",
        "no option 'anOptionsNameThatIsLongerThanTheSentence…'; it has rounds=N");
    assert_refused(&peck_nullgame, 3, "\033[31mred", "no option '.[31mred'; it has");
}

TEST(legal_actions_are_played_by_code_and_by_name)
{
    struct board board = board_begin(&peck_nullgame, 3, "first=1");
    uint32_t actions[2], parsed;
    assert_int_equal(board.game->legal(&board.state, PECK_CHANCE, actions), 2);
    assert_int_equal(peck_act(board.game, &board.state, PECK_CHANCE, actions[1]), PECK_OK);
    assert_string_equal(board_legal(&board, 1), "keep; drop");
    assert_int_equal(peck_action_parse(board.game, &board.state, 1, "drop", &parsed),
                     PECK_OK);
    assert_int_equal(peck_act(board.game, &board.state, 1, parsed), PECK_OK);
    assert_int_equal(peck_action_parse(board.game, &board.state, 0, "drop", &parsed),
                     PECK_ILLEGAL);
    assert_int_equal(peck_action_parse(board.game, &board.state, -1, "drop", &parsed),
                     PECK_ILLEGAL);
    assert_int_equal(peck_action_parse(board.game, &board.state, 8, "drop", &parsed),
                     PECK_ILLEGAL);
}

TEST(illegal_actions_change_nothing)
{
    struct board board = board_begin(&peck_nullgame, 3, "first=1");
    struct board before = board;
    assert_int_equal(peck_act(board.game, &board.state, 0, 3 << 16), PECK_ILLEGAL);
    assert_int_equal(peck_act(board.game, &board.state, -1, 0), PECK_ILLEGAL);
    assert_int_equal(peck_act(board.game, &board.state, 99, 0), PECK_ILLEGAL);
    assert_int_equal(peck_act(board.game, &board.state, PECK_CHANCE, 0), PECK_ILLEGAL);
    assert_memory_equal(&board, &before, sizeof board);
}

TEST(equals_share_a_place)
{
    uint8_t places[4];
    peck_places((int64_t[]){5, 9, 5, -1}, 4, places);
    assert_memory_equal(places, ((uint8_t[]){2, 1, 2, 4}), 4);
}
