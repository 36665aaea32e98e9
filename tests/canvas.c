/* canvas.c — the page of text cells that the full screen is drawn on: columns and not
 * bytes, cut at the edges, spelt in ASCII on request, clicks. */
#include "doors/term/canvas.h"

#include "test.h"

#include <string.h>

static struct canvas page; /* large: not for the stack */

/* What stands in a row, without the spaces at its end. */
static const char *row_of(int row)
{
    static char text[CANVAS_COLUMNS_MAX * CANVAS_GLYPH];
    size_t length = 0, end = 0;
    for (int column = 0; column < page.columns; column++) {
        const char *glyph = page.cells[row][column].glyph;
        memcpy(text + length, glyph, strlen(glyph));
        length += strlen(glyph);
        if (strcmp(glyph, " ") != 0)
            end = length;
    }
    text[end] = '\0';
    return text;
}

TEST(test_columns)
{
    canvas_begin(&page, 3, 20, false);
    assert_int_equal(canvas_width(&page, "Жанна"), 5);
    assert_int_equal(canvas_width(&page, "王さん"), 6);  /* wide letters */
    assert_int_equal(canvas_width(&page, "e\u0301"), 1); /* a mark on a letter */
    assert_int_equal(canvas_text(&page, 0, 0, STYLE_PLAIN, "王x"), 3);
    assert_string_equal(page.cells[0][1].glyph, ""); /* the right half */
    assert_string_equal(row_of(0), "王x");
    canvas_text(&page, 0, 1, STYLE_PLAIN, "y"); /* the other half goes, too */
    assert_string_equal(row_of(0), " yx");
    canvas_text(&page, 1, 0, STYLE_PLAIN, "e\u0301f");
    assert_string_equal(page.cells[1][0].glyph, "e\u0301");
    assert_string_equal(page.cells[1][1].glyph, "f");
    canvas_text(&page, 2, 0, STYLE_PLAIN,
                "a\xff"
                "b"); /* a byte that is no character */
    assert_string_equal(page.cells[2][2].glyph, "b");
}

TEST(test_edges)
{
    canvas_begin(&page, 2, 10, false);
    canvas_text(&page, 0, 8, STYLE_PLAIN, "abcdef");
    assert_string_equal(row_of(0), "        ab");
    canvas_text(&page, 0, -2, STYLE_PLAIN, "xyz");
    assert_string_equal(row_of(0), "z       ab");
    canvas_text(&page, -1, 0, STYLE_PLAIN, "no");
    canvas_text(&page, 2, 0, STYLE_PLAIN, "no");
    canvas_text(&page, 1, 9, STYLE_PLAIN, "王"); /* half of it would be off the page */
    assert_string_equal(row_of(1), "");
    canvas_box(&page, (struct area){-1, -1, 5, 30}, STYLE_PLAIN); /* all off the page */
    assert_string_equal(row_of(1), "");
    canvas_begin(&page, 10000, 10000, false);
    assert_int_equal(page.rows, CANVAS_ROWS_MAX);
    assert_int_equal(page.columns, CANVAS_COLUMNS_MAX);
    canvas_begin(&page, 0, 0, false);
    canvas_text(&page, 0, 0, STYLE_PLAIN, "no");
}

TEST(test_short)
{
    canvas_begin(&page, 4, 20, false);
    assert_int_equal(canvas_short(&page, 0, 0, 5, STYLE_PLAIN, "Анна"), 4);
    assert_int_equal(canvas_short(&page, 1, 0, 5, STYLE_PLAIN, "Константин"), 5);
    assert_string_equal(row_of(1), "Конс…");
    assert_int_equal(canvas_short(&page, 2, 0, 0, STYLE_PLAIN, "Анна"), 0);
    canvas_right(&page, 2, 20, STYLE_PLAIN, "12");
    assert_string_equal(row_of(2), "                  12");
    canvas_middle(&page, (struct area){3, 0, 1, 20}, STYLE_PLAIN, "ab");
    assert_string_equal(row_of(3), "         ab");
}

TEST(test_paragraph)
{
    const char *text = "one two three\nfour fiveandsixandseven";
    canvas_begin(&page, 6, 20, false);
    struct area area = {0, 0, 6, 9};
    assert_int_equal(canvas_paragraph(&page, area, STYLE_PLAIN, text, 0), 5);
    assert_string_equal(row_of(0), "one two");
    assert_string_equal(row_of(1), "three");
    assert_string_equal(row_of(2), "four");
    assert_string_equal(row_of(3), "fiveandsi");
    assert_string_equal(row_of(4), "xandseven");
    canvas_begin(&page, 6, 20, false);
    area.rows = 1;
    assert_int_equal(canvas_paragraph(&page, area, STYLE_PLAIN, text, 2), 5);
    assert_string_equal(row_of(0), "four");
    assert_string_equal(row_of(1), "");
}

TEST(test_ascii)
{
    canvas_begin(&page, 4, 40, true);
    canvas_text(&page, 0, 0, STYLE_PLAIN, "Щука, Łódź, Möhre – 王");
    assert_string_equal(row_of(0), "Shchuka, Lodz, Moehre - ?");
    canvas_box(&page, (struct area){1, 0, 3, 5}, STYLE_PLAIN);
    assert_string_equal(row_of(1), "+---+");
    assert_string_equal(row_of(2), "|   |");
    canvas_begin(&page, 1, 40, true);
    assert_int_equal(canvas_short(&page, 0, 0, 6, STYLE_PLAIN, "Константин"), 6);
    assert_string_equal(row_of(0), "Konst~");
}

TEST(test_hits)
{
    canvas_begin(&page, 5, 20, false);
    assert_null(canvas_under(&page, 1, 1));
    canvas_hit(&page, (struct area){0, 0, 3, 10}, 1, 7);
    canvas_hit(&page, (struct area){1, 1, 1, 1}, 2, 8);
    assert_int_equal(canvas_under(&page, 1, 1)->value, 8); /* the last lies on top */
    assert_int_equal(canvas_under(&page, 1, 2)->value, 7);
    assert_null(canvas_under(&page, 3, 0));
    assert_null(canvas_under(&page, 0, 10));
    for (int i = 0; i < 2 * CANVAS_HITS_MAX; i++)
        canvas_hit(&page, (struct area){4, 0, 1, 1}, 3, i);
    assert_int_equal(page.hit_count, CANVAS_HITS_MAX);
}
