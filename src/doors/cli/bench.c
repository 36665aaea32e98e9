/* bench.c — `peck bench`: prints how fast each game plays at random, beside the floor.
 *
 * measure.c does the measuring and explains the floor. This file goes through games and
 * seats and prints a table as text, Markdown or JSON. */
#include "measure.h"
#include "cli.h"

#include <peck/pack.h>

#include <math.h>
#include <string.h>

enum form { FORM_TEXT, FORM_MARKDOWN, FORM_JSON };

/* One line of the table. */
struct row {
    struct bench_case bench;
    struct speed speed;
};

static void put_rate(double seconds, int width)
{
    char buffer[32];
    const char *text = output_grouped((uint64_t)llround(1 / seconds), buffer);
    printf("%*s", width, text);
}

static void put_head(enum form form)
{
    if (form == FORM_MARKDOWN) {
        puts(
            "| game | seats | state, bytes | plies a match | matches/s, struct | plies/s | "
            "matches/s, compiled | plies/s | floor, matches/s | floor/compiled |\n"
            "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    } else if (form == FORM_TEXT) {
        output_styled(stdout, STYLE_BOLD,
                      "                          plies    through the struct    "
                      "compiled for the game      floor    floor/\n"
                      "game      seats  bytes  a match matches/s     plies/s  "
                      "matches/s     plies/s  matches/s compiled\n");
    }
}

static void put_text(const struct row *row)
{
    const struct speed *speed = &row->speed;
    double plies = row->bench.plies;
    printf("%-10s %4d  %5d  %7.1f", row->bench.game->name, row->bench.setup.seats,
           row->bench.game->state_size, plies);
    put_rate(speed->plain, 10);
    put_rate(speed->plain / plies, 12);
    output_style(stdout, STYLE_EMBER);
    put_rate(speed->compiled, 11);
    output_style(stdout, STYLE_PLAIN);
    put_rate(speed->compiled / plies, 12);
    put_rate(speed->floor, 11);
    printf("%9.2f\n", speed->floor / speed->compiled);
}

static void put_markdown(const struct row *row)
{
    const struct speed *speed = &row->speed;
    double plies = row->bench.plies;
    const double rates[] = {speed->plain, speed->plain / plies, speed->compiled,
                            speed->compiled / plies, speed->floor};
    printf("| %s | %d | %d | %.1f ", row->bench.game->name, row->bench.setup.seats,
           row->bench.game->state_size, plies);
    for (int i = 0; i < 5; i++) {
        printf("| ");
        put_rate(rates[i], 0);
        putchar(' ');
    }
    printf("| %.2f |\n", speed->floor / speed->compiled);
}

static void put_row(const struct row *row, enum form form, struct peck_json *json)
{
    const struct bench_case *bench = &row->bench;
    if (form == FORM_TEXT)
        put_text(row);
    else if (form == FORM_MARKDOWN)
        put_markdown(row);
    if (form != FORM_JSON) {
        fflush(stdout);
        return;
    }
    peck_json_object(json, NULL);
    peck_json_string(json, "game", bench->game->name);
    peck_json_int(json, "seats", bench->setup.seats);
    peck_json_int(json, "state_bytes", bench->game->state_size);
    peck_json_fixed(json, "plies", llround(bench->plies * 1000), 3);
    peck_json_fixed(json, "draws", llround(bench->draws * 1000), 3);
    peck_json_fixed(json, "bytes", llround(bench->bytes * 1000), 3);
    peck_json_int(json, "struct_matches_per_second", llround(1 / row->speed.plain));
    peck_json_int(json, "compiled_matches_per_second", llround(1 / row->speed.compiled));
    peck_json_int(json, "floor_matches_per_second", llround(1 / row->speed.floor));
    peck_json_fixed(json, "floor_to_compiled",
                    llround(row->speed.floor / row->speed.compiled * 1000), 3);
    peck_json_end_object(json);
}

/* A number of the game's own, as `<name of the measure>_<figure>`. */
static void put_figure(struct peck_json *json, const struct peck_measure *measure,
                       const char *figure, double value, int digits)
{
    char key[64];
    snprintf(key, sizeof key, "%s_%s", measure->name, figure);
    if (digits == 0)
        peck_json_int(json, key, llround(value));
    else
        peck_json_fixed(json, key, llround(value * 1000), digits);
}

/* What only this game is asked (pack.h): matches of eager players, or a list of actions. */
static void put_measure(const struct bench_case *bench, double seconds, enum form form,
                        struct peck_json *json)
{
    const struct peck_measure *measure = &peck_pack_of(bench->game)->measure;
    bool lists = measure->listed != NULL;
    double count, time = lists ? bench_listing(bench, seconds, &count)
                               : bench_eager(bench, seconds, &count);
    if (form == FORM_JSON) {
        peck_json_object(json, NULL);
        peck_json_string(json, "game", bench->game->name);
        peck_json_int(json, "seats", bench->setup.seats);
        if (lists)
            put_figure(json, measure, "nanoseconds", time * 1e9, 3);
        else
            put_figure(json, measure, "matches_per_second", 1 / time, 0);
        put_figure(json, measure, lists ? "listed" : "plies", count, 3);
        peck_json_end_object(json);
        return;
    }
    printf("%s%s, %d seats, %s: ", form == FORM_MARKDOWN ? "\n" : "", bench->game->name,
           bench->setup.seats, measure->what);
    if (lists) {
        printf("%.0f ns (%.1f actions)\n", time * 1e9, count);
        return;
    }
    put_rate(time, 0);
    printf(" matches/s of %.1f plies, through the struct\n", count);
}

static bool begin_case(struct bench_case *bench, const struct peck_game *game, int seats)
{
    struct peck_error error;
    memset(bench, 0, sizeof *bench);
    bench->game = game;
    peck_setup_begin(game, seats, &bench->setup);
    return peck_init(game, &bench->start, &bench->setup, &error) == PECK_OK;
}

static double seconds_each(const struct args *args)
{
    return args->flag[FLAG_SECONDS].given ? args->flag[FLAG_SECONDS].real : 0.5;
}

/* All numbers of seats of one game, or the one asked for. */
static void bench_game(const struct args *args, const struct peck_game *game,
                       enum form form, struct peck_json *json)
{
    static struct row row;
    int only = (int)args_number(args, FLAG_SEATS, 0);
    for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
        if ((only != 0 && seats != only) || !begin_case(&row.bench, game, seats))
            continue;
        bench_count(&row.bench);
        row.speed = bench_measure(&row.bench, seconds_each(args));
        put_row(&row, form, json);
    }
}

