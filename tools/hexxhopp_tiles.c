/* hexxhopp_tiles.c — writes the tiles of Hexx & Hopp as a C table; run by the build.
 *
 * HH-2: the set is all tiles, distinct up to rotation, with two colours twice, two
 * colours once and exactly one pair of equal neighbours. `belongs` is the one place that
 * says so. A tile is a number of six digits to base 4, the colour of segment 0 leading;
 * the canonical form is the smallest of its rotations, and tiles are numbered in
 * ascending order of canonical forms, so counting upwards meets them in order. Usage:
 * hexxhopp_tiles FILE. */
#include <stdbool.h>
#include <stdio.h>

enum { SEGMENTS = 6, COLOURS = 4, FORMS = 4096, TILES = 72 };

static int colour_of(int form, int segment)
{
    return form >> 2 * (SEGMENTS - 1 - segment) & 3;
}

static int rotated(int form)
{
    return form >> 2 | (form & 3) << 2 * (SEGMENTS - 1);
}

static bool canonical(int form)
{
    int turned = form;
    for (int i = 1; i < SEGMENTS; i++) {
        turned = rotated(turned);
        if (turned < form)
            return false;
    }
    return true;
}

/* All four colours on six segments are either 2+2+1+1 or 3+1+1+1. */
static bool belongs(int form)
{
    int count[COLOURS] = {0}, equal_neighbours = 0;
    for (int i = 0; i < SEGMENTS; i++) {
        count[colour_of(form, i)]++;
        equal_neighbours += colour_of(form, i) == colour_of(form, (i + 1) % SEGMENTS);
    }
    for (int c = 0; c < COLOURS; c++) {
        if (count[c] < 1 || count[c] > 2)
            return false;
    }
    return equal_neighbours == 1;
}

/* The colours twice over: a rotation is then an offset, and needs no remainder. */
static void write_tile(FILE *file, int form)
{
    fputs("    {", file);
    for (int i = 0; i < 2 * SEGMENTS; i++)
        fprintf(file, i > 0 ? ", %d" : "%d", colour_of(form, i % SEGMENTS));
    fputs("},\n", file);
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (file == NULL) {
        fputs("usage: hexxhopp_tiles FILE (which must be writable)\n", stderr);
        return 1;
    }
    int tiles = 0;
    fprintf(file, "static const uint8_t tile_colours[%d][%d] = {\n", TILES, 2 * SEGMENTS);
    for (int form = 0; form < FORMS; form++) {
        if (canonical(form) && belongs(form)) {
            write_tile(file, form);
            tiles++;
        }
    }
    fputs("};\n", file);
    bool written = fclose(file) == 0;
    if (tiles != TILES)
        fprintf(stderr, "HH-2 asks for %d tiles, not %d\n", TILES, tiles);
    return written && tiles == TILES ? 0 : 1;
}
