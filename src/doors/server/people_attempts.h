/* people_attempts.h — how often somebody may try something: buckets of tokens, in the
 * memory of a process.
 *
 * A bucket belongs to a key (a kind of deed with an address or a name) and holds up to
 * `most` tokens; a deed takes one, and one comes back every `refill` ms. Keys that are not
 * remembered have a full bucket; when there is no room the fullest bucket is forgotten, so
 * whoever is being slowed down stays slowed down. Several processes each have their own. */
#ifndef SERVER_PEOPLE_ATTEMPTS_H
#define SERVER_PEOPLE_ATTEMPTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct attempts;

struct limit {
    const char *deed;
    int most;
    int64_t refill;
};

struct attempts *attempts_new(void);
void attempts_free(struct attempts *attempts);
/* Takes a token; false when there is none. Safe on several threads. */
bool attempts_take(struct attempts *attempts, const struct limit *limit, const char *whose,
                   int64_t now);
/* Gives it back: what was done does not count. */
void attempts_return(struct attempts *attempts, const struct limit *limit,
                     const char *whose, int64_t now);

#endif
