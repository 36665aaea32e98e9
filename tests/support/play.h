/* play.h — plays games by name in tests: positions, plies and legal actions as text.
 *
 * Names and lines are spelled as in docs/reference/formats.md. Every function fails the
 * running cmocka test when its input is refused. */
#ifndef TESTS_PLAY_H
#define TESTS_PLAY_H

#include <peck/bot.h>

/* A match under test: the game and its state. */
struct board {
    const struct peck_game *game;
    union peck_state state;
};

/* `options` is a list of words separated by spaces: "extra-wurm first=1", or "". */
struct board board_begin(const struct peck_game *game, int seats, const char *options);
/* From a position line. */
struct board board_at(const char *line);
/* Plays lines separated by newlines or semicolons: "* roll 11345WWW; 0 keep W; 0 roll". */
void board_play(struct board *board, const char *lines);
/* The legal names of a seat (PECK_CHANCE for chance), joined by "; "; "" when it may not
 * act. */
const char *board_legal(const struct board *board, int seat);
bool board_may(const struct board *board, int seat, const char *name);
/* The position line. */
const char *board_line(const struct board *board);
int board_points(const struct board *board, int seat);
int board_place(const struct board *board, int seat);
/* The same position as one viewer sees it. */
struct board board_view(const struct board *board, int viewer);
/* The view as JSON, valid until the next call. */
const char *board_table(const struct board *board);
/* The text contains these words; what the error says does. */
void assert_has(const char *text, const char *words);
void assert_says(const struct peck_error *error, const char *words);
/* The set-up is refused, with a sentence that contains `words`. */
void assert_refused(const struct peck_game *game, int seats, const char *options,
                    const char *words);
/* The position line is refused, with a sentence that contains `words`. */
void assert_bad_position(const char *line, const char *words);
/* Whether two nodes, and all that comes after and below them, are the same document. */
bool same_nodes(const struct peck_node *a, const struct peck_node *b);
/* What an error says, and what a message without values does, in English, until the next
 * call. A key that is not in the catalogue, or a placeholder left over, fails the test. */
const char *error_words(const struct peck_error *error);
const char *key_words(const char *key);
/* The bot of that name; with `work` above 0 its budget is that alone, and it is a pure
 * function. */
struct peck_player bot_named(const struct peck_game *game, const char *name, uint32_t work);
/* Lets it think about a full state, of which it is shown its view alone. */
struct peck_thought bot_thinks(const struct peck_player *player,
                               const struct peck_game *game, const union peck_state *state,
                               int seat, uint64_t seed, struct peck_estimate *estimates);
/* Equal in every member; what lies between the members is anybody's. */
void assert_same_estimates(const struct peck_estimate *one,
                           const struct peck_estimate *other, uint32_t count);

#endif
