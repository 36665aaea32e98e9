/* pages.c — how the pages of the full screen look: see ui.h.
 *
 * The table's page from the top: a bar with the game and whose turn it is; the table; what
 * happened; what can be done; a status line, which also answers keys; the keys that always
 * work. In a wide window hints and what happened stand to the right of the table, which is
 * in the middle of the rest, and drawn larger where there is room for that. */
#include "ui.h"

#include "tell/tell.h"

#include <stdio.h>
#include <string.h>

enum {
    SIDE_FROM = 112, /* columns from which there is a panel beside the table … */
    SIDE_COLUMNS = 34,
    SIDE_MOST = 52,      /* … that takes its share of a wider window, up to this */
    TABLE_COLUMNS = 80,  /* of a table, unless it wants all there are (a board) */
    LARGE_COLUMNS = 118, /* of one drawn large, … */
    LARGE_ROWS = 42,     /* … which needs these rows */
    MENU_ROWS = 2,       /* of what can be done; they scroll */
    LOG_ROWS = 1,        /* below the table at least */
    FOOT_ROWS = 2,       /* message and keys */
    PAGE_COLUMNS = 78,   /* of a page of text */
};

static enum say_language language_of(const struct ui *ui)
{
    return ui->session->language;
}

static void put_title(const struct ui *ui, struct peck_text *text)
{
    const struct peck_game *game = ui->session->match.game;
    int title = say_find("%s.title", game->name);
    peck_put(text, title == SAY_NONE ? game->title
                                     : say_literal(language_of(ui), (enum message)title));
}

static void draw_bar(struct ui *ui, const char *right)
{
    struct canvas *canvas = &ui->canvas;
    char title[CANVAS_LINE];
    struct peck_text text = peck_text_begin(title, sizeof title);
    put_title(ui, &text);
    canvas_fill(canvas, (struct area){0, 0, 1, canvas->columns}, STYLE_BAR, " ");
    int taken = canvas_text(canvas, 0, 1, STYLE_BAR, title) + 4;
    int width = canvas_width(canvas, right), room = canvas->columns - taken - 1;
    int column = width < room ? canvas->columns - 1 - width : taken;
    canvas_short(canvas, 0, column, room, STYLE_BAR, right);
}

/* ---- The menu ---- */

/* The words of an action's name that a short form may show. */
static const char *argument(const struct peck_node *action, size_t i)
{
    return peck_string_at(peck_member(action, "args"), i);
}

/* Where there are many actions of a kind, it has a message for a short form. */
static int short_form(const struct peck_node *action)
{
    const char *verb = peck_string_of(action, "verb");
    int message = say_find("screen.short.%s.%s", verb, argument(action, 1));
    return message != SAY_NONE ? message : say_find("screen.short.%s", verb);
}

/* A phrase, or the short form where there are many. */
static void put_label(const struct ui *ui, const struct peck_node *action,
                      struct peck_text *text)
{
    const char *first = argument(action, 0);
    int message = short_form(action);
    if (message == SAY_NONE) {
        tell_action(ui->session, scene_code(action), text);
        return;
    }
    char word[PECK_NAME_MAX];
    const char *star = strchr(first, '*');
    if (star != NULL)
        snprintf(word, sizeof word, "%.*s×%s", (int)(star - first), first, star + 1);
    else
        snprintf(word, sizeof word, "%s", first);
    int seat = first[0] - '0';
    struct say_value values[] = {
        {"1", word, 0},
        {"2", argument(action, 1), 0},
        {"whom", seat >= 0 && seat < ui->scene.seats ? ui->scene.names[seat] : "", 0},
        {NULL, NULL, 0}};
    say(text, language_of(ui), (enum message)message, values);
}

/* The label with its key before it: `[r] roll on`. */
static void put_item(const struct ui *ui, const struct peck_node *action,
                     struct peck_text *text)
{
    int key = keys_of_action(action);
    if (key != 0) {
        peck_put_char(text, '[');
        peck_put_char(text, (char)key);
        peck_put(text, "] ");
    }
    put_label(ui, action, text);
}

/* How the items lie in rows. */
struct menu {
    int rows, chosen;    /* all rows, and the one of the chosen item */
    int before, visible; /* items above the rows that are drawn, and in them */
};

