/* poster.h — sends POSTs to addresses that players have given, and to nowhere else.
 *
 * Whoever can make a server send requests will try to reach what only the server can reach.
 * So a URL must be https, a host must not have an address of this machine or of its network
 * (checked when the socket is opened, whatever the name servers say), nothing is redirected
 * or sent through a proxy, and time and size have limits. One thread sends everything, and
 * no receiver holds up another. */
#ifndef SERVER_POSTER_H
#define SERVER_POSTER_H

#include <peck/match.h>

struct sockaddr;
struct poster;

enum { POSTER_URL = 1024, POSTER_HEADERS = 6 };

struct letter {
    char url[POSTER_URL];
    char *headers[POSTER_HEADERS]; /* `Name: value`, allocated; the poster frees them */
    struct peck_buffer body;       /* … and this */
    /* On the poster's thread: the status of the answer, 0 when there was none. */
    void (*done)(void *context, const struct letter *letter, long status);
    void *context;
    struct letter *next;
};

/* `loopback`: receivers on this machine may have letters, too, and need no TLS; for tests.
 * NULL when memory is out. */
struct poster *poster_new(bool loopback);
/* What was not sent by then is not sent. */
void poster_free(struct poster *poster);
/* Takes the letter, which is allocated, on any thread. Too many at once are dropped. */
void poster_send(struct poster *poster, struct letter *letter);
void poster_discard(struct letter *letter);

/* Whether a text is a URL to which we would send; `origin`, if not NULL, gets its scheme,
 * host and port, for which there must be POSTER_URL bytes. */
bool poster_accepts(const char *url, bool loopback, char *origin);
/* Whether the whole Internet can reach an address; or else, with `loopback`, this machine
 * alone. */
bool poster_reaches(const struct sockaddr *address, bool loopback);

#endif
