/* plain.c — a match line by line, in complete sentences: for screen readers, pipes and
 * scripts.
 *
 * Where several may act at once and the lines come from a keyboard, the clock
 * is the real one, and bots act while the person types. Otherwise it is counted, so that a
 * script gives the same match every time: an action of a person takes PERSON_MS, in which
 * faster bots act first; `wait` lets the next bot act. */
#include "play.h"
#include "play/kit.h"
#include "tell/tell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum {
    PERSON_MS = 2000,   /* between the paces of the bots normal and easy */
    LISTED_MOST = 12,   /* actions in one sentence */
    HINTS_MOST = 3,     /* actions in a hint */
    COVER_LINES = 60,   /* enough to push what was shown off the screen */
    PROGRESS_MS = 2000, /* an analysis that takes longer says how far it is … */
    ANALYSIS_MS = 15000 /* … and one that takes longer than this is skipped */
};

struct plain {
    struct session *session;
    struct input *input;
    struct session_turn turn;
    bool real;        /* the clock is the real one */
    uint64_t started; /* ms, of the real clock */
    uint32_t told;    /* plies */
    bool asked;       /* the person knows what it can do */
    int seat;         /* the person at the keyboard; -1: any of several */
    int last;         /* the person that looked last; -1: nobody yet */
    bool over;
    bool warned;                        /* that saving does not work */
    uint32_t actions[PECK_ACTIONS_MAX]; /* that the person may choose now … */
    uint32_t count;
    uint32_t listed[PECK_ACTIONS_MAX]; /* … and as they were told last: in a race these */
    uint32_t listed_count;             /* may be others, and numbers mean what was told */
    char line[INPUT_LINE_MAX];
};

static uint64_t milliseconds(void)
{
    return (uint64_t)kit_now();
}

/* ---- Saying ---- */

static void put_said(const struct plain *plain, enum message message,
                     const struct say_value *values)
{
    char room[4096];
    struct peck_text text = peck_text_begin(room, sizeof room);
    say(&text, plain->session->language, message, values);
    puts(room);
}

static void put_text(const struct plain *plain, enum message message, const char *name,
                     const char *value)
{
    put_said(plain, message, (struct say_value[]){{name, .text = value}, {0}});
}

/* From whose point of view plies are described: with several people, nobody's. */
static int teller(const struct plain *plain)
{
    struct session_turn all = {.persons = plain->session->persons};
    return session_viewer(plain->session, &all);
}

static void tell_news(struct plain *plain)
{
    for (; plain->told < session_told(plain->session); plain->told++) {
        char room[2 * SAY_SENTENCE];
        struct peck_text text = peck_text_begin(room, sizeof room);
        tell_ply(plain->session, plain->told, teller(plain), &text);
        if (text.length > 0)
            puts(room);
    }
}

static void tell_saving(struct plain *plain)
{
    const char *fault = plain->session->fault;
    if (fault[0] != '\0' && !plain->warned)
        put_text(plain, MESSAGE_PLAIN_UNSAVED, "reason", fault);
    plain->warned = fault[0] != '\0';
}

/* "1 take it; 2 refuse and pay a chip", of those that begin with a word; at most so many.
 */
static void list_actions(const struct plain *plain, const char *word,
                         struct peck_text *text)
{
    uint32_t listed = 0, left = 0;
    for (uint32_t i = 0; i < plain->count; i++) {
        char name[PECK_NAME_MAX], what[SAY_SENTENCE];
        struct peck_text action = peck_text_begin(name, sizeof name);
        struct peck_text meaning = peck_text_begin(what, sizeof what);
        plain->session->match.game->action_name(plain->actions[i], &action);
        if (strncasecmp(name, word, strlen(word)) != 0)
            continue;
        left += listed == LISTED_MOST;
        if (listed == LISTED_MOST)
            continue;
        tell_action(plain->session, plain->actions[i], &meaning);
        peck_put(text, listed++ > 0 ? "; " : "");
        say(text, plain->session->language, MESSAGE_PLAIN_CHOICE,
            (struct say_value[]){{"number", .number = i + 1}, {"what", .text = what}, {0}});
    }
    if (left == 0)
        return;
    peck_put(text, "; ");
    say(text, plain->session->language, MESSAGE_PLAIN_MORE,
        (struct say_value[]){{"count", .number = left}, {0}});
}

