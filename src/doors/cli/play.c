/* play.c — `peck play`: what the command line says about a match at this terminal.
 *
 * It reads who sits where, the options and the file to resume or save to, and leaves open
 * what is not said. src/doors/term asks for the rest and plays the match. */
#include "cli.h"
#include "doors/term/play.h"
#include "session/files/shelf.h"

#include <peck/pack.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

/* --seed, or one that nobody can guess. */
static uint64_t seed_of(const struct args *args)
{
    uint64_t seed = 0;
    if (args->flag[FLAG_SEED].given)
        return args->flag[FLAG_SEED].number;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed)
        seed = (uint64_t)(cli_seconds_now() * 1e6);
    return seed >> 32; /* short enough to be typed again */
}

/* Splits `you,Anna,hard`. */
static int read_seats(const struct args *args, struct setup_answers *answers)
{
    const char *at = args->flag[FLAG_SEATS].text;
    for (bool more = true; more; at++) {
        size_t length = strcspn(at, ",");
        if (answers->count == PECK_SEATS_MAX)
            return cli_refuse(
                args->verb, MESSAGE_PLAIN_CLI_SEATS_MOST,
                (struct say_value[]){{"most", .number = PECK_SEATS_MAX}, {0}});
        if (length == 0 || length >= PECK_PLAYER_MAX)
            return cli_refuse(
                args->verb, MESSAGE_PLAIN_CLI_SEATS_WHO,
                (struct say_value[]){
                    {"word", .text = output_shown(args->flag[FLAG_SEATS].text)}, {0}});
        snprintf(answers->seats[answers->count++], PECK_PLAYER_MAX, "%.*s", (int)length,
                 at);
        at += length;
        more = *at == ',';
    }
    return STATUS_FINE;
}

/* The deal of a day has one set-up: the box's own number of players and level of bots, and
 * you on the first seat. */
static int read_daily(const struct args *args, struct setup_answers *answers,
                      char daily[PECK_DAILY_MAX])
{
    const char *day = args->flag[FLAG_DAILY].text;
    char today[16];
    union peck_state state;
    if (args->game == NULL || args->flag[FLAG_SEATS].given || args->flag[FLAG_SEED].given ||
        args->flag[FLAG_RESUME].given || args->option_count > (args->box[0] != '\0'))
        return cli_usage_error(args->verb,
                               "--daily takes the game and its box alone: no --seats, no "
                               "--option, no --seed and no --resume");
    if (strcmp(day, "today") == 0) {
        time_t now = time(NULL);
        struct tm parts;
        strftime(today, sizeof today, "%Y-%m-%d", localtime_r(&now, &parts));
        day = today;
    }
    int status = args_setup(args, 0, &answers->setup, &state);
    if (status != STATUS_FINE)
        return status;
    struct peck_box box = *peck_box_of(args->game, &answers->setup);
    if (box.id == NULL) /* the game has none */
        box = (struct peck_box){
            .id = args->game->name, .seats = answers->setup.seats, .level = "normal"};
    status = args_setup(args, box.seats, &answers->setup, &state);
    if (status != STATUS_FINE)
        return status;
    answers->game = args->game;
    answers->count = box.seats;
    for (int seat = 0; seat < box.seats; seat++)
        snprintf(answers->seats[seat], PECK_PLAYER_MAX, "%s",
                 seat == 0 ? "you" : box.level);
    snprintf(daily, PECK_DAILY_MAX, "%.16s %s", day, box.id);
    return STATUS_FINE;
}

/* Takes what the command line says; the rest is asked later. */
static int read_wish(const struct args *args, struct setup_answers *answers)
{
    union peck_state state;
    answers->game = args->game;
    bool more =
        args->game != NULL || args->option_count > 0 || args->flag[FLAG_RECORD].given;
    if (args->flag[FLAG_RESUME].given && more)
        return cli_usage_error(args->verb,
                               "--resume goes on with a match as it is: give no game, "
                               "no --option and no --record");
    int status = args->flag[FLAG_SEATS].given ? read_seats(args, answers) : STATUS_FINE;
    if (status != STATUS_FINE || args->flag[FLAG_RESUME].given)
        return status;
    if (args->game == NULL && (answers->count > 0 || args->option_count > 0))
        return cli_refuse(args->verb, MESSAGE_PLAIN_CLI_SEATS_GAME, NULL);
    if (args->game == NULL)
        return STATUS_FINE;
    return args_setup(args, answers->count, &answers->setup, &state);
}

static int resume(const struct args *args, struct session *session,
                  struct session_wish *wish, const char *path, int count)
{
    struct peck_error error;
    size_t length;
    char *bytes = cli_read_all(args->verb, path, &length);
    if (bytes == NULL)
        return STATUS_FAILED;
    wish->path = path;
    enum peck_status status = session_resume(session, bytes, length, wish, count, &error);
    free(bytes);
    if (status == PECK_BAD_SETUP)
        return cli_usage_error(args->verb, "%s", args_why(args, &error));
    if (status != PECK_OK && error.line > 0)
        return cli_failure(args->verb, "%s, %s", output_path_name(path),
                           args_why(args, &error));
    if (status != PECK_OK)
        return cli_failure(args->verb, "%s: %s", output_path_name(path),
                           args_why(args, &error));
    session->rules = rules_of(session->match.game, say_languages[wish->language]);
    return STATUS_FINE;
}

