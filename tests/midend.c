/* midend.c — tests of the midend: matches, records and views. */
#include "play.h"
#include "test.h"
#include "setups.h"

#include <peck/match.h>

#include <stdio.h>
#include <string.h>

extern const struct peck_game peck_nullgame;

static struct peck_match begin(const struct peck_game *game, int seats, const char *option)
{
    struct peck_match match;
    struct peck_setup setup;
    struct peck_error error;
    peck_setup_begin(game, seats, &setup);
    if (*option != '\0')
        assert_int_equal(peck_setup_option(game, &setup, option, &error), PECK_OK);
    assert_int_equal(peck_match_begin(&match, game, &setup, &error), PECK_OK);
    return match;
}

/* Plays names separated by semicolons: "* coin heads;1 keep". */
static void say(struct peck_match *match, const char *lines)
{
    char copy[512], *rest = copy;
    struct peck_error error;
    snprintf(copy, sizeof copy, "%s", lines);
    for (char *line; (line = strsep(&rest, ";")) != NULL;) {
        int seat = *line == '*' ? PECK_CHANCE : *line - '0';
        if (peck_match_say(match, seat, line + 2, &error) != PECK_OK)
            fail_msg("'%s': %s", line, error_words(&error));
    }
}

static void play_random(struct peck_match *match, struct peck_rng *rng, uint32_t plies)
{
    static uint32_t actions[PECK_ACTIONS_MAX];
    struct peck_error error;
    for (uint32_t movers; plies > 0; plies--) {
        movers = match->game->movers(&match->state);
        if (movers == 0)
            return;
        int seat = peck_rng_bit(rng, movers);
        uint32_t count = match->game->legal(&match->state, seat, actions);
        uint32_t action = actions[peck_rng_below(rng, count)];
        assert_int_equal(peck_match_play(match, seat, action, &error), PECK_OK);
    }
}

/* The linker leads the midend's realloc here (tests/CMakeLists.txt): a test may have it
 * fail. */
/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's names */
void *__wrap_realloc(void *block, size_t size);
void *__real_realloc(void *block, size_t size);
/* NOLINTEND(bugprone-reserved-identifier) */
static int allocations_left = -1; /* below 0: no limit */

void *__wrap_realloc(void *block, size_t size)
{
    if (allocations_left == 0)
        return NULL;
    allocations_left -= allocations_left > 0;
    return __real_realloc(block, size);
}

/* ---- Matches. ---- */

TEST(a_bad_setup_is_refused)
{
    struct peck_match match, before;
    struct peck_setup setup;
    struct peck_error error;
    memset(&match, 0x5a, sizeof match);
    memcpy(&before, &match, sizeof match);
    peck_setup_begin(&peck_nullgame, 1, &setup);
    assert_int_equal(peck_match_begin(&match, &peck_nullgame, &setup, &error),
                     PECK_BAD_SETUP);
    assert_says(&error, "takes 2 to 7 seats, not 1");
    assert_memory_equal(&match, &before, sizeof match);
}

static void refuse(struct peck_match *match, int seat, const char *name, const char *words)
{
    struct peck_error error;
    union peck_state before = match->state;
    uint32_t count = match->count;
    assert_int_equal(peck_match_say(match, seat, name, &error), PECK_ILLEGAL);
    assert_says(&error, words);
    assert_int_equal(match->count, count);
    assert_memory_equal(&match->state, &before, sizeof before);
}

TEST(refusals_say_what_would_be_right)
{
    struct peck_match match = begin(&peck_nullgame, 2, "first=1");
    refuse(&match, PECK_CHANCE, "coin \x01",
           "'coin .' is not legal here; legal: coin tails; coin heads");
    refuse(&match, 0, "keep", "it is not seat 0's turn; next to act: chance (*)");
    say(&match, "* coin heads");
    refuse(&match, 0, "keep", "it is not seat 0's turn; next to act: seat 1");
    refuse(&match, PECK_CHANCE, "coin heads",
           "chance (*) does not act here; next to act: seat 1");
    refuse(&match, -1, "keep", "it is not seat -1's turn");
    refuse(&match, 99, "keep", "it is not seat 99's turn");
    refuse(&match, 1, "", "'' is not legal here; legal: keep; drop");
    struct peck_error error;
    assert_int_equal(peck_match_play(&match, 1, 12345, &error), PECK_ILLEGAL);
    assert_says(&error, "'12345' is not legal here; legal: keep; drop");
    struct peck_rng rng = {{1, 2, 3, 4}};
    play_random(&match, &rng, 1000);
    refuse(&match, 1, "keep", "the match is over");
    peck_match_free(&match);
}

