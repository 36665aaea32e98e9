/* referee.c — plays a match with duplicate chance, and measures the luck of every chance
 * ply.
 *
 * Duplicate chance. Matches of one seed have the same luck, although they go different
 * ways: a draw gets its generator from its place in the deal (<peck/deal.h>).
 * docs/study/arena.md has an example in which this cut the variance to 0.64 of that of
 * separate matches.
 *
 * Luck. The luck of a chance ply is the value after it less what could be expected before
 * it. If the value function is its own mean (peck_value_is_fair tries it out on a random
 * match), the value before the ply is that expectation. Otherwise the mean of four outcomes
 * drawn alike takes its place. It is noisy, but has exactly the right expectation, so luck
 * has the mean 0 with any value function. standing.c uses luck to reduce the noise of win
 * rates.
 *
 * A seat gets its view by redaction and the plies as it saw them, bots and programs alike.
 */
#include "referee.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

uint64_t peck_hash(uint64_t a, uint64_t b)
{
    uint64_t first = a, second = b;
    uint64_t counter = peck_rng_mix(&first) ^ (peck_rng_mix(&second) >> 1);
    return peck_rng_mix(&counter);
}

void peck_referee_begin(struct peck_referee *referee, const struct peck_arena *arena)
{
    struct peck_error error;
    memset(referee, 0, sizeof *referee);
    referee->arena = arena;
    enum peck_status sound = peck_init(arena->game, &referee->start, &arena->setup, &error);
    PECK_ASSERT(sound == PECK_OK);
    (void)sound;
    peck_dealer_begin(&referee->fresh, arena->game, &referee->start);
}

void peck_referee_free(struct peck_referee *referee)
{
    for (int s = 0; s < PECK_SEATS_MAX; s++)
        free(referee->seats[s].plies);
}

/* ---- Plies, and who sees what of them. ---- */

static enum peck_status make_room(struct peck_referee *referee, struct peck_error *error)
{
    if (referee->count < referee->room)
        return PECK_OK;
    uint32_t room = referee->room == 0 ? 512 : referee->room * 2;
    for (int s = 0; s < referee->arena->setup.seats; s++) {
        struct peck_referee_seat *seat = &referee->seats[s];
        struct peck_ply *larger = realloc(seat->plies, room * sizeof *larger);
        if (larger == NULL) {
            peck_error_say(error, "error.memory");
            return PECK_NO_MEMORY;
        }
        seat->plies = larger;
    }
    referee->room = room;
    return PECK_OK;
}

/* A program that fails has lost the match, whatever the failure is. */
static void forfeit(struct peck_referee_seat *seat, const struct peck_error *reason)
{
    seat->fault = *reason;
    peck_external_kill(seat->external);
}

static bool has_lost(const struct peck_referee_seat *seat)
{
    return seat->fault.key != NULL;
}

static bool is_told(const struct peck_referee_seat *seat)
{
    return seat->external != NULL && !has_lost(seat);
}

static void tell(struct peck_referee_seat *seat, const char *text)
{
    struct peck_error error;
    peck_error_say(&error, "error.memory");
    if (is_told(seat) && peck_external_tell(seat->external, text) != PECK_OK)
        forfeit(seat, &error);
}

static void tell_ply(const struct peck_game *game, struct peck_referee_seat *seat, int who,
                     uint32_t seen)
{
    char line[PECK_NAME_MAX + 4];
    struct peck_text text = peck_text_begin(line, sizeof line);
    peck_put_char(&text, who == PECK_CHANCE ? '*' : (char)('0' + who));
    peck_put_char(&text, ' ');
    game->action_name(seen, &text);
    peck_put_char(&text, '\n');
    tell(seat, line);
}

static enum peck_status play_ply(struct peck_referee *referee, int who, uint32_t action,
                                 struct peck_error *error)
{
    const struct peck_game *game = referee->arena->game;
    enum peck_status status = make_room(referee, error);
    if (status != PECK_OK)
        return status;
    for (int s = 0; s < referee->arena->setup.seats; s++) {
        struct peck_referee_seat *seat = &referee->seats[s];
        uint32_t seen = game->seen(&referee->state, who, action, s);
        seat->plies[referee->count] = (struct peck_ply){seen, (uint8_t)who};
        if (is_told(seat))
            tell_ply(game, seat, who, seen);
    }
    referee->count++;
    peck_dealer_heed(&referee->dealer, who);
    game->apply(&referee->state, who, action);
    peck_clock_heed(&referee->clock, game, &referee->state, who);
    return PECK_OK;
}

