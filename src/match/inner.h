/* inner.h — functions that only the files of src/match share. */
#ifndef PECK_MATCH_INNER_H
#define PECK_MATCH_INNER_H

#include <peck/match.h>

/* A text that continues the buffer with room for `more` bytes; peck_buffer_close takes over
 * what was written. For those who can say beforehand how much at most they will write. */
enum peck_status peck_buffer_open(struct peck_buffer *buffer, size_t more,
                                  struct peck_text *text) PECK_MUST_USE;
void peck_buffer_close(struct peck_buffer *buffer, const struct peck_text *text);

/* Appends a ply known to be legal and plays it. Unchanged on failure. */
enum peck_status peck_match_append(struct peck_match *match, int seat, uint32_t action,
                                   struct peck_error *error) PECK_MUST_USE;
/* The error for a ply that is not legal: who is to act, or what would be legal. `what`
 * is how the ply was spelled, `count` bytes. Returns PECK_ILLEGAL. */
enum peck_status peck_match_refuse(const struct peck_match *match, int seat,
                                   const char *what, size_t count,
                                   struct peck_error *error);
/* NULL when these bytes may be a player's name, or the message that says why not. */
const char *peck_name_fault(const char *bytes, size_t count);

#endif
