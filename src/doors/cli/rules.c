/* rules.c — `peck rules`: prints the short rules of a game in the reader's language.
 *
 * The texts are games/<game>/text/rules.<lang>.md, built into the program. They are
 * Markdown, printed without its marks and wrapped to the width: on a terminal headings are
 * bold and underlined, elsewhere there is a line below them. A game without such a text
 * shows its summary. */
#include "cli.h"
#include "tell/say.h"
#include "tell/utf8.h"

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

/* ---- Formatting ---- */

struct page {
    int width, indent, column; /* of the line being filled; column 0: it is empty */
    bool bold;
};

static void end_line(struct page *page)
{
    if (page->column > 0)
        putchar('\n');
    page->column = 0;
}

/* A word without its marks; `**` begins and ends bold. */
static void put_word(struct page *page, const char *word, int length)
{
    char plain[256];
    struct peck_text text = peck_text_begin(plain, sizeof plain);
    bool before = page->bold, after = before;
    for (int i = 0; i < length; i++) {
        if (word[i] == '*' && i + 1 < length && word[i + 1] == '*') {
            after = !after;
            i++;
        } else if (word[i] != '`' && word[i] != '*') {
            peck_put_char(&text, word[i]);
        }
    }
    int wide = utf8_width(plain, strlen(plain));
    if (page->column > 0 && page->column + 1 + wide > page->width)
        end_line(page);
    if (page->column == 0)
        page->column = printf("%*s", page->indent, "");
    else if (page->column > page->indent)
        page->column += printf(" ");
    if (before || strncmp(word, "**", 2) == 0)
        output_style(stdout, STYLE_BOLD);
    fputs(plain, stdout);
    if (!after)
        output_style(stdout, STYLE_PLAIN);
    page->column += wide;
    page->bold = after;
}

static void put_heading(struct page *page, const char *line, int length)
{
    int marks = (int)strspn(line, "# ");
    end_line(page);
    output_style(stdout, STYLE_HEADING);
    printf("%.*s", length - marks, line + marks);
    output_style(stdout, STYLE_PLAIN);
    int wide = utf8_width(line + marks, (size_t)(length - marks));
    putchar('\n');
    for (int i = 0; !output_colours(stdout) && i < wide; i++)
        putchar(marks > 2 ? '-' : '=');
    if (!output_colours(stdout))
        putchar('\n');
}

/* One line of Markdown: a heading, an item of a list, a row of a table, or words that go on
 * where the line before ended. */
static void put_line(struct page *page, const char *line, int length)
{
    if (length == 0) {
        end_line(page);
        page->indent = 0;
        putchar('\n');
    } else if (line[0] == '#') {
        put_heading(page, line, length);
    } else if (line[0] == '|') {
        end_line(page);
        printf("%.*s\n", length, line);
    } else {
        if (strncmp(line, "- ", 2) == 0) {
            end_line(page);
            page->column = printf("- ");
            page->indent = 2;
            line += 2;
            length -= 2;
        }
        for (int at = 0; at < length;) {
            int word = (int)strcspn(line + at, " \n");
            word = word < length - at ? word : length - at;
            if (word > 0)
                put_word(page, line + at, word);
            at += word + 1;
        }
    }
}

int cli_run_rules(const struct args *args)
{
    enum { WIDTH_MAX = 80 };
    const char *text = rules_of(args->game, args_language(args));
    int width = output_width(stdout);
    struct page page = {.width = width < WIDTH_MAX ? width : WIDTH_MAX};
    while (*text != '\0') {
        int length = (int)strcspn(text, "\n");
        put_line(&page, text, length);
        text += length + (text[length] == '\n');
    }
    end_line(&page);
    return STATUS_FINE;
}
