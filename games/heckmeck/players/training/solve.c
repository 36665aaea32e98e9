/* solve.c — finds the values of all positions by value iteration, on several threads.
 *
 * The problem. The worth of a position is the best expectation over the turn, and the turn
 * ends in other positions that are to be solved, too. If play could only go forward, one
 * pass would do. But in Heckmeck a failed turn puts a tile back on the grill, so positions
 * depend on one another in cycles, and their values are found by repetition: a sweep solves
 * every turn once, with the values that there are at that moment, and writes the result in
 * place.
 *
 * Order. A turn leads to
 * - a grill with one tile less, when a tile is taken;
 * - the same grill, after a steal, or a failure without a tile to put back;
 * - a grill of the same size with a lower highest tile, when a failure turns that over;
 * - a grill with one tile more, when the tile put back is itself the highest.
 *
 * A sweep goes through groups of grills of one size and one highest tile, smaller and lower
 * ones first. All but the last case then find a value of this sweep, or one of the same
 * grill. That is why few sweeps suffice: each leaves about a quarter of the change of the
 * one before in a small game, half in the whole game after the second sweep.
 *
 * Threads. No grill of a group asks another grill of the group. The threads take grills
 * from the group one by one; which thread solves which grill does not change the result. A
 * group ends before the next begins.
 *
 * Costs. 162,332,672 values, 649 MB; 7.3 us for each value in batches of eight, about 20
 * minutes for a sweep on one processor. `least` restricts sweeps to grills with that many
 * tiles, over the network's values below. The measurements, the comparison with exact
 * solutions and the results are in docs/solving.md. */
#include "solve.h"
#include "../value.h"

#include <stdlib.h>
#include <string.h>
#include <threads.h>

static const char magic[8] = "PECKHM2\n";

/* What the turns of a spot can come to, for each difference of its row. */
struct ends {
    float fail[GRID_SPAN], steal[GRID_SPAN], take[GRID_TILES][GRID_SPAN];
};

struct worker {
    struct peck_solution *solution;
    struct turn_solutions turn;
    struct ends ends;
    struct draw draw;
    int lanes;                  /* of turns to be solved … */
    uint32_t place[TURN_LANES]; /* … and where their values belong */
    double sum, largest;        /* changes … */
    uint32_t open;              /* … of so many values */
};

/* ---- One spot ---- */

/* The mover's chances when the turn ends in the spot `next`, with so many worms more. */
static void follow(const struct peck_solution *solution, struct row from, struct spot next,
                   int gain, float *to)
{
    struct row row = heckmeck_grid_row(&solution->grid, next);
    const float *value = solution->values + row.at;
    int place = -(from.low + gain) - row.low;
    for (int i = 0; i < from.count; i++)
        to[i] = 1 - value[place - i];
}

/* Adds the chances with one tile below the top that goes. Where there is no chance of it,
 * the difference may be none of the next row's. */
static void add_below(const struct peck_solution *solution, struct row from,
                      struct spot next, int gain, const struct below *below, int step,
                      int kind, float *to)
{
    struct row row = heckmeck_grid_row(&solution->grid, next);
    const float *value = solution->values + row.at;
    int place = -(from.low + gain) - row.low;
    for (int i = 0; i < from.count; i++, below += step) {
        float chance = below->chance[kind];
        if (chance > 0)
            to[i] += chance * (1 - value[place - i]);
    }
}

/* HM-22: the other seat's top is stolen. */
static void fill_steal(const struct peck_solution *solution, struct spot spot,
                       struct row row, float *steal)
{
    const struct grid *grid = &solution->grid;
    const struct below *below = heckmeck_grid_below_theirs(grid, spot);
    int gain = 2 * grid_worms(spot.theirs);
    memset(steal, 0, row.count * sizeof *steal);
    for (uint32_t left = grid_hidden(grid, spot); left != 0; left &= left - 1) {
        int tile = __builtin_ctz(left);
        struct spot next = {spot.grill, tile, spot.theirs};
        add_below(solution, row, next, gain, below, 1, heckmeck_grid_kind(spot, tile),
                  steal);
    }
    struct spot next = {spot.grill, GRID_NONE, spot.theirs};
    add_below(solution, row, next, gain, below, 1, KIND_NONE, steal);
}

