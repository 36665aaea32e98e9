/* load.c — `bench_load`: thousands of clients of a server in one thread; how they fare.
 *
 * Prints what it was like for the clients, as one JSON object:
 *
 *   bench_load WHAT PORT[,PORT…] [OPTION…]
 *
 *   play    tables of four players
 *   hold    the same connections, which say hello and nothing more
 *   half    connections that never finish their request
 *   frames  wrong frames; lists those that were not answered as they should be
 *
 *   --tables N     how many tables there are at a time, or half connections (100)
 *   --seconds S    for how long, once all tables are there (10); SIGTERM ends it sooner.
 *                  At the end everybody plays on until every table has moved once more
 *   --pace MS      how long a player thinks, on average
 *   --slow N       spectators who do not read
 *   --returns      players come back when the connection breaks, to the next port
 *   --spread       the players of a table are at different ports
 *   --journal F    everything that was acknowledged
 *   --seed N       of the players; runs on one database need different ones */
#include "rude.h"

#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECOND = 1000, WARM_US = 120000000, WAIT_US = 60000000 /* if something hangs */ };

struct load {
    uv_loop_t loop;
    uv_timer_t timer;
    uv_signal_t signal;
    struct crowd crowd;
    struct rude_all slow, rude;
    double seconds;
    enum { LOAD_WARMS, LOAD_RUNS, LOAD_MOVES, LOAD_STOPS } phase;
    int64_t begun; /* the phase */
    uint64_t moves_shown;
    uint32_t stalled;
    bool reads; /* slow readers begin to read */
};

static void report(struct load *load)
{
    printf("{");
    crowd_report(&load->crowd, stdout);
    printf(",\"stalled\":%u,\"unanswered\":%u", load->stalled,
           crowd_unanswered(&load->crowd));
    printf(",\"slow\":%d,\"slow_closed\":%d}\n", load->slow.connected, load->slow.closed);
    if (load->crowd.journal != NULL)
        fclose(load->crowd.journal);
}

static void show(struct load *load, int64_t now)
{
    if (!isatty(STDERR_FILENO))
        return;
    fprintf(stderr, "\r%5.0f s  %u connected  %llu moves/s   ",
            (double)(now - load->begun) / 1e6, crowd_present(&load->crowd),
            (unsigned long long)(load->crowd.moves - load->moves_shown) * 5);
    load->moves_shown = load->crowd.moves;
}

static void start_slow(struct load *load)
{
    load->slow.loop = &load->loop;
    load->slow.port = load->crowd.ports[0];
    load->slow.table = load->crowd.table[0].id;
    if (load->slow.count > 0)
        rude_slow(&load->slow);
}

/* All tables are there, and what comes with their beginning is over. */
static bool is_warm(const struct crowd *crowd)
{
    uint32_t all = (uint32_t)crowd->tables * CROWD_SEATS;
    if (crowd->returns) /* servers die: it may be that all are never there at once */
        return true;
    if (crowd->idle)
        return crowd_present(crowd) == all;
    return crowd->opened >= (uint64_t)crowd->tables &&
           crowd_playing(crowd) * 20 >= all * 19; /* tables end, and others begin */
}

/* Slow readers read when they were sent more than a server may keep for them; in the end it
 * has closed them all. */
static bool is_done(struct load *load, double left)
{
    if (left < 3 && load->slow.count > 0 && !load->reads && rude_is_full(&load->slow)) {
        load->reads = true;
        rude_read(&load->slow);
    }
    return left <= 0 && (load->slow.closed == load->slow.count || left < -WAIT_US / 1e6);
}

static void enter(struct load *load, int phase, int64_t now)
{
    load->phase = phase;
    load->begun = now;
}

/* Five times a second. */
static void look(uv_timer_t *timer)
{
    struct load *load = timer->data;
    struct crowd *crowd = &load->crowd;
    int64_t now = crowd_now();
    show(load, now);
    if (load->phase == LOAD_WARMS && is_warm(crowd)) {
        enter(load, LOAD_RUNS, now);
        crowd_count(crowd);
        start_slow(load);
    } else if (load->phase == LOAD_WARMS && now - load->begun > WARM_US) {
        fprintf(stderr, "the tables do not come about\n");
        exit(1);
    } else if (load->phase == LOAD_RUNS) {
        if (is_done(load, load->seconds - (double)(now - load->begun) / 1e6))
            enter(load, LOAD_MOVES, now);
    } else if (load->phase == LOAD_MOVES) {
        load->stalled = crowd->idle ? 0 : crowd_stalled(crowd, load->begun);
        crowd->stops = load->stalled == 0 || now - load->begun > WAIT_US;
        if (crowd->stops)
            enter(load, LOAD_STOPS, now);
    } else if (load->phase == LOAD_STOPS &&
               (crowd_unanswered(crowd) == 0 || now - load->begun > WAIT_US)) {
        uv_stop(&load->loop);
    }
}

