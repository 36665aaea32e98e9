/* tell.c — the sentences that are the same for every game.
 *
 * A ply's sentence is the message `<game>.ply.<verb>`, or `.you` after it for the reader's
 * own. The game's skin names the values, reads the tables before and after the ply, and
 * adds what the ply brought about. A game without a skin uses tell_any.c. */
#include "tell.h"
#include "telling.h"

#include "reason.h"

#include <peck/pack.h>

#include <stdlib.h>
#include <string.h>

static const struct tell_skin *skin_of(const struct session *session)
{
    const struct tell_skin *own = peck_pack_of(session->match.game)->text;
    return own != NULL ? own : &tell_any;
}

/* ---- Values ---- */

void telling_text(struct telling *telling, const char *name, const char *text)
{
    PECK_ASSERT(telling->count < TELLING_VALUES);
    const char *copy = telling->pool.buffer + telling->pool.length;
    peck_put(&telling->pool, text);
    peck_put_char(&telling->pool, '\0');
    telling->values[telling->count++] = (struct say_value){name, .text = copy};
}

void telling_number(struct telling *telling, const char *name, int64_t number)
{
    PECK_ASSERT(telling->count < TELLING_VALUES);
    telling->values[telling->count++] = (struct say_value){name, .number = number};
}

void telling_count(struct telling *telling, const char *name, enum message message,
                   int64_t number)
{
    char room[128];
    struct peck_text text = peck_text_begin(room, sizeof room);
    say(&text, telling->language, message,
        (struct say_value[]){{"count", .number = number}, {0}});
    telling_text(telling, name, room);
}

void telling_seat(struct telling *telling, const char *name, int seat)
{
    telling_text(telling, name, session_name(telling->session, seat));
}

struct telling_list telling_list(struct telling *telling)
{
    return (struct telling_list){telling->pool.buffer + telling->pool.length, telling,
                                 false};
}

struct peck_text *telling_piece(struct telling_list *list)
{
    if (list->filled)
        peck_put(&list->telling->pool, ", ");
    list->filled = true;
    return &list->telling->pool;
}

void telling_listed(struct telling_list *list, const char *name)
{
    struct telling *telling = list->telling;
    PECK_ASSERT(telling->count < TELLING_VALUES);
    peck_put_char(&telling->pool, '\0');
    telling->values[telling->count++] = (struct say_value){name, .text = list->start};
}

static void forget_values(struct telling *telling)
{
    telling->count = 0;
    telling->pool = peck_text_begin(telling->room, sizeof telling->room);
    memset(telling->values, 0, sizeof telling->values);
}

void telling_say(struct telling *telling, enum message message)
{
    say(telling->text, telling->language, message, telling->values);
    if (telling->end != '\0')
        peck_put_char(telling->text, telling->end);
    forget_values(telling);
}

void telling_of(struct telling *telling, enum message other, enum message you, int seat)
{
    telling_seat(telling, "who", seat);
    telling_say(telling, session_is_you(telling->session, seat) ? you : other);
}

/* ---- Tables ---- */

const struct peck_node *telling_at_seat(const struct peck_node *table, int seat)
{
    return peck_element(peck_member(table, "seats"), (size_t)seat);
}

/* The table of a match as the viewer may see it, in the tree; NULL when memory is short. */
static const struct peck_node *table_of(const struct peck_match *match, int viewer,
                                        struct peck_tree *tree)
{
    return peck_table_tree(match, viewer, tree) == PECK_OK ? peck_tree_root(tree) : NULL;
}

/* ---- Plies and actions ---- */

static void begin(struct telling *telling, const struct session *session, int viewer,
                  struct peck_text *text, char end)
{
    memset(telling, 0, sizeof *telling);
    telling->session = session;
    telling->language = session->language;
    telling->viewer = viewer;
    telling->text = text;
    telling->end = end;
    forget_values(telling);
}

/* Splits the action's name, which is in its place, into words. */
static void split_name(struct telling *telling)
{
    telling->verb = telling->name;
    telling->variant = "";
    for (int i = 0; i < TELLING_ARGUMENTS; i++)
        telling->argument[i] = "";
    char *space = strchr(telling->name, ' ');
    for (int i = 0; i < TELLING_ARGUMENTS && space != NULL; i++) {
        *space = '\0';
        telling->argument[i] = space + 1;
        space = strchr(space + 1, ' ');
    }
}

static void name_action(struct telling *telling, uint32_t action)
{
    struct peck_text name = peck_text_begin(telling->name, sizeof telling->name);
    telling->session->match.game->action_name(action, &name);
    split_name(telling);
}

