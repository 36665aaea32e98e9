/* rules.c — `peck rules`: prints the short rules of a game in the reader's language.
 *
 * The texts are games/<game>/text/rules.<lang>.md, built into the program. They are
 * Markdown; on a terminal headings and emphasis are bold instead of marked. A game
 * without such a text shows its summary. */
#include "cli.h"
#include "tell/say.h"

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

static const char *summary_of(const struct peck_game *game, enum say_language language)
{
    static char page[2 * SAY_SENTENCE];
    char path[64];
    struct peck_text text = peck_text_begin(page, sizeof page);
    snprintf(path, sizeof path, "games/%s/rules.md", game->name);
    peck_put(&text, "# ");
    peck_put(&text, game->title);
    peck_put(&text, "\n\n");
    peck_put(&text, game->summary);
    peck_put(&text, "\n\n");
    say(&text, language, MESSAGE_ANY_RULES,
        (struct say_value[]){{"path", .text = path}, {0}});
    peck_put_char(&text, '\n');
    return page;
}

const char *rules_of(const struct peck_game *game, const char *lang)
{
    const char *text = find_text(game->name, lang);
    if (text == NULL)
        text = find_text(game->name, "en");
    return text != NULL ? text : summary_of(game, say_language_of(lang));
}

/* One line of Markdown for a terminal. */
static void put_marked(const char *line, int length)
{
    bool heading = length > 0 && line[0] == '#', stress = false;
    if (heading) {
        int marks = (int)strspn(line, "# ");
        line += marks;
        length -= marks;
        output_style(stdout, STYLE_EMBER);
    }
    for (int i = 0; i < length; i++) {
        if (i + 1 < length && line[i] == '*' && line[i + 1] == '*') {
            stress = !stress;
            output_style(stdout, stress ? STYLE_BOLD : STYLE_PLAIN);
            i++;
        } else {
            putchar(line[i]);
        }
    }
    if (heading || stress)
        output_style(stdout, STYLE_PLAIN);
    putchar('\n');
}

int cli_run_rules(const struct args *args)
{
    const char *text = rules_of(args->game, args_language(args));
    if (!output_colours(stdout)) {
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
