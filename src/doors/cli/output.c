/* output.c — how the program prints: sentences, styles, widths, numbers; reading files.
 *
 * Colours and bold are for terminals only, and not where NO_COLOR or TERM=dumb asks for
 * none. */
#include "cli.h"
#include "play/kit.h"
#include "tell/utf8.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

enum { INPUT_MAX = 1 << 30 }; /* bytes */

static enum say_language language_told = SAY_LANGUAGES;

void cli_language_find(int count, char **words)
{
    static const char flag[] = "--lang";
    size_t length = strlen(flag);
    for (int i = 1; i < count && strcmp(words[i], "--") != 0; i++) {
        if (strncmp(words[i], flag, length) != 0)
            continue;
        const char *name = words[i][length] == '=' ? words[i] + length + 1
                           : words[i][length] == '\0' && i + 1 < count ? words[i + 1]
                                                                       : "";
        for (int j = 0; j < SAY_LANGUAGES; j++) {
            if (strcmp(name, say_languages[j]) == 0)
                language_told = (enum say_language)j;
        }
    }
}

enum say_language cli_language(void)
{
    return language_told != SAY_LANGUAGES ? language_told : say_language_here();
}

static void put_verb(const struct verb *verb)
{
    fflush(stdout); /* so that both streams read in order on one terminal */
    fputs("peck", stderr);
    if (verb != NULL)
        fprintf(stderr, " %s", verb->name);
    fputs(": ", stderr);
}

int cli_refuse(const struct verb *verb, enum message message,
               const struct say_value *values)
{
    char sentence[2 * SAY_SENTENCE];
    struct peck_text text = peck_text_begin(sentence, sizeof sentence);
    say(&text, cli_language(), message, values);
    put_verb(verb);
    fprintf(stderr, "%s\n", sentence);
    return STATUS_USAGE;
}

int cli_fail(const struct verb *verb, enum message message, const struct say_value *values)
{
    cli_refuse(verb, message, values);
    return STATUS_FAILED;
}

const char *cli_reason(int number)
{
    switch (number) {
    case ENOENT: return say_literal(cli_language(), MESSAGE_PLAIN_CLI_WHY_MISSING);
    case EACCES: return say_literal(cli_language(), MESSAGE_PLAIN_CLI_WHY_DENIED);
    case EISDIR: return say_literal(cli_language(), MESSAGE_PLAIN_CLI_WHY_FOLDER);
    case ENOSPC: return say_literal(cli_language(), MESSAGE_PLAIN_CLI_WHY_FULL);
    default: return strerror(number);
    }
}

static void put_error(const struct verb *verb, const char *format, va_list values)
{
    put_verb(verb);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
}

int cli_usage_error(const struct verb *verb, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    put_error(verb, format, values);
    va_end(values);
    return STATUS_USAGE;
}

int cli_failure(const struct verb *verb, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    put_error(verb, format, values);
    va_end(values);
    return STATUS_FAILED;
}

/* Up to `most` bytes, so that nobody's word draws on the terminal or fills it. */
static const char *printable(const char *word, size_t most)
{
    enum { RING = 4, MOST = 256 };
    static char ring[RING][MOST + sizeof "…"];
    static int turn;
    char *out = ring[turn = (turn + 1) % RING];
    struct peck_text text = peck_text_begin(out, sizeof ring[0]);
    mbstate_t state = {0};
    (void)output_speaks_utf8(); /* sets the encoding */
    while (*word != '\0' && text.length < most) {
        wchar_t wide;
        size_t length = mbrtowc(&wide, word, strlen(word), &state);
        bool sound = length != (size_t)-1 && length != (size_t)-2;
        if (!sound)
            memset(&state, 0, sizeof state);
        if (sound && text.length + length > most)
            break;
        if (sound && iswprint((wint_t)wide))
            peck_put_bytes(&text, word, length);
        else
            peck_put_char(&text, '.');
        word += sound ? length : 1;
    }
    peck_put(&text, *word != '\0' ? "…" : "");
    return out;
}

const char *output_shown(const char *word)
{
    return printable(word, 64);
}

const char *output_path_name(const char *path)
{
    return strcmp(path, "-") == 0 ? say_literal(cli_language(), MESSAGE_PLAIN_CLI_STDIN)
                                  : printable(path, 256);
}

