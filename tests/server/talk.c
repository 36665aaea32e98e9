/* talk.c — tests what a table does for its players and watchers, one thing at a time.
 *
 * Presence, next matches, quick phrases, clocks, spectators, second devices, hello,
 * closing. */
#include "desk.h"
#include "test.h"

#include "doors/server/place.h"

#include <stdlib.h>
#include <string.h>

static const char *const token[] = {
    "00000000000000000000000000000000000000000000000000000000000000aa",
    "00000000000000000000000000000000000000000000000000000000000000bb",
    "00000000000000000000000000000000000000000000000000000000000000cc"};

static void hash_of(int person, char digits[2 * PECK_HASH + 1])
{
    uint8_t value[PECK_HASH], hash[PECK_HASH];
    struct peck_text text = peck_text_begin(digits, 2 * PECK_HASH + 1);
    assert_true(peck_hash_parse(token[person], 64, value));
    peck_sha256(value, PECK_HASH, hash);
    peck_put_hash(&text, hash);
}

static struct terms terms_of(const char *name, int seats, enum clock_kind clock)
{
    struct terms terms = {.game = peck_game_find(name), .clock = clock, .time = 8000};
    struct peck_error error;
    peck_setup_begin(terms.game, seats, &terms.setup);
    assert_int_equal(peck_setup_option(terms.game, &terms.setup, "first=0", &error),
                     PECK_OK);
    return terms;
}

/* Two people and as many bots as there is room for, up to the first action. */
struct company {
    struct desk *desk;
    char table[STORE_TABLE];
    struct guest guest[2];
    uint32_t messages;
};

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

static void sit_down(struct company *c, int who, int seat)
{
    char members[256];
    snprintf(members, sizeof members, ",\"seat\":%d,\"name\":\"%s\",\"token\":\"%s\"", seat,
             who == 0 ? "Ann" : "Bob", token[who]);
    done(c, who, "sit", members);
}

static void begin_match(struct company *c)
{
    char digits[2 * PECK_HASH + 1], members[256];
    for (int i = 0; i < 2; i++) {
        hash_of(i, digits);
        snprintf(members, sizeof members, ",\"hash\":\"%s\"", digits);
        done(c, i, "ready", members);
    }
    for (int i = 0; i < 2; i++) {
        snprintf(members, sizeof members, ",\"value\":\"%s\"", token[i]);
        done(c, i, "show", members);
    }
    assert_non_null(strstr(c->guest[0].view.bytes, "\"phase\":\"playing\""));
}

static struct company gather(const char *game, int seats, enum clock_kind clock)
{
    struct company c = {.desk = desk_new(1)};
    struct terms terms = terms_of(game, seats, clock);
    strcpy(c.table, desk_open(c.desk, &terms));
    return c;
}

/* The guests do not move any more. */
static void arrive(struct company *c)
{
    for (int i = 0; i < 2; i++)
        assert_true(guest_hello(&c->guest[i], c->desk, i, c->table, token[i]));
}

static void play(struct company *c, const char *game, int seats, enum clock_kind clock)
{
    char members[64];
    *c = gather(game, seats, clock);
    arrive(c);
    for (int i = 0; i < 2; i++)
        sit_down(c, i, i);
    for (int seat = 2; seat < seats; seat++) {
        snprintf(members, sizeof members, ",\"seat\":%d,\"bot\":\"random\"", seat);
        done(c, 0, "bot", members);
    }
    begin_match(c);
}

static void disperse(struct company *c)
{
    for (int i = 0; i < 2; i++)
        guest_leave(&c->guest[i]);
    desk_free(c->desk);
}

static bool sees(const struct company *c, int who, const char *words)
{
    return strstr(c->guest[who].view.bytes, words) != NULL;
}

