/* rules.c — the numbered rules of No Thanks!, one test or more for each.
 *
 * Positions are lines such as
 *     nothanks seats=3 | p turn=1 card=17 pot=2 chips=9,?,? cards=3.4/-/12
 * phase (f: the first seat is drawn, d: a card is drawn, p: a player decides, o: over),
 * then what lies on the table, chips and cards by seat. */
#include "play.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#define THREE "nothanks seats=3 | "

extern const struct peck_game peck_nothanks;
static const struct peck_game *const game = &peck_nothanks;

/* ---- Help. ---- */

/* The game's own part of the position line. */
static const char *position(const struct board *board)
{
    return strstr(board_line(board), " | ") + 3;
}

#define ASSERT_POSITION(board, text) assert_string_equal(position(board), text)

/* Chance turns up the lowest card left and the seat on turn takes it, `cards` times. */
static void take_lowest(struct board *board, int cards)
{
    uint32_t actions[PECK_ACTIONS_MAX];
    for (int i = 0; i < cards; i++) {
        assert_true(game->legal(&board->state, PECK_CHANCE, actions) > 0);
        game->apply(&board->state, PECK_CHANCE, actions[0]);
        int seat = __builtin_ctz(game->movers(&board->state));
        game->apply(&board->state, seat,
                    game->legal(&board->state, seat, actions) > 0 ? actions[0] : 0);
        assert_null(game->check(&board->state));
    }
}

static int features_of(const struct board *board, int viewer, int16_t *features)
{
    memset(features, 0x55, PECK_FEATURES_MAX * sizeof *features);
    game->observe(&board->state, viewer, features);
    assert_int_equal(features[game->features], 0x5555);
    return game->features;
}

/* ---- Set-up. ---- */

RULE("NT-1", nt_1)
{
    struct board board = board_begin(game, 3, "first=0");
    assert_string_equal(board_legal(&board, PECK_CHANCE),
                        "flip 3; flip 4; flip 5; flip 6; flip 7; flip 8; flip 9; flip 10; "
                        "flip 11; flip 12; flip 13; flip 14; flip 15; flip 16; flip 17; "
                        "flip 18; flip 19; flip 20; flip 21; flip 22; flip 23; flip 24; "
                        "flip 25; flip 26; flip 27; flip 28; flip 29; flip 30; flip 31; "
                        "flip 32; flip 33; flip 34; flip 35");
    board_play(&board, "* flip 12; 0 take");
    assert_false(board_may(&board, PECK_CHANCE, "flip 12")); /* one each */
    assert_true(board_may(&board, PECK_CHANCE, "flip 13"));
}

RULE("NT-1", nt_1_cards_are_conserved)
{
    const char *twice = "a card is in two places, or not of this game";
    assert_bad_position(THREE "p turn=0 card=2 pot=0 chips=11,11,11 cards=-/-/-",
                        "expected a card from 3 to 35, found '2 pot");
    assert_bad_position(THREE "p turn=0 card=36 pot=0 chips=11,11,11 cards=-/-/-",
                        "a card from 3 to 35");
    assert_bad_position(THREE "d turn=0 card=- pot=0 chips=11,11,11 cards=7.7/-/-",
                        "a card from 8 to 35");
    assert_bad_position(THREE "d turn=0 card=- pot=0 chips=11,11,11 cards=7/7/-", twice);
    assert_bad_position(THREE "p turn=0 card=7 pot=0 chips=11,11,11 cards=7/-/-", twice);
    assert_bad_position(
        "nothanks seats=3 tactical | p turn=0 card=20 pot=0 chips=10,10,10 cards=-/-/-",
        twice);
}

RULE("NT-2", nt_2)
{
    assert_refused(game, 2, "", "takes 3 to 5 seats, not 2");
    assert_refused(game, 6, "", "takes 3 to 5 seats; 6 and 7 need the option large");
    assert_refused(game, 7, "tactical",
                   "takes 3 to 5 seats; 6 and 7 need the option large");
    assert_refused(game, 8, "large", "takes 3 to 7 seats, not 8");
    board_begin(game, 3, "");
    board_begin(game, 5, "");
    assert_bad_position(
        "nothanks seats=6 | f turn=0 card=- pot=0 chips=9,9,9,9,9,9 cards=-/-/-/-/-/-",
        "need the option large");
}

