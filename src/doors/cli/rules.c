/* rules.c — `peck rules`: prints the short rules of a game in the reader's language.
 *
 * The texts are games/<game>/text/rules.<lang>.md, built into the program. They are
 * Markdown; on a terminal headings and emphasis are bold instead of marked. */
#include "cli.h"

#include <string.h>

static const char *find_text(const char *game, const char *lang)
{
    for (int i = 0; i < rules_text_count; i++) {
        if (strcmp(rules_texts[i].game, game) == 0 &&
            strcmp(rules_texts[i].lang, lang) == 0)
            return rules_texts[i].text;
    }
    return NULL;
}

/* One line of Markdown for a terminal. */
static void put_marked(const char *line, int length)
{
    bool heading = length > 0 && line[0] == '#', stress = false;
    if (heading) {
        int marks = (int)strspn(line, "# ");
        line += marks;
        length -= marks;
        style(stdout, STYLE_EMBER);
    }
    for (int i = 0; i < length; i++) {
        if (i + 1 < length && line[i] == '*' && line[i + 1] == '*') {
            stress = !stress;
            style(stdout, stress ? STYLE_BOLD : STYLE_PLAIN);
            i++;
        } else {
            putchar(line[i]);
        }
    }
    if (heading || stress)
        style(stdout, STYLE_PLAIN);
    putchar('\n');
}

int run_rules(const struct args *args)
{
    const char *lang = args_language(args);
    const char *text = find_text(args->game->name, lang);
    if (text == NULL) /* the build makes sure of every game and language */
        return failure(args->verb, "there are no rules of %s in '%s'", args->game->name,
                       lang);
    if (!colours(stdout)) {
        fputs(text, stdout);
        return STATUS_FINE;
    }
    while (*text != '\0') {
        int length = (int)strcspn(text, "\n");
        put_marked(text, length);
        text += length + (text[length] == '\n');
    }
    return STATUS_FINE;
}
