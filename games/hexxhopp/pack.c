/* pack.c — what Hexx & Hopp brings; see <peck/pack.h>. */
#include <peck/pack.h>

extern const struct peck_game peck_hexxhopp;
PECK_PART struct peck_skill peck_skill_hexxhopp;
PECK_PART struct peck_advice peck_advice_hexxhopp;
PECK_PART struct tell_skin tell_skin_hexxhopp;
PECK_PART struct term_drawing term_drawing_hexxhopp;
PECK_PART struct peck_help peck_help_hexxhopp;

const struct peck_pack peck_pack_hexxhopp = {
    .game = &peck_hexxhopp,
    .boxes = {{"hexxhopp", "rounds=1", 3, "easy"}},
    .measure = {.name = "placements",
                .what = "listing all placements of one tile",
                .listed = "place"},
    .players = &peck_skill_hexxhopp,
    .advice = &peck_advice_hexxhopp,
    .text = &tell_skin_hexxhopp,
    .drawing = &term_drawing_hexxhopp,
    .help = &peck_help_hexxhopp,
};
