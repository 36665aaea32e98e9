/* cheat.c — tries everything a cheat might send, at every moment of matches of every game.
 *
 * Honest guests play random matches by the protocol; before each of their messages others
 * try what they may not do. After each attempt the log has as many steps as before and the
 * table is the same, byte for byte; only a repeat is answered with `done`, and with the
 * number of its first answer. Then pairs of worlds: the table, and one that differs in
 * everything a viewer may not see; both show the viewer the same bytes.
 *
 * `server_cheat` is the short form; `server_cheat ATTEMPTS PAIRS` tries so many for each
 * game and prints a table. */
#include "chain.h"
#include "desk.h"

#include "doors/server/place.h"
#include "doors/server/tell.h"

#include <string.h>

enum attempt {
    TRY_TURN,      /* out of turn */
    TRY_OTHER,     /* for another seat */
    TRY_SPECTATOR, /* without a seat */
    TRY_REPEAT,    /* its own message again */
    TRY_STOLEN,    /* somebody else's message, from its own connection */
    TRY_STALE,     /* with another ply than the table's */
    TRY_ILLEGAL,   /* what the rules do not allow */
    TRY_TOKEN,     /* with a forged token */
    TRY_HIJACK,    /* taking a seat that is taken */
    TRY_PHASE,     /* commands that are not for now */
    TRY_SERVER,    /* what only the server does */
    TRY_LINK,      /* a part in the dice that is not one's own */
    TRY_MALFORMED, /* members too long, of a wrong type, twice, too many … */
    ATTEMPTS
};
static const char *const attempt_names[ATTEMPTS] = {
    "out of turn",    "for another seat", "as a spectator", "replayed",    "stolen message",
    "stale or early", "illegal action",   "forged token",   "seat hijack", "wrong phase",
    "server's own",   "wrong link",       "malformed"};

enum { SENT = 256, TEXT = 256, KNOWN = 512 };

/* A message that took effect. */
struct sent {
    int seat;
    uint64_t seq;
    char text[TEXT];
};

struct den {
    struct desk *desk;
    struct peck_rng *rng;
    char table[STORE_TABLE];
    int seats;
    struct guest guest[PECK_SEATS_MAX], cheat[PECK_SEATS_MAX + 1]; /* the last looks on */
    char token[PECK_SEATS_MAX][2 * PECK_HASH + 1], value[PECK_SEATS_MAX][2 * PECK_HASH + 1];
    bool chained; /* players have a part in every outcome */
    struct chain chain[PECK_SEATS_MAX];
    struct sent sent[SENT];
    uint32_t sent_count, messages;
    char known[KNOWN][PECK_NAME_MAX]; /* names of actions met so far */
    uint32_t known_count;
};

struct figures {
    uint64_t attempts[ATTEMPTS], total, matches;
    uint64_t pairs, differ, plies_differ, controls, told_apart;
};

static uint32_t below(struct den *den, uint32_t n)
{
    return peck_rng_below(den->rng, n);
}

static struct table *table_of(struct den *den)
{
    struct place *place = place_find(den->desk->process[0].hub, den->table);
    DESK_MUST(place != NULL);
    return &place->table;
}

static void random_digits(struct den *den, char digits[2 * PECK_HASH + 1])
{
    uint8_t bytes[PECK_HASH];
    struct peck_text text = peck_text_begin(digits, 2 * PECK_HASH + 1);
    for (int i = 0; i < PECK_HASH; i++)
        bytes[i] = (uint8_t)below(den, 256);
    peck_put_hash(&text, bytes);
}

static void hash_digits(const char *digits, char hashed[2 * PECK_HASH + 1])
{
    uint8_t bytes[PECK_HASH], hash[PECK_HASH];
    struct peck_text text = peck_text_begin(hashed, 2 * PECK_HASH + 1);
    DESK_MUST(peck_hash_parse(digits, 64, bytes));
    peck_sha256(bytes, PECK_HASH, hash);
    peck_put_hash(&text, hash);
}

/* ---- Attempts: each writes a message and says who sends it, or that it does not apply. */

struct attack {
    int cheat; /* its number; `seats`: the spectator */
    size_t count;
    uint64_t repeats; /* the answer may be `done` with this number; 0: none may be */
    char text[MESSAGE_BYTES + 1024];
};

