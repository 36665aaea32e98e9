/* arena.c — `peck arena`: lets bots play each other and measures how strong they are.
 *
 * src/play/arena.h plays blocks of matches, in which the line-up rotates around the table;
 * this file reads who plays, keeps a file to resume from, and reports. The file has one
 * line for the set-up and one for each finished block. A resumed run must have the same
 * set-up, word for word; a last line that was cut off is dropped, and the run continues
 * with the next block. A block follows from the set-up and its number, so the result is
 * that of a run without a break, unless bots think by the clock.
 *
 * The first Ctrl-C ends the arena and reports what there is; the second ends the program.
 */
#include "arena_report.h"
#include "play/series/external.h"
#include "play/series/standing.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One run of the verb. */
struct run {
    const struct args *args;
    struct peck_arena arena;
    struct peck_sprt sprt;
    int verdict;
    FILE *kept;  /* the file of --resume; NULL: none */
    bool unkept; /* it could not be written */
    bool warned; /* that matches under way are finished first */
    struct progress progress;
};

/* ---- What is to be played. ---- */

static int count_bots(const struct args *args, enum flag_id flag)
{
    int count = 0;
    for (int i = 0; i < args->bot_count; i++)
        count += args->bots[i].flag == flag;
    return count;
}

static int add_bots(struct run *run, enum flag_id flag)
{
    const struct args *args = run->args;
    struct peck_error error;
    uint32_t think = (uint32_t)args_number(args, FLAG_THINK, 0);
    for (int i = 0; i < args->bot_count; i++) {
        if (args->bots[i].flag != flag)
            continue;
        struct peck_entrant *entrant = &run->arena.entrants[run->arena.entrant_count++];
        if (peck_entrant_find(args->game, args->bots[i].name, think, entrant, &error) !=
            PECK_OK)
            return cli_usage_error(args->verb, "%s", args_why(args, &error));
    }
    return STATUS_FINE;
}

_Static_assert(BOTS_MAX + 0 <= PECK_ENTRANTS_MAX + 0, "all bots named can enter");

static int find_bots(struct run *run)
{
    const struct args *args = run->args;
    int heroes = count_bots(args, FLAG_HERO), fields = count_bots(args, FLAG_FIELD);
    int pools = count_bots(args, FLAG_POOL);
    if (pools > 0 && heroes + fields > 0)
        return cli_usage_error(args->verb, "give either --hero and --field, or --pool");
    if (pools == 1 || (pools == 0 && (heroes == 0 || fields == 0)))
        return cli_usage_error(args->verb,
                               "needs --hero BOT and --field BOT, or --pool BOT "
                               "twice or more");
    run->arena.pool = pools > 0;
    int status = add_bots(run, FLAG_HERO);
    if (status == STATUS_FINE)
        status = add_bots(run, pools > 0 ? FLAG_POOL : FLAG_FIELD);
    return status;
}

static int find_test(struct run *run)
{
    const struct value *flag = &run->args->flag[FLAG_SPRT];
    struct peck_error error;
    if (!flag->given)
        return STATUS_FINE;
    if (run->arena.pool)
        return cli_usage_error(run->args->verb, "--sprt tests a hero; a pool has none");
    if (peck_sprt_read(flag->text, run->arena.setup.seats, &run->sprt, &error) != PECK_OK)
        return cli_usage_error(run->args->verb, "%s", args_why(run->args, &error));
    return STATUS_FINE;
}

static int prepare(struct run *run)
{
    const struct args *args = run->args;
    union peck_state start;
    struct peck_arena *arena = &run->arena;
    int status = args_setup(args, 0, &arena->setup, &start);
    if (status == STATUS_FINE && arena->setup.seats < 2)
        status = cli_usage_error(args->verb, "needs at least two seats");
    if (status == STATUS_FINE)
        status = find_bots(run);
    if (status == STATUS_FINE)
        status = find_test(run);
    uint64_t seats = arena->setup.seats;
    uint64_t matches = args_number(args, FLAG_MATCHES, 1000);
    arena->blocks = status == STATUS_FINE ? (uint32_t)((matches + seats - 1) / seats) : 0;
    return status;
}

/* ---- A file to go on from: one line on the set-up, then one for each block. ---- */

