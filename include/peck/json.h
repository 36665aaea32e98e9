/* json.h — a small JSON writer, over bounded text or into a tree of nodes, and a reader.
 *
 * Inside an object every value has a key; inside an array, and at the top, the key is NULL.
 * Depth is bounded by PECK_JSON_DEPTH, which our documents stay far below. Over text,
 * commas and quotes are the writer's business; into a tree, keys and strings are copied. */
#ifndef PECK_JSON_H
#define PECK_JSON_H

#include <peck/tree.h>

enum { PECK_JSON_DEPTH = 16 };

struct peck_json {
    struct peck_text *text; /* NULL: into the tree */
    struct peck_tree *tree;
    uint8_t depth;
    bool filled[PECK_JSON_DEPTH]; /* something already stands at this depth */
    /* Into a tree: what is open at this depth, and its last node. */
    struct peck_node *open[PECK_JSON_DEPTH], *last[PECK_JSON_DEPTH];
};

struct peck_json peck_json_begin(struct peck_text *text);
struct peck_json peck_json_begin_tree(struct peck_tree *tree);
void peck_json_object(struct peck_json *json, const char *key);
void peck_json_array(struct peck_json *json, const char *key);
void peck_json_end_object(struct peck_json *json);
void peck_json_end_array(struct peck_json *json);
void peck_json_string(struct peck_json *json, const char *key, const char *value);
void peck_json_int(struct peck_json *json, const char *key, int64_t value);
/* A decimal fraction: 1234 with two decimals is 12.34. There are at most 18. */
void peck_json_fixed(struct peck_json *json, const char *key, int64_t value, int decimals);
void peck_json_bool(struct peck_json *json, const char *key, bool value);
void peck_json_null(struct peck_json *json, const char *key);

/* Reads one document, as the writer or anybody else spells it, and writes it to `json`.
 * False, and no more than a part of it was written: it is no JSON, or too deep, or has a
 * number with an exponent or too many digits, or a NUL in a string. Escapes are resolved in
 * place, so the text is used up. Bytes beyond ASCII are not looked at. */
bool peck_json_read(char *bytes, size_t count, struct peck_json *json);
/* How many nodes a text has at most; its strings need no more bytes than the text. */
size_t peck_json_nodes(const char *bytes, size_t count);

#endif
