/* value.c — the network's view of a round, and what a round means for the match.
 *
 * The network judges only the round in play. A network for the match would have to learn
 * every combination of penalties and rounds to come, which follow a simple law. Penalties
 * add up over the rounds and the seats are about equal, so the difference between two seats
 * at the end is close to normal, with a deviation of sqrt(2 · rounds) times that of one
 * round. lead() takes it as logistic, which makes the chances of several seats a softmax of
 * their penalties. Mean and deviation of a round were measured over 300 deals of hard
 * against itself.
 *
 * value_in_play() sums over who may win the round, with the network's chances; how many
 * tiles the others will then have is not certain and counts as a quarter of a round more.
 * In the last round the arithmetic is exact where it can be: whoever does not win the round
 * has a tile left, so a seat that is not ahead of the winner before the round cannot win
 * the match.
 *
 * The network knows all stacks, so a bot may ask it only inside a sampled world. */
#include "value.h"
#include "play/kit.h"

#include <math.h>

/* The penalty points of a seat in one round among equals, their mean and deviation:
 * measured over 300 deals with `hard` in every seat; in the race and in `turns`, by seats.
 */
static const double round_mean[2][SEATS_MAX + 1] = {{0, 0, 4.4, 3.7, 3.7, 3.6},
                                                    {0, 0, 2.5, 2.6, 2.7, 2.7}};
static const double round_deviation[2][SEATS_MAX + 1] = {{0, 0, 5.4, 3.5, 3.1, 2.6},
                                                         {0, 0, 3.0, 2.2, 1.9, 1.7}};

/* --- What the network sees ------------------------------------------------------------ */

/* How well a tile fits: nowhere, or with two to six contacts. */
enum { FITS = SEGMENTS };
static int fit_of(int most)
{
    return most == 0 ? 0 : most - 1;
}

/* The inputs of one seat. Counts are in fours. */
enum {
    MANY = 24, /* as many tiles or more */
    AT_TILES = 0,
    AT_OPEN = AT_TILES + MANY + 1, /* none, or how it fits */
    AT_TOP = AT_OPEN + 1 + FITS,
    AT_BEST = AT_TOP + FITS,
    AT_STACK = AT_BEST + FITS, /* how many fit how well */
    AT_ASIDE = AT_STACK + FITS,
    AT_OWED = AT_ASIDE + FITS,
    BLOCK
};
static const float unit = 0.25f;

uint32_t hexxhopp_value_inputs(int seats)
{
    return seats * BLOCK;
}

static void look_at_counts(struct net_input *input, int at, const int count[FITS])
{
    for (int fit = 0; fit < FITS; fit++) {
        if (count[fit] > 0)
            net_on(input, at + fit, unit * count[fit]);
    }
}

static void look_at_seat(const struct hexxhopp *s, const struct sight *sight, int seat,
                         int at, struct net_input *input)
{
    int stack[FITS] = {0}, aside_count[FITS] = {0}, best = 0;
    int tiles = tiles_left(s, seat), open = s->open[seat];
    struct set aside = s->aside[seat];
    net_on(input, at + AT_TILES + (tiles < MANY ? tiles : MANY), 1);
    for (int tile = s->top[seat]; tile < TILES; tile = s->next[tile]) {
        int fit = fit_of(sight_most(&s->rim, sight, s->box.tile[tile]));
        stack[fit]++;
        best = fit > best ? fit : best;
        if (tile == s->top[seat])
            net_on(input, at + AT_TOP + fit, 1);
    }
    for (int tile; (tile = set_take(&aside)) >= 0;) {
        int fit = fit_of(sight_most(&s->rim, sight, s->box.tile[tile]));
        aside_count[fit]++;
        best = fit > best ? fit : best;
    }
    int shown_fit =
        open == NONE ? 0 : 1 + fit_of(sight_most(&s->rim, sight, s->box.tile[open]));
    net_on(input, at + AT_OPEN + shown_fit, 1);
    net_on(input, at + AT_BEST + best, 1);
    look_at_counts(input, at + AT_STACK, stack);
    look_at_counts(input, at + AT_ASIDE, aside_count);
    if (s->owed[seat] > 0)
        net_on(input, at + AT_OWED, unit * s->owed[seat]);
}

void hexxhopp_value_look(const struct hexxhopp *s, int base, struct net_input *input)
{
    struct sight sight = sight_of(&s->rim);
    input->count = 0;
    for (int i = 0; i < s->seats; i++)
        look_at_seat(s, &sight, (base + i) % s->seats, i * BLOCK, input);
}

/* --- The round ------------------------------------------------------------------------ */

void hexxhopp_value_name(char name[VALUE_NAME], int seats, bool turns)
{
    struct peck_text text = peck_text_begin(name, VALUE_NAME);
    peck_put(&text, "hexxhopp-");
    peck_put_int(&text, seats);
    peck_put(&text, turns ? "-turns" : "");
}

const struct net *hexxhopp_value_net(const struct hexxhopp *s)
{
    char name[VALUE_NAME];
    hexxhopp_value_name(name, s->seats, s->turns);
    return net_named(name);
}

/* Of a round in play: each seat's chance to end it with the fewest tiles, and its penalty
 * points when it does not win. */
struct outcome {
    double win[SEATS_MAX], left[SEATS_MAX];
};

