/* place.h — a table in memory: its state, clients, waiting commands and plans of bots.
 *
 * Private to the hub: hub.c (commands and answers), reading.c (the log), agenda.c (bots and
 * clocks), opening.c (new tables) and presence.c (who is connected). A place belongs to the
 * hub's one thread. The essay in hub.c explains the life of a place. */
#ifndef SERVER_PLACE_H
#define SERVER_PLACE_H

#include "hub.h"

struct waiting {
    struct command command;
    struct client *client; /* NULL: the server's own, or of somebody who has gone … */
    bool has_token;        /* … with this token */
    uint8_t token[PECK_HASH];
    bool checked; /* the log was read since it was to be refused: now it may be */
};

/* Chat: this much of it in CHAT_MS. */
enum { CHAT_MS = 10000, CHAT_CLIENT = 5, CHAT_TABLE = 20, WAITING_CLIENT = 16 };
enum { SPEAK_SEATED, SPEAK_WATCHING, SPEAKERS }; /* each kind has its own budget */

struct client {
    void *socket;
    struct place *place; /* NULL before hello */
    int seat;            /* or BY_SPECTATOR */
    bool has_token;
    uint8_t token[PECK_HASH]; /* its hash */
    char person[STEP_PERSON]; /* as its cookie says; "": without one */
    bool muted;               /* an administrator lets them say nothing */
    bool sent_away;           /* it may not watch: it got the error and will be closed */
    bool told; /* it got a view, and so its seat; otherwise `since` is from its hello */
    uint64_t since;            /* it has seen the table with so many steps */
    uint32_t seen;             /* plies it was sent */
    int64_t said[CHAT_CLIENT]; /* when it chatted last; a ring */
    uint32_t said_count;
    struct client *next; /* at the same table */
};

struct present {
    uint32_t here;     /* seats with a connection */
    uint32_t watching; /* connections without a seat */
};

/* Another process at the same table. */
struct peer {
    uint64_t process;
    struct present present;
    int64_t until; /* it is believed; 0: there is none */
};
enum { PEERS = 8 };

struct presence {
    int64_t tell;     /* when a change is sent; 0: there was none */
    int64_t announce; /* when other processes are notified again */
    struct present told, announced, all;
    struct {
        uint64_t author; /* who sits there, as table_author says … */
        int64_t since;   /* … and has had no connection since then; 0: has one */
    } gone[PECK_SEATS_MAX];
    struct peer peers[PEERS];
};

struct place {
    char id[STORE_TABLE];
    struct table table;
    bool busy; /* a step is on its way: the table has it, the clients have not … */
    struct table *before;  /* … and this is a plain copy without it */
    bool reading;          /* the log is being read; never while busy */
    bool noticed;          /* the log may have more: it is to be read */
    struct waiting *queue; /* the first is the one on its way while busy */
    uint32_t count, room;
    struct client *clients;
    struct presence presence;
    int64_t said[SPEAKERS][CHAT_TABLE]; /* when somebody chatted last; rings */
    uint32_t said_count[SPEAKERS];
    uint32_t thinking; /* seats that a bot thinks for */
    uint32_t meant;    /* seats that mean to play … */
    struct {
        uint32_t actions[PECK_MOVE_MAX], count, ply;
        int64_t at;      /* … this, then */
        uint32_t undone; /* of the table when it was asked */
    } plan[PECK_SEATS_MAX];
    int64_t warned[PECK_SEATS_MAX]; /* `since` of the chair when it was warned */
    /* Of a table whose first step is being stored: whom to notify, or whose next table it
     * is. */
    void (*opened)(void *context, const char *table, const char *reason);
    void *context;
    char last[STORE_TABLE];
    bool opening;       /* its own next table's first step is on its way */
    int64_t ahead;      /* ms that its log is ahead of our clock, see place_now */
    int64_t retry;      /* not before then */
    struct place *next; /* in the same bucket */
};

enum { BUCKETS = 1024, RETRY_MS = 1000 };

struct hub {
    struct host host;
    uint64_t process; /* tells it from others */
    struct place *buckets[BUCKETS];
    struct peck_names *names; /* one for each game, by its number in the registry */
};

/* In hub.c. The table of that name, if it is in memory. */
struct place *place_find(struct hub *hub, const char *id);
/* A blank one; there must be none of that name. NULL when memory is out. */
struct place *place_new(struct hub *hub, const char *id);
void place_free(struct hub *hub, struct place *place);
/* The time at this table: never before its last step, whose clock may have been ahead of
 * ours. So no moment of the table is further away than it was when it was noted. */
int64_t place_now(const struct hub *hub, const struct place *place);
/* Asks to be woken at a moment of the table's time. */
void place_wake(struct hub *hub, const struct place *place, int64_t at);
/* Frees it when nobody looks, nothing waits and nobody thinks: the log is enough. */
void place_unload(struct hub *hub, struct place *place);
/* Folds a step and hands it to the store. False when memory is out. */
bool place_dispatch(struct hub *hub, struct place *place, const struct step *step);
/* Sends everybody the table as they may see it; or only those who have not got it yet. */
void place_show(struct hub *hub, struct place *place);
void place_greet(struct hub *hub, struct place *place);
/* Everybody is sent the same. */
void place_tell_all(struct hub *hub, struct place *place, const char *bytes, size_t count);
/* `id` is NULL for what answers no command. */
void hub_refuse(struct hub *hub, const struct client *client, const char *id,
                const char *code, const char *why);
/* Everything that waits is refused, because the store does not answer. */
void place_refuse_all(struct hub *hub, struct place *place);
/* Appends a command to what waits; `client` may be NULL. False when memory is out. */
bool place_push(struct place *place, const struct command *command, struct client *client);
/* Decides what waits, and what the table does by itself, as far as that goes without an
 * answer of the store. */
void place_pump(struct hub *hub, struct place *place);

/* In reading.c. Folds one step. False when the log is damaged or memory is out. */
bool place_fold(struct hub *hub, struct place *place, const struct step *step);
/* Asks for what the log has and the table has not. */
void place_read(struct hub *hub, struct place *place);

/* In agenda.c. Of the pump: lets bots think that have to, appends what they meant when its
 * time has come, looks at the clocks, and asks to be woken for the next of these. */
void place_schedule(struct hub *hub, struct place *place);

/* In opening.c. Opens the table of the next match, or finds it open. False: not now, but
 * after `retry`. */
bool place_open_next(struct hub *hub, struct place *place);
/* The store has answered: false when it was not about a first step. */
bool place_opened(struct hub *hub, struct place *place, enum append_result result);

/* In presence.c. Somebody has come, gone or changed seats. */
void presence_look(struct hub *hub, struct place *place);
/* Sends what is due and returns when it wants to be called again. */
int64_t presence_tend(struct hub *hub, struct place *place, int64_t now);
/* Before the match: somebody who sits and has had no connection for minutes. Returns the
 * seat, or -1 with the moment to look again. */
int presence_gone(struct place *place, int64_t now, int64_t *next);
/* The table goes from memory. */
void presence_end(struct hub *hub, struct place *place);

#endif
