/* ascii.c — the same: `ascii.h` */
#include "ascii.h"

#include "tell/utf8.h"

#include <string.h>

struct spelling {
    uint32_t point;
    const char *ascii;
};

/* Ascending. Signs that drawings are aligned by are spelt with one letter. */
static const struct spelling spellings[] = {
    {0x00a0, " "},  {0x00a7, "~"},   {0x00ab, "\""}, {0x00b0, "o"},     {0x00b1, "+-"},
    {0x00b7, "."},  {0x00bb, "\""},  {0x00c4, "Ae"}, {0x00d3, "O"},     {0x00d6, "Oe"},
    {0x00d7, "x"},  {0x00dc, "Ue"},  {0x00df, "ss"}, {0x00e4, "ae"},    {0x00e9, "e"},
    {0x00f3, "o"},  {0x00f6, "oe"},  {0x00fc, "ue"}, {0x0104, "A"},     {0x0105, "a"},
    {0x0106, "C"},  {0x0107, "c"},   {0x0118, "E"},  {0x0119, "e"},     {0x0141, "L"},
    {0x0142, "l"},  {0x0143, "N"},   {0x0144, "n"},  {0x015a, "S"},     {0x015b, "s"},
    {0x0179, "Z"},  {0x017a, "z"},   {0x017b, "Z"},  {0x017c, "z"},     {0x0401, "Yo"},
    {0x0451, "yo"}, {0x2009, " "},   {0x2013, "-"},  {0x2014, "-"},     {0x2018, "'"},
    {0x2019, "'"},  {0x201a, "'"},   {0x201c, "\""}, {0x201d, "\""},    {0x201e, "\""},
    {0x2022, "o"},  {0x2026, "..."}, {0x202f, " "},  {0x2190, "<"},     {0x2191, "^"},
    {0x2192, ">"},  {0x2193, "v"},   {0x2195, "^v"}, {0x21b5, "Enter"}, {0x2212, "-"},
    {0x2248, "~"},  {0x2265, ">="},  {0x2500, "-"},  {0x2502, "|"},     {0x250c, "+"},
    {0x2510, "+"},  {0x2514, "+"},   {0x2518, "+"},  {0x251c, "+"},     {0x2524, "+"},
    {0x252c, "+"},  {0x2534, "+"},   {0x253c, "+"},  {0x2550, "="},     {0x256d, "/"},
    {0x256e, "\\"}, {0x256f, "/"},   {0x2570, "\\"}, {0x2588, "#"},     {0x2591, ":"},
    {0x2592, "%"},  {0x2593, "#"},   {0x25a0, "#"},  {0x25b2, "^"},     {0x25b6, ">"},
    {0x25b8, ">"},  {0x25bc, "v"},   {0x25c0, "<"},  {0x25c6, "*"},     {0x25cb, "o"},
    {0x25cf, "o"},  {0x2605, "*"},   {0x2713, "+"},  {0x2717, "x"},
};

/* А to я, U+0410 to U+044F, by what they sound like. */
static const char *const cyrillic[] = {
    "A", "B", "V", "G", "D", "E",  "Zh", "Z",  "I",  "Y",    "K", "L", "M", "N", "O",  "P",
    "R", "S", "T", "U", "F", "Kh", "Ts", "Ch", "Sh", "Shch", "",  "Y", "'", "E", "Yu", "Ya",
    "a", "b", "v", "g", "d", "e",  "zh", "z",  "i",  "y",    "k", "l", "m", "n", "o",  "p",
    "r", "s", "t", "u", "f", "kh", "ts", "ch", "sh", "shch", "",  "y", "'", "e", "yu", "ya",
};

static const char *spelling_of(uint32_t point)
{
    if (point >= 0x410 && point < 0x450)
        return cyrillic[point - 0x410];
    int low = 0, high = (int)(sizeof spellings / sizeof spellings[0]) - 1;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (point == spellings[middle].point)
            return spellings[middle].ascii;
        if (point > spellings[middle].point)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return utf8_columns(point) == 0 ? "" : "?";
}

void ascii_spell(const char *text, char *buffer, size_t room)
{
    size_t length = 0;
    while (*text != '\0') {
        uint32_t point;
        size_t count = utf8_next(text, &point);
        char self[2] = {(char)point, '\0'};
        const char *ascii = point < 0x80 ? self : spelling_of(point);
        size_t more = strlen(ascii);
        if (length + more >= room)
            break;
        memcpy(buffer + length, ascii, more);
        length += more;
        text += count;
    }
    buffer[length] = '\0';
}
