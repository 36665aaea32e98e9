/* say.c — finds messages, fills in their values, and chooses plural forms.
 *
 * Messages lie in a table that the build generates. A value of an error can be another
 * message; it is said first, with the plain values of the same error, and then filled in
 * like a text. So errors nest once, and no further. */
#include "say.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const say_languages[SAY_LANGUAGES] = {"en", "de", "pl", "ru"};

/* The plural rules of the Unicode CLDR for whole numbers. Polish has `one` for 1 alone,
 * Russian for all that end in 1 but not in 11; `few` is 2 to 4 but not 12 to 14 in both. */
int say_form(enum say_language language, int64_t number)
{
    uint64_t n = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    bool few = n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14);
    switch (language) {
    case SAY_PL: return n == 1 ? 0 : few ? 1 : 2;
    case SAY_RU: return n % 10 == 1 && n % 100 != 11 ? 0 : few ? 1 : 2;
    default: return n == 1 ? 0 : 1;
    }
}

static const struct say_value *find_value(const struct say_value *values, const char *name,
                                          size_t length)
{
    for (; values != NULL && values->name != NULL; values++) {
        if (strlen(values->name) == length && memcmp(values->name, name, length) == 0)
            return values;
    }
    return NULL;
}

static bool counts(enum message message)
{
    return say_texts[message].form[SAY_EN][1] != NULL;
}

/* The text to fill in: the language's, or, where it is missing, English. */
static const char *pattern_of(enum say_language language, enum message message,
                              const struct say_value *values)
{
    if (!counts(message))
        return say_literal(language, message);
    const struct say_value *count = find_value(values, "count", 5);
    int64_t number = count != NULL ? count->number : 0;
    const char *text = say_texts[message].form[language][say_form(language, number)];
    return text != NULL ? text : say_texts[message].form[SAY_EN][say_form(SAY_EN, number)];
}

void say(struct peck_text *text, enum say_language language, enum message message,
         const struct say_value *values)
{
    const char *at = pattern_of(language, message, values);
    while (*at != '\0') {
        size_t plain = strcspn(at, "{");
        peck_put_bytes(text, at, plain);
        at += plain;
        if (*at == '\0')
            return;
        size_t length = strcspn(at + 1, "}");
        const struct say_value *value = find_value(values, at + 1, length);
        if (value == NULL)
            peck_put_bytes(text, at, length + 2);
        else if (value->text != NULL)
            peck_put(text, value->text);
        else
            peck_put_int(text, value->number);
        at += length + 2;
    }
}

const char *say_literal(enum say_language language, enum message message)
{
    const char *text = say_texts[message].form[language][0];
    return text != NULL ? text : say_texts[message].form[SAY_EN][0];
}

int say_named(const char *key)
{
    for (int i = 0; i < MESSAGE_COUNT; i++) {
        if (strcmp(say_texts[i].key, key) == 0)
            return i;
    }
    return SAY_NONE;
}

int say_find(const char *format, ...)
{
    char key[96];
    va_list parts;
    va_start(parts, format);
    int length = vsnprintf(key, sizeof key, format, parts);
    va_end(parts);
    return length < 0 || (size_t)length >= sizeof key ? SAY_NONE : say_named(key);
}

void say_keyed(struct peck_text *text, enum say_language language, const char *key,
               const struct say_value *values)
{
    int message = say_named(key);
    if (message == SAY_NONE)
        peck_put(text, key);
    else
        say(text, language, (enum message)message, values);
}

/* Values that are messages come last, as they are made of the others. */
void say_error(struct peck_text *text, enum say_language language,
               const struct peck_error *error)
{
    char told[PECK_ERROR_VALUES][ERROR_SENTENCE];
    struct say_value values[PECK_ERROR_VALUES + 1] = {0};
    uint32_t count = 0;
    if (error->key == NULL)
        return;
    for (uint32_t i = 0; i < error->count; i++) {
        const struct peck_value *value = &error->values[i];
        if (value->kind == PECK_VALUE_NUMBER)
            values[count++] = (struct say_value){value->name, NULL, value->number};
        else if (value->kind == PECK_VALUE_TEXT)
            values[count++] =
                (struct say_value){value->name, error->pool + value->number, 0};
    }
    for (uint32_t i = 0; i < error->count; i++) {
        const struct peck_value *value = &error->values[i];
        if (value->kind != PECK_VALUE_KEY)
            continue;
        struct peck_text part = peck_text_begin(told[i], sizeof told[i]);
        say_keyed(&part, language, value->key, values);
        values[count++] = (struct say_value){value->name, told[i], 0};
    }
    say_keyed(text, language, error->key, values);
}

void say_error_at(struct peck_text *text, enum say_language language,
                  const struct peck_error *error)
{
    char why[ERROR_SENTENCE];
    struct peck_text sentence = peck_text_begin(why, sizeof why);
    say_error(&sentence, language, error);
    if (error->line == 0 && error->column == 0)
        peck_put(text, why);
    else
        say_keyed(text, language, error->line > 0 ? "error.line" : "error.column",
                  (struct say_value[]){{"line", .number = error->line},
                                       {"column", .number = error->column},
                                       {"why", .text = why},
                                       {0}});
}

const char *error_english(const struct peck_error *error, char sentence[ERROR_SENTENCE])
{
    struct peck_text text = peck_text_begin(sentence, ERROR_SENTENCE);
    say_error(&text, SAY_EN, error);
    return sentence;
}

void say_decimal(struct peck_text *text, enum say_language language, double number,
                 int decimals)
{
    char digits[64];
    int length = snprintf(digits, sizeof digits, "%.*f", decimals, number);
    if (length < 0 || (size_t)length >= sizeof digits)
        return;
    bool nothing = strspn(digits, "-0.") == (size_t)length; /* next to 0, from below */
    char *point = strchr(digits, '.');
    if (point != NULL && language != SAY_EN)
        *point = ',';
    peck_put(text, digits + (nothing && digits[0] == '-'));
}

void say_estimate(struct peck_text *text, enum say_language language, double value,
                  double error)
{
    say_decimal(text, language, value, 1);
    if (error <= 0)
        return;
    peck_put(text, " ± ");
    say_decimal(text, language, 1.96 * error, 1);
}

enum say_language say_language_of(const char *name)
{
    for (int i = 0; i < SAY_LANGUAGES; i++) {
        bool begins = strncmp(name, say_languages[i], 2) == 0;
        if (begins && (name[2] == '\0' || strchr("_.@", name[2]) != NULL))
            return (enum say_language)i;
    }
    return SAY_LANGUAGES;
}

enum say_language say_language_here(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value == NULL || value[0] == '\0')
            continue;
        enum say_language language = say_language_of(value);
        return language < SAY_LANGUAGES ? language : SAY_EN; /* the first set decides */
    }
    return SAY_EN;
}
