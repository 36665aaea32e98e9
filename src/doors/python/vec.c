/* vec.c — the class `_peck.Vec`: many matches stepped at once, into the caller's arrays.
 *
 * The engine's peck_vec does the work (include/peck/vec.h); this file is the way from
 * Python to it. A call opens and checks all arrays first and refuses before anything has
 * changed. Then it releases the interpreter's lock and lets the engine write straight into
 * the caller's memory: no copies, no objects for single numbers. Two threads of Python must
 * not be in one Vec at once; `busy`, which only changes while the lock is held, turns that
 * mistake into an exception. Actions may be int32 or int64, as numpy makes them; one that
 * does not fit 32 bits is treated as -1, which no match accepts. */
#include "python.h"

#include <string.h>

struct vec {
    PyObject_HEAD struct peck_vec *vec;
    const struct peck_game *game;
    uint32_t count;
    int seats;
    int32_t *choices; /* of the step under way */
    bool busy;
};

/* The arrays a step writes to, in the order of the arguments. */
enum { OBSERVATIONS, MASKS, PLAYERS, REWARDS, TERMINALS, TRUNCATIONS, FINALS, ARRAYS };

static void release(Py_buffer buffers[], int count)
{
    for (int i = 0; i < count; i++) {
        if (buffers[i].obj != NULL)
            PyBuffer_Release(&buffers[i]);
    }
}

/* Opens the output arrays; -1 with an exception, and none open, on failure. */
static int open_out(const struct vec *self, PyObject *objects[], Py_buffer buffers[],
                    struct peck_vec_out *out)
{
    Py_ssize_t n = self->count, features = self->game->features, seats = self->seats;
    Py_ssize_t choices = peck_choice_count(self->game);
    const struct array wanted[ARRAYS] = {
        {"observations", "int16", "h", 2, 0, n, features, true, true},
        {"masks", "bool or int8", "?bB", 1, 0, n, choices, true, true},
        {"players", "int8", "b", 1, 0, n, 0, true, true},
        {"rewards", "float32", "f", 4, 0, n, seats, true, true},
        {"terminals", "bool", "?", 1, 0, n, 0, true, true},
        {"truncations", "bool", "?", 1, 0, n, 0, true, true},
        {"finals", "int16", "h", 2, 0, n, features, true, true},
    };
    for (int i = 0; i < ARRAYS; i++) {
        if (open_array(objects[i], &wanted[i], &buffers[i]) != 0) {
            release(buffers, i);
            return -1;
        }
    }
    *out = (struct peck_vec_out){buffers[OBSERVATIONS].buf, buffers[MASKS].buf,
                                 buffers[PLAYERS].buf,      buffers[REWARDS].buf,
                                 buffers[TERMINALS].buf,    buffers[TRUNCATIONS].buf,
                                 buffers[FINALS].buf};
    return 0;
}

static bool refuse_busy(const struct vec *self)
{
    if (self->vec == NULL || self->busy)
        PyErr_SetString(PyExc_RuntimeError, self->vec == NULL
                                                ? "this Vec was not made"
                                                : "another thread is using this Vec");
    return self->vec == NULL || self->busy;
}

static PyObject *reset(PyObject *object, PyObject *args)
{
    struct vec *self = (struct vec *)object;
    PyObject *seed, *objects[ARRAYS];
    Py_buffer buffers[ARRAYS];
    struct peck_vec_out out;
    if (!PyArg_ParseTuple(args, "O!OOOOOOO", &PyLong_Type, &seed, &objects[0], &objects[1],
                          &objects[2], &objects[3], &objects[4], &objects[5], &objects[6]))
        return NULL;
    uint64_t number = PyLong_AsUnsignedLongLongMask(seed);
    if (refuse_busy(self) || open_out(self, objects, buffers, &out) != 0)
        return NULL;
    enum peck_status status;
    self->busy = true;
    Py_BEGIN_ALLOW_THREADS;
    status = peck_vec_reset(self->vec, number, &out);
    Py_END_ALLOW_THREADS;
    self->busy = false;
    release(buffers, ARRAYS);
    if (status != PECK_OK)
        return PyErr_NoMemory();
    return Py_NewRef(Py_None);
}

static struct array actions_array(const struct vec *self, bool writable)
{
    return (struct array){"actions", "int64 or int32", "ilq", 8, 4, self->count,
                          0,         writable,         false};
}

/* Takes the actions over as numbers of 32 bits; one that does not fit is as wrong as -1. */
static void copy_actions(struct vec *self, const Py_buffer *actions)
{
    if (actions->itemsize == 4) {
        memcpy(self->choices, actions->buf, self->count * sizeof *self->choices);
        return;
    }
    const int64_t *from = actions->buf;
    for (uint32_t i = 0; i < self->count; i++)
        self->choices[i] = from[i] == (int32_t)from[i] ? (int32_t)from[i] : -1;
}

static PyObject *step(PyObject *object, PyObject *args)
{
    struct vec *self = (struct vec *)object;
    PyObject *actions, *objects[ARRAYS];
    Py_buffer given, buffers[ARRAYS];
    struct peck_vec_out out;
    struct peck_error error = {0};
    if (!PyArg_ParseTuple(args, "OOOOOOOO", &actions, &objects[0], &objects[1], &objects[2],
                          &objects[3], &objects[4], &objects[5], &objects[6]))
        return NULL;
    const struct array wanted = actions_array(self, false);
    if (refuse_busy(self) || open_array(actions, &wanted, &given) != 0)
        return NULL;
    if (open_out(self, objects, buffers, &out) != 0) {
        PyBuffer_Release(&given);
        return NULL;
    }
    enum peck_status status;
    self->busy = true;
    Py_BEGIN_ALLOW_THREADS;
    copy_actions(self, &given);
    status = peck_vec_step(self->vec, self->choices, &out, &error);
    Py_END_ALLOW_THREADS;
    self->busy = false;
    release(buffers, ARRAYS);
    PyBuffer_Release(&given);
    if (status != PECK_OK)
        return raise_status(status, &error);
    return Py_NewRef(Py_None);
}