static void put(struct attack *attack, const char *text)
{
    attack->count = (size_t)snprintf(attack->text, sizeof attack->text, "%s", text);
}

/* A legal action of a seat that may act; false when nobody may. */
static bool legal_name(struct den *den, int *seat, char name[PECK_NAME_MAX])
{
    static uint32_t actions[PECK_ACTIONS_MAX];
    const struct table *table = table_of(den);
    const struct peck_game *game = table->match.game;
    uint32_t movers = game->movers(&table->match.state);
    struct peck_text text = peck_text_begin(name, PECK_NAME_MAX);
    if (table->phase != PHASE_PLAYING || movers == 0 || movers == PECK_CHANCE_BIT)
        return false;
    do {
        *seat = (int)below(den, (uint32_t)den->seats);
    } while ((movers >> *seat & 1) == 0);
    uint32_t count = game->legal(&table->match.state, *seat, actions);
    game->action_name(actions[below(den, count)], &text);
    return true;
}

static void put_act(struct den *den, struct attack *attack, uint32_t ply, const char *name)
{
    attack->count =
        (size_t)snprintf(attack->text, sizeof attack->text,
                         "{\"type\":\"act\",\"id\":\"x%u\",\"ply\":%u,\"action\":\"%s\"}",
                         den->messages++, ply, name);
}

/* Whether the rules, and the protocol, let that seat do this now. */
static bool may(struct den *den, int seat, const char *name)
{
    const struct table *table = table_of(den);
    uint32_t action;
    return seat < den->seats && table->phase == PHASE_PLAYING &&
           peck_action_parse(table->match.game, &table->match.state, seat, name, &action) ==
               PECK_OK;
}

static bool try_turn(struct den *den, struct attack *attack)
{
    char name[PECK_NAME_MAX];
    int seat;
    if (!legal_name(den, &seat, name))
        return false;
    attack->cheat = (int)below(den, (uint32_t)den->seats);
    put_act(den, attack, table_of(den)->match.count, name);
    return (table_of(den)->match.game->movers(&table_of(den)->match.state) >>
                attack->cheat &
            1) == 0;
}

static bool try_other(struct den *den, struct attack *attack)
{
    static const char *const members[] = {"seat", "by", "target", "viewer", "player"};
    char name[PECK_NAME_MAX];
    int seat;
    if (!legal_name(den, &seat, name))
        return false;
    attack->cheat = (int)below(den, (uint32_t)den->seats);
    attack->count = (size_t)snprintf(
        attack->text, sizeof attack->text,
        "{\"type\":\"act\",\"id\":\"x%u\",\"%s\":%d,\"ply\":%u,\"action\":\"%s\"}",
        den->messages++, members[below(den, 5)], seat, table_of(den)->match.count, name);
    return true;
}

static bool try_spectator(struct den *den, struct attack *attack)
{
    char name[PECK_NAME_MAX];
    int seat;
    if (!legal_name(den, &seat, name))
        return false;
    attack->cheat = den->seats;
    put_act(den, attack, table_of(den)->match.count, name);
    return true;
}

static const struct sent *any_sent(struct den *den)
{
    uint32_t kept = den->sent_count < SENT ? den->sent_count : SENT;
    return kept == 0 ? NULL : &den->sent[below(den, kept)];
}

static bool try_repeat(struct den *den, struct attack *attack)
{
    const struct sent *sent = any_sent(den);
    if (sent == NULL)
        return false;
    attack->cheat = sent->seat;
    attack->repeats = sent->seq;
    put(attack, sent->text);
    return true;
}

static bool try_stolen(struct den *den, struct attack *attack)
{
    const struct sent *sent = any_sent(den);
    char name[PECK_NAME_MAX] = "";
    if (sent == NULL)
        return false;
    do {
        attack->cheat = (int)below(den, (uint32_t)den->seats + 1);
    } while (attack->cheat == sent->seat);
    put(attack, sent->text);
    const char *action = strstr(sent->text, "\"action\":\"");
    if (action != NULL)
        snprintf(name, sizeof name, "%.*s", (int)strcspn(action + 10, "\""), action + 10);
    /* Where all play at once this may be allowed. */
    return action != NULL && !may(den, attack->cheat, name);
}

