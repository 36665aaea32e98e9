/* mcts.c — tree search and flat search for any game: the bots `mcts-N` and `flat-N`.
 *
 * They use the contract alone. The games here have hidden cards, chance, three seats and
 * more, and seats that act at once; plain tree search for two players handles none of
 * these.
 *
 * One iteration of the tree search draws a world that the seat cannot rule out
 * (`determinize`), walks down the tree in that world, adds one node where the walk leaves
 * the tree, plays on at random to the end, and credits every seat with its share of the win
 * along the path.
 *
 * - Hidden information. The tree belongs to the searching seat: an edge is a ply *as that
 *   seat sees it* (`seen`), so worlds that it cannot tell apart share their nodes
 *   (information-set search with a single observer). One tree for each world would let the
 *   search plan with knowledge that it will not have. An action may be legal in some worlds
 *   only. UCB1 therefore counts for each edge how often it was on offer, not how often its
 *   parent was visited; otherwise a rarely legal action would seem neglected and be tried
 *   too often.
 * - More than two seats. Every seat picks the edge that looks best for itself: the values
 *   are vectors (maxⁿ).
 * - Chance is sampled by the game. A roll of eight dice has 1287 outcomes, so a chance node
 *   has at most one child more than the square root of its visits. An outcome without a
 *   child leaves the tree at once and is played out. The outcomes still come with their own
 *   odds, since the choice to add a node does not depend on the result.
 * - Many actions. A node considers few actions at first, drawn at random, and more with its
 *   visits: 2 + 3 · sqrt(visits).
 * - Several movers. Where several seats may act at once, one of them is drawn, as in
 *   peck_playout().
 *
 * Children are lists in ascending order of seat and action. Legal actions ascend too, so
 * matching a node's children with the legal actions is one merge. Nodes are indices into
 * one array, which doubles; without memory the search goes on with the nodes it has. The
 * answer is the action visited most.
 *
 * The flat search plays every action out in the same sampled worlds with the same
 * generator. The differences between actions are then known better than the actions
 * themselves.
 *
 * The unit of work is 1000 plies of random play, and not iterations, so that a budget means
 * about the same time in every game. */
#include "general.h"
#include "kit.h"

#include <stdlib.h>
#include <string.h>

enum {
    PLAYOUT_MAX = 50000, /* plies; the longest random match seen has 16,000 */
    DEPTH_MAX = 1024,    /* of the tree; plies */
    NODES_FIRST = 1024,
    PLIES_PER_WORK = 1000,
    OVERHEAD = 16, /* an iteration costs as much as some plies, however short it is */
};

static const double exploration = 0.7;

/* What was seen of one action of the searching seat. */
struct tally {
    double win;            /* the sum of the shares */
    struct kit_sum points; /* and how often it was tried */
};

/* How much was done, and how much may be. */
struct meter {
    uint64_t plies, plies_most;
    uint32_t laps, laps_most; /* 0: no limit */
    struct kit_timer timer;
};

struct node {
    uint32_t first,
        next;        /* child and sibling; 0: none. Siblings ascend by seat and action */
    uint32_t action; /* the ply that leads here, as the searching seat saw it … */
    uint32_t visits, offered;
    uint32_t children;
    uint8_t seat;                /* … and whose it was */
    double wins[PECK_SEATS_MAX]; /* sums of shares */
};

struct search {
    const struct peck_game *game;
    int seats, viewer;
    const union peck_state *view;
    struct peck_rng *rng;
    struct node *nodes; /* 0 is the root */
    uint32_t count, room;
    uint32_t actions[PECK_ACTIONS_MAX], action_count; /* of the root */
    struct tally *tallies;                            /* one for each of them */
    struct meter meter;
};

/* ---- The budget ---- */

static struct meter meter_begin(const struct peck_player *player)
{
    const struct peck_budget *budget = &player->budget;
    struct meter meter = {.plies_most = (uint64_t)budget->work * PLIES_PER_WORK,
                          .laps_most = (uint32_t)player->parameter,
                          .timer = kit_timer_begin(budget)};
    if (meter.plies_most == 0 && meter.laps_most == 0 && budget->milliseconds == 0)
        meter.laps_most = 1000; /* something must end it */
    return meter;
}

