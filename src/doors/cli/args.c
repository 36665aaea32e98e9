/* args.c — reads the words of a command line and checks them against the table of verbs.
 *
 * `--flag value` and `--flag=value` are the same, and a few flags may stand without a
 * value;
 * `--` ends the flags; a lone `-` is a
 * file. Every refusal is one sentence that says what was wrong and what would be right. If
 * --help is among the words, nothing else is required. */
#include "cli.h"
#include "tell/say.h"

#include <peck/pack.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Edits (insert, drop, change one letter) between two words, counted up to a row of 32. */
static int distance(const char *a, const char *b)
{
    enum { ROW = 32 };
    int row[ROW] = {0};
    int length = (int)strlen(b);
    if (length >= ROW)
        return ROW;
    for (int j = 0; j <= length; j++)
        row[j] = j;
    for (int i = 0; a[i] != '\0'; i++) {
        int corner = row[0];
        row[0] = i + 1;
        for (int j = 1; j <= length; j++) {
            int change = corner + (a[i] != b[j - 1]);
            corner = row[j];
            int step = 1 + (row[j] < row[j - 1] ? row[j] : row[j - 1]);
            row[j] = change < step ? change : step;
        }
    }
    return row[length];
}

const char *args_nearest(const char *word, const char *const *candidates, int count)
{
    const char *best = NULL;
    int least = 3; /* farther than two edits, or one in a short word, is another word */
    for (int i = 0; i < count; i++) {
        size_t length = strlen(word);
        bool begins = length >= 2 && strncmp(candidates[i], word, length) == 0;
        int edits = begins ? 1 : distance(word, candidates[i]);
        if (edits < least && edits <= (strlen(candidates[i]) < 6 ? 1 : 2)) {
            least = edits;
            best = candidates[i];
        }
    }
    return best;
}

/* `word` is not among the candidates: what is, and which was meant. */
static int refuse_choice(const struct verb *verb, enum message message, const char *word,
                         const char *const *candidates, int count)
{
    char list[512], meant[128] = "";
    struct peck_text text = peck_text_begin(list, sizeof list);
    for (int i = 0; i < count; i++) {
        const char *last = say_literal(cli_language(), MESSAGE_LIST_AND);
        peck_put(&text, i == 0 ? "" : i < count - 1 ? ", " : last);
        peck_put(&text, candidates[i]);
    }
    const char *near = args_nearest(word, candidates, count);
    if (near != NULL) {
        text = peck_text_begin(meant, sizeof meant);
        say(&text, cli_language(), MESSAGE_PLAIN_CLI_NEAR,
            (struct say_value[]){{"near", .text = near}, {0}});
    }
    return cli_refuse(verb, message,
                      (struct say_value[]){{"word", .text = output_shown(word)},
                                           {"near", .text = meant},
                                           {"list", .text = list},
                                           {0}});
}

/* What is wrong with a flag, and with what was given for it. */
static int refuse_value(const struct verb *verb, enum message message, const char *flag,
                        const char *what)
{
    return cli_refuse(
        verb, message,
        (struct say_value[]){{"flag", .text = flag}, {"what", .text = what}, {0}});
}

static bool among(const char *word, const char *const *candidates, int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(word, candidates[i]) == 0)
            return true;
    }
    return false;
}

static int check_choice(const struct verb *verb, enum message message, const char *word,
                        const char *const *candidates, int count)
{
    return among(word, candidates, count)
               ? STATUS_FINE
               : refuse_choice(verb, message, word, candidates, count);
}

static bool takes_flag(const struct verb *verb, enum flag_id id)
{
    for (int i = 0; i < FLAGS_MAX && verb->flags[i].name != NULL; i++) {
        if (verb->flags[i].id == id)
            return true;
    }
    return false;
}

static bool has_option(const struct args *args, const char *option)
{
    size_t length = strcspn(option, "=");
    for (int i = 0; i < args->option_count; i++) {
        if (strncmp(args->options[i], option, length) == 0 &&
            (args->options[i][length] == '\0' || args->options[i][length] == '='))
            return true;
    }
    return false;
}

/* A box brings its options, except those that were given. */
static void open_box(struct args *args, const struct peck_box *box)
{
    snprintf(args->box, sizeof args->box, "%s", box->options);
    char *rest = args->box, *option;
    while ((option = strsep(&rest, " ")) != NULL) {
        if (option[0] != '\0' && !has_option(args, option) &&
            args->option_count < OPTIONS_MAX)
            args->options[args->option_count++] = option;
    }
}

