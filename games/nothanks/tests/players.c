/* players.c — the players of No Thanks!: what they remember, how they calculate, what
 * they do.
 *
 * Sums that the players take shortcuts for (chains, networks, values) are done here a
 * second time, the long way round. */
#include "play.h"
#include "test.h"
#include "setups.h"

#include "../players/simulation.h"
#include "../players/memory.h"
#include "../players/training/train.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define MINE "nothanks seats=3 | p turn=0 "

extern const struct peck_game peck_nothanks;
static const struct peck_game *const game = &peck_nothanks;

/* ---- Help. ---- */

/* A match as it is being played by bots. */
struct sitting {
    union peck_state state;
    uint32_t count;
    struct peck_ply
        plies[2048]; /* 24 cards, each refused once a chip at most: 24 * 56 + 25 */
    struct peck_setup setup;
};

static void sitting_begin(struct sitting *sitting, const struct peck_setup *setup)
{
    struct peck_error error;
    sitting->setup = *setup;
    sitting->count = 0;
    assert_int_equal(peck_init(game, &sitting->state, setup, &error), PECK_OK);
}

static void sitting_play(struct sitting *sitting, int seat, uint32_t action)
{
    assert_int_equal(peck_act(game, &sitting->state, seat, action), PECK_OK);
    sitting->plies[sitting->count++] = (struct peck_ply){action, seat};
}

/* Chance plays until a seat decides; returns it, or -1 when the match is over. */
static int sitting_seat(struct sitting *sitting, struct peck_rng *rng)
{
    uint32_t movers;
    while ((movers = game->movers(&sitting->state)) == PECK_CHANCE_BIT)
        sitting_play(sitting, PECK_CHANCE, game->sample(&sitting->state, rng));
    return movers == 0 ? -1 : __builtin_ctz(movers);
}

static struct peck_thought think(const struct sitting *sitting, int seat,
                                 const struct peck_player *player, struct peck_rng *rng,
                                 struct peck_estimate *estimates)
{
    union peck_state view = sitting->state;
    struct peck_thought thought = {.estimates = estimates};
    game->redact(&view, seat);
    struct peck_seat knows = {game,  &sitting->setup, seat,
                              &view, sitting->plies,  sitting->count};
    player->bot->think(player, &knows, rng, &thought);
    return thought;
}

/* What a bot thinks of a position, knowing that alone. */
static struct peck_thought thought_of(const union peck_state *position, const char *name,
                                      struct peck_estimate *estimates)
{
    struct peck_player player = bot_named(game, name, 0);
    struct peck_thought thought = {.estimates = estimates};
    struct peck_setup setup;
    struct peck_rng rng;
    int seat = __builtin_ctz(game->movers(position));
    peck_rng_seed(&rng, 1);
    game->setup(position, &setup);
    struct peck_seat knows = {game, &setup, seat, position, NULL, 0};
    player.bot->think(&player, &knows, &rng, &thought);
    return thought;
}

static uint32_t answer_to(const char *line, const char *name)
{
    struct board board = board_at(line);
    return thought_of(&board.state, name, NULL).action;
}

#define ASSERT_TAKES(name, line) assert_int_equal(answer_to(line, name), VERB_TAKE)
#define ASSERT_REFUSES(name, line) assert_int_equal(answer_to(line, name), VERB_REFUSE)

/* Calls the visitor for every set-up of this game. */
struct each {
    void (*visit)(const struct peck_setup *setup);
    int visited;
};

static void visit_ours(const struct peck_game *which, const struct peck_setup *setup,
                       void *context)
{
    struct each *each = context;
    if (which != game)
        return;
    each->visit(setup);
    each->visited++;
}

static void each_of_ours(void (*visit)(const struct peck_setup *setup))
{
    struct each each = {visit, 0};
    each_setup(visit_ours, &each);
    assert_true(each.visited >= 5 + 3); /* 3–7 seats with large, 3–5 without */
}

/* ---- Memory. ---- */

static void recalls(const struct peck_setup *setup)
{
    struct sitting sitting;
    struct peck_rng rng;
    struct peck_player easy = bot_named(game, "easy", 0);
    peck_rng_seed(&rng, 7);
    sitting_begin(&sitting, setup);
    for (int seat; (seat = sitting_seat(&sitting, &rng)) >= 0;) {
        union peck_state view = sitting.state;
        struct memory memory;
        game->redact(&view, seat);
        struct peck_seat knows = {game, setup, seat, &view, sitting.plies, sitting.count};
        nothanks_recall(&memory, &knows, NULL, &rng);
        assert_int_equal(memory.count, 1);
        assert_memory_equal(&memory.worlds[0], &sitting.state, sizeof memory.worlds[0]);
        sitting_play(&sitting, seat, think(&sitting, seat, &easy, &rng, NULL).action);
    }
}

/* Whoever saw every ply knows all chips. */
TEST(memory_has_all_chips)
{
    each_of_ours(recalls);
}

struct recall {
    struct sitting *sitting;
    int seat;
    struct memory memory;
};

static void *recall_people(void *context)
{
    struct recall *recall = context;
    struct sitting *sitting = recall->sitting;
    struct nets nets = nothanks_nets(sitting->setup.seats);
    union peck_state view = sitting->state;
    struct peck_rng rng;
    peck_rng_seed(&rng, 1);
    game->redact(&view, recall->seat);
    struct peck_seat knows = {game,  &sitting->setup, recall->seat,
                              &view, sitting->plies,  sitting->count};
    nothanks_recall(&recall->memory, &knows, &nets, &rng);
    return NULL;
}

