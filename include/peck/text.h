/* text.h — bounded text: writing into a buffer of the caller's, and reading a line.
 *
 * A writer never overruns: what does not fit is dropped and `full` is set; the buffer
 * always ends in a NUL. A reader stops at the first thing it did not expect and remembers
 * where and what; all later reads then fail, so a decoder may read on and look once, at the
 * end. No libc but mem*. */
#ifndef PECK_TEXT_H
#define PECK_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct peck_text {
    char *buffer;
    uint32_t room;   /* bytes of the buffer, the closing NUL included; at least 1 */
    uint32_t length; /* bytes written, without the NUL */
    bool full;       /* something did not fit */
};

/* Why an input was refused: one sentence for a person. line and column count from 1; 0:
 * none. */
struct peck_error {
    uint32_t line, column;
    char sentence[240];
};

struct peck_text peck_text_begin(char *buffer, size_t room);
void peck_put_char(struct peck_text *text, char c);
void peck_put(struct peck_text *text, const char *string);
void peck_put_bytes(struct peck_text *text, const char *bytes, size_t count);
void peck_put_int(struct peck_text *text, int64_t number);

/* Starts the sentence of an error, to be continued with peck_put; clears line and column.
 */
struct peck_text peck_error_begin(struct peck_error *error);
/* The whole sentence at once. */
void peck_error_say(struct peck_error *error, const char *sentence);
/* `what: why`. Returns false, for functions that tell by a bool whether they failed. */
bool peck_error_about(struct peck_error *error, const char *what, const char *why);

/* Bytes of a stranger's, quoted for a sentence: the first few, and dots for what is not
 * printable ASCII. */
void peck_put_quoted(struct peck_text *text, const char *bytes, size_t count);

bool peck_same(const char *a, const char *b);
size_t peck_length(const char *string);

struct peck_scan {
    const char *start, *at, *end;
    bool failed;
    struct peck_error *error; /* filled at the first failure */
};

struct peck_scan peck_scan_begin(const char *bytes, size_t count, struct peck_error *error);
/* Fails at the current place: "expected <what>, found '<next few bytes>'". Returns false.
 */
bool peck_scan_fail(struct peck_scan *scan, const char *what);
/* Reads exactly this text, or fails. */
bool peck_scan_expect(struct peck_scan *scan, const char *literal);
/* Reads this text if it comes next; otherwise reads nothing and does not fail. */
bool peck_scan_accept(struct peck_scan *scan, const char *literal);
/* A decimal number in [low, high], no leading zeros or plus; fails naming `what` and the
 * range. */
int32_t peck_scan_int(struct peck_scan *scan, const char *what, int32_t low, int32_t high);
/* One byte out of `set`: its index there; fails naming `what`. */
int peck_scan_one_of(struct peck_scan *scan, const char *what, const char *set);
/* Fails unless all was read. */
bool peck_scan_done(struct peck_scan *scan);

#endif
