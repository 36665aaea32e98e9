/* game.c — the rules of Heckmeck am Karteneck (KE-1 to KE-61), as the contract wants them.
 *
 * state.h has the state, moves.h the moves. This file has set-up, legal actions, chance,
 * views, names and position lines, invariants, the table for user interfaces, and random
 * play.
 *
 * Hidden cards. A pile is one word with its size in the upper bits, so blanking a pile is
 * one mask: the size stays, the cards go. What a viewer cannot see is the pool: all cards
 * less those in sight. `determinize` deals the pool to the blank hands, and what is left is
 * the deck. One thing more is known of a hidden hand: a seat that is asked whether to add a
 * worm card holds one that it may add. So that hand is dealt first, and again until it
 * does, which leaves the chances of everything else as they are.
 *
 * Random play. Nine plies in ten draw a card, lay or pass. `playout` plays these without
 * a list of actions: it counts how many there are, draws a number and finds the action with
 * that number. The draws are those of play.inc, so both loops play the same match. */
#include "moves.h"

#include <string.h>

/* KE-2, from data/box.txt. */
#define BOX(tile, count) .worms[(tile)-TILE_LOW] = (count),
const struct contents karteneck_assumed = {
#include "karteneck/box.inc"
};
#undef BOX

/* ---- the contract ---- */

static enum peck_status init(void *state, const struct peck_setup *setup,
                             struct peck_error *error)
{
    /* `error` is unused: the generic checks leave nothing to refuse here */
    struct karteneck *s = state;
    memset(s, 0, sizeof *s);
    s->seats = setup->seats;
    s->first_option = setup->option[0];
    s->phase = s->first_option < 0 ? PHASE_FIRST : PHASE_DEAL; /* KE-6 */
    s->turn = s->first_option < 0 ? 0 : s->first_option;
    s->deck = all_cards();
    s->unseen = ALL_TILES;
    s->in = all_seats(s);
    s->box = karteneck_assumed;
    return PECK_OK;
}

static void setup(const void *state, struct peck_setup *setup)
{
    const struct karteneck *s = state;
    memset(setup, 0, sizeof *setup);
    setup->seats = s->seats;
    setup->option[0] = s->first_option;
}

static uint32_t list_bits(uint32_t mask, uint32_t base, uint32_t *actions)
{
    uint32_t count = 0;
    for (; mask != 0; mask &= mask - 1)
        actions[count++] = base + __builtin_ctz(mask);
    return count;
}

/* KE-13, KE-14: any number of one kind, any worm card to begin with, or a pass. So there
 * is one action for every playable card, in the same order, and then the pass. */
static uint32_t legal_act(const struct karteneck *s, uint32_t *actions)
{
    uint64_t cards = playable(s);
    uint32_t count = 0;
    for (int v = 1; v <= HEN_VALUES; v++) {
        for (int n = 1; n <= hens(cards, v); n++)
            actions[count++] = VERB_LAY + LAY_HENS * v + n;
    }
    count += list_bits(worms(cards), VERB_LAY + LAY_WORM + 1, actions + count);
    actions[count++] = VERB_PASS;
    return count;
}

static uint32_t legal_card(const struct karteneck *s, uint32_t *actions)
{
    uint32_t count = 0;
    for (int v = 1; v <= HEN_VALUES; v++) {
        if (hens(s->deck, v) > 0)
            actions[count++] = VERB_CARD + v;
    }
    return count + list_bits(worms(s->deck), VERB_CARD + CARD_WORM + 1, actions + count);
}

static uint32_t legal_tile(const struct karteneck *s, uint32_t *actions)
{
    uint32_t count = 0;
    if ((s->unseen & ZERO_MASK) != 0)
        actions[count++] = VERB_TILE;
    return count + list_bits(s->unseen & ~ZERO_MASK, VERB_TILE + TILE_BIT, actions + count);
}

static uint32_t legal(const void *state, int seat, uint32_t *actions)
{
    const struct karteneck *s = state;
    uint32_t count;
    if ((movers(s) >> seat & 1) == 0)
        return 0;
    switch (s->phase) {
    case PHASE_FIRST: return list_bits(all_seats(s), VERB_FIRST, actions);
    case PHASE_TILE: return legal_tile(s, actions);
    case PHASE_ACT: return legal_act(s, actions);
    case PHASE_ADD: /* KE-16: the question comes whatever the seat holds */
        count = list_bits(addable(s, s->hand[s->turn]), VERB_ADD + 1, actions);
        actions[count++] = VERB_DONE;
        return count;
    case PHASE_STEAL:
        actions[0] = VERB_STEAL + total(s->laid[s->turn]);
        actions[1] = VERB_DECLINE;
        return 2;
    default: return legal_card(s, actions);
    }
}

