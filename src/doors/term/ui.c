/* ui.c — the full screen's course of play, and what every key and click does.
 *
 * ui.h has the state and how screen.c drives it; pages.c draws it. The session knows the
 * match; this file only keeps up with it:
 *
 *   a key or click ──► session_act ─┐
 *   the clock ──► session_bot ───────┴─► stale ──► follow: session_next, look
 *
 * Anything that changes the match sets `stale`. The next ui_advance calls `follow`, which
 * asks the session whose turn it is, moves the keyboard to that person, covers the table if
 * their hand must not be seen by the person before them, and reads the new view. `look` is
 * the only place that reads a view. It keeps the chosen action by its code, because in a
 * race other seats act and the list of actions changes under the person's hands.
 *
 * A key goes to the page that is open. At the table it is tried in this order: the board
 * (arrows move the cursor over the cells), the commands that always work, the letters of
 * the actions, the menu. A key that none of them takes gets an answer that lists the keys
 * that would work. A letter that several actions share chooses the next of them instead of
 * playing it; in the same way the first click on such an action only chooses it. */
#include "ui.h"

#include "tell/tell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What is shown ---- */

static void answer(struct ui *ui, enum style style, enum message message)
{
    snprintf(ui->message, sizeof ui->message, "%s",
             say_literal(ui->session->language, message));
    ui->message_style = style;
}

static void fail(struct ui *ui, enum peck_status status)
{
    ui->status = status;
    ui->left = true;
}

bool ui_in_menu(const struct ui *ui, const struct peck_node *action)
{
    return !ui->drawing->board || strcmp(peck_string_of(action, "verb"), "place") != 0;
}

bool ui_on_board(const struct ui *ui)
{
    return ui->drawing->board && board_tile(&ui->scene) != NULL &&
           peck_count(ui->scene.actions) > 0 && scene_action(&ui->scene, "give", NULL) < 0;
}

int ui_menu_count(const struct ui *ui)
{
    int count = 0;
    for (const struct peck_node *action = peck_first(ui->scene.actions); action != NULL;
         action = action->next)
        count += ui_in_menu(ui, action);
    return count;
}

/* The action of that code among the new ones of the menu; -1: it is not there any more, or
 * arrows move on a board now. */
static int choice_of(const struct ui *ui, uint32_t code)
{
    int i = 0;
    for (const struct peck_node *action = peck_first(ui->scene.actions); action != NULL;
         action = action->next, i++) {
        if (ui_in_menu(ui, action) && !ui_on_board(ui) && scene_code(action) == code)
            return i;
    }
    return -1;
}

static uint32_t movers_of(const struct peck_node *view)
{
    uint32_t mask = 0;
    for (const struct peck_node *seat = peck_first(peck_member(view, "movers"));
         seat != NULL; seat = seat->next)
        mask |= 1u << peck_number(seat);
    return mask;
}

static const struct peck_node *chosen_of(const struct ui *ui)
{
    return ui->scene.chosen < 0 ? NULL
                                : peck_element(ui->scene.actions, (size_t)ui->scene.chosen);
}

/* The view of whoever looks. Hints are for the position they were asked in. */
static void look(struct ui *ui)
{
    ui->beside = ui->beside && !ui->stale;
    struct session *session = ui->session;
    int viewer = ui->page == PAGE_COVER ? PECK_CHANCE : ui->person;
    bool chose = chosen_of(ui) != NULL; /* kept while others act in a race */
    uint32_t code = scene_code(chosen_of(ui));
    struct scene *scene = &ui->scene;
    if (peck_view_tree(&session->match, viewer, 0, &ui->tree) == PECK_OK) {
        scene->view = peck_tree_root(&ui->tree);
    } else {
        peck_error_say(&ui->error, "error.memory");
        fail(ui, PECK_NO_MEMORY);
        scene->view = NULL;
    }
    scene->table = peck_member(scene->view, "table");
    scene->actions = peck_member(scene->view, "actions");
    scene->seats = session->match.setup.seats;
    scene->viewer = viewer;
    scene->movers = movers_of(scene->view);
    scene->language = session->language;
    scene->board = &ui->board;
    scene->colours = ui->colours;
    for (int seat = 0; seat < scene->seats; seat++)
        scene->names[seat] = session_name(session, seat);
    scene->chosen = chose ? choice_of(ui, code) : -1;
    ui->risk = viewer == PECK_CHANCE || peck_count(scene->actions) == 0
                   ? -1
                   : tell_risk(session, viewer);
    log_follow(&ui->log, session, viewer, ui->drawing->chapter);
}

