/* registry.c — the list of all games and their packs, made from games/games.def.
 *
 * games.def is included once for each list with another meaning of GAME and TEMPLATE.
 * Templates stand behind the games in peck_games and are counted apart, so that tests reach
 * them and players do not. */
#include <peck/pack.h>

#include <stddef.h>

#define GAME(name)                                                                         \
    extern const struct peck_game peck_##name;                                             \
    extern const struct peck_pack peck_pack_##name;
#define TEMPLATE(name) GAME(name)
#include "games/games.def"
#undef GAME
#undef TEMPLATE

const struct peck_game *const peck_games[] = {
#define GAME(name) &peck_##name,
#define TEMPLATE(name) &peck_##name,
#include "games/games.def"
#undef GAME
#undef TEMPLATE
};

static const struct peck_pack *const packs[] = {
#define GAME(name) &peck_pack_##name,
#define TEMPLATE(name) &peck_pack_##name,
#include "games/games.def"
#undef GAME
#undef TEMPLATE
};

const int peck_game_count = 0
#define GAME(name) +1
#define TEMPLATE(name)
#include "games/games.def"
#undef GAME
#undef TEMPLATE
    ;

const int peck_template_count = 0
#define GAME(name)
#define TEMPLATE(name) +1
#include "games/games.def"
#undef GAME
#undef TEMPLATE
    ;

const struct peck_game *peck_game_find(const char *name)
{
    for (int i = 0; i < peck_game_count; i++) {
        if (peck_same(peck_games[i]->name, name))
            return peck_games[i];
    }
    return NULL;
}

/* The next letter or digit, small; 0 at the end of a word. Bytes beyond ASCII count as they
 * are. */
static char next_letter(const char **word)
{
    for (; **word != '\0' && **word != ' '; (*word)++) {
        char c = **word;
        c = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0) {
            (*word)++;
            return c;
        }
    }
    return '\0';
}

/* The same, over the spaces of what somebody typed. */
static char next_typed(const char **word)
{
    char c;
    while ((c = next_letter(word)) == '\0' && **word == ' ')
        (*word)++;
    return c;
}

/* Whether a typed word is the name at the beginning of `name`. */
static bool is_called(const char *name, const char *word)
{
    char wanted, typed;
    bool any = false;
    do {
        wanted = next_letter(&name);
        typed = next_typed(&word);
        any = any || typed != '\0';
    } while (wanted == typed && typed != '\0');
    return any && wanted == typed;
}

/* Whether it is one of the names of a list with spaces between. */
static bool is_listed(const char *list, const char *word)
{
    while (list != NULL && *list != '\0') {
        if (is_called(list, word))
            return true;
        while (*list != '\0' && *list != ' ')
            list++;
        list += *list == ' ';
    }
    return false;
}

const struct peck_game *peck_game_called(const char *word, const struct peck_box **box)
{
    *box = NULL;
    for (int i = 0; i < peck_game_count; i++) {
        const struct peck_box *boxes = peck_pack_of(peck_games[i])->boxes;
        if (is_called(peck_games[i]->name, word))
            return peck_games[i];
        for (int b = 0; b < PECK_BOXES_MAX && boxes[b].id != NULL; b++) {
            if (!is_called(boxes[b].id, word) && !is_listed(boxes[b].also, word))
                continue;
            if (!peck_same(boxes[b].id, peck_games[i]->name))
                *box = &boxes[b];
            return peck_games[i];
        }
    }
    return NULL;
}

const struct peck_pack *peck_pack_of(const struct peck_game *game)
{
    for (size_t i = 0; i < sizeof packs / sizeof *packs; i++) {
        if (packs[i]->game == game)
            return packs[i];
    }
    return NULL;
}

const struct peck_box *peck_box_of(const struct peck_game *game,
                                   const struct peck_setup *setup)
{
    const struct peck_box *boxes = peck_pack_of(game)->boxes;
    for (int b = 1; b < PECK_BOXES_MAX && boxes[b].id != NULL; b++) {
        for (int i = 0; i < game->option_count; i++) {
            if (game->options[i].kind == PECK_FLAG && setup->option[i] != 0 &&
                is_listed(boxes[b].options, game->options[i].name))
                return &boxes[b];
        }
    }
    return &boxes[0];
}