static void weights(const void *state, uint32_t *weights)
{
    const struct karteneck *s = state;
    uint32_t actions[WORMS + HEN_VALUES];
    uint32_t count = legal(s, PECK_CHANCE, actions);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t argument = ARGUMENT(actions[i]);
        weights[i] = 1;
        if (VERB(actions[i]) == VERB_CARD && argument <= HEN_VALUES)
            weights[i] = hens(s->deck, argument);
        else if (actions[i] == VERB_TILE)
            weights[i] = s->unseen & ZERO_MASK;
    }
}

static uint32_t sample(const void *state, struct peck_rng *rng)
{
    const struct karteneck *s = state;
    if (s->phase == PHASE_FIRST)
        return VERB_FIRST + peck_rng_below(rng, s->seats);
    if (s->phase == PHASE_TILE)
        return sample_tile(s, rng);
    return VERB_CARD + card_at(s->deck, peck_rng_below(rng, size(s->deck)));
}

static void apply(void *state, int seat, uint32_t action)
{
    struct karteneck *s = state;
    uint32_t argument = ARGUMENT(action);
    PECK_ASSERT(movers(s) >> seat & 1);
    switch (VERB(action)) {
    case VERB_FIRST:
        s->turn = argument;
        s->phase = PHASE_DEAL;
        break;
    case VERB_CARD: take_card(s, argument); break;
    case VERB_TILE: turn_up(s, argument); break;
    case VERB_LAY:
        PECK_ASSERT(s->phase == PHASE_ACT);
        lay(s, argument);
        break;
    case VERB_PASS: pass(s); break;
    case VERB_ADD:
        PECK_ASSERT(s->phase == PHASE_ADD);
        lay(s, LAY_WORM + argument);
        break;
    case VERB_DONE: draw(s, 1); break;
    case VERB_STEAL: steal(s); break;
    default: PECK_ASSERT(action == VERB_DECLINE); end_pass(s);
    }
}

/* KE-61: worms, then the highest tile; who is still equal shares the place. */
static void score(const void *state, int32_t points[], uint8_t places[])
{
    const struct karteneck *s = state;
    int64_t keys[SEATS_MAX];
    for (int i = 0; i < s->seats; i++) {
        int best = 0;
        for (int k = 0; k < s->height[i]; k++)
            best = s->stack[i][k] > best ? s->stack[i][k] : best;
        points[i] = stack_worms(s, i);
        keys[i] = points[i] * (TILE_HIGH + 1) + best;
    }
    peck_places(keys, s->seats, places);
}

/* ---- views ---- */

static void redact(void *state, int viewer)
{
    struct karteneck *s = state;
    s->deck &= ~CARDS_MASK;
    for (int i = 0; i < s->seats; i++) {
        if (i != viewer)
            s->hand[i] &= ~CARDS_MASK;
    }
}

static uint32_t seen(const void *before, int seat, uint32_t action, int viewer)
{
    bool hidden = VERB(action) == VERB_CARD && drawer(before) != viewer;
    return hidden ? VERB_CARD + CARD_HIDDEN : action;
}

static void determinize(void *view, int viewer, struct peck_rng *rng)
{
    struct karteneck *s = view;
    uint64_t from = pool(s);
    for (int i = 0; i < s->seats; i++) {
        if (blank(s->hand[i]))
            s->hand[i] = deal(&from, size(s->hand[i]), rng);
    }
    if (blank(s->deck))
        s->deck = from;
}

/* The features: the table, then the viewer's hand and the discard pile card by card,
 * grill and unseen tiles tile by tile (all counts), then the seats. Beyond the seats all
 * is 0. */
enum {
    CARD_KINDS = HEN_VALUES + WORMS,
    TILE_KINDS = TILE_HIGH - TILE_LOW + 2, /* the 0s are one kind */
    FEATURES_TABLE = 8,
    FEATURES_SEAT = 7 + CARD_KINDS + STACK_MAX,
    FEATURES = FEATURES_TABLE + 2 * CARD_KINDS + 2 * TILE_KINDS + SEATS_MAX * FEATURES_SEAT,
};

static int16_t *observe_pile(uint64_t pile, int16_t *out)
{
    for (int v = 1; v <= HEN_VALUES; v++)
        *out++ = hens(pile, v);
    for (int n = 0; n < WORMS; n++)
        *out++ = worms(pile) >> n & 1;
    return out;
}

static int16_t *observe_tiles(uint32_t set, int16_t *out)
{
    *out++ = set & ZERO_MASK;
    for (int v = TILE_LOW; v <= TILE_HIGH; v++)
        *out++ = (set & tile_set(v)) != 0;
    return out;
}

