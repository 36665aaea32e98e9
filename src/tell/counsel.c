/* counsel.c — from a position in words to advice: read, think, compare, explain.
 *
 * Plain words become a position line, and the line is read and redacted for the seat. Then
 * the bot estimates every action. Actions are sorted with the best first, and each one is
 * compared with it in the reader's language. */
#include "counsel.h"

#include "judged_json.h"
#include "telling.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The position ---- */

static enum peck_status refuse(struct peck_error *error, const char *key)
{
    peck_error_say(error, key);
    return PECK_ILLEGAL;
}

static enum peck_status refuse_seat(struct peck_error *error, const char *key, int seat)
{
    peck_error_say(error, key);
    peck_error_number(error, "seat", seat);
    return PECK_ILLEGAL;
}

int counsel_word(const struct peck_game *game, const char *name, size_t length,
                 struct peck_error *error)
{
    int word = peck_word_find(game, name, length);
    if (word < 0) {
        bool none = peck_word_count(game) == 0;
        peck_error_say(error, none ? "error.words.none" : "error.words.other");
        peck_error_text(error, "game", game->title);
        struct peck_text text = peck_error_open(error, "word");
        peck_put_bytes(&text, name, length);
    }
    return word;
}

/* Copies what was said without the spaces that part nothing: at its ends, and beside a
 * comma, a slash, a plus, a colon or an equals sign. Returns the end. */
static char *tidy(const char *said, char *out)
{
    const char *const alone = ",/+:=";
    char *start = out;
    for (; *said != '\0'; said++) {
        if (*said == ' ' && (out == start || out[-1] == ' ' || strchr(alone, out[-1])))
            continue;
        if (strchr(alone, *said) && out > start && out[-1] == ' ')
            out--;
        *out++ = *said;
    }
    if (out > start && out[-1] == ' ')
        out--;
    *out++ = '\0';
    return out;
}

/* The same of all words, in one room, which the caller frees; NULL without memory. */
static char *tidy_words(const struct peck_words *words, struct peck_words *clean)
{
    size_t size = 1; /* never none: malloc(0) may be NULL */
    for (int i = 0; i < PECK_WORDS_MAX; i++)
        size += words->value[i] != NULL ? strlen(words->value[i]) + 1 : 0;
    char *room = malloc(size), *end = room;
    for (int i = 0; i < PECK_WORDS_MAX; i++) {
        clean->value[i] = words->value[i] != NULL && room != NULL ? end : NULL;
        if (clean->value[i] != NULL)
            end = tidy(words->value[i], end);
    }
    return room;
}

/* The game's own part of the line. */
static enum peck_status tell_part(const struct peck_game *game,
                                  const struct peck_setup *setup,
                                  const struct peck_words *words,
                                  const union peck_contents *contents, int *seats,
                                  struct peck_text *part, struct peck_error *error)
{
    struct peck_words clean;
    union peck_contents assumed;
    if (peck_word_count(game) == 0) {
        (void)counsel_word(game, "", 0, error);
        return PECK_BAD_POSITION;
    }
    char *room = tidy_words(words, &clean);
    if (room == NULL) {
        peck_error_say(error, "error.memory");
        return PECK_NO_MEMORY;
    }
    peck_contents_assumed(game, &assumed);
    enum peck_status status = peck_advice_of(game)->line(
        &clean, setup, contents != NULL ? contents : &assumed, seats, part, error);
    free(room);
    error->column = 0; /* it would count from one of the words */
    return status;
}

enum peck_status counsel_line(const struct peck_game *game, const struct peck_setup *setup,
                              const struct peck_words *words,
                              const union peck_contents *contents, char line[PECK_LINE_MAX],
                              struct peck_error *error)
{
    char own[PECK_LINE_MAX];
    struct peck_text part = peck_text_begin(own, sizeof own);
    struct peck_text text = peck_text_begin(line, PECK_LINE_MAX);
    struct peck_setup told = *setup;
    union peck_state state;
    int seats = game->seats_min;
    enum peck_status status = tell_part(game, setup, words, contents, &seats, &part, error);
    told.seats = (uint8_t)seats;
    if (status == PECK_OK)
        status = peck_init(game, &state, &told, error);
    if (status != PECK_OK)
        return status;
    peck_put(&text, game->name);
    peck_put(&text, " seats=");
    peck_put_int(&text, seats);
    for (int i = 0; i < game->option_count; i++) {
        if (told.option[i] != game->options[i].standard)
            peck_put_char(&text, ' ');
        peck_put_option(game, &told, i, &text);
    }
    peck_put(&text, " | ");
    peck_put(&text, own);
    return PECK_OK;
}

