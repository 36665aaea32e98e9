/* session.c — plays a match of people and bots; resuming and undoing are exact.
 *
 * The match itself is a peck_match, and play/race.h lets the bots think and act. This file
 * adds who sits where, saving after every ply, undo and hints.
 *
 * Chance and the bots draw from generators that are seeded again for every turn, from the
 * seed of the match and the number of plies played (seed_generators); no generator runs on
 * from ply to ply. So the record and the seed are all there is to save. A match that is
 * resumed, or undone and played again the same way, continues as it would have; undoing a
 * decision to see other dice does not work. The exception is a race (several seats may act
 * at once): a bot there thinks again, because its plans are in no record. Hints use
 * generators of their own, so asking for one changes nothing.
 *
 * For the same reason bots get a budget of work and not of time, where they have one: the
 * same position gives the same answer on any machine. */
#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char seed_comment[] = "# seed "; /* before the number, in a saved match */
static const char table_comment[] = "# fair table "; /* before its name, by a server */

/* ---- Who sits where ---- */

bool session_is_person(const struct session *session, int seat)
{
    return (session->persons >> seat & 1) != 0;
}

bool session_is_you(const struct session *session, int seat)
{
    return session->persons == 1u << seat && session->match.name[seat][0] == '\0';
}

const char *session_name(const struct session *session, int seat)
{
    return session->shown[seat];
}

/* A word in small letters is a bot's name: so a mistyped bot is no person. */
static bool looks_like_bot(const char *name)
{
    return name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0' ||
           strncmp(name, "exec:", 5) == 0;
}

static enum peck_status refuse_seat(const struct peck_game *game, const char *name,
                                    struct peck_error *error)
{
    const struct peck_skill *skill = peck_skill_of(game);
    peck_error_say(error, "error.bot.none");
    peck_error_quote(error, "bot", name, strlen(name));
    struct peck_text text = peck_error_open(error, "bots");
    for (int i = 0; i < PECK_LEVELS; i++) {
        peck_put(&text, i == 0 ? "" : ", ");
        peck_put(&text, peck_level_names[i]);
    }
    for (int i = PECK_LEVELS; i < skill->count; i++) {
        peck_put(&text, ", ");
        peck_put(&text, skill->bots[i].name);
    }
    return PECK_BAD_SETUP;
}

/* Names a seat as --seats does, and finds its player. */
static enum peck_status set_seat(struct session *session, int seat, const char *name,
                                 struct peck_error *error)
{
    const struct peck_game *game = session->match.game;
    bool you = name[0] == '\0' || strcmp(name, "you") == 0;
    struct peck_error unused;
    struct peck_player player = {.bot = NULL};
    if (!you && looks_like_bot(name) &&
        peck_player_find(game, name, &player, &unused) != PECK_OK)
        return refuse_seat(game, name, error);
    return peck_match_name(&session->match, seat, you ? "" : name, error);
}

bool session_seat_fits(const struct peck_game *game, const char *name)
{
    struct session session = {.match = {.game = game, .setup = {.seats = 1}}};
    struct peck_error unused;
    return set_seat(&session, 0, name, &unused) == PECK_OK;
}

/* Finds the players of the named seats. Bots get a budget of work alone, so that a match
 * can be played again. */
static void find_players(struct session *session)
{
    struct peck_match *match = &session->match;
    struct peck_error unused;
    session->persons = 0;
    for (int seat = 0; seat < match->setup.seats; seat++) {
        struct peck_player *player = &session->players[seat];
        const char *name = match->name[seat];
        *player = (struct peck_player){.bot = NULL};
        if (name[0] == '\0' ||
            peck_player_find(match->game, name, player, &unused) != PECK_OK)
            session->persons |= 1u << seat;
        else if (player->budget.work > 0)
            player->budget.milliseconds = 0;
    }
}

