/* opener.c — tests what whoever opened a table can do there, and what others cannot. */
#include "desk.h"
#include "test.h"

#include "doors/server/place.h"

#include <stdlib.h>
#include <string.h>

enum { PEOPLE = 4 };

static const char *const names[PEOPLE] = {"Ann", "Bob", "Cid", "Dot"};
static const char *const persons[PEOPLE] = {"annannann", "bobbobbob", "cidcidcid",
                                            "dotdotdot"};

/* People around a table that the first of them has opened. */
struct party {
    struct desk *desk;
    char table[STORE_TABLE], token[PEOPLE][2 * PECK_HASH + 1];
    struct guest guest[PEOPLE];
    uint32_t messages;
};

static void say(struct party *p, int who, const char *type, const char *members)
{
    assert_true(guest_say(&p->guest[who], "{\"type\":\"%s\",\"id\":\"%d-%u\"%s}", type, who,
                          p->messages++, members));
}

static void done(struct party *p, int who, const char *type, const char *members)
{
    say(p, who, type, members);
    if (!guest_hears(&p->guest[who], "\"done\""))
        fail_msg("%s: %s", type, p->guest[who].answer.bytes);
}

static void refused(struct party *p, int who, const char *type, const char *members,
                    const char *code)
{
    uint32_t steps = desk_log(p->desk, p->table)->count;
    say(p, who, type, members);
    if (!guest_hears(&p->guest[who], "\"refused\"") || !guest_hears(&p->guest[who], code))
        fail_msg("%s: %s", type, p->guest[who].answer.bytes);
    assert_int_equal(desk_log(p->desk, p->table)->count, steps);
}

static const char *sit_words(struct party *p, int who, int seat)
{
    static char members[256];
    snprintf(members, sizeof members, ",\"seat\":%d,\"name\":\"%s\",\"token\":\"%s\"", seat,
             names[who], p->token[who]);
    return members;
}

static const char *hash_words(struct party *p, int who)
{
    static char members[128];
    uint8_t value[PECK_HASH], hash[PECK_HASH];
    int length = snprintf(members, sizeof members, ",\"hash\":\"");
    struct peck_text text =
        peck_text_begin(members + length, sizeof members - (size_t)length);
    assert_true(peck_hash_parse(p->token[who], 64, value));
    peck_sha256(value, PECK_HASH, hash);
    peck_put_hash(&text, hash);
    peck_put_char(&text, '"');
    return members;
}

static const char *value_words(struct party *p, int who)
{
    static char members[128];
    snprintf(members, sizeof members, ",\"value\":\"%s\"", p->token[who]);
    return members;
}

static void come(struct party *p, int who)
{
    (void)guest_hello_as(&p->guest[who], p->desk, who % DESK_HUBS, p->table, p->token[who],
                         persons[who]);
}

static bool sees(struct party *p, int who, const char *words)
{
    return strstr(p->guest[who].view.bytes, words) != NULL;
}

static void gather(struct party *p, int seats, enum clock_kind clock, bool rated)
{
    struct terms terms = {
        .game = peck_game_find("nothanks"), .clock = clock, .time = 8000, .rated = rated};
    struct peck_error error;
    *p = (struct party){.desk = desk_new(1)};
    peck_setup_begin(terms.game, seats, &terms.setup);
    assert_int_equal(peck_setup_option(terms.game, &terms.setup, "first=0", &error),
                     PECK_OK);
    strcpy(terms.host, persons[0]);
    strcpy(p->table, desk_open(p->desk, &terms));
    for (int who = 0; who < PEOPLE; who++) {
        snprintf(p->token[who], sizeof p->token[who], "%064x", 0xa0 + who);
        come(p, who);
    }
}

static void begin_match(struct party *p, int people)
{
    for (int who = 0; who < people; who++)
        done(p, who, "ready", hash_words(p, who));
    for (int who = 0; who < people; who++)
        done(p, who, "show", value_words(p, who));
    assert_true(sees(p, 0, "\"phase\":\"playing\""));
}

static void disperse(struct party *p)
{
    for (int who = 0; who < PEOPLE; who++)
        guest_leave(&p->guest[who]);
    desk_free(p->desk);
}

