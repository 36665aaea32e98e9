/* game.c — the rules of Heckmeck am Bratwurmeck and of its expansion Extra Wurm.
 *
 * Read state.h first. This file is the course of play: set-up, legal actions, dice, apply,
 * points. Comments like HM-21 and XW-40 cite the numbered rules in rules.md. Nothing is
 * hidden in this game, so redact, seen and determinize change nothing.
 *
 * A turn goes through these phases; a failed roll or a stop ends it too:
 *
 *   ROLL ──► KEEP ──► DECIDE ──► take or steal ──► the next seat
 *     ▲        │         │
 *     └────────┴─────────┘   the weasel (XW-40), or roll again
 *
 * Extra Wurm adds questions in between: GOLDEN before the first roll, ROB when a round worm
 * must come from another seat, RAVEN the same after a turn, HOLD when a seat has two
 * specialists. Each is asked only where there is a choice.
 *
 * A roll is counts of faces, not a sequence: eight dice have 1287 outcomes instead of
 * 1,679,616. `spread` lists them in the order of their codes, with the number of sequences
 * as weight. `sample` needs no list: one number below 6^n has the faces as its digits in
 * base six, and a table turns four digits at a time into counts. */
#include "state.h"

#include <string.h>

/* XW-31, from data/box.txt: a 1 counts, and a worm counts nothing. */
enum { W = 0 };
#define BOX(die, a, b, c, d, e, f) (a + b + c + d + e + f)
enum {
    GOLDEN_ONES =
#include "heckmeck/box.inc"
};
#undef BOX
const struct contents heckmeck_assumed = {.golden = {GOLDEN_ONES, FACES - GOLDEN_ONES}};

/* ---- Set-up ---- */

static void reset_turn(struct heckmeck *s)
{
    s->kept = 0;
    s->rolled = 0;
    s->dice = DICE;
    s->sum = 0;
    s->golden = GOLDEN_OFF;
    s->weasel_used = 0;
}

static enum peck_status init(void *state, const struct peck_setup *setup,
                             struct peck_error *error)
{
    /* `error` is unused: the generic checks leave nothing to refuse here */
    static const uint8_t places[2][SPECIALISTS] = {
        {PLACE_GONE, PLACE_GONE, PLACE_GONE, PLACE_GONE, PLACE_GONE},
        {TILE_11, 21 - TILE_OFFSET, 23 - TILE_OFFSET, 25 - TILE_OFFSET, 27 - TILE_OFFSET},
    };
    struct heckmeck *s = state;
    memset(s, 0, sizeof *s);
    s->seats = setup->seats;
    s->extra = setup->option[OPTION_EXTRA];
    s->fast = setup->option[OPTION_FAST];
    s->flip_always = setup->option[OPTION_FLIP];
    s->first_option = setup->option[OPTION_FIRST];
    s->phase = s->first_option < 0 ? PHASE_FIRST : PHASE_ROLL; /* HM-5 */
    s->turn = s->first_option < 0 ? 0 : s->first_option;
    s->up = PLAIN_TILES | (s->extra ? EXTRA_TILES : 0); /* HM-4, XW-1 */
    memset(s->top, NO_TILE, sizeof s->top);
    memset(s->below, NO_TILE, sizeof s->below);
    memcpy(s->place, places[s->extra], sizeof s->place); /* XW-2 */
    s->box = heckmeck_assumed;
    reset_turn(s);
    return PECK_OK;
}

static void setup(const void *state, struct peck_setup *setup)
{
    const struct heckmeck *s = state;
    memset(setup, 0, sizeof *setup);
    setup->seats = s->seats;
    setup->option[OPTION_EXTRA] = s->extra;
    setup->option[OPTION_FAST] = s->fast;
    setup->option[OPTION_FLIP] = s->flip_always;
    setup->option[OPTION_FIRST] = s->first_option;
}

/* ---- Who may do what ---- */

static uint32_t movers(const void *state)
{
    const struct heckmeck *s = state;
    if (s->phase <= PHASE_ROLL)
        return PECK_CHANCE_BIT;
    return s->phase == PHASE_OVER ? 0 : 1u << s->turn;
}

/* Every face is written and only counted when it can be chosen: no branch to mispredict. */
static uint32_t legal_keep(const struct heckmeck *s, uint32_t *actions)
{
    uint32_t count = 0, faces = choosable(s);
    for (int face = 0; face < FACES; face++) {
        actions[count] = VERB_KEEP + face;
        count += faces >> 4 * face & 1;
    }
    if (weasel_ready(s))
        actions[count++] = VERB_WEASEL;
    if (faces == 0)
        actions[count++] =
            VERB_STOP; /* only with the weasel, or HM-14 had ended the turn */
    return count;
}

