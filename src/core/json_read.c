/* json_read.c — reads JSON that came over the wire, strictly, and hands it to a writer.
 *
 * One pass, by recursive descent, no deeper than the writer goes. A string is resolved
 * where it stands: that never makes it longer, and its NUL takes the place of the quote at
 * most. */
#include <peck/game.h>

struct reader {
    char *at, *end;
    struct peck_json *json;
};

static bool read_value(struct reader *r, const char *key);

static void skip_space(struct reader *r)
{
    while (r->at < r->end &&
           (*r->at == ' ' || *r->at == '\n' || *r->at == '\r' || *r->at == '\t'))
        r->at++;
}

/* Whether this byte comes next; then it is read. */
static bool accept(struct reader *r, char c)
{
    if (r->at == r->end || *r->at != c)
        return false;
    r->at++;
    return true;
}

static bool accept_word(struct reader *r, const char *word)
{
    char *start = r->at;
    while (*word != '\0' && accept(r, *word))
        word++;
    if (*word != '\0')
        r->at = start;
    return *word == '\0';
}

/* ---- Strings ---- */

/* Four hexadecimal digits; -1: something else. */
static int32_t read_hex(struct reader *r)
{
    int32_t value = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        char c = r->at < r->end ? *r->at : '\0';
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0)
            return -1;
        value = value << 4 | digit;
    }
    return value;
}

/* The code point after `\u`, which may take two escapes; -1: it is not one. */
static int32_t read_point(struct reader *r)
{
    int32_t point = read_hex(r);
    if (point < 0xd800 || point > 0xdfff)
        return point > 0 ? point : -1;
    if (point > 0xdbff || !accept_word(r, "\\u"))
        return -1;
    int32_t low = read_hex(r);
    return low < 0xdc00 || low > 0xdfff ? -1
                                        : 0x10000 + ((point & 0x3ff) << 10) + (low & 0x3ff);
}

/* As UTF-8; returns what comes after it. */
static char *put_point(char *to, int32_t point)
{
    int more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
    *to++ = (char)(lead[more] | point >> 6 * more);
    for (; more > 0; more--)
        *to++ = (char)(0x80 | (point >> 6 * (more - 1) & 0x3f));
    return to;
}

/* The character that an escape stands for, after its backslash; -1: there is no such. */
static int32_t read_escape(struct reader *r)
{
    static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    if (accept(r, 'u'))
        return read_point(r);
    for (int i = 0; escapes[i] != '\0'; i++) {
        if (accept(r, escapes[i]))
            return meanings[i];
    }
    return -1;
}

/* After its first quote; NULL: it is no string. */
static char *read_string(struct reader *r)
{
    char *start = r->at, *to = start;
    while (r->at < r->end && *r->at != '"') {
        if ((unsigned char)*r->at < 0x20)
            return NULL;
        if (!accept(r, '\\')) {
            *to++ = *r->at++;
            continue;
        }
        int32_t point = read_escape(r);
        if (point < 0)
            return NULL;
        to = put_point(to, point);
    }
    if (!accept(r, '"'))
        return NULL;
    *to = '\0';
    return start;
}

/* ---- Values ---- */

/* Digits, appended to the number; how many there were, -1 when they are too many. */
static int read_digits(struct reader *r, bool negative, int64_t *number)
{
    int count = 0;
    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++, count++) {
        int digit = negative ? '0' - *r->at : *r->at - '0';
        if (__builtin_mul_overflow(*number, 10, number) ||
            __builtin_add_overflow(*number, digit, number))
            return -1;
    }
    return count;
}

static bool read_number(struct reader *r, const char *key)
{
    int64_t number = 0;
    bool negative = accept(r, '-'), zero = r->at < r->end && *r->at == '0';
    int digits = read_digits(r, negative, &number);
    if (digits < 1 || (zero && digits > 1))
        return false;
    if (!accept(r, '.')) {
        peck_json_int(r->json, key, number);
        return true;
    }
    int decimals = read_digits(r, negative, &number);
    if (decimals < 1 || decimals > 18)
        return false;
    peck_json_fixed(r->json, key, number, decimals);
    return true;
}

static bool read_member(struct reader *r)
{
    skip_space(r);
    const char *key = accept(r, '"') ? read_string(r) : NULL;
    skip_space(r);
    return key != NULL && accept(r, ':') && read_value(r, key);
}

/* Elements, or members, up to the bracket that ends them. */
static bool read_list(struct reader *r, char end)
{
    skip_space(r);
    if (accept(r, end))
        return true;
    do {
        if (!(end == '}' ? read_member(r) : read_value(r, NULL)))
            return false;
        skip_space(r);
    } while (accept(r, ','));
    return accept(r, end);
}

static bool read_object(struct reader *r, const char *key)
{
    peck_json_object(r->json, key);
    if (!read_list(r, '}'))
        return false;
    peck_json_end_object(r->json);
    return true;
}

static bool read_array(struct reader *r, const char *key)
{
    peck_json_array(r->json, key);
    if (!read_list(r, ']'))
        return false;
    peck_json_end_array(r->json);
    return true;
}

static bool read_value(struct reader *r, const char *key)
{
    bool deeper = r->json->depth + 1 < PECK_JSON_DEPTH;
    skip_space(r);
    if (accept(r, '{'))
        return deeper && read_object(r, key);
    if (accept(r, '['))
        return deeper && read_array(r, key);
    if (accept(r, '"')) {
        const char *string = read_string(r);
        if (string != NULL)
            peck_json_string(r->json, key, string);
        return string != NULL;
    }
    if (accept_word(r, "true"))
        peck_json_bool(r->json, key, true);
    else if (accept_word(r, "false"))
        peck_json_bool(r->json, key, false);
    else if (accept_word(r, "null"))
        peck_json_null(r->json, key);
    else
        return read_number(r, key);
    return true;
}

bool peck_json_read(char *bytes, size_t count, struct peck_json *json)
{
    struct reader r = {.at = bytes, .end = bytes + count, .json = json};
    if (!read_value(&r, NULL))
        return false;
    skip_space(&r);
    return r.at == r.end;
}

/* Every value but the first follows a comma, or is the first in its brackets. */
size_t peck_json_nodes(const char *bytes, size_t count)
{
    size_t nodes = 1;
    for (size_t i = 0; i < count; i++)
        nodes += bytes[i] == ',' || bytes[i] == '[' || bytes[i] == '{';
    return nodes;
}
