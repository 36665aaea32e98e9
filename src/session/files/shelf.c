/* shelf.c — finds a fresh file name on the shelf, and the newest match to continue.
 *
 * Names begin with the local time, so the last in alphabetical order is the newest match.
 * Whether it is unfinished is known by playing its record. */
#include "shelf.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { NAMES_TRIED = 100 }; /* matches begun in the same second */

/* Puts text together; false when there is no room. */
static bool join(char path[SESSION_PATH_MAX], const char *before, const char *after)
{
    int length = snprintf(path, SESSION_PATH_MAX, "%s%s", before, after);
    errno = ENAMETOOLONG;
    return length >= 0 && length < SESSION_PATH_MAX;
}

static bool directory(char path[SESSION_PATH_MAX])
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state != NULL && state[0] == '/') /* others do not count, says the standard */
        return join(path, state, "/peck");
    errno = ENOENT;
    return home != NULL && home[0] == '/' && join(path, home, "/.local/state/peck");
}

/* Makes the directory and those above it. */
static bool make_directory(char path[SESSION_PATH_MAX])
{
    for (char *slash = strchr(path + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash != NULL)
            *slash = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return false;
        if (slash == NULL)
            return true;
        *slash = '/';
    }
}

bool shelf_directory(char path[SESSION_PATH_MAX])
{
    return directory(path) && make_directory(path);
}

bool shelf_fresh(const struct peck_game *game, char path[SESSION_PATH_MAX])
{
    char folder[SESSION_PATH_MAX], stamp[32], name[128];
    time_t now = time(NULL);
    struct tm parts;
    if (!shelf_directory(folder) || localtime_r(&now, &parts) == NULL)
        return false;
    (void)strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &parts);
    for (int i = 1; i <= NAMES_TRIED; i++) {
        snprintf(name, sizeof name, i == 1 ? "/%s-%s.peck" : "/%s-%s-%d.peck", stamp,
                 game->name, i);
        if (!join(path, folder, name))
            return false;
        if (access(path, F_OK) != 0)
            return true;
    }
    errno = EEXIST;
    return false;
}

static bool is_match(const char *name)
{
    size_t length = strlen(name);
    return length > 5 && strcmp(name + length - 5, ".peck") == 0 && name[0] >= '0' &&
           name[0] <= '9';
}

/* The last name in the order of the alphabet is the newest. */
static bool newest(char path[SESSION_PATH_MAX])
{
    char folder[SESSION_PATH_MAX], last[256] = "/";
    DIR *entries = directory(folder) ? opendir(folder) : NULL;
    if (entries == NULL)
        return false;
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        if (is_match(entry->d_name) && strcmp(entry->d_name, last + 1) > 0 &&
            strlen(entry->d_name) < sizeof last - 1)
            snprintf(last, sizeof last, "/%.254s", entry->d_name);
    }
    (void)closedir(entries);
    return last[1] != '\0' && join(path, folder, last);
}

static bool load(const char *path, struct peck_match *match)
{
    enum { SIZE_MOST = 1 << 24 };
    struct peck_error unused;
    FILE *file = fopen(path, "rb");
    char *bytes = file != NULL ? malloc(SIZE_MOST) : NULL;
    size_t length = bytes != NULL ? fread(bytes, 1, SIZE_MOST, file) : 0;
    struct peck_reader *reader = malloc(sizeof *reader);
    bool loaded = false;
    if (length > 0 && reader != NULL) {
        *reader = peck_reader_begin(bytes, length);
        loaded =
            peck_reader_more(reader) && peck_record_read(reader, match, &unused) == PECK_OK;
    }
    if (file != NULL)
        (void)fclose(file);
    free(reader);
    free(bytes);
    return loaded;
}

bool shelf_unfinished(char path[SESSION_PATH_MAX], const struct peck_game **game)
{
    struct peck_match match;
    if (!newest(path) || !load(path, &match))
        return false;
    *game = match.game;
    bool unfinished = match.game->movers(&match.state) != 0;
    peck_match_free(&match);
    return unfinished;
}
