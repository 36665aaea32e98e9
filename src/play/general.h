/* general.h — bots that know no game: they play any that keeps the contract. */
#ifndef PLAY_GENERAL_H
#define PLAY_GENERAL_H

#include <peck/bot.h>

extern const struct peck_bot peck_general_bots[];
extern const int peck_general_bot_count;

#endif
