/* door.h — what the files of the browser's door share: how a call answers.
 *
 * The door is a WebAssembly module, called by web/src/engine/engine.ts, which is the only
 * caller and documents the same calls in TypeScript. The conventions:
 * - Strings go in as pointers to bytes that end in a NUL, in memory from peck_alloc, which
 *   the caller gives back with peck_free.
 * - A call returns 0 when it went well, and its answer, a text (mostly JSON), lies at
 *   peck_answer() with peck_answer_length() bytes, until the next call. Otherwise it
 *   returns an enum peck_status, and the answer is the reason as JSON: the key of a
 *   message, its values, and the line and column it is about.
 * - A table is a number from 0 to TABLES_MAX - 1: a match played here (struct session).
 * - A viewer is a seat, or 7 for a spectator.
 * - Seeds are two 32-bit halves; languages are numbers: en de pl ru. */
#ifndef WASM_DOOR_H
#define WASM_DOOR_H

#include "session/session.h"

#define EXPORT(name) __attribute__((export_name(name)))

enum { TABLES_MAX = 8 };

/* Forgets the last answer and makes room for one of that many bytes. NULL when memory is
 * short; the calls below then do nothing. */
struct peck_text *answer_begin(size_t room);
/* The text written since answer_begin is the answer. Returns 0, or PECK_NO_MEMORY when it
 * did not fit. */
int answer_end(void);
/* A buffer filled elsewhere becomes the answer; takes it over. */
int answer_buffer(struct peck_buffer *buffer, enum peck_status status);
/* The answer is why it failed; the key is that of a message. */
int answer_error(enum peck_status status, const struct peck_error *error);
int answer_refusal(enum peck_status status, const char *key);

/* The table of that number; NULL with an error if there is none. */
struct session *table_numbered(int table);

/* Whether that is a seat of the match, or a spectator. */
bool has_viewer(const struct peck_match *match, int viewer);
/* The match as it was after `ply` plies, or is when there are not so many; shares the log.
 */
struct peck_match match_after(const struct peck_match *match, uint32_t ply);
/* The answer is an array: what each action that the viewer has at that moment would do, as
 * part of a sentence. The session has the names and the language. */
int answer_choices(const struct session *session, const struct peck_match *moment,
                   int viewer);

/* Splits a list in place into at most `most` words; returns how many. */
int split(char *list, char separator, const char *words[], int most);
/* A set-up with options as in records, separated by spaces. Overwrites the text. */
enum peck_status read_setup(const struct peck_game *game, int seats, char *options,
                            struct peck_setup *setup,
                            struct peck_error *error) PECK_MUST_USE;

#endif
