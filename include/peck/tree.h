/* tree.h — a JSON document as nodes, for readers in the same process.
 *
 * The writer of json.h fills a tree just as it fills text, so a game describes its table
 * once, and no text has to be parsed again. Nodes and strings are in the caller's arrays.
 * What does not fit is dropped and `full` is set; the counts go on, so a first pass without
 * any room finds out how much the second needs.
 *
 * All readers below treat NULL, and nodes of another kind, as a missing value. */
#ifndef PECK_TREE_H
#define PECK_TREE_H

#include <peck/text.h>

enum peck_kind {
    PECK_NODE_NULL,
    PECK_NODE_FALSE,
    PECK_NODE_TRUE,
    PECK_NODE_INTEGER,
    PECK_NODE_FRACTION, /* `integer` has `count` decimals */
    PECK_NODE_STRING,
    PECK_NODE_ARRAY,
    PECK_NODE_OBJECT,
};

struct peck_node {
    const char *key;              /* in an object; else NULL */
    const struct peck_node *next; /* of the same array or object */
    union {
        int64_t integer;
        const char *string;
        const struct peck_node *first; /* of an array or object; NULL: it is empty */
    };
    uint32_t count; /* elements or members */
    enum peck_kind kind;
};

struct peck_tree {
    struct peck_node *nodes; /* the first is the root */
    char *strings;
    size_t node_room, string_room;
    size_t node_count, string_count; /* needed so far, with or without room for them */
    bool full;                       /* something did not fit: do not read it */
};

struct peck_tree peck_tree_begin(struct peck_node *nodes, size_t node_room, char *strings,
                                 size_t string_room);
/* NULL: the tree is empty or full. */
const struct peck_node *peck_tree_root(const struct peck_tree *tree);

bool peck_is(const struct peck_node *node, enum peck_kind kind);
/* The value of a key, or the element of an index; NULL: there is none. */
const struct peck_node *peck_member(const struct peck_node *object, const char *key);
const struct peck_node *peck_element(const struct peck_node *array, size_t index);
/* To go through an array: from here by `next`. */
const struct peck_node *peck_first(const struct peck_node *list);
size_t peck_count(const struct peck_node *list);

/* Values as most readers want them: -1 for anything but an integer that fits, "" for
 * anything but a string. */
int peck_number(const struct peck_node *node);
const char *peck_string(const struct peck_node *node);
int peck_number_of(const struct peck_node *object, const char *key);
const char *peck_string_of(const struct peck_node *object, const char *key);
int peck_number_at(const struct peck_node *array, size_t index);
const char *peck_string_at(const struct peck_node *array, size_t index);
bool peck_true_of(const struct peck_node *object, const char *key);

#endif
