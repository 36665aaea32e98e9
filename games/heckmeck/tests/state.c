/* state.c — Heckmeck's state seen from outside: what position lines and raw
 * bytes are refused, and what an interface and a learner are shown.
 *
 * Lines cannot spell every broken state, so this one test knows the private struct. */
#include "leads.h"
#include "../rules/state.h"

#include <stdio.h>
#include <string.h>

#define PLAIN "heckmeck seats=2 | "
#define TWO "heckmeck seats=2 extra-wurm | "
#define REST "kept=- rolled=- "

/* A line, and words of the sentence that refuses it. */
struct refusal {
    const char *line, *words;
};

static const struct refusal misspelt[] = {
    {PLAIN "jump turn=0 " REST "grill=21 stacks=-/-", "expected a phase"},
    {PLAIN "roll turn=2 " REST "grill=21 stacks=-/-", "a seat from 0 to 1"},
    {PLAIN "roll turn=0 kept= rolled=- grill=21 stacks=-/-", "expected dice"},
    {PLAIN "keep turn=0 kept=- rolled=2111111W grill=21 stacks=-/-", "' grill='"},
    {PLAIN "keep turn=0 kept=1111111111 rolled=- grill=21 stacks=-/-", "at most nine"},
    {PLAIN "keep turn=0 kept=1+5 rolled=- grill=21 stacks=-/-", "1 or W on the golden"},
    {TWO "keep turn=0 kept=1+1 rolled=2+W grill=21 stacks=-/- at=-,-,-,-,s0 worms=0,0",
     "one golden die"},
    {TWO "keep turn=0 kept=1+1 rolled=- golden grill=21 stacks=-/- at=-,-,-,-,s0 "
         "worms=0,0",
     "one golden die"},
    {PLAIN "roll turn=0 " REST "grill= stacks=-/-", "a tile from 21 to 36"},
    {PLAIN "roll turn=0 " REST "grill=14 stacks=-/-", "a tile from 21 to 36, found '14 "},
    {PLAIN "roll turn=0 " REST "grill=21-14 stacks=-/-", "a tile from 21 to 36"},
    {PLAIN "roll turn=0 " REST "grill=22,21 stacks=-/-", "ascending order"},
    {PLAIN "roll turn=0 " REST "grill=21,21 stacks=-/-", "ascending order"},
    {PLAIN "roll turn=0 " REST "grill=25-22 stacks=-/-", "ascending order"},
    {PLAIN "roll turn=0 " REST "grill=21 stacks=22,22/-", "one place only"},
    {PLAIN "roll turn=0 " REST "grill=21 stacks=22/22", "one place only"},
    {PLAIN "roll turn=0 " REST "grill=21 stacks=15/22", "a tile from 21 to 36, found '15/"},
    {PLAIN "roll turn=0 " REST "grill=21 stacks=-", "expected '/'"},
    {PLAIN "roll turn=0 " REST "grill=21 stacks=-/- at=-,-,-,-,- worms=0,0", "the end"},
    {PLAIN "roll turn=0 " REST "grill=11,21 stacks=-/-", "a tile from 21 to 36"},
    {PLAIN "roll turn=0 " REST "grill=21 stacks=11/-", "a tile from 21 to 36"},
    {"heckmeck seats=3 | roll turn=0 " REST "grill=21 stacks=36/-/20",
     "a tile from 21 to 36, found '20'"},
    {TWO "roll turn=0 " REST "grill=21 stacks=20/- at=-,-,-,-,- worms=0,0",
     "a tile (11, 13 or 21 to 36), found '20/"},
    {TWO "roll turn=0 " REST "grill=21 stacks=-/-", "expected ' at='"},
    {TWO "roll turn=0 " REST "grill=21 stacks=-/- at=s2,-,-,-,- worms=0,0", "a seat"},
    {TWO "roll turn=0 " REST "grill=21 stacks=-/- at=-,-,-,-,- worms=8,0", "round worms"},
};

TEST(lines_that_do_not_parse)
{
    for (size_t i = 0; i < sizeof misspelt / sizeof *misspelt; i++)
        assert_bad_position(misspelt[i].line, misspelt[i].words);
}

