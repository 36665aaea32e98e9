/* pack.h — everything that one game brings to the program, in one struct.
 *
 * games/<game>/pack.c defines `peck_pack_<game>`, the one symbol of a game that the rest of
 * the program sees. The rules are required. Every other part is optional; where one is
 * missing, the program uses a stand-in that works for any game.
 *
 * Not every program has every part: Python has no terminal, a test of rules has no bots.
 * Parts are therefore weak references. If one is not linked in, its address is NULL, as if
 * the room did not have its file. */
#ifndef PECK_PACK_H
#define PECK_PACK_H

#include <peck/game.h>

/* A game with options, as it is sold in shops: an entry of the start page. */
struct peck_box {
    const char *id;      /* unique among the boxes of all games */
    const char *options; /* as after --option, with spaces between; "": none */
    int seats;           /* the default number of players … */
    const char *level;   /* … and the default level of the bots */
    const char *also;    /* other names people use, with spaces between; NULL: none */
};
enum { PECK_BOXES_MAX = 4, PECK_SAFEST_MAX = 4, PECK_LIKED_MAX = 4 };

/* What `peck bench` measures in addition to random play. The first word of an action's name
 * identifies it. */
struct peck_measure {
    const char *name;                    /* of the figures in JSON; NULL: nothing */
    const char *what;                    /* the same for people */
    const char *listed;                  /* how long `legal` takes where this is legal … */
    const char *eager[PECK_LIKED_MAX];   /* … or matches of players who do this first … */
    const char *waiting[PECK_LIKED_MAX]; /* … and this last */
};

struct peck_pack {
    const struct peck_game *game;
    /* Ends at the first without an id. A game without boxes gets one with its own name. */
    struct peck_box boxes[PECK_BOXES_MAX];
    /* What is played for a seat whose time is up, as first words of actions' names: the
     * first of these that is legal, with the highest number. None: what a bot would play.
     */
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

/* The box of a set-up: the one that names a flag it has, else the first. */
const struct peck_box *peck_box_of(const struct peck_game *game,
                                   const struct peck_setup *setup);

/* Finds a game by any name people use: its own, a box's id or another name of the box. Only
 * letters and digits count, and case does not matter. NULL: none. `box` becomes the box
 * whose options belong to that name, or NULL if the word names just the game. */
const struct peck_game *peck_game_called(const char *word, const struct peck_box **box);

#endif
