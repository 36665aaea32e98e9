/* draw.c — the table of Heckmeck and Extra Wurm: the grill, everybody's stack, and
 * the dice.
 *
 * The grill is one row of 16 or 18 tiles, three columns inside and four for those with four
 * worms: with the lines between them 14·3 + 4·4 + 19 = 77 columns at most. Stacks are a
 * line a seat, or boxes beside each other where there is room. Eight dice and the golden
 * one take 9·7 columns and the gap between kept and rolled ones 2: 65. Drawn large, a tile
 * has five columns inside and a die is eleven wide: 18·6 + 1 = 109 and 9·11 + 2 = 101. */
#include "doors/term/scene.h"

#include <stdio.h>
#include <string.h>

/* As small as 80 columns want it, and large. */
static const struct size {
    int grill_rows;
    int tile_columns; /* inside; those with four worms have at least four */
    int die_rows, die_columns;
    int box_rows, box_most; /* a stack as a box, and its columns at most */
} sizes[] = {{4, 3, 5, 7, 7, 24}, {6, 5, 7, 11, 8, 36}};

enum {
    BOX_COLUMNS = 18, /* of a box at least … */
    BOX_SPARE = 3,    /* … if so many rows are left for what happened */
    WORM_FACE = 6,
    LINE_NAME = 18, /* a stack as a line: the columns of its parts */
    LINE_WORMS = 22,
    LINE_TOP = 25,
    LINE_REST = 35,
};

static const struct size *size_of(const struct scene *scene)
{
    return &sizes[scene->large];
}

/* The worms on a tile are on the grill's list, where every tile of the game is. */
static int worms_on(const struct scene *scene, int tile)
{
    for (const struct peck_node *entry = peck_first(peck_member(scene->table, "grill"));
         entry != NULL; entry = entry->next) {
        if (peck_number_of(entry, "tile") == tile)
            return peck_number_of(entry, "worms");
    }
    return 0;
}

static int tile_action(const struct scene *scene, const char *verb, int tile)
{
    char number[12];
    snprintf(number, sizeof number, "%d", tile);
    return scene_action(scene, verb, number);
}

/* One letter for a specialist: it stands on the lower edge of its tile. */
static const char *specialist_letter(const char *name)
{
    static const char *const letters[][2] = {{"red-worm", "R"},
                                             {"hen", "H"},
                                             {"weasel", "W"},
                                             {"golden-die", "G"},
                                             {"raven", "V"}};
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        if (strcmp(letters[i][0], name) == 0)
            return letters[i][1];
    }
    return "?";
}

static const char *specialist_name(const struct scene *scene, const char *name)
{
    int message = say_find("screen.specialist.%s", name);
    return message == SAY_NONE ? name : say_literal(scene->language, (enum message)message);
}

/* Inside of a tile on the grill; its lines are the caller's. */
static void draw_face(struct canvas *canvas, struct area area,
                      const struct peck_node *entry, enum style style)
{
    const char *lies = peck_string_of(entry, "lies");
    if (strcmp(lies, "down") == 0) {
        canvas_fill(canvas, area, STYLE_FAINT, "░");
        return;
    }
    if (strcmp(lies, "up") != 0)
        return;
    int row = area.row + (area.rows - 2) / 2, column = area.column + area.columns / 5;
    canvas_fill(canvas, area, style, " ");
    canvas_number(canvas, row, column, style, peck_number_of(entry, "tile"));
    scene_signs(canvas, row + 1, column, peck_number_of(entry, "worms"),
                style == STYLE_STRONG ? STYLE_WORM : style, "§");
}