static void show_name(const struct session *session, int seat, struct peck_text *text)
{
    const char *name = session->match.name[seat];
    const struct peck_character *character = session->characters[seat];
    int level = SAY_NONE;
    if (character != NULL)
        level = say_find("character.%s", character->id);
    else if (name[0] != '\0')
        level = say_find("bot.%s", name);
    if (session_is_you(session, seat))
        peck_put(text, say_literal(session->language, MESSAGE_NAME_YOU));
    else if (name[0] == '\0')
        say(text, session->language, MESSAGE_NAME_PERSON,
            (struct say_value[]){{"seat", .number = seat + 1}, {0}});
    else
        peck_put(text, level != SAY_NONE
                           ? say_literal(session->language, (enum message)level)
                           : name);
}

/* A number distinguishes equal names. */
static void show_names(struct session *session)
{
    for (int seat = 0; seat < session->match.setup.seats; seat++) {
        char *shown = session->shown[seat];
        struct peck_text text = peck_text_begin(shown, SESSION_SHOWN_MAX);
        show_name(session, seat, &text);
        int equals = 0;
        for (int other = 0; other < seat; other++)
            equals += strncmp(session->shown[other], shown, text.length) == 0 &&
                      strcmp(session->match.name[other], session->match.name[seat]) == 0;
        if (equals > 0) {
            peck_put_char(&text, ' ');
            peck_put_int(&text, equals + 1);
        }
    }
}

/* Who plays for the bots; `match` is the word for it. */
static void cast_hens(struct session *session, const char *match)
{
    for (int seat = 0; seat < session->match.setup.seats; seat++)
        session->characters[seat] =
            peck_character_at(session->match.name[seat], match, seat);
}

void session_cast(struct session *session, int seat, const struct peck_character *character)
{
    session->characters[seat] = character;
}

uint32_t session_told(const struct session *session)
{
    const struct peck_match *match = &session->match;
    union peck_state state = match->state;
    uint32_t count = match->count;
    while (peck_goes_on(match->game, &state))
        peck_match_state_at(match, --count, &state);
    return count;
}

enum peck_status session_record(const struct session *session, struct peck_buffer *buffer)
{
    char comment[128];
    struct peck_match whole = session->match; /* shares the log */
    whole.count = session_told(session);
    if (whole.count < session->match.count)
        peck_match_state_at(&session->match, whole.count, &whole.state);
    snprintf(comment, sizeof comment, "%s%s%s%s%llu\n",
             session->daily[0] != '\0' ? "# daily " : "", session->daily,
             session->daily[0] != '\0' ? "\n" : "", seed_comment,
             (unsigned long long)session->seed);
    enum peck_status status = peck_buffer_put(buffer, comment);
    return status == PECK_OK ? peck_record_write(&whole, -1, buffer) : status;
}

/* ---- Beginning and end ---- */

enum { WORD_MAX = 32 }; /* a table's name has 23 letters at most, a seed 20 digits */

static void put_seed(char word[WORD_MAX], uint64_t seed)
{
    snprintf(word, WORD_MAX, "%llu", (unsigned long long)seed);
}

/* What follows `start` in a comment at the very beginning, as far as there is room; false:
 * no other comment starts like that. */
static bool comment_of(const char *bytes, const char *end, const char *start,
                       char word[WORD_MAX])
{
    size_t length = strlen(start);
    while (bytes < end && *bytes == '#') {
        const char *feed = memchr(bytes, '\n', (size_t)(end - bytes));
        const char *stop = feed != NULL ? feed : end;
        if ((size_t)(stop - bytes) > length && memcmp(bytes, start, length) == 0) {
            size_t count = (size_t)(stop - bytes) - length;
            count = count < WORD_MAX - 1 ? count : WORD_MAX - 1;
            memcpy(word, bytes + length, count);
            word[count] = '\0';
            return true;
        }
        bytes = stop + (feed != NULL);
    }
    return false;
}

