/* setups.c — counts through the subsets of flags, each with and without other values. */
#include "setups.h"

#include <stdlib.h>

static int16_t off_default(const struct peck_option *option, int seats)
{
    return option->kind == PECK_SEAT ? seats - 1 : option->low;
}

/* Bit 0 of `set`: the options that are no flags stand off their defaults; bit 1 up: the
 * flags. */
static void fill(const struct peck_game *game, int seats, unsigned set,
                 struct peck_setup *setup)
{
    unsigned flag = 1;
    peck_setup_begin(game, seats, setup);
    for (int i = 0; i < game->option_count; i++) {
        if (game->options[i].kind == PECK_FLAG)
            setup->option[i] = set >> flag++ & 1;
        else if (set & 1)
            setup->option[i] = off_default(&game->options[i], seats);
    }
}

static unsigned count_sets(const struct peck_game *game)
{
    unsigned sets = 2;
    for (int i = 0; i < game->option_count; i++)
        sets <<= game->options[i].kind == PECK_FLAG;
    return sets;
}

/* 1, or what PECK_SETUPS_EVERY says: an emulated processor has no time for all. */
static unsigned every(void)
{
    const char *words = getenv("PECK_SETUPS_EVERY");
    int number = words == NULL ? 1 : atoi(words);
    return number > 1 ? (unsigned)number : 1;
}

void each_setup(void (*visit)(const struct peck_game *game, const struct peck_setup *setup,
                              void *context),
                void *context)
{
    for (int g = 0; g < peck_game_count + peck_template_count; g++) {
        const struct peck_game *game = peck_games[g];
        unsigned index = 0;
        for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
            for (unsigned set = 0; set < count_sets(game); set++) {
                struct peck_setup setup;
                struct peck_error error;
                union peck_state state;
                fill(game, seats, set, &setup);
                if (peck_init(game, &state, &setup, &error) == PECK_OK &&
                    index++ % every() == 0)
                    visit(game, &setup, context);
            }
        }
    }
}

const char *setup_words(const struct peck_game *game, const struct peck_setup *setup)
{
    static char words[128];
    struct peck_text text = peck_text_begin(words, sizeof words);
    peck_put(&text, game->name);
    peck_put(&text, " seats=");
    peck_put_int(&text, setup->seats);
    for (int i = 0; i < game->option_count; i++) {
        if (setup->option[i] != game->options[i].standard)
            peck_put_char(&text, ' ');
        peck_put_option(game, setup, i, &text);
    }
    return words;
}
