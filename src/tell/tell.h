/* tell.h — a match in sentences: its plies, its table, its result. For the plain door, and
 * for the log of the full screen. Everything is told as one viewer (a seat, or PECK_CHANCE
 * for a spectator) may know it. */
#ifndef TELL_TELL_H
#define TELL_TELL_H

#include "session/session.h"

/* Appends ply number `index` as one sentence: "Anna takes tile 25." Returns the seat of
 * whom it speaks: whoever acts, or whose turn it is while chance acts; -1: nobody. */
int tell_ply(const struct session *session, uint32_t index, int viewer,
             struct peck_text *text);
/* Appends what an action that somebody may choose now does, as part of a sentence: "set
 * aside the fours". */
void tell_action(const struct session *session, uint32_t action, struct peck_text *text);
/* The same of an action that somebody might have chosen instead of ply number `index`. */
void tell_past_action(const struct session *session, uint32_t index, uint32_t action,
                      struct peck_text *text);
/* Appends why: what the action of a seat that may act now brings, in clauses; nothing where
 * the game has none. */
void tell_reason(const struct session *session, int seat, uint32_t action,
                 struct peck_text *text);
/* The same of an action that somebody might have chosen instead of ply number `index`. */
void tell_past_reason(const struct session *session, uint32_t index, uint32_t action,
                      struct peck_text *text);
/* The chance that the turn of this seat, which may act now, brings nothing, as the game's
 * advice knows it; below 0: it does not. */
double tell_risk(const struct session *session, int seat);
/* Appends the table in sentences, one a line, each ended by a line feed. */
enum peck_status tell_table(const struct session *session, int viewer,
                            struct peck_buffer *buffer) PECK_MUST_USE;
/* Appends what the viewer needs to know to choose now, in a sentence or two. */
void tell_brief(const struct session *session, int viewer, struct peck_text *text);
/* Appends the names of the seats of a mask: "Anna, Bert and Hard". */
void tell_seats(const struct session *session, uint32_t seats, struct peck_text *text);
/* Appends whose turn it is, or that the match is over: one sentence. */
void tell_turn(const struct session *session, const struct session_turn *turn, int viewer,
               struct peck_text *text);
/* Appends who has won, then places and points, one seat a line, the winner first. */
void tell_result(const struct session *session, struct peck_text *text);
/* The same of a match that is watched: a view has its points and places. */
void tell_places(const struct session *session, const int32_t points[],
                 const uint8_t places[], struct peck_text *text);
/* Appends what decided a finished match and by how much, in a sentence or two; nothing
 * where several have won. */
void tell_story(const struct session *session, struct peck_text *text);
/* Appends the turning points of an analysed match, one a line: the greatest swings, errors
 * and strokes of luck, at most three of each. */
void tell_turning_points(const struct session *session,
                         const struct peck_analysis *analysis, struct peck_text *text);

#endif