/* The seat that is advised: the one asked for, or the first that may act. */
static enum peck_status choose_seat(struct counsel *counsel, int wanted,
                                    struct peck_error *error)
{
    uint32_t movers = counsel->game->movers(&counsel->view);
    if (movers == 0)
        return refuse(error, "error.nothing.over");
    counsel->seat = movers == PECK_CHANCE_BIT ? -1 : __builtin_ctz(movers);
    if (wanted >= 0 && counsel->seat >= 0) {
        counsel->seat = wanted;
        if ((movers >> counsel->seat & 1) == 0)
            return refuse_seat(error, "error.turn", counsel->seat);
    }
    if (counsel->seat < 0)
        return PECK_OK;
    union peck_state before = counsel->view;
    counsel->game->redact(&counsel->view, counsel->seat);
    bool blank = strchr(strchr(counsel->line, '|'), '?') != NULL;
    if (blank && memcmp(&before, &counsel->view, counsel->game->state_size) != 0)
        return refuse_seat(error, "error.other-view", counsel->seat);
    return PECK_OK;
}

enum peck_status counsel_read(struct counsel *counsel, const struct peck_game *game,
                              const char *line, int seat, struct peck_error *error)
{
    if (peck_decode(line, &counsel->game, &counsel->view, error) != PECK_OK)
        return PECK_BAD_POSITION;
    if (counsel->game != game) {
        peck_error_say(error, "error.other-game");
        peck_error_text(error, "one", counsel->game->name);
        peck_error_text(error, "other", game->name);
        return PECK_ILLEGAL;
    }
    struct peck_text text = peck_text_begin(counsel->line, sizeof counsel->line);
    peck_encode(counsel->game, &counsel->view, &text);
    counsel->game->setup(&counsel->view, &counsel->setup);
    counsel->advice = peck_advice_of(counsel->game);
    return choose_seat(counsel, seat, error);
}

/* ---- The thought ---- */

static int compare(const void *a, const void *b)
{
    const struct peck_estimate *x = a, *y = b;
    if (x->win != y->win)
        return x->win < y->win ? 1 : -1;
    return x->action < y->action ? -1 : 1;
}

/* The best first, the others by their chances. */
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

enum peck_status counsel_think(struct counsel *counsel, const struct peck_player *player,
                               uint64_t seed, struct peck_error *error)
{
    struct peck_rng rng;
    if (counsel->advice != NULL && counsel->advice->table != NULL)
        counsel->has_table = counsel->advice->table(&counsel->view, &counsel->table);
    if (counsel->seat < 0)
        return counsel->has_table ? PECK_OK : refuse(error, "error.nothing.chance");
    const struct peck_seat knows = {
        counsel->game, &counsel->setup, counsel->seat, &counsel->view, NULL, 0};
    peck_rng_seed(&rng, seed);
    counsel->thought.estimates = counsel->estimates;
    player->bot->think(player, &knows, &rng, &counsel->thought);
    if (counsel->thought.count == 0) {
        peck_error_say(error, "error.bot.estimates");
        peck_error_text(error, "bot", player->bot->name);
        return PECK_BAD_POSITION;
    }
    counsel->thought.action =
        counsel->estimates[peck_thought_best(&counsel->thought)].action;
    sort(counsel);
    return PECK_OK;
}

/* ---- The reason ---- */

bool counsel_same(const struct counsel *counsel, uint32_t index, double *more)
{
    const struct peck_estimate *own = &counsel->estimates[index];
    const struct peck_estimate *other = &counsel->estimates[index == 0 ? 1 : 0];
    *more = (own->win - other->win) * 100;
    double sure = 196 * hypot(own->win_error, other->win_error);
    return fabs(*more) < fmax(sure, 0.05);
}

/* How the action compares with the best, or the best with the next. The best may have the
 * lower chance of the two, but never surely: see peck_thought_best. */
static void put_comparison(const struct counsel *counsel, uint32_t index,
                           struct peck_text *text)
{
    char quoted[PECK_NAME_MAX + 2], name[PECK_NAME_MAX], number[32];
    if (counsel->thought.count == 1) {
        peck_put(text, say_literal(counsel->language, MESSAGE_ADVICE_ONLY));
        return;
    }
    const struct peck_estimate *other = &counsel->estimates[index == 0 ? 1 : 0];
    double more;
    bool same = counsel_same(counsel, index, &more);
    snprintf(quoted, sizeof quoted, "'%s'",
             judged_json_name(counsel->game, other->action, name));
    struct peck_text wins = peck_text_begin(number, sizeof number);
    say_decimal(&wins, counsel->language, fabs(more), 1);
    say(text, counsel->language,
        same       ? MESSAGE_ADVICE_SAME
        : more > 0 ? MESSAGE_ADVICE_MORE
                   : MESSAGE_ADVICE_FEWER,
        (struct say_value[]){{"other", .text = quoted}, {"wins", .text = number}, {0}});
}

void counsel_phrase(const struct counsel *counsel, uint32_t action, struct peck_text *text)
{
    static struct session session; /* larger than a stack likes */
    struct peck_match moment = {.game = counsel->game, .setup = counsel->setup};
    const char *unnamed[PECK_SEATS_MAX] = {NULL};
    char name[PECK_NAME_MAX];
    struct peck_tree tree = {0};
    memcpy(&moment.state, &counsel->view, counsel->game->state_size);
    session_watch(&session, counsel->game, counsel->setup.seats, unnamed, counsel->seat);
    session_speak(&session, counsel->language);
    if (peck_view_tree(&moment, counsel->seat, 0, &tree) == PECK_OK) {
        struct tell_moment choice = {counsel->seat,
                                     judged_json_name(counsel->game, action, name),
                                     peck_member(peck_tree_root(&tree), "table"), NULL};
        tell_choice_seen(&session, counsel->seat, &choice, text);
    }
    peck_tree_free(&tree);
}

