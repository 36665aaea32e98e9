/* limits.c — token buckets, and a hash table of the addresses that have them.
 *
 * A bucket stores how much is used up and when that was computed; it leaks at `rate` a
 * second, and a request fits if it stays within `burst`. So a bucket needs no timer, and
 * one of zeros is full. IPv4 addresses count one by one, IPv6 addresses by their network of
 * 64 bits, because a household has all addresses of one.
 *
 * An entry stays while it has connections and REMEMBERED_MS after its last use; by then
 * every bucket is full again, so forgetting it gives nothing away. There are at most
 * ADDRESSES_MAX entries: whoever comes after that takes the place of one of those that have
 * not been here for longest, so that a hundred thousand strangers keep nobody out. */
#include "limits.h"

#include "hash.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REMEMBERED_MS = 600000 };

bool limits_take(struct bucket *bucket, double rate, double burst, int64_t now)
{
    double gained = rate * (double)(now - bucket->at) / 1000;
    bucket->used = bucket->used > gained ? bucket->used - gained : 0;
    bucket->at = now;
    if (bucket->used + 1 > burst)
        return false;
    bucket->used += 1;
    return true;
}

void limits_network(const char *address, char network[ADDRESS_TEXT])
{
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    struct in6_addr six;
    char half[INET6_ADDRSTRLEN] = "";
    memset(network, 0, ADDRESS_TEXT);
    if (inet_pton(AF_INET6, address, &six) != 1) {
        memcpy(network, address, strnlen(address, ADDRESS_TEXT - 1));
    } else if (memcmp(&six, mapped, sizeof mapped) == 0) {
        inet_ntop(AF_INET, six.s6_addr + 12, network, ADDRESS_TEXT);
    } else {
        memset(six.s6_addr + 8, 0, 8);
        inet_ntop(AF_INET6, &six, half, sizeof half);
        snprintf(network, ADDRESS_TEXT, "%s/64", half);
    }
}

static struct address **bucket_of(struct limits *limits, const char *name)
{
    return &limits->buckets[hash_name(name) % ADDRESS_BUCKETS];
}

static bool is_idle(const struct address *address)
{
    return address->connections == 0 && address->held == 0;
}

/* Forgets the address of some SEARCHED chains that was not here for longest. */
static void make_room(struct limits *limits)
{
    enum { SEARCHED = 16 };
    struct address **oldest = NULL;
    for (size_t i = 0; i < ADDRESS_BUCKETS && (i < SEARCHED || oldest == NULL); i++) {
        struct address **link = &limits->buckets[limits->hand++ % ADDRESS_BUCKETS];
        for (; *link != NULL; link = &(*link)->next) {
            if (is_idle(*link) && (oldest == NULL || (*link)->touched < (*oldest)->touched))
                oldest = link;
        }
    }
    if (oldest == NULL)
        return;
    struct address *address = *oldest;
    *oldest = address->next;
    free(address);
    limits->count--;
}

struct address *limits_find(struct limits *limits, const char *text, int64_t now)
{
    char name[ADDRESS_TEXT];
    limits_network(text, name);
    struct address **bucket = bucket_of(limits, name), *address = *bucket;
    while (address != NULL && strcmp(address->name, name) != 0)
        address = address->next;
    if (address == NULL) {
        if (limits->count >= ADDRESSES_MAX)
            make_room(limits);
        address = calloc(1, sizeof *address);
        if (address == NULL)
            return NULL;
        memcpy(address->name, name, sizeof name);
        address->next = *bucket;
        *bucket = address;
        limits->count++;
    }
    if (address != NULL)
        address->touched = now;
    return address;
}

void limits_sweep(struct limits *limits, int64_t now)
{
    int64_t moment = now - REMEMBERED_MS;
    for (int i = 0; i < ADDRESS_BUCKETS; i++) {
        for (struct address **link = &limits->buckets[i]; *link != NULL;) {
            struct address *address = *link;
            if (!is_idle(address) || address->touched >= moment) {
                link = &address->next;
                continue;
            }
            *link = address->next;
            free(address);
            limits->count--;
        }
    }
}

/* Nobody points at them any more. */
void limits_free(struct limits *limits)
{
    for (int i = 0; i < ADDRESS_BUCKETS; i++) {
        for (struct address *address = limits->buckets[i]; address != NULL;) {
            struct address *next = address->next;
            free(address);
            address = next;
        }
        limits->buckets[i] = NULL;
    }
    limits->count = 0;
}
