/* draw.c — the table of No Thanks!: the card, the chips on it, and everybody's
 * cards in rows.
 *
 * A seat's cards may take more than a line: they are cut at its end, and the points are
 * told before them, so nothing that counts is lost. */
#include "doors/term/scene.h"

#include <stdio.h>
#include <string.h>

enum {
    CARD_ROWS = 6,
    CARD_COLUMNS = 11,
    LARGE_ROWS = 11, /* of a card drawn large, with figures of five rows */
    LARGE_COLUMNS = 21,
    FIGURE_ROWS = 5,
    FIGURE_COLUMNS = 6,
    CHIPS_IN_ROW = 10,
    NAME_COLUMNS = 18,
    CHIPS_COLUMN = 24, /* where the chips of a seat end, and its points */
    POINTS_COLUMN = 31,
    RUNS_COLUMN = 33,
};

static int card_rows(const struct scene *scene)
{
    return scene->large ? LARGE_ROWS : CARD_ROWS;
}

static int card_columns(const struct scene *scene)
{
    return scene->large ? LARGE_COLUMNS : CARD_COLUMNS;
}

/* A number in large figures, in the middle of the area. */
static void draw_figures(struct canvas *canvas, struct area area, const char *digits,
                         enum style style)
{
    static const char *const figures[10][FIGURE_ROWS] = {
        {"████", "█  █", "█  █", "█  █", "████"}, {"  █ ", " ██ ", "  █ ", "  █ ", " ███"},
        {"████", "   █", "████", "█   ", "████"}, {"████", "   █", " ███", "   █", "████"},
        {"█  █", "█  █", "████", "   █", "   █"}, {"████", "█   ", "████", "   █", "████"},
        {"████", "█   ", "████", "█  █", "████"}, {"████", "   █", "  █ ", " █  ", " █  "},
        {"████", "█  █", "████", "█  █", "████"}, {"████", "█  █", "████", "   █", "████"}};
    int count = (int)strlen(digits);
    int column = area.column + (area.columns - count * FIGURE_COLUMNS + 2) / 2;
    for (int i = 0; i < count; i++) {
        for (int row = 0; row < FIGURE_ROWS; row++)
            canvas_text(canvas, area.row + (area.rows - FIGURE_ROWS) / 2 + row,
                        column + i * FIGURE_COLUMNS, style, figures[digits[i] - '0'][row]);
    }
}

static void draw_card(struct canvas *canvas, int row, int column, const struct scene *scene)
{
    int rows = card_rows(scene), columns = card_columns(scene);
    int action = scene_action(scene, "take", NULL);
    const struct peck_node *card = peck_member(scene->table, "card");
    struct area area = {row, column, rows, columns};
    if (!peck_is(card, PECK_NODE_INTEGER)) {
        canvas_box(canvas, area, STYLE_FAINT);
        return;
    }
    enum style style = scene_style(scene, action, STYLE_STRONG);
    char text[16];
    snprintf(text, sizeof text, "%d", peck_number(card));
    canvas_fill(canvas, area, style, " ");
    canvas_box(canvas, area, style);
    canvas_text(canvas, row + 1, column + 2, style, text);
    canvas_right(canvas, row + rows - 2, column + columns - 2, style, text);
    if (scene->large)
        draw_figures(canvas, area, text, style);
    scene_offer(canvas, area, action);
}

/* The chips on the card, ten in a row, and how many there are in words. */
static void draw_pot(struct canvas *canvas, struct area area, const struct scene *scene)
{
    int pot = peck_number_of(scene->table, "pot");
    char text[CANVAS_LINE];
    scene_say(scene, MESSAGE_SCREEN_NOTHANKS_POT, NULL, pot, text, sizeof text);
    canvas_short(canvas, area.row, area.column, area.columns, STYLE_PLAIN, text);
    for (int i = 0; i < pot && i / CHIPS_IN_ROW < 3; i++)
        canvas_text(canvas, area.row + 1 + i / CHIPS_IN_ROW,
                    area.column + i % CHIPS_IN_ROW * 2, STYLE_CHIP, "●");
    scene_say(scene, MESSAGE_SCREEN_NOTHANKS_LEFT, NULL,
              peck_number_of(scene->table, "left"), text, sizeof text);
    canvas_short(canvas, area.row + 4, area.column, area.columns, STYLE_FAINT, text);
    struct peck_text out = peck_text_begin(text, sizeof text);
    size_t i = 0;
    for (const struct peck_node *card = peck_first(peck_member(scene->table, "out"));
         card != NULL; card = card->next, i++) {
        peck_put(&out, i > 0 ? ", " : "");
        peck_put_int(&out, peck_number(card));
    }
    if (out.length == 0)
        return;
    char line[CANVAS_LINE];
    scene_say(scene, MESSAGE_SCREEN_NOTHANKS_OUT, text, 0, line, sizeof line);
    canvas_short(canvas, area.row + 5, area.column, area.columns, STYLE_FAINT, line);
}