static PyObject *sample(PyObject *object, PyObject *actions)
{
    struct vec *self = (struct vec *)object;
    const struct array wanted = actions_array(self, true);
    Py_buffer given;
    if (refuse_busy(self) || open_array(actions, &wanted, &given) != 0)
        return NULL;
    self->busy = true;
    Py_BEGIN_ALLOW_THREADS;
    peck_vec_sample(self->vec, self->choices);
    if (given.itemsize == 4) {
        memcpy(given.buf, self->choices, self->count * sizeof *self->choices);
    } else {
        int64_t *to = given.buf;
        for (uint32_t i = 0; i < self->count; i++)
            to[i] = self->choices[i];
    }
    Py_END_ALLOW_THREADS;
    self->busy = false;
    PyBuffer_Release(&given);
    return Py_NewRef(Py_None);
}

static PyObject *encode(PyObject *object, PyObject *args)
{
    struct vec *self = (struct vec *)object;
    Py_ssize_t index;
    char line[PECK_LINE_MAX];
    struct peck_text text = peck_text_begin(line, sizeof line);
    if (!PyArg_ParseTuple(args, "n", &index) || refuse_busy(self))
        return NULL;
    if (index < 0 || index >= (Py_ssize_t)self->count) {
        PyErr_Format(PyExc_IndexError, "there is no match %zd among %u", index,
                     (unsigned)self->count);
        return NULL;
    }
    peck_encode(self->game, peck_vec_state(self->vec, (uint32_t)index), &text);
    return PyUnicode_FromString(line);
}

static int read_players(PyObject *players, struct peck_vec_wish *wish)
{
    if (PySequence_Size(players) != wish->setup.seats) {
        struct peck_error error = {0};
        peck_error_say(&error, "error.vec.players");
        if (!PyErr_Occurred())
            raise_status(PECK_BAD_SETUP, &error);
        return -1;
    }
    for (int p = 0; p < wish->setup.seats; p++) {
        PyObject *item = PySequence_GetItem(players, p);
        const char *name =
            item == NULL || item == Py_None ? NULL : PyUnicode_AsUTF8AndSize(item, NULL);
        int fine = item == NULL || (item != Py_None && name == NULL) ? -1 : 0;
        if (name != NULL)
            fine = read_player(wish->game, name, &wish->players[p]);
        Py_XDECREF(item);
        if (fine != 0)
            return -1;
    }
    return 0;
}

static int init(PyObject *object, PyObject *args, PyObject *keywords)
{
    struct vec *self = (struct vec *)object;
    struct peck_vec_wish wish = {0};
    struct peck_error error = {0};
    const char *name;
    int seats, rotate, points;
    unsigned count, limit;
    PyObject *options, *players, *seed;
    if (self->vec != NULL) {
        PyErr_SetString(PyExc_RuntimeError, "this Vec was made already");
        return -1;
    }
    if (!PyArg_ParseTuple(args, "siOIiO!OpIp", &name, &seats, &options, &count,
                          &wish.threads, &PyLong_Type, &seed, &players, &rotate, &limit,
                          &points) ||
        read_setup(name, seats, options, &wish.game, &wish.setup) != 0 ||
        read_players(players, &wish) != 0)
        return -1;
    wish.count = count;
    wish.limit = limit;
    wish.rotate = rotate;
    wish.seed = PyLong_AsUnsignedLongLongMask(seed);
    wish.reward = points ? PECK_REWARD_POINTS : PECK_REWARD_WIN;
    enum peck_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = peck_vec_begin(&self->vec, &wish, &error);
    Py_END_ALLOW_THREADS;
    if (status == PECK_OK)
        self->choices = PyMem_Malloc(wish.count * sizeof *self->choices);
    if (status != PECK_OK || self->choices == NULL) {
        raise_status(status == PECK_OK ? PECK_NO_MEMORY : status, &error);
        return -1;
    }
    self->game = wish.game;
    self->count = wish.count;
    self->seats = wish.setup.seats;
    return 0;
}

static void end(PyObject *object)
{
    struct vec *self = (struct vec *)object;
    PyTypeObject *type = Py_TYPE(object);
    peck_vec_free(self->vec);
    PyMem_Free(self->choices);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static PyMethodDef methods[] = {
    {"reset", reset, METH_VARARGS, "reset(seed, *arrays): all matches anew."},
    {"step", step, METH_VARARGS, "step(actions, *arrays): one choice for each match."},
    {"sample", sample, METH_O, "sample(actions): a random legal choice for each match."},
    {"encode", encode, METH_VARARGS, "encode(index): the position line of one match."},
    {NULL, NULL, 0, NULL},
};

int add_vec(PyObject *module)
{
    PyType_Slot slots[] = {
        {Py_tp_init, (void *)init},
        {Py_tp_dealloc, (void *)end},
        {Py_tp_methods, methods},
        {Py_tp_doc, "Vec(game, seats, options, count, threads, seed, players, rotate, "
                    "limit, points)"},
        {0, NULL},
    };
    PyType_Spec spec = {"peck._peck.Vec", sizeof(struct vec), 0, Py_TPFLAGS_DEFAULT, slots};
    PyObject *class = PyType_FromSpec(&spec);
    int fine = class == NULL ? -1 : PyModule_AddObjectRef(module, "Vec", class);
    Py_XDECREF(class);
    return fine;
}
