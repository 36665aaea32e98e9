/* processor.h — whether this processor has the instructions that the program was compiled
 * for.
 *
 * CMakeLists.txt asks for x86-64-v2. On an older processor the first such instruction would
 * kill the program without a word. So each door includes this in one file that is compiled
 * for any processor and runs before all others. */
#ifndef DOORS_PROCESSOR_H
#define DOORS_PROCESSOR_H

#include <stddef.h>

/* What is wrong, in a sentence; NULL if nothing is. */
static inline const char *processor_lacks(void)
{
#ifdef PECK_X86_64_V2
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("sse4.2") || !__builtin_cpu_supports("sse4.1") ||
        !__builtin_cpu_supports("ssse3") || !__builtin_cpu_supports("sse3") ||
        !__builtin_cpu_supports("popcnt"))
        return "this build of Peck needs a processor with SSE4.2 and POPCNT (most since "
               "2009); compile it with -DPECK_X86_64_V2=OFF for this one";
#endif
    return NULL;
}

#endif
