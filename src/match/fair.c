/* fair.c — makes chance from secrets of the server and all players, and verifies it.
 *
 * The problem. Whoever runs the server rolls the dice. A player should be able to check
 * afterwards that nobody chose them.
 *
 * The idea. The server commits to a secret and each player to a value, by their SHA-256,
 * before any of them is shown. The key is an HMAC of the values under the secret, so nobody
 * could choose an input that suits the others', and one honest contributor is enough. Every
 * chance ply is then a function of the key and of the ply's number in the match. There is
 * no generator with a state: a verifier can compute any outcome by itself, and a restart of
 * the server cannot change one.
 *
 * Each outcome has exactly its weight. A number of 64 bits is drawn from an HMAC over ply
 * and attempt. Numbers above the largest multiple of the sum of weights are thrown away and
 * the next attempt is made, so no outcome is favoured by a remainder.
 *
 * The commitment is about the table, the game and its options as well, so that a secret
 * cannot be moved to another match. A match in which no player had a part rests on the
 * server alone, and does not verify.
 *
 * From version 3 on, players add a link to every outcome, so that not even the server can
 * foresee it: fair_links.c.
 *
 * Everything that is hashed is laid out byte by byte, big end first, so that another
 * program can do the same. docs/explain/fairness.md has the layout, and what this proves
 * and what it does not. The code is the same for the server, for `peck verify` and for the
 * browser.
 */
#include <peck/fair.h>

#include "inner.h"

#include <stdlib.h>
#include <string.h>

/* The options have at most 16 names of 32 bytes. */
void peck_fair_commit(const struct peck_fair *fair, const struct peck_game *game,
                      const struct peck_setup *setup, uint8_t commitment[PECK_HASH])
{
    char words[2048];
    struct peck_text text = peck_text_begin(words, sizeof words - PECK_HASH);
    if (fair->version < 2) {
        peck_sha256(fair->secret, PECK_HASH, commitment);
        return;
    }
    peck_put(&text, fair->version == 2 ? "peck fair 2\n" : "peck fair 3\n");
    peck_put(&text, fair->table);
    peck_put_char(&text, '\n');
    peck_put(&text, game->name);
    for (int i = 0; i < game->option_count; i++) {
        peck_put_char(&text, ' ');
        peck_put(&text, game->options[i].name);
        peck_put_char(&text, '=');
        peck_put_int(&text, setup->option[i]);
    }
    peck_put_char(&text, '\n');
    PECK_ASSERT(!text.full);
    memcpy(words + text.length, fair->secret, PECK_HASH);
    peck_sha256(words, text.length + PECK_HASH, commitment);
}

void peck_fair_key(const struct peck_fair *fair, int seats, uint8_t key[PECK_HASH])
{
    static const char labels[][12] = {"peck fair 1", "peck fair 2", "peck fair 3"};
    const char *label = labels[fair->version < 2 ? 0 : fair->version - 1];
    uint8_t message[sizeof *labels + PECK_SEATS_MAX * (1 + PECK_HASH)];
    size_t length = strlen(label);
    memcpy(message, label, length);
    if (fair->version >= 2)
        message[length++] = (uint8_t)seats;
    for (int seat = 0; seat < PECK_SEATS_MAX; seat++) {
        if ((fair->contributed >> seat & 1) == 0)
            continue;
        message[length++] = (uint8_t)seat;
        memcpy(message + length, fair->value[seat], PECK_HASH);
        length += PECK_HASH;
    }
    peck_hmac_sha256(fair->secret, message, length, key);
}

void peck_fair_put_word(uint8_t at[4], uint32_t word)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(word >> (24 - 8 * i));
}

/* A number below `bound`, each equally likely: numbers above the last whole multiple of the
 * bound are thrown away, and the next attempt is made. */
static uint64_t draw_below(const uint8_t key[PECK_HASH], uint32_t ply, uint64_t bound)
{
    PECK_ASSERT(bound > 0);
    /* cppcheck-suppress zerodiv; where chance acts something may happen */
    uint64_t excess = (0 - bound) % bound; /* of 2^64 over that multiple */
    for (uint32_t attempt = 0;; attempt++) {
        uint8_t message[8], mac[PECK_HASH];
        uint64_t number = 0;
        peck_fair_put_word(message, ply);
        peck_fair_put_word(message + 4, attempt);
        peck_hmac_sha256(key, message, sizeof message, mac);
        for (int i = 0; i < 8; i++)
            number = number << 8 | mac[i];
        if (number <= UINT64_MAX - excess)
            return number % bound;
    }
}

