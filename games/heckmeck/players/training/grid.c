/* grid.c — the layout of the values, and the odds of the tiles it leaves out.
 *
 * Layout. Each grill has a block of rows, one for each pair of tops (a tile off the grill,
 * or none). A row has one value for each difference in worms that the hidden tiles might
 * make. `first` and `at` lead from grill and tops to the row, so finding a value takes two
 * lookups.
 *
 * Odds. When a top is stolen or put back, the tile below it becomes the top, and one
 * has to guess which one that is. Let N(k, d) be the weight of all ways to give the hidden
 * tiles to the two stacks, or to turn them over, such that the other seat has k of them and
 * the mover has d more worms in them. Suppose tile c is among the k tiles of the other
 * seat. All orders are equally likely, so it lies directly below the top with chance 1/k.
 * Summed over k, the chance of c is
 *     sum of N without c (k - 1, d + worms of c) / k,  over  sum of N (k, d).
 * With k = 0 nothing is below the top. add_tile() builds N one tile at a time, as one would
 * multiply polynomials.
 *
 * A direct list of these chances would need one entry for every set of hidden tiles. But
 * tiles with the same worms and the same weight of being turned over are exchangeable, so
 * the chances depend on five counts of at most four and on the kind of the grill's highest
 * tile. They are computed once for each combination that occurs.
 *
 * Why only the top tiles? docs/solving.md compares the values with exact solutions
 * of small games: most of their error comes from the tie-break, which needs the highest
 * tile of each stack, and little from the hidden order. */
#include "grid.h"
#include "play/kit.h"

#include <stdlib.h>
#include <string.h>

/* How much likelier than in a given stack a hidden tile is turned over, by worms: tiles
 * below the highest of the grill, and above it. Counted in 49,000 turns of `hard` against
 * itself. HM-32 explains them: what is turned over was the highest of its time. */
static const double weight_out[2][4] = {{0.006, 0.025, 0.07, 0.2}, {0.36, 0.7, 3.7, 26}};

/* ---- What chances depend on ---- */

/* How many hidden tiles there are of each kind; `split` is the kind of the grill's highest
 * tile. */
struct counts {
    uint8_t split, of[KINDS];
};

enum { EACH = 5, SLOTS = 4 * EACH * EACH * EACH * EACH * EACH, NO_SLOT = 0xffff };

static int highest_of(uint32_t grill)
{
    return 31 - __builtin_clz(grill);
}

int heckmeck_grid_kind(struct spot spot, int tile)
{
    int top = highest_of(spot.grill);
    return tile > top && tile / 4 == top / 4 ? KINDS - 1 : tile / 4;
}

static struct counts count_hidden(const struct grid *grid, struct spot spot)
{
    struct counts counts = {.split = highest_of(spot.grill) / 4};
    for (uint32_t left = grid_hidden(grid, spot); left != 0; left &= left - 1)
        counts.of[heckmeck_grid_kind(spot, __builtin_ctz(left))]++;
    return counts;
}

static int slot_of(struct counts counts)
{
    int slot = counts.split;
    for (int kind = 0; kind < KINDS; kind++)
        slot = slot * EACH + counts.of[kind];
    return slot;
}

static int kind_worms(int split, int kind)
{
    return 1 + (kind == KINDS - 1 ? split : kind);
}

/* The game's highest worms have the weights of the whole game's highest. */
static double out_of_kind(int tiles, int split, int kind)
{
    bool above = kind == KINDS - 1 || kind > split;
    int worms = kind_worms(split, kind) + GRID_TILES / 4 - (tiles + 3) / 4;
    return weight_out[above][worms - 1];
}

/* ---- Ways ---- */

/* Of the hidden tiles: [tiles of the other seat][GRID_WORMS + difference]. */
struct ways {
    int most; /* tiles */
    double of[GRID_TILES + 1][GRID_SPAN];
};

/* Adds one tile to the ways: turned over with the weight `out`, to the mover (the
 * difference rises), or to the other seat (it falls, and k rises). `alone`: the mover has
 * no tiles, so the tile cannot be there. k descends so that each row is read before it is
 * overwritten. */
