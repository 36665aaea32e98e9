/* fair.h — chance that anyone can check: docs/explain/fairness.md explains it.
 *
 * Before the match a host commits to a secret and every seat to a value of its own, by
 * SHA-256; then the values are shown. All of them together make a key, and the key with the
 * number of a ply makes the outcome of that ply. The secret is shown when the match is over
 * and everything stands in the record, as comments, so whoever has the record can make
 * every outcome again. Where all that chance does lies open (`open_chance` of the game),
 * each value is the first link of a chain of hashes, and a seat shows one more link for
 * every outcome, when nothing but that outcome is left to come. So nobody can foresee it.
 * This file is the same behind every door: the server draws with it, the shell and the
 * browser verify with it. */
#ifndef PECK_FAIR_H
#define PECK_FAIR_H

#include <peck/match.h>

enum { PECK_HASH = 32, PECK_FAIR_VERSION = 3, PECK_FAIR_TABLE = 24 };

void peck_sha256(const void *bytes, size_t count, uint8_t hash[PECK_HASH]);
void peck_hmac_sha256(const uint8_t key[PECK_HASH], const void *bytes, size_t count,
                      uint8_t mac[PECK_HASH]);

/* As 64 digits 0-9a-f, and back; false for anything else. */
void peck_put_hash(struct peck_text *text, const uint8_t hash[PECK_HASH]);
bool peck_hash_parse(const char *digits, size_t count, uint8_t hash[PECK_HASH]);

/* The seats that had a part in the dice but showed no link for the outcome of that ply. */
struct peck_gap {
    uint32_t ply, seats;
};

/* What a record says about its chance. A seat without a bit in `contributed` had no part
 * in it: a bot, or somebody who sent a hash and then withheld the value. In version 1 the
 * commitment is about the secret alone, and there is no table; from version 3 on there are
 * links. Free with peck_fair_free what was read or has gaps. */
struct peck_fair {
    uint8_t version;             /* 1 to 3; 0 is taken for 1 */
    uint8_t draws;               /* times it was restarted because somebody withheld */
    char table[PECK_FAIR_TABLE]; /* where it was played, a word; of version 2 */
    uint8_t commitment[PECK_HASH], secret[PECK_HASH];
    uint8_t contributed, withheld;
    uint8_t hash[PECK_SEATS_MAX][PECK_HASH], value[PECK_SEATS_MAX][PECK_HASH];
    /* Of version 3: the last link of each seat, which gives all earlier ones, and its ply
     * plus 1 (0: it showed none); and what was not shown, by ascending plies. */
    uint8_t link[PECK_SEATS_MAX][PECK_HASH];
    uint32_t linked[PECK_SEATS_MAX];
    struct peck_gap *gaps;
    uint32_t gap_count, gap_room;
};
_Static_assert(PECK_SEATS_MAX <= 8, "a bit for every seat");

/* What the host commits to: the secret and, from version 2 on, the table, the game and its
 * options. */
void peck_fair_commit(const struct peck_fair *fair, const struct peck_game *game,
                      const struct peck_setup *setup, uint8_t commitment[PECK_HASH]);
/* The key of the match, from the secret, the number of seats and the values. */
void peck_fair_key(const struct peck_fair *fair, int seats, uint8_t key[PECK_HASH]);

/* Links, in fair_links.c. Hashing the link for ply p once gives that for ply p - 1, and
 * hashing that for ply 0 the value. Whether these bytes are the seat's link for the ply,
 * by the last link that it showed; and taking note that they are. */
bool peck_fair_is_link(const struct peck_fair *fair, int seat, uint32_t ply,
                       const uint8_t link[PECK_HASH]);
void peck_fair_take_link(struct peck_fair *fair, int seat, uint32_t ply,
                         const uint8_t link[PECK_HASH]);
/* Takes note of seats without a link, after all earlier ones. */
enum peck_status peck_fair_add_gap(struct peck_fair *fair, uint32_t ply,
                                   uint32_t seats) PECK_MUST_USE;
void peck_fair_free(struct peck_fair *fair);
/* The key of one outcome, from the match's and the links of the seats in `seats`. */
void peck_fair_ply_key(const uint8_t key[PECK_HASH], uint32_t ply, uint32_t seats,
                       uint8_t links[PECK_SEATS_MAX][PECK_HASH], uint8_t made[PECK_HASH]);
/* The outcomes for which a seat showed no link; for which nobody (-1) did. */
uint32_t peck_fair_unlinked(const struct peck_fair *fair, int seat);

/* The outcome of ply number `ply` (from 0) in a state where chance is to act. `key` is that
 * of the match or, from version 3 on, of the ply. */
uint32_t peck_fair_outcome(const struct peck_game *game, const void *state,
                           const uint8_t key[PECK_HASH], uint32_t ply);

/* The lines of comment that a record of a finished match has. */
enum peck_status peck_fair_write(const struct peck_fair *fair,
                                 struct peck_buffer *buffer) PECK_MUST_USE;
/* Finds them among the bytes of one record. `found` is false, without an error, when the
 * record says nothing of the kind; what it says by halves or wrongly is PECK_BAD_RECORD. */
enum peck_status peck_fair_read(const char *bytes, size_t count, struct peck_fair *fair,
                                bool *found, struct peck_error *error) PECK_MUST_USE;
/* Proves commitment, hashes and every chance ply. PECK_BAD_RECORD with an error that
 * names the first thing that does not follow; `ply` is then its number (from 0), or the
 * number of plies when it is none. */
enum peck_status peck_fair_verify(const struct peck_match *match,
                                  const struct peck_fair *fair, uint32_t *ply,
                                  struct peck_error *error) PECK_MUST_USE;

#endif
