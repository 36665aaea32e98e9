/* pack.c — what the template brings: rules, and nothing else. See <peck/pack.h>. */
#include <peck/pack.h>

PECK_ROOM(nullgame);

const struct peck_pack peck_pack_nullgame = {PECK_PARTS(nullgame)};
