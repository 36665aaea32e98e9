/* desk.h — hubs without a network, for tests that want to see one thing at a time.
 *
 * A desk has a store in memory, a clock that is moved by hand, and guests who keep the last
 * message of each kind. Randomness follows from the seed, and nothing fails unless the test
 * asks for it. DESK_MUST aborts, so fuzz targets can use desks too. */
#ifndef TESTS_DESK_H
#define TESTS_DESK_H

#include "logs.h"

#include "doors/server/hub.h"

enum { DESK_HUBS = 2 };

struct desk;
struct desk_process {
    struct desk *desk;
    struct hub *hub;
};

struct desk_append {
    int hub;
    struct append append;
};

struct desk_reading {
    int hub;
    struct log_reading reading;
};

struct desk_thought {
    int hub;
    struct thinking *thinking;
};

struct desk_notice {
    int hub; /* from which */
    char table[STORE_TABLE], text[64];
};

enum { DESK_PENDING = 64 };

struct desk {
    int64_t now;
    struct peck_rng rng;
    struct desk_process process[DESK_HUBS];
    struct logs logs;
    struct desk_append appends[DESK_PENDING];
    struct desk_reading readings[DESK_PENDING];
    struct desk_thought thoughts[DESK_PENDING];
    struct desk_notice notices[DESK_PENDING];
    uint32_t append_count, reading_count, thought_count, notice_count;
    bool unreadable;          /* the store cannot be read */
    char opened[STORE_TABLE]; /* by the last desk_open */
};

/* The last message somebody received; "" before. */
struct guest {
    struct desk *desk;
    int hub;
    struct client *client;
    struct peck_buffer view, answer, presence, warning;
    uint32_t views, answers, presences, warnings;
    bool dropped; /* the hub wants the connection closed */
};

struct desk *desk_new(uint64_t seed);
void desk_free(struct desk *desk);
struct log *desk_log(struct desk *desk, const char *table);
/* Opens a table at the first hub, and returns its name. */
const char *desk_open(struct desk *desk, const struct terms *terms);
/* All answers of the store, thoughts and announcements, until nothing is left. */
void desk_run(struct desk *desk);
/* Time goes on, and whoever asked is woken. */
void desk_pass(struct desk *desk, int64_t ms);
/* A hub dies, and another takes its place. Its guests must have gone. */
void desk_restart(struct desk *desk, int hub);

/* Joins a hub; the guest must stay where it is until it leaves. */
void guest_join(struct guest *guest, struct desk *desk, int hub);
void guest_leave(struct guest *guest);
/* Sends one message and lets all come of it; false: the connection is to be closed. */
bool guest_send(struct guest *guest, const char *bytes, size_t count);
bool guest_say(struct guest *guest, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Joins and says hello; `token` is 64 digits, or NULL to look on. */
bool guest_hello(struct guest *guest, struct desk *desk, int hub, const char *table,
                 const char *token);
/* The same as somebody whom the server knows. */
bool guest_hello_as(struct guest *guest, struct desk *desk, int hub, const char *table,
                    const char *token, const char *person);
/* Whether the last answer has these words. */
bool guest_hears(const struct guest *guest, const char *words);

#endif
