/* game.c — the rules of Hexx & Hopp (HH-1 to HH-51): the course of play.
 *
 * Read state.h and rim.h first. Everybody acts at once, so every seat is a mover all the
 * time, and the order of arrival decides (HH-21). With the option `turns` one seat at a
 * time is a mover (HH-50).
 *
 * A state of a round in play is never stuck. `apply` settles HH-31 at the only plies that
 * can bring it about: a placement, the end of a giving (which tiles are held matters to it,
 * not who holds them), and the end of the deal. */
#include "state.h"

/* HH-2, from data/box.txt. */
enum { R, Y, B, W };
#define BOX(a, b, c, d, e, f) (a) | (b) << 2 | (c) << 4 | (d) << 6 | (e) << 8 | (f) << 10,
const struct contents hexxhopp_assumed = {{
#include "hexxhopp/box.inc"
}};
#undef BOX

/* Sets the table for a deal, or clears it when the match is over. */
static void clear_round(struct hexxhopp *s)
{
    memset(&s->rim, 0, sizeof s->rim);
    memset(&s->held, 0, sizeof s->held);
    memset(s->aside, 0, sizeof s->aside);
    memset(s->stone, 0, sizeof s->stone);
    memset(s->next, NONE, sizeof s->next);
    memset(s->top, NONE, sizeof s->top);
    memset(s->bottom, NONE, sizeof s->bottom);
    memset(s->stacked, 0, sizeof s->stacked);
    memset(s->set_aside, 0, sizeof s->set_aside);
    memset(s->open, NONE, sizeof s->open);
    memset(s->owed, 0, sizeof s->owed);
    s->laid = 0;
    s->turn = 0;
    s->drawn = NONE;
    s->last = NONE;
    s->deck = s->phase == PHASE_OVER ? (struct set){{0, 0}} : set_all();
}

static enum peck_status init(void *state, const struct peck_setup *setup,
                             struct peck_error *error)
{
    /* `error` is unused: the generic checks leave nothing to refuse here */
    struct hexxhopp *s = state;
    memset(s, 0, sizeof *s);
    s->seats = setup->seats;
    s->turns = setup->option[OPTION_TURNS];
    s->rounds = setup->option[OPTION_ROUNDS];
    s->first_option = setup->option[OPTION_FIRST] < 0 ? NONE : setup->option[OPTION_FIRST];
    s->phase = s->first_option == NONE ? PHASE_FIRST : PHASE_DEAL;
    s->dealer = s->first_option == NONE ? 0 : s->first_option;
    s->view = FULL;
    s->box = hexxhopp_assumed;
    clear_round(s);
    return PECK_OK;
}

static void setup(const void *state, struct peck_setup *setup)
{
    const struct hexxhopp *s = state;
    memset(setup, 0, sizeof *setup);
    setup->seats = s->seats;
    setup->option[OPTION_TURNS] = s->turns;
    setup->option[OPTION_ROUNDS] = s->rounds;
    setup->option[OPTION_FIRST] = s->first_option == NONE ? -1 : s->first_option;
}

static uint32_t movers(const void *state)
{
    const struct hexxhopp *s = state;
    if (s->phase == PHASE_PLAY)
        return s->turns ? 1u << s->turn : (1u << s->seats) - 1;
    if (s->phase == PHASE_STOP)
        return 1u << s->turn; /* HH-18 */
    return s->phase == PHASE_OVER ? 0 : PECK_CHANCE_BIT;
}

/* --- What may be done ----------------------------------------------------------------- */

/* HH-4: the rotations (a mask) in which the drawn start tile matches the one it touches. */
static uint32_t start_rotations(const struct hexxhopp *s)
{
    int slot = rim_around(&s->rim, start_cell[s->laid]).slot[MIDDLE];
    struct spread spread = tile_spread(s->box.tile[s->drawn]);
    uint32_t rotations = 0;
    for (int rotation = 0; rotation < SEGMENTS; rotation++)
        rotations |= (rim_matches(&s->rim, spread_lies(&spread, rotation)) >> slot & 1)
                     << rotation;
    return rotations;
}

