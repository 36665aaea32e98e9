/* ratings.c — fits strengths by minorising and maximising, and their errors by a sandwich.
 *
 * Stages. A ranking is a list of stages: a set of seats still in, one of which comes first.
 * The likelihood needs only how often each set of entrants occurred, and how often each
 * entrant came first in one. So equal stages are added up in a hash table before anything
 * is fitted, and a step costs as many terms as there are different sets, however many
 * matches were played. Of m seats that share a place, writing out all m! orders is not
 * necessary: each subset of k of them is still in together in 1 / C(m, k) of the orders,
 * which is at most 127 stages for seven seats.
 *
 * Fitting. Gradient ascent would need a step size. The MM algorithm (Hunter 2004) does not:
 * the new strength of an entrant is its wins divided by the sum, over all sets it is in, of
 * weight / total strength of the set. Each step raises the likelihood. It stops when no
 * logarithm changes by more than 1e-9.
 *
 * Errors. The inverse of the information would be right if all matches were independent.
 * Matches of a block share their luck. So each block's gradient g is turned into the move J
 * g that the block alone makes (J is the inverse information), and the squares of these
 * moves are added up over blocks: the sandwich estimator. Only differences between
 * strengths mean anything, so moves are centred first. docs/study/arena.md has the same in
 * words.
 */
#include "ratings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STAGES_MAX = (1 << PECK_SEATS_MAX) - 1 }; /* of one ranking: all sets of seats */

struct stage {
    uint32_t seats; /* bit s: seat s is still in */
    double weight;
};

/* How often a set of entrants occurred; the set as three bits for each entrant's number. */
struct set {
    uint64_t members;
    double weight; /* 0: an empty entry */
};

_Static_assert(PECK_SEATS_MAX < 8 && PECK_ENTRANTS_MAX * 3 <= 64, "three bits each");

struct model {
    int entrants;
    double wins[PECK_ENTRANTS_MAX];
    double strength[PECK_ENTRANTS_MAX];
    struct set *sets;
    size_t count, room; /* the room is a power of two */
};

/* ---- Stages. ---- */

static uint32_t seats_at(const struct peck_ranking *ranking, int place)
{
    uint32_t seats = 0;
    for (int s = 0; s < ranking->seats; s++)
        seats |= (uint32_t)(ranking->place[s] == place) << s;
    return seats;
}

/* The stages of m seats that share a place. Over all orders of them, each set of k seats is
 * at some time still in together in one of C(m, k) orders. `behind` are the seats placed
 * after them, which are always in. */
static int stages_of_group(uint32_t group, uint32_t behind, struct stage stages[])
{
    static const int choose[8][8] = {
        {1},
        {1, 1},
        {1, 2, 1},
        {1, 3, 3, 1},
        {1, 4, 6, 4, 1},
        {1, 5, 10, 10, 5, 1},
        {1, 6, 15, 20, 15, 6, 1},
        {1, 7, 21, 35, 35, 21, 7, 1},
    };
    int count = 0, m = __builtin_popcount(group);
    for (uint32_t part = group; part != 0; part = (part - 1) & group) {
        uint32_t in = part | behind;
        if ((in & (in - 1)) != 0) /* one alone is no choice */
            stages[count++] = (struct stage){in, 1.0 / choose[m][__builtin_popcount(part)]};
    }
    return count;
}

/* All stages of a ranking, and how often each seat came first in one. */
static int stages_of(const struct peck_ranking *ranking, struct stage stages[STAGES_MAX],
                     double wins[PECK_SEATS_MAX])
{
    int count = 0;
    uint32_t behind = (1u << ranking->seats) - 1;
    for (int place = 1; behind != 0; place++) {
        uint32_t group = seats_at(ranking, place);
        behind &= ~group;
        count += stages_of_group(group, behind, stages + count);
        for (uint32_t left = group; left != 0; left &= left - 1)
            wins[__builtin_ctz(left)] =
                behind != 0 ? 1 : 1 - 1.0 / __builtin_popcount(group);
    }
    return count;
}

static uint64_t members_of(const struct peck_ranking *ranking, uint32_t seats)
{
    uint64_t members = 0;
    for (; seats != 0; seats &= seats - 1)
        members += UINT64_C(1) << 3 * ranking->entrant[__builtin_ctz(seats)];
    return members;
}

static int number_in(uint64_t members, int entrant)
{
    return (int)(members >> 3 * entrant & 7);
}

/* ---- Adding up. ---- */

