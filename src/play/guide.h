/* guide.h — strategy guides: a few whole numbers with sentences that a person can remember.
 *
 * A game brings the rules of its guide: what each number means, how to play by them, and
 * the words. The numbers are learnt from the game's bot `hard` (guide_fit.c). They are kept
 * in games/<game>/data/<name>.guide and compiled in, together with the strength measured
 * when the guide was made. The bot `guide` of each game plays by it.
 *
 * There is a guide for each number of seats and for each variant of the rules that is
 * played differently; other options share it. */
#ifndef PLAY_GUIDE_H
#define PLAY_GUIDE_H

#include <peck/bot.h>

enum {
    PECK_RULES_MAX = 80,
    PECK_GUIDE_TEXT = 8192, /* a guide in words, or its file, with the NUL */
    PECK_GUIDE_LEAST = -99, /* numbers have two digits at most */
    PECK_GUIDE_MOST = 99,
};

/* One number of a guide, its bounds, and what it is before anything is learnt. */
struct peck_rule {
    const char *name;
    int8_t low, high, start;
};

/* The words of a guide: messages of the catalogue with the numbers they speak of, which a
 * door says in its reader's language. A text is a paragraph, in which {1}, {2} … are its
 * numbers; rows one after the other are a table: a label and cells. */
enum { PECK_GUIDE_LINES = 48, PECK_GUIDE_CELLS = 8 };
struct peck_guide_line {
    const char *key; /* NULL: a row without a label, or an empty line */
    bool row;
    int count;
    struct {
        const char *word; /* as it is, or a message where it is a key; NULL: the number */
        int number;
    } cells[PECK_GUIDE_CELLS];
};
struct peck_guide_page {
    int count;
    struct peck_guide_line lines[PECK_GUIDE_LINES];
};
/* Adds a paragraph, a row, or with NULL an empty line … */
struct peck_guide_line *peck_guide_text(struct peck_guide_page *page, const char *key);
struct peck_guide_line *peck_guide_row(struct peck_guide_page *page, const char *key);
/* … and to it numbers, or a word. Each returns the line. */
struct peck_guide_line *peck_guide_numbers(struct peck_guide_line *line,
                                           const int8_t *numbers, int count);
struct peck_guide_line *peck_guide_number(struct peck_guide_line *line, int number);
struct peck_guide_line *peck_guide_word(struct peck_guide_line *line, const char *word);

/* What a game brings along; struct peck_skill has it. */
struct peck_guide_kind {
    const struct peck_rule *rules;
    int count;
    uint32_t variants; /* bit i: option i, a flag, has separate guides */
    /* Learning: the work of `hard` for one judgement (0: the skill's value of the state
     * judges instead), one decision in how many is judged, and what a point at the end
     * counts beside the chance of winning. */
    uint32_t work, every;
    double point;
    /* What a player by this guide does; of the view it uses what a person would see. */
    uint32_t (*act)(const int8_t values[], const struct peck_seat *seat,
                    struct peck_rng *rng);
    /* The guide in words. */
    void (*page)(const int8_t values[], const struct peck_setup *setup,
                 struct peck_guide_page *page);
};

/* The players measured, each as one among `hard`. */
enum peck_guide_hero { PECK_HERO_GUIDE, PECK_HERO_NORMAL, PECK_HERO_EASY, PECK_HEROES };
extern const char *const peck_guide_heroes[PECK_HEROES];

struct peck_guide_result {
    uint64_t matches;  /* 0: not measured */
    double win, error; /* the rate, and its standard error; to four digits */
};

struct peck_guide {
    int8_t values[PECK_RULES_MAX];
    uint64_t seed, matches; /* learnt from; 0 matches: nothing was learnt */
    struct peck_guide_result results[PECK_HEROES];
};

/* The name of the guide for a set-up: `<game>-3-<option>`. */
void peck_guide_name(const struct peck_game *game, const struct peck_setup *setup,
                     struct peck_text *name);
/* The guide that was compiled in; where there is none, one that nothing was learnt for. The
 * game's skill must have a guide. */
void peck_guide_find(const struct peck_game *game, const struct peck_setup *setup,
                     struct peck_guide *guide);
/* A guide as the text of its file. */
void peck_guide_write(const struct peck_guide_kind *kind, const char *name,
                      const struct peck_guide *guide, struct peck_text *text);

/* The bot `guide` of any game that has one; where all play at once it takes the time that
 * `hard` takes. */
void peck_guide_think(const struct peck_player *player, const struct peck_seat *seat,
                      struct peck_rng *rng, struct peck_thought *thought);
/* The same by a given guide. */
void peck_guide_play(const struct peck_guide *guide, const struct peck_player *player,
                     const struct peck_seat *seat, struct peck_rng *rng,
                     struct peck_thought *thought);

/* Learning. The result follows from set-up, seed and matches. `progress` receives
 * thousandths. */
struct peck_guide_fit {
    const struct peck_game *game;
    struct peck_setup setup;
    uint64_t seed, matches;
    void *context;
    void (*progress)(void *context, uint64_t thousandths);
};
/* Writes values, seed and matches of the guide. */
enum peck_status peck_guide_fit(const struct peck_guide_fit *fit, struct peck_guide *guide,
                                struct peck_error *error) PECK_MUST_USE;

/* Measuring: the hero as one among `hard`, in every seat in turn; adjusted for luck where
 * the game has a value function. */
struct peck_arena;
struct peck_guide_trial {
    const struct peck_game *game;
    struct peck_setup setup;
    uint64_t seed, matches;
    int threads;
    void *context;
    void (*watch)(const struct peck_arena *arena, void *context);
};
enum peck_status peck_guide_measure(const struct peck_guide_trial *trial,
                                    const struct peck_guide *guide,
                                    enum peck_guide_hero hero,
                                    struct peck_guide_result *result,
                                    struct peck_error *error) PECK_MUST_USE;

/* The bot `guide` in a game's table of bots. */
#define PECK_GUIDE_BOT                                                                     \
    .name = "guide", .help = "by the guide that peck strategy prints",                     \
    .think = peck_guide_think

#endif