static uint32_t legal_decide(const struct heckmeck *s, uint32_t *actions)
{
    uint32_t count = may_roll(s);
    bool worm = (s->kept & MANY_WORMS) != 0 || red_worm_counts(s);
    int points = worm ? total(s) : 0; /* HM-20 */
    actions[0] = VERB_ROLL;           /* overwritten when it does not count */
    if (points >= tile_number[TILE_11]) {
        int tile = grill_tile(s, points);
        if (tile != NO_TILE)
            actions[count++] = VERB_TAKE + tile;
        tile = steal_tile(s, points);
        if (tile != NO_TILE)
            actions[count++] = VERB_STEAL + tile; /* HM-23, XW-53 */
    }
    actions[count++] = VERB_STOP; /* HM-15, HM-16 */
    return count;
}

/* One action for each bit of a mask. */
static uint32_t legal_bits(uint32_t verb, uint32_t mask, uint32_t *actions)
{
    uint32_t count = 0;
    for (; mask != 0; mask &= mask - 1)
        actions[count++] = verb + __builtin_ctz(mask);
    return count;
}

/* ---- Chance ---- */

static const uint32_t factorial[DICE + 1] = {1, 1, 2, 6, 24, 120, 720, 5040, 40320};

struct outcomes {
    uint32_t *actions, *weights; /* either may be NULL */
    uint32_t count;
};

/* Spreads dice over the faces from `face` down, the high nibble first, so that codes
 * ascend. The weight begins as dice! and is divided by k! for each face: every quotient
 * on the way is whole, a multinomial coefficient times what is left. */
static void spread(struct outcomes *out, int face, uint32_t dice, uint32_t action,
                   uint32_t weight)
{
    if (face == 0) {
        if (out->actions != NULL)
            out->actions[out->count] = action + dice;
        if (out->weights != NULL)
            out->weights[out->count] = weight / factorial[dice];
        out->count++;
        return;
    }
    for (uint32_t k = 0; k <= dice; k++)
        spread(out, face - 1, dice - k, action + (k << 4 * face), weight / factorial[k]);
}

static uint32_t roll_outcomes(const struct heckmeck *s, uint32_t *actions,
                              uint32_t *weights)
{
    struct outcomes out = {actions, weights, 0};
    struct golden_odds odds = golden_odds(s); /* XW-31 */
    const uint32_t times[3] = {1, odds.ones, odds.worms};
    bool golden = s->golden == GOLDEN_READY;
    for (uint32_t shows = golden; shows <= 2u * golden; shows++)
        spread(&out, WORM, s->dice, VERB_ROLLED + (shows << ROLLED_GOLDEN),
               factorial[s->dice] * times[shows]);
    return out.count;
}

static uint32_t legal(const void *state, int seat, uint32_t *actions)
{
    const struct heckmeck *s = state;
    if ((movers(s) >> seat & 1) == 0)
        return 0;
    switch (s->phase) {
    case PHASE_FIRST: return legal_bits(VERB_FIRST, (1u << s->seats) - 1, actions);
    case PHASE_ROLL: return roll_outcomes(s, actions, NULL);
    case PHASE_KEEP: return legal_keep(s, actions);
    case PHASE_DECIDE: return legal_decide(s, actions);
    case PHASE_GOLDEN:
        actions[0] = VERB_USE;
        actions[1] = VERB_LEAVE;
        return 2;
    case PHASE_HOLD: return legal_bits(VERB_HOLD, specialists_of(s, s->turn), actions);
    default: return legal_bits(VERB_ROB, worth_robbing(s), actions);
    }
}

static void weights(const void *state, uint32_t *weights)
{
    const struct heckmeck *s = state;
    if (s->phase == PHASE_ROLL) {
        roll_outcomes(s, NULL, weights);
        return;
    }
    for (int i = 0; i < s->seats; i++)
        weights[i] = 1;
}

/* The counts of every throw of four dice: entry n has the digits of n in base six as
 * faces. */
#define THROW_1(c) c + 0x1, c + 0x10, c + 0x100, c + 0x1000, c + 0x10000, c + 0x100000
#define THROW_2(c)                                                                         \
    THROW_1(c + 0x1), THROW_1(c + 0x10), THROW_1(c + 0x100), THROW_1(c + 0x1000),          \
        THROW_1(c + 0x10000), THROW_1(c + 0x100000)
#define THROW_3(c)                                                                         \
    THROW_2(c + 0x1), THROW_2(c + 0x10), THROW_2(c + 0x100), THROW_2(c + 0x1000),          \
        THROW_2(c + 0x10000), THROW_2(c + 0x100000)
