/* cookie.c — signs and checks cookies with HMAC-SHA256.
 *
 * The text that is signed begins with the word "cookie", so no other use of the secret can
 * produce a valid one. A value is accepted only in exactly the form that cookie_write gives
 * it: letters, 13 digits, 64 hex digits. Macs are compared in constant time. */
#include "cookie.h"

#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Without and with https. */
static const char *const names[] = {"peck", "__Host-peck"};

bool cookie_secure(const char *origin)
{
    return strncmp(origin, "https:", 6) == 0;
}

/* The word in front keeps this use of the secret apart from any other. */
static void sign(const uint8_t secret[PECK_HASH], const char *person, int64_t issued,
                 char digits[2 * PECK_HASH + 1])
{
    char signed_text[64];
    uint8_t mac[PECK_HASH];
    int length = snprintf(signed_text, sizeof signed_text, "cookie %s.%lld", person,
                          (long long)issued);
    struct peck_text text = peck_text_begin(digits, 2 * PECK_HASH + 1);
    peck_hmac_sha256(secret, signed_text, (size_t)length, mac);
    peck_put_hash(&text, mac);
}

void cookie_write(const uint8_t secret[PECK_HASH], const struct proven *proven, bool secure,
                  char text[COOKIE_TEXT])
{
    char mac[2 * PECK_HASH + 1];
    sign(secret, proven->person, proven->issued, mac);
    snprintf(text, COOKIE_TEXT,
             "%s=%s.%lld.%s; Path=/; Max-Age=%lld; HttpOnly; SameSite=Lax%s", names[secure],
             proven->person, (long long)proven->issued, mac,
             (long long)(COOKIE_LIFE_MS / 1000), secure ? "; Secure" : "");
}

/* One value, `count` bytes of it. */
static bool read_value(const uint8_t secret[PECK_HASH], const char *value, size_t count,
                       int64_t now, struct proven *proven)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    char copy[128], mac[2 * PECK_HASH + 1], *end;
    if (count >= sizeof copy)
        return false;
    memcpy(copy, value, count);
    copy[count] = '\0';
    size_t length = strspn(copy, letters);
    if (length == 0 || length >= STEP_PERSON || copy[length] != '.')
        return false;
    copy[length] = '\0';
    const char *digits = copy + length + 1;
    if (strspn(digits, "0123456789") != 13 || digits[13] != '.') /* from 2001 to 2286 */
        return false;
    int64_t issued = strtoll(digits, &end, 10);
    if (strlen(end + 1) != 2 * PECK_HASH)
        return false;
    sign(secret, copy, issued, mac);
    if (sodium_memcmp(mac, end + 1, 2 * PECK_HASH) != 0 || issued > now + COOKIE_SKEW_MS ||
        now - issued > COOKIE_LIFE_MS)
        return false;
    memcpy(proven->person, copy, length + 1);
    proven->issued = issued;
    return true;
}

struct proven cookie_read(const uint8_t secret[PECK_HASH], const char *header, bool secure,
                          int64_t now)
{
    struct proven proven = {0};
    size_t length = strlen(names[secure]);
    for (const char *at = header; *at != '\0';) {
        at += strspn(at, "; ");
        size_t count = strcspn(at, "; ");
        if (count > length && strncmp(at, names[secure], length) == 0 &&
            at[length] == '=' &&
            read_value(secret, at + length + 1, count - length - 1, now, &proven))
            return proven;
        at += count;
    }
    return proven;
}