/* A new thread has nothing to go on from. */
static void assert_recalls_as_if_new(struct sitting *sitting, int seat)
{
    struct recall here = {.sitting = sitting, .seat = seat}, anew = here;
    pthread_t thread;
    recall_people(&here);
    assert_int_equal(pthread_create(&thread, NULL, recall_people, &anew), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_memory_equal(&here.memory.beliefs, &anew.memory.beliefs,
                        sizeof here.memory.beliefs);
    assert_memory_equal(&here.memory.worlds[0], &anew.memory.worlds[0],
                        sizeof here.memory.worlds[0]);
}

/* What was read of a match is gone on with in that match alone, though another began like
 * it: all have the same cards, and part when their players do; the last is the first with
 * an option that changes nothing for three. */
TEST(memory_keeps_matches_apart)
{
    enum { MATCHES = 4, DECISIONS = 40 };
    static const char *const names[MATCHES] = {"threshold-8", "threshold-10", "threshold-8",
                                               "threshold-8"};
    static const int often[MATCHES] = {1, 1, 2, 1}; /* asked at each decision, or not */
    static struct sitting sittings[MATCHES];
    struct peck_rng rngs[MATCHES];
    for (int m = 0; m < MATCHES; m++) {
        struct peck_setup setup;
        peck_setup_begin(game, 3, &setup);
        setup.option[OPTION_LARGE] = m == MATCHES - 1;
        peck_rng_seed(&rngs[m], 5);
        sitting_begin(&sittings[m], &setup);
    }
    for (int i = 0; i < DECISIONS * MATCHES; i++) {
        int m = i % MATCHES, seat = sitting_seat(&sittings[m], &rngs[m]);
        struct peck_player player = bot_named(game, names[m], 0);
        if (i / MATCHES % often[m] == 0)
            assert_recalls_as_if_new(&sittings[m], seat);
        sitting_play(&sittings[m], seat,
                     think(&sittings[m], seat, &player, &rngs[m], NULL).action);
    }
}

/* Whoever sees only a position splits the chips it cannot see, and they add up. */
TEST(memory_splits_chips)
{
    struct board board = board_at(MINE "card=17 pot=3 chips=9,?,? cards=20/30/33");
    struct peck_setup setup;
    struct peck_rng rng;
    struct memory memory;
    int different = 0;
    peck_rng_seed(&rng, 3);
    game->setup(&board.state, &setup);
    struct peck_seat knows = {game, &setup, 0, &board.state, NULL, 0};
    nothanks_recall(&memory, &knows, NULL, &rng);
    assert_int_equal(memory.count, WORLDS_MAX);
    for (int i = 0; i < memory.count; i++) {
        assert_null(game->check(&memory.worlds[i]));
        assert_int_equal(memory.worlds[i].chips[1] + memory.worlds[i].chips[2], 21);
        different += memory.worlds[i].chips[1] != memory.worlds[0].chips[1];
    }
    assert_true(different > 0);
}

/* ---- Reference opponents. ---- */

TEST(threshold_weighs_cost_and_pot)
{
    /* 17 with a pot of 7 costs 10. */
    const char *line = MINE "card=17 pot=7 chips=9,9,8 cards=20/30/33";
    ASSERT_TAKES("threshold-10", line);
    ASSERT_TAKES("threshold", line);
    ASSERT_REFUSES("threshold-9", line);
    /* 21 joins 20: costs nothing. 19 lowers the run: costs -1. */
    ASSERT_TAKES("threshold-0", MINE "card=21 pot=0 chips=11,11,11 cards=20/30/33");
    ASSERT_TAKES("threshold-0", MINE "card=19 pot=0 chips=11,11,11 cards=20/30/33");
}

TEST(half_value_looks_at_the_card)
{
    ASSERT_TAKES("half-value", MINE "card=14 pot=7 chips=9,9,8 cards=20/30/33");
    ASSERT_REFUSES("half-value", MINE "card=15 pot=7 chips=9,9,8 cards=20/30/33");
    ASSERT_TAKES("half-value", MINE "card=21 pot=0 chips=11,11,11 cards=20/30/33");
}

TEST(half_milk_lets_free_cards_go_round)
{
    /* 2 · 4 ≥ 12 − 4. */
    ASSERT_TAKES("half-milk", MINE "card=12 pot=4 chips=9,10,10 cards=20/30/33");
    ASSERT_REFUSES("half-milk", MINE "card=13 pot=4 chips=9,10,10 cards=20/30/33");
    /* 21 is free for seat 0, and 2 · 2 < 21 − 4 for the others: it goes round. */
    ASSERT_REFUSES("half-milk", MINE "card=21 pot=0 chips=11,11,11 cards=20/30/33");
    /* It does not while seat 1 has no chip and must take, or seat 2 wants it at a pot of 7
     * + 2. */
    ASSERT_TAKES("half-milk", MINE "card=21 pot=0 chips=16,0,17 cards=20/30/33");
    ASSERT_TAKES("half-milk", MINE "card=21 pot=7 chips=9,9,8 cards=20/30/33");
}

TEST(extort_weighs_chips)
{
    /* Many chips: h is about the pot. 5/12 > 0.4, 4/12 is not. */
    ASSERT_TAKES("extort", MINE "card=12 pot=5 chips=10,9,9 cards=20/30/33");
    ASSERT_REFUSES("extort", MINE "card=12 pot=4 chips=10,9,10 cards=20/30/33");
    /* With two chips, h = pot · (1 + 2) = 6. */
    ASSERT_TAKES("extort", MINE "card=12 pot=2 chips=2,14,15 cards=20/30/33");
    /* Free for seat 0 and nobody near: milk. With a pot of 6 seat 1 is near: 6/21 > 0.25.
     */
    ASSERT_REFUSES("extort", MINE "card=21 pot=3 chips=10,10,10 cards=20/30/33");
    ASSERT_TAKES("extort", MINE "card=21 pot=6 chips=9,9,9 cards=20/30/33");
}

/* Without chips nobody refuses, whoever it is. */
TEST(all_take_without_chips)
{
    const struct peck_skill *skill = peck_skill_of(game);
    for (int i = 0; i < skill->count; i++)
        ASSERT_TAKES(skill->bots[i].name,
                     MINE "card=35 pot=0 chips=0,17,16 cards=20/30/33");
}

/* With half-value all round, 3 below a run of 4, 5, 6 and nine chips on it is never left.
 */
TEST(flat_playouts_take_gifts)
{
    ASSERT_TAKES("flat-mc-64", MINE "card=3 pot=9 chips=8,8,8 cards=4.5.6/30/33");
}

/* ---- The chain. ---- */

/* Shares of the win, and points where the end is in sight. */
struct worth {
    double win[SEATS_MAX], points[SEATS_MAX];
};

static void worth_add(struct worth *sum, const struct worth *worth, double weight)
{
    for (int i = 0; i < SEATS_MAX; i++) {
        sum->win[i] += weight * worth->win[i];
        sum->points[i] += weight * worth->points[i];
    }
}

static struct worth worth_at_end(const struct nothanks *s)
{
    struct worth worth = {{0}, {0}};
    int32_t points[SEATS_MAX];
    uint8_t places[SEATS_MAX];
    int winners = 0;
    game->score(s, points, places);
    for (int i = 0; i < s->seats; i++)
        winners += places[i] == 1;
    for (int i = 0; i < s->seats; i++) {
        worth.win[i] = places[i] == 1 ? 1.0 / winners : 0;
        worth.points[i] = points[i];
    }
    return worth;
}

/* By how much a seat likes one better; points count where it wins as much. */
static double lead_of(const struct worth *one, const struct worth *other, int seat)
{
    double lead = one->win[seat] - other->win[seat];
    return fabs(lead) > 1e-7 ? lead : 1e-6 * (other->points[seat] - one->points[seat]);
}

/* The network's value of a state before a flip, without shortcuts. */
static struct worth worth_by_net(const struct nothanks *s, int viewer,
                                 const struct beliefs *beliefs, const struct net *net)
{
    static struct net_input input;
    struct worth worth = {{0}, {0}};
    float out[NET_OUTPUTS_MAX];
    nothanks_input(s, viewer, beliefs, &input);
    net_eval_softmax(net, &input, s->seats, out);
    for (int i = 0; i < s->seats; i++)
        worth.win[(viewer + i) % s->seats] = out[i];
    return worth;
}

/* maxⁿ by its definition: try both actions, and keep the one the mover likes better; and
 * every card that may be the last. */
static struct worth solve_maxn(const struct nothanks *s, const struct net *net)
{
    struct nothanks taken = *s, refused = *s;
    if (s->phase == PHASE_OVER)
        return worth_at_end(s);
    if (s->phase == PHASE_FLIP && s->left > 1)
        return worth_by_net(s, s->turn, NULL, net);
    if (s->phase == PHASE_FLIP) {
        struct worth mean = {{0}, {0}};
        for (uint64_t rest = s->unseen; rest != 0;) {
            struct nothanks last = *s;
            flip(&last, pop(&rest));
            struct worth worth = solve_maxn(&last, net);
            worth_add(&mean, &worth, 1.0 / count(s->unseen));
        }
        return mean;
    }
    take(&taken);
    struct worth worth = solve_maxn(&taken, net);
    if (s->chips[s->turn] == 0)
        return worth;
    refuse(&refused);
    struct worth later = solve_maxn(&refused, net);
    return lead_of(&worth, &later, s->turn) >= 0 ? worth : later;
}

/* The same for one hero among players drawn from its beliefs. By how much it prefers to
 * take is noted for every pot. */
struct reckoning {
    int hero;
    const struct beliefs *root;
    struct nets nets;
    double caution;
    bool deep; /* it considers its beliefs on the last card, too */
    double lead[CHAIN_MAX];
};

/* By how much the mover prefers to take, where each sees to himself. */
static double maxn_lead(const struct nothanks *s, const struct net *net)
{
    struct nothanks taken = *s, refused = *s;
    take(&taken);
    refuse(&refused);
    struct worth worth = solve_maxn(&taken, net), later = solve_maxn(&refused, net);
    return lead_of(&worth, &later, s->turn);
}

/* The odds, squared, that some of the others reply but not all: every way to share that
 * out among them. */
static double caution_of(const struct beliefs *beliefs, int seats, int hero)
{
    double mixed = 0;
    uint32_t others = ((1u << seats) - 1) & ~(1u << hero);
    for (uint32_t reply = (others - 1) & others; reply != 0; reply = (reply - 1) & others) {
        double chance = 1;
        for (int i = 0; i < seats; i++) {
            double replies = nothanks_mixture_type(beliefs->of[i], TYPE_REPLIER);
            if (i != hero)
                chance *= reply >> i & 1 ? replies : 1 - replies;
        }
        mixed += chance;
    }
    double odds = mixed / (1 - mixed);
    return odds * odds / (1 + odds * odds);
}

static struct worth solve_mix(const struct nothanks *s, const struct beliefs *now,
                              struct reckoning *reckoning);

/* Every card that may be the last, with what is believed now. */
static struct worth last_for_hero(const struct nothanks *taken,
                                  const struct reckoning *reckoning)
{
    struct worth mean = {{0}, {0}};
    for (uint64_t rest = taken->unseen; rest != 0;) {
        struct nothanks last = *taken;
        struct reckoning inner = *reckoning;
        flip(&last, pop(&rest));
        struct worth worth = solve_mix(&last, reckoning->root, &inner);
        worth_add(&mean, &worth, 1.0 / count(taken->unseen));
    }
    return mean;
}

/* After a take the hero asks its network, and the other as far as all others seem to be
 * maxⁿ. The end needs none. */
static struct worth worth_for_hero(const struct nothanks *taken,
                                   const struct reckoning *reckoning)
{
    const struct beliefs *root = reckoning->root;
    struct worth worth = {{0}, {0}}, own, other;
    double share = 0.85;
    int hero = reckoning->hero;
    if (taken->left == 1 && reckoning->deep)
        return last_for_hero(taken, reckoning);
    other = solve_maxn(taken, reckoning->nets.maxn);
    if (taken->left <= 1)
        return other;
    for (int i = 0; i < taken->seats; i++)
        share *= i == hero ? 1
                           : nothanks_mixture_type(root->of[i], TYPE_MAXN) +
                                 nothanks_mixture_type(root->of[i], TYPE_SOFT);
    own = worth_by_net(taken, hero, root, reckoning->nets.mix);
    worth_add(&worth, &own, 1 - share);
    worth_add(&worth, &other, share);
    return worth;
}

static struct worth solve_mix(const struct nothanks *s, const struct beliefs *now,
                              struct reckoning *reckoning)
{
    struct nothanks taken = *s, refused = *s;
    struct beliefs learnt = *now;
    struct worth sum = {{0}, {0}};
    double chance = 0;
    int hero = reckoning->hero;
    take(&taken);
    struct worth worth = worth_for_hero(&taken, reckoning);
    if (s->chips[s->turn] == 0)
        return worth;
    if (s->turn != hero) {
        static struct minds minds;
        nothanks_minds_read(&minds, &reckoning->nets, s, 0, NULL);
        chance = nothanks_mixture_takes(now->of[s->turn], nothanks_minds_odds(&minds, 0));
        nothanks_mixture_learn(learnt.of[s->turn], nothanks_minds_odds(&minds, 0), false);
    }
    refuse(&refused);
    struct worth later = solve_mix(&refused, &learnt, reckoning);
    double lead = lead_of(&worth, &later, hero), caution = reckoning->caution;
    if (s->turn == hero && caution > 0)
        lead = (1 - caution) * lead + caution * maxn_lead(s, reckoning->nets.maxn);
    if (s->turn == hero)
        chance = lead >= 0;
    reckoning->lead[s->pot] = lead;
    worth_add(&sum, &worth, chance);
    worth_add(&sum, &later, 1 - chance);
    return sum;
}

static void assert_close(const float *got, const double *want, int seats, double off)
{
    for (int i = 0; i < seats; i++)
        assert_true(fabs(got[i] - want[i]) < off);
}

/* Chains of a hero leave out what is next to never reached. */
static const double CUT = 0.002;

/* The hero's chain, and what a type that replies does before anything is known, at a card
 * just turned up. */
static void mix_agrees(const struct nothanks *s)
{
    struct beliefs beliefs, by_seat[SEATS_MAX];
    struct reckoning reckoning = {
        .hero = 1, .root = &beliefs, .nets = nothanks_nets(s->seats)};
    static struct minds minds;
    struct chain chain;
    struct worth worth;
    nothanks_beliefs_begin(&beliefs);
    nothanks_beliefs_views(&beliefs, s->seats, by_seat);
    nothanks_minds_read(&minds, &reckoning.nets, s, ~0u, by_seat);
    reckoning.caution = caution_of(&beliefs, s->seats, 1);
    solve_mix(s, &beliefs, &reckoning);
    for (int step = 0; step + 1 < minds.maxn.length; step++) {
        float takes = nothanks_minds_odds(&minds, step)->takes[TYPE_REPLIER];
        if (minds.maxn.seat[step] == 1 && fabs(reckoning.lead[step]) > CUT && step < 2)
            assert_int_equal(takes > 0.5f, reckoning.lead[step] > 0);
    }
    nothanks_minds_read(&minds, &reckoning.nets, s, 0, NULL);
    nothanks_mixture_learn(beliefs.of[0], nothanks_minds_odds(&minds, 0),
                           true); /* no two seats alike */
    nothanks_mixture_learn(beliefs.of[2], nothanks_minds_odds(&minds, 0), false);
    reckoning.caution = caution_of(&beliefs, s->seats, 1);
    assert_true(fabs(nothanks_chain_caution(&beliefs, s->seats, 1) - reckoning.caution) <
                1e-4);
    nothanks_chain_mix(&chain, reckoning.nets.mix, s, 1, &beliefs, &minds,
                       reckoning.caution);
    worth = solve_mix(s, &beliefs, &reckoning);
    assert_close(chain.value[0], worth.win, s->seats, CUT);
}

/* A replier does what the chain from its own seat says, with what it believes of the
 * others: here that one of them took. */
static void replier_agrees(const struct nothanks *s)
{
    enum { REPLIER = 1 };
    struct nets nets = nothanks_nets(s->seats);
    static struct minds plain, minds;
    struct beliefs beliefs, by_seat[SEATS_MAX];
    struct chain chain;
    nothanks_minds_read(&plain, &nets, s, 0, NULL);
    nothanks_beliefs_begin(&beliefs);
    nothanks_mixture_learn(beliefs.of[0], nothanks_minds_odds(&plain, 0), true);
    nothanks_beliefs_views(&beliefs, s->seats, by_seat);
    nothanks_minds_read(&minds, &nets, s, 1u << REPLIER, by_seat);
    nothanks_chain_mix(&chain, nets.mix, s, REPLIER, &by_seat[REPLIER], &plain,
                       nothanks_chain_caution(&by_seat[REPLIER], s->seats, REPLIER));
    for (int step = 0; step + 1 < minds.maxn.length; step++) {
        bool asked = minds.maxn.seat[step] == REPLIER;
        assert_int_equal(nothanks_minds_odds(&minds, step)->takes[TYPE_REPLIER] > 0.5f,
                         asked ? chain.takes[step] : minds.maxn.takes[step]);
    }
}

/* Plays a match of easy ones and compares at the first decision about each card. */
static void chains_agree(const struct peck_setup *setup)
{
    struct sitting sitting;
    struct peck_rng rng;
    struct peck_player easy = bot_named(game, "easy", 0);
    struct nets nets = nothanks_nets(setup->seats);
    peck_rng_seed(&rng, 11);
    sitting_begin(&sitting, setup);
    for (int seat; (seat = sitting_seat(&sitting, &rng)) >= 0;) {
        const struct nothanks *s = (const void *)&sitting.state;
        if (s->pot == 0) {
            struct chain chain;
            struct worth worth = solve_maxn(s, nets.maxn);
            nothanks_chain_maxn(&chain, nets.maxn, s);
            assert_close(chain.value[0], worth.win, s->seats, 1e-4);
            mix_agrees(s);
            replier_agrees(s);
        }
        sitting_play(&sitting, seat, think(&sitting, seat, &easy, &rng, NULL).action);
    }
}

TEST(chain_is_the_tree)
{
    each_of_ours(chains_agree);
}

/* Taking leaves seat 1 with 61 points, all chips and the last card to turn up, which it
 * refuses; then seat 2, with 46 and no chip, has to take it. It is one of 3, 7, 17, 18, 19,
 * 20, 24, 28, 33 and 35: six of them make seat 2 lose, and 17 is a tie at 62. */
TEST(last_card_is_worked_out)
{
    static const char *const names[] = {"maxn", "normal", "hard", "expert"};
    struct board board =
        board_at("nothanks seats=3 | p turn=1 card=30 pot=27 chips=0,6,0 "
                 "cards=8.9.10.14.15.16.21.23.32.34/4.5.13.22.25.26.27.31/6.11.12.29");
    for (int i = 0; i < 4; i++) {
        struct peck_estimate estimates[2];
        struct peck_thought thought = thought_of(&board.state, names[i], estimates);
        assert_int_equal(thought.action, VERB_TAKE);
        assert_int_equal(thought.count, 2);
        assert_true(fabs(estimates[0].win - 0.65) < CUT);
        assert_true(estimates[1].win < CUT);
    }
}

/* What hard gives for taking: its own estimate and, as far as it is cautious, maxⁿ's. */
static void hard_agrees(const union peck_state *position, const struct reckoning *reckoning)
{
    struct peck_estimate estimates[2];
    struct nothanks taken;
    int hero = reckoning->hero;
    memcpy(&taken, position, sizeof taken);
    take(&taken);
    struct worth own = worth_for_hero(&taken, reckoning);
    struct worth maxn = solve_maxn(&taken, reckoning->nets.maxn);
    thought_of(position, "hard", estimates);
    assert_true(fabs(estimates[0].win - (1 - reckoning->caution) * own.win[hero] -
                     reckoning->caution * maxn.win[hero]) < CUT);
}

/* A match of easy, up to the first decision with so many cards to come. */
static void sitting_near_end(struct sitting *sitting, const struct peck_setup *setup,
                             int left)
{
    struct peck_rng rng;
    struct peck_player easy = bot_named(game, "easy", 0);
    const struct nothanks *s = (const void *)&sitting->state;
    peck_rng_seed(&rng, 19);
    sitting_begin(sitting, setup);
    for (int seat; (seat = sitting_seat(sitting, &rng)) >= 0 && s->left > left;)
        sitting_play(sitting, seat, think(sitting, seat, &easy, &rng, NULL).action);
}

/* With one card to come hard goes by what it believes of the others on both. Nothing is
 * known of them here, so nobody is so likely a replier that it works out his replies. */
static void deep_chain_agrees(const struct peck_setup *setup)
{
    struct sitting sitting;
    struct beliefs beliefs, views[SEATS_MAX];
    static struct minds minds;
    struct chain chain;
    const struct nothanks *s = (const void *)&sitting.state;
    sitting_near_end(&sitting, setup, 1);
    nothanks_beliefs_begin(&beliefs);
    nothanks_beliefs_views(&beliefs, s->seats, views);
    struct reckoning reckoning = {.hero = s->turn,
                                  .root = &views[s->turn],
                                  .nets = nothanks_nets(s->seats),
                                  .deep = true};
    reckoning.caution = nothanks_chain_caution(&views[s->turn], s->seats, s->turn);
    nothanks_minds_read(&minds, &reckoning.nets, s, 0, NULL);
    nothanks_chain_mix(&chain, reckoning.nets.mix, s, s->turn, &views[s->turn], &minds,
                       reckoning.caution);
    nothanks_chain_deepen(&chain, &reckoning.nets, s, s->turn, views, &minds);
    struct worth worth = solve_mix(s, &views[s->turn], &reckoning);
    assert_close(chain.value[0], worth.win, s->seats, CUT);
    hard_agrees(&sitting.state, &reckoning);
}

TEST(deep_chain_is_the_tree)
{
    each_of_ours(deep_chain_agrees);
}

/* With two to come hard looks at every card that may be next, however clear it seems. */
static void further_look_agrees(const struct peck_setup *setup)
{
    struct sitting sitting;
    struct beliefs beliefs, views[SEATS_MAX];
    static struct minds minds;
    struct chain chain;
    struct peck_estimate estimates[2];
    const struct nothanks *s = (const void *)&sitting.state;
    struct nets nets = nothanks_nets(setup->seats);
    sitting_near_end(&sitting, setup, 2);
    nothanks_beliefs_begin(&beliefs);
    nothanks_beliefs_views(&beliefs, s->seats, views);
    int hero = s->turn;
    double caution = nothanks_chain_caution(&views[hero], s->seats, hero), own = 0;
    struct nothanks taken = *s;
    take(&taken);
    for (uint64_t rest = taken.unseen; rest != 0;) {
        struct nothanks next = taken;
        flip(&next, pop(&rest));
        nothanks_minds_read(&minds, &nets, &next, 0, NULL);
        nothanks_chain_mix(&chain, nets.mix, &next, hero, &views[hero], &minds, caution);
        own += chain.value[0][hero] / count(taken.unseen);
    }
    nothanks_chain_maxn(&chain, nets.maxn, s);
    thought_of(&sitting.state, "hard", estimates);
    double win = (1 - caution) * own + caution * chain.leaf[0][hero];
    assert_true(fabs(estimates[0].win - win) < 1e-5);
}

TEST(with_two_to_come_it_looks_further)
{
    each_of_ours(further_look_agrees);
}

/* Seat 0 wins whatever happens to the last card, 35: refused, it costs a chip, since seat 1
 * has none. */
TEST(points_decide_where_both_win)
{
    static const char *const names[] = {"maxn", "normal", "hard", "expert"};
    for (int i = 0; i < 4; i++)
        ASSERT_REFUSES(
            names[i],
            MINE "card=35 pot=0 chips=20,0,13 "
                 "cards=3.4.5.6.7.8.9.10/12.14.16.18.20.22.24.26/11.13.15.17.19.21.23");
}

/* ---- Beliefs. ---- */

/* How much likelier it has become that somebody is exactly of a type. */
static float gain_of(const float mixture[HYPOTHESES], int type)
{
    struct beliefs before;
    nothanks_beliefs_begin(&before);
    return mixture[type] / before.of[0][type];
}

/* Whether what was done fits no other type better. */
static bool believed_most(const float mixture[HYPOTHESES], int type)
{
    for (int t = 0; t < TYPES; t++) {
        if (gain_of(mixture, t) > 1.01f * gain_of(mixture, type))
            return false;
    }
    return true;
}

static int likeliest(const float mixture[HYPOTHESES])
{
    int most = 0;
    for (int t = 1; t < TYPES; t++)
        most = mixture[t] > mixture[most] ? t : most;
    return most;
}

static void assert_sums_to_one(const float mixture[HYPOTHESES])
{
    double sum = 0;
    for (int h = 0; h < HYPOTHESES; h++) {
        assert_true(mixture[h] > 0);
        sum += mixture[h];
    }
    assert_true(fabs(sum - 1) < 1e-4);
}

/* How often a seat was looked at, how often what it did fits no type better than its own,
 * and how often it fits none better than the one the company takes it for. */
struct watched {
    int seen, right, kept;
};

/* Plays a match among three types and asks the last to decide about the others. */
static void watch_match(const struct peck_player players[3], const int types[3],
                        uint64_t seed, struct watched watched[3])
{
    struct peck_setup setup;
    struct sitting sitting;
    struct peck_rng rng;
    struct memory memory;
    struct nets nets = nothanks_nets(3);
    peck_setup_begin(game, 3, &setup);
    peck_rng_seed(&rng, seed);
    sitting_begin(&sitting, &setup);
    for (int seat; (seat = sitting_seat(&sitting, &rng)) >= 0;) {
        union peck_state view = sitting.state;
        game->redact(&view, seat);
        struct peck_seat knows = {game, &setup, seat, &view, sitting.plies, sitting.count};
        nothanks_recall(&memory, &knows, &nets, &rng);
        sitting_play(&sitting, seat,
                     think(&sitting, seat, &players[seat], &rng, NULL).action);
    }
    for (int seat = 0; seat < 3; seat++) {
        if (seat != memory.seat) { /* of itself it has no opinion */
            const float *own = memory.beliefs.of[seat];
            const float *shared = memory.by_seat[memory.seat].of[seat];
            assert_sums_to_one(own);
            assert_sums_to_one(shared);
            watched[seat].right += believed_most(own, types[seat]);
            watched[seat].kept += believed_most(own, likeliest(shared));
            watched[seat].seen++;
        }
    }
}

/* At the end of a match what a seat played is the likeliest type by what it did, if not
 * alone. Types that did the same all along tie, and between them the company decides. So
 * of a shared belief it is asked only not to name one that fits worse. */
TEST(beliefs_find_the_type)
{
    static const int types[] = {2, 23, TYPE_MAXN};
    struct peck_player players[] = {bot_named(game, "threshold-3", 0),
                                    bot_named(game, "half-value", 0),
                                    bot_named(game, "maxn", 0)};
    struct watched watched[3] = {{0}};
    for (int i = 0; i < 30; i++)
        watch_match(players, types, i, watched);
    for (int seat = 0; seat < 3; seat++) {
        assert_true(watched[seat].seen > 0);
        assert_true(10 * watched[seat].right >= 9 * watched[seat].seen);
        assert_true(10 * watched[seat].kept >= 9 * watched[seat].seen);
    }
}

/* However surprising what somebody does is, he is of some kind: rounding does not add up.
 */
TEST(surprises_leave_chances)
{
    struct beliefs beliefs;
    struct odds odds = {{0}};
    for (int t = 0; t < TYPES; t++)
        nothanks_odds_of_type(&odds, t, 1);
    nothanks_odds_of_strangers(&odds);
    nothanks_beliefs_begin(&beliefs);
    for (int i = 0; i < 2000; i++) {
        nothanks_mixture_learn(beliefs.of[0], &odds, false);
        assert_sums_to_one(beliefs.of[0]);
    }
}

static float margin_at(const char *line, struct style style)
{
    struct board board = board_at(line);
    const struct nothanks *s = (const void *)&board.state;
    struct costs costs = nothanks_costs_of(s);
    style.kind = STYLE_LINE;
    style.slope = 1;
    return nothanks_style_margin(&style, s, &costs, 0);
}

#define ASSERT_MARGIN(line, points, ...)                                                   \
    assert_true(fabs(margin_at(line, (struct style){__VA_ARGS__}) - (points)) < 1e-4)

/* What the lines of styles are made of, one thing at a time. */
TEST(lines_are_drawn)
{
    const char *dear = MINE "card=20 pot=3 chips=3,17,10 cards=3/7/-";
    const char *free = MINE "card=20 pot=3 chips=3,17,10 cards=19/7/-";
    const double left = 21;
    ASSERT_MARGIN(dear, 3 - 20, .bias = 0);
    ASSERT_MARGIN(dear, 3 - 20 + 18, .bias = 18);
    ASSERT_MARGIN(dear, 3 + 1 - 20, .spares = true);
    ASSERT_MARGIN(dear, 3 * (1 + 2 * left / DECK) - 20, .early = 2);
    ASSERT_MARGIN(dear, 3 + 5 - 20, .thirst = 5);
    ASSERT_MARGIN(dear, 3 + 16 / 4.0 - 16 / 7.0 - 20, .pinch = 16);
    /* The seat that has 10 chips would find 5 on the card, and is the nearest to taking. */
    ASSERT_MARGIN(dear, 2.5, .bias = 14.5f, .thirst = 5);
    ASSERT_MARGIN(dear, 2.5, .bias = 14.5f, .thirst = 5, .patience = MILKS_FREE);
    ASSERT_MARGIN(dear, -0.5, .bias = 14.5f, .thirst = 5, .patience = MILKS_ALL);
    ASSERT_MARGIN(free, 5, .bias = 2);
    ASSERT_MARGIN(free, -13, .bias = 2, .patience = MILKS_FREE);
}

/* A player that only resembles a type differs where it is close, and hardly elsewhere. */
TEST(margins_are_blurred)
{
    assert_true(margin_takes(0, 0) == 1 && margin_takes(-0.1f, 0) == 0);
    assert_true(margin_takes(0, 4) == 0.5f && margin_takes(2, 4) == 0.75f);
    assert_true(margin_takes(4, 4) == 1 && margin_takes(-5, 4) == 0);
}

/* What one seat did says something about the others, less than about itself; what the
 * viewer did says nothing. By hand, for even odds of being alike. */
TEST(beliefs_are_shared)
{
    enum { TYPE = 2, VIEWER = 1 };
    struct beliefs prior, own, shared;
    struct odds odds = {{0}};
    nothanks_beliefs_begin(&prior);
    own = prior;
    for (int t = 0; t < TYPES; t++)
        nothanks_odds_of_type(&odds, t, t == TYPE);
    nothanks_odds_of_strangers(&odds);
    nothanks_mixture_learn(own.of[0], &odds, true);
    nothanks_mixture_learn(own.of[VIEWER], &odds, false);
    shared = own;
    nothanks_beliefs_share(&shared, 3, VIEWER);
    for (int h = 0; h < HYPOTHESES; h++) {
        assert_true(fabsf(shared.of[0][h] - own.of[0][h]) < 1e-6f);
        assert_true(shared.of[VIEWER][h] == own.of[VIEWER][h]);
        assert_true(fabsf(shared.of[2][h] - (prior.of[2][h] + own.of[0][h]) / 2) < 1e-6f);
    }
}

/* ---- Values. ---- */

static void assert_sum_is_one(const double *win, int seats)
{
    double sum = 0;
    for (int i = 0; i < seats; i++)
        sum += win[i];
    assert_true(fabs(sum - 1) < 1e-5);
}

static void values_have_no_luck(const struct peck_setup *setup)
{
    const struct peck_skill *skill = peck_skill_of(game);
    struct sitting sitting;
    struct peck_rng rng;
    struct peck_player easy = bot_named(game, "easy", 0);
    double before[SEATS_MAX], after[SEATS_MAX], mean[SEATS_MAX];
    uint32_t outcomes[CARDS];
    peck_rng_seed(&rng, 13);
    sitting_begin(&sitting, setup);
    for (;;) {
        uint32_t movers = game->movers(&sitting.state);
        skill->value(&sitting.state, before);
        assert_sum_is_one(before, setup->seats);
        if (movers == 0)
            break;
        if (movers != PECK_CHANCE_BIT) {
            int seat = __builtin_ctz(movers);
            sitting_play(&sitting, seat, think(&sitting, seat, &easy, &rng, NULL).action);
            continue;
        }
        uint32_t count = game->legal(&sitting.state, PECK_CHANCE, outcomes);
        memset(mean, 0, sizeof mean);
        for (uint32_t i = 0; i < count; i++) {
            union peck_state next = sitting.state;
            game->apply(&next, PECK_CHANCE, outcomes[i]);
            skill->value(&next, after);
            for (int seat = 0; seat < setup->seats; seat++)
                mean[seat] += after[seat] / count;
        }
        for (int seat = 0; seat < setup->seats; seat++)
            assert_true(fabs(mean[seat] - before[seat]) < 1e-5);
        sitting_play(&sitting, PECK_CHANCE, game->sample(&sitting.state, &rng));
    }
}

TEST(luck_is_zero_on_average)
{
    each_of_ours(values_have_no_luck);
}

/* ---- Levels. ---- */

/* What costs nothing is taken by a beginner too, and a 35 with an empty pot is not. */
TEST(easy_is_not_absurd)
{
    ASSERT_TAKES("easy", MINE "card=21 pot=0 chips=11,11,11 cards=20/30/33");
    ASSERT_REFUSES("easy", MINE "card=27 pot=0 chips=11,11,11 cards=20/30/33");
}

/* The share of wins of one hero among others, over every seat. */
static double share_among(const char *hero, const char *others, int blocks)
{
    struct peck_player one = bot_named(game, hero, 0), rest = bot_named(game, others, 0);
    struct peck_setup setup;
    static struct sitting sitting;
    double share = 0;
    peck_setup_begin(game, 3, &setup);
    for (int i = 0; i < 3 * blocks; i++) {
        struct peck_rng chance, thinking;
        float shares[SEATS_MAX];
        peck_rng_seed_match(&chance, 19, i / 3);
        peck_rng_seed_match(&thinking, 23, i);
        sitting_begin(&sitting, &setup);
        for (int seat; (seat = sitting_seat(&sitting, &chance)) >= 0;)
            sitting_play(
                &sitting, seat,
                think(&sitting, seat, seat == i % 3 ? &one : &rest, &thinking, NULL)
                    .action);
        nothanks_shares((const void *)&sitting.state, shares);
        share += shares[i % 3];
    }
    return share / (3 * blocks);
}

/* Far from the measured shares (docs/training.md), so that only a fault fails it:
 * with 90 matches the standard error is 0.05. */
TEST(hard_replies_to_styles)
{
    assert_true(share_among("hard", "half-value", 30) > 0.6);
    assert_true(share_among("hard", "threshold-6", 30) > 0.6);
    assert_true(share_among("half-value", "hard", 30) < 0.25);
    assert_true(share_among("easy", "normal", 30) < 0.45);
}

/* ---- Training. ---- */

static struct net_trainer train(bool mix, uint64_t seed)
{
    struct nothanks_lessons lessons = {.seats = 3,
                                       .mix = mix,
                                       .hidden = 8,
                                       .matches = 48,
                                       .seed = seed,
                                       .maxn = nothanks_nets(3).maxn};
    struct net_trainer trainer;
    assert_true(nothanks_learn(&lessons, &trainer));
    return trainer;
}

/* The same seed makes the same weights. */
TEST(training_repeats)
{
    for (int mix = 0; mix < 2; mix++) {
        struct net_trainer one = train(mix, 1), same = train(mix, 1), other = train(mix, 2);
        size_t bytes = one.size * sizeof *one.weights;
        assert_int_equal(one.net.inputs, nothanks_inputs(3, mix));
        assert_memory_equal(one.weights, same.weights, bytes);
        assert_true(memcmp(one.weights, other.weights, bytes) != 0);
        net_trainer_free(&one);
        net_trainer_free(&same);
        net_trainer_free(&other);
    }
}

static enum peck_status keep(void *context, const char *name, const unsigned char *bytes,
                             size_t count)
{
    int *kept = context;
    struct net net;
    assert_string_equal(name, *kept == 0 ? "nothanks-maxn-4" : "nothanks-mix-4");
    assert_true(net_open(&net, bytes, count));
    assert_int_equal(net.inputs, nothanks_inputs(4, *kept == 1));
    assert_int_equal(net.outputs, 4);
    net_close(&net);
    ++*kept;
    return PECK_OK;
}

/* Both networks come out of the door. */
TEST(training_saves)
{
    int kept = 0;
    struct peck_training training = {
        .seed = 1, .matches = 36, .context = &kept, .save = keep};
    peck_setup_begin(game, 4, &training.setup);
    assert_int_equal(nothanks_train(&training), PECK_OK);
    assert_int_equal(kept, 2);
}
