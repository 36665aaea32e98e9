/* heckmeck_bots.c — the players of Heckmeck. */
#include "heckmeck_train.h"

const struct peck_skill peck_skill_heckmeck = {
    .game = "heckmeck",
    .train = heckmeck_train,
};
