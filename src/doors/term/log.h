/* log.h — what happened, in sentences, kept so that they are not told anew for every page.
 */
#ifndef TERM_LOG_H
#define TERM_LOG_H

#include "canvas.h"
#include "session/session.h"

enum {
    LOG_SENTENCES = 256, /* remembered: the last ones */
    LOG_BYTES = 320,     /* of one; the longest is well under it */
};

struct log {
    int viewer;                               /* to whom they are told */
    uint32_t count;                           /* plies told so far */
    char sentences[LOG_SENTENCES][LOG_BYTES]; /* ply i is at i % LOG_SENTENCES */
};

/* Takes in the plies since the last time; all of them anew after an undo or for another
 * viewer. */
void log_follow(struct log *log, const struct session *session, int viewer);
/* Draws the newest sentences at the bottom of the area, but for the last `back` lines;
 * returns that number, made smaller where there are not so many. */
int log_draw(const struct log *log, struct canvas *canvas, struct area area, int back);

#endif
