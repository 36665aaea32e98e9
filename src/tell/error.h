/* error.h — an error of the engine as a sentence, for doors that speak English only. (The
 * others have say_error, of say.h.) */
#ifndef TELL_ERROR_H
#define TELL_ERROR_H

#include <peck/text.h>

enum { ERROR_SENTENCE = 512 }; /* room for any of them */

/* Writes the sentence, without line and column, and returns it. */
const char *error_english(const struct peck_error *error, char sentence[ERROR_SENTENCE]);

#endif
