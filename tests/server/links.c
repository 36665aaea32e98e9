/* links.c — tests that players have a part in every roll, when it is due and not before.
 *
 * Two people at a table where chance is open: links that are right, wrong, late or missing,
 * people who leave or are silent, and what the record says of it. */
#include "chain.h"
#include "desk.h"
#include "test.h"

#include "doors/server/place.h"
#include "doors/server/tell.h"

#include <string.h>

enum { DIGITS = 2 * PECK_HASH + 1 };

struct company {
    struct desk *desk;
    char table[STORE_TABLE];
    struct guest guest[2];
    struct chain chain[2];
    uint32_t messages;
};

static const struct table *table_of(struct company *c)
{
    struct place *place = place_find(c->desk->process[0].hub, c->table);
    assert_non_null(place);
    return &place->table;
}

static bool say(struct company *c, int who, const char *type, const char *members)
{
    return guest_say(&c->guest[who], "{\"type\":\"%s\",\"id\":\"%d-%u\"%s}", type, who,
                     c->messages++, members);
}

static void done(struct company *c, int who, const char *type, const char *members)
{
    assert_true(say(c, who, type, members));
    if (!guest_hears(&c->guest[who], "\"done\""))
        fail_msg("%s: %s", type, c->guest[who].answer.bytes);
}

static void refused(struct company *c, int who, const char *type, const char *members,
                    const char *code)
{
    uint32_t steps = desk_log(c->desk, c->table)->count;
    assert_true(say(c, who, type, members));
    if (!guest_hears(&c->guest[who], "\"refused\"") || !guest_hears(&c->guest[who], code))
        fail_msg("%s: %s", type, c->guest[who].answer.bytes);
    assert_int_equal(desk_log(c->desk, c->table)->count, steps);
}

static void spell(const uint8_t bytes[PECK_HASH], char digits[DIGITS])
{
    struct peck_text text = peck_text_begin(digits, DIGITS);
    peck_put_hash(&text, bytes);
}

static const char *with_bytes(const char *key, const uint8_t bytes[PECK_HASH])
{
    static char members[128];
    char digits[DIGITS];
    spell(bytes, digits);
    snprintf(members, sizeof members, ",\"%s\":\"%s\"", key, digits);
    return members;
}

/* The members of `link` for a ply, with somebody's link for it. */
static const char *link_words(struct company *c, int whose, uint32_t ply)
{
    static char members[128];
    char digits[DIGITS];
    spell(c->chain[whose].link[ply], digits);
    snprintf(members, sizeof members, ",\"ply\":%u,\"value\":\"%s\"", ply, digits);
    return members;
}

/* Guests do not move once they have said hello. */
static void begin(struct company *c, const char *name, int seats)
{
    *c = (struct company){.desk = desk_new(1)};
    struct terms terms = {.game = peck_game_find(name)};
    struct peck_error error;
    peck_setup_begin(terms.game, seats, &terms.setup);
    assert_int_equal(peck_setup_option(terms.game, &terms.setup, "first=0", &error),
                     PECK_OK);
    strcpy(c->table, desk_open(c->desk, &terms));
    for (int i = 0; i < 2; i++) {
        uint8_t last[PECK_HASH] = {(uint8_t)(i + 1)};
        char token[DIGITS], members[256];
        chain_make(&c->chain[i], last);
        spell(last, token);
        assert_true(guest_hello(&c->guest[i], c->desk, 0, c->table, token));
        snprintf(members, sizeof members, ",\"seat\":%d,\"name\":\"A\",\"token\":\"%s\"", i,
                 token);
        done(c, i, "sit", members);
    }
    for (int seat = 2; seat < seats; seat++) {
        char members[64];
        snprintf(members, sizeof members, ",\"seat\":%d,\"bot\":\"random\"", seat);
        done(c, 0, "bot", members);
    }
    for (int i = 0; i < 2; i++) {
        uint8_t hash[PECK_HASH];
        peck_sha256(c->chain[i].value, PECK_HASH, hash);
        done(c, i, "ready", with_bytes("hash", hash));
    }
    for (int i = 0; i < 2; i++)
        done(c, i, "show", with_bytes("value", c->chain[i].value));
    assert_int_equal(table_of(c)->phase, PHASE_PLAYING);
}

