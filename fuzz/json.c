/* json.c — fuzz target: any bytes as JSON that a server sent.
 *
 * What our reader takes, jansson takes for the same document; and what it refuses, jansson
 * refuses, too, or it is one of the things that we do without. Nodes keep to their room.
 * jansson wants UTF-8, which our reader leaves to those who read names; so the comparison
 * is over ASCII. */
#include "target.h"

#include <jansson.h>

#include <stdlib.h>
#include <string.h>

enum { BYTES = 4096 };

/* A copy that is read and used up. */
static bool read_copy(const uint8_t *bytes, size_t count, struct peck_json *json)
{
    char *copy = malloc(count > 0 ? count : 1); /* of exactly that size, for sanitizers */
    MUST(copy != NULL);
    if (count > 0)
        memcpy(copy, bytes, count);
    bool read = peck_json_read(copy, count, json);
    free(copy);
    return read;
}

/* Whether it has nothing that we do without: depth, and numbers that are not whole. */
static bool is_plain(json_t *json, int depth)
{
    const char *key;
    size_t i;
    json_t *value;
    bool list = json_is_array(json) || json_is_object(json);
    bool plain = !json_is_real(json) && !(list && depth + 1 >= PECK_JSON_DEPTH);
    json_array_foreach(json, i, value) plain = plain && is_plain(value, depth + 1);
    json_object_foreach(json, key, value) plain = plain && is_plain(value, depth + 1);
    return plain;
}

static void compare(const uint8_t *bytes, size_t count, bool read,
                    const struct peck_text *written)
{
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] >= 0x80 || bytes[i] == '\0') /* which jansson takes after a number */
            return;
    }
    json_t *theirs = json_loadb((const char *)bytes, count, JSON_DECODE_ANY, NULL);
    if (read) {
        json_t *ours = json_loadb(written->buffer, written->length, JSON_DECODE_ANY, NULL);
        MUST(theirs != NULL && json_equal(theirs, ours));
        json_decref(ours);
    } else {
        MUST(theirs == NULL || !is_plain(theirs, 0));
    }
    json_decref(theirs);
}

/* Nodes in exactly the room that is promised to do; then in less. */
static void grow(const uint8_t *bytes, size_t count, bool read)
{
    size_t most = peck_json_nodes((const char *)bytes, count);
    for (int less = 0; less < 2; less++) {
        struct peck_tree tree = {0};
        MUST(peck_tree_reserve(&tree, most >> less, count >> less) == PECK_OK);
        struct peck_json json = peck_json_begin_tree(&tree);
        MUST(read_copy(bytes, count, &json) == read);
        MUST(less || !tree.full);
        MUST(!read || tree.full || peck_tree_root(&tree) != NULL);
        peck_tree_free(&tree);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    static char room[6 * BYTES + 1]; /* an escape of two bytes becomes one of six */
    struct peck_text text = peck_text_begin(room, sizeof room);
    struct peck_json json = peck_json_begin(&text);
    if (count > BYTES)
        return 0;
    bool read = read_copy(bytes, count, &json);
    MUST(!text.full && json.depth < PECK_JSON_DEPTH);
    compare(bytes, count, read, &text);
    grow(bytes, count, read);
    return 0;
}