/* The first action that the view offers; false when there is none. */
static bool act(struct company *c, int who)
{
    const char *view = c->guest[who].view.bytes, *actions = strstr(view, "\"actions\":[{");
    char members[128];
    if (actions == NULL)
        return false;
    const char *name = strstr(actions, "\"name\":\"") + 8;
    snprintf(members, sizeof members, ",\"ply\":%d,\"action\":\"%.*s\"",
             atoi(strstr(view, "\"ply\":") + 6), (int)strcspn(name, "\""), name);
    done(c, who, "act", members);
    return true;
}

static void play_to_the_end(struct company *c)
{
    for (int i = 0; i < 2000 && !sees(c, 0, "\"phase\":\"over\""); i++) {
        if (!act(c, 0) && !act(c, 1))
            desk_pass(c->desk, 1000);
    }
    assert_true(sees(c, 0, "\"phase\":\"over\""));
}

/* The store has our step; before we hear of it, another process appends the next one and
 * says so. */
TEST(a_step_behind_our_own_is_not_missed)
{
    static const char chat[] = "{\"type\":\"chat\",\"id\":\"ours\",\"text\":\"of ours\"}";
    struct company c = gather("nothanks", 3, CLOCK_NONE);
    struct hub *ours = c.desk->process[0].hub, *theirs = c.desk->process[1].hub;
    arrive(&c);
    assert_true(hub_hear(ours, c.guest[0].client, chat, sizeof chat - 1));
    assert_int_equal(c.desk->append_count, 1);
    struct append append = c.desk->appends[0].append;
    c.desk->append_count = 0;
    assert_true(logs_append(&c.desk->logs, &append));
    hub_notice(theirs, c.table);
    done(&c, 1, "chat", ",\"text\":\"of theirs\"");
    assert_false(sees(&c, 0, "of ours"));
    hub_appended(ours, c.table, append.seq, APPEND_DONE);
    desk_run(c.desk);
    assert_true(sees(&c, 0, "of ours") && sees(&c, 0, "of theirs"));
    disperse(&c);
}

/* A table that cannot be read now is not taken for one that is not there: who comes is sent
 * away to come again, who is there is told that a move was not taken, and when the store
 * answers again all go on by themselves. */
TEST(a_store_that_cannot_be_read)
{
    struct company c;
    struct guest third;
    play(&c, "nothanks", 3, CLOCK_NONE);
    c.desk->unreadable = true;
    assert_false(guest_hello(&third, c.desk, 0, c.table, NULL));
    assert_true(guest_hears(&third, "\"unavailable\"") && third.views == 0);
    guest_leave(&third);
    refused(&c, 0, "again", "", "unavailable"); /* else not-now */
    hub_notice(c.desk->process[1].hub, c.table);
    desk_run(c.desk);
    c.desk->unreadable = false;
    desk_pass(c.desk, 2000);
    assert_true(guest_hello(&third, c.desk, 0, c.table, NULL) && third.views == 1);
    guest_leave(&third);
    assert_false(guest_hello(&third, c.desk, 0, "nowhere", NULL));
    assert_true(guest_hears(&third, "\"no-table\""));
    guest_leave(&third);
    play_to_the_end(&c);
    disperse(&c);
}

/* A step that is no step: nothing of it is kept or shown, not even what could be folded.
 * Whoever is there is told, and when the log is repaired all is as before. */
