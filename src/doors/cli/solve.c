/* solve.c — `peck solve`: computes the exact value of every position of a small game.
 *
 * A game's solver (include/peck/solver.h) improves its values sweep by sweep; this file
 * lets it run until the mean change is small, keeps the values in a file, and prints what
 * they say. The file is written whole after every sweep and every KEEP_EVERY seconds, so
 * that a run which was stopped can continue from it. --check plays them against the bot
 * `hard`. */
#include "arena_report.h"
#include "cli.h"
#include "play/series/arena.h"

#include <peck/solver.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEEP_EVERY = 600 }; /* seconds */

struct run {
    const struct args *args;
    const struct peck_solver *solver;
    struct peck_solution *solution;
    struct progress progress;
    double kept;  /* when the file was written last */
    int status;   /* of keeping it */
    uint64_t all; /* that the bar was begun for */
};

static const char *path_of(const struct run *run)
{
    return run->args->flag[FLAG_OUT].given ? run->args->flag[FLAG_OUT].text : NULL;
}

/* ---- The file ---- */

static bool keep(struct run *run)
{
    size_t count;
    const unsigned char *bytes = run->solver->bytes(run->solution, &count);
    const char *path = path_of(run);
    run->kept = cli_seconds_now();
    if (path == NULL)
        return true;
    FILE *file = whole_file_open(path);
    bool written = file != NULL && fwrite(bytes, 1, count, file) == count;
    if (file != NULL && whole_file_close(file, written) && written)
        return true;
    bar_end(&run->progress);
    run->status = cli_failure(run->args->verb, "cannot write to %s: %s",
                              output_path_name(path), strerror(errno));
    return false;
}

/* Fills the values from the file. */
static int load(struct run *run, FILE *file)
{
    const struct verb *verb = run->args->verb;
    const char *name = output_path_name(path_of(run));
    size_t count;
    unsigned char *bytes = run->solver->bytes(run->solution, &count);
    struct peck_error error;
    bytes[0] = 0; /* the header must come from the file */
    bool whole = fread(bytes, 1, count, file) == count && getc(file) == EOF;
    if (ferror(file))
        return cli_failure(verb, "cannot read %s: %s", name, strerror(errno));
    if (run->solver->resume(run->solution, &error) != PECK_OK)
        return cli_failure(verb, "cannot go on from %s: %s", name,
                           args_why(run->args, &error));
    if (!whole)
        return cli_failure(verb, "cannot go on from %s: it is not as long as it must be",
                           name);
    return STATUS_FINE;
}

/* From the file, or from first values where there is none yet. */
static int open_values(struct run *run)
{
    const char *path = path_of(run);
    FILE *file = path == NULL ? NULL : fopen(path, "rb");
    if (file != NULL) {
        int status = load(run, file);
        fclose(file);
        return status;
    }
    if (path != NULL && errno != ENOENT)
        return cli_failure(run->args->verb, "cannot open %s: %s", output_path_name(path),
                           strerror(errno));
    run->solver->start(run->solution, !run->args->flag[FLAG_FRESH].given);
    bar_end(&run->progress);
    return keep(run) ? STATUS_FINE : run->status;
}

/* ---- Sweeps ---- */

static void show(void *context, uint64_t done, uint64_t all)
{
    struct run *run = context;
    if (run->all != all) {
        run->progress = bar_begin(all);
        run->all = all;
    }
    bar_show(&run->progress, done);
}

static bool rest(void *context)
{
    struct run *run = context;
    return cli_seconds_now() - run->kept < KEEP_EVERY || keep(run);
}

static int run_sweeps(struct run *run)
{
    const struct args *args = run->args;
    const struct value *until = &args->flag[FLAG_UNTIL];
    double enough = until->given ? until->real : 0.0005;
    uint64_t most = args_number(args, FLAG_SWEEPS, 100);
    struct peck_sweep sweep;
    run->solver->last(run->solution, &sweep);
    puts("sweep  mean change  largest  first player  seconds");
    if (sweep.number > 0)
        printf("%5u %12.6f %8.4f %13.5f  in the file\n", sweep.number, sweep.mean,
               sweep.largest, sweep.value);
    while (sweep.number < most && (sweep.number == 0 || sweep.mean > enough)) {
        double started = cli_seconds_now();
        run->all = 0;
        fflush(stdout);
        if (!run->solver->sweep(run->solution, &sweep))
            return run->status;
        bar_end(&run->progress);
        printf("%5u %12.6f %8.4f %13.5f %8.0f\n", sweep.number, sweep.mean, sweep.largest,
               sweep.value, cli_seconds_now() - started);
        if (!keep(run))
            return run->status;
    }
    return STATUS_FINE;
}

