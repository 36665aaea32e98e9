/* log.h — what happened, in sentences, kept so that they need not be made again for every
 * page.
 *
 * The sentences of one turn stand together: a mark begins the first of them. Where all play
 * at once there are no turns. */
#ifndef TERM_LOG_H
#define TERM_LOG_H

#include "canvas.h"
#include "session/session.h"

enum {
    LOG_SENTENCES = 256, /* remembered: the last ones */
    LOG_BYTES = 320,     /* of one; the longest is well under it */
};

struct log {
    int viewer;                               /* their reader */
    uint32_t count;                           /* plies described so far */
    int seat;                                 /* of whom the last one spoke; -1: nobody */
    char sentences[LOG_SENTENCES][LOG_BYTES]; /* ply i is at i % LOG_SENTENCES */
    bool begins[LOG_SENTENCES];               /* it is the first of a turn */
    bool turns;                               /* there are any */
};

/* Takes in the plies since the last time; all of them again after an undo or for another
 * viewer. `chapter` is the first word of the ply that begins what belongs together; NULL:
 * that is a turn. */
void log_follow(struct log *log, const struct session *session, int viewer,
                const char *chapter);
/* Draws the newest sentences at the bottom of the area, but for the last `back` lines, and
 * without the last `held` plies; `spaced`: with an empty line before each turn. Returns
 * `back`, made smaller where there are not so many. */
int log_draw(const struct log *log, struct canvas *canvas, struct area area, int back,
             uint32_t held, bool spaced);

#endif
