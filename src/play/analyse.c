/* analyse.c — judges a finished match ply by ply: luck, errors, gifts, and the residual.
 *
 * The problem. A result mixes skill and luck. The analysis takes them apart such that for
 * each seat
 *     result - start = luck - errors + gifts + residual
 * where *start* is the seat's chance before the first ply. Each ply adds to one of the
 * terms.
 *
 * Luck. The luck of a chance ply is the value after it less the expected value before it.
 * If the game has a value function, the expectation is the weighted mean over all outcomes,
 * and both sides use that one function. A value function need not agree with itself: its
 * value before a roll can differ from the mean of its values after it, and taking the mean
 * keeps that difference out of the luck. Without a value function random playouts serve.
 * They estimate an average over the outcomes of chance, so the value before a chance ply
 * already is the expected value after it. All positions use the same seeds, so playout i
 * differs little from one position to the next; the samples are kept and errors are
 * computed from the differences, playout by playout. The error of a seat's whole luck comes
 * from sums over each playout, because the errors of single plies are not independent.
 *
 * Errors. For a decision the judging bot estimates every action from the view of the seat,
 * with the plies that the seat saw. The loss is the estimate of the best action less that
 * of the action played. A loss below its own standard error counts as none: among noisy
 * estimates one always looks better. The others gain what the seat loses, in proportion to
 * their chances at that moment; these are their gifts.
 *
 * The residual is what the bot and the evaluator see differently. It is reported, not
 * spread over the other terms.
 *
 * Costs. With playouts, about 200 million plies of random play in all: 50 to 2000 playouts
 * for each position. docs/explain/analysis.md has the words and the thresholds. */
#include <peck/analysis.h>

#include "kit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const peck_quality_names[PECK_QUALITIES] = {
    "forced", "very good", "good", "inaccurate", "mistake", "blunder"};
const double peck_quality_least[PECK_QUALITIES] = {0, 0, 0.005, 0.02, 0.05, 0.1};

enum {
    PLAYOUT_MAX = 50000,   /* plies */
    PLAYOUTS_LEAST = 50,   /* for each position … */
    PLAYOUTS_MOST = 2000,  /* … and at most; in between as many as fit into: */
    PLIES_ALL = 200000000, /* some ten seconds of random play */
    PROBES = 8,            /* playouts that tell how long one is */
};

/* The chances in one position, and the playouts they were counted from. */
struct judgement {
    double value[PECK_SEATS_MAX];
    float (*samples)[PECK_SEATS_MAX]; /* one share for each playout and seat */
};

struct judge {
    const struct peck_match *match;
    const struct peck_game *game;
    const struct peck_analysis_wish *wish;
    struct peck_analysis *analysis;
    void (*function)(const void *state, double win[]); /* NULL: playouts */
    uint32_t playouts;
    int seats;
    uint32_t room;                   /* of analysis->estimates */
    struct judgement before, after;  /* of the ply that is looked at */
    float (*luck)[PECK_SEATS_MAX];   /* of all plies so far, by each playout alone */
    struct peck_estimate *estimates; /* of the decision that is looked at */
    union peck_state state;          /* before that ply */
    struct peck_rng rng;             /* the player's */
};

/* ---- The evaluator ---- */

static void value_by_result(const struct judge *judge, const union peck_state *state,
                            struct judgement *out)
{
    int32_t points[PECK_SEATS_MAX];
    kit_win_shares(judge->game, state, judge->seats, points, out->value);
    for (uint32_t i = 0; i < judge->playouts; i++) {
        for (int s = 0; s < judge->seats; s++)
            out->samples[i][s] = (float)out->value[s];
    }
}

static void value_by_playouts(const struct judge *judge, const union peck_state *state,
                              struct judgement *out)
{
    memset(out->value, 0, sizeof out->value);
    for (uint32_t i = 0; i < judge->playouts; i++) {
        union peck_state world = *state;
        struct peck_rng rng;
        int32_t points[PECK_SEATS_MAX];
        double shares[PECK_SEATS_MAX];
        peck_rng_seed_match(&rng, judge->wish->seed, i);
        judge->game->playout(&world, &rng, PLAYOUT_MAX);
        kit_win_shares(judge->game, &world, judge->seats, points, shares);
        for (int s = 0; s < judge->seats; s++) {
            out->samples[i][s] = (float)shares[s];
            out->value[s] += shares[s] / judge->playouts;
        }
    }
}

