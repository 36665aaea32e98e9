/* advice.c — Hexx & Hopp for the advisor: positions in plain words, and what actions do.
 *
 * A person at a table does not know in which order the figure grew. So the words
 * describe it in any order, and grow() finds one in which it can have grown. That needs no
 * search: a placement only ever adds contacts to the cells around it, so a tile that can
 * come next can also come later, and taking any such tile is never a mistake. advice.h has
 * the interface. */
#include <peck/advice.h>

#include "../rules/state.h"

/* ---- Plain words ---- */

/* What the reading of one word may change. The words are read twice: first only to learn
 * which tiles they name, because their numbers depend on what lies in the box. */
struct telling {
    struct hexxhopp s;
    bool numbered;         /* the second time */
    uint16_t named[TILES]; /* canonical; no tile is in two places */
    int names;
    struct stone figure[FIGURE_MAX];
    int told;             /* tiles of it */
    int tiles[SEATS_MAX]; /* how many everybody has */
    bool counted;         /* so it was said */
};

static int find_tile(const uint16_t *tiles, int count, uint32_t tile)
{
    int i = 0;
    while (i < count && tiles[i] != tile)
        i++;
    return i < count ? i : -1;
}

/* Six colours, as RYBBYW or 012213; with spaces between them or not, where they may be. */
static uint32_t read_colours(struct peck_scan *scan, bool spaced)
{
    uint32_t colours = 0;
    for (int k = 0; k < SEGMENTS; k++) {
        if (spaced)
            (void)peck_scan_accept(scan, " ");
        uint32_t colour =
            peck_scan_one_of(scan, "hexxhopp.error.colour", "0123RYBWrybw") % COLOURS;
        colours |= colour << COLOUR_BITS * k;
    }
    return colours;
}

static void note_name(struct peck_scan *scan, const char *at, uint32_t tile,
                      struct telling *telling)
{
    const struct contents *box = &telling->s.box;
    bool own = memcmp(box, &hexxhopp_assumed, sizeof *box) != 0;
    const char *wrong = NULL;
    if (!hexxhopp_is_tile(tile)) /* HH-1 */
        wrong = "hexxhopp.error.tile";
    else if (own && find_tile(box->tile, TILES, tile) < 0)
        wrong = "hexxhopp.error.own-tile";
    else if (find_tile(telling->named, telling->names, tile) >= 0)
        wrong = "hexxhopp.error.elsewhere";
    else if (telling->names == TILES)
        wrong = "hexxhopp.error.many";
    if (wrong == NULL) {
        telling->named[telling->names++] = tile;
        return;
    }
    scan->at = at;
    peck_scan_fail(scan, wrong);
}

/* A tile, and how it lies. */
static struct stone read_tile(struct peck_scan *scan, struct telling *telling)
{
    struct stone stone = {.tile = 0};
    const char *at = scan->at;
    uint32_t colours = read_colours(scan, false);
    if (scan->failed)
        return stone;
    uint32_t tile = hexxhopp_canonical(colours);
    if (!telling->numbered) {
        note_name(scan, at, tile, telling);
        return stone;
    }
    stone.tile = find_tile(telling->s.box.tile, TILES, tile);
    while (turned(tile, stone.rotation) != colours)
        stone.rotation++;
    return stone;
}

/* HH-2: what lies in the box is only assumed. A tile that is named and not among those
 * stands in for the one most like it of those that nobody has named. */
static void put_in(struct telling *telling, uint32_t tile)
{
    struct contents *box = &telling->s.box;
    uint32_t digits = hexxhopp_digits(tile), least = UINT32_MAX;
    int at = 0;
    for (int i = 0; i < TILES; i++) {
        uint32_t other = hexxhopp_digits(box->tile[i]);
        uint32_t apart = other > digits ? other - digits : digits - other;
        if (apart < least && find_tile(telling->named, telling->names, box->tile[i]) < 0) {
            least = apart;
            at = i;
        }
    }
    box->tile[at] = tile;
    hexxhopp_sort_box(box);
}

static bool next_tile(struct peck_scan *scan)
{
    while (peck_scan_accept(scan, " "))
        ;
    return !scan->failed && scan->at < scan->end;
}

static bool is_taken(const struct telling *telling, uint16_t cell)
{
    for (int i = 0; i < telling->told; i++) {
        if (telling->figure[i].cell == cell)
            return true;
    }
    return false;
}

