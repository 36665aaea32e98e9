/* limits.h — limits for each address: how often it may ask, how many connections it has.
 * What bots think is counted for people, too, by the server's name for them.
 *
 * Times are ms of a clock that only goes forward. Loop's thread only. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Filled at `rate` a second up to `burst`; a taking takes one. All zeros is full. */
struct bucket {
    int64_t at; /* ms */
    double used;
};
bool limits_take(struct bucket *bucket, double rate, double burst, int64_t now);

enum { ADDRESS_TEXT = 64 };
/* What limits and bans call an address: one of IPv4 as it is (mapped ones too), of IPv6 the
 * network of 64 bits, since whoever has one address has all of them, and anything else as
 * it is. */
void limits_network(const char *address, char network[ADDRESS_TEXT]);

struct address {
    char name[ADDRESS_TEXT];
    uint32_t connections;
    int64_t touched;
    struct bucket requests, files, upgrades, tables;
    uint32_t held;            /* jobs and thoughts that point here */
    struct job *jobs, *last;  /* of route.c that wait for a thread, in their order */
    struct address *next_job; /* whose turn is next … */
    bool in_turn;             /* … while it waits for one */
    uint32_t working;         /* its jobs on threads */
    uint32_t thinking;        /* bots that think for it */
    double thought;           /* ms that bots thought for it, forgotten by and by … */
    int64_t thought_at;       /* … and when that was computed */
    struct address *next;
};

enum { ADDRESS_BUCKETS = 4096, ADDRESSES_MAX = 100000 };

struct limits {
    struct address *buckets[ADDRESS_BUCKETS];
    size_t count;
    size_t hand; /* where to look for somebody to forget */
};

/* The entry of an address, made if need be; NULL when memory is out. It stays while it has
 * connections or is held, and for some minutes after unless there are too many. */
struct address *limits_find(struct limits *limits, const char *text, int64_t now);
/* Forgets who was not here for a while. */
void limits_sweep(struct limits *limits, int64_t now);
void limits_free(struct limits *limits);

#endif