static void add_tile(struct ways *ways, int worms, double out, bool alone)
{
    ways->most++;
    for (int k = ways->most; k >= 0; k--) {
        double row[GRID_SPAN];
        for (int i = 0; i < GRID_SPAN; i++) {
            double sum = out * ways->of[k][i];
            if (!alone && i >= worms)
                sum += ways->of[k][i - worms];
            if (k > 0 && i + worms < GRID_SPAN)
                sum += ways->of[k - 1][i + worms];
            row[i] = sum;
        }
        memcpy(ways->of[k], row, sizeof row);
    }
}

static void count_ways(struct ways *ways, const struct counts *counts, int tiles,
                       bool alone)
{
    memset(ways, 0, sizeof *ways);
    ways->of[0][GRID_WORMS] = 1;
    for (int kind = 0; kind < KINDS; kind++) {
        for (int i = 0; i < counts->of[kind]; i++)
            add_tile(ways, kind_worms(counts->split, kind),
                     out_of_kind(tiles, counts->split, kind), alone);
    }
}

/* Below the other seat's top, by difference; first with tiles of the mover, then without.
 */
struct odds {
    struct below below[2][GRID_SPAN];
};

static void make_odds_of(struct odds *odds, struct counts counts, int tiles, bool alone)
{
    struct ways all, less;
    struct below *below = odds->below[alone];
    double sum[GRID_SPAN] = {0};
    count_ways(&all, &counts, tiles, alone);
    for (int i = 0; i < GRID_SPAN; i++) {
        for (int k = 0; k <= all.most; k++)
            sum[i] += all.of[k][i];
        if (sum[i] > 0)
            below[i].chance[KIND_NONE] = (float)(all.of[0][i] / sum[i]);
    }
    for (int kind = 0; kind < KINDS; kind++) {
        if (counts.of[kind] == 0)
            continue;
        int worms = kind_worms(counts.split, kind);
        counts.of[kind]--;
        count_ways(&less, &counts, tiles, alone);
        counts.of[kind]++;
        for (int i = 0; i + worms < GRID_SPAN; i++) {
            double chance = 0;
            for (int k = 1; k <= all.most && sum[i] > 0; k++)
                chance += less.of[k - 1][i + worms] / k / sum[i];
            below[i].chance[kind] = (float)chance;
        }
    }
}

/* ---- Making a grid ---- */

/* The tops a stack may have: the tiles off the grill, and none as the last. */
static int tops_of(uint32_t grill, int tiles, uint8_t tops[GRID_TILES + 1])
{
    int count = 0;
    for (int tile = 0; tile < tiles; tile++) {
        if ((grill >> tile & 1) == 0)
            tops[count++] = tile;
    }
    tops[count++] = GRID_NONE;
    return count;
}

static int row_low(const struct grid *grid, struct spot spot, int *count)
{
    int hidden = grid_worms_in(grid_hidden(grid, spot));
    int base = grid_worms(spot.mine) - grid_worms(spot.theirs);
    int low = spot.theirs == GRID_NONE ? base : base - hidden;
    int high = spot.mine == GRID_NONE ? base : base + hidden;
    *count = high - low + 1;
    return low;
}

static bool reserve_odds(struct grid *grid, struct spot spot)
{
    struct counts counts = count_hidden(grid, spot);
    uint16_t *slot = &grid->slots[slot_of(counts)];
    if (*slot != NO_SLOT)
        return true;
    if ((grid->odds_count & (grid->odds_count - 1)) == 0) { /* a power of 2 is full */
        uint32_t room = grid->odds_count == 0 ? 1 : 2 * grid->odds_count;
        struct odds *odds = realloc(grid->odds, room * sizeof *odds);
        if (odds == NULL)
            return false;
        grid->odds = odds;
    }
    *slot = grid->odds_count++;
    memset(&grid->odds[*slot], 0, sizeof *grid->odds);
    make_odds_of(&grid->odds[*slot], counts, grid->tiles, false);
    make_odds_of(&grid->odds[*slot], counts, grid->tiles, true);
    return true;
}

/* Lays out the rows of one grill, and prepares their odds. */
static bool add_grill(struct grid *grid, uint32_t grill, uint32_t *pairs)
{
    uint8_t tops[GRID_TILES + 1];
    int count = tops_of(grill, grid->tiles, tops);
    grid->first[grill] = *pairs;
    for (int pair = 0; pair < count * count; pair++) {
        struct spot spot = {grill, tops[pair / count], tops[pair % count]};
        grid->at[*pairs + pair] = grid->values;
        if (spot.mine == spot.theirs && spot.mine != GRID_NONE)
            continue;
        int places;
        row_low(grid, spot, &places);
        grid->values += places;
        if (grill != 0 && !reserve_odds(grid, spot))
            return false;
    }
    *pairs += count * count;
    return true;
}

