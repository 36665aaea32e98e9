/* fair.c — tests of chance that anyone can check: hashes against published vectors, matches
 * of every set-up verified, and every kind of tampering named.
 *
 * `fair --write GAME SEATS` writes the record of one match on standard output, for the test
 * of the program and for the second opinion in Python. */
#include "play.h"
#include "test.h"
#include "setups.h"

#include <peck/fair.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void assert_hex(const uint8_t bytes[PECK_HASH], const char *digits)
{
    char made[2 * PECK_HASH + 1];
    for (int i = 0; i < PECK_HASH; i++)
        snprintf(made + 2 * i, 3, "%02x", bytes[i]);
    assert_string_equal(made, digits);
}

/* The examples of FIPS 180-4, and lengths around the end of a block. */
TEST(test_sha256)
{
    static const char two[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    static char million[1000000];
    uint8_t hash[PECK_HASH];
    peck_sha256("", 0, hash);
    assert_hex(hash, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    peck_sha256("abc", 3, hash);
    assert_hex(hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    peck_sha256(two, sizeof two - 1, hash);
    assert_hex(hash, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    memset(million, 'a', sizeof million);
    peck_sha256(million, sizeof million, hash);
    assert_hex(hash, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* Made with Python's hmac: the key is 0, 1, … 31. */
TEST(test_hmac)
{
    uint8_t key[PECK_HASH], mac[PECK_HASH];
    for (int i = 0; i < PECK_HASH; i++)
        key[i] = (uint8_t)i;
    peck_hmac_sha256(key, "peck", 4, mac);
    assert_hex(mac, "f7f9f77f3323e9ad592c6f45b4654964b6cb6fc5d1e9ad4fdf16e38610e3cfe1");
}

/* Of version 1: the commitment is about the secret alone. */
static struct peck_fair promise(int seats, uint8_t contributed)
{
    struct peck_fair fair = {.version = 1, .contributed = contributed};
    memset(fair.secret, 0x5e, PECK_HASH);
    peck_sha256(fair.secret, PECK_HASH, fair.commitment);
    for (int seat = 0; seat < seats; seat++) {
        if ((contributed >> seat & 1) == 0)
            continue;
        memset(fair.value[seat], 0x10 + seat, PECK_HASH);
        peck_sha256(fair.value[seat], PECK_HASH, fair.hash[seat]);
    }
    return fair;
}

/* Of version 2: it is about the table and the terms as well. */
static struct peck_fair bound_promise(const struct peck_game *game,
                                      const struct peck_setup *setup, uint8_t contributed)
{
    struct peck_fair fair = promise(setup->seats, contributed);
    fair.version = 2;
    strcpy(fair.table, "kitchen");
    peck_fair_commit(&fair, game, setup, fair.commitment);
    return fair;
}

/* The chains of all seats: a link for each ply, and before them the values. */
enum { LINKS = 8192 };
static uint8_t chains[PECK_SEATS_MAX][LINKS + 1][PECK_HASH];

/* Of version 3: the values are the first links of chains. */
static struct peck_fair chained_promise(const struct peck_game *game,
                                        const struct peck_setup *setup, uint8_t contributed)
{
    struct peck_fair fair = bound_promise(game, setup, contributed);
    fair.version = 3;
    peck_fair_commit(&fair, game, setup, fair.commitment);
    for (int seat = 0; seat < setup->seats; seat++) {
        memset(chains[seat][LINKS], 0x30 + seat, PECK_HASH);
        for (int i = LINKS; i > 0; i--)
            peck_sha256(chains[seat][i], PECK_HASH, chains[seat][i - 1]);
        if ((contributed >> seat & 1) == 0)
            continue;
        memcpy(fair.value[seat], chains[seat][0], PECK_HASH);
        peck_sha256(fair.value[seat], PECK_HASH, fair.hash[seat]);
    }
    return fair;
}

/* The key of an outcome. Seat 2 is away from ply 40 to 59, and shows the others again. */
static void link_up(struct peck_fair *fair, uint32_t ply, uint8_t key[PECK_HASH])
{
    uint8_t links[PECK_SEATS_MAX][PECK_HASH], made[PECK_HASH];
    assert_true(ply < LINKS);
    uint32_t gap = ply >= 40 && ply < 60 ? fair->contributed & 4 : 0;
    for (int seat = 0; seat < PECK_SEATS_MAX; seat++) {
        if (((fair->contributed & ~gap) >> seat & 1) == 0)
            continue;
        memcpy(links[seat], chains[seat][ply + 1], PECK_HASH);
        assert_true(peck_fair_is_link(fair, seat, ply, links[seat]));
        peck_fair_take_link(fair, seat, ply, links[seat]);
        assert_false(peck_fair_is_link(fair, seat, ply, links[seat])); /* known by now */
    }
    if (gap != 0)
        assert_int_equal(peck_fair_add_gap(fair, ply, gap), PECK_OK);
    peck_fair_ply_key(key, ply, fair->contributed & ~gap, links, made);
    memcpy(key, made, PECK_HASH);
}

/* A match of random players with the chance of the promise; `most` plies at most. */
static struct peck_match play(const struct peck_game *game, const struct peck_setup *setup,
                              struct peck_fair *fair, uint32_t most)
{
    static uint32_t actions[PECK_ACTIONS_MAX];
    struct peck_match match;
    struct peck_error error;
    struct peck_rng rng;
    uint8_t whole[PECK_HASH], key[PECK_HASH];
    peck_rng_seed(&rng, 7);
    peck_fair_key(fair, setup->seats, whole);
    assert_int_equal(peck_match_begin(&match, game, setup, &error), PECK_OK);
    while (match.count < most) {
        uint32_t movers;
        while ((movers = game->movers(&match.state)) == PECK_CHANCE_BIT) {
            memcpy(key, whole, PECK_HASH);
            if (fair->version >= 3)
                link_up(fair, match.count, key);
            uint32_t outcome = peck_fair_outcome(game, &match.state, key, match.count);
            assert_int_equal(peck_match_play(&match, PECK_CHANCE, outcome, &error),
                             PECK_OK);
        }
        if (movers == 0)
            break;
        int seat = peck_rng_bit(&rng, movers);
        uint32_t count = game->legal(&match.state, seat, actions);
        uint32_t action = actions[peck_rng_below(&rng, count)];
        assert_int_equal(peck_match_play(&match, seat, action, &error), PECK_OK);
    }
    return match;
}

static void verify_setup(const struct peck_game *game, const struct peck_setup *setup,
                         void *context)
{
    uint8_t contributed = (uint8_t)((1 << setup->seats) - 1);
    struct peck_fair fair = game->open_chance ? chained_promise(game, setup, contributed)
                                              : bound_promise(game, setup, contributed);
    struct peck_fair read;
    struct peck_match match = play(game, setup, &fair, 400);
    struct peck_buffer buffer = {0};
    struct peck_error error;
    uint32_t ply;
    bool found;
    assert_int_equal(peck_fair_write(&fair, &buffer), PECK_OK);
    assert_int_equal(peck_fair_read(buffer.bytes, buffer.length, &read, &found, &error),
                     PECK_OK);
    assert_true(found);
    assert_int_equal(peck_fair_verify(&match, &read, &ply, &error), PECK_OK);
    assert_int_equal(ply, match.count);
    assert_int_equal(read.gap_count, fair.gap_count);
    for (uint32_t i = 0; i < fair.gap_count; i++)
        assert_memory_equal(&read.gaps[i], &fair.gaps[i], sizeof *fair.gaps);
    peck_fair_free(&read);
    peck_fair_free(&fair);
    assert_memory_equal(&read, &fair, sizeof fair);
    peck_buffer_free(&buffer);
    peck_match_free(&match);
}

TEST(test_every_setup)
{
    each_setup(verify_setup, NULL);
}

static struct peck_match heckmeck_match(struct peck_fair *fair)
{
    const struct peck_game *game = peck_game_find("heckmeck");
    struct peck_setup setup;
    struct peck_error error;
    peck_setup_begin(game, 2, &setup); /* the first ply is a roll: 1287 outcomes, not 2 */
    assert_int_equal(peck_setup_option(game, &setup, "first=0", &error), PECK_OK);
    return play(game, &setup, fair, 200);
}

static void assert_unfair(const struct peck_match *match, const struct peck_fair *fair,
                          uint32_t where, const char *words)
{
    struct peck_error error;
    uint32_t ply;
    assert_int_equal(peck_fair_verify(match, fair, &ply, &error), PECK_BAD_RECORD);
    assert_int_equal(ply, where);
    if (strstr(error_words(&error), words) == NULL)
        fail_msg("'%s' does not say '%s'", error_words(&error), words);
}

/* A secret or a value that was exchanged, one more contributor, or one fewer. */
TEST(test_broken_promises)
{
    struct peck_fair fair = promise(2, 3), broken;
    struct peck_match match = heckmeck_match(&fair);
    broken = fair;
    broken.secret[31] ^= 1;
    assert_unfair(&match, &broken, match.count, "the secret does not match");
    broken = fair;
    broken.value[1][0] ^= 1;
    assert_unfair(&match, &broken, match.count, "the value of seat 1 does not match");
    broken = promise(3, 7);
    assert_unfair(&match, &broken, match.count, "no such seat");
    broken = promise(2, 1);
    assert_unfair(&match, &broken, 0, "ply 1 of the match should be '* ");
    broken = fair;
    broken.secret[0] ^= 1;
    peck_sha256(broken.secret, PECK_HASH, broken.commitment);
    assert_unfair(&match, &broken, 0, "but the record has '* ");
    peck_match_free(&match);
}

/* The commitment of version 2 is about one table and one set of options, and a match in
 * which nobody but the server had a part proves nothing. */
TEST(test_bound_promises)
{
    const struct peck_game *game = peck_game_find("heckmeck");
    struct peck_setup setup;
    struct peck_error error;
    peck_setup_begin(game, 2, &setup);
    assert_int_equal(peck_setup_option(game, &setup, "first=0", &error), PECK_OK);
    struct peck_fair fair = bound_promise(game, &setup, 3), broken;
    struct peck_match match = play(game, &setup, &fair, 200);
    broken = fair;
    strcpy(broken.table, "cellar");
    assert_unfair(&match, &broken, match.count, "the secret does not match the commitment");
    match.setup.option[peck_option_find(game, "fast")] ^= 1;
    assert_unfair(&match, &fair, match.count, "the secret does not match the commitment");
    match.setup.option[peck_option_find(game, "fast")] ^= 1;
    broken = fair;
    broken.version = 1;
    assert_unfair(&match, &broken, match.count, "the secret does not match the commitment");
    peck_match_free(&match);
    fair = bound_promise(game, &setup, 0);
    fair.withheld = 3;
    match = play(game, &setup, &fair, 200);
    assert_unfair(&match, &fair, match.count, "rests on the server alone");
    peck_match_free(&match);
}

/* With links: whatever is exchanged, left out or added about them is found. */
TEST(test_broken_chains)
{
    const struct peck_game *game = peck_game_find("heckmeck");
    struct peck_setup setup;
    struct peck_error error;
    peck_setup_begin(game, 3, &setup);
    assert_int_equal(peck_setup_option(game, &setup, "first=0", &error), PECK_OK);
    struct peck_fair fair = chained_promise(game, &setup, 5), broken;
    struct peck_match match = play(game, &setup, &fair, 200);
    assert_true(fair.gap_count > 0);
    assert_int_equal(peck_fair_unlinked(&fair, 2), fair.gap_count);
    assert_int_equal(peck_fair_unlinked(&fair, 0), 0);
    assert_int_equal(peck_fair_unlinked(&fair, -1), 0);
    broken = fair;
    broken.link[0][5] ^= 1;
    assert_unfair(&match, &broken, match.count, "link of seat 0 does not lead");
    broken = fair;
    broken.linked[2]--;
    assert_unfair(&match, &broken, match.count, "link of seat 2 does not lead");
    broken = fair;
    broken.linked[2] = match.count + 1;
    assert_unfair(&match, &broken, match.count, "no place in this match");
    broken = fair;
    broken.linked[1] = 1;
    assert_unfair(&match, &broken, match.count, "no place in this match");
    broken = fair;
    broken.linked[0] = 0;
    assert_unfair(&match, &broken, 0, "of seat 0 for ply 1 is missing");
    /* A link that was there is said to be missing, and the other way round. */
    broken = fair;
    broken.gap_count = 0;
    assert_unfair(&match, &broken, fair.gaps[0].ply, "should be '* roll ");
    struct peck_gap late = {0, 1};
    broken.gaps = &late;
    broken.gap_count = 1;
    assert_unfair(&match, &broken, 0, "should be '* roll ");
    broken = fair;
    broken.version = 2;
    peck_fair_commit(&broken, game, &setup, broken.commitment);
    assert_unfair(&match, &broken, 0, "should be '* roll ");
    peck_fair_free(&fair);
    peck_match_free(&match);
}

/* What was withheld, and how often it was begun again, stands in the record. */
TEST(test_withheld_is_told)
{
    struct peck_fair fair = promise(3, 5), read;
    struct peck_buffer buffer = {0};
    struct peck_error error;
    bool found;
    fair.withheld = 2;
    fair.draws = 4;
    memset(fair.hash[1], 0x77, PECK_HASH);
    assert_int_equal(peck_fair_write(&fair, &buffer), PECK_OK);
    assert_int_equal(peck_fair_read(buffer.bytes, buffer.length, &read, &found, &error),
                     PECK_OK);
    assert_memory_equal(&read, &fair, sizeof fair);
    peck_buffer_free(&buffer);
}

/* One roll exchanged for another that is as legal: the first such ply is named. */
TEST(test_loaded_die)
{
    struct peck_fair fair = promise(2, 3);
    struct peck_match match = heckmeck_match(&fair);
    for (uint32_t i = 1; i < match.count; i++) {
        if (match.plies[i].seat != PECK_CHANCE)
            continue;
        static uint32_t outcomes[PECK_ACTIONS_MAX];
        union peck_state before;
        struct peck_error error;
        peck_match_state_at(&match, i, &before);
        match.game->legal(&before, PECK_CHANCE, outcomes);
        uint32_t other = outcomes[outcomes[0] == match.plies[i].action];
        peck_match_undo(&match, i);
        assert_int_equal(peck_match_play(&match, PECK_CHANCE, other, &error), PECK_OK);
        assert_unfair(&match, &fair, i, "should be '* roll ");
        break;
    }
    peck_match_free(&match);
}

/* Draws from many keys fall on the outcomes as their weights say: one roll of
 * eight dice by the number of worms. Chi-square with 8 degrees of freedom; 26.1 is exceeded
 * once in a thousand, and the keys are fixed. */
TEST(test_draws_are_even)
{
    enum { DRAWS = 20000, DICE = 8 };
    const struct peck_game *game = peck_game_find("heckmeck");
    struct peck_setup setup;
    union peck_state start;
    struct peck_error error;
    double seen[DICE + 1] = {0}, chance = 1, chi = 0;
    peck_setup_begin(game, 2, &setup);
    assert_int_equal(peck_setup_option(game, &setup, "first=0", &error), PECK_OK);
    assert_int_equal(peck_init(game, &start, &setup, &error), PECK_OK);
    for (uint32_t i = 0; i < DRAWS; i++) {
        uint8_t key[PECK_HASH] = {(uint8_t)i, (uint8_t)(i >> 8)};
        char name[PECK_NAME_MAX];
        struct peck_text text = peck_text_begin(name, sizeof name);
        int worms = 0;
        game->action_name(peck_fair_outcome(game, &start, key, i % 7), &text);
        for (const char *at = name; *at != '\0'; at++)
            worms += *at == 'W';
        seen[worms]++;
    }
    for (int i = 0; i < DICE; i++)
        chance *= 5.0 / 6;
    for (int worms = 0; worms <= DICE; worms++) {
        double expected = DRAWS * chance;
        if (expected > 0.5)
            chi += (seen[worms] - expected) * (seen[worms] - expected) / expected;
        chance *= (double)(DICE - worms) / (worms + 1) / 5;
    }
    assert_true(chi < 26.1);
}

static void refuse(const char *text, uint32_t line, const char *words)
{
    struct peck_fair fair;
    struct peck_error error = {0};
    bool found;
    assert_int_equal(peck_fair_read(text, strlen(text), &fair, &found, &error),
                     PECK_BAD_RECORD);
    assert_int_equal(error.line, line);
    if (strstr(error_words(&error), words) == NULL)
        fail_msg("'%s' does not say '%s'", error_words(&error), words);
}

TEST(test_bad_lines)
{
    struct peck_fair fair;
    struct peck_error error;
    bool found = true;
    assert_int_equal(peck_fair_read("match 1\n# a remark\n", 19, &fair, &found, &error),
                     PECK_OK);
    assert_false(found);
    refuse("# fair version 4\n", 1, "a version");
    refuse("# fair link 0 x", 1, "the number of a ply");
    refuse("# fair link 7 1", 1, "a seat");
    refuse("# fair link 0 1 12", 1, "64 digits");
    refuse("# fair missing 5", 1, "' '");
    refuse("# fair missing 5 1\n# fair missing 5 2", 2, "the number of a ply");
    refuse("# fair table\n", 1, "version, table,");
    refuse("# fair table two words\n", 1, "one word");
    refuse("match 1\r\n# fair luck\r\n", 2,
           "version, table, draws, commitment, hash, value, withheld, link, missing or "
           "secret");
    refuse("# fair secret 12", 1, "64 digits");
    refuse("# fair value 9 ", 1, "a seat");
    refuse("# fair version 1", 0, "commitment' is missing");
}

static int write_record(const char *name, const char *seats)
{
    const struct peck_game *game = peck_game_find(name);
    struct peck_setup setup;
    struct peck_buffer buffer = {0};
    peck_setup_begin(game, atoi(seats), &setup);
    struct peck_fair fair = game->open_chance ? chained_promise(game, &setup, 5)
                                              : bound_promise(game, &setup, 5);
    struct peck_match match = play(game, &setup, &fair, PECK_PLIES_MAX);
    bool fine = peck_record_write(&match, -1, &buffer) == PECK_OK &&
                peck_fair_write(&fair, &buffer) == PECK_OK;
    fputs(buffer.bytes, stdout);
    peck_buffer_free(&buffer);
    peck_fair_free(&fair);
    peck_match_free(&match);
    return !fine;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "--write") == 0)
        return write_record(argv[2], argv[3]);
    return test_run(NULL, NULL);
}
