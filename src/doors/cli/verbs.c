/* verbs.c — the table of all verbs: what each takes, its help and its examples.
 *
 * The parser, `--help`, the man pages and the completions are all made from it; a change
 * here is a change everywhere. */
#include "cli.h"
#include "play/series/arena.h"

#include <string.h>

const char *const verbs_shells[] = {"bash", "zsh", "fish"};
const int verbs_shell_count = sizeof verbs_shells / sizeof *verbs_shells;

const char *const verbs_statuses[3] = {
    [STATUS_FINE] = "Success.",
    [STATUS_FAILED] =
        "A file, a record or a position was invalid, or output could not be written.",
    [STATUS_USAGE] = "The command line was wrong; nothing was done.",
};

const char *const verbs_audiences[AUDIENCES] = {
    [AUDIENCE_PLAY] = "Play",
    [AUDIENCE_TABLE] = "At a real table",
    [AUDIENCE_HOST] = "Host games for others",
    [AUDIENCE_STUDY] = "Study matches and build bots",
    [AUDIENCE_SHELL] = "This program",
};

const struct flag help_flag = {FLAG_HELP, "help", KIND_NONE, NULL, 0, 0, "show this help"};

#define GAME_OPERAND                                                                       \
    {"GAME", KIND_GAME, true, false, "one of the games that 'peck games' lists"}
/* clang-format off */
#define LANG_FLAG                                                                          \
    {FLAG_LANG, "lang", KIND_LANG, "LANG", 0, 0,                                           \
     "the language: en, de, pl or ru (default: the environment's)"}
#define OPTION_FLAG                                                                        \
    {FLAG_OPTION, "option", KIND_OPTION, "NAME[=VALUE]", 0, 0,                             \
     "an option of the game; can be repeated"}
#define BOT_FLAGS                                                                          \
    {FLAG_BOT, "bot", KIND_WORD, "BOT", 0, 0,                                              \
     "who judges: a level (easy, normal, hard, expert) or a bot by its name"},             \
    {FLAG_THINK, "think", KIND_NUMBER, "MS", 1, 3600000,                                   \
     "milliseconds for each decision (default: the bot's own measure of work, "            \
     "which gives the same answer every time)"}
/* clang-format on */
#define SEED_FLAG(help) {FLAG_SEED, "seed", KIND_NUMBER, "S", 0, UINT64_MAX, help}
#define JSON_FLAG {FLAG_JSON, "json", KIND_NONE, NULL, 0, 0, "print JSON"}
#define SEATS_FLAG(help) {FLAG_SEATS, "seats", KIND_SEATS, "N", 0, 0, help}
#define VIEW_FLAG(help) {FLAG_VIEW, "view", KIND_SEAT, "SEAT", 0, PECK_SEATS_MAX - 1, help}