bool heckmeck_grid_make(struct grid *grid, int tiles)
{
    uint32_t pairs = 0;
    *grid = (struct grid){.tiles = tiles};
    for (uint32_t grill = 0; grill <= grid_all(grid); grill++) {
        int tops = tiles - __builtin_popcount(grill) + 1;
        pairs += tops * tops;
    }
    grid->first = malloc(((size_t)grid_all(grid) + 1) * sizeof *grid->first);
    grid->at = malloc(pairs * sizeof *grid->at);
    grid->slots = malloc(SLOTS * sizeof *grid->slots);
    if (grid->first == NULL || grid->at == NULL || grid->slots == NULL)
        return false;
    memset(grid->slots, 0xff, SLOTS * sizeof *grid->slots);
    pairs = 0;
    for (uint32_t grill = 0; grill <= grid_all(grid); grill++) {
        if (!add_grill(grid, grill, &pairs))
            return false;
    }
    return true;
}

void heckmeck_grid_free(struct grid *grid)
{
    free(grid->first);
    free(grid->at);
    free(grid->slots);
    free(grid->odds);
    *grid = (struct grid){0};
}

/* ---- Asking ---- */

/* The place of a top among those a stack may have. */
static int rank_of(const struct grid *grid, uint32_t grill, int tile)
{
    uint32_t off = grid_all(grid) & ~grill;
    return __builtin_popcount(tile == GRID_NONE ? off : off & ((1u << tile) - 1));
}

struct row heckmeck_grid_row(const struct grid *grid, struct spot spot)
{
    int tops = grid->tiles - __builtin_popcount(spot.grill) + 1;
    int pair = rank_of(grid, spot.grill, spot.mine) * tops +
               rank_of(grid, spot.grill, spot.theirs);
    struct row row = {.at = grid->at[grid->first[spot.grill] + pair]};
    row.low = row_low(grid, spot, &row.count);
    return row;
}

const struct below *heckmeck_grid_below_theirs(const struct grid *grid, struct spot spot)
{
    const struct odds *odds = &grid->odds[grid->slots[slot_of(count_hidden(grid, spot))]];
    int hidden = grid_worms_in(grid_hidden(grid, spot));
    return odds->below[spot.mine == GRID_NONE] + GRID_WORMS - hidden;
}

const struct below *heckmeck_grid_below_mine(const struct grid *grid, struct spot spot)
{
    struct spot turned = {spot.grill, spot.theirs, spot.mine};
    return heckmeck_grid_below_theirs(grid, turned);
}

bool heckmeck_grid_can_be(const struct grid *grid, struct spot spot, int place)
{
    if (spot.mine == GRID_NONE && spot.theirs == GRID_NONE)
        return true;
    struct row row = heckmeck_grid_row(grid, spot);
    const struct below *below =
        spot.theirs != GRID_NONE
            ? heckmeck_grid_below_theirs(grid, spot) + place
            : heckmeck_grid_below_mine(grid, spot) + row.count - 1 - place;
    float any = 0;
    for (int kind = 0; kind <= KIND_NONE; kind++)
        any += below->chance[kind];
    return any > 0;
}

/* Goes through the tiles in ascending order and keeps two sums for each difference: the
 * weight of all ways, and of those in which the highest tile so far is the mover's. The
 * match is over and the grill is empty, so a tile turned over has the weight of those above
 * the grill. */
double heckmeck_grid_tie(const struct grid *grid, struct spot spot)
{
    double all[GRID_SPAN] = {0}, mine[GRID_SPAN] = {0};
    all[GRID_WORMS] = 1;
    for (int tile = 0; tile < grid->tiles; tile++) {
        double next[GRID_SPAN], won[GRID_SPAN];
        int worms = grid_worms(tile);
        bool top = tile == spot.mine || tile == spot.theirs;
        double out = top ? 0 : out_of_kind(grid->tiles, tile / 4, KINDS - 1);
        bool may_be_mine = tile != spot.theirs && spot.mine != GRID_NONE;
        bool may_be_theirs = tile != spot.mine && spot.theirs != GRID_NONE;
        for (int i = 0; i < GRID_SPAN; i++) {
            double to_me = may_be_mine && i >= worms ? all[i - worms] : 0;
            double to_them = may_be_theirs && i + worms < GRID_SPAN ? all[i + worms] : 0;
            next[i] = out * all[i] + to_me + to_them;
            won[i] = out * mine[i] + to_me;
        }
        memcpy(all, next, sizeof all);
        memcpy(mine, won, sizeof mine);
    }
    bool owned = spot.mine != GRID_NONE || spot.theirs != GRID_NONE;
    return owned && all[GRID_WORMS] > 0 ? mine[GRID_WORMS] / all[GRID_WORMS] : 0.5;
}

