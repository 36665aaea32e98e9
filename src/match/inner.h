/* inner.h — functions that only the files of src/match share. */
#ifndef PECK_MATCH_INNER_H
#define PECK_MATCH_INNER_H

#include <peck/fair.h>

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

/* A number, big end first. */
void peck_fair_put_word(uint8_t at[4], uint32_t word);
/* All links of a seat, by their plies. */
struct peck_chain {
    uint8_t (*links)[PECK_HASH];
    uint32_t count;
};
/* Every chain from its last link, checked against the values. To be freed in any case. */
enum peck_status peck_fair_unroll(const struct peck_fair *fair, uint32_t plies,
                                  struct peck_chain chains[PECK_SEATS_MAX],
                                  struct peck_error *error) PECK_MUST_USE;
/* Turns the key of the match into that of a ply; plies ascend, and `gap` is 0 at first. */
enum peck_status peck_fair_chain_key(const struct peck_fair *fair,
                                     const struct peck_chain chains[PECK_SEATS_MAX],
                                     uint32_t ply, uint32_t *gap, uint8_t key[PECK_HASH],
                                     struct peck_error *error) PECK_MUST_USE;

#endif
