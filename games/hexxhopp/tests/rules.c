/* rules.c — the numbered rules of Hexx & Hopp.
 *
 * What fits where is held against an oracle: a second, naive account of tiles and
 * touching segments, written from docs/reference/formats.md alone. Positions come from a
 * handful of figures found in random play; `table` lays tiles out around them. Tests of
 * views, of refused lines and of broken bytes stand with the rule that they guard. */
#include "play.h"
#include "test.h"

#include "../rules/state.h"

#include <stdio.h>
#include <stdlib.h>

extern const struct peck_game peck_hexxhopp;

/* 14 tiles. Tile 18 fits at -3,1 rotation 2 with two segments, 3 at -1,-2 rotation 0
 * with three, 68 at 1,-1 rotation 4 with four, 53 at 0,1 rotation 3 with five, 29 at
 * -1,0 rotation 5 with six. */
#define CROSS                                                                              \
    "0,0,46,0/1,0,47,3/2,0,65,0/-1,1,44,3/-2,2,45,0/0,-1,40,2/0,-2,25,3/-2,1,1,0/1,1,4,1/" \
    "1,-2,69,1/-1,-1,8,3/-1,2,12,2/-2,0,34,3/-2,-1,33,0"
/* 34 tiles. 68, 69 and 70 fit nowhere. 26 fits at -5,6 rotation 3 with two segments, and
 * then 68 and 69 still do not; 22 at -3,6 rotation 0 with three, and then 68 and 69
 * still do not. */
#define LATE                                                                               \
    "0,0,27,0/1,0,71,3/2,0,17,0/-1,1,20,4/-2,2,63,2/0,-1,9,2/0,-2,51,0/-1,2,19,0/"         \
    "-1,0,52,1/1,-2,35,0/-2,3,66,5/2,-1,44,3/-3,3,1,4/2,-2,2,2/2,-3,13,4/1,1,7,1/"         \
    "-3,2,0,1/2,1,21,2/3,-1,18,1/-3,4,11,0/3,-3,34,0/-4,3,36,5/-4,2,12,3/-3,1,46,3/"       \
    "-2,4,42,3/-3,5,37,4/0,1,31,3/-2,0,39,1/-3,0,15,4/-4,5,53,3/-2,5,43,5/-1,3,62,2/"      \
    "-5,3,65,1/-4,6,50,0"
/* 57 tiles and 67, the most there can be, laid out so that the rim is as long as it can
 * be. */
#define LONG_57                                                                            \
    "0,0,18,0/1,0,7,2/2,0,10,4/-1,1,57,5/-2,2,41,1/0,-1,35,2/0,-2,12,5/-1,2,8,0/"          \
    "-1,-1,46,3/2,-1,2,0/-1,-2,62,3/-2,3,44,4/-2,-1,70,0/-2,-2,59,0/-3,-1,64,4/-3,0,50,1/" \
    "-4,0,66,3/-3,3,53,2/-1,3,68,4/-3,4,0,0/-1,-3,43,3/3,-1,15,2/-4,4,55,5/-3,-2,39,3/"    \
    "-4,5,33,0/-4,1,32,3/3,-2,27,4/-5,5,16,1/-5,4,24,4/-5,6,45,4/-5,1,28,0/-6,5,13,4/"     \
    "-4,6,22,2/-6,4,6,1/-5,0,20,4/3,0,37,0/2,1,40,2/-7,5,60,5/-5,7,51,5/-7,6,63,2/"        \
    "-7,4,17,3/-6,1,58,0/-8,5,48,3/-4,7,1,0/4,-1,47,0/4,0,26,5/-6,0,31,3/-3,6,36,5/"       \
    "-7,1,21,2/-3,7,30,5/-2,6,19,2/-4,8,49,4/5,-1,14,2/-2,7,67,5/-1,6,23,5/-7,0,9,0/"      \
    "-6,-1,34,0"
#define LONG_67                                                                            \
    LONG_57 "/-7,-1,61,5/5,-2,65,0/-8,0,56,1/-6,-2,38,2/5,0,3,5/6,-2,4,3/-8,4,42,0/"       \
            "-9,5,5,5/-1,7,69,0/-8,-1,54,3"

static const struct hexxhopp *at(const struct board *board)
{
    return (const struct hexxhopp *)&board->state;
}

/* A round in play around a figure. Seat 0 has `open` face up (-1: nothing) and a stack
 * of `own` tiles; the others share what the round still has, as evenly as may be. Tiles
 * that the figure does not use are dealt in ascending order. */
static struct board table(const char *figure, int seats, const char *options, int open,
                          int own)
{
    char line[PECK_LINE_MAX];
    bool used[TILES] = {false};
    int laid = 0;
    for (const char *stone = figure; stone != NULL; laid++) {
        int q, r, tile;
        assert_int_equal(sscanf(stone, "%d,%d,%d", &q, &r, &tile), 3);
        used[tile] = true;
        stone = strchr(stone, '/');
        stone = stone == NULL ? NULL : stone + 1;
    }
    int left = seats * (seats == 5 ? 13 : 15) - (laid - 7) - own - (open >= 0), next = 0;
    if (open >= 0)
        used[open] = true;
    int at_char = snprintf(line, sizeof line,
                           "hexxhopp seats=%d%s%s | p round=0 dealer=0 turn=0 drawn=- "
                           "last=0 view=- points=0",
                           seats, *options != '\0' ? " " : "", options);
    for (int seat = 1; seat < seats; seat++)
        at_char += snprintf(line + at_char, sizeof line - at_char, ",0");
    at_char += snprintf(line + at_char, sizeof line - at_char, " figure=%s", figure);
    for (int seat = 0; seat < seats; seat++) {
        int count = seat == 0 ? own : left / (seats - seat);
        left -= seat == 0 ? 0 : count;
        at_char += snprintf(line + at_char, sizeof line - at_char, " | ");
        for (int i = 0; i < count; i++, next++) {
            while (used[next])
                next++;
            at_char +=
                snprintf(line + at_char, sizeof line - at_char, i > 0 ? ".%d" : "%d", next);
        }
        at_char +=
            snprintf(line + at_char, sizeof line - at_char, "%s - ", count == 0 ? "-" : "");
        at_char += snprintf(line + at_char, sizeof line - at_char,
                            seat == 0 && open >= 0 ? "%d 0" : "- 0", open);
    }
    return board_at(line);
}

/* The three tiles that are left around LATE: seat 0's stack, its open tile, seat 1's
 * stack. */
static struct board late(const char *options, const char *seats)
{
    char line[PECK_LINE_MAX];
    snprintf(line, sizeof line,
             "hexxhopp seats=2%s | p round=0 dealer=0 turn=0 drawn=- last=0 view=- "
             "points=0,0 figure=%s | %s",
             options, LATE, seats);
    return board_at(line);
}

/* --- The oracle ----------------------------------------------------------------------- */

struct oracle {
    int tiles, colour[4096][6];
};

static void oracle_rotate(const int from[6], int by, int to[6])
{
    for (int k = 0; k < 6; k++)
        to[k] = from[(k - by + 6) % 6];
}

static bool oracle_belongs(const int colour[6])
{
    int of[4] = {0}, twins = 0;
    for (int k = 0; k < 6; k++) {
        int turned[6];
        oracle_rotate(colour, k, turned);
        if (memcmp(turned, colour, sizeof turned) != 0) {
            int first = 0;
            while (turned[first] == colour[first])
                first++;
            if (turned[first] < colour[first])
                return false;
        }
        of[colour[k]]++;
        twins += colour[k] == colour[(k + 5) % 6];
    }
    for (int c = 0; c < 4; c++) {
        if (of[c] == 0 || of[c] > 2)
            return false;
    }
    return twins == 1;
}

static const struct oracle *oracle(void)
{
    static struct oracle made;
    if (made.tiles > 0)
        return &made;
    for (int n = 0; n < 4096; n++) {
        int colour[6] = {n / 1024, n / 256 % 4, n / 64 % 4, n / 16 % 4, n / 4 % 4, n % 4};
        if (oracle_belongs(colour))
            memcpy(made.colour[made.tiles++], colour, sizeof colour);
    }
    return &made;
}

static const int oracle_step[6][2] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};