/* Lays the items out in rows; draws those from row `top` on that are in the area. */
static struct menu lay_menu(struct ui *ui, struct area area, int top)
{
    struct canvas *canvas = &ui->canvas;
    struct menu menu = {0};
    int row = 0, column = 0, i = 0;
    for (const struct peck_node *action = peck_first(ui->scene.actions); action != NULL;
         action = action->next, i++) {
        char label[CANVAS_LINE];
        struct peck_text text = peck_text_begin(label, sizeof label);
        if (!ui_in_menu(ui, action))
            continue;
        put_item(ui, action, &text);
        int width = canvas_width(canvas, label);
        if (column > 0 && column + width > area.columns) {
            row++;
            column = 0;
        }
        bool picked = i == ui->scene.chosen;
        struct area place = {area.row + row - top, area.column + column, 1, width};
        menu.before += row < top;
        if (row >= top && row < top + area.rows) {
            canvas_short(canvas, place.row, place.column, area.columns - column,
                         picked ? STYLE_CHOSEN : STYLE_MAY, label);
            scene_offer(canvas, place, i);
            menu.visible++;
        }
        menu.chosen = picked ? row : menu.chosen;
        column += width + 2;
    }
    menu.rows = row + (column > 0);
    return menu;
}

/* `▼ 3 more` at the right end of a row: so many actions are not shown. A click goes there.
 */
static void draw_more(struct ui *ui, int row, int end, int count, bool below)
{
    char words[CANVAS_LINE];
    struct peck_text text = peck_text_begin(words, sizeof words);
    if (count == 0)
        return;
    peck_put(&text, below ? "▼ " : "▲ ");
    say(&text, language_of(ui), MESSAGE_SCREEN_MENU_MORE,
        (struct say_value[]){{"count", NULL, count}, {NULL, NULL, 0}});
    int width = canvas_width(&ui->canvas, words);
    canvas_right(&ui->canvas, row, end, STYLE_STRONG, words);
    canvas_hit(&ui->canvas, (struct area){row, end - width, 1, width}, CLICK_KEY,
               below ? KEY_ARROW_DOWN : KEY_ARROW_UP);
}

/* A menu that does not fit turns pages with what is chosen, and says how much is hidden. */
static void draw_menu(struct ui *ui, struct area area)
{
    enum { MARK_COLUMNS = 14 };
    struct area nowhere = {area.row, area.column, 0, area.columns};
    struct menu menu = lay_menu(ui, nowhere, 0);
    if (menu.rows == 0) {
        enum message message =
            ui_on_board(ui) ? MESSAGE_SCREEN_MENU_BOARD : MESSAGE_SCREEN_MENU_WAIT;
        canvas_paragraph(&ui->canvas, area, STYLE_FAINT,
                         say_literal(language_of(ui), message), 0);
        return;
    }
    int end = area.column + area.columns, top = 0;
    if (menu.rows > area.rows) {
        area.columns -= MARK_COLUMNS;
        nowhere.columns = area.columns;
        menu = lay_menu(ui, nowhere, 0);
        top = menu.chosen / area.rows * area.rows;
    }
    menu = lay_menu(ui, area, top);
    draw_more(ui, area.row, end, menu.before, false);
    draw_more(ui, area.row + area.rows - 1, end,
              ui_menu_count(ui) - menu.before - menu.visible, true);
}

/* ---- The table's page ---- */

/* What the chosen action is, where the menu has it short, and what it brings. */
static void put_chosen(struct ui *ui, const struct peck_node *chosen,
                       struct peck_text *text)
{
    char why[SAY_SENTENCE];
    struct peck_text reason = peck_text_begin(why, sizeof why);
    if (short_form(chosen) != SAY_NONE)
        tell_action(ui->session, scene_code(chosen), text);
    tell_reason(ui->session, ui->person, scene_code(chosen), &reason);
    peck_put(text, text->length > 0 && reason.length > 0 ? ": " : "");
    peck_put(text, why);
}

/* What has to be reached, and how likely it is to fail. */
static void put_status(struct ui *ui, struct peck_text *text)
{
    if (peck_goes_on(ui->session->match.game, &ui->session->match.state))
        peck_put(text, say_literal(language_of(ui), MESSAGE_SCREEN_UNTOLD));
    else if (ui->drawing->status != NULL && peck_count(ui->scene.actions) > 0)
        ui->drawing->status(&ui->scene, text);
    if (ui->risk < 0)
        return;
    peck_put(text, text->length > 0 ? " · " : "");
    say(text, language_of(ui), MESSAGE_SCREEN_RISK,
        (struct say_value[]){{"risk", NULL, (int64_t)(100 * ui->risk + 0.5)},
                             {NULL, NULL, 0}});
}

