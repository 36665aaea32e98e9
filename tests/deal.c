/* deal.c — tests of deals: the same place has the same chance, whatever happened in
 * between; each draw has the odds of the rules; a record of another deal is found out. */
#include "play.h"
#include "test.h"
#include "setups.h"

#include <peck/deal.h>

#include <stdlib.h>
#include <string.h>

static void begin(struct peck_match *match, const struct peck_game *game,
                  const struct peck_setup *setup)
{
    struct peck_error error;
    assert_int_equal(peck_match_begin(match, game, setup, &error), PECK_OK);
}

/* Plays at random, with the chance of the deal. */
static void play(struct peck_match *match, const struct peck_deal *deal, uint64_t seed)
{
    struct peck_rng rng;
    struct peck_error error;
    uint32_t actions[PECK_ACTIONS_MAX];
    peck_rng_seed(&rng, seed);
    assert_int_equal(peck_deal_chance(deal, match, &error), PECK_OK);
    for (uint32_t who; (who = match->game->movers(&match->state)) != 0;) {
        int seat = peck_rng_bit(&rng, who);
        uint32_t count = match->game->legal(&match->state, seat, actions);
        uint32_t action = actions[peck_rng_below(&rng, count)];
        assert_int_equal(peck_match_play(match, seat, action, &error), PECK_OK);
        assert_int_equal(peck_deal_chance(deal, match, &error), PECK_OK);
    }
}

/* Made with Python's hashlib and hmac. */
TEST(test_daily_key)
{
    static const uint8_t right[] = {0x45, 0xd1, 0x40, 0x42, 0x4d, 0x7e, 0x56, 0x4f};
    uint8_t key[PECK_HASH];
    struct peck_error error;
    assert_int_equal(peck_daily_key("2026-11-18 heckmeck", key, &error), PECK_OK);
    assert_memory_equal(key, right, sizeof right);
    assert_int_equal(peck_daily_key("2028-02-29 heckmeck", key, &error), PECK_OK);
}

TEST(test_no_day)
{
    static const char *const wrong[] = {
        "",
        "today",
        "2026-11-18",
        "2026-11-31 heckmeck",
        "2026-02-29 heckmeck",
        "2100-02-29 heckmeck",
        "1999-12-31 heckmeck",
        "2026-00-10 heckmeck",
        "2026-13-01 heckmeck",
        "2026-1-1 heckmeck",
        "2026-11-18-heckmeck",
        "2026-11-18 a word that is longer than any box may be"};
    uint8_t key[PECK_HASH];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct peck_error error;
        assert_int_equal(peck_daily_key(wrong[i], key, &error), PECK_BAD_SETUP);
        assert_string_equal(error.key, "error.daily");
    }
}

TEST(test_comment)
{
    static const char text[] = "# seed 7\n# daily 2026-11-18 heckmeck\npeck 1\n";
    char daily[PECK_DAILY_MAX];
    peck_daily_read(text, sizeof text - 1, daily);
    assert_string_equal(daily, "2026-11-18 heckmeck");
    peck_daily_read(text, 9, daily);
    assert_string_equal(daily, "");
    peck_daily_read("# daily \n", 9, daily);
    assert_string_equal(daily, "");
}

/* A draw of a match: its place, the number of outcomes it had, and the one that came. */
struct drawn {
    struct peck_place place;
    uint32_t choices, outcome;
};
enum { DRAWS = 1000 };

static int draws_of(const struct peck_match *match, struct drawn drawn[DRAWS])
{
    uint32_t outcomes[PECK_OUTCOMES_MAX];
    struct peck_dealer dealer;
    union peck_state state;
    int count = 0;
    peck_match_state_at(match, 0, &state);
    peck_dealer_begin(&dealer, match->game, &state);
    for (uint32_t i = 0; i < match->count && count < DRAWS; i++) {
        struct peck_ply ply = match->plies[i];
        if (ply.seat == PECK_CHANCE)
            drawn[count++] = (struct drawn){
                peck_dealer_place(&dealer, &state),
                match->game->legal(&state, PECK_CHANCE, outcomes), ply.action};
        match->game->apply(&state, ply.seat, ply.action);
        peck_dealer_heed(&dealer, ply.seat);
    }
    return count;
}

/* At places that both matches came to with as many dice, or cards left, the same came.
 * Returns how many there are. Where decks run low, as many cards need not be the same. */
static int alike(const struct drawn *a, int as, const struct drawn *b, int bs, int *other)
{
    int same = 0;
    for (int i = 0; i < as; i++) {
        for (int k = 0; k < bs; k++) {
            if (a[i].place.owner != b[k].place.owner || a[i].choices != b[k].choices ||
                a[i].place.stretch != b[k].place.stretch ||
                a[i].place.draw != b[k].place.draw)
                continue;
            same += a[i].outcome == b[k].outcome;
            *other += a[i].outcome != b[k].outcome;
        }
    }
    return same;
}

/* Two matches of one deal, played differently, meet the same chance, and not that of the
 * next day. */
static void visit(const struct peck_game *game, const struct peck_setup *setup,
                  void *context)
{
    static struct drawn a[DRAWS], b[DRAWS];
    uint8_t key[PECK_HASH], next[PECK_HASH];
    struct peck_deal today, tomorrow;
    struct peck_match one, two;
    struct peck_error error;
    uint32_t ply;
    int *found = context, other = 0;
    assert_int_equal(peck_daily_key("2026-11-18 any", key, &error), PECK_OK);
    assert_int_equal(peck_daily_key("2026-11-19 any", next, &error), PECK_OK);
    begin(&one, game, setup);
    begin(&two, game, setup);
    peck_deal_begin(&today, key, &one);
    peck_deal_begin(&tomorrow, next, &one);
    play(&one, &today, 1);
    play(&two, &today, 2);
    int draws = draws_of(&one, a);
    int same = alike(a, draws, b, draws_of(&two, b), &other);
    if (same == 0 || (other > 0 && strcmp(game->name, "heckmeck") == 0))
        fail_msg("%s: %d draws alike, %d not", setup_words(game, setup), same, other);
    *found += same;
    assert_int_equal(peck_deal_check(&today, &one, &ply, &error), PECK_OK);
    assert_int_equal(ply, one.count);
    assert_int_equal(peck_deal_check(&today, &two, &ply, &error), PECK_OK);
    if (draws >= 8) { /* fewer may be the same by chance */
        assert_int_equal(peck_deal_check(&tomorrow, &one, &ply, &error), PECK_BAD_RECORD);
        assert_string_equal(error.key, "error.deal");
        assert_true(ply < one.count && one.plies[ply].seat == PECK_CHANCE);
    }
    peck_match_free(&one);
    peck_match_free(&two);
}

TEST(test_same_deal)
{
    int found = 0;
    each_setup(visit, &found);
    assert_true(found > 1000);
}