/* `0,0:RYBBYW 1,0:…` */
static void read_figure(struct peck_scan *scan, struct telling *telling)
{
    enum { FAR = 33 }; /* no cell is farther out: see rim.h */
    while (next_tile(scan)) {
        const char *at = scan->at;
        int q = peck_scan_int(scan, "hexxhopp.error.column", -FAR, FAR);
        peck_scan_expect(scan, ",");
        int r = peck_scan_int(scan, "hexxhopp.error.row", -FAR, FAR);
        peck_scan_expect(scan, ":");
        struct stone stone = read_tile(scan, telling);
        stone.cell = CELL(q, r);
        if (telling->told == FIGURE_MAX || is_taken(telling, stone.cell)) {
            scan->at = at;
            peck_scan_fail(scan, telling->told == FIGURE_MAX ? "hexxhopp.error.many"
                                                             : "hexxhopp.error.cell");
            return;
        }
        telling->figure[telling->told++] = stone;
    }
}

/* HH-50: in turns all the tiles one has, the top of the stack first. */
static void read_hand(struct peck_scan *scan, struct telling *telling)
{
    struct hexxhopp *s = &telling->s;
    if (!s->turns) {
        s->open[0] = read_tile(scan, telling).tile;
        return;
    }
    while (next_tile(scan))
        stack_push(s, 0, read_tile(scan, telling).tile);
}

static void read_aside(struct peck_scan *scan, struct telling *telling)
{
    while (next_tile(scan)) {
        set_add(&telling->s.aside[0], read_tile(scan, telling).tile);
        telling->s.set_aside[0]++;
    }
}

/* `9,12,8`, or `-,-,-`: three seats, whose tiles nobody counted. */
static void read_stacks(struct peck_scan *scan, struct telling *telling)
{
    telling->counted = scan->at == scan->end || *scan->at != '-';
    telling->s.seats = 0;
    do {
        if (telling->s.seats == SEATS_MAX) {
            peck_scan_fail(scan, "hexxhopp.error.five");
            return;
        }
        int *tiles = &telling->tiles[telling->s.seats++];
        if (telling->counted)
            *tiles = peck_scan_int(scan, "hexxhopp.error.how-many", 1, TILES);
        else
            peck_scan_expect(scan, "-");
    } while (peck_scan_accept(scan, ","));
    if (telling->s.seats < SEATS_MIN)
        peck_scan_fail(scan, "hexxhopp.error.two");
}

static void read_gifts(struct peck_scan *scan, struct telling *telling)
{
    telling->s.owed[0] = peck_scan_int(scan, "hexxhopp.error.give", 0, GIVE_MAX);
}

enum { WORD_FIGURE, WORD_TILE, WORD_ASIDE, WORD_STACKS, WORD_GIFTS };

static const struct {
    int word;
    void (*read)(struct peck_scan *scan, struct telling *telling);
} readers[] = {
    {WORD_FIGURE, read_figure}, {WORD_TILE, read_hand},   {WORD_ASIDE, read_aside},
    {WORD_STACKS, read_stacks}, {WORD_GIFTS, read_gifts},
};

/* ---- The figure ---- */

static void say_cell(struct peck_error *error, const char *name, uint16_t cell)
{
    struct peck_text text = peck_error_open(error, name);
    peck_put_int(&text, CELL_Q(cell));
    peck_put(&text, ",");
    peck_put_int(&text, CELL_R(cell));
}

static enum peck_status refuse_cell(struct peck_error *error, const char *key,
                                    uint16_t cell)
{
    peck_error_say(error, key);
    say_cell(error, "cell", cell);
    return PECK_BAD_POSITION;
}

/* HH-4, HH-14: touching segments match. Nothing to say of the other pairs. */
static bool agree(const struct contents *box, const struct stone *a, const struct stone *b)
{
    for (int k = 0; k < SEGMENTS; k++) {
        if (b->cell == a->cell + cell_step[k])
            return colour_at(shown(box, a->tile, a->rotation), k) ==
                   colour_at(shown(box, b->tile, b->rotation), (k + 3) % SEGMENTS);
    }
    return true;
}

