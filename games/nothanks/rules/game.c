/* game.c — the rules of No Thanks!: take the card and its chips, or pay a chip to refuse.
 *
 * Numbers such as NT-12 refer to games/nothanks/rules.md. What to know first:
 *
 * - A set of cards is a mask: bit n is card n. The cards nobody has seen are one such set.
 *   The deck and the cards out of the game are both in it, because nobody can tell them
 *   apart; a card is drawn from it when it is turned up. `left` says how many of them are
 *   the deck.
 * - Only chips are hidden, so a view is a state with BLANK for the chips of other seats.
 *   How many lie in blank hands together is no secret: chips are conserved.
 * - Each refusal puts one chip on the card and moves the turn one seat on. So the pot and
 *   the turn say who turned the card up, and what each seat has paid on it. */
#include "state.h"

static enum peck_status init(void *state, const struct peck_setup *setup,
                             struct peck_error *error)
{
    struct nothanks *s = state;
    if (setup->seats > SEATS_SMALL && !setup->option[OPTION_LARGE]) { /* NT-2, NT-31 */
        peck_error_say(error, "nothanks.error.large");
        return PECK_BAD_SETUP;
    }
    memset(s, 0, sizeof *s);
    s->seats = setup->seats;
    s->tactical = setup->option[OPTION_TACTICAL];
    s->large = setup->option[OPTION_LARGE];
    s->first_option = setup->option[OPTION_FIRST];
    s->phase = s->first_option < 0 ? PHASE_FIRST : PHASE_FLIP;
    s->turn = s->first_option < 0 ? 0 : s->first_option;
    s->unseen = cards_in_game(s);
    s->sums = sums_of(s->unseen);
    s->left = DECK;
    memset(s->chips, start_chips(s), s->seats);
    return PECK_OK;
}

static void setup(const void *state, struct peck_setup *setup)
{
    const struct nothanks *s = state;
    memset(setup, 0, sizeof *setup);
    setup->seats = s->seats;
    setup->option[OPTION_TACTICAL] = s->tactical;
    setup->option[OPTION_LARGE] = s->large;
    setup->option[OPTION_FIRST] = s->first_option;
}

static inline uint32_t movers(const void *state)
{
    const struct nothanks *s = state;
    switch (s->phase) {
    case PHASE_CHOICE: return 1u << s->turn;
    case PHASE_OVER: return 0;
    default: return PECK_CHANCE_BIT;
    }
}

static uint32_t outcomes(const struct nothanks *s, uint32_t *actions)
{
    uint32_t n = 0;
    if (s->phase == PHASE_FIRST) { /* NT-6 */
        while (n < s->seats) {
            actions[n] = VERB_FIRST + n;
            n++;
        }
        return n;
    }
    for (uint64_t rest = s->unseen; rest != 0;) /* NT-4 */
        actions[n++] = VERB_FLIP + pop(&rest);
    return n;
}

static uint32_t legal(const void *state, int seat, uint32_t *actions)
{
    const struct nothanks *s = state;
    if ((movers(s) >> seat & 1) == 0)
        return 0;
    if (seat == PECK_CHANCE)
        return outcomes(s, actions);
    actions[0] = VERB_TAKE;  /* NT-10 */
    if (s->chips[seat] == 0) /* NT-12 */
        return 1;
    actions[1] = VERB_REFUSE;
    return 2;
}

static void weights(const void *state, uint32_t *weights)
{
    const struct nothanks *s = state;
    int outcomes = s->phase == PHASE_FIRST ? s->seats : count(s->unseen);
    for (int i = 0; i < outcomes; i++)
        weights[i] = 1;
}

static inline uint32_t sample(const void *state, struct peck_rng *rng)
{
    const struct nothanks *s = state;
    if (s->phase == PHASE_FIRST)
        return VERB_FIRST + peck_rng_below(rng, s->seats);
    return VERB_FLIP + card_above(s, peck_rng_below(rng, count(s->unseen)));
}

static inline void begin(struct nothanks *s, uint32_t seat)
{
    PECK_ASSERT(seat < s->seats);
    s->turn = seat; /* NT-6 */
    s->phase = PHASE_FLIP;
}

static inline void apply(void *state, int seat, uint32_t action)
{
    struct nothanks *s = state;
    PECK_ASSERT(movers(s) >> seat & 1);
    if (seat == PECK_CHANCE && s->phase == PHASE_FIRST) {
        begin(s, action - VERB_FIRST);
    } else if (seat == PECK_CHANCE) {
        flip(s, action - VERB_FLIP);
    } else if (action == VERB_TAKE) {
        take(s);
    } else {
        PECK_ASSERT(action == VERB_REFUSE);
        refuse(s);
    }
}

