/* table.h — a table: a match with people around it, as the fold of its log.
 *
 * table_fold makes the table from its steps, in order, and nothing else does. It knows no
 * clock, no store and no network, so the same log gives the same table in any process, and
 * a table that is not in memory is nothing lost. table_decide says which step a command
 * would append, or why there is none; it changes nothing. The step takes effect when the
 * store has it and it is folded.
 *
 * How a match begins: everybody who sits says `ready` with the hash of a value; when no
 * seat is free and all persons are ready, they show the values, and with the last of them
 * the match begins. Chance is that of fair.h: every step that lets chance act has chance's
 * plies in it. */
#ifndef SERVER_TABLE_H
#define SERVER_TABLE_H

#include "step.h"

enum {
    TABLE_CHAT = 50,       /* lines that are remembered */
    TABLE_SHOW_MS = 20000, /* to show a value; then the seat has no part in the dice */
    TABLE_CHAT_TEXT = 301, /* bytes of a line of chat with its NUL */
    TABLE_BOT_NAME = 32,
};

enum phase {
    PHASE_GATHERING, /* people sit down and get ready */
    PHASE_SHOWING,   /* all hashes are there */
    PHASE_PLAYING,
    PHASE_OVER,
    PHASE_CLOSED,
    PHASES
};
extern const char *const phase_names[PHASES];

enum sitter { SITTER_NONE, SITTER_PERSON, SITTER_BOT };

struct chair {
    enum sitter sitter;
    bool away;                  /* a person left in the match, and the bot plays on */
    char name[PECK_PLAYER_MAX]; /* of the person */
    char bot[TABLE_BOT_NAME];   /* that sits here, or plays on */
    char person[STEP_PERSON];   /* the server's name for it, told to nobody */
    uint8_t token[PECK_HASH];   /* SHA-256 of the person's */
    bool ready, shown, again;
    int64_t since; /* it may act since then; 0: it may not */
    int64_t used;  /* of a total clock, before `since` */
};

struct chat_line {
    int seat; /* -1: a spectator */
    int64_t at;
    char text[TABLE_CHAT_TEXT];
};

/* A message that took effect. */
struct answered {
    uint64_t hash; /* of the seat and the message's id */
    uint64_t seq;  /* of the step */
};

struct table {
    uint64_t seq; /* steps folded: the number of the next one */
    int64_t opened, touched;
    struct terms terms;
    enum phase phase;
    int64_t showing; /* since when values are awaited */
    struct chair chairs[PECK_SEATS_MAX];
    struct peck_fair fair; /* commitment and secret from the start, values as they come */
    uint8_t key[PECK_HASH];
    struct peck_match match;
    struct chat_line chat[TABLE_CHAT];
    uint32_t chat_count; /* since the start; the last TABLE_CHAT are kept */
    struct answered *answered;
    uint32_t answered_count, answered_room;
    char next[STEP_ID]; /* the table of the next match; "": none */
};

/* An empty table is all zeros; the first step opens it. A step that cannot be is refused
 * with PECK_BAD_RECORD, and the table must then be thrown away. `names` is a memory that
 * the tables of one game share. */
enum peck_status table_fold(struct table *table, struct peck_names *names,
                            const struct step *step,
                            struct peck_error *error) PECK_MUST_USE;
void table_free(struct table *table);

/* The seat of a token's hash, compared in constant time; -1: none. */
int table_seat(const struct table *table, const uint8_t token[PECK_HASH]);

/* The step that a seat's message was answered with; false: it is new. */
bool table_answered(const struct table *table, int seat, const char *id, uint64_t *seq);

/* Who has something to do without being asked, and when (ms since 1970). */
enum due_kind {
    DUE_NOTHING,
    DUE_BOT,  /* seat: a bot's turn, now */
    DUE_TIME, /* seat: its time is up */
    DUE_SHOW, /* the time to show values is up */
};
struct due {
    enum due_kind kind;
    int seat;
    int64_t at;
};
struct due table_due(const struct table *table);
/* When the time of a seat that may act is up; 0: never. */
int64_t table_deadline(const struct table *table, int seat);

#endif
