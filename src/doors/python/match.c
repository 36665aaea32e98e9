/* match.c — the class `_peck.Match`: one match, or a position without its past.
 *
 * A match is a log; undoing and showing what a seat saw play it again. A position from a
 * line has no log and never gets one: its plies are played on the state alone (`bare`). A
 * line that is one seat's view (`blank`) can be looked at by that seat and not be played,
 * because what it does not show is unknown. `knows` decides that: a seat's own view does
 * not change when it is redacted for that seat. */
#include "python.h"

#include <stdlib.h>
#include <string.h>

enum { FULL_RECORD = -1 }; /* as the viewer of a record */

/* ---- Small questions ---- */

bool knows(const struct match *self, int seat)
{
    if (!self->blank)
        return true;
    union peck_state view = self->match.state;
    self->match.game->redact(&view, seat);
    return memcmp(&view, &self->match.state, self->match.game->state_size) == 0;
}

int check_seat(const struct match *self, int seat)
{
    if (seat >= 0 && seat < self->match.setup.seats)
        return 0;
    PyErr_Format(PyExc_IndexError, "there is no seat %d among seats 0 to %d", seat,
                 self->match.setup.seats - 1);
    return -1;
}

/* A seat, or -1 for chance: its number in the contract; -1 with IndexError. */
static int read_actor(const struct match *self, int seat)
{
    if (seat == -1)
        return PECK_CHANCE;
    return check_seat(self, seat) != 0 ? -1 : seat;
}

static PyObject *refuse_blank(void)
{
    PyErr_SetString(PyExc_ValueError,
                    "this position is one seat's view, and this is not known to it");
    return NULL;
}

/* The legal actions of a seat whose number was checked; 0 with an exception, or when there
 * are none. */
static uint32_t list_legal(const struct match *self, int seat, uint32_t *actions)
{
    if (!knows(self, seat)) {
        refuse_blank();
        return 0;
    }
    return self->match.game->legal(&self->match.state, seat, actions);
}

/* ---- Making ---- */

static struct match *make(PyTypeObject *type)
{
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    return (struct match *)allocate(type, 0); /* all zeros */
}

static PyObject *new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    const char *name;
    int seats;
    PyObject *options, *seed;
    const struct peck_game *game;
    struct peck_setup setup;
    struct peck_error error = {0};
    if (!PyArg_ParseTuple(args, "siOO!", &name, &seats, &options, &PyLong_Type, &seed) ||
        read_setup(name, seats, options, &game, &setup) != 0)
        return NULL;
    struct match *self = make(type);
    if (self == NULL)
        return NULL;
    enum peck_status status = peck_match_begin(&self->match, game, &setup, &error);
    peck_rng_seed(&self->rng, PyLong_AsUnsignedLongLongMask(seed));
    if (status == PECK_OK)
        return (PyObject *)self;
    Py_DECREF(self);
    return raise_status(status, &error);
}

