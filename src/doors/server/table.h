/* table.h — a table: a match with people around it, computed from its log of steps.
 *
 * table_fold builds the table from its steps, in order; nothing else changes one. It uses
 * no clock, no store and no network, so the same log gives the same table in every process,
 * and a table can be dropped from memory at any time. table_decide (decide.h) says which
 * step a command would append; the step takes effect when the store has it and it is
 * folded.
 *
 * How a match begins: everybody who sits down sends `ready` with the hash of a value. When
 * no seat is free and all persons are ready, they show their values, and with the last
 * value the match begins. Chance is that of fair.h; every step that lets chance act
 * contains chance's plies. Where chance is open, it waits for a link of every player who
 * sits there, and for TABLE_LINK_MS at most. Whoever missed that is not awaited again
 * before showing a link, so somebody who has gone holds nobody up.
 *
 * Times are ms since 1970, as the steps have them. The caller owns the table and frees what
 * it has allocated with table_free. A table belongs to one thread at a time. */
#ifndef SERVER_TABLE_H
#define SERVER_TABLE_H

#include "step.h"

#include <peck/character.h>

/* The bot that plays for somebody who has left, or whose time is up. */
#define STAND_IN "normal"
/* Why the server itself closes a table. */
#define TABLE_NOBODY "nobody came"

