/* rules.c — the rules HM of Heckmeck, number by number, worked examples
 * included.
 *
 * Positions are lines (see words.c) or come about by plies. Where a ply changes
 * the table, the whole position after it is compared, so that nothing else may have
 * changed. */
#include "leads.h"

#include <stdio.h>

#define TWO "heckmeck seats=2 | "
#define KEEP TWO "keep turn=0 "
#define DECIDE TWO "decide turn=0 "
#define NEXT TWO "roll turn=1 kept=- rolled=- "

extern const struct peck_game peck_heckmeck;

RULE("HM-1", hm_1)
{
    for (int tile = 21; tile <= 36; tile++) {
        char line[96];
        snprintf(line, sizeof line, TWO "over turn=0 kept=- rolled=- grill=- stacks=%d/-",
                 tile);
        struct board board = board_at(line);
        assert_int_equal(board_points(&board, 0), tile <= 24   ? 1
                                                  : tile <= 28 ? 2
                                                  : tile <= 32 ? 3
                                                               : 4);
    }
    static const char *const others[] = {"11", "13", "20", "37"};
    for (int i = 0; i < 4; i++) {
        char line[96];
        snprintf(line, sizeof line, TWO "roll turn=0 kept=- rolled=- grill=%s stacks=-/-",
                 others[i]);
        assert_bad_position(line, "expected a tile from 21 to 36");
    }
}

RULE("HM-2", hm_2)
{
    struct board board = board_begin(&peck_heckmeck, 2, "first=0");
    uint32_t count;
    assert_true(weigh(&board, &count) == 1679616); /* 6^8 */
    assert_int_equal(count, 1287);
    assert_true(board_may(&board, PECK_CHANCE, "roll 12345WWW"));
    static const char faces[] = "12345";
    for (int i = 0; i < 5; i++) {
        char line[128], name[32];
        snprintf(line, sizeof line, DECIDE "kept=%cWWWW rolled=- grill=21-36 stacks=-/-",
                 faces[i]);
        snprintf(name, sizeof name, "roll; take %d; stop",
                 21 + i); /* four worms score 20 */
        assert_offers(line, 0, name);
    }
}

RULE("HM-3", hm_3)
{
    assert_refused(&peck_heckmeck, 1, "", "2 to 7 seats");
    assert_refused(&peck_heckmeck, 8, "", "2 to 7 seats");
    for (int seats = 2; seats <= 7; seats++) {
        struct board board = board_begin(&peck_heckmeck, seats, "");
        assert_null(board.game->check(&board.state));
    }
}

RULE("HM-4", hm_4)
{
    struct board board = board_begin(&peck_heckmeck, 3, "");
    assert_line(&board,
                "heckmeck seats=3 | first turn=0 kept=- rolled=- grill=21-36 stacks=-/-/-");
}

RULE("HM-5", hm_5)
{
    struct board board = board_begin(&peck_heckmeck, 3, "");
    uint32_t count;
    assert_legal(&board, PECK_CHANCE, "first 0; first 1; first 2");
    assert_legal(&board, 0, "");
    assert_true(weigh(&board, &count) == 3);
    int drawn[3] = {0};
    struct peck_rng rng;
    peck_rng_seed(&rng, 5);
    uint32_t actions[3];
    board.game->legal(&board.state, PECK_CHANCE, actions);
    for (int i = 0; i < 300; i++) {
        uint32_t action = board.game->sample(&board.state, &rng);
        assert_in_range(action, actions[0], actions[2]);
        drawn[action - actions[0]]++;
    }
    for (int seat = 0; seat < 3; seat++)
        assert_in_range(drawn[seat], 70, 130); /* 100 expected, more than 3 deviations */
    board_play(&board, "* first 2; * roll 1111234W");
    assert_legal(&board, 2, "keep 1; keep 2; keep 3; keep 4; keep W");
    board = board_begin(&peck_heckmeck, 3, "first=1");
    board_play(&board, "* roll 1111234W; 1 keep 1");
    assert_line(&board, "heckmeck seats=3 first=1 | decide turn=1 kept=1111 rolled=- "
                        "grill=21-36 stacks=-/-/-");
    assert_refused(&peck_heckmeck, 3, "first=3", "first from 0 to 2");
}