#define THROW_4(c)                                                                         \
    THROW_3(c + 0x1), THROW_3(c + 0x10), THROW_3(c + 0x100), THROW_3(c + 0x1000),          \
        THROW_3(c + 0x10000), THROW_3(c + 0x100000)
enum { FOUR_DICE = 6 * 6 * 6 * 6 };
static const uint32_t throws[] = {THROW_4(0)};
_Static_assert(sizeof throws / sizeof *throws == FOUR_DICE, "every throw of four dice");

/* One number below 6^n has the faces of n dice as its digits in base six. The missing
 * dice of the eight looked up read as digits 0, that is as 1s, and are taken off again. */
static uint32_t sample(const void *state, struct peck_rng *rng)
{
    static const uint32_t power[DICE + 1] = {1,    6,     36,     216,    1296,
                                             7776, 46656, 279936, 1679616};
    const struct heckmeck *s = state;
    if (s->phase == PHASE_FIRST)
        return VERB_FIRST + peck_rng_below(rng, s->seats);
    uint32_t number, shows = 0;
    if (s->golden == GOLDEN_READY) { /* XW-31 */
        struct golden_odds odds = golden_odds(s);
        uint32_t sides = odds.ones + odds.worms;
        number = peck_rng_below(rng, power[s->dice] * sides);
        shows = 1 + (number % sides >= odds.ones);
        number /= sides;
    } else {
        number = peck_rng_below(rng, power[s->dice]);
    }
    uint32_t counts = throws[number % FOUR_DICE] + throws[number / FOUR_DICE];
    return VERB_ROLLED + (shows << ROLLED_GOLDEN) + counts - (DICE - s->dice);
}

/* ---- Specialists ---- */

/* XW-24: onto the lowest face-up tile that carries none, or out of the game. */
static void put_back(struct heckmeck *s, int specialist)
{
    uint32_t vacant = s->up;
    for (int k = 0; k < SPECIALISTS; k++)
        vacant &= ~(1u << s->place[k]); /* a seat, or gone: no bit of `up` */
    s->place[specialist] = vacant == 0 ? PLACE_GONE : __builtin_ctz(vacant);
}

static void rob(struct heckmeck *s, int seat)
{
    s->worms[seat]--;
    s->worms[s->turn]++;
}

/* XW-71. Returns whether the seat must choose whom to rob, and then sets that phase. */
static bool gain_round_worm(struct heckmeck *s, int phase)
{
    uint32_t victims = worth_robbing(s);
    if (supply(s) > 0) {
        s->worms[s->turn]++;
        return false;
    }
    if ((victims & (victims - 1)) != 0) {
        s->phase = phase;
        return true;
    }
    if (victims != 0)
        rob(s, __builtin_ctz(victims));
    return false;
}

/* ---- The course of a turn ---- */

/* On to the next seat (HM-25), or the end (HM-40). At the end it is nobody's turn: seat
 * 0's. */
static void pass_turn(struct heckmeck *s)
{
    if (s->up == 0) {
        s->phase = PHASE_OVER;
        s->turn = 0;
        return;
    }
    s->turn = s->turn + 1 == s->seats ? 0 : s->turn + 1;
    s->phase = holds(s, GOLDEN_DIE, s->turn) ? PHASE_GOLDEN : PHASE_ROLL; /* XW-30 */
}

/* After a turn that won something: XW-22 and XW-75, then the next seat. */
static void finish_turn(struct heckmeck *s)
{
    uint32_t held = s->extra ? specialists_of(s, s->turn) : 0;
    if ((held & (held - 1)) != 0)
        s->phase = PHASE_HOLD;
    else
        pass_turn(s);
}

static void pop(struct heckmeck *s, int seat)
{
    int tile = s->top[seat];
    s->top[seat] = s->below[tile];
    s->below[tile] = NO_TILE;
}

static void take(struct heckmeck *s, int tile)
{
    s->up &= ~(1u << tile);
    push(s, s->turn, tile); /* HM-25 */
    reset_turn(s);
    int specialist = s->extra ? specialist_on(s, tile) : SPECIALISTS;
    if (specialist == RAVEN) { /* XW-60 */
        put_back(s, RAVEN);
        if (gain_round_worm(s, PHASE_RAVEN))
            return; /* XW-75 */
    } else if (specialist != SPECIALISTS) {
        s->place[specialist] = PLACE_SEAT + s->turn; /* XW-20 */
    }
    finish_turn(s);
}