/* The network gives the mean penalty over all ends; the winner has none. */
static void foresee(const struct hexxhopp *s, const struct net *net,
                    struct outcome *outcome)
{
    struct net_input input;
    float out[NET_OUTPUTS_MAX];
    double most = -INFINITY, sum = 0;
    int base = hexx_value_base(s);
    hexxhopp_value_look(s, base, &input);
    net_eval(net, &input, out);
    for (int i = 0; i < s->seats; i++)
        most = fmax(most, out[i]);
    for (int i = 0; i < s->seats; i++)
        sum += exp(out[i] - most);
    for (int i = 0; i < s->seats; i++) {
        int seat = (base + i) % s->seats;
        double win = exp(out[i] - most) / sum;
        double points = VALUE_POINTS * out[s->seats + i] / fmax(1 - win, 0.05);
        outcome->win[seat] = win;
        outcome->left[seat] = fmin(fmax(points, 1), tiles_left(s, seat) + GIVE_MAX);
    }
}

/* HH-18: the seat that stops has won; its tiles go to the others. */
static void foresee_stop(const struct hexxhopp *s, struct outcome *outcome)
{
    outcome->win[s->turn] = 1;
    for (int seat = 0; seat < s->seats; seat++)
        outcome->left[seat] = tiles_left(s, seat) + s->owed[s->turn] / (s->seats - 1.0);
}

/* --- The match ------------------------------------------------------------------------ */

static void share_win(const double *penalty, int seats, double *win)
{
    double keys[SEATS_MAX] = {0};
    for (int seat = 0; seat < seats; seat++)
        keys[seat] = -penalty[seat];
    uint32_t winners = kit_highest(keys, seats);
    for (int seat = 0; seat < seats; seat++)
        win[seat] = kit_share(winners, seat);
}

/* As if the differences between seats were logistic with the deviation `spread`. */
static void lead(const double *penalty, int seats, double spread, double *win)
{
    double scale = M_PI / (sqrt(3) * spread), least = INFINITY, sum = 0;
    for (int seat = 0; seat < seats; seat++)
        least = fmin(least, penalty[seat]);
    for (int seat = 0; seat < seats; seat++) {
        win[seat] = exp(scale * (least - penalty[seat]));
        sum += win[seat];
    }
    for (int seat = 0; seat < seats; seat++)
        win[seat] /= sum;
}

static double spread_of(int seats, bool turns, double rounds)
{
    return round_deviation[turns][seats] * sqrt(2 * rounds);
}

void hexxhopp_worth(const double *penalty, int seats, bool turns, int rounds_left,
                    double *win)
{
    if (rounds_left == 0)
        share_win(penalty, seats, win);
    else
        lead(penalty, seats, spread_of(seats, turns, rounds_left), win);
}

/* The totals after this round if that seat wins it. In the last round only seats that are
 * ahead of the winner now can still be ahead afterwards, because every seat that does not
 * win the round has a tile left. */
static void totals(const struct hexxhopp *s, const struct outcome *outcome, int winner,
                   double penalty[SEATS_MAX])
{
    bool last = s->round + 1 == s->rounds;
    for (int seat = 0; seat < s->seats; seat++) {
        penalty[seat] = s->penalty[seat] + (seat == winner ? 0 : outcome->left[seat]);
        if (last && seat != winner && s->penalty[seat] >= s->penalty[winner])
            penalty[seat] = INFINITY;
    }
}

/* Sums over who may win the round. How many tiles the others will then have is not sure:
 * that counts as a quarter of a round more. */
static void value_in_play(const struct hexxhopp *s, const struct outcome *outcome,
                          double win[])
{
    double spread = spread_of(s->seats, s->turns, s->rounds - s->round - 0.75);
    memset(win, 0, s->seats * sizeof *win);
    for (int winner = 0; winner < s->seats; winner++) {
        double penalty[SEATS_MAX], share[SEATS_MAX];
        totals(s, outcome, winner, penalty);
        lead(penalty, s->seats, spread, share);
        for (int seat = 0; seat < s->seats; seat++)
            win[seat] += outcome->win[winner] * share[seat];
    }
}

void hexxhopp_judge(const struct hexxhopp *s, const struct net *net,
                    struct judgement *judgement)
{
    int rounds_left = s->rounds - s->round;
    struct outcome outcome = {.win = {0}};
    double penalty[SEATS_MAX] = {0};
    for (int seat = 0; seat < s->seats; seat++)
        penalty[seat] = s->penalty[seat];
    if (in_play(s)) {
        rounds_left--;
        if (s->phase == PHASE_STOP)
            foresee_stop(s, &outcome);
        else
            foresee(s, net, &outcome);
        value_in_play(s, &outcome, judgement->win);
    } else {
        hexxhopp_worth(penalty, s->seats, s->turns, rounds_left, judgement->win);
    }
    for (int seat = 0; seat < s->seats; seat++)
        judgement->points[seat] = penalty[seat] +
                                  (1 - outcome.win[seat]) * outcome.left[seat] +
                                  rounds_left * round_mean[s->turns][s->seats];
}

void hexxhopp_value(const void *state, double win[])
{
    struct judgement judgement;
    const struct hexxhopp *s = state;
    hexxhopp_judge(s, hexxhopp_value_net(s), &judgement);
    memcpy(win, judgement.win, s->seats * sizeof *win);
}
