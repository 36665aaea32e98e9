/* parse_words.h — reads a position of Heckmeck from plain words.
 *
 * The function is `line` of struct peck_advice, which describes its arguments. */
#ifndef HECKMECK_PARSE_WORDS_H
#define HECKMECK_PARSE_WORDS_H

#include <peck/advice.h>

enum peck_status heckmeck_told(const struct peck_words *words,
                               const struct peck_setup *setup, int *seats,
                               struct peck_text *line, struct peck_error *error);

#endif
