/* simulation.c — tries every action in the same sampled worlds and drops the worse half.
 *
 * The luck of a world is much larger than the difference between two good actions. So every
 * action still in question is tried in the same world with the same streams of luck
 * (sampled_world.h), and what is compared are means over the same worlds. A playout follows
 * the learnt policy to the end of the round, where the learnt value gives each seat's
 * chance of winning.
 *
 * The playouts are shared out by sequential halving: the budget is divided into equal
 * stages, and after each stage the worse half of the actions is dropped. The best actions
 * get most of the work without a tuned constant of exploration, as UCB would need. The
 * price is that the worst actions are known only roughly. When a caller wants estimates of
 * all actions, karteneck_search_more() goes on until each has had enough playouts.
 *
 * With a clock each stage has its share of the time; the clock is read after every 16
 * worlds. */
#include "simulation.h"

/* The clock is looked at after so many worlds. */
enum { WORLDS_BETWEEN = 16 };

void karteneck_search_begin(struct search *search, const struct brain *brain,
                            const struct karteneck *view, int seat, bool moves)
{
    uint32_t actions[ARMS_MAX];
    search->brain = *brain;
    search->view = view;
    search->seat = seat;
    search->moves = moves;
    search->halving = true;
    search->tree = NULL;
    search->past = NULL;
    karteneck_belief_begin(&search->belief);
    search->count = 0;
    if (!moves)
        search->count = peck_karteneck.legal(view, seat, actions);
    for (uint32_t i = 0; i < search->count; i++)
        search->arms[i] = (struct arm){.action = actions[i]};
    for (uint32_t mask = moves ? moves_of(view) : 0; mask != 0; mask &= mask - 1)
        search->arms[search->count++] = (struct arm){.action = __builtin_ctz(mask)};
}

/* A world that the seat cannot rule out, with its luck. */
static void sample_world(struct search *search, struct peck_rng *rng, struct world *w)
{
    if (search->past != NULL) {
        karteneck_belief_next(&search->belief, search->past, search->view, search->seat,
                              rng);
        w->s = search->belief.world;
    } else {
        w->s = *search->view;
        peck_karteneck.determinize(&w->s, search->seat, rng);
    }
    world_streams(w, peck_rng_next(rng), 0);
}

static void play_arm(const struct search *search, uint32_t action, struct world *w)
{
    if (search->moves)
        make_move(&w->s, action);
    else
        peck_karteneck.apply(&w->s, search->seat, action);
}

static void try_arm(const struct search *search, struct arm *arm, const struct world *world)
{
    struct world w = *world;
    float win[SEATS_MAX];
    play_arm(search, arm->action, &w);
    if (search->tree != NULL)
        karteneck_tree_playout(search->tree, &search->brain, &w, win);
    else
        karteneck_brain_playout(&search->brain, &w, win);
    kit_add(&arm->win, win[search->seat]);
}

/* Tries the first `alive` arms in so many worlds, or until that share of the time is over.
 */
static void try_arms(struct search *search, uint32_t alive, uint32_t worlds,
                     const struct kit_timer *timer, double share, struct peck_rng *rng)
{
    for (uint32_t k = 0; k < worlds; k++) {
        if (k % WORLDS_BETWEEN == WORLDS_BETWEEN - 1 && kit_timer_over(timer, share))
            return;
        struct world world;
        sample_world(search, rng, &world);
        for (uint32_t i = 0; i < alive; i++)
            try_arm(search, &search->arms[i], &world);
    }
}

/* The best first; among equals the lower action, so that the order is always the same. */
static void sort_arms(struct search *search, uint32_t alive)
{
    for (uint32_t i = 1; i < alive; i++) {
        struct arm arm = search->arms[i];
        uint32_t at = i;
        for (; at > 0 && kit_mean(&search->arms[at - 1].win) < kit_mean(&arm.win); at--)
            search->arms[at] = search->arms[at - 1];
        search->arms[at] = arm;
    }
}

void karteneck_search_run(struct search *search, const struct peck_budget *budget,
                          struct peck_rng *rng)
{
    struct kit_timer timer = kit_timer_begin(budget);
    uint32_t work = budget->work > 0 ? budget->work : UINT32_MAX, stages = 1;
    for (uint32_t alive = search->count; search->halving && alive > 2;
         alive = (alive + 1) / 2)
        stages++;
    uint32_t alive = search->count;
    for (uint32_t stage = 1; stage <= stages; stage++) {
        uint32_t worlds = work / stages / alive;
        try_arms(search, alive, worlds > 0 ? worlds : 1, &timer, (double)stage / stages,
                 rng);
        sort_arms(search, alive);
        alive = (alive + 1) / 2;
    }
}

void karteneck_search_more(struct search *search, uint32_t least, struct peck_rng *rng)
{
    for (bool more = true; more;) {
        struct world world;
        sample_world(search, rng, &world);
        more = false;
        for (uint32_t i = 0; i < search->count; i++) {
            if (search->arms[i].win.count >= least)
                continue;
            try_arm(search, &search->arms[i], &world);
            more |= search->arms[i].win.count < least;
        }
    }
    sort_arms(search, search->count);
}

void karteneck_search_points(struct search *search, uint32_t worlds, struct peck_rng *rng,
                             double *points, double *errors)
{
    struct brain brain = search->brain;
    struct kit_sum sums[ARMS_MAX] = {{0}};
    brain.value = NULL; /* to the end of the match */
    for (uint32_t k = 0; k < worlds; k++) {
        struct world world;
        sample_world(search, rng, &world);
        for (uint32_t i = 0; i < search->count; i++) {
            struct world w = world;
            float win[SEATS_MAX];
            play_arm(search, search->arms[i].action, &w);
            karteneck_brain_playout(&brain, &w, win);
            kit_add(&sums[i], stack_worms(&w.s, search->seat));
        }
    }
    for (uint32_t i = 0; i < search->count; i++) {
        points[i] = kit_mean(&sums[i]);
        errors[i] = kit_error(&sums[i]);
    }
}
