/* pack.c — what Hexx & Hopp brings; see <peck/pack.h>. */
#include <peck/pack.h>

PECK_ROOM(hexxhopp);

const struct peck_pack peck_pack_hexxhopp = {
    PECK_PARTS(hexxhopp),
    .boxes = {{"hexxhopp", "rounds=1", 3, "easy", "hexxundhopp"}},
    .measure = {.name = "placements",
                .what = "listing all placements of one tile",
                .listed = "place"},
};
