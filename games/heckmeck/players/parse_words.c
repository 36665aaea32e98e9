/* parse_words.c — turns a position of Heckmeck in plain words into a position line.
 *
 * The speaker is seat 0 and on turn. Whatever the words leave out is as at the start: tiles
 * that nobody has lie on the grill, specialists stand where they began. The result is only
 * a line. peck_decode() decides whether the position is possible, so that rule stays in one
 * place. The exceptions are mistakes that people make easily, which get a sentence of their
 * own here. */
#include "parse_words.h"

#include "../rules/state.h"

#include <string.h>

/* Dice in any order, as counts of faces, and what the golden die after a plus shows. Spaces
 * and commas between them say nothing. */
struct dice {
    uint8_t counts[FACES];
    char golden; /* '1', 'W', or 0 */
};

static bool read_dice(const char *said, const char *what, struct dice *dice,
                      struct peck_error *error)
{
    memset(dice, 0, sizeof *dice);
    if (said == NULL || peck_same(said, "-"))
        return true;
    struct peck_scan scan = peck_scan_begin(said, peck_length(said), error);
    for (int count = 0; scan.at < scan.end && !scan.failed; count++) {
        if (count > 0 && !peck_scan_accept(&scan, " "))
            (void)peck_scan_accept(&scan, ",");
        if (peck_scan_accept(&scan, "+")) {
            int face = peck_scan_one_of(&scan, "heckmeck.error.golden-face", "1Ww");
            dice->golden = face == 0 ? '1' : 'W';
            break;
        }
        if (count == DICE)
            peck_scan_fail(&scan, "heckmeck.error.dice");
        int face = peck_scan_one_of(&scan, what, "12345Ww");
        if (!scan.failed)
            dice->counts[face < WORM ? face : WORM]++;
    }
    return peck_scan_done(&scan);
}

static void put_dice(struct peck_text *line, const char *word, const struct dice *dice)
{
    bool any = dice->golden != 0;
    peck_put(line, word);
    for (int face = 0; face < FACES; face++) {
        for (int i = 0; i < dice->counts[face]; i++, any = true)
            peck_put_char(line, "12345W"[face]);
    }
    if (dice->golden != 0) {
        peck_put_char(line, '+');
        peck_put_char(line, dice->golden);
    }
    peck_put(line, any ? "" : "-");
}

/* The index of a tile of this game; NO_TILE after a failure. */
static int read_tile(struct peck_scan *scan, bool extra)
{
    int number =
        peck_scan_int(scan, "heckmeck.error.tile", tile_number[extra ? TILE_11 : TILE_21],
                      tile_number[TILES - 1]);
    int tile = TILE_11;
    while (tile < NO_TILE && tile_number[tile] != number)
        tile++;
    if (tile == NO_TILE)
        peck_scan_fail(scan, "heckmeck.error.any-tile");
    return scan->failed ? NO_TILE : tile;
}

/* Tiles of one stack, `22+24`, or `-`; marks them as owned. */
static void read_stack(struct peck_scan *scan, bool extra, struct peck_text *line,
                       uint32_t *owned)
{
    if (peck_scan_accept(scan, "-")) {
        peck_put_char(line, '-');
        return;
    }
    const char *plus = "";
    do {
        int tile = read_tile(scan, extra);
        if (scan->failed)
            return;
        *owned |= 1u << tile;
        peck_put(line, plus);
        peck_put_int(line, tile_number[tile]);
        plus = ",";
    } while (peck_scan_accept(scan, "+"));
}

/* All stacks, the speaker's first. Returns the seats, or 0 with the sentence. */
static int read_stacks(const struct peck_words *words, bool extra, struct peck_text *line,
                       uint32_t *owned, struct peck_error *error)
{
    const char *mine = words->value[WORD_MINE], *tops = words->value[WORD_TOPS];
    mine = mine != NULL ? mine : "-";
    tops = tops != NULL ? tops : "-";
    struct peck_scan scan = peck_scan_begin(mine, peck_length(mine), error);
    int seats = 1;
    read_stack(&scan, extra, line, owned);
    if (!peck_scan_done(&scan))
        return 0;
    scan = peck_scan_begin(tops, peck_length(tops), error);
    do {
        peck_put_char(line, '/');
        read_stack(&scan, extra, line, owned);
        seats++;
    } while (!scan.failed && seats <= SEATS_MAX && peck_scan_accept(&scan, ","));
    return peck_scan_done(&scan) ? seats : 0;
}

/* `30`, or a row like `21-24`. */
static void read_row(struct peck_scan *scan, bool extra, uint32_t *up)
{
    struct peck_scan before = *scan;
    int tile = read_tile(scan, extra);
    int last = peck_scan_accept(scan, "-") ? read_tile(scan, extra) : tile;
    if (scan->failed)
        return;
    uint32_t row = last < tile ? 0 : (2u << last) - (1u << tile);
    if (row == 0 || (row & *up) != 0) {
        *scan = before;
        peck_scan_fail(scan, row == 0 ? "heckmeck.error.row" : "heckmeck.error.named");
    }
    *up |= row;
}