/* HM-31, HM-32 */
static uint32_t grill_after_failing(struct spot spot)
{
    uint32_t grill = spot.grill | grid_bit(spot.mine);
    uint32_t highest_bit = 1u << (31 - __builtin_clz(grill));
    return highest_bit == grid_bit(spot.mine) ? grill : grill & ~highest_bit;
}

static void fill_fail(const struct peck_solution *solution, struct spot spot,
                      struct row row, float *fail)
{
    const struct grid *grid = &solution->grid;
    if (spot.mine == GRID_NONE) { /* HM-31: nothing happens */
        struct spot next = {spot.grill, spot.theirs, GRID_NONE};
        follow(solution, row, next, 0, fail);
        return;
    }
    const struct below *below = heckmeck_grid_below_mine(grid, spot) + row.count - 1;
    int gain = -grid_worms(spot.mine);
    uint32_t grill = grill_after_failing(spot);
    memset(fail, 0, row.count * sizeof *fail);
    for (uint32_t left = grid_hidden(grid, spot); left != 0; left &= left - 1) {
        int tile = __builtin_ctz(left);
        struct spot next = {grill, spot.theirs, tile};
        add_below(solution, row, next, gain, below, -1, heckmeck_grid_kind(spot, tile),
                  fail);
    }
    struct spot next = {grill, spot.theirs, GRID_NONE};
    add_below(solution, row, next, gain, below, -1, KIND_NONE, fail);
}

static void fill_ends(const struct peck_solution *solution, struct spot spot,
                      struct row row, struct ends *ends)
{
    fill_fail(solution, spot, row, ends->fail);
    if (spot.theirs != GRID_NONE)
        fill_steal(solution, spot, row, ends->steal);
    for (uint32_t left = spot.grill; left != 0; left &= left - 1) {
        int tile = __builtin_ctz(left);
        struct spot next = {spot.grill & ~(1u << tile), spot.theirs, tile};
        follow(solution, row, next, grid_worms(tile), ends->take[tile]);
    }
}

#define CHANCE_SLACK 1e-5f /* chances are sums of rounded numbers */

enum { LOWEST = 21 };

/* The payoffs of one difference, in a lane of their own. */
static void fill_lane(struct spot spot, const struct ends *ends, int place, int lane,
                      struct turn_payoffs *payoffs)
{
    float fail = ends->fail[place], take = fail;
    payoffs->fail[0][lane] = fail;
    for (int sum = 0; sum < TURN_SUMS; sum++) {
        int tile = sum - LOWEST;
        bool lies = tile >= 0 && tile < GRID_TILES && (spot.grill >> tile & 1);
        if (lies) { /* HM-21 */
            take = ends->take[tile][place];
            take = take > fail ? take : fail; /* HM-15 */
        }
        bool steals = tile == spot.theirs && tile != GRID_NONE; /* HM-22, HM-23 */
        float steal = steals ? ends->steal[place] : take;
        payoffs->stop[0][0][sum][lane] = fail; /* HM-20 */
        payoffs->stop[1][0][sum][lane] = steal > take ? steal : take;
    }
}

/* Solves the turns in the lanes so far. */
static void solve_lanes(struct worker *worker)
{
    if (worker->lanes == 0)
        return;
    heckmeck_turn_solve_batch(&worker->turn, TURN_PLAIN, false);
    const float *now =
        heckmeck_turn_values(&worker->turn, heckmeck_turn_start(TURN_PLAIN, false));
    for (int l = 0; l < worker->lanes; l++) {
        float *value = &worker->solution->values[worker->place[l]];
        float change = now[l] > *value ? now[l] - *value : *value - now[l];
        worker->sum += change;
        worker->largest = change > worker->largest ? change : worker->largest;
        *value = now[l];
    }
    worker->open += worker->lanes;
    worker->lanes = 0;
}

