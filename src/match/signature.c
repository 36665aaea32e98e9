/* signature.c — one number that changes when any game plays differently.
 *
 * A part plays a few matches of one set-up from fixed seeds. Every ply is hashed with what
 * each viewer sees of it. Now and then, and at the end, everything else that can be asked
 * of the state is hashed too: its bytes, its line, legal actions, points, and every view.
 * The two loops of random play, the compiled one and the generic one, play the same match,
 * so that they are held to it as well. Numbers are hashed from the low byte up, so all
 * machines agree. */
#include <peck/signature.h>

#include <string.h>

enum {
    MATCHES = 2,          /* of each part */
    LOOK_EVERY = 37,      /* plies; a prime, so as not to fall in step with the turns */
    PLIES_MAX = 1u << 20, /* no match comes near it */
    SET_COUNT_MAX = 8,    /* sets of options of a game: see fill */
    SEED = 20240613,
};
_Static_assert(PECK_OPTIONS_MAX + 2 <= SET_COUNT_MAX, "a set each, none and all");

/* FNV-1a in 64 bits. */
static uint64_t add_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ at[i]) * 0x100000001b3u;
    return hash;
}

/* Numbers are hashed from the low byte up, on any machine. */
static uint64_t add_number(uint64_t hash, uint64_t number)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(number >> 8 * i);
    return add_bytes(hash, bytes, sizeof bytes);
}

/* What lies in the box is left out: it is the same in all states. */
static uint64_t add_memory(uint64_t hash, const struct peck_game *game, const void *state)
{
    return add_bytes(hash, state, game->state_size - game->contents_size);
}

static uint64_t add_line(uint64_t hash, const struct peck_game *game, const void *state)
{
    char line[PECK_LINE_MAX];
    struct peck_text text = peck_text_begin(line, sizeof line);
    peck_encode(game, state, &text);
    return add_bytes(hash, line, text.length);
}

static uint64_t add_table(uint64_t hash, const struct peck_game *game, const void *state)
{
    char room[PECK_TABLE_MAX];
    struct peck_text text = peck_text_begin(room, sizeof room);
    struct peck_json json = peck_json_begin(&text);
    peck_json_object(&json, NULL);
    game->table(state, &json);
    peck_json_end_object(&json);
    return add_bytes(hash, room, text.length);
}

static uint64_t add_actions(uint64_t hash, const struct peck_game *game, const void *state)
{
    uint32_t actions[PECK_ACTIONS_MAX], weights[PECK_OUTCOMES_MAX];
    uint32_t movers = game->movers(state);
    hash = add_number(hash, movers);
    for (int seat = 0; seat <= PECK_CHANCE; seat++) {
        uint32_t count = game->legal(state, seat, actions);
        hash = add_number(hash, count);
        if (seat == PECK_CHANCE && count > 0)
            game->weights(state, weights);
        for (uint32_t i = 0; i < count; i++) {
            char name[PECK_NAME_MAX];
            struct peck_text text = peck_text_begin(name, sizeof name);
            game->action_name(actions[i], &text);
            hash = add_bytes(add_number(hash, actions[i]), name, text.length);
            if (seat == PECK_CHANCE)
                hash = add_number(hash, weights[i]);
        }
    }
    return hash;
}

/* What one viewer may know, and a world that fits it. */
static uint64_t add_view(uint64_t hash, const struct peck_game *game,
                         const union peck_state *state, int viewer)
{
    union peck_state view;
    struct peck_rng rng;
    memcpy(&view, state, game->state_size);
    game->redact(&view, viewer);
    hash = add_memory(hash, game, &view);
    hash = add_line(hash, game, &view);
    hash = add_table(hash, game, &view);
    if (viewer != PECK_CHANCE) {
        int16_t features[PECK_FEATURES_MAX];
        game->observe(&view, viewer, features);
        for (int i = 0; i < game->features; i++)
            hash = add_number(hash, (uint16_t)features[i]);
    }
    peck_rng_seed(&rng, SEED);
    game->determinize(&view, viewer, &rng);
    return add_memory(hash, game, &view);
}

/* Everything that can be asked of a state. */
static uint64_t add_state(uint64_t hash, const struct peck_game *game,
                          const union peck_state *state, int seats)
{
    int32_t points[PECK_SEATS_MAX];
    uint8_t places[PECK_SEATS_MAX];
    hash = add_memory(hash, game, state);
    hash = add_line(hash, game, state);
    hash = add_number(hash, game->check(state) == NULL);
    hash = add_actions(hash, game, state);
    game->score(state, points, places);
    for (int s = 0; s < seats; s++) {
        hash = add_number(hash, (uint32_t)points[s]);
        hash = add_number(hash, places[s]);
        hash = add_view(hash, game, state, s);
    }
    return add_view(hash, game, state, PECK_CHANCE);
}

