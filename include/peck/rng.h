/* rng.h — the generator of simulations: xoshiro256** seeded by SplitMix64.
 *
 * It lives beside a state, never in one: games are pure, and whoever owns the match owns
 * the generator. Everything here is `static inline`, because the hot loops draw once per
 * ply. Results are whole numbers and equal on every machine and compiler. Online play does
 * not use this file: there chance comes from a source that players can verify. */
#ifndef PECK_RNG_H
#define PECK_RNG_H

#include <stdint.h>

struct peck_rng {
    uint64_t word[4];
};

/* One step of SplitMix64; also the mixer for deriving independent seeds. */
static inline uint64_t peck_rng_mix(uint64_t *counter)
{
    uint64_t z = (*counter += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline void peck_rng_seed(struct peck_rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        rng->word[i] = peck_rng_mix(&seed);
}

/* The generator of match number `index` under `seed`: the same for any number of threads.
 */
static inline void peck_rng_seed_match(struct peck_rng *rng, uint64_t seed, uint64_t index)
{
    uint64_t counter = seed;
    uint64_t base = peck_rng_mix(&counter);
    peck_rng_seed(rng, base + index);
}

static inline uint64_t peck_rng_next(struct peck_rng *rng)
{
    uint64_t *w = rng->word;
    uint64_t x = w[1] * 5;
    uint64_t result = ((x << 7) | (x >> 57)) * 9;
    uint64_t t = w[1] << 17;
    w[2] ^= w[0];
    w[3] ^= w[1];
    w[1] ^= w[2];
    w[0] ^= w[3];
    w[2] ^= t;
    w[3] = (w[3] << 45) | (w[3] >> 19);
    return result;
}

/* A number in [0, n), n >= 1, without bias (Lemire's multiplication with rejection).
 * Nothing is drawn for n == 1: a forced move costs no randomness. */
static inline uint32_t peck_rng_below(struct peck_rng *rng, uint32_t n)
{
    if (n <= 1)
        return 0;
    uint64_t product = (peck_rng_next(rng) >> 32) * n;
    if ((uint32_t)product < n) {
        uint32_t threshold = (0u - n) % n;
        while ((uint32_t)product < threshold)
            product = (peck_rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

/* The number of a bit set in `mask` (not 0), each equally likely. */
static inline int peck_rng_bit(struct peck_rng *rng, uint32_t mask)
{
    for (uint32_t skip = peck_rng_below(rng, (uint32_t)__builtin_popcount(mask)); skip > 0;
         skip--)
        mask &= mask - 1;
    return __builtin_ctz(mask);
}

#endif