static int find_game(struct args *args, const char *word)
{
    const char *names[64];
    const struct peck_box *box = NULL;
    if (!args->verb->operand.repeated || position_start(word, &args->game) == NULL)
        args->game = peck_game_called(word, &box);
    if (box != NULL && takes_flag(args->verb, FLAG_OPTION))
        open_box(args, box);
    if (args->game != NULL)
        return STATUS_FINE;
    for (int i = 0; i < peck_game_count; i++)
        names[i] = peck_games[i]->name;
    return refuse_choice(args->verb, MESSAGE_PLAIN_CLI_NO_GAME, word, names,
                         peck_game_count);
}

static int check_verb(const struct verb *verb, const char *word)
{
    const char *names[32];
    for (int i = 0; i < verbs_count; i++)
        names[i] = verbs[i].name;
    return check_choice(verb, MESSAGE_PLAIN_CLI_NO_VERB, word, names, verbs_count);
}

/* What a letter after a number multiplies it by: 10k, 2M; 0: no such letter. */
static uint64_t times(const char *letter)
{
    static const char letters[] = "kKmMgG";
    if (letter[0] == '\0')
        return 1;
    const char *found = letter[1] == '\0' ? strchr(letters, letter[0]) : NULL;
    if (found == NULL)
        return 0;
    static const uint64_t thousands[] = {1000, 1000000, 1000000000};
    return thousands[(found - letters) / 2];
}

static int refuse_range(const struct verb *verb, enum message message,
                        const struct flag *flag, const char *low, const char *high,
                        const char *given)
{
    return cli_refuse(verb, message,
                      (struct say_value[]){{"flag", .text = flag->name},
                                           {"low", .text = low},
                                           {"high", .text = high},
                                           {"word", .text = output_shown(given)},
                                           {0}});
}

/* Digits with at most one letter after them, and within the range. */
static int read_number(const struct verb *verb, const struct flag *flag,
                       struct value *value)
{
    const char *text = value->text;
    errno = 0;
    value->number = strtoull(text, NULL, 10);
    size_t digits = strspn(text, "0123456789");
    uint64_t by = digits > 0 ? times(text + digits) : 0;
    bool fits =
        errno == 0 && by > 0 && !__builtin_mul_overflow(value->number, by, &value->number);
    if (fits && value->number >= flag->low && value->number <= flag->high)
        return STATUS_FINE;
    char low[32], high[32];
    snprintf(low, sizeof low, "%llu", (unsigned long long)flag->low);
    snprintf(high, sizeof high, "%llu", (unsigned long long)flag->high);
    return refuse_range(verb, MESSAGE_PLAIN_CLI_INTEGER, flag, low, high, text);
}

static int read_real(const struct verb *verb, const struct flag *flag, struct value *value)
{
    char *end;
    value->real = strtod(value->text, &end);
    bool decimal =
        value->text[0] != '\0' && strspn(value->text, "0123456789.") == strlen(value->text);
    if (decimal && *end == '\0' && value->real * 1000 >= (double)flag->low &&
        value->real * 1000 <= (double)flag->high)
        return STATUS_FINE;
    char low[32], high[32];
    snprintf(low, sizeof low, "%g", (double)flag->low / 1000);
    snprintf(high, sizeof high, "%g", (double)flag->high / 1000);
    return refuse_range(verb, MESSAGE_PLAIN_CLI_REAL, flag, low, high, value->text);
}

/* Any small number, or 0 for anything else. The game checks it, once it is known. */
static int read_seats(struct value *value)
{
    size_t length = strlen(value->text);
    bool digits = length <= 3 && strspn(value->text, "0123456789") == length;
    value->number = digits ? strtoull(value->text, NULL, 10) : 0;
    if (value->number > PECK_SEATS_SPELLED)
        value->number = 0;
    return STATUS_FINE;
}

/* Which bots there are depends on the game, which may come later. */
static int read_bot(struct args *args, const struct flag *flag, const char *name)
{
    if (name[0] == '\0')
        return refuse_value(args->verb, MESSAGE_PLAIN_CLI_NEEDS, flag->name,
                            flag->argument);
    if (args->bot_count == BOTS_MAX)
        return cli_usage_error(args->verb, "at most %d bots can be named", BOTS_MAX);
    args->bots[args->bot_count].flag = flag->id;
    args->bots[args->bot_count++].name = name;
    return STATUS_FINE;
}