RULE("HM-10", hm_10)
{
    struct board board = board_begin(&peck_heckmeck, 2, "first=0");
    assert_false(board_may(&board, PECK_CHANCE, "roll 1134WWW")); /* seven dice */
    board_play(&board, "* roll 11345WWW; 0 keep W; 0 roll");
    uint32_t count;
    assert_true(weigh(&board, &count) == 7776); /* 6^5: the three worms stay aside */
    assert_int_equal(count, 252);
    assert_false(board_may(&board, PECK_CHANCE, "roll 11345W"));
    board_play(&board, "* roll 11345; 0 keep 5; 0 roll");
    assert_true(weigh(&board, &count) == 1296);
}

RULE("HM-11", hm_11)
{
    struct board board = board_begin(&peck_heckmeck, 2, "first=0");
    board_play(&board, "* roll 11345WWW");
    assert_legal(&board, 0, "keep 1; keep 3; keep 4; keep 5; keep W");
    assert_legal(&board, 1, "");
    board_play(&board, "0 keep W");
    assert_line(&board, "heckmeck seats=2 first=0 | decide turn=0 kept=WWW rolled=- "
                        "grill=21-36 stacks=-/-");
    board_play(&board, "0 roll; * roll 114WW");
    assert_legal(&board, 0, "keep 1; keep 4");
}

RULE("HM-12", hm_12)
{
    assert_offers(KEEP "kept=55 rolled=5555WW grill=21-36 stacks=-/-", 0, "keep W");
    assert_offers(KEEP "kept=WW rolled=5555WW grill=21-36 stacks=-/-", 0, "keep 5");
}

RULE("HM-13", hm_13)
{
    assert_offers(DECIDE "kept=4 rolled=- grill=21-36 stacks=-/-", 0, "roll; stop");
    assert_offers(DECIDE "kept=1111WWWW rolled=- grill=21-36 stacks=-/-", 0,
                  "take 24; stop"); /* no dice */
    assert_offers(DECIDE "kept=12345WW rolled=- grill=21-36 stacks=-/-", 0,
                  "take 25; stop"); /* a die, but no face */
}

RULE("HM-14", hm_14)
{
    assert_leads(
        "heckmeck seats=3 | roll turn=1 kept=44WW rolled=- grill=21-36 stacks=-/-/-",
        "* roll 44WW",
        "heckmeck seats=3 | roll turn=2 kept=- rolled=- grill=21-36 stacks=-/-/-");
}

RULE("HM-15", hm_15)
{
    assert_leads(TWO "decide turn=1 kept=1WWWW rolled=- grill=21-36 stacks=-/-", "1 stop",
                 TWO "roll turn=0 kept=- rolled=- grill=21-36 stacks=-/-");
    assert_leads(TWO "decide turn=1 kept=1 rolled=- grill=21-33,35-36 stacks=-/34",
                 "1 stop", TWO "roll turn=0 kept=- rolled=- grill=21-35 stacks=-/-");
}

RULE("HM-16", hm_16)
{
    struct board board = board_at(KEEP "kept=12345 rolled=55W grill=21-36 stacks=-/-");
    board_play(&board, "0 keep W"); /* 20, all faces chosen: the turn waits for its end */
    assert_line(&board, DECIDE "kept=12345W rolled=- grill=21-36 stacks=-/-");
    assert_legal(&board, 0, "stop");
    board_play(&board, "0 stop");
    assert_line(&board, NEXT "grill=21-36 stacks=-/-");
}

RULE("HM-20", hm_20)
{
    assert_offers(DECIDE "kept=44555 rolled=- grill=21-22,24-36 stacks=-/23", 0,
                  "roll; stop"); /* 23, no worm: neither take nor steal */
    assert_offers(DECIDE "kept=4455W rolled=- grill=21-22,24-36 stacks=-/23", 0,
                  "roll; take 22; steal 23; stop");
}

