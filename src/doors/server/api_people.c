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

#include "tell/error.h"

#include <sodium.h>

#include <stdlib.h>
#include <string.h>

/* The least that OWASP advises for Argon2id: 19 MiB, two passes, one lane. */
enum { HASH_MEMORY = 19456 * 1024, HASH_PASSES = 2 };
enum { PASSWORD_LEAST = 8, PASSWORD_MOST = 256 };

/* Failed attempts. What succeeds is given back. */
static const struct limit login_address = {"login-address", 20, 15000};
static const struct limit login_name = {"login-name", 10, 60000};
static const struct limit account_address = {"account-address", 10, 60000};

bool api_people_hash(const char *password, char hash[PEOPLE_HASH])
{
    _Static_assert(PEOPLE_HASH == crypto_pwhash_STRBYTES, "room for libsodium's form");
    return crypto_pwhash_str(hash, password, strlen(password), HASH_PASSES, HASH_MEMORY) ==
           0;
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

bool api_me(struct asking *a, struct account *account)
{
    struct db_call call = {.sql = "SELECT person, name, password, made, since"
                                  " FROM accounts WHERE person = $1",
                           .values = {db_text(a->who.person)},
                           .count = 1};
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

void api_people_handle(const char *name, char handle[PECK_PLAYER_MAX])
{
    struct peck_text text = peck_text_begin(handle, PECK_PLAYER_MAX);
    for (; *name != '\0'; name++)
        peck_put_char(&text, *name >= 'A' && *name <= 'Z' ? (char)(*name | 0x20) : *name);
}

static bool account_of(struct asking *a, const char *handle, struct account *account)
{
    struct db_call call = {.sql = "SELECT person, name, password, made, since"
                                  " FROM accounts WHERE handle = $1",
                           .values = {db_text(handle)},
                           .count = 1};
    memset(account, 0, sizeof *account);
    return api_ask(a, &call, take_account, account);
}

/* ---- What a body may say ---- */

static bool fit_name(struct asking *a, const char *name)
{
    struct peck_match scratch = {.setup.seats = 1};
    struct peck_error error;
    char why[ERROR_SENTENCE];
    size_t length = strlen(name);
    if (length == 0 || name[0] == ' ' || name[length - 1] == ' ')
        return api_refuse(a, 400, "bad-name",
                          "a name is not empty and has no space at its ends");
    if (peck_match_name(&scratch, 0, name, &error) != PECK_OK)
        return api_refuse(a, 400, "bad-name", error_english(&error, why));
    return true;
}

static bool fit_password(struct asking *a, const char *password)
{
    size_t length = strlen(password);
    if (length >= PASSWORD_LEAST && length <= PASSWORD_MOST)
        return true;
    return api_refuse(a, 400, "bad-password", "a password has 8 to 256 bytes");
}

/* Takes a token, or says to wait. */
static bool may_try(struct asking *a, const struct limit *limit, const char *whose)
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

/* ---- Paths ---- */

static void make_account(struct asking *a, const char *name, const char *password)
{
    char handle[PECK_PLAYER_MAX], hash[PEOPLE_HASH];
    int64_t changed = 0;
    api_people_handle(name, handle);
    if (!api_people_hash(password, hash)) {
        api_refuse(a, 503, "unavailable", "the server is out of memory");
        return;
    }
    struct db_call call = {.sql = "INSERT INTO accounts (person, name, handle, password,"
                                  " made, since) VALUES ($1, $2, $3, $4, $5, $6)"
                                  " ON CONFLICT DO NOTHING",
                           .values = {db_text(a->who.person), db_text(name),
                                      db_text(handle), db_text(hash), db_number(a->now),
                                      db_number(a->now)},
                           .count = 6};
    if (!api_write(a, &call, 1, &changed))
        return;
    if (changed == 0) {
        api_refuse(a, 409, "taken", "somebody has an account of this name already");
        return;
    }
    api_cookie(a, a->who.person);
    put_hello(a, 201, name, true);
}

void api_post_account(struct asking *a)
{
    struct account account;
    const char *name, *password;
    json_t *json = api_body(a);
    if (json == NULL)
        return;
    if (api_unpack(a, json, "{s:s, s:s !}", "name", &name, "password", &password) &&
        fit_name(a, name) && fit_password(a, password) &&
        may_try(a, &account_address, a->network) && api_me(a, &account)) {
        if (account.there)
            api_refuse(a, 409, "has-account", "you have an account already");
        else
            make_account(a, name, password);
    }
    json_decref(json);
}

/* As long for a name that nobody has: then the password is held against nobody's. */
static bool is_right(struct asking *a, const struct account *account, const char *password)
{
    const char *hash = account->there ? account->hash : a->api->nobody;
    bool right = crypto_pwhash_str_verify(hash, password, strlen(password)) == 0;
    return right && account->there;
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

static void log_in(struct asking *a, const char *name, const char *password)
{
    char handle[PECK_PLAYER_MAX];
    struct account account;
    api_people_handle(name, handle);
    if (!may_try(a, &login_address, a->network) || !may_try(a, &login_name, handle) ||
        !account_of(a, handle, &account))
        return;
    if (!is_right(a, &account, password)) {
        api_refuse(a, 401, "wrong", "there is no account of this name and password");
        return;
    }
    people_attempts_return(a->api->attempts, &login_address, a->network, a->now);
    people_attempts_return(a->api->attempts, &login_name, handle, a->now);
    if (!come_back(a, &account))
        return;
    api_cookie(a, account.person);
    put_hello(a, 200, account.name, true);
}

void api_post_login(struct asking *a)
{
    const char *name, *password;
    json_t *json = api_body(a);
    if (json == NULL)
        return;
    if (api_unpack(a, json, "{s:s, s:s !}", "name", &name, "password", &password)) {
        if (strlen(name) >= PECK_PLAYER_MAX || strlen(password) > PASSWORD_MOST)
            api_refuse(a, 401, "wrong", "there is no account of this name and password");
        else
            log_in(a, name, password);
    }
    json_decref(json);
}

void api_post_logout(struct asking *a)
{
    api_new_guest(a);
    put_hello(a, 200, "", false);
}

/* All other browsers are logged out. */
static void change_password(struct asking *a, const struct account *account,
                            const char *old, const char *fresh)
{
    char hash[PEOPLE_HASH];
    int64_t changed;
    if (!may_try(a, &login_address, a->network) ||
        !may_try(a, &login_name, account->person))
        return;
    if (!is_right(a, account, old)) {
        api_refuse(a, 401, "wrong", "this is not your password");
        return;
    }
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
        fit_password(a, fresh) && api_me(a, &account)) {
        if (account.there && strlen(old) <= PASSWORD_MOST)
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
