/* solver.h — solving a game: values of all positions, made better sweep by sweep.
 *
 * The values are the bytes of a value file, so that a caller can save them and continue
 * later. A game that can be solved has a `solver` in its skill (bot.h). */
#ifndef PECK_SOLVER_H
#define PECK_SOLVER_H

#include <peck/bot.h>

struct peck_solution; /* the values, and what is needed to work on them */

/* What is to be solved, and how. */
struct peck_solving {
    int size;  /* of the game, or of a smaller one: within the solver's bounds */
    int least; /* positions with less on the table keep their first values; 0: none do */
    int threads;
    void *context;
    /* Called now and then with the part of a sweep that is done. */
    void (*progress)(void *context, uint64_t done, uint64_t all);
    /* Called when the bytes are consistent and may be saved. False: stop. */
    bool (*rest)(void *context);
};

/* A sweep over all positions: what it changed, and the first player's chance after it. */
struct peck_sweep {
    uint32_t number; /* the first is 1 */
    double mean, largest, value;
};

/* A report on the values, line by line. */
struct peck_findings {
    uint64_t seed;
    uint32_t matches; /* of a strong bot against itself, for positions to look at */
    void *context;
    void (*say)(void *context, const char *line);
};

struct peck_solver {
    int low, high; /* sizes: the whole game is the highest */
    /* Room for the values, still without any; NULL without memory. */
    struct peck_solution *(*begin)(const struct peck_solving *solving);
    void (*end)(struct peck_solution *solution);
    unsigned char *(*bytes)(struct peck_solution *solution, size_t *count);
    /* Sets the first values: from what the bots have learnt or, without `learnt`, from
     * nothing. */
    void (*start)(struct peck_solution *solution, bool learnt);
    /* Accepts the bytes that the caller filled in, or says why not. */
    enum peck_status (*resume)(struct peck_solution *solution, struct peck_error *error);
    /* Makes one sweep, or the rest of one. False if it was asked to stop. */
    bool (*sweep)(struct peck_solution *solution, struct peck_sweep *sweep);
    /* The last whole sweep; number 0: none yet. */
    void (*last)(const struct peck_solution *solution, struct peck_sweep *sweep);
    /* Plays what the values say is best; lives as long as the solution. */
    struct peck_player (*player)(struct peck_solution *solution);
    void (*find)(struct peck_solution *solution, const struct peck_findings *findings);
};

#endif
