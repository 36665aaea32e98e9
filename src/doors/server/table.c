/* table.c — folds the steps of a log into a table, and says what is due when.
 *
 * table_fold takes the events of a step one by one: each must fit the phase and the seats
 * (may_come), then changes chairs, dice, match, chat or phase. A log that was damaged is
 * refused with PECK_BAD_RECORD and never a crash. What depends on time (clocks, deadlines,
 * what is due) is computed from the times of the steps alone, so all processes agree on it.
 *
 * The hub folds a step before the store has it and must be able to take that back.
 * table_return does so from a plain copy of the struct made before, without copying what
 * hangs on it. That works because lists only grow at their end: with the old counts, what
 * the undone fold added is out of sight, and the newer allocation is kept. The two rings
 * have spare room, so that the entry an undone fold has overwritten is one nobody asks for:
 * TABLE_CHAT_ROOM is more than the TABLE_CHAT lines that are shown, and table_plies_at
 * never reads its oldest entry. A deep copy would be simpler, but would copy all plies, all
 * messages and up to 20 kB of chat for every move.
 *
 * `answered` remembers every message that took effect, as a hash of 64 bits of seat and id
 * with the number of its step. A repeat usually comes soon, so the search starts at the
 * newest; there are a few thousand entries at most in all but the longest matches. */
#include "table.h"
#include "trouble.h"

#include <stdlib.h>
#include <string.h>

const char *const table_phase_names[PHASES] = {
    [PHASE_GATHERING] = "gathering", [PHASE_SHOWING] = "showing",
    [PHASE_PLAYING] = "playing",     [PHASE_OVER] = "over",
    [PHASE_CLOSED] = "closed",
};

void table_free(struct table *table)
{
    peck_match_free(&table->match);
    peck_fair_free(&table->fair);
    free(table->answered);
    free(table->chat);
    free(table->why);
    memset(table, 0, sizeof *table);
}

void table_return(struct table *table, const struct table *before)
{
    struct table after = *table;
    if (before->seq == 0) {
        table_free(table);
        return;
    }
    *table = *before;
    table->match.plies = after.match.plies;
    table->match.room = after.match.room;
    table->fair.gaps = after.fair.gaps;
    table->fair.gap_room = after.fair.gap_room;
    table->answered = after.answered;
    table->answered_room = after.answered_room;
    table->chat = after.chat;
    if (after.why != before->why)
        free(after.why);
}

/* The oldest of the ring may be that of a fold that was undone. */
bool table_plies_at(const struct table *table, uint64_t seq, uint32_t *plies)
{
    if (seq == 0 || seq > table->seq || table->seq - seq >= TABLE_PLIES_AT - 1)
        return false;
    *plies = table->plies_at[(seq - 1) % TABLE_PLIES_AT];
    return true;
}

static enum peck_status refuse(struct peck_error *error, const char *sentence)
{
    trouble(error, sentence);
    return PECK_BAD_RECORD;
}

static enum peck_status open_table(struct table *table, const struct step *step,
                                   struct peck_error *error)
{
    table->terms = step->terms;
    table->opened = step->at;
    memcpy(table->host, step->terms.host, sizeof table->host);
    memcpy(table->fair.secret, step->terms.secret, PECK_HASH);
    memcpy(table->fair.commitment, step->terms.commitment, PECK_HASH);
    memcpy(table->fair.table, step->terms.table, sizeof table->fair.table);
    table->fair.version = step->terms.table[0] == '\0' ? 1 : step->terms.links ? 3 : 2;
    return peck_match_begin(&table->match, step->terms.game, &step->terms.setup, error);
}

/* The first bytes of the token's hash, which are as random as the token. */
uint64_t table_author(const struct table *table, int seat)
{
    uint64_t author = 0;
    if (seat >= 0 && seat < PECK_SEATS_MAX)
        memcpy(&author, table->chairs[seat].token, sizeof author);
    return author;
}

/* FNV-1a over author and id: 64 bits, so that two messages of a match never meet. */
static uint64_t message_hash(uint64_t author, const char *id)
{
    uint64_t hash = (14695981039346656037u ^ author) * 1099511628211u;
    for (; *id != '\0'; id++)
        hash = (hash ^ (unsigned char)*id) * 1099511628211u;
    return hash;
}

