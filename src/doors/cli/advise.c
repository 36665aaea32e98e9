/* advise.c — `peck advise`: every action of a position, with its chances and the reason.
 *
 * The position comes as a line, or as words such as --dice and --hand that a game
 * understands, or as many lines on standard input. src/tell/counsel.h computes the advice;
 * this file prints it as text or JSON. */
#include "cli.h"
#include "tell/counsel.h"
#include "tell/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The position ---- */

/* The words as the game numbers them. */
static int take_words(const struct args *args, struct peck_words *words)
{
    struct peck_error error;
    memset(words, 0, sizeof *words);
    for (int i = 0; i < args->word_count; i++) {
        const char *name = args->words[i].name;
        int word = counsel_word(args->game, name, strlen(name), &error);
        if (word < 0)
            return cli_usage_error(args->verb, "%s", args_why(args, &error));
        words->value[word] = args->words[i].value;
    }
    return STATUS_FINE;
}

/* What lies in the box, by the file of --box. */
static int read_box(const struct args *args, union peck_contents *contents)
{
    const char *file = args->flag[FLAG_BOX].text;
    struct peck_error error;
    size_t length;
    char *bytes = cli_read_all(args->verb, file, &length);
    if (bytes == NULL)
        return STATUS_FAILED;
    enum peck_status status =
        peck_contents_read(args->game, bytes, length, contents, &error);
    free(bytes);
    return status == PECK_OK ? STATUS_FINE
                             : cli_failure(args->verb, "%s: %s", output_shown(file),
                                           args_why(args, &error));
}

/* From plain words to a line. */
static int tell_line(const struct args *args, char line[PECK_LINE_MAX])
{
    struct peck_words words;
    struct peck_error error;
    struct peck_setup setup;
    union peck_state state;
    union peck_contents contents;
    bool own = args->flag[FLAG_BOX].given;
    int status = take_words(args, &words);
    if (status == STATUS_FINE)
        status = args_setup(args, 0, &setup, &state);
    if (status == STATUS_FINE && own)
        status = read_box(args, &contents);
    if (status == STATUS_FINE &&
        counsel_line(args->game, &setup, &words, own ? &contents : NULL, line, &error) !=
            PECK_OK)
        return cli_usage_error(args->verb, "%s", args_why(args, &error));
    return status;
}

static int print_box(const struct args *args)
{
    for (int i = 0; i < box_text_count; i++) {
        if (strcmp(box_texts[i].game, args->game->name) == 0) {
            fputs(box_texts[i].text, stdout);
            return STATUS_FINE;
        }
    }
    struct peck_error error;
    peck_error_say(&error, "error.box.none");
    peck_error_text(&error, "game", args->game->title);
    return cli_usage_error(args->verb, "%s", args_why(args, &error));
}

/* ---- Text ---- */

/* An estimate in so many columns, as say_estimate has it, with a sign after it. */
static void put_value(const struct counsel *counsel, double value, double error,
                      const char *unit, int width)
{
    char line[64];
    struct peck_text text = peck_text_begin(line, sizeof line);
    say_estimate(&text, counsel->language, value, error);
    peck_put(&text, unit);
    output_padded(stdout, line, width);
}

enum {
    WINS_WIDE = 16,
    DIFFERENCE_WIDE = 14,
    POINTS_WIDE = 14,
    PHRASE_WIDE = 48, /* at most */
    WHY_INDENT = 4,
};

static void put_heads(const struct counsel *counsel, int width)
{
    static const struct {
        enum message head;
        int width;
    } heads[] = {{MESSAGE_PLAIN_ADVICE_WINS, WINS_WIDE},
                 {MESSAGE_PLAIN_ADVICE_DIFFERENCE, DIFFERENCE_WIDE},
                 {MESSAGE_PLAIN_ADVICE_POINTS, POINTS_WIDE}};
    output_style(stdout, STYLE_DIM);
    fputs("  ", stdout);
    output_padded(stdout, say_literal(counsel->language, MESSAGE_PLAIN_ADVICE_ACTION),
                  -width);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        output_padded(stdout, say_literal(counsel->language, heads[i].head),
                      heads[i].width);
    putchar('\n');
    output_style(stdout, STYLE_PLAIN);
}

/* `−2.0 %`, `≈ −0.1 %` where that is within the noise; nothing for the best itself. */
static void put_difference(const struct counsel *counsel, uint32_t index)
{
    char line[64];
    struct peck_text text = peck_text_begin(line, sizeof line);
    if (index > 0) {
        double more;
        if (counsel_same(counsel, index, &more))
            peck_put(&text, "≈ ");
        peck_put(&text, more > 0.05 ? "+" : more < -0.05 ? "−" : "");
        say_decimal(&text, counsel->language, fabs(more), 1);
        peck_put(&text, " %");
    }
    output_padded(stdout, line, DIFFERENCE_WIDE);
}

