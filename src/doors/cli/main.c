/* main.c — the program `peck`: finds the verb, reads its arguments and runs it.
 *
 * At the end it makes sure that what was printed has really been written: a full disk is a
 * failure, and a reader who left early (`| head`) is not. A standard file that the caller
 * has closed is filled first, so that no file we open takes its number. */
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* A caller may have closed one of the three standard files. A file we open would take its
 * number and receive what was meant for it, so the gap is filled; a closed output is filled
 * with something that cannot be written, so that the loss is noticed. */
static void fill_standard_files(void)
{
    for (int fd = 0; fd <= 2; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)!open("/dev/null", fd == 2 ? O_WRONLY : O_RDONLY);
    }
}

/* The exit status, once standard output is flushed. */
static int finish(const struct verb *verb, int status)
{
    bool lost = fflush(stdout) != 0 || ferror(stdout);
    if (!lost || status != STATUS_FINE)
        return status;
    if (errno == EPIPE)
        return STATUS_FAILED; /* the reader has left: no message */
    const char *why = cli_reason(errno);
    return cli_fail(verb, MESSAGE_PLAIN_CLI_STDOUT,
                    (struct say_value[]){{"why", .text = why}, {0}});
}

static int refuse_verb(const char *word)
{
    if (word[0] == '-')
        return cli_refuse(NULL, MESSAGE_PLAIN_CLI_FLAG_FIRST,
                          (struct say_value[]){{"word", .text = output_shown(word)}, {0}});
    const char *names[32];
    for (int i = 0; i < verbs_count; i++)
        names[i] = verbs[i].name;
    const char *near = args_nearest(word, names, verbs_count);
    return cli_refuse(
        NULL, near != NULL ? MESSAGE_PLAIN_CLI_VERB_NEAR : MESSAGE_PLAIN_CLI_VERB_NONE,
        (struct say_value[]){
            {"word", .text = output_shown(word)}, {"near", .text = near}, {0}});
}

int main(int count, char **words)
{
    fill_standard_files();
    cli_language_find(count, words);
    signal(SIGPIPE, SIG_DFL); /* the reader may leave early, as `head` does */
    bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (count < 2 && !terminal) {
        help_put_short(stderr);
        return STATUS_USAGE;
    }
    const char *word = count < 2 ? "play" : words[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        word = "help";
    if (strcmp(word, "--version") == 0) {
        if (count > 2)
            return cli_usage_error(NULL, "'%s' is one argument too many after --version",
                                   output_shown(words[2]));
        puts("peck " PECK_VERSION);
        return finish(NULL, STATUS_FINE);
    }
    const struct verb *verb = verbs_find(word);
    if (verb == NULL)
        return refuse_verb(word);
    struct args args;
    int first = count < 2 ? count : 2;
    int status = args_read(&args, verb, count - first, words + first);
    if (status == STATUS_FINE && args.flag[FLAG_HELP].given)
        help_put(stdout, verb, args.game);
    else if (status == STATUS_FINE)
        status = verb->run(&args);
    return finish(verb, status);
}