static void solve_spot(struct worker *worker, struct spot spot)
{
    const struct peck_solution *solution = worker->solution;
    struct row row = heckmeck_grid_row(&solution->grid, spot);
    fill_ends(solution, spot, row, &worker->ends);
    for (int i = 0; i < row.count; i++) {
        if (!heckmeck_grid_can_be(&solution->grid, spot, i))
            continue;
        fill_lane(spot, &worker->ends, i, worker->lanes, &worker->turn.payoff);
        worker->place[worker->lanes++] = row.at + i;
        if (worker->lanes == TURN_LANES)
            solve_lanes(worker);
    }
}

/* ---- First values ---- */

static float value_at_end(const struct grid *grid, struct spot spot, int difference)
{
    if (difference == 0)
        return (float)heckmeck_grid_tie(grid, spot); /* HM-41 */
    return difference > 0;
}

/* What the network says of one position that looks like this. */
static float value_learnt(const struct worker *worker, struct row row, int place)
{
    struct evaluator evaluator = {.value = heckmeck_value_by_net,
                                  .win = worker->solution->net};
    struct heckmeck state;
    struct peck_rng rng;
    float lanes[TURN_LANES];
    peck_rng_seed(&rng, row.at + place);
    heckmeck_grid_draw(&worker->draw, row.low + place, &rng, &state);
    heckmeck_value_by_net(&evaluator, &state, 0, lanes);
    return lanes[0];
}

static void start_spot(struct worker *worker, struct spot spot)
{
    const struct peck_solution *solution = worker->solution;
    struct row row = heckmeck_grid_row(&solution->grid, spot);
    float *value = solution->values + row.at;
    bool asked = __builtin_popcount(spot.grill) + 1 >= solution->solving.least;
    bool learnt = spot.grill != 0 && solution->net != NULL && asked;
    if (learnt)
        heckmeck_grid_draw_begin(&solution->grid, spot, &worker->draw);
    for (int i = 0; i < row.count; i++) {
        if (spot.grill == 0)
            value[i] = value_at_end(&solution->grid, spot, row.low + i);
        else if (learnt && heckmeck_grid_can_be(&solution->grid, spot, i))
            value[i] = value_learnt(worker, row, i);
        else
            value[i] = 0.5f;
    }
}

/* ---- All grills ---- */

bool heckmeck_solution_sweeps(const struct peck_solution *solution, uint32_t grill)
{
    return __builtin_popcount(grill) >= solution->solving.least;
}

static void visit_grill(struct worker *worker, uint32_t grill)
{
    const struct grid *grid = &worker->solution->grid;
    uint32_t taken = grill | ~grid_all(grid);
    for (int mine = 0; mine <= GRID_NONE; mine++) {
        for (int theirs = 0; theirs <= GRID_NONE; theirs++) {
            bool same = mine == theirs && mine != GRID_NONE;
            if (!same && ((grid_bit(mine) | grid_bit(theirs)) & taken) == 0)
                worker->solution->visit(worker, (struct spot){grill, mine, theirs});
        }
    }
    solve_lanes(worker); /* the last ones, where turns are solved */
}

/* The values of the rows of a grill. */
static uint32_t values_of(const struct grid *grid, uint32_t grill)
{
    uint32_t end =
        grill == grid_all(grid) ? grid->values : grid->at[grid->first[grill + 1]];
    return end - grid->at[grid->first[grill]];
}

/* Takes grills from the group until none is left. The first worker, in the caller's thread,
 * tells how far all are. */
static int work(void *context)
{
    struct worker *worker = context;
    struct peck_solution *solution = worker->solution;
    const struct peck_solving *solving = &solution->solving;
    for (;;) {
        uint32_t next = atomic_fetch_add(&solution->next, 1);
        if (next >= solution->end)
            return 0;
        visit_grill(worker, solution->grills[next]);
        uint32_t done = values_of(&solution->grid, solution->grills[next]);
        done += atomic_fetch_add(&solution->done, done);
        if (worker == solution->workers)
            solving->progress(solving->context, done, solution->grid.values);
    }
}

/* The grills of a group, which begin at `from`, shared out among the threads. One that
 * cannot be started is no harm: the others do its share. */
