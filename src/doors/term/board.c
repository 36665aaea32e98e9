/* board.c — the same: `board.h` */
#include "board.h"

#include <stdio.h>
#include <string.h>

enum { SPAN = 1024, HALF = SPAN / 2 };

const int board_steps[BOARD_STEPS][2] = {{1, 0},  {0, 1},  {-1, 1},
                                         {-1, 0}, {0, -1}, {1, -1}};

int board_cell(int q, int r)
{
    return (q + HALF) * SPAN + r + HALF;
}

void board_cell_at(int cell, int *q, int *r)
{
    *q = cell / SPAN - HALF;
    *r = cell % SPAN - HALF;
}

static const struct peck_node *own(const struct scene *scene, const char *key)
{
    return scene->viewer == PECK_CHANCE
               ? NULL
               : peck_member(scene_seat(scene, scene->viewer), key);
}

size_t board_tiles(const struct scene *scene)
{
    if (peck_is(own(scene, "open"), PECK_NODE_OBJECT))
        return 1;
    return peck_count(own(scene, "stack_tiles"));
}

static const struct peck_node *tile_number(const struct scene *scene, size_t i)
{
    const struct peck_node *open = own(scene, "open");
    return peck_is(open, PECK_NODE_OBJECT) ? open
                                           : peck_element(own(scene, "stack_tiles"), i);
}

const struct peck_node *board_tile(const struct scene *scene)
{
    size_t count = board_tiles(scene);
    return count == 0 ? NULL : tile_number(scene, (size_t)scene->board->tile % count);
}

int board_colour(const struct peck_node *tile, int k, int rotation)
{
    return peck_number_at(peck_member(tile, "colours"),
                          (size_t)((k - rotation + BOARD_STEPS) % BOARD_STEPS));
}

/* One place where a tile fits. */
struct fit {
    int q, r, rotation;
};

/* Reads an action as a placement of the tile in hand; false: it is another action. */
static bool read_fit(const struct scene *scene, const struct peck_node *action,
                     struct fit *fit)
{
    const struct peck_node *args = peck_member(action, "args"), *tile = board_tile(scene);
    size_t count = peck_count(args);
    if (strcmp(peck_string_of(action, "verb"), "place") != 0 || tile == NULL || count < 2)
        return false;
    char words[PECK_NAME_MAX];
    int number = peck_number_of(tile, "tile");
    snprintf(words, sizeof words, "%s %s", peck_string_at(args, count - 2),
             peck_string_at(args, count - 1));
    if (count == 3)
        sscanf(peck_string_at(args, 0), "%d", &number);
    return sscanf(words, "%d,%d %d", &fit->q, &fit->r, &fit->rotation) == 3 &&
           number == peck_number_of(tile, "tile");
}

int board_action(const struct scene *scene, int q, int r, int rotation)
{
    size_t i = 0;
    for (const struct peck_node *action = peck_first(scene->actions); action != NULL;
         action = action->next, i++) {
        struct fit fit;
        if (read_fit(scene, action, &fit) && fit.q == q && fit.r == r &&
            (rotation < 0 || fit.rotation == rotation))
            return (int)i;
    }
    return -1;
}

bool board_jump(const struct scene *scene, struct board *board, int direction)
{
    int count = (int)peck_count(scene->actions);
    int at = board_action(scene, board->q, board->r, board->rotation);
    if (at < 0)
        at = direction > 0 ? count - 1 : 0;
    for (int i = 1; i <= count; i++) {
        struct fit fit;
        int next = (at + direction * i % count + count) % count;
        if (read_fit(scene, peck_element(scene->actions, (size_t)next), &fit)) {
            board->q = fit.q;
            board->r = fit.r;
            board->rotation = fit.rotation;
            return true;
        }
    }
    return false;
}