/* Counts one lap; whether there may be another. The clock is asked every eighth time. */
static bool meter_lap(struct meter *meter, uint64_t plies)
{
    meter->laps++;
    meter->plies += plies;
    if (meter->laps_most > 0 && meter->laps >= meter->laps_most)
        return false;
    if (meter->plies_most > 0 && meter->plies >= meter->plies_most)
        return false;
    return meter->laps % 8 != 0 || !kit_timer_over(&meter->timer, 1);
}

/* ---- The tree ---- */

/* Room for one node more; false without memory. */
static bool make_room(struct search *search)
{
    if (search->count < search->room)
        return true;
    uint32_t room = search->room == 0 ? NODES_FIRST : search->room * 2;
    struct node *nodes = realloc(search->nodes, room * sizeof *nodes);
    if (nodes == NULL)
        return false;
    search->nodes = nodes;
    search->room = room;
    return true;
}

static bool before(const struct node *node, int seat, uint32_t action)
{
    return node->seat != seat ? node->seat < seat : node->action < action;
}

/* The child for a ply, or 0; looks on from `*from` when the ply cannot stand before it, and
 * leaves there where it stopped, because legal actions come in ascending order. */
static uint32_t find_child(const struct search *search, uint32_t parent, int seat,
                           uint32_t action, uint32_t *from)
{
    const struct node *nodes = search->nodes;
    uint32_t at =
        *from != 0 && before(&nodes[*from], seat, action) ? *from : nodes[parent].first;
    while (at != 0 && before(&nodes[at], seat, action)) {
        *from = at;
        at = nodes[at].next;
    }
    return at != 0 && nodes[at].seat == seat && nodes[at].action == action ? at : 0;
}

/* A new child; 0 without memory, and the search makes do with the nodes it has. */
static uint32_t add_child(struct search *search, uint32_t parent, int seat, uint32_t action)
{
    if (!make_room(search))
        return 0;
    struct node *nodes = search->nodes;
    uint32_t fresh = search->count++;
    uint32_t *link = &nodes[parent].first;
    while (*link != 0 && before(&nodes[*link], seat, action))
        link = &nodes[*link].next;
    memset(&nodes[fresh], 0, sizeof nodes[fresh]);
    nodes[fresh].seat = (uint8_t)seat;
    nodes[fresh].action = action;
    nodes[fresh].offered = 1;
    nodes[fresh].next = *link;
    *link = fresh;
    nodes[parent].children++;
    return fresh;
}

/* How many actions a node of so many visits compares. */
static uint32_t width(uint32_t visits)
{
    return 2 + (uint32_t)(3 * sqrt(visits));
}

static double promise(const struct node *child, int seat)
{
    return child->wins[seat] / child->visits +
           exploration * sqrt(log(child->offered) / child->visits);
}

/* Chooses and plays the seat's action in the world, and returns where it leads: to a child,
 * or to 0, out of the tree. Untried actions come first while the node is narrow; after that
 * the best promise wins. `*played` becomes the action's index. */
static uint32_t descend_seat(struct search *search, uint32_t at, union peck_state *world,
                             int seat, uint32_t *played)
{
    uint32_t actions[PECK_ACTIONS_MAX];
    uint32_t count = search->game->legal(world, seat, actions);
    uint32_t best = 0, best_index = 0, untried = 0, untried_index = 0, from = 0;
    double most = -1;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t seen = search->game->seen(world, seat, actions[i], search->viewer);
        uint32_t child = find_child(search, at, seat, seen, &from);
        if (child == 0) { /* each of the untried is as likely as any other */
            if (peck_rng_below(search->rng, ++untried) == 0)
                untried_index = i;
            continue;
        }
        search->nodes[child].offered++;
        double score = promise(&search->nodes[child], seat);
        if (score > most) {
            most = score;
            best = child;
            best_index = i;
        }
    }
    bool try =
        untried > 0 && (best == 0 || count - untried < width(search->nodes[at].visits));
    uint32_t index = *played = try ? untried_index : best_index;
    if (try) {
        uint32_t seen = search->game->seen(world, seat, actions[index], search->viewer);
        best = add_child(search, at, seat, seen);
    }
    search->game->apply(world, seat, actions[index]);
    return best;
}

