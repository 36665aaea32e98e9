/* pack.c — what the template brings: rules, and nothing else. See <peck/pack.h>. */
#include <peck/pack.h>

extern const struct peck_game peck_nullgame;

const struct peck_pack peck_pack_nullgame = {.game = &peck_nullgame};
