/* people_attempts.h — limits how often somebody may try something, such as logging in.
 *
 * A bucket belongs to a key (a kind of deed with an address or a name) and holds up to
 * `most` tokens. A deed takes one, and one comes back every `refill` ms. Buckets live in
 * the memory of a process, and several processes each have their own. Safe on several
 * threads. */
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

struct attempts *people_attempts_new(void);
void people_attempts_free(struct attempts *attempts);
/* Takes a token; false when there is none. Safe on several threads. */
bool people_attempts_take(struct attempts *attempts, const struct limit *limit,
                          const char *whose, int64_t now);
/* Gives it back: what was done does not count. */
void people_attempts_return(struct attempts *attempts, const struct limit *limit,
                            const char *whose, int64_t now);

#endif