uint32_t peck_fair_outcome(const struct peck_game *game, const void *state,
                           const uint8_t key[PECK_HASH], uint32_t ply)
{
    uint32_t outcomes[PECK_ACTIONS_MAX], weights[PECK_ACTIONS_MAX];
    uint32_t count = game->legal(state, PECK_CHANCE, outcomes);
    uint64_t sum = 0;
    game->weights(state, weights);
    for (uint32_t i = 0; i < count; i++)
        sum += weights[i];
    uint64_t number = draw_below(key, ply, sum);
    uint32_t at = 0;
    for (; number >= weights[at]; at++)
        number -= weights[at];
    return outcomes[at];
}

void peck_put_hash(struct peck_text *text, const uint8_t hash[PECK_HASH])
{
    static const char digits[] = "0123456789abcdef";
    char spelled[2 * PECK_HASH];
    for (int i = 0; i < PECK_HASH; i++) {
        spelled[2 * i] = digits[hash[i] >> 4];
        spelled[2 * i + 1] = digits[hash[i] & 15];
    }
    peck_put_bytes(text, spelled, sizeof spelled);
}

static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool peck_hash_parse(const char *digits, size_t count, uint8_t hash[PECK_HASH])
{
    if (count != 2 * PECK_HASH)
        return false;
    for (int i = 0; i < PECK_HASH; i++) {
        int high = digit_of(digits[2 * i]), low = digit_of(digits[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        hash[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

/* One line: `# fair value 2 <64 digits>`; a negative seat is left out. */
static void put_line(struct peck_text *text, const char *what, int seat,
                     const uint8_t bytes[PECK_HASH])
{
    peck_put(text, "# fair ");
    peck_put(text, what);
    if (seat >= 0) {
        peck_put_char(text, ' ');
        peck_put_int(text, seat);
    }
    peck_put_char(text, ' ');
    peck_put_hash(text, bytes);
    peck_put_char(text, '\n');
}

static void put_links(struct peck_text *text, const struct peck_fair *fair)
{
    for (int seat = 0; seat < PECK_SEATS_MAX; seat++) {
        if (fair->linked[seat] == 0)
            continue;
        peck_put(text, "# fair link ");
        peck_put_int(text, seat);
        peck_put_char(text, ' ');
        peck_put_int(text, fair->linked[seat] - 1);
        peck_put_char(text, ' ');
        peck_put_hash(text, fair->link[seat]);
        peck_put_char(text, '\n');
    }
    for (uint32_t i = 0; i < fair->gap_count; i++) {
        peck_put(text, "# fair missing ");
        peck_put_int(text, fair->gaps[i].ply);
        for (int seat = 0; seat < PECK_SEATS_MAX; seat++) {
            if ((fair->gaps[i].seats >> seat & 1) == 0)
                continue;
            peck_put_char(text, ' ');
            peck_put_int(text, seat);
        }
        peck_put_char(text, '\n');
    }
}

enum peck_status peck_fair_write(const struct peck_fair *fair, struct peck_buffer *buffer)
{
    enum {
        LINE = sizeof "# fair commitment 0 1000000 \n" + 2 * PECK_HASH,
        GAP = sizeof "# fair missing 1000000\n" + 2 * PECK_SEATS_MAX,
    };
    struct peck_text text;
    enum peck_status status = peck_buffer_open(
        buffer, LINE * (5 + 3 * PECK_SEATS_MAX) + (size_t)GAP * fair->gap_count, &text);
    if (status != PECK_OK)
        return status;
    peck_put(&text, "# fair version ");
    peck_put_int(&text, fair->version < 2 ? 1 : fair->version);
    peck_put_char(&text, '\n');
    if (fair->version >= 2) {
        peck_put(&text, "# fair table ");
        peck_put(&text, fair->table);
        peck_put_char(&text, '\n');
    }
    if (fair->draws > 0) {
        peck_put(&text, "# fair draws ");
        peck_put_int(&text, fair->draws);
        peck_put_char(&text, '\n');
    }
    put_line(&text, "commitment", -1, fair->commitment);
    for (int seat = 0; seat < PECK_SEATS_MAX; seat++) {
        if (fair->contributed >> seat & 1) {
            put_line(&text, "hash", seat, fair->hash[seat]);
            put_line(&text, "value", seat, fair->value[seat]);
        } else if (fair->withheld >> seat & 1) {
            put_line(&text, "withheld", seat, fair->hash[seat]);
        }
    }
    put_links(&text, fair);
    put_line(&text, "secret", -1, fair->secret);
    peck_buffer_close(buffer, &text);
    return PECK_OK;
}

/* What a record was found to say. */
struct found {
    bool version, commitment, secret;
    uint8_t hash, value, withheld; /* seats */
};

/* ` <word>`: letters and digits. */
static void read_table(struct peck_scan *scan, char table[PECK_FAIR_TABLE])
{
    size_t count = (size_t)(scan->end - scan->at);
    if (count == 0 || count >= PECK_FAIR_TABLE || memchr(scan->at, ' ', count) != NULL) {
        peck_scan_fail(scan, "error.fair.table");
        return;
    }
    memset(table, 0, PECK_FAIR_TABLE);
    memcpy(table, scan->at, count);
    scan->at = scan->end;
}

static void read_bytes(struct peck_scan *scan, uint8_t bytes[PECK_HASH])
{
    peck_scan_expect(scan, " ");
    if (scan->failed)
        return;
    if (peck_hash_parse(scan->at, (size_t)(scan->end - scan->at), bytes))
        scan->at = scan->end;
    else
        peck_scan_fail(scan, "error.fair.digits");
}

/* ` 2 <64 digits>` into the seat's place. */
static void read_seat(struct peck_scan *scan, uint8_t bytes[][PECK_HASH], uint8_t *seats)
{
    peck_scan_expect(scan, " ");
    int seat = peck_scan_int(scan, "error.seat", 0, PECK_SEATS_MAX - 1);
    if (scan->failed)
        return;
    read_bytes(scan, bytes[seat]);
    *seats |= (uint8_t)(1 << seat);
}

/* ` 2 57 <64 digits>`: the seat, the ply, the link. */
static void read_link(struct peck_scan *scan, struct peck_fair *fair)
{
    peck_scan_expect(scan, " ");
    int seat = peck_scan_int(scan, "error.seat", 0, PECK_SEATS_MAX - 1);
    peck_scan_expect(scan, " ");
    int ply = peck_scan_int(scan, "error.fair.ply-number", 0, PECK_PLIES_MAX - 1);
    if (scan->failed)
        return;
    fair->linked[seat] = (uint32_t)ply + 1;
    read_bytes(scan, fair->link[seat]);
}

/* ` 57 0 2`: the ply, then the seats. */
static void read_gap(struct peck_scan *scan, struct peck_fair *fair)
{
    uint32_t seats = 0;
    int least = fair->gap_count > 0 ? (int)fair->gaps[fair->gap_count - 1].ply + 1 : 0;
    peck_scan_expect(scan, " ");
    int ply = peck_scan_int(scan, "error.fair.ply-number", least, PECK_PLIES_MAX - 1);
    do {
        peck_scan_expect(scan, " ");
        int seat = peck_scan_int(scan, "error.seat", 0, PECK_SEATS_MAX - 1);
        seats |= scan->failed ? 0 : UINT32_C(1) << seat;
    } while (!scan->failed && scan->at < scan->end);
    if (!scan->failed && peck_fair_add_gap(fair, (uint32_t)ply, seats) != PECK_OK)
        peck_scan_fail(scan, "error.memory");
}

/* What follows `# fair ` on a line. */
static bool read_line(struct peck_scan *scan, struct peck_fair *fair, struct found *found)
{
    if (peck_scan_accept(scan, "version ")) {
        fair->version =
            (uint8_t)peck_scan_int(scan, "error.fair.version", 1, PECK_FAIR_VERSION);
        found->version = true;
    } else if (peck_scan_accept(scan, "table ")) {
        read_table(scan, fair->table);
    } else if (peck_scan_accept(scan, "draws ")) {
        fair->draws = (uint8_t)peck_scan_int(scan, "error.fair.draws", 1, UINT8_MAX);
    } else if (peck_scan_accept(scan, "withheld")) {
        read_seat(scan, fair->hash, &found->withheld);
    } else if (peck_scan_accept(scan, "commitment")) {
        read_bytes(scan, fair->commitment);
        found->commitment = true;
    } else if (peck_scan_accept(scan, "secret")) {
        read_bytes(scan, fair->secret);
        found->secret = true;
    } else if (peck_scan_accept(scan, "hash")) {
        read_seat(scan, fair->hash, &found->hash);
    } else if (peck_scan_accept(scan, "value")) {
        read_seat(scan, fair->value, &found->value);
    } else if (peck_scan_accept(scan, "link")) {
        read_link(scan, fair);
    } else if (peck_scan_accept(scan, "missing")) {
        read_gap(scan, fair);
    } else {
        peck_scan_fail(scan, "error.fair.word");
    }
    return peck_scan_done(scan);
}

/* NULL, or what is missing. */
static const char *gap_in(const struct found *found)
{
    if (!found->version)
        return "error.fair.no-version";
    if (!found->commitment)
        return "error.fair.no-commitment";
    if (!found->secret)
        return "error.fair.no-secret";
    if (found->hash != found->value)
        return "error.fair.half";
    return NULL;
}

enum peck_status peck_fair_read(const char *bytes, size_t count, struct peck_fair *fair,
                                bool *found, struct peck_error *error)
{
    static const char mark[] = "# fair ";
    struct peck_fair fresh = {0};
    struct found lines = {0};
    const char *end = bytes + count;
    uint32_t number = 1;
    *found = false;
    for (const char *at = bytes; at < end; number++) {
        const char *feed = memchr(at, '\n', (size_t)(end - at));
        const char *next = feed != NULL ? feed + 1 : end, *stop = feed != NULL ? feed : end;
        if (stop > at && stop[-1] == '\r')
            stop--;
        struct peck_scan scan = peck_scan_begin(at, (size_t)(stop - at), error);
        if (peck_scan_accept(&scan, mark)) {
            *found = true;
            if (!read_line(&scan, &fresh, &lines)) {
                error->line = number;
                peck_fair_free(&fresh);
                return PECK_BAD_RECORD;
            }
        }
        at = next;
    }
    const char *gap = *found ? gap_in(&lines) : NULL;
    if (gap != NULL) {
        peck_error_say(error, gap);
        peck_fair_free(&fresh);
        return PECK_BAD_RECORD;
    }
    fresh.contributed = lines.value;
    fresh.withheld = lines.withheld & (uint8_t)~lines.value;
    *fair = fresh;
    return PECK_OK;
}

static bool commits(const uint8_t hash[PECK_HASH], const uint8_t value[PECK_HASH])
{
    uint8_t made[PECK_HASH];
    peck_sha256(value, PECK_HASH, made);
    return memcmp(made, hash, PECK_HASH) == 0;
}

static void say_outcome(struct peck_error *error, const struct peck_game *game,
                        uint32_t ply, uint32_t right, uint32_t told)
{
    peck_error_say(error, "error.fair.ply");
    peck_error_number(error, "ply", ply + 1);
    struct peck_text text = peck_error_open(error, "right");
    game->action_name(right, &text);
    text = peck_error_open(error, "wrong");
    game->action_name(told, &text);
}

static enum peck_status verify_commitments(const struct peck_match *match,
                                           const struct peck_fair *fair,
                                           struct peck_error *error)
{
    uint8_t made[PECK_HASH];
    peck_fair_commit(fair, match->game, &match->setup, made);
    if (memcmp(made, fair->commitment, PECK_HASH) != 0) {
        peck_error_say(error, "error.fair.secret");
        return PECK_BAD_RECORD;
    }
    if (fair->contributed == 0) {
        peck_error_say(error, "error.fair.alone");
        return PECK_BAD_RECORD;
    }
    for (int seat = 0; seat < PECK_SEATS_MAX; seat++) {
        if ((fair->contributed >> seat & 1) == 0)
            continue;
        if (seat >= match->setup.seats || !commits(fair->hash[seat], fair->value[seat])) {
            peck_error_say(error, seat >= match->setup.seats ? "error.fair.nobody"
                                                             : "error.fair.value");
            peck_error_number(error, "seat", seat);
            return PECK_BAD_RECORD;
        }
    }
    return PECK_OK;
}

/* Makes every outcome again. `ply` becomes that of the first which differs. */
static enum peck_status verify_outcomes(const struct peck_match *match,
                                        const struct peck_fair *fair,
                                        const struct peck_chain chains[PECK_SEATS_MAX],
                                        uint32_t *ply, struct peck_error *error)
{
    const struct peck_game *game = match->game;
    uint8_t whole[PECK_HASH], key[PECK_HASH];
    union peck_state state;
    uint32_t gap = 0;
    enum peck_status status = PECK_OK;
    peck_fair_key(fair, match->setup.seats, whole);
    peck_match_state_at(match, 0, &state);
    for (uint32_t i = 0; i < match->count; i++) {
        const struct peck_ply *played = &match->plies[i];
        if (played->seat == PECK_CHANCE) {
            memcpy(key, whole, PECK_HASH);
            if (fair->version >= 3)
                status = peck_fair_chain_key(fair, chains, i, &gap, key, error);
            uint32_t right =
                status == PECK_OK ? peck_fair_outcome(game, &state, key, i) : 0;
            if (status == PECK_OK && right != played->action) {
                say_outcome(error, game, i, right, played->action);
                status = PECK_BAD_RECORD;
            }
            if (status != PECK_OK) {
                *ply = i;
                return status;
            }
        }
        game->apply(&state, played->seat, played->action);
    }
    return PECK_OK;
}

enum peck_status peck_fair_verify(const struct peck_match *match,
                                  const struct peck_fair *fair, uint32_t *ply,
                                  struct peck_error *error)
{
    struct peck_chain chains[PECK_SEATS_MAX] = {0};
    *ply = match->count;
    enum peck_status status = verify_commitments(match, fair, error);
    if (status == PECK_OK && fair->version >= 3)
        status = peck_fair_unroll(fair, match->count, chains, error);
    if (status == PECK_OK)
        status = verify_outcomes(match, fair, chains, ply, error);
    for (int seat = 0; seat < PECK_SEATS_MAX; seat++)
        free(chains[seat].links);
    return status;
}