static void score(const void *state, int32_t points[], uint8_t places[])
{
    const struct nothanks *s = state;
    int64_t keys[SEATS_MAX];
    for (int i = 0; i < s->seats; i++) {
        int chips = s->chips[i] == BLANK ? 0 : s->chips[i];
        points[i] = card_points(s->taken[i]) - chips; /* NT-21 */
        keys[i] = -points[i];
    }
    peck_places(keys, s->seats, places); /* NT-22 */
}

static void redact(void *state, int viewer)
{
    struct nothanks *s = state;
    if (s->phase == PHASE_OVER) /* NT-33 */
        return;
    int own = viewer < s->seats ? s->chips[viewer] : 0;
    memset(s->chips, BLANK, s->seats); /* NT-5 */
    if (viewer < s->seats)
        s->chips[viewer] = own;
}

static uint32_t seen(const void *before, int seat, uint32_t action, int viewer)
{
    return action; /* NT-5: all is done openly */
}

/* What a seat has paid on the card up: its share of the pot, which went round from the seat
 * before the turn backwards. */
static int paid(const struct nothanks *s, int seat)
{
    int back = (s->turn - 1 - seat + s->seats) % s->seats; /* seats that paid after it */
    return (s->pot + s->seats - 1 - back) / s->seats;
}

/* The most chips a seat can have. One that never took a card has only ever paid. */
static int most_chips(const struct nothanks *s, int seat)
{
    return s->taken[seat] == 0 ? start_chips(s) - paid(s, seat) : CHIPS_MAX;
}

/* Chips in blank hands together; below 0 when the known ones are already too many. */
static int blank_chips(const struct nothanks *s)
{
    int chips = s->seats * start_chips(s) - s->pot;
    for (int i = 0; i < s->seats; i++)
        chips -= s->chips[i] == BLANK ? 0 : s->chips[i];
    return chips;
}

/* Splits the blank chips among the blank hands, each way that `most_chips` allows equally
 * likely. ways[i][k] counts the splits of k chips among the blank hands from seat i on: it
 * differs from ways[i][k - 1] by the splits where seat i gets nothing, and those where it
 * would get one too many. At most C(49 + 6, 6) < 2^25 ways, for a spectator of 7 seats.
 * One number drawn below the count of all splits then names one of them. */
static void determinize(void *view, int viewer, struct peck_rng *rng)
{
    struct nothanks *s = view;
    uint32_t ways[SEATS_MAX + 1][CHIPS_MAX + 1];
    int rest = blank_chips(s);
    memset(ways, 0, sizeof ways);
    ways[s->seats][0] = 1;
    for (int i = s->seats - 1; i >= 0; i--) {
        int most = s->chips[i] == BLANK ? most_chips(s, i) : 0;
        for (int k = 0; k <= rest; k++) {
            ways[i][k] = ways[i + 1][k] + (k > 0 ? ways[i][k - 1] : 0);
            ways[i][k] -= k > most ? ways[i + 1][k - most - 1] : 0;
        }
    }
    uint32_t pick = peck_rng_below(rng, ways[0][rest]);
    for (int i = 0; i < s->seats; i++) {
        int chips = 0;
        while (pick >= ways[i + 1][rest - chips])
            pick -= ways[i + 1][rest - chips++];
        rest -= chips;
        if (s->chips[i] == BLANK)
            s->chips[i] = chips;
    }
}

/* Features: the common ones, then the unseen cards as flags (card 3 first), then for each
 * seat, from the viewer clockwise, whether it is on turn, its card points, and its cards as
 * flags. Absent seats are all 0. A spectator sees from seat 0, with -1 for chips of its
 * own. */
enum {
    FEATURE_SEATS,
    FEATURE_CHOICE, /* a seat decides */
    FEATURE_CARD,   /* the card up; 0: none */
    FEATURE_POT,
    FEATURE_LEFT,   /* cards in the deck … */
    FEATURE_UNSEEN, /* … and those with the ones out of the game unseen */
    FEATURE_CHIPS,  /* the viewer's */
    FEATURE_OTHERS, /* all other chips in hands */
    FEATURE_CARDS,
    FEATURE_SEAT = FEATURE_CARDS + CARDS,
    SEAT_TURN = 0,
    SEAT_POINTS,
    SEAT_CARDS,
    SEAT_FEATURES = SEAT_CARDS + CARDS,
    FEATURES = FEATURE_SEAT + SEATS_MAX * SEAT_FEATURES
};
_Static_assert(FEATURES == 286, "8 + 33 + 7 * 35");

