/* race.c — matches between players who may all act at once: who comes first, who thinks
 * again, and what everybody sees. */
#include "play.h"
#include "test.h"

#include "play/race.h"

#include <string.h>

extern const struct peck_game peck_hexxhopp;
extern const struct peck_game peck_nothanks;

/* What the bots of these tests were asked, newest last. */
static struct {
    int thoughts[PECK_SEATS_MAX];
    struct peck_ply plies[64];
    uint32_t count;
} asked;

/* Plays the last legal action after as many ms as its parameter says. */
static void think_steadily(const struct peck_player *player, const struct peck_seat *seat,
                           struct peck_rng *rng, struct peck_thought *thought)
{
    static uint32_t actions[PECK_ACTIONS_MAX];
    uint32_t count = seat->game->legal(seat->view, seat->seat, actions);
    thought->action = actions[count - 1];
    thought->delay = player->parameter;
    asked.thoughts[seat->seat]++;
    asked.count = seat->count < 64 ? seat->count : 64;
    memcpy(asked.plies, seat->plies, asked.count * sizeof *asked.plies);
}

static const struct peck_bot steady = {.name = "steady", .think = think_steadily};

static struct peck_match match;
static struct peck_rng chance, rng;
static struct peck_error error;

static void begin(const struct peck_game *game, int seats, uint64_t seed)
{
    struct peck_setup setup;
    memset(&asked, 0, sizeof asked);
    peck_setup_begin(game, seats, &setup);
    assert_int_equal(peck_match_begin(&match, game, &setup, &error), PECK_OK);
    peck_rng_seed(&chance, seed);
    peck_rng_seed(&rng, seed + 1);
}

static int next(struct peck_race *race, uint64_t *due)
{
    int seat;
    assert_int_equal(peck_race_next(race, &seat, due, &error), PECK_OK);
    return seat;
}

static void act(struct peck_race *race, int seat)
{
    assert_int_equal(peck_race_act(race, seat, &error), PECK_OK);
}

/* Seat 0 needs 10 ms for an action and seat 1 25: 10, 20, 25, 30, 40, 50 or 50. */
TEST(the_faster_act_first)
{
    static const int seats[] = {0, 0, 1, 0, 0};
    static const uint64_t times[] = {10, 20, 25, 30, 40};
    const struct peck_player players[] = {{&steady, 10, {0, 0}}, {&steady, 25, {0, 0}}};
    struct peck_race race;
    begin(&peck_hexxhopp, 2, 1);
    peck_race_begin(&race, &match, players, &chance, &rng);
    for (int i = 0; i < 5; i++) {
        uint64_t due;
        assert_int_equal(next(&race, &due), seats[i]);
        assert_int_equal(due, times[i]);
        act(&race, seats[i]);
        assert_int_equal(race.clock.now, times[i]);
    }
    peck_race_free(&race);
    peck_match_free(&match);
}

/* A seat that still may do what it meant to do is not asked again. */
TEST(others_do_not_disturb)
{
    const struct peck_player players[] = {{&steady, 10, {0, 0}}, {&steady, 1000, {0, 0}}};
    struct peck_race race;
    uint64_t due;
    begin(&peck_hexxhopp, 2, 1);
    peck_race_begin(&race, &match, players, &chance, &rng);
    for (int i = 0; i < 4; i++)
        act(&race, next(&race, &due));
    assert_int_equal(asked.thoughts[0], 4);
    assert_int_equal(asked.thoughts[1], 1);
    peck_race_free(&race);
    peck_match_free(&match);
}

/* Two seats want one cell (HH-21): the slower one thinks again, and from that moment. */
TEST(the_slower_thinks_again)
{
    const struct peck_player players[] = {{&steady, 100, {0, 0}}, {&steady, 103, {0, 0}}};
    int again = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct peck_race race;
        begin(&peck_hexxhopp, 2, seed);
        peck_race_begin(&race, &match, players, &chance, &rng);
        for (int i = 0; i < 30; i++) {
            uint64_t due;
            int seat = next(&race, &due), thoughts = asked.thoughts[1 - seat];
            struct peck_racer other = race.clock.racer[1 - seat];
            act(&race, seat);
            next(&race, &due);
            if (asked.thoughts[1 - seat] == thoughts)
                continue;
            again++;
            assert_int_not_equal(race.clock.racer[1 - seat].action, other.action);
            assert_int_equal(race.clock.racer[1 - seat].due,
                             race.clock.now + players[1 - seat].parameter);
        }
        peck_race_free(&race);
        peck_match_free(&match);
    }
    assert_true(again > 0);
}

