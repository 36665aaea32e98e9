/* text.c — bounded writing, errors as keys with values, and the scanner.
 *
 * The scanner keeps the first failure with its place, and every read after it fails. Texts
 * of an error lie one after the other in its pool and are known by their offset, so that an
 * error can be copied. What does not fit is cut. */
#include <peck/game.h>

#include <string.h>

size_t peck_length(const char *string)
{
    size_t length = 0;
    while (string[length] != '\0')
        length++;
    return length;
}

bool peck_same(const char *a, const char *b)
{
    size_t length = peck_length(a);
    return length == peck_length(b) && memcmp(a, b, length) == 0;
}

struct peck_text peck_text_begin(char *buffer, size_t room)
{
    buffer[0] = '\0';
    return (struct peck_text){.buffer = buffer, .room = (uint32_t)room};
}

void peck_put_bytes(struct peck_text *text, const char *bytes, size_t count)
{
    size_t free = text->room - 1 - text->length;
    if (count > free) {
        count = free;
        text->full = true;
    }
    memcpy(text->buffer + text->length, bytes, count);
    text->length += (uint32_t)count;
    text->buffer[text->length] = '\0';
}

void peck_put_char(struct peck_text *text, char c)
{
    if (text->length + 1 < text->room) {
        text->buffer[text->length++] = c;
        text->buffer[text->length] = '\0';
    } else {
        text->full = true;
    }
}

void peck_put(struct peck_text *text, const char *string)
{
    peck_put_bytes(text, string, peck_length(string));
}

void peck_put_int(struct peck_text *text, int64_t number)
{
    char digits[20]; /* 2^63 has 19 digits, and a sign */
    size_t at = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (number < 0)
        digits[--at] = '-';
    peck_put_bytes(text, digits + at, sizeof digits - at);
}

void peck_put_quoted(struct peck_text *text, const char *bytes, size_t count)
{
    enum { SHOWN = 40 };
    peck_put_char(text, '\'');
    for (size_t i = 0; i < count && i < SHOWN; i++)
        peck_put_char(text, bytes[i] >= ' ' && bytes[i] <= '~' ? bytes[i] : '.');
    peck_put(text, count > SHOWN ? "…'" : "'");
}

void peck_error_say(struct peck_error *error, const char *key)
{
    error->line = 0;
    error->column = 0;
    error->key = key;
    error->count = 0;
}

/* The first free byte of the pool. */
static size_t pool_end(const struct peck_error *error)
{
    for (uint32_t i = error->count; i > 0; i--) {
        const struct peck_value *value = &error->values[i - 1];
        if (value->kind == PECK_VALUE_TEXT)
            return (size_t)value->number + peck_length(error->pool + value->number) + 1;
    }
    return 0;
}

static struct peck_value *add_value(struct peck_error *error, const char *name, int kind)
{
    PECK_ASSERT(error->count < PECK_ERROR_VALUES);
    struct peck_value *value = &error->values[error->count++];
    *value = (struct peck_value){.name = name, .kind = kind};
    return value;
}

void peck_error_number(struct peck_error *error, const char *name, int64_t number)
{
    add_value(error, name, PECK_VALUE_NUMBER)->number = number;
}

void peck_error_key(struct peck_error *error, const char *name, const char *key)
{
    add_value(error, name, PECK_VALUE_KEY)->key = key;
}

struct peck_text peck_error_open(struct peck_error *error, const char *name)
{
    size_t end = pool_end(error), last = PECK_ERROR_POOL - 1;
    size_t at = end < last ? end : last;
    add_value(error, name, PECK_VALUE_TEXT)->number = (int64_t)at;
    return peck_text_begin(error->pool + at, PECK_ERROR_POOL - at);
}

void peck_error_text(struct peck_error *error, const char *name, const char *text)
{
    struct peck_text value = peck_error_open(error, name);
    peck_put(&value, text);
}

void peck_error_quote(struct peck_error *error, const char *name, const char *bytes,
                      size_t count)
{
    struct peck_text value = peck_error_open(error, name);
    peck_put_quoted(&value, bytes, count);
}

void peck_error_wrap(struct peck_error *error, const char *key)
{
    peck_error_key(error, "why", error->key);
    error->key = key;
}

struct peck_scan peck_scan_begin(const char *bytes, size_t count, struct peck_error *error)
{
    return (struct peck_scan){
        .start = bytes, .at = bytes, .end = bytes + count, .error = error};
}

bool peck_scan_refuse(struct peck_scan *scan, const char *key)
{
    enum { SHOWN = 16 };
    if (scan->failed)
        return false;
    scan->failed = true;
    struct peck_error *error = scan->error;
    peck_error_say(error, key);
    error->column = (uint32_t)(scan->at - scan->start) + 1;
    size_t left = (size_t)(scan->end - scan->at);
    if (left == 0)
        peck_error_key(error, "found", "error.the-end");
    else
        peck_error_quote(error, "found", scan->at, left < SHOWN ? left : SHOWN);
    return true;
}

bool peck_scan_fail(struct peck_scan *scan, const char *what)
{
    if (peck_scan_refuse(scan, "error.expected"))
        peck_error_key(scan->error, "what", what);
    return false;
}

bool peck_scan_accept(struct peck_scan *scan, const char *literal)
{
    size_t length = peck_length(literal);
    if (scan->failed || (size_t)(scan->end - scan->at) < length ||
        memcmp(scan->at, literal, length) != 0)
        return false;
    scan->at += length;
    return true;
}

bool peck_scan_expect(struct peck_scan *scan, const char *literal)
{
    if (peck_scan_accept(scan, literal))
        return true;
    if (peck_scan_refuse(scan, "error.expected"))
        peck_error_quote(scan->error, "what", literal, peck_length(literal));
    return false;
}

bool peck_scan_number(struct peck_scan *scan, int32_t low, int32_t high, int32_t *number)
{
    const char *p = scan->at;
    bool minus = p < scan->end && *p == '-';
    if (minus)
        p++;
    const char *digits = p;
    int64_t value = 0;
    while (p < scan->end && *p >= '0' && *p <= '9' && p - digits < 10)
        value = value * 10 + (*p++ - '0');
    bool spelled = p > digits && !(*digits == '0' && (p - digits > 1 || minus));
    if (minus)
        value = -value;
    if (scan->failed || !spelled || value < low || value > high)
        return false;
    scan->at = p;
    *number = (int32_t)value;
    return true;
}

int32_t peck_scan_int(struct peck_scan *scan, const char *what, int32_t low, int32_t high)
{
    int32_t number = low;
    if (!peck_scan_number(scan, low, high, &number) &&
        peck_scan_refuse(scan, "error.expected.range")) {
        peck_error_key(scan->error, "what", what);
        peck_error_number(scan->error, "low", low);
        peck_error_number(scan->error, "high", high);
    }
    return number;
}

int peck_scan_one_of(struct peck_scan *scan, const char *what, const char *set)
{
    if (!scan->failed && scan->at < scan->end) {
        for (int i = 0; set[i] != '\0'; i++) {
            if (set[i] == *scan->at) {
                scan->at++;
                return i;
            }
        }
    }
    if (peck_scan_refuse(scan, "error.expected")) {
        peck_error_key(scan->error, "what", what);
        peck_error_text(scan->error, "set", set);
    }
    return 0;
}

bool peck_scan_done(struct peck_scan *scan)
{
    if (!scan->failed && scan->at != scan->end)
        peck_scan_fail(scan, "error.end-of-line");
    return !scan->failed;
}
