/* match.h — the midend: one match as the log of its plies.
 *
 * Everything is derived from the log. The state is the result of playing it; undo removes
 * plies and plays the rest again; a record is the log as text, and loading a record plays
 * it. Saving and playing therefore share one path. Memory is allocated only here; nothing
 * prints and nothing exits. */
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

/* Text that grows. It ends in a NUL as soon as something was added. */
struct peck_buffer {
    char *bytes;
    size_t length, room;
};

enum peck_status peck_buffer_put(struct peck_buffer *buffer,
                                 const char *string) PECK_MUST_USE;
enum peck_status peck_buffer_add(struct peck_buffer *buffer, const void *bytes,
                                 size_t count) PECK_MUST_USE;
/* Makes room for that many more bytes and a NUL. */
enum peck_status peck_buffer_reserve(struct peck_buffer *buffer, size_t more) PECK_MUST_USE;
/* Opens a text that continues the buffer, with room for `more` bytes; peck_buffer_close
 * keeps what was written. For callers that know an upper limit beforehand. */
enum peck_status peck_buffer_open(struct peck_buffer *buffer, size_t more,
                                  struct peck_text *text) PECK_MUST_USE;
void peck_buffer_close(struct peck_buffer *buffer, const struct peck_text *text);
void peck_buffer_free(struct peck_buffer *buffer);

/* A fresh match. On failure there is nothing to free. */
enum peck_status peck_match_begin(struct peck_match *match, const struct peck_game *game,
                                  const struct peck_setup *setup,
                                  struct peck_error *error) PECK_MUST_USE;
void peck_match_free(struct peck_match *match);
/* Names a seat, in UTF-8 without control characters and line breaks and shorter than
 * PECK_PLAYER_MAX; "" removes the name. PECK_BAD_SETUP for any other name; nothing changes
 * then. */
enum peck_status peck_match_name(struct peck_match *match, int seat, const char *name,
                                 struct peck_error *error) PECK_MUST_USE;

/* Plays one ply. On failure nothing changes, and the error says what would be right. */
enum peck_status peck_match_play(struct peck_match *match, int seat, uint32_t action,
                                 struct peck_error *error) PECK_MUST_USE;
/* The same by the action's name. */
enum peck_status peck_match_say(struct peck_match *match, int seat, const char *name,
                                struct peck_error *error) PECK_MUST_USE;
/* Draws and plays chance plies until a seat is to act or the match is over. */
enum peck_status peck_match_chance(struct peck_match *match, struct peck_rng *rng,
                                   struct peck_error *error) PECK_MUST_USE;
/* Removes the last plies until at most `count` remain. */
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

/* A cache of names and their actions. Without it, naming each of the 1287 outcomes of eight
 * dice for every roll would take most of the time of reading a file. All zeros is empty. */
struct peck_names {
    const struct peck_game *game; /* whose actions are `known` */
    struct {
        uint32_t hash, action; /* of the name; a hash of 0: empty */
    } known[PECK_NAMES_KNOWN]; /* eight dice alone have 3002 rolls of one to all */
};

/* Like peck_match_say, with the cache. */
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
/* Skips blank lines and comments. Returns whether anything follows: another match, or
 * something that peck_record_read refuses. */
bool peck_reader_more(struct peck_reader *reader);
/* Loads it into a fresh match. On failure the error names line and reason, and there is
 * nothing to free. An unfinished record loads up to where it stops. */
enum peck_status peck_record_read(struct peck_reader *reader, struct peck_match *match,
                                  struct peck_error *error) PECK_MUST_USE;

/* The JSON view for one viewer (a seat, or PECK_CHANCE for a spectator), with the last
 * `plies` plies as that viewer saw them. Appends one object to the buffer:
 * docs/reference/view.md. It is made only from the redacted state and the plies as seen, so
 * it cannot reveal more than the viewer knows. */
enum peck_status peck_view_write(const struct peck_match *match, int viewer, uint32_t plies,
                                 struct peck_buffer *buffer) PECK_MUST_USE;
/* The same as nodes, for drawings and sentences in this process; or only the table, which
 * is then the root. Replaces the tree's contents. */
enum peck_status peck_view_tree(const struct peck_match *match, int viewer, uint32_t plies,
                                struct peck_tree *tree) PECK_MUST_USE;
enum peck_status peck_table_tree(const struct peck_match *match, int viewer,
                                 struct peck_tree *tree) PECK_MUST_USE;

/* Trees that own their memory; all zeros is one without any. Empties the tree and makes
 * room for so many nodes and bytes of strings. Unchanged if memory is short. */
enum peck_status peck_tree_reserve(struct peck_tree *tree, size_t nodes,
                                   size_t bytes) PECK_MUST_USE;
void peck_tree_free(struct peck_tree *tree);

#endif
