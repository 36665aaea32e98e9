/* screen.c — the same: `play.h`. Everything about the terminal is here, by ncurses.
 *
 * Signals that end the program are held back but while we wait for a key (input.h), so the
 * terminal is put in order by the same way out as ever. Ctrl-Z is left to ncurses, which
 * restores the terminal before it stops and the page when it goes on. The match is saved
 * after every ply by the session, so nothing is left to save at the end.
 *
 * The turning points of a finished match take a while: a child process looks for them and
 * writes them into a pipe, and is ended when nobody waits any more. */
#include "play.h"
#include "play/kit.h"
#include "start.h"

#include "ascii.h"
#include "tell/tell.h"
#include "ui.h"
#include "tell/utf8.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termcap.h>
#include <time.h>
#include <unistd.h>

/* ---- Colours ---- */

/* How a style looks with colours and without. -1 is the terminal's own colour; where a
 * style has a background, it has a foreground that can be read on it, so that it works on
 * dark terminals and on light ones. */
static const struct {
    attr_t with;
    short front, back;
    attr_t without;
} looks[STYLES] = {
    [STYLE_PLAIN] = {A_NORMAL, -1, -1, A_NORMAL},
    [STYLE_STRONG] = {A_BOLD, -1, -1, A_BOLD},
    [STYLE_FAINT] = {A_DIM, -1, -1, A_DIM},
    [STYLE_BAR] = {A_REVERSE, -1, -1, A_REVERSE},
    [STYLE_CHOSEN] = {A_REVERSE | A_BOLD, -1, -1, A_REVERSE | A_BOLD},
    [STYLE_MAY] = {A_BOLD, COLOR_GREEN, -1, A_UNDERLINE},
    [STYLE_WORM] = {A_NORMAL, COLOR_MAGENTA, -1, A_NORMAL},
    [STYLE_GOLD] = {A_NORMAL, COLOR_BLACK, COLOR_YELLOW, A_REVERSE},
    [STYLE_CHIP] = {A_NORMAL, COLOR_RED, -1, A_NORMAL},
    [STYLE_BAD] = {A_BOLD, COLOR_RED, -1, A_BOLD},
    [STYLE_RED] = {A_NORMAL, COLOR_WHITE, COLOR_RED, A_NORMAL},
    [STYLE_YELLOW] = {A_NORMAL, COLOR_BLACK, COLOR_YELLOW, A_NORMAL},
    [STYLE_BLUE] = {A_NORMAL, COLOR_WHITE, COLOR_BLUE, A_NORMAL},
    [STYLE_WHITE] = {A_NORMAL, COLOR_BLACK, COLOR_WHITE, A_NORMAL},
};

/* The same where there are 256 colours: those of the browser, as near as the cube has them.
 */
static const struct {
    short front, back;
} rich[STYLES] = {
    [STYLE_PLAIN] = {-1, -1}, [STYLE_STRONG] = {-1, -1}, [STYLE_FAINT] = {-1, -1},
    [STYLE_BAR] = {-1, -1},   [STYLE_CHOSEN] = {-1, -1}, [STYLE_MAY] = {71, -1},
    [STYLE_WORM] = {168, -1}, [STYLE_GOLD] = {16, 220},  [STYLE_CHIP] = {167, -1},
    [STYLE_BAD] = {160, -1},  [STYLE_RED] = {231, 160},  [STYLE_YELLOW] = {16, 220},
    [STYLE_BLUE] = {231, 25}, [STYLE_WHITE] = {16, 255},
};

static bool begin_colours(void)
{
    const char *no_color = getenv("NO_COLOR");
    if ((no_color != NULL && no_color[0] != '\0') || !has_colors() || start_color() == ERR)
        return false;
    use_default_colors();
    bool many = COLORS >= 256;
    for (int style = 0; style < STYLES; style++)
        init_pair((short)(style + 1), many ? rich[style].front : looks[style].front,
                  many ? rich[style].back : looks[style].back);
    return COLOR_PAIRS > STYLES;
}

/* ---- The page ---- */

static void show_cell(const struct canvas_cell *cell, int row, int column, bool colours)
{
    wchar_t wide[CANVAS_GLYPH];
    size_t count = 0;
    cchar_t shown;
    const char *glyph = cell->glyph;
    while (*glyph != '\0') {
        uint32_t point;
        glyph += utf8_next(glyph, &point);
        wide[count++] = (wchar_t)point;
    }
    if (count == 0)
        return; /* the right half of a wide character */
    wide[count] = L'\0';
    attr_t attributes = colours ? looks[cell->style].with : looks[cell->style].without;
    short pair = colours ? (short)(cell->style + 1) : 0;
    if (setcchar(&shown, wide, attributes, pair, NULL) == OK)
        mvadd_wch(row, column, &shown);
}

