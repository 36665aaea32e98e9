/* early.c — the first function that Python calls: an ImportError on a processor that cannot
 * run the module (processor.h), or else the module. */
#include "doors/processor.h"
#include "python.h"

PyMODINIT_FUNC PyInit__peck(void);

PyMODINIT_FUNC PyInit__peck(void)
{
    const char *lack = processor_lacks();
    if (lack == NULL)
        return make_module();
    PyErr_SetString(PyExc_ImportError, lack);
    return NULL;
}
