/* external.h — programs that take a seat: they read lines and answer on standard output.
 *
 * docs/reference/formats.md has the protocol. A stranger's program may lie, hang, die or
 * flood. Nothing here waits longer than the caller allows, raises SIGPIPE or leaves a
 * process behind. The program runs under `sh -c` in a process group of its own, so that
 * killing it kills whatever it started. */
#ifndef PLAY_EXTERNAL_H
#define PLAY_EXTERNAL_H

#include <peck/match.h>

#include <sys/types.h>

enum {
    PECK_ANSWER_MAX = 256, /* bytes of an answer with its NUL; a name has 31 at most */
    /* ms that a fresh program may take longer than the limit; but not twice without an
     * answer in between, or a thousand matches of one that never speaks would take three
     * hours. */
    PECK_START_GRACE = 10000,
};

struct peck_external {
    pid_t pid;               /* 0: it does not run */
    int to, from;            /* our ends of its pipes */
    bool fresh;              /* it has not answered yet since it was started */
    bool slow;               /* its last start ended without an answer in time */
    struct peck_buffer told; /* lines that are not sent yet */
    char heard[PECK_ANSWER_MAX];
    size_t heard_count;
};

/* Runs the command. A zeroed struct is a program that does not run. */
enum peck_status peck_external_start(struct peck_external *external, const char *command,
                                     struct peck_error *error) PECK_MUST_USE;
/* Adds text to what is sent with the next question. */
enum peck_status peck_external_tell(struct peck_external *external,
                                    const char *text) PECK_MUST_USE;
/* Sends all collected lines and waits for one line of answer, without its end.
 * PECK_ILLEGAL, with the reason in the error, when it does not come within `limit` ms. */
enum peck_status peck_external_ask(struct peck_external *external, uint32_t limit,
                                   char answer[PECK_ANSWER_MAX],
                                   struct peck_error *error) PECK_MUST_USE;
/* Sends all collected lines; PECK_ILLEGAL when they cannot be sent within `limit` ms. */
enum peck_status peck_external_send(struct peck_external *external, uint32_t limit,
                                    struct peck_error *error) PECK_MUST_USE;
/* Ends it at once, with all it started. */
void peck_external_kill(struct peck_external *external);
/* Ends all programs that run, whoever started them, and starts no more: for the handler of
 * a signal that ends this one. They do not hear of it by themselves, in process groups of
 * their own. */
void peck_external_kill_all(void);
/* Ends it as the format promises: end of file, a moment to leave, then as above. Frees
 * memory. */
void peck_external_end(struct peck_external *external);

#endif
