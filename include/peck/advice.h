/* advice.h — what the advisor knows of single games: a position told in plain words, what
 * an action does in a few words, and chances worth a table. All of it is optional, but that
 * a game with words has a `line` that understands them.
 *
 * Sentences are not written here but named: a clause is a message of the catalogue and the
 * numbers it speaks of, and a door says it in its reader's language. */
#ifndef PECK_ADVICE_H
#define PECK_ADVICE_H

#include <peck/bot.h>

/* A plain word for one part of a position: on the command line the flag `--name VALUE`.
 * Each game has words of its own; games may use the same name and mean different things. */
struct peck_word {
    const char *name;
    const char *value; /* what help calls its value: `TILES` */
    const char *help;  /* one line of English */
};
enum { PECK_WORDS_MAX = 16 }; /* of one game */

/* What was said: the value of each of the game's words, in their order, or NULL. */
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
    bool notation; /* how a thing is written: nothing to say where it is drawn */
};
struct peck_reason {
    uint32_t count;
    struct peck_clause clause[PECK_CLAUSES_MAX];
};
/* Adds a clause; returns it, to be filled in further. */
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
    /* Of who plays as the last column has it: what it brings in the mean, and the chance
     * that it brings nothing; told below the table by a message with {gain} and {risk}. */
    double gain, risk;
    const char *note;
};

struct peck_advice {
    struct peck_word words[PECK_WORDS_MAX]; /* up to the first without a name */
    /* The seats that the words speak of, and the game's own part of a position line, in
     * which the speaker is seat 0 and on turn. `setup` has the options; its seats say
     * nothing. What is wrong with a word is told; what cannot be is found by peck_decode
     * afterwards. */
    enum peck_status (*line)(const struct peck_words *words, const struct peck_setup *setup,
                             int *seats, struct peck_text *line, struct peck_error *error);
    /* What the action does: clauses, added to the reason. NULL: nothing to say. */
    void (*what)(const struct peck_seat *seat, uint32_t action, struct peck_reason *reason);
    /* The table for a position, also one before a chance ply; false: there is none here. */
    bool (*table)(const void *view, struct peck_advice_table *table);
};

/* NULL where nothing is known beyond the bots. */
const struct peck_advice *peck_advice_of(const struct peck_game *game);
/* The number of a game's words; the index of the one with this name, or -1. The name ends
 * after `length` bytes. */
int peck_word_count(const struct peck_game *game);
int peck_word_find(const struct peck_game *game, const char *name, size_t length);

#endif
