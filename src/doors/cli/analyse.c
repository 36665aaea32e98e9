/* analyse.c — `peck analyse`: judges a finished match; prints text or JSON.
 *
 * peck_analyse (include/peck/analysis.h) does the work and may take a while, with a bar of
 * progress. This file chooses the matches of the record and prints the text: every decision
 * with its loss, then each player's errors and luck. */
#include "cli.h"
#include "tell/tell.h"
#include "tell/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An analysis, and how people read it. */
struct report {
    const struct peck_analysis *analysis;
    const char *bot; /* the judge */
    enum say_language language;
    struct session *session; /* the match, for names and sentences */
};

/* ---- Words ---- */

/* `blunder` */
static const char *quality_name(const struct report *report, enum peck_quality quality)
{
    static const enum message words[PECK_QUALITIES] = {
        [PECK_FORCED] = MESSAGE_QUALITY_FORCED,
        [PECK_VERY_GOOD] = MESSAGE_QUALITY_VERY_GOOD,
        [PECK_GOOD] = MESSAGE_QUALITY_GOOD,
        [PECK_INACCURATE] = MESSAGE_QUALITY_INACCURATE,
        [PECK_MISTAKE] = MESSAGE_QUALITY_MISTAKE,
        [PECK_BLUNDER] = MESSAGE_QUALITY_BLUNDER,
    };
    return say_literal(report->language, words[quality]);
}

/* Appends a message that counts. */
static void append_count(const struct report *report, enum message message, int64_t count,
                         struct peck_text *text)
{
    say(text, report->language, message,
        (struct say_value[]){{"count", .number = count}, {0}});
}

/* Appends seats, options and plies: `3 seats, large, 57 plies`. */
static void append_setup(const struct report *report, struct peck_text *text)
{
    const struct peck_match *match = report->analysis->match;
    append_count(report, MESSAGE_PLAIN_ANALYSIS_SEATS, match->setup.seats, text);
    for (int i = 0; i < match->game->option_count; i++) {
        if (match->setup.option[i] != match->game->options[i].standard)
            peck_put(text, ", ");
        peck_put_option(match->game, &match->setup, i, text);
    }
    peck_put(text, ", ");
    append_count(report, MESSAGE_PLAIN_ANALYSIS_PLIES, match->count, text);
}

/* Appends who judged the decisions, and how the chances were found. */
static void append_judge(const struct report *report, struct peck_text *text)
{
    uint32_t playouts = report->analysis->playouts;
    say(text, report->language, MESSAGE_PLAIN_ANALYSIS_JUDGE,
        (struct say_value[]){{"bot", .text = report->bot}, {0}});
    peck_put_char(text, ' ');
    if (playouts == 0)
        peck_put(text, say_literal(report->language, MESSAGE_PLAIN_ANALYSIS_FUNCTION));
    else
        append_count(report, MESSAGE_PLAIN_ANALYSIS_PLAYOUTS, playouts, text);
}

/* ---- Text ---- */

enum {
    INDENT = 7,       /* of sentences: behind the number of the ply */
    PLAYER_WIDE = 16, /* columns of a name */
    COLUMN_WIDE = 8,  /* of a table, at least */
};

/* A number in hundredths, in so many columns; what rounds to nothing has no sign unless
 * `always`. */
static void put_real(const struct report *report, double value, int width, bool always)
{
    char number[32];
    struct peck_text text = peck_text_begin(number, sizeof number);
    peck_put(&text, always && value * 100 > -0.05 ? "+" : "");
    say_decimal(&text, report->language, fabs(value * 100) < 0.05 ? 0 : value * 100, 1);
    output_padded(stdout, number, width);
}

static void put_head(const struct report *report)
{
    char line[SAY_SENTENCE];
    struct peck_text text = peck_text_begin(line, sizeof line);
    output_styled(stdout, STYLE_BOLD, report->analysis->match->game->title);
    peck_put(&text, ", ");
    append_setup(report, &text);
    peck_put_char(&text, '\n');
    append_judge(report, &text);
    printf("%s\n\n", line);
}

/* Appends `45.2 %`, with a sign when `always`; what rounds to nothing has none. */
static void append_percent(const struct report *report, double value, bool always,
                           struct peck_text *text)
{
    double percent = fabs(value * 100) < 0.05 ? 0 : value * 100;
    peck_put(text, percent < 0 ? "−" : always && percent > 0 ? "+" : "");
    say_decimal(text, report->language, fabs(percent), 1);
    peck_put(text, " %");
}