RULE("NT-3", nt_3)
{
    struct board three = board_begin(game, 3, ""), four = board_begin(game, 4, "");
    struct board five = board_begin(game, 5, "");
    ASSERT_POSITION(&three, "f turn=0 card=- pot=0 chips=11,11,11 cards=-/-/-");
    ASSERT_POSITION(&four, "f turn=0 card=- pot=0 chips=11,11,11,11 cards=-/-/-/-");
    ASSERT_POSITION(&five, "f turn=0 card=- pot=0 chips=11,11,11,11,11 cards=-/-/-/-/-");
}

/* Chips move, but never come or go; a seat that never took a card has only ever paid. */
RULE("NT-3", nt_3_chips_are_conserved)
{
    const char *lost = "chips do not add up", *more = "paid more, or has more";
    assert_bad_position(THREE "d turn=0 card=- pot=0 chips=11,10,11 cards=3/-/-", lost);
    assert_bad_position(THREE "d turn=0 card=- pot=0 chips=12,11,11 cards=3/-/-", lost);
    assert_bad_position(THREE "d turn=0 card=- pot=0 chips=34,?,? cards=3/-/-", lost);
    assert_bad_position(THREE "d turn=0 card=- pot=0 chips=10,?,? cards=3/-/-", lost);
    assert_bad_position(THREE "d turn=0 card=- pot=0 chips=10,12,11 cards=3/-/-", more);
    assert_bad_position(THREE "p turn=1 card=4 pot=1 chips=11,11,10 cards=-/-/-", more);
    assert_bad_position(THREE "p turn=0 card=4 pot=36 chips=?,?,? cards=3/-/-", more);
    assert_bad_position(THREE "p turn=0 card=4 pot=56 chips=?,?,? cards=3/-/-",
                        "chips from 0 to 55");
    board_at(THREE "d turn=0 card=- pot=0 chips=33,?,? cards=3/-/-");
    board_at(THREE "d turn=0 card=- pot=0 chips=11,?,? cards=3/-/-");
    board_at(THREE "p turn=1 card=4 pot=1 chips=10,11,11 cards=-/-/-");
}

/* What no line can express: bytes that are not a state of this game. */
RULE("NT-1", nt_1_any_bytes_are_checked)
{
    enum {
        SUMS = 8,
        TAKEN_4 = 16 + 4 * 8,
        CHIPS_4 = 72 + 4,
        CARD = 80,
        LEFT,
        PHASE,
        TURN,
        SEATS
    };
    enum { TACTICAL = SEATS + 1, LARGE, FIRST };
    static const struct {
        int at, byte;
        const char *words;
    } pokes[] = {
        {TACTICAL, 2, "neither on nor off"},    {LARGE, 2, "neither on nor off"},
        {SEATS, 2, "the number of seats"},      {SEATS, 6, "the number of seats"},
        {FIRST, 4, "not at the table"},         {FIRST, 0xfe, "not at the table"},
        {TAKEN_4, 8, "a seat that is not"},     {CHIPS_4, 1, "a seat that is not"},
        {CARD, 2, "the card up is not a card"}, {CARD, 36, "the card up is not a card"},
        {0, 0xf9, "a card is in two places"},   {SUMS, 1, "the sums"},
        {LEFT, 23, "24 cards are played"},      {PHASE, 4, "the phase or the turn"},
        {TURN, 4, "the phase or the turn"},     {CHIPS_4 - 1, 56, "has more, than it can"},
    };
    for (size_t i = 0; i < sizeof pokes / sizeof *pokes; i++) {
        struct board board = board_begin(game, 4, "");
        board.state.bytes[pokes[i].at] = (unsigned char)pokes[i].byte;
        const char *broken = game->check(&board.state);
        if (strstr(key_words(broken), pokes[i].words) == NULL)
            fail_msg("poke %zu: %s", i, broken);
    }
    struct board seven = board_begin(game, 7, "large");
    seven.state.bytes[SEATS] = 8;
    assert_string_equal(key_words(game->check(&seven.state)),
                        "the number of seats must be 3 to 5, or with large 3 to 7");
}

