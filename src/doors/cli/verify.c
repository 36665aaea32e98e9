/* verify.c — `peck verify`: checks that a record's dice follow from what was committed.
 *
 * For each match it reads the `# fair` lines, checks the hashes, makes every outcome of
 * chance again (include/peck/fair.h) and names the first that differs. A match of the deal
 * of a day (include/peck/deal.h) is checked against that.
 * docs/explain/fairness.md says what this proves and what it does not. */
#include "cli.h"

#include <peck/deal.h>

#include <stdlib.h>

static uint32_t chance_plies(const struct peck_match *match)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < match->count; i++)
        count += match->plies[i].seat == PECK_CHANCE;
    return count;
}

/* "the secret and the values of seats 0 and 2". */
static void put_sources(const struct peck_fair *fair)
{
    int left = __builtin_popcount(fair->contributed);
    printf("the secret");
    if (left > 0)
        printf(" and the value%s of seat%s", left > 1 ? "s" : "", left > 1 ? "s" : "");
    for (int seat = 0; seat < PECK_SEATS_MAX; seat++) {
        if (fair->contributed >> seat & 1)
            printf(" %d%s", seat, --left > 1 ? "," : left == 1 ? " and" : "");
    }
}

/* Who could foresee an outcome: without links the server, from the start. */
static void put_links(const struct peck_fair *fair, uint32_t number, uint32_t outcomes)
{
    if (fair->version < 3)
        return;
    for (int seat = 0; seat < PECK_SEATS_MAX; seat++) {
        uint32_t missed = peck_fair_unlinked(fair, seat);
        if (missed > 0)
            printf("match %u: warning: seat %d gave no chain link to %u of %u outcomes\n",
                   number, seat, missed, outcomes);
    }
    uint32_t foreseen = peck_fair_unlinked(fair, -1);
    if (foreseen > 0)
        printf("match %u: warning: the server could foresee %u outcome%s, to which nobody "
               "gave a chain link\n",
               number, foreseen, foreseen > 1 ? "s" : "");
    else
        printf("match %u: each has a chain link of a player: not even the server could "
               "foresee it\n",
               number);
}

/* The dice are proved, but whoever runs the server had a choice between two sets of them
 * for each of these. */
static void warn(const struct peck_fair *fair, uint32_t number)
{
    for (int seat = 0; seat < PECK_SEATS_MAX; seat++) {
        if (fair->withheld >> seat & 1)
            printf("match %u: warning: seat %d withheld its value\n", number, seat);
    }
    if (fair->draws > 0)
        printf(
            "match %u: warning: it was begun anew %d time%s, because somebody withheld a "
            "value\n",
            number, fair->draws, fair->draws > 1 ? "s" : "");
}

/* A match of the deal of a day has nothing to commit to: everybody knows the deal. */
static bool is_daily(const struct args *args, const struct record *record, int *status)
{
    char daily[PECK_DAILY_MAX];
    uint8_t key[PECK_HASH];
    struct peck_deal deal;
    struct peck_error error = {0};
    uint32_t ply;
    peck_daily_read(record->before, (size_t)(record->bytes - record->before), daily);
    if (daily[0] == '\0')
        return false;
    enum peck_status right = peck_daily_key(daily, key, &error);
    if (right == PECK_OK) {
        peck_deal_begin(&deal, key, record->match);
        right = peck_deal_check(&deal, record->match, &ply, &error);
    }
    *status = STATUS_FINE;
    if (right == PECK_OK)
        printf("match %u: %s, %d seats: all %u outcomes of chance are those of the deal "
               "of %.10s\n",
               record->number, record->match->game->name, record->match->setup.seats,
               chance_plies(record->match), daily);
    else
        *status =
            cli_failure(args->verb, "match %u: %s", record->number, args_why(args, &error));
    return true;
}

static int verify_match(const struct args *args, const struct record *record, bool *ends)
{
    const struct peck_match *match = record->match;
    uint32_t number = record->number, ply;
    struct peck_fair fair;
    struct peck_error error = {0};
    bool found;
    int status;
    /* `ends` is unused: whatever is wrong with one, the next is looked at */
    if (peck_fair_read(record->bytes, record->count, &fair, &found, &error) != PECK_OK) {
        bool placed = error.line > 0;
        error.line += placed ? record->line - 1 : 0;
        return cli_failure(args->verb, "match %u%s %s", number, placed ? "," : ":",
                           args_why(args, &error));
    }
    if (!found && is_daily(args, record, &status))
        return status;
    if (!found)
        return cli_failure(args->verb,
                           "match %u has no '# fair' lines: its chance cannot be verified",
                           number);
    if (peck_fair_verify(match, &fair, &ply, &error) != PECK_OK) {
        peck_fair_free(&fair);
        return cli_failure(args->verb, "match %u: %s", number, args_why(args, &error));
    }
    printf("match %u: %s, %d seats: all %u outcomes of chance follow from ", number,
           match->game->name, match->setup.seats, chance_plies(match));
    put_sources(&fair);
    putchar('\n');
    put_links(&fair, number, chance_plies(match));
    warn(&fair, number);
    peck_fair_free(&fair);
    return STATUS_FINE;
}

int cli_run_verify(const struct args *args)
{
    uint32_t count;
    return records_each(args, false, verify_match, &count);
}
