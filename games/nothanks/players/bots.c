/* bots.c — the bots of No Thanks!: the levels, and opponents for measuring their strength.
 *
 * `easy` has a threshold and misjudges it. `normal` treats the auction as a chain and
 * replies to what people do on average. `hard` forms an opinion of how each of the others
 * plays, from what they did, and replies to that; it looks a card further when the choice
 * is close or the end is near. `expert` then also plays a few cards on with players drawn
 * from these opinions, when the choice is close, and weighs both results by their
 * precision. The other bots are rules of thumb.
 *
 * Estimates come from the chain, with a fixed doubt; points come from playouts. */
#include "play/guide.h"
#include "play/kit.h"
#include "simulation.h"
#include "endgame.h"
#include "memory.h"
#include "training/train.h"

#include <string.h>

/* ---- Playing on with what is believed. ---- */

enum { TAKE, REFUSE };

/* A guest drawn from the mixture; a stranger may be of any type. */
static struct guest draw_guest(const float mixture[HYPOTHESES], struct peck_rng *rng)
{
    struct guest guest = {.kind = GUEST_STYLE};
    double rest = kit_real(rng);
    int drawn = 0;
    while (drawn < STRANGER && (rest -= mixture[drawn]) >= 0)
        drawn++;
    if (drawn == STRANGER)
        drawn = peck_rng_below(rng, STRANGER);
    int type = drawn % TYPES;
    guest.slip = 2 * nothanks_slips[drawn / TYPES]; /* half of them do no harm */
    guest.style = nothanks_types[type];
    guest.style.blur = nothanks_blurs[drawn / TYPES];
    if (guest.style.kind == STYLE_MIND)
        guest.kind = type == TYPE_REPLIER ? GUEST_REPLIER : GUEST_MAXN;
    guest.unsure = type == TYPE_SOFT ? 0.03f : 0;
    return guest;
}

/* Rollouts of the actions there are, with the same company, world and cards for both; to
 * the end, or for some cards, after which the network is asked. */
struct rollouts {
    int actions, cards;
    struct outcomes tallies[2];
    struct kit_sum lead; /* of taking, in shares of the win */
};

/* The hero's share of the win, as far as it is known. */
static double share_of(const struct company *company, const struct nothanks *s, int hero)
{
    struct net_input input;
    struct beliefs view = company->beliefs;
    float shares[NET_OUTPUTS_MAX], points[SEATS_MAX];
    if (s->phase == PHASE_OVER) {
        nothanks_shares(s, shares);
        return shares[hero];
    }
    if (s->left == 1) {
        nothanks_last(s, shares, points);
        return shares[hero];
    }
    nothanks_beliefs_share(&view, s->seats, hero);
    nothanks_input(s, hero, &view, &input);
    net_eval_softmax(company->nets.mix, &input, s->seats, shares);
    return shares[0];
}

static void play_on(struct company *company, struct nothanks *world, int action, int cards,
                    struct peck_rng rng)
{
    if (action == TAKE)
        take(world);
    else
        refuse(world);
    if (world->phase == PHASE_FLIP)
        nothanks_company_flip(world, &rng);
    if (world->phase != PHASE_OVER)
        nothanks_company_play(company, world, cards, &rng);
}

static void roll_out(struct rollouts *rollouts, const struct memory *memory, int number,
                     struct company *company, struct peck_rng *rng)
{
    const struct nothanks *s = &memory->worlds[number % memory->count];
    int hero = memory->seat;
    double shares[2] = {0};
    company->clever = 0;
    for (int i = 0; i < s->seats; i++) {
        company->guests[i] = draw_guest(memory->by_seat[hero].of[i], rng);
        if (company->guests[i].kind == GUEST_REPLIER)
            company->clever |= 1u << i;
    }
    company->guests[hero] = (struct guest){.kind = GUEST_MIX};
    struct peck_rng fork = kit_fork(rng);
    for (int action = 0; action < rollouts->actions; action++) {
        struct nothanks world = *s;
        company->beliefs = memory->beliefs;
        play_on(company, &world, action, rollouts->cards, fork);
        shares[action] = share_of(company, &world, hero);
        nothanks_outcome_add(&rollouts->tallies[action], &world, hero, shares[action]);
    }
    kit_add(&rollouts->lead, shares[TAKE] - shares[REFUSE]);
}