/* `21-24,30` without what is owned: people name a row, and forget that a tile of it is
 * gone. What lies there goes into `grill`. */
static bool read_grill(const char *said, bool extra, uint32_t owned, struct peck_text *line,
                       uint32_t *grill, struct peck_error *error)
{
    uint32_t up = said != NULL ? 0 : PLAIN_TILES | (extra ? EXTRA_TILES : 0);
    if (said != NULL && !peck_same(said, "-")) {
        struct peck_scan scan = peck_scan_begin(said, peck_length(said), error);
        do {
            read_row(&scan, extra, &up);
        } while (!scan.failed && peck_scan_accept(&scan, ","));
        if (!peck_scan_done(&scan))
            return false;
    }
    *grill = up &= ~owned;
    const char *comma = "";
    peck_put(line, up == 0 ? " grill=-" : " grill=");
    for (; up != 0; up &= up - 1, comma = ",") {
        peck_put(line, comma);
        peck_put_int(line, tile_number[__builtin_ctz(up)]);
    }
    return true;
}

/* ---- Extra Wurm ---- */

/* `hen=me,weasel=2,raven=30,golden-die=gone`. A specialist that is not named stands where
 * it began. */
static bool read_places(const char *said, uint8_t place[SPECIALISTS],
                        struct peck_error *error)
{
    static const uint8_t numbers[SPECIALISTS] = {11, 21, 23, 25, 27}; /* XW-2 */
    for (int k = 0; k < SPECIALISTS; k++)
        for (int tile = 0; tile < TILES; tile++)
            if (tile_number[tile] == numbers[k])
                place[k] = tile;
    if (said == NULL)
        return true;
    struct peck_scan scan = peck_scan_begin(said, peck_length(said), error);
    uint32_t named = 0;
    do {
        struct peck_scan before = scan;
        int k = 0;
        while (k < SPECIALISTS && !peck_scan_accept(&scan, heckmeck_specialists[k]))
            k++;
        if (k == SPECIALISTS) {
            peck_scan_fail(&scan, "heckmeck.error.specialists");
            break;
        }
        if (named >> k & 1) {
            scan = before;
            peck_scan_fail(&scan, "heckmeck.error.specialist-named");
            break;
        }
        named |= 1u << k;
        peck_scan_expect(&scan, "=");
        if (peck_scan_accept(&scan, "gone"))
            place[k] = PLACE_GONE;
        else if (peck_scan_accept(&scan, "me"))
            place[k] = PLACE_SEAT;
        else if (scan.end - scan.at == 1 || (scan.end - scan.at > 1 && scan.at[1] == ','))
            place[k] = PLACE_SEAT + peck_scan_int(&scan, "error.seat", 1, SEATS_MAX - 1);
        else
            place[k] = read_tile(&scan, true);
    } while (!scan.failed && peck_scan_accept(&scan, ","));
    return peck_scan_done(&scan);
}

/* Everyone's round worms, the speaker's first; a player not named has none. */
static bool read_worms(const char *said, int seats, struct peck_text *line,
                       struct peck_error *error)
{
    said = said != NULL ? said : "0";
    struct peck_scan scan = peck_scan_begin(said, peck_length(said), error);
    for (int seat = 0; seat < seats; seat++) {
        bool named = seat == 0 || peck_scan_accept(&scan, ",");
        peck_put(line, seat == 0 ? " worms=" : ",");
        peck_put_int(
            line, named ? peck_scan_int(&scan, "heckmeck.error.worms", 0, ROUND_WORMS) : 0);
    }
    return peck_scan_done(&scan);
}

static const char *const specialist_keys[SPECIALISTS] = {
    [RED_WORM] = "heckmeck.error.red-worm",     [HEN] = "heckmeck.error.hen",
    [RAVEN] = "heckmeck.error.raven",           [WEASEL] = "heckmeck.error.weasel",
    [GOLDEN_DIE] = "heckmeck.error.golden-die",
};

/* With somebody who sits at the table. */
static bool check_holders(const uint8_t place[SPECIALISTS], int seats,
                          struct peck_error *error)
{
    for (int k = 0; k < SPECIALISTS; k++) {
        if (place[k] == PLACE_GONE || place[k] < PLACE_SEAT + seats)
            continue;
        peck_error_say(error, "heckmeck.error.holder");
        peck_error_key(error, "who", specialist_keys[k]);
        peck_error_number(error, "seat", place[k] - PLACE_SEAT);
        peck_error_number(error, "last", seats - 1);
        return false;
    }
    return true;
}