enum {
    TABLE_CHAT = 50,        /* lines of chat that are sent … */
    TABLE_CHAT_ROOM = 64,   /* … and kept, so that table_return finds the oldest of them */
    TABLE_PLIES_AT = 64,    /* steps whose number of plies is known */
    TABLE_SHOW_MS = 20000,  /* to show a value; then the seat has no part in the dice */
    TABLE_LINK_MS = 3000,   /* to show a link; then the outcome is made without it */
    TABLE_MISSES = 10,      /* links that a seat may be awaited for in vain */
    TABLE_AGAIN_MS = 60000, /* from the first `again` to a next match without the others */
    TABLE_EMPTY_MS = 24 * 3600 * 1000,    /* a match is awaited where nobody sits … */
    TABLE_IDLE_MS = 7 * 24 * 3600 * 1000, /* … and where somebody does */
    TABLE_TALK = 3000,                    /* steps of a log; then nobody chats any more … */
    TABLE_STEPS = 4000, /* … and it takes only what comes to an end by itself */
    TABLE_LATE = 3,     /* times in a row that a seat's time is up, and its bot plays on */
    TABLE_CHAT_TEXT = 301, /* bytes of a line of chat with its NUL */
    TABLE_REMOVED = 16,    /* people who may not sit down again; then the oldest may */
    TABLE_MUTED = 16,      /* people whom nobody hears; then the first of them is heard */
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
extern const char *const table_phase_names[PHASES];

enum sitter { SITTER_NONE, SITTER_PERSON, SITTER_BOT };

struct chair {
    enum sitter sitter;
    bool away;                  /* a person left in the match, and the bot plays on … */
    bool removed;               /* … for good: the host does not want them back */
    char name[PECK_PLAYER_MAX]; /* of the person */
    char bot[TABLE_BOT_NAME];   /* that sits here, or plays on */
    char person[STEP_PERSON];   /* the server's name for it, never sent */
    uint8_t token[PECK_HASH];   /* SHA-256 of the person's */
    bool ready, shown, again;
    bool withheld;     /* did not show the value in time, the last time */
    uint8_t late;      /* times in a row that somebody else had to act for it */
    bool silent;       /* showed no link for the last outcome, so it is not awaited … */
    uint8_t missed;    /* … as it was so many times, in vain */
    uint32_t unlinked; /* outcomes without a link of its own */
    int64_t since;     /* it may act since then; 0: it may not */
    int64_t used;      /* of a total clock, before `since` */
};

/* Seats change hands and numbers before the match, so a line knows its author. */
struct chat_line {
    uint64_t author;            /* table_author of the chair; 0: a spectator */
    char name[PECK_PLAYER_MAX]; /* of the author then; "": a spectator */
    char person[STEP_PERSON];   /* who it is, never sent; "": unknown */
    bool phrase;                /* text is the name of a quick phrase */
    int64_t at;
    char text[TABLE_CHAT_TEXT];
};

/* A message that took effect. */
struct answered {
    uint64_t hash; /* of its author and its id */
    uint64_t seq;  /* of the step */
};

struct table {
    uint64_t seq;  /* steps folded: the number of the next one */
    uint64_t hash; /* of the last of them (step_hash); set by whoever folds */
    int64_t opened, touched;
    struct terms terms;
    enum phase phase;
    int64_t showing; /* since when values are awaited */
    int64_t linking; /* since when links are awaited for an outcome; 0: none is due */
    uint32_t given;  /* the seats that have shown theirs */
    struct chair chairs[PECK_SEATS_MAX];
    struct peck_fair fair; /* commitment and secret from the start, values as they come */
    uint8_t key[PECK_HASH];
    struct peck_match match;
    struct chat_line *chat;            /* TABLE_CHAT_ROOM; NULL when nothing was said */
    uint32_t chat_count;               /* since the start; the last ones are kept */
    uint32_t plies_at[TABLE_PLIES_AT]; /* after step i, at i % TABLE_PLIES_AT */
    bool asked;                        /* somebody would take back their last ply: … */
    int asker;                         /* … that seat */
    uint32_t agreed;                   /* seats that let them, as bits */
    uint32_t undone;                   /* how often something was taken back */
    int64_t again;                     /* when the first asked for another match; 0: none */
    struct answered *answered;
    uint32_t answered_count, answered_room;
    char next[STEP_ID];     /* the table of the next match; "": none */
    char host[STEP_PERSON]; /* to whom the table belongs; "": nobody known */
    struct settings settings;
    char removed[TABLE_REMOVED][STEP_PERSON];
    uint32_t removed_count;      /* since the start; the last ones are kept */
    uint64_t muted[TABLE_MUTED]; /* by table_speaker; 0 behind the last */
    uint64_t deleted;            /* of the lines of `chat` that are kept, as bits */
    char *why;                   /* an administrator has closed it; NULL: none has */
};

/* An empty table is all zeros; the first step opens it. A step that cannot be is refused
 * with PECK_BAD_RECORD, and the table must then be thrown away. `names` is a memory that
 * the tables of one game share. */
enum peck_status table_fold(struct table *table, struct peck_names *names,
                            const struct step *step,
                            struct peck_error *error) PECK_MUST_USE;
void table_free(struct table *table);
/* Undoes one fold, and also one that failed: `before` is a plain copy of the table from
 * before it. What a table has allocated only grows, so it stays the table's. */
void table_return(struct table *table, const struct table *before);

/* How many plies are left when a seat takes back its last one; UINT32_MAX: it has none. */
uint32_t table_plies_before(const struct table *table, int seat);

/* The seat of a token's hash, compared in constant time; -1: none. */
int table_seat(const struct table *table, const uint8_t token[PECK_HASH]);

/* A name for whoever sits there, as long as they do; 0: a spectator. */
uint64_t table_author(const struct table *table, int seat);
/* Whether the table belongs to that person, or to whoever sits there: they may have brought
 * their seat to another device. */
bool table_hosted(const struct table *table, int seat, const char *person);
/* Whether only people with a seat, and the host, may see the table now. */
bool table_unwatched(const struct table *table);
/* Whether the host has removed that person. */
bool table_removed(const struct table *table, const char *person);
/* A name for somebody who chats, which is nobody else's: of their person, or else of their
 * seat. All spectators of whom nothing is known have the same one. Never 0. */
uint64_t table_speaker(const struct table *table, int seat, const char *person);
/* Whether nobody hears whoever has that name. */
bool table_mutes(const struct table *table, uint64_t who);
/* Whether nobody hears whoever sits there (-1: nowhere), or is that person. */
bool table_muted(const struct table *table, int seat, const char *person);
/* The line of chat of that number; NULL: it is too old, to come, or deleted. */
const struct chat_line *table_line(const struct table *table, uint32_t number);
/* The same of whoever said that line. */
uint64_t table_line_speaker(const struct chat_line *line);
/* The terms with one seat less or more; false when the game cannot be played like that. */
bool table_resized(const struct table *table, int seats, struct terms *terms);

/* How many plies there were after that many steps; false when that is long ago or to come.
 */
bool table_plies_at(const struct table *table, uint64_t seq, uint32_t *plies);

/* The step that a seat's message was answered with; false: it is new. */
bool table_answered(const struct table *table, int seat, const char *id, uint64_t *seq);

/* The seats whose links are awaited, or would be if an outcome were due. */
uint32_t table_awaited(const struct table *table);

/* Who has something to do without being asked, and when (ms since 1970). */
enum due_kind {
    DUE_NOTHING,
    DUE_BOT,   /* seat: a bot's turn, now */
    DUE_TIME,  /* seat: its time is up */
    DUE_SHOW,  /* the time to show values is up */
    DUE_ROLL,  /* the time to show links is up, or all are there */
    DUE_NEXT,  /* the table of the next match is to be opened */
    DUE_CLOSE, /* nobody has come for too long */
};
struct due {
    enum due_kind kind;
    int seat;
    int64_t at;
};
struct due table_due(const struct table *table);
/* The hen that plays at a seat; NULL: no bot of a level sits there. */
const struct peck_character *table_character(const struct table *table, int seat);
/* When the time of a seat that may act is up; 0: never. */
int64_t table_deadline(const struct table *table, int seat);

#endif