static int read_value(struct args *args, const struct flag *flag, struct value *value)
{
    switch (flag->kind) {
    case KIND_SEATS: return read_seats(value);
    case KIND_NUMBER:
    case KIND_SEAT: return read_number(args->verb, flag, value);
    case KIND_REAL: return read_real(args->verb, flag, value);
    case KIND_LANG:
        return check_choice(args->verb, MESSAGE_PLAIN_CLI_NO_LANGUAGE, value->text,
                            say_languages, SAY_LANGUAGES);
    case KIND_OPTION:
    case KIND_WORDS:
        if (args->option_count == OPTIONS_MAX)
            return cli_usage_error(args->verb, "--%s can be given at most %d times",
                                   flag->name, OPTIONS_MAX);
        args->options[args->option_count++] = value->text;
        return STATUS_FINE;
    case KIND_BOT:
    case KIND_BOTS: return read_bot(args, flag, value->text);
    default:
        if (value->text[0] == '\0')
            return refuse_value(args->verb, MESSAGE_PLAIN_CLI_NEEDS, flag->name,
                                flag->argument);
        return STATUS_FINE;
    }
}

bool args_flag_repeats(const struct flag *flag)
{
    return flag->kind == KIND_OPTION || flag->kind == KIND_BOTS || flag->kind == KIND_WORDS;
}

static const struct flag *find_flag(const struct verb *verb, const char *name,
                                    size_t length)
{
    if (length == strlen(help_flag.name) && memcmp(name, help_flag.name, length) == 0)
        return &help_flag;
    for (int i = 0; i < FLAGS_MAX && verb->flags[i].name != NULL; i++) {
        const char *candidate = verb->flags[i].name;
        if (strlen(candidate) == length && memcmp(candidate, name, length) == 0)
            return &verb->flags[i];
    }
    return NULL;
}

/* The word of a game's advice with this name; of the first game that has one, because the
 * game may come later on the command line. */
static const struct peck_word *find_word(const struct verb *verb, const char *name,
                                         size_t length)
{
    for (int i = 0; verb->words && i < peck_game_count; i++) {
        int word = peck_word_find(peck_games[i], name, length);
        if (word >= 0)
            return &peck_advice_of(peck_games[i])->words[word];
    }
    return NULL;
}

/* Adds the names of a game's words to a list; returns its length. */
static int list_words(const struct peck_game *game, const char **names, int count, int room)
{
    int words = peck_word_count(game);
    for (int i = 0; i < words && count < room; i++)
        names[count++] = peck_advice_of(game)->words[i].name;
    return count;
}

static int refuse_flag(const struct verb *verb, const char *word)
{
    enum { NAMES_MAX = 256 };
    const char *names[NAMES_MAX] = {help_flag.name};
    int count = 1;
    for (int i = 0; i < FLAGS_MAX && verb->flags[i].name != NULL; i++)
        names[count++] = verb->flags[i].name;
    for (int i = 0; verb->words && i < peck_game_count; i++)
        count = list_words(peck_games[i], names, count, NAMES_MAX);
    char bare[32];
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    const char *near = word[1] == '-' ? args_nearest(bare, names, count) : NULL;
    return cli_refuse(
        verb, near != NULL ? MESSAGE_PLAIN_CLI_FLAG_NEAR : MESSAGE_PLAIN_CLI_FLAG_NONE,
        (struct say_value[]){{"word", .text = output_shown(word)},
                             {"near", .text = near},
                             {"verb", .text = verb->name},
                             {0}});
}

/* Keeps a word of the advisor; whether the game has it is for the verb to say. */
static int read_word(struct args *args, const struct peck_word *word, const char *value)
{
    for (int i = 0; i < args->word_count; i++) {
        if (strcmp(args->words[i].name, word->name) == 0)
            return refuse_value(args->verb, MESSAGE_PLAIN_CLI_TWICE, word->name, "");
    }
    if (value == NULL || value[0] == '\0')
        return refuse_value(args->verb, MESSAGE_PLAIN_CLI_NEEDS, word->name, word->value);
    if (args->word_count == PECK_WORDS_MAX)
        return cli_usage_error(args->verb, "--%s is one word too many: no game has so many",
                               word->name);
    args->words[args->word_count].name = word->name;
    args->words[args->word_count++].value = value;
    return STATUS_FINE;
}

