/* advice.c — the names of the plain words, and finding a game's advice.
 *
 * Each game brings its own struct peck_advice in its pack; here are only the parts that all
 * games share. include/peck/advice.h has the interface. */
#include <peck/advice.h>
#include <peck/pack.h>

#include <stddef.h>

const char *const peck_word_names[PECK_WORDS] = {
#define WORD(name, value, help) #name,
#include <peck/words.def>
#undef WORD
};

struct peck_clause *peck_reason_add(struct peck_reason *reason, const char *key,
                                    int32_t count, int32_t number)
{
    PECK_ASSERT(reason->count < PECK_CLAUSES_MAX);
    struct peck_clause *clause = &reason->clause[reason->count++];
    *clause = (struct peck_clause){.key = key, .count = count, .number = number};
    return clause;
}

const struct peck_advice *peck_advice_of(const struct peck_game *game)
{
    const struct peck_pack *pack = peck_pack_of(game);
    return pack != NULL ? pack->advice : NULL;
}