/* A game of 300 legal actions, to see the list of them shortened. */
static uint32_t many_legal(const void *state, int seat, uint32_t *actions)
{
    for (uint32_t i = 0; i < 300; i++)
        actions[i] = (1 << 16) + i;
    return 300;
}

TEST(long_lists_are_shortened)
{
    struct peck_game many = peck_nullgame;
    many.legal = many_legal;
    struct peck_match match = begin(&many, 2, "first=0");
    struct peck_error error;
    assert_int_equal(peck_match_say(&match, PECK_CHANCE, "x", &error), PECK_ILLEGAL);
    assert_says(&error, "'x' is not legal here; legal: first 0; first 1; first 2; ");
    unsigned listed = 0, more = 0;
    const char *words = error_words(&error);
    for (const char *p = words; (p = strstr(p, "first ")) != NULL; p++)
        listed++;
    const char *tail = strstr(words, "; … and ");
    assert_non_null(tail);
    assert_int_equal(sscanf(tail, "; … and %u more", &more), 1);
    assert_int_equal(listed + more, 300);
    assert_string_equal(words + strlen(words) - 5, " more");
    peck_match_free(&match);
}

TEST(plies_have_a_limit)
{
    struct peck_match match = begin(&peck_nullgame, 2, "first=0");
    struct peck_error error;
    uint32_t count = match.count;
    match.count = PECK_PLIES_MAX;
    assert_int_equal(peck_match_say(&match, PECK_CHANCE, "coin heads", &error),
                     PECK_ILLEGAL);
    assert_says(&error, "at most 1000000 plies");
    match.count = count;
    peck_match_free(&match);
}

TEST(chance_plays_until_a_seat_is_to_act)
{
    struct peck_match match = begin(&peck_nullgame, 3, "");
    struct peck_rng rng;
    struct peck_error error;
    peck_rng_seed(&rng, 5);
    assert_int_equal(peck_match_chance(&match, &rng, &error), PECK_OK);
    assert_int_equal(match.count, 2); /* first, coin */
    assert_int_equal(match.plies[1].seat, PECK_CHANCE);
    assert_int_equal(peck_match_chance(&match, &rng, &error), PECK_OK);
    assert_int_equal(match.count, 2);
    peck_match_free(&match);
}

/* Every prefix of a match, played again, is the state that stood there. */
static void walk_back(const struct peck_game *game, const struct peck_setup *setup,
                      void *unused)
{
    enum { STEPS = 8, STRIDE = 23 };
    struct peck_match match;
    struct peck_error error;
    struct peck_rng rng;
    union peck_state stood[STEPS + 1], at;
    uint32_t counts[STEPS + 1];
    peck_rng_seed(&rng, 3);
    assert_int_equal(peck_match_begin(&match, game, setup, &error), PECK_OK);
    for (int i = 0; i <= STEPS; i++) {
        stood[i] = match.state;
        counts[i] = match.count;
        play_random(&match, &rng, STRIDE);
    }
    for (int i = STEPS; i >= 0; i--) {
        peck_match_state_at(&match, counts[i], &at);
        assert_memory_equal(&at, &stood[i], sizeof at);
        peck_match_undo(&match, counts[i]);
        assert_int_equal(match.count, counts[i]);
        assert_memory_equal(&match.state, &stood[i], sizeof at);
        peck_match_undo(&match, counts[i] + 5);
        assert_int_equal(match.count, counts[i]);
    }
    peck_match_free(&match);
}

TEST(undo_plays_the_rest_again)
{
    each_setup(walk_back, NULL);
}