static uint32_t legal_chance(const struct hexxhopp *s, uint32_t *actions)
{
    uint32_t count = 0;
    if (s->phase == PHASE_FIRST) {
        for (; count < s->seats; count++)
            actions[count] = VERB_FIRST + count;
    } else if (s->phase == PHASE_DEAL) {
        struct set deck = s->deck;
        for (int tile; (tile = set_take(&deck)) >= 0;)
            actions[count++] = VERB_TILE + tile;
    } else if (s->phase == PHASE_TURN) {
        for (uint32_t rest = start_rotations(s); rest != 0; rest &= rest - 1)
            actions[count++] = VERB_TURN + __builtin_ctz(rest);
    }
    return count;
}

/* HH-16 to HH-18, HH-20: one action per tile and receiver. */
static uint32_t legal_gives(const struct hexxhopp *s, int seat, uint32_t *actions)
{
    uint32_t count = 0;
    for (int to = 0; to < s->seats; to++) {
        if (to == seat)
            continue;
        uint32_t give = VERB_GIVE + ((uint32_t)to << 8);
        struct set aside = s->aside[seat];
        for (int tile; (tile = set_take(&aside)) >= 0;)
            actions[count++] = give + tile;
        if (s->stacked[seat] > 0)
            actions[count++] = give + GIVE_STACK;
    }
    if (s->phase != PHASE_STOP) /* HH-18, HH-20 */
        actions[count++] = VERB_ENOUGH;
    return count;
}

/* Keeps the cells of one rotation ascending: there are seldom more than two. */
static inline uint32_t insert(uint32_t *actions, uint32_t from, uint32_t count,
                              uint32_t action)
{
    uint32_t at = count;
    for (; at > from && actions[at - 1] > action; at--)
        actions[at] = actions[at - 1];
    actions[at] = action;
    return count + 1;
}

/* The few placements that use the high slots. */
static uint32_t legal_high(const struct rim *rim, const uint8_t *colours, uint32_t place,
                           uint32_t *actions, uint32_t from, uint32_t count)
{
    uint32_t fits = rim_matches_high(rim, colours) & rim->two_high;
    for (; fits != 0; fits &= fits - 1) {
        uint32_t cell = rim->cell[LOW_SLOTS + __builtin_ctz(fits)];
        count = insert(actions, from, count, place + cell);
    }
    return count;
}

/* HH-14: every cell and rotation in which the tile may be placed. A cell has two
 * contacts. A tile fits there in at most two rotations, unless both are of a colour that it
 * shows three times, at every second segment: then in three. There are eight tiles like
 * that. p placements leave 30 + 2p open edges at most, hence 15 + p such cells. Whether a
 * rotation fits at all is a coin toss, which a processor cannot guess: so its first cell is
 * written in any case and counted only if there is one. */
static inline uint32_t legal_places(const struct hexxhopp *s, int tile, uint32_t verb,
                                    uint32_t *actions, uint32_t count)
{
    const uint64_t last_slot = (uint64_t)1 << (LOW_SLOTS - 1);
    const struct rim *rim = &s->rim;
    struct spread spread = tile_spread(s->box.tile[tile]);
    for (int rotation = 0; rotation < SEGMENTS; rotation++) {
        const uint8_t *colours = spread_lies(&spread, rotation);
        uint64_t fits = rim_matches(rim, colours) & rim->two;
        uint32_t from = count, place = verb + (rotation << 14);
        actions[count] = place + rim->cell[__builtin_ctzll(fits | last_slot)];
        count += fits != 0;
        for (fits &= fits - 1; fits != 0; fits &= fits - 1)
            count = insert(actions, from, count, place + rim->cell[__builtin_ctzll(fits)]);
        if (rim->two_high != 0)
            count = legal_high(rim, colours, place, actions, from, count);
    }
    return count;
}

/* HH-50: any tile of the seat. All of them are in the stack. */
static uint32_t legal_turn(const struct hexxhopp *s, int seat, uint32_t *actions)
{
    struct set mine = {{0, 0}};
    uint32_t count = 0;
    for (int tile = s->top[seat]; tile < TILES; tile = s->next[tile])
        set_add(&mine, tile);
    for (int tile; (tile = set_take(&mine)) >= 0;)
        count =
            legal_places(s, tile, VERB_PLACE_TILE + ((uint32_t)tile << 17), actions, count);
    if (count == 0)
        actions[count++] = VERB_PASS;
    return count;
}

