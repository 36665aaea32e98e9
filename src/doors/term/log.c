/* log.c — the same: `log.h` */
#include "log.h"

#include "tell/tell.h"

#include <string.h>

enum { INDENT = 2 }; /* the mark of a turn and a space */

/* Whether the ply's action is of that name. */
static bool is_called(const struct session *session, uint32_t ply, const char *verb)
{
    char name[PECK_NAME_MAX];
    struct peck_text text = peck_text_begin(name, sizeof name);
    session->match.game->action_name(session->match.plies[ply].action, &text);
    size_t length = strlen(verb);
    return strncmp(name, verb, length) == 0 && (name[length] == ' ' || name[length] == 0);
}

/* A ply without a sentence begins nothing: the one after it does. */
static void tell(struct log *log, const struct session *session, const char *chapter)
{
    uint32_t ply = log->count;
    char *sentence = log->sentences[ply % LOG_SENTENCES];
    struct peck_text text = peck_text_begin(sentence, LOG_BYTES);
    int seat = tell_ply(session, ply, log->viewer, &text);
    bool *begins = &log->begins[ply % LOG_SENTENCES];
    *begins = chapter != NULL ? is_called(session, ply, chapter) : seat != log->seat;
    *begins = *begins && log->turns && sentence[0] != '\0';
    if (sentence[0] != '\0')
        log->seat = seat;
}

void log_follow(struct log *log, const struct session *session, int viewer,
                const char *chapter)
{
    uint32_t count = session_told(session);
    if (viewer != log->viewer || count < log->count) {
        log->count = count > LOG_SENTENCES ? count - LOG_SENTENCES : 0;
        log->seat = -1;
    }
    log->viewer = viewer;
    log->turns = !peck_at_once(session->match.game, &session->match.setup);
    for (; log->count < count; log->count++)
        tell(log, session, chapter);
}

static const char *sentence_of(const struct log *log, uint32_t ply)
{
    return log->sentences[ply % LOG_SENTENCES];
}

static int lines_of(const struct log *log, struct canvas *canvas, uint32_t ply, int columns,
                    bool spaced)
{
    struct area none = {0, 0, 0, columns - INDENT};
    return canvas_paragraph(canvas, none, STYLE_PLAIN, sentence_of(log, ply), 0) +
           (spaced && log->begins[ply % LOG_SENTENCES]);
}

/* One sentence whose lines begin at `row`, which may be above the area. */
static void draw_sentence(const struct log *log, struct canvas *canvas, struct area area,
                          int row, uint32_t ply, enum style style)
{
    int skip = row < area.row ? area.row - row : 0;
    int rows = area.row + area.rows - row - skip;
    struct area place = {row + skip, area.column + INDENT, rows, area.columns - INDENT};
    if (rows <= 0)
        return;
    canvas_paragraph(canvas, place, style, sentence_of(log, ply), skip);
    if (log->begins[ply % LOG_SENTENCES] && skip == 0)
        canvas_text(canvas, row, area.column, style, "▸");
}

int log_draw(const struct log *log, struct canvas *canvas, struct area area, int back,
             uint32_t held, bool spaced)
{
    uint32_t oldest = log->count > LOG_SENTENCES ? log->count - LOG_SENTENCES : 0;
    uint32_t newest = log->count > held ? log->count - held : 0;
    int lines = 0;
    for (uint32_t i = oldest; i < newest; i++)
        lines += lines_of(log, canvas, i, area.columns, spaced);
    int most = lines > area.rows ? lines - area.rows : 0;
    back = back < most ? back : most;
    int bottom = area.row + area.rows + back;
    enum style style = STYLE_PLAIN; /* the last turn stands out */
    for (uint32_t i = newest; i > oldest && bottom > area.row; i--) {
        bool begins = log->begins[(i - 1) % LOG_SENTENCES];
        bottom -= lines_of(log, canvas, i - 1, area.columns, spaced);
        draw_sentence(log, canvas, area, bottom + (spaced && begins), i - 1, style);
        if (begins || !log->turns)
            style = STYLE_FAINT;
    }
    return back;
}
