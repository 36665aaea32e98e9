/* people.c — tests accounts, ratings, history, data export and administrators.
 *
 * Everything runs over a real database, which the command line names. */
#include "club.h"
#include "play.h"

#include "doors/server/admin.h"
#include "doors/server/limits.h"
#include "doors/server/people_attempts.h"
#include "doors/server/rating.h"
#include "doors/server/serve.h"
#include "doors/server/tell.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- Accounts ---- */

/* A name that no other test has, the same in every call of one test. */
static const char *unique(const char *word)
{
    static char names[8][64];
    static int next;
    char *name = names[next++ % 8];
    snprintf(name, 64, "%s%d", word, (int)getpid());
    return name;
}

static int say_password(struct browser *b, const char *path, const char *name,
                        const char *password)
{
    char body[512];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"%s\"}", name, password);
    return ask(b, "POST", path, body);
}

TEST(test_me)
{
    BROWSER b = {0};
    char person[STEP_PERSON];
    assert_int_equal(ask(&b, "GET", "/api/me", ""), 200);
    proven_by(b.cookie, person);
    assert_string_equal(text_of(&b, "person"), person);
    assert_string_equal(text_of(&b, "name"), "");
    assert_true(json_is_false(json_object_get(b.json, "account")));
    assert_int_equal(json_array_size(json_object_get(b.json, "ratings")), 0);
}

TEST(test_account)
{
    BROWSER guest = {0}, thief = {0}, other = {0};
    char person[STEP_PERSON], body[256];
    const char *name = unique("Ada");
    ask(&guest, "GET", "/api/me", "");
    proven_by(guest.cookie, person);
    memcpy(thief.cookie, guest.cookie, sizeof thief.cookie);
    usleep(2000); /* the next cookie is of a later moment */
    assert_int_equal(say_password(&guest, "/api/account", name, "correct horse"), 201);
    assert_string_equal(text_of(&guest, "person"), person); /* history stays */
    ask(&guest, "GET", "/api/me", "");
    assert_string_equal(text_of(&guest, "name"), name);
    assert_true(json_is_true(json_object_get(guest.json, "account")));
    ask(&thief, "GET", "/api/me",
        ""); /* the guest's old cookie does not open the account */
    assert_true(json_is_false(json_object_get(thief.json, "account")));
    assert_string_not_equal(text_of(&thief, "person"), person);
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"something else\"}",
             unique("aDA"));
    refused(&other, "POST", "/api/account", body, 409, "taken"); /* but for case */
    refused(&guest, "POST", "/api/account",
            "{\"name\":\"Second\",\"password\":\"something else\"}", 409, "has-account");
    assert_int_equal(say_password(&other, "/api/login", unique("ADA"), "correct horse"),
                     200);
    assert_string_equal(text_of(&other, "person"), person);
    assert_int_equal(ask(&other, "POST", "/api/logout", ""), 200);
    ask(&other, "GET", "/api/me", "");
    assert_string_not_equal(text_of(&other, "person"), person);
}

TEST(test_account_refused)
{
    static const struct {
        const char *body, *code;
    } cases[] = {
        {"{\"name\":\"\",\"password\":\"long enough\"}", "bad-name"},
        {"{\"name\":\" \\u200b \",\"password\":\"long enough\"}", "bad-name"},
        {"{\"name\":\"a\\u0600b\",\"password\":\"long enough\"}", "bad-name"},
        {"{\"name\":\"a\\nb\",\"password\":\"long enough\"}", "bad-name"},
        {"{\"name\":\"a\\u0000b\",\"password\":\"long enough\"}", "bad-json"},
        {"{\"name\":\"x\",\"password\":\"short\"}", "bad-password"},
        {"{\"name\":\"x\"}", "bad-body"},
        {"{\"name\":\"x\",\"password\":12345678}", "bad-body"},
        {"{\"name\":\"x\",\"password\":\"long enough\",\"admin\":true}", "bad-body"},
        {"null", "bad-json"},
    };
    BROWSER b = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refused(&b, "POST", "/api/account", cases[i].body, 400, cases[i].code);
    refused(&b, "POST", "/api/login", "{\"name\":1}", 400, "bad-body");
    refused(&b, "POST", "/api/password", "{\"password\":\"a\",\"new\":\"b\"}", 400,
            "bad-password");
    refused(&b, "POST", "/api/password", "{\"password\":\"a\",\"new\":\"long enough\"}",
            401, "wrong");
}

static int make_account(const char *name)
{
    static int count;
    char address[32];
    snprintf(address, sizeof address, "198.19.0.%d", count++);
    BROWSER b = {.address = address};
    int status = say_password(&b, "/api/account", name, "long enough");
    assert_true(status == 201 || strcmp(text_of(&b, "code"), "taken") == 0 ||
                strcmp(text_of(&b, "code"), "bad-name") == 0);
    return status;
}

/* Names are kept without what nobody sees, and no two of them look alike. */
TEST(test_names)
{
    char name[96], tidy[96];
    int pid = (int)getpid();
    BROWSER b = {.address = "198.19.1.1"};
    snprintf(name, sizeof name, " \xef\xbc\xa1\xe2\x80\x8bn\xe2\x80\xaena  Paula%d ", pid);
    snprintf(tidy, sizeof tidy, "Anna Paula%d", pid);
    assert_int_equal(say_password(&b, "/api/account", name, "long enough"), 201);
    assert_string_equal(text_of(&b, "name"), tidy);
    assert_int_equal(say_password(&b, "/api/login", name, "long enough"), 200);
    static const char *const alike[] = {"\xd0\x90nna Paula", /* a Cyrillic A */
                                        "ANNA PAULA", "Anna PauIa", "Anna Pau1a",
                                        "An\xcc\x83na"};
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%s%d", alike[i], pid);
        assert_int_equal(make_account(name), 409);
    }
    snprintf(name, sizeof name, "%s Paula%d", alike[4],
             pid); /* a tilde is another letter */
    assert_int_equal(make_account(name), 201);
    snprintf(name, sizeof name, "\xc5\x81ucja%d", pid); /* in capitals it is the same */
    assert_int_equal(make_account(name), 201);
    snprintf(name, sizeof name, "\xc5\x82UCJA%d", pid);
    assert_int_equal(make_account(name), 409);
    assert_int_equal(say_password(&b, "/api/login", name, "long enough"), 200);
}

/* An account from before there were looks is found, and seen from the next start on. */
TEST(test_older_accounts)
{
    char name[64], looks[64];
    struct peck_error error;
    int64_t changed;
    BROWSER b = {.address = "198.19.1.2"};
    snprintf(name, sizeof name, "\xc5\xbb\xc3\xb3\xc5\x82w%d", (int)getpid());
    assert_int_equal(say_password(&b, "/api/account", name, "long enough"), 201);
    const struct db_call call = {
        .sql = "UPDATE accounts SET looks = '', handle = name WHERE name = $1",
        .values = {db_text(name)},
        .count = 1};
    assert_int_equal(store_write(store, &call, 1, &changed, &error), PECK_OK);
    assert_int_equal(changed, 1);
    assert_int_equal(say_password(&b, "/api/login", name, "long enough"), 200);
    struct api *next = api_new(store, secret);
    api_free(next);
    snprintf(looks, sizeof looks, "\xc5\xbb\xd0\xbe\xcc\x81\xc5\x82w%d", (int)getpid());
    assert_int_equal(make_account(looks), 409); /* with a Cyrillic o */
}

