/* character.h — the hens that play as bots: who sits where, and what is known of each.
 *
 * A bot of a level is shown as one of that level's hens. Which one follows from a word for
 * the match (a table's name, a match's seed) and from the seat, so everybody sees the same
 * hen there and no record needs to name her. Two seats of a match never have the same. */
#ifndef PECK_CHARACTER_H
#define PECK_CHARACTER_H

#include <peck/bot.h>

/* A level has a hen of each. */
enum peck_temper {
    PECK_CALM,
    PECK_MERRY,
    PECK_PROUD,
    PECK_SHY,
    PECK_SLY,
    PECK_GRUFF,
    PECK_DREAMY,
    PECK_TEMPERS
};

struct peck_character {
    const char *id; /* her name is `character.<id>` of the catalogue */
    enum peck_level level;
    enum peck_temper temper;
    const char *feathers, *wears; /* words for a drawing */
};

/* The hen of a bot at a seat; NULL if the bot's name is not that of a level. */
const struct peck_character *peck_character_at(const char *bot, const char *match,
                                               int seat);
/* The hen of that id, or NULL. */
const struct peck_character *peck_character_find(const char *id);
/* An array: the hens of a level, or none: id, temper, feathers and wears of each. */
void peck_json_characters(struct peck_json *json, const char *key, const char *level);

#endif