/* The same of an action that is known by its name alone. */
static void copy_name(struct telling *telling, const char *name)
{
    struct peck_text text = peck_text_begin(telling->name, sizeof telling->name);
    peck_put(&text, name);
    split_name(telling);
}

/* The words of the action's name as {1}, {2} and {3}, where the skin has not said better.
 */
static void add_arguments(struct telling *telling)
{
    static const char *const names[TELLING_ARGUMENTS] = {"1", "2", "3"};
    for (int i = 0; i < TELLING_ARGUMENTS; i++)
        telling_text(telling, names[i], telling->argument[i]);
}

/* Of whom the sentence speaks: who acts, or for chance whoever is on turn, or is named. */
static int subject(const struct telling *telling)
{
    if (telling->seat != PECK_CHANCE)
        return telling->seat;
    if (strcmp(telling->verb, "first") == 0)
        return atoi(telling->argument[0]);
    return peck_number_of(telling->before, "turn");
}

static int ply_message(const struct telling *telling, bool you)
{
    const char *game = telling->session->match.game->name, *end = you ? ".you" : "";
    if (telling->seat == PECK_CHANCE)
        return say_find("%s.chance.%s%s%s", game, telling->verb, telling->variant, end);
    return say_find("%s.ply.%s%s%s", game, telling->verb, telling->variant, end);
}

static void tell_telling(struct telling *telling, const struct tell_skin *skin)
{
    uint32_t start = telling->text->length;
    int who = subject(telling);
    bool known = who >= 0 && who < telling->session->match.setup.seats;
    if (known)
        telling_seat(telling, "who", who);
    if (skin->words(telling)) {
        bool you = known && session_is_you(telling->session, who);
        int message = ply_message(telling, you);
        if (message == SAY_NONE)
            message = ply_message(telling, false);
        if (message == SAY_NONE && skin == &tell_any)
            message = tell_any_ply(telling, known, you);
        add_arguments(telling);
        if (message != SAY_NONE)
            telling_say(telling, (enum message)message);
    }
    forget_values(telling);
    skin->after(telling);
    if (telling->text->length > start) /* the space after the last sentence */
        telling->text->buffer[--telling->text->length] = '\0';
}

int tell_ply(const struct session *session, uint32_t index, int viewer,
             struct peck_text *text)
{
    const struct tell_skin *skin = skin_of(session);
    const struct peck_game *game = session->match.game;
    struct peck_ply ply = session->match.plies[index];
    struct peck_match moment = session->match; /* as it was; shares the log */
    struct peck_tree before = {0}, after = {0};
    struct telling telling;
    begin(&telling, session, viewer, text, ' ');
    moment.count = index;
    peck_match_state_at(&session->match, index, &moment.state);
    telling.seat = ply.seat;
    name_action(&telling, game->seen(&moment.state, ply.seat, ply.action, viewer));
    telling.before = table_of(&moment, viewer, &before);
    moment.count = index + 1;
    game->apply(&moment.state, ply.seat, ply.action);
    telling.after = table_of(&moment, viewer, &after);
    bool known = telling.before != NULL && telling.after != NULL;
    int who = known ? subject(&telling) : -1;
    if (known)
        tell_telling(&telling, skin);
    peck_tree_free(&before);
    peck_tree_free(&after);
    return who;
}

void tell_seen(const struct session *session, int viewer, const struct tell_moment *moment,
               struct peck_text *text)
{
    const struct tell_skin *skin = skin_of(session);
    struct telling telling;
    begin(&telling, session, viewer, text, ' ');
    telling.seat = moment->seat;
    copy_name(&telling, moment->name);
    telling.before = moment->before;
    telling.after = moment->after;
    tell_telling(&telling, skin);
}

/* What the action would do, once its words and the table are known. */
static void say_choice(struct telling *telling, const struct tell_skin *skin)
{
    telling->seat = peck_number_of(telling->before, "turn");
    if (!skin->words(telling))
        return;
    add_arguments(telling);
    int message = say_find("%s.do.%s%s", telling->session->match.game->name, telling->verb,
                           telling->variant);
    if (message == SAY_NONE && skin == &tell_any)
        message = MESSAGE_ANY_DO;
    if (message != SAY_NONE)
        telling_say(telling, (enum message)message);
}

void tell_choice_seen(const struct session *session, int viewer,
                      const struct tell_moment *moment, struct peck_text *text)
{
    const struct tell_skin *skin = skin_of(session);
    struct telling telling;
    begin(&telling, session, viewer, text, '\0');
    copy_name(&telling, moment->name);
    telling.before = moment->before;
    say_choice(&telling, skin);
}