TEST(names_are_clean_utf8)
{
    static const char *const good[] = {"Anna", "Зоя \"Zo\\e\" 王", "\xf4\x8f\xbf\xbf",
                                       "\xed\x9f\xbf\xee\x80\x80\xc2\xa0\xe0\xa0\x80"};
    static const struct {
        const char *name, *words;
    } bad[] = {
        {"a\nb", "control"},
        {"a\x7f", "control"},
        {"\xc2\x85", "control"},
        {"\xe2\x80\xa8", "line breaks"},
        {"\xff", "UTF-8"},
        {"\x80", "UTF-8"},
        {"\xc3", "UTF-8"},                 /* cut off */
        {"\xc3(", "UTF-8"},                /* no continuation */
        {"\xc0\xaf", "UTF-8"},             /* not the shortest form */
        {"\xe0\x9f\xbf", "UTF-8"},         /* not the shortest form */
        {"\xf0\x8f\xbf\xbf", "UTF-8"},     /* not the shortest form */
        {"\xed\xa0\x80", "UTF-8"},         /* a surrogate */
        {"\xf4\x90\x80\x80", "UTF-8"},     /* above U+10FFFF */
        {"\xf8\x88\x80\x80\x80", "UTF-8"}, /* five bytes */
        {"1234567890123456789012345678901234567890123456789012345678901234", "63 bytes"},
    };
    struct peck_match match = begin(&peck_nullgame, 2, "");
    struct peck_error error;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(peck_match_name(&match, 1, good[i], &error), PECK_OK);
        assert_string_equal(match.name[1], good[i]);
    }
    assert_int_equal(peck_match_name(&match, 1, "Bo", &error), PECK_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(peck_match_name(&match, 1, bad[i].name, &error), PECK_BAD_SETUP);
        assert_says(&error, bad[i].words);
        assert_string_equal(match.name[1], "Bo");
    }
    assert_int_equal(peck_match_name(&match, 2, "Eve", &error), PECK_BAD_SETUP);
    assert_says(&error, "a seat of this match");
    peck_match_free(&match);
}

/* ---- Writing. ---- */

static struct peck_match coin_match(const char *coin)
{
    struct peck_match match = begin(&peck_nullgame, 2, "rounds=1");
    struct peck_error error;
    char plies[80];
    assert_int_equal(peck_match_name(&match, 1, "Ada \"A\"", &error), PECK_OK);
    snprintf(plies, sizeof plies, "* first 1;* coin %s;1 drop;* coin tails", coin);
    say(&match, plies);
    return match;
}

static void assert_record(const struct peck_match *match, int viewer, const char *right)
{
    struct peck_buffer buffer = {0};
    assert_int_equal(peck_record_write(match, viewer, &buffer), PECK_OK);
    assert_string_equal(buffer.bytes, right);
    assert_int_equal(buffer.length, strlen(right));
    peck_buffer_free(&buffer);
}

TEST(records_are_written_as_described)
{
    struct peck_match match = coin_match("heads");
    assert_record(&match, -1,
                  "match 1\ngame nullgame\noption rounds=1\nseats 2\nname 1 Ada \"A\"\n"
                  "plies\n* first 1\n* coin heads\n1 drop\n* coin tails\n");
    assert_record(&match, 0,
                  "match 1\ngame nullgame\noption rounds=1\nseats 2\nyou 0\n"
                  "name 1 Ada \"A\"\nplies\n* first 1\n* coin ?\n1 drop\n* coin tails\n");
    assert_record(&match, PECK_CHANCE,
                  "match 1\ngame nullgame\noption rounds=1\nseats 2\nname 1 Ada \"A\"\n"
                  "plies\n* first 1\n* coin ?\n1 drop\n* coin ?\n");
    say(&match, "0 keep");
    assert_record(&match, -1,
                  "match 1\ngame nullgame\noption rounds=1\nseats 2\nname 1 Ada \"A\"\n"
                  "plies\n* first 1\n* coin heads\n1 drop\n* coin tails\n0 keep\n"
                  "end\nscore -1 0\nplace 2 1\n");
    peck_match_free(&match);
}

TEST(buffers_append)
{
    struct peck_buffer buffer = {0};
    char right[4001];
    for (int i = 0; i < 400; i++) {
        assert_int_equal(peck_buffer_put(&buffer, "0123456789"), PECK_OK);
        memcpy(right + (ptrdiff_t)i * 10, "0123456789", 11);
    }
    assert_string_equal(buffer.bytes, right);
    assert_int_equal(peck_buffer_reserve(&buffer, SIZE_MAX - 2), PECK_NO_MEMORY);
    assert_string_equal(buffer.bytes, right);
    peck_buffer_free(&buffer);
    assert_null(buffer.bytes);
}

/* ---- Views. ---- */

