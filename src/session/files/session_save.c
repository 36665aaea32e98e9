/* session_save.c — saves a session's record to its file, whole or not at all.
 *
 * Signals that end the program are held back while the file is written; the handlers of the
 * door get them afterwards. A door without files (the browser) has its own session_save
 * instead of this one. */
#include "session/session.h"
#include "whole_file.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static bool write_whole(const char *path, const struct peck_buffer *buffer)
{
    FILE *file = whole_file_open(path);
    if (file == NULL)
        return false;
    bool written = fwrite(buffer->bytes, 1, buffer->length, file) == buffer->length;
    return whole_file_close(file, written) && written;
}

/* No signal ends the program while the file is half written: it waits until the handlers of
 * the door are back. */
static bool save_to(struct session *session, const char *path)
{
    struct peck_buffer buffer = {0};
    sigset_t ending, before;
    sigemptyset(&ending);
    sigaddset(&ending, SIGHUP);
    sigaddset(&ending, SIGINT);
    sigaddset(&ending, SIGTERM);
    errno = ENOMEM;
    bool saved = session_record(session, &buffer) == PECK_OK;
    if (saved) {
        sigprocmask(SIG_BLOCK, &ending, &before);
        saved = write_whole(path, &buffer);
        int fault = errno;
        sigprocmask(SIG_SETMASK, &before, NULL);
        errno = fault;
    }
    snprintf(session->fault, sizeof session->fault, "%s", saved ? "" : strerror(errno));
    peck_buffer_free(&buffer);
    return saved;
}

bool session_save(struct session *session)
{
    return session->path[0] == '\0' || save_to(session, session->path);
}

bool session_save_as(struct session *session, const char *path)
{
    if (strlen(path) >= sizeof session->path) {
        snprintf(session->fault, sizeof session->fault, "%s", strerror(ENAMETOOLONG));
        return false;
    }
    if (!save_to(session, path))
        return false;
    snprintf(session->path, sizeof session->path, "%s", path);
    return true;
}