static void end(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    peck_match_free(&((struct match *)object)->match);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

int copy_match(const struct match *self, struct peck_match *copy)
{
    *copy = self->match;
    copy->room = copy->count;
    copy->plies = NULL;
    if (copy->count == 0)
        return 0;
    size_t bytes = copy->count * sizeof *copy->plies;
    copy->plies = malloc(bytes);
    if (copy->plies == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    memcpy(copy->plies, self->match.plies, bytes);
    return 0;
}

static PyObject *clone(PyObject *object, PyObject *unused)
{
    struct match *self = (struct match *)object, *fresh = make(Py_TYPE(object));
    if (fresh == NULL)
        return NULL;
    fresh->rng = self->rng;
    fresh->bare = self->bare;
    fresh->blank = self->blank;
    if (copy_match(self, &fresh->match) == 0)
        return (PyObject *)fresh;
    Py_DECREF(fresh);
    return NULL;
}

/* A position as a match of its own. */
static struct match *make_bare(PyTypeObject *type, const struct peck_game *game,
                               const union peck_state *state, uint64_t seed)
{
    struct match *self = make(type);
    if (self == NULL)
        return NULL;
    self->match.game = game;
    self->match.state = *state;
    game->setup(state, &self->match.setup);
    self->bare = true;
    peck_rng_seed(&self->rng, seed);
    return self;
}

static PyObject *decode(PyObject *class, PyObject *args)
{
    const char *line;
    PyObject *seed;
    const struct peck_game *game;
    union peck_state state;
    struct peck_error error = {0};
    memset(&state, 0, sizeof state);
    if (!PyArg_ParseTuple(args, "sO!", &line, &PyLong_Type, &seed))
        return NULL;
    enum peck_status status = peck_decode(line, &game, &state, &error);
    if (status != PECK_OK)
        return raise_status(status, &error);
    struct match *self =
        make_bare((PyTypeObject *)class, game, &state, PyLong_AsUnsignedLongLongMask(seed));
    if (self != NULL)
        self->blank = strchr(line, '?') != NULL;
    return (PyObject *)self;
}

static PyObject *imagine(PyObject *object, PyObject *args)
{
    struct match *self = (struct match *)object;
    int seat;
    PyObject *seed;
    if (!PyArg_ParseTuple(args, "iO!", &seat, &PyLong_Type, &seed) ||
        check_seat(self, seat) != 0)
        return NULL;
    if (!knows(self, seat))
        return refuse_blank();
    union peck_state world = self->match.state;
    struct peck_rng rng;
    peck_rng_seed(&rng, PyLong_AsUnsignedLongLongMask(seed));
    self->match.game->redact(&world, seat);
    self->match.game->determinize(&world, seat, &rng);
    return (PyObject *)make_bare(Py_TYPE(object), self->match.game, &world,
                                 peck_rng_next(&rng));
}

static PyObject *read_records(PyObject *class, PyObject *args)
{
    const char *bytes;
    Py_ssize_t count;
    if (!PyArg_ParseTuple(args, "s#", &bytes, &count))
        return NULL;
    struct peck_reader *reader = malloc(sizeof *reader); /* it remembers many names */
    PyObject *list = PyList_New(0);
    if (reader == NULL && list != NULL) {
        Py_CLEAR(list);
        PyErr_NoMemory();
    }
    if (reader != NULL)
        *reader = peck_reader_begin(bytes, (size_t)count);
    while (list != NULL && peck_reader_more(reader)) {
        struct peck_error error = {0};
        struct match *self = make((PyTypeObject *)class);
        enum peck_status status =
            self == NULL ? PECK_OK : peck_record_read(reader, &self->match, &error);
        if (status != PECK_OK)
            raise_status(status, &error);
        if (self == NULL || status != PECK_OK || PyList_Append(list, (PyObject *)self) != 0)
            Py_CLEAR(list);
        else
            peck_rng_seed(&self->rng, self->match.count);
        Py_XDECREF((PyObject *)self);
    }
    free(reader);
    return list;
}

/* ---- Playing ---- */

static PyObject *done(enum peck_status status, const struct peck_error *error)
{
    if (status != PECK_OK)
        return raise_status(status, error);
    return Py_NewRef(Py_None);
}

/* The sentence of a match for what a bare position refuses: its log being empty, it says
 * the same. */
static enum peck_status say_bare(struct match *self, int seat, const char *name,
                                 struct peck_error *error)
{
    uint32_t action;
    struct peck_match *match = &self->match;
    if (peck_action_parse(match->game, &match->state, seat, name, &action) != PECK_OK)
        return peck_match_say(match, seat, name, error); /* refuses */
    match->game->apply(&match->state, seat, action);
    return PECK_OK;
}

static PyObject *say(PyObject *object, PyObject *args)
{
    struct match *self = (struct match *)object;
    int seat;
    const char *name;
    struct peck_error error = {0};
    if (!PyArg_ParseTuple(args, "is", &seat, &name) || (seat = read_actor(self, seat)) < 0)
        return NULL;
    if (self->blank)
        return refuse_blank();
    return done(self->bare ? say_bare(self, seat, name, &error)
                           : peck_match_say(&self->match, seat, name, &error),
                &error);
}

/* The same by the number of the choice; for chance, by the rank of the outcome. */
static PyObject *choose(PyObject *object, PyObject *args)
{
    struct match *self = (struct match *)object;
    int seat;
    long long choice;
    struct peck_error error = {0};
    uint32_t actions[PECK_ACTIONS_MAX], choices[PECK_ACTIONS_MAX];
    if (!PyArg_ParseTuple(args, "iL", &seat, &choice) ||
        (seat = read_actor(self, seat)) < 0)
        return NULL;
    if (self->blank)
        return refuse_blank();
    uint32_t count = self->match.game->legal(&self->match.state, seat, actions), i = 0;
    if (seat == PECK_CHANCE) {
        i = choice >= 0 && choice < count ? (uint32_t)choice : count;
    } else {
        peck_choices(self->match.game, actions, count, choices);
        while (i < count && choices[i] != choice)
            i++;
    }
    if (i == count) {
        char given[32];
        PyOS_snprintf(given, sizeof given, "choice %lld", choice);
        return done(peck_match_say(&self->match, seat, given, &error), &error);
    }
    if (self->bare) {
        self->match.game->apply(&self->match.state, seat, actions[i]);
        return Py_NewRef(Py_None);
    }
    return done(peck_match_play(&self->match, seat, actions[i], &error), &error);
}

static PyObject *chance(PyObject *object, PyObject *unused)
{
    struct match *self = (struct match *)object;
    struct peck_match *match = &self->match;
    struct peck_error error = {0};
    if (self->blank)
        return refuse_blank();
    if (!self->bare)
        return done(peck_match_chance(match, &self->rng, &error), &error);
    while (match->game->movers(&match->state) == PECK_CHANCE_BIT)
        match->game->apply(&match->state, PECK_CHANCE,
                           match->game->sample(&match->state, &self->rng));
    return Py_NewRef(Py_None);
}

static PyObject *undo(PyObject *object, PyObject *args)
{
    struct match *self = (struct match *)object;
    unsigned count;
    if (!PyArg_ParseTuple(args, "I", &count))
        return NULL;
    peck_match_undo(&self->match, count);
    return Py_NewRef(Py_None);
}

/* ---- Looking ---- */

static PyObject *setup_of(PyObject *object, PyObject *unused)
{
    struct match *self = (struct match *)object;
    const struct peck_game *game = self->match.game;
    PyObject *options = PyList_New(0);
    for (int i = 0; options != NULL && i < game->option_count; i++) {
        char words[64]; /* an option's name and a number of at most 6 characters */
        struct peck_text text = peck_text_begin(words, sizeof words);
        if (!peck_put_option(game, &self->match.setup, i, &text))
            continue;
        PyObject *item = PyUnicode_FromString(words);
        append(&options, item);
    }
    if (options == NULL)
        return NULL;
    return Py_BuildValue("(siN)", game->name, (int)self->match.setup.seats, options);
}

static PyObject *at_once(PyObject *object, PyObject *unused)
{
    const struct peck_match *match = &((struct match *)object)->match;
    return PyBool_FromLong(peck_at_once(match->game, &match->setup));
}

static PyObject *hidden(PyObject *object, PyObject *unused)
{
    const struct peck_match *match = &((struct match *)object)->match;
    return PyBool_FromLong(peck_hidden(match->game, &match->setup));
}

static PyObject *movers(PyObject *object, PyObject *unused)
{
    struct match *self = (struct match *)object;
    return PyLong_FromUnsignedLong(self->match.game->movers(&self->match.state));
}

static PyObject *count(PyObject *object, PyObject *unused)
{
    struct match *self = (struct match *)object;
    if (self->bare)
        return Py_NewRef(Py_None);
    return PyLong_FromUnsignedLong(self->match.count);
}

static PyObject *name_of(const struct peck_game *game, uint32_t action)
{
    char name[PECK_NAME_MAX];
    struct peck_text text = peck_text_begin(name, sizeof name);
    game->action_name(action, &text);
    return PyUnicode_FromString(name);
}

/* A list of pairs: the name, and the choice's number or, for chance, the weight. */
static PyObject *legal(PyObject *object, PyObject *args)
{
    struct match *self = (struct match *)object;
    const struct peck_game *game = self->match.game;
    int seat;
    uint32_t actions[PECK_ACTIONS_MAX], numbers[PECK_ACTIONS_MAX];
    _Static_assert((int)PECK_OUTCOMES_MAX <= (int)PECK_ACTIONS_MAX, "room for outcomes");
    if (!PyArg_ParseTuple(args, "i", &seat) || (seat = read_actor(self, seat)) < 0)
        return NULL;
    uint32_t found = list_legal(self, seat, actions);
    if (PyErr_Occurred())
        return NULL;
    if (seat != PECK_CHANCE)
        peck_choices(game, actions, found, numbers);
    else if (found > 0)
        game->weights(&self->match.state, numbers);
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list != NULL && i < found; i++) {
        PyObject *name = name_of(game, actions[i]);
        PyObject *item = name == NULL ? NULL : Py_BuildValue("(NI)", name, numbers[i]);
        append(&list, item);
    }
    return list;
}

/* The weights of chance's outcomes, in the order of their ranks. */
static PyObject *weights(PyObject *object, PyObject *unused)
{
    struct match *self = (struct match *)object;
    uint32_t outcomes[PECK_OUTCOMES_MAX], odds[PECK_OUTCOMES_MAX];
    uint32_t found = list_legal(self, PECK_CHANCE, outcomes);
    if (PyErr_Occurred())
        return NULL;
    if (found > 0)
        self->match.game->weights(&self->match.state, odds);
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list != NULL && i < found; i++) {
        PyObject *item = PyLong_FromUnsignedLong(odds[i]);
        append(&list, item);
    }
    return list;
}