/* Sixteen flags at a time, which a compiler makes a few instructions of. */
static inline void put_flags(uint64_t cards, int16_t *features)
{
    static const uint16_t bits[16] = {0x1,    0x2,    0x4,    0x8,   0x10,  0x20,
                                      0x40,   0x80,   0x100,  0x200, 0x400, 0x800,
                                      0x1000, 0x2000, 0x4000, 0x8000};
    for (int from = 0; from < CARDS - 1; from += 16) {
        uint16_t part = cards >> (CARD_LOW + from) & 0xffff;
        for (int i = 0; i < 16; i++)
            features[from + i] = (part & bits[i]) != 0;
    }
    features[CARDS - 1] = cards >> CARD_HIGH & 1;
}
_Static_assert(CARDS == 2 * 16 + 1, "two times sixteen cards and one");

static void observe(const void *state, int viewer, int16_t *features)
{
    const struct nothanks *s = state;
    bool seated = viewer < s->seats;
    int own = seated ? s->chips[viewer] : 0;
    features[FEATURE_SEATS] = s->seats;
    features[FEATURE_CHOICE] = s->phase == PHASE_CHOICE;
    features[FEATURE_CARD] = s->card;
    features[FEATURE_POT] = s->pot;
    features[FEATURE_LEFT] = s->left;
    features[FEATURE_UNSEEN] = count(s->unseen);
    features[FEATURE_CHIPS] = seated ? own : -1;
    features[FEATURE_OTHERS] = s->seats * start_chips(s) - s->pot - own;
    put_flags(s->unseen, features + FEATURE_CARDS);
    int seat = seated ? viewer : 0;
    int16_t *block = features + FEATURE_SEAT;
    for (int i = 0; i < s->seats; i++) {
        block[SEAT_TURN] = s->turn == seat;
        block[SEAT_POINTS] = card_points(s->taken[seat]);
        put_flags(s->taken[seat], block + SEAT_CARDS);
        block += SEAT_FEATURES;
        seat = seat + 1 < s->seats ? seat + 1 : 0;
    }
    memset(block, 0, (size_t)(features + FEATURES - block) * sizeof *block);
}

static void action_name(uint32_t action, struct peck_text *name)
{
    switch (VERB(action)) {
    case VERB_FIRST: peck_put(name, "first "); break;
    case VERB_FLIP: peck_put(name, "flip "); break;
    case VERB_TAKE: peck_put(name, "take"); return;
    default: peck_put(name, "refuse"); return;
    }
    peck_put_int(name, ARGUMENT(action));
}

static const char phase_letters[] = "fdpo"; /* first, deck, player, over */

void nothanks_put_cards(struct peck_text *line, uint64_t cards)
{
    if (cards == 0)
        peck_put_char(line, '-');
    while (cards != 0) {
        peck_put_int(line, pop(&cards));
        if (cards != 0)
            peck_put_char(line, '.');
    }
}

/* `p turn=1 card=17 pot=2 chips=9,?,? cards=3.4.7/-/12` */
static void encode(const void *state, struct peck_text *line)
{
    const struct nothanks *s = state;
    peck_put_char(line, phase_letters[s->phase]);
    peck_put(line, " turn=");
    peck_put_int(line, s->turn);
    peck_put(line, " card=");
    nothanks_put_cards(line, s->card == NO_CARD ? 0 : CARD(s->card));
    peck_put(line, " pot=");
    peck_put_int(line, s->pot);
    for (int i = 0; i < s->seats; i++) {
        peck_put(line, i == 0 ? " chips=" : ",");
        if (s->chips[i] == BLANK)
            peck_put_char(line, '?');
        else
            peck_put_int(line, s->chips[i]);
    }
    for (int i = 0; i < s->seats; i++) {
        peck_put(line, i == 0 ? " cards=" : "/");
        nothanks_put_cards(line, s->taken[i]);
    }
}

/* A set in ascending order, or '-' for none. */
static uint64_t scan_cards(struct peck_scan *scan)
{
    uint64_t cards = 0;
    int low = CARD_LOW;
    if (peck_scan_accept(scan, "-"))
        return 0;
    do {
        int card = peck_scan_int(scan, "nothanks.error.card", low, CARD_HIGH);
        cards |= CARD(card);
        low = card + 1;
    } while (peck_scan_accept(scan, "."));
    return cards;
}

