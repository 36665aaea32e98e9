/* heckmeck_advice.c — Heckmeck for the advisor: what an action does, and the table of a
 * turn. See advice.h; the plain words are in heckmeck_told.c.
 *
 * The table has three columns for each total. The first two answer "what if I went for
 * it?": the chance of ending with at least that total, and with exactly that one, when
 * nothing else counts; each is a turn solved for itself. The third is where the turn of a
 * player who wants the most worms from it would end. With Extra Wurm there are the totals
 * 11 and 13 as well, and those beyond 40 where golden die or red worm allow them. */
#include <peck/advice.h>

#include "heckmeck_choice.h"
#include "heckmeck_told.h"
#include "heckmeck_worms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    bool red = face != WORM && red_worm_counts(s); /* XW-35 */
    peck_put(text, "makes ");
    peck_put_int(text, s->sum + dice * face_value[face] + (red ? face_value[WORM] : 0));
    peck_put(text, red ? " with the red worm and " : " with ");
    put_count(text, (int)dice_in(dice_shown(s)) - dice, "die", "dice");
    peck_put(text, " left");
    if (face != WORM && !red && (s->kept & MANY_WORMS) == 0)
        peck_put(text, " and no worm yet");
    if (s->extra && face == 0 && dice >= 2) /* XW-70 */
        peck_put(text, ", and earns a round worm");
}

/* HM-14: a roll fails at once when every die shows a face chosen before. */
static void put_roll(const struct heckmeck *s, struct peck_text *text)
{
    uint32_t faces = faces_in(s->kept);
    double none = 1, chosen = __builtin_popcount(faces);
    for (int i = 0; i < s->dice; i++)
        none *= chosen / FACES;
    bool golden = s->golden == GOLDEN_READY;
    if (golden) /* XW-31 */
        none *= ((faces & 1) + (faces >> WORM_SHIFT & 1)) / 2.0;
    put_count(text, s->dice + golden, "die", "dice");
    peck_put(text, ", of which none fits in ");
    peck_put_int(text, lround(none * 100));
    peck_put(text, " of 100 rolls");
}

static void put_named(struct peck_text *text, const char *words, int specialist)
{
    static const char *const names[SPECIALISTS] = {"red worm", "hen", "raven", "weasel",
                                                   "golden die"};
    peck_put(text, words);
    peck_put(text, names[specialist]);
}

/* XW-20, XW-60: who stands on the tile comes along, but for the raven. */
static void put_take(const struct heckmeck *s, int tile, struct peck_text *text)
{
    int figure = specialist_on(s, tile);
    put_tile(text, "takes the ", tile);
    if (s->extra && figure == RAVEN)
        peck_put(text, ", and a round worm for the raven");
    else if (s->extra && figure < SPECIALISTS)
        put_named(text, ", and the ", figure);
}

/* XW-21, XW-50: the robbed seat's specialist comes along; the hen comes instead. */
static void put_steal(const struct heckmeck *s, int tile, struct peck_text *text)
{
    uint32_t figures = s->extra ? specialists_of(s, robbed_of(s, tile)) : 0;
    if (figures >> HEN & 1) {
        peck_put(text, "gets the hen that guards the ");
        peck_put_int(text, tile_number[tile]);
        return;
    }
    put_tile(text, "steals the ", tile);
    if (figures != 0)
        put_named(text, ", and the ", __builtin_ctz(figures));
}

/* HM-30; XW-51: the hen goes back in the tile's stead. */
static void put_stop(const struct heckmeck *s, struct peck_text *text)
{
    int top = s->top[s->turn];
    if (top == NO_TILE)
        peck_put(text, "ends the turn with nothing");
    else if (s->extra && holds(s, HEN, s->turn))
        peck_put(text, "puts back the hen and keeps the tile");
    else
        put_tile(text, "gives back the ", top);
}

