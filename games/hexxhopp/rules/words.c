/* words.c — the names of Hexx & Hopp's actions, its position lines, and `check`.
 *
 * A line has the phase, counters, penalty points, the figure as q,r,tile,rotation in order
 * of placement, and for each seat its stack from top to bottom, the tiles set aside, the
 * open tile and how many it may give:
 *   p round=0 dealer=1 turn=0 drawn=- last=2 view=- points=0,0 figure=0,0,12,0/…
 *   | 3.4 7 - 0 | … (all on one line)
 * `?13` stands for 13 tiles that the viewer does not see, `-` for none. The rim, the deck
 * and who holds what follow from the line and are not written. Where the box is not the one
 * assumed, its tiles stand before the figure: tiles=001213.001231.… */
#include "state.h"

/* --- Names ---------------------------------------------------------------------------- */

static void put_words(struct peck_text *text, const char *word, int number)
{
    peck_put(text, word);
    peck_put_int(text, number);
}

static void put_tile(struct peck_text *text, int tile)
{
    if (tile == GIVE_STACK)
        peck_put(text, "stack");
    else if (tile == BLANK)
        peck_put(text, "?");
    else
        peck_put_int(text, tile);
}

static void put_cell(struct peck_text *text, uint16_t cell)
{
    peck_put_int(text, CELL_Q(cell));
    put_words(text, ",", CELL_R(cell));
}

void hexxhopp_action_name(uint32_t action, struct peck_text *name)
{
    int argument = (int)ARGUMENT(action);
    switch (VERB(action)) {
    case VERB_FIRST: put_words(name, "first ", argument); break;
    case VERB_TILE:
        peck_put(name, "tile ");
        put_tile(name, argument);
        break;
    case VERB_TURN: put_words(name, "turn ", argument); break;
    case VERB_OPEN: peck_put(name, "open"); break;
    case VERB_BACK: put_words(name, "back ", argument); break;
    case VERB_ASIDE: peck_put(name, "aside"); break;
    case VERB_PLACE:
    case VERB_PLACE_TILE:
        peck_put(name, "place ");
        if (VERB(action) == VERB_PLACE_TILE) {
            peck_put_int(name, PLACE_TILE(action));
            peck_put(name, " ");
        }
        put_cell(name, PLACE_CELL(action));
        put_words(name, " ", PLACE_ROTATION(action));
        break;
    case VERB_PASS: peck_put(name, "pass"); break;
    case VERB_GIVE:
        put_words(name, "give ", argument >> 8);
        peck_put(name, " ");
        put_tile(name, argument & 0xff);
        break;
    default: peck_put(name, "enough");
    }
}

/* --- Tiles -----------------------------------------------------------------------------
 */

uint32_t hexxhopp_digits(uint32_t colours)
{
    uint32_t digits = 0;
    for (int k = 0; k < SEGMENTS; k++)
        digits = digits << COLOUR_BITS | (uint32_t)colour_at(colours, k);
    return digits;
}

uint32_t hexxhopp_canonical(uint32_t colours)
{
    uint32_t least = colours;
    for (int rotation = 1; rotation < SEGMENTS; rotation++) {
        uint32_t other = turned(colours, rotation);
        least = hexxhopp_digits(other) < hexxhopp_digits(least) ? other : least;
    }
    return least;
}

bool hexxhopp_is_tile(uint32_t colours)
{
    int count[COLOURS] = {0};
    for (int k = 0; k < SEGMENTS; k++)
        count[colour_at(colours, k)]++;
    for (int c = 0; c < COLOURS; c++) {
        if (count[c] < 1 || count[c] > COLOUR_MOST)
            return false;
    }
    return colours >> COLOURS_BITS == 0;
}

/* In ascending order, which is how tiles get their numbers. */
void hexxhopp_sort_box(struct contents *box)
{
    for (int i = 1; i < TILES; i++) {
        uint16_t tile = box->tile[i];
        int at = i;
        for (; at > 0 && hexxhopp_digits(box->tile[at - 1]) > hexxhopp_digits(tile); at--)
            box->tile[at] = box->tile[at - 1];
        box->tile[at] = tile;
    }
}

