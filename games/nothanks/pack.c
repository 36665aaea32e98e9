/* pack.c — what No Thanks! brings; see <peck/pack.h>. */
#include <peck/pack.h>

PECK_ROOM(nothanks);

const struct peck_pack peck_pack_nothanks = {
    PECK_PARTS(nothanks),
    .boxes = {{"nothanks", "", 4, "normal", "geschenkt"}},
};
