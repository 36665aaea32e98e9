/* replay.c — `peck replay`: plays records again and prints a summary, a trace or positions.
 */
#include "cli.h"

#include <peck/match.h>

#include <stdlib.h>

static void put_summary(const struct peck_match *match, uint32_t number)
{
    int32_t points[PECK_SEATS_MAX];
    uint8_t places[PECK_SEATS_MAX];
    const struct peck_game *game = match->game;
    bool over = game->movers(&match->state) == 0;
    game->score(&match->state, points, places);
    printf("match %u: %s, %d seats", number, game->name, match->setup.seats);
    output_options(stdout, game, &match->setup, ", ");
    printf(", %u plies%s, score", match->count, over ? "" : " (unfinished)");
    for (int s = 0; s < match->setup.seats; s++)
        printf(" %d", points[s]);
    printf(", places");
    for (int s = 0; s < match->setup.seats; s++)
        printf(" %d", places[s]);
    putchar('\n');
}

/* `= S: name; name; name` for each seat that may act. */
static void put_legal(const struct peck_game *game, const union peck_state *state)
{
    static uint32_t actions[PECK_ACTIONS_MAX];
    uint32_t movers = game->movers(state);
    for (int s = 0; s < PECK_SEATS_MAX; s++) {
        if ((movers >> s & 1) == 0)
            continue;
        uint32_t count = game->legal(state, s, actions);
        printf("= %d: ", s);
        for (uint32_t i = 0; i < count; i++) {
            char name[PECK_NAME_MAX];
            printf("%s%s", i > 0 ? "; " : "", judged_json_name(game, actions[i], name));
        }
        putchar('\n');
    }
}

static void put_trace(const struct peck_match *match, uint32_t number)
{
    union peck_state state;
    if (number > 1)
        printf("# match %u\n", number);
    peck_match_state_at(match, 0, &state);
    for (uint32_t i = 0; i < match->count; i++) {
        const struct peck_ply *ply = &match->plies[i];
        char name[PECK_NAME_MAX];
        putchar(ply->seat == PECK_CHANCE ? '*' : '0' + ply->seat);
        printf(" %s\n", judged_json_name(match->game, ply->action, name));
        match->game->apply(&state, ply->seat, ply->action);
        if (i + 1 < match->count)
            put_legal(match->game, &state);
    }
}

static void put_line(const struct peck_game *game, const union peck_state *state)
{
    char line[PECK_LINE_MAX];
    struct peck_text text = peck_text_begin(line, sizeof line);
    peck_encode(game, state, &text);
    puts(line);
}

static void put_positions(const struct peck_match *match)
{
    union peck_state state;
    peck_match_state_at(match, 0, &state);
    for (uint32_t i = 0; i < match->count; i++) {
        put_line(match->game, &state);
        match->game->apply(&state, match->plies[i].seat, match->plies[i].action);
    }
    put_line(match->game, &state);
}

static int put_view(const struct args *args, const struct peck_match *match,
                    uint32_t number)
{
    int viewer = (int)args->flag[FLAG_VIEW].number;
    struct peck_buffer buffer = {0};
    if (viewer >= match->setup.seats)
        return cli_fail(args->verb, MESSAGE_PLAIN_CLI_MATCH_SEAT,
                        (struct say_value[]){{"match", .number = number},
                                             {"last", .number = match->setup.seats - 1},
                                             {"seat", .number = viewer},
                                             {0}});
    if (peck_record_write(match, viewer, &buffer) != PECK_OK)
        return cli_failure(args->verb, "there is not enough memory");
    fputs(buffer.bytes, stdout);
    peck_buffer_free(&buffer);
    return STATUS_FINE;
}

static int put_match(const struct args *args, const struct record *record, bool *ends)
{
    if (args->flag[FLAG_VIEW].given) {
        int status = put_view(args, record->match, record->number);
        *ends = status != STATUS_FINE;
        return status;
    }
    if (args->flag[FLAG_TRACE].given)
        put_trace(record->match, record->number);
    else if (args->flag[FLAG_POSITIONS].given)
        put_positions(record->match);
    else
        put_summary(record->match, record->number);
    return STATUS_FINE;
}

int cli_run_replay(const struct args *args)
{
    int forms = args->flag[FLAG_VIEW].given + args->flag[FLAG_TRACE].given +
                args->flag[FLAG_POSITIONS].given;
    uint32_t count;
    if (forms > 1)
        return cli_usage_error(args->verb,
                               "give only one of --trace, --positions and --view");
    return records_each(args, false, put_match, &count);
}
