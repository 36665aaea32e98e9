/* pack.c — what No Thanks! brings; see <peck/pack.h>. */
#include <peck/pack.h>

extern const struct peck_game peck_nothanks;
PECK_PART struct peck_skill peck_skill_nothanks;
PECK_PART struct peck_advice peck_advice_nothanks;
PECK_PART struct tell_skin tell_skin_nothanks;
PECK_PART struct term_drawing term_drawing_nothanks;
PECK_PART struct peck_help peck_help_nothanks;

const struct peck_pack peck_pack_nothanks = {
    .game = &peck_nothanks,
    .boxes = {{"nothanks", "", 4, "normal"}},
    .players = &peck_skill_nothanks,
    .advice = &peck_advice_nothanks,
    .text = &tell_skin_nothanks,
    .drawing = &term_drawing_nothanks,
    .help = &peck_help_nothanks,
};
