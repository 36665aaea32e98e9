/* decide.c — the rules of a table around its match: who may sit, act, chat, leave, when.
 *
 * Every kind of command has one function. It checks the phase, the sender and the words,
 * and either adds events to the step or calls `refuse`; its return value only says which of
 * the two it did. table_decide first looks at what concerns all commands: whether this
 * message took effect before, whether the table is closed, and whether the log has room.
 *
 * Deciding is a pure function of the table, the command and the time. It reads no clock and
 * draws no random numbers: chance follows from the key of the match and the number of the
 * ply (peck_fair_outcome), so every process makes the same dice. All of chance's plies
 * after an action go into the same step (add_chance), so nobody sees a half-finished move,
 * and no process has to continue what another one began. In the same way the last value
 * that is shown begins the match within its own step. Only where players have a part in
 * every outcome does a log end where chance is to move: until the last link is shown, whose
 * step then has the outcome, or until the time for that is up.
 *
 * Repeats are found by the id of the message in the table's `answered`; the first event of
 * a step carries it. `sit` is the exception: its event names the new seat as the sender,
 * because whoever sends it again sits there by then.
 *
 * Limits: a log takes no more chat after TABLE_TALK steps and after TABLE_STEPS only what
 * ends by itself (has_room), because whoever opens a table has its whole log read.
 * tests/server/cheat.c tries everything that must be refused. */
#include "decide.h"

#include "names.h"

#include "tell/error.h"

#include <peck/bot.h>

#include <string.h>

const char *const decide_refusal_names[REFUSALS] = {
    [REFUSED_NOT] = "fine",         [REFUSED_REPEAT] = "repeat",
    [REFUSED_SEAT] = "not-seated",  [REFUSED_TURN] = "not-your-turn",
    [REFUSED_ILLEGAL] = "illegal",  [REFUSED_STALE] = "stale",
    [REFUSED_PHASE] = "not-now",    [REFUSED_TAKEN] = "taken",
    [REFUSED_WORDS] = "bad-words",  [REFUSED_VALUE] = "bad-value",
    [REFUSED_MEMORY] = "no-memory", [REFUSED_STORE] = "unavailable",
    [REFUSED_FAST] = "too-fast",    [REFUSED_MUCH] = "too-much",
    [REFUSED_HOST] = "not-host",    [REFUSED_WISH] = "not-wanted",
    [REFUSED_SEATS] = "bad-seats",  [REFUSED_MUTED] = "muted",
    [REFUSED_LINE] = "no-line",
};

const char *const decide_phrase_keys[PHRASES] = {
    "phrase.hello",      "phrase.good-luck", "phrase.have-fun", "phrase.well-played",
    "phrase.thanks",     "phrase.oops",      "phrase.lucky",    "phrase.hurry",
    "phrase.one-moment", "phrase.good-game", "phrase.again",    "phrase.bye",
};

/* What a command's function works with. */
struct deciding {
    const struct table *table;
    const struct command *command;
    struct decision *decision;
};

/* Always false. */
static bool refuse(struct deciding *d, enum refusal refusal, const char *sentence)
{
    struct peck_text text =
        peck_text_begin(d->decision->sentence, sizeof d->decision->sentence);
    peck_put(&text, sentence);
    d->decision->refusal = refusal;
    return false;
}

/* Adds an event; the first of a step says whose message it answers. */
static struct event *add(struct deciding *d, enum event_kind kind, int seat)
{
    struct step *step = &d->decision->step;
    struct event *event = step_add(step, kind, seat);
    if (event == NULL) {
        refuse(d, REFUSED_MEMORY, "the server is out of memory");
        return NULL;
    }
    if (step->count == 1 && d->command->by != BY_SERVER) {
        event->by = d->command->by;
        memcpy(event->id, d->command->id, sizeof event->id);
    }
    return event;
}

static void add_text(struct deciding *d, enum event_kind kind, int seat, const char *text)
{
    struct event *event = add(d, kind, seat);
    if (event == NULL)
        return;
    struct peck_text room = peck_text_begin(event->text, sizeof event->text);
    peck_put(&room, text);
}