static void end(struct company *c)
{
    for (int i = 0; i < 2; i++)
        guest_leave(&c->guest[i]);
    desk_free(c->desk);
}

static bool sees(const struct company *c, int who, const char *words)
{
    return strstr(c->guest[who].view.bytes, words) != NULL;
}

/* The person to act plays the first action, until chance is to act again. */
static void act_on(struct company *c)
{
    while (table_of(c)->linking == 0) {
        int who = table_of(c)->chairs[0].since != 0 ? 0 : 1;
        const char *actions = strstr(c->guest[who].view.bytes, "\"actions\":[{");
        char members[128];
        assert_non_null(actions);
        const char *name = strstr(actions, "\"name\":\"") + 8;
        snprintf(members, sizeof members, ",\"ply\":%u,\"action\":\"%.*s\"",
                 table_of(c)->match.count, (int)strcspn(name, "\""), name);
        done(c, who, "act", members);
    }
}

static uint32_t plies(struct company *c)
{
    return table_of(c)->match.count;
}

/* No roll before the last link; then it stands in the same step. */
TEST(a_roll_waits_for_everybody)
{
    static struct company c;
    begin(&c, "heckmeck", 2);
    assert_int_equal(plies(&c), 0);
    assert_true(sees(&c, 1, "\"links\":true,\"await\":0,\"until\":"));
    done(&c, 0, "link", link_words(&c, 0, 0));
    assert_int_equal(plies(&c), 0);
    assert_true(sees(&c, 1, "\"linked\":true"));
    done(&c, 1, "link", link_words(&c, 1, 0));
    assert_int_equal(plies(&c), 1);
    assert_false(sees(&c, 0, "\"await\""));
    act_on(&c);
    assert_true(plies(&c) >= 3);
    assert_int_equal(table_of(&c)->match.plies[plies(&c) - 1].seat, 0);
    end(&c);
}

TEST(wrong_links_change_nothing)
{
    static struct company c;
    begin(&c, "heckmeck", 2);
    refused(&c, 0, "link", link_words(&c, 1, 0), "bad-value");
    refused(&c, 0, "link", link_words(&c, 0, 1), "stale");
    char members[128], digits[DIGITS];
    spell(c.chain[0].link[1], digits);
    snprintf(members, sizeof members, ",\"ply\":0,\"value\":\"%s\"", digits);
    refused(&c, 0, "link", members, "bad-value"); /* of the next ply: too early */
    done(&c, 0, "link", link_words(&c, 0, 0));
    refused(&c, 0, "link", link_words(&c, 0, 0), "stale");
    done(&c, 1, "link", link_words(&c, 1, 0));
    refused(&c, 0, "link", link_words(&c, 0, plies(&c)), "stale"); /* no roll is due */
    refused(&c, 0, "link", link_words(&c, 0, 0), "stale");
    struct guest stranger = {0};
    assert_true(guest_hello(&stranger, c.desk, 0, c.table, NULL));
    act_on(&c);
    assert_true(guest_say(&stranger, "{\"type\":\"link\",\"id\":\"s\"%s}",
                          link_words(&c, 0, plies(&c))));
    assert_true(guest_hears(&stranger, "not-seated"));
    guest_leave(&stranger);
    end(&c);
    begin(&c, "nothanks", 3); /* its cards lie hidden: no links */
    assert_false(sees(&c, 0, "\"links\""));
    refused(&c, 0, "link", link_words(&c, 0, plies(&c)), "not-now");
    end(&c);
}

/* After three seconds the roll comes without the one who is silent, and the next does not
 * wait for that one, before a sign of life. */
