/* told.c — sentences for the browser, in the reader's language. door.h explains the calls.
 *
 * They come from two places. A match played here has every state, so each ply is told as it
 * happened. Of a match on a server there are only the views that it sent. A sentence needs
 * the table before its ply and the table after it. A view brings the tables behind its last
 * few plies, and the view shown until now is the table before the first new one. A ply with
 * a table missing gets no sentence, because half of what it did could only be guessed. */
#include "door.h"
#include "tell/reason.h"
#include "tell/tell.h"
#include "tell/telling.h"

#include <string.h>

enum { SENTENCE_ROOM = 2048, CHOICE_ROOM = 512, RESULT_ROOM = 8192 };

/* ---- Of a match played here ---- */

/* An array of the sentences of the plies from `first` on, at most `most` of them; "" where
 * a ply is not worth one. */
EXPORT("peck_told") int door_told(int table, int viewer, uint32_t first, uint32_t most)
{
    struct session *session = table_numbered(table);
    if (session == NULL)
        return PECK_BAD_SETUP;
    uint32_t left = first < session->match.count ? session->match.count - first : 0;
    uint32_t count = left < most ? left : most;
    struct peck_text *text = answer_begin(((size_t)count + 1) * SENTENCE_ROOM);
    if (text == NULL)
        return PECK_NO_MEMORY;
    struct peck_json json = peck_json_begin(text);
    peck_json_array(&json, NULL);
    for (uint32_t i = first; i < first + count; i++) {
        char room[SENTENCE_ROOM];
        struct peck_text sentence = peck_text_begin(room, sizeof room);
        tell_ply(session, i, viewer, &sentence);
        peck_json_string(&json, NULL, room);
    }
    peck_json_end_array(&json);
    return answer_end();
}

/* Who has won, then places and points, one a line. */
EXPORT("peck_result") int door_result(int table)
{
    struct session *session = table_numbered(table);
    struct peck_text *text = answer_begin(RESULT_ROOM);
    if (session == NULL || text == NULL)
        return PECK_BAD_SETUP;
    tell_result(session, text);
    return answer_end();
}

/* What decided a finished match, in a sentence or two; "" where several have won. */
EXPORT("peck_story") int door_story(int table)
{
    struct session *session = table_numbered(table);
    struct peck_text *text = answer_begin(SENTENCE_ROOM);
    if (session == NULL || text == NULL)
        return PECK_BAD_SETUP;
    if (session_over(session))
        tell_story(session, text);
    return answer_end();
}

/* What the action of that name would have brought instead of ply number `ply`, by which a
 * seat acted. */
EXPORT("peck_reason") int door_reason(int table, uint32_t ply, const char *name)
{
    struct session *session = table_numbered(table);
    union peck_state before;
    uint32_t action;
    if (session == NULL)
        return PECK_BAD_SETUP;
    const struct peck_match *match = &session->match;
    if (ply >= match->count || match->plies[ply].seat == PECK_CHANCE)
        return answer_refusal(PECK_ILLEGAL, "error.late");
    peck_match_state_at(match, ply, &before);
    if (peck_action_parse(match->game, &before, match->plies[ply].seat, name, &action) !=
        PECK_OK)
        return answer_refusal(PECK_ILLEGAL, "error.late");
    struct peck_text *text = answer_begin(REASON_MAX);
    if (text == NULL)
        return PECK_NO_MEMORY;
    tell_past_reason(session, ply, action, text);
    return answer_end();
}

/* An array: what each action of a view would do, as part of a sentence. */
static void put_choices(struct peck_json *json, const char *key,
                        const struct session *session, int viewer,
                        const struct peck_node *view)
{
    const struct peck_node *action = peck_first(peck_member(view, "actions"));
    struct tell_moment moment = {.before = peck_member(view, "table")};
    peck_json_array(json, key);
    for (; action != NULL; action = action->next) {
        char room[CHOICE_ROOM];
        struct peck_text sentence = peck_text_begin(room, sizeof room);
        moment.name = peck_string_of(action, "name");
        tell_choice_seen(session, viewer, &moment, &sentence);
        peck_json_string(json, NULL, room);
    }
    peck_json_end_array(json);
}

