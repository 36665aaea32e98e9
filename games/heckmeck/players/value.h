/* value.h — the worth of positions of Heckmeck, by an evaluator and by solving turns.
 *
 * A worth is a row of eight lanes, seen from one seat, the mover. Lane 0 is what the mover
 * plays for. Evaluators with networks put the chance of winning of the seat i places after
 * the mover into lane i, and the mover's expected points at the end of the match into lane
 * 7. */
#ifndef HECKMECK_VALUE_H
#define HECKMECK_VALUE_H

#include "../rules/state.h"
#include "turn_solver.h"
#include "play/net.h"

enum { LANE_POINTS = TURN_LANES - 1 };
_Static_assert((int)SEATS_MAX <= (int)LANE_POINTS,
               "a lane for each seat, and one for points");

/* Worth of a state in which a turn is about to begin, or the match is over, for the mover.
 */
struct evaluator {
    void (*value)(const struct evaluator *evaluator, const struct heckmeck *state,
                  int mover, float lanes[TURN_LANES]);
    const struct net *win, *points; /* of networks; points may be NULL */
    int counted; /* the seat whose points the networks give, plus 1; 0: the mover */
    const struct heckmeck *before;    /* of worms: where they count from */
    const struct evaluator *nearer;   /* of lookahead: what is asked after the next turn */
    struct turn_solutions *workspace; /* of lookahead */
};

/* The state after an action that ends a turn; where the mover has a choice left (XW-22,
 * XW-71), the best one by lane 0 is made. */
void heckmeck_value_after(const struct evaluator *evaluator, const struct heckmeck *state,
                          int mover, float lanes[TURN_LANES]);
/* What ending the turn is worth with every sum, for the seat whose turn it is. */
void heckmeck_fill_payoffs(const struct evaluator *evaluator, const struct heckmeck *state,
                           struct turn_payoffs *payoffs);
/* Its odds of the golden die alone. */
void heckmeck_fill_golden(const struct heckmeck *state, struct turn_payoffs *payoffs);
/* How the turn of this state is to be solved, and where in it the state is. Before a roll
 * or after one: the moment before it. */
enum turn_kind heckmeck_kind_of_turn(const struct heckmeck *state);
struct turn_at heckmeck_moment_of(const struct heckmeck *state);
/* The moment after keeping a face of the dice that lie rolled. */
struct turn_at heckmeck_moment_after(const struct heckmeck *state, int face);

/* The networks of a number of seats, with or without Extra Wurm: one for two seats and one
 * for more, each in both games. */
enum family { FAMILY_TWO, FAMILY_MANY, FAMILY_TWO_EXTRA, FAMILY_MANY_EXTRA, FAMILIES };
extern const char *const heckmeck_family_names[FAMILIES];
enum family heckmeck_family_of(int seats, bool extra);
int heckmeck_family_seats(enum family family); /* that it has outputs for */
uint32_t heckmeck_family_inputs(enum family family);
/* The inputs of a state between turns, seen from the seat whose turn it is. */
void heckmeck_family_observe(const struct heckmeck *state, struct net_input *input);
/* Chances of winning and expected points, in lanes for the mover. */
void heckmeck_value_by_net(const struct evaluator *evaluator, const struct heckmeck *state,
                           int mover, float lanes[TURN_LANES]);
/* The same after the next seat's turn, which is solved in the workspace. */
void heckmeck_value_ahead(const struct evaluator *evaluator, const struct heckmeck *state,
                          int mover, float lanes[TURN_LANES]);
/* Each seat's share of the win in a match that is over. */
void heckmeck_share_win(const struct heckmeck *state, float share[SEATS_MAX]);

#endif