RULE("HM-21", hm_21)
{
    assert_offers(DECIDE "kept=55WWW rolled=- grill=21-36 stacks=-/-", 0,
                  "roll; take 25; stop");
    assert_offers(DECIDE "kept=55WWW rolled=- grill=21-22,26-36 stacks=23/-", 0,
                  "roll; take 22; stop"); /* 25 and 24 are turned over */
    assert_offers(DECIDE "kept=55WWW rolled=- grill=26-36 stacks=-/-", 0, "roll; stop");
    assert_offers(DECIDE "kept=55555WWW rolled=- grill=21-36 stacks=-/-", 0,
                  "take 36; stop"); /* 40 */
    assert_offers(DECIDE "kept=WWWW rolled=- grill=21-36 stacks=-/-", 0,
                  "roll; stop"); /* 20 */
}

RULE("HM-22", hm_22)
{
    const char *line =
        "heckmeck seats=3 | decide turn=2 kept=%sWWWW rolled=- grill=30 stacks=24/21,25/-";
    static const char *const kept[] = {"1", "3", "4", "5", "55"}; /* 21 23 24 25 30 */
    static const char *const names[] = {"roll; stop", "roll; stop", "roll; steal 24; stop",
                                        "roll; steal 25; stop", "roll; take 30; stop"};
    for (int i = 0; i < 5; i++) {
        char at[128];
        snprintf(at, sizeof at, line, kept[i]);
        assert_offers(at, 2, names[i]);
    }
    assert_leads(
        "heckmeck seats=3 | decide turn=2 kept=5WWWW rolled=- grill=30 stacks=24/21,25/-",
        "2 steal 25",
        "heckmeck seats=3 | roll turn=0 kept=- rolled=- grill=30 stacks=24/21/25");
}

RULE("HM-23", hm_23)
{
    const char *line = DECIDE "kept=5WWWW rolled=- grill=21-24,26-36 stacks=-/25";
    assert_offers(line, 0, "roll; take 24; steal 25; stop");
    assert_leads(line, "0 take 24", NEXT "grill=21-23,26-36 stacks=24/25");
    assert_leads(line, "0 steal 25", NEXT "grill=21-24,26-36 stacks=25/-");
}

RULE("HM-24", hm_24)
{
    assert_offers(DECIDE "kept=5WWWW rolled=- grill=36 stacks=25/-", 0,
                  "roll; stop"); /* its own tile */
    assert_offers(DECIDE "kept=5WWWW rolled=- grill=36 stacks=-/25,27", 0,
                  "roll; stop"); /* under the top one */
}

RULE("HM-25", hm_25)
{
    assert_leads(
        "heckmeck seats=3 | decide turn=2 kept=5WWWW rolled=- grill=21-30 stacks=-/-/31,32",
        "2 take 25; * roll 11111111; 0 keep 1",
        "heckmeck seats=3 | decide turn=0 kept=11111111 rolled=- grill=21-24,26-30 "
        "stacks=-/-/31,32,25");
    struct board board = board_at(DECIDE "kept=5WWWW rolled=- grill=25-26 stacks=-/-");
    board_play(&board, "0 take 25; * roll 11WWWWWW; 1 keep W; 1 roll; * roll 55");
    board_play(&board, "1 keep 5; 1 stop");
    assert_line(&board, TWO "roll turn=0 kept=- rolled=- grill=26 stacks=25/-");
}

RULE("HM-30", hm_30)
{
    const char *failed = NEXT "grill=29-30 stacks=-/-";
    assert_leads(TWO "roll turn=0 kept=WW rolled=- grill=29 stacks=30/-", "* roll WWWWWW",
                 failed); /* HM-14 */
    assert_leads(DECIDE "kept=555555 rolled=- grill=29 stacks=30/-", "0 stop",
                 failed); /* 30, but no worm */
    assert_leads(DECIDE "kept=WWWW rolled=- grill=29 stacks=30/-", "0 stop",
                 failed); /* too low */
}

RULE("HM-31", hm_31)
{
    assert_leads(DECIDE "kept=1 rolled=- grill=21,29 stacks=23,30,25/-",
                 "0 stop", /* the top tile only, face up */
                 NEXT "grill=21,25 stacks=23,30/-");
    assert_leads(TWO "decide turn=1 kept=1 rolled=- grill=21,29 stacks=30/-",
                 "1 stop", /* without tiles nothing is lost and nothing turned over */
                 TWO "roll turn=0 kept=- rolled=- grill=21,29 stacks=30/-");
}