static bool try_stale(struct den *den, struct attack *attack)
{
    const struct peck_match *match = &table_of(den)->match;
    uint32_t movers = match->game->movers(&match->state), ply;
    char name[PECK_NAME_MAX];
    if ((movers & (movers - 1)) != 0 || !legal_name(den, &attack->cheat, name))
        return false;
    do {
        ply =
            below(den, 4) == 0 ? below(den, PECK_PLIES_MAX) : below(den, match->count + 3);
    } while (ply == match->count);
    put_act(den, attack, ply, name);
    return true;
}

static bool try_illegal(struct den *den, struct attack *attack)
{
    static const char *const odd[] = {
        "tile ?",      "card ?", "roll 11111111", "flip 3",   "first 0", "stop",
        "take 99",     "keep 7", "pass ",         " pass",    "TAKE",    "give 0 stack",
        "place 0,0 0", "lay W0", "lay 1*9",       "steal 36", "?",       "null"};
    if (table_of(den)->phase != PHASE_PLAYING)
        return false;
    uint32_t n = below(den, den->known_count + 18);
    const char *name = n < 18 ? odd[n] : den->known[n - 18];
    attack->cheat = (int)below(den, (uint32_t)den->seats);
    put_act(den, attack, table_of(den)->match.count, name);
    return !may(den, attack->cheat, name);
}

/* A separate connection that says hello with a forged token, and acts. */
static bool try_token(struct den *den, struct attack *attack)
{
    char name[PECK_NAME_MAX], token[2 * PECK_HASH + 1];
    int seat;
    if (!legal_name(den, &seat, name))
        return false;
    switch (below(den, 4)) {
    case 0: random_digits(den, token); break;
    case 1: hash_digits(den->token[seat], token); break;          /* what the store has */
    case 2: memcpy(token, den->value[seat], sizeof token); break; /* what was shown */
    default:
        memcpy(token, den->token[seat], sizeof token);
        uint32_t digit = below(den, 64);
        token[digit] = token[digit] == '0' ? '1' : '0';
    }
    struct guest *guest = &den->cheat[den->seats];
    guest_leave(guest);
    DESK_MUST(guest_hello(guest, den->desk, (int)below(den, 2), den->table, token));
    DESK_MUST(strstr(guest->view.bytes, "\"viewer\":null") != NULL);
    attack->cheat = den->seats;
    put_act(den, attack, table_of(den)->match.count, name);
    return true;
}

static bool try_hijack(struct den *den, struct attack *attack)
{
    int seat = (int)below(den, (uint32_t)den->seats);
    char token[2 * PECK_HASH + 1];
    random_digits(den, token);
    if (table_of(den)->chairs[seat].sitter == SITTER_NONE)
        return false;
    attack->cheat = (int)below(den, (uint32_t)den->seats + 1);
    attack->count = (size_t)snprintf(
        attack->text, sizeof attack->text,
        "{\"type\":\"%s\",\"id\":\"x%u\",\"seat\":%d,\"name\":\"Eve\",\"token\":\"%s\"}",
        "sit", den->messages++, seat, below(den, 2) ? token : den->token[seat]);
    if (below(den, 3) == 0)
        attack->count =
            (size_t)snprintf(attack->text, sizeof attack->text,
                             "{\"type\":\"%s\",\"id\":\"x%u\",\"seat\":%d%s}",
                             below(den, 2) ? "free" : "bot", den->messages++, seat, "");
    return true;
}

static bool try_phase(struct den *den, struct attack *attack)
{
    static const struct {
        const char *type, *members;
        uint32_t right; /* phases that it is for */
    } commands[] = {
        {"again", "", 1 << PHASE_OVER},
        {"back", "", 0}, /* nobody is away */
        {"show", ",\"value\":\"%s\"", 1 << PHASE_SHOWING},
        {"ready", ",\"hash\":\"%s\"", 1 << PHASE_GATHERING},
        {"bot", ",\"seat\":0,\"bot\":\"easy\"", 0}, /* no seat is free */
        {"free", ",\"seat\":0", 0},                 /* and none a bot's */
        {"bot", ",\"seat\":6,\"bot\":\"no such\"", 0},
        {"act", ",\"ply\":0,\"action\":\"take\"", 1 << PHASE_PLAYING},
    };
    char digits[2 * PECK_HASH + 1], members[128];
    uint32_t n = below(den, sizeof commands / sizeof *commands);
    random_digits(den, digits);
    attack->cheat = (int)below(den, (uint32_t)den->seats + 1);
    if ((commands[n].right >> table_of(den)->phase & 1) != 0 && attack->cheat < den->seats)
        return false;
    if (table_of(den)->phase == PHASE_GATHERING && commands[n].members[0] != '\0' &&
        commands[n].right == 0)
        return false; /* seats may be free still */
    snprintf(members, sizeof members,
             strchr(commands[n].members, '%') ? commands[n].members : "%.0s%s", digits,
             commands[n].members);
    attack->count = (size_t)snprintf(attack->text, sizeof attack->text,
                                     "{\"type\":\"%s\",\"id\":\"x%u\"%s}", commands[n].type,
                                     den->messages++, members);
    return true;
}

