/* arena_report.h — what `peck arena` prints: text for people, JSON for programs. */
#ifndef CLI_ARENA_REPORT_H
#define CLI_ARENA_REPORT_H

#include "cli.h"
#include "play/series/arena.h"
#include "play/series/sprt.h"

/* A finished arena and what else the report needs. */
struct arena_report {
    const struct peck_arena *arena;
    const struct peck_sprt *sprt; /* NULL: there was no test */
    int verdict;                  /* of the test: 1 the high rate, -1 the low one, 0 none */
    double seconds;
};

/* Both return the exit status. */
int arena_print(const struct args *args, const struct arena_report *report);
int arena_print_json(const struct args *args, const struct arena_report *report);

#endif