TEST(the_host_removes_somebody_for_good)
{
    struct party p;
    gather(&p, 3, CLOCK_NONE, false);
    assert_true(sees(&p, 0, "\"yours\":true"));
    assert_false(sees(&p, 1, "\"yours\""));
    done(&p, 0, "sit", sit_words(&p, 0, 0));
    done(&p, 1, "sit", sit_words(&p, 1, 1));
    assert_true(sees(&p, 1, "\"host\":0"));
    refused(&p, 1, "remove", ",\"seat\":0", "not-host");
    refused(&p, 0, "remove", ",\"seat\":0", "taken"); /* oneself */
    refused(&p, 0, "remove", ",\"seat\":2", "taken"); /* nobody */
    done(&p, 0, "remove", ",\"seat\":1");
    assert_true(sees(&p, 1, "\"viewer\":null"));
    refused(&p, 1, "sit", sit_words(&p, 1, 1), "not-wanted");
    done(&p, 2, "sit", sit_words(&p, 2, 1));
    disperse(&p);
}

TEST(three_play_at_a_table_for_five)
{
    struct party p;
    gather(&p, 5, CLOCK_NONE, false);
    done(&p, 0, "sit", sit_words(&p, 0, 0));
    done(&p, 1, "sit", sit_words(&p, 1, 2));
    done(&p, 2, "sit", sit_words(&p, 2, 4));
    done(&p, 2, "ready", hash_words(&p, 2));
    done(&p, 2, "chat", ",\"text\":\"from the fifth seat\"");
    refused(&p, 1, "close-seat", ",\"seat\":1", "not-host");
    refused(&p, 0, "close-seat", ",\"seat\":2", "taken");
    done(&p, 0, "close-seat", ",\"seat\":1");
    done(&p, 0, "close-seat", ",\"seat\":2");
    assert_true(sees(&p, 0, "\"seats\":3"));
    assert_true(sees(&p, 2, "\"viewer\":2"));
    assert_true(sees(&p, 0, "\"seat\":2,\"name\":\"Cid\"")); /* the line has its author */
    refused(&p, 0, "close-seat", ",\"seat\":2", "taken");
    done(&p, 0, "open-seat", "");
    assert_true(sees(&p, 0, "\"seats\":4"));
    done(&p, 0, "close-seat", ",\"seat\":3");
    done(&p, 0, "ready", hash_words(&p, 0));
    done(&p, 1, "ready", hash_words(&p, 1)); /* the third is ready since before */
    for (int who = 0; who < 3; who++)
        done(&p, who, "show", value_words(&p, who));
    assert_true(sees(&p, 0, "\"phase\":\"playing\""));
    disperse(&p);
}

TEST(a_game_keeps_its_fewest_and_most_seats)
{
    struct party p;
    gather(&p, 3, CLOCK_NONE, false);
    refused(&p, 0, "close-seat", ",\"seat\":2", "bad-seats");
    for (int seats = 3; seats < 5; seats++)
        done(&p, 0, "open-seat", "");
    refused(&p, 0, "open-seat", "", "bad-seats");
    disperse(&p);
}

static const char *act_words(int ply, const char *action)
{
    static char members[128];
    snprintf(members, sizeof members, ",\"ply\":%d,\"action\":\"%s\"", ply, action);
    return members;
}

/* Three people; the first of them begins. */
static void begin_three(struct party *p, bool rated)
{
    gather(p, 3, CLOCK_NONE, rated);
    for (int who = 0; who < 3; who++)
        done(p, who, "sit", sit_words(p, who, who));
    begin_match(p, 3);
}

TEST(a_move_is_taken_back_when_all_others_agree)
{
    struct party p;
    begin_three(&p, false);
    refused(&p, 0, "take-back", "", "not-now"); /* nothing was done yet */
    refused(&p, 1, "agree", "", "not-now");
    refused(&p, 0, "refuse", "", "not-now");
    assert_true(sees(&p, 0, "\"ply\":1"));
    done(&p, 0, "act", act_words(1, "refuse"));
    done(&p, 1, "act", act_words(2, "refuse"));
    refused(&p, 3, "take-back", "", "not-seated"); /* looks on */
    done(&p, 0, "take-back", "");
    assert_true(sees(&p, 2, "\"back\":{\"seat\":0,\"agreed\":[]}"));
    refused(&p, 1, "take-back", "", "taken");
    refused(&p, 0, "agree", "", "not-now");
    done(&p, 1, "agree", "");
    assert_true(sees(&p, 0, "\"agreed\":[1]"));
    assert_true(sees(&p, 0, "\"ply\":3"));
    done(&p, 2, "agree", "");
    for (int who = 0; who < PEOPLE; who++) {
        assert_true(sees(&p, who, "\"ply\":1,"));
        assert_false(sees(&p, who, "\"back\":"));
    }
    refused(&p, 1, "act", act_words(2, "refuse"), "not-your-turn"); /* that is gone */
    done(&p, 0, "act", act_words(1, "take"));
    disperse(&p);
}