/* The segments with which the tile would touch the figure, or -1 when it cannot lie
 * there. */
static int oracle_contacts(const struct hexxhopp *s, int tile, int rotation, int q, int r)
{
    int mine[6], contacts = 0;
    oracle_rotate(oracle()->colour[tile], rotation, mine);
    for (int i = 0; i < s->laid; i++) {
        int dq = CELL_Q(s->stone[i].cell) - q, dr = CELL_R(s->stone[i].cell) - r, theirs[6];
        if (dq == 0 && dr == 0)
            return -1;
        oracle_rotate(oracle()->colour[s->stone[i].tile], s->stone[i].rotation, theirs);
        for (int k = 0; k < 6; k++) {
            if (oracle_step[k][0] != dq || oracle_step[k][1] != dr)
                continue;
            if (mine[k] != theirs[(k + 3) % 6])
                return -1;
            contacts++;
        }
    }
    return contacts;
}

/* The placements of a tile are those of the oracle; returns how many there are. */
static int assert_places(const struct board *board, int seat, int tile, bool named)
{
    const struct hexxhopp *s = at(board);
    int count = 0, low = 0, high = 0; /* no cell that touches lies outside these bounds */
    for (int i = 0; i < s->laid; i++) {
        int q = CELL_Q(s->stone[i].cell), r = CELL_R(s->stone[i].cell);
        low = q < low ? q : low;
        low = r < low ? r : low;
        high = q > high ? q : high;
        high = r > high ? r : high;
    }
    for (int q = low - 1; q <= high + 1; q++) {
        for (int r = low - 1; r <= high + 1; r++) {
            for (int rotation = 0; rotation < 6; rotation++) {
                char name[PECK_NAME_MAX];
                if (oracle_contacts(s, tile, rotation, q, r) < 2)
                    continue;
                if (named)
                    snprintf(name, sizeof name, "place %d %d,%d %d", tile, q, r, rotation);
                else
                    snprintf(name, sizeof name, "place %d,%d %d", q, r, rotation);
                if (!board_may(board, seat, name))
                    fail_msg("'%s' should be legal: %s", name, board_line(board));
                count++;
            }
        }
    }
    return count;
}

static uint32_t count_legal(const struct board *board, int seat)
{
    uint32_t actions[PECK_ACTIONS_MAX];
    return board->game->legal(&board->state, seat, actions);
}

/* All that a seat may do in its turn or with its open tile is what the oracle says. */
static void assert_oracle(const struct board *board, int seat)
{
    const struct hexxhopp *s = at(board);
    uint32_t count = 0;
    if (s->owed[seat] > 0 || (!s->turns && s->open[seat] == NONE))
        return;
    if (s->turns) {
        for (int tile = s->top[seat]; tile != NONE; tile = s->next[tile])
            count += assert_places(board, seat, tile, true);
        count += count == 0; /* pass */
    } else {
        count = 1 + assert_places(board, seat, s->open[seat], false); /* aside */
    }
    assert_int_equal(count_legal(board, seat), count);
}

/* --- Helpers -------------------------------------------------------------------------- */

static void step(struct board *board, struct peck_rng *rng)
{
    uint32_t actions[PECK_ACTIONS_MAX], who = board->game->movers(&board->state);
    int seat = peck_rng_bit(rng, who);
    uint32_t count = board->game->legal(&board->state, seat, actions);
    board->game->apply(&board->state, seat,
                       seat == PECK_CHANCE ? board->game->sample(&board->state, rng)
                                           : actions[peck_rng_below(rng, count)]);
    assert_null(board->game->check(&board->state));
}

/* Random plies until the deal is done. */
static struct board dealt(int seats, const char *options, uint64_t seed)
{
    struct board board = board_begin(&peck_hexxhopp, seats, options);
    struct peck_rng rng;
    peck_rng_seed(&rng, seed);
    while (at(&board)->phase != PHASE_PLAY)
        step(&board, &rng);
    return board;
}

static const char *seen_by(const struct board *board, int seat, const char *ply, int viewer)
{
    static char name[PECK_NAME_MAX];
    uint32_t action;
    assert_int_equal(peck_action_parse(board->game, &board->state, seat, ply, &action),
                     PECK_OK);
    struct peck_text text = peck_text_begin(name, sizeof name);
    board->game->action_name(board->game->seen(&board->state, seat, action, viewer), &text);
    return name;
}

static void assert_lacks(const char *text, const char *part)
{
    if (strstr(text, part) != NULL)
        fail_msg("'%s' is in: %s", part, text);
}

/* --- Set-up --------------------------------------------------------------------------- */

RULE("HH-1", hh_1)
{
    const struct contents *box = &hexxhopp_assumed;
    for (int tile = 0; tile < 72; tile++) {
        int colours = 0;
        for (int k = 0; k < 6; k++)
            colours |= 1 << colour_at(shown(box, tile, 0), k);
        assert_int_equal(colours, 15);
        for (int other = 0; other < tile; other++) {
            for (int rotation = 0; rotation < 6; rotation++)
                assert_true(shown(box, tile, 0) != shown(box, other, rotation));
        }
    }
    struct board board = board_begin(&peck_hexxhopp, 2, "first=0");
    assert_int_equal(count_legal(&board, PECK_CHANCE), 72);
}

RULE("HH-2", hh_2)
{
    assert_int_equal(oracle()->tiles, 72);
    for (int tile = 0; tile < 72; tile++) {
        for (int rotation = 0; rotation < 6; rotation++) {
            int turned[6];
            oracle_rotate(oracle()->colour[tile], rotation, turned);
            for (int k = 0; k < 6; k++)
                assert_int_equal(colour_at(shown(&hexxhopp_assumed, tile, rotation), k),
                                 turned[k]);
        }
    }
}

/* A line with the tiles of another box, of which tile `changed` is made the one given. */
static const char *with_tiles(int changed, const char *colours)
{
    static char line[PECK_LINE_MAX];
    struct peck_text text = peck_text_begin(line, sizeof line);
    peck_put(&text, "hexxhopp seats=2 first=0 | d round=0 dealer=0 turn=0 drawn=- last=- "
                    "view=- points=0,0 tiles=");
    for (int tile = 0; tile < 72; tile++) {
        peck_put(&text, tile > 0 ? "." : "");
        for (int k = 0; k < 6; k++)
            peck_put_char(&text,
                          tile == changed ? colours[k] : '0' + oracle()->colour[tile][k]);
    }
    peck_put(&text, " figure=- | - - - 0 | - - - 0");
    return line;
}

RULE("HH-2", another_box)
{
    struct board board = board_at(with_tiles(0, "000123"));
    assert_string_equal(board_line(&board), with_tiles(0, "000123"));
    board_play(&board, "* tile 0; * tile 1");
    assert_has(board_table(&board), "\"colours\":[0,0,0,1,2,3]");
    /* The centre shows red where the first arm touches it, and tile 1 is red twice. */
    assert_string_equal(board_legal(&board, PECK_CHANCE), "turn 2; turn 3");
    assert_bad_position(with_tiles(-1, ""), "a box other than the assumed one");
    assert_bad_position(with_tiles(0, "000012"), "72 different tiles in ascending order");
    assert_bad_position(with_tiles(0, "001122"), "72 different tiles in ascending order");
    assert_bad_position(with_tiles(0, "001230"), "72 different tiles in ascending order");
    assert_bad_position(with_tiles(0, "001231"), "72 different tiles in ascending order");
    assert_bad_position(with_tiles(71, "000123"), "72 different tiles in ascending order");
    assert_bad_position(with_tiles(0, "000124"), "a colour from 0 to 3");
    struct hexxhopp *s = (struct hexxhopp *)&board.state;
    s->box.tile[5] |= 1 << 12;
    assert_has(key_words(peck_hexxhopp.check(s)), "not 72 different ones");
}

