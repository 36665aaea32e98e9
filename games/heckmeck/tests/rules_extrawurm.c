/* rules_extrawurm.c — the rules XW of Heckmeck Extra Wurm, number by number.
 *
 * A position's `at=` names the places of red worm, hen, raven, weasel and golden die: a
 * tile, s0 for seat 0, or - for out of the game. Specialists that do not matter are out. */
#include "leads.h"

#include <stdio.h>

extern const struct peck_game peck_heckmeck;

#define TWO "heckmeck seats=2 extra-wurm | "
#define KEEP TWO "keep turn=0 "
#define DECIDE TWO "decide turn=0 "
#define NEXT TWO "roll turn=1 kept=- rolled=- "
#define FLIP "heckmeck seats=2 extra-wurm flip-always | "
#define THREE "heckmeck seats=3 extra-wurm | "
#define NOBODY " at=-,-,-,-,- worms=0,0"

RULE("XW-1", xw_1)
{
    struct board board = board_begin(&peck_heckmeck, 2, "extra-wurm first=1");
    assert_line(&board, "heckmeck seats=2 extra-wurm first=1 | roll turn=1 kept=- rolled=- "
                        "grill=11,13,21-36 stacks=-/- at=11,21,23,25,27 worms=0,0");
    board = board_at(TWO "over turn=0 kept=- rolled=- grill=- stacks=11/13,21" NOBODY);
    assert_int_equal(board_points(&board, 0), 1);
    assert_int_equal(board_points(&board, 1), 2);
}

RULE("XW-2", xw_2)
{
    struct board board = board_begin(&peck_heckmeck, 2, "extra-wurm");
    assert_line(&board, TWO "first turn=0 kept=- rolled=- grill=11,13,21-36 stacks=-/- "
                            "at=11,21,23,25,27 worms=0,0"); /* worm hen raven weasel die */
}

RULE("XW-3", xw_3)
{
    struct board board =
        board_at(KEEP "kept=- rolled=11345WWW grill=36 stacks=-/- at=-,s1,-,-,- worms=3,3");
    board_play(&board, "0 keep 1"); /* the seventh … */
    assert_line(&board,
                DECIDE "kept=11 rolled=- grill=36 stacks=-/- at=-,s1,-,-,- worms=4,3");
    assert_int_equal(board_points(&board, 0), 4);
    board_play(&board,
               "0 stop; * roll 11345WWW; 1 keep 1"); /* … was the last in the supply */
    assert_line(
        &board,
        TWO "decide turn=1 kept=11 rolled=- grill=36 stacks=-/- at=-,s1,-,-,- worms=3,4");
    assert_bad_position(
        TWO "roll turn=0 kept=- rolled=- grill=36 stacks=-/- at=-,-,-,-,- worms=4,4",
        "more round worms");
}

