/* api_people.c — guests and accounts: making one, logging in and out, new passwords.
 *
 * A guest is a random name in a signed cookie; the server stores nothing about one who has
 * never sat down. An account adds a name and a password to that same person, so history and
 * ratings stay. Passwords are hashed with Argon2id at the least that OWASP advises.
 *
 * Cookies cannot be taken back one by one. Instead an account has a moment `since`, and a
 * cookie issued before it does not prove the account. It is set when the account is made,
 * so whoever knew the guest's cookie does not get the account, and whenever the password
 * changes, which logs out all other browsers.
 *
 * Guessing is slowed down by address and by name (people_attempts.h); a successful login
 * gives its tokens back. A login for a name that nobody has takes as long as any other,
 * because the password is then checked against a hash of nobody's. */
#include "api_inner.h"

#include "common_passwords.h"
#include "logfmt.h"
#include "tell/error.h"
#include "thinkers.h"

#include <sodium.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The least that OWASP advises for Argon2id: 19 MiB, two passes, one lane. */
enum { HASH_MEMORY = 19456 * 1024, HASH_PASSES = 2 };
enum { PASSWORD_LEAST = 8, PASSWORD_MOST = 256 };

/* Failed attempts. What succeeds is given back. A name has ten from one network and a
 * hundred from all of them; a browser that has been logged in to it before has ten of its
 * own, which nobody else can use up. */
static const struct limit login_address = {"login-address", 20, 15000};
static const struct limit login_name = {"login-name", 10, 60000};
static const struct limit login_all = {"login-all", 100, 6000};
static const struct limit login_known = {"login-known", 10, 60000};
static const struct limit account_address = {"account-address", 10, 60000};

/* At most two hashes are computed at a time: however many guess, they take 38 MiB. */
static pthread_mutex_t hash_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t hash_over = PTHREAD_COND_INITIALIZER;
static int hashing;

static void hash_begin(void)
{
    pthread_mutex_lock(&hash_lock);
    while (hashing == 2)
        pthread_cond_wait(&hash_over, &hash_lock);
    hashing++;
    pthread_mutex_unlock(&hash_lock);
}

static void hash_end(void)
{
    pthread_mutex_lock(&hash_lock);
    hashing--;
    pthread_cond_signal(&hash_over);
    pthread_mutex_unlock(&hash_lock);
}

struct hashing {
    const char *password;
    char *hash;
    bool compare, fine;
};

static void hash_password(void *context)
{
    struct hashing *h = context;
    size_t length = strlen(h->password);
    h->fine = h->compare ? crypto_pwhash_str_verify(h->hash, h->password, length) == 0
                         : crypto_pwhash_str(h->hash, h->password, length, HASH_PASSES,
                                             HASH_MEMORY) == 0;
}

/* Behind those who play: a hash takes 30 ms, and anybody can ask for one. */
static bool hash_calmly(struct hashing *h)
{
    hash_begin();
    thinkers_calmly(hash_password, h);
    hash_end();
    return h->fine;
}

bool api_people_hash(const char *password, char hash[PEOPLE_HASH])
{
    _Static_assert(PEOPLE_HASH == crypto_pwhash_STRBYTES, "room for libsodium's form");
    return hash_calmly(&(struct hashing){.password = password, .hash = hash});
}

uint64_t api_guesses(const struct api *api)
{
    return atomic_load(&api->guesses);
}

/* ---- Accounts ---- */

static bool take_account(void *context, const struct db_value *columns, int count)
{
    struct account *account = context;
    account->there = true;
    struct peck_text text = peck_text_begin(account->person, sizeof account->person);
    peck_put(&text, columns[0].bytes);
    text = peck_text_begin(account->name, sizeof account->name);
    peck_put(&text, columns[1].bytes);
    text = peck_text_begin(account->hash, sizeof account->hash);
    peck_put(&text, columns[2].bytes);
    account->made = columns[3].number;
    account->since = columns[4].number;
    return false;
}

/* A cookie that was logged out counts as one from before the password. */
bool api_me(struct asking *a, struct account *account)
{
    struct db_call call = {
        .sql = "SELECT person, name, password, made, CASE WHEN EXISTS (SELECT 1 FROM"
               " logouts WHERE person = $1 AND issued = $2) THEN CAST($3 AS BIGINT)"
               " ELSE since END FROM accounts WHERE person = $1",
        .values = {db_text(a->who.person), db_number(a->who.issued), db_number(INT64_MAX)},
        .count = 3};
    memset(account, 0, sizeof *account);
    if (!api_ask(a, &call, take_account, account))
        return false;
    if (account->there && a->who.issued < account->since) {
        memset(account, 0, sizeof *account);
        api_new_guest(a);
    } else if (a->now - a->who.issued > COOKIE_FRESH_MS) {
        api_cookie(a, a->who.person);
    }
    return true;
}