TEST(a_step_that_cannot_be_folded)
{
    static const char half[] =
        "{\"at\":1,\"events\":[{\"kind\":\"chat\",\"seat\":-1,\"text\":\"half of it\"},"
        "{\"kind\":\"begin\",\"seat\":-1}]}"; /* and nobody waits for a match */
    struct company c = gather("nothanks", 3, CLOCK_NONE);
    struct guest later;
    arrive(&c);
    struct log *log = desk_log(c.desk, c.table);
    struct append append = {.seq = log->count,
                            .previous = logs_hash(log, log->count - 1),
                            .step = strdup(half)};
    memcpy(append.table, c.table, sizeof append.table);
    assert_true(logs_append(&c.desk->logs, &append));
    for (int i = 0; i < DESK_HUBS; i++)
        hub_notice(c.desk->process[i].hub, c.table);
    desk_run(c.desk);
    for (int who = 0; who < 2; who++) {
        assert_true(c.guest[who].dropped && guest_hears(&c.guest[who], "\"damaged\""));
        assert_false(sees(&c, who, "half of it"));
        assert_null(place_find(c.desk->process[who % DESK_HUBS].hub, c.table));
    }
    assert_false(guest_hello(&later, c.desk, 0, c.table, NULL));
    assert_true(guest_hears(&later, "\"damaged\"") && later.views == 0);
    guest_leave(&later);
    free(log->steps[--log->count]);
    assert_true(guest_hello(&later, c.desk, 0, c.table, NULL) && later.views == 1);
    assert_null(strstr(later.view.bytes, "half of it"));
    guest_leave(&later);
    disperse(&c);
}

/* ---- Presence ---- */

TEST(presence_is_told_across_processes)
{
    struct company c = gather("nothanks", 3, CLOCK_NONE);
    struct guest other;
    arrive(&c); /* one at each process */
    sit_down(&c, 0, 0);
    sit_down(&c, 1, 2);
    desk_pass(c.desk, 1000);
    for (int i = 0; i < 2; i++)
        assert_string_equal(c.guest[i].presence.bytes,
                            "{\"type\":\"presence\",\"here\":[0,2],\"watching\":0}");
    assert_true(guest_hello(&other, c.desk, 1, c.table, NULL));
    uint32_t told = c.guest[0].presences, steps = desk_log(c.desk, c.table)->count;
    desk_pass(c.desk, 1000);
    assert_int_equal(c.guest[0].presences, told + 1); /* once */
    assert_non_null(strstr(c.guest[0].presence.bytes, "\"watching\":1"));
    guest_leave(&other);
    guest_leave(&c.guest[1]); /* the second process has nobody left, and says so */
    desk_pass(c.desk, 1000);
    assert_string_equal(c.guest[0].presence.bytes,
                        "{\"type\":\"presence\",\"here\":[0],\"watching\":0}");
    assert_int_equal(desk_log(c.desk, c.table)->count, steps);
    guest_leave(&c.guest[0]);
    desk_free(c.desk);
}

TEST(who_falls_silent_is_forgotten)
{
    struct company c = gather("nothanks", 3, CLOCK_NONE);
    arrive(&c);
    sit_down(&c, 0, 0);
    sit_down(&c, 1, 2);
    desk_pass(c.desk, 200000); /* announced again and again */
    assert_non_null(strstr(c.guest[0].presence.bytes, "\"here\":[0,2]"));
    hub_announced(c.desk->process[0].hub, c.table, "00000000000000ff 2 3");
    desk_pass(c.desk, 1000);
    assert_non_null(strstr(c.guest[0].presence.bytes, "\"here\":[0,1,2],\"watching\":3"));
    desk_pass(c.desk, 120000);
    assert_non_null(strstr(c.guest[0].presence.bytes, "\"here\":[0,2],\"watching\":0"));
    hub_announced(c.desk->process[0].hub, c.table, "nonsense");
    hub_announced(c.desk->process[0].hub, "nowhere", "00000000000000ff 2 3");
    disperse(&c);
}

/* ---- The next match ---- */

