/* arena_report.c — prints win rates, ratings, the cross table and the test of an arena.
 *
 * Every rate has an interval of 95 %, computed from whole blocks, because the matches of a
 * block are not independent. Where all blocks ended alike their spread is 0, and the
 * interval is three over their number instead. */
#include "arena_report.h"
#include "play/series/ratings.h"
#include "play/series/standing.h"
#include "tell/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_COLUMNS = 24 };
static const double normal_95 = 1.959964; /* half the width of 95 % of a normal one */

static const char *plus_minus(void)
{
    return output_speaks_utf8() ? "±" : "+-";
}

/* A bot's name, shortened at its end if need be. */
static const char *short_name(const char *name, char room[NAME_COLUMNS + 1])
{
    snprintf(room, NAME_COLUMNS + 1, "%s", name);
    if (strlen(name) > NAME_COLUMNS)
        snprintf(room + NAME_COLUMNS - 3, 4, "...");
    return room;
}

static uint64_t matches_of(const struct peck_arena *arena)
{
    return (uint64_t)arena->done * arena->setup.seats;
}

/* Half the width of an interval of 95 %. Of blocks that were all won, or all lost, the
 * spread says nothing; but a rate further off than three over their number would have shown
 * another result with that chance. */
static double margin_of(struct peck_rate rate)
{
    if (rate.error > 0 || rate.blocks < 1)
        return rate.error * normal_95;
    return fmin(1, 3 / rate.blocks);
}

static void put_percent(struct peck_rate rate)
{
    printf("%6.2f %% %s %5.2f", rate.mean * 100, plus_minus(), margin_of(rate) * 100);
}

static void put_points(struct peck_rate rate)
{
    printf("%8.3f %s %6.3f", rate.mean, plus_minus(), rate.error * normal_95);
}

/* ---- Text. ---- */

static void put_head(const struct peck_arena *arena)
{
    char matches[32], blocks[32];
    output_styled(stdout, STYLE_BOLD, arena->game->title);
    printf(", %d seats", arena->setup.seats);
    output_options(stdout, arena->game, &arena->setup, ", ");
    printf("\n%s matches in %s block%s, seed %llu; %s is an interval of 95 %%\n",
           output_grouped(matches_of(arena), matches), output_grouped(arena->done, blocks),
           arena->done == 1 ? "" : "s", (unsigned long long)arena->seed, plus_minus());
    if (!arena->pool) {
        output_styled(stdout, STYLE_EMBER, arena->entrants[0].name);
        printf(" against");
        for (int e = 1; e < arena->entrant_count; e++)
            printf("%s %s", e > 1 ? "," : "", arena->entrants[e].name);
        putchar('\n');
    }
    putchar('\n');
}

static void put_hero(const struct peck_arena *arena)
{
    struct peck_standing standing;
    peck_standing_of(arena, 0, &standing);
    printf("  win rate           ");
    output_style(stdout, STYLE_BOLD);
    put_percent(standing.wins);
    output_style(stdout, STYLE_PLAIN);
    printf("   par %.2f %%\n", 100.0 / arena->setup.seats);
    if (arena->value != NULL) {
        printf("  adjusted for luck  ");
        put_percent(standing.adjusted);
        printf("   coefficient %.2f\n", standing.coefficient);
    }
    printf("  points           ");
    put_points(standing.points);
    putchar('\n');
    for (int s = 0; s < arena->setup.seats; s++) {
        printf("  wins in seat %d     ", s);
        put_percent(standing.by_seat[s]);
        putchar('\n');
    }
}

static void put_test(const struct arena_report *report)
{
    const struct peck_sprt *sprt = report->sprt;
    if (sprt == NULL)
        return;
    printf("\nTest of a win rate of %.2f %% or %.2f %%: ", sprt->low * 100,
           sprt->high * 100);
    output_style(stdout, STYLE_BOLD);
    if (report->verdict == 0)
        printf("undecided");
    else
        printf("%.2f %% accepted", (report->verdict > 0 ? sprt->high : sprt->low) * 100);
    output_style(stdout, STYLE_PLAIN);
    printf(" after %llu blocks\n  log likelihood ratio %.3f; it decides beyond %s %.3f\n",
           (unsigned long long)sprt->count, peck_sprt_ratio(sprt), plus_minus(),
           PECK_SPRT_BOUND);
}

