/* shelf.h — where matches are kept when no file is named: $XDG_STATE_HOME/peck, or
 * ~/.local/state/peck, one file each, named by time and game. Nothing there is ever
 * overwritten by another match. */
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