static bool in_phase(struct deciding *d, enum phase phase)
{
    if (d->table->phase == phase)
        return true;
    static const char *const sentences[PHASES] = {
        [PHASE_GATHERING] = "the match has begun: this is for before",
        [PHASE_SHOWING] = "nobody waits for this now",
        [PHASE_PLAYING] = "there is no match going on",
        [PHASE_OVER] = "the match is not over",
        [PHASE_CLOSED] = "the table is not closed",
    };
    return refuse(d, REFUSED_PHASE, sentences[phase]);
}

static bool seated(struct deciding *d)
{
    if (d->command->by >= 0)
        return true;
    return refuse(d, REFUSED_SEAT, "only somebody who sits at the table may do this");
}

static bool servers(struct deciding *d)
{
    if (d->command->by == BY_SERVER)
        return true;
    return refuse(d, REFUSED_SEAT, "only the server does this");
}

static bool is_host(const struct deciding *d)
{
    return d->command->by != BY_SERVER &&
           table_hosted(d->table, d->command->by, d->command->person);
}

static bool hosts(struct deciding *d)
{
    return is_host(d) ||
           refuse(d, REFUSED_HOST, "only whoever opened the table may do this");
}

/* The chair of the command's target; NULL, with the reason, when there is none. */
static const struct chair *target_of(struct deciding *d)
{
    int seat = d->command->target;
    if (seat >= 0 && seat < d->table->terms.setup.seats)
        return &d->table->chairs[seat];
    refuse(d, REFUSED_WORDS, "there is no such seat");
    return NULL;
}

/* Whether the host lets the sender sit down. */
static bool welcome(struct deciding *d)
{
    const char *person = d->command->person;
    if (table_removed(d->table, person))
        return refuse(d, REFUSED_WISH, "the host of the table has removed you");
    for (int seat = 0; seat < d->table->terms.setup.seats; seat++) {
        if (person[0] != '\0' && !d->table->settings.many &&
            strcmp(d->table->chairs[seat].person, person) == 0)
            return refuse(d, REFUSED_WISH, "one person has one seat at this table");
    }
    return true;
}

static bool sit(struct deciding *d)
{
    struct peck_match scratch = d->table->match;
    struct peck_error error;
    char why[ERROR_SENTENCE], name[PECK_PLAYER_MAX];
    const struct command *command = d->command;
    const struct chair *chair = target_of(d);
    if (chair == NULL || !in_phase(d, PHASE_GATHERING))
        return false;
    if (command->by >= 0)
        return refuse(d, REFUSED_TAKEN, "you sit at this table already");
    if (chair->sitter != SITTER_NONE)
        return refuse(d, REFUSED_TAKEN, "somebody sits there already");
    if (!welcome(d))
        return false;
    if (!names_tidy(command->text, name))
        return refuse(d, REFUSED_WORDS,
                      "a name has 1 to 63 bytes and no control characters");
    if (peck_match_name(&scratch, command->target, name, &error) != PECK_OK)
        return refuse(d, REFUSED_WORDS, error_english(&error, why));
    struct event *event = add(d, EVENT_SIT, command->target);
    if (event == NULL)
        return false;
    event->by = command->target; /* whoever sends it again sits there by then */
    memcpy(event->text, name, strlen(name) + 1);
    memcpy(event->person, command->person, sizeof event->person);
    memcpy(event->bytes, command->bytes, PECK_HASH);
    return true;
}

/* By its bare name: a parameter, which some have for measurements, would let a stranger say
 * how long the server thinks. */
static bool is_bot(struct deciding *d, const char *name)
{
    struct peck_player player;
    struct peck_error error;
    if (strlen(name) < TABLE_BOT_NAME &&
        peck_player_find(d->table->terms.game, name, &player, &error) == PECK_OK &&
        strcmp(name, player.bot->name) == 0)
        return true;
    return refuse(d, REFUSED_WORDS, "there is no bot of this name");
}

static bool seat_bot(struct deciding *d)
{
    const struct chair *chair = target_of(d);
    if (chair == NULL || !(is_host(d) || seated(d)) || !in_phase(d, PHASE_GATHERING) ||
        !is_bot(d, d->command->text))
        return false;
    if (chair->sitter != SITTER_NONE)
        return refuse(d, REFUSED_TAKEN, "somebody sits there already");
    add_text(d, EVENT_BOT, d->command->target, d->command->text);
    return true;
}