static int16_t *observe_seat(const struct karteneck *s, int seat, int16_t *out)
{
    *out++ = 1; /* there is such a seat */
    *out++ = s->in >> seat & 1;
    *out++ = s->failed >> seat & 1;
    *out++ = size(s->hand[seat]);
    *out++ = total(s->laid[seat]);
    *out++ = s->height[seat];
    *out++ = stack_worms(s, seat);
    out = observe_pile(s->laid[seat], out);
    for (int k = 0; k < STACK_MAX; k++) /* from the top down; -1 under the stack */
        *out++ = k < s->height[seat] ? s->stack[seat][s->height[seat] - 1 - k] : -1;
    return out;
}

static void observe(const void *state, int viewer, int16_t *features)
{
    const struct karteneck *s = state;
    int first = viewer < s->seats ? viewer : 0; /* a spectator watches from seat 0 */
    int16_t *out = features;
    memset(features, 0, FEATURES * sizeof *features);
    *out++ = s->seats;
    *out++ = s->phase;
    *out++ = (s->turn + s->seats - first) % s->seats;
    *out++ = s->done;
    *out++ = rounds_of[s->seats] - s->done;
    *out++ = s->draws;
    *out++ = size(s->deck);
    *out++ = size(s->discard);
    out = observe_pile(viewer < s->seats ? s->hand[viewer] : 0, out);
    out = observe_pile(s->discard, out);
    out = observe_tiles(s->grill, out);
    out = observe_tiles(s->unseen, out);
    for (int i = 0; i < s->seats; i++)
        out = observe_seat(s, (first + i) % s->seats, out);
}

/* ---- names and lines ---- */

static void put_numbered(struct peck_text *text, const char *words, uint32_t number)
{
    peck_put(text, words);
    peck_put_int(text, number);
}

static void put_card(struct peck_text *text, uint32_t card)
{
    if (card == CARD_HIDDEN)
        peck_put_char(text, '?');
    else if (card <= HEN_VALUES)
        peck_put_int(text, card);
    else
        put_numbered(text, "W", card - CARD_WORM);
}

static void put_lay(struct peck_text *text, uint32_t argument)
{
    if (argument > LAY_WORM) {
        put_numbered(text, "lay W", argument - LAY_WORM);
    } else {
        put_numbered(text, "lay ", argument / LAY_HENS);
        put_numbered(text, "*", argument % LAY_HENS);
    }
}

static void action_name(uint32_t action, struct peck_text *name)
{
    uint32_t argument = ARGUMENT(action);
    switch (VERB(action)) {
    case VERB_FIRST: put_numbered(name, "first ", argument); break;
    case VERB_CARD:
        peck_put(name, "card ");
        put_card(name, argument);
        break;
    case VERB_TILE: put_numbered(name, "tile ", argument); break;
    case VERB_LAY: put_lay(name, argument); break;
    case VERB_PASS: peck_put(name, "pass"); break;
    case VERB_ADD: put_numbered(name, "add W", argument); break;
    case VERB_DONE: peck_put(name, "done"); break;
    case VERB_STEAL: put_numbered(name, "steal ", argument); break;
    default: peck_put(name, "decline");
    }
}

enum { PHASES = PHASE_OVER + 1, STANDINGS = 3 };
static const char *const phase_words[PHASES] = {"first", "deal",  "tile", "act",
                                                "add",   "steal", "draw", "over"};

/* How a seat stands in the round: in it, passed with a worm card, failed. */
enum { STANDS_IN, STANDS_PASSED, STANDS_FAILED };
static const char standing_letters[] = "ipf";

static int standing(const struct karteneck *s, int seat)
{
    if (s->in >> seat & 1)
        return STANDS_IN;
    return s->failed >> seat & 1 ? STANDS_FAILED : STANDS_PASSED;
}

/* `1*2,5*1,W3`; `-` is none and `?6` is six cards face down. */
static void put_pile(struct peck_text *line, uint64_t pile)
{
    const char *comma = "";
    if (blank(pile)) {
        put_numbered(line, "?", size(pile));
        return;
    }
    if (pile == 0)
        peck_put_char(line, '-');
    for (int v = 1; v <= HEN_VALUES; v++) {
        if (hens(pile, v) == 0)
            continue;
        put_numbered(line, comma, v);
        put_numbered(line, "*", hens(pile, v));
        comma = ",";
    }
    for (uint32_t mask = worms(pile); mask != 0; mask &= mask - 1) {
        peck_put(line, comma);
        put_numbered(line, "W", __builtin_ctz(mask) + 1);
        comma = ",";
    }
}

static void put_tiles(struct peck_text *line, const uint8_t *values, int count)
{
    if (count == 0)
        peck_put_char(line, '-');
    for (int i = 0; i < count; i++)
        put_numbered(line, i > 0 ? "," : "", values[i]);
}

/* The tiles of a set in ascending order; returns how many. */
static int list_tiles(uint32_t set, uint8_t values[TILES])
{
    int count = 0;
    for (; set != 0; set -= tile_set(lowest(set)))
        values[count++] = lowest(set);
    return count;
}

/* Deck and unseen tiles are what the rest leaves over, so of the deck only the size is
 * written (as `?64` when blank), and of the unseen tiles nothing. */
