/* log.c — the same: `log.h` */
#include "log.h"

#include "tell.h"

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

void log_draw(const struct log *log, struct canvas *canvas, struct area area, int back)
{
    int bottom = area.row + area.rows + back;
    uint32_t oldest = log->count > LOG_SENTENCES ? log->count - LOG_SENTENCES : 0;
    for (uint32_t i = log->count; i > oldest && bottom > area.row; i--) {
        const char *sentence = log->sentences[(i - 1) % LOG_SENTENCES];
        struct area none = {0, 0, 0, area.columns};
        int lines = canvas_paragraph(canvas, none, STYLE_PLAIN, sentence, 0);
        bottom -= lines;
        int skip = bottom < area.row ? area.row - bottom : 0;
        int rows = area.row + area.rows - bottom - skip;
        struct area place = {bottom + skip, area.column, rows, area.columns};
        if (rows > 0)
            canvas_paragraph(canvas, place,
                             i == log->count && back == 0 ? STYLE_PLAIN : STYLE_FAINT,
                             sentence, skip);
    }
}
