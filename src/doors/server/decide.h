/* decide.h — decides what a command does at a table: a step to append, or a refusal.
 *
 * A command is what a player or the server wants to do. Whoever brings it has checked its
 * form (message.c) and who sends it. table_decide answers with a step to append or with a
 * typed refusal and a sentence; it never changes the table, so it may be called again.
 * Another process may append first: then the store reports a conflict, the table is folded
 * on, and the same command is decided again. A refusal is only final for a table that has
 * all of its log: a process that lags behind could refuse a repeated message as stale. */
#ifndef SERVER_DECIDE_H
#define SERVER_DECIDE_H

#include "table.h"

enum command_kind {
    COMMAND_SIT,  /* target, text: the name, bytes: the hash of the token */
    COMMAND_BOT,  /* target, text: the bot */
    COMMAND_FREE, /* target: a bot's seat is free again */
    COMMAND_LEAVE,
    COMMAND_BACK,
    COMMAND_READY,  /* bytes: the hash */
    COMMAND_SHOW,   /* bytes: the value */
    COMMAND_LINK,   /* ply, bytes: the link for it */
    COMMAND_ACT,    /* text: a move; ply: the number the client thinks it has */
    COMMAND_CHAT,   /* text */
    COMMAND_PHRASE, /* text: the name of a quick phrase */
    COMMAND_AGAIN,
    COMMAND_ASK,   /* to take back one's last move */
    COMMAND_AGREE, /* to what somebody else asks */
    COMMAND_REFUSE,
    COMMAND_REMOVE, /* target: a person whom the host does not want here */
    COMMAND_SHRINK, /* target: a free seat that is not needed */
    COMMAND_GROW,
    COMMAND_SET,  /* text: the settings, as step_settings_write has them */
    COMMAND_HOST, /* target: to whom the host hands the table over */
    COMMAND_MUTE, /* ply: a line of chat, whose author nobody hears: text "on", or "off" */
    COMMAND_DELETE, /* ply: a line of chat that nobody is to see; the server's, too */
    COMMAND_GONE,   /* the server's: target, bytes: the token of somebody long gone */
    COMMAND_NEXT,   /* the server's: text is the new table */
    COMMAND_CLOSE,  /* the server's: text is the reason; "": that it is due */
    COMMAND_BEGIN,  /* the server's: the time to show values is up; bytes: a new secret */
    COMMAND_ROLL,   /* the server's: the time to show links is up */
    COMMAND_KINDS
};

enum { BY_SPECTATOR = -1, BY_SERVER = -2 };

struct command {
    enum command_kind kind;
    int by;     /* a seat that proved its token, or one of the above */
    int target; /* a seat; of COMMAND_ACT by the server: for whom */
    uint32_t ply;
    char text[STEP_TEXT];
    char id[STEP_ID];
    char person[STEP_PERSON]; /* the person, according to the connection */
    uint8_t bytes[PECK_HASH];
};

/* Every refusal has a code of the protocol (decide_refusal_names) and a sentence. */
enum refusal {
    REFUSED_NOT,
    REFUSED_REPEAT, /* the message took effect before: `seq` says with which step */
    REFUSED_SEAT,   /* only people with a seat can do this */
    REFUSED_TURN,
    REFUSED_ILLEGAL,
    REFUSED_STALE, /* the table has moved on since the client looked */
    REFUSED_PHASE,
    REFUSED_TAKEN,
    REFUSED_WORDS, /* a bad name, bot or text */
    REFUSED_VALUE, /* a value that is not the one of the hash */
    REFUSED_MEMORY,
    REFUSED_STORE, /* the hub's: the store does not answer */
    REFUSED_FAST,  /* the hub's: too much at once */
    REFUSED_MUCH,  /* the log is long enough */
    REFUSED_HOST,  /* only the host can do this */
    REFUSED_SEATS, /* the game cannot be played with so many */
    REFUSED_WISH,  /* the host of the table does not want this */
    REFUSED_MUTED, /* nobody hears this person */
    REFUSED_LINE,  /* there is no such line of chat */
    REFUSALS
};
extern const char *const decide_refusal_names[REFUSALS];

/* The quick phrases, as keys of the catalogue; without `phrase.` they are their names. */
enum { PHRASES = 12 };
extern const char *const decide_phrase_keys[PHRASES];

struct decision {
    enum refusal refusal;
    uint64_t seq;     /* of REFUSED_REPEAT */
    struct step step; /* of REFUSED_NOT; to be freed */
    char sentence[240];
};

struct decision table_decide(const struct table *table, const struct command *command,
                             int64_t now);

#endif
