/* heckmeck_advice.c — Heckmeck for the advisor: plain words, what an action does, and the
 * table of a turn. See advice.h.
 *
 * The table has three columns for each total. The first two answer "what if I went for
 * it?": the chance of ending with at least that total, and with exactly that one, when
 * nothing else counts; each is a turn solved for itself. The third is where the turn of a
 * player who wants the most worms from it would end. */
#include <peck/advice.h>

#include "games/heckmeck_state.h"
#include "heckmeck_turn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOWEST = 21, /* tile, and total that brings one */
    HIGHEST = 36,
    TILE_COUNT = HIGHEST - LOWEST + 1,
    MOST = 5 * DICE, /* total */
    TOTALS = MOST - LOWEST + 1,
};

/* ---- Plain words ---- */

/* Dice in any order, as counts of faces. */
static bool read_dice(const char *said, const char *what, uint8_t counts[FACES],
                      struct peck_error *error)
{
    memset(counts, 0, FACES);
    if (said == NULL || peck_same(said, "-"))
        return true;
    struct peck_scan scan = peck_scan_begin(said, peck_length(said), error);
    for (int dice = 0; scan.at < scan.end && !scan.failed; dice++) {
        int face = peck_scan_one_of(&scan, what, "12345Ww");
        if (dice == DICE)
            peck_scan_fail(&scan, "at most eight dice");
        if (!scan.failed)
            counts[face < WORM ? face : WORM]++;
    }
    return !scan.failed;
}

static void put_dice(struct peck_text *line, const uint8_t counts[FACES])
{
    bool any = false;
    for (int face = 0; face < FACES; face++) {
        for (int i = 0; i < counts[face]; i++, any = true)
            peck_put_char(line, "12345W"[face]);
    }
    peck_put(line, any ? "" : "-");
}

/* Tiles of one stack, `22+24`, or `-`; marks them as owned. */
static void read_stack(struct peck_scan *scan, struct peck_text *line, uint32_t *owned)
{
    if (peck_scan_accept(scan, "-")) {
        peck_put_char(line, '-');
        return;
    }
    const char *plus = "";
    do {
        int tile = peck_scan_int(scan, "a tile", LOWEST, HIGHEST);
        if (scan->failed)
            return;
        *owned |= 1u << (tile - LOWEST);
        peck_put(line, plus);
        peck_put_int(line, tile);
        plus = ",";
    } while (peck_scan_accept(scan, "+"));
}

/* All stacks, the speaker's first. Returns the seats, or 0 with the sentence. */
static int read_stacks(const struct peck_words *words, struct peck_text *line,
                       uint32_t *owned, struct peck_error *error)
{
    const char *mine = words->value[PECK_WORD_mine], *tops = words->value[PECK_WORD_tops];
    mine = mine != NULL ? mine : "-";
    tops = tops != NULL ? tops : "-";
    struct peck_scan scan = peck_scan_begin(mine, peck_length(mine), error);
    int seats = 1;
    read_stack(&scan, line, owned);
    if (!peck_scan_done(&scan))
        return 0;
    scan = peck_scan_begin(tops, peck_length(tops), error);
    do {
        peck_put_char(line, '/');
        read_stack(&scan, line, owned);
        seats++;
    } while (!scan.failed && seats <= SEATS_MAX && peck_scan_accept(&scan, ","));
    return peck_scan_done(&scan) ? seats : 0;
}

/* `21-24,30` without what is owned: people name a row, and forget that a tile of it is
 * gone. */
static bool read_grill(const char *said, uint32_t owned, struct peck_text *line,
                       struct peck_error *error)
{
    uint32_t up = said == NULL ? (1u << TILE_COUNT) - 1 : 0;
    if (said != NULL && !peck_same(said, "-")) {
        struct peck_scan scan = peck_scan_begin(said, peck_length(said), error);
        do {
            int tile = peck_scan_int(&scan, "a tile", LOWEST, HIGHEST);
            int last = peck_scan_accept(&scan, "-")
                           ? peck_scan_int(&scan, "a tile", tile, HIGHEST)
                           : tile;
            for (; !scan.failed && tile <= last; tile++)
                up |= 1u << (tile - LOWEST);
        } while (!scan.failed && peck_scan_accept(&scan, ","));
        if (!peck_scan_done(&scan))
            return false;
    }
    up &= ~owned;
    const char *comma = up == 0 ? "-" : "";
    for (int i = 0; i < TILE_COUNT; i++) {
        if ((up >> i & 1) == 0)
            continue;
        peck_put(line, comma);
        peck_put_int(line, LOWEST + i);
        comma = ",";
    }
    peck_put(line, up == 0 ? comma : "");
    return true;
}