RULE("XW-10", xw_10)
{
    static const struct {
        const char *kept, *names;
    } cases[] = {
        {"15W", "roll; take 11; stop"}, {"25W", "roll; stop"}, /* 12 */
        {"35W", "roll; take 13; stop"}, {"155", "roll; stop"}, /* 11, no worm */
        {"45W", "roll; stop"}, /* 14: not the highest tile below */
        {"22355WWW", "stop"},  /* 32 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[160];
        snprintf(line, sizeof line,
                 DECIDE "kept=%s rolled=- grill=11,13,33 stacks=-/-" NOBODY, cases[i].kept);
        assert_offers(line, 0, cases[i].names);
    }
    assert_offers(DECIDE "kept=15W rolled=- grill=13,33 stacks=-/-" NOBODY, 0,
                  "roll; stop"); /* 11 is gone */
    assert_leads(DECIDE "kept=35W rolled=- grill=11,13,33 stacks=-/-" NOBODY, "0 take 13",
                 NEXT "grill=11,33 stacks=13/-" NOBODY);
}

RULE("XW-11", xw_11)
{
    assert_offers(DECIDE "kept=15W rolled=- grill=33 stacks=-/11" NOBODY, 0, "roll; stop");
    assert_offers(DECIDE "kept=35W rolled=- grill=33 stacks=-/13 at=s1,-,-,-,- worms=0,0",
                  0, "roll; stop");
    assert_offers(DECIDE "kept=5WWWW rolled=- grill=33 stacks=-/25,13" NOBODY, 0,
                  "roll; stop");
    assert_offers(DECIDE "kept=5WWW rolled=- grill=33 stacks=-/13" NOBODY, 0,
                  "roll; stop"); /* 20 and 19 are the numbers before 21, but no tiles */
    assert_offers(DECIDE "kept=4WWW rolled=- grill=33 stacks=-/11" NOBODY, 0, "roll; stop");
}

RULE("XW-12", xw_12)
{
    assert_leads(DECIDE "kept=1 rolled=- grill=11,33 stacks=13/-" NOBODY, "0 stop",
                 NEXT "grill=11,13 stacks=-/-" NOBODY);
    struct board board =
        board_at(FLIP "decide turn=0 kept=1 rolled=- grill=11,13,33 stacks=-/-" NOBODY);
    board_play(&board, "0 stop; * roll 11111111; 1 keep 1; 1 stop"); /* 33, then 13 */
    assert_line(&board, FLIP
                "roll turn=0 kept=- rolled=- grill=11 stacks=-/- at=-,-,-,-,- worms=0,1");
    board_play(&board, "* roll 22222222; 0 keep 2; 0 stop");
    assert_line(&board, FLIP
                "over turn=0 kept=- rolled=- grill=- stacks=-/- at=-,-,-,-,- worms=0,1");
    assert_leads(DECIDE "kept=15W rolled=- grill=11 stacks=-/-" NOBODY, "0 take 11",
                 TWO "over turn=0 kept=- rolled=- grill=- stacks=11/-" NOBODY);
}

RULE("XW-20", xw_20)
{
    assert_leads(
        DECIDE
        "kept=5WWWW rolled=- grill=11,13,21-36 stacks=-/- at=11,21,23,25,27 worms=0,0",
        "0 take 25",
        NEXT "grill=11,13,21-24,26-36 stacks=25/- at=11,21,23,s0,27 worms=0,0");
    assert_leads(TWO "decide turn=1 kept=15W rolled=- grill=11,13,21-36 stacks=-/- "
                     "at=11,21,23,25,27 worms=0,0",
                 "1 take 11",
                 TWO "roll turn=0 kept=- rolled=- grill=13,21-36 stacks=-/11 "
                     "at=s1,21,23,25,27 worms=0,0");
}

RULE("XW-21", xw_21)
{
    assert_leads(
        THREE "decide turn=0 kept=5WWWW rolled=- grill=33 stacks=-/21/22,25 at=s1,-,-,s2,- "
              "worms=0,0,0",
        "0 steal 25",
        THREE
        "roll turn=1 kept=- rolled=- grill=33 stacks=25/21/22 at=s1,-,-,s0,- worms=0,0,0");
    assert_leads(DECIDE "kept=5WWWW rolled=- grill=33 stacks=-/25" NOBODY, "0 steal 25",
                 NEXT "grill=33 stacks=25/-" NOBODY);
}

RULE("XW-22", xw_22)
{
    struct board board = board_at(
        DECIDE
        "kept=5WWWW rolled=- grill=21,22,25,33 stacks=-/- at=s0,21,-,25,- worms=0,0");
    board_play(&board, "0 take 25");
    assert_line(
        &board, TWO
        "hold turn=0 kept=- rolled=- grill=21-22,33 stacks=25/- at=s0,21,-,s0,- worms=0,0");
    assert_legal(&board, 0, "hold red-worm; hold weasel");
    struct board other = board;
    board_play(&board, "0 hold weasel");
    assert_line(&board, NEXT "grill=21-22,33 stacks=25/- at=22,21,-,s0,- worms=0,0");
    board_play(&other, "0 hold red-worm");
    assert_line(&other, NEXT "grill=21-22,33 stacks=25/- at=s0,21,-,22,- worms=0,0");
    board = board_at(DECIDE
                     "kept=5WWWW rolled=- grill=33 stacks=-/25 at=-,s0,-,-,s1 worms=0,0");
    board_play(&board, "0 steal 25");
    assert_legal(&board, 0, "hold hen; hold golden-die");
}

RULE("XW-23", xw_23)
{
    assert_leads(DECIDE "kept=1 rolled=- grill=23,30 stacks=21/- at=s0,-,23,-,- worms=0,0",
                 "0 stop", /* onto the tile just put back */
                 NEXT "grill=21,23 stacks=-/- at=21,-,23,-,- worms=0,0");
    assert_leads(
        TWO "roll turn=0 kept=1 rolled=- grill=22-23 stacks=21/- at=-,-,22,-,s0 worms=0,0",
        "* roll 1111111", NEXT "grill=21-22 stacks=-/- at=-,-,22,-,21 worms=0,0");
}

RULE("XW-24", xw_24)
{
    assert_leads(DECIDE
                 "kept=1 rolled=- grill=11,13,21-22 stacks=-/- at=s0,11,13,21,- worms=0,0",
                 "0 stop", /* the lowest without one */
                 NEXT "grill=11,13,21-22 stacks=-/- at=22,11,13,21,- worms=0,0");
    assert_leads(DECIDE
                 "kept=1 rolled=- grill=11,13,21 stacks=-/- at=s0,11,13,21,- worms=0,0",
                 "0 stop", /* none */
                 NEXT "grill=11,13,21 stacks=-/- at=-,11,13,21,- worms=0,0");
}

RULE("XW-25", xw_25)
{
    assert_leads(DECIDE
                 "kept=1 rolled=- grill=21-22,30 stacks=23/- at=s0,-,30,-,- worms=0,0",
                 "0 stop", /* the raven before the red worm */
                 NEXT "grill=21-23 stacks=-/- at=22,-,21,-,- worms=0,0");
    assert_leads(
        FLIP
        "decide turn=0 kept=1 rolled=- grill=21-22 stacks=-/- at=-,22,21,-,- worms=0,0",
        "0 stop", /* no tile */
        FLIP "roll turn=1 kept=- rolled=- grill=21 stacks=-/- at=-,-,21,-,- worms=0,0");
}

RULE("XW-26", xw_26)
{
    assert_leads(DECIDE
                 "kept=1 rolled=- grill=21-22,30 stacks=-/- at=-,-,21,s0,- worms=0,0",
                 "0 stop", NEXT "grill=21-22,30 stacks=-/- at=-,-,21,22,- worms=0,0");
}

RULE("XW-30", xw_30)
{
    struct board board = board_at(
        TWO "decide turn=1 kept=1 rolled=- grill=30 stacks=-/- at=-,-,-,-,s0 worms=0,0");
    uint32_t count;
    board_play(&board, "1 stop");
    assert_line(
        &board,
        TWO "golden turn=0 kept=- rolled=- grill=30 stacks=-/- at=-,-,-,-,s0 worms=0,0");
    assert_legal(&board, 0, "use golden; leave golden");
    struct board other = board;
    board_play(&board, "0 use golden");
    assert_true(weigh(&board, &count) == 2 * 1679616);
    assert_int_equal(count, 2 * 1287);
    board_play(&board, "* roll 11345WWW+W; 0 keep W; 0 roll; * roll 11345");
    board_play(&other, "0 leave golden");
    assert_true(weigh(&other, &count) == 1679616);
    board_play(&other, "* roll 11345WWW; 0 keep W; 0 roll; * roll 11345; 0 keep 5; 0 stop");
    assert_leads(DECIDE "kept=1 rolled=- grill=21,30 stacks=-/- at=-,-,-,-,s0 worms=0,0",
                 "0 stop; * roll 11111111", /* put back: nobody is asked */
                 TWO "keep turn=1 kept=- rolled=11111111 grill=21,30 stacks=-/- "
                     "at=-,-,-,-,21 worms=0,0");
}

RULE("XW-31", xw_31)
{
    const char *start = TWO
        "roll turn=0 kept=- rolled=- golden grill=30 stacks=-/- at=-,-,-,-,s0 worms=0,0";
    struct board board = board_at(start);
    static uint32_t actions[PECK_OUTCOMES_MAX], weights[PECK_OUTCOMES_MAX];
    board.game->legal(&board.state, PECK_CHANCE, actions);
    board.game->weights(&board.state, weights);
    for (int i = 0; i < 1287; i++) /* a 1 or a worm, with equal chances */
        assert_int_equal(weights[i], weights[i + 1287]);
    assert_false(board_may(&board, PECK_CHANCE, "roll 11345WWW+5"));
    assert_false(board_may(&board, PECK_CHANCE, "roll 11345WWW"));
    assert_leads(start, "* roll 13455WWW+W; 0 keep W", /* set aside with the others: 20 */
                 DECIDE "kept=WWW+W rolled=- grill=30 stacks=-/- at=-,-,-,-,s0 worms=0,0");
    assert_leads(start, "* roll 13455WWW+W; 0 keep 5; 0 roll; * roll 13455W+1; 0 keep 1",
                 DECIDE "kept=155+1 rolled=- grill=30 stacks=-/- at=-,-,-,-,s0 worms=1,0");
    assert_leads(start, "* roll 13455WWW+1; 0 keep 5", /* left, it is rolled again */
                 DECIDE
                 "kept=55 rolled=- golden grill=30 stacks=-/- at=-,-,-,-,s0 worms=0,0");
    assert_offers(KEEP
                  "kept=3333 rolled=3333+W grill=30 stacks=-/- at=-,-,-,-,s0 worms=0,0",
                  0, "keep W"); /* it alone shows a worm */
    board = board_at(TWO "roll turn=0 kept=11115555 rolled=- golden grill=25 stacks=-/- "
                         "at=-,-,-,-,s0 worms=1,0");
    assert_legal(&board, PECK_CHANCE, "roll +1; roll +W"); /* the last die left */
    board_play(&board, "* roll +W");
    assert_line(&board,
                KEEP "kept=11115555 rolled=+W grill=25 stacks=-/- at=-,-,-,-,s0 worms=1,0");
    board_play(&board, "0 keep W");
    assert_legal(&board, 0, "take 25; stop");
    assert_leads(TWO "roll turn=0 kept=11115555 rolled=- golden grill=25 stacks=-/- "
                     "at=-,-,-,-,s0 worms=1,0",
                 "* roll +1", /* chosen before: failed */
                 NEXT "grill=25 stacks=-/- at=-,-,-,-,25 worms=1,0");
}

RULE("XW-31", xw_31_odds)
{
    struct board board = board_at(TWO "roll turn=0 kept=2222222 rolled=- golden grill=25 "
                                      "stacks=-/- at=-,-,-,-,s0 worms=0,0");
    uint32_t actions[12], drawn[12] = {0};
    assert_int_equal(board.game->legal(&board.state, PECK_CHANCE, actions), 12);
    struct peck_rng rng;
    peck_rng_seed(&rng, 31);
    for (int i = 0; i < 12000; i++) {
        uint32_t action = board.game->sample(&board.state, &rng);
        for (int k = 0; k < 12; k++)
            drawn[k] += actions[k] == action;
    }
    for (int k = 0; k < 12; k++)
        assert_in_range(drawn[k], 880, 1120); /* 1000 expected, 4 deviations */
}

/* The golden die of another box. */
RULE("XW-31", xw_31_another_box)
{
#define LAST                                                                               \
    TWO "roll turn=0 kept=55555555 rolled=- golden grill=25 stacks=-/- at=-,-,-,-,s0 "     \
        "worms=0,0"
    static const struct {
        const char *die;
        uint32_t ones, worms;
    } dice[] = {{"11111W", 5, 1}, {"1111WW", 2, 1}, {"", 1, 1}, {"11WWWW", 1, 2}};
    for (size_t i = 0; i < sizeof dice / sizeof *dice; i++) {
        char line[PECK_LINE_MAX];
        uint32_t actions[2], weights[2];
        snprintf(line, sizeof line, LAST "%s%s", *dice[i].die ? " die=" : "", dice[i].die);
        struct board board = board_at(line);
        assert_string_equal(board_line(&board), line);
        assert_int_equal(board.game->legal(&board.state, PECK_CHANCE, actions), 2);
        board.game->weights(&board.state, weights);
        assert_int_equal(weights[0], dice[i].ones);
        assert_int_equal(weights[1], dice[i].worms);
    }
    assert_bad_position(LAST " die=111WWW", "a box other than the assumed one");
    assert_bad_position(LAST " die=W11111", "a box other than the assumed one");
    assert_bad_position(LAST " die=WWWWWW", "at least one 1 and at least one W");
    assert_bad_position(LAST " die=11112W", "six faces, each 1 or W");
    assert_bad_position(LAST " die=1111WWW", "the end of the line");
    assert_bad_position(
        "heckmeck seats=2 | roll turn=0 kept=- rolled=- grill=25 stacks=-/- "
        "die=11111W",
        "the end of the line");
}

RULE("XW-35", xw_35)
{
    assert_offers(DECIDE
                  "kept=5555 rolled=- grill=21-36 stacks=-/- at=s0,-,-,-,- worms=0,0",
                  0, "roll; take 25; stop");
    assert_offers(DECIDE
                  "kept=555W rolled=- grill=21-36 stacks=-/- at=s0,-,-,-,- worms=0,0",
                  0, "roll; stop"); /* 20: it counts no more */
    assert_offers(DECIDE
                  "kept=5555 rolled=- grill=21-36 stacks=-/- at=s1,-,-,-,- worms=0,0",
                  0, "roll; stop"); /* not one's own */
    assert_offers(DECIDE "kept=15 rolled=- grill=11 stacks=-/- at=s0,-,-,-,- worms=0,0", 0,
                  "roll; take 11; stop");
    assert_leads(DECIDE
                 "kept=5555 rolled=- grill=21-24,26 stacks=-/25 at=s0,-,-,-,- worms=0,0",
                 "0 steal 25", NEXT "grill=21-24,26 stacks=25/- at=s0,-,-,-,- worms=0,0");
}

RULE("XW-36", xw_36)
{
    assert_leads(
        TWO "roll turn=0 kept=5555 rolled=- grill=25 stacks=-/- at=s0,-,-,-,- worms=0,0",
        "* roll 5555", /* it does not save the roll */
        NEXT "grill=25 stacks=-/- at=25,-,-,-,- worms=0,0");
    assert_offers(KEEP "kept=5555 rolled=555W grill=25 stacks=-/- at=s0,-,-,-,- worms=0,0",
                  0, "keep W"); /* nor is the worm chosen */
    assert_offers(DECIDE
                  "kept=1234555 rolled=- grill=36 stacks=-/- at=s0,-,-,-,- worms=0,0",
                  0, "roll; stop"); /* five faces, not six */
}

RULE("XW-40", xw_40)
{
    const char *start =
        TWO "roll turn=0 kept=- rolled=- grill=30 stacks=-/- at=-,-,-,s0,- worms=0,0";
    struct board board = board_at(start);
    board_play(&board, "* roll 11111112");
    assert_legal(&board, 0, "keep 1; keep 2; weasel");
    board_play(&board, "0 weasel");
    assert_line(&board, TWO "roll turn=0 kept=- rolled=- weasel-used grill=30 stacks=-/- "
                            "at=-,-,-,s0,- worms=0,0");
    board_play(&board, "* roll 1223WWWW");
    assert_legal(&board, 0, "keep 1; keep 2; keep 3; keep W"); /* once a turn */
    board_play(&board, "0 keep W; 0 roll; * roll WWWW"); /* fails at once, it is used */
    assert_line(&board, NEXT "grill=30 stacks=-/- at=-,-,-,30,- worms=0,0");
    board = board_at(start);
    board_play(&board, "* roll 1223WWWW; 0 keep W; 0 roll; * roll WWWW");
    assert_legal(&board, 0, "weasel; stop"); /* a roll that would fail */
    struct board other = board;
    board_play(&board, "0 weasel; * roll 1WWW");
    assert_legal(&board, 0, "keep 1"); /* the dice just rolled, all of them and no others */
    board_play(&other, "0 stop");
    assert_line(&other, NEXT "grill=30 stacks=-/- at=-,-,-,30,- worms=0,0");
    assert_offers(KEEP "kept=- rolled=11111112 grill=30 stacks=-/- at=-,-,-,s1,- worms=0,0",
                  0, "keep 1; keep 2"); /* the owner only */
    board = board_at(
        DECIDE
        "kept=155WWW rolled=- weasel-used grill=26,30 stacks=-/- at=-,-,-,s0,- worms=0,0");
    board_play(&board, "0 take 26; * roll 11111111; 1 keep 1; 1 stop; * roll 22222222");
    assert_legal(&board, 0, "keep 2; weasel"); /* ready again next turn */
}

RULE("XW-50", xw_50)
{
    assert_leads(DECIDE "kept=5WWWW rolled=- grill=33 stacks=22/25 at=-,s1,-,-,- worms=0,0",
                 "0 steal 25", /* the hen, and the tile stays */
                 NEXT "grill=33 stacks=22/25 at=-,s0,-,-,- worms=0,0");
    struct board board = board_at(
        DECIDE "kept=5WWWW rolled=- grill=33 stacks=22/25 at=-,s1,-,s0,- worms=0,0");
    board_play(&board, "0 steal 25");
    assert_legal(&board, 0, "hold hen; hold weasel");
    board_play(&board, "0 hold weasel");
    assert_line(&board, NEXT "grill=33 stacks=22/25 at=-,33,-,s0,- worms=0,0");
}

RULE("XW-51", xw_51)
{
    assert_leads(DECIDE "kept=1 rolled=- grill=21,33 stacks=25/- at=-,s0,21,-,- worms=0,0",
                 "0 stop", /* the hen alone, and nothing is turned over */
                 NEXT "grill=21,33 stacks=25/- at=-,33,21,-,- worms=0,0");
    assert_leads(DECIDE "kept=1 rolled=- grill=21,33 stacks=-/25 at=-,s0,21,-,- worms=0,0",
                 "0 stop", /* with no tile the hen is kept */
                 NEXT "grill=21,33 stacks=-/25 at=-,s0,21,-,- worms=0,0");
}

RULE("XW-52", xw_52)
{
    assert_leads(
        THREE "keep turn=0 kept=- rolled=11345WWW grill=33 stacks=-/-/- at=-,s1,-,-,- "
              "worms=0,4,3",
        "0 keep 1", /* seat 2, without a question */
        THREE
        "decide turn=0 kept=11 rolled=- grill=33 stacks=-/-/- at=-,s1,-,-,- worms=1,4,2");
    assert_leads(
        THREE "keep turn=0 kept=- rolled=11345WWW grill=33 stacks=-/-/- at=-,s1,-,-,- "
              "worms=0,7,0",
        "0 keep 1", /* nobody */
        THREE
        "decide turn=0 kept=11 rolled=- grill=33 stacks=-/-/- at=-,s1,-,-,- worms=0,7,0");
}

RULE("XW-53", xw_53)
{
    assert_offers(DECIDE "kept=5WWWW rolled=- grill=24 stacks=-/25 at=-,s1,-,-,- worms=0,0",
                  0, "roll; take 24; steal 25; stop");
}

RULE("XW-54", xw_54)
{
    assert_leads(
        FLIP
        "decide turn=0 kept=1 rolled=- grill=21,33 stacks=25/- at=-,s0,21,-,- worms=0,0",
        "0 stop",
        FLIP
        "roll turn=1 kept=- rolled=- grill=21,33 stacks=25/- at=-,33,21,-,- worms=0,0");
    assert_leads(
        FLIP
        "decide turn=0 kept=1 rolled=- grill=21,33 stacks=-/25 at=-,s0,21,-,- worms=0,0",
        "0 stop",
        FLIP "roll turn=1 kept=- rolled=- grill=21 stacks=-/25 at=-,s0,21,-,- worms=0,0");
}

RULE("XW-60", xw_60)
{
    assert_leads(
        DECIDE
        "kept=3WWWW rolled=- grill=11,13,21-36 stacks=-/- at=11,21,23,25,27 worms=0,0",
        "0 take 23",
        NEXT "grill=11,13,21-22,24-36 stacks=23/- at=11,21,13,25,27 worms=1,0");
    assert_leads(DECIDE
                 "kept=3WWWW rolled=- grill=23,25 stacks=-/- at=-,-,23,25,s0 worms=0,0",
                 "0 take 23", /* no room: it leaves */
                 NEXT "grill=25 stacks=23/- at=-,-,-,25,s0 worms=1,0");
    assert_bad_position(
        TWO "roll turn=0 kept=- rolled=- grill=23 stacks=-/- at=-,-,s0,-,- worms=0,0",
        "cannot have it");
}

RULE("XW-70", xw_70)
{
    struct board board =
        board_at(TWO "roll turn=0 kept=- rolled=- grill=33 stacks=-/-" NOBODY);
    board_play(&board, "* roll 11145WWW; 0 keep 1"); /* three of them: still one worm */
    assert_line(&board,
                DECIDE "kept=111 rolled=- grill=33 stacks=-/- at=-,-,-,-,- worms=1,0");
    board_play(&board, "0 roll; * roll 11111"); /* whatever becomes of the turn */
    assert_line(&board, NEXT "grill=33 stacks=-/- at=-,-,-,-,- worms=1,0");
    board_play(&board, "* roll 12233WWW; 1 keep 1"); /* a single 1 gains nothing */
    assert_line(&board, TWO
                "decide turn=1 kept=1 rolled=- grill=33 stacks=-/- at=-,-,-,-,- worms=1,0");
    board_play(&board, "1 stop; * roll 11223344; 0 keep 2"); /* nor does another pair */
    assert_line(&board,
                DECIDE "kept=22 rolled=- grill=33 stacks=-/- at=-,-,-,-,- worms=1,0");
    assert_leads(
        "heckmeck seats=2 | keep turn=0 kept=- rolled=11145WWW grill=33 stacks=-/-",
        "0 keep 1", /* nor anything without the expansion */
        "heckmeck seats=2 | decide turn=0 kept=111 rolled=- grill=33 stacks=-/-");
    assert_leads(KEEP
                 "kept=- rolled=1345WWWW+1 grill=33 stacks=-/- at=-,-,-,-,s0 worms=0,0",
                 "0 keep 1", /* the golden die is a die */
                 DECIDE "kept=1+1 rolled=- grill=33 stacks=-/- at=-,-,-,-,s0 worms=1,0");
}

RULE("XW-71", xw_71)
{
    struct board board = board_at(THREE "keep turn=1 kept=- rolled=11345WWW grill=33 "
                                        "stacks=-/-/- at=-,-,-,-,- worms=4,1,2");
    board_play(&board, "1 keep 1");
    assert_line(
        &board,
        THREE "rob turn=1 kept=11 rolled=- grill=33 stacks=-/-/- at=-,-,-,-,- worms=4,1,2");
    assert_legal(&board, 1, "rob 0; rob 2");
    board_play(&board, "1 rob 2");
    assert_line(
        &board, THREE
        "decide turn=1 kept=11 rolled=- grill=33 stacks=-/-/- at=-,-,-,-,- worms=4,2,1");
    assert_leads(KEEP "kept=- rolled=11345WWW grill=33 stacks=-/- at=-,-,-,-,- worms=7,0",
                 "0 keep 1", /* nobody has one */
                 DECIDE "kept=11 rolled=- grill=33 stacks=-/- at=-,-,-,-,- worms=7,0");
    assert_leads(KEEP "kept=- rolled=11345WWW grill=33 stacks=-/- at=-,-,-,-,- worms=3,3",
                 "0 keep 1", /* the supply comes first */
                 DECIDE "kept=11 rolled=- grill=33 stacks=-/- at=-,-,-,-,- worms=4,3");
}

RULE("XW-72", xw_72)
{
    assert_leads(DECIDE "kept=1 rolled=- grill=33 stacks=25/- at=-,-,-,-,- worms=3,0",
                 "0 stop", NEXT "grill=25 stacks=-/- at=-,-,-,-,- worms=3,0");
    assert_leads(
        TWO "decide turn=1 kept=5WWWW rolled=- grill=33 stacks=25/- at=-,-,-,-,- worms=3,0",
        "1 steal 25",
        TWO "roll turn=0 kept=- rolled=- grill=33 stacks=-/25 at=-,-,-,-,- worms=3,0");
}

RULE("XW-75", xw_75)
{
    struct board board = board_at(THREE "decide turn=1 kept=5WWWW rolled=- grill=25 "
                                        "stacks=-/-/- at=-,-,25,-,- worms=4,1,2");
    board_play(&board, "1 take 25"); /* the last tile, but a round worm is owed */
    assert_line(
        &board, THREE
        "raven turn=1 kept=- rolled=- grill=- stacks=-/25/- at=-,-,-,-,- worms=4,1,2");
    assert_legal(&board, 1, "rob 0; rob 2");
    board_play(&board, "1 rob 0");
    assert_line(
        &board,
        THREE "over turn=0 kept=- rolled=- grill=- stacks=-/25/- at=-,-,-,-,- worms=3,2,2");
    board = board_at(
        TWO
        "decide turn=1 kept=5WWWW rolled=- grill=25 stacks=-/- at=s1,-,-,25,- worms=0,0");
    board_play(&board, "1 take 25");
    assert_legal(&board, 1, "hold red-worm; hold weasel");
    board_play(&board, "1 hold weasel");
    assert_line(&board, TWO
                "over turn=0 kept=- rolled=- grill=- stacks=-/25 at=-,-,-,s1,- worms=0,0");
    assert_leads(
        THREE "decide turn=1 kept=5WWWW rolled=- grill=25,30 stacks=-/-/- at=-,-,25,-,- "
              "worms=4,1,2",
        "1 take 25; 1 rob 2", /* before the turn */
        THREE
        "roll turn=2 kept=- rolled=- grill=30 stacks=-/25/- at=-,-,30,-,- worms=4,2,1");
}

RULE("XW-80", xw_80)
{
    struct board board =
        board_at("heckmeck seats=4 extra-wurm | over turn=0 kept=- rolled=- grill=- "
                 "stacks=21/22,13/-/- at=-,-,-,-,- worms=1,0,2,2");
    static const uint8_t places[] = {2, 1, 3,
                                     3}; /* two worms each: 22, 21, no tile twice */
    for (int seat = 0; seat < 4; seat++) {
        assert_int_equal(board_points(&board, seat), 2);
        assert_int_equal(board_place(&board, seat), places[seat]);
    }
    board = board_at(
        TWO "over turn=0 kept=- rolled=- grill=- stacks=33/- at=-,-,-,-,- worms=0,5");
    assert_int_equal(board_place(&board, 1), 1); /* five round worms beat four on a tile */
}
