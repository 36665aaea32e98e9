/* words.c — the names of Heckmeck's actions, and its position lines.
 *
 * Writing and reading are in one file so that they stay in step. A position line must be
 * readable by a person and complete: decoding it gives the same state again. */
#include "state.h"

#include <string.h>

static const char face_letters[] = "12345W";
const char *const heckmeck_specialists[SPECIALISTS] = {"red-worm", "hen", "raven", "weasel",
                                                       "golden-die"};
const char *const heckmeck_phases[PHASES] = {"first", "roll",  "golden", "keep", "decide",
                                             "rob",   "raven", "hold",   "over"};

static void put_dice(struct peck_text *text, uint32_t counts)
{
    for (int face = 0; face < FACES; face++) {
        for (uint32_t i = 0; i < count_of(counts, face); i++)
            peck_put_char(text, face_letters[face]);
    }
}

static void put_named(struct peck_text *text, const char *word, int number)
{
    peck_put(text, word);
    peck_put_int(text, number);
}

static void put_roll(struct peck_text *name, uint32_t outcome)
{
    static const char *const golden[] = {"", "+1", "+W"};
    peck_put(name, "roll ");
    put_dice(name, outcome & ((1u << ROLLED_GOLDEN) - 1));
    peck_put(name, golden[outcome >> ROLLED_GOLDEN]);
}

void heckmeck_action_name(uint32_t action, struct peck_text *name)
{
    uint32_t argument = ARGUMENT(action);
    switch (VERB(action)) {
    case VERB_FIRST: put_named(name, "first ", argument); break;
    case VERB_ROLLED: put_roll(name, argument); break;
    case VERB_USE: peck_put(name, "use golden"); break;
    case VERB_LEAVE: peck_put(name, "leave golden"); break;
    case VERB_KEEP:
        peck_put(name, "keep ");
        peck_put_char(name, face_letters[argument]);
        break;
    case VERB_WEASEL: peck_put(name, "weasel"); break;
    case VERB_ROLL: peck_put(name, "roll"); break;
    case VERB_TAKE: put_named(name, "take ", tile_number[argument]); break;
    case VERB_STEAL: put_named(name, "steal ", tile_number[argument]); break;
    case VERB_STOP: peck_put(name, "stop"); break;
    case VERB_HOLD:
        peck_put(name, "hold ");
        peck_put(name, heckmeck_specialists[argument]);
        break;
    default: put_named(name, "rob ", argument);
    }
}

/* ---- Position lines ---- */

/* An example: `roll turn=0 kept=WW rolled=- grill=21-24,26-36 stacks=25/-`.
 * The grill is written in runs; stacks go from bottom to top, seat by seat. The golden die
 * stands after a plus with the dice it lies among; the word `golden` after them says that
 * it will be rolled next, `weasel-used` that the weasel rests.
 * Extra Wurm adds `at=11,21,23,25,s0`, the places of red worm, hen, raven, weasel and
 * golden die (a tile, a seat, or - for gone), and `worms=0,2`, the round worms. */

/* Dice and, after a plus, the golden one; "-" for none at all. */
static void encode_dice(struct peck_text *line, const char *word, uint32_t counts,
                        const char *golden)
{
    peck_put(line, word);
    put_dice(line, counts);
    peck_put(line, golden);
    if (counts == 0 && golden[0] == '\0')
        peck_put_char(line, '-');
}

static void encode_turn(const struct heckmeck *s, struct peck_text *line)
{
    bool one_kept = s->golden == GOLDEN_ONE_KEPT, worm_kept = s->golden == GOLDEN_WORM_KEPT;
    uint32_t plain = s->kept - one_kept - ((uint32_t)worm_kept << WORM_SHIFT);
    encode_dice(line, " kept=", plain, one_kept ? "+1" : worm_kept ? "+W" : "");
    encode_dice(line, " rolled=", s->rolled,
                s->golden == GOLDEN_ONE    ? "+1"
                : s->golden == GOLDEN_WORM ? "+W"
                                           : "");
    peck_put(line, s->golden == GOLDEN_READY ? " golden" : "");
    peck_put(line, s->weasel_used ? " weasel-used" : "");
}

static void encode_grill(uint32_t up, struct peck_text *line)
{
    peck_put(line, up == 0 ? " grill=-" : " grill=");
    const char *comma = "";
    for (int tile = 0; tile < TILES; tile++) {
        if ((up >> tile & 1) == 0)
            continue;
        put_named(line, comma, tile_number[tile]);
        comma = ",";
        int last = tile;
        while (tile >= TILE_21 && (up >> (last + 1) & 1) != 0)
            last++;
        if (last > tile)
            put_named(line, "-", tile_number[last]);
        tile = last;
    }
}

