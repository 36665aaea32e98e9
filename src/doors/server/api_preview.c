/* api_preview.c — the page behind the link of a table: what messengers show of it, and the
 * way on to the table.
 *
 * Programs that draw previews run no scripts and never see what is behind a '#', so the
 * link that people share is a page of its own: a title, a picture of the box, who sits
 * there, and an immediate refresh to the client. It speaks the first of the reader's
 * languages that is ours. Where there is no such table, or the store does not answer, only
 * the way on is left: the client says what is wrong. */
#include "api_inner.h"

#include "tell/say.h"

#include <peck/pack.h>

#include <stdio.h>
#include <string.h>

static void put_html(struct peck_text *text, const char *words)
{
    for (; *words != '\0'; words++) {
        if (*words == '<')
            peck_put(text, "&lt;");
        else if (*words == '&')
            peck_put(text, "&amp;");
        else if (*words == '"')
            peck_put(text, "&quot;");
        else
            peck_put_char(text, *words);
    }
}

/* The first language of `Accept-Language: de-AT, en;q=0.7` that is ours. Browsers list them
 * in order, so the weights need no reading. */
enum say_language api_language(const char *accepted)
{
    while (*accepted != '\0') {
        char name[3] = {0};
        accepted += strspn(accepted, " ,");
        memcpy(name, accepted, strnlen(accepted, 2));
        enum say_language language = say_language_of(name);
        if (language != SAY_LANGUAGES)
            return language;
        accepted += strcspn(accepted, ",");
    }
    return SAY_EN;
}

static const char *box_id(const struct terms *terms)
{
    const struct peck_box *box = peck_box_of(terms->game, &terms->setup);
    return box->id != NULL ? box->id : terms->game->name;
}

const char *api_box_title(const struct terms *terms, enum say_language language)
{
    int title = say_find("box.%s", box_id(terms));
    return title != SAY_NONE ? say_literal(language, (enum message)title)
                             : terms->game->title;
}

/* "Anna, Bert": the people at the table. */
static void list_people(const struct table *table, struct peck_text *text)
{
    const char *between = "";
    for (int seat = 0; seat < table->terms.setup.seats; seat++) {
        const struct chair *chair = &table->chairs[seat];
        if (chair->sitter != SITTER_PERSON || chair->name[0] == '\0')
            continue;
        peck_put(text, between);
        peck_put(text, chair->name);
        between = ", ";
    }
}

static void describe(const struct table *table, enum say_language language,
                     struct peck_text *text)
{
    char names[PECK_SEATS_MAX * (PECK_PLAYER_MAX + 2)];
    struct peck_text list = peck_text_begin(names, sizeof names);
    struct summary summary = table_summary(table);
    list_people(table, &list);
    const struct say_value values[] = {
        {.name = "list", .text = names},
        {.name = "count", .number = summary.seats - summary.players},
        {.name = NULL}};
    if (table->phase == PHASE_GATHERING)
        say(text, language, list.length > 0 ? MESSAGE_LINK_WAITS : MESSAGE_LINK_FREE,
            values);
    else if (list.length > 0)
        say(text, language,
            table->phase < PHASE_OVER ? MESSAGE_LINK_PLAYS : MESSAGE_LINK_PLAYED, values);
}

static void put_meta(struct peck_text *text, const char *name, const char *words)
{
    peck_put(text, "<meta property=\"og:");
    peck_put(text, name);
    peck_put(text, "\" content=\"");
    put_html(text, words);
    peck_put(text, "\">\n");
}

static void put_table(struct asking *a, const struct table *table, struct peck_text *text)
{
    enum say_language language = api_language(a->request->language);
    const char *id = box_id(&table->terms);
    char about[SAY_SENTENCE + PECK_SEATS_MAX * PECK_PLAYER_MAX], place[512];
    struct peck_text sentence = peck_text_begin(about, sizeof about);
    describe(table, language, &sentence);
    put_meta(text, "title", api_box_title(&table->terms, language));
    put_meta(text, "description", about);
    put_meta(text, "type", "website");
    put_meta(text, "site_name", "Peck");
    snprintf(place, sizeof place, "%s/t/%s", a->request->origin, a->table);
    put_meta(text, "url", place);
    snprintf(place, sizeof place, "%s/previews/%s.png", a->request->origin, id);
    put_meta(text, "image", place);
    put_meta(text, "image:width", "1200");
    put_meta(text, "image:height", "630");
    peck_put(text, "<meta name=\"twitter:card\" content=\"summary_large_image\">\n");
}

void api_get_preview(struct asking *a)
{
    char page[16384];
    struct peck_text text = peck_text_begin(page, sizeof page);
    struct table table;
    peck_put(&text, "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Peck</title>\n"
                    "<meta name=\"viewport\" content=\"width=device-width\">\n");
    if (api_fold(a->api, a->table, &table) == FOUND) {
        put_table(a, &table, &text);
        table_free(&table);
    }
    peck_put(&text, "<meta http-equiv=\"refresh\" content=\"0; url=/#/table/");
    peck_put(&text, a->table);
    peck_put(&text, "\">\n<a href=\"/#/table/");
    peck_put(&text, a->table);
    peck_put(&text, "\">Peck</a>\n");
    PECK_ASSERT(!text.full); /* seven names of 63 bytes, escaped: 2,700 bytes, once */
    a->response->status = 200;
    a->response->type = "text/html; charset=utf-8";
    if (peck_buffer_add(&a->response->body, page, text.length) != PECK_OK)
        a->response->status = 503;
}