TEST(test_password)
{
    BROWSER one = {.address = "192.0.2.7"}, two = {.address = "192.0.2.7"};
    const char *name = unique("Grace");
    assert_int_equal(say_password(&one, "/api/account", name, "the first one"), 201);
    assert_int_equal(say_password(&two, "/api/login", name, "the first one"), 200);
    refused(&one, "POST", "/api/password",
            "{\"password\":\"not this\",\"new\":\"the second one\"}", 401, "wrong");
    usleep(2000);
    assert_int_equal(ask(&one, "POST", "/api/password",
                         "{\"password\":\"the first one\",\"new\":\"the second one\"}"),
                     200);
    ask(&one, "GET", "/api/me", "");
    assert_true(json_is_true(json_object_get(one.json, "account")));
    ask(&two, "GET", "/api/me", ""); /* is logged out */
    assert_true(json_is_false(json_object_get(two.json, "account")));
    assert_int_equal(say_password(&two, "/api/login", name, "the first one"), 401);
    assert_int_equal(say_password(&two, "/api/login", name, "the second one"), 200);
}

/* Tries wrong passwords, each for another name if asked, until it is told to slow down; how
 * often that was, less what has come back in the meantime on a slow machine. */
static int tries_of(struct browser *b, const char *word, bool others, int64_t refill)
{
    int64_t began = now_ms();
    for (int count = 0;; count++) {
        char name[40];
        snprintf(name, sizeof name, "%s%d", word, others ? count : 0);
        int status = say_password(b, "/api/login", unique(name), "wrong one");
        if (status == 429)
            return count - (int)((now_ms() - began) / refill);
        assert_int_equal(status, 401);
    }
}

/* Ten tries for a name from one network; twenty for an address, whatever the name. */
TEST(test_login_limits)
{
    BROWSER b = {.address = "198.51.100.1"}, c = {.address = "198.51.100.2"};
    assert_in_range(tries_of(&b, "nobody", false, 60000), 9, 10);
    assert_int_equal(say_password(&c, "/api/login", unique("NOBODY0"), "wrong one"), 401);
    b.address = "198.51.100.9";
    assert_in_range(tries_of(&b, "somebody", true, 15000), 19, 20);
    assert_int_equal(say_password(&c, "/api/login", unique("anybody"), "wrong one"), 401);
}

/* Who was logged in before is not locked out by whoever guesses, from any number of
 * networks; without that they would be. */
TEST(test_login_known)
{
    struct browser own = {.address = "198.51.100.20"}, stranger = {0};
    char name[64], known[2 * PECK_HASH + 1], body[512], addresses[16][24];
    int status = 401;
    strcpy(name, unique("Known"));
    assert_int_equal(say_password(&own, "/api/account", name, "long enough"), 201);
    snprintf(known, sizeof known, "%s", text_of(&own, "known"));
    assert_int_equal(ask(&own, "POST", "/api/logout", ""), 200);
    for (int i = 0; i < 16 && status == 401; i++) {
        snprintf(addresses[i], sizeof addresses[i], "198.51.101.%d", i);
        stranger.address = addresses[i];
        for (int n = 0; n < 10 && status == 401; n++)
            status = say_password(&stranger, "/api/login", name, "wrong one");
    }
    assert_int_equal(status, 429);
    assert_int_equal(say_password(&own, "/api/login", name, "long enough"), 429);
    snprintf(body, sizeof body,
             "{\"name\":\"%s\",\"password\":\"long enough\",\"known\":\"%s\"}", name,
             known);
    assert_int_equal(ask(&own, "POST", "/api/login", body), 200);
    known[0] = known[0] == '0' ? '1' : '0';
    snprintf(body, sizeof body,
             "{\"name\":\"%s\",\"password\":\"long enough\",\"known\":\"%s\"}", name,
             known);
    refused(&own, "POST", "/api/login", body, 429, "slow-down");
    forget_answer(&own);
    forget_answer(&stranger);
}

/* A copy of the cookie is good for nothing after the log-out; another browser's is. */
TEST(test_logout_revokes)
{
    struct browser b = {.address = "198.51.100.21"}, other = {.address = "198.51.100.22"};
    char name[64], person[STEP_PERSON], stolen[API_COOKIE], proved[STEP_PERSON];
    bool muted;
    strcpy(name, unique("Leaver"));
    person_of(&b, person);
    assert_int_equal(say_password(&b, "/api/account", name, "long enough"), 201);
    usleep(2000); /* the next cookie is of another moment */
    assert_int_equal(say_password(&other, "/api/login", name, "long enough"), 200);
    memcpy(stolen, b.cookie, sizeof stolen);
    assert_int_equal(ask(&b, "POST", "/api/logout", ""), 200);
    assert_true(
        api_admit(api, stolen, "https://peck.example", "198.51.100.23", proved, &muted));
    assert_string_equal(proved, "");
    memcpy(b.cookie, stolen, sizeof stolen);
    assert_int_equal(ask(&b, "GET", "/api/me", ""), 200);
    assert_true(json_is_false(json_object_get(b.json, "account")));
    assert_int_equal(ask(&other, "GET", "/api/me", ""), 200);
    assert_true(json_is_true(json_object_get(other.json, "account")));
    forget_answer(&b);
    forget_answer(&other);
}

TEST(test_common_passwords)
{
    static const char *const common[] = {
        "password",  "Passwort1", "12345678",   "qwertz123!", "aaaaaaaa",
        "abcabcabc", "87654321",  "Iloveyou!!", "2024-01-01", "qwertyuiop",
        "пароль",    "trustno1!", "Snoopy2020", "starwars99", "BlackBerry7"};
    struct browser b = {.address = "198.51.100.24"};
    char own[64], name[64];
    for (size_t i = 0; i < sizeof common / sizeof *common; i++) {
        assert_int_equal(say_password(&b, "/api/account", unique("Common"), common[i]),
                         400);
        assert_string_equal(text_of(&b, "code"), "common-password");
    }
    strcpy(name, "Rumpelstilz");
    snprintf(own, sizeof own, "%s99", name);
    assert_int_equal(say_password(&b, "/api/account", name, own), 400);
    assert_int_equal(say_password(&b, "/api/account", unique("Uncommon"), "correct horse"),
                     201);
    forget_answer(&b);
}