static bool free_seat(struct deciding *d)
{
    const struct chair *chair = target_of(d);
    if (chair == NULL || !(is_host(d) || seated(d)) || !in_phase(d, PHASE_GATHERING))
        return false;
    if (chair->sitter != SITTER_BOT)
        return refuse(d, REFUSED_TAKEN, "no bot sits there");
    add(d, EVENT_LEAVE, d->command->target);
    return true;
}

/* In a match a bot plays on; before it the seat is free; after it nobody waits for an
 * `again`. */
static bool leave(struct deciding *d)
{
    if (!seated(d))
        return false;
    enum phase phase = d->table->phase;
    if (phase == PHASE_SHOWING)
        return refuse(d, REFUSED_PHASE, "the match begins: leave in a moment");
    if (phase != PHASE_GATHERING && d->table->chairs[d->command->by].away)
        return refuse(d, REFUSED_PHASE, "you have left already");
    add_text(d, EVENT_LEAVE, d->command->by, phase == PHASE_PLAYING ? STAND_IN : "");
    return true;
}

static bool come_back(struct deciding *d)
{
    if (!seated(d) || !in_phase(d, PHASE_PLAYING))
        return false;
    if (!d->table->chairs[d->command->by].away)
        return refuse(d, REFUSED_PHASE, "nobody plays for you");
    if (d->table->chairs[d->command->by].removed)
        return refuse(d, REFUSED_WISH, "the host of the table has removed you");
    add(d, EVENT_BACK, d->command->by);
    return true;
}

/* Before the match, or in one that does not count: nobody may throw out whoever is about to
 * win a rated match. */
static bool remove_person(struct deciding *d)
{
    const struct chair *chair = target_of(d);
    enum phase phase = d->table->phase;
    if (chair == NULL || !hosts(d))
        return false;
    if (phase != PHASE_GATHERING && (phase != PHASE_PLAYING || d->table->terms.rated))
        return refuse(d, REFUSED_PHASE, "nobody can be removed now");
    if (chair->sitter != SITTER_PERSON || chair->removed)
        return refuse(d, REFUSED_TAKEN, "nobody sits there");
    if (strcmp(chair->person, d->table->host) == 0)
        return refuse(d, REFUSED_TAKEN, "you cannot remove yourself: stand up");
    add_text(d, EVENT_REMOVE, d->command->target, phase == PHASE_PLAYING ? STAND_IN : "");
    return true;
}

static bool shrink(struct deciding *d)
{
    const struct chair *chair = target_of(d);
    struct terms terms;
    if (chair == NULL || !hosts(d) || !in_phase(d, PHASE_GATHERING))
        return false;
    if (chair->sitter != SITTER_NONE)
        return refuse(d, REFUSED_TAKEN, "somebody sits there");
    if (!table_resized(d->table, d->table->terms.setup.seats - 1, &terms))
        return refuse(d, REFUSED_SEATS, "the game cannot be played with fewer seats");
    add(d, EVENT_SHRINK, d->command->target);
    return true;
}

static bool grow(struct deciding *d)
{
    struct terms terms;
    if (!hosts(d) || !in_phase(d, PHASE_GATHERING))
        return false;
    if (!table_resized(d->table, d->table->terms.setup.seats + 1, &terms))
        return refuse(d, REFUSED_SEATS, "the game cannot be played with more seats");
    add(d, EVENT_GROW, -1);
    return true;
}

static bool set(struct deciding *d)
{
    struct settings settings;
    if (!hosts(d))
        return false;
    if (!step_settings_read(d->command->text, &settings))
        return refuse(d, REFUSED_WORDS, "these are no settings");
    add_text(d, EVENT_SET, -1, d->command->text);
    return true;
}

static bool hand_over(struct deciding *d)
{
    const struct chair *chair = target_of(d);
    if (chair == NULL || !hosts(d))
        return false;
    if (chair->sitter != SITTER_PERSON || chair->person[0] == '\0')
        return refuse(d, REFUSED_TAKEN, "nobody whom the server knows sits there");
    add(d, EVENT_HOST, d->command->target);
    return true;
}

/* Somebody has had no connection for long: the seat is free again. If the table was theirs,
 * it is the next one's. */
