/* guide_page.c — the same: `guide_page.h`.
 *
 * Rows one after the other are a table. Its label column is as wide as the longest label,
 * and all its other columns as the widest cell, so every language fits without being laid
 * out by hand. */
#include "guide_page.h"

#include "tell/utf8.h"

#include <string.h>

enum {
    INDENT = 2, /* of a table */
    CELL_LEAST = 5,
    ROOM = 256, /* bytes of a label or a cell */
};

static int columns_of(const char *text)
{
    return utf8_width(text, strlen(text));
}

static void put_spaces(struct peck_text *text, int count)
{
    for (int i = 0; i < count; i++)
        peck_put_char(text, ' ');
}

void guide_page_wrap(const char *words, struct peck_text *text)
{
    int column = 0;
    while (*words != '\0') {
        char word[ROOM];
        size_t length = strcspn(words, " ");
        struct peck_text one = peck_text_begin(word, sizeof word);
        for (size_t i = 0; i < length; i++)
            peck_put_char(&one, words[i]);
        int width = columns_of(word);
        if (column > 0 && column + 1 + width > GUIDE_COLUMNS) {
            peck_put_char(text, '\n');
            column = 0;
        }
        peck_put(text, column > 0 ? " " : "");
        peck_put(text, word);
        column += width + (column > 0);
        words += length + strspn(words + length, " ");
    }
    peck_put_char(text, '\n');
}

static void put_label(const struct peck_guide_line *line, enum say_language language,
                      struct peck_text *text)
{
    if (line->key != NULL)
        say_keyed(text, language, line->key, NULL);
}

static void put_cell(const struct peck_guide_line *line, int index,
                     enum say_language language, struct peck_text *text)
{
    const char *word = line->cells[index].word;
    if (word == NULL)
        peck_put_int(text, line->cells[index].number);
    else
        say_keyed(text, language, word, NULL); /* anything but a key stays as it is */
}

/* The number of rows from here on, and how wide their labels and cells are. */
static int measure(const struct peck_guide_line *rows, int most, enum say_language language,
                   int *label, int *cell)
{
    int count = 0;
    *label = 0;
    *cell = CELL_LEAST;
    for (; count < most && rows[count].row; count++) {
        char room[ROOM];
        struct peck_text text = peck_text_begin(room, sizeof room);
        put_label(&rows[count], language, &text);
        *label = columns_of(room) > *label ? columns_of(room) : *label;
        for (int i = 0; i < rows[count].count; i++) {
            text = peck_text_begin(room, sizeof room);
            put_cell(&rows[count], i, language, &text);
            *cell = columns_of(room) + 1 > *cell ? columns_of(room) + 1 : *cell;
        }
    }
    return count;
}

static void put_row(const struct peck_guide_line *row, enum say_language language,
                    int label, int cell, struct peck_text *text)
{
    char room[ROOM];
    struct peck_text part = peck_text_begin(room, sizeof room);
    put_label(row, language, &part);
    put_spaces(text, INDENT);
    peck_put(text, room);
    put_spaces(text, label - columns_of(room));
    for (int i = 0; i < row->count; i++) {
        part = peck_text_begin(room, sizeof room);
        put_cell(row, i, language, &part);
        put_spaces(text, cell - columns_of(room));
        peck_put(text, room);
    }
    peck_put_char(text, '\n');
}

static void put_text(const struct peck_guide_line *line, enum say_language language,
                     struct peck_text *text)
{
    static const char *const names[PECK_GUIDE_CELLS] = {"1", "2", "3", "4",
                                                        "5", "6", "7", "8"};
    struct say_value values[PECK_GUIDE_CELLS + 1] = {0};
    char words[SAY_SENTENCE];
    struct peck_text sentence = peck_text_begin(words, sizeof words);
    for (int i = 0; i < line->count; i++)
        values[i] = (struct say_value){names[i], .number = line->cells[i].number};
    if (line->key != NULL)
        say_keyed(&sentence, language, line->key, values);
    guide_page_wrap(words, text);
}

void guide_page_put(const struct peck_guide_page *page, enum say_language language,
                    struct peck_text *text)
{
    for (int i = 0; i < page->count;) {
        int label, cell;
        int rows = measure(&page->lines[i], page->count - i, language, &label, &cell);
        for (int row = 0; row < rows; row++)
            put_row(&page->lines[i + row], language, label, cell, text);
        if (rows == 0)
            put_text(&page->lines[i++], language, text);
        i += rows;
    }
}
