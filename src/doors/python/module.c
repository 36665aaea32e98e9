/* module.c — the module `peck._peck`: games, bots, signature, exceptions, checks.
 *
 * Facts about games go out as dicts, with the names of the engine's own structs. Seats,
 * options and bots are checked here for all constructors. */
#include "python.h"

#include "tell/say.h"

#include <peck/signature.h>

#include <stdio.h>
#include <string.h>

/* The extension is loaded once in a process, and these with it. */
static PyObject *illegal_action, *bad_setup, *bad_record;

int add_errors(PyObject *module)
{
    static const struct {
        const char *name, *help;
        PyObject **class;
    } errors[] = {
        {"peck.IllegalAction", "An action that is not legal here, or not for this seat.",
         &illegal_action},
        {"peck.BadSetup", "Seats, options or players that a game does not take.",
         &bad_setup},
        {"peck.BadRecord", "A record or a position line that cannot be read.", &bad_record},
    };
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        PyObject *class = PyErr_NewExceptionWithDoc(errors[i].name, errors[i].help,
                                                    PyExc_ValueError, NULL);
        if (class == NULL ||
            PyModule_AddObjectRef(module, errors[i].name + strlen("peck."), class) != 0)
            return -1;
        *errors[i].class = class;
    }
    return 0;
}

PyObject *raise_status(enum peck_status status, const struct peck_error *error)
{
    PyObject *kind = status == PECK_ILLEGAL     ? illegal_action
                     : status == PECK_BAD_SETUP ? bad_setup
                                                : bad_record;
    if (status == PECK_NO_MEMORY)
        return PyErr_NoMemory();
    char sentence[SAY_SENTENCE];
    struct peck_text text = peck_text_begin(sentence, sizeof sentence);
    say_error_at(&text, SAY_EN, error);
    PyErr_SetString(kind, sentence);
    return NULL;
}

void append(PyObject **list, PyObject *item)
{
    if (*list != NULL && (item == NULL || PyList_Append(*list, item) != 0))
        Py_CLEAR(*list);
    Py_XDECREF(item);
}

static int read_option(const struct peck_game *game, PyObject *item,
                       struct peck_setup *setup)
{
    struct peck_error error = {0};
    const char *text = PyUnicode_AsUTF8AndSize(item, NULL);
    if (text == NULL)
        return -1;
    enum peck_status status = peck_setup_option(game, setup, text, &error);
    if (status == PECK_OK)
        return 0;
    raise_status(status, &error);
    return -1;
}

int read_setup(const char *name, int seats, PyObject *options,
               const struct peck_game **game, struct peck_setup *setup)
{
    struct peck_error error = {0};
    union peck_state scratch;
    *game = peck_game_find(name);
    if (*game == NULL) {
        PyErr_Format(bad_setup, "there is no game '%.40s'", name);
        return -1;
    }
    if (seats < 0 || seats > PECK_SEATS_SPELLED)
        seats = 0; /* which peck_init refuses with the range that the game takes */
    peck_setup_begin(*game, seats, setup);
    Py_ssize_t count = PySequence_Size(options);
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *item = PySequence_GetItem(options, i);
        int fine = item == NULL ? -1 : read_option(*game, item, setup);
        Py_XDECREF(item);
        if (fine != 0)
            return -1;
    }
    enum peck_status status = peck_init(*game, &scratch, setup, &error);
    if (count < 0 || status == PECK_OK)
        return count < 0 ? -1 : 0;
    raise_status(status, &error);
    return -1;
}

int read_player(const struct peck_game *game, const char *name, struct peck_player *player)
{
    struct peck_error error = {0};
    enum peck_status status = peck_player_find(game, name, player, &error);
    if (status == PECK_OK) {
        if (player->budget.work > 0)
            player->budget.milliseconds = 0; /* no clock: with one seed always the same */
        return 0;
    }
    raise_status(status, &error);
    return -1;
}

static PyObject *games(PyObject *module, PyObject *unused)
{
    struct peck_buffer buffer = {0};
    if (peck_buffer_reserve(&buffer, PECK_GAMES_JSON_MAX) != PECK_OK)
        return PyErr_NoMemory();
    struct peck_text text = peck_text_begin(buffer.bytes, PECK_GAMES_JSON_MAX);
    struct peck_json json = peck_json_begin(&text);
    peck_json_games(&json, NULL);
    PECK_ASSERT(!text.full);
    PyObject *facts = PyUnicode_FromStringAndSize(text.buffer, (Py_ssize_t)text.length);
    peck_buffer_free(&buffer);
    return facts;
}

static PyObject *choice_names(PyObject *module, PyObject *args)
{
    const char *game_name;
    if (!PyArg_ParseTuple(args, "s", &game_name))
        return NULL;
    const struct peck_game *game = peck_game_find(game_name);
    PyObject *list = PyList_New(0);
    uint32_t count = game == NULL || game->run_count == 0 ? 0 : peck_choice_count(game);
    for (uint32_t i = 0; list != NULL && i < count; i++) {
        char name[PECK_NAME_MAX];
        struct peck_text text = peck_text_begin(name, sizeof name);
        game->action_name(peck_choice_action(game, i), &text);
        PyObject *item = PyUnicode_FromString(name);
        append(&list, item);
    }
    return list;
}

static PyObject *signature(PyObject *module, PyObject *unused)
{
    char digits[17];
    uint64_t hash;
    Py_BEGIN_ALLOW_THREADS;
    hash = peck_signature();
    Py_END_ALLOW_THREADS;
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)hash);
    return PyUnicode_FromString(digits);
}

static PyMethodDef methods[] = {
    {"games", games, METH_NOARGS, "The facts of all games: JSON."},
    {"choice_names", choice_names, METH_VARARGS,
     "Names of a game's choices by number; empty where numbers are ranks."},
    {"signature", signature, METH_NOARGS, "One hash of how all games play."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "peck._peck",
    .m_doc = "The engine; private. Use the names of the package peck.",
    .m_size = -1,
    .m_methods = methods,
};

PyObject *make_module(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL &&
        (add_errors(module) != 0 || add_match(module) != 0 || add_vec(module) != 0))
        Py_CLEAR(module);
    return module;
}
