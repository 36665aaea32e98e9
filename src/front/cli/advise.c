/* advise.c — `peck advise`: every action of a position, with its chances and the reason;
 * see src/front/judge/counsel.h. */
#include "cli.h"
#include "front/judge/counsel.h"

#include <stdlib.h>
#include <string.h>

/* ---- The position ---- */

static bool any_words(const struct args *args, struct peck_words *words)
{
    bool any = false;
    for (int i = 0; i < PECK_WORDS; i++) {
        const struct value *value = &args->flag[FLAG_WORD_FIRST + i];
        words->value[i] = value->given ? value->text : NULL;
        any |= value->given;
    }
    return any;
}

/* From plain words to a line. */
static int tell_line(const struct args *args, const struct peck_words *words,
                     char line[PECK_LINE_MAX])
{
    struct peck_error error;
    struct peck_setup setup;
    union peck_state state;
    if (counsel_words(args->game, words, &error) != PECK_OK)
        return usage_error(args->verb, "%s", error.sentence);
    int status = args_setup(args, 0, &setup, &state);
    if (status == STATUS_FINE &&
        counsel_line(args->game, &setup, words, line, &error) != PECK_OK)
        return failure(args->verb, "%s", error.sentence);
    return status;
}

/* ---- Text ---- */

static void put_actions(const struct counsel *counsel)
{
    int width = 8;
    char name[PECK_NAME_MAX], reason[COUNSEL_REASON];
    for (uint32_t i = 0; i < counsel->thought.count; i++) {
        int length =
            (int)strlen(name_of(counsel->game, counsel->estimates[i].action, name));
        width = length > width ? length : width;
    }
    style(stdout, STYLE_DIM);
    printf("  %-*s %14s %16s  why\n", width, "action", "wins", "points");
    style(stdout, STYLE_PLAIN);
    for (uint32_t i = 0; i < counsel->thought.count; i++) {
        const struct peck_estimate *estimate = &counsel->estimates[i];
        struct peck_text text = peck_text_begin(reason, sizeof reason);
        counsel_reason(counsel, i, &text);
        style(stdout, i == 0 ? STYLE_EMBER : STYLE_PLAIN);
        printf("%s %-*s", i == 0 ? ">" : " ", width,
               name_of(counsel->game, estimate->action, name));
        style(stdout, STYLE_PLAIN);
        printf(" %6.1f ±%4.1f %% %9.1f ±%5.1f  ", estimate->win * 100,
               estimate->win_error * 100, estimate->points, estimate->points_error);
        put_wrapped(stdout, reason, width + 37, width + 37,
                    terminal_width(stdout) < 100 ? 100 : terminal_width(stdout));
    }
}

static void put_table(const struct peck_advice_table *table)
{
    putchar('\n');
    put_styled(stdout, STYLE_BOLD, table->title);
    printf("\n  %-8s", table->label);
    for (int c = 0; c < PECK_ADVICE_COLUMNS; c++)
        printf(" %12s", table->columns[c]);
    putchar('\n');
    for (uint32_t i = 0; i < table->count; i++) {
        printf("  %-8s", table->rows[i].label);
        for (int c = 0; c < PECK_ADVICE_COLUMNS; c++)
            printf(" %10.2f %%", table->rows[i].chance[c] * 100);
        printf("  ");
        put_bar(stdout, table->rows[i].chance[0], 20);
        putchar('\n');
    }
    puts(table->note);
}

static void put_text(const struct counsel *counsel)
{
    style(stdout, STYLE_DIM);
    puts(counsel->line);
    style(stdout, STYLE_PLAIN);
    if (counsel->seat >= 0) {
        printf("Seat %d of %s:\n", counsel->seat, counsel->game->title);
        put_actions(counsel);
    }
    if (counsel->has_table)
        put_table(&counsel->table);
}

/* ---- The verb ---- */

static int put_json(const struct args *args, const struct counsel *counsel)
{
    struct peck_buffer buffer = {0};
    if (counsel_write(counsel, &buffer) != PECK_OK)
        return failure(args->verb, "there is not enough memory");
    puts(buffer.bytes);
    peck_buffer_free(&buffer);
    return STATUS_FINE;
}

static int advise(const struct args *args, const char *line)
{
    static struct peck_estimate estimates[PECK_ACTIONS_MAX];
    struct counsel counsel = {.estimates = estimates};
    struct peck_player player;
    struct peck_error error;
    const struct value *view = &args->flag[FLAG_VIEW];
    int status = args_player(args, args->game, "hard", &player);
    if (status != STATUS_FINE)
        return status;
    if (counsel_read(&counsel, args->game, line, view->given ? (int)view->number : -1,
                     &error) != PECK_OK ||
        counsel_think(&counsel, &player, args_number(args, FLAG_SEED, 1), &error) !=
            PECK_OK)
        return failure(args->verb, "%s", error.sentence);
    if (args->flag[FLAG_JSON].given)
        return put_json(args, &counsel);
    put_text(&counsel);
    return STATUS_FINE;
}

/* The first line of standard input that is no comment. */
static int advise_input(const struct args *args)
{
    size_t length;
    char *bytes = read_all(args->verb, "-", &length);
    if (bytes == NULL)
        return STATUS_FAILED;
    char *rest = bytes, *line;
    do {
        line = strsep(&rest, "\n");
    } while (line != NULL && (line[0] == '\0' || line[0] == '\r' || line[0] == '#'));
    int status;
    if (line == NULL) {
        status = failure(args->verb, "there is no position: give a line, or plain words");
    } else {
        line[strcspn(line, "\r")] = '\0';
        status = advise(args, line);
    }
    free(bytes);
    return status;
}

int run_advise(const struct args *args)
{
    struct peck_words words;
    char line[PECK_LINE_MAX];
    bool said = any_words(args, &words);
    if (said && args->operand_count > 1)
        return usage_error(args->verb, "give either a position line or plain words");
    if (args->operand_count > 2)
        return usage_error(args->verb, "'%s' is one argument too many; quote the line",
                           args->operands[2]);
    if (!said)
        return args->operand_count == 2 ? advise(args, args->operands[1])
                                        : advise_input(args);
    int status = tell_line(args, &words, line);
    return status == STATUS_FINE ? advise(args, line) : status;
}
