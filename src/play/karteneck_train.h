/* karteneck_train.h — learning to play Karteneck from nothing but its rules and
 * worms-first. */
#ifndef PLAY_KARTENECK_TRAIN_H
#define PLAY_KARTENECK_TRAIN_H

#include "karteneck_search.h"

/* Makes karteneck_policyN and karteneck_valueN for N seats; docs/training/karteneck.md
 * tells how many matches the nets in data had. */
enum peck_status karteneck_train(const struct peck_training *training);

#endif