/* ---- Positions ---- */

static double ways_at(const struct draw *draw, int next, int difference)
{
    int i = GRID_WORMS + difference;
    return i < 0 || i >= GRID_SPAN ? 0 : draw->ways[next][i];
}

void heckmeck_grid_draw_begin(const struct grid *grid, struct spot spot, struct draw *draw)
{
    memset(draw, 0, sizeof *draw);
    draw->spot = spot;
    for (uint32_t left = grid_hidden(grid, spot); left != 0; left &= left - 1) {
        int tile = __builtin_ctz(left), split = highest_of(spot.grill) / 4;
        draw->out[draw->count] =
            out_of_kind(grid->tiles, split, heckmeck_grid_kind(spot, tile));
        draw->tile[draw->count++] = tile;
    }
    draw->ways[draw->count][GRID_WORMS] = 1;
    for (int next = draw->count; next-- > 0;) {
        int worms = grid_worms(draw->tile[next]);
        for (int d = -GRID_WORMS; d <= GRID_WORMS; d++) {
            double sum = draw->out[next] * ways_at(draw, next + 1, d);
            if (spot.mine != GRID_NONE)
                sum += ways_at(draw, next + 1, d - worms);
            if (spot.theirs != GRID_NONE)
                sum += ways_at(draw, next + 1, d + worms);
            draw->ways[next][GRID_WORMS + d] = sum;
        }
    }
}

/* Lays tiles on a stack in any order. */
static void lay(struct heckmeck *s, int seat, uint32_t tiles, struct peck_rng *rng)
{
    while (tiles != 0) {
        int tile = peck_rng_bit(rng, tiles);
        tiles &= ~(1u << tile);
        push(s, seat, tile + TILE_21);
    }
}

/* Who has the hidden tiles. */
static void deal(const struct draw *draw, int left, struct peck_rng *rng,
                 uint32_t stacks[2])
{
    stacks[0] = stacks[1] = 0;
    for (int i = 0; i < draw->count; i++) {
        int worms = grid_worms(draw->tile[i]);
        double theirs =
            draw->spot.theirs == GRID_NONE ? 0 : ways_at(draw, i + 1, left + worms);
        double mine = draw->spot.mine == GRID_NONE ? 0 : ways_at(draw, i + 1, left - worms);
        double out = draw->out[i] * ways_at(draw, i + 1, left);
        double chosen = kit_real(rng) * (out + mine + theirs);
        if (chosen < out)
            continue;
        bool other = theirs > 0 && (mine == 0 || chosen >= out + mine);
        stacks[other] |= 1u << draw->tile[i];
        left += other ? worms : -worms;
    }
}

void heckmeck_grid_draw(const struct draw *draw, int difference, struct peck_rng *rng,
                        struct heckmeck *state)
{
    const struct peck_setup setup = {.seats = 2}; /* and seat 0 begins */
    const struct spot spot = draw->spot;
    uint32_t stacks[2];
    deal(draw, difference - grid_worms(spot.mine) + grid_worms(spot.theirs), rng, stacks);
    peck_heckmeck.init(state, &setup, NULL);
    state->up = spot.grill << TILE_21;
    lay(state, 0, stacks[0], rng);
    lay(state, 0, grid_bit(spot.mine), rng);
    lay(state, 1, stacks[1], rng);
    lay(state, 1, grid_bit(spot.theirs), rng);
}

static int top_of(const struct heckmeck *s, int seat)
{
    return s->top[seat] == NO_TILE ? GRID_NONE : s->top[seat] - TILE_21;
}

struct spot heckmeck_grid_spot(const struct heckmeck *s, int seat, int *difference)
{
    *difference = tile_points(s, seat) - tile_points(s, !seat);
    return (struct spot){s->up >> TILE_21, top_of(s, seat), top_of(s, !seat)};
}