/* A link that is none, somebody else's, or of another ply than the one that is due. */
static bool try_link(struct den *den, struct attack *attack)
{
    const struct table *table = table_of(den);
    char digits[2 * PECK_HASH + 1];
    struct peck_text text = peck_text_begin(digits, sizeof digits);
    uint32_t count = table->match.count, kind = below(den, 4);
    int owner = (int)below(den, (uint32_t)den->seats);
    attack->cheat = (int)below(den, (uint32_t)den->seats + 1);
    if (table->phase != PHASE_PLAYING || count + 2 > CHAIN_LINKS || count < 1 ||
        (kind == 1 && owner == attack->cheat))
        return false;
    uint32_t ply = kind == 2 ? count + 1 : kind == 3 ? count - 1 : count;
    if (kind == 0)
        random_digits(den, digits);
    else
        peck_put_hash(&text,
                      den->chain[kind == 1 ? owner : attack->cheat % den->seats].link[ply]);
    attack->count =
        (size_t)snprintf(attack->text, sizeof attack->text,
                         "{\"type\":\"link\",\"id\":\"x%u\",\"ply\":%u,\"value\":\"%s\"}",
                         den->messages++, ply, digits);
    return true;
}

static bool try_server(struct den *den, struct attack *attack)
{
    static const char *const texts[] = {
        "{\"type\":\"next\",\"id\":\"x%u\",\"text\":\"elsewhere\"}",
        "{\"type\":\"close\",\"id\":\"x%u\",\"text\":\"because\"}",
        "{\"type\":\"begin\",\"id\":\"x%u\"}",
        "{\"type\":\"ply\",\"id\":\"x%u\",\"seat\":7,\"text\":\"flip 3\"}",
        "{\"type\":\"act\",\"id\":\"x%u\",\"by\":-2,\"ply\":0,\"action\":\"take\"}",
        "{\"type\":\"value\",\"id\":\"x%u\",\"value\":\"00\"}",
        "{\"kind\":\"ply\",\"seat\":0,\"id\":\"x%u\",\"text\":\"take\"}",
        "{\"at\":0,\"events\":[{\"kind\":\"close\",\"seat\":-1}],\"id\":\"x%u\"}",
    };
    char text[TEXT];
    snprintf(text, sizeof text, texts[below(den, 8)], den->messages++);
    attack->cheat = (int)below(den, (uint32_t)den->seats + 1);
    put(attack, text);
    return true;
}

/* A message that would be right, spoilt in one of many ways. */
static bool try_malformed(struct den *den, struct attack *attack)
{
    char name[PECK_NAME_MAX] = "take", text[TEXT], filler[6000];
    (void)legal_name(den, &attack->cheat, name);
    uint32_t ply = table_of(den)->match.count, kind = below(den, 14);
    snprintf(text, sizeof text, "\"id\":\"x%u\",\"ply\":%u", den->messages++, ply);
    memset(filler, kind == 5 ? '[' : 'a', sizeof filler - 1);
    filler[sizeof filler - 1] = '\0';
    static const char *const formats[14] = {
        "{\"type\":\"act\",%s,\"action\":\"%s\"",
        "{\"type\":\"act\",%s,\"action\":\"%s\",\"action\":\"take\"}",
        "{\"type\":\"act\",%s,\"action\":[\"%s\"]}",
        "{\"type\":\"act\",%s.5,\"action\":\"%s\"}",
        "{\"type\":\"act\",%s,\"action\":\"%s\\u0000\"}",
        "{\"type\":\"act\",%s,\"action\":\"%s\",\"deep\":%s}",
        "{\"type\":\"act\",%s,\"action\":\"%s%s\"}",
        "{\"type\":\"Act\",%s,\"action\":\"%s\"}",
        "{\"type\":\"act\",%s,\"action\":\"%s\"}{}",
        "{\"type\":\"act\",%s,\"action\":\"%s\xff\"}",
        "[{\"type\":\"act\",%s,\"action\":\"%s\"}]",
        "{\"type\":\"act\",%s00000000000,\"action\":\"%s\"}",
        "{\"type\":\"act\",%s,\"action\":null,\"name\":\"%s\"}",
        "{\"type\":\"act\",%s,\"action\":\"%s\",\"text\":\"\"%.0s",
    };
    attack->count = (size_t)snprintf(attack->text, sizeof attack->text, formats[kind], text,
                                     name, filler);
    if (kind == 13) { /* right, but for its length */
        memset(attack->text + attack->count, ' ', MESSAGE_BYTES);
        attack->count = MESSAGE_BYTES + 1;
        attack->text[attack->count - 1] = '}';
    }
    return true;
}