static uint32_t legal(const void *state, int seat, uint32_t *actions)
{
    const struct hexxhopp *s = state;
    if (seat == PECK_CHANCE)
        return legal_chance(s, actions);
    if ((movers(s) >> seat & 1) == 0)
        return 0;
    if (s->owed[seat] > 0) /* HH-22 */
        return legal_gives(s, seat, actions);
    if (s->turns)
        return legal_turn(s, seat, actions);
    uint32_t count = 0;
    if (s->open[seat] != NONE) {
        actions[count++] = VERB_ASIDE; /* HH-12 */
        return legal_places(s, s->open[seat], VERB_PLACE, actions, count);
    }
    if (s->stacked[seat] > 0)
        actions[count++] = VERB_OPEN; /* HH-11 */
    struct set aside = s->aside[seat];
    for (int tile; (tile = set_take(&aside)) >= 0;)
        actions[count++] = VERB_BACK + tile; /* HH-13 */
    return count;
}

static void weights(const void *state, uint32_t *weights)
{
    uint32_t outcomes[TILES];
    uint32_t count = legal_chance(state, outcomes);
    for (uint32_t i = 0; i < count; i++)
        weights[i] = 1;
}

/* The number of the rank-th bit that is set. Sums of bits up to each byte find the byte,
 * and halving finds the bit in it. */
static inline int select_bit(uint64_t word, uint32_t rank)
{
    const uint64_t ones = 0x0101010101010101u;
    uint64_t sums = word - (word >> 1 & 0x5555555555555555u);
    sums = (sums & 0x3333333333333333u) + (sums >> 2 & 0x3333333333333333u);
    sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0fu) * ones;
    /* A byte keeps its top bit when its sum exceeds the rank; sums are at most 64. */
    uint64_t enough = ((sums | 0x80 * ones) - (rank + 1) * ones) & 0x80 * ones;
    int at = __builtin_ctzll(enough) - 7;
    rank -= (sums << 8) >> at & 0xff;
    for (int half = 4; half > 0; half /= 2) {
        uint32_t below = __builtin_popcount(word >> at & ((1u << half) - 1));
        uint32_t skip = 0u - (rank >= below); /* all ones, or none */
        rank -= below & skip;
        at += half & skip;
    }
    return at;
}

static uint32_t sample(const void *state, struct peck_rng *rng)
{
    const struct hexxhopp *s = state;
    if (s->phase == PHASE_FIRST)
        return VERB_FIRST + peck_rng_below(rng, s->seats);
    if (s->phase == PHASE_TURN)
        return VERB_TURN + peck_rng_bit(rng, start_rotations(s));
    uint32_t low = __builtin_popcountll(s->deck.word[0]);
    uint32_t rank = peck_rng_below(rng, set_count(&s->deck));
    int tile = rank < low ? select_bit(s->deck.word[0], rank)
                          : 64 + select_bit(s->deck.word[1], rank - low);
    return VERB_TILE + tile;
}

/* --- What it does --------------------------------------------------------------------- */

/* HH-32. The winner is NONE under HH-31. */
static void end_round(struct hexxhopp *s, int winner)
{
    for (int seat = 0; seat < s->seats; seat++) {
        if (seat != winner)
            s->penalty[seat] += tiles_left(s, seat);
    }
    s->round++;
    s->dealer = left_of(s, s->dealer);                          /* HH-5 */
    s->phase = s->round == s->rounds ? PHASE_OVER : PHASE_DEAL; /* HH-40 */
    clear_round(s);
}

/* HH-31: nobody can place anything. As a rule the first tile looked at fits. */
static inline bool stuck(const struct hexxhopp *s)
{
    struct set held = s->held;
    for (int tile; (tile = set_take(&held)) >= 0;) {
        if (rim_takes(&s->rim, s->box.tile[tile]))
            return false;
    }
    return true;
}

