/* manual.c — `peck manual`: writes man pages in roff from the table of verbs.
 *
 * roff gives a meaning to backslashes, to dashes (as hyphens), and to a dot or an
 * apostrophe at the start of a line, so every text goes through put_plain. */
#include "cli.h"

static void put_plain(const char *text)
{
    printf("\\&"); /* an invisible start: no dot or apostrophe can begin the line */
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '\\': printf("\\e"); break;
        case '-': printf("\\-"); break;
        case '\'': printf("\\(aq"); break;
        case '\n': printf("\n.PP\n\\&"), text += text[1] == '\n'; break;
        default: putchar(*text);
        }
    }
}

static void put_bold(const char *text)
{
    printf("\\fB");
    put_plain(text);
    printf("\\fR");
}

/* A term in bold with its argument, and its meaning indented under it. */
static void put_term(const char *term, const char *argument, const char *meaning)
{
    printf(".TP\n");
    put_bold(term);
    if (argument != NULL) {
        printf(" ");
        put_plain(argument);
    }
    printf("\n");
    put_plain(meaning);
    printf("\n");
}

static void put_title(const char *name, const char *summary)
{
    printf(".TH %s 1 \"\" \"peck " PECK_VERSION "\"\n.SH NAME\n", name);
    put_plain(name);
    printf(" \\- ");
    put_plain(summary);
    printf("\n.SH SYNOPSIS\n");
}

static void put_exits(void)
{
    printf(".SH EXIT STATUS\n");
    for (int i = 0; i < 3; i++) {
        char number[8];
        snprintf(number, sizeof number, "%d", i);
        put_term(number, NULL, verbs_statuses[i]);
    }
}

static void put_entry(const struct verb *verb)
{
    char page[32];
    snprintf(page, sizeof page, "peck-%s", verb->name);
    printf(".TP\n");
    put_bold(page);
    printf("(1)\n");
    put_plain(verb->summary);
    printf("\n");
}

static void put_program(void)
{
    put_title("peck", "five family games, against bots and with people");
    put_bold("peck");
    printf(" [VERB \\&...]\n.SH DESCRIPTION\n");
    put_plain("In a terminal, 'peck' alone opens the start menu of 'peck play'. Numbers "
              "can be written short: 10k is 10000, 2M is 2000000.");
    printf("\n.SH VERBS\n");
    for (int a = 0; a < AUDIENCES; a++) {
        printf(".SS ");
        put_plain(verbs_audiences[a]);
        printf("\n");
        for (int i = 0; i < verbs_count; i++) {
            if ((int)verbs[i].audience == a)
                put_entry(&verbs[i]);
        }
    }
    printf(".SH ENVIRONMENT\n");
    put_term("NO_COLOR", NULL, "When set, nothing is coloured, not even on a terminal.");
    put_term("LC_ALL, LC_MESSAGES, LANG", NULL,
             "The language of the rules and, by the encoding, how bars are drawn.");
    put_exits();
}

static void put_synopsis(const struct verb *verb)
{
    const struct operand *operand = &verb->operand;
    put_bold("peck ");
    put_bold(verb->name);
    if (operand->name != NULL)
        printf(operand->required ? " %s" : " [%s]", operand->name);
    printf("%s%s\n", operand->repeated ? "\\&..." : "",
           verb->flags[0].name != NULL ? " [flags]" : "");
}

static void put_flag(const struct flag *flag)
{
    char term[40];
    snprintf(term, sizeof term, "--%s", flag->name);
    put_term(term, flag->argument, flag->help);
}

static void put_words(const struct peck_game *game)
{
    int count = peck_word_count(game);
    if (count == 0)
        return;
    printf(".SS Words for ");
    put_bold(game->name);
    printf("\n");
    for (int i = 0; i < count; i++) {
        const struct peck_word *word = &peck_advice_of(game)->words[i];
        put_flag(&(struct flag){
            .name = word->name, .argument = word->value, .help = word->help});
    }
}

static void put_note(void *context, const char *text)
{
    printf("\n.PP\n");
    put_plain(text);
}

static void put_example(void *context, const char *command, const char *what)
{
    put_term(command, NULL, what);
}

static void put_verb(const struct verb *verb)
{
    char page[32];
    snprintf(page, sizeof page, "peck-%s", verb->name);
    put_title(page, verb->summary);
    put_synopsis(verb);
    printf(".SH DESCRIPTION\n");
    put_plain(verb->about);
    game_help_notes(verb, NULL, put_note, NULL);
    printf("\n.SH ARGUMENTS\n");
    if (verb->operand.name != NULL)
        put_term(verb->operand.name, NULL, verb->operand.help);
    for (int i = 0; i < FLAGS_MAX && verb->flags[i].name != NULL; i++)
        put_flag(&verb->flags[i]);
    put_flag(&help_flag);
    for (int i = 0; verb->words && i < peck_game_count; i++)
        put_words(peck_games[i]);
    printf(".SH EXAMPLES\n");
    game_help_examples(verb, NULL, put_example, NULL);
    put_exits();
    printf(".SH SEE ALSO\n");
    put_bold("peck");
    printf("(1)\n");
}

int cli_run_manual(const struct args *args)
{
    if (args->operand_count == 0)
        put_program();
    else
        put_verb(verbs_find(args->operands[0]));
    return STATUS_FINE;
}
