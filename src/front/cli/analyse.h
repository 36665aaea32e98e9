/* analyse.h — what the forms of `peck analyse` share. */
#ifndef CLI_ANALYSE_H
#define CLI_ANALYSE_H

#include "cli.h"

/* How the chances were found, in a few words. */
void describe_evaluator(const struct peck_analysis *analysis, char words[64]);

/* The self-contained page. */
void put_analysis_html(FILE *file, const struct peck_analysis *analysis, const char *bot);

#endif
