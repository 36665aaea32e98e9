/* check.c — what must hold in every state of Heckmeck; finds what is wrong with any bytes.
 *
 * The checks run in order, and later ones rely on earlier ones: stacks are walked only when
 * the seats are in range, and specialists are looked for only when the stacks are sound. */
#include "state.h"

#include <string.h>

static const char *check_ranges(const struct heckmeck *s)
{
    if (s->seats < SEATS_MIN || s->seats > SEATS_MAX) /* HM-3 */
        return "error.check.seats";
    if (s->extra > 1 || s->fast > 1 || s->flip_always > 1)
        return "error.check.option";
    if (s->first_option < -1 || s->first_option >= s->seats)
        return "error.check.first";
    if (s->phase > PHASE_OVER || s->turn >= s->seats)
        return "error.check.turn";
    return NULL;
}

static const char *check_tiles(const struct heckmeck *s)
{
    uint32_t left = PLAIN_TILES | (s->extra ? EXTRA_TILES : 0);
    if ((s->up & ~left) != 0)
        return "heckmeck.error.grill-tile";
    left &= ~s->up;
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (seat >= s->seats && (s->top[seat] != NO_TILE || s->worms[seat] != 0))
            return "heckmeck.error.owner";
        for (int tile = s->top[seat]; tile != NO_TILE; tile = s->below[tile]) {
            if (tile > NO_TILE || (left >> tile & 1) == 0)
                return "heckmeck.error.places";
            left &= ~(1u << tile);
        }
    }
    for (int tile = 0; tile < TILES; tile++) {
        bool loose = ((left | s->up) >> tile & 1) != 0 || (!s->extra && tile < TILE_21);
        if (loose && s->below[tile] != NO_TILE)
            return "heckmeck.error.outside";
    }
    return NULL;
}

static const char *check_specialists(const struct heckmeck *s)
{
    uint32_t stands = 0;
    for (int k = 0; k < SPECIALISTS; k++) {
        int place = s->place[k], seat = place - PLACE_SEAT;
        if (place > PLACE_GONE || (!s->extra && place != PLACE_GONE))
            return "heckmeck.error.nowhere";
        if (place < TILES && ((s->up & ~stands) >> place & 1) == 0)
            return "heckmeck.error.needs-tile";
        bool held = place >= PLACE_SEAT && place < PLACE_GONE;
        if (held && (seat >= s->seats || k == RAVEN)) /* XW-60 */
            return "heckmeck.error.wrong-seat";
        bool second = held && (stands >> place & 1) != 0;
        if (second && (s->phase != PHASE_HOLD || seat != s->turn)) /* XW-22 */
            return "heckmeck.error.two";
        if (place < PLACE_GONE)
            stands |= 1u << place;
    }
    uint32_t held = specialists_of(s, s->turn);
    if (s->phase == PHASE_HOLD && __builtin_popcount(held) != 2)
        return "heckmeck.error.choice";
    return NULL;
}

static const char *check_round_worms(const struct heckmeck *s)
{
    int owned = 0;
    for (int seat = 0; seat < s->seats; seat++)
        owned += s->worms[seat];
    if (owned > (s->extra ? ROUND_WORMS : 0))
        return "heckmeck.error.round-worms";
    uint32_t victims = worth_robbing(s);
    bool owed = s->phase == PHASE_ROB || s->phase == PHASE_RAVEN;
    if (owed && (owned < ROUND_WORMS || (victims & (victims - 1)) == 0))
        return "heckmeck.error.rob";
    return NULL;
}

/* XW-31. Without Extra Wurm nobody asks for the golden die, so it is the one assumed. */
static const char *check_box(const struct heckmeck *s)
{
    const struct contents *box = &s->box;
    bool six = box->golden[0] > 0 && box->golden[1] > 0 &&
               box->golden[0] + box->golden[1] == FACES;
    bool right = six && box->unused[0] == 0 && box->unused[1] == 0;
    if (!s->extra)
        right = memcmp(box, &heckmeck_assumed, sizeof *box) == 0;
    return right ? NULL : "heckmeck.error.golden-faces";
}

