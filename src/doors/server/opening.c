/* opening.c — opens tables: when somebody asks for one, and for a next match.
 *
 * A table begins with its first step, number 0, which has the terms and a fresh secret for
 * the dice. hub_open draws a random name for it and answers when the store has the step.
 *
 * The next match is harder, because two logs must agree: the new table needs its first
 * step, and the old table needs a step that names it. A process may die between the two,
 * and two processes may try at the same time. The name of the next table is therefore not
 * drawn but computed: HMAC-SHA256 of "next table" under the old table's secret. Every
 * process computes the same name, and the primary key (name, 0) admits one first step.
 *
 * - place_open_next appends the first step of the new table; `opening` keeps the old place
 *   in memory meanwhile.
 * - next_opened: APPEND_DONE and APPEND_CONFLICT are equally good, because either way the
 *   table exists; a COMMAND_NEXT names it in the old log. After a conflict the log of the
 *   new table is read, since its first step is another process's.
 * - APPEND_FAILED, or death at any point: the old table stays due, in its row of the
 *   database, and whoever looks next tries again, after RETRY_MS at the earliest in the
 *   same process.
 *
 * So there is exactly one next table, and none that nobody points to.
 * docs/reference/protocol.md, "Another match"; tests/server/hub.c checks that no table is
 * opened twice. */
#include "place.h"

#include <string.h>

_Static_assert((int)STORE_TABLE <= (int)PECK_FAIR_TABLE,
               "a proof has room for the table's name");

/* 16 of 32 letters, none alike. */
static void spell(const uint8_t bytes[], char id[STORE_TABLE])
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
    memset(id, 0, STORE_TABLE);
    for (int i = 0; i < 16; i++)
        id[i] = letters[bytes[i] % 32];
}

static struct step opening_step(struct hub *hub, const struct terms *terms, const char *id)
{
    struct step step = {
        .at = hub->host.now(hub->host.context), .opens = true, .terms = *terms};
    hub->host.random(hub->host.context, step.terms.secret, PECK_HASH);
    memcpy(step.terms.table, id, sizeof step.terms.table);
    step.terms.links = terms->game->open_chance;
    struct peck_fair fair = {.version = step.terms.links ? 3 : 2};
    memcpy(fair.table, id, sizeof fair.table);
    memcpy(fair.secret, step.terms.secret, PECK_HASH);
    peck_fair_commit(&fair, terms->game, &terms->setup, step.terms.commitment);
    return step;
}

/* NULL when memory is out. */
static struct place *open_place(struct hub *hub, const char *id, const struct step *step)
{
    struct place *place = place_new(hub, id);
    if (place == NULL || place_dispatch(hub, place, step))
        return place;
    place_free(hub, place);
    return NULL;
}

void hub_open(struct hub *hub, const struct terms *terms,
              void (*opened)(void *context, const char *table, const char *reason),
              void *context)
{
    uint8_t bytes[16];
    char id[STORE_TABLE];
    hub->host.random(hub->host.context, bytes, sizeof bytes);
    spell(bytes, id);
    struct step step = opening_step(hub, terms, id);
    struct place *place = open_place(hub, id, &step);
    if (place == NULL) {
        opened(context, NULL, "the server is out of memory");
        return;
    }
    place->opened = opened;
    place->context = context;
}

/* Everybody who would play again moves one seat on, clockwise, so that with a fixed first
 * seat somebody else begins. Bots stay in the company. */
static bool seat_company(const struct table *last, struct step *step)
{
    int seats = last->terms.setup.seats;
    for (int seat = 0; seat < seats; seat++) {
        const struct chair *chair = &last->chairs[seat];
        bool bot = chair->sitter == SITTER_BOT;
        if (!bot && !chair->again)
            continue;
        struct event *event =
            step_add(step, bot ? EVENT_BOT : EVENT_SIT, (seat + 1) % seats);
        if (event == NULL)
            return false;
        struct peck_text text = peck_text_begin(event->text, sizeof event->text);
        peck_put(&text, bot ? chair->bot : chair->name);
        memcpy(event->person, chair->person, sizeof event->person);
        memcpy(event->bytes, chair->token, PECK_HASH);
    }
    return true;
}

static bool keep_settings(const struct table *last, struct step *step)
{
    struct event *event = step_add(step, EVENT_SET, -1);
    if (event != NULL)
        step_settings_write(&last->settings, event->text);
    for (int i = 0; i < TABLE_MUTED && last->muted[i] != 0 && event != NULL; i++) {
        event = step_add(step, EVENT_MUTE, -1);
        if (event == NULL)
            break;
        memcpy(event->bytes, &last->muted[i], sizeof last->muted[i]);
        memcpy(event->text, "on", sizeof "on");
    }
    return event != NULL;
}

static void push_next(struct place *place, const char *id)
{
    struct command command = {.kind = COMMAND_NEXT, .by = BY_SERVER};
    memcpy(command.text, id, STORE_TABLE);
    (void)place_push(place, &command, NULL); /* without memory: at the next occasion */
}

bool place_open_next(struct hub *hub, struct place *place)
{
    static const char words[] = "next table";
    uint8_t name[PECK_HASH];
    char id[STORE_TABLE];
    peck_hmac_sha256(place->table.terms.secret, words, sizeof words - 1, name);
    spell(name, id);
    place->retry = place_now(hub, place) + RETRY_MS;
    struct place *next = place_find(hub, id);
    if (next != NULL) {                   /* somebody has come there by another process */
        bool there = next->table.seq > 0; /* else it is being read */
        if (there)
            push_next(place, id);
        return there;
    }
    struct terms terms = place->table.terms;
    memcpy(terms.host, place->table.host, sizeof terms.host);
    struct step step = opening_step(hub, &terms, id);
    if (seat_company(&place->table, &step) && keep_settings(&place->table, &step))
        next = open_place(hub, id, &step);
    step_free(&step);
    if (next != NULL) {
        memcpy(next->last, place->id, sizeof next->last);
        place->opening = true;
    }
    return next != NULL;
}

/* The store has answered the first step of a next table. A conflict is as good as success,
 * but then the table is not the one we folded. After a failure nobody knows. */
static void next_opened(struct hub *hub, struct place *place, enum append_result result)
{
    struct place *last = place_find(hub, place->last);
    place->last[0] = '\0';
    if (last != NULL) { /* else its log was found damaged meanwhile */
        last->opening = false;
        if (result != APPEND_FAILED && last->table.seq > 0)
            push_next(last, place->id);
    }
    if (result == APPEND_DONE)
        place_show(hub, place);
    else
        place->noticed = true;
    place_pump(hub, place);
    place_unload(hub, place);
    if (last != NULL) {
        place_pump(hub, last);
        place_unload(hub, last);
    }
}

static void first_opened(struct hub *hub, struct place *place, enum append_result result)
{
    void (*opened)(void *, const char *, const char *) = place->opened;
    place->opened = NULL;
    opened(place->context, result == APPEND_DONE ? place->id : NULL,
           "the server cannot store a table now; try again");
    if (result == APPEND_DONE)
        place_unload(hub, place);
    else
        place_free(hub, place);
}

bool place_opened(struct hub *hub, struct place *place, enum append_result result)
{
    if (place->opened != NULL)
        first_opened(hub, place, result);
    else if (place->last[0] != '\0')
        next_opened(hub, place, result);
    else
        return false;
    return true;
}
