/* judged.c — the browser's door to judgements: advice for a position, a match analysed,
 * chance verified. See door.h for how a call works. */
#include "door.h"
#include "tell/counsel.h"
#include "tell/judged_json.h"

#include <peck/fair.h>

#include <stdlib.h>
#include <string.h>

/* ---- The advisor ---- */

/* Reads `name=value` lines into words; refuses words that the game does not have. */
static enum peck_status read_words(const struct peck_game *game, char *said,
                                   struct peck_words *words, struct peck_error *error)
{
    const char *lines[PECK_WORDS_MAX];
    int count = split(said, '\n', lines, PECK_WORDS_MAX);
    memset(words, 0, sizeof *words);
    for (int i = 0; i < count; i++) {
        size_t length = strcspn(lines[i], "=");
        int word = counsel_word(game, lines[i], length, error);
        if (word < 0)
            return PECK_BAD_POSITION;
        words->value[word] = lines[i] + length + (lines[i][length] != '\0');
    }
    return PECK_OK;
}

static int advise(const struct peck_game *game, const char *line, const char *bot, int seat,
                  int language)
{
    static struct peck_estimate estimates[PECK_ACTIONS_MAX];
    static struct counsel counsel;
    struct peck_buffer buffer = {0};
    struct peck_player player;
    struct peck_error error = {0};
    counsel = (struct counsel){
        .estimates = estimates, .language = (enum say_language)language, .drawn = true};
    enum peck_status status = peck_player_find(game, bot, &player, &error);
    if (status == PECK_OK && player.budget.work > 0)
        player.budget.milliseconds = 0; /* the same answer every time */
    if (status == PECK_OK)
        status = counsel_read(&counsel, game, line, seat, &error);
    if (status == PECK_OK)
        status = counsel_think(&counsel, &player, 1, &error);
    if (status != PECK_OK)
        return answer_error(status, &error);
    status = counsel_write(&counsel, &buffer);
    return answer_buffer(&buffer, status);
}

/* The position line that lines `word=value` make. `box` is a box file; "": what is assumed.
 */
static enum peck_status tell_line(const struct peck_game *game, char *options, char *said,
                                  const char *box, char line[PECK_LINE_MAX],
                                  struct peck_error *error)
{
    struct peck_words words;
    struct peck_setup setup;
    union peck_contents contents;
    bool own = box[0] != '\0';
    enum peck_status status = read_setup(game, game->seats_min, options, &setup, error);
    if (status == PECK_OK)
        status = read_words(game, said, &words, error);
    if (status == PECK_OK && own)
        status = peck_contents_read(game, box, strlen(box), &contents, error);
    return status == PECK_OK
               ? counsel_line(game, &setup, &words, own ? &contents : NULL, line, error)
               : status;
}

/* Whether a box file is sound: true, or what is wrong with it. */
EXPORT("peck_box") int door_box(const char *name, const char *box)
{
    const struct peck_game *game = peck_game_find(name);
    union peck_contents contents;
    struct peck_error error = {0};
    if (game == NULL)
        return answer_refusal(PECK_BAD_SETUP, "error.no-game");
    enum peck_status status = peck_contents_read(game, box, strlen(box), &contents, &error);
    struct peck_text *text = status == PECK_OK ? answer_begin(8) : NULL;
    if (text == NULL)
        return answer_error(status, &error);
    peck_put(text, "true");
    return answer_end();
}

/* The answer is the line. Whether there is such a position is for peck_look to say. */
EXPORT("peck_line")
int door_line(const char *name, char *options, char *said, const char *box)
{
    const struct peck_game *game = peck_game_find(name);
    char line[PECK_LINE_MAX];
    struct peck_error error = {0};
    if (game == NULL)
        return answer_refusal(PECK_BAD_SETUP, "error.no-game");
    enum peck_status status = tell_line(game, options, said, box, line, &error);
    struct peck_text *text = status == PECK_OK ? answer_begin(PECK_LINE_MAX) : NULL;
    if (text == NULL)
        return answer_error(status, &error);
    peck_put(text, line);
    return answer_end();
}

/* `position` is a position line; or lines `word=value`, for which `options`
 * and `box` hold, when there is no `|` in it. The answer is that of `peck advise --json`,
 * but for what only says how things are written. */
EXPORT("peck_advise")
int door_advise(const char *name, char *options, char *position, const char *box,
                const char *bot, int seat, int language)
{
    const struct peck_game *game = peck_game_find(name);
    char line[PECK_LINE_MAX];
    struct peck_error error = {0};
    if (game == NULL)
        return answer_refusal(PECK_BAD_SETUP, "error.no-game");
    if (strchr(position, '|') != NULL)
        return advise(game, position, bot, seat, language);
    enum peck_status status = tell_line(game, options, position, box, line, &error);
    return status == PECK_OK ? advise(game, line, bot, seat, language)
                             : answer_error(status, &error);
}

/* The position of a line as a match without a log, for a seat to look at; or the refusal.
 */
static int read_position(const char *line, int viewer, struct peck_match *moment)
{
    struct peck_error error = {0};
    enum peck_status status = peck_decode(line, &moment->game, &moment->state, &error);
    if (status != PECK_OK)
        return answer_error(status, &error);
    moment->game->setup(&moment->state, &moment->setup);
    return has_viewer(moment, viewer) ? 0 : answer_refusal(PECK_BAD_SETUP, "error.no-seat");
}

