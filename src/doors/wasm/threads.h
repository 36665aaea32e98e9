/* threads.h — what our sources use of C's <threads.h>, where there is one thread: the C
 * library for WebAssembly has no such header. */
#ifndef WASM_THREADS_H
#define WASM_THREADS_H

#include <stddef.h>

enum { thrd_success };

typedef int once_flag;
#define ONCE_FLAG_INIT 0

static inline void call_once(once_flag *flag, void (*function)(void))
{
    if (*flag == 0) {
        *flag = 1;
        function();
    }
}

/* Storage of the only thread: a place for each file that makes a key. */
typedef void *tss_t;

static inline int tss_create(tss_t *key, void (*destroy)(void *))
{
    /* `destroy` is unused: the thread never ends */
    *key = NULL;
    return thrd_success;
}

#define tss_get(key) (key)
#define tss_set(key, value) ((key) = (value), thrd_success)

#endif