/* The newest first: a repeat comes soon or never. */
bool table_answered(const struct table *table, int seat, const char *id, uint64_t *seq)
{
    uint64_t hash = message_hash(table_author(table, seat), id);
    for (uint32_t i = table->answered_count; i-- > 0;) {
        if (table->answered[i].hash == hash) {
            *seq = table->answered[i].seq;
            return true;
        }
    }
    return false;
}

static bool remember(struct table *table, const struct event *event, uint64_t author)
{
    if (event->id[0] == '\0')
        return true;
    if (table->answered_count == table->answered_room) {
        uint32_t room = table->answered_room == 0 ? 32 : table->answered_room * 2;
        struct answered *grown = realloc(table->answered, room * sizeof *grown);
        if (grown == NULL)
            return false;
        table->answered = grown;
        table->answered_room = room;
    }
    table->answered[table->answered_count++] =
        (struct answered){message_hash(author, event->id), table->seq};
    return true;
}

static void copy_text(char *to, size_t room, const char *from)
{
    size_t length = strnlen(from, room - 1);
    memset(to, 0, room);
    memcpy(to, from, length);
}

static enum peck_status sit(struct table *table, struct chair *chair,
                            const struct event *event, struct peck_error *error)
{
    memset(chair, 0, sizeof *chair);
    if (event->kind == EVENT_BOT) {
        chair->sitter = SITTER_BOT;
        copy_text(chair->bot, sizeof chair->bot, event->text);
    } else {
        chair->sitter = SITTER_PERSON;
        copy_text(chair->name, sizeof chair->name, event->text);
        memcpy(chair->person, event->person, sizeof chair->person);
        memcpy(chair->token, event->bytes, PECK_HASH);
    }
    return peck_match_name(&table->match, event->seat, event->text, error);
}

static enum peck_status leave(struct table *table, struct chair *chair,
                              const struct event *event, struct peck_error *error)
{
    if (table->phase != PHASE_GATHERING) {
        chair->away = true;
        chair->again = false;
        copy_text(chair->bot, sizeof chair->bot, event->text);
        return PECK_OK;
    }
    memset(chair, 0, sizeof *chair);
    return peck_match_name(&table->match, event->seat, "", error);
}

bool table_hosted(const struct table *table, int seat, const char *person)
{
    return table->host[0] != '\0' &&
           (strcmp(person, table->host) == 0 ||
            (seat >= 0 && strcmp(table->chairs[seat].person, table->host) == 0));
}

bool table_unwatched(const struct table *table)
{
    return table->settings.unwatched && table->phase != PHASE_GATHERING &&
           table->phase != PHASE_CLOSED;
}

bool table_removed(const struct table *table, const char *person)
{
    for (uint32_t i = 0; i < TABLE_REMOVED && i < table->removed_count; i++) {
        if (person[0] != '\0' && strcmp(table->removed[i], person) == 0)
            return true;
    }
    return false;
}

static enum peck_status remove_person(struct table *table, struct chair *chair,
                                      const struct event *event, struct peck_error *error)
{
    if (chair->person[0] != '\0')
        memcpy(table->removed[table->removed_count++ % TABLE_REMOVED], chair->person,
               STEP_PERSON);
    enum peck_status status = leave(table, chair, event, error);
    chair->removed = table->phase != PHASE_GATHERING;
    return status;
}

bool table_resized(const struct table *table, int seats, struct terms *terms)
{
    union peck_state state;
    struct peck_error error;
    *terms = table->terms;
    if (seats < 1 || seats > PECK_SEATS_MAX)
        return false;
    terms->setup.seats = (uint8_t)seats;
    return peck_init(terms->game, &state, &terms->setup, &error) == PECK_OK;
}

/* Before the match, so it has no plies yet. `gone` is the seat that goes; -1: one comes. */
static enum peck_status resize(struct table *table, int gone, struct peck_error *error)
{
    int seats = table->terms.setup.seats + (gone < 0 ? 1 : -1);
    struct terms terms;
    if (!table_resized(table, seats, &terms) ||
        (gone >= 0 && table->chairs[gone].sitter != SITTER_NONE))
        return refuse(error, "a step changes the seats as the game cannot have them");
    for (int seat = gone; gone >= 0 && seat < seats; seat++) {
        table->chairs[seat] = table->chairs[seat + 1];
        memcpy(table->fair.hash[seat], table->fair.hash[seat + 1], PECK_HASH);
    }
    if (gone >= 0)
        memset(&table->chairs[seats], 0, sizeof *table->chairs);
    table->terms = terms;
    enum peck_status status =
        peck_match_begin(&table->match, terms.game, &terms.setup, error);
    for (int seat = 0; seat < seats && status == PECK_OK; seat++) {
        const struct chair *chair = &table->chairs[seat];
        status =
            peck_match_name(&table->match, seat,
                            chair->sitter == SITTER_BOT ? chair->bot : chair->name, error);
    }
    return status;
}

