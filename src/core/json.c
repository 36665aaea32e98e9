/* json.c — the JSON writer: one set of calls, and two things they can make.
 *
 * A writer either puts text into a buffer or adds nodes to a tree (peck/tree.h). A game
 * describes its table once, with the same calls for both. So what the server sends and what
 * the terminal draws cannot differ, and the terminal parses nothing.
 *
 * For text, the writer remembers at each depth whether a comma is due. For nodes, it
 * remembers the open node and its last child, and links the new one behind that. Neither
 * allocates: when there is no room left, the rest is dropped and the text or tree is marked
 * as full. */
#include <peck/game.h>

#include <string.h>

struct peck_json peck_json_begin(struct peck_text *text)
{
    return (struct peck_json){.text = text};
}

struct peck_json peck_json_begin_tree(struct peck_tree *tree)
{
    return (struct peck_json){.tree = tree};
}

/* ---- Nodes ---- */

/* A copy that lives as long as the tree; "" when there is no room. */
static const char *keep(struct peck_tree *tree, const char *string)
{
    size_t size = peck_length(string) + 1, at = tree->string_count;
    tree->string_count += size;
    if (tree->string_count > tree->string_room) {
        tree->full = true;
        return "";
    }
    return memcpy(tree->strings + at, string, size);
}

/* Adds the node to what is open. NULL: there is no room; then there is none for its members
 * either. */
static struct peck_node *add(struct peck_json *json, const char *key,
                             struct peck_node value)
{
    struct peck_tree *tree = json->tree;
    struct peck_node *open = json->open[json->depth], *last = json->last[json->depth];
    value.key = key != NULL ? keep(tree, key) : NULL;
    if (tree->node_count++ >= tree->node_room) {
        tree->full = true;
        return NULL;
    }
    struct peck_node *node = &tree->nodes[tree->node_count - 1];
    *node = value;
    if (last != NULL)
        last->next = node;
    else if (open != NULL)
        open->first = node;
    if (open != NULL)
        open->count++;
    return json->last[json->depth] = node;
}

/* ---- Text ---- */

static void put_quoted(struct peck_text *text, const char *string)
{
    static const char hex[] = "0123456789abcdef";
    const char *plain = string, *p = string; /* from plain to p nothing needs an escape */
    peck_put_char(text, '"');
    for (; *p != '\0'; p++) {
        unsigned char c = (unsigned char)*p;
        if (c >= 0x20 && c != '"' && c != '\\')
            continue;
        peck_put_bytes(text, plain, (size_t)(p - plain));
        plain = p + 1;
        peck_put_char(text, '\\');
        if (c >= 0x20) {
            peck_put_char(text, *p);
        } else {
            peck_put(text, "u00");
            peck_put_char(text, hex[c >> 4]);
            peck_put_char(text, hex[c & 15]);
        }
    }
    peck_put_bytes(text, plain, (size_t)(p - plain));
    peck_put_char(text, '"');
}

/* What comes before a value: the comma after an earlier one, and the key. */
static void put_lead(struct peck_json *json, const char *key)
{
    if (json->filled[json->depth])
        peck_put_char(json->text, ',');
    json->filled[json->depth] = true;
    if (key != NULL) {
        put_quoted(json->text, key);
        peck_put_char(json->text, ':');
    }
}

/* ---- Both ---- */

static void open(struct peck_json *json, const char *key, char bracket, enum peck_kind kind)
{
    struct peck_node *node = NULL;
    PECK_ASSERT(json->depth + 1 < PECK_JSON_DEPTH);
    if (json->text != NULL) {
        put_lead(json, key);
        peck_put_char(json->text, bracket);
    } else {
        node = add(json, key, (struct peck_node){.first = NULL, .kind = kind});
    }
    json->depth++;
    json->filled[json->depth] = false;
    json->open[json->depth] = node;
    json->last[json->depth] = NULL;
}

static void close(struct peck_json *json, char bracket)
{
    PECK_ASSERT(json->depth > 0);
    json->depth--;
    if (json->text != NULL)
        peck_put_char(json->text, bracket);
}

/* A value that is a word of the language. */
static void put_plain(struct peck_json *json, const char *key, const char *spelling,
                      enum peck_kind kind)
{
    if (json->text == NULL) {
        add(json, key, (struct peck_node){.kind = kind});
        return;
    }
    put_lead(json, key);
    peck_put(json->text, spelling);
}

void peck_json_object(struct peck_json *json, const char *key)
{
    open(json, key, '{', PECK_NODE_OBJECT);
}

void peck_json_array(struct peck_json *json, const char *key)
{
    open(json, key, '[', PECK_NODE_ARRAY);
}

void peck_json_end_object(struct peck_json *json)
{
    close(json, '}');
}

void peck_json_end_array(struct peck_json *json)
{
    close(json, ']');
}

void peck_json_string(struct peck_json *json, const char *key, const char *value)
{
    if (json->text == NULL) {
        add(json, key,
            (struct peck_node){.string = keep(json->tree, value),
                               .kind = PECK_NODE_STRING});
        return;
    }
    put_lead(json, key);
    put_quoted(json->text, value);
}

void peck_json_int(struct peck_json *json, const char *key, int64_t value)
{
    if (json->text == NULL) {
        add(json, key, (struct peck_node){.integer = value, .kind = PECK_NODE_INTEGER});
        return;
    }
    put_lead(json, key);
    peck_put_int(json->text, value);
}

void peck_json_fixed(struct peck_json *json, const char *key, int64_t value, int decimals)
{
    uint64_t unit = 1, size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    PECK_ASSERT(decimals >= 0 && decimals <= 18);
    if (json->text == NULL) {
        add(json, key,
            (struct peck_node){
                .integer = value, .count = (uint32_t)decimals, .kind = PECK_NODE_FRACTION});
        return;
    }
    for (int i = 0; i < decimals; i++)
        unit *= 10;
    put_lead(json, key);
    peck_put(json->text, value < 0 ? "-" : "");
    peck_put_int(json->text, (int64_t)(size / unit));
    if (decimals > 0)
        peck_put_char(json->text, '.');
    for (uint64_t rest = size % unit; unit > 1; rest %= unit) {
        unit /= 10;
        peck_put_char(json->text, (char)('0' + rest / unit));
    }
}

void peck_json_bool(struct peck_json *json, const char *key, bool value)
{
    put_plain(json, key, value ? "true" : "false",
              value ? PECK_NODE_TRUE : PECK_NODE_FALSE);
}

void peck_json_null(struct peck_json *json, const char *key)
{
    put_plain(json, key, "null", PECK_NODE_NULL);
}
