/* canvas.c — puts text into the cells of a page: canvas.h.
 *
 * A cell holds one character with its combining marks. A wide character takes two cells, of
 * which the right one is empty; whoever overwrites one half blanks the other (`part`), so a
 * page never shows half a character. A mark that takes no column joins the cell before it.
 *
 * `place` is the one loop over the characters of a text. It counts columns even off the
 * page, so that callers can go on behind a text that was cut. Texts are spelt in ASCII
 * before they are measured, because the spelling may be longer. */
#include "canvas.h"

#include "ascii.h"
#include "tell/utf8.h"

#include <stdio.h>
#include <string.h>

void canvas_begin(struct canvas *canvas, int rows, int columns, bool ascii)
{
    canvas->rows = rows < CANVAS_ROWS_MAX ? rows : CANVAS_ROWS_MAX;
    canvas->columns = columns < CANVAS_COLUMNS_MAX ? columns : CANVAS_COLUMNS_MAX;
    canvas->ascii = ascii;
    canvas->hit_count = 0;
    canvas_fill(canvas, (struct area){0, 0, canvas->rows, canvas->columns}, STYLE_PLAIN,
                " ");
}

/* The text as it will stand on the page: itself, or in ASCII in the caller's buffer. */
static const char *spelt(const struct canvas *canvas, const char *text, char *buffer,
                         size_t room)
{
    if (!canvas->ascii)
        return text;
    ascii_spell(text, buffer, room);
    return buffer;
}

static int width_of(const char *text)
{
    return utf8_width(text, strlen(text));
}

int canvas_width(const struct canvas *canvas, const char *text)
{
    char buffer[CANVAS_LINE];
    return width_of(spelt(canvas, text, buffer, sizeof buffer));
}

static bool on_page(const struct canvas *canvas, int row, int column)
{
    return row >= 0 && row < canvas->rows && column >= 0 && column < canvas->columns;
}

/* A cell about to be overwritten may be half of a wide character: the other half goes. */
static void part(struct canvas *canvas, int row, int column)
{
    struct canvas_cell *cells = canvas->cells[row];
    if (cells[column].glyph[0] == '\0' && column > 0)
        strcpy(cells[column - 1].glyph, " ");
    if (column + 1 < canvas->columns && cells[column + 1].glyph[0] == '\0')
        strcpy(cells[column + 1].glyph, " ");
}

static void put(struct canvas *canvas, int row, int column, enum style style,
                const char *bytes, size_t count)
{
    part(canvas, row, column);
    struct canvas_cell *cell = &canvas->cells[row][column];
    memcpy(cell->glyph, bytes, count);
    cell->glyph[count] = '\0';
    cell->style = style;
}

/* A mark that takes no column joins the character before it, if there is room. */
static void join(struct canvas *canvas, int row, int column, const char *bytes,
                 size_t count)
{
    if (!on_page(canvas, row, column))
        return;
    char *glyph = canvas->cells[row][column].glyph;
    size_t length = strlen(glyph);
    if (length > 0 && length + count < CANVAS_GLYPH) {
        memcpy(glyph + length, bytes, count);
        glyph[length + count] = '\0';
    }
}

/* Places text that is spelt already, up to column `end`; returns the columns taken. */
static int place(struct canvas *canvas, int row, int column, int end, enum style style,
                 const char *text)
{
    int start = column;
    while (*text != '\0') {
        uint32_t point;
        size_t count = utf8_next(text, &point);
        int columns = utf8_columns(point);
        if (column + columns > end)
            break;
        if (columns == 0)
            join(canvas, row, column - 1, text, count);
        else if (on_page(canvas, row, column) && on_page(canvas, row, column + columns - 1))
            put(canvas, row, column, style, text, count);
        if (columns == 2 && on_page(canvas, row, column) &&
            on_page(canvas, row, column + 1))
            put(canvas, row, column + 1, style, "", 0);
        column += columns;
        text += count;
    }
    return column - start;
}

enum { FAR = 1 << 20 }; /* a column that no text reaches: lines have CANVAS_LINE bytes */

int canvas_text(struct canvas *canvas, int row, int column, enum style style,
                const char *text)
{
    char buffer[CANVAS_LINE];
    return place(canvas, row, column, FAR, style,
                 spelt(canvas, text, buffer, sizeof buffer));
}

