/* solve.h — Heckmeck for two, nearly solved: the mover's chance of winning at every spot.
 *
 * There is one value for every spot and difference in worms (grid.h), found by value
 * iteration; solve.c explains the method. A value file is the header below, then one float
 * for each value of the grid, in the byte order of the machine. */
#ifndef HECKMECK_SOLVE_H
#define HECKMECK_SOLVE_H

#include "grid.h"
#include "../turn_solver.h"

#include <peck/solver.h>

#include <stdatomic.h>

struct solution_header {
    char magic[8];    /* "PECKHM2\n" */
    uint32_t order;   /* SOLUTION_ORDER */
    uint32_t tiles;   /* of the game */
    uint32_t values;  /* that follow */
    uint32_t sweeps;  /* whole ones done */
    uint32_t visited; /* grills of the sweep under way */
    uint32_t open;    /* values in them that can come about */
    double sum;       /* of their changes … */
    double largest;
    double last_mean, last_largest; /* of the last whole sweep */
};
_Static_assert(sizeof(struct solution_header) == 64, "no padding, and values are aligned");

enum { SOLUTION_ORDER = 0x01020304, SOLVE_THREADS = 256 };

struct worker; /* one of the threads */

struct peck_solution {
    struct peck_solving solving;
    struct grid grid;
    struct solution_header *header;
    float *values;         /* after the header, in the same memory */
    uint16_t *grills;      /* all but the empty one, by group */
    const struct net *net; /* of the first values; NULL: none */
    struct worker *workers;
    /* Of the group under way: what is done at each spot, and the grills left. */
    void (*visit)(struct worker *worker, struct spot spot);
    atomic_uint next;
    uint32_t end;
    atomic_uint done; /* values of the pass */
    struct peck_bot bot;
};

extern const struct peck_solver heckmeck_solver;

/* The mover's chance at a position between turns, or after the match; for the seat given,
 * which need not be the mover. The position is of the solved game. */
float heckmeck_solution_value(const struct peck_solution *solution,
                              const struct heckmeck *state, int seat);

/* Whether sweeps visit a grill: see `least` of struct peck_solving. */
bool heckmeck_solution_sweeps(const struct peck_solution *solution, uint32_t grill);
/* The turn at a spot, solved in the first lane; good until the next sweep or turn. */
const struct turn_solutions *heckmeck_solution_turn(struct peck_solution *solution,
                                                    struct spot spot, int difference);

/* findings.c: see struct peck_solver. */
struct peck_player heckmeck_solution_player(struct peck_solution *solution);
void heckmeck_solution_find(struct peck_solution *solution,
                            const struct peck_findings *findings);

#endif
