/* log.c — the same: `log.h` */
#include "log.h"

#include "tell/tell.h"

#include <string.h>

void log_follow(struct log *log, const struct session *session, int viewer)
{
    uint32_t count = session->match.count;
    if (viewer != log->viewer || count < log->count)
        log->count = count > LOG_SENTENCES ? count - LOG_SENTENCES : 0;
    log->viewer = viewer;
    for (; log->count < count; log->count++) {
        char *sentence = log->sentences[log->count % LOG_SENTENCES];
        struct peck_text text = peck_text_begin(sentence, LOG_BYTES);
        tell_ply(session, log->count, viewer, &text);
    }
}

static const char *sentence_of(const struct log *log, uint32_t ply)
{
    return log->sentences[ply % LOG_SENTENCES];
}

static int lines_of(const struct log *log, struct canvas *canvas, uint32_t ply, int columns)
{
    struct area none = {0, 0, 0, columns};
    return canvas_paragraph(canvas, none, STYLE_PLAIN, sentence_of(log, ply), 0);
}

int log_draw(const struct log *log, struct canvas *canvas, struct area area, int back)
{
    uint32_t oldest = log->count > LOG_SENTENCES ? log->count - LOG_SENTENCES : 0;
    int lines = 0;
    for (uint32_t i = oldest; i < log->count; i++)
        lines += lines_of(log, canvas, i, area.columns);
    int most = lines > area.rows ? lines - area.rows : 0;
    back = back < most ? back : most;
    int bottom = area.row + area.rows + back;
    for (uint32_t i = log->count; i > oldest && bottom > area.row; i--) {
        bottom -= lines_of(log, canvas, i - 1, area.columns);
        int skip = bottom < area.row ? area.row - bottom : 0;
        int rows = area.row + area.rows - bottom - skip;
        struct area place = {bottom + skip, area.column, rows, area.columns};
        if (rows > 0)
            canvas_paragraph(canvas, place, i == log->count ? STYLE_PLAIN : STYLE_FAINT,
                             sentence_of(log, i - 1), skip);
    }
    return back;
}
