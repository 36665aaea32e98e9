/* crew.h — a pool of threads that wait for work and divide a range of numbers.
 *
 * The caller is one of the crew and works too, so a crew of one has no threads at all.
 * Which thread has which part follows from the sizes alone. Threads do not survive a fork:
 * in the child the caller does all the work alone. */
#ifndef PLAY_CREW_H
#define PLAY_CREW_H

#include <stdint.h>

enum { PECK_CREW_MAX = 64 };

struct peck_crew;

/* A crew of 1 to PECK_CREW_MAX, the caller included; NULL without memory or threads. */
struct peck_crew *peck_crew_begin(int size);
void peck_crew_free(struct peck_crew *crew);
/* Has `work` called for the parts [from, to) of [0, count); returns when all are done. */
void peck_crew_do(struct peck_crew *crew,
                  void (*work)(void *context, uint32_t from, uint32_t to), void *context,
                  uint32_t count);

#endif