/* Random bytes of an address space that must not matter: which connection is used. */
static void return_cheat(struct den *den, int number)
{
    guest_leave(&den->cheat[number]);
    DESK_MUST(guest_hello(&den->cheat[number], den->desk, (int)below(den, 2), den->table,
                          number < den->seats ? den->token[number] : NULL));
}

static void check_answer(const struct attack *attack, const struct guest *guest)
{
    char wanted[32];
    if (attack->repeats == 0) {
        DESK_MUST(!guest_hears(guest, "\"type\":\"done\""));
        return;
    }
    snprintf(wanted, sizeof wanted, "\"seq\":%llu}", (unsigned long long)attack->repeats);
    DESK_MUST(guest_hears(guest, "\"type\":\"done\"") && guest_hears(guest, wanted));
}

static void attempt(struct den *den, struct figures *figures)
{
    static bool (*const tries[ATTEMPTS])(struct den *, struct attack *) = {
        try_turn,   try_other,   try_spectator, try_repeat, try_stolen,
        try_stale,  try_illegal, try_token,     try_hijack, try_phase,
        try_server, try_link,    try_malformed};
    static struct attack attack;
    static struct table before;
    enum attempt kind = below(den, ATTEMPTS);
    attack.repeats = attack.cheat = 0;
    if (!tries[kind](den, &attack))
        return;
    struct log *log = desk_log(den->desk, den->table);
    struct guest *guest = &den->cheat[attack.cheat];
    uint32_t steps = log->count, answers = guest->answers;
    before = *table_of(den);
    bool open = guest_send(guest, attack.text, attack.count);
    if (log->count != steps || memcmp(&before, table_of(den), sizeof before) != 0 ||
        guest->answers != answers + 1) {
        fprintf(stderr, "%s: %.300s\n%s\n", attempt_names[kind], attack.text,
                guest->answer.bytes);
        abort();
    }
    check_answer(&attack, guest);
    figures->attempts[kind]++;
    figures->total++;
    if (!open || kind == TRY_TOKEN)
        return_cheat(den, attack.cheat);
}

/* ---- Pairs of worlds ---- */

static void tell(const struct table *table, int viewer, struct peck_buffer *buffer)
{
    buffer->length = 0;
    DESK_MUST(table_tell(table, viewer, 40, buffer) == PECK_OK);
}

/* Two tables tell a viewer the same, or all of it is printed. */
static void must_look_alike(const struct table *one, const struct table *two, int viewer)
{
    static struct peck_buffer of_one, of_two;
    tell(one, viewer, &of_one);
    tell(two, viewer, &of_two);
    if (of_one.length == of_two.length &&
        memcmp(of_one.bytes, of_two.bytes, of_one.length) == 0)
        return;
    fprintf(stderr, "viewer %d can tell apart:\n%s\n%s\n", viewer, of_one.bytes,
            of_two.bytes);
    abort();
}