/* Whether tile i is one (HH-1), and comes after the one before it. */
static bool tile_is_sound(const struct contents *box, int i)
{
    uint32_t tile = box->tile[i];
    return hexxhopp_is_tile(tile) && hexxhopp_canonical(tile) == tile &&
           (i == 0 || hexxhopp_digits(box->tile[i - 1]) < hexxhopp_digits(tile));
}

/* --- Position lines ------------------------------------------------------------------- */

static const char phase_letters[] = "fdtpso"; /* first, deal, turn, play, stop, over */

/* A tile or a seat, or `-`. */
static void put_maybe(struct peck_text *line, const char *word, int number)
{
    peck_put(line, word);
    if (number == NONE)
        peck_put(line, "-");
    else
        peck_put_int(line, number);
}

static void put_listed(struct peck_text *line, int index, int tile)
{
    put_words(line, index > 0 ? "." : "", tile);
}

static void put_stack(struct peck_text *line, const struct hexxhopp *s, int seat)
{
    int count = 0;
    if (s->stacked[seat] == 0) {
        peck_put(line, "-");
    } else if (!sees_stack(s, seat)) {
        put_words(line, "?", s->stacked[seat]);
    } else {
        for (int tile = s->top[seat]; tile < TILES; tile = s->next[tile])
            put_listed(line, count++, tile);
    }
}

static void put_aside(struct peck_text *line, const struct hexxhopp *s, int seat)
{
    struct set aside = s->aside[seat];
    int count = 0;
    if (s->set_aside[seat] == 0) {
        peck_put(line, "-");
    } else if (!sees_aside(s, seat)) {
        put_words(line, "?", s->set_aside[seat]);
    } else {
        for (int tile; (tile = set_take(&aside)) >= 0;)
            put_listed(line, count++, tile);
    }
}

/* HH-2 */
static void put_box(struct peck_text *line, const struct contents *box)
{
    if (memcmp(box, &hexxhopp_assumed, sizeof *box) == 0)
        return;
    for (int tile = 0; tile < TILES; tile++) {
        peck_put(line, tile > 0 ? "." : " tiles=");
        for (int k = 0; k < SEGMENTS; k++)
            peck_put_int(line, colour_at(box->tile[tile], k));
    }
}

static void put_figure(struct peck_text *line, const struct hexxhopp *s)
{
    peck_put(line, " figure=");
    for (int i = 0; i < s->laid; i++) {
        peck_put(line, i > 0 ? "/" : "");
        put_cell(line, s->stone[i].cell);
        put_words(line, ",", s->stone[i].tile);
        put_words(line, ",", s->stone[i].rotation);
    }
    if (s->laid == 0)
        peck_put(line, "-");
}

/* A stone takes 12 bytes and its slash at most, a tile of a seat 3, a tile of the box 7: 67
 * * 13 + 65 * 3 + 72 * 7 and some 250 bytes of head and counters are under 1900. */
void hexxhopp_encode(const void *state, struct peck_text *line)
{
    const struct hexxhopp *s = state;
    peck_put_char(line, phase_letters[s->phase]);
    put_words(line, " round=", s->round);
    put_words(line, " dealer=", s->dealer);
    put_words(line, " turn=", s->turn);
    put_maybe(line, " drawn=", s->drawn);
    put_maybe(line, " last=", s->last);
    if (s->view == PECK_CHANCE)
        peck_put(line, " view=*");
    else
        put_maybe(line, " view=", s->view);
    for (int seat = 0; seat < s->seats; seat++)
        put_words(line, seat > 0 ? "," : " points=", s->penalty[seat]);
    put_box(line, &s->box);
    put_figure(line, s);
    for (int seat = 0; seat < s->seats; seat++) {
        peck_put(line, " | ");
        put_stack(line, s, seat);
        peck_put(line, " ");
        put_aside(line, s, seat);
        put_maybe(line, " ", s->open[seat]);
        put_words(line, " ", s->owed[seat]);
    }
}

/* What is being read, and the tiles that were named: no tile is in two places. */
struct reading {
    struct peck_scan *scan;
    struct hexxhopp *s;
    struct set named;
};

static int scan_tile(struct reading *in, int low)
{
    struct peck_scan start = *in->scan;
    int tile = peck_scan_int(in->scan, "hexxhopp.error.a-tile", low, TILES - 1);
    if (!in->scan->failed && set_has(&in->named, tile)) {
        *in->scan = start;
        peck_scan_fail(in->scan, "hexxhopp.error.named");
    }
    set_add(&in->named, tile);
    return tile;
}