static enum peck_status check_edges(const struct telling *telling, struct peck_error *error)
{
    for (int j = 1; j < telling->told; j++) {
        for (int i = 0; i < j; i++) {
            const struct stone *a = &telling->figure[i], *b = &telling->figure[j];
            if (agree(&telling->s.box, a, b))
                continue;
            enum peck_status status = refuse_cell(error, "hexxhopp.error.matches", a->cell);
            say_cell(error, "other", b->cell);
            return status;
        }
    }
    return PECK_OK;
}

static int contacts(const struct hexxhopp *s, uint16_t cell)
{
    int count = 0;
    for (int i = 0; i < s->laid; i++) {
        for (int k = 0; k < SEGMENTS; k++)
            count += s->stone[i].cell == cell + cell_step[k];
    }
    return count;
}

/* The given tile that comes next in the figure, or -1. */
static int next_stone(const struct telling *telling)
{
    const struct hexxhopp *s = &telling->s;
    for (int i = 0; i < telling->told; i++) {
        uint16_t cell = telling->figure[i].cell;
        if (s->laid < START_TILES ? cell == start_cell[s->laid] : contacts(s, cell) >= 2)
            return i;
    }
    return -1;
}

/* Moves the figure from what was told to the state, in an order in which it can have
 * grown: HH-4, HH-14. */
static enum peck_status grow(struct telling *telling, struct peck_error *error)
{
    struct hexxhopp *s = &telling->s;
    while (telling->told > 0 || s->laid < START_TILES) {
        int next = next_stone(telling);
        if (next < 0 && s->laid < START_TILES)
            return refuse_cell(error, "hexxhopp.error.start", start_cell[s->laid]);
        if (next < 0)
            return refuse_cell(error, "hexxhopp.error.touches", telling->figure[0].cell);
        s->stone[s->laid++] = telling->figure[next];
        telling->figure[next] = telling->figure[--telling->told];
    }
    return PECK_OK;
}

/* ---- The seats ---- */

/* As equally as what is known allows. */
static void guess_counts(struct telling *telling, int left)
{
    const struct hexxhopp *s = &telling->s;
    int mine = tiles_left(s, 0), part = left / s->seats;
    telling->tiles[0] = s->turns || part < mine ? mine : part;
    left -= telling->tiles[0];
    for (int seat = 1; seat < s->seats; seat++) {
        telling->tiles[seat] = left / (s->seats - seat);
        left -= telling->tiles[seat];
    }
}

static bool counts_agree(const struct telling *telling, int left)
{
    const struct hexxhopp *s = &telling->s;
    int unnamed = telling->tiles[0] - tiles_left(s, 0);
    for (int seat = 0; seat < s->seats; seat++) {
        left -= telling->tiles[seat];
        if (telling->tiles[seat] < 1)
            return false;
    }
    return left == 0 && (s->turns ? unnamed == 0 : unnamed >= 0);
}

/* HH-3: everybody's stack out of what was dealt and not placed. */
static enum peck_status share_out(struct telling *telling, struct peck_error *error)
{
    struct hexxhopp *s = &telling->s;
    int left = s->seats * hand_size(s) - (s->laid - START_TILES);
    int mine = tiles_left(s, 0);
    if (!telling->counted)
        guess_counts(telling, left);
    if (counts_agree(telling, left)) {
        s->stacked[0] += telling->tiles[0] - mine;
        for (int seat = 1; seat < s->seats; seat++)
            s->stacked[seat] = telling->tiles[seat];
        return PECK_OK;
    }
    peck_error_say(error, s->turns ? "hexxhopp.error.all" : "hexxhopp.error.count");
    peck_error_number(error, "seats", s->seats);
    peck_error_number(error, "tiles", left);
    peck_error_number(error, "mine", mine);
    return PECK_BAD_POSITION;
}

static enum peck_status complete(struct telling *telling, struct peck_error *error)
{
    struct hexxhopp *s = &telling->s;
    enum peck_status status = check_edges(telling, error);
    if (status == PECK_OK)
        status = grow(telling, error);
    if (status == PECK_OK)
        status = share_out(telling, error);
    if (status != PECK_OK)
        return status;
    if (s->owed[0] > may_give(4) && s->owed[0] > tiles_left(s, 0)) { /* HH-18 */
        s->phase = PHASE_STOP;
        s->owed[0] = tiles_left(s, 0);
    }
    if (s->laid > START_TILES) {
        s->last = s->owed[0] > 0 ? 0 : 1;
    } else if (s->owed[0] > 0) {
        peck_error_say(error, "hexxhopp.error.gifts");
        return PECK_BAD_POSITION;
    }
    return PECK_OK;
}