static bool free_gone(struct deciding *d)
{
    const struct chair *chair = target_of(d);
    if (chair == NULL || !servers(d) || !in_phase(d, PHASE_GATHERING))
        return false;
    if (chair->sitter != SITTER_PERSON ||
        memcmp(chair->token, d->command->bytes, PECK_HASH) != 0)
        return refuse(d, REFUSED_TAKEN, "somebody else sits there");
    for (int i = 0; i < PECK_SEATS_MAX && strcmp(chair->person, d->table->host) == 0; i++) {
        const struct chair *heir = &d->table->chairs[i];
        if (heir->person[0] == '\0' || strcmp(heir->person, chair->person) == 0)
            continue;
        add(d, EVENT_HOST, i);
        break;
    }
    add(d, EVENT_LEAVE, d->command->target);
    return true;
}

static bool get_ready(struct deciding *d)
{
    if (!seated(d) || !in_phase(d, PHASE_GATHERING))
        return false;
    if (d->table->chairs[d->command->by].ready)
        return refuse(d, REFUSED_PHASE, "you are ready already");
    struct event *event = add(d, EVENT_READY, d->command->by);
    if (event != NULL)
        memcpy(event->bytes, d->command->bytes, PECK_HASH);
    return true;
}

/* What outcomes are made of. */
struct drawing {
    uint8_t key[PECK_HASH];
    struct peck_fair fair; /* with the links of `given` */
    uint32_t given;        /* seats that showed a link for the first outcome … */
    uint32_t awaited;      /* … and those that are to come */
};

static struct drawing drawing_of(const struct table *table)
{
    struct drawing drawing = {
        .fair = table->fair, .given = table->given, .awaited = table_awaited(table)};
    memcpy(drawing.key, table->key, PECK_HASH);
    return drawing;
}

/* The outcome of a ply. Whoever showed a link is awaited for the next, and nobody else. */
static uint32_t draw(struct drawing *drawing, const struct peck_game *game,
                     const union peck_state *state, uint32_t ply)
{
    uint8_t key[PECK_HASH];
    if (drawing->fair.version < 3)
        return peck_fair_outcome(game, state, drawing->key, ply);
    peck_fair_ply_key(drawing->key, ply, drawing->given, drawing->fair.link, key);
    drawing->awaited = drawing->given;
    drawing->given = 0;
    return peck_fair_outcome(game, state, key, ply);
}

/* Chance's plies after `state`, which is after `ply` plies, as far as chance goes on
 * without waiting for somebody. */
static void add_chance(struct deciding *d, union peck_state *state, uint32_t ply,
                       struct drawing *drawing)
{
    const struct peck_game *game = d->table->terms.game;
    while (game->movers(state) == PECK_CHANCE_BIT &&
           (drawing->fair.version < 3 || drawing->awaited == 0)) {
        uint32_t outcome = draw(drawing, game, state, ply++);
        struct event *event = add(d, EVENT_PLY, PECK_CHANCE);
        if (event == NULL)
            return;
        struct peck_text text = peck_text_begin(event->text, sizeof event->text);
        game->action_name(outcome, &text);
        game->apply(state, PECK_CHANCE, outcome);
    }
}

/* `fair` has all values there will be. */
static void add_begin(struct deciding *d, const struct peck_fair *fair)
{
    union peck_state state = d->table->match.state;
    struct drawing drawing = {.fair = *fair, .awaited = fair->contributed};
    peck_fair_key(fair, d->table->terms.setup.seats, drawing.key);
    add(d, EVENT_BEGIN, -1);
    add_chance(d, &state, 0, &drawing);
}

static bool show(struct deciding *d)
{
    const struct table *table = d->table;
    uint8_t made[PECK_HASH];
    int by = d->command->by;
    if (!seated(d) || !in_phase(d, PHASE_SHOWING))
        return false;
    peck_sha256(d->command->bytes, PECK_HASH, made);
    if (memcmp(made, table->fair.hash[by], PECK_HASH) != 0)
        return refuse(d, REFUSED_VALUE, "this is not the value whose hash you sent");
    if (table->chairs[by].shown)
        return refuse(d, REFUSED_PHASE, "you have shown your value already");
    struct event *event = add(d, EVENT_VALUE, by);
    if (event == NULL)
        return false;
    memcpy(event->bytes, d->command->bytes, PECK_HASH);
    struct peck_fair fair = table->fair;
    fair.contributed |= (uint8_t)(1 << by);
    memcpy(fair.value[by], d->command->bytes, PECK_HASH);
    for (int seat = 0; seat < table->terms.setup.seats; seat++) {
        if (table->chairs[seat].sitter == SITTER_PERSON &&
            (fair.contributed >> seat & 1) == 0)
            return true; /* somebody is still to show */
    }
    add_begin(d, &fair);
    return true;
}