/* The last key's answer; else why it is not saved; else what the chosen action brings; else
 * what has to be reached. An answer that is too long for a row takes the one of the keys,
 * too: a path must be read to its end. Returns whether it did. */
static bool draw_message(struct ui *ui, int row)
{
    struct canvas *canvas = &ui->canvas;
    char line[CANVAS_LINE] = "";
    enum style style = ui->message_style;
    const struct peck_node *chosen =
        ui->scene.chosen < 0 ? NULL
                             : peck_element(ui->scene.actions, (size_t)ui->scene.chosen);
    struct peck_text text = peck_text_begin(line, sizeof line);
    if (ui->message[0] != '\0') {
        peck_put(&text, ui->message);
    } else if (ui->session->fault[0] != '\0') {
        struct say_value values[] = {{"path", ui->session->path, 0},
                                     {"reason", ui->session->fault, 0},
                                     {NULL, NULL, 0}};
        say(&text, language_of(ui), MESSAGE_PLAIN_UNSAVED, values);
        style = STYLE_BAD;
    } else if (!ui_rolling(ui)) {
        style = STYLE_PLAIN;
        if (chosen != NULL)
            put_chosen(ui, chosen, &text);
        else
            put_status(ui, &text);
        canvas_short(canvas, row, 1, canvas->columns - 2, style, line);
        return false;
    }
    struct area area = {row, 1, FOOT_ROWS, canvas->columns - 2};
    return canvas_paragraph(canvas, area, style, line, 0) > 1;
}

/* `? help  h hints …`: each can be clicked. */
static void draw_keys(struct ui *ui, int row)
{
    static const struct {
        char key;
        enum message message;
    } keys[] = {{'?', MESSAGE_SCREEN_KEYS_HELP},
                {'h', MESSAGE_SCREEN_KEYS_HINTS},
                {'u', MESSAGE_SCREEN_KEYS_UNDO},
                {'s', MESSAGE_SCREEN_KEYS_SAVE},
                {'q', MESSAGE_SCREEN_KEYS_QUIT}};
    struct canvas *canvas = &ui->canvas;
    int column = 1;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        char key[2] = {keys[i].key, '\0'};
        int start = column;
        canvas_text(canvas, row, column, STYLE_STRONG, key);
        column += 2 + canvas_text(canvas, row, column + 2, STYLE_FAINT,
                                  say_literal(language_of(ui), keys[i].message));
        canvas_hit(canvas, (struct area){row, start, 1, column - start}, CLICK_KEY,
                   keys[i].key);
        column += 3;
    }
}

/* ---- Hints ---- */

/* The actions by their chances, the best first: those not yet drawn, the best of them. */
static uint32_t best_of(const struct ui *ui, const bool *drawn)
{
    uint32_t best = ui->estimate_count;
    for (uint32_t i = 0; i < ui->estimate_count; i++) {
        if (!drawn[i] &&
            (best == ui->estimate_count || i == ui->best ||
             (best != ui->best && ui->estimates[i].win > ui->estimates[best].win)))
            best = i;
    }
    return best;
}

/* `45.2 ± 1.1`, or the value alone where it is exact. */
static void draw_value(struct ui *ui, int row, int end, double value, double error)
{
    char line[64];
    struct peck_text text = peck_text_begin(line, sizeof line);
    say_estimate(&text, language_of(ui), value, error);
    canvas_right(&ui->canvas, row, end, STYLE_PLAIN, line);
}

