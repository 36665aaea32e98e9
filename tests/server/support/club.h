/* club.h — helpers for tests of the HTTP API: browsers without sockets, whole matches.
 *
 * All share one store, which the command line names. What a helper itself needs, such as an
 * append that succeeds, it asserts in the running cmocka test. */
#ifndef TESTS_CLUB_H
#define TESTS_CLUB_H

#include "test.h"

#include "doors/server/api.h"
#include "doors/server/decide.h"

#include <jansson.h>

extern const char *where; /* the store: a file of SQLite, or PostgreSQL's URL */
extern const uint8_t secret[API_SECRET];
extern struct store *store;
extern struct api *api;

/* Runs the tests over the store that the command line names. A file is made again, because
 * leaderboards and lobbies have an end, which earlier runs would fill. */
int run_club(int argc, char **argv);

int64_t now_ms(void);

/* ---- A browser ---- */

/* It keeps its cookie, and what it was answered last. */
struct browser {
    char cookie[API_COOKIE];
    const char *address;
    const char *language; /* that it asks for; NULL: none */
    int status;
    struct response response;
    json_t *json; /* of the body, when it is JSON */
};

void forget_answer(struct browser *b);
/* Declares browsers that forget their last answer at the end of the block. */
#define BROWSER __attribute__((cleanup(forget_answer))) struct browser
/* Sends a request; `target` is a path with its query. Returns the status. */
int ask(struct browser *b, const char *method, const char *target, const char *body);
/* Sends a request, and expects a refusal of that status and code. */
void refused(struct browser *b, const char *method, const char *target, const char *body,
             int status, const char *code);
const char *text_of(struct browser *b, const char *name);
json_int_t number_of(const json_t *json, const char *name);
bool body_has(struct browser *b, const char *text);
/* The entry of a table in an array of them, or NULL. */
json_t *entry_of(struct browser *b, const char *array, const char *id);
/* Gives it a cookie of that person and moment. */
void prove(struct browser *b, const char *person, int64_t issued);
/* The person a cookie proves; "" when it proves nobody. */
void proven_by(const char *cookie, char person[STEP_PERSON]);
/* Its identity, according to the server. */
const char *person_of(struct browser *b, char person[STEP_PERSON]);

/* ---- Tables, played without a hub ---- */

struct played_table {
    char id[STORE_TABLE];
    struct table table;
    struct peck_names *names;
    struct peck_rng rng;
};

struct terms nothanks(int seats, bool rated);
/* A table of its own name, on these terms. */
void open_table(struct played_table *t, const struct terms *terms);
void close_table(struct played_table *t);
void command(struct played_table *t, const struct command *command);
void sit(struct played_table *t, int seat, const char *person, const char *name);
void chat(struct played_table *t, int by, const char *text);
/* A whole match between these persons; its name goes to `id`. */
void play_match(const char *const *persons, int count, bool rated, char id[STORE_TABLE]);

#endif
