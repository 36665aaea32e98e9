/* tell.c — sentences of Hexx & Hopp: their values, and what a ply brought about.
 *
 * It reads the tables before and after a ply and knows no rule; telling.h has the kit. */
#include "tell/telling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "tile 23 (red, yellow, …)" */
static void put_tile(const struct telling *telling, struct peck_text *text,
                     const struct peck_node *tile)
{
    char colours[128];
    struct peck_text list = peck_text_begin(colours, sizeof colours);
    const struct peck_node *array = peck_member(tile, "colours");
    for (size_t i = 0; i < peck_count(array); i++) {
        int message = say_find("hexxhopp.colour.%d", peck_number_at(array, i));
        peck_put(&list, i == 0 ? "" : ", ");
        if (message != SAY_NONE)
            peck_put(&list, say_literal(telling->language, (enum message)message));
    }
    say(text, telling->language, MESSAGE_HEXXHOPP_TILE,
        (struct say_value[]){{"tile", .number = peck_number_of(tile, "tile")},
                             {"list", .text = colours},
                             {0}});
}

static void name_tile(struct telling *telling, const struct peck_node *tile)
{
    struct telling_list list = telling_list(telling);
    put_tile(telling, telling_piece(&list), tile);
    telling_listed(&list, "tile");
}

static void put_cell(struct peck_text *text, const struct peck_node *stone)
{
    peck_put_int(text, peck_number_of(stone, "q"));
    peck_put_char(text, ',');
    peck_put_int(text, peck_number_of(stone, "r"));
}

/* How many tiles of the figure lie around a cell. -1 is a number here, not a blank. */
static int contacts(const struct peck_node *table, int q, int r)
{
    static const int step[6][2] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};
    const struct peck_node *figure = peck_member(table, "figure");
    int count = 0;
    for (size_t i = 0; i < peck_count(figure); i++) {
        const struct peck_node *stone = peck_element(figure, i);
        for (int k = 0; k < 6; k++)
            count += peck_number_of(stone, "q") == q + step[k][0] &&
                     peck_number_of(stone, "r") == r + step[k][1];
    }
    return count;
}

/* `place q,r R`, or with the tile's number first. */
static void name_place(struct telling *telling)
{
    bool tile = telling->argument[2][0] != '\0';
    const char *cell = telling->argument[tile];
    int q = 0, r = 0;
    (void)sscanf(cell, "%d,%d", &q, &r);
    telling_text(telling, "cell", cell);
    telling_text(telling, "turn", telling->argument[1 + tile]);
    telling_number(telling, "count", contacts(telling->before, q, r));
    if (tile)
        telling_text(telling, "tile", telling->argument[0]);
    if (tile && telling->after == NULL)
        telling->variant = ".tile";
}

static void name_gift(struct telling *telling)
{
    int whom = atoi(telling->argument[0]);
    telling_seat(telling, "whom", whom);
    telling_text(telling, "tile", telling->argument[1]);
    if (telling->after != NULL && session_is_you(telling->session, whom))
        telling->variant = ".toyou";
    else if (telling->after == NULL && strcmp(telling->argument[1], "stack") != 0)
        telling->variant = ".tile";
}

static bool words(struct telling *telling)
{
    const char *verb = telling->verb;
    if (telling->seat == PECK_CHANCE)
        return strcmp(verb, "first") == 0; /* the deal is seen on the table */
    if (strcmp(verb, "place") == 0)
        name_place(telling);
    else if (strcmp(verb, "give") == 0)
        name_gift(telling);
    else if (telling->after != NULL &&
             (strcmp(verb, "open") == 0 || strcmp(verb, "back") == 0))
        name_tile(telling,
                  peck_member(telling_at_seat(telling->after, telling->seat), "open"));
    return true;
}

/* A placement that stops the round. */
static void tell_stop(struct telling *telling)
{
    if (strcmp(peck_string_of(telling->after, "phase"), "stop") != 0 ||
        strcmp(telling->verb, "place") != 0)
        return;
    telling_seat(telling, "who", telling->seat);
    telling_say(telling, session_is_you(telling->session, telling->seat)
                             ? MESSAGE_HEXXHOPP_STOP_YOU
                             : MESSAGE_HEXXHOPP_STOP);
}

