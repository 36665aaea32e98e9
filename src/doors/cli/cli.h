/* cli.h — what the verbs of the program `peck` share: arguments, output, records.
 *
 * One table (verbs.c) says what every verb takes. The parser, `--help`, the man pages and
 * the shell completions all read it, so they cannot disagree. A verb is a function of its
 * parsed arguments that returns the exit status; when it runs, its arguments have been
 * checked by kind and range. Standard output is checked once, at the end of main. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "tell/judged_json.h"
#include "tell/say.h"
#include "session/files/whole_file.h"

#include <peck/advice.h>

#include <stdio.h>

enum {
    STATUS_FINE = 0,
    STATUS_FAILED = 1, /* a file or a position was bad, or output could not be written */
    STATUS_USAGE = 2,  /* the command line was bad; nothing was done */
};

/* What an argument is: how it is checked, and what a shell offers for it. */
enum kind {
    KIND_NONE, /* a flag without an argument, or a verb without operands */
    KIND_GAME,
    KIND_SEATS,
    KIND_SEAT,
    KIND_FILE,
    KIND_NUMBER,
    KIND_REAL, /* its bounds are in thousandths */
    KIND_OPTION,
    KIND_LANG,
    KIND_VERB,
    KIND_SHELL,
    KIND_LINE, /* a position line */
    KIND_BOT,
    KIND_BOTS,  /* the same, in a flag that may be given again */
    KIND_WORD,  /* anything but nothing */
    KIND_WORDS, /* the same, in a flag that may be given again */
};

enum flag_id {
    FLAG_HELP,
    FLAG_JSON,
    FLAG_LANG,
    FLAG_SEATS,
    FLAG_MATCHES,
    FLAG_SEED,
    FLAG_THREADS,
    FLAG_OPTION,
    FLAG_RECORD,
    FLAG_TRACE,
    FLAG_POSITIONS,
    FLAG_VIEW,
    FLAG_SECONDS,
    FLAG_MARKDOWN,
    FLAG_VERBOSE,
    FLAG_OUT,
    FLAG_HERO,
    FLAG_FIELD,
    FLAG_POOL,
    FLAG_LIMIT,
    FLAG_SPRT,
    FLAG_RESUME,
    FLAG_PLAIN,
    FLAG_PACE,
    FLAG_DAILY,
    FLAG_BOT,
    FLAG_BOTS,
    FLAG_THINK,
    FLAG_MATCH,
    FLAG_FIT,
    FLAG_MEASURE,
    FLAG_TILES,
    FLAG_LEAST,
    FLAG_SWEEPS,
    FLAG_UNTIL,
    FLAG_FRESH,
    FLAG_CHECK,
    FLAG_PORT,
    FLAG_LISTEN,
    FLAG_STORE,
    FLAG_WWW,
    FLAG_ORIGIN,
    FLAG_PROXY,
    FLAG_SECRET_FILE,
    FLAG_PRODUCTION,
    FLAG_UNLIMITED,
    FLAG_CONNECTIONS,
    FLAG_PING,
    FLAG_ALERT_AFTER,
    FLAG_ALERT_LOOPBACK,
    FLAG_BACKUP,
    FLAG_BOX,
    FLAG_PRINT_BOX,
    FLAG_LOG,
    FLAG_COUNT,
};

struct flag {
    enum flag_id id;
    const char *name; /* without the dashes */
    enum kind kind;
    const char *argument; /* what --help calls it, in brackets where it may be left out;
                           * NULL for KIND_NONE */
    uint64_t low, high;   /* of a number */
    const char *help;
};

struct operand {
    const char *name; /* NULL: the verb takes none */
    enum kind kind;
    bool required, repeated;
    const char *help;
};

/* Whom a verb is for: the sections of `peck help`. */
enum audience {
    AUDIENCE_PLAY,
    AUDIENCE_TABLE,
    AUDIENCE_HOST,
    AUDIENCE_STUDY,
    AUDIENCE_SHELL,
    AUDIENCES,
};

struct example {
    const char *command, *what; /* GAME in the command stands for a game's name */
};

struct args;

enum { FLAGS_MAX = 16, EXAMPLES_MAX = 4 };

struct verb {
    const char *name;
    enum audience audience;
    const char *summary; /* one line */
    const char *about;   /* paragraphs, separated by empty lines */
    struct operand operand;
    struct flag flags[FLAGS_MAX]; /* up to the first without a name */
    bool words; /* the words of a game's advice (advice.h) are flags, too */
    struct example examples[EXAMPLES_MAX]; /* up to the first without a command */
    int (*run)(const struct args *args);
};

