/* people_attempts.c — token buckets in a table of fixed size; it forgets full ones first.
 *
 * The table has SETS sets of WAYS buckets, 8,192 in all; a key always lies in the same set.
 * A key that is not there has a full bucket, so an entry only matters while it is being
 * slowed down. A new key therefore replaces the fullest bucket of its set: forgetting that
 * one gives away least, and somebody who is slowed down hard stays so. Keys are hashed with
 * a random seed, so that nobody can choose names that push a certain entry out. A bucket is
 * one number, the ms until it is full again. */
#include "people_attempts.h"

#include <pthread.h>
#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETS = 1024, WAYS = 8 }; /* a set is searched from end to end */

struct tokens {
    uint64_t key;  /* 0: empty */
    int64_t spent; /* ms until it is full again, counted from `at` */
    int64_t at;
};

struct attempts {
    pthread_mutex_t lock;
    uint8_t seed[crypto_shorthash_KEYBYTES]; /* so that nobody can choose a set */
    struct tokens sets[SETS][WAYS];
};

struct attempts *people_attempts_new(void)
{
    struct attempts *attempts = calloc(1, sizeof *attempts);
    if (attempts == NULL)
        return NULL;
    pthread_mutex_init(&attempts->lock, NULL);
    randombytes_buf(attempts->seed, sizeof attempts->seed);
    return attempts;
}

void people_attempts_free(struct attempts *attempts)
{
    if (attempts == NULL)
        return;
    pthread_mutex_destroy(&attempts->lock);
    free(attempts);
}

static uint64_t key_of(const struct attempts *attempts, const char *deed, const char *whose)
{
    char text[256];
    uint8_t hash[crypto_shorthash_BYTES];
    uint64_t key;
    int length = snprintf(text, sizeof text, "%s %s", deed, whose);
    size_t count = (size_t)length < sizeof text ? (size_t)length : sizeof text - 1;
    crypto_shorthash(hash, (const unsigned char *)text, count, attempts->seed);
    memcpy(&key, hash, sizeof key);
    return key != 0 ? key : 1;
}

static int64_t spent_at(const struct tokens *tokens, int64_t now)
{
    int64_t passed = now > tokens->at ? now - tokens->at : 0;
    return tokens->spent > passed ? tokens->spent - passed : 0;
}

/* The tokens of a key, brought up to now; in place of the fullest when it is new. */
static struct tokens *tokens_of(struct attempts *attempts, uint64_t key, int64_t now)
{
    struct tokens *set = attempts->sets[key % SETS], *fullest = &set[0];
    for (int i = 0; i < WAYS; i++) {
        if (set[i].key == key) {
            set[i].spent = spent_at(&set[i], now);
            set[i].at = now;
            return &set[i];
        }
        if (spent_at(&set[i], now) < spent_at(fullest, now))
            fullest = &set[i];
    }
    *fullest = (struct tokens){.key = key, .at = now};
    return fullest;
}

bool people_attempts_take(struct attempts *attempts, const struct limit *limit,
                          const char *whose, int64_t now)
{
    pthread_mutex_lock(&attempts->lock);
    struct tokens *tokens = tokens_of(attempts, key_of(attempts, limit->deed, whose), now);
    bool there = tokens->spent + limit->refill <= limit->most * limit->refill;
    if (there)
        tokens->spent += limit->refill;
    pthread_mutex_unlock(&attempts->lock);
    return there;
}

void people_attempts_return(struct attempts *attempts, const struct limit *limit,
                            const char *whose, int64_t now)
{
    pthread_mutex_lock(&attempts->lock);
    struct tokens *tokens = tokens_of(attempts, key_of(attempts, limit->deed, whose), now);
    tokens->spent -= tokens->spent < limit->refill ? tokens->spent : limit->refill;
    pthread_mutex_unlock(&attempts->lock);
}
