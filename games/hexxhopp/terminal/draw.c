/* draw.c — the table of Hexx & Hopp: the figure on its hexagonal cells, and a
 * panel with everybody's tiles and the own ones.
 *
 * A tile has three rows; its six segments stand where they face: two above, two beside, two
 * below. Every segment has its colour and the colour's letter. Rows of cells are shifted by
 * half a tile, as hexagons with a corner upwards lie. There are two sizes: four and six
 * columns, and two between tiles, where signs about a tile stand. When the figure is larger
 * than the window, the window follows the cursor. */
#include "doors/term/board.h"

#include "tell/utf8.h"

#include <stdio.h>
#include <string.h>

enum {
    TILE_ROWS = 3,
    PANEL = 32, /* columns of the panel … */
    PANEL_WIDE = 38,
    PANEL_NAME = 12, /* … and of the names in it; the figures end at: */
    PANEL_STACK = 18,
    PANEL_ASIDE = 25,
    STRIP = 10, /* columns of a tile as a strip with its key */
};

/* How cells come to the screen. */
struct map {
    struct area window;
    int half;           /* columns from a tile's spine to its edge: 2 or 3 */
    int row, column;    /* of cell 0,0's upper left corner */
    char letters[4][8]; /* one for each colour, in the reader's language */
    bool colours;       /* whether a letter a segment is enough */
};

static int pitch(const struct map *map)
{
    return 2 * map->half + 2;
}

/* The columns right of cell 0,0's. */
static int across(const struct map *map, int q, int r)
{
    return (2 * q + r) * (pitch(map) / 2);
}

static void extend(struct area *box, int row, int column)
{
    int bottom = box->row + box->rows, right = box->column + box->columns;
    box->row = row < box->row ? row : box->row;
    box->column = column < box->column ? column : box->column;
    bottom = row + 1 > bottom ? row + 1 : bottom;
    right = column + 1 > right ? column + 1 : right;
    box->rows = bottom - box->row;
    box->columns = right - box->column;
}

/* The rows and columns that the figure takes with a margin of one cell, before panning. */
static struct area extent(const struct map *map, const struct scene *scene)
{
    struct area box = {0, 0, TILE_ROWS, pitch(map)};
    for (const struct peck_node *stone = peck_first(peck_member(scene->table, "figure"));
         stone != NULL; stone = stone->next) {
        int q = peck_number_of(stone, "q"), r = peck_number_of(stone, "r");
        extend(&box, (r - 1) * TILE_ROWS, across(map, q, r) - pitch(map));
        extend(&box, (r + 2) * TILE_ROWS - 1, across(map, q, r) + 2 * pitch(map) - 1);
    }
    return box;
}

/* Where a stretch begins on the screen: in the middle when it fits, else such that the
 * cursor is in the middle as far as the ends allow. */
static int pan(int start, int length, int window, int cursor)
{
    if (length <= window)
        return (window - length) / 2 - start;
    int shift = window / 2 - cursor;
    if (shift > -start)
        shift = -start;
    if (shift + start + length < window)
        shift = window - start - length;
    return shift;
}

/* The larger size where the whole figure fits with it. */
static struct map make_map(struct area window, const struct scene *scene, bool ascii)
{
    struct map map = {.window = window, .half = 3, .colours = scene->colours};
    struct area box = extent(&map, scene);
    if (box.columns > window.columns || box.rows > window.rows) {
        map.half = 2;
        box = extent(&map, scene);
    }
    const struct board *board = scene->board;
    map.row = window.row +
              pan(box.row, box.rows, window.rows, board->r * TILE_ROWS + TILE_ROWS / 2);
    map.column = window.column + pan(box.column, box.columns, window.columns,
                                     across(&map, board->q, board->r) + map.half);
    const char *text =
        say_literal(ascii ? SAY_EN : scene->language, MESSAGE_SCREEN_HEXXHOPP_COLOURS);
    for (int i = 0; i < 4 && *text != '\0'; i++) {
        uint32_t point;
        size_t count = utf8_next(text, &point);
        snprintf(map.letters[i], sizeof map.letters[i], "%.*s", (int)count, text);
        text += count;
    }
    return map;
}

/* Text that is cut at the window, not at the page. */
static void put(struct canvas *canvas, const struct map *map, int row, int column,
                enum style style, const char *text)
{
    const struct area *window = &map->window;
    if (row >= window->row && row < window->row + window->rows &&
        column >= window->column && column < window->column + window->columns)
        canvas_text(canvas, row, column, style, text);
}

