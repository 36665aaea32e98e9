/* shelf.h — the folder where matches are saved when the player names no file.
 *
 * $XDG_STATE_HOME/peck, or ~/.local/state/peck, with one file for each match, named by time
 * and game. A match never overwrites another. Failures are in errno. */
#ifndef SESSION_SHELF_H
#define SESSION_SHELF_H

#include "session/session.h"

/* That directory, made if need be. False, with the reason in errno: there is no place. */
bool shelf_directory(char path[SESSION_PATH_MAX]);
/* A fresh file's name for a match of this game, in a directory that is made if need be.
 * False, with the reason in errno: there is no place. */
bool shelf_fresh(const struct peck_game *game, char path[SESSION_PATH_MAX]);
/* The newest match, when it is unfinished; the game, too. */
bool shelf_unfinished(char path[SESSION_PATH_MAX], const struct peck_game **game);

#endif
