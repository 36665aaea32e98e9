/* race.h — matches between players who may all act at once, with a clock.
 *
 * A seat that may act thinks about what it sees now, and means to act after the delay that
 * its thought names. Whoever is due first acts. A seat keeps what it means to do while
 * others act, as a hand does that is already moving. It thinks again, from that moment,
 * when its action has become illegal (somebody was faster), when it may not act for a
 * while, and when chance has acted (a new deal). Among seats due at the same moment one is
 * drawn. Where one seat at a time may act, delays change nothing but the clock.
 *
 * Everything follows from the match, the players and the two generators. Plies that
 * somebody else plays in the same match (a person at the table) are taken in from its log.
 * So a door may mix both: it plays a person's action with peck_match_play() and asks the
 * race who is next. After an undo a new race begins. */
#ifndef PLAY_RACE_H
#define PLAY_RACE_H

#include <peck/bot.h>

/* The delay (ms) of a thought that names none: a bot that knows no clock must not be the
 * first every time. */
enum { PECK_RACE_DELAY = 1000 };

/* One seat of the race. */
struct peck_racer {
    bool ready; /* it means to play `action` at `due` */
    uint32_t action;
    uint64_t due;
};

/* The rule above, and nothing else: races of matches (below) and of the arena (referee.h)
 * both go by it. It begins as zeros. */
struct peck_clock {
    uint64_t now; /* ms since the race began */
    struct peck_racer racer[PECK_SEATS_MAX];
};

/* The seat means to play this; a delay of 0: PECK_RACE_DELAY. */
void peck_clock_intend(struct peck_clock *clock, int seat, uint32_t action, uint64_t delay);
/* Asks a bot. The view of `knows` is the state itself, to be redacted here. */
void peck_clock_think(struct peck_clock *clock, const struct peck_player *player,
                      struct peck_seat knows, struct peck_rng *rng);
/* `who` has acted and this is the state after it: some have to think again. */
void peck_clock_heed(struct peck_clock *clock, const struct peck_game *game,
                     const void *state, int who);
/* Of these seats, the one that acts next; -1: none is ready. */
int peck_clock_next(const struct peck_clock *clock, uint32_t who, struct peck_rng *rng);
/* It acts: the clock moves to its time. Returns the action. */
uint32_t peck_clock_act(struct peck_clock *clock, int seat);

struct peck_race {
    struct peck_match *match;
    const struct peck_player *players; /* one a seat; without a bot: a person */
    struct peck_rng *chance, *rng;     /* for chance's plies; for thoughts and ties */
    struct peck_clock clock;
    union peck_state state;                 /* after the plies taken in so far … */
    uint32_t count, room;                   /* … and how many these are */
    struct peck_ply *plies[PECK_SEATS_MAX]; /* as the seats saw them */
};

/* All four stay the caller's and must outlive the race. */
void peck_race_begin(struct peck_race *race, struct peck_match *match,
                     const struct peck_player players[], struct peck_rng *chance,
                     struct peck_rng *rng);
void peck_race_free(struct peck_race *race);

/* Plays chance's plies, asks the bots that have to think, and reports who acts next and
 * when. The seat is -1 when the match is over, or when only people may act. */
enum peck_status peck_race_next(struct peck_race *race, int *seat, uint64_t *due,
                                struct peck_error *error) PECK_MUST_USE;
/* Lets the seat that peck_race_next() reported act; the clock moves to its time. */
enum peck_status peck_race_act(struct peck_race *race, int seat,
                               struct peck_error *error) PECK_MUST_USE;

/* Plays the match to its end. */
enum peck_status peck_race_play(struct peck_match *match,
                                const struct peck_player players[], struct peck_rng *chance,
                                struct peck_rng *rng,
                                struct peck_error *error) PECK_MUST_USE;

#endif
