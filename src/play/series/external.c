/* external.c — runs a program with two pipes, and waits for its answers with a time limit.
 *
 * Both pipes are non-blocking, and one loop sends and hears in turn: a program that writes
 * before it reads all of its input cannot lock us in. What it says is read into a buffer of
 * 256 bytes; an answer that does not fit is refused, so a flood costs no memory. Lines to
 * send are collected and go out with the next question, which saves a system call for each
 * ply.
 *
 * Process ids are reused by the system. A program is therefore taken off the list of
 * running ones before it is reaped, and peck_external_end() looks whether it has left
 * without reaping it. The list is an array of atomics, because the handler of a signal
 * reads it. */
#include "external.h"
#include "play/kit.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int64_t now(void)
{
    return (int64_t)kit_now();
}

/* Programs that run, for peck_external_kill_all; 0: a free place. Who finds none is not
 * remembered: no processor has so many threads with programs at their tables. */
enum { RUNNING_MAX = 1024 };
static _Atomic pid_t running[RUNNING_MAX];
static atomic_bool closing; /* none is started any more */

/* Puts the new number in the place of the old one. */
static void note(pid_t old, pid_t new)
{
    for (int i = 0; i < RUNNING_MAX; i++) {
        pid_t expected = old;
        if (atomic_compare_exchange_strong(&running[i], &expected, new))
            return;
    }
}

void peck_external_kill_all(void)
{
    atomic_store(&closing, true); /* or a thread whose program dies would start it again */
    for (int i = 0; i < RUNNING_MAX; i++) {
        pid_t pid = atomic_load(&running[i]);
        if (pid != 0)
            kill(-pid, SIGKILL);
    }
}

static enum peck_status refuse(struct peck_error *error, const char *key)
{
    peck_error_say(error, key);
    return PECK_ILLEGAL;
}

/* The child reads from in[0] and writes to out[1]; it keeps no other end, because all are
 * marked close-on-exec and posix_spawn duplicates these two. Signals are as a fresh program
 * expects. */
