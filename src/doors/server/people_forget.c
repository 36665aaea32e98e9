/* people_forget.c — gives people their data as a file, and forgets them when they ask.
 *
 * What the server knows of somebody is in the rows of accounts, ratings, standings, played,
 * seated, bans, pushes and hooks, and in the logs of the tables they sat at: the name they
 * gave, the person behind it, and what they said. Forgetting deletes the rows and rewrites
 * the logs; plies, scores and the other players' history stay.
 *
 * api_delete_me goes through the tables one by one, and in each case does two things:
 * - It appends a step `forget`, so that processes which have the table in memory let go of
 *   the name and of what they said, too.
 * - It rewrites the steps of the log that are theirs (is_own), all in one transaction: half
 *   a rewritten log would no longer say which of the later lines are theirs. A table folded
 *   from the rewritten log equals one folded from the old log and that step.
 *
 * The rows go last. If the server dies before, the person still exists and can ask again. A
 * match that is being settled at the same moment writes nothing if the log has grown
 * meanwhile (rating_settle.c), so a forgotten name does not come back. */
#include "api_inner.h"

#include <stdlib.h>
#include <string.h>

/* ---- What is somebody's in a log ---- */

struct own {
    const char *person;
    uint32_t seats; /* they sit there */
    bool began;     /* from then on a seat is kept by whoever left it */
};

/* A seat was closed before the match: those behind it move up. */
static void move_up(struct own *own, uint32_t bit)
{
    own->seats = (own->seats & (bit - 1)) | ((own->seats & ~(bit - 1) & ~bit) >> 1);
}

/* Whether this event says something of them or by them. Events come in order. */
static bool is_own(struct own *own, const struct event *event)
{
    bool seat = event->seat >= 0 && event->seat < PECK_SEATS_MAX;
    uint32_t bit = seat ? UINT32_C(1) << event->seat : 0;
    switch (event->kind) {
    case EVENT_SIT:
        own->seats &= ~bit;
        if (strcmp(event->person, own->person) != 0)
            return false;
        own->seats |= bit;
        return true;
    case EVENT_SHRINK: move_up(own, bit); return false;
    case EVENT_LEAVE:
    case EVENT_REMOVE:
        if (!own->began)
            own->seats &= ~bit;
        return false;
    case EVENT_BOT: own->seats &= ~bit; return false;
    case EVENT_BEGIN: own->began = true; return false;
    case EVENT_CHAT:
    case EVENT_PHRASE:
        return (own->seats & bit) != 0 || strcmp(event->person, own->person) == 0;
    default: return false;
    }
}

/* ---- The tables of a person ---- */

/* False with the answer. */
static bool tables_of(struct asking *a, struct table_names *names)
{
    struct db_call call = {.sql = "SELECT id FROM seated WHERE person = $1 UNION"
                                  " SELECT id FROM played WHERE person = $1 ORDER BY 1",
                           .values = {db_text(a->who.person)},
                           .count = 1};
    *names = (struct table_names){0};
    if (!api_ask(a, &call, api_take_table_name, names))
        return false;
    return !names->failed ||
           api_refuse(a, 503, "unavailable", "the server is out of memory");
}

/* As store_read; false with the answer. */
static bool read_log(struct asking *a, const char *id, uint64_t from, store_step *step,
                     void *context)
{
    struct peck_error error;
    return store_read(a->api->store, id, from, step, context, &error) == PECK_OK ||
           api_refuse(a, 503, "unavailable", "the store does not answer; try again");
}

/* ---- Telling ---- */

struct telling {
    struct own own;
    json_t *names, *chat;
};

static bool tell_step(void *context, uint64_t seq, const char *json, size_t count)
{
    struct telling *telling = context;
    struct step step;
    struct peck_error error;
    if (step_read(json, count, &step, &error) != PECK_OK)
        return true; /* nothing more can be read from a damaged log */
    for (uint32_t i = 0; i < step.count; i++) {
        const struct event *event = &step.events[i];
        if (!is_own(&telling->own, event))
            continue;
        if (event->kind == EVENT_SIT)
            json_array_append_new(telling->names, json_string(event->text));
        else
            json_array_append_new(telling->chat,
                                  json_pack("{s:I, s:s}", "at", (json_int_t)step.at,
                                            event->kind == EVENT_PHRASE ? "phrase" : "text",
                                            event->text));
    }
    step_free(&step);
    return true;
}

