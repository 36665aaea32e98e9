/* text.c — see text.h. */
#include <peck/text.h>

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

struct peck_text peck_error_begin(struct peck_error *error)
{
    error->line = 0;
    error->column = 0;
    return peck_text_begin(error->sentence, sizeof error->sentence);
}

void peck_error_say(struct peck_error *error, const char *sentence)
{
    struct peck_text text = peck_error_begin(error);
    peck_put(&text, sentence);
}

bool peck_error_about(struct peck_error *error, const char *what, const char *why)
{
    struct peck_text text = peck_error_begin(error);
    peck_put(&text, what);
    peck_put(&text, ": ");
    peck_put(&text, why);
    return false;
}

struct peck_scan peck_scan_begin(const char *bytes, size_t count, struct peck_error *error)
{
    return (struct peck_scan){
        .start = bytes, .at = bytes, .end = bytes + count, .error = error};
}

/* The next few bytes, quoted for a sentence; anything but printable ASCII becomes a dot. */
static void put_found(struct peck_text *text, const struct peck_scan *scan)
{
    if (scan->at == scan->end) {
        peck_put(text, "the end");
        return;
    }
    peck_put_char(text, '\'');
    for (const char *p = scan->at; p < scan->end && p < scan->at + 16; p++)
        peck_put_char(text, *p >= ' ' && *p <= '~' ? *p : '.');
    peck_put_char(text, '\'');
}

bool peck_scan_fail(struct peck_scan *scan, const char *what)
{
    if (scan->failed)
        return false;
    scan->failed = true;
    struct peck_text text = peck_error_begin(scan->error);
    scan->error->column = (uint32_t)(scan->at - scan->start) + 1;
    peck_put(&text, "expected ");
    peck_put(&text, what);
    peck_put(&text, ", found ");
    put_found(&text, scan);
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
    char quoted[64];
    struct peck_text text = peck_text_begin(quoted, sizeof quoted);
    peck_put_char(&text, '\'');
    peck_put(&text, literal);
    peck_put_char(&text, '\'');
    return peck_scan_fail(scan, quoted);
}

static void fail_range(struct peck_scan *scan, const char *what, int32_t low, int32_t high)
{
    char wanted[96];
    struct peck_text text = peck_text_begin(wanted, sizeof wanted);
    peck_put(&text, what);
    peck_put(&text, " from ");
    peck_put_int(&text, low);
    peck_put(&text, " to ");
    peck_put_int(&text, high);
    peck_scan_fail(scan, wanted);
}

int32_t peck_scan_int(struct peck_scan *scan, const char *what, int32_t low, int32_t high)
{
    if (scan->failed)
        return low;
    const char *start = scan->at, *p = start;
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
    if (!spelled || value < low || value > high) {
        fail_range(scan, what, low, high);
        return low;
    }
    scan->at = p;
    return (int32_t)value;
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
    peck_scan_fail(scan, what);
    return 0;
}

bool peck_scan_done(struct peck_scan *scan)
{
    if (!scan->failed && scan->at != scan->end)
        peck_scan_fail(scan, "the end of the line");
    return !scan->failed;
}