static bool several(uint32_t mask)
{
    return (mask & (mask - 1)) != 0;
}

/* Whose eyes and hands: as the session says; among several persons who may act at once, the
 * one the keyboard was with, as long as that one may act. */
static int person_now(const struct ui *ui)
{
    uint32_t persons = ui->turn.persons;
    if (!several(persons))
        return session_viewer(ui->session, &ui->turn);
    if (ui->person != PECK_CHANCE && (persons >> ui->person & 1) != 0)
        return ui->person;
    return __builtin_ctz(persons);
}

bool ui_rolling(const struct ui *ui)
{
    return ui->now < ui->landing && ui->page == PAGE_TABLE;
}

/* Dice that chance has just rolled tumble for a while, unless nobody wants pauses. */
static void roll(struct ui *ui, uint32_t before)
{
    const struct peck_match *match = &ui->session->match;
    bool rolled =
        match->count > before && match->plies[match->count - 1].seat == PECK_CHANCE;
    ui->landing =
        rolled && !ui->hurry && ui->drawing->rolls != NULL && ui->drawing->rolls(&ui->scene)
            ? ui->now + ui->pace / 2
            : 0;
}

/* A hand is covered when somebody else comes to the keyboard. */
static void seat_person(struct ui *ui, int person)
{
    ui->person = person;
    if (person == PECK_CHANCE || ui->shown_to == person)
        return;
    bool cover = several(ui->session->persons) && session_hides(ui->session, person);
    if (cover && ui->page == PAGE_TABLE)
        ui->page = PAGE_COVER;
    if (!cover)
        ui->shown_to = person;
}

/* ---- The course ---- */

void ui_begin(struct ui *ui, struct session *session, uint32_t pace, bool ascii,
              bool colours)
{
    memset(ui, 0, sizeof *ui);
    ui->session = session;
    ui->pace = pace;
    ui->ascii = ascii;
    ui->colours = colours;
    ui->person = PECK_CHANCE;
    ui->shown_to = PECK_CHANCE;
    ui->scene.chosen = -1;
    ui->drawing = scene_drawing(session->match.game);
    ui->stale = true;
    ui->log.viewer = -1;
    for (int seat = 0; seat < session->match.setup.seats; seat++) {
        if (session->persons == 1u << seat)
            ui->person = seat;
    }
    look(ui);
}

void ui_end(struct ui *ui)
{
    peck_tree_free(&ui->tree);
    peck_buffer_free(&ui->turning);
}

/* Whether time passes for the bots. */
static bool at_table(const struct ui *ui)
{
    return ui->page == PAGE_TABLE && !ui->small;
}

/* The session's clock is ours less the time away from the table. We wake up every second
 * while a bot is to act: a longer step means that the program was stopped meanwhile. */
void ui_clock(struct ui *ui, uint64_t now)
{
    enum { STEP_MAX = 1500 };
    uint64_t step = now - ui->now;
    if (ui->now == 0)
        ui->away = now - session_now(ui->session);
    else if (!at_table(ui))
        ui->away += step;
    else if (step > STEP_MAX)
        ui->away += step - STEP_MAX;
    ui->now = now;
    if (at_table(ui))
        session_clock(ui->session, now - ui->away);
}

/* Several may act at once: their times are real. */
static bool racing(const struct ui *ui)
{
    return several(ui->scene.movers);
}

static bool bot_due(const struct ui *ui)
{
    if (ui->turn.bot < 0 || !at_table(ui) || ui_rolling(ui))
        return false;
    if (racing(ui))
        return session_now(ui->session) >= ui->turn.due;
    return ui->hurry || ui->now >= ui->last + ui->pace;
}

