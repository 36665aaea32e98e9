/* output.c — how the program prints: sentences, styles, widths, numbers, and reading files.
 *
 * Colours and bold are for terminals only, and not where NO_COLOR or TERM=dumb asks for none. */
#include "cli.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static void say(const struct verb *verb, const char *format, va_list values)
{
    fflush(stdout); /* so that both streams read in order on one terminal */
    fputs("peck", stderr);
    if (verb != NULL)
        fprintf(stderr, " %s", verb->name);
    fputs(": ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
}

int usage_error(const struct verb *verb, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    say(verb, format, values);
    va_end(values);
    return STATUS_USAGE;
}

int failure(const struct verb *verb, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    say(verb, format, values);
    va_end(values);
    return STATUS_FAILED;
}

bool colours(FILE *file)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(fileno(file)) && (no == NULL || no[0] == '\0') && term != NULL &&
           strcmp(term, "dumb") != 0;
}

void style(FILE *file, enum style style)
{
    static const char *const codes[] = {"\033[0m", "\033[1m", "\033[2m", "\033[1;33m",
                                        "\033[32m"};
    if (colours(file))
        fputs(codes[style], file);
}

void put_styled(FILE *file, enum style wanted, const char *text)
{
    style(file, wanted);
    fputs(text, file);
    style(file, STYLE_PLAIN);
}

int terminal_width(FILE *file)
{
    struct winsize size;
    if (isatty(fileno(file)) && ioctl(fileno(file), TIOCGWINSZ, &size) == 0 &&
        size.ws_col >= 40)
        return size.ws_col;
    return 80;
}

bool speaks_utf8(void)
{
    setlocale(LC_CTYPE, "");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

const char *dash(void)
{
    return speaks_utf8() ? "–" : "-";
}

void put_wrapped(FILE *file, const char *text, int indent, int column, int width)
{
    while (*text != '\0') {
        int length = (int)strcspn(text, " \n");
        if (column > indent && column + 1 + length > width) {
            fputc('\n', file);
            column = 0;
        }
        if (column < indent) {
            fprintf(file, "%*s", indent - column, "");
            column = indent;
        } else if (column > indent && length > 0) {
            fputc(' ', file);
            column++;
        }
        fwrite(text, 1, length, file);
        column += length;
        text += length;
        if (text[0] == '\n') { /* a paragraph ends */
            text += strspn(text, "\n");
            fputs("\n\n", file);
            column = 0;
        }
        text += strspn(text, " ");
    }
    fputc('\n', file);
}

const char *grouped(uint64_t number, char buffer[32])
{
    char *at = buffer + 31;
    *at = '\0';
    int digits = 0;
    do {
        if (digits > 0 && digits % 3 == 0)
            *--at = ',';
        *--at = (char)('0' + number % 10);
        number /= 10;
        digits++;
    } while (number != 0); /* 20 digits and 6 commas: 26 of the 31 bytes */
    return at;
}

void put_options(FILE *file, const struct peck_game *game, const struct peck_setup *setup,
                 const char *before)
{
    for (int i = 0; i < game->option_count; i++) {
        char name[PECK_NAME_MAX + 16];
        struct peck_text text = peck_text_begin(name, sizeof name);
        if (peck_put_option(game, setup, i, &text))
            fprintf(file, "%s%s", before, name);
    }
}

const char *name_of(const struct peck_game *game, uint32_t action, char name[PECK_NAME_MAX])
{
    struct peck_text text = peck_text_begin(name, PECK_NAME_MAX);
    game->action_name(action, &text);
    return name;
}

double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* To the end or an error of the stream; NULL when memory runs out. */
static char *read_stream(FILE *file, size_t *length)
{
    size_t room = 65536;
    char *bytes = malloc(room);
    *length = 0;
    while (bytes != NULL) {
        *length += fread(bytes + *length, 1, room - *length - 1, file);
        bytes[*length] = '\0';
        if (feof(file) || ferror(file))
            break;
        char *larger = realloc(bytes, room *= 2);
        if (larger == NULL)
            free(bytes);
        bytes = larger;
    }
    return bytes;
}

char *read_all(const struct verb *verb, const char *path, size_t *length)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    const char *name = standard ? "standard input" : path;
    if (file == NULL) {
        failure(verb, "cannot open %s: %s", name, strerror(errno));
        return NULL;
    }
    errno = 0;
    char *bytes = read_stream(file, length);
    if (bytes == NULL || ferror(file)) {
        failure(verb, "cannot read %s: %s", name, strerror(bytes == NULL ? ENOMEM : errno));
        free(bytes);
        bytes = NULL;
    }
    if (!standard)
        fclose(file);
    return bytes;
}
