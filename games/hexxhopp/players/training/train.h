/* train.h — trains the networks that say who wins a round of Hexx & Hopp. */
#ifndef HEXXHOPP_TRAIN_H
#define HEXXHOPP_TRAIN_H

#include <peck/bot.h>

/* Makes hexxhopp-N or hexxhopp-N-turns for the set-up, from so many rounds;
 * docs/training.md has the number for the networks in data. */
enum peck_status hexxhopp_train(const struct peck_training *training);

#endif