/* ---- What it says ---- */

static void put_line(void *context, const char *line)
{
    puts(line);
}

static void watch(const struct peck_arena *arena, void *context)
{
    struct run *run = context;
    bar_show(&run->progress, (uint64_t)arena->done * arena->setup.seats);
}

/* The values against the strong bot of the game. */
static int check(struct run *run)
{
    const struct args *args = run->args;
    uint64_t matches = args_number(args, FLAG_CHECK, 0);
    union peck_state start;
    struct peck_error error;
    struct peck_arena arena = {
        .game = args->game,
        .entrants = {{.name = "values", .player = run->solver->player(run->solution)}},
        .entrant_count = 2,
        .seed = args_number(args, FLAG_SEED, 1),
        .threads = (int)args_number(args, FLAG_THREADS, 1),
        .value = peck_skill_of(args->game)->value,
        .watch = watch,
        .context = run,
    };
    int status = args_setup(args, 0, &arena.setup, &start);
    if (status != STATUS_FINE)
        return status;
    arena.blocks = (uint32_t)((matches + arena.setup.seats - 1) / arena.setup.seats);
    if (peck_entrant_find(args->game, "hard", 0, &arena.entrants[1], &error) != PECK_OK)
        return cli_failure(args->verb, "%s", args_why(args, &error));
    if (peck_arena_begin(&arena) != PECK_OK)
        return cli_failure(args->verb, "there is not enough memory");
    double started = cli_seconds_now();
    run->progress = bar_begin(matches);
    enum peck_status played = peck_arena_play(&arena, &error);
    bar_end(&run->progress);
    struct arena_report report = {&arena, NULL, 0, cli_seconds_now() - started};
    status = played == PECK_OK ? arena_print(args, &report)
                               : cli_failure(args->verb, "%s", args_why(args, &error));
    peck_arena_free(&arena);
    return status;
}

static int tell(struct run *run)
{
    const struct args *args = run->args;
    struct peck_findings findings = {
        .seed = args_number(args, FLAG_SEED, 1),
        .matches = (uint32_t)args_number(args, FLAG_MATCHES, 100),
        .say = put_line,
    };
    run->solver->find(run->solution, &findings);
    return args->flag[FLAG_CHECK].given ? check(run) : STATUS_FINE;
}

int cli_run_solve(const struct args *args)
{
    struct run run = {.args = args, .solver = peck_skill_of(args->game)->solver};
    if (run.solver == NULL)
        return cli_usage_error(args->verb, "%s has no exact solver", args->game->name);
    int size = (int)args_number(args, FLAG_TILES, run.solver->high);
    if (size < run.solver->low || size > run.solver->high)
        return cli_usage_error(args->verb, "--tiles takes a number from %d to %d for %s",
                               run.solver->low, run.solver->high, args->game->name);
    if (args_number(args, FLAG_LEAST, 0) > (uint64_t)size)
        return cli_usage_error(args->verb, "--least leaves nothing: there are %d tiles",
                               size);
    if (args->flag[FLAG_CHECK].given && size < run.solver->high)
        return cli_usage_error(args->verb,
                               "--check plays the whole game, and --tiles makes a "
                               "smaller one");
    struct peck_solving solving = {.size = size,
                                   .least = (int)args_number(args, FLAG_LEAST, 0),
                                   .threads = (int)args_number(args, FLAG_THREADS, 1),
                                   .context = &run,
                                   .progress = show,
                                   .rest = rest};
    run.solution = run.solver->begin(&solving);
    if (run.solution == NULL)
        return cli_failure(args->verb, "there is not enough memory for the values");
    int status = open_values(&run);
    if (status == STATUS_FINE)
        status = run_sweeps(&run);
    if (status == STATUS_FINE)
        status = tell(&run);
    run.solver->end(run.solution);
    return status;
}
