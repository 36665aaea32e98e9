/* endgame.c — the last to act in the last round of Karteneck: what the players say
 * of every action must be its value, found here a second time by brute force.
 *
 * The brute force knows no rule. It holds every world that the seat cannot rule out, each
 * with its weight, and plays all of them at once through the contract: a decision must be
 * the same in all worlds, for they look the same, and a card drawn rules out the worlds
 * where it was not there. */
#include "play.h"
#include "test.h"

#include "../rules/state.h"

#include <peck/bot.h>

#include <math.h>
#include <stdio.h>

static const struct peck_game *const game = &peck_karteneck;

static struct karteneck *inside(union peck_state *state)
{
    return (struct karteneck *)(void *)state;
}

/* ---- the brute force ---- */

/* 2 of 8 hidden cards, or 3 of 7, lie in another hand. */
enum { WORLDS_MAX = 40 };

struct worlds {
    int count;
    struct karteneck s[WORLDS_MAX];
    double weight[WORLDS_MAX];
};

struct outcome {
    double win, points; /* each times the weight of the worlds */
};

/* KE-61: a shared win counts a share. */
static struct outcome ended(const struct worlds *worlds, int seat)
{
    struct outcome sum = {0, 0};
    for (int i = 0; i < worlds->count; i++) {
        int32_t points[PECK_SEATS_MAX];
        uint8_t places[PECK_SEATS_MAX];
        int winners = 0;
        game->score(&worlds->s[i], points, places);
        for (int k = 0; k < worlds->s[i].seats; k++)
            winners += places[k] == 1;
        sum.win += places[seat] == 1 ? worlds->weight[i] / winners : 0;
        sum.points += worlds->weight[i] * points[seat];
    }
    return sum;
}

static struct outcome solve(const struct worlds *worlds, int seat);

static struct outcome acted(const struct worlds *worlds, int seat, uint32_t action)
{
    struct worlds next;
    next.count = worlds->count;
    for (int i = 0; i < next.count; i++) {
        next.s[i] = worlds->s[i];
        next.weight[i] = worlds->weight[i];
        game->apply(&next.s[i], seat, action);
    }
    return solve(&next, seat);
}

/* The worlds in which this card comes, weighed by its chance. */
static struct outcome drawn(const struct worlds *worlds, int seat, uint32_t card)
{
    struct worlds next;
    next.count = 0;
    for (int i = 0; i < worlds->count; i++) {
        uint32_t cards[PECK_OUTCOMES_MAX], weights[PECK_OUTCOMES_MAX], all = 0, mine = 0;
        uint32_t count = game->legal(&worlds->s[i], PECK_CHANCE, cards);
        game->weights(&worlds->s[i], weights);
        for (uint32_t k = 0; k < count; k++) {
            all += weights[k];
            mine += cards[k] == card ? weights[k] : 0;
        }
        if (mine == 0)
            continue;
        next.s[next.count] = worlds->s[i];
        next.weight[next.count] = worlds->weight[i] * mine / all;
        game->apply(&next.s[next.count++], PECK_CHANCE, card);
    }
    return next.count > 0 ? solve(&next, seat) : (struct outcome){0, 0};
}

static struct outcome solve(const struct worlds *worlds, int seat)
{
    uint32_t actions[PECK_ACTIONS_MAX];
    uint32_t mover = game->movers(&worlds->s[0]);
    struct outcome best = {-1, 0};
    if (mover == 0)
        return ended(worlds, seat);
    if (mover == PECK_CHANCE_BIT) {
        best.win = 0;
        for (uint32_t card = 1; card <= CARD_WORM + WORMS; card++) {
            struct outcome one = drawn(worlds, seat, VERB_CARD + card);
            best.win += one.win;
            best.points += one.points;
        }
        return best;
    }
    assert_int_equal(mover, 1u << seat);
    uint32_t count = game->legal(&worlds->s[0], seat, actions);
    for (uint32_t i = 0; i < count; i++) {
        struct outcome one = acted(worlds, seat, actions[i]);
        bool equal = fabs(one.win - best.win) < 1e-12;
        if (equal ? one.points > best.points : one.win > best.win)
            best = one;
    }
    return best;
}

