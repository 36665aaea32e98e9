/* session.h — a match played here by people and bots: turns, hints, undo, saving.
 *
 * The terminal and the browser play a match through this interface, which prints nothing. A
 * seat named like a bot of the game (`hard`) is that bot; any other name is a person's; a
 * seat without a name is the person at the keyboard, whom sentences address as "you". A
 * record alone therefore says who sits where, and the saved match is a record. A comment
 * before it, `# seed 7`, keeps the seed, and another, `# daily 2026-11-18 coins`, says that
 * its chance is the deal of that day (<peck/deal.h>).
 *
 * A door's loop: session_next says who may act; the door lets the person choose and calls
 * session_act, or lets the bot that is due act with session_bot. Every ply is saved before
 * the call returns, so a door that dies has lost nothing. If saving fails, the match goes
 * on and `fault` says why.
 *
 * The caller owns the struct and ends it with session_free. One thread at a time. Times are
 * ms on the session's own clock, which the door may move forward. */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "tell/say.h"
#include "play/race.h"

#include <peck/analysis.h>
#include <peck/character.h>
#include <peck/deal.h>

enum {
    SESSION_PATH_MAX = 4096,
    SESSION_SHOWN_MAX = PECK_PLAYER_MAX + 16, /* a name as shown */
};

/* Who may act now. Both kinds at once in a race only; none of them: the match is over. */
struct session_turn {
    uint32_t persons; /* mask of seats */
    int bot;          /* the bot that is due first, or -1 … */
    uint64_t due;     /* … and when, on the session's clock (ms) */
};

struct session {
    struct peck_match match;
    struct peck_player players[PECK_SEATS_MAX]; /* without a bot: a person */
    uint32_t persons;                           /* the seats of all persons, a mask */
    enum say_language language;
    const char *rules; /* the short rules in that language, for a door to show */
    uint64_t seed;
    char daily[PECK_DAILY_MAX];  /* it is the deal of that day and box; "": it is not */
    char path[SESSION_PATH_MAX]; /* where it is saved; "": nowhere */
    char fault[240];             /* why the last save failed; "" when it did not */
    /* The rest is the session's own. */
    char shown[PECK_SEATS_MAX][SESSION_SHOWN_MAX];
    const struct peck_character *characters[PECK_SEATS_MAX]; /* NULL: none sits there */
    struct peck_rng chance, rng;
    struct peck_deal deal; /* of `daily` */
    struct peck_race race;
    struct session_turn turn;
    bool known; /* `turn` is of now */
    struct peck_estimate *estimates;
};

/* What to begin with. */
struct session_wish {
    const struct peck_game *game;
    struct peck_setup setup;
    const char *seats[PECK_SEATS_MAX]; /* "you" or "": you; a bot; or a person's name */
    uint64_t seed;
    const char *daily; /* instead of a seed: the deal of a day and box; NULL: none */
    const char *path;  /* NULL: nowhere */
    enum say_language language;
    const char *rules;
    bool characters; /* bots are hens with names of their own */
};

/* Whether --seats may name a seat so: you, a person whose name can stand in a record, or a
 * bot there is. */
bool session_seat_fits(const struct peck_game *game, const char *name);

/* A fresh match, saved at once. On failure there is nothing to free. */
enum peck_status session_begin(struct session *session, const struct session_wish *wish,
                               struct peck_error *error) PECK_MUST_USE;
/* The only match of these bytes, which is not saved before something changes. Of the wish:
 * its path and language; the first `count` names say again who sits where, unless that is
 * 0; the seed is taken when the bytes name none. */
enum peck_status session_resume(struct session *session, const char *bytes, size_t length,
                                const struct session_wish *wish, int count,
                                struct peck_error *error) PECK_MUST_USE;
void session_free(struct session *session);
/* A match that is watched and not played here: game, seats and names for sentences about
 * views that come from elsewhere; `you` is the viewer's seat, or PECK_CHANCE. There is
 * nothing to free, and nothing but sentences and names may be asked of it, once
 * session_speak was called. */
