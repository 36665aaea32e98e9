/* api_records.c — lists finished matches, page by page, and the leaderboard of each game.
 *
 * Both read rows that rating_settle.c has written, never logs. A page ends with the moment
 * from which the next one continues. */
#include "api_inner.h"

#include <peck/character.h>

#include <stdlib.h>
#include <string.h>

enum { PAGE = 50, LEADERS = 100 };

/* ---- Finished matches ---- */

struct listing {
    json_t *matches;
    const char *me;
};

/* id, game, rated, finished, seat, name, bot, points, place, person; seats of a match come
 * one after the other. */
static bool take_seat(void *context, const struct db_value *columns, int count)
{
    struct listing *listing = context;
    size_t there = json_array_size(listing->matches);
    json_t *last = there > 0 ? json_array_get(listing->matches, there - 1) : NULL;
    const char *id = json_string_value(json_object_get(last, "table"));
    if (id == NULL || strcmp(id, columns[0].bytes) != 0) {
        last = json_pack("{s:s, s:s, s:b, s:I, s:[]}", "table", columns[0].bytes, "game",
                         columns[1].bytes, "rated", columns[2].number != 0, "finished",
                         (json_int_t)columns[3].number, "seats");
        json_array_append_new(listing->matches, last);
    }
    bool bot = columns[5].bytes[0] == '\0';
    const struct peck_character *character =
        bot ? peck_character_at(columns[6].bytes, columns[0].bytes, (int)columns[4].number)
            : NULL;
    json_array_append_new(json_object_get(last, "seats"),
                          json_pack("{s:s, s:s, s:s*, s:I, s:I, s:b}", "name",
                                    columns[5].bytes, "bot", columns[6].bytes, "character",
                                    character != NULL ? character->id : NULL, "points",
                                    (json_int_t)columns[7].number, "place",
                                    (json_int_t)columns[8].number, "you",
                                    strcmp(columns[9].bytes, listing->me) == 0));
    return true;
}

#define SEATS_OF(page)                                                                     \
    "SELECT m.id, m.game, m.rated, m.finished, p.seat, p.name, p.bot, p.points, p.place,"  \
    " p.person FROM (SELECT id, game, rated, finished FROM matches WHERE " page            \
    " AND (game = $2 OR $2 = '') AND finished < $3 ORDER BY finished DESC, id LIMIT $4) m" \
    " JOIN played p ON p.id = m.id ORDER BY m.finished DESC, m.id, p.seat"

/* Everybody sees the matches of listed tables, and all of their own. */
static void list_matches(struct asking *a, const struct peck_game *game, int64_t before,
                         bool mine)
{
    struct listing listing = {.matches = json_array(), .me = a->who.person};
    struct db_call call = {
        .sql = mine ? SEATS_OF("id IN (SELECT id FROM played WHERE person = $1)")
                    : SEATS_OF("(listed = 1 OR $1 = '')"),
        .values = {db_text(a->who.person), db_text(game != NULL ? game->name : ""),
                   db_number(before), db_number(PAGE)},
        .count = 4};
    if (api_ask(a, &call, take_seat, &listing)) {
        size_t count = json_array_size(listing.matches);
        const json_t *last =
            count == PAGE ? json_array_get(listing.matches, PAGE - 1) : NULL;
        json_t *next = json_object_get(last, "finished");
        api_put(a, 200,
                json_pack("{s:O, s:O?}", "records", listing.matches, "before", next));
    }
    json_decref(listing.matches);
}

/* A moment of the query in ms; INT64_MAX when there is none. */
static bool query_moment(struct asking *a, const char *name, int64_t *moment)
{
    char text[20];
    *moment = INT64_MAX;
    if (!api_query(a, name, text, sizeof text))
        return false;
    if (strspn(text, "0123456789") != strlen(text))
        return api_refuse(a, 400, "bad-query", "a moment is a whole number of ms");
    if (text[0] != '\0')
        *moment = strtoll(text, NULL, 10); /* 19 digits are less than 2^63 or become it */
    return true;
}

void api_get_records(struct asking *a)
{
    const struct peck_game *game;
    struct account account;
    int64_t before;
    bool mine;
    if (api_query_game(a, &game) && query_moment(a, "before", &before) &&
        api_query_me(a, &mine) && (!mine || api_me(a, &account)))
        list_matches(a, game, before, mine);
}

/* ---- The best ---- */

struct board {
    json_t *players;
    const char *game, *me;
};

/* person, matches, mu, sigma, the account's name, the name of the last match */
static bool take_leader(void *context, const struct db_value *columns, int count)
{
    struct board *board = context;
    bool account = columns[4].kind == DB_BYTES;
    const char *name = account ? columns[4].bytes : columns[5].bytes;
    json_t *leader = api_rating_json(board->game, columns[1].number, columns[2].number,
                                     columns[3].number);
    json_object_set_new(leader, "name", json_string(name != NULL ? name : ""));
    json_object_set_new(leader, "account", json_boolean(account));
    json_object_set_new(leader, "you",
                        json_boolean(strcmp(columns[0].bytes, board->me) == 0));
    json_array_append_new(board->players, leader);
    return true;
}

/* Whoever has played fewer than five matches is not on it; an index (schema.c) has the rest
 * in this order. */
void api_get_leaderboard(struct asking *a)
{
    const struct peck_game *game;
    if (!api_query_game(a, &game))
        return;
    if (game == NULL) {
        api_refuse(a, 400, "bad-query", "a leaderboard is of one game: ?game=NAME");
        return;
    }
    struct board board = {json_array(), game->name, a->who.person};
    struct db_call call = {
        .sql = "SELECT s.person, s.matches, s.mu, s.sigma, a.name, p.name FROM (SELECT *"
               " FROM standings WHERE game = $1 AND matches >= 5 ORDER BY points DESC"
               " LIMIT $2) s LEFT JOIN accounts a ON a.person = s.person"
               " LEFT JOIN played p ON p.id = s.id AND p.person = s.person"
               " ORDER BY s.points DESC, s.person",
        .values = {db_text(game->name), db_number(LEADERS)},
        .count = 2};
    if (api_ask(a, &call, take_leader, &board))
        api_put(a, 200,
                json_pack("{s:s, s:O}", "game", game->name, "players", board.players));
    json_decref(board.players);
}