static enum peck_status set(struct table *table, const char *text, struct peck_error *error)
{
    return step_settings_read(text, &table->settings)
               ? PECK_OK
               : refuse(error, "a step has settings that no table has");
}

/* Whether no seat is free, every person is ready, and there is one. */
static bool all_ready(const struct table *table)
{
    bool person = false;
    for (int seat = 0; seat < table->terms.setup.seats; seat++) {
        const struct chair *chair = &table->chairs[seat];
        if (chair->sitter == SITTER_NONE ||
            (chair->sitter == SITTER_PERSON && !chair->ready))
            return false;
        person = person || chair->sitter == SITTER_PERSON;
    }
    return person;
}

static void show(struct table *table, struct chair *chair, const struct event *event)
{
    chair->shown = true;
    chair->withheld = false;
    table->fair.contributed |= (uint8_t)(1 << event->seat);
    memcpy(table->fair.value[event->seat], event->bytes, PECK_HASH);
}

/* Who has not shown has withheld. */
static void begin(struct table *table)
{
    for (int seat = 0; seat < table->terms.setup.seats; seat++) {
        struct chair *chair = &table->chairs[seat];
        chair->withheld = chair->sitter == SITTER_PERSON && !chair->shown;
        if (chair->withheld)
            table->fair.withheld |= (uint8_t)(1 << seat);
    }
    table->phase = PHASE_PLAYING;
    peck_fair_key(&table->fair, table->terms.setup.seats, table->key);
}

/* All get ready once more, with other values, since these were shown. */
static void redraw(struct table *table, const uint8_t secret[PECK_HASH])
{
    for (int seat = 0; seat < table->terms.setup.seats; seat++) {
        struct chair *chair = &table->chairs[seat];
        chair->withheld = chair->sitter == SITTER_PERSON && !chair->shown;
        chair->ready = chair->shown = false;
    }
    if (table->fair.draws < UINT8_MAX)
        table->fair.draws++;
    table->fair.contributed = 0;
    memcpy(table->fair.secret, secret, PECK_HASH);
    peck_fair_commit(&table->fair, table->terms.game, &table->terms.setup,
                     table->fair.commitment);
    table->phase = PHASE_GATHERING;
}

static enum peck_status take_link(struct table *table, struct chair *chair,
                                  const struct event *event, struct peck_error *error)
{
    struct peck_scan scan = peck_scan_begin(event->text, strlen(event->text), error);
    int number = peck_scan_int(&scan, "error.fair.ply-number", 0, PECK_PLIES_MAX);
    uint32_t ply = scan.failed ? 0 : (uint32_t)number, now = table->match.count;
    if (!peck_scan_done(&scan) || ply > now || (ply == now && table->linking == 0) ||
        !peck_fair_is_link(&table->fair, event->seat, ply, event->bytes))
        return refuse(error, "a step has a link that is none");
    peck_fair_take_link(&table->fair, event->seat, ply, event->bytes);
    chair->silent = false;
    if (ply == now)
        table->given |= UINT32_C(1) << event->seat;
    return PECK_OK;
}

/* Whoever showed no link for the outcome that comes now stands in the record. */
static enum peck_status note_gap(struct table *table)
{
    uint32_t gap = table->fair.contributed & ~table->given;
    table->given = 0;
    table->linking = 0;
    for (int seat = 0; seat < table->terms.setup.seats; seat++) {
        struct chair *chair = &table->chairs[seat];
        if ((gap >> seat & 1) == 0)
            continue;
        if (!chair->silent && !chair->away && chair->missed < TABLE_MISSES)
            chair->missed++;
        chair->silent = true;
        chair->unlinked++;
    }
    return gap == 0 ? PECK_OK : peck_fair_add_gap(&table->fair, table->match.count, gap);
}

