/* input.c — reads lines with a time limit, and ends the input when a signal arrives.
 *
 * Signals are blocked except inside ppoll, so none can arrive between the look at the flag
 * and the wait. A line that does not fit is skipped to its end and reported as one. */
#include "input.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const int ending[] = {SIGHUP, SIGINT, SIGTERM};
enum { ENDING = sizeof ending / sizeof *ending };

static volatile sig_atomic_t caught;

static void remember(int number)
{
    caught = number;
}

void input_begin(struct input *input)
{
    struct sigaction action = {.sa_handler = remember};
    sigset_t held;
    memset(input, 0, sizeof *input);
    sigemptyset(&action.sa_mask);
    sigemptyset(&held);
    caught = 0;
    for (int i = 0; i < ENDING; i++) {
        (void)sigaction(ending[i], NULL, &input->before[i]);
        if (input->before[i].sa_handler == SIG_IGN)
            continue; /* whoever started us wants it ignored */
        sigaddset(&held, ending[i]);
        (void)sigaction(ending[i], &action, NULL);
    }
    sigprocmask(SIG_BLOCK, &held, &input->outside);
}

int input_signal(void)
{
    return caught;
}

bool input_is_pressed(void)
{
    sigset_t held;
    if (sigpending(&held) != 0)
        return false;
    for (int i = 0; i < ENDING; i++) {
        if (sigismember(&held, ending[i]) == 1)
            return true;
    }
    return false;
}

void input_farewell(struct input *input)
{
    for (int i = 0; i < ENDING; i++)
        (void)sigaction(ending[i], &input->before[i], NULL);
    if (caught != 0)
        (void)raise(caught);
    sigprocmask(SIG_SETMASK, &input->outside, NULL);
}

/* Takes a line out of the buffer, when there is a whole one, or what is left at the end. */
static bool take_line(struct input *input, char line[INPUT_LINE_MAX],
                      enum input_answer *answer)
{
    char *from = input->buffer + input->start;
    size_t left = input->end - input->start;
    char *feed = memchr(from, '\n', left);
    if (feed == NULL && left < sizeof input->buffer && !(input->over && left > 0))
        return false;
    size_t length = feed != NULL ? (size_t)(feed - from) : left;
    bool whole = feed != NULL || input->over;
    *answer =
        whole && !input->skipping && length < INPUT_LINE_MAX ? INPUT_LINE : INPUT_LONG;
    input->skipping = !whole;
    input->start += length + (feed != NULL);
    if (*answer == INPUT_LINE) {
        memcpy(line, from, length);
        line[length] = '\0';
    }
    return whole;
}

static void read_more(struct input *input)
{
    memmove(input->buffer, input->buffer + input->start, input->end - input->start);
    input->end -= input->start;
    input->start = 0;
    ssize_t count =
        read(STDIN_FILENO, input->buffer + input->end, sizeof input->buffer - input->end);
    if (count > 0)
        input->end += (size_t)count;
    else if (count == 0 || (errno != EINTR && errno != EAGAIN))
        input->over = true;
}

enum input_answer input_line(struct input *input, char line[INPUT_LINE_MAX],
                             int milliseconds)
{
    struct timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    struct pollfd source = {.fd = STDIN_FILENO, .events = POLLIN};
    enum input_answer answer;
    for (;;) {
        if (take_line(input, line, &answer))
            return answer;
        if (input->over || caught != 0)
            return INPUT_END;
        int ready =
            ppoll(&source, 1, milliseconds == INPUT_WAIT ? NULL : &limit, &input->outside);
        if (ready == 0)
            return INPUT_LATE;
        if (ready > 0)
            read_more(input);
        else if (errno != EINTR)
            input->over = true;
    }
}
