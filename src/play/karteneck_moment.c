/* karteneck_moment.c — see karteneck_moment.h. */
#include "karteneck_moment.h"

#include "karteneck_look.h"

#include <string.h>

enum {
    LEAD_STATES = 13, /* from 6 behind to 6 ahead */
    DRAW_STATES = 3,
    STANDINGS = 4, /* in without a worm card, in with one, passed, failed */
};

enum {
    AT_LEFT = 0,
    AT_PHASE = AT_LEFT + LEFT_STATES,
    AT_DRAWS = AT_PHASE + PHASE_OVER,
    AT_SUPPLY = AT_DRAWS + DRAW_STATES,
    AT_GRILL = AT_SUPPLY + SUPPLY_INPUTS,
};

/* Of each seat, the one on turn first. */
enum {
    SEAT_HELD = 0, /* of a seat still in */
    SEAT_KINDS = SEAT_HELD + KINDS * HELD_STATES,
    SEAT_HAND = SEAT_KINDS + KINDS, /* cards, and kinds held */
    SEAT_STANDING = SEAT_HAND + 2,
    SEAT_TOTAL =
        SEAT_STANDING + STANDINGS, /* of a seat still in, then of one that passed */
    SEAT_TOP = SEAT_TOTAL + 2 * HALF_STATES,
    SEAT_TOP_VALUE = SEAT_TOP + WORM_STATES, /* of the top tile, and of the highest */
    SEAT_PREY = SEAT_TOP_VALUE + 2,          /* what is missing for a theft */
    SEAT_THREAT = SEAT_PREY + GAP_STATES,    /* what the nearest thief is missing */
    SEAT_TILE = SEAT_THREAT + GAP_STATES,    /* if all passed now */
    SEAT_LEAD = SEAT_TILE + WORM_STATES,     /* in three measures, now and with that tile */
    SEAT_LAST = SEAT_LEAD + 6,               /* the lead in the last round */
    SEAT_INPUTS = SEAT_LAST + LEAD_STATES,
};

uint32_t moment_inputs(int seats)
{
    return AT_GRILL + seats * WORM_STATES + seats * SEAT_INPUTS;
}

void moment_prospects(const struct karteneck *s, int *tile)
{
    struct karteneck end = *s;
    for (int i = 0; i < s->seats; i++)
        tile[i] = -1;
    if (tile_count(s->grill) < (uint32_t)__builtin_popcount(all_seats(s) & ~s->failed))
        return; /* it is not all turned up */
    for (int k = 0; k < s->seats; k++) {
        int i = (s->turn + k) % s->seats;
        if ((s->in >> i & 1) == 0 || worms(s->laid[i]) != 0)
            continue;
        tile[i] = (int)lowest(end.grill); /* KE-30 */
        end.grill -= tile_set(tile[i]);
        end.failed |= 1u << i;
    }
    share_out(&end, all_seats(s) & ~end.failed);
    for (int i = 0; i < s->seats; i++)
        tile[i] = (end.failed >> i & 1) != 0 ? tile[i] : top_of(&end, i);
}

/* KE-21: the least that seat i is missing to steal a top tile; GAP_STATES: too much. */
static int gap_of(const struct karteneck *s, int i, int from)
{
    int gap = (s->in >> i & 1) != 0 ? top_of(s, from) - total(s->laid[i]) : -1;
    return gap < 0 || gap >= GAP_STATES || top_of(s, from) < TILE_LOW ? GAP_STATES : gap;
}

static void look_at_gaps(const struct karteneck *s, int i, uint32_t base,
                         struct net_input *input)
{
    int prey = GAP_STATES, threat = GAP_STATES;
    for (int j = 0; j < s->seats; j++) {
        prey = j != i ? at_most(gap_of(s, i, j), prey) : prey;
        threat = j != i ? at_most(gap_of(s, j, i), threat) : threat;
    }
    if (prey < GAP_STATES)
        net_on(input, base + SEAT_PREY + prey, 1);
    if (threat < GAP_STATES)
        net_on(input, base + SEAT_THREAT + threat, 1);
}

