/* bar.c — bars made of text: for histograms, and for progress on a terminal. */
#include "cli.h"

#include <unistd.h>

int put_bar(FILE *file, double share, int width)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    if (!speaks_utf8()) {
        int marks = (int)(share * width + 0.5);
        for (int i = 0; i < marks; i++)
            fputc('#', file);
        return marks;
    }
    int units = (int)(share * width * 8 + 0.5);
    for (int i = 0; i < units / 8; i++)
        fputs("█", file);
    fputs(eighths[units % 8], file);
    return (units + 7) / 8;
}

struct progress progress_begin(uint64_t total)
{
    const struct progress progress = {isatty(STDERR_FILENO) && draws(), total,
                                      seconds_now()};
    return progress;
}

/* One line, drawn over the last; first after a quarter of a second, so that what is over at
 * once does not flicker. */
void progress_show(const struct progress *progress, uint64_t done)
{
    double passed = seconds_now() - progress->started;
    if (!progress->shown || passed < 0.25)
        return;
    enum { WIDTH = 30 };
    char have[32], want[32];
    double share = (double)done / (double)progress->total;
    fprintf(stderr, "\r\033[K%3.0f%% ", share * 100);
    style(stderr, STYLE_EMBER);
    int columns = put_bar(stderr, share, WIDTH);
    style(stderr, STYLE_PLAIN);
    fprintf(stderr, "%*s %s of %s", WIDTH - columns, "", grouped(done, have),
            grouped(progress->total, want));
    if (done > 0)
        fprintf(stderr, ", %.0f s to go", passed / share - passed);
    fflush(stderr);
}

void progress_end(const struct progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
}
