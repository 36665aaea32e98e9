/* tally.c — adds up matches, merges the sums of threads, and prints them.
 *
 * A shared win counts in shares, WIN_SHARES of them to a win, so that it divides evenly
 * among up to seven winners. Means and deviations are computed from sums and sums of
 * squares at the end. The histogram grows in both directions as values come up. */
#include "tally.h"
#include "cli.h"
#include "play/kit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for the values from `low` up to `high`. */
static bool widen(struct histogram *histogram, int32_t low, int32_t high)
{
    int32_t old_high = histogram->low + (int32_t)histogram->room - 1;
    if (histogram->room > 0 && low >= histogram->low && high <= old_high)
        return true;
    if (histogram->room > 0) {
        low = low < histogram->low ? low : histogram->low;
        high = high > old_high ? high : old_high;
    }
    uint32_t room = (uint32_t)(high - low) + 1;
    uint64_t *count = calloc(room, sizeof *count);
    if (count == NULL)
        return false;
    if (histogram->room > 0)
        memcpy(count + (histogram->low - low), histogram->count,
               histogram->room * sizeof *count);
    free(histogram->count);
    histogram->low = low;
    histogram->room = room;
    histogram->count = count;
    return true;
}

bool tally_match(struct tally *tally, const struct peck_game *game, const void *state,
                 int seats, uint32_t plies)
{
    int32_t points[PECK_SEATS_MAX];
    uint8_t places[PECK_SEATS_MAX];
    game->score(state, points, places);
    int winners = __builtin_popcount(kit_winners(places, seats));
    for (int s = 0; s < seats; s++) {
        tally->points[s] += points[s];
        tally->squared[s] += (int64_t)points[s] * points[s];
        tally->shares[s] += places[s] == 1 ? WIN_SHARES / winners : 0;
        if (!widen(&tally->points_seen, points[s], points[s]))
            return false;
        tally->points_seen.count[points[s] - tally->points_seen.low]++;
    }
    tally->plies += plies;
    tally->plies_squared += (uint64_t)plies * plies;
    if (tally->matches == 0 || plies < tally->shortest)
        tally->shortest = plies;
    if (plies > tally->longest)
        tally->longest = plies;
    tally->matches++;
    return true;
}

bool tally_merge(struct tally *sum, const struct tally *part)
{
    const struct histogram *seen = &part->points_seen;
    if (part->matches == 0)
        return true;
    if (!widen(&sum->points_seen, seen->low, seen->low + (int32_t)seen->room - 1))
        return false;
    for (uint32_t i = 0; i < seen->room; i++)
        sum->points_seen.count[seen->low - sum->points_seen.low + (int32_t)i] +=
            seen->count[i];
    for (int s = 0; s < PECK_SEATS_MAX; s++) {
        sum->points[s] += part->points[s];
        sum->squared[s] += part->squared[s];
        sum->shares[s] += part->shares[s];
    }
    sum->plies += part->plies;
    sum->plies_squared += part->plies_squared;
    if (sum->matches == 0 || part->shortest < sum->shortest)
        sum->shortest = part->shortest;
    if (part->longest > sum->longest)
        sum->longest = part->longest;
    sum->matches += part->matches;
    return true;
}

void tally_free(struct tally *tally)
{
    free(tally->points_seen.count);
    tally->points_seen = (struct histogram){0};
}

static double deviation(double sum, double squared, double count)
{
    double spread = squared - sum * sum / count;
    return count < 2 || spread < 0 ? 0 : sqrt(spread / (count - 1));
}

static double seat_deviation(const struct tally *tally, int seat)
{
    return deviation((double)tally->points[seat], (double)tally->squared[seat],
                     (double)tally->matches);
}

static double plies_deviation(const struct tally *tally)
{
    return deviation((double)tally->plies, (double)tally->plies_squared,
                     (double)tally->matches);
}

static double win_share(const struct tally *tally, int seat)
{
    return (double)tally->shares[seat] / WIN_SHARES / (double)tally->matches;
}

/* The histogram as rows of `step` values each, at most 24 of them. */
static int32_t row_step(int32_t low, int32_t high)
{
    static const int32_t nice[] = {1, 2, 5};
    for (int32_t power = 1;; power *= 10) {
        for (int i = 0; i < 3; i++) {
            if ((high - low) / (nice[i] * power) < 24)
                return nice[i] * power;
        }
    }
}

