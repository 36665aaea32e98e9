/* told.c — sentences for the browser, in the reader's language: of matches played here, and
 * of views that a server sent. See door.h for how a call works. */
#include "door.h"
#include "tell/reason.h"
#include "tell/tell.h"
#include "tell/telling.h"

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
        return answer_refusal(PECK_BAD_RECORD, "error.no-view");
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

/* The table behind a ply of the view's last; NULL: the view does not tell it. */
static json_t *table_behind(const json_t *view, size_t index)
{
    const json_t *last = json_object_get(view, "last");
    return index + 1 == json_array_size(last)
               ? json_object_get(view, "table")
               : json_object_get(json_array_get(last, index), "table");
}

/* The table before it: behind the ply before, or of the view `earlier` when that is as old;
 * NULL: nobody told it. */
static json_t *table_before(const json_t *earlier, const json_t *view, size_t index)
{
    int count = (int)json_array_size(json_object_get(view, "last"));
    int ply = table_number(view, "ply") - count + (int)index;
    if (table_number(earlier, "ply") == ply)
        return json_object_get(earlier, "table");
    return index > 0 ? table_behind(view, index - 1) : NULL;
}

/* The sentence of a ply, or null where a table is not known that it may speak of. */
static void put_seen(struct peck_json *json, const struct seen *seen, const json_t *earlier,
                     size_t index)
{
    const json_t *ply = json_array_get(json_object_get(seen->view, "last"), index);
    int seat = table_number(ply, "seat");
    struct tell_moment moment = {.seat = seat < 0 ? PECK_CHANCE : seat,
                                 .name = table_word(ply, "name"),
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

/* An array of sentences for the last plies of the view `after`; "" where a ply is not worth
 * one. Of long ago, and of the first when nothing is known of what was `before` ("" or
 * another view), a ply has null: half of what it did could only be guessed. */
EXPORT("peck_seen_told")
int door_seen_told(const char *before, const char *after, int language)
{
    static struct seen seen;
    if (!read_view(after, language, &seen))
        return answer_refusal(PECK_BAD_RECORD, "error.no-view");
    json_t *earlier = json_loadb(before, strlen(before), 0, NULL);
    size_t count = json_array_size(json_object_get(seen.view, "last"));
    struct peck_text *text = answer_begin((count + 1) * SENTENCE_ROOM);
    if (text == NULL) {
        json_decref(earlier);
        json_decref(seen.view);
        return PECK_NO_MEMORY;
    }
    struct peck_json json = peck_json_begin(text);
    peck_json_array(&json, NULL);
    for (size_t i = 0; i < count; i++)
        put_seen(&json, &seen, earlier, i);
    peck_json_end_array(&json);
    json_decref(earlier);
    json_decref(seen.view);
    return answer_end();
}