TEST(views_are_written_as_described)
{
    struct peck_match match = coin_match("heads");
    struct peck_buffer buffer = {0};
    assert_int_equal(peck_view_write(&match, 0, 3, &buffer), PECK_OK);
    assert_string_equal(
        buffer.bytes,
        "{\"view\":1,\"game\":\"nullgame\",\"title\":\"Null Game\",\"seats\":2,"
        "\"options\":{\"rounds\":1,\"first\":null},\"names\":[null,\"Ada \\\"A\\\"\"],"
        "\"viewer\":0,\"ply\":4,\"over\":false,\"movers\":[0],\"chance\":false,"
        "\"actions\":[{\"code\":196608,\"name\":\"keep\",\"verb\":\"keep\",\"args\":[]},"
        "{\"code\":262144,\"name\":\"drop\",\"verb\":\"drop\",\"args\":[]}],"
        "\"last\":[{\"seat\":null,\"name\":\"coin ?\",\"hidden\":true,"
        "\"table\":{\"left\":2,\"turn\":1,\"coin\":null}},"
        "{\"seat\":1,\"name\":\"drop\",\"hidden\":false,"
        "\"table\":{\"left\":1,\"turn\":0,\"coin\":null}},"
        "{\"seat\":null,\"name\":\"coin tails\",\"hidden\":false}],"
        "\"score\":{\"points\":[0,0],\"places\":[1,1]},"
        "\"table\":{\"left\":1,\"turn\":0,\"coin\":\"tails\"}}");
    peck_buffer_free(&buffer);
    assert_int_equal(peck_view_write(&match, PECK_CHANCE, 0, &buffer), PECK_OK);
    assert_non_null(strstr(buffer.bytes, "\"viewer\":null"));
    assert_non_null(strstr(buffer.bytes, "\"actions\":[],\"last\":[]"));
    assert_non_null(strstr(buffer.bytes, "\"coin\":null"));
    peck_buffer_free(&buffer);
    peck_match_free(&match);
}

/* A verb and its arguments, and room for as many actions as there can be. */
static uint32_t most_legal(const void *state, int seat, uint32_t *actions)
{
    for (uint32_t i = 0; i < PECK_ACTIONS_MAX; i++)
        actions[i] = i;
    return PECK_ACTIONS_MAX;
}

static void longest_name(uint32_t action, struct peck_text *name)
{
    peck_put(name, action == 7 ? "give 3 stack"
                               : "\" \" \" \" \" \" \" \" \" \" \" \" \" \" \" \"");
}

TEST(views_have_room_for_every_action)
{
    struct peck_game most = peck_nullgame;
    struct peck_match match = begin(&most, 2, "first=0");
    struct peck_buffer buffer = {0};
    say(&match, "* coin heads");
    most.legal = most_legal;
    most.action_name = longest_name;
    assert_int_equal(peck_view_write(&match, 0, 9, &buffer), PECK_OK); /* asserts inside */
    assert_non_null(strstr(buffer.bytes, "{\"code\":7,\"name\":\"give 3 stack\","
                                         "\"verb\":\"give\",\"args\":[\"3\",\"stack\"]}"));
    assert_string_equal(buffer.bytes + buffer.length - 16, "\"coin\":\"heads\"}}");
    peck_buffer_free(&buffer);
    peck_match_free(&match);
}

/* The nodes of a view are those of its text; and the table alone is the view's. */
TEST(views_are_nodes_too)
{
    struct peck_match match = coin_match("heads");
    struct peck_tree tree = {0}, read = {0}, table = {0};
    for (int viewer = 0; viewer < 3; viewer++) {
        int who = viewer < 2 ? viewer : PECK_CHANCE;
        struct peck_buffer buffer = {0};
        assert_int_equal(peck_view_write(&match, who, 3, &buffer), PECK_OK);
        assert_int_equal(peck_tree_reserve(&read,
                                           peck_json_nodes(buffer.bytes, buffer.length),
                                           buffer.length),
                         PECK_OK);
        struct peck_json json = peck_json_begin_tree(&read);
        assert_true(peck_json_read(buffer.bytes, buffer.length, &json));
        assert_int_equal(peck_view_tree(&match, who, 3, &tree), PECK_OK);
        assert_true(same_nodes(peck_tree_root(&tree), peck_tree_root(&read)));
        assert_int_equal(peck_table_tree(&match, who, &table), PECK_OK);
        assert_string_equal(peck_string_of(peck_tree_root(&table), "coin"),
                            who == 0 ? "tails" : "");
        assert_true(same_nodes(peck_first(peck_member(peck_tree_root(&tree), "table")),
                               peck_first(peck_tree_root(&table))));
        peck_buffer_free(&buffer);
    }
    assert_int_equal(peck_tree_reserve(&tree, SIZE_MAX / 8, 0), PECK_NO_MEMORY);
    assert_non_null(peck_tree_root(&tree));
    peck_tree_free(&tree);
    peck_tree_free(&read);
    peck_tree_free(&table);
    peck_match_free(&match);
}