static void what(const struct peck_seat *seat, uint32_t action, struct peck_text *text)
{
    const struct heckmeck *s = (const void *)seat->view;
    int argument = (int)ARGUMENT(action);
    switch (VERB(action)) {
    case VERB_KEEP: put_keep(s, argument, text); break;
    case VERB_ROLL: put_roll(s, text); break;
    case VERB_TAKE: put_take(s, argument, text); break;
    case VERB_STEAL: put_steal(s, argument, text); break;
    case VERB_STOP: put_stop(s, text); break;
    case VERB_USE: peck_put(text, "plays this turn with nine dice"); break;
    case VERB_LEAVE: peck_put(text, "plays this turn with eight dice"); break;
    case VERB_WEASEL:
        peck_put(text, "rolls the same ");
        put_count(text, (int)dice_in(dice_shown(s)), "die", "dice");
        peck_put(text, " again, once in this turn");
        break;
    case VERB_HOLD: peck_put(text, "the other goes back to the grill"); break;
    case VERB_ROB:
        peck_put(text, "takes one of their ");
        put_count(text, s->worms[argument], "round worm", "round worms");
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
        turn_rolls(turn, moment_of(s), values);
        return;
    }
    if (s->phase == PHASE_DECIDE) {
        memcpy(values, turn_values(turn, moment_of(s)), TURN_LANES * sizeof *values);
        return;
    }
    for (; solved.lane < TURN_LANES; solved.lane++) {
        uint32_t best = 0;
        rate_turn(&solved, s, &rated);
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
    for (int i = 0; i < 4 * TURN_SUMS; i++) {
        bool worm = i >= 2 * TURN_SUMS, gain = i / TURN_SUMS % 2 != 0;
        int sum = i % TURN_SUMS, total = total_with(s, worm, sum);
        for (int l = 0; l < TURN_LANES && l < count; l++)
            turn->payoff.stop[worm][gain][sum][l] =
                exactly ? total == totals[l] : total >= totals[l];
    }
    turn_solve_batch(turn, kind_of_turn(s), weasel_ready(s));
    worth(s, turn, chances);
}

/* Events while lane 0 plays for worms, in the other lanes: event 0 is that the turn brings
 * no tile, event e > 0 that it ends with the total number e - 1; the first one is `from`.
 */
static void solve_worms(const struct heckmeck *s, struct turn_solutions *turn,
                        const struct totals *totals, int from, float values[TURN_LANES])
{
    struct evaluator worms = {.value = value_by_own_worms, .before = s};
    fill_payoffs(&worms, s, &turn->payoff);
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
    turn_solve_lead(turn, kind_of_turn(s), weasel_ready(s));
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
    double worms = 0, fails = 0;
    for (int from = 0; from <= totals->count; from += EVENTS) {
        solve_worms(s, turn, totals, from, values);
        worms = values[0];
        for (int l = 1; l < TURN_LANES && from + l - 1 <= totals->count; l++) {
            int event = from + l - 1;
            *(event == 0 ? &fails : &table->rows[event - 1].chance[2]) = values[l];
        }
    }
    struct peck_text note = peck_text_begin(table->note, sizeof table->note);
    peck_put(&note, "Playing for worms alone: ");
    put_real(&note, worms);
    peck_put(&note, " worms from this turn on average; it fails with ");
    put_real(&note, fails * 100);
    peck_put(&note, " %.");
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
    table->title = asked ? "The turn with the golden die: the chance of each total"
                         : "The turn: the chance of each total, with a worm";
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

const struct peck_advice peck_advice_heckmeck = {
    .game = "heckmeck",
    .words = 1u << PECK_WORD_dice | 1u << PECK_WORD_rolled | 1u << PECK_WORD_grill |
             1u << PECK_WORD_mine | 1u << PECK_WORD_tops | 1u << PECK_WORD_specialists |
             1u << PECK_WORD_worms | 1u << PECK_WORD_golden | 1u << PECK_WORD_weasel,
    .line = heckmeck_told,
    .what = what,
    .table = table,
};
