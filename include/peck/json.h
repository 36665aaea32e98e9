/* json.h — a small JSON writer over bounded text: commas and quotes are its business.
 *
 * Inside an object every value has a key; inside an array, and at the top, the key is NULL.
 * Depth is bounded by PECK_JSON_DEPTH, which no document of ours comes near. */
#ifndef PECK_JSON_H
#define PECK_JSON_H

#include <peck/text.h>

enum { PECK_JSON_DEPTH = 16 };

struct peck_json {
    struct peck_text *text;
    uint8_t depth;
    bool filled[PECK_JSON_DEPTH]; /* something already stands at this depth */
};

struct peck_json peck_json_begin(struct peck_text *text);
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

#endif
