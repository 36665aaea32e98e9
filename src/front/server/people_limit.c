/* people_limit.c — see people_limit.h. */
#include "people_limit.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETS = 1024, WAYS = 8 }; /* a set is searched from end to end */

struct bucket {
    uint64_t key;  /* 0: empty */
    int64_t spent; /* ms until it is full again, counted from `at` */
    int64_t at;
};

struct limits {
    pthread_mutex_t lock;
    uint8_t seed[crypto_shorthash_KEYBYTES]; /* so that nobody can choose a set */
    struct bucket buckets[SETS][WAYS];
};

struct limits *limits_new(void)
{
    struct limits *limits = calloc(1, sizeof *limits);
    if (limits == NULL)
        return NULL;
    pthread_mutex_init(&limits->lock, NULL);
    randombytes_buf(limits->seed, sizeof limits->seed);
    return limits;
}

void limits_free(struct limits *limits)
{
    pthread_mutex_destroy(&limits->lock);
    free(limits);
}

static uint64_t key_of(const struct limits *limits, const char *deed, const char *whose)
{
    char text[256];
    uint8_t hash[crypto_shorthash_BYTES];
    uint64_t key;
    int length = snprintf(text, sizeof text, "%s %s", deed, whose);
    size_t count = (size_t)length < sizeof text ? (size_t)length : sizeof text - 1;
    crypto_shorthash(hash, (const unsigned char *)text, count, limits->seed);
    memcpy(&key, hash, sizeof key);
    return key != 0 ? key : 1;
}

static int64_t spent_at(const struct bucket *bucket, int64_t now)
{
    int64_t passed = now > bucket->at ? now - bucket->at : 0;
    return bucket->spent > passed ? bucket->spent - passed : 0;
}

/* The bucket of a key, brought up to now; in place of the fullest when it is new. */
static struct bucket *bucket_of(struct limits *limits, uint64_t key, int64_t now)
{
    struct bucket *set = limits->buckets[key % SETS], *fullest = &set[0];
    for (int i = 0; i < WAYS; i++) {
        if (set[i].key == key) {
            set[i].spent = spent_at(&set[i], now);
            set[i].at = now;
            return &set[i];
        }
        if (spent_at(&set[i], now) < spent_at(fullest, now))
            fullest = &set[i];
    }
    *fullest = (struct bucket){.key = key, .at = now};
    return fullest;
}

bool limits_take(struct limits *limits, const struct limit *limit, const char *whose,
                 int64_t now)
{
    pthread_mutex_lock(&limits->lock);
    struct bucket *bucket = bucket_of(limits, key_of(limits, limit->deed, whose), now);
    bool there = bucket->spent + limit->refill <= limit->most * limit->refill;
    if (there)
        bucket->spent += limit->refill;
    pthread_mutex_unlock(&limits->lock);
    return there;
}

void limits_return(struct limits *limits, const struct limit *limit, const char *whose,
                   int64_t now)
{
    pthread_mutex_lock(&limits->lock);
    struct bucket *bucket = bucket_of(limits, key_of(limits, limit->deed, whose), now);
    bucket->spent -= bucket->spent < limit->refill ? bucket->spent : limit->refill;
    pthread_mutex_unlock(&limits->lock);
}

void address_network(const char *address, char network[64])
{
    struct in6_addr six;
    snprintf(network, 64, "%s",
             strncmp(address, "::ffff:", 7) == 0 && strchr(address, '.') != NULL
                 ? address + 7
                 : address);
    if (inet_pton(AF_INET6, network, &six) != 1)
        return;
    memset(six.s6_addr + 8, 0, 8);
    if (inet_ntop(AF_INET6, &six, network, 60) != NULL)
        strcat(network, "/64");
}
