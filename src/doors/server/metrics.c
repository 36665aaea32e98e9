/* metrics.c — writes the counters in the text format of Prometheus, version 0.0.4.
 *
 * Messages to clients are counted by their `type`, which is the first member of each. */
#include "metrics.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *help;
} counters[COUNTERS] = {
    [COUNT_ACCEPTED] = {"connections_accepted", "connections accepted"},
    [COUNT_REFUSED] = {"connections_refused", "connections refused for a limit"},
    [COUNT_REQUESTS] = {"requests", "HTTP requests answered"},
    [COUNT_REQUESTS_BAD] = {"requests_bad", "of these with a status of 4xx"},
    [COUNT_REQUESTS_FAILED] = {"requests_failed", "of these with a status of 5xx"},
    [COUNT_LIMITED] = {"requests_limited", "requests refused for a limit, with 429"},
    [COUNT_HEARD] = {"messages_heard", "messages of clients"},
    [COUNT_DONE] = {"messages_done", "commands acknowledged"},
    [COUNT_REFUSALS] = {"messages_refused", "commands refused"},
    [COUNT_ERRORS] = {"messages_error", "messages that were none"},
    [COUNT_VIEWS] = {"messages_view", "views sent"},
    [COUNT_STEPS] = {"steps", "steps appended to logs of tables"},
    [COUNT_CONFLICTS] = {"conflicts", "appends for which another process was faster"},
    [COUNT_FAILURES] = {"append_failures", "appends that the store refused"},
    [COUNT_THOUGHTS] = {"thoughts", "decisions of bots"},
    [COUNT_BYTES_IN] = {"bytes_read", "bytes read from sockets"},
    [COUNT_BYTES_OUT] = {"bytes_written", "bytes written to sockets"},
    [COUNT_SLOW] = {"slow_readers", "connections closed because they did not read"},
};

static const int latencies[LATENCIES] = {1,  2,   3,   5,   10,   20,
                                         50, 100, 200, 500, 1000, 5000}; /* ms */

void metrics_latency(struct metrics *metrics, double ms)
{
    int i = 0;
    while (i < LATENCIES && ms > latencies[i])
        i++;
    metrics->latency[i]++;
    metrics->latency_sum += ms / 1000;
}

void metrics_told(struct metrics *metrics, const char *json, size_t count)
{
    static const struct {
        const char *type;
        enum counter counter;
    } types[] = {{"view", COUNT_VIEWS},
                 {"done", COUNT_DONE},
                 {"refused", COUNT_REFUSALS},
                 {"error", COUNT_ERRORS}};
    static const char before[] = "{\"type\":\"";
    size_t length = sizeof before - 1;
    if (count < length || memcmp(json, before, length) != 0)
        return;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t letters = strlen(types[i].type);
        if (count > length + letters && memcmp(json + length, types[i].type, letters) == 0)
            metrics->count[types[i].counter]++;
    }
}

static enum peck_status put_one(struct peck_buffer *out, const char *name, const char *type,
                                const char *help, uint64_t value)
{
    char lines[256];
    const char *total = type[0] == 'c' ? "_total" : "";
    snprintf(lines, sizeof lines,
             "# HELP peck_%s%s %s\n# TYPE peck_%s%s %s\npeck_%s%s %llu\n", name, total,
             help, name, total, type, name, total, (unsigned long long)value);
    return peck_buffer_put(out, lines);
}

static enum peck_status put_latencies(const struct metrics *metrics,
                                      struct peck_buffer *out)
{
    char line[128];
    uint64_t sum = 0;
    enum peck_status status = peck_buffer_put(
        out, "# HELP peck_append_seconds from a command's decision to the store's answer\n"
             "# TYPE peck_append_seconds histogram\n");
    for (int i = 0; i <= LATENCIES && status == PECK_OK; i++) {
        char bound[16] = "+Inf";
        if (i < LATENCIES)
            snprintf(bound, sizeof bound, "%g", latencies[i] / 1000.0);
        sum += metrics->latency[i];
        snprintf(line, sizeof line, "peck_append_seconds_bucket{le=\"%s\"} %llu\n", bound,
                 (unsigned long long)sum);
        status = peck_buffer_put(out, line);
    }
    snprintf(line, sizeof line,
             "peck_append_seconds_sum %.6f\npeck_append_seconds_count %llu\n",
             metrics->latency_sum, (unsigned long long)sum);
    return status == PECK_OK ? peck_buffer_put(out, line) : status;
}

enum peck_status metrics_write(const struct metrics *metrics, const struct gauges *gauges,
                               struct peck_buffer *out)
{
    const struct {
        const char *name, *help;
        uint64_t value;
    } now[] = {
        {"connections", "connections there are", gauges->connections},
        {"websockets", "of these at a table", gauges->talking},
        {"tables", "tables in memory", gauges->tables},
        {"thinking", "bots that think or wait for a thread", gauges->thinking},
        {"thoughts_waiting", "of these that wait for a thread", gauges->thoughts},
        {"appends_waiting", "steps on their way to the store", gauges->waiting},
        {"requests_waiting", "requests that work on a thread or wait for one",
         gauges->jobs},
        {"wakes", "tables with something to do later", gauges->wakes},
    };
    enum peck_status status = PECK_OK;
    for (size_t i = 0; i < sizeof now / sizeof *now && status == PECK_OK; i++)
        status = put_one(out, now[i].name, "gauge", now[i].help, now[i].value);
    if (status == PECK_OK)
        status = put_one(out, "damaged", "counter",
                         "readings of logs that found a damaged step", gauges->damages);
    if (status == PECK_OK)
        status = put_one(out, "login_failures", "counter",
                         "passwords that were wrong, and names that nobody has",
                         gauges->guesses);
    for (int i = 0; i < COUNTERS && status == PECK_OK; i++)
        status =
            put_one(out, counters[i].name, "counter", counters[i].help, metrics->count[i]);
    return status == PECK_OK ? put_latencies(metrics, out) : status;
}
