/* draw.c — the table of Heckmeck am Karteneck: the grill, what everybody has
 * laid, and the viewer's hand.
 *
 * There are as many tiles on the grill as seats, six at most; a tile is as wide as its
 * worms, nine at most: 6·11 = 66 columns. A hand is drawn card over card, one pile a kind:
 * six columns, and one more for each further card. Drawn large, tiles and cards are two
 * rows higher and wider. */
#include "doors/term/scene.h"

#include <stdio.h>
#include <string.h>

enum {
    GRILL_ROWS = 4,
    HAND_ROWS = 5, /* a heading and the cards */
    CARD_COLUMNS = 5,
    NAME_COLUMNS = 16, /* a seat's line: the columns of its parts */
    HAND_COLUMN = 17,
    LAID_COLUMN = 22,
    STACK_COLUMNS = 19, /* at the right: standing, top tile, worms */
};

/* By how many rows and columns tiles and cards are larger. */
static int growth(const struct scene *scene)
{
    return scene->large ? 2 : 0;
}

static const struct peck_node *pass_of(const struct scene *scene)
{
    return peck_member(scene->table, "pass");
}

/* The tile that the viewer's pass would cost is marked, when it is the viewer's turn. */
static bool costs(const struct scene *scene, int value)
{
    const struct peck_node *pass = pass_of(scene);
    return scene_action(scene, "pass", NULL) >= 0 && !peck_is(pass, PECK_NODE_NULL) &&
           !peck_true_of(pass, "success") &&
           peck_is(peck_member(pass, "tile"), PECK_NODE_INTEGER) &&
           peck_number_of(pass, "tile") == value;
}

static int draw_grill(struct canvas *canvas, int row, int column, const struct scene *scene)
{
    bool marked = false; /* of equal tiles, one is taken */
    for (const struct peck_node *tile = peck_first(peck_member(scene->table, "grill"));
         tile != NULL; tile = tile->next) {
        int worms = peck_number_of(tile, "worms"), value = peck_number_of(tile, "value");
        int more = growth(scene), inside = (worms > 4 ? worms : 4) + more;
        bool mark = !marked && costs(scene, value);
        marked = marked || mark;
        canvas_box(canvas, (struct area){row, column, GRILL_ROWS + more, inside + 2},
                   mark ? STYLE_BAD : STYLE_PLAIN);
        canvas_number(canvas, row + 1 + more / 2,
                      column + 1 + (inside - (value > 9 ? 2 : 1)) / 2, STYLE_STRONG, value);
        scene_signs(canvas, row + 2 + more / 2, column + 1 + (inside - worms) / 2, worms,
                    STYLE_WORM, "§");
        column += inside + 2;
    }
    return column;
}

/* Round, tiles and cards to come: beside the grill where there is room, else on a line. */
static void draw_facts(struct canvas *canvas, struct area area, const struct scene *scene)
{
    const struct peck_node *table = scene->table;
    char text[CANVAS_LINE];
    struct say_value values[] = {{"round", NULL, peck_number_of(table, "round")},
                                 {"rounds", NULL, peck_number_of(table, "rounds")},
                                 {NULL, NULL, 0}};
    struct peck_text out = peck_text_begin(text, sizeof text);
    say(&out, scene->language, MESSAGE_SCREEN_ROUND_OF, values);
    canvas_short(canvas, area.row, area.column, area.columns, STYLE_STRONG, text);
    scene_say(scene, MESSAGE_SCREEN_KARTENECK_TILES, NULL, peck_number_of(table, "supply"),
              text, sizeof text);
    canvas_short(canvas, area.row + 1, area.column, area.columns, STYLE_FAINT, text);
    scene_say(scene, MESSAGE_SCREEN_KARTENECK_DECK, NULL, peck_number_of(table, "deck"),
              text, sizeof text);
    canvas_short(canvas, area.row + 2, area.column, area.columns, STYLE_FAINT, text);
}

/* Worm cards stand out. */
static enum style card_style(const char *card)
{
    return card[0] == 'W' ? STYLE_WORM : STYLE_PLAIN;
}

