/* assets.c — loads a folder of files and answers with the smallest form a browser accepts.
 *
 * `name.js.br` and `name.js.gz` beside `name.js` are the same file, compressed. Names that
 * contain a hash of the content may be cached for ever; all others are asked for again with
 * their ETag. */
#include "assets.h"
#include "trouble.h"

#include <dirent.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_ROOM = 4096, BYTES_MAX = 64 << 20, DEPTH_MAX = 16 };

static bool complain(struct peck_error *error, const char *path, const char *why)
{
    struct peck_text text = trouble_begin(error);
    peck_put(&text, "cannot read ");
    peck_put(&text, path);
    peck_put(&text, ": ");
    peck_put(&text, why);
    return false;
}

/* The whole file, or NULL. */
static char *read_file(const char *name, size_t count)
{
    FILE *file = fopen(name, "rb");
    char *bytes = file != NULL ? malloc(count + 1) : NULL;
    if (bytes != NULL && fread(bytes, 1, count, file) != count) {
        free(bytes);
        bytes = NULL;
    }
    if (file != NULL)
        fclose(file);
    return bytes;
}

/* Of all there is at the start, so by the fastest of libsodium. */
static void make_tag(struct asset *asset)
{
    uint8_t hash[crypto_generichash_BYTES_MIN];
    crypto_generichash(hash, sizeof hash, (const uint8_t *)asset->bytes, asset->count, NULL,
                       0);
    snprintf(asset->etag, sizeof asset->etag, "\"%02x%02x%02x%02x%02x%02x%02x%02x\"",
             hash[0], hash[1], hash[2], hash[3], hash[4], hash[5], hash[6], hash[7]);
}

/* "/docs" and "/play/index.html" in one. */
static char *join(const char *prefix, const char *path)
{
    size_t room = strlen(prefix) + strlen(path) + 1;
    char *whole = malloc(room);
    if (whole != NULL)
        snprintf(whole, room, "%s%s", prefix, path);
    return whole;
}

/* Where a folder's files come from and go to. */
struct source {
    const char *prefix;
    size_t base; /* bytes of the directory's name: what follows is the path */
};

static bool add_file(struct assets *assets, const char *name, const struct source *source,
                     size_t count)
{
    if (assets->bytes + count > BYTES_MAX)
        return false;
    if (assets->count == assets->room) {
        size_t room = assets->room == 0 ? 64 : assets->room * 2;
        struct asset *list = realloc(assets->list, room * sizeof *list);
        if (list == NULL)
            return false;
        assets->list = list;
        assets->room = room;
    }
    struct asset asset = {.path = join(source->prefix, name + source->base),
                          .bytes = read_file(name, count),
                          .count = count};
    if (asset.path == NULL || asset.bytes == NULL) {
        free(asset.path);
        free(asset.bytes);
        return false;
    }
    make_tag(&asset);
    assets->list[assets->count++] = asset;
    assets->bytes += count;
    return true;
}

/* `name` is the directory on the disk. */
static bool add_directory(struct assets *assets, const char *name,
                          const struct source *source, int depth, struct peck_error *error)
{
    DIR *directory = depth < DEPTH_MAX ? opendir(name) : NULL;
    bool fine = directory != NULL;
    if (!fine)
        return complain(error, name, depth < DEPTH_MAX ? strerror(errno) : "too deep");
    for (struct dirent *entry; fine && (entry = readdir(directory)) != NULL;) {
        char path[PATH_ROOM];
        struct stat about;
        if (entry->d_name[0] == '.')
            continue;
        int length = snprintf(path, sizeof path, "%s/%s", name, entry->d_name);
        if (length < 0 || length >= PATH_ROOM || stat(path, &about) != 0)
            fine = complain(error, name, "a name in it is too long, or nothing");
        else if (S_ISDIR(about.st_mode))
            fine = add_directory(assets, path, source, depth + 1, error);
        else if (S_ISREG(about.st_mode) &&
                 !add_file(assets, path, source, (size_t)about.st_size))
            fine = complain(error, path, "it changed meanwhile, or all is over 64 MiB");
    }
    closedir(directory);
    return fine;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const struct asset *)a)->path, ((const struct asset *)b)->path);
}

bool assets_load(struct assets *assets, const char *prefix, const char *directory,
                 struct peck_error *error)
{
    char name[PATH_ROOM];
    size_t length = strlen(directory);
    while (length > 1 && directory[length - 1] == '/')
        length--;
    if (length >= sizeof name)
        return complain(error, directory, "the name is too long");
    memcpy(name, directory, length);
    name[length] = '\0';
    assets->client = assets->client || prefix[0] == '\0';
    if (!add_directory(assets, name, &(struct source){prefix, length}, 0, error))
        return false;
    if (assets->count > 0)
        qsort(assets->list, assets->count, sizeof *assets->list, by_path);
    return true;
}

