/* games.c — `peck games`: lists the games with their seats and options, in the reader's
 * language. */
#include "cli.h"
#include "tell/say.h"

#include <peck/pack.h>

#include <string.h>

/* A mask of seats as the runs it is made of: "2-5", "3, 5-7". */
static void list_seats(uint32_t mask, struct peck_text *text)
{
    const char *between = "";
    for (int low = 0; low <= PECK_SEATS_MAX; low++) {
        if ((mask >> low & 1) == 0)
            continue;
        int high = low;
        while (mask >> (high + 1) & 1)
            high++;
        peck_put(text, between);
        peck_put_int(text, low);
        if (high > low) {
            peck_put(text, output_dash());
            peck_put_int(text, high);
        }
        between = ", ";
        low = high;
    }
}

static void put_seats(enum say_language language, enum message message, uint32_t mask)
{
    char list[64], line[SAY_SENTENCE];
    struct peck_text range = peck_text_begin(list, sizeof list);
    struct peck_text text = peck_text_begin(line, sizeof line);
    list_seats(mask, &range);
    say(&text, language, message, (struct say_value[]){{"range", .text = list}, {0}});
    puts(line);
}

/* What an option does; of a number also its range. */
static void put_meaning(enum say_language language, const struct peck_game *game,
                        const struct peck_option *option, struct peck_text *text)
{
    int message = say_find("%s.option.%s", game->name, option->name);
    const char *help =
        message != SAY_NONE ? say_literal(language, (enum message)message) : option->help;
    if (option->kind == PECK_SEAT)
        help = say_literal(language, MESSAGE_PLAIN_GAMES_FIRST);
    if (option->kind != PECK_NUMBER)
        peck_put(text, help);
    else
        say(text, language, MESSAGE_PLAIN_GAMES_NUMBER,
            (struct say_value[]){{"help", .text = help},
                                 {"low", .number = option->low},
                                 {"high", .number = option->high},
                                 {"standard", .number = option->standard},
                                 {0}});
}

static void put_option(enum say_language language, const struct peck_game *game, int index)
{
    enum { COLUMN = 32 };
    const struct peck_option *option = &game->options[index];
    char term[64], meaning[SAY_SENTENCE];
    struct peck_text text = peck_text_begin(meaning, sizeof meaning);
    snprintf(term, sizeof term, "--option %s%s", option->name,
             option->kind == PECK_FLAG   ? ""
             : option->kind == PECK_SEAT ? "=SEAT"
                                         : "=N");
    put_meaning(language, game, option, &text);
    fputs("  ", stdout);
    output_styled(stdout, STYLE_EMBER, term);
    output_wrapped(stdout, meaning, COLUMN, 2 + (int)strlen(term), output_width(stdout));
    uint32_t with = peck_seats_with(game, index, peck_other_value(option));
    if (option->kind != PECK_FLAG || with == peck_seats_with(game, -1, 0))
        return;
    printf("%*s", COLUMN, "");
    put_seats(language, MESSAGE_PLAIN_GAMES_WITH, with);
}

static void put_game(enum say_language language, const struct peck_game *game)
{
    const struct peck_box *box = &peck_pack_of(game)->boxes[0];
    int title = say_find("%s.title", game->name);
    int about = box->id != NULL ? say_find("box.%s.about", box->id) : SAY_NONE;
    output_styled(stdout, STYLE_BOLD, game->name);
    printf("%*s%s, ", 12 - (int)strlen(game->name), "",
           title != SAY_NONE ? say_literal(language, (enum message)title) : game->title);
    put_seats(language, MESSAGE_PLAIN_GAMES_SEATS, peck_seats_with(game, -1, 0));
    output_wrapped(stdout,
                   about != SAY_NONE ? say_literal(language, (enum message)about)
                                     : game->summary,
                   2, 0, output_width(stdout));
    for (int i = 0; i < game->option_count; i++)
        put_option(language, game, i);
}

static void put_json(void)
{
    static char room[32768]; /* a game takes about a kilobyte */
    struct peck_text text = peck_text_begin(room, sizeof room);
    struct peck_json json = peck_json_begin(&text);
    peck_json_object(&json, NULL);
    peck_json_string(&json, "version", PECK_VERSION);
    peck_json_array(&json, "games");
    for (int i = 0; i < peck_game_count; i++) {
        peck_json_object(&json, NULL);
        peck_json_game(&json, peck_games[i]);
        peck_json_end_object(&json);
    }
    peck_json_end_array(&json);
    peck_json_end_object(&json);
    puts(room);
}

int cli_run_games(const struct args *args)
{
    if (args->flag[FLAG_JSON].given) {
        put_json();
        return STATUS_FINE;
    }
    for (int i = 0; i < peck_game_count; i++) {
        if (i > 0)
            putchar('\n');
        put_game(say_language_of(args_language(args)), peck_games[i]);
    }
    return STATUS_FINE;
}
