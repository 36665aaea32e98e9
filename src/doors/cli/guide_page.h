/* guide_page.h — a strategy guide as a page of text, in the reader's language. */
#ifndef CLI_GUIDE_PAGE_H
#define CLI_GUIDE_PAGE_H

#include "play/guide.h"
#include "tell/say.h"

enum { GUIDE_COLUMNS = 78 }; /* of its lines at most */

/* Appends the page: paragraphs wrapped, and rows laid out in columns. */
void guide_page_put(const struct peck_guide_page *page, enum say_language language,
                    struct peck_text *text);
/* Appends words, broken at spaces into lines; each ends with a line feed. */
void guide_page_wrap(const char *words, struct peck_text *text);

#endif