void assets_free(struct assets *assets)
{
    for (size_t i = 0; i < assets->count; i++) {
        free(assets->list[i].path);
        free(assets->list[i].bytes);
    }
    free(assets->list);
    *assets = (struct assets){0};
}

static const struct asset *find(const struct assets *assets, const char *path,
                                const char *after)
{
    char whole[HTTP_TARGET_MAX + 16];
    struct asset wanted = {.path = whole};
    snprintf(whole, sizeof whole, "%s%s", path, after);
    return assets->count > 0
               ? bsearch(&wanted, assets->list, assets->count, sizeof wanted, by_path)
               : NULL;
}

static const char *type_of(const char *path)
{
    static const struct {
        const char *ending, *type;
    } types[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".webp", "image/webp"},
        {".woff2", "font/woff2"},
        {".txt", "text/plain; charset=utf-8"},
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof types / sizeof *types; i++) {
        if (strcmp(dot, types[i].ending) == 0)
            return types[i].type;
    }
    return "application/octet-stream";
}

/* `index-B1x9_Qz3.js`: the name has a hash of the content, so it never changes. */
static bool is_hashed(const char *path)
{
    enum { HASH = 8 };
    const char *name = strrchr(path, '/') + 1, *dot = strrchr(name, '.');
    if (dot == NULL || dot - name < HASH + 2 || dot[-HASH - 1] != '-')
        return false;
    bool digit = false, capital = false;
    for (const char *at = dot - HASH; at < dot; at++) {
        digit = digit || (*at >= '0' && *at <= '9');
        capital = capital || (*at >= 'A' && *at <= 'Z');
    }
    return digit || capital;
}

/* Whether the client takes a coding; `;q=0` is a no. */
static bool accepts(const struct http *http, const char *coding)
{
    const char *at = strstr(http_header(http, "accept-encoding"), coding);
    if (at == NULL || !http_lists(http, "accept-encoding", coding))
        return false;
    at += strlen(coding);
    at += strspn(at, " \t");
    return strncmp(at, ";q=", 3) != 0 || strtod(at + 3, NULL) > 0;
}

static void answer_file(const struct assets *assets, const struct asset *asset,
                        const struct http *http, struct http_reply *reply)
{
    static const struct {
        const char *coding, *ending;
    } codings[] = {{"br", ".br"}, {"gzip", ".gz"}};
    reply->status = 200;
    reply->type = type_of(asset->path);
    reply->cache =
        is_hashed(asset->path) ? "public, max-age=31536000, immutable" : "no-cache";
    for (size_t i = 0; i < sizeof codings / sizeof *codings; i++) {
        const struct asset *small = find(assets, asset->path, codings[i].ending);
        if (small == NULL || !accepts(http, codings[i].coding))
            continue;
        asset = small;
        reply->encoding = codings[i].coding;
        break;
    }
    reply->etag = asset->etag;
    reply->body = asset->bytes;
    reply->count = asset->count;
    if (strstr(http_header(http, "if-none-match"), asset->etag) != NULL) {
        reply->status = 304;
        reply->count = 0;
    }
}

static const char no_client[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Peck</title>"
    "<h1>Peck</h1><p>The server runs; the web client is not built here. "
    "<code>make build</code> builds it, and <code>peck serve --www DIR</code> says where "
    "it is.</p></html>\n";

static const char no_page[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
    "content=\"width=device-width\"><title>Peck</title><h1>There is no such page</h1>"
    "<p><a href=\"/\">Peck: to the games</a></p></html>\n";

bool assets_documented(const struct assets *assets)
{
    return find(assets, "/docs/index.html", "") != NULL;
}

void assets_answer(const struct assets *assets, const struct http *http,
                   struct http_reply *reply)
{
    bool front = strcmp(http->path, "/") == 0; /* pages of the client are behind a '#' */
    bool folder = http->path[strlen(http->path) - 1] == '/';
    const struct asset *asset = find(assets, http->path, folder ? "index.html" : "");
    if (strcmp(http->path, "/docs") == 0 && assets_documented(assets)) {
        *reply = (struct http_reply){.status = 302, .location = "/docs/"};
        return;
    }
    if (asset != NULL) {
        answer_file(assets, asset, http, reply);
        return;
    }
    bool missing = !front || assets->client;
    *reply =
        (struct http_reply){.status = missing ? 404 : 200,
                            .type = "text/html; charset=utf-8",
                            .body = missing ? no_page : no_client,
                            .count = missing ? sizeof no_page - 1 : sizeof no_client - 1};
}