static double seconds_of_login(struct browser *b, const char *name)
{
    struct timespec from, to;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    assert_int_equal(say_password(b, "/api/login", name, "wrong one"), 401);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    return (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
}

/* A name that nobody has takes as long: a password is hashed either way. The time of this
 * thread alone is taken, and the least of a few, so that other work does not count. */
TEST(test_login_time)
{
    BROWSER b = {.address = "198.51.100.3"};
    const char *name = unique("Timed");
    double known = 1e9, unknown = 1e9;
    assert_int_equal(say_password(&b, "/api/account", name, "the right one"), 201);
    for (int i = 0; i < 5; i++) {
        double seconds = seconds_of_login(&b, name);
        known = seconds < known ? seconds : known;
        seconds = seconds_of_login(&b, unique("Never"));
        unknown = seconds < unknown ? seconds : unknown;
    }
    assert_true(unknown > known / 2 && unknown < known * 2);
}

TEST(test_attempts)
{
    const struct limit limit = {"try", 3, 1000};
    struct attempts *attempts = people_attempts_new();
    char network[64];
    for (int i = 0; i < 3; i++)
        assert_true(people_attempts_take(attempts, &limit, "a", 5000));
    assert_false(people_attempts_take(attempts, &limit, "a", 5999));
    assert_true(people_attempts_take(attempts, &limit, "b", 5000));
    assert_true(people_attempts_take(attempts, &limit, "a", 6000));
    assert_false(people_attempts_take(attempts, &limit, "a", 6000));
    people_attempts_return(attempts, &limit, "a", 6000);
    assert_true(people_attempts_take(attempts, &limit, "a", 6000));
    for (int i = 0; i < 20000; i++) { /* who is slowed down is not pushed out */
        char name[16];
        snprintf(name, sizeof name, "x%d", i);
        people_attempts_take(attempts, &limit, name, 6000);
    }
    assert_false(people_attempts_take(attempts, &limit, "a", 6000));
    people_attempts_free(attempts);
    limits_network("192.0.2.1", network);
    assert_string_equal(network, "192.0.2.1");
    limits_network("::ffff:192.0.2.1", network);
    assert_string_equal(network, "192.0.2.1");
    limits_network("2001:db8:1:2:3:4:5:6", network);
    assert_string_equal(network, "2001:db8:1:2::/64");
}

/* ---- Ratings ---- */

static void assert_near(double a, double b)
{
    if (a - b > 1e-6 || b - a > 1e-6)
        fail_msg("%.9f is not %.9f", a, b);
}

/* By hand: c^2 = 2 (69.4444 + 17.3611), so sigma^2 / c^2 = 0.4 and sigma / c = sqrt(0.4).
 * Two who are equal: mu moves by sigma^2 / c / 2, and the variance by the factor
 * 1 - sqrt(0.4) * 0.4 / 4. A draw is the mean of a win and a loss: no mu moves. */
TEST(test_rating_two)
{
    struct rating r[2] = {rating_new(), rating_new()};
    const uint8_t won[] = {1, 2}, drawn[] = {1, 1};
    rating_update(r, won, 2);
    assert_near(r[0].mu, 27.635231383);
    assert_near(r[1].mu, 22.364768617);
    assert_near(r[0].sigma, 8.065506316);
    assert_near(r[1].sigma, 8.065506316);
    r[0] = r[1] = rating_new();
    rating_update(r, drawn, 2);
    assert_near(r[0].mu, 25);
    assert_near(r[1].mu, 25);
    assert_near(r[0].sigma, 8.065506316);
}

/* By hand: c^2 = 3 (69.4444 + 17.3611) = 260.4167 and sigma^2 / c = 4.303315. The shares
 * are 1/3 of all, 1/2 of the last two, 1 of the last: mu moves by 2/3, by 1/2 - 1/3 and by
 * -1/3 - 1/2 of that. */
TEST(test_rating_three)
{
    struct rating r[3] = {rating_new(), rating_new(), rating_new()};
    const uint8_t places[] = {2, 1, 3};
    rating_update(r, places, 3);
    assert_near(r[1].mu - 25, 4.303314829 * 2 / 3);
    assert_near(r[0].mu - 25, 4.303314829 / 6);
    assert_near(r[2].mu - 25, -4.303314829 * 5 / 6);
    assert_near(r[0].mu + r[1].mu + r[2].mu, 75);
    assert_true(r[1].sigma > r[0].sigma); /* less was learnt of the first */
}

/* By hand, in units of sigma^2 / c: the first two of five share a place. Each is drawn at
 * the first stage (1 - 1/5) or at the second (1 - 1/5 - 1/4), which is 0.675 on average;
 * the third gets 1 - 1/5 - 1/4 - 1/3. */
TEST(test_rating_shared)
{
    struct rating r[5];
    const uint8_t places[] = {1, 1, 3, 4, 5};
    for (int i = 0; i < 5; i++)
        r[i] = rating_new();
    rating_update(r, places, 5);
    double unit = 69.444444444 / 20.833333333; /* c^2 = 5 (69.4444 + 17.3611) */
    assert_near(r[0].mu - 25, 0.675 * unit);
    assert_near(r[1].mu - 25, 0.675 * unit);
    assert_near(r[2].mu - 25, (1 - 0.2 - 0.25 - 1.0 / 3) * unit);
}

/* Whatever the ratings: with equal sigmas the sum of all mu stays, nobody's sigma grows,
 * and of two equal players the better placed gains more. */
TEST(test_rating_laws)
{
    struct peck_rng rng;
    peck_rng_seed(&rng, 7);
    for (int i = 0; i < 2000; i++) {
        struct rating r[PECK_SEATS_MAX], before[PECK_SEATS_MAX];
        uint8_t places[PECK_SEATS_MAX];
        int count = 2 + (int)(peck_rng_next(&rng) % 6);
        double sigma = 0.5 + (double)(peck_rng_next(&rng) % 1000) / 100, sum = 0;
        for (int k = 0; k < count; k++) {
            r[k].mu = k < 2 ? 25 : (double)(peck_rng_next(&rng) % 50);
            r[k].sigma = sigma;
            before[k] = r[k];
            places[k] = (uint8_t)(1 + peck_rng_next(&rng) % 4);
        }
        rating_update(r, places, count);
        for (int k = 0; k < count; k++) {
            sum += r[k].mu - before[k].mu;
            assert_true(r[k].sigma <= before[k].sigma && r[k].sigma > 0);
        }
        assert_near(sum, 0);
        if (places[0] < places[1])
            assert_true(r[0].mu > r[1].mu);
        else if (places[0] == places[1])
            assert_near(r[0].mu, r[1].mu);
    }
}

/* ---- What was played ---- */

/* Three guests, and what the server calls them. */
/* Three people with accounts. */
static void meet(struct browser b[3], char names[3][STEP_PERSON], const char *persons[3])
{
    static int count;
    static char addresses[64][24];
    for (int i = 0; i < 3; i++) {
        char name[40];
        persons[i] = person_of(&b[i], names[i]);
        snprintf(addresses[count % 64], sizeof *addresses, "198.18.0.%d", count % 64);
        b[i].address = addresses[count % 64];
        snprintf(name, sizeof name, "Rated%d-", count++);
        assert_int_equal(say_password(&b[i], "/api/account", unique(name), "long enough"),
                         201);
    }
}

static void free_browsers(struct browser *browsers, int count)
{
    for (int i = 0; i < count; i++)
        forget_answer(&browsers[i]);
}

static json_int_t matches_of(struct browser *b)
{
    ask(b, "GET", "/api/me", "");
    json_t *rating = json_array_get(json_object_get(b->json, "ratings"), 0);
    return number_of(rating, "matches");
}

TEST(test_records)
{
    struct browser b[4] = {0};
    char names[3][STEP_PERSON], id[STORE_TABLE];
    const char *persons[3];
    meet(b, names, persons);
    play_match(persons, 3, true, id);
    api_settle(api);
    assert_int_equal(ask(&b[3], "GET", "/api/records?game=nothanks", ""), 200);
    json_t *entry = entry_of(&b[3], "records", id);
    assert_non_null(entry);
    assert_int_equal(json_array_size(json_object_get(entry, "seats")), 3);
    assert_null(strstr(b[3].response.body.bytes, "\"you\":true"));
    ask(&b[3], "GET", "/api/records?game=heckmeck", "");
    assert_null(entry_of(&b[3], "records", id));
    ask(&b[1], "GET", "/api/records?person=me", "");
    assert_int_equal(json_array_size(json_object_get(b[1].json, "records")), 1);
    json_t *seats = json_object_get(entry_of(&b[1], "records", id), "seats");
    assert_true(json_is_true(json_object_get(json_array_get(seats, 1), "you")));
    assert_true(json_is_false(json_object_get(json_array_get(seats, 0), "you")));
    ask(&b[1], "GET", "/api/records?person=me&before=1000", "");
    assert_int_equal(json_array_size(json_object_get(b[1].json, "records")), 0);
    ask(&b[3], "GET", "/api/records?person=me", "");
    assert_int_equal(json_array_size(json_object_get(b[3].json, "records")), 0);
    refused(&b[3], "GET", "/api/records?person=you", "", 400, "bad-query");
    refused(&b[3], "GET", "/api/records?before=soon", "", 400, "bad-query");
    free_browsers(b, 4);
}

/* More than a page of matches, of a game that no other test here plays. */
TEST(test_records_pages)
{
    enum { MATCHES = 60 };
    BROWSER b = {0};
    struct db_call calls[2 * MATCHES];
    int64_t changed[2 * MATCHES];
    char ids[MATCHES][STORE_TABLE];
    struct peck_error error;
    for (int i = 0; i < MATCHES; i++) {
        snprintf(ids[i], sizeof ids[i], "page%d-%d", (int)getpid(), i);
        calls[2 * i] = (struct db_call){
            .sql = "INSERT INTO matches (id, game, listed, rated, finished)"
                   " VALUES ($1, 'hexxhopp', 1, 0, $2)",
            .values = {db_text(ids[i]), db_number(1000 + i)},
            .count = 2};
        calls[2 * i + 1] = (struct db_call){
            .sql = "INSERT INTO played (id, seat, person, name, bot, points, place)"
                   " VALUES ($1, 0, '', 'Page', '', 7, 1)",
            .values = {db_text(ids[i])},
            .count = 1};
    }
    assert_int_equal(store_write(store, calls, 2 * MATCHES, changed, &error), PECK_OK);
    ask(&b, "GET", "/api/records?game=hexxhopp", "");
    assert_int_equal(json_array_size(json_object_get(b.json, "records")), 50);
    assert_non_null(entry_of(&b, "records", ids[MATCHES - 1]));
    assert_int_equal(number_of(b.json, "before"), 1000 + MATCHES - 50);
    ask(&b, "GET", "/api/records?game=hexxhopp&before=1010", "");
    assert_int_equal(json_array_size(json_object_get(b.json, "records")), 10);
    assert_true(json_is_null(json_object_get(b.json, "before")));
}

/* Rated once for persons the server knows, and not at all for who plays alone or against
 * themselves. */
TEST(test_settle)
{
    struct browser b[3] = {0};
    char names[3][STEP_PERSON], id[STORE_TABLE];
    const char *persons[3];
    meet(b, names, persons);
    play_match(persons, 3, true, id);
    assert_int_equal(matches_of(&b[0]), 0);
    api_settle(api);
    api_settle(api);
    assert_int_equal(matches_of(&b[0]), 1);
    play_match(persons, 3, false, id); /* not rated */
    api_settle(api);
    assert_int_equal(matches_of(&b[0]), 1);
    char guests[2][STEP_PERSON];
    struct browser unknown[2] = {0};
    for (int i = 0; i < 2; i++)
        persons[i + 1] = person_of(&unknown[i], guests[i]);
    play_match(persons, 3, true, id); /* the others have no accounts */
    api_settle(api);
    assert_int_equal(matches_of(&b[0]), 1);
    assert_int_equal(matches_of(&unknown[0]), 0);
    persons[1] = persons[2] = "";
    play_match(persons, 3, true, id); /* the others are not known */
    api_settle(api);
    assert_int_equal(matches_of(&b[0]), 1);
    free_browsers(unknown, 2);
    free_browsers(b, 3);
}

static struct rating rating_of(struct browser *b)
{
    ask(b, "GET", "/api/me", "");
    json_t *rating = json_array_get(json_object_get(b->json, "ratings"), 0);
    return (struct rating){json_real_value(json_object_get(rating, "mu")),
                           json_real_value(json_object_get(rating, "sigma"))};
}

static double sigmas(const struct rating *ratings)
{
    return ratings[0].sigma + ratings[1].sigma + ratings[2].sigma;
}

/* The same company over and over: the thirteenth match tells a quarter of what it would
 * tell about people who have not met, whoever wins it. */
TEST(test_settle_diminishes)
{
    static const uint8_t orders[][3] = {{1, 2, 3}, {1, 3, 2}, {2, 1, 3},
                                        {2, 3, 1}, {3, 1, 2}, {3, 2, 1}};
    struct browser b[3] = {0};
    char names[3][STEP_PERSON], id[STORE_TABLE];
    const char *persons[3];
    struct rating before[3], after[3];
    meet(b, names, persons);
    for (int i = 0; i < 13; i++) {
        for (int k = 0; k < 3 && i == 12; k++)
            before[k] = rating_of(&b[k]);
        play_match(persons, 3, true, id);
        api_settle(api);
    }
    for (int k = 0; k < 3; k++)
        after[k] = rating_of(&b[k]);
    assert_true(sigmas(after) < sigmas(before));
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        struct rating full[3];
        memcpy(full, before, sizeof full);
        rating_update(full, orders[i], 3);
        assert_true(sigmas(before) - sigmas(full) > 2 * (sigmas(before) - sigmas(after)));
    }
    free_browsers(b, 3);
}