static void encode(const void *state, struct peck_text *line)
{
    const struct karteneck *s = state;
    uint8_t grill[TILES];
    peck_put(line, phase_words[s->phase]);
    put_numbered(line, " turn=", s->turn);
    put_numbered(line, " done=", s->done);
    put_numbered(line, " draws=", s->draws);
    peck_put(line, " standing=");
    for (int i = 0; i < s->seats; i++)
        peck_put_char(line, standing_letters[standing(s, i)]);
    peck_put(line, " grill=");
    put_tiles(line, grill, list_tiles(s->grill, grill));
    for (int i = 0; i < s->seats; i++) {
        peck_put(line, i > 0 ? "/" : " stacks=");
        put_tiles(line, s->stack[i], s->height[i]);
    }
    for (int i = 0; i < s->seats; i++) {
        peck_put(line, i > 0 ? "/" : " laid=");
        put_pile(line, s->laid[i]);
    }
    for (int i = 0; i < s->seats; i++) {
        peck_put(line, i > 0 ? "/" : " hands=");
        put_pile(line, s->hand[i]);
    }
    put_numbered(line, blank(s->deck) ? " deck=?" : " deck=", size(s->deck));
    peck_put(line, " discard=");
    put_pile(line, s->discard);
    if (memcmp(&s->box, &karteneck_assumed, sizeof s->box) == 0)
        return;
    peck_put(line, " worms=");
    put_tiles(line, s->box.worms, sizeof s->box.worms);
}

/* One entry of a pile, `3*2` or `W7`; `last` is the card before it, for they ascend. */
static uint64_t scan_cards(struct peck_scan *scan, uint32_t *last)
{
    uint32_t card, count = 1;
    const char *at = scan->at;
    if (peck_scan_accept(scan, "W")) {
        card = CARD_WORM + peck_scan_int(scan, "karteneck.error.a-worm", 1, WORMS);
    } else {
        card = peck_scan_int(scan, "karteneck.error.hen", 1, HEN_VALUES);
        peck_scan_expect(scan, "*");
        count = peck_scan_int(scan, "karteneck.error.number", 1, HENS_EACH);
    }
    if (card <= *last) {
        scan->at = at;
        peck_scan_fail(scan, "karteneck.error.ascending");
    }
    *last = card;
    return single(card) * count;
}

static uint64_t scan_pile(struct peck_scan *scan)
{
    uint64_t pile = 0;
    uint32_t last = 0;
    if (peck_scan_accept(scan, "-"))
        return 0;
    if (peck_scan_accept(scan, "?"))
        return (uint64_t)peck_scan_int(scan, "karteneck.error.cards-number", 1, CARDS)
               << SIZE_AT;
    do {
        uint64_t cards = scan_cards(scan, &last);
        if (scan->failed)
            return 0;
        pile += cards;
    } while (peck_scan_accept(scan, ","));
    return pile;
}

static uint8_t scan_tile(struct peck_scan *scan)
{
    const char *at = scan->at;
    int value = peck_scan_int(scan, "karteneck.error.a-tile", 0, TILE_HIGH);
    if (value > 0 && value < TILE_LOW) {
        scan->at = at;
        peck_scan_fail(scan, "karteneck.error.tile");
    }
    return scan->failed ? 0 : value;
}

/* Reads tiles separated by commas and removes them from the unseen; returns how many. */
static int scan_tiles(struct karteneck *s, struct peck_scan *scan, uint8_t *values,
                      int most)
{
    int count = 0;
    if (peck_scan_accept(scan, "-"))
        return 0;
    do {
        if (count == most)
            peck_scan_fail(scan, "karteneck.error.fewer");
        uint8_t value = scan_tile(scan);
        if (!scan->failed && !contains(s->unseen, value))
            peck_scan_fail(scan, "karteneck.error.often");
        if (scan->failed)
            return 0;
        s->unseen -= tile_set(value);
        values[count++] = value;
    } while (peck_scan_accept(scan, ","));
    return count;
}

static uint8_t scan_phase(struct peck_scan *scan)
{
    for (int i = 0; i < PHASES; i++) {
        if (peck_scan_accept(scan, phase_words[i]))
            return i;
    }
    peck_scan_fail(scan, "karteneck.error.phase");
    return 0;
}

static void scan_tables(struct karteneck *s, struct peck_scan *scan)
{
    uint8_t grill[SEATS_MAX];
    peck_scan_expect(scan, " grill=");
    int count = scan_tiles(s, scan, grill, s->seats);
    for (int i = 0; i < count; i++) {
        if (i > 0 && grill[i] < grill[i - 1])
            peck_scan_fail(scan, "karteneck.error.grill-order");
        s->grill += tile_set(grill[i]);
    }
    for (int i = 0; i < s->seats; i++) {
        peck_scan_expect(scan, i > 0 ? "/" : " stacks=");
        s->height[i] = scan_tiles(s, scan, s->stack[i], STACK_MAX);
    }
}