static uint8_t scan_maybe_tile(struct reading *in, const char *word)
{
    peck_scan_expect(in->scan, word);
    return peck_scan_accept(in->scan, "-") ? NONE : scan_tile(in, 0);
}

static uint8_t scan_maybe_seat(struct reading *in, const char *word)
{
    peck_scan_expect(in->scan, word);
    if (peck_scan_accept(in->scan, "-"))
        return NONE;
    return peck_scan_int(in->scan, "error.seat", 0, in->s->seats - 1);
}

static uint8_t scan_view(struct reading *in)
{
    if (peck_scan_accept(in->scan, " view=*"))
        return PECK_CHANCE;
    return scan_maybe_seat(in, " view=");
}

static void scan_stack(struct reading *in, int seat)
{
    struct hexxhopp *s = in->s;
    if (peck_scan_accept(in->scan, "-"))
        return;
    if (!sees_stack(s, seat)) {
        peck_scan_expect(in->scan, "?");
        s->stacked[seat] = peck_scan_int(in->scan, "hexxhopp.error.number", 1, TILES);
        s->top[seat] = s->bottom[seat] = BLANK;
        return;
    }
    do {
        int tile = scan_tile(in, 0);
        if (!in->scan->failed)
            stack_push(s, seat, tile);
    } while (peck_scan_accept(in->scan, "."));
}

/* Ascending, so that there is one line for a position. */
static void scan_aside(struct reading *in, int seat)
{
    struct hexxhopp *s = in->s;
    if (peck_scan_accept(in->scan, "-"))
        return;
    if (!sees_aside(s, seat)) {
        peck_scan_expect(in->scan, "?");
        s->set_aside[seat] = peck_scan_int(in->scan, "hexxhopp.error.number", 1, TILES);
        return;
    }
    int low = 0;
    do {
        int tile = scan_tile(in, low);
        set_add(&s->aside[seat], tile);
        s->set_aside[seat]++;
        low = tile + 1;
    } while (peck_scan_accept(in->scan, "."));
}

/* Whether the stone may follow those already in the rim: the start figure in its order
 * (HH-4), then placements by HH-14. Finds out what lies around it, too. */
static bool accepts(const struct rim *rim, const struct contents *box, int index,
                    struct stone stone, struct around *around)
{
    if (stone.tile >= TILES || stone.rotation >= SEGMENTS)
        return false;
    if (index < START_TILES && stone.cell != start_cell[index])
        return false;
    *around = rim_around(rim, stone.cell);
    if (index == 0) /* HH-4: at a real table the centre lies in any rotation */
        return true;
    if ((around->found >> MIDDLE & 1) == 0)
        return false;
    int slot = around->slot[MIDDLE];
    struct spread spread = tile_spread(box->tile[stone.tile]);
    const uint8_t *colours = spread_lies(&spread, stone.rotation);
    uint64_t low = rim_matches(rim, colours);
    uint32_t high = rim_matches_high(rim, colours);
    if (index >= START_TILES) {
        low &= rim->two;
        high &= rim->two_high;
    }
    return slot < LOW_SLOTS ? low >> slot & 1 : high >> (slot - LOW_SLOTS) & 1;
}

static struct stone scan_stone(struct reading *in)
{
    enum { FAR = 33 }; /* no rim cell is farther out: see rim.h */
    struct stone stone;
    int q = peck_scan_int(in->scan, "hexxhopp.error.column", -FAR, FAR);
    peck_scan_expect(in->scan, ",");
    int r = peck_scan_int(in->scan, "hexxhopp.error.row", -FAR, FAR);
    peck_scan_expect(in->scan, ",");
    stone.cell = CELL(q, r);
    stone.tile = scan_tile(in, 0);
    peck_scan_expect(in->scan, ",");
    stone.rotation = peck_scan_int(in->scan, "hexxhopp.error.rotation", 0, SEGMENTS - 1);
    return stone;
}

/* Canonical tiles in ascending order, and not those assumed: so that there is one line for
 * a position. */
