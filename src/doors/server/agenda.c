/* agenda.c — does what a table does by itself: bots, clocks, the next match, closing.
 *
 * place_pump calls place_schedule whenever a table has no command to decide. It looks at
 * everything that may be due, does what is due now, and asks the host to wake the table at
 * the next moment. Nothing of this is stored: the moments follow from the log (table_due,
 * table_deadline), so after a crash any process that loads the table continues. What it
 * finds due becomes a command of the server's own in the same queue as everybody's.
 *
 * A seat that a bot plays goes through three states:
 *
 *   thinking   the host runs agenda_think on a worker thread, with a copy of the match
 *   meant      the answer is a plan: an action, the ply it is for, and when to play it
 *   queued     its moment has come: push_plan turns it into a COMMAND_ACT
 *
 * Where one seat is to move, the bot waits PACE_MS so that people can follow; where several
 * may act at once, it waits as long as the bot itself wants to. A move of several actions
 * that everybody sees as one (`goes_on` of the game) is thought out and played as a whole,
 * at a time that does not depend on how many decisions it took. If the table has moved on
 * meanwhile, the command is refused as stale and the bot thinks again.
 *
 * When a person's time is up the stand-in thinks for that seat. A person who acts before
 * the stand-in is not late. In the last quarter of the time everybody gets a `warning`.
 *
 * Several processes may have the same table in memory and do all this at once. Their steps
 * have the same number, so the store takes one; the others read it, and find their own
 * command refused or nothing left to do. That costs a thought at most. */
#include "place.h"

#include <peck/json.h>
#include <peck/pack.h>

#include <stdlib.h>
#include <string.h>

/* A bot with people at the table is no faster than they can follow. */
enum { PACE_MS = 350 };

/* What is not to be missed by daring more, when somebody's time is up: see `safest` in
 * pack.h. Elsewhere no action is clearly safe, and the bot's own choice is fine.
 * Numbers rise with the codes, which are ascending. */
static void play_safe(struct thinking *thinking)
{
    const struct peck_game *game = thinking->match.game;
    uint32_t actions[PECK_ACTIONS_MAX];
    uint32_t count = game->legal(&thinking->match.state, thinking->seat, actions);
    const char *const *safest = peck_pack_of(game)->safest;
    for (int i = 0; i < PECK_SAFEST_MAX && safest[i] != NULL; i++) {
        size_t length = strlen(safest[i]);
        for (uint32_t a = count; a-- > 0;) {
            char name[PECK_NAME_MAX];
            struct peck_text text = peck_text_begin(name, sizeof name);
            game->action_name(actions[a], &text);
            if (strncmp(name, safest[i], length) == 0 && name[length] == ' ') {
                thinking->actions[thinking->count] = actions[a];
                return;
            }
        }
    }
}

static void think_once(struct thinking *thinking, struct peck_rng *rng)
{
    struct peck_thought thought = {0};
    uint32_t actions[PECK_ACTIONS_MAX];
    if (peck_player_think(&thinking->player, &thinking->match, thinking->seat, rng,
                          &thought) == PECK_OK) {
        thinking->actions[thinking->count] = thought.action;
        thinking->delay = thought.delay;
        if (thinking->late)
            play_safe(thinking);
        return;
    }
    /* Out of memory: anything legal is better than nothing. */
    thinking->match.game->legal(&thinking->match.state, thinking->seat, actions);
    thinking->actions[thinking->count] = actions[0];
}

void agenda_think(struct thinking *thinking)
{
    struct peck_match *match = &thinking->match;
    struct peck_error error;
    struct peck_rng rng;
    bool more;
    thinking->count = 0;
    peck_rng_seed(&rng, thinking->seed);
    do {
        think_once(thinking, &rng);
        more = match->game->goes_on != NULL &&
               peck_match_play(match, thinking->seat, thinking->actions[thinking->count],
                               &error) == PECK_OK &&
               peck_goes_on(match->game, &match->state);
        thinking->count++;
    } while (more && thinking->count < PECK_MOVE_MAX);
}

