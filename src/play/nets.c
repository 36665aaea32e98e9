/* nets.c — finds a network compiled into the library by its name.
 *
 * All networks are opened when one is first asked for, once, by whichever thread that is:
 * bots of several tables think at the same time. */
#include "nets.h"
#include "net.h"

#include <threads.h>

enum { NETS_MAX = 64 };
const struct net *(*net_fetch)(const char *name);
static struct net nets[NETS_MAX]; /* without weights: it could not be opened */

static void open_all(void)
{
    for (int i = 0; i < NETS_MAX && embedded_nets[i].name != NULL; i++) {
        if (!net_open(&nets[i], embedded_nets[i].bytes, embedded_nets[i].count))
            nets[i] = (struct net){0};
    }
}

const struct net *net_named(const char *name)
{
    static once_flag once = ONCE_FLAG_INIT;
    call_once(&once, open_all);
    for (int i = 0; i < NETS_MAX && embedded_nets[i].name != NULL; i++) {
        if (peck_same(embedded_nets[i].name, name))
            return nets[i].first != NULL ? &nets[i] : NULL;
    }
    return net_fetch != NULL ? net_fetch(name) : NULL;
}
