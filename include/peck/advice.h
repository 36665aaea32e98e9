/* advice.h — what the advisor knows about single games: positions in plain words, what an
 * action does in a few words, and a table of chances. All of it is optional, except that a
 * game with words needs a `line` that understands them.
 *
 * There are no sentences here. A clause is a message of the catalogue and its numbers; a
 * door prints it in the reader's language. */
#ifndef PECK_ADVICE_H
#define PECK_ADVICE_H

#include <peck/bot.h>

/* A plain word for one part of a position: on the command line the flag `--name VALUE`.
 * Each game has its own words; two games may give one name different meanings. */
struct peck_word {
    const char *name;
    const char *value; /* what help calls its value: `TILES` */
    const char *help;  /* one line of English */
};
enum { PECK_WORDS_MAX = 16 }; /* of one game */

/* The values given for the game's words, in their order, or NULL. */
struct peck_words {
    const char *value[PECK_WORDS_MAX];
};

/* What an action does, in clauses. */
enum { PECK_CLAUSES_MAX = 8, PECK_CLAUSE_WORD = 8 };
struct peck_clause {
    const char *key;             /* of the catalogue: `<game>.why.keep` */
    int32_t count;               /* {count}, by which its plural form is chosen */
    int32_t number;              /* {number} */
    char word[PECK_CLAUSE_WORD]; /* {word}: a number with its sign; six colours */
    bool notation; /* shows how something is written; left out where it is drawn */
};
struct peck_reason {
    uint32_t count;
    struct peck_clause clause[PECK_CLAUSES_MAX];
};
/* Adds a clause and returns it, so that the caller can fill in the rest. */
struct peck_clause *peck_reason_add(struct peck_reason *reason, const char *key,
                                    int32_t count, int32_t number);

/* One row of a game's own table. The columns are named by the advice: in JSON as they are,
 * for people by the message `advice.column.<name>`, with dashes for spaces. */
enum { PECK_ADVICE_COLUMNS = 3, PECK_ADVICE_ROWS = 32 };
struct peck_advice_row {
    char label[16];
    double chance[PECK_ADVICE_COLUMNS];
};
struct peck_advice_table {
    const char *title; /* a message */
    const char *label, *columns[PECK_ADVICE_COLUMNS];
    uint32_t count;
    struct peck_advice_row rows[PECK_ADVICE_ROWS];
    /* For a player who plays as in the last column: the mean gain and the chance of gaining
     * nothing. The message `note`, with {gain} and {risk}, is printed below the table. */
    double gain, risk;
    const char *note;
};

/* A box file: what lies in somebody's own box, in place of what the rules assume. Lines of
 * words; `#` begins a comment. docs/table/advisor.md has the format of each game. */
enum { PECK_BOX_LINE = 64 }; /* with its NUL */
struct peck_box_file {
    const char *at, *end;
    uint32_t line;         /* its number, from 1 */
    struct peck_scan scan; /* of the line, with one space between words */
    char words[PECK_BOX_LINE];
};
/* The next line that says something; false at the end, and after a failure. */
bool peck_box_line(struct peck_box_file *file);
/* Fails after the last line: something is missing, as the message says. */
void peck_box_lacks(struct peck_box_file *file, const char *key);

struct peck_advice {
    struct peck_word words[PECK_WORDS_MAX]; /* end at the first without a name */
    /* Turns the words into a number of seats and the game's own part of a position line, in
     * which it is the turn of the speaker, seat 0. `setup` has the options; its seats are
     * ignored. `contents` is what lies in the box, as a state has it. The error explains a
     * bad word; peck_decode finds impossible positions later. */
    enum peck_status (*line)(const struct peck_words *words, const struct peck_setup *setup,
                             const void *contents, int *seats, struct peck_text *line,
                             struct peck_error *error);
    /* Reads a box file into the bytes that a state ends with. NULL: nothing is assumed. */
    bool (*box)(struct peck_box_file *file, void *contents);
    /* Adds clauses that say what the action does. NULL: nothing to say. */
    void (*what)(const struct peck_seat *seat, uint32_t action, struct peck_reason *reason);
    /* Makes the table for a position, even one before a chance ply; false: there is none.
     */
    bool (*table)(const void *view, struct peck_advice_table *table);
};

/* What lies in the box, as the bytes that a state ends with: as the rules assume, or as a
 * box file says. On failure the error names the line, and nothing is written. */
void peck_contents_assumed(const struct peck_game *game, union peck_contents *contents);
enum peck_status peck_contents_read(const struct peck_game *game, const char *text,
                                    size_t length, union peck_contents *contents,
                                    struct peck_error *error) PECK_MUST_USE;

/* NULL for a game that has only bots. */
const struct peck_advice *peck_advice_of(const struct peck_game *game);
/* The number of a game's words; the index of the one with this name, or -1. The name ends
 * after `length` bytes. */
int peck_word_count(const struct peck_game *game);
int peck_word_find(const struct peck_game *game, const char *name, size_t length);

#endif
