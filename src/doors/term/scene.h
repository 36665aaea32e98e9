/* scene.h — what a drawing is made from, and the drawings there are.
 *
 * A drawing knows its game's table as docs/reference/view.md describes it, and nothing else
 * of the game: what may be done comes from the actions of the view, never from rules. */
#ifndef TERM_SCENE_H
#define TERM_SCENE_H

#include "canvas.h"
#include "tell/say.h"

#include <peck/match.h>

/* What a click on a drawing means. */
enum click {
    CLICK_ACTION, /* value: the number of the action among the view's */
    CLICK_KEY,    /* value: the key it stands for */
    CLICK_CELL,   /* value: board_cell(q, r) */
    CLICK_TILE,   /* value: an own tile, counted from 0 */
    CLICK_ROW,    /* value: a row of the start page */
};

struct board; /* where a person is on a board of cells: board.h */

struct scene {
    /* NULL when memory is short; the latter two are parts of the first. */
    const struct peck_node *view, *table, *actions;
    int seats, viewer; /* PECK_CHANCE: a spectator */
    uint32_t movers;   /* a mask */
    const char *names[PECK_SEATS_MAX];
    enum say_language language;
    int chosen; /* the number of the chosen action; -1: none */
    const struct board *board;
    bool colours; /* whether the terminal has any */
    bool large;   /* there is room for everything at twice the size */
    int tumble;   /* dice are rolling: the number of the picture; 0: they lie */
};

enum {
    SCENE_ROWS_MIN = 24,    /* the fullest table of seven fills them … */
    SCENE_COLUMNS_MIN = 80, /* … and the longest row of tiles takes 77 */
};
/* Whether a window is too small for any page; then the canvas, which is empty, says so. */
bool scene_too_small(struct canvas *canvas, enum say_language language, int rows,
                     int columns);

/* What the table has of a seat. */
const struct peck_node *scene_seat(const struct scene *scene, int seat);

/* The code of an action of the view; 0 for NULL. */
uint32_t scene_code(const struct peck_node *action);
/* The number of the action of that verb and first argument (NULL: whatever); -1: none. */
int scene_action(const struct scene *scene, const char *verb, const char *argument);
/* How something looks that stands for an action, and a hit on it. -1: as `otherwise`. */
enum style scene_style(const struct scene *scene, int action, enum style otherwise);
void scene_offer(struct canvas *canvas, struct area area, int action);

/* Text of the catalogue with up to one text and one number in it, as {text} and {count}. */
const char *scene_say(const struct scene *scene, enum message message, const char *text,
                      int64_t count, char *buffer, size_t room);

/* The name of a seat in `columns`, with a sign before it when it may act. */
void scene_name(const struct scene *scene, struct canvas *canvas, int row, int column,
                int columns, int seat);
/* That many times the same sign. Returns the columns taken. */
int scene_signs(struct canvas *canvas, int row, int column, int count, enum style style,
                const char *sign);

/* How a game is drawn. Everything but `draw` is optional. */
struct term_drawing {
    /* Draws the table into the area and returns the rows it took. */
    int (*draw)(struct canvas *canvas, struct area area, const struct scene *scene);
    /* Appends what the viewer has to reach now, in a few words. */
    void (*status)(const struct scene *scene, struct peck_text *text);
    /* Whether dice lie there that roll when chance has just acted. */
    bool (*rolls)(const struct scene *scene);
    /* The first word of the ply with which the log begins a paragraph; NULL: every turn. */
    const char *chapter;
    bool board; /* has a board with a cursor */
};
/* That of a game; names and points alone where it has none. Never NULL. */
const struct term_drawing *scene_drawing(const struct peck_game *game);

#endif
