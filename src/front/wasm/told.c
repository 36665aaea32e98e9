/* told.c — sentences for the browser, in the reader's language: of matches played here, and
 * of views that a server sent. See door.h for how a call works. */
#include "door.h"
#include "front/judge/reason.h"
#include "front/term/tell.h"
#include "front/term/telling.h"

#include <string.h>

enum { SENTENCES_ROOM = 65536, SENTENCE_ROOM = 2048 };

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
    struct peck_text *text = answer_begin(SENTENCES_ROOM);
    if (session == NULL || text == NULL)
        return PECK_BAD_SETUP;
    tell_result(session, text);
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
        return answer_refusal(PECK_ILLEGAL, "no seat acted there");
    peck_match_state_at(match, ply, &before);
    if (peck_action_parse(match->game, &before, match->plies[ply].seat, name, &action) !=
        PECK_OK)
        return answer_refusal(PECK_ILLEGAL, "that could not be done there");
    struct peck_text *text = answer_begin(REASON_MAX);
    if (text == NULL)
        return PECK_NO_MEMORY;
    tell_past_reason(session, ply, action, text);
    return answer_end();
}

/* ---- Of views ---- */

/* A view that was read, and the session that its sentences need. */
struct seen {
    json_t *view;
    int viewer;
    struct session session;
};

/* False: it is no view of a game we know. */
static bool read_view(const char *bytes, int language, struct seen *seen)
{
    const char *names[PECK_SEATS_MAX] = {NULL};
    seen->view = json_loadb(bytes, strlen(bytes), 0, NULL);
    const char *name = json_string_value(json_object_get(seen->view, "game"));
    const struct peck_game *game = name != NULL ? peck_game_find(name) : NULL;
    int seats = table_number(seen->view, "seats");
    if (game == NULL || seats < 1 || seats > PECK_SEATS_MAX) {
        json_decref(seen->view);
        return false;
    }
    const json_t *said = json_object_get(seen->view, "names");
    for (int seat = 0; seat < seats; seat++)
        names[seat] = json_string_value(json_array_get(said, (size_t)seat));
    seen->viewer = table_number(seen->view, "viewer");
    if (seen->viewer < 0 || seen->viewer >= seats)
        seen->viewer = PECK_CHANCE;
    session_watch(&seen->session, game, seats, names, seen->viewer);
    session_speak(&seen->session, (enum say_language)language);
    return true;
}

/* An array: what each of the view's actions would do, as part of a sentence. */
EXPORT("peck_choices") int door_choices(const char *view, int language)
{
    static struct seen seen;
    if (!read_view(view, language, &seen))
        return answer_refusal(PECK_BAD_RECORD, "this is no view");
    const json_t *actions = json_object_get(seen.view, "actions");
    size_t count = json_array_size(actions);
    struct peck_text *text = answer_begin((count + 1) * 512);
    struct tell_moment moment = {.before = json_object_get(seen.view, "table")};
    if (text == NULL) {
        json_decref(seen.view);
        return PECK_NO_MEMORY;
    }
    struct peck_json json = peck_json_begin(text);
    peck_json_array(&json, NULL);
    for (size_t i = 0; i < count; i++) {
        char room[512];
        struct peck_text sentence = peck_text_begin(room, sizeof room);
        moment.name = table_word(json_array_get(actions, i), "name");
        tell_choice_seen(&seen.session, seen.viewer, &moment, &sentence);
        peck_json_string(&json, NULL, room);
    }
    peck_json_end_array(&json);
    json_decref(seen.view);
    return answer_end();
}

/* The table behind a ply of the view's last, or the next that is known. */
static json_t *table_behind(const json_t *view, size_t index)
{
    const json_t *last = json_object_get(view, "last");
    json_t *table = NULL;
    for (size_t i = index; table == NULL && i < json_array_size(last); i++)
        table = json_object_get(json_array_get(last, i), "table");
    return table != NULL ? table : json_object_get(view, "table");
}

/* An array of sentences for the last plies of the view `after`. Older ones have no table
 * behind them: these are told as if each alone had led from `before` to where there is one.
 * `before` may be "": then the first are told from there to itself. */
EXPORT("peck_seen_told")
int door_seen_told(const char *before, const char *after, int language)
{
    static struct seen seen;
    if (!read_view(after, language, &seen))
        return answer_refusal(PECK_BAD_RECORD, "this is no view");
    json_t *earlier = json_loadb(before, strlen(before), 0, NULL);
    const json_t *last = json_object_get(seen.view, "last");
    size_t count = json_array_size(last);
    struct peck_text *text = answer_begin((count + 1) * SENTENCE_ROOM);
    struct tell_moment moment = {.before = json_object_get(earlier, "table"),
                                 .after = table_behind(seen.view, 0)};
    if (moment.before == NULL)
        moment.before = moment.after;
    if (text == NULL || moment.before == NULL) {
        json_decref(earlier);
        json_decref(seen.view);
        return answer_refusal(PECK_BAD_RECORD, "this is no view");
    }
    struct peck_json json = peck_json_begin(text);
    peck_json_array(&json, NULL);
    for (size_t i = 0; i < count; i++) {
        char room[SENTENCE_ROOM];
        struct peck_text sentence = peck_text_begin(room, sizeof room);
        const json_t *ply = json_array_get(last, i);
        if (i > 0 && json_object_get(json_array_get(last, i - 1), "table") != NULL)
            moment.before = moment.after;
        moment.after = table_behind(seen.view, i);
        int seat = table_number(ply, "seat");
        moment.seat = seat < 0 ? PECK_CHANCE : seat;
        moment.name = table_word(ply, "name");
        tell_seen(&seen.session, seen.viewer, &moment, &sentence);
        peck_json_string(&json, NULL, room);
    }
    peck_json_end_array(&json);
    json_decref(earlier);
    json_decref(seen.view);
    return answer_end();
}