/* From where an account comes is told by its handshake. */
static void come_from(struct browser *b, const char *address)
{
    char person[STEP_PERSON];
    bool muted;
    assert_true(api_admit(api, b->cookie, "https://peck.example", address, person, &muted));
    assert_string_not_equal(person, "");
}

static void make_rated(struct browser *b, const char *name, const char *network,
                       char person[STEP_PERSON])
{
    static int count;
    static char addresses[64][24];
    b->address = addresses[count];
    snprintf(addresses[count], sizeof *addresses, "198.18.1.%d", count);
    count++;
    person_of(b, person);
    assert_int_equal(say_password(b, "/api/account", unique(name), "long enough"), 201);
    come_from(b, network);
}

/* Plays against two new accounts; how much of what the match tells has counted. */
static double share_of_match(struct browser *hero, const char *person, const char *network,
                             const char *word)
{
    struct browser b[2] = {0};
    char names[2][STEP_PERSON], name[32], id[STORE_TABLE];
    struct rating before = matches_of(hero) > 0 ? rating_of(hero) : rating_new();
    for (int k = 0; k < 2; k++) {
        snprintf(name, sizeof name, "%s%c-", word, 'a' + k);
        make_rated(&b[k], name, network, names[k]);
    }
    const char *persons[] = {person, names[0], names[1]};
    play_match(persons, 3, true, id);
    api_settle(api);
    double drop = before.sigma - rating_of(hero).sigma;
    struct rating full[3] = {before, rating_new(), rating_new()};
    uint8_t places[3];
    ask(hero, "GET", "/api/records?person=me", "");
    const json_t *seats = json_object_get(entry_of(hero, "records", id), "seats");
    for (size_t i = 0; i < 3; i++)
        places[i] = (uint8_t)number_of(json_array_get(seats, i), "place");
    rating_update(full, places, 3);
    free_browsers(b, 2);
    return drop / (before.sigma - full[0].sigma);
}

