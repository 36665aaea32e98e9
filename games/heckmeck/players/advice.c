/* advice.c — Heckmeck for the advisor: what each action does, and the odds of each total.
 *
 * The table has three columns for each total. The first two answer "what if I go for it?":
 * the best chance of ending with at least that total, and with exactly that total, when
 * nothing else counts. Each is a turn solved with its own payoff, eight totals at a time.
 * The third column is how often a player who wants the most worms from this turn ends with
 * that total. There lane 0 of a solution plays for worms, and each of the other seven lanes
 * carries the chance of one event along that play. With Extra Wurm the table also has the
 * totals 11 and 13, and those above 40 where golden die or red worm allow them.
 *
 * parse_words.c reads the plain words; advice.h has the interface. */
#include <peck/advice.h>

#include "turn_actions.h"
#include "parse_words.h"
#include "worm_payoffs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- What an action does ---- */

static void add_tile(struct peck_reason *reason, const char *key, int tile)
{
    peck_reason_add(reason, key, tile_worms[tile], tile_number[tile]);
}

static void add_keep(const struct heckmeck *s, int face, struct peck_reason *reason)
{
    int dice = (int)count_of(dice_shown(s), face);
    bool red = face != WORM && red_worm_counts(s); /* XW-35 */
    peck_reason_add(reason, red ? "heckmeck.why.keep.red" : "heckmeck.why.keep",
                    (int)dice_in(dice_shown(s)) - dice, total_kept(s, face));
    if (face != WORM && !red && (s->kept & MANY_WORMS) == 0)
        peck_reason_add(reason, "heckmeck.why.no-worm", 0, 0);
    if (s->extra && face == 0 && dice >= 2) /* XW-70 */
        peck_reason_add(reason, "heckmeck.why.round-worm", 0, 0);
}

/* HM-14: a roll fails at once when every die shows a face chosen before. */
static void add_roll(const struct heckmeck *s, struct peck_reason *reason)
{
    uint32_t faces = faces_in(s->kept);
    double none = 1, chosen = __builtin_popcount(faces);
    for (int i = 0; i < s->dice; i++)
        none *= chosen / FACES;
    bool golden = s->golden == GOLDEN_READY;
    if (golden) /* XW-31 */
        none *= golden_fails(s, faces & 1, faces >> WORM_SHIFT & 1);
    peck_reason_add(reason, "heckmeck.why.roll", s->dice + golden, (int)lround(none * 100));
}

static void add_specialist(struct peck_reason *reason, int specialist)
{
    static const char *const keys[SPECIALISTS] = {
        "heckmeck.why.with.red-worm", "heckmeck.why.with.hen", "heckmeck.why.with.raven",
        "heckmeck.why.with.weasel", "heckmeck.why.with.golden-die"};
    peck_reason_add(reason, keys[specialist], 0, 0);
}

/* XW-20, XW-60: the specialist on the tile comes along, except the raven, which pays. */
static void add_take(const struct heckmeck *s, int tile, struct peck_reason *reason)
{
    int figure = specialist_on(s, tile);
    add_tile(reason, "heckmeck.why.take", tile);
    if (s->extra && figure < SPECIALISTS)
        add_specialist(reason, figure);
}

/* XW-21, XW-50: the robbed seat's specialist comes along; the hen comes instead. */
static void add_steal(const struct heckmeck *s, int tile, struct peck_reason *reason)
{
    uint32_t figures = s->extra ? specialists_of(s, robbed_of(s, tile)) : 0;
    if (figures >> HEN & 1) {
        add_tile(reason, "heckmeck.why.steal.hen", tile);
        return;
    }
    add_tile(reason, "heckmeck.why.steal", tile);
    if (figures != 0)
        add_specialist(reason, __builtin_ctz(figures));
}

/* HM-30; XW-51: the hen goes back in the tile's stead. */
static void add_stop(const struct heckmeck *s, struct peck_reason *reason)
{
    int top = s->top[s->turn];
    if (top == NO_TILE)
        peck_reason_add(reason, "heckmeck.why.stop.nothing", 0, 0);
    else if (s->extra && holds(s, HEN, s->turn))
        peck_reason_add(reason, "heckmeck.why.stop.hen", 0, 0);
    else
        add_tile(reason, "heckmeck.why.stop", top);
}