static enum peck_status play(struct table *table, struct peck_names *names,
                             const struct event *event, struct peck_error *error)
{
    bool rest = peck_goes_on(table->match.game, &table->match.state);
    if (event->seat == PECK_CHANCE && table->fair.version >= 3 &&
        note_gap(table) != PECK_OK)
        return PECK_NO_MEMORY;
    enum peck_status status =
        peck_names_say(names, &table->match, event->seat, event->text, error);
    if (status == PECK_OK && table->match.game->movers(&table->match.state) == 0)
        table->phase = PHASE_OVER;
    if (event->seat == table->asker)
        table->asked = false; /* whoever plays on has thought better of it */
    if (status == PECK_OK && event->seat != PECK_CHANCE && !rest) {
        struct chair *chair = &table->chairs[event->seat];
        bool late =
            chair->sitter == SITTER_PERSON && !chair->away && event->by != event->seat;
        chair->late = late ? chair->late + 1 : 0;
    }
    return status == PECK_OK ? PECK_OK : PECK_BAD_RECORD;
}

uint32_t table_plies_before(const struct table *table, int seat)
{
    uint32_t count = table->match.count;
    while (count > 0 && table->match.plies[count - 1].seat != seat)
        count--;
    /* Several plies may have been one move: a seat that went on takes all of them back. */
    union peck_state state;
    while (count > 1 && table->match.plies[count - 2].seat == seat) {
        peck_match_state_at(&table->match, count - 1, &state);
        if (!peck_goes_on(table->match.game, &state))
            break;
        count--;
    }
    return count - 1;
}

static enum peck_status take_back(struct table *table, int seat, struct peck_error *error)
{
    uint32_t count = table_plies_before(table, seat);
    if (!table->asked || table->asker != seat || count == UINT32_MAX)
        return refuse(error, "a step takes back what nobody has asked for");
    peck_match_undo(&table->match, count);
    table->asked = false;
    table->undone++;
    return PECK_OK;
}

static enum peck_status hear(struct table *table, const struct event *event, int64_t at)
{
    if (table->chat == NULL)
        table->chat = calloc(TABLE_CHAT_ROOM, sizeof *table->chat);
    if (table->chat == NULL)
        return PECK_NO_MEMORY;
    table->deleted &= ~(UINT64_C(1) << table->chat_count % TABLE_CHAT_ROOM);
    struct chat_line *line = &table->chat[table->chat_count++ % TABLE_CHAT_ROOM];
    *line = (struct chat_line){.author = table_author(table, event->seat),
                               .at = at,
                               .phrase = event->kind == EVENT_PHRASE};
    copy_text(line->text, sizeof line->text, event->text);
    memcpy(line->person, event->person, sizeof line->person);
    if (event->seat >= 0)
        memcpy(line->name, table->chairs[event->seat].name, sizeof line->name);
    return PECK_OK;
}

static uint64_t speaker(uint64_t author, const char *person)
{
    uint64_t hash = person[0] != '\0' ? message_hash(0, person) : author;
    return hash != 0 ? hash : 1;
}

uint64_t table_speaker(const struct table *table, int seat, const char *person)
{
    return speaker(table_author(table, seat), person);
}

uint64_t table_line_speaker(const struct chat_line *line)
{
    return speaker(line->author, line->person);
}

bool table_mutes(const struct table *table, uint64_t who)
{
    for (int i = 0; i < TABLE_MUTED; i++) {
        if (table->muted[i] == who)
            return true;
    }
    return false;
}

/* Without their cookie they still have their seat, and the other way round. */
bool table_muted(const struct table *table, int seat, const char *person)
{
    return table_mutes(table, table_speaker(table, seat, person)) ||
           (seat >= 0 &&
            (table_mutes(table, table_speaker(table, seat, "")) ||
             table_mutes(table, table_speaker(table, seat, table->chairs[seat].person))));
}

const struct chat_line *table_line(const struct table *table, uint32_t number)
{
    if (number >= table->chat_count || table->chat_count - number > TABLE_CHAT ||
        table->deleted >> number % TABLE_CHAT_ROOM & 1)
        return NULL;
    return &table->chat[number % TABLE_CHAT_ROOM];
}

_Static_assert(TABLE_CHAT_ROOM == 64, "`deleted` has a bit for each line");