static bool tell_tables(struct asking *a, json_t *tables)
{
    struct table_names names;
    bool fine = tables_of(a, &names);
    for (size_t i = 0; i < names.count && fine; i++) {
        struct telling telling = {
            .own.person = a->who.person, .names = json_array(), .chat = json_array()};
        fine = read_log(a, names.id[i], 0, tell_step, &telling);
        json_array_append_new(tables,
                              json_pack("{s:s, s:o, s:o}", "table", names.id[i], "names",
                                        telling.names, "chat", telling.chat));
    }
    free(names.id);
    return fine;
}

/* game, number, id, mu, sigma */
static bool tell_rating(void *context, const struct db_value *columns, int count)
{
    json_t *rating = api_rating_json(columns[0].bytes, columns[1].number, columns[3].number,
                                     columns[4].number);
    json_object_set_new(rating, "table", json_string(columns[2].bytes));
    json_array_append_new(context, rating);
    return true;
}

/* id, game, finished, seat, name, points, place */
static bool tell_match(void *context, const struct db_value *columns, int count)
{
    json_array_append_new(
        context,
        json_pack("{s:s, s:s, s:I, s:I, s:s, s:I, s:I}", "table", columns[0].bytes, "game",
                  columns[1].bytes, "finished", (json_int_t)columns[2].number, "seat",
                  (json_int_t)columns[3].number, "name", columns[4].bytes, "points",
                  (json_int_t)columns[5].number, "place", (json_int_t)columns[6].number));
    return true;
}

static bool tell_rows(struct asking *a, json_t *ratings, json_t *matches)
{
    struct db_call rated = {.sql = "SELECT game, number, id, mu, sigma FROM ratings"
                                   " WHERE person = $1 ORDER BY game, number",
                            .values = {db_text(a->who.person)},
                            .count = 1};
    struct db_call played = {
        .sql = "SELECT m.id, m.game, m.finished, p.seat, p.name, p.points, p.place"
               " FROM played p JOIN matches m ON m.id = p.id WHERE p.person = $1"
               " ORDER BY m.finished",
        .values = {db_text(a->who.person)},
        .count = 1};
    return api_ask(a, &rated, tell_rating, ratings) &&
           api_ask(a, &played, tell_match, matches);
}

static const struct limit export_limit = {"export", 5, 60000};

void api_get_export(struct asking *a)
{
    struct account account;
    json_t *tables = json_array(), *ratings = json_array(), *matches = json_array();
    json_t *pushes = json_array(), *hooks = json_array();
    if (!people_attempts_take(a->api->attempts, &export_limit, a->network, a->now)) {
        api_refuse(a, 429, "slow-down", "that was tried too often; wait a minute");
    } else if (api_me(a, &account) && tell_tables(a, tables) &&
               tell_rows(a, ratings, matches) && api_tell_alerts(a, pushes, hooks)) {
        json_t *held = account.there ? json_pack("{s:s, s:I}", "name", account.name, "made",
                                                 (json_int_t)account.made)
                                     : json_null();
        struct peck_text name =
            peck_text_begin(a->response->name, sizeof a->response->name);
        peck_put(&name, "peck-export.json");
        api_put(a, 200,
                json_pack("{s:I, s:s, s:o, s:O, s:O, s:O, s:O, s:O}", "exported",
                          (json_int_t)a->now, "person", a->who.person, "account", held,
                          "ratings", ratings, "matches", matches, "tables", tables,
                          "alerts", pushes, "webhooks", hooks));
    }
    json_decref(tables);
    json_decref(ratings);
    json_decref(matches);
    json_decref(pushes);
    json_decref(hooks);
}

/* ---- Forgetting ---- */

/* A step `forget` for every seat that is theirs, and one for all they left behind. */
static bool decide_forget(void *context, const struct table *table, struct step *step)
{
    const char *person = context;
    struct event *all = step_add(step, EVENT_FORGET, -1);
    if (all == NULL)
        return false;
    peck_sha256(person, strlen(person), all->bytes);
    for (int seat = 0; seat < table->terms.setup.seats; seat++) {
        if (strcmp(table->chairs[seat].person, person) == 0 &&
            step_add(step, EVENT_FORGET, seat) == NULL)
            return false;
    }
    return true;
}