int answer_choices(const struct session *session, const struct peck_match *moment,
                   int viewer)
{
    struct peck_tree tree = {0};
    if (peck_view_tree(moment, viewer, 0, &tree) != PECK_OK)
        return answer_refusal(PECK_NO_MEMORY, "error.memory");
    const struct peck_node *view = peck_tree_root(&tree);
    size_t count = peck_count(peck_member(view, "actions"));
    struct peck_text *text = answer_begin((count + 1) * CHOICE_ROOM);
    if (text != NULL) {
        struct peck_json json = peck_json_begin(text);
        put_choices(&json, NULL, session, viewer, view);
    }
    peck_tree_free(&tree);
    return text != NULL ? answer_end() : PECK_NO_MEMORY;
}

/* Of the actions that the viewer had after `ply` plies, or has now when there are not so
 * many. */
EXPORT("peck_choices") int door_choices(int table, int viewer, uint32_t ply)
{
    const struct session *session = table_numbered(table);
    if (session == NULL)
        return PECK_BAD_SETUP;
    if (!has_viewer(&session->match, viewer))
        return answer_refusal(PECK_BAD_SETUP, "error.no-seat");
    struct peck_match moment = match_after(&session->match, ply);
    return answer_choices(session, &moment, viewer);
}

/* ---- Of views ---- */

/* A view that was read, and the session that its sentences need. */
struct seen {
    struct peck_tree tree;
    const struct peck_node *view;
    int viewer;
    struct session session;
};

/* Reads a view, or a message of docs/reference/protocol.md that brings one; NULL: it is
 * neither. The bytes are used up. */
static const struct peck_node *read_view(char *bytes, struct peck_tree *tree)
{
    size_t count = strlen(bytes);
    if (peck_tree_reserve(tree, peck_json_nodes(bytes, count), count) != PECK_OK)
        return NULL;
    struct peck_json json = peck_json_begin_tree(tree);
    if (!peck_json_read(bytes, count, &json))
        return NULL;
    const struct peck_node *root = peck_tree_root(tree), *view = peck_member(root, "view");
    return peck_is(view, PECK_NODE_OBJECT) ? view : root;
}

/* Which hens play, as the server says it with the view. */
static void cast_hens(struct seen *seen, const struct peck_node *root)
{
    const struct peck_node *chairs = peck_member(peck_member(root, "table"), "chairs");
    for (int seat = 0; seat < seen->session.match.setup.seats; seat++) {
        const struct peck_node *chair = peck_element(chairs, (size_t)seat);
        session_cast(&seen->session, seat,
                     peck_character_find(peck_string_of(chair, "character")));
    }
}

/* The players, from the view. False: it is not a view of a known game. */
static bool watch(struct seen *seen, int language)
{
    const char *names[PECK_SEATS_MAX] = {NULL};
    const struct peck_game *game = peck_game_find(peck_string_of(seen->view, "game"));
    int seats = peck_number_of(seen->view, "seats");
    if (game == NULL || seats < 1 || seats > PECK_SEATS_MAX)
        return false;
    for (int seat = 0; seat < seats; seat++)
        names[seat] = peck_string_at(peck_member(seen->view, "names"), (size_t)seat);
    seen->viewer = peck_number_of(seen->view, "viewer");
    if (seen->viewer < 0 || seen->viewer >= seats)
        seen->viewer = PECK_CHANCE;
    session_watch(&seen->session, game, seats, names, seen->viewer);
    cast_hens(seen, peck_tree_root(&seen->tree));
    session_speak(&seen->session, (enum say_language)language);
    return true;
}

/* The table behind a ply of the view's last; NULL: the view does not tell it. */
static const struct peck_node *table_behind(const struct peck_node *view, size_t index)
{
    const struct peck_node *last = peck_member(view, "last");
    return peck_member(index + 1 == peck_count(last) ? view : peck_element(last, index),
                       "table");
}

/* The table before it: behind the ply before, or of the view `earlier` when that is as old;
 * NULL: nobody told it. */
static const struct peck_node *table_before(const struct peck_node *earlier,
                                            const struct peck_node *view, size_t index)
{
    int count = (int)peck_count(peck_member(view, "last"));
    int ply = peck_number_of(view, "ply") - count + (int)index;
    if (peck_number_of(earlier, "ply") == ply)
        return peck_member(earlier, "table");
    return index > 0 ? table_behind(view, index - 1) : NULL;
}