TEST(the_next_match_has_the_same_company)
{
    struct company c;
    char next[STORE_TABLE] = {0};
    struct guest later;
    play(&c, "nothanks", 3, CLOCK_NONE);
    refused(&c, 0, "again", "", "not-now");
    play_to_the_end(&c);
    done(&c, 0, "again", "");
    assert_false(sees(&c, 0, "\"next\":"));
    done(&c, 1, "again", "");
    assert_true(sees(&c, 0, "\"next\":") && sees(&c, 1, "\"next\":"));
    memcpy(next, strstr(c.guest[0].view.bytes, "\"next\":\"") + 8, 16);
    assert_int_equal(c.desk->logs.count, 2);
    assert_true(guest_hello(&later, c.desk, 0, next, token[0]));
    /* One seat on, clockwise; the bot as well. */
    const char *view = later.view.bytes;
    assert_non_null(strstr(view, "\"viewer\":1"));
    assert_non_null(strstr(view, "\"chairs\":[{\"sitter\":\"bot\",\"name\":\"\",\"bot\":"
                                 "\"random\""));
    /* The hen that plays as the bot is the one of this table and seat. */
    const struct peck_character *hen = peck_character_at("random", next, 0);
    assert_memory_equal(strstr(view, "\"character\":\"") + 13, hen->id, strlen(hen->id));
    assert_true(strstr(view, "Ann") < strstr(view, "Bob"));
    assert_non_null(strstr(view, "\"phase\":\"gathering\""));
    assert_null(strstr(view, strstr(c.guest[0].view.bytes, "\"commitment\":\"") + 14));
    guest_leave(&later);
    refused(&c, 0, "again", "", "taken");
    disperse(&c);
}

TEST(who_does_not_ask_is_not_waited_for)
{
    struct company c;
    play(&c, "nothanks", 3, CLOCK_NONE);
    play_to_the_end(&c);
    done(&c, 0, "again", "");
    desk_pass(c.desk, TABLE_AGAIN_MS - 1000);
    assert_false(sees(&c, 0, "\"next\":"));
    desk_pass(c.desk, 2000);
    assert_true(sees(&c, 0, "\"next\":"));
    assert_non_null(strstr(desk_log(c.desk, c.table)->steps[0], "\"terms\""));
    assert_null(strstr(c.desk->logs.list[1].steps[0], "Bob")); /* the seat is free */
    assert_non_null(strstr(c.desk->logs.list[1].steps[0], "Ann"));
    disperse(&c);
    play(&c, "nothanks", 3, CLOCK_NONE);
    play_to_the_end(&c);
    done(&c, 0, "again", "");
    done(&c, 1, "leave", ""); /* now nobody is to be waited for */
    assert_true(sees(&c, 0, "\"next\":"));
    disperse(&c);
}

/* The process dies when the next table is open and the old one does not know yet. */
TEST(the_next_match_survives_a_crash)
{
    struct company c;
    struct append *pending;
    play(&c, "nothanks", 3, CLOCK_NONE);
    play_to_the_end(&c);
    done(&c, 0, "again", "");
    guest_leave(&c.guest[1]);
    char text[] = "{\"type\":\"again\",\"id\":\"last\"}";
    struct guest second;
    assert_true(guest_hello(&second, c.desk, 0, c.table, token[1]));
    assert_true(hub_hear(c.desk->process[0].hub, second.client, text, strlen(text)));
    while (c.desk->logs.count == 1) { /* step by step until the table is there */
        assert_int_equal(c.desk->append_count, 1);
        pending = &c.desk->appends[0].append;
        assert_true(logs_append(&c.desk->logs, pending));
        c.desk->append_count = 0;
        if (c.desk->logs.count == 1)
            hub_appended(c.desk->process[0].hub, pending->table, pending->seq, APPEND_DONE);
    }
    guest_leave(&c.guest[0]);
    guest_leave(&second);
    desk_restart(c.desk, 0);
    arrive(&c); /* whoever comes next sees to it */
    desk_pass(c.desk, 10);
    assert_true(sees(&c, 0, "\"next\":"));
    assert_int_equal(c.desk->logs.count, 2); /* no orphan */
    assert_int_equal(c.desk->logs.list[1].count, 1);
    disperse(&c);
}

/* ---- Chat ---- */

/* Administrators read it in terminals, which obey U+009b as they do ESC [. */
TEST(a_line_has_no_controls)
{
    struct company c = gather("karteneck", 3, CLOCK_NONE);
    arrive(&c);
    refused(&c, 0, "chat", ",\"text\":\"a\\nb\"", "bad-words");
    refused(&c, 0, "chat", ",\"text\":\"a\\u009b31mb\"", "bad-words");
    done(&c, 0, "chat", ",\"text\":\"\\u00a0 \\u00e4 \\u0107\"");
    disperse(&c);
}