int ui_wait(const struct ui *ui)
{
    if (ui_rolling(ui))
        return UI_FRAME;
    if (ui->page == PAGE_RESULT && !ui->judged)
        return 100; /* the turning points come from elsewhere */
    if (ui->turn.bot < 0 || !at_table(ui))
        return UI_FOREVER;
    uint64_t now = racing(ui) ? session_now(ui->session) : ui->now;
    uint64_t due = racing(ui) ? ui->turn.due : ui->hurry ? now : ui->last + ui->pace;
    return due <= now ? 0 : due - now > 1000 ? 1000 : (int)(due - now);
}

/* Asks who is next and shows it. */
static void follow(struct ui *ui)
{
    uint32_t before = ui->session->match.count;
    enum peck_status status = session_next(ui->session, &ui->turn, &ui->error);
    ui->stale = false;
    if (status != PECK_OK) {
        fail(ui, status);
        return;
    }
    if (ui->turn.persons != 0)
        ui->hurry = false;
    seat_person(ui, person_now(ui));
    ui->last = ui->now;
    ui->beside = false;
    look(ui);
    roll(ui, before);
    if (session_over(ui->session))
        ui->page = PAGE_RESULT;
}

static void hint(struct ui *ui)
{
    struct peck_error error;
    ui->asked = false;
    if (session_hint(ui->session, ui->person, PECK_EXPERT, &ui->estimates,
                     &ui->estimate_count, &ui->best, &error) == PECK_OK)
        return;
    ui->page = PAGE_TABLE;
    ui->beside = false;
    struct peck_text text = peck_text_begin(ui->message, sizeof ui->message);
    say_error(&text, ui->session->language, &error);
    ui->message_style = STYLE_BAD;
}

bool ui_advance(struct ui *ui)
{
    if (ui->asked) {
        hint(ui);
        return true;
    }
    if (ui->stale) {
        follow(ui);
        return true;
    }
    if (!bot_due(ui))
        return false;
    enum peck_status status = session_bot(ui->session, &ui->error);
    if (status != PECK_OK)
        fail(ui, status);
    ui->stale = true;
    look(ui);
    return true;
}

/* ---- Actions ---- */

static void play(struct ui *ui, int action)
{
    const struct peck_node *entry = peck_element(ui->scene.actions, (size_t)action);
    struct peck_error error;
    ui->message[0] = '\0';
    ui->back = 0;
    if (session_act(ui->session, ui->person, scene_code(entry), &error) != PECK_OK)
        answer(ui, STYLE_BAD, MESSAGE_PLAIN_LATE);
    ui->scene.chosen = -1;
    ui->stale = true;
    look(ui);
}

/* The next action of the menu in that direction, around the ends. */
static void choose(struct ui *ui, int direction)
{
    int count = (int)peck_count(ui->scene.actions);
    int at = ui->scene.chosen < 0 && direction < 0 ? 0 : ui->scene.chosen;
    for (int i = 0; i < count; i++) {
        at = (at + direction + count) % count;
        if (ui_in_menu(ui, peck_element(ui->scene.actions, (size_t)at))) {
            ui->scene.chosen = at;
            return;
        }
    }
}

/* How many actions of the menu have that key; the first of them, and the first after the
 * chosen one, -1 for none, where they are asked for. */
static int actions_of(const struct ui *ui, int key, int *first, int *next)
{
    int count = 0, found[2] = {-1, -1};
    size_t i = 0;
    for (const struct peck_node *action = peck_first(ui->scene.actions); action != NULL;
         action = action->next, i++) {
        if (!ui_in_menu(ui, action) || keys_of_action(action) != key)
            continue;
        count++;
        found[0] = found[0] < 0 ? (int)i : found[0];
        found[1] = found[1] < 0 && (int)i > ui->scene.chosen ? (int)i : found[1];
    }
    if (first != NULL) {
        *first = found[0];
        *next = found[1];
    }
    return count;
}

/* Plays the only action of that key; of several it chooses the next. */
static bool play_key(struct ui *ui, int key)
{
    int first, next, count = actions_of(ui, key, &first, &next);
    if (count == 0)
        return false;
    if (count == 1)
        play(ui, first);
    else
        ui->scene.chosen = next < 0 ? first : next;
    return true;
}