static void draw_grill(struct canvas *canvas, int row, int column,
                       const struct scene *scene)
{
    const struct peck_node *grill = peck_member(scene->table, "grill");
    const struct size *size = size_of(scene);
    size_t count = peck_count(grill);
    int inside = size->grill_rows - 2, bottom = row + size->grill_rows - 1;
    for (size_t i = 0; i < count; i++) {
        const struct peck_node *entry = peck_element(grill, i);
        int worms = peck_number_of(entry, "worms");
        int columns = worms > size->tile_columns ? worms : size->tile_columns;
        int action = tile_action(scene, "take", peck_number_of(entry, "tile"));
        const char *standing = peck_string_of(entry, "specialist");
        canvas_text(canvas, row, column, STYLE_FAINT, i == 0 ? "┌" : "┬");
        canvas_fill(canvas, (struct area){row, column + 1, 1, columns}, STYLE_FAINT, "─");
        canvas_fill(canvas, (struct area){row + 1, column, inside, 1}, STYLE_FAINT, "│");
        draw_face(canvas, (struct area){row + 1, column + 1, inside, columns}, entry,
                  scene_style(scene, action, STYLE_STRONG));
        canvas_text(canvas, bottom, column, STYLE_FAINT, i == 0 ? "└" : "┴");
        canvas_fill(canvas, (struct area){bottom, column + 1, 1, columns}, STYLE_FAINT,
                    "─");
        if (standing[0] != '\0')
            canvas_text(canvas, bottom, column + 1 + columns / 2, STYLE_WORM,
                        specialist_letter(standing));
        scene_offer(canvas, (struct area){row, column + 1, size->grill_rows, columns},
                    action);
        column += columns + 1;
    }
    canvas_text(canvas, row, column, STYLE_FAINT, "┐");
    canvas_fill(canvas, (struct area){row + 1, column, inside, 1}, STYLE_FAINT, "│");
    canvas_text(canvas, bottom, column, STYLE_FAINT, "┘");
}

/* What a seat holds beside its stack: specialists by name, round worms as rings. */
static void holdings(const struct scene *scene, const struct peck_node *seat,
                     struct peck_text *text)
{
    size_t i = 0;
    for (const struct peck_node *specialist = peck_first(peck_member(seat, "specialists"));
         specialist != NULL; specialist = specialist->next, i++) {
        peck_put(text, i > 0 ? ", " : "");
        peck_put(text, specialist_name(scene, peck_string(specialist)));
    }
    int rings = peck_number_of(seat, "round_worms");
    peck_put(text, rings > 0 && text->length > 0 ? " " : "");
    for (int ring = 0; ring < rings; ring++)
        peck_put(text, "○");
}

/* A tile on one line: `25 ∿∿`, in a block of its own colour. */
static void draw_top(struct canvas *canvas, int row, int column, const struct scene *scene,
                     int tile)
{
    int action = tile_action(scene, "steal", tile);
    enum style style = scene_style(scene, action, STYLE_STRONG);
    struct area area = {row, column, 1, 9};
    canvas_text(canvas, row, column, style, "[       ]");
    canvas_number(canvas, row, column + 1, style, tile);
    scene_signs(canvas, row, column + 4, worms_on(scene, tile),
                style == STYLE_STRONG ? STYLE_WORM : style, "§");
    scene_offer(canvas, area, action);
}

static void draw_line(struct canvas *canvas, struct area area, const struct scene *scene,
                      int number)
{
    const struct peck_node *seat = scene_seat(scene, number);
    const struct peck_node *stack = peck_member(seat, "stack");
    size_t tiles = peck_count(stack);
    char text[CANVAS_LINE];
    scene_name(scene, canvas, area.row, area.column, LINE_NAME, number);
    snprintf(text, sizeof text, "%d§", peck_number_of(seat, "worms"));
    canvas_right(canvas, area.row, area.column + LINE_WORMS, STYLE_WORM, text);
    if (tiles > 0)
        draw_top(canvas, area.row, area.column + LINE_TOP, scene,
                 peck_number_at(stack, tiles - 1));
    struct peck_text out = peck_text_begin(text, sizeof text);
    holdings(scene, seat, &out);
    int width = canvas_width(canvas, text);
    canvas_right(canvas, area.row, area.column + area.columns, STYLE_WORM, text);
    out = peck_text_begin(text, sizeof text);
    for (size_t i = tiles; i > 1; i--) {
        peck_put(&out, i == tiles ? "" : " ");
        peck_put_int(&out, peck_number_at(stack, i - 2));
    }
    canvas_short(canvas, area.row, area.column + LINE_REST,
                 area.columns - LINE_REST - width - 1, STYLE_FAINT, text);
}

