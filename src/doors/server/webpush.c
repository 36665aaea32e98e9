/* webpush.c — RFC 8291 and RFC 8292 with nettle: P-256, HKDF, AES-128-GCM and ES256.
 *
 * The body of a message is salt, record size, our point of this message, then one record of
 * AES-128-GCM. Its key follows from the Diffie-Hellman secret of the two points, the
 * browser's 16 bytes and the salt. tests/server/webpush.c has the example of the RFC. */
#include "webpush.h"

#include <jansson.h>
#include <nettle/bignum.h>
#include <nettle/ecc-curve.h>
#include <nettle/ecc.h>
#include <nettle/ecdsa.h>
#include <nettle/gcm.h>
#include <nettle/hkdf.h>
#include <nettle/hmac.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COORDINATE = 32, TAG = 16, NONCE = 12, RECORD = 4096, HEAD = 21 + WEBPUSH_POINT };
_Static_assert(WEBPUSH_PLAIN + 1 + TAG <= RECORD, "a message is one record");

static void random_bytes(void *context, size_t count, uint8_t *bytes)
{
    randombytes_buf(bytes, count);
}

bool webpush_decode(const char *text, uint8_t *bytes, size_t count)
{
    size_t length;
    const char *end;
    return sodium_base642bin(bytes, count, text, strlen(text), NULL, &length, &end,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           length == count && *end == '\0';
}

/* ---- Points and keys ---- */

static void write_coordinates(const struct ecc_point *from, uint8_t *x, uint8_t *y)
{
    mpz_t first, second;
    mpz_init(first);
    mpz_init(second);
    ecc_point_get(from, first, second);
    nettle_mpz_get_str_256(COORDINATE, x, first);
    if (y != NULL)
        nettle_mpz_get_str_256(COORDINATE, y, second);
    mpz_clear(first);
    mpz_clear(second);
}

/* `point` is to be cleared either way. */
static bool read_point(struct ecc_point *point, const uint8_t bytes[WEBPUSH_POINT])
{
    mpz_t x, y;
    ecc_point_init(point, nettle_get_secp_256r1());
    nettle_mpz_init_set_str_256_u(x, COORDINATE, bytes + 1);
    nettle_mpz_init_set_str_256_u(y, COORDINATE, bytes + 1 + COORDINATE);
    bool fine = bytes[0] == 4 && ecc_point_set(point, x, y) == 1;
    mpz_clear(x);
    mpz_clear(y);
    return fine;
}

/* The key is one that webpush_new_key has made, so it is in the range. */
static void read_key(struct ecc_scalar *scalar, const uint8_t key[WEBPUSH_KEY])
{
    mpz_t number;
    ecc_scalar_init(scalar, nettle_get_secp_256r1());
    nettle_mpz_init_set_str_256_u(number, WEBPUSH_KEY, key);
    int fine = ecc_scalar_set(scalar, number);
    PECK_ASSERT(fine == 1);
    (void)fine;
    mpz_clear(number);
}

bool webpush_is_point(const uint8_t point[WEBPUSH_POINT])
{
    struct ecc_point read;
    bool fine = read_point(&read, point);
    ecc_point_clear(&read);
    return fine;
}

void webpush_new_key(uint8_t key[WEBPUSH_KEY])
{
    struct ecc_scalar scalar;
    mpz_t number;
    ecc_scalar_init(&scalar, nettle_get_secp_256r1());
    ecc_scalar_random(&scalar, NULL, random_bytes);
    mpz_init(number);
    ecc_scalar_get(&scalar, number);
    nettle_mpz_get_str_256(WEBPUSH_KEY, key, number);
    mpz_clear(number);
    ecc_scalar_clear(&scalar);
}

void webpush_public(const uint8_t key[WEBPUSH_KEY], uint8_t point[WEBPUSH_POINT])
{
    struct ecc_scalar scalar;
    struct ecc_point made;
    read_key(&scalar, key);
    ecc_point_init(&made, nettle_get_secp_256r1());
    ecc_point_mul_g(&made, &scalar);
    point[0] = 4;
    write_coordinates(&made, point + 1, point + 1 + COORDINATE);
    ecc_point_clear(&made);
    ecc_scalar_clear(&scalar);
}

void webpush_public_text(const uint8_t key[WEBPUSH_KEY], char text[WEBPUSH_TEXT])
{
    uint8_t point[WEBPUSH_POINT];
    webpush_public(key, point);
    sodium_bin2base64(text, WEBPUSH_TEXT, point, sizeof point,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* ---- The body ---- */

/* What both sides can compute, each with its own key and the other's point. */
static bool share(const uint8_t key[WEBPUSH_KEY], const uint8_t point[WEBPUSH_POINT],
                  uint8_t secret[COORDINATE])
{
    struct ecc_scalar scalar;
    struct ecc_point theirs, made;
    bool fine = read_point(&theirs, point);
    read_key(&scalar, key);
    ecc_point_init(&made, nettle_get_secp_256r1());
    if (fine) {
        ecc_point_mul(&made, &scalar, &theirs);
        write_coordinates(&made, secret, NULL);
    }
    ecc_point_clear(&made);
    ecc_point_clear(&theirs);
    ecc_scalar_clear(&scalar);
    return fine;
}

/* HKDF (RFC 5869) with SHA-256, to at most 32 bytes. */
static void derive(const uint8_t *salt, size_t salt_count, const uint8_t secret[32],
                   const void *info, size_t info_count, uint8_t *to, size_t count)
{
    struct hmac_sha256_ctx hmac;
    uint8_t key[SHA256_DIGEST_SIZE];
    hmac_sha256_set_key(&hmac, salt_count, salt);
    hkdf_extract(&hmac, (nettle_hash_update_func *)hmac_sha256_update,
                 (nettle_hash_digest_func *)hmac_sha256_digest, sizeof key, 32, secret,
                 key);
    hmac_sha256_set_key(&hmac, sizeof key, key);
    hkdf_expand(&hmac, (nettle_hash_update_func *)hmac_sha256_update,
                (nettle_hash_digest_func *)hmac_sha256_digest, sizeof key, info_count, info,
                count, to);
}

bool webpush_seal(const uint8_t point[WEBPUSH_POINT], const uint8_t auth[WEBPUSH_AUTH],
                  const uint8_t key[WEBPUSH_KEY], const uint8_t salt[WEBPUSH_SALT],
                  const char *plain, size_t count, struct peck_buffer *body)
{
    static const char text[] = "WebPush: info";
    static const char of_key[] = "Content-Encoding: aes128gcm";
    static const char of_nonce[] = "Content-Encoding: nonce";
    uint8_t shared[COORDINATE], both[32], cipher_key[16], nonce[NONCE];
    uint8_t head[HEAD] = {[18] = RECORD >> 8, [20] = WEBPUSH_POINT};
    uint8_t info[sizeof text + 2 * WEBPUSH_POINT], record[WEBPUSH_PLAIN + 1 + TAG];
    struct gcm_aes128_ctx gcm;
    PECK_ASSERT(count <= WEBPUSH_PLAIN);
    memcpy(head, salt, WEBPUSH_SALT);
    webpush_public(key, head + 21);
    if (!share(key, point, shared))
        return false;
    memcpy(info, text, sizeof text); /* with its NUL, as those of the others below */
    memcpy(info + sizeof text, point, WEBPUSH_POINT);
    memcpy(info + sizeof text + WEBPUSH_POINT, head + 21, WEBPUSH_POINT);
    derive(auth, WEBPUSH_AUTH, shared, info, sizeof info, both, sizeof both);
    derive(salt, WEBPUSH_SALT, both, of_key, sizeof of_key, cipher_key, sizeof cipher_key);
    derive(salt, WEBPUSH_SALT, both, of_nonce, sizeof of_nonce, nonce, sizeof nonce);
    memcpy(record, plain, count);
    record[count] = 2; /* the last record, without padding */
    gcm_aes128_set_key(&gcm, cipher_key);
    gcm_aes128_set_iv(&gcm, NONCE, nonce);
    gcm_aes128_encrypt(&gcm, count + 1, record, record);
    gcm_aes128_digest(&gcm, TAG, record + count + 1);
    return peck_buffer_add(body, (const char *)head, sizeof head) == PECK_OK &&
           peck_buffer_add(body, (const char *)record, count + 1 + TAG) == PECK_OK;
}

/* ---- The proof ---- */

static void put_encoded(struct peck_text *text, const void *bytes, size_t count)
{
    char encoded[WEBPUSH_PROOF];
    PECK_ASSERT(sodium_base64_ENCODED_LEN(
                    count, sodium_base64_VARIANT_URLSAFE_NO_PADDING) <= sizeof encoded);
    sodium_bin2base64(encoded, sizeof encoded, bytes, count,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    peck_put(text, encoded);
}

/* ES256: r and s of the signature, one behind the other. */
static void sign(const uint8_t key[WEBPUSH_KEY], const char *bytes, size_t count,
                 uint8_t signature[2 * COORDINATE])
{
    struct ecc_scalar scalar;
    struct dsa_signature made;
    struct sha256_ctx sha;
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_init(&sha);
    sha256_update(&sha, count, (const uint8_t *)bytes);
    sha256_digest(&sha, sizeof digest, digest);
    read_key(&scalar, key);
    dsa_signature_init(&made);
    ecdsa_sign(&scalar, NULL, random_bytes, sizeof digest, digest, &made);
    nettle_mpz_get_str_256(COORDINATE, signature, made.r);
    nettle_mpz_get_str_256(COORDINATE, signature + COORDINATE, made.s);
    dsa_signature_clear(&made);
    ecc_scalar_clear(&scalar);
}

bool webpush_prove(const uint8_t key[WEBPUSH_KEY], const char *audience,
                   const char *subject, int64_t expires, char header[WEBPUSH_PROOF])
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}", scheme[] = "vapid t=";
    uint8_t signature[2 * COORDINATE], point[WEBPUSH_POINT];
    struct peck_text text = peck_text_begin(header, WEBPUSH_PROOF);
    json_t *claims = json_pack("{s:s, s:I}", "aud", audience, "exp", (json_int_t)expires);
    if (subject[0] != '\0')
        json_object_set_new(claims, "sub", json_string(subject));
    char *said = json_dumps(claims, JSON_COMPACT);
    json_decref(claims);
    if (said == NULL || strlen(said) > WEBPUSH_PROOF / 2) {
        free(said);
        return false;
    }
    peck_put(&text, scheme);
    put_encoded(&text, head, strlen(head));
    peck_put_char(&text, '.');
    put_encoded(&text, said, strlen(said));
    free(said);
    size_t from = sizeof scheme - 1;
    sign(key, header + from, text.length - from, signature);
    peck_put_char(&text, '.');
    put_encoded(&text, signature, sizeof signature);
    peck_put(&text, ", k=");
    webpush_public(key, point);
    put_encoded(&text, point, sizeof point);
    return !text.full;
}
