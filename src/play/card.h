/* card.h — strategy cards: a few whole numbers with sentences that a person can remember.
 *
 * A game brings the rules of its card: what each number means, how to play by them, and the
 * words. The numbers are learnt from the game's bot `hard` (card_fit.c). They are kept in
 * games/<game>/data/<name>.card and compiled in, together with the strength measured when
 * the card was made. The bot `card` of each game plays by it.
 *
 * There is a card for each number of seats and for each variant of the rules that is played
 * differently; other options share it. */
#ifndef PLAY_CARD_H
#define PLAY_CARD_H

#include <peck/bot.h>

enum {
    PECK_RULES_MAX = 80,
    PECK_CARD_TEXT = 8192, /* a card in words, or its file, with the NUL */
    PECK_CARD_LEAST = -99, /* numbers have two digits at most */
    PECK_CARD_MOST = 99,
};

/* One number of a card, its bounds, and what it is before anything is learnt. */
struct peck_rule {
    const char *name;
    int8_t low, high, start;
};

/* What a game brings along; struct peck_skill has it. */
struct peck_card_kind {
    const struct peck_rule *rules;
    int count;
    uint32_t variants; /* bit i: option i, a flag, has cards of its own */
    /* Learning: the work of `hard` for one judgement (0: the skill's value of the state
     * judges instead), one decision in how many is judged, and what a point at the end
     * counts beside the chance of winning. */
    uint32_t work, every;
    double point;
    /* What a player by this card does; of the view it uses what a person would see. */
    uint32_t (*act)(const int8_t values[], const struct peck_seat *seat,
                    struct peck_rng *rng);
    /* The card in words: lines of at most 78 columns, ASCII. */
    void (*tell)(const int8_t values[], const struct peck_setup *setup,
                 struct peck_text *text);
};

/* Who was measured, each as one among `hard`. */
enum peck_card_hero { PECK_HERO_CARD, PECK_HERO_NORMAL, PECK_HERO_EASY, PECK_HEROES };
extern const char *const peck_card_heroes[PECK_HEROES];

struct peck_card_result {
    uint64_t matches;  /* 0: not measured */
    double win, error; /* the rate, and its standard error; to four digits */
};

struct peck_card {
    int8_t values[PECK_RULES_MAX];
    uint64_t seed, matches; /* learnt from; 0 matches: nothing was learnt */
    struct peck_card_result results[PECK_HEROES];
};

/* The name of the card for a set-up: `<game>-3-<option>`. */
void peck_card_name(const struct peck_game *game, const struct peck_setup *setup,
                    struct peck_text *name);
/* The card that was compiled in; where there is none, one that nothing was learnt for. The
 * game's skill must have a card. */
void peck_card_find(const struct peck_game *game, const struct peck_setup *setup,
                    struct peck_card *card);
/* A card as the text of its file. */
void peck_card_write(const struct peck_card_kind *kind, const char *name,
                     const struct peck_card *card, struct peck_text *text);

/* The bot `card` of any game that has one; where all play at once it takes the time that
 * `hard` takes. */
void peck_card_think(const struct peck_player *player, const struct peck_seat *seat,
                     struct peck_rng *rng, struct peck_thought *thought);
/* The same by a given card. */
void peck_card_play(const struct peck_card *card, const struct peck_player *player,
                    const struct peck_seat *seat, struct peck_rng *rng,
                    struct peck_thought *thought);

/* Learning. The result follows from set-up, seed and matches. `progress` receives
 * thousandths. */
struct peck_card_fit {
    const struct peck_game *game;
    struct peck_setup setup;
    uint64_t seed, matches;
    void *context;
    void (*progress)(void *context, uint64_t thousandths);
};
/* Writes values, seed and matches of the card. */
enum peck_status peck_card_fit(const struct peck_card_fit *fit, struct peck_card *card,
                               struct peck_error *error) PECK_MUST_USE;

/* Measuring: the hero as one among `hard`, in every seat in turn; adjusted for luck where
 * the game has a value function. */
struct peck_arena;
struct peck_card_trial {
    const struct peck_game *game;
    struct peck_setup setup;
    uint64_t seed, matches;
    int threads;
    void *context;
    void (*watch)(const struct peck_arena *arena, void *context);
};
enum peck_status peck_card_measure(const struct peck_card_trial *trial,
                                   const struct peck_card *card, enum peck_card_hero hero,
                                   struct peck_card_result *result,
                                   struct peck_error *error) PECK_MUST_USE;

/* The bot `card` in a game's table of bots. */
#define PECK_CARD_BOT                                                                      \
    .name = "card", .help = "by the card that peck strategy prints",                       \
    .think = peck_card_think

/* Helps to tell a card: a string on the left of a field so wide, a number on its right. */
void peck_put_left(struct peck_text *text, const char *string, int width);
void peck_put_right(struct peck_text *text, int number, int width);

#endif
