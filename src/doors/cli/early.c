/* early.c — ends the program with a sentence on a processor that cannot run it.
 *
 * processor.h knows what is needed. The check is a constructor, because main itself may use
 * instructions that the processor lacks, and it is compiled for any processor. Only the C
 * library and the system's libraries run before it, and they need less. */
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
