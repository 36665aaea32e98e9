/* db_postgres.c — PostgreSQL as the store's database, through libpq, for several processes.
 *
 * A batch is sent in pipeline mode: all statements go out before the first answer is read,
 * and up to its sync a pipeline is one transaction. A group of appends therefore costs one
 * round trip and one commit. Statements are prepared before, because that needs an answer.
 * All values travel as text.
 *
 * Every call ends. Sockets do not block: `await` polls, and when nothing has come for
 * ANSWER_MS it shuts the socket down, so that libpq takes the connection for broken. The
 * next call connects again (renew) and prepares its statements again. Only a script, such
 * as a migration, may take as long as it likes. A call that failed may have taken effect;
 * the store reports it as unknown.
 *
 * NOTIFY only wakes other processes; what happened is in the tables. A connection listens
 * from its first db_wait on, because libpq keeps notices for ever on connections that never
 * ask for them. When a listening connection had to be renewed, notices may be lost, and
 * db_wait returns an empty name: look at everything. Notices of this process's own
 * connections are skipped by the number of their backend. */
#include "db.h"
#include "logfmt.h"
#include "trouble.h"

#include <libpq-fe.h>
#include <poll.h>
#include <sys/socket.h>
#include <time.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATEMENTS = 128, NUMBER_TEXT = 24, ANSWER_MS = 20000, PATIENTLY = -1 };

struct postgres {
    struct db db;
    PGconn *connection;
    const char *kept[STATEMENTS]; /* number i is prepared under the name of i */
    int count;
    bool listens, renewed; /* renewed: it listened before it broke */
    atomic_int *own;       /* where its backend is noted; NULL: nowhere */
};

/* The backends of this process's connections. With more connections than this some notices
 * of our own are taken for news, which costs a look into the store and no more. */
static atomic_int backends[32];

static void note_backend(struct postgres *pg)
{
    int pid = PQbackendPID(pg->connection);
    for (size_t i = 0; i < sizeof backends / sizeof *backends && pg->own == NULL; i++) {
        int nobody = 0;
        if (atomic_compare_exchange_strong(&backends[i], &nobody, pid))
            pg->own = &backends[i];
    }
    if (pg->own != NULL)
        atomic_store(pg->own, pid);
}

static bool is_own(int pid)
{
    for (size_t i = 0; i < sizeof backends / sizeof *backends; i++) {
        if (atomic_load(&backends[i]) == pid)
            return true;
    }
    return false;
}

static enum peck_status fail(struct postgres *pg, struct peck_error *error)
{
    struct peck_text text = trouble_begin(error);
    const char *message = PQerrorMessage(pg->connection);
    peck_put(&text, "PostgreSQL: ");
    peck_put_bytes(&text, message, strcspn(message, "\n"));
    return PECK_NO_FILE;
}

static void close_postgres(struct db *db)
{
    struct postgres *pg = (struct postgres *)db;
    if (pg->own != NULL)
        atomic_store(pg->own, 0);
    PQfinish(pg->connection);
    free(pg);
}

/* ---- Waiting ---- */

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Sends what is to be sent and waits until there is an answer, or the connection is broken:
 * which it is when there was none for `ms`. */
static void await(struct postgres *pg, int ms)
{
    PGconn *connection = pg->connection;
    int64_t until = now_ms() + ms;
    for (;;) {
        int unsent = PQflush(connection);
        if (unsent < 0 || (unsent == 0 && !PQisBusy(connection)))
            return;
        struct pollfd ready = {.fd = PQsocket(connection),
                               .events = unsent > 0 ? POLLIN | POLLOUT : POLLIN};
        int64_t left = ms == PATIENTLY ? ms : until - now_ms();
        if (ms != PATIENTLY && left <= 0)
            shutdown(ready.fd, SHUT_RDWR); /* so that libpq takes it for broken */
        else if (poll(&ready, 1, (int)left) <= 0)
            continue;
        if (PQconsumeInput(connection) != 1)
            return;
    }
}

/* The next result, NULL behind the last of a statement. */
static PGresult *next_result(struct postgres *pg, int ms)
{
    await(pg, ms);
    return PQgetResult(pg->connection);
}

/* The last result of what was sent, or the first that is an error; whatever is behind it is
 * passed over. */
static PGresult *last_result(struct postgres *pg, int ms)
{
    PGresult *last = NULL, *next;
    while ((next = next_result(pg, ms)) != NULL) {
        if (last != NULL && PQresultStatus(last) == PGRES_FATAL_ERROR) {
            PQclear(next);
            continue;
        }
        PQclear(last);
        last = next;
    }
    return last;
}

/* A broken connection is opened again, without prepared statements. */
static bool renew(struct postgres *pg)
{
    PQreset(pg->connection);
    pg->count = 0;
    pg->renewed |= pg->listens;
    pg->listens = false;
    if (PQstatus(pg->connection) != CONNECTION_OK)
        return false;
    note_backend(pg);
    return PQsetnonblocking(pg->connection, 1) == 0;
}