static void encode_stack(const struct heckmeck *s, int seat, struct peck_text *line)
{
    int tiles[TILES], count = 0;
    for (int tile = s->top[seat]; tile != NO_TILE; tile = s->below[tile])
        tiles[count++] = tile;
    if (count == 0)
        peck_put_char(line, '-');
    for (int i = count - 1; i >= 0; i--)
        put_named(line, i < count - 1 ? "," : "", tile_number[tiles[i]]);
}

static void encode_extra(const struct heckmeck *s, struct peck_text *line)
{
    for (int k = 0; k < SPECIALISTS; k++) {
        peck_put(line, k == 0 ? " at=" : ",");
        if (s->place[k] < TILES)
            peck_put_int(line, tile_number[s->place[k]]);
        else if (s->place[k] < PLACE_GONE)
            put_named(line, "s", s->place[k] - PLACE_SEAT);
        else
            peck_put_char(line, '-');
    }
    for (int seat = 0; seat < s->seats; seat++)
        put_named(line, seat == 0 ? " worms=" : ",", s->worms[seat]);
    heckmeck_put_box(&s->box, line);
}

void heckmeck_put_box(const struct contents *box, struct peck_text *line)
{
    if (memcmp(box, &heckmeck_assumed, sizeof *box) == 0)
        return;
    peck_put(line, " die=");
    for (int face = 0; face < FACES; face++)
        peck_put_char(line, face < box->golden[0] ? '1' : 'W');
}

void heckmeck_scan_die(struct peck_scan *scan, struct contents *box)
{
    const char *at = scan->at;
    box->golden[0] = box->golden[1] = 0;
    for (int face = 0; face < FACES; face++) {
        (void)peck_scan_accept(scan, " ");
        box->golden[peck_scan_one_of(scan, "heckmeck.error.box.six", "1Ww") > 0]++;
    }
    if (!scan->failed && (box->golden[0] == 0 || box->golden[1] == 0)) {
        scan->at = at;
        peck_scan_fail(scan, "heckmeck.error.golden-both");
    }
}

/* XW-31, where the box is not the one assumed: the 1s first, so that there is one line for
 * a position. */
static void decode_die(struct heckmeck *s, struct peck_scan *scan)
{
    const char *at = scan->at;
    char again[16];
    struct peck_text text = peck_text_begin(again, sizeof again);
    if (!peck_scan_accept(scan, " die="))
        return;
    heckmeck_scan_die(scan, &s->box);
    heckmeck_put_box(&s->box, &text);
    if (!scan->failed &&
        (text.length != (size_t)(scan->at - at) || memcmp(at, again, text.length) != 0)) {
        scan->at = at;
        peck_scan_fail(scan, "error.box.other");
    }
}

void heckmeck_encode(const void *state, struct peck_text *line)
{
    const struct heckmeck *s = state;
    peck_put(line, heckmeck_phases[s->phase]);
    put_named(line, " turn=", s->turn);
    encode_turn(s, line);
    encode_grill(s->up, line);
    for (int seat = 0; seat < s->seats; seat++) {
        peck_put(line, seat == 0 ? " stacks=" : "/");
        encode_stack(s, seat, line);
    }
    if (s->extra)
        encode_extra(s, line);
}

/* Dice in ascending order, the way they are written. More than nine are refused here,
 * before a nibble could overflow. Returns what the golden die after the plus shows: 0, 1
 * or 2. */
static uint32_t decode_dice(struct peck_scan *scan, uint32_t *counts)
{
    int dice = 0;
    *counts = 0;
    if (peck_scan_accept(scan, "-"))
        return 0;
    for (int face = 0; face < FACES; face++) {
        const char letter[] = {face_letters[face], '\0'};
        for (; peck_scan_accept(scan, letter); dice++) {
            if (dice > DICE)
                peck_scan_fail(scan, "heckmeck.error.nine");
            *counts += 1u << 4 * face;
        }
    }
    if (peck_scan_accept(scan, "+"))
        return 1 + peck_scan_one_of(scan, "heckmeck.error.golden-face", "1W");
    if (dice == 0)
        peck_scan_fail(scan, "heckmeck.error.ascending");
    return 0;
}

