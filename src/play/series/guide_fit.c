/* guide_fit.c — learns the numbers of a strategy guide from the judgements of `hard`.
 *
 * The problem. Trying a guide means playing thousands of matches, and a guide has dozens of
 * numbers: too slow and too noisy for a search over win rates. So the matches are played
 * once. At a share of the decisions `hard` judges every legal action, and the view and the
 * judgements are kept, up to 120,000 decisions. A guide is then worth the sum, over all
 * these decisions, of the judgement of the action it would play. That costs one call of
 * `act` for each decision and has no luck in it: two guides are compared on the same
 * decisions.
 *
 * The search changes one number at a time, to the best of ten values up to 16 away, while
 * the others stay; it goes over all numbers until none changes, eight times at most. A
 * change counts only if the gain is larger than its own standard error, decision by
 * decision. Otherwise the numbers would follow the noise of the judgements.
 *
 * Which decisions come up depends on who plays. In the first of three stages `hard` plays
 * all seats. After that one seat of each match plays by the guide as it is so far, so that
 * the notebook also has the positions that a player by the guide gets into. Decisions of
 * earlier stages stay.
 *
 * The bot that keeps the notebook is the first member of it: the race passes the bot back
 * to think(), which finds the notebook at the same address. The result follows from set-up,
 * seed and number of matches alone. docs/play/strategy.md shows the guides. */
#include "play/guide.h"
#include "play/race.h"

#include <stdlib.h>
#include <string.h>

enum { STAGES = 3, PASSES = 8, DECISIONS_MAX = 120000, SEATS_OFF = -1 };

/* One decision: the view, and where the judgements of its actions begin. */
struct decision {
    uint32_t first, count;
    uint8_t seat;
};

struct judgement {
    uint32_t action;
    float worth;
};

/* Everything kept, and the bot that keeps it: it thinks as `hard` does, and the race gives
 * it back to us as the first member. */
struct notebook {
    struct peck_bot bot;
    const struct peck_guide_fit *fit;
    const struct peck_guide_kind *kind;
    struct peck_player judge, player; /* hard with the work of a judgement, and as it is */
    const int8_t *values;             /* the guide so far … */
    const struct peck_match *match;   /* being played */
    int follower;                     /* … and the seat that plays by it */
    unsigned char *views;             /* state_size bytes for each decision */
    struct decision *decisions;
    float *worths; /* of what the guide so far plays at each */
    struct judgement *judgements;
    uint32_t count, judged, room; /* decisions; judgements, and room for them */
    bool broke;                   /* there was no memory */
    struct peck_estimate estimates[PECK_ACTIONS_MAX];
};

/* ---- Keeping. ---- */

static bool make_room(struct notebook *book, uint32_t count)
{
    if (book->judged + count <= book->room)
        return true;
    uint32_t room = 2 * (book->room + count);
    struct judgement *more = realloc(book->judgements, room * sizeof *more);
    if (more == NULL)
        return false;
    book->judgements = more;
    book->room = room;
    return true;
}

static void keep(struct notebook *book, const struct peck_seat *seat,
                 const struct peck_thought *thought)
{
    size_t size = seat->game->state_size;
    double point = seat->game->low_wins ? -book->kind->point : book->kind->point;
    if (!make_room(book, thought->count)) {
        book->broke = true;
        return;
    }
    memcpy(book->views + book->count * size, seat->view, size);
    book->decisions[book->count++] =
        (struct decision){book->judged, thought->count, (uint8_t)seat->seat};
    for (uint32_t i = 0; i < thought->count; i++) {
        const struct peck_estimate *of = &thought->estimates[i];
        book->judgements[book->judged++] =
            (struct judgement){of->action, (float)(of->win + point * of->points)};
    }
}

/* Judges by the game's value of the whole state after each action: for games in which a
 * good memory knows it all. */