static void note_listed(struct plain *plain)
{
    memcpy(plain->listed, plain->actions, plain->count * sizeof *plain->actions);
    plain->listed_count = plain->count;
}

static void put_choices(struct plain *plain)
{
    note_listed(plain);
    char room[4096];
    struct peck_text text = peck_text_begin(room, sizeof room);
    list_actions(plain, "", &text);
    put_text(plain, MESSAGE_PLAIN_CHOICES, "list", room);
}

/* Where the person is, and what it can do. */
static void put_situation(struct plain *plain)
{
    char room[4 * SAY_SENTENCE];
    struct peck_text text = peck_text_begin(room, sizeof room);
    tell_turn(plain->session, &plain->turn, plain->seat < 0 ? PECK_CHANCE : plain->seat,
              &text);
    puts(room);
    text = peck_text_begin(room, sizeof room);
    if (plain->seat >= 0)
        tell_brief(plain->session, plain->seat, &text);
    if (text.length > 0)
        puts(room);
    if (plain->seat >= 0)
        put_choices(plain);
    plain->asked = true;
}

/* Several people may act, and the line does not say who does. */
static void put_whose(struct plain *plain)
{
    char list[SAY_SENTENCE];
    struct peck_text text = peck_text_begin(list, sizeof list);
    tell_seats(plain->session, plain->turn.persons, &text);
    put_text(plain, MESSAGE_PLAIN_WHOSE, "list", list);
}

/* ---- Acting ---- */

static void put_error(const struct plain *plain, const struct peck_error *error)
{
    char sentence[SAY_SENTENCE];
    struct peck_text text = peck_text_begin(sentence, sizeof sentence);
    say_error(&text, plain->session->language, error);
    puts(sentence);
}

static bool play_next(struct plain *plain)
{
    struct peck_error error;
    if (session_next(plain->session, &plain->turn, &error) == PECK_OK)
        return true;
    put_error(plain, &error);
    return false;
}

static void let_bot_act(struct plain *plain)
{
    struct peck_error error;
    if (session_bot(plain->session, &error) != PECK_OK)
        put_error(plain, &error);
    plain->asked = plain->asked && plain->turn.persons != 0;
    (void)play_next(plain);
}

/* In a race the clock moves on; whoever is faster acts first. */
static void spend_time(struct plain *plain)
{
    if (plain->turn.bot < 0)
        return;
    uint64_t until = plain->real ? milliseconds() - plain->started
                                 : session_now(plain->session) + PERSON_MS;
    while (plain->turn.bot >= 0 && plain->turn.persons != 0 && plain->turn.due <= until)
        let_bot_act(plain);
    session_clock(plain->session, until);
}

static void act(struct plain *plain, uint32_t action)
{
    struct peck_error error;
    spend_time(plain);
    plain->asked = false;
    if (session_act(plain->session, plain->seat, action, &error) != PECK_OK) {
        tell_news(plain);
        put_said(plain, MESSAGE_PLAIN_LATE, NULL); /* it was listed a moment ago */
    }
}

/* ---- Commands ---- */

static void run_help(struct plain *plain)
{
    enum say_language language = plain->session->language;
    int own = say_find("%s.help", plain->session->match.game->name);
    puts(say_literal(language, MESSAGE_PLAIN_HELP));
    if (own != SAY_NONE)
        puts(say_literal(language, (enum message)own));
}

