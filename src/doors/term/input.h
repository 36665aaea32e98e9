/* input.h — lines from standard input, with a time limit, and the signals that end us.
 *
 * SIGINT, SIGHUP and SIGTERM are held back but while we wait for a line; then they end the
 * input, and input_farewell lets the signal do what it would have done. So the program is
 * never stopped between two plies, and can say where the match is saved. */
#ifndef TERM_INPUT_H
#define TERM_INPUT_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    INPUT_LINE_MAX = 512, /* bytes of a line with its NUL */
    INPUT_WAIT = -1,      /* no time limit */
};

enum input_answer {
    INPUT_LINE,
    INPUT_LONG, /* a line that did not fit; it was skipped */
    INPUT_LATE, /* the time is over */
    INPUT_END,  /* the end of the file, or a signal */
};

struct input {
    char buffer[4096];
    size_t start, end;
    bool skipping; /* the rest of a long line */
    bool over;
    sigset_t outside;           /* the signals held back before us … */
    struct sigaction before[3]; /* … and what was done on ours */
};

void input_begin(struct input *input);
/* The next line without its line feed. */
enum input_answer input_line(struct input *input, char line[INPUT_LINE_MAX],
                             int milliseconds);
/* The signal that ended the input, or 0. */
int input_signal(void);
/* Whether one has come that is still held back. */
bool input_is_pressed(void);
/* Leaves the signals as they were before; the one that ended the input ends the program. */
void input_farewell(struct input *input);

#endif