extern const struct verb verbs[];
extern const int verbs_count;
extern const struct flag help_flag; /* every verb takes it */
extern const char *const verbs_statuses[3];
extern const char *const verbs_audiences[AUDIENCES]; /* headings */
extern const char *const verbs_shells[];
extern const int verbs_shell_count;
const struct verb *verbs_find(const char *name);

/* Parsed arguments. */
enum { OPTIONS_MAX = 16, BOTS_MAX = 16 };

struct value {
    bool given;
    const char *text;
    uint64_t number; /* of KIND_NUMBER, KIND_SEAT, and KIND_SEATS (0: it is no number) */
    double real;     /* of KIND_REAL */
};

struct args {
    const struct verb *verb;
    const struct peck_game *game; /* of a KIND_GAME operand; NULL when not given */
    char **operands;
    int operand_count;
    struct value flag[FLAG_COUNT];
    struct {
        const char *name, *value;
    } words[PECK_WORDS_MAX]; /* of a game's advice, not necessarily of this one's */
    int word_count;
    const char *options[OPTIONS_MAX]; /* of --option or --origin, in order */
    int option_count;
    char box[64]; /* those of the box that the game was named by, in pieces */
    struct {
        enum flag_id flag;
        const char *name;
    } bots[BOTS_MAX]; /* of --hero, --field and --pool, in order */
    int bot_count;
};

bool args_flag_repeats(const struct flag *flag); /* may be given again */
/* Reads the words after the verb. STATUS_FINE, or STATUS_USAGE with the sentence said. */
int args_read(struct args *args, const struct verb *verb, int count, char **words);
uint64_t args_number(const struct args *args, enum flag_id id, uint64_t standard);
/* The name of the language of --lang, or of the environment's. */
const char *args_language(const struct args *args);
/* The game's set-up from --seats (0: as given, else the fewest the game takes) and
 * --option; proves it by an `init` into `state`. Says the sentence on failure. */
int args_setup(const struct args *args, int seats, struct peck_setup *setup,
               union peck_state *state);
/* The bot of --bot, or the standard one, with the milliseconds of --think. Without --think
 * the budget is one of work alone, so that the answer is the same every time. Says the
 * sentence on failure. */
int args_player(const struct args *args, const struct peck_game *game, const char *standard,
                struct peck_player *player);
/* The folder of --out, where data is written; the game's own, games/NAME/data, when it is
 * not given. Prints the reason when nothing can be written there, so that nobody learns for
 * hours in vain. */
enum { FOLDER_ROOM = 1024 };
int args_folder(const struct args *args, char folder[FOLDER_ROOM]);
/* What --store says or, when nobody does, where `peck serve` keeps its database. The exit
 * status, with the sentence said. */
enum { STORE_ROOM = 4352 };
int args_store(const struct args *args, char path[STORE_ROOM], const char **store);
/* The candidate nearest to a mistyped word, or NULL. */
const char *args_nearest(const char *word, const char *const *candidates, int count);

/* The language of errors: that of --lang, anywhere on the command line, else the
 * environment's. main calls the first. */
void cli_language_find(int count, char **words);
enum say_language cli_language(void);
/* A message of the catalogue on standard error, `peck sim: …`, in that language. The exit
 * status: a wrong command line, or something that failed. */
int cli_refuse(const struct verb *verb, enum message message,
               const struct say_value *values);