TEST(phrases_are_few_and_slow)
{
    struct company c = gather("karteneck", 3, CLOCK_NONE);
    arrive(&c);
    sit_down(&c, 0, 0);
    refused(&c, 0, "phrase", ",\"phrase\":\"insult\"", "bad-words");
    for (int i = 0; i < CHAT_CLIENT - 1; i++)
        done(&c, 0, "phrase", ",\"phrase\":\"good-luck\"");
    assert_true(sees(&c, 1, "{\"number\":0,\"seat\":0,"));
    assert_true(sees(&c, 1, "\"phrase\":\"good-luck\""));
    refused(&c, 0, "chat", ",\"text\":\"hello\"", "too-fast");
    done(&c, 1, "chat", ",\"text\":\"I may\""); /* a spectator, and another client */
    assert_true(sees(&c, 0, "\"seat\":null,"));
    desk_pass(c.desk, CHAT_MS);
    assert_true(
        guest_say(&c.guest[0], "{\"type\":\"chat\",\"id\":\"once\",\"text\":\"hello\"}"));
    for (int i = 0; i < 3 * CHAT_CLIENT; i++) { /* a repeat is no chat */
        assert_true(guest_say(&c.guest[0],
                              "{\"type\":\"chat\",\"id\":\"once\",\"text\":\"hello\"}"));
        assert_true(guest_hears(&c.guest[0], "\"done\""));
    }
    disperse(&c);
}

TEST(a_table_hears_so_much_and_no_more)
{
    struct company c = gather("karteneck", 3, CLOCK_NONE);
    struct guest crowd[CHAT_TABLE];
    arrive(&c);
    for (int i = 0; i < CHAT_TABLE; i++) {
        assert_true(guest_hello(&crowd[i], c.desk, 0, c.table, NULL));
        assert_true(guest_say(
            &crowd[i], "{\"type\":\"chat\",\"id\":\"crowd %d\",\"text\":\"me\"}", i));
        assert_true(guest_hears(&crowd[i], "\"done\""));
    }
    refused(&c, 0, "chat", ",\"text\":\"and me\"", "too-fast");
    sit_down(&c, 1, 1); /* whoever sits is heard, however much spectators say */
    done(&c, 1, "chat", ",\"text\":\"I sit here\"");
    desk_pass(c.desk, CHAT_MS);
    for (int i = 0; i < CHAT_CLIENT; i++)
        done(&c, 0, "chat", ",\"text\":\"and me\"");
    for (int i = 0; i < CHAT_TABLE; i++)
        guest_leave(&crowd[i]);
    disperse(&c);
}

/* ---- Clocks ---- */

TEST(a_warning_comes_before_the_time_is_up)
{
    struct company c;
    play(&c, "nothanks", 3, CLOCK_MOVE);
    uint32_t plies = desk_log(c.desk, c.table)->count;
    desk_pass(c.desk, 5900);
    assert_int_equal(c.guest[0].warnings, 0);
    desk_pass(c.desk, 200);
    assert_int_equal(c.guest[0].warnings, 1);
    assert_int_equal(c.guest[1].warnings, 1);
    assert_non_null(strstr(c.guest[1].warning.bytes, "\"seat\":0,\"deadline\":"));
    assert_int_equal(desk_log(c.desk, c.table)->count, plies);
    desk_pass(c.desk, 2500);
    assert_true(desk_log(c.desk, c.table)->count > plies);
    disperse(&c);
}