static enum style colour_style(int colour)
{
    return (enum style)(STYLE_RED + colour);
}

/* A segment from column to column; its letter stands at the outer end, and everywhere where
 * there are no colours. */
static void draw_segment(struct canvas *canvas, const struct map *map, int row, int column,
                         int columns, int colour, bool left)
{
    int letter = left ? 0 : columns - 1;
    for (int i = 0; i < columns; i++)
        put(canvas, map, row, column + i, colour_style(colour),
            i == letter || !map->colours ? map->letters[colour] : " ");
}

/* A tile with its upper left corner there. */
static void draw_tile(struct canvas *canvas, const struct map *map, int row, int column,
                      const struct peck_node *tile, int rotation)
{
    int h = map->half;
    const struct {
        int row, column, columns;
    } segments[BOARD_STEPS] = {{1, h, h}, {2, h, h - 1}, {2, 1, h - 1},
                               {1, 0, h}, {0, 1, h - 1}, {0, h, h - 1}};
    for (int k = 0; k < BOARD_STEPS; k++)
        draw_segment(canvas, map, row + segments[k].row, column + segments[k].column,
                     segments[k].columns, board_colour(tile, k, rotation),
                     segments[k].column <= 1);
}

/* A sign in the middle of a free cell, or to the right of a tile. */
static void draw_sign(struct canvas *canvas, const struct map *map, int q, int r, bool free,
                      enum style style, const char *sign)
{
    put(canvas, map, map->row + r * TILE_ROWS + 1,
        map->column + across(map, q, r) + (free ? map->half - 1 : 2 * map->half), style,
        sign);
}

static bool taken(const struct scene *scene, int q, int r)
{
    for (const struct peck_node *stone = peck_first(peck_member(scene->table, "figure"));
         stone != NULL; stone = stone->next) {
        if (peck_number_of(stone, "q") == q && peck_number_of(stone, "r") == r)
            return true;
    }
    return false;
}

/* The free cells around the figure: a dot; a mark where the tile in hand fits, when they
 * are asked for. */
static void draw_rim(struct canvas *canvas, const struct map *map,
                     const struct scene *scene, int q, int r)
{
    for (int k = 0; k < BOARD_STEPS; k++) {
        int cq = q + board_steps[k][0], cr = r + board_steps[k][1];
        if (taken(scene, cq, cr))
            continue;
        bool fits = scene->board->marks && board_action(scene, cq, cr, -1) >= 0;
        draw_sign(canvas, map, cq, cr, true, fits ? STYLE_MAY : STYLE_FAINT,
                  fits ? "+" : "·");
        canvas_hit(canvas,
                   (struct area){map->row + cr * TILE_ROWS,
                                 map->column + across(map, cq, cr), TILE_ROWS, pitch(map)},
                   CLICK_CELL, board_cell(cq, cr));
    }
}

static void draw_figure(struct canvas *canvas, const struct map *map,
                        const struct scene *scene)
{
    const struct peck_node *last = peck_member(scene->table, "last");
    for (const struct peck_node *stone = peck_first(peck_member(scene->table, "figure"));
         stone != NULL; stone = stone->next) {
        int q = peck_number_of(stone, "q"), r = peck_number_of(stone, "r");
        draw_tile(canvas, map, map->row + r * TILE_ROWS, map->column + across(map, q, r),
                  stone, 0); /* the view has the colours as they lie */
        draw_rim(canvas, map, scene, q, r);
    }
    if (peck_is(last, PECK_NODE_OBJECT)) {
        char contacts[12];
        snprintf(contacts, sizeof contacts, "%d", peck_number_of(last, "contacts"));
        draw_sign(canvas, map, peck_number_of(last, "q"), peck_number_of(last, "r"), false,
                  STYLE_STRONG, contacts);
    }
}

/* Corners around the cell of the cursor; in a free one the tile in hand, as it is turned,
 * with a sign of whether it fits. */
static void draw_cursor(struct canvas *canvas, const struct map *map,
                        const struct scene *scene)
{
    const struct board *board = scene->board;
    const struct peck_node *tile = board_tile(scene);
    int row = map->row + board->r * TILE_ROWS, h = map->half;
    int column = map->column + across(map, board->q, board->r);
    bool fits = board_action(scene, board->q, board->r, board->rotation) >= 0;
    enum style style = fits ? STYLE_MAY : STYLE_STRONG;
    if (tile != NULL && !taken(scene, board->q, board->r)) {
        draw_tile(canvas, map, row, column, tile, board->rotation);
        draw_sign(canvas, map, board->q, board->r, false, fits ? STYLE_MAY : STYLE_BAD,
                  fits ? "✓" : "✗");
    }
    put(canvas, map, row, column, style, "┌");
    put(canvas, map, row, column + 2 * h - 1, style, "┐");
    put(canvas, map, row + 2, column, style, "└");
    put(canvas, map, row + 2, column + 2 * h - 1, style, "┘");
}

