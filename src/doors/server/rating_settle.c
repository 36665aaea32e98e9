/* rating_settle.c — after a match: notes who played and how it ended, and computes ratings.
 *
 * Every SETTLE_MS a worker thread looks for tables that are over and not settled, folds
 * their logs, and writes the rows of history, ratings and standings. Several processes may
 * do so at the same time, people may be forgotten meanwhile, and the process may die at any
 * moment; still every match must count exactly once. Four things make sure of it:
 *
 * - All rows of a match are written in one transaction, so there is no half-settled match.
 * - The first statement marks the row of the table as settled. It holds that row until the
 *   commit, so nobody appends to the log in between; and it and all others only take effect
 *   if the log is as long as when it was folded (IF_UNCHANGED). If somebody has appended,
 *   for instance because a person was forgotten, nothing is written and the match is tried
 *   again.
 * - The primary key of `matches` admits one settlement: of two processes, the second fails.
 * - The primary key (person, game, number) of `ratings` admits one successor to each
 *   rating: if another match of the same person was settled meanwhile, the write fails, and
 *   this match is computed again from the newer rating.
 *
 * Somebody who sat on two seats of a match has played against themselves: it is not rated.
 * A log that cannot be read is marked and passed over. tests/server/people.c. */
#include "api_inner.h"

#include "rating.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 50 }; /* matches that one question finds */
#define WEEK_MS (INT64_C(7) * 24 * 3600 * 1000)
enum { SETTLED = 1, SETTLED_DAMAGED = 2 };
/* The note, one row of `matches`, one for each seat, two for each rating. */
enum { CALLS_MOST = 2 + 3 * PECK_SEATS_MAX };

struct settling {
    const char *id;
    struct table table;
    int32_t points[PECK_SEATS_MAX];
    uint8_t places[PECK_SEATS_MAX];
    struct db_call calls[CALLS_MOST];
    size_t count;
};

static void add(struct settling *s, struct db_call call)
{
    s->calls[s->count++] = call;
}

/* Comes first, and locks the row of the table until all is written: nobody appends in
 * between. The others write only if the log is still what was folded; so nothing of
 * somebody who was forgotten meanwhile comes back. */
#define IF_UNCHANGED(seq)                                                                  \
    " WHERE EXISTS (SELECT 1 FROM tables WHERE id = $1 AND seq = " seq ")"

static int64_t last_seq(const struct settling *s)
{
    return (int64_t)s->table.seq - 1;
}

static void add_note(struct settling *s)
{
    add(s, (struct db_call){
               .sql = "UPDATE tables SET settled = $1 WHERE id = $2"
                      " AND seq = $3",
               .values = {db_number(SETTLED), db_text(s->id), db_number(last_seq(s))},
               .count = 3});
}

static void add_match(struct settling *s)
{
    const struct terms *terms = &s->table.terms;
    add(s, (struct db_call){
               .sql = "INSERT INTO matches (id, game, listed, rated, finished)"
                      " SELECT id, game, listed, CAST($1 AS BIGINT), touched"
                      " FROM tables WHERE id = $2 AND seq = $3",
               .values = {db_number(terms->rated), db_text(s->id), db_number(last_seq(s))},
               .count = 3});
    for (int seat = 0; seat < terms->setup.seats; seat++) {
        const struct chair *chair = &s->table.chairs[seat];
        bool bot = chair->sitter == SITTER_BOT || chair->away;
        add(s, (struct db_call){
                   .sql = "INSERT INTO played (id, seat, person, name, bot, points, place)"
                          " SELECT $1, CAST($2 AS BIGINT), $3, $4, $5, CAST($6 AS BIGINT),"
                          " CAST($7 AS BIGINT)" IF_UNCHANGED("$8"),
                   .values = {db_text(s->id), db_number(seat), db_text(chair->person),
                              db_text(chair->name), db_text(bot ? chair->bot : ""),
                              db_number(s->points[seat]), db_number(s->places[seat]),
                              db_number(last_seq(s))},
                   .count = 8});
    }
}

/* The seats of persons whom the server knows. Somebody who sat on two of them has played
 * against nobody: then there are none. keep_accounts throws out guests. */
static int rated_seats(const struct settling *s, int seats[PECK_SEATS_MAX])
{
    int count = 0;
    for (int seat = 0; seat < s->table.terms.setup.seats; seat++) {
        const struct chair *chair = &s->table.chairs[seat];
        if (chair->sitter != SITTER_PERSON || chair->person[0] == '\0')
            continue;
        for (int i = 0; i < count; i++) {
            if (strcmp(s->table.chairs[seats[i]].person, chair->person) == 0)
                return 0;
        }
        seats[count++] = seat;
    }
    return count;
}

static bool take_count(void *context, const struct db_value *columns, int count)
{
    (void)count;
    *(int64_t *)context = columns[0].number;
    return false;
}