/* Everything but the match, whose seats are named, and for which `match` is a word. */
static enum peck_status sit_down(struct session *session, const struct session_wish *wish,
                                 const char *match, struct peck_error *error)
{
    session->language = wish->language;
    session->rules = wish->rules;
    session->estimates = malloc(PECK_ACTIONS_MAX * sizeof *session->estimates);
    if (session->estimates == NULL) {
        peck_match_free(&session->match);
        peck_error_say(error, "error.memory");
        return PECK_NO_MEMORY;
    }
    find_players(session);
    if (wish->characters)
        cast_hens(session, match);
    show_names(session);
    snprintf(session->path, sizeof session->path, "%s",
             wish->path != NULL ? wish->path : "");
    peck_race_begin(&session->race, &session->match, session->players, &session->chance,
                    &session->rng);
    return PECK_OK;
}

/* The deal of that day; also the bots draw from it. */
static enum peck_status take_deal(struct session *session, const char *daily,
                                  struct peck_error *error)
{
    uint8_t key[PECK_HASH];
    enum peck_status status = peck_daily_key(daily, key, error);
    if (status != PECK_OK)
        return status;
    peck_deal_begin(&session->deal, key, &session->match);
    snprintf(session->daily, sizeof session->daily, "%s", daily);
    session->seed = 0;
    for (int i = 0; i < 8; i++)
        session->seed = session->seed << 8 | key[i];
    return PECK_OK;
}

enum peck_status session_begin(struct session *session, const struct session_wish *wish,
                               struct peck_error *error)
{
    memset(session, 0, sizeof *session);
    enum peck_status status =
        peck_match_begin(&session->match, wish->game, &wish->setup, error);
    if (status != PECK_OK)
        return status;
    for (int seat = 0; seat < wish->setup.seats && status == PECK_OK; seat++)
        status = set_seat(session, seat, wish->seats[seat], error);
    session->seed = wish->seed;
    if (status == PECK_OK && wish->daily != NULL)
        status = take_deal(session, wish->daily, error);
    if (status != PECK_OK) {
        peck_match_free(&session->match);
        return status;
    }
    char word[WORD_MAX];
    put_seed(word, session->seed);
    status = sit_down(session, wish, word, error);
    if (status == PECK_OK)
        (void)session_save(session); /* the door looks at `fault` */
    return status;
}

void session_watch(struct session *session, const struct peck_game *game, int seats,
                   const char *const names[], int you)
{
    struct peck_error unused;
    memset(session, 0, sizeof *session);
    session->match.game = game;
    session->match.setup.seats = (uint8_t)seats;
    for (int seat = 0; seat < seats; seat++) {
        /* A name that no record may have is shown as none. */
        if (seat != you && names[seat] != NULL)
            (void)!peck_match_name(&session->match, seat, names[seat], &unused);
    }
    session->persons = you >= 0 && you < seats ? 1u << you : 0;
}

void session_speak(struct session *session, enum say_language language)
{
    session->language = language;
    show_names(session);
}

/* The number of `# seed N` among the comments at the very beginning. */
static uint64_t seed_of(const char *bytes, const char *end, uint64_t standard)
{
    char word[WORD_MAX];
    if (!comment_of(bytes, end, seed_comment, word))
        return standard;
    uint64_t seed = 0;
    for (const char *at = word; *at >= '0' && *at <= '9'; at++)
        seed = 10 * seed + (uint64_t)(*at - '0');
    return seed;
}

static enum peck_status seat_anew(struct session *session, const struct session_wish *wish,
                                  int count, struct peck_error *error)
{
    if (count != session->match.setup.seats) {
        peck_error_say(error, "error.setup.other");
        peck_error_number(error, "seats", session->match.setup.seats);
        peck_error_number(error, "given", count);
        return PECK_BAD_SETUP;
    }
    enum peck_status status = PECK_OK;
    for (int seat = 0; seat < count && status == PECK_OK; seat++)
        status = set_seat(session, seat, wish->seats[seat], error);
    return status;
}

