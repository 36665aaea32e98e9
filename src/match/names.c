/* names.c — plays an action by its name quickly, by remembering the names met before.
 *
 * A name is normally found by naming every legal action and comparing. A roll of eight dice
 * has 1287 outcomes, so reading a file with such rolls would spend most of its time on
 * names. struct peck_names is a hash table from names to action codes, with 4096 places and
 * no deletion; a name that finds its row of eight places taken replaces the first.
 *
 * The table needs no correctness of its own. A name follows from the code alone and is
 * unique among the legal actions. So a remembered code is right if it has this name, which
 * is compared in full, and is legal, which peck_match_play() checks. In any other case the
 * slow way decides. */
#include "inner.h"

#include <string.h>

/* FNV-1a; never 0. */
static uint32_t hash_name(const char *name)
{
    uint32_t hash = 2166136261u;
    for (; *name != '\0'; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    return (hash ^ hash >> 15) | 1;
}

/* Where the name of that hash is, or where it may be put: one of a few places in a row. */
static uint32_t find_place(const struct peck_names *names, uint32_t hash)
{
    enum { ROW = 8 };
    uint32_t start = hash >> 4;
    for (uint32_t i = 0; i < ROW; i++) {
        uint32_t place = (start + i) % PECK_NAMES_KNOWN;
        if (names->known[place].hash == hash || names->known[place].hash == 0)
            return place;
    }
    return start % PECK_NAMES_KNOWN;
}

static bool has_name(const struct peck_game *game, uint32_t action, const char *name)
{
    char spelled[PECK_NAME_MAX];
    struct peck_text text = peck_text_begin(spelled, sizeof spelled);
    game->action_name(action, &text);
    return peck_same(spelled, name);
}

/* A name follows from the code alone, and is unique among the legal ones: so a remembered
 * code that has this name and is legal is the right one. */
enum peck_status peck_names_say(struct peck_names *names, struct peck_match *match,
                                int seat, const char *name, struct peck_error *error)
{
    const struct peck_game *game = match->game;
    if (names->game != game) {
        memset(names, 0, sizeof *names);
        names->game = game;
    }
    uint32_t hash = hash_name(name), place = find_place(names, hash), action;
    if (names->known[place].hash == hash &&
        has_name(game, names->known[place].action, name)) {
        enum peck_status status =
            peck_match_play(match, seat, names->known[place].action, error);
        if (status != PECK_ILLEGAL)
            return status;
    }
    if (peck_action_parse(game, &match->state, seat, name, &action) != PECK_OK)
        return peck_match_refuse(match, seat, name, strlen(name), error);
    names->known[place].hash = hash;
    names->known[place].action = action;
    return peck_match_append(match, seat, action, error);
}