static enum peck_status line(const struct peck_words *words, const struct peck_game *game,
                             int *seats, struct peck_text *line, struct peck_error *error)
{
    uint8_t kept[FACES], rolled[FACES];
    char stacks[256];
    struct peck_text text = peck_text_begin(stacks, sizeof stacks);
    uint32_t owned = 0;
    (void)game;
    if (!read_dice(words->value[PECK_WORD_dice], "dice set aside (1 to 5, W)", kept,
                   error) ||
        !read_dice(words->value[PECK_WORD_rolled], "dice rolled (1 to 5, W)", rolled,
                   error))
        return PECK_BAD_POSITION;
    *seats = read_stacks(words, &text, &owned, error);
    if (*seats == 0)
        return PECK_BAD_POSITION;
    peck_put(line, words->value[PECK_WORD_rolled] != NULL ? "keep"
                   : words->value[PECK_WORD_dice] != NULL ? "decide"
                                                          : "roll");
    peck_put(line, " turn=0 kept=");
    put_dice(line, kept);
    peck_put(line, " rolled=");
    put_dice(line, rolled);
    peck_put(line, " grill=");
    if (!read_grill(words->value[PECK_WORD_grill], owned, line, error))
        return PECK_BAD_POSITION;
    peck_put(line, " stacks=");
    peck_put(line, stacks);
    return PECK_OK;
}

/* ---- What an action does ---- */

static void put_count(struct peck_text *text, int count, const char *one, const char *many)
{
    peck_put_int(text, count);
    peck_put_char(text, ' ');
    peck_put(text, count == 1 ? one : many);
}

static void put_tile(struct peck_text *text, const char *verb, int tile)
{
    peck_put(text, verb);
    peck_put_int(text, tile_number[tile]);
    peck_put(text, " with ");
    put_count(text, tile_worms[tile], "worm", "worms");
}

static void put_keep(const struct heckmeck *s, int face, struct peck_text *text)
{
    int dice = (int)count_of(dice_shown(s), face);
    peck_put(text, "makes ");
    peck_put_int(text, s->sum + dice * face_value[face]);
    peck_put(text, " with ");
    put_count(text, (int)dice_in(dice_shown(s)) - dice, "die", "dice");
    peck_put(text, " left");
    if (face != WORM && (s->kept & MANY_WORMS) == 0)
        peck_put(text, " and no worm yet");
}

/* HM-14: a roll fails at once when every die shows a face chosen before. */
static void put_roll(const struct heckmeck *s, struct peck_text *text)
{
    double none = 1, chosen = __builtin_popcount(faces_in(s->kept));
    for (int i = 0; i < s->dice; i++)
        none *= chosen / FACES;
    put_count(text, s->dice, "die", "dice");
    if (s->golden == GOLDEN_READY)
        return; /* the golden die has only two faces */
    peck_put(text, ", of which none fits in ");
    peck_put_int(text, lround(none * 100));
    peck_put(text, " of 100 rolls");
}

static void what(const struct peck_seat *seat, uint32_t action, struct peck_text *text)
{
    const struct heckmeck *s = (const void *)seat->view;
    int argument = (int)ARGUMENT(action);
    switch (VERB(action)) {
    case VERB_KEEP: put_keep(s, argument, text); break;
    case VERB_ROLL: put_roll(s, text); break;
    case VERB_TAKE: put_tile(text, "takes the ", argument); break;
    case VERB_STEAL: put_tile(text, "steals the ", argument); break;
    case VERB_STOP:
        if (s->top[s->turn] != NO_TILE)
            put_tile(text, "gives back the ", s->top[s->turn]);
        else
            peck_put(text, "ends the turn with nothing");
        break;
    default: break;
    }
}

/* ---- The table of a turn ---- */

static struct turn_at moment(const struct heckmeck *s)
{
    struct turn_at at = {.dice = s->dice, .sum = s->sum};
    for (int face = 0; face < FACES; face++)
        at.faces |= (count_of(s->kept, face) > 0) << face;
    return at;
}

/* The worth of the position in every lane; each lane by its own best choice of a face, or,
 * when the lanes have a leader, all by his. */
static void worth(const struct heckmeck *s, const struct turn_solutions *turn,
                  float values[TURN_LANES])
{
    struct turn_at at = moment(s);
    if (s->phase == PHASE_ROLL) {
        turn_rolls(turn, at, values);
        return;
    }
    if (s->phase == PHASE_DECIDE) {
        memcpy(values, turn_values(turn, at), TURN_LANES * sizeof *values);
        return;
    }
    bool first = true;
    for (int face = 0; face < FACES; face++) {
        if ((choosable(s) >> 4 * face & 1) == 0)
            continue;
        int dice = (int)count_of(s->rolled, face);
        const float *after =
            turn_values(turn, turn_keep(TURN_PLAIN, at, face, dice, false));
        bool led = !first && turn->lead && after[0] > values[0];
        for (int l = 0; l < TURN_LANES; l++) {
            if (first || led || (!turn->lead && after[l] > values[l]))
                values[l] = after[l];
        }
        first = false;
    }
}

