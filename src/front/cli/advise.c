/* advise.c — `peck advise`: every action of a position, with its chances and the reason.
 *
 * The position is a line, or plain words that the game's advice makes a line of. From there
 * on both go the same way: the line is read and checked as any other, and redacted for the
 * seat, so that nobody is advised by what he cannot know. */
#include "cli.h"

#include <peck/advice.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A position and what was thought about it. */
struct counsel {
    const struct peck_game *game;
    const struct peck_advice *advice; /* or NULL */
    struct peck_setup setup;
    union peck_state view;
    int seat; /* -1: nobody decides here, but there is a table */
    struct peck_thought thought;
    struct peck_estimate *estimates; /* best first, once sorted */
    bool has_table;
    struct peck_advice_table table;
    char line[PECK_LINE_MAX];
};

/* ---- The position ---- */

static bool any_words(const struct args *args, struct peck_words *words)
{
    bool any = false;
    for (int i = 0; i < PECK_WORDS; i++) {
        const struct value *value = &args->flag[FLAG_WORD_FIRST + i];
        words->value[i] = value->given ? value->text : NULL;
        any |= value->given;
    }
    return any;
}

/* A word of another game, or a game that has none. */
static int check_words(const struct args *args, const struct peck_words *words)
{
    const struct peck_advice *advice = peck_advice_of(args->game);
    for (int i = 0; i < PECK_WORDS; i++) {
        if (words->value[i] == NULL)
            continue;
        if (advice == NULL || advice->line == NULL)
            return usage_error(args->verb, "%s takes a position line, not plain words",
                               args->game->name);
        if ((advice->words >> i & 1) == 0)
            return usage_error(args->verb, "--%s says nothing about %s", peck_word_names[i],
                               args->game->name);
    }
    return STATUS_FINE;
}

/* From plain words to a line. */
static int tell_line(const struct args *args, const struct peck_words *words,
                     char line[PECK_LINE_MAX])
{
    char own[PECK_LINE_MAX];
    struct peck_text part = peck_text_begin(own, sizeof own);
    struct peck_text text = peck_text_begin(line, PECK_LINE_MAX);
    struct peck_error error;
    int seats = args->game->seats_min;
    int status = check_words(args, words);
    if (status != STATUS_FINE)
        return status;
    struct peck_setup setup;
    union peck_state state;
    status = args_setup(args, 0, &setup, &state);
    if (status != STATUS_FINE)
        return status;
    if (peck_advice_of(args->game)->line(words, &setup, &seats, &part, &error) != PECK_OK)
        return failure(args->verb, "%s", error.sentence);
    status = args_setup(args, seats, &setup, &state);
    if (status != STATUS_FINE)
        return status;
    peck_put(&text, args->game->name);
    peck_put(&text, " seats=");
    peck_put_int(&text, seats);
    for (int i = 0; i < args->game->option_count; i++) {
        if (setup.option[i] != args->game->options[i].standard)
            peck_put_char(&text, ' ');
        peck_put_option(args->game, &setup, i, &text);
    }
    peck_put(&text, " | ");
    peck_put(&text, own);
    return STATUS_FINE;
}

/* The seat that is advised: the one asked for, or the first that may act. */
static int choose_seat(const struct args *args, struct counsel *counsel)
{
    uint32_t movers = counsel->game->movers(&counsel->view);
    if (movers == 0)
        return failure(args->verb, "the match is over: there is nothing to decide");
    counsel->seat = movers == PECK_CHANCE_BIT ? -1 : __builtin_ctz(movers);
    if (args->flag[FLAG_VIEW].given && counsel->seat >= 0) {
        counsel->seat = (int)args->flag[FLAG_VIEW].number;
        if ((movers >> counsel->seat & 1) == 0)
            return failure(args->verb, "it is not for seat %d to act", counsel->seat);
    }
    if (counsel->seat < 0)
        return STATUS_FINE;
    union peck_state before = counsel->view;
    counsel->game->redact(&counsel->view, counsel->seat);
    bool blank = strchr(strchr(counsel->line, '|'), '?') != NULL;
    if (blank && memcmp(&before, &counsel->view, counsel->game->state_size) != 0)
        return failure(args->verb, "the line is another seat's view, not that of seat %d",
                       counsel->seat);
    return STATUS_FINE;
}

