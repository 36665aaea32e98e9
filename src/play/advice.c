/* advice.c — finding what is known of a game: see advice.h. */
#include <peck/advice.h>

#include <stddef.h>

#define ADVICE(name) extern const struct peck_advice peck_advice_##name;
#include "advice.def"
#undef ADVICE

static const struct peck_advice *const advices[] = {
#define ADVICE(name) &peck_advice_##name,
#include "advice.def"
#undef ADVICE
    NULL,
};

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
    for (const struct peck_advice *const *advice = advices; *advice != NULL; advice++) {
        if (peck_same((*advice)->game, game->name))
            return *advice;
    }
    return NULL;
}
