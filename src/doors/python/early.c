/* early.c — the entry point of the extension: refuses processors that cannot run it.
 *
 * Unlike the rest it is compiled for any processor. It asks processor.h, and either raises
 * ImportError or makes the module. */
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