static const struct refusal unruly[] = {
    {PLAIN "roll turn=0 " REST "grill=21 stacks=21/-", "one place only"},
    {TWO "roll turn=0 " REST "grill=21 stacks=-/- at=22,-,-,-,- worms=0,0", "of its own"},
    {TWO "roll turn=0 " REST "grill=21 stacks=-/- at=21,21,-,-,- worms=0,0", "of its own"},
    {TWO "roll turn=0 " REST "grill=21-22 stacks=-/- at=21,22,-,21,- worms=0,0",
     "of its own"},
    {TWO "roll turn=0 " REST "grill=21 stacks=-/- at=s0,s1,-,s0,- worms=0,0", "holds two"},
    {TWO "roll turn=0 " REST "grill=21 stacks=-/- at=s0,s0,-,-,- worms=0,0", "holds two"},
    {TWO "hold turn=0 " REST "grill=21 stacks=-/- at=s1,s1,-,-,- worms=0,0", "holds two"},
    {TWO "hold turn=0 " REST "grill=21 stacks=-/- at=s0,-,-,-,- worms=0,0",
     "no two specialists"},
    {TWO "hold turn=0 " REST "grill=21 stacks=-/- at=s0,s0,-,s0,- worms=0,0",
     "no two specialists"},
    {TWO "raven turn=0 " REST "grill=21 stacks=22/- at=-,-,-,-,- worms=0,6", "nobody to"},
    {TWO "raven turn=0 " REST "grill=21 stacks=22/- at=-,-,-,-,- worms=0,7", "nobody to"},
    {TWO "rob turn=0 kept=11 rolled=- grill=21 stacks=22/- at=-,-,-,-,- worms=0,7",
     "nobody to"},
    {TWO "decide turn=0 kept=11 rolled=- grill=21 stacks=-/- at=-,-,-,-,- worms=0,6",
     "two ones are set aside"}, /* XW-70 */
    {TWO "keep turn=0 kept=1+1 rolled=2222222 grill=21 stacks=-/- at=-,-,-,-,s0 worms=0,0",
     "two ones are set aside"},
    {PLAIN "decide turn=0 kept=111111111 rolled=- grill=21 stacks=-/-", "eight plain dice"},
    {PLAIN "decide turn=0 kept=11+1 rolled=- grill=21 stacks=-/-", "does not hold it"},
    {PLAIN "decide turn=0 kept=11 rolled=- weasel-used grill=21 stacks=-/-",
     "does not hold it"},
    {PLAIN "keep turn=0 kept=11 rolled=22222 grill=21 stacks=-/-", "must have been rolled"},
    {TWO "keep turn=0 kept=11 rolled=222222 golden grill=21 stacks=-/- at=-,-,-,-,s0 "
         "worms=0,0",
     "must have been rolled"},
    {PLAIN "keep turn=0 kept=12345WWW rolled=- grill=21 stacks=-/-", "no face left"},
    {TWO "keep turn=0 kept=11111111 rolled=- grill=21 stacks=-/- at=-,-,-,s0,- worms=0,0",
     "no face left"},
    {PLAIN "keep turn=0 kept=12345WW rolled=2 grill=21 stacks=-/-", "no face left"},
    {PLAIN "keep turn=0 kept=2222222 rolled=2 grill=21 stacks=-/-", "has failed"},
    {TWO "keep turn=0 kept=2222222 rolled=2 weasel-used grill=21 stacks=-/- "
         "at=-,-,-,s0,- worms=0,0",
     "has failed"},
    {PLAIN "decide turn=0 kept=1 rolled=2222222 grill=21 stacks=-/-", "in this phase"},
    {TWO "decide turn=0 kept=1 rolled=+1 grill=21 stacks=-/- at=-,-,-,-,s0 worms=0,0",
     "in this phase"},
    {TWO "decide turn=0 kept=1 rolled=+W grill=21 stacks=-/- at=-,-,-,-,s0 worms=0,0",
     "in this phase"},
    {PLAIN "roll turn=0 kept=11111111 rolled=- grill=21 stacks=-/-", "no face left"},
    {PLAIN "decide turn=0 " REST "grill=21 stacks=-/-", "no dice are set aside"},
    {"heckmeck seats=3 extra-wurm | rob turn=0 kept=1 rolled=- grill=21 stacks=-/-/- "
     "at=-,-,-,-,- worms=0,4,3",
     "no two ones"},
    {PLAIN "roll turn=0 " REST "grill=- stacks=-/-", "is over exactly"},
    {PLAIN "over turn=0 " REST "grill=21 stacks=-/-", "is over exactly"},
    {PLAIN "over turn=1 " REST "grill=- stacks=21/-", "nobody's turn"},
    {PLAIN "over turn=0 kept=1 rolled=- grill=- stacks=21/-", "between two turns"},
    {PLAIN "over turn=0 kept=- rolled=1 grill=- stacks=21/-", "between two turns"},
    {TWO "golden turn=0 " REST "golden grill=21 stacks=-/- at=-,-,-,-,s0 worms=0,0",
     "between two turns"},
    {TWO "over turn=0 " REST "weasel-used grill=- stacks=-/- at=-,-,-,s0,- worms=0,0",
     "between two turns"},
    {PLAIN "first turn=0 " REST "grill=21-35 stacks=-/-", "has begun"},
    {"heckmeck seats=2 first=0 | first turn=0 " REST "grill=21-36 stacks=-/-", "has begun"},
    {TWO "golden turn=0 " REST "grill=21 stacks=-/- at=-,-,-,-,s1 worms=0,0",
     "hold the golden die"},
    {"heckmeck seats=3 extra-wurm | raven turn=0 " REST "grill=21 stacks=-/-/- "
     "at=-,-,-,-,- worms=0,4,3",
     "no tile from the raven"},
};