const struct verb verbs[] = {
    {
        .name = "play",
        .audience = AUDIENCE_PLAY,
        .summary = "play a game, against bots and with people",
        .about =
            "Plays a match in the terminal. Anything you leave out, Peck asks for: the "
            "game, who plays on which seat, the options. Enter accepts the answer in "
            "brackets.\n\n"
            "--seats says who plays on which seat, starting with the first: 'you'; a "
            "bot, by its level (random, easy, normal, hard, expert) or its name; or a "
            "person's name, which begins with a capital letter. Several people take "
            "turns at the keyboard, and hidden hands are covered in between.\n\n"
            "Every move is saved: to the file of --record or --resume, or else to a new "
            "file in $XDG_STATE_HOME/peck (~/.local/state/peck). The file is a record "
            "that 'peck replay' and 'peck analyse' can read; a comment has the seed.\n\n"
            "The table fills the screen and needs at least 80 columns and 24 rows. Play "
            "with the keyboard or the mouse; '?' shows how. NO_COLOR turns colours off.\n\n"
            "With --plain, or when standard input or output is not a terminal, the match "
            "is described line by line in complete sentences: for screen readers, pipes "
            "and scripts. '?' lists what you can type.",
        .operand = {"GAME", KIND_GAME, false, false,
                    "one of the games that 'peck games' lists"},
        .flags = {{FLAG_SEATS, "seats", KIND_WORD, "WHO,WHO", 0, 0,
                   "who plays on which seat, such as you,hard,Anna"},
                  OPTION_FLAG,
                  SEED_FLAG(
                      "the seed of the dice, the deck and the bots (default: random)"),
                  LANG_FLAG,
                  {FLAG_RECORD, "record", KIND_FILE, "FILE", 0, 0, "save the match here"},
                  {FLAG_RESUME, "resume", KIND_FILE, "[FILE]", 0, 0,
                   "resume the match in this file, or choose one of the saved matches; "
                   "--seats can change who plays"},
                  {FLAG_PLAIN, "plain", KIND_NONE, NULL, 0, 0,
                   "plain lines of text instead of a full screen"},
                  {FLAG_PACE, "pace", KIND_NUMBER, "MS", 0, 60000,
                   "pause before a bot moves on the full screen (default: 700)"},
                  {FLAG_DAILY, "daily", KIND_WORD, "DAY", 0, 0,
                   "the deal of a day, such as 2026-11-18 or today: the same dice or "
                   "cards and the same bots for everybody"}},
        .examples = {{"peck play", "asks what you want to play"},
                     {"peck play GAME --daily today", "what everybody plays today"},
                     {"peck play GAME --seats you,hard,normal", "against two bots"},
                     {"peck play --resume match.peck", "continue a match"}},
        .run = cli_run_play,
    },
    {
        .name = "games",
        .audience = AUDIENCE_PLAY,
        .summary = "list the games, their seats and their options",
        .about =
            "Lists every game with its number of seats and its options. To use an option "
            "with another verb, add '--option NAME' or '--option NAME=VALUE'; an option "
            "that you leave out has its default value.",
        .flags = {LANG_FLAG, JSON_FLAG},
        .examples = {{"peck games", "what there is to play"},
                     {"peck games --json", "the same for a program"}},
        .run = cli_run_games,
    },
    {
        .name = "rules",
        .audience = AUDIENCE_PLAY,
        .summary = "print the short rules of a game",
        .about = "Prints the rules of a game on a page or two. The language is that of the "
                 "environment (LC_ALL, LC_MESSAGES, LANG) where we speak it, else English.",
        .operand = GAME_OPERAND,
        .flags = {LANG_FLAG},
        .examples = {{"peck rules GAME", "how to play it"},
                     {"peck rules GAME --lang pl", "the same in Polish"}},
        .run = cli_run_rules,
    },
    {
        .name = "sim",
        .audience = AUDIENCE_STUDY,
        .summary = "play many matches, at random or of bots, and sum them up",
        .about = "Plays matches in which every action is equally likely or, with --bots, "
                 "matches "
                 "of bots. Prints the mean and the deviation of each seat's points, its "
                 "share of "
                 "the wins (a win of two is half a win for each), the length of a match, "
                 "and how "
                 "often each score came up.\n\n"
                 "Match number I of seed S is always the same match. The results, and the "
                 "records in their order, do not depend on the number of threads.",
        .operand = GAME_OPERAND,
        .flags = {SEATS_FLAG("how many play (default: the fewest the game takes)"),
                  {FLAG_BOTS, "bots", KIND_WORD, "BOT,BOT", 0, 0,
                   "who plays, from the first seat on, such as hard,normal; with more "
                   "seats the list begins again (default: every action is equally likely)"},
                  {FLAG_MATCHES, "matches", KIND_NUMBER, "N", 1, 1000000000,
                   "how many matches (default: 1000)"},
                  SEED_FLAG("the seed of the dice and the deck (default: 1)"),
                  {FLAG_THREADS, "threads", KIND_NUMBER, "T", 1, 256,
                   "how many matches run at a time (default: one for each processor)"},
                  OPTION_FLAG,
                  {FLAG_RECORD, "record", KIND_FILE, "FILE", 0, 0,
                   "write the record of every match there; '-' is standard output, and the "
                   "summary then goes to standard error"},
                  JSON_FLAG},
        .examples = {{"peck sim GAME --seats 4 --matches 100000",
                      "a hundred thousand matches of four"},
                     {"peck sim GAME --bots hard,normal --record matches.peck",
                      "two bots, kept for 'peck replay' and 'peck analyse'"}},
        .run = cli_run_sim,
    },
    {
        .name = "replay",
        .audience = AUDIENCE_STUDY,
        .summary = "play records again: check, trace or redact them",
        .about =
            "Replays every match in a file of records. Without flags it prints one line "
            "per match: game, seats, options, plies, score and places. It stops at the "
            "first error and prints the line and the reason.\n\n"
            "With --trace it prints every ply, each followed by one line for each seat "
            "that may act next: '= SEAT: action; action; …'. There is no such line for "
            "chance, or after the last ply. In a file with several matches, the second "
            "and later ones begin with a line '# match N'.\n\n"
            "With --positions it prints position lines, for 'peck position' or a bug "
            "report.\n\n"
            "With --view it prints the records as that seat saw them, with '?' for what "
            "was face down.",
        .operand = {"FILE", KIND_FILE, true, false,
                    "a file of records; '-' is standard input"},
        .flags = {{FLAG_TRACE, "trace", KIND_NONE, NULL, 0, 0,
                   "print every ply and the legal actions after it"},
                  {FLAG_POSITIONS, "positions", KIND_NONE, NULL, 0, 0,
                   "print the position line before each ply and after the last"},
                  VIEW_FLAG("print the records as this seat saw them")},
        .examples = {{"peck replay matches.peck", "are they valid, and who won?"},
                     {"peck sim GAME --matches 1 --record - | peck replay --trace -",
                      "watch one match, action by action"}},
        .run = cli_run_replay,
    },
    {
        .name = "verify",
        .audience = AUDIENCE_HOST,
        .summary = "prove that the dice and cards of a record were fair",
        .about =
            "The record of a match played online contains what its rolls and cards were "
            "made from: the secret that the server committed to before the match, and a "
            "value from each player, committed to in the same way. This verb computes "
            "every roll and every card again from them, and names the first one that "
            "does not match. It checks every match in the file. docs/explain/fairness.md "
            "explains what this proves and what it does not.\n\n"
            "A match of the deal of a day ('peck play --daily') is checked against that "
            "deal.",
        .operand = {"FILE", KIND_FILE, true, false,
                    "a file of records; '-' is standard input"},
        .examples = {{"peck verify match.peck", "was it fair?"}},
        .run = cli_run_verify,
    },
    {
        .name = "position",
        .audience = AUDIENCE_STUDY,
        .summary = "check and explain position lines",
        .about =
            "A position line is one moment of a match in one line of text. This verb "
            "checks each line given, or each line of standard input if none is given, "
            "and prints the game, who may act, the legal actions and the score. For an "
            "invalid line it prints the column and the reason. If a line shows only one "
            "seat's view, the legal actions are those of that seat.",
        .operand = {"LINE", KIND_LINE, false, true, "a position line, in quotes"},
        .flags = {VIEW_FLAG("blank what this seat cannot know first"), JSON_FLAG},
        .examples = {{"peck position < positions.txt", "are they all valid?"},
                     {"peck position --view 0 'GAME seats=3 | …'",
                      "what seat 0 knows of it"}},
        .run = cli_run_position,
    },
    {
        .name = "advise",
        .audience = AUDIENCE_TABLE,
        .summary = "say what to play at a real table, and why",
        .about =
            "Say what lies on the table, in plain words, or give a position line, on the "
            "command line or on standard input. A position line can be pasted as it was "
            "printed, with a prompt before it or quotes around it.\n\n"
            "The answer lists every action of the player whose turn it is, with the chance "
            "of winning, the difference to the best action, the points to expect at the "
            "end, and the reason. '>' marks what the bot would play; ± covers 95 %. The "
            "advice uses only what that player can know.\n\n"
            "With plain words you are seat 0, and it is your turn. Every game has its own "
            "words; 'peck advise GAME --help' lists them.\n\n"
            "A few facts about the boxes are assumptions, such as the worms on some tiles. "
            "Print them with --print-box, correct them, and give the file with --box.",
        .operand = {"GAME", KIND_GAME, true, true,
                    "a game that 'peck games' lists, and after it a position line; or the "
                    "line alone"},
        .flags =
            {
                BOT_FLAGS,
                SEED_FLAG("the seed of the bot's guesses (default: 1)"),
                VIEW_FLAG("the seat to advise, where several may act"),
                {FLAG_OPTION, "option", KIND_OPTION, "NAME[=VALUE]", 0, 0,
                 "an option of the game, with plain words; may be given again"},
                {FLAG_BOX, "box", KIND_FILE, "FILE", 0, 0,
                 "what lies in your own box, with plain words; '-' is standard input"},
                {FLAG_PRINT_BOX, "print-box", KIND_NONE, NULL, 0, 0,
                 "print the box file that is assumed, to correct it, and do nothing else"},
                LANG_FLAG,
                JSON_FLAG,
            },
        .words = true,
        .examples = {{"peck advise GAME < positions.txt", "what to play in each?"}},
        .run = cli_run_advise,
    },
    {
        .name = "analyse",
        .audience = AUDIENCE_STUDY,
        .summary = "judge a finished match: errors, luck and chances",
        .about =
            "Tells a recorded match ply by ply and judges every decision by a bot's "
            "estimates of all actions. A decision is 'very good' when it cost less than "
            "0.5 % of the chance of winning, 'good' below 2 %, 'inaccurate' below 5 %, a "
            "'mistake' below 10 % and a 'blunder' from there on; a loss within the noise "
            "counts as none. The luck of a roll or a card is how much it changed the "
            "chances. With --verbose every action is listed with its chance, and '>' marks "
            "the one that was played.\n\n"
            "The table at the end sums this up for each player: result − start = luck − "
            "errors + gifts + residual. Gifts are the others' errors; the residual is what "
            "the bot cannot explain. Matches of the file that are not finished are "
            "reported, and the others are judged.",
        .operand = {"RECORD", KIND_FILE, true, false,
                    "a file of records; '-' is standard input"},
        .flags = {BOT_FLAGS,
                  SEED_FLAG("the seed of the bot's guesses and playouts (default: 1)"),
                  {FLAG_MATCH, "match", KIND_NUMBER, "N", 1, 1000000000,
                   "only the match of this number (default: all)"},
                  {FLAG_VERBOSE, "verbose", KIND_NONE, NULL, 0, 0,
                   "list every action of every decision with its chance"},
                  LANG_FLAG,
                  JSON_FLAG},
        .examples = {{"peck analyse match.peck", "who was lucky, and who played well?"},
                     {"peck analyse match.peck --match 2 --bot expert",
                      "the second match of the file, judged by the best bot"}},
        .run = cli_run_analyse,
    },
    {
        .name = "arena",
        .audience = AUDIENCE_STUDY,
        .summary = "measure the strength of bots against each other",
        .about =
            "Lets bots play each other and measures how often each of them wins. A bot "
            "is a level (random, easy, normal, hard, expert), another bot of the game "
            "by its name, or your own program: exec:COMMAND.\n\n"
            "With --hero and --field, one hero plays in every seat in turn, against "
            "opponents taken from the field in rotation. With --pool, all bots are "
            "equal: at tables of two every pair meets; at larger tables every bot plays "
            "equally often. The report then has Plackett-Luce ratings: the average of "
            "the pool is 0, and 400 more means ten times the strength.\n\n"
            "Matches come in blocks: the same bots in every rotation around the table, "
            "with the same dice or the same deck. N matches are rounded up to whole "
            "blocks. A shared win counts as a share of a win; par is the win rate of "
            "equal players, one over the number of seats. The text shows 95 % "
            "intervals, the JSON standard errors. For games with a value function the "
            "report also has the win rate adjusted for luck: it measures the same with "
            "less noise.\n\n"
            "The same seed gives the same results on any number of threads, except with "
            "--think and with programs that do not always answer the same.\n\n"
            "--sprt 0.50,0.53 compares two win rates of the hero and stops as soon as "
            "one of them is clearly more likely; each answer is wrong in 5 % of cases. "
            "'--sprt elo:0,10' gives the two as Elo differences from par. --matches "
            "then limits how many matches are played.\n\n"
            "A program receives the record of each match as its seat sees it, line by "
            "line, and a line '? name; name; name' when it has to act. It answers with "
            "a line that has one of the names or, where several may act at once, "
            "'wait'. If it answers with anything else, takes too long or ends, it loses "
            "the match: random play finishes it, the program is placed last, and the "
            "report says why. Then the program is started again.",
        .operand = GAME_OPERAND,
        .flags = {SEATS_FLAG("how many play (default: the fewest the game takes)"),
                  {FLAG_HERO, "hero", KIND_BOT, "BOT", 0, 0, "the bot to measure"},
                  {FLAG_FIELD, "field", KIND_BOTS, "BOT", 0, 0,
                   "an opponent; can be repeated"},
                  {FLAG_POOL, "pool", KIND_BOTS, "BOT", 0, 0,
                   "a bot of the pool; give two or more, and no hero"},
                  {FLAG_POOL, "bot", KIND_BOTS, "BOT", 0, 0, "the same as --pool"},
                  {FLAG_MATCHES, "matches", KIND_NUMBER, "N", 1, PECK_ARENA_MATCHES_MAX,
                   "how many matches (default: 1000)"},
                  SEED_FLAG("the seed of the dice, the deck and the bots (default: 1)"),
                  OPTION_FLAG,
                  {FLAG_THREADS, "threads", KIND_NUMBER, "T", 1, PECK_ARENA_THREADS_MAX,
                   "how many matches run at a time (default: one for each processor)"},
                  {FLAG_THINK, "think", KIND_NUMBER, "MS", 1, 3600000,
                   "milliseconds for each decision, instead of each bot's own limit"},
                  {FLAG_LIMIT, "limit", KIND_NUMBER, "MS", 1, 3600000,
                   "milliseconds a program has for an answer (default: 1000; 10 s more "
                   "for the first after its start)"},
                  {FLAG_SPRT, "sprt", KIND_WORD, "P0,P1", 0, 0,
                   "stop when one of two win rates of the hero is accepted"},
                  {FLAG_RESUME, "resume", KIND_FILE, "FILE", 0, 0,
                   "save finished blocks in this file, and continue from those in it"},
                  {FLAG_PLAIN, "plain", KIND_NONE, NULL, 0, 0,
                   "do not adjust for luck, which takes time"},
                  JSON_FLAG},
        .examples = {{"peck arena GAME --seats 3 --hero hard --field normal "
                      "--matches 10000",
                      "one hard among two normal"},
                     {"peck arena GAME --seats 4 --pool easy --pool normal --pool hard",
                      "who is the best of three, at mixed tables of four?"},
                     {"peck arena GAME --hero 'exec:python3 mine.py' --field easy "
                      "--sprt 0.5,0.6",
                      "is a program of your own better than easy?"}},
        .run = cli_run_arena,
    },
    {
        .name = "strategy",
        .audience = AUDIENCE_TABLE,
        .summary = "print a strategy guide: how to play well",
        .about =
            "Prints rules of thumb for a game and a number of seats: what strong bots "
            "do, in a few numbers and sentences, and how often you win if you follow "
            "them. The bot 'guide' plays by them.\n\n"
            "The numbers are learnt from the bot 'hard'. --fit learns them again and "
            "writes the guide to the game's data folder, from which it is compiled into "
            "the program; the same seed and number of matches give the same file. "
            "--measure plays that many matches now, with one player who follows the "
            "guide against hard ones.",
        .operand = GAME_OPERAND,
        .flags = {SEATS_FLAG("how many play (default: the fewest the game takes)"),
                  OPTION_FLAG,
                  {FLAG_FIT, "fit", KIND_NONE, NULL, 0, 0,
                   "learn the guide again, measure it and write it"},
                  {FLAG_MATCHES, "matches", KIND_NUMBER, "N", 1, 1000000,
                   "how many matches to learn from (default: 300)"},
                  {FLAG_MEASURE, "measure", KIND_NUMBER, "N", 1, PECK_ARENA_MATCHES_MAX,
                   "measure the strength again in this many matches (default with --fit: "
                   "1000)"},
                  {FLAG_SEED, "seed", KIND_NUMBER, "S", 0, INT32_MAX,
                   "the seed of learning and measuring (default: 1)"},
                  {FLAG_THREADS, "threads", KIND_NUMBER, "T", 1, PECK_ARENA_THREADS_MAX,
                   "how many matches run at a time (default: one for each processor)"},
                  {FLAG_OUT, "out", KIND_FILE, "DIRECTORY", 0, 0,
                   "where to write the guide that was learnt (default: games/GAME/data)"},
                  LANG_FLAG,
                  JSON_FLAG},
        .examples = {{"peck strategy GAME --seats 4", "for a table of four"},
                     {"peck strategy GAME --measure 2000", "is it true?"},
                     {"peck strategy GAME --fit --matches 600", "learn a new guide"}},
        .run = cli_run_strategy,
    },
    {
        .name = "bench",
        .audience = AUDIENCE_STUDY,
        .summary = "measure the speed of random play on one core",
        .about =
            "Measures how fast each game plays at random, in matches and plies per "
            "second of one processor core. It measures the general interface, struct "
            "peck_game, and the loop that is compiled for each game.\n\n"
            "'floor' is how fast the same work would be without any rules: as many "
            "random numbers and as many bytes written. 'floor/compiled' is the floor's "
            "time as a share of the compiled loop's: 1.00 would mean that the rules cost "
            "nothing. All are measured in turn several times, and the table shows the "
            "medians.",
        .operand = {"GAME", KIND_GAME, false, false, "only this game"},
        .flags = {SEATS_FLAG("only this many seats"),
                  {FLAG_SECONDS, "seconds", KIND_REAL, "X", 10, 3600000,
                   "time for each line of the table (default: 0.5)"},
                  {FLAG_MARKDOWN, "markdown", KIND_NONE, NULL, 0, 0,
                   "print a Markdown table"},
                  JSON_FLAG},
        .examples = {{"peck bench", "everything"},
                     {"peck bench GAME --seats 2 --seconds 5", "one line, with care"}},
        .run = cli_run_bench,
    },
    {
        .name = "train",
        .audience = AUDIENCE_STUDY,
        .summary = "learn the networks of a game by playing",
        .about =
            "Plays matches of a game against itself and learns from them what positions "
            "are worth. It writes the networks that the strong bots use, one file each, "
            "into the directory data, from which they are compiled in. The same seed and "
            "number of matches give the same files on the same machine. "
            "games/GAME/docs/training.md describes how the networks that come with the "
            "program were made.",
        .operand = GAME_OPERAND,
        .flags = {SEATS_FLAG("how many play (default: the fewest the game takes)"),
                  {FLAG_MATCHES, "matches", KIND_NUMBER, "N", 1, 1000000000,
                   "how many matches (default: 100000)"},
                  SEED_FLAG("the seed of the matches (default: 1)"),
                  OPTION_FLAG,
                  {FLAG_OUT, "out", KIND_FILE, "DIRECTORY", 0, 0,
                   "where to write the networks (default: games/GAME/data)"}},
        .examples = {{"peck train GAME --matches 500000", "for two seats, and long"}},
        .run = cli_run_train,
    },
    {
        .name = "solve",
        .audience = AUDIENCE_STUDY,
        .summary = "solve a game: find what every position is worth",
        .about =
            "Computes the chances of winning in every position of a game, by value "
            "iteration: each sweep solves every turn of every position once, using the "
            "values found so far for the end of the turn.\n\n"
            "After each sweep it prints the mean and the largest change, and the chance "
            "of winning of the player who begins. At the end it prints how far the bots' "
            "networks are from these values in positions of real play, and when to stop "
            "rolling.\n\n"
            "With --out the values are saved in a value file: after each sweep, and "
            "every ten minutes during one. If FILE already exists, the work continues "
            "from there. So you can run the same command again after an interruption; "
            "once all sweeps are done, it only prints the results. The results do not "
            "depend on the number of threads.",
        .operand = GAME_OPERAND,
        .flags =
            {{FLAG_OUT, "out", KIND_FILE, "FILE", 0, 0,
              "the value file: save the values in it, and continue from them"},
             {FLAG_TILES, "tiles", KIND_NUMBER, "K", 1, 16,
              "solve the smaller game with the K lowest tiles (default: all)"},
             {FLAG_LEAST, "least", KIND_NUMBER, "N", 0, 16,
              "sweep only positions with N tiles or more on the grill; the others "
              "keep their first values: a rough answer in a fraction of the time"},
             {FLAG_SWEEPS, "sweeps", KIND_NUMBER, "N", 0, 1000,
              "stop after sweep number N (default: 100)"},
             {FLAG_UNTIL, "until", KIND_REAL, "CHANGE", 0, 1000,
              "stop after a sweep with at most this mean change (default: 0.0005)"},
             {FLAG_FRESH, "fresh", KIND_NONE, NULL, 0, 0,
              "start from chances of one half, not from the networks' values"},
             {FLAG_THREADS, "threads", KIND_NUMBER, "T", 1, 256,
              "how many work at a time (default: 1)"},
             {FLAG_MATCHES, "matches", KIND_NUMBER, "N", 1, 1000000,
              "compare with the networks in the positions of N matches of hard against "
              "itself (default: 100)"},
             {FLAG_CHECK, "check", KIND_NUMBER, "N", 2, PECK_ARENA_MATCHES_MAX,
              "let the values play N matches against hard"},
             SEED_FLAG("the seed of the matches (default: 1)")},
        .examples = {{"peck solve GAME --out FILE --threads 8",
                      "the whole game; repeat to continue"},
                     {"peck solve GAME --out FILE --sweeps 0 --check 10000",
                      "what is in the file, and how well it plays"}},
        .run = cli_run_solve,
    },
    {
        .name = "signature",
        .audience = AUDIENCE_STUDY,
        .summary = "print one hash of how all games play",
        .about = "Plays fixed matches of every game, with every number of seats and every "
                 "option, and prints one hash of 16 hexadecimal digits over plies, states, "
                 "position lines, views, observations and scores. It is the same for every "
                 "compiler and machine, and changes when any game plays differently.",
        .flags = {{FLAG_VERBOSE, "verbose", KIND_NONE, NULL, 0, 0,
                   "also one line for each game, number of seats and options"}},
        .examples = {{"peck signature", ""}},
        .run = cli_run_signature,
    },
    {
        .name = "serve",
        .audience = AUDIENCE_HOST,
        .summary = "host tables for people with a browser",
        .about =
            "Serves the web client, the tables and everything around them over HTTP and "
            "WebSocket until it receives SIGTERM or Ctrl-C. For TLS, put nginx or Caddy "
            "in front of it (docs/host/deploy.md).\n\n"
            "By default only this machine can reach it. With --listen lan, everyone in "
            "the same network can, and in a terminal it prints a QR code for phones. "
            "With an address or a host name of this machine, --listen serves that "
            "address alone.\n\n"
            "Everything is kept in the store: an SQLite file, or a PostgreSQL database "
            "that several servers can share. A server that was killed continues where it "
            "stopped.\n\n"
            "Cookies are signed with a secret. Without --secret-file, a secret is "
            "created and kept next to the database. With --production you must name the "
            "file; it must be random, at least 32 bytes long, and readable by nobody "
            "else.",
        .flags =
            {{FLAG_PORT, "port", KIND_NUMBER, "N", 0, 65535,
              "the port (default: 8080); 0 chooses a free one"},
             {FLAG_LISTEN, "listen", KIND_WORD, "WHERE", 0, 0,
              "lan (all addresses of IPv4, like 0.0.0.0), an address or a host name "
              "(default: 127.0.0.1, this machine alone)"},
             {FLAG_STORE, "store", KIND_WORD, "WHERE", 0, 0,
              "sqlite:PATH or postgres://… (default: server.sqlite in "
              "$XDG_STATE_HOME/peck)"},
             {FLAG_WWW, "www", KIND_FILE, "DIR", 0, 0,
              "the folder of the web client (default: where it is installed or built)"},
             {FLAG_ORIGIN, "origin", KIND_WORDS, "URL", 0, 0,
              "the address that browsers see, with its scheme; can be repeated (default: "
              "the host they ask for)"},
             {FLAG_PROXY, "proxy", KIND_WORD, "ADDRESS", 0, 0,
              "the reverse proxy; only its X-Forwarded-For is trusted"},
             {FLAG_SECRET_FILE, "secret-file", KIND_FILE, "FILE", 0, 0,
              "the file with the secret that signs cookies"},
             {FLAG_PRODUCTION, "production", KIND_NONE, NULL, 0, 0,
              "refuse to start without a good secret and an origin"},
             {FLAG_CONNECTIONS, "connections", KIND_NUMBER, "N", 1, 1000000,
              "the most connections (default: 12000, or as many as files may be open)"},
             {FLAG_PING, "ping", KIND_NUMBER, "SECONDS", 1, 3600,
              "how long a browser may be silent before the server pings it (default: 30)"},
             {FLAG_ALERT_AFTER, "alert-after", KIND_NUMBER, "SECONDS", 1, 86400,
              "how long it must be an absent player's turn before an alert is sent "
              "(default: 60)"},
             {FLAG_ALERT_LOOPBACK, "alert-loopback", KIND_NONE, NULL, 0, 0,
              "send alerts to receivers on this machine, too, for tests"},
             {FLAG_UNLIMITED, "unlimited", KIND_NONE, NULL, 0, 0,
              "no limits per address or connection, for load tests"},
             {FLAG_BACKUP, "backup", KIND_FILE, "FILE", 0, 0,
              "copy the SQLite database to a new file and exit; a server may be running"},
             {FLAG_LOG, "log", KIND_WORD, "LEVEL", 0, 0,
              "debug, info, warn or error (default: info)"}},
        .examples = {{"peck serve", "a server for this machine at http://localhost:8080"},
                     {"peck serve --listen lan", "also for phones in the same network"},
                     {"peck serve --production --origin https://peck.example --proxy "
                      "127.0.0.1 --secret-file /etc/peck/secret",
                      "for everybody, behind nginx"},
                     {"peck serve --backup today.sqlite", "while it runs"}},
        .run = cli_run_serve,
    },
    {
        .name = "admin",
        .audience = AUDIENCE_HOST,
        .summary = "manage a server: tables, people, bans",
        .about =
            "Works on the store of a server, whether the server is running or not. "
            "PostgreSQL accepts any number of processes. An SQLite file has only one "
            "writer, so while a server is running, this verb asks it through the socket "
            "PATH.control next to the file; only the server's own user and root can open "
            "that socket.\n\n"
            "list: the open tables. inspect TABLE: who plays there and what was said. "
            "close TABLE REASON: nobody can play there any more, and everyone at the "
            "table sees the reason.\n\n"
            "ban WHO [REASON], unban WHO: a person, as 'inspect' names them, or an "
            "address; an IPv6 address stands for its whole /64 network. Banned people "
            "are disconnected at once, and cannot join or open a table or log in. bans: "
            "everyone who is banned. mute WHO [REASON], unmute WHO, mutes: the same, for "
            "people who can play but not chat.\n\n"
            "reports: the lines of chat that players have reported, with the lines around "
            "them. dismiss NUMBER: removes a report. delete TABLE LINE: deletes a line of "
            "chat, as 'inspect' numbers them.\n\n"
            "people: the accounts. password NAME: a new password for someone who has "
            "forgotten theirs; it is printed, and all their browsers are logged out. "
            "who NAME: the person behind a name. forget PERSON: deletes somebody, as if "
            "they had asked for it. audit: what administrators did. "
            "stats: how much there is of everything. check: reads every log and lists "
            "damaged tables. prune: removes old tables, as the server does by itself.",
        .operand = {"WORD", KIND_WORD, true, true,
                    "list, inspect, close, ban, unban, bans, mute, unmute, mutes, "
                    "reports, dismiss, delete, people, password, who, forget, audit, "
                    "stats, check or prune, and what it is about"},
        .flags = {{FLAG_STORE, "store", KIND_WORD, "WHERE", 0, 0,
                   "sqlite:PATH or postgres://… (default: server.sqlite in "
                   "$XDG_STATE_HOME/peck)"},
                  JSON_FLAG},
        .examples = {{"peck admin list", "what is being played"},
                     {"peck admin close k3x7 'the club closes at ten'", "ends a table"},
                     {"peck admin ban 192.0.2.7 'spam'", "keeps an address out"},
                     {"peck admin stats --json", "for a script"}},
        .run = cli_run_admin,
    },
    {
        .name = "help",
        .audience = AUDIENCE_SHELL,
        .summary = "explain a verb",
        .about = "Without a verb: lists them all.",
        .operand = {"VERB", KIND_VERB, false, false, "one of the verbs"},
        .examples = {{"peck help sim", "the same as 'peck sim --help'"}},
        .run = cli_run_help,
    },
    {
        .name = "completion",
        .audience = AUDIENCE_SHELL,
        .summary = "print a completion script for a shell",
        .about = "Prints a script that teaches the shell to complete verbs, flags, games, "
                 "options and files.",
        .operand = {"SHELL", KIND_SHELL, true, false, "bash, zsh or fish"},
        .examples = {{"source <(peck completion bash)", "in this bash, or in ~/.bashrc"},
                     {"peck completion fish > ~/.config/fish/completions/peck.fish",
                      "for good, in fish"}},
        .run = cli_run_completion,
    },
    {
        .name = "manual",
        .audience = AUDIENCE_SHELL,
        .summary = "print a man page",
        .about =
            "Prints the man page of a verb, or without one that of the program, in roff.",
        .operand = {"VERB", KIND_VERB, false, false, "one of the verbs"},
        .examples = {{"peck manual sim | man -l -", "read it"}},
        .run = cli_run_manual,
    },
};

const int verbs_count = sizeof verbs / sizeof *verbs;

const struct verb *verbs_find(const char *name)
{
    for (int i = 0; i < verbs_count; i++) {
        if (strcmp(verbs[i].name, name) == 0)
            return &verbs[i];
    }
    return NULL;
}
