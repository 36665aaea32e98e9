/* pack.h — everything that one game brings to the program, in one struct.
 *
 * games/<game>/pack.c defines `peck_pack_<game>`, the one symbol of a game that the rest of
 * the program sees. The rules are required. Every other part is optional, and whoever asks
 * for one that is not there has a stand-in that works for any game.
 *
 * Not every program has every part: Python has no terminal, a test of rules has no bots. So
 * parts are weak references: where one is not linked in, its address is NULL, just as if
 * the room did not have its file. */
#ifndef PECK_PACK_H
#define PECK_PACK_H

#include <peck/game.h>

/* A game with options, as people know it from the shop: an entry of the start page. */
struct peck_box {
    const char *id;      /* of its own among the boxes of all games */
    const char *options; /* as after --option, with spaces between; "": none */
    int seats;           /* in all, when somebody just wants to play … */
    const char *level;   /* … and how good the bots are then */
    const char *also;    /* other names people use, with spaces between; NULL: none */
};
enum { PECK_BOXES_MAX = 4, PECK_SAFEST_MAX = 4, PECK_LIKED_MAX = 4 };

/* What `peck bench` measures of this game besides random play. Actions are told apart by
 * the first word of their names. */
struct peck_measure {
    const char *name;                    /* of the figures in JSON; NULL: nothing */
    const char *what;                    /* the same for people */
    const char *listed;                  /* how long `legal` takes where this is legal … */
    const char *eager[PECK_LIKED_MAX];   /* … or matches of players who do this first … */
    const char *waiting[PECK_LIKED_MAX]; /* … and this last */
};

struct peck_pack {
    const struct peck_game *game;
    /* Up to the first without an id. A game without any has one of its own name. */
    struct peck_box boxes[PECK_BOXES_MAX];
    /* What a seat does when its time is up, by the first words of the actions' names: the
     * first of these that is legal, with the highest number. None: as a bot would play. */
    const char *safest[PECK_SAFEST_MAX];
    struct peck_measure measure;
    const struct peck_skill *players;   /* bot.h. NULL: search, which needs no knowledge */
    const struct peck_advice *advice;   /* advice.h. NULL: position lines and no reasons */
    const struct tell_skin *text;       /* telling.h. NULL: the names of actions */
    const struct term_drawing *drawing; /* scene.h. NULL: names, points and actions */
    const struct peck_help *help;       /* help.h. NULL: nothing beyond any game's help */
};

/* For pack.c: PECK_ROOM(coins) declares the rules and the parts that the room may have;
 * PECK_PARTS(coins) names them in the struct. A part whose file is not there is NULL. */
#define PECK_WEAK __attribute__((weak)) extern const
#define PECK_ROOM(game)                                                                    \
    extern const struct peck_game peck_##game;                                             \
    PECK_WEAK struct peck_skill peck_skill_##game;                                         \
    PECK_WEAK struct peck_advice peck_advice_##game;                                       \
    PECK_WEAK struct tell_skin tell_skin_##game;                                           \
    PECK_WEAK struct term_drawing term_drawing_##game;                                     \
    PECK_WEAK struct peck_help peck_help_##game
#define PECK_PARTS(name)                                                                   \
    .game = &peck_##name, .players = &peck_skill_##name, .advice = &peck_advice_##name,    \
    .text = &tell_skin_##name, .drawing = &term_drawing_##name, .help = &peck_help_##name

/* What the game brings. Never NULL for a game of the registry. */
const struct peck_pack *peck_pack_of(const struct peck_game *game);

/* The game that a person means by a word: its name, a box's id or another name of it. Only
 * letters and digits count, in capitals or not. NULL: none. `box` gets the box whose
 * options come with that name; NULL where it names the game alone. */
const struct peck_game *peck_game_called(const char *word, const struct peck_box **box);

#endif
