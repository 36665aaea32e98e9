/* api_inner.h — what the files of the HTTP side share and nobody else needs. */
#ifndef SERVER_API_INNER_H
#define SERVER_API_INNER_H

#include "api.h"
#include "cookie.h"

#include <jansson.h>
#include <pthread.h>

struct api {
    struct store *store;
    uint8_t secret[API_SECRET];
    pthread_mutex_t settling;
};

/* One request on its way to its answer. */
struct asking {
    struct api *api;
    const struct request *request;
    struct response *response;
    char table[STORE_TABLE]; /* that the path names; "": none */
    struct proven who;       /* a guest at least */
    int64_t now;             /* ms since 1970 */
};

/* Answers: the status and a body, once for each request. The JSON is taken over; NULL (out
 * of memory, or a text in the store that is not UTF-8) is an answer of its own. */
void api_put(struct asking *a, int status, json_t *json);
/* Always false. */
bool api_refuse(struct asking *a, int status, const char *code, const char *why);
/* Says to the browser who it is from now on. */
void api_cookie(struct asking *a, const char *person);

/* The value of a parameter of the query, decoded; "" when it is not there. False, with the
 * answer given, when it does not fit. */
bool api_query(struct asking *a, const char *name, char *value, size_t room);
/* The game that the query names, NULL for none; false, with the answer, when there is none
 * of that name. */
bool api_query_game(struct asking *a, const struct peck_game **game);
/* The body as one JSON object; NULL, with the answer given, when it is none. */
json_t *api_body(struct asking *a);
/* Unpacks an object as json_unpack does; false, with the answer, when it does not fit. */
bool api_unpack(struct asking *a, json_t *json, const char *format, ...);

/* As store_ask and store_write; false, with the answer given, when the store fails. */
bool api_ask(struct asking *a, const struct db_call *call, db_row *row, void *context);
bool api_write(struct asking *a, const struct db_call *calls, size_t count,
               int64_t *changed);

/* A table, folded from its log on the connection of store_ask. */
enum found { FOUND, FOUND_NONE, FOUND_DAMAGED, FOUND_UNAVAILABLE };
enum found api_fold(struct api *api, const char *id, struct table *table);
/* Whether the match of a table has been played to its end, closed or not. */
bool api_finished(const struct table *table);

/* Ratings are stored as whole numbers: millionths. */
enum { RATING_UNIT = 1000000 };

int64_t api_now(void);
/* A name that nobody has: `count` letters, and a NUL behind. */
void api_random_name(char *name, size_t count);

/* The paths. */
void get_games(struct asking *a);
void get_tables(struct asking *a);
void post_table(struct asking *a);
void get_table(struct asking *a);
void get_record(struct asking *a);
void get_qr(struct asking *a);

#endif
