/* signature.c — `peck signature`: prints one hash of how all games play. */
#include "cli.h"

#include <peck/signature.h>

#include <inttypes.h>

int cli_run_signature(const struct args *args)
{
    struct peck_signature_part part;
    uint64_t hash = 0;
    for (uint32_t at = 0; peck_signature_part(&at, &part);) {
        hash = peck_signature_add(hash, &part);
        if (!args->flag[FLAG_VERBOSE].given)
            continue;
        printf("%016" PRIx64 "  %s, %d seats", part.hash, part.game->name,
               part.setup.seats);
        output_options(stdout, part.game, &part.setup, ", ");
        putchar('\n');
    }
    printf("%016" PRIx64 "\n", hash);
    return STATUS_FINE;
}