/* A link for the outcome that is due; or, from somebody who missed one, for that or a later
 * one that is past: a sign of life, with no part in any outcome. */
static bool show_link(struct deciding *d)
{
    const struct table *table = d->table;
    int by = d->command->by;
    uint32_t ply = d->command->ply, count = table->match.count;
    if (!seated(d) || !in_phase(d, PHASE_PLAYING))
        return false;
    if (table->fair.version < 3 || (table->fair.contributed >> by & 1) == 0)
        return refuse(d, REFUSED_PHASE, "nobody waits for a link of yours");
    bool due = table->linking != 0 && ply == count;
    if ((!due && (!table->chairs[by].silent || ply >= count)) ||
        ply < table->fair.linked[by])
        return refuse(d, REFUSED_STALE, "the table has moved on since you looked");
    if (!peck_fair_is_link(&table->fair, by, ply, d->command->bytes))
        return refuse(d, REFUSED_VALUE, "this is not the link for that ply");
    struct event *event = add(d, EVENT_LINK, by);
    if (event == NULL)
        return false;
    struct peck_text text = peck_text_begin(event->text, sizeof event->text);
    peck_put_int(&text, ply);
    memcpy(event->bytes, d->command->bytes, PECK_HASH);
    if (!due)
        return true;
    union peck_state state = table->match.state;
    struct drawing drawing = drawing_of(table);
    peck_fair_take_link(&drawing.fair, by, ply, d->command->bytes);
    drawing.given |= UINT32_C(1) << by;
    drawing.awaited &= ~drawing.given;
    add_chance(d, &state, count, &drawing);
    return true;
}

/* Makes the outcome without the links that were not shown in time. */
static bool roll(struct deciding *d)
{
    struct due due = table_due(d->table);
    union peck_state state = d->table->match.state;
    struct drawing drawing = drawing_of(d->table);
    if (!servers(d) || !in_phase(d, PHASE_PLAYING))
        return false;
    if (due.kind != DUE_ROLL || due.at > d->decision->step.at)
        return refuse(d, REFUSED_PHASE, "there is time left for links");
    drawing.awaited = 0;
    add_chance(d, &state, d->table->match.count, &drawing);
    return true;
}

/* Finds the seat that acts, and checks that the sender may act for it now. */
static bool actor_of(struct deciding *d, int *seat)
{
    const struct table *table = d->table;
    *seat = d->command->by == BY_SERVER ? d->command->target : d->command->by;
    if (*seat < 0 || *seat >= table->terms.setup.seats)
        return refuse(d, REFUSED_SEAT, "only somebody who sits at the table may act");
    if (!in_phase(d, PHASE_PLAYING))
        return false;
    const struct chair *chair = &table->chairs[*seat];
    if (d->command->by >= 0 && chair->away)
        return refuse(d, REFUSED_TURN, "a bot plays for you: come back first");
    int64_t deadline = table_deadline(table, *seat);
    if (d->command->by == BY_SERVER && chair->sitter == SITTER_PERSON && !chair->away &&
        (deadline == 0 || deadline > d->decision->step.at))
        return refuse(d, REFUSED_TURN, "somebody sits there who has time");
    uint32_t movers = table->terms.game->movers(&table->match.state);
    if ((movers >> *seat & 1) == 0)
        return refuse(d, REFUSED_TURN, "it is not your turn");
    /* Where all play at once, others have always moved on. */
    bool alone = (movers & (movers - 1)) == 0;
    if (alone && d->command->ply != table->match.count)
        return refuse(d, REFUSED_STALE, "the table has moved on since you looked");
    return true;
}

