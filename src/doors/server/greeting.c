/* greeting.c — prints where the server can be reached, with a QR code for phones.
 *
 * The first line is for programs, too: they find the port there. At a terminal it explains
 * how phones in the same network reach the server, or how to let them. */
#include "server.h"

#include "network.h"
#include "qr.h"

#include <stdio.h>
#include <string.h>

/* Every address of this machine. */
static bool is_any(const char *address)
{
    return strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
}

static bool is_loopback(const char *address)
{
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

static int port_of(const struct server *server)
{
    struct sockaddr_storage name;
    int length = sizeof name;
    if (uv_tcp_getsockname(&server->listener, (struct sockaddr *)&name, &length) != 0)
        return server->options->port;
    return ntohs(name.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&name)->sin6_port
                                            : ((struct sockaddr_in *)&name)->sin_port);
}

enum { LINK_ROOM = INET6_ADDRSTRLEN + 32 };

static const char *link_to(const char *address, int port, char link[LINK_ROOM])
{
    bool six = strchr(address, ':') != NULL;
    snprintf(link, LINK_ROOM, six ? "http://[%s]:%d/" : "http://%s:%d/", address, port);
    return link;
}

static void explain(const struct serve_reader *reader, const char *address, int port)
{
    char link[LINK_ROOM];
    const struct qr_style style = {reader->utf8, reader->colours, reader->columns};
    struct peck_buffer code = {0};
    bool drawn = qr_text(link_to(address, port, link), &style, &code);
    if (drawn)
        fputs(code.bytes, stdout);
    peck_buffer_free(&code);
    printf("Phones in the same network can %s.\n",
           drawn ? "scan this code" : "open this address");
    puts("Open the same address here: invitations to a table use the address you opened.");
    if (!network_is_private(address))
        puts("Careful: the whole Internet may reach this address, and nothing is "
             "encrypted.");
}

/* The server listens on all addresses; these are the ones that other machines can use. */
static void print_network(const struct serve_reader *reader, int port)
{
    struct network_address list[NETWORK_MAX];
    char link[LINK_ROOM];
    int count = network_addresses(list);
    for (int i = 0; i < count; i++)
        printf("In this network: %s\n", link_to(list[i].text, port, link));
    if (count == 0)
        puts("This machine is in no network: until it is, nobody else can reach Peck.");
    if (count > 0 && reader != NULL)
        explain(reader, list[0].text, port);
}

static void print_rest(const struct serve_options *options, int port)
{
    const struct serve_reader *reader = options->reader;
    if (is_any(options->listen))
        print_network(reader, port);
    else if (reader != NULL && is_loopback(options->listen))
        printf("Only this machine can reach it. For phones in the same network: %s\n",
               reader->advice);
    else if (reader != NULL)
        explain(reader, options->listen, port);
}

void greeting_show(const struct server *server)
{
    const struct serve_options *options = server->options;
    const char *listen = options->listen;
    char link[LINK_ROOM];
    int port = port_of(server);
    if (options->origin_count > 0)
        printf("Peck is at %s/ (listening on %s, port %d)\n", options->origins[0], listen,
               port);
    else if (is_any(listen) || strcmp(listen, "127.0.0.1") == 0)
        printf("Peck is at %s\n", link_to("localhost", port, link));
    else
        printf("Peck is at %s\n", link_to(listen, port, link));
    if (options->origin_count == 0)
        print_rest(options, port);
    if (options->reader != NULL)
        puts("To stop it, press Ctrl-C.");
    fflush(stdout);
    log_event(LOG_INFO, "listening", log_text("address", listen), log_number("port", port),
              log_number("files", (int64_t)server->assets.count));
}