static void begin_telling(struct telling *telling, const struct peck_setup *setup,
                          const struct contents *box)
{
    int first = setup->option[OPTION_FIRST];
    *telling = (struct telling){.s = {.phase = PHASE_PLAY,
                                      .seats = SEATS_MIN,
                                      .turns = setup->option[OPTION_TURNS],
                                      .dealer = first < 0 ? 0 : first,
                                      .drawn = NONE,
                                      .last = NONE,
                                      .box = *box}};
    memset(telling->s.next, NONE, sizeof telling->s.next);
    memset(telling->s.top, NONE, sizeof telling->s.top);
    memset(telling->s.bottom, NONE, sizeof telling->s.bottom);
    memset(telling->s.open, NONE, sizeof telling->s.open);
}

static enum peck_status read_words(const struct peck_words *words, struct telling *telling,
                                   struct peck_error *error)
{
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        const char *said = words->value[readers[i].word];
        if (said == NULL)
            continue;
        struct peck_scan scan = peck_scan_begin(said, peck_length(said), error);
        readers[i].read(&scan, telling);
        if (!peck_scan_done(&scan))
            return PECK_BAD_POSITION;
    }
    return PECK_OK;
}

static enum peck_status line(const struct peck_words *words, const struct peck_setup *setup,
                             const void *contents, int *seats, struct peck_text *line,
                             struct peck_error *error)
{
    struct telling naming, telling;
    if (words->value[WORD_FIGURE] == NULL) {
        peck_error_say(error, "hexxhopp.error.figure");
        return PECK_BAD_POSITION;
    }
    begin_telling(&naming, setup, contents);
    if (read_words(words, &naming, error) != PECK_OK)
        return PECK_BAD_POSITION;
    for (int i = 0; i < naming.names; i++) {
        if (find_tile(naming.s.box.tile, TILES, naming.named[i]) < 0)
            put_in(&naming, naming.named[i]);
    }
    begin_telling(&telling, setup, &naming.s.box);
    telling.numbered = true;
    enum peck_status status = read_words(words, &telling, error);
    if (status == PECK_OK)
        status = complete(&telling, error);
    *seats = telling.s.seats;
    if (status == PECK_OK)
        hexxhopp_encode(&telling.s, line);
    return status;
}

/* ---- A box file ---- */

/* HH-1: a tile on each line, and what is wrong with it. */
static bool check_tile(struct peck_box_file *file, uint32_t tile, const uint16_t *tiles,
                       int count)
{
    const char *wrong = !hexxhopp_is_tile(tile)              ? "hexxhopp.error.tile"
                        : find_tile(tiles, count, tile) >= 0 ? "hexxhopp.error.box.twice"
                        : count == TILES                     ? "hexxhopp.error.box.many"
                                                             : NULL;
    file->scan.at = wrong != NULL ? file->scan.start : file->scan.at;
    return wrong == NULL || peck_scan_fail(&file->scan, wrong);
}

static bool box(struct peck_box_file *file, void *contents)
{
    struct contents *box = contents;
    int count = 0;
    while (peck_box_line(file)) {
        uint32_t tile = hexxhopp_canonical(read_colours(&file->scan, true));
        if (!peck_scan_done(&file->scan) || !check_tile(file, tile, box->tile, count))
            return false;
        box->tile[count++] = tile;
    }
    if (count < TILES && !file->scan.failed) {
        peck_box_lacks(file, "hexxhopp.error.box.missing");
        peck_error_number(file->scan.error, "count", count);
    }
    hexxhopp_sort_box(box);
    return !file->scan.failed;
}

/* ---- What an action does ---- */

static void add(struct peck_reason *reason, const char *key, int count)
{
    peck_reason_add(reason, key, count, 0);
}

/* Its colours, as the words write them. */
static void add_tile(const struct hexxhopp *s, struct peck_reason *reason, const char *key,
                     int tile, int rotation)
{
    struct peck_clause *clause = peck_reason_add(reason, key, 0, 0);
    struct peck_text text = peck_text_begin(clause->word, sizeof clause->word);
    for (int k = 0; k < SEGMENTS; k++)
        peck_put_char(&text, "RYBW"[colour_at(shown(&s->box, tile, rotation), k)]);
    clause->notation = true;
}

