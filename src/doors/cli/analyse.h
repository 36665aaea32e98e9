/* analyse.h — what the text and the page of `peck analyse` share: names and phrases. */
#ifndef CLI_ANALYSE_H
#define CLI_ANALYSE_H

#include "cli.h"
#include "tell/say.h"

/* An analysis, and how it is told to people. Names of actions stay as records have them. */
struct report {
    FILE *file;
    const struct peck_analysis *analysis;
    const char *bot; /* who judged */
    enum say_language language;
};

/* The player's name, or `seat 2`. */
const char *analyse_player(const struct report *report, int seat,
                           char name[PECK_PLAYER_MAX]);
/* `blunder` */
const char *analyse_quality(const struct report *report, enum peck_quality quality);
/* Appends a message that counts. */
void analyse_count(const struct report *report, enum message message, int64_t count,
                   struct peck_text *text);
/* Appends seats, options and plies: `3 seats, large, 57 plies`. */
void analyse_setup(const struct report *report, struct peck_text *text);
/* Appends who judged the decisions, and how the chances were found. */
void analyse_judge(const struct report *report, struct peck_text *text);
/* Appends a number with one decimal; what rounds to nothing has no sign. */
void analyse_real(const struct report *report, double value, struct peck_text *text);

/* The self-contained page. */
void analyse_html_put(const struct report *report);

#endif