/* What the action does in the reader's words; its name where the game has none. */
static const char *phrase_of(const struct counsel *counsel, uint32_t index,
                             char phrase[SAY_SENTENCE])
{
    char name[PECK_NAME_MAX];
    struct peck_text text = peck_text_begin(phrase, SAY_SENTENCE);
    uint32_t action = counsel->estimates[index].action;
    counsel_phrase(counsel, action, &text);
    if (text.length == 0)
        peck_put(&text, judged_json_name(counsel->game, action, name));
    return phrase;
}

static void put_action(const struct counsel *counsel, uint32_t index, int width)
{
    const struct peck_estimate *estimate = &counsel->estimates[index];
    char phrase[SAY_SENTENCE], reason[COUNSEL_REASON];
    struct peck_text text = peck_text_begin(reason, sizeof reason);
    output_style(stdout, index == 0 ? STYLE_EMBER : STYLE_PLAIN);
    fputs(index == 0 ? "> " : "  ", stdout);
    output_padded(stdout, phrase_of(counsel, index, phrase), -width);
    output_style(stdout, STYLE_PLAIN);
    if (utf8_width(phrase, strlen(phrase)) > width)
        printf("\n  %*s", width, "");
    put_value(counsel, estimate->win * 100, estimate->win_error * 100, " %", WINS_WIDE);
    put_difference(counsel, index);
    put_value(counsel, estimate->points, estimate->points_error, "", POINTS_WIDE);
    putchar('\n');
    counsel_effect(counsel, index, &text);
    if (text.length == 0)
        return;
    output_style(stdout, STYLE_DIM);
    output_wrapped(stdout, reason, WHY_INDENT, 0, output_width(stdout));
    output_style(stdout, STYLE_PLAIN);
}

static void put_actions(const struct counsel *counsel)
{
    const char *head = say_literal(counsel->language, MESSAGE_PLAIN_ADVICE_ACTION);
    int width = utf8_width(head, strlen(head));
    char phrase[SAY_SENTENCE];
    for (uint32_t i = 0; i < counsel->thought.count; i++) {
        phrase_of(counsel, i, phrase);
        int length = utf8_width(phrase, strlen(phrase));
        width = length > width ? length : width;
    }
    width = width < PHRASE_WIDE ? width : PHRASE_WIDE;
    put_heads(counsel, width);
    for (uint32_t i = 0; i < counsel->thought.count; i++)
        put_action(counsel, i, width);
    output_style(stdout, STYLE_DIM);
    output_wrapped(stdout, say_literal(counsel->language, MESSAGE_PLAIN_ADVICE_NOTE), 0, 0,
                   output_width(stdout));
    output_style(stdout, STYLE_PLAIN);
}

static void put_head(const struct counsel *counsel, const char *name, int width)
{
    char head[64];
    struct peck_text text = peck_text_begin(head, sizeof head);
    counsel_column(counsel, name, &text);
    output_padded(stdout, head, width);
}

static void put_table(const struct counsel *counsel)
{
    const struct peck_advice_table *table = &counsel->table;
    char sentence[SAY_SENTENCE];
    struct peck_text text = peck_text_begin(sentence, sizeof sentence);
    counsel_title(counsel, &text);
    putchar('\n');
    output_styled(stdout, STYLE_BOLD, sentence);
    fputs("\n  ", stdout);
    put_head(counsel, table->label, -8);
    for (int c = 0; c < PECK_ADVICE_COLUMNS; c++)
        put_head(counsel, table->columns[c], 18);
    putchar('\n');
    for (uint32_t i = 0; i < table->count; i++) {
        printf("  %-8s", table->rows[i].label);
        for (int c = 0; c < PECK_ADVICE_COLUMNS; c++) {
            char number[32];
            text = peck_text_begin(number, sizeof number);
            say_decimal(&text, counsel->language, table->rows[i].chance[c] * 100, 2);
            output_padded(stdout, number, 16);
            fputs(" %", stdout);
        }
        fputs("  ", stdout);
        bar_put(stdout, table->rows[i].chance[0], 20);
        putchar('\n');
    }
    text = peck_text_begin(sentence, sizeof sentence);
    counsel_note(counsel, &text);
    puts(sentence);
}

static void put_text(const struct counsel *counsel)
{
    output_style(stdout, STYLE_DIM);
    puts(counsel->line);
    output_style(stdout, STYLE_PLAIN);
    if (counsel->seat >= 0) {
        char sentence[SAY_SENTENCE];
        struct peck_text text = peck_text_begin(sentence, sizeof sentence);
        say(&text, counsel->language, MESSAGE_PLAIN_ADVICE_SEAT,
            (struct say_value[]){{"game", .text = counsel->game->title},
                                 {"seat", .number = counsel->seat},
                                 {0}});
        puts(sentence);
        put_actions(counsel);
    }
    if (counsel->has_table)
        put_table(counsel);
}

/* ---- The verb ---- */

static int put_json(const struct args *args, const struct counsel *counsel)
{
    struct peck_buffer buffer = {0};
    if (counsel_write(counsel, &buffer) != PECK_OK)
        return cli_failure(args->verb, "there is not enough memory");
    puts(buffer.bytes);
    peck_buffer_free(&buffer);
    return STATUS_FINE;
}

