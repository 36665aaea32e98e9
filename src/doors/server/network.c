/* network.c — ranks this machine's addresses, the one with the default route first.
 *
 * The kernel lists the interfaces. The default route is found by asking which address it
 * would send from if it had something to send to the Internet. */
#include "network.h"
#include "serve.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- Which address ---- */

enum rank { RANK_DEFAULT, RANK_PLAIN, RANK_VIRTUAL, RANK_NONE };

/* What containers, virtual machines and VPNs call their interfaces. These networks are
 * inside this machine or far away; the phone is in neither. */
static bool is_virtual(const char *interface)
{
    static const char *const prefixes[] = {
        "docker", "br-", "veth",  "virbr", "vnet",   "vmnet",   "vboxnet",
        "lxc",    "lxd", "incus", "cali",  "cni",    "flannel", "kube",
        "tun",    "tap", "wg",    "zt",    "podman", "ppp",     "tailscale"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        if (strncmp(interface, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    }
    return false;
}

/* A bridge with the default route is the household's own network. A VPN may have the
 * default route, too, but does not lead to the phone. An address in 169.254/16 means that
 * no router has assigned this machine a real one. */
static enum rank rank_of(const struct network_address *address)
{
    if (!address->up || address->loopback || strncmp(address->text, "169.254.", 8) == 0)
        return RANK_NONE;
    if (address->tunnel)
        return RANK_VIRTUAL;
    if (address->default_route)
        return RANK_DEFAULT;
    return is_virtual(address->interface) ? RANK_VIRTUAL : RANK_PLAIN;
}

/* An insertion sort keeps the kernel's order among equals. */
int network_choose(struct network_address *list, int count)
{
    int chosen = 0;
    for (int i = 1; i < count; i++) {
        struct network_address moved = list[i];
        int to = i;
        for (; to > 0 && rank_of(&list[to - 1]) > rank_of(&moved); to--)
            list[to] = list[to - 1];
        list[to] = moved;
    }
    while (chosen < count && rank_of(&list[chosen]) < RANK_NONE &&
           (rank_of(&list[chosen]) < RANK_VIRTUAL || rank_of(&list[0]) == RANK_VIRTUAL))
        chosen++;
    return chosen;
}

/* ---- What the kernel knows ---- */

/* Connecting a datagram socket sends nothing, but chooses a route. The address is reserved
 * for documentation, so no special route leads there. */
static bool default_address(char text[INET_ADDRSTRLEN])
{
    struct sockaddr_in far = {.sin_family = AF_INET, .sin_port = htons(9)}, own;
    socklen_t length = sizeof own;
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return false;
    inet_pton(AF_INET, "198.51.100.1", &far.sin_addr);
    bool fine = connect(fd, (struct sockaddr *)&far, sizeof far) == 0 &&
                getsockname(fd, (struct sockaddr *)&own, &length) == 0;
    close(fd);
    if (fine)
        inet_ntop(AF_INET, &own.sin_addr, text, INET_ADDRSTRLEN);
    return fine;
}

static void describe(const struct ifaddrs *from, const char *preferred,
                     struct network_address *to)
{
    const struct sockaddr_in *address = (const struct sockaddr_in *)from->ifa_addr;
    unsigned needed = IFF_UP | IFF_RUNNING;
    snprintf(to->interface, sizeof to->interface, "%s", from->ifa_name);
    inet_ntop(AF_INET, &address->sin_addr, to->text, sizeof to->text);
    to->up = (from->ifa_flags & needed) == needed;
    to->loopback = (from->ifa_flags & IFF_LOOPBACK) != 0;
    to->tunnel = (from->ifa_flags & IFF_POINTOPOINT) != 0;
    to->default_route = strcmp(to->text, preferred) == 0;
}

/* A sandbox such as our systemd unit hides the interfaces, but not the route. */
int network_addresses(struct network_address list[NETWORK_MAX])
{
    struct ifaddrs *found;
    char preferred[INET_ADDRSTRLEN] = "";
    bool routed = default_address(preferred);
    int count = 0;
    if (getifaddrs(&found) != 0) {
        list[0] = (struct network_address){.up = true, .default_route = true};
        memcpy(list[0].text, preferred, sizeof preferred);
        return routed ? network_choose(list, 1) : -1;
    }
    for (struct ifaddrs *i = found; i != NULL && count < NETWORK_MAX; i = i->ifa_next) {
        if (i->ifa_addr != NULL && i->ifa_addr->sa_family == AF_INET)
            describe(i, preferred, &list[count++]);
    }
    freeifaddrs(found);
    return network_choose(list, count);
}

bool network_is_private(const char *address)
{
    struct in_addr bytes;
    if (inet_pton(AF_INET, address, &bytes) != 1)
        return true;
    in_addr_t host = ntohl(bytes.s_addr);
    return host >> 24 == 10 || host >> 24 == 127 || host >> 20 == 0xac1 ||
           host >> 16 == 0xc0a8 || host >> 16 == 0xa9fe || host >> 22 == 0x191;
}

/* Prefers IPv4, and what other machines can reach: /etc/hosts may list 127.0.1.1 beside the
 * real address. */
bool serve_resolve(const char *name, char address[INET6_ADDRSTRLEN])
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *found;
    int best = -1;
    if (getaddrinfo(name, NULL, &hints, &found) != 0)
        return false;
    for (struct addrinfo *i = found; i != NULL; i = i->ai_next) {
        char text[INET6_ADDRSTRLEN];
        if (getnameinfo(i->ai_addr, i->ai_addrlen, text, sizeof text, NULL, 0,
                        NI_NUMERICHOST) != 0)
            continue;
        int worth = i->ai_family == AF_INET ? 1 + (strncmp(text, "127.", 4) != 0) : 0;
        if (worth > best)
            memcpy(address, text, sizeof text);
        best = worth > best ? worth : best;
    }
    freeaddrinfo(found);
    return best >= 0;
}
