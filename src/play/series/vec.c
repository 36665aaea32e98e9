/* vec.c — steps many matches at once for learners, on several threads.
 *
 * What a step must touch of a match lies together: the state, the generator, and the bits
 * of the legal choices. A whole step is checked against these bits before any of it is
 * played, so an illegal choice changes nothing. Legal choices are found when a match stops
 * to wait for a learner, and serve both the mask that the learner sees and the check of its
 * answer.
 *
 * A match depends on its own generator alone, so the number of threads does not matter.
 * Bots are shown plies as their seats saw them; therefore matches with bots keep a log for
 * each seat, and matches without bots keep none and allocate nothing. When memory for a log
 * runs out, a flag stops all threads, and the step reports it.
 *
 * docs/study/python.md describes the interface built on this,
 * docs/explain/benchmarks-python.md its speed. */
#include <peck/vec.h>

#include "crew.h"
#include "play/kit.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)PECK_VEC_THREADS_MAX == (int)PECK_CREW_MAX, "as many as a crew has");

struct match {
    struct peck_rng rng;
    uint32_t number; /* of the match in this place, from 0 */
    uint32_t steps;  /* choices of learners in it */
    uint8_t shift;   /* player p sits at seat p + shift */
    uint8_t seat;    /* who is to act: a learner's */
    uint32_t count, room;
    struct peck_ply *plies[PECK_SEATS_MAX]; /* as the bot at this seat saw them */
};

struct peck_vec {
    struct peck_vec_wish wish;
    union peck_state start;
    uint32_t choices, words, stride; /* words of bits, and bytes of state, of a match */
    bool bots;                       /* there are some */
    struct match *matches;
    unsigned char *states;
    uint64_t *allowed;
    uint32_t *codes;      /* of the choices; NULL in a game without runs */
    struct peck_rng pick; /* for peck_vec_sample */
    struct peck_crew *crew;
    atomic_bool exhausted; /* no memory for a log */
};

/* The task of each part of a step. */
struct task {
    struct peck_vec *vec;
    const int32_t *choices; /* NULL: restart */
    const struct peck_vec_out *out;
};

static unsigned char *state_of(const struct peck_vec *vec, uint32_t index)
{
    return vec->states + (size_t)index * vec->stride;
}

static int player_at(const struct peck_vec *vec, const struct match *match, int seat)
{
    int player = seat - match->shift;
    return player < 0 ? player + vec->wish.setup.seats : player;
}

/* ---- One ply. ---- */

static bool make_room(struct peck_vec *vec, struct match *match)
{
    if (match->count < match->room)
        return true;
    uint32_t room = match->room == 0 ? 128 : match->room * 2;
    for (int s = 0; s < vec->wish.setup.seats; s++) {
        struct peck_ply *larger = realloc(match->plies[s], room * sizeof *larger);
        if (larger == NULL)
            return false;
        match->plies[s] = larger;
    }
    match->room = room;
    return true;
}

static void play(struct peck_vec *vec, struct match *match, void *state, int seat,
                 uint32_t action)
{
    const struct peck_game *game = vec->wish.game;
    if (vec->bots && !make_room(vec, match)) {
        atomic_store(&vec->exhausted, true);
    } else if (vec->bots) {
        for (int s = 0; s < vec->wish.setup.seats; s++) {
            uint32_t seen = game->seen(state, seat, action, s);
            match->plies[s][match->count] = (struct peck_ply){seen, (uint8_t)seat};
        }
        match->count++;
    }
    game->apply(state, seat, action);
}

static uint32_t think(const struct peck_vec *vec, struct match *match, const void *state,
                      int seat, const struct peck_player *player)
{
    const struct peck_game *game = vec->wish.game;
    union peck_state view;
    struct peck_thought thought = {0};
    memcpy(&view, state, game->state_size);
    game->redact(&view, seat);
    const struct peck_seat knows = {game,  &vec->wish.setup,   seat,
                                    &view, match->plies[seat], match->count};
    player->bot->think(player, &knows, &match->rng, &thought);
    return thought.action;
}

