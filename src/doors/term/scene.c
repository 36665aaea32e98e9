/* scene.c — the same: `scene.h` */
#include "scene.h"

#include <peck/pack.h>

#include <stdio.h>
#include <string.h>

/* One sentence, broken wherever it must be: the window may be tiny. */
bool scene_too_small(struct canvas *canvas, enum say_language language, int rows,
                     int columns)
{
    if (rows >= SCENE_ROWS_MIN && columns >= SCENE_COLUMNS_MIN)
        return false;
    char words[CANVAS_LINE];
    struct say_value values[] = {{"columns", NULL, SCENE_COLUMNS_MIN},
                                 {"rows", NULL, SCENE_ROWS_MIN},
                                 {"width", NULL, columns},
                                 {"height", NULL, rows},
                                 {NULL, NULL, 0}};
    struct peck_text text = peck_text_begin(words, sizeof words);
    say(&text, language, MESSAGE_SCREEN_SMALL, values);
    canvas_paragraph(canvas, (struct area){0, 0, rows, columns}, STYLE_PLAIN, words, 0);
    return true;
}

const struct peck_node *scene_seat(const struct scene *scene, int seat)
{
    return peck_element(peck_member(scene->table, "seats"), (size_t)seat);
}

uint32_t scene_code(const struct peck_node *action)
{
    const struct peck_node *code = peck_member(action, "code");
    return peck_is(code, PECK_NODE_INTEGER) ? (uint32_t)code->integer : 0;
}

int scene_action(const struct scene *scene, const char *verb, const char *argument)
{
    size_t i = 0;
    for (const struct peck_node *action = peck_first(scene->actions); action != NULL;
         action = action->next, i++) {
        const char *first = peck_string_at(peck_member(action, "args"), 0);
        if (strcmp(peck_string_of(action, "verb"), verb) == 0 &&
            (argument == NULL || strcmp(first, argument) == 0))
            return (int)i;
    }
    return -1;
}

enum style scene_style(const struct scene *scene, int action, enum style otherwise)
{
    if (action < 0)
        return otherwise;
    return action == scene->chosen ? STYLE_CHOSEN : STYLE_MAY;
}

void scene_offer(struct canvas *canvas, struct area area, int action)
{
    if (action >= 0)
        canvas_hit(canvas, area, CLICK_ACTION, action);
}

const char *scene_say(const struct scene *scene, enum message message, const char *text,
                      int64_t count, char *buffer, size_t room)
{
    struct say_value values[] = {
        {"text", text, 0}, {"count", NULL, count}, {NULL, NULL, 0}};
    struct peck_text out = peck_text_begin(buffer, room);
    say(&out, scene->language, message, values);
    return buffer;
}

void scene_name(const struct scene *scene, struct canvas *canvas, int row, int column,
                int columns, int seat)
{
    bool moves = (scene->movers >> seat & 1) != 0;
    if (moves)
        canvas_text(canvas, row, column, STYLE_STRONG, "▶");
    canvas_short(canvas, row, column + 2, columns - 2, moves ? STYLE_STRONG : STYLE_PLAIN,
                 scene->names[seat]);
}

int scene_signs(struct canvas *canvas, int row, int column, int count, enum style style,
                const char *sign)
{
    for (int i = 0; i < count; i++)
        canvas_text(canvas, row, column + i, style, sign);
    return count;
}

/* For a game without a drawing: names and points. */
static int draw_any(struct canvas *canvas, struct area area, const struct scene *scene)
{
    const struct peck_node *score = peck_member(scene->view, "score");
    enum { NAME_COLUMNS = 30 };
    for (int seat = 0; seat < scene->seats; seat++) {
        scene_name(scene, canvas, area.row + seat, area.column, NAME_COLUMNS, seat);
        canvas_number(canvas, area.row + seat, area.column + NAME_COLUMNS + 1, STYLE_STRONG,
                      peck_number_at(peck_member(score, "points"), (size_t)seat));
    }
    return scene->seats;
}

const struct term_drawing *scene_drawing(const struct peck_game *game)
{
    static const struct term_drawing any = {.draw = draw_any};
    const struct term_drawing *own = peck_pack_of(game)->drawing;
    return own != NULL ? own : &any;
}
