/* strategy.c — `peck strategy`: prints a strategy guide, measures it, learns a new one.
 *
 * src/play/guide.h has the guides. Measuring plays the guide, and for comparison the weaker
 * levels, against strong bots. */
#include "play/series/arena.h"
#include "play/guide.h"

#include "cli.h"
#include "guide_page.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* One run of the verb. */
struct strategy {
    const struct args *args;
    const struct peck_guide_kind *kind;
    struct peck_setup setup;
    char name[64];
    char folder[FOLDER_ROOM]; /* where a guide is written */
    struct peck_guide guide;
    bool measured; /* now, with these very options */
    struct progress progress;
};

static void show_fit(void *context, uint64_t thousandths)
{
    const struct strategy *run = context;
    bar_show(&run->progress, thousandths);
}

static int learn(struct strategy *run)
{
    enum { STANDARD = 300, WHOLE = 1000 };
    struct peck_error error;
    struct peck_guide_fit fit = {
        .game = run->args->game,
        .setup = run->setup,
        .seed = args_number(run->args, FLAG_SEED, 1),
        .matches = args_number(run->args, FLAG_MATCHES, STANDARD),
        .context = run,
        .progress = show_fit,
    };
    run->progress = bar_begin(WHOLE);
    enum peck_status status = peck_guide_fit(&fit, &run->guide, &error);
    bar_end(&run->progress);
    return status == PECK_OK
               ? STATUS_FINE
               : cli_failure(run->args->verb, "%s", args_why(run->args, &error));
}

static void show_arena(const struct peck_arena *arena, void *context)
{
    const struct strategy *run = context;
    bar_show(&run->progress, (uint64_t)arena->done * arena->setup.seats);
}

/* The levels beside the guide are there for scale: a quarter of the matches is enough. */
static int measure(struct strategy *run)
{
    enum { STANDARD = 1000 };
    struct peck_error error;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t most = processors < 1 ? 1 : processors > 256 ? 256 : (uint64_t)processors;
    uint64_t matches = args_number(run->args, FLAG_MEASURE, STANDARD);
    for (int hero = 0; hero < PECK_HEROES; hero++) {
        struct peck_guide_trial trial = {
            .game = run->args->game,
            .setup = run->setup,
            .seed = args_number(run->args, FLAG_SEED, 1),
            .matches = hero == PECK_HERO_GUIDE ? matches : (matches + 3) / 4,
            .threads = (int)args_number(run->args, FLAG_THREADS, most),
            .context = run,
            .watch = show_arena,
        };
        run->progress = bar_begin(trial.matches);
        enum peck_status status = peck_guide_measure(&trial, &run->guide, hero,
                                                     &run->guide.results[hero], &error);
        bar_end(&run->progress);
        if (status != PECK_OK)
            return cli_failure(run->args->verb, "%s", args_why(run->args, &error));
    }
    return STATUS_FINE;
}

/* ---- Telling. ---- */

/* Half of the 95 % interval, in per cent. Where all matches were lost they have no spread;
 * but at a rate above three over the number of blocks, which are what does not depend on
 * one another, less than one series in twenty has no win. */
static double margin_of(const struct peck_guide_result *result, int seats)
{
    if (result->error > 0 || result->matches == 0)
        return 196 * result->error;
    return fmin(100, 300.0 * seats / (double)result->matches);
}

/* Whether an option is given that the guide's name does not contain. */
static bool shares_guide(const struct strategy *run)
{
    const struct peck_game *game = run->args->game;
    for (int i = 0; i < game->option_count; i++) {
        if ((run->kind->variants >> i & 1) == 0 &&
            run->setup.option[i] != game->options[i].standard)
            return true;
    }
    return false;
}

static enum say_language language_of(const struct strategy *run)
{
    return say_language_of(args_language(run->args));
}

static void put_wrapped(const char *words)
{
    char lines[2 * SAY_SENTENCE];
    struct peck_text text = peck_text_begin(lines, sizeof lines);
    guide_page_wrap(words, &text);
    fputs(lines, stdout);
}