/* The pool by rating, best first. */
static void order_by_rating(const struct peck_rating ratings[], int count, int order[])
{
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at > 0 && ratings[order[at - 1]].rating < ratings[i].rating; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

static void put_member(const struct peck_arena *arena, int entrant,
                       const struct peck_rating *rating)
{
    struct peck_standing standing;
    char name[NAME_COLUMNS + 1], matches[32];
    peck_standing_of(arena, entrant, &standing);
    printf("  %-*s ", NAME_COLUMNS, short_name(arena->entrants[entrant].name, name));
    printf("%6.0f %s %3.0f  ", rating->rating, plus_minus(), rating->error * normal_95);
    put_percent(standing.wins);
    printf("  ");
    if (arena->value != NULL) {
        put_percent(standing.adjusted);
        printf("  ");
    }
    put_points(standing.points);
    printf("  %8s\n", output_grouped(standing.matches, matches));
}

static void put_cross_table(const struct peck_arena *arena, const int order[])
{
    enum { CELL = 17 };
    int count = arena->entrant_count;
    printf("\nWins of the row against the column, in %%\n  %-*s", NAME_COLUMNS, "");
    for (int c = 0; c < count; c++) {
        char name[NAME_COLUMNS + 1];
        printf(" %*.*s", CELL, CELL, short_name(arena->entrants[order[c]].name, name));
    }
    putchar('\n');
    for (int r = 0; r < count; r++) {
        char name[NAME_COLUMNS + 1];
        printf("  %-*s", NAME_COLUMNS, short_name(arena->entrants[order[r]].name, name));
        for (int c = 0; c < count; c++) {
            uint64_t matches = 0;
            struct peck_rate rate = {0};
            if (r != c)
                rate = peck_standing_against(arena, order[r], order[c], &matches);
            if (matches == 0)
                printf(" %*s", CELL, "-");
            else
                printf(" %*.2f %s %5.2f", CELL - 8, rate.mean * 100, plus_minus(),
                       margin_of(rate) * 100);
        }
        putchar('\n');
    }
}

static int put_pool(const struct args *args, const struct peck_arena *arena)
{
    struct peck_rating ratings[PECK_ENTRANTS_MAX];
    int order[PECK_ENTRANTS_MAX] = {0};
    if (peck_ratings_of(arena, ratings) != PECK_OK)
        return cli_failure(args->verb, "there is not enough memory");
    order_by_rating(ratings, arena->entrant_count, order);
    printf("  %-*s       rating  %16s  ", NAME_COLUMNS, "bot", "win rate");
    if (arena->value != NULL)
        printf("%16s  ", "adjusted");
    printf("%17s  %8s\n", "points", "matches");
    for (int i = 0; i < arena->entrant_count; i++)
        put_member(arena, order[i], &ratings[order[i]]);
    printf("  par is a win rate of %.2f %%\n", 100.0 / arena->setup.seats);
    if (arena->setup.seats == 2)
        put_cross_table(arena, order);
    return STATUS_FINE;
}

static uint64_t forfeits_of(const struct peck_arena *arena, int entrant)
{
    struct peck_standing standing;
    peck_standing_of(arena, entrant, &standing);
    return standing.forfeits;
}

/* Only programs can forfeit, so nobody else is looked at. */
static void put_forfeits(const struct peck_arena *arena)
{
    for (int e = 0; e < arena->entrant_count; e++) {
        uint64_t count = arena->entrants[e].command != NULL ? forfeits_of(arena, e) : 0;
        char number[32];
        if (count == 0)
            continue;
        printf("\n%s lost %s %s by its own fault\n", arena->entrants[e].name,
               output_grouped(count, number), count == 1 ? "match" : "matches");
        for (int i = 0; i < arena->fault_count; i++) {
            const struct peck_fault *fault = &arena->faults[i];
            char why[ERROR_SENTENCE];
            if (fault->entrant == e)
                printf("  match %llu, seat %d: %s\n", (unsigned long long)fault->match,
                       fault->seat, error_english(&fault->reason, why));
        }
    }
}

static void put_unfinished(const struct peck_arena *arena)
{
    uint64_t count = peck_arena_unfinished(arena);
    if (count > 0)
        printf("\n%llu match%s did not end in 100,000 plies and %s scored as it stood\n",
               (unsigned long long)count, count == 1 ? "" : "es",
               count == 1 ? "was" : "were each");
}

static void put_time(const struct arena_report *report)
{
    char line[96], rate[32];
    double matches = (double)matches_of(report->arena);
    snprintf(line, sizeof line, "\n%.2f s, %s matches a second on %d thread%s\n",
             report->seconds, output_grouped((uint64_t)(matches / report->seconds), rate),
             report->arena->threads, report->arena->threads == 1 ? "" : "s");
    if (isatty(STDOUT_FILENO))
        output_styled(stdout, STYLE_DIM, line);
}

int arena_print(const struct args *args, const struct arena_report *report)
{
    int status = STATUS_FINE;
    put_head(report->arena);
    if (report->arena->pool)
        status = put_pool(args, report->arena);
    else
        put_hero(report->arena);
    put_test(report);
    put_forfeits(report->arena);
    put_unfinished(report->arena);
    put_time(report);
    return status;
}

/* ---- JSON. ---- */

static void json_real(struct peck_json *json, const char *key, double value)
{
    peck_json_fixed(json, key, llround(value * 1e6), 6);
}

static void json_rate(struct peck_json *json, const char *key, const char *mean,
                      struct peck_rate rate)
{
    peck_json_object(json, key);
    json_real(json, mean, rate.mean);
    json_real(json, "std_error", rate.error);
    peck_json_end_object(json);
}

static void json_setup(struct peck_json *json, const struct peck_arena *arena)
{
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)arena->seed);
    peck_json_string(json, "game", arena->game->name);
    peck_json_int(json, "seats", arena->setup.seats);
    peck_json_object(json, "options");
    for (int i = 0; i < arena->game->option_count; i++)
        peck_json_option(json, arena->game->options[i].name, &arena->game->options[i],
                         arena->setup.option[i]);
    peck_json_end_object(json);
    peck_json_string(json, "seed", seed); /* a string: many readers keep only 53 bits */
    peck_json_int(json, "matches", (int64_t)matches_of(arena));
    peck_json_int(json, "blocks", arena->done);
    json_real(json, "par", 1.0 / arena->setup.seats);
}

