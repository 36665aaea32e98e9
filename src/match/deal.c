/* deal.c — finds the places of draws, and makes the same outcomes at the same places.
 *
 * Whether a game has a deck is found out by playing: a few random matches, always the same
 * ones, in which no outcome came twice. Whose a draw is, is found out by playing one
 * outcome, always the same one for the same state, and asking who acts next. So a game says
 * nothing about deals, and the places are a function of the match so far. */
#include <peck/deal.h>

#include "inner.h"

#include <string.h>

static bool is_deck(const struct peck_game *game, const union peck_state *start)
{
    enum { PROBES = 4, OUTCOMES = 256 };
    struct peck_rng rng;
    uint32_t actions[PECK_ACTIONS_MAX], drawn[OUTCOMES];
    peck_rng_seed(&rng, 1);
    for (int probe = 0; probe < PROBES; probe++) {
        union peck_state state = *start;
        int count = 0;
        for (uint32_t who; (who = game->movers(&state)) != 0;) {
            int seat = peck_rng_bit(&rng, who);
            if (seat != PECK_CHANCE) {
                uint32_t legal = game->legal(&state, seat, actions);
                game->apply(&state, seat, actions[peck_rng_below(&rng, legal)]);
                continue;
            }
            uint32_t outcome = game->sample(&state, &rng);
            for (int i = 0; i < count; i++) {
                if (drawn[i] == outcome)
                    return false;
            }
            if (count == OUTCOMES)
                return false; /* no deck of ours has so many cards */
            drawn[count++] = outcome;
            game->apply(&state, seat, outcome);
        }
    }
    return true;
}

void peck_dealer_begin(struct peck_dealer *dealer, const struct peck_game *game,
                       const union peck_state *start)
{
    *dealer = (struct peck_dealer){
        .game = game, .deck = is_deck(game, start), .last = PECK_CHANCE, .owner = -1};
}

static int owner_of(const struct peck_dealer *dealer, const union peck_state *state)
{
    const struct peck_game *game = dealer->game;
    if (dealer->deck)
        return PECK_CHANCE;
    union peck_state tried;
    struct peck_rng rng;
    peck_rng_seed(&rng, 1);
    memcpy(&tried, state, game->state_size);
    game->apply(&tried, PECK_CHANCE, game->sample(&tried, &rng));
    uint32_t who = game->movers(&tried);
    if (who != PECK_CHANCE_BIT && __builtin_popcount(who) == 1)
        return __builtin_ctz(who);
    return dealer->last;
}

struct peck_place peck_dealer_place(struct peck_dealer *dealer,
                                    const union peck_state *state)
{
    int owner = owner_of(dealer, state);
    if (owner != dealer->owner) {
        dealer->owner = owner;
        dealer->stretch[owner]++;
        dealer->draw = 0;
    }
    return (struct peck_place){owner, dealer->stretch[owner], dealer->draw++};
}

void peck_dealer_heed(struct peck_dealer *dealer, int who)
{
    dealer->last = who;
}

/* ---- Deals ---- */

void peck_deal_begin(struct peck_deal *deal, const uint8_t key[PECK_HASH],
                     const struct peck_match *match)
{
    union peck_state start;
    memcpy(deal->key, key, PECK_HASH);
    peck_match_state_at(match, 0, &start);
    peck_dealer_begin(&deal->fresh, match->game, &start);
}

/* The outcome of the draw that is due: a key for the owner's stretch, and the number of the
 * draw as that of a ply in fair.h. */
static uint32_t next_outcome(const struct peck_deal *deal, struct peck_dealer *dealer,
                             const union peck_state *state)
{
    struct peck_place place = peck_dealer_place(dealer, state);
    uint8_t message[5] = {(uint8_t)place.owner}, key[PECK_HASH];
    peck_fair_put_word(message + 1, place.stretch);
    peck_hmac_sha256(deal->key, message, sizeof message, key);
    return peck_fair_outcome(dealer->game, state, key, place.draw);
}

/* Follows the match to its end, or to the first draw that is not the deal's if `strict`.
 * Returns the number of plies. */