static void decode(void *state, struct peck_scan *scan)
{
    struct nothanks *s = state;
    s->phase = peck_scan_one_of(scan, "error.phase", phase_letters);
    peck_scan_expect(scan, " turn=");
    s->turn = peck_scan_int(scan, "error.seat", 0, s->seats - 1);
    peck_scan_expect(scan, " card=");
    s->card = peck_scan_accept(scan, "-")
                  ? NO_CARD
                  : peck_scan_int(scan, "nothanks.error.card", CARD_LOW, CARD_HIGH);
    peck_scan_expect(scan, " pot=");
    s->pot = peck_scan_int(scan, "nothanks.error.chip", 0, CHIPS_MAX);
    for (int i = 0; i < s->seats; i++) {
        peck_scan_expect(scan, i == 0 ? " chips=" : ",");
        s->chips[i] = peck_scan_accept(scan, "?")
                          ? BLANK
                          : peck_scan_int(scan, "nothanks.error.chip", 0, CHIPS_MAX);
    }
    uint64_t shown = s->card == NO_CARD ? 0 : CARD(s->card);
    for (int i = 0; i < s->seats; i++) {
        peck_scan_expect(scan, i == 0 ? " cards=" : "/");
        s->taken[i] = scan_cards(scan);
        shown |= s->taken[i];
    }
    s->unseen = cards_in_game(s) & ~shown;
    s->sums = sums_of(s->unseen);
    s->left = DECK - count(shown);
}

static const char *check_setup(const struct nothanks *s)
{
    if (s->tactical > 1 || s->large > 1)
        return "error.check.option";
    if (s->seats < SEATS_MIN || s->seats > (s->large ? SEATS_MAX : SEATS_SMALL))
        return "nothanks.error.seats";
    if (s->first_option < -1 || s->first_option >= s->seats)
        return "error.check.first";
    for (int i = s->seats; i < SEATS_MAX; i++) {
        if (s->taken[i] != 0 || s->chips[i] != 0)
            return "nothanks.error.nobody";
    }
    return NULL;
}

/* Every card of the game is in exactly one place. */
static const char *check_cards(const struct nothanks *s)
{
    if (s->card != NO_CARD && (s->card < CARD_LOW || s->card > CARD_HIGH))
        return "nothanks.error.no-card";
    uint64_t up = s->card == NO_CARD ? 0 : CARD(s->card);
    uint64_t all = s->unseen | up;
    int places = count(s->unseen) + count(up), shown = count(up);
    for (int i = 0; i < s->seats; i++) {
        all |= s->taken[i];
        places += count(s->taken[i]);
        shown += count(s->taken[i]);
    }
    if (all != cards_in_game(s) || places != count(all))
        return "nothanks.error.twice";
    if (s->sums != sums_of(s->unseen))
        return "nothanks.error.sums";
    if (s->left != DECK - shown) /* shown > DECK makes it negative: refused too */
        return "nothanks.error.24";
    return NULL;
}

/* The phase, and who is on turn. */
static const char *check_turn(const struct nothanks *s)
{
    if (s->phase > PHASE_OVER || s->turn >= s->seats)
        return "error.check.turn";
    if ((s->phase == PHASE_CHOICE) != (s->card != NO_CARD))
        return "nothanks.error.up";
    if (s->phase != PHASE_CHOICE && s->pot != 0)
        return "nothanks.error.pot-card";
    if (s->phase != PHASE_CHOICE && (s->phase == PHASE_OVER) != (s->left == 0))
        return "nothanks.error.over";
    bool fresh = s->left + (s->card != NO_CARD) == DECK; /* nothing taken yet */
    if (s->phase == PHASE_FIRST && (!fresh || s->turn != 0 || s->first_option >= 0))
        return "nothanks.error.first";
    /* Who turned the card up; 256 turns round keep it above 0. */
    int opener = (s->turn + 256 * s->seats - s->pot) % s->seats;
    if (fresh && s->first_option >= 0 && opener != s->first_option)
        return "nothanks.error.first-card";
    if (!fresh && s->taken[opener] == 0)
        return "nothanks.error.flip";
    return NULL;
}