/* Both sleep; each seat's bot takes over after the third time, and gives back. */
TEST(who_sleeps_is_replaced_until_back)
{
    struct company c;
    play(&c, "nothanks", 3, CLOCK_MOVE);
    desk_pass(c.desk, 8500);
    assert_false(sees(&c, 0, "\"away\":true"));
    for (int i = 0; i < 2; i++) {
        desk_pass(c.desk, 20000);
        assert_false(sees(&c, 0, "\"away\":true") && i == 0);
    }
    desk_pass(c.desk, 20000);
    assert_true(sees(&c, 0, "\"name\":\"Ann\",\"bot\":\"normal\",\"away\":true"));
    refused(&c, 0, "act", ",\"ply\":0,\"action\":\"take\"", "not-your-turn");
    done(&c, 0, "back", "");
    assert_true(sees(&c, 0, "\"name\":\"Ann\",\"bot\":\"normal\",\"away\":false"));
    refused(&c, 0, "back", "", "not-now");
    disperse(&c);
}

static bool takes_a_tile(const struct peck_game *game, uint32_t action)
{
    char name[PECK_NAME_MAX];
    struct peck_text text = peck_text_begin(name, sizeof name);
    game->action_name(action, &text);
    return strncmp(name, "take ", 5) == 0 || strncmp(name, "steal ", 6) == 0;
}

/* With a tile to be had nothing more is risked, whatever the bot thinks of it. */
TEST(time_up_in_heckmeck_takes_the_tile)
{
    const struct peck_game *game = peck_game_find("heckmeck");
    struct thinking thinking = {.seed = 1};
    struct peck_error error;
    struct peck_setup setup;
    struct peck_rng rng;
    uint32_t tiles = 0, dared = 0, actions[PECK_ACTIONS_MAX];
    peck_rng_seed(&rng, 5);
    peck_setup_begin(game, 2, &setup);
    assert_int_equal(peck_match_begin(&thinking.match, game, &setup, &error), PECK_OK);
    assert_int_equal(peck_player_find(game, STAND_IN, &thinking.player, &error), PECK_OK);
    while (thinking.match.count < 1500) {
        assert_int_equal(peck_match_chance(&thinking.match, &rng, &error), PECK_OK);
        int seat = thinking.seat = game->movers(&thinking.match.state) == 2;
        uint32_t count = game->legal(&thinking.match.state, seat, actions);
        bool tile = false;
        for (uint32_t i = 0; i < count; i++)
            tile = tile || takes_a_tile(game, actions[i]);
        if (tile) {
            thinking.late = false;
            agenda_think(&thinking);
            dared += !takes_a_tile(game, thinking.actions[0]);
            thinking.late = true;
            agenda_think(&thinking);
            assert_true(takes_a_tile(game, thinking.actions[0]));
            tiles++;
        }
        assert_int_equal(peck_match_play(&thinking.match, seat,
                                         actions[peck_rng_below(&rng, count)], &error),
                         PECK_OK);
    }
    assert_true(tiles > 10 && dared > 0); /* the bot alone would often have rolled on */
    peck_match_free(&thinking.match);
}

/* ---- Spectators and second devices ---- */

TEST(spectators_see_and_cannot_act)
{
    struct company c;
    struct guest spectator;
    play(&c, "karteneck", 2, CLOCK_NONE);
    assert_true(guest_hello(&spectator, c.desk, 0, c.table, NULL));
    assert_non_null(strstr(spectator.view.bytes, "\"viewer\":null"));
    assert_non_null(strstr(spectator.view.bytes, "\"actions\":[]"));
    assert_null(strstr(spectator.view.bytes, "\"hand\":[\""));
    uint32_t steps = desk_log(c.desk, c.table)->count;
    assert_true(guest_say(&spectator,
                          "{\"type\":\"act\",\"id\":\"s\",\"ply\":%d,\"action\":\"pass\"}",
                          atoi(strstr(spectator.view.bytes, "\"ply\":") + 6)));
    assert_true(guest_hears(&spectator, "not-seated"));
    assert_int_equal(desk_log(c.desk, c.table)->count, steps);
    uint32_t views = spectator.views;
    assert_true(act(&c, 0) || act(&c, 1));
    assert_int_equal(spectator.views, views + 1);
    guest_leave(&spectator);
    disperse(&c);
}

