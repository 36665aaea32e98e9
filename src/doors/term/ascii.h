/* ascii.h — text spelt in ASCII, for terminals that show nothing else: letters without
 * their marks, Cyrillic letter by letter in Latin ones, lines and signs by what looks most
 * alike. */
#ifndef TERM_ASCII_H
#define TERM_ASCII_H

#include <stddef.h>

/* Writes as much as fits and a NUL. What has no spelling becomes a question mark. */
void ascii_spell(const char *text, char *buffer, size_t room);

#endif