static void scan_box(struct reading *in)
{
    struct contents *box = &in->s->box;
    const char *start = in->scan->at;
    if (!peck_scan_accept(in->scan, " tiles="))
        return;
    for (int i = 0; i < TILES && !in->scan->failed; i++) {
        if (i > 0)
            peck_scan_expect(in->scan, ".");
        const char *at = in->scan->at;
        uint32_t colours = 0;
        for (int k = 0; k < SEGMENTS; k++)
            colours |= (uint32_t)peck_scan_one_of(in->scan, "hexxhopp.error.digit", "0123")
                       << COLOUR_BITS * k;
        box->tile[i] = colours;
        if (!tile_is_sound(box, i)) {
            in->scan->at = at;
            peck_scan_fail(in->scan, "hexxhopp.error.box-order");
        }
    }
    if (memcmp(box, &hexxhopp_assumed, sizeof *box) == 0) {
        in->scan->at = start;
        peck_scan_fail(in->scan, "error.box.other");
    }
}

static void scan_figure(struct reading *in)
{
    struct hexxhopp *s = in->s;
    peck_scan_expect(in->scan, " figure=");
    if (peck_scan_accept(in->scan, "-"))
        return;
    do {
        struct peck_scan start = *in->scan;
        struct around around;
        struct stone stone = scan_stone(in);
        if (in->scan->failed)
            return;
        if (s->laid == FIGURE_MAX || !accepts(&s->rim, &s->box, s->laid, stone, &around)) {
            *in->scan = start;
            peck_scan_fail(in->scan, "hexxhopp.error.fits");
            return;
        }
        lay(s, stone, &around);
    } while (peck_scan_accept(in->scan, "/"));
}

static void scan_counters(struct reading *in)
{
    struct hexxhopp *s = in->s;
    s->phase = peck_scan_one_of(in->scan, "error.phase", phase_letters);
    peck_scan_expect(in->scan, " round=");
    s->round = peck_scan_int(in->scan, "hexxhopp.error.round", 0, s->rounds);
    peck_scan_expect(in->scan, " dealer=");
    s->dealer = peck_scan_int(in->scan, "error.seat", 0, s->seats - 1);
    peck_scan_expect(in->scan, " turn=");
    s->turn = peck_scan_int(in->scan, "error.seat", 0, s->seats - 1);
    s->drawn = scan_maybe_tile(in, " drawn=");
    s->last = scan_maybe_seat(in, " last=");
    s->view = scan_view(in);
    for (int seat = 0; seat < s->seats; seat++) {
        peck_scan_expect(in->scan, seat > 0 ? "," : " points=");
        s->penalty[seat] =
            peck_scan_int(in->scan, "hexxhopp.error.points", 0, ROUNDS_MAX * TILES);
    }
}

void hexxhopp_decode(void *state, struct peck_scan *scan)
{
    struct reading in = {scan, state, {{0, 0}}};
    struct hexxhopp *s = state;
    scan_counters(&in);
    scan_box(&in);
    scan_figure(&in);
    for (int seat = 0; seat < s->seats; seat++) {
        peck_scan_expect(scan, " | ");
        scan_stack(&in, seat);
        peck_scan_expect(scan, " ");
        scan_aside(&in, seat);
        s->open[seat] = scan_maybe_tile(&in, " ");
        peck_scan_expect(scan, " ");
        s->owed[seat] = peck_scan_int(scan, "hexxhopp.error.give", 0, GIVE_MAX);
    }
    if (!scan->failed)
        hexxhopp_sort_tiles(s, &s->deck, &s->held);
}

/* --- Invariants ----------------------------------------------------------------------- */

static const char *check_setup(const struct hexxhopp *s)
{
    if (s->seats < SEATS_MIN || s->seats > SEATS_MAX)
        return "error.check.seats";
    if (s->rounds < 1 || s->rounds > ROUNDS_MAX || s->turns > 1)
        return "error.check.rounds";
    if (s->first_option >= s->seats && s->first_option != NONE)
        return "hexxhopp.error.dealer";
    if (s->view >= s->seats && s->view != PECK_CHANCE && s->view != FULL)
        return "hexxhopp.error.viewer";
    for (int i = 0; i < TILES; i++) {
        if (!tile_is_sound(&s->box, i))
            return "hexxhopp.error.box";
    }
    return NULL;
}