/* What somebody does who plays the action instead of ply `ply`; its name where the game has
 * no words for it. */
static void append_phrase(const struct report *report, uint32_t ply, uint32_t action,
                          struct peck_text *text)
{
    char name[PECK_NAME_MAX];
    uint32_t before = text->length;
    tell_past_action(report->session, ply, action, text);
    if (text->length == before)
        peck_put(text, judged_json_name(report->session->match.game, action, name));
}

/* One line of --verbose: an action that could have been played, with its chance. */
static void put_estimate(const struct report *report, uint32_t ply,
                         const struct peck_step *step, uint32_t index)
{
    const struct peck_estimate *estimate =
        report->analysis->estimates + step->first + index;
    char line[SAY_SENTENCE];
    struct peck_text text = peck_text_begin(line, sizeof line);
    printf("%*s%s ", INDENT - 2, "", index == step->played ? ">" : " ");
    say_estimate(&text, report->language, estimate->win * 100, estimate->win_error * 100);
    peck_put(&text, " %  ");
    append_phrase(report, ply, estimate->action, &text);
    puts(line);
}

/* Every action with its chance, the best first. */
static void put_estimates(const struct report *report, uint32_t ply,
                          const struct peck_step *step)
{
    const struct peck_estimate *estimates = report->analysis->estimates + step->first;
    double below = 2;
    for (uint32_t shown = 0, after = 0; shown < step->count; shown++) {
        uint32_t next = step->count;
        for (uint32_t i = 0; i < step->count; i++) {
            bool later =
                estimates[i].win < below || (estimates[i].win == below && i > after);
            if (later && (next == step->count || estimates[i].win > estimates[next].win))
                next = i;
        }
        put_estimate(report, ply, step, next);
        below = estimates[next].win;
        after = next;
    }
}

/* The chance of winning after the action, what it lost, and what would have been better. */
static void put_decision(const struct report *report, uint32_t ply,
                         const struct peck_step *step, bool all)
{
    const struct peck_estimate *estimates = report->analysis->estimates + step->first;
    char line[2 * SAY_SENTENCE], win[32], loss[32], better[SAY_SENTENCE];
    if (step->quality == PECK_FORCED)
        return;
    struct peck_text text = peck_text_begin(win, sizeof win);
    append_percent(report, estimates[step->played].win, false, &text);
    text = peck_text_begin(loss, sizeof loss);
    append_percent(report, step->loss, false, &text);
    text = peck_text_begin(better, sizeof better);
    append_phrase(report, ply, estimates[step->best].action, &text);
    text = peck_text_begin(line, sizeof line);
    say(&text, report->language,
        step->loss >= 0.0005 ? MESSAGE_PLAIN_ANALYSIS_JUDGED_LOSS
                             : MESSAGE_PLAIN_ANALYSIS_JUDGED,
        (struct say_value[]){{"win", .text = win},
                             {"quality", .text = quality_name(report, step->quality)},
                             {"loss", .text = loss},
                             {"better", .text = better},
                             {0}});
    output_style(stdout, step->quality >= PECK_MISTAKE ? STYLE_EMBER : STYLE_DIM);
    output_wrapped(stdout, line, INDENT, 0, output_width(stdout));
    output_style(stdout, STYLE_PLAIN);
    if (all)
        put_estimates(report, ply, step);
}

/* Who gained and who lost by it; nothing where nobody did. */
static void put_luck(const struct report *report, const struct peck_step *step)
{
    char line[SAY_SENTENCE];
    struct peck_text text = peck_text_begin(line, sizeof line);
    const char *between = ": ";
    bool any = false;
    peck_put(&text, say_literal(report->language, MESSAGE_PLAIN_ANALYSIS_LUCK));
    for (int s = 0; s < report->analysis->match->setup.seats; s++) {
        if (fabs(step->luck[s]) < 0.0005)
            continue;
        peck_put(&text, between);
        peck_put(&text, session_name(report->session, s));
        peck_put_char(&text, ' ');
        append_percent(report, step->luck[s], true, &text);
        between = ", ";
        any = true;
    }
    if (!any)
        return;
    output_style(stdout, STYLE_DIM);
    output_wrapped(stdout, line, INDENT, 0, output_width(stdout));
    output_style(stdout, STYLE_PLAIN);
}