/* In how many ways the tile could be placed now. */
static void add_fits(const struct hexxhopp *s, int tile, struct peck_reason *reason)
{
    struct spread spread = tile_spread(s->box.tile[tile]);
    int ways = 0;
    for (int rotation = 0; rotation < SEGMENTS; rotation++) {
        const uint8_t *colours = spread_lies(&spread, rotation);
        ways += __builtin_popcountll(rim_matches(&s->rim, colours) & s->rim.two) +
                __builtin_popcount(rim_matches_high(&s->rim, colours) & s->rim.two_high);
    }
    add_tile(s, reason, "hexxhopp.why.tile", tile, 0);
    add(reason, ways == 0 ? "hexxhopp.why.nowhere" : "hexxhopp.why.fits", ways);
}

/* `left`: the tiles that the seat keeps. */
static void add_place(const struct hexxhopp *s, int left, int tile, uint32_t action,
                      struct peck_reason *reason)
{
    int touched = contacts_at(&s->rim, PLACE_CELL(action)), gifts = may_give(touched);
    add_tile(s, reason, "hexxhopp.why.lies", tile, PLACE_ROTATION(action));
    add(reason, "hexxhopp.why.touches", touched);
    if (touched == SEGMENTS) /* HH-19 */
        add(reason, "hexxhopp.why.wins", 0);
    else if (left == 0) /* HH-30 */
        add(reason, "hexxhopp.why.last", 0);
    else if (gifts == 0) /* HH-15 */
        add(reason, "hexxhopp.why.no-gift", 0);
    else if (stops(touched, left)) /* HH-18 */
        add(reason, "hexxhopp.why.stop", 0);
    else if (gifts >= left) /* HH-20 */
        add(reason, "hexxhopp.why.all-gifts", 0);
    else
        add(reason, "hexxhopp.why.gifts", gifts);
}

static void add_give(const struct hexxhopp *s, int seat, int to, int tile,
                     struct peck_reason *reason)
{
    if (tile != GIVE_STACK)
        add_tile(s, reason, "hexxhopp.why.tile", tile, 0);
    if (tiles_left(s, seat) == 1) { /* HH-30 */
        add(reason, "hexxhopp.why.empty", 0);
        return;
    }
    add(reason, "hexxhopp.why.has", tiles_left(s, to) + 1);
    if (s->owed[seat] > 1)
        add(reason, "hexxhopp.why.follow", s->owed[seat] - 1);
}

static void what(const struct peck_seat *seat, uint32_t action, struct peck_reason *reason)
{
    const struct hexxhopp *s = (const void *)seat->view;
    int me = seat->seat, argument = (int)ARGUMENT(action), left = tiles_left(s, me) - 1;
    switch (VERB(action)) {
    case VERB_OPEN: add(reason, "hexxhopp.why.open", s->stacked[me]); break;
    case VERB_BACK: add_fits(s, argument, reason); break;
    case VERB_ASIDE: add_fits(s, s->open[me], reason); break;
    case VERB_PLACE: add_place(s, left, s->open[me], action, reason); break;
    case VERB_PLACE_TILE: add_place(s, left, PLACE_TILE(action), action, reason); break;
    case VERB_PASS: add(reason, "hexxhopp.why.pass", 0); break;
    case VERB_GIVE: add_give(s, me, argument >> 8, argument & 0xff, reason); break;
    default: add(reason, "hexxhopp.why.enough", s->owed[me]);
    }
}

const struct peck_advice peck_advice_hexxhopp = {
    .words =
        {
            [WORD_FIGURE] = {"figure", "TILES",
                             "the figure in any order, as in '0,0:RYBBYW 1,0:…': column, "
                             "row, and the colours (R, Y, B, W or 0 to 3) as they lie, "
                             "first the one towards 1,0, then clockwise"},
            [WORD_TILE] = {"tile", "TILE",
                           "your open tile, clockwise, as in RYBBYW; in turns all your "
                           "tiles, the top of the stack first"},
            [WORD_ASIDE] = {"aside", "TILES",
                            "the tiles you have set aside (default: none)"},
            [WORD_STACKS] = {"stacks", "N,N",
                             "how many tiles all have, you first, then clockwise, open "
                             "ones and those set aside counted (default: two seats, "
                             "equally many)"},
            [WORD_GIFTS] = {"gifts", "N",
                            "how many tiles you may give away now (default: 0)"},
        },
    .line = line,
    .box = box,
    .what = what,
};
