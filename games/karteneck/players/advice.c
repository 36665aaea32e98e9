/* advice.c — Karteneck for the advisor: positions in plain words, and what actions do.
 *
 * The words fill a state, which is then written as a line. Whatever they leave out follows
 * from the rules: a round gives every seat one tile, so the stacks say how many rounds are
 * over; a seat that has passed without a worm card laid has failed; and the deck is what is
 * left of the 110 cards. advice.h has the interface. */
#include <peck/advice.h>

#include "../rules/moves.h"

/* ---- Plain words ---- */

static void skip_spaces(struct peck_scan *scan)
{
    while (peck_scan_accept(scan, " ") || peck_scan_accept(scan, ",") ||
           peck_scan_accept(scan, "."))
        ;
}

/* `3`, `3*2` or `W7`, into the pile. */
static void read_card(struct peck_scan *scan, uint64_t *pile)
{
    if (peck_scan_accept(scan, "W") || peck_scan_accept(scan, "w")) {
        int number = peck_scan_int(scan, "karteneck.error.worm", 1, WORMS);
        if (!scan->failed && (worms(*pile) >> (number - 1) & 1) != 0)
            peck_scan_fail(scan, "karteneck.error.worm-once");
        *pile += scan->failed ? 0 : single(CARD_WORM + number);
        return;
    }
    int value = peck_scan_int(scan, "karteneck.error.card", 1, HEN_VALUES);
    int count = peck_scan_accept(scan, "*")
                    ? peck_scan_int(scan, "karteneck.error.number", 1, HENS_EACH)
                    : 1;
    if (!scan->failed && hens(*pile, value) + count > HENS_EACH)
        peck_scan_fail(scan, "karteneck.error.hens");
    *pile += scan->failed ? 0 : single(value) * count;
}

static uint64_t read_pile(struct peck_scan *scan)
{
    uint64_t pile = 0;
    skip_spaces(scan);
    if (peck_scan_accept(scan, "-")) {
        skip_spaces(scan);
        return 0;
    }
    do {
        read_card(scan, &pile);
        skip_spaces(scan);
    } while (!scan->failed && scan->at < scan->end && *scan->at != '/');
    return pile;
}

static void read_tile(struct peck_scan *scan, struct karteneck *s, uint32_t *tile)
{
    const char *at = scan->at;
    *tile = peck_scan_int(scan, "karteneck.error.tile", 0, TILE_HIGH);
    if (scan->failed)
        return;
    if ((*tile > 0 && *tile < TILE_LOW) || !contains(s->unseen, *tile)) {
        scan->at = at;
        peck_scan_fail(scan, "karteneck.error.elsewhere");
        return;
    }
    s->unseen -= tile_set(*tile);
}

/* `22+24`, the top last, or `-`. */
static void read_stack(struct peck_scan *scan, struct karteneck *s, int seat)
{
    if (peck_scan_accept(scan, "-"))
        return;
    do {
        uint32_t tile;
        read_tile(scan, s, &tile);
        if (s->height[seat] == STACK_MAX)
            peck_scan_fail(scan, "karteneck.error.stack");
        if (!scan->failed)
            push(s, seat, tile);
    } while (!scan->failed && peck_scan_accept(scan, "+"));
}

/* `21-24,30`: a row goes without the tiles that lie elsewhere. */
static void read_grill(struct peck_scan *scan, struct karteneck *s)
{
    do {
        uint32_t tile;
        read_tile(scan, s, &tile);
        s->grill += scan->failed ? 0 : tile_set(tile);
        if (scan->failed || !peck_scan_accept(scan, "-"))
            continue;
        uint32_t last = peck_scan_int(scan, "karteneck.error.a-tile", TILE_LOW, TILE_HIGH);
        for (tile = tile < TILE_LOW ? TILE_LOW : tile + 1; !scan->failed && tile <= last;
             tile++) {
            uint32_t set = s->unseen & tile_set(tile);
            s->unseen -= set;
            s->grill += set;
        }
    } while (!scan->failed && peck_scan_accept(scan, ","));
}

/* What the reading of one word may change. */
struct telling {
    struct karteneck s;
    int seats; /* mentioned so far */
};

/* The next seat, or a sentence when there are too many. */
static int next_seat(struct peck_scan *scan, int *seat)
{
    if (++*seat == SEATS_MAX) {
        peck_scan_fail(scan, "karteneck.error.six");
        return --*seat;
    }
    return *seat;
}

static void read_tops(struct peck_scan *scan, struct telling *telling)
{
    int seat = 0;
    do
        read_stack(scan, &telling->s, next_seat(scan, &seat));
    while (!scan->failed && peck_scan_accept(scan, ","));
    telling->seats = seat + 1 > telling->seats ? seat + 1 : telling->seats;
}

static void read_laid(struct peck_scan *scan, struct telling *telling)
{
    int seat = -1;
    do
        telling->s.laid[next_seat(scan, &seat)] = read_pile(scan);
    while (!scan->failed && peck_scan_accept(scan, "/"));
    telling->seats = seat + 1 > telling->seats ? seat + 1 : telling->seats;
}

