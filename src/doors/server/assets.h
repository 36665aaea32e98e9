/* assets.h — the files of the web client and of the documentation, kept in memory from the
 * start of the server.
 *
 * A path is looked up in a sorted list and never on the disk, so no path can climb out of
 * the folder, and no request waits for a disk. Bodies of replies belong to the assets and
 * stay valid until assets_free. Loading is done once, before the loop; answering only
 * reads. */
#ifndef SERVER_ASSETS_H
#define SERVER_ASSETS_H

#include "http.h"

struct asset {
    char *path; /* from the slash on */
    char *bytes;
    size_t count;
    char etag[24]; /* with its quotes */
};

struct assets {
    struct asset *list; /* by path */
    size_t count, room, bytes;
    bool client; /* the folder of the web client was loaded */
};

/* Adds all files below a directory, at paths that begin with `prefix`: "" or "/docs". False
 * with the sentence. */
bool assets_load(struct assets *assets, const char *prefix, const char *directory,
                 struct peck_error *error);
/* Whether there is documentation at /docs/. */
bool assets_documented(const struct assets *assets);
void assets_free(struct assets *assets);
/* The answer to a GET or HEAD; its body belongs to the assets. */
void assets_answer(const struct assets *assets, const struct http *http,
                   struct http_reply *reply);

#endif