/* At a chance ply: the mean over all outcomes. */
static void value_by_function(const struct judge *judge, const union peck_state *state,
                              struct judgement *out)
{
    static _Thread_local uint32_t outcomes[PECK_OUTCOMES_MAX], weights[PECK_OUTCOMES_MAX];
    const struct peck_game *game = judge->game;
    if (game->movers(state) != PECK_CHANCE_BIT) {
        judge->function(state, out->value);
        return;
    }
    uint32_t count = game->legal(state, PECK_CHANCE, outcomes);
    double all = 0;
    game->weights(state, weights);
    memset(out->value, 0, sizeof out->value);
    for (uint32_t i = 0; i < count; i++) {
        union peck_state next = *state;
        double win[PECK_SEATS_MAX];
        int32_t points[PECK_SEATS_MAX];
        game->apply(&next, PECK_CHANCE, outcomes[i]);
        if (game->movers(&next) == 0)
            kit_win_shares(game, &next, judge->seats, points, win);
        else
            judge->function(&next, win);
        for (int s = 0; s < judge->seats; s++)
            out->value[s] += weights[i] * win[s];
        all += weights[i];
    }
    for (int s = 0; s < judge->seats; s++)
        out->value[s] /= all;
}

static void evaluate(const struct judge *judge, const union peck_state *state,
                     struct judgement *out)
{
    if (judge->game->movers(state) == 0)
        value_by_result(judge, state, out);
    else if (judge->function != NULL)
        value_by_function(judge, state, out);
    else
        value_by_playouts(judge, state, out);
}

/* The standard error of a mean of `a`, or of `a` less `b` playout by playout. */
static double error_of(const struct judge *judge, float (*a)[PECK_SEATS_MAX],
                       float (*b)[PECK_SEATS_MAX], int seat)
{
    double sum = 0, squares = 0, n = judge->playouts;
    if (judge->playouts < 2)
        return 0;
    for (uint32_t i = 0; i < judge->playouts; i++) {
        double x = a[i][seat] - (b != NULL ? b[i][seat] : 0);
        sum += x;
        squares += x * x;
    }
    double spread = (squares - sum * sum / n) / (n - 1);
    return spread > 0 ? sqrt(spread / n) : 0;
}

/* ---- One ply ---- */

/* A function's value at the outcome drawn, which `after` may have as the mean over the next
 * chance ply: luck is measured by the one function on both sides. */
static void judge_chance(const struct judge *judge, const union peck_state *next,
                         struct peck_step *step)
{
    double drawn[PECK_SEATS_MAX];
    memcpy(drawn, judge->after.value, sizeof drawn);
    if (judge->function != NULL && judge->game->movers(next) != 0)
        judge->function(next, drawn);
    for (int s = 0; s < judge->seats; s++) {
        step->luck[s] = drawn[s] - judge->before.value[s];
        step->luck_error[s] =
            error_of(judge, judge->after.samples, judge->before.samples, s);
        for (uint32_t i = 0; i < judge->playouts; i++)
            judge->luck[i][s] += judge->after.samples[i][s] - judge->before.samples[i][s];
    }
}

static enum peck_quality quality_of(double loss)
{
    enum peck_quality quality = PECK_VERY_GOOD;
    while (quality + 1 < PECK_QUALITIES && loss >= peck_quality_least[quality + 1])
        quality++;
    return quality;
}

/* Takes the estimates over. */
static enum peck_status keep_estimates(struct judge *judge, struct peck_step *step)
{
    struct peck_analysis *analysis = judge->analysis;
    uint32_t need = analysis->estimate_count + step->count;
    if (need > judge->room) {
        uint32_t room = 2 * need;
        struct peck_estimate *larger = realloc(analysis->estimates, room * sizeof *larger);
        if (larger == NULL)
            return PECK_NO_MEMORY;
        analysis->estimates = larger;
        judge->room = room;
    }
    memcpy(analysis->estimates + analysis->estimate_count, judge->estimates,
           step->count * sizeof *judge->estimates);
    step->first = analysis->estimate_count;
    analysis->estimate_count = need;
    return PECK_OK;
}