/* ---- Chance. ---- */

static uint32_t draw(struct peck_referee *referee)
{
    struct peck_place place = peck_dealer_place(&referee->dealer, &referee->state);
    struct peck_rng rng;
    uint64_t turn = (uint64_t)place.stretch << 32 | place.draw;
    peck_rng_seed(&rng, peck_hash(referee->luck_seed + (uint64_t)place.owner, turn));
    return referee->arena->game->sample(&referee->state, &rng);
}

/* What the seats could expect before a chance ply. Where the value function does not say,
 * the mean of a few outcomes drawn with the same odds takes its place. It has the right
 * expectation, so luck has the mean 0 with any value function. */
static void expect(struct peck_referee *referee, double mean[PECK_SEATS_MAX])
{
    enum { DRAWS = 4 };
    const struct peck_game *game = referee->arena->game;
    if (referee->arena->fair) {
        referee->arena->value(&referee->state, mean);
        return;
    }
    memset(mean, 0, PECK_SEATS_MAX * sizeof *mean);
    for (int i = 0; i < DRAWS; i++) {
        double win[PECK_SEATS_MAX];
        union peck_state tried = referee->state;
        game->apply(&tried, PECK_CHANCE, game->sample(&tried, &referee->rng));
        referee->arena->value(&tried, win);
        for (int s = 0; s < referee->arena->setup.seats; s++)
            mean[s] += win[s] / DRAWS;
    }
}

/* Whether the value at this chance ply is the mean of those after it. */
static bool is_mean(const struct peck_arena *arena, const union peck_state *state)
{
    const struct peck_game *game = arena->game;
    uint32_t outcomes[PECK_OUTCOMES_MAX], weights[PECK_OUTCOMES_MAX];
    double win[PECK_SEATS_MAX], mean[PECK_SEATS_MAX] = {0}, total = 0;
    uint32_t count = game->legal(state, PECK_CHANCE, outcomes);
    game->weights(state, weights);
    for (uint32_t i = 0; i < count; i++) {
        union peck_state after = *state;
        game->apply(&after, PECK_CHANCE, outcomes[i]);
        arena->value(&after, win);
        total += weights[i];
        for (int s = 0; s < arena->setup.seats; s++)
            mean[s] += weights[i] * win[s];
    }
    arena->value(state, win);
    for (int s = 0; s < arena->setup.seats; s++) {
        if (fabs(win[s] - mean[s] / total) > 1e-5)
            return false;
    }
    return true;
}

/* Chance plies number 1, 2, 4, 8 and so on: some of every part of a match. */
bool peck_value_is_fair(const struct peck_arena *arena)
{
    const struct peck_game *game = arena->game;
    union peck_state state;
    struct peck_rng rng;
    struct peck_error error;
    uint32_t actions[PECK_ACTIONS_MAX], chances = 0;
    bool fair = peck_init(game, &state, &arena->setup, &error) == PECK_OK;
    peck_rng_seed(&rng, 1);
    for (uint32_t who; fair && (who = game->movers(&state)) != 0;) {
        int seat = peck_rng_bit(&rng, who);
        if (seat != PECK_CHANCE) {
            uint32_t count = game->legal(&state, seat, actions);
            game->apply(&state, seat, actions[peck_rng_below(&rng, count)]);
            continue;
        }
        chances++;
        fair = (chances & (chances - 1)) != 0 || is_mean(arena, &state);
        game->apply(&state, seat, game->sample(&state, &rng));
    }
    return fair;
}

static enum peck_status play_chance(struct peck_referee *referee, struct peck_error *error)
{
    uint32_t outcome = draw(referee);
    if (referee->arena->value == NULL)
        return play_ply(referee, PECK_CHANCE, outcome, error);
    double before[PECK_SEATS_MAX], after[PECK_SEATS_MAX];
    expect(referee, before);
    enum peck_status status = play_ply(referee, PECK_CHANCE, outcome, error);
    if (status != PECK_OK)
        return status;
    referee->arena->value(&referee->state, after);
    for (int s = 0; s < referee->arena->setup.seats; s++)
        referee->luck[s] += after[s] - before[s];
    return PECK_OK;
}