static int32_t row_start(int32_t value, int32_t step)
{
    int32_t rest = value % step;
    return value - (rest < 0 ? rest + step : rest);
}

static uint64_t row_count(const struct histogram *histogram, int32_t start, int32_t step)
{
    uint64_t sum = 0;
    for (int32_t value = start; value < start + step; value++) {
        int32_t index = value - histogram->low;
        if (index >= 0 && index < (int32_t)histogram->room)
            sum += histogram->count[index];
    }
    return sum;
}

static void print_row(FILE *file, int32_t start, int32_t step, double share, double most)
{
    char label[32];
    if (step == 1)
        snprintf(label, sizeof label, "%d", start);
    else
        snprintf(label, sizeof label, "%d to %d", start, start + step - 1);
    fprintf(file, "%12s  %5.1f %%  ", label, share * 100);
    output_style(file, STYLE_EMBER);
    bar_put(file, share / most, output_width(file) < 100 ? output_width(file) - 26 : 74);
    output_style(file, STYLE_PLAIN);
    fputc('\n', file);
}

static void print_histogram(FILE *file, const struct histogram *seen, uint64_t total)
{
    int32_t high = seen->low + (int32_t)seen->room - 1;
    int32_t step = row_step(seen->low, high);
    uint64_t most = 1;
    for (int32_t at = row_start(seen->low, step); at <= high; at += step) {
        uint64_t count = row_count(seen, at, step);
        most = count > most ? count : most;
    }
    for (int32_t at = row_start(seen->low, step); at <= high; at += step)
        print_row(file, at, step, (double)row_count(seen, at, step) / (double)total,
                  (double)most / (double)total);
}

void tally_print(FILE *file, const struct tally *tally, int seats)
{
    output_styled(file, STYLE_BOLD, "seat  mean points   deviation        wins\n");
    for (int s = 0; s < seats; s++)
        fprintf(file, "%4d  %11.3f  %10.3f  %8.2f %%\n", s,
                (double)tally->points[s] / (double)tally->matches, seat_deviation(tally, s),
                win_share(tally, s) * 100);
    fputc('\n', file);
    output_styled(file, STYLE_BOLD, "plies of a match\n");
    fprintf(file, "      %11.3f  %10.3f    (%u to %u)\n\n",
            (double)tally->plies / (double)tally->matches, plies_deviation(tally),
            tally->shortest, tally->longest);
    output_styled(file, STYLE_BOLD, "points of all seats\n");
    print_histogram(file, &tally->points_seen, tally->matches * (uint64_t)seats);
}

static void json_real(struct peck_json *json, const char *key, double value)
{
    peck_json_fixed(json, key, llround(value * 1e6), 6);
}

void tally_json(struct peck_json *json, const struct tally *tally, int seats)
{
    const struct histogram *seen = &tally->points_seen;
    peck_json_object(json, "plies");
    peck_json_int(json, "sum", (int64_t)tally->plies);
    json_real(json, "mean", (double)tally->plies / (double)tally->matches);
    json_real(json, "deviation", plies_deviation(tally));
    peck_json_int(json, "fewest", tally->shortest);
    peck_json_int(json, "most", tally->longest);
    peck_json_end_object(json);
    peck_json_array(json, "results");
    for (int s = 0; s < seats; s++) {
        peck_json_object(json, NULL);
        peck_json_int(json, "seat", s);
        json_real(json, "mean", (double)tally->points[s] / (double)tally->matches);
        json_real(json, "deviation", seat_deviation(tally, s));
        json_real(json, "wins", win_share(tally, s));
        peck_json_end_object(json);
    }
    peck_json_end_array(json);
    peck_json_array(json, "histogram");
    for (uint32_t i = 0; i < seen->room; i++) {
        if (seen->count[i] == 0)
            continue;
        peck_json_object(json, NULL);
        peck_json_int(json, "points", seen->low + (int32_t)i);
        peck_json_int(json, "count", (int64_t)seen->count[i]);
        peck_json_end_object(json);
    }
    peck_json_end_array(json);
}

size_t tally_json_room(const struct tally *tally)
{
    /* 7 seats of less than 128 bytes, the plies less than 256; a bar 53 at most. */
    return 2048 + (size_t)tally->points_seen.room * 64;
}