static bool act(struct deciding *d)
{
    const struct peck_match *match = &d->table->match;
    const struct peck_game *game = match->game;
    union peck_state state = match->state;
    uint32_t actions[PECK_MOVE_MAX], count;
    int seat;
    if (!actor_of(d, &seat))
        return false;
    if (peck_move_parse(game, &state, seat, d->command->text, actions, &count) != PECK_OK)
        return refuse(d, REFUSED_ILLEGAL, "this is not legal here");
    for (uint32_t i = 0; i < count; i++) {
        char name[PECK_NAME_MAX];
        struct peck_text text = peck_text_begin(name, sizeof name);
        game->action_name(actions[i], &text);
        add_text(d, EVENT_PLY, seat, name);
        game->apply(&state, seat, actions[i]);
    }
    struct drawing drawing = drawing_of(d->table);
    add_chance(d, &state, match->count + count, &drawing);
    const struct chair *chair = &d->table->chairs[seat];
    if (d->command->by == BY_SERVER && chair->sitter == SITTER_PERSON && !chair->away &&
        chair->late + 1 >= TABLE_LATE && game->movers(&state) != 0)
        add_text(d, EVENT_LEAVE, seat, STAND_IN); /* nobody seems to be there */
    return true;
}

/* Whether the host lets the sender chat. The host always may. */
static bool heard(struct deciding *d)
{
    enum chat_kind kind = d->table->settings.chat;
    if (d->command->by == BY_SERVER)
        return refuse(d, REFUSED_SEAT, "the server has nothing to say");
    if (!is_host(d) && (kind == CHAT_NOBODY || (kind == CHAT_SEATED && d->command->by < 0)))
        return refuse(d, REFUSED_WISH, "the host of the table has switched chat off");
    if (!is_host(d) && table_muted(d->table, d->command->by, d->command->person))
        return refuse(d, REFUSED_MUTED, "the host of the table has muted you");
    return true;
}

static const struct chat_line *line_of(struct deciding *d)
{
    const struct chat_line *line = table_line(d->table, d->command->ply);
    if (line == NULL)
        refuse(d, REFUSED_LINE, "there is no such line of chat any more");
    return line;
}

/* By a line, since spectators have no seat. It holds for the table, and for the next ones.
 */
static bool mute(struct deciding *d)
{
    const struct chat_line *line = hosts(d) ? line_of(d) : NULL;
    bool on = strcmp(d->command->text, "on") == 0;
    if (line == NULL)
        return false;
    uint64_t who = table_line_speaker(line);
    if (who == table_speaker(d->table, d->command->by, d->command->person))
        return refuse(d, REFUSED_TAKEN, "you cannot mute yourself");
    struct event *event = add(d, EVENT_MUTE, -1);
    if (event == NULL)
        return false;
    memcpy(event->bytes, &who, sizeof who);
    struct peck_text text = peck_text_begin(event->text, sizeof event->text);
    peck_put(&text, on ? "on" : "off");
    return true;
}

static bool delete_line(struct deciding *d)
{
    char number[16];
    struct peck_text text = peck_text_begin(number, sizeof number);
    if (d->command->by != BY_SERVER && !hosts(d))
        return false;
    if (line_of(d) == NULL)
        return false;
    peck_put_int(&text, d->command->ply);
    add_text(d, EVENT_DELETE, -1, number);
    return true;
}

/* A line and its author, so that a moderator can find out. */
static bool add_line(struct deciding *d, enum event_kind kind)
{
    struct event *event = add(d, kind, d->command->by);
    if (event == NULL)
        return false;
    memcpy(event->text, d->command->text, sizeof event->text);
    memcpy(event->person, d->command->person, sizeof event->person);
    return true;
}

static bool chat(struct deciding *d)
{
    size_t length = strlen(d->command->text);
    if (!heard(d))
        return false;
    if (length == 0 || length >= TABLE_CHAT_TEXT)
        return refuse(d, REFUSED_WORDS, "a line of chat has 1 to 300 bytes");
    const unsigned char *text = (const unsigned char *)d->command->text;
    for (size_t i = 0; i < length; i++) {
        bool high = text[i] == 0xc2 && text[i + 1] < 0xa0; /* U+0080 to U+009f */
        if (text[i] < ' ' || text[i] == 0x7f || high)
            return refuse(d, REFUSED_WORDS,
                          "a line of chat is one line without control characters");
    }
    return add_line(d, EVENT_CHAT);
}

