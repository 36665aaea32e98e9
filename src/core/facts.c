/* facts.c — describes a game before it is played: seats, options, and what they go with.
 *
 * Nothing is declared twice: which numbers of seats an option allows, and whether seats act
 * at once, is found by asking `init` and playing chance up to the first decision. The
 * answers go out as JSON, for the browser, the server and `peck games`. */
#include <peck/pack.h>

#include <string.h>

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

/* The set-up with the fewest seats that the game takes with that option; false: none. */
static bool set_up(const struct peck_game *game, int option, int value,
                   struct peck_setup *setup)
{
    uint32_t seats = peck_seats_with(game, option, value);
    if (seats == 0)
        return false;
    peck_setup_begin(game, __builtin_ctz(seats), setup);
    if (option >= 0)
        setup->option[option] = (int16_t)value;
    return true;
}

static bool begin(const struct peck_game *game, const struct peck_setup *setup,
                  union peck_state *state, struct peck_rng *rng)
{
    struct peck_error error;
    peck_rng_seed(rng, 1);
    return peck_init(game, state, setup, &error) == PECK_OK;
}

bool peck_at_once(const struct peck_game *game, const struct peck_setup *setup)
{
    union peck_state state;
    struct peck_rng rng;
    if (!begin(game, setup, &state, &rng))
        return false;
    while (game->movers(&state) == PECK_CHANCE_BIT)
        game->apply(&state, PECK_CHANCE, game->sample(&state, &rng));
    uint32_t movers = game->movers(&state);
    return (movers & (movers - 1)) != 0;
}

static bool hides_now(const struct peck_game *game, const union peck_state *state,
                      int seats)
{
    for (int seat = 0; seat < seats; seat++) {
        union peck_state view;
        memcpy(&view, state, game->state_size);
        game->redact(&view, seat);
        if (memcmp(&view, state, game->state_size) != 0)
            return true;
    }
    return false;
}

bool peck_hidden(const struct peck_game *game, const struct peck_setup *setup)
{
    enum { PLIES = 1000 }; /* of random play, which is plenty */
    union peck_state state;
    struct peck_rng rng;
    if (!begin(game, setup, &state, &rng))
        return false;
    bool hidden = false;
    for (int i = 0; i < PLIES && !hidden && game->movers(&state) != 0; i++) {
        game->playout(&state, &rng, 1);
        hidden = hides_now(game, &state, setup->seats);
    }
    return hidden;
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
    int other = peck_other_value(option);
    struct peck_setup setup;
    bool fits = set_up(game, index, other, &setup);
    put_seats(json, peck_seats_with(game, index, other));
    peck_json_bool(json, "at_once", fits && peck_at_once(game, &setup));
    peck_json_string(json, "help", option->help);
    peck_json_end_object(json);
}

static void put_box(struct peck_json *json, const struct peck_box *box)
{
    const char *word = box->options;
    peck_json_object(json, NULL);
    peck_json_string(json, "id", box->id);
    peck_json_array(json, "options");
    while (*word != '\0') {
        char name[PECK_NAME_MAX];
        struct peck_text text = peck_text_begin(name, sizeof name);
        for (; *word != '\0' && *word != ' '; word++)
            peck_put_char(&text, *word);
        peck_json_string(json, NULL, name);
        word += *word == ' ';
    }
    peck_json_end_array(json);
    peck_json_int(json, "seats", box->seats);
    peck_json_string(json, "level", box->level);
    peck_json_end_object(json);
}

static void put_boxes(struct peck_json *json, const struct peck_game *game)
{
    const struct peck_box *boxes = peck_pack_of(game)->boxes;
    const struct peck_box plain = {game->name, "", game->seats_min, "normal", NULL};
    peck_json_array(json, "boxes");
    if (boxes[0].id == NULL)
        put_box(json, &plain);
    for (int i = 0; i < PECK_BOXES_MAX && boxes[i].id != NULL; i++)
        put_box(json, &boxes[i]);
    peck_json_end_array(json);
}

void peck_json_game(struct peck_json *json, const struct peck_game *game)
{
    struct peck_setup setup;
    bool fits = set_up(game, -1, 0, &setup);
    peck_json_string(json, "name", game->name);
    peck_json_string(json, "title", game->title);
    peck_json_string(json, "summary", game->summary);
    put_seats(json, peck_seats_with(game, -1, 0));
    peck_json_bool(json, "low_wins", game->low_wins);
    peck_json_bool(json, "at_once", fits && peck_at_once(game, &setup));
    peck_json_bool(json, "hidden", fits && peck_hidden(game, &setup));
    peck_json_int(json, "state_bytes", game->state_size);
    peck_json_int(json, "features", game->features);
    peck_json_int(json, "choices", peck_choice_count(game));
    peck_json_bool(json, "stable_choices", game->run_count > 0);
    peck_json_int(json, "outcomes", game->outcomes_max);
    peck_json_array(json, "options");
    for (int i = 0; i < game->option_count; i++)
        put_option(json, game, i);
    peck_json_end_array(json);
    put_boxes(json, game);
}