RULE("HH-3", hh_3)
{
    for (int seats = 2; seats <= 5; seats++) {
        struct board board = dealt(seats, "", 1);
        int hand = seats == 5 ? 13 : 15;
        for (int seat = 0; seat < seats; seat++) {
            assert_int_equal(at(&board)->stacked[seat], hand);
            assert_string_equal(board_legal(&board, seat), "open");
        }
        assert_int_equal(set_count(&at(&board)->deck), 72 - 7 - seats * hand);
        assert_int_equal(at(&board)->rounds, 10);
    }
    assert_refused(&peck_hexxhopp, 6, "", "2 to 5 seats");
    assert_refused(&peck_hexxhopp, 2, "rounds=0", "rounds from 1 to 100");
    assert_refused(&peck_hexxhopp, 2, "first=2", "first from 0 to 1");
    struct peck_setup setup;
    struct board board = board_begin(&peck_hexxhopp, 3, "turns rounds=7 first=2");
    peck_hexxhopp.setup(&board.state, &setup);
    assert_int_equal(setup.seats, 3);
    assert_memory_equal(setup.option, ((int16_t[]){1, 7, 2, 0}), sizeof setup.option);
}

/* Nobody sees what is dealt; the start figure all do. */
RULE("HH-3", hh_3_unseen)
{
    struct board board = board_begin(&peck_hexxhopp, 2, "first=0");
    struct peck_rng rng;
    peck_rng_seed(&rng, 2);
    assert_string_equal(seen_by(&board, PECK_CHANCE, "tile 17", 1), "tile 17");
    while (at(&board)->laid < 7)
        step(&board, &rng);
    char name[PECK_NAME_MAX];
    snprintf(name, sizeof name, "%.7s", board_legal(&board, PECK_CHANCE));
    if (strchr(name, ';') != NULL)
        *strchr(name, ';') = '\0';
    for (int viewer = 0; viewer < 2; viewer++)
        assert_string_equal(seen_by(&board, PECK_CHANCE, name, viewer), "tile ?");
    assert_string_equal(seen_by(&board, PECK_CHANCE, name, PECK_CHANCE), "tile ?");
    board = dealt(2, "", 2);
    for (int viewer = 0; viewer < 2; viewer++) {
        struct board view = board_view(&board, viewer);
        assert_has(board_line(&view), " | ?15 - - 0 | ?15 - - 0");
        assert_has(board_table(&view), "\"stack\":15,\"stack_tiles\":null");
        assert_int_equal(set_count(&at(&view)->held), 0);
        assert_int_equal(set_count(&at(&view)->deck), 0);
        assert_string_equal(board_legal(&view, viewer), "open");
        for (int tile = 0; tile < TILES; tile++)
            assert_int_equal(at(&view)->next[tile], NONE);
        peck_hexxhopp.determinize(&view.state, viewer, &rng);
        assert_null(peck_hexxhopp.check(&view.state));
        assert_int_equal(set_count(&at(&view)->held), 30);
        assert_true(at(&view)->top[0] != at(&board)->top[0] ||
                    at(&view)->next[at(&view)->top[0]] !=
                        at(&board)->next[at(&board)->top[0]]);
    }
}

RULE("HH-4", hh_4)
{
    struct peck_rng rng;
    peck_rng_seed(&rng, 4);
    for (int match = 0; match < 20; match++) {
        struct board board = board_begin(&peck_hexxhopp, 2, "first=0");
        static const int cells[7][2] = {{0, 0},  {1, 0},  {2, 0}, {-1, 1},
                                        {-2, 2}, {0, -1}, {0, -2}};
        for (int i = 0; i < 7; i++) {
            assert_int_equal(count_legal(&board, PECK_CHANCE), 72 - i);
            step(&board, &rng);
            if (i == 0)
                continue;
            uint32_t matching = 0, weights[TILES];
            for (int rotation = 0; rotation < 6; rotation++) {
                char name[PECK_NAME_MAX];
                int contacts = oracle_contacts(at(&board), at(&board)->drawn, rotation,
                                               cells[i][0], cells[i][1]);
                snprintf(name, sizeof name, "turn %d", rotation);
                assert_int_equal(board_may(&board, PECK_CHANCE, name), contacts == 1);
                matching += contacts == 1;
            }
            assert_int_equal(count_legal(&board, PECK_CHANCE), matching);
            peck_hexxhopp.weights(&board.state, weights);
            assert_int_equal(weights[matching - 1], 1);
            assert_has(board_table(&board), "\"drawn\":{\"tile\":");
            int16_t features[FEATURES];
            peck_hexxhopp.observe(&board.state, 0, features);
            assert_int_equal(features[7], at(&board)->drawn);
            step(&board, &rng);
        }
        for (int i = 0; i < 7; i++) {
            assert_int_equal(CELL_Q(at(&board)->stone[i].cell), cells[i][0]);
            assert_int_equal(CELL_R(at(&board)->stone[i].cell), cells[i][1]);
        }
        assert_int_equal(at(&board)->stone[0].rotation, 0);
        assert_int_equal(at(&board)->laid, 7);
    }
}

/* A tile is drawn with exactly the odds of `weights`, in either word of the set. */
RULE("HH-4", hh_4_odds)
{
    struct board board = board_begin(&peck_hexxhopp, 2, "first=0");
    struct peck_rng rng;
    int count[TILES] = {0};
    peck_rng_seed(&rng, 44);
    board_play(&board, "* tile 3");
    for (int i = 0; i < 71000; i++) {
        uint32_t action = peck_hexxhopp.sample(&board.state, &rng);
        assert_int_equal(VERB(action), VERB_TILE);
        count[ARGUMENT(action)]++;
    }
    double chi = 0;
    assert_int_equal(count[3], 0);
    for (int tile = 0; tile < TILES; tile++) {
        if (tile != 3)
            chi += (count[tile] - 1000.0) * (count[tile] - 1000.0) / 1000.0;
    }
    assert_true(chi < 112.3); /* 70 degrees of freedom, p = 0.001 */
}

RULE("HH-5", hh_5)
{
    struct board board = board_begin(&peck_hexxhopp, 3, "rounds=3");
    struct peck_rng rng;
    peck_rng_seed(&rng, 5);
    assert_string_equal(board_legal(&board, PECK_CHANCE), "first 0; first 1; first 2");
    assert_int_equal(VERB(peck_hexxhopp.sample(&board.state, &rng)), VERB_FIRST);
    board_play(&board, "* first 2");
    for (int round = 0; round < 3; round++) {
        assert_int_equal(at(&board)->round, round);
        assert_int_equal(at(&board)->dealer, (2 + round) % 3);
        while (at(&board)->round == round)
            step(&board, &rng);
    }
    assert_int_equal(board.game->movers(&board.state), 0);
}

/* --- The race ------------------------------------------------------------------------- */

RULE("HH-10", hh_10)
{
    struct board board = table(CROSS, 2, "first=0", 18, 5);
    board_play(&board, "0 aside; 0 open");
    assert_true(at(&board)->open[0] != NONE);
    assert_false(board_may(&board, 0, "open"));
    assert_false(board_may(&board, 0, "back 18"));
    assert_true(board_may(&board, 0, "aside"));
    assert_int_equal(board.game->movers(&board.state), 3);
}

RULE("HH-11", hh_11)
{
    struct board board = dealt(2, "first=0", 11);
    int top = at(&board)->top[1], second = at(&board)->next[top];
    board_play(&board, "1 open");
    assert_int_equal(at(&board)->open[1], top);
    assert_int_equal(at(&board)->top[1], second);
    assert_int_equal(at(&board)->stacked[1], 14);
    struct board view = board_view(&board, 0); /* all see it */
    assert_int_equal(at(&view)->open[1], top);
}

RULE("HH-12", hh_12)
{
    struct board board = dealt(2, "first=0", 12);
    board_play(&board, "0 open; 0 aside; 0 open; 0 aside");
    assert_int_equal(at(&board)->set_aside[0], 2);
    assert_int_equal(at(&board)->stacked[0], 13);
    assert_int_equal(at(&board)->open[0], NONE);
    assert_true(board_may(&board, 0, "open"));
}