static uint32_t descend_chance(struct search *search, uint32_t at, union peck_state *world)
{
    const struct peck_game *game = search->game;
    uint32_t outcome = game->sample(world, search->rng), from = 0;
    uint32_t seen = game->seen(world, PECK_CHANCE, outcome, search->viewer);
    game->apply(world, PECK_CHANCE, outcome);
    uint32_t child = find_child(search, at, PECK_CHANCE, seen, &from);
    const struct node *node = &search->nodes[at];
    if (child == 0 && node->children < 1 + (uint32_t)sqrt(node->visits))
        child = add_child(search, at, PECK_CHANCE, seen);
    return child;
}

/* Walks down to a node that is new or a ply that has none; returns the path's length. */
static uint32_t walk(struct search *search, union peck_state *world, uint32_t *path,
                     uint32_t *root_index)
{
    uint32_t depth = 0, at = 0;
    while (depth + 1 < DEPTH_MAX) {
        uint32_t movers = search->game->movers(world), index;
        if (movers == 0)
            break;
        if (movers == PECK_CHANCE_BIT) {
            at = descend_chance(search, at, world);
        } else {
            int seat = depth == 0 ? search->viewer : peck_rng_bit(search->rng, movers);
            at = descend_seat(search, at, world, seat, &index);
            if (depth == 0)
                *root_index = index;
        }
        depth++;
        path[depth] = at;
        if (at == 0)
            return depth;
        if (search->nodes[at].visits == 0)
            break;
    }
    return depth + 1;
}

static void credit(struct tally *tally, double share, int32_t points)
{
    tally->win += share;
    kit_add(&tally->points, points);
}

/* Returns the plies it played. */
static uint64_t iterate(struct search *search)
{
    uint32_t path[DEPTH_MAX + 1] = {0}, index = 0;
    union peck_state world = *search->view;
    search->game->determinize(&world, search->viewer, search->rng);
    uint32_t length = walk(search, &world, path, &index);
    uint32_t plies = search->game->playout(&world, search->rng, PLAYOUT_MAX);
    int32_t points[PECK_SEATS_MAX];
    double shares[PECK_SEATS_MAX];
    kit_win_shares(search->game, &world, search->seats, points, shares);
    for (uint32_t i = 0; i < length; i++) {
        struct node *node = &search->nodes[path[i]];
        node->visits++;
        for (int s = 0; s < search->seats; s++)
            node->wins[s] += shares[s];
    }
    credit(&search->tallies[index], shares[search->viewer], points[search->viewer]);
    return plies + length + OVERHEAD;
}

/* ---- The answer ---- */

/* All actions together: what is known about one that was not looked at. */
static struct tally pool(const struct tally *tallies, uint32_t count)
{
    struct tally sum = {0};
    for (uint32_t i = 0; i < count; i++) {
        sum.win += tallies[i].win;
        sum.points.count += tallies[i].points.count;
        sum.points.sum += tallies[i].points.sum;
        sum.points.squares += tallies[i].points.squares;
    }
    return sum;
}

static uint32_t visits(const struct tally *tally)
{
    return tally->points.count;
}

static double variance(const struct tally *tally)
{
    uint32_t n = visits(tally);
    return n < 2 ? 0 : kit_variance(&tally->points) * n / (n - 1);
}

/* The errors are never 0, for nothing here is exact: the chance is taken from half a win
 * and half a loss more than there were, and the points borrow one match from all actions
 * together. */
static void estimate(const struct tally *tally, const struct tally *all,
                     struct peck_estimate *out)
{
    const struct tally *known = visits(tally) > 0 ? tally : all;
    double n = visits(tally), chance = (tally->win + 0.5) / (n + 1);
    out->win = known->win / visits(known);
    out->points = kit_mean(&known->points);
    out->win_error = sqrt(chance * (1 - chance) / (n + 1));
    out->points_error =
        sqrt((n * variance(tally) + variance(all)) / (n + 1) / (n > 0 ? n : 1));
}