/* Chips are conserved, and no seat has more than it can have. */
static const char *check_chips(const struct nothanks *s)
{
    int blanks = 0, room = 0; /* room: what blank hands can hold */
    for (int i = 0; i < s->seats; i++) {
        int most = most_chips(s, i);
        if (most < 0 || (s->chips[i] != BLANK && s->chips[i] > most))
            return "nothanks.error.paid";
        blanks += s->chips[i] == BLANK;
        room += s->chips[i] == BLANK ? most : 0;
    }
    if (blanks > 0 && (blanks < s->seats - 1 || s->phase == PHASE_OVER))
        return "nothanks.error.hidden";
    int rest = blank_chips(s);
    if (rest < 0 || rest > room)
        return "nothanks.error.chips";
    return NULL;
}

static const char *check(const void *state)
{
    /* Each relies on those before. */
    static const char *(*const parts[])(const struct nothanks *) = {
        check_setup, check_cards, check_turn, check_chips};
    const char *broken = NULL;
    for (int i = 0; i < 4 && broken == NULL; i++)
        broken = parts[i](state);
    return broken;
}

static void put_runs(uint64_t cards, struct peck_json *json)
{
    peck_json_array(json, "runs");
    while (cards != 0) {
        peck_json_array(json, NULL);
        int card;
        do {
            card = pop(&cards);
            peck_json_int(json, NULL, card);
        } while (cards >> (card + 1) & 1);
        peck_json_end_array(json);
    }
    peck_json_end_array(json);
}

static void put_seat(const struct nothanks *s, int seat, struct peck_json *json)
{
    peck_json_object(json, NULL);
    put_runs(s->taken[seat], json);
    peck_json_int(json, "card_points", card_points(s->taken[seat]));
    if (s->chips[seat] == BLANK)
        peck_json_null(json, "chips");
    else
        peck_json_int(json, "chips", s->chips[seat]);
    peck_json_end_object(json);
}

static void table(const void *state, struct peck_json *json)
{
    static const char *const phases[] = {"first", "flip", "choice", "over"};
    const struct nothanks *s = state;
    peck_json_string(json, "phase", phases[s->phase]);
    peck_json_int(json, "turn", s->turn);
    if (s->card == NO_CARD)
        peck_json_null(json, "card");
    else
        peck_json_int(json, "card", s->card);
    peck_json_int(json, "pot", s->pot);
    peck_json_int(json, "left", s->left);
    peck_json_array(json, "out"); /* openly, NT-30 */
    for (uint64_t out = ALL_CARDS & ~cards_in_game(s); out != 0;)
        peck_json_int(json, NULL, pop(&out));
    peck_json_end_array(json);
    peck_json_array(json, "seats");
    for (int i = 0; i < s->seats; i++)
        put_seat(s, i, json);
    peck_json_end_array(json);
}

/* Taken, the points of the card and the chips on it; refused, the chips that are left. */
static void brings(const void *view, int seat, uint32_t action, struct peck_json *json)
{
    const struct nothanks *s = view;
    if (action == VERB_TAKE) {
        peck_json_int(json, "points", card_cost(s));
        peck_json_int(json, "chips", s->pot);
    } else {
        peck_json_int(json, "left", s->chips[seat] - 1); /* NT-11 */
    }
}

/* One of the actions of `legal`, each equally likely, without writing them down. */
static inline uint32_t pick(const struct nothanks *s, int seat, struct peck_rng *rng)
{
    bool refuses = s->chips[seat] > 0 && peck_rng_below(rng, 2) == 1;
    return refuses ? VERB_REFUSE : VERB_TAKE;
}

#define PLAY_SEAT(state, who, rng) (((const struct nothanks *)(state))->turn)
#define PLAY_PICK pick
#include "core/play.inc"

const struct peck_game peck_nothanks = {
    .name = "nothanks",
    .title = "No Thanks!",
    .summary = "take the card, or pay a chip to pass it on",
    .state_size = sizeof(struct nothanks),
    .actions_max = 2,
    .outcomes_max = CARDS,
    .features = FEATURES,
    .seats_min = SEATS_MIN,
    .seats_max = SEATS_MAX,
    .low_wins = true,
    .option_count = 3,
    .options = {{"tactical", PECK_FLAG, 0, 1, 0, "10 chips each; 10, 20 and 30 are out"},
                {"large", PECK_FLAG, 0, 1, 0,
                 "up to 7 seats; 9 chips for 6, 7 chips for 7"},
                {"first", PECK_SEAT, 0, SEATS_MAX - 1, -1,
                 "the seat that begins (default: drawn)"}},
    .run_count = 2,
    .runs = {{VERB_TAKE, 1}, {VERB_REFUSE, 1}},
    PLAY_CONTRACT,
    PLAY_VIEWS,
    .brings = brings,
};