RULE("HH-13", hh_13)
{
    struct board board = table(CROSS, 2, "first=0", 18, 1);
    board_play(&board, "0 aside; 0 open; 0 aside");
    assert_string_equal(board_legal(&board, 0), "back 0; back 18"); /* the stack is empty */
    struct board owner = board_view(&board, 0), other = board_view(&board, 1),
                 public = board_view(&board, PECK_CHANCE);
    assert_string_equal(board_legal(&owner, 0), "back 0; back 18");
    assert_has(board_line(&owner), " | - 0.18 - 0 | ?21 - - 0");
    assert_has(board_line(&other), " | - ?2 - 0 | ?21 - - 0");
    assert_has(board_line(&public), " view=* ");
    assert_has(board_table(&owner), "\"aside\":2,\"aside_tiles\":[{\"tile\":0,");
    assert_has(board_table(&other), "\"aside\":2,\"aside_tiles\":null");
    int16_t mine[FEATURES], theirs[FEATURES];
    peck_hexxhopp.observe(&board.state, 0, mine);
    peck_hexxhopp.observe(&board.state, 1, theirs);
    assert_int_equal(mine[8 + 35 + 18], 1);
    assert_int_equal(theirs[8 + 35 + 18], 0);
    board_play(&board, "0 back 18");
    assert_int_equal(at(&board)->open[0], 18);
    assert_int_equal(at(&board)->set_aside[0], 1);
    assert_false(board_may(&board, 0, "back 0"));
}

RULE("HH-14", hh_14)
{
    struct peck_rng rng;
    peck_rng_seed(&rng, 14);
    for (int seats = 2; seats <= 5; seats++) {
        struct board board = board_begin(&peck_hexxhopp, seats, "rounds=2");
        for (int ply = 0; board.game->movers(&board.state) != 0; ply++) {
            step(&board, &rng);
            if (at(&board)->phase == PHASE_PLAY && ply % 3 == 0)
                assert_oracle(&board, ply / 3 % seats);
        }
    }
}

/* One touching segment is not enough, though it matches. */
RULE("HH-14", hh_14_two_at_least)
{
    struct board board = table(CROSS, 2, "first=0", 18, 5);
    int lonely = 0;
    for (int rotation = 0; rotation < 6; rotation++) {
        if (oracle_contacts(at(&board), 18, rotation, 3, 0) != 1)
            continue;
        uint32_t action = VERB_PLACE + (rotation << 14) + CELL(3, 0);
        lonely++;
        assert_int_equal(peck_act(board.game, &board.state, 0, action), PECK_ILLEGAL);
    }
    assert_true(lonely > 0);
}

/* The longest rim there can be: 78 cells around 67 tiles. */
RULE("HH-14", hh_14_long_rim)
{
    struct board board = table(LONG_67, 5, "rounds=1", -1, 1);
    const struct rim *rim = &at(&board)->rim;
    assert_int_equal(__builtin_popcountll(rim->used) + __builtin_popcount(rim->used_high),
                     78);
    for (int seat = 0; seat < 5; seat++) {
        char line[PECK_NAME_MAX];
        snprintf(line, sizeof line, "%d open", seat);
        board_play(&board, line);
        assert_oracle(&board, seat);
    }
    struct peck_rng rng;
    peck_rng_seed(&rng, 67);
    for (int match = 0; match < 60; match++) {
        const char *options = match % 2 == 0 ? "rounds=1" : "turns rounds=1";
        board = table(LONG_57, 5, options, -1, 3);
        for (int ply = 0; board.game->movers(&board.state) != 0; ply++) {
            if (match < 8)
                assert_oracle(&board, board.game->movers(&board.state) == 31
                                          ? ply % 5
                                          : at(&board)->turn);
            step(&board, &rng);
        }
    }
}

RULE("HH-15", hh_15)
{
    struct board board = table(CROSS, 2, "first=0", 18, 5);
    assert_int_equal(oracle_contacts(at(&board), 18, 2, -3, 1), 2);
    board_play(&board, "0 place -3,1 2");
    assert_int_equal(at(&board)->laid, 15);
    assert_int_equal(at(&board)->owed[0], 0);
    assert_string_equal(board_legal(&board, 0), "open");
    assert_has(board_table(&board),
               "\"last\":{\"seat\":0,\"q\":-3,\"r\":1,\"contacts\":2}");
}

RULE("HH-16", hh_16)
{
    struct board board = table(CROSS, 3, "first=0", 3, 5);
    assert_int_equal(oracle_contacts(at(&board), 3, 0, -1, -2), 3);
    int one = at(&board)->stacked[1], two = at(&board)->stacked[2];
    board_play(&board, "0 place -1,-2 0");
    assert_has(board_table(&board), "\"contacts\":3");
    assert_int_equal(at(&board)->owed[0], 2);
    struct board both = board;
    board_play(&board, "0 give 1 stack; 0 give 2 stack"); /* one each to two */
    assert_int_equal(at(&board)->stacked[1], one + 1);
    assert_int_equal(at(&board)->stacked[2], two + 1);
    assert_int_equal(at(&board)->stacked[0], 3);
    assert_string_equal(board_legal(&board, 0), "open");
    board_play(&both, "0 give 2 stack; 0 give 2 stack"); /* both to one */
    assert_int_equal(at(&both)->stacked[2], two + 2);
    assert_string_equal(board_legal(&both, 0), "open");
}

RULE("HH-17", hh_17)
{
    struct board board = table(CROSS, 5, "first=0", 68, 6);
    assert_int_equal(oracle_contacts(at(&board), 68, 4, 1, -1), 4);
    board_play(&board, "0 place 1,-1 4");
    assert_int_equal(at(&board)->owed[0], 4);
    assert_string_equal(board_legal(&board, 0), "give 1 stack; give 2 stack; give 3 stack; "
                                                "give 4 stack; enough");
    board_play(&board, "0 give 1 stack; 0 give 2 stack; 0 give 3 stack; 0 give 4 stack");
    assert_string_equal(board_legal(&board, 0), "open");
    assert_int_equal(at(&board)->stacked[0], 2);
}

/* With fewer than six left the round stops: only the giving goes on, and that wins. */
RULE("HH-18", hh_18_stop)
{
    struct board board = table(CROSS, 3, "first=0", 53, 5);
    board_play(&board, "1 open; 0 place 0,1 3");
    assert_int_equal(at(&board)->phase, PHASE_STOP);
    assert_int_equal(board.game->movers(&board.state), 1);
    assert_string_equal(board_legal(&board, 0), "give 1 stack; give 2 stack");
    assert_string_equal(board_legal(&board, 1), "");
    assert_has(board_table(&board), "\"phase\":\"stop\"");
    assert_has(board_table(&board), "\"turn\":0,");
    int one = tiles_left(at(&board), 1), two = tiles_left(at(&board), 2);
    board_play(&board, "0 give 1 stack; 0 give 2 stack; 0 give 2 stack; 0 give 2 stack");
    assert_string_equal(board_legal(&board, 0), "give 1 stack; give 2 stack");
    board_play(&board, "0 give 2 stack");
    assert_int_equal(at(&board)->round, 1);
    assert_int_equal(board_points(&board, 0), 0);
    assert_int_equal(board_points(&board, 1), one + 1);
    assert_int_equal(board_points(&board, 2), two + 4);
}

/* Six left are not fewer than six: giving all of them is a choice. */
RULE("HH-18", hh_18_six)
{
    struct board board = table(CROSS, 2, "first=0", 53, 6);
    board_play(&board, "0 place 0,1 3");
    assert_int_equal(at(&board)->phase, PHASE_PLAY);
    assert_string_equal(board_legal(&board, 0), "give 1 stack; enough");
    assert_int_equal(board.game->movers(&board.state), 3);
    board_play(&board, "0 enough");
    assert_int_equal(at(&board)->round, 0);
}

/* A line cannot stop a round for somebody else, nor owe what would have stopped it. */
RULE("HH-18", hh_18_lines)
{
    struct board board = table(CROSS, 2, "first=0", 53, 5);
    board_play(&board, "0 place 0,1 3");
    struct hexxhopp stop = *at(&board);
    assert_null(peck_hexxhopp.check(&stop));
    stop.last = 1;
    assert_string_equal(peck_hexxhopp.check(&stop), "hexxhopp.error.stop");
    stop.last = 0;
    stop.owed[0] = 4;
    assert_string_equal(peck_hexxhopp.check(&stop), "hexxhopp.error.stop");
    stop.owed[0] = 6;
    stop.phase = PHASE_PLAY;
    assert_string_equal(peck_hexxhopp.check(&stop), "hexxhopp.error.stop");
}