static uint32_t follow(const struct peck_deal *deal, const struct peck_match *match,
                       bool strict, struct peck_dealer *dealer)
{
    union peck_state state;
    peck_match_state_at(match, 0, &state);
    *dealer = deal->fresh;
    for (uint32_t i = 0; i < match->count; i++) {
        const struct peck_ply *ply = &match->plies[i];
        if (ply->seat == PECK_CHANCE && !strict)
            (void)peck_dealer_place(dealer, &state);
        else if (ply->seat == PECK_CHANCE &&
                 next_outcome(deal, dealer, &state) != ply->action)
            return i;
        match->game->apply(&state, ply->seat, ply->action);
        peck_dealer_heed(dealer, ply->seat);
    }
    return match->count;
}

enum peck_status peck_deal_chance(const struct peck_deal *deal, struct peck_match *match,
                                  struct peck_error *error)
{
    struct peck_dealer dealer;
    enum peck_status status = PECK_OK;
    if (match->game->movers(&match->state) != PECK_CHANCE_BIT)
        return PECK_OK;
    (void)follow(deal, match, false, &dealer);
    while (status == PECK_OK && match->game->movers(&match->state) == PECK_CHANCE_BIT) {
        uint32_t outcome = next_outcome(deal, &dealer, &match->state);
        status = peck_match_append(match, PECK_CHANCE, outcome, error);
        peck_dealer_heed(&dealer, PECK_CHANCE);
    }
    return status;
}

enum peck_status peck_deal_check(const struct peck_deal *deal,
                                 const struct peck_match *match, uint32_t *ply,
                                 struct peck_error *error)
{
    struct peck_dealer dealer;
    *ply = follow(deal, match, true, &dealer);
    if (*ply == match->count)
        return PECK_OK;
    peck_error_say(error, "error.deal");
    peck_error_number(error, "ply", (int64_t)*ply + 1);
    return PECK_BAD_RECORD;
}

/* ---- The deal of a day ---- */

/* The first ten letters are a day of the calendar. */
static bool is_day(const char *day)
{
    static const int longest[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    static const char form[] = "dddd-dd-dd";
    int number[3] = {0, 0, 0}, part = 0;
    for (size_t i = 0; i < sizeof form - 1; i++) {
        if (form[i] != 'd' ? day[i] != form[i] : day[i] < '0' || day[i] > '9')
            return false;
        if (form[i] != 'd')
            part++;
        else
            number[part] = 10 * number[part] + day[i] - '0';
    }
    int year = number[0], month = number[1];
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return year >= 2000 && month >= 1 && month <= 12 && number[2] >= 1 &&
           number[2] <= longest[month - 1] - (month == 2 && !leap);
}

enum peck_status peck_daily_key(const char *daily, uint8_t key[PECK_HASH],
                                struct peck_error *error)
{
    static const char known[] = "peck daily";
    enum { DAY = 10 };
    char words[PECK_DAILY_MAX + 16];
    struct peck_text text = peck_text_begin(words, sizeof words);
    uint8_t everybodys[PECK_HASH];
    size_t length = strlen(daily);
    if (!is_day(daily) || daily[DAY] != ' ' || length >= PECK_DAILY_MAX) {
        peck_error_say(error, "error.daily");
        peck_error_quote(error, "daily", daily, strcspn(daily, " "));
        return PECK_BAD_SETUP;
    }
    peck_put(&text, "peck daily 1\n");
    peck_put_bytes(&text, daily, DAY);
    peck_put_char(&text, '\n');
    peck_put(&text, daily + DAY + 1);
    peck_put_char(&text, '\n');
    PECK_ASSERT(!text.full);
    peck_sha256(known, sizeof known - 1, everybodys);
    peck_hmac_sha256(everybodys, words, text.length, key);
    return PECK_OK;
}

void peck_daily_read(const char *bytes, size_t count, char daily[PECK_DAILY_MAX])
{
    static const char start[] = "# daily ";
    const char *end = bytes + count;
    daily[0] = '\0';
    while (bytes < end && *bytes == '#') {
        const char *feed = memchr(bytes, '\n', (size_t)(end - bytes));
        size_t length = (size_t)((feed != NULL ? feed : end) - bytes);
        if (length >= sizeof start && memcmp(bytes, start, sizeof start - 1) == 0 &&
            length - (sizeof start - 1) < PECK_DAILY_MAX) {
            memcpy(daily, bytes + sizeof start - 1, length - (sizeof start - 1));
            daily[length - (sizeof start - 1)] = '\0';
            return;
        }
        bytes = feed != NULL ? feed + 1 : end;
    }
}