/* ---- Thoughts. ---- */

/* `? name; name; name` */
static void tell_question(const struct peck_game *game, struct peck_referee_seat *seat,
                          const uint32_t *actions, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        char word[PECK_NAME_MAX + 4];
        struct peck_text text = peck_text_begin(word, sizeof word);
        peck_put(&text, i == 0 ? "? " : "; ");
        game->action_name(actions[i], &text);
        tell(seat, word);
    }
    tell(seat, "\n");
}

static bool find_answer(const struct peck_game *game, const uint32_t *actions,
                        uint32_t count, const char *answer, uint32_t *action)
{
    for (uint32_t i = 0; i < count; i++) {
        char name[PECK_NAME_MAX];
        struct peck_text text = peck_text_begin(name, sizeof name);
        game->action_name(actions[i], &text);
        if (peck_same(name, answer)) {
            *action = actions[i];
            return true;
        }
    }
    return false;
}

static void refuse_answer(struct peck_referee_seat *seat, const char *answer, bool alone)
{
    struct peck_error error;
    bool again = peck_same(answer, "wait") && !alone;
    peck_error_say(&error, again ? "error.program.waits" : "error.program.illegal");
    peck_error_quote(&error, "answer", answer, strlen(answer));
    forfeit(seat, &error);
}

/* Asks a program. It may wait while somebody else can act. */
static void ask(struct peck_referee *referee, int s, const uint32_t *actions,
                uint32_t count, uint32_t rivals, bool must)
{
    struct peck_referee_seat *seat = &referee->seats[s];
    char answer[PECK_ANSWER_MAX];
    struct peck_error error;
    uint32_t action;
    tell_question(referee->arena->game, seat, actions, count);
    if (has_lost(seat))
        return;
    if (peck_external_ask(seat->external, referee->arena->limit, answer, &error) != PECK_OK)
        forfeit(seat, &error);
    else if (find_answer(referee->arena->game, actions, count, answer, &action))
        peck_clock_intend(&referee->clock, s, action, 0);
    else if (!peck_same(answer, "wait") || rivals == 0 || must)
        refuse_answer(seat, answer, rivals == 0);
}

static void think(struct peck_referee *referee, int s, uint32_t who, bool must)
{
    struct peck_referee_seat *seat = &referee->seats[s];
    const struct peck_seat knows = {
        referee->arena->game, &referee->arena->setup, s, &referee->state,
        seat->plies,          referee->count};
    if (seat->external == NULL) {
        peck_clock_think(&referee->clock, &seat->entrant->player, knows, &seat->rng);
        return;
    }
    uint32_t actions[PECK_ACTIONS_MAX];
    uint32_t count = knows.game->legal(&referee->state, s, actions);
    if (!has_lost(seat))
        ask(referee, s, actions, count, who & ~(1u << s), must);
    if (has_lost(seat)) {
        uint32_t any = actions[peck_rng_below(&seat->rng, count)];
        peck_clock_intend(&referee->clock, s, any, 0);
    }
}

/* Who acts next. All seats that may act have decided. */
static int next_seat(struct peck_referee *referee, uint32_t who)
{
    for (uint32_t rest = who; rest != 0; rest &= rest - 1) {
        int s = __builtin_ctz(rest);
        if (!referee->clock.racer[s].ready)
            think(referee, s, who, false);
    }
    int next = peck_clock_next(&referee->clock, who, &referee->rng);
    if (next < 0) { /* all wait */
        think(referee, peck_rng_bit(&referee->rng, who), who, true);
        next = peck_clock_next(&referee->clock, who, &referee->rng);
    }
    return next;
}

/* ---- The match. ---- */

/* A program is sent the head of the record as its seat has it. */
static enum peck_status tell_head(struct peck_referee *referee, int s,
                                  struct peck_error *error)
{
    struct peck_match empty;
    struct peck_buffer head = {0};
    enum peck_status status =
        peck_match_begin(&empty, referee->arena->game, &referee->arena->setup, error);
    if (status != PECK_OK)
        return status;
    status = peck_record_write(&empty, s, &head);
    if (status == PECK_OK)
        tell(&referee->seats[s], head.bytes);
    else
        peck_error_say(error, "error.memory");
    peck_buffer_free(&head);
    peck_match_free(&empty);
    return status;
}

