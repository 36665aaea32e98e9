/* network.h — finds the address at which phones in the local network reach this machine.
 *
 * IPv4 only, because people may have to type the address into a phone. Reads the state of
 * the system once for each call; may wait for name servers (network_resolve). */
#ifndef SERVER_NETWORK_H
#define SERVER_NETWORK_H

#include <net/if.h>
#include <netinet/in.h>
#include <stdbool.h>

enum { NETWORK_MAX = 32 };

struct network_address {
    char interface[IF_NAMESIZE];
    char text[INET_ADDRSTRLEN];
    bool up;            /* switched on, and the cable or the Wi-Fi is connected */
    bool loopback;      /* no other machine reaches it */
    bool tunnel;        /* point to point, such as a VPN */
    bool default_route; /* the way to the Internet leads through it */
};

/* Moves the addresses that a phone in the same network may reach to the front, the most
 * likely first, and returns how many they are. */
int network_choose(struct network_address *list, int count);
/* This machine's addresses, chosen as above. -1: the system does not say. */
int network_addresses(struct network_address list[NETWORK_MAX]);
/* False for addresses of IPv4 that the whole Internet can reach. */
bool network_is_private(const char *address);

#endif