RULE("NT-4", nt_4)
{
    struct board board = board_begin(game, 3, "first=0");
    take_lowest(&board, 23);
    /* The last card of the deck may be any of the ten that nobody has seen. */
    assert_string_equal(board_legal(&board, PECK_CHANCE),
                        "flip 26; flip 27; flip 28; flip 29; flip 30; flip 31; flip 32; "
                        "flip 33; flip 34; flip 35");
    assert_non_null(strstr(board_table(&board), "\"left\":1,"));
    board_play(&board, "* flip 35; 0 take");
    assert_int_equal(game->movers(&board.state), 0); /* nine are left, and never seen */
    assert_bad_position(
        THREE
        "d turn=0 card=- pot=0 chips=11,11,11 "
        "cards=3.4.5.6.7.8.9.10.11.12.13.14.15.16.17.18.19.20.21.22.23.24.25.26.27/-/-",
        "24 cards are played");
}

/* Every unseen card is equally likely, however few or scattered they are. */
RULE("NT-4", nt_4_odds)
{
    enum { EACH = 1000 };
    const char *lines[] = {
        THREE "d turn=0 card=- pot=0 chips=11,11,11 cards=-/-/-",
        THREE "d turn=0 card=- pot=0 chips=11,11,11 "
              "cards=3.4.7.8.9.10.11.12.13/15.16.17.18.19.20.21.22.23/27.30.32.33.35"};
    /* With 32 and 9 degrees of freedom, p = 0.001. */
    const double limits[] = {62.49, 27.88};
    for (int i = 0; i < 2; i++) {
        struct board board = board_at(lines[i]);
        struct peck_rng rng;
        uint32_t actions[PECK_ACTIONS_MAX], weights[PECK_OUTCOMES_MAX], hits[36] = {0};
        uint32_t count = game->legal(&board.state, PECK_CHANCE, actions);
        assert_int_equal(count, i == 0 ? 33 : 10);
        game->weights(&board.state, weights);
        peck_rng_seed(&rng, 4);
        for (uint32_t draw = 0; draw < EACH * count; draw++)
            hits[game->sample(&board.state, &rng) & 0xffff]++;
        double chi = 0;
        for (uint32_t k = 0; k < count; k++) {
            double off = hits[actions[k] & 0xffff] - (double)EACH;
            chi += off * off / EACH;
            assert_int_equal(weights[k], 1);
        }
        assert_true(chi < limits[i]);
    }
}

/* At any moment of any match every unseen card comes up, and no other. */
RULE("NT-4", nt_4_all_unseen_cards_come_up)
{
    struct peck_rng rng;
    uint32_t actions[PECK_ACTIONS_MAX];
    peck_rng_seed(&rng, 44);
    for (int i = 0; i < 300; i++) {
        struct board board = board_begin(game, 3, i % 2 ? "tactical" : "");
        game->playout(&board.state, &rng, 1 + (uint32_t)i % 60);
        if (game->movers(&board.state) != PECK_CHANCE_BIT)
            continue;
        uint64_t came = 0, unseen = 0;
        for (int draw = 0; draw < 800; draw++) /* misses one of 33 once in 10^9 times */
            came |= (uint64_t)1 << (game->sample(&board.state, &rng) & 0xffff);
        uint32_t count = game->legal(&board.state, PECK_CHANCE, actions);
        for (uint32_t k = 0; k < count; k++)
            unseen |= (uint64_t)1 << (actions[k] & 0xffff);
        assert_true(came == unseen);
    }
}

RULE("NT-5", nt_5)
{
    struct board board = board_begin(game, 3, "first=0");
    board_play(&board, "* flip 20; 0 refuse; 1 take; * flip 30; 1 refuse");
    ASSERT_POSITION(&board, "p turn=2 card=30 pot=1 chips=10,11,11 cards=-/20/-");
    struct board own = board_view(&board, 2), public = board_view(&board, PECK_CHANCE);
    ASSERT_POSITION(&own, "p turn=2 card=30 pot=1 chips=?,?,11 cards=-/20/-");
    ASSERT_POSITION(&public, "p turn=2 card=30 pot=1 chips=?,?,? cards=-/20/-");
    assert_string_equal(board_legal(&own, 2), "take; refuse");
    assert_int_equal(board_points(&own, 1), 20); /* what is blank counts nothing */
    assert_int_equal(board_points(&own, 2), -11);
    struct board back = board_at(board_line(&own));
    assert_memory_equal(&back.state, &own.state, game->state_size);
}