static bool copy_match(const struct peck_match *from, struct peck_match *to)
{
    *to = *from;
    to->room = from->count;
    to->plies = malloc((from->count + 1) * sizeof *to->plies);
    if (to->plies != NULL && from->count > 0)
        memcpy(to->plies, from->plies, from->count * sizeof *to->plies);
    return to->plies != NULL;
}

static void ask_bot(struct hub *hub, struct place *place, int seat, const char *name)
{
    const struct peck_match *match = &place->table.match;
    struct thinking *thinking = calloc(1, sizeof *thinking);
    struct peck_error error;
    if (thinking == NULL)
        return;
    memcpy(thinking->table, place->id, sizeof thinking->table);
    thinking->seat = seat;
    thinking->seq = place->table.seq;
    thinking->ply = match->count;
    thinking->undone = place->table.undone;
    thinking->asked = place_now(hub, place);
    thinking->race = __builtin_popcount(match->game->movers(&match->state)) > 1;
    thinking->late = place->table.chairs[seat].sitter == SITTER_PERSON &&
                     !place->table.chairs[seat].away;
    hub->host.random(hub->host.context, &thinking->seed, sizeof thinking->seed);
    if (peck_player_find(match->game, name, &thinking->player, &error) != PECK_OK ||
        !copy_match(match, &thinking->match)) {
        free(thinking);
        return;
    }
    place->thinking |= UINT32_C(1) << seat;
    hub->host.think(hub->host.context, thinking);
}

/* When to play what was thought out. Where a move may take several thoughts, how long they
 * took would tell which cards the bot holds: it has its whole time in any case. */
static int64_t moment_of(const struct thinking *thinking, int64_t now)
{
    if (thinking->race)
        return now + thinking->delay;
    if (thinking->match.game->goes_on == NULL)
        return now + PACE_MS;
    int64_t fixed = thinking->asked + thinking->player.budget.milliseconds + PACE_MS;
    return fixed > now ? fixed : now;
}

void hub_thought(struct hub *hub, struct thinking *thinking)
{
    struct place *place = place_find(hub, thinking->table);
    int seat = thinking->seat;
    if (place != NULL) {
        place->thinking &= ~(UINT32_C(1) << seat);
        place->meant |= UINT32_C(1) << seat;
        memcpy(place->plan[seat].actions, thinking->actions, sizeof thinking->actions);
        place->plan[seat].count = thinking->count;
        place->plan[seat].ply = thinking->ply;
        place->plan[seat].undone = thinking->undone;
        place->plan[seat].at = moment_of(thinking, place_now(hub, place));
        place_pump(hub, place);
    }
    peck_match_free(&thinking->match);
    free(thinking);
}

static void push_plan(struct place *place, int seat)
{
    struct command command = {
        .kind = COMMAND_ACT, .by = BY_SERVER, .target = seat, .ply = place->plan[seat].ply};
    struct peck_text text = peck_text_begin(command.text, sizeof command.text);
    for (uint32_t i = 0; i < place->plan[seat].count; i++) {
        peck_put(&text, i > 0 ? "; " : "");
        place->table.match.game->action_name(place->plan[seat].actions[i], &text);
    }
    if (!place_push(place, &command, NULL))
        place->meant &= ~(UINT32_C(1) << seat);
}

/* The bot that plays for a seat which may act. NULL while a person has time; when the time
 * is up, the bot that stands in. */
static const char *player_of(const struct table *table, int seat, int64_t now)
{
    const struct chair *chair = &table->chairs[seat];
    int64_t deadline = table_deadline(table, seat);
    if (chair->sitter == SITTER_BOT || chair->away)
        return chair->bot;
    return deadline != 0 && deadline <= now ? STAND_IN : NULL;
}

/* Warns everybody when the last quarter of a seat's time begins. Returns when there is
 * something to do for the seat again. */