static enum peck_status mute(struct table *table, const struct event *event,
                             struct peck_error *error)
{
    uint64_t who, kept[TABLE_MUTED] = {0};
    int count = 0;
    memcpy(&who, event->bytes, sizeof who);
    bool on = strcmp(event->text, "on") == 0;
    if (who == 0 || (!on && strcmp(event->text, "off") != 0))
        return refuse(error, "a step mutes nobody");
    for (int i = 0; i < TABLE_MUTED; i++) {
        if (table->muted[i] != 0 && table->muted[i] != who)
            kept[count++] = table->muted[i];
    }
    if (on && count == TABLE_MUTED)
        memmove(kept, kept + 1, --count * sizeof *kept);
    if (on)
        kept[count] = who;
    memcpy(table->muted, kept, sizeof kept);
    return PECK_OK;
}

/* A line that is too old is out of sight anyway. */
static enum peck_status delete_line(struct table *table, const char *text,
                                    struct peck_error *error)
{
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || number >= table->chat_count)
        return refuse(error, "a step deletes a line that nobody has said");
    if (table->chat_count - number <= TABLE_CHAT)
        table->deleted |= UINT64_C(1) << number % TABLE_CHAT_ROOM;
    return PECK_OK;
}

static void want_more(struct table *table, struct chair *chair, int64_t at)
{
    chair->again = true;
    chair->away = false;
    if (table->again == 0)
        table->again = at;
}

static void blank_line(struct chat_line *line)
{
    memset(line->name, 0, sizeof line->name);
    memset(line->person, 0, sizeof line->person);
    if (!line->phrase)
        copy_text(line->text, sizeof line->text, STEP_FORGOTTEN);
}

static bool is_person(const char *person, const uint8_t hash[PECK_HASH])
{
    uint8_t made[PECK_HASH];
    peck_sha256(person, strlen(person), made);
    return person[0] != '\0' && memcmp(made, hash, PECK_HASH) == 0;
}

/* Of somebody who may have left long ago, or never sat here. */
static void forget_person(struct table *table, const uint8_t hash[PECK_HASH])
{
    for (uint32_t i = 0; i < table->chat_count && i < TABLE_CHAT_ROOM; i++) {
        if (is_person(table->chat[i].person, hash))
            blank_line(&table->chat[i]);
    }
    for (uint32_t i = 0; i < table->removed_count && i < TABLE_REMOVED; i++) {
        if (is_person(table->removed[i], hash))
            memset(table->removed[i], 0, STEP_PERSON);
    }
    if (is_person(table->host, hash))
        memset(table->host, 0, sizeof table->host);
}

/* The seat stays taken, by nobody in particular; the log before this is rewritten so, too.
 */
static enum peck_status forget(struct table *table, struct chair *chair, int seat,
                               struct peck_error *error)
{
    if (strcmp(table->host, chair->person) == 0)
        memset(table->host, 0, sizeof table->host);
    memset(chair->name, 0, sizeof chair->name);
    memset(chair->person, 0, sizeof chair->person);
    for (uint32_t i = 0; i < table->chat_count && i < TABLE_CHAT_ROOM; i++) {
        if (table->chat[i].author == table_author(table, seat))
            blank_line(&table->chat[i]);
    }
    return peck_match_name(&table->match, seat, "", error);
}

static enum peck_status close_table(struct table *table, const struct event *event)
{
    table->phase = PHASE_CLOSED;
    if (strcmp(event->text, TABLE_NOBODY) == 0)
        return PECK_OK;
    table->why = strdup(event->text);
    return table->why != NULL ? PECK_OK : PECK_NO_MEMORY;
}

/* Whether an event of that kind may be of that seat, and come in that phase. */
static bool may_come(const struct table *table, const struct event *event)
{
    bool seat = event->seat >= 0 && event->seat < table->terms.setup.seats;
    switch (event->kind) {
    case EVENT_SIT:
    case EVENT_BOT:
    case EVENT_SHRINK:
    case EVENT_READY: return seat && table->phase == PHASE_GATHERING;
    case EVENT_GROW: return table->phase == PHASE_GATHERING;
    case EVENT_SET:
    case EVENT_MUTE:
    case EVENT_DELETE: return true;
    case EVENT_VALUE: return seat && table->phase == PHASE_SHOWING;
    case EVENT_REDRAW:
    case EVENT_BEGIN: return table->phase == PHASE_SHOWING;
    case EVENT_PLY: return table->phase == PHASE_PLAYING;
    case EVENT_LINK: return seat && table->phase == PHASE_PLAYING;
    case EVENT_ASK:
    case EVENT_AGREE:
    case EVENT_REFUSE:
    case EVENT_UNDO: return seat && table->phase == PHASE_PLAYING;
    case EVENT_CHAT:
    case EVENT_FORGET:
    case EVENT_PHRASE: return seat || event->seat == -1;
    case EVENT_AGAIN: return seat && table->phase == PHASE_OVER;
    case EVENT_NEXT: return table->phase == PHASE_OVER;
    case EVENT_CLOSE: return table->phase != PHASE_CLOSED;
    default: return seat;
    }
}

