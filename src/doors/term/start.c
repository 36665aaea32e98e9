/* start.c — the same: `start.h`.
 *
 * The page is a list of rows that are made again whenever something changes, because the
 * game decides which options there are and how many seats. A row is a kind and an index. */
#include "start.h"

#include "keys.h"

#include <peck/pack.h>

#include <stdio.h>
#include <string.h>

enum {
    PAGE_COLUMNS = 72,
    LABEL_COLUMNS = 22,
    HEAD_ROWS = 3, /* the bar, an empty row and a heading */
    FOOT_ROWS = 4, /* two about the row, a message, the keys */
};

enum kind { ROW_SAVED, ROW_GAME, ROW_COUNT, ROW_SEAT, ROW_OPTION, ROW_BEGIN };

struct row {
    enum kind kind;
    int index; /* of a seat or an option */
};

enum { ROWS_MOST = 4 + PECK_SEATS_MAX + PECK_OPTIONS_MAX };

/* ---- Boxes ---- */

static const char *title_of(const struct peck_game *game, const struct peck_box *box,
                            enum say_language language)
{
    int title = box != NULL ? say_find("box.%s", box->id) : SAY_NONE;
    if (title == SAY_NONE)
        title = say_find("%s.title", game->name);
    return title != SAY_NONE ? say_literal(language, (enum message)title) : game->title;
}

/* A game without boxes is one of its own. */
static int boxes_of(const struct peck_game *game)
{
    int count = 0;
    while (count < PECK_BOXES_MAX && peck_pack_of(game)->boxes[count].id != NULL)
        count++;
    return count > 0 ? count : 1;
}

static int box_index(const struct start *start)
{
    const struct peck_box *boxes = peck_pack_of(start->answers->game)->boxes;
    return start->box != NULL ? (int)(start->box - boxes) : 0;
}

/* Whether a box of the game sets this option: then choosing the box is choosing it. */
static bool is_boxed(const struct peck_game *game, int option)
{
    const struct peck_box *boxes = peck_pack_of(game)->boxes;
    for (int i = 0; boxes_of(game) > 1 && i < boxes_of(game); i++) {
        if (strstr(boxes[i].options, game->options[option].name) != NULL)
            return true;
    }
    return false;
}

/* Names the seats that have no name yet. */
static void fill_seats(struct start *start)
{
    struct setup_answers *answers = start->answers;
    const char *level = start->box != NULL ? start->box->level : "normal";
    for (int seat = 0; seat < answers->setup.seats; seat++) {
        if (answers->seats[seat][0] == '\0')
            snprintf(answers->seats[seat], PECK_PLAYER_MAX, "%s",
                     seat == 0 ? "you" : level);
    }
}

/* A game with the options and seats of its box. */
static void open_box(struct start *start, const struct peck_game *game, int index)
{
    struct setup_answers *answers = start->answers;
    const struct peck_box *box = &peck_pack_of(game)->boxes[index];
    char words[64], *rest = words, *option;
    struct peck_error unused;
    start->box = box->id != NULL ? box : NULL;
    answers->game = game;
    peck_setup_begin(game, box->id != NULL ? box->seats : game->seats_min, &answers->setup);
    snprintf(words, sizeof words, "%s", box->id != NULL ? box->options : "");
    while ((option = strsep(&rest, " ")) != NULL) {
        if (option[0] != '\0')
            (void)!peck_setup_option(game, &answers->setup, option, &unused);
    }
    memset(answers->seats, 0, sizeof answers->seats);
    fill_seats(start);
}

static void change_game(struct start *start, int step)
{
    int at = 0, index = box_index(start) + step;
    while (peck_games[at] != start->answers->game)
        at++;
    if (index < 0 || index >= boxes_of(peck_games[at])) {
        at = (at + step + peck_game_count) % peck_game_count;
        index = step > 0 ? 0 : boxes_of(peck_games[at]) - 1;
    }
    open_box(start, peck_games[at], index);
}

/* ---- Rows ---- */