RULE("HH-18", hh_18)
{
    struct board board = table(CROSS, 2, "first=0", 53, 8);
    assert_int_equal(oracle_contacts(at(&board), 53, 3, 0, 1), 5);
    board_play(&board, "0 place 0,1 3");
    assert_int_equal(at(&board)->owed[0], 6);
    for (int i = 0; i < 6; i++)
        board_play(&board, "0 give 1 stack");
    assert_string_equal(board_legal(&board, 0), "open");
    assert_int_equal(at(&board)->stacked[0], 2);
}

RULE("HH-19", hh_19)
{
    struct board board = table(CROSS, 2, "first=0", 29, 9);
    assert_int_equal(oracle_contacts(at(&board), 29, 5, -1, 0), 6);
    board_play(&board, "0 place -1,0 5");
    assert_int_equal(at(&board)->round, 1);
    assert_int_equal(board_points(&board, 0), 0); /* in spite of nine tiles left */
    assert_int_equal(board_points(&board, 1), 30 - 7 - 10);
}

RULE("HH-20", hh_20)
{
    struct board board = table(CROSS, 3, "first=0", 18, 3);
    board_play(&board, "0 aside; 0 open; 0 aside; 0 open; 0 aside"); /* 0, 2 and 18 aside */
    assert_true(board_may(&board, 0, "back 2"));
    board = table(CROSS, 3, "first=0", 3, 3);
    board_play(&board, "0 aside; 0 open; 0 aside; 0 back 3; 0 place -1,-2 0");
    assert_string_equal(board_legal(&board, 0),
                        "give 1 0; give 1 stack; give 2 0; give 2 stack; enough");
    assert_string_equal(seen_by(&board, 0, "give 1 0", 0), "give 1 0");
    assert_string_equal(seen_by(&board, 0, "give 1 0", 1), "give 1 ?");
    assert_string_equal(seen_by(&board, 0, "give 1 0", PECK_CHANCE), "give 1 ?");
    assert_string_equal(seen_by(&board, 0, "give 2 stack", 1), "give 2 stack");
    struct board kept = board;
    int top = at(&board)->top[1], given = at(&board)->top[0];
    board_play(&board, "0 give 1 0; 0 give 2 stack");
    assert_int_equal(at(&board)->bottom[1], 0); /* under the stack */
    assert_int_equal(at(&board)->top[1], top);
    assert_int_equal(at(&board)->bottom[2], given);
    assert_int_equal(at(&board)->set_aside[0], 0);
    board_play(&kept, "0 give 1 0; 0 enough"); /* giving is optional */
    assert_int_equal(at(&kept)->stacked[0], 2);
    assert_string_equal(board_legal(&kept, 0), "open");
    board = table(CROSS, 2, "first=0", 3, 2); /* all that is left: that wins */
    board_play(&board, "0 place -1,-2 0; 0 give 1 stack; 0 give 1 stack");
    assert_int_equal(at(&board)->round, 1);
    assert_int_equal(board_points(&board, 0), 0);
}

/* To a seat that has set all of its own aside, the tile is its whole stack. */
RULE("HH-20", hh_20_empty_stack)
{
    struct board board = late(" first=0", "68 - 22 0 | - - 26 0");
    board_play(&board, "0 place -3,6 0");
    assert_string_equal(board_legal(&board, 0), "give 1 stack; enough");
    board = late(" first=0", "- - 22 0 | 68 - 26 0");
    board_play(&board, "0 place -3,6 0");
    assert_int_equal(at(&board)->round, 1); /* no tile left: nothing to give */
    board = table(CROSS, 2, "first=0", 3, 20);
    assert_int_equal(at(&board)->stacked[1], 2);
    board_play(&board, "1 open; 1 aside; 1 open; 0 place -1,-2 0");
    assert_int_equal(at(&board)->bottom[1], NONE);
    int given = at(&board)->top[0];
    board_play(&board, "0 give 1 stack");
    assert_int_equal(at(&board)->top[1], given);
    assert_int_equal(at(&board)->bottom[1], given);
}

/* Seat 1 turns up the tile at this depth of its stack. */
static struct board race_for(int depth)
{
    struct board board = table(CROSS, 2, "first=0", 18, 5);
    for (int i = 0; i < depth; i++)
        board_play(&board, "1 open; 1 aside");
    board_play(&board, "1 open");
    return board;
}

static void assert_too_late(struct board *board, uint32_t action)
{
    struct board before = *board;
    assert_int_equal(peck_act(board->game, &board->state, 1, action), PECK_ILLEGAL);
    assert_memory_equal(board, &before, sizeof *board);
    assert_true(at(board)->open[1] != NONE);
}

RULE("HH-21", hh_21)
{
    int taken = 0, spoiled = 0;
    for (int depth = 0; depth < 16; depth++) {
        struct board board = race_for(depth);
        uint32_t actions[PECK_ACTIONS_MAX];
        uint32_t count = board.game->legal(&board.state, 1, actions);
        board_play(&board, "0 place -3,1 2"); /* seat 0 was first */
        for (uint32_t i = 1; i < count; i++) {
            uint16_t cell = PLACE_CELL(actions[i]);
            bool fits =
                oracle_contacts(at(&board), at(&board)->open[1], PLACE_ROTATION(actions[i]),
                                CELL_Q(cell), CELL_R(cell)) >= 2;
            if (fits)
                continue;
            assert_too_late(&board, actions[i]);
            taken += cell == CELL(-3, 1);
            spoiled += cell != CELL(-3, 1); /* next door, where it no longer matches */
        }
    }
    assert_true(taken > 0);
    assert_true(spoiled > 0);
}

RULE("HH-22", hh_22)
{
    struct board board = table(CROSS, 2, "first=0", 3, 5);
    board_play(&board, "0 place -1,-2 0");
    assert_string_equal(board_legal(&board, 0), "give 1 stack; enough");
    assert_int_equal(board.game->movers(&board.state), 3);
    board_play(&board, "1 open; 1 aside; 1 open"); /* the other is not held up */
    assert_string_equal(board_legal(&board, 0), "give 1 stack; enough");
    board_play(&board, "0 enough; 0 open");
}

/* Behind a view there is some world that looks the same, giving owed and tiles set
 * aside. */
RULE("HH-22", hh_22_worlds)
{
    struct peck_rng rng = {{2, 2, 2, 2}};
    struct board board = late(" first=0", "68 - 22 0 | 69 - - 0");
    board_play(&board, "0 place -3,6 0; 1 open; 1 aside");
    for (int viewer = 0; viewer < 2; viewer++) {
        struct board view = board_view(&board, viewer), world = view;
        peck_hexxhopp.determinize(&world.state, viewer, &rng);
        assert_null(peck_hexxhopp.check(&world.state));
        assert_int_equal(set_count(&at(&world)->aside[1]), 1);
        assert_int_equal(set_has(&at(&world)->aside[1], 69), viewer == 1);
        world = board_view(&world, viewer);
        assert_memory_equal(&world.state, &view.state, sizeof(struct hexxhopp));
    }
}

/* --- Ends ----------------------------------------------------------------------------- */

RULE("HH-30", hh_30)
{
    struct board board = late(" first=0", "- - 26 0 | 68.69 - - 0");
    board_play(&board, "0 place -5,6 3");
    assert_int_equal(at(&board)->round, 1);
    assert_int_equal(board_points(&board, 0), 0);
    assert_int_equal(board_points(&board, 1), 2);
    assert_string_equal(
        board_line(&board),
        "hexxhopp seats=2 first=0 | d round=1 dealer=1 turn=0 drawn=- last=- "
        "view=- points=0,2 figure=- | - - - 0 | - - - 0");
}

RULE("HH-31", hh_31)
{
    struct board board = late(" first=0", "68 - 26 0 | 69 - - 0");
    board_play(&board, "0 place -5,6 3");
    assert_int_equal(at(&board)->round, 1);
    assert_int_equal(board_points(&board, 0), 1); /* no winner */
    assert_int_equal(board_points(&board, 1), 1);
    board = late(" first=0", "68 - 22 0 | 69 - - 0"); /* not while giving is owed */
    board_play(&board, "0 place -3,6 0; 1 open; 1 aside");
    assert_int_equal(at(&board)->round, 0);
    board_play(&board, "0 enough");
    assert_int_equal(at(&board)->round, 1);
    assert_int_equal(board_points(&board, 0), 1);
    board = late(" first=0", "68 - 26 0 | 23 - - 0"); /* 23 fits: the round goes on */
    board_play(&board, "0 place -5,6 3");
    assert_int_equal(at(&board)->round, 0);
}