/* The view that a seat has of a position line: what peck_view answers of a table. */
EXPORT("peck_look") int door_look(const char *line, int viewer)
{
    static struct peck_match moment;
    struct peck_buffer buffer = {0};
    int refused = read_position(line, viewer, &moment);
    if (refused != 0)
        return refused;
    enum peck_status status = peck_view_write(&moment, viewer, 0, &buffer);
    return answer_buffer(&buffer, status);
}

/* What each action would do that the seat has there. `names` of all seats are parted by
 * line feeds, and written into. */
EXPORT("peck_look_choices")
int door_look_choices(const char *line, int viewer, char *names, int language)
{
    static struct peck_match moment;
    static struct session session;
    const char *named[PECK_SEATS_MAX] = {NULL};
    int refused = read_position(line, viewer, &moment);
    if (refused != 0)
        return refused;
    split(names, '\n', named, PECK_SEATS_MAX);
    session_watch(&session, moment.game, moment.setup.seats, named, viewer);
    session_speak(&session, (enum say_language)language);
    return answer_choices(&session, &moment, viewer);
}

/* ---- A finished match ---- */

/* Told after every ply; false stops. */
__attribute__((import_module("peck"), import_name("progress"))) int
host_progress(uint32_t done);

static bool progress(void *context, uint32_t done)
{
    return host_progress(done) != 0;
}

/* The answer is that of `peck analyse --json`, judged by the level hard. */
EXPORT("peck_analyse") int door_analyse(int table)
{
    const struct session *session = table_numbered(table);
    struct peck_analysis analysis;
    struct peck_buffer buffer = {0};
    struct peck_error error = {0};
    if (session == NULL)
        return PECK_BAD_SETUP;
    enum peck_status status = session_analyse(session, progress, NULL, &analysis, &error);
    if (status != PECK_OK)
        return answer_error(status, &error);
    const char *how = analysis.playouts == 0 ? "value function" : "random playouts";
    status = judged_json_analysis(&analysis, "hard", how, &buffer);
    peck_analysis_free(&analysis);
    return answer_buffer(&buffer, status);
}

/* ---- Chance ---- */

/* What was found: `outcomes` that were made again and, where players gave links to them, to
 * how many of them each seat gave none (`unlinked`), and nobody (`foreseen`). */
static int answer_proof(const struct peck_fair *fair, int seats, uint32_t outcomes)
{
    struct peck_text *text = answer_begin(512);
    if (text == NULL)
        return PECK_NO_MEMORY;
    struct peck_json json = peck_json_begin(text);
    peck_json_object(&json, NULL);
    peck_json_int(&json, "outcomes", outcomes);
    if (fair->version >= 3) {
        peck_json_int(&json, "foreseen", peck_fair_unlinked(fair, -1));
        peck_json_array(&json, "unlinked");
        for (int seat = 0; seat < seats; seat++)
            peck_json_int(&json, NULL, peck_fair_unlinked(fair, seat));
        peck_json_end_array(&json);
    }
    peck_json_end_object(&json);
    return answer_end();
}

/* The bytes that 64 digits spell, hashed so many times: a client's chain of links. */
EXPORT("peck_hashed") int door_hashed(const char *digits, int times)
{
    uint8_t bytes[PECK_HASH];
    if (!peck_hash_parse(digits, strlen(digits), bytes))
        return answer_refusal(PECK_BAD_RECORD, "error.fair.digits");
    for (; times > 0; times--)
        peck_sha256(bytes, PECK_HASH, bytes);
    struct peck_text *text = answer_begin(2 * PECK_HASH + 1);
    if (text == NULL)
        return PECK_NO_MEMORY;
    peck_put_hash(text, bytes);
    return answer_end();
}

/* Proves the chance of the first match of a record. PECK_BAD_RECORD: what does not follow;
 * also when the record tells nothing about its chance. */
EXPORT("peck_verify") int door_verify(const char *record)
{
    struct peck_reader reader = peck_reader_begin(record, strlen(record));
    struct peck_match match;
    struct peck_fair fair = {0};
    struct peck_error error = {0};
    bool found = false;
    uint32_t ply, outcomes = 0;
    if (!peck_reader_more(&reader))
        return answer_refusal(PECK_BAD_RECORD, "error.no-match");
    enum peck_status status = peck_record_read(&reader, &match, &error);
    if (status != PECK_OK)
        return answer_error(status, &error);
    status = peck_fair_read(record, strlen(record), &fair, &found, &error);
    if (status == PECK_OK && !found) {
        status = PECK_BAD_RECORD;
        peck_error_say(&error, "error.fair.none");
    }
    if (status == PECK_OK)
        status = peck_fair_verify(&match, &fair, &ply, &error);
    for (uint32_t i = 0; i < match.count; i++)
        outcomes += match.plies[i].seat == PECK_CHANCE;
    int seats = match.setup.seats;
    peck_match_free(&match);
    int answer = status == PECK_OK ? answer_proof(&fair, seats, outcomes)
                                   : answer_error(status, &error);
    peck_fair_free(&fair);
    return answer;
}
