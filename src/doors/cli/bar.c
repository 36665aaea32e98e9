/* bar.c — bars made of text: for histograms, and for progress on a terminal. */
#include "cli.h"

#include <unistd.h>

int bar_put(FILE *file, double share, int width)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    if (!output_speaks_utf8()) {
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

struct progress bar_begin(uint64_t total)
{
    const struct progress progress = {isatty(STDERR_FILENO) && output_draws(), total,
                                      cli_seconds_now()};
    return progress;
}

/* One line, drawn over the last; first after a quarter of a second, so that what is over at
 * once does not flicker. */
void bar_show(const struct progress *progress, uint64_t done)
{
    double passed = cli_seconds_now() - progress->started;
    if (!progress->shown || passed < 0.25)
        return;
    enum { WIDTH = 30 };
    char have[32], want[32];
    double share = (double)done / (double)progress->total;
    fprintf(stderr, "\r\033[K%3.0f%% ", share * 100);
    output_style(stderr, STYLE_EMBER);
    int columns = bar_put(stderr, share, WIDTH);
    output_style(stderr, STYLE_PLAIN);
    fprintf(stderr, "%*s %s of %s", WIDTH - columns, "", output_grouped(done, have),
            output_grouped(progress->total, want));
    if (done > 0)
        fprintf(stderr, ", %.0f s to go", passed / share - passed);
    fflush(stderr);
}

void bar_end(const struct progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
}
