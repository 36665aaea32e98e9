/* tell.c — sentences of Heckmeck: their values, and what a ply brought about.
 *
 * It reads the tables before and after a ply and knows no rule; telling.h has the kit. */
#include "tell/telling.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A message of a family, by the last part of its key; what we do not know stays a word. */
static const char *word_for(const struct telling *telling, int message, const char *word)
{
    return message != SAY_NONE ? say_literal(telling->language, (enum message)message)
                               : word;
}

static void put_die(struct telling *telling, struct peck_text *text, char die)
{
    if (die == 'W')
        peck_put(text, say_literal(telling->language, MESSAGE_HECKMECK_WORM));
    else
        peck_put_char(text, die);
}

/* `1134WWWW+W`, the golden die after the plus. */
static void name_roll(struct telling *telling, const char *dice)
{
    struct telling_list list = telling_list(telling);
    for (; *dice != '\0'; dice++) {
        struct peck_text *text = telling_piece(&list);
        if (*dice != '+') {
            put_die(telling, text, *dice);
            continue;
        }
        char golden[32];
        struct peck_text die = peck_text_begin(golden, sizeof golden);
        put_die(telling, &die, *++dice);
        say(text, telling->language, MESSAGE_HECKMECK_GOLDEN,
            (struct say_value[]){{"die", .text = golden}, {0}});
    }
    telling_listed(&list, "1");
}

static bool words(struct telling *telling)
{
    const char *argument = telling->argument[0];
    if (strcmp(telling->verb, "keep") == 0) {
        char face[2] = {(char)tolower((unsigned char)argument[0]), '\0'};
        telling_text(telling, "1",
                     word_for(telling, say_find("heckmeck.face.%s", face), argument));
    } else if (telling->seat == PECK_CHANCE && strcmp(telling->verb, "roll") == 0) {
        name_roll(telling, argument);
    } else if (strcmp(telling->verb, "hold") == 0) {
        telling_text(telling, "1",
                     word_for(telling, say_find("heckmeck.held.%s", argument), argument));
    } else if (strcmp(telling->verb, "rob") == 0) {
        int whom = atoi(argument);
        telling_seat(telling, "whom", whom);
        if (telling->after != NULL && session_is_you(telling->session, whom))
            telling->variant = ".toyou";
    }
    return true;
}

/* ---- What a ply brought about ---- */

static size_t height(const struct peck_node *table, int seat)
{
    return peck_count(peck_member(telling_at_seat(table, seat), "stack"));
}

static int top(const struct peck_node *table, int seat)
{
    const struct peck_node *stack = peck_member(telling_at_seat(table, seat), "stack");
    return peck_number_at(stack, peck_count(stack) - 1);
}

static bool has_word(const struct peck_node *words, const char *word)
{
    for (size_t i = 0; i < peck_count(words); i++) {
        if (strcmp(peck_string_at(words, i), word) == 0)
            return true;
    }
    return false;
}

/* A roll fails when the turn goes on with somebody else. */
static bool fails(const struct telling *telling)
{
    bool rolled = telling->seat == PECK_CHANCE && strcmp(telling->verb, "roll") == 0;
    bool moved =
        peck_number_of(telling->before, "turn") != peck_number_of(telling->after, "turn") ||
        strcmp(peck_string_of(telling->after, "phase"), "over") == 0;
    return strcmp(telling->verb, "stop") == 0 || (rolled && moved);
}

static void tell_stacks(struct telling *telling, bool failed)
{
    for (int seat = 0; seat < telling->session->match.setup.seats; seat++) {
        if (height(telling->after, seat) >= height(telling->before, seat))
            continue;
        telling_number(telling, "tile", top(telling->before, seat));
        if (failed)
            telling_say(telling, MESSAGE_HECKMECK_RETURNS);
        else
            telling_of(telling, MESSAGE_HECKMECK_LOSES, MESSAGE_HECKMECK_LOSES_YOU, seat);
    }
}

static void tell_flips(struct telling *telling)
{
    const struct peck_node *before = peck_member(telling->before, "grill");
    const struct peck_node *after = peck_member(telling->after, "grill");
    for (size_t i = 0; i < peck_count(after); i++) {
        const struct peck_node *tile = peck_element(after, i);
        if (strcmp(peck_string_of(tile, "lies"), "down") != 0 ||
            strcmp(peck_string_of(peck_element(before, i), "lies"), "down") == 0)
            continue;
        telling_number(telling, "tile", peck_number_of(tile, "tile"));
        telling_say(telling, MESSAGE_HECKMECK_FLIPS);
    }
}