static struct set *find_set(struct set *sets, size_t room, uint64_t members)
{
    uint64_t counter = members;
    size_t at = peck_rng_mix(&counter) & (room - 1);
    while (sets[at].weight != 0 && sets[at].members != members)
        at = (at + 1) & (room - 1);
    return &sets[at];
}

static bool grow(struct model *model)
{
    size_t room = model->room == 0 ? 256 : model->room * 2;
    struct set *sets = calloc(room, sizeof *sets);
    if (sets == NULL)
        return false;
    for (size_t i = 0; i < model->room; i++) {
        if (model->sets[i].weight != 0)
            *find_set(sets, room, model->sets[i].members) = model->sets[i];
    }
    free(model->sets);
    model->sets = sets;
    model->room = room;
    return true;
}

static bool add_ranking(struct model *model, const struct peck_ranking *ranking)
{
    struct stage stages[STAGES_MAX];
    double wins[PECK_SEATS_MAX] = {0};
    int count = stages_of(ranking, stages, wins);
    for (int s = 0; s < ranking->seats; s++)
        model->wins[ranking->entrant[s]] += wins[s];
    for (int i = 0; i < count; i++) {
        if (model->count * 2 >= model->room && !grow(model))
            return false;
        uint64_t members = members_of(ranking, stages[i].seats);
        struct set *set = find_set(model->sets, model->room, members);
        model->count += set->weight == 0;
        set->members = members;
        set->weight += stages[i].weight;
    }
    return true;
}

/* ---- Fitting. ---- */

static double total_of(const struct model *model, uint64_t members)
{
    double total = 0;
    for (int e = 0; e < model->entrants; e++)
        total += number_in(members, e) * model->strength[e];
    return total;
}

/* One step of minorising and maximising; returns the largest change of a logarithm. The
 * draw with a player of strength 1 is half a win in one stage of two. */
static double improve(struct model *model)
{
    double rivals[PECK_ENTRANTS_MAX], change = 0;
    for (int e = 0; e < model->entrants; e++)
        rivals[e] = 1 / (1 + model->strength[e]);
    for (size_t i = 0; i < model->room; i++) {
        const struct set *set = &model->sets[i];
        if (set->weight == 0)
            continue;
        double each = set->weight / total_of(model, set->members);
        for (int e = 0; e < model->entrants; e++)
            rivals[e] += number_in(set->members, e) * each;
    }
    for (int e = 0; e < model->entrants; e++) {
        double better = (model->wins[e] + 0.5) / rivals[e];
        change = fmax(change, fabs(log(better / model->strength[e])));
        model->strength[e] = better;
    }
    return change;
}

/* ---- Errors. ---- */

struct matrix {
    double at[PECK_ENTRANTS_MAX][PECK_ENTRANTS_MAX];
};

static void information_of(const struct model *model, struct matrix *information)
{
    memset(information, 0, sizeof *information);
    for (int e = 0; e < model->entrants; e++) {
        double sum = 1 + model->strength[e];
        information->at[e][e] = model->strength[e] / (sum * sum);
    }
    for (size_t i = 0; i < model->room; i++) {
        const struct set *set = &model->sets[i];
        double total = set->weight != 0 ? total_of(model, set->members) : 1;
        double share[PECK_ENTRANTS_MAX];
        for (int e = 0; e < model->entrants; e++)
            share[e] = number_in(set->members, e) * model->strength[e] / total;
        for (int a = 0; a < model->entrants; a++) {
            information->at[a][a] += set->weight * share[a];
            for (int b = 0; b < model->entrants; b++)
                information->at[a][b] -= set->weight * share[a] * share[b];
        }
    }
}

/* Gauss and Jordan, with the largest pivot; the information is positive definite. */
static void invert(struct matrix *m, struct matrix *inverse, int n)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            inverse->at[i][j] = i == j;
    }
    for (int column = 0; column < n; column++) {
        int pivot = column;
        for (int i = column + 1; i < n; i++)
            pivot = fabs(m->at[i][column]) > fabs(m->at[pivot][column]) ? i : pivot;
        for (int j = 0; j < n; j++) {
            double held = m->at[column][j], other = inverse->at[column][j];
            m->at[column][j] = m->at[pivot][j];
            m->at[pivot][j] = held;
            inverse->at[column][j] = inverse->at[pivot][j];
            inverse->at[pivot][j] = other;
        }
        double scale = 1 / m->at[column][column];
        for (int j = 0; j < n; j++) {
            m->at[column][j] *= scale;
            inverse->at[column][j] *= scale;
        }
        for (int i = 0; i < n; i++) {
            double factor = i == column ? 0 : m->at[i][column];
            for (int j = 0; j < n; j++) {
                m->at[i][j] -= factor * m->at[column][j];
                inverse->at[i][j] -= factor * inverse->at[column][j];
            }
        }
    }
}

