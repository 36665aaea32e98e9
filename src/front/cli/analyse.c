/* analyse.c — `peck analyse`: a finished match judged, as text, as JSON or as a page. */
#include "analyse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void describe_evaluator(const struct peck_analysis *analysis, char words[64])
{
    char number[32];
    if (analysis->playouts == 0)
        snprintf(words, 64, "the game's value function");
    else
        snprintf(words, 64, "%s random playouts of each position",
                 grouped(analysis->playouts, number));
}

/* ---- Text ---- */

enum { LISTED_MOST = 8 }; /* actions of one decision, in text */

static void put_head(const struct peck_analysis *analysis, const char *bot)
{
    const struct peck_match *match = analysis->match;
    char words[64];
    describe_evaluator(analysis, words);
    put_styled(stdout, STYLE_BOLD, match->game->title);
    printf(", %d seats", match->setup.seats);
    put_options(stdout, match->game, &match->setup, ", ");
    printf(", %u plies\nDecisions judged by '%s'; chances by %s.\n\n", match->count, bot,
           words);
}

/* Every action with its chance, the best first, the one played marked. */
static void put_estimates(const struct peck_analysis *analysis,
                          const struct peck_step *step, bool all)
{
    const struct peck_estimate *estimates = analysis->estimates + step->first;
    double below = 2;
    uint32_t shown = 0, after = 0;
    printf("      ");
    while (shown < step->count && (all || shown < LISTED_MOST)) {
        uint32_t next = step->count;
        for (uint32_t i = 0; i < step->count; i++) {
            bool later =
                estimates[i].win < below || (estimates[i].win == below && i > after);
            if (later && (next == step->count || estimates[i].win > estimates[next].win))
                next = i;
        }
        char name[PECK_NAME_MAX];
        printf("%s%s%s %.1f±%.1f", shown > 0 ? " · " : "", next == step->played ? ">" : "",
               name_of(analysis->match->game, estimates[next].action, name),
               estimates[next].win * 100, estimates[next].win_error * 100);
        below = estimates[next].win;
        after = next;
        shown++;
    }
    if (shown < step->count)
        printf(" · and %u more", step->count - shown);
    putchar('\n');
}

static void put_decision(const struct peck_analysis *analysis, const struct peck_step *step,
                         bool all)
{
    const struct peck_game *game = analysis->match->game;
    char name[PECK_NAME_MAX], best[PECK_NAME_MAX];
    printf(" %d  %-20s", step->seat, name_of(game, step->action, name));
    if (step->quality == PECK_FORCED) {
        puts(" forced");
        return;
    }
    printf(" %5.1f %%  lost %4.1f  ",
           analysis->estimates[step->first + step->played].win * 100, step->loss * 100);
    put_styled(stdout, step->quality >= PECK_MISTAKE ? STYLE_EMBER : STYLE_LEAF,
               peck_quality_names[step->quality]);
    if (step->loss > 0)
        printf("; better: %s",
               name_of(game, analysis->estimates[step->first + step->best].action, best));
    putchar('\n');
    put_estimates(analysis, step, all);
}

static void put_luck(const struct peck_analysis *analysis, const struct peck_step *step)
{
    char name[PECK_NAME_MAX];
    printf(" *  %-20s luck", name_of(analysis->match->game, step->action, name));
    for (int s = 0; s < analysis->match->setup.seats; s++)
        printf(" %+5.1f", step->luck[s] * 100);
    if (analysis->playouts > 0)
        printf(" ±%.1f", step->luck_error[0] * 100);
    putchar('\n');
}

static void put_steps(const struct peck_analysis *analysis, bool all)
{
    for (uint32_t i = 0; i < analysis->match->count; i++) {
        printf("%5u", i + 1);
        if (analysis->steps[i].seat == PECK_CHANCE)
            put_luck(analysis, &analysis->steps[i]);
        else
            put_decision(analysis, &analysis->steps[i], all);
    }
    putchar('\n');
}

/* The player's name in twelve columns; a letter of UTF-8 is one. */
static void put_column(const struct peck_match *match, int seat)
{
    enum { COLUMNS = 12 };
    char room[PECK_PLAYER_MAX];
    int columns = 0;
    for (const char *c = player_name(match, seat, room); *c != '\0'; c++) {
        columns += (*c & 0xc0) != 0x80;
        if (columns > COLUMNS)
            break;
        putchar(*c);
    }
    printf("%*s", columns < COLUMNS ? COLUMNS - columns : 0, "");
}

