/* text.h — bounded text: writing into the caller's buffer, and reading a line.
 *
 * A writer never overruns: it drops what does not fit and sets `full`; the buffer always
 * ends in a NUL. A reader stops at the first unexpected thing and remembers what and where;
 * all later reads fail, so a decoder may check once, at the end. Uses only mem* of libc. */
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

enum { PECK_ERROR_VALUES = 8, PECK_ERROR_POOL = 240 };

/* The value of a placeholder in a message. */
struct peck_value {
    const char *name; /* of the placeholder: a constant */
    enum { PECK_VALUE_NUMBER, PECK_VALUE_TEXT, PECK_VALUE_KEY } kind;
    int64_t number;  /* for a text: where it begins in the error's pool */
    const char *key; /* a message, which uses the values of the same error */
};

/* Why an input was refused: a message of the catalogue and its values. A door turns it into
 * a sentence with say_error. Errors may be copied. line and column count from 1; 0: none.
 */
struct peck_error {
    uint32_t line, column;
    const char *key; /* a constant: `error.setup.option` or `GAME.error.dice` */
    uint32_t count;
    struct peck_value values[PECK_ERROR_VALUES];
    char pool[PECK_ERROR_POOL]; /* texts, each with its NUL */
};

struct peck_text peck_text_begin(char *buffer, size_t room);
void peck_put_char(struct peck_text *text, char c);
void peck_put(struct peck_text *text, const char *string);
void peck_put_bytes(struct peck_text *text, const char *bytes, size_t count);
void peck_put_int(struct peck_text *text, int64_t number);

/* Sets the message, without values; clears line and column. */
void peck_error_say(struct peck_error *error, const char *key);
/* Adds a value: a number, a text (copied, and cut where the pool is full), another message.
 */
void peck_error_number(struct peck_error *error, const char *name, int64_t number);
void peck_error_text(struct peck_error *error, const char *name, const char *text);
void peck_error_key(struct peck_error *error, const char *name, const char *key);
/* Opens a text for peck_put. Finish it before the next value is added. */
struct peck_text peck_error_open(struct peck_error *error, const char *name);
/* Adds untrusted bytes as a quoted value. */
void peck_error_quote(struct peck_error *error, const char *name, const char *bytes,
                      size_t count);
/* Makes the error the value {why} of another message. */
void peck_error_wrap(struct peck_error *error, const char *key);

/* Writes untrusted bytes, quoted for a sentence: the first few, with dots for everything
 * but printable ASCII. */
void peck_put_quoted(struct peck_text *text, const char *bytes, size_t count);

bool peck_same(const char *a, const char *b);
size_t peck_length(const char *string);

struct peck_scan {
    const char *start, *at, *end;
    bool failed;
    struct peck_error *error; /* filled at the first failure */
};

struct peck_scan peck_scan_begin(const char *bytes, size_t count, struct peck_error *error);
/* Fails at the current place: "expected <what>, found '<next few bytes>'". `what` is a
 * message, here and below. Returns false. */
bool peck_scan_fail(struct peck_scan *scan, const char *what);
/* Fails with the caller's own message, which has {found}; the caller adds its other values
 * afterwards. False: it had failed before, and keeps that error. */
bool peck_scan_refuse(struct peck_scan *scan, const char *key);
/* Reads exactly this text, or fails. */
bool peck_scan_expect(struct peck_scan *scan, const char *literal);
/* Reads this text if it comes next; otherwise reads nothing and does not fail. */
bool peck_scan_accept(struct peck_scan *scan, const char *literal);
/* Reads a decimal number in [low, high], no leading zeros or plus, if it comes next;
 * otherwise reads nothing and does not fail. */
bool peck_scan_number(struct peck_scan *scan, int32_t low, int32_t high, int32_t *number);
/* The same, but fails naming `what` and the range. */
int32_t peck_scan_int(struct peck_scan *scan, const char *what, int32_t low, int32_t high);
/* One byte out of `set`: its index there; fails naming `what`, which may have {set}. */
int peck_scan_one_of(struct peck_scan *scan, const char *what, const char *set);
/* Fails unless everything was read. */
bool peck_scan_done(struct peck_scan *scan);

#endif