static int spawn(const char *command, const int in[2], const int out[2], pid_t *pid)
{
    char *const words[] = {(char[]){"sh"}, (char[]){"-c"}, (char *)command, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out[1], STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    int fault = posix_spawn(pid, "/bin/sh", &files, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return fault;
}

/* A pipe that no child inherits by accident. Threads may spawn at the same moment, so the
 * marks are set as the pipe is made. */
static bool open_pipe(int ends[2])
{
    return pipe2(ends, O_CLOEXEC) == 0;
}

static void close_both(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

enum peck_status peck_external_start(struct peck_external *external, const char *command,
                                     struct peck_error *error)
{
    int in[2], out[2];
    if (atomic_load(&closing))
        return refuse(error, "error.program.closing");
    if (!open_pipe(in))
        return refuse(error, "error.program.files");
    if (!open_pipe(out)) {
        close_both(in);
        return refuse(error, "error.program.files");
    }
    pid_t pid;
    if (spawn(command, in, out, &pid) != 0) {
        close_both(in);
        close_both(out);
        return refuse(error, "error.program.start");
    }
    note(0, pid);
    close(in[0]);
    close(out[1]);
    external->pid = pid;
    external->to = in[1];
    external->from = out[0];
    external->fresh = true;
    external->told.length = 0;
    external->heard_count = 0;
    fcntl(external->to, F_SETFL, O_NONBLOCK);
    fcntl(external->from, F_SETFL, O_NONBLOCK);
    return PECK_OK;
}

enum peck_status peck_external_tell(struct peck_external *external, const char *text)
{
    return peck_buffer_put(&external->told, text);
}

/* write() that fails with EPIPE and raises nothing: the signal is blocked, and taken away
 * if this call made it pending. */
static ssize_t write_quietly(int file, const char *bytes, size_t count)
{
    sigset_t pipe, before, pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    ssize_t written = write(file, bytes, count);
    int fault = errno;
    if (written < 0 && fault == EPIPE && !sigismember(&pending, SIGPIPE)) {
        const struct timespec at_once = {0, 0};
        while (sigtimedwait(&pipe, NULL, &at_once) < 0 && errno == EINTR)
            ;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = fault;
    return written;
}

/* Sends as much of the message as the pipe takes. False: nobody reads any more. */
static bool send_some(struct peck_external *external)
{
    struct peck_buffer *told = &external->told;
    ssize_t sent = write_quietly(external->to, told->bytes, told->length);
    if (sent < 0)
        return errno == EAGAIN || errno == EINTR;
    told->length -= (size_t)sent;
    memmove(told->bytes, told->bytes + sent, told->length);
    return true;
}

/* Hears what there is, as far as there is room. False: it said its last. */
static bool hear_some(struct peck_external *external)
{
    size_t room = sizeof external->heard - external->heard_count;
    ssize_t got = read(external->from, external->heard + external->heard_count, room);
    if (got < 0)
        return errno == EAGAIN || errno == EINTR;
    external->heard_count += (size_t)got;
    return got > 0;
}

/* Takes the first line out of what was heard. */
static bool take_line(struct peck_external *external, char answer[PECK_ANSWER_MAX])
{
    char *end = memchr(external->heard, '\n', external->heard_count);
    if (end == NULL)
        return false;
    size_t count = (size_t)(end - external->heard), used = count + 1;
    while (count > 0 &&
           (external->heard[count - 1] == '\r' || external->heard[count - 1] == ' '))
        count--;
    memcpy(answer, external->heard, count);
    answer[count] = '\0';
    external->heard_count -= used;
    memmove(external->heard, end + 1, external->heard_count);
    return true;
}

/* Waits until something can be sent or, if wanted, heard. False: time is up. */
static bool wait_some(struct peck_external *external, bool hear, int64_t until)
{
    int64_t left = until - now();
    if (left <= 0)
        return false;
    struct pollfd files[2] = {{external->told.length > 0 ? external->to : -1, POLLOUT, 0},
                              {hear ? external->from : -1, POLLIN, 0}};
    poll(files, 2, left < 1000 ? (int)left : 1000);
    return true;
}

enum peck_status peck_external_ask(struct peck_external *external, uint32_t limit,
                                   char answer[PECK_ANSWER_MAX], struct peck_error *error)
{
    bool grace = external->fresh && !external->slow;
    int64_t until = now() + limit + (grace ? PECK_START_GRACE : 0);
    for (bool talking = true;;) {
        if (external->told.length > 0 && !send_some(external))
            return refuse(error, "error.program.deaf");
        if (external->told.length == 0 && take_line(external, answer)) {
            external->fresh = external->slow = false;
            return PECK_OK;
        }
        if (!talking)
            return refuse(error, "error.program.ended");
        if (external->heard_count == sizeof external->heard)
            return refuse(error, "error.program.long");
        if (!wait_some(external, true, until)) {
            external->slow = external->fresh;
            return refuse(error, "error.program.slow");
        }
        talking = hear_some(external);
    }
}

enum peck_status peck_external_send(struct peck_external *external, uint32_t limit,
                                    struct peck_error *error)
{
    int64_t until = now() + limit;
    while (external->told.length > 0) {
        if (!send_some(external))
            return refuse(error, "error.program.deaf");
        if (external->told.length > 0 && !wait_some(external, false, until))
            return refuse(error, "error.program.late");
    }
    return PECK_OK;
}

static void close_files(struct peck_external *external)
{
    if (external->to >= 0)
        close(external->to);
    close(external->from);
    external->pid = 0;
    external->told.length = 0;
}

void peck_external_kill(struct peck_external *external)
{
    if (external->pid == 0)
        return;
    kill(-external->pid, SIGKILL);
    note(external->pid, 0); /* before it is reaped, and its number anybody's */
    while (waitpid(external->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    close_files(external);
}

void peck_external_end(struct peck_external *external)
{
    enum { MOMENTS = 50 }; /* of 10 ms */
    if (external->pid != 0) {
        const struct timespec moment = {0, 10000000};
        close(external->to);
        external->to = -1;
        siginfo_t left = {0};
        /* Looks without reaping: the group's number stays taken until peck_external_kill.
         */
        for (int i = 0; i < MOMENTS && left.si_pid == 0; i++) {
            if (i > 0)
                nanosleep(&moment, NULL);
            waitid(P_PID, (id_t)external->pid, &left, WEXITED | WNOHANG | WNOWAIT);
        }
        peck_external_kill(external);
    }
    peck_buffer_free(&external->told);
}
