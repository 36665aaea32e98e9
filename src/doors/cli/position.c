/* position.c — `peck position`: checks position lines and explains them.
 *
 * A line may show only one seat's view; what is blank there reads `?`. Legal actions can
 * then be listed for a seat only if the line is that seat's own view, which is so if
 * redacting the state for it changes nothing. */
#include "cli.h"

#include <errno.h>
#include <string.h>

enum { LABEL = 9 }; /* columns */

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
    output_style(stdout, STYLE_DIM);
    printf("%-*s", LABEL, label);
    output_style(stdout, STYLE_PLAIN);
}

static void put_legal(const struct position *position, int seat)
{
    static uint32_t actions[PECK_ACTIONS_MAX];
    uint32_t count = position->game->legal(&position->state, seat, actions);
    char label[16];
    snprintf(label, sizeof label, "legal %d", seat);
    put_label(label);
    int column = LABEL, width = output_width(stdout);
    for (uint32_t i = 0; i < count; i++) {
        char name[PECK_NAME_MAX];
        int length = (int)strlen(judged_json_name(position->game, actions[i], name));
        if (i > 0 && column + length + 2 > width) /* a space before and a semicolon after */
            column = printf("\n%*s", LABEL, "") - 1;
        else if (i > 0)
            column += printf(" ");
        column += printf("%s%s", name, i + 1 < count ? ";" : "");
    }
    putchar('\n');
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
    output_options(stdout, game, &position->setup, ", ");
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
        peck_json_string(json, NULL, judged_json_name(position->game, actions[i], name));
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
    for (int i = 0; i < position->game->option_count; i++) {
        const struct peck_option *option = &position->game->options[i];
        peck_json_option(&json, option->name, option, position->setup.option[i]);
    }
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

/* ---- What people paste ---- */

const char *position_start(const char *text, const struct peck_game **game)
{
    for (const char *at = text; (at = strstr(at, "seats=")) != NULL; at++) {
        const char *end = at;
        while (end > text && strchr(" \n\r\t", end[-1]) != NULL)
            end--;
        for (int i = 0; end < at && i < peck_game_count; i++) {
            size_t length = strlen(peck_games[i]->name);
            const char *start = end - length;
            if ((size_t)(end - text) < length ||
                memcmp(start, peck_games[i]->name, length) != 0)
                continue;
            *game = peck_games[i];
            return start;
        }
    }
    return NULL;
}

/* Copies up to the end, or to the quote that was opened before the line. Line breaks are
 * spaces or, with `broken`, nothing. */
static void copy_pasted(const char *text, const char *start, bool broken,
                        char line[PECK_LINE_MAX])
{
    struct peck_text out = peck_text_begin(line, PECK_LINE_MAX);
    char quote = start > text && strchr("'\"`", start[-1]) != NULL ? start[-1] : '\0';
    bool space = false;
    for (const char *at = start; *at != '\0' && *at != quote; at++) {
        if (*at == '\r' || (broken && *at == '\n'))
            continue;
        if (strchr(" \t\n", *at) != NULL) {
            space = true;
            continue;
        }
        if (space)
            peck_put_char(&out, ' ');
        peck_put_char(&out, *at);
        space = false;
    }
}

bool position_pasted(const char *text, char line[PECK_LINE_MAX])
{
    static union peck_state state;
    const struct peck_game *game;
    struct peck_error unused;
    const char *start = position_start(text, &game);
    copy_pasted(text, start != NULL ? start : text, true, line);
    if (peck_decode(line, &game, &state, &unused) == PECK_OK)
        return true;
    copy_pasted(text, start != NULL ? start : text, false, line);
    return peck_decode(line, &game, &state, &unused) == PECK_OK;
}

static int tell(const struct args *args, const char *said, uint32_t number)
{
    char line[PECK_LINE_MAX];
    if (!position_pasted(said, line))
        snprintf(line, sizeof line, "%s", said); /* columns are those of what was said */
    static struct position position;
    struct peck_error error = {0};
    memset(&position, 0, sizeof position);
    if (peck_decode(line, &position.game, &position.state, &error) != PECK_OK) {
        return cli_fail(
            args->verb,
            error.column > 0 ? MESSAGE_PLAIN_CLI_LINE_COLUMN : MESSAGE_ERROR_LINE,
            (struct say_value[]){
                {"line", .number = number}, {"why", .text = args_why(args, &error)}, {0}});
    }
    explain(&position);
    if (args->flag[FLAG_VIEW].given) {
        int viewer = (int)args->flag[FLAG_VIEW].number;
        if (viewer >= position.setup.seats)
            return cli_fail(
                args->verb, MESSAGE_PLAIN_CLI_NO_SEAT,
                (struct say_value[]){{"line", .number = number},
                                     {"seat", .number = viewer},
                                     {"last", .number = position.setup.seats - 1},
                                     {0}});
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

enum reading { READ_LINE, READ_LONG, READ_NUL, READ_END };

/* The next line without its end. A long one is read to its end, but not kept. */
static enum reading read_line(char line[PECK_LINE_MAX])
{
    size_t length = 0;
    int c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (c == '\0')
            return READ_NUL;
        if (length < PECK_LINE_MAX)
            line[length] = (char)c;
        length += length <= PECK_LINE_MAX;
    }
    if (c == EOF && length == 0)
        return READ_END;
    bool comment = length > 0 && line[0] == '#';
    if (length >= PECK_LINE_MAX && !comment)
        return READ_LONG;
    line[length < PECK_LINE_MAX ? length : 0] = '\0';
    line[strcspn(line, "\r")] = '\0';
    return READ_LINE;
}

/* Each line is answered before the next is read, so that a program can ask in turn. */
static int tell_input(const struct args *args)
{
    static char line[PECK_LINE_MAX];
    int status = STATUS_FINE;
    uint32_t number = 0, told = 0;
    for (enum reading reading; (reading = read_line(line)) != READ_END;) {
        number++;
        if (reading == READ_NUL)
            return cli_failure(args->verb,
                               "standard input, line %u has a NUL byte: this is no text",
                               number);
        if (reading == READ_LINE && (line[0] == '\0' || line[0] == '#'))
            continue;
        told++;
        int answer = reading == READ_LINE
                         ? tell(args, line, number)
                         : cli_failure(args->verb, "line %u is longer than %d bytes",
                                       number, PECK_LINE_MAX - 1);
        if (answer != STATUS_FINE)
            status = STATUS_FAILED;
        fflush(stdout);
    }
    if (ferror(stdin))
        return cli_fail(args->verb, MESSAGE_PLAIN_CLI_READ,
                        (struct say_value[]){{"file", .text = output_path_name("-")},
                                             {"why", .text = cli_reason(errno)},
                                             {0}});
    if (told == 0)
        return cli_fail(args->verb, MESSAGE_PLAIN_CLI_NO_POSITION, NULL);
    return status;
}

int cli_run_position(const struct args *args)
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