static int list_rows(const struct start *start, struct row rows[ROWS_MOST])
{
    const struct setup_answers *answers = start->answers;
    int count = 0;
    if (start->saved_count > 0 && !start->fixed)
        rows[count++] = (struct row){ROW_SAVED, 0};
    if (!start->fixed)
        rows[count++] = (struct row){ROW_GAME, 0};
    rows[count++] = (struct row){ROW_COUNT, 0};
    for (int seat = 0; seat < answers->setup.seats; seat++)
        rows[count++] = (struct row){ROW_SEAT, seat};
    for (int i = 0; i < answers->game->option_count; i++) {
        if (!is_boxed(answers->game, i))
            rows[count++] = (struct row){ROW_OPTION, i};
    }
    rows[count++] = (struct row){ROW_BEGIN, 0};
    return count;
}

static void change_count(struct start *start, int step)
{
    struct setup_answers *answers = start->answers;
    int low = answers->game->seats_min;
    int high = peck_seats_most(answers->game, &answers->setup);
    int seats = answers->setup.seats + step;
    answers->setup.seats = (uint8_t)(seats < low ? low : seats > high ? high : seats);
    fill_seats(start);
}

/* You, then the levels, around the ends. A name that was typed gives way. */
static void change_seat(struct start *start, int seat, int step)
{
    char *name = start->answers->seats[seat];
    int at = 0;
    for (int i = 0; i < PECK_LEVELS; i++) {
        if (strcmp(name, peck_level_names[i]) == 0)
            at = i + 1;
    }
    at = (at + step + PECK_LEVELS + 1) % (PECK_LEVELS + 1);
    snprintf(name, PECK_PLAYER_MAX, "%s", at == 0 ? "you" : peck_level_names[at - 1]);
}

/* A seat that begins may also be drawn, which is below the first. */
static void change_option(struct start *start, int index, int step)
{
    struct setup_answers *answers = start->answers;
    const struct peck_option *option = &answers->game->options[index];
    int low = option->low, high = option->high;
    if (option->kind == PECK_FLAG)
        low = 0, high = 1;
    if (option->kind == PECK_SEAT)
        low = -1, high = answers->setup.seats - 1;
    int value = answers->setup.option[index] + step;
    value = value < low ? high : value > high ? low : value;
    answers->setup.option[index] = (int16_t)value;
}

/* Fewer seats, or another option, may leave a seat or a count that cannot be. */
static void settle(struct start *start)
{
    struct setup_answers *answers = start->answers;
    change_count(start, 0);
    for (int i = 0; i < answers->game->option_count; i++) {
        if (answers->game->options[i].kind == PECK_SEAT &&
            answers->setup.option[i] >= answers->setup.seats)
            answers->setup.option[i] = -1;
    }
}

static void change(struct start *start, struct row row, int step)
{
    switch (row.kind) {
    case ROW_GAME: change_game(start, step); break;
    case ROW_COUNT: change_count(start, step); break;
    case ROW_SEAT: change_seat(start, row.index, step); break;
    case ROW_OPTION: change_option(start, row.index, step); break;
    case ROW_SAVED:
    case ROW_BEGIN: break;
    }
    settle(start);
}

/* ---- Saved matches ---- */

void start_describe(const struct shelf_match *match, enum say_language language,
                    struct peck_text *text)
{
    peck_put(text, match->when);
    peck_put(text, "  ");
    peck_put(text, title_of(match->game, NULL, language));
    peck_put(text, "  ");
    for (int seat = 0; seat < match->setup.seats; seat++) {
        const char *name = match->names[seat];
        int level = name[0] != '\0' ? say_find("bot.%s", name) : SAY_NONE;
        peck_put(text, seat > 0 ? ", " : "");
        peck_put(text, name[0] == '\0'     ? say_literal(language, MESSAGE_NAME_YOU)
                       : level != SAY_NONE ? say_literal(language, (enum message)level)
                                           : name);
    }
    peck_put(text, " · ");
    say(text, language, MESSAGE_SCREEN_START_PLIES,
        (struct say_value[]){{"count", NULL, match->plies}, {0}});
}