TEST(lines_that_break_a_rule)
{
    for (size_t i = 0; i < sizeof unruly / sizeof *unruly; i++)
        assert_bad_position(unruly[i].line, unruly[i].words);
}

/* A sound state of three seats with everything in it, to be broken byte by byte. */
static struct heckmeck sound(void)
{
    struct board board = board_at("heckmeck seats=3 extra-wurm | keep turn=1 kept=22+W "
                                  "rolled=1345WW grill=11,21-30 stacks=33/36,35/- "
                                  "at=11,s0,21,22,s1 worms=1,2,0");
    struct heckmeck state;
    memcpy(&state, &board.state, sizeof state);
    return state;
}

static void assert_broken(const struct heckmeck *state, const char *words)
{
    assert_has(key_words(peck_heckmeck.check(state)), words);
}

#define BREAK(change, words)                                                               \
    do {                                                                                   \
        struct heckmeck state = sound();                                                   \
        change;                                                                            \
        assert_broken(&state, words);                                                      \
    } while (0)

TEST(bytes_that_break_a_rule)
{
    BREAK(state.seats = 1, "number of seats");
    BREAK(state.seats = 8, "number of seats");
    BREAK(state.extra = 2, "neither on nor off");
    BREAK(state.fast = 2, "neither on nor off");
    BREAK(state.flip_always = 2, "neither on nor off");
    BREAK(state.first_option = -2, "first seat");
    BREAK(state.first_option = 3, "first seat");
    BREAK(state.phase = PHASES, "phase or the turn");
    BREAK(state.turn = 3, "phase or the turn");
    BREAK(state.up |= 1u << NO_TILE, "not in the game");
    BREAK(state.top[3] = 2, "not at the table");
    BREAK(state.worms[6] = 1, "not at the table");
    BREAK(state.top[0] = 200, "one place only");
    BREAK(state.below[17] = 17, "one place only"); /* a tile on itself: no endless walk */
    BREAK(state.below[14] = 17, "one place only");
    BREAK(state.below[15] = 14, "outside the stacks"); /* 34 is turned over */
    BREAK(state.below[TILE_13] = 14, "outside the stacks");
    BREAK(state.place[WEASEL] = PLACE_GONE + 1, "nowhere");
    BREAK(state.place[WEASEL] = PLACE_SEAT + 3, "cannot have it");
    BREAK(state.place[RAVEN] = PLACE_SEAT + 2, "cannot have it");
    BREAK(state.kept |= 1u << 24, "a face that does not exist");
    BREAK(state.rolled |= 1u << 24, "a face that does not exist");
    BREAK(state.golden = GOLDEN_WORM_KEPT + 1, "out of range");
    BREAK(state.weasel_used = 2, "out of range");
    BREAK(state.golden = GOLDEN_ONE_KEPT, "not among the dice");
    BREAK(state.dice = 5, "eight plain dice");
    BREAK(state.sum++, "the sum");
    struct board board = board_begin(&peck_heckmeck, 2, "");
    struct heckmeck plain;
    memcpy(&plain, &board.state, sizeof plain);
    plain.place[HEN] = TILE_21;
    assert_broken(&plain, "nowhere");
    plain.place[HEN] = PLACE_GONE;
    plain.below[TILE_11] = TILE_21;
    assert_broken(&plain, "outside the stacks");
    plain.below[TILE_11] = NO_TILE;
    plain.worms[0] = 1;
    assert_broken(&plain, "more round worms");
}

