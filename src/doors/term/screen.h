/* screen.h — the full screen on a terminal. */
#ifndef TERM_SCREEN_H
#define TERM_SCREEN_H

#include "input.h"
#include "session/session.h"

enum {
    SCREEN_PACE = 700
}; /* ms that a bot waits before a ply, so that it can be followed */

/* Whether there is a terminal that can show one: input and output are terminals, and the
 * cursor can be put anywhere. */
bool screen_possible(void);

/* Plays until the match is over and has been looked at, or the person leaves, or a signal
 * ends it (input_signal) or the terminal is gone. The terminal is as before when it
 * returns, whatever happened. Needs signals as input_begin leaves them; `pace` is the pause
 * before a bot's ply. */
enum peck_status screen_play(struct session *session, struct input *input, uint32_t pace,
                             struct peck_error *error) PECK_MUST_USE;

#endif