static void open_list(struct start *start)
{
    start->listing = true;
    start->row = start->top = 0;
}

static void take_saved(struct start *start)
{
    snprintf(start->answers->resume, SESSION_PATH_MAX, "%s", start->saved[start->row].path);
    start->done = true;
}

/* ---- The course ---- */

void start_begin(struct start *start, enum say_language language, bool ascii,
                 struct setup_answers *answers, bool listing)
{
    memset(start, 0, sizeof *start);
    start->language = language;
    start->ascii = ascii;
    start->answers = answers;
    start->fixed = answers->game != NULL;
    start->saved_count = shelf_list(start->saved, START_SAVED);
    start->listing = start->only = listing;
    if (answers->game == NULL) {
        open_box(start, peck_games[0], 0);
        return;
    }
    if (answers->setup.seats < 3)
        change_count(start, 3 - answers->setup.seats);
    fill_seats(start);
}

static void refuse(struct start *start, const char *input)
{
    struct peck_text text = peck_text_begin(start->message, sizeof start->message);
    say(&text, start->language, MESSAGE_SETUP_WRONG,
        (struct say_value[]){{"input", .text = input}, {0}});
}

/* Begins the match, unless a name cannot be one or the game refuses the set-up. */
static void finish(struct start *start)
{
    struct setup_answers *answers = start->answers;
    struct row rows[ROWS_MOST];
    union peck_state state;
    struct peck_error error;
    int count = list_rows(start, rows);
    for (int i = 0; i < count; i++) {
        const char *name = answers->seats[rows[i].index];
        if (rows[i].kind != ROW_SEAT || session_seat_fits(answers->game, name))
            continue;
        refuse(start, name);
        start->row = i;
        return;
    }
    memset(&state, 0, sizeof state);
    if (peck_init(answers->game, &state, &answers->setup, &error) != PECK_OK) {
        struct peck_text text = peck_text_begin(start->message, sizeof start->message);
        say_error(&text, start->language, &error);
        return;
    }
    answers->count = answers->setup.seats;
    start->done = true;
}

/* ---- Keys ---- */

static bool is_level(const char *name)
{
    bool known = strcmp(name, "you") == 0;
    for (int i = 0; i < PECK_LEVELS; i++)
        known = known || strcmp(name, peck_level_names[i]) == 0;
    return known;
}

/* A letter at the end of a name; the first one ends what stood there before, and is a
 * capital: a word in small letters is a bot's name. */
static void type_letter(struct start *start, int seat, int letter)
{
    char *name = start->answers->seats[seat];
    if (is_level(name))
        name[0] = '\0';
    size_t length = strlen(name);
    if (length == 0 && letter >= 'a' && letter <= 'z')
        letter += 'A' - 'a';
    char bytes[5] = {0};
    if (letter < 0x80)
        bytes[0] = (char)letter;
    else if (letter < 0x800)
        snprintf(bytes, sizeof bytes, "%c%c", 0xc0 | letter >> 6, 0x80 | (letter & 0x3f));
    else if (letter < 0x10000)
        snprintf(bytes, sizeof bytes, "%c%c%c", 0xe0 | letter >> 12,
                 0x80 | (letter >> 6 & 0x3f), 0x80 | (letter & 0x3f));
    if (length + strlen(bytes) < PECK_PLAYER_MAX)
        memcpy(name + length, bytes, strlen(bytes) + 1);
}

/* The last letter goes, whatever bytes it has; an empty name is a bot's again. */
static void erase_letter(struct start *start, int seat)
{
    char *name = start->answers->seats[seat];
    size_t length = is_level(name) ? 0 : strlen(name);
    while (length > 0 && (name[length - 1] & 0xc0) == 0x80)
        length--;
    name[length > 0 ? length - 1 : 0] = '\0';
    fill_seats(start);
}

