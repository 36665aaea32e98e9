/* say.h — sentences in the reader's language, from the catalogue i18n/<language>.json.
 *
 * A message has a key and, in every language, a text with {placeholders}; or, where it
 * counts something, one text for each plural form of the language, chosen by the number
 * given as `count`. The build makes `enum message` and the table of texts from the
 * catalogue, so a key that is not there does not compile; docs/reference/languages.md says
 * how to add one. say_find finds keys made of parts at run time (`<game>.ply.keep`). */
#ifndef TELL_SAY_H
#define TELL_SAY_H

#include "error.h"

#include <messages.h> /* generated: enum message; `a.b-c` is MESSAGE_A_B_C */

/* In the order of say_languages. */
enum say_language { SAY_EN, SAY_DE, SAY_PL, SAY_RU, SAY_LANGUAGES };
extern const char *const say_languages[SAY_LANGUAGES]; /* "en", "de", "pl", "ru" */

enum {
    SAY_FORMS = 3,       /* one, other; or one, few, many */
    SAY_NONE = -1,       /* say_find: there is no such key */
    SAY_SENTENCE = 1024, /* room for any sentence; a help page may be longer */
};

/* The table that the build makes of the catalogue. A message that counts nothing has its
 * first form alone. */
struct say_text {
    const char *key;
    const char *form[SAY_LANGUAGES][SAY_FORMS]; /* NULL: missing, and said in English */
};
extern const struct say_text say_texts[MESSAGE_COUNT];

/* One value: {name} becomes the text, or the number when there is no text. Arrays of them
 * end with one without a name. */
struct say_value {
    const char *name;
    const char *text;
    int64_t number;
};

/* Appends the message. A placeholder without a value stays as it is, so that a mistake is
 * seen. `values` may be NULL. */
void say(struct peck_text *text, enum say_language language, enum message message,
         const struct say_value *values);
/* The same by the message's key, which stays as it is when the catalogue lacks it. */
void say_keyed(struct peck_text *text, enum say_language language, const char *key,
               const struct say_value *values);
/* The text itself, for messages without placeholders and plurals. */
const char *say_literal(enum say_language language, enum message message);
/* The message of a key, or SAY_NONE; of one put together as by printf. */
int say_named(const char *key);
int say_find(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Appends the sentence of an error, without line and column … */
void say_error(struct peck_text *text, enum say_language language,
               const struct peck_error *error);
/* … or with its line, or else its column, before it. */
void say_error_at(struct peck_text *text, enum say_language language,
                  const struct peck_error *error);

/* Appends a number with so many decimals, as the language writes it: 12.5 or 12,5. */
void say_decimal(struct peck_text *text, enum say_language language, double number,
                 int decimals);

/* Appends an estimate: `45.2 ± 1.1`, or the value alone where it is exact. `error` is its
 * standard error; ± is half of its 95 % interval, here and wherever people read it. */
void say_estimate(struct peck_text *text, enum say_language language, double value,
                  double error);

/* Which of the forms a number takes. */
int say_form(enum say_language language, int64_t number);

/* The language of a name such as "pl" or "pl_PL.UTF-8"; SAY_LANGUAGES: not ours. */
enum say_language say_language_of(const char *name);
/* That of LC_ALL, LC_MESSAGES or LANG, whichever is set first; English where it is not
 * ours. */
enum say_language say_language_here(void);

#endif