/* The tile goes under the stack of the seat that is dealt to, seat 0 first. */
static void deal(struct hexxhopp *s, int tile)
{
    stack_push(s, s->turn, tile);
    set_add(&s->held, tile);
    if (s->stacked[s->turn] < hand_size(s))
        return;
    s->turn++;
    if (s->turn < s->seats)
        return;
    s->phase = PHASE_PLAY;
    s->turn = s->turns ? left_of(s, s->dealer) : 0; /* HH-50 */
    if (stuck(s))
        end_round(s, NONE);
}

static void lay_start(struct hexxhopp *s, int tile, int rotation)
{
    struct stone stone = {start_cell[s->laid], tile, rotation};
    struct around around = rim_around(&s->rim, stone.cell);
    lay(s, stone, &around);
    s->drawn = NONE;
    s->phase = PHASE_DEAL;
}

static void draw(struct hexxhopp *s, int tile)
{
    PECK_ASSERT(set_has(&s->deck, tile));
    set_remove(&s->deck, tile);
    if (s->laid == START_TILES) {
        deal(s, tile);
    } else if (s->laid > 0) {
        s->drawn = tile;
        s->phase = PHASE_TURN;
    } else {
        lay_start(s, tile, 0);
    }
}

static int stack_pop(struct hexxhopp *s, int seat)
{
    int tile = s->top[seat];
    PECK_ASSERT(s->stacked[seat] > 0);
    s->top[seat] = s->next[tile];
    s->next[tile] = NONE;
    if (--s->stacked[seat] == 0)
        s->bottom[seat] = NONE;
    return tile;
}

/* HH-50: takes a tile out of the middle of a stack. */
static void stack_remove(struct hexxhopp *s, int seat, int tile)
{
    if (s->top[seat] == tile) {
        stack_pop(s, seat);
        return;
    }
    int above = s->top[seat];
    while (s->next[above] != tile)
        above = s->next[above];
    s->next[above] = s->next[tile];
    s->next[tile] = NONE;
    if (s->bottom[seat] == tile)
        s->bottom[seat] = above;
    s->stacked[seat]--;
}

static void take_aside(struct hexxhopp *s, int seat, int tile)
{
    PECK_ASSERT(set_has(&s->aside[seat], tile));
    set_remove(&s->aside[seat], tile);
    s->set_aside[seat]--;
}

/* A placement with all its giving is done. */
static void settle(struct hexxhopp *s)
{
    if (s->turns)
        s->turn = left_of(s, s->turn); /* HH-50 */
    if (!anyone_owes(s) && stuck(s))
        end_round(s, NONE);
}

/* HH-14 to HH-19. The tile has left its owner. */
static void place(struct hexxhopp *s, int seat, int tile, uint32_t action)
{
    struct stone stone = {PLACE_CELL(action), tile, PLACE_ROTATION(action)};
    struct around around = rim_around(&s->rim, stone.cell);
    PECK_ASSERT(around.found >> MIDDLE & 1);
    int contacts = __builtin_popcount(around.contacts);
    PECK_ASSERT(contacts >= 2);
    if (contacts == SEGMENTS || tiles_left(s, seat) == 0) { /* HH-19, HH-30 */
        end_round(s, seat);
        return;
    }
    set_remove(&s->held, tile);
    lay(s, stone, &around);
    s->last = seat;
    s->owed[seat] = may_give(contacts);
    if (stops(contacts, tiles_left(s, seat))) { /* HH-18 */
        s->owed[seat] = tiles_left(s, seat);
        s->phase = PHASE_STOP;
        s->turn = seat;
    } else if (s->owed[seat] == 0) { /* HH-15 */
        settle(s);
    }
}

/* HH-20 */
static void give(struct hexxhopp *s, int seat, int to, int what)
{
    PECK_ASSERT(s->owed[seat] > 0 && to != seat && to < s->seats);
    int tile = what;
    if (what == GIVE_STACK)
        tile = stack_pop(s, seat);
    else
        take_aside(s, seat, tile);
    stack_push(s, to, tile);
    s->owed[seat]--;
    if (tiles_left(s, seat) == 0)
        end_round(s, seat); /* HH-30 */
    else if (s->owed[seat] == 0)
        settle(s);
}