static void decode_turn(struct heckmeck *s, struct peck_scan *scan)
{
    peck_scan_expect(scan, " kept=");
    uint32_t kept = decode_dice(scan, &s->kept);
    peck_scan_expect(scan, " rolled=");
    uint32_t rolled = decode_dice(scan, &s->rolled);
    bool ready = peck_scan_accept(scan, " golden");
    s->weasel_used = peck_scan_accept(scan, " weasel-used");
    if ((kept != 0) + (rolled != 0) + ready > 1)
        peck_scan_fail(scan, "heckmeck.error.one-golden");
    s->dice = DICE - dice_in(s->kept);
    s->golden = kept != 0     ? GOLDEN_ONE_KEPT - 1 + kept
                : rolled != 0 ? GOLDEN_ONE - 1 + rolled
                : ready       ? GOLDEN_READY
                              : GOLDEN_OFF;
    s->kept += kept == 0 ? 0 : kept == 1 ? 1 : 1u << WORM_SHIFT;
    for (int face = 0; face < FACES; face++)
        s->sum += count_of(s->kept, face) * face_value[face];
}

/* The index of the tile whose number comes next. Tiles that only the other game has are
 * refused here, where the place in the line is known. */
static int decode_tile(const struct heckmeck *s, struct peck_scan *scan)
{
    struct peck_error ignored;
    struct peck_scan word = *scan;
    if (scan->failed)
        return NO_TILE;
    word.error = &ignored;
    int number = peck_scan_int(&word, "heckmeck.error.tile", 11, 36);
    int tile = s->extra ? TILE_11 : TILE_21;
    while (tile < TILES && (word.failed || tile_number[tile] != number))
        tile++;
    if (tile == NO_TILE)
        peck_scan_fail(scan,
                       s->extra ? "heckmeck.error.any-tile" : "heckmeck.error.plain-tile");
    else
        scan->at = word.at;
    return tile;
}

static void decode_grill(struct heckmeck *s, struct peck_scan *scan)
{
    s->up = 0;
    peck_scan_expect(scan, " grill=");
    if (peck_scan_accept(scan, "-"))
        return;
    do {
        int tile = decode_tile(s, scan);
        int last = peck_scan_accept(scan, "-") ? decode_tile(s, scan) : tile;
        if (s->up >> tile != 0 || last < tile)
            peck_scan_fail(scan, "heckmeck.error.grill");
        for (; tile <= last && tile < TILES; tile++)
            s->up |= 1u << tile;
    } while (peck_scan_accept(scan, ","));
}

/* A tile named twice makes a stack that runs in a circle; `check` finds it. */
static void decode_stacks(struct heckmeck *s, struct peck_scan *scan)
{
    for (int seat = 0; seat < s->seats; seat++) {
        peck_scan_expect(scan, seat == 0 ? " stacks=" : "/");
        if (peck_scan_accept(scan, "-"))
            continue;
        do {
            int tile = decode_tile(s, scan);
            if (scan->failed)
                return; /* it may be NO_TILE, which has no place in `below` */
            push(s, seat, tile);
        } while (peck_scan_accept(scan, ","));
    }
}

static void decode_extra(struct heckmeck *s, struct peck_scan *scan)
{
    for (int k = 0; k < SPECIALISTS; k++) {
        peck_scan_expect(scan, k == 0 ? " at=" : ",");
        if (peck_scan_accept(scan, "-"))
            s->place[k] = PLACE_GONE;
        else if (peck_scan_accept(scan, "s"))
            s->place[k] = PLACE_SEAT + peck_scan_int(scan, "error.seat", 0, s->seats - 1);
        else
            s->place[k] = decode_tile(s, scan);
    }
    for (int seat = 0; seat < s->seats; seat++) {
        peck_scan_expect(scan, seat == 0 ? " worms=" : ",");
        s->worms[seat] = peck_scan_int(scan, "heckmeck.error.worms", 0, ROUND_WORMS);
    }
    decode_die(s, scan);
}

void heckmeck_decode(void *state, struct peck_scan *scan)
{
    struct heckmeck *s = state;
    int phase = 0;
    while (phase < PHASES && !peck_scan_accept(scan, heckmeck_phases[phase]))
        phase++;
    if (phase == PHASES)
        peck_scan_fail(scan, "heckmeck.error.phase");
    s->phase = phase;
    peck_scan_expect(scan, " turn=");
    s->turn = peck_scan_int(scan, "error.seat", 0, s->seats - 1);
    decode_turn(s, scan);
    decode_grill(s, scan);
    decode_stacks(s, scan);
    if (s->extra)
        decode_extra(s, scan);
}