static bool better(const struct tally *a, const struct tally *b, bool low_wins)
{
    if (visits(b) == 0 || visits(a) == 0)
        return visits(a) > 0;
    double a_win = a->win / visits(a), b_win = b->win / visits(b);
    if (a_win != b_win)
        return a_win > b_win;
    double more = kit_mean(&a->points) - kit_mean(&b->points);
    return low_wins ? more < 0 : more > 0;
}

static void answer(const struct peck_game *game, const uint32_t *actions, uint32_t count,
                   const struct tally *tallies, bool by_visits,
                   struct peck_thought *thought)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < count; i++) {
        const struct tally *a = &tallies[i], *b = &tallies[best];
        if (by_visits && visits(a) != visits(b) ? visits(a) > visits(b)
                                                : better(a, b, game->low_wins))
            best = i;
    }
    thought->action = actions[best];
    if (thought->estimates == NULL)
        return;
    const struct tally all = pool(tallies, count);
    for (uint32_t i = 0; i < count; i++) {
        thought->estimates[i].action = actions[i];
        estimate(&tallies[i], &all, &thought->estimates[i]);
    }
    thought->count = count;
}

/* A forced action needs no thought, unless estimates are wanted. Without memory it must do.
 */
static bool begin(struct search *search, const struct peck_seat *seat, struct peck_rng *rng,
                  struct peck_thought *thought)
{
    memset(search, 0, sizeof *search);
    search->game = seat->game;
    search->seats = seat->setup->seats;
    search->viewer = seat->seat;
    search->view = seat->view;
    search->rng = rng;
    search->action_count = seat->game->legal(seat->view, seat->seat, search->actions);
    kit_answer(thought, search->actions[0]);
    if (search->action_count == 1 && thought->estimates == NULL)
        return false;
    search->tallies = calloc(search->action_count, sizeof *search->tallies);
    return search->tallies != NULL;
}

void mcts_think(const struct peck_player *player, const struct peck_seat *seat,
                struct peck_rng *rng, struct peck_thought *thought)
{
    struct search search;
    if (!begin(&search, seat, rng, thought))
        return;
    if (make_room(&search)) {
        memset(&search.nodes[0], 0, sizeof search.nodes[0]);
        search.count = 1;
        search.meter = meter_begin(player);
        while (meter_lap(&search.meter, iterate(&search)))
            continue;
        answer(search.game, search.actions, search.action_count, search.tallies, true,
               thought);
    }
    free(search.nodes);
    free(search.tallies);
}

/* One world, played out from each action. Returns the plies played. */
static uint64_t compare_in_one_world(struct search *search)
{
    uint64_t plies = 0;
    union peck_state world = *search->view;
    search->game->determinize(&world, search->viewer, search->rng);
    struct peck_rng common = kit_fork(search->rng);
    for (uint32_t i = 0; i < search->action_count; i++) {
        union peck_state state = world;
        struct peck_rng rng = common;
        int32_t points[PECK_SEATS_MAX];
        double shares[PECK_SEATS_MAX];
        search->game->apply(&state, search->viewer, search->actions[i]);
        plies += search->game->playout(&state, &rng, PLAYOUT_MAX) + OVERHEAD;
        kit_win_shares(search->game, &state, search->seats, points, shares);
        credit(&search->tallies[i], shares[search->viewer], points[search->viewer]);
    }
    return plies;
}

void mcts_flat_think(const struct peck_player *player, const struct peck_seat *seat,
                     struct peck_rng *rng, struct peck_thought *thought)
{
    struct search search;
    if (!begin(&search, seat, rng, thought))
        return;
    search.meter = meter_begin(player);
    while (meter_lap(&search.meter, compare_in_one_world(&search)))
        continue;
    answer(search.game, search.actions, search.action_count, search.tallies, false,
           thought);
    free(search.tallies);
}