/* Equal times are drawn, and a thought without a delay takes PECK_RACE_DELAY. */
TEST(ties_are_drawn)
{
    const struct peck_player players[] = {{&steady, 0, {0, 0}}, {&steady, 1000, {0, 0}}};
    int firsts[2] = {0, 0};
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct peck_race race;
        uint64_t due;
        begin(&peck_hexxhopp, 2, seed);
        peck_race_begin(&race, &match, players, &chance, &rng);
        firsts[next(&race, &due)]++;
        assert_int_equal(due, PECK_RACE_DELAY);
        peck_race_free(&race);
        peck_match_free(&match);
    }
    assert_true(firsts[0] > 8 && firsts[1] > 8); /* of 40: 5 in 100,000 say otherwise */
}

/* A race of a person and a bot, who is the next to act. */
static void begin_with_person(struct peck_race *race)
{
    static const struct peck_player players[] = {{NULL, 0, {0, 0}}, {&steady, 10, {0, 0}}};
    uint64_t due;
    begin(&peck_hexxhopp, 2, 1);
    peck_race_begin(race, &match, players, &chance, &rng);
    assert_int_equal(next(race, &due), 1);
}

/* A person's plies come in through the match; the race waits when only persons may act. */
TEST(persons_play_too)
{
    struct peck_race race;
    uint64_t due;
    begin_with_person(&race);
    assert_int_equal(peck_match_say(&match, 0, "open", &error), PECK_OK);
    assert_int_equal(next(&race, &due), 1);
    act(&race, 1);
    assert_int_equal(next(&race, &due), 1);
    assert_int_equal(race.count, match.count);
    assert_int_equal(asked.thoughts[0], 0);
    peck_race_free(&race);
    const struct peck_player nobody[] = {{NULL, 0, {0, 0}}, {NULL, 0, {0, 0}}};
    peck_race_begin(&race, &match, nobody, &chance, &rng);
    assert_int_equal(next(&race, &due), -1);
    peck_race_free(&race);
    peck_match_free(&match);
}

/* A bot gets the plies as its seat saw them: the deal lies face down. */
TEST(plies_are_as_seen)
{
    struct peck_race race;
    begin_with_person(&race);
    union peck_state before;
    int hidden = 0;
    for (uint32_t i = 0; i < asked.count; i++) {
        peck_match_state_at(&match, i, &before);
        assert_int_equal(
            asked.plies[i].action,
            peck_hexxhopp.seen(&before, match.plies[i].seat, match.plies[i].action, 1));
        hidden += asked.plies[i].action != match.plies[i].action;
    }
    assert_int_equal(hidden, 30); /* two stacks of 15 tiles: HH-3 */
    peck_race_free(&race);
    peck_match_free(&match);
}

/* Where one seat at a time may act, the race is a plain match; and the same seeds play the
 * same one. */
TEST(turns_need_no_clock)
{
    struct peck_player players[PECK_SEATS_MAX];
    struct peck_match first;
    for (int seat = 0; seat < 5; seat++)
        assert_int_equal(peck_player_find(&peck_nothanks, "random", &players[seat], &error),
                         PECK_OK);
    for (int i = 0; i < 2; i++) {
        begin(&peck_nothanks, 5, 7);
        assert_int_equal(peck_race_play(&match, players, &chance, &rng, &error), PECK_OK);
        assert_int_equal(peck_nothanks.movers(&match.state), 0);
        if (i == 0)
            first = match;
    }
    assert_int_equal(first.count, match.count);
    for (uint32_t i = 0; i < match.count; i++) {
        assert_int_equal(first.plies[i].seat, match.plies[i].seat);
        assert_int_equal(first.plies[i].action, match.plies[i].action);
    }
    peck_match_free(&first);
    peck_match_free(&match);
}