/* The ply, and as each viewer sees it. */
static uint64_t add_ply(uint64_t hash, const struct peck_game *game,
                        const union peck_state *before, int seats, int seat,
                        uint32_t action)
{
    hash = add_number(hash, (uint64_t)seat << 32 | action);
    for (int viewer = 0; viewer < seats; viewer++)
        hash = add_number(hash, game->seen(before, seat, action, viewer));
    return add_number(hash, game->seen(before, seat, action, PECK_CHANCE));
}

/* The same match as the loops of random play have it: the end and the generator's state. */
static uint64_t add_loops(uint64_t hash, const struct peck_game *game,
                          const union peck_state *start, const struct peck_rng *rng)
{
    union peck_state state;
    struct peck_rng fast = *rng, plain = *rng;
    memcpy(&state, start, game->state_size);
    hash = add_number(hash, game->playout(&state, &fast, PLIES_MAX));
    hash = add_memory(hash, game, &state);
    memcpy(&state, start, game->state_size);
    hash = add_number(hash, peck_playout(game, &state, &plain, PLIES_MAX));
    hash = add_memory(hash, game, &state);
    return add_number(add_number(hash, fast.word[0]), plain.word[0]);
}

static uint64_t add_match(uint64_t hash, const struct peck_game *game,
                          const union peck_state *start, int seats, uint64_t index)
{
    union peck_state state;
    struct peck_rng rng;
    uint32_t actions[PECK_ACTIONS_MAX], who;
    memcpy(&state, start, game->state_size);
    peck_rng_seed_match(&rng, SEED, index);
    hash = add_loops(hash, game, start, &rng);
    for (uint32_t ply = 0; (who = game->movers(&state)) != 0 && ply < PLIES_MAX; ply++) {
        int seat = PECK_CHANCE;
        uint32_t action;
        if (ply % LOOK_EVERY == index)
            hash = add_state(hash, game, &state, seats);
        if (who == PECK_CHANCE_BIT) {
            action = game->sample(&state, &rng);
        } else {
            seat = peck_rng_bit(&rng, who);
            uint32_t count = game->legal(&state, seat, actions);
            action = actions[peck_rng_below(&rng, count)];
        }
        hash = add_ply(hash, game, &state, seats, seat, action);
        game->apply(&state, seat, action);
    }
    return add_state(hash, game, &state, seats);
}

static int16_t off_default(const struct peck_option *option, int seats)
{
    if (option->kind == PECK_SEAT)
        return (int16_t)(seats - 1);
    return option->low != option->standard ? option->low : option->high;
}

/* Set 0: all options at their defaults; set i + 1: only option i is not; the last, of two
 * options or more: none is. */
static bool fill(const struct peck_game *game, int seats, uint32_t set,
                 struct peck_setup *setup)
{
    uint32_t last = game->option_count > 1 ? game->option_count + 1u : game->option_count;
    if (set > last)
        return false;
    peck_setup_begin(game, seats, setup);
    for (uint32_t i = 0; i < game->option_count; i++) {
        if (set == i + 1 || set > game->option_count)
            setup->option[i] = off_default(&game->options[i], seats);
    }
    return true;
}

bool peck_signature_part(uint32_t *at, struct peck_signature_part *part)
{
    enum { GAME_STEP = (PECK_SEATS_MAX + 1) * SET_COUNT_MAX };
    uint32_t end = (uint32_t)(peck_game_count + peck_template_count) * GAME_STEP;
    while (*at < end) {
        const struct peck_game *game = peck_games[*at / GAME_STEP];
        int seats = (int)(*at % GAME_STEP / SET_COUNT_MAX);
        uint32_t set = *at % SET_COUNT_MAX;
        struct peck_error error;
        union peck_state start;
        memset(&start, 0, sizeof start);
        ++*at;
        if (!fill(game, seats, set, &part->setup) ||
            peck_init(game, &start, &part->setup, &error) != PECK_OK)
            continue; /* not a seat count of this game, or a set it refuses */
        part->game = game;
        part->hash = 0xcbf29ce484222325u;
        for (uint64_t i = 0; i < MATCHES; i++)
            part->hash = add_match(part->hash, game, &start, seats, i);
        return true;
    }
    return false;
}

uint64_t peck_signature_add(uint64_t hash, const struct peck_signature_part *part)
{
    return add_number(hash ^ 0xcbf29ce484222325u, part->hash);
}

uint64_t peck_signature(void)
{
    struct peck_signature_part part;
    uint64_t hash = 0;
    for (uint32_t at = 0; peck_signature_part(&at, &part);)
        hash = peck_signature_add(hash, &part);
    return hash;
}