/* Another's giving holds the question up, too. */
RULE("HH-31", hh_31_others_owe)
{
    char line[PECK_LINE_MAX];
    snprintf(
        line, sizeof line,
        "hexxhopp seats=2 | p round=0 dealer=0 turn=0 drawn=- last=0 view=- points=0,0 "
        "figure=%s | 68 - 26 0 | 69 - - 2",
        LATE);
    struct board board = board_at(line);
    board_play(&board, "0 place -5,6 3");
    assert_int_equal(at(&board)->round, 0);
    board_play(&board, "1 enough");
    assert_int_equal(at(&board)->round, 1);
}

static const char stuck_deal[] =
    "* tile 43; * tile 17; * turn 2; * tile 38; * turn 1; * tile 7; * turn 4; * tile 36; "
    "* turn 3; * tile 56; * turn 2; * tile 47; * turn 3; * tile 0; * tile 1; * tile 2; "
    "* tile 3; * tile 4; * tile 5; * tile 6; * tile 8; * tile 9; * tile 10; * tile 11; "
    "* tile 12; * tile 13; * tile 14; * tile 15; * tile 16; * tile 19; * tile 21; * tile "
    "28; "
    "* tile 29; * tile 33; * tile 34; * tile 39; * tile 40; * tile 41; * tile 44; * tile "
    "48; "
    "* tile 49; * tile 50";

/* Right after the deal: none of these thirty fits the start figure. */
RULE("HH-31", hh_31_after_the_deal)
{
    struct board board = board_begin(&peck_hexxhopp, 2, "first=0");
    board_play(&board, stuck_deal);
    assert_int_equal(at(&board)->round, 0);
    struct board other = board;
    board_play(&other, "* tile 20");
    assert_int_equal(at(&other)->phase, PHASE_PLAY);
    board_play(&board, "* tile 58");
    assert_int_equal(at(&board)->round, 1);
    assert_int_equal(at(&board)->phase, PHASE_DEAL);
    assert_int_equal(board_points(&board, 0), 15);
    assert_int_equal(board_points(&board, 1), 15);
}

/* A world in which the round would be over can be ruled out. */
RULE("HH-31", hh_31_worlds)
{
    struct board board = board_begin(&peck_hexxhopp, 2, "first=0");
    struct peck_rng rng;
    char line[PECK_LINE_MAX];
    peck_rng_seed(&rng, 31);
    snprintf(
        line, sizeof line,
        "hexxhopp seats=2 | p round=0 dealer=0 turn=0 drawn=- last=0 view=0 points=0,0 "
        "figure=%s | - 68.69 - 0 | ?1 - - 0",
        LATE);
    bool others = false;
    for (int i = 0; i < 400; i++) {
        board = board_at(line);
        peck_hexxhopp.determinize(&board.state, 0, &rng);
        assert_null(peck_hexxhopp.check(&board.state)); /* never 70, which fits nowhere */
        others |= at(&board)->top[1] != 26;
        board = board_view(&board, 0);
        assert_has(board_line(&board), "| - 68.69 - 0 | ?1 - - 0");
    }
    assert_true(others);
    snprintf(
        line, sizeof line,
        "hexxhopp seats=2 | p round=0 dealer=0 turn=0 drawn=- last=0 view=- points=0,0 "
        "figure=%s | 68 - 69 0 | 70 - - 0",
        LATE);
    assert_bad_position(line, "nobody can place a tile, so the round is over");
}

RULE("HH-32", hh_32)
{
    struct board board = table(CROSS, 2, "first=0", 29, 4);
    board_play(&board, "1 open; 1 aside; 1 open; 1 aside; 1 open; 0 place -1,0 5");
    assert_int_equal(board_points(&board, 1), 30 - 7 - 5); /* stack, aside and open */
    assert_int_equal(board_points(&board, 0), 0);
    /* So after each round all seats but one have something. */
    struct hexxhopp *s = (struct hexxhopp *)&board.state;
    assert_null(peck_hexxhopp.check(s));
    s->penalty[1] = 1;
    assert_null(peck_hexxhopp.check(s));
    s->penalty[1] = 0;
    assert_has(key_words(peck_hexxhopp.check(s)),
               "all seats but one at least one penalty point");
}

RULE("HH-40", hh_40)
{
    char line[PECK_LINE_MAX];
    snprintf(
        line, sizeof line,
        "hexxhopp seats=3 first=0 | p round=9 dealer=0 turn=0 drawn=- last=0 view=- "
        "points=5,4,3 figure=%s | - - 26 0 | 68 - - 0 | 2.3.4.5.6.8.10.14.16.22.23.24.25."
        "28.29.30 - - 0",
        LATE);
    assert_bad_position(line, "a tile that was not named before");
    snprintf(line, sizeof line,
             "hexxhopp seats=3 first=0 | p round=9 dealer=0 turn=0 drawn=- last=0 view=- "
             "points=20,19,3 figure=%s | - - 26 0 | 68 - - 0 | "
             "3.4.5.6.8.10.14.16.22.23.24.25.28.29.30.32 - - 0",
             LATE);
    struct board board = board_at(line);
    board_play(&board, "0 place -5,6 3");
    assert_int_equal(board.game->movers(&board.state), 0); /* after ten rounds */
    assert_int_equal(board_points(&board, 1), 20);
    assert_int_equal(board_place(&board, 2), 1); /* 19 */
    assert_int_equal(board_place(&board, 0), 2); /* 20 and 20 share */
    assert_int_equal(board_place(&board, 1), 2);
    assert_true(board.game->low_wins);
    assert_string_equal(board_legal(&board, 0), "");
    assert_string_equal(board_legal(&board, PECK_CHANCE), "");
    struct board view = board_view(&board, 1);
    struct peck_rng rng = {{1, 2, 3, 4}};
    peck_hexxhopp.determinize(&view.state, 1, &rng);
    assert_memory_equal(&view.state, &board.state, sizeof(struct hexxhopp));
}

/* Ten rounds at random, by the compiled loop and through the struct: one and the same
 * match. */
RULE("HH-40", hh_40_at_random)
{
    for (int seats = 2; seats <= 5; seats++) {
        const char *options = seats % 2 == 0 ? "turns" : "";
        struct board board = board_begin(&peck_hexxhopp, seats, options), other = board;
        struct peck_rng rng = {{1, 2, 3, 4}}, same = rng;
        uint32_t plies = peck_hexxhopp.playout(&board.state, &rng, 100000);
        assert_int_equal(at(&board)->phase, PHASE_OVER);
        assert_int_equal(peck_playout(other.game, &other.state, &same, 100000), plies);
        assert_memory_equal(&board.state, &other.state, sizeof board.state);
        assert_memory_equal(&rng, &same, sizeof rng);
    }
}

/* --- In turns ------------------------------------------------------------------------- */

RULE("HH-50", hh_50)
{
    struct board board = dealt(3, "turns first=1", 50);
    assert_int_equal(board.game->movers(&board.state), 1 << 2); /* the dealer's left */
    assert_string_equal(board_legal(&board, 0), "");
    assert_oracle(&board, 2);
    struct peck_rng rng;
    peck_rng_seed(&rng, 50);
    board = board_begin(&peck_hexxhopp, 4, "turns rounds=3");
    for (int ply = 0; board.game->movers(&board.state) != 0; ply++) {
        if (at(&board)->phase == PHASE_PLAY && ply % 5 == 0)
            assert_oracle(&board, at(&board)->turn);
        step(&board, &rng);
    }
    board = table(CROSS, 3, "turns", -1, 4); /* 0, 2, 3 and 5 */
    board_play(&board, "0 place 2 -3,0 0");
    assert_int_equal(board.game->movers(&board.state), 2); /* clockwise */
    assert_has(board_line(&board), " | 0.3.5 - - 0 | ");
}

