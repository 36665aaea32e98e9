/* counsel.h — advice for one position: every action with its chances and the reason, for
 * the shell and for the browser.
 *
 * The position is a line, or plain words that the game's advice makes a line of. From there
 * on both go the same way: the line is read and checked as any other, and redacted for the
 * seat, so that nobody is advised by what he cannot know. Reasons are said in the reader's
 * language. */
#ifndef TELL_COUNSEL_H
#define TELL_COUNSEL_H

#include "reason.h"

/* A position and what was thought about it. */
struct counsel {
    const struct peck_game *game;
    const struct peck_advice *advice; /* or NULL */
    struct peck_setup setup;
    union peck_state view;
    int seat; /* -1: nobody decides here, but there is a table */
    struct peck_thought thought;
    struct peck_estimate *estimates; /* best first, once sorted */
    bool has_table;
    struct peck_advice_table table;
    enum say_language language;
    bool drawn; /* for whom the table is drawn: see reason.h */
    char line[PECK_LINE_MAX];
};

enum { COUNSEL_REASON = REASON_MAX + 256 }; /* with the comparison */

/* The number of a plain word among those of the game; -1: it has no such word. */
int counsel_word(const struct peck_game *game, const char *name, size_t length,
                 struct peck_error *error);
/* From plain words to a line. `setup` has the options; its seats say nothing. `contents` is
 * what lies in the box (peck_contents_read); NULL: as the rules assume. */
enum peck_status counsel_line(const struct peck_game *game, const struct peck_setup *setup,
                              const struct peck_words *words,
                              const union peck_contents *contents, char line[PECK_LINE_MAX],
                              struct peck_error *error) PECK_MUST_USE;
/* Reads the line for the seat that is to be advised; -1: the first that may act. */
enum peck_status counsel_read(struct counsel *counsel, const struct peck_game *game,
                              const char *line, int seat,
                              struct peck_error *error) PECK_MUST_USE;
/* Asks the player. `counsel->estimates` has room for PECK_ACTIONS_MAX. */
enum peck_status counsel_think(struct counsel *counsel, const struct peck_player *player,
                               uint64_t seed, struct peck_error *error) PECK_MUST_USE;
/* Appends what an action does, and how it compares. Other actions stand there by their
 * names, in quotes. */
void counsel_reason(const struct counsel *counsel, uint32_t index, struct peck_text *text);
/* Appends what an action does, without the comparison; nothing where the game has no words
 * for it. */
void counsel_effect(const struct counsel *counsel, uint32_t index, struct peck_text *text);
/* Appends what somebody does who plays the action, in the reader's words: "take tile 25".
 */
void counsel_phrase(const struct counsel *counsel, uint32_t action, struct peck_text *text);
/* How many more of 100 matches the action wins than the best, or the best than the next.
 * Returns whether that may be noise. */
bool counsel_same(const struct counsel *counsel, uint32_t index, double *more);
/* Appends the title of the table. */
void counsel_title(const struct counsel *counsel, struct peck_text *text);
/* Appends the head of a column of the table. */
void counsel_column(const struct counsel *counsel, const char *name,
                    struct peck_text *text);
/* Appends the sentence below the table. */
void counsel_note(const struct counsel *counsel, struct peck_text *text);
/* Appends all of it as one JSON object. */
enum peck_status counsel_write(const struct counsel *counsel,
                               struct peck_buffer *buffer) PECK_MUST_USE;

#endif