/* ---- The board ---- */

static void move(struct board *board, int step)
{
    board->q += board_steps[step][0];
    board->r += board_steps[step][1];
}

/* Straight up and down goes left and right by turns, so that the column is kept. */
static bool move_by(struct board *board, int key)
{
    static const struct {
        int key, step;
    } moves[] = {
        {'d', 0},
        {'x', 1},
        {'z', 2},
        {'a', 3},
        {'w', 4},
        {'e', 5},
        {KEY_ARROW_RIGHT, 0},
        {KEY_ARROW_LEFT, 3},
    };
    bool odd = (board->r & 1) != 0;
    if (key == KEY_ARROW_UP || key == KEY_ARROW_DOWN) {
        move(board, key == KEY_ARROW_UP ? (odd ? 4 : 5) : (odd ? 2 : 1));
        return true;
    }
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        if (moves[i].key == key) {
            move(board, moves[i].step);
            return true;
        }
    }
    return false;
}

static void place(struct ui *ui)
{
    struct board *board = &ui->board;
    int action = board_action(&ui->scene, board->q, board->r, board->rotation);
    if (action >= 0)
        play(ui, action);
    else
        answer(ui, STYLE_BAD, MESSAGE_SCREEN_BOARD_MISFIT);
}

static void take_tile(struct ui *ui, int step)
{
    int count = (int)board_tiles(&ui->scene);
    if (count > 1)
        ui->board.tile = (ui->board.tile % count + step + count) % count;
}

/* Where one may choose among tiles, a tile that fits nowhere gives way to one that does. */
static void jump(struct ui *ui, int direction)
{
    for (size_t i = 0; i < board_tiles(&ui->scene); i++) {
        if (board_jump(&ui->scene, &ui->board, direction))
            return;
        take_tile(ui, direction);
    }
    answer(ui, STYLE_BAD, MESSAGE_SCREEN_BOARD_NOWHERE);
}

static bool board_key(struct ui *ui, int key)
{
    struct board *board = &ui->board;
    if (move_by(board, key))
        return true;
    switch (key) {
    case KEY_RETURN: place(ui); return true;
    case KEY_TABULATOR: jump(ui, 1); return true;
    case KEY_TABULATOR_BACK: jump(ui, -1); return true;
    case ' ':
    case 'r': board->rotation = (board->rotation + 1) % BOARD_STEPS; return true;
    case 'R':
    case KEY_ERASE:
        board->rotation = (board->rotation + BOARD_STEPS - 1) % BOARD_STEPS;
        return true;
    case 'm': board->marks = !board->marks; return true;
    case ']':
    case 't': take_tile(ui, 1); return true;
    case '[':
    case 'T': take_tile(ui, -1); return true;
    default: return false;
    }
}

/* ---- Commands ---- */

static void open_page(struct ui *ui, enum page page)
{
    ui->under = ui->page;
    ui->page = page;
    ui->back = 0;
}

/* On a page of its own, or beside the table, where the same key takes them away again. They
 * are asked for at once; ui_advance then lets the bot think. */
static void ask_hint(struct ui *ui)
{
    if (ui->beside) {
        ui->beside = false;
        return;
    }
    if (peck_count(ui->scene.actions) == 0) {
        answer(ui, STYLE_BAD, MESSAGE_SCREEN_HINT_NOBODY);
        return;
    }
    ui->beside = ui->wide && !racing(ui); /* a page stops the clock of a race */
    if (!ui->beside)
        open_page(ui, PAGE_HINTS);
    ui->estimate_count = 0;
    ui->asked = true;
}

static void undo(struct ui *ui)
{
    if (!session_can_undo(ui->session)) {
        answer(ui, STYLE_BAD,
               several(ui->session->persons) ? MESSAGE_PLAIN_UNDO_SEVERAL
                                             : MESSAGE_PLAIN_UNDO_NONE);
        return;
    }
    session_undo(ui->session);
    ui->scene.chosen = -1;
    ui->stale = true;
    look(ui);
    answer(ui, STYLE_PLAIN, MESSAGE_PLAIN_UNDONE);
}