/* The deck of a full state is what the other piles leave over. When they hold a card too
 * often this subtracts nonsense, and `check` refuses them for it. */
static void scan_deck(struct karteneck *s, struct peck_scan *scan)
{
    bool hidden = peck_scan_accept(scan, "?");
    uint64_t count = peck_scan_int(scan, "karteneck.error.deck", hidden ? 1 : 0, CARDS);
    peck_scan_expect(scan, " discard=");
    s->discard = scan_pile(scan);
    s->deck = 0;
    if (!hidden && count > 0)
        s->deck = pool(s) & CARDS_MASK;
    s->deck |= count << SIZE_AT;
}

/* KE-2, where the box is not the one assumed. */
static void scan_worms(struct karteneck *s, struct peck_scan *scan)
{
    const char *at = scan->at;
    for (size_t i = 0; i < sizeof s->box.worms; i++) {
        if (i > 0)
            peck_scan_expect(scan, ",");
        s->box.worms[i] = peck_scan_int(scan, "karteneck.error.worms", 0, WORMS_MOST);
    }
    if (memcmp(&s->box, &karteneck_assumed, sizeof s->box) == 0) {
        scan->at = at;
        peck_scan_fail(scan, "error.box.other"); /* one line for one position */
    }
}

static void decode(void *state, struct peck_scan *scan)
{
    struct karteneck *s = state;
    s->phase = scan_phase(scan);
    peck_scan_expect(scan, " turn=");
    s->turn = peck_scan_int(scan, "error.seat", 0, s->seats - 1);
    peck_scan_expect(scan, " done=");
    s->done = peck_scan_int(scan, "karteneck.error.rounds", 0, rounds_of[s->seats]);
    peck_scan_expect(scan, " draws=");
    s->draws = peck_scan_int(scan, "karteneck.error.draws", 0, 2);
    peck_scan_expect(scan, " standing=");
    s->in = s->failed = 0;
    for (int i = 0; i < s->seats; i++) {
        int stands = peck_scan_one_of(scan, "karteneck.error.standing", standing_letters);
        s->in |= (stands == STANDS_IN) << i;
        s->failed |= (stands == STANDS_FAILED) << i;
    }
    scan_tables(s, scan);
    for (int i = 0; i < s->seats; i++) {
        peck_scan_expect(scan, i > 0 ? "/" : " laid=");
        s->laid[i] = scan_pile(scan);
    }
    for (int i = 0; i < s->seats; i++) {
        peck_scan_expect(scan, i > 0 ? "/" : " hands=");
        s->hand[i] = scan_pile(scan);
    }
    peck_scan_expect(scan, " deck=");
    scan_deck(s, scan);
    if (peck_scan_accept(scan, " worms="))
        scan_worms(s, scan);
}

/* ---- invariants ---- */

static const char *check_box(const struct contents *box)
{
    static const uint8_t zeros[sizeof box->unused];
    for (size_t i = 0; i < sizeof box->worms; i++) {
        if (box->worms[i] > WORMS_MOST)
            return "karteneck.error.many-worms";
    }
    return memcmp(box->unused, zeros, sizeof zeros) == 0 ? NULL : "karteneck.error.unused";
}

static const char *check_facts(const struct karteneck *s)
{
    static const uint8_t zeros[sizeof s->unused];
    if (s->seats < SEATS_MIN || s->seats > SEATS_MAX)
        return "error.check.seats";
    if (s->first_option < -1 || s->first_option >= s->seats)
        return "error.check.first";
    if (s->phase > PHASE_OVER || s->turn >= s->seats || s->draws > 2)
        return "karteneck.error.turn";
    if (((s->in | s->failed) & ~all_seats(s)) != 0 || (s->in & s->failed) != 0)
        return "karteneck.error.stands";
    if (s->done > rounds_of[s->seats] ||
        (s->phase == PHASE_OVER) != (s->done == rounds_of[s->seats]))
        return "karteneck.error.over";
    if (memcmp(s->unused, zeros, sizeof zeros) != 0)
        return "karteneck.error.unused";
    return check_box(&s->box);
}

/* What all piles together hold. */
struct tally {
    int hens[HEN_VALUES], size;
    uint32_t worms;
};

/* A pile by itself: all its cards known, or none when it may be blank; and never a card
 * that another pile has. */
static bool tally_pile(struct tally *tally, uint64_t pile, bool may_be_blank)
{
    int cards = known(pile);
    if (size(pile) != cards && !(may_be_blank && cards == 0))
        return false;
    if ((tally->worms & worms(pile)) != 0)
        return false;
    tally->worms |= worms(pile);
    tally->size += size(pile);
    for (int v = 1; v <= HEN_VALUES; v++) {
        tally->hens[v - 1] += hens(pile, v);
        if (tally->hens[v - 1] > HENS_EACH)
            return false;
    }
    return true;
}

