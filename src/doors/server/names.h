/* names.h — names of people: the same form for the same name, and what a name looks like.
 *
 * Pure, and safe on any thread. */
#ifndef SERVER_NAMES_H
#define SERVER_NAMES_H

#include <peck/match.h>

enum { NAMES_LOOKS = 512 };

/* The form in which a name is kept and shown: NFKC, without characters that nobody sees
 * (controls of direction, zero-width ones), with single spaces and none at its ends. False
 * when nothing is left, it is too long, or it is no text. */
bool names_tidy(const char *from, char to[PECK_PLAYER_MAX]);
/* Two tidy names that differ in case alone have the same. */
void names_fold(const char *name, char folded[NAMES_LOOKS]);
/* Two tidy names that look alike have the same (the skeleton of Unicode's report 39). */
void names_looks(const char *name, char looks[NAMES_LOOKS]);
/* Whether a text is one line without control characters. */
bool names_plain(const char *text);

#endif