static void what(const struct peck_seat *seat, uint32_t action, struct peck_reason *reason)
{
    const struct heckmeck *s = (const void *)seat->view;
    int argument = (int)ARGUMENT(action);
    switch (VERB(action)) {
    case VERB_KEEP: add_keep(s, argument, reason); break;
    case VERB_ROLL: add_roll(s, reason); break;
    case VERB_TAKE: add_take(s, argument, reason); break;
    case VERB_STEAL: add_steal(s, argument, reason); break;
    case VERB_STOP: add_stop(s, reason); break;
    case VERB_USE: peck_reason_add(reason, "heckmeck.why.use", 0, 0); break;
    case VERB_LEAVE: peck_reason_add(reason, "heckmeck.why.leave", 0, 0); break;
    case VERB_WEASEL:
        peck_reason_add(reason, "heckmeck.why.weasel", (int)dice_in(dice_shown(s)), 0);
        break;
    case VERB_HOLD: peck_reason_add(reason, "heckmeck.why.hold", 0, 0); break;
    case VERB_ROB:
        peck_reason_add(reason, "heckmeck.why.rob", s->worms[argument], 0);
        break;
    default: break;
    }
}

/* ---- The table of a turn ---- */

/* The totals that have a row. */
struct totals {
    int count, number[PECK_ADVICE_ROWS];
};

static struct totals totals_of(const struct heckmeck *s)
{
    bool red = holds(s, RED_WORM, s->turn), golden = s->golden != GOLDEN_OFF;
    int most = 5 * (DICE + (s->extra && (red || golden))); /* eight fives, and one more */
    struct totals totals = {0};
    for (int tile = s->extra ? TILE_11 : TILE_21; tile < TILES; tile++)
        totals.number[totals.count++] = tile_number[tile];
    for (int total = tile_number[TILES - 1] + 1; total <= most; total++)
        totals.number[totals.count++] = total;
    return totals;
}

/* What dice and figures make: 0 when there is no worm (HM-20). */
static int total_with(const struct heckmeck *s, bool worm, int sum)
{
    bool red = s->extra && holds(s, RED_WORM, s->turn); /* XW-35 */
    return worm ? sum : red ? sum + face_value[WORM] : 0;
}

/* The worth of the position in every lane; each lane by its own best choice of a face, or,
 * when the lanes have a leader, all by his. */
static void worth(const struct heckmeck *s, const struct turn_solutions *turn,
                  float values[TURN_LANES])
{
    struct solved solved = {NULL, turn, 0};
    struct rated rated;
    if (s->phase == PHASE_ROLL) {
        heckmeck_turn_rolls(turn, heckmeck_moment_of(s), values);
        return;
    }
    if (s->phase == PHASE_DECIDE) {
        memcpy(values, heckmeck_turn_values(turn, heckmeck_moment_of(s)),
               TURN_LANES * sizeof *values);
        return;
    }
    for (; solved.lane < TURN_LANES; solved.lane++) {
        uint32_t best = 0;
        heckmeck_rate_turn(&solved, s, &rated);
        for (uint32_t i = 1; i < rated.count; i++)
            best = rated.worth[i][0] > rated.worth[best][0] ? i : best;
        values[solved.lane] = rated.worth[best][turn->lead ? solved.lane : 0];
    }
}

/* Eight totals at once: the best chance of each, or of no less. */
static void solve_totals(const struct heckmeck *s, struct turn_solutions *turn,
                         const int *totals, int count, bool exactly,
                         float chances[TURN_LANES])
{
    memset(&turn->payoff, 0, sizeof turn->payoff);
    heckmeck_fill_golden(s, &turn->payoff);
    for (int i = 0; i < 4 * TURN_SUMS; i++) {
        bool worm = i >= 2 * TURN_SUMS, gain = i / TURN_SUMS % 2 != 0;
        int sum = i % TURN_SUMS, total = total_with(s, worm, sum);
        for (int l = 0; l < TURN_LANES && l < count; l++)
            turn->payoff.stop[worm][gain][sum][l] =
                exactly ? total == totals[l] : total >= totals[l];
    }
    heckmeck_turn_solve_batch(turn, heckmeck_kind_of_turn(s), weasel_ready(s));
    worth(s, turn, chances);
}

/* Events while lane 0 plays for worms, in the other lanes: event 0 is that the turn brings
 * no tile, event e > 0 that it ends with the total number e - 1; the first one is `from`.
 */
static void solve_worms(const struct heckmeck *s, struct turn_solutions *turn,
                        const struct totals *totals, int from, float values[TURN_LANES])
{
    struct evaluator worms = {.value = heckmeck_value_by_own_worms, .before = s};
    heckmeck_fill_payoffs(&worms, s, &turn->payoff);
    for (int i = 0; i < 4 * TURN_SUMS; i++) {
        bool worm = i >= 2 * TURN_SUMS, gain = i / TURN_SUMS % 2 != 0;
        int sum = i % TURN_SUMS, total = total_with(s, worm, sum);
        bool tile = grill_tile(s, total) != NO_TILE || steal_tile(s, total) != NO_TILE;
        float *lanes = turn->payoff.stop[worm][gain][sum];
        for (int l = 1; l < TURN_LANES; l++) {
            int event = from + l - 1;
            lanes[l] = event == 0 ? !tile
                                  : tile && event <= totals->count &&
                                        total == totals->number[event - 1];
        }
    }
    for (int gain = 0; gain < 2; gain++)
        for (int l = 1; l < TURN_LANES; l++)
            turn->payoff.fail[gain][l] = from + l - 1 == 0;
    heckmeck_turn_solve_lead(turn, heckmeck_kind_of_turn(s), weasel_ready(s));
    worth(s, turn, values);
}

