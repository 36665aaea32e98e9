/* shelf.c — finds a fresh file name on the shelf, and the matches to continue.
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

/* The names of the newest files, the newest first: the last in the order of the alphabet.
 */
enum { NAMES_MOST = 100, NAME_ROOM = 256 };
struct names {
    int count;
    char name[NAMES_MOST][NAME_ROOM]; /* each after a slash */
};

static void insert_name(struct names *names, const char *name)
{
    int at = names->count;
    while (at > 0 && strcmp(name, names->name[at - 1] + 1) > 0)
        at--;
    if (at == NAMES_MOST)
        return;
    names->count += names->count < NAMES_MOST;
    memmove(names->name[at + 1], names->name[at],
            (size_t)(names->count - 1 - at) * NAME_ROOM);
    snprintf(names->name[at], NAME_ROOM, "/%.254s", name);
}

/* Fills in the folder, too. */
static struct names *list_names(char folder[SESSION_PATH_MAX])
{
    DIR *entries = directory(folder) ? opendir(folder) : NULL;
    struct names *names = entries != NULL ? calloc(1, sizeof *names) : NULL;
    for (struct dirent *entry; names != NULL && (entry = readdir(entries)) != NULL;) {
        if (is_match(entry->d_name) && strlen(entry->d_name) < NAME_ROOM - 1)
            insert_name(names, entry->d_name);
    }
    if (entries != NULL)
        (void)closedir(entries);
    return names;
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

/* `20261118-201512-…` as people write it. */
static void put_time(const char *name, char when[20])
{
    bool stamped = strlen(name) > 13 && name[8] == '-';
    snprintf(when, 20, stamped ? "%.4s-%.2s-%.2s %.2s:%.2s" : "%.16s", name, name + 4,
             name + 6, name + 9, name + 11);
}

/* Whether the file has a match that can be continued; then fills it in. */
static bool read_match(const char *folder, const char *name, struct shelf_match *found)
{
    struct peck_match match;
    if (!join(found->path, folder, name) || !load(found->path, &match))
        return false;
    bool unfinished = match.game->movers(&match.state) != 0;
    found->game = match.game;
    found->setup = match.setup;
    found->plies = match.count;
    memcpy(found->names, match.name, sizeof found->names);
    put_time(name + 1, found->when);
    peck_match_free(&match);
    return unfinished;
}

int shelf_list(struct shelf_match *matches, int most)
{
    char folder[SESSION_PATH_MAX];
    struct names *names = list_names(folder);
    int count = 0;
    for (int i = 0; names != NULL && i < names->count && count < most; i++)
        count += read_match(folder, names->name[i], &matches[count]);
    free(names);
    return count;
}

bool shelf_unfinished(char path[SESSION_PATH_MAX], const struct peck_game **game)
{
    char folder[SESSION_PATH_MAX];
    struct shelf_match match;
    struct names *names = list_names(folder);
    bool found =
        names != NULL && names->count > 0 && read_match(folder, names->name[0], &match);
    free(names);
    if (!found)
        return false;
    *game = match.game;
    memcpy(path, match.path, SESSION_PATH_MAX);
    return true;
}
