/* verify.c — `peck verify`: does every outcome of a record follow from what its players and
 * its host had committed to? */
#include "cli.h"

#include <peck/fair.h>

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

/* One match, whose record is these bytes, the first of them on line `line`. */
static int verify_match(const struct args *args, const struct peck_match *match,
                        uint32_t number, const char *bytes, size_t count, uint32_t line)
{
    struct peck_fair fair;
    struct peck_error error = {0};
    bool found;
    uint32_t ply;
    if (peck_fair_read(bytes, count, &fair, &found, &error) != PECK_OK) {
        if (error.line == 0)
            return failure(args->verb, "match %u: %s", number, error.sentence);
        return failure(args->verb, "match %u, line %u: %s", number, line + error.line - 1,
                       error.sentence);
    }
    if (!found)
        return failure(args->verb,
                       "match %u has no '# fair' lines: its chance cannot be verified",
                       number);
    if (peck_fair_verify(match, &fair, &ply, &error) != PECK_OK)
        return failure(args->verb, "match %u: %s", number, error.sentence);
    printf("match %u: %s, %d seats: all %u outcomes of chance follow from ", number,
           match->game->name, match->setup.seats, chance_plies(match));
    put_sources(&fair);
    putchar('\n');
    return STATUS_FINE;
}

int run_verify(const struct args *args)
{
    size_t length;
    const char *path = args->operands[0];
    char *bytes = read_all(args->verb, path, &length);
    if (bytes == NULL)
        return STATUS_FAILED;
    struct peck_reader reader = peck_reader_begin(bytes, length);
    int status = STATUS_FINE;
    uint32_t number = 0;
    for (bool more = peck_reader_more(&reader); more;) {
        struct peck_match match;
        struct peck_error error;
        const char *start = reader.at;
        uint32_t line = reader.line;
        if (peck_record_read(&reader, &match, &error) != PECK_OK) {
            status = failure(args->verb, "%s, line %u: %s", path_name(path), error.line,
                             error.sentence);
            break;
        }
        more = peck_reader_more(&reader); /* the comments below belong to this match */
        size_t count = (size_t)(reader.at - start);
        if (verify_match(args, &match, ++number, start, count, line) != STATUS_FINE)
            status = STATUS_FAILED;
        peck_match_free(&match);
    }
    if (status == STATUS_FINE && number == 0)
        status = failure(args->verb, "%s has no match in it", path_name(path));
    free(bytes);
    return status;
}
