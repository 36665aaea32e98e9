/* parse_words.h — reads a position of Heckmeck from plain words.
 *
 * The function is `line` of struct peck_advice, which describes its arguments. */
#ifndef HECKMECK_PARSE_WORDS_H
#define HECKMECK_PARSE_WORDS_H

#include <peck/advice.h>

enum {
    WORD_DICE,
    WORD_ROLLED,
    WORD_GRILL,
    WORD_MINE,
    WORD_TOPS,
    WORD_SPECIALISTS,
    WORD_WORMS,
    WORD_GOLDEN,
    WORD_WEASEL,
};

enum peck_status heckmeck_told(const struct peck_words *words,
                               const struct peck_setup *setup, const void *contents,
                               int *seats, struct peck_text *line,
                               struct peck_error *error);

#endif