/* A view shows one hand at most, and never the deck. */
static const char *check_blanks(const struct karteneck *s)
{
    int blanks = blank(s->deck), shown = 0;
    for (int i = 0; i < s->seats; i++) {
        blanks += blank(s->hand[i]);
        shown += !blank(s->hand[i]) && s->hand[i] != 0;
    }
    if (blanks > 0 && (shown > 1 || (s->deck != 0 && !blank(s->deck))))
        return "karteneck.error.view";
    return NULL;
}

static const char *check_cards(const struct karteneck *s)
{
    struct tally tally = {0};
    bool right = tally_pile(&tally, s->deck, true) && tally_pile(&tally, s->discard, false);
    for (int i = 0; i < SEATS_MAX && right; i++) {
        right = tally_pile(&tally, s->laid[i], false) &&
                tally_pile(&tally, s->hand[i], true) &&
                (i < s->seats || (s->laid[i] | s->hand[i]) == 0);
    }
    if (!right || tally.size != CARDS)
        return "karteneck.error.cards"; /* KE-3 */
    return check_blanks(s);
}

/* Tiles a seat can have at most: two of every round, and one of this round once it has
 * passed and, if it may, stolen. With these bounds no stack outgrows its room. */
static int height_limit(const struct karteneck *s, int seat)
{
    bool may_steal = s->phase == PHASE_STEAL && s->turn == seat;
    bool has_passed = (s->in >> seat & 1) == 0 && s->phase != PHASE_OVER && !may_steal;
    return seat < s->seats ? 2 * s->done + has_passed : 0;
}

/* Takes the tiles of one stack out of those left; false when one is not there. */
static bool take_stack(const struct karteneck *s, int seat, uint32_t *left)
{
    if (s->height[seat] > height_limit(s, seat))
        return false;
    for (int k = 0; k < STACK_MAX; k++) {
        uint8_t value = s->stack[seat][k];
        if (k >= s->height[seat] && value != 0)
            return false;
        if (k >= s->height[seat])
            continue;
        if ((value != 0 && value < TILE_LOW) || value > TILE_HIGH ||
            !contains(*left, value))
            return false;
        *left -= tile_set(value);
    }
    return true;
}

static const char *check_tiles(const struct karteneck *s)
{
    uint32_t left = ALL_TILES, stacked = 0;
    for (int i = 0; i < SEATS_MAX; i++) {
        if (!take_stack(s, i, &left))
            return "karteneck.error.stacks";
        stacked += s->height[i];
    }
    uint32_t zeros = (s->grill & ZERO_MASK) + (s->unseen & ZERO_MASK);
    if (zeros != (left & ZERO_MASK) || (s->grill & s->unseen & ~ZERO_MASK) != 0 ||
        ((s->grill | s->unseen) & ~ZERO_MASK) != (left & ~ZERO_MASK))
        return "karteneck.error.tiles"; /* KE-1 */
    uint32_t failures = __builtin_popcount(s->failed), grill = tile_count(s->grill);
    if (stacked != s->seats * s->done + failures)
        return "karteneck.error.round"; /* KE-30, KE-40 */
    if (s->phase == PHASE_TILE
            ? grill >= s->seats
            : grill != (s->phase > PHASE_TILE && s->phase < PHASE_OVER ? s->seats - failures
                                                                       : 0))
        return "karteneck.error.grill"; /* KE-10 */
    return NULL;
}

/* Before the first grill: six cards for every seat, in order, and nothing on the table. */
static const char *check_deal(const struct karteneck *s)
{
    int dealt = CARDS - size(s->deck);
    bool right = s->done == 0 && s->discard == 0;
    if (s->first_option >= 0) /* KE-6 */
        right = right && s->turn == s->first_option;
    for (int i = 0; i < s->seats; i++) {
        int rest = dealt - HAND * i;
        int hand = rest < 0 ? 0 : rest > HAND ? HAND : rest;
        right = right && size(s->hand[i]) == hand;
    }
    if (s->phase == PHASE_FIRST)
        right = right && dealt == 0 && s->turn == 0 && s->first_option < 0;
    else
        right = right && (s->phase == PHASE_TILE) == (dealt == HAND * s->seats);
    return right ? NULL : "karteneck.error.dealt"; /* KE-5 */
}

/* Between rounds and at the end nothing lies on the table. */
static const char *check_between(const struct karteneck *s)
{
    bool right = s->failed == 0 && s->draws == 0;
    right = right && s->in == (s->phase == PHASE_OVER ? 0 : all_seats(s));
    for (int i = 0; i < s->seats; i++)
        right = right && s->laid[i] == 0;
    if (!right || (s->phase == PHASE_OVER && s->turn != 0))
        return "karteneck.error.between";
    return s->phase < PHASE_TILE || s->done == 0 ? check_deal(s) : NULL;
}