TEST(a_silent_player_holds_nobody_up)
{
    static struct company c;
    begin(&c, "heckmeck", 2);
    done(&c, 0, "link", link_words(&c, 0, 0));
    desk_pass(c.desk, TABLE_LINK_MS - 100);
    assert_int_equal(plies(&c), 0);
    desk_pass(c.desk, 200);
    assert_int_equal(plies(&c), 1);
    assert_true(sees(&c, 0, "\"silent\":true,\"unlinked\":1"));
    act_on(&c);
    uint32_t before = plies(&c);
    done(&c, 0, "link", link_words(&c, 0, before));
    assert_true(plies(&c) > before);
    assert_int_equal(table_of(&c)->chairs[1].unlinked, 2);
    assert_int_equal(table_of(&c)->chairs[1].missed, 1); /* awaited in vain only once */
    done(&c, 1, "link", link_words(&c, 1, plies(&c) - 1));
    assert_false(sees(&c, 0, "\"silent\""));
    assert_int_equal(table_of(&c)->fair.gap_count, 2); /* a sign of life, no part */
    act_on(&c);
    before = plies(&c);
    done(&c, 0, "link", link_words(&c, 0, before));
    assert_int_equal(plies(&c), before);
    done(&c, 1, "link", link_words(&c, 1, before));
    assert_true(plies(&c) > before);
    end(&c);
}

/* Whoever comes back in time again and again to make the others wait is not awaited for
 * ever. */
TEST(teasing_has_an_end)
{
    static struct company c;
    begin(&c, "heckmeck", 2);
    int waits = 0;
    for (int i = 0; i < 2 * TABLE_MISSES; i++) {
        act_on(&c);
        uint32_t before = plies(&c);
        done(&c, 0, "link", link_words(&c, 0, before));
        if (plies(&c) == before) {
            waits++;
            desk_pass(c.desk, TABLE_LINK_MS + 100);
        }
        assert_true(plies(&c) > before);
        if (table_of(&c)->chairs[1].silent)
            done(&c, 1, "link", link_words(&c, 1, plies(&c) - 1));
    }
    assert_int_equal(waits, TABLE_MISSES);
    end(&c);
}

static void check_record(struct company *c, uint32_t foreseen)
{
    static struct peck_reader reader;
    struct peck_buffer record = {0};
    struct peck_match match;
    struct peck_fair fair;
    struct peck_error error;
    uint32_t ply;
    bool found;
    assert_int_equal(table_record(table_of(c), -1, &record), PECK_OK);
    reader = peck_reader_begin(record.bytes, record.length);
    assert_int_equal(peck_record_read(&reader, &match, &error), PECK_OK);
    assert_int_equal(peck_fair_read(record.bytes, record.length, &fair, &found, &error),
                     PECK_OK);
    assert_true(found);
    if (peck_fair_verify(&match, &fair, &ply, &error) != PECK_OK)
        fail_msg("ply %u does not follow", ply);
    assert_int_equal(fair.version, 3);
    assert_true(foreseen ? peck_fair_unlinked(&fair, -1) > 0
                         : peck_fair_unlinked(&fair, -1) == 0);
    assert_true(peck_fair_unlinked(&fair, 1) > 0);
    peck_fair_free(&fair);
    peck_match_free(&match);
    peck_buffer_free(&record);
}

/* Who leaves is not awaited; when nobody is left, rolls need no link, and the record says
 * that the server could foresee them. */
TEST(without_anybody_the_match_goes_on)
{
    static struct company c;
    begin(&c, "heckmeck", 3);
    done(&c, 0, "link", link_words(&c, 0, 0));
    done(&c, 1, "leave", "");
    desk_pass(c.desk, 10);
    assert_true(plies(&c) >= 1);
    done(&c, 0, "leave", "");
    for (int i = 0; i < 3000 && table_of(&c)->phase != PHASE_OVER; i++)
        desk_pass(c.desk, 1000);
    assert_int_equal(table_of(&c)->phase, PHASE_OVER);
    check_record(&c, 1);
    end(&c);
}