static void roll_out_all(struct rollouts *rollouts, const struct memory *memory, int cards,
                         const struct peck_budget *budget, struct peck_rng *rng)
{
    const struct nothanks *s = &memory->worlds[0];
    struct kit_timer timer = kit_timer_begin(budget);
    struct company company = {.nets = nothanks_nets(s->seats)};
    memset(rollouts, 0, sizeof *rollouts);
    rollouts->cards = cards;
    rollouts->actions = s->chips[memory->seat] == 0 ? 1 : 2; /* NT-12 */
    for (uint32_t i = 0; i == 0 || i < budget->work || budget->work == 0; i++) {
        if (i > 0 && kit_timer_over(&timer, 1))
            break;
        roll_out(rollouts, memory, i, &company, rng);
    }
}

/* ---- Estimates. ---- */

/* The standard error of a mean. Few samples may all be equal by luck: half a sample off
 * keeps the error above 0. */
static double error_of(const struct kit_sum *sum)
{
    return sqrt(kit_variance(sum) / sum->count) + 0.5 / sum->count;
}

static void write_estimates(struct peck_thought *thought, const struct outcomes *tallies,
                            int actions)
{
    for (int i = 0; i < actions; i++) {
        const struct outcomes *t = &tallies[i];
        thought->estimates[i] = (struct peck_estimate){
            .action = i == TAKE ? VERB_TAKE : VERB_REFUSE,
            .win = kit_mean(&t->win),
            .win_error = error_of(&t->win),
            .points = kit_mean(&t->points),
            .points_error = error_of(&t->points),
        };
    }
    thought->count = actions;
}

/* ---- Thinking. ---- */

static void say(struct peck_thought *thought, bool takes)
{
    kit_answer(thought, takes ? VERB_TAKE : VERB_REFUSE);
}

static bool forced(const struct peck_seat *seat)
{
    return ((const struct nothanks *)(const void *)seat->view)->chips[seat->seat] == 0;
}

/* Whoever does not roll out for its decision does so for its estimates, when asked. */
static void add_estimates(const struct peck_player *player, const struct memory *memory,
                          struct peck_rng *rng, struct peck_thought *thought)
{
    struct rollouts rollouts;
    if (thought->estimates == NULL)
        return;
    roll_out_all(&rollouts, memory, DECK, &player->budget, rng);
    write_estimates(thought, rollouts.tallies, rollouts.actions);
}

/* What a style does in most of the worlds. */
static void think_style(const struct peck_player *player, const struct peck_seat *seat,
                        const struct style *style, struct peck_rng *rng,
                        struct peck_thought *thought)
{
    struct memory memory;
    double takes = 0;
    nothanks_recall(&memory, seat, NULL, rng);
    for (int i = 0; i < memory.count && !forced(seat); i++) {
        struct costs costs = nothanks_costs_of(&memory.worlds[i]);
        takes += nothanks_style_takes(style, &memory.worlds[i], &costs, seat->seat);
    }
    say(thought, forced(seat) || nothanks_chance(rng, takes / memory.count));
    add_estimates(player, &memory, rng, thought);
}

/* A threshold that changes from one moment to the next; what costs nothing it never
 * refuses. */
static void think_easy(const struct peck_player *player, const struct peck_seat *seat,
                       struct peck_rng *rng, struct peck_thought *thought)
{
    enum { LOW = -2, WIDTH = 8 }; /* two draws: from -2 to 12, mostly about 5 */
    int bias = LOW + peck_rng_below(rng, WIDTH) + peck_rng_below(rng, WIDTH);
    struct style style = {.kind = STYLE_LINE, .slope = 1, .bias = bias < 0 ? 0 : bias};
    think_style(player, seat, &style, rng, thought);
}