static void show_canvas(const struct canvas *canvas, bool colours)
{
    erase();
    for (int row = 0; row < canvas->rows; row++) {
        for (int column = 0; column < canvas->columns; column++)
            show_cell(&canvas->cells[row][column], row, column, colours);
    }
    refresh();
}

static void show(struct ui *ui)
{
    int rows, columns;
    getmaxyx(stdscr, rows, columns);
    ui_draw(ui, rows, columns);
    show_canvas(&ui->canvas, ui->colours);
}

/* ---- Keys ---- */

static int special(wint_t code)
{
    switch (code) {
    case KEY_UP: return KEY_ARROW_UP;
    case KEY_DOWN: return KEY_ARROW_DOWN;
    case KEY_LEFT: return KEY_ARROW_LEFT;
    case KEY_RIGHT: return KEY_ARROW_RIGHT;
    case KEY_ENTER: return KEY_RETURN;
    case KEY_BTAB: return KEY_TABULATOR_BACK;
    case KEY_PPAGE: return KEY_PAGE_UP;
    case KEY_NPAGE: return KEY_PAGE_DOWN;
    case KEY_BACKSPACE:
    case KEY_DC: return KEY_ERASE;
    default: return KEY_OTHER;
    }
}

static int typed(wint_t character)
{
    switch (character) {
    case '\r':
    case '\n': return KEY_RETURN;
    case '\t': return KEY_TABULATOR;
    case 27: return KEY_ESCAPE;
    case 8:
    case 127: return KEY_ERASE;
    default: return character < 32 ? KEY_OTHER : (int)character;
    }
}

static void clicked(struct ui *ui)
{
    MEVENT event;
    if (getmouse(&event) == OK && (event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)) != 0)
        ui_click(ui, event.y, event.x);
}

/* A window that is too small takes no key but `q`, unseen actions are not played. */
static void take_key(struct ui *ui, int key)
{
    if (!ui->small)
        ui_key(ui, key);
    else if (keys_latin(key) == 'q')
        ui->left = true;
}

/* Takes all keys that are there, as long as nothing has to be thought about first. */
static void take_keys(struct ui *ui)
{
    wint_t code;
    int kind;
    while (!ui->left && !ui->stale && !ui->asked && (kind = get_wch(&code)) != ERR) {
        if (kind == KEY_CODE_YES && code == KEY_RESIZE)
            return;
        if (kind == KEY_CODE_YES && code == KEY_MOUSE)
            clicked(ui);
        else
            take_key(ui, kind == KEY_CODE_YES ? special(code) : typed(code));
    }
}

/* ---- The turning points ---- */

struct judge {
    pid_t child; /* 0: not begun, or done */
    int pipe;
};

static void judge_match(const struct session *session, int out)
{
    struct peck_analysis analysis;
    struct peck_error error;
    char words[8192];
    struct peck_text text = peck_text_begin(words, sizeof words);
    if (session_analyse(session, NULL, NULL, &analysis, &error) == PECK_OK)
        tell_turning_points(session, &analysis, &text);
    for (size_t at = 0; at < text.length;) {
        ssize_t count = write(out, words + at, text.length - at);
        if (count <= 0)
            break;
        at += (size_t)count;
    }
    _exit(0);
}

static void judge_begin(struct judge *judge, struct ui *ui)
{
    int ends[2];
    if (pipe(ends) != 0) {
        ui->judged = true;
        return;
    }
    judge->child = fork();
    if (judge->child == 0) {
        close(ends[0]);
        judge_match(ui->session, ends[1]);
    }
    close(ends[1]);
    judge->pipe = ends[0];
    fcntl(judge->pipe, F_SETFL, O_NONBLOCK);
    if (judge->child < 0) {
        judge->child = 0;
        close(judge->pipe);
        ui->judged = true;
    }
}

static void judge_end(struct judge *judge)
{
    if (judge->child == 0)
        return;
    kill(judge->child, SIGKILL);
    while (waitpid(judge->child, NULL, 0) < 0 && errno == EINTR)
        ;
    close(judge->pipe);
    judge->child = 0;
}

/* Takes in what the child has written; begins it when the match is over, and ends it when
 * an undo makes the match go on. */
static void judge_follow(struct judge *judge, struct ui *ui)
{
    if (ui->page != PAGE_RESULT) {
        if (!session_over(ui->session)) {
            judge_end(judge);
            peck_buffer_free(&ui->turning);
            ui->judged = false;
        }
        return;
    }
    if (judge->child == 0 && !ui->judged)
        judge_begin(judge, ui);
    char bytes[1024];
    ssize_t count = 1;
    while (judge->child != 0 && (count = read(judge->pipe, bytes, sizeof bytes - 1)) > 0) {
        bytes[count] = '\0';
        if (peck_buffer_put(&ui->turning, bytes) != PECK_OK)
            break;
    }
    if (judge->child != 0 && count == 0) {
        judge_end(judge);
        ui->judged = true;
    }
}

