/* api_codes.c — short codes of tables, for people who read one off a screen and type it.
 *
 * A code is five consonants, so that it is no word and no letter looks like a digit. It
 * belongs to one table and is forgotten a day after somebody last asked for it; the screen
 * that shows it asks each time it is opened. 20^5 codes are 3.2 million, and guesses are
 * limited by address. */
#include "api_inner.h"

#include "qr.h"

#include <sodium.h>

#include <stdio.h>
#include <string.h>

enum { CODE = 5, TRIES = 8 };
#define CODE_LASTS (INT64_C(24) * 3600 * 1000)

static const char consonants[] = "bcdfghjklmnpqrstvwxz";
/* A school class behind one address types at once; a wrong guess costs two seconds. */
static const struct limit code_limit = {"code", 60, 2000};

struct looked_up {
    bool there;
    char text[STORE_TABLE];
    int64_t number;
};

static bool take_text(void *context, const struct db_value *columns, int count)
{
    struct looked_up *found = context;
    struct peck_text text = peck_text_begin(found->text, sizeof found->text);
    (void)count;
    peck_put(&text, columns[0].bytes);
    found->there = !text.full;
    return false;
}

static bool take_phase(void *context, const struct db_value *columns, int count)
{
    struct looked_up *found = context;
    (void)count;
    found->there = true;
    found->number = columns[0].number;
    return false;
}

/* The code that the table has; the answer is given when the store fails. */
static bool find_code(struct asking *a, struct looked_up *found)
{
    const struct db_call call = {.sql = "SELECT code FROM codes WHERE id = $1",
                                 .values = {db_text(a->table)},
                                 .count = 1};
    *found = (struct looked_up){0};
    return api_ask(a, &call, take_text, found);
}

/* Somebody else may be faster with this code, or with one for this table: then nothing is
 * written, and the caller looks again. */
static bool make_code(struct asking *a)
{
    char code[CODE + 1] = {0};
    for (int i = 0; i < CODE; i++)
        code[i] = consonants[randombytes_uniform(sizeof consonants - 1)];
    const struct db_call calls[] = {
        {.sql = "DELETE FROM codes WHERE asked < $1",
         .values = {db_number(a->now - CODE_LASTS)},
         .count = 1},
        {.sql = "INSERT INTO codes (code, id, asked) VALUES ($1, $2, $3)"
                " ON CONFLICT DO NOTHING",
         .values = {db_text(code), db_text(a->table), db_number(a->now)},
         .count = 3}};
    int64_t changed[2];
    return api_write(a, calls, 2, changed);
}

static bool renew_code(struct asking *a)
{
    const struct db_call call = {.sql = "UPDATE codes SET asked = $1 WHERE id = $2",
                                 .values = {db_number(a->now), db_text(a->table)},
                                 .count = 2};
    int64_t changed;
    return api_write(a, &call, 1, &changed);
}

/* Whether the table is there and not closed; false with the answer. */
static bool is_open(struct asking *a)
{
    struct looked_up found = {0};
    const struct db_call call = {.sql = "SELECT phase FROM tables WHERE id = $1",
                                 .values = {db_text(a->table)},
                                 .count = 1};
    if (!api_ask(a, &call, take_phase, &found))
        return false;
    return (found.there && found.number != PHASE_CLOSED) ||
           api_refuse(a, 404, "no-table", "there is no such table");
}

void api_post_code(struct asking *a)
{
    struct looked_up found;
    if (!is_open(a) || !renew_code(a) || !find_code(a, &found))
        return;
    for (int i = 0; !found.there && i < TRIES; i++)
        if (!make_code(a) || !find_code(a, &found))
            return;
    if (found.there)
        api_put(a, 200, json_pack("{s:s}", "code", found.text));
    else
        api_refuse(a, 503, "unavailable", "no code is free; try again");
}

void api_get_code(struct asking *a)
{
    struct looked_up found = {0};
    const struct db_call call = {
        .sql = "SELECT id FROM codes WHERE code = $1 AND asked >= $2",
        .values = {db_text(a->table), db_number(a->now - CODE_LASTS)},
        .count = 2};
    if (!people_attempts_take(a->api->attempts, &code_limit, a->network, a->now)) {
        api_refuse(a, 429, "slow-down", "too many codes were tried; wait a minute");
        return;
    }
    if (!api_ask(a, &call, take_text, &found))
        return;
    if (!found.there) {
        api_refuse(a, 404, "no-code", "no table has this code");
        return;
    }
    people_attempts_return(a->api->attempts, &code_limit, a->network, a->now);
    api_put(a, 200, json_pack("{s:s}", "table", found.text));
}

void api_get_code_qr(struct asking *a)
{
    api_draw_link(a, "j");
}
