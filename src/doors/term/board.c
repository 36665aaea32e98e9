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

void board_at(int cell, int *q, int *r)
{
    *q = cell / SPAN - HALF;
    *r = cell % SPAN - HALF;
}

static const json_t *own(const struct scene *scene, const char *key)
{
    return scene->viewer == PECK_CHANCE
               ? NULL
               : json_object_get(scene_seat(scene, scene->viewer), key);
}

size_t board_tiles(const struct scene *scene)
{
    if (json_is_object(own(scene, "open")))
        return 1;
    return json_array_size(own(scene, "stack_tiles"));
}

static const json_t *tile_number(const struct scene *scene, size_t i)
{
    const json_t *open = own(scene, "open");
    return json_is_object(open) ? open : json_array_get(own(scene, "stack_tiles"), i);
}

const json_t *board_tile(const struct scene *scene)
{
    size_t count = board_tiles(scene);
    return count == 0 ? NULL : tile_number(scene, (size_t)scene->board->tile % count);
}

int board_colour(const json_t *tile, int k, int rotation)
{
    return scene_element(tile, "colours",
                         (size_t)((k - rotation + BOARD_STEPS) % BOARD_STEPS));
}

/* One place where a tile fits. */
struct fit {
    int q, r, rotation;
};

/* Reads an action as a placement of the tile in hand; false: it is none. */
static bool read_fit(const struct scene *scene, const json_t *action, struct fit *fit)
{
    const json_t *args = json_object_get(action, "args"), *tile = board_tile(scene);
    size_t count = json_array_size(args);
    if (strcmp(scene_string(action, "verb"), "place") != 0 || tile == NULL || count < 2)
        return false;
    char words[PECK_NAME_MAX];
    int number = scene_int(tile, "tile");
    snprintf(words, sizeof words, "%s %s",
             json_string_value(json_array_get(args, count - 2)),
             json_string_value(json_array_get(args, count - 1)));
    if (count == 3)
        sscanf(json_string_value(json_array_get(args, 0)), "%d", &number);
    return sscanf(words, "%d,%d %d", &fit->q, &fit->r, &fit->rotation) == 3 &&
           number == scene_int(tile, "tile");
}

int board_action(const struct scene *scene, int q, int r, int rotation)
{
    size_t i;
    json_t *action;
    json_array_foreach(scene->actions, i, action)
    {
        struct fit fit;
        if (read_fit(scene, action, &fit) && fit.q == q && fit.r == r &&
            (rotation < 0 || fit.rotation == rotation))
            return (int)i;
    }
    return -1;
}

bool board_jump(const struct scene *scene, struct board *board, int direction)
{
    int count = (int)json_array_size(scene->actions);
    int at = board_action(scene, board->q, board->r, board->rotation);
    if (at < 0)
        at = direction > 0 ? count - 1 : 0;
    for (int i = 1; i <= count; i++) {
        struct fit fit;
        int next = (at + direction * i % count + count) % count;
        if (read_fit(scene, json_array_get(scene->actions, (size_t)next), &fit)) {
            board->q = fit.q;
            board->r = fit.r;
            board->rotation = fit.rotation;
            return true;
        }
    }
    return false;
}