static void tell_gains(struct telling *telling, int seat)
{
    const struct peck_node *before = telling_at_seat(telling->before, seat);
    const struct peck_node *after = telling_at_seat(telling->after, seat);
    const struct peck_node *had = peck_member(before, "specialists");
    const struct peck_node *has = peck_member(after, "specialists");
    for (size_t i = 0; i < peck_count(has); i++) {
        const char *word = peck_string_at(has, i);
        if (has_word(had, word))
            continue;
        telling_text(telling, "specialist",
                     word_for(telling, say_find("heckmeck.held.%s", word), word));
        telling_of(telling, MESSAGE_HECKMECK_GAINS, MESSAGE_HECKMECK_GAINS_YOU, seat);
    }
    if (peck_number_of(after, "round_worms") > peck_number_of(before, "round_worms") &&
        strcmp(telling->verb, "rob") != 0)
        telling_of(telling, MESSAGE_HECKMECK_WORMS, MESSAGE_HECKMECK_WORMS_YOU, seat);
}

static void after(struct telling *telling)
{
    bool failed = fails(telling);
    if (failed)
        telling_say(telling, MESSAGE_HECKMECK_FAILS);
    tell_stacks(telling, failed);
    tell_flips(telling);
    for (int seat = 0; seat < telling->session->match.setup.seats; seat++)
        tell_gains(telling, seat);
}

/* ---- The table ---- */

static void tell_grill(struct telling *telling)
{
    const struct peck_node *grill = peck_member(telling->before, "grill");
    struct telling_list list = telling_list(telling);
    for (size_t i = 0; i < peck_count(grill); i++) {
        const struct peck_node *tile = peck_element(grill, i);
        const char *word = peck_string_of(tile, "specialist");
        if (strcmp(peck_string_of(tile, "lies"), "up") != 0)
            continue;
        struct peck_text *text = telling_piece(&list);
        if (word[0] == '\0') {
            peck_put_int(text, peck_number_of(tile, "tile"));
            continue;
        }
        const char *name =
            word_for(telling, say_find("heckmeck.specialist.%s", word), word);
        say(text, telling->language, MESSAGE_HECKMECK_TABLE_STANDS,
            (struct say_value[]){{"tile", .number = peck_number_of(tile, "tile")},
                                 {"specialist", .text = name},
                                 {0}});
    }
    telling_listed(&list, "list");
    telling_say(telling, MESSAGE_HECKMECK_TABLE_GRILL);
}

static void tell_seat(struct telling *telling, int seat)
{
    const struct peck_node *object = telling_at_seat(telling->before, seat);
    const struct peck_node *stack = peck_member(object, "stack");
    const struct peck_node *specialists = peck_member(object, "specialists");
    telling_seat(telling, "who", seat);
    telling_count(telling, "worms", MESSAGE_COUNT_WORMS, peck_number_of(object, "worms"));
    struct telling_list list = telling_list(telling);
    for (size_t i = 0; i < peck_count(stack); i++)
        peck_put_int(telling_piece(&list), peck_number_at(stack, i));
    telling_listed(&list, "list");
    telling_say(telling, peck_count(stack) > 0 ? MESSAGE_HECKMECK_TABLE_SEAT
                                               : MESSAGE_HECKMECK_TABLE_BARE);
    if (peck_count(specialists) == 0)
        return;
    telling_seat(telling, "who", seat);
    list = telling_list(telling);
    for (size_t i = 0; i < peck_count(specialists); i++) {
        const char *word = peck_string_at(specialists, i);
        peck_put(telling_piece(&list),
                 word_for(telling, say_find("heckmeck.specialist.%s", word), word));
    }
    telling_listed(&list, "list");
    telling_say(telling, MESSAGE_HECKMECK_TABLE_HOLDS);
}

/* The dice set aside; nothing at the beginning of a turn. */
static void brief(struct telling *telling)
{
    const struct peck_node *kept = peck_member(telling->before, "kept");
    struct telling_list list = telling_list(telling);
    bool any = false;
    for (size_t face = 0; face < peck_count(kept); face++) {
        for (int i = 0; i < peck_number_at(kept, face); i++, any = true)
            put_die(telling, telling_piece(&list), "12345W"[face]);
    }
    telling_listed(&list, "list");
    telling_number(telling, "total", peck_number_of(telling->before, "total"));
    telling_count(telling, "dice", MESSAGE_COUNT_DICE,
                  peck_number_of(telling->before, "dice"));
    if (any)
        telling_say(telling, MESSAGE_HECKMECK_TABLE_KEPT);
}

static void table(struct telling *telling)
{
    tell_grill(telling);
    for (int seat = 0; seat < telling->session->match.setup.seats; seat++)
        tell_seat(telling, seat);
    if (peck_true_of(telling->before, "extra_wurm")) {
        telling_number(telling, "number", peck_number_of(telling->before, "supply"));
        telling_say(telling, MESSAGE_HECKMECK_TABLE_SUPPLY);
    }
    brief(telling);
}

const struct tell_skin tell_skin_heckmeck = {words, after, table, brief};
