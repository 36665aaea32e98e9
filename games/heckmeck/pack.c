/* pack.c — what Heckmeck brings, with its box Extra Wurm; see <peck/pack.h>. */
#include <peck/pack.h>

PECK_ROOM(heckmeck);

const struct peck_pack peck_pack_heckmeck = {
    PECK_PARTS(heckmeck),
    .boxes = {{"heckmeck", "", 3, "normal", "pickomino"},
              {"extrawurm", "extra-wurm", 3, "normal", NULL}},
    .safest = {"steal", "take"},
    .measure = {.name = "eager",
                .what = "taking or stealing a tile whenever possible",
                .eager = {"take", "steal"},
                .waiting = {"stop"}},
};
