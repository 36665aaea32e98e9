/* place.h — a table in the memory of a process: the fold of its log, who looks at it, what
 * waits to be decided, and what its bots are about. Inner to the hub. */
#ifndef SERVER_PLACE_H
#define SERVER_PLACE_H

#include "hub.h"

struct waiting {
    struct command command;
    struct client *client; /* NULL: the server's own, or of somebody who has gone */
};

struct client {
    void *socket;
    struct place *place; /* NULL before hello */
    int seat;            /* or BY_SPECTATOR */
    bool has_token;
    uint8_t token[PECK_HASH]; /* its hash */
    char person[STEP_PERSON]; /* as its cookie says; "": without one */
    uint32_t seen;            /* plies it was told of */
    struct client *next;      /* at the same table */
};

struct place {
    char id[STORE_TABLE];
    struct table table;
    bool busy; /* a step is on its way: the table has it, the clients have not */
    struct waiting *queue; /* the first is the one on its way while busy */
    uint32_t count, room;
    struct client *clients;
    uint32_t thinking; /* seats that a bot thinks for */
    uint32_t meant;    /* seats that mean to play … */
    struct {
        uint32_t action, ply;
        int64_t at; /* … this, then */
    } plan[PECK_SEATS_MAX];
    /* Of a table whose first step is on its way: whom to tell. */
    void (*opened)(void *context, const char *table, const char *reason);
    void *context;
    struct place *next; /* in the same bucket */
};

enum { BUCKETS = 1024 };

struct hub {
    struct host host;
    struct place *buckets[BUCKETS];
    struct peck_names *names; /* one for each game, by its number in the registry */
};

/* The table of that name, if it is in memory. */
struct place *place_find(struct hub *hub, const char *id);
/* Appends a command to what waits; `client` may be NULL. False when memory is out. */
bool place_push(struct place *place, const struct command *command, struct client *client);
/* Decides what waits, and what the table does by itself, as far as that goes without an
 * answer of the store. */
void place_pump(struct hub *hub, struct place *place);
/* Of the pump: lets bots think that have to, appends what they meant when its time has
 * come, looks at the clocks, and asks to be woken for the next of these. In agenda.c. */
void place_schedule(struct hub *hub, struct place *place);

#endif
