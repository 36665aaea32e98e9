/* signature.c — prints what `peck signature` prints, but needs only the rules and the
 * midend: it is quick to build for many compilers and machines. */
#include <peck/signature.h>

#include <inttypes.h>
#include <stdio.h>

int main(void)
{
    struct peck_signature_part part;
    uint64_t hash = 0;
    for (uint32_t at = 0; peck_signature_part(&at, &part);)
        hash = peck_signature_add(hash, &part);
    printf("%016" PRIx64 "\n", hash);
    return 0;
}