static void assert_same_view(const struct peck_match *a, const struct peck_match *b,
                             int viewer, uint32_t plies)
{
    struct peck_buffer of_a = {0}, of_b = {0};
    assert_int_equal(peck_view_write(a, viewer, plies, &of_a), PECK_OK);
    assert_int_equal(peck_view_write(b, viewer, plies, &of_b), PECK_OK);
    assert_string_equal(of_a.bytes, of_b.bytes);
    peck_buffer_free(&of_a);
    peck_buffer_free(&of_b);
}

TEST(hidden_plies_stay_hidden)
{
    struct peck_match heads = coin_match("heads"), tails = coin_match("tails");
    assert_same_view(&heads, &tails, 0, 10);
    assert_same_view(&heads, &tails, PECK_CHANCE, 10);
    peck_match_free(&heads);
    peck_match_free(&tails);
}

/* Along a match: the truth, and a world the viewer cannot tell from it, make one view. */
static void compare_worlds(const struct peck_game *game, const struct peck_setup *setup,
                           void *unused)
{
    struct peck_match match;
    struct peck_error error;
    struct peck_rng rng;
    peck_rng_seed(&rng, 11);
    assert_int_equal(peck_match_begin(&match, game, setup, &error), PECK_OK);
    for (uint32_t before = UINT32_MAX; match.count != before;) {
        for (int viewer = 0; viewer <= setup->seats; viewer++) {
            int who = viewer < setup->seats ? viewer : PECK_CHANCE;
            struct peck_match world =
                match; /* shares the log, which no view of 0 plies reads */
            game->redact(&world.state, who);
            game->determinize(&world.state, who, &rng);
            assert_same_view(&match, &world, who, 0);
        }
        before = match.count;
        play_random(&match, &rng, 37);
    }
    peck_match_free(&match);
}

TEST(views_tell_no_more_than_redacted_states)
{
    each_setup(compare_worlds, NULL);
}

/* ---- Reading. ---- */

#define HEAD "match 1\ngame nothanks\nseats 3\n"

static enum peck_status read_one(const char *bytes, size_t count, struct peck_match *match,
                                 struct peck_error *error)
{
    struct peck_reader reader = peck_reader_begin(bytes, count);
    return peck_record_read(&reader, match, error);
}

