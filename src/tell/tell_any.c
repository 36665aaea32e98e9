/* tell_any.c — sentences for a game that brings none: plies and actions by their names,
 * the table as points and a position line. If the catalogue has a sentence for a verb of
 * the game (`coins.ply.keep`), tell.c takes that one. */
#include "telling.h"

#include <string.h>

/* The whole name of the action, as {action}. */
static bool any_words(struct telling *telling)
{
    char whole[PECK_NAME_MAX];
    struct peck_text name = peck_text_begin(whole, sizeof whole);
    peck_put(&name, telling->verb);
    for (int i = 0; i < TELLING_ARGUMENTS && telling->argument[i][0] != '\0'; i++) {
        peck_put_char(&name, ' ');
        peck_put(&name, telling->argument[i]);
    }
    telling_text(telling, "action", whole);
    return true;
}

enum message tell_any_ply(const struct telling *telling, bool known, bool you)
{
    if (telling->seat != PECK_CHANCE)
        return MESSAGE_ANY_PLY;
    if (known && strcmp(telling->verb, "first") == 0)
        return you ? MESSAGE_ANY_FIRST_YOU : MESSAGE_ANY_FIRST;
    return MESSAGE_ANY_CHANCE;
}

static void any_after(struct telling *telling)
{
}

static void any_brief(struct telling *telling)
{
    const struct peck_match *match = &telling->session->match;
    union peck_state view = match->state;
    char line[PECK_LINE_MAX];
    struct peck_text position = peck_text_begin(line, sizeof line);
    match->game->redact(&view, telling->viewer);
    peck_encode(match->game, &view, &position);
    telling_text(telling, "line", line);
    telling_say(telling, MESSAGE_ANY_POSITION);
}

static void any_table(struct telling *telling)
{
    const struct peck_match *match = &telling->session->match;
    int32_t points[PECK_SEATS_MAX];
    uint8_t places[PECK_SEATS_MAX];
    match->game->score(&match->state, points, places);
    for (int seat = 0; seat < match->setup.seats; seat++) {
        telling_seat(telling, "who", seat);
        telling_count(telling, "points", MESSAGE_COUNT_POINTS, points[seat]);
        telling_say(telling, MESSAGE_ANY_TABLE);
    }
    any_brief(telling);
}

const struct tell_skin tell_any = {any_words, any_after, any_table, any_brief};