/* Bytes changed at random either break an invariant, or make another state, which has a
 * line and can be played on. */
TEST(bytes_at_random)
{
    struct peck_rng rng;
    peck_rng_seed(&rng, 60);
    for (int i = 0; i < 20000; i++) {
        union peck_state state = {0}, back;
        struct heckmeck start = sound();
        memcpy(&state, &start, sizeof start);
        for (uint32_t changes = 1 + peck_rng_below(&rng, 2); changes > 0; changes--)
            state.bytes[peck_rng_below(&rng, sizeof start)] = peck_rng_below(&rng, 256);
        if (peck_heckmeck.check(&state) != NULL)
            continue;
        char line[PECK_LINE_MAX];
        struct peck_text text = peck_text_begin(line, sizeof line);
        const struct peck_game *game;
        struct peck_error error;
        peck_encode(&peck_heckmeck, &state, &text);
        assert_int_equal(peck_decode(line, &game, &back, &error), PECK_OK);
        assert_memory_equal(&back, &state, sizeof start);
        peck_playout(&peck_heckmeck, &state, &rng, 100);
        assert_null(peck_heckmeck.check(&state));
    }
}

TEST(the_table_in_json)
{
    struct board board = board_at("heckmeck seats=3 extra-wurm | keep turn=1 kept=22+W "
                                  "rolled=1345WW grill=11,21-30 stacks=33/36,35/- "
                                  "at=11,s0,21,22,s1 worms=1,2,0");
    assert_has(board_table(&board),
               "{\"phase\":\"keep\",\"turn\":1,\"grill\":[{\"tile\":11,\"worms\":1,"
               "\"lies\":\"up\",\"specialist\":\"red-worm\"},{\"tile\":13,\"worms\":1,"
               "\"lies\":\"down\",\"specialist\":null},");
    assert_has(board_table(&board),
               "{\"tile\":36,\"worms\":4,\"lies\":\"owned\",\"specialist\":null}]");
    assert_has(board_table(&board),
               "{\"stack\":[36,35],\"worms\":10,\"round_worms\":2,"
               "\"specialists\":[\"golden-die\"]},{\"stack\":[],\"worms\":0,"
               "\"round_worms\":0,\"specialists\":[]}]");
    assert_has(board_table(&board),
               "\"kept\":[0,2,0,0,0,1],\"rolled\":[1,0,1,1,1,2],\"dice\":6,"
               "\"total\":9,\"golden_die\":\"kept-W\",\"weasel_used\":false,"
               "\"extra_wurm\":true,\"supply\":4}");
    board = board_at(TWO "keep turn=0 kept=22 rolled=1345WW+1 grill=11,21-30 stacks=33/- "
                         "at=11,-,-,-,s0 worms=0,0");
    assert_has(board_table(&board),
               "\"rolled\":[2,0,1,1,1,2],\"dice\":7,"); /* the golden die with them */
    board = board_at(TWO "decide turn=0 kept=55 rolled=- grill=21-30 stacks=33/- "
                         "at=s0,-,-,-,- worms=0,0");
    assert_has(board_table(&board), "\"total\":15,"); /* with the red worm */
    board = board_at(PLAIN "roll turn=0 " REST "grill=21 stacks=-/-");
    assert_has(board_table(&board), "\"grill\":[{\"tile\":21,");
    assert_has(board_table(&board), "\"extra_wurm\":false,\"supply\":0}");
}

