/* reason.c — says what an action brings, clause by clause, in the reader's language.
 *
 * The game's advice lists the clauses as keys with values; here they become one sentence.
 * Where the reader sees the action drawn, clauses that only spell it are left out. */
#include "reason.h"

/* Between two clauses: a comma, but after a colon a space. */
static void put_joint(struct peck_text *text)
{
    peck_put(text, text->buffer[text->length - 1] == ':' ? " " : ", ");
}

void reason_say(const struct peck_seat *seat, uint32_t action, enum say_language language,
                bool drawn, struct peck_text *text)
{
    const struct peck_advice *advice = peck_advice_of(seat->game);
    struct peck_reason reason = {.count = 0};
    uint32_t before = text->length;
    if (advice != NULL && advice->what != NULL)
        advice->what(seat, action, &reason);
    for (uint32_t i = 0; i < reason.count; i++) {
        const struct peck_clause *clause = &reason.clause[i];
        if (clause->notation && drawn)
            continue;
        if (text->length > before)
            put_joint(text);
        say_keyed(text, language, clause->key,
                  (struct say_value[]){{"count", .number = clause->count},
                                       {"number", .number = clause->number},
                                       {"word", .text = clause->word},
                                       {0}});
    }
}