/* Guests cost nothing to make, so only accounts are rated. False when the store fails. */
static bool keep_accounts(struct api *api, const struct settling *s,
                          int seats[PECK_SEATS_MAX], int *count)
{
    int kept = 0;
    for (int i = 0; i < *count; i++) {
        struct peck_error error;
        int64_t found = 0;
        struct db_call call = {.sql = "SELECT COUNT(*) FROM accounts WHERE person = $1",
                               .values = {db_text(s->table.chairs[seats[i]].person)},
                               .count = 1};
        if (store_ask(api->store, &call, take_count, &found, &error) != PECK_OK)
            return false;
        if (found > 0)
            seats[kept++] = seats[i];
    }
    *count = kept;
    return true;
}

/* From where somebody came is known for a week, and only as a hash under the secret of the
 * server. Written once in an hour at most. */
void api_note_network(struct api *api, const char *person, const char *network)
{
    enum { HOUR_MS = 3600 * 1000 };
    char digits[2 * PECK_HASH + 1];
    uint8_t mac[PECK_HASH];
    struct peck_error error;
    int64_t changed, now = steady_now(), fresh = 0;
    peck_hmac_sha256(api->secret, network, strlen(network), mac);
    struct peck_text text = peck_text_begin(digits, sizeof digits);
    peck_put_hash(&text, mac);
    struct db_call ask = {
        .sql =
            "SELECT COUNT(*) FROM networks WHERE person = $1 AND network = $2 AND at > $3",
        .values = {db_text(person), db_text(digits), db_number(now - HOUR_MS)},
        .count = 3};
    const struct db_call calls[] = {
        {.sql = "INSERT INTO networks (person, network, at) VALUES ($1, $2, $3)"
                " ON CONFLICT (person, network) DO UPDATE SET at = excluded.at",
         .values = {db_text(person), db_text(digits), db_number(now)},
         .count = 3}};
    if (store_ask(api->store, &ask, take_count, &fresh, &error) == PECK_OK && fresh == 0)
        (void)!store_write(api->store, calls, 1, &changed,
                           &error); /* the next time, then */
}

/* Rated matches of the game in the last week that the first of two people had with the
 * second, or with others who come from where the second does. -1: the store fails. */
static int64_t met(struct api *api, const struct settling *s, int own, int other,
                   const char *sql)
{
    struct peck_error error;
    int64_t number = 0;
    struct db_call call = {.sql = sql,
                           .values = {db_text(s->table.chairs[own].person),
                                      db_text(s->table.chairs[other].person),
                                      db_text(s->table.terms.game->name),
                                      db_number(s->table.touched - WEEK_MS)},
                           .count = 4};
    return store_ask(api->store, &call, take_count, &number, &error) == PECK_OK ? number
                                                                                : -1;
}

static const char met_themselves[] =
    "SELECT COUNT(*) FROM played a JOIN played b ON b.id = a.id"
    " JOIN matches m ON m.id = a.id WHERE a.person = $1 AND b.person = $2"
    " AND m.rated = 1 AND m.game = $3 AND m.finished > $4";
static const char met_neighbours[] =
    "SELECT COUNT(DISTINCT a.id) FROM played a JOIN played b ON b.id = a.id"
    " JOIN matches m ON m.id = a.id WHERE a.person = $1 AND b.person <> $1"
    " AND b.person <> $2 AND m.rated = 1 AND m.game = $3 AND m.finished > $4"
    " AND b.person IN (SELECT y.person FROM networks x JOIN networks y"
    " ON y.network = x.network WHERE x.person = $2 AND x.at > $4 AND y.at > $4)";

/* How much a match counts for somebody: with an opponent against whom they have had n rated
 * matches of the game in the last week, and m against others from the same network,
 * 1 / (1 + n / 4 + m / 16); and the average of that over all opponents. So two accounts of
 * one person gain little by playing each other all day, and neither do many. In a club
 * behind one address, ten matches a week against others there still count for most of what
 * they would. Negative when the store fails. */
static double weight_of(struct api *api, const struct settling *s, const int *seats,
                        int count, int own)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        if (i == own)
            continue;
        int64_t same = met(api, s, seats[own], seats[i], met_themselves);
        int64_t near = met(api, s, seats[own], seats[i], met_neighbours);
        if (same < 0 || near < 0)
            return -1;
        sum += 1 / (1 + (double)same / 4 + (double)near / 16);
    }
    return sum / (count - 1);
}

struct standing {
    int64_t number;
    struct rating rating;
};

static bool take_standing(void *context, const struct db_value *columns, int count)
{
    struct standing *standing = context;
    standing->number = columns[0].number;
    standing->rating.mu = (double)columns[1].number / RATING_UNIT;
    standing->rating.sigma = (double)columns[2].number / RATING_UNIT;
    return false;
}

static enum peck_status read_standing(struct api *api, const char *person, const char *game,
                                      struct standing *standing)
{
    struct peck_error error;
    struct db_call call = {.sql = "SELECT number, mu, sigma FROM ratings WHERE person = $1"
                                  " AND game = $2 ORDER BY number DESC LIMIT 1",
                           .values = {db_text(person), db_text(game)},
                           .count = 2};
    *standing = (struct standing){.rating = rating_new()};
    return store_ask(api->store, &call, take_standing, standing, &error);
}

