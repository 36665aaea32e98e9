/* ui.h — the full screen without a terminal: what is shown, and what keys and clicks do.
 *
 * screen.c has the terminal: it shows the canvas, reads keys and the clock, and calls this
 * in a loop: draw, then advance while there is something to think about, then wait for a
 * key or for the moment a bot acts. Times are milliseconds of any steady clock.
 *
 * Where one seat at a time acts, a bot waits a little before each ply, so that a person can
 * follow; any Enter or Space skips the pauses until it is a person's turn. No action is
 * chosen before the person chooses one, so that an Enter that comes late plays nothing.
 * Dice roll for half a pause; any key ends that, and does nothing else.
 * Where several act at once, the bots' times are those of the session's clock, which stands
 * still while another page than the table is shown, and while the program is stopped. */
#ifndef TERM_UI_H
#define TERM_UI_H

#include "board.h"
#include "keys.h"
#include "log.h"
#include "scene.h"
#include "session/session.h"

enum {
    UI_FOREVER = -1, /* no need to wake up */
    UI_FRAME = 70,   /* ms of one picture of rolling dice */
};

enum page {
    PAGE_TABLE,
    PAGE_HELP,
    PAGE_HINTS,
    PAGE_QUIT,
    PAGE_COVER, /* a hand is covered until its owner is there */
    PAGE_RESULT,
};

struct ui {
    struct session *session;
    struct canvas canvas;
    struct session_turn turn;
    struct peck_tree tree; /* of the view */
    struct scene scene;
    struct board board;
    struct log log;
    enum page page, under; /* the page shown; and the one it was opened from */
    const struct term_drawing *drawing;
    int person;   /* the seat that the keyboard plays for; PECK_CHANCE: nobody */
    int shown_to; /* whose hand was shown last */
    bool stale;   /* something happened: the session must be asked who is next */
    bool left;    /* the person wants to leave … */
    bool again;   /* … and to play the same once more */
    bool ascii, colours;
    bool small; /* the window shows only that message */
    bool hurry; /* no pauses until a person is to act */
    uint32_t pace;
    uint64_t now, last; /* the clock; when the last ply was shown */
    uint64_t away;      /* how long the session's clock has stood still */
    int back;           /* lines scrolled back: the log, or a page of text */
    int lines, room;    /* of the text on the page: all, and those that fit */
    uint64_t landing;   /* when the dice lie that roll now */
    double risk;        /* that the turn brings nothing; below 0: nobody knows */
    bool wide;          /* there is room beside the table … */
    bool beside;        /* … where the hints are shown */
    bool asked;         /* for a hint that is still to be thought of */
    const struct peck_estimate *estimates; /* on the page of hints … */
    uint32_t estimate_count, best;
    struct peck_buffer turning; /* the turning points, as far as they have come */
    bool judged;                /* they are all there */
    char message[CANVAS_LINE];  /* one line about the last key */
    enum style message_style;
    enum peck_status status; /* what made it end, when that was a failure … */
    struct peck_error error; /* … and why */
};

/* `pace` is the pause before a bot's ply. */
void ui_begin(struct ui *ui, struct session *session, uint32_t pace, bool ascii,
              bool colours);
void ui_end(struct ui *ui);

void ui_clock(struct ui *ui, uint64_t now);
/* Draws the page on ui->canvas. */
void ui_draw(struct ui *ui, int rows, int columns);
/* Does what is due: asks the session who is next, lets a bot act. True: something changed,
 * draw and call again. */
bool ui_advance(struct ui *ui);
/* How long nothing will be due: milliseconds, or UI_FOREVER. */
int ui_wait(const struct ui *ui);

void ui_key(struct ui *ui, int typed);
void ui_click(struct ui *ui, int row, int column);

/* What the drawing of pages.c shares with the keys of ui.c. */

/* Whether an action is in the menu; placements on a board are not. */
bool ui_in_menu(const struct ui *ui, const struct peck_node *action);
/* Whether the arrows move on the board, not in the menu. */
bool ui_on_board(const struct ui *ui);
/* How many actions the menu has. */
int ui_menu_count(const struct ui *ui);
/* Whether dice are rolling: what they show is not told yet. */
bool ui_rolling(const struct ui *ui);

#endif
