/* serve.c — `peck serve`: what the command line says, as the server wants to hear it. */
#include "cli.h"

#include "front/server/db.h"
#include "front/server/serve.h"
#include "front/term/shelf.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { PORT = 8080, CONNECTIONS = 12000, SPARE_FILES = 512, PING_SECONDS = 30 };
enum { PATH_ROOM = STORE_ROOM };
_Static_assert((int)PATH_ROOM >= (int)SESSION_PATH_MAX + 32, "a folder and a name");

/* What has a slash is taken for a path without its `sqlite:`; but a scheme that nobody
 * knows, or a bare word, is a slip and not the name of a file. */
static bool is_store(const char *text)
{
    const char *file = db_file(text);
    return file == NULL || (file[0] != '\0' && strstr(file, "://") == NULL &&
                            (file != text || strchr(file, '/') != NULL));
}

int args_store(const struct args *args, char path[STORE_ROOM], const char **store)
{
    char folder[SESSION_PATH_MAX];
    const struct value *given = &args->flag[FLAG_STORE];
    *store = given->given ? given->text : path;
    if (given->given)
        return is_store(given->text)
                   ? STATUS_FINE
                   : usage_error(args->verb,
                                 "--store takes sqlite:PATH or postgres://…, not '%s'",
                                 shown(given->text));
    if (!shelf_directory(folder))
        return failure(args->verb, "there is no place for the database: %s; see --store",
                       strerror(errno));
    snprintf(path, STORE_ROOM, "sqlite:%s/server.sqlite", folder);
    return STATUS_FINE;
}

/* The web client beside the program: installed, or built. */
static const char *find_client(char path[PATH_ROOM])
{
    static const char *const places[] = {"/../share/peck/web", "/../web"};
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
        if (strcmp(value->text, log_level_names[i]) == 0)
            return STATUS_FINE;
    }
    return value->given
               ? usage_error(args->verb, "--log takes debug, info, warn or error, not '%s'",
                             shown(value->text))
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
            return usage_error(args->verb,
                               "--origin takes scheme and host, such as "
                               "https://peck.example, not '%s'",
                               shown(args->options[i]));
        options->origins[options->origin_count++] = args->options[i];
    }
    if (options->production && options->origin_count == 0)
        return usage_error(args->verb, "--production needs --origin: what browsers see");
    return STATUS_FINE;
}

static bool is_address(const char *text)
{
    unsigned char bytes[16];
    return inet_pton(AF_INET, text, bytes) == 1 || inet_pton(AF_INET6, text, bytes) == 1;
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

int run_serve(const struct args *args)
{
    char store[PATH_ROOM], www[PATH_ROOM];
    const struct value *flag = args->flag;
    struct peck_error error;
    struct serve_options options = {
        .listen = flag[FLAG_LISTEN].given ? flag[FLAG_LISTEN].text : "127.0.0.1",
        .port = (int)args_number(args, FLAG_PORT, PORT),
        .www = flag[FLAG_WWW].given ? flag[FLAG_WWW].text : find_client(www),
        .proxy = flag[FLAG_PROXY].text,
        .secret_file = flag[FLAG_SECRET_FILE].text,
        .production = flag[FLAG_PRODUCTION].given,
        .unlimited = flag[FLAG_UNLIMITED].given,
        .connections = connections(args),
        .ping = 1000 * (int64_t)args_number(args, FLAG_PING, PING_SECONDS),
    };
    int status = read_level(args, &options.log);
    if (status == STATUS_FINE)
        status = read_origins(args, &options);
    if (status == STATUS_FINE && options.proxy != NULL && !is_address(options.proxy))
        status =
            usage_error(args->verb, "--proxy takes an address, such as 127.0.0.1, not '%s'",
                        shown(options.proxy));
    if (status == STATUS_FINE)
        status = args_store(args, store, &options.store);
    if (status != STATUS_FINE)
        return status;
    bool fine = flag[FLAG_BACKUP].given
                    ? serve_backup(options.store, flag[FLAG_BACKUP].text, &error)
                    : serve(&options, &error);
    return fine ? STATUS_FINE : failure(args->verb, "%s", error.sentence);
}