/* Views hide all hands but one, or all. */
RULE("NT-5", nt_5_views)
{
    assert_bad_position(THREE "d turn=0 card=- pot=0 chips=11,11,? cards=3/-/-",
                        "chips are hidden from the others");
    assert_bad_position(
        "nothanks seats=4 | d turn=0 card=- pot=0 chips=11,11,?,? cards=3/-/-/-",
        "chips are hidden from the others");
    assert_bad_position(THREE "d turn=0 card=- pot=0 chips=x,?,? cards=3/-/-",
                        "expected chips from 0 to 55, found 'x");
}

/* All plies are open: everyone sees each of them as it is. */
RULE("NT-5", nt_5_plies_are_open)
{
    struct board board = board_begin(game, 3, "first=0");
    uint32_t actions[PECK_ACTIONS_MAX];
    assert_int_equal(game->legal(&board.state, PECK_CHANCE, actions), 33);
    assert_int_equal(game->seen(&board.state, PECK_CHANCE, actions[5], 1), actions[5]);
    board_play(&board, "* flip 20");
    assert_int_equal(game->legal(&board.state, 0, actions), 2);
    assert_int_equal(game->seen(&board.state, 0, actions[0], 1), actions[0]);
    assert_int_equal(game->seen(&board.state, 0, actions[1], PECK_CHANCE), actions[1]);
}

/* The blanks together are known, so a viewer imagines every split of them, equally often.
 */
RULE("NT-5", nt_5_worlds)
{
    enum { DRAWS = 6000 };
    struct board view = board_at(THREE "p turn=0 card=9 pot=0 chips=?,28,? cards=3/4/5");
    struct peck_rng rng;
    int hits[6] = {0};
    peck_rng_seed(&rng, 5);
    for (int i = 0; i < DRAWS; i++) {
        struct board world = view;
        game->determinize(&world.state, 1, &rng);
        assert_null(game->check(&world.state));
        int first = 3 - board_points(&world, 0), last = 5 - board_points(&world, 2);
        assert_int_equal(first + last, 5);
        hits[first]++;
        game->redact(&world.state, 1);
        assert_memory_equal(&world.state, &view.state, game->state_size);
    }
    double chi = 0;
    for (int i = 0; i < 6; i++)
        chi += (hits[i] - 1000.0) * (hits[i] - 1000.0) / 1000.0;
    assert_true(chi < 20.52); /* 5 degrees of freedom, p = 0.001 */
}

/* Before a card is taken, everyone can count along: there is one world only. Later, a seat
 * without cards still has at most what it began with, less what it paid on this card. */
RULE("NT-5", nt_5_worlds_keep_to_the_possible)
{
    struct peck_rng rng;
    peck_rng_seed(&rng, 6);
    struct board board = board_begin(game, 4, "first=2");
    board_play(&board, "* flip 33; 2 refuse; 3 refuse; 0 refuse; 1 refuse; 2 refuse");
    for (int viewer = 0; viewer < 5; viewer++) {
        struct board world = board_view(&board, viewer < 4 ? viewer : PECK_CHANCE);
        game->determinize(&world.state, viewer, &rng);
        ASSERT_POSITION(&world, "p turn=3 card=33 pot=5 chips=10,10,9,10 cards=-/-/-/-");
    }
    bool seen[12] = {false};
    for (int i = 0; i < 2000; i++) {
        struct board world =
            board_at(THREE "p turn=0 card=9 pot=2 chips=?,3,? cards=3/4/-");
        game->determinize(&world.state, 1, &rng);
        int chips = -board_points(&world, 2);
        assert_in_range(chips, 0, 10);
        seen[chips] = true;
    }
    for (int chips = 0; chips <= 10; chips++)
        assert_true(seen[chips]);
}