static void measure_loss(const struct judge *judge, const struct peck_thought *thought,
                         struct peck_step *step)
{
    step->best = peck_thought_best(thought);
    for (uint32_t i = 0; i < step->count; i++) {
        if (judge->estimates[i].action == step->action)
            step->played = i;
    }
    const struct peck_estimate *best = &judge->estimates[step->best];
    const struct peck_estimate *played = &judge->estimates[step->played];
    if (step->best == step->played)
        return;
    double less = best->win - played->win;
    step->loss_error = hypot(best->win_error, played->win_error);
    step->loss = less > 0 && less >= step->loss_error ? less : 0;
}

static enum peck_status judge_decision(struct judge *judge, uint32_t index,
                                       struct peck_step *step, struct peck_error *error)
{
    struct peck_match so_far = *judge->match; /* shares the plies, of which it has fewer */
    so_far.count = index;
    so_far.state = judge->state;
    struct peck_thought thought = {.estimates = judge->estimates};
    enum peck_status status =
        peck_player_think(&judge->wish->player, &so_far, step->seat, &judge->rng, &thought);
    if (status != PECK_OK)
        return status;
    if (thought.count == 0) {
        peck_error_say(error, "error.bot.estimates");
        peck_error_text(error, "bot", judge->wish->player.bot->name);
        return PECK_BAD_RECORD;
    }
    step->count = thought.count;
    measure_loss(judge, &thought, step);
    step->quality = step->count == 1 ? PECK_FORCED : quality_of(step->loss);
    return keep_estimates(judge, step);
}

static enum peck_status judge_ply(struct judge *judge, uint32_t index,
                                  struct peck_error *error)
{
    const struct peck_ply *ply = &judge->match->plies[index];
    struct peck_step *step = &judge->analysis->steps[index];
    union peck_state next = judge->state;
    step->seat = ply->seat;
    step->action = ply->action;
    judge->game->apply(&next, ply->seat, ply->action);
    evaluate(judge, &next, &judge->after);
    if (ply->seat == PECK_CHANCE) {
        judge_chance(judge, &next, step);
    } else {
        enum peck_status status = judge_decision(judge, index, step, error);
        if (status != PECK_OK)
            return status;
    }
    for (int s = 0; s < judge->seats; s++) {
        step->value[s] = judge->after.value[s];
        step->value_error[s] = error_of(judge, judge->after.samples, NULL, s);
    }
    judge->state = next;
    struct judgement swap = judge->before;
    judge->before = judge->after;
    judge->after = swap;
    return PECK_OK;
}

/* ---- The accounts ---- */

static void charge(struct peck_account *accounts, const struct peck_step *step,
                   const double chances[], int seats)
{
    struct peck_account *own = &accounts[step->seat];
    own->quality[step->quality]++;
    own->decisions += step->quality != PECK_FORCED;
    own->errors += step->loss;
    own->errors_error = hypot(own->errors_error, step->loss > 0 ? step->loss_error : 0);
    double others = 1 - chances[step->seat];
    for (int s = 0; s < seats; s++) {
        if (s != step->seat)
            accounts[s].gifts +=
                step->loss * (others > 0 ? chances[s] / others : 1.0 / (seats - 1));
    }
}

static void settle(const struct judge *judge)
{
    struct peck_analysis *analysis = judge->analysis;
    double chances[PECK_SEATS_MAX] = {0};
    for (int s = 0; s < judge->seats; s++)
        chances[s] = analysis->seat[s].start;
    for (uint32_t i = 0; i < judge->match->count; i++) {
        const struct peck_step *step = &analysis->steps[i];
        if (step->seat != PECK_CHANCE)
            charge(analysis->seat, step, chances, judge->seats);
        for (int s = 0; s < judge->seats; s++)
            analysis->seat[s].luck += step->luck[s];
        memcpy(chances, step->value, sizeof chances);
    }
    for (int s = 0; s < judge->seats; s++) {
        struct peck_account *account = &analysis->seat[s];
        /* The same seeds serve every position, so the errors of the plies are not
         * independent; the playouts are. */
        account->luck_error = error_of(judge, judge->luck, NULL, s);
        account->result = chances[s]; /* after the last ply they are the result */
        account->adjusted = account->result - account->luck;
        account->residual = account->result - account->start - account->luck +
                            account->errors - account->gifts;
        account->error_rate =
            account->decisions > 0 ? account->errors / account->decisions : 0;
    }
}

