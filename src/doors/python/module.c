/* module.c — the module `peck._peck`: games, bots, signature, exceptions. */
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
    if (status == PECK_OK)
        return 0;
    raise_status(status, &error);
    return -1;
}

static PyObject *options_of(const struct peck_game *game)
{
    static const char *const kinds[] = {"flag", "number", "seat"};
    PyObject *list = PyList_New(0);
    for (int i = 0; list != NULL && i < game->option_count; i++) {
        const struct peck_option *option = &game->options[i];
        PyObject *item =
            Py_BuildValue("{ss ss si si si ss}", "name", option->name, "kind",
                          kinds[option->kind], "low", option->low, "high", option->high,
                          "default", option->standard, "help", option->help);
        append(&list, item);
    }
    return list;
}

/* The bots of a game's own; every game also takes `random` and `mcts-N`. */
static PyObject *bots_of(const struct peck_game *game)
{
    const struct peck_skill *skill = peck_skill_of(game);
    PyObject *dict = PyDict_New();
    for (int i = 0; dict != NULL && i < skill->count; i++) {
        const struct peck_bot *bot = &skill->bots[i];
        PyObject *name = bot->high == 0 ? PyUnicode_FromString(bot->name)
                                        : PyUnicode_FromFormat("%s-N", bot->name);
        PyObject *help = PyUnicode_FromString(bot->help);
        if (name == NULL || help == NULL || PyDict_SetItem(dict, name, help) != 0)
            Py_CLEAR(dict);
        Py_XDECREF(name);
        Py_XDECREF(help);
    }
    return dict;
}

static PyObject *describe(const struct peck_game *game)
{
    PyObject *options = options_of(game), *bots = bots_of(game);
    if (options == NULL || bots == NULL) {
        Py_XDECREF(options);
        Py_XDECREF(bots);
        return NULL;
    }
    return Py_BuildValue("{ss ss ss si si sO si sI sO si sN sN}", "name", game->name,
                         "title", game->title, "summary", game->summary, "seats_min",
                         game->seats_min, "seats_max", game->seats_max, "low_wins",
                         game->low_wins ? Py_True : Py_False, "features", game->features,
                         "choices", peck_choice_count(game), "stable_choices",
                         game->run_count > 0 ? Py_True : Py_False, "outcomes",
                         game->outcomes_max, "options", options, "bots", bots);
}

static PyObject *games(PyObject *module, PyObject *unused)
{
    (void)module, (void)unused;
    PyObject *list = PyList_New(0);
    for (int i = 0; list != NULL && i < peck_game_count; i++) {
        PyObject *item = describe(peck_games[i]);
        append(&list, item);
    }
    return list;
}

static PyObject *choice_names(PyObject *module, PyObject *args)
{
    (void)module;
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
    (void)module, (void)unused;
    char digits[17];
    uint64_t hash;
    Py_BEGIN_ALLOW_THREADS;
    hash = peck_signature();
    Py_END_ALLOW_THREADS;
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)hash);
    return PyUnicode_FromString(digits);
}

static PyMethodDef methods[] = {
    {"games", games, METH_NOARGS, "Facts of all games, as dictionaries."},
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