/* The rating as a separate row, and as the last one. */
static void add_rating(struct settling *s, int seat, int64_t number,
                       const struct rating *rating)
{
    int64_t mu = llround(rating->mu * RATING_UNIT);
    int64_t sigma = llround(rating->sigma * RATING_UNIT);
    struct db_call call = {
        .sql = "INSERT INTO ratings (id, person, game, number, mu, sigma)"
               " SELECT $1, $2, $3, CAST($4 AS BIGINT), CAST($5 AS BIGINT),"
               " CAST($6 AS BIGINT)" IF_UNCHANGED("$7"),
        .values = {db_text(s->id), db_text(s->table.chairs[seat].person),
                   db_text(s->table.terms.game->name), db_number(number), db_number(mu),
                   db_number(sigma), db_number(last_seq(s))},
        .count = 7};
    add(s, call);
    call.sql =
        "INSERT INTO standings (id, person, game, matches, mu, sigma, points)"
        " SELECT $1, $2, $3, CAST($4 AS BIGINT), CAST($5 AS BIGINT),"
        " CAST($6 AS BIGINT), CAST($7 AS BIGINT)" IF_UNCHANGED(
            "$8") " ON CONFLICT (person, game) DO UPDATE SET id = excluded.id,"
                  " matches = excluded.matches, mu = excluded.mu, sigma = excluded.sigma,"
                  " points = excluded.points";
    call.values[6] = db_number(mu - 3 * sigma);
    call.values[7] = db_number(last_seq(s));
    call.count = 8;
    add(s, call);
}

static bool add_ratings(struct api *api, struct settling *s)
{
    int seats[PECK_SEATS_MAX], count = rated_seats(s, seats);
    const char *game = s->table.terms.game->name;
    struct standing standings[PECK_SEATS_MAX];
    struct rating ratings[PECK_SEATS_MAX];
    uint8_t places[PECK_SEATS_MAX];
    double weights[PECK_SEATS_MAX];
    if (!s->table.terms.rated || count < 2)
        return true;
    if (!keep_accounts(api, s, seats, &count))
        return false;
    if (count < 2)
        return true;
    for (int i = 0; i < count; i++) {
        if (read_standing(api, s->table.chairs[seats[i]].person, game, &standings[i]) !=
            PECK_OK)
            return false;
        weights[i] = weight_of(api, s, seats, count, i);
        if (weights[i] < 0)
            return false;
        ratings[i] = standings[i].rating;
        places[i] = s->places[seats[i]];
    }
    rating_update(ratings, places, count);
    for (int i = 0; i < count; i++) {
        const struct rating *old = &standings[i].rating;
        ratings[i].mu = old->mu + weights[i] * (ratings[i].mu - old->mu);
        ratings[i].sigma = old->sigma + weights[i] * (ratings[i].sigma - old->sigma);
    }
    for (int i = 0; i < count; i++)
        add_rating(s, seats[i], standings[i].number + 1, &ratings[i]);
    return true;
}

/* A log that cannot be read is passed over from now on. */
static void pass_over(struct api *api, const char *id)
{
    struct peck_error error;
    int64_t changed;
    struct db_call call = {.sql = "UPDATE tables SET settled = $1 WHERE id = $2",
                           .values = {db_number(SETTLED_DAMAGED), db_text(id)},
                           .count = 2};
    if (store_write(api->store, &call, 1, &changed, &error) != PECK_OK)
        return; /* it will be found again */
}

/* Whether it is settled now; if not it is to be tried again. */
static bool settle_one(struct api *api, const char *id)
{
    struct settling s = {.id = id};
    struct peck_error error;
    int64_t changed[CALLS_MOST] = {0};
    enum found found = api_fold(api, id, &s.table);
    if (found == FOUND_DAMAGED)
        pass_over(api, id);
    if (found != FOUND)
        return found == FOUND_DAMAGED;
    bool fine = true;
    add_note(&s);
    if (api_finished(&s.table)) {
        s.table.terms.game->score(&s.table.match.state, s.points, s.places);
        add_match(&s);
        fine = add_ratings(api, &s);
    }
    fine = fine && store_write(api->store, s.calls, s.count, changed, &error) == PECK_OK;
    table_free(&s.table);
    return fine && changed[0] == 1;
}

/* How many were settled; fewer than AT_ONCE: there is nothing more to be done now. */
static int settle_some(struct api *api)
{
    struct table_names unsettled = {0};
    struct peck_error error;
    struct db_call call = {.sql = "SELECT id FROM tables WHERE settled = 0 AND phase >= $1"
                                  " ORDER BY touched LIMIT $2",
                           .values = {db_number(PHASE_OVER), db_number(AT_ONCE)},
                           .count = 2};
    int done = 0;
    if (store_ask(api->store, &call, api_take_table_name, &unsettled, &error) == PECK_OK) {
        for (size_t i = 0; i < unsettled.count; i++)
            done += settle_one(api, unsettled.id[i]);
    }
    free(unsettled.id);
    return done;
}

void api_settle(struct api *api)
{
    pthread_mutex_lock(&api->settling);
    while (settle_some(api) == AT_ONCE) {
    }
    pthread_mutex_unlock(&api->settling);
}