static void list_key(struct start *start, int key)
{
    int last = start->saved_count - 1;
    switch (key) {
    case KEY_ARROW_UP: start->row--; break;
    case KEY_TABULATOR:
    case KEY_ARROW_DOWN: start->row++; break;
    case KEY_PAGE_UP: start->row -= 10; break;
    case KEY_PAGE_DOWN: start->row += 10; break;
    case KEY_RETURN:
        if (last >= 0)
            take_saved(start);
        return;
    case 'q':
    case KEY_ESCAPE:
        start->listing = start->only;
        start->left = start->only;
        start->row = 0;
        return;
    default: return;
    }
    start->row = start->row > last ? last : start->row < 0 ? 0 : start->row;
}

static void enter(struct start *start, enum kind kind)
{
    if (kind == ROW_SAVED)
        open_list(start);
    else if (kind == ROW_BEGIN)
        finish(start);
    else
        start->row++;
}

void start_key(struct start *start, int typed)
{
    struct row rows[ROWS_MOST];
    int key = keys_latin(typed), count = list_rows(start, rows);
    start->message[0] = '\0';
    if (start->small) {
        start->left = key == 'q' || key == KEY_ESCAPE;
        return;
    }
    if (start->listing) {
        list_key(start, key);
        return;
    }
    struct row row = rows[start->row];
    bool named = row.kind == ROW_SEAT && !is_level(start->answers->seats[row.index]);
    bool letter =
        row.kind == ROW_SEAT && typed < KEY_OTHER && (named ? typed >= ' ' : typed > ' ');
    if (key == KEY_ESCAPE || (key == 'q' && !letter))
        start->left = true;
    else if (letter)
        type_letter(start, row.index, typed);
    else if (key == KEY_ERASE && row.kind == ROW_SEAT)
        erase_letter(start, row.index);
    else if (key == KEY_ARROW_UP || key == KEY_TABULATOR_BACK)
        start->row = (start->row + count - 1) % count;
    else if (key == KEY_ARROW_DOWN || key == KEY_TABULATOR)
        start->row = (start->row + 1) % count;
    else if (key == KEY_ARROW_LEFT || key == KEY_ARROW_RIGHT || key == ' ')
        change(start, row, key == KEY_ARROW_LEFT ? -1 : 1);
    else if (key == KEY_RETURN)
        enter(start, row.kind);
}

/* A click chooses a row; on the chosen one it is Enter where that does something, and the
 * next value elsewhere. */
void start_click(struct start *start, int row, int column)
{
    const struct hit *hit = canvas_under(&start->canvas, row, column);
    struct row rows[ROWS_MOST];
    if (hit == NULL || hit->command != CLICK_ROW)
        return;
    bool again = start->row == hit->value;
    start->row = hit->value;
    list_rows(start, rows);
    bool acts = start->listing || rows[start->row].kind == ROW_SAVED ||
                rows[start->row].kind == ROW_BEGIN;
    if (acts || again)
        start_key(start, acts ? KEY_RETURN : KEY_ARROW_RIGHT);
}

/* ---- Drawing ---- */

static const char *word_of(const struct start *start, enum message words)
{
    static char word[32]; /* `y yes`: the second is the whole word */
    const char *text = say_literal(start->language, words);
    const char *second = text + strcspn(text, " ");
    second += strspn(second, " ");
    snprintf(word, sizeof word, "%.*s", (int)strcspn(second, " "), second);
    return word;
}

static const char *seat_name(const struct start *start, int seat)
{
    const char *name = start->answers->seats[seat];
    int level = say_find("bot.%s", name);
    return strcmp(name, "you") == 0 ? say_literal(start->language, MESSAGE_NAME_YOU)
           : level != SAY_NONE      ? say_literal(start->language, (enum message)level)
                                    : name;
}

