/* python.h — what the files of the Python extension share: the classes, errors and arrays.
 *
 * The extension is the private module `peck._peck`: plain C against the limited API of
 * Python 3.11, without numpy. Arrays come in and go out through the buffer protocol and
 * belong to the caller. python/src/peck has the names that people use and the help; here
 * are the engine's functions and the checks of their arguments. Refused input raises an
 * exception, and nothing has changed then.
 *
 * Work that takes long releases the interpreter's lock and works on copies. */
#ifndef PYTHON_PYTHON_H
#define PYTHON_PYTHON_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <peck/vec.h>

/* The module; NULL with an exception on failure. */
PyObject *make_module(void);
/* Raises what a status stands for, with the sentence of the error; returns NULL. The three
 * classes are ValueErrors: IllegalAction, BadSetup and BadRecord. */
PyObject *raise_status(enum peck_status status, const struct peck_error *error);
/* Appends an item, which is taken over. A list that cannot be made, because there is no
 * item or no memory, becomes NULL, and an exception says why. */
void append(PyObject **list, PyObject *item);
/* Adds the exceptions to the module; -1 on failure. */
int add_errors(PyObject *module);
/* Adds the classes; -1 on failure. */
int add_match(PyObject *module);
int add_vec(PyObject *module);

/* The class `_peck.Match`. */
struct match {
    PyObject_HEAD struct peck_match match;
    struct peck_rng rng; /* for chance */
    bool bare;           /* from a position line: the log stays empty */
    bool blank;          /* … that was somebody's view: see knows */
};
/* Whether what a seat sees and may do follows from the position. */
bool knows(const struct match *self, int seat);
/* A copy of the match, to be freed with peck_match_free; -1 with MemoryError. Work without
 * the interpreter's lock is done on copies. */
int copy_match(const struct match *self, struct peck_match *copy);
/* Checks a seat's number; -1 with IndexError. */
int check_seat(const struct match *self, int seat);
/* Methods of the class in thoughts.c. */
PyObject *match_think(PyObject *object, PyObject *args);
PyObject *match_analyse(PyObject *object, PyObject *args);

/* Reads game, seats and options (a sequence of strings as records spell them) of every
 * constructor; -1 with an exception on failure. */
int read_setup(const char *name, int seats, PyObject *options,
               const struct peck_game **game, struct peck_setup *setup);
/* Finds a bot, limited by work and not by time; -1 with an exception on failure. */
int read_player(const struct peck_game *game, const char *name, struct peck_player *player);

/* One argument that must be an array. */
struct array {
    const char *name;
    const char *type;            /* for the sentence: "int16" */
    const char *formats;         /* of the struct module, any of these … */
    Py_ssize_t size, other_size; /* … with items of one of these sizes; 0: only the first */
    Py_ssize_t rows, columns;    /* columns 0: it has one dimension */
    bool writable, optional;     /* optional: None is fine */
};
/* Fills the buffer, to be released by the caller; -1 with a TypeError (type, not an array)
 * or a ValueError (shape, not contiguous, read-only) on failure. For None `buf` is NULL. */
int open_array(PyObject *object, const struct array *array, Py_buffer *buffer);

#endif
