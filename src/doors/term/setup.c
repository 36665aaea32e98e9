/* setup.c — the questions before a match: which game, who sits where, which options. Every
 * question names what it takes; Enter accepts what stands in brackets. */
#include "play.h"
#include "start.h"

#include <peck/pack.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum input_answer setup_ask_line(struct input *input, const char *prompt,
                                 char line[INPUT_LINE_MAX], int milliseconds)
{
    bool keyboard = isatty(STDIN_FILENO);
    if (keyboard)
        fputs(prompt, stdout);
    fflush(stdout);
    enum input_answer answer = input_line(input, line, milliseconds);
    if (answer == INPUT_LINE && !keyboard)
        printf("%s%s\n", prompt, line);
    else if (answer == INPUT_LATE && keyboard)
        fputs("\r  \r", stdout);
    return answer;
}

struct asking {
    struct input *input;
    enum say_language language;
    char line[INPUT_LINE_MAX];
};

static void put_wrong(const struct asking *asking)
{
    char room[2 * SAY_SENTENCE];
    struct peck_text text = peck_text_begin(room, sizeof room);
    say(&text, asking->language, MESSAGE_SETUP_WRONG,
        (struct say_value[]){{"input", .text = asking->line}, {0}});
    puts(room);
}

/* Asks until `take` accepts the answer in asking->line; false at the end of the input. */
static bool ask(struct asking *asking, const char *question, const char *standard,
                bool (*take)(struct asking *asking, void *context), void *context)
{
    char prompt[3 * SAY_SENTENCE];
    struct peck_text text = peck_text_begin(prompt, sizeof prompt);
    say(&text, asking->language, MESSAGE_SETUP_STANDARD,
        (struct say_value[]){
            {"question", .text = question}, {"standard", .text = standard}, {0}});
    for (;; put_wrong(asking)) {
        enum input_answer answer =
            setup_ask_line(asking->input, prompt, asking->line, INPUT_WAIT);
        if (answer == INPUT_END) {
            puts(isatty(STDIN_FILENO) ? "" : prompt); /* nobody has seen it yet */
            return false;
        }
        if (answer == INPUT_LONG)
            snprintf(asking->line, sizeof asking->line, "…");
        asking->line[strcspn(asking->line, "\r")] = '\0';
        if (asking->line[0] == '\0')
            snprintf(asking->line, sizeof asking->line, "%s", standard);
        if (take(asking, context))
            return true;
    }
}

/* ---- Answers ---- */

struct range {
    int low, high, value;
};

static bool take_number(struct asking *asking, void *context)
{
    struct range *range = context;
    struct peck_error unused;
    struct peck_scan scan = peck_scan_begin(asking->line, strlen(asking->line), &unused);
    int32_t value;
    if (!peck_scan_number(&scan, range->low, range->high, &value) || scan.at != scan.end)
        return false;
    range->value = value;
    return true;
}

/* Whether the word is among those of a message, separated by spaces. */
static bool is_one_of(const char *word, const char *words)
{
    size_t length = strlen(word);
    for (const char *at = words; *at != '\0'; at += strspn(at, " ")) {
        size_t next = strcspn(at, " ");
        if (next == length && strncasecmp(at, word, length) == 0)
            return true;
        at += next;
    }
    return false;
}

static bool take_choice(struct asking *asking, void *context)
{
    bool *yes = context;
    *yes = is_one_of(asking->line, say_literal(asking->language, MESSAGE_SETUP_YES));
    return *yes || is_one_of(asking->line, say_literal(asking->language, MESSAGE_SETUP_NO));
}

/* The first of a message's words: what Enter means. */
static void first_word(const char *words, char word[16])
{
    snprintf(word, 16, "%.*s", (int)strcspn(words, " "), words);
}

static const char *title_of(const struct peck_game *game, enum say_language language)
{
    int title = say_find("%s.title", game->name);
    return title != SAY_NONE ? say_literal(language, (enum message)title) : game->title;
}