static void run_table(struct plain *plain)
{
    struct peck_buffer buffer = {0};
    int viewer = plain->seat >= 0 ? plain->seat : teller(plain);
    if (tell_table(plain->session, viewer, &buffer) == PECK_OK && buffer.bytes != NULL)
        fputs(buffer.bytes, stdout);
    peck_buffer_free(&buffer);
}

static void run_list(struct plain *plain)
{
    note_listed(plain);
    for (uint32_t i = 0; i < plain->count; i++) {
        char name[PECK_NAME_MAX], what[SAY_SENTENCE];
        struct peck_text action = peck_text_begin(name, sizeof name);
        struct peck_text meaning = peck_text_begin(what, sizeof what);
        plain->session->match.game->action_name(plain->actions[i], &action);
        tell_action(plain->session, plain->actions[i], &meaning);
        put_said(plain, MESSAGE_PLAIN_LISTED,
                 (struct say_value[]){{"number", .number = i + 1},
                                      {"name", .text = name},
                                      {"what", .text = what},
                                      {0}});
    }
}

static void run_undo(struct plain *plain)
{
    uint32_t persons = plain->session->persons;
    if (!session_can_undo(plain->session)) {
        put_said(plain,
                 (persons & (persons - 1)) != 0 ? MESSAGE_PLAIN_UNDO_SEVERAL
                                                : MESSAGE_PLAIN_UNDO_NONE,
                 NULL);
        return;
    }
    session_undo(plain->session);
    plain->told = plain->session->match.count;
    plain->asked = false;
    put_said(plain, MESSAGE_PLAIN_UNDONE, NULL);
}

static void run_save(struct plain *plain)
{
    const char *path = plain->line + 4 + strspn(plain->line + 4, " ");
    if (path[0] == '\0')
        put_said(plain, MESSAGE_PLAIN_SAVE_WHAT, NULL);
    else if (session_save_as(plain->session, path))
        put_text(plain, MESSAGE_PLAIN_SAVED, "path", path);
    else
        put_text(plain, MESSAGE_PLAIN_UNSAVED, "reason", plain->session->fault);
    plain->session->fault[0] = '\0'; /* where it was saved before, it still is */
}

static void run_rules(struct plain *plain)
{
    fputs(plain->session->rules, stdout);
}

static void run_wait(struct plain *plain)
{
    if (plain->turn.bot >= 0)
        let_bot_act(plain);
    else
        put_said(plain, MESSAGE_PLAIN_WAIT_NONE, NULL);
}

static void run_quit(struct plain *plain)
{
    plain->over = true;
}

static void put_hint(const struct plain *plain, const struct peck_estimate *estimate,
                     enum message message)
{
    char what[SAY_SENTENCE], win[32], points[32];
    struct peck_text text = peck_text_begin(what, sizeof what);
    tell_action(plain->session, estimate->action, &text);
    text = peck_text_begin(win, sizeof win);
    say_estimate(&text, plain->session->language, 100 * estimate->win,
                 100 * estimate->win_error);
    text = peck_text_begin(points, sizeof points);
    say_decimal(&text, plain->session->language, estimate->points, 1);
    put_said(
        plain, message,
        (struct say_value[]){
            {"what", .text = what}, {"win", .text = win}, {"points", .text = points}, {0}});
    text = peck_text_begin(what, sizeof what);
    tell_reason(plain->session, plain->seat, estimate->action, &text);
    if (text.length > 0)
        put_text(plain, MESSAGE_PLAIN_HINT_WHY, "why", what);
}