/* The hints in the panel, each with its chance before it; returns the rows taken. */
static int draw_hints_beside(struct ui *ui, struct area area)
{
    enum { VALUE_COLUMNS = 13 };
    struct canvas *canvas = &ui->canvas;
    enum say_language language = language_of(ui);
    bool drawn[PECK_ACTIONS_MAX] = {false};
    int row = area.row, end = area.row + area.rows * 2 / 3;
    canvas_short(canvas, row++, area.column, area.columns, STYLE_STRONG,
                 say_literal(language, ui->asked ? MESSAGE_SCREEN_THINKING
                                                 : MESSAGE_SCREEN_HINT_BESIDE));
    for (uint32_t i = 0; i < ui->estimate_count && row < end; i++) {
        uint32_t index = best_of(ui, drawn);
        const struct peck_estimate *estimate = &ui->estimates[index];
        char phrase[CANVAS_LINE];
        struct peck_text text = peck_text_begin(phrase, sizeof phrase);
        tell_action(ui->session, estimate->action, &text);
        enum style style = index == ui->best ? STYLE_STRONG : STYLE_PLAIN;
        drawn[index] = true;
        draw_value(ui, row, area.column + VALUE_COLUMNS, 100 * estimate->win,
                   100 * estimate->win_error);
        if (index == ui->best)
            canvas_text(canvas, row, area.column, style, "★");
        struct area place = {row, area.column + VALUE_COLUMNS + 1, end - row,
                             area.columns - VALUE_COLUMNS - 1};
        row += canvas_paragraph(canvas, place, style, phrase, 0);
    }
    if (ui->estimate_count > 0 && row < end) {
        char why[SAY_SENTENCE];
        struct peck_text text = peck_text_begin(why, sizeof why);
        peck_put(&text, "★ ");
        tell_reason(ui->session, ui->person, ui->estimates[ui->best].action, &text);
        row += canvas_paragraph(canvas,
                                (struct area){row, area.column, end - row, area.columns},
                                STYLE_FAINT, why, 0);
    }
    row = row < end ? row : end;
    canvas_fill(canvas, (struct area){row, area.column, 1, area.columns}, STYLE_FAINT, "─");
    return row + 1 - area.row;
}

/* Below the table, under a line where there is room for one. */
static void draw_log_below(struct ui *ui, struct area area)
{
    struct canvas *canvas = &ui->canvas;
    if (area.rows > LOG_ROWS) {
        canvas_fill(canvas, (struct area){area.row++, 0, 1, canvas->columns}, STYLE_FAINT,
                    "─");
        area.rows--;
    }
    ui->back = log_draw(&ui->log, canvas, area, ui->back, ui_rolling(ui), false);
}

/* Beside the table, after a line: hints, when they were asked for, above the log. */
static void draw_panel(struct ui *ui, struct area area)
{
    struct canvas *canvas = &ui->canvas;
    canvas_fill(canvas, (struct area){area.row, area.column, area.rows, 1}, STYLE_FAINT,
                "│");
    area.column += 2;
    area.columns -= 3;
    if (ui->beside) {
        int used = draw_hints_beside(ui, area);
        area.row += used;
        area.rows -= used;
    }
    ui->back = log_draw(&ui->log, canvas, area, ui->back, ui_rolling(ui), true);
}

/* By how many rows a long menu grows into the space that the table leaves. */
static int grow_menu(struct ui *ui, int rows, int spare)
{
    struct area nowhere = {0, 1, 0, ui->canvas.columns - 2};
    int more = lay_menu(ui, nowhere, 0).rows - rows;
    more = more < spare ? more : spare;
    return more > 0 ? more : 0;
}

/* The table in the middle of the area: drawn once to see how many rows it takes, and again
 * where it belongs. */
static int draw_in_middle(struct ui *ui, struct area area)
{
    struct canvas *canvas = &ui->canvas;
    int most = ui->scene.large ? LARGE_COLUMNS : TABLE_COLUMNS;
    if (!ui->drawing->board && area.columns > most) {
        area.column += (area.columns - most) / 2;
        area.columns = most;
    }
    int used = ui->drawing->draw(canvas, area, &ui->scene);
    if (ui->drawing->board || used >= area.rows)
        return used;
    canvas_begin(canvas, canvas->rows, canvas->columns, ui->ascii);
    area.row += (area.rows - used) / 2;
    return ui->drawing->draw(canvas, area, &ui->scene);
}

static void draw_turn(struct ui *ui)
{
    char turn[CANVAS_LINE];
    struct peck_text text = peck_text_begin(turn, sizeof turn);
    tell_turn(ui->session, &ui->turn, ui->scene.viewer, &text);
    draw_bar(ui, turn);
}

/* The rows from `menu` on: what can be done, and about that. */
static void draw_foot(struct ui *ui, int menu)
{
    struct canvas *canvas = &ui->canvas;
    int rows = canvas->rows - FOOT_ROWS - menu;
    if (!ui_rolling(ui))
        draw_menu(ui, (struct area){menu, 1, rows, canvas->columns - 2});
    if (!draw_message(ui, canvas->rows - FOOT_ROWS))
        draw_keys(ui, canvas->rows - 1);
}