static enum peck_status begin_match(struct peck_referee *referee, uint64_t luck,
                                    uint64_t own, struct peck_error *error)
{
    memcpy(&referee->state, &referee->start, sizeof referee->state);
    referee->count = 0;
    memset(&referee->clock, 0, sizeof referee->clock);
    peck_rng_seed(&referee->rng, own);
    referee->dealer = referee->fresh;
    memset(referee->luck, 0, sizeof referee->luck);
    referee->luck_seed = luck;
    for (int s = 0; s < referee->arena->setup.seats; s++) {
        struct peck_referee_seat *seat = &referee->seats[s];
        peck_rng_seed(&seat->rng, peck_hash(own, (uint64_t)s));
        seat->fault.key = NULL;
        if (seat->external != NULL && seat->external->pid == 0 &&
            peck_external_start(seat->external, seat->entrant->command, error) != PECK_OK)
            forfeit(seat, error);
        enum peck_status status = is_told(seat) ? tell_head(referee, s, error) : PECK_OK;
        if (status != PECK_OK)
            return status;
    }
    return PECK_OK;
}

/* Seats without a fault keep their order; all the others come after them. */
static void judge(const struct peck_referee *referee, struct peck_arena_match *result)
{
    int seats = referee->arena->setup.seats;
    int64_t keys[PECK_SEATS_MAX];
    referee->arena->game->score(&referee->state, result->points, result->places);
    result->forfeits = 0;
    for (int s = 0; s < seats; s++) {
        bool lost = has_lost(&referee->seats[s]);
        keys[s] = lost ? -1 - seats : -(int64_t)result->places[s];
        result->forfeits |= (uint8_t)(lost << s);
        result->luck[s] = (float)referee->luck[s];
    }
    peck_places(keys, seats, result->places);
}

/* Programs hear how it ended; one that no longer listens is restarted for the next
 * match. */
static void tell_end(struct peck_referee *referee, const struct peck_arena_match *result)
{
    int seats = referee->arena->setup.seats;
    char lines[256]; /* 7 scores of at most 12 bytes, 7 places of 2, and the words */
    struct peck_text text = peck_text_begin(lines, sizeof lines);
    peck_put(&text, "end\n");
    peck_put(&text, "score");
    for (int s = 0; s < seats; s++) {
        peck_put_char(&text, ' ');
        peck_put_int(&text, result->points[s]);
    }
    peck_put(&text, "\nplace");
    for (int s = 0; s < seats; s++) {
        peck_put_char(&text, ' ');
        peck_put_int(&text, result->places[s]);
    }
    peck_put_char(&text, '\n');
    for (int s = 0; s < seats; s++) {
        struct peck_referee_seat *seat = &referee->seats[s];
        struct peck_error error;
        if (!is_told(seat))
            continue;
        if (peck_external_tell(seat->external, lines) != PECK_OK ||
            peck_external_send(seat->external, referee->arena->limit, &error) != PECK_OK)
            peck_external_kill(seat->external);
    }
}

enum peck_status peck_referee_play(struct peck_referee *referee, uint64_t luck,
                                   uint64_t own, struct peck_arena_match *result,
                                   struct peck_error *error)
{
    const struct peck_game *game = referee->arena->game;
    memset(result, 0, sizeof *result);
    enum peck_status status = begin_match(referee, luck, own, error);
    for (uint32_t who; status == PECK_OK && (who = game->movers(&referee->state)) != 0;) {
        if (referee->count >= PECK_REFEREE_PLIES_MAX) {
            result->unfinished = true;
            break;
        }
        if (who == PECK_CHANCE_BIT) {
            status = play_chance(referee, error);
            continue;
        }
        int s = next_seat(referee, who);
        status = play_ply(referee, s, peck_clock_act(&referee->clock, s), error);
    }
    if (status != PECK_OK)
        return status;
    judge(referee, result);
    tell_end(referee, result);
    return PECK_OK;
}