TEST(two_devices_of_a_seat_see_the_same)
{
    struct company c;
    struct guest phone;
    play(&c, "karteneck", 2, CLOCK_NONE);
    assert_true(guest_hello(&phone, c.desk, 1, c.table, token[0])); /* another process */
    assert_non_null(strstr(phone.view.bytes, "\"viewer\":0"));
    for (int i = 0; i < 10; i++) {
        assert_true(act(&c, 0) || act(&c, 1));
        assert_string_equal(phone.view.bytes, c.guest[0].view.bytes);
    }
    const char *name = strstr(phone.view.bytes, "\"actions\":[{");
    if (name == NULL) {
        assert_true(act(&c, 1));
        name = strstr(phone.view.bytes, "\"actions\":[{");
    }
    if (name != NULL) { /* it may act, too */
        name = strstr(name, "\"name\":\"") + 8;
        assert_true(guest_say(
            &phone, "{\"type\":\"act\",\"id\":\"p\",\"ply\":%d,\"action\":\"%.*s\"}",
            atoi(strstr(phone.view.bytes, "\"ply\":") + 6), (int)strcspn(name, "\""),
            name));
        assert_true(guest_hears(&phone, "\"done\""));
        assert_string_equal(phone.view.bytes, c.guest[0].view.bytes);
    }
    guest_leave(&phone);
    disperse(&c);
}

static uint32_t plies_told(const char *view)
{
    uint32_t count = 0;
    const char *last = strstr(view, "\"last\":["), *score = strstr(view, "\"score\":");
    while ((last = strstr(last + 1, "{\"seat\":")) != NULL && last < score)
        count++;
    return count;
}

TEST(hello_tells_what_was_missed)
{
    struct company c;
    struct guest again;
    play(&c, "nothanks", 2 + 1, CLOCK_NONE);
    uint32_t seq = (uint32_t)atoi(strstr(c.guest[0].view.bytes, "\"seq\":") + 6);
    uint32_t ply = (uint32_t)atoi(strstr(c.guest[0].view.bytes, "\"ply\":") + 6);
    for (int i = 0; i < 12; i++) {
        if (!act(&c, 0) && !act(&c, 1))
            desk_pass(c.desk, 1000);
        uint32_t now = (uint32_t)atoi(strstr(c.guest[0].view.bytes, "\"ply\":") + 6);
        guest_join(&again, c.desk, i % 2);
        assert_true(guest_say(
            &again, "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\",\"seq\":%u}",
            c.table, seq));
        assert_int_equal(plies_told(again.view.bytes), now - ply);
        guest_leave(&again);
    }
    play_to_the_end(&c);
    uint32_t all = (uint32_t)atoi(strstr(c.guest[0].view.bytes, "\"ply\":") + 6);
    uint32_t last = (uint32_t)atoi(strstr(c.guest[0].view.bytes, "\"seq\":") + 6);
    /* After a long absence a client gets everything, like a new one. */
    uint32_t since = last - seq < TABLE_PLIES_AT - 1 ? all - ply : all;
    for (int seen = 0; seen < 2; seen++) {
        guest_join(&again, c.desk, 1);
        assert_true(guest_say(
            &again, "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\",\"seq\":%u}",
            c.table, seen ? seq : 0));
        uint32_t wanted = seen ? since : all;
        assert_int_equal(plies_told(again.view.bytes), wanted < 100 ? wanted : 100);
        guest_leave(&again);
    }
    disperse(&c);
}

/* ---- Before the match ---- */