/* Every ply is saved by itself; this says where. */
static void save(struct ui *ui)
{
    struct session *session = ui->session;
    bool saved = session->path[0] != '\0' && session_save(session);
    struct say_value values[] = {
        {"path", session->path, 0}, {"reason", session->fault, 0}, {NULL, NULL, 0}};
    struct peck_text text = peck_text_begin(ui->message, sizeof ui->message);
    if (session->path[0] == '\0')
        peck_put(&text, say_literal(session->language, MESSAGE_SCREEN_NO_FILE));
    else
        say(&text, session->language, saved ? MESSAGE_PLAIN_SAVED : MESSAGE_PLAIN_UNSAVED,
            values);
    ui->message_style = saved ? STYLE_PLAIN : STYLE_BAD;
}

/* Where several persons may act at once, the keyboard goes to the next of them. */
static void hand_over(struct ui *ui)
{
    uint32_t others = ui->turn.persons;
    if (!several(others))
        return;
    int seat = ui->person;
    do {
        seat = (seat + 1) % ui->scene.seats;
    } while ((others >> seat & 1) == 0);
    seat_person(ui, seat);
    look(ui);
}

/* Keys that mean the same everywhere at the table. */
static bool command(struct ui *ui, int key)
{
    switch (key) {
    case '?': open_page(ui, PAGE_HELP); return true;
    case 'h': ask_hint(ui); return true;
    case 'u': undo(ui); return true;
    case 's': save(ui); return true;
    case 'q':
    case KEY_ESCAPE: open_page(ui, PAGE_QUIT); return true;
    case '+': hand_over(ui); return true;
    case KEY_PAGE_UP: ui->back += 3; return true;
    case KEY_PAGE_DOWN: ui->back = ui->back > 3 ? ui->back - 3 : 0; return true;
    default: return false;
    }
}

/* Plays what is chosen, or skips the bots' pauses. */
static void enter(struct ui *ui)
{
    if (ui->scene.chosen >= 0)
        play(ui, ui->scene.chosen);
    else if (ui_menu_count(ui) > 0)
        answer(ui, STYLE_PLAIN, MESSAGE_SCREEN_CHOOSE);
    else
        ui->hurry = true;
}

static bool menu_key(struct ui *ui, int key)
{
    bool any = ui_menu_count(ui) > 0;
    switch (key) {
    case KEY_ARROW_LEFT:
    case KEY_ARROW_UP:
        if (any)
            choose(ui, -1);
        return any;
    case KEY_ARROW_RIGHT:
    case KEY_ARROW_DOWN:
    case KEY_TABULATOR:
        if (any)
            choose(ui, 1);
        return any;
    case KEY_RETURN:
    case ' ': enter(ui); return true;
    default: return false;
    }
}

/* "Nothing happens on that key", and what would work: the keys of the actions. */
static void refuse_key(struct ui *ui)
{
    char keys[CANVAS_LINE];
    struct peck_text list = peck_text_begin(keys, sizeof keys);
    int before = 0;
    for (const struct peck_node *action = peck_first(ui->scene.actions); action != NULL;
         action = action->next) {
        int key = ui_in_menu(ui, action) ? keys_of_action(action) : 0;
        if (key == 0 || key == before)
            continue;
        peck_put_char(&list, (char)key);
        peck_put_char(&list, ' ');
        before = key;
    }
    struct say_value values[] = {{"keys", keys, 0}, {NULL, NULL, 0}};
    struct peck_text text = peck_text_begin(ui->message, sizeof ui->message);
    enum message message = ui_on_board(ui)          ? MESSAGE_SCREEN_KEY_BOARD
                           : ui_menu_count(ui) == 0 ? MESSAGE_SCREEN_KEY_WAIT
                                                    : MESSAGE_SCREEN_KEY_MENU;
    say(&text, ui->session->language, message, values);
    ui->message_style = STYLE_BAD;
}

static void table_key(struct ui *ui, int key)
{
    ui->message[0] = '\0';
    if (ui_on_board(ui) && board_key(ui, key))
        return;
    if (command(ui, key) || play_key(ui, key) || menu_key(ui, key))
        return;
    refuse_key(ui);
}