/* The bot's choice first, then the others by their chances. */
static void run_hint(struct plain *plain)
{
    const struct peck_estimate *estimates;
    uint32_t count, best;
    struct peck_error error;
    if (plain->seat < 0) {
        put_whose(plain);
        return;
    }
    if (plain->count == 1) {
        char what[SAY_SENTENCE];
        struct peck_text text = peck_text_begin(what, sizeof what);
        tell_action(plain->session, plain->actions[0], &text);
        put_text(plain, MESSAGE_PLAIN_HINT_ONLY, "what", what);
        return;
    }
    if (session_hint(plain->session, plain->seat, PECK_EXPERT, &estimates, &count, &best,
                     &error) != PECK_OK) {
        put_error(plain, &error);
        return;
    }
    uint32_t told[HINTS_MOST] = {best};
    for (uint32_t n = 0; n < HINTS_MOST && n < count; n++) {
        if (n > 0)
            told[n] = session_next_best(plain->session, count, told, n);
        put_hint(plain, &estimates[told[n]],
                 n == 0 ? MESSAGE_PLAIN_HINT_BEST : MESSAGE_PLAIN_HINT_NEXT);
    }
}

static const struct {
    const char *word;
    void (*run)(struct plain *plain);
} commands[] = {{"?", run_help},    {"help", run_help},    {"h", run_hint},
                {"hint", run_hint}, {"u", run_undo},       {"undo", run_undo},
                {"s", run_table},   {"status", run_table}, {"list", run_list},
                {"wait", run_wait}, {"save", run_save},    {"rules", run_rules},
                {"q", run_quit},    {"quit", run_quit}};

/* Whether the line was a command. */
static bool obey(struct plain *plain)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        size_t length = strlen(commands[i].word);
        bool saves = strcmp(commands[i].word, "save") == 0;
        if (strncasecmp(plain->line, commands[i].word, length) == 0 &&
            (plain->line[length] == '\0' || (saves && plain->line[length] == ' '))) {
            commands[i].run(plain);
            return true;
        }
    }
    return false;
}

/* ---- Actions by number, name or the beginning of a name ---- */

enum found { FOUND, FOUND_NONE, FOUND_SEVERAL };

static enum found find_action(const struct plain *plain, const char *word, uint32_t *action)
{
    enum found found = FOUND_NONE;
    size_t length = strlen(word);
    if (length > 0 && length < 6 && strspn(word, "0123456789") == length) {
        uint32_t number = (uint32_t)atol(word);
        if (number < 1 || number > plain->listed_count)
            return FOUND_NONE;
        *action = plain->listed[number - 1];
        return FOUND;
    }
    for (uint32_t i = 0; i < plain->count; i++) {
        char name[PECK_NAME_MAX];
        struct peck_text text = peck_text_begin(name, sizeof name);
        plain->session->match.game->action_name(plain->actions[i], &text);
        if (strncasecmp(name, word, length) != 0)
            continue;
        found = found == FOUND_NONE ? FOUND : FOUND_SEVERAL;
        *action = plain->actions[i];
        if (name[length] == '\0')
            return FOUND; /* the whole name; others may begin with it */
    }
    return found;
}

static void refuse(struct plain *plain, bool several)
{
    char list[4096];
    struct peck_text text = peck_text_begin(list, sizeof list);
    note_listed(plain);
    list_actions(plain, plain->line, &text);
    put_said(
        plain, several ? MESSAGE_PLAIN_SEVERAL : MESSAGE_PLAIN_UNKNOWN,
        (struct say_value[]){{"input", .text = plain->line}, {"list", .text = list}, {0}});
    if (several)
        return;
    if (plain->seat >= 0)
        put_choices(plain);
    put_said(plain, MESSAGE_PLAIN_OTHERS, NULL);
}

/* One space between words, none around them, and nothing that cannot be printed. */
static void tidy(char *line)
{
    char *to = line;
    for (const char *from = line; *from != '\0'; from++) {
        bool blank = (unsigned char)*from <= ' ' || *from == 127;
        if (!blank)
            *to++ = *from;
        else if (to > line && to[-1] != ' ')
            *to++ = ' ';
    }
    if (to > line && to[-1] == ' ')
        to--;
    *to = '\0';
}

static void list_legal(struct plain *plain)
{
    const struct peck_match *match = &plain->session->match;
    plain->count = plain->seat >= 0
                       ? match->game->legal(&match->state, plain->seat, plain->actions)
                       : 0;
}

