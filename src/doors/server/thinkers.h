/* thinkers.h — the threads on which bots think, and how any thread stands back.
 *
 * Whoever plays waits for the loop; a bot may take a little longer. So these threads have
 * a lower priority, and those that think for tables nobody looks at the lowest. */
#ifndef SERVER_THINKERS_H
#define SERVER_THINKERS_H

#include <stdbool.h>
#include <stdint.h>

enum thinkers_for { THINK_WATCHED, THINK_UNWATCHED, THINK_KINDS };

/* The first member of whatever is to be done. */
struct errand {
    void (*run)(struct errand *errand); /* on a thread; it may free the errand */
    struct errand *next;
};

struct thinkers;

/* At most `most` threads of each kind; NULL: there are none to be had. */
struct thinkers *thinkers_new(uint32_t most);
/* Nothing may be running or waiting. */
void thinkers_free(struct thinkers *thinkers);
void thinkers_give(struct thinkers *thinkers, enum thinkers_for whom,
                   struct errand *errand);

/* Does something on a thread that stands back, and waits for it. Without a thread it is
 * done all the same. */
void thinkers_calmly(void (*run)(void *context), void *context);

#endif