/* The seat on turn and what it is asked. */
static const char *check_turn(const struct karteneck *s)
{
    bool in = s->in >> s->turn & 1;
    if (s->phase != PHASE_DRAW && s->draws != 0)
        return "karteneck.error.drawing";
    if (s->phase == PHASE_DRAW) {
        bool laid = in && s->draws == 1 && s->laid[s->turn] != 0;
        bool passed = !in && s->in != 0 && s->draws > 0;
        if (s->deck == 0 || !(laid || passed))
            return "karteneck.error.one-card"; /* KE-12, KE-15 */
        return NULL;
    }
    if (s->phase == PHASE_STEAL) {
        if (in || s->failed >> s->turn & 1 || victim(s) < 0)
            return "karteneck.error.steal"; /* KE-21 */
        return NULL;
    }
    if (!in)
        return "karteneck.error.turn-passed";
    if (s->phase == PHASE_ADD && worms(s->laid[s->turn]) == 0)
        return "karteneck.error.add"; /* KE-16 */
    return NULL;
}

static const char *check_round(const struct karteneck *s)
{
    for (int i = 0; i < s->seats; i++) {
        int stands = standing(s, i);
        if (stands == STANDS_FAILED && s->laid[i] != 0)
            return "karteneck.error.failed"; /* KE-30 */
        if (stands == STANDS_PASSED && worms(s->laid[i]) == 0)
            return "karteneck.error.has-passed"; /* KE-20 */
    }
    return check_turn(s);
}

static const char *check(const void *state)
{
    const struct karteneck *s = state;
    const char *broken = check_facts(s);
    if (broken == NULL)
        broken = check_cards(s);
    if (broken == NULL)
        broken = check_tiles(s);
    if (broken != NULL)
        return broken;
    bool playing = s->phase > PHASE_TILE && s->phase < PHASE_OVER;
    return playing ? check_round(s) : check_between(s);
}

/* ---- the table, for user interfaces ---- */

/* One JSON string per card, as records name it; null when blank. */
static void table_pile(struct peck_json *json, const char *key, uint64_t pile)
{
    if (blank(pile)) {
        peck_json_null(json, key);
        return;
    }
    peck_json_array(json, key);
    for (int k = 0; k < size(pile); k++) {
        char name[8];
        struct peck_text text = peck_text_begin(name, sizeof name);
        put_card(&text, card_at(pile, k));
        peck_json_string(json, NULL, name);
    }
    peck_json_end_array(json);
}

static void table_tiles(const struct karteneck *s, const char *key, const uint8_t *values,
                        int count, struct peck_json *json)
{
    peck_json_array(json, key);
    for (int i = 0; i < count; i++) {
        peck_json_object(json, NULL);
        peck_json_int(json, "value", values[i]);
        peck_json_int(json, "worms", tile_worms(s, values[i]));
        peck_json_end_object(json);
    }
    peck_json_end_array(json);
}

static void table_seat(const struct karteneck *s, int seat, struct peck_json *json)
{
    static const char *const words[STANDINGS] = {"in", "passed", "failed"};
    peck_json_object(json, NULL);
    peck_json_string(json, "standing", words[standing(s, seat)]);
    peck_json_int(json, "hand_size", size(s->hand[seat]));
    table_pile(json, "hand", s->hand[seat]);
    table_pile(json, "laid", s->laid[seat]);
    peck_json_int(json, "total", total(s->laid[seat]));
    peck_json_bool(json, "safe", worms(s->laid[seat]) != 0);
    table_tiles(s, "stack", s->stack[seat], s->height[seat], json);
    peck_json_int(json, "worms", stack_worms(s, seat));
    peck_json_end_object(json);
}

/* What a pass would bring the seat on turn; null when it cannot pass now. */
static void table_pass(const struct karteneck *s, struct peck_json *json)
{
    if (s->phase != PHASE_ACT) {
        peck_json_null(json, "pass");
        return;
    }
    bool safe = worms(s->laid[s->turn]) != 0;
    peck_json_object(json, "pass");
    peck_json_bool(json, "success", safe);
    if (safe)
        peck_json_null(json, "tile");
    else
        peck_json_int(json, "tile", lowest(s->grill));
    if (safe && victim(s) >= 0) {
        peck_json_int(json, "steal", total(s->laid[s->turn]));
        peck_json_int(json, "from", victim(s));
    } else {
        peck_json_null(json, "steal");
        peck_json_null(json, "from");
    }
    peck_json_int(json, "draws", s->in == 1u << s->turn ? 0 : 2);
    peck_json_end_object(json);
}