TEST(a_move_is_not_taken_back_when_one_refuses)
{
    struct party p;
    begin_three(&p, false);
    done(&p, 0, "act", act_words(1, "refuse"));
    done(&p, 0, "take-back", "");
    done(&p, 1, "agree", "");
    done(&p, 2, "refuse", "");
    assert_false(sees(&p, 0, "\"back\":"));
    assert_true(sees(&p, 0, "\"ply\":2,"));
    /* What was agreed to before counts no more. */
    done(&p, 0, "take-back", "");
    done(&p, 2, "agree", "");
    assert_true(sees(&p, 0, "\"ply\":2,"));
    done(&p, 0, "refuse", ""); /* thinks better of it */
    assert_false(sees(&p, 0, "\"back\":"));
    disperse(&p);
}

TEST(a_taken_back_card_comes_again)
{
    struct party p;
    begin_three(&p, false);
    done(&p, 0, "act", act_words(1, "take"));
    const char *flip = strstr(p.guest[0].view.bytes, "\"name\":\"flip ");
    assert_non_null(flip);
    char card[32];
    snprintf(card, sizeof card, "%.24s", flip);
    done(&p, 0, "take-back", "");
    for (int who = 1; who < 3; who++)
        done(&p, who, "agree", "");
    assert_true(sees(&p, 0, "\"ply\":1,"));
    done(&p, 0, "act", act_words(1, "take"));
    assert_true(sees(&p, 1, card));
    disperse(&p);
}

TEST(nothing_is_taken_back_in_a_rated_match)
{
    struct party p;
    begin_three(&p, true);
    done(&p, 0, "act", act_words(1, "refuse"));
    refused(&p, 0, "take-back", "", "not-now");
    disperse(&p);
}

TEST(bots_let_a_move_be_taken_back)
{
    struct party p;
    gather(&p, 3, CLOCK_NONE, false);
    done(&p, 0, "sit", sit_words(&p, 0, 0));
    for (int seat = 1; seat < 3; seat++)
        done(&p, 0, "bot",
             seat == 1 ? ",\"seat\":1,\"bot\":\"random\""
                       : ",\"seat\":2,\"bot\":\"random\"");
    begin_match(&p, 1);
    done(&p, 0, "act", act_words(1, "refuse"));
    done(&p, 0, "take-back", "");
    assert_true(sees(&p, 0, "\"ply\":1,"));
    done(&p, 0, "act", act_words(1, "take"));
    disperse(&p);
}

TEST(the_host_switches_chat_off)
{
    static const char hello[] = ",\"text\":\"hello\"", phrase[] = ",\"phrase\":\"hello\"";
    struct party p;
    gather(&p, 3, CLOCK_NONE, false);
    done(&p, 1, "sit", sit_words(&p, 1, 1));
    refused(&p, 1, "set", ",\"talk\":\"nobody\",\"watch\":true,\"many\":false", "not-host");
    done(&p, 2, "chat", hello);
    done(&p, 0, "set", ",\"talk\":\"players\",\"watch\":true,\"many\":false");
    assert_true(sees(&p, 2, "\"talk\":\"players\""));
    refused(&p, 2, "chat", hello, "not-wanted");
    refused(&p, 2, "phrase", phrase, "not-wanted");
    done(&p, 1, "chat", hello);
    done(&p, 0, "set", ",\"talk\":\"nobody\",\"watch\":true,\"many\":false");
    refused(&p, 1, "chat", hello, "not-wanted");
    done(&p, 0, "chat", hello);
    disperse(&p);
}