TEST(damaged_records_name_line_and_reason)
{
    static const struct {
        const char *record;
        uint32_t line;
        const char *words;
    } bad[] = {
        {"", 1, "expected 'match ', found the end"},
        {"# only this\n", 2, "expected 'match ', found the end"},
        {"hello\n", 1, "expected 'match ', found 'hello'"},
        {"match 2\n", 1, "version 1 of the format can be read, not '2'"},
        {"match 1 \n", 1, "version 1 of the format can be read, not '1 '"},
        {"\n#\nmatch 1\nseats 3\n", 4, "expected 'game ', found 'seats 3'"},
        {"match 1\ngame chess\n", 2, "there is no game 'chess'; the games are "},
        {"match 1\ngame nullgame\n", 2, "there is no game 'nullgame'"},
        {"match 1\ngame nothanks\noption speed\n", 3, "no option 'speed'"},
        {"match 1\ngame nothanks\noption large\noption large\n", 4,
         "option large is given twice"},
        {"match 1\ngame nothanks\noption first=1\noption first=2\n", 4,
         "option first is given twice"},
        {"match 1\ngame nothanks\nseats 2\n", 3, "nothanks takes 3 to 5 seats, not 2"},
        {"match 1\ngame nothanks\noption large\nseats 8\n", 4, "3 to 7 seats, not 8"},
        {"match 1\ngame nothanks\nseats six\n", 3, "3 to 5 seats, found 'six'"},
        {"match 1\ngame nothanks\nseats 3 4\n", 3, "the end of the line"},
        {"match 1\ngame nothanks\nseats 03\n", 3,
         "expected 3 to 5 seats, without a leading zero, found '03'"},
        {"match 1\ngame nothanks\noption first=3\nseats 3\n", 3,
         "first from 0 to 2, not 3"},
        {"match 1\ngame nothanks\noption first=3\nseats 2\n", 4, "not 2"},
        {"match 1\ngame nothanks\nplies\n", 3, "expected 'seats ', found 'plies'"},
        {HEAD "option large\n", 4, "expected 'plies', found 'option large'"},
        {HEAD "name 3 Bo\nplies\n", 4, "a seat from 0 to 2"},
        {HEAD "name 0\nplies\n", 4, "expected ' ', found the end"},
        {HEAD "name 0 \nplies\n", 4, "at least one byte"},
        {HEAD "name 0 a\nname 0 b\nplies\n", 5, "already has a name"},
        {HEAD "name 0 \xff\nplies\n", 4, "must be UTF-8"},
        {HEAD "name 0 a\tb\nplies\n", 4, "control characters"},
        {HEAD "you 1\nplies\n", 4, "'you 1' means that this is one viewer"},
        {HEAD "plies \n", 4, "the end of the line"},
        {HEAD "plies\n* first 3\n", 5,
         "'first 3' is not legal here; legal: first 0; first 1; first 2"},
        {HEAD "plies\n* first 0 \n", 5,
         "'first 0 ' is not legal here; did you mean 'first 0'? legal: first 0; "},
        {HEAD "plies\n*  first 0\n", 5,
         "' first 0' is not legal here; did you mean 'first 0'? legal"},
        {"match 1\ngame heckmeck\noption first=0\nseats 2\nplies\n* roll WWWWWWW1\n", 6,
         "'roll WWWWWWW1' is not legal here; did you mean 'roll 1WWWWWWW'? legal: "},
        {"match 1\ngame heckmeck\noption first=0\nseats 2\nplies\n* roll WWWWWWWW1\n", 6,
         "'roll WWWWWWWW1' is not legal here; legal: "},
        {HEAD "plies\n* first 0000000000000000000000000000000000000000\n", 5,
         "is not legal here; legal: first 0"},
        {HEAD "plies\n*first 0\n", 5, "expected ' '"},
        {HEAD "plies\n* first ?\n", 5, "'* first ?' means that this is one viewer"},
        {HEAD "plies\n* first 0\n* flip 17\n1 take\n", 7,
         "it is not seat 1's turn; next to act: seat 0"},
        {HEAD "plies\n* first 0\n* flip 17\n3 take\n", 7, "a seat from 0 to 2"},
        {HEAD "plies\n* first 0\n# a note\n\n* flip 2\n", 8, "… and "},
        {HEAD "plies\nhello\n", 5, "expected a ply"},
        {HEAD "plies\n* first 0\nend\n", 6, "the match is not over yet"},
        {HEAD "plies\n* first 0\nending\n", 6, "the end of the line"},
        {HEAD "plies\n* first 0\nscore 0 0 0\n", 6, "expected a ply"},
        {HEAD "plies\n* first \xc3\xa9\n", 5, "printable ASCII"},
        {HEAD "plies\n* first 0\rx\n", 5, "printable ASCII"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct peck_match match;
        struct peck_error error = {0};
        assert_int_equal(read_one(bad[i].record, strlen(bad[i].record), &match, &error),
                         PECK_BAD_RECORD);
        if (error.line != bad[i].line || strstr(error_words(&error), bad[i].words) == NULL)
            fail_msg("line %u: %s; expected line %u: %s", error.line, error_words(&error),
                     bad[i].line, bad[i].words);
    }
}

TEST(bytes_of_zero_and_long_lines_are_refused)
{
    static const char zero[] = HEAD "plies\n* first 0\0\n";
    struct peck_match match;
    struct peck_error error;
    assert_int_equal(read_one(zero, sizeof zero - 1, &match, &error), PECK_BAD_RECORD);
    assert_int_equal(error.line, 5);
    assert_int_equal(error.column, 10);
    assert_says(&error, "printable ASCII");
    char record[1000];
    int count = snprintf(record, sizeof record, HEAD "#%0300d\nplies\n%0256d\n", 0, 0);
    assert_int_equal(read_one(record, (size_t)count, &match, &error), PECK_BAD_RECORD);
    assert_int_equal(error.line, 6); /* the comment passed */
    assert_says(&error, "longer than 255 bytes");
}

TEST(lines_may_end_as_on_windows)
{
    static const char record[] = "\xef\xbb\xbfmatch 1\r\ngame nothanks\r\n\r\n# x\r\n"
                                 "seats 3\r\nname 2 Zoë\r\nplies\r\n* first 0\r\n"
                                 "* flip 17\r\n0 take\r";
    struct peck_match match;
    struct peck_error error;
    if (read_one(record, sizeof record - 1, &match, &error) != PECK_OK)
        fail_msg("line %u: %s", error.line, error_words(&error));
    assert_string_equal(match.name[2], "Zoë");
    assert_int_equal(match.count, 3);
    peck_match_free(&match);
}

/* Two hands of Heckmeck am Karteneck, as seat 1 sees them dealt; and that view is no
 * record. */
TEST(hands_are_dealt_face_down)
{
    static const char dealt[] =
        "match 1\ngame karteneck\noption first=0\nseats 2\nplies\n* card 1\n* card 1\n* "
        "card 2\n"
        "* card 3\n* card W2\n* card W9\n* card 1\n* card 2\n* card 2\n* card 4\n* card 5\n"
        "* card W3\n* tile 21\n* tile 28\n0 lay 1*2\n";
    static const char shown[] =
        "match 1\ngame karteneck\noption first=0\nseats 2\nyou 1\nplies\n* card ?\n* card "
        "?\n"
        "* card ?\n* card ?\n* card ?\n* card ?\n* card 1\n* card 2\n* card 2\n* card 4\n"
        "* card 5\n* card W3\n* tile 21\n* tile 28\n0 lay 1*2\n";
    struct peck_match match, again;
    struct peck_error error;
    if (read_one(dealt, sizeof dealt - 1, &match, &error) != PECK_OK)
        fail_msg("line %u: %s", error.line, error_words(&error));
    assert_record(&match, -1, dealt);
    assert_record(&match, 1, shown);
    assert_int_equal(read_one(shown, sizeof shown - 1, &again, &error), PECK_BAD_RECORD);
    assert_int_equal(error.line, 5);
    assert_says(&error, "only a full record can be read");
    peck_match_free(&match);
}

TEST(unfinished_matches_follow_one_another)
{
    static const char file[] = "# two\n" HEAD "plies\n* first 0\n* flip 17\n0 refuse\n"
                               "\n# next\n" HEAD "plies\n";
    struct peck_reader reader = peck_reader_begin(file, sizeof file - 1);
    struct peck_match match;
    struct peck_error error;
    assert_true(peck_reader_more(&reader));
    assert_int_equal(peck_record_read(&reader, &match, &error), PECK_OK);
    assert_int_equal(match.count, 3);
    peck_match_free(&match);
    assert_true(peck_reader_more(&reader));
    assert_int_equal(peck_record_read(&reader, &match, &error), PECK_OK);
    assert_int_equal(match.count, 0);
    peck_match_free(&match);
    assert_false(peck_reader_more(&reader));
}

/* Appends two matches of this set-up to the file: a whole one, and one that stops. */
static void write_two(const struct peck_game *game, const struct peck_setup *setup,
                      void *context)
{
    struct peck_buffer *file = context;
    struct peck_error error;
    struct peck_rng rng;
    peck_rng_seed(&rng, 19);
    if (peck_game_find(game->name) == NULL)
        return; /* records of templates are written, but no reader knows their names */
    for (uint32_t i = 0; i < 2; i++) {
        struct peck_match match;
        assert_int_equal(peck_match_begin(&match, game, setup, &error), PECK_OK);
        assert_int_equal(peck_match_name(&match, 1, i == 0 ? "Jörg" : "", &error), PECK_OK);
        play_random(&match, &rng, i == 0 ? UINT32_MAX : 41);
        assert_int_equal(peck_record_write(&match, -1, file), PECK_OK);
        peck_match_free(&match);
    }
}

/* One file of every game and set-up, with the games after one another. */
TEST(records_read_back_as_written)
{
    struct peck_buffer file = {0}, again = {0};
    each_setup(write_two, &file);
    struct peck_reader reader = peck_reader_begin(file.bytes, file.length);
    while (peck_reader_more(&reader)) {
        struct peck_match match;
        struct peck_error error;
        if (peck_record_read(&reader, &match, &error) != PECK_OK)
            fail_msg("line %u: %s", error.line, error_words(&error));
        assert_int_equal(peck_record_write(&match, -1, &again), PECK_OK);
        peck_match_free(&match);
    }
    assert_int_equal(file.length, again.length);
    assert_memory_equal(file.bytes, again.bytes, file.length);
    peck_buffer_free(&file);
    peck_buffer_free(&again);
}

/* A finished record that goes on differently from a key; "\n" is for a record that stops
 * there. */
static void assert_wrong_result(const struct peck_buffer *record, const char *key,
                                const char *line)
{
    struct peck_buffer changed = {0};
    struct peck_match match;
    struct peck_error error;
    char *at = strstr(record->bytes, key);
    assert_non_null(at);
    char kept = *at;
    *at = '\0';
    assert_int_equal(peck_buffer_put(&changed, record->bytes), PECK_OK);
    *at = kept;
    assert_int_equal(peck_buffer_put(&changed, line), PECK_OK);
    assert_int_equal(read_one(changed.bytes, changed.length, &match, &error),
                     PECK_BAD_RECORD);
    assert_says(&error, "the plies lead to '");
    assert_says(&error, key + 1);
    char written[40];
    snprintf(written, sizeof written, "'%.*s'", (int)strcspn(line + 1, "\n"), line + 1);
    assert_says(&error, line[1] == '\0' ? "no such line" : written);
    peck_buffer_free(&changed);
}

TEST(results_must_agree_with_the_plies)
{
    const struct peck_game *game = peck_game_find("nothanks");
    assert_non_null(game);
    struct peck_match match = begin(game, 3, "");
    struct peck_buffer record = {0};
    struct peck_rng rng;
    peck_rng_seed(&rng, 4);
    play_random(&match, &rng, UINT32_MAX);
    assert_int_equal(peck_record_write(&match, -1, &record), PECK_OK);
    assert_wrong_result(&record, "\nscore ", "\nscore 1 2 3\nplace 1 2 3\n");
    assert_wrong_result(&record, "\nscore ", "\nplace 1 2 3\n");
    assert_wrong_result(&record, "\nscore ", "\n");
    assert_wrong_result(&record, "\nplace ", "\nplace 3 3 3\n");
    assert_wrong_result(&record, "\nplace ", "\n");
    peck_buffer_free(&record);
    peck_match_free(&match);
}

/* Reads a record and writes its record and view with that many allocations; whether it
 * worked. */
static bool work_within(int allocations, const struct peck_buffer *record)
{
    struct peck_buffer buffer = {0};
    struct peck_tree tree = {0};
    struct peck_match match;
    struct peck_error error;
    allocations_left = allocations;
    enum peck_status status = read_one(record->bytes, record->length, &match, &error);
    if (status == PECK_OK) {
        status = peck_record_write(&match, 1, &buffer);
        if (status == PECK_OK)
            status = peck_view_write(&match, 1, 5, &buffer);
        else
            assert_int_equal(buffer.length, 0);
        if (status == PECK_OK)
            status = peck_view_tree(&match, 1, 5, &tree);
        peck_match_free(&match);
        peck_buffer_free(&buffer);
        peck_tree_free(&tree);
    }
    allocations_left = -1;
    assert_true(status == PECK_OK || status == PECK_NO_MEMORY);
    return status == PECK_OK;
}

/* Under AddressSanitizer this also shows that nothing leaks. */
TEST(lack_of_memory_is_an_answer)
{
    const struct peck_game *game = peck_game_find("nothanks");
    assert_non_null(game);
    struct peck_match match = begin(game, 3, "");
    struct peck_buffer record = {0};
    struct peck_rng rng;
    int allocations = 0;
    peck_rng_seed(&rng, 4);
    play_random(&match, &rng, 100); /* more than the log's first room */
    assert_int_equal(peck_record_write(&match, -1, &record), PECK_OK);
    while (!work_within(allocations, &record))
        allocations++;
    assert_int_equal(allocations, 5); /* twice the log, the record, the view, its nodes */
    peck_buffer_free(&record);
    peck_match_free(&match);
}