static void judge_by_value(struct notebook *book, const struct peck_seat *seat,
                           const uint32_t actions[], struct peck_thought *thought)
{
    const struct peck_skill *skill = peck_skill_of(seat->game);
    thought->estimates = book->estimates;
    for (uint32_t i = 0; i < thought->count; i++) {
        union peck_state after = book->match->state;
        double win[PECK_SEATS_MAX];
        seat->game->apply(&after, seat->seat, actions[i]);
        skill->value(&after, win);
        book->estimates[i] =
            (struct peck_estimate){.action = actions[i], .win = win[seat->seat]};
    }
}

static void think(const struct peck_player *player, const struct peck_seat *seat,
                  struct peck_rng *rng, struct peck_thought *thought)
{
    /* The race knows the bot as a constant; the notebook around it is not one. */
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): no other cast takes the constness away */
    struct notebook *book = (struct notebook *)(uintptr_t)player->bot;
    uint32_t actions[PECK_ACTIONS_MAX];
    uint32_t count = seat->game->legal(seat->view, seat->seat, actions);
    bool judges = book->count < DECISIONS_MAX && !book->broke && count > 1 &&
                  peck_rng_below(rng, book->kind->every) == 0;
    bool judged = judges && book->kind->work > 0;
    const struct peck_player *by = judged ? &book->judge : &book->player;
    thought->estimates = judged ? book->estimates : NULL;
    by->bot->think(by, seat, rng, thought);
    if (judges && !judged) {
        thought->count = count;
        judge_by_value(book, seat, actions, thought);
    }
    if (judges && thought->count > 1)
        keep(book, seat, thought);
    if (seat->seat == book->follower)
        thought->action = book->kind->act(book->values, seat, rng);
    thought->estimates = NULL;
    thought->count = 0;
}

static enum peck_status play_match(struct notebook *book, uint64_t number,
                                   struct peck_error *error)
{
    const struct peck_guide_fit *fit = book->fit;
    struct peck_player players[PECK_SEATS_MAX];
    struct peck_match match;
    struct peck_rng chance, rng;
    for (int i = 0; i < PECK_SEATS_MAX; i++)
        players[i] = (struct peck_player){.bot = &book->bot};
    peck_rng_seed(&chance, fit->seed * 2 + number * 0x9e3779b97f4a7c15u);
    peck_rng_seed(&rng, peck_rng_next(&chance));
    enum peck_status status = peck_match_begin(&match, fit->game, &fit->setup, error);
    if (status != PECK_OK)
        return status;
    book->match = &match;
    status = peck_race_play(&match, players, &chance, &rng, error);
    book->match = NULL;
    peck_match_free(&match);
    if (status == PECK_OK && book->broke) {
        peck_error_say(error, "error.memory");
        status = PECK_NO_MEMORY;
    }
    return status;
}

/* ---- Learning. ---- */

static float worth_at(const struct notebook *book, const int8_t values[], uint32_t number)
{
    const struct decision *decision = &book->decisions[number];
    union peck_state view;
    struct peck_rng rng;
    size_t size = book->fit->game->state_size;
    memcpy(&view, book->views + number * size, size);
    peck_rng_seed(&rng, number);
    struct peck_seat seat = {
        book->fit->game, &book->fit->setup, decision->seat, &view, NULL, 0};
    uint32_t action = book->kind->act(values, &seat, &rng);
    const struct judgement *at = &book->judgements[decision->first];
    for (uint32_t i = 0; i < decision->count; i++) {
        if (at[i].action == action)
            return at[i].worth;
    }
    PECK_ASSERT(false); /* the guide plays legally */
    return 0;
}

/* How much more the guide with these numbers is worth than the guide so far; 0 unless the
 * gain is larger than its own standard error, computed decision by decision. */
static double gain_of(const struct notebook *book, const int8_t values[])
{
    double sum = 0, squares = 0;
    for (uint32_t i = 0; i < book->count; i++) {
        double more = worth_at(book, values, i) - book->worths[i];
        sum += more;
        squares += more * more;
    }
    return sum > 0 && sum * sum > squares ? sum : 0;
}

static void note_worths(struct notebook *book, const int8_t values[])
{
    for (uint32_t i = 0; i < book->count; i++)
        book->worths[i] = worth_at(book, values, i);
}

