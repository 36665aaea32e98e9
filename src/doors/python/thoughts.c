/* thoughts.c — methods of `_peck.Match` that take their time: bots, hints and analysis.
 *
 * They copy the match and then release the interpreter's lock, so other threads of Python
 * run meanwhile and may even play on. A bot gets nothing but the view of its seat. Numbers
 * go out as lists of tuples; the package makes arrays of them. */
#include "python.h"

#include <peck/analysis.h>

#include <stdlib.h>
#include <string.h>

static PyObject *estimate_of(const struct peck_game *game,
                             const struct peck_estimate *estimate, uint32_t choice)
{
    char name[PECK_NAME_MAX];
    struct peck_text text = peck_text_begin(name, sizeof name);
    game->action_name(estimate->action, &text);
    return Py_BuildValue("(sIdddd)", name, choice, estimate->win, estimate->win_error,
                         estimate->points, estimate->points_error);
}

/* (index of the choice among the legal actions, [(name, choice, win, its error, points,
 * their error)]): nan where the bot has no opinion. */
static PyObject *tell(const struct peck_match *match, const struct peck_thought *thought,
                      int seat)
{
    const struct peck_game *game = match->game;
    uint32_t actions[PECK_ACTIONS_MAX], choices[PECK_ACTIONS_MAX], best = 0;
    uint32_t count = game->legal(&match->state, seat, actions);
    peck_choices(game, actions, count, choices);
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list != NULL && i < count; i++) {
        double unknown = Py_NAN;
        struct peck_estimate none = {actions[i], unknown, unknown, unknown, unknown};
        PyObject *item = estimate_of(
            game, thought->count == count ? &thought->estimates[i] : &none, choices[i]);
        best = actions[i] == thought->action ? i : best;
        append(&list, item);
    }
    return list == NULL ? NULL : Py_BuildValue("(IN)", best, list);
}

/* The view is all that a bot gets; a position has no plies to show. */
static enum peck_status ask(const struct match *self, const struct peck_match *copy,
                            const struct peck_player *player, int seat,
                            struct peck_rng *rng, struct peck_thought *thought)
{
    if (!self->bare)
        return peck_player_think(player, copy, seat, rng, thought);
    union peck_state seen = copy->state;
    copy->game->redact(&seen, seat);
    const struct peck_seat alone = {copy->game, &copy->setup, seat, &seen, NULL, 0};
    player->bot->think(player, &alone, rng, thought);
    return PECK_OK;
}

static int may_think(const struct match *self, int seat)
{
    struct peck_error error = {0};
    if (check_seat(self, seat) != 0)
        return -1;
    if (!knows(self, seat)) {
        PyErr_SetString(PyExc_ValueError, "this position is another seat's view");
        return -1;
    }
    if (self->match.game->movers(&self->match.state) >> seat & 1)
        return 0;
    peck_error_say(&error, "error.turn");
    peck_error_number(&error, "seat", seat);
    raise_status(PECK_ILLEGAL, &error);
    return -1;
}

PyObject *match_think(PyObject *object, PyObject *args)
{
    struct match *self = (struct match *)object;
    int seat, all;
    const char *bot;
    unsigned milliseconds, work;
    PyObject *seed;
    struct peck_player player;
    struct peck_match copy;
    struct peck_rng rng;
    if (!PyArg_ParseTuple(args, "isO!IIp", &seat, &bot, &PyLong_Type, &seed, &milliseconds,
                          &work, &all) ||
        may_think(self, seat) != 0 || read_player(self->match.game, bot, &player) != 0 ||
        copy_match(self, &copy) != 0)
        return NULL;
    if (milliseconds > 0 || work > 0)
        player.budget = (struct peck_budget){milliseconds, work};
    peck_rng_seed(&rng, PyLong_AsUnsignedLongLongMask(seed));
    struct peck_thought thought = {0};
    if (all)
        thought.estimates = malloc(PECK_ACTIONS_MAX * sizeof *thought.estimates);
    enum peck_status status = all && thought.estimates == NULL ? PECK_NO_MEMORY : PECK_OK;
    Py_BEGIN_ALLOW_THREADS;
    if (status == PECK_OK)
        status = ask(self, &copy, &player, seat, &rng, &thought);
    Py_END_ALLOW_THREADS;
    PyObject *answer = status == PECK_OK ? tell(&copy, &thought, seat) : PyErr_NoMemory();
    free(thought.estimates);
    peck_match_free(&copy);
    return answer;
}