struct rewritten {
    uint64_t seq;
    struct peck_buffer body;
};

struct rewriting {
    struct own own;        /* person NULL: not what is theirs, but … */
    uint32_t number, seen; /* … this line of chat, of so many until now */
    struct rewritten *steps;
    size_t count, room;
    bool failed; /* memory was out */
};

/* Whether anything of the step is theirs; if so it is blank now. A quick phrase is one of
 * twelve and says nothing about its author: it stays, without an author. */
static bool blank_step(struct own *own, struct step *step)
{
    bool found = step->opens && strcmp(step->terms.host, own->person) == 0;
    if (found)
        memset(step->terms.host, 0, sizeof step->terms.host);
    for (uint32_t i = 0; i < step->count; i++) {
        struct event *event = &step->events[i];
        if (!is_own(own, event) ||
            (event->kind == EVENT_PHRASE && event->person[0] == '\0'))
            continue;
        found = true;
        memset(event->person, 0, sizeof event->person);
        if (event->kind == EVENT_PHRASE)
            continue;
        struct peck_text text = peck_text_begin(event->text, sizeof event->text);
        if (event->kind != EVENT_SIT)
            peck_put(&text, STEP_FORGOTTEN);
    }
    return found;
}

/* The same for one line of chat. Who said it stays. */
static bool blank_line(struct rewriting *r, struct step *step)
{
    bool found = false;
    for (uint32_t i = 0; i < step->count; i++) {
        struct event *event = &step->events[i];
        bool line = event->kind == EVENT_CHAT || event->kind == EVENT_PHRASE;
        if (!line || r->seen++ != r->number || event->kind == EVENT_PHRASE)
            continue;
        struct peck_text text = peck_text_begin(event->text, sizeof event->text);
        peck_put(&text, STEP_FORGOTTEN);
        found = true;
    }
    return found;
}

static struct rewritten *add_rewritten(struct rewriting *r)
{
    if (r->count == r->room) {
        size_t room = r->room == 0 ? 64 : 2 * r->room;
        struct rewritten *steps = realloc(r->steps, room * sizeof *steps);
        if (steps == NULL)
            return NULL;
        r->steps = steps;
        r->room = room;
    }
    r->steps[r->count] = (struct rewritten){0};
    return &r->steps[r->count++];
}

static bool rewrite_step(void *context, uint64_t seq, const char *json, size_t count)
{
    struct rewriting *r = context;
    struct step step;
    struct peck_error error;
    if (step_read(json, count, &step, &error) != PECK_OK)
        return true;
    if (r->own.person != NULL ? blank_step(&r->own, &step) : blank_line(r, &step)) {
        struct rewritten *rewritten = add_rewritten(r);
        r->failed = rewritten == NULL || step_write(&step, &rewritten->body) != PECK_OK;
        if (rewritten != NULL)
            rewritten->seq = seq;
    }
    step_free(&step);
    return !r->failed;
}

/* False with the answer. */
static bool write_all(struct asking *a, const char *id, const struct rewriting *r)
{
    size_t count = 2 * r->count;
    struct db_call *calls = calloc(count + 1, sizeof *calls);
    int64_t *changed = calloc(count + 1, sizeof *changed);
    bool fine = calls != NULL && changed != NULL;
    for (size_t i = 0; i < r->count && fine; i++) {
        const struct peck_buffer *body = &r->steps[i].body;
        uint64_t seq = r->steps[i].seq;
        int64_t hash = (int64_t)step_hash(id, seq, body->bytes, body->length);
        calls[2 * i] = (struct db_call){
            .sql = "UPDATE steps SET body = $1, hash = $2 WHERE id = $3 AND seq = $4",
            .values = {db_text(body->bytes), db_number(hash), db_text(id),
                       db_number((int64_t)seq)},
            .count = 4};
        calls[2 * i + 1] = (struct db_call){
            .sql = "UPDATE steps SET previous = $1 WHERE id = $2 AND seq = $3",
            .values = {db_number(hash), db_text(id), db_number((int64_t)seq + 1)},
            .count = 3};
    }
    if (fine)
        fine = api_write(a, calls, count, changed);
    else
        api_refuse(a, 503, "unavailable", "the server is out of memory");
    free(calls);
    free(changed);
    return fine;
}