/* A specialist not named may have left with its tile, which is easily forgotten. */
static bool check_places(const uint8_t place[SPECIALISTS], uint32_t grill,
                         struct peck_error *error)
{
    for (int k = 0; k < SPECIALISTS; k++) {
        if (place[k] >= TILES || grill >> place[k] & 1)
            continue;
        peck_error_say(error, "heckmeck.error.off-grill");
        peck_error_key(error, "who", specialist_keys[k]);
        peck_error_number(error, "tile", tile_number[place[k]]);
        return false;
    }
    return true;
}

static void put_places(struct peck_text *line, const uint8_t place[SPECIALISTS])
{
    for (int k = 0; k < SPECIALISTS; k++) {
        peck_put(line, k == 0 ? " at=" : ",");
        if (place[k] == PLACE_GONE) {
            peck_put_char(line, '-');
        } else {
            bool held = place[k] >= PLACE_SEAT;
            peck_put(line, held ? "s" : "");
            peck_put_int(line, held ? place[k] - PLACE_SEAT : tile_number[place[k]]);
        }
    }
}

/* ---- All of it ---- */

/* A turn: the dice, and what the words say of golden die and weasel. */
struct turn {
    struct dice kept, rolled;
    uint8_t place[SPECIALISTS];
    bool asked, ready, weasel_used; /* whether to use the golden die is to be decided */
};

static enum peck_status refuse(struct peck_error *error, const char *key)
{
    peck_error_say(error, key);
    return PECK_BAD_POSITION;
}

static enum peck_status read_turn(const struct peck_words *words, bool extra,
                                  struct turn *turn, struct peck_error *error)
{
    const char *golden = words->value[WORD_GOLDEN];
    const char *weasel = words->value[WORD_WEASEL];
    if (!read_dice(words->value[WORD_DICE], "heckmeck.error.aside", &turn->kept, error) ||
        !read_dice(words->value[WORD_ROLLED], "heckmeck.error.dice-rolled", &turn->rolled,
                   error) ||
        !read_places(words->value[WORD_SPECIALISTS], turn->place, error))
        return PECK_BAD_POSITION;
    bool shown = turn->kept.golden != 0 || turn->rolled.golden != 0;
    if (!extra &&
        (golden != NULL || weasel != NULL || shown ||
         words->value[WORD_SPECIALISTS] != NULL || words->value[WORD_WORMS] != NULL))
        return refuse(error, "heckmeck.error.extra");
    if (golden != NULL && !peck_same(golden, "yes") && !peck_same(golden, "no"))
        return refuse(error, "heckmeck.error.golden-word");
    if (weasel != NULL && !peck_same(weasel, "used"))
        return refuse(error, "heckmeck.error.weasel-word");
    bool begun = words->value[WORD_DICE] != NULL || words->value[WORD_ROLLED] != NULL;
    turn->asked = turn->place[GOLDEN_DIE] == PLACE_SEAT && !begun && golden == NULL;
    turn->ready = golden != NULL && peck_same(golden, "yes") && !shown;
    turn->weasel_used = weasel != NULL;
    return PECK_OK;
}

enum peck_status heckmeck_told(const struct peck_words *words,
                               const struct peck_setup *setup, const void *contents,
                               int *seats, struct peck_text *line, struct peck_error *error)
{
    char stacks[256];
    struct peck_text text = peck_text_begin(stacks, sizeof stacks);
    bool extra = setup->option[OPTION_EXTRA] != 0;
    struct turn turn;
    uint32_t owned = 0, grill;
    if (read_turn(words, extra, &turn, error) != PECK_OK)
        return PECK_BAD_POSITION;
    *seats = read_stacks(words, extra, &text, &owned, error);
    if (*seats == 0)
        return PECK_BAD_POSITION;
    int phase = words->value[WORD_ROLLED] != NULL ? PHASE_KEEP
                : words->value[WORD_DICE] != NULL ? PHASE_DECIDE
                : turn.asked                      ? PHASE_GOLDEN
                                                  : PHASE_ROLL;
    peck_put(line, heckmeck_phases[phase]);
    put_dice(line, " turn=0 kept=", &turn.kept);
    put_dice(line, " rolled=", &turn.rolled);
    peck_put(line, turn.ready ? " golden" : "");
    peck_put(line, turn.weasel_used ? " weasel-used" : "");
    if (!read_grill(words->value[WORD_GRILL], extra, owned, line, &grill, error))
        return PECK_BAD_POSITION;
    peck_put(line, " stacks=");
    peck_put(line, stacks);
    if (!extra)
        return PECK_OK;
    put_places(line, turn.place);
    if (!check_holders(turn.place, *seats, error) ||
        !check_places(turn.place, grill, error) ||
        !read_worms(words->value[WORD_WORMS], *seats, line, error))
        return PECK_BAD_POSITION;
    heckmeck_put_box(contents, line);
    return PECK_OK;
}