RULE("NT-5", nt_5_features)
{
    int16_t truth[PECK_FEATURES_MAX], guess[PECK_FEATURES_MAX];
    struct board board =
        board_at(THREE "p turn=2 card=30 pot=1 chips=10,6,16 cards=-/20.21/9");
    struct board view = board_view(&board, 1);
    int count = features_of(&board, 1, truth);
    features_of(&view, 1, guess);
    assert_memory_equal(truth, guess, sizeof truth);
    const int16_t common[] = {3, 1, 30, 1, 20, 29, 6, 26};
    assert_memory_equal(truth, common, sizeof common);
    const int16_t *unseen = truth + 8, *own = unseen + 33, *next = own + 35,
                  *last = next + 35;
    int flags = 0;
    for (int i = 0; i < 33; i++)
        flags += unseen[i];
    assert_int_equal(flags, 29);
    assert_int_equal(unseen[30 - 3] + unseen[20 - 3] + unseen[9 - 3], 0);
    assert_int_equal(own[0], 0);
    assert_int_equal(own[1], 20);
    assert_int_equal(own[2 + 20 - 3] + own[2 + 21 - 3], 2);
    assert_int_equal(next[0], 1); /* seat 2, on turn */
    assert_int_equal(next[1], 9);
    assert_int_equal(next[2 + 9 - 3], 1);
    assert_int_equal(last[0] + last[1], 0);
    for (const int16_t *absent = last + 35; absent < truth + count; absent++)
        assert_int_equal(*absent, 0);
    features_of(&board, PECK_CHANCE,
                truth); /* a spectator has no chips, and sits at seat 0 */
    assert_int_equal(truth[6], -1);
    assert_int_equal(truth[7], 32);
    assert_int_equal(truth[8 + 33 + 35], 0);
    assert_int_equal(truth[8 + 33 + 35 + 1], 20);
}

RULE("NT-5", nt_5_table)
{
    struct board board = board_at("nothanks seats=3 tactical | p turn=2 card=31 pot=1 "
                                  "chips=9,?,? cards=-/21.22.23.35/9");
    assert_string_equal(
        board_table(&board),
        "{\"phase\":\"choice\",\"turn\":2,\"card\":31,\"pot\":1,\"left\":18,"
        "\"out\":[10,20,30],\"seats\":["
        "{\"runs\":[],\"card_points\":0,\"chips\":9},"
        "{\"runs\":[[21,22,23],[35]],\"card_points\":56,\"chips\":null},"
        "{\"runs\":[[9]],\"card_points\":9,\"chips\":null}]}");
    board = board_begin(game, 3, "");
    assert_non_null(strstr(board_table(&board),
                           "{\"phase\":\"first\",\"turn\":0,\"card\":null,"
                           "\"pot\":0,\"left\":24,\"out\":[],"));
}

RULE("NT-6", nt_6)
{
    struct board board = board_begin(game, 4, "");
    uint32_t weights[PECK_OUTCOMES_MAX];
    int hits[4] = {0};
    struct peck_rng rng;
    assert_string_equal(board_legal(&board, PECK_CHANCE),
                        "first 0; first 1; first 2; first 3");
    game->weights(&board.state, weights);
    assert_memory_equal(weights, ((uint32_t[]){1, 1, 1, 1}), 4 * sizeof *weights);
    peck_rng_seed(&rng, 6);
    for (int i = 0; i < 4000; i++)
        hits[game->sample(&board.state, &rng) & 0xffff]++;
    for (int i = 0; i < 4; i++)
        assert_in_range(hits[i], 890, 1110); /* 4 deviations */
    board_play(&board, "* first 2; * flip 9");
    assert_int_equal(game->movers(&board.state), 1 << 2);
}

RULE("NT-6", nt_6_first_may_be_given)
{
    const char *drawn = "the first seat is drawn before all else";
    struct board board = board_begin(game, 4, "first=3");
    assert_string_equal(board_line(&board),
                        "nothanks seats=4 first=3 | d turn=3 card=- pot=0 "
                        "chips=11,11,11,11 cards=-/-/-/-");
    assert_bad_position(
        "nothanks seats=3 first=1 | f turn=0 card=- pot=0 chips=11,11,11 cards=-/-/-",
        drawn);
    assert_bad_position(THREE "f turn=1 card=- pot=0 chips=11,11,11 cards=-/-/-", drawn);
    assert_bad_position(THREE "f turn=0 card=- pot=0 chips=11,11,11 cards=3/-/-", drawn);
    assert_bad_position(
        "nothanks seats=3 first=1 | d turn=0 card=- pot=0 chips=11,11,11 cards=-/-/-",
        "the first seat turns up the first card");
    assert_bad_position(
        "nothanks seats=3 first=1 | p turn=1 card=5 pot=1 chips=10,11,11 cards=-/-/-",
        "the first seat turns up the first card");
    board_at("nothanks seats=3 first=1 | p turn=2 card=5 pot=1 chips=11,10,11 cards=-/-/-");
}

/* ---- Turn. ---- */