struct handles api_people_handles(const char *name)
{
    struct handles handles;
    char tidy[PECK_PLAYER_MAX];
    struct peck_text text = peck_text_begin(handles.before, sizeof handles.before);
    names_fold(names_tidy(name, tidy) ? tidy : name, handles.now);
    for (; *name != '\0'; name++)
        peck_put_char(&text, *name >= 'A' && *name <= 'Z' ? (char)(*name | 0x20) : *name);
    return handles;
}

/* The older form first: of two accounts that differ in the case of other letters each is
 * found by its own. */
static bool account_of(struct asking *a, const struct handles *handles,
                       struct account *account)
{
    struct db_call call = {.sql = "SELECT person, name, password, made, since"
                                  " FROM accounts WHERE handle = $1 OR handle = $2"
                                  " ORDER BY handle <> $1",
                           .values = {db_text(handles->before), db_text(handles->now)},
                           .count = 2};
    memset(account, 0, sizeof *account);
    return api_ask(a, &call, take_account, account);
}

/* ---- What a body may say ---- */

static bool fit_name(struct asking *a, const char *name, char tidy[PECK_PLAYER_MAX])
{
    struct peck_match scratch = {.setup.seats = 1};
    struct peck_error error;
    char why[ERROR_SENTENCE];
    if (!names_tidy(name, tidy))
        return api_refuse(a, 400, "bad-name",
                          "a name has 1 to 63 bytes and no control characters");
    if (peck_match_name(&scratch, 0, tidy, &error) != PECK_OK)
        return api_refuse(a, 400, "bad-name", error_english(&error, why));
    return true;
}

static bool fit_password(struct asking *a, const char *password, const char *name)
{
    size_t length = strlen(password);
    if (length < PASSWORD_LEAST || length > PASSWORD_MOST)
        return api_refuse(a, 400, "bad-password", "a password has 8 to 256 bytes");
    return !common_passwords_have(password, name) ||
           api_refuse(a, 400, "common-password", "many people have this password");
}

/* Shows that a browser was logged in to an account before. It proves nothing else. */
static void known_of(const struct asking *a, const char *person,
                     char digits[2 * PECK_HASH + 1])
{
    char words[64];
    uint8_t mac[PECK_HASH];
    struct peck_text text = peck_text_begin(words, sizeof words);
    peck_put(&text, "known ");
    peck_put(&text, person);
    peck_hmac_sha256(a->api->secret, words, text.length, mac);
    text = peck_text_begin(digits, 2 * PECK_HASH + 1);
    peck_put_hash(&text, mac);
}

static bool is_known(const struct asking *a, const struct account *account,
                     const char *known)
{
    char right[2 * PECK_HASH + 1];
    known_of(a, account->person, right);
    return account->there && strlen(known) == 2 * PECK_HASH &&
           sodium_memcmp(known, right, 2 * PECK_HASH) == 0;
}

bool api_may_try(struct asking *a, const struct limit *limit, const char *whose)
{
    if (people_attempts_take(a->api->attempts, limit, whose, a->now))
        return true;
    return api_refuse(a, 429, "slow-down", "that was tried too often; wait a minute");
}

static void put_hello(struct asking *a, int status, const char *name, bool account)
{
    api_put(a, status,
            json_pack("{s:s, s:s, s:b}", "person", a->who.person, "name", name, "account",
                      account));
}

/* The same to somebody who has just proved the account. */
static void put_welcome(struct asking *a, int status, const char *name)
{
    char known[2 * PECK_HASH + 1];
    known_of(a, a->who.person, known);
    api_put(a, status,
            json_pack("{s:s, s:s, s:b, s:s}", "person", a->who.person, "name", name,
                      "account", 1, "known", known));
}

/* ---- Paths ---- */

static void make_account(struct asking *a, const char *name, const char *password)
{
    char looks[NAMES_LOOKS], hash[PEOPLE_HASH];
    struct handles handles = api_people_handles(name);
    int64_t changed = 0;
    names_looks(name, looks);
    if (!api_people_hash(password, hash)) {
        api_refuse(a, 503, "unavailable", "the server is out of memory");
        return;
    }
    struct db_call call = {.sql = "INSERT INTO accounts (person, name, handle, password,"
                                  " made, since, looks) VALUES ($1, $2, $3, $4, $5, $6, $7)"
                                  " ON CONFLICT DO NOTHING",
                           .values = {db_text(a->who.person), db_text(name),
                                      db_text(handles.now), db_text(hash),
                                      db_number(a->now), db_number(a->now), db_text(looks)},
                           .count = 7};
    if (!api_write(a, &call, 1, &changed))
        return;
    if (changed == 0) {
        api_refuse(a, 409, "taken",
                   "somebody has an account of this name, or of one that looks like it");
        return;
    }
    api_cookie(a, a->who.person);
    put_welcome(a, 201, name);
}

