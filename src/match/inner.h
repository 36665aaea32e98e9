/* inner.h — functions that only the files of src/match share. */
#ifndef PECK_MATCH_INNER_H
#define PECK_MATCH_INNER_H

#include <peck/match.h>

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