static void steal(struct heckmeck *s, int tile)
{
    int victim = robbed_of(s, tile);
    uint32_t lost = s->extra ? specialists_of(s, victim) : 0;
    if (lost != 0)
        s->place[__builtin_ctz(lost)] = PLACE_SEAT + s->turn; /* XW-21 */
    if (lost != 1u << HEN) {                                  /* XW-50 */
        pop(s, victim);
        push(s, s->turn, tile);
    }
    reset_turn(s);
    finish_turn(s);
}

/* A tile turned over is out for good; a figure on it moves at once (XW-25). */
static void turn_over(struct heckmeck *s, int tile)
{
    s->up &= ~(1u << tile);
    int specialist = specialist_on(s, tile);
    if (specialist != SPECIALISTS)
        put_back(s, specialist);
}

/* HM-31, HM-32, HM-50. In both variants the highest tile is turned over exactly when it
 * is higher than the one put back: face up, that one may itself be the highest; face
 * down, it is not among them. */
static void return_tile(struct heckmeck *s)
{
    int tile = s->top[s->turn];
    pop(s, s->turn);
    if (!s->fast)
        s->up |= 1u << tile;
    if (s->up >> tile > 1)
        turn_over(s, highest(s->up));
}

/* HM-30 and what follows. */
static void fail_turn(struct heckmeck *s)
{
    uint32_t held = s->extra ? specialists_of(s, s->turn) : 0;
    bool has_tile = s->top[s->turn] != NO_TILE, hen = held == 1u << HEN;
    reset_turn(s);
    if (has_tile && !hen)
        return_tile(s);
    else if (!has_tile && s->flip_always) /* HM-51, XW-54 */
        turn_over(s, highest(s->up));
    if (held != 0 && (has_tile || !hen)) /* XW-23, XW-26, XW-51 */
        put_back(s, __builtin_ctz(held));
    pass_turn(s);
}

static void accept_roll(struct heckmeck *s, uint32_t outcome)
{
    uint32_t shows = outcome >> ROLLED_GOLDEN;
    s->rolled = outcome & ((1u << ROLLED_GOLDEN) - 1);
    PECK_ASSERT(dice_in(s->rolled) == s->dice);
    PECK_ASSERT((shows != 0) == (s->golden == GOLDEN_READY) && shows <= 2);
    if (shows != 0)
        s->golden = shows == 1 ? GOLDEN_ONE : GOLDEN_WORM;
    s->phase = PHASE_KEEP;
    if (choosable(s) == 0 && !weasel_ready(s)) /* HM-14, XW-36, XW-40 */
        fail_turn(s);
}

/* HM-11: all dice of one face, the golden one too (XW-31). */
static void keep(struct heckmeck *s, int face)
{
    PECK_ASSERT(choosable(s) >> 4 * face & 1);
    uint32_t count = count_of(dice_shown(s), face);
    s->kept += count << 4 * face;
    s->sum += count * face_value[face];
    s->dice -= count_of(s->rolled, face);
    s->rolled = 0;
    if (s->golden == GOLDEN_ONE)
        s->golden = face == 0 ? GOLDEN_ONE_KEPT : GOLDEN_READY;
    else if (s->golden == GOLDEN_WORM)
        s->golden = face == WORM ? GOLDEN_WORM_KEPT : GOLDEN_READY;
    s->phase = PHASE_DECIDE;
    if (s->extra && face == 0 && count >= 2)
        gain_round_worm(s, PHASE_ROB); /* XW-70 */
}

static void use_weasel(struct heckmeck *s)
{
    PECK_ASSERT(s->phase == PHASE_KEEP && weasel_ready(s));
    s->weasel_used = 1;
    s->rolled = 0;
    s->phase = PHASE_ROLL;
}

/* XW-22: the other one goes back to the grill. */
static void hold(struct heckmeck *s, int specialist)
{
    PECK_ASSERT(s->phase == PHASE_HOLD && holds(s, specialist, s->turn));
    uint32_t other = specialists_of(s, s->turn) & ~(1u << specialist);
    put_back(s, __builtin_ctz(other));
    pass_turn(s);
}

static void choose_victim(struct heckmeck *s, int seat)
{
    PECK_ASSERT(s->phase == PHASE_ROB || s->phase == PHASE_RAVEN);
    PECK_ASSERT(worth_robbing(s) >> seat & 1);
    rob(s, seat);
    if (s->phase == PHASE_ROB)
        s->phase = PHASE_DECIDE;
    else
        pass_turn(s);
}

