/* tree.c — reads trees of nodes, which json.c fills. */
#include <peck/tree.h>

struct peck_tree peck_tree_begin(struct peck_node *nodes, size_t node_room, char *strings,
                                 size_t string_room)
{
    return (struct peck_tree){.nodes = nodes,
                              .strings = strings,
                              .node_room = node_room,
                              .string_room = string_room};
}

const struct peck_node *peck_tree_root(const struct peck_tree *tree)
{
    return tree->full || tree->node_count == 0 ? NULL : tree->nodes;
}

bool peck_is(const struct peck_node *node, enum peck_kind kind)
{
    return node != NULL && node->kind == kind;
}

const struct peck_node *peck_first(const struct peck_node *list)
{
    return peck_is(list, PECK_NODE_ARRAY) || peck_is(list, PECK_NODE_OBJECT) ? list->first
                                                                             : NULL;
}

size_t peck_count(const struct peck_node *list)
{
    return peck_first(list) != NULL ? list->count : 0;
}

const struct peck_node *peck_member(const struct peck_node *object, const char *key)
{
    const struct peck_node *node = peck_is(object, PECK_NODE_OBJECT) ? object->first : NULL;
    while (node != NULL && !peck_same(node->key, key))
        node = node->next;
    return node;
}

const struct peck_node *peck_element(const struct peck_node *array, size_t index)
{
    const struct peck_node *node = peck_first(array);
    for (; node != NULL && index > 0; index--)
        node = node->next;
    return node;
}

int peck_number(const struct peck_node *node)
{
    return peck_is(node, PECK_NODE_INTEGER) && node->integer >= INT32_MIN &&
                   node->integer <= INT32_MAX
               ? (int)node->integer
               : -1;
}

const char *peck_string(const struct peck_node *node)
{
    return peck_is(node, PECK_NODE_STRING) ? node->string : "";
}

int peck_number_of(const struct peck_node *object, const char *key)
{
    return peck_number(peck_member(object, key));
}

const char *peck_string_of(const struct peck_node *object, const char *key)
{
    return peck_string(peck_member(object, key));
}

int peck_number_at(const struct peck_node *array, size_t index)
{
    return peck_number(peck_element(array, index));
}

const char *peck_string_at(const struct peck_node *array, size_t index)
{
    return peck_string(peck_element(array, index));
}

bool peck_true_of(const struct peck_node *object, const char *key)
{
    return peck_is(peck_member(object, key), PECK_NODE_TRUE);
}