static void play(struct hexxhopp *s, int seat, uint32_t action)
{
    int tile = (int)ARGUMENT(action);
    switch (VERB(action)) {
    case VERB_OPEN: s->open[seat] = stack_pop(s, seat); break;
    case VERB_BACK:
        take_aside(s, seat, tile);
        s->open[seat] = tile;
        break;
    case VERB_ASIDE:
        PECK_ASSERT(s->open[seat] != NONE);
        set_add(&s->aside[seat], s->open[seat]);
        s->set_aside[seat]++;
        s->open[seat] = NONE;
        break;
    case VERB_PLACE:
        tile = s->open[seat];
        s->open[seat] = NONE;
        place(s, seat, tile, action);
        break;
    case VERB_PLACE_TILE:
        stack_remove(s, seat, PLACE_TILE(action));
        place(s, seat, PLACE_TILE(action), action);
        break;
    case VERB_PASS: s->turn = left_of(s, s->turn); break;
    case VERB_GIVE: give(s, seat, tile >> 8, tile & 0xff); break;
    default:
        PECK_ASSERT(action == VERB_ENOUGH);
        s->owed[seat] = 0;
        settle(s);
    }
}

static void apply(void *state, int seat, uint32_t action)
{
    struct hexxhopp *s = state;
    PECK_ASSERT(movers(s) >> seat & 1);
    switch (VERB(action)) {
    case VERB_FIRST:
        s->dealer = ARGUMENT(action);
        s->phase = PHASE_DEAL;
        break;
    case VERB_TILE: draw(s, (int)ARGUMENT(action)); break;
    case VERB_TURN: lay_start(s, s->drawn, (int)ARGUMENT(action)); break;
    default: play(s, seat, action);
    }
}

/* HH-40: penalty points, of the rounds that are over. */
static void score(const void *state, int32_t points[], uint8_t places[])
{
    const struct hexxhopp *s = state;
    int64_t keys[SEATS_MAX];
    for (int seat = 0; seat < s->seats; seat++) {
        points[seat] = s->penalty[seat];
        keys[seat] = -points[seat];
    }
    peck_places(keys, s->seats, places);
}

/* A seat on turn under HH-50 has at most 65 - p - 4 tiles after p placements, because
 * the other four have one each, and each fits 15 + p cells in two rotations, eight of them
 * in three: (2 (61 - p) + 8) (15 + p) is largest at p = 25. In the race it is 3 (15 + p)
 * placements and `aside`, 61 tiles to open or take back, or 4 * 61 gifts and `enough`: far
 * less. One more is written and not counted. */
enum { ACTIONS = 80 * 40 + 1 };

/* The seat of the next ply in random play: the draw of peck_rng_bit from `movers`,
 * without its search. */
static inline int random_seat(const struct hexxhopp *s, struct peck_rng *rng)
{
    bool one = s->turns || s->phase == PHASE_STOP;
    return one ? s->turn : (int)peck_rng_below(rng, s->seats);
}

#define PLAY_ACTIONS ACTIONS
#define PLAY_SEAT(state, who, rng) random_seat(state, rng)
#include "core/play.inc"

const struct peck_game peck_hexxhopp = {
    .name = "hexxhopp",
    .title = "Hexx & Hopp",
    .summary = "match the colours of hexagons, faster than everybody else",
    .state_size = sizeof(struct hexxhopp),
    .contents_size = sizeof(struct contents),
    .actions_max = ACTIONS,
    .outcomes_max = TILES,
    .features = FEATURES,
    .seats_min = SEATS_MIN,
    .seats_max = SEATS_MAX,
    .low_wins = true,
    .option_count = 3,
    .options = {{"turns", PECK_FLAG, 0, 1, 0, "clockwise and with open hands, no race"},
                {"rounds", PECK_NUMBER, 1, ROUNDS_MAX, 10, "rounds of the match"},
                {"first", PECK_SEAT, 0, SEATS_MAX - 1, -1,
                 "the first dealer (default: drawn)"}},
    PLAY_CONTRACT,
    .redact = hexxhopp_redact,
    .seen = hexxhopp_seen,
    .determinize = hexxhopp_determinize,
    .observe = hexxhopp_observe,
    .action_name = hexxhopp_action_name,
    .encode = hexxhopp_encode,
    .decode = hexxhopp_decode,
    .check = hexxhopp_check,
    .table = hexxhopp_table,
    .brings = hexxhopp_brings,
};