static void put_steps(const struct report *report, bool all)
{
    const struct peck_analysis *analysis = report->analysis;
    for (uint32_t i = 0; i < analysis->match->count; i++) {
        char sentence[2 * SAY_SENTENCE];
        struct peck_text text = peck_text_begin(sentence, sizeof sentence);
        tell_ply(report->session, i, PECK_CHANCE, &text);
        if (text.length == 0)
            continue; /* such as one of several cards that nobody sees */
        printf("%5u", i + 1);
        output_wrapped(stdout, sentence, INDENT, INDENT - 2, output_width(stdout));
        if (analysis->steps[i].seat == PECK_CHANCE)
            put_luck(report, &analysis->steps[i]);
        else
            put_decision(report, i, &analysis->steps[i], all);
    }
    putchar('\n');
}

/* The player's name in its columns; a letter of UTF-8 is one. */
static void put_player(const struct report *report, int seat)
{
    char cut[SESSION_SHOWN_MAX];
    struct peck_text text = peck_text_begin(cut, sizeof cut);
    int columns = 0;
    for (const char *c = session_name(report->session, seat); *c != '\0'; c++) {
        columns += (*c & 0xc0) != 0x80;
        if (columns > PLAYER_WIDE)
            break;
        peck_put_char(&text, *c);
    }
    output_padded(stdout, cut, -PLAYER_WIDE);
}

/* A table's columns are as wide as their heads. */
static int column_width(const char *head)
{
    int width = utf8_width(head, strlen(head)) + 2;
    return width > COLUMN_WIDE ? width : COLUMN_WIDE;
}

static void put_heads(const struct report *report, const enum message *heads, int count)
{
    output_padded(stdout, "", PLAYER_WIDE);
    for (int i = 0; i < count; i++) {
        const char *head = say_literal(report->language, heads[i]);
        output_padded(stdout, head, column_width(head));
    }
}

/* The columns of the accounts. */
static const enum message account_heads[] = {
    MESSAGE_PLAIN_ANALYSIS_START,    MESSAGE_PLAIN_ANALYSIS_RESULT,
    MESSAGE_PLAIN_ANALYSIS_LUCK,     MESSAGE_PLAIN_ANALYSIS_ERRORS,
    MESSAGE_PLAIN_ANALYSIS_GIFTS,    MESSAGE_PLAIN_ANALYSIS_RESIDUAL,
    MESSAGE_PLAIN_ANALYSIS_ADJUSTED,
};
enum { ACCOUNT_HEADS = sizeof account_heads / sizeof *account_heads };

static void put_account(const struct report *report, int seat)
{
    const struct peck_account *a = &report->analysis->seat[seat];
    const double numbers[ACCOUNT_HEADS] = {a->start, a->result,   a->luck,    a->errors,
                                           a->gifts, a->residual, a->adjusted};
    put_player(report, seat);
    for (int i = 0; i < ACCOUNT_HEADS; i++)
        put_real(report, numbers[i],
                 column_width(say_literal(report->language, account_heads[i])), false);
    if (report->analysis->playouts > 0) {
        printf("  (%s ± ", say_literal(report->language, MESSAGE_PLAIN_ANALYSIS_LUCK));
        put_real(report, 1.96 * a->luck_error, 0, false);
        putchar(')');
    }
    putchar('\n');
}

static void put_quality(const struct report *report, int seat)
{
    const struct peck_account *account = &report->analysis->seat[seat];
    enum say_language language = report->language;
    put_player(report, seat);
    printf("%*u", column_width(say_literal(language, MESSAGE_PLAIN_ANALYSIS_DECISIONS)),
           account->decisions);
    put_real(report, account->error_rate,
             column_width(say_literal(language, MESSAGE_PLAIN_ANALYSIS_EACH)), false);
    for (int q = PECK_VERY_GOOD; q < PECK_QUALITIES; q++)
        printf("%*u", column_width(quality_name(report, (enum peck_quality)q)),
               account->quality[q]);
    putchar('\n');
}

