/* nets.c — networks in the browser: fetched one by one when a bot first asks for one, so
 * that the engine itself stays small. The host (web/src/engine) answers from
 * nets/<name>.net. A network that cannot be had is the host's business: it throws, and the
 * question that needed it fails as a whole, rather than a bot playing worse unseen. */
#include "play/net.h"

#include <peck/text.h>

#include <stdlib.h>

/* Finds the file and returns its size; then copies it. */
__attribute__((import_module("peck"), import_name("net_size"))) size_t
host_net_size(const char *name);
__attribute__((import_module("peck"), import_name("net_copy"))) void
host_net_copy(void *bytes);

static const struct net *fetch(const char *name)
{
    enum { NETS_MAX = 64, NAME_MAX = 48 };
    static struct {
        char name[NAME_MAX];
        struct net net;
    } open[NETS_MAX];
    int i = 0;
    while (i < NETS_MAX && open[i].name[0] != '\0') {
        if (peck_same(open[i].name, name))
            return &open[i].net;
        i++;
    }
    size_t size = i < NETS_MAX ? host_net_size(name) : 0;
    unsigned char *bytes = size > 0 ? malloc(size) : NULL;
    if (bytes == NULL)
        return NULL;
    host_net_copy(bytes);
    if (!net_open(&open[i].net, bytes, size)) {
        free(bytes);
        return NULL;
    }
    struct peck_text text = peck_text_begin(open[i].name, NAME_MAX);
    peck_put(&text, name);
    return &open[i].net;
}

__attribute__((constructor)) static void begin(void)
{
    net_fetch = fetch;
}