/* The sentence of a ply, or null where a table is not known that it may speak of. */
static void put_ply(struct peck_json *json, const struct seen *seen,
                    const struct peck_node *earlier, size_t index)
{
    const struct peck_node *ply = peck_element(peck_member(seen->view, "last"), index);
    int seat = peck_number_of(ply, "seat");
    struct tell_moment moment = {.seat = seat < 0 ? PECK_CHANCE : seat,
                                 .name = peck_string_of(ply, "name"),
                                 .before = table_before(earlier, seen->view, index),
                                 .after = table_behind(seen->view, index)};
    char room[SENTENCE_ROOM];
    struct peck_text sentence = peck_text_begin(room, sizeof room);
    if (moment.before == NULL || moment.after == NULL) {
        peck_json_null(json, NULL);
        return;
    }
    tell_seen(&seen->session, seen->viewer, &moment, &sentence);
    peck_json_string(json, NULL, room);
}

/* The names as the sentences have them; but the viewer's own, who is "you" there, as it is.
 */
static void put_names(struct peck_json *json, const struct seen *seen)
{
    const struct peck_node *names = peck_member(seen->view, "names");
    peck_json_array(json, "names");
    for (int seat = 0; seat < seen->session.match.setup.seats; seat++) {
        const char *own = peck_string_at(names, (size_t)seat);
        peck_json_string(json, NULL,
                         seat == seen->viewer && own[0] != '\0'
                             ? own
                             : session_name(&seen->session, seat));
    }
    peck_json_end_array(json);
}

/* Who has won, then places and points, one a line; null as long as nobody has. */
static void put_result(struct peck_json *json, const struct seen *seen)
{
    char room[RESULT_ROOM];
    struct peck_text text = peck_text_begin(room, sizeof room);
    int32_t points[PECK_SEATS_MAX];
    uint8_t places[PECK_SEATS_MAX];
    const struct peck_node *score = peck_member(seen->view, "score");
    bool won = false;
    for (int seat = 0; seat < seen->session.match.setup.seats; seat++) {
        points[seat] = peck_number_at(peck_member(score, "points"), (size_t)seat);
        places[seat] = (uint8_t)peck_number_at(peck_member(score, "places"), (size_t)seat);
        won = won || places[seat] == 1;
    }
    if (won && peck_true_of(seen->view, "over")) {
        tell_places(&seen->session, points, places, &text);
        peck_json_string(json, "result", room);
    } else {
        peck_json_null(json, "result");
    }
}

static int answer_seen(const struct seen *seen, const struct peck_node *earlier)
{
    size_t plies = peck_count(peck_member(seen->view, "last"));
    size_t actions = peck_count(peck_member(seen->view, "actions"));
    struct peck_text *text =
        answer_begin(plies * SENTENCE_ROOM + actions * CHOICE_ROOM + 2 * RESULT_ROOM);
    if (text == NULL)
        return PECK_NO_MEMORY;
    struct peck_json json = peck_json_begin(text);
    peck_json_object(&json, NULL);
    peck_json_array(&json, "told");
    for (size_t i = 0; i < plies; i++)
        put_ply(&json, seen, earlier, i);
    peck_json_end_array(&json);
    put_choices(&json, "choices", &seen->session, seen->viewer, seen->view);
    put_names(&json, seen);
    put_result(&json, seen);
    peck_json_end_object(&json);
    return answer_end();
}

/* All that is said about a view that a server sent, as text: it, or the message that
 * brought it, is `after`; `before` is the one shown until now, or "". The answer:
 * {"told": sentences for the last plies, "choices": what each action would do, "names",
 * "result": lines, or null}. "" stands for a ply that is not worth a sentence, and null of
 * long ago, and of the first when nothing is known of what was before: half of what it did
 * could only be guessed. */
EXPORT("peck_seen") int door_seen(char *before, char *after, int language)
{
    static struct seen seen;
    struct peck_tree earlier = {0};
    seen.view = read_view(after, &seen.tree);
    int answer = watch(&seen, language) ? answer_seen(&seen, read_view(before, &earlier))
                                        : answer_refusal(PECK_BAD_RECORD, "error.no-view");
    peck_tree_free(&earlier);
    peck_tree_free(&seen.tree);
    return answer;
}
