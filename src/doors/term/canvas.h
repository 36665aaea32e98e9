/* canvas.h — a page of text cells that drawings are made on.
 *
 * It knows no terminal: a drawing can be tested as text, and only screen.c turns it into
 * one. Text is UTF-8 and is placed by the columns it takes (a wide character takes two).
 * Everything is cut at the edges of the page, so a drawing may be careless about them.
 * With `ascii` every character is spelt in ASCII as it is placed: ascii.h.
 *
 * A hit is a rectangle that the mouse can click; the last one added lies on top. */
#ifndef TERM_CANVAS_H
#define TERM_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

/* How a cell looks; screen.c has the colours. The names say what is meant. */
enum style {
    STYLE_PLAIN,
    STYLE_STRONG, /* a heading, a name */
    STYLE_FAINT,  /* what matters less now */
    STYLE_BAR,    /* the first line */
    STYLE_CHOSEN, /* the choice that Enter takes */
    STYLE_MAY,    /* what may be chosen */
    STYLE_WORM,
    STYLE_GOLD, /* the golden die */
    STYLE_CHIP,
    STYLE_BAD,
    STYLE_RED, /* the four colours of a board's tiles, in their order */
    STYLE_YELLOW,
    STYLE_BLUE,
    STYLE_WHITE,
    STYLES
};

enum {
    CANVAS_ROWS_MAX = 200, /* of a page; a larger window shows its upper left part */
    CANVAS_COLUMNS_MAX = 400,
    CANVAS_GLYPH = 12, /* bytes of one cell: a character, some marks on it, and the NUL */
    CANVAS_HITS_MAX = 512,
    CANVAS_LINE = 1024, /* bytes of one line of text with its NUL */
};

struct area {
    int row, column, rows, columns;
};

struct canvas_cell {
    char glyph[CANVAS_GLYPH]; /* "" is the right half of a wide character */
    enum style style;
};

struct hit {
    struct area area;
    int command; /* what a click means, in the words of whoever put it there … */
    int value;   /* … and about what */
};

struct canvas {
    int rows, columns;
    bool ascii;
    int hit_count;
    struct hit hits[CANVAS_HITS_MAX];
    struct canvas_cell cells[CANVAS_ROWS_MAX][CANVAS_COLUMNS_MAX];
};

/* An empty page. */
void canvas_begin(struct canvas *canvas, int rows, int columns, bool ascii);

/* The columns a text takes. */
int canvas_width(const struct canvas *canvas, const char *text);
/* Writes one line and returns the columns it took, those off the page included. */
int canvas_text(struct canvas *canvas, int row, int column, enum style style,
                const char *text);
/* The same in at most `columns`, cut short with a sign of it; returns the columns taken. */
int canvas_short(struct canvas *canvas, int row, int column, int columns, enum style style,
                 const char *text);
/* Ends at `column`, which is the first one not taken. */
void canvas_right(struct canvas *canvas, int row, int column, enum style style,
                  const char *text);
/* In the middle of the area's first row, cut short if it must be. */
void canvas_middle(struct canvas *canvas, struct area area, enum style style,
                   const char *text);
/* Breaks the text between words (and at line ends) into the area, from line `skip` of it
 * on; returns the number of lines the whole text has. */
int canvas_paragraph(struct canvas *canvas, struct area area, enum style style,
                     const char *text, int skip);
void canvas_number(struct canvas *canvas, int row, int column, enum style style,
                   int number);

/* The same one-column character everywhere. */
void canvas_fill(struct canvas *canvas, struct area area, enum style style,
                 const char *glyph);
/* A frame of lines around the inside of the area. */
void canvas_box(struct canvas *canvas, struct area area, enum style style);

void canvas_hit(struct canvas *canvas, struct area area, int command, int value);
/* What lies under the mouse; NULL: nothing. */
const struct hit *canvas_under(const struct canvas *canvas, int row, int column);

#endif