static void read_held(struct peck_scan *scan, struct telling *telling)
{
    int seat = 0;
    do {
        uint64_t count = peck_scan_int(scan, "karteneck.error.in-hand", 0, CARDS);
        telling->s.hand[next_seat(scan, &seat)] = count << SIZE_AT;
    } while (!scan->failed && peck_scan_accept(scan, ","));
    telling->seats = seat + 1 > telling->seats ? seat + 1 : telling->seats;
}

static void read_passed(struct peck_scan *scan, struct telling *telling)
{
    do {
        int seat = peck_scan_int(scan, "karteneck.error.clockwise", 1, SEATS_MAX - 1);
        telling->s.in &= ~(1u << seat);
    } while (!scan->failed && peck_scan_accept(scan, ","));
}

static void read_hand(struct peck_scan *scan, struct telling *telling)
{
    telling->s.hand[0] = read_pile(scan);
}

static void read_discard(struct peck_scan *scan, struct telling *telling)
{
    telling->s.discard = read_pile(scan);
}

static void read_mine(struct peck_scan *scan, struct telling *telling)
{
    read_stack(scan, &telling->s, 0);
}

static void read_up(struct peck_scan *scan, struct telling *telling)
{
    read_grill(scan, &telling->s);
}

enum {
    WORD_GRILL,
    WORD_MINE,
    WORD_TOPS,
    WORD_HAND,
    WORD_LAID,
    WORD_HELD,
    WORD_PASSED,
    WORD_DISCARD,
};

/* In this order: the stacks before the grill, of which a row may leave them out. */
static const struct {
    int word;
    void (*read)(struct peck_scan *scan, struct telling *telling);
} readers[] = {
    {WORD_MINE, read_mine},     {WORD_TOPS, read_tops},       {WORD_GRILL, read_up},
    {WORD_HAND, read_hand},     {WORD_LAID, read_laid},       {WORD_HELD, read_held},
    {WORD_PASSED, read_passed}, {WORD_DISCARD, read_discard},
};

/* What follows from what was said; PECK_BAD_POSITION where nothing can. */
static enum peck_status complete(struct telling *telling, struct peck_error *error)
{
    struct karteneck *s = &telling->s;
    int tiles = 0, cards = size(s->hand[0]) + size(s->discard);
    s->seats = telling->seats;
    s->phase = PHASE_ACT;
    if ((~s->in & ((1u << SEATS_MAX) - 1)) >> s->seats != 0) {
        peck_error_say(error, "karteneck.error.passed");
        return PECK_BAD_POSITION;
    }
    if (tile_count(s->grill) > s->seats) { /* KE-10 */
        peck_error_say(error, "karteneck.error.more-tiles");
        return PECK_BAD_POSITION;
    }
    s->in &= all_seats(s);
    for (int i = 0; i < s->seats; i++) {
        bool passed = (s->in >> i & 1) == 0;
        s->failed |= (passed && worms(s->laid[i]) == 0) << i;
        tiles += s->height[i];
        cards += size(s->laid[i]) + (i > 0 ? size(s->hand[i]) : 0);
    }
    s->done = tiles / s->seats;
    if (cards > CARDS) {
        peck_error_say(error, "karteneck.error.more");
        return PECK_BAD_POSITION;
    }
    s->deck = (uint64_t)(CARDS - cards) << SIZE_AT;
    return PECK_OK;
}

static enum peck_status line(const struct peck_words *words, const struct peck_setup *setup,
                             const void *contents, int *seats, struct peck_text *line,
                             struct peck_error *error)
{
    struct telling telling = {.s = {.unseen = ALL_TILES,
                                    .first_option = -1,
                                    .in = (1u << SEATS_MAX) - 1,
                                    .box = *(const struct contents *)contents},
                              .seats = SEATS_MIN};
    if (words->value[WORD_HAND] == NULL || words->value[WORD_GRILL] == NULL) {
        peck_error_say(error, "karteneck.error.hand");
        return PECK_BAD_POSITION;
    }
    for (int i = 1; i < SEATS_MAX; i++)
        telling.s.hand[i] = (uint64_t)HAND << SIZE_AT;
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        const char *said = words->value[readers[i].word];
        if (said == NULL)
            continue;
        struct peck_scan scan = peck_scan_begin(said, peck_length(said), error);
        readers[i].read(&scan, &telling);
        if (!peck_scan_done(&scan))
            return PECK_BAD_POSITION;
    }
    /* `setup` is unused: its one option, the first seat, is in no way to be seen */
    enum peck_status status = complete(&telling, error);
    *seats = telling.seats;
    if (status == PECK_OK)
        peck_karteneck.encode(&telling.s, line);
    return status;
}

/* ---- A box file ---- */