/* ---- The loop ---- */

/* Waits for a key, a signal, or the time. False: the terminal is gone. */
static bool wait_for_key(const struct input *input, int milliseconds)
{
    struct pollfd keys = {.fd = STDIN_FILENO, .events = POLLIN};
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    return ppoll(&keys, 1, milliseconds < 0 ? NULL : &time, &input->outside) <= 0 ||
           (keys.revents & (POLLHUP | POLLERR | POLLNVAL)) == 0;
}

static void loop(struct ui *ui, const struct input *input)
{
    struct judge judge = {0};
    while (!ui->left && input_signal() == 0) {
        ui_clock(ui, (uint64_t)kit_now());
        show(ui);
        if (ui_advance(ui))
            continue;
        if (!wait_for_key(input, ui_wait(ui)))
            break;
        ui_clock(ui, (uint64_t)kit_now());
        take_keys(ui);
        judge_follow(&judge, ui);
    }
    judge_end(&judge);
}

static bool speaks_utf8(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

bool screen_possible(void)
{
    const char *name = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && name != NULL &&
           tgetent(NULL, name) == 1 && tgetstr("cm", NULL) != NULL;
}

static void begin_terminal(void)
{
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(50);
    curs_set(0);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED, NULL);
    mouseinterval(0); /* a press is a click at once */
}

/* ---- The start page ---- */

static void take_start_keys(struct start *start)
{
    wint_t code;
    int kind;
    MEVENT event;
    while (!start->left && !start->done && (kind = get_wch(&code)) != ERR) {
        if (kind == KEY_CODE_YES && code == KEY_RESIZE)
            return;
        if (kind != KEY_CODE_YES || code != KEY_MOUSE)
            start_key(start, kind == KEY_CODE_YES ? special(code) : typed(code));
        else if (getmouse(&event) == OK &&
                 (event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)) != 0)
            start_click(start, event.y, event.x);
    }
}

bool screen_start(struct input *input, enum say_language language,
                  struct setup_answers *answers, bool saved)
{
    struct start *start = malloc(sizeof *start);
    setlocale(LC_CTYPE, "");
    SCREEN *terminal = start == NULL ? NULL : newterm(NULL, stdout, stdin);
    bool done = false;
    if (terminal != NULL) {
        begin_terminal();
        bool colours = begin_colours();
        start_begin(start, language, !speaks_utf8(), answers, saved);
        while (!start->left && !start->done && input_signal() == 0) {
            int rows, columns;
            getmaxyx(stdscr, rows, columns);
            start_draw(start, rows, columns);
            show_canvas(&start->canvas, colours);
            if (!wait_for_key(input, -1))
                break;
            take_start_keys(start);
        }
        endwin();
        delscreen(terminal);
        done = start->done;
    }
    free(start);
    return done;
}

/* ---- A match ---- */

/* Text on the normal screen, spelt as the terminal can show it. */
static void print(const struct ui *ui, const char *words)
{
    enum { SPELT_MOST = 16384 };
    char spelt[SPELT_MOST];
    ascii_spell(words, spelt, sizeof spelt);
    fputs(ui->ascii ? spelt : words, stdout);
}

/* What the page of the result showed, so that it can be read when the page is gone. */
static void print_result(const struct ui *ui)
{
    char places[4096];
    struct peck_text text = peck_text_begin(places, sizeof places);
    tell_result(ui->session, &text);
    print(ui, places);
    if (ui->judged && ui->turning.length > 0)
        print(ui, ui->turning.bytes);
    fflush(stdout);
}

enum peck_status screen_play(struct session *session, struct input *input, uint32_t pace,
                             bool *again, struct peck_error *error)
{
    struct ui *ui = malloc(sizeof *ui);
    setlocale(LC_CTYPE, "");
    SCREEN *terminal = ui == NULL ? NULL : newterm(NULL, stdout, stdin);
    if (terminal == NULL) {
        free(ui);
        peck_error_say(error, "error.terminal");
        return PECK_NO_FILE;
    }
    begin_terminal();
    ui_begin(ui, session, pace, !speaks_utf8(), begin_colours());
    loop(ui, input);
    endwin();
    delscreen(terminal);
    enum peck_status status = ui->status;
    *error = ui->error;
    *again = ui->again;
    if (status == PECK_OK && session_over(session))
        print_result(ui);
    ui_end(ui);
    free(ui);
    return status;
}