/* Saves the match to a new file; if that fails, the match is played anyway, and the
 * door says so. */
static void save_fresh(struct session *session)
{
    char path[SESSION_PATH_MAX];
    if (shelf_fresh(session->match.game, path))
        (void)session_save_as(session, path);
    else
        snprintf(session->fault, sizeof session->fault, "%s", strerror(errno));
}

/* The same players, options and seats in a fresh match, with other dice, in a new file. */
static enum peck_status once_more(struct session *session, struct peck_error *error)
{
    char names[PECK_SEATS_MAX][PECK_PLAYER_MAX];
    struct session_wish wish = {.game = session->match.game,
                                .setup = session->match.setup,
                                .seed = session->seed + 1,
                                .language = session->language,
                                .rules = session->rules};
    memcpy(names, session->match.name, sizeof names);
    for (int seat = 0; seat < wish.setup.seats; seat++)
        wish.seats[seat] = names[seat];
    session_free(session);
    enum peck_status status = session_begin(session, &wish, error);
    if (status == PECK_OK)
        save_fresh(session);
    return status;
}

static int begin(const struct args *args, struct session *session,
                 struct session_wish *wish, const struct setup_answers *answers)
{
    struct peck_error error;
    wish->game = answers->game;
    wish->setup = answers->setup;
    wish->rules = rules_of(answers->game, say_languages[wish->language]);
    if (session_begin(session, wish, &error) != PECK_OK)
        return cli_usage_error(args->verb, "%s", args_why(args, &error));
    const struct value *file = &args->flag[FLAG_RECORD];
    if (!file->given)
        save_fresh(session);
    if (!file->given || session_save_as(session, file->text))
        return STATUS_FINE;
    session_free(session);
    return cli_failure(args->verb, "cannot write %s: %s", output_path_name(file->text),
                       session->fault);
}

static bool on_screen(const struct args *args)
{
    return !args->flag[FLAG_PLAIN].given && screen_possible();
}

/* What the command line does not say: which saved match, or the game and the seats. */
static bool ask_rest(const struct args *args, struct input *input,
                     enum say_language language, struct setup_answers *answers)
{
    const struct value *file = &args->flag[FLAG_RESUME];
    bool saved = file->given && file->text == NULL;
    if (file->text != NULL || (!file->given && answers->count > 0))
        return true;
    if (on_screen(args))
        return screen_start(input, language, answers, saved);
    return saved ? setup_ask_saved(input, language, answers)
                 : setup_ask(input, language, answers);
}

/* Asks what is missing and sets the session up; `left`: the person did not want to. */
static int sit_down(const struct args *args, struct input *input, struct session *session,
                    bool *left)
{
    struct setup_answers answers = {.game = NULL};
    struct session_wish wish = {.seed = seed_of(args),
                                .language = say_language_of(args_language(args))};
    const struct value *file = &args->flag[FLAG_RESUME];
    char daily[PECK_DAILY_MAX];
    bool dealt = args->flag[FLAG_DAILY].given;
    int status = dealt ? read_daily(args, &answers, daily) : read_wish(args, &answers);
    if (status != STATUS_FINE)
        return status;
    if (!ask_rest(args, input, wish.language, &answers)) {
        *left = true;
        return STATUS_FINE;
    }
    wish.daily = dealt ? daily : NULL;
    for (int seat = 0; seat < PECK_SEATS_MAX; seat++)
        wish.seats[seat] = answers.seats[seat];
    if (file->text != NULL)
        return resume(args, session, &wish, file->text, answers.count);
    if (answers.resume[0] != '\0')
        return resume(args, session, &wish, answers.resume, answers.count);
    return begin(args, session, &wish, &answers);
}

/* Where the match is, or how to continue it. */
static void put_where(const struct session *session)
{
    if (session->path[0] == '\0' || session->fault[0] != '\0')
        return;
    char line[SESSION_PATH_MAX + SAY_SENTENCE];
    struct peck_text text = peck_text_begin(line, sizeof line);
    say(&text, session->language,
        session_over(session) ? MESSAGE_PLAIN_SAVED : MESSAGE_PLAIN_LATER,
        (struct say_value[]){{"path", session->path, 0}, {0}});
    puts(line);
}

/* The full screen, as often as the person wants, leaves behind the results and where the
 * matches are. */
static int play_on_screen(const struct args *args, struct session *session,
                          struct input *input)
{
    uint32_t pace = (uint32_t)args_number(args, FLAG_PACE, SCREEN_PACE);
    struct peck_error error;
    enum peck_status status = PECK_OK;
    for (bool again = true; again && status == PECK_OK;) {
        status = screen_play(session, input, pace, &again, &error);
        if (status == PECK_OK)
            put_where(session);
        if (status == PECK_OK && again)
            status = once_more(session, &error);
    }
    return status == PECK_OK ? STATUS_FINE
                             : cli_failure(args->verb, "%s", args_why(args, &error));
}

int cli_run_play(const struct args *args)
{
    struct input input;
    static struct session session; /* larger than a stack likes */
    bool left = false;
    input_begin(&input);
    int status = sit_down(args, &input, &session, &left);
    if (status == STATUS_FINE && !left) {
        if (on_screen(args))
            status = play_on_screen(args, &session, &input);
        else
            (void)play_plain(&session, &input);
        session_free(&session);
    }
    if (input_signal() != 0)
        fflush(stdout);
    input_farewell(&input);
    return status;
}