TEST(what_a_learner_sees)
{
    struct board board =
        board_at("heckmeck seats=3 extra-wurm fast | keep turn=1 kept=22+W "
                 "rolled=1345WW grill=11,21-30 stacks=33/36,35/- "
                 "at=11,s0,21,22,s1 worms=1,2,0");
    int16_t seen[FEATURES];
    board.game->observe(&board.state, 1, seen);
    static const int16_t tiles[TILES] = {1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    assert_memory_equal(seen, tiles, sizeof tiles);
    static const int16_t seats[][SEAT_FEATURES] = {
        {1, 8, 35, 36, 2, 2, 0, 0, 0, 1, 1}, /* seat 1, the viewer */
        {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},   /* seat 2 */
        {1, 4, 33, 0, 1, 1, 0, 1, 0, 0, 0},  /* seat 0 */
        {0},                                 /* nobody */
    };
    assert_memory_equal(seen + TILES, seats, sizeof seats);
    static const int16_t rest[] = {11, 0,
                                   21, 22,
                                   0, /* specialists */
                                   0,  0,
                                   0,  1,
                                   0,  0,
                                   0,  0,
                                   0, /* phase */
                                   0,  1,
                                   2,  0,
                                   0,  1,
                                   0,  1,
                                   0,  1,
                                   1,  2, /* dice by face */
                                   6,  GOLDEN_WORM_KEPT,
                                   0,  9,
                                   1,  1,
                                   0};
    const int16_t *after = seen + TILES + SEATS_MAX * SEAT_FEATURES;
    assert_memory_equal(after, rest, sizeof rest);
    assert_ptr_equal(after + sizeof rest / sizeof *rest, seen + FEATURES);
    int16_t spectator[FEATURES], first[FEATURES];
    board.game->observe(&board.state, PECK_CHANCE, spectator);
    board.game->observe(&board.state, 0, first);
    assert_memory_equal(spectator, first, sizeof first);
}

/* Nothing is hidden: a view is the state, and a ply is seen by all. */
TEST(views_hide_nothing)
{
    struct board board = board_begin(&peck_heckmeck, 3, "extra-wurm"), before = board;
    struct peck_rng rng;
    peck_rng_seed(&rng, 1);
    struct peck_rng untouched = rng;
    board.game->redact(&board.state, 2);
    board.game->determinize(&board.state, 2, &rng);
    assert_memory_equal(&board, &before, sizeof board);
    assert_memory_equal(&rng, &untouched, sizeof rng);
    assert_int_equal(board.game->seen(&board.state, PECK_CHANCE, VERB_FIRST, 2),
                     VERB_FIRST);
}

/* The room that the facts promise is the room needed, and no less. */
TEST(most_actions)
{
    static uint32_t actions[PECK_OUTCOMES_MAX];
    struct board board =
        board_at(TWO "keep turn=0 kept=- rolled=12345WWW grill=21 stacks=-/- "
                     "at=-,-,-,s0,- worms=0,0");
    assert_legal(&board, 0, "keep 1; keep 2; keep 3; keep 4; keep 5; keep W; weasel");
    assert_int_equal(board.game->legal(&board.state, 0, actions),
                     peck_heckmeck.actions_max);
    board = board_at(TWO "roll turn=0 kept=- rolled=- golden grill=21 stacks=-/- "
                         "at=-,-,-,-,s0 worms=0,0");
    assert_int_equal(board.game->legal(&board.state, PECK_CHANCE, actions),
                     peck_heckmeck.outcomes_max);
}
