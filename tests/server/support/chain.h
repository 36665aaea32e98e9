/* chain.h — for tests: the chain of links with which a client has a part in every roll. */
#ifndef TESTS_CHAIN_H
#define TESTS_CHAIN_H

#include <peck/fair.h>

enum { CHAIN_LINKS = 1024 };

/* The value, and then the links for plies 0, 1, … A longer match goes on without more. */
struct chain {
    uint8_t value[PECK_HASH], link[CHAIN_LINKS][PECK_HASH];
};

/* From its last link. */
void chain_make(struct chain *chain, const uint8_t last[PECK_HASH]);

#endif