#define STYLE(name, ...)                                                                   \
    static void think_##name(const struct peck_player *player,                             \
                             const struct peck_seat *seat, struct peck_rng *rng,           \
                             struct peck_thought *thought)                                 \
    {                                                                                      \
        const struct style style = {__VA_ARGS__};                                          \
        think_style(player, seat, &style, rng, thought);                                   \
    }

STYLE(random, .kind = STYLE_RANDOM)
STYLE(threshold, .kind = STYLE_LINE, .slope = 1, .bias = player->parameter)
STYLE(half_value, .kind = STYLE_VALUE, .slope = 2)
STYLE(half_milk, .kind = STYLE_LINE, .slope = 2, .bias = 4, .patience = MILKS_FREE)
STYLE(extort, .kind = STYLE_EXTORT, .slope = 0.4f, .bias = 0.25f)

static void think_flat(const struct peck_player *player, const struct peck_seat *seat,
                       struct peck_rng *rng, struct peck_thought *thought)
{
    struct memory memory;
    struct outcomes tallies[2] = {{.win = {0}}};
    nothanks_recall(&memory, seat, NULL, rng);
    for (int i = 0; i < player->parameter && !forced(seat); i++)
        nothanks_flat_playouts(&memory.worlds[i % memory.count], 1, rng, tallies);
    say(thought, forced(seat) || tallies[TAKE].win.sum >= tallies[REFUSE].win.sum);
    if (thought->estimates != NULL && !forced(seat))
        write_estimates(thought, tallies, 2);
    else
        add_estimates(player, &memory, rng, thought);
}

/* What the chain makes of both actions: chances of winning, the mean over the worlds. One
 * near the end is looked at a card further, if asked for, and so is a close one, but for a
 * position alone, where the chips are guesses. */
struct opinion {
    double win[2];
    double crumbs[2]; /* see auction.h */
};

static const double doubt = 0.03; /* about the lead of an action, in shares of the win */

/* An action's part of the doubt, which is less where hardly anything is open. */
static double doubt_of(double win)
{
    return doubt * sqrt(0.5) * 4 * win * (1 - win) + 1e-4;
}

static void opinion_add(struct opinion *opinion, const struct chain *chain,
                        const struct chain *maxn, int worlds)
{
    int hero = chain->seat[0], actions = chain->length > 1 ? 2 : 1; /* NT-12 */
    for (int i = 0; i < actions; i++) {
        const float *own = i == TAKE ? chain->leaf[0] : chain->value[1];
        const float *other = i == TAKE ? maxn->leaf[0] : maxn->value[1];
        opinion->win[i] += cautious(chain, own[hero], other[hero]) / worlds;
        opinion->crumbs[i] +=
            cautious(chain, own[CRUMBS + hero], other[CRUMBS + hero]) / worlds;
    }
}

/* By how much taking is the better. */
static double lead_of(const struct opinion *opinion)
{
    return opinion->win[TAKE] - opinion->win[REFUSE] +
           (opinion->crumbs[TAKE] - opinion->crumbs[REFUSE]);
}

static struct opinion opinion_of(const struct memory *memory, bool deep)
{
    const float close = 0.06f; /* where another look may change the answer */
    struct opinion opinion = {.win = {0}};
    struct minds minds;
    struct chain chain;
    int hero = memory->seat;
    struct nets nets = nothanks_nets(memory->worlds[0].seats);
    for (int i = 0; i < memory->count; i++) {
        const struct nothanks *s = &memory->worlds[i];
        nothanks_minds_read(&minds, &nets, s, deep ? ~(1u << hero) : 0, memory->by_seat);
        nothanks_chain_mix(
            &chain, nets.mix, s, hero, &memory->by_seat[hero], &minds,
            deep ? nothanks_chain_caution(&memory->by_seat[hero], s->seats, hero) : 0);
        if (deep && (s->left <= CHAIN_NEAR_END || (memory->count == 1 && chain.length > 1 &&
                                                   fabsf(chain_lead(&chain, 0)) < close)))
            nothanks_chain_deepen(&chain, &nets, s, hero, memory->by_seat, &minds);
        opinion_add(&opinion, &chain, &minds.maxn, memory->count);
    }
    return opinion;
}