/* How one ranking pulls at the logarithms of the strengths. */
static void add_gradient(const struct model *model, const struct peck_ranking *ranking,
                         double gradient[PECK_ENTRANTS_MAX])
{
    struct stage stages[STAGES_MAX];
    double wins[PECK_SEATS_MAX] = {0};
    int count = stages_of(ranking, stages, wins);
    for (int s = 0; s < ranking->seats; s++)
        gradient[ranking->entrant[s]] += wins[s];
    for (int i = 0; i < count; i++) {
        double total = 0;
        for (uint32_t left = stages[i].seats; left != 0; left &= left - 1)
            total += model->strength[ranking->entrant[__builtin_ctz(left)]];
        for (uint32_t left = stages[i].seats; left != 0; left &= left - 1) {
            int e = ranking->entrant[__builtin_ctz(left)];
            gradient[e] -= stages[i].weight * model->strength[e] / total;
        }
    }
}

/* The errors of the centred logarithms of the strengths: with J = inverse information, each
 * block's gradient g moves them by J·g, and the squares of these moves add up. */
static void find_errors(const struct model *model, const struct peck_ranking *rankings,
                        size_t count, int block, double errors[])
{
    struct matrix information, inverse;
    int n = model->entrants;
    double blocks = (double)count / block;
    information_of(model, &information);
    invert(&information, &inverse, n);
    memset(errors, 0, (size_t)n * sizeof *errors);
    for (size_t first = 0; first < count; first += (size_t)block) {
        double gradient[PECK_ENTRANTS_MAX] = {0}, move[PECK_ENTRANTS_MAX] = {0}, mean = 0;
        for (int i = 0; i < block; i++)
            add_gradient(model, &rankings[first + (size_t)i], gradient);
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < n; b++)
                move[a] += inverse.at[a][b] * gradient[b];
            mean += move[a] / n;
        }
        for (int a = 0; a < n; a++)
            errors[a] += (move[a] - mean) * (move[a] - mean);
    }
    for (int a = 0; a < n; a++)
        errors[a] = blocks > 1 ? sqrt(errors[a] * blocks / (blocks - 1)) : 0;
}

enum peck_status peck_ratings_fit(const struct peck_ranking *rankings, size_t count,
                                  int block, int entrants, struct peck_rating ratings[])
{
    enum { STEPS_MAX = 10000 };
    static const double scale = 400 / 2.302585092994046; /* from natural to decimal */
    struct model model = {.entrants = entrants};
    double errors[PECK_ENTRANTS_MAX], mean = 0;
    PECK_ASSERT(count % (size_t)block == 0);
    for (int e = 0; e < entrants; e++)
        model.strength[e] = 1;
    for (size_t i = 0; i < count; i++) {
        if (!add_ranking(&model, &rankings[i])) {
            free(model.sets);
            return PECK_NO_MEMORY;
        }
    }
    for (int step = 0; step < STEPS_MAX && improve(&model) > 1e-9; step++)
        ;
    find_errors(&model, rankings, count, block, errors);
    for (int e = 0; e < entrants; e++)
        mean += log(model.strength[e]) / entrants;
    for (int e = 0; e < entrants; e++)
        ratings[e] = (struct peck_rating){scale * (log(model.strength[e]) - mean),
                                          scale * errors[e]};
    free(model.sets);
    return PECK_OK;
}

enum peck_status peck_ratings_of(const struct peck_arena *arena,
                                 struct peck_rating ratings[])
{
    int seats = arena->setup.seats;
    size_t count = (size_t)arena->done * (size_t)seats;
    struct peck_ranking *rankings = calloc(count + 1, sizeof *rankings);
    if (rankings == NULL)
        return PECK_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        rankings[i].seats = (uint8_t)seats;
        peck_arena_seating(arena, (uint32_t)(i / (size_t)seats), (int)(i % (size_t)seats),
                           rankings[i].entrant);
        memcpy(rankings[i].place, arena->matches[i].places, sizeof rankings[i].place);
    }
    enum peck_status status =
        peck_ratings_fit(rankings, count, seats, arena->entrant_count, ratings);
    free(rankings);
    return status;
}
