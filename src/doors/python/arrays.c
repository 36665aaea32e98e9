/* arrays.c — checks arrays that a caller passes: type, shape, order in memory, writable.
 *
 * An array is whatever supports the buffer protocol. It is used in place, never copied, so
 * every check must pass before the first byte is read or written. */
#include "python.h"

#include <string.h>

/* "masks must be an array of bool with shape (64, 2)" and what it is instead. */
static int refuse(PyObject *kind, const struct array *array, const char *what)
{
    if (array->columns > 0)
        PyErr_Format(kind, "%s must be an array of %s with shape (%zd, %zd): %s",
                     array->name, array->type, array->rows, array->columns, what);
    else
        PyErr_Format(kind, "%s must be an array of %s with shape (%zd,): %s", array->name,
                     array->type, array->rows, what);
    return -1;
}

static bool has_type(const struct array *array, const Py_buffer *buffer)
{
    const char *format = buffer->format == NULL ? "B" : buffer->format;
    if (*format == '@' || *format == '=' || *format == '<') /* '<': this machine's order */
        format++;
    return format[0] != '\0' && format[1] == '\0' &&
           strchr(array->formats, format[0]) != NULL &&
           (buffer->itemsize == array->size ||
            (array->other_size != 0 && buffer->itemsize == array->other_size));
}

static bool has_shape(const struct array *array, const Py_buffer *buffer)
{
    if (array->columns == 0)
        return buffer->ndim == 1 && buffer->shape[0] == array->rows;
    return buffer->ndim == 2 && buffer->shape[0] == array->rows &&
           buffer->shape[1] == array->columns;
}

int open_array(PyObject *object, const struct array *array, Py_buffer *buffer)
{
    memset(buffer, 0, sizeof *buffer);
    if (object == Py_None && array->optional)
        return 0;
    if (!PyObject_CheckBuffer(object))
        return refuse(PyExc_TypeError, array, "it is no array");
    if (PyObject_GetBuffer(object, buffer, PyBUF_FULL_RO) != 0) {
        PyErr_Clear();
        memset(buffer, 0, sizeof *buffer);
        return refuse(PyExc_ValueError, array, "its memory cannot be read");
    }
    int fine = 0;
    if (!has_type(array, buffer))
        fine = refuse(PyExc_TypeError, array, "it has another type");
    else if (!has_shape(array, buffer))
        fine = refuse(PyExc_ValueError, array, "it has another shape");
    else if (!PyBuffer_IsContiguous(buffer, 'C'))
        fine = refuse(PyExc_ValueError, array, "it is not contiguous");
    else if (array->writable && buffer->readonly)
        fine = refuse(PyExc_ValueError, array, "it cannot be written");
    if (fine != 0) {
        PyBuffer_Release(buffer);
        memset(buffer, 0, sizeof *buffer);
    }
    return fine;
}
