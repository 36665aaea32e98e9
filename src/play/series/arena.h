/* arena.h — measures strength: many matches between bots, on several threads.
 *
 * The result is the same on any number of threads. A *block* is one line-up of bots and one
 * seed, played once for every rotation of the line-up around the table: in rotation r the
 * bot at place p of the line-up has seat (p + r) mod seats. Chance is the same in all
 * matches of a block as far as the rules allow (referee.h), so the luck of a seat comes to
 * every bot in turn. Matches of a block depend on one another; blocks do not. The block is
 * the unit of every standard error.
 *
 * In a *gauntlet* entrant 0, the hero, meets the others, the field: each block has the hero
 * once and fills the other places from the field in rotation. In a *pool* all entrants are
 * equal: with two seats every pair meets in turn, with more every bot is dealt to the
 * tables equally often. */
#ifndef PLAY_ARENA_H
#define PLAY_ARENA_H

#include <peck/bot.h>

enum {
    PECK_ENTRANTS_MAX = 16,
    PECK_ARENA_MATCHES_MAX = 10000000, /* 68 bytes each are kept: at most 680 MB */
    PECK_ARENA_THREADS_MAX = 256,
    PECK_FAULTS_KEPT = 16,
};

/* A bot of ours, or a program. */
struct peck_entrant {
    const char *name;    /* as the caller spelled it; the caller's memory */
    const char *command; /* of `exec:COMMAND`; NULL: a bot of ours */
    struct peck_player player;
};

/* What is kept of one match, by seat. */
struct peck_arena_match {
    int32_t points[PECK_SEATS_MAX];
    float luck[PECK_SEATS_MAX]; /* what chance did to the chance of winning; 0: not known */
    uint8_t places[PECK_SEATS_MAX];
    uint8_t forfeits; /* bit s: seat s lost by its own fault */
    bool unfinished;  /* it was too long, and scored as it stood */
};

/* Why a seat lost by its own fault. */
struct peck_fault {
    uint64_t match;
    uint8_t seat, entrant;
    struct peck_error reason;
};

struct peck_arena {
    /* Filled in by the caller. */
    const struct peck_game *game;
    struct peck_setup setup;
    struct peck_entrant entrants[PECK_ENTRANTS_MAX];
    int entrant_count;
    bool pool; /* all are equal; else the first is the hero */
    uint64_t seed;
    uint32_t blocks; /* to be played */
    int threads;
    uint32_t limit; /* ms for an answer of a program */
    /* Each seat's chance of winning, to measure luck with: as in struct peck_skill. May be
     * NULL. */
    void (*value)(const void *state, double win[]);
    /* Told of each block in order, one at a time; false: this one is the last. May be NULL.
     */
    bool (*finished)(const struct peck_arena *arena, uint32_t block, void *context);
    /* Asked before each block is begun, one at a time; false: no more are begun, and those
     * under way are the last. May be NULL. */
    bool (*goes_on)(void *context);
    /* Told every tenth of a second how many blocks are done. May be NULL. */
    void (*watch)(const struct peck_arena *arena, void *context);
    void *context;

    bool fair; /* found out by peck_arena_play: see peck_value_is_fair */
    /* Results: matches[block * seats + rotation], sound for blocks below `done`. */
    struct peck_arena_match *matches;
    uint32_t done;
    struct peck_fault faults[PECK_FAULTS_KEPT]; /* the first ones, in order of matches */
    int fault_count;
};

/* Finds `hard`, `pimc-128` or `exec:COMMAND`; `think` is a budget in ms for a bot of ours,
 * 0 for its own budget of work. */
enum peck_status peck_entrant_find(const struct peck_game *game, const char *name,
                                   uint32_t think, struct peck_entrant *entrant,
                                   struct peck_error *error) PECK_MUST_USE;
/* Makes room for the results; `done` is 0. Blocks known from before may then be filled in,
 * and `done` raised. */
enum peck_status peck_arena_begin(struct peck_arena *arena) PECK_MUST_USE;
/* Plays the blocks from `done` on. A fault of ours (memory, threads) ends it. */
enum peck_status peck_arena_play(struct peck_arena *arena,
                                 struct peck_error *error) PECK_MUST_USE;
void peck_arena_free(struct peck_arena *arena);

/* Who sits where: entrants by seat in one match of a block. */
void peck_arena_seating(const struct peck_arena *arena, uint32_t block, int rotation,
                        uint8_t entrant[PECK_SEATS_MAX]);
/* What a match is worth to a seat: 1 for a win, a share of it for a shared one. */
double peck_arena_win(const struct peck_arena_match *match, int seats, int seat);
/* Matches that were too long, among those done. */
uint64_t peck_arena_unfinished(const struct peck_arena *arena);

/* One block as a line of text, and back; for files from which an arena goes on. Reading
 * leaves the block alone unless the whole line is sound. */
void peck_arena_put_block(const struct peck_arena *arena, uint32_t block,
                          struct peck_text *text);
bool peck_arena_read_block(struct peck_arena *arena, uint32_t block, const char *line);

#endif
