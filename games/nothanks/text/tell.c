/* tell.c — No Thanks! in sentences: see telling.h. */
#include "tell/telling.h"

#include <string.h>

static bool words(struct telling *telling)
{
    int pot = table_number(telling->before, "pot");
    if (telling->seat == PECK_CHANCE || telling->after == NULL)
        return true;
    telling_number(telling, "card", table_number(telling->before, "card"));
    telling_count(telling, "chips", MESSAGE_COUNT_CHIPS,
                  pot + (strcmp(telling->verb, "refuse") == 0));
    return true;
}

static void after(struct telling *telling)
{
    (void)telling; /* every ply says all that it does */
}

/* A run is written as one: `3-5`. */
static void put_run(struct peck_text *text, const json_t *run)
{
    size_t length = json_array_size(run);
    peck_put_int(text, table_at(run, 0));
    if (length > 1) {
        peck_put_char(text, '-');
        peck_put_int(text, table_at(run, length - 1));
    }
}

static void tell_seat(struct telling *telling, int seat)
{
    const json_t *object = table_at_seat(telling->before, seat);
    const json_t *runs = json_object_get(object, "runs");
    int chips = table_number(object, "chips");
    telling_seat(telling, "who", seat);
    struct telling_list list = telling_list(telling);
    for (size_t i = 0; i < json_array_size(runs); i++)
        put_run(telling_piece(&list), json_array_get(runs, i));
    telling_listed(&list, "list");
    telling_count(telling, "points", MESSAGE_COUNT_POINTS,
                  table_number(object, "card_points"));
    telling_say(telling, json_array_size(runs) > 0 ? MESSAGE_NOTHANKS_TABLE_SEAT
                                                   : MESSAGE_NOTHANKS_TABLE_BARE);
    if (chips < 0)
        return;
    telling_seat(telling, "who", seat);
    telling_count(telling, "chips", MESSAGE_COUNT_CHIPS, chips);
    telling_say(telling, MESSAGE_NOTHANKS_TABLE_CHIPS);
}

static void name_card(struct telling *telling)
{
    telling_number(telling, "card", table_number(telling->before, "card"));
    telling_count(telling, "chips", MESSAGE_COUNT_CHIPS,
                  table_number(telling->before, "pot"));
}

static void table(struct telling *telling)
{
    const json_t *out = json_object_get(telling->before, "out");
    if (table_number(telling->before, "card") >= 0) {
        name_card(telling);
        telling_say(telling, MESSAGE_NOTHANKS_TABLE_CARD);
    }
    telling_count(telling, "cards", MESSAGE_COUNT_CARDS,
                  table_number(telling->before, "left"));
    telling_say(telling, MESSAGE_NOTHANKS_TABLE_LEFT);
    if (json_array_size(out) > 0) {
        struct telling_list list = telling_list(telling);
        for (size_t i = 0; i < json_array_size(out); i++)
            peck_put_int(telling_piece(&list), table_at(out, i));
        telling_listed(&list, "list");
        telling_say(telling, MESSAGE_NOTHANKS_TABLE_OUT);
    }
    for (int seat = 0; seat < telling->session->match.setup.seats; seat++)
        tell_seat(telling, seat);
}

static void brief(struct telling *telling)
{
    const json_t *own = table_at_seat(telling->before, telling->viewer);
    if (own == NULL || table_number(telling->before, "card") < 0)
        return;
    name_card(telling);
    telling_count(telling, "own", MESSAGE_COUNT_CHIPS, table_number(own, "chips"));
    telling_say(telling, MESSAGE_NOTHANKS_BRIEF);
}

const struct tell_skin tell_skin_nothanks = {words, after, table, brief};