/* With a panel at the side. A long menu grows into the rows that the table leaves. */
static void draw_wide_page(struct ui *ui)
{
    struct canvas *canvas = &ui->canvas;
    int side = canvas->columns * 3 / 10, air = canvas->rows >= 32;
    side = side < SIDE_COLUMNS ? SIDE_COLUMNS : side > SIDE_MOST ? SIDE_MOST : side;
    if (side > canvas->columns - TABLE_COLUMNS - 1)
        side = canvas->columns - TABLE_COLUMNS - 1; /* the table comes first */
    int menu = canvas->rows - FOOT_ROWS - MENU_ROWS - air;
    struct area table = {1 + air, 0, menu - 1 - 2 * air, canvas->columns - side - 1};
    ui->scene.large = table.columns >= LARGE_COLUMNS && table.rows >= LARGE_ROWS;
    int used = draw_in_middle(ui, table);
    int grown = grow_menu(ui, MENU_ROWS + air, table.rows - used);
    if (grown > 0) {
        menu -= grown;
        table.rows -= grown;
        canvas_begin(canvas, canvas->rows, canvas->columns, ui->ascii);
        draw_in_middle(ui, table);
    }
    draw_turn(ui);
    draw_panel(ui, (struct area){table.row, table.columns, table.rows, side + 1});
    draw_foot(ui, menu);
}

static void draw_table_page(struct ui *ui)
{
    struct canvas *canvas = &ui->canvas;
    ui->wide = canvas->columns >= SIDE_FROM;
    ui->scene.large = false;
    ui->scene.tumble = ui_rolling(ui) ? (int)(ui->now / UI_FRAME % 1000) + 1 : 0;
    if (ui->wide) {
        draw_wide_page(ui);
        return;
    }
    draw_turn(ui);
    int menu = canvas->rows - FOOT_ROWS - MENU_ROWS - (canvas->rows >= 32 ? 1 : 0);
    struct area table = {1, 0, menu - 1, canvas->columns};
    struct area drawn = table;
    drawn.rows -= ui->drawing->board ? 3 : LOG_ROWS;
    int used = ui->drawing->draw(canvas, drawn, &ui->scene);
    int grown =
        grow_menu(ui, canvas->rows - FOOT_ROWS - menu, table.rows - used - LOG_ROWS);
    menu -= grown;
    draw_log_below(ui, (struct area){table.row + used, 1, table.rows - used - grown,
                                     canvas->columns - 2});
    draw_foot(ui, menu);
}

/* ---- Pages of text ---- */

/* Where the second column of a line like `h          hints` begins; 0: it has none. */
static int second_column(const char *line, size_t length)
{
    enum { FURTHEST = 16 };
    for (size_t i = 1; i + 2 < length && i < FURTHEST; i++) {
        if (line[i] == ' ' && line[i + 1] == ' ') {
            while (i < length && line[i] == ' ')
                i++;
            return (int)i;
        }
    }
    return 0;
}

/* One line of Markdown, broken where it must be: a heading is strong and loses its marks;
 * what follows a first column hangs below the second. Returns the rows taken, from row
 * `area.row` on, those outside the area included. */
static int draw_line(struct canvas *canvas, struct area area, int row, const char *line,
                     size_t length)
{
    char text[CANVAS_LINE];
    enum style style = line[0] == '#' ? STYLE_STRONG : STYLE_PLAIN;
    size_t marks = line[0] == '#' ? strspn(line, "# ") : 0;
    int hang = 0, bottom = area.row + area.rows;
    snprintf(text, sizeof text, "%.*s", (int)(length - marks), line + marks);
    int second = second_column(text, strlen(text));
    const char *rest = text;
    if (second > 0 && canvas_width(canvas, text) > area.columns) {
        char first[32];
        snprintf(first, sizeof first, "%.*s", second, text);
        hang = canvas_width(canvas, first);
        if (row >= area.row && row < bottom)
            canvas_text(canvas, row, area.column, style, first);
        rest += second;
    }
    int skip = row < area.row ? area.row - row : 0;
    struct area place = {row + skip, area.column + hang, bottom - row - skip,
                         area.columns - hang};
    int rows = canvas_paragraph(canvas, place, style, rest, skip);
    return rows > 0 ? rows : 1;
}