static int read_position(const struct args *args, const char *line, struct counsel *counsel)
{
    struct peck_error error = {0};
    if (peck_decode(line, &counsel->game, &counsel->view, &error) != PECK_OK) {
        if (error.column > 0)
            return failure(args->verb, "column %u: %s", error.column, error.sentence);
        return failure(args->verb, "this cannot be: %s", error.sentence);
    }
    if (counsel->game != args->game)
        return failure(args->verb, "this is a position of %s, not of %s",
                       counsel->game->name, args->game->name);
    struct peck_text text = peck_text_begin(counsel->line, sizeof counsel->line);
    peck_encode(counsel->game, &counsel->view, &text);
    counsel->game->setup(&counsel->view, &counsel->setup);
    counsel->advice = peck_advice_of(counsel->game);
    return choose_seat(args, counsel);
}

/* ---- The thought ---- */

static int compare(const void *a, const void *b)
{
    const struct peck_estimate *x = a, *y = b;
    if (x->win != y->win)
        return x->win < y->win ? 1 : -1;
    return x->action < y->action ? -1 : 1;
}

/* The bot's choice first, the others by their chances. */
static void sort(struct counsel *counsel)
{
    struct peck_estimate *estimates = counsel->estimates;
    uint32_t count = counsel->thought.count, at = 0;
    qsort(estimates, count, sizeof *estimates, compare);
    while (at < count && estimates[at].action != counsel->thought.action)
        at++;
    struct peck_estimate choice = estimates[at];
    memmove(estimates + 1, estimates, at * sizeof *estimates);
    estimates[0] = choice;
}

static int think(const struct args *args, struct counsel *counsel)
{
    struct peck_player player;
    struct peck_rng rng;
    if (counsel->advice != NULL && counsel->advice->table != NULL)
        counsel->has_table = counsel->advice->table(&counsel->view, &counsel->table);
    if (counsel->seat < 0)
        return counsel->has_table
                   ? STATUS_FINE
                   : failure(args->verb, "chance is to act: there is nothing to decide");
    int status = args_player(args, counsel->game, "hard", &player);
    if (status != STATUS_FINE)
        return status;
    const struct peck_seat knows = {
        counsel->game, &counsel->setup, counsel->seat, &counsel->view, NULL, 0};
    peck_rng_seed(&rng, args_number(args, FLAG_SEED, 1));
    counsel->thought.estimates = counsel->estimates;
    player.bot->think(&player, &knows, &rng, &counsel->thought);
    if (counsel->thought.count == 0)
        return failure(args->verb, "the bot '%s' gives no estimates; 'hard' does",
                       player.bot->name);
    sort(counsel);
    return STATUS_FINE;
}

/* ---- The reason ---- */

/* How the action compares with the choice, or the choice with the next best. */
static void put_comparison(const struct counsel *counsel, uint32_t index,
                           struct peck_text *text)
{
    const struct peck_estimate *all = counsel->estimates, *own = &all[index];
    char words[96], name[PECK_NAME_MAX];
    if (counsel->thought.count == 1) {
        peck_put(text, "there is nothing else to do");
        return;
    }
    const struct peck_estimate *other = &all[index == 0 ? 1 : 0];
    double more = (index == 0 ? own->win - other->win : other->win - own->win) * 100;
    double sure = 200 * hypot(own->win_error, other->win_error);
    name_of(counsel->game, other->action, name);
    if (more < sure || more < 0.05)
        snprintf(words, sizeof words, "about as good as '%s'", name);
    else if (index == 0)
        snprintf(words, sizeof words, "wins %.1f more of 100 than '%s'", more, name);
    else
        snprintf(words, sizeof words, "wins %.1f fewer of 100 than '%s'", more, name);
    peck_put(text, words);
}