/* A game by number, or by its name. */
static bool take_game(struct asking *asking, void *context)
{
    struct setup_answers *answers = context;
    struct range range = {1, peck_game_count, 0};
    const struct peck_box *unused;
    answers->game = peck_game_called(asking->line, &unused);
    if (answers->game == NULL && take_number(asking, &range))
        answers->game = peck_games[range.value - 1];
    return answers->game != NULL;
}

struct chair {
    const struct peck_game *game;
    char *name;
};

/* You, a person, or a bot there is: small letters alone are a bot's. */
static bool take_seat(struct asking *asking, void *context)
{
    struct chair *chair = context;
    if (!session_seat_fits(chair->game, asking->line))
        return false;
    memcpy(chair->name, asking->line, strlen(asking->line) + 1); /* it fits a record */
    return true;
}

/* ---- Questions ---- */

static bool ask_resume(struct asking *asking, struct setup_answers *answers)
{
    const struct peck_game *game;
    char question[SAY_SENTENCE], standard[16];
    struct peck_text text = peck_text_begin(question, sizeof question);
    bool yes = false;
    if (!shelf_unfinished(answers->resume, &game)) {
        answers->resume[0] = '\0';
        return true;
    }
    say(&text, asking->language, MESSAGE_SETUP_RESUME,
        (struct say_value[]){{"game", .text = title_of(game, asking->language)}, {0}});
    first_word(say_literal(asking->language, MESSAGE_SETUP_YES), standard);
    bool answered = ask(asking, question, standard, take_choice, &yes);
    if (!yes)
        answers->resume[0] = '\0';
    return answered;
}

static bool ask_game(struct asking *asking, struct setup_answers *answers)
{
    char list[SAY_SENTENCE], question[2 * SAY_SENTENCE];
    struct peck_text games = peck_text_begin(list, sizeof list);
    struct peck_text text = peck_text_begin(question, sizeof question);
    for (int i = 0; i < peck_game_count; i++) {
        peck_put(&games, i == 0 ? "" : ", ");
        peck_put_int(&games, i + 1);
        peck_put_char(&games, ' ');
        peck_put(&games, title_of(peck_games[i], asking->language));
    }
    say(&text, asking->language, MESSAGE_SETUP_GAME,
        (struct say_value[]){{"list", .text = list}, {0}});
    return ask(asking, question, "1", take_game, answers);
}

static bool ask_flag(struct asking *asking, struct setup_answers *answers, int index,
                     const char *help)
{
    char question[SAY_SENTENCE], standard[16];
    struct peck_text text = peck_text_begin(question, sizeof question);
    bool yes = false;
    say(&text, asking->language, MESSAGE_SETUP_FLAG,
        (struct say_value[]){{"option", .text = answers->game->options[index].name},
                             {"help", .text = help},
                             {0}});
    first_word(say_literal(asking->language, MESSAGE_SETUP_NO), standard);
    if (!ask(asking, question, standard, take_choice, &yes))
        return false;
    answers->setup.option[index] = yes;
    return true;
}

/* A number, or the seat that begins: then 0 is to draw, and seats count from 1. */
static bool ask_number(struct asking *asking, struct setup_answers *answers, int index,
                       const char *help)
{
    const struct peck_option *option = &answers->game->options[index];
    bool seat = option->kind == PECK_SEAT;
    struct range range = {option->low, option->high, 0};
    if (seat)
        range = (struct range){0, answers->setup.seats, 0};
    char question[SAY_SENTENCE], standard[16];
    struct peck_text text = peck_text_begin(question, sizeof question);
    say(&text, asking->language, seat ? MESSAGE_SETUP_FIRST : MESSAGE_SETUP_NUMBER,
        (struct say_value[]){{"option", .text = option->name},
                             {"help", .text = help},
                             {"low", .number = range.low},
                             {"high", .number = range.high},
                             {0}});
    snprintf(standard, sizeof standard, "%d", seat ? 0 : option->standard);
    if (!ask(asking, question, standard, take_number, &range))
        return false;
    answers->setup.option[index] = (int16_t)(seat ? range.value - 1 : range.value);
    return true;
}