int cli_fail(const struct verb *verb, enum message message, const struct say_value *values);
/* Why a file could not be opened, read or written, by errno. */
const char *cli_reason(int number);
/* The same in English only, for what people seldom meet. */
int cli_usage_error(const struct verb *verb, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int cli_failure(const struct verb *verb, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Why something was refused, with its line or column. Until the next call. */
const char *args_why(const struct args *args, const struct peck_error *error);

/* A stranger's word fit for a sentence: what cannot be printed becomes a dot, and what is
 * longer than a few dozen bytes is cut. Good until the fourth call after this one. */
const char *output_shown(const char *word);
/* The same for a file's path, with more room; `-` is "standard input". */
const char *output_path_name(const char *path);

/* How to print. */
enum style { STYLE_PLAIN, STYLE_BOLD, STYLE_DIM, STYLE_EMBER, STYLE_LEAF, STYLE_HEADING };

bool output_draws(
    void); /* whether the terminal, if there is one, understands escape codes */
bool output_colours(FILE *file);
/* Begins a style, and ends it with STYLE_PLAIN; nothing where colours are not wanted. */
void output_style(FILE *file, enum style style);
void output_styled(FILE *file, enum style style, const char *text);
int output_width(FILE *file);  /* 80 when it is no terminal */
bool output_speaks_utf8(void); /* whether the environment's encoding is UTF-8 */
/* Text broken at spaces to the width, each line indented; `column` is where the first
 * begins. */
void output_wrapped(FILE *file, const char *text, int indent, int column, int width);
/* The text in so many columns, to their right end; to their left one when it is negative.
 */
void output_padded(FILE *file, const char *text, int width);
/* 1234567 as 1,234,567, into a buffer of 32. */
const char *output_grouped(uint64_t number, char buffer[32]);
/* The options of a set-up that are not at their defaults, each after `before`. */
void output_options(FILE *file, const struct peck_game *game,
                    const struct peck_setup *setup, const char *before);
/* The dash of a range, as the environment's encoding has it. */
const char *output_dash(void);

/* A bar of text, `share` in [0, 1] of `width` columns; returns the columns it took. */
int bar_put(FILE *file, double share, int width);

/* Progress on standard error, when that is a terminal. */
struct progress {
    bool shown;
    uint64_t total;
    double started;
};
struct progress bar_begin(uint64_t total);
void bar_show(const struct progress *progress, uint64_t done);
void bar_end(const struct progress *progress);
double cli_seconds_now(void);

/* The whole of a file, or of standard input for `-`, with a NUL after it; the caller frees
 * it. NULL with the sentence said. More than 1 GiB is refused. */
char *cli_read_all(const struct verb *verb, const char *path, size_t *length);

/* One match of a file of records. */
struct record {
    const struct peck_match *match;
    uint32_t number;   /* in the file, from 1 */
    const char *bytes; /* its text, with the comments below it … */
    size_t count;
    uint32_t line;      /* … which begins on this line */
    const char *before; /* the comments between it and the match above */
};

/* Calls `with` for each match of the file that is the verb's first operand, until one sets
 * `ends`. Answers with STATUS_FINE when all calls did; tells what is no record, and ends
 * there or goes on with the next. `count` is how many there were so far. */
int records_each(const struct args *args, bool goes_on,
                 int (*with)(const struct args *args, const struct record *record,
                             bool *ends),
                 uint32_t *count);

/* Where a position line begins in what somebody pasted, with its game; NULL: nowhere. */
const char *position_start(const char *text, const struct peck_game **game);
/* The position line in what somebody pasted, which may have a prompt before it, quotes
 * around it, and line breaks in it. Returns whether it is sound. */
bool position_pasted(const char *text, char line[PECK_LINE_MAX]);

/* The short rules, games/NAME/text/rules.LANGUAGE.md, made into a table by the build. */
struct rules_text {
    const char *game, *lang, *text;
};
extern const struct rules_text rules_texts[];
extern const int rules_text_count;

/* The box files, games/NAME/data/box.txt: what is assumed about the boxes. */
struct box_text {
    const char *game, *text;
};
extern const struct box_text box_texts[];
extern const int box_text_count;
/* That of a game; in English, or its summary, where there is none in the language. The
 * summary is overwritten by the next call. */
const char *rules_of(const struct peck_game *game, const char *lang);

/* What `peck` alone says where it cannot play: what there is, in a few lines. */
void help_put_short(FILE *file);
/* Help for a verb (NULL: for the whole program) as used with a game (NULL: with any). */
void help_put(FILE *file, const struct verb *verb, const struct peck_game *game);
/* What a verb does with one game alone; that of all games when it is NULL. */
void game_help_notes(const struct verb *verb, const struct peck_game *game,
                     void (*put)(void *context, const char *text), void *context);
/* The verb's examples, then those that the game brings, or all games do. */
void game_help_examples(const struct verb *verb, const struct peck_game *game,
                        void (*put)(void *context, const char *command, const char *what),
                        void *context);

int cli_run_play(const struct args *args);
int cli_run_games(const struct args *args);
int cli_run_rules(const struct args *args);
int cli_run_sim(const struct args *args);
int cli_run_replay(const struct args *args);
int cli_run_verify(const struct args *args);
int cli_run_position(const struct args *args);
int cli_run_advise(const struct args *args);
int cli_run_analyse(const struct args *args);
int cli_run_arena(const struct args *args);
int cli_run_bench(const struct args *args);
int cli_run_signature(const struct args *args);
int cli_run_solve(const struct args *args);
int cli_run_train(const struct args *args);
int cli_run_strategy(const struct args *args);
int cli_run_serve(const struct args *args);
int cli_run_admin(const struct args *args);
int cli_run_help(const struct args *args);
int cli_run_completion(const struct args *args);
int cli_run_manual(const struct args *args);

#endif