/* Moves one number to the best value within a few steps; returns whether it changed. */
static bool improve(struct notebook *book, int8_t values[], int rule)
{
    static const int8_t steps[] = {-16, -8, -4, -2, -1, 1, 2, 4, 8, 16};
    const struct peck_rule *bounds = &book->kind->rules[rule];
    int8_t before = values[rule], best = before;
    double most = 0;
    for (size_t i = 0; i < sizeof steps; i++) {
        int value = before + steps[i];
        if (value < bounds->low || value > bounds->high)
            continue;
        values[rule] = (int8_t)value;
        double gain = gain_of(book, values);
        if (gain > most) {
            most = gain;
            best = (int8_t)value;
        }
    }
    values[rule] = best;
    if (best != before)
        note_worths(book, values);
    return best != before;
}

static void learn(struct notebook *book, int8_t values[], uint64_t from, uint64_t share)
{
    const struct peck_guide_fit *fit = book->fit;
    bool changed = true;
    note_worths(book, values);
    for (int pass = 0; pass < PASSES && changed; pass++) {
        changed = false;
        for (int rule = 0; rule < book->kind->count; rule++) {
            changed |= improve(book, values, rule);
            uint64_t done = (uint64_t)pass * (uint64_t)book->kind->count + (uint64_t)rule;
            fit->progress(fit->context,
                          from + share * done / (uint64_t)(PASSES * book->kind->count));
        }
    }
}

static enum peck_status run_stages(struct notebook *book, int8_t values[],
                                   struct peck_error *error)
{
    const struct peck_guide_fit *fit = book->fit;
    enum { WHOLE = 1000, PLAYING = WHOLE / 2 / STAGES };
    for (uint64_t stage = 0; stage < STAGES; stage++) {
        uint64_t begin = fit->matches * stage / STAGES;
        uint64_t end = fit->matches * (stage + 1) / STAGES;
        uint64_t from = WHOLE * stage / STAGES;
        for (uint64_t i = begin; i < end; i++) {
            book->follower = stage == 0 ? SEATS_OFF : (int)(i % fit->setup.seats);
            enum peck_status status = play_match(book, i, error);
            if (status != PECK_OK)
                return status;
            fit->progress(fit->context, from + PLAYING * (i - begin) / (end - begin));
        }
        learn(book, values, from + PLAYING, PLAYING);
    }
    return PECK_OK;
}

enum peck_status peck_guide_fit(const struct peck_guide_fit *fit, struct peck_guide *guide,
                                struct peck_error *error)
{
    const struct peck_skill *skill = peck_skill_of(fit->game);
    const struct peck_bot *hard = &skill->bots[PECK_HARD];
    int8_t values[PECK_RULES_MAX] = {0};
    struct notebook *book = calloc(1, sizeof *book);
    enum peck_status status = PECK_NO_MEMORY;
    if (book != NULL) {
        book->bot.think = think;
        book->fit = fit;
        book->kind = skill->guide;
        book->judge = (struct peck_player){hard, hard->standard, {0, skill->guide->work}};
        book->player = (struct peck_player){hard, hard->standard, {0, hard->budget.work}};
        book->values = values;
        book->views = malloc((size_t)DECISIONS_MAX * fit->game->state_size);
        book->decisions = malloc(DECISIONS_MAX * sizeof *book->decisions);
        book->worths = malloc(DECISIONS_MAX * sizeof *book->worths);
    }
    for (int i = 0; i < skill->guide->count; i++)
        values[i] = skill->guide->rules[i].start;
    peck_error_say(error, "error.memory");
    if (book != NULL && book->views != NULL && book->decisions != NULL &&
        book->worths != NULL)
        status = run_stages(book, values, error);
    if (status == PECK_OK) {
        memcpy(guide->values, values, sizeof values);
        guide->seed = fit->seed;
        guide->matches = fit->matches;
    }
    if (book != NULL) {
        free(book->views);
        free(book->decisions);
        free(book->worths);
        free(book->judgements);
    }
    free(book);
    return status;
}