/* Everything that nobody may know. The commitment stays: it is public. */
static void change_secrets(struct den *den, struct table *world)
{
    uint8_t *secrets[] = {world->fair.secret, world->terms.secret, world->key};
    for (int i = 0; i < 3 && world->phase < PHASE_OVER; i++) {
        for (int k = 0; k < PECK_HASH; k++)
            secrets[i][k] = (uint8_t)below(den, 256);
    }
    for (int seat = 0; seat < den->seats; seat++) {
        for (int k = 0; k < PECK_HASH; k++) {
            world->chairs[seat].token[k] = (uint8_t)below(den, 256);
            if (!world->chairs[seat].shown)
                world->fair.value[seat][k] = (uint8_t)below(den, 256);
        }
        snprintf(world->chairs[seat].person, STEP_PERSON, "p%u", below(den, 1000000));
    }
    for (uint32_t i = 0; i < world->answered_count && i < 8; i++)
        world->plies_at[i] ^= below(den, 1000);
}

/* There the worlds of a pair differ in secrets and tokens alone; elsewhere such a pair is
 * not counted. */
static bool hides_nothing(const struct peck_game *game)
{
    return strcmp(game->name, "heckmeck") == 0;
}

/* The truth, and a world with other hidden things, as one viewer sees them. */
static void compare_states(struct den *den, struct figures *figures)
{
    static struct table world;
    static struct peck_buffer of_truth, of_world;
    const struct table *truth = table_of(den);
    const struct peck_game *game = truth->match.game;
    int viewer = (int)below(den, (uint32_t)den->seats + 1);
    if (viewer == den->seats)
        viewer = PECK_CHANCE;
    world = *truth;
    change_secrets(den, &world);
    game->redact(&world.match.state, viewer);
    game->determinize(&world.match.state, viewer, den->rng);
    must_look_alike(truth, &world, viewer);
    bool differ = memcmp(&world.match.state, &truth->match.state, game->state_size) != 0;
    figures->pairs += differ || hides_nothing(game);
    figures->differ += differ;
    if (differ && figures->pairs % 16 == 0) { /* would a difference show? */
        int other = (int)below(den, (uint32_t)den->seats);
        tell(truth, other, &of_truth);
        tell(&world, other, &of_world);
        figures->controls++;
        figures->told_apart += of_truth.length != of_world.length ||
                               memcmp(of_truth.bytes, of_world.bytes, of_truth.length) != 0;
    }
}

/* An action of the other world that looks the same to the viewer; false: there is none. */
static bool same_looks(struct den *den, const struct peck_match *world, int seat,
                       uint32_t shown, bool visible, int viewer, uint32_t *action)
{
    static uint32_t actions[PECK_ACTIONS_MAX];
    const struct peck_game *game = world->game;
    uint32_t count = game->legal(&world->state, seat, actions), alike = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (visible ? actions[i] == shown
                    : game->seen(&world->state, seat, actions[i], viewer) == shown)
            actions[alike++] = actions[i];
    }
    if (alike > 0)
        *action = actions[below(den, alike)];
    return alike > 0;
}

/* Whose turn it is may depend on what lies hidden; then the worlds part in public. */
static bool same_view(const struct peck_match *one, const struct peck_match *two,
                      int viewer)
{
    union peck_state of_one = one->state, of_two = two->state;
    one->game->redact(&of_one, viewer);
    two->game->redact(&of_two, viewer);
    return memcmp(&of_one, &of_two, one->game->state_size) == 0;
}

/* The match so far once more, with other hidden plies where the viewer saw none, as far as
 * the visible ones can be played then. Both logs are told all along. */
static void compare_logs(struct den *den, struct figures *figures)
{
    static struct table one, two;
    const struct peck_match *match = &table_of(den)->match;
    const struct peck_game *game = match->game;
    struct peck_error error;
    bool differ = false;
    int viewer = (int)below(den, (uint32_t)den->seats + 1);
    viewer = viewer == den->seats ? PECK_CHANCE : viewer;
    one = two = *table_of(den);
    one.match = two.match = (struct peck_match){0};
    DESK_MUST(peck_match_begin(&one.match, game, &match->setup, &error) == PECK_OK &&
              peck_match_begin(&two.match, game, &match->setup, &error) == PECK_OK);
    for (uint32_t i = 0; i < match->count; i++) {
        int seat = match->plies[i].seat;
        uint32_t action = match->plies[i].action, other = action;
        uint32_t shown = game->seen(&one.match.state, seat, action, viewer);
        bool keep = shown == action || below(den, 3) > 0;
        if (keep && !same_looks(den, &two.match, seat, action, true, viewer, &other))
            keep = false;
        if (!keep && (shown == action ||
                      !same_looks(den, &two.match, seat, shown, false, viewer, &other)))
            break;
        DESK_MUST(peck_match_play(&one.match, seat, action, &error) == PECK_OK &&
                  peck_match_play(&two.match, seat, other, &error) == PECK_OK);
        differ = differ || other != action;
        if (!same_view(&one.match, &two.match, viewer))
            break;
        if (!differ || below(den, 4) > 0)
            continue;
        must_look_alike(&one, &two, viewer);
        figures->pairs++;
        figures->plies_differ++;
    }
    peck_match_free(&one.match);
    peck_match_free(&two.match);
}