/* Everything the blocks follow from, as one line. */
static void put_setup(const struct run *run, struct peck_text *text)
{
    const struct peck_arena *arena = &run->arena;
    char seed[32];
    peck_put(text, "peck arena 1: ");
    peck_put(text, arena->game->name);
    for (int i = 0; i < arena->game->option_count; i++) {
        peck_put_char(text, ' ');
        peck_put(text, arena->game->options[i].name);
        peck_put_char(text, '=');
        peck_put_int(text, arena->setup.option[i]);
    }
    snprintf(seed, sizeof seed, " seed=%llu", (unsigned long long)arena->seed);
    peck_put(text, seed);
    peck_put(text, " seats=");
    peck_put_int(text, arena->setup.seats);
    peck_put(text, " think=");
    peck_put_int(text, (int64_t)args_number(run->args, FLAG_THINK, 0));
    peck_put(text, " limit=");
    peck_put_int(text, arena->limit);
    peck_put(text, arena->value != NULL ? " luck" : " plain");
    peck_put(text, arena->pool ? " pool" : " gauntlet");
    for (int e = 0; e < arena->entrant_count; e++) {
        peck_put(text, " | ");
        for (const char *c = arena->entrants[e].name; *c != '\0'; c++)
            peck_put_char(text, *c == '\n' ? ' ' : *c);
    }
    peck_put_char(text, '\n');
}

static bool judge_block(struct run *run, uint32_t block)
{
    if (!run->args->flag[FLAG_SPRT].given)
        return true;
    run->verdict = peck_sprt_add(&run->sprt, peck_standing_score(&run->arena, block));
    return run->verdict == 0;
}

/* Takes in the blocks of the file that are whole, and returns the bytes they take with the
 * first line: what follows is the rest of a line that was being written when the program
 * was stopped. 0: a line that was written to its end is no block. */
static size_t read_blocks(struct run *run, char *bytes, size_t length, size_t head)
{
    char *line = bytes + head;
    for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        if (run->arena.done == run->arena.blocks || run->verdict != 0)
            return length; /* it has more than is asked for now: that stays */
        *end = '\0';
        if (!peck_arena_read_block(&run->arena, run->arena.done, line))
            return 0;
        judge_block(run, run->arena.done++);
    }
    return (size_t)(line - bytes);
}

static int open_kept(struct run *run)
{
    enum { SETUP_BYTES = 65536 };
    const char *path = run->args->flag[FLAG_RESUME].text;
    const struct verb *verb = run->args->verb;
    if (path == NULL)
        return STATUS_FINE;
    char *setup = malloc(SETUP_BYTES), *bytes = NULL;
    if (setup == NULL)
        return cli_failure(verb, "there is not enough memory");
    struct peck_text text = peck_text_begin(setup, SETUP_BYTES);
    put_setup(run, &text);
    int status = STATUS_FINE;
    size_t length = 0, whole = 0;
    if (access(path, F_OK) == 0 && (bytes = cli_read_all(verb, path, &length)) == NULL)
        status = STATUS_FAILED;
    else if (length > 0 && strncmp(bytes, setup, text.length) != 0)
        status = cli_failure(verb, "%s is of another arena: %.*s", path,
                             (int)strcspn(bytes, "\n"), bytes);
    else if (length > 0 && (whole = read_blocks(run, bytes, length, text.length)) == 0)
        status = cli_failure(verb, "%s, line %u: this is not the next block", path,
                             run->arena.done + 2); /* the first line is the set-up */
    if (status == STATUS_FINE) {
        run->kept = fopen(path, length > 0 ? "r+" : "w");
        bool fine = run->kept != NULL && ftruncate(fileno(run->kept), (off_t)whole) == 0 &&
                    fseek(run->kept, 0, SEEK_END) == 0 &&
                    (length > 0 || fputs(setup, run->kept) >= 0);
        if (!fine)
            status = cli_failure(verb, "cannot write to %s: %s", path, strerror(errno));
    }
    free(setup);
    free(bytes);
    return status;
}

static void keep_block(struct run *run, uint32_t block)
{
    /* A seat takes at most 2 + 12 + 16 bytes, a match 6 more: 7 × (7 × 30 + 6) and the
     * words. */
    char line[2048];
    struct peck_text text = peck_text_begin(line, sizeof line);
    if (run->kept == NULL)
        return;
    peck_arena_put_block(&run->arena, block, &text);
    if (fputs(line, run->kept) < 0 || fflush(run->kept) != 0)
        run->unkept = true;
}