static void run_group(struct peck_solution *solution, uint32_t from, uint32_t end)
{
    thrd_t threads[SOLVE_THREADS];
    int running = 0, most = solution->solving.threads - 1;
    solution->end = end;
    atomic_store(&solution->next, from);
    while (running < most && (uint32_t)running + 1 < end - from &&
           thrd_create(&threads[running], work, &solution->workers[running + 1]) ==
               thrd_success)
        running++;
    work(&solution->workers[0]);
    while (running > 0)
        thrd_join(threads[--running], NULL);
}

/* By size, then by the highest tile: smaller ones first. */
static int group_of(uint32_t grill)
{
    return __builtin_popcount(grill) * GRID_TILES + 31 - __builtin_clz(grill);
}

static void sort_grills(struct peck_solution *solution)
{
    uint32_t all = grid_all(&solution->grid), count = 0;
    for (int group = GRID_TILES; group < (GRID_TILES + 1) * GRID_TILES; group++) {
        for (uint32_t grill = 1; grill <= all; grill++) {
            if (group_of(grill) == group)
                solution->grills[count++] = grill;
        }
    }
}

/* Gathers what the workers changed. */
static void note_changes(struct peck_solution *solution)
{
    struct solution_header *header = solution->header;
    for (int i = 0; i < solution->solving.threads; i++) {
        struct worker *worker = &solution->workers[i];
        header->sum += worker->sum;
        header->open += worker->open;
        if (worker->largest > header->largest)
            header->largest = worker->largest;
        worker->sum = worker->largest = 0;
        worker->open = 0;
    }
}

/* Visits all spots of all grills but the empty one, group by group, from where the header
 * says on; `rests` between groups. False if asked to stop. */
static bool pass(struct peck_solution *solution, bool rests)
{
    uint32_t all = grid_all(&solution->grid), end;
    struct solution_header *header = solution->header;
    while (rests && header->visited < all &&
           !heckmeck_solution_sweeps(solution, solution->grills[header->visited]))
        header->visited++;
    solution->done = values_of(&solution->grid, 0);
    for (uint32_t i = 0; i < header->visited; i++)
        solution->done += values_of(&solution->grid, solution->grills[i]);
    for (uint32_t at = header->visited; at < all; at = end) {
        int group = group_of(solution->grills[at]);
        for (end = at; end < all && group_of(solution->grills[end]) == group;)
            end++;
        run_group(solution, at, end);
        note_changes(solution);
        header->visited = end;
        if (rests && !solution->solving.rest(solution->solving.context))
            return false;
    }
    header->visited = 0;
    return true;
}

/* ---- The solver ---- */

static void start(struct peck_solution *solution, bool learnt)
{
    solution->net = learnt ? net_named(heckmeck_family_names[FAMILY_TWO]) : NULL;
    solution->visit = start_spot;
    visit_grill(&solution->workers[0], 0);
    pass(solution, false);
}

static void tell(const struct peck_solution *solution, struct peck_sweep *sweep)
{
    const struct solution_header *header = solution->header;
    struct spot spot = {grid_all(&solution->grid), GRID_NONE, GRID_NONE};
    *sweep = (struct peck_sweep){
        .number = header->sweeps,
        .mean = header->last_mean,
        .largest = header->last_largest,
        .value = solution->values[heckmeck_grid_row(&solution->grid, spot).at],
    };
}

static bool sweep(struct peck_solution *solution, struct peck_sweep *sweep)
{
    struct solution_header *header = solution->header;
    solution->visit = solve_spot;
    if (!pass(solution, true))
        return false;
    header->sweeps++;
    header->last_mean = header->sum / header->open;
    header->last_largest = header->largest;
    header->sum = header->largest = 0;
    header->open = 0;
    tell(solution, sweep);
    return true;
}

static unsigned char *bytes_of(struct peck_solution *solution, size_t *count)
{
    *count = sizeof *solution->header + solution->grid.values * sizeof *solution->values;
    return (unsigned char *)solution->header;
}