static void take_signal(uv_signal_t *signal, int number)
{
    struct load *load = signal->data;
    load->seconds = 0;
}

static int play(struct load *load)
{
    crowd_begin(&load->crowd, &load->loop);
    uv_timer_init(&load->loop, &load->timer);
    uv_signal_init(&load->loop, &load->signal);
    load->timer.data = load->signal.data = load;
    load->begun = crowd_now();
    uv_timer_start(&load->timer, look, SECOND / 5, SECOND / 5);
    uv_signal_start(&load->signal, take_signal, SIGTERM);
    uv_run(&load->loop, UV_RUN_DEFAULT);
    report(load);
    return 0;
}

static void stop_rude(uv_timer_t *timer)
{
    uv_stop(timer->loop);
}

/* Until the server has closed them all, or the time is up. */
static void wait_closed(struct load *load)
{
    uv_timer_init(&load->loop, &load->timer);
    uv_timer_start(&load->timer, stop_rude, (uint64_t)(load->seconds * SECOND), 0);
    while (load->rude.closed < load->rude.count &&
           uv_is_active((uv_handle_t *)&load->timer))
        uv_run(&load->loop, UV_RUN_ONCE);
}

static int half(struct load *load)
{
    load->rude.count = load->crowd.tables;
    rude_half_open(&load->rude);
    wait_closed(load);
    printf("{\"connected\":%d,\"closed\":%d,\"last_s\":%.2f}\n", load->rude.connected,
           load->rude.closed, (double)load->rude.closed_last / 1e6);
    return 0;
}

static int frames(struct load *load)
{
    rude_frames(&load->rude);
    wait_closed(load);
    int bad = rude_wrong(&load->rude, stdout);
    printf("%d of %d wrong frames answered as they should be\n", load->rude.count - bad,
           load->rude.count);
    return bad > 0;
}

static void read_ports(struct crowd *crowd, const char *text)
{
    char *end;
    do {
        crowd->ports[crowd->port_count++] = (int)strtol(text, &end, 10);
        text = end + 1;
    } while (*end == ',' && crowd->port_count < CROWD_PORTS);
}

static bool read_options(struct load *load, int argc, char **argv)
{
    static const struct option options[] = {
        {"tables", 1, NULL, 't'},  {"seconds", 1, NULL, 's'}, {"pace", 1, NULL, 'p'},
        {"slow", 1, NULL, 'w'},    {"returns", 0, NULL, 'r'}, {"spread", 0, NULL, 'd'},
        {"journal", 1, NULL, 'j'}, {"seed", 1, NULL, 'n'},    {NULL, 0, NULL, 0}};
    struct crowd *crowd = &load->crowd;
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        switch (c) {
        case 't': crowd->tables = atoi(optarg); break;
        case 's': load->seconds = atof(optarg); break;
        case 'p': crowd->pace = atoi(optarg); break;
        case 'w': load->slow.count = atoi(optarg); break;
        case 'r': crowd->returns = true; break;
        case 'd': crowd->spread = true; break;
        case 'j': crowd->journal = fopen(optarg, "w"); break;
        case 'n': crowd->number = strtoull(optarg, NULL, 10) << 32; break;
        default: return false;
        }
    }
    if (optind + 2 != argc || crowd->tables < 1)
        return false;
    read_ports(crowd, argv[optind + 1]);
    return true;
}

int main(int argc, char **argv)
{
    static struct load load = {.seconds = 10, .crowd = {.tables = 100}};
    signal(SIGPIPE, SIG_IGN);
    uv_loop_init(&load.loop);
    if (!read_options(&load, argc, argv)) {
        fprintf(stderr, "usage: bench_load play|hold|half|frames PORT[,PORT] [OPTION]\n");
        return 2;
    }
    load.crowd.idle = strcmp(argv[optind], "hold") == 0;
    load.rude.loop = &load.loop;
    load.rude.port = load.crowd.ports[0];
    if (strcmp(argv[optind], "half") == 0)
        return half(&load);
    return strcmp(argv[optind], "frames") == 0 ? frames(&load) : play(&load);
}
