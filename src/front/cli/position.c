/* position.c — `peck position`: position lines checked and explained.
 *
 * A line may show only one seat's view; what is blank there reads `?`. Then legal actions can be
 * told for a seat only when the line is that seat's own view, which shows in that redacting the
 * state for it changes nothing. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

/* One sound line. */
struct position {
    const struct peck_game *game;
    struct peck_setup setup;
    union peck_state state;
    char line[PECK_LINE_MAX];
    uint32_t movers;
    int32_t points[PECK_SEATS_MAX];
    uint8_t places[PECK_SEATS_MAX];
};

static bool knows_legal(const struct position *position, int seat)
{
    union peck_state view = position->state;
    if (strchr(position->line, '?') == NULL)
        return true;
    position->game->redact(&view, seat);
    return memcmp(&view, &position->state, position->game->state_size) == 0;
}

static void put_label(const char *label)
{
    style(stdout, STYLE_DIM);
    printf("%-9s", label);
    style(stdout, STYLE_PLAIN);
}

static void put_legal(const struct position *position, int seat)
{
    static uint32_t actions[PECK_ACTIONS_MAX];
    static char list[PECK_ACTIONS_MAX * (PECK_NAME_MAX + 1)];
    struct peck_text text = peck_text_begin(list, sizeof list);
    uint32_t count = position->game->legal(&position->state, seat, actions);
    for (uint32_t i = 0; i < count; i++) {
        peck_put(&text, i > 0 ? "; " : "");
        position->game->action_name(actions[i], &text);
    }
    char label[16];
    snprintf(label, sizeof label, "legal %d", seat);
    put_label(label);
    put_wrapped(stdout, list, 9, 9, terminal_width(stdout));
}

static void put_movers(uint32_t movers)
{
    put_label("to act");
    if (movers == 0)
        printf("nobody: the match is over");
    else if (movers == PECK_CHANCE_BIT)
        printf("chance");
    else
        printf((movers & (movers - 1)) == 0 ? "seat" : "seats");
    for (int s = 0; s < PECK_SEATS_MAX; s++) {
        if (movers >> s & 1)
            printf(" %d", s);
    }
    putchar('\n');
}

static void put_position(const struct position *position)
{
    const struct peck_game *game = position->game;
    put_label("sound");
    printf("%s, %d seats", game->title, position->setup.seats);
    put_options(stdout, game, &position->setup, ", ");
    putchar('\n');
    put_movers(position->movers);
    for (int s = 0; s < position->setup.seats; s++) {
        if ((position->movers >> s & 1) && knows_legal(position, s))
            put_legal(position, s);
    }
    put_label("score");
    for (int s = 0; s < position->setup.seats; s++)
        printf("%s%d", s > 0 ? " " : "", position->points[s]);
    putchar('\n');
    put_label("places");
    for (int s = 0; s < position->setup.seats; s++)
        printf("%s%d", s > 0 ? " " : "", position->places[s]);
    putchar('\n');
    put_label("line");
    puts(position->line);
}

static void json_legal(struct peck_json *json, const struct position *position, int seat)
{
    static uint32_t actions[PECK_ACTIONS_MAX];
    uint32_t count = position->game->legal(&position->state, seat, actions);
    char key[4] = {(char)('0' + seat)};
    peck_json_array(json, key);
    for (uint32_t i = 0; i < count; i++) {
        char name[PECK_NAME_MAX];
        peck_json_string(json, NULL, name_of(position->game, actions[i], name));
    }
    peck_json_end_array(json);
}

static void json_numbers(struct peck_json *json, const struct position *position)
{
    peck_json_array(json, "movers");
    for (int s = 0; s < position->setup.seats; s++) {
        if (position->movers >> s & 1)
            peck_json_int(json, NULL, s);
    }
    peck_json_end_array(json);
    peck_json_bool(json, "chance", position->movers == PECK_CHANCE_BIT);
    peck_json_bool(json, "over", position->movers == 0);
    peck_json_array(json, "points");
    for (int s = 0; s < position->setup.seats; s++)
        peck_json_int(json, NULL, position->points[s]);
    peck_json_end_array(json);
    peck_json_array(json, "places");
    for (int s = 0; s < position->setup.seats; s++)
        peck_json_int(json, NULL, position->places[s]);
    peck_json_end_array(json);
}