TEST(who_is_ready_stays_so_whoever_comes_or_goes)
{
    struct company c = gather("nothanks", 3, CLOCK_NONE);
    char digits[2 * PECK_HASH + 1], members[256];
    arrive(&c);
    sit_down(&c, 0, 0);
    refused(&c, 0, "bot", ",\"seat\":1,\"bot\":\"mcts-1000000\"", "bad-words");
    done(&c, 0, "bot", ",\"seat\":1,\"bot\":\"easy\"");
    hash_of(0, digits);
    snprintf(members, sizeof members, ",\"hash\":\"%s\"", digits);
    done(&c, 0, "ready", members);
    assert_true(sees(&c, 0, "\"ready\":true"));
    sit_down(&c, 1, 2); /* arrivals change nothing */
    assert_true(sees(&c, 0, "\"ready\":true"));
    done(&c, 1, "free", ",\"seat\":1");
    assert_true(sees(&c, 0, "\"ready\":true"));
    done(&c, 1, "leave", "");
    assert_true(sees(&c, 0, "\"ready\":true"));
    sit_down(&c, 1, 2);
    done(&c, 1, "bot", ",\"seat\":1,\"bot\":\"expert\"");
    hash_of(1, digits);
    snprintf(members, sizeof members, ",\"hash\":\"%s\"", digits);
    done(&c, 1, "ready", members);
    assert_true(sees(&c, 0, "\"phase\":\"showing\""));
    disperse(&c);
}

TEST(tables_that_nobody_comes_to_are_closed)
{
    struct company c = gather("heckmeck", 3, CLOCK_NONE);
    desk_pass(c.desk, 1000);
    assert_int_equal(desk_log(c.desk, c.table)->count, 1);
    arrive(&c); /* asks to be woken; after a restart the row of the table would */
    desk_pass(c.desk, TABLE_EMPTY_MS - 2000);
    assert_false(sees(&c, 0, "\"closed\""));
    sit_down(&c, 0, 1);
    desk_pass(c.desk, TABLE_EMPTY_MS + 1000);
    assert_true(sees(&c, 0, "\"gathering\""));
    done(&c, 0, "leave", "");
    desk_pass(c.desk, TABLE_EMPTY_MS - 1000);
    assert_true(sees(&c, 0, "\"gathering\""));
    desk_pass(c.desk, 2000);
    assert_true(sees(&c, 0, "\"closed\""));
    assert_false(sees(&c, 0, "\"why\"")); /* that is for administrators to say */
    refused(&c, 0, "chat", ",\"text\":\"too late\"", "not-now");
    disperse(&c);
    c = gather("heckmeck", 3, CLOCK_NONE);
    desk_pass(c.desk, TABLE_EMPTY_MS);
    hub_wake(c.desk->process[1].hub, c.table); /* as the row says; another process */
    desk_run(c.desk);
    assert_int_equal(desk_log(c.desk, c.table)->count, 2);
    assert_non_null(strstr(desk_log(c.desk, c.table)->steps[1], "nobody came"));
    desk_free(c.desk);
}

TEST(a_log_is_long_enough_one_day)
{
    struct company c = gather("nothanks", 3, CLOCK_NONE);
    char members[64];
    arrive(&c);
    sit_down(&c, 0, 0);
    sit_down(&c, 1, 1);
    for (int i = 3; i < TABLE_STEPS; i++) {
        if (i == TABLE_TALK)
            refused(&c, 1, "chat", ",\"text\":\"hello\"", "too-much");
        bool free = i % 2 == 0; /* the last of them gives the seat to the bot */
        snprintf(members, sizeof members, ",\"seat\":2%s",
                 free ? "" : ",\"bot\":\"random\"");
        done(&c, 0, free ? "free" : "bot", members);
    }
    assert_int_equal(desk_log(c.desk, c.table)->count, TABLE_STEPS);
    refused(&c, 0, "free", ",\"seat\":2", "too-much");
    begin_match(&c); /* which goes on to its end */
    for (int i = 0; i < 1000 && !sees(&c, 0, "\"phase\":\"over\""); i++) {
        for (int who = 0; who < 2; who++)
            (void)act(&c, who);
        desk_pass(c.desk, 1000);
    }
    assert_true(sees(&c, 0, "\"phase\":\"over\""));
    refused(&c, 0, "again", "", "too-much");
    disperse(&c);
}
