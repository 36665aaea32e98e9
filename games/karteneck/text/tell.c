/* tell.c — sentences of Heckmeck am Karteneck: their values, and what a ply brought about.
 *
 * It reads the tables before and after a ply and knows no rule; telling.h has the kit. */
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

static int top(const struct peck_node *table, int seat)
{
    const struct peck_node *stack = peck_member(telling_at_seat(table, seat), "stack");
    size_t height = peck_count(stack);
    return height > 0 ? peck_number_of(peck_element(stack, height - 1), "value") : -1;
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
    const struct peck_node *pass = peck_member(telling->before, "pass");
    const struct peck_node *own = telling_at_seat(telling->before, telling->seat);
    telling_number(telling, "total", peck_number_of(own, "total"));
    telling_number(telling, "tile", peck_number_of(pass, "tile"));
    if (!peck_true_of(pass, "success"))
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
        return strcmp(peck_string_of(telling->before, "phase"), "deal") != 0;
    }
    if (strcmp(telling->verb, "done") == 0)
        return telling->after == NULL; /* KE-16: it says nothing new */
    if (strcmp(telling->verb, "lay") == 0 || strcmp(telling->verb, "add") == 0)
        name_laid(telling);
    else if (strcmp(telling->verb, "pass") == 0)
        name_pass(telling);
    else if (strcmp(telling->verb, "steal") == 0)
        name_victim(telling);
    return true;
}

static size_t height(const struct peck_node *table, int seat)
{
    return peck_count(peck_member(telling_at_seat(table, seat), "stack"));
}

/* Tiles of the share-out, and the next round. Whoever stole, or passed and failed, has been
 * told to have its tile. */
static void after(struct telling *telling)
{
    bool told = strcmp(telling->verb, "steal") == 0 ||
                (strcmp(telling->verb, "pass") == 0 &&
                 !peck_true_of(peck_member(telling->before, "pass"), "success"));
    for (int seat = 0; seat < telling->session->match.setup.seats; seat++) {
        size_t more = height(telling->after, seat) - height(telling->before, seat);
        if (height(telling->after, seat) <= height(telling->before, seat) ||
            (told && seat == telling->seat && more == 1))
            continue;
        telling_number(telling, "tile", top(telling->after, seat));
        telling_of(telling, MESSAGE_KARTENECK_SHARES, MESSAGE_KARTENECK_SHARES_YOU, seat);
    }
    if (peck_number_of(telling->after, "rounds_left") ==
            peck_number_of(telling->before, "rounds_left") ||
        peck_number_of(telling->after, "rounds_left") == 0)
        return;
    telling_number(telling, "round", peck_number_of(telling->after, "round"));
    telling_number(telling, "rounds", peck_number_of(telling->after, "rounds"));
    telling_say(telling, MESSAGE_KARTENECK_ROUND);
}

/* ---- The table ---- */

static void name_cards(struct telling *telling, const struct peck_node *cards)
{
    struct telling_list list = telling_list(telling);
    for (size_t i = 0; i < peck_count(cards); i++)
        put_card(telling, telling_piece(&list), peck_string_at(cards, i));
    if (peck_count(cards) == 0)
        peck_put(telling_piece(&list),
                 say_literal(telling->language, MESSAGE_KARTENECK_TABLE_NONE));
    telling_listed(&list, "list");
}

static void tell_grill(struct telling *telling)
{
    const struct peck_node *grill = peck_member(telling->before, "grill");
    telling_number(telling, "round", peck_number_of(telling->before, "round"));
    telling_number(telling, "rounds", peck_number_of(telling->before, "rounds"));
    struct telling_list list = telling_list(telling);
    for (size_t i = 0; i < peck_count(grill); i++) {
        const struct peck_node *tile = peck_element(grill, i);
        char worms[64];
        struct peck_text text = peck_text_begin(worms, sizeof worms);
        say(&text, telling->language, MESSAGE_COUNT_WORMS,
            (struct say_value[]){{"count", .number = peck_number_of(tile, "worms")}, {0}});
        say(telling_piece(&list), telling->language, MESSAGE_KARTENECK_TABLE_TILE,
            (struct say_value[]){{"tile", .number = peck_number_of(tile, "value")},
                                 {"worms", .text = worms},
                                 {0}});
    }
    if (peck_count(grill) == 0)
        peck_put(telling_piece(&list),
                 say_literal(telling->language, MESSAGE_KARTENECK_TABLE_NONE));
    telling_listed(&list, "list");
    telling_say(telling, MESSAGE_KARTENECK_TABLE_ROUND);
}

static void tell_seat(struct telling *telling, int seat)
{
    const struct peck_node *object = telling_at_seat(telling->before, seat);
    telling_seat(telling, "who", seat);
    telling_count(telling, "worms", MESSAGE_COUNT_WORMS, peck_number_of(object, "worms"));
    telling_count(telling, "cards", MESSAGE_COUNT_CARDS,
                  peck_number_of(object, "hand_size"));
    telling_number(telling, "total", peck_number_of(object, "total"));
    name_cards(telling, peck_member(object, "laid"));
    telling_say(telling, MESSAGE_KARTENECK_TABLE_SEAT);
    if (top(telling->before, seat) >= 0) {
        telling_seat(telling, "who", seat);
        telling_number(telling, "tile", top(telling->before, seat));
        telling_say(telling, MESSAGE_KARTENECK_TABLE_TOP);
    }
    if (strcmp(peck_string_of(object, "standing"), "in") != 0) {
        telling_seat(telling, "who", seat);
        telling_say(telling, MESSAGE_KARTENECK_TABLE_PASSED);
    }
}

static void tell_hand(struct telling *telling)
{
    const struct peck_node *own = telling_at_seat(telling->before, telling->viewer);
    const struct peck_node *hand = peck_member(own, "hand");
    if (!peck_is(hand, PECK_NODE_ARRAY))
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