/* Says what the opinion prefers. Rollouts tell the points, when estimates are asked for. */
static void say_opinion(const struct peck_player *player, const struct memory *memory,
                        const struct opinion *opinion, struct peck_rng *rng,
                        struct peck_thought *thought)
{
    bool forced = memory->worlds[0].chips[memory->seat] == 0; /* NT-12 */
    say(thought, forced || lead_of(opinion) >= 0);
    add_estimates(player, memory, rng, thought);
    for (uint32_t i = 0; i < thought->count; i++) {
        thought->estimates[i].win = opinion->win[i];
        thought->estimates[i].win_error = doubt_of(opinion->win[i]);
    }
}

/* Without a chip there is no choice; the calculation is for the estimates only. */
static bool nothing_to_say(const struct peck_seat *seat, struct peck_thought *thought)
{
    if (!forced(seat) || thought->estimates != NULL)
        return false;
    say(thought, true);
    return true;
}

static void think_maxn(const struct peck_player *player, const struct peck_seat *seat,
                       struct peck_rng *rng, struct peck_thought *thought)
{
    struct memory memory;
    struct opinion opinion = {.win = {0}};
    struct nets nets = nothanks_nets(seat->setup->seats);
    if (nothing_to_say(seat, thought))
        return;
    nothanks_recall(&memory, seat, NULL, rng);
    for (int i = 0; i < memory.count; i++) {
        struct chain chain;
        nothanks_chain_maxn(&chain, nets.maxn, &memory.worlds[i]);
        opinion_add(&opinion, &chain, &chain, memory.count);
    }
    say_opinion(player, &memory, &opinion, rng, thought);
}

/* Without a memory for people: replies to what is played on average. */
static void think_average(const struct peck_player *player, const struct peck_seat *seat,
                          struct peck_rng *rng, struct peck_thought *thought)
{
    struct memory memory;
    if (nothing_to_say(seat, thought))
        return;
    nothanks_recall(&memory, seat, NULL, rng);
    struct opinion opinion = opinion_of(&memory, false);
    say_opinion(player, &memory, &opinion, rng, thought);
}

static void think_hard(const struct peck_player *player, const struct peck_seat *seat,
                       struct peck_rng *rng, struct peck_thought *thought)
{
    struct memory memory;
    struct nets nets = nothanks_nets(seat->setup->seats);
    if (nothing_to_say(seat, thought))
        return;
    nothanks_recall(&memory, seat, &nets, rng);
    struct opinion opinion = opinion_of(&memory, true);
    say_opinion(player, &memory, &opinion, rng, thought);
}

/* Chain and rollouts are two opinions on the same lead; each counts by its precision. */
static void weigh(struct opinion *opinion, const struct rollouts *rollouts)
{
    double error = error_of(&rollouts->lead);
    double rolled = 1 / (error * error), reckoned = 1 / (doubt * doubt);
    double lead = opinion->win[TAKE] - opinion->win[REFUSE];
    double change = rolled / (rolled + reckoned) * (kit_mean(&rollouts->lead) - lead);
    opinion->win[TAKE] = fmin(fmax(opinion->win[TAKE] + change / 2, 0), 1);
    opinion->win[REFUSE] = fmin(fmax(opinion->win[REFUSE] - change / 2, 0), 1);
}

static void think_expert(const struct peck_player *player, const struct peck_seat *seat,
                         struct peck_rng *rng, struct peck_thought *thought)
{
    enum { AHEAD = 4 }; /* cards: further on, chance drowns what was decided */
    struct memory memory;
    struct rollouts rollouts;
    struct nets nets = nothanks_nets(seat->setup->seats);
    struct peck_player hurried = *player;
    if (thought->estimates != NULL) /* two goes in one time */
        hurried.budget.milliseconds = (player->budget.milliseconds + 1) / 2;
    if (nothing_to_say(seat, thought))
        return;
    nothanks_recall(&memory, seat, &nets, rng);
    struct opinion opinion = opinion_of(&memory, true);
    bool ends = memory.worlds[0].left <= 1; /* playing on would show nothing new */
    if (!forced(seat) && !ends && fabs(lead_of(&opinion)) < 3 * doubt) {
        struct peck_rng fork = kit_fork(rng);
        roll_out_all(&rollouts, &memory, AHEAD, &hurried.budget, &fork);
        weigh(&opinion, &rollouts);
    }
    say_opinion(&hurried, &memory, &opinion, rng, thought);
}