/* Eight totals at once: the best chance of each, or of no less. */
static void solve_totals(const struct heckmeck *s, struct turn_solutions *turn, int from,
                         bool exactly, float chances[TURN_LANES])
{
    memset(&turn->payoff, 0, sizeof turn->payoff);
    for (int sum = 0; sum < TURN_SUMS; sum++) {
        for (int l = 0; l < TURN_LANES; l++)
            turn->payoff.stop[1][0][sum][l] = /* HM-20: a worm is needed */
                exactly ? sum == from + l : sum >= from + l;
    }
    turn_solve_batch(turn, TURN_PLAIN, false);
    worth(s, turn, chances);
}

/* What a total brings: the tile, from the grill or from another; NO_TILE for none. */
static int tile_for(const struct heckmeck *s, int sum)
{
    int grill = grill_tile(s, sum), steal = steal_tile(s, sum);
    return tile_worms[steal] >= tile_worms[grill] ? steal : grill;
}

/* Fills lanes 1 to 7 with events while lane 0 plays for worms: event e happens when the
 * turn ends with the total `from + e`; an event before LOWEST is failing, one after MOST
 * never happens. */
static void solve_worms(const struct heckmeck *s, struct turn_solutions *turn, int from,
                        float values[TURN_LANES])
{
    float lost = tile_worms[s->top[s->turn]]; /* HM-30 */
    memset(&turn->payoff, 0, sizeof turn->payoff);
    for (int worm = 0; worm < 2; worm++) {
        for (int sum = 0; sum < TURN_SUMS; sum++) {
            int tile = worm && sum <= MOST ? tile_for(s, sum) : NO_TILE;
            float *lanes = turn->payoff.stop[worm][0][sum];
            lanes[0] = tile == NO_TILE ? -lost : tile_worms[tile];
            for (int l = 1; l < TURN_LANES; l++)
                lanes[l] = from + l < LOWEST ? tile == NO_TILE
                                             : tile != NO_TILE && sum == from + l;
        }
    }
    turn->payoff.fail[0][0] = -lost;
    for (int l = 1; l < TURN_LANES; l++)
        turn->payoff.fail[0][l] = from + l < LOWEST;
    turn_solve_lead(turn, TURN_PLAIN, false);
    worth(s, turn, values);
}

/* A number with two decimals. */
static void put_real(struct peck_text *text, double value)
{
    long hundredths = lround(fabs(value) * 100);
    peck_put(text, value < 0 ? "-" : "");
    peck_put_int(text, hundredths / 100);
    peck_put(text, hundredths % 100 < 10 ? ".0" : ".");
    peck_put_int(text, hundredths % 100);
}

static void fill(const struct heckmeck *s, struct turn_solutions *turn,
                 struct peck_advice_table *table)
{
    enum { EVENTS = TURN_LANES - 1 };
    float values[TURN_LANES];
    for (int i = 0; i < TOTALS; i += TURN_LANES) {
        for (int exactly = 0; exactly < 2; exactly++) {
            solve_totals(s, turn, LOWEST + i, exactly, values);
            for (int l = 0; l < TURN_LANES && i + l < TOTALS; l++)
                table->rows[i + l].chance[exactly] = values[l];
        }
    }
    double worms = 0, fails = 0;
    for (int from = LOWEST - 2; from < HIGHEST;
         from += EVENTS) { /* lane 1 first: failing */
        solve_worms(s, turn, from, values);
        worms = values[0];
        for (int l = 1; l < TURN_LANES; l++) {
            int total = from + l;
            if (total < LOWEST)
                fails = values[l];
            else if (total <= MOST)
                table->rows[total - LOWEST].chance[2] = values[l];
        }
    }
    struct peck_text note = peck_text_begin(table->note, sizeof table->note);
    peck_put(&note, "Playing for worms alone: ");
    put_real(&note, worms);
    peck_put(&note, " worms from this turn on average; it fails with ");
    put_real(&note, fails * 100);
    peck_put(&note, " %.");
}

/* Only without Extra Wurm, whose specialists change what a total is and brings. */
static bool table(const void *view, struct peck_advice_table *table)
{
    const struct heckmeck *s = view;
    if (s->extra ||
        (s->phase != PHASE_ROLL && s->phase != PHASE_KEEP && s->phase != PHASE_DECIDE))
        return false;
    struct turn_solutions *turn = malloc(sizeof *turn);
    if (turn == NULL)
        return false;
    memset(table, 0, sizeof *table);
    table->title = "The turn: the chance of each total, with a worm";
    table->label = "total";
    table->columns[0] = "at least";
    table->columns[1] = "exactly";
    table->columns[2] = "for worms";
    table->count = TOTALS;
    for (int i = 0; i < TOTALS; i++) {
        struct peck_text label =
            peck_text_begin(table->rows[i].label, sizeof table->rows[i].label);
        peck_put_int(&label, LOWEST + i);
    }
    fill(s, turn, table);
    free(turn);
    return true;
}

const struct peck_advice peck_advice_heckmeck = {
    .game = "heckmeck",
    .words = 1u << PECK_WORD_dice | 1u << PECK_WORD_rolled | 1u << PECK_WORD_grill |
             1u << PECK_WORD_mine | 1u << PECK_WORD_tops,
    .line = line,
    .what = what,
    .table = table,
};