/* Whether the next word can be the value of a flag that may also stand alone. */
static bool has_value(int count, char **words)
{
    return count > 1 && (words[1][0] != '-' || words[1][1] == '\0');
}

/* One flag at words[0], whose value may be the next word. `taken` counts the words used. */
static int read_flag(struct args *args, int count, char **words, int *taken)
{
    const char *word = strcmp(words[0], "-h") == 0 ? "--help" : words[0];
    const char *name = word + 2, *equals = strchr(word, '=');
    size_t length = equals != NULL ? (size_t)(equals - name) : strlen(name);
    const struct flag *flag = word[1] == '-' ? find_flag(args->verb, name, length) : NULL;
    const struct peck_word *told =
        word[1] == '-' && flag == NULL ? find_word(args->verb, name, length) : NULL;
    if (told != NULL) {
        *taken = equals != NULL ? 1 : 2;
        return read_word(args, told,
                         equals != NULL ? equals + 1
                         : count > 1    ? words[1]
                                        : NULL);
    }
    if (flag == NULL)
        return refuse_flag(args->verb, word);
    struct value *value = &args->flag[flag->id];
    if (value->given && !args_flag_repeats(flag))
        return refuse_value(args->verb, MESSAGE_PLAIN_CLI_TWICE, flag->name, "");
    value->given = true;
    *taken = 1;
    if (flag->kind == KIND_NONE && equals != NULL)
        return refuse_value(args->verb, MESSAGE_PLAIN_CLI_NO_VALUE, flag->name, "");
    if (flag->kind == KIND_NONE)
        return STATUS_FINE;
    if (flag->argument[0] == '[' && equals == NULL && !has_value(count, words))
        return STATUS_FINE;
    if (equals == NULL && count < 2)
        return refuse_value(args->verb, MESSAGE_PLAIN_CLI_NEEDS, flag->name,
                            flag->argument);
    *taken = equals != NULL ? 1 : 2;
    value->text = equals != NULL ? equals + 1 : words[1];
    return read_value(args, flag, value);
}

/* An operand that is missing: what it is, in English; elsewhere where to read that. */
static int refuse_missing(const struct verb *verb)
{
    char see[128];
    struct peck_text text = peck_text_begin(see, sizeof see);
    say(&text, cli_language(), MESSAGE_PLAIN_CLI_SEE,
        (struct say_value[]){{"verb", .text = verb->name}, {0}});
    return cli_refuse(
        verb, MESSAGE_PLAIN_CLI_MISSING,
        (struct say_value[]){
            {"what", .text = verb->operand.name},
            {"help", .text = cli_language() == SAY_EN ? verb->operand.help : see},
            {0}});
}

static int check_operands(struct args *args)
{
    const struct operand *operand = &args->verb->operand;
    int most = operand->name == NULL ? 0 : operand->repeated ? args->operand_count : 1;
    if (args->operand_count > most)
        return cli_refuse(
            args->verb, MESSAGE_PLAIN_CLI_TOO_MANY,
            (struct say_value[]){{"word", .text = output_shown(args->operands[most])},
                                 {"verb", .text = args->verb->name},
                                 {0}});
    if (args->operand_count == 0 && operand->name != NULL && operand->required)
        return refuse_missing(args->verb);
    if (args->operand_count == 0)
        return STATUS_FINE;
    switch (operand->kind) {
    case KIND_GAME: return find_game(args, args->operands[0]);
    case KIND_VERB: return check_verb(args->verb, args->operands[0]);
    case KIND_SHELL:
        return check_choice(args->verb, MESSAGE_PLAIN_CLI_NO_SHELL, args->operands[0],
                            verbs_shells, verbs_shell_count);
    default: return STATUS_FINE;
    }
}

static bool asks_for_help(int count, char **words)
{
    for (int i = 0; i < count && strcmp(words[i], "--") != 0; i++) {
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0)
            return true;
    }
    return false;
}

int args_read(struct args *args, const struct verb *verb, int count, char **words)
{
    memset(args, 0, sizeof *args);
    args->verb = verb;
    args->operands = words; /* moved to the front as they come: never more than were read */
    const struct peck_box *box;
    if (asks_for_help(count, words)) {
        args->flag[FLAG_HELP].given = true;
        if (count > 0 && verb->operand.kind == KIND_GAME)
            args->game = peck_game_called(words[0], &box);
        return STATUS_FINE;
    }
    bool flags = true;
    for (int at = 0, taken; at < count; at += taken) {
        taken = 1;
        int status = STATUS_FINE;
        if (flags && strcmp(words[at], "--") == 0)
            flags = false;
        else if (flags && words[at][0] == '-' && words[at][1] != '\0')
            status = read_flag(args, count - at, words + at, &taken);
        else
            args->operands[args->operand_count++] = words[at];
        if (status != STATUS_FINE)
            return status;
    }
    return check_operands(args);
}