static void put_reason(const struct counsel *counsel, uint32_t index,
                       struct peck_text *text)
{
    const struct peck_seat knows = {
        counsel->game, &counsel->setup, counsel->seat, &counsel->view, NULL, 0};
    if (counsel->advice != NULL && counsel->advice->what != NULL) {
        uint32_t before = text->length;
        counsel->advice->what(&knows, counsel->estimates[index].action, text);
        if (text->length > before)
            peck_put(text, "; ");
    }
    put_comparison(counsel, index, text);
}

enum { REASON_MAX = 256 };

/* ---- Text ---- */

static void put_actions(const struct counsel *counsel)
{
    int width = 8;
    char name[PECK_NAME_MAX], reason[REASON_MAX];
    for (uint32_t i = 0; i < counsel->thought.count; i++) {
        int length =
            (int)strlen(name_of(counsel->game, counsel->estimates[i].action, name));
        width = length > width ? length : width;
    }
    style(stdout, STYLE_DIM);
    printf("  %-*s %14s %16s  why\n", width, "action", "wins", "points");
    style(stdout, STYLE_PLAIN);
    for (uint32_t i = 0; i < counsel->thought.count; i++) {
        const struct peck_estimate *estimate = &counsel->estimates[i];
        struct peck_text text = peck_text_begin(reason, sizeof reason);
        put_reason(counsel, i, &text);
        style(stdout, i == 0 ? STYLE_EMBER : STYLE_PLAIN);
        printf("%s %-*s", i == 0 ? ">" : " ", width,
               name_of(counsel->game, estimate->action, name));
        style(stdout, STYLE_PLAIN);
        printf(" %6.1f ±%4.1f %% %9.1f ±%5.1f  ", estimate->win * 100,
               estimate->win_error * 100, estimate->points, estimate->points_error);
        put_wrapped(stdout, reason, width + 37, width + 37,
                    terminal_width(stdout) < 100 ? 100 : terminal_width(stdout));
    }
}

static void put_table(const struct peck_advice_table *table)
{
    putchar('\n');
    put_styled(stdout, STYLE_BOLD, table->title);
    printf("\n  %-8s", table->label);
    for (int c = 0; c < PECK_ADVICE_COLUMNS; c++)
        printf(" %12s", table->columns[c]);
    putchar('\n');
    for (uint32_t i = 0; i < table->count; i++) {
        printf("  %-8s", table->rows[i].label);
        for (int c = 0; c < PECK_ADVICE_COLUMNS; c++)
            printf(" %10.2f %%", table->rows[i].chance[c] * 100);
        printf("  ");
        put_bar(stdout, table->rows[i].chance[0], 20);
        putchar('\n');
    }
    puts(table->note);
}

static void put_text(const struct counsel *counsel)
{
    style(stdout, STYLE_DIM);
    puts(counsel->line);
    style(stdout, STYLE_PLAIN);
    if (counsel->seat >= 0) {
        printf("Seat %d of %s:\n", counsel->seat, counsel->game->title);
        put_actions(counsel);
    }
    if (counsel->has_table)
        put_table(&counsel->table);
}

/* ---- JSON ---- */

static void json_real(struct peck_json *json, const char *key, double value)
{
    peck_json_fixed(json, key, llround(value * 1e6), 6);
}