/* Opponents are new each time. The fifth match against those from one network counts
 * 1 / (1 + 4 / 16); from another network it counts in full again. */
TEST(test_settle_diminishes_by_network)
{
    BROWSER hero = {0};
    char person[STEP_PERSON], word[16];
    double share;
    make_rated(&hero, "Hero", "203.0.113.7", person);
    for (int i = 0; i < 5; i++) {
        snprintf(word, sizeof word, "Puppet%c", 'a' + i);
        share = share_of_match(&hero, person, "203.0.113.8", word);
        assert_true(fabs(share - 1 / (1 + i / 16.0)) < 0.01);
    }
    share = share_of_match(&hero, person, "203.0.113.9", "Stranger");
    assert_true(fabs(share - 1) < 0.01);
}

enum { RACE_MATCHES = 6 };

static void *settle_many(void *context)
{
    for (int i = 0; i < 30; i++)
        api_settle(context);
    return NULL;
}

/* Two processes' worth of APIs settle the same matches of the same persons: each match
 * counts once. */
TEST(test_settle_race)
{
    struct browser b[3] = {0};
    char names[3][STEP_PERSON], id[STORE_TABLE];
    const char *persons[3];
    struct peck_error error;
    bool alone = db_file(where) != NULL; /* SQLite has one store */
    struct store *second = alone ? store : store_open(where, &error);
    struct api *apis[2] = {api, api_new(second, secret)};
    pthread_t threads[2];
    meet(b, names, persons);
    for (int i = 0; i < RACE_MATCHES; i++)
        play_match(persons, 3, true, id);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, settle_many, apis[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    api_settle(api);
    for (int i = 0; i < 3; i++)
        assert_int_equal(matches_of(&b[i]), RACE_MATCHES);
    api_free(apis[1]);
    if (!alone)
        store_close(second);
    free_browsers(b, 3);
}

static json_t *leader_of(struct browser *b)
{
    size_t i;
    json_t *leader;
    ask(b, "GET", "/api/leaderboard?game=nothanks", "");
    json_array_foreach(json_object_get(b->json, "players"), i, leader)
    {
        if (json_is_true(json_object_get(leader, "you")))
            return leader;
    }
    return NULL;
}

TEST(test_leaderboard)
{
    struct browser b[3] = {0};
    char names[3][STEP_PERSON], id[STORE_TABLE];
    const char *persons[3];
    meet(b, names, persons);
    for (int i = 0; i < 4; i++)
        play_match(persons, 3, true, id);
    api_settle(api);
    assert_null(leader_of(&b[0]));
    play_match(persons, 3, true, id);
    api_settle(api);
    json_t *leader = leader_of(&b[0]);
    assert_int_equal(
        strncmp(json_string_value(json_object_get(leader, "name")), "Rated", 5), 0);
    assert_true(json_is_true(json_object_get(leader, "account")));
    assert_int_equal(number_of(leader, "matches"), 5);
    assert_non_null(leader_of(&b[1]));
    double last = 1e9, points;
    size_t i;
    json_array_foreach(json_object_get(b[1].json, "players"), i, leader)
    {
        points = json_real_value(json_object_get(leader, "points"));
        assert_true(points <= last);
        last = points;
    }
    refused(&b[0], "GET", "/api/leaderboard", "", 400, "bad-query");
    free_browsers(b, 3);
}

/* ---- One's own data ---- */

/* A table, as everybody may see it. */
static char *told(const struct table *table)
{
    struct peck_buffer buffer = {0};
    assert_int_equal(table_tell(table, PECK_CHANCE, 100, &buffer), PECK_OK);
    return buffer.bytes;
}

struct refolding {
    struct table table;
    struct peck_names *names;
};

static bool refold(void *context, uint64_t seq, const char *json, size_t count)
{
    struct refolding *r = context;
    struct step step;
    struct peck_error error;
    assert_int_equal(step_read(json, count, &step, &error), PECK_OK);
    assert_int_equal(table_fold(&r->table, r->names, &step, &error), PECK_OK);
    step_free(&step);
    return true;
}

static void fold_anew(const char *id, struct refolding *r)
{
    struct peck_error error;
    memset(r, 0, sizeof *r);
    r->names = calloc(1, sizeof *r->names);
    assert_int_equal(store_read(store, id, 0, refold, r, &error), PECK_OK);
}

TEST(test_export)
{
    BROWSER b = {.address = "192.0.2.40"};
    char person[STEP_PERSON], id[STORE_TABLE];
    const char *persons[] = {person_of(&b, person), "", ""};
    say_password(&b, "/api/account", unique("Exported"), "long enough");
    play_match(persons, 3, true, id);
    api_settle(api);
    assert_int_equal(ask(&b, "GET", "/api/me/export", ""), 200);
    assert_string_equal(b.response.name, "peck-export.json");
    assert_true(body_has(&b, unique("Exported")));
    assert_true(body_has(&b, "a line of ") && body_has(&b, "\"phrase\":\"hello\""));
    assert_null(strstr(b.response.body.bytes, "argon2"));
    assert_int_equal(json_array_size(json_object_get(b.json, "tables")), 1);
    assert_int_equal(json_array_size(json_object_get(b.json, "matches")), 1);
    for (int i = 0; i < 4; i++)
        ask(&b, "GET", "/api/me/export", "");
    refused(&b, "GET", "/api/me/export", "", 429, "slow-down");
}

static bool find_text(void *context, uint64_t seq, const char *json, size_t count)
{
    const char *const *needles = context;
    for (; *needles != NULL; needles++) {
        if (strstr(json, *needles) != NULL)
            fail_msg("'%s' is still in the log", *needles);
    }
    return true;
}

/* A backup made from now on does not have these bytes, not even in what is deleted. */
static void assert_not_in_backup(const char *text)
{
    char path[64];
    struct peck_error error;
    snprintf(path, sizeof path, "/tmp/peck-forgotten-%d", (int)getpid());
    if (db_file(where) == NULL)
        return; /* pg_dump reads rows, and of those it has none */
    assert_true(serve_backup(where, path, &error));
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    size_t count = (size_t)ftell(file);
    char *bytes = malloc(count);
    fseek(file, 0, SEEK_SET);
    assert_int_equal(fread(bytes, 1, count, file), count);
    assert_null(memmem(bytes, count, text, strlen(text)));
    assert_non_null(memmem(bytes, count, "nothanks", 8));
    free(bytes);
    fclose(file);
    unlink(path);
}

/* Nothing of them is left; the plies are. */
TEST(test_forget)
{
    BROWSER b = {.address = "192.0.2.50"}, c = {.address = "192.0.2.51"};
    char person[STEP_PERSON], other[STEP_PERSON], id[STORE_TABLE], path[64];
    const char *persons[] = {person_of(&b, person), person_of(&c, other), ""};
    struct peck_error error;
    struct refolding before, after;
    assert_int_equal(say_password(&b, "/api/account", unique("Gone"), "long enough"), 201);
    assert_int_equal(say_password(&c, "/api/account", unique("Here"), "long enough"), 201);
    play_match(persons, 3, true, id);
    api_settle(api);
    fold_anew(id, &before);
    refused(&b, "DELETE", "/api/me", "", 400, "bad-json");
    refused(&b, "DELETE", "/api/me", "{\"password\":\"a guess\"}", 401, "wrong");
    assert_int_equal(ask(&b, "DELETE", "/api/me", "{\"password\":\"long enough\"}"), 200);
    assert_int_equal(number_of(b.json, "tables"), 1);
    fold_anew(id, &after);
    struct step step = {.at = after.table.touched};
    step_add(&step, EVENT_FORGET, 0);
    assert_int_equal(table_fold(&before.table, before.names, &step, &error), PECK_OK);
    step_free(&step);
    char *one = told(&before.table), *two = told(&after.table);
    assert_string_equal(one, two); /* folded from either log it is the same table */
    assert_int_equal(after.table.match.count, before.table.match.count);
    const char *needles[] = {person, "a line of", NULL};
    assert_int_equal(store_read(store, id, 0, find_text, needles, &error), PECK_OK);
    assert_not_in_backup(person);
    snprintf(path, sizeof path, "/api/tables/%s/record", id);
    ask(&c, "GET", path, "");
    assert_false(body_has(&c, person));
    assert_true(body_has(&c, other));
    ask(&c, "GET", "/api/records?person=me", "");
    assert_false(body_has(&c, person));
    assert_int_equal(say_password(&b, "/api/login", unique("Gone"), "long enough"), 401);
    ask(&b, "GET", "/api/me", "");
    assert_string_not_equal(text_of(&b, "person"), person);
    assert_int_equal(matches_of(&c), 1); /* the other's rating stays */
    free(one);
    free(two);
    table_free(&before.table);
    table_free(&after.table);
    free(before.names);
    free(after.names);
}

/* While they sit at an open table: the seat stays taken, and spectators see it. */
static char watched[STORE_TABLE];

static void watch(void *context, const char *table)
{
    snprintf(watched, sizeof watched, "%s", table);
}

TEST(test_forget_open)
{
    BROWSER b = {0};
    char person[STEP_PERSON];
    struct played_table t;
    struct terms terms = nothanks(3, true);
    struct refolding after;
    open_table(&t, &terms);
    sit(&t, 0, "first-sitter", "First");
    chat(&t, 0, "said by the first");
    command(&t, &(struct command){.kind = COMMAND_LEAVE, .by = 0});
    sit(&t, 0, person_of(&b, person), "Second");
    for (int i = 0; i < 150; i++)
        chat(&t, 0, "said by the second");
    sit(&t, 1, "another", "Another");
    chat(&t, 1, "said by another");
    api_watch(api, watch, NULL);
    assert_int_equal(ask(&b, "DELETE", "/api/me", ""), 200);
    api_watch(api, NULL, NULL);
    assert_string_equal(watched, t.id);
    fold_anew(t.id, &after);
    assert_int_equal(after.table.chairs[0].sitter, SITTER_PERSON);
    assert_string_equal(after.table.chairs[0].name, "");
    assert_string_equal(after.table.chairs[1].name, "Another");
    const char *needles[] = {person, "Second", "by the second", NULL};
    struct peck_error error;
    assert_int_equal(store_read(store, t.id, 0, find_text, needles, &error), PECK_OK);
    char *view = told(&after.table);
    assert_non_null(strstr(view, "said by another"));
    free(view);
    table_free(&after.table);
    free(after.names);
    close_table(&t);
}

/* What somebody has said without sitting there, or from a seat that they have left, is gone
 * from the log, and from the memory of whoever has the table open. */
TEST(test_forget_lines)
{
    BROWSER b = {0};
    char person[STEP_PERSON];
    struct played_table t;
    struct terms terms = nothanks(3, true);
    struct refolding open, after;
    open_table(&t, &terms);
    person_of(&b, person);
    struct command line = {.kind = COMMAND_CHAT, .by = BY_SPECTATOR};
    snprintf(line.person, sizeof line.person, "%s", person);
    snprintf(line.text, sizeof line.text, "said while looking on");
    command(&t, &line);
    sit(&t, 0, person, "Gone");
    line.by = 0;
    snprintf(line.text, sizeof line.text, "said from a seat");
    command(&t, &line);
    command(&t, &(struct command){.kind = COMMAND_LEAVE, .by = 0});
    sit(&t, 0, "another", "Another");
    chat(&t, 0, "said by another");
    fold_anew(t.id, &open);
    assert_int_equal(ask(&b, "DELETE", "/api/me", ""), 200);
    const char *needles[] = {person, "looking on", "from a seat", NULL};
    struct peck_error error;
    assert_int_equal(store_read(store, t.id, 0, find_text, needles, &error), PECK_OK);
    fold_anew(t.id, &after);
    assert_int_equal(after.table.seq, open.table.seq + 1);
    struct step step = {.at = after.table.touched};
    struct event *event = step_add(&step, EVENT_FORGET, -1);
    peck_sha256(person, strlen(person), event->bytes);
    assert_int_equal(table_fold(&open.table, open.names, &step, &error), PECK_OK);
    step_free(&step);
    char *one = told(&open.table), *two = told(&after.table);
    assert_string_equal(one, two);
    assert_null(strstr(one, "looking on"));
    assert_null(strstr(one, "from a seat"));
    assert_non_null(strstr(one, "said by another"));
    free(one);
    free(two);
    table_free(&open.table);
    table_free(&after.table);
    free(open.names);
    free(after.names);
    close_table(&t);
}

static void write_sql(const char *sql)
{
    struct peck_error error;
    int64_t changed;
    const struct db_call call = {.sql = sql};
    assert_int_equal(store_write(store, &call, 1, &changed, &error), PECK_OK);
}

/* A log is rewritten in one transaction: when the server dies in the middle of it nothing
 * has changed, and who asks again is forgotten to the last line. Here the database refuses
 * one of the later rows. */
TEST(test_forget_is_all_or_nothing)
{
    BROWSER b = {0};
    char person[STEP_PERSON], sql[512];
    struct played_table t;
    struct terms terms = nothanks(3, true);
    struct refolding half;
    struct peck_error error;
    if (db_file(where) == NULL)
        return; /* a trigger is spelt in another way there */
    open_table(&t, &terms);
    sit(&t, 0, person_of(&b, person), "Whole");
    for (int i = 0; i < 150; i++)
        chat(&t, 0, "said by the whole");
    snprintf(sql, sizeof sql,
             "CREATE TRIGGER dies BEFORE UPDATE ON steps WHEN NEW.id = '%s' AND"
             " NEW.seq = 120 BEGIN SELECT RAISE(ABORT, 'dies'); END",
             t.id);
    write_sql(sql);
    assert_int_equal(ask(&b, "DELETE", "/api/me", ""), 503);
    write_sql("DROP TRIGGER dies");
    fold_anew(t.id, &half);
    assert_int_equal(half.table.seq, t.table.seq + 1); /* the step `forget`, and it reads */
    assert_int_equal(ask(&b, "DELETE", "/api/me", ""), 200);
    const char *needles[] = {person, "Whole", "by the whole", NULL};
    assert_int_equal(store_read(store, t.id, 0, find_text, needles, &error), PECK_OK);
    table_free(&half.table);
    free(half.names);
    close_table(&t);
}

/* ---- Administrators ---- */

static json_t *administer(const char *request)
{
    struct peck_buffer answer = {0};
    admin_answer(api, request, strlen(request), &answer);
    json_t *json = json_loadb(answer.bytes, answer.length, 0, NULL);
    assert_non_null(json);
    peck_buffer_free(&answer);
    return json;
}

/* Does it, and expects this code, or none with NULL. */
static void assert_deed(const char *code, const char *format, ...)
{
    char request[512];
    va_list list;
    va_start(list, format);
    vsnprintf(request, sizeof request, format, list);
    va_end(list);
    json_t *answer = administer(request);
    const char *got = json_string_value(json_object_get(answer, "code"));
    if (code == NULL)
        assert_null(got);
    else
        assert_string_equal(got, code);
    json_decref(answer);
}

TEST(test_admin_close)
{
    struct played_table t;
    struct terms terms = nothanks(3, true);
    struct refolding after;
    open_table(&t, &terms);
    sit(&t, 0, "somebody", "Somebody");
    api_watch(api, watch, NULL);
    assert_deed(NULL, "[\"close\",\"%s\",\"the club closes\"]", t.id);
    assert_string_equal(watched, t.id); /* a running server hears of it */
    api_watch(api, NULL, NULL);
    fold_anew(t.id, &after);
    assert_int_equal(after.table.phase, PHASE_CLOSED);
    assert_int_equal(after.table.seq, t.table.seq + 1);
    assert_deed("no-table", "[\"close\",\"%s\",\"again\"]", t.id);
    assert_deed("no-table", "[\"close\",\"nowhere\",\"again\"]");
    table_free(&after.table);
    free(after.names);
    close_table(&t);
}

TEST(test_admin_looks)
{
    struct played_table t;
    struct terms terms = nothanks(3, true);
    struct browser b = {0};
    char request[64];
    open_table(&t, &terms);
    sit(&t, 2, "somebody", "Somebody");
    chat(&t, 2, "hello");
    b.json = administer("[\"list\"]");
    assert_non_null(entry_of(&b, "tables", t.id));
    json_decref(b.json);
    snprintf(request, sizeof request, "[\"inspect\",\"%s\"]", t.id);
    b.json = administer(request);
    json_t *chair = json_array_get(json_object_get(b.json, "chairs"), 2);
    assert_string_equal(json_string_value(json_object_get(chair, "person")), "somebody");
    json_t *line = json_array_get(json_object_get(b.json, "chat"), 0);
    assert_string_equal(json_string_value(json_object_get(line, "text")), "hello");
    json_decref(b.json);
    b.json = administer("[\"stats\"]");
    assert_true(number_of(b.json, "gathering") >= 1 && number_of(b.json, "steps") >= 3);
    json_decref(b.json);
    b.json = administer("[\"people\"]");
    assert_true(json_is_array(json_object_get(b.json, "people")));
    json_decref(b.json);
    close_table(&t);
}

static bool has_words(const char *request, const char *words)
{
    json_t *answer = administer(request);
    char *text = json_dumps(answer, JSON_COMPACT);
    bool has = strstr(text, words) != NULL;
    free(text);
    json_decref(answer);
    return has;
}

/* A line that players report is kept with those around it, whatever becomes of it, until it
 * is dismissed, or its author is forgotten. */
TEST(test_reports)
{
    BROWSER author = {.address = "192.0.2.90"}, reporter = {.address = "192.0.2.91"};
    char person[STEP_PERSON], other[STEP_PERSON], path[80], body[64], request[128];
    struct played_table t;
    struct terms terms = nothanks(3, true);
    person_of(&author, person);
    person_of(&reporter, other);
    open_table(&t, &terms);
    sit(&t, 0, person, "Rude");
    sit(&t, 1, other, "Kind");
    struct command line = {.kind = COMMAND_CHAT, .by = 0};
    for (int i = 0; i < 20; i++) {
        line.by = i % 2;
        snprintf(line.person, sizeof line.person, "%s", i % 2 == 0 ? person : other);
        snprintf(line.text, sizeof line.text, "reported %d.", i);
        command(&t, &line);
    }
    snprintf(path, sizeof path, "/api/tables/%s/reports", t.id);
    refused(&reporter, "POST", path, "{\"line\":20}", 404, "no-line");
    refused(&reporter, "POST", path, "{\"line\":-1}", 404, "no-line");
    refused(&reporter, "POST", path, "{\"line\":\"2\"}", 400, "bad-body");
    refused(&reporter, "POST", path, "{\"line\":2,\"why\":\"a\\nb\"}", 400, "bad-body");
    refused(&reporter, "POST", "/api/tables/nowhere/reports", "{\"line\":0}", 404,
            "no-table");
    snprintf(body, sizeof body, "{\"line\":12,\"why\":\"so rude\"}");
    assert_int_equal(ask(&reporter, "POST", path, body), 201);
    assert_int_equal(ask(&reporter, "POST", path, body), 201); /* and is the same one */
    json_t *answer = administer("[\"reports\"]");
    json_t *report = json_array_get(json_object_get(answer, "reports"), 0);
    assert_string_equal(json_string_value(json_object_get(report, "table")), t.id);
    assert_string_equal(json_string_value(json_object_get(report, "reporter")), other);
    assert_string_equal(json_string_value(json_object_get(report, "why")), "so rude");
    json_int_t number = number_of(report, "report");
    json_decref(answer);
    assert_true(has_words("[\"reports\"]", "reported 2."));
    assert_true(has_words("[\"reports\"]", "reported 17."));
    assert_false(has_words("[\"reports\"]", "reported 1."));
    assert_false(has_words("[\"reports\"]", "reported 18."));
    assert_deed(NULL, "[\"delete\",\"%s\",\"12\"]", t.id);
    assert_true(has_words("[\"reports\"]", "reported 12."));
    assert_int_equal(ask(&author, "DELETE", "/api/me", ""), 200);
    assert_false(has_words("[\"reports\"]", "reported 12."));
    assert_true(has_words("[\"reports\"]", "reported 13."));
    snprintf(request, sizeof request, "[\"dismiss\",\"%d\"]", (int)number);
    assert_deed(NULL, "%s", request);
    assert_deed("no-report", "%s", request);
    assert_deed("no-report", "[\"dismiss\",\"x\"]");
    assert_false(has_words("[\"reports\"]", "reported 13."));
    assert_true(has_words("[\"audit\"]", "\"deed\":\"dismiss "));
    close_table(&t);
}

/* Nobody sees it, and the log has it no more; the log still reads. */
TEST(test_admin_delete)
{
    struct played_table t;
    struct terms terms = nothanks(3, true);
    struct refolding after;
    struct peck_error error;
    char request[64];
    open_table(&t, &terms);
    sit(&t, 0, "somebody", "Somebody");
    chat(&t, 0, "a telephone number");
    chat(&t, 0, "a kind line");
    assert_deed("no-table", "[\"delete\",\"nowhere\",\"0\"]");
    assert_deed("no-table", "[\"delete\",\"%s\",\"2\"]", t.id);
    assert_deed("bad-request", "[\"delete\",\"%s\",\"first\"]", t.id);
    assert_deed(NULL, "[\"close\",\"%s\",\"a pause\"]", t.id); /* that does not matter */
    assert_deed(NULL, "[\"delete\",\"%s\",\"0\"]", t.id);
    snprintf(request, sizeof request, "[\"inspect\",\"%s\"]", t.id);
    assert_false(has_words(request, "telephone"));
    assert_true(has_words(request, "a kind line"));
    const char *needles[] = {"telephone", NULL};
    assert_int_equal(store_read(store, t.id, 0, find_text, needles, &error), PECK_OK);
    fold_anew(t.id, &after);
    char *view = told(&after.table);
    assert_null(strstr(view, "telephone"));
    assert_non_null(strstr(view, "a kind line"));
    assert_true(has_words("[\"check\"]", "\"damaged\":[]"));
    assert_true(has_words("[\"audit\"]", "\"deed\":\"delete "));
    free(view);
    table_free(&after.table);
    free(after.names);
    close_table(&t);
}

static char noticed[64];

static void hear_notice(void *context, const char *words)
{
    snprintf(noticed, sizeof noticed, "%s", words);
}

TEST(test_admin_mutes)
{
    BROWSER b = {.address = "192.0.2.92"};
    char person[STEP_PERSON], proved[STEP_PERSON], wanted[64];
    bool muted;
    person_of(&b, person);
    api_watch(api, hear_notice, NULL);
    assert_deed("bad-request", "[\"mute\",\"Somebody\"]");
    assert_deed(NULL, "[\"mute\",\"%s\",\"spam\"]", person);
    snprintf(wanted, sizeof wanted, "mute %s", person);
    assert_string_equal(noticed, wanted);
    assert_true(
        api_admit(api, b.cookie, "https://peck.example", b.address, proved, &muted));
    assert_true(muted);
    assert_true(has_words("[\"mutes\"]", person));
    assert_deed(NULL, "[\"unmute\",\"%s\"]", person);
    snprintf(wanted, sizeof wanted, "unmute %s", person);
    assert_string_equal(noticed, wanted);
    assert_deed("no-mute", "[\"unmute\",\"%s\"]", person);
    assert_true(
        api_admit(api, b.cookie, "https://peck.example", b.address, proved, &muted));
    assert_false(muted);
    assert_deed(NULL, "[\"mute\",\"192.0.2.92\"]");
    assert_true(api_admit(api, "", "https://peck.example", b.address, proved, &muted));
    assert_true(muted);
    assert_deed(NULL, "[\"unmute\",\"192.0.2.92\"]");
    assert_true(has_words("[\"audit\"]", "\"deed\":\"unmute "));
    api_watch(api, NULL, NULL);
}

TEST(test_admin_bans)
{
    BROWSER b = {.address = "2001:db8:5:6::7"}, c = {.address = "192.0.2.77"};
    char person[STEP_PERSON];
    assert_deed(NULL, "[\"ban\",\"2001:db8:5:6::1\",\"spam\"]");
    assert_deed(NULL, "[\"ban\",\"2001:db8:5:6::1\",\"more spam\"]");
    refused(&b, "POST", "/api/tables", "{\"game\":\"nothanks\"}", 403, "banned");
    assert_int_equal(ask(&b, "GET", "/api/me/export", ""),
                     200); /* one's data is one's own */
    assert_true(api_banned(api, "", "2001:db8:5:6:ffff::"));
    assert_false(api_banned(api, "", "2001:db8:5:7::7"));
    assert_deed(NULL, "[\"unban\",\"2001:db8:5:6::9\"]");
    assert_int_equal(ask(&b, "POST", "/api/tables", "{\"game\":\"nothanks\"}"), 201);
    person_of(&c, person);
    assert_deed(NULL, "[\"ban\",\"%s\"]", person);
    refused(&c, "POST", "/api/tables", "{\"game\":\"nothanks\"}", 403, "banned");
    assert_deed(NULL, "[\"bans\"]");
    assert_deed(NULL, "[\"unban\",\"%s\"]", person);
    assert_deed("no-ban", "[\"unban\",\"%s\"]", person);
}

TEST(test_admin_password)
{
    BROWSER b = {.address = "192.0.2.78"};
    char request[128], password[64];
    const char *name = unique("Forgetful");
    assert_int_equal(say_password(&b, "/api/account", name, "what was it"), 201);
    usleep(2000);
    snprintf(request, sizeof request, "[\"password\",\"%s\"]", unique("FORGETful"));
    json_t *answer = administer(request); /* whatever case they write it in */
    snprintf(password, sizeof password, "%s",
             json_string_value(json_object_get(answer, "password")));
    json_decref(answer);
    ask(&b, "GET", "/api/me", "");
    assert_true(json_is_false(json_object_get(b.json, "account")));
    assert_int_equal(say_password(&b, "/api/login", name, password), 200);
    assert_deed("no-account", "[\"password\",\"Nobody at all\"]");
}

/* An administrator finds somebody by name and forgets them; what was done is noted, without
 * the person. */
TEST(test_admin_forget)
{
    struct browser b = {.address = "192.0.2.79"};
    char person[STEP_PERSON], request[128];
    const char *name = unique("Nuisance");
    person_of(&b, person);
    assert_int_equal(say_password(&b, "/api/account", name, "long enough"), 201);
    snprintf(request, sizeof request, "[\"who\",\"%s\"]", name);
    json_t *answer = administer(request);
    json_t *found = json_array_get(json_object_get(answer, "who"), 0);
    assert_string_equal(json_string_value(json_object_get(found, "person")), person);
    json_decref(answer);
    assert_deed(NULL, "[\"ban\",\"%s\",\"for a test\"]", person);
    assert_deed(NULL, "[\"unban\",\"%s\"]", person);
    assert_deed("bad-request", "[\"forget\",\"no person\"]");
    assert_deed(NULL, "[\"forget\",\"%s\"]", person);
    assert_int_equal(say_password(&b, "/api/login", name, "long enough"), 401);
    answer = administer("[\"audit\"]");
    char *text = json_dumps(answer, JSON_COMPACT);
    assert_non_null(strstr(text, "\"deed\":\"forget\"},"));
    assert_non_null(strstr(text, "\"deed\":\"unban"));
    assert_null(strstr(text, "no person"));
    free(text);
    json_decref(answer);
    forget_answer(&b);
}

TEST(test_admin_refused)
{
    assert_deed("bad-request", "");
    assert_deed("bad-request", "{}");
    assert_deed("bad-request", "[]");
    assert_deed("bad-request", "[7]");
    assert_deed("bad-request", "[\"list\",\"more\"]");
    assert_deed("bad-request", "[\"close\",\"x\"]");
    assert_deed("bad-request", "[\"ban\",\"\"]");
    assert_deed("bad-request", "[\"ban\",\"Somebody\"]");
    assert_deed("bad-request", "[\"drop\"]");
    assert_deed("bad-request", "[\"ban\",\"1\",\"2\",\"3\",\"4\",\"5\"]");
}

/* While a server has the file, the administrator works through its socket; with PostgreSQL
 * on the database. Afterwards the socket is gone. */
TEST(test_serve_ask)
{
    static const char request[] = "[\"stats\"]";
    struct control *control;
    struct peck_buffer answer = {0};
    struct peck_error error;
    assert_true(admin_control_start(&control, api, where, &error));
    assert_int_equal(control != NULL, db_file(where) != NULL);
    assert_true(serve_ask(where, request, strlen(request), &answer, &error));
    assert_non_null(strstr(answer.bytes, "\"steps\":"));
    admin_control_stop(control);
    answer.length = 0;
    if (db_file(where) != NULL) { /* the store is open here, and there is no socket */
        assert_false(serve_ask(where, request, strlen(request), &answer, &error));
        assert_non_null(strstr(error_words(&error), "another process"));
        assert_false(
            serve_ask("/nowhere/at/all", request, strlen(request), &answer, &error));
    }
    peck_buffer_free(&answer);
}

int main(int argc, char **argv)
{
    return run_club(argc, argv);
}