/* ---- The value of a state. ---- */

static void chain_win(const struct nothanks *s, double weight, double win[])
{
    struct chain chain;
    nothanks_chain_maxn(&chain, nothanks_nets(s->seats).maxn, s);
    for (int i = 0; i < s->seats; i++)
        win[i] += weight * chain.value[0][i];
}

/* Through the chain while a seat decides, and the mean over all cards before a flip, so
 * that the luck of a card is 0 on average. Before the first seat is drawn all are equal. */
static void value(const void *state, double win[])
{
    const struct nothanks *s = state;
    float shares[SEATS_MAX];
    for (int i = 0; i < s->seats; i++)
        win[i] = s->phase == PHASE_FIRST ? 1.0 / s->seats : 0;
    if (s->phase == PHASE_OVER) {
        nothanks_shares(s, shares);
        for (int i = 0; i < s->seats; i++)
            win[i] = shares[i];
    } else if (s->phase == PHASE_CHOICE) {
        chain_win(s, 1, win);
    } else if (s->phase == PHASE_FLIP) {
        for (uint64_t rest = s->unseen; rest != 0;) {
            struct nothanks after = *s;
            flip(&after, pop(&rest));
            chain_win(&after, 1.0 / count(s->unseen), win);
        }
    }
}

#define ROLLOUTS(number, limit) {.work = number, .milliseconds = limit}

extern const struct peck_guide_kind peck_guide_nothanks; /* guide.c */

static const struct peck_bot bots[] = {
    PECK_BOT("random", think_random,
             "takes or refuses at random (work: playouts for estimates)",
             .budget = ROLLOUTS(16, 10)),
    PECK_BOT("easy", think_easy,
             "takes what costs little, with a changing idea of little (work: playouts for "
             "estimates)",
             .budget = ROLLOUTS(16, 10)),
    PECK_BOT("normal", think_average,
             "replies to what is played on average (work: playouts for estimates)",
             .budget = ROLLOUTS(16, 10)),
    PECK_BOT("hard", think_hard,
             "replies to how the others play (work: playouts for estimates)",
             .budget = ROLLOUTS(100, 100)),
    PECK_BOT("expert", think_expert,
             "hard, and plays on for some cards when it is close (work: playouts)",
             .budget = ROLLOUTS(200, 1000)),
    {PECK_GUIDE_BOT},
    PECK_BOT("maxn", think_maxn, "thinks the auction through, each for himself",
             .budget = ROLLOUTS(16, 10)),
    PECK_BOT("average", think_average, "normal under its own name",
             .budget = ROLLOUTS(16, 10)),
    PECK_BOT("threshold", think_threshold, "takes when cost less pot is at most N",
             .low = 0, .high = 30, .standard = 10, .budget = ROLLOUTS(16, 10)),
    PECK_BOT("half-value", think_half_value,
             "takes when the pot is half the card, or the card costs nothing",
             .budget = ROLLOUTS(16, 10)),
    PECK_BOT("half-milk", think_half_milk,
             "takes when twice the pot is the cost less 4; milks cards that cost nothing",
             .budget = ROLLOUTS(16, 10)),
    PECK_BOT("extort", think_extort,
             "weighs chips by how few it has, and milks when nobody is near to taking",
             .budget = ROLLOUTS(16, 10)),
    PECK_BOT("flat-mc", think_flat,
             "N playouts of each action with half-value at all seats", .low = 1,
             .high = 4096, .standard = 64, .budget = ROLLOUTS(16, 10)),
};

const struct peck_skill peck_skill_nothanks = {
    .bots = bots,
    .count = sizeof bots / sizeof *bots,
    .value = value,
    .train = PECK_LEARNS(nothanks_train),
    .guide = &peck_guide_nothanks,
};
