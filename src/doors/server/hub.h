/* hub.h — connects players, tables, bots and clocks; knows no sockets, threads or time.
 *
 * The hub has clients on one side and the store on the other. Sockets, threads, randomness
 * and the clock are lent by a *host*: in `peck serve` that is libuv (host.c), in
 * tests/server a seeded scheduler. All functions here run on one thread, the host's loop,
 * and never wait; a function of the host that takes time answers later with a call of
 * hub_appended, hub_read or hub_thought.
 *
 * A table is in memory while somebody looks at it or it has something to do; memory holds
 * nothing that the log lacks. At most one step of a table is on its way to the store at a
 * time, or its log is being read. Meanwhile commands wait in the order of their arrival,
 * and that order decides a race. The hub answers a client, and shows the table to others,
 * only when the store has the step (docs/reference/protocol.md).
 *
 * Times are ms since 1970. The hub owns its clients and tables; `socket` is a pointer of
 * the host's that it only hands back. */
#ifndef SERVER_HUB_H
#define SERVER_HUB_H

#include "message.h"
#include "store.h"

#include <peck/bot.h>

struct hub;
struct client; /* a connection to a table */

/* What a bot is to think about; filled by the hub, and the host may carry it to another
 * thread. */
struct thinking {
    char table[STORE_TABLE];
    int seat;
    uint64_t seq; /* of the table when it was asked */
    uint32_t ply;
    uint32_t undone; /* of the table then: what was taken back since makes it worthless */
    struct peck_match match; /* a copy with its own plies; the hub frees it */
    struct peck_player player;
    uint64_t seed;
    int64_t asked; /* when */
    bool race;     /* several may act at once */
    bool late;     /* asked for somebody whose time is up: to dare nothing */
    /* The answer, a whole move: */
    uint32_t actions[PECK_MOVE_MAX], count, delay;
};
/* Thinks, on any thread. */
void agenda_think(struct thinking *thinking);

/* What the hub asks of its host. */
struct host {
    void *context;
    int64_t (*now)(void *context); /* ms since 1970 */
    void (*random)(void *context, void *bytes, size_t count);
    /* Answers later, on the hub's thread, with hub_appended. */
    void (*append)(void *context, const struct append *append);
    /* Answers later, on the hub's thread, with hub_read: the log from that number on,
     * behind a step of that hash (see struct log_reading). */
    void (*read)(void *context, const char *table, uint64_t seq, uint64_t hash);
    /* That step of a log is damaged; NULL: nobody wants to know. */
    void (*damaged)(void *context, const char *table, uint64_t seq);
    /* Answers later, on the hub's thread, with hub_thought. */
    void (*think)(void *context, struct thinking *thinking);
    /* Calls hub_wake for the table at that moment; a later call for it replaces this one.
     */
    void (*wake)(void *context, const char *table, int64_t at);
    void (*send)(void *context, void *socket, const char *bytes, size_t count);
    /* A client that was sent an error: disconnect it soon, not now, with hub_leave. */
    void (*drop)(void *context, void *socket);
    /* Brings a text of at most 63 bytes to hub_announced of the other processes, or not: it
     * may be lost. NULL where there are no others. */
    void (*announce)(void *context, const char *table, const char *text);
    /* So many people are connected to a table: here, or at another process. NULL where
     * nobody wants to know. */
    void (*crowd)(void *context, const char *table, uint32_t people, bool here);
};

struct hub *hub_new(const struct host *host);
void hub_free(struct hub *hub);
/* How many tables are in memory. */
uint32_t hub_tables(const struct hub *hub);

/* Somebody has connected; `socket` is the host's name for them, `person` the server's: what
 * their cookie says, or "". */
struct client *hub_join(struct hub *hub, void *socket, const char *person);
void hub_leave(struct hub *hub, struct client *client);
const char *hub_person(const struct client *client);
/* From now on its chat is refused at every table, or no longer. */
void hub_mute(struct client *client, bool muted);
/* Handles a message. False: it was not a message of the protocol; the client got an error,
 * and the connection should be closed. */
bool hub_hear(struct hub *hub, struct client *client, const char *bytes, size_t count);

/* Opens a table on these terms, but with a new secret; the answer comes with
 * `opened`: its name, or NULL and the reason. */
void hub_open(struct hub *hub, const struct terms *terms,
              void (*opened)(void *context, const char *table, const char *reason),
              void *context);

void hub_appended(struct hub *hub, const char *table, uint64_t seq,
                  enum append_result result);
void hub_read(struct hub *hub, const struct log_reading *reading);
void hub_thought(struct hub *hub, struct thinking *thinking);
/* The socket of a client at a table, of one with a seat if possible; NULL: there is none.
 */
void *hub_watcher(struct hub *hub, const char *table);
/* The person who opened a table, if it is in memory; "": unknown. */
const char *hub_opener(struct hub *hub, const char *table);
/* The seats with a connection, here or at another process; false: nobody is connected to
 * that table here, so this process does not know. */
bool hub_here(struct hub *hub, const char *table, uint32_t *seats);
void hub_wake(struct hub *hub, const char *table);
/* Another process has appended to this table. */
void hub_notice(struct hub *hub, const char *table);
/* Notices may have been lost: any table may have been appended to. */
void hub_notice_all(struct hub *hub);
/* Another process, or this one, has announced something about this table. */
void hub_announced(struct hub *hub, const char *table, const char *text);

#endif
