/* limits.c — token buckets, and a hash table of the addresses that have them.
 *
 * A bucket stores how much is used up and when that was computed; it leaks at `rate` a
 * second, and a request fits if it stays within `burst`. So a bucket needs no timer, and
 * one of zeros is full. IPv4 addresses count one by one, IPv6 addresses by their network of
 * 64 bits, because a household has all addresses of one.
 *
 * An entry stays while it has connections and REMEMBERED_MS after its last use; by then
 * every bucket is full again, so forgetting it gives nothing away. There are at most
 * ADDRESSES_MAX entries; whoever comes after that is refused, and limits_sweep makes room.
 */
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

struct address *limits_find(struct limits *limits, const char *text, int64_t now)
{
    char name[ADDRESS_TEXT];
    limits_network(text, name);
    struct address **bucket = bucket_of(limits, name), *address = *bucket;
    while (address != NULL && strcmp(address->name, name) != 0)
        address = address->next;
    if (address == NULL && limits->count < ADDRESSES_MAX) {
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

static void forget_before(struct limits *limits, int64_t moment)
{
    for (int i = 0; i < ADDRESS_BUCKETS; i++) {
        for (struct address **link = &limits->buckets[i]; *link != NULL;) {
            struct address *address = *link;
            if (address->connections > 0 || address->touched >= moment) {
                link = &address->next;
                continue;
            }
            *link = address->next;
            free(address);
            limits->count--;
        }
    }
}

void limits_sweep(struct limits *limits, int64_t now)
{
    forget_before(limits, now - REMEMBERED_MS);
}

void limits_free(struct limits *limits)
{
    forget_before(limits, INT64_MAX);
}