static void table(const void *state, struct peck_json *json)
{
    const struct karteneck *s = state;
    int rounds = rounds_of[s->seats], left = rounds - s->done;
    uint8_t grill[TILES];
    peck_json_string(json, "phase", phase_words[s->phase]);
    if (s->phase == PHASE_FIRST || s->phase == PHASE_OVER)
        peck_json_null(json, "turn");
    else
        peck_json_int(json, "turn", s->turn);
    peck_json_int(json, "round", left > 0 ? s->done + 1 : rounds);
    peck_json_int(json, "rounds", rounds);
    peck_json_int(json, "rounds_left", left);
    peck_json_int(json, "draws", s->draws);
    table_tiles(s, "grill", grill, list_tiles(s->grill, grill), json);
    peck_json_int(json, "supply", tile_count(s->unseen) - (TILES - rounds * s->seats));
    peck_json_int(json, "deck", size(s->deck));
    table_pile(json, "discard", s->discard);
    peck_json_array(json, "seats");
    for (int i = 0; i < s->seats; i++)
        table_seat(s, i, json);
    peck_json_end_array(json);
    table_pass(s, json);
}

/* The total that cards laid make. */
static void brings(const void *view, int seat, uint32_t action, struct peck_json *json)
{
    const struct karteneck *s = view;
    uint64_t cards = cards_laid(action);
    if (cards != 0)
        peck_json_int(json, "total", total(s->laid[seat] + cards));
}

/* KE-16 */
static bool goes_on(const void *state)
{
    const struct karteneck *s = state;
    return s->phase == PHASE_ADD;
}

/* ---- random play ---- */

/* A seat may lay every card it holds, at most all there are, or pass. */
#define PLAY_ACTIONS (CARDS + 1)
#define PLAY_FUNCTION                                                                      \
    static uint32_t play_listed(void *state, struct peck_rng *rng, uint32_t limit)
#define PLAY_MOVERS movers
#define PLAY_LEGAL legal
#define PLAY_SAMPLE sample
#define PLAY_APPLY apply
#include "core/play.inc"

/* The k-th action of legal_act without the list: it belongs to the k-th playable card. */
static inline void play_act(struct karteneck *s, struct peck_rng *rng)
{
    uint64_t cards = playable(s);
    int sum = 0, count = known(cards);
    int k = peck_rng_below(rng, count + 1);
    if (k == count) {
        pass(s);
        return;
    }
    int v = 1, below = 0;
    for (int i = 1; i <= HEN_VALUES; i++) {
        sum += hens(cards, i);
        v += k >= sum;
        below = k >= sum ? sum : below;
    }
    if (v <= HEN_VALUES)
        lay(s, LAY_HENS * v + k - below + 1);
    else
        lay(s, LAY_WORM + 1 + select_bit(worms(cards), k - sum));
}

/* Nine plies in ten are a card drawn or a seat that lays or passes. They are played here as
 * play.inc would play them, draw for draw, but without lists and codes in between. */
static uint32_t playout(void *state, struct peck_rng *rng, uint32_t limit)
{
    struct karteneck *s = state;
    for (uint32_t plies = 0; plies < limit; plies++) {
        if (s->phase == PHASE_ACT)
            play_act(s, rng);
        else if (s->phase == PHASE_DRAW || s->phase == PHASE_DEAL)
            take_card(s, card_at(s->deck, peck_rng_below(rng, size(s->deck))));
        else if (play_listed(s, rng, 1) == 0)
            return plies;
    }
    return limit;
}

const struct peck_game peck_karteneck = {
    .name = "karteneck",
    .title = "Heckmeck am Karteneck",
    .summary = "lay cards for the grilled worms, and pass with a worm card in time",
    .state_size = sizeof(struct karteneck),
    .contents_size = sizeof(struct contents),
    .actions_max = PLAY_ACTIONS,
    .outcomes_max = CARD_KINDS,
    .features = FEATURES,
    .seats_min = SEATS_MIN,
    .seats_max = SEATS_MAX,
    .option_count = 1,
    .options = {{"first", PECK_SEAT, 0, SEATS_MAX - 1, -1,
                 "the seat that begins (default: drawn)"}},
    .run_count = 11,
    .runs = {{VERB_LAY + LAY_HENS * 1 + 1, HENS_EACH},
             {VERB_LAY + LAY_HENS * 2 + 1, HENS_EACH},
             {VERB_LAY + LAY_HENS * 3 + 1, HENS_EACH},
             {VERB_LAY + LAY_HENS * 4 + 1, HENS_EACH},
             {VERB_LAY + LAY_HENS * 5 + 1, HENS_EACH},
             {VERB_LAY + LAY_WORM + 1, WORMS},
             {VERB_PASS, 1},
             {VERB_ADD + 1, WORMS},
             {VERB_DONE, 1},
             {VERB_STEAL + TILE_LOW, TILE_HIGH - TILE_LOW + 1},
             {VERB_DECLINE, 1}},
    PLAY_CONTRACT,
    PLAY_VIEWS,
    .brings = brings,
    .goes_on = goes_on,
};