/* The stop, or the penalties of a round that this ply ended. */
static void after(struct telling *telling)
{
    tell_stop(telling);
    int round = peck_number_of(telling->before, "round");
    if (peck_number_of(telling->after, "round") == round &&
        (strcmp(peck_string_of(telling->after, "phase"), "over") != 0))
        return;
    telling_number(telling, "round", round + 1);
    telling_number(telling, "rounds", peck_number_of(telling->before, "rounds"));
    struct telling_list list = telling_list(telling);
    for (int seat = 0; seat < telling->session->match.setup.seats; seat++) {
        struct peck_text *text = telling_piece(&list);
        peck_put(text, session_name(telling->session, seat));
        peck_put_char(text, ' ');
        peck_put_int(
            text, peck_number_of(telling_at_seat(telling->after, seat), "penalties") -
                      peck_number_of(telling_at_seat(telling->before, seat), "penalties"));
    }
    telling_listed(&list, "list");
    telling_say(telling, MESSAGE_HEXXHOPP_ROUND);
}

/* ---- The table ---- */

static void tell_tiles(struct telling *telling, const struct peck_node *tiles,
                       enum message message)
{
    if (peck_count(tiles) == 0)
        return;
    struct telling_list list = telling_list(telling);
    for (size_t i = 0; i < peck_count(tiles); i++)
        put_tile(telling, telling_piece(&list), peck_element(tiles, i));
    telling_listed(&list, "list");
    telling_say(telling, message);
}

/* The viewer's own tiles that lie face up for it alone. */
static void tell_own(struct telling *telling)
{
    const struct peck_node *own = telling_at_seat(telling->before, telling->viewer);
    tell_tiles(telling, peck_member(own, "stack_tiles"), MESSAGE_HEXXHOPP_TABLE_STACK);
    tell_tiles(telling, peck_member(own, "aside_tiles"), MESSAGE_HEXXHOPP_TABLE_ASIDE);
}

static void tell_open(struct telling *telling, int seat)
{
    const struct peck_node *open =
        peck_member(telling_at_seat(telling->before, seat), "open");
    if (!peck_is(open, PECK_NODE_OBJECT))
        return;
    telling_seat(telling, "who", seat);
    name_tile(telling, open);
    telling_say(telling, MESSAGE_HEXXHOPP_TABLE_OPEN);
}

static void tell_seat(struct telling *telling, int seat)
{
    const struct peck_node *object = telling_at_seat(telling->before, seat);
    telling_seat(telling, "who", seat);
    telling_number(telling, "stack", peck_number_of(object, "stack"));
    telling_number(telling, "aside", peck_number_of(object, "aside"));
    telling_count(telling, "penalties", MESSAGE_COUNT_PENALTIES,
                  peck_number_of(object, "penalties"));
    telling_say(telling, MESSAGE_HEXXHOPP_TABLE_SEAT);
    tell_open(telling, seat);
}

static void table(struct telling *telling)
{
    const struct peck_node *figure = peck_member(telling->before, "figure");
    int round = peck_number_of(telling->before, "round");
    int rounds = peck_number_of(telling->before, "rounds");
    telling_number(telling, "round", round < rounds ? round + 1 : rounds);
    telling_number(telling, "rounds", rounds);
    telling_count(telling, "tiles", MESSAGE_COUNT_HEXAGONS, (int64_t)peck_count(figure));
    telling_say(telling, MESSAGE_HEXXHOPP_TABLE_ROUND);
    for (size_t i = 0; i < peck_count(figure); i++) {
        struct telling_list cell = telling_list(telling);
        put_cell(telling_piece(&cell), peck_element(figure, i));
        telling_listed(&cell, "cell");
        name_tile(telling, peck_element(figure, i));
        telling_say(telling, MESSAGE_HEXXHOPP_TABLE_CELL);
    }
    for (int seat = 0; seat < telling->session->match.setup.seats; seat++)
        tell_seat(telling, seat);
    tell_own(telling);
}

static void brief(struct telling *telling)
{
    if (telling->viewer == PECK_CHANCE)
        return;
    tell_open(telling, telling->viewer);
    tell_tiles(
        telling,
        peck_member(telling_at_seat(telling->before, telling->viewer), "aside_tiles"),
        MESSAGE_HEXXHOPP_TABLE_ASIDE);
}

const struct tell_skin tell_skin_hexxhopp = {words, after, table, brief};
