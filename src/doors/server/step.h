/* step.h — steps: the entries of a table's log, in memory and as JSON.
 *
 * A step is what was appended at once: one or more events that take effect together, and
 * the time. The first step of a table also has its terms. Steps are stored and read as
 * JSON. step_read accepts any bytes and refuses what is not a step with a sentence, so a
 * damaged store leads to an error message and not to a crash.
 *
 * Steps hold secrets: hashes of tokens, the secret of the dice, hidden cards. They never
 * leave the server; tell.h makes what does. */
#ifndef SERVER_STEP_H
#define SERVER_STEP_H

#include <peck/fair.h>

enum {
    STEP_TEXT = 512,      /* bytes of an event's text with its NUL: the longest is chat */
    STEP_ID = 40,         /* of a client's name for its message: a UUID has 36 */
    STEP_PERSON = 24,     /* of the server's name for a guest or an account */
    STEP_EVENTS_MAX = 512 /* the longest deal is 72 tiles and 6 turns */
};

/* Replaces a line of chat whose author was forgotten. */
#define STEP_FORGOTTEN "…"

enum event_kind {
    EVENT_SIT,   /* somebody sits down: text is the name, bytes the hash of the token */
    EVENT_BOT,   /* a bot sits down: text is its name */
    EVENT_LEAVE, /* the seat is free again, or in a match its bot plays on: text its name */
    EVENT_BACK,  /* the person plays again instead of the bot */
    EVENT_READY, /* bytes are the hash of the seat's part in the dice */
    EVENT_VALUE, /* bytes are that part */
    EVENT_BEGIN, /* all is there: the match begins */
    EVENT_PLY,   /* text is the action's name; seat may be chance */
    EVENT_CHAT,  /* text; a seat of -1 is a spectator */
    EVENT_PHRASE, /* the same, but text is the name of a quick phrase */
    EVENT_AGAIN,  /* would play another match */
    EVENT_NEXT,   /* text is the table of that match */
    EVENT_CLOSE,  /* nobody plays here any more: text is the reason */
    EVENT_FORGET, /* who sits there wants to be forgotten: no name, and nothing said;
                     seat -1: all that is theirs here, bytes the hash of the person */
    EVENT_REMOVE, /* as EVENT_LEAVE, and the person may not sit down here again */
    EVENT_SHRINK, /* the free seat is gone; those behind it move up */
    EVENT_GROW,   /* one seat more, behind the others */
    EVENT_SET,    /* text: the settings of the table, as step_settings_write has them */
    EVENT_REDRAW, /* somebody withheld a value: all get ready again; bytes a new secret */
    EVENT_HOST,   /* the table belongs to whoever sits there */
    EVENT_MUTE,   /* bytes begin with whom nobody hears here (table_speaker): text "on", or
                     "off" when they are heard again */
    EVENT_DELETE, /* nobody sees that line of chat any more: text is its number */
    EVENT_LINK,   /* text: a ply, bytes: the seat's link for it (fair.h) */
    EVENT_ASK,    /* would take back their last ply and what came after it */
    EVENT_AGREE,  /* lets them */
    EVENT_REFUSE, /* does not: nobody asks any more */
    EVENT_UNDO,   /* all have agreed: it is taken back */
    EVENT_KINDS
};

struct event {
    enum event_kind kind;
    int seat; /* -1: nobody's; PECK_CHANCE: chance's */
    int by;   /* the seat that caused it; -1: a spectator or the server */
    char text[STEP_TEXT];
    char id[STEP_ID];         /* of the client's message that caused it; "": none did */
    char person[STEP_PERSON]; /* who sits down, for ratings and history; "": nobody known */
    uint8_t bytes[PECK_HASH];
};

/* Who may chat at a table. */
enum chat_kind { CHAT_ALL, CHAT_SEATED, CHAT_NOBODY, CHAT_KINDS };
extern const char *const step_chat_names[CHAT_KINDS];

/* What the host of a table can change at any time. All zeros are the defaults. */
struct settings {
    enum chat_kind chat;
    bool unwatched; /* only people with a seat see the match */
    bool many;      /* one person may have several seats */
};
/* As three words, "players unwatched one", and back; false for anything else. */
void step_settings_write(const struct settings *settings, char text[STEP_TEXT]);
bool step_settings_read(const char *text, struct settings *settings);

enum clock_kind { CLOCK_NONE, CLOCK_MOVE, CLOCK_TOTAL, CLOCK_KINDS };
extern const char *const step_clock_names[CLOCK_KINDS];

/* What was agreed when the table was opened. */
struct terms {
    const struct peck_game *game;
    struct peck_setup setup;
    bool listed, rated;
    bool links; /* players have a part in every outcome (fair.h) */
    enum clock_kind clock;
    int64_t time; /* ms for a move, or for all of a seat's moves */
    uint8_t secret[PECK_HASH], commitment[PECK_HASH];
    char host[STEP_PERSON];      /* to whom the table belongs at first; "": nobody known */
    char table[PECK_FAIR_TABLE]; /* its name, to which the commitment is bound; "": of a
                                    table with fair dice of version 1 */
};

struct step {
    int64_t at; /* ms since 1970 */
    bool opens; /* has terms: the first of a table, and no other */
    struct terms terms;
    struct event *events; /* the step owns them */
    uint32_t count, room;
};

void step_free(struct step *step);
/* An event to be filled in, blank but for the kind and the seat; NULL when memory or
 * STEP_EVENTS_MAX is out. */
struct event *step_add(struct step *step, enum event_kind kind, int seat);
/* As JSON, appended to the buffer. */
enum peck_status step_write(const struct step *step,
                            struct peck_buffer *buffer) PECK_MUST_USE;
/* From JSON. On failure there is nothing to free. */
enum peck_status step_read(const char *bytes, size_t count, struct step *step,
                           struct peck_error *error) PECK_MUST_USE;

/* Over a step as the store has it, at its place. Never 0, which stands for a step of which
 * nobody knows the hash. */
uint64_t step_hash(const char *table, uint64_t seq, const char *bytes, size_t count);

#endif