/* The dice, whatever the phase: their number, and what is stored twice. */
static const char *check_dice(const struct heckmeck *s)
{
    bool golden_kept = s->golden >= GOLDEN_ONE_KEPT;
    int golden_face = s->golden == GOLDEN_ONE_KEPT ? 0 : WORM;
    uint32_t sum = 0;
    if (s->kept >> 4 * FACES != 0 || s->rolled >> 4 * FACES != 0)
        return "heckmeck.error.face";
    if (s->golden > GOLDEN_WORM_KEPT || s->weasel_used > 1)
        return "heckmeck.error.golden-range";
    if (golden_kept && count_of(s->kept, golden_face) == 0)
        return "heckmeck.error.golden-aside";
    if (dice_in(s->kept) + s->dice != DICE + (uint32_t)golden_kept)
        return "heckmeck.error.eight";
    for (int face = 0; face < FACES; face++)
        sum += count_of(s->kept, face) * face_value[face];
    if (s->sum != sum)
        return "heckmeck.error.sum";
    if (s->golden != GOLDEN_OFF && !holds(s, GOLDEN_DIE, s->turn))
        return "heckmeck.error.golden-holder";
    if (s->weasel_used && !holds(s, WEASEL, s->turn))
        return "heckmeck.error.weasel-holder";
    return NULL;
}

static bool turn_at_rest(const struct heckmeck *s)
{
    return s->kept == 0 && s->rolled == 0 && s->golden == GOLDEN_OFF && !s->weasel_used;
}

/* Before the first seat is drawn everything is as `init` leaves it. */
static bool untouched(const struct heckmeck *s)
{
    struct peck_setup from;
    struct heckmeck fresh;
    peck_heckmeck.setup(s, &from);
    enum peck_status status = peck_heckmeck.init(&fresh, &from, NULL);
    PECK_ASSERT(status == PECK_OK); /* this game's init refuses nothing */
    (void)status;
    return memcmp(s, &fresh, sizeof fresh) == 0;
}

/* Dice lie rolled, and there is something to decide about them. */
static const char *check_keep(const struct heckmeck *s)
{
    bool golden_shows = s->golden == GOLDEN_ONE || s->golden == GOLDEN_WORM;
    if (dice_in(s->rolled) != s->dice || s->golden == GOLDEN_READY)
        return "heckmeck.error.rolled";
    if (s->dice + golden_shows == 0 || faces_in(s->kept) == ALL_FACES)
        return "heckmeck.error.nothing";
    if (choosable(s) == 0 && !weasel_ready(s))
        return "heckmeck.error.failed";
    return NULL;
}

/* No dice lie rolled; some may be set aside. */
static const char *check_between_rolls(const struct heckmeck *s)
{
    if (s->rolled != 0 || s->golden == GOLDEN_ONE || s->golden == GOLDEN_WORM)
        return "heckmeck.error.out-of-time";
    if (s->phase == PHASE_ROLL)
        return may_roll(s) ? NULL : "heckmeck.error.no-roll";
    if (s->kept == 0)
        return "heckmeck.error.none-aside";
    if (s->phase == PHASE_ROB && count_of(s->kept, 0) < 2)
        return "heckmeck.error.two-ones";
    return NULL;
}

static const char *check_phase(const struct heckmeck *s)
{
    bool last_choice = s->phase == PHASE_HOLD || s->phase == PHASE_RAVEN; /* XW-75 */
    if (s->up == 0 ? s->phase != PHASE_OVER && !last_choice : s->phase == PHASE_OVER)
        return "heckmeck.error.over"; /* HM-40 */
    if (s->phase == PHASE_KEEP)
        return check_keep(s);
    if (s->phase == PHASE_ROLL || s->phase == PHASE_DECIDE || s->phase == PHASE_ROB)
        return check_between_rolls(s);
    if (!turn_at_rest(s))
        return "heckmeck.error.between";
    if (s->phase == PHASE_FIRST && !untouched(s))
        return "heckmeck.error.first";
    if (s->phase == PHASE_GOLDEN && !holds(s, GOLDEN_DIE, s->turn))
        return "heckmeck.error.golden-seat";
    if (s->phase == PHASE_RAVEN && s->top[s->turn] == NO_TILE)
        return "heckmeck.error.raven-tile";
    if (s->phase == PHASE_OVER && s->turn != 0)
        return "heckmeck.error.end";
    return NULL;
}

/* XW-70: the supply only shrinks, so while it lasts two ones were paid for from it. */
static const char *check_ones(const struct heckmeck *s)
{
    if (!s->extra || count_of(s->kept, 0) < 2 || supply(s) == 0 || s->worms[s->turn] > 0)
        return NULL;
    return "heckmeck.error.no-round-worm";
}

const char *heckmeck_check(const void *state)
{
    static const char *(*const checks[])(const struct heckmeck *) = {
        check_ranges,      check_box,  check_tiles, check_specialists,
        check_round_worms, check_dice, check_phase, check_ones,
    };
    const char *broken = NULL;
    for (size_t i = 0; i < sizeof checks / sizeof *checks && broken == NULL; i++)
        broken = checks[i](state);
    return broken;
}
