/* sha256.c — SHA-256 (FIPS 180-4) and HMAC (RFC 2104) for fair.h.
 *
 * It is our own, because the same code has to run in the browser, where no library is at
 * hand. A test compares it with the published vectors and with Python's. */
#include <peck/fair.h>

#include <string.h>

enum { BLOCK = 64 };

struct sha256 {
    uint32_t word[8];
    uint64_t length; /* bytes taken in */
    uint8_t block[BLOCK];
};

/* The first 32 bits of the fractions of the cube roots of the first 64 primes. */
static const uint32_t constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
    0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
    0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
    0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
    0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
    0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
    0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2,
};

static uint32_t turned(uint32_t x, int bits)
{
    return x >> bits | x << (32 - bits);
}

/* The sixteen words of a block, and 48 more that follow from them. */
static void spread(const uint8_t block[BLOCK], uint32_t w[64])
{
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t low = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t high = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + low + w[i - 7] + high;
    }
}

static void mix_block(struct sha256 *sha)
{
    uint32_t w[64], v[8];
    spread(sha->block, w);
    memcpy(v, sha->word, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t e = turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25);
        uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t first = v[7] + e + choice + constant[i] + w[i];
        uint32_t a = turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22);
        uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += first;
        v[0] = first + a + majority;
    }
    for (int i = 0; i < 8; i++)
        sha->word[i] += v[i];
}

static void take_in(struct sha256 *sha, const void *bytes, size_t count)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < count; i++) {
        sha->block[sha->length++ % BLOCK] = at[i];
        if (sha->length % BLOCK == 0)
            mix_block(sha);
    }
}

/* The first 32 bits of the fractions of the square roots of the first eight primes. */
static void begin(struct sha256 *sha)
{
    *sha = (struct sha256){.word = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

/* A one, zeros, and the length in bits as 64 bits, to the end of a block. */
static void finish(struct sha256 *sha, uint8_t hash[PECK_HASH])
{
    uint64_t bits = sha->length * 8;
    uint8_t length[8];
    for (int i = 0; i < 8; i++)
        length[i] = (uint8_t)(bits >> (56 - 8 * i));
    take_in(sha, "\x80", 1);
    while (sha->length % BLOCK != BLOCK - sizeof length)
        take_in(sha, "", 1);
    take_in(sha, length, sizeof length);
    for (int i = 0; i < PECK_HASH; i++)
        hash[i] = (uint8_t)(sha->word[i / 4] >> (24 - 8 * (i % 4)));
}

void peck_sha256(const void *bytes, size_t count, uint8_t hash[PECK_HASH])
{
    struct sha256 sha;
    begin(&sha);
    take_in(&sha, bytes, count);
    finish(&sha, hash);
}

/* A key of 32 bytes is shorter than a block, so it is never hashed first. */
void peck_hmac_sha256(const uint8_t key[PECK_HASH], const void *bytes, size_t count,
                      uint8_t mac[PECK_HASH])
{
    struct sha256 sha;
    uint8_t pad[BLOCK], inner[PECK_HASH];
    for (int i = 0; i < BLOCK; i++)
        pad[i] = (i < PECK_HASH ? key[i] : 0) ^ 0x36;
    begin(&sha);
    take_in(&sha, pad, sizeof pad);
    take_in(&sha, bytes, count);
    finish(&sha, inner);
    for (int i = 0; i < BLOCK; i++)
        pad[i] ^= 0x36 ^ 0x5c;
    begin(&sha);
    take_in(&sha, pad, sizeof pad);
    take_in(&sha, inner, sizeof inner);
    finish(&sha, mac);
}