static bool rewrite_log(struct asking *a, const char *id, struct rewriting r)
{
    bool fine = read_log(a, id, 0, rewrite_step, &r);
    if (fine && r.failed)
        fine = api_refuse(a, 503, "unavailable", "the server is out of memory");
    fine = fine && (r.count == 0 || write_all(a, id, &r));
    for (size_t i = 0; i < r.count; i++)
        peck_buffer_free(&r.steps[i].body);
    free(r.steps);
    return fine;
}

static bool forget_table(struct asking *a, const char *id)
{
    enum found found = api_append(a->api, id, decide_forget, a->who.person);
    if (found == FOUND_UNAVAILABLE)
        return api_refuse(a, 503, "unavailable", "the store does not answer; try again");
    return rewrite_log(a, id, (struct rewriting){.own.person = a->who.person});
}

static bool forget_rows(struct asking *a)
{
    static const char *const statements[] = {
        "DELETE FROM accounts WHERE person = $1",
        "DELETE FROM ratings WHERE person = $1",
        "DELETE FROM standings WHERE person = $1",
        "UPDATE played SET person = '', name = '' WHERE person = $1",
        "DELETE FROM seated WHERE person = $1",
        "DELETE FROM bans WHERE who = $1",
        "DELETE FROM mutes WHERE who = $1",
        "DELETE FROM networks WHERE person = $1",
        "UPDATE reports SET reporter = '' WHERE reporter = $1",
        "UPDATE report_lines SET person = '', name = '', text = '" STEP_FORGOTTEN
        "' WHERE person = $1",
        "DELETE FROM logouts WHERE person = $1",
        "DELETE FROM pushes WHERE person = $1",
        "DELETE FROM hooks WHERE person = $1",
    };
    enum { COUNT = sizeof statements / sizeof *statements };
    struct db_call calls[COUNT];
    int64_t changed[COUNT];
    for (int i = 0; i < COUNT; i++)
        calls[i] = (struct db_call){
            .sql = statements[i], .values = {db_text(a->who.person)}, .count = 1};
    return api_write(a, calls, COUNT, changed);
}

/* A guest has nothing to prove but the cookie, and sends no body. */
static bool may_delete(struct asking *a)
{
    struct account account;
    const char *password;
    if (!api_me(a, &account))
        return false;
    if (!account.there)
        return true;
    json_t *json = api_body(a);
    bool fine = json != NULL && api_unpack(a, json, "{s:s !}", "password", &password) &&
                api_proves(a, &account, password);
    json_decref(json);
    return fine;
}

/* The rows go last: whatever was cut off before can be asked for again. False with the
 * answer. */
static bool forget(struct asking *a, int *tables)
{
    struct table_names names = {0};
    bool fine = tables_of(a, &names);
    for (size_t i = 0; i < names.count && fine; i++)
        fine = forget_table(a, names.id[i]);
    fine = fine && forget_rows(a);
    *tables = (int)names.count;
    free(names.id);
    return fine;
}

void api_delete_me(struct asking *a)
{
    int tables;
    if (!may_delete(a) || !forget(a, &tables))
        return;
    api_new_guest(a);
    api_put(a, 200, json_pack("{s:i}", "tables", tables));
}

bool api_forget(struct api *api, const char *person, int *tables)
{
    struct response response = {0};
    struct asking a = {.api = api, .response = &response, .now = steady_now()};
    struct peck_text text = peck_text_begin(a.who.person, sizeof a.who.person);
    peck_put(&text, person);
    bool fine = forget(&a, tables);
    peck_buffer_free(&response.body);
    return fine;
}

bool api_erase_line(struct api *api, const char *id, uint32_t number)
{
    struct response response = {0};
    struct asking a = {.api = api, .response = &response, .now = steady_now()};
    bool fine = rewrite_log(&a, id, (struct rewriting){.number = number});
    peck_buffer_free(&response.body);
    return fine;
}