/* The cards a seat has laid, `3 3 W7`, and their total. */
static void draw_laid(struct canvas *canvas, int row, int column, int end,
                      const struct peck_node *seat)
{
    for (const struct peck_node *laid = peck_first(peck_member(seat, "laid")); laid != NULL;
         laid = laid->next) {
        const char *card = peck_string(laid);
        if (column + (int)strlen(card) > end - 6) {
            canvas_text(canvas, row, column, STYLE_FAINT, "…");
            column += 2;
            break;
        }
        column += canvas_text(canvas, row, column, card_style(card), card) + 1;
    }
    if (peck_number_of(seat, "total") > 0) {
        char text[16];
        snprintf(text, sizeof text, "= %d", peck_number_of(seat, "total"));
        canvas_text(canvas, row, column, STYLE_STRONG, text);
    }
}

static void draw_stack(struct canvas *canvas, int row, int end, const struct scene *scene,
                       const struct peck_node *seat)
{
    const struct peck_node *stack = peck_member(seat, "stack");
    size_t tiles = peck_count(stack);
    char text[32];
    snprintf(text, sizeof text, "%d§", peck_number_of(seat, "worms"));
    canvas_right(canvas, row, end, STYLE_WORM, text);
    if (tiles == 0)
        return;
    int tile = peck_number_at(stack, tiles - 1);
    snprintf(text, sizeof text, "%d", tile);
    int action = scene_action(scene, "steal", text);
    enum style style = scene_style(scene, action, STYLE_STRONG);
    snprintf(text, sizeof text, "[%2d]", tile);
    canvas_right(canvas, row, end - 4, style, text);
    scene_offer(canvas, (struct area){row, end - 8, 1, 4}, action);
}

static void draw_seat(struct canvas *canvas, struct area area, const struct scene *scene,
                      int number)
{
    const struct peck_node *seat = scene_seat(scene, number);
    const char *standing = peck_string_of(seat, "standing");
    int end = area.column + area.columns, row = area.row;
    char hand[16];
    scene_name(scene, canvas, row, area.column, NAME_COLUMNS, number);
    snprintf(hand, sizeof hand, "(%d)", peck_number_of(seat, "hand_size"));
    canvas_text(canvas, row, area.column + HAND_COLUMN, STYLE_FAINT, hand);
    draw_laid(canvas, row, area.column + LAID_COLUMN, end - STACK_COLUMNS, seat);
    int word = say_find("screen.karteneck.standing.%s", standing);
    if (word != SAY_NONE)
        canvas_short(canvas, row, end - STACK_COLUMNS, 10,
                     strcmp(standing, "failed") == 0 ? STYLE_BAD : STYLE_FAINT,
                     say_literal(scene->language, (enum message)word));
    draw_stack(canvas, row, end, scene, seat);
}

/* A pile of `count` equal cards, the first `chosen` of them chosen; `area` is the first
 * card's. Returns the columns it takes. */
static int draw_pile(struct canvas *canvas, struct area area, const char *card, int count,
                     int chosen, enum style style)
{
    struct area print_on = {area.row + area.rows / 2 - 1, area.column + 1, 1,
                            area.columns - 2};
    enum style front = chosen > 0 ? STYLE_CHOSEN : style;
    enum style print = front == STYLE_PLAIN ? card_style(card) : front;
    canvas_fill(canvas, area, front, " ");
    canvas_box(canvas, area, front);
    canvas_middle(canvas, print_on, print, card);
    print_on.row++;
    canvas_middle(canvas, print_on, print, card[0] == 'W' ? "§" : "");
    for (int i = 1; i < count; i++) {
        int edge = area.column + area.columns + i - 1;
        enum style look = i < chosen ? STYLE_CHOSEN : style;
        canvas_text(canvas, area.row, edge, look, "┐");
        canvas_fill(canvas, (struct area){area.row + 1, edge, area.rows - 2, 1}, look, "│");
        canvas_text(canvas, area.row + area.rows - 1, edge, look, "┘");
    }
    return area.columns + count - 1;
}

