/* trouble.h — what is wrong with the server or with what programs send it, in English: the
 * people who run it read that on the command line or in the log. Players never see it. */
#ifndef SERVER_TROUBLE_H
#define SERVER_TROUBLE_H

#include "tell/error.h"

/* Starts a sentence of the server's own, to be continued with peck_put. */
struct peck_text trouble_begin(struct peck_error *error);
/* The whole of it; `what: why`. Both return false, for functions that say by a bool whether
 * they failed. */
bool trouble(struct peck_error *error, const char *sentence);
bool trouble_about(struct peck_error *error, const char *what, const char *why);

#endif
