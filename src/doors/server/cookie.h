/* cookie.h — signed cookies: who a browser is, without storing anything for guests.
 *
 * A cookie is `peck=PERSON.ISSUED.MAC`, over https `__Host-peck=…`, which no other host of
 * the domain can set: the server's name for a guest or an account, the
 * moment it was issued (ms since 1970), and HMAC-SHA256 of both under the server's secret.
 * Its owner may read it; nobody can make one. All processes of a server share the secret.
 * Safe on any thread. */
#ifndef SERVER_COOKIE_H
#define SERVER_COOKIE_H

#include "step.h"

enum { COOKIE_TEXT = 256 };
/* A cookie is good for 400 days, the longest that browsers keep one, and is renewed when it
 * is older than thirty. */
#define COOKIE_LIFE_MS (INT64_C(400) * 24 * 3600 * 1000)
#define COOKIE_FRESH_MS (INT64_C(30) * 24 * 3600 * 1000)
/* The clocks of two machines may differ by this much. */
enum { COOKIE_SKEW_MS = 5 * 60 * 1000 };

struct proven {
    char person[STEP_PERSON]; /* "": nobody */
    int64_t issued;
};

/* The value of a Set-Cookie header. */
void cookie_write(const uint8_t secret[PECK_HASH], const struct proven *proven, bool secure,
                  char text[COOKIE_TEXT]);
/* The person that a Cookie header proves: the first of our cookies that is genuine, neither
 * old nor from the future. Macs are compared in constant time. */
struct proven cookie_read(const uint8_t secret[PECK_HASH], const char *header, bool secure,
                          int64_t now);
/* Whether an origin is one of https, where cookies have the longer name. */
bool cookie_secure(const char *origin);

#endif
