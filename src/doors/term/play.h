/* play.h — the two ways to play a session in a terminal, line by line and on the full
 * screen, and how one comes about: what this door offers to the verb `peck play`. */
#ifndef TERM_PLAY_H
#define TERM_PLAY_H

#include "input.h"
#include "session/session.h"

/* Plays to the end, or until the person leaves; false when standard output is lost. Both
 * need signals as input_begin leaves them. */
bool play_plain(struct session *session, struct input *input);

/* ---- The full screen. ---- */

enum {
    SCREEN_PACE = 700
}; /* ms that a bot waits before a ply, so that it can be followed */

/* Whether there is a terminal that can show one: input and output are terminals, and the
 * cursor can be put anywhere. */
bool screen_possible(void);

/* Plays until the match is over and has been looked at, or the person leaves, or a signal
 * ends it (input_signal) or the terminal is gone. The terminal is as before when it
 * returns, whatever happened, and the result of a finished match is printed on it. Needs
 * signals as input_begin leaves them; `pace` is the pause before a bot's ply. `again`: the
 * person wants to play the same once more. */
enum peck_status screen_play(struct session *session, struct input *input, uint32_t pace,
                             bool *again, struct peck_error *error) PECK_MUST_USE;

/* ---- Questions. ---- */

/* What `peck play` was not told is asked, line by line; Enter accepts what stands in
 * brackets. False: the input ended. `game` is NULL and `count` 0 where nothing is known
 * yet; options are asked only where the game is. `resume` gets the file of an unfinished
 * match that the person wants to go on with, else "". */
struct setup_answers {
    const struct peck_game *game;
    struct peck_setup setup;
    int count; /* seats named */
    char seats[PECK_SEATS_MAX][PECK_PLAYER_MAX];
    char resume[SESSION_PATH_MAX];
};
bool setup_ask(struct input *input, enum say_language language,
               struct setup_answers *answers);
/* Which of the saved matches to continue, by its number in a list, into `resume`. False:
 * the input ended, or there is none, which is said. */
bool setup_ask_saved(struct input *input, enum say_language language,
                     struct setup_answers *answers);
/* The same as a page of the full screen; `saved`: which of the saved matches, and nothing
 * else. What `answers` has is where it begins. */
bool screen_start(struct input *input, enum say_language language,
                  struct setup_answers *answers, bool saved);

/* The next line, shown again when it does not come from a keyboard, so that what is printed
 * is the whole story. */
enum input_answer setup_ask_line(struct input *input, const char *prompt,
                                 char line[INPUT_LINE_MAX], int milliseconds);

#endif
