/* tell.c — sentences of No Thanks!: their values, and what a ply brought about.
 *
 * It reads the tables before and after a ply and knows no rule; telling.h has the kit. */
#include "tell/telling.h"

#include <string.h>

static bool words(struct telling *telling)
{
    int pot = peck_number_of(telling->before, "pot");
    if (telling->seat == PECK_CHANCE || telling->after == NULL)
        return true;
    telling_number(telling, "card", peck_number_of(telling->before, "card"));
    telling_count(telling, "chips", MESSAGE_COUNT_CHIPS,
                  pot + (strcmp(telling->verb, "refuse") == 0));
    return true;
}

static void after(struct telling *telling)
{
    /* `telling` is unused: every ply says all that it does */
}

/* A run is written as one: `3-5`. */
static void put_run(struct peck_text *text, const struct peck_node *run)
{
    size_t length = peck_count(run);
    peck_put_int(text, peck_number_at(run, 0));
    if (length > 1) {
        peck_put_char(text, '-');
        peck_put_int(text, peck_number_at(run, length - 1));
    }
}

static void tell_seat(struct telling *telling, int seat)
{
    const struct peck_node *object = telling_at_seat(telling->before, seat);
    const struct peck_node *runs = peck_member(object, "runs");
    int chips = peck_number_of(object, "chips");
    telling_seat(telling, "who", seat);
    struct telling_list list = telling_list(telling);
    for (size_t i = 0; i < peck_count(runs); i++)
        put_run(telling_piece(&list), peck_element(runs, i));
    telling_listed(&list, "list");
    telling_count(telling, "points", MESSAGE_COUNT_POINTS,
                  peck_number_of(object, "card_points"));
    telling_say(telling, peck_count(runs) > 0 ? MESSAGE_NOTHANKS_TABLE_SEAT
                                              : MESSAGE_NOTHANKS_TABLE_BARE);
    if (chips < 0)
        return;
    telling_seat(telling, "who", seat);
    telling_count(telling, "chips", MESSAGE_COUNT_CHIPS, chips);
    telling_say(telling, MESSAGE_NOTHANKS_TABLE_CHIPS);
}

static void name_card(struct telling *telling)
{
    telling_number(telling, "card", peck_number_of(telling->before, "card"));
    telling_count(telling, "chips", MESSAGE_COUNT_CHIPS,
                  peck_number_of(telling->before, "pot"));
}

static void table(struct telling *telling)
{
    const struct peck_node *out = peck_member(telling->before, "out");
    if (peck_number_of(telling->before, "card") >= 0) {
        name_card(telling);
        telling_say(telling, MESSAGE_NOTHANKS_TABLE_CARD);
    }
    telling_count(telling, "cards", MESSAGE_COUNT_CARDS,
                  peck_number_of(telling->before, "left"));
    telling_say(telling, MESSAGE_NOTHANKS_TABLE_LEFT);
    if (peck_count(out) > 0) {
        struct telling_list list = telling_list(telling);
        for (size_t i = 0; i < peck_count(out); i++)
            peck_put_int(telling_piece(&list), peck_number_at(out, i));
        telling_listed(&list, "list");
        telling_say(telling, MESSAGE_NOTHANKS_TABLE_OUT);
    }
    for (int seat = 0; seat < telling->session->match.setup.seats; seat++)
        tell_seat(telling, seat);
}

static void brief(struct telling *telling)
{
    const struct peck_node *own = telling_at_seat(telling->before, telling->viewer);
    if (own == NULL || peck_number_of(telling->before, "card") < 0)
        return;
    name_card(telling);
    telling_count(telling, "own", MESSAGE_COUNT_CHIPS, peck_number_of(own, "chips"));
    telling_say(telling, MESSAGE_NOTHANKS_BRIEF);
}

const struct tell_skin tell_skin_nothanks = {words, after, table, brief};
