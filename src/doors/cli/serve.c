/* serve.c — `peck serve`: turns the command line into the options of the server.
 *
 * It finds the web client beside the program, a place for the database, and the address for
 * `--listen lan`, and then calls `serve`, or serve_backup for --backup
 * (doors/server/serve.h). */
#include "cli.h"

#include "doors/server/serve.h"
#include "session/files/shelf.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    PORT = 8080,
    CONNECTIONS = 12000,
    SPARE_FILES = 512,
    PING_SECONDS = 12,
    ALERT_SECONDS = 60
};
enum { PATH_ROOM = STORE_ROOM };
_Static_assert((int)PATH_ROOM >= (int)SESSION_PATH_MAX + 32, "a folder and a name");

int args_store(const struct args *args, char path[STORE_ROOM], const char **store)
{
    char folder[SESSION_PATH_MAX];
    const struct value *given = &args->flag[FLAG_STORE];
    *store = given->given ? given->text : path;
    if (given->given)
        return serve_is_store(given->text)
                   ? STATUS_FINE
                   : cli_usage_error(args->verb,
                                     "--store takes sqlite:PATH or postgres://…, not '%s'",
                                     output_shown(given->text));
    if (!shelf_directory(folder))
        return cli_failure(args->verb,
                           "there is no place for the database: %s; see --store",
                           strerror(errno));
    snprintf(path, STORE_ROOM, "sqlite:%s/server.sqlite", folder);
    return STATUS_FINE;
}

/* A folder of pages beside the program: installed, or built. */
static const char *find_pages(const char *installed, const char *built,
                              char path[PATH_ROOM])
{
    const char *const places[] = {installed, built};
    char program[PATH_ROOM / 2];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return NULL;
    program[length] = '\0';
    *strrchr(program, '/') = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(path, PATH_ROOM, "%s%s/index.html", program, places[i]);
        if (access(path, R_OK) == 0) {
            *strrchr(path, '/') = '\0';
            return path;
        }
    }
    return NULL;
}

static int read_level(const struct args *args, enum log_level *level)
{
    const struct value *value = &args->flag[FLAG_LOG];
    *level = LOG_INFO;
    for (int i = 0; i < LOG_LEVELS && value->given; i++) {
        *level = (enum log_level)i;
        if (strcmp(value->text, logfmt_level_names[i]) == 0)
            return STATUS_FINE;
    }
    return value->given
               ? cli_usage_error(args->verb,
                                 "--log takes debug, info, warn or error, not '%s'",
                                 output_shown(value->text))
               : STATUS_FINE;
}

/* `https://peck.example`, with nothing behind the host. */
static bool is_origin(const char *text)
{
    const char *host = strstr(text, "://");
    return host != NULL && host[3] != '\0' && strchr(host + 3, '/') == NULL &&
           (strncmp(text, "http://", 7) == 0 || strncmp(text, "https://", 8) == 0);
}

static int read_origins(const struct args *args, struct serve_options *options)
{
    _Static_assert((int)OPTIONS_MAX <= (int)SERVE_ORIGINS, "every --origin has room");
    for (int i = 0; i < args->option_count; i++) {
        if (!is_origin(args->options[i]))
            return cli_usage_error(args->verb,
                                   "--origin takes scheme and host, such as "
                                   "https://peck.example, not '%s'",
                                   output_shown(args->options[i]));
        options->origins[options->origin_count++] = args->options[i];
    }
    if (options->production && options->origin_count == 0)
        return cli_usage_error(args->verb,
                               "--production needs --origin: what browsers see");
    for (int i = 0; i < options->origin_count && options->production; i++) {
        if (strncmp(options->origins[i], "https://", 8) != 0)
            return cli_usage_error(args->verb,
                                   "--production needs an --origin with https://");
    }
    return STATUS_FINE;
}

static bool is_address(const char *text)
{
    unsigned char bytes[16];
    return inet_pton(AF_INET, text, bytes) == 1 || inet_pton(AF_INET6, text, bytes) == 1;
}

/* Only what can be a host name is looked up: a typo should not wait for DNS. */
static bool is_host_name(const char *text)
{
    return text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                             "0123456789.-_")] == '\0';
}

/* `lan` is every address of IPv4: the server keeps running when the router assigns this
 * machine a new one, and localhost works, too. Not IPv6, where the addresses of a household
 * are public and only the router's firewall keeps strangers out. */
