/* start.h — the start page without a terminal: which game, who sits where, which options,
 * or which saved match to continue.
 *
 * screen.c shows the canvas and passes the keys on, as with ui.h. Up and down choose a row,
 * left and right change it, Enter goes on to the next, and the last row begins the match.
 * On the row of a seat letters are typed as a person's name. */
#ifndef TERM_START_H
#define TERM_START_H

#include "play.h"
#include "scene.h"
#include "session/files/shelf.h"

enum { START_SAVED = 30 }; /* matches listed */

struct start {
    struct canvas canvas;
    enum say_language language;
    bool ascii;
    struct setup_answers *answers; /* where the wishes go */
    const struct peck_box *box;    /* the entry chosen, of answers->game */
    bool fixed;                    /* the game was named on the command line */
    int row, rows;                 /* the row chosen, and how many there are … */
    int top;                       /* … and the first one shown, of saved matches */
    bool listing;                  /* the saved matches are shown */
    bool only;                     /* and nothing else was asked for */
    bool done, left;               /* a match can begin; nobody wants one */
    bool small;                    /* the window shows nothing but that */
    char message[CANVAS_LINE];
    int saved_count;
    struct shelf_match saved[START_SAVED];
};

/* `answers` may name a game, with its set-up. `listing`: the saved matches alone. */
void start_begin(struct start *start, enum say_language language, bool ascii,
                 struct setup_answers *answers, bool listing);
void start_draw(struct start *start, int rows, int columns);
void start_key(struct start *start, int typed);
void start_click(struct start *start, int row, int column);

/* One line about a saved match: when it began, the game, who plays, and how far it is. */
void start_describe(const struct shelf_match *match, enum say_language language,
                    struct peck_text *text);

#endif
