/* game.c — the template of a game: the smallest one that uses every part of the contract.
 *
 * The rules are in games/nullgame/rules.md; their numbers stand beside the lines that
 * implement them. Copy the folder to start a game: docs/study/adding-a-game.md. */
#include <peck/game.h>

#include <string.h>

enum { PHASE_FIRST, PHASE_COIN, PHASE_CHOICE, PHASE_OVER };
enum { TAILS, HEADS, NO_COIN, BLANK }; /* BLANK: a coin the viewer may not see */
enum { SEATS_MIN = 2, SEATS_MAX = 7, ROUNDS_MAX = 100 }; /* NG-1 */
enum { OPTION_ROUNDS, OPTION_FIRST };

/* An action is a verb in the upper half and an argument in the lower. */
enum {
    VERB_FIRST = 1 << 16,
    VERB_COIN = 2 << 16,
    VERB_KEEP = 3 << 16,
    VERB_DROP = 4 << 16
};
#define VERB(action) ((action) & 0xffff0000u)
#define ARGUMENT(action) ((action) & 0xffffu)

struct nullgame {
    uint8_t seats, rounds;
    int8_t first_option; /* -1: drawn */
    uint8_t phase, turn, coin;
    uint16_t left;            /* turns left in the match */
    int8_t points[SEATS_MAX]; /* at most ROUNDS_MAX, so it fits */
    uint8_t unused;           /* always 0 */
};
_Static_assert(sizeof(struct nullgame) == 16, "no padding");

static enum peck_status init(void *state, const struct peck_setup *setup,
                             struct peck_error *error)
{
    /* `error` is unused: the generic checks leave nothing to refuse here */
    struct nullgame *s = state;
    memset(s, 0, sizeof *s);
    s->seats = setup->seats;
    s->rounds = setup->option[OPTION_ROUNDS];
    s->first_option = setup->option[OPTION_FIRST];
    s->phase = s->first_option < 0 ? PHASE_FIRST : PHASE_COIN; /* NG-2 */
    s->turn = s->first_option < 0 ? 0 : s->first_option;
    s->coin = NO_COIN;
    s->left = s->seats * s->rounds;
    return PECK_OK;
}

static void setup(const void *state, struct peck_setup *setup)
{
    const struct nullgame *s = state;
    memset(setup, 0, sizeof *setup);
    setup->seats = s->seats;
    setup->option[OPTION_ROUNDS] = s->rounds;
    setup->option[OPTION_FIRST] = s->first_option;
}

static uint32_t movers(const void *state)
{
    const struct nullgame *s = state;
    switch (s->phase) {
    case PHASE_OVER: return 0;
    case PHASE_CHOICE: return 1u << s->turn;
    default: return PECK_CHANCE_BIT;
    }
}

static uint32_t legal(const void *state, int seat, uint32_t *actions)
{
    const struct nullgame *s = state;
    if ((movers(s) >> seat & 1) == 0)
        return 0;
    if (s->phase == PHASE_FIRST) {
        for (uint32_t i = 0; i < s->seats; i++)
            actions[i] = VERB_FIRST + i;
        return s->seats;
    }
    actions[0] = s->phase == PHASE_COIN ? VERB_COIN + TAILS : VERB_KEEP;
    actions[1] = s->phase == PHASE_COIN ? VERB_COIN + HEADS : VERB_DROP;
    return 2;
}

static void weights(const void *state, uint32_t *weights)
{
    const struct nullgame *s = state;
    for (int i = 0; i < (s->phase == PHASE_FIRST ? s->seats : 2); i++)
        weights[i] = 1;
}

static uint32_t sample(const void *state, struct peck_rng *rng)
{
    const struct nullgame *s = state;
    if (s->phase == PHASE_FIRST)
        return VERB_FIRST + peck_rng_below(rng, s->seats);
    return VERB_COIN + peck_rng_below(rng, 2);
}

static void end_turn(struct nullgame *s)
{
    s->coin = NO_COIN;
    s->left--; /* NG-3 */
    s->turn = (s->turn + 1) % s->seats;
    s->phase = s->left == 0 ? PHASE_OVER : PHASE_COIN; /* NG-7 */
}

static void apply(void *state, int seat, uint32_t action)
{
    struct nullgame *s = state;
    PECK_ASSERT(movers(s) >> seat & 1);
    switch (VERB(action)) {
    case VERB_FIRST:
        s->turn = ARGUMENT(action);
        s->phase = PHASE_COIN;
        break;
    case VERB_COIN:
        s->coin = ARGUMENT(action);
        s->phase = PHASE_CHOICE;
        break;
    case VERB_KEEP:
        s->points[s->turn] += s->coin == HEADS ? 1 : -1; /* NG-5 */
        end_turn(s);
        break;
    default: PECK_ASSERT(action == VERB_DROP); end_turn(s); /* NG-6 */
    }
}

static void score(const void *state, int32_t points[], uint8_t places[])
{
    const struct nullgame *s = state;
    int64_t keys[SEATS_MAX];
    for (int i = 0; i < s->seats; i++)
        keys[i] = points[i] = s->points[i];
    peck_places(keys, s->seats, places);
}

static void redact(void *state, int viewer)
{
    struct nullgame *s = state;
    if (s->phase == PHASE_CHOICE && s->turn != viewer)
        s->coin = BLANK; /* NG-4 */
}

