/* logfmt.c — builds each line in a buffer and writes it in one call: lines never mix.
 *
 * Values that are not one plain word are quoted, and control characters become spaces, so
 * that nothing a client sends can forge a line. */
#include "logfmt.h"

#include "steady.h"

#include <peck/text.h>

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

const char *const logfmt_level_names[LOG_LEVELS] = {"debug", "info", "warn", "error"};

static enum log_level lowest = LOG_INFO;

void logfmt_from(enum log_level level)
{
    lowest = level;
}

/* As it is when it is one plain word, else in quotes; control characters become spaces. */
static void put_value(struct peck_text *line, const char *text)
{
    bool plain = text[0] != '\0';
    for (const char *at = text; *at != '\0'; at++)
        plain = plain && *at > ' ' && *at < 0x7f && *at != '"' && *at != '=' && *at != '\\';
    if (plain) {
        peck_put(line, text);
        return;
    }
    peck_put_char(line, '"');
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '"' || *at == '\\')
            peck_put_char(line, '\\');
        peck_put_char(line, (unsigned char)*at < ' ' || *at == 0x7f ? ' ' : *at);
    }
    peck_put_char(line, '"');
}

static void put_time(struct peck_text *line)
{
    char stamp[32];
    struct timespec now;
    struct tm parts;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &parts);
    peck_put(line, stamp);
    snprintf(stamp, sizeof stamp, ".%03dZ", (int)(now.tv_nsec / 1000000));
    peck_put(line, stamp);
}

void logfmt_fields(enum log_level level, const char *event, const struct log_field *fields)
{
    char bytes[1024];
    struct peck_text line = peck_text_begin(bytes, sizeof bytes - 1);
    if (level < lowest)
        return;
    peck_put(&line, "time=");
    put_time(&line);
    peck_put(&line, " level=");
    peck_put(&line, logfmt_level_names[level]);
    peck_put(&line, " event=");
    put_value(&line, event);
    for (; fields->key != NULL; fields++) {
        peck_put_char(&line, ' ');
        peck_put(&line, fields->key);
        peck_put_char(&line, '=');
        if (fields->text != NULL)
            put_value(&line, fields->text);
        else
            peck_put_int(&line, fields->number);
    }
    bytes[line.length] = '\n';
    fwrite(bytes, 1, line.length + 1, stderr); /* at once: lines of threads do not mix */
}

void logfmt_seldom(struct log_gate *gate, enum log_level level, const char *event,
                   struct log_field field)
{
    int64_t now = steady_ticks(), next = atomic_load(&gate->next);
    if (now < next ||
        !atomic_compare_exchange_strong(&gate->next, &next, now + LOG_SELDOM_MS)) {
        atomic_fetch_add(&gate->more, 1);
        return;
    }
    int64_t more = atomic_exchange(&gate->more, 0);
    log_event(level, event, field, log_number(more > 0 ? "more" : NULL, more));
}