/* A page of text under a heading, scrolled; below it what to press. */
static void draw_text(struct ui *ui, const char *heading, const char *words,
                      enum message foot)
{
    struct canvas *canvas = &ui->canvas;
    int columns = canvas->columns - 2 < PAGE_COLUMNS ? canvas->columns - 2 : PAGE_COLUMNS;
    struct area area = {2, (canvas->columns - columns) / 2, canvas->rows - 4, columns};
    draw_bar(ui, heading);
    ui->room = area.rows;
    ui->lines = 0;
    while (*words != '\0') {
        size_t length = strcspn(words, "\n");
        int row = area.row + ui->lines - ui->back;
        ui->lines += length == 0 ? 1 : draw_line(canvas, area, row, words, length);
        words += length + (words[length] == '\n');
    }
    canvas_short(canvas, canvas->rows - 1, 1, canvas->columns - 2, STYLE_FAINT,
                 say_literal(language_of(ui), foot));
    if (ui->lines > ui->room) {
        char place[48];
        int last = ui->back + ui->room;
        snprintf(place, sizeof place, "%d–%d / %d", ui->back + 1,
                 last < ui->lines ? last : ui->lines, ui->lines);
        canvas_right(canvas, canvas->rows - 1, canvas->columns - 1, STYLE_FAINT, place);
    }
}

static void draw_help(struct ui *ui)
{
    enum say_language language = language_of(ui);
    struct peck_buffer words = {0};
    int more = say_find("screen.help.%s", ui->session->match.game->name);
    const char *rules = ui->session->rules;
    if (peck_buffer_put(&words, say_literal(language, MESSAGE_SCREEN_HELP)) != PECK_OK ||
        peck_buffer_put(&words, "\n") != PECK_OK ||
        (more != SAY_NONE &&
         peck_buffer_put(&words, say_literal(language, (enum message)more)) != PECK_OK) ||
        peck_buffer_put(&words, "\n\n") != PECK_OK ||
        peck_buffer_put(&words, rules == NULL ? "" : rules) != PECK_OK)
        words.length = 0;
    draw_text(ui, say_literal(language, MESSAGE_SCREEN_KEYS_HELP),
              words.length > 0 ? words.bytes : "", MESSAGE_SCREEN_FOOT_TEXT);
    peck_buffer_free(&words);
}

/* ---- The page of hints ---- */

static void draw_hint(struct ui *ui, int row, uint32_t index)
{
    struct canvas *canvas = &ui->canvas;
    const struct peck_estimate *estimate = &ui->estimates[index];
    char phrase[CANVAS_LINE];
    struct peck_text text = peck_text_begin(phrase, sizeof phrase);
    tell_action(ui->session, estimate->action, &text);
    bool best = index == ui->best;
    if (best)
        canvas_text(canvas, row, 1, STYLE_STRONG, "★");
    canvas_short(canvas, row, 3, 44, best ? STYLE_STRONG : STYLE_PLAIN, phrase);
    draw_value(ui, row, 62, 100 * estimate->win, 100 * estimate->win_error);
    draw_value(ui, row, 78, estimate->points, estimate->points_error);
}

/* Why the best is the best. */
static void draw_reason(struct ui *ui, int row)
{
    char why[SAY_SENTENCE];
    struct peck_text text = peck_text_begin(why, sizeof why);
    peck_put(&text, "★ ");
    tell_reason(ui->session, ui->person, ui->estimates[ui->best].action, &text);
    canvas_short(&ui->canvas, row, 1, ui->canvas.columns - 2, STYLE_PLAIN, why);
}

