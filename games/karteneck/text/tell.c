/* tell.c — Heckmeck am Karteneck in sentences: see telling.h. */
#include "tell/telling.h"

#include <stdlib.h>
#include <string.h>

/* A card of a record: `3` is a hen, `W7` a worm card. */
static void put_card(const struct telling *telling, struct peck_text *text,
                     const char *card)
{
    bool worm = card[0] == 'W';
    say(text, telling->language, worm ? MESSAGE_KARTENECK_WORM : MESSAGE_KARTENECK_HEN,
        (struct say_value[]){{"value", .text = card + worm}, {0}});
}

static int top(const json_t *table, int seat)
{
    const json_t *stack = json_object_get(table_at_seat(table, seat), "stack");
    size_t height = json_array_size(stack);
    return height > 0 ? table_number(json_array_get(stack, height - 1), "value") : -1;
}

/* `3*2`: two hens of value 3; or a worm card. */
static void name_laid(struct telling *telling)
{
    const char *card = telling->argument[0], *star = strchr(card, '*');
    if (star != NULL) {
        telling_number(telling, "value", atoi(card));
        telling_number(telling, "count", atoi(star + 1));
    } else {
        telling_text(telling, "value", card + 1);
        if (strcmp(telling->verb, "lay") == 0)
            telling->variant = ".worm";
    }
}

static void name_pass(struct telling *telling)
{
    const json_t *pass = json_object_get(telling->before, "pass");
    const json_t *own = table_at_seat(telling->before, telling->seat);
    telling_number(telling, "total", table_number(own, "total"));
    telling_number(telling, "tile", table_number(pass, "tile"));
    if (!json_is_true(json_object_get(pass, "success")))
        telling->variant = ".failed";
}

static void name_victim(struct telling *telling)
{
    int tile = atoi(telling->argument[0]);
    for (int seat = 0; seat < telling->session->match.setup.seats; seat++) {
        if (seat == telling->seat || top(telling->before, seat) != tile)
            continue;
        telling_seat(telling, "whom", seat);
        if (telling->after != NULL && session_is_you(telling->session, seat))
            telling->variant = ".toyou";
    }
}

static bool words(struct telling *telling)
{
    if (telling->seat == PECK_CHANCE && strcmp(telling->verb, "card") == 0) {
        struct telling_list list = telling_list(telling);
        put_card(telling, telling_piece(&list), telling->argument[0]);
        telling_listed(&list, "1");
        if (telling->argument[0][0] == '?')
            telling->variant = ".hidden";
        return strcmp(table_word(telling->before, "phase"), "deal") != 0;
    }
    if (strcmp(telling->verb, "lay") == 0 || strcmp(telling->verb, "add") == 0)
        name_laid(telling);
    else if (strcmp(telling->verb, "pass") == 0)
        name_pass(telling);
    else if (strcmp(telling->verb, "steal") == 0)
        name_victim(telling);
    return true;
}

static size_t height(const json_t *table, int seat)
{
    return json_array_size(json_object_get(table_at_seat(table, seat), "stack"));
}

/* Tiles of the share-out, and the next round. Whoever stole, or passed and failed, has been
 * told to have its tile. */
static void after(struct telling *telling)
{
    bool told = strcmp(telling->verb, "steal") == 0 ||
                (strcmp(telling->verb, "pass") == 0 &&
                 !json_is_true(
                     json_object_get(json_object_get(telling->before, "pass"), "success")));
    for (int seat = 0; seat < telling->session->match.setup.seats; seat++) {
        size_t more = height(telling->after, seat) - height(telling->before, seat);
        if (height(telling->after, seat) <= height(telling->before, seat) ||
            (told && seat == telling->seat && more == 1))
            continue;
        telling_number(telling, "tile", top(telling->after, seat));
        telling_of(telling, MESSAGE_KARTENECK_SHARES, MESSAGE_KARTENECK_SHARES_YOU, seat);
    }
    if (table_number(telling->after, "rounds_left") ==
            table_number(telling->before, "rounds_left") ||
        table_number(telling->after, "rounds_left") == 0)
        return;
    telling_number(telling, "round", table_number(telling->after, "round"));
    telling_number(telling, "rounds", table_number(telling->after, "rounds"));
    telling_say(telling, MESSAGE_KARTENECK_ROUND);
}

