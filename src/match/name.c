/* name.c — checks players' names: UTF-8 that is safe to show anywhere.
 *
 * A name goes into records, JSON, HTML and terminals. It must be well-formed UTF-8
 * (shortest form, no surrogates, nothing above U+10FFFF) without control characters and
 * line breaks. */
#include "inner.h"

/* Reads one code point and moves on; -1 when the bytes are not UTF-8. */
static int32_t next_point(const unsigned char **at, const unsigned char *end)
{
    /* Most code points of one, two, three and four bytes; the lowest is one above the last.
     */
    static const int32_t most[] = {0x7f, 0x7ff, 0xffff, 0x10ffff};
    unsigned char lead = *(*at)++;
    if (lead < 0x80)
        return lead;
    int more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    if (lead < 0xc0 || lead > 0xf7 || end - *at < more)
        return -1;
    int32_t point = lead & (0x3f >> more);
    for (int i = 0; i < more; i++) {
        unsigned char next = *(*at)++;
        if ((next & 0xc0) != 0x80)
            return -1;
        point = point << 6 | (next & 0x3f);
    }
    bool surrogate = point >= 0xd800 && point <= 0xdfff;
    return point <= most[more - 1] || point > most[more] || surrogate ? -1 : point;
}

const char *peck_name_fault(const char *bytes, size_t count)
{
    if (count >= PECK_PLAYER_MAX)
        return "error.name.long";
    const unsigned char *at = (const unsigned char *)bytes, *end = at + count;
    while (at < end) {
        int32_t point = next_point(&at, end);
        if (point < 0)
            return "error.name.utf8";
        if (point < 0x20 || (point >= 0x7f && point < 0xa0))
            return "error.name.control";
        if (point == 0x2028 || point == 0x2029)
            return "error.name.breaks";
    }
    return NULL;
}