/* Why there is no advice: a line is bad input, plain words are a bad command line. */
static int refuse(const struct args *args, const struct peck_error *error, int number)
{
    if (args->word_count > 0)
        return cli_usage_error(args->verb, "%s", args_why(args, error));
    return number > 0
               ? cli_failure(args->verb, "line %d: %s", number, args_why(args, error))
               : cli_failure(args->verb, "%s", args_why(args, error));
}

/* `number` is that of a line of standard input, or 0. */
static int advise(const struct args *args, const char *said, int number)
{
    static struct peck_estimate estimates[PECK_ACTIONS_MAX];
    struct counsel counsel = {.estimates = estimates,
                              .language = say_language_of(args_language(args))};
    struct peck_player player;
    struct peck_error error;
    const struct value *view = &args->flag[FLAG_VIEW];
    char line[PECK_LINE_MAX];
    position_pasted(said, line);
    int status = args_player(args, args->game, "hard", &player);
    if (status != STATUS_FINE)
        return status;
    enum peck_status answer = counsel_read(&counsel, args->game, line,
                                           view->given ? (int)view->number : -1, &error);
    if (answer == PECK_BAD_POSITION && error.column == 0)
        peck_error_wrap(&error, "error.impossible");
    if (answer == PECK_OK)
        answer = counsel_think(&counsel, &player, args_number(args, FLAG_SEED, 1), &error);
    if (answer != PECK_OK)
        return refuse(args, &error, number);
    if (args->flag[FLAG_JSON].given)
        return put_json(args, &counsel);
    put_text(&counsel);
    return STATUS_FINE;
}

/* Joins a line with those after it that are its rest: it was broken when it was pasted.
 * Cuts them off `rest`, and counts them. */
static void join_broken(char *line, char **rest, int *number)
{
    const struct peck_game *game;
    char whole[PECK_LINE_MAX];
    while (*rest != NULL && position_start(line, &game) != NULL &&
           !position_pasted(line, whole)) {
        char *next = *rest, *end = next + strcspn(next, "\n");
        bool last = *end == '\0';
        *end = '\0';
        bool part =
            next[0] != '\0' && next[0] != '#' && position_start(next, &game) == NULL;
        *end = last ? '\0' : '\n';
        if (!part)
            return;
        next[-1] = '\n';
        *end = '\0';
        *rest = last ? NULL : end + 1;
        (*number)++;
    }
}

/* Nothing was given: which words there are. */
static int refuse_nothing(const struct args *args)
{
    struct peck_error error;
    peck_error_say(&error, args->game != NULL && peck_word_count(args->game) > 0
                               ? "error.advise.words"
                               : "error.advise.line");
    struct peck_text list = peck_error_open(&error, "words");
    for (int i = 0; args->game != NULL && i < peck_word_count(args->game); i++) {
        peck_put(&list, i == 0 ? "--" : ", --");
        peck_put(&list, peck_advice_of(args->game)->words[i].name);
    }
    return cli_failure(args->verb, "%s", args_why(args, &error));
}

/* Every line of standard input that is no comment; one that is not sound is named, and the
 * rest goes on. */
static int advise_input(const struct args *args)
{
    size_t length;
    char *bytes = cli_read_all(args->verb, "-", &length), *rest = bytes, *line;
    if (bytes == NULL)
        return STATUS_FAILED;
    int status = STATUS_FINE, positions = 0, number = 0;
    while (status != STATUS_USAGE && (line = strsep(&rest, "\n")) != NULL) {
        int first = ++number;
        if (line[strspn(line, "\r")] == '\0' || line[0] == '#')
            continue;
        join_broken(line, &rest, &number);
        if (positions++ > 0 && !args->flag[FLAG_JSON].given)
            putchar('\n');
        int one = advise(args, line, first);
        status = one != STATUS_FINE ? one : status;
    }
    free(bytes);
    return positions > 0 ? status : refuse_nothing(args);
}

int cli_run_advise(const struct args *args)
{
    char line[PECK_LINE_MAX];
    const struct peck_game *unused;
    bool said = args->word_count > 0;
    if (args->flag[FLAG_PRINT_BOX].given)
        return print_box(args);
    if (args->flag[FLAG_BOX].given && !said)
        return cli_usage_error(args->verb,
                               "--box goes with plain words: a position line says itself "
                               "what lies in the box");
    /* The line is enough: it begins with the game. */
    int most = position_start(args->operands[0], &unused) != NULL ? 1 : 2;
    bool given = args->operand_count == most;
    if (said && (given || args->operand_count > 1))
        return cli_refuse(args->verb, MESSAGE_PLAIN_CLI_LINE_WORDS, NULL);
    if (args->operand_count > most)
        return cli_refuse(args->verb, MESSAGE_PLAIN_CLI_LINE_QUOTE,
                          (struct say_value[]){
                              {"word", .text = output_shown(args->operands[most])}, {0}});
    if (!said)
        return given ? advise(args, args->operands[most - 1], 0) : advise_input(args);
    int status = tell_line(args, line);
    return status == STATUS_FINE ? advise(args, line, 0) : status;
}