static void put_qualities(const struct report *report)
{
    static const enum message heads[] = {MESSAGE_PLAIN_ANALYSIS_DECISIONS,
                                         MESSAGE_PLAIN_ANALYSIS_EACH};
    puts(say_literal(report->language, MESSAGE_PLAIN_ANALYSIS_RATES));
    put_heads(report, heads, 2);
    for (int q = PECK_VERY_GOOD; q < PECK_QUALITIES; q++) {
        const char *head = quality_name(report, (enum peck_quality)q);
        output_padded(stdout, head, column_width(head));
    }
    putchar('\n');
    for (int s = 0; s < report->analysis->match->setup.seats; s++)
        put_quality(report, s);
}

static void put_text(const struct report *report, bool all)
{
    put_head(report);
    put_steps(report, all);
    puts(say_literal(report->language, MESSAGE_PLAIN_ANALYSIS_SUMS));
    put_heads(report, account_heads, ACCOUNT_HEADS);
    putchar('\n');
    for (int s = 0; s < report->analysis->match->setup.seats; s++)
        put_account(report, s);
    output_style(stdout, STYLE_DIM);
    output_wrapped(stdout, say_literal(report->language, MESSAGE_PLAIN_ANALYSIS_EXPLAINED),
                   0, 0, output_width(stdout));
    output_style(stdout, STYLE_PLAIN);
    putchar('\n');
    put_qualities(report);
}

/* ---- The verb ---- */

static int put_json(const struct args *args, const struct peck_analysis *analysis,
                    const char *bot)
{
    struct peck_buffer buffer = {0};
    char words[64] = "the game's value function", number[32];
    if (analysis->playouts > 0)
        snprintf(words, sizeof words, "%s random playouts of each position",
                 output_grouped(analysis->playouts, number));
    if (judged_json_analysis(analysis, bot, words, &buffer) != PECK_OK)
        return cli_failure(args->verb, "there is not enough memory");
    puts(buffer.bytes);
    peck_buffer_free(&buffer);
    return STATUS_FINE;
}

static bool show_progress(void *context, uint32_t done)
{
    bar_show(context, done);
    return true;
}

/* The match, as a session tells it. */
static void watch_match(const struct report *report, const struct peck_match *match)
{
    const char *unnamed[PECK_SEATS_MAX] = {NULL};
    session_watch(report->session, match->game, match->setup.seats, unnamed, PECK_CHANCE);
    report->session->match = *match;
    session_speak(report->session, report->language);
}

static int put_match(const struct args *args, const struct peck_match *match,
                     uint32_t number)
{
    struct progress progress = bar_begin(match->count);
    struct peck_analysis_wish wish = {.seed = args_number(args, FLAG_SEED, 1),
                                      .progress = show_progress,
                                      .context = &progress};
    struct peck_analysis analysis;
    struct peck_error error;
    int status = args_player(args, match->game, "hard", &wish.player);
    if (status != STATUS_FINE)
        return status;
    enum peck_status judged = peck_analyse(match, &wish, &analysis, &error);
    bar_end(&progress);
    if (judged != PECK_OK)
        return cli_failure(args->verb, "match %u: %s", number, args_why(args, &error));
    const char *bot = args->flag[FLAG_BOT].given ? args->flag[FLAG_BOT].text : "hard";
    static struct session session; /* larger than a stack likes */
    struct report report = {&analysis, bot, say_language_of(args_language(args)), &session};
    watch_match(&report, match);
    if (args->flag[FLAG_JSON].given)
        status = put_json(args, &analysis, bot);
    else
        put_text(&report, args->flag[FLAG_VERBOSE].given);
    peck_analysis_free(&analysis);
    return status;
}

/* The match asked for; 0: each. */
static uint32_t wanted_of(const struct args *args)
{
    return (uint32_t)args_number(args, FLAG_MATCH, 0);
}

static int put_record(const struct args *args, const struct record *record, bool *ends)
{
    uint32_t wanted = wanted_of(args);
    if (wanted != 0 && record->number != wanted)
        return STATUS_FINE;
    int status = put_match(args, record->match, record->number);
    *ends = record->number == wanted || status == STATUS_USAGE;
    return status;
}

int cli_run_analyse(const struct args *args)
{
    uint32_t count, wanted = wanted_of(args);
    int status = records_each(args, true, put_record, &count);
    if (status == STATUS_FINE && wanted > count)
        return cli_failure(args->verb, "%s has %u match%s, so none is number %u",
                           output_path_name(args->operands[0]), count,
                           count == 1 ? "" : "es", wanted);
    return status;
}
