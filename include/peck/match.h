/* match.h — the midend: one match as the log of its plies, and everything told from the
 * log.
 *
 * The log is the truth. The state is what the engine makes of it; undo forgets plies and
 * plays the rest again; a record is the log as text, and loading one is playing it. So the
 * save path is the play path. Memory is allocated here and only here; nothing prints and
 * nothing exits. */
#ifndef PECK_MATCH_H
#define PECK_MATCH_H

#include <peck/game.h>

enum {
    PECK_PLAYER_MAX = 64,     /* bytes of a player's name with its NUL */
    PECK_PLIES_MAX = 1000000, /* of one match: a limit on everything */
    PECK_NAMES_KNOWN = 4096,  /* that peck_names remembers; a power of two */
    PECK_RECORD_VERSION = 1,
    PECK_VIEW_VERSION = 1, /* of what peck_view_write writes: docs/reference/view.md */
};

struct peck_ply {
    uint32_t action;
    uint8_t seat;
};

struct peck_match {
    const struct peck_game *game;
    struct peck_setup setup;
    char name[PECK_SEATS_MAX][PECK_PLAYER_MAX]; /* UTF-8; "" when not given */
    struct peck_ply *plies;
    uint32_t count, room;
    union peck_state state; /* after all plies */
};

/* Text that grows; always ends in a NUL once something was added. */
struct peck_buffer {
    char *bytes;
    size_t length, room;
};

enum peck_status peck_buffer_put(struct peck_buffer *buffer,
                                 const char *string) PECK_MUST_USE;
enum peck_status peck_buffer_add(struct peck_buffer *buffer, const void *bytes,
                                 size_t count) PECK_MUST_USE;
/* Makes room for that many bytes more, and a NUL. */
enum peck_status peck_buffer_reserve(struct peck_buffer *buffer, size_t more) PECK_MUST_USE;
/* A text that continues the buffer with room for `more` bytes; peck_buffer_close takes over
 * what was written. For those who can say beforehand how much at most they will write. */
enum peck_status peck_buffer_open(struct peck_buffer *buffer, size_t more,
                                  struct peck_text *text) PECK_MUST_USE;
void peck_buffer_close(struct peck_buffer *buffer, const struct peck_text *text);
void peck_buffer_free(struct peck_buffer *buffer);

/* A fresh match. On failure there is nothing to free. */
enum peck_status peck_match_begin(struct peck_match *match, const struct peck_game *game,
                                  const struct peck_setup *setup,
                                  struct peck_error *error) PECK_MUST_USE;
void peck_match_free(struct peck_match *match);
/* Names a seat: UTF-8 without control characters and line breaks, shorter than
 * PECK_PLAYER_MAX.
 * "" takes the name away. PECK_BAD_SETUP, and nothing changed, otherwise. */
enum peck_status peck_match_name(struct peck_match *match, int seat, const char *name,
                                 struct peck_error *error) PECK_MUST_USE;

/* Plays one ply. The error says what was wrong and what would be right; nothing changes.
 */
enum peck_status peck_match_play(struct peck_match *match, int seat, uint32_t action,
                                 struct peck_error *error) PECK_MUST_USE;
/* The same by the action's name. */
enum peck_status peck_match_say(struct peck_match *match, int seat, const char *name,
                                struct peck_error *error) PECK_MUST_USE;
/* Draws and plays chance plies until a seat is to act or the match is over. */
enum peck_status peck_match_chance(struct peck_match *match, struct peck_rng *rng,
                                   struct peck_error *error) PECK_MUST_USE;
/* Forgets the last plies until `count` remain; nothing when there are no more than that. */
void peck_match_undo(struct peck_match *match, uint32_t count);
/* The state after the first `count` plies. */
void peck_match_state_at(const struct peck_match *match, uint32_t count,
                         union peck_state *state);

/* Records, as docs/reference/formats.md has them. `viewer` is a seat, PECK_CHANCE for a
 * spectator, or -1 for the full record. A seat's record has a `you` line; a seat's and a
 * spectator's show the plies as they saw them. Appends to the buffer, or leaves it as it
 * was. */
enum peck_status peck_record_write(const struct peck_match *match, int viewer,
                                   struct peck_buffer *buffer) PECK_MUST_USE;

/* Names met before, with their action: naming each of the 1287 outcomes of eight dice for
 * every roll of a file would take most of the time. All zeros is empty. */
struct peck_names {
    const struct peck_game *game; /* whose actions are `known` */
    struct {
        uint32_t hash, action; /* of the name; a hash of 0: empty */
    } known[PECK_NAMES_KNOWN]; /* eight dice alone have 3002 rolls of one to all */
};

/* As peck_match_say, and remembers. */
enum peck_status peck_names_say(struct peck_names *names, struct peck_match *match,
                                int seat, const char *name,
                                struct peck_error *error) PECK_MUST_USE;

/* Reads the matches of one file, one after the other. The bytes stay the caller's. */
struct peck_reader {
    const char *bytes, *end, *at;
    uint32_t line; /* number of the line at `at`, from 1 */
    struct peck_names names;
};

struct peck_reader peck_reader_begin(const char *bytes, size_t count);
/* Whether another match follows (blank lines and comments are skipped); or something that
 * is no match, which peck_record_read then refuses. */
bool peck_reader_more(struct peck_reader *reader);
/* Loads it into a fresh match. On failure the error names line and reason, and nothing is
 * to be freed. An unfinished record loads up to where it stops. */
enum peck_status peck_record_read(struct peck_reader *reader, struct peck_match *match,
                                  struct peck_error *error) PECK_MUST_USE;

/* The JSON view for one viewer (a seat, or PECK_CHANCE for a spectator), with the last
 * `plies` plies as that viewer saw them. Appends one object to the buffer:
 * docs/reference/view.md. It is made from the redacted state and the seen plies alone, so
 * it cannot tell more than the viewer knows. */
enum peck_status peck_view_write(const struct peck_match *match, int viewer, uint32_t plies,
                                 struct peck_buffer *buffer) PECK_MUST_USE;
/* The same as nodes, for drawings and sentences in this process; or the table alone, which
 * is then the root. What the tree held is forgotten. */
enum peck_status peck_view_tree(const struct peck_match *match, int viewer, uint32_t plies,
                                struct peck_tree *tree) PECK_MUST_USE;
enum peck_status peck_table_tree(const struct peck_match *match, int viewer,
                                 struct peck_tree *tree) PECK_MUST_USE;

/* Trees in memory of their own; all zeros is one without any. Makes it empty, with room for
 * so many nodes and bytes of strings. Unchanged when memory is short. */
enum peck_status peck_tree_reserve(struct peck_tree *tree, size_t nodes,
                                   size_t bytes) PECK_MUST_USE;
void peck_tree_free(struct peck_tree *tree);

#endif
