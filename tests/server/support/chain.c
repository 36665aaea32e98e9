/* chain.c — hashes a chain from its last link down to the value. */
#include "chain.h"

#include <string.h>

void chain_make(struct chain *chain, const uint8_t last[PECK_HASH])
{
    memcpy(chain->link[CHAIN_LINKS - 1], last, PECK_HASH);
    for (int i = CHAIN_LINKS - 1; i > 0; i--)
        peck_sha256(chain->link[i], PECK_HASH, chain->link[i - 1]);
    peck_sha256(chain->link[0], PECK_HASH, chain->value);
}
