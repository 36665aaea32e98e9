/* completion.c — `peck completion`: writes completion scripts for bash, zsh and fish.
 *
 * The scripts are made from the table of verbs and the registry of games. Nothing is looked
 * up while the shell completes: the words are in the script, those of --option for each
 * game. */
#include "cli.h"
#include "tell/say.h"

#include <peck/bot.h>
#include <peck/pack.h>

#include <string.h>

static void put_words(const char *const *words, int count)
{
    for (int i = 0; i < count; i++)
        printf("%s%s", i > 0 ? " " : "", words[i]);
}

static void put_numbers(int low, int high)
{
    for (int i = low; i <= high; i++)
        printf("%s%d", i > low ? " " : "", i);
}

/* A game's name, and those of its boxes; with `all` the other names people use, too. */
static void put_names(const struct peck_game *game, char between, bool all)
{
    const struct peck_box *boxes = peck_pack_of(game)->boxes;
    fputs(game->name, stdout);
    for (int b = 0; b < PECK_BOXES_MAX && boxes[b].id != NULL; b++) {
        if (strcmp(boxes[b].id, game->name) != 0)
            printf("%c%s", between, boxes[b].id);
        if (!all || boxes[b].also == NULL)
            continue;
        putchar(between);
        for (const char *c = boxes[b].also; *c != '\0'; c++)
            putchar(*c == ' ' ? between : *c);
    }
}

static void put_game_names(void)
{
    for (int i = 0; i < peck_game_count; i++) {
        fputs(i > 0 ? " " : "", stdout);
        put_names(peck_games[i], ' ', false);
    }
}

static void put_verb_names(void)
{
    for (int i = 0; i < verbs_count; i++)
        printf("%s%s", i > 0 ? " " : "", verbs[i].name);
}

static void put_option_names(const struct peck_game *game)
{
    for (int i = 0; i < game->option_count; i++)
        printf("%s%s%s", i > 0 ? " " : "", game->options[i].name,
               game->options[i].kind == PECK_FLAG ? "" : "=");
}

/* Whether arguments of this kind come from a list, which put_kind then prints. */
static bool listed(enum kind kind)
{
    return kind == KIND_GAME || kind == KIND_SEATS || kind == KIND_SEAT ||
           kind == KIND_LANG || kind == KIND_VERB || kind == KIND_SHELL ||
           kind == KIND_BOT || kind == KIND_BOTS;
}

static void put_kind(enum kind kind)
{
    switch (kind) {
    case KIND_GAME: put_game_names(); break;
    case KIND_SEATS: put_numbers(2, PECK_SEATS_MAX); break;
    case KIND_SEAT: put_numbers(0, PECK_SEATS_MAX - 1); break;
    case KIND_LANG: put_words(say_languages, SAY_LANGUAGES); break;
    case KIND_VERB: put_verb_names(); break;
    case KIND_SHELL: put_words(verbs_shells, verbs_shell_count); break;
    case KIND_BOT:
    case KIND_BOTS: put_words(peck_level_names, PECK_LEVELS); break;
    default: break;
    }
}

/* A mask of seats, as words. */
static void put_seats(uint32_t mask)
{
    const char *space = "";
    for (int seats = 0; seats <= PECK_SEATS_MAX; seats++) {
        if (mask >> seats & 1) {
            printf("%s%d", space, seats);
            space = " ";
        }
    }
}

/* bash's cases over the options with which a game takes other seats. */
static void put_bash_seats(void)
{
    for (int g = 0; g < peck_game_count; g++) {
        const struct peck_game *game = peck_games[g];
        uint32_t usual = peck_seats_with(game, -1, 0);
        for (int i = 0; i < game->option_count; i++) {
            uint32_t with = peck_seats_with(game, i, peck_other_value(&game->options[i]));
            if (game->options[i].kind != PECK_FLAG || with == usual)
                continue;
            printf("    %s:%s) seats='", game->name, game->options[i].name);
            put_seats(with);
            printf("' ;;\n");
        }
    }
}

/* The words of a game's advice, as flags. */
static void put_word_flags(const struct peck_game *game)
{
    int count = peck_word_count(game);
    for (int i = 0; i < count; i++)
        printf("%s--%s", i > 0 ? " " : "", peck_advice_of(game)->words[i].name);
}

/* bash's cases over the games: seats, options, and the words of the advisor. */
static void put_bash_games(void)
{
    for (int i = 0; i < peck_game_count; i++) {
        printf("    ");
        put_names(peck_games[i], '|', true);
        printf(") game=%s seats='", peck_games[i]->name);
        put_seats(peck_seats_with(peck_games[i], -1, 0));
        printf("' options='");
        put_option_names(peck_games[i]);
        printf("' told='");
        put_word_flags(peck_games[i]);
        printf("' ;;\n");
    }
}