static void put_json(const struct position *position)
{
    /* The table, the line, and for each seat its actions with quotes and commas. */
    static char room[PECK_TABLE_MAX + 2 * PECK_LINE_MAX +
                     PECK_SEATS_MAX * PECK_ACTIONS_MAX * (PECK_NAME_MAX + 3)];
    struct peck_text text = peck_text_begin(room, sizeof room);
    struct peck_json json = peck_json_begin(&text);
    peck_json_object(&json, NULL);
    peck_json_string(&json, "position", position->line);
    peck_json_string(&json, "game", position->game->name);
    peck_json_int(&json, "seats", position->setup.seats);
    peck_json_object(&json, "options");
    for (int i = 0; i < position->game->option_count; i++)
        peck_json_int(&json, position->game->options[i].name, position->setup.option[i]);
    peck_json_end_object(&json);
    json_numbers(&json, position);
    peck_json_object(&json, "legal");
    for (int s = 0; s < position->setup.seats; s++) {
        if ((position->movers >> s & 1) && knows_legal(position, s))
            json_legal(&json, position, s);
    }
    peck_json_end_object(&json);
    peck_json_object(&json, "table");
    position->game->table(&position->state, &json);
    peck_json_end_object(&json);
    peck_json_end_object(&json);
    puts(room);
}

/* Fills in what follows from the state. */
static void explain(struct position *position)
{
    const struct peck_game *game = position->game;
    struct peck_text text = peck_text_begin(position->line, sizeof position->line);
    game->setup(&position->state, &position->setup);
    peck_encode(game, &position->state, &text);
    position->movers = game->movers(&position->state);
    game->score(&position->state, position->points, position->places);
}

static int tell(const struct args *args, const char *line, uint32_t number)
{
    static struct position position;
    struct peck_error error = {0};
    memset(&position, 0, sizeof position);
    if (peck_decode(line, &position.game, &position.state, &error) != PECK_OK) {
        if (error.column > 0)
            return failure(args->verb, "line %u, column %u: %s", number, error.column,
                           error.sentence);
        return failure(args->verb, "line %u: %s", number, error.sentence);
    }
    explain(&position);
    if (args->flag[FLAG_VIEW].given) {
        int viewer = (int)args->flag[FLAG_VIEW].number;
        if (viewer >= position.setup.seats)
            return failure(args->verb, "line %u: there is no seat %d among seats 0 to %d",
                           number, viewer, position.setup.seats - 1);
        position.game->redact(&position.state, viewer);
        explain(&position);
    }
    if (args->flag[FLAG_JSON].given) {
        put_json(&position);
        return STATUS_FINE;
    }
    if (number > 1)
        putchar('\n');
    put_position(&position);
    return STATUS_FINE;
}

static int tell_input(const struct args *args)
{
    size_t length;
    char *bytes = read_all(args->verb, "-", &length);
    if (bytes == NULL)
        return STATUS_FAILED;
    int status = STATUS_FINE;
    if (strlen(bytes) != length)
        status = failure(args->verb, "standard input has a NUL byte: this is no text");
    uint32_t number = 0;
    for (char *rest = bytes, *line; (line = strsep(&rest, "\n")) != NULL;) {
        number++;
        line[strcspn(line, "\r")] = '\0';
        if (line[0] != '\0' && line[0] != '#' && tell(args, line, number) != STATUS_FINE)
            status = STATUS_FAILED;
    }
    free(bytes);
    return status;
}

int run_position(const struct args *args)
{
    int status = STATUS_FINE;
    if (args->operand_count == 0)
        return tell_input(args);
    for (int i = 0; i < args->operand_count; i++) {
        if (tell(args, args->operands[i], (uint32_t)i + 1) != STATUS_FINE)
            status = STATUS_FAILED;
    }
    return status;
}