/* KE-2: a tile and its worms on each line. */
static bool box(struct peck_box_file *file, void *contents)
{
    struct contents *box = contents;
    bool named[TILE_HIGH + 1] = {false};
    while (peck_box_line(file)) {
        int tile =
            peck_scan_int(&file->scan, "karteneck.error.a-tile", TILE_LOW, TILE_HIGH);
        (void)peck_scan_accept(&file->scan, " ");
        int count = peck_scan_int(&file->scan, "karteneck.error.worms", 0, WORMS_MOST);
        if (!peck_scan_done(&file->scan))
            return false;
        if (named[tile]) {
            peck_scan_refuse(&file->scan, "karteneck.error.box.twice");
            peck_error_number(file->scan.error, "tile", tile);
            return false;
        }
        named[tile] = true;
        box->worms[tile - TILE_LOW] = count;
    }
    for (int tile = TILE_LOW; tile <= TILE_HIGH && !file->scan.failed; tile++) {
        if (!named[tile]) {
            peck_box_lacks(file, "karteneck.error.box.missing");
            peck_error_number(file->scan.error, "tile", tile);
        }
    }
    return !file->scan.failed;
}

/* ---- What an action does ---- */

static void add_tile(const struct karteneck *s, struct peck_reason *reason, const char *key,
                     int tile)
{
    peck_reason_add(reason, key, tile_worms(s, tile), tile);
}

/* The tile for the seat on turn if all passed now and it has laid a worm card: of the
 * others, those without one take the lowest tiles, in the order of their turns. */
static int prospect(const struct karteneck *s)
{
    struct karteneck end = *s;
    for (int k = 1; k < s->seats; k++) {
        int i = (s->turn + k) % s->seats;
        if ((s->in >> i & 1) == 0 || worms(s->laid[i]) != 0)
            continue;
        end.grill -= tile_set(lowest(end.grill)); /* KE-30 */
        end.failed |= 1u << i;
    }
    share_out(&end, all_seats(s) & ~end.failed); /* KE-40, KE-41 */
    return end.stack[s->turn][end.height[s->turn] - 1];
}

/* What a pass would bring, now that these cards lie there. */
static void add_pass(const struct karteneck *s, struct peck_reason *reason)
{
    int me = s->turn, stands = total(s->laid[me]);
    bool safe = worms(s->laid[me]) != 0;
    if (safe) {
        peck_reason_add(reason, "karteneck.why.stands", 0, stands);
        add_tile(s, reason, "karteneck.why.good", prospect(s)); /* KE-40 */
    } else {
        add_tile(s, reason, "karteneck.why.fails", (int)lowest(s->grill)); /* KE-30 */
    }
    if (safe && victim(s) >= 0) /* KE-21 */
        add_tile(s, reason, "karteneck.why.may-steal", stands);
    peck_reason_add(reason,
                    s->in == 1u << me ? "karteneck.why.draws-none" /* KE-15 */
                                      : "karteneck.why.draws-two",
                    0, 0);
}

/* The total that the cards make, and what a pass at the next turn would bring. */
static void add_laid(const struct karteneck *s, uint64_t cards, struct peck_reason *reason)
{
    struct karteneck after = *s;
    after.laid[s->turn] += cards;
    peck_reason_add(reason, "karteneck.why.makes", 0, total(after.laid[s->turn]));
    peck_reason_add(reason, "karteneck.why.draws-one", 0, 0);
    peck_reason_add(reason, "karteneck.why.then", 0, 0);
    add_pass(&after, reason);
}

static void what(const struct peck_seat *seat, uint32_t action, struct peck_reason *reason)
{
    const struct karteneck *s = (const void *)seat->view;
    switch (VERB(action)) {
    case VERB_LAY:
    case VERB_ADD:
    case VERB_DONE: add_laid(s, cards_laid(action), reason); break;
    case VERB_PASS: add_pass(s, reason); break;
    case VERB_STEAL:
        add_tile(s, reason, "karteneck.why.steal", (int)ARGUMENT(action));
        break;
    default: add_tile(s, reason, "karteneck.why.leave", total(s->laid[s->turn]));
    }
}

const struct peck_advice peck_advice_karteneck = {
    .words =
        {
            [WORD_GRILL] = {"grill", "TILES", "the tiles face up, as in 21-24,30"},
            [WORD_MINE] = {"mine", "TILES",
                           "your stack, the top last, as in 22+24 (default: none)"},
            [WORD_TOPS] = {"tops", "TILES",
                           "the stacks of the others, clockwise from your left, as in "
                           "25,-,21+33"},
            [WORD_HAND] = {"hand", "CARDS",
                           "your cards, a worm card as W and its number: '1 1 4 W9'"},
            [WORD_LAID] = {"laid", "CARDS",
                           "the cards before all, you first, then clockwise, as in "
                           "'2 2 W5/3/-'"},
            [WORD_HELD] = {"held", "N,N",
                           "how many cards the others hold, clockwise (default: 6 each)"},
            [WORD_PASSED] = {"passed", "SEATS",
                             "who has passed, 1 for your left neighbour, as in 1,3 "
                             "(default: nobody)"},
            [WORD_DISCARD] = {"discard", "CARDS",
                              "the cards on the discard pile (default: none known)"},
        },
    .line = line,
    .box = box,
    .what = what,
};
