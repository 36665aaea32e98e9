/* laws.c — what holds for every game: one program, every law over every game, seat count
 * and set of options, along random matches.
 *
 * A law is a function of one moment: a position before a ply. It is checked only at every
 * n-th ply of a match, because some laws are expensive. A broken law names the set-up and
 * the position. */
#include "play.h"
#include "test.h"
#include "setups.h"

#include <peck/advice.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

struct moment {
    const struct peck_game *game;
    const struct peck_setup *setup;
    const union peck_state *state;
    uint32_t ply;
    struct peck_rng *rng; /* for the law's own draws, apart from the match's */
};

struct law {
    void (*holds)(const struct moment *moment);
    uint32_t every; /* plies */
};

static uint32_t actions[PECK_ACTIONS_MAX], more_actions[PECK_ACTIONS_MAX];

#define BROKEN(moment, ...)                                                                \
    do {                                                                                   \
        explain(moment);                                                                   \
        fail_msg(__VA_ARGS__);                                                             \
    } while (0)
#define HOLDS(moment, condition)                                                           \
    do {                                                                                   \
        if (!(condition))                                                                  \
            BROKEN(moment, "broken: %s", #condition);                                      \
    } while (0)

static void explain(const struct moment *m)
{
    char line[PECK_LINE_MAX];
    struct peck_text text = peck_text_begin(line, sizeof line);
    peck_encode(m->game, m->state, &text);
    print_error("%s, ply %u:\n%s\n", setup_words(m->game, m->setup), m->ply, line);
}

static bool equal(const struct moment *m, const union peck_state *a,
                  const union peck_state *b)
{
    return memcmp(a, b, m->game->state_size) == 0;
}

static const char *name_of(const struct peck_game *game, uint32_t action)
{
    static char name[PECK_NAME_MAX];
    struct peck_text text = peck_text_begin(name, sizeof name);
    game->action_name(action, &text);
    return text.full ? "too long" : name;
}

/* Calls `law` for each viewer: the seats and the spectator. */
static void each_viewer(const struct moment *m,
                        void (*law)(const struct moment *m, int viewer,
                                    const union peck_state *view))
{
    for (int viewer = 0; viewer <= m->setup->seats; viewer++) {
        int who = viewer < m->setup->seats ? viewer : PECK_CHANCE;
        union peck_state view = *m->state;
        m->game->redact(&view, who);
        law(m, who, &view);
    }
}

/* ---- The laws. ---- */

static void positions_pass_check(const struct moment *m)
{
    const char *broken = m->game->check(m->state);
    if (broken != NULL)
        BROKEN(m, "check says: %s", broken);
}

static void movers_and_legal_agree(const struct moment *m)
{
    uint32_t movers = m->game->movers(m->state);
    uint32_t seats = (1u << m->setup->seats) - 1;
    HOLDS(m, movers == PECK_CHANCE_BIT || (movers & ~seats) == 0);
    for (int seat = 0; seat <= PECK_CHANCE; seat++) {
        uint32_t count = m->game->legal(m->state, seat, actions);
        uint32_t most = seat == PECK_CHANCE ? m->game->outcomes_max : m->game->actions_max;
        HOLDS(m, (count > 0) == (movers >> seat & 1) && count <= most);
        for (uint32_t i = 1; i < count; i++)
            HOLDS(m, actions[i - 1] < actions[i]);
    }
}

/* In a game with runs an action's number tells the action. */
static void choices_number_actions(const struct moment *m)
{
    uint32_t most = peck_choice_count(m->game);
    for (int seat = 0; seat < m->setup->seats; seat++) {
        uint32_t count = m->game->legal(m->state, seat, actions);
        peck_choices(m->game, actions, count, more_actions);
        for (uint32_t i = 0; i < count; i++) {
            HOLDS(m, more_actions[i] < most);
            HOLDS(m, i == 0 || more_actions[i - 1] < more_actions[i]);
            HOLDS(m, m->game->run_count == 0 ||
                         peck_choice_action(m->game, more_actions[i]) == actions[i]);
        }
    }
}

static void names_are_unique_and_parse_back(const struct moment *m)
{
    for (int seat = 0; seat <= PECK_CHANCE; seat++) {
        uint32_t count = m->game->legal(m->state, seat, actions), parsed;
        uint32_t step = count / 32 + 1; /* parsing is quadratic; a sample will do */
        for (uint32_t i = 0; i < count; i += step) {
            char name[PECK_NAME_MAX];
            snprintf(name, sizeof name, "%s", name_of(m->game, actions[i]));
            HOLDS(m, strpbrk(name, "?;\n") == NULL);
            HOLDS(m, peck_action_parse(m->game, m->state, seat, name, &parsed) == PECK_OK);
            HOLDS(m, parsed == actions[i]); /* the first of that name: so the only one */
        }
    }
}

/* Reads back a line of `encode` into a state of the same set-up. */
static void read_back(const struct moment *m, const union peck_state *state,
                      union peck_state *back)
{
    char line[PECK_LINE_MAX];
    struct peck_error error = {0};
    struct peck_text text = peck_text_begin(line, sizeof line);
    m->game->encode(state, &text);
    HOLDS(m, !text.full);
    memset(back, 0, sizeof *back);
    HOLDS(m, peck_init(m->game, back, m->setup, &error) == PECK_OK);
    struct peck_scan scan = peck_scan_begin(line, text.length, &error);
    m->game->decode(back, &scan);
    if (!peck_scan_done(&scan))
        BROKEN(m, "'%s' column %u: %s", line, error.column, error_words(&error));
}

static void view_survives_encoding(const struct moment *m, int viewer,
                                   const union peck_state *view)
{
    union peck_state back;
    read_back(m, view, &back);
    HOLDS(m, equal(m, view, &back));
}

static void positions_survive_encoding(const struct moment *m)
{
    union peck_state back;
    struct peck_setup setup;
    read_back(m, m->state, &back);
    HOLDS(m, equal(m, m->state, &back));
    m->game->setup(m->state, &setup);
    HOLDS(m, memcmp(&setup, m->setup, sizeof setup) == 0);
    each_viewer(m, view_survives_encoding);
}

static void view_is_a_state(const struct moment *m, int viewer,
                            const union peck_state *view)
{
    union peck_state again = *view;
    m->game->redact(&again, viewer);
    HOLDS(m, equal(m, view, &again)); /* redact is idempotent */
    const char *broken = m->game->check(view);
    if (broken != NULL)
        BROKEN(m, "the view of %d: check says: %s", viewer, broken);
    HOLDS(m, m->game->movers(view) == m->game->movers(m->state));
    if (viewer == PECK_CHANCE)
        return;
    uint32_t count = m->game->legal(m->state, viewer, actions);
    HOLDS(m, m->game->legal(view, viewer, more_actions) == count);
    HOLDS(m, memcmp(actions, more_actions, count * sizeof *actions) == 0);
}

static void views_are_states(const struct moment *m)
{
    each_viewer(m, view_is_a_state);
}

static void world_fits_view(const struct moment *m, int viewer,
                            const union peck_state *view)
{
    union peck_state world = *view, again;
    m->game->determinize(&world, viewer, m->rng);
    const char *broken = m->game->check(&world);
    if (broken != NULL)
        BROKEN(m, "a world of %d: check says: %s", viewer, broken);
    again = world;
    m->game->redact(&again, viewer);
    HOLDS(m, equal(m, view, &again));
    read_back(m, &world, &again);
    HOLDS(m, equal(m, &world, &again));
    again = world; /* nothing is left blank: filling again changes nothing */
    m->game->determinize(&again, viewer, m->rng);
    HOLDS(m, equal(m, &world, &again));
    m->game->playout(&world, m->rng, 50);
    HOLDS(m, m->game->check(&world) == NULL);
}

static void worlds_fit_views(const struct moment *m)
{
    each_viewer(m, world_fits_view);
}

static void observation_keeps_secrets(const struct moment *m, int viewer,
                                      const union peck_state *view)
{
    int16_t truth[PECK_FEATURES_MAX], guess[PECK_FEATURES_MAX];
    union peck_state world = *view;
    if (viewer == PECK_CHANCE)
        return;
    m->game->determinize(&world, viewer, m->rng);
    memset(truth, 0x55, sizeof truth);
    memset(guess, 0x55, sizeof guess);
    m->game->observe(m->state, viewer, truth);
    m->game->observe(&world, viewer, guess);
    HOLDS(m, memcmp(truth, guess, sizeof truth) == 0); /* also: nothing beyond `features` */
    m->game->observe(view, viewer, guess);
    HOLDS(m, memcmp(truth, guess, sizeof truth) == 0);
}

static void observations_keep_secrets(const struct moment *m)
{
    each_viewer(m, observation_keeps_secrets);
}

/* Two plies that leave a viewer with the same view of different states must look the same
 * to that viewer, or `seen` tells what `redact` hides. The one who acts sees its own action
 * as it is. */
static void seen_keeps_secrets(const struct moment *m, int viewer,
                               const union peck_state *view)
{
    enum { LOOKS = 40 };
    static union peck_state after[LOOKS], shown[LOOKS];
    uint32_t seen[LOOKS];
    uint32_t movers = m->game->movers(m->state);
    if (movers == 0)
        return;
    int seat = __builtin_ctz(movers);
    uint32_t count = m->game->legal(m->state, seat, actions);
    bool own = seat == viewer && seat != PECK_CHANCE;
    for (uint32_t i = 0; i < count && i < LOOKS; i++) {
        seen[i] = m->game->seen(m->state, seat, actions[i], viewer);
        bool hidden = strchr(name_of(m->game, seen[i]), '?') != NULL;
        HOLDS(m, hidden == (seen[i] != actions[i]) && !(hidden && own));
        after[i] = *m->state;
        m->game->apply(&after[i], seat, actions[i]);
        shown[i] = after[i];
        m->game->redact(&shown[i], viewer);
        for (uint32_t k = 0; k < i && !own; k++) {
            bool secret = equal(m, &shown[k], &shown[i]) && !equal(m, &after[k], &after[i]);
            HOLDS(m, !secret || seen[k] == seen[i]);
        }
    }
}

static void seen_plies_keep_secrets(const struct moment *m)
{
    each_viewer(m, seen_keeps_secrets);
}

/* Players have a part in an outcome only where they all see it at once. */
static void sees_outcomes(const struct moment *m, int viewer,
                          const union peck_state *unused)
{
    uint32_t count = m->game->legal(m->state, PECK_CHANCE, actions);
    for (uint32_t i = 0; i < count; i++)
        HOLDS(m, m->game->seen(m->state, PECK_CHANCE, actions[i], viewer) == actions[i]);
}

static void open_chance_is_open(const struct moment *m)
{
    if (m->game->open_chance && m->game->movers(m->state) == PECK_CHANCE_BIT)
        each_viewer(m, sees_outcomes);
}

static void illegal_actions_change_nothing(const struct moment *m)
{
    union peck_state state = *m->state;
    for (int i = 0; i < 16; i++) {
        int seat = (int)peck_rng_below(m->rng, PECK_CHANCE + 1);
        uint32_t count = m->game->legal(m->state, seat, actions);
        uint32_t action = (uint32_t)peck_rng_next(m->rng);
        if (count > 0 && i % 2 == 0) /* something near a legal one is the likelier trap */
            action =
                actions[peck_rng_below(m->rng, count)] + 1u + peck_rng_below(m->rng, 3);
        bool is_legal = false;
        for (uint32_t k = 0; k < count; k++)
            is_legal |= actions[k] == action;
        if (is_legal)
            continue;
        HOLDS(m, peck_act(m->game, &state, seat, action) == PECK_ILLEGAL);
        HOLDS(m, equal(m, &state, m->state));
    }
}

/* The chi-square of `draws` samples against the weights, rare outcomes gathered in one bin.
 */
static void sample_has_the_odds(const struct moment *m)
{
    enum { DRAWS = 3000 };
    static uint32_t weights[PECK_OUTCOMES_MAX], hits[PECK_OUTCOMES_MAX];
    if (m->game->movers(m->state) != PECK_CHANCE_BIT)
        return;
    uint32_t count = m->game->legal(m->state, PECK_CHANCE, actions);
    double total = 0, chi = 0, rare = 0, rare_hits = 0;
    int bins = 0;
    m->game->weights(m->state, weights);
    memset(hits, 0, sizeof hits);
    for (uint32_t i = 0; i < count; i++) {
        HOLDS(m, weights[i] > 0);
        total += weights[i];
    }
    for (int draw = 0; draw < DRAWS; draw++) {
        uint32_t outcome = m->game->sample(m->state, m->rng), i = 0;
        while (i < count && actions[i] != outcome)
            i++;
        HOLDS(m, i < count);
        hits[i]++;
    }
    for (uint32_t i = 0; i < count; i++) {
        double expected = DRAWS * weights[i] / total;
        if (expected < 5) {
            rare += expected;
            rare_hits += hits[i];
        } else {
            chi += (hits[i] - expected) * (hits[i] - expected) / expected;
            bins++;
        }
    }
    if (rare >= 5) {
        chi += (rare_hits - rare) * (rare_hits - rare) / rare;
        bins++;
    }
    /* Wilson and Hilferty: the cube root of chi/df is nearly normal. With a few thousand
     * looks a fair sampler passes 5 deviations; a wrong one fails by hundreds. */
    double df = bins - 1;
    if (df >= 1) {
        double z = (cbrt(chi / df) - (1 - 2 / (9 * df))) / sqrt(2 / (9 * df));
        HOLDS(m, z < 5);
    }
}

static void scores_and_places_agree(const struct moment *m)
{
    int32_t points[PECK_SEATS_MAX];
    uint8_t places[PECK_SEATS_MAX];
    m->game->score(m->state, points, places);
    int sign = m->game->low_wins ? -1 : 1;
    for (int a = 0; a < m->setup->seats; a++) {
        int better = 0;
        for (int b = 0; b < m->setup->seats; b++) {
            better += places[b] < places[a];
            if (sign * points[b] > sign * points[a])
                HOLDS(m, places[b] < places[a]);
        }
        HOLDS(m, places[a] == better + 1);
    }
}

static void write_table(const struct moment *m, const union peck_state *view,
                        struct peck_json *json)
{
    peck_json_object(json, NULL);
    m->game->table(view, json);
    peck_json_end_object(json);
    HOLDS(m, json->depth == 0);
}

/* The table is JSON, and its nodes are what a reader makes of the text. */
static void view_tables_itself(const struct moment *m, int viewer,
                               const union peck_state *view)
{
    static char bytes[PECK_TABLE_MAX], strings[2][PECK_TABLE_MAX];
    static struct peck_node nodes[2][PECK_TABLE_MAX];
    struct peck_text text = peck_text_begin(bytes, sizeof bytes);
    struct peck_json json = peck_json_begin(&text);
    write_table(m, view, &json);
    HOLDS(m, !text.full);
    size_t most = peck_json_nodes(bytes, text.length);
    struct peck_tree read = peck_tree_begin(nodes[0], most, strings[0], text.length);
    struct peck_tree own = peck_tree_begin(nodes[1], most, strings[1], text.length);
    json = peck_json_begin_tree(&read);
    HOLDS(m, peck_json_read(bytes, text.length, &json));
    json = peck_json_begin_tree(&own);
    write_table(m, view, &json);
    HOLDS(m, !read.full && !own.full);
    HOLDS(m, same_nodes(peck_tree_root(&read), peck_tree_root(&own)));
}

static void tables_are_json(const struct moment *m)
{
    view_tables_itself(m, PECK_CHANCE, m->state);
    each_viewer(m, view_tables_itself);
}

/* Any bytes may be asked about; and what passes the check is safe to use. */
static void damaged_states_are_answered(const struct moment *m)
{
    char line[PECK_LINE_MAX];
    for (int i = 0; i < 40; i++) {
        union peck_state state = *m->state;
        for (uint32_t flips = 1 + peck_rng_below(m->rng, 2); flips > 0; flips--) {
            uint32_t at = peck_rng_below(m->rng, m->game->state_size);
            state.bytes[at] ^= (unsigned char)(1u << peck_rng_below(m->rng, 8));
        }
        const char *broken = m->game->check(&state);
        if (broken != NULL) {
            key_words(broken);
            continue;
        }
        struct peck_text text = peck_text_begin(line, sizeof line);
        m->game->encode(&state, &text);
        view_tables_itself(m, PECK_CHANCE, &state);
        int32_t points[PECK_SEATS_MAX];
        uint8_t places[PECK_SEATS_MAX];
        m->game->score(&state, points, places);
        m->game->redact(&state, 0);
        HOLDS(m, m->game->check(&state) == NULL);
        m->game->determinize(&state, 0, m->rng);
        m->game->playout(&state, m->rng, 30);
    }
    union peck_state noise;
    for (size_t i = 0; i < sizeof noise; i++)
        noise.bytes[i] = (unsigned char)peck_rng_next(m->rng);
    m->game->check(&noise);
}

/* The compiled loop plays the same match as the struct, to the last draw, and every match
 * ends. */
static void hot_loop_plays_the_same(const struct moment *m)
{
    enum { LIMIT = 1000000 };
    union peck_state hot = *m->state, cold = *m->state;
    struct peck_rng hot_rng = *m->rng, cold_rng = *m->rng;
    uint32_t plies = m->game->playout(&hot, &hot_rng, LIMIT);
    HOLDS(m, plies < LIMIT && m->game->movers(&hot) == 0);
    HOLDS(m, peck_playout(m->game, &cold, &cold_rng, LIMIT) == plies);
    HOLDS(m, memcmp(&hot, &cold, sizeof hot) == 0); /* also: nothing beyond state_size */
    HOLDS(m, memcmp(&hot_rng, &cold_rng, sizeof hot_rng) == 0);
    peck_rng_next(m->rng);
}

/* The facts are found out along one match, and hold in all. */
static void facts_hold(const struct moment *m)
{
    uint32_t movers = m->game->movers(m->state);
    HOLDS(m, (movers & (movers - 1)) == 0 || peck_at_once(m->game, m->setup));
    for (int seat = 0; seat < m->setup->seats; seat++) {
        union peck_state view = *m->state;
        m->game->redact(&view, seat);
        HOLDS(m, equal(m, &view, m->state) || peck_hidden(m->game, m->setup));
    }
}

/* ---- Walking. ---- */

/* What lies in another box than the one assumed, by games/GAME/tests/box.txt. */
static union peck_contents other_box(const struct peck_game *game)
{
    char path[4096], text[4096];
    union peck_contents contents;
    struct peck_error error;
    snprintf(path, sizeof path, "%s/%s/tests/box.txt", GAMES, game->name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail_msg("there is no %s", path);
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    if (peck_contents_read(game, text, length, &contents, &error) != PECK_OK)
        fail_msg("%s: line %u: %s", path, error.line, error_words(&error));
    return contents;
}

/* Puts it into a state; false: the set-up has no use for it. */
static bool put_other_box(const struct peck_game *game, union peck_state *state)
{
    union peck_contents contents = other_box(game);
    unsigned char *at = state->bytes + game->state_size - game->contents_size;
    assert_memory_not_equal(at, &contents, game->contents_size);
    memcpy(at, &contents, game->contents_size);
    return game->check(state) == NULL;
}

static void walk_in(const struct peck_game *game, const struct peck_setup *setup,
                    const struct law *law, bool other)
{
    struct peck_rng match_rng, law_rng;
    struct peck_error error;
    union peck_state state;
    peck_rng_seed(&match_rng, 20260101);
    peck_rng_seed(&law_rng, 7);
    memset(&state, 0xa5, sizeof state);
    if (peck_init(game, &state, setup, &error) != PECK_OK)
        fail_msg("%s: %s", setup_words(game, setup), error_words(&error));
    if (other && !put_other_box(game, &state))
        return;
    const union peck_state start = state;
    const size_t box = game->state_size - game->contents_size;
    for (uint32_t ply = 0;; ply++) {
        bool over = game->movers(&state) == 0;
        if (ply % law->every == 0 || over) {
            struct moment moment = {game, setup, &state, ply, &law_rng};
            HOLDS(&moment,
                  memcmp(state.bytes + box, start.bytes + box, game->contents_size) == 0);
            law->holds(&moment);
        }
        if (over)
            break;
        peck_playout(game, &state, &match_rng, 1);
    }
}

static void walk(const struct peck_game *game, const struct peck_setup *setup,
                 void *context)
{
    enum { SEATS_OTHER = 3 }; /* are enough */
    walk_in(game, setup, context, false);
    if (game->contents_size > 0 && setup->seats == SEATS_OTHER)
        walk_in(game, setup, context, true);
}

/* clang-format off */
#define LAW(name, every) {#name, test_law, NULL, NULL, &(struct law){name, every}}
/* clang-format on */

static void test_law(void **law)
{
    each_setup(walk, *law);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LAW(positions_pass_check, 1),
        LAW(movers_and_legal_agree, 1),
        LAW(choices_number_actions, 3),
        LAW(names_are_unique_and_parse_back, 11),
        LAW(positions_survive_encoding, 7),
        LAW(views_are_states, 5),
        LAW(worlds_fit_views, 29),
        LAW(observations_keep_secrets, 13),
        LAW(seen_plies_keep_secrets, 23),
        LAW(illegal_actions_change_nothing, 19),
        LAW(open_chance_is_open, 3),
        LAW(sample_has_the_odds, 151),
        LAW(scores_and_places_agree, 17),
        LAW(tables_are_json, 37),
        LAW(damaged_states_are_answered, 97),
        LAW(hot_loop_plays_the_same, 499),
        LAW(facts_hold, 41),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
