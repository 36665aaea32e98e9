/* train.h — trains the networks of Karteneck from its rules and the player worms-first. */
#ifndef KARTENECK_TRAIN_H
#define KARTENECK_TRAIN_H

#include "../simulation.h"

/* Makes karteneck_policyN and karteneck_valueN for N seats; docs/training.md
 * has the number of matches for the networks in data. */
enum peck_status karteneck_train(const struct peck_training *training);

#endif