/* How many cards of a pile the chosen action lays: the number after the star, or one. */
static int chosen_cards(const struct scene *scene, int action)
{
    if (action < 0 || action != scene->chosen)
        return 0;
    const struct peck_node *entry = peck_element(scene->actions, (size_t)action);
    const char *star = strchr(peck_string_of(entry, "name"), '*');
    int count = 1;
    if (star != NULL)
        sscanf(star + 1, "%d", &count);
    return count;
}

/* The action that lays (some of) a pile; a chosen one first. */
static int pile_action(const struct scene *scene, const char *card)
{
    size_t i = 0, length = strlen(card);
    int found = -1;
    for (const struct peck_node *action = peck_first(scene->actions); action != NULL;
         action = action->next, i++) {
        const char *verb = peck_string_of(action, "verb");
        const char *word = peck_string_at(peck_member(action, "args"), 0);
        if (strcmp(verb, "lay") != 0 && strcmp(verb, "add") != 0)
            continue;
        if (strncmp(word, card, length) == 0 &&
            (word[length] == '\0' || word[length] == '*') &&
            (found < 0 || (int)i == scene->chosen))
            found = (int)i;
    }
    return found;
}

static void draw_hand(struct canvas *canvas, struct area area, const struct scene *scene)
{
    const struct peck_node *hand = peck_member(scene_seat(scene, scene->viewer), "hand");
    size_t count = peck_count(hand);
    int column = area.column;
    canvas_text(canvas, area.row, column, STYLE_STRONG,
                say_literal(scene->language, MESSAGE_SCREEN_KARTENECK_HAND));
    for (size_t i = 0; i < count;) {
        const char *card = peck_string_at(hand, i);
        size_t same = 1;
        while (i + same < count && strcmp(card, peck_string_at(hand, i + same)) == 0)
            same++;
        int action = pile_action(scene, card);
        struct area pile = {area.row + 1, column, area.rows - 1,
                            CARD_COLUMNS + growth(scene)};
        pile.columns = draw_pile(canvas, pile, card, (int)same, chosen_cards(scene, action),
                                 action < 0 ? STYLE_FAINT : STYLE_PLAIN);
        scene_offer(canvas, pile, action);
        column += pile.columns + (count > 13 ? 0 : 1);
        i += same;
    }
}

static int draw(struct canvas *canvas, struct area area, const struct scene *scene)
{
    int grill_rows = GRILL_ROWS + growth(scene), hand_rows = HAND_ROWS + growth(scene);
    int row = area.row, spare = area.rows - grill_rows - scene->seats - hand_rows;
    int gap = spare >= 9 ? 2 : spare >= 2 ? 1 : 0;
    row += gap / 2;
    int end = draw_grill(canvas, row, area.column + 1, scene) + 2;
    struct area facts = {row, end, 3, area.column + area.columns - end};
    draw_facts(canvas, facts, scene);
    row += grill_rows + gap;
    for (int seat = 0; seat < scene->seats; seat++) {
        struct area line = {row, area.column, 1, area.columns};
        draw_seat(canvas, line, scene, seat);
        row += spare >= 9 + scene->seats ? 2 : 1;
    }
    if (scene->viewer == PECK_CHANCE)
        return row - area.row;
    row += gap;
    draw_hand(canvas, (struct area){row, area.column + 1, hand_rows, area.columns - 1},
              scene);
    return row + hand_rows - area.row;
}

/* What a pass would be good for now. */
static void status(const struct scene *scene, struct peck_text *text)
{
    const struct peck_node *pass = pass_of(scene);
    if (scene_action(scene, "pass", NULL) < 0 || peck_is(pass, PECK_NODE_NULL))
        return;
    bool safe = peck_true_of(pass, "success");
    struct say_value values[] = {
        {"total", NULL, peck_number_of(scene_seat(scene, scene->viewer), "total")},
        {"low", NULL, peck_number_of(pass, "tile")},
        {NULL, NULL, 0}};
    say(text, scene->language,
        safe ? MESSAGE_SCREEN_KARTENECK_SAFE : MESSAGE_SCREEN_KARTENECK_UNSAFE, values);
}

const struct term_drawing term_drawing_karteneck = {.draw = draw, .status = status};