/* Takes in what has come first: a connection that was closed while nobody used it ends with
 * a word of farewell and then as a file does. */
static bool connected(struct postgres *pg)
{
    struct pollfd ready = {.fd = PQsocket(pg->connection), .events = POLLIN};
    while (PQstatus(pg->connection) == CONNECTION_OK) {
        if (poll(&ready, 1, 0) <= 0)
            return true;
        (void)PQconsumeInput(pg->connection);
    }
    return renew(pg);
}

/* The name under which a statement is prepared; "" when it could not be. */
static const char *prepared(struct postgres *pg, const char *sql, char name[NUMBER_TEXT])
{
    int number = 0;
    while (number < pg->count && pg->kept[number] != sql)
        number++;
    snprintf(name, NUMBER_TEXT, "s%d", number);
    if (number < pg->count)
        return name;
    PECK_ASSERT(number < STATEMENTS);
    if (PQsendPrepare(pg->connection, name, sql, 0, NULL) != 1)
        return "";
    PGresult *result = last_result(pg, ANSWER_MS);
    bool fine = PQresultStatus(result) == PGRES_COMMAND_OK;
    PQclear(result);
    if (!fine)
        return "";
    pg->kept[pg->count++] = sql;
    return name;
}

/* Parameters as libpq wants them; numbers are spelled into `numbers`. */
struct parameters {
    const char *values[DB_VALUES];
    char numbers[DB_VALUES][NUMBER_TEXT];
};

static void spell(const struct db_call *call, struct parameters *parameters)
{
    for (int i = 0; i < call->count; i++) {
        const struct db_value *value = &call->values[i];
        parameters->values[i] = value->kind == DB_BYTES ? value->bytes : NULL;
        if (value->kind == DB_NUMBER) {
            snprintf(parameters->numbers[i], NUMBER_TEXT, "%lld", (long long)value->number);
            parameters->values[i] = parameters->numbers[i];
        }
    }
}

static bool is_number(Oid type)
{
    return type == 20 || type == 21 || type == 23; /* int8, int2, int4 */
}

static void give_rows(const PGresult *result, db_row *row, void *context)
{
    struct db_value columns[DB_VALUES];
    int count = PQnfields(result);
    PECK_ASSERT(count <= DB_VALUES);
    for (int line = 0; line < PQntuples(result); line++) {
        for (int i = 0; i < count; i++) {
            const char *text = PQgetvalue(result, line, i);
            columns[i] = (struct db_value){.kind = DB_NULL};
            if (PQgetisnull(result, line, i))
                continue;
            if (is_number(PQftype(result, i)))
                columns[i] = db_number(strtoll(text, NULL, 10));
            else
                columns[i] = db_bytes(text, (size_t)PQgetlength(result, line, i));
        }
        if (!row(context, columns, count))
            return;
    }
}

static enum peck_status run(struct db *db, const struct db_call *call, db_row *row,
                            void *context, int64_t *changed, struct peck_error *error)
{
    struct postgres *pg = (struct postgres *)db;
    struct parameters parameters;
    char name[NUMBER_TEXT];
    if (!connected(pg) || *prepared(pg, call->sql, name) == '\0')
        return fail(pg, error);
    spell(call, &parameters);
    if (PQsendQueryPrepared(pg->connection, name, call->count, parameters.values, NULL,
                            NULL, 0) != 1)
        return fail(pg, error);
    PGresult *result = last_result(pg, ANSWER_MS);
    ExecStatusType status = PQresultStatus(result);
    enum peck_status answer = PECK_OK;
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        answer = fail(pg, error);
    else if (row != NULL)
        give_rows(result, row, context);
    if (changed != NULL)
        *changed = strtoll(PQcmdTuples(result), NULL, 10);
    PQclear(result);
    return answer;
}