static bool say_phrase(struct deciding *d)
{
    if (!heard(d))
        return false;
    for (int i = 0; i < PHRASES; i++) {
        if (strcmp(decide_phrase_keys[i] + strlen("phrase."), d->command->text) == 0)
            return add_line(d, EVENT_PHRASE);
    }
    return refuse(d, REFUSED_WORDS, "there is no such phrase");
}

static bool again(struct deciding *d)
{
    if (!seated(d) || !in_phase(d, PHASE_OVER))
        return false;
    if (d->table->next[0] != '\0')
        return refuse(d, REFUSED_TAKEN, "the next match has its table already");
    if (d->table->chairs[d->command->by].removed)
        return refuse(d, REFUSED_WISH, "the host of the table has removed you");
    if (d->table->chairs[d->command->by].again)
        return refuse(d, REFUSED_PHASE, "you have asked for another match already");
    add(d, EVENT_AGAIN, d->command->by);
    return true;
}

/* The seats of people who must agree before `asker` takes something back. Bots always do,
 * and so does whoever is away. */
static uint32_t must_agree(const struct table *table, int asker)
{
    uint32_t seats = 0;
    for (int seat = 0; seat < table->terms.setup.seats; seat++) {
        const struct chair *chair = &table->chairs[seat];
        if (seat != asker && chair->sitter == SITTER_PERSON && !chair->away)
            seats |= UINT32_C(1) << seat;
    }
    return seats;
}

/* Whether a seat could take something back: nothing in a rated match, nor where several
 * act at once. An outcome follows from the number of its ply and comes again as it was, so
 * nobody asks for better ones; but where players have a part in every outcome, their links
 * for it are spent, and nothing before it is taken back. */
static bool can_take_back(const struct table *table, int seat)
{
    uint32_t movers = table->terms.game->movers(&table->match.state);
    uint32_t from = table_plies_before(table, seat);
    if (table->terms.rated || (movers & (movers - 1)) != 0 || from == UINT32_MAX)
        return false;
    for (uint32_t i = from; table->fair.version >= 3 && i < table->match.count; i++) {
        if (table->match.plies[i].seat == PECK_CHANCE)
            return false;
    }
    return table->linking == 0;
}

static bool ask_back(struct deciding *d)
{
    const struct table *table = d->table;
    if (!seated(d) || !in_phase(d, PHASE_PLAYING))
        return false;
    if (table->asked)
        return refuse(d, REFUSED_TAKEN, "somebody has asked already");
    if (table->chairs[d->command->by].away || !can_take_back(table, d->command->by))
        return refuse(d, REFUSED_PHASE, "there is nothing that you could take back");
    add(d, EVENT_ASK, d->command->by);
    if (must_agree(table, d->command->by) == 0)
        add(d, EVENT_UNDO, d->command->by);
    return true;
}

/* Whether the sender is one of those who are asked now. */
static bool is_asked(struct deciding *d)
{
    if (!seated(d) || !in_phase(d, PHASE_PLAYING))
        return false;
    if (!d->table->asked || (d->command->by == d->table->asker))
        return refuse(d, REFUSED_PHASE, "nobody asks you for anything");
    return true;
}

static bool agree(struct deciding *d)
{
    const struct table *table = d->table;
    if (!is_asked(d))
        return false;
    if (!can_take_back(table, table->asker))
        return refuse(d, REFUSED_PHASE, "it is too late to take that back");
    add(d, EVENT_AGREE, d->command->by);
    uint32_t agreed = table->agreed | UINT32_C(1) << d->command->by;
    if ((must_agree(table, table->asker) & ~agreed) == 0)
        add(d, EVENT_UNDO, table->asker);
    return true;
}

/* Also whoever has asked may think better of it. */
static bool refuse_back(struct deciding *d)
{
    if (!seated(d) || !in_phase(d, PHASE_PLAYING))
        return false;
    if (!d->table->asked)
        return refuse(d, REFUSED_PHASE, "nobody asks you for anything");
    add(d, EVENT_REFUSE, d->command->by);
    return true;
}

static bool name_next(struct deciding *d)
{
    if (!servers(d) || !in_phase(d, PHASE_OVER))
        return false;
    if (d->table->next[0] != '\0')
        return refuse(d, REFUSED_TAKEN, "the next match has its table already");
    add_text(d, EVENT_NEXT, -1, d->command->text);
    return true;
}