/* The six colours of a tile in a row. */
static void draw_strip(struct canvas *canvas, const struct map *map, int row, int column,
                       const struct peck_node *tile)
{
    for (int k = 0; k < BOARD_STEPS; k++) {
        int colour = board_colour(tile, k, 0);
        canvas_text(canvas, row, column + k, colour_style(colour), map->letters[colour]);
    }
}

static void draw_figures(struct canvas *canvas, struct area area, int row, int stack,
                         int aside, int points)
{
    const int ends[] = {PANEL_STACK, PANEL_ASIDE, area.columns};
    const int numbers[] = {stack, aside, points};
    for (int i = 0; i < 3; i++) {
        char text[16];
        snprintf(text, sizeof text, "%d", numbers[i]);
        canvas_right(canvas, row, area.column + ends[i], STYLE_PLAIN, text);
    }
}

/* Everybody's tiles and penalty points; returns the row after them. */
static int draw_seats(struct canvas *canvas, struct area area, const struct map *map,
                      const struct scene *scene)
{
    enum say_language language = scene->language;
    int row = area.row, right = area.column + area.columns;
    canvas_right(canvas, row, area.column + PANEL_STACK, STYLE_FAINT,
                 say_literal(language, MESSAGE_SCREEN_HEXXHOPP_STACK));
    canvas_right(canvas, row, area.column + PANEL_ASIDE, STYLE_FAINT,
                 say_literal(language, MESSAGE_SCREEN_HEXXHOPP_ASIDE));
    canvas_right(canvas, row++, right, STYLE_FAINT,
                 say_literal(language, MESSAGE_SCREEN_HEXXHOPP_PENALTY));
    for (int number = 0; number < scene->seats; number++) {
        const struct peck_node *seat = scene_seat(scene, number),
                               *open = peck_member(seat, "open");
        scene_name(scene, canvas, row, area.column, PANEL_NAME, number);
        draw_figures(canvas, area, row, peck_number_of(seat, "stack"),
                     peck_number_of(seat, "aside"), peck_number_of(seat, "penalties"));
        row++;
        if (peck_is(open, PECK_NODE_OBJECT) && number != scene->viewer)
            draw_strip(canvas, map, row++, area.column + 2, open);
    }
    return row;
}

/* The action that takes a tile back which was set aside; -1: none. */
static int back_action(const struct scene *scene, const struct peck_node *tile)
{
    char number[16];
    snprintf(number, sizeof number, "%d", peck_number_of(tile, "tile"));
    return scene_action(scene, "back", number);
}

/* Which of the tiles set aside the chosen action takes back; -1: none. */
static int back_chosen(const struct scene *scene, const struct peck_node *tiles)
{
    size_t i = 0;
    for (const struct peck_node *tile = peck_first(tiles); tile != NULL;
         tile = tile->next, i++) {
        if (scene->chosen >= 0 && back_action(scene, tile) == scene->chosen)
            return (int)i;
    }
    return -1;
}

/* Tiles as strips, each with its number, as the menu and the log call it; where there is no
 * room for all, those around the chosen one. Returns the row after them. */
static int draw_strips(struct canvas *canvas, struct area area, const struct map *map,
                       const struct scene *scene, const struct peck_node *tiles, int chosen)
{
    int in_row = area.columns / STRIP;
    int top = chosen / in_row >= area.rows ? chosen / in_row - area.rows + 1 : 0;
    size_t i = 0;
    for (const struct peck_node *tile = peck_first(tiles); tile != NULL;
         tile = tile->next, i++) {
        int row = area.row + (int)i / in_row - top, back = back_action(scene, tile);
        int column = area.column + (int)i % in_row * STRIP;
        struct area place = {row, column, 1, STRIP};
        char number[16];
        snprintf(number, sizeof number, "%2d", peck_number_of(tile, "tile"));
        if (row < area.row || row >= area.row + area.rows)
            continue;
        canvas_text(canvas, row, column, (int)i == chosen ? STYLE_CHOSEN : STYLE_PLAIN,
                    number);
        draw_strip(canvas, map, row, column + 3, tile);
        canvas_hit(canvas, place, back < 0 ? CLICK_TILE : CLICK_ACTION,
                   back < 0 ? (int)i : back);
    }
    return area.row + ((int)peck_count(tiles) + in_row - 1) / in_row;
}

