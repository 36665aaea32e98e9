/* nothanks_company.c — see nothanks_company.h. */
#include "nothanks_company.h"

struct peck_rng nothanks_fork(struct peck_rng *rng)
{
    struct peck_rng fork;
    peck_rng_seed(&fork, peck_rng_next(rng));
    return fork;
}

bool nothanks_chance(struct peck_rng *rng, double chance)
{
    if (chance <= 0 || chance >= 1)
        return chance >= 1;
    return (double)(peck_rng_next(rng) >> 11) * 0x1p-53 < chance;
}

void company_flip(struct nothanks *s, struct peck_rng *rng)
{
    flip(s, card_above(s, peck_rng_below(rng, count(s->unseen))));
}

void outcome_add(struct outcomes *tally, const struct nothanks *over, int seat)
{
    float shares[SEATS_MAX];
    nothanks_shares(over, shares);
    double points = card_points(over->taken[seat]) - over->chips[seat];
    tally->count++;
    tally->win += shares[seat];
    tally->win_squares += shares[seat] * shares[seat];
    tally->points += points;
    tally->points_squares += points * points;
}

/* ---- Flat playouts. ---- */

static void play_half_value(struct nothanks *s, struct peck_rng *rng)
{
    while (s->phase != PHASE_OVER) {
        if (s->phase == PHASE_FLIP)
            company_flip(s, rng);
        uint64_t cards = s->taken[s->turn];
        if (s->chips[s->turn] == 0 || 2 * s->pot >= s->card ||
            card_points(cards | CARD(s->card)) <= card_points(cards))
            take(s);
        else
            refuse(s);
    }
}

void flat_playouts(const struct nothanks *s, int count, struct peck_rng *rng,
                   struct outcomes tallies[2])
{
    for (int i = 0; i < count; i++) {
        struct peck_rng fork = nothanks_fork(rng);
        for (int refuses = 0; refuses < 2; refuses++) {
            struct nothanks world = *s;
            struct peck_rng same = fork;
            if (refuses)
                refuse(&world);
            else
                take(&world);
            play_half_value(&world, &same);
            outcome_add(&tallies[refuses], &world, s->turn);
        }
    }
}

/* ---- Company. ---- */

static bool guest_takes(const struct company *company, const struct nothanks *s,
                        const struct costs *costs, int step, struct peck_rng *rng)
{
    enum { FEW = 8 };
    const struct guest *guest = &company->guests[s->turn];
    struct outcomes tallies[2] = {{0}};
    if (nothanks_chance(rng, guest->slip))
        return nothanks_chance(rng, 0.5);
    switch (guest->kind) {
    case GUEST_MAXN: return company->best.takes[step];
    case GUEST_MIX: return company->views[s->turn].takes[step];
    case GUEST_FLAT:
        flat_playouts(s, FEW, rng, tallies);
        return tallies[0].win >= tallies[1].win;
    default: return nothanks_chance(rng, style_takes(&guest->style, s, costs, s->turn));
    }
}

void company_auction(struct company *company, struct nothanks *s, struct peck_rng *rng)
{
    struct costs costs = costs_of(s);
    chain_maxn(&company->best, company->maxn, s);
    for (int i = 0; i < s->seats; i++) {
        if (company->guests[i].kind == GUEST_MIX)
            chain_mix(&company->views[i], company->mix, s, i, &company->beliefs,
                      &company->best);
    }
    for (int step = 0; s->chips[s->turn] > 0; step++) {
        float takes[HYPOTHESES];
        bool took = guest_takes(company, s, &costs, step, rng);
        types_take(s, &costs, s->turn, company->best.takes[step], takes);
        mixture_learn(company->beliefs.of[s->turn], takes, took);
        if (took)
            break;
        refuse(s);
    }
    take(s);
}

void company_finish(struct company *company, struct nothanks *s, struct peck_rng *rng)
{
    for (;;) {
        company_auction(company, s, rng);
        if (s->phase == PHASE_OVER)
            return;
        company_flip(s, rng);
    }
}
