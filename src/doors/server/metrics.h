/* metrics.h — counters of the server, and their text for Prometheus.
 *
 * Loop's thread only. metrics_write adds the present sizes (`gauges`) to the counters. */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include <peck/match.h>

enum counter {
    COUNT_ACCEPTED,
    COUNT_REFUSED, /* connections over a limit */
    COUNT_REQUESTS,
    COUNT_REQUESTS_BAD, /* answered with 4xx */
    COUNT_REQUESTS_FAILED,
    COUNT_LIMITED, /* answered with 429 */
    COUNT_HEARD,   /* messages of clients */
    COUNT_DONE,    /* messages to clients, by what they say */
    COUNT_REFUSALS,
    COUNT_ERRORS,
    COUNT_VIEWS,
    COUNT_STEPS, /* appends, by what came of them */
    COUNT_CONFLICTS,
    COUNT_FAILURES,
    COUNT_THOUGHTS,
    COUNT_BYTES_IN,
    COUNT_BYTES_OUT,
    COUNT_SLOW, /* closed because they did not read */
    COUNTERS
};

enum { LATENCIES = 12 };

struct metrics {
    uint64_t count[COUNTERS];
    uint64_t latency[LATENCIES + 1]; /* appends by the ms they took; the last: longer */
    double latency_sum;              /* s */
};

/* Current values from other modules. */
struct gauges {
    uint64_t connections, talking, tables, thinking, thoughts, waiting, wakes, jobs;
    uint64_t damages, guesses;
};

void metrics_latency(struct metrics *metrics, double ms);
/* A message is on its way to a client. */
void metrics_told(struct metrics *metrics, const char *json, size_t count);
enum peck_status metrics_write(const struct metrics *metrics, const struct gauges *gauges,
                               struct peck_buffer *out) PECK_MUST_USE;

#endif
