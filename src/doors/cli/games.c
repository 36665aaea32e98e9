/* games.c — `peck games`: lists the games with their seats and options. */
#include "cli.h"

#include <string.h>

/* A mask of seats as the runs it is made of: "2-5", "3, 5-7". */
static void put_seats(uint32_t mask)
{
    const char *between = "";
    for (int low = 0; low <= PECK_SEATS_MAX; low++) {
        if ((mask >> low & 1) == 0)
            continue;
        int high = low;
        while (mask >> (high + 1) & 1)
            high++;
        printf("%s%d", between, low);
        if (high > low)
            printf("%s%d", output_dash(), high);
        between = ", ";
        low = high;
    }
    printf(mask == 1u << 1 ? " seat" : " seats");
}

static void put_option(const struct peck_game *game, int index)
{
    enum { COLUMN = 32 };
    const struct peck_option *option = &game->options[index];
    char term[64], meaning[256];
    snprintf(term, sizeof term, "--option %s%s", option->name,
             option->kind == PECK_FLAG   ? ""
             : option->kind == PECK_SEAT ? "=SEAT"
                                         : "=N");
    if (option->kind == PECK_NUMBER)
        snprintf(meaning, sizeof meaning, "%s (%d to %d, default %d)", option->help,
                 option->low, option->high, option->standard);
    else
        snprintf(meaning, sizeof meaning, "%s", option->help);
    fputs("  ", stdout);
    output_styled(stdout, STYLE_EMBER, term);
    output_wrapped(stdout, meaning, COLUMN, 2 + (int)strlen(term), output_width(stdout));
    uint32_t with = peck_seats_with(game, index, peck_other_value(option));
    if (option->kind != PECK_FLAG || with == peck_seats_with(game, -1, 0))
        return;
    printf("%*sfor ", COLUMN, "");
    put_seats(with);
    putchar('\n');
}

static void put_game(const struct peck_game *game)
{
    output_styled(stdout, STYLE_BOLD, game->name);
    printf("%*s%s, ", 12 - (int)strlen(game->name), "", game->title);
    put_seats(peck_seats_with(game, -1, 0));
    printf("\n  %s\n", game->summary);
    for (int i = 0; i < game->option_count; i++)
        put_option(game, i);
}

static void put_json(void)
{
    static char room[32768]; /* a game takes about a kilobyte */
    struct peck_text text = peck_text_begin(room, sizeof room);
    struct peck_json json = peck_json_begin(&text);
    peck_json_object(&json, NULL);
    peck_json_string(&json, "version", PECK_VERSION);
    peck_json_array(&json, "games");
    for (int i = 0; i < peck_game_count; i++) {
        peck_json_object(&json, NULL);
        peck_json_game(&json, peck_games[i]);
        peck_json_end_object(&json);
    }
    peck_json_end_array(&json);
    peck_json_end_object(&json);
    puts(room);
}

int cli_run_games(const struct args *args)
{
    if (args->flag[FLAG_JSON].given) {
        put_json();
        return STATUS_FINE;
    }
    for (int i = 0; i < peck_game_count; i++) {
        if (i > 0)
            putchar('\n');
        put_game(peck_games[i]);
    }
    return STATUS_FINE;
}