RULE("HH-50", hh_50_pass)
{
    struct board board = late(" turns", "68 - - 0 | 69.26 - - 0");
    assert_string_equal(board_legal(&board, 0), "pass"); /* only when none fits anywhere */
    board_play(&board, "0 pass");
    assert_false(board_may(&board, 1, "pass"));
    struct board over = board;
    board_play(&over, "1 place 26 -5,6 3"); /* from the bottom; and now nothing fits */
    assert_int_equal(at(&over)->round, 1);
    assert_int_equal(board_points(&over, 1), 1);
    board = late(" turns", "68 - - 0 | 26.69 - - 0");
    board_play(&board, "0 pass; 1 place 26 -5,6 3"); /* from the top */
    assert_int_equal(at(&board)->round, 1);
}

RULE("HH-50", hh_50_views)
{
    struct board board = board_begin(&peck_hexxhopp, 2, "turns first=0");
    board_play(&board,
               "* tile 43; * tile 17; * turn 2; * tile 38; * turn 1; * tile 7; "
               "* turn 4; * tile 36; * turn 3; * tile 56; * turn 2; * tile 47; * turn 3");
    assert_string_equal(seen_by(&board, PECK_CHANCE, "tile 5", 0), "tile 5");
    assert_string_equal(seen_by(&board, PECK_CHANCE, "tile 5", 1), "tile ?");
    board = late(" turns", "68 - - 0 | 69.26 - - 0");
    struct board mine = board_view(&board, 1), theirs = board_view(&board, 0);
    assert_has(board_line(&mine), "view=1 ");
    assert_has(board_line(&mine), " | ?1 - - 0 | 69.26 - - 0");
    assert_has(board_table(&mine), "\"stack\":2,\"stack_tiles\":[{\"tile\":69,");
    assert_has(board_line(&theirs), " | 68 - - 0 | ?2 - - 0");
    assert_has(board_table(&theirs), "\"turn\":0");
    assert_string_equal(board_legal(&theirs, 0), "pass");
    int16_t features[FEATURES];
    peck_hexxhopp.observe(&mine.state, 1, features);
    assert_int_equal(features[8 + 35 + 26], 3);
    assert_int_equal(features[8 + 35 + 68], 0);
    peck_hexxhopp.observe(&mine.state, 0, features); /* another's view: nothing to see */
    for (int tile = 0; tile < TILES; tile++)
        assert_int_equal(features[8 + 35 + tile], 0);
    struct peck_rng rng = {{1, 2, 3, 4}};
    peck_hexxhopp.determinize(&mine.state, 1, &rng);
    assert_has(board_line(&mine), ".26 - - 0");
}

RULE("HH-51", hh_51)
{
    struct board board = table(CROSS, 3, "turns", -1, 4); /* 0, 2, 3 and 5 */
    board_play(&board, "0 place 3 -1,-2 0");
    assert_string_equal(board_legal(&board, 0), "give 1 stack; give 2 stack; enough");
    assert_int_equal(board.game->movers(&board.state),
                     1); /* the turn waits for the giving */
    struct board kept = board;
    board_play(&board, "0 give 2 stack; 0 give 2 stack");
    assert_int_equal(board.game->movers(&board.state), 2);
    assert_has(board_line(&board), " | 5 - - 0 | ");
    assert_has(board_line(&board), ".0.2 - - 0"); /* from the top, under the stack */
    board_play(&kept, "0 enough");
    assert_int_equal(kept.game->movers(&kept.state), 2);
}

/* --- Bytes and lines that are not positions ------------------------------------------ */

/* A copy of the board with something done to its bytes is refused with these words. */
#define BROKEN(from, words, ...)                                                           \
    do {                                                                                   \
        struct board copy = from;                                                          \
        struct hexxhopp *s = (struct hexxhopp *)&copy.state;                               \
        __VA_ARGS__;                                                                       \
        assert_has(key_words(peck_hexxhopp.check(s)), words);                              \
    } while (false)

RULE("HH-3", broken_setups)
{
    struct board board = dealt(3, "rounds=2", 60);
    assert_null(peck_hexxhopp.check(&board.state));
    BROKEN(board, "number of seats", s->seats = 1);
    BROKEN(board, "number of seats", s->seats = 6);
    BROKEN(board, "number of rounds", s->rounds = 0);
    BROKEN(board, "number of rounds", s->rounds = 101);
    BROKEN(board, "number of rounds", s->turns = 2);
    BROKEN(board, "first dealer is not", s->first_option = 3);
    BROKEN(board, "the viewer", s->view = 3);
    memset(&board.state, 0xff, sizeof board.state);
    assert_non_null(peck_hexxhopp.check(&board.state));
}

RULE("HH-5", broken_matches)
{
    struct board board = dealt(3, "rounds=2", 61), fixed = dealt(3, "rounds=2 first=1", 62),
                 first = board_begin(&peck_hexxhopp, 3, "rounds=2");
    BROKEN(board, "over exactly when", s->phase = PHASE_OVER + 1);
    BROKEN(board, "over exactly when", s->phase = PHASE_OVER);
    BROKEN(board, "over exactly when", s->round = 2);
    BROKEN(board, "over exactly when", s->round = 3);
    BROKEN(first, "drawn once", s->first_option = 1);
    BROKEN(first, "drawn once", s->round = 1);
    BROKEN(first, "drawn once", s->dealer = 1);
    BROKEN(board, "another seat's deal", s->dealer = 3);
    BROKEN(fixed, "another seat's deal", s->dealer = 2);
    BROKEN(board, "more penalty points", s->penalty[0] = 1);
    BROKEN(board, "more penalty points", s->penalty[4] = 1);
}

RULE("HH-14", broken_figures)
{
    struct board board = table(CROSS, 2, "", 18, 5),
                 first = board_begin(&peck_hexxhopp, 2, "");
    BROKEN(board, "too many tiles", s->laid = FIGURE_MAX + 1);
    BROKEN(board, "could not be placed", s->stone[0].tile = TILES);
    BROKEN(board, "could not be placed", s->stone[0].rotation = 1);
    BROKEN(board, "could not be placed", s->stone[0].rotation = 6);
    BROKEN(board, "could not be placed", s->stone[1].cell = CELL(0, 1));
    BROKEN(board, "could not be placed", s->stone[1].rotation = 0);
    BROKEN(board, "could not be placed", s->stone[7].cell = CELL(9, 9));
    BROKEN(board, "could not be placed", s->stone[7].cell = 0xffff);
    BROKEN(board, "could not be placed", s->stone[13].tile = s->stone[0].tile);
    BROKEN(board, "beyond the figure", s->stone[14].cell = 1);
    BROKEN(board, "the rim", s->rim.two ^= 1);
    BROKEN(board, "the rim", s->rim.cell[77] = 1);
    BROKEN(board, "belong to this phase", s->phase = PHASE_DEAL);
    BROKEN(first, "belong to this phase", s->phase = PHASE_PLAY);
    /* A tile named twice in the figure, each time where it fits. */
    struct board twice = first;
    board_play(&twice, "* first 0; * tile 43; * tile 17; * turn 2");
    BROKEN(
        twice, "could not be placed", s->stone[1].tile = 43,
        s->stone[1].rotation =
            (colour_at(s->box.tile[43], 0) == colour_at(shown(&s->box, 43, 3), 3) ? 3 : 0));
}

RULE("HH-4", broken_phases)
{
    struct board board = table(CROSS, 2, "", 18, 5), turning = board,
                 fresh = dealt(2, "", 63), turns = table(CROSS, 2, "turns", -1, 5);
    turning = board_begin(&peck_hexxhopp, 2, "first=0");
    board_play(&turning, "* tile 43; * tile 17");
    BROKEN(board, "nobody's turn", s->turn = 1);
    BROKEN(turns, "nobody's turn", s->turn = 2);
    BROKEN(turning, "nobody's turn", s->turn = 1);
    BROKEN(board, "last placement", s->last = NONE);
    BROKEN(board, "last placement", s->last = 2);
    BROKEN(fresh, "last placement", s->last = 0);
    BROKEN(board, "that nothing needs", s->drawn = 7);
    BROKEN(turning, "drawn tile", s->drawn = NONE);
    BROKEN(turning, "drawn tile", s->drawn = 43);
}