void api_post_account(struct asking *a)
{
    struct account account;
    const char *name, *password;
    char tidy[PECK_PLAYER_MAX];
    json_t *json = api_body(a);
    if (json == NULL)
        return;
    if (api_unpack(a, json, "{s:s, s:s !}", "name", &name, "password", &password) &&
        fit_name(a, name, tidy) && fit_password(a, password, tidy) &&
        api_may_try(a, &account_address, a->network) && api_me(a, &account)) {
        if (account.there)
            api_refuse(a, 409, "has-account", "you have an account already");
        else
            make_account(a, tidy, password);
    }
    json_decref(json);
}

/* As long for a name that nobody has: then the password is held against nobody's. */
static bool is_right(struct asking *a, const struct account *account, const char *password)
{
    const char *hash = account->there ? account->hash : a->api->nobody;
    struct hashing h = {.password = password, .hash = (char *)hash, .compare = true};
    return hash_calmly(&h) && account->there;
}

static void note_guess(struct asking *a)
{
    atomic_fetch_add(&a->api->guesses, 1);
    log_event(LOG_INFO, "failed log-in", log_text("address", a->network));
}

/* An account that was made while the clock was ahead would not believe the cookie of today.
 * Cookies from the future prove nobody, so no old one becomes good again. */
static bool come_back(struct asking *a, const struct account *account)
{
    struct db_call call = {.sql = "UPDATE accounts SET since = $1 WHERE person = $2",
                           .values = {db_number(a->now), db_text(account->person)},
                           .count = 2};
    int64_t changed;
    return account->since <= a->now || api_write(a, &call, 1, &changed);
}

/* A name and a network together. */
enum { TRIED = NAMES_LOOKS + API_ADDRESS + 1 };

static void tried_by(const struct asking *a, const char *handle, char tried[TRIED])
{
    struct peck_text text = peck_text_begin(tried, TRIED);
    peck_put(&text, handle);
    peck_put_char(&text, ' ');
    peck_put(&text, a->network);
}

/* Whether there is an attempt left for that name, here and now. */
static bool may_guess(struct asking *a, const char *handle, const char *tried)
{
    return api_may_try(a, &login_address, a->network) &&
           api_may_try(a, &login_name, tried) && api_may_try(a, &login_all, handle);
}

static void log_in(struct asking *a, const char *name, const char *password,
                   const char *known)
{
    char tried[TRIED];
    struct account account;
    struct handles handles = api_people_handles(name);
    const char *handle = handles.now;
    tried_by(a, handle, tried);
    if (!account_of(a, &handles, &account))
        return;
    bool again = is_known(a, &account, known);
    if (again ? !api_may_try(a, &login_known, handle) : !may_guess(a, handle, tried))
        return;
    if (!is_right(a, &account, password)) {
        note_guess(a);
        api_refuse(a, 401, "wrong", "there is no account of this name and password");
        return;
    }
    if (again) {
        people_attempts_return(a->api->attempts, &login_known, handle, a->now);
    } else {
        people_attempts_return(a->api->attempts, &login_address, a->network, a->now);
        people_attempts_return(a->api->attempts, &login_name, tried, a->now);
        people_attempts_return(a->api->attempts, &login_all, handle, a->now);
    }
    if (!come_back(a, &account))
        return;
    api_cookie(a, account.person);
    put_welcome(a, 200, account.name);
}

void api_post_login(struct asking *a)
{
    const char *name, *password, *known = "";
    json_t *json = api_body(a);
    if (json == NULL)
        return;
    if (api_unpack(a, json, "{s:s, s:s, s?s !}", "name", &name, "password", &password,
                   "known", &known)) {
        if (strlen(name) >= PECK_PLAYER_MAX || strlen(password) > PASSWORD_MOST)
            api_refuse(a, 401, "wrong", "there is no account of this name and password");
        else
            log_in(a, name, password, known);
    }
    json_decref(json);
}

/* The cookie is good for nothing from now on, wherever a copy of it may be. */
void api_post_logout(struct asking *a)
{
    struct account account;
    int64_t changed;
    if (!api_me(a, &account))
        return;
    struct db_call call = {
        .sql =
            "INSERT INTO logouts (person, issued) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        .values = {db_text(a->who.person), db_number(a->who.issued)},
        .count = 2};
    if (account.there && !api_write(a, &call, 1, &changed))
        return;
    api_new_guest(a);
    put_hello(a, 200, "", false);
}

