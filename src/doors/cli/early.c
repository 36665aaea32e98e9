/* early.c — refuses a processor that cannot run the program: see processor.h.
 *
 * A constructor, because main itself may use instructions that the processor lacks. Before
 * it run only the C library and the libraries of the system, which ask for less. */
#include "cli.h"
#include "doors/processor.h"

#include <unistd.h>

__attribute__((constructor)) static void refuse_processor(void)
{
    const char *lack = processor_lacks();
    if (lack == NULL)
        return;
    fprintf(stderr, "peck: %s\n", lack);
    _exit(STATUS_FAILED);
}