/* ---- Honest play ---- */

/* What is to be tried before each honest message, and in all. */
struct effort {
    uint64_t attempts, pairs;
    int each;
};

static void besiege(struct den *den, struct figures *figures, const struct effort *effort)
{
    for (int i = 0; i < effort->each && figures->total < effort->attempts; i++)
        attempt(den, figures);
    for (int i = 0; i < effort->each && figures->pairs < effort->pairs; i++)
        compare_states(den, figures);
    if (below(den, 8) == 0 && figures->pairs < effort->pairs)
        compare_logs(den, figures);
}

static void say(struct den *den, int seat, const char *type, const char *members)
{
    struct guest *guest = &den->guest[seat];
    struct sent *sent = &den->sent[den->sent_count % SENT];
    struct sent fresh = {.seat = seat};
    int length =
        snprintf(fresh.text, sizeof fresh.text, "{\"type\":\"%s\",\"id\":\"h%u\"%s}", type,
                 den->messages++, members);
    DESK_MUST(length < TEXT);
    DESK_MUST(guest_send(guest, fresh.text, (size_t)length) &&
              guest_hears(guest, "\"type\":\"done\""));
    fresh.seq = strtoull(strstr(guest->answer.bytes, "\"seq\":") + 6, NULL, 10);
    *sent = fresh;
    den->sent_count++;
}

/* The value is what a chain ends with. */
static void draw_chain(struct den *den, int seat)
{
    uint8_t last[PECK_HASH];
    DESK_MUST(peck_hash_parse(den->value[seat], 64, last));
    struct peck_text text = peck_text_begin(den->value[seat], sizeof den->value[seat]);
    chain_make(&den->chain[seat], last);
    peck_put_hash(&text, den->chain[seat].value);
}

/* Everybody shows the link that is due, under siege. */
static void show_links(struct den *den, struct figures *figures,
                       const struct effort *effort)
{
    char members[128], digits[2 * PECK_HASH + 1];
    uint32_t ply = table_of(den)->match.count;
    for (int seat = 0; seat < den->seats; seat++) {
        struct peck_text text = peck_text_begin(digits, sizeof digits);
        peck_put_hash(&text, den->chain[seat].link[ply]);
        besiege(den, figures, effort);
        snprintf(members, sizeof members, ",\"ply\":%u,\"value\":\"%s\"", ply, digits);
        say(den, seat, "link", members);
    }
}

static void sit_and_begin(struct den *den, struct figures *figures,
                          const struct effort *effort)
{
    char members[200], hash[2 * PECK_HASH + 1];
    for (int seat = 0; seat < den->seats; seat++) {
        random_digits(den, den->token[seat]);
        random_digits(den, den->value[seat]);
        if (den->chained)
            draw_chain(den, seat);
        DESK_MUST(
            guest_hello(&den->guest[seat], den->desk, 0, den->table, den->token[seat]));
        snprintf(members, sizeof members, ",\"seat\":%d,\"name\":\"A\",\"token\":\"%s\"",
                 seat, den->token[seat]);
        say(den, seat, "sit", members);
    }
    for (int i = 0; i <= den->seats; i++)
        DESK_MUST(guest_hello(&den->cheat[i], den->desk, i % 2, den->table,
                              i < den->seats ? den->token[i] : NULL));
    for (int round = 0; round < 2; round++) {
        for (int seat = 0; seat < den->seats; seat++) {
            besiege(den, figures, effort);
            hash_digits(den->value[seat], hash);
            snprintf(members, sizeof members, ",\"%s\":\"%s\"", round ? "value" : "hash",
                     round ? den->value[seat] : hash);
            say(den, seat, round ? "show" : "ready", members);
        }
    }
}