static enum peck_status take_event(struct table *table, struct peck_names *names,
                                   const struct event *event, int64_t at,
                                   struct peck_error *error)
{
    if (!may_come(table, event))
        return refuse(error, "a step has an event that cannot come here");
    struct chair *chair = &table->chairs[event->seat < 0 ? 0 : event->seat];
    switch (event->kind) {
    case EVENT_SIT:
    case EVENT_BOT: return sit(table, chair, event, error);
    case EVENT_LEAVE: return leave(table, chair, event, error);
    case EVENT_REMOVE: return remove_person(table, chair, event, error);
    case EVENT_SHRINK: return resize(table, event->seat, error);
    case EVENT_GROW: return resize(table, -1, error);
    case EVENT_SET: return set(table, event->text, error);
    case EVENT_MUTE: return mute(table, event, error);
    case EVENT_DELETE: return delete_line(table, event->text, error);
    case EVENT_HOST: memcpy(table->host, chair->person, sizeof table->host); break;
    case EVENT_BACK:
        chair->away = chair->silent = false;
        chair->late = 0;
        break;
    case EVENT_READY:
        chair->ready = true;
        memcpy(table->fair.hash[event->seat], event->bytes, PECK_HASH);
        break;
    case EVENT_VALUE: show(table, chair, event); break;
    case EVENT_BEGIN: begin(table); break;
    case EVENT_REDRAW: redraw(table, event->bytes); break;
    case EVENT_LINK: return take_link(table, chair, event, error);
    case EVENT_PLY: return play(table, names, event, error);
    case EVENT_CHAT:
    case EVENT_PHRASE: return hear(table, event, at);
    case EVENT_ASK:
        table->asked = true;
        table->asker = event->seat;
        table->agreed = 0;
        break;
    case EVENT_AGREE: table->agreed |= UINT32_C(1) << event->seat; break;
    case EVENT_REFUSE: table->asked = false; break;
    case EVENT_UNDO: return take_back(table, event->seat, error);
    case EVENT_AGAIN: want_more(table, chair, at); break;
    case EVENT_NEXT: copy_text(table->next, sizeof table->next, event->text); break;
    case EVENT_FORGET:
        if (event->seat >= 0)
            return forget(table, chair, event->seat, error);
        forget_person(table, event->bytes);
        break;
    default: return close_table(table, event);
    }
    return PECK_OK;
}

/* A seat that may act now and could not before begins to use its time; one that acted and
 * may act again restarts. Leaving and coming back changes nothing. */
static void run_clocks(struct table *table, const struct step *step)
{
    uint32_t movers =
        table->phase == PHASE_PLAYING ? table->match.game->movers(&table->match.state) : 0;
    uint32_t acted = 0;
    for (uint32_t i = 0; i < step->count; i++) {
        if (step->events[i].kind == EVENT_PLY)
            acted |= UINT32_C(1) << step->events[i].seat;
    }
    for (int seat = 0; seat < table->terms.setup.seats; seat++) {
        struct chair *chair = &table->chairs[seat];
        bool may = movers >> seat & 1;
        if (chair->since != 0 && (!may || acted >> seat & 1)) {
            chair->used += step->at - chair->since;
            chair->since = 0;
        }
        if (may && chair->since == 0)
            chair->since = step->at;
    }
    if (movers == PECK_CHANCE_BIT && table->linking == 0)
        table->linking = step->at;
}