/* Every way to deal the cards that the seat has not seen to the deck and the one other hand
 * that has any; all equally likely. */
static void deal_worlds(const struct karteneck *s, struct worlds *worlds)
{
    int other = (s->turn + 1) % s->seats;
    uint64_t hidden = s->deck + s->hand[other];
    uint32_t cards = size(s->hand[other]), masks = cards > 0 ? 1u << size(hidden) : 1;
    worlds->count = 0;
    for (uint32_t mask = 0; mask < masks; mask++) {
        if (__builtin_popcount(mask) != (int)cards)
            continue;
        assert_true(worlds->count < WORLDS_MAX);
        struct karteneck *world = &worlds->s[worlds->count++];
        *world = *s;
        world->hand[other] = 0;
        for (uint32_t k = 0; mask >> k != 0; k++)
            world->hand[other] += mask >> k & 1 ? single(card_at(hidden, k)) : 0;
        world->deck = hidden - world->hand[other];
        assert_null(game->check(world));
    }
    for (int i = 0; i < worlds->count; i++)
        worlds->weight[i] = 1.0 / worlds->count;
}

/* ---- the players ---- */

static struct peck_thought ask(const char *bot, const union peck_state *state,
                               struct peck_estimate *estimates)
{
    struct peck_player player = bot_named(game, bot, 2);
    return bot_thinks(&player, game, state, __builtin_ctz(game->movers(state)), 1,
                      estimates);
}

/* What hard says of every action is its value, and it chooses a best one; expert says the
 * same, with estimates and without. */
static void check_exact(const union peck_state *state)
{
    static struct peck_estimate estimates[PECK_ACTIONS_MAX], again[PECK_ACTIONS_MAX];
    static struct worlds worlds;
    union peck_state copy = *state;
    int seat = inside(&copy)->turn;
    struct outcome best = {-1, 0}, chosen = {-1, 0};
    struct peck_thought thought = ask("hard", state, estimates);
    deal_worlds(inside(&copy), &worlds);
    assert_true(thought.count > 0);
    for (uint32_t i = 0; i < thought.count; i++) {
        struct outcome one = acted(&worlds, seat, estimates[i].action);
        assert_true(fabs(estimates[i].win - one.win) < 1e-6);
        assert_true(fabs(estimates[i].points - one.points) < 1e-4);
        assert_true(estimates[i].win_error == 0 && estimates[i].points_error == 0);
        bool equal = fabs(one.win - best.win) < 1e-9;
        best = (equal ? one.points > best.points : one.win > best.win) ? one : best;
        chosen = estimates[i].action == thought.action ? one : chosen;
    }
    assert_true(chosen.win > best.win - 1e-9 && chosen.points > best.points - 1e-4);
    assert_int_equal(ask("hard", state, NULL).action, thought.action);
    assert_int_equal(ask("expert", state, NULL).action, thought.action);
    assert_int_equal(ask("expert", state, again).action, thought.action);
    assert_same_estimates(estimates, again, thought.count);
}

static void check_line(const char *line)
{
    struct board board = board_at(line);
    check_exact(&board.state);
}

/* ---- single positions ---- */

/* Only a theft wins (KE-21), and its total needs a card that is not yet drawn (KE-12). */
TEST(a_tile_is_worth_waiting_for)
{
    check_line("karteneck seats=2 | act turn=0 done=8 draws=0 standing=ip grill=25,42 "
               "stacks=0,0,33,39,41,16,20,40/30,32,36,37,27,21,26,34 "
               "laid=2*1,3*1,W4,W16/1*2,W8,W11 hands=1*2,4*1,5*2/- deck=32 "
               "discard=1*6,2*10,3*10,4*12,5*14,W1,W2,W5,W6,W9,W10,W12,W13,W17,W18,W23,"
               "W24,W25");
}