void counsel_effect(const struct counsel *counsel, uint32_t index, struct peck_text *text)
{
    const struct peck_seat knows = {
        counsel->game, &counsel->setup, counsel->seat, &counsel->view, NULL, 0};
    reason_say(&knows, counsel->estimates[index].action, counsel->language, counsel->drawn,
               text);
}

void counsel_reason(const struct counsel *counsel, uint32_t index, struct peck_text *text)
{
    uint32_t before = text->length;
    counsel_effect(counsel, index, text);
    if (text->length > before)
        peck_put(text, "; ");
    put_comparison(counsel, index, text);
}

void counsel_title(const struct counsel *counsel, struct peck_text *text)
{
    say_keyed(text, counsel->language, counsel->table.title, NULL);
}

void counsel_column(const struct counsel *counsel, const char *name, struct peck_text *text)
{
    char dashed[32];
    snprintf(dashed, sizeof dashed, "%s", name);
    for (char *space; (space = strchr(dashed, ' ')) != NULL;)
        *space = '-';
    int message = say_find("advice.column.%s", dashed);
    peck_put(text, message == SAY_NONE
                       ? name
                       : say_literal(counsel->language, (enum message)message));
}

void counsel_note(const struct counsel *counsel, struct peck_text *text)
{
    char gain[32], risk[32];
    struct peck_text number = peck_text_begin(gain, sizeof gain);
    say_decimal(&number, counsel->language, counsel->table.gain, 2);
    number = peck_text_begin(risk, sizeof risk);
    say_decimal(&number, counsel->language, counsel->table.risk * 100, 2);
    say_keyed(text, counsel->language, counsel->table.note,
              (struct say_value[]){{"gain", .text = gain}, {"risk", .text = risk}, {0}});
}

/* ---- JSON ---- */

static void json_actions(struct peck_json *json, const struct counsel *counsel)
{
    peck_json_array(json, "actions");
    for (uint32_t i = 0; i < counsel->thought.count; i++) {
        char reason[COUNSEL_REASON];
        struct peck_text text = peck_text_begin(reason, sizeof reason);
        counsel_reason(counsel, i, &text);
        peck_json_object(json, NULL);
        judged_json_estimate(json, counsel->game, &counsel->estimates[i]);
        peck_json_string(json, "why", reason);
        peck_json_end_object(json);
    }
    peck_json_end_array(json);
}

/* A sentence as a member. */
static void json_said(struct peck_json *json, const struct counsel *counsel,
                      const char *name,
                      void (*put)(const struct counsel *counsel, struct peck_text *text))
{
    char sentence[SAY_SENTENCE];
    struct peck_text text = peck_text_begin(sentence, sizeof sentence);
    put(counsel, &text);
    peck_json_string(json, name, sentence);
}

static void json_table(struct peck_json *json, const struct counsel *counsel)
{
    const struct peck_advice_table *table = &counsel->table;
    peck_json_object(json, "table");
    json_said(json, counsel, "title", counsel_title);
    peck_json_array(json, "rows");
    for (uint32_t i = 0; i < table->count; i++) {
        peck_json_object(json, NULL);
        peck_json_string(json, table->label, table->rows[i].label);
        for (int c = 0; c < PECK_ADVICE_COLUMNS; c++)
            judged_json_real(json, table->columns[c], table->rows[i].chance[c]);
        peck_json_end_object(json);
    }
    peck_json_end_array(json);
    judged_json_real(json, "gain", table->gain);
    judged_json_real(json, "risk", table->risk);
    json_said(json, counsel, "note", counsel_note);
    peck_json_end_object(json);
}

enum peck_status counsel_write(const struct counsel *counsel, struct peck_buffer *buffer)
{
    /* An action: its name, four numbers, the keys, and a reason whose quotes need none. */
    enum { REST = 2 * PECK_LINE_MAX + 8192, ACTION = PECK_NAME_MAX + COUNSEL_REASON + 160 };
    size_t room = REST + (size_t)counsel->thought.count * ACTION;
    struct peck_text text;
    enum peck_status status = peck_buffer_open(buffer, room, &text);
    if (status != PECK_OK)
        return status;
    struct peck_json json = peck_json_begin(&text);
    peck_json_object(&json, NULL);
    peck_json_string(&json, "position", counsel->line);
    peck_json_string(&json, "game", counsel->game->name);
    if (counsel->seat >= 0) {
        char name[PECK_NAME_MAX];
        peck_json_int(&json, "seat", counsel->seat);
        peck_json_string(&json, "best",
                         judged_json_name(counsel->game, counsel->thought.action, name));
    }
    json_actions(&json, counsel);
    if (counsel->has_table)
        json_table(&json, counsel);
    peck_json_end_object(&json);
    peck_buffer_close(buffer, &text);
    return PECK_OK;
}
