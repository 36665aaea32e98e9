/* screen.h — the full screen on a terminal. */
#ifndef TERM_SCREEN_H
#define TERM_SCREEN_H

#include "session.h"

enum {
    SCREEN_PACE = 700
}; /* ms that a bot waits before a ply, so that it can be followed */

/* Whether there is a terminal that can show one: input and output are terminals, and the
 * cursor can be put anywhere. */
bool screen_possible(void);

/* Plays until the match is over and has been looked at, or the person leaves. The terminal
 * is as before when it returns, whatever happened. `ended_by` is the signal that ended it
 * (SIGINT, SIGTERM, or SIGHUP when the terminal is gone), or 0. */
enum peck_status screen_play(struct session *session, uint32_t pace, int *ended_by,
                             struct peck_error *error) PECK_MUST_USE;

#endif