#define TWO "karteneck seats=2 | act turn=0 done=8 draws=0 standing=ip grill=25,42 "
#define TILES_OF_TWO                                                                       \
    "stacks=0,0,33,39,41,16,20,40/30,32,36,37,27,21,26,34 laid=2*1,3*1,5*2/1*2,W8,W11 "

/* No worm card is laid yet, so a pass fails (KE-30), and of the eight cards not seen two
 * lie in the other hand: they cannot be drawn, but any two may be the ones. */
TEST(a_hidden_hand_is_not_drawn)
{
    check_line(TWO TILES_OF_TWO
               "hands=1*2,4*1/W3,W9 deck=6 "
               "discard=1*12,2*16,3*15,4*12,5*15,W1,W2,W4,W5,W6,W7,W10,W12,W13,W14,W15,"
               "W16,W17,W18,W19,W20,W21,W22,W23,W24,W25");
}

/* KE-51: the deck ends after one card, or is empty already, and the discard pile is drawn
 * from; or there is none either, and nothing is drawn. */
TEST(the_deck_may_end)
{
    check_line(TWO TILES_OF_TWO
               "hands=1*2,4*1,W9/2*3 deck=1 "
               "discard=1*13,2*13,3*16,4*15,5*15,W1,W2,W3,W4,W5,W6,W7,W10,W12,W13,W14,"
               "W15,W16,W17,W18,W19,W20,W21,W22,W23,W24,W25");
    check_line(TWO TILES_OF_TWO
               "hands=1*2,4*2,W9/- deck=0 "
               "discard=1*13,2*16,3*16,4*15,5*15,W1,W2,W3,W4,W5,W6,W7,W10,W12,W13,W14,"
               "W15,W16,W17,W18,W19,W20,W21,W22,W23,W24,W25");
    check_line(TWO "stacks=0,0,33,39,41,16,20,40/30,32,36,37,27,21,26,34 "
                   "laid=2*1,3*1,W9/1*13,2*16,3*16,4*13,5*11,W1,W2,W3,W4,W5,W6,W7,W8,W10,"
                   "W11,W12,W13,W14,W15,W16,W17,W18,W19,W20,W21,W22,W23,W24,W25 "
                   "hands=1*4,4*4,5*6/- deck=0 discard=-");
}

/* KE-41: with equal totals the higher worm card counts, so it matters which is laid; and
 * KE-13: whether one is added. The others stand with 20 and W12, and with 20 and W20. */
TEST(worm_cards_have_numbers)
{
    static const char rest[] =
        " turn=0 done=7 draws=0 standing=ipp grill=16,30,42 "
        "stacks=38,20,33,34,35,22,23/31,32,21,24,40,17,18/26,27,25,29,37,36,19 ";
    static const char *const cards[] = {
        "laid=1*1,2*2,3*2,4*1/5*3,W12/5*3,W20 hands=W3,W15,W24/-/- deck=93",
        "laid=1*1,2*1,3*1,4*1/5*3,W12/5*3,W20 hands=5*1/-/- deck=97", /* to be drawn */
        "laid=1*1,2*2,4*1,W15/5*3,W12/5*3,W20 hands=3*2,5*2,W3,W4/-/- deck=91",
    };
    for (int i = 0; i < 3; i++) {
        char line[PECK_LINE_MAX];
        snprintf(line, sizeof line, "karteneck seats=3 | %s%s%s discard=-",
                 i < 2 ? "act" : "add", rest, cards[i]);
        check_line(line);
    }
}

/* KE-21: the tile may be taken or left, and then all is certain. */
TEST(a_theft_is_weighed)
{
    check_line("karteneck seats=2 | steal turn=0 done=8 draws=0 standing=pf grill=16 "
               "stacks=19,20,22,23,25,26,28,29/17,18,24,27,30,31,34,0,21 "
               "laid=1*1,5*1,W3,W9,W20/- hands=2*2/- deck=103 discard=-");
}