static void put_account(const struct peck_analysis *analysis, int seat)
{
    const struct peck_account *account = &analysis->seat[seat];
    put_column(analysis->match, seat);
    printf(" %6.1f %7.1f %7.1f ±%-4.1f %7.1f %6.1f %9.1f %9.1f\n", account->start * 100,
           account->result * 100, account->luck * 100, account->luck_error * 100,
           account->errors * 100, account->gifts * 100, account->residual * 100,
           account->adjusted * 100);
}

static void put_quality(const struct peck_analysis *analysis, int seat)
{
    const struct peck_account *account = &analysis->seat[seat];
    put_column(analysis->match, seat);
    printf(" %9u %12.1f", account->decisions, account->error_rate * 1000);
    for (int q = PECK_VERY_GOOD; q < PECK_QUALITIES; q++)
        printf(" %10u", account->quality[q]);
    putchar('\n');
}

static void put_text(const struct peck_analysis *analysis, const char *bot, bool all)
{
    int seats = analysis->match->setup.seats;
    put_head(analysis, bot);
    put_steps(analysis, all);
    puts("In hundredths of a win: result - start = luck - errors + gifts + residual");
    puts("              start  result    luck        errors  gifts  residual  adjusted");
    for (int s = 0; s < seats; s++)
        put_account(analysis, s);
    puts("\nErrors are in thousandths of a win for each decision that was not forced");
    puts("             decisions   errors each  very good       good inaccurate    mistake"
         "    blunder");
    for (int s = 0; s < seats; s++)
        put_quality(analysis, s);
}

/* ---- The verb ---- */

static int put_json(const struct args *args, const struct peck_analysis *analysis,
                    const char *bot)
{
    struct peck_buffer buffer = {0};
    char words[64];
    describe_evaluator(analysis, words);
    if (judge_analysis(analysis, bot, words, &buffer) != PECK_OK)
        return failure(args->verb, "there is not enough memory");
    puts(buffer.bytes);
    peck_buffer_free(&buffer);
    return STATUS_FINE;
}

static int put_page(const struct args *args, const struct peck_analysis *analysis,
                    const char *bot)
{
    const char *path = args->flag[FLAG_HTML].text;
    FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (file == NULL)
        return failure(args->verb, "cannot write %s: %s", path, strerror(errno));
    put_analysis_html(file, analysis, bot);
    bool bad = ferror(file) != 0;
    if (file != stdout)
        bad |= fclose(file) != 0;
    return bad ? failure(args->verb, "cannot write %s: %s", path, strerror(errno))
               : STATUS_FINE;
}

static bool show_progress(void *context, uint32_t done)
{
    progress_show(context, done);
    return true;
}

static int put_match(const struct args *args, const struct peck_match *match,
                     uint32_t number)
{
    struct progress progress = progress_begin(match->count);
    struct peck_analysis_wish wish = {.seed = args_number(args, FLAG_SEED, 1),
                                      .progress = show_progress,
                                      .context = &progress};
    struct peck_analysis analysis;
    struct peck_error error;
    int status = args_player(args, match->game, "hard", &wish.player);
    if (status != STATUS_FINE)
        return status;
    enum peck_status judged = peck_analyse(match, &wish, &analysis, &error);
    progress_end(&progress);
    if (judged != PECK_OK)
        return failure(args->verb, "match %u: %s", number, error.sentence);
    const char *bot = args->flag[FLAG_BOT].given ? args->flag[FLAG_BOT].text : "hard";
    if (args->flag[FLAG_HTML].given)
        status = put_page(args, &analysis, bot);
    else if (args->flag[FLAG_JSON].given)
        status = put_json(args, &analysis, bot);
    else
        put_text(&analysis, bot, args->flag[FLAG_VERBOSE].given);
    peck_analysis_free(&analysis);
    return status;
}

/* The match asked for; 0: each. */
static uint32_t wanted_of(const struct args *args)
{
    return (uint32_t)args_number(args, FLAG_MATCH, args->flag[FLAG_HTML].given ? 1 : 0);
}

static int put_record(const struct args *args, const struct record *record, bool *ends)
{
    uint32_t wanted = wanted_of(args);
    if (wanted != 0 && record->number != wanted)
        return STATUS_FINE;
    int status = put_match(args, record->match, record->number);
    *ends = record->number == wanted || status != STATUS_FINE;
    return status;
}

int run_analyse(const struct args *args)
{
    uint32_t count, wanted = wanted_of(args);
    if (args->flag[FLAG_HTML].given && args->flag[FLAG_JSON].given)
        return usage_error(args->verb, "give either --json or --html");
    int status = each_record(args, put_record, &count);
    if (status == STATUS_FINE && wanted > count)
        return failure(args->verb, "%s has %u matches, so none is number %u",
                       path_name(args->operands[0]), count, wanted);
    return status;
}