RULE("HH-10", broken_seats)
{
    struct board board = table(CROSS, 2, "", 18, 5), view = board_view(&board, 0),
                 aside = board;
    board_play(&aside, "0 aside");
    BROKEN(board, "a stack is not in order", s->top[0] = NONE);
    BROKEN(board, "a stack is not in order", s->top[0] = 46);
    BROKEN(board, "a stack is not in order", s->next[s->top[0]] = s->top[0]);
    BROKEN(board, "a stack is not in order", s->stacked[0]--);
    BROKEN(board, "a stack is not in order", s->bottom[0] = s->top[0]);
    BROKEN(board, "a stack is not in order", s->top[3] = 60);
    BROKEN(view, "cannot see", s->top[1] = 60);
    BROKEN(view, "cannot see", s->bottom[1] = NONE);
    BROKEN(aside, "set aside are not", s->set_aside[0]++);
    BROKEN(aside, "set aside are not", s->aside[0] = (struct set){{0, 1u << 8}});
    BROKEN(aside, "set aside are not", s->aside[0] = (struct set){{(uint64_t)1 << 46, 0}});
    BROKEN(view, "set aside are not", set_add(&s->aside[1], 60));
    BROKEN(board, "open tile", s->open[0] = TILES);
    BROKEN(board, "open tile", s->open[0] = 46);
    BROKEN(board, "at most six", s->owed[0] = 1);
    BROKEN(aside, "at most six", s->owed[0] = 7);
    BROKEN(board, "in no stack", s->next[46] = 47);
}

RULE("HH-3", broken_counts)
{
    struct board board = table(CROSS, 2, "", 18, 5),
                 turns = table(CROSS, 2, "turns", -1, 5),
                 deal = board_begin(&peck_hexxhopp, 2, "first=0"), full = deal;
    struct peck_rng rng = {{1, 2, 3, 4}};
    while (at(&deal)->stacked[1] < 3) {
        step(&deal, &rng);
        if (at(&deal)->stacked[0] < 3)
            full = deal;
    }
    struct board view = board_view(&deal, 0);
    BROKEN(view, "dealt so far", s->stacked[1] = 15);
    BROKEN(view, "dealt so far", s->stacked[0] = 14);
    BROKEN(view, "dealt so far", s->set_aside[1] = 1);
    BROKEN(view, "dealt so far", s->owed[1] = 1);
    BROKEN(full, "a stack is not in order", s->stacked[1] = 1);
    struct board watched = board_view(&board, 0);
    BROKEN(watched, "has no tile", s->stacked[1] = 0, s->top[1] = s->bottom[1] = NONE);
    BROKEN(watched, "missing or too many", s->stacked[1]--);
    struct board seat = board_view(&turns, 0);
    BROKEN(seat, "only a stack", s->set_aside[1] = 1);
    BROKEN(seat, "only the seat whose turn it is", s->owed[1] = 1);
    BROKEN(board, "the deck and the tiles held", set_add(&s->deck, 46));
    BROKEN(board, "the deck and the tiles held", set_remove(&s->held, 18));
    BROKEN(watched, "the deck and the tiles held", set_add(&s->held, 18));
}

/* Any bytes get an answer. */
RULE("HH-14", broken_bytes)
{
    struct board good = table(LONG_57, 5, "turns", -1, 3);
    struct peck_rng rng = {{1, 2, 3, 4}};
    int refused = 0;
    for (int i = 0; i < 20000; i++) {
        struct board board = good;
        for (uint32_t n = 1 + peck_rng_below(&rng, 3); n > 0; n--)
            board.state.bytes[peck_rng_below(&rng, sizeof(struct hexxhopp))] =
                peck_rng_next(&rng);
        refused += peck_hexxhopp.check(&board.state) != NULL;
    }
    assert_true(refused > 19000);
}

RULE("HH-14", refused_lines)
{
#define HEAD "hexxhopp seats=2 | p round=0 dealer=0 turn=0 drawn=- last=- view="
    assert_bad_position("hexxhopp seats=2 | x", "a phase, one of fdtpso");
    assert_bad_position("hexxhopp seats=2 | p round=11", "a round from 0 to 10");
    assert_bad_position(HEAD "2 points=0,0", "a seat from 0 to 1");
    assert_bad_position(HEAD "- points=0,0 figure=0,0,46,0/1,0,47,3/2,0", "','");
    assert_bad_position(HEAD "- points=0,0 figure=0,0,72,0", "a tile from 0 to 71");
    assert_bad_position(HEAD "- points=0,0 figure=34,0,7,0", "a column from -33 to 33");
    assert_bad_position(HEAD "- points=0,0 figure=0,0,46,0/1,0,46,0", "not named before");
    assert_bad_position(HEAD "- points=0,0 figure=1,0,46,0", "fits the figure so far");
    assert_bad_position(HEAD "- points=0,0 figure=0,0,46,0/1,0,47,0",
                        "fits the figure so far");
    assert_bad_position(HEAD "- points=0,0 figure=0,0,46,0/1,0,47,3 | 1.x",
                        "a tile from 0");
    assert_bad_position(HEAD "- points=0,0 figure=0,0,46,0/1,0,47,3 | 1.1",
                        "not named before");
    assert_bad_position(HEAD "- points=0,0 figure=0,0,46,0/1,0,47,3 | ?3", "a tile from 0");
    assert_bad_position(HEAD "0 points=0,0 figure=0,0,46,0/1,0,47,3 | 3", "'?'");
    assert_bad_position(HEAD "0 points=0,0 figure=- | ?3 7.6 - 0", "a tile from 8 to 71");
    assert_bad_position(HEAD "0 points=0,0 figure=- | ?3 6.7 - 0 | ?3 8", "'?'");
    assert_bad_position(HEAD "0 points=0,0 figure=- | ?3 6.7 - 7", "tiles to give from 0");
    assert_bad_position(HEAD "- points=0,0 figure=- | - - - 0 | - - - 0", "this phase");
    char line[PECK_LINE_MAX]; /* a 68th tile, though it fits */
    struct board board = table(LONG_67, 5, "rounds=1", -1, 1);
    int left = at(&board)->top[0];
    for (int i = 0; i < 5 * 71 * 71 * 6; i++) {
        int tile = at(&board)->top[i % 5], rotation = i / 5 % 6, q = i / 30 % 71 - 35,
            r = i / 30 / 71 - 35;
        if (oracle_contacts(at(&board), tile, rotation, q, r) < 2)
            continue;
        left = -1;
        snprintf(line, sizeof line, HEAD "- points=0,0 figure=%s/%d,%d,%d,%d", LONG_67, q,
                 r, tile, rotation);
        assert_bad_position(line, "fits the figure so far");
        break;
    }
    assert_int_equal(left, -1);
}

/* Another seat's view shows no more than a spectator's; spectators count from seat
 * 0. */
RULE("HH-13", spectators)
{
    struct board board = table(CROSS, 2, "", 18, 5);
    board_play(&board, "0 aside; 1 open");
    struct board mine = board_view(&board, 0), both = board_view(&mine, 1),
                 public = board_view(&board, PECK_CHANCE);
    assert_memory_equal(&both.state, &public.state, sizeof(struct hexxhopp));
    struct board again = board_view(&mine, 0);
    assert_memory_equal(&again.state, &mine.state, sizeof(struct hexxhopp));
    int16_t features[FEATURES];
    peck_hexxhopp.observe(&board.state, PECK_CHANCE, features);
    assert_int_equal(features[8 + 1], 5); /* seat 0's stack */
    assert_int_equal(features[8 + 7 + 3], at(&board)->open[1]);
    for (int tile = 0; tile < TILES; tile++)
        assert_int_equal(features[8 + 35 + tile], 0);
    peck_hexxhopp.observe(&board.state, 1, features);
    assert_int_equal(features[8 + 7 + 1], 5); /* the viewer comes first */
    assert_int_equal(features[8 + 35 + at(&board)->open[1]], 2);
    const int16_t *centre = features + 8 + 35 + 72;
    for (int k = 0; k < 6; k++)
        assert_int_equal(centre[2 + k], 1 + oracle()->colour[46][k]);
    assert_lacks(board_table(&public), "\"aside_tiles\":[");
}