/* Chance and bots act until a learner is to act; false: the match is over. */
static bool advance(struct peck_vec *vec, struct match *match, void *state)
{
    const struct peck_game *game = vec->wish.game;
    for (uint32_t who; (who = game->movers(state)) != 0;) {
        if (who == PECK_CHANCE_BIT) {
            play(vec, match, state, PECK_CHANCE, game->sample(state, &match->rng));
            continue;
        }
        bool alone = (who & (who - 1)) == 0;
        int seat = alone ? __builtin_ctz(who) : peck_rng_bit(&match->rng, who);
        const struct peck_player *player = &vec->wish.players[player_at(vec, match, seat)];
        if (player->bot == NULL) {
            match->seat = (uint8_t)seat;
            return true;
        }
        play(vec, match, state, seat, think(vec, match, state, seat, player));
        if (atomic_load_explicit(&vec->exhausted, memory_order_relaxed))
            return false;
    }
    return false;
}

/* ---- One match. ---- */

/* The next match of a place. One that ends before a learner has acted is no match for
 * learners: another begins, as long as there is memory. */
static void begin_match(struct peck_vec *vec, uint32_t index)
{
    struct match *match = &vec->matches[index];
    unsigned char *state = state_of(vec, index);
    do {
        uint32_t number = match->number++;
        match->shift = vec->wish.rotate ? (uint8_t)(number % vec->wish.setup.seats) : 0;
        match->steps = 0;
        match->count = 0;
        memcpy(state, &vec->start, vec->wish.game->state_size);
    } while (!advance(vec, match, state) && !atomic_load(&vec->exhausted));
}

static void put_rewards(const struct peck_vec *vec, const struct match *match,
                        const void *state, float *rewards)
{
    int32_t points[PECK_SEATS_MAX];
    double shares[PECK_SEATS_MAX];
    int seats = vec->wish.setup.seats;
    float sum = 0, sign = vec->wish.game->low_wins ? -1 : 1;
    kit_win_shares(vec->wish.game, state, seats, points, shares);
    for (int s = 0; s < seats; s++)
        sum += (float)points[s];
    for (int s = 0; s < seats; s++) {
        float win = ((float)seats * (float)shares[s] - 1) / (float)(seats - 1);
        float ahead = sign * ((float)points[s] - sum / (float)seats);
        rewards[player_at(vec, match, s)] =
            vec->wish.reward == PECK_REWARD_WIN ? win : ahead;
    }
}

/* Tells how the match ended and begins the next. */
static void end_match(struct peck_vec *vec, uint32_t index, bool over,
                      const struct peck_vec_out *out)
{
    struct match *match = &vec->matches[index];
    const struct peck_game *game = vec->wish.game;
    const void *state = state_of(vec, index);
    if (out->rewards != NULL && over)
        put_rewards(vec, match, state,
                    out->rewards + (size_t)index * vec->wish.setup.seats);
    if (out->terminals != NULL)
        out->terminals[index] = over;
    if (out->truncations != NULL)
        out->truncations[index] = !over;
    if (out->finals != NULL)
        game->observe(state, match->seat, out->finals + (size_t)index * game->features);
    begin_match(vec, index);
}

/* What the learner to act sees and may do. */
static void tell(struct peck_vec *vec, uint32_t index, const struct peck_vec_out *out)
{
    const struct match *match = &vec->matches[index];
    const struct peck_game *game = vec->wish.game;
    const void *state = state_of(vec, index);
    uint32_t list[PECK_ACTIONS_MAX];
    uint32_t count = game->legal(state, match->seat, list);
    uint64_t *allowed = vec->allowed + (size_t)index * vec->words;
    peck_choices(game, list, count, list);
    memset(allowed, 0, vec->words * sizeof *allowed);
    for (uint32_t i = 0; i < count; i++)
        allowed[list[i] / 64] |= (uint64_t)1 << list[i] % 64;
    if (out->masks != NULL) {
        uint8_t *mask = out->masks + (size_t)index * vec->choices;
        memset(mask, 0, vec->choices);
        for (uint32_t i = 0; i < count; i++)
            mask[list[i]] = 1;
    }
    if (out->players != NULL)
        out->players[index] = (int8_t)player_at(vec, match, match->seat);
    if (out->observations != NULL)
        game->observe(state, match->seat,
                      out->observations + (size_t)index * game->features);
}

/* The code of a legal choice. */
static uint32_t code_of(const struct peck_vec *vec, uint32_t index, uint32_t choice)
{
    if (vec->codes != NULL)
        return vec->codes[choice];
    uint32_t list[PECK_ACTIONS_MAX];
    vec->wish.game->legal(state_of(vec, index), vec->matches[index].seat, list);
    return list[choice];
}

