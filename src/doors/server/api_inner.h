/* api_inner.h — what the files of the HTTP API share; nobody else includes it.
 *
 * A handler gets a `struct asking` and gives exactly one answer with api_put or api_refuse.
 * Functions that may refuse return false when they have already given the answer, so a
 * handler only stops. */
#ifndef SERVER_API_INNER_H
#define SERVER_API_INNER_H

#include "api.h"
#include "cookie.h"
#include "crowd.h"
#include "limits.h"
#include "names.h"
#include "people_attempts.h"
#include "steady.h"

#include "tell/say.h"

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>

enum { PEOPLE_HASH = 128 }; /* bytes of a password's hash with its NUL */

struct api {
    struct store *store;
    uint8_t secret[API_SECRET];
    char nobody[PEOPLE_HASH]; /* of a password that nobody knows */
    struct attempts *attempts;
    atomic_uint_least64_t guesses; /* see api_guesses */
    pthread_mutex_t settling;
    void (*notice)(void *context, const char *words); /* see api_watch; NULL: nobody's */
    void *context;
    bool documented;     /* see api_document */
    struct crowd *crowd; /* see api_crowd; NULL: nobody's */
    bool loopback;       /* see api_loopback */
};

/* One request on its way to its answer. */
struct asking {
    struct api *api;
    const struct request *request;
    struct response *response;
    char table[STORE_TABLE];   /* or code that the path names; "": none */
    struct proven who;         /* a guest at least */
    char network[API_ADDRESS]; /* of the address, as limits and bans call it */
    int64_t now;               /* ms since 1970 */
};

/* Answers: the status and a body, once for each request. The JSON is taken over; NULL (out
 * of memory, or a text in the store that is not UTF-8) is an answer of its own. */
void api_put(struct asking *a, int status, json_t *json);
/* Always false. */
bool api_refuse(struct asking *a, int status, const char *code, const char *why);
/* Gives the browser its new identity; or that of a new guest. */
void api_cookie(struct asking *a, const char *person);
void api_new_guest(struct asking *a);

/* The value of a parameter of the query, decoded; "" when it is not there. False, with the
 * answer given, when it does not fit. */
bool api_query(struct asking *a, const char *name, char *value, size_t room);
/* The game that the query names, NULL for none; false, with the answer, when there is none
 * of that name. */
bool api_query_game(struct asking *a, const struct peck_game **game);
/* Whether the query has `person=me`; false, with the answer, when it names another. */
bool api_query_me(struct asking *a, bool *mine);
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
/* The same, with the number of the step that is damaged. */
enum found api_fold_to(struct api *api, const char *id, struct table *table, uint64_t *at);
/* Appends to the log of a table what `decide` says to the newest state of it, however often
 * others come first, and tells the host. FOUND_NONE also when it adds nothing. */
typedef bool api_decide(void *context, const struct table *table, struct step *step);
enum found api_append(struct api *api, const char *id, api_decide *decide, void *context);
/* The table of the path; false with the answer. */
bool api_load(struct asking *a, struct table *table);
/* Whether the match of a table has been played to its end, closed or not. */
bool api_finished(const struct table *table);

/* Names of tables, out of rows whose first column has them. `id` is to be freed. */
struct table_names {
    char (*id)[STORE_TABLE];
    size_t count, room;
    bool failed; /* memory was out */
};
bool api_take_table_name(void *context, const struct db_value *columns, int count);

/* Ratings are stored as whole numbers: millionths. */
enum { RATING_UNIT = 1000000 };

json_t *api_rating_json(const char *game, int64_t number, int64_t mu, int64_t sigma);

/* The account of the client, if there is one. With a cookie that does not prove it, the
 * client becomes a new guest; an old cookie that does is renewed. False, with the answer,
 * when the store fails. */
struct account {
    bool there;
    char person[STEP_PERSON], name[PECK_PLAYER_MAX], hash[PEOPLE_HASH];
    int64_t made, since;
};
bool api_me(struct asking *a, struct account *account);
/* Whether that is the account's password; false with the answer. */
bool api_proves(struct asking *a, const struct account *account, const char *password);
/* Forgets a person without their asking; false when the store fails. */
bool api_forget(struct api *api, const char *person, int *tables);
/* Takes a line of chat out of a log; false when the store fails. */
bool api_erase_line(struct api *api, const char *id, uint32_t number);
/* What the account of that name, or one whose name differs only in case, is found by; or
 * older ones: in those only ASCII letters were folded. */
struct handles {
    char now[NAMES_LOOKS], before[PECK_PLAYER_MAX];
};
struct handles api_people_handles(const char *name);
/* Notes what the names of older accounts look like. False when the store fails. */
bool api_people_look(struct api *api);
/* Argon2id; false when memory is out. */
bool api_people_hash(const char *password, char hash[PEOPLE_HASH]);

/* Notes from where an account has come, for its ratings. */
void api_note_network(struct api *api, const char *person, const char *network);
/* Takes a token of somebody's attempts; false, with the answer, when there is none. */
bool api_may_try(struct asking *a, const struct limit *limit, const char *whose);

/* A name that nobody has: `count` letters, and a NUL behind. */
void api_random_name(char *name, size_t count);
/* Whether a text has the form of the server's name for somebody. */
bool api_is_person(const char *text);

/* The first language that a reader accepts and that is ours; what a table is called. */
enum say_language api_language(const char *accepted);
const char *api_box_title(const struct terms *terms, enum say_language language);

/* Answers with the QR code of the link ORIGIN/folder/NAME, with the name of the path. */
void api_draw_link(struct asking *a, const char *folder);

/* The paths. */
void api_get_games(struct asking *a);
void api_get_tables(struct asking *a);
void api_post_table(struct asking *a);
void api_get_table(struct asking *a);
void api_get_record(struct asking *a);
void api_get_qr(struct asking *a);
void api_get_preview(struct asking *a);
void api_post_code(struct asking *a);
void api_get_code(struct asking *a);
void api_get_code_qr(struct asking *a);
void api_post_report(struct asking *a);
void api_get_records(struct asking *a);
void api_get_leaderboard(struct asking *a);
void api_get_me(struct asking *a);
void api_post_account(struct asking *a);
void api_post_login(struct asking *a);
void api_post_logout(struct asking *a);
void api_post_password(struct asking *a);
void api_get_export(struct asking *a);
void api_get_alerts(struct asking *a);
void api_post_alerts(struct asking *a);
void api_delete_alerts(struct asking *a);
void api_get_webhook(struct asking *a);
void api_post_webhook(struct asking *a);
/* What alerts know of somebody, for the export; false with the answer. */
bool api_tell_alerts(struct asking *a, json_t *pushes, json_t *hooks);
void api_delete_me(struct asking *a);

#endif
