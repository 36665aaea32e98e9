/* view.c — Hexx & Hopp: who sees what, worlds behind a view, features, and JSON.
 *
 * Everybody sees the figure, the open tiles, and how many tiles a seat has. In the race
 * nobody sees a stack, its owner included, and only the owner knows what it has set aside;
 * under HH-50 a seat sees its own stack. A view has BLANK for the ends of a hidden stack,
 * an empty set for hidden tiles set aside, and no `deck` and `held`, which would give the
 * rest away. The counts stay. */
#include "state.h"

/* --- Views ---------------------------------------------------------------------------- */

void hexxhopp_redact(void *state, int viewer)
{
    struct hexxhopp *s = state;
    uint8_t next[TILES];
    /* Whoever looks at another's view knows no more than a spectator. */
    s->view = s->view == FULL || s->view == viewer ? viewer : PECK_CHANCE;
    memset(next, NONE, sizeof next);
    for (int seat = 0; seat < s->seats; seat++) {
        if (!sees_aside(s, seat))
            s->aside[seat] = (struct set){{0, 0}};
        if (!sees_stack(s, seat)) {
            s->top[seat] = s->bottom[seat] = s->stacked[seat] > 0 ? BLANK : NONE;
            continue;
        }
        for (int tile = s->top[seat]; tile < TILES; tile = s->next[tile])
            next[tile] = s->next[tile];
    }
    memcpy(s->next, next, sizeof next);
    s->deck = s->held = (struct set){{0, 0}};
}

uint32_t hexxhopp_seen(const void *before, int seat, uint32_t action, int viewer)
{
    const struct hexxhopp *s = before;
    if (VERB(action) == VERB_TILE && s->laid == START_TILES) {
        bool shown_to = s->turns && viewer == s->turn;
        return shown_to ? action : VERB_TILE + BLANK;
    }
    bool face_down = VERB(action) == VERB_GIVE && (action & 0xff) != GIVE_STACK;
    return face_down && viewer != seat ? (action & ~0xffu) + BLANK : action; /* HH-20 */
}

/* The tiles that seats have, as far as the viewer sees them. */
static struct set seen_with_seats(const struct hexxhopp *s)
{
    struct set known = {{0, 0}};
    for (int seat = 0; seat < s->seats; seat++) {
        if (s->open[seat] != NONE)
            set_add(&known, s->open[seat]);
        for (int i = 0; i < 2; i++)
            known.word[i] |= s->aside[seat].word[i];
        if (!sees_stack(s, seat))
            continue;
        for (int tile = s->top[seat]; tile < TILES; tile = s->next[tile])
            set_add(&known, tile);
    }
    return known;
}

/* The tiles that the viewer does not see: face down with a seat, or not in the round. */
static struct set unseen(const struct hexxhopp *s)
{
    struct set known = seen_with_seats(s), rest = set_all();
    for (int i = 0; i < 2; i++)
        rest.word[i] &= ~known.word[i];
    for (int i = 0; i < s->laid; i++)
        set_remove(&rest, s->stone[i].tile);
    if (s->drawn != NONE)
        set_remove(&rest, s->drawn);
    return rest;
}

void hexxhopp_sort_tiles(const struct hexxhopp *s, struct set *deck, struct set *held)
{
    bool empty = s->view != FULL || s->phase == PHASE_OVER;
    *deck = empty ? (struct set){{0, 0}} : unseen(s);
    *held = empty ? (struct set){{0, 0}} : seen_with_seats(s);
}

int hexxhopp_hidden(const struct hexxhopp *s)
{
    int hidden = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        hidden += sees_stack(s, seat) ? 0 : s->stacked[seat];
        hidden += sees_aside(s, seat) ? 0 : s->set_aside[seat];
    }
    return hidden;
}

/* --- Worlds --------------------------------------------------------------------------- */

/* Whether a tile that the view shows with a seat fits somewhere. */
static bool known_fits(const struct hexxhopp *s)
{
    struct set tiles = seen_with_seats(s);
    for (int tile; (tile = set_take(&tiles)) >= 0;) {
        if (rim_takes(&s->rim, s->box.tile[tile]))
            return true;
    }
    return false;
}

static bool pool_fits(const struct hexxhopp *s, const uint8_t *pool, int count)
{
    for (int i = 0; i < count; i++) {
        if (rim_takes(&s->rim, s->box.tile[pool[i]]))
            return true;
    }
    return false;
}

static void shuffle(uint8_t *pool, int size, int hidden, struct peck_rng *rng)
{
    for (int i = 0; i < hidden; i++) {
        int j = i + peck_rng_below(rng, size - i);
        uint8_t tile = pool[i];
        pool[i] = pool[j];
        pool[j] = tile;
    }
}