static void fill(const struct heckmeck *s, struct turn_solutions *turn,
                 const struct totals *totals, struct peck_advice_table *table)
{
    enum { EVENTS = TURN_LANES - 1 };
    float values[TURN_LANES];
    for (int i = 0; i < totals->count; i += TURN_LANES) {
        for (int exactly = 0; exactly < 2; exactly++) {
            solve_totals(s, turn, totals->number + i, totals->count - i, exactly, values);
            for (int l = 0; l < TURN_LANES && i + l < totals->count; l++)
                table->rows[i + l].chance[exactly] = values[l];
        }
    }
    for (int from = 0; from <= totals->count; from += EVENTS) {
        solve_worms(s, turn, totals, from, values);
        table->gain = values[0];
        for (int l = 1; l < TURN_LANES && from + l - 1 <= totals->count; l++) {
            int event = from + l - 1;
            *(event == 0 ? &table->risk : &table->rows[event - 1].chance[2]) = values[l];
        }
    }
}

/* Before it is decided whether to use the golden die: the turn with it. */
static bool table(const void *view, struct peck_advice_table *table)
{
    struct heckmeck s = *(const struct heckmeck *)view;
    bool asked = s.phase == PHASE_GOLDEN;
    if (asked)
        peck_heckmeck.apply(&s, s.turn, VERB_USE);
    if (s.phase != PHASE_ROLL && s.phase != PHASE_KEEP && s.phase != PHASE_DECIDE)
        return false;
    struct turn_solutions *turn = malloc(sizeof *turn);
    if (turn == NULL)
        return false;
    struct totals totals = totals_of(&s);
    memset(table, 0, sizeof *table);
    table->title = asked ? "heckmeck.odds.golden" : "heckmeck.odds";
    table->note = "heckmeck.odds.note";
    table->label = "total";
    table->columns[0] = "at least";
    table->columns[1] = "exactly";
    table->columns[2] = "for worms";
    table->count = totals.count;
    for (int i = 0; i < totals.count; i++) {
        struct peck_text label =
            peck_text_begin(table->rows[i].label, sizeof table->rows[i].label);
        peck_put_int(&label, totals.number[i]);
    }
    fill(&s, turn, &totals, table);
    free(turn);
    return true;
}

/* ---- A box file ---- */

/* XW-31: `golden-die` and its six faces. */
static bool box(struct peck_box_file *file, void *contents)
{
    bool named = false;
    while (peck_box_line(file)) {
        if (named)
            return peck_scan_fail(&file->scan, "heckmeck.error.box.once");
        if (!peck_scan_accept(&file->scan, "golden-die "))
            return peck_scan_fail(&file->scan, "heckmeck.error.box.die");
        heckmeck_scan_die(&file->scan, contents);
        if (!file->scan.failed && file->scan.at < file->scan.end)
            return peck_scan_fail(&file->scan, "heckmeck.error.box.six");
        named = !file->scan.failed;
    }
    if (!named && !file->scan.failed)
        peck_box_lacks(file, "heckmeck.error.box.missing");
    return !file->scan.failed;
}

const struct peck_advice peck_advice_heckmeck = {
    .words =
        {
            [WORD_DICE] = {"dice", "DICE", "the dice set aside, W for a worm, as in WW4"},
            [WORD_ROLLED] = {"rolled", "DICE", "the dice just rolled, as in 11355"},
            [WORD_GRILL] = {"grill", "TILES",
                            "the tiles face up, as in 21-24,30 (default: all that nobody "
                            "has)"},
            [WORD_MINE] = {"mine", "TILES",
                           "your stack, the top last, as in 22+24 (default: none)"},
            [WORD_TOPS] = {"tops", "TILES",
                           "the stacks of the others, clockwise from your left, as in "
                           "25,-,21+33"},
            [WORD_SPECIALISTS] = {"specialists", "PLACES",
                                  "Extra Wurm: where they are, as in "
                                  "hen=me,weasel=2,raven=30,red-worm=gone (1: on your "
                                  "left; default: where they start)"},
            [WORD_WORMS] = {"worms", "N,N",
                            "Extra Wurm: the round worms of all, you first (default: 0)"},
            [WORD_GOLDEN] = {"golden", "yes|no",
                             "Extra Wurm: whether the golden die is rolled in this turn; "
                             "once rolled, it stands after a plus, as in --rolled "
                             "11355+W"},
            [WORD_WEASEL] = {"weasel", "used",
                             "Extra Wurm: the weasel was used in this turn"},
        },
    .line = heckmeck_told,
    .box = box,
    .what = what,
    .table = table,
};