static PyObject *put_mask(PyObject *object, PyObject *args)
{
    struct match *self = (struct match *)object;
    const struct peck_game *game = self->match.game;
    int seat;
    PyObject *target;
    Py_buffer buffer;
    uint32_t actions[PECK_ACTIONS_MAX];
    const struct array wanted = {
        "mask", "bool or int8", "?bB", 1, 0, peck_choice_count(game), 0, true, false};
    if (!PyArg_ParseTuple(args, "iO", &seat, &target) || check_seat(self, seat) != 0)
        return NULL;
    uint32_t found = list_legal(self, seat, actions);
    if (PyErr_Occurred() || open_array(target, &wanted, &buffer) != 0)
        return NULL;
    uint8_t *mask = buffer.buf;
    peck_choices(game, actions, found, actions);
    memset(mask, 0, (size_t)buffer.len);
    for (uint32_t i = 0; i < found; i++)
        mask[actions[i]] = 1;
    PyBuffer_Release(&buffer);
    return Py_NewRef(Py_None);
}

static PyObject *observe(PyObject *object, PyObject *args)
{
    struct match *self = (struct match *)object;
    const struct peck_game *game = self->match.game;
    int seat;
    PyObject *target;
    Py_buffer buffer;
    const struct array wanted = {"observation",  "int16", "h",  2,    0,
                                 game->features, 0,       true, false};
    if (!PyArg_ParseTuple(args, "iO", &seat, &target) || check_seat(self, seat) != 0)
        return NULL;
    if (!knows(self, seat))
        return refuse_blank();
    if (open_array(target, &wanted, &buffer) != 0)
        return NULL;
    game->observe(&self->match.state, seat, buffer.buf);
    PyBuffer_Release(&buffer);
    return Py_NewRef(Py_None);
}