/* ---- The whole ---- */

/* Playouts for each position: all of them together take about as long as wished. A playout
 * from the middle of a match is half as long as one from its start. */
static uint32_t choose_playouts(const struct judge *judge)
{
    if (judge->function != NULL)
        return 0;
    if (judge->wish->playouts > 0)
        return judge->wish->playouts;
    double plies = 0;
    for (uint32_t i = 0; i < PROBES; i++) {
        union peck_state world = judge->state;
        struct peck_rng rng;
        peck_rng_seed_match(&rng, judge->wish->seed, i);
        plies += judge->game->playout(&world, &rng, PLAYOUT_MAX) / (double)PROBES;
    }
    double fit = 2.0 * PLIES_ALL / (plies + 1) / (judge->match->count + 1);
    return fit < PLAYOUTS_LEAST  ? PLAYOUTS_LEAST
           : fit > PLAYOUTS_MOST ? PLAYOUTS_MOST
                                 : (uint32_t)fit;
}

static bool make_room(struct judge *judge)
{
    size_t playouts = judge->playouts + 1; /* never none: malloc(0) may be NULL */
    judge->analysis->steps =
        calloc(judge->match->count + 1, sizeof *judge->analysis->steps);
    judge->estimates = malloc(PECK_ACTIONS_MAX * sizeof *judge->estimates);
    judge->before.samples = malloc(playouts * sizeof *judge->before.samples);
    judge->after.samples = malloc(playouts * sizeof *judge->after.samples);
    judge->luck = calloc(playouts, sizeof *judge->luck);
    return judge->luck != NULL && judge->analysis->steps != NULL &&
           judge->estimates != NULL && judge->before.samples != NULL &&
           judge->after.samples != NULL;
}

static enum peck_status judge_all(struct judge *judge, struct peck_error *error)
{
    evaluate(judge, &judge->state, &judge->before);
    for (int s = 0; s < judge->seats; s++)
        judge->analysis->seat[s].start = judge->before.value[s];
    for (uint32_t i = 0; i < judge->match->count; i++) {
        enum peck_status status = judge_ply(judge, i, error);
        if (status != PECK_OK)
            return status;
        if (judge->wish->progress != NULL &&
            !judge->wish->progress(judge->wish->context, i + 1)) {
            peck_error_say(error, "error.analysis.stopped");
            return PECK_BAD_RECORD;
        }
    }
    settle(judge);
    return PECK_OK;
}

enum peck_status peck_analyse(const struct peck_match *match,
                              const struct peck_analysis_wish *wish,
                              struct peck_analysis *analysis, struct peck_error *error)
{
    memset(analysis, 0, sizeof *analysis);
    analysis->match = match;
    if (match->game->movers(&match->state) != 0) {
        peck_error_say(error, "error.analysis.unfinished");
        return PECK_BAD_RECORD;
    }
    struct judge judge = {.match = match,
                          .game = match->game,
                          .wish = wish,
                          .analysis = analysis,
                          .function = peck_skill_of(match->game)->value,
                          .seats = match->setup.seats};
    peck_match_state_at(match, 0, &judge.state);
    peck_rng_seed(&judge.rng, wish->seed);
    analysis->playouts = judge.playouts = choose_playouts(&judge);
    enum peck_status status = PECK_NO_MEMORY;
    peck_error_say(error, "error.memory");
    if (make_room(&judge))
        status = judge_all(&judge, error);
    free(judge.estimates);
    free(judge.luck);
    free(judge.before.samples);
    free(judge.after.samples);
    if (status != PECK_OK)
        peck_analysis_free(analysis);
    return status;
}

void peck_analysis_free(struct peck_analysis *analysis)
{
    free(analysis->steps);
    free(analysis->estimates);
    memset(analysis, 0, sizeof *analysis);
}
