/* view.c — a state of Heckmeck as JSON for user interfaces and as numbers for learners.
 *
 * Nothing is hidden in this game, so both show the whole state, whoever looks. The JSON
 * says where every tile of the game is, including those turned over, so that a user
 * interface can draw the grill with its gaps and computes no rule. The numbers put the
 * viewer first and the other seats clockwise after it, so that a learner needs to learn one
 * point of view only; the comment above observe_seat lists them in order. */
#include "state.h"

#include <string.h>

/* A tile is `up` on the grill, turned over for good (`down`), or in a stack (`owned`). */
static void table_grill(const struct heckmeck *s, struct peck_json *json)
{
    uint32_t owned = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        for (int tile = s->top[seat]; tile != NO_TILE; tile = s->below[tile])
            owned |= 1u << tile;
    }
    peck_json_array(json, "grill");
    for (int tile = s->extra ? TILE_11 : TILE_21; tile < TILES; tile++) {
        bool up = (s->up >> tile & 1) != 0;
        int specialist = specialist_on(s, tile);
        peck_json_object(json, NULL);
        peck_json_int(json, "tile", tile_number[tile]);
        peck_json_int(json, "worms", tile_worms[tile]);
        peck_json_string(json, "lies", up ? "up" : owned >> tile & 1 ? "owned" : "down");
        if (specialist != SPECIALISTS)
            peck_json_string(json, "specialist", heckmeck_specialists[specialist]);
        else
            peck_json_null(json, "specialist");
        peck_json_end_object(json);
    }
    peck_json_end_array(json);
}

static void table_seat(const struct heckmeck *s, int seat, struct peck_json *json)
{
    int tiles[TILES], count = 0;
    for (int tile = s->top[seat]; tile != NO_TILE; tile = s->below[tile])
        tiles[count++] = tile;
    peck_json_object(json, NULL);
    peck_json_array(json, "stack"); /* bottom to top */
    while (count > 0)
        peck_json_int(json, NULL, tile_number[tiles[--count]]);
    peck_json_end_array(json);
    peck_json_int(json, "worms", tile_points(s, seat) + s->worms[seat]);
    peck_json_int(json, "round_worms", s->worms[seat]);
    peck_json_array(json, "specialists"); /* two while the seat must choose */
    for (int k = 0; k < SPECIALISTS; k++) {
        if (holds(s, k, seat))
            peck_json_string(json, NULL, heckmeck_specialists[k]);
    }
    peck_json_end_array(json);
    peck_json_end_object(json);
}

/* How many dice show 1, 2, 3, 4, 5 and worm, the golden one included. */
static void table_dice(const char *key, uint32_t counts, struct peck_json *json)
{
    peck_json_array(json, key);
    for (int face = 0; face < FACES; face++)
        peck_json_int(json, NULL, count_of(counts, face));
    peck_json_end_array(json);
}

/* The golden one is left until it is set aside. */
static int dice_to_roll(const struct heckmeck *s)
{
    return s->dice + (s->golden >= GOLDEN_READY && s->golden <= GOLDEN_WORM);
}

void heckmeck_table(const void *state, struct peck_json *json)
{
    static const char *const golden[] = {"off",      "ready",  "rolled-1",
                                         "rolled-W", "kept-1", "kept-W"};
    const struct heckmeck *s = state;
    peck_json_string(json, "phase", heckmeck_phases[s->phase]);
    peck_json_int(json, "turn", s->turn);
    table_grill(s, json);
    peck_json_array(json, "seats");
    for (int seat = 0; seat < s->seats; seat++)
        table_seat(s, seat, json);
    peck_json_end_array(json);
    table_dice("kept", s->kept, json);
    table_dice("rolled", dice_shown(s), json);
    peck_json_int(json, "dice", dice_to_roll(s));
    peck_json_int(json, "total", total(s));
    peck_json_string(json, "golden_die", golden[s->golden]);
    peck_json_bool(json, "weasel_used", s->weasel_used);
    peck_json_bool(json, "extra_wurm", s->extra);
    peck_json_int(json, "supply", s->extra ? supply(s) : 0);
}

/* The total once the dice are set aside; how many dice are rolled; the worms of a tile,
 * unless the hen comes instead of it (XW-50). */
void heckmeck_brings(const void *view, int seat, uint32_t action, struct peck_json *json)
{
    const struct heckmeck *s = view;
    int argument = (int)ARGUMENT(action);
    switch (VERB(action)) {
    case VERB_KEEP: peck_json_int(json, "total", total_kept(s, argument)); break;
    case VERB_ROLL: peck_json_int(json, "dice", dice_to_roll(s)); break;
    case VERB_TAKE: peck_json_int(json, "worms", tile_worms[argument]); break;
    case VERB_STEAL:
        if (!s->extra || !holds(s, HEN, robbed_of(s, argument)))
            peck_json_int(json, "worms", tile_worms[argument]);
        break;
    default: break;
    }
}

/* Features. Whether each tile is face up · for each seat from the viewer's on, absent
 * seats all 0: is there, worms on tiles, numbers of the top and second tile, tiles,
 * round worms, and whether it holds the red worm, hen, weasel, golden die, and is on
 * turn · the number of the tile under each specialist, 0 for none · phase, one-hot ·
 * dice kept and rolled by face, the golden die included · plain dice left, state of the
 * golden die, weasel used, total · the options. A spectator looks from seat 0. */

static int16_t *observe_seat(const struct heckmeck *s, int seat, int16_t *f)
{
    int top = s->top[seat], tiles = 0;
    for (int tile = top; tile != NO_TILE; tile = s->below[tile])
        tiles++;
    *f++ = 1;
    *f++ = tile_points(s, seat);
    *f++ = tile_number[top];
    *f++ = top == NO_TILE ? 0 : tile_number[s->below[top]];
    *f++ = tiles;
    *f++ = s->worms[seat];
    for (int k = 0; k < SPECIALISTS; k++) {
        if (k != RAVEN)
            *f++ = holds(s, k, seat);
    }
    *f++ = s->turn == seat;
    return f;
}

void heckmeck_observe(const void *state, int viewer, int16_t *features)
{
    const struct heckmeck *s = state;
    int16_t *f = features;
    for (int tile = 0; tile < TILES; tile++)
        *f++ = s->up >> tile & 1;
    int seat = viewer < s->seats ? viewer : 0;
    for (int i = 0; i < s->seats; i++) {
        f = observe_seat(s, seat, f);
        seat = seat + 1 < s->seats ? seat + 1 : 0;
    }
    size_t absent = SEAT_FEATURES * (size_t)(SEATS_MAX - s->seats);
    memset(f, 0, absent * sizeof *f);
    f += absent;
    for (int k = 0; k < SPECIALISTS; k++)
        *f++ = s->place[k] < TILES ? tile_number[s->place[k]] : 0;
    for (int phase = 0; phase < PHASES; phase++)
        *f++ = s->phase == phase;
    for (int face = 0; face < FACES; face++) {
        *f++ = count_of(s->kept, face);
        *f++ = count_of(dice_shown(s), face);
    }
    *f++ = s->dice;
    *f++ = s->golden;
    *f++ = s->weasel_used;
    *f++ = total(s);
    *f++ = s->extra;
    *f++ = s->fast;
    *f++ = s->flip_always;
    PECK_ASSERT(f == features + FEATURES);
}
