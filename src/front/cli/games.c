/* games.c — `peck games`: what there is to play. */
#include "cli.h"

#include <string.h>

/* The seat counts that a set-up takes, as a mask, with one option set to a value (or none).
 */
uint32_t seats_with(const struct peck_game *game, int option, int value)
{
    uint32_t mask = 0;
    for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
        struct peck_setup setup;
        struct peck_error error;
        union peck_state state;
        peck_setup_begin(game, seats, &setup);
        if (option >= 0)
            setup.option[option] = (int16_t)value;
        if (peck_init(game, &state, &setup, &error) == PECK_OK)
            mask |= 1u << seats;
    }
    return mask;
}

/* A value of the option that is not its default. */
int other_value(const struct peck_option *option)
{
    if (option->kind == PECK_SEAT)
        return 0;
    return option->standard == option->low ? option->high : option->low;
}

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
            printf("%s%d", dash(), high);
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
    put_styled(stdout, STYLE_EMBER, term);
    put_wrapped(stdout, meaning, COLUMN, 2 + (int)strlen(term), terminal_width(stdout));
    uint32_t with = seats_with(game, index, other_value(option));
    if (option->kind != PECK_FLAG || with == seats_with(game, -1, 0))
        return;
    printf("%*sfor ", COLUMN, "");
    put_seats(with);
    putchar('\n');
}

static void put_game(const struct peck_game *game)
{
    put_styled(stdout, STYLE_BOLD, game->name);
    printf("%*s%s, ", 12 - (int)strlen(game->name), "", game->title);
    put_seats(seats_with(game, -1, 0));
    printf("\n  %s\n", game->summary);
    for (int i = 0; i < game->option_count; i++)
        put_option(game, i);
}

static void json_seats(struct peck_json *json, uint32_t mask)
{
    peck_json_array(json, "seats");
    for (int seats = 1; seats <= PECK_SEATS_MAX; seats++) {
        if (mask >> seats & 1)
            peck_json_int(json, NULL, seats);
    }
    peck_json_end_array(json);
}

static void json_option(struct peck_json *json, const struct peck_game *game, int index)
{
    static const char *const kinds[] = {
        [PECK_FLAG] = "flag", [PECK_NUMBER] = "number", [PECK_SEAT] = "seat"};
    const struct peck_option *option = &game->options[index];
    peck_json_object(json, NULL);
    peck_json_string(json, "name", option->name);
    peck_json_string(json, "kind", kinds[option->kind]);
    peck_json_int(json, "low", option->low);
    peck_json_int(json, "high", option->high);
    peck_json_option(json, "default", option, option->standard);
    json_seats(json, seats_with(game, index, other_value(option)));
    peck_json_string(json, "help", option->help);
    peck_json_end_object(json);
}

static void json_game(struct peck_json *json, const struct peck_game *game)
{
    peck_json_object(json, NULL);
    peck_json_string(json, "name", game->name);
    peck_json_string(json, "title", game->title);
    peck_json_string(json, "summary", game->summary);
    json_seats(json, seats_with(game, -1, 0));
    peck_json_bool(json, "low_wins", game->low_wins);
    peck_json_int(json, "state_bytes", game->state_size);
    peck_json_array(json, "options");
    for (int i = 0; i < game->option_count; i++)
        json_option(json, game, i);
    peck_json_end_array(json);
    peck_json_end_object(json);
}

static void put_json(void)
{
    static char room[32768]; /* a game takes about a kilobyte */
    struct peck_text text = peck_text_begin(room, sizeof room);
    struct peck_json json = peck_json_begin(&text);
    peck_json_object(&json, NULL);
    peck_json_string(&json, "version", PECK_VERSION);
    peck_json_array(&json, "games");
    for (int i = 0; i < peck_game_count; i++)
        json_game(&json, peck_games[i]);
    peck_json_end_array(&json);
    peck_json_end_object(&json);
    puts(room);
}

int run_games(const struct args *args)
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
