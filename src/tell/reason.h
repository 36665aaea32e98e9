/* reason.h — what an action does, as the game's advice knows it, in the reader's language.
 */
#ifndef TELL_REASON_H
#define TELL_REASON_H

#include <peck/advice.h>

#include "say.h"

/* Eight clauses of some forty letters, which take two bytes each in Russian. */
enum { REASON_MAX = 768 };

/* Appends the clauses of the reason, or nothing where there are none. `drawn`: the reader
 * sees the table, so how a thing is written says nothing. */
void reason_say(const struct peck_seat *seat, uint32_t action, enum say_language language,
                bool drawn, struct peck_text *text);

#endif
