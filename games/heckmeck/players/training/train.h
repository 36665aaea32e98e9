/* train.h — trains the networks that judge positions of Heckmeck. */
#ifndef HECKMECK_TRAIN_H
#define HECKMECK_TRAIN_H

#include <peck/bot.h>

enum peck_status heckmeck_train(const struct peck_training *training);

#endif