enum peck_status table_fold(struct table *table, struct peck_names *names,
                            const struct step *step, struct peck_error *error)
{
    if (step->opens != (table->seq == 0))
        return refuse(error, "the first step of a table, and no other, opens it");
    if (step->opens && open_table(table, step, error) != PECK_OK)
        return PECK_BAD_RECORD;
    for (uint32_t i = 0; i < step->count; i++) {
        const struct event *event = &step->events[i];
        uint64_t author = table_author(table, event->by);
        enum peck_status status = take_event(table, names, event, step->at, error);
        if (status != PECK_OK)
            return status;
        if (event->kind == EVENT_SIT) /* whoever sends it again sits there by then */
            author = table_author(table, event->by);
        if (!remember(table, event, author))
            return PECK_NO_MEMORY;
    }
    if (table->phase == PHASE_GATHERING && all_ready(table)) {
        table->phase = PHASE_SHOWING;
        table->showing = step->at;
    }
    run_clocks(table, step);
    table->touched = step->at;
    table->plies_at[table->seq % TABLE_PLIES_AT] = table->match.count;
    table->seq++;
    return PECK_OK;
}

/* All bytes are looked at, whatever they are. */
static bool same_token(const uint8_t a[PECK_HASH], const uint8_t b[PECK_HASH])
{
    uint8_t difference = 0;
    for (int i = 0; i < PECK_HASH; i++)
        difference |= a[i] ^ b[i];
    return difference == 0;
}

int table_seat(const struct table *table, const uint8_t token[PECK_HASH])
{
    int found = -1;
    for (int seat = 0; seat < PECK_SEATS_MAX; seat++) {
        if (same_token(table->chairs[seat].token, token) &&
            table->chairs[seat].sitter == SITTER_PERSON)
            found = seat;
    }
    return found;
}

const struct peck_character *table_character(const struct table *table, int seat)
{
    const struct chair *chair = &table->chairs[seat];
    return chair->sitter == SITTER_BOT
               ? peck_character_at(chair->bot, table->fair.table, seat)
               : NULL;
}

int64_t table_deadline(const struct table *table, int seat)
{
    const struct chair *chair = &table->chairs[seat];
    if (chair->since == 0 || table->terms.clock == CLOCK_NONE)
        return 0;
    int64_t used = table->terms.clock == CLOCK_TOTAL ? chair->used : 0;
    return chair->since + (used < table->terms.time ? table->terms.time - used : 0);
}

uint32_t table_awaited(const struct table *table)
{
    uint32_t awaited = 0;
    for (int seat = 0; seat < table->terms.setup.seats; seat++) {
        const struct chair *chair = &table->chairs[seat];
        if (!chair->away && !chair->silent && chair->missed < TABLE_MISSES)
            awaited |= UINT32_C(1) << seat;
    }
    return awaited & table->fair.contributed & ~table->given;
}

/* At once when nobody is to be waited for: who has left is not. */
static int64_t next_due(const struct table *table)
{
    if (table->again == 0 || table->next[0] != '\0')
        return INT64_MAX;
    bool asked = false, all = true;
    for (int seat = 0; seat < table->terms.setup.seats; seat++) {
        const struct chair *chair = &table->chairs[seat];
        asked = asked || chair->again;
        if (chair->sitter == SITTER_PERSON && !chair->away && !chair->again)
            all = false;
    }
    if (!asked)
        return INT64_MAX;
    return all ? table->touched : table->again + TABLE_AGAIN_MS;
}

static int64_t close_due(const struct table *table)
{
    bool empty = true;
    for (int seat = 0; seat < table->terms.setup.seats; seat++)
        empty = empty && table->chairs[seat].sitter != SITTER_PERSON;
    return table->touched + (empty ? TABLE_EMPTY_MS : TABLE_IDLE_MS);
}

struct due table_due(const struct table *table)
{
    struct due due = {DUE_NOTHING, -1, INT64_MAX};
    switch (table->phase) {
    case PHASE_GATHERING: return (struct due){DUE_CLOSE, -1, close_due(table)};
    case PHASE_SHOWING: return (struct due){DUE_SHOW, -1, table->showing + TABLE_SHOW_MS};
    case PHASE_OVER: return (struct due){DUE_NEXT, -1, next_due(table)};
    default: break;
    }
    if (table->linking != 0) {
        bool all = table_awaited(table) == 0;
        return (struct due){DUE_ROLL, -1,
                            all ? table->touched : table->linking + TABLE_LINK_MS};
    }
    for (int seat = 0; seat < table->terms.setup.seats; seat++) {
        const struct chair *chair = &table->chairs[seat];
        if (chair->since == 0)
            continue;
        bool bot = chair->sitter == SITTER_BOT || chair->away;
        int64_t at = bot ? chair->since : table_deadline(table, seat);
        if (at != 0 && at < due.at)
            due = (struct due){bot ? DUE_BOT : DUE_TIME, seat, at};
    }
    return due;
}
