/* player.h — a client of the server without a socket: what it heard, what to say next.
 *
 * It sits down at its seat, gets ready, shows its value and then plays something that the
 * view says is legal; a spectator says hello and watches. One message at a time waits for
 * its answer. After a reconnection, and when the server could not store it, it is sent
 * again as it was: it may have taken effect, and only the same id finds that out. */
#ifndef BENCH_PLAYER_H
#define BENCH_PLAYER_H

#include <peck/fair.h>
#include <peck/game.h>
#include <peck/rng.h>

enum { PLAYER_SEATS = 4, PLAYER_TABLE = 24, PLAYER_MESSAGE = 320, PLAYER_ID = 40 };

struct player {
    char table[PLAYER_TABLE];
    int seat; /* -1: a spectator */
    uint8_t token[PECK_HASH], value[PECK_HASH];
    struct peck_rng rng;
    enum { PLAYER_SITS, PLAYER_READIES, PLAYER_SHOWS, PLAYER_PLAYS } stage;
    uint32_t number;           /* of its messages */
    char id[PLAYER_ID];        /* of the message that waits for its answer; "": none */
    char said[PLAYER_MESSAGE]; /* that message */
    /* The newest view: */
    int64_t seq, ply;
    bool gathering, showing, over;
    char actions[2][PECK_NAME_MAX]; /* the first two that are legal */
    int choices;
};

/* What a message was, for whoever counts. HEARD_AGAIN: `said` is to be sent once more. */
enum player_heard {
    HEARD_VIEW,
    HEARD_DONE,
    HEARD_REFUSED,
    HEARD_AGAIN,
    HEARD_ERROR,
    HEARD_OTHER
};

/* What is played: the first game that people usually play with PLAYER_SEATS, by its box. */
const struct peck_game *player_game(void);
/* `number` makes its token and its ids its own among all players of a run. */
void player_begin(struct player *player, const char *table, int seat, uint64_t number);
/* The first message of a connection. */
void player_hello(const struct player *player, char message[PLAYER_MESSAGE]);
/* Takes in a message, which ends in a NUL. */
enum player_heard player_hear(struct player *player, const char *message);
/* Makes the next message in `said`; false when there is nothing to say now. */
bool player_speak(struct player *player);

#endif