/* ---- Analysis ---- */

static PyObject *numbers_of(const double *numbers, int count)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list != NULL && i < count; i++) {
        PyObject *item = PyFloat_FromDouble(numbers[i]);
        append(&list, item);
    }
    return list;
}

/* (seat or -1, name, name of the bot's choice, quality, loss, its error, luck, its errors,
 * value after, its errors) */
static PyObject *step_of(const struct peck_analysis *analysis, const struct peck_step *step,
                         int seats)
{
    const struct peck_game *game = analysis->match->game;
    char name[PECK_NAME_MAX], best[PECK_NAME_MAX];
    struct peck_text played = peck_text_begin(name, sizeof name);
    struct peck_text better = peck_text_begin(best, sizeof best);
    bool chance = step->seat == PECK_CHANCE;
    game->action_name(step->action, &played);
    game->action_name(step->count > 0 ? analysis->estimates[step->first + step->best].action
                                      : step->action,
                      &better);
    return Py_BuildValue(
        "(issiddNNNN)", chance ? -1 : (int)step->seat, name, chance ? "" : best,
        chance ? -1 : (int)step->quality, step->loss, step->loss_error,
        numbers_of(step->luck, seats), numbers_of(step->luck_error, seats),
        numbers_of(step->value, seats), numbers_of(step->value_error, seats));
}

static PyObject *account_of(const struct peck_account *account)
{
    return Py_BuildValue("{sd sd sd sd sd sd sd sd sd sI sd}", "start", account->start,
                         "result", account->result, "luck", account->luck, "luck_error",
                         account->luck_error, "errors", account->errors, "errors_error",
                         account->errors_error, "gifts", account->gifts, "residual",
                         account->residual, "adjusted", account->adjusted, "decisions",
                         account->decisions, "error_rate", account->error_rate);
}

static PyObject *report(const struct peck_analysis *analysis)
{
    int seats = analysis->match->setup.seats;
    PyObject *steps = PyList_New(0), *accounts = PyList_New(0);
    bool fine = steps != NULL && accounts != NULL;
    for (uint32_t i = 0; fine && i < analysis->match->count; i++) {
        PyObject *item = step_of(analysis, &analysis->steps[i], seats);
        fine = item != NULL && PyList_Append(steps, item) == 0;
        Py_XDECREF(item);
    }
    for (int s = 0; fine && s < seats; s++) {
        PyObject *item = account_of(&analysis->seat[s]);
        fine = item != NULL && PyList_Append(accounts, item) == 0;
        Py_XDECREF(item);
    }
    if (fine)
        return Py_BuildValue("(NNI)", steps, accounts, analysis->playouts);
    Py_XDECREF(steps);
    Py_XDECREF(accounts);
    return NULL;
}

PyObject *match_analyse(PyObject *object, PyObject *args)
{
    struct match *self = (struct match *)object;
    const char *bot;
    unsigned playouts;
    PyObject *seed;
    struct peck_analysis_wish wish = {0};
    struct peck_analysis analysis;
    struct peck_match copy;
    struct peck_error error = {0};
    if (!PyArg_ParseTuple(args, "sIO!", &bot, &playouts, &PyLong_Type, &seed) ||
        read_player(self->match.game, bot, &wish.player) != 0)
        return NULL;
    if (self->bare) {
        PyErr_SetString(PyExc_ValueError, "a position has no past to analyse");
        return NULL;
    }
    if (copy_match(self, &copy) != 0)
        return NULL;
    wish.playouts = playouts;
    wish.seed = PyLong_AsUnsignedLongLongMask(seed);
    enum peck_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = peck_analyse(&copy, &wish, &analysis, &error);
    Py_END_ALLOW_THREADS;
    PyObject *answer = status == PECK_OK ? report(&analysis) : raise_status(status, &error);
    if (status == PECK_OK)
        peck_analysis_free(&analysis);
    peck_match_free(&copy);
    return answer;
}
