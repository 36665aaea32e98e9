/* advice.c — the names of the plain words, and finding a game's advice.
 *
 * Each game brings its own struct peck_advice in its pack; here are only the parts that all
 * games share. include/peck/advice.h has the interface. */
#include <peck/advice.h>
#include <peck/pack.h>

#include <stddef.h>
#include <string.h>

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

int peck_word_count(const struct peck_game *game)
{
    const struct peck_advice *advice = peck_advice_of(game);
    int count = 0;
    while (advice != NULL && count < PECK_WORDS_MAX && advice->words[count].name != NULL)
        count++;
    return count;
}

int peck_word_find(const struct peck_game *game, const char *name, size_t length)
{
    for (int i = peck_word_count(game); i-- > 0;) {
        const char *word = peck_advice_of(game)->words[i].name;
        if (strlen(word) == length && memcmp(word, name, length) == 0)
            return i;
    }
    return -1;
}
