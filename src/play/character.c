/* character.c — finds the hen that plays for a bot.
 *
 * A level has as many hens as a match can have seats, in the order of characters.def. The
 * word for the match says with which of them seat 0 would begin; each seat has the next. */
#include <peck/character.h>

static const struct peck_character characters[] = {
#define CHARACTER(id, level, temper, feathers, wears)                                      \
    {#id, PECK_##level, PECK_##temper, feathers, wears},
#include "characters.def"
#undef CHARACTER
};

enum {
    CHARACTERS = sizeof characters / sizeof characters[0],
    EACH = CHARACTERS / PECK_LEVELS,
};
_Static_assert((int)EACH *PECK_LEVELS == CHARACTERS, "as many hens on every level");
_Static_assert((int)EACH >= (int)PECK_SEATS_MAX, "no two seats have the same hen");

static const char *const temper_names[PECK_TEMPERS] = {"calm", "merry", "proud", "shy",
                                                       "sly",  "gruff", "dreamy"};

static int level_of(const char *bot)
{
    int level = 0;
    while (level < PECK_LEVELS && !peck_same(peck_level_names[level], bot))
        level++;
    return level;
}

/* FNV-1a. */
static uint32_t hash_of(const char *word)
{
    uint32_t hash = 2166136261u;
    for (; *word != '\0'; word++)
        hash = (hash ^ (unsigned char)*word) * 16777619u;
    return hash;
}

const struct peck_character *peck_character_at(const char *bot, const char *match, int seat)
{
    int level = level_of(bot);
    if (level == PECK_LEVELS || seat < 0)
        return NULL;
    uint32_t first = hash_of(match) % EACH;
    return &characters[level * EACH + (int)((first + (uint32_t)seat) % EACH)];
}

const struct peck_character *peck_character_find(const char *id)
{
    for (int i = 0; i < CHARACTERS; i++) {
        if (peck_same(characters[i].id, id))
            return &characters[i];
    }
    return NULL;
}

void peck_json_characters(struct peck_json *json, const char *key, const char *level)
{
    int found = level_of(level);
    peck_json_array(json, key);
    for (int i = 0; found < PECK_LEVELS && i < EACH; i++) {
        const struct peck_character *character = &characters[found * EACH + i];
        peck_json_object(json, NULL);
        peck_json_string(json, "id", character->id);
        peck_json_string(json, "temper", temper_names[character->temper]);
        peck_json_string(json, "feathers", character->feathers);
        peck_json_string(json, "wears", character->wears);
        peck_json_end_object(json);
    }
    peck_json_end_array(json);
}
