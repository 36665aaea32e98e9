/* utf8.h — characters of UTF-8 text, and the columns they take on a terminal.
 *
 * Not the C library's functions: those speak the locale's encoding, and drawings are made
 * and tested in UTF-8 whatever the locale is. */
#ifndef TELL_UTF8_H
#define TELL_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Reads the character at `text`, which is not at its end, and returns its bytes. A byte
 * that begins no character counts as one, U+FFFD. */
size_t utf8_next(const char *text, uint32_t *point);
/* 0, 1 or 2. */
int utf8_columns(uint32_t point);
/* The columns of so many bytes of text. */
int utf8_width(const char *text, size_t length);

#endif
