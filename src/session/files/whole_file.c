/* whole_file.c — writes to a temporary file beside the target and renames it when complete.
 *
 * A failure, or a signal that ends the program, removes the temporary file; the old file
 * stays as it was. Links are followed, and the new file gets the rights of the old one.
 * Devices and FIFOs cannot be replaced, so they are written directly. There is one such
 * file at a time, because the handler of the signal must know its name.
 *
 * The file is not synced: it survives the death of the program, but after a loss of power
 * the last saves may be missing. */
#include "whole_file.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char target[PATH_MAX];        /* where it goes in the end, links followed */
static char temporary[PATH_MAX + 8]; /* "": the file is written directly */

static const int ending_signals[] = {SIGHUP, SIGINT, SIGTERM};
enum { ENDING_SIGNALS = sizeof ending_signals / sizeof *ending_signals };
static struct sigaction before[ENDING_SIGNALS]; /* what was done on them */

/* Removes the file; the signal, raised again, then ends the program as if it were not
 * handled. */
static void remove_and_end(int number)
{
    (void)unlink(temporary);
    (void)raise(number);
}

/* Signals that the caller ignores stay ignored. */
static void handle_signals(void)
{
    struct sigaction ours = {.sa_handler = remove_and_end, .sa_flags = SA_RESETHAND};
    sigemptyset(&ours.sa_mask);
    for (int i = 0; i < ENDING_SIGNALS; i++) {
        if (sigaction(ending_signals[i], NULL, &before[i]) == 0 &&
            before[i].sa_handler != SIG_IGN)
            (void)sigaction(ending_signals[i], &ours, NULL);
    }
}

/* A door may have its own handlers. */
static void restore_signals(void)
{
    for (int i = 0; i < ENDING_SIGNALS; i++)
        (void)sigaction(ending_signals[i], &before[i], NULL);
}

/* Opens the temporary file with the rights of the one it will replace. No signal may come
 * between its making and the handler that removes it. */
static FILE *open_temporary(mode_t rights)
{
    sigset_t ending, mask;
    sigemptyset(&ending);
    for (int i = 0; i < ENDING_SIGNALS; i++)
        sigaddset(&ending, ending_signals[i]);
    size_t length = strlen(target);
    memcpy(temporary, target, length);
    temporary[length] = '.';
    memset(temporary + length + 1, 'X', 6); /* mkstemp replaces these */
    temporary[length + 7] = '\0';
    sigprocmask(SIG_BLOCK, &ending, &mask);
    int fd = mkstemp(temporary);
    if (fd >= 0)
        handle_signals();
    sigprocmask(SIG_SETMASK, &mask, NULL);
    FILE *file = fd >= 0 && fchmod(fd, rights) == 0 ? fdopen(fd, "w") : NULL;
    if (file == NULL && fd >= 0) {
        int fault = errno;
        (void)close(fd);
        (void)unlink(temporary);
        errno = fault;
    }
    return file;
}

FILE *whole_file_open(const char *path)
{
    struct stat status;
    temporary[0] = '\0';
    if (stat(path, &status) == 0) {
        if (!S_ISREG(status.st_mode))
            return fopen(path, "w");
        if (access(path, W_OK) != 0 || realpath(path, target) == NULL)
            return NULL;
        return open_temporary(status.st_mode & 0777);
    }
    if (errno != ENOENT)
        return NULL;
    if (lstat(path, &status) == 0) /* a link to nowhere: whatever opening it means */
        return fopen(path, "w");
    if (strlen(path) >= sizeof target) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    memcpy(target, path, strlen(path) + 1);
    mode_t mask = umask(0);
    umask(mask);
    return open_temporary(0666 & ~mask);
}

bool whole_file_close(FILE *file, bool keep)
{
    bool written = fclose(file) == 0;
    if (temporary[0] == '\0')
        return written;
    bool kept = written && keep && rename(temporary, target) == 0;
    int fault = errno;
    if (!kept)
        (void)unlink(temporary);
    restore_signals();
    temporary[0] = '\0';
    errno = fault;
    return kept || (written && !keep);
}