static const char *check_match(const struct hexxhopp *s)
{
    if (s->phase > PHASE_OVER || s->round > s->rounds ||
        (s->phase == PHASE_OVER) != (s->round == s->rounds))
        return "hexxhopp.error.rounds";
    if (s->phase == PHASE_FIRST &&
        (s->first_option != NONE || s->round > 0 || s->dealer > 0))
        return "hexxhopp.error.drawn-once";
    if (s->dealer >= s->seats ||
        (s->first_option != NONE && s->dealer != (s->first_option + s->round) % s->seats))
        return "hexxhopp.error.deal";
    int sum = 0;
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        int most = seat < s->seats ? s->round * s->seats * hand_size(s) : 0;
        if (s->penalty[seat] > most)
            return "hexxhopp.error.penalty";
        sum += s->penalty[seat];
    }
    /* HH-32: a round ends before a second seat runs out of tiles, so all but one are left
     * some. */
    if (sum < s->round * (s->seats - 1))
        return "hexxhopp.error.least";
    return NULL;
}

/* The figure placement by placement, and the rim that follows from it. */
static const char *check_figure(const struct hexxhopp *s, struct set *known)
{
    struct rim rim;
    struct around around;
    static const struct stone none;
    memset(&rim, 0, sizeof rim);
    if (s->laid > FIGURE_MAX)
        return "hexxhopp.error.figure-many";
    for (int i = 0; i < s->laid; i++) {
        struct stone stone = s->stone[i];
        if (!accepts(&rim, &s->box, i, stone, &around) || set_has(known, stone.tile))
            return "hexxhopp.error.unplaced";
        set_add(known, stone.tile);
        rim_lay(&rim, stone.cell, shown(&s->box, stone.tile, stone.rotation), &around);
    }
    for (int i = s->laid; i < FIGURE_MAX; i++) {
        if (memcmp(&s->stone[i], &none, sizeof none) != 0)
            return "hexxhopp.error.beyond";
    }
    if (memcmp(&rim, &s->rim, sizeof rim) != 0)
        return "hexxhopp.error.rim";
    return NULL;
}

static const char *check_phase(const struct hexxhopp *s, struct set *known)
{
    static const uint8_t least[] = {0, 0, 1, START_TILES, START_TILES + 1, 0};
    static const uint8_t most[] = {0,          START_TILES, START_TILES - 1,
                                   FIGURE_MAX, FIGURE_MAX,  0};
    if (s->laid < least[s->phase] || s->laid > most[s->phase])
        return "hexxhopp.error.phase";
    bool dealt_to = s->phase == PHASE_DEAL && s->laid == START_TILES;
    bool on_turn = s->phase == PHASE_STOP || (s->phase == PHASE_PLAY && s->turns);
    if (s->turn >= s->seats || (s->turn > 0 && !dealt_to && !on_turn))
        return "hexxhopp.error.nobody";
    if (s->laid > START_TILES ? s->last >= s->seats : s->last != NONE)
        return "hexxhopp.error.last";
    if (s->phase != PHASE_TURN)
        return s->drawn == NONE ? NULL : "hexxhopp.error.waits";
    if (s->drawn >= TILES || set_has(known, s->drawn))
        return "hexxhopp.error.drawn";
    set_add(known, s->drawn);
    return NULL;
}

/* Walks a stack that the viewer sees; notes what `next` must be. */
static bool stack_is_sound(const struct hexxhopp *s, int seat, struct set *known,
                           uint8_t next[TILES])
{
    int above = NONE, tile = s->top[seat];
    for (int i = 0; i < s->stacked[seat]; i++) {
        if (tile >= TILES || set_has(known, tile))
            return false;
        set_add(known, tile);
        if (above != NONE)
            next[above] = tile;
        above = tile;
        tile = s->next[tile];
    }
    return tile == NONE && s->bottom[seat] == above;
}

static bool aside_is_sound(const struct hexxhopp *s, int seat, struct set *known)
{
    struct set aside = s->aside[seat], all = set_all();
    if (set_count(&aside) != (sees_aside(s, seat) ? s->set_aside[seat] : 0))
        return false;
    for (int i = 0; i < 2; i++) {
        if ((aside.word[i] & (known->word[i] | ~all.word[i])) != 0)
            return false;
        known->word[i] |= aside.word[i];
    }
    return true;
}