int canvas_short(struct canvas *canvas, int row, int column, int columns, enum style style,
                 const char *text)
{
    char buffer[CANVAS_LINE];
    text = spelt(canvas, text, buffer, sizeof buffer);
    if (columns <= 0)
        return 0;
    if (width_of(text) <= columns)
        return place(canvas, row, column, FAR, style, text);
    int taken = place(canvas, row, column, column + columns - 1, style, text);
    return taken +
           canvas_text(canvas, row, column + taken, style, canvas->ascii ? "~" : "…");
}

void canvas_right(struct canvas *canvas, int row, int column, enum style style,
                  const char *text)
{
    canvas_text(canvas, row, column - canvas_width(canvas, text), style, text);
}

void canvas_middle(struct canvas *canvas, struct area area, enum style style,
                   const char *text)
{
    int spare = area.columns - canvas_width(canvas, text);
    canvas_short(canvas, area.row, area.column + (spare > 0 ? spare / 2 : 0), area.columns,
                 style, text);
}

void canvas_number(struct canvas *canvas, int row, int column, enum style style, int number)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    canvas_text(canvas, row, column, style, text);
}

/* The bytes of the next line of at most `columns`: up to a line end, the last space that
 * still fits, or as much as fits when one word is longer than a line. */
static size_t line_bytes(const char *text, int columns)
{
    size_t at = 0, space = 0;
    int taken = 0;
    while (text[at] != '\0' && text[at] != '\n') {
        uint32_t point;
        size_t count = utf8_next(text + at, &point);
        taken += utf8_columns(point);
        if (taken > columns)
            return text[at] == ' ' ? at : space > 0 ? space : at > 0 ? at : count;
        if (text[at] == ' ')
            space = at;
        at += count;
    }
    return at;
}

int canvas_paragraph(struct canvas *canvas, struct area area, enum style style,
                     const char *text, int skip)
{
    int lines = 0;
    while (*text != '\0' && area.columns > 0) {
        char line[CANVAS_LINE];
        size_t count = line_bytes(text, area.columns);
        size_t kept = count < sizeof line ? count : sizeof line - 1;
        memcpy(line, text, kept);
        line[kept] = '\0';
        if (lines >= skip && lines - skip < area.rows)
            canvas_short(canvas, area.row + lines - skip, area.column, area.columns, style,
                         line);
        lines++;
        text += count;
        if (*text == ' ' || *text == '\n')
            text++;
    }
    return lines;
}

/* The part of an area that is on the page. */
static struct area cut(const struct canvas *canvas, struct area area)
{
    int bottom = area.row + area.rows, right = area.column + area.columns;
    area.row = area.row > 0 ? area.row : 0;
    area.column = area.column > 0 ? area.column : 0;
    bottom = bottom < canvas->rows ? bottom : canvas->rows;
    right = right < canvas->columns ? right : canvas->columns;
    area.rows = bottom - area.row;
    area.columns = right - area.column;
    return area;
}

void canvas_fill(struct canvas *canvas, struct area area, enum style style,
                 const char *glyph)
{
    area = cut(canvas, area);
    for (int row = area.row; row < area.row + area.rows; row++) {
        for (int column = area.column; column < area.column + area.columns; column++)
            canvas_text(canvas, row, column, style, glyph);
    }
}

void canvas_box(struct canvas *canvas, struct area area, enum style style)
{
    int bottom = area.row + area.rows - 1, right = area.column + area.columns - 1;
    struct area line = {area.row, area.column + 1, 1, area.columns - 2};
    canvas_fill(canvas, line, style, "─");
    line.row = bottom;
    canvas_fill(canvas, line, style, "─");
    struct area side = {area.row + 1, area.column, area.rows - 2, 1};
    canvas_fill(canvas, side, style, "│");
    side.column = right;
    canvas_fill(canvas, side, style, "│");
    canvas_text(canvas, area.row, area.column, style, "┌");
    canvas_text(canvas, area.row, right, style, "┐");
    canvas_text(canvas, bottom, area.column, style, "└");
    canvas_text(canvas, bottom, right, style, "┘");
}

void canvas_hit(struct canvas *canvas, struct area area, int command, int value)
{
    if (canvas->hit_count < CANVAS_HITS_MAX)
        canvas->hits[canvas->hit_count++] = (struct hit){area, command, value};
}

const struct hit *canvas_under(const struct canvas *canvas, int row, int column)
{
    for (int i = canvas->hit_count - 1; i >= 0; i--) {
        const struct area *area = &canvas->hits[i].area;
        if (row >= area->row && row < area->row + area->rows && column >= area->column &&
            column < area->column + area->columns)
            return &canvas->hits[i];
    }
    return NULL;
}