static bool close_table(struct deciding *d)
{
    if (!servers(d))
        return false;
    struct due due = table_due(d->table);
    bool early = due.kind != DUE_CLOSE || due.at > d->decision->step.at;
    if (d->table->phase == PHASE_CLOSED)
        return refuse(d, REFUSED_PHASE, "the table is closed already");
    if (d->command->text[0] == '\0' && early)
        return refuse(d, REFUSED_PHASE, "somebody has come");
    add_text(d, EVENT_CLOSE, -1,
             d->command->text[0] != '\0' ? d->command->text : TABLE_NOBODY);
    return true;
}

/* Begins the match without the values that were not shown in time, and the record says
 * whose. A rated match does not begin: with whoever withholds, the server could choose
 * between two sets of dice. Everybody commits again, to a new secret. */
static bool begin(struct deciding *d)
{
    if (!servers(d) || !in_phase(d, PHASE_SHOWING))
        return false;
    if (!d->table->terms.rated) {
        add_begin(d, &d->table->fair);
        return true;
    }
    struct event *event = add(d, EVENT_REDRAW, -1);
    if (event != NULL)
        memcpy(event->bytes, d->command->bytes, PECK_HASH);
    return event != NULL;
}

/* Opening a table reads its whole log, so logs must stay short: what people can do over and
 * over, such as sitting down and getting up, has a limit; a match ends anyway. Chat has the
 * lower limit, so that no spectator can keep a table from its next match by chatting. */
static bool has_room(const struct table *table, const struct command *command)
{
    bool talk = command->kind == COMMAND_CHAT || command->kind == COMMAND_PHRASE;
    return table->seq < (talk ? TABLE_TALK : TABLE_STEPS) || command->by == BY_SERVER ||
           command->kind == COMMAND_ACT || command->kind == COMMAND_LEAVE ||
           command->kind == COMMAND_READY || command->kind == COMMAND_SHOW ||
           command->kind == COMMAND_LINK;
}

struct decision table_decide(const struct table *table, const struct command *command,
                             int64_t now)
{
    static bool (*const functions[COMMAND_KINDS])(struct deciding *) = {
        [COMMAND_SIT] = sit,
        [COMMAND_BOT] = seat_bot,
        [COMMAND_FREE] = free_seat,
        [COMMAND_LEAVE] = leave,
        [COMMAND_BACK] = come_back,
        [COMMAND_READY] = get_ready,
        [COMMAND_SHOW] = show,
        [COMMAND_ACT] = act,
        [COMMAND_CHAT] = chat,
        [COMMAND_AGAIN] = again,
        [COMMAND_NEXT] = name_next,
        [COMMAND_CLOSE] = close_table,
        [COMMAND_BEGIN] = begin,
        [COMMAND_PHRASE] = say_phrase,
        [COMMAND_SHRINK] = shrink,
        [COMMAND_REMOVE] = remove_person,
        [COMMAND_GROW] = grow,
        [COMMAND_SET] = set,
        [COMMAND_HOST] = hand_over,
        [COMMAND_GONE] = free_gone,
        [COMMAND_MUTE] = mute,
        [COMMAND_DELETE] = delete_line,
        [COMMAND_LINK] = show_link,
        [COMMAND_ROLL] = roll,
        [COMMAND_ASK] = ask_back,
        [COMMAND_AGREE] = agree,
        [COMMAND_REFUSE] = refuse_back,
    };
    struct decision decision = {.step.at = now};
    struct deciding d = {table, command, &decision};
    if (command->by != BY_SERVER && command->id[0] != '\0' &&
        table_answered(table, command->by, command->id, &decision.seq))
        refuse(&d, REFUSED_REPEAT, "this message took effect before");
    else if (table->phase == PHASE_CLOSED && command->kind != COMMAND_CLOSE &&
             (command->kind != COMMAND_DELETE || command->by != BY_SERVER))
        refuse(&d, REFUSED_PHASE, "the table is closed");
    else if (!has_room(table, command))
        refuse(&d, REFUSED_MUCH, "so much has happened here that only the match goes on");
    else
        functions[command->kind](&d);
    if (decision.refusal != REFUSED_NOT)
        step_free(&decision.step);
    return decision;
}