uint64_t args_number(const struct args *args, enum flag_id id, uint64_t standard)
{
    return args->flag[id].given ? args->flag[id].number : standard;
}

const char *args_language(const struct args *args)
{
    const struct value *lang = &args->flag[FLAG_LANG];
    return lang->given ? lang->text : say_languages[say_language_here()];
}

const char *args_why(const struct args *args, const struct peck_error *error)
{
    static char sentence[SAY_SENTENCE];
    struct peck_text text = peck_text_begin(sentence, sizeof sentence);
    say_error_at(&text, cli_language(), error);
    return sentence;
}

static enum peck_status set_options(const struct args *args, struct peck_setup *setup,
                                    struct peck_error *error)
{
    uint32_t given = 0;
    for (int i = 0; i < args->option_count; i++) {
        if (peck_setup_option(args->game, setup, args->options[i], error) != PECK_OK)
            return PECK_BAD_SETUP;
        int index = peck_option_find(args->game, args->options[i]);
        if ((given >> index & 1) != 0)
            return peck_refuse_twice(args->game, index, error);
        given |= 1u << index;
    }
    return PECK_OK;
}

int args_setup(const struct args *args, int seats, struct peck_setup *setup,
               union peck_state *state)
{
    struct peck_error error;
    const struct peck_game *game = args->game;
    const struct value *asked = &args->flag[FLAG_SEATS];
    bool searching = seats == 0 && !asked->given;
    if (seats == 0)
        seats = (int)args_number(args, FLAG_SEATS, game->seats_min);
    for (;; seats++) {
        peck_setup_begin(game, seats, setup);
        if (set_options(args, setup, &error) != PECK_OK)
            return cli_usage_error(args->verb, "%s", args_why(args, &error));
        if (seats == 0) /* which is what read_seats makes of a word */
            return cli_refuse(
                args->verb, MESSAGE_PLAIN_CLI_SEATS,
                (struct say_value[]){{"game", .text = game->name},
                                     {"low", .number = game->seats_min},
                                     {"high", .number = peck_seats_most(game, setup)},
                                     {"word", .text = output_shown(asked->text)},
                                     {0}});
        memset(state, 0, sizeof *state);
        if (peck_init(game, state, setup, &error) == PECK_OK)
            return STATUS_FINE;
        if (!searching || seats >= game->seats_max)
            return cli_usage_error(args->verb, "%s", args_why(args, &error));
    }
}

int args_player(const struct args *args, const struct peck_game *game, const char *standard,
                struct peck_player *player)
{
    struct peck_error error;
    const char *name = args->flag[FLAG_BOT].given ? args->flag[FLAG_BOT].text : standard;
    if (peck_player_find(game, name, player, &error) != PECK_OK)
        return cli_usage_error(args->verb, "%s", args_why(args, &error));
    if (args->flag[FLAG_THINK].given)
        player->budget = (struct peck_budget){(uint32_t)args->flag[FLAG_THINK].number, 0};
    else if (player->budget.work > 0)
        player->budget.milliseconds = 0;
    return STATUS_FINE;
}

int args_folder(const struct args *args, char folder[FOLDER_ROOM])
{
    const struct value *out = &args->flag[FLAG_OUT];
    struct stat status;
    int length = out->given
                     ? snprintf(folder, FOLDER_ROOM, "%s", out->text)
                     : snprintf(folder, FOLDER_ROOM, "games/%s/data", args->game->name);
    int why = length >= FOLDER_ROOM        ? ENAMETOOLONG
              : stat(folder, &status) != 0 ? errno
              : S_ISDIR(status.st_mode)    ? 0
                                           : ENOTDIR;
    if (why == 0 && access(folder, W_OK | X_OK) != 0)
        why = errno;
    if (why == 0)
        return STATUS_FINE;
    return cli_fail(args->verb, MESSAGE_PLAIN_CLI_FOLDER,
                    (struct say_value[]){{"folder", .text = output_path_name(folder)},
                                         {"why", .text = cli_reason(why)},
                                         {0}});
}
