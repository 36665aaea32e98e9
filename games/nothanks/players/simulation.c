/* simulation.c — plays auctions among guests of each kind, and flat playouts.
 *
 * A guest is a style, a maxⁿ player, a replier, a player with the network `mix`, or one
 * that decides by a few flat playouts. nothanks_company_auction() thinks once about the
 * card for all of them, then asks each seat in turn, and updates the beliefs after every
 * decision. Playouts that compare two actions copy the generator, so that both actions get
 * the same cards. */
#include "simulation.h"

#include <math.h>

bool nothanks_chance(struct peck_rng *rng, double chance)
{
    if (chance <= 0 || chance >= 1)
        return chance >= 1;
    return kit_real(rng) < chance;
}

void nothanks_company_flip(struct nothanks *s, struct peck_rng *rng)
{
    flip(s, card_above(s, peck_rng_below(rng, count(s->unseen))));
}

void nothanks_outcome_add(struct outcomes *tally, const struct nothanks *s, int seat,
                          double share)
{
    kit_add(&tally->win, share);
    kit_add(&tally->points, card_points(s->taken[seat]) - s->chips[seat]);
}

/* ---- Flat playouts. ---- */

static void play_half_value(struct nothanks *s, struct peck_rng *rng)
{
    while (s->phase != PHASE_OVER) {
        if (s->phase == PHASE_FLIP)
            nothanks_company_flip(s, rng);
        uint64_t cards = s->taken[s->turn];
        if (s->chips[s->turn] == 0 || 2 * s->pot >= s->card ||
            card_points(cards | CARD(s->card)) <= card_points(cards))
            take(s);
        else
            refuse(s);
    }
}

void nothanks_flat_playouts(const struct nothanks *s, int count, struct peck_rng *rng,
                            struct outcomes tallies[2])
{
    for (int i = 0; i < count; i++) {
        struct peck_rng fork = kit_fork(rng);
        for (int refuses = 0; refuses < 2; refuses++) {
            struct nothanks world = *s;
            struct peck_rng same = fork;
            float shares[SEATS_MAX];
            if (refuses)
                refuse(&world);
            else
                take(&world);
            play_half_value(&world, &same);
            nothanks_shares(&world, shares);
            nothanks_outcome_add(&tallies[refuses], &world, s->turn, shares[s->turn]);
        }
    }
}

/* ---- Company. ---- */

static bool maxn_takes(const struct guest *guest, const struct chain *chain, int step,
                       struct peck_rng *rng)
{
    if (guest->unsure <= 0)
        return chain->takes[step];
    float lead = chain_lead(chain, step);
    return nothanks_chance(rng, 1 / (1 + expf(-lead / guest->unsure)));
}

static bool guest_takes(const struct company *company, const struct nothanks *s,
                        const struct costs *costs, int step, struct peck_rng *rng)
{
    enum { FEW = 8 };
    const struct guest *guest = &company->guests[s->turn];
    struct outcomes tallies[2] = {{.win = {0}}};
    if (nothanks_chance(rng, guest->slip))
        return nothanks_chance(rng, 0.5);
    switch (guest->kind) {
    case GUEST_MAXN: return maxn_takes(guest, &company->minds.maxn, step, rng);
    case GUEST_REPLIER: return company->minds.replies[step];
    case GUEST_MIX: return company->views[s->turn].takes[step];
    case GUEST_FLAT:
        nothanks_flat_playouts(s, FEW, rng, tallies);
        return tallies[0].win.sum >= tallies[1].win.sum;
    default:
        return nothanks_chance(rng, nothanks_style_takes(&guest->style, s, costs, s->turn));
    }
}

/* How the guests that use a network value the card. */
static void company_think(struct company *company, const struct nothanks *s)
{
    if (company->naive) {
        nothanks_chain_maxn(&company->minds.maxn, company->nets.maxn, s);
        return;
    }
    nothanks_beliefs_views(&company->beliefs, s->seats, company->by_seat);
    nothanks_minds_read(&company->minds, &company->nets, s, company->clever,
                        company->by_seat);
    for (int i = 0; i < s->seats; i++) {
        if (company->guests[i].kind == GUEST_MIX)
            nothanks_chain_mix(&company->views[i], company->nets.mix, s, i,
                               &company->by_seat[i], &company->minds,
                               nothanks_chain_caution(&company->by_seat[i], s->seats, i));
    }
}

void nothanks_company_auction(struct company *company, struct nothanks *s,
                              struct peck_rng *rng)
{
    struct costs costs = nothanks_costs_of(s);
    company_think(company, s);
    for (int step = 0; s->chips[s->turn] > 0; step++) {
        bool took = guest_takes(company, s, &costs, step, rng);
        if (!company->naive)
            nothanks_mixture_learn(company->beliefs.of[s->turn],
                                   nothanks_minds_odds(&company->minds, step), took);
        if (took)
            break;
        refuse(s);
    }
    take(s);
}

void nothanks_company_play(struct company *company, struct nothanks *s, int cards,
                           struct peck_rng *rng)
{
    for (;; nothanks_company_flip(s, rng)) {
        nothanks_company_auction(company, s, rng);
        if (s->phase == PHASE_OVER || --cards <= 0)
            return;
    }
}