static enum peck_status say(struct postgres *pg, const char *sql, int ms,
                            struct peck_error *error)
{
    if (!connected(pg) || PQsendQuery(pg->connection, sql) != 1)
        return fail(pg, error);
    PGresult *result = last_result(pg, ms);
    ExecStatusType status = PQresultStatus(result);
    PQclear(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ? PECK_OK
                                                                   : fail(pg, error);
}

static enum peck_status script(struct db *db, const char *sql, struct peck_error *error)
{
    return say((struct postgres *)db, sql, PATIENTLY, error);
}

static bool send_call(struct postgres *pg, const struct db_call *call)
{
    struct parameters parameters;
    char name[NUMBER_TEXT];
    spell(call, &parameters);
    return PQsendQueryPrepared(pg->connection, prepared(pg, call->sql, name), call->count,
                               parameters.values, NULL, NULL, 0) == 1;
}

/* The answers of a pipeline, up to its end; false when one of them is an error. */
static bool read_answers(struct postgres *pg, size_t count, int64_t *changed,
                         struct peck_error *error)
{
    bool fine = true;
    for (size_t i = 0;;) {
        PGresult *result = next_result(pg, ANSWER_MS);
        ExecStatusType status = PQresultStatus(result);
        if (result == NULL && PQstatus(pg->connection) == CONNECTION_OK)
            continue; /* between two statements */
        bool answer = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
        if (answer && i < count)
            changed[i++] = strtoll(PQcmdTuples(result), NULL, 10);
        else if (status != PGRES_PIPELINE_SYNC) {
            if (fine)
                fail(pg, error);
            fine = false;
        }
        PQclear(result);
        if (status == PGRES_PIPELINE_SYNC || result == NULL)
            return fine && status == PGRES_PIPELINE_SYNC;
    }
}

/* A pipeline up to its sync is one transaction by itself. */
static enum peck_status batch(struct db *db, const struct db_call *calls, size_t count,
                              int64_t *changed, struct peck_error *error)
{
    struct postgres *pg = (struct postgres *)db;
    char name[NUMBER_TEXT];
    if (!connected(pg))
        return fail(pg, error);
    for (size_t i = 0; i < count; i++) { /* not in the pipeline */
        if (*prepared(pg, calls[i].sql, name) == '\0')
            return fail(pg, error);
    }
    if (PQenterPipelineMode(pg->connection) != 1)
        return fail(pg, error);
    bool fine = true;
    for (size_t i = 0; i < count && fine; i++)
        fine = send_call(pg, &calls[i]);
    fine = fine && PQpipelineSync(pg->connection) == 1;
    fine = fine && read_answers(pg, count, changed, error);
    if (PQexitPipelineMode(pg->connection) != 1)
        (void)renew(pg);
    return fine ? PECK_OK : PECK_NO_FILE;
}

/* The next notice of another process, if one has arrived. */
static bool take_notice(struct postgres *pg, char *name, size_t room)
{
    PGnotify *notice;
    bool news = false;
    while (!news && (notice = PQnotifies(pg->connection)) != NULL) {
        news = !is_own(notice->be_pid);
        if (news)
            snprintf(name, room, "%s", notice->extra);
        PQfreemem(notice);
    }
    return news;
}

static bool wait_notice(struct db *db, int ms, char *name, size_t room)
{
    struct postgres *pg = (struct postgres *)db;
    struct peck_error ignored;
    name[0] = '\0';
    if (!connected(pg) ||
        (!pg->listens && say(pg, "LISTEN peck", ANSWER_MS, &ignored) != PECK_OK)) {
        poll(NULL, 0, ms); /* before it is tried again */
        return false;
    }
    pg->listens = true;
    if (pg->renewed) {
        pg->renewed = false;
        return true;
    }
    struct pollfd ready = {.fd = PQsocket(pg->connection), .events = POLLIN};
    if (take_notice(pg, name, room))
        return true;
    return poll(&ready, 1, ms) > 0 && PQconsumeInput(pg->connection) == 1 &&
           take_notice(pg, name, room);
}

static enum peck_status no_backup(struct db *db, const char *path, struct peck_error *error)
{
    trouble(error, "a backup of PostgreSQL is made with its own pg_dump");
    return PECK_BAD_SETUP;
}

/* What the database has to remark goes to our log, and not to standard error as it is. */
static void take_remark(void *context, const char *message)
{
    char line[400];
    (void)context;
    struct peck_text text = peck_text_begin(line, sizeof line);
    peck_put_bytes(&text, message, strcspn(message, "\n"));
    log_event(LOG_WARN, "PostgreSQL remarks", log_text("text", line));
}

/* Connecting stops after three seconds, unless the URL says otherwise. */
static PGconn *connect_to(const char *url)
{
    static const char *const keys[] = {"connect_timeout", "dbname", NULL};
    const char *const values[] = {"3", url, NULL};
    return PQconnectdbParams(keys, values, 1);
}

struct db *db_open_postgres(const char *url, struct peck_error *error)
{
    static const struct db_kind kind = {.close = close_postgres,
                                        .run = run,
                                        .script = script,
                                        .batch = batch,
                                        .wait = wait_notice,
                                        .notice = "SELECT pg_notify('peck', $1)",
                                        .alone =
                                            "BEGIN; SELECT pg_advisory_xact_lock(7065)",
                                        .backup = no_backup};
    struct postgres *pg = calloc(1, sizeof *pg);
    if (pg == NULL) {
        peck_error_say(error, "error.memory");
        return NULL;
    }
    pg->db.kind = &kind;
    pg->connection = connect_to(url);
    PQsetNoticeProcessor(pg->connection, take_remark, NULL);
    if (PQstatus(pg->connection) != CONNECTION_OK ||
        PQsetnonblocking(pg->connection, 1) != 0 ||
        script(&pg->db, "SET client_min_messages TO warning", error) != PECK_OK) {
        fail(pg, error);
        close_postgres(&pg->db);
        return NULL;
    }
    note_backend(pg);
    return &pg->db;
}
