/* fits.c — lists every way to place a tile, rotation by rotation, from the bits of the rim.
 */
#include "fits.h"

static int contacts_of(const struct sight *sight, int half, int bit)
{
    int contacts = 2;
    while (contacts < SEGMENTS && sight->least[half][contacts + 1] >> bit & 1)
        contacts++;
    return contacts;
}

int hexxhopp_spots(const struct rim *rim, const struct contents *box,
                   const struct sight *sight, int tile, int least,
                   struct spot spots[SPOTS_MAX])
{
    int count = 0;
    struct spread spread = tile_spread(box->tile[tile]);
    for (int i = 0; i < HALVES * SEGMENTS; i++) {
        int half = i / SEGMENTS, rotation = i % SEGMENTS;
        uint64_t wanted = sight->least[half][least];
        uint64_t fits =
            wanted == 0 ? 0 : sight_fits(rim, sight, half, &spread, rotation) & wanted;
        for (; fits != 0; fits &= fits - 1) {
            int bit = __builtin_ctzll(fits);
            spots[count++] = (struct spot){rim->cell[LOW_SLOTS * half + bit], tile,
                                           rotation, contacts_of(sight, half, bit)};
        }
    }
    return count;
}