static void write_header(struct peck_solution *solution)
{
    *solution->header = (struct solution_header){.order = SOLUTION_ORDER,
                                                 .tiles = solution->grid.tiles,
                                                 .values = solution->grid.values};
    memcpy(solution->header->magic, magic, sizeof magic);
}

static const char *fault_of(const struct peck_solution *solution)
{
    const struct solution_header *header = solution->header;
    if (memcmp(header->magic, magic, sizeof magic) != 0 || header->order != SOLUTION_ORDER)
        return "heckmeck.error.file";
    if (header->tiles != (uint32_t)solution->grid.tiles ||
        header->values != solution->grid.values)
        return "heckmeck.error.file-tiles";
    if (header->visited > grid_all(&solution->grid) || !(header->sum >= 0) ||
        header->open > header->values)
        return "heckmeck.error.file-header";
    for (uint32_t i = 0; i < solution->grid.values; i++) {
        if (!(solution->values[i] >= -CHANCE_SLACK &&
              solution->values[i] <= 1 + CHANCE_SLACK))
            return "heckmeck.error.file-number";
    }
    return NULL;
}

static enum peck_status resume(struct peck_solution *solution, struct peck_error *error)
{
    const char *fault = fault_of(solution);
    if (fault == NULL)
        return PECK_OK;
    peck_error_say(error, fault);
    return PECK_BAD_POSITION;
}

static void end(struct peck_solution *solution)
{
    if (solution == NULL)
        return;
    heckmeck_grid_free(&solution->grid);
    free(solution->header);
    free(solution->grills);
    free(solution->workers);
    free(solution);
}

/* Room for everything but the values. */
static struct peck_solution *begin_small(const struct peck_solving *solving)
{
    struct peck_solution *solution = calloc(1, sizeof *solution);
    if (solution == NULL)
        return NULL;
    solution->solving = *solving;
    solution->workers = calloc(solving->threads, sizeof *solution->workers);
    solution->grills = malloc(sizeof *solution->grills << GRID_TILES);
    if (!heckmeck_grid_make(&solution->grid, solving->size) || solution->workers == NULL ||
        solution->grills == NULL) {
        end(solution);
        return NULL;
    }
    for (int i = 0; i < solving->threads; i++)
        solution->workers[i].solution = solution;
    sort_grills(solution);
    return solution;
}

static struct peck_solution *begin(const struct peck_solving *solving)
{
    PECK_ASSERT(solving->size >= heckmeck_solver.low &&
                solving->size <= heckmeck_solver.high);
    PECK_ASSERT(solving->threads >= 1 && solving->threads <= SOLVE_THREADS);
    struct peck_solution *solution = begin_small(solving);
    size_t count;
    if (solution == NULL)
        return NULL;
    bytes_of(solution, &count);
    solution->header = calloc(1, count);
    if (solution->header == NULL) {
        end(solution);
        return NULL;
    }
    solution->values = (float *)(solution->header + 1);
    write_header(solution);
    return solution;
}

float heckmeck_solution_value(const struct peck_solution *solution,
                              const struct heckmeck *s, int seat)
{
    int difference;
    struct spot spot = heckmeck_grid_spot(s, s->turn, &difference);
    struct row row = heckmeck_grid_row(&solution->grid, spot);
    float value = solution->values[row.at + difference - row.low];
    return seat == s->turn ? value : 1 - value;
}

const struct turn_solutions *heckmeck_solution_turn(struct peck_solution *solution,
                                                    struct spot spot, int difference)
{
    struct worker *worker = &solution->workers[0];
    struct row row = heckmeck_grid_row(&solution->grid, spot);
    fill_ends(solution, spot, row, &worker->ends);
    fill_lane(spot, &worker->ends, difference - row.low, 0, &worker->turn.payoff);
    heckmeck_turn_solve_batch(&worker->turn, TURN_PLAIN, false);
    return &worker->turn;
}

const struct peck_solver heckmeck_solver = {
    .low = 1,
    .high = GRID_TILES,
    .begin = begin,
    .end = end,
    .bytes = bytes_of,
    .start = start,
    .resume = resume,
    .sweep = sweep,
    .last = tell,
    .player = heckmeck_solution_player,
    .find = heckmeck_solution_find,
};