static uint32_t seen(const void *before, int seat, uint32_t action, int viewer)
{
    const struct nullgame *s = before;
    bool hidden = VERB(action) == VERB_COIN && s->turn != viewer;
    return hidden ? VERB_COIN + BLANK : action;
}

static void determinize(void *view, int viewer, struct peck_rng *rng)
{
    struct nullgame *s = view;
    if (s->coin == BLANK)
        s->coin = peck_rng_below(rng, 2);
}

enum { FEATURES = 2 + SEATS_MAX };

static void observe(const void *state, int viewer, int16_t *features)
{
    const struct nullgame *s = state;
    memset(features, 0, FEATURES * sizeof *features);
    features[0] = s->left;
    features[1] = s->phase == PHASE_CHOICE && s->turn == viewer ? s->coin : BLANK;
    for (int i = 0; i < s->seats; i++)
        features[2 + i] = s->points[(viewer + i) % s->seats];
}

static void action_name(uint32_t action, struct peck_text *name)
{
    static const char *const coins[] = {"tails", "heads", "none", "?"};
    switch (VERB(action)) {
    case VERB_FIRST:
        peck_put(name, "first ");
        peck_put_int(name, ARGUMENT(action));
        break;
    case VERB_COIN:
        peck_put(name, "coin ");
        peck_put(name, coins[ARGUMENT(action) & 3]);
        break;
    case VERB_KEEP: peck_put(name, "keep"); break;
    default: peck_put(name, "drop");
    }
}

static const char phase_letters[] = "fcpo"; /* first, coin, player, over */
static const char coin_letters[] = "th-?";

static void encode(const void *state, struct peck_text *line)
{
    const struct nullgame *s = state;
    peck_put_char(line, phase_letters[s->phase]);
    peck_put(line, " turn=");
    peck_put_int(line, s->turn);
    peck_put(line, " coin=");
    peck_put_char(line, coin_letters[s->coin]);
    peck_put(line, " left=");
    peck_put_int(line, s->left);
    peck_put(line, " points=");
    for (int i = 0; i < s->seats; i++) {
        if (i > 0)
            peck_put_char(line, ',');
        peck_put_int(line, s->points[i]);
    }
}

static void decode(void *state, struct peck_scan *scan)
{
    struct nullgame *s = state;
    s->phase = peck_scan_one_of(scan, "error.phase", phase_letters);
    peck_scan_expect(scan, " turn=");
    s->turn = peck_scan_int(scan, "error.seat", 0, s->seats - 1);
    peck_scan_expect(scan, " coin=");
    s->coin = peck_scan_one_of(scan, "error.value", coin_letters);
    peck_scan_expect(scan, " left=");
    s->left = peck_scan_int(scan, "error.turns-left", 0, s->seats * s->rounds);
    peck_scan_expect(scan, " points=");
    for (int i = 0; i < s->seats; i++) {
        if (i > 0)
            peck_scan_expect(scan, ",");
        s->points[i] = peck_scan_int(scan, "error.points", -s->rounds, s->rounds);
    }
}

static const char *check(const void *state)
{
    const struct nullgame *s = state;
    if (s->seats < SEATS_MIN || s->seats > SEATS_MAX)
        return "error.check.seats";
    if (s->rounds < 1 || s->rounds > ROUNDS_MAX)
        return "error.check.rounds";
    if (s->first_option < -1 || s->first_option >= s->seats || s->unused != 0)
        return "error.check.first";
    if (s->phase > PHASE_OVER || s->turn >= s->seats || s->coin > BLANK)
        return "error.check.turn";
    if ((s->phase == PHASE_CHOICE) != (s->coin != NO_COIN))
        return "error.check.phase";
    if (s->left > s->seats * s->rounds || (s->phase == PHASE_OVER) != (s->left == 0))
        return "error.check.phase";
    for (int i = 0; i < SEATS_MAX; i++) {
        int most = i < s->seats ? s->rounds : 0;
        if (s->points[i] > most || s->points[i] < -most)
            return "error.check.points";
    }
    return NULL;
}

static void table(const void *state, struct peck_json *json)
{
    const struct nullgame *s = state;
    peck_json_int(json, "left", s->left);
    peck_json_int(json, "turn", s->turn);
    if (s->coin == HEADS || s->coin == TAILS)
        peck_json_string(json, "coin", s->coin == HEADS ? "heads" : "tails");
    else
        peck_json_null(json, "coin");
}

#define PLAY_ACTIONS SEATS_MAX
#include "core/play.inc"

const struct peck_game peck_nullgame = {
    .name = "nullgame",
    .title = "Null Game",
    .summary = "a template: one hidden coin at a time",
    .state_size = sizeof(struct nullgame),
    .actions_max = 2,
    .outcomes_max = SEATS_MAX,
    .features = FEATURES,
    .seats_min = SEATS_MIN,
    .seats_max = SEATS_MAX,
    .option_count = 2,
    .options = {{"rounds", PECK_NUMBER, 1, ROUNDS_MAX, 3, "turns of each seat"},
                {"first", PECK_SEAT, 0, SEATS_MAX - 1, -1,
                 "the seat that begins (default: drawn)"}},
    .run_count = 2,
    .runs = {{VERB_KEEP, 1}, {VERB_DROP, 1}},
    PLAY_CONTRACT,
    PLAY_VIEWS,
};