static void json_standing(struct peck_json *json, const struct peck_arena *arena,
                          int entrant)
{
    struct peck_standing standing;
    peck_standing_of(arena, entrant, &standing);
    json_real(json, "win_rate", standing.wins.mean);
    json_real(json, "std_error", standing.wins.error);
    json_rate(json, "points", "mean", standing.points);
    if (arena->value != NULL) {
        peck_json_object(json, "luck_adjusted");
        json_real(json, "win_rate", standing.adjusted.mean);
        json_real(json, "std_error", standing.adjusted.error);
        json_real(json, "coefficient", standing.coefficient);
        peck_json_end_object(json);
    }
    peck_json_array(json, "by_seat");
    for (int s = 0; s < arena->setup.seats; s++)
        json_rate(json, NULL, "win_rate", standing.by_seat[s]);
    peck_json_end_array(json);
}

static void json_gauntlet(struct peck_json *json, const struct peck_arena *arena)
{
    peck_json_string(json, "hero", arena->entrants[0].name);
    peck_json_array(json, "field");
    for (int e = 1; e < arena->entrant_count; e++)
        peck_json_string(json, NULL, arena->entrants[e].name);
    peck_json_end_array(json);
    json_standing(json, arena, 0);
}

static void json_test(struct peck_json *json, const struct arena_report *report)
{
    static const char *const verdicts[] = {"low", "undecided", "high"};
    if (report->sprt == NULL)
        return;
    peck_json_object(json, "sprt");
    json_real(json, "low", report->sprt->low);
    json_real(json, "high", report->sprt->high);
    json_real(json, "llr", peck_sprt_ratio(report->sprt));
    json_real(json, "bound", PECK_SPRT_BOUND);
    peck_json_int(json, "blocks", (int64_t)report->sprt->count);
    peck_json_string(json, "accepted", verdicts[report->verdict + 1]);
    peck_json_end_object(json);
}