static PyObject *score(PyObject *object, PyObject *unused)
{
    struct match *self = (struct match *)object;
    int32_t points[PECK_SEATS_MAX];
    uint8_t places[PECK_SEATS_MAX];
    self->match.game->score(&self->match.state, points, places);
    PyObject *list = PyList_New(0);
    for (int s = 0; list != NULL && s < self->match.setup.seats; s++) {
        PyObject *item = Py_BuildValue("(ii)", (int)points[s], (int)places[s]);
        append(&list, item);
    }
    return list;
}

/* A viewer: a seat, -1 for a spectator, None for everything; -2 with an exception. */
static int read_viewer(const struct match *self, PyObject *viewer, bool all)
{
    if (viewer == Py_None && all)
        return FULL_RECORD;
    long seat = PyLong_AsLong(viewer);
    if (PyErr_Occurred())
        return -2;
    int actor = seat < -1 || seat > PECK_SEATS_MAX ? check_seat(self, PECK_SEATS_MAX)
                                                   : read_actor(self, (int)seat);
    return actor < 0 ? -2 : actor;
}

static PyObject *text_of(enum peck_status status, struct peck_buffer *buffer)
{
    PyObject *text =
        status != PECK_OK
            ? PyErr_NoMemory()
            : PyUnicode_FromStringAndSize(buffer->bytes, (Py_ssize_t)buffer->length);
    peck_buffer_free(buffer);
    return text;
}

static PyObject *record(PyObject *object, PyObject *viewer)
{
    struct match *self = (struct match *)object;
    struct peck_buffer buffer = {0};
    int who = read_viewer(self, viewer, true);
    if (who < -1)
        return NULL;
    if (self->bare) {
        PyErr_SetString(PyExc_ValueError, "a position has no record: it knows no past");
        return NULL;
    }
    return text_of(peck_record_write(&self->match, who, &buffer), &buffer);
}

