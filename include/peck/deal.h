/* deal.h — the same chance for everybody who plays the same deal, however they play.
 *
 * In bridge all tables play the same cards. With dice that is harder: matches go different
 * ways after the first decision, and the n-th roll of one has little to do with the n-th of
 * another. So every draw has a place, which says whom it concerns, and the place with the
 * key of the deal makes the outcome. docs/explain/fairness.md has it for other programs.
 * - In a game where no outcome ever comes twice in a match, as with a deck of cards, draws
 *   are numbered: the same deck for all.
 * - Elsewhere a draw belongs to the seat that acts after it; when chance goes on, to the
 *   one that acted before it; else to the match. Its place is that owner, the owner's n-th
 *   stretch of draws, and the draw in the stretch: a seat's n-th turn begins with the same
 *   dice, whatever the others did.
 * Every draw still has exactly the odds of the rules. */
#ifndef PECK_DEAL_H
#define PECK_DEAL_H

#include <peck/fair.h>

struct peck_place {
    int owner; /* a seat, or PECK_CHANCE: the match */
    uint32_t stretch, draw;
};

/* Follows a match and finds the places of its draws. */
struct peck_dealer {
    const struct peck_game *game;
    bool deck;                            /* no outcome comes twice */
    int last;                             /* who played the last ply */
    int owner;                            /* of the last draw; -1: there was none */
    uint32_t stretch[PECK_SEATS_MAX + 1]; /* of each owner */
    uint32_t draw;                        /* in the stretch */
};

/* At the beginning of a match; the state is its first. A dealer may be copied. */
void peck_dealer_begin(struct peck_dealer *dealer, const struct peck_game *game,
                       const union peck_state *start);
/* The place of the draw that is due in this state, where chance is to act. */
struct peck_place peck_dealer_place(struct peck_dealer *dealer,
                                    const union peck_state *state);
/* Somebody, or chance, has played a ply. */
void peck_dealer_heed(struct peck_dealer *dealer, int who);

/* A deal, and what it takes to play matches of one set-up with it. */
struct peck_deal {
    uint8_t key[PECK_HASH];
    struct peck_dealer fresh; /* at the beginning of a match */
};

void peck_deal_begin(struct peck_deal *deal, const uint8_t key[PECK_HASH],
                     const struct peck_match *match);
/* Plays the draws of the deal until a seat is to act or the match is over. */
enum peck_status peck_deal_chance(const struct peck_deal *deal, struct peck_match *match,
                                  struct peck_error *error) PECK_MUST_USE;
/* Whether every draw of the match is the deal's. PECK_BAD_RECORD with an error that names
 * the first ply that is not; `ply` is then its number (from 0), else the number of plies.
 */
enum peck_status peck_deal_check(const struct peck_deal *deal,
                                 const struct peck_match *match, uint32_t *ply,
                                 struct peck_error *error) PECK_MUST_USE;

/* The deal of a day in a box: `2026-11-18 coins`. Its key is the HMAC of "peck daily 1",
 * the day and the box, one a line, under a key that everybody knows, the SHA-256 of
 * "peck daily". PECK_BAD_SETUP for a day that no calendar has. */
enum { PECK_DAILY_MAX = 48 };
enum peck_status peck_daily_key(const char *daily, uint8_t key[PECK_HASH],
                                struct peck_error *error) PECK_MUST_USE;
/* A record of such a match says so in a comment before it, `# daily 2026-11-18 coins`.
 * "" when these bytes do not. */
void peck_daily_read(const char *bytes, size_t count, char daily[PECK_DAILY_MAX]);

#endif
