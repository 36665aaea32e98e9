/* network.c — tests which address of a machine phones are offered, and what is private.
 *
 * The lists of interfaces are those of machines as people have them. */
#include "test.h"
#include "doors/server/network.h"
#include "doors/server/serve.h"

#include <string.h>

enum { MOST = 8 };

#define MACHINE(...) ((struct network_address[MOST]){__VA_ARGS__})
#define LOOPBACK {"lo", "127.0.0.1", .up = true, .loopback = true}

/* The chosen addresses are these, in this order, with a space between them. */
static void chooses(struct network_address machine[MOST], const char *wanted)
{
    char found[MOST * INET_ADDRSTRLEN] = "";
    int count = 0;
    while (count < MOST && machine[count].text[0] != '\0')
        count++;
    int chosen = network_choose(machine, count);
    for (int i = 0; i < chosen; i++) {
        strcat(found, i > 0 ? " " : "");
        strcat(found, machine[i].text);
    }
    assert_string_equal(found, wanted);
}

TEST(test_laptop)
{
    chooses(MACHINE(LOOPBACK, {"eth0", "10.0.0.7", .up = true},
                    {"wlan0", "192.168.178.20", .up = true, .default_route = true}),
            "192.168.178.20 10.0.0.7");
    /* Without a router both are as good, in the kernel's order. */
    chooses(MACHINE(LOOPBACK, {"eth0", "10.0.0.7", .up = true},
                    {"wlan0", "192.168.178.20", .up = true}),
            "10.0.0.7 192.168.178.20");
    /* The cable is pulled. */
    chooses(MACHINE(LOOPBACK, {"eth0", "10.0.0.7", .up = false},
                    {"wlan0", "192.168.178.20", .up = true}),
            "192.168.178.20");
}

TEST(test_containers)
{
    chooses(MACHINE(LOOPBACK, {"docker0", "172.17.0.1", .up = true},
                    {"br-4f1c2a", "172.18.0.1", .up = true},
                    {"virbr0", "192.168.122.1", .up = true},
                    {"enp3s0", "192.168.1.5", .up = true, .default_route = true}),
            "192.168.1.5");
    /* Better than nothing. */
    chooses(MACHINE(LOOPBACK, {"docker0", "172.17.0.1", .up = true}), "172.17.0.1");
    /* A bridge with the household's cable in it. */
    chooses(MACHINE(LOOPBACK, {"docker0", "172.17.0.1", .up = true},
                    {"br-home", "192.168.1.5", .up = true, .default_route = true}),
            "192.168.1.5");
}

TEST(test_vpn)
{
    chooses(MACHINE(LOOPBACK,
                    {"wg0", "10.8.0.2", .up = true, .tunnel = true, .default_route = true},
                    {"wlan0", "192.168.178.20", .up = true}),
            "192.168.178.20");
    chooses(MACHINE(LOOPBACK, {"mullvad", "10.8.0.2", .up = true, .tunnel = true}),
            "10.8.0.2");
}

TEST(test_nothing)
{
    chooses(MACHINE(LOOPBACK), "");
    chooses(MACHINE({"eth0", "169.254.7.7", .up = true, .default_route = true}), "");
    assert_int_equal(network_choose(NULL, 0), 0);
}

TEST(test_private)
{
    static const char *const yes[] = {"10.1.2.3",    "172.16.0.1", "172.31.255.254",
                                      "192.168.0.1", "127.0.0.1",  "100.64.0.1",
                                      "169.254.1.1", "fd00::1"};
    static const char *const no[] = {"11.1.2.3", "172.15.0.1", "172.32.0.1", "192.167.0.1",
                                     "8.8.8.8",  "100.63.0.1", "100.128.0.1"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        assert_true(network_is_private(yes[i]));
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        assert_false(network_is_private(no[i]));
}

TEST(test_resolve)
{
    char address[INET6_ADDRSTRLEN];
    assert_true(serve_resolve("localhost", address));
    assert_string_equal(address, "127.0.0.1");
    assert_true(serve_resolve("::1", address));
    assert_string_equal(address, "::1");
    assert_false(serve_resolve("", address));
}