/* The same as a box: name, worms, the top tile drawn as a tile, what lies below it. */
static void draw_box(struct canvas *canvas, struct area area, const struct scene *scene,
                     int number)
{
    const struct peck_node *seat = scene_seat(scene, number);
    const struct peck_node *stack = peck_member(seat, "stack");
    size_t tiles = peck_count(stack);
    char text[CANVAS_LINE];
    int column = area.column + 2;
    canvas_box(canvas, area,
               (scene->movers >> number & 1) != 0 ? STYLE_STRONG : STYLE_FAINT);
    int width = canvas_width(canvas, scene->names[number]);
    int most = area.columns - 4;
    struct area name = {area.row, area.column + 1, 1, (width < most ? width : most) + 3};
    canvas_fill(canvas, name, STYLE_PLAIN, " ");
    scene_name(scene, canvas, area.row, area.column + 1, area.columns - 2, number);
    snprintf(text, sizeof text, "%d§", peck_number_of(seat, "worms"));
    canvas_right(canvas, area.row + 1, area.column + area.columns - 2, STYLE_WORM, text);
    if (tiles > 0) {
        int tile = peck_number_at(stack, tiles - 1);
        int action = tile_action(scene, "steal", tile);
        enum style style = scene_style(scene, action, STYLE_STRONG);
        struct area face = {area.row + 1, column, 4, 6};
        canvas_box(canvas, face, style);
        canvas_number(canvas, face.row + 1, column + 2, style, tile);
        scene_signs(canvas, face.row + 2, column + 1, worms_on(scene, tile),
                    style == STYLE_STRONG ? STYLE_WORM : style, "§");
        scene_offer(canvas, face, action);
    }
    for (size_t i = tiles; i > 1; i--) { /* two columns of tiles that lie below */
        int below = (int)(tiles - i);
        if (below < 6)
            canvas_number(canvas, area.row + 2 + below / 2, column + 7 + below % 2 * 3,
                          STYLE_FAINT, peck_number_at(stack, i - 2));
    }
    struct peck_text out = peck_text_begin(text, sizeof text);
    holdings(scene, seat, &out);
    canvas_short(canvas, area.row + 5, column, area.columns - 4, STYLE_WORM, text);
}

static int draw_stacks(struct canvas *canvas, struct area area, const struct scene *scene)
{
    const struct size *size = size_of(scene);
    int wide = area.columns / scene->seats;
    wide = wide < size->box_most ? wide : size->box_most;
    if (area.rows >= size->box_rows + BOX_SPARE && wide >= BOX_COLUMNS) {
        for (int seat = 0; seat < scene->seats; seat++) {
            struct area box = {area.row, area.column + seat * wide, size->box_rows, wide};
            draw_box(canvas, box, scene, seat);
        }
        return size->box_rows;
    }
    for (int seat = 0; seat < scene->seats; seat++) {
        struct area line = {area.row + seat, area.column, 1, area.columns};
        draw_line(canvas, line, scene, seat);
    }
    return scene->seats;
}

/* A die of three rows and columns of pips; face 6 is the worm, 0 is blank. */
static void draw_die(struct canvas *canvas, const struct size *size, int row, int column,
                     int face, enum style style)
{
    static const char *const pips[][3] = {{"...", "...", "..."}, {"...", ".o.", "..."},
                                          {"o..", "...", "..o"}, {"o..", ".o.", "..o"},
                                          {"o.o", "...", "o.o"}, {"o.o", ".o.", "o.o"}};
    static const char *const worms[2][5] = {
        {"", "╭╮  °", "╯╰──╯", "", ""},
        {"", "  ╭──╮  °", "  │  │  │", "──╯  ╰──╯", ""},
    };
    bool large = size == &sizes[1];
    struct area area = {row, column, size->die_rows, size->die_columns};
    canvas_fill(canvas, area, style, " ");
    canvas_box(canvas, area, style);
    for (int i = 0; face == WORM_FACE && i < size->die_rows - 2; i++)
        canvas_text(canvas, row + 1 + i, column + 1, style, worms[large][i]);
    for (int i = 0; face < WORM_FACE && i < 9; i++) {
        if (pips[face][i / 3][i % 3] == 'o')
            canvas_text(canvas, row + 1 + i / 3 * (large ? 2 : 1),
                        column + 1 + large + i % 3 * (large ? 3 : 2), style, "●");
    }
}