enum peck_status session_resume(struct session *session, const char *bytes, size_t length,
                                const struct session_wish *wish, int count,
                                struct peck_error *error)
{
    memset(session, 0, sizeof *session);
    struct peck_reader reader = peck_reader_begin(bytes, length);
    enum peck_status status = PECK_BAD_RECORD;
    if (!peck_reader_more(&reader))
        peck_error_say(error, "error.no-match");
    else
        status = peck_record_read(&reader, &session->match, error);
    if (status != PECK_OK)
        return status;
    if (peck_reader_more(&reader)) { /* which saving would lose */
        peck_error_say(error, "error.more-matches");
        status = PECK_BAD_RECORD;
    }
    if (status == PECK_OK && count > 0)
        status = seat_anew(session, wish, count, error);
    char word[WORD_MAX], daily[PECK_DAILY_MAX];
    session->seed = seed_of(bytes, bytes + length, wish->seed);
    peck_daily_read(bytes, length, daily);
    if (status == PECK_OK && daily[0] != '\0')
        status = take_deal(session, daily, error);
    if (status != PECK_OK) {
        peck_match_free(&session->match);
        return status;
    }
    if (!comment_of(bytes, bytes + length, table_comment, word))
        put_seed(word, session->seed);
    status = sit_down(session, wish, word, error);
    if (status == PECK_OK && count > 0)
        (void)session_save(session);
    return status;
}

void session_free(struct session *session)
{
    peck_race_free(&session->race);
    peck_match_free(&session->match);
    free(session->estimates);
}

/* ---- Playing ---- */

bool session_over(const struct session *session)
{
    return session->match.game->movers(&session->match.state) == 0;
}

void session_clock(struct session *session, uint64_t now)
{
    if (now > session->race.clock.now)
        session->race.clock.now = now;
}

uint64_t session_now(const struct session *session)
{
    return session->race.clock.now;
}

/* Seeds chance and the bots for this turn, from the seed and the number of plies. */
static void seed_generators(struct session *session)
{
    uint64_t count = session->match.count;
    peck_rng_seed_match(&session->chance, session->seed, 2 * count);
    peck_rng_seed_match(&session->rng, session->seed, 2 * count + 1);
}

enum peck_status session_next(struct session *session, struct session_turn *turn,
                              struct peck_error *error)
{
    struct peck_match *match = &session->match;
    uint32_t count = match->count;
    if (!session->known) {
        seed_generators(session);
        enum peck_status status = PECK_OK;
        if (session->daily[0] != '\0')
            status = peck_deal_chance(&session->deal, match, error);
        if (status == PECK_OK)
            status = peck_race_next(&session->race, &session->turn.bot, &session->turn.due,
                                    error);
        if (status != PECK_OK)
            return status;
        session->turn.persons = match->game->movers(&match->state) & session->persons;
        session->known = true;
        if (match->count != count)
            (void)session_save(session);
    }
    *turn = session->turn;
    return PECK_OK;
}

enum peck_status session_act(struct session *session, int seat, uint32_t action,
                             struct peck_error *error)
{
    enum peck_status status = peck_match_play(&session->match, seat, action, error);
    if (status != PECK_OK)
        return status;
    session->known = false;
    if (!peck_goes_on(session->match.game, &session->match.state))
        (void)session_save(session);
    return PECK_OK;
}

enum peck_status session_bot(struct session *session, struct peck_error *error)
{
    PECK_ASSERT(session->known && session->turn.bot >= 0);
    const struct peck_match *match = &session->match;
    enum peck_status status = peck_race_act(&session->race, session->turn.bot, error);
    while (status == PECK_OK && peck_goes_on(match->game, &match->state)) {
        seed_generators(session); /* the rest of its move */
        status =
            peck_race_next(&session->race, &session->turn.bot, &session->turn.due, error);
        if (status == PECK_OK)
            status = peck_race_act(&session->race, session->turn.bot, error);
    }
    session->known = false;
    (void)session_save(session);
    return status;
}

/* ---- Undo ---- */

/* The number of plies before the last one of the only person; the whole match when there is
 * none. */
static uint32_t last_decision(const struct session *session)
{
    const struct peck_match *match = &session->match;
    bool alone = session->persons != 0 && (session->persons & (session->persons - 1)) == 0;
    for (uint32_t i = match->count; alone && i > 0; i--) {
        int seat = match->plies[i - 1].seat;
        if (seat != PECK_CHANCE && session_is_person(session, seat))
            return i - 1;
    }
    return match->count;
}