/* No play leads here, for who is still in has laid as long as the others did (KE-11). There
 * is too much to calculate, so all is as it is earlier in the match, by playouts. */
TEST(too_much_is_played_out)
{
    static struct peck_estimate estimates[PECK_ACTIONS_MAX];
    struct board board = board_at(
        "karteneck seats=6 | act turn=0 done=4 draws=0 standing=ippppp "
        "grill=16,17,18,20,33,42 stacks=27,30,36,22/26,0,34,38/28,19,21,41/0,23,24,39/"
        "0,29,31,37/25,32,35,40 laid=-/5*2,W10/5*3,W20/1*1,5*3,W15/4*3,W16/5*3,W5,W6 "
        "hands=1*3,2*3,3*2,4*2,5*1,W1,W19,W24/-/-/-/-/- deck=75 discard=-");
    struct peck_thought thought = ask("hard", &board.state, estimates);
    double error = 0;
    assert_int_equal(thought.count, 15);
    for (uint32_t i = 0; i < thought.count; i++)
        error += estimates[i].win_error + estimates[i].points_error;
    assert_true(error > 0);
    assert_int_equal(peck_act(game, &board.state, 0, thought.action), PECK_OK);
}

/* ---- many positions ---- */

/* Kinds that the seat on turn has not laid. */
static int kinds_left(const struct karteneck *s)
{
    uint64_t laid = s->laid[s->turn];
    int left = worms(laid) == 0;
    for (int v = 1; v <= HEN_VALUES; v++)
        left += hens(laid, v) == 0;
    return left;
}

/* The others' cards go into the deck: what can be drawn is then what the seat has not seen,
 * and one world is enough. The bots must say the same of both as long as the deck lasts. */
static int check_merged(const union peck_state *state)
{
    static struct peck_estimate hidden[PECK_ACTIONS_MAX], open[PECK_ACTIONS_MAX];
    union peck_state merged = *state;
    struct karteneck *s = inside(&merged);
    if (kinds_left(s) > 2)
        return 0;
    bool lasts = size(s->deck) >= 2;
    for (int i = 0; i < s->seats; i++) {
        s->deck += i != s->turn ? s->hand[i] : 0;
        s->hand[i] = i != s->turn ? 0 : s->hand[i];
    }
    check_exact(&merged);
    uint32_t count = ask("hard", state, hidden).count;
    assert_int_equal(ask("hard", &merged, open).count, count);
    if (lasts)
        assert_same_estimates(hidden, open, count);
    return 1;
}

/* Matches of random play, but the last to act lays while it can. */
static int check_match(int seats, uint64_t seed)
{
    struct board board = board_begin(game, seats, "");
    struct karteneck *s = inside(&board.state);
    struct peck_rng rng;
    int checked = 0;
    peck_rng_seed(&rng, seed);
    for (uint32_t who; (who = game->movers(&board.state)) != 0;) {
        uint32_t actions[PECK_ACTIONS_MAX];
        if (who == PECK_CHANCE_BIT) {
            game->apply(s, PECK_CHANCE, game->sample(s, &rng));
            continue;
        }
        uint32_t count = game->legal(s, s->turn, actions);
        bool last = s->done + 1 == rounds_of[seats] && (s->in & ~who) == 0;
        if (last)
            checked += check_merged(&board.state);
        uint32_t among = last && s->phase == PHASE_ACT && count > 1 ? count - 1 : count;
        game->apply(s, s->turn, actions[peck_rng_below(&rng, among)]);
    }
    return checked;
}

TEST(random_positions_are_exact)
{
    int checked = 0;
    for (int seats = 2; seats <= 6; seats++) {
        for (uint64_t seed = 0; seed < 40; seed++)
            checked += check_match(seats, seed);
    }
    assert_true(checked > 100);
}