RULE("HM-32", hm_32)
{
    const char *from = DECIDE "kept=1 rolled=- grill=21-29,33 stacks=30/-";
    assert_leads(from, "0 stop", NEXT "grill=21-30 stacks=-/-");
    struct board board = board_at(from);
    board_play(&board, "0 stop; * roll 555WWWWW; 1 keep W; 1 roll; * roll 555; 1 keep 5");
    assert_legal(&board, 1, "take 30; stop"); /* 40, but 33 is out for good */
    assert_leads(DECIDE "kept=1 rolled=- grill=21-29 stacks=30/-",
                 "0 stop", /* the very tile put back is the highest: it stays */
                 NEXT "grill=21-30 stacks=-/-");
}

RULE("HM-40", hm_40)
{
    struct board board = board_at(
        "heckmeck seats=3 | decide turn=1 kept=1WWWW rolled=- grill=21 stacks=-/-/30");
    board_play(&board, "1 take 21");
    assert_line(&board,
                "heckmeck seats=3 | over turn=0 kept=- rolled=- grill=- stacks=-/21/30");
    assert_int_equal(board.game->movers(&board.state), 0);
    assert_legal(&board, 2, "");
    assert_legal(&board, PECK_CHANCE, "");
    assert_leads(DECIDE "kept=1WWWW rolled=- grill=22 stacks=-/21",
                 "0 steal 21", /* a tile lies there still: the match goes on */
                 NEXT "grill=22 stacks=21/-");
}

RULE("HM-41", hm_41)
{
    struct board board = board_at("heckmeck seats=4 | over turn=0 kept=- rolled=- grill=- "
                                  "stacks=29,21/28,25/34,24/36");
    static const uint8_t points[] = {4, 4, 5, 4}, places[] = {3, 4, 1, 2};
    for (int seat = 0; seat < 4; seat++) {
        assert_int_equal(board_points(&board, seat), points[seat]);
        assert_int_equal(board_place(&board, seat),
                         places[seat]); /* 36, then 29, then 28 */
    }
    board =
        board_at("heckmeck seats=4 | over turn=0 kept=- rolled=- grill=- stacks=-/21/-/-");
    assert_int_equal(board_place(&board, 1), 1);
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(board_place(&board, seat),
                         seat == 1 ? 1 : 2); /* no tile: shared */
    board = board_begin(&peck_heckmeck, 2, "");
    assert_int_equal(board_place(&board, 0), 1);
    assert_int_equal(board_place(&board, 1), 1);
}

RULE("HM-50", hm_50)
{
    assert_leads(
        "heckmeck seats=2 fast | decide turn=0 kept=1 rolled=- grill=21-29,33 "
        "stacks=36,30/-",
        "0 stop", /* 30 face down, and 33 turned over as ever */
        "heckmeck seats=2 fast | roll turn=1 kept=- rolled=- grill=21-29 stacks=36/-");
    assert_leads(
        "heckmeck seats=2 fast | decide turn=0 kept=1 rolled=- grill=21-29 stacks=36,30/-",
        "0 stop", /* 30 is higher than all: it alone */
        "heckmeck seats=2 fast | roll turn=1 kept=- rolled=- grill=21-29 stacks=36/-");
    assert_leads(
        "heckmeck seats=2 fast | decide turn=0 kept=1 rolled=- grill=31 stacks=36,30/-",
        "0 stop", /* which may end the match */
        "heckmeck seats=2 fast | over turn=0 kept=- rolled=- grill=- stacks=36/-");
    assert_leads(
        "heckmeck seats=2 fast | decide turn=0 kept=1 rolled=- grill=31 stacks=-/30",
        "0 stop", /* without a tile nothing is turned over */
        "heckmeck seats=2 fast | roll turn=1 kept=- rolled=- grill=31 stacks=-/30");
}