/* A win rate in per cent with its margin: `40.3 ± 1.2`. */
static void put_rate(const struct strategy *run, enum peck_guide_hero hero, char room[32])
{
    const struct peck_guide_result *result = &run->guide.results[hero];
    struct peck_text text = peck_text_begin(room, 32);
    say_decimal(&text, language_of(run), 100 * result->win, 1);
    peck_put(&text, " ± ");
    say_decimal(&text, language_of(run), margin_of(result, run->setup.seats), 1);
}

/* How much is lost, in a sentence. */
static void put_strength(const struct strategy *run)
{
    const struct peck_guide_result *results = run->guide.results;
    enum say_language language = language_of(run);
    char rates[PECK_HEROES][32], par[32], sentence[SAY_SENTENCE];
    struct peck_text text = peck_text_begin(sentence, sizeof sentence);
    if (results[PECK_HERO_GUIDE].matches == 0) {
        put_wrapped(say_literal(language, MESSAGE_PLAIN_GUIDE_UNMEASURED));
        return;
    }
    for (int hero = 0; hero < PECK_HEROES; hero++)
        put_rate(run, hero, rates[hero]);
    struct peck_text share = peck_text_begin(par, sizeof par);
    say_decimal(&share, language, 100.0 / run->setup.seats, 1);
    say(&text, language, MESSAGE_PLAIN_GUIDE_COSTS,
        (struct say_value[]){
            {"count", .number = run->setup.seats - 1},
            {"win", .text = rates[PECK_HERO_GUIDE]},
            {"par", .text = par},
            {"normal", .text = rates[PECK_HERO_NORMAL]},
            {"easy", .text = rates[PECK_HERO_EASY]},
            {"matches", .number = (int64_t)results[PECK_HERO_GUIDE].matches},
            {"others", .number = (int64_t)results[PECK_HERO_NORMAL].matches},
            {0}});
    put_wrapped(sentence);
    if (run->measured || !shares_guide(run))
        return;
    text = peck_text_begin(sentence, sizeof sentence);
    say(&text, language, MESSAGE_PLAIN_GUIDE_SHARED,
        (struct say_value[]){{"guide", .text = run->name}, {0}});
    put_wrapped(sentence);
}

static void print(const struct strategy *run, const char *words)
{
    const struct peck_game *game = run->args->game;
    int title = say_find("%s.title", game->name);
    char heading[SAY_SENTENCE], seats[8];
    struct peck_text text = peck_text_begin(heading, sizeof heading);
    snprintf(seats, sizeof seats, "%d", run->setup.seats);
    say(&text, language_of(run), MESSAGE_PLAIN_GAMES_SEATS,
        (struct say_value[]){{"range", .text = seats}, {0}});
    output_style(stdout, STYLE_BOLD);
    printf("%s, %s",
           title != SAY_NONE ? say_literal(language_of(run), (enum message)title)
                             : game->title,
           heading);
    output_options(stdout, game, &run->setup, ", ");
    output_style(stdout, STYLE_PLAIN);
    printf("\n\n%s\n", words);
    put_strength(run);
}

static void print_json(const struct strategy *run, const char *words)
{
    char document[4 * PECK_GUIDE_TEXT];
    struct peck_text text = peck_text_begin(document, sizeof document);
    struct peck_json json = peck_json_begin(&text);
    peck_json_object(&json, NULL);
    peck_json_string(&json, "game", run->args->game->name);
    peck_json_string(&json, "guide", run->name);
    peck_json_int(&json, "seats", run->setup.seats);
    peck_json_object(&json, "rules");
    for (int i = 0; i < run->kind->count; i++)
        peck_json_int(&json, run->kind->rules[i].name, run->guide.values[i]);
    peck_json_end_object(&json);
    peck_json_string(&json, "text", words);
    peck_json_object(&json, "learnt");
    peck_json_int(&json, "seed", (int64_t)run->guide.seed);
    peck_json_int(&json, "matches", (int64_t)run->guide.matches);
    peck_json_end_object(&json);
    peck_json_fixed(&json, "par", 10000 / run->setup.seats, 4);
    peck_json_object(&json, "among_hard");
    for (int i = 0; i < PECK_HEROES; i++) {
        const struct peck_guide_result *result = &run->guide.results[i];
        peck_json_object(&json, peck_guide_heroes[i]);
        peck_json_int(&json, "matches", (int64_t)result->matches);
        peck_json_fixed(&json, "win_rate", (int64_t)(result->win * 1e4 + 0.5), 4);
        peck_json_fixed(&json, "std_error", (int64_t)(result->error * 1e4 + 0.5), 4);
        peck_json_end_object(&json);
    }
    peck_json_end_object(&json);
    peck_json_end_object(&json);
    puts(document);
}

