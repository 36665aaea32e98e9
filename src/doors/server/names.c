/* names.c — normalises names with utf8proc, and finds those that look alike by a table.
 *
 * confusables.inc has what a character looks like, for all that are left after NFKC. The
 * skeleton is computed as the report says: taken apart (NFD), each character replaced by
 * what it looks like, taken apart again. Here its case is folded as well, after that: a
 * capital I looks like a small l, and a small i does not. */
#include "names.h"

#include <utf8proc.h>

#include <stdlib.h>
#include <string.h>

static const struct confusable {
    uint32_t code;
    const char *looks;
} confusables[] = {
#include "confusables.inc"
};

/* utf8proc's form of a text; "" when it is none. */
static void map(const char *from, utf8proc_option_t options, char *to, size_t room)
{
    utf8proc_uint8_t *made = NULL;
    struct peck_text text = peck_text_begin(to, room);
    utf8proc_ssize_t length =
        utf8proc_map((const utf8proc_uint8_t *)from, 0, &made,
                     UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_IGNORE | options);
    if (length > 0)
        peck_put(&text, (const char *)made);
    free(made);
}

/* Characters that say something about others, and ends of lines. */
static bool is_hidden(utf8proc_int32_t code)
{
    utf8proc_category_t category = utf8proc_category(code);
    return category == UTF8PROC_CATEGORY_CF || category == UTF8PROC_CATEGORY_CC ||
           category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP ||
           category == UTF8PROC_CATEGORY_CS;
}

bool names_plain(const char *text)
{
    utf8proc_int32_t code;
    for (utf8proc_ssize_t count; *text != '\0'; text += count) {
        count = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &code);
        if (count <= 0 || utf8proc_category(code) == UTF8PROC_CATEGORY_CC)
            return false;
    }
    return true;
}

/* Takes out of `text` every space but one between two other characters. */
static void single_spaces(char *text)
{
    char *to = text;
    for (const char *at = text; *at != '\0'; at++) {
        if (*at != ' ' || (to > text && at[1] != ' ' && at[1] != '\0'))
            *to++ = *at;
    }
    *to = '\0';
}

bool names_tidy(const char *from, char to[PECK_PLAYER_MAX])
{
    char made[NAMES_LOOKS];
    utf8proc_int32_t code;
    map(from, UTF8PROC_COMPOSE | UTF8PROC_COMPAT, made, sizeof made);
    single_spaces(made);
    size_t length = strlen(made);
    for (utf8proc_ssize_t at = 0, count; made[at] != '\0'; at += count) {
        count = utf8proc_iterate((const utf8proc_uint8_t *)made + at, -1, &code);
        if (count <= 0 || is_hidden(code))
            return false;
    }
    if (length == 0 || length >= PECK_PLAYER_MAX)
        return false;
    memcpy(to, made, length + 1);
    return true;
}

void names_fold(const char *name, char folded[NAMES_LOOKS])
{
    map(name, UTF8PROC_CASEFOLD | UTF8PROC_COMPOSE | UTF8PROC_COMPAT, folded, NAMES_LOOKS);
}

static int compare(const void *key, const void *entry)
{
    uint32_t a = *(const uint32_t *)key, b = ((const struct confusable *)entry)->code;
    return a < b ? -1 : a > b;
}

void names_looks(const char *name, char looks[NAMES_LOOKS])
{
    char apart[NAMES_LOOKS], replaced[NAMES_LOOKS];
    struct peck_text text = peck_text_begin(replaced, sizeof replaced);
    map(name, UTF8PROC_DECOMPOSE, apart, sizeof apart);
    for (const char *at = apart; *at != '\0';) {
        utf8proc_int32_t code;
        utf8proc_ssize_t count = utf8proc_iterate((const utf8proc_uint8_t *)at, -1, &code);
        if (count <= 0)
            break;
        uint32_t key = (uint32_t)code;
        const struct confusable *found =
            bsearch(&key, confusables, sizeof confusables / sizeof *confusables,
                    sizeof *confusables, compare);
        if (found != NULL)
            peck_put(&text, found->looks);
        else
            peck_put_bytes(&text, at, (size_t)count);
        at += count;
    }
    map(replaced, UTF8PROC_CASEFOLD | UTF8PROC_DECOMPOSE, looks, NAMES_LOOKS);
}