/* ---- Pages ---- */

static void close_page(struct ui *ui)
{
    ui->page = ui->under;
    ui->back = 0;
}

/* Scrolls a page of text; any other key closes it. */
static void text_key(struct ui *ui, int key)
{
    int most = ui->lines > ui->room ? ui->lines - ui->room : 0;
    int step = key == KEY_ARROW_UP                  ? -1
               : key == KEY_ARROW_DOWN              ? 1
               : key == KEY_PAGE_UP                 ? -ui->room
               : key == KEY_PAGE_DOWN || key == ' ' ? ui->room
                                                    : 0;
    if (step == 0) {
        close_page(ui);
        return;
    }
    ui->back += step;
    ui->back = ui->back > most ? most : ui->back < 0 ? 0 : ui->back;
}

/* Enter does not leave: it is what was pressed last, to skip the bots' pauses. */
static void result_key(struct ui *ui, int key)
{
    if (key == 'u') {
        ui->page = PAGE_TABLE;
        undo(ui);
    } else if (key == 'o' || key == 'q' || key == KEY_ESCAPE) {
        ui->left = true;
        ui->again = key == 'o';
    } else if (key == KEY_ARROW_UP || key == KEY_ARROW_DOWN || key == KEY_PAGE_UP ||
               key == KEY_PAGE_DOWN || key == ' ')
        text_key(ui, key);
}

static void cover_key(struct ui *ui, int key)
{
    if (key == 'q' || key == KEY_ESCAPE) {
        open_page(ui, PAGE_QUIT);
    } else if (key == KEY_RETURN || key == ' ') {
        ui->page = PAGE_TABLE;
        ui->shown_to = ui->person;
        look(ui);
    }
}

/* `y` as it is typed: where it stands is н on a Russian keyboard, which means no. */
static void quit_key(struct ui *ui, int key)
{
    if (key == 'y' || keys_latin(key) == 'q')
        ui->left = true;
    else
        close_page(ui);
}

void ui_key(struct ui *ui, int typed)
{
    int key = keys_latin(typed);
    if (ui_rolling(ui)) {
        ui->landing = 0;
        return;
    }
    switch (ui->page) {
    case PAGE_TABLE: table_key(ui, key); break;
    case PAGE_HELP:
    case PAGE_HINTS: text_key(ui, key); break;
    case PAGE_QUIT: quit_key(ui, typed); break;
    case PAGE_COVER: cover_key(ui, key); break;
    case PAGE_RESULT: result_key(ui, key); break;
    }
}

/* ---- The mouse ---- */

/* A click on the cell of the cursor places the tile, on another one moves there. */
static void click_cell(struct ui *ui, int cell)
{
    int q, r;
    board_cell_at(cell, &q, &r);
    if (!ui_on_board(ui))
        return;
    if (ui->board.q == q && ui->board.r == r) {
        place(ui);
        return;
    }
    ui->board.q = q;
    ui->board.r = r;
}

/* The first click chooses among actions of one key, say parts of a pile of cards. */
static void click_action(struct ui *ui, int action)
{
    int key = keys_of_action(peck_element(ui->scene.actions, (size_t)action));
    if (action == ui->scene.chosen || key == 0 || actions_of(ui, key, NULL, NULL) == 1)
        play(ui, action);
    else
        ui->scene.chosen = action;
}

static void follow_click(struct ui *ui, const struct hit *hit)
{
    ui->message[0] = '\0';
    switch ((enum click)hit->command) {
    case CLICK_KEY: ui_key(ui, hit->value); break;
    case CLICK_CELL: click_cell(ui, hit->value); break;
    case CLICK_TILE:
        if (board_tiles(&ui->scene) > 1)
            ui->board.tile = hit->value;
        break;
    case CLICK_ACTION: click_action(ui, hit->value); break;
    case CLICK_ROW: break; /* of another page */
    }
}

void ui_click(struct ui *ui, int row, int column)
{
    const struct hit *hit = canvas_under(&ui->canvas, row, column);
    if (ui_rolling(ui))
        ui->landing = 0;
    else if (hit != NULL)
        follow_click(ui, hit);
}