static int read_listen(const struct args *args, const char **listen,
                       char room[INET6_ADDRSTRLEN])
{
    const char *text = args->flag[FLAG_LISTEN].text;
    *listen = text;
    if (text == NULL)
        *listen = "127.0.0.1";
    else if (strcmp(text, "lan") == 0)
        *listen = "0.0.0.0";
    else if (!is_address(text)) {
        *listen = room;
        if (!is_host_name(text))
            return cli_usage_error(
                args->verb,
                "--listen takes an address, a host name or lan, not '%s'; "
                "the port belongs in --port",
                output_shown(text));
        if (!serve_resolve(text, room))
            return cli_usage_error(args->verb,
                                   "--listen: the name '%s' has no address; try lan",
                                   output_shown(text));
    }
    return STATUS_FINE;
}

/* The advice is a whole command when there are no flags to repeat. It names the program as
 * the user did, because that need not be in the PATH. */
static void read_reader(const struct args *args, char advice[PATH_ROOM],
                        struct serve_reader *reader)
{
    bool bare = true;
    for (int i = 0; i < FLAG_COUNT; i++)
        bare = bare && !args->flag[i].given;
    if (bare)
        snprintf(advice, PATH_ROOM, "%s serve --listen lan", program_invocation_name);
    else
        snprintf(advice, PATH_ROOM, "start it with --listen lan");
    *reader = (struct serve_reader){.advice = advice,
                                    .columns = output_width(stdout),
                                    .utf8 = output_speaks_utf8(),
                                    .colours = output_colours(stdout)};
}

/* As many connections as files allow, when nobody says. */
static uint32_t connections(const struct args *args)
{
    struct rlimit files;
    uint64_t most = CONNECTIONS;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_max < most + SPARE_FILES)
        most =
            files.rlim_max > 2 * SPARE_FILES ? files.rlim_max - SPARE_FILES : SPARE_FILES;
    return (uint32_t)args_number(args, FLAG_CONNECTIONS, most);
}

int cli_run_serve(const struct args *args)
{
    char store[PATH_ROOM], www[PATH_ROOM], docs[PATH_ROOM], advice[PATH_ROOM];
    char address[INET6_ADDRSTRLEN];
    struct serve_reader reader;
    const struct value *flag = args->flag;
    struct peck_error error;
    struct serve_options options = {
        .port = (int)args_number(args, FLAG_PORT, PORT),
        .www = flag[FLAG_WWW].given ? flag[FLAG_WWW].text
                                    : find_pages("/../share/peck/web", "/../web", www),
        .docs = find_pages("/../share/peck/docs", "/../docs/site", docs),
        .proxy = flag[FLAG_PROXY].text,
        .secret_file = flag[FLAG_SECRET_FILE].text,
        .production = flag[FLAG_PRODUCTION].given,
        .unlimited = flag[FLAG_UNLIMITED].given,
        .connections = connections(args),
        .ping = 1000 * (int64_t)args_number(args, FLAG_PING, PING_SECONDS),
        .alert_after = 1000 * (int64_t)args_number(args, FLAG_ALERT_AFTER, ALERT_SECONDS),
        .alert_loopback = flag[FLAG_ALERT_LOOPBACK].given,
    };
    int status = read_level(args, &options.log);
    read_reader(args, advice, &reader);
    if (isatty(STDOUT_FILENO))
        options.reader = &reader;
    if (status == STATUS_FINE)
        status = read_listen(args, &options.listen, address);
    if (status == STATUS_FINE)
        status = read_origins(args, &options);
    if (status == STATUS_FINE && options.proxy != NULL && !is_address(options.proxy))
        status = cli_usage_error(args->verb,
                                 "--proxy takes an address, such as 127.0.0.1, not '%s'",
                                 output_shown(options.proxy));
    if (status == STATUS_FINE)
        status = args_store(args, store, &options.store);
    if (status != STATUS_FINE)
        return status;
    bool fine = flag[FLAG_BACKUP].given
                    ? serve_backup(options.store, flag[FLAG_BACKUP].text, &error)
                    : serve(&options, &error);
    return fine ? STATUS_FINE : cli_failure(args->verb, "%s", args_why(args, &error));
}
