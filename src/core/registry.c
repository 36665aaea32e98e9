/* registry.c — the list of all games and their packs, made from games/games.def.
 *
 * games.def is included once for each list with another meaning of GAME and TEMPLATE.
 * Templates stand behind the games in peck_games and are counted apart, so that tests reach
 * them and players do not. */
#include <peck/pack.h>

#include <stddef.h>

#ifdef PECK_TEMPLATES
enum { OFFERED = 1 }; /* tests play the templates like games */
#else
enum { OFFERED = 0 };
#endif

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
#define TEMPLATE(name) +OFFERED
#include "games/games.def"
#undef GAME
#undef TEMPLATE
    ;

const int peck_template_count = 0
#define GAME(name)
#define TEMPLATE(name) +!OFFERED
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

const struct peck_pack *peck_pack_of(const struct peck_game *game)
{
    for (size_t i = 0; i < sizeof packs / sizeof *packs; i++) {
        if (packs[i]->game == game)
            return packs[i];
    }
    return NULL;
}
