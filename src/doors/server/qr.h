/* qr.h — QR codes of links: as SVG for browsers, as text for terminals. */
#ifndef SERVER_QR_H
#define SERVER_QR_H

#include <peck/match.h>

struct qr_style {
    bool utf8;    /* half blocks; else two columns for a module */
    bool colours; /* black on white, whatever the terminal's own colours are */
    int columns;  /* of the terminal */
};

/* Appends to `out`. False, perhaps with part of the code drawn: the link is too long, or
 * memory is short. */
bool qr_svg(const char *link, struct peck_buffer *out);
/* The same as lines of text. Also false when the terminal is too narrow for the code. */
bool qr_text(const char *link, const struct qr_style *style, struct peck_buffer *out);

#endif
