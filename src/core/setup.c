/* setup.c — set-ups: reads seats and options, checks them, spells them, and begins a state.
 *
 * A game's table of options gives each a kind, bounds and a default. What depends on
 * several of them at once, such as a number of seats that needs an option, is known to the
 * game's `init` alone, which is asked. Errors name what was given and what would be right.
 */
#include <peck/game.h>

#include <string.h>

void peck_setup_begin(const struct peck_game *game, int seats, struct peck_setup *setup)
{
    memset(setup, 0, sizeof *setup);
    setup->seats = (uint8_t)seats;
    for (int i = 0; i < game->option_count; i++)
        setup->option[i] = game->options[i].standard;
}

static void put_spelling(struct peck_text *text, const struct peck_option *option)
{
    peck_put(text, option->name);
    if (option->kind == PECK_SEAT)
        peck_put(text, "=SEAT");
    else if (option->kind == PECK_NUMBER)
        peck_put(text, "=N");
}

static enum peck_status refuse_unknown(const struct peck_game *game, const char *given,
                                       struct peck_error *error)
{
    peck_error_say(error, "error.option.unknown");
    peck_error_text(error, "game", game->name);
    peck_error_quote(error, "option", given, peck_length(given));
    struct peck_text text = peck_error_open(error, "options");
    for (int i = 0; i < game->option_count; i++) {
        if (i > 0)
            peck_put(&text, ", ");
        put_spelling(&text, &game->options[i]);
    }
    return PECK_BAD_SETUP;
}

static enum peck_status read_value(const struct peck_option *option, const char *value,
                                   int16_t *out, struct peck_error *error)
{
    struct peck_scan scan = peck_scan_begin(value, peck_length(value), error);
    int low = option->kind == PECK_SEAT ? 0 : option->low;
    int32_t number = 0;
    if (!peck_scan_number(&scan, low, option->high, &number)) {
        peck_scan_refuse(&scan, "error.expected.range");
        peck_error_text(error, "what", option->name);
        peck_error_number(error, "low", low);
        peck_error_number(error, "high", option->high);
    }
    if (!peck_scan_done(&scan)) {
        error->column = 0; /* it would count from the value, not from what the user typed */
        return PECK_BAD_SETUP;
    }
    *out = (int16_t)number;
    return PECK_OK;
}

int peck_option_find(const struct peck_game *game, const char *text)
{
    for (int i = 0; i < game->option_count; i++) {
        const char *name = game->options[i].name;
        size_t length = peck_length(name);
        if (peck_length(text) >= length && memcmp(text, name, length) == 0 &&
            (text[length] == '\0' || text[length] == '='))
            return i;
    }
    return -1;
}

enum peck_status peck_refuse_twice(const struct peck_game *game, int option,
                                   struct peck_error *error)
{
    peck_error_say(error, "error.option.twice");
    peck_error_text(error, "option", game->options[option].name);
    return PECK_BAD_SETUP;
}

enum peck_status peck_setup_option(const struct peck_game *game, struct peck_setup *setup,
                                   const char *text, struct peck_error *error)
{
    int index = peck_option_find(game, text);
    if (index < 0)
        return refuse_unknown(game, text, error);
    const struct peck_option *option = &game->options[index];
    const char *value = text + peck_length(option->name);
    if (*value == '\0' && option->kind == PECK_FLAG) {
        setup->option[index] = 1;
        return PECK_OK;
    }
    if (*value == '=' && option->kind != PECK_FLAG)
        return read_value(option, value + 1, &setup->option[index], error);
    peck_error_say(error,
                   option->kind == PECK_FLAG ? "error.option.flag" : "error.option.value");
    peck_error_text(error, "option", option->name);
    struct peck_text right = peck_error_open(error, "right");
    put_spelling(&right, option);
    return PECK_BAD_SETUP;
}

bool peck_put_option(const struct peck_game *game, const struct peck_setup *setup,
                     int index, struct peck_text *text)
{
    const struct peck_option *option = &game->options[index];
    if (setup->option[index] == option->standard)
        return false;
    peck_put(text, option->name);
    if (option->kind != PECK_FLAG) {
        peck_put_char(text, '=');
        peck_put_int(text, setup->option[index]);
    }
    return true;
}

void peck_json_option(struct peck_json *json, const char *key,
                      const struct peck_option *option, int value)
{
    if (option->kind == PECK_FLAG)
        peck_json_bool(json, key, value != 0);
    else if (option->kind == PECK_SEAT && value < 0)
        peck_json_null(json, key);
    else
        peck_json_int(json, key, value);
}

/* What is not seats is the option of that name. */
static enum peck_status refuse_number(const struct peck_game *game, const char *what,
                                      int low, int high, int given,
                                      struct peck_error *error)
{
    peck_error_say(error, what == NULL ? "error.setup.seats" : "error.setup.range");
    peck_error_text(error, "game", game->name);
    if (what != NULL)
        peck_error_text(error, "what", what);
    peck_error_number(error, "low", low);
    peck_error_number(error, "high", high);
    peck_error_number(error, "given", given);
    return PECK_BAD_SETUP;
}

/* A seat count that needs an option is known to `init` alone, so it is asked. What is wrong
 * with the other options has no part in the answer: they are put right first. */
int peck_seats_most(const struct peck_game *game, const struct peck_setup *setup)
{
    struct peck_setup probe = *setup;
    struct peck_error ignored;
    union peck_state scratch;
    for (int i = 0; i < game->option_count; i++) {
        const struct peck_option *option = &game->options[i];
        bool within = probe.option[i] >= option->low && probe.option[i] <= option->high;
        if (option->kind == PECK_SEAT || !within)
            probe.option[i] = option->standard;
    }
    probe.seats = game->seats_max;
    while (probe.seats > game->seats_min &&
           game->init(&scratch, &probe, &ignored) != PECK_OK)
        probe.seats--;
    return probe.seats;
}

uint8_t peck_scan_seats(struct peck_scan *scan, const struct peck_game *game,
                        const struct peck_setup *setup)
{
    int32_t seats = 0;
    if (peck_scan_number(scan, 0, PECK_SEATS_SPELLED, &seats))
        return (uint8_t)seats;
    bool zero = scan->at < scan->end && *scan->at == '0';
    if (peck_scan_refuse(scan,
                         zero ? "error.expected.seats-zero" : "error.expected.seats")) {
        peck_error_number(scan->error, "low", game->seats_min);
        peck_error_number(scan->error, "high", peck_seats_most(game, setup));
    }
    return 0;
}

enum peck_status peck_init(const struct peck_game *game, void *state,
                           const struct peck_setup *setup, struct peck_error *error)
{
    if (setup->seats < game->seats_min || setup->seats > game->seats_max)
        return refuse_number(game, NULL, game->seats_min, peck_seats_most(game, setup),
                             setup->seats, error);
    for (int i = 0; i < game->option_count; i++) {
        const struct peck_option *option = &game->options[i];
        int high = option->kind == PECK_SEAT ? setup->seats - 1 : option->high;
        int low = option->kind == PECK_SEAT ? 0 : option->low;
        int given = setup->option[i];
        if (given != option->standard && (given < low || given > high))
            return refuse_number(game, option->name, low, high, given, error);
    }
    return game->init(state, setup, error);
}

void peck_places(const int64_t keys[], int seats, uint8_t places[])
{
    for (int s = 0; s < seats; s++) {
        places[s] = 1;
        for (int other = 0; other < seats; other++)
            places[s] += keys[other] > keys[s];
    }
}