static void put_option(const struct start *start, int index, struct peck_text *text)
{
    const struct setup_answers *answers = start->answers;
    const struct peck_option *option = &answers->game->options[index];
    int value = answers->setup.option[index];
    if (option->kind == PECK_FLAG)
        peck_put(text, word_of(start, value ? MESSAGE_SETUP_YES : MESSAGE_SETUP_NO));
    else if (option->kind == PECK_SEAT)
        peck_put(text, value < 0 ? say_literal(start->language, MESSAGE_SCREEN_START_LOT)
                                 : seat_name(start, value));
    else
        peck_put_int(text, value);
}

static void put_label(const struct start *start, struct row row, struct peck_text *text)
{
    static const enum message messages[] = {
        [ROW_SAVED] = MESSAGE_SCREEN_START_SAVED,   [ROW_GAME] = MESSAGE_SCREEN_START_GAME,
        [ROW_COUNT] = MESSAGE_SCREEN_START_PLAYERS, [ROW_SEAT] = MESSAGE_SCREEN_START_SEAT,
        [ROW_BEGIN] = MESSAGE_SCREEN_START_BEGIN,
    };
    const struct peck_option *option = &start->answers->game->options[row.index];
    if (row.kind == ROW_OPTION && option->kind != PECK_SEAT)
        peck_put(text, option->name);
    else
        say(text, start->language,
            row.kind == ROW_OPTION ? MESSAGE_SCREEN_START_FIRST : messages[row.kind],
            (struct say_value[]){
                {"seat", NULL, row.index + 1}, {"count", NULL, start->saved_count}, {0}});
}

static void put_value(const struct start *start, struct row row, struct peck_text *text)
{
    const struct setup_answers *answers = start->answers;
    switch (row.kind) {
    case ROW_GAME:
        peck_put(text, title_of(answers->game, start->box, start->language));
        break;
    case ROW_COUNT: peck_put_int(text, answers->setup.seats); break;
    case ROW_SEAT: peck_put(text, seat_name(start, row.index)); break;
    case ROW_OPTION: put_option(start, row.index, text); break;
    case ROW_SAVED:
    case ROW_BEGIN: break;
    }
}

/* A sentence about the row, where there is one. */
static const char *about(const struct start *start, struct row row)
{
    const struct peck_game *game = start->answers->game;
    int message = SAY_NONE;
    if (row.kind == ROW_GAME && start->box != NULL)
        message = say_find("box.%s.about", start->box->id);
    if (row.kind == ROW_SEAT)
        message = MESSAGE_SCREEN_START_SEAT_ABOUT;
    if (row.kind == ROW_OPTION)
        message = say_find("%s.option.%s", game->name, game->options[row.index].name);
    if (message != SAY_NONE)
        return say_literal(start->language, (enum message)message);
    if (row.kind == ROW_OPTION && game->options[row.index].kind == PECK_SEAT)
        return ""; /* the row says it all */
    return row.kind == ROW_OPTION ? game->options[row.index].help
           : row.kind == ROW_GAME ? game->summary
                                  : "";
}

static void draw_bar(struct start *start, enum message heading)
{
    struct canvas *canvas = &start->canvas;
    canvas_fill(canvas, (struct area){0, 0, 1, canvas->columns}, STYLE_BAR, " ");
    canvas_text(canvas, 0, 1, STYLE_BAR, "Peck");
    canvas_right(canvas, 0, canvas->columns - 1, STYLE_BAR,
                 say_literal(start->language, heading));
}

static void draw_foot(struct start *start, struct area page, const char *words,
                      enum message keys)
{
    struct canvas *canvas = &start->canvas;
    int row = canvas->rows - FOOT_ROWS;
    canvas_paragraph(canvas, (struct area){row, page.column, 2, page.columns}, STYLE_FAINT,
                     words, 0);
    canvas_short(canvas, row + 2, page.column, page.columns, STYLE_BAD, start->message);
    canvas_short(canvas, row + 3, page.column, page.columns, STYLE_FAINT,
                 say_literal(start->language, keys));
}

