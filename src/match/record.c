/* record.c — writes a match as text, and reads it back by playing it.
 *
 * Reading is playing: each ply is checked and played as a person's move is. So a record
 * cannot lead to a state that play does not lead to, and no state is stored that could
 * become outdated. The score at the end is compared with the engine's own.
 *
 * Any bytes may come in. A line has a limit of 255 bytes, everything but a player's name
 * must be printable ASCII, and a ply enters the log only when it is legal. The reader looks
 * at a line without consuming it: when something is wrong with a line, the reader still
 * stands on it, and its number is that of the error. An error about the set-up may be the
 * fault of an earlier line; then that line is named.
 *
 * Writing has room for the longest possible record before it starts, so no function in
 * between can fail. With a viewer the plies are written as that viewer saw them; such a
 * record cannot be read again, and the reader says why. docs/reference/formats.md describes
 * the format. */
#include "inner.h"

#include <string.h>

/* Without its end; longer ones are refused. The longest line that means something is a
 * name's: `name 0 ` and 63 bytes. Comments may be as long as they like: nobody looks at
 * them. */
enum { LINE_BYTES = 255 };

struct peck_reader peck_reader_begin(const char *bytes, size_t count)
{
    struct peck_reader reader = {
        .bytes = bytes, .end = count > 0 ? bytes + count : bytes, .at = bytes, .line = 1};
    if (count >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
        reader.at += 3; /* the mark some editors put before UTF-8 */
    return reader;
}

/* The end of the line at `at`: its line feed, or the end of the file. */
static const char *line_end(const struct peck_reader *reader)
{
    size_t left = (size_t)(reader->end - reader->at);
    const char *feed = left > 0 ? memchr(reader->at, '\n', left) : NULL;
    return feed != NULL ? feed : reader->end;
}

static void consume_line(struct peck_reader *reader)
{
    const char *end = line_end(reader);
    reader->at = end < reader->end ? end + 1 : end;
    reader->line++;
}

bool peck_reader_more(struct peck_reader *reader)
{
    for (; reader->at < reader->end; consume_line(reader)) {
        char first = *reader->at;
        bool bare_return = first == '\r' && line_end(reader) == reader->at + 1;
        if (first != '#' && first != '\n' && !bare_return)
            return true;
    }
    return false;
}

/* What is being read: the line the reader stands on, without its end. */
struct reading {
    struct peck_reader *reader;
    struct peck_match *match;
    struct peck_error *error;
    struct peck_scan line;
    uint32_t
        fault; /* the number of an earlier line that is to blame; 0: the one read last */
};

/* Refuses a line that is too long, or has bytes that no line may have but a player's name.
 */
static bool check_bytes(struct reading *r, size_t count)
{
    const char *bytes = r->line.start;
    if (count > LINE_BYTES) {
        peck_error_say(r->error, "error.record.line");
        return false;
    }
    bool name = count >= 5 && memcmp(bytes, "name ", 5) == 0;
    for (size_t i = 0; i < count && !name; i++) {
        if (bytes[i] < ' ' || bytes[i] > '~') {
            peck_error_say(r->error, "error.record.ascii");
            r->error->column = (uint32_t)i + 1;
            return false;
        }
    }
    return true;
}

/* Moves to the next line that is neither blank nor a comment; at the end it is empty. */
static bool look(struct reading *r)
{
    struct peck_reader *reader = r->reader;
    const char *end = peck_reader_more(reader) ? line_end(reader) : reader->end;
    if (end > reader->at && end[-1] == '\r')
        end--; /* lines may end as they do on Windows */
    r->line = peck_scan_begin(reader->at, (size_t)(end - reader->at), r->error);
    return check_bytes(r, (size_t)(end - reader->at));
}

static bool next(struct reading *r)
{
    consume_line(r->reader);
    return look(r);
}

static size_t rest(const struct reading *r)
{
    return (size_t)(r->line.end - r->line.at);
}

/* The rest of the line as a string; there is no NUL in it. */
static void copy_rest(const struct reading *r, char word[LINE_BYTES + 1])
{
    memcpy(word, r->line.at, rest(r));
    word[rest(r)] = '\0';
}

static bool read_version(struct reading *r)
{
    if (!peck_scan_expect(&r->line, "match "))
        return false;
    if (peck_scan_accept(&r->line, "1") && r->line.at == r->line.end)
        return next(r);
    peck_error_say(r->error, "error.record.version");
    peck_error_quote(r->error, "version", r->line.start + 6,
                     (size_t)(r->line.end - r->line.start) - 6);
    return false;
}

static const struct peck_game *read_game(struct reading *r)
{
    if (!peck_scan_expect(&r->line, "game "))
        return NULL;
    char word[LINE_BYTES + 1];
    copy_rest(r, word);
    const struct peck_game *game = peck_game_find(word);
    if (game != NULL)
        return next(r) ? game : NULL;
    peck_error_say(r->error, "error.record.game");
    peck_error_quote(r->error, "game", r->line.at, rest(r));
    struct peck_text text = peck_error_open(r->error, "games");
    for (int i = 0; i < peck_game_count; i++) {
        peck_put(&text, i == 0 ? "" : ", ");
        peck_put(&text, peck_games[i]->name);
    }
    return NULL;
}

/* What `option` lines say, and on which lines; a seat option can be judged only with
 * `seats`. */
struct given {
    struct peck_setup setup;
    uint32_t line[PECK_OPTIONS_MAX]; /* 0: not given */
};

static bool read_options(struct reading *r, const struct peck_game *game,
                         struct given *given)
{
    while (peck_scan_accept(&r->line, "option ")) {
        char word[LINE_BYTES + 1];
        copy_rest(r, word);
        if (peck_setup_option(game, &given->setup, word, r->error) != PECK_OK)
            return false;
        int index = peck_option_find(game, word);
        if (given->line[index] != 0) {
            (void)peck_refuse_twice(game, index, r->error);
            return false;
        }
        given->line[index] = r->reader->line;
        if (!next(r))
            return false;
    }
    return true;
}

static bool refuse_view(struct reading *r)
{
    peck_error_say(r->error, "error.record.view");
    peck_error_quote(r->error, "text", r->line.start,
                     (size_t)(r->line.end - r->line.start));
    return false;
}

static bool read_name(struct reading *r)
{
    struct peck_match *match = r->match;
    int seat = peck_scan_int(&r->line, "error.seat", 0, match->setup.seats - 1);
    if (!peck_scan_expect(&r->line, " "))
        return false;
    const char *fault = peck_name_fault(r->line.at, rest(r));
    if (rest(r) == 0)
        fault = "error.name.empty";
    if (match->name[seat][0] != '\0')
        fault = "error.record.named";
    if (fault != NULL) {
        peck_error_say(r->error, fault);
        return false;
    }
    memcpy(match->name[seat], r->line.at, rest(r)); /* it was all zero */
    return next(r);
}

/* The line to blame for a set-up that was refused: that of a seat option which names a seat
 * the table does not have, or 0 for the line of the seats. */
static uint32_t fault_line(const struct peck_game *game, const struct given *given)
{
    int seats = given->setup.seats;
    if (seats < game->seats_min || seats > game->seats_max)
        return 0;
    for (int i = 0; i < game->option_count; i++) {
        if (game->options[i].kind == PECK_SEAT && given->setup.option[i] >= seats)
            return given->line[i];
    }
    return 0;
}

/* From `match 1` to `plies`. On success the match has begun and is to be freed. */
static enum peck_status read_head(struct reading *r)
{
    struct given given = {0};
    if (!look(r) || !read_version(r))
        return PECK_BAD_RECORD;
    const struct peck_game *game = read_game(r);
    if (game == NULL)
        return PECK_BAD_RECORD;
    peck_setup_begin(game, 0, &given.setup);
    if (!read_options(r, game, &given) || !peck_scan_expect(&r->line, "seats "))
        return PECK_BAD_RECORD;
    given.setup.seats = peck_scan_seats(&r->line, game, &given.setup);
    if (!peck_scan_done(&r->line))
        return PECK_BAD_RECORD;
    if (peck_match_begin(r->match, game, &given.setup, r->error) != PECK_OK) {
        r->fault = fault_line(game, &given);
        return PECK_BAD_RECORD;
    }
    bool fine = next(r);
    if (fine && peck_scan_accept(&r->line, "you "))
        fine = refuse_view(r);
    while (fine && peck_scan_accept(&r->line, "name "))
        fine = read_name(r);
    if (fine && peck_scan_expect(&r->line, "plies") && peck_scan_done(&r->line))
        return PECK_OK;
    peck_match_free(r->match);
    return PECK_BAD_RECORD;
}

/* One line `<seat or *> <action name>`. */
static enum peck_status read_ply(struct reading *r)
{
    char name[LINE_BYTES + 1];
    int seat = PECK_CHANCE;
    if (!peck_scan_accept(&r->line, "*")) {
        if (r->line.at == r->line.end || *r->line.at < '0' || *r->line.at > '9') {
            peck_scan_fail(&r->line, "error.record.ply");
            return PECK_BAD_RECORD;
        }
        seat = peck_scan_int(&r->line, "error.seat", 0, r->match->setup.seats - 1);
    }
    if (!peck_scan_expect(&r->line, " "))
        return PECK_BAD_RECORD;
    if (rest(r) > 0 && memchr(r->line.at, '?', rest(r)) != NULL) {
        refuse_view(r);
        return PECK_BAD_RECORD;
    }
    copy_rest(r, name);
    return peck_names_say(&r->reader->names, r->match, seat, name, r->error);
}

static enum peck_status read_plies(struct reading *r)
{
    for (;;) {
        if (!next(r))
            return PECK_BAD_RECORD;
        if (r->line.at == r->line.end || peck_scan_accept(&r->line, "match "))
            return PECK_OK; /* the record stops here: an unfinished match */
        if (peck_scan_accept(&r->line, "end"))
            return peck_scan_done(&r->line) ? PECK_OK : PECK_BAD_RECORD;
        enum peck_status status = read_ply(r);
        if (status != PECK_OK)
            return status;
    }
}

/* `score 4 0 7` and `place 2 3 1`, from the state. */
static void put_score(const struct peck_match *match, struct peck_text *score,
                      struct peck_text *place)
{
    int32_t points[PECK_SEATS_MAX];
    uint8_t places[PECK_SEATS_MAX];
    match->game->score(&match->state, points, places);
    peck_put(score, "score");
    peck_put(place, "place");
    for (int s = 0; s < match->setup.seats; s++) {
        peck_put_char(score, ' ');
        peck_put_int(score, points[s]);
        peck_put_char(place, ' ');
        peck_put_int(place, places[s]);
    }
}

enum { SCORE_BYTES = 96 }; /* "score", 7 times a space and 11 characters, and a NUL: 90 */

static bool read_result(struct reading *r, const char *right)
{
    if (!next(r))
        return false;
    size_t count = strlen(right);
    if (rest(r) == count && memcmp(r->line.at, right, count) == 0)
        return true;
    peck_error_say(r->error, "error.record.score");
    peck_error_text(r->error, "right", right);
    if (rest(r) == 0)
        peck_error_key(r->error, "wrong", "error.record.no-line");
    else
        peck_error_quote(r->error, "wrong", r->line.at, rest(r));
    return false;
}

/* What follows the plies: nothing, or `end` with score and places as the engine has them.
 */
static enum peck_status read_end(struct reading *r)
{
    size_t count = (size_t)(r->line.end - r->line.start);
    if (count != 3 || memcmp(r->line.start, "end", 3) != 0)
        return PECK_OK;
    if (r->match->game->movers(&r->match->state) != 0) {
        peck_error_say(r->error, "error.record.end");
        return PECK_BAD_RECORD;
    }
    char score[SCORE_BYTES], place[SCORE_BYTES];
    struct peck_text score_text = peck_text_begin(score, sizeof score);
    struct peck_text place_text = peck_text_begin(place, sizeof place);
    put_score(r->match, &score_text, &place_text);
    if (!read_result(r, score) || !read_result(r, place))
        return PECK_BAD_RECORD;
    consume_line(r->reader);
    return PECK_OK;
}

enum peck_status peck_record_read(struct peck_reader *reader, struct peck_match *match,
                                  struct peck_error *error)
{
    struct peck_match fresh;
    struct reading r = {.reader = reader, .match = &fresh, .error = error};
    enum peck_status status = read_head(&r);
    if (status == PECK_OK) {
        status = read_plies(&r);
        if (status == PECK_OK)
            status = read_end(&r);
        if (status != PECK_OK)
            peck_match_free(&fresh);
    }
    if (status == PECK_OK)
        *match = fresh;
    else
        error->line = r.fault != 0 ? r.fault : reader->line;
    return status == PECK_OK || status == PECK_NO_MEMORY ? status : PECK_BAD_RECORD;
}

static void put_head(const struct peck_match *match, int viewer, struct peck_text *text)
{
    peck_put(text, "match 1\ngame ");
    peck_put(text, match->game->name);
    peck_put_char(text, '\n');
    for (int i = 0; i < match->game->option_count; i++) {
        if (match->setup.option[i] == match->game->options[i].standard)
            continue;
        peck_put(text, "option ");
        peck_put_option(match->game, &match->setup, i, text);
        peck_put_char(text, '\n');
    }
    peck_put(text, "seats ");
    peck_put_int(text, match->setup.seats);
    if (viewer >= 0 && viewer != PECK_CHANCE) {
        peck_put(text, "\nyou ");
        peck_put_int(text, viewer);
    }
    for (int s = 0; s < match->setup.seats; s++) {
        if (match->name[s][0] == '\0')
            continue;
        peck_put(text, "\nname ");
        peck_put_int(text, s);
        peck_put_char(text, ' ');
        peck_put(text, match->name[s]);
    }
    peck_put(text, "\nplies\n");
}

static void put_plies(const struct peck_match *match, int viewer, struct peck_text *text)
{
    const struct peck_game *game = match->game;
    union peck_state state;
    if (viewer >= 0)
        peck_match_state_at(match, 0, &state);
    for (uint32_t i = 0; i < match->count; i++) {
        int seat = match->plies[i].seat;
        uint32_t action = match->plies[i].action, shown = action;
        if (viewer >= 0) {
            shown = game->seen(&state, seat, action, viewer);
            game->apply(&state, seat, action);
        }
        peck_put_char(text, seat == PECK_CHANCE ? '*' : (char)('0' + seat));
        peck_put_char(text, ' ');
        game->action_name(shown, text);
        peck_put_char(text, '\n');
    }
}

enum peck_status peck_record_write(const struct peck_match *match, int viewer,
                                   struct peck_buffer *buffer)
{
    /* Head and end: 14 + 32 bytes, 4 options of 47, 7 names of 71, and less than 300 more.
     * A ply: the seat, a space, a name of at most 31 bytes and the line feed. */
    enum { REST_BYTES = 2048, PLY_BYTES = 2 + PECK_NAME_MAX };
    PECK_ASSERT(viewer >= -1 && (viewer < match->setup.seats || viewer == PECK_CHANCE));
    struct peck_text text;
    enum peck_status status =
        peck_buffer_open(buffer, REST_BYTES + (size_t)match->count * PLY_BYTES, &text);
    if (status != PECK_OK)
        return status;
    put_head(match, viewer, &text);
    put_plies(match, viewer, &text);
    if (match->game->movers(&match->state) == 0) {
        char place[SCORE_BYTES];
        struct peck_text place_text = peck_text_begin(place, sizeof place);
        peck_put(&text, "end\n");
        put_score(match, &text, &place_text);
        peck_put_char(&text, '\n');
        peck_put(&text, place);
        peck_put_char(&text, '\n');
    }
    peck_buffer_close(buffer, &text);
    return PECK_OK;
}
