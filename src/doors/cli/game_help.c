/* game_help.c — what games add to the help of a verb, for `--help` and the man pages: their
 * packs bring it (<peck/help.h>). */
#include "cli.h"

#include <peck/help.h>
#include <peck/pack.h>

#include <string.h>

/* What a game brings that is asked for: `game` itself, or any when it is NULL. */
static const struct peck_help *help_of(int index, const struct peck_game *game)
{
    const struct peck_game *own = peck_games[index];
    return game == NULL || game == own ? peck_pack_of(own)->help : NULL;
}

void game_help_notes(const struct verb *verb, const struct peck_game *game,
                     void (*put)(void *context, const char *text), void *context)
{
    for (int g = 0; g < peck_game_count; g++) {
        const struct peck_help *help = help_of(g, game);
        for (int i = 0; help != NULL && i < PECK_NOTES_MAX && help->notes[i].verb != NULL;
             i++) {
            if (strcmp(help->notes[i].verb, verb->name) == 0)
                put(context, help->notes[i].text);
        }
    }
}

/* Copies a command with a game's name for the word GAME. */
static const char *fill_in(const char *command, const struct peck_game *game,
                           char room[256])
{
    const char *place = strstr(command, "GAME");
    if (place == NULL)
        return command;
    snprintf(room, 256, "%.*s%s%s", (int)(place - command), command, game->name,
             place + strlen("GAME"));
    return room;
}

void game_help_examples(const struct verb *verb, const struct peck_game *game,
                        void (*put)(void *context, const char *command, const char *what),
                        void *context)
{
    char room[256];
    for (int i = 0; i < EXAMPLES_MAX && verb->examples[i].command != NULL; i++) {
        const struct example *own = &verb->examples[i];
        put(context, fill_in(own->command, game != NULL ? game : peck_games[0], room),
            own->what);
    }
    for (int g = 0; g < peck_game_count; g++) {
        const struct peck_help *help = help_of(g, game);
        for (int i = 0;
             help != NULL && i < PECK_EXAMPLES_MAX && help->examples[i].verb != NULL; i++) {
            const struct peck_example *brought = &help->examples[i];
            if (strcmp(brought->verb, verb->name) != 0)
                continue;
            snprintf(room, sizeof room, "peck %s %s %s", verb->name, peck_games[g]->name,
                     brought->arguments);
            put(context, room, brought->what);
        }
    }
}
