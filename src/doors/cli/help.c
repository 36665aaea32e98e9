/* help.c — `peck help` and `--help` of every verb, made from the table of verbs. */
#include "cli.h"

#include <string.h>

enum { HELP_COLUMN = 26, HELP_WIDTH_MAX = 100 };

static int help_width(FILE *file)
{
    int width = output_width(file);
    return width < HELP_WIDTH_MAX ? width : HELP_WIDTH_MAX;
}

static void put_heading(FILE *file, const char *heading)
{
    fputc('\n', file);
    output_styled(file, STYLE_BOLD, heading);
    fputc('\n', file);
}

/* A term in its column and what it means beside it. */
static void put_entry(FILE *file, const char *term, const char *meaning, int column)
{
    fputs("  ", file);
    output_styled(file, STYLE_EMBER, term);
    int at = 2 + (int)strlen(term);
    if (at + 2 > column) {
        fputc('\n', file);
        at = 0;
    }
    output_wrapped(file, meaning, column, at, help_width(file));
}

static void put_flag(FILE *file, const struct flag *flag)
{
    char term[64];
    snprintf(term, sizeof term, flag->argument != NULL ? "--%s %s" : "--%s", flag->name,
             flag->argument);
    put_entry(file, term, flag->help, HELP_COLUMN);
}

static void put_program(FILE *file)
{
    output_styled(file, STYLE_BOLD, "peck");
    fputs(" [VERB …]\nFive family games, against bots and with people. 'peck' alone opens "
          "the start menu.\n",
          file);
    for (int a = 0; a < AUDIENCES; a++) {
        put_heading(file, verbs_audiences[a]);
        for (int i = 0; i < verbs_count; i++) {
            if ((int)verbs[i].audience == a)
                put_entry(file, verbs[i].name, verbs[i].summary, 14);
        }
    }
    fputs("\n'peck help VERB' explains a verb, 'peck --version' prints the version.\n"
          "Numbers can be written short: 10k is 10000, 2M is 2000000.\n",
          file);
}

void help_put_short(FILE *file)
{
    fputs("peck: five family games, against bots and with people\n\n", file);
    for (int a = 0; a < AUDIENCES; a++) {
        fprintf(file, "%s:", verbs_audiences[a]);
        for (int i = 0; i < verbs_count; i++) {
            if ((int)verbs[i].audience == a)
                fprintf(file, " %s", verbs[i].name);
        }
        fputc('\n', file);
    }
    fputs("\n'peck help' lists these verbs with what they do. In a terminal, 'peck' alone "
          "starts a match.\n",
          file);
}

static void put_synopsis(FILE *file, const struct verb *verb)
{
    const struct operand *operand = &verb->operand;
    fputs("peck ", file);
    output_styled(file, STYLE_BOLD, verb->name);
    if (operand->name != NULL)
        fprintf(file, operand->required ? " %s" : " [%s]", operand->name);
    fputs(operand->repeated ? "…" : "", file);
    fputs(verb->flags[0].name != NULL ? " [flags]\n\n" : "\n\n", file);
}

/* The words of a game's advice, as flags. */
static void put_words(FILE *file, const struct peck_game *game)
{
    char heading[64];
    int count = peck_word_count(game);
    if (count == 0)
        return;
    snprintf(heading, sizeof heading, "Words for %s", game->name);
    put_heading(file, heading);
    for (int i = 0; i < count; i++) {
        const struct peck_word *word = &peck_advice_of(game)->words[i];
        put_flag(file, &(struct flag){.name = word->name,
                                      .argument = word->value,
                                      .help = word->help});
    }
}

static void put_note(void *context, const char *text)
{
    fputc('\n', context);
    output_wrapped(context, text, 0, 0, help_width(context));
}

static void put_example(void *context, const char *command, const char *what)
{
    fprintf(context, "  %s\n", command);
    if (what[0] != '\0')
        fprintf(context, "      %s\n", what);
}

static void put_verb(FILE *file, const struct verb *verb, const struct peck_game *game)
{
    put_synopsis(file, verb);
    output_wrapped(file, verb->about, 0, 0, help_width(file));
    game_help_notes(verb, game, put_note, file);
    put_heading(file, "Arguments");
    if (verb->operand.name != NULL)
        put_entry(file, verb->operand.name, verb->operand.help, HELP_COLUMN);
    for (int i = 0; i < FLAGS_MAX && verb->flags[i].name != NULL; i++)
        put_flag(file, &verb->flags[i]);
    put_flag(file, &help_flag);
    if (verb->words && game != NULL)
        put_words(file, game);
    put_heading(file, "Examples");
    game_help_examples(verb, game, put_example, file);
    put_heading(file, "Exit status");
    for (int i = 0; i < 3; i++)
        fprintf(file, "  %d  %s\n", i, verbs_statuses[i]);
}

void help_put(FILE *file, const struct verb *verb, const struct peck_game *game)
{
    if (verb == NULL)
        put_program(file);
    else
        put_verb(file, verb, game);
}

int cli_run_help(const struct args *args)
{
    help_put(stdout, args->operand_count == 0 ? NULL : verbs_find(args->operands[0]), NULL);
    return STATUS_FINE;
}