/* The action as it would be played in that match, which is the session's at some moment. */
static void tell_choice(const struct session *session, const struct peck_match *moment,
                        uint32_t action, struct peck_text *text)
{
    const struct tell_skin *skin = skin_of(session);
    struct peck_tree tree = {0};
    struct telling telling;
    begin(&telling, session, PECK_CHANCE, text, '\0');
    name_action(&telling, action);
    telling.before = table_of(moment, PECK_CHANCE, &tree);
    if (telling.before != NULL)
        say_choice(&telling, skin);
    peck_tree_free(&tree);
}

void tell_action(const struct session *session, uint32_t action, struct peck_text *text)
{
    tell_choice(session, &session->match, action, text);
}

void tell_past_action(const struct session *session, uint32_t index, uint32_t action,
                      struct peck_text *text)
{
    struct peck_match moment = session->match;
    moment.count = index;
    peck_match_state_at(&session->match, index, &moment.state);
    tell_choice(session, &moment, action, text);
}

/* `view` is the whole state, and is blanked for the seat. */
static void tell_reason_in(const struct session *session, union peck_state *view, int seat,
                           uint32_t action, struct peck_text *text)
{
    const struct peck_match *match = &session->match;
    match->game->redact(view, seat);
    const struct peck_seat knows = {match->game, &match->setup, seat, view, NULL, 0};
    reason_say(&knows, action, session->language, true, text);
}

void tell_reason(const struct session *session, int seat, uint32_t action,
                 struct peck_text *text)
{
    union peck_state view = session->match.state;
    tell_reason_in(session, &view, seat, action, text);
}

void tell_past_reason(const struct session *session, uint32_t index, uint32_t action,
                      struct peck_text *text)
{
    union peck_state view;
    peck_match_state_at(&session->match, index, &view);
    tell_reason_in(session, &view, session->match.plies[index].seat, action, text);
}

double tell_risk(const struct session *session, int seat)
{
    const struct peck_match *match = &session->match;
    const struct peck_advice *advice = peck_advice_of(match->game);
    struct peck_advice_table table;
    union peck_state view = match->state;
    match->game->redact(&view, seat);
    bool known = advice != NULL && advice->table != NULL && advice->table(&view, &table);
    return known ? table.risk : -1;
}

/* ---- The table and the turn ---- */

enum { TABLE_ROOM = 32768 }; /* a board of 67 tiles in Russian takes some 10,000 */

enum peck_status tell_table(const struct session *session, int viewer,
                            struct peck_buffer *buffer)
{
    const struct tell_skin *skin = skin_of(session);
    struct peck_tree tree = {0};
    struct telling telling;
    struct peck_text text;
    enum peck_status status = peck_buffer_open(buffer, TABLE_ROOM, &text);
    if (status != PECK_OK)
        return status;
    begin(&telling, session, viewer, &text, '\n');
    telling.before = table_of(&session->match, viewer, &tree);
    if (telling.before == NULL)
        return PECK_NO_MEMORY;
    skin->table(&telling);
    peck_buffer_close(buffer, &text);
    peck_tree_free(&tree);
    return PECK_OK;
}

void tell_brief(const struct session *session, int viewer, struct peck_text *text)
{
    const struct tell_skin *skin = skin_of(session);
    struct peck_tree tree = {0};
    struct telling telling;
    begin(&telling, session, viewer, text, ' ');
    telling.before = table_of(&session->match, viewer, &tree);
    uint32_t start = text->length;
    if (telling.before != NULL)
        skin->brief(&telling);
    if (text->length > start)
        text->buffer[--text->length] = '\0';
    peck_tree_free(&tree);
}

void tell_seats(const struct session *session, uint32_t seats, struct peck_text *text)
{
    for (uint32_t rest = seats; rest != 0; rest &= rest - 1) {
        if (rest != seats)
            peck_put(text, (rest & (rest - 1)) != 0
                               ? ", "
                               : say_literal(session->language, MESSAGE_LIST_AND));
        peck_put(text, session_name(session, __builtin_ctz(rest)));
    }
}

void tell_turn(const struct session *session, const struct session_turn *turn, int viewer,
               struct peck_text *text)
{
    uint32_t movers = session->match.game->movers(&session->match.state);
    char list[PECK_SEATS_MAX * (SESSION_SHOWN_MAX + 8)];
    struct peck_text names = peck_text_begin(list, sizeof list);
    bool one = (movers & (movers - 1)) == 0;
    enum message message = MESSAGE_TURN_ALL;
    if (movers == 0)
        message = MESSAGE_TURN_OVER;
    else if (one && turn->persons == 1u << viewer && session_is_you(session, viewer))
        message = MESSAGE_TURN_YOU;
    else if (one)
        message = MESSAGE_TURN_WHO;
    tell_seats(session, movers, &names);
    say(text, session->language, message,
        (struct say_value[]){{"who", .text = list}, {"list", .text = list}, {0}});
}
