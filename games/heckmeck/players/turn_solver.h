/* turn_solver.h — solves one turn of Heckmeck exactly, over every state and every roll.
 *
 * Within a turn only five things matter: the faces chosen, the plain dice left, whether the
 * golden die is still to be rolled, the sum set aside, and whether the seat won a round
 * worm (two 1s, XW-70). The caller says what it is worth to end the turn with each sum, and
 * what it is worth to fail. The solver returns what every state in between is worth under
 * best play. One solution serves all decisions of the turn. The solver knows no tiles: a
 * worth can be worms, or a chance of winning.
 *
 * There are two ways to solve, with one kernel behind them:
 *   heckmeck_turn_solve_batch  eight payoffs at once, each with its own best play;
 *   heckmeck_turn_solve_lead   eight values side by side, usually one for each seat. The
 * first lane chooses; the other lanes hold what that play brings them. The caller owns all
 * memory. The tables are made once, at first use, and are safe to use from several threads.
 */
#ifndef HECKMECK_TURN_SOLVER_H
#define HECKMECK_TURN_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

enum turn_kind {
    TURN_PLAIN,  /* eight dice, and round worms do not matter */
    TURN_EXTRA,  /* eight dice, and two 1s win a round worm */
    TURN_GOLDEN, /* the same with the golden die as a ninth */
    TURN_KINDS,
};

enum {
    TURN_LANES = 8,
    TURN_SUMS = 64,   /* nine dice reach 45 */
    TURN_ROOM = 5342, /* sums of all groups of the largest kind */
    TURN_FACES = 6,
};

/* What ending the turn is worth: [a worm die is set aside][a round worm was won][sum of the
 * dice]. The better of everything one may do then, failing (HM-15) included; the red worm
 * (XW-35) is in the numbers without a worm die. */
struct turn_payoffs {
    float stop[2][2][TURN_SUMS][TURN_LANES];
    float fail[2][TURN_LANES];
    float golden[2]; /* XW-31: the odds of a 1 and of a worm; only for TURN_GOLDEN */
};

/* A moment of a turn, between setting aside and the next roll. */
struct turn_at {
    uint8_t faces; /* chosen: bit f for face f, 5 the worm */
    uint8_t dice;  /* plain ones left */
    bool golden;   /* the golden die is left, too */
    bool gain;     /* a round worm was won */
    bool weasel;   /* may still be used; only where the turn was solved with one */
    uint8_t sum;
};

/* Solved turns. The first array is for a turn whose weasel is used or absent, the second
 * for one whose weasel is ready. */
struct turn_solutions {
    enum turn_kind kind;
    bool lead; /* the first lane chooses for all */
    struct turn_payoffs payoff;
    float value[2][TURN_ROOM][TURN_LANES];
};

/* `payoff` in the solution is filled in beforehand. With `weasel` the turn has one (XW-40).
 */
void heckmeck_turn_solve_batch(struct turn_solutions *solutions, enum turn_kind kind,
                               bool weasel);
void heckmeck_turn_solve_lead(struct turn_solutions *solutions, enum turn_kind kind,
                              bool weasel);

/* Before the first roll, with all dice; `golden` follows from the kind. */
struct turn_at heckmeck_turn_start(enum turn_kind kind, bool weasel);
/* Worth of a moment when one may go on or stop. */
const float *heckmeck_turn_values(const struct turn_solutions *solutions,
                                  struct turn_at at);
/* Worth of rolling there: there must be a die and a face left to roll for. */
void heckmeck_turn_rolls(const struct turn_solutions *solutions, struct turn_at at,
                         float values[TURN_LANES]);
/* The moment after choosing a face with that many dice, the golden one among them or not.
 */
struct turn_at heckmeck_turn_keep(enum turn_kind kind, struct turn_at at, int face,
                                  int dice, bool golden);

#endif
