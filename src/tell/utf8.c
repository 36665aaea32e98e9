/* utf8.c — the same: `utf8.h` */
#include "utf8.h"

/* The bytes of a character by its first byte; 0: no character begins with it. */
static size_t length_of(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first < 0xe0)
        return 2;
    if (first >= 0xe0 && first < 0xf0)
        return 3;
    return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

size_t utf8_next(const char *text, uint32_t *point)
{
    static const unsigned char payload[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    unsigned char first = (unsigned char)text[0];
    size_t length = length_of(first);
    *point = first & payload[length];
    for (size_t i = 1; i < length; i++) {
        unsigned char next = (unsigned char)text[i];
        if ((next & 0xc0) != 0x80) {
            length = 0;
            break;
        }
        *point = *point << 6 | (next & 0x3fu);
    }
    if (length > 0)
        return length;
    *point = 0xfffd;
    return 1;
}

/* Ranges that take no column (marks that join a letter) and two (East Asian letters and
 * pictures), as terminals commonly have them: what a player's name may bring along. */
struct range {
    uint32_t first, last;
    int columns;
};

int utf8_columns(uint32_t point)
{
    static const struct range ranges[] = {
        {0x0000, 0x001f, 0},   {0x007f, 0x009f, 0},   {0x0300, 0x036f, 0},
        {0x0483, 0x0489, 0},   {0x0591, 0x05bd, 0},   {0x0610, 0x061a, 0},
        {0x064b, 0x065f, 0},   {0x1100, 0x115f, 2},   {0x1ab0, 0x1aff, 0},
        {0x1dc0, 0x1dff, 0},   {0x200b, 0x200f, 0},   {0x202a, 0x202e, 0},
        {0x2060, 0x2064, 0},   {0x20d0, 0x20f0, 0},   {0x231a, 0x231b, 2},
        {0x23e9, 0x23ec, 2},   {0x25fd, 0x25fe, 2},   {0x2614, 0x2615, 2},
        {0x2648, 0x2653, 2},   {0x26a1, 0x26a1, 2},   {0x26bd, 0x26be, 2},
        {0x2705, 0x2705, 2},   {0x270a, 0x270b, 2},   {0x2728, 0x2728, 2},
        {0x274c, 0x274c, 2},   {0x2753, 0x2755, 2},   {0x2795, 0x2797, 2},
        {0x2b50, 0x2b50, 2},   {0x2e80, 0x303e, 2},   {0x3041, 0x33ff, 2},
        {0x3400, 0x4dbf, 2},   {0x4e00, 0x9fff, 2},   {0xa000, 0xa4cf, 2},
        {0xa960, 0xa97f, 2},   {0xac00, 0xd7a3, 2},   {0xf900, 0xfaff, 2},
        {0xfe00, 0xfe0f, 0},   {0xfe20, 0xfe2f, 0},   {0xfe30, 0xfe6f, 2},
        {0xff00, 0xff60, 2},   {0xffe0, 0xffe6, 2},   {0x1f300, 0x1f64f, 2},
        {0x1f680, 0x1f6ff, 2}, {0x1f900, 0x1faff, 2}, {0x20000, 0x3fffd, 2},
        {0xe0100, 0xe01ef, 0},
    };
    int low = 0, high = (int)(sizeof ranges / sizeof ranges[0]) - 1;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (point > ranges[middle].last)
            low = middle + 1;
        else if (point < ranges[middle].first)
            high = middle - 1;
        else
            return ranges[middle].columns;
    }
    return 1;
}

int utf8_width(const char *text, size_t length)
{
    int columns = 0;
    for (const char *end = text + length; text < end;) {
        uint32_t point;
        text += utf8_next(text, &point);
        columns += utf8_columns(point);
    }
    return columns;
}