/* The options of one kind: those that change how many may play come before the seats. */
static bool ask_options(struct asking *asking, struct setup_answers *answers, bool seats)
{
    const struct peck_game *game = answers->game;
    for (int i = 0; i < game->option_count; i++) {
        const struct peck_option *option = &game->options[i];
        int message = say_find("%s.option.%s", game->name, option->name);
        const char *help = message != SAY_NONE
                               ? say_literal(asking->language, (enum message)message)
                               : option->help;
        if ((option->kind == PECK_SEAT) != seats)
            continue;
        if (!(option->kind == PECK_FLAG ? ask_flag(asking, answers, i, help)
                                        : ask_number(asking, answers, i, help)))
            return false;
    }
    return true;
}

static bool ask_count(struct asking *asking, struct setup_answers *answers)
{
    struct range range = {answers->game->seats_min,
                          peck_seats_most(answers->game, &answers->setup), 0};
    char question[SAY_SENTENCE], standard[16];
    struct peck_text text = peck_text_begin(question, sizeof question);
    say(&text, asking->language, MESSAGE_SETUP_SEATS,
        (struct say_value[]){
            {"low", .number = range.low}, {"high", .number = range.high}, {0}});
    snprintf(standard, sizeof standard, "%d", range.high < 3 ? range.high : 3);
    if (!ask(asking, question, standard, take_number, &range))
        return false;
    answers->setup.seats = (uint8_t)range.value;
    return true;
}

static bool ask_seats(struct asking *asking, struct setup_answers *answers)
{
    char list[SAY_SENTENCE];
    struct peck_text bots = peck_text_begin(list, sizeof list);
    for (int i = 0; i < PECK_LEVELS; i++) {
        peck_put(&bots, i == 0 ? "" : ", ");
        peck_put(&bots, peck_level_names[i]);
    }
    for (int seat = 0; seat < answers->setup.seats; seat++) {
        char question[2 * SAY_SENTENCE];
        struct peck_text text = peck_text_begin(question, sizeof question);
        struct chair chair = {answers->game, answers->seats[seat]};
        say(&text, asking->language, MESSAGE_SETUP_WHO,
            (struct say_value[]){
                {"seat", .number = seat + 1}, {"list", .text = list}, {0}});
        if (!ask(asking, question, seat == 0 ? "you" : "normal", take_seat, &chair))
            return false;
    }
    answers->count = answers->setup.seats;
    return true;
}

bool setup_ask_saved(struct input *input, enum say_language language,
                     struct setup_answers *answers)
{
    enum { LISTED_MOST = 20 };
    struct asking asking = {.input = input, .language = language};
    struct shelf_match *matches = calloc(LISTED_MOST, sizeof *matches);
    struct range range = {1, matches == NULL ? 0 : shelf_list(matches, LISTED_MOST), 0};
    for (int i = 0; i < range.high; i++) {
        char line[SAY_SENTENCE];
        struct peck_text text = peck_text_begin(line, sizeof line);
        start_describe(&matches[i], language, &text);
        printf("%2d  %s\n", i + 1, line);
    }
    if (range.high == 0)
        puts(say_literal(language, MESSAGE_SCREEN_START_NONE));
    bool chosen = range.high > 0 && ask(&asking, say_literal(language, MESSAGE_SETUP_SAVED),
                                        "1", take_number, &range);
    if (chosen)
        memcpy(answers->resume, matches[range.value - 1].path, SESSION_PATH_MAX);
    free(matches);
    return chosen;
}

bool setup_ask(struct input *input, enum say_language language,
               struct setup_answers *answers)
{
    struct asking asking = {.input = input, .language = language};
    bool whole = answers->game == NULL;
    if (whole && !ask_resume(&asking, answers))
        return false;
    if (answers->resume[0] != '\0')
        return true;
    if (whole && !ask_game(&asking, answers))
        return false;
    if (whole)
        peck_setup_begin(answers->game, answers->game->seats_min, &answers->setup);
    return (!whole || ask_options(&asking, answers, false)) &&
           ask_count(&asking, answers) && ask_seats(&asking, answers) &&
           (!whole || ask_options(&asking, answers, true));
}