/* By a line of theirs: whoever it is, sitting or not, until they are heard again. */
TEST(the_host_mutes_somebody)
{
    static const char hello[] = ",\"text\":\"hello\"", phrase[] = ",\"phrase\":\"hello\"";
    struct party p;
    struct guest nobody;
    gather(&p, 3, CLOCK_NONE, false);
    done(&p, 1, "sit", sit_words(&p, 1, 1));
    done(&p, 1, "chat", hello); /* line 0 */
    done(&p, 2, "chat", hello);
    assert_true(guest_hello(&nobody, p.desk, 0, p.table, NULL));
    assert_true(guest_say(&nobody, "{\"type\":\"chat\",\"id\":\"n%d\"%s}", 1, hello));
    done(&p, 0, "chat", hello);
    refused(&p, 1, "mute", ",\"line\":1,\"mute\":true", "not-host");
    refused(&p, 0, "mute", ",\"line\":4,\"mute\":true", "no-line");
    refused(&p, 0, "mute", ",\"line\":3,\"mute\":true", "taken"); /* oneself */
    done(&p, 0, "mute", ",\"line\":0,\"mute\":true");
    assert_true(sees(&p, 2, "\"muted\":true"));
    refused(&p, 1, "chat", hello, "muted");
    refused(&p, 1, "phrase", phrase, "muted");
    guest_leave(&p.guest[1]); /* without the cookie it is still their seat … */
    assert_true(guest_hello_as(&p.guest[1], p.desk, 1, p.table, p.token[1], ""));
    refused(&p, 1, "chat", hello, "muted");
    done(&p, 1, "leave", ""); /* … and without the seat it is the same person */
    guest_leave(&p.guest[1]);
    assert_true(guest_hello_as(&p.guest[1], p.desk, 1, p.table, NULL, persons[1]));
    refused(&p, 1, "chat", hello, "muted");
    done(&p, 2, "chat", hello);                       /* others are heard */
    done(&p, 0, "mute", ",\"line\":2,\"mute\":true"); /* all whom nobody knows */
    assert_true(guest_say(&nobody, "{\"type\":\"chat\",\"id\":\"n%d\"%s}", 2, hello));
    assert_true(guest_hears(&nobody, "\"muted\""));
    done(&p, 2, "phrase", phrase);
    done(&p, 0, "mute", ",\"line\":0,\"mute\":false");
    done(&p, 1, "chat", hello);
    guest_leave(&nobody);
    disperse(&p);
}

/* At the next table, too. */
TEST(who_is_muted_stays_so_in_the_next_match)
{
    struct party p;
    char next[STORE_TABLE] = {0};
    gather(&p, 3, CLOCK_MOVE, false);
    for (int who = 0; who < 3; who++)
        done(&p, who, "sit", sit_words(&p, who, who));
    done(&p, 1, "chat", ",\"text\":\"hello\"");
    done(&p, 0, "mute", ",\"line\":0,\"mute\":true");
    begin_match(&p, 3);
    for (int who = 0; who < 3; who++)
        done(&p, who, "leave", "");
    for (int i = 0; i < 1000 && !sees(&p, 0, "\"phase\":\"over\""); i++)
        desk_pass(p.desk, 10000);
    done(&p, 0, "again", ""); /* the others have left */
    assert_true(sees(&p, 1, "\"next\":"));
    memcpy(next, strstr(p.guest[1].view.bytes, "\"next\":\"") + 8, 16);
    strcpy(p.table, next);
    guest_leave(&p.guest[1]);
    come(&p, 1);
    refused(&p, 1, "chat", ",\"text\":\"hello\"", "muted");
    disperse(&p);
}

TEST(the_host_deletes_a_line)
{
    struct party p;
    gather(&p, 3, CLOCK_NONE, false);
    done(&p, 1, "chat", ",\"text\":\"a rude line\"");
    done(&p, 2, "chat", ",\"text\":\"a kind line\"");
    refused(&p, 1, "delete", ",\"line\":0", "not-host");
    refused(&p, 0, "delete", ",\"line\":2", "no-line");
    done(&p, 0, "delete", ",\"line\":0");
    for (int who = 0; who < 3; who++)
        assert_true(sees(&p, who, "a kind line") && !sees(&p, who, "a rude line"));
    refused(&p, 0, "delete", ",\"line\":0", "no-line");
    guest_leave(&p.guest[3]);
    come(&p, 3);
    assert_false(sees(&p, 3, "a rude line"));
    p.desk->now += 20000;
    for (int i = 0; i < 64;
         i++) { /* its place among those that are kept is another's now */
        p.desk->now += 3000;
        done(&p, 2, "chat", ",\"text\":\"and on\"");
    }
    assert_true(sees(&p, 0, "\"number\":64") && sees(&p, 0, "\"number\":65"));
    disperse(&p);
}

