/* nets.h — the .net and .guide files compiled in, as tables made by cmake/embed.py. */
#ifndef PLAY_NETS_H
#define PLAY_NETS_H

#include <stddef.h>

struct embedded_net {
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

/* Both end in a NULL name. */
extern const struct embedded_net embedded_nets[], embedded_guides[];

#endif
