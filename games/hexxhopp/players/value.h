/* value.h — each seat's chance of winning a match of Hexx & Hopp, in any full state.
 *
 * There is a small network for each number of seats, in the race and in `turns`. It sees
 * what every seat holds and how well that fits the figure, and says who will win the round
 * and with how many tiles each seat will end it. hexxhopp_worth() and hexxhopp_judge() turn
 * this into chances for the match. docs/training.md explains how the networks were made. */
#ifndef HEXXHOPP_VALUE_H
#define HEXXHOPP_VALUE_H

#include "fits.h"
#include "play/net.h"

enum { VALUE_HIDDEN = 32, VALUE_NAME = 24 };
/* Points are learnt in tens, so that they are about as large as chances. */
enum { VALUE_POINTS = 10 };

/* `hexxhopp-3`, `hexxhopp-3-turns` */
void hexxhopp_value_name(char name[VALUE_NAME], int seats, bool turns);
uint32_t hexxhopp_value_inputs(int seats);
/* What the network sees of a round in play, the seats in the order from `base`. */
void hexxhopp_value_look(const struct hexxhopp *s, int base, struct net_input *input);
/* Whom it sees first: the seat on turn, and in the race, where all are alike, seat 0. */
static inline int hexx_value_base(const struct hexxhopp *s)
{
    return s->turns ? s->turn : 0;
}

const struct net *hexxhopp_value_net(const struct hexxhopp *s);

/* Each seat's chance of winning the match with these penalties, so many rounds before its
 * end; with none left those with the fewest share it. */
void hexxhopp_worth(const double *penalty, int seats, bool turns, int rounds_left,
                    double *win);
/* In any full state: each seat's chance of winning the match, and the penalty points it
 * will have at the end. */
struct judgement {
    double win[SEATS_MAX], points[SEATS_MAX];
};
void hexxhopp_judge(const struct hexxhopp *s, const struct net *net,
                    struct judgement *judgement);
/* The former alone: peck_skill.value. */
void hexxhopp_value(const void *state, double win[]);

#endif