/* Hands the first tiles of the pool out to the blanks, and counts who holds what again. */
static void fill(struct hexxhopp *s, const uint8_t *pool)
{
    for (int seat = 0; seat < s->seats; seat++) {
        int stacked = s->stacked[seat], set_aside = s->set_aside[seat];
        if (!sees_aside(s, seat)) {
            for (int i = 0; i < set_aside; i++)
                set_add(&s->aside[seat], *pool++);
        }
        if (sees_stack(s, seat))
            continue;
        s->top[seat] = s->bottom[seat] = NONE;
        s->stacked[seat] = 0;
        for (int i = 0; i < stacked; i++)
            stack_push(s, seat, *pool++);
    }
    s->view = FULL;
    hexxhopp_sort_tiles(s, &s->deck, &s->held);
}

/* Uniform among the worlds in which the round goes on (HH-31), by rejection. In a view
 * that passes `check` one of the at most 72 tiles that may be hidden fits, so a try
 * succeeds with a chance of 1 in 72 or better. */
void hexxhopp_determinize(void *view, int viewer, struct peck_rng *rng)
{
    struct hexxhopp *s = view;
    /* `viewer` is unused: the state knows whose view it is */
    struct set rest = unseen(s);
    uint8_t pool[TILES] = {0};
    int size = 0, hidden = hexxhopp_hidden(s);
    for (int tile; (tile = set_take(&rest)) >= 0;)
        pool[size++] = tile;
    bool any = s->phase != PHASE_PLAY || anyone_owes(s) || known_fits(s);
    do {
        shuffle(pool, size, hidden, rng);
    } while (!any && !pool_fits(s, pool, hidden));
    fill(s, pool);
}

/* --- Features ------------------------------------------------------------------------- */

static int relative(const struct hexxhopp *s, int seat, int base)
{
    return (seat + s->seats - base) % s->seats;
}

static int16_t *observe_seat(const struct hexxhopp *s, int seat, int16_t *f)
{
    *f++ = 1;
    *f++ = s->stacked[seat];
    *f++ = s->set_aside[seat];
    *f++ = s->open[seat] == NONE ? -1 : s->open[seat];
    *f++ = s->owed[seat];
    *f++ = s->penalty[seat];
    *f++ = s->last == seat;
    return f;
}

static void observe_mine(const struct hexxhopp *s, int viewer, int16_t *f)
{
    struct set aside = s->aside[viewer];
    for (int tile; (tile = set_take(&aside)) >= 0;)
        f[tile] = 1;
    if (s->open[viewer] != NONE)
        f[s->open[viewer]] = 2;
    if (!s->turns)
        return;
    for (int tile = s->top[viewer]; tile < TILES; tile = s->next[tile])
        f[tile] = 3;
}

/* In this order:
 *   8: phase; rounds to go; the dealer and the seat on turn, counted from the viewer;
 *      whether it is played in turns; seats; tiles in the figure; the drawn start tile
 *      or -1;
 *   5 * 7, the viewer first (a spectator counts from seat 0): 1 for a seat that is taken;
 *      tiles in the stack; set aside; the open tile or -1; tiles it may give; penalty
 *      points; whether it placed last;
 *   72: where the viewer has the tile: 1 set aside, 2 open, 3 in the stack (HH-50), else 0;
 *   67 * 8: the figure in order of placement: q, r, and 1 + the colour of each segment. */
void hexxhopp_observe(const void *state, int viewer, int16_t *features)
{
    const struct hexxhopp *s = state;
    int base = viewer < s->seats ? viewer : 0;
    memset(features, 0, FEATURES * sizeof *features);
    int16_t *f = features;
    *f++ = s->phase;
    *f++ = s->rounds - s->round;
    *f++ = relative(s, s->dealer, base);
    *f++ = relative(s, s->turn, base);
    *f++ = s->turns;
    *f++ = s->seats;
    *f++ = s->laid;
    *f++ = s->drawn == NONE ? -1 : s->drawn;
    for (int i = 0; i < s->seats; i++)
        f = observe_seat(s, (base + i) % s->seats, f);
    f = features + 8 + SEATS_MAX * 7;
    if (viewer < s->seats)
        observe_mine(s, viewer, f);
    f += TILES;
    for (int i = 0; i < s->laid; i++) {
        const struct stone *stone = &s->stone[i];
        *f++ = CELL_Q(stone->cell);
        *f++ = CELL_R(stone->cell);
        uint32_t colours = shown(&s->box, stone->tile, stone->rotation);
        for (int k = 0; k < SEGMENTS; k++)
            *f++ = 1 + colour_at(colours, k);
    }
}

/* --- The table for user interfaces ---------------------------------------------------- */