static void json_actions(struct peck_json *json, const struct counsel *counsel)
{
    peck_json_array(json, "actions");
    for (uint32_t i = 0; i < counsel->thought.count; i++) {
        const struct peck_estimate *estimate = &counsel->estimates[i];
        char name[PECK_NAME_MAX], reason[REASON_MAX];
        struct peck_text text = peck_text_begin(reason, sizeof reason);
        put_reason(counsel, i, &text);
        peck_json_object(json, NULL);
        peck_json_string(json, "action", name_of(counsel->game, estimate->action, name));
        json_real(json, "win", estimate->win);
        json_real(json, "win_error", estimate->win_error);
        json_real(json, "points", estimate->points);
        json_real(json, "points_error", estimate->points_error);
        peck_json_string(json, "why", reason);
        peck_json_end_object(json);
    }
    peck_json_end_array(json);
}

static void json_table(struct peck_json *json, const struct peck_advice_table *table)
{
    peck_json_object(json, "table");
    peck_json_string(json, "title", table->title);
    peck_json_array(json, "rows");
    for (uint32_t i = 0; i < table->count; i++) {
        peck_json_object(json, NULL);
        peck_json_string(json, table->label, table->rows[i].label);
        for (int c = 0; c < PECK_ADVICE_COLUMNS; c++)
            json_real(json, table->columns[c], table->rows[i].chance[c]);
        peck_json_end_object(json);
    }
    peck_json_end_array(json);
    peck_json_string(json, "note", table->note);
    peck_json_end_object(json);
}

static void put_json(const struct counsel *counsel)
{
    /* An action: its name, four numbers, the keys, and a reason whose quotes need none. */
    static char room[2 * PECK_LINE_MAX + 8192 +
                     PECK_ACTIONS_MAX * (PECK_NAME_MAX + REASON_MAX + 160)];
    struct peck_text text = peck_text_begin(room, sizeof room);
    struct peck_json json = peck_json_begin(&text);
    peck_json_object(&json, NULL);
    peck_json_string(&json, "position", counsel->line);
    peck_json_string(&json, "game", counsel->game->name);
    if (counsel->seat >= 0) {
        char name[PECK_NAME_MAX];
        peck_json_int(&json, "seat", counsel->seat);
        peck_json_string(&json, "best",
                         name_of(counsel->game, counsel->thought.action, name));
    }
    json_actions(&json, counsel);
    if (counsel->has_table)
        json_table(&json, &counsel->table);
    peck_json_end_object(&json);
    puts(room);
}

/* ---- The verb ---- */

static int advise(const struct args *args, const char *line)
{
    static struct peck_estimate estimates[PECK_ACTIONS_MAX];
    struct counsel counsel = {.estimates = estimates};
    int status = read_position(args, line, &counsel);
    if (status == STATUS_FINE)
        status = think(args, &counsel);
    if (status != STATUS_FINE)
        return status;
    if (args->flag[FLAG_JSON].given)
        put_json(&counsel);
    else
        put_text(&counsel);
    return STATUS_FINE;
}

/* The first line of standard input that is no comment. */
static int advise_input(const struct args *args)
{
    size_t length;
    char *bytes = read_all(args->verb, "-", &length);
    if (bytes == NULL)
        return STATUS_FAILED;
    char *rest = bytes, *line;
    do {
        line = strsep(&rest, "\n");
    } while (line != NULL && (line[0] == '\0' || line[0] == '\r' || line[0] == '#'));
    int status;
    if (line == NULL) {
        status = failure(args->verb, "there is no position: give a line, or plain words");
    } else {
        line[strcspn(line, "\r")] = '\0';
        status = advise(args, line);
    }
    free(bytes);
    return status;
}

int run_advise(const struct args *args)
{
    struct peck_words words;
    char line[PECK_LINE_MAX];
    bool said = any_words(args, &words);
    if (said && args->operand_count > 1)
        return usage_error(args->verb, "give either a position line or plain words");
    if (args->operand_count > 2)
        return usage_error(args->verb, "'%s' is one argument too many; quote the line",
                           args->operands[2]);
    if (!said)
        return args->operand_count == 2 ? advise(args, args->operands[1])
                                        : advise_input(args);
    int status = tell_line(args, &words, line);
    return status == STATUS_FINE ? advise(args, line) : status;
}