static void put_bash_value(const struct verb *verb, const struct flag *flag)
{
    if (flag->kind == KIND_NONE)
        return;
    printf("    %s:--%s) ", verb->name, flag->name);
    if (flag->kind == KIND_FILE) {
        printf("COMPREPLY=($(compgen -f -- \"$cur\"))");
    } else if (flag->kind == KIND_OPTION || flag->kind == KIND_SEATS) {
        printf("COMPREPLY=($(compgen -W \"$%s\" -- \"$cur\"))",
               flag->kind == KIND_SEATS ? "seats" : "options");
    } else if (listed(flag->kind)) {
        printf("COMPREPLY=($(compgen -W '");
        put_kind(flag->kind);
        printf("' -- \"$cur\"))");
    }
    printf("\n        return ;;\n");
}

static void put_bash_verb(const struct verb *verb)
{
    printf("    %s) words='", verb->name);
    put_kind(verb->operand.kind);
    for (int i = 0; i < FLAGS_MAX && verb->flags[i].name != NULL; i++)
        printf(" --%s", verb->flags[i].name);
    printf(" --help'%s%s ;;\n", verb->words ? "\" $told\"" : "",
           verb->operand.kind == KIND_FILE ? " files=1" : "");
}

static void put_bash(void)
{
    printf(
        "# bash completion for peck\n_peck() {\n"
        "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
        "    local verb=${COMP_WORDS[1]} options= told= words= files= word game= seats='");
    put_kind(KIND_SEATS);
    printf("'\n"
           "    COMPREPLY=()\n"
           "    if ((COMP_CWORD == 1)); then\n"
           "        COMPREPLY=($(compgen -W '");
    put_verb_names();
    printf(" --help --version' -- \"$cur\"))\n        return\n    fi\n"
           "    [[ $prev == = ]] && prev=${COMP_WORDS[COMP_CWORD-2]}\n"
           "    [[ $cur == = ]] && cur=\n"
           "    for word in \"${COMP_WORDS[@]:2}\"; do\n    case $word in\n");
    put_bash_games();
    printf("    esac\n    case $game:$word in\n");
    put_bash_seats();
    printf("    esac\n    done\n    case $verb:$prev in\n");
    for (int v = 0; v < verbs_count; v++) {
        for (int i = 0; i < FLAGS_MAX && verbs[v].flags[i].name != NULL; i++)
            put_bash_value(&verbs[v], &verbs[v].flags[i]);
    }
    printf("    esac\n    case $verb in\n");
    for (int v = 0; v < verbs_count; v++)
        put_bash_verb(&verbs[v]);
    printf("    esac\n    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
           "    [[ $files && $cur != -* ]] && COMPREPLY+=($(compgen -f -- \"$cur\"))\n"
           "    [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace\n"
           "    return 0\n}\ncomplete -o filenames -F _peck peck\n");
}

/* Text inside '…' of any shell, with a backslash before each of `special`. */
static void put_text(const char *text, const char *special)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            printf("’"); /* an apostrophe that no shell takes for a quote */
        else
            printf(strchr(special, *text) != NULL ? "\\%c" : "%c", *text);
    }
}

/* What zsh's _arguments and _describe read a meaning into. */
static const char *const zsh_special = "[]:";

static void put_zsh_kind(const char *name, enum kind kind)
{
    printf(":%s:", name);
    if (kind == KIND_FILE) {
        printf("_files");
    } else if (kind == KIND_OPTION) {
        printf("_peck_options");
    } else if (listed(kind)) {
        printf("(");
        put_kind(kind);
        printf(")");
    }
}

static void put_zsh_words(const struct peck_game *game)
{
    int count = peck_word_count(game);
    printf("    ");
    put_names(game, '|', true);
    printf(") told=(");
    for (int i = 0; i < count; i++) {
        const struct peck_word *word = &peck_advice_of(game)->words[i];
        printf("\n        '--%s=[", word->name);
        put_text(word->help, zsh_special);
        printf("]");
        put_zsh_kind(word->name, KIND_WORD);
        printf("'");
    }
    printf(") ;;\n");
}

static void put_zsh_verb(const struct verb *verb)
{
    printf("    %s) _arguments '--help[%s]'", verb->name, help_flag.help);
    for (int i = 0; i < FLAGS_MAX && verb->flags[i].name != NULL; i++) {
        const struct flag *flag = &verb->flags[i];
        printf(" \\\n        '%s--%s%s[", args_flag_repeats(flag) ? "*" : "", flag->name,
               flag->kind == KIND_NONE ? "" : "=");
        put_text(flag->help, zsh_special);
        printf("]");
        if (flag->kind != KIND_NONE)
            put_zsh_kind(flag->name, flag->kind);
        printf("'");
    }
    if (verb->operand.name != NULL) {
        printf(" \\\n        '%s", verb->operand.repeated ? "*" : "1");
        put_zsh_kind(verb->operand.name, verb->operand.kind);
        printf("'");
    }
    printf("%s ;;\n", verb->words ? " \\\n        \"$told[@]\"" : "");
}

