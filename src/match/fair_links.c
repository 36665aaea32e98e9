/* fair_links.c — the links with which players keep even the server from foreseeing a roll.
 *
 * The problem. The server knows the key of a match, and so every outcome to come. It could
 * tell a friend, or let its bots look.
 *
 * The idea. A player draws a random last link and hashes it some thousand times. The last
 * hash is what `ready` commits to, the one before it is the value, and then comes one link
 * for every ply: hashing the link for ply p gives the link for ply p - 1. So each link can
 * be checked by whoever has an earlier one, and none can be computed from an earlier one.
 * The key of an outcome is an HMAC over the links for its ply under the key of the match.
 * Players show theirs when the outcome is all that is left to come. The server does not
 * know it before the last of them has.
 *
 * The number of a link is that of the ply and not a count of rolls, so it can be used
 * nowhere else. The last link of a seat gives all the earlier ones, so a record needs one
 * line a seat, and one for each outcome to which somebody gave no link. */
#include <peck/fair.h>

#include "inner.h"

#include <stdlib.h>
#include <string.h>

/* Hashes it so many times. */
static void hash_on(uint8_t bytes[PECK_HASH], uint32_t times)
{
    for (; times > 0; times--)
        peck_sha256(bytes, PECK_HASH, bytes);
}

bool peck_fair_is_link(const struct peck_fair *fair, int seat, uint32_t ply,
                       const uint8_t link[PECK_HASH])
{
    uint8_t made[PECK_HASH];
    uint32_t known = fair->linked[seat];
    if (ply < known || (fair->contributed >> seat & 1) == 0)
        return false;
    memcpy(made, link, PECK_HASH);
    hash_on(made, ply + 1 - known);
    return memcmp(made, known > 0 ? fair->link[seat] : fair->value[seat], PECK_HASH) == 0;
}

void peck_fair_take_link(struct peck_fair *fair, int seat, uint32_t ply,
                         const uint8_t link[PECK_HASH])
{
    memcpy(fair->link[seat], link, PECK_HASH);
    fair->linked[seat] = ply + 1;
}

enum peck_status peck_fair_add_gap(struct peck_fair *fair, uint32_t ply, uint32_t seats)
{
    PECK_ASSERT(fair->gap_count == 0 || fair->gaps[fair->gap_count - 1].ply < ply);
    if (fair->gap_count == fair->gap_room) {
        uint32_t room = fair->gap_room == 0 ? 8 : fair->gap_room * 2;
        struct peck_gap *gaps = realloc(fair->gaps, room * sizeof *gaps);
        if (gaps == NULL)
            return PECK_NO_MEMORY;
        fair->gaps = gaps;
        fair->gap_room = room;
    }
    fair->gaps[fair->gap_count++] = (struct peck_gap){ply, seats};
    return PECK_OK;
}

void peck_fair_free(struct peck_fair *fair)
{
    free(fair->gaps);
    fair->gaps = NULL;
    fair->gap_count = fair->gap_room = 0;
}

uint32_t peck_fair_unlinked(const struct peck_fair *fair, int seat)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < fair->gap_count; i++) {
        uint32_t seats = fair->gaps[i].seats;
        count += seat < 0 ? (fair->contributed & ~seats) == 0 : seats >> seat & 1;
    }
    return count;
}

void peck_fair_ply_key(const uint8_t key[PECK_HASH], uint32_t ply, uint32_t seats,
                       uint8_t links[PECK_SEATS_MAX][PECK_HASH], uint8_t made[PECK_HASH])
{
    static const char label[] = "peck link";
    uint8_t message[sizeof label + 4 + PECK_SEATS_MAX * (1 + PECK_HASH)];
    size_t length = sizeof label - 1;
    memcpy(message, label, length);
    peck_fair_put_word(message + length, ply);
    length += 4;
    for (int seat = 0; seat < PECK_SEATS_MAX; seat++) {
        if ((seats >> seat & 1) == 0)
            continue;
        message[length++] = (uint8_t)seat;
        memcpy(message + length, links[seat], PECK_HASH);
        length += PECK_HASH;
    }
    peck_hmac_sha256(key, message, length, made);
}

/* ---- Verifying ---- */

static enum peck_status refuse(struct peck_error *error, const char *key, int seat)
{
    peck_error_say(error, key);
    peck_error_number(error, "seat", seat);
    return PECK_BAD_RECORD;
}

/* All links of a seat from its last one down. The record's match has at least as many plies
 * as there are links, so memory is bounded by what was read. */
static enum peck_status unroll(const struct peck_fair *fair, int seat, uint32_t plies,
                               struct peck_chain *chain, struct peck_error *error)
{
    uint32_t count = fair->linked[seat];
    if (count > plies || !(fair->contributed >> seat & 1))
        return refuse(error, "error.fair.link-ply", seat);
    chain->links = malloc((size_t)count * PECK_HASH);
    if (chain->links == NULL)
        return PECK_NO_MEMORY;
    chain->count = count;
    memcpy(chain->links[count - 1], fair->link[seat], PECK_HASH);
    for (uint32_t i = count - 1; i > 0; i--)
        peck_sha256(chain->links[i], PECK_HASH, chain->links[i - 1]);
    uint8_t value[PECK_HASH];
    peck_sha256(chain->links[0], PECK_HASH, value);
    return memcmp(value, fair->value[seat], PECK_HASH) == 0
               ? PECK_OK
               : refuse(error, "error.fair.link", seat);
}

enum peck_status peck_fair_unroll(const struct peck_fair *fair, uint32_t plies,
                                  struct peck_chain chains[PECK_SEATS_MAX],
                                  struct peck_error *error)
{
    enum peck_status status = PECK_OK;
    memset(chains, 0, PECK_SEATS_MAX * sizeof *chains);
    for (int seat = 0; seat < PECK_SEATS_MAX && status == PECK_OK; seat++) {
        if (fair->linked[seat] > 0)
            status = unroll(fair, seat, plies, &chains[seat], error);
    }
    return status;
}

/* The seats whose link for the ply counted. `at` is the first gap that may be of it. */
static uint32_t linked_at(const struct peck_fair *fair, uint32_t ply, uint32_t *at)
{
    uint32_t seats = fair->contributed;
    while (*at < fair->gap_count && fair->gaps[*at].ply < ply)
        (*at)++;
    if (*at < fair->gap_count && fair->gaps[*at].ply == ply)
        seats &= ~fair->gaps[*at].seats;
    return seats;
}

enum peck_status peck_fair_chain_key(const struct peck_fair *fair,
                                     const struct peck_chain chains[PECK_SEATS_MAX],
                                     uint32_t ply, uint32_t *gap, uint8_t key[PECK_HASH],
                                     struct peck_error *error)
{
    uint8_t links[PECK_SEATS_MAX][PECK_HASH], made[PECK_HASH];
    uint32_t seats = linked_at(fair, ply, gap);
    for (int seat = 0; seat < PECK_SEATS_MAX; seat++) {
        if ((seats >> seat & 1) == 0)
            continue;
        if (ply >= chains[seat].count) {
            peck_error_say(error, "error.fair.no-link");
            peck_error_number(error, "seat", seat);
            peck_error_number(error, "ply", ply + 1);
            return PECK_BAD_RECORD;
        }
        memcpy(links[seat], chains[seat].links[ply], PECK_HASH);
    }
    peck_fair_ply_key(key, ply, seats, links, made);
    memcpy(key, made, PECK_HASH);
    return PECK_OK;
}