static void draw_hints(struct ui *ui)
{
    struct canvas *canvas = &ui->canvas;
    bool drawn[PECK_ACTIONS_MAX] = {false};
    enum say_language language = language_of(ui);
    int rows = canvas->rows - 7;
    draw_bar(ui, say_literal(language, MESSAGE_SCREEN_KEYS_HINTS));
    if (ui->asked) {
        canvas_text(canvas, 3, 3, STYLE_PLAIN,
                    say_literal(language, MESSAGE_SCREEN_THINKING));
        return;
    }
    canvas_right(canvas, 2, 62, STYLE_FAINT,
                 say_literal(language, MESSAGE_SCREEN_HINT_WIN));
    canvas_right(canvas, 2, 78, STYLE_FAINT,
                 say_literal(language, MESSAGE_SCREEN_HINT_POINTS));
    ui->lines = (int)ui->estimate_count;
    ui->room = rows;
    for (int i = 0; i < ui->lines && i < ui->back + rows; i++) {
        uint32_t index = best_of(ui, drawn);
        drawn[index] = true;
        if (i >= ui->back)
            draw_hint(ui, 3 + i - ui->back, index);
    }
    draw_reason(ui, canvas->rows - 3);
    canvas_short(canvas, canvas->rows - 2, 1, canvas->columns - 2, STYLE_FAINT,
                 say_literal(language, MESSAGE_SCREEN_HINT_NOTE));
    canvas_short(canvas, canvas->rows - 1, 1, canvas->columns - 2, STYLE_FAINT,
                 say_literal(language, MESSAGE_SCREEN_FOOT_TEXT));
}

/* ---- Questions ---- */

/* Some lines in the middle of the page. */
static void draw_question(struct ui *ui, const char *words, enum message foot)
{
    struct canvas *canvas = &ui->canvas;
    struct area area = {canvas->rows / 2 - 3, canvas->columns / 2 - 30, 5, 60};
    draw_bar(ui, "");
    canvas_box(canvas, (struct area){area.row - 2, area.column - 2, 9, 64}, STYLE_FAINT);
    canvas_paragraph(canvas, area, STYLE_STRONG, words, 0);
    canvas_short(canvas, area.row + 5, area.column, area.columns, STYLE_PLAIN,
                 say_literal(language_of(ui), foot));
}

static void draw_quit(struct ui *ui)
{
    const struct session *session = ui->session;
    char words[CANVAS_LINE * 2];
    struct say_value values[] = {{"path", session->path, 0}, {NULL, NULL, 0}};
    struct peck_text text = peck_text_begin(words, sizeof words);
    peck_put(&text, say_literal(language_of(ui), MESSAGE_SCREEN_QUIT));
    peck_put(&text, "\n");
    if (session->path[0] != '\0' && session->fault[0] == '\0')
        say(&text, language_of(ui), MESSAGE_PLAIN_LATER, values);
    else
        peck_put(&text, say_literal(language_of(ui), MESSAGE_SCREEN_NO_FILE));
    draw_question(ui, words, MESSAGE_SCREEN_FOOT_QUIT);
}

static void draw_cover(struct ui *ui)
{
    char words[CANVAS_LINE];
    struct say_value values[] = {{"who", session_name(ui->session, ui->person), 0},
                                 {NULL, NULL, 0}};
    struct peck_text text = peck_text_begin(words, sizeof words);
    say(&text, language_of(ui), MESSAGE_SCREEN_COVER, values);
    draw_question(ui, words, MESSAGE_SCREEN_FOOT_COVER);
}

static void draw_result(struct ui *ui)
{
    struct peck_buffer words = {0};
    char places[CANVAS_LINE * 4];
    struct peck_text text = peck_text_begin(places, sizeof places);
    tell_result(ui->session, &text);
    const char *more = ui->turning.length > 0 ? ui->turning.bytes
                       : ui->judged           ? ""
                                    : say_literal(language_of(ui), MESSAGE_SCREEN_JUDGING);
    if (peck_buffer_put(&words, places) != PECK_OK ||
        peck_buffer_put(&words, "\n") != PECK_OK ||
        peck_buffer_put(&words, more) != PECK_OK)
        words.length = 0;
    draw_text(ui, say_literal(language_of(ui), MESSAGE_TURN_OVER),
              words.length > 0 ? words.bytes : places, MESSAGE_SCREEN_FOOT_RESULT);
    peck_buffer_free(&words);
}

void ui_draw(struct ui *ui, int rows, int columns)
{
    canvas_begin(&ui->canvas, rows, columns, ui->ascii);
    ui->small = scene_too_small(&ui->canvas, language_of(ui), rows, columns);
    if (ui->small)
        return;
    switch (ui->page) {
    case PAGE_TABLE: draw_table_page(ui); break;
    case PAGE_HELP: draw_help(ui); break;
    case PAGE_HINTS: draw_hints(ui); break;
    case PAGE_QUIT: draw_quit(ui); break;
    case PAGE_COVER: draw_cover(ui); break;
    case PAGE_RESULT: draw_result(ui); break;
    }
}