/* A step that the store did not take has deleted nothing. */
TEST(a_line_is_deleted_when_the_store_says_so)
{
    struct party p;
    gather(&p, 3, CLOCK_NONE, false);
    done(&p, 1, "chat", ",\"text\":\"a rude line\"");
    struct table *table = &place_find(p.desk->process[0].hub, p.table)->table;
    struct table before = *table;
    struct step step = {.at = p.desk->now};
    struct peck_error error;
    struct peck_names *memory = calloc(1, sizeof *memory);
    memcpy(step_add(&step, EVENT_DELETE, -1)->text, "0", 2);
    assert_int_equal(table_fold(table, memory, &step, &error), PECK_OK);
    assert_null(table_line(table, 0));
    table_return(table, &before);
    assert_non_null(table_line(table, 0));
    step_free(&step);
    free(memory);
    disperse(&p);
}

TEST(nobody_looks_on_where_the_host_does_not_want_it)
{
    struct party p;
    gather(&p, 3, CLOCK_NONE, false);
    for (int who = 0; who < 2; who++)
        done(&p, who, "sit", sit_words(&p, who, who));
    done(&p, 0, "bot", ",\"seat\":2,\"bot\":\"random\"");
    done(&p, 0, "set", ",\"talk\":\"all\",\"watch\":false,\"many\":false");
    assert_false(p.guest[2].dropped); /* before the match all may come */
    begin_match(&p, 2);
    assert_true(p.guest[2].dropped && guest_hears(&p.guest[2], "unwatched"));
    assert_false(p.guest[1].dropped);
    guest_leave(&p.guest[3]);
    come(&p, 3);
    assert_true(p.guest[3].dropped && p.guest[3].views == 0);
    disperse(&p);
}

TEST(the_host_hands_the_table_over)
{
    struct party p;
    gather(&p, 3, CLOCK_NONE, false);
    done(&p, 1, "sit", sit_words(&p, 1, 1));
    refused(&p, 1, "hand-over", ",\"seat\":1", "not-host");
    refused(&p, 0, "hand-over", ",\"seat\":0", "taken");
    done(&p, 0, "hand-over", ",\"seat\":1");
    assert_true(sees(&p, 1, "\"yours\":true"));
    assert_false(sees(&p, 0, "\"yours\""));
    refused(&p, 0, "close-seat", ",\"seat\":0", "not-host");
    done(&p, 1, "open-seat", "");
    disperse(&p);
}

TEST(one_person_has_one_seat)
{
    struct party p;
    struct guest second;
    char members[256];
    gather(&p, 3, CLOCK_NONE, false);
    done(&p, 1, "sit", sit_words(&p, 1, 1));
    assert_true(guest_hello_as(&second, p.desk, 0, p.table, NULL, persons[1]));
    snprintf(
        members, sizeof members,
        "{\"type\":\"sit\",\"id\":\"x%%d\",\"seat\":2,\"name\":\"B\",\"token\":\"%064x\"}",
        0xee);
    assert_true(guest_say(&second, members, 1));
    assert_true(guest_hears(&second, "not-wanted"));
    done(&p, 0, "set", ",\"talk\":\"all\",\"watch\":true,\"many\":true");
    assert_true(guest_say(&second, members, 2));
    assert_true(guest_hears(&second, "\"done\""));
    guest_leave(&second);
    disperse(&p);
}