static void apply(void *state, int seat, uint32_t action)
{
    struct heckmeck *s = state;
    uint32_t argument = ARGUMENT(action);
    PECK_ASSERT(movers(s) >> seat & 1);
    switch (VERB(action)) {
    case VERB_FIRST:
        PECK_ASSERT(s->phase == PHASE_FIRST && argument < s->seats);
        s->turn = argument;
        s->phase = PHASE_ROLL;
        break;
    case VERB_ROLLED:
        PECK_ASSERT(s->phase == PHASE_ROLL);
        accept_roll(s, argument);
        break;
    case VERB_USE:
    case VERB_LEAVE:
        PECK_ASSERT(s->phase == PHASE_GOLDEN);
        s->golden = VERB(action) == VERB_USE ? GOLDEN_READY : GOLDEN_OFF;
        s->phase = PHASE_ROLL;
        break;
    case VERB_KEEP:
        PECK_ASSERT(s->phase == PHASE_KEEP);
        keep(s, argument);
        break;
    case VERB_WEASEL: use_weasel(s); break;
    case VERB_ROLL:
        PECK_ASSERT(s->phase == PHASE_DECIDE && may_roll(s));
        s->phase = PHASE_ROLL;
        break;
    case VERB_TAKE:
        PECK_ASSERT(s->phase == PHASE_DECIDE && grill_tile(s, total(s)) == (int)argument);
        take(s, argument);
        break;
    case VERB_STEAL:
        PECK_ASSERT(s->phase == PHASE_DECIDE && steal_tile(s, total(s)) == (int)argument);
        steal(s, argument);
        break;
    case VERB_STOP:
        PECK_ASSERT(s->phase == PHASE_DECIDE || choosable(s) == 0);
        fail_turn(s);
        break;
    case VERB_HOLD: hold(s, argument); break;
    default: PECK_ASSERT(VERB(action) == VERB_ROB); choose_victim(s, argument);
    }
}

/* ---- Points ---- */

/* HM-41, XW-80: most worms; then the highest tile, and no tile is lower than any. */
static void score(const void *state, int32_t points[], uint8_t places[])
{
    const struct heckmeck *s = state;
    int64_t keys[SEATS_MAX];
    for (int seat = 0; seat < s->seats; seat++) {
        int best = 0;
        for (int tile = s->top[seat]; tile != NO_TILE; tile = s->below[tile])
            best = tile_number[tile] > best ? tile_number[tile] : best;
        points[seat] = tile_points(s, seat) + s->worms[seat];
        keys[seat] = points[seat] * 64 + best; /* no tile's number reaches 64 */
    }
    peck_places(keys, s->seats, places);
}

/* ---- Views: everything lies open ---- */

static void redact(void *state, int viewer)
{
}

static uint32_t seen(const void *before, int seat, uint32_t action, int viewer)
{
    return action;
}

static void determinize(void *view, int viewer, struct peck_rng *rng)
{
}

#define PLAY_ACTIONS ACTIONS_MAX
#include "core/play.inc"

const struct peck_game peck_heckmeck = {
    .name = "heckmeck",
    .title = "Heckmeck",
    .summary = "roll worms, grab tiles from the grill or from one another; with Extra Wurm",
    .state_size = sizeof(struct heckmeck),
    .contents_size = sizeof(struct contents),
    .actions_max = ACTIONS_MAX,
    .outcomes_max = OUTCOMES_MAX,
    .open_chance = true,
    .features = FEATURES,
    .seats_min = SEATS_MIN,
    .seats_max = SEATS_MAX,
    .option_count = 4,
    .options = {{"extra-wurm", PECK_FLAG, 0, 1, 0,
                 "the expansion: tiles 11 and 13, specialists"},
                {"fast", PECK_FLAG, 0, 1, 0, "a tile put back is turned face down"},
                {"flip-always", PECK_FLAG, 0, 1, 0,
                 "failing without a tile turns the highest one over, too"},
                {"first", PECK_SEAT, 0, SEATS_MAX - 1, -1,
                 "the seat that begins (default: drawn)"}},
    .run_count = 10,
    .runs = {{VERB_USE, 1},
             {VERB_LEAVE, 1},
             {VERB_KEEP, FACES},
             {VERB_WEASEL, 1},
             {VERB_ROLL, 1},
             {VERB_TAKE, TILES},
             {VERB_STEAL, TILES},
             {VERB_STOP, 1},
             {VERB_HOLD, SPECIALISTS},
             {VERB_ROB, SEATS_MAX}},
    PLAY_CONTRACT,
    .redact = redact,
    .seen = seen,
    .determinize = determinize,
    .observe = heckmeck_observe,
    .action_name = heckmeck_action_name,
    .encode = heckmeck_encode,
    .decode = heckmeck_decode,
    .check = heckmeck_check,
    .table = heckmeck_table,
    .brings = heckmeck_brings,
};