static void table_colours(struct peck_json *json, uint32_t colours)
{
    peck_json_array(json, "colours");
    for (int k = 0; k < SEGMENTS; k++)
        peck_json_int(json, NULL, colour_at(colours, k));
    peck_json_end_array(json);
}

static void table_tile(const struct hexxhopp *s, struct peck_json *json, const char *key,
                       int tile)
{
    if (tile == NONE) {
        peck_json_null(json, key);
        return;
    }
    peck_json_object(json, key);
    peck_json_int(json, "tile", tile);
    table_colours(json, s->box.tile[tile]);
    peck_json_end_object(json);
}

static void table_stone(const struct hexxhopp *s, struct peck_json *json,
                        const struct stone *stone)
{
    peck_json_object(json, NULL);
    peck_json_int(json, "q", CELL_Q(stone->cell));
    peck_json_int(json, "r", CELL_R(stone->cell));
    peck_json_int(json, "tile", stone->tile);
    peck_json_int(json, "rotation", stone->rotation);
    table_colours(json, shown(&s->box, stone->tile, stone->rotation));
    peck_json_end_object(json);
}

static void table_last(const struct hexxhopp *s, struct peck_json *json)
{
    if (s->last == NONE) {
        peck_json_null(json, "last");
        return;
    }
    uint16_t cell = s->stone[s->laid - 1].cell;
    int contacts = 0;
    for (int i = 0; i < s->laid - 1; i++) {
        for (int k = 0; k < SEGMENTS; k++)
            contacts += s->stone[i].cell == cell + cell_step[k];
    }
    peck_json_object(json, "last");
    peck_json_int(json, "seat", s->last);
    peck_json_int(json, "q", CELL_Q(cell));
    peck_json_int(json, "r", CELL_R(cell));
    peck_json_int(json, "contacts", contacts);
    peck_json_end_object(json);
}

static void table_stack(const struct hexxhopp *s, struct peck_json *json, int seat)
{
    peck_json_int(json, "stack", s->stacked[seat]);
    if (!sees_stack(s, seat)) {
        peck_json_null(json, "stack_tiles");
        return;
    }
    peck_json_array(json, "stack_tiles");
    for (int tile = s->top[seat]; tile < TILES; tile = s->next[tile])
        table_tile(s, json, NULL, tile);
    peck_json_end_array(json);
}

static void table_aside(const struct hexxhopp *s, struct peck_json *json, int seat)
{
    peck_json_int(json, "aside", s->set_aside[seat]);
    if (!sees_aside(s, seat)) {
        peck_json_null(json, "aside_tiles");
        return;
    }
    struct set aside = s->aside[seat];
    peck_json_array(json, "aside_tiles");
    for (int tile; (tile = set_take(&aside)) >= 0;)
        table_tile(s, json, NULL, tile);
    peck_json_end_array(json);
}

/* A stone is at most 78 bytes, a tile of a seat 41: 67 * 78 + 65 * 41 and five seats'
 * counts stay under 9 KiB. */
void hexxhopp_table(const void *state, struct peck_json *json)
{
    static const char *const phases[] = {"first", "deal", "turn", "play", "stop", "over"};
    const struct hexxhopp *s = state;
    peck_json_string(json, "phase", phases[s->phase]);
    peck_json_int(json, "round", s->round);
    peck_json_int(json, "rounds", s->rounds);
    peck_json_int(json, "dealer", s->dealer);
    if (s->phase == PHASE_STOP || (s->phase == PHASE_PLAY && s->turns))
        peck_json_int(json, "turn", s->turn);
    else
        peck_json_null(json, "turn");
    table_tile(s, json, "drawn", s->drawn);
    table_last(s, json);
    peck_json_array(json, "figure");
    for (int i = 0; i < s->laid; i++)
        table_stone(s, json, &s->stone[i]);
    peck_json_end_array(json);
    peck_json_array(json, "seats");
    for (int seat = 0; seat < s->seats; seat++) {
        peck_json_object(json, NULL);
        table_stack(s, json, seat);
        table_aside(s, json, seat);
        table_tile(s, json, "open", s->open[seat]);
        peck_json_int(json, "owed", s->owed[seat]);
        peck_json_int(json, "penalties", s->penalty[seat]);
        peck_json_end_object(json);
    }
    peck_json_end_array(json);
}

/* How many tiles a placement touches. */
void hexxhopp_brings(const void *view, int seat, uint32_t action, struct peck_json *json)
{
    const struct hexxhopp *s = view;
    if (VERB(action) == VERB_PLACE || VERB(action) == VERB_PLACE_TILE)
        peck_json_int(json, "contacts", contacts_at(&s->rim, PLACE_CELL(action)));
}