static void draw_row(struct start *start, struct area area, struct row row, bool chosen)
{
    char label[CANVAS_LINE], value[CANVAS_LINE];
    struct peck_text left = peck_text_begin(label, sizeof label);
    struct peck_text right = peck_text_begin(value, sizeof value);
    enum style style = chosen ? STYLE_CHOSEN : STYLE_STRONG;
    put_label(start, row, &left);
    put_value(start, row, &right);
    if (row.kind == ROW_SAVED || row.kind == ROW_BEGIN) {
        canvas_short(&start->canvas, area.row, area.column, area.columns,
                     chosen ? STYLE_CHOSEN : STYLE_MAY, label);
    } else {
        int column = area.column + LABEL_COLUMNS, room = area.columns - LABEL_COLUMNS - 4;
        canvas_short(&start->canvas, area.row, area.column, LABEL_COLUMNS - 1, STYLE_PLAIN,
                     label);
        int width = canvas_short(&start->canvas, area.row, column + 2, room, style, value);
        if (chosen) {
            canvas_text(&start->canvas, area.row, column, STYLE_MAY, "◀");
            canvas_text(&start->canvas, area.row, column + 3 + width, STYLE_MAY, "▶");
        }
    }
}

static void draw_wishes(struct start *start, struct area page)
{
    struct row rows[ROWS_MOST];
    start->rows = list_rows(start, rows);
    start->row = start->row < start->rows ? start->row : start->rows - 1;
    int space = start->canvas.rows - HEAD_ROWS - FOOT_ROWS - start->rows;
    int row = HEAD_ROWS + (space > 6 ? space / 4 : 0);
    for (int i = 0; i < start->rows; i++) {
        bool gap = space > 3 &&
                   (rows[i].kind == ROW_BEGIN || (i > 0 && rows[i - 1].kind == ROW_SAVED));
        row += gap;
        struct area area = {row++, page.column, 1, page.columns};
        draw_row(start, area, rows[i], i == start->row);
        canvas_hit(&start->canvas, area, CLICK_ROW, i);
    }
    draw_foot(start, page, about(start, rows[start->row]), MESSAGE_SCREEN_START_KEYS);
}

static void draw_saved(struct start *start, struct area page)
{
    struct canvas *canvas = &start->canvas;
    int room = canvas->rows - HEAD_ROWS - FOOT_ROWS;
    if (start->row < start->top)
        start->top = start->row;
    if (start->row >= start->top + room)
        start->top = start->row - room + 1;
    if (start->saved_count == 0)
        canvas_text(canvas, HEAD_ROWS, page.column, STYLE_PLAIN,
                    say_literal(start->language, MESSAGE_SCREEN_START_NONE));
    for (int i = start->top; i < start->saved_count && i < start->top + room; i++) {
        char line[CANVAS_LINE];
        struct peck_text text = peck_text_begin(line, sizeof line);
        struct area area = {HEAD_ROWS + i - start->top, page.column, 1, page.columns};
        start_describe(&start->saved[i], start->language, &text);
        canvas_short(canvas, area.row, area.column, area.columns,
                     i == start->row ? STYLE_CHOSEN : STYLE_PLAIN, line);
        canvas_hit(canvas, area, CLICK_ROW, i);
    }
    draw_foot(start, page, start->saved_count > 0 ? start->saved[start->row].path : "",
              MESSAGE_SCREEN_START_KEYS_SAVED);
}

void start_draw(struct start *start, int rows, int columns)
{
    struct canvas *canvas = &start->canvas;
    canvas_begin(canvas, rows, columns, start->ascii);
    start->small = scene_too_small(canvas, start->language, rows, columns);
    if (start->small)
        return;
    int width = canvas->columns - 2 < PAGE_COLUMNS ? canvas->columns - 2 : PAGE_COLUMNS;
    struct area page = {0, (canvas->columns - width) / 2, canvas->rows, width};
    draw_bar(start, start->listing ? MESSAGE_SCREEN_START_SAVED_TITLE
                                   : MESSAGE_SCREEN_START_TITLE);
    if (start->listing)
        draw_saved(start, page);
    else
        draw_wishes(start, page);
}
