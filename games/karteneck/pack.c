/* pack.c — what Heckmeck am Karteneck brings; see <peck/pack.h>. */
#include <peck/pack.h>

extern const struct peck_game peck_karteneck;
PECK_PART struct peck_skill peck_skill_karteneck;
PECK_PART struct peck_advice peck_advice_karteneck;
PECK_PART struct tell_skin tell_skin_karteneck;
PECK_PART struct term_drawing term_drawing_karteneck;
PECK_PART struct peck_help peck_help_karteneck;

const struct peck_pack peck_pack_karteneck = {
    .game = &peck_karteneck,
    .boxes = {{"karteneck", "", 3, "normal"}},
    .players = &peck_skill_karteneck,
    .advice = &peck_advice_karteneck,
    .text = &tell_skin_karteneck,
    .drawing = &term_drawing_karteneck,
    .help = &peck_help_karteneck,
};