static void put_zsh(void)
{
    printf("#compdef peck\n_peck_options() {\n    local word\n"
           "    for word in $words; do\n    case $word in\n");
    for (int i = 0; i < peck_game_count; i++) {
        printf("    ");
        put_names(peck_games[i], '|', true);
        printf(") compadd -- ");
        put_option_names(peck_games[i]);
        printf(" ;;\n");
    }
    printf("    esac\n    done\n}\n\n_peck() {\n"
           "    if ((CURRENT == 2)); then\n        local -a verbs=(\n");
    for (int i = 0; i < verbs_count; i++) {
        printf("            '%s:", verbs[i].name);
        put_text(verbs[i].summary, zsh_special);
        printf("'\n");
    }
    printf("        )\n        _describe verb verbs\n        return\n    fi\n"
           "    local verb=$words[2] word\n    local -a told\n"
           "    for word in $words; do\n    case $word in\n");
    for (int i = 0; i < peck_game_count; i++)
        put_zsh_words(peck_games[i]);
    printf("    esac\n    done\n"
           "    shift words\n    ((CURRENT--))\n    case $verb in\n");
    for (int i = 0; i < verbs_count; i++)
        put_zsh_verb(&verbs[i]);
    printf("    esac\n}\n\nif [[ $funcstack[1] == _peck ]]; then\n    _peck \"$@\"\n"
           "else\n    compdef _peck peck\nfi\n");
}

/* The words and the help of one thing fish may complete after a verb. */
static void put_fish_end(enum kind kind, const char *help)
{
    if (listed(kind)) {
        printf(" -a '");
        put_kind(kind);
        printf("'");
    }
    printf(" -d '");
    put_text(help, "");
    printf("'\n");
}

/* Of a verb with a game. */
static void put_fish_game(const struct verb *verb, const struct peck_game *game)
{
    printf("complete -c peck -n '__fish_seen_subcommand_from %s; and "
           "__fish_seen_subcommand_from ",
           verb->name);
    put_names(game, ' ', true);
    printf("'");
}

static void put_fish_flag(const struct verb *verb, const struct flag *flag)
{
    printf("complete -c peck -n '__fish_seen_subcommand_from %s' -l %s%s", verb->name,
           flag->name,
           flag->kind == KIND_NONE   ? ""
           : flag->kind == KIND_FILE ? " -r -F"
                                     : " -x");
    put_fish_end(flag->kind, flag->help);
    if (flag->kind != KIND_OPTION)
        return;
    for (int i = 0; i < peck_game_count; i++) {
        put_fish_game(verb, peck_games[i]);
        printf(" -l %s -x -a '", flag->name);
        put_option_names(peck_games[i]);
        printf("'\n");
    }
}

static void put_fish_words(const struct verb *verb, const struct peck_game *game)
{
    int count = peck_word_count(game);
    for (int i = 0; i < count; i++) {
        const struct peck_word *word = &peck_advice_of(game)->words[i];
        put_fish_game(verb, game);
        printf(" -l %s -x", word->name);
        put_fish_end(KIND_WORD, word->help);
    }
}

static void put_fish(void)
{
    printf("# fish completion for peck\ncomplete -c peck -f\n"
           "complete -c peck -n __fish_use_subcommand -l version\n");
    for (int v = 0; v < verbs_count; v++) {
        const struct verb *verb = &verbs[v];
        printf("complete -c peck -n __fish_use_subcommand -a %s", verb->name);
        put_fish_end(KIND_NONE, verb->summary);
        for (int i = 0; i < FLAGS_MAX && verb->flags[i].name != NULL; i++)
            put_fish_flag(verb, &verb->flags[i]);
        put_fish_flag(verb, &help_flag);
        for (int i = 0; verb->words && i < peck_game_count; i++)
            put_fish_words(verb, peck_games[i]);
        if (verb->operand.name == NULL || verb->operand.kind == KIND_LINE)
            continue;
        printf("complete -c peck -n '__fish_seen_subcommand_from %s'%s", verb->name,
               verb->operand.kind == KIND_FILE ? " -F" : "");
        put_fish_end(verb->operand.kind, verb->operand.help);
    }
}

int cli_run_completion(const struct args *args)
{
    const char *shell = args->operands[0];
    if (strcmp(shell, "bash") == 0)
        put_bash();
    else if (strcmp(shell, "zsh") == 0)
        put_zsh();
    else
        put_fish();
    return STATUS_FINE;
}