static void play(struct den *den, struct figures *figures, const struct effort *effort)
{
    char name[PECK_NAME_MAX], members[128];
    int seat;
    while (figures->total < effort->attempts || figures->pairs < effort->pairs) {
        while (table_of(den)->linking != 0)
            show_links(den, figures, effort);
        if (!legal_name(den, &seat, name))
            break;
        memcpy(
            den->known[den->known_count < KNOWN ? den->known_count++ : below(den, KNOWN)],
            name, sizeof name);
        besiege(den, figures, effort);
        snprintf(members, sizeof members, ",\"ply\":%u,\"action\":\"%s\"",
                 table_of(den)->match.count, name);
        say(den, seat, "act", members);
        if (table_of(den)->match.count > 600)
            break; /* Heckmeck at random may take long */
    }
    besiege(den, figures, effort);
}

static struct terms any_terms(struct den *den, const struct peck_game *game)
{
    struct terms terms = {.game = game};
    struct peck_error error;
    union peck_state state;
    do {
        uint32_t most = game->seats_max < 4 ? game->seats_max : 4;
        peck_setup_begin(game,
                         game->seats_min + (int)below(den, most - game->seats_min + 1),
                         &terms.setup);
        for (int i = 0; i < game->option_count; i++) {
            const struct peck_option *option = &game->options[i];
            if (option->kind == PECK_FLAG)
                terms.setup.option[i] = (int16_t)below(den, 2);
            else if (option->kind == PECK_NUMBER)
                terms.setup.option[i] = option->low;
        }
    } while (peck_init(game, &state, &terms.setup, &error) != PECK_OK);
    return terms;
}

static void run_match(const struct peck_game *game, uint64_t seed, struct figures *figures,
                      const struct effort *effort)
{
    static struct den den;
    struct peck_rng rng;
    peck_rng_seed(&rng, seed);
    memset(&den, 0, sizeof den);
    den.rng = &rng;
    den.chained = game->open_chance;
    den.desk = desk_new(seed);
    struct terms terms = any_terms(&den, game);
    den.seats = terms.setup.seats;
    strcpy(den.table, desk_open(den.desk, &terms));
    sit_and_begin(&den, figures, effort);
    play(&den, figures, effort);
    for (int i = 0; i < den.seats; i++)
        guest_leave(&den.guest[i]);
    for (int i = 0; i <= den.seats; i++)
        guest_leave(&den.cheat[i]);
    desk_free(den.desk);
    figures->matches++;
}

static void report(const struct peck_game *game, const struct figures *figures)
{
    printf("%s: %llu attempts in %llu matches, none succeeded:", game->name,
           (unsigned long long)figures->total, (unsigned long long)figures->matches);
    for (int i = 0; i < ATTEMPTS; i++)
        printf("%s %s %llu", i == 0 ? "" : ",", attempt_names[i],
               (unsigned long long)figures->attempts[i]);
    printf("\n  %llu pairs of worlds, all told alike: hidden state differs in %llu, hidden "
           "plies in %llu; somebody else could tell apart %llu of %llu\n",
           (unsigned long long)figures->pairs, (unsigned long long)figures->differ,
           (unsigned long long)figures->plies_differ,
           (unsigned long long)figures->told_apart, (unsigned long long)figures->controls);
}

/* A run in which nothing could have gone wrong would prove nothing. In Heckmeck nothing
 * lies hidden, and in Hexx & Hopp it is everybody's turn at once. */
static void check_figures(const struct peck_game *game, const struct figures *figures)
{
    bool open = hides_nothing(game);
    for (int i = 0; i < ATTEMPTS; i++)
        DESK_MUST(figures->attempts[i] > 0);
    DESK_MUST((figures->differ > 0) == !open);
    DESK_MUST((figures->told_apart > 0) == !open);
}

int main(int argc, char **argv)
{
    struct effort effort = {2500, 1500, 4};
    if (argc == 3)
        effort =
            (struct effort){strtoull(argv[1], NULL, 10), strtoull(argv[2], NULL, 10), 12};
    for (int i = 0; i < peck_game_count; i++) {
        struct figures figures = {0};
        for (uint64_t seed = 0;
             figures.total < effort.attempts || figures.pairs < effort.pairs; seed++)
            run_match(peck_games[i], seed, &figures, &effort);
        report(peck_games[i], &figures);
        check_figures(peck_games[i], &figures);
    }
    return 0;
}
