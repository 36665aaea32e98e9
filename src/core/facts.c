/* facts.c — what can be told about a game before it is played. */
#include <peck/game.h>

uint32_t peck_seats_with(const struct peck_game *game, int option, int value)
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

int peck_other_value(const struct peck_option *option)
{
    if (option->kind == PECK_SEAT)
        return 0;
    return option->standard == option->low ? option->high : option->low;
}

static void put_seats(struct peck_json *json, uint32_t mask)
{
    peck_json_array(json, "seats");
    for (int seats = 1; seats <= PECK_SEATS_MAX; seats++) {
        if (mask >> seats & 1)
            peck_json_int(json, NULL, seats);
    }
    peck_json_end_array(json);
}

static void put_option(struct peck_json *json, const struct peck_game *game, int index)
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
    put_seats(json, peck_seats_with(game, index, peck_other_value(option)));
    peck_json_string(json, "help", option->help);
    peck_json_end_object(json);
}

void peck_json_game(struct peck_json *json, const struct peck_game *game)
{
    peck_json_string(json, "name", game->name);
    peck_json_string(json, "title", game->title);
    peck_json_string(json, "summary", game->summary);
    put_seats(json, peck_seats_with(game, -1, 0));
    peck_json_bool(json, "low_wins", game->low_wins);
    peck_json_int(json, "state_bytes", game->state_size);
    peck_json_array(json, "options");
    for (int i = 0; i < game->option_count; i++)
        put_option(json, game, i);
    peck_json_end_array(json);
}