/* What die number `i` shows: its face, or any while it rolls. */
static int shown_face(const struct scene *scene, int face, int i)
{
    return scene->tumble == 0 ? face
                              : (scene->tumble * 5 + i * 7 + i * scene->tumble) % 6 + 1;
}

/* Dice in a row, ascending; one of face `golden` (0: none) is the golden die. Returns the
 * column after them. */
static int draw_dice(struct canvas *canvas, int row, int column, const struct scene *scene,
                     const char *key, int golden)
{
    static const char *const faces[] = {"1", "2", "3", "4", "5", "W"};
    const struct size *size = size_of(scene);
    bool rolled = strcmp(key, "rolled") == 0, rolling = rolled && scene->tumble > 0;
    for (int face = 1, die = 0; face <= 6; face++) {
        int count = peck_number_at(peck_member(scene->table, key), (size_t)face - 1);
        int action = rolled && !rolling ? scene_action(scene, "keep", faces[face - 1]) : -1;
        enum style style =
            scene_style(scene, action, rolled && !rolling ? STYLE_FAINT : STYLE_PLAIN);
        for (int i = 0; i < count; i++, die++) {
            bool gold = face == golden && i == count - 1 && !rolling;
            draw_die(canvas, size, row, column,
                     rolling ? shown_face(scene, face, die) : face,
                     gold && style != STYLE_CHOSEN ? STYLE_GOLD : style);
            scene_offer(canvas,
                        (struct area){row, column, size->die_rows, size->die_columns},
                        action);
            column += size->die_columns;
        }
    }
    return column;
}

static int dice_in(const struct scene *scene, const char *key)
{
    int count = 0;
    for (size_t face = 0; face < 6; face++)
        count += peck_number_at(peck_member(scene->table, key), face);
    return count;
}

/* Right of column `from`: in words where they fit, else with the sign of a round worm. */
static void draw_supply(struct canvas *canvas, struct area area, int from,
                        const struct scene *scene)
{
    char text[CANVAS_LINE];
    int count = peck_number_of(scene->table, "supply"),
        end = area.column + area.columns - 1;
    if (!peck_true_of(scene->table, "extra_wurm"))
        return;
    scene_say(scene, MESSAGE_SCREEN_HECKMECK_SUPPLY, NULL, count, text, sizeof text);
    if (end - canvas_width(canvas, text) < from)
        snprintf(text, sizeof text, "○ %d", count);
    canvas_right(canvas, area.row, end, STYLE_FAINT, text);
}

static void draw_roll(struct canvas *canvas, struct area area, const struct scene *scene)
{
    const char *golden = peck_string_of(scene->table, "golden_die");
    size_t length = strlen(golden);
    int face = length == 0 ? 0 : golden[length - 1] == '1' ? 1 : 6;
    bool kept = strncmp(golden, "kept", 4) == 0, thrown = strncmp(golden, "roll", 4) == 0;
    bool any_kept = dice_in(scene, "kept") > 0, any_rolled = dice_in(scene, "rolled") > 0;
    char text[CANVAS_LINE];
    int column = area.column, row = area.row;
    if (any_kept) {
        scene_say(scene, MESSAGE_SCREEN_HECKMECK_ASIDE, NULL,
                  peck_number_of(scene->table, "total"), text, sizeof text);
        int width = canvas_text(canvas, row, column, STYLE_STRONG, text);
        int end = draw_dice(canvas, row + 1, column, scene, "kept", kept ? face : 0);
        column = (end > column + width ? end : column + width) + 2;
    }
    int left = any_rolled ? 0 : peck_number_of(scene->table, "dice"), width = 0;
    if (any_rolled || left > 0)
        width = canvas_text(
            canvas, row, column, any_rolled ? STYLE_STRONG : STYLE_FAINT,
            say_literal(scene->language, any_rolled ? MESSAGE_SCREEN_HECKMECK_ROLLED
                                                    : MESSAGE_SCREEN_HECKMECK_LEFT));
    draw_supply(canvas, area, column + width + 2, scene);
    if (any_rolled)
        draw_dice(canvas, row + 1, column, scene, "rolled", thrown ? face : 0);
    for (int i = 0; i < left; i++)
        draw_die(canvas, size_of(scene), row + 1, column + i * size_of(scene)->die_columns,
                 0,
                 i == left - 1 && strcmp(golden, "ready") == 0 ? STYLE_GOLD : STYLE_FAINT);
}

