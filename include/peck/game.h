/* game.h — the contract between a game's rules and everything else.
 *
 * A game is one constant `struct peck_game`. A state is plain bytes owned by the caller,
 * aligned to 8: no pointers, no padding, so that memcpy copies and memcmp compares. All
 * functions are pure: no globals, no clock, no generator, no allocation, no libc but mem*.
 *
 * Chance is a seat (PECK_CHANCE). Nothing is shuffled beforehand; a die or a card is
 * decided at a chance ply, so a list of (seat, action) replays a match exactly. Two states
 * that no player could ever tell apart, whatever they come to know, are equal bytes.
 *
 * Views. `redact` turns a state into what one viewer may know; the result is a state again,
 * with blanks. A viewer is a seat, or PECK_CHANCE for a spectator, who sees only what is
 * public. `movers`, `score`, `observe` (for the viewer), `table`, `encode`, `check`,
 * `setup` and `legal` (for the viewer's own seat) give the same answers on a view as on the
 * full state, except that `score` counts a blank as nothing. Everything else needs a full
 * state: call `determinize` first.
 *
 * Actions are numbers, unique within a game: no seat's action has the code of an outcome of
 * chance, and the name of an action follows from its code alone. */
#ifndef PECK_GAME_H
#define PECK_GAME_H

#include <peck/json.h>
#include <peck/rng.h>
#include <peck/text.h>

enum {
    PECK_SEATS_MAX = 7,
    PECK_CHANCE = 7, /* chance's seat number, and a spectator's as a viewer */
    PECK_CHANCE_BIT = 1 << PECK_CHANCE,
    PECK_OPTIONS_MAX = 4,     /* of one game */
    PECK_RUNS_MAX = 16,       /* of one game: see struct peck_run */
    PECK_STATE_MAX = 1088,    /* bytes of the largest state */
    PECK_CONTENTS_MAX = 144,  /* of them, what lies in the box */
    PECK_ACTIONS_MAX = 4096,  /* of one seat at one moment, in any game */
    PECK_OUTCOMES_MAX = 4096, /* of one chance ply, in any game */
    PECK_FEATURES_MAX = 1024,
    PECK_NAME_MAX = 32,     /* an action's name with its NUL */
    PECK_LINE_MAX = 2048,   /* a position line with its NUL */
    PECK_TABLE_MAX = 16384, /* the JSON of `table` with its NUL */
};

#define PECK_MUST_USE __attribute__((warn_unused_result))

/* Assertions find bugs; they are on in every build but a plain release. They trap, because
 * nothing below the doors may print. */
#ifdef PECK_CHECKED
#define PECK_ASSERT(condition) ((condition) ? (void)0 : __builtin_trap())
#else
#define PECK_ASSERT(condition) ((void)0)
#endif

enum peck_status {
    PECK_OK,
    PECK_BAD_SETUP,    /* seats or options the game does not take */
    PECK_ILLEGAL,      /* an action that is not legal here, or a seat that may not act */
    PECK_BAD_POSITION, /* a position line that does not parse, or breaks a rule */
    PECK_BAD_RECORD,
    PECK_NO_MEMORY,
    PECK_NO_FILE,
};

enum peck_option_kind {
    PECK_FLAG,   /* 0 or 1; named alone: `fast` */
    PECK_NUMBER, /* `rounds=5` */
    PECK_SEAT,   /* `first=2`; a seat of this table, or -1 for drawn at random */
};

struct peck_option {
    const char *name;
    enum peck_option_kind kind;
    int16_t low, high,
        standard;     /* bounds and the default; a PECK_SEAT has -1 as its default */
    const char *help; /* one line of English */
};

/* Who plays what: option[i] is the value of the game's i-th option. */
struct peck_setup {
    uint8_t seats;
    int16_t option[PECK_OPTIONS_MAX];
};

/* Actions with the codes `code`, `code` + 1 and so on. */
struct peck_run {
    uint32_t code, count;
};

/* Room for any state. */
union peck_state {
    uint64_t align;
    unsigned char bytes[PECK_STATE_MAX];
};

/* Room for what lies in any box: see contents_size. */
union peck_contents {
    uint64_t align;
    unsigned char bytes[PECK_CONTENTS_MAX];
};

