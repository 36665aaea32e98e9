/* store.h — the store: the logs of all tables and the people who play, in a database.
 *
 * store_append(table, number, step) takes effect durably, or reports that somebody else
 * has appended a step of that number, or that the step before is not the one it follows.
 * Only after its answer may anything be acknowledged or sent on. The primary key (table,
 * number) is the referee; there are no locks and no leases. A row of `tables` has what
 * must be found without reading logs: whether a table is listed, its phase, and when the
 * server has to act by itself (`due`).
 *
 * Threads: one writes, one reads logs for the hub, and everybody else shares a third
 * connection. store_append and store_read_later never wait; their `done` is called on one
 * of the store's threads. All other functions wait for the database and are for worker
 * threads. Names and steps are copied or taken over as each function says. */
#ifndef SERVER_STORE_H
#define SERVER_STORE_H

#include "db.h"
#include "table.h"

enum { STORE_TABLE = 24 }; /* bytes of a table's name with its NUL */

/* What a notice begins with that is of no table: `ban WHO`, `mute WHO`, `unmute WHO`. No
 * table has these names. */
extern const char store_ban[], store_mute[], store_unmute[];

struct store;

enum append_result { APPEND_DONE, APPEND_CONFLICT, APPEND_FAILED };

/* What the row of a table says after a step. */
struct summary {
    const char *game;
    bool listed;
    enum phase phase;
    int seats, players;                         /* seats there are, and seats taken */
    char persons[PECK_SEATS_MAX * STEP_PERSON]; /* of each seat, with a comma behind */
    uint32_t movers;                            /* seats that may act */
    int64_t turner; /* the one seat that may, as a bit: somebody may be alerted. 0: as
                       before, for chance is to act. -1: nobody is alerted here */
    int64_t due;    /* INT64_MAX: never */
    int64_t touched;
};
struct summary table_summary(const struct table *table);

/* A step to be appended. The answer comes on the store's thread; `reason` is a sentence
 * when it failed. */
struct append {
    char table[STORE_TABLE];
    uint64_t seq;
    uint64_t previous; /* hash of the step before it, which must be there; 0: any */
    char *step;        /* JSON, allocated; the store frees it */
    struct summary summary;
    void (*done)(void *context, enum append_result result, const char *reason);
    void *context;
};

/* Opens or makes the database and brings its schema up to date. NULL with the sentence. A
 * file of SQLite is one store's alone, since only one may write to it: a lock on the file
 * `PATH.lock` says whose, and goes with the process. */
struct store *store_open(const char *where, struct peck_error *error);
/* Answers what was asked, then closes. */
void store_close(struct store *store);
/* Never waits. */
void store_append(struct store *store, const struct append *append);
/* The same, but waits for the answer: for worker threads. `done` is not called. */
enum append_result store_append_now(struct store *store, const struct append *append);

/* A part of a log that is to be read, and what came of it. */
struct log_reading {
    char table[STORE_TABLE];
    uint64_t seq;  /* from this number on */
    uint64_t hash; /* of the step before, as the reader knows it; 0: it does not */
    void (*done)(struct log_reading *reading);
    void *context;
    /* The answer: */
    bool fine;     /* else `error` says why not */
    bool replaced; /* the log has no such step before: the reader's own copy is wrong */
    bool damaged;  /* the step of the number `at` is not what was appended */
    uint64_t at;
    uint64_t last; /* hash of the last step read, or `hash` */
    struct peck_error error;
    uint32_t count;           /* steps … */
    struct peck_buffer steps; /* … one behind the other, each with a NUL behind it */
    struct log_reading *next;
};
/* Never waits: `done` is called on the store's thread, and the reading is the caller's
 * again. */
void store_read_later(struct store *store, struct log_reading *reading);

/* These wait, so they are for worker threads, and are safe on several, but one waits for
 * the other. The same as above, without `done`: PECK_OK when the store has answered. */
enum peck_status store_read_now(struct store *store,
                                struct log_reading *reading) PECK_MUST_USE;
/* The steps of a table from number `seq` on, in order, while all others wait: */
typedef bool store_step(void *context, uint64_t seq, const char *json, size_t count);
enum peck_status store_read(struct store *store, const char *table, uint64_t seq,
                            store_step *step, void *context,
                            struct peck_error *error) PECK_MUST_USE;
/* Tables for which the server has to act by itself up to a moment, the earliest first. */
typedef bool store_due(void *context, const char *table, int64_t due);
enum peck_status store_find_due(struct store *store, int64_t until, int limit,
                                store_due *due, void *context,
                                struct peck_error *error) PECK_MUST_USE;
/* Statements of other modules: a write goes through the one writing thread, in a
 * transaction of its own. */
enum peck_status store_write(struct store *store, const struct db_call *calls, size_t count,
                             int64_t *changed, struct peck_error *error) PECK_MUST_USE;
/* The statement that tells all other processes ($1) when its write is done; NULL where
 * there are none. */
const char *store_notice(const struct store *store);
enum peck_status store_ask(struct store *store, const struct db_call *call, db_row *row,
                           void *context, struct peck_error *error) PECK_MUST_USE;

/* Notes that a step was found damaged, in the log of the server and in the count of
 * store_damages. Safe on any thread. */
void store_note_damage(struct store *store, const char *table, uint64_t seq);
uint64_t store_damages(const struct store *store);

#endif