TEST(whoever_has_gone_frees_the_seat_in_minutes)
{
    struct party p;
    gather(&p, 3, CLOCK_NONE, false);
    for (int who = 0; who < 3; who++)
        done(&p, who, "sit", sit_words(&p, who, who));
    done(&p, 1, "ready", hash_words(&p, 1));
    guest_leave(&p.guest[0]);
    desk_pass(p.desk, 240000);
    come(&p, 0); /* was only away for a while */
    desk_pass(p.desk, 240000);
    assert_true(sees(&p, 1, "\"name\":\"Ann\""));
    guest_leave(&p.guest[0]);
    desk_pass(p.desk, 290000);
    assert_true(sees(&p, 1, "\"name\":\"Ann\""));
    desk_pass(p.desk, 20000);
    assert_false(sees(&p, 1, "\"name\":\"Ann\""));
    assert_true(sees(&p, 1, "\"ready\":true"));
    assert_true(sees(&p, 1, "\"yours\":true")); /* it is the next one's */
    come(&p, 0);
    assert_true(sees(&p, 0, "\"viewer\":null"));
    disperse(&p);
}

/* Nobody needs a seat while nobody is there. Whoever comes then waits two minutes, and not
 * five again; so does whoever reloads the page. */
TEST(whoever_had_gone_before_somebody_came_frees_the_seat)
{
    struct party p;
    gather(&p, 3, CLOCK_NONE, false);
    done(&p, 0, "sit", sit_words(&p, 0, 0));
    for (int who = 0; who < PEOPLE; who++)
        guest_leave(&p.guest[who]);
    desk_pass(p.desk, 3600000);
    come(&p, 2);
    assert_true(sees(&p, 2, "\"name\":\"Ann\""));
    desk_pass(p.desk, 110000);
    assert_true(sees(&p, 2, "\"name\":\"Ann\""));
    desk_pass(p.desk, 20000);
    assert_false(sees(&p, 2, "\"name\":\"Ann\""));
    for (int who = 0; who < PEOPLE; who++) {
        if (who != 2)
            come(&p, who);
    }
    disperse(&p);
}

/* The last step of the table was just now: its person may be on the way back. */
TEST(whoever_sat_down_lately_has_five_minutes)
{
    struct party p;
    gather(&p, 3, CLOCK_NONE, false);
    done(&p, 0, "sit", sit_words(&p, 0, 0));
    for (int who = 0; who < PEOPLE; who++)
        guest_leave(&p.guest[who]);
    come(&p, 2);
    desk_pass(p.desk, 200000);
    guest_leave(&p.guest[2]);
    come(&p, 2); /* somebody reloads the page */
    desk_pass(p.desk, 90000);
    assert_true(sees(&p, 2, "\"name\":\"Ann\""));
    desk_pass(p.desk, 40000);
    assert_false(sees(&p, 2, "\"name\":\"Ann\""));
    for (int who = 0; who < PEOPLE; who++) {
        if (who != 2)
            come(&p, who);
    }
    disperse(&p);
}

TEST(leaving_and_coming_back_does_not_renew_a_clock)
{
    struct party p;
    gather(&p, 3, CLOCK_MOVE, false);
    for (int who = 0; who < 3; who++)
        done(&p, who, "sit", sit_words(&p, who, who));
    begin_match(&p, 3);
    char deadline[64];
    const char *found = strstr(p.guest[0].view.bytes, "\"deadline\":");
    assert_non_null(found);
    snprintf(deadline, sizeof deadline, "%.*s", (int)strcspn(found, "}"), found);
    p.desk->now += 5000;
    done(&p, 0, "leave", "");
    done(&p, 0, "back", "");
    assert_true(sees(&p, 0, deadline));
    disperse(&p);
}

TEST(a_total_clock_is_not_renewed_either)
{
    struct party p;
    gather(&p, 3, CLOCK_TOTAL, false);
    for (int who = 0; who < 3; who++)
        done(&p, who, "sit", sit_words(&p, who, who));
    begin_match(&p, 3);
    const struct table *table = &place_find(p.desk->process[0].hub, p.table)->table;
    int64_t deadline = table_deadline(table, 0);
    p.desk->now += 5000;
    done(&p, 0, "leave", "");
    done(&p, 0, "back", "");
    assert_int_equal(table_deadline(table, 0), deadline);
    disperse(&p);
}

