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

/* A match on the shelf that can be continued. */
struct shelf_match {
    char path[SESSION_PATH_MAX];
    char when[20]; /* 2026-11-18 20:15 */
    const struct peck_game *game;
    struct peck_setup setup;
    uint32_t plies;
    char names[PECK_SEATS_MAX][PECK_PLAYER_MAX];
};
/* The newest unfinished matches, at most `most` of them, the newest first; returns how
 * many. Of a large shelf only the newest files are read. */
int shelf_list(struct shelf_match *matches, int most);

#endif