/* ---- The table ---- */

static void name_cards(struct telling *telling, const json_t *cards)
{
    struct telling_list list = telling_list(telling);
    for (size_t i = 0; i < json_array_size(cards); i++)
        put_card(telling, telling_piece(&list),
                 json_string_value(json_array_get(cards, i)));
    if (json_array_size(cards) == 0)
        peck_put(telling_piece(&list),
                 said(telling->language, MESSAGE_KARTENECK_TABLE_NONE));
    telling_listed(&list, "list");
}

static void tell_grill(struct telling *telling)
{
    const json_t *grill = json_object_get(telling->before, "grill");
    telling_number(telling, "round", table_number(telling->before, "round"));
    telling_number(telling, "rounds", table_number(telling->before, "rounds"));
    struct telling_list list = telling_list(telling);
    for (size_t i = 0; i < json_array_size(grill); i++) {
        const json_t *tile = json_array_get(grill, i);
        char worms[64];
        struct peck_text text = peck_text_begin(worms, sizeof worms);
        say(&text, telling->language, MESSAGE_COUNT_WORMS,
            (struct say_value[]){{"count", .number = table_number(tile, "worms")}, {0}});
        say(telling_piece(&list), telling->language, MESSAGE_KARTENECK_TABLE_TILE,
            (struct say_value[]){{"tile", .number = table_number(tile, "value")},
                                 {"worms", .text = worms},
                                 {0}});
    }
    if (json_array_size(grill) == 0)
        peck_put(telling_piece(&list),
                 said(telling->language, MESSAGE_KARTENECK_TABLE_NONE));
    telling_listed(&list, "list");
    telling_say(telling, MESSAGE_KARTENECK_TABLE_ROUND);
}

static void tell_seat(struct telling *telling, int seat)
{
    const json_t *object = table_at_seat(telling->before, seat);
    telling_seat(telling, "who", seat);
    telling_count(telling, "worms", MESSAGE_COUNT_WORMS, table_number(object, "worms"));
    telling_count(telling, "cards", MESSAGE_COUNT_CARDS, table_number(object, "hand_size"));
    telling_number(telling, "total", table_number(object, "total"));
    name_cards(telling, json_object_get(object, "laid"));
    telling_say(telling, MESSAGE_KARTENECK_TABLE_SEAT);
    if (top(telling->before, seat) >= 0) {
        telling_seat(telling, "who", seat);
        telling_number(telling, "tile", top(telling->before, seat));
        telling_say(telling, MESSAGE_KARTENECK_TABLE_TOP);
    }
    if (strcmp(table_word(object, "standing"), "in") != 0) {
        telling_seat(telling, "who", seat);
        telling_say(telling, MESSAGE_KARTENECK_TABLE_PASSED);
    }
}

static void tell_hand(struct telling *telling)
{
    const json_t *own = table_at_seat(telling->before, telling->viewer);
    const json_t *hand = json_object_get(own, "hand");
    if (!json_is_array(hand))
        return;
    name_cards(telling, hand);
    telling_say(telling, MESSAGE_KARTENECK_TABLE_HAND);
}

static void table(struct telling *telling)
{
    tell_grill(telling);
    for (int seat = 0; seat < telling->session->match.setup.seats; seat++)
        tell_seat(telling, seat);
    tell_hand(telling);
}

static void brief(struct telling *telling)
{
    tell_grill(telling);
    tell_hand(telling);
}

const struct tell_skin tell_skin_karteneck = {words, after, table, brief};