bool output_draws(void)
{
    const char *term = getenv("TERM");
    return term != NULL && term[0] != '\0' && strcmp(term, "dumb") != 0;
}

bool output_colours(FILE *file)
{
    const char *no = getenv("NO_COLOR");
    return isatty(fileno(file)) && (no == NULL || no[0] == '\0') && output_draws();
}

void output_style(FILE *file, enum style style)
{
    static const char *const codes[] = {"\033[0m",    "\033[1m",  "\033[2m",
                                        "\033[1;33m", "\033[32m", "\033[1;4m"};
    if (output_colours(file))
        fputs(codes[style], file);
}

void output_styled(FILE *file, enum style wanted, const char *text)
{
    output_style(file, wanted);
    fputs(text, file);
    output_style(file, STYLE_PLAIN);
}

int output_width(FILE *file)
{
    struct winsize size;
    if (isatty(fileno(file)) && ioctl(fileno(file), TIOCGWINSZ, &size) == 0 &&
        size.ws_col >= 40)
        return size.ws_col;
    return 80;
}

bool output_speaks_utf8(void)
{
    setlocale(LC_CTYPE, "");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

const char *output_dash(void)
{
    return output_speaks_utf8() ? "–" : "-";
}

void output_wrapped(FILE *file, const char *text, int indent, int column, int width)
{
    while (*text != '\0') {
        int length = (int)strcspn(text, " \n"), wide = utf8_width(text, length);
        if (column > indent && column + 1 + wide > width) {
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
        column += wide;
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

void output_padded(FILE *file, const char *text, int width)
{
    int left = (width < 0 ? -width : width) - utf8_width(text, strlen(text));
    left = left < 0 ? 0 : left;
    fprintf(file, "%*s%s%*s", width < 0 ? 0 : left, "", text, width < 0 ? left : 0, "");
}

const char *output_grouped(uint64_t number, char buffer[32])
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

void output_options(FILE *file, const struct peck_game *game,
                    const struct peck_setup *setup, const char *before)
{
    for (int i = 0; i < game->option_count; i++) {
        char name[PECK_NAME_MAX + 16];
        struct peck_text text = peck_text_begin(name, sizeof name);
        if (peck_put_option(game, setup, i, &text))
            fprintf(file, "%s%s", before, name);
    }
}

double cli_seconds_now(void)
{
    return kit_now() / 1e3;
}

/* To the end or an error of the stream, or one byte past the limit; NULL when memory runs
 * out. */
static char *read_stream(FILE *file, size_t *length)
{
    size_t room = 65536;
    char *bytes = malloc(room);
    *length = 0;
    while (bytes != NULL) {
        *length += fread(bytes + *length, 1, room - *length - 1, file);
        bytes[*length] = '\0';
        if (feof(file) || ferror(file) || *length > INPUT_MAX)
            break;
        room = room < INPUT_MAX ? room * 2 : (size_t)INPUT_MAX + 2;
        char *larger = realloc(bytes, room);
        if (larger == NULL)
            free(bytes);
        bytes = larger;
    }
    return bytes;
}

/* A file on disk tells its size before it is read. */
static bool told_too_large(FILE *file)
{
    struct stat status;
    return fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode) &&
           status.st_size > INPUT_MAX;
}

char *cli_read_all(const struct verb *verb, const char *path, size_t *length)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    const char *name = output_path_name(path);
    if (file == NULL) {
        const char *why = cli_reason(errno);
        cli_fail(verb, MESSAGE_PLAIN_CLI_OPEN,
                 (struct say_value[]){{"file", .text = name}, {"why", .text = why}, {0}});
        return NULL;
    }
    errno = 0;
    bool large = told_too_large(file);
    char *bytes = large ? NULL : read_stream(file, length);
    bool fine = bytes != NULL && !ferror(file);
    if (large || (fine && *length > INPUT_MAX)) {
        cli_fail(verb, MESSAGE_PLAIN_CLI_LARGE,
                 (struct say_value[]){{"file", .text = name}, {0}});
        fine = false;
    } else if (!fine) {
        const char *why = cli_reason(bytes == NULL ? ENOMEM : errno);
        cli_fail(verb, MESSAGE_PLAIN_CLI_READ,
                 (struct say_value[]){{"file", .text = name}, {"why", .text = why}, {0}});
    }
    if (!standard)
        fclose(file);
    if (fine)
        return bytes;
    free(bytes);
    return NULL;
}