static void step_match(struct peck_vec *vec, uint32_t index, uint32_t choice,
                       const struct peck_vec_out *out)
{
    struct match *match = &vec->matches[index];
    unsigned char *state = state_of(vec, index);
    play(vec, match, state, match->seat, code_of(vec, index, choice));
    match->steps++;
    uint8_t acted = match->seat;
    bool goes_on = advance(vec, match, state);
    if (goes_on && (vec->wish.limit == 0 || match->steps < vec->wish.limit))
        return;
    match->seat = acted; /* who sees the end */
    end_match(vec, index, !goes_on, out);
}

/* ---- All matches. ---- */

static void clear(const struct peck_vec *vec, uint32_t from, uint32_t to,
                  const struct peck_vec_out *out)
{
    uint32_t seats = vec->wish.setup.seats;
    if (out->rewards != NULL)
        memset(out->rewards + (size_t)from * seats, 0,
               (size_t)(to - from) * seats * sizeof *out->rewards);
    if (out->terminals != NULL)
        memset(out->terminals + from, 0, to - from);
    if (out->truncations != NULL)
        memset(out->truncations + from, 0, to - from);
}

static void do_part(void *context, uint32_t from, uint32_t to)
{
    const struct task *task = context;
    clear(task->vec, from, to, task->out);
    for (uint32_t i = from;
         i < to && !atomic_load_explicit(&task->vec->exhausted, memory_order_relaxed);
         i++) {
        if (task->choices == NULL)
            begin_match(task->vec, i);
        else
            step_match(task->vec, i, (uint32_t)task->choices[i], task->out);
        tell(task->vec, i, task->out);
    }
}

static enum peck_status do_all(struct peck_vec *vec, const int32_t *choices,
                               const struct peck_vec_out *out)
{
    struct task task = {vec, choices, out};
    peck_crew_do(vec->crew, do_part, &task, vec->wish.count);
    return atomic_load(&vec->exhausted) ? PECK_NO_MEMORY : PECK_OK;
}

static bool is_allowed(const struct peck_vec *vec, uint32_t index, int32_t choice)
{
    const uint64_t *allowed = vec->allowed + (size_t)index * vec->words;
    return choice >= 0 && (uint32_t)choice < vec->choices &&
           (allowed[choice / 64] >> choice % 64 & 1) != 0;
}

static enum peck_status refuse(const struct peck_vec *vec, uint32_t index, int32_t choice,
                               struct peck_error *error)
{
    const struct peck_game *game = vec->wish.game;
    enum { LISTED = 8 };
    uint32_t list[PECK_ACTIONS_MAX], choices[PECK_ACTIONS_MAX];
    uint32_t count = game->legal(state_of(vec, index), vec->matches[index].seat, list);
    peck_choices(game, list, count, choices);
    peck_error_say(error, "error.vec.illegal");
    peck_error_number(error, "match", index);
    peck_error_number(error, "choice", choice);
    struct peck_text text = peck_error_open(error, "legal");
    for (uint32_t i = 0; i < count && i < LISTED; i++) {
        peck_put(&text, i > 0 ? ", " : "");
        peck_put_int(&text, choices[i]);
        peck_put(&text, " (");
        game->action_name(list[i], &text);
        peck_put(&text, ")");
    }
    peck_put(&text, count > LISTED ? " …" : "");
    return PECK_ILLEGAL;
}

enum peck_status peck_vec_step(struct peck_vec *vec, const int32_t *choices,
                               const struct peck_vec_out *out, struct peck_error *error)
{
    for (uint32_t i = 0; i < vec->wish.count; i++) {
        if (!is_allowed(vec, i, choices[i]))
            return refuse(vec, i, choices[i], error);
    }
    return do_all(vec, choices, out);
}

enum peck_status peck_vec_reset(struct peck_vec *vec, uint64_t seed,
                                const struct peck_vec_out *out)
{
    uint64_t counter = seed;
    vec->wish.seed = seed;
    peck_rng_seed(&vec->pick, ~peck_rng_mix(&counter));
    for (uint32_t i = 0; i < vec->wish.count; i++) {
        struct match *match = &vec->matches[i];
        peck_rng_seed_match(&match->rng, seed, i);
        match->number = i; /* so that with `rotate` all seats are there from the start */
    }
    atomic_store(&vec->exhausted, false);
    return do_all(vec, NULL, out);
}