RULE("HM-51", hm_51)
{
    assert_leads(
        "heckmeck seats=2 flip-always | decide turn=0 kept=1 rolled=- grill=21,29 "
        "stacks=-/30",
        "0 stop",
        "heckmeck seats=2 flip-always | roll turn=1 kept=- rolled=- grill=21 stacks=-/30");
    assert_leads(
        "heckmeck seats=2 flip-always | roll turn=0 kept=1 rolled=- grill=21 stacks=-/30",
        "* roll 1111111",
        "heckmeck seats=2 flip-always | over turn=0 kept=- rolled=- grill=- stacks=-/30");
    assert_leads("heckmeck seats=2 flip-always | decide turn=1 kept=1 rolled=- grill=21,29 "
                 "stacks=-/30",
                 "1 stop", /* with a tile as HM-32 says: here nothing */
                 "heckmeck seats=2 flip-always | roll turn=0 kept=- rolled=- "
                 "grill=21,29-30 stacks=-/-");
}

RULE("HM-E1", hm_e1)
{
    struct board board = board_begin(&peck_heckmeck, 2, "first=0");
    board_play(&board, "* roll 112345WW; 0 keep W; 0 roll; * roll 144WWW");
    assert_legal(&board, 0, "keep 1; keep 4");
    board_play(&board, "0 keep 4");
    assert_line(&board, "heckmeck seats=2 first=0 | decide turn=0 kept=44WW rolled=- "
                        "grill=21-36 stacks=-/-");
    board_play(&board, "0 roll; * roll 445W");
    assert_legal(&board, 0, "keep 5");
    board_play(&board, "0 keep 5"); /* 18 and 5 */
    assert_legal(&board, 0, "roll; take 23; stop");
}

RULE("HM-E2", hm_e2)
{
    assert_leads(DECIDE "kept=4WWWW rolled=- grill=21-36 stacks=-/-", "0 take 24",
                 NEXT "grill=21-23,25-36 stacks=24/-");
}

RULE("HM-E3", hm_e3)
{
    assert_leads(
        "heckmeck seats=3 | decide turn=0 kept=1WWWW rolled=- grill=22-33 stacks=-/36,21/-",
        "0 steal 21",
        "heckmeck seats=3 | roll turn=1 kept=- rolled=- grill=22-33 stacks=21/36/-");
}

RULE("HM-E4", hm_e4)
{
    assert_offers("heckmeck seats=3 | decide turn=0 kept=3WWWW rolled=- grill=21,24-33 "
                  "stacks=23/22,36/-",
                  0, "roll; take 21; stop");
}

RULE("HM-E5", hm_e5)
{
    assert_offers("heckmeck seats=3 | decide turn=0 kept=155WWWW rolled=- "
                  "grill=21-28,32-36 stacks=-/30,29/-",
                  0, "roll; take 28; stop");
}

RULE("HM-E6", hm_e6)
{
    assert_offers(DECIDE "kept=15WWWW rolled=- grill=21-25,27-36 stacks=-/26", 0,
                  "roll; take 25; steal 26; stop");
}

RULE("HM-E7", hm_e7)
{
    struct board board =
        board_at(TWO "roll turn=0 kept=- rolled=- grill=21-29,31-36 stacks=30/-");
    board_play(&board,
               "* roll 112345WW; 0 keep W; 0 roll; * roll 144WWW; 0 keep 4; 0 roll");
    board_play(&board, "* roll 145W; 0 keep 5; 0 roll; * roll 45W");
    assert_line(&board, NEXT "grill=21-35 stacks=-/-");
}

RULE("HM-E8", hm_e8)
{
    const char *line =
        DECIDE "kept=33344455 rolled=- grill=21-29,31-36 stacks=30/-"; /* 31 */
    assert_offers(line, 0, "stop");
    assert_leads(line, "0 stop", NEXT "grill=21-35 stacks=-/-");
}

RULE("HM-E9", hm_e9)
{
    const char *line = DECIDE "kept=1112WWWW rolled=- grill=26-30 stacks=25/24"; /* 25 */
    assert_offers(line, 0, "stop");
    assert_leads(line, "0 stop", NEXT "grill=25-29 stacks=-/24");
}

RULE("HM-E10", hm_e10)
{
    assert_leads(DECIDE "kept=1 rolled=- grill=21-29,34 stacks=30/-", "0 stop",
                 NEXT "grill=21-30 stacks=-/-");
    assert_leads(DECIDE "kept=1 rolled=- grill=21-29 stacks=30/-", "0 stop",
                 NEXT "grill=21-30 stacks=-/-");
}