/* One row of cards, `17–20`; a single card is a number. */
static void put_run(const struct peck_node *run, struct peck_text *text)
{
    size_t count = peck_count(run);
    for (size_t i = 0; i < count; i++) {
        peck_put(text, i > 0 ? "-" : "");
        peck_put_int(text, peck_number_at(run, i));
    }
}

static void draw_seat(struct canvas *canvas, struct area area, const struct scene *scene,
                      int number)
{
    const struct peck_node *seat = scene_seat(scene, number);
    const struct peck_node *chips = peck_member(seat, "chips");
    char text[CANVAS_LINE];
    scene_name(scene, canvas, area.row, area.column, NAME_COLUMNS, number);
    if (peck_is(chips, PECK_NODE_INTEGER))
        snprintf(text, sizeof text, "%d ●", peck_number(chips));
    else
        snprintf(text, sizeof text, "? ●");
    canvas_right(canvas, area.row, area.column + CHIPS_COLUMN, STYLE_CHIP, text);
    snprintf(text, sizeof text, "%d", peck_number_of(seat, "card_points"));
    canvas_right(canvas, area.row, area.column + POINTS_COLUMN, STYLE_STRONG, text);
    int column = area.column + RUNS_COLUMN, end = area.column + area.columns;
    for (const struct peck_node *run = peck_first(peck_member(seat, "runs")); run != NULL;
         run = run->next) {
        struct peck_text out = peck_text_begin(text, sizeof text);
        put_run(run, &out);
        if (column < end)
            column += canvas_short(canvas, area.row, column, end - column,
                                   peck_count(run) > 1 ? STYLE_STRONG : STYLE_PLAIN, text) +
                      2;
    }
}

static int draw(struct canvas *canvas, struct area area, const struct scene *scene)
{
    int rows = card_rows(scene), beside = card_columns(scene) + 5;
    int row = area.row, spare = area.rows - rows - scene->seats - 1;
    int gap = spare >= 9 ? 2 : spare >= 2 ? 1 : 0;
    row += gap / 2;
    draw_card(canvas, row, area.column + 2, scene);
    struct area pot = {row, area.column + beside, rows, area.columns - beside};
    draw_pot(canvas, pot, scene);
    row += rows + gap;
    canvas_right(canvas, row, area.column + CHIPS_COLUMN, STYLE_FAINT,
                 say_literal(scene->language, MESSAGE_SCREEN_NOTHANKS_CHIPS));
    canvas_right(canvas, row, area.column + POINTS_COLUMN, STYLE_FAINT,
                 say_literal(scene->language, MESSAGE_SCREEN_NOTHANKS_POINTS));
    canvas_short(canvas, row, area.column + RUNS_COLUMN, area.columns - RUNS_COLUMN,
                 STYLE_FAINT, say_literal(scene->language, MESSAGE_SCREEN_NOTHANKS_RUNS));
    row++;
    for (int seat = 0; seat < scene->seats; seat++) {
        draw_seat(canvas, (struct area){row, area.column, 1, area.columns}, scene, seat);
        row += spare >= 9 + scene->seats ? 2 : 1;
    }
    return row - area.row;
}

/* What the card costs that may be taken now, less the chips on it. */
static void status(const struct scene *scene, struct peck_text *text)
{
    int action = scene_action(scene, "take", NULL);
    if (action < 0)
        return;
    const struct peck_node *take = peck_element(scene->actions, (size_t)action);
    int points = peck_number_of(take, "points") - peck_number_of(take, "chips");
    char line[CANVAS_LINE];
    const char *sign = points > 0 ? "+" : points < 0 ? "−" : "";
    peck_put(text, scene_say(scene, MESSAGE_SCREEN_NOTHANKS_COSTS, sign,
                             points < 0 ? -points : points, line, sizeof line));
}

const struct term_drawing term_drawing_nothanks = {
    .draw = draw, .status = status, .chapter = "flip"};