void session_watch(struct session *session, const struct peck_game *game, int seats,
                   const char *const names[], int you);
/* A hen has that seat of such a match; NULL: none. To be called before session_speak. */
void session_cast(struct session *session, int seat,
                  const struct peck_character *character);
/* Sentences and names are in that language from now on. */
void session_speak(struct session *session, enum say_language language);

/* Plays chance's plies, lets bots think, and tells who may act. Cheap when nothing has
 * happened since the last call. */
enum peck_status session_next(struct session *session, struct session_turn *turn,
                              struct peck_error *error) PECK_MUST_USE;
/* A person plays; PECK_ILLEGAL with the error, and nothing changed, when that may not be.
 * In the middle of a move (`goes_on` of the game) nothing is saved, and a door says nothing
 * of it: others see the whole move at once. */
enum peck_status session_act(struct session *session, int seat, uint32_t action,
                             struct peck_error *error) PECK_MUST_USE;
/* The bot of the last session_next plays; the clock moves on to its time. */
enum peck_status session_bot(struct session *session,
                             struct peck_error *error) PECK_MUST_USE;
/* The clock (ms) by which bots in a race act; it never goes back. A door that plays in real
 * time sets it before session_act and session_next. */
void session_clock(struct session *session, uint64_t now);
uint64_t session_now(const struct session *session);

/* The plies that others know of: all but those of a move that is not complete. */
uint32_t session_told(const struct session *session);

/* Whether anything can be undone: there is one person only, and it has acted; or a move is
 * not complete. */
bool session_can_undo(const struct session *session);
/* Back to that person's last decision, or to the beginning of the move. */
void session_undo(struct session *session);

/* What a bot of that level, which gives estimates, thinks of a person's actions: one
 * estimate for each legal one, ascending, good until the next hint. `best` is the index of
 * peck_thought_best. */
enum peck_status session_hint(struct session *session, int seat, enum peck_level level,
                              const struct peck_estimate **estimates, uint32_t *count,
                              uint32_t *best, struct peck_error *error) PECK_MUST_USE;

/* Of the `all` estimates of a hint the one with the best chances, then points, apart from
 * the first `count` of `told`. */
uint32_t session_next_best(const struct session *session, uint32_t all,
                           const uint32_t *told, uint32_t count);

/* Appends the match as it is saved: the full record, after a comment with the seed. */
enum peck_status session_record(const struct session *session,
                                struct peck_buffer *buffer) PECK_MUST_USE;
/* Writes the record to session->path whole or not at all, as every ply does. False, and the
 * reason in `fault`, when it cannot. */
bool session_save(struct session *session);
/* Saves there from now on. False, and nothing changed but `fault`, when it cannot. */
bool session_save_as(struct session *session, const char *path);

/* Judges the finished match by the level hard. PECK_BAD_RECORD when `progress` returned
 * false. */
enum peck_status session_analyse(const struct session *session,
                                 bool (*progress)(void *context, uint32_t done),
                                 void *context, struct peck_analysis *analysis,
                                 struct peck_error *error) PECK_MUST_USE;

bool session_over(const struct session *session);
bool session_is_person(const struct session *session, int seat);
/* Whether sentences say "you" of this seat: a person without a name. */
bool session_is_you(const struct session *session, int seat);
/* A name for people: the hen's, or a bot's level in the reader's language, with the seat's
 * number where two would be the same; of "you": as it stands in a list. */
const char *session_name(const struct session *session, int seat);
/* Through whose eyes to look while `turn` lasts: the only person's; of several, the only
 * one's who may act; else, and without persons, a spectator's (PECK_CHANCE). */
int session_viewer(const struct session *session, const struct session_turn *turn);
/* Whether the seat knows what others may not see: a hand to be covered between turns. */
bool session_hides(const struct session *session, int seat);

#endif
