/* guide.c — finds strategy guides by name, reads and writes their files, and plays by them.
 *
 * A file is lines of words: `guide NAME`, `learnt SEED MATCHES`, one `rule NAME VALUE` for
 * each rule of the game in order, and one `measured HERO MATCHES WIN ERROR` for each hero,
 * where WIN and ERROR count hundredths of a per cent. A file that does not fit the rules of
 * the game counts as not there, and the guide has its starting values. */
#include "guide.h"
#include "kit.h"
#include "nets.h"

#include <string.h>

const char *const peck_guide_heroes[PECK_HEROES] = {"guide", "normal", "easy"};

void peck_guide_name(const struct peck_game *game, const struct peck_setup *setup,
                     struct peck_text *name)
{
    uint32_t variants = peck_skill_of(game)->guide->variants;
    peck_put(name, game->name);
    peck_put_char(name, '-');
    peck_put_int(name, setup->seats);
    for (int i = 0; i < game->option_count; i++) {
        if ((variants >> i & 1) == 0 || setup->option[i] == 0)
            continue;
        peck_put_char(name, '-');
        peck_put(name, game->options[i].name);
    }
}

/* ---- Files. ---- */

enum { WIN_UNIT = 10000, MATCHES_MOST = 1000000000 };

static int32_t scan_after(struct peck_scan *scan, const char *before, int32_t low,
                          int32_t high)
{
    peck_scan_expect(scan, before);
    return peck_scan_int(scan, "error.number", low, high);
}

static void scan_result(struct peck_scan *scan, const char *hero,
                        struct peck_guide_result *result)
{
    peck_scan_expect(scan, "measured ");
    peck_scan_expect(scan, hero);
    result->matches = (uint64_t)scan_after(scan, " ", 0, MATCHES_MOST);
    result->win = (double)scan_after(scan, " ", 0, WIN_UNIT) / WIN_UNIT;
    result->error = (double)scan_after(scan, " ", 0, WIN_UNIT) / WIN_UNIT;
    peck_scan_expect(scan, "\n");
}

static bool read_guide(const struct peck_guide_kind *kind, const char *name,
                       const char *bytes, size_t count, struct peck_guide *guide)
{
    struct peck_error unused;
    struct peck_scan scan = peck_scan_begin(bytes, count, &unused);
    peck_scan_expect(&scan, "guide ");
    peck_scan_expect(&scan, name);
    guide->seed = (uint64_t)scan_after(&scan, "\nlearnt ", 0, INT32_MAX);
    guide->matches = (uint64_t)scan_after(&scan, " ", 0, MATCHES_MOST);
    peck_scan_expect(&scan, "\n");
    for (int i = 0; i < kind->count; i++) {
        const struct peck_rule *rule = &kind->rules[i];
        peck_scan_expect(&scan, "rule ");
        peck_scan_expect(&scan, rule->name);
        int32_t value = scan_after(&scan, " ", rule->low, rule->high);
        guide->values[i] = (int8_t)value;
        peck_scan_expect(&scan, "\n");
    }
    for (int i = 0; i < PECK_HEROES; i++)
        scan_result(&scan, peck_guide_heroes[i], &guide->results[i]);
    return peck_scan_done(&scan);
}

void peck_guide_write(const struct peck_guide_kind *kind, const char *name,
                      const struct peck_guide *guide, struct peck_text *text)
{
    peck_put(text, "guide ");
    peck_put(text, name);
    peck_put(text, "\nlearnt ");
    peck_put_int(text, (int64_t)guide->seed);
    peck_put_char(text, ' ');
    peck_put_int(text, (int64_t)guide->matches);
    for (int i = 0; i < kind->count; i++) {
        peck_put(text, "\nrule ");
        peck_put(text, kind->rules[i].name);
        peck_put_char(text, ' ');
        peck_put_int(text, guide->values[i]);
    }
    for (int i = 0; i < PECK_HEROES; i++) {
        const struct peck_guide_result *result = &guide->results[i];
        peck_put(text, "\nmeasured ");
        peck_put(text, peck_guide_heroes[i]);
        peck_put_char(text, ' ');
        peck_put_int(text, (int64_t)result->matches);
        peck_put_char(text, ' ');
        peck_put_int(text, (int64_t)(result->win * WIN_UNIT + 0.5));
        peck_put_char(text, ' ');
        peck_put_int(text, (int64_t)(result->error * WIN_UNIT + 0.5));
    }
    peck_put_char(text, '\n');
}

static void unlearnt(const struct peck_guide_kind *kind, struct peck_guide *guide)
{
    memset(guide, 0, sizeof *guide);
    for (int i = 0; i < kind->count; i++)
        guide->values[i] = kind->rules[i].start;
}

void peck_guide_find(const struct peck_game *game, const struct peck_setup *setup,
                     struct peck_guide *guide)
{
    const struct peck_guide_kind *kind = peck_skill_of(game)->guide;
    char name[64];
    struct peck_text text = peck_text_begin(name, sizeof name);
    peck_guide_name(game, setup, &text);
    const struct embedded_net *file = embedded_guides;
    while (file->name != NULL && !peck_same(file->name, name))
        file++;
    if (file->name == NULL ||
        !read_guide(kind, name, (const char *)file->bytes, file->count, guide))
        unlearnt(kind, guide);
}

/* ---- Playing. ---- */

void peck_guide_play(const struct peck_guide *guide, const struct peck_player *player,
                     const struct peck_seat *seat, struct peck_rng *rng,
                     struct peck_thought *thought)
{
    const struct peck_skill *skill = peck_skill_of(seat->game);
    const struct peck_bot *hard = &skill->bots[PECK_HARD];
    uint32_t delay = 0;
    if (__builtin_popcount(seat->game->movers(seat->view)) > 1) {
        struct peck_player timed = {hard, player->parameter, hard->budget};
        struct peck_thought other = {.estimates = NULL};
        hard->think(&timed, seat, rng, &other);
        delay = other.delay;
    }
    kit_answer(thought, skill->guide->act(guide->values, seat, rng));
    thought->delay = delay;
}

void peck_guide_think(const struct peck_player *player, const struct peck_seat *seat,
                      struct peck_rng *rng, struct peck_thought *thought)
{
    struct peck_guide guide;
    peck_guide_find(seat->game, seat->setup, &guide);
    peck_guide_play(&guide, player, seat, rng, thought);
}

/* ---- The words of a guide. ---- */

static struct peck_guide_line *add_line(struct peck_guide_page *page, const char *key,
                                        bool row)
{
    PECK_ASSERT(page->count < PECK_GUIDE_LINES);
    struct peck_guide_line *line = &page->lines[page->count++];
    *line = (struct peck_guide_line){.key = key, .row = row};
    return line;
}

struct peck_guide_line *peck_guide_text(struct peck_guide_page *page, const char *key)
{
    return add_line(page, key, false);
}

struct peck_guide_line *peck_guide_row(struct peck_guide_page *page, const char *key)
{
    return add_line(page, key, true);
}

struct peck_guide_line *peck_guide_number(struct peck_guide_line *line, int number)
{
    PECK_ASSERT(line->count < PECK_GUIDE_CELLS);
    line->cells[line->count++].number = number;
    return line;
}

struct peck_guide_line *peck_guide_word(struct peck_guide_line *line, const char *word)
{
    peck_guide_number(line, 0);
    line->cells[line->count - 1].word = word;
    return line;
}

struct peck_guide_line *peck_guide_numbers(struct peck_guide_line *line,
                                           const int8_t *numbers, int count)
{
    for (int i = 0; i < count; i++)
        peck_guide_number(line, numbers[i]);
    return line;
}