static void json_against(struct peck_json *json, const struct peck_arena *arena,
                         int entrant)
{
    peck_json_array(json, "against");
    for (int e = 0; e < arena->entrant_count; e++) {
        uint64_t matches;
        if (e == entrant)
            continue;
        struct peck_rate rate = peck_standing_against(arena, entrant, e, &matches);
        peck_json_object(json, NULL);
        peck_json_string(json, "bot", arena->entrants[e].name);
        peck_json_int(json, "matches", (int64_t)matches);
        json_real(json, "win_rate", rate.mean);
        json_real(json, "std_error", rate.error);
        peck_json_end_object(json);
    }
    peck_json_end_array(json);
}

static bool json_pool(struct peck_json *json, const struct peck_arena *arena)
{
    struct peck_rating ratings[PECK_ENTRANTS_MAX];
    if (peck_ratings_of(arena, ratings) != PECK_OK)
        return false;
    peck_json_array(json, "pool");
    for (int e = 0; e < arena->entrant_count; e++) {
        struct peck_standing standing;
        peck_standing_of(arena, e, &standing);
        peck_json_object(json, NULL);
        peck_json_string(json, "bot", arena->entrants[e].name);
        peck_json_int(json, "matches", (int64_t)standing.matches);
        peck_json_object(json, "rating");
        json_real(json, "rating", ratings[e].rating);
        json_real(json, "std_error", ratings[e].error);
        peck_json_end_object(json);
        json_standing(json, arena, e);
        if (arena->setup.seats == 2)
            json_against(json, arena, e);
        peck_json_int(json, "forfeits", (int64_t)standing.forfeits);
        peck_json_end_object(json);
    }
    peck_json_end_array(json);
    return true;
}

static void json_forfeits(struct peck_json *json, const struct peck_arena *arena)
{
    uint64_t forfeits = 0;
    for (int e = 0; e < arena->entrant_count; e++)
        forfeits += arena->entrants[e].command != NULL ? forfeits_of(arena, e) : 0;
    peck_json_int(json, "forfeits", (int64_t)forfeits);
    peck_json_int(json, "unfinished", (int64_t)peck_arena_unfinished(arena));
    peck_json_array(json, "faults");
    for (int i = 0; i < arena->fault_count; i++) {
        const struct peck_fault *fault = &arena->faults[i];
        char why[ERROR_SENTENCE];
        peck_json_object(json, NULL);
        peck_json_int(json, "match", (int64_t)fault->match);
        peck_json_int(json, "seat", fault->seat);
        peck_json_string(json, "bot", arena->entrants[fault->entrant].name);
        peck_json_string(json, "reason", error_english(&fault->reason, why));
        peck_json_end_object(json);
    }
    peck_json_end_array(json);
}

/* Bytes that the JSON may need: names of bots, which a byte of may take six as \u00xx,
 * appear once each and, in tables of two, once for each other; a fault has 300 bytes and a
 * name. */
static size_t json_room(const struct peck_arena *arena)
{
    size_t names = 0, count = (size_t)arena->entrant_count;
    for (size_t e = 0; e < count; e++)
        names += 6 * strlen(arena->entrants[e].name);
    return 8192 + count * (2048 + names + count * 128) + names +
           PECK_FAULTS_KEPT * (names + 2048);
}

int arena_print_json(const struct args *args, const struct arena_report *report)
{
    size_t size = json_room(report->arena);
    char *room = malloc(size);
    if (room == NULL)
        return cli_failure(args->verb, "there is not enough memory");
    struct peck_text text = peck_text_begin(room, size);
    struct peck_json json = peck_json_begin(&text);
    bool fine = true;
    peck_json_object(&json, NULL);
    json_setup(&json, report->arena);
    if (report->arena->pool)
        fine = json_pool(&json, report->arena);
    else
        json_gauntlet(&json, report->arena);
    json_test(&json, report);
    json_forfeits(&json, report->arena);
    peck_json_end_object(&json);
    if (fine)
        puts(room);
    free(room);
    return fine ? STATUS_FINE : cli_failure(args->verb, "there is not enough memory");
}
