/* sim.c — `peck sim`: plays many matches, at random or of bots, and prints their
 * statistics.
 *
 * simulation.c plays, tally.c adds up; this file opens the file of records and prints. */
#include "simulation.h"
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int open_record(const struct args *args, FILE **record)
{
    const struct value *flag = &args->flag[FLAG_RECORD];
    *record = NULL;
    if (!flag->given)
        return STATUS_FINE;
    bool standard = strcmp(flag->text, "-") == 0;
    if (standard && args->flag[FLAG_JSON].given)
        return cli_usage_error(args->verb,
                               "--json and '--record -' both want standard output; "
                               "give --record a file");
    *record = standard ? stdout : whole_file_open(flag->text);
    if (*record == NULL)
        return cli_failure(args->verb, "cannot write to %s: %s",
                           output_path_name(flag->text), strerror(errno));
    return STATUS_FINE;
}

static int close_record(const struct args *args, FILE *record, bool keep)
{
    if (record == NULL || record == stdout || whole_file_close(record, keep))
        return STATUS_FINE;
    if (!keep)
        return STATUS_FAILED; /* the reason is printed already */
    return cli_failure(args->verb, "cannot write to %s: %s",
                       output_path_name(args->flag[FLAG_RECORD].text), strerror(errno));
}

static void put_head(FILE *file, const struct simulation *sim)
{
    char matches[32];
    output_styled(file, STYLE_BOLD, sim->game->title);
    fprintf(file, ", %d seats", sim->setup.seats);
    output_options(file, sim->game, &sim->setup, ", ");
    fprintf(file, "\n%s %s%s", output_grouped(sim->matches, matches),
            sim->bots ? "" : "random ", sim->matches == 1 ? "match" : "matches");
    for (int seat = 0; sim->bots && seat < sim->setup.seats; seat++)
        fprintf(file, "%s%s", seat == 0 ? ": " : ", ", sim->names[seat]);
    fprintf(file, ", seed %llu\n\n", (unsigned long long)sim->seed);
}

static void put_time(FILE *file, const struct simulation *sim, double seconds)
{
    char rate[32], line[96];
    snprintf(line, sizeof line, "\n%.2f s, %s matches a second on %d thread%s\n", seconds,
             output_grouped((uint64_t)((double)sim->matches / seconds), rate), sim->threads,
             sim->threads == 1 ? "" : "s");
    if (isatty(fileno(file)))
        output_styled(file, STYLE_DIM, line);
}

static int put_json(const struct args *args, const struct simulation *sim)
{
    size_t size = 1024 + tally_json_room(&sim->tally);
    char *room = malloc(size);
    if (room == NULL)
        return cli_failure(args->verb, "there is not enough memory");
    struct peck_text text = peck_text_begin(room, size);
    struct peck_json json = peck_json_begin(&text);
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)sim->seed);
    peck_json_object(&json, NULL);
    peck_json_string(&json, "game", sim->game->name);
    peck_json_int(&json, "seats", sim->setup.seats);
    peck_json_object(&json, "options");
    for (int i = 0; i < sim->game->option_count; i++)
        peck_json_option(&json, sim->game->options[i].name, &sim->game->options[i],
                         sim->setup.option[i]);
    peck_json_end_object(&json);
    peck_json_string(&json, "seed", seed); /* a string: many readers keep only 53 bits */
    peck_json_int(&json, "matches", (int64_t)sim->matches);
    tally_json(&json, &sim->tally, sim->setup.seats);
    peck_json_end_object(&json);
    puts(room);
    free(room);
    return STATUS_FINE;
}

static int put_result(const struct args *args, const struct simulation *sim, double seconds)
{
    FILE *file = sim->record == stdout ? stderr : stdout;
    if (args->flag[FLAG_JSON].given)
        return put_json(args, sim);
    put_head(file, sim);
    tally_print(file, &sim->tally, sim->setup.seats);
    put_time(file, sim, seconds);
    return STATUS_FINE;
}

/* How many bots --bots names. */
static int count_bots(const struct args *args)
{
    int count = 0;
    if (!args->flag[FLAG_BOTS].given)
        return 0;
    for (const char *c = args->flag[FLAG_BOTS].text; c != NULL; count++)
        c = (c = strchr(c, ',')) != NULL ? c + 1 : NULL;
    return count;
}

/* `hard,normal`: the seats from the first on, again and again where there are more seats.
 */
static int seat_bots(const struct args *args, struct simulation *sim)
{
    struct peck_error error;
    const char *list = args->flag[FLAG_BOTS].text, *at = list;
    sim->bots = true;
    for (int seat = 0; seat < sim->setup.seats; seat++) {
        int length = (int)strcspn(at, ",");
        char *name = sim->names[seat];
        if (length == 0 || length >= PECK_PLAYER_MAX)
            return cli_usage_error(args->verb,
                                   "--bots takes bots such as hard,normal, not "
                                   "'%s'",
                                   output_shown(list));
        snprintf(name, PECK_PLAYER_MAX, "%.*s", length, at);
        struct peck_player *player = &sim->players[seat];
        if (peck_player_find(sim->game, name, player, &error) != PECK_OK)
            return cli_usage_error(args->verb, "%s", args_why(args, &error));
        if (player->budget.work > 0)
            player->budget.milliseconds = 0; /* the same matches every time */
        at = at[length] == ',' ? at + length + 1 : list;
    }
    return STATUS_FINE;
}

/* The set-up, and who plays. As many bots as are named need as many seats. */
static int set_up(const struct args *args, struct simulation *sim)
{
    int bots = count_bots(args), seats = 0;
    if (bots > PECK_SEATS_MAX)
        return cli_usage_error(args->verb, "no game has more than %d seats",
                               PECK_SEATS_MAX);
    if (bots > sim->game->seats_min && !args->flag[FLAG_SEATS].given)
        seats = bots;
    int status = args_setup(args, seats, &sim->setup, &sim->start);
    if (status != STATUS_FINE || bots == 0)
        return status;
    if (bots > sim->setup.seats)
        return cli_usage_error(args->verb, "--bots names %d bots for %d seats", bots,
                               sim->setup.seats);
    return seat_bots(args, sim);
}

int cli_run_sim(const struct args *args)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t most = processors < 1 ? 1 : processors > 256 ? 256 : (uint64_t)processors;
    struct simulation sim = {
        .game = args->game,
        .seed = args_number(args, FLAG_SEED, 1),
        .matches = args_number(args, FLAG_MATCHES, 1000),
        .threads = (int)args_number(args, FLAG_THREADS, most),
    };
    int status = set_up(args, &sim);
    if (status == STATUS_FINE)
        status = open_record(args, &sim.record);
    if (status != STATUS_FINE)
        return status;
    double started = cli_seconds_now();
    bool fine = simulation_run(&sim);
    if (!fine)
        status = cli_failure(args->verb, "%s", sim.fault);
    if (close_record(args, sim.record, fine) != STATUS_FINE)
        status = STATUS_FAILED;
    if (status == STATUS_FINE)
        status = put_result(args, &sim, cli_seconds_now() - started);
    tally_free(&sim.tally);
    return status;
}