static void bench_measures(const struct args *args, enum form form, struct peck_json *json)
{
    static struct bench_case bench;
    for (int i = 0; i < peck_game_count; i++) {
        const struct peck_game *game = peck_games[i];
        if (peck_pack_of(game)->measure.name == NULL ||
            (args->game != NULL && args->game != game))
            continue;
        int seats = (int)args_number(args, FLAG_SEATS, game->seats_min);
        if (!begin_case(&bench, game, seats))
            continue;
        bench_count(&bench);
        put_measure(&bench, seconds_each(args), form, json);
    }
}

/* Whether any game asked for takes that many seats; else nothing would be printed. */
static int check_seats(const struct args *args)
{
    static struct bench_case bench;
    int seats = (int)args_number(args, FLAG_SEATS, 0);
    bool fits = !args->flag[FLAG_SEATS].given;
    for (int i = 0; i < peck_game_count; i++) {
        if (args->game == NULL || args->game == peck_games[i])
            fits = fits || begin_case(&bench, peck_games[i], seats);
    }
    if (fits)
        return STATUS_FINE;
    struct peck_setup setup;
    if (args->game != NULL)
        return args_setup(args, 0, &setup, &bench.start); /* which says why not */
    return cli_usage_error(args->verb,
                           "no game takes '%s' seats; 'peck games' tells what they "
                           "take",
                           output_shown(args->flag[FLAG_SEATS].text));
}

int cli_run_bench(const struct args *args)
{
    static char room[32768]; /* a line takes less than 300 bytes */
    struct peck_text text = peck_text_begin(room, sizeof room);
    struct peck_json json = peck_json_begin(&text);
    enum form form = args->flag[FLAG_JSON].given       ? FORM_JSON
                     : args->flag[FLAG_MARKDOWN].given ? FORM_MARKDOWN
                                                       : FORM_TEXT;
    if (args->flag[FLAG_JSON].given && args->flag[FLAG_MARKDOWN].given)
        return cli_usage_error(args->verb, "give either --json or --markdown, not both");
    int status = check_seats(args);
    if (status != STATUS_FINE)
        return status;
    peck_json_array(&json, NULL);
    put_head(form);
    for (int i = 0; i < peck_game_count; i++) {
        if (args->game == NULL || args->game == peck_games[i])
            bench_game(args, peck_games[i], form, &json);
    }
    bench_measures(args, form, &json);
    peck_json_end_array(&json);
    if (form == FORM_JSON)
        puts(room);
    return STATUS_FINE;
}