/* Before the match: the seat is free, and they may take another one. */
TEST(a_person_can_stand_up)
{
    struct party p;
    gather(&p, 3, CLOCK_NONE, false);
    done(&p, 1, "sit", sit_words(&p, 1, 1));
    done(&p, 2, "sit", sit_words(&p, 2, 2));
    done(&p, 2, "ready", hash_words(&p, 2));
    done(&p, 1, "ready", hash_words(&p, 1));
    done(&p, 1, "leave", "");
    assert_true(sees(&p, 1, "\"viewer\":null") && sees(&p, 2, "\"ready\":true"));
    assert_false(sees(&p, 2, "\"name\":\"Bob\""));
    done(&p, 0, "sit", sit_words(&p, 0, 1));
    done(&p, 1, "sit", sit_words(&p, 1, 0));
    disperse(&p);
}

TEST(names_have_no_hidden_characters)
{
    struct party p;
    gather(&p, 3, CLOCK_NONE, false);
    char members[256];
    snprintf(members, sizeof members,
             ",\"seat\":0,\"name\":\" \u202eB\u200bo\u00a0\uff42\",\"token\":\"%s\"",
             p.token[0]);
    done(&p, 0, "sit", members);
    assert_true(sees(&p, 1, "\"name\":\"Bo b\""));
    snprintf(members, sizeof members,
             ",\"seat\":1,\"name\":\"\u202e\u200b\",\"token\":\"%s\"", p.token[1]);
    refused(&p, 1, "sit", members, "bad-words");
    disperse(&p);
}

TEST(in_a_match_the_host_removes_only_where_nothing_counts)
{
    for (int rated = 0; rated < 2; rated++) {
        struct party p;
        gather(&p, 3, CLOCK_NONE, rated != 0);
        for (int who = 0; who < 3; who++)
            done(&p, who, "sit", sit_words(&p, who, who));
        begin_match(&p, 3);
        if (rated) {
            refused(&p, 0, "remove", ",\"seat\":1", "not-now");
        } else {
            done(&p, 0, "remove", ",\"seat\":1");
            assert_true(sees(&p, 1, "\"removed\":true"));
            refused(&p, 1, "back", "", "not-wanted");
        }
        disperse(&p);
    }
}

/* ---- Fair dice ---- */

TEST(a_rated_match_does_not_begin_without_a_value)
{
    struct party p;
    char before[96], commitment[96];
    const char *found;
    gather(&p, 3, CLOCK_NONE, true);
    for (int who = 0; who < 3; who++)
        done(&p, who, "sit", sit_words(&p, who, who));
    for (int who = 0; who < 3; who++)
        done(&p, who, "ready", hash_words(&p, who));
    found = strstr(p.guest[0].view.bytes, "\"commitment\":");
    snprintf(before, sizeof before, "%.*s", 80, found);
    done(&p, 0, "show", value_words(&p, 0));
    done(&p, 2, "show", value_words(&p, 2));
    desk_pass(p.desk, TABLE_SHOW_MS + 1000);
    assert_true(sees(&p, 0, "\"phase\":\"gathering\""));
    assert_false(sees(&p, 0, "\"ready\":true"));
    assert_true(sees(&p, 0, "\"draws\":1,\"seats\":[{},{\"withheld\":true},{}]"));
    found = strstr(p.guest[0].view.bytes, "\"commitment\":");
    snprintf(commitment, sizeof commitment, "%.*s", 80, found);
    assert_string_not_equal(before, commitment); /* another secret */
    begin_match(&p, 3);
    assert_false(sees(&p, 0, "\"withheld\""));
    disperse(&p);
}

TEST(an_unrated_match_says_who_withheld)
{
    struct party p;
    gather(&p, 3, CLOCK_NONE, false);
    for (int who = 0; who < 3; who++)
        done(&p, who, "sit", sit_words(&p, who, who));
    for (int who = 0; who < 3; who++)
        done(&p, who, "ready", hash_words(&p, who));
    done(&p, 0, "show", value_words(&p, 0));
    done(&p, 2, "show", value_words(&p, 2));
    desk_pass(p.desk, TABLE_SHOW_MS + 1000);
    assert_true(sees(&p, 0, "\"phase\":\"playing\""));
    assert_int_equal(place_find(p.desk->process[0].hub, p.table)->table.fair.withheld, 2);
    assert_true(sees(&p, 0, "\"withheld\":true"));
    disperse(&p);
}
