/* webpush.h — what Web Push adds to a POST: the encrypted body and a proof of the sender.
 *
 * A browser gives a point of P-256 and 16 bytes when it subscribes; only it can read what
 * webpush_seal makes of them (RFC 8291, RFC 8188). The server has one key pair for all
 * browsers and signs every message with it (VAPID, RFC 8292). Keys and points are raw
 * bytes here; on the wire they are base64url. Safe on any thread. */
#ifndef SERVER_WEBPUSH_H
#define SERVER_WEBPUSH_H

#include <peck/match.h>

enum {
    WEBPUSH_KEY = 32,   /* bytes of a private key */
    WEBPUSH_POINT = 65, /* of a public one: 4, x, y */
    WEBPUSH_AUTH = 16,  /* of the browser's secret */
    WEBPUSH_SALT = 16,
    WEBPUSH_PLAIN = 2048, /* of a message, at most */
    WEBPUSH_TEXT = 88,    /* of a point as base64url, with its NUL */
    WEBPUSH_PROOF = 1024, /* of the header Authorization, with its NUL */
};

/* From base64url without padding; false: it is none, or of another length. */
bool webpush_decode(const char *text, uint8_t *bytes, size_t count);
/* Whether that is a point of the curve. */
bool webpush_is_point(const uint8_t point[WEBPUSH_POINT]);

/* A new private key; and the public one of any. */
void webpush_new_key(uint8_t key[WEBPUSH_KEY]);
void webpush_public(const uint8_t key[WEBPUSH_KEY], uint8_t point[WEBPUSH_POINT]);
/* The same as base64url, which is how browsers want it. */
void webpush_public_text(const uint8_t key[WEBPUSH_KEY], char text[WEBPUSH_TEXT]);

/* Appends the body of a message that only the browser with `point` and `auth` can read. The
 * key and the salt are for this message alone: webpush_new_key and random bytes. False when
 * memory is out or `point` is none. */
bool webpush_seal(const uint8_t point[WEBPUSH_POINT], const uint8_t auth[WEBPUSH_AUTH],
                  const uint8_t key[WEBPUSH_KEY], const uint8_t salt[WEBPUSH_SALT],
                  const char *plain, size_t count, struct peck_buffer *body);

/* The header Authorization for a push service: `audience` is its scheme and host, `subject`
 * our own address for complaints ("": none), `expires` in seconds since 1970. False when it
 * does not fit. */
bool webpush_prove(const uint8_t key[WEBPUSH_KEY], const char *audience,
                   const char *subject, int64_t expires, char header[WEBPUSH_PROOF]);

#endif