static int64_t warn_seat(struct hub *hub, struct place *place, int seat, int64_t now)
{
    const struct table *table = &place->table;
    int64_t deadline = table_deadline(table, seat), at = deadline - table->terms.time / 4;
    char bytes[128];
    if (deadline == 0)
        return INT64_MAX;
    if (place->warned[seat] == table->chairs[seat].since)
        return deadline;
    if (at > now)
        return at;
    place->warned[seat] = table->chairs[seat].since;
    struct peck_text text = peck_text_begin(bytes, sizeof bytes);
    struct peck_json json = peck_json_begin(&text);
    peck_json_object(&json, NULL);
    peck_json_string(&json, "type", "warning");
    peck_json_int(&json, "seat", seat);
    peck_json_int(&json, "deadline", deadline);
    peck_json_end_object(&json);
    place_tell_all(hub, place, bytes, text.length);
    return deadline;
}

/* Takes care of a seat that may act. Returns when there is something to do for it again. */
static int64_t schedule_seat(struct hub *hub, struct place *place, int seat, int64_t now)
{
    uint32_t bit = UINT32_C(1) << seat;
    const char *player = player_of(&place->table, seat, now);
    if (place->plan[seat].undone != place->table.undone)
        place->meant &= ~bit; /* the same number of plies, but others */
    if (place->meant & bit) {
        if (place->plan[seat].at > now)
            return place->plan[seat].at;
        push_plan(place, seat);
    } else if (player != NULL && (place->thinking & bit) == 0) {
        ask_bot(hub, place, seat, player);
    } else if (player == NULL) {
        return warn_seat(hub, place, seat, now);
    }
    return INT64_MAX; /* an answer will come */
}

/* What the table has to do that is no seat's. True when it was due and is on its way; else
 * `next` becomes its moment, if that is earlier. */
static bool schedule_table(struct hub *hub, struct place *place, int64_t now, int64_t *next)
{
    struct due due = table_due(&place->table);
    struct command command = {.kind = COMMAND_BEGIN, .by = BY_SERVER};
    if (due.kind == DUE_BOT || due.kind == DUE_TIME || due.kind == DUE_NOTHING)
        return false;
    if (due.kind == DUE_NEXT && place->opening)
        return false;
    if (due.kind == DUE_NEXT && due.at < place->retry)
        due.at = place->retry;
    if (due.at > now) {
        *next = due.at < *next ? due.at : *next;
        return false;
    }
    if (due.kind == DUE_NEXT) {
        bool begun = place_open_next(hub, place);
        if (!begun && place->retry < *next)
            *next = place->retry;
        return begun;
    }
    if (due.kind == DUE_CLOSE || due.kind == DUE_ROLL)
        command.kind = due.kind == DUE_CLOSE ? COMMAND_CLOSE : COMMAND_ROLL;
    else
        hub->host.random(hub->host.context, command.bytes, PECK_HASH);
    return place_push(place, &command, NULL);
}

/* Frees the seat of somebody who has gone before the match. True when it is on its way;
 * without spectators, nobody needs the seat. */
static bool free_seats(struct place *place, int64_t now, int64_t *next)
{
    struct command command = {.kind = COMMAND_GONE, .by = BY_SERVER};
    if (place->table.phase != PHASE_GATHERING || place->clients == NULL)
        return false;
    command.target = presence_gone(place, now, next);
    if (command.target < 0)
        return false;
    memcpy(command.bytes, place->table.chairs[command.target].token, PECK_HASH);
    return place_push(place, &command, NULL);
}

void place_schedule(struct hub *hub, struct place *place)
{
    const struct table *table = &place->table;
    int64_t now = place_now(hub, place);
    int64_t next = presence_tend(hub, place, now);
    uint32_t movers = 0;
    if (schedule_table(hub, place, now, &next) || free_seats(place, now, &next))
        return;
    for (int seat = 0; seat < table->terms.setup.seats; seat++)
        movers |= (uint32_t)(table->chairs[seat].since != 0) << seat;
    place->meant &= movers;
    for (int seat = 0; seat < table->terms.setup.seats; seat++) {
        if ((movers >> seat & 1) == 0)
            continue;
        int64_t at = schedule_seat(hub, place, seat, now);
        next = at < next ? at : next;
    }
    if (next != INT64_MAX)
        place_wake(hub, place, next);
}