static void look_at_cards(const struct karteneck *s, int i, uint32_t base,
                          struct net_input *input)
{
    uint64_t hand = s->hand[i], laid = s->laid[i];
    bool in = s->in >> i & 1, failed = s->failed >> i & 1;
    int kinds = 0;
    if (in)
        look_at_held(hand, laid, base + SEAT_HELD, input);
    for (int kind = 0; kind < KINDS; kind++) {
        int count = count_kind(hand, kind);
        kinds += count > 0;
        net_on(input, base + SEAT_KINDS + kind, count / 2.0f);
    }
    net_on(input, base + SEAT_HAND, size(hand) / 6.0f);
    net_on(input, base + SEAT_HAND + 1, kinds / 3.0f);
    net_on(input, base + SEAT_STANDING + (in ? worms(laid) != 0 : 2 + failed), 1);
    if (!failed)
        net_on(input,
               base + SEAT_TOTAL + (in ? 0 : HALF_STATES) +
                   at_most(total(laid) / 2, HALF_STATES - 1),
               1);
}

static void look_at_lead(int lead, int left, uint32_t base, struct net_input *input)
{
    net_on(input, base, lead / 10.0f);
    net_on(input, base + 1, lead / (2.0f + 2 * left));
    net_on(input, base + 2, left < 3 ? lead / 3.0f : 0);
}

void moment_look(const struct karteneck *s, struct net_input *input)
{
    int left = rounds_of[s->seats] - 1 - s->done, tile[SEATS_MAX];
    int now[SEATS_MAX], then[SEATS_MAX], lead[SEATS_MAX], later[SEATS_MAX];
    uint32_t base = AT_GRILL + s->seats * WORM_STATES;
    input->count = 0;
    net_on(input, AT_LEFT + left, 1);
    net_on(input, AT_PHASE + s->phase, 1);
    net_on(input, AT_DRAWS + s->draws, 1);
    look_at_supply(s, AT_SUPPLY, input);
    look_at_grill(s, AT_GRILL, input);
    moment_prospects(s, tile);
    for (int i = 0; i < s->seats; i++) {
        now[i] = stack_worms(s, i);
        then[i] = now[i] + (tile[i] < 0 ? 0 : tile_worms[tile[i]]);
    }
    leads(s->seats, now, lead);
    leads(s->seats, then, later);
    for (int k = 0; k < s->seats; k++, base += SEAT_INPUTS) {
        int i = (s->turn + k) % s->seats,
            ahead = at_most(later[i] + LEAD_STATES / 2, LEAD_STATES - 1);
        look_at_cards(s, i, base, input);
        look_at_gaps(s, i, base, input);
        net_on(input, base + SEAT_TOP + worm_state(top_of(s, i)), 1);
        net_on(input, base + SEAT_TOP_VALUE, top_of(s, i) / 20.0f);
        net_on(input, base + SEAT_TOP_VALUE + 1, best_of(s, i) / 20.0f);
        net_on(input, base + SEAT_TILE + worm_state(tile[i]), 1);
        look_at_lead(lead[i], left, base + SEAT_LEAD, input);
        look_at_lead(later[i], left, base + SEAT_LEAD + 3, input);
        if (left == 0)
            net_on(input, base + SEAT_LAST + (ahead < 0 ? 0 : ahead), 1);
    }
}

static void ask(const struct net *net, const struct karteneck *s, float *win)
{
    struct net_input input;
    float outputs[NET_OUTPUTS_MAX];
    moment_look(s, &input);
    net_eval_softmax(net, &input, s->seats, outputs);
    for (int k = 0; k < s->seats; k++)
        win[(s->turn + k) % s->seats] = outputs[k];
}

void moment_value(const void *state, double win[])
{
    struct karteneck s;
    float chances[SEATS_MAX];
    memcpy(&s, state, sizeof s);
    const struct net *net = net_learnt("moment", s.seats, moment_inputs(s.seats));
    if (s.phase == PHASE_STEAL)
        steal(&s); /* nobody declines */
    for (int i = 0; i < s.seats; i++)
        chances[i] = 1.0f / s.seats; /* before anything was dealt */
    if (s.phase == PHASE_OVER)
        world_result(&s, chances);
    else if (s.phase != PHASE_FIRST && net != NULL)
        ask(net, &s, chances);
    for (int i = 0; i < s.seats; i++)
        win[i] = chances[i];
}