RULE("NT-10", nt_10)
{
    struct board board = board_begin(game, 3, "first=1");
    assert_int_equal(game->movers(&board.state), PECK_CHANCE_BIT);
    board_play(&board, "* flip 17");
    assert_int_equal(game->movers(&board.state), 1 << 1);
    assert_string_equal(board_legal(&board, 1), "take; refuse");
    assert_string_equal(board_legal(&board, 0), "");
    assert_string_equal(board_legal(&board, PECK_CHANCE), "");
    assert_bad_position(THREE "d turn=0 card=5 pot=0 chips=11,11,11 cards=-/-/-",
                        "a card is up exactly when a seat decides");
    assert_bad_position(THREE "p turn=0 card=- pot=0 chips=11,11,11 cards=-/-/-",
                        "a card is up exactly when a seat decides");
    assert_bad_position(THREE "x turn=0", "a phase, one of fdpo");
    assert_bad_position(THREE "d turn=3", "a seat from 0 to 2");
}

/* A random player takes and refuses equally often, and the same through the struct. */
RULE("NT-10", nt_10_at_random)
{
    int takes = 0;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        struct board hot = board_begin(game, 5, "first=1"), cold = hot;
        struct peck_rng rng, same;
        peck_rng_seed(&rng, seed);
        same = rng;
        assert_int_equal(game->playout(&hot.state, &rng, 2), 2);
        takes += strncmp(position(&hot), "d turn=1", 8) == 0;
        game->playout(&hot.state, &rng, UINT32_MAX);
        assert_true(peck_playout(game, &cold.state, &same, UINT32_MAX) > 2 * 24);
        assert_memory_equal(&hot.state, &cold.state, game->state_size);
        assert_memory_equal(&rng, &same, sizeof rng);
    }
    assert_in_range(takes, 436, 564); /* 4 deviations */
}

RULE("NT-11", nt_11)
{
    struct board board = board_begin(game, 3, "first=1");
    board_play(&board, "* flip 17; 1 refuse");
    ASSERT_POSITION(&board, "p turn=2 card=17 pot=1 chips=11,10,11 cards=-/-/-");
    board_play(&board, "2 refuse");
    ASSERT_POSITION(&board, "p turn=0 card=17 pot=2 chips=11,10,10 cards=-/-/-");
}

RULE("NT-12", nt_12)
{
    struct board board = board_at(THREE "p turn=0 card=17 pot=1 chips=0,31,1 cards=3/4/5");
    assert_string_equal(board_legal(&board, 0), "take");
    struct board view = board_view(&board, 0);
    assert_string_equal(board_legal(&view, 0), "take");
    board = board_at(THREE "p turn=2 card=17 pot=1 chips=0,31,1 cards=3/4/5");
    assert_string_equal(board_legal(&board, 2), "take; refuse");
    /* In random play too, with one answer only nothing is drawn. */
    board = board_at(THREE "p turn=0 card=17 pot=1 chips=0,31,1 cards=3/4/5");
    struct peck_rng rng, before;
    peck_rng_seed(&rng, 12);
    before = rng;
    assert_int_equal(game->playout(&board.state, &rng, 1), 1);
    ASSERT_POSITION(&board, "d turn=0 card=- pot=0 chips=1,31,1 cards=3.17/4/5");
    assert_memory_equal(&rng, &before, sizeof rng);
}

RULE("NT-13", nt_13)
{
    struct board board = board_begin(game, 3, "first=1");
    board_play(&board, "* flip 17; 1 refuse; 2 refuse; 0 take");
    ASSERT_POSITION(&board, "d turn=0 card=- pot=0 chips=13,10,10 cards=17/-/-");
    board_play(&board, "* flip 18");
    assert_int_equal(game->movers(&board.state),
                     1 << 0); /* the same player decides again */
    assert_bad_position(THREE "d turn=0 card=- pot=1 chips=10,11,11 cards=3/-/-",
                        "chips lie on a card only");
    assert_bad_position(THREE "d turn=1 card=- pot=0 chips=11,11,11 cards=3/-/-",
                        "that seat has not taken a card yet");
    assert_bad_position(THREE "p turn=1 card=9 pot=0 chips=11,11,11 cards=3/-/-",
                        "that seat has not taken a card yet");
    board_at(THREE "p turn=1 card=9 pot=1 chips=10,11,11 cards=3/-/-");
}