struct peck_game {
    /* Facts. */
    const char *name; /* as in records: lower-case letters */
    const char *title;
    const char *summary; /* one line of English */
    uint16_t state_size;
    /* The last bytes of a state, which say what lies in the box where nobody outside knows
     * it: `init` writes what the rules assume, and no action changes them. 0: nothing is
     * assumed. A position line has them only where they are not what is assumed. */
    uint16_t contents_size;
    uint16_t actions_max;         /* room that `legal` may need for a seat … */
    uint16_t outcomes_max;        /* … and for chance */
    uint16_t features;            /* numbers that `observe` writes */
    uint8_t seats_min, seats_max; /* with any options; `init` knows the exact limit */
    bool low_wins;                /* fewest points win */
    bool open_chance; /* everybody sees every outcome of chance at once, as with dice.
                         Online, players then have a part in each when it is due, and no
                         server can foresee it (fair.h) */
    uint8_t option_count;
    struct peck_option options[PECK_OPTIONS_MAX];
    /* Every action that a seat can ever have, in ascending runs. They number the actions
     * for learners (peck_choices). No run means too many, as on an endless board. */
    uint8_t run_count;
    struct peck_run runs[PECK_RUNS_MAX];

    /* The position before the first ply. Refuses what generic checks cannot know (a seat
     * count that needs an option). Writes the state only on PECK_OK, and then all of it. */
    enum peck_status (*init)(void *state, const struct peck_setup *setup,
                             struct peck_error *error);
    /* The set-up this state came from. */
    void (*setup)(const void *state, struct peck_setup *setup);

    /* Bit s: seat s may act. PECK_CHANCE_BIT alone: chance. 0: the match is over. */
    uint32_t (*movers)(const void *state);
    /* Writes the actions of a mover, ascending, and returns their number, at least 1. For
     * PECK_CHANCE: the outcomes of weight above 0. For anyone else: 0. */
    uint32_t (*legal)(const void *state, int seat, uint32_t *actions);
    /* Whole-number weights of the outcomes, in the order of `legal(state, PECK_CHANCE)`. */
    void (*weights)(const void *state, uint32_t *weights);
    /* One outcome with exactly those odds. */
    uint32_t (*sample)(const void *state, struct peck_rng *rng);
    /* Plays a legal action; asserts legality cheaply in checked builds. peck_act checks
     * fully. */
    void (*apply)(void *state, int seat, uint32_t action);
    /* Points by the printed rules, at any moment, and places from 1; equals share a place.
     */
    void (*score)(const void *state, int32_t points[], uint8_t places[]);

    void (*redact)(void *state, int viewer);
    /* The ply as the viewer sees it: the action itself, or a code whose name shows `?` for
     * what lies face down. Such a code is never legal. `before` is the full state before
     * the ply. */
    uint32_t (*seen)(const void *before, int seat, uint32_t action, int viewer);
    /* Fills the blanks of a view with a world the viewer cannot rule out from the view
     * alone. */
    void (*determinize)(void *view, int viewer, struct peck_rng *rng);
    /* Features for learners, the viewer's seat first, then clockwise; exactly `features`
     * many. */
    void (*observe)(const void *state, int viewer, int16_t *features);

    /* The words of the record format, without the seat. */
    void (*action_name)(uint32_t action, struct peck_text *name);
    /* One canonical line, without the game's name and set-up, which peck_encode writes. */
    void (*encode)(const void *state, struct peck_text *line);
    /* Reads the same into a state fresh from `init`. A sloppy result is fine: `check`
     * follows. */
    void (*decode)(void *state, struct peck_scan *scan);
    /* NULL, or a message without values on the first invariant broken: a key of the
     * catalogue. Accepts any bytes of state_size. */
    const char *(*check)(const void *state);
    /* Writes the members of the object that describes the table to a user interface, as
     * text or as nodes; a blank is null. */
    void (*table)(const void *state, struct peck_json *json);
    /* Writes what a legal action brings, as members of its object in the view, so that user
     * interfaces need no rules. `view` is redacted for the seat. NULL: nothing. */
    void (*brings)(const void *view, int seat, uint32_t action, struct peck_json *json);

    /* Whether the only seat that may act is in the middle of a move. Everybody sees the
     * actions of a move as one, so that the time each of them takes reveals nothing; doors
     * send and play them together (peck_move_parse). NULL: every action is a move. */
    bool (*goes_on)(const void *state);

    /* Plays on at random until the end or `limit` plies; returns the number played. The
     * compiled hot loop: same draws, same match as peck_playout. */
    uint32_t (*playout)(void *state, struct peck_rng *rng, uint32_t limit);
};

/* The registry, from games/games.def. */
extern const struct peck_game *const peck_games[];
extern const int peck_game_count;     /* the games people play … */
extern const int peck_template_count; /* … and the templates after them, for tests only */
/* By name among the games people play; NULL when there is none. */
const struct peck_game *peck_game_find(const char *name);

