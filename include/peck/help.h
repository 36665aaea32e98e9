/* help.h — what a game adds to the help of the command line: examples, and paragraphs on
 * what a verb does with this game alone. games/<game>/terminal/help.c. */
#ifndef PECK_HELP_H
#define PECK_HELP_H

/* `peck VERB GAME ARGUMENTS`, and what it is for. */
struct peck_example {
    const char *verb, *arguments, *what;
};

/* A paragraph below the description of a verb; it names the game. */
struct peck_note {
    const char *verb, *text;
};

enum { PECK_EXAMPLES_MAX = 8, PECK_NOTES_MAX = 4 };
struct peck_help {
    struct peck_example examples[PECK_EXAMPLES_MAX]; /* up to the first without a verb */
    struct peck_note notes[PECK_NOTES_MAX];          /* likewise */
};

#endif
