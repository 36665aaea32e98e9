/* bot.h — players: what one may know, how long it may think, and what it answers.
 *
 * A player gets its own view and the plies as it saw them, never a full state. It answers
 * with an action and, on request, with an estimate of every legal one. The same seat,
 * budget of work and generator always give the same answer. A bot that uses the clock
 * (budget.milliseconds) may answer differently on a slower machine.
 *
 * Bots of one game may include that game's private header; nobody else does. */
#ifndef PECK_BOT_H
#define PECK_BOT_H

#include <peck/match.h>

/* All that a player may know. */
struct peck_seat {
    const struct peck_game *game;
    const struct peck_setup *setup;
    int seat;                     /* one that may act now */
    const union peck_state *view; /* redacted for the seat */
    const struct peck_ply *plies; /* since the start, as the seat saw them … */
    uint32_t count;               /* … NULL and 0 when only a position is known */
};

/* Whichever limit comes first; 0 means no limit. Each bot has its own unit of work, which
 * its help names: a playout, a sampled deal, a node. */
struct peck_budget {
    uint32_t milliseconds, work;
};

/* The chance of winning (a shared win counts as a share) and the expected points at the end
 * by the printed rules, each with its standard error; 0 where the value is exact. */
struct peck_estimate {
    uint32_t action;
    double win, win_error, points, points_error;
};

struct peck_thought {
    uint32_t action;
    uint32_t
        delay; /* ms until it acts, where everybody plays at once: the model of a person */
    uint32_t count; /* estimates made: one for each legal action, ascending; or 0 */
    struct peck_estimate
        *estimates; /* room for PECK_ACTIONS_MAX; NULL when not asked for */
};

struct peck_player;

struct peck_bot {
    const char *name; /* `hard`, `ev-own`; with a parameter it is named `pimc-128` */
    const char *help; /* one line of English, with the unit of work */
    int low, high,
        standard; /* bounds of the parameter and what the bare name means; 0 0 0: none */
    struct peck_budget budget; /* when the caller names none */
    void (*think)(const struct peck_player *player, const struct peck_seat *seat,
                  struct peck_rng *rng, struct peck_thought *thought);
};

/* An entry of a table of bots; after the help stand other members, where it has some:
 * PECK_BOT("pimc", think_pimc, "N sampled deals", .low = 1, .high = 99). */
#define PECK_BOT(NAME, THINK, ...) {.name = NAME, .think = THINK, .help = __VA_ARGS__}

/* A bot with its parameter and budget filled in. */
struct peck_player {
    const struct peck_bot *bot;
    int parameter;
    struct peck_budget budget;
};

/* Learning, reproducible from the seed. `save` gets the networks under the names of
 * data/<name>.net; `progress` gets the number of finished matches. */
struct peck_training {
    struct peck_setup setup;
    uint64_t seed, matches;
    void *context;
    void (*progress)(void *context, uint64_t done);
    enum peck_status (*save)(void *context, const char *name, const unsigned char *bytes,
                             size_t count);
};

struct peck_guide_kind; /* src/play/guide.h */
struct peck_solver;

/* A door built with PECK_PLAYS_ONLY leaves out learning and solving. */
#ifdef PECK_PLAYS_ONLY
#define PECK_LEARNS(pointer) NULL
#else
#define PECK_LEARNS(pointer) (pointer)
#endif

/* What is known about playing one game: `players` of its pack. */
struct peck_skill {
    const struct peck_bot
        *bots; /* the levels first, weakest first, then reference opponents */
    int count;
    /* Each seat's chance of winning in a full state at any ply, by a fixed evaluator; NULL
     * where there is none better than playing on. Costs microseconds. */
    void (*value)(const void *state, double win[]);
    /* Learns the networks for a set-up; NULL where there are none. */
    enum peck_status (*train)(const struct peck_training *training);
    /* Rules of thumb, and the bot `guide` that plays by them; NULL where there are none. */
    const struct peck_guide_kind *guide;
    /* Solves the game (solver.h); NULL where that is beyond us. */
    const struct peck_solver *solver;
};

/* The levels every game has. */
enum peck_level {
    PECK_RANDOM,
    PECK_EASY,
    PECK_NORMAL,
    PECK_HARD,
    PECK_EXPERT,
    PECK_LEVELS
};
extern const char *const peck_level_names[PECK_LEVELS];

/* The skill of a game; never NULL: a game without one has the general bots (random,
 * mcts-N). */
const struct peck_skill *peck_skill_of(const struct peck_game *game);
/* Writes the games people play as an array: for each the facts of peck_json_game, and
 * "bots". The browser, Python and `GET /api/games` use it. A game takes two or three
 * kilobytes; the room includes the NUL. */
enum { PECK_GAMES_JSON_MAX = 65536 };
void peck_json_games(struct peck_json *json, const char *key);
/* Finds a bot by name for a game, with the parameter in the name and the bot's own budget.
 * The error lists the bots there are. */
enum peck_status peck_player_find(const struct peck_game *game, const char *name,
                                  struct peck_player *player,
                                  struct peck_error *error) PECK_MUST_USE;
/* Lets the player think for a seat of a full match: redacts the state, translates the
 * plies, asks. Loops that play many matches keep the seen plies themselves. */
enum peck_status peck_player_think(const struct peck_player *player,
                                   const struct peck_match *match, int seat,
                                   struct peck_rng *rng,
                                   struct peck_thought *thought) PECK_MUST_USE;
/* The index of the best action's estimate; there must be estimates. The best action is the
 * bot's choice, unless its estimates clearly contradict it: some bots choose by other means
 * than their estimates. */
uint32_t peck_thought_best(const struct peck_thought *thought);

#endif