static const char *check_seat(const struct hexxhopp *s, int seat, struct set *known,
                              uint8_t next[TILES])
{
    if (seat >= s->seats || sees_stack(s, seat)) {
        if (!stack_is_sound(s, seat, known, next))
            return "hexxhopp.error.stack";
    } else {
        int blank = s->stacked[seat] > 0 ? BLANK : NONE;
        if (s->top[seat] != blank || s->bottom[seat] != blank)
            return "hexxhopp.error.stack-shown";
    }
    if (!aside_is_sound(s, seat, known))
        return "hexxhopp.error.aside";
    if (s->open[seat] != NONE) {
        if (s->open[seat] >= TILES || set_has(known, s->open[seat]))
            return "hexxhopp.error.open";
        set_add(known, s->open[seat]);
    }
    if (s->owed[seat] > GIVE_MAX || (s->owed[seat] > 0 && s->open[seat] != NONE))
        return "hexxhopp.error.six";
    return NULL;
}

/* HH-18: who stops placed last and owes all it has. Nobody else owes more than four tiles
 * without having them: after five contacts it would have stopped. */
static const char *check_stop(const struct hexxhopp *s)
{
    for (int seat = 0; seat < s->seats; seat++) {
        bool stopping = s->phase == PHASE_STOP && seat == s->turn;
        int owed = s->owed[seat], left = tiles_left(s, seat);
        if (stopping ? owed != left || left >= GIVE_MAX : owed > may_give(4) && owed > left)
            return "hexxhopp.error.stop";
    }
    return s->phase == PHASE_STOP && s->last != s->turn ? "hexxhopp.error.stop" : NULL;
}

/* How many tiles a seat has, which depends on the phase. */
static const char *check_counts(const struct hexxhopp *s)
{
    bool dealt_to = s->phase == PHASE_DEAL && s->laid == START_TILES;
    int total = 0;
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        int left = tiles_left(s, seat);
        if (in_play(s) && seat < s->seats) {
            total += left;
            if (left == 0)
                return "hexxhopp.error.no-tile";
            if (s->turns &&
                (left > s->stacked[seat] || (s->owed[seat] > 0 && seat != s->turn)))
                return "hexxhopp.error.turns";
            continue;
        }
        int full = dealt_to && seat < s->turn ? hand_size(s) : 0;
        bool partly = dealt_to && seat == s->turn && left < hand_size(s);
        if (left > s->stacked[seat] || s->owed[seat] > 0 || (left != full && !partly))
            return "hexxhopp.error.dealt";
    }
    if (in_play(s) && total != s->seats * hand_size(s) - (s->laid - START_TILES))
        return "hexxhopp.error.lost";
    return check_stop(s);
}

/* HH-31 has been settled: of the tiles a seat may have, one fits. */
static bool goes_on(const struct hexxhopp *s, const struct set *known)
{
    struct set tiles = *known, all = set_all();
    if (s->phase != PHASE_PLAY || anyone_owes(s))
        return true;
    if (hexxhopp_hidden(s) > 0)
        tiles = all;
    for (int i = 0; i < s->laid; i++)
        set_remove(&tiles, s->stone[i].tile);
    for (int tile; (tile = set_take(&tiles)) >= 0;) {
        if (rim_takes(&s->rim, s->box.tile[tile]))
            return true;
    }
    return false;
}

static const char *check_tiles(const struct hexxhopp *s, struct set *known)
{
    uint8_t next[TILES];
    memset(next, NONE, sizeof next);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        const char *broken = check_seat(s, seat, known, next);
        if (broken != NULL)
            return broken;
    }
    if (memcmp(next, s->next, sizeof next) != 0)
        return "hexxhopp.error.no-stack";
    const char *broken = check_counts(s);
    if (broken != NULL)
        return broken;
    struct set deck, held;
    hexxhopp_sort_tiles(s, &deck, &held);
    if (memcmp(&deck, &s->deck, sizeof deck) != 0 ||
        memcmp(&held, &s->held, sizeof held) != 0)
        return "hexxhopp.error.deck";
    return goes_on(s, known) ? NULL : "hexxhopp.error.over";
}

const char *hexxhopp_check(const void *state)
{
    const struct hexxhopp *s = state;
    struct set known = {{0, 0}};
    const char *broken = check_setup(s);
    if (broken == NULL)
        broken = check_match(s);
    if (broken == NULL)
        broken = check_figure(s, &known);
    if (broken == NULL)
        broken = check_phase(s, &known);
    return broken != NULL ? broken : check_tiles(s, &known);
}