void peck_vec_sample(struct peck_vec *vec, int32_t *choices)
{
    struct peck_rng rng = vec->pick;
    for (uint32_t i = 0; i < vec->wish.count; i++) {
        const uint64_t *word = vec->allowed + (size_t)i * vec->words;
        uint32_t count = 0;
        for (uint32_t w = 0; w < vec->words; w++)
            count += (uint32_t)__builtin_popcountll(word[w]);
        uint32_t skip = peck_rng_below(&rng, count), w = 0, here;
        while (skip >= (here = (uint32_t)__builtin_popcountll(word[w]))) {
            skip -= here;
            w++;
        }
        uint64_t rest = word[w];
        for (; skip > 0; skip--)
            rest &= rest - 1;
        choices[i] = (int32_t)(64 * w) + __builtin_ctzll(rest);
    }
    vec->pick = rng;
}

const void *peck_vec_state(const struct peck_vec *vec, uint32_t index)
{
    PECK_ASSERT(index < vec->wish.count);
    return state_of(vec, index);
}

/* ---- Begin and end. ---- */

static enum peck_status judge(const struct peck_vec_wish *wish, struct peck_error *error)
{
    bool learner = false;
    for (int p = 0; p < wish->setup.seats; p++)
        learner = learner || wish->players[p].bot == NULL;
    bool many = wish->count < 1 || wish->count > PECK_VEC_MAX;
    if (learner && !many && wish->threads >= 1 && wish->threads <= PECK_VEC_THREADS_MAX)
        return PECK_OK;
    peck_error_say(error, !learner ? "error.vec.learner"
                          : many   ? "error.vec.matches"
                                   : "error.vec.threads");
    peck_error_number(error, "most", many ? PECK_VEC_MAX : PECK_VEC_THREADS_MAX);
    return PECK_BAD_SETUP;
}

static bool allocate(struct peck_vec *vec)
{
    const struct peck_game *game = vec->wish.game;
    size_t count = vec->wish.count;
    vec->choices = peck_choice_count(game);
    vec->words = (vec->choices + 63) / 64;
    vec->stride = (game->state_size + 7u) & ~7u;
    vec->matches = calloc(count, sizeof *vec->matches);
    vec->states = calloc(count, vec->stride);
    vec->allowed = calloc(count * vec->words, sizeof *vec->allowed);
    vec->crew = peck_crew_begin(vec->wish.threads);
    if (game->run_count > 0) {
        vec->codes = malloc(vec->choices * sizeof *vec->codes);
        for (uint32_t i = 0; vec->codes != NULL && i < vec->choices; i++)
            vec->codes[i] = peck_choice_action(game, i);
    }
    return vec->matches != NULL && vec->states != NULL && vec->allowed != NULL &&
           vec->crew != NULL && (vec->codes != NULL || game->run_count == 0);
}

enum peck_status peck_vec_begin(struct peck_vec **vec, const struct peck_vec_wish *wish,
                                struct peck_error *error)
{
    union peck_state start;
    memset(&start, 0, sizeof start);
    enum peck_status status = peck_init(wish->game, &start, &wish->setup, error);
    if (status == PECK_OK)
        status = judge(wish, error);
    if (status != PECK_OK)
        return status;
    struct peck_vec *fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL)
        return PECK_NO_MEMORY;
    fresh->wish = *wish;
    fresh->start = start;
    for (int p = 0; p < wish->setup.seats; p++)
        fresh->bots = fresh->bots || wish->players[p].bot != NULL;
    const struct peck_vec_out nothing = {0};
    if (!allocate(fresh) || peck_vec_reset(fresh, wish->seed, &nothing) != PECK_OK) {
        peck_vec_free(fresh);
        return PECK_NO_MEMORY;
    }
    *vec = fresh;
    return PECK_OK;
}

void peck_vec_free(struct peck_vec *vec)
{
    if (vec == NULL)
        return;
    for (uint32_t i = 0; vec->matches != NULL && i < vec->wish.count; i++) {
        for (int s = 0; s < vec->wish.setup.seats; s++)
            free(vec->matches[i].plies[s]);
    }
    peck_crew_free(vec->crew);
    free(vec->matches);
    free(vec->states);
    free(vec->allowed);
    free(vec->codes);
    free(vec);
}
