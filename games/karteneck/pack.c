/* pack.c — what Heckmeck am Karteneck brings; see <peck/pack.h>. */
#include <peck/pack.h>

PECK_ROOM(karteneck);

const struct peck_pack peck_pack_karteneck = {
    PECK_PARTS(karteneck),
    .boxes = {{"karteneck", "", 3, "normal", "heckmeckamkarteneck"}},
};