static int write_guide(const struct strategy *run)
{
    char path[4096], bytes[PECK_GUIDE_TEXT];
    struct peck_text text = peck_text_begin(bytes, sizeof bytes);
    peck_guide_write(run->kind, run->name, &run->guide, &text);
    int length = snprintf(path, sizeof path, "%s/%s.guide", run->folder, run->name);
    FILE *file = length < (int)sizeof path ? whole_file_open(path) : NULL;
    bool written = file != NULL && fputs(bytes, file) >= 0;
    if (file == NULL || !whole_file_close(file, written) || !written)
        return cli_fail(run->args->verb, MESSAGE_PLAIN_CLI_WRITE,
                        (struct say_value[]){{"file", .text = output_path_name(path)},
                                             {"why", .text = cli_reason(errno)},
                                             {0}});
    return STATUS_FINE;
}

/* The words of the guide, in the reader's language. */
static void tell(const struct strategy *run, struct peck_text *text)
{
    struct peck_guide_page page = {.count = 0};
    run->kind->page(run->guide.values, &run->setup, &page);
    guide_page_put(&page, language_of(run), text);
}

/* ---- The verb. ---- */

static int check_flags(const struct args *args)
{
    bool fit = args->flag[FLAG_FIT].given, measures = args->flag[FLAG_MEASURE].given;
    if (!fit && args->flag[FLAG_MATCHES].given)
        return cli_usage_error(args->verb,
                               "--matches says how many to learn from, with --fit");
    if (!fit && args->flag[FLAG_OUT].given)
        return cli_usage_error(args->verb, "--out says where to write, with --fit");
    if (!fit && !measures &&
        (args->flag[FLAG_SEED].given || args->flag[FLAG_THREADS].given))
        return cli_usage_error(args->verb, "--seed and --threads need --fit or --measure");
    return STATUS_FINE;
}

int cli_run_strategy(const struct args *args)
{
    struct strategy run = {.args = args, .kind = peck_skill_of(args->game)->guide};
    union peck_state state;
    char words[PECK_GUIDE_TEXT];
    struct peck_text text = peck_text_begin(words, sizeof words);
    struct peck_text name = peck_text_begin(run.name, sizeof run.name);
    int status = check_flags(args);
    if (status == STATUS_FINE)
        status = args_setup(args, 0, &run.setup, &state);
    if (status == STATUS_FINE && run.kind == NULL)
        status = cli_fail(args->verb, MESSAGE_PLAIN_CLI_NO_GUIDE,
                          (struct say_value[]){{"game", .text = args->game->name}, {0}});
    if (status != STATUS_FINE)
        return status;
    peck_guide_name(args->game, &run.setup, &name);
    peck_guide_find(args->game, &run.setup, &run.guide);
    bool fit = args->flag[FLAG_FIT].given;
    if (fit)
        status = args_folder(args, run.folder);
    if (status == STATUS_FINE && fit)
        status = learn(&run);
    run.measured = fit || args->flag[FLAG_MEASURE].given;
    if (status == STATUS_FINE && run.measured)
        status = measure(&run);
    if (status == STATUS_FINE && fit)
        status = write_guide(&run);
    if (status != STATUS_FINE)
        return status;
    tell(&run, &text);
    if (args->flag[FLAG_JSON].given)
        print_json(&run, words);
    else
        print(&run, words);
    return STATUS_FINE;
}