/* "Anna: open", where several people may act at once. Takes the name off. */
static void find_speaker(struct plain *plain)
{
    for (uint32_t rest = plain->turn.persons; rest != 0; rest &= rest - 1) {
        int seat = __builtin_ctz(rest);
        const char *name = session_name(plain->session, seat);
        size_t length = strlen(name);
        if (strncasecmp(plain->line, name, length) != 0 || plain->line[length] != ':')
            continue;
        memmove(plain->line, plain->line + length + 1, strlen(plain->line + length));
        plain->seat = seat;
    }
    tidy(plain->line);
}

/* `lay W7; add W5; done`: the actions of a move on one line, all of them or none. */
static bool move_at_once(struct plain *plain)
{
    const struct peck_match *match = &plain->session->match;
    uint32_t actions[PECK_MOVE_MAX], count;
    if (plain->seat < 0 || strchr(plain->line, ';') == NULL ||
        peck_move_parse(match->game, &match->state, plain->seat, plain->line, actions,
                        &count) != PECK_OK)
        return false;
    for (uint32_t i = 0; i < count; i++)
        act(plain, actions[i]);
    return true;
}

static void answer(struct plain *plain)
{
    tidy(plain->line);
    bool any = plain->seat < 0;
    if (any)
        find_speaker(plain);
    list_legal(plain);
    if (any)
        note_listed(plain); /* nothing was printed: the numbers are the current ones */
    uint32_t action = 0;
    enum found found = find_action(plain, plain->line, &action);
    if (plain->line[0] == '\0' && plain->count == 1)
        act(plain, plain->actions[0]);
    else if (plain->line[0] == '\0')
        plain->asked = false;
    else if (obey(plain) || move_at_once(plain))
        ;
    else if (plain->seat < 0)
        put_whose(plain);
    else if (found == FOUND)
        act(plain, action);
    else
        refuse(plain, found == FOUND_SEVERAL);
    if (any)
        plain->seat = -1;
}

/* ---- The course of a match ---- */

/* Pushes a hand off the screen before the next person comes, and asks for that person. */
static bool cover(struct plain *plain)
{
    struct session *session = plain->session;
    bool several = (session->persons & (session->persons - 1)) != 0;
    bool changed = plain->last >= 0 && plain->seat != plain->last;
    if (plain->seat < 0 || !several || !changed || !session_hides(session, plain->seat)) {
        plain->last = plain->seat >= 0 ? plain->seat : plain->last;
        return true;
    }
    for (int i = 0; i < COVER_LINES && isatty(STDOUT_FILENO); i++)
        putchar('\n');
    put_text(plain, MESSAGE_PLAIN_COVER, "who", session_name(session, plain->seat));
    plain->last = plain->seat;
    enum input_answer got = setup_ask_line(plain->input, "> ", plain->line, INPUT_WAIT);
    return got == INPUT_LINE || got == INPUT_LONG;
}

/* Reads a line and answers it, or lets a bot act whose time has come. */
static void listen(struct plain *plain)
{
    int limit = INPUT_WAIT;
    if (plain->real && plain->turn.bot >= 0) {
        uint64_t now = milliseconds() - plain->started;
        limit = plain->turn.due > now ? (int)(plain->turn.due - now) : 0;
        session_clock(plain->session, now);
    }
    switch (setup_ask_line(plain->input, "> ", plain->line, limit)) {
    case INPUT_LINE: answer(plain); break;
    case INPUT_LONG: put_said(plain, MESSAGE_PLAIN_LONG, NULL); break;
    case INPUT_LATE: let_bot_act(plain); break;
    case INPUT_END: plain->over = true;
    }
}

