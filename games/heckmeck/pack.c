/* pack.c — what Heckmeck brings, with its box Extra Wurm; see <peck/pack.h>. */
#include <peck/pack.h>

extern const struct peck_game peck_heckmeck;
PECK_PART struct peck_skill peck_skill_heckmeck;
PECK_PART struct peck_advice peck_advice_heckmeck;
PECK_PART struct tell_skin tell_skin_heckmeck;
PECK_PART struct term_drawing term_drawing_heckmeck;
PECK_PART struct peck_help peck_help_heckmeck;

const struct peck_pack peck_pack_heckmeck = {
    .game = &peck_heckmeck,
    .boxes = {{"heckmeck", "", 3, "normal"}, {"extrawurm", "extra-wurm", 3, "normal"}},
    .safest = {"steal", "take"},
    .measure = {.name = "eager",
                .what = "taking or stealing a tile whenever possible",
                .eager = {"take", "steal"},
                .waiting = {"stop"}},
    .players = &peck_skill_heckmeck,
    .advice = &peck_advice_heckmeck,
    .text = &tell_skin_heckmeck,
    .drawing = &term_drawing_heckmeck,
    .help = &peck_help_heckmeck,
};
