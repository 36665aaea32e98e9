/* box_file.c — reads box files: what lies in somebody's own box.
 *
 * A line is cut into words before a game sees it, so that tabs, indents, comments and the
 * line ends of other systems are nobody's concern. What a line means is for the game to
 * say. */
#include <peck/advice.h>

#include <string.h>

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* The words of a line with one space between them; false: they are too many. */
static bool copy_words(struct peck_box_file *file, const char *at, const char *end)
{
    struct peck_text text = peck_text_begin(file->words, sizeof file->words);
    for (; at < end && *at != '#'; at++) {
        if (is_space(*at))
            continue;
        if (text.length > 0 && is_space(at[-1]))
            peck_put_char(&text, ' ');
        peck_put_char(&text, *at);
    }
    file->scan = peck_scan_begin(file->words, text.length, file->scan.error);
    return !text.full;
}

bool peck_box_line(struct peck_box_file *file)
{
    while (!file->scan.failed && file->at < file->end) {
        const char *start = file->at;
        const char *end = memchr(start, '\n', (size_t)(file->end - start));
        file->at = end != NULL ? end + 1 : file->end;
        file->line++;
        if (!copy_words(file, start, end != NULL ? end : file->end))
            return peck_scan_fail(&file->scan, "error.box.long");
        if (file->words[0] != '\0')
            return true;
    }
    return false;
}

void peck_box_lacks(struct peck_box_file *file, const char *key)
{
    file->line = 0;
    file->scan.failed = true;
    peck_error_say(file->scan.error, key);
}

void peck_contents_assumed(const struct peck_game *game, union peck_contents *contents)
{
    union peck_state state;
    struct peck_setup setup;
    struct peck_error error;
    peck_setup_begin(game, game->seats_min, &setup);
    if (peck_init(game, &state, &setup, &error) != PECK_OK)
        __builtin_trap(); /* every game takes its fewest seats */
    memset(contents, 0, sizeof *contents);
    memcpy(contents, state.bytes + game->state_size - game->contents_size,
           game->contents_size);
}

enum peck_status peck_contents_read(const struct peck_game *game, const char *text,
                                    size_t length, union peck_contents *contents,
                                    struct peck_error *error)
{
    static const char mark[] = "\xef\xbb\xbf"; /* some editors begin a file with it */
    union peck_contents read;
    const struct peck_advice *advice = peck_advice_of(game);
    struct peck_box_file file = {.at = text, .end = text + length};
    if (advice == NULL || advice->box == NULL) {
        peck_error_say(error, "error.box.none");
        peck_error_text(error, "game", game->title);
        return PECK_BAD_SETUP;
    }
    if (length >= sizeof mark - 1 && memcmp(text, mark, sizeof mark - 1) == 0)
        file.at += sizeof mark - 1;
    file.scan.error = error;
    peck_contents_assumed(game, &read);
    if (!advice->box(&file, &read)) {
        error->line = file.line;
        error->column = 0; /* spaces were taken out */
        return PECK_BAD_SETUP;
    }
    *contents = read;
    return PECK_OK;
}