/* Rows that remain are shared out between the parts, two at most in each place. */
static int draw(struct canvas *canvas, struct area area, const struct scene *scene)
{
    const struct size *size = size_of(scene);
    int dice_rows = 1 + size->die_rows; /* with a heading */
    int row = area.row, spare = area.rows - size->grill_rows - dice_rows;
    bool roomy = spare >= size->box_rows + 3 * BOX_SPARE;
    row += roomy ? 1 : 0;
    draw_grill(canvas, row, area.column + 1, scene);
    row += size->grill_rows + (roomy ? 2 : 0);
    struct area stacks = {row, area.column, spare, area.columns};
    row += draw_stacks(canvas, stacks, scene) + (roomy ? 2 : 0);
    if (row < area.row + area.rows - dice_rows)
        row++;
    struct area dice = {row, area.column + 1, dice_rows, area.columns - 1};
    draw_roll(canvas, dice, scene);
    return row + dice_rows - area.row;
}

/* ---- The status line ---- */

/* The lowest tile face up, and the highest that a total is enough for; 0: none. */
static void tiles_for(const struct scene *scene, int total, int *low, int *enough)
{
    *low = *enough = 0;
    for (const struct peck_node *entry = peck_first(peck_member(scene->table, "grill"));
         entry != NULL; entry = entry->next) {
        int tile = peck_number_of(entry, "tile");
        if (strcmp(peck_string_of(entry, "lies"), "up") != 0)
            continue;
        *low = *low == 0 ? tile : *low;
        *enough = tile <= total ? tile : *enough;
    }
}

/* A worm is among the dice, or the red worm stands for one. */
static bool has_worm(const struct scene *scene, const struct peck_node *seat)
{
    bool red = false;
    for (const struct peck_node *figure = peck_first(peck_member(seat, "specialists"));
         figure != NULL; figure = figure->next)
        red = red || strcmp(peck_string(figure), "red-worm") == 0;
    return red || peck_number_at(peck_member(scene->table, "kept"), WORM_FACE - 1) > 0;
}

/* The tiles on top of the others' stacks that a higher total than now would steal. */
static void put_tops(const struct scene *scene, int total, struct peck_text *list)
{
    for (int seat = 0; seat < scene->seats; seat++) {
        const struct peck_node *stack = peck_member(scene_seat(scene, seat), "stack");
        size_t tiles = peck_count(stack);
        int top = tiles > 0 ? peck_number_at(stack, tiles - 1) : 0;
        if (seat == scene->viewer || top <= total)
            continue;
        peck_put(list, list->length > 0 ? ", " : "");
        peck_put_int(list, top);
    }
}

static void status(const struct scene *scene, struct peck_text *text)
{
    const struct peck_node *seat = scene_seat(scene, scene->viewer);
    int total = peck_number_of(scene->table, "total"), low, enough;
    bool worm = has_worm(scene, seat);
    char tops[64], exact[CANVAS_LINE];
    struct peck_text list = peck_text_begin(tops, sizeof tops);
    tiles_for(scene, total, &low, &enough);
    if (low == 0)
        return;
    bool reached = worm && enough > 0;
    struct say_value values[] = {
        {"total", NULL, total}, {"low", NULL, reached ? enough : low}, {NULL, NULL, 0}};
    say(text, scene->language,
        reached ? MESSAGE_SCREEN_HECKMECK_ENOUGH
        : worm  ? MESSAGE_SCREEN_HECKMECK_NEED
                : MESSAGE_SCREEN_HECKMECK_NEED_WORM,
        values);
    put_tops(scene, total, &list);
    if (!reached && list.length > 0)
        peck_put(text, scene_say(scene, MESSAGE_SCREEN_HECKMECK_NEED_EXACT, tops, 0, exact,
                                 sizeof exact));
}

/* Dice that were just rolled. */
static bool rolls(const struct scene *scene)
{
    return dice_in(scene, "rolled") > 0;
}

const struct term_drawing term_drawing_heckmeck = {
    .draw = draw, .status = status, .rolls = rolls};