/* Set-ups. */
enum { PECK_SEATS_SPELLED = 255 }; /* seats that a set-up can name; no game takes so many */
void peck_setup_begin(const struct peck_game *game, int seats, struct peck_setup *setup);
/* `text` is `name` or `name=value`. Unchanged on failure. */
enum peck_status peck_setup_option(const struct peck_game *game, struct peck_setup *setup,
                                   const char *text,
                                   struct peck_error *error) PECK_MUST_USE;
/* The index of the option in `name` or `name=value`; -1: none. */
int peck_option_find(const struct peck_game *game, const char *text);
/* The option is given twice. Returns PECK_BAD_SETUP. */
enum peck_status peck_refuse_twice(const struct peck_game *game, int option,
                                   struct peck_error *error);
/* The most seats the game takes with these options, whatever `seats` says. */
int peck_seats_most(const struct peck_game *game, const struct peck_setup *setup);
/* Reads a number of seats, which peck_init checks later. If it is not a number, the error
 * names the game's range. */
uint8_t peck_scan_seats(struct peck_scan *scan, const struct peck_game *game,
                        const struct peck_setup *setup);
/* Checks seats and options, then calls the game's `init`. Unchanged on failure. */
enum peck_status peck_init(const struct peck_game *game, void *state,
                           const struct peck_setup *setup,
                           struct peck_error *error) PECK_MUST_USE;
/* Writes one option as records spell it, or nothing if it has its default. Returns whether
 * it wrote something. */
bool peck_put_option(const struct peck_game *game, const struct peck_setup *setup,
                     int index, struct peck_text *text);

/* Writes the value of an option: a flag as true or false, a seat drawn at random as null.
 */
void peck_json_option(struct peck_json *json, const char *key,
                      const struct peck_option *option, int value);

/* Facts about a game, for the doors that offer it. A mask of the seat counts that it takes
 * with one option (-1: none) set to a value; and any value of an option but its default. */
uint32_t peck_seats_with(const struct peck_game *game, int option, int value);
int peck_other_value(const struct peck_option *option);
/* Whether several seats may act at once, as they may at the first decision; and whether
 * anything is ever hidden from a seat. False for a set-up that the game refuses. */
bool peck_at_once(const struct peck_game *game, const struct peck_setup *setup);
bool peck_hidden(const struct peck_game *game, const struct peck_setup *setup);
/* Writes the facts as members of the open JSON object. Every door uses this function, so
 * they have the same names everywhere: docs/reference/json.md. */
void peck_json_game(struct peck_json *json, const struct peck_game *game);

/* Plays an action from an untrusted source. PECK_ILLEGAL if it is not legal; nothing
 * changes then. */
enum peck_status peck_act(const struct peck_game *game, void *state, int seat,
                          uint32_t action) PECK_MUST_USE;
/* Finds the legal action of that name. */
enum peck_status peck_action_parse(const struct peck_game *game, const void *state,
                                   int seat, const char *name,
                                   uint32_t *action) PECK_MUST_USE;
/* Finds the legal actions of a move, `lay W7; add W5; done`: one, and more only while the
 * move goes on (`goes_on`). No game has longer moves than there is room for. */
enum { PECK_MOVE_MAX = 32 };
enum peck_status peck_move_parse(const struct peck_game *game, const void *state, int seat,
                                 const char *text, uint32_t actions[PECK_MOVE_MAX],
                                 uint32_t *count) PECK_MUST_USE;
/* Whether the seat that acted is in the middle of such a move. */
static inline bool peck_goes_on(const struct peck_game *game, const void *state)
{
    return game->goes_on != NULL && game->goes_on(state);
}

/* Choices: the actions of seats numbered from 0 without gaps, in the order of their codes.
 * An action keeps its number from state to state; but in a game without runs its number is
 * its rank among the legal ones. */
uint32_t peck_choice_count(const struct peck_game *game);
/* Turns a list of `legal` into choices, in the same order. The arrays may be the same. */
void peck_choices(const struct peck_game *game, const uint32_t *actions, uint32_t count,
                  uint32_t *choices);
/* The action of a choice below peck_choice_count, in a game with runs. */
uint32_t peck_choice_action(const struct peck_game *game, uint32_t choice);

/* The whole position line: `<game> seats=3 fast | …`. */
void peck_encode(const struct peck_game *game, const void *state, struct peck_text *line);
/* Reads a position line; `state` has room for any state. On failure only the error is
 * written. */
enum peck_status peck_decode(const char *line, const struct peck_game **game,
                             union peck_state *state,
                             struct peck_error *error) PECK_MUST_USE;

/* Random play through the struct; see `playout`. */
uint32_t peck_playout(const struct peck_game *game, void *state, struct peck_rng *rng,
                      uint32_t limit);

/* Places from keys, the highest key first; equal keys share a place. For `score`. */
void peck_places(const int64_t keys[], int seats, uint8_t places[]);

#endif