RULE("NT-14", nt_14)
{
    struct board board = board_begin(game, 3, "first=0");
    board_play(&board, "* flip 35");
    for (int round = 0; round < 11; round++)
        board_play(&board, "0 refuse; 1 refuse; 2 refuse");
    ASSERT_POSITION(&board, "p turn=0 card=35 pot=33 chips=0,0,0 cards=-/-/-");
    board_play(&board, "0 take");
    ASSERT_POSITION(&board, "d turn=0 card=- pot=0 chips=33,0,0 cards=35/-/-");
}

#define TWENTY_THREE "3.4.5.6.7.8.9.10.11.12.13.14.15.16.17.18.19.20.21.22.23.24.25"

RULE("NT-15", nt_15)
{
    struct board board =
        board_at(THREE "d turn=0 card=- pot=0 chips=11,11,11 cards=" TWENTY_THREE "/-/-");
    board_play(&board, "* flip 30; 0 refuse; 1 take");
    ASSERT_POSITION(&board,
                    "o turn=1 card=- pot=0 chips=10,12,11 cards=" TWENTY_THREE "/30/-");
    assert_int_equal(game->movers(&board.state), 0);
    assert_string_equal(board_legal(&board, PECK_CHANCE), "");
    assert_bad_position(THREE "d turn=1 card=- pot=0 chips=10,12,11 cards=" TWENTY_THREE
                              "/30/-",
                        "over exactly when the last card is taken");
    assert_bad_position(THREE "o turn=0 card=- pot=0 chips=11,11,11 cards=" TWENTY_THREE
                              "/-/-",
                        "over exactly when the last card is taken");
    struct peck_rng rng;
    peck_rng_seed(&rng, 15);
    assert_int_equal(game->playout(&board.state, &rng, 9), 0);
}

/* ---- Score. ---- */

RULE("NT-20", nt_20)
{
    struct board board =
        board_at(THREE "d turn=0 card=- pot=0 chips=0,0,33 cards=3.4.5.33.34.35/7.9.11/30");
    assert_int_equal(board_points(&board, 0), 3 + 33);
    assert_int_equal(board_points(&board, 1), 7 + 9 + 11);
}

RULE("NT-21", nt_21)
{
    struct board board =
        board_at(THREE "d turn=0 card=- pot=0 chips=4,24,5 cards=3.4/12/7");
    assert_int_equal(board_points(&board, 0), 3 - 4);
    assert_int_equal(board_points(&board, 1), 12 - 24);
    assert_int_equal(board_points(&board, 2), 7 - 5);
    assert_int_equal(board_place(&board, 0), 2);
    assert_int_equal(board_place(&board, 1), 1);
    assert_int_equal(board_place(&board, 2), 3);
    assert_true(game->low_wins);
}

RULE("NT-22", nt_22)
{
    struct board board =
        board_at(THREE "d turn=0 card=- pot=0 chips=10,14,9 cards=10/14/20");
    assert_int_equal(board_place(&board, 0), 1);
    assert_int_equal(board_place(&board, 1), 1);
    assert_int_equal(board_place(&board, 2), 3);
}

/* ---- Variants. ---- */

RULE("NT-30", nt_30)
{
    struct board board = board_begin(game, 3, "tactical first=0");
    assert_string_equal(board_line(&board), "nothanks seats=3 tactical first=0 | d turn=0 "
                                            "card=- pot=0 chips=10,10,10 cards=-/-/-");
    assert_false(board_may(&board, PECK_CHANCE, "flip 10"));
    assert_false(board_may(&board, PECK_CHANCE, "flip 20"));
    assert_false(board_may(&board, PECK_CHANCE, "flip 30"));
    assert_non_null(strstr(board_table(&board), "\"out\":[10,20,30]"));
    take_lowest(&board, 23);
    assert_string_equal(board_legal(&board, PECK_CHANCE),
                        "flip 28; flip 29; flip 31; flip 32; flip 33; flip 34; flip 35");
    board_play(&board, "* flip 29; 0 take"); /* the 24th: six leave the game unseen */
    assert_int_equal(game->movers(&board.state), 0);
    assert_int_equal(board_points(&board, 0), 3 + 11 + 21 + 29 - 10);
}