/* Who is logged in has attempts of their own: nobody else can use them up. */
bool api_proves(struct asking *a, const struct account *account, const char *password)
{
    if (!api_may_try(a, &login_known, account->person))
        return false;
    if (strlen(password) > PASSWORD_MOST || !is_right(a, account, password)) {
        note_guess(a);
        return api_refuse(a, 401, "wrong", "this is not your password");
    }
    people_attempts_return(a->api->attempts, &login_known, account->person, a->now);
    return true;
}

/* All other browsers are logged out. */
static void change_password(struct asking *a, const struct account *account,
                            const char *old, const char *fresh)
{
    char hash[PEOPLE_HASH];
    int64_t changed;
    if (!api_proves(a, account, old))
        return;
    if (!api_people_hash(fresh, hash)) {
        api_refuse(a, 503, "unavailable", "the server is out of memory");
        return;
    }
    struct db_call call = {
        .sql = "UPDATE accounts SET password = $1, since = $2 WHERE person = $3",
        .values = {db_text(hash), db_number(a->now), db_text(account->person)},
        .count = 3};
    if (!api_write(a, &call, 1, &changed))
        return;
    api_cookie(a, account->person);
    put_hello(a, 200, account->name, true);
}

void api_post_password(struct asking *a)
{
    struct account account;
    const char *old, *fresh;
    json_t *json = api_body(a);
    if (json == NULL)
        return;
    if (api_unpack(a, json, "{s:s, s:s !}", "password", &old, "new", &fresh) &&
        api_me(a, &account) && fit_password(a, fresh, account.name)) {
        if (account.there)
            change_password(a, &account, old, fresh);
        else
            api_refuse(a, 401, "wrong", "there is no account, or not of this password");
    }
    json_decref(json);
}

/* game, matches, mu, sigma */
static bool take_rating(void *context, const struct db_value *columns, int count)
{
    json_array_append_new(context, api_rating_json(columns[0].bytes, columns[1].number,
                                                   columns[2].number, columns[3].number));
    return true;
}

json_t *api_rating_json(const char *game, int64_t number, int64_t mu, int64_t sigma)
{
    return json_pack("{s:s, s:I, s:f, s:f, s:f}", "game", game, "matches",
                     (json_int_t)number, "mu", (double)mu / RATING_UNIT, "sigma",
                     (double)sigma / RATING_UNIT, "points",
                     (double)(mu - 3 * sigma) / RATING_UNIT);
}

void api_get_me(struct asking *a)
{
    struct account account;
    json_t *ratings = json_array();
    if (api_me(a, &account)) {
        struct db_call call = {
            .sql = "SELECT game, matches, mu, sigma FROM standings WHERE person = $1"
                   " ORDER BY game",
            .values = {db_text(a->who.person)},
            .count = 1};
        if (api_ask(a, &call, take_rating, ratings))
            api_put(a, 200,
                    json_pack("{s:s, s:s, s:b, s:O}", "person", a->who.person, "name",
                              account.name, "account", account.there, "ratings", ratings));
    }
    json_decref(ratings);
}

/* ---- Older accounts ---- */

struct unseen {
    struct {
        char person[STEP_PERSON], name[PECK_PLAYER_MAX];
    } list[64];
    int count;
};

static bool take_unseen(void *context, const struct db_value *columns, int count)
{
    struct unseen *unseen = context;
    struct peck_text text =
        peck_text_begin(unseen->list[unseen->count].person, STEP_PERSON);
    peck_put(&text, columns[0].bytes);
    text = peck_text_begin(unseen->list[unseen->count++].name, PECK_PLAYER_MAX);
    peck_put(&text, columns[1].bytes);
    return unseen->count < 64;
}

/* Of those that look alike already the first keeps it; the others get one that no name has,
 * so that they are not looked at again. */
bool api_people_look(struct api *api)
{
    const struct db_call ask = {
        .sql = "SELECT person, name FROM accounts WHERE looks = '' ORDER BY made LIMIT 64"};
    struct unseen unseen;
    struct peck_error error;
    int64_t changed;
    do {
        unseen.count = 0;
        if (store_ask(api->store, &ask, take_unseen, &unseen, &error) != PECK_OK)
            return false;
        for (int i = 0; i < unseen.count; i++) {
            char looks[NAMES_LOOKS];
            names_looks(unseen.list[i].name, looks);
            const struct db_call call = {
                .sql =
                    "UPDATE accounts SET looks = CASE WHEN EXISTS (SELECT 1 FROM accounts"
                    " WHERE looks = $1) THEN '\n' || $2 ELSE $1 END WHERE person = $2",
                .values = {db_text(looks), db_text(unseen.list[i].person)},
                .count = 2};
            if (store_write(api->store, &call, 1, &changed, &error) != PECK_OK)
                return false;
        }
    } while (unseen.count > 0);
    return true;
}
