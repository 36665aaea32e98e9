/* logfmt.h — the server's log: one line an event, `time=… level=… event=…`, on stderr.
 *
 * Safe on any thread. Never pass it a token, a cookie, a query string or a body. */
#ifndef SERVER_LOGFMT_H
#define SERVER_LOGFMT_H

#include <stdint.h>

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARN, LOG_ERROR, LOG_LEVELS };
extern const char *const logfmt_level_names[LOG_LEVELS];

struct log_field {
    const char *key, *text; /* text NULL: the number counts */
    int64_t number;
};

static inline struct log_field log_text(const char *key, const char *text)
{
    return (struct log_field){key, text, 0};
}

static inline struct log_field log_number(const char *key, int64_t number)
{
    return (struct log_field){key, 0, number};
}

/* Lower levels are not written. Called before there are threads. */
void logfmt_from(enum log_level level);
void logfmt_fields(enum log_level level, const char *event, const struct log_field *fields);

/* For what may happen a thousand times a second, such as the errors of a store that has
 * gone: the first is written, and then one in LOG_SELDOM_MS, with `more`: how many were
 * left out before it. Each place in the program has a gate of its own, static and all
 * zeros. */
enum { LOG_SELDOM_MS = 30000 };
struct log_gate {
    _Atomic int64_t next; /* ticks; 0: at once */
    _Atomic int64_t more;
};
void logfmt_seldom(struct log_gate *gate, enum log_level level, const char *event,
                   struct log_field field);

/* log_event(LOG_INFO, "listening", log_text("address", text), log_number("port", n)) */
#define log_event(level, ...) log_event_(level, __VA_ARGS__, {0})
#define log_event_(level, event, ...)                                                      \
    logfmt_fields(level, event, (const struct log_field[]){__VA_ARGS__})

#endif