/* The tile in hand, large, and where the cursor is. */
static int draw_hand(struct canvas *canvas, struct area area, const struct map *map,
                     const struct scene *scene)
{
    const struct board *board = scene->board;
    const struct peck_node *tile = board_tile(scene);
    struct map large = *map;
    char text[CANVAS_LINE], cell[32];
    large.window = area;
    large.half = 3;
    if (tile != NULL)
        draw_tile(canvas, &large, area.row, area.column + 2, tile, board->rotation);
    snprintf(cell, sizeof cell, "%d,%d", board->q, board->r);
    scene_say(scene, MESSAGE_SCREEN_HEXXHOPP_CELL, cell, 0, text, sizeof text);
    canvas_short(canvas, area.row, area.column + 12, area.columns - 12, STYLE_PLAIN, text);
    scene_say(scene, MESSAGE_SCREEN_HEXXHOPP_TURNED, NULL, board->rotation, text,
              sizeof text);
    canvas_short(canvas, area.row + 1, area.column + 12, area.columns - 12, STYLE_PLAIN,
                 text);
    return area.row + TILE_ROWS;
}

/* The viewer's own tiles: in hand, to choose from, set aside. */
static void draw_own(struct canvas *canvas, struct area area, const struct map *map,
                     const struct scene *scene)
{
    const struct peck_node *seat = scene_seat(scene, scene->viewer);
    const struct peck_node *stack = peck_member(seat, "stack_tiles"),
                           *aside = peck_member(seat, "aside_tiles");
    int bottom = area.row + area.rows;
    area.row = draw_hand(canvas, area, map, scene);
    area.rows = bottom - area.row;
    if (peck_count(stack) > 0)
        area.row = draw_strips(canvas, area, map, scene, stack,
                               scene->board->tile % (int)peck_count(stack));
    area.rows = bottom - area.row;
    if (peck_count(aside) == 0)
        return;
    canvas_short(canvas, area.row++, area.column, area.columns, STYLE_FAINT,
                 say_literal(scene->language, MESSAGE_SCREEN_HEXXHOPP_SET_ASIDE));
    area.rows--;
    draw_strips(canvas, area, map, scene, aside, back_chosen(scene, aside));
}

static void draw_panel(struct canvas *canvas, struct area area, const struct map *map,
                       const struct scene *scene)
{
    char text[CANVAS_LINE];
    struct say_value values[] = {{"round", NULL, peck_number_of(scene->table, "round") + 1},
                                 {"rounds", NULL, peck_number_of(scene->table, "rounds")},
                                 {NULL, NULL, 0}};
    struct peck_text out = peck_text_begin(text, sizeof text);
    say(&out, scene->language, MESSAGE_SCREEN_ROUND_OF, values);
    canvas_short(canvas, area.row, area.column, area.columns, STYLE_STRONG, text);
    int bottom = area.row + area.rows;
    area.row++;
    area.row = draw_seats(canvas, area, map, scene) + 1;
    area.rows = bottom - area.row;
    if (scene->viewer != PECK_CHANCE)
        draw_own(canvas, area, map, scene);
}

static int draw(struct canvas *canvas, struct area area, const struct scene *scene)
{
    int wide = area.columns >= 110 ? PANEL_WIDE : PANEL;
    struct area window = {area.row, area.column, area.rows, area.columns - wide - 2};
    struct area panel = {area.row, area.column + area.columns - wide, area.rows, wide};
    struct map map = make_map(window, scene, canvas->ascii);
    draw_figure(canvas, &map, scene);
    if (scene->movers != 0 && scene->viewer != PECK_CHANCE)
        draw_cursor(canvas, &map, scene);
    draw_panel(canvas, panel, &map, scene);
    return area.rows;
}

/* Where the tile under the cursor fits, how many segments it touches. */
static void status(const struct scene *scene, struct peck_text *text)
{
    const struct board *board = scene->board;
    int action = board_action(scene, board->q, board->r, board->rotation);
    if (action < 0)
        return;
    const struct peck_node *place = peck_element(scene->actions, (size_t)action);
    char line[CANVAS_LINE];
    peck_put(text, scene_say(scene, MESSAGE_HEXXHOPP_WHY_TOUCHES, NULL,
                             peck_number_of(place, "contacts"), line, sizeof line));
}

const struct term_drawing term_drawing_hexxhopp = {
    .draw = draw, .status = status, .board = true};