bool session_can_undo(const struct session *session)
{
    return last_decision(session) < session->match.count ||
           session_told(session) < session->match.count;
}

void session_undo(struct session *session)
{
    uint64_t now = session->race.clock.now;
    struct peck_match *match = &session->match;
    peck_match_undo(match, last_decision(session));
    peck_match_undo(match, session_told(session)); /* a move is taken back as one */
    peck_race_free(&session->race);
    peck_race_begin(&session->race, &session->match, session->players, &session->chance,
                    &session->rng);
    session->race.clock.now = now;
    session->known = false;
    (void)session_save(session);
}

/* ---- Hints and analysis ---- */

/* Who is asked: the strongest level, with its own measure of work. */
static enum peck_status adviser(const struct session *session, enum peck_level level,
                                struct peck_player *player, struct peck_error *error)
{
    enum peck_status status =
        peck_player_find(session->match.game, peck_level_names[level], player, error);
    if (status == PECK_OK && player->budget.work > 0)
        player->budget.milliseconds = 0;
    return status;
}

enum peck_status session_hint(struct session *session, int seat, enum peck_level level,
                              const struct peck_estimate **estimates, uint32_t *count,
                              uint32_t *best, struct peck_error *error)
{
    struct peck_player player;
    struct peck_rng rng;
    struct peck_thought thought = {.estimates = session->estimates};
    enum peck_status status = adviser(session, level, &player, error);
    if (status != PECK_OK)
        return status;
    peck_rng_seed_match(&rng, ~session->seed, session->match.count);
    status = peck_player_think(&player, &session->match, seat, &rng, &thought);
    if (status != PECK_OK) {
        peck_error_say(error, "error.memory");
        return status;
    }
    *estimates = session->estimates;
    *count = thought.count;
    *best = thought.count > 0 ? peck_thought_best(&thought) : 0;
    return PECK_OK;
}

/* Whether the first is the better one. In some games the fewest points win. */
static bool is_better(const struct peck_game *game, const struct peck_estimate *one,
                      const struct peck_estimate *other)
{
    if (one->win != other->win)
        return one->win > other->win;
    return game->low_wins ? one->points < other->points : one->points > other->points;
}

uint32_t session_next_best(const struct session *session, uint32_t all,
                           const uint32_t *told, uint32_t count)
{
    const struct peck_estimate *estimates = session->estimates;
    uint32_t best = all;
    for (uint32_t i = 0; i < all; i++) {
        bool known = false;
        for (uint32_t j = 0; j < count; j++)
            known = known || told[j] == i;
        if (!known && (best == all ||
                       is_better(session->match.game, &estimates[i], &estimates[best])))
            best = i;
    }
    return best;
}

enum peck_status session_analyse(const struct session *session,
                                 bool (*progress)(void *context, uint32_t done),
                                 void *context, struct peck_analysis *analysis,
                                 struct peck_error *error)
{
    struct peck_analysis_wish wish = {
        .seed = session->seed, .progress = progress, .context = context};
    enum peck_status status = adviser(session, PECK_HARD, &wish.player, error);
    return status == PECK_OK ? peck_analyse(&session->match, &wish, analysis, error)
                             : status;
}

/* ---- Looking ---- */

int session_viewer(const struct session *session, const struct session_turn *turn)
{
    uint32_t eyes =
        (session->persons & (session->persons - 1)) == 0 ? session->persons : turn->persons;
    return eyes != 0 && (eyes & (eyes - 1)) == 0 ? __builtin_ctz(eyes) : PECK_CHANCE;
}

bool session_hides(const struct session *session, int seat)
{
    const struct peck_game *game = session->match.game;
    union peck_state own = session->match.state, others = session->match.state;
    game->redact(&own, seat);
    game->redact(&others, PECK_CHANCE);
    return memcmp(&own, &others, game->state_size) != 0;
}
