/* hash.h — FNV-1a of a name, for the hash tables of the server. */
#ifndef SERVER_HASH_H
#define SERVER_HASH_H

#include <stdint.h>

static inline uint32_t hash_name(const char *name)
{
    uint32_t hash = 2166136261u;
    for (; *name != '\0'; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    return hash;
}

#endif