static PyObject *view(PyObject *object, PyObject *args)
{
    struct match *self = (struct match *)object;
    struct peck_buffer buffer = {0};
    PyObject *viewer;
    unsigned plies;
    if (!PyArg_ParseTuple(args, "OI", &viewer, &plies))
        return NULL;
    int who = read_viewer(self, viewer, false);
    if (who < 0)
        return NULL;
    if (who != PECK_CHANCE && !knows(self, who))
        return refuse_blank();
    return text_of(peck_view_write(&self->match, who, plies, &buffer), &buffer);
}

static PyObject *encode(PyObject *object, PyObject *viewer)
{
    struct match *self = (struct match *)object;
    int who = read_viewer(self, viewer, true);
    if (who < -1)
        return NULL;
    union peck_state state = self->match.state;
    if (who != FULL_RECORD)
        self->match.game->redact(&state, who);
    char line[PECK_LINE_MAX];
    struct peck_text text = peck_text_begin(line, sizeof line);
    peck_encode(self->match.game, &state, &text);
    return PyUnicode_FromString(line);
}

static PyObject *set_name(PyObject *object, PyObject *args)
{
    struct match *self = (struct match *)object;
    int seat;
    const char *name;
    struct peck_error error = {0};
    if (!PyArg_ParseTuple(args, "is", &seat, &name) || check_seat(self, seat) != 0)
        return NULL;
    return done(peck_match_name(&self->match, seat, name, &error), &error);
}

static PyMethodDef methods[] = {
    {"decode", decode, METH_VARARGS | METH_CLASS, "decode(line, seed)"},
    {"read", read_records, METH_VARARGS | METH_CLASS, "read(text): a list of matches"},
    {"clone", clone, METH_NOARGS, "A copy, generator included."},
    {"imagine", imagine, METH_VARARGS, "imagine(seat, seed)"},
    {"say", say, METH_VARARGS, "say(seat, name); seat -1 is chance"},
    {"choose", choose, METH_VARARGS,
     "choose(seat, choice); seat -1: the rank of an outcome"},
    {"chance", chance, METH_NOARGS, "Plays chance plies until a seat is to act."},
    {"undo", undo, METH_VARARGS, "undo(count): until so many plies remain"},
    {"setup", setup_of, METH_NOARGS, "(game, seats, options)"},
    {"at_once", at_once, METH_NOARGS, "Whether several seats may act at once."},
    {"hidden", hidden, METH_NOARGS, "Whether something is ever hidden from a seat."},
    {"movers", movers, METH_NOARGS, "The mask of who may act; bit 7 is chance."},
    {"count", count, METH_NOARGS, "Plies played; None for a position."},
    {"legal", legal, METH_VARARGS, "legal(seat): [(name, choice or weight)]"},
    {"weights", weights, METH_NOARGS, "Of chance's outcomes, in the order of legal(-1)."},
    {"mask", put_mask, METH_VARARGS, "mask(seat, array)"},
    {"observe", observe, METH_VARARGS, "observe(seat, array)"},
    {"score", score, METH_NOARGS, "[(points, place)]"},
    {"record", record, METH_O, "record(viewer)"},
    {"view", view, METH_VARARGS, "view(viewer, plies): JSON"},
    {"encode", encode, METH_O, "encode(viewer)"},
    {"name", set_name, METH_VARARGS, "name(seat, name)"},
    {"think", match_think, METH_VARARGS, "think(seat, bot, seed, milliseconds, work, all)"},
    {"analyse", match_analyse, METH_VARARGS, "analyse(bot, playouts, seed)"},
    {NULL, NULL, 0, NULL},
};

int add_match(PyObject *module)
{
    PyType_Slot slots[] = {
        {Py_tp_new, (void *)new},
        {Py_tp_dealloc, (void *)end},
        {Py_tp_methods, methods},
        {Py_tp_doc, "Match(game, seats, options, seed)"},
        {0, NULL},
    };
    PyType_Spec spec = {"peck._peck.Match", sizeof(struct match), 0, Py_TPFLAGS_DEFAULT,
                        slots};
    PyObject *class = PyType_FromSpec(&spec);
    int fine = class == NULL ? -1 : PyModule_AddObjectRef(module, "Match", class);
    Py_XDECREF(class);
    return fine;
}
