/* qr.c — draws QR codes; libqrencode computes their modules.
 *
 * Every drawing has the margin of four light modules that the standard asks for. */
#include "qr.h"

#include <qrencode.h>
#include <stdio.h>

enum { QUIET = 4 };

/* ---- For browsers ---- */

/* Dark modules of a row become one stretch each: a path is small and sharp at any size. */
static enum peck_status draw_svg(const QRcode *code, struct peck_buffer *out)
{
    char piece[192];
    int side = code->width + 2 * QUIET;
    snprintf(piece, sizeof piece,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
             " shape-rendering=\"crispEdges\"><rect width=\"%d\" height=\"%d\""
             " fill=\"#fff\"/><path d=\"",
             side, side, side, side);
    enum peck_status status = peck_buffer_put(out, piece);
    for (int y = 0; y < code->width; y++) {
        const unsigned char *row = code->data + y * code->width;
        for (int x = 0, end; x < code->width && status == PECK_OK; x = end) {
            end = x + 1;
            if ((row[x] & 1) == 0)
                continue;
            while (end < code->width && (row[end] & 1) != 0)
                end++;
            snprintf(piece, sizeof piece, "M%d %dh%dv1h-%dz", x + QUIET, y + QUIET, end - x,
                     end - x);
            status = peck_buffer_put(out, piece);
        }
    }
    return status == PECK_OK ? peck_buffer_put(out, "\"/></svg>") : status;
}

bool qr_svg(const char *link, struct peck_buffer *out)
{
    QRcode *code = QRcode_encodeString8bit(link, 0, QR_ECLEVEL_M);
    bool fine = code != NULL && draw_svg(code, out) == PECK_OK;
    QRcode_free(code);
    return fine;
}

/* ---- For terminals ---- */

/* Coordinates count from the corner of the margin, which is light, as is everything
 * around it. */
static bool is_dark(const QRcode *code, int x, int y)
{
    x -= QUIET;
    y -= QUIET;
    return x >= 0 && y >= 0 && x < code->width && y < code->width &&
           (code->data[y * code->width + x] & 1) != 0;
}

/* One character shows two modules, one above the other, as dark ink on white paper. Without
 * colours the ink shows the light modules, because most terminals are dark. */
static enum peck_status draw_halves(const QRcode *code, int y, bool colours,
                                    struct peck_buffer *out)
{
    static const char *const inks[] = {" ", "▀", "▄", "█"};
    int side = code->width + 2 * QUIET;
    enum peck_status status = peck_buffer_put(out, colours ? "\033[38;5;16;48;5;231m" : "");
    for (int x = 0; x < side && status == PECK_OK; x++) {
        int dark = is_dark(code, x, y) + 2 * is_dark(code, x, y + 1);
        status = peck_buffer_put(out, inks[colours ? dark : 3 - dark]);
    }
    return status == PECK_OK ? peck_buffer_put(out, colours ? "\033[0m\n" : "\n") : status;
}

/* A module is two columns wide, which is about the height of a line. */
static enum peck_status draw_row(const QRcode *code, int y, bool colours,
                                 struct peck_buffer *out)
{
    static const char *const plain[] = {"##", "  "};
    static const char *const coloured[] = {"\033[48;5;231m  ", "\033[48;5;16m  "};
    int side = code->width + 2 * QUIET;
    enum peck_status status = PECK_OK;
    for (int x = 0; x < side && status == PECK_OK; x++)
        status = peck_buffer_put(out, (colours ? coloured : plain)[is_dark(code, x, y)]);
    return status == PECK_OK ? peck_buffer_put(out, colours ? "\033[0m\n" : "\n") : status;
}

/* The lowest level of error correction makes the smallest code; screens have no stains. */
bool qr_text(const char *link, const struct qr_style *style, struct peck_buffer *out)
{
    QRcode *code = QRcode_encodeString8bit(link, 0, QR_ECLEVEL_L);
    int side = code != NULL ? code->width + 2 * QUIET : 0;
    bool fits = code != NULL && (style->utf8 ? side : 2 * side) <= style->columns;
    enum peck_status status = PECK_OK;
    for (int y = 0; fits && y < side && status == PECK_OK; y += style->utf8 ? 2 : 1)
        status = (style->utf8 ? draw_halves : draw_row)(code, y, style->colours, out);
    QRcode_free(code);
    return fits && status == PECK_OK;
}