/* ---- Playing. ---- */

static volatile sig_atomic_t interrupted;

static bool finished(const struct peck_arena *arena, uint32_t block, void *context)
{
    struct run *run = context;
    keep_block(run, block);
    return judge_block(run, block) && !run->unkept;
}

static bool goes_on(void *context)
{
    return !interrupted;
}

static void watch(const struct peck_arena *arena, void *context)
{
    struct run *run = context;
    bar_show(&run->progress, (uint64_t)arena->done * arena->setup.seats);
    if (interrupted && !run->warned)
        fprintf(stderr, "\npeck arena: matches under way are finished; Ctrl-C again ends "
                        "at once\n");
    run->warned = interrupted;
}

/* Programs would outlive us; the signal, raised again, then ends us as if it were not
 * handled. */
static void end_programs(int number)
{
    peck_external_kill_all();
    (void)raise(number);
}

/* Only once, and not if the caller ignores the signal. */
static void heed_signal(int number, void (*handler)(int))
{
    struct sigaction ours = {.sa_handler = handler, .sa_flags = SA_RESETHAND | SA_RESTART},
                     before;
    sigemptyset(&ours.sa_mask);
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        (void)sigaction(number, &ours, NULL);
}

/* Ctrl-C: the first time what there is by then is reported, the second time ends all. */
static void interrupt(int number)
{
    interrupted = 1;
    heed_signal(number, end_programs);
}

static int play(struct run *run)
{
    struct peck_arena *arena = &run->arena;
    struct peck_error error;
    heed_signal(SIGHUP, end_programs);
    heed_signal(SIGTERM, end_programs);
    heed_signal(SIGINT, interrupt);
    if (peck_arena_begin(arena) != PECK_OK)
        return cli_failure(run->args->verb, "there is not enough memory");
    int status = open_kept(run);
    if (status == STATUS_FINE && run->verdict == 0) {
        run->progress = bar_begin((uint64_t)arena->blocks * arena->setup.seats);
        enum peck_status played = peck_arena_play(arena, &error);
        bar_end(&run->progress);
        if (played != PECK_OK)
            status = cli_failure(run->args->verb, "%s", args_why(run->args, &error));
    }
    bool closed = run->kept == NULL || fclose(run->kept) == 0;
    if (status == STATUS_FINE && (run->unkept || !closed))
        status = cli_failure(run->args->verb, "cannot write to %s: %s",
                             run->args->flag[FLAG_RESUME].text, strerror(errno));
    return status;
}

static int report(const struct run *run, double seconds)
{
    const struct args *args = run->args;
    const struct peck_arena *arena = &run->arena;
    struct arena_report report = {arena, args->flag[FLAG_SPRT].given ? &run->sprt : NULL,
                                  run->verdict, seconds};
    int status = args->flag[FLAG_JSON].given ? arena_print_json(args, &report)
                                             : arena_print(args, &report);
    if (status == STATUS_FINE && interrupted && arena->done < arena->blocks)
        status = cli_failure(args->verb, "stopped after %u of %u blocks", arena->done,
                             arena->blocks);
    return status;
}

int cli_run_arena(const struct args *args)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t most = processors < 1 ? 1 : processors > 256 ? 256 : (uint64_t)processors;
    struct run run = {
        .args = args,
        .arena = {.game = args->game,
                  .seed = args_number(args, FLAG_SEED, 1),
                  .threads = (int)args_number(args, FLAG_THREADS, most),
                  .limit = (uint32_t)args_number(args, FLAG_LIMIT, 1000),
                  .finished = finished,
                  .goes_on = goes_on,
                  .watch = watch},
    };
    run.arena.context = &run;
    if (!args->flag[FLAG_PLAIN].given)
        run.arena.value = peck_skill_of(args->game)->value;
    double started = cli_seconds_now();
    int status = prepare(&run);
    if (status == STATUS_FINE)
        status = play(&run);
    if (status == STATUS_FINE)
        status = report(&run, cli_seconds_now() - started);
    peck_arena_free(&run.arena);
    return status;
}