RULE("NT-31", nt_31)
{
    struct board three = board_begin(game, 3, "large"),
                 five = board_begin(game, 5, "large");
    struct board six = board_begin(game, 6, "large"), seven = board_begin(game, 7, "large");
    ASSERT_POSITION(&three, "f turn=0 card=- pot=0 chips=11,11,11 cards=-/-/-");
    ASSERT_POSITION(&five, "f turn=0 card=- pot=0 chips=11,11,11,11,11 cards=-/-/-/-/-");
    ASSERT_POSITION(&six, "f turn=0 card=- pot=0 chips=9,9,9,9,9,9 cards=-/-/-/-/-/-");
    ASSERT_POSITION(&seven,
                    "f turn=0 card=- pot=0 chips=7,7,7,7,7,7,7 cards=-/-/-/-/-/-/-");
    assert_refused(game, 2, "large", "takes 3 to 7 seats, not 2");
    board_play(&seven, "* first 6; * flip 8; 6 refuse"); /* seven sit in a circle */
    assert_int_equal(game->movers(&seven.state), 1 << 0);
    assert_string_equal(board_line(&six), "nothanks seats=6 large | f turn=0 card=- pot=0 "
                                          "chips=9,9,9,9,9,9 cards=-/-/-/-/-/-");
}

RULE("NT-32", nt_32)
{
    struct board five = board_begin(game, 5, "tactical large");
    struct board six = board_begin(game, 6, "tactical large");
    struct board seven = board_begin(game, 7, "tactical large");
    ASSERT_POSITION(&five, "f turn=0 card=- pot=0 chips=10,10,10,10,10 cards=-/-/-/-/-");
    ASSERT_POSITION(&six, "f turn=0 card=- pot=0 chips=9,9,9,9,9,9 cards=-/-/-/-/-/-");
    ASSERT_POSITION(&seven,
                    "f turn=0 card=- pot=0 chips=7,7,7,7,7,7,7 cards=-/-/-/-/-/-/-");
}

RULE("NT-33", nt_33)
{
    struct board board =
        board_at(THREE "p turn=0 card=30 pot=0 chips=11,11,11 cards=" TWENTY_THREE "/-/-");
    struct board view = board_view(&board, 1);
    assert_memory_not_equal(&view.state, &board.state, game->state_size);
    board_play(&board, "0 take");
    view = board_view(&board, 1);
    assert_memory_equal(&view.state, &board.state, game->state_size);
    view = board_view(&board, PECK_CHANCE);
    assert_memory_equal(&view.state, &board.state, game->state_size);
    assert_bad_position(THREE "o turn=0 card=- pot=0 chips=11,?,? cards=" TWENTY_THREE
                              ".30/-/-",
                        "until the end");
}

/* ---- The rulebook's examples. ---- */

RULE("NT-E1", nt_e1)
{
    struct board board =
        board_at(THREE "d turn=0 card=- pot=0 chips=0,22,11 cards=4.6.10.21/35/-");
    assert_int_equal(board_points(&board, 0), 41);
}

RULE("NT-E2", nt_e2)
{
    struct board board =
        board_at(THREE "d turn=0 card=- pot=0 chips=0,0,33 cards=8.9/17.18.19.20/35");
    assert_int_equal(board_points(&board, 0), 8);
    assert_int_equal(board_points(&board, 1), 17);
}

RULE("NT-E3", nt_e3)
{
    struct board board =
        board_at(THREE "d turn=0 card=- pot=0 chips=0,22,11 cards=13.15.16/35/-");
    assert_int_equal(board_points(&board, 0), 28);
    board_play(&board, "* flip 14; 0 take");
    assert_int_equal(board_points(&board, 0), 13);
}

RULE("NT-E4", nt_e4)
{
    struct board board = board_begin(game, 3, "");
    board_play(&board, "* first 0; * flip 11; 0 refuse; 1 refuse; 2 take");
    ASSERT_POSITION(&board, "d turn=2 card=- pot=0 chips=10,10,13 cards=-/-/11");
    board_play(&board, "* flip 16; 2 refuse");
    ASSERT_POSITION(&board, "p turn=0 card=16 pot=1 chips=10,10,12 cards=-/-/11");
}

RULE("NT-E5", nt_e5)
{
    struct board board = board_at(
        THREE "d turn=0 card=- pot=0 chips=8,14,11 cards=3.7.8.10.14.15.16.25/35/-");
    assert_int_equal(board_points(&board, 0), 51);
}