static void put_welcome(struct plain *plain)
{
    struct session *session = plain->session;
    char list[SAY_SENTENCE];
    struct peck_text text = peck_text_begin(list, sizeof list);
    int title = say_find("%s.title", session->match.game->name);
    tell_seats(session, (1u << session->match.setup.seats) - 1, &text);
    put_said(plain, MESSAGE_PLAIN_WELCOME,
             (struct say_value[]){
                 {"game", .text = title != SAY_NONE
                                      ? say_literal(session->language, (enum message)title)
                                      : session->match.game->title},
                 {"list", .text = list},
                 {0}});
    plain->told = session->match.count;
    if (session->match.count > 0 && !session_over(session))
        put_said(plain, MESSAGE_PLAIN_AGAIN,
                 (struct say_value[]){{"count", .number = session->match.count}, {0}});
}

/* Progress, on a line of its own that is written again and again. A person does not wait
 * for long; a script waits for all of it, so that its story is always the same. */
static bool show_progress(void *context, uint32_t done)
{
    const struct plain *plain = context;
    char room[SAY_SENTENCE];
    struct peck_text text = peck_text_begin(room, sizeof room);
    uint64_t past = milliseconds() - plain->started;
    bool patient = !isatty(STDOUT_FILENO) || past < ANALYSIS_MS;
    if (!isatty(STDERR_FILENO) || past < PROGRESS_MS)
        return patient && !input_is_pressed();
    say(&text, plain->session->language, MESSAGE_RESULT_ANALYSING,
        (struct say_value[]){{"done", .number = done},
                             {"total", .number = plain->session->match.count},
                             {0}});
    fprintf(stderr, "\r%s", room);
    return patient && !input_is_pressed();
}

static void put_result(struct plain *plain)
{
    char room[16384];
    struct peck_text text = peck_text_begin(room, sizeof room);
    struct peck_analysis analysis;
    struct peck_error error;
    puts(say_literal(plain->session->language, MESSAGE_TURN_OVER));
    tell_result(plain->session, &text);
    fputs(room, stdout);
    fflush(stdout);
    plain->started = milliseconds();
    enum peck_status status =
        session_analyse(plain->session, show_progress, plain, &analysis, &error);
    if (isatty(STDERR_FILENO) && milliseconds() - plain->started >= PROGRESS_MS)
        fputc('\n', stderr);
    if (status != PECK_OK) {
        put_text(plain, MESSAGE_RESULT_SKIPPED, "path", plain->session->path);
        return;
    }
    text = peck_text_begin(room, sizeof room);
    tell_turning_points(plain->session, &analysis, &text);
    fputs(room, stdout);
    peck_analysis_free(&analysis);
}

static void put_farewell(struct plain *plain)
{
    const struct session *session = plain->session;
    if (session->path[0] != '\0' && session->fault[0] == '\0') {
        put_text(plain, MESSAGE_PLAIN_SAVED, "path", session->path);
        if (!session_over(session))
            put_text(plain, MESSAGE_PLAIN_LATER, "path", session->path);
    }
    put_said(plain, MESSAGE_PLAIN_BYE, NULL);
}

bool play_plain(struct session *session, struct input *input)
{
    struct plain plain = {.session = session,
                          .input = input,
                          .real = isatty(STDIN_FILENO),
                          .started = milliseconds() - session_now(session),
                          .last = -1};
    put_welcome(&plain);
    while (!plain.over && !ferror(stdout)) {
        if (!play_next(&plain))
            break;
        tell_saving(&plain);
        tell_news(&plain);
        uint32_t persons = plain.turn.persons;
        plain.over = plain.over || (persons == 0 && plain.turn.bot < 0);
        if (plain.over || input_is_pressed())
            break;
        if (persons == 0) {
            let_bot_act(&plain);
            continue;
        }
        plain.seat = (persons & (persons - 1)) == 0 ? __builtin_ctz(persons) : -1;
        if (!plain.asked && !cover(&plain))
            break;
        list_legal(&plain);
        if (!plain.asked)
            put_situation(&plain);
        listen(&plain);
    }
    if (session_over(session))
        put_result(&plain);
    put_farewell(&plain);
    return fflush(stdout) == 0;
}
